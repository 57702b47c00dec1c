/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_views.c: confirms that a set of views of two processes is one that Lemma 5 of docs/every-n-views.md is about,
 * and what Lemma 6 says of the paths through it. Nothing is searched:
 *
 *   - the views of the initial states are in it;
 *   - so is what a step of one of the two leads to, if it accesses a register that the view has;
 *   - so is all that three processes show, two by two, after a step of one of them, wherever each two of the three show
 *     a view of the set before;
 *   - for P1, no view has two processes in the critical section.
 *
 * For a claim about paths, each view comes with some words more (check_paths.h), and the one behind a step must be
 * there with what the step makes of them. Then no process enters before one that came first (P5), or the potential
 * falls on each step by what it counts.
 *
 * It is for every N, and for algorithms that treat identities alike. Nobody is believed that an algorithm does: a step
 * that orders identities, counts with them or names one by a number is not followed (check_values.c), so the file is
 * refused. Numbers, sessions, records, local arrays, graphs and registers of two processes are not followed either.
 *
 * The views may have who came before whom, as in Lemma 6a. Then a step with which a process may come concerns all.
 *
 * Three views are joined where they agree in what they show of each process alone. A step of three is not made if it
 * changes nothing for the two others, nor depends on them. All else is, each time: that is slow and simple.
 */
#include "prove/check_views.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/neighbours.h"
#include "model/system.h"
#include "prove/check_paths.h"
#include "prove/check_shows.h"
#include "prove/check_step.h"

enum { POLL_EVERY = 1 << 12, MOST_LOOKS = 1 << 30, MOST_JOINS = 1 << 26 };
#define NO_VIEW UINT32_MAX

static const uint8_t members_of[PAIRS_OF_THREE][2] = {{0, 1}, {0, 2}, {1, 2}};

/* Views in lists, by number of what they have in common. */
struct lists {
  uint32_t *first, *next; /* [number], [view] */
};

struct viewing {
  struct certificate_reading *r;
  struct scene form[MOST_MEMBERS + 1]; /* by members; r->scene is that of two with the words of paths */
  struct check_scene one, two, three;
  struct shows alone[2], pair[PAIRS_OF_THREE];
  uint32_t first, n_more;               /* the words of paths */
  struct lookup views;                  /* without them, */
  uint32_t n;                           /* so many, */
  int32_t *words;                       /* and these: [n][length]; NULL: views that come are initial */
  struct lists states;                  /* of the certificate, by their views */
  struct lookup ends, between;          /* what views show of one process; each two of these that a view has */
  uint32_t *end[2];                     /* [view] */
  struct lists begins, both;            /* views with this first end, and with both ends */
  int32_t *from, *shown;                /* room for states */
  uint32_t view[PAIRS_OF_THREE], mover; /* the step that is made: from which views, and by which member */
  uint32_t n_looks, n_joins;
};

#define REFUSE(v, code, ...) CERTIFICATE_REFUSE((v)->r, code, __VA_ARGS__)

/* --- where steps lead --------------------------------------------------------------------------------------------- */

static const int32_t *view_at(const struct viewing *v, uint32_t view)
{
  return v->words + (size_t)view * v->r->scene.length;
}

static const char *name_of(const struct viewing *v)
{
  return certificate_claims[v->r->claim].name;
}

static bool is_followed(struct viewing *v, const struct check_way *to)
{
  return to->stuck == NULL || REFUSE(v, EXIT_EXPECT, "%s: a step that is not followed: %s", name_of(v), to->stuck);
}

static bool goes_on(struct viewing *v)
{
  if (++v->n_looks % POLL_EVERY == 0 && !read_goes_on(v->r)) return false;
  return (v->n_looks < MOST_LOOKS && v->n_joins < MOST_JOINS) ||
         REFUSE(v, EXIT_INCOMPLETE, "%s: too many views fit together", name_of(v));
}

static bool find_state(const struct viewing *v, const int32_t *state, size_t *number)
{
  *number = lookup_find(&v->r->states, state, v->r->scene.length * sizeof *state);
  return *number < v->r->states.n;
}

static bool check_initial(void *self, const struct check_way *to)
{
  struct viewing *v = self;
  size_t number;
  if (!is_followed(v, to)) return false;
  memcpy(v->shown, to->state, v->r->scene.length * sizeof *v->shown);
  shows_tidy(&v->form[2], v->shown);
  return find_state(v, v->shown, &number) ||
         REFUSE(v, EXIT_EXPECT, "%s: an initial state leads out of the views", name_of(v));
}

/* Each state with the view before the step leads to one with the view behind it. */
static bool check_states(struct viewing *v, uint32_t view, const struct check_path_step *step, const char *leads)
{
  const struct certificate_reading *r = v->r;
  for (uint32_t k = v->states.first[view]; k != NO_VIEW; k = v->states.next[k]) {
    size_t number;
    bool ends, wrong;
    if (!goes_on(v)) return false;
    memcpy(v->shown + v->first, lookup_text(&r->states, k) + v->first * sizeof *v->shown, v->n_more * sizeof *v->shown);
    const uint64_t counts = check_path_step(&r->scene, r->claim, step, v->shown, &ends, &wrong);
    if (wrong) return REFUSE(v, EXIT_EXPECT, "%s: a process enters before one that came first", name_of(v));
    if (!find_state(v, v->shown, &number))
      return REFUSE(v, EXIT_EXPECT, "%s: %s leads out of the views", name_of(v), leads);
    if (r->potential[k] < counts + (ends ? 0 : r->potential[number]))
      return REFUSE(v, EXIT_EXPECT, "%s: a step counts more than the potential falls", name_of(v));
  }
  return true;
}

static bool check_of_two(void *self, const struct check_way *to)
{
  struct viewing *v = self;
  if (!is_followed(v, to)) return false;
  memcpy(v->shown, to->state, v->r->scene.length * sizeof *v->shown);
  shows_tidy(&v->form[2], v->shown);
  const struct check_path_step step = {(int)v->mover, view_at(v, v->view[0]), v->shown, to->access};
  const uint32_t section = state_member(&v->form[2], v->mover) + STATE_SECTION;
  if (v->r->scene.queue && to->access.of_others && !check_is_there(step.before[section]) &&
      check_is_there(step.behind[section]))
    return REFUSE(v, EXIT_EXPECT, "%s: a doorway may end at a register of another process", name_of(v));
  return check_states(v, v->view[0], &step, "a step");
}

/* The cell of a view that is one of the three. */
static int cell_shown(const struct viewing *v, uint32_t pair, int cell)
{
  const int32_t word = cell != NO_CELL ? v->pair[pair].shown[state_cells(&v->form[3]) + (uint32_t)cell] : NOT_SHOWN;
  return word != NOT_SHOWN ? word - (int32_t)state_cells(&v->form[2]) : NO_CELL;
}

static bool check_of_three(void *self, const struct check_way *to)
{
  struct viewing *v = self;
  if (!is_followed(v, to)) return false;
  for (uint32_t p = 0; p < PAIRS_OF_THREE; p++) {
    const uint8_t *members = members_of[p];
    struct check_path_step step = {NO_MEMBER, view_at(v, v->view[p]), v->shown, to->access};
    for (int m = 0; m < 2; m++)
      if (members[m] == v->mover) step.mover = m;
    step.access.cell = cell_shown(v, p, to->access.cell);
    shows_make(&v->pair[p], to->state, v->shown);
    if (!check_states(v, v->view[p], &step, "a step beside a third process")) return false;
  }
  return true;
}

/* --- three views -------------------------------------------------------------------------------------------------- */

/* Whether the index of the process that makes the access is all that it names. */
static bool is_own(const struct value *index)
{
  return index->n == 1 && (index->code[0].kind == EXPR_I || index->code[0].kind == EXPR_ME);
}

/* Whether a step from the node may concern more than the views that the process itself is in, or come out in a way that
 * depends on the register of another one. */
static bool concerns_others(const struct viewing *v, int32_t node, int32_t section)
{
  const struct node *n = &v->r->machine->graph.node[node];
  if (v->r->scene.queue && !check_is_there(section)) return true;
  if (!rmr_kind_accesses(n->access)) return false;
  const bool *of_processes = v->three.registers.group[n->group].of_processes;
  if (of_processes[0] || of_processes[1]) return !is_own(of_processes[0] ? &n->index : &n->column);
  return rmr_kind_writes(n->access);
}

static bool check_three(struct viewing *v, const uint32_t view[PAIRS_OF_THREE])
{
  const int32_t *state[PAIRS_OF_THREE];
  const struct scene *two = &v->form[2];
  memcpy(v->view, view, sizeof v->view);
  for (uint32_t p = 0; p < PAIRS_OF_THREE; p++) state[p] = view_at(v, view[p]);
  const int32_t *const member[] = {state[0], state[0] + state_member(two, 1), state[1] + state_member(two, 1)};
  bool joined = false;
  for (v->mover = 0; v->mover < 3; v->mover++) {
    if (!concerns_others(v, member[v->mover][STATE_NODE], member[v->mover][STATE_SECTION])) continue;
    if (!joined) v->n_joins++;
    if (!joined && !shows_join(v->pair, state, v->from)) return true;
    joined = true;
    if (!check_step(&v->three, v->from, v->mover, false, check_of_three, v)) return false;
  }
  return true;
}

/* All that fit to the view as that of the first two. */
static bool check_beside(struct viewing *v, uint32_t first)
{
  uint32_t view[PAIRS_OF_THREE] = {first};
  for (view[1] = v->begins.first[v->end[0][first]]; view[1] != NO_VIEW; view[1] = v->begins.next[view[1]]) {
    const uint32_t ends[2] = {v->end[1][first], v->end[1][view[1]]};
    const size_t at = lookup_find(&v->between, ends, sizeof ends);
    if (!goes_on(v)) return false;
    if (at == v->between.n) continue;
    for (view[2] = v->both.first[at]; view[2] != NO_VIEW; view[2] = v->both.next[view[2]])
      if (!goes_on(v) || !check_three(v, view)) return false;
  }
  return true;
}

/* --- all views ---------------------------------------------------------------------------------------------------- */

static struct lists lists_new(uint32_t n)
{
  struct lists l = {mem_new(n + 1, sizeof *l.first), mem_new(n + 1, sizeof *l.next)};
  memset(l.first, 0xff, (n + 1) * sizeof *l.first);
  return l;
}

static void lists_free(struct lists *l)
{
  free(l->first);
  free(l->next);
}

static void enlist(struct lists *l, size_t number, uint32_t view)
{
  l->next[view] = l->first[number];
  l->first[number] = view;
}

/* The views of all states. A key of a table may lie anywhere, and a view is looked at as words. */
static void find_views(struct viewing *v)
{
  const size_t length = v->r->scene.length;
  const uint32_t n = (uint32_t)v->r->states.n;
  v->states = lists_new(n);
  v->words = mem_new(n * length, sizeof *v->words);
  for (uint32_t k = 0; k < n; k++) {
    int32_t *view = v->words + v->views.n * length;
    memcpy(view, lookup_text(&v->r->states, k), length * sizeof *view);
    memset(view + v->first, 0, v->n_more * sizeof *view);
    enlist(&v->states, lookup_add(&v->views, view, length * sizeof *view), k);
  }
  v->n = (uint32_t)v->views.n;
}

/* What a view shows of each of its two processes alone; there are at most two such for each view. */
static void find_ends(struct viewing *v)
{
  v->begins = lists_new(2 * v->n);
  v->both = lists_new(v->n);
  for (uint32_t m = 0; m < 2; m++) v->end[m] = mem_new(v->n + 1, sizeof *v->end[m]);
  for (uint32_t k = 0; k < v->n; k++) {
    for (uint32_t m = 0; m < 2; m++) {
      shows_make(&v->alone[m], view_at(v, k), v->shown);
      v->end[m][k] = (uint32_t)lookup_add(&v->ends, v->shown, v->form[1].length * sizeof *v->shown);
    }
    const uint32_t ends[2] = {v->end[0][k], v->end[1][k]};
    enlist(&v->begins, ends[0], k);
    enlist(&v->both, lookup_add(&v->between, ends, sizeof ends), k);
  }
}

static bool breaks_exclusion(const struct scene *w, const int32_t *view)
{
  return view[STATE_SECTION] == RMR_CS && view[state_member(w, 1) + STATE_SECTION] == RMR_CS;
}

static bool check_limit(struct viewing *v)
{
  const struct certificate_reading *r = v->r;
  const uint64_t *bound = r->out->bound[r->claim];
  for (size_t k = 0; certificate_claims[r->claim].n_bounds != 0 && k < r->states.n; k++)
    if (r->potential[k] > bound[0]) return REFUSE(v, EXIT_EXPECT, "%s: a path counts more than the bound", name_of(v));
  return true;
}

static bool check_each(struct viewing *v)
{
  const struct scene *w = &v->form[2];
  find_views(v);
  for (uint32_t k = 0; v->r->claim == CLAIM_P1 && k < v->n; k++)
    if (breaks_exclusion(w, view_at(v, k)))
      return REFUSE(v, EXIT_EXPECT, "P1: two processes are in the critical section");
  find_ends(v);
  for (uint32_t k = 0; k < v->n; k++) {
    v->view[0] = k;
    for (v->mover = 0; v->mover < 2; v->mover++) {
      memcpy(v->from, view_at(v, k), w->length * sizeof *v->from);
      if (!check_step(&v->two, v->from, v->mover, false, check_of_two, v)) return false;
    }
    if (!check_beside(v, k)) return false;
  }
  return true;
}

/* --- scenes ------------------------------------------------------------------------------------------------------- */

static const char *not_followed(const struct viewing *v)
{
  const struct certificate_reading *r = v->r;
  const struct check_registers *registers = &v->three.registers;
  if (registers->refused != NULL) return registers->refused;
  if (registers->ordered || r->records.layout.n != 0 || r->machine->algorithm.group)
    return "numbers, sessions and records in views";
  if (r->machine->graph.n_arrays != 0 || neighbours_has(&r->machine->algorithm)) return "arrays and graphs in views";
  for (uint32_t g = 0; g < r->machine->tree->n_groups; g++)
    if (registers->group[g].of_processes[0] && registers->group[g].of_processes[1])
      return "registers of two processes in views";
  return NULL;
}

static bool make_scenes(struct viewing *v)
{
  for (uint32_t members = 1; members <= MOST_MEMBERS; members++)
    if (!read_make_scene(v->r, &v->form[members], shows_scene(members, v->r->scene.queue))) return false;
  check_scene_fill(&v->one, &v->form[1], false);
  check_scene_fill(&v->two, &v->form[2], false);
  check_scene_fill(&v->three, &v->form[3], false);
  const char *why = not_followed(v);
  if (why != NULL) return REFUSE(v, EXIT_EXPECT, "%s: not followed: %s", name_of(v), why);
  check_path_words(&v->r->scene, &v->first, &v->n_more);
  for (uint8_t m = 0; m < 2; m++) shows_fill(&v->alone[m], &v->two.registers, &v->one.registers, &m);
  for (uint32_t p = 0; p < PAIRS_OF_THREE; p++)
    shows_fill(&v->pair[p], &v->three.registers, &v->two.registers, members_of[p]);
  v->from = mem_new(v->form[3].length, sizeof *v->from);
  v->shown = mem_new(v->form[3].length, sizeof *v->shown);
  return true;
}

static void viewing_free(struct viewing *v)
{
  for (uint32_t members = 1; members <= MOST_MEMBERS; members++) scene_free(&v->form[members]);
  for (uint32_t m = 0; m < 2; m++) shows_free(&v->alone[m]);
  for (uint32_t p = 0; p < PAIRS_OF_THREE; p++) shows_free(&v->pair[p]);
  for (uint32_t m = 0; m < 2; m++) free(v->end[m]);
  lists_free(&v->states);
  lists_free(&v->begins);
  lists_free(&v->both);
  free(v->words);
  free(v->from);
  free(v->shown);
  lookup_free(&v->views);
  lookup_free(&v->ends);
  lookup_free(&v->between);
  free(v);
}

static bool check_observed(struct certificate_reading *r, int observed)
{
  struct viewing *v = mem_new(1, sizeof *v);
  v->r = r;
  const bool ok = read_views(r, observed) && make_scenes(v) && check_limit(v) &&
                  check_begin(&v->two, check_initial, v) && check_each(v);
  viewing_free(v);
  return ok;
}

/* A bound is that of all that a path counts, whichever of the two processes it observes. */
bool check_views(struct certificate_reading *r)
{
  const bool counts = certificate_claims[r->claim].n_bounds != 0;
  for (uint32_t k = 1; k < certificate_claims[r->claim].n_bounds; k++)
    if (r->out->bound[r->claim][k] != 0)
      return CERTIFICATE_REFUSE(r, EXIT_EXPECT, "%s: in views there are no accounts",
                                certificate_claims[r->claim].name);
  return check_observed(r, counts ? 0 : NO_MEMBER) && (!counts || check_observed(r, 1));
}
