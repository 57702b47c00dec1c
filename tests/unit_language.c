/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_language.c: each rule of docs/language.md, with a small text and the accesses that it makes. A row of a table
 * has declarations, a process, and what P_i of N does, access by access:
 *
 *     X[1]->2      reads X[1], which holds 2        ~X->0      the same, as the beginning of a round of a wait
 *     X:=3         writes 3                         X+=1->4    fetch_and_add     X<>1->0     fetch_and_store
 *     X!->0        test_and_set                     X?0,1->0   compare_and_swap  X@5->2      update by 5
 *     cs, skip     a step without an access         delay:3    the same, of 3 ticks
 *     astray       the text has left an array       7a:X->0    the same from the line with this label
 *     exit/X:=0    the same in this section
 *
 * Behind the end of a passage the next one follows. unit_language_texts.c has what a text declares.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#undef fail /* base/error.h has a function of this name */

#include "base/mem.h"
#include "language/machine.h"

static uint32_t wrongs; /* told so far */

struct row {
  const char *rule, *declarations, *process;
  uint32_t n, i;
  const char *trace;
};

#define REGISTERS                                                                                                     \
  "shared X, Y, Z : 0..9\nshared B, C : boolean\nshared A[1..N] : 0..9\nshared D[1..N, 0..1] : 0..9\nshared S : set " \
  "of 0..5\n"

/* --- rules --------------------------------------------------------------------------------------------------------
 * */

static const struct row rules[] = {
  {"1: a mention is a read, an assignment a write", REGISTERS, "local a : 0..9\n a := X + Y; Z := a\ncritical section",
   2, 1, "X->3 Y->4 Z:=7 cs X->0"},
  {"1: an atomic operation is one access", REGISTERS,
   "local a : 0..9\n a := fetch_and_add(X, 2); Y := a\ncritical section", 2, 1, "X+=2->5 Y:=5 cs"},
  {"1: what is local takes no step", REGISTERS,
   "local a, k : 0..9\n a := 1\n for k := 1 to 3 do a := 2 * a end for\n X := a\ncritical section", 2, 1, "X:=8 cs"},
  {"2: the index before the register, the right side before the write", REGISTERS, "D[X, Y] := Z\ncritical section", 2,
   1, "X->1 Y->0 Z->4 D[1,0]:=4 cs"},
  {"2: an index of an index", REGISTERS, "X := A[A[1]]\ncritical section", 2, 1, "A[1]->2 A[2]->7 X:=7"},
  {"2: from left to right", REGISTERS, "if X > Y then Z := 1 end if\ncritical section", 2, 1, "X->1 Y->0 Z:=1"},
  {"2: 'and' leaves out what is not needed", REGISTERS, "if X = 1 and Y = 1 then Z := 1 end if\ncritical section", 2, 1,
   "X->0 cs"},
  {"2: 'or' leaves out what is not needed", REGISTERS, "if X = 1 or Y = 1 then Z := 1 end if\ncritical section", 2, 1,
   "X->1 Z:=1 cs X->0 Y->1 Z:=1"},
  {"2: 'and' as a value", REGISTERS, "B := X = 1 and Y = 1\ncritical section", 2, 1, "X->0 B:=0 cs X->1 Y->1 B:=1"},
  {"2: 'if' leaves out what is not needed", REGISTERS, "Z := if B then X else Y\ncritical section", 2, 1,
   "B->1 X->3 Z:=3 cs B->0 Y->4 Z:=4"},
  {"2: 'and' keeps from an index that there is not", REGISTERS,
   "local few[1..2] : 0..9\nlocal j : 0..9\n j := 3\n B := j <= 2 and few[j] = 0\ncritical section", 2, 1, "B:=0 cs"},
  {"2: 'if' keeps from an index that there is not", REGISTERS,
   "local few[1..2] : 0..9\nlocal j : 0..9\n j := 3\n X := if j <= 2 then few[j] else 5\ncritical section", 2, 1,
   "X:=5 cs"},
  {"2: labels of several accesses", REGISTERS, "9 A[X] := Y\ncritical section", 2, 1, "9a:X->1 9b:Y->2 9c:A[1]:=2"},
  {"2: a comprehension is one mention", REGISTERS, "9 X := max {A[k] : k in 1..N}\ncritical section", 2, 1,
   "9a:A[1]->1 9a:A[2]->2 9b:X:=2"},
  {"3: a register is read once in an evaluation", REGISTERS, "Z := X + X * X\ncritical section", 2, 1, "X->2 Z:=6 cs"},
  {"3: however it is spelled", REGISTERS,
   "local j : 0..9\n for j := 1 to N do Z := A[i] + A[j] end for\ncritical section", 2, 2,
   "A[2]->3 A[1]->1 Z:=4 A[2]->3 Z:=6"},
  {"3: and in two dimensions", REGISTERS, "Z := D[i, 0] + D[1, 0] + D[1, 1]\ncritical section", 2, 1,
   "D[1,0]->2 D[1,1]->1 Z:=5"},
  {"3: 'again' reads anew", REGISTERS, "Z := X + again X\ncritical section", 2, 1, "X->2 X->3 Z:=5"},
  {"3: the next statement is another evaluation", REGISTERS, "Z := X; Z := X\ncritical section", 2, 1,
   "X->2 Z:=2 X->3 Z:=3"},
  {"3: what a list reads it reads once", REGISTERS, "Z := sum {k : k in {X, Y}}\ncritical section", 2, 1,
   "X->2 Y->3 Z:=5"},
  {"3: what a range reads it reads once", REGISTERS, "Z := sum {k : k in 1..X}\ncritical section", 2, 1, "X->3 Z:=6"},
  {"3: each round of a wait begins anew", REGISTERS, "wait until X = Y and X = 1\ncritical section", 2, 1,
   "~X->0 Y->0 ~X->1 Y->1 cs"},
  {"4: a wait begins from the beginning", REGISTERS, "wait until X = 1 and Y = 1\ncritical section", 2, 1,
   "~X->0 ~X->1 Y->0 ~X->1 Y->1 cs"},
  {"4: a 'while' waits", REGISTERS, "while X = 1 do end while\ncritical section", 2, 1, "~X->1 ~X->0 cs"},
  {"4: a 'repeat' waits", REGISTERS, "local a : 0..9\n repeat a := X until a = 1\ncritical section", 2, 1,
   "~X->0 ~X->1 cs"},
  {"4: lines and a 'goto' wait", REGISTERS, "L: if X = 1 then goto L end if\ncritical section", 2, 1, "~X->1 ~X->0 cs"},
  {"4: a loop that writes in each round does not", REGISTERS, "while X = 1 do Y := 1 end while\ncritical section", 2, 1,
   "X->1 Y:=1 X->0 cs"},
  {"4: a loop that goes on to another register does not", REGISTERS,
   "local j : 0..9\n j := 1\n while A[j] = 1 do j := 2 end while\ncritical section", 2, 1, "A[1]->1 A[2]->0 cs"},
  {"4: a wait in a loop waits", REGISTERS,
   "local j : 0..9\n for j := 1 to N do wait until A[j] = 0 end for\ncritical section", 2, 1,
   "~A[1]->0 ~A[2]->1 ~A[2]->0 cs"},
  {"5: in the order of the list", REGISTERS, "Z := max {A[k] : k in N..1}\ncritical section", 3, 1,
   "A[3]->1 A[2]->4 A[1]->2 Z:=4"},
  {"5: of a list that is written out", REGISTERS, "Z := min {A[k] : k in {2, 1}}\ncritical section", 2, 1,
   "A[2]->3 A[1]->4 Z:=3"},
  {"5: of a set", REGISTERS, "Z := sum {A[k] : k in S}\ncritical section", 3, 1, "S->10 A[1]->3 A[3]->4 Z:=7"},
  {"5: 'forall' stops", REGISTERS, "B := forall k in 1..N : A[k] = 0\ncritical section", 3, 1,
   "A[1]->0 A[2]->1 B:=0 cs"},
  {"5: 'exists' stops", REGISTERS, "B := exists k in 1..N, k != 1 : A[k] = 0\ncritical section", 3, 1,
   "A[2]->0 B:=1 cs"},
  {"5: of nothing", REGISTERS,
   "X := max {k : k in 3..N}; Y := min {k : k in 1..N, k > N}; Z := sum {k : k in {}}\ncritical section", 2, 1,
   "X:=0 Y:=0 Z:=0"},
  {"5: 'forall' and 'exists' of nothing", REGISTERS,
   "B := forall k in 3..N : false; C := exists k in 3..N : true\ncritical section", 2, 1, "B:=1 C:=0"},
  {"5: the largest of what is less than 0", REGISTERS,
   "if max {k - 5 : k in 1..3} = 0 - 2 then X := 1 end if\ncritical section", 2, 1, "X:=1 cs"},
  {"6: private locals", REGISTERS,
   "private u : 0..9 initially 3\nprivate w : boolean\n X := u; B := w; u := u + 1; w := true\ncritical section", 2, 1,
   "X:=3 B:=0 cs X:=4 B:=1 cs X:=5"},
  {"6: elements begin as 0 in each passage", REGISTERS,
   "local few[1..N] : 0..9\n X := few[2]; few[2] := 7; Y := few[2]\ncritical section", 2, 1, "X:=0 Y:=7 cs X:=0 Y:=7"},
  {"6: fields of a local", "shared R : (a: 0..3, b: boolean)\nshared X : 0..9\n",
   "local r : (a: 0..3, b: boolean)\n r := R; r.a := 2; R := r; X := r.a\ncritical section", 2, 1, "R->3 R:=5 X:=2"},
  {"7: the end of the text ends the passage", REGISTERS, "X := 1\ncritical section\nexit\nX := 0", 2, 1,
   "doorway/X:=1 exit/X:=0 doorway/X:=1"},
  {"7: so does 'return'", REGISTERS, "X := 1\ncritical section\nexit\nif Y = 1 then return end if\nX := 0", 2, 1,
   "X:=1 exit/Y->1 X:=1 Y->0 X:=0 X:=1"},
  {"7: a step of its own where no access follows", REGISTERS,
   "private a : 0..9\n X := 1\ncritical section\nexit\nif a = 1 then X := 0 end if\n a := 1", 2, 1,
   "X:=1 cs/cs X:=1 exit/X:=0 X:=1"},
  {"7: 'skip'", REGISTERS, "skip\ncritical section\nexit\nX := 0", 2, 1, "skip X:=0 skip"},
  {"8: an argument is looked at where it is used",
   REGISTERS "procedure part(x, v)\n if Z = 0 then x := v end if\nend procedure\n", "call part(Y, X)\ncritical section",
   2, 1, "Z->0 X->5 Y:=5 cs Z->1 cs"},
  {"8: an array as an argument", REGISTERS "procedure part(b[], c[,])\n c[1, 0] := b[i]\nend procedure\n",
   "call part(A, D)\ncritical section", 2, 2, "A[2]->5 D[1,0]:=5"},
  {"8: a row as an argument", REGISTERS "procedure part(b[])\n b[0] := b[1]\nend procedure\n",
   "call part(D[i])\ncritical section", 2, 2, "D[2,1]->5 D[2,0]:=5"},
  {"8: its locals are its own", REGISTERS "procedure part()\n local j : 0..9\n j := 7\n 11 Y := j\nend procedure\n",
   "local j : 0..9\n j := X\n call part()\n Z := j\ncritical section", 2, 1, "X->3 11:Y:=7 Z:=3"},
  {"8: two parts with arrays",
   REGISTERS "procedure one()\n local few[1..2] : boolean\n few[1] := true; B := few[1]\nend procedure\n"
             "procedure two()\n local many[1..5] : 0..9\n X := many[1]; many[5] := 9; Y := many[5]\nend procedure\n",
   "1 call one()\n2 call two()\n3 call two()\ncritical section", 2, 1, "B:=1 X:=0 Y:=9 X:=0 Y:=9"},
  {"8: labels with that of the call", REGISTERS "procedure part()\n 1 X := 1\n L: Y := 1\nend procedure\n",
   "7 call part()\ncritical section", 2, 1, "7.1:X:=1"},
  {"8: a call without a label adds nothing", REGISTERS "procedure part()\n 1 X := 1\nend procedure\n",
   "call part()\ncritical section", 2, 1, "1:X:=1"},
  {"8: 'return' ends the procedure",
   REGISTERS "procedure part()\n if X = 1 then return end if\n Y := 1\nend procedure\n",
   "call part()\n Z := 1\ncritical section", 2, 1, "X->1 Z:=1 cs X->0 Y:=1 Z:=1"},
  {"8: a function may mention registers", REGISTERS "function both(a) = a + X\n", "Z := both(Y)\ncritical section", 2,
   1, "Y->1 X->2 Z:=3"},
  {"8: functions within functions", REGISTERS "function total(x) = sum {x + k : k in 1..2}\n",
   "Z := total(max {A[k] : k in 1..N})\ncritical section", 2, 1, "A[1]->1 A[2]->2 A[1]->0 A[2]->1 Z:=6"},
};

/* --- statements ---------------------------------------------------------------------------------------------------
 * */

static const struct row statements[] = {
  {"sections", REGISTERS, "recover\n X := 0\ndoorway\n X := 1\nwaiting\n X := 2\ncritical section\nexit\n X := 3", 2, 1,
   "recover/X:=0 doorway/X:=1 waiting/X:=2 exit/X:=3 recover/X:=0"},
  {"'repeat ... forever' around the text", REGISTERS, "repeat\nremainder\ndoorway\n X := 1\ncritical section\nforever",
   2, 1, "X:=1 cs/cs X:=1"},
  {"mysession", REGISTERS, "X := mysession\ncritical section", 3, 3, "X:=3"},
  {"'elsif' and 'else'", REGISTERS, "if X = 1 then Z := 1 elsif Y = 1 then Z := 2 else Z := 3 end if\ncritical section",
   2, 1, "X->1 Z:=1 cs X->0 Y->1 Z:=2 cs X->0 Y->0 Z:=3"},
  {"'while'", REGISTERS, "while X != 0 do Y := 1 end while\ncritical section", 2, 1, "X->1 Y:=1 X->0 cs"},
  {"'repeat ... until'", REGISTERS, "repeat Y := 1 until X = 0\ncritical section", 2, 1, "Y:=1 X->1 Y:=1 X->0 cs"},
  {"'repeat ... forever' and 'break'", REGISTERS, "repeat Y := 1; if X = 0 then break end if forever\ncritical section",
   2, 1, "Y:=1 X->1 Y:=1 X->0 cs"},
  {"'for ... to'", REGISTERS, "local j : 0..9\n for j := 1 to N do A[j] := j end for\ncritical section", 2, 1,
   "A[1]:=1 A[2]:=2 cs"},
  {"'for' that is not entered", REGISTERS,
   "local j : 0..9\n for j := 3 to N do A[j] := j end for\nX := 1\ncritical section", 2, 1, "X:=1 cs"},
  {"'for ... downto'", REGISTERS, "local j : 0..9\n for j := N downto 1 do A[j] := j end for\ncritical section", 2, 1,
   "A[2]:=2 A[1]:=1 cs"},
  {"'for ... in' a list", REGISTERS, "local j : 0..9\n for j in {3, 1} do X := j end for\ncritical section", 2, 1,
   "X:=3 X:=1 cs"},
  {"'for ... in' a range", REGISTERS, "local j : 0..9\n for j in N..1 do X := j end for\ncritical section", 2, 1,
   "X:=2 X:=1 cs"},
  {"'for ... in' a set", REGISTERS,
   "local j : 0..9\nlocal s : set of 0..5\n s := S\n for j in s do X := j end for\ncritical section", 2, 1,
   "S->20 X:=2 X:=4 cs"},
  {"'break' leaves the innermost loop", REGISTERS,
   "local j, k : 0..9\n for j := 1 to 2 do for k := 1 to 9 do X := k; if Y = 1 then break end if end for end "
   "for\ncritical section",
   2, 1, "X:=1 Y->1 X:=1 Y->0 X:=2 Y->1 cs"},
  {"'await'", REGISTERS, "await B\ncritical section", 2, 1, "~B->0 ~B->1 cs"},
  {"'goto' a name", REGISTERS, "if X = 1 then goto past end if\n Y := 1\n past: Z := 1\ncritical section", 2, 1,
   "X->1 Z:=1 cs X->0 Y:=1 Z:=1"},
  {"'goto' a label", REGISTERS, "3 Y := 1\n4 if X = 1 then goto 3 end if\ncritical section", 2, 1,
   "Y:=1 X->1 Y:=1 X->0 cs"},
  {"'goto' into a loop", REGISTERS,
   "if X = 1 then goto inside end if\n while Y = 1 do\n inside: Z := 1\n end while\ncritical section", 2, 1,
   "X->1 Z:=1 Y->1 Z:=1 Y->0 cs"},
  {"'goto' out of a loop", REGISTERS,
   "while Y = 1 do if X = 1 then goto past end if end while\n Z := 1\n past: Z := 2\ncritical section", 2, 1,
   "~Y->1 X->1 Z:=2"},
  {"'skip' and 'delay'", REGISTERS, "skip; delay 2 + i\ncritical section\nexit\nX := 1", 2, 1, "skip delay:3 X:=1"},
  {"an atomic operation by itself", REGISTERS, "test_and_set(B)\ncritical section", 2, 1, "B!->1 cs"},
  {"a line without a label", REGISTERS, "3 X := 1\n Y := 1\np6.1 Z := 1\n X := 2\n T4: Y := 2\ncritical section", 2, 1,
   "3:X:=1 4:Y:=1 p6.1:Z:=1 p7:X:=2 T4:Y:=2"},
};

/* --- expressions --------------------------------------------------------------------------------------------------
 * */

#define VALUE(expression, trace)                                                \
  {                                                                             \
    expression, REGISTERS, "Z := " expression "\ncritical section", 3, 2, trace \
  }
#define TRUTH(expression, trace)                                                \
  {                                                                             \
    expression, REGISTERS, "B := " expression "\ncritical section", 3, 2, trace \
  }

static const struct row expressions[] = {
  VALUE("i", "Z:=2"),
  VALUE("N", "Z:=3"),
  VALUE("me", "Z:=2"),
  VALUE("now mod 7", "Z:=5"),
  VALUE("sessions", "Z:=3"),
  VALUE("7 - 2 - 1", "Z:=4"),
  VALUE("1 + 2 * 3", "Z:=7"),
  VALUE("(1 + 2) * 3", "Z:=9"),
  VALUE("7 div 2 + 7 mod 4", "Z:=6"),
  VALUE("7 div X + 7 mod X", "X->0 astray"),
  VALUE("7 div X + 7 mod X", "X->3 Z:=3"),
  VALUE("if X = 0 then 5 else 7 div X", "X->0 Z:=5"),
  VALUE("5 - -1", "Z:=6"),
  VALUE("2^i", "Z:=4"),
  VALUE("max(1, X, Y)", "X->3 Y->2 Z:=3"),
  VALUE("min(5, X, Y)", "X->3 Y->2 Z:=2"),
  VALUE("lg(1) + lg(2) + lg(3) + lg(5)", "Z:=6"),
  VALUE("first(S)", "S->12 Z:=2"),
  VALUE("first(S)", "S->0 Z:=0"),
  VALUE("first k in 1..N : A[k] = 1 else 9", "A[1]->0 A[2]->1 Z:=2"),
  VALUE("first k in 1..N : A[k] = 1 else X", "A[1]->0 A[2]->0 A[3]->0 X->4 Z:=4"),
  VALUE("if X = 1 then 2 else 3", "X->1 Z:=2"),
  VALUE("fetch_and_store(X, 4)", "X<>4->2 Z:=2"),
  VALUE("fetch_and_add(X, Y)", "Y->2 X+=2->1 Z:=1"),
  VALUE("compare_and_swap(X, Y, 4)", "Y->2 X?2,4->1 Z:=1"),
  TRUTH("test_and_set(C)", "C!->1 B:=1"),
  TRUTH("not C", "C->1 B:=0"),
  TRUTH("not C or C", "C->1 B:=1"),
  TRUTH("true or C and C", "B:=1"),
  TRUTH("X = 1 or X = 2 and X = 3", "X->1 B:=1"),
  TRUTH("X != 2", "X->2 B:=0"),
  TRUTH("X < 2", "X->2 B:=0"),
  TRUTH("X <= 2", "X->2 B:=1"),
  TRUTH("X > 2", "X->2 B:=0"),
  TRUTH("X >= 2", "X->2 B:=1"),
  TRUTH("X in 1..2", "X->2 B:=1"),
  TRUTH("X in {1, 3}", "X->2 B:=0"),
  TRUTH("X not in {1, 3}", "X->2 B:=1"),
  TRUTH("X in S", "X->2 S->4 B:=1"),
  TRUTH("X in S union {1}", "X->1 S->4 B:=1"),
  TRUTH("X in S minus {2}", "X->2 S->4 B:=0"),
  TRUTH("S = {0, 2}", "S->5 B:=1"),
  TRUTH("(X, i) < (Y, 3)", "X->2 Y->2 B:=1"),
  TRUTH("(X, i) < (Y, 1)", "X->2 Y->2 B:=0"),
  TRUTH("(X, i) > (Y, 1)", "X->2 Y->2 B:=1"),
  TRUTH("(X, i) <= (Y, 2)", "X->2 Y->2 B:=1"),
  TRUTH("(X, i) = (Y, 2)", "X->2 Y->2 B:=1"),
  TRUTH("(X, Y) != (0, 1)", "X->1 Y->1 B:=1"),
  {"names", "type color = {none, black, white}\nshared K, L : color\n",
   "L := if K = black then white else none\ncritical section", 2, 1, "K->1 L:=2 cs K->2 L:=0"},
  {"nil", "shared P : process or nil\nshared X : 0..9\n", "X := if P = nil then 1 else 2; P := i\ncritical section", 2,
   2, "P->0 X:=1 P:=2"},
  {"a record", "shared R : (a: 0..3, b: boolean)\nshared X : 0..9\n", "R := (X mod 4, R.b)\ncritical section", 2, 1,
   "X->2 R->1 R:=5"},
  {"a field of a register reads all of it, once", "shared R[1..N] : (a: 0..3, b: boolean)\nshared X : 0..9\n",
   "X := if R[i].b then R[i].a else 9\ncritical section", 2, 2, "R[2]->7 X:=3"},
  {"an update", "shared U : 0..9\nfunction up(x, a) = min(9, x + a)\nshared X : 0..9\n",
   "X := update(U, up, 3)\ncritical section", 2, 1, "U@3->4 X:=4"},
  {"a parameter", "parameter slots : 0..9 = 6 \"how many\"\nshared X : 0..9\n", "X := slots\ncritical section", 2, 1,
   "X:=6"},
  {"a local array leaves its bounds", REGISTERS, "local few[1..2] : 0..9\n Z := few[X]\ncritical section", 2, 1,
   "X->3 astray"},
  {"and where nobody reads the value", REGISTERS,
   "local few[1..2] : 0..9\nlocal a : 0..9\n a := few[X]\n Z := 1\ncritical section", 2, 1, "X->3 astray"},
  {"an array of registers leaves its bounds", REGISTERS, "Z := A[X]\ncritical section", 2, 1, "X->3 astray"},
  {"in two dimensions", REGISTERS, "Z := D[1, X]\ncritical section", 2, 1, "X->2 astray"},
};

/* --- walking ------------------------------------------------------------------------------------------------------
 * */

static void wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void wrong(const char *format, ...)
{
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  fprintf(stderr, "%s\n", text);
  wrongs++;
}

static struct machine *read_text(const char *declarations, const char *process, struct error *e)
{
  char *text = mem_format("algorithm toy \"a toy\"\n%sprocess i\n%s\n", declarations, process);
  struct machine *m = machine_read("toy.alg", text, strlen(text), NULL, e);
  free(text);
  return m;
}

static bool is_astray(const struct machine *m, const struct row *row, const struct rmr_op *op)
{
  const uint32_t group = op->var >> RMR_CELL_BITS, cell = op->var & ((1u << RMR_CELL_BITS) - 1);
  if (!rmr_kind_accesses(op->kind)) return false;
  if (group >= m->algorithm.n_shared) return true;
  const struct rmr_shared *s = &m->shared[group];
  return cell >= (s->cells != NULL ? s->cells((struct rmr_size){.n = row->n, .sessions = row->n, .shared = s}) : 1);
}

/* X[1], D[1,0] */
static void spell_register(const struct machine *m, const struct rmr_op *op, char *out, size_t size)
{
  const struct group *g = &m->tree->group[op->var >> RMR_CELL_BITS];
  const uint32_t cell = op->var & ((1u << RMR_CELL_BITS) - 1);
  if (g->n_dimensions == 0) snprintf(out, size, "%s", g->name);
  if (g->n_dimensions == 1) snprintf(out, size, "%s[%u]", g->name, cell + 1);
  if (g->n_dimensions == 2) snprintf(out, size, "%s[%u,%u]", g->name, cell / 2 + 1, cell % 2);
}

static void spell(const struct machine *m, const struct row *row, const struct rmr_op *op, char *out, size_t size)
{
  char place[64];
  if (op->kind == RMR_LOCAL) snprintf(out, size, op->section == RMR_CS ? "cs" : "skip");
  if (op->kind == RMR_DELAY) snprintf(out, size, "delay:%" PRId64, op->value);
  if (is_astray(m, row, op)) snprintf(out, size, "astray");
  if (!rmr_kind_accesses(op->kind) || is_astray(m, row, op)) return;
  spell_register(m, op, place, sizeof place);
  switch ((enum rmr_kind)op->kind) {
  case RMR_READ: snprintf(out, size, "%s", place); break;
  case RMR_SPIN: snprintf(out, size, "~%s", place); break;
  case RMR_WRITE: snprintf(out, size, "%s:=%" PRId64, place, op->value); break;
  case RMR_CAS: snprintf(out, size, "%s?%" PRId64 ",%" PRId64, place, rmr_cas_expected(op), rmr_cas_desired(op)); break;
  case RMR_FETCH_ADD: snprintf(out, size, "%s+=%" PRId64, place, op->value); break;
  case RMR_SWAP: snprintf(out, size, "%s<>%" PRId64, place, op->value); break;
  case RMR_TAS: snprintf(out, size, "%s!", place); break;
  case RMR_UPDATE: snprintf(out, size, "%s@%" PRId64, place, op->value); break;
  default: break;
  }
}

/* Takes off what stands in front: a section, a label. */
static const char *without_prefix(const struct machine *m, const struct row *row, const struct rmr_op *op,
                                  const char *token)
{
  static const char *const keys[] = {"remainder", "recover", "doorway", "waiting", "cs", "exit"};
  const char *slash = strchr(token, '/'), *colon = strchr(token, ':');
  if (slash != NULL) {
    if (strncmp(keys[op->section], token, (size_t)(slash - token)) != 0)
      wrong("%s: section %s, not %s", row->rule, keys[op->section], token);
    return slash + 1;
  }
  if (colon == NULL || colon[1] == '=' || strncmp(token, "delay", 5) == 0) return token;
  const struct rmr_line *line = rmr_line_of(&m->algorithm, op->line);
  if (line == NULL || strlen(line->label) != (size_t)(colon - token) ||
      strncmp(line->label, token, (size_t)(colon - token)) != 0)
    wrong("%s: line %s, not %s", row->rule, line != NULL ? line->label : "?", token);
  return colon + 1;
}

static void walk(const struct machine *m, const struct row *row)
{
  const struct rmr_algorithm *a = &m->algorithm;
  const uint32_t sessions[] = {0, 1, 2, 3};
  const int64_t parameters[] = {6};
  void *state = mem_new(1, rmr_state_size(a, row->n));
  struct rmr_in in = {.i = row->i,
                      .n = row->n,
                      .id = row->i,
                      .sessions = sessions,
                      .n_sessions = 3,
                      .now = 5,
                      .parameters = m->tree->n_parameters != 0 ? parameters : NULL,
                      .self = a->self};
  char *trace = mem_text(row->trace), *rest = trace;
  for (char *token = strtok_r(trace, " ", &rest); token != NULL; token = strtok_r(NULL, " ", &rest)) {
    const struct rmr_op op = a->step(state, &in);
    char *reply = strstr(token, "->"), is[96] = "";
    if (reply != NULL) *reply = '\0';
    spell(m, row, &op, is, sizeof is);
    const char *wanted = without_prefix(m, row, &op, token);
    if (strcmp(is, wanted) != 0) {
      wrong("%s: %s, not %s, of %s", row->rule, is, wanted, row->trace);
      break;
    }
    in.given = true;
    in.value = reply != NULL ? strtoll(reply + 2, NULL, 10) : 0;
  }
  free(trace);
  free(state);
}

static void check_rows(const struct row *row, size_t n)
{
  for (size_t k = 0; k < n; k++) {
    struct error e = {0};
    struct machine *m = read_text(row[k].declarations, row[k].process, &e);
    if (m == NULL)
      wrong("%s: %s", row[k].rule, e.text);
    else
      walk(m, &row[k]);
    machine_free(m);
  }
  assert_int_equal(wrongs, 0);
}

static void test_rules(void **state)
{
  (void)state;
  check_rows(rules, sizeof rules / sizeof *rules);
}

static void test_statements(void **state)
{
  (void)state;
  check_rows(statements, sizeof statements / sizeof *statements);
}

static void test_expressions(void **state)
{
  (void)state;
  check_rows(expressions, sizeof expressions / sizeof *expressions);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_rules),
    cmocka_unit_test(test_statements),
    cmocka_unit_test(test_expressions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
