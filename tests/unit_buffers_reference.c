/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_buffers_reference.c: runs where writes wait in buffers, beside a plain simulator with buffers of its own, step
 * by step. It builds on reference.h, and knows nothing of model/buffer.h: a buffer is a list of writes, the oldest
 * first, in which a commit looks for the first write to its register.
 *
 * Compared are accesses, replies, causes and sections of all steps, the value that each commit puts into memory, the
 * cost of a passage so far, which processes wait for commits, and memory. Parking is compared where nothing waits
 * (unit_reference.c).
 *
 * ctest: fast
 */
#include "reference.h"

#include "client.h"
#include "model/names.h"

enum { WRITES = 64 };

/* A fence that is pending beside the access of reference.h. */
enum fence { NO_FENCE, FENCE_BEHIND, FENCE_BEFORE };

struct waiting_writes {
  uint32_t n;
  struct {
    uint32_t var; /* RMR_NOWHERE: the data of the critical section */
    rmr_word value;
  } write[WRITES];
  enum fence fence;
  struct rmr_op op; /* the fence */
};

struct plain {
  struct reference memory;
  struct waiting_writes of[REF_N + 1];
  const struct order_spec *order;
};

/* --- the plain simulator ------------------------------------------------------------------------------------------ */

static void put(struct waiting_writes *w, uint32_t var, rmr_word value)
{
  assert_true(w->n < WRITES);
  w->write[w->n].var = var;
  w->write[w->n++].value = value;
}

static const rmr_word *newest(const struct waiting_writes *w, uint32_t var)
{
  for (uint32_t k = w->n; k > 0; k--)
    if (w->write[k - 1].var == var) return &w->write[k - 1].value;
  return NULL;
}

static struct rmr_op pending(const struct plain *s, uint32_t p)
{
  return s->of[p].fence != NO_FENCE ? s->of[p].op : s->memory.process[p].pending;
}

/* Fences, and accesses that read and write, wait until nothing of their process does. A write waits for room, and any
 * access for that of the data of a critical section. */
static bool waits(const struct plain *s, uint32_t p)
{
  const struct rmr_op op = pending(s, p);
  if (s->of[p].n == order_room(s->order)) return true;
  if (op.kind == RMR_WRITE) return s->of[p].n >= order_capacity(s->order);
  return (op.kind == RMR_FENCE || rmr_kind_writes(op.kind)) && s->of[p].n != 0;
}

static void put_fence(struct waiting_writes *w, enum fence fence, const struct rmr_op *at, uint8_t section)
{
  w->fence = fence;
  w->op = (struct rmr_op){.kind = RMR_FENCE, .line = at->line, .section = section};
}

/* Whether the algorithm, asked for what comes behind this access, leaves a critical section that has lines. */
static bool ends_section(const struct plain *s, uint32_t p, rmr_word reply)
{
  const struct ref_process *me = &s->memory.process[p];
  unsigned char local[REF_STATE];
  memcpy(local, me->local, sizeof local);
  return me->pending.section == RMR_CS && ref_ask(&s->memory, p, local, reply).section != RMR_CS;
}

/* The access, to the buffer or to memory. */
static void make_access(struct plain *s, uint32_t p, struct rmr_event *event)
{
  struct reference *r = &s->memory;
  struct waiting_writes *w = &s->of[p];
  const struct rmr_op op = pending(s, p);
  const rmr_word *own = rmr_kind_reads(op.kind) ? newest(w, op.var) : NULL;
  if (op.kind == RMR_FENCE) return;
  if (op.kind == RMR_WRITE) {
    event->cause = ref_cause(r, p);
    event->after = op.value;
    put(w, op.var, op.value);
  } else if (own != NULL) {
    event->before = event->after = *own;
  } else {
    event->cause = ref_cause(r, p);
    ref_access(r, p, event);
  }
}

static struct rmr_event step(struct plain *s, uint32_t p)
{
  struct reference *r = &s->memory;
  struct ref_process *me = &r->process[p];
  struct waiting_writes *w = &s->of[p];
  const struct rmr_op op = pending(s, p);
  const enum fence before = w->fence;
  struct rmr_event event = {.process = p, .var = op.var, .line = op.line, .kind = op.kind, .from = me->section};
  assert_false(waits(s, p));
  make_access(s, p, &event);
  event.passage_rmr = me->rmr += event.cause != RMR_FREE;
  event.passage_steps = ++me->steps;
  w->fence = NO_FENCE;
  const bool fenced = (op.kind == RMR_WRITE && order_fenced(s->order, op.line)) ||
                      (before == NO_FENCE && s->order->fence_cs && ends_section(s, p, event.before));
  if (fenced)
    put_fence(w, FENCE_BEHIND, &op, op.section);
  else if (before != FENCE_BEFORE)
    me->pending = ref_ask(r, p, me->local, event.before);
  struct rmr_op next = pending(s, p);
  event.to = me->section = ref_section(&op, &next);
  if (event.from != RMR_CS && event.to == RMR_CS) {
    if (!s->order->no_data) put(w, RMR_NOWHERE, 0);
    if (s->order->fence_cs && next.section == RMR_EXIT) put_fence(w, FENCE_BEFORE, &next, RMR_CS);
  }
  if (event.to == RMR_REMAINDER) ref_end_passage(r, p);
  return event;
}

/* The oldest write of P_p or, under pso, its oldest to the register, goes to memory. */
static void commit(struct plain *s, uint32_t p, const struct rmr_event *event)
{
  struct reference *r = &s->memory;
  struct waiting_writes *w = &s->of[p];
  uint32_t k = 0;
  while (s->order->order == ORDER_PSO && k < w->n && w->write[k].var != event->committed) k++;
  assert_true(k < w->n);
  const uint32_t var = w->write[k].var;
  assert_int_equal(var, event->committed);
  if (var != RMR_NOWHERE) {
    assert_int_equal(event->before, r->value[var]);
    assert_int_equal(event->after, w->write[k].value);
    r->value[var] = w->write[k].value;
    r->version[var]++;
    if (r->memory == REF_CC_KEEP) r->process[p].seen[var] = r->version[var];
  }
  for (w->n--; k < w->n; k++) w->write[k] = w->write[k + 1];
}

/* --- beside the simulator ----------------------------------------------------------------------------------------- */

struct comparison {
  struct plain *plain;
  const struct run *run;
  size_t steps, commits, forwarded, waiting;
  size_t ended; /* runs in which an algorithm without its fences writes outside of a range */
};

static void compare(void *self, const struct rmr_event *event)
{
  struct comparison *c = self;
  const struct rmr_view *view = sim_view(run_sim(c->run));
  const struct system_spec *setup = &sim_system(run_sim(c->run))->spec;
  if (event->action == RMR_COMMIT) {
    commit(c->plain, event->var, event);
    c->commits++;
  } else {
    const struct rmr_event expected = step(c->plain, event->process);
    assert_int_equal(event->kind, expected.kind);
    assert_int_equal(event->line, expected.line);
    if (rmr_kind_accesses(event->kind)) {
      assert_int_equal(event->var, expected.var);
      assert_int_equal(event->after, expected.after);
    }
    assert_int_equal(event->cause, expected.cause);
    assert_int_equal(event->from, expected.from);
    assert_int_equal(event->to, expected.to);
    assert_int_equal(event->passage_rmr, expected.passage_rmr);
    assert_int_equal(event->passage_steps, expected.passage_steps);
    c->steps++;
    c->forwarded += event->buffered && event->kind != RMR_WRITE;
  }
  for (uint32_t p = 1; p <= view->n; p++) {
    const bool drains = view->process[p].status == RMR_DRAINING;
    if (view->process[p].status != RMR_DONE && drains != waits(c->plain, p))
      fail_msg("%s, %s, step %llu: P%u %s", setup->algorithm->name, order_names[c->plain->order->order],
               (unsigned long long)view->step, p, drains ? "waits for commits" : "does not wait for commits");
    c->waiting += drains;
  }
  for (uint32_t var = 0; var < sim_system(run_sim(c->run))->n_registers; var++)
    assert_int_equal(view->memory[var], c->plain->memory.value[var]);
}

static bool run_both(const struct system_spec *setup, const char *adversary, struct comparison *sum)
{
  struct error e = {0};
  struct plain *plain = mem_new(1, sizeof *plain);
  const struct run_spec spec = {.setup = *setup, .adversary = adversary, .max_steps = 600};
  struct run *run = run_create(&spec, &e);
  struct comparison c = *sum;
  c.plain = plain;
  c.run = run;
  if (run == NULL) {
    free(plain);
    return false; /* the algorithm does not go together with buffers */
  }
  plain->order = &setup->order;
  plain->memory = (struct reference){.algorithm = setup->algorithm,
                                     .parameters = client_parameters(setup->algorithm, setup->n),
                                     .memory = (enum ref_memory)setup->memory,
                                     .n = setup->n};
  for (uint32_t p = 1; p <= setup->n; p++) {
    plain->memory.passages[p] = setup->passages;
    for (uint32_t k = 1; k < REF_SESSIONS; k++) plain->memory.session[p][k] = system_session(setup, p, k);
  }
  ref_start(&plain->memory);
  run_observe(run, (struct run_observer){compare, &c});
  if (!run_go(run, &e)) c.ended++;
  *sum = c;
  run_free(run);
  free(plain);
  return true;
}

static void test_runs(void **state)
{
  static const char *const texts[] = {
    "tso", "pso", "tso,fences=all", "pso,fences=cs,drain=lazy", "tso,buffer=1,drain=worst", "pso,fences=all,data=no"};
  static const char *const adversaries[] = {"random", "round_robin", "greedy"};
  static const enum memory memories[] = {MEMORY_CC, MEMORY_CC_KEEP, MEMORY_DSM};
  static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  struct comparison sum = {0};
  size_t runs = 0;
  (void)state;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++)
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
      struct system_spec setup = {.algorithm = *a,
                                  .n = 2 + k % 3,
                                  .memory = memories[k % 3],
                                  .passages = 3,
                                  .sessions = &distinct,
                                  .seed = 11 * k + 5};
      struct error e = {0};
      assert_true(order_parse(texts[k], *a, &setup.order, &e));
      runs += run_both(&setup, adversaries[k / 2], &sum);
    }
  print_message("%zu runs, %zu steps, %zu commits; %zu reads of own writes, %zu times a process waits for commits\n",
                runs, sum.steps, sum.commits, sum.forwarded, sum.waiting);
  assert_true(sum.ended <= 10);
  assert_true(runs > 300 && sum.steps > 20000 && sum.commits > 5000 && sum.forwarded > 100 && sum.waiting > 1000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_runs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
