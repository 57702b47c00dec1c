/* SPDX-License-Identifier: MIT
 *
 * algo.h: the parts of an algorithm file.
 *
 * An algorithm is data plus one step function. The data are its citation, its claims, its pseudocode as printed, and
 * its shared registers. The step function is a stackless coroutine: a switch whose case labels are the *paper's* line
 * labels. It is a pure function of (local state, reply): it never touches shared memory, and only returns the next
 * access (op.h). So the same file can be simulated, explored, replayed, and run on real threads.
 *
 * The shape of a file, top to bottom (algos/glb.c is the model):
 *
 *   #define PSEUDOCODE(LINE, TEXT)               the figure, row by row
 *     LINE( 3, DOORWAY, "Choosing[i] := true")   a row that makes an access, and the section it belongs to: RECOVER,
 *                                                DOORWAY, WAITING, CS or EXIT
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
 *       DO ( 8a, spin_on(CHOOSING(my->j)));
 *       if (!REPLY) ...
 *       ...
 *     }
 *     END;
 *   }
 *
 * Rules that the compiler or the check in tests/ enforces: every LINE has exactly one DO or LET; a local is a field of
 * the struct, never a C variable that lives across a DO; the operation of a line depends on the local state alone; a
 * field is cleared on the line after its last use (dead values multiply states).
 *
 * An algorithm that is composed of others does not copy them. A *part* (algos/parts/) is a machine that runs inside
 * another: a table of lines, a state that its user embeds in its own, and a step function that begins with BEGIN and
 * ends with RETURN. Its rows stand in its user's figure, under labels with a prefix and in the section that the user
 * gives; CALL runs it until it is done. A part may CALL parts. docs/add-an-algorithm.md, "Parts", shows one.
 *
 *   #define NODE(LINE, TEXT, at, section, indent)                       the part's figure
 *     LINE(at##1, section, indent "C[side] := i")
 *   static inline struct rmr_op node(struct node *my, const struct rmr_in *in, uint32_t c)
 *   {
 *     PART_LINES(NODE)
 *     BEGIN;
 *     DO ( 1,  write_to(c, i));
 *     RETURN;
 *   }
 *
 *     NODE(LINE, TEXT, 7_, WAITING, "  ")                               in the user's PSEUDOCODE: its line 7_1
 *     struct node node;                                                 in the user's state
 *       CALL(7_, NODE, node(&my->node, in, C(my->level)));              in the user's step function
 */
#ifndef RMR_ALGO_H
#define RMR_ALGO_H

#include <string.h>

#include <rmr/types.h>

/* --- the macros of the step function ------------------------------------------------------------------------------ */

#define RMR_LINE_ENUM_(label, section, text)    L##label,
#define RMR_LINE_SECTION_(label, section, text) S##label = RMR_##section,
#define RMR_LINE_ROW_(label, section, text)     {#label, text, L##label, RMR_##section},
#define RMR_TEXT_ENUM_(label, text)
#define RMR_TEXT_SECTION_(label, text)
#define RMR_TEXT_ROW_(label, text) {#label, text, 0, 0},

/* From a PSEUDOCODE table: `enum line` (START, then one constant per LINE, N_LINES), the section of each line, and the
 * array `lines`. */
#define RMR_LINES(TABLE)                                              \
  enum line { START, TABLE(RMR_LINE_ENUM_, RMR_TEXT_ENUM_) N_LINES }; \
  enum { TABLE(RMR_LINE_SECTION_, RMR_TEXT_SECTION_) };               \
  static const struct rmr_line lines[] = {TABLE(RMR_LINE_ROW_, RMR_TEXT_ROW_)};

#if defined(__GNUC__)
#define RMR_FALLTHROUGH_ __attribute__((fallthrough))
#else
#define RMR_FALLTHROUGH_
#endif

static inline struct rmr_op rmr_at_(struct rmr_op op, uint16_t line, uint8_t section)
{
  op.line = line;
  op.section = section;
  return op;
}

/* A LINE of the table without DO, LET or CALL is an error, whatever warnings are enabled. */
#if defined(__GNUC__)
#define RMR_ALL_LINES_ _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wswitch\"")
#define RMR_AS_IT_WAS_ _Pragma("GCC diagnostic pop")
#else
#define RMR_ALL_LINES_
#define RMR_AS_IT_WAS_
#endif

/* Opens the step function; defines `i` and `n` as in the paper. */
#define BEGIN                          \
  const uint32_t i = in->i, n = in->n; \
  bool given = in->given;              \
  (void)i, (void)n, (void)given;       \
  RMR_ALL_LINES_                       \
  switch ((enum line)my->pc) {         \
  case N_LINES: break;                 \
  case START: given = false

/* Closes it. Only a damaged pc leads here; the engine refuses line 0. */
#define END              \
  }                      \
  RMR_AS_IT_WAS_         \
  return (struct rmr_op) \
  {                      \
    .kind = RMR_LOCAL    \
  }

/* One step: the line's one access. */
#define DO(label, op)                                     \
  do {                                                    \
    my->pc = L##label;                                    \
    RMR_FALLTHROUGH_;                                     \
  case L##label:                                          \
    if (!given) return rmr_at_((op), L##label, S##label); \
    given = false;                                        \
  } while (0)

/* One step whose reply is kept. */
#define LET(label, dst, op) \
  do {                      \
    DO(label, op);          \
    (dst) = in->value;      \
  } while (0)

/* The value that the line just done has found. Valid only up to the next DO or LET: a value that a later line needs
 * is kept with LET; one that none needs is never stored, so it cannot multiply states. */
#define REPLY (in->value)

/* --- parts -------------------------------------------------------------------------------------------------------- */

#define RMR_LINE_CASE_(label, section, text)  case L##label:
#define RMR_LINE_PLACE_(label, section, text) {L##label, S##label},

struct rmr_place_ {
  uint16_t line;
  uint8_t section;
};

/* Comes first in the step function of a part: its own `enum line`, numbered from 1. It is local, so that parts do
 * not disturb each other, and must therefore come before the user's RMR_LINES. The user chooses the section of the
 * lines. */
#define PART_LINES(PART)                                                               \
  enum line { START, PART(RMR_LINE_ENUM_, RMR_TEXT_ENUM_, , N_SECTIONS, "") N_LINES }; \
  enum { PART(RMR_LINE_SECTION_, RMR_TEXT_SECTION_, , N_SECTIONS, "") };

/* Closes the step function of a part. Its state is reset to before the first line: nothing of it remains, and the
 * part can be called again. Line 0 signals to the user that the part is done. */
#define RETURN               \
  }                          \
  RMR_AS_IT_WAS_             \
  memset(my, 0, sizeof *my); \
  return (struct rmr_op)     \
  {                          \
    .kind = RMR_LOCAL        \
  }

/* Runs a part until it is done: `sub` is the call of its step function, with its embedded state, `in`, and the
 * registers it works on; `at` is the prefix under which the table has its lines. The k-th line of the part is the k-th
 * of those. A part that has nothing to do makes no step. The arguments of `sub` are evaluated at each of its steps:
 * they, too, are a function of the local state. */
#define CALL(at, PART, sub)                                                                                    \
  do {                                                                                                         \
    my->pc = ((const struct rmr_place_[]){PART(RMR_LINE_PLACE_, RMR_TEXT_ENUM_, at, N_SECTIONS, "")})[0].line; \
    RMR_FALLTHROUGH_;                                                                                          \
    PART(RMR_LINE_CASE_, RMR_TEXT_ENUM_, at, N_SECTIONS, "")                                                   \
    {                                                                                                          \
      static const struct rmr_place_ place_[] = {PART(RMR_LINE_PLACE_, RMR_TEXT_ENUM_, at, N_SECTIONS, "")};   \
      const struct rmr_op op_ = (sub);                                                                         \
      if (op_.line != 0) return rmr_at_(op_, place_[op_.line - 1].line, place_[op_.line - 1].section);         \
      given = false;                                                                                           \
    }                                                                                                          \
  } while (0)

/* --- words of the figures ----------------------------------------------------------------------------------------- */

/* `session in {0, mysession}`: the test of group mutual exclusion, where 0 is the session of a process that asks for
 * none. Not `session = mysession`: a process that has just left is not in the way either. */
static inline bool compatible(uint32_t mysession, rmr_word session)
{
  return session == 0 || session == mysession;
}

/* Between two passages: reads the session of the next one. `my->session` must exist where sessions matter. */
#define REMAINDER (my->session = in->sessions[in->i])

/* Register `cell` (from 0) of group `group`. Numbers within one group are consecutive: a part that gets the first
 * register of an array finds the others behind it. The engine refuses a cell that the group does not have, and names
 * it. */
#define VAR(group, cell) (((uint32_t)(group) << RMR_CELL_BITS) + (uint32_t)(cell))

#define RMR_COUNT_(array) (sizeof(array) / sizeof *(array))

/* The parts of the registration struct that are the same in every file. */
#define RMR_ALGORITHM_HEAD                                                                    \
  .abi = RMR_ABI, .size = sizeof(struct rmr_algorithm), .line_size = sizeof(struct rmr_line), \
  .shared_size = sizeof(struct rmr_shared)

/* The local state: its size, and the place of its line. */
#define RMR_STATE(type) .state_size = sizeof(type), .pc = offsetof(type, pc), .pc_size = sizeof(((type *)0)->pc)

#define RMR_ALGORITHM_BODY(registers, type)                                                                   \
  RMR_ALGORITHM_HEAD, .lines = lines, .n_rows = RMR_COUNT_(lines), .n_lines = N_LINES, .shared = (registers), \
                      .n_shared = RMR_COUNT_(registers), RMR_STATE(type)

/* Defines the file's one public symbol. In a shared object it is `rmr_algorithm`; in the built-in table, for which
 * tools/cmake/registry.cmake finds these lines, `rmr_algorithm_<id>`. */
#ifdef RMR_BUILTIN
#define RMR_ALGORITHM(id)                               \
  extern const struct rmr_algorithm rmr_algorithm_##id; \
  const struct rmr_algorithm rmr_algorithm_##id
#else
#define RMR_ALGORITHM(id)                                                                 \
  extern __attribute__((visibility("default"))) const struct rmr_algorithm rmr_algorithm; \
  const struct rmr_algorithm rmr_algorithm
#endif

#endif
