/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/print_proof.h"

#include <inttypes.h>
#include <string.h>

#include "cli/print_listing.h"
#include "cli/proof_beside.h"
#include "prove/proved_json.h"

static const char *scope_words(const struct prove_range *r, char *out, size_t size)
{
  if (r->first == 0)
    snprintf(out, size, "every N");
  else if (r->first == r->last)
    snprintf(out, size, "N = %" PRIu32, r->first);
  else
    snprintf(out, size, "N = %" PRIu32 "..%" PRIu32, r->first, r->last);
  return out;
}

static const char as_every_n[] = ", as for every N";

/* otherwise: the words for a run without lies in which others may have a part. */
static void print_abstract_run(const struct proof_answer *a, const struct prove_run *run, const char *otherwise)
{
  int member = -1;
  bool lies = false;
  if (run->step == NULL) return;
  printf("    an abstract run:");
  for (size_t k = 0; k < run->n; k++) {
    const struct prove_step *step = &run->step[k];
    const bool loop = run->n_loop != 0 && k == run->n - run->n_loop;
    if (loop) printf("%s again and again:", k != 0 ? "; then" : "");
    if (loop || step->member != member) printf("%s P%c", k != 0 && !loop ? ";" : "", 'a' + step->member);
    member = step->member;
    printf(" %s%s", rmr_line_of(&a->machine->algorithm, step->line)->label, step->lies ? "*" : "");
    lies |= step->lies;
  }
  const bool has_others = a->range.first != 2 || a->range.last != 2;
  const char *alone = !has_others ? "" : run->is_honest ? " (the others write nothing)" : otherwise;
  printf("%s\n", lies ? " (*: rests on what others may have written)" : alone);
}

/* The registers of which the proof remembers anything, where it does not of all. */
static void print_remembered(const struct proof_answer *a, const struct prove_answer *p)
{
  const struct rmr_algorithm *of = &a->machine->algorithm;
  if (p->verdict != PROVE_HOLDS || p->forgotten == 0) return;
  printf(", from");
  for (uint32_t g = 0; g < of->n_shared; g++)
    if ((p->forgotten >> g & 1) == 0) printf(" %s", of->shared[g].name);
  printf(" alone");
}

static void print_part(const char *name, uint64_t part)
{
  if (part == REACH_NO_BOUND)
    printf("%s unbounded", name);
  else
    printf("%s %" PRIu64, name, part);
}

static void print_property(const struct proof_answer *a, enum prove_property id)
{
  static const char *const broken[N_PROVE_PROPERTIES] = {
    "two processes are in the critical section", "no bound on the own steps of an exit was found",
    "no bound of the form a + c(N-1) on the own steps of an entry that nobody disturbs was found",
    "a process enters before one that came first", "no bound on the entries of another process was found"};
  const struct prove_answer *p = &a->proved.property[id];
  const struct rmr_algorithm *of = &a->machine->algorithm;
  char scope[64], words[64];
  scope_words(&a->range, scope, sizeof scope);
  if (p->verdict == PROVE_NOT_ASKED) return;
  printf("%-7s", prove_names[id]);
  if (p->verdict == PROVE_HOLDS) printf("holds for %s%s", scope, p->at_every_n ? as_every_n : "");
  const char *bound = prove_steps_words(p, words, sizeof words), *s = strcmp(bound, "1") == 0 ? "" : "s";
  if (p->verdict == PROVE_HOLDS && id == PROVE_P3) printf(": an exit takes at most %s own step%s", bound, s);
  if (p->verdict == PROVE_HOLDS && id == PROVE_P4)
    printf(": an entry that nobody disturbs takes at most %s own step%s", bound, s);
  if (p->verdict == PROVE_HOLDS && id == PROVE_BYPASS)
    printf(": while a process waits, each %s one enters at most %s time%s",
           of->group || neighbours_has(of) ? "conflicting" : "other", bound, s);
  if (p->verdict == PROVE_NOT_PROVED)
    printf("not proved: %s%s", broken[id],
           id == PROVE_P3 || id == PROVE_P4 ? "" : ", if others may write at any time what they ever write");
  if (p->verdict == PROVE_NOT_DECIDED) printf("not decided: %s", p->why);
  if (p->by_accounts) {
    print_part(": own account", p->bound);
    print_part(", with each process below", p->below);
    print_part(", above", p->above);
  }
  if (p->states != 0) {
    printf(" (%" PRIu32 " %s%s", p->states, (p->basis & PROVE_BY_VIEWS) ? "views of two" : "states",
           (p->basis & PROVE_BY_MATCHES) ? " of a match" : "");
    print_remembered(a, p);
    printf(")");
  }
  printf("%s\n", (p->basis & PROVE_BY_LEVELS) ? " (by levels)" : "");
  if (p->verdict == PROVE_NOT_PROVED && p->why[0] != '\0') printf("    by views of two: %s\n", p->why);
  print_abstract_run(a, &p->run, p->verdict == PROVE_NOT_PROVED ? " (the others write nothing)" : "");
}

/* The accounts of a bound, and how many there are. */
struct accounts {
  const struct reach_paid *of[4];
  const char *name[4], *key[4]; /* for people, and in JSON */
  uint32_t n;
};

static struct accounts accounts_of(const struct prove_cost *c)
{
  if (c->form == PROVE_POWERS)
    return (struct accounts){{&c->power[0], &c->power[1], &c->power[2], &c->power[3]},
                             {"1", "N-1", "(N-1)^2", "(N-1)^3"},
                             {"power 0", "power 1", "power 2", "power 3"},
                             PROVE_MOST_POWERS};
  if (c->form == PROVE_PER_LEVEL) return (struct accounts){{&c->own}, {"level"}, {"level"}, 1};
  struct accounts out = {{&c->own, &c->below, &c->above, &c->two},
                         {"own", "below", "above", "any two"},
                         {"own", "below", "above", "two"},
                         3};
  if (c->below.most == 0 && c->above.most == 0) out.n = 1;
  if (prove_uses_two(c)) out.n = 4;
  return out;
}

static bool pays(const struct accounts *accounts, uint16_t line)
{
  bool any = false;
  for (uint32_t k = 0; k < accounts->n; k++) any |= accounts->of[k]->by_line[line] != 0;
  return any;
}

/* The cost of each line, on a way of each account that pays the most. */
static void print_lines(const struct rmr_algorithm *of, const struct accounts *accounts)
{
  printf("%5s  %-7s", "line", "section");
  for (uint32_t k = 0; k < accounts->n; k++) printf("  %7s", accounts->name[k]);
  printf("\n");
  for (uint32_t row = 0; row < of->n_rows; row++) {
    const struct rmr_line *line = &of->lines[row];
    if (line->line == 0 || !pays(accounts, line->line)) continue;
    printf("%5s  %-7s", line->label, listing_section(line));
    for (uint32_t k = 0; k < accounts->n; k++) {
      const uint16_t paid = accounts->of[k]->by_line[line->line];
      if (paid != 0)
        printf("  %7u", paid);
      else
        printf("  %7s", "");
    }
    printf("  %s\n", line->text);
  }
}

/* The parts of a bound. */
static void print_parts(const struct prove_cost *c)
{
  char words[128];
  if (c->form == PROVE_PER_LEVEL) {
    printf("at each level %" PRIu64, c->own.most);
  } else if (c->form == PROVE_POWERS) {
    printf("own account %s", prove_powers_words(c, 0, 1, words, sizeof words));
    printf(", with all others %s", prove_powers_words(c, 2, PROVE_MOST_POWERS - 1, words, sizeof words));
  } else {
    print_part("own account", c->own.most);
    print_part(", with each process below", c->below.most);
    print_part(", above", c->above.most);
    if (c->verdict == PROVE_HOLDS && prove_uses_two(c)) print_part(", with any two", c->two.most);
  }
}

/* The basis of the bound. */
static void print_basis(const struct prove_cost *c)
{
  const char *some =
    (c->basis & PROVE_BY_VALUES) ? "states, or views of two with copies" : "views of two, with copies"; /* of a range */
  if (c->basis & PROVE_BY_LEVELS)
    printf(" (by levels)\n");
  else
    printf(" (%" PRIu32 " %s%s)\n", c->states, (c->basis & PROVE_BY_VIEWS) ? some : "states",
           (c->basis & PROVE_BY_VALUES)    ? ", by values found"
           : (c->basis & PROVE_BY_MATCHES) ? " of a match, with copies"
                                           : "");
}

static void print_cost(const struct proof_answer *a)
{
  const struct prove_cost *c = &a->proved.cost;
  char scope[64], bound[160];
  scope_words(&a->range, scope, sizeof scope);
  if (c->verdict == PROVE_NOT_ASKED) return;
  printf("%-7s", "rmr");
  if (c->verdict == PROVE_NOT_DECIDED) {
    printf("not decided: %s\n", c->why);
    return;
  }
  if (c->verdict == PROVE_HOLDS)
    printf("at most %s in a passage, for %s%s: ", prove_bound_words(c, bound, sizeof bound), scope,
           c->at_every_n ? as_every_n : "");
  else
    printf("no bound of the form a + c(N-1) was found: ");
  print_parts(c);
  print_basis(c);
  if (c->verdict == PROVE_NOT_PROVED && c->why[0] != '\0') printf("    by views of two: %s\n", c->why);
  if (c->verdict != PROVE_HOLDS) {
    print_abstract_run(a, &a->proved.cost_run, "");
    return;
  }
  const struct accounts accounts = accounts_of(c);
  print_lines(&a->machine->algorithm, &accounts);
  print_beside(a);
}

static void print_covered(const char *asked)
{
  if (asked != NULL) printf(" (covers %s)", asked);
}

void print_proof(const struct proof_answer *a)
{
  char scope[64];
  const bool any_graph = a->range.first == 0 && neighbours_has(&a->machine->algorithm);
  printf("%s: %s, memory %s, passages without end", a->machine->algorithm.title,
         scope_words(&a->range, scope, sizeof scope), memory_names[a->spec->memory]);
  print_covered(a->passages);
  if (a->machine->algorithm.group) {
    printf(", any sessions");
    print_covered(a->sessions);
  }
  if (a->proved.unbounded) printf(", as long as no number leaves its range");
  if (a->proved.tickets) printf(", tickets as nodes");
  printf("%s\n", any_graph ? ", any graph" : "");
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) print_property(a, k);
  print_cost(a);
  if (a->witness.path != NULL) printf("%s fails: %s\n", a->witness.what, a->witness.path);
}

static json_t *lines_json(const struct rmr_algorithm *of, const struct accounts *accounts)
{
  json_t *out = json_array();
  for (uint32_t row = 0; row < of->n_rows; row++) {
    const struct rmr_line *line = &of->lines[row];
    if (line->line == 0 || !pays(accounts, line->line)) continue;
    json_t *o = json_pack("{s:s, s:s}", "label", line->label, "text", line->text);
    for (uint32_t k = 0; k < accounts->n; k++)
      json_object_set_new(o, accounts->key[k], json_integer(accounts->of[k]->by_line[line->line]));
    json_array_append_new(out, o);
  }
  return out;
}

json_t *proof_json(const struct proof_answer *a)
{
  json_t *o = json_pack("{s:s, s:s}", "algorithm", a->algorithm, "memory", memory_names[a->spec->memory]);
  json_object_set_new(o, "n",
                      a->range.first == 0 ? json_string("any")
                                          : json_pack("[I, I]", (json_int_t)a->range.first, (json_int_t)a->range.last));
  if (a->sessions != NULL) json_object_set_new(o, "sessions", json_string(a->sessions));
  if (a->passages != NULL) json_object_set_new(o, "passages", json_string(a->passages));
  if (a->proved.unbounded) json_object_set_new(o, "assumes", json_string("ranges"));
  if (a->proved.tickets) json_object_set_new(o, "tickets", json_string("nodes"));
  json_object_set_new(o, "properties", prove_properties_json(a->machine, &a->proved));
  if (a->witness.path != NULL)
    json_object_set_new(o, "witness", json_pack("{s:s, s:s}", "of", a->witness.what, "file", a->witness.path));
  const struct prove_cost *c = &a->proved.cost;
  if (c->verdict == PROVE_NOT_ASKED) return o;
  json_t *cost = prove_cost_json(a->machine, &a->proved);
  const struct accounts accounts = accounts_of(c);
  if (c->verdict == PROVE_HOLDS) json_object_set_new(cost, "lines", lines_json(&a->machine->algorithm, &accounts));
  if (a->beside.n_exact != 0 || a->beside.adversary != NULL) json_object_set_new(cost, "beside", beside_json(a));
  json_object_set_new(o, "rmr", cost);
  return o;
}
