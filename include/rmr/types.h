/* SPDX-License-Identifier: MIT
 *
 * types.h: an algorithm as data: sections, pseudocode lines, shared registers, claims, and the step function. algo.h
 * describes the file that defines one; engines, adversaries and observers need only this header.
 */
#ifndef RMR_TYPES_H
#define RMR_TYPES_H

#include <stddef.h>

#include <rmr/action.h>
#include <rmr/graph.h>
#include <rmr/op.h>
#include <rmr/option.h>

#define RMR_ABI 15u

/* The section of a process in its passage. The names are those of Section 1 of the GME paper; RECOVER precedes the
 * entry where a lock recovers from crashes: every passage goes through it, and so does a restart. One table: enum,
 * key for programs, words. */
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

static inline const char *rmr_section_key(uint8_t section)
{
#define SECTION(name, key, text) key,
  static const char *const keys[] = {RMR_SECTIONS(SECTION)};
#undef SECTION
  return keys[section];
}

/* The sections of an entry. */
static inline bool rmr_section_is_entry(uint8_t section)
{
  return section == RMR_RECOVER || section == RMR_DOORWAY || section == RMR_WAITING;
}

static inline const char *rmr_section_text(uint8_t section)
{
#define SECTION(name, key, text) text,
  static const char *const texts[] = {RMR_SECTIONS(SECTION)};
#undef SECTION
  return texts[section];
}

/* One printed row. `line` is 0 for rows that make no access, else the value that rmr_op.line carries (1, 2, ...). */
struct rmr_line {
  const char *label, *text;
  uint16_t line;
  uint8_t section; /* enum rmr_section; invalid where line is 0 */
};

/* The input of a process for its next operation. */
struct rmr_in {
  uint32_t i, n;            /* this process, 1..n; number of processes                                    */
  uint32_t id;              /* its identity: i, then i + n, i + 2n, ... for those that replace dead ones */
  rmr_word value;           /* the reply to the pending operation                                         */
  bool given;               /* false: return the pending operation again, change nothing                  */
  const uint32_t *sessions; /* sessions[i]: the session of the next passage of P_i, 1..; see REMAINDER */
  const void *parameters;   /* of the algorithm, as its table `parameters` lays them out; NULL: it has none */
  rmr_word now;             /* the process's own clock, in ticks; 0 where there is no time                 */
  uint32_t n_sessions;      /* largest session number in use, which a process cannot infer from its own    */
  const void *self;         /* the algorithm's own, as in struct rmr_algorithm                             */
};

/* Consumes the reply, runs to the next access, returns it. A zeroed state is before the first line. */
typedef struct rmr_op rmr_step_fn(void *state, const struct rmr_in *in);

/* The data on which the size of an array, a home or a range may depend. */
struct rmr_size {
  uint32_t n, sessions;            /* number of processes; largest session number in use */
  uint32_t arrivals;               /* most new processes that replace dead ones */
  const void *parameters;          /* as in struct rmr_in */
  uint32_t crashes;                /* most crashes of all processes at once; also the largest epoch          */
  uint32_t passages;               /* passages of all processes together; 0: no end is known                 */
  const void *self;                /* the algorithm's own, as in struct rmr_algorithm                      */
  const struct rmr_shared *shared; /* the group whose callback is called; NULL where there is none */
  uint32_t lapsing; /* with per-reader expiry, most processes that stay dead; 0: leases run out for all at once */
};

/* A part of a composite register: bits shift .. shift + width - 1 of the word, printed under its name. */
struct rmr_field {
  const char *name;
  uint8_t shift, width;
  rmr_word (*max)(struct rmr_size); /* its largest value; NULL: unbounded     */
  const char *const *names;         /* NULL, or a name for each value from 0 on */
  bool time;                        /* it holds a time: see struct rmr_local_time */
  rmr_word (*horizon)(struct rmr_size);
  rmr_word min; /* its smallest value, 0 or more           */
};

/* Times. An algorithm reads its own clock as `in->now` and may keep that time in registers (.time of a field, or of
 * a plain register) and in the local state (the table `times`). It uses a time t only as `in->now - t`, and does not
 * distinguish ages from `horizon` on. So the state space is finite if states hold ages instead of times. 0 is a time
 * long ago, older than any horizon. A time that a process writes is that of the moment at which the write becomes
 * its pending access; the first access of a passage becomes pending when it is made. */
struct rmr_local_time {
  uint32_t offset; /* of an rmr_word in the local state */
  rmr_word (*horizon)(struct rmr_size);
};

static inline rmr_word rmr_field_of(const struct rmr_field *field, rmr_word word)
{
  return word >> field->shift & (((rmr_word)1 << field->width) - 1);
}

/* One group of shared registers: a scalar, an array over the processes, or anything else of a size known beforehand.
 * Its cells are numbered from 0; spelled names follow the paper's numbering. */
struct rmr_shared {
  const char *name;
  const void *self;                     /* for its callbacks, as .shared of struct rmr_size; may be NULL   */
  uint32_t (*cells)(struct rmr_size);   /* number of registers, rmr_per_process, ...; NULL: one, a scalar   */
  uint32_t (*columns)(struct rmr_size); /* cell c is spelled [c / columns + 1][c % columns + 1]; NULL: [c + 1] */
  bool from_zero, columns_from_zero;    /* the paper counts the first, the second index from 0: no `+ 1` above */
  uint32_t (*home)(uint32_t cell,
                   struct rmr_size); /* the process in whose memory it lies (1..n, 0: none); NULL: none  */
  rmr_word initial, min;
  rmr_word (*initial_of)(uint32_t cell,
                         struct rmr_size); /* NULL: all cells begin with `initial`                       */
  rmr_word (*max)(struct rmr_size);        /* the largest value ever stored; NULL: unbounded, or see fields */
  bool arbitrary;                          /* "initialised arbitrarily": exploration starts from all values */
  bool multi_writer;                       /* false: cell j-1 is written by P_j only                       */
  bool epoch;                              /* raised by one when all processes crash at once; no process writes it */
  bool time;                               /* a plain register that holds a time: see struct rmr_local_time */
  rmr_word (*horizon)(struct rmr_size);
  bool lease; /* it runs out some time after the process responsible for it has crashed */
  /* For multi-writer registers that may be leases: the process responsible for one while it has this value; 0: none,
   * and it may run out at any time. NULL: a single writer is responsible; else it can be no lease. */
  uint32_t (*responsible)(uint32_t cell, rmr_word value, struct rmr_size);
  /* The same where the value does not determine it: whether a process with this local state is responsible for the
   * register; after its last passage too. Instead of `responsible`; NULL: see there. */
  bool (*keeps)(const void *state, uint32_t cell, struct rmr_size);
  const struct rmr_field *fields; /* NULL-name terminated; NULL: a plain number                   */
  const char *const *names;       /* NULL, or a name for each value from 0 on (false, true)       */
  /* The result of an UPDATE of a register that held `value`: a pure function. NULL: there is none. */
  rmr_word (*update)(rmr_word value, rmr_word argument, struct rmr_size);
  /* The holder of the resource that the register represents, while it has this value: a process that waits at the
   * register waits for the holder. Where there are several, the first one behind P_after. 0: none, or none left.
   * `argument` is that of spin_for. NULL: it represents no resource. */
  uint32_t (*holder)(uint32_t after, uint32_t cell, rmr_word value, rmr_word argument, struct rmr_size);
};

/* A change of a register that is no process's access, and may happen at any moment, or never. It costs nothing and
 * leaves every copy valid; processes that wait for the register read it again. */
struct rmr_change {
  const char *name;                                     /* as in schedules and traces: "expire" */
  uint32_t group;                                       /* of each of its registers             */
  bool (*may)(rmr_word value, struct rmr_size);         /* whether it can happen to a register that holds this value */
  rmr_word (*becomes)(rmr_word value, struct rmr_size); /* the new value of the register                             */
};

/* The view of a process between two steps for invariants. */
struct rmr_seen {
  const void *state;     /* its local state; zero after all its passages, unless one `keeps` a lease   */
  struct rmr_op pending; /* of its next step; LOCAL at line 0 once it has made all passages            */
  uint8_t section;       /* enum rmr_section; RMR_N_SECTIONS: it is dead, and in none                  */
};

#define RMR_NOWHERE UINT32_MAX /* no register, no cell */

/* A state of the system between two steps. It belongs to the host, and is valid during the call only.
 *
 * `moved` and `written` speed up invariants of large systems in a run, which evaluates them in successive states.
 * Where `moved` is a process, the invariant held before the last step, which that process made; parts that the step
 * cannot have changed need no new check. Where it is 0 everything must be checked. Ignoring both is always correct. */
struct rmr_moment {
  struct rmr_size size;                  /* n, sessions, parameters                                      */
  const struct rmr_seen *const *process; /* [1..n]                                                       */
  const rmr_word *memory;                /* the registers, by number from 0; see rmr_value               */
  const uint32_t *base;                  /* number of the first register of each group, and of the end   */
  uint32_t moved;                        /* 1..n: made the last step; 0: check everything                */
  uint32_t written; /* the register that the last step may have changed, or RMR_NOWHERE; invalid if moved is 0 */
  const struct rmr_seen *before; /* the process that moved, before its step; NULL if moved is 0 */
};

/* The value of a cell (from 0) of a group of registers. */
static inline rmr_word rmr_value(const struct rmr_moment *now, uint32_t group, uint32_t cell)
{
  return now->memory[now->base[group] + cell];
}

/* The cell of a register in a group; RMR_NOWHERE: it is in another group. */
static inline uint32_t rmr_cell(const struct rmr_moment *now, uint32_t group, uint32_t var)
{
  const uint32_t cell = var - now->base[group]; /* of a register before these: a large number */
  return cell < now->base[group + 1] - now->base[group] ? cell : RMR_NOWHERE;
}

/* A statement that is true in every state, according to the source of the algorithm. `holds` is a pure function of
 * the state. */
struct rmr_invariant {
  const char *name, *text; /* "Q1", "a philosopher is hungry or without outgoing arrows"; at most 16 and 120 bytes */
  bool (*holds)(const struct rmr_moment *now);
};

/* The relation between two neighbours of a graph, for pictures. Processes by number; 0: neither of the two. */
struct rmr_between {
  bool owned;     /* they share a resource that at most one of them owns, a fork ...     */
  uint32_t owner; /* ... and this one does                                               */
  uint32_t ready; /* waits until it owns the resource                                    */
  uint32_t arrow; /* comes after the other one, as they have agreed                      */
};

enum rmr_claim { RMR_UNSAID, RMR_YES, RMR_NO };

/* The claims that have a citation. 1 to 9 are the properties P1 .. P7, CSR and BCSR, as in .p. */
enum { RMR_CITED_CC = 10, RMR_CITED_DSM, RMR_CITED_SPACE, RMR_CITED_BOUNDED, RMR_CITED_SURVIVES, RMR_N_CITED };

/* The claims of the literature about the algorithm, which rmrlab checks. Classes are spelled as by `rmr fit`: 1, lg
 * N, N, N lg N, N^2, ..., unbounded. RMRs and registers are those with the default parameters. NULL: not stated. */
struct rmr_claims {
  const char *primitives;       /* "read, write"; "fetch-and-store, compare-and-swap" */
  const char *rmr_cc, *rmr_dsm; /* RMRs per passage                                   */
  const char *space;            /* number of registers, one passage each, distinct sessions */
  uint8_t p[10];                /* enum rmr_claim for P1 .. P7, CSR and BCSR; p[0] unused */
  uint8_t bounded;              /* enum rmr_claim: are all registers bounded?         */
  const char *wrong;            /* NULL, or its known error                           */
  bool timed;                   /* the claims need time, and sufficiently long delays */
  bool one_shot;                /* rmr_cc and rmr_dsm are claimed where every process makes one passage */
  const char *survives;         /* crashes under which all claims hold as well, in the words of --faults, separated
                                   by commas: "stop", "recover,system"; NULL: none */
  /* Where each of them is said: paper, theorem or table, page. NULL: in `source` of the algorithm; of its registers:
   * they can be counted in its text. */
  const char *cited[RMR_N_CITED];
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
  const struct rmr_change *changes; /* of the environment; NULL and 0: there are none */
  uint32_t n_changes;
  uint32_t state_size;                /* of the local state, in bytes; at most RMR_MAX_STATE        */
  uint32_t (*watch)(struct rmr_size); /* most variables that one wait condition reads; NULL: at most 3 */
  rmr_step_fn *step;
  const void *self;    /* for the step function and the callbacks; may be NULL */
  uint32_t state_each; /* additional bytes of the local state for each process: the elements of an array at its end */
  bool remembers;      /* a private variable lives from one passage to the next */
  bool identities;     /* it reads in->id; false: nothing distinguishes a process from the dead one it replaces */

  /* Renaming: to be in the CS is to hold a name. The name that a process in the CS with this local state holds,
   * 1..names_max, or 0 if none; no two hold the same, which is P1 here. NULL: not a renaming algorithm. */
  uint32_t (*name_held)(const void *state, struct rmr_size);
  uint32_t (*names_max)(struct rmr_size);

  /* The parameters: "NAME:key=value". All callbacks get a block of parameters_size bytes as `parameters`. */
  const struct rmr_option *parameters; /* ends with key = NULL; NULL: none */
  uint32_t parameters_size;

  /* The invariants: evaluated after every step of every run, and in every state of an exploration. */
  const struct rmr_invariant *invariants; /* ends with name = NULL; NULL: none; at most RMR_MAX_INVARIANTS */

  /* For timed algorithms: the local variables that hold times; and, where it also uses `in->now` divided by a number
   * of ticks (a clock of periods), that number; likewise for any time that it keeps. */
  const struct rmr_local_time *times; /* ends with horizon = NULL; NULL: none */
  rmr_word (*period)(struct rmr_size);

  /* On a graph: the relation between the neighbours P_i and P_j, i < j, for pictures. NULL: nothing to show. */
  struct rmr_between (*between)(const struct rmr_moment *now, uint32_t i, uint32_t j);

  /* The place of the line in the local state, an unsigned number of pc_size bytes (RMR_STATE in algo.h). The loader
   * uses it to check that each line has code. 0 bytes: there is none. */
  uint32_t pc, pc_size;

  const char *text; /* in the language (docs/language.md), with its variants; NULL: it is written in C */
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

#endif
