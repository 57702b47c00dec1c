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
 *       DO ( 8a, spin_on(CHOOSING(my->j)));
 *       if (!REPLY) ...
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

#include <rmr/types.h>

/* --- the macros of the step function ------------------------------------------------------------------------- */

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

/* Opens the step function; gives `i` and `n` their meaning of the paper. */
#define BEGIN                          \
  const uint32_t i = in->i, n = in->n; \
  bool given = in->given;              \
  (void)i, (void)n;                    \
  switch ((enum line)my->pc) {         \
  case N_LINES: break;                 \
  case START: given = false

/* Closes it. Only a damaged pc leads here; the engine refuses line 0. */
#define END              \
  }                      \
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

/* What the line just done has found. Of meaning up to the next DO or LET only: a value that a later line needs is kept with LET, one
 * that none needs is never stored, so it cannot live on and multiply states. */
#define REPLY (in->value)

/* Between two passages: learn what the next one asks for. `my->session` must exist where sessions matter. */
#define REMAINDER (my->session = in->sessions[in->i])

/* The number of register `cell` (0-based) of group `group`. */
#define VAR(group, cell) (in->base[group] + (uint32_t)(cell))

#define RMR_COUNT_(array) (sizeof(array) / sizeof *(array))

/* The part of the registration struct that is the same in every file. */
#define RMR_ALGORITHM_BODY(registers, type)                                                          \
  .abi = RMR_ABI, .size = sizeof(struct rmr_algorithm), .lines = lines, .n_rows = RMR_COUNT_(lines), \
  .n_lines = N_LINES, .shared = (registers), .n_shared = RMR_COUNT_(registers), .state_size = sizeof(type)

/* Defines the file's one public symbol. cmake/registry.cmake finds these lines and makes the built-in table. */
#define RMR_ALGORITHM(id)                               \
  extern const struct rmr_algorithm rmr_algorithm_##id; \
  const struct rmr_algorithm rmr_algorithm_##id

#endif
