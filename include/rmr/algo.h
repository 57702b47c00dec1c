/* SPDX-License-Identifier: MIT
 *
 * algo.h: what an algorithm file is made of.
 *
 * An algorithm is data plus one step function. The data are its citation, its claims, its pseudocode as printed, and
 * its shared registers. The step function is a stackless coroutine: a switch whose case labels are the *paper's* line
 * labels. It is a pure function of (local state, reply): it never touches shared memory, it only says which access
 * comes next (op.h). That is what lets the same file be simulated, explored, replayed, and run on real threads.
 *
 * The shape of a file, top to bottom (algos/glb.c is the model):
 *
 *   #define PSEUDOCODE(LINE, TEXT)               the figure, row by row
 *     LINE( 3, DOORWAY, "Choosing[i] := true")   a row that makes an access, and the section it belongs to
 *     TEXT( 7,          "for j := 1 to N do")    a row that makes none: printed, never executed
 *   RMR_LINES(PSEUDOCODE)                        makes `enum line` and the table `lines`
 *   struct me { uint8_t pc; ... };               local state, flat, no pointers; `pc` is required
 *   static struct rmr_op step(void *state, const struct rmr_in *in)
 *   {
 *     struct me *my = state;
 *     BEGIN;
 *     for (;;) {
 *       REMAINDER;
 *       DO ( 3,  write_to(CHOOSING(i), true));
 *       LET( 8a, my->seen, spin_on(CHOOSING(my->j)));
 *       ...
 *     }
 *     END;
 *   }
 *
 * Rules that the compiler or the check in tests/ enforces: every LINE has exactly one DO or LET; a local is a field of
 * the struct, never a C variable that lives across a DO; the operation of a line is a function of the local state
 * alone; a field is cleared on the line after its last use (dead values multiply states).
 */
#ifndef RMR_ALGO_H
#define RMR_ALGO_H

#include <stddef.h>

#include <rmr/op.h>

#define RMR_ABI 1u

/* Where in its passage a process is. The names are those of Section 1 of the GME paper. */
enum rmr_section { RMR_REMAINDER, RMR_DOORWAY, RMR_WAITING, RMR_CS, RMR_EXIT, RMR_N_SECTIONS };

/* One printed row. `line` is 0 for rows that make no access, else the value that rmr_op.line carries (1, 2, ...). */
struct rmr_line {
  const char *label, *text;
  uint16_t line;
  uint8_t section; /* enum rmr_section; of no meaning where line is 0 */
};

/* What the process is told when it is asked for its next operation. */
struct rmr_in {
  uint32_t i, n;    /* this process, 1..n; number of processes                                    */
  rmr_word value;   /* the reply to the pending operation                                         */
  rmr_word session; /* what the next passage asks for, 1..; read by REMAINDER only                */
  bool given;       /* false: just look at the pending operation again, change nothing            */
  const uint32_t *base; /* base[g] = number of the first register of group g; used by VAR             */
};

/* Consumes the reply, runs to the next access, returns it. A zeroed state stands before the first line. */
typedef struct rmr_op rmr_step_fn(void *state, const struct rmr_in *in);

/* A part of a composite register: bits shift .. shift + width - 1 of the word, printed under its name. */
struct rmr_field {
  const char *name;
  uint8_t shift, width;
  const char *const *names; /* NULL, or a name for each value from 0 on */
};

/* What a register range or a size may depend on. */
struct rmr_size {
  uint32_t n, sessions; /* number of processes; largest session number in use */
};

/* One group of shared registers: a scalar, an array over the processes, or anything else of a size known from N. */
struct rmr_shared {
  const char *name;
  uint32_t (*cells)(uint32_t n);               /* how many registers; rmr_one, rmr_per_process, ...           */
  uint32_t (*home)(uint32_t cell, uint32_t n); /* whose memory cell 0.. lies in (1..n, 0 nobody's); NULL: nobody */
  rmr_word initial;
  rmr_word (*max)(struct rmr_size);      /* the largest value ever stored; NULL: unbounded               */
  bool arbitrary;                        /* "initialised arbitrarily": exploration starts from all values */
  bool multi_writer;                     /* false: cell j-1 is written by P_j only                       */
  const struct rmr_field *fields;        /* NULL-name terminated; NULL: a plain number                   */
  const char *const *names;              /* NULL, or a name for each value from 0 on (false, true)       */
};

enum rmr_claim { RMR_UNSAID, RMR_YES, RMR_NO };

/* What the literature says of the algorithm, and what rmrlab is there to check. Classes are spelled as by `rmr fit`:
 * 1, lg N, N, N lg N, N^2, ..., unbounded. NULL: not stated. */
struct rmr_claims {
  const char *primitives;       /* "read, write"; "fetch-and-store, compare-and-swap" */
  const char *rmr_cc, *rmr_dsm; /* RMRs per passage                                   */
  const char *space;            /* number of registers                                */
  uint8_t p[7];                 /* enum rmr_claim for P1 .. P6; p[0] unused            */
  uint8_t bounded;              /* enum rmr_claim: are all registers bounded?         */
  const char *wrong;            /* NULL, or what is known to be wrong with it         */
};

struct rmr_algorithm {
  uint32_t abi, size; /* RMR_ABI, sizeof(struct rmr_algorithm) */
  const char *name;   /* [a-z0-9_]+                            */
  const char *title;  /* for people                            */
  const char *source; /* citation with figure and page         */
  const char *note;   /* departures from the print; "" if none */
  bool group;         /* sessions matter; false: every two processes conflict */
  struct rmr_claims claims;
  const struct rmr_line *lines;
  uint32_t n_rows;  /* rows of `lines`                               */
  uint32_t n_lines; /* 1 + number of rows that make an access         */
  const struct rmr_shared *shared;
  uint32_t n_shared;
  uint32_t state_size; /* of the local state, in bytes; at most RMR_MAX_STATE        */
  uint32_t (*watch)(uint32_t n); /* most variables that one wait condition reads; NULL: at most 3 */
  rmr_step_fn *step;
};

#define RMR_MAX_STATE 4096u
#define RMR_MAX_LINES 512u
#define RMR_MAX_GROUPS 16u

/* Ready-made sizes, homes and ranges. */
static inline uint32_t rmr_one(uint32_t n)
{
  (void)n;
  return 1;
}
static inline uint32_t rmr_per_process(uint32_t n)
{
  return n;
}
static inline uint32_t rmr_owner(uint32_t cell, uint32_t n)
{
  (void)n;
  return cell + 1;
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

/* --- the macros of the step function ------------------------------------------------------------------------- */

#define RMR_LINE_ENUM_(label, section, text) L##label,
#define RMR_LINE_ROW_(label, section, text) {#label, text, L##label, RMR_##section},
#define RMR_TEXT_ENUM_(label, text)
#define RMR_TEXT_ROW_(label, text) {#label, text, 0, 0},

/* From a PSEUDOCODE table: `enum line` (START, then one constant per LINE, N_LINES) and the array `lines`. */
#define RMR_LINES(TABLE)                                                                                              \
  enum line { START, TABLE(RMR_LINE_ENUM_, RMR_TEXT_ENUM_) N_LINES };                                                 \
  static const struct rmr_line lines[] = {TABLE(RMR_LINE_ROW_, RMR_TEXT_ROW_)};

#if defined(__GNUC__)
#define RMR_FALLTHROUGH_ __attribute__((fallthrough))
#else
#define RMR_FALLTHROUGH_
#endif

static inline struct rmr_op rmr_at_(struct rmr_op op, uint16_t line)
{
  op.line = line;
  return op;
}

/* Opens the step function; gives `i` and `n` their meaning of the paper. */
#define BEGIN                                                                                                         \
  const uint32_t i = in->i, n = in->n;                                                                                \
  bool given = in->given;                                                                                             \
  (void)i, (void)n;                                                                                                   \
  switch ((enum line)my->pc) {                                                                                        \
  case N_LINES:                                                                                                       \
    break;                                                                                                            \
  case START:                                                                                                         \
    given = false

/* Closes it. Only a damaged pc leads here; the engine refuses line 0. */
#define END                                                                                                           \
  }                                                                                                                   \
  return (struct rmr_op){.kind = RMR_LOCAL}

/* One step: the line's one access. */
#define DO(label, op)                                                                                                 \
  do {                                                                                                                \
    my->pc = L##label;                                                                                                \
    RMR_FALLTHROUGH_;                                                                                                 \
  case L##label:                                                                                                      \
    if (!given) return rmr_at_((op), L##label);                                                                       \
    given = false;                                                                                                    \
  } while (0)

/* One step whose reply is kept. */
#define LET(label, dst, op)                                                                                           \
  do {                                                                                                                \
    DO(label, op);                                                                                                    \
    (dst) = in->value;                                                                                                \
  } while (0)

/* Between two passages: learn what the next one asks for. `my->session` must exist where sessions matter. */
#define REMAINDER (my->session = in->session)

/* The number of register `cell` (0-based) of group `group`. */
#define VAR(group, cell) (in->base[group] + (uint32_t)(cell))

#define RMR_COUNT_(array) (sizeof(array) / sizeof *(array))

/* The part of the registration struct that is the same in every file. */
#define RMR_ALGORITHM_BODY(registers, type)                                                                           \
  .abi = RMR_ABI, .size = sizeof(struct rmr_algorithm), .lines = lines, .n_rows = RMR_COUNT_(lines),                  \
  .n_lines = N_LINES, .shared = (registers), .n_shared = RMR_COUNT_(registers), .state_size = sizeof(type)

/* Defines the file's one public symbol. cmake/registry.cmake finds these lines and makes the built-in table. */
#define RMR_ALGORITHM(id) extern const struct rmr_algorithm rmr_algorithm_##id;                                       \
  const struct rmr_algorithm rmr_algorithm_##id

#endif
