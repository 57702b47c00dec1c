/* SPDX-License-Identifier: MIT
 *
 * types.h: what an algorithm is, as data: sections, pseudocode lines, shared registers, claims, and the step function.
 * How a file that defines one is written is told in algo.h; engines, adversaries and observers need only this header.
 */
#ifndef RMR_TYPES_H
#define RMR_TYPES_H

#include <stddef.h>

#include <rmr/action.h>
#include <rmr/graph.h>
#include <rmr/op.h>
#include <rmr/option.h>

#define RMR_ABI 11u

/* Where in its passage a process is. The names are those of Section 1 of the GME paper; RECOVER is what stands before
 * the entry where a lock recovers from crashes: every passage goes through it, and so does one that starts again. One
 * table: enum, key in what programs read, words. */
#define RMR_SECTIONS(SECTION)                  \
  SECTION(REMAINDER, "remainder", "remainder") \
  SECTION(RECOVER, "recover", "recover")       \
  SECTION(DOORWAY, "doorway", "doorway")       \
  SECTION(WAITING, "waiting", "waiting room")  \
  SECTION(CS, "cs", "critical section")        \
  SECTION(EXIT, "exit", "exit")

enum rmr_section {
#define SECTION(name, key, text) RMR_##name,
  RMR_SECTIONS(SECTION)
#undef SECTION
    RMR_N_SECTIONS
};

/* One printed row. `line` is 0 for rows that make no access, else the value that rmr_op.line carries (1, 2, ...). */
struct rmr_line {
  const char *label, *text;
  uint16_t line;
  uint8_t section; /* enum rmr_section; of no meaning where line is 0 */
};

/* What the process is told when it is asked for its next operation. */
struct rmr_in {
  uint32_t i, n;            /* this process, 1..n; number of processes                                    */
  uint32_t id;              /* its identity: i, then i + n, i + 2n, ... of those that take the place of dead ones */
  rmr_word value;           /* the reply to the pending operation                                         */
  bool given;               /* false: just look at the pending operation again, change nothing            */
  const uint32_t *sessions; /* sessions[i]: what the next passage of P_i asks for, 1..; see REMAINDER */
  const void *parameters;   /* of the algorithm, as its table `parameters` lays them out; NULL: it has none */
  rmr_word now;             /* the process's own clock, in ticks; 0 where there is no time                 */
  uint32_t n_sessions;      /* largest session number in use: what no process learns from its own          */
  const void *self;         /* the algorithm's own, as in struct rmr_algorithm                             */
};

/* Consumes the reply, runs to the next access, returns it. A zeroed state stands before the first line. */
typedef struct rmr_op rmr_step_fn(void *state, const struct rmr_in *in);

/* What the size of an array, a home or a range may depend on. */
struct rmr_size {
  uint32_t n, sessions;   /* number of processes; largest session number in use */
  uint32_t arrivals;      /* how many new processes take the place of dead ones, at most */
  const void *parameters; /* as in struct rmr_in */
  uint32_t crashes;       /* most crashes of all processes at once, which is also the largest epoch */
  uint32_t passages;      /* how many all processes make together; 0: no end is known               */
  const void *self;       /* the algorithm's own, as in struct rmr_algorithm             */
  const struct rmr_shared *shared; /* the group whose callback is asked; NULL where none is */
  uint32_t lapsing;       /* most processes that stay dead and whose leases run out for one reader after the other; 0:
                             leases run out for all at once */
};

/* A part of a composite register: bits shift .. shift + width - 1 of the word, printed under its name. */
struct rmr_field {
  const char *name;
  uint8_t shift, width;
  rmr_word (*max)(struct rmr_size); /* its largest value; NULL: unbounded     */
  const char *const *names;         /* NULL, or a name for each value from 0 on */
  bool time;                        /* it holds a time: see struct rmr_local_time */
  rmr_word (*horizon)(struct rmr_size);
};

/* Times. An algorithm reads its own clock as `in->now` and may keep what it read, in registers (.time of a field, or of
 * a plain register) and in the local state (the table `times`). Of a time t it asks for nothing but `in->now - t`, and
 * all ages from `horizon` on are alike to it; so a state is finite that holds ages in the place of times. 0 is a time
 * of long ago, older than any horizon. What a process writes is of the moment at which the write becomes its pending
 * access; the first access of a passage becomes pending when it is made. */
struct rmr_local_time {
  uint32_t offset; /* of an rmr_word in the local state */
  rmr_word (*horizon)(struct rmr_size);
};

static inline rmr_word rmr_field_of(const struct rmr_field *field, rmr_word word)
{
  return word >> field->shift & (((rmr_word)1 << field->width) - 1);
}

/* One group of shared registers: a scalar, an array over the processes, or anything else of a size known beforehand.
 * Its cells are numbered from 0; a paper that counts them otherwise is followed where names are spelled. */
struct rmr_shared {
  const char *name;
  const void *self;                     /* for its callbacks, as .shared of struct rmr_size; may be NULL   */
  uint32_t (*cells)(struct rmr_size);   /* how many registers, rmr_per_process, ...; NULL: one, a scalar    */
  uint32_t (*columns)(struct rmr_size); /* cell c is spelled [c / columns + 1][c % columns + 1]; NULL: [c + 1] */
  bool from_zero;                       /* the paper counts its indices from 0: no `+ 1` above              */
  uint32_t (*home)(uint32_t cell,
                   struct rmr_size); /* whose memory it lies in (1..n, 0 nobody's); NULL: nobody's       */
  rmr_word initial, min;
  rmr_word (*initial_of)(uint32_t cell,
                         struct rmr_size); /* NULL: all cells begin with `initial`                       */
  rmr_word (*max)(struct rmr_size);        /* the largest value ever stored; NULL: unbounded, or see fields */
  bool arbitrary;                          /* "initialised arbitrarily": exploration starts from all values */
  bool multi_writer;                       /* false: cell j-1 is written by P_j only                       */
  bool epoch;                              /* raised by one when all processes crash at once; nobody writes it */
  bool time;                               /* a plain register that holds a time: see struct rmr_local_time */
  rmr_word (*horizon)(struct rmr_size);
  bool lease; /* it runs out some time after whoever is responsible for it has crashed */
  /* Of registers of several writers that may be leases: who is responsible for one while it has this value; 0: nobody,
   * and it may run out at any time. NULL: where there is one writer, that one; else it can be no lease. */
  uint32_t (*responsible)(uint32_t cell, rmr_word value, struct rmr_size);
  /* The same where the value does not tell: whether a process with this local state is responsible for the register. It
   * is all zero in a process that has made all its passages. Instead of `responsible`; NULL: see there. */
  bool (*keeps)(const void *state, uint32_t cell, struct rmr_size);
  const struct rmr_field *fields; /* NULL-name terminated; NULL: a plain number                   */
  const char *const *names;       /* NULL, or a name for each value from 0 on (false, true)       */
  /* What an UPDATE leaves in one of its registers, which held `value`: a pure function. NULL: there is none. */
  rmr_word (*update)(rmr_word value, rmr_word argument, struct rmr_size);
  /* Who holds what the register stands for, while it has this value: who waits at it waits for that process. Where
   * there are several, the first one behind P_after. 0: nobody, or nobody else. `argument` is what spin_for tells of
   * the wait. NULL: it stands for nothing of the kind. */
  uint32_t (*holder)(uint32_t after, uint32_t cell, rmr_word value, rmr_word argument, struct rmr_size);
};

/* Something that may happen to a register by itself, at any moment, or never: nobody's access. It costs nothing and
 * leaves every copy valid; who waits for the register looks again. */
struct rmr_change {
  const char *name;                                     /* as in schedules and traces: "expire" */
  uint32_t group;                                       /* of each of its registers             */
  bool (*may)(rmr_word value, struct rmr_size);         /* whether it can happen to a register that holds this value */
  rmr_word (*becomes)(rmr_word value, struct rmr_size); /* what the register holds then                              */
};

/* A process between two steps, as an invariant sees it. */
struct rmr_seen {
  const void *state;     /* its local state; all zero once it has made all its passages                */
  struct rmr_op pending; /* what its next step will do; LOCAL at line 0 once it has made all passages  */
  uint8_t section;       /* enum rmr_section                                                           */
};

#define RMR_NOWHERE UINT32_MAX /* no register, no cell */

/* A state of the system, between two steps. All of it is the host's, and valid during the call only.
 *
 * `moved` and `written` are for invariants of large systems, of which a run looks at one state after the other: where
 * `moved` is a process, the invariant held before the last step, and that process has made it; what the step cannot
 * have changed need not be looked at again. Where it is 0 everything must be. It is always right not to ask. */
struct rmr_moment {
  struct rmr_size size;                  /* n, sessions, parameters                                      */
  const struct rmr_seen *const *process; /* [1..n]                                                       */
  const rmr_word *memory;                /* the registers, by number from 0; see rmr_value               */
  const uint32_t *base;                  /* number of the first register of each group, and of the end   */
  uint32_t moved;                        /* 1..n: who has made the last step; 0: look at everything      */
  uint32_t written; /* the register that the last step may have changed, or RMR_NOWHERE; of no meaning if moved is 0 */
};

/* What a cell (from 0) of a group of registers holds. */
static inline rmr_word rmr_value(const struct rmr_moment *now, uint32_t group, uint32_t cell)
{
  return now->memory[now->base[group] + cell];
}

/* The cell of a group that a register is; RMR_NOWHERE: it is none of this group. */
static inline uint32_t rmr_cell(const struct rmr_moment *now, uint32_t group, uint32_t var)
{
  const uint32_t cell = var - now->base[group]; /* of a register before these: a large number */
  return cell < now->base[group + 1] - now->base[group] ? cell : RMR_NOWHERE;
}

/* Something that is true in every state, as the source of the algorithm says. `holds` is a pure function of the
 * state. */
struct rmr_invariant {
  const char *name, *text; /* "Q1", "a philosopher is hungry or without outgoing arrows"; at most 16 and 120 bytes */
  bool (*holds)(const struct rmr_moment *now);
};

/* What two neighbours of a graph have between them, as pictures show it. Processes by number; 0: neither of the two. */
struct rmr_between {
  bool owned;     /* it is something that at most one of them owns at a time, a fork ... */
  uint32_t owner; /* ... and this one does                                               */
  uint32_t ready; /* waits until it owns it                                              */
  uint32_t arrow; /* comes after the other one, as has been settled between them         */
};

enum rmr_claim { RMR_UNSAID, RMR_YES, RMR_NO };

/* What the literature says of the algorithm, and what rmrlab is there to check. Classes are spelled as by `rmr fit`:
 * 1, lg N, N, N lg N, N^2, ..., unbounded. RMRs and registers are those with the default parameters. NULL: not
 * stated. */
struct rmr_claims {
  const char *primitives;       /* "read, write"; "fetch-and-store, compare-and-swap" */
  const char *rmr_cc, *rmr_dsm; /* RMRs per passage                                   */
  const char *space;            /* number of registers, one passage each, distinct sessions */
  uint8_t p[10];                /* enum rmr_claim for P1 .. P7, CSR and BCSR; p[0] unused */
  uint8_t bounded;              /* enum rmr_claim: are all registers bounded?         */
  const char *wrong;            /* NULL, or what is known to be wrong with it         */
  bool timed;                   /* what is claimed needs time, and delays that are long enough */
  bool one_shot;                /* rmr_cc and rmr_dsm are claimed where every process makes one passage */
  const char *survives;         /* crashes under which all of it is claimed as well, in the words of --faults, with
                                   commas between: "stop", "recover,system"; NULL: none */
};

struct rmr_algorithm {
  uint32_t abi, size;              /* RMR_ABI, sizeof(struct rmr_algorithm); they never move                  */
  uint32_t line_size, shared_size; /* sizeof(struct rmr_line), sizeof(struct rmr_shared): checked by the loader */
  const char *name;                /* [a-z0-9_]+                            */
  const char *title;               /* for people                            */
  const char *source;              /* citation with figure and page         */
  const char *note;                /* departures from the print; "" if none */
  bool group;                      /* sessions matter; false: every two processes conflict */
  struct rmr_claims claims;
  const struct rmr_line *lines;
  uint32_t n_rows;  /* rows of `lines`                               */
  uint32_t n_lines; /* 1 + number of rows that make an access         */
  const struct rmr_shared *shared;
  uint32_t n_shared;
  const struct rmr_change *changes; /* of the environment; NULL and 0: nothing happens by itself */
  uint32_t n_changes;
  uint32_t state_size;                /* of the local state, in bytes; at most RMR_MAX_STATE        */
  uint32_t (*watch)(struct rmr_size); /* most variables that one wait condition reads; NULL: at most 3 */
  rmr_step_fn *step;
  const void *self;    /* for the step function and the callbacks; may be NULL */
  uint32_t state_each; /* bytes more of the local state for each process: the elements of an array at its end */
  bool remembers;      /* a private variable lives from one passage to the next */
  bool identities;     /* it looks at in->id; false: who takes a dead one's place is told apart by nothing */

  /* Renaming: to be in the CS is to hold a name. The name that a process in the CS with this local state holds,
   * 1..names_max, or 0 if none; no two hold the same, which is P1 here. NULL: not a renaming algorithm. */
  uint32_t (*name_held)(const void *state, struct rmr_size);
  uint32_t (*names_max)(struct rmr_size);

  /* What a user can set: "NAME:key=value". The block of so many bytes that everybody gets as `parameters`. */
  const struct rmr_option *parameters; /* ends with key = NULL; NULL: none */
  uint32_t parameters_size;

  /* What is true in every state: looked at after every step of every run, and in every state of an exploration. */
  const struct rmr_invariant *invariants; /* ends with name = NULL; NULL: none; at most RMR_MAX_INVARIANTS */

  /* Of timed algorithms: which local variables hold times; and, where it also asks for `in->now` divided by a number of
   * ticks (a clock of periods), that number: the same of any time that it keeps. */
  const struct rmr_local_time *times; /* ends with horizon = NULL; NULL: none */
  rmr_word (*period)(struct rmr_size);

  /* On a graph: what is between the neighbours P_i and P_j, i < j, for pictures. NULL: nothing that could be shown. */
  struct rmr_between (*between)(const struct rmr_moment *now, uint32_t i, uint32_t j);

  /* Where in the local state the line stands, an unsigned number of so many bytes (RMR_STATE in algo.h). The loader
   * asks by it whether each line has code. 0 bytes: it is nowhere. */
  uint32_t pc, pc_size;
};

/* Bytes of a local state. */
static inline uint32_t rmr_state_size(const struct rmr_algorithm *algorithm, uint32_t n)
{
  return algorithm->state_size + n * algorithm->state_each;
}

/* The row of the table that an operation's or event's `line` stands for; NULL for 0. */
static inline const struct rmr_line *rmr_line_of(const struct rmr_algorithm *algorithm, uint16_t line)
{
  for (uint32_t row = 0; row < algorithm->n_rows && line != 0; row++)
    if (algorithm->lines[row].line == line) return &algorithm->lines[row];
  return NULL;
}

#define RMR_MAX_STATE  4096u
#define RMR_MAX_LINES  512u
#define RMR_MAX_GROUPS 16u
#define RMR_MAX_FIELDS 8u /* of a composite register */

#define RMR_MAX_INVARIANTS 16u

/* Ready-made sizes, homes and ranges. */
static inline uint32_t rmr_per_process(struct rmr_size s)
{
  return s.n;
}
static inline uint32_t rmr_owner(uint32_t cell, struct rmr_size s)
{
  (void)s;
  return cell + 1;
}
/* The largest identity. */
static inline rmr_word rmr_largest_id(struct rmr_size s)
{
  return (rmr_word)s.n * (s.arrivals + 1);
}
static inline rmr_word rmr_bit(struct rmr_size s)
{
  (void)s;
  return 1;
}
static inline rmr_word rmr_up_to_n(struct rmr_size s)
{
  return s.n;
}
static inline rmr_word rmr_session_number(struct rmr_size s)
{
  return s.sessions;
}
static inline rmr_word rmr_epoch_number(struct rmr_size s)
{
  return s.crashes;
}

#endif
