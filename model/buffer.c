/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/buffer.h"

#include <string.h>

#include "model/system.h"

/* --- the step function -------------------------------------------------------------------------------------------- */

static struct buffer *buffer_in(const struct buffered *b, void *state)
{
  return (struct buffer *)((unsigned char *)state + b->offset);
}

/* Where a write goes: behind all, or where each register has a buffer, behind those to registers up to this one. */
static void put(const struct buffered *b, struct buffer *buffer, struct buffer_write write)
{
  const bool sorted = b->system->spec.order.order == ORDER_PSO;
  uint32_t at = buffer->n++;
  for (; sorted && at > 0 && buffer->write[at - 1].var > write.var; at--) buffer->write[at] = buffer->write[at - 1];
  buffer->write[at] = write;
}

static bool in_cs(uint8_t section)
{
  return section == RMR_CS || section == RMR_EXIT;
}

/* After a step: the data of a critical section that begins, the session of a passage that does, and the fence at the
 * end of a critical section, whether it has lines or not. A fence that is its last access serves. */
static void pass_on(const struct buffered *b, struct buffer *buffer, const struct rmr_op *done,
                    const struct rmr_op *next, uint32_t next_session)
{
  const struct order_spec *order = &b->system->spec.order;
  const bool enters = !in_cs(done->section) && in_cs(next->section);
  if (enters && order_buffers(order) && !order->no_data)
    put(b, buffer, (struct buffer_write){.value = buffer->session, .var = BUFFER_DATA, .line = done->line});
  if (section_after(done->section, next->section) == RMR_REMAINDER) buffer->session = next_session;
  const bool empty = enters && next->section == RMR_EXIT;
  const bool ends = done->section == RMR_CS && done->kind != RMR_FENCE && next->section != RMR_CS;
  const uint16_t line = empty ? next->line : done->line;
  if (order->fence_cs && (empty || ends))
    *buffer = (struct buffer){buffer->session, buffer->n, line, RMR_CS, BUFFER_FENCE_BEFORE, {0}};
}

static struct rmr_op fence_at(const struct buffer *buffer)
{
  return (struct rmr_op){.kind = RMR_FENCE, .line = buffer->fence_line, .section = buffer->fence_section};
}

/* The newest write to a register. */
static const struct buffer_write *newest(const struct buffer *buffer, uint32_t var)
{
  for (uint32_t k = buffer->n; k-- > 0;)
    if (buffer->write[k].var == var) return &buffer->write[k];
  return NULL;
}

static bool is_changed(const struct system *s, uint32_t var)
{
  const struct rmr_algorithm *a = s->algorithm;
  for (uint32_t k = 0; k < a->n_changes; k++)
    if (a->changes[k].group == s->group_of[var]) return true;
  return false;
}

/* Whether a write is left out, as it says what the newest one to the register says, and nobody can write between
 * them. */
static bool is_merged(const struct system *s, const struct buffer *buffer, uint32_t var, rmr_word value)
{
  const struct buffer_write *own = newest(buffer, var);
  return s->spec.order.merge && own != NULL && own->value == value && !system_shared(s, var)->multi_writer &&
         !is_changed(s, var);
}

/* The effect of the operation on the buffer, and the reply if that is found there. */
static void perform(const struct buffered *b, struct buffer *buffer, const struct rmr_op *op, rmr_word *reply)
{
  const uint32_t var = system_resolve(b->system, op->var);
  if (!order_buffers(&b->system->spec.order)) return;
  if (op->kind == RMR_WRITE && !is_merged(b->system, buffer, var, op->value))
    put(b, buffer, (struct buffer_write){.value = op->value, .var = var, .line = op->line});
  const struct buffer_write *own = rmr_kind_reads(op->kind) ? newest(buffer, var) : NULL;
  if (own != NULL) *reply = own->value;
}

static struct rmr_op step(void *state, const struct rmr_in *given)
{
  const struct buffered *b = given->self;
  struct buffer *buffer = buffer_in(b, state);
  struct rmr_in in = *given;
  in.self = b->plain->self;
  if (buffer->session == 0) { /* the first call: the first line is not reached yet */
    buffer->session = in.sessions[in.i];
    return b->plain->step(state, &in);
  }
  in.given = false;
  const struct rmr_op op = b->plain->step(state, &in), fence = fence_at(buffer);
  const uint8_t kind = buffer->fence_kind;
  if (!given->given) return kind != BUFFER_NO_FENCE ? fence : op;
  *buffer = (struct buffer){buffer->session, buffer->n, 0, 0, BUFFER_NO_FENCE, {0}};
  if (kind == BUFFER_FENCE_BEFORE) return op;
  if (kind == BUFFER_NO_FENCE) {
    perform(b, buffer, &op, &in.value);
    if (op.kind == RMR_WRITE && order_fenced(&b->system->spec.order, op.line)) {
      /* the algorithm goes on behind the fence, so the fence belongs to the line */
      *buffer = (struct buffer){buffer->session, buffer->n, op.line, op.section, BUFFER_FENCE_BEHIND, {0}};
      return fence_at(buffer);
    }
  }
  in.given = true;
  const struct rmr_op next = b->plain->step(state, &in);
  pass_on(b, buffer, kind == BUFFER_NO_FENCE ? &op : &fence, &next, in.sessions[in.i]);
  return buffer->fence_kind != BUFFER_NO_FENCE ? fence_at(buffer) : next;
}

/* --- making one --------------------------------------------------------------------------------------------------- */

bool buffered_create(struct buffered *b, const struct system *system, struct error *e)
{
  const struct rmr_algorithm *plain = system->spec.algorithm;
  const uint32_t size = rmr_state_size(plain, system->n);
  /* the data of critical sections take room beside the writes of lines */
  *b = (struct buffered){.algorithm = *plain,
                         .plain = plain,
                         .system = system,
                         .offset = (size + 15) / 16 * 16,
                         .most = order_room(&system->spec.order)};
  b->algorithm.state_size = b->offset + (uint32_t)(sizeof(struct buffer) + b->most * sizeof(struct buffer_write));
  b->algorithm.state_each = 0;
  b->algorithm.step = step;
  b->algorithm.self = b;
  return b->algorithm.state_size <= RMR_MAX_STATE ||
         fail(e, EXIT_USAGE, "%s keeps %u bytes of local state, and a buffer of %u writes does not fit behind it",
              plain->name, size, order_capacity(&system->spec.order));
}

/* --- for engines -------------------------------------------------------------------------------------------------- */

static bool has_buffers(const struct system *s)
{
  return order_buffers(&s->spec.order);
}

const struct buffer *buffer_of(const struct system *s, const void *state)
{
  return (const struct buffer *)((const unsigned char *)state + s->buffered.offset);
}

bool system_is_buffered(const struct system *s)
{
  return s->algorithm == &s->buffered.algorithm;
}

bool buffer_adds_fence(const struct system *s, const void *state)
{
  return system_is_buffered(s) && buffer_of(s, state)->fence_kind != BUFFER_NO_FENCE;
}

uint32_t buffer_session(const struct system *s, const void *state)
{
  return buffer_of(s, state)->session;
}

const struct buffer_write *buffer_newest(const struct system *s, const void *state, uint32_t var)
{
  return newest(buffer_of(s, state), var);
}

enum buffer_way buffer_way(const struct system *s, const void *state, const struct rmr_op *op)
{
  if (!has_buffers(s)) return BUFFER_MEMORY;
  const struct buffer *buffer = buffer_of(s, state);
  if (buffer->n == s->buffered.most) return BUFFER_FULL; /* any operation may enter the critical section */
  if (op->kind == RMR_WRITE)
    return buffer->n < order_capacity(&s->spec.order) || is_merged(s, buffer, op->var, op->value) ? BUFFER_ISSUES
                                                                                                  : BUFFER_FULL;
  if (op->kind == RMR_FENCE || rmr_kind_writes(op->kind)) return buffer->n != 0 ? BUFFER_WAITS : BUFFER_MEMORY;
  return rmr_kind_reads(op->kind) && newest(buffer, op->var) != NULL ? BUFFER_FORWARDS : BUFFER_MEMORY;
}

uint32_t buffer_choice(const struct system *s, uint32_t var)
{
  if (s->spec.order.order != ORDER_PSO) return 0;
  return 1 + (var != BUFFER_DATA ? var : s->n_registers);
}

bool buffer_merges(const struct system *s, const void *state, const struct rmr_op *op)
{
  return is_merged(s, buffer_of(s, state), op->var, op->value);
}

/* Where it stands in the buffer; its length: there is none. */
static uint32_t place_of(const struct system *s, const struct buffer *buffer, uint32_t choice)
{
  uint32_t k = 0;
  while (k < buffer->n && buffer_choice(s, buffer->write[k].var) != choice) k++;
  return k;
}

const struct buffer_write *buffer_oldest(const struct system *s, const void *state, uint32_t choice)
{
  const struct buffer *buffer = buffer_of(s, state);
  const uint32_t at = place_of(s, buffer, choice);
  return at < buffer->n ? &buffer->write[at] : NULL;
}

void buffer_commit(const struct system *s, void *state, uint32_t choice)
{
  struct buffer *buffer = buffer_in(&s->buffered, state);
  for (uint32_t k = place_of(s, buffer, choice); k + 1 < buffer->n; k++) buffer->write[k] = buffer->write[k + 1];
  buffer->write[--buffer->n] = (struct buffer_write){0};
}

void buffer_forget(const struct system *s, void *state)
{
  struct buffer *buffer = buffer_in(&s->buffered, state);
  memset(state, 0, s->buffered.offset);
  *buffer = (struct buffer){.n = buffer->n};
}

uint32_t buffer_occupies(const struct system *s, const void *state)
{
  const struct buffer *buffer = buffer_of(s, state);
  uint32_t session = 0;
  for (uint32_t k = 0; k < buffer->n; k++)
    if (buffer->write[k].var == BUFFER_DATA) session = buffer_session_too(session, (uint32_t)buffer->write[k].value);
  return session;
}

bool buffer_exclude(const struct system *s, uint32_t p, uint32_t a, uint32_t q, uint32_t b)
{
  if (a == 0 || b == 0) return false;
  if (s->graph != NULL) return rmr_adjacent(s->graph, p, q);
  return !s->algorithm->group || a != b || a == BUFFER_SESSIONS;
}

/* Of each process one; or one for each register that it may write, and for the data. */
static uint32_t commits_of(const struct system *s, uint32_t p, uint32_t wanted, rmr_action *out)
{
  uint32_t n = 0;
  if (s->spec.order.order != ORDER_PSO) {
    *out = rmr_action_of(RMR_COMMIT, p, 0);
    return 1;
  }
  for (uint32_t var = 0; var <= s->n_registers; var++) {
    const bool data = var == s->n_registers;
    if (data ? s->spec.order.no_data : !system_shared(s, var)->multi_writer && system_cell(s, var) != p - 1) continue;
    if (n++ == wanted) *out = rmr_action_of(RMR_COMMIT, p, 1 + var);
  }
  return n;
}

uint32_t buffer_n_commits(const struct system *s)
{
  uint32_t n = 0;
  rmr_action unused;
  for (uint32_t p = 1; has_buffers(s) && p <= s->n; p++) n += commits_of(s, p, UINT32_MAX, &unused);
  return n;
}

rmr_action buffer_commit_action(const struct system *s, uint32_t k)
{
  rmr_action action = RMR_STOP;
  for (uint32_t p = 1; p <= s->n; p++) {
    const uint32_t n = commits_of(s, p, k, &action);
    if (k < n) break;
    k -= n;
  }
  return action;
}
