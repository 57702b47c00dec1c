/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * buffer.h: an algorithm where writes wait in buffers. It is an algorithm itself: its local state is that of the
 * algorithm as it is, and behind it the buffer of the process. So a process with its buffer is one automaton, and all
 * that is known of an algorithm's local state (invariants, names, leases) holds of it unchanged.
 *
 * The step function returns the same operations as that of the algorithm, and fences between them. The effect of an
 * operation depends on the buffer (buffer_way). A write is issued: it goes into the buffer. A read of a register with a
 * write in the buffer takes the newest of them. A read-modify-write and a fence wait until the buffer is empty. All
 * else goes to memory, as without buffers. A commit, which is nobody's step, takes a write out of the buffer; to put it
 * into memory is up to the engine.
 *
 * With `merge`, a write to a register that only this process writes, and no change of the environment, is left out if
 * its newest write in the buffer has the same value: others see the same values in the same order. Only the copies that
 * it takes away differ, so this is for questions that are not about costs. It bounds the buffer of a process that says
 * the same again and again.
 *
 * The critical section is real: a process that enters it issues a write to data of no register. Until that is
 * committed, the critical section counts as occupied.
 *
 * Where each register has a buffer of its own, only the order of writes to one register matters, so the buffer is
 * sorted by register: buffers that behave alike are the same state.
 */
#ifndef MODEL_BUFFER_H
#define MODEL_BUFFER_H

#include "model/write_order.h"

struct system;

/* Whether the local states of the system have buffers behind them, if perhaps for fences alone. */
bool system_is_buffered(const struct system *system);

#define BUFFER_DATA UINT32_MAX /* in the place of a register: the write of the critical section */

struct buffer_write {
  rmr_word value; /* of BUFFER_DATA: the session */
  uint32_t var;   /* register number, or BUFFER_DATA */
  uint32_t line;
};

/* A fence that is pending: behind an operation, from which the algorithm goes on when the fence is done; or before the
 * operation that is pending. */
enum { BUFFER_NO_FENCE, BUFFER_FENCE_BEHIND, BUFFER_FENCE_BEFORE };

/* Behind the local state. */
struct buffer {
  uint32_t session;      /* of the passage, or of the next one in the remainder; 0: before the first line */
  uint16_t n;            /* writes */
  uint16_t fence_line;   /* of the fence that is pending */
  uint8_t fence_section; /* enum rmr_section of that line */
  uint8_t fence_kind;
  uint8_t unused[6];
  struct buffer_write write[]; /* the oldest first */
};

/* Whether the operation that is pending is a fence that the order adds, and none of the algorithm. */
bool buffer_adds_fence(const struct system *system, const void *state);

/* The session for which the process asks in its passage or, where it is in its remainder, in the next one. A fence at
 * the end of the critical section may end the passage when the algorithm is in the next one already. */
uint32_t buffer_session(const struct system *system, const void *state);

/* The algorithm with buffers. */
struct buffered {
  struct rmr_algorithm algorithm;
  const struct rmr_algorithm *plain; /* as it is */
  const struct system *system;
  uint32_t offset; /* of the buffer in the local state */
  uint32_t most;   /* writes that it has room for */
};

/* Makes it for a system whose spec, size and registers are known. False: the local state is too large. */
bool buffered_create(struct buffered *buffered, const struct system *system, struct error *e);

enum buffer_way {
  BUFFER_MEMORY,   /* the operation goes to memory, or makes no access */
  BUFFER_ISSUES,   /* a write into the buffer */
  BUFFER_FORWARDS, /* a read from the buffer */
  BUFFER_WAITS,    /* cannot be made before a commit */
  BUFFER_FULL      /* the same: there is no room for the write, or for the data of a critical section */
};

/* How the buffer treats the pending operation in this local state. BUFFER_MEMORY where there are no buffers. */
enum buffer_way buffer_way(const struct system *system, const void *state, const struct rmr_op *op);

/* The buffer of a local state. There must be buffers. */
const struct buffer *buffer_of(const struct system *system, const void *state);

/* Whether a write that is issued is left out, as the newest one in the buffer says the same. */
bool buffer_merges(const struct system *system, const void *state, const struct rmr_op *op);

/* The newest write to the register; NULL: there is none. */
const struct buffer_write *buffer_newest(const struct system *system, const void *state, uint32_t var);

/* The write that a COMMIT with this choice takes out; NULL: there is none. */
const struct buffer_write *buffer_oldest(const struct system *system, const void *state, uint32_t choice);

/* The choice of the commit of a write to a register, or of BUFFER_DATA. */
uint32_t buffer_choice(const struct system *system, uint32_t var);

/* Takes it out. */
void buffer_commit(const struct system *system, void *state, uint32_t choice);

/* The algorithm's own local state becomes all zero; the writes in the buffer stay. */
void buffer_forget(const struct system *system, void *state);

/* The session for which critical sections of the process are not over, as their writes are not committed. 0: there are
 * none; BUFFER_SESSIONS: they are for several sessions. */
#define BUFFER_SESSIONS UINT32_MAX
uint32_t buffer_occupies(const struct system *system, const void *state);

/* The same if one for this session is not over, either. */
static inline uint32_t buffer_session_too(uint32_t occupied, uint32_t session)
{
  return occupied == 0 || occupied == session ? session : BUFFER_SESSIONS;
}

/* Whether critical sections of P_p and P_q, for these sessions, exclude each other. */
bool buffer_exclude(const struct system *system, uint32_t p, uint32_t session_p, uint32_t q, uint32_t session_q);

/* The number of commits that may ever be possible, and the k-th of them, from 0. */
uint32_t buffer_n_commits(const struct system *system);
rmr_action buffer_commit_action(const struct system *system, uint32_t k);

#endif
