/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * prove.h: proofs for every number of processes, from the text of an algorithm: mutual exclusion (P1), bounded exit
 * (P3), bounded entry while nobody disturbs it (P4), first come, first served (P5), bounded bypass, and the most that a
 * passage costs. docs/every-n.md has the argument, and docs/tour.md the way through the files.
 *
 * A property that cannot be proved so may hold all the same: the answer is then a run of the abstract scene that breaks
 * it, in which other processes may have written values that they never write at that time.
 */
#ifndef PROVE_PROVE_H
#define PROVE_PROVE_H

#include "base/property.h"
#include "prove/reach.h"

/* PROVE_P1 and so on: the properties that base/property.h says can be proved; and bounded bypass. */
#define PROVE_YES(id) PROVE_##id,
#define PROVE_NO(id)
#define P(id, key, kind, needs, bound, judged, seen, claimed, proved, words) PROVE_##proved(id)
enum prove_property { PROPERTIES(P) PROVE_BYPASS, N_PROVE_PROPERTIES };
#undef P

enum { PROVE_MOST_N = 64 }; /* of single numbers of processes */

enum prove_verdict { PROVE_NOT_ASKED, PROVE_HOLDS, PROVE_NOT_PROVED, PROVE_NOT_DECIDED };

/* A run of an abstract scene: it breaks the property, or its last steps can be made again and again, and count each
 * time. */
struct prove_step {
  uint8_t member; /* 0 or 1 */
  uint16_t line;
  bool lies; /* it rests on what others may have written (lies.c) */
};
struct prove_run {
  struct prove_step *step; /* NULL: there is none to show */
  size_t n, n_loop;        /* so many of them, the last n_loop again and again */
  uint32_t process[2];     /* at one N: the members */
  uint8_t observed;        /* of costs: the member that pays */
  bool is_honest;          /* of members alone, while others write nothing, nor take copies away */
};

/* What a proof may rest on beside states of one, two or three processes among anything:
 * X(name, in JSON, why there is no certificate of it).
 *
 *   VIEWS    views of two processes (views.h). Some have a certificate: `certified`
 *   MATCHES  the matches of a tournament (match.h)
 *   LEVELS   the graph of a text with N-1 levels (levels.h)
 *   LEFT     of P4: what processes leave in registers of several writers (quiet.h)
 *   VALUES   of RMRs: the values that reads find in registers of several writers (by_value.h) */
#define PROVE_BASES(X)                                                                                         \
  X(VIEWS, "views of two", "is proved by views that certificates do not have")                                 \
  X(MATCHES, "matches", "is proved by the matches of a tree, of which there are no certificates")              \
  X(LEVELS, "levels", "is proved by levels, of which there are no certificates")                               \
  X(LEFT, "what is left",                                                                                      \
    "is proved from what processes leave in registers that several write, of which there are no certificates") \
  X(VALUES, "values found",                                                                                    \
    "is proved from the values that reads find in registers that several write, of which there are no certificates")

enum prove_basis_number {
#define X(name, key, why) PROVE_BASIS_##name,
  PROVE_BASES(X)
#undef X
    N_PROVE_BASES
};

enum prove_basis { /* a set of them */
#define X(name, key, why) PROVE_BY_##name = 1 << PROVE_BASIS_##name,
                   PROVE_BASES(X)
#undef X
};

struct prove_answer {
  enum prove_verdict verdict;
  bool at_every_n;       /* asked of some N only, it holds for every N */
  bool per_level;        /* so many in each of ceil(lg N) levels of a tree (ascent.h), and `once` in one of them */
  uint64_t once;         /* P4: more where an entry that nobody disturbs begins in the middle of a level */
  uint64_t bound;        /* P3: own steps of an exit. P4: own steps of an entry that nobody disturbs, on own account */
  uint64_t below, above; /* P4: and so many more for each process below, and above */
  bool by_accounts;      /* P4: bound, below and above are known, or REACH_NO_BOUND */
  char why[160];         /* of NOT_DECIDED: why it is not followed; of NOT_PROVED: the result of views */
  struct prove_run run;  /* of NOT_PROVED, or before the step of NOT_DECIDED */
  uint32_t forgotten;    /* P1: groups of registers of which the proof needs to remember nothing: bit per group */
  uint32_t states;       /* of the largest scene that was searched; all views */
  uint32_t basis;        /* of enum prove_basis */
  bool certified;        /* by views, which the certificate has */
};

/* The bound of a passage of P_i. LINE: own + below * (i - 1) + above * (N - i), and any two others make it cost at most
 * `two` together. POWERS: the sum of power[k] * (N-1)^k. PER_LEVEL: own * ceil(lg N), as in a tree (ascent.h). */
enum prove_form { PROVE_LINE, PROVE_POWERS, PROVE_PER_LEVEL };
enum { PROVE_MOST_POWERS = 4 }; /* k is less */

struct prove_cost {
  enum prove_verdict verdict; /* NOT_PROVED: there is no bound of this form */
  enum prove_form form;
  bool at_every_n; /* as in struct prove_answer */
  union {
    struct {
      struct reach_paid own, below, above; /* REACH_NO_BOUND: no bound was found for this part */
      struct reach_paid two;               /* of HOLDS: at most twice the larger one of below and above */
    };
    struct reach_paid power[PROVE_MOST_POWERS];
  };
  char why[160];
  uint32_t states;
  uint32_t basis; /* of enum prove_basis */
  bool certified; /* by views, which the certificate has */
};

/* P4: so many steps more for each other process. */
static inline uint64_t prove_each(const struct prove_answer *p)
{
  return p->above > p->below ? p->above : p->below;
}

/* RMRs: so many for each other process, and fewer perhaps for two of them. */
static inline uint64_t prove_with_one(const struct prove_cost *c)
{
  return c->above.most > c->below.most ? c->above.most : c->below.most;
}

struct certificate;

struct prove_spec {
  const struct machine *machine;
  const void *parameters; /* NULL: the usual ones */
  uint32_t n;             /* 0: every N */
  enum memory memory;
  bool check[N_PROVE_PROPERTIES], cost; /* P5: only where there is a doorway */
  bool any_form;                        /* a bound for every N need not be a line */
  bool assume_ranges; /* values may be taken to keep to ranges that N determines (struct proved, unbounded) */
  struct reach_limits limits;
  struct certificate *certificate; /* collects what is proved (certificate.h); NULL: nothing */
};

struct proved {
  struct prove_answer property[N_PROVE_PROPERTIES];
  struct prove_cost cost;
  struct prove_run cost_run; /* of NOT_PROVED */
  bool unbounded; /* ranges that N determines were followed as unbounded numbers: all verdicts are about runs, and
                     beginnings of runs, in which no value leaves its range */
  bool tickets;   /* all verdicts rest on a text with a node for each ticket (tickets.h) */
  bool nodes;     /* there are nodes of a queue at every N, which are known by equality alone (scene.h) */
  bool interrupted;
};

/* False: *e says why the algorithm cannot be followed at all. */
bool prove(const struct prove_spec *spec, struct proved *out, struct error *e);

struct prove_range {
  uint32_t first, last; /* 0: every N */
};

/* The same for each N of a range: spec->n is not looked at. */
bool prove_range(const struct prove_spec *spec, struct prove_range range, struct proved *out, struct error *e);
void proved_free(struct proved *proved);

/* Takes a run out of an answer, in place of another one. */
void prove_run_move(struct prove_run *from, struct prove_run *to);

/* joined.c: adds the proofs for another N, and keeps those that hold for both. Takes it over. */
void proved_join(struct proved *all, struct proved *more);

/* The search was interrupted before the last N: nothing holds for all of them. */
void proved_leave_open(struct proved *all);

/* --- bounds.c ----------------------------------------------------------------------------------------------------- */

/* The bound of a cost that is a line, as a function of N >= 2: each * N + more. */
struct prove_line {
  int64_t each, more;
};
struct prove_line prove_line(const struct prove_cost *cost);

/* Whether it rests on what two others cost together: they do not both cost the most. */
bool prove_uses_two(const struct prove_cost *cost);

/* "X", "Y(N-1)" or "X + Y(N-1)"; no factor of 1, and no 0 beside another part. */
const char *prove_line_words(uint64_t own, uint64_t each, char *out, size_t size);

/* The sum of powers of N-1 from the first to the last one: "1 + 4(N-1) + 3(N-1)^2". */
const char *prove_powers_words(const struct prove_cost *cost, uint32_t first, uint32_t last, char *out, size_t size);

/* The bound in words: "9 + 8(N-1)"; "10" where it does not grow; "4N + 4" where it rests on two others; powers; or
 * "13 ceil(lg N)". */
const char *prove_bound_words(const struct prove_cost *cost, char *out, size_t size);

/* The most that a passage costs in a system of n processes; REACH_NO_BOUND: no bound is known. */
uint64_t prove_bound(const struct prove_cost *cost, uint32_t n);

/* A number of steps or entries in a system of n processes; and in words: "2"; "8 + 4(N-1)" or "2 + 4 ceil(lg N)" of
 * P4. */
uint64_t prove_steps(const struct prove_answer *answer, uint32_t n);
const char *prove_steps_words(const struct prove_answer *answer, char *out, size_t size);

/* Makes it a line at one N >= 2, of any form that it has; and bounds of properties numbers there. */
void prove_cost_at(struct prove_cost *cost, uint32_t n);
void proved_at(struct proved *proved, uint32_t n);

#endif
