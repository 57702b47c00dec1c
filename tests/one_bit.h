/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * one_bit.h: the proof of docs/one-bit.md, claim by claim, on a schedule of the one-bit algorithm, each process making
 * one passage. A *referee* is told each step. It keeps what the page defines (stages, lives, tops, orphans, rounds, the
 * counts of a stage) and compares each claim as soon as its two sides are known.
 *
 * Whether a life is an orphan of a stage, or stable in it, is known only when the stage is over. So the referee is told
 * beforehand, as a guess: for a life that begins, and at the beginning of a stage for each life that is up and has run
 * into nobody. A wrong guess is refuted by the end of the stage at the latest; then the referee says so, and counts for
 * nothing. A caller without foresight tries both. Of all guesses exactly one is right.
 *
 * A referee is flat. Its verdicts on steps to come depend on its first `referee_size` bytes only, so that of
 * two equal ones one may be dropped.
 */
#ifndef TESTS_ONE_BIT_H
#define TESTS_ONE_BIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REFEREE_MOST = 32 }; /* processes */

/* In the order of docs/one-bit.md, with its letters. A claim of the form a <= b is also looked at for equality. */
#define ONE_BIT_CLAIMS(CLAIM)                                                                                          \
  CLAIM(REGISTER, "a bit is up just during a life")                                                                    \
  CLAIM(PAID, "P_N pays for the read that blocks it, and for the one that ends its wait")                              \
  CLAIM(UNSEEN, "a paid read that returns true sees a life that P_N has not seen before")                              \
  CLAIM(TRIGGER, "Lambda does not grow in a stage")                                                                    \
  CLAIM(FALLEN, "a stable life that has fallen has a stable top that is up, of a smaller process")                     \
  CLAIM(PARENT, "the parent of a stable life that is up is of a process that remains")                                 \
  CLAIM(LEAST_STAYS, "a stable life of the least process runs into nobody")                                            \
  CLAIM(LEAST_STABLE, "a life of the least process that begins in the stage is stable")                                \
  CLAIM(BEHIND, "P_N leaves no orphan behind")                                                                         \
  CLAIM(BEHIND_LATER, "and none begins behind it")                                                                     \
  CLAIM(ORPHAN_FIRST, "an orphan blocks P_N at its first read of that bit in the stage only")                          \
  CLAIM(ORPHAN_ALREADY, "and is an orphan already")                                                                    \
  CLAIM(LIVES, "stable lives of the r-th process <= r-1")                                                              \
  CLAIM(LIVES_TRIGGER, "each of them, from the second on, begins at a smaller Lambda")                                 \
  CLAIM(INNER, "after an inner round blocked by a stable life Lambda is smaller than before, and than the blocker")    \
  CLAIM(ORPHANS_BLOCK, "orphans of others than the least process that block P_N <= a-1; none in stage 0")              \
  CLAIM(LEFT_OVER, "if one is left over, 1 <= u")                                                                      \
  CLAIM(LEFT_OVER_TWO, "and 2 <= u, if all rounds are blocked in the stage, the last not by the leaver's stable life") \
  CLAIM(LEFT_OVER_FIRST, "who blocks P_N as an orphan of the least process was left over")                             \
  CLAIM(USES, "what uses up a stable life finds one that nothing has used up")                                         \
  CLAIM(BUDGET, "w0 + lo + l0 <= u + ex")                                                                              \
  CLAIM(BUDGET_LEAVER, "a-2 + w0 + lo + l0 <= u + ex, if a stable life is left over by the least process")             \
  CLAIM(BUDGET_LEAVER_LO, "and then 1 <= lo")                                                                          \
  CLAIM(BUDGET_NO_LEAST, "a-2 + w0 + lo + l0 <= u + ex, if the least process has no stable life")                      \
  CLAIM(LEAST_SEEN, "lives of the least process that are seen at line 5 <= 1-l, or 0")                                 \
  CLAIM(ORPHANS_SEEN, "j <= v+1, or v+2 if one was left over")                                                         \
  CLAIM(ORPHANS_SEEN_ONE, "j <= 1, if the least process's orphan blocks P_N")                                          \
  CLAIM(ORPHANS_SEEN_IDLE, "j <= v, if no round begins in the stage")                                                  \
  CLAIM(ORPHAN_LEAST, "the least process with an orphan that is up does not become smaller in a stage")                \
  CLAIM(FIRST_READS, "first reads that are paid <= v, and one of the least process; N-2 in stage 0")                   \
  CLAIM(SEEN_BEFORE, "lives begun before that are seen at line 5, g <= 1")                                             \
  CLAIM(READ_AFTER, "P_N pays once at most to see who has left down")                                                  \
  CLAIM(CROSSED, "a scan is crossed by one leaving at most, of a process that it has not come to")                     \
  CLAIM(CASE_I, "what the proof says in case I")                                                                       \
  CLAIM(CASE_II0, "II.0")                                                                                              \
  CLAIM(CASE_II1A, "II.1a")                                                                                            \
  CLAIM(CASE_II1B, "II.1b")                                                                                            \
  CLAIM(CASE_III1, "III.1")                                                                                            \
  CLAIM(CASE_III2, "III.2")                                                                                            \
  CLAIM(CASE_IV, "IV")                                                                                                 \
  CLAIM(MAIN_I, "the main inequality in case I")                                                                       \
  CLAIM(MAIN_II0, "in case II.0")                                                                                      \
  CLAIM(MAIN_II1A, "in case II.1a")                                                                                    \
  CLAIM(MAIN_II1B, "in case II.1b")                                                                                    \
  CLAIM(MAIN_III1, "in case III.1")                                                                                    \
  CLAIM(MAIN_III2, "in case III.2")                                                                                    \
  CLAIM(MAIN_IV, "in case IV")                                                                                         \
  CLAIM(BLOCKED, "blockings <= N^2-3N+3")                                                                              \
  CLAIM(COST, "RMRs <= (N^3+18N^2-61N+84)/6")                                                                          \
  CLAIM(SUM_COST, "the RMRs are 4b+2+Z+S")                                                                             \
  CLAIM(SUM_BLOCKED, "b is N^2-3N+3 less the brackets of all stages")

enum claim {
#define CLAIM(name, text) CLAIM_##name,
  ONE_BIT_CLAIMS(CLAIM)
#undef CLAIM
    N_CLAIMS
};

extern const char *const claim_name[N_CLAIMS];

/* A step: of P_who, at this line of Figure 5. `j` is whose bit is read, `value` what was read. Line 5 and 10 reads that
 * return true without cost need not be told. */
struct referee_step {
  uint32_t who, line, j;
  bool value, paid;
};

/* The life that a process is in, or its last one. Process numbers: 0 is nobody. */
struct life {
  int16_t state;           /* enum life_state                                           */
  int16_t top, parent;     /* processes; top = 0: has left                              */
  int16_t orphan_to_be;    /* the guess, while top is the process itself                */
  int16_t begun_here;      /* in this stage                                             */
  int16_t seen, seen_here; /* it has blocked P_N, or was read true at line 5; in this stage */
  int16_t used;            /* in this stage, by what (10) counts                        */
  int16_t fell_here;       /* it was stable, and fell in this stage                     */
  int16_t after_read;      /* it began after an in-stage read of the bit                */
  /* of the process in this stage */
  int16_t n_stable;                  /* stable lives that have fallen          */
  int16_t last_parent, last_trigger; /* of the last of them; Lambda when it began, 0: the first */
  int16_t whole;                     /* a stable one has come and gone since P_N's last in-stage read */
  int16_t read_here;                 /* P_N has made an in-stage read of the bit */
  int16_t due;                       /* it has left, and P_N has not paid to see that yet */
};

/* The counts of a stage; docs/one-bit.md has their meaning. */
struct stage {
  int16_t a, least, leaver; /* leaver: 0 if P_N's passage ends in it */
  int16_t alpha, beta, delta, ell;
  int16_t later, first, first_least;                                    /* Z', F, F1 */
  int16_t crossed_reads, read_after;                                    /* L, X */
  int16_t in_round, stable_seen, least_seen, orphans_seen, before_seen; /* S1, n, w - w0, j, g */
  int16_t rounds;                                                       /* some round begins in it */
  int16_t least_stable;                                                 /* the least process has a stable life in it */
  int16_t last, last_by; /* enum last: the outcome of the last round; by whose life */
  int16_t lo, ell0;
  int16_t left_over, left_over_stable; /* known when the next stage has begun */
  int16_t triggers[REFEREE_MOST];      /* U: [i] = 1 if Lambda was i when a round followed an inner one */
};

struct referee {
  /* P_N */
  int16_t n, stage_number;
  int16_t round_here;         /* the round began in this stage */
  int16_t scanning, position; /* it is at line 3, and about to read the bit of `position` */
  int16_t first_reads;        /* F of stage 0 */
  int16_t blocker;            /* whom it ran into last; 0 while it scans */
  int16_t begun, finished;
  int16_t normal;           /* in normal form as yet: only then the cases need hold */
  int16_t clean;            /* the bits below were read in-stage in one round of this stage */
  int16_t round_trigger;    /* Lambda when the round began */
  int16_t trigger, orphan;  /* Lambda, and the least process with an orphan that is up, as they were before */
  int16_t rounds;           /* 0, 1, or more */
  struct stage now, before; /* before.a = 0: there is none */
  uint64_t broken;          /* claims, by bit */
  /* sums over the whole passage: b, Z, S, RMRs, and the brackets of (8) */
  int64_t blocked, z, s, paid, brackets;
  struct life life[REFEREE_MOST + 1]; /* [1..n-1] */
  bool refuted;                       /* for callers that keep several */
  uint64_t tight;                     /* not in referee_size: claims a <= b where a = b; and which cases there were */
};

void referee_begin(struct referee *referee, uint32_t n);

/* The processes, by bit, whose lives must be guessed in this step. */
uint64_t referee_asks(const struct referee *referee, const struct referee_step *step);

/* `orphans`: those of them that will be orphans of the stage. False: a guess was wrong. The passage of P_N is over, and
 * the broken claims are final, when `finished` is set. */
bool referee_tell(struct referee *referee, const struct referee_step *step, uint64_t orphans);

size_t referee_size(const struct referee *referee);

#endif
