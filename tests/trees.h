/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trees.h: a tree of Peterson's algorithm as a text, of which parts can be replaced. Include this last.
 */
#ifndef TESTS_TREES_H
#define TESTS_TREES_H

#include "language/machine.h"

enum { MOST_TEXT = 4096 };

static const char tree[] = "algorithm ascent \"A tree\"\nsource \"tests/unit_ascent.c\"\nnote \"\"\n"
                           "function levels(n) = max(1, lg(n))\n"
                           "function top(p) = levels(N)\n"
                           "function at(p, level) = (2^levels(N) + p - 1) div 2^level\n"
                           "function node(level) = at(i, level) div 2\n"
                           "function side(level) = at(i, level) mod 2\n"
                           "shared Flag[1..2^levels(N) - 1, 0..1] : boolean\n"
                           "shared Turn[1..2^levels(N) - 1] : process arbitrary\n"
                           "shared Seen[0..levels(N) - 1, p in 1..N] : 0..2\n"
                           "shared Last[1..2^levels(N) - 1] : process or nil\n"
                           "shared other : 0..1\n"
                           "process i\n"
                           "  local level : -2..levels(N) + 1\n"
                           "  local who : process or nil\n"
                           "  local seen : 0..2\n"
                           "  waiting\n"
                           "      for level := 0 to top(i) - 1 do\n"
                           "  1     Flag[node(level), side(level)] := true\n"
                           "  2     Turn[node(level)] := i\n"
                           "  3     wait until not Flag[node(level), 1 - side(level)] or Turn[node(level)] != i\n"
                           "      end for\n"
                           "      critical section\n"
                           "  exit\n"
                           "      for level := top(i) - 1 downto 0 do\n"
                           "  5     Flag[node(level), side(level)] := false\n"
                           "      end for\n";

static void replace(char text[MOST_TEXT], const char *part, const char *by)
{
  char before[MOST_TEXT];
  memcpy(before, text, MOST_TEXT);
  const char *at = strstr(before, part);
  assert_non_null(at);
  snprintf(text, MOST_TEXT, "%.*s%s%s", (int)(at - before), before, by, at + strlen(part));
}

static struct machine *machine_in(const char *text)
{
  struct error e = {0};
  struct machine *m = machine_read("ascent", text, strlen(text), NULL, &e);
  if (m == NULL) fail_msg("%s\n%s", text, e.text);
  return m;
}

/* The text with two parts replaced. */
static struct machine *changed_twice(const char *part, const char *by, const char *other, const char *by_other)
{
  char text[MOST_TEXT] = {0};
  memcpy(text, tree, sizeof tree);
  replace(text, part, by);
  replace(text, other, by_other);
  return machine_in(text);
}

static struct machine *changed(const char *part, const char *by)
{
  return changed_twice(part, by, "", "");
}

/* The same with N leaves. */
static struct machine *changed_heap(const char *part, const char *by)
{
  char text[MOST_TEXT] = {0};
  memcpy(text, tree, sizeof tree);
  replace(text, "top(p) = levels(N)", "top(p) = max(1, lg(N + p) - 1)");
  replace(text, "(2^levels(N) + p", "(N + p");
  replace(text, part, by);
  return machine_in(text);
}

/* --- its parts ---------------------------------------------------------------------------------------------------- */

#define UP     "      for level := 0 to top(i) - 1 do\n"
#define RAISE  "  1     Flag[node(level), side(level)] := true\n"
#define CLAIM  "  2     Turn[node(level)] := i\n"
#define WAIT   "  3     wait until not Flag[node(level), 1 - side(level)] or Turn[node(level)] != i\n"
#define END    "      end for\n"
#define INSIDE "      critical section\n"
#define DOWN   "      for level := top(i) - 1 downto 0 do\n"
#define LOWER  "  5     Flag[node(level), side(level)] := false\n"
#define LEVEL  RAISE CLAIM WAIT
#define NOTE   "  4     Seen[level, i] := 1\n"

/* Two ways up: the first loop goes to the second one, at the same level, where it is asked. */
#define WAYS(asks, begin, behind)                                                                                    \
  UP RAISE asks CLAIM WAIT END "      goto inside\n"                                                                 \
                               "  rest:\n"                                                                           \
                               "  2b  Turn[node(level)] := i\n"                                                      \
                               "  3b  wait until not Flag[node(level), 1 - side(level)] or Turn[node(level)] != i\n" \
                               "      level := level + 1\n"                                                          \
                               "      if level < top(i) then\n" begin "        goto rest\n"                          \
                               "      end if\n" behind "  inside:\n"
#define RAISE_AGAIN "  1b    Flag[node(level), side(level)] := true\n"
#define RIVAL       "  1a    if Flag[node(level), 1 - side(level)] then goto rest end if\n"

/* Ways up that the value found by a process decides: a level begins with another line behind each. */
#define BEGIN(name, line) "  " name ":\n  " line "    Flag[node(level), side(level)] := true\n        goto claim\n"
#define FROM(way, name) \
  "  " way ":\n      level := level + 1\n      if level < top(i) then goto " name " end if\n      goto inside\n"
#define MANY_WAYS(more, asks, from)                                                                   \
  "      level := 0\n" BEGIN("one", "1a") BEGIN("two", "1b") BEGIN("three", "1c") more                \
    "  claim:\n" CLAIM WAIT "  4   if Flag[node(level), 1 - side(level)] then goto from_two end if\n" \
    "  4a  if Turn[node(level)] = i then goto from_three end if\n" asks FROM("from_one", "one")       \
      FROM("from_two", "two") FROM("from_three", "three") from "  inside:\n"

/* The way up with other names for its loop. */
#define WHILE(level) "  while level <= top(i) - 1 do\n" level "  level := level + 1\n  end while\n"

#endif
