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
 * At every N, where the file has no places, the algorithm is to treat identities alike. Nobody is believed that
 * it does: a step that orders identities, counts with them or names one by a number is not followed (check_values.c),
 * so the file is refused. With places there is a set of views for each class, and three members are in the order of
 * their identities: each two of them have a view of their own. At one N each two processes have a set. Sessions,
 * records at every N, local arrays, graphs and registers of two processes are not followed.
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
#include "prove/check_step.h"
#include "prove/check_view_set.h"

enum { POLL_EVERY = 1 << 12, MOST_LOOKS = 1 << 30, MOST_JOINS = 1 << 26 };

static const uint8_t members_of[PAIRS_OF_THREE][2] = {{0, 1}, {0, 2}, {1, 2}};

/* A scene of two, or of three, with what its members show, one by one, or two by two. */
struct viewed {
  uint32_t within[PAIRS_OF_THREE]; /* their classes */
  struct shows shows[PAIRS_OF_THREE];
};

/* By class. r->scene is that of two with the words of paths, which lie alike in each class. */
struct viewing {
  struct certificate_reading *r;
  struct shows_form form;
  uint32_t n[MOST_MEMBERS + 1]; /* how many classes there are of so many members */
  struct scene *scene[MOST_MEMBERS + 1];
  struct check_scene *check[MOST_MEMBERS + 1];
  struct viewed *two, *three;
  struct view_set *set;   /* [n[2]] */
  struct lookup *ends;    /* [n[1]]: the states that views show of one process */
  uint32_t first, n_more; /* the words of paths */
  int32_t *from, *shown;  /* room for states */
  /* The step that is made: its class, its views and its member. */
  uint32_t class, view[PAIRS_OF_THREE], mover;
  uint32_t n_looks, n_joins;
};

#define REFUSE(v, code, ...) CERTIFICATE_REFUSE((v)->r, code, __VA_ARGS__)

/* --- where steps lead --------------------------------------------------------------------------------------------- */

/* The views of two of the three. */
static struct view_set *set_of(const struct viewing *v, uint32_t class, uint32_t pair)
{
  return &v->set[v->three[class].within[pair]];
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

static bool find_state(const struct view_set *set, const int32_t *state, size_t *number)
{
  *number = lookup_find(&set->states, state, set->length * sizeof *state);
  return *number < set->states.n;
}

static bool check_initial(void *self, const struct check_way *to)
{
  struct viewing *v = self;
  size_t number;
  if (!is_followed(v, to)) return false;
  memcpy(v->shown, to->state, v->r->scene.length * sizeof *v->shown);
  shows_tidy(&v->scene[2][v->class], v->shown);
  return find_state(&v->set[v->class], v->shown, &number) ||
         REFUSE(v, EXIT_EXPECT, "%s: an initial state leads out of the views", name_of(v));
}

/* Each state with the view before the step leads to one with the view behind it. */
static bool check_states(struct viewing *v, const struct view_set *set, uint32_t view,
                         const struct check_path_step *step, const char *leads)
{
  const struct certificate_reading *r = v->r;
  for (uint32_t k = set->of_view.first[view]; k != NO_VIEW; k = set->of_view.next[k]) {
    size_t number;
    bool ends, wrong;
    if (!goes_on(v)) return false;
    memcpy(v->shown + v->first, lookup_text(&set->states, k) + v->first * sizeof *v->shown,
           v->n_more * sizeof *v->shown);
    const uint64_t counts = check_path_step(&r->scene, r->claim, step, v->shown, &ends, &wrong);
    if (wrong) return REFUSE(v, EXIT_EXPECT, "%s: a process enters before one that came first", name_of(v));
    if (!find_state(set, v->shown, &number))
      return REFUSE(v, EXIT_EXPECT, "%s: %s leads out of the views", name_of(v), leads);
    if (set->potential[k] < counts + (ends ? 0 : set->potential[number]))
      return REFUSE(v, EXIT_EXPECT, "%s: a step counts more than the potential falls", name_of(v));
  }
  return true;
}

static bool check_of_two(void *self, const struct check_way *to)
{
  struct viewing *v = self;
  const struct view_set *set = &v->set[v->class];
  if (!is_followed(v, to)) return false;
  memcpy(v->shown, to->state, v->r->scene.length * sizeof *v->shown);
  shows_tidy(&v->scene[2][v->class], v->shown);
  const struct check_path_step step = {(int)v->mover, view_set_at(set, v->view[0]), v->shown, to->access};
  const uint32_t section = state_member(&v->scene[2][v->class], v->mover) + STATE_SECTION;
  if (v->r->scene.queue && to->access.of_others && !check_is_there(step.before[section]) &&
      check_is_there(step.behind[section]))
    return REFUSE(v, EXIT_EXPECT, "%s: a doorway may end at a register of another process", name_of(v));
  return check_states(v, set, v->view[0], &step, "a step");
}

/* The cell of a view that is one of the three. */
static int cell_shown(const struct viewing *v, uint32_t pair, int cell)
{
  const struct shows *s = &v->three[v->class].shows[pair];
  const int32_t word = cell != NO_CELL ? s->shown[state_cells(s->from) + (uint32_t)cell] : NOT_SHOWN;
  return word != NOT_SHOWN ? word - (int32_t)state_cells(s->to) : NO_CELL;
}

static bool check_of_three(void *self, const struct check_way *to)
{
  struct viewing *v = self;
  if (!is_followed(v, to)) return false;
  for (uint32_t p = 0; p < PAIRS_OF_THREE; p++) {
    const uint8_t *members = members_of[p];
    const struct view_set *set = set_of(v, v->class, p);
    struct check_path_step step = {NO_MEMBER, view_set_at(set, v->view[p]), v->shown, to->access};
    for (int m = 0; m < 2; m++)
      if (members[m] == v->mover) step.mover = m;
    step.access.cell = cell_shown(v, p, to->access.cell);
    shows_make(&v->three[v->class].shows[p], to->state, v->shown);
    if (!check_states(v, set, v->view[p], &step, "a step beside a third process")) return false;
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
 * depends on a register that these do not have. */
static bool concerns_others(const struct viewing *v, int32_t node, int32_t section)
{
  const struct node *n = &v->r->machine->graph.node[node];
  if (v->r->scene.queue && !check_is_there(section)) return true;
  if (!rmr_kind_accesses(n->access)) return false;
  const bool *of_processes = v->check[3][0].registers.group[n->group].of_processes;
  if (v->form.whole) return rmr_kind_writes(n->access);
  if (of_processes[0] || of_processes[1]) return !is_own(of_processes[0] ? &n->index : &n->column);
  return rmr_kind_writes(n->access);
}

static bool check_three(struct viewing *v, uint32_t class, const uint32_t view[PAIRS_OF_THREE])
{
  const int32_t *state[PAIRS_OF_THREE];
  const struct scene *two = &v->scene[2][0];
  memcpy(v->view, view, sizeof v->view);
  v->class = class;
  for (uint32_t p = 0; p < PAIRS_OF_THREE; p++) state[p] = view_set_at(set_of(v, class, p), view[p]);
  const int32_t *const member[] = {state[0], state[0] + state_member(two, 1), state[1] + state_member(two, 1)};
  bool joined = false;
  for (v->mover = 0; v->mover < 3; v->mover++) {
    if (!concerns_others(v, member[v->mover][STATE_NODE], member[v->mover][STATE_SECTION])) continue;
    if (!joined) v->n_joins++;
    if (!joined && !shows_join(v->three[class].shows, state, v->from)) return true;
    joined = true;
    if (!check_step(&v->check[3][class], v->from, v->mover, false, check_of_three, v)) return false;
  }
  return true;
}

/* All that fit, in a scene of three of the class, to the view as that of the first two. */
static bool check_beside(struct viewing *v, uint32_t class, uint32_t first)
{
  const struct view_set *set[PAIRS_OF_THREE];
  for (uint32_t p = 0; p < PAIRS_OF_THREE; p++) set[p] = set_of(v, class, p);
  uint32_t view[PAIRS_OF_THREE] = {first};
  for (view[1] = set[1]->begins.first[set[0]->end[0][first]]; view[1] != NO_VIEW;
       view[1] = set[1]->begins.next[view[1]]) {
    if (!goes_on(v)) return false;
    for (view[2] = view_set_between(set[2], set[0]->end[1][first], set[1]->end[1][view[1]]); view[2] != NO_VIEW;
         view[2] = set[2]->both.next[view[2]])
      if (!goes_on(v) || !check_three(v, class, view)) return false;
  }
  return true;
}

/* --- all views ---------------------------------------------------------------------------------------------------- */

static bool breaks_exclusion(const struct scene *w, const int32_t *view)
{
  return view[STATE_SECTION] == RMR_CS && view[state_member(w, 1) + STATE_SECTION] == RMR_CS;
}

static bool check_limit(struct viewing *v, const struct view_set *set)
{
  const struct certificate_reading *r = v->r;
  const uint64_t *bound = r->out->bound[r->claim];
  for (size_t k = 0; certificate_claims[r->claim].n_bounds != 0 && k < set->states.n; k++)
    if (set->potential[k] > bound[0])
      return REFUSE(v, EXIT_EXPECT, "%s: a path counts more than the bound", name_of(v));
  return true;
}

/* Checks the steps of a view: those of one of its two processes, and those that they and others make as one of three.
 * */
static bool check_view(struct viewing *v, uint32_t class, uint32_t view)
{
  const struct scene *w = &v->scene[2][class];
  v->class = class;
  v->view[0] = view;
  for (v->mover = 0; v->mover < 2; v->mover++) {
    memcpy(v->from, view_set_at(&v->set[class], view), w->length * sizeof *v->from);
    if (!check_step(&v->check[2][class], v->from, v->mover, false, check_of_two, v)) return false;
  }
  for (uint32_t three = 0; three < v->n[3]; three++)
    if (v->three[three].within[0] == class && !check_beside(v, three, view)) return false;
  return true;
}

static bool check_each(struct viewing *v)
{
  for (uint32_t c = 0; c < v->n[2]; c++)
    for (uint32_t k = 0; v->r->claim == CLAIM_P1 && k < v->set[c].n; k++)
      if (breaks_exclusion(&v->scene[2][c], view_set_at(&v->set[c], k)))
        return REFUSE(v, EXIT_EXPECT, "P1: two processes are in the critical section");
  for (uint32_t c = 0; c < v->n[2]; c++) {
    const uint32_t *one = v->two[c].within;
    view_set_find_ends(&v->set[c], v->two[c].shows, (struct lookup *[]){&v->ends[one[0]], &v->ends[one[1]]});
  }
  for (uint32_t c = 0; c < v->n[2]; c++) view_set_find_lists(&v->set[c], v->ends[v->two[c].within[0]].n);
  for (uint32_t c = 0; c < v->n[2]; c++)
    for (uint32_t k = 0; k < v->set[c].n; k++)
      if (!check_view(v, c, k)) return false;
  return true;
}

/* --- scenes ------------------------------------------------------------------------------------------------------- */

static const char *not_followed(const struct viewing *v, const struct check_scene *three)
{
  const struct certificate_reading *r = v->r;
  const struct check_registers *registers = &three->registers;
  if (registers->refused != NULL) return registers->refused;
  if (r->machine->algorithm.group) return "sessions in views";
  if (r->records.layout.n != 0 && (v->form.n == 0 || registers->ordered))
    return "records of numbers or places in views";
  if (registers->ordered && state_copies(three->scene) > SHOWS_MOST_WORDS) return "that many numbers in views";
  if (r->machine->graph.n_arrays != 0 || neighbours_has(&r->machine->algorithm)) return "arrays and graphs in views";
  for (uint32_t g = 0; g < r->machine->tree->n_groups; g++)
    if (registers->group[g].of_processes[0] && registers->group[g].of_processes[1])
      return "registers of two processes in views";
  return NULL;
}

/* There is none of three at N = 2. */
static bool make_scenes(struct viewing *v)
{
  if (v->form.n > CERTIFIED_MOST) return REFUSE(v, EXIT_EXPECT, "views of more than %d processes", CERTIFIED_MOST);
  for (uint32_t members = 1; members <= MOST_MEMBERS; members++) {
    v->n[members] = shows_classes(v->form, members);
    v->scene[members] = mem_new(v->n[members] + 1, sizeof *v->scene[members]);
    v->check[members] = mem_new(v->n[members] + 1, sizeof *v->check[members]);
    for (uint32_t c = 0; c < v->n[members]; c++) {
      struct check_scene *check = &v->check[members][c];
      if (!read_make_scene(v->r, &v->scene[members][c], shows_scene(members, v->form, c))) return false;
      check_scene_fill(check, &v->scene[members][c], false);
      const char *why = not_followed(v, check);
      if (why != NULL) return REFUSE(v, EXIT_EXPECT, "%s: not followed: %s", name_of(v), why);
    }
  }
  return true;
}

/* The classes and maps by which a scene of so many members shows some of them. */
static void make_shows(const struct viewing *v, uint32_t members, uint32_t class, const uint8_t *shown, uint32_t n,
                       uint32_t *within, struct shows *out)
{
  *within = shows_class_within(v->form, class, members, shown[0], shown[n - 1]);
  shows_fill(out, &v->check[members][class].registers, &v->check[n][*within].registers, shown);
}

static void make_viewed(struct viewing *v)
{
  v->two = mem_new(v->n[2], sizeof *v->two);
  v->three = mem_new(v->n[3] + 1, sizeof *v->three);
  for (uint32_t c = 0; c < v->n[2]; c++)
    for (uint8_t m = 0; m < 2; m++) make_shows(v, 2, c, &m, 1, &v->two[c].within[m], &v->two[c].shows[m]);
  for (uint32_t c = 0; c < v->n[3]; c++)
    for (uint32_t p = 0; p < PAIRS_OF_THREE; p++)
      make_shows(v, 3, c, members_of[p], 2, &v->three[c].within[p], &v->three[c].shows[p]);
  const uint32_t length = v->n[3] != 0 ? v->scene[3][0].length : v->scene[2][0].length;
  v->from = mem_new(length, sizeof *v->from);
  v->shown = mem_new(length, sizeof *v->shown);
}

/* Where a text has no numbers, no state has any: so there are never more than not_followed() allows. */
static bool check_kinds(const struct viewing *v, const struct view_set *set)
{
  const struct scene *w = &v->scene[2][0];
  for (uint32_t view = 0; !v->check[2][0].registers.ordered && view < set->n; view++)
    for (uint32_t k = 0; k < state_copies(w); k++) {
      const uint8_t kind = abstract_unpack(view_set_at(set, view)[k]).kind;
      if (state_is_value(w, k) && (kind == ABSTRACT_NUMBER || kind == ABSTRACT_SESSION))
        return REFUSE(v, EXIT_USAGE, "%s: a number where the text has none", name_of(v));
    }
  return true;
}

/* All classes, as they stand in the file. */
static bool read_sets(struct viewing *v, int observed)
{
  v->set = mem_new(v->n[2], sizeof *v->set);
  v->ends = mem_new(v->n[1], sizeof *v->ends);
  for (uint32_t c = 0; c < v->n[2]; c++) {
    if (!read_views(v->r, v->form, c, observed)) return false;
    check_path_words(&v->r->scene, &v->first, &v->n_more);
    view_set_take(&v->set[c], v->r, v->first, v->n_more);
    if (!check_kinds(v, &v->set[c]) || !check_limit(v, &v->set[c])) return false;
  }
  return true;
}

static bool check_initial_views(struct viewing *v)
{
  for (uint32_t c = 0; c < v->n[2]; c++) {
    v->class = c;
    if (!check_begin(&v->check[2][c], check_initial, v)) return false;
  }
  return true;
}

static void viewing_free(struct viewing *v)
{
  for (uint32_t c = 0; v->two != NULL && c < v->n[2]; c++)
    for (uint32_t m = 0; m < 2; m++) shows_free(&v->two[c].shows[m]);
  for (uint32_t c = 0; v->three != NULL && c < v->n[3]; c++)
    for (uint32_t p = 0; p < PAIRS_OF_THREE; p++) shows_free(&v->three[c].shows[p]);
  for (uint32_t c = 0; v->set != NULL && c < v->n[2]; c++) view_set_free(&v->set[c]);
  for (uint32_t c = 0; v->ends != NULL && c < v->n[1]; c++) lookup_free(&v->ends[c]);
  for (uint32_t members = 1; members <= MOST_MEMBERS; members++) {
    for (uint32_t c = 0; v->scene[members] != NULL && c < v->n[members]; c++) scene_free(&v->scene[members][c]);
    free(v->scene[members]);
    free(v->check[members]);
  }
  free(v->two);
  free(v->three);
  free(v->set);
  free(v->ends);
  free(v->from);
  free(v->shown);
  free(v);
}

static bool check_observed(struct certificate_reading *r, struct shows_form form, int observed)
{
  struct viewing *v = mem_new(1, sizeof *v);
  *v = (struct viewing){.r = r, .form = form};
  bool ok = make_scenes(v);
  if (ok) make_viewed(v);
  ok = ok && read_sets(v, observed) && check_initial_views(v) && check_each(v);
  viewing_free(v);
  return ok;
}

/* A bound is that of all that a path counts, whichever of the two processes it observes. */
bool check_views(struct certificate_reading *r, struct shows_form form)
{
  const bool counts = certificate_claims[r->claim].n_bounds != 0;
  for (uint32_t k = 1; k < certificate_claims[r->claim].n_bounds; k++)
    if (r->out->bound[r->claim][k] != 0)
      return CERTIFICATE_REFUSE(r, EXIT_EXPECT, "%s: in views there are no accounts",
                                certificate_claims[r->claim].name);
  return check_observed(r, form, counts ? 0 : NO_MEMBER) && (!counts || check_observed(r, form, 1));
}
