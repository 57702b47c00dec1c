/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * crashing: another adversary, under which processes crash. It needs runs with faults (--faults stop:F, recover:F,
 * ...), and crashes nobody where none are left. Where all crash at once, they do when one of them would.
 *
 *   rate    before each step, with this probability, somebody who is in a passage crashes
 *   at      instead: a process that is poised to execute this line crashes
 *   who     nobody else but this process
 *   expire  before each step, with this probability, one of the leases that can run out does
 *   new     the same of new processes that take the places of dead ones (--faults stop:F,new:A)
 *
 * All choices are uniform, and drawn from the run's seed. A process that waits for the lease of a dead one waits until
 * it runs out: when nobody can move, one does at once; and if there is none, a new process comes.
 */
#include <rmr/adversary.h>
#include <string.h>

struct crashing {
  double rate, expire, new;
  char at[64];
  int64_t who; /* 0: anybody */
  uint32_t then;
  uint32_t crashes; /* so far */
};

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  const struct crashing *my = self;
  if (my->who > view->n) return host->fail(host, "who=%lld, but N = %u", (long long)my->who, view->n);
  if (my->at[0] == '\0') return true;
  for (uint32_t row = 0; row < host->algorithm->n_rows; row++)
    if (host->algorithm->lines[row].line != 0 && strcmp(host->algorithm->lines[row].label, my->at) == 0) return true;
  return host->fail(host, "at=%s: %s has no line of that name that makes an access", my->at, host->algorithm->name);
}

static bool is_at(const struct crashing *my, const struct rmr_host *host, const struct rmr_process *process)
{
  const struct rmr_line *line = rmr_line_of(host->algorithm, process->pending.line);
  return line != NULL && strcmp(line->label, my->at) == 0;
}

/* Whether P_p is somebody that may crash now. */
static bool is_due(const struct crashing *my, const struct rmr_host *host, const struct rmr_view *view, uint32_t p)
{
  if (view->process[p].section == RMR_REMAINDER || (my->who != 0 && p != my->who)) return false;
  return my->at[0] == '\0' || is_at(my, host, &view->process[p]);
}

static bool wants(const struct crashing *my, const struct rmr_host *host, const struct rmr_view *view,
                  rmr_action action)
{
  const uint32_t p = rmr_action_who(action);
  bool wanted = false;
  if (rmr_action_kind(action) != RMR_CRASH) return false;
  for (uint32_t q = p != 0 ? p : 1; q <= (p != 0 ? p : view->n); q++) wanted = wanted || is_due(my, host, view, q);
  return wanted;
}

/* One of the things of this kind that can happen; of crashes, one that is wanted. RMR_STOP: there is none. */
static rmr_action draw(struct crashing *my, struct rmr_host *host, const struct rmr_view *view,
                       enum rmr_action_kind kind)
{
  rmr_action action, drawn = RMR_STOP;
  uint32_t n = 0;
  for (uint32_t k = 0; (action = host->changes(host, 0, k)) != RMR_STOP; k++)
    if (kind == RMR_CRASH ? wants(my, host, view, action) : rmr_action_kind(action) == kind)
      if (rmr_random_below(&host->rng, ++n) == 0) drawn = action;
  return drawn;
}

/* Whether it is worth looking: drawn by chance, or somebody has come to the line. */
static bool is_time(const struct crashing *my, struct rmr_host *host, const struct rmr_view *view)
{
  if (my->at[0] == '\0') return my->rate > 0 && rmr_random_unit(&host->rng) < my->rate;
  for (uint32_t p = 1; p <= view->n; p++)
    if (is_due(my, host, view, p)) return true;
  return false;
}

/* Whether a new process can come. */
static bool may_come(struct rmr_host *host, const struct rmr_view *view)
{
  rmr_action action;
  uint32_t p = 1;
  while (p <= view->n && view->process[p].status != RMR_DEAD) p++;
  for (uint32_t k = 0; p <= view->n && (action = host->changes(host, 0, k)) != RMR_STOP; k++)
    if (rmr_action_kind(action) == RMR_NEW) return true;
  return false;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct crashing *my = self;
  rmr_action action = RMR_STOP;
  if (is_time(my, host, view)) action = draw(my, host, view, RMR_CRASH);
  if (action != RMR_STOP) {
    my->crashes++;
    return action;
  }
  if (view->n_ready == 0 || (my->expire > 0 && rmr_random_unit(&host->rng) < my->expire))
    action = draw(my, host, view, RMR_EXPIRE);
  if (action == RMR_STOP && may_come(host, view) &&
      (view->n_ready == 0 || (my->new > 0 && rmr_random_unit(&host->rng) < my->new)))
    action = draw(my, host, view, RMR_NEW);
  return action != RMR_STOP ? action : host->delegate(host, my->then, view);
}

static const char *const measures[] = {"crashes", NULL};

static double measure(const void *self, uint32_t which)
{
  const struct crashing *my = self;
  (void)which;
  return my->crashes;
}

static const struct rmr_option options[] = {
  {"rate", RMR_NUMBER, offsetof(struct crashing, rate), "0.01", 0, 1, "probability of a crash before each step"},
  {"at", RMR_TEXT, offsetof(struct crashing, at), "", 0, 0, "instead: every process that reaches this line crashes"},
  {"who", RMR_INTEGER, offsetof(struct crashing, who), "0", 0, 1e6, "the process that may crash; 0: any"},
  {"expire", RMR_NUMBER, offsetof(struct crashing, expire), "0.01", 0, 1,
   "probability that a lease runs out before each step"},
  {"new", RMR_NUMBER, offsetof(struct crashing, new), "0.01", 0, 1,
   "probability that a new process takes a dead one's place before each step"},
  {"then", RMR_ADVERSARY_NAME, offsetof(struct crashing, then), "random", 0, 0,
   "the adversary that chooses the steps (takes the rest of the text)"},
  {.key = NULL},
};

RMR_ADVERSARY(crashing) = {
  RMR_ADVERSARY_HEAD,   .flags = RMR_MAY_REREAD | RMR_MAY_CHANGE,
  .name = "crashing",   .about = "another adversary, with random crashes",
  .options = options,   .state_size = sizeof(struct crashing),
  .measures = measures, .start = start,
  .choose = choose,     .measure = measure,
};
