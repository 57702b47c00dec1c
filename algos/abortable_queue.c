/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * P. Jayanti and S. Jayanti, "Deterministic constant-amortized-RMR abortable mutex for CC and DSM", which extends their
 * paper at the 38th ACM Symposium on Principles of Distributed Computing, 2019; Algorithm 1: the queue lock for CC,
 * from which a process that waits may go away.
 *
 * A node is one word: nil, the token, or a pointer to a node. TAIL points to the last node of the queue. A process
 * waits for the token in the node before its own and leaves it in its own. Who goes away leaves a pointer to the node
 * before its own there, so that who comes behind goes on to that one. If nobody has gone past it by the time it comes
 * again, it has its place in the queue still.
 *
 * Whether a process goes away is not its own choice. A signal tells it to: something that happens by itself (the change
 * `abort` of the register signal[i]), to each process `aborts` times at most, so that who is not told any more must get
 * in. With endless=1 there is no end of it. A process looks at its signal before T4 and before T5.
 *
 * P2 and P6 are claimed of those who are not told to go away for ever: with endless=1 they fail, as the authors say.
 *
 * Departures: transcribed from the authors' TLA+ module AbortableQueueLockCC, which has the pseudocode. Lines T4s and
 * T5s, the looks at the signal, are ours. Who has gone away tries again at once, as there is no end of a passage
 * without a critical section here; its passage goes on. The nodes are numbered: node i is P_i's at first, node N+1 the
 * anchor.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                            \
  LINE(T1,  DOORWAY, "if fetch-and-store(*mynode, nil) != mypred then")                   \
  LINE(T2,  DOORWAY, "  mypred := fetch-and-store(TAIL, mynode)")                         \
  LINE(T3,  WAITING, "v := fetch-and-store(*mypred, nil); if v is a node, mypred := v")   \
  TEXT(T3b,          "while v != token do")                                               \
  LINE(T4s, WAITING, "  if signal[i] tells then goto A")                                  \
  LINE(T4,  WAITING, "  v := *mypred; if v is a node then")                               \
  LINE(T5s, WAITING, "    if signal[i] tells then goto A")                                \
  LINE(T5,  WAITING, "    v := fetch-and-store(*mypred, nil); if v is a node, mypred := v") \
  LINE(A,   WAITING, "A: *mynode := mypred; goto T1")                                     \
  TEXT(CS,           "CRITICAL SECTION")                                                  \
  LINE(E,   EXIT,    "*mynode := token; mynode := mypred")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct parameters {
  int64_t aborts, endless;
};

static const struct rmr_option parameters[] = {
  {"aborts", RMR_INTEGER, offsetof(struct parameters, aborts), "1", 0, 100,
   "how often each process gets the signal to abort"},
  {"endless", RMR_INTEGER, offsetof(struct parameters, endless), "0", 0, 1, "1: infinitely often"},
  {.key = NULL},
};

struct abortable_queue {
  uint8_t pc;
  bool inside;             /* has the token */
  bool told;               /* goes away */
  uint8_t obeyed;          /* what the signal was when it last went away: lives from passage to passage */
  uint16_t mynode, mypred; /* 1..N+1: they live from passage to passage */
};

/* --- a node: nil is 0 --------------------------------------------------------------------------------------------- */

enum what { NIL, TOKEN, POINTER };
static const char *const what_names[] = {"nil", "token", "node", NULL};

enum { WHAT_BITS = 2, NUMBER_BITS = 16 };

static rmr_word pointer_at_most(struct rmr_size s)
{
  (void)s;
  return POINTER;
}

static rmr_word nodes_at_most(struct rmr_size s)
{
  return s.n + 1;
}

static const struct rmr_field fields[] = {
  {.name = "what", .width = WHAT_BITS, .max = pointer_at_most, .names = what_names},
  {.name = "number", .shift = WHAT_BITS, .width = NUMBER_BITS, .max = nodes_at_most},
  {.name = NULL},
};

static rmr_word pointer_to(uint16_t node)
{
  return (rmr_word)node << WHAT_BITS | POINTER;
}

static uint16_t node_of(rmr_word word)
{
  return (uint16_t)(word >> WHAT_BITS);
}

static bool is_pointer(rmr_word word)
{
  return (word & ((1 << WHAT_BITS) - 1)) == POINTER;
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

static uint32_t nodes(struct rmr_size s)
{
  return s.n + 1;
}

static rmr_word token_in_the_anchor(uint32_t cell, struct rmr_size s)
{
  return cell == s.n ? TOKEN : NIL;
}

static rmr_word the_anchor(uint32_t cell, struct rmr_size s)
{
  (void)cell;
  return s.n + 1;
}

static const struct parameters *given(struct rmr_size s)
{
  return s.parameters;
}

static rmr_word signals_at_most(struct rmr_size s)
{
  return given(s)->aborts;
}

enum { NODE_ARRAY, TAIL_REGISTER, SIGNAL_ARRAY };

static const struct rmr_shared registers[] = {
  [NODE_ARRAY] =
    {.name = "node", .cells = nodes, .initial_of = token_in_the_anchor, .fields = fields, .multi_writer = true},
  [TAIL_REGISTER] = {.name = "TAIL", .initial_of = the_anchor, .max = nodes_at_most, .multi_writer = true},
  [SIGNAL_ARRAY] = {.name = "signal", .cells = rmr_per_process, .home = rmr_owner, .max = signals_at_most},
};

static bool may_tell(rmr_word signal, struct rmr_size s)
{
  return given(s)->aborts > 0 && (given(s)->endless || signal < given(s)->aborts);
}

static rmr_word told_once_more(rmr_word signal, struct rmr_size s)
{
  return signal < given(s)->aborts ? signal + 1 : 0;
}

static const struct rmr_change changes[] = {{"abort", SIGNAL_ARRAY, may_tell, told_once_more}};

/* clang-format off */
#define NODE(k) VAR(NODE_ARRAY, (k) - 1)
#define TAIL    VAR(TAIL_REGISTER, 0)
#define SIGNAL  VAR(SIGNAL_ARRAY, i - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct abortable_queue *my = state;
  BEGIN;
  my->mynode = my->mypred = (uint16_t)i;
  for (;;) {
    do {
      DO (T1,             fetch_and_store(NODE(my->mynode), NIL));
      if (REPLY != pointer_to(my->mypred))
        LET(T2, my->mypred, fetch_and_store(TAIL, my->mynode));
      DO (T3,             fetch_and_store(NODE(my->mypred), NIL));
      if (is_pointer(REPLY)) my->mypred = node_of(REPLY);
      my->inside = REPLY == TOKEN;
      while (!my->inside) {
        DO (T4s,          spin_on(SIGNAL));
        my->told = REPLY != my->obeyed;
        if (!my->told) {
          DO (T4,         read_of(NODE(my->mypred)));
          my->inside = REPLY == TOKEN;
          if (!is_pointer(REPLY)) continue;
          DO (T5s,        read_of(SIGNAL));
          my->told = REPLY != my->obeyed;
        }
        if (my->told) {
          my->obeyed = (uint8_t)REPLY;
          break;
        }
        DO (T5,           fetch_and_store(NODE(my->mypred), NIL));
        if (is_pointer(REPLY)) my->mypred = node_of(REPLY);
        my->inside = REPLY == TOKEN;
      }
      if (my->told) {
        my->told = false;
        DO (A,            write_to(NODE(my->mynode), pointer_to(my->mypred)));
      }
    } while (!my->inside);
    my->inside = false;
    DO (E,                write_to(NODE(my->mynode), TOKEN));
    my->mynode = my->mypred;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(abortable_queue) = {
  RMR_ALGORITHM_BODY(registers, struct abortable_queue),
  .name = "abortable_queue",
  .title = "Abortable queue lock of Jayanti and Jayanti",
  .source =
    "P. Jayanti, S. Jayanti, extended from PODC 2019, Algorithm 1; the authors' TLA+ module AbortableQueueLockCC",
  .note = "A process that aborts tries again in the same passage. The signals come from the environment.",
  .claims = {.primitives = "read, write, fetch-and-store",
             .space = "2N+2",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_UNSAID, RMR_YES},
             .bounded = RMR_YES},
  .changes = changes,
  .n_changes = RMR_COUNT_(changes),
  .step = step,
  .remembers = true,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
