/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * one_bit.c: the referee of one_bit.h. In the order of a step: the changes of lives; the reads of P_N; the claims that
 * the end of a stage settles. The names and numbers of claims are those of docs/one-bit.md.
 */
#include "one_bit.h"

#include <string.h>

const char *const claim_name[N_CLAIMS] = {
#define CLAIM(name, text) #name ": " text,
  ONE_BIT_CLAIMS(CLAIM)
#undef CLAIM
};

enum life_state { NONE, UP, FALLEN, LEFT };

/* The outcome of the last round that began in a stage. */
enum last { NO_ROUND, SCANS, BY_ORPHAN, BY_STABLE, CROSSED };

static int choose_two(int a)
{
  return a * (a - 1) / 2;
}

static void claim(struct referee *w, enum claim c, bool holds)
{
  if (!holds) w->broken |= UINT64_C(1) << c;
}

/* a <= b */
static void compare(struct referee *w, enum claim c, int64_t a, int64_t b)
{
  claim(w, c, a <= b);
  if (a == b) w->tight |= UINT64_C(1) << c;
}

/* --- lives -------------------------------------------------------------------------------------------------------- */

static bool is_live(const struct referee *w, int i)
{
  return w->life[i].state == UP && w->life[i].top == i;
}

/* An orphan of the stage, if the guesses are right. Of a life that is up, or has fallen in this stage. */
static bool is_orphan(const struct referee *w, int i)
{
  const int top = w->life[i].top;
  return top == 0 || w->life[top].orphan_to_be;
}

/* Lambda; N: there is no such life. */
static int16_t trigger(const struct referee *w)
{
  int16_t i = 1;
  while (i < w->n && !(is_live(w, i) && !w->life[i].orphan_to_be)) i++;
  return i;
}

/* The least process with a life up that is an orphan now; N: none has. */
static int16_t least_orphan(const struct referee *w)
{
  int16_t i = 1;
  while (i < w->n && !(w->life[i].state == UP && w->life[i].top == 0)) i++;
  return i;
}

static int rank_of(const struct referee *w, int i)
{
  int rank = 0;
  for (int k = 1; k <= i; k++) rank += w->life[k].state != LEFT;
  return rank;
}

static void rise(struct referee *w, int i, bool orphan)
{
  struct life *x = &w->life[i];
  if (i == w->now.least) claim(w, CLAIM_LEAST_STABLE, !orphan);
  if (x->read_here) claim(w, CLAIM_BEHIND_LATER, !orphan);
  if (!orphan && x->n_stable > 0) { /* (5) */
    const int16_t now = trigger(w);
    compare(w, CLAIM_LIVES_TRIGGER, now, x->last_parent - 1);
    if (x->last_trigger != 0) compare(w, CLAIM_LIVES_TRIGGER, now, x->last_trigger - 1);
    x->last_trigger = now;
  }
  if (!orphan && i == w->now.least) w->now.least_stable = true;
  x->state = UP;
  x->top = (int16_t)i;
  x->parent = 0;
  x->orphan_to_be = orphan;
  x->begun_here = true;
  x->seen = x->seen_here = x->used = x->fell_here = false;
  x->after_read = x->read_here;
}

/* False: the guess for i was wrong. */
static bool run_into(struct referee *w, int i, int k)
{
  const bool orphan = w->life[i].orphan_to_be;
  if (w->life[k].state != UP || !is_live(w, i)) {
    claim(w, CLAIM_REGISTER, false);
    return true;
  }
  if (orphan != is_orphan(w, k)) return false;
  if (i == w->now.least) claim(w, CLAIM_LEAST_STAYS, orphan);
  const int16_t top = w->life[k].top;
  for (int m = 1; m < w->n; m++)
    if (w->life[m].top == i) w->life[m].top = top;
  w->life[i].orphan_to_be = false;
  w->life[i].parent = (int16_t)k;
  return true;
}

static void fall(struct referee *w, int i)
{
  struct life *x = &w->life[i];
  claim(w, CLAIM_REGISTER, x->state == UP && x->parent != 0);
  const bool orphan = is_orphan(w, i);
  if (!orphan) {
    x->n_stable++;
    x->last_parent = x->parent;
    if (x->after_read) x->whole = true;
    if (i != w->now.least) compare(w, CLAIM_LIVES, x->n_stable, rank_of(w, i) - 1);
  }
  if (orphan) x->top = 0;
  x->state = FALLEN;
  x->fell_here = !orphan;
  x->parent = x->begun_here = x->seen = x->seen_here = x->used = x->after_read = 0;
}

/* The claims that hold at any time. */
static void look_around(struct referee *w)
{
  const int16_t now = trigger(w), orphan = least_orphan(w);
  compare(w, CLAIM_TRIGGER, now, w->trigger);
  compare(w, CLAIM_ORPHAN_LEAST, w->orphan, orphan);
  w->trigger = now;
  w->orphan = orphan;
  for (int i = 1; i < w->n; i++) {
    const struct life *x = &w->life[i];
    if (x->fell_here) claim(w, CLAIM_FALLEN, x->top != 0 && x->top < i && is_live(w, x->top) && !is_orphan(w, i));
    if (x->state != UP) continue;
    if (x->parent != 0 && !is_orphan(w, i)) claim(w, CLAIM_PARENT, w->life[x->parent].state != LEFT);
    if (i < w->clean) claim(w, CLAIM_BEHIND, !is_orphan(w, i));
  }
}

/* --- P_N ---------------------------------------------------------------------------------------------------------- */

static void begin_round(struct referee *w)
{
  struct stage *now = &w->now;
  if (w->round_here && now->last == BY_STABLE) { /* an inner round is over */
    const int16_t next = trigger(w);
    const int16_t least = w->round_trigger < now->last_by ? w->round_trigger : now->last_by;
    compare(w, CLAIM_INNER, next, least - 1);
    claim(w, CLAIM_INNER, !now->triggers[next % REFEREE_MOST]);
    now->triggers[next % REFEREE_MOST] = true;
    now->beta++;
  }
  w->begun = w->round_here = w->scanning = now->rounds = true;
  w->position = 1;
  w->round_trigger = trigger(w);
  now->last = SCANS;
  now->last_by = 0;
  if (w->rounds < 2) w->rounds++;
  w->paid++;
}

static void blocked_here(struct referee *w, int k)
{
  struct stage *now = &w->now;
  struct life *y = &w->life[k];
  now->last_by = (int16_t)k;
  if (is_orphan(w, k)) {
    claim(w, CLAIM_ORPHAN_FIRST, !y->read_here);
    claim(w, CLAIM_ORPHAN_ALREADY, y->top == 0);
    now->alpha++;
    now->last = BY_ORPHAN;
    if (k == now->least) now->delta = true;
  } else {
    now->last = BY_STABLE;
    if (k != now->least) {
      claim(w, CLAIM_USES, !y->used);
      y->used = true;
    }
  }
  y->seen_here = y->read_here = true;
}

static void runs_into(struct referee *w, const struct referee_step *step)
{
  const int k = (int)step->j;
  claim(w, CLAIM_REGISTER, w->life[k].state == UP);
  claim(w, CLAIM_PAID, step->paid);
  claim(w, CLAIM_UNSEEN, !w->life[k].seen);
  w->life[k].seen = true;
  if (w->round_here)
    blocked_here(w, k);
  else { /* a leaving has crossed the scan */
    w->before.last = CROSSED;
    w->before.ell = true;
  }
  w->scanning = w->position = 0;
  w->blocker = (int16_t)k;
  w->blocked++;
}

static void reads_false(struct referee *w, const struct referee_step *step)
{
  const int k = (int)step->j;
  struct life *x = &w->life[k];
  struct stage *now = &w->now;
  claim(w, CLAIM_REGISTER, x->state != UP);
  w->z += step->paid;
  if (x->state == LEFT) {
    if (step->paid) {
      claim(w, CLAIM_READ_AFTER, x->due);
      x->due = false;
    }
  } else if (!w->round_here) {
    w->before.crossed_reads = (int16_t)(w->before.crossed_reads + step->paid);
  } else {
    if (step->paid && !x->read_here) {
      now->first++;
      if (k == now->least) now->first_least = true;
    } else if (step->paid) {
      claim(w, CLAIM_USES, x->whole);
      now->later++;
    }
    x->read_here = true;
    x->whole = false;
  }
  w->position = (int16_t)(k + 1);
  if (w->round_here && w->clean < k + 1) w->clean = (int16_t)(k + 1);
}

/* A paid read of line 5 that returns true. */
static void sees(struct referee *w, int k)
{
  struct life *x = &w->life[k];
  struct stage *now = &w->now;
  claim(w, CLAIM_REGISTER, x->state == UP);
  claim(w, CLAIM_UNSEEN, !x->seen);
  w->s++;
  const bool own = w->round_here, orphan = is_orphan(w, k);
  if (own) claim(w, CLAIM_BEHIND_LATER, !orphan);
  if (own)
    now->in_round++;
  else if (!x->begun_here)
    now->before_seen++;
  else if (orphan)
    now->orphans_seen++;
  else
    now->stable_seen++;
  if (own || (x->begun_here && !orphan)) {
    if (k == now->least)
      now->least_seen++;
    else {
      claim(w, CLAIM_USES, !x->used);
      x->used = true;
    }
  }
  x->seen = x->seen_here = true;
}

/* --- the end of a stage ------------------------------------------------------------------------------------------- */

struct sums {
  int u, v, ex, w, w0;
};

static struct sums sums_of(const struct stage *s)
{
  struct sums sum = {.u = s->a - 1 - s->beta, .ex = choose_two(s->a - 1) - s->later, .w = s->in_round + s->stable_seen};
  sum.w0 = sum.w - s->least_seen;
  sum.v = s->a >= 1 ? s->a - 1 + s->delta - s->alpha : 0;
  return sum;
}

static bool all_blocked_here(const struct stage *s)
{
  return s->last == BY_ORPHAN || s->last == BY_STABLE;
}

/* A case is met: `tight` says so. */
static void met(struct referee *w, enum claim c, enum claim inequality, int64_t slack)
{
  w->tight |= UINT64_C(1) << c;
  compare(w, inequality, 0, slack);
}

/* The claims of the proof about stage `s` (p) and the next one, `t`, in each case; `final`: the last round of all is
 * one of p's. */
static void check_case(struct referee *w, const struct stage *s, const struct stage *t, bool final, int64_t slack)
{
  const struct sums p = sums_of(s), q = sums_of(t);
  const bool nothing_next = t->delta == 0 && t->first_least == 0 && t->orphans_seen == 0;
  if (final) {
    claim(w, CLAIM_CASE_IV, s->ell == 0 && p.w == p.w0 && nothing_next && t->before_seen == 0);
    if (s->last == SCANS && s->leaver != 0) claim(w, CLAIM_CASE_IV, s->a >= 2 && q.v == s->a - 2);
    met(w, CLAIM_CASE_IV, CLAIM_MAIN_IV, slack);
  } else if (!s->rounds) {
    claim(w, CLAIM_CASE_I, p.u == s->a - 1 && s->ell == 0 && s->later == 0 && s->crossed_reads == 0);
    claim(w, CLAIM_CASE_I, p.w == s->stable_seen && p.w <= (s->a > 2 ? s->a - 1 : 1));
    met(w, CLAIM_CASE_I, CLAIM_MAIN_I, slack);
  } else if (s->leaver == s->least) {
    claim(w, CLAIM_CASE_II0, s->crossed_reads == 0 && all_blocked_here(s));
    if (s->last == BY_STABLE && s->last_by == s->least) {
      claim(w, CLAIM_CASE_II0, s->ell == 1 && s->read_after == 0 && t->orphans_seen == 0 && t->before_seen == 0);
      claim(w, CLAIM_CASE_II0, p.w == p.w0);
      if (t->delta)
        claim(w, CLAIM_CASE_II0, t->first_least == 0 && p.u >= 1);
      else if (p.u + q.v == 0 && s->a >= 2)
        claim(w, CLAIM_CASE_II0, t->first_least == 0 && (s->a == 2 || s->lo >= 1));
      met(w, CLAIM_CASE_II0, CLAIM_MAIN_II0, slack);
    } else if (s->last_by == s->least) {
      claim(w, CLAIM_CASE_II1A, s->ell == 0 && t->orphans_seen == 0 && t->before_seen == 0 && p.w <= p.w0 + 1);
      claim(w, CLAIM_CASE_II1A, !s->triggers[s->leaver] && (s->a == 1 || p.u >= 1));
      met(w, CLAIM_CASE_II1A, CLAIM_MAIN_II1A, slack);
    } else {
      claim(w, CLAIM_CASE_II1B, p.w == p.w0 && t->before_seen <= s->lo);
      claim(w, CLAIM_CASE_II1B, !s->triggers[s->leaver] && (s->a == 1 || p.u >= 1));
      if (s->left_over) claim(w, CLAIM_CASE_II1B, s->left_over_stable && (s->a == 2 || p.u >= 2));
      if (s->ell && t->delta) claim(w, CLAIM_CASE_II1B, s->a >= 3);
      met(w, CLAIM_CASE_II1B, CLAIM_MAIN_II1B, slack);
    }
  } else if (s->least_stable) {
    claim(w, CLAIM_CASE_III1, nothing_next && q.v == s->a - 2 && p.w <= p.w0 + (1 - s->ell));
    claim(w, CLAIM_CASE_III1, s->crossed_reads + t->before_seen <= s->a - 2 || s->a == 2);
    claim(w, CLAIM_CASE_III1, s->crossed_reads <= s->a - 2 && s->crossed_reads * t->before_seen == 0);
    if (s->a == 2) claim(w, CLAIM_CASE_III1, p.u != 0 || s->ell != 1);
    met(w, CLAIM_CASE_III1, CLAIM_MAIN_III1, slack);
  } else {
    claim(w, CLAIM_CASE_III2, p.u >= 1 && p.w == p.w0 && t->delta == 0 && t->first_least == 0);
    claim(w, CLAIM_CASE_III2, t->orphans_seen <= q.v + 1 && t->before_seen <= s->lo);
    claim(w, CLAIM_CASE_III2, s->crossed_reads <= s->a - 2 && s->crossed_reads * t->before_seen == 0);
    met(w, CLAIM_CASE_III2, CLAIM_MAIN_III2, slack);
  }
}

/* (*), and the brackets of (8), when everything is known of stage `s` and the next one. */
static void settle(struct referee *w, const struct stage *s, const struct stage *t, bool final)
{
  const struct sums p = sums_of(s), q = sums_of(t);
  const int left = 4 * (p.u - t->delta) + 3 * q.v + 4 * (1 - s->ell) + p.ex;
  const int right =
    (s->a >= 3) + t->first_least + s->read_after + s->crossed_reads + p.w + t->orphans_seen + t->before_seen;
  w->brackets += p.u - t->delta + q.v + 1 - s->ell;
  if (w->normal) check_case(w, s, t, final, left - right);
}

/* The facts that are known of a stage when it ends. */
static void close_stage(struct referee *w)
{
  struct stage *s = &w->now;
  if (s->a == 0) return;
  for (int i = 1; i < w->n; i++) {
    const struct life *x = &w->life[i];
    if (x->state != UP || is_orphan(w, i) || i == s->least) continue;
    compare(w, CLAIM_LIVES, x->n_stable + 1, rank_of(w, i) - 1);
    s->lo = (int16_t)(s->lo + !x->seen_here);
  }
  s->ell = s->last == BY_STABLE;
  s->ell0 = s->ell && s->last_by != s->least;
  const struct sums p = sums_of(s);
  const int used = p.w0 + s->lo + s->ell0;
  compare(w, CLAIM_BUDGET, used, p.u + p.ex);
  if (s->a >= 1 && !s->least_stable) compare(w, CLAIM_BUDGET_NO_LEAST, s->a - 2 + used, p.u + p.ex);
  if (s->rounds && !(s->last == BY_ORPHAN && s->last_by == s->least))
    compare(w, CLAIM_LEAST_SEEN, s->least_seen, 0);
  else
    compare(w, CLAIM_LEAST_SEEN, s->least_seen, 1 - s->ell);
  compare(w, CLAIM_INNER, 0, p.u);
  compare(w, CLAIM_ORPHANS_BLOCK, s->alpha, w->stage_number == 0 ? 0 : s->a - 1 + s->delta);
  compare(w, CLAIM_SEEN_BEFORE, s->before_seen, 1);
  if (w->stage_number > 0) compare(w, CLAIM_FIRST_READS, s->first, s->first_least + p.v);
  if (w->stage_number == 0) {
    claim(w, CLAIM_ORPHANS_SEEN, s->orphans_seen == 0);
    w->first_reads = s->first;
    return;
  }
  const bool left_over = w->before.left_over;
  compare(w, CLAIM_ORPHANS_SEEN, s->orphans_seen, p.v + 1 + left_over);
  if (s->delta) {
    claim(w, CLAIM_LEFT_OVER_FIRST, left_over);
    compare(w, CLAIM_ORPHANS_SEEN_ONE, s->orphans_seen, 1);
  }
  if (!s->rounds) compare(w, CLAIM_ORPHANS_SEEN_IDLE, s->orphans_seen, p.v);
}

/* (7), (10'): q, the least process of the stage that begins, is left over by the one that ends, `s`. */
static void check_left_over(struct referee *w, struct stage *s)
{
  const struct sums p = sums_of(s);
  compare(w, CLAIM_LEFT_OVER, 1, p.u);
  if (s->rounds && s->a >= 3 && all_blocked_here(s) &&
      !(s->last == BY_STABLE && s->last_by == s->leaver && s->leaver == s->least))
    compare(w, CLAIM_LEFT_OVER_TWO, 2, p.u);
  if (s->leaver == s->least && s->left_over_stable) {
    compare(w, CLAIM_BUDGET_LEAVER, s->a - 2 + p.w0 + s->lo + s->ell0, p.u + p.ex);
    compare(w, CLAIM_BUDGET_LEAVER_LO, 1, s->lo);
  }
}

/* Those who were said to become orphans, and have not, refute what was said. */
static bool refuted(const struct referee *w)
{
  for (int i = 1; i < w->n; i++)
    if (is_live(w, i) && w->life[i].orphan_to_be) return true;
  return false;
}

static int16_t least_remaining(const struct referee *w)
{
  int16_t i = 1;
  while (i < w->n && w->life[i].state == LEFT) i++;
  return i;
}

static void begin_stage(struct referee *w, int leaver, uint64_t orphans)
{
  struct stage *s = &w->now;
  const bool last_trigger = s->triggers[leaver];
  memset(s->triggers, 0, sizeof s->triggers); /* no other is asked for any more */
  s->triggers[leaver] = last_trigger;
  w->before = *s;
  *s = (struct stage){.a = (int16_t)(w->before.a - 1), .least = least_remaining(w)};
  const bool stable_before = w->life[s->least].state == UP && !is_orphan(w, s->least);
  for (int i = 1; i < w->n; i++) {
    struct life *x = &w->life[i];
    if (x->top == leaver) x->top = 0;
    x->begun_here = x->seen_here = x->used = x->fell_here = x->after_read = x->whole = x->read_here = false;
    x->n_stable = x->last_parent = x->last_trigger = 0;
    if (x->state == FALLEN) x->top = x->parent = 0; /* of no meaning any more */
    if (is_live(w, i)) x->orphan_to_be = (orphans >> i & 1) != 0;
  }
  w->stage_number++;
  w->round_here = false;
  w->clean = 1;
  w->trigger = trigger(w);
  w->orphan = least_orphan(w);
  w->round_trigger = 0;
  if (s->a == 0) return;
  const struct life *x = &w->life[s->least];
  s->least_stable = x->state == UP && !is_orphan(w, s->least);
  if (x->state == UP && !x->seen && is_orphan(w, s->least)) {
    w->before.left_over = true;
    w->before.left_over_stable = stable_before;
    check_left_over(w, &w->before);
  }
}

static bool leave(struct referee *w, int e, uint64_t orphans)
{
  struct stage *s = &w->now;
  if (!is_live(w, e)) {
    claim(w, CLAIM_REGISTER, false);
    return true;
  }
  if (refuted(w)) return false;
  s->leaver = (int16_t)e;
  if (w->scanning) {
    claim(w, CLAIM_CROSSED, w->round_here && w->position <= e);
    if (e == s->least) w->normal = false;
  }
  close_stage(w);
  if (w->before.a != 0) settle(w, &w->before, s, false);
  s->read_after = w->blocker != e;
  w->life[e].state = LEFT;
  w->life[e].top = w->life[e].parent = w->life[e].seen = 0;
  w->life[e].due = s->read_after;
  begin_stage(w, e, orphans);
  return true;
}

/* The passage of P_N is over. */
static bool finish(struct referee *w)
{
  const struct stage none = {.a = (int16_t)(w->now.a - 1)};
  const struct stage never = {.a = 0};
  const int64_t n = w->n;
  if (refuted(w)) return false;
  close_stage(w);
  const bool crossed = !w->round_here;
  if (w->before.a != 0) settle(w, &w->before, &w->now, crossed);
  if (w->now.a >= 1) settle(w, &w->now, w->now.a == 1 ? &never : &none, !crossed);
  for (int64_t a = w->now.a - 1; a >= 1; a--) w->brackets += a - 1 + (a >= 2 ? a - 2 : 0) + 1;
  if (w->rounds > 1) compare(w, CLAIM_FIRST_READS, w->first_reads, n - 2);
  for (int i = 1; i < w->n; i++) claim(w, CLAIM_READ_AFTER, !w->life[i].due);
  claim(w, CLAIM_SUM_COST, w->paid == 4 * w->blocked + 2 + w->z + w->s);
  claim(w, CLAIM_SUM_BLOCKED, w->blocked == n * n - 3 * n + 3 - w->brackets);
  if (n >= 2) compare(w, CLAIM_BLOCKED, w->blocked, n * n - 3 * n + 3);
  if (n >= 3) compare(w, CLAIM_COST, w->paid, (n * n * n + 18 * n * n - 61 * n + 84) / 6);
  w->finished = true;
  return true;
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static bool tell_last(struct referee *w, const struct referee_step *step)
{
  if (step->line != 1) w->paid += step->paid;
  switch (step->line) {
  case 1: begin_round(w); return true;
  case 3:
    if (step->value)
      runs_into(w, step);
    else
      reads_false(w, step);
    return true;
  case 5:
    if (step->value && step->paid) sees(w, (int)step->j);
    if (!step->value) {
      claim(w, CLAIM_PAID, step->paid);
      w->blocker = 0;
    }
    return true;
  case 12: return finish(w);
  default: return true;
  }
}

static bool tell_other(struct referee *w, const struct referee_step *step, uint64_t orphans)
{
  const int i = (int)step->who;
  switch (step->line) {
  case 1: rise(w, i, (orphans >> i & 1) != 0); return true;
  case 3: return !step->value || run_into(w, i, (int)step->j);
  case 4: fall(w, i); return true;
  case 12: return leave(w, i, orphans);
  default: return true;
  }
}

void referee_begin(struct referee *w, uint32_t n)
{
  memset(w, 0, sizeof *w);
  w->n = (int16_t)n;
  w->now = (struct stage){.a = (int16_t)(n - 1), .least = 1};
  w->clean = 1;
  w->normal = true;
  w->trigger = w->orphan = (int16_t)n;
}

/* A life can become an orphan only by running into one. */
uint64_t referee_asks(const struct referee *w, const struct referee_step *step)
{
  uint64_t asked = 0;
  const int e = (int)step->who;
  if (e == w->n) return 0;
  if (step->line == 1 && w->orphan < w->n) return UINT64_C(1) << e;
  if (step->line != 12) return 0;
  bool orphans = false;
  for (int i = 1; i < w->n; i++) {
    const struct life *x = &w->life[i];
    if (i == e || x->state != UP) continue;
    if (x->top == 0 || x->top == e)
      orphans = true;
    else if (x->top == i)
      asked |= UINT64_C(1) << i;
  }
  return orphans ? asked : 0;
}

bool referee_tell(struct referee *w, const struct referee_step *step, uint64_t orphans)
{
  if (step->who == (uint32_t)w->n ? !tell_last(w, step) : !tell_other(w, step, orphans)) return false;
  look_around(w);
  return true;
}

size_t referee_size(const struct referee *w)
{
  return offsetof(struct referee, life) + (size_t)w->n * sizeof *w->life;
}
