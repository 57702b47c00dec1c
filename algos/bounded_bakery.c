/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * P. Jayanti, K. Tan, G. Friedland and A. Katz, "Bounding Lamport's Bakery algorithm", SOFSEM 2001, LNCS 2234, pp.
 * 261-270, Section 4, Figure 2: the bakery with tokens modulo 2N-1.
 *
 * X holds the token of whoever entered last. A token is taken above all those in use and above X, so the tokens in use
 * never lie far from X, and 2N-1 values on a ring are enough: seen from a base, the N-1 values behind it come before
 * it, the N-1 values ahead of it after it.
 *
 * Departures: the print was not at hand; this follows programs written from it. Tokens are 1..2N-1 here, as 0 stands
 * for the print's -1, "no token"; the arithmetic is that of the ring all the same. Line 2 reads all tokens with j = i,
 * and only then line 3 reads X, so the set S of values is kept as a bit for each. The base of the comparison in line 7
 * is token[i]; in one of those programs it is token[j]. Line 7 reads token[j] (7a) and, unless that is none, token[i]
 * (7b); line 8 reads token[i] (8a) and writes X (8b).
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE( 1,  DOORWAY, "gettoken[i] := true")                                                   \
  LINE( 2,  DOORWAY, "S := {token[j] : 1 <= j <= N} without none")                            \
  LINE( 3,  DOORWAY, "x := X")                                                                \
  LINE( 4,  DOORWAY, "token[i] := 1 + max of S and x, on the ring with base x")               \
  LINE( 5,  DOORWAY, "gettoken[i] := false")                                                  \
  LINE( 6,  WAITING, "for j != i: wait until not gettoken[j]")                                \
  LINE( 7a, WAITING, "            wait until token[j] = none or")                             \
  LINE( 7b, WAITING, "              (token[i], i) < (token[j], j), on the ring with base token[i]") \
  LINE( 8a, WAITING, "X := token[i]   [the read]")                                            \
  LINE( 8b, WAITING, "                [the write]")                                           \
  TEXT(CS,           "critical section")                                                      \
  LINE( 9,  EXIT,    "token[i] := none")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

enum { MOST_PROCESSES = 4096, SET_WORDS = 2 * MOST_PROCESSES / 64 };

struct bounded_bakery {
  uint8_t pc;
  uint16_t j;              /* 1..N+1                                                      */
  uint16_t token;          /* what line 4 writes, what line 8 copies; token[j] on line 7b */
  uint64_t set[SET_WORDS]; /* S: bit t is set if token t is in it, t = 1..2N-1            */
};

static const char *const truth[] = {"false", "true", NULL};

static rmr_word last_token(struct rmr_size s)
{
  return 2 * (rmr_word)s.n - 1;
}

enum { GETTOKEN_ARRAY, TOKEN_ARRAY, X_REGISTER };

static const struct rmr_shared registers[] = {
  [GETTOKEN_ARRAY] = {.name = "gettoken", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [TOKEN_ARRAY] = {.name = "token", .cells = rmr_per_process, .home = rmr_owner, .max = last_token},
  [X_REGISTER] = {.name = "X", .initial = 1, .min = 1, .max = last_token, .multi_writer = true},
};

/* The place of a token on the ring, 0..2N-2, seen from a base, whose own place is N-1. */
static uint32_t place(uint32_t token, uint32_t base, uint32_t n)
{
  return (token + 2 * n - 1 - base + n - 1) % (2 * n - 1);
}

/* Line 4. */
static uint16_t next_token(const struct bounded_bakery *my, uint32_t x, uint32_t n)
{
  uint32_t largest = x;
  for (uint32_t t = 1; t < 2 * n; t++)
    if ((my->set[t / 64] >> t % 64 & 1) != 0 && place(t, x, n) > place(largest, x, n)) largest = t;
  return (uint16_t)(largest % (2 * n - 1) + 1);
}

/* (mine, i) < (token[j], j) */
static bool goes_first(const struct bounded_bakery *my, uint32_t mine, uint32_t i, uint32_t n)
{
  return place(my->token, mine, n) > n - 1 || (my->token == mine && i < my->j);
}

/* clang-format off */
#define GETTOKEN(p) VAR(GETTOKEN_ARRAY, (p) - 1)
#define TOKEN(p)    VAR(TOKEN_ARRAY, (p) - 1)
#define X           VAR(X_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct bounded_bakery *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,                   write_to(GETTOKEN(i), true));
    for (my->j = 1; my->j <= n; my->j++) {
      DO ( 2,                 read_of(TOKEN(my->j)));
      if (REPLY != 0) my->set[REPLY / 64] |= UINT64_C(1) << REPLY % 64;
    }
    my->j = 0;
    DO ( 3,                   read_of(X));
    my->token = next_token(my, (uint32_t)REPLY, n);
    for (uint32_t w = 0; w < SET_WORDS; w++) my->set[w] = 0;
    DO ( 4,                   write_to(TOKEN(i), my->token));
    my->token = 0;
    DO ( 5,                   write_to(GETTOKEN(i), false));
    for (my->j = 1; my->j <= n; my->j++)
      if (my->j != i) {
        do
          DO ( 6,             spin_on(GETTOKEN(my->j)));
        while (REPLY);
        for (;;) {
          LET( 7a, my->token, spin_on(TOKEN(my->j)));
          if (my->token == 0) break;
          DO ( 7b,            read_of(TOKEN(i)));
          if (goes_first(my, (uint32_t)REPLY, i, n)) break;
          my->token = 0;
        }
        my->token = 0;
      }
    my->j = 0;
    LET( 8a, my->token,       read_of(TOKEN(i)));
    DO ( 8b,                  write_to(X, my->token));
    my->token = 0;
    DO ( 9,                   write_to(TOKEN(i), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(bounded_bakery) = {
  RMR_ALGORITHM_BODY(registers, struct bounded_bakery),
  .name = "bounded_bakery",
  .title = "Bakery with tokens modulo 2N-1 (Jayanti, Tan, Friedland, Katz)",
  .source = "Jayanti, Tan, Friedland, Katz, SOFSEM 2001, LNCS 2234, Section 4, Figure 2",
  .note = "At second hand. Token t is t-1 in the print, 0 is -1. Lines 7 and 8 are split.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "2N+1",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
