/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page of a run: its data are JSON from which the run can be told again. Told here in the plainest way, they lead
 * to the registers, copies, sections, RMRs and forks that the simulator has at the end; a parked process waits for
 * registers that would wake it; texts cannot end the script early; the text trace is in the page for those who have no
 * scripts.
 */
#include <jansson.h>

#include "base/file.h"
#include "sim/moment.h"
#include "sim/state.h"
#include "sim/step.h"
#include "sim/trace.h"

#include "client.h"

static const char *between(char *page, const char *from, const char *to)
{
  char *begin = strstr(page, from);
  assert_non_null(begin);
  begin += strlen(from);
  char *end = strstr(begin, to);
  assert_non_null(end);
  *end = '\0';
  return begin;
}

static json_t *data_of(const char *path)
{
  struct error e = {0};
  json_error_t why;
  char *page = file_read(path, 1 << 26, NULL, &e);
  assert_non_null(page);
  assert_non_null(strstr(page, "<pre id=\"text\">"));
  json_t *data = json_loads(between(page, "id=\"data\">", "</script>"), 0, &why);
  if (data == NULL) fail_msg("line %d: %s", why.line, why.text);
  free(page);
  return data;
}

static json_int_t number(const json_t *list, size_t k)
{
  return json_integer_value(json_array_get(list, k));
}

static bool has_bit(const char *hex, uint32_t p)
{
  const size_t length = strlen(hex), digit = (p - 1) / 4;
  if (digit >= length) return false;
  const char text[2] = {hex[length - 1 - digit], '\0'};
  return strtoul(text, NULL, 16) >> ((p - 1) % 4) & 1;
}

/* The clock by the data: how much has passed, and how old the stamp is that register 0 holds. */
static void compare_clock(const struct sim *sim, const json_t *data)
{
  const json_t *events = json_object_get(data, "events");
  json_int_t ticks = 0, born = 0, writer = 0;
  for (size_t k = 0; k < json_array_size(events); k++) {
    const json_t *one = json_array_get(events, k), *age = json_array_get(one, 8);
    if (number(one, 0) == 0) {
      if (number(one, 4) == RMR_TICK) ticks += number(one, 5);
    } else if (rmr_kind_writes(number(one, 4) >> 3 & 15)) {
      born = json_is_integer(age) ? ticks - json_integer_value(age) : -1;
      writer = number(one, 0);
    }
  }
  const rmr_word time = system_part(system_time_field(sim_system(sim), 0), sim->memory[0]);
  assert_true(ticks > 0 && ticks == sim->now);
  assert_true(time != 0 && born >= 0);
  assert_int_equal(ticks - born, sim_local_time(sim, (uint32_t)writer) - time);
}

static void unpark(const json_t *woken, bool parked[32])
{
  for (size_t k = 0; k < json_array_size(woken); k++) parked[number(woken, k)] = false;
}

/* The processes asleep at the end: those that were parked, and not woken since, by a step or by an event. */
static void compare_parked(const struct sim *sim, const json_t *data)
{
  const json_t *events = json_object_get(data, "events");
  bool parked[32] = {false};
  for (size_t k = 0; k < json_array_size(events); k++) {
    const json_t *one = json_array_get(events, k), *who = json_array_get(one, 5);
    const json_int_t p = number(one, 0);
    if (p != 0) parked[p] = number(one, 4) >> 10 & 1;
    for (size_t w = 0; p == 0 && w < json_array_size(who); w++) parked[number(json_array_get(who, w), 0)] = false;
    unpark(json_array_get(one, p != 0 ? 7 : 6), parked);
    for (uint32_t q = 1; k + 1 == json_array_size(events) && q <= sim->n; q++)
      assert_int_equal(parked[q], sim->process[q].status == RMR_PARKED);
  }
}

/* The end of the run by the events, against the simulator. */
static void compare_end(const struct sim *sim, const json_t *data)
{
  const json_t *events = json_object_get(data, "events"), *texts = json_object_get(data, "texts");
  json_int_t value[256] = {0}, section[32] = {0}, line[32] = {0}, rmr = 0;
  const char *copies[256] = {0};
  char text[NAMES_SIZE];
  const struct system *system = sim_system(sim);
  assert_true(system->n_registers <= 256 && system->n < 32);
  for (uint32_t v = 0; v < system->n_registers; v++) value[v] = number(json_object_get(data, "first"), v);
  for (size_t k = 0; k < json_array_size(events); k++) {
    const json_t *one = json_array_get(events, k);
    const json_int_t p = number(one, 0), var = number(one, 2);
    const json_t *values = json_array_get(one, 3); /* of a read-modify-write: before, and after */
    if (var >= 0) value[var] = json_is_array(values) ? number(values, 1) : json_integer_value(values);
    if (p == 0) {
      json_t *who = json_array_get(one, 5);
      for (size_t w = 0; w < json_array_size(who); w++) section[number(json_array_get(who, w), 0)] = 0;
      continue;
    }
    section[p] = number(one, 4) >> 7 & 7;
    line[p] = number(one, 5);
    rmr += (number(one, 4) & 7) != 0;
    if (var >= 0 && json_is_string(json_array_get(one, 6))) copies[var] = json_string_value(json_array_get(one, 6));
  }
  for (uint32_t v = 0; v < system->n_registers; v++) {
    assert_string_equal(json_string_value(json_array_get(texts, (size_t)value[v])),
                        system_value_text(system, v, sim->memory[v], text, sizeof text));
    for (uint32_t p = 1; copies[v] != NULL && p <= system->n; p++)
      assert_int_equal(has_bit(copies[v], p), sim_holds(sim, p, v));
  }
  for (uint32_t p = 1; p <= system->n; p++) {
    assert_int_equal(section[p], sim->process[p].section);
    if (sim->process[p].status != RMR_DEAD && line[p] != 0) assert_int_equal(line[p], sim->process[p].pending.line);
  }
  assert_true(rmr > 0);
}

static bool is_there(const json_t *list, uint32_t var)
{
  for (size_t k = 1; k < json_array_size(list); k++)
    if (number(list, k) == var) return true;
  return false;
}

/* Each step that parks its process says for what, and no other does; one parked at the end waits for just that. */
static uint32_t compare_waits(const struct sim *sim, const json_t *data)
{
  const json_t *events = json_object_get(data, "events"), *waits = json_object_get(data, "waits"), *last[32] = {0};
  size_t seen = 0;
  for (size_t k = 0; k < json_array_size(events); k++) {
    const json_t *one = json_array_get(events, k);
    if (number(one, 0) == 0 || (number(one, 4) >> 10 & 1) == 0) continue;
    const json_t *wait = json_array_get(waits, seen++);
    assert_int_equal(number(wait, 0), k + 1);
    last[number(one, 0)] = wait;
  }
  assert_int_equal(seen, json_array_size(waits));
  uint32_t parked = 0;
  for (uint32_t p = 1; p <= sim->n; p++) {
    if (sim->process[p].status != RMR_PARKED) continue;
    parked++;
    assert_int_equal(json_array_size(last[p]), sim->process[p].watching + 1u);
    for (uint32_t k = 0; k < sim->process[p].watching; k++)
      assert_true(is_there(last[p], sim->waiter[p * sim->watch + k].var));
  }
  return parked;
}

static json_int_t side(uint32_t who, json_int_t lower)
{
  return who == 0 ? 0 : who == lower ? 1 : 2;
}

/* The state of each fork at the end, told from the beginning; returns how often it changed. */
static size_t compare_forks(const struct sim *sim, const json_t *data)
{
  const json_t *forks = json_object_get(data, "forks"), *changes = json_object_get(data, "between");
  json_int_t is[64], before = 0;
  assert_true(json_array_size(forks) <= 64);
  for (size_t k = 0; k < json_array_size(forks); k++) is[k] = number(json_array_get(forks, k), 2);
  for (size_t k = 0; k < json_array_size(changes); k++) {
    const json_t *change = json_array_get(changes, k);
    assert_true(number(change, 0) >= before && is[number(change, 1)] != number(change, 2));
    before = number(change, 0);
    is[number(change, 1)] = number(change, 2);
  }
  struct moment moment;
  moment_init(&moment, sim);
  for (size_t k = 0; k < json_array_size(forks); k++) {
    const json_int_t a = number(json_array_get(forks, k), 0), b = number(json_array_get(forks, k), 1);
    const struct rmr_between now = sim->system->spec.algorithm->between(&moment.now, (uint32_t)a, (uint32_t)b);
    assert_int_equal(is[k] % 3, now.owned ? side(now.owner, a) : 0);
    assert_int_equal(is[k] / 3 % 3, side(now.ready, a));
    assert_int_equal(is[k] / 9 % 3, side(now.arrow, a));
    assert_int_equal(is[k] < 27, now.owned);
  }
  moment_fini(&moment);
  return json_array_size(changes);
}

struct compared {
  uint32_t parked; /* at the end */
  size_t forks, changes;
};

static struct compared run_of(const struct request *r, const char *note)
{
  struct error e = {0};
  char *path = mem_text("/tmp/rmr-page-XXXXXX");
  close(mkstemp(path));
  struct client *c = client_prepare(r);
  struct trace *trace = trace_open(path, TRACE_PAGE, c->run, &e);
  assert_non_null(trace);
  trace_note(trace, note, 3);
  assert_true(run_go(c->run, &e));
  assert_true(trace_close(trace, &e));
  json_t *data = data_of(path);
  assert_int_equal(json_array_size(json_object_get(data, "events")), sim_view(run_sim(c->run))->step);
  assert_int_equal(json_integer_value(json_object_get(data, "loop")), 3);
  assert_string_equal(json_string_value(json_object_get(data, "note")), note);
  assert_int_equal(json_integer_value(json_object_get(data, "n")), r->n);
  compare_end(run_sim(c->run), data);
  compare_parked(run_sim(c->run), data);
  if (time_passes(&r->time) && r->max_steps == 0) compare_clock(run_sim(c->run), data);
  const struct compared compared = {compare_waits(run_sim(c->run), data),
                                    json_array_size(json_object_get(data, "forks")),
                                    compare_forks(run_sim(c->run), data)};
  json_decref(data);
  client_close(c);
  unlink(path);
  free(path);
  return compared;
}

static void every_memory(void **state)
{
  (void)state;
  for (enum memory memory = 0; memory < N_MEMORIES; memory++)
    run_of(&(struct request){.algorithm = algorithm_find("glb", NULL),
                             .n = 5,
                             .memory = memory,
                             .sessions = "any:2",
                             .passages = 3,
                             .seed = 7,
                             .adversary = "random"},
           "");
}

static void texts_cannot_end_the_script(void **state)
{
  (void)state;
  run_of(&(struct request){.algorithm = algorithm_find("bwbgme", NULL), .n = 3, .passages = 1, .adversary = "greedy"},
         "</script><b>\"\\ \t");
}

static void many_processes(void **state)
{
  (void)state;
  run_of(&(struct request){.algorithm = algorithm_find("mcs", NULL), .n = 30, .passages = 2, .adversary = "random"},
         "hand over hand");
}

static void clocks(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 5; seed++)
    run_of(&(struct request){.algorithm = algorithm_find("period_claim", NULL),
                             .n = 3,
                             .passages = 2,
                             .seed = seed,
                             .time = {.slow = 1, .skew = 2, .cs = 1},
                             .adversary = "random"},
           "");
}

/* Runs that end in a deadlock, or in their midst, so that somebody sleeps and forks are taken. */
static void waits_and_forks(void **state)
{
  static const char *const names[] = {"philosophers", "philosophers_rw", "two_stage", "two_stage_arbitrated"};
  (void)state;
  uint32_t parked = 0;
  for (uint32_t k = 0; k < 4; k++)
    for (uint64_t steps = 7; steps <= 70; steps += 9) {
      const struct request r = {.algorithm = algorithm_find(names[k], NULL),
                                .n = 5,
                                .passages = 3,
                                .max_steps = steps,
                                .seed = steps,
                                .adversary = "random"};
      const struct compared compared = run_of(&r, "");
      assert_int_equal(compared.forks, 10);
      assert_true(compared.changes > 0);
      parked += compared.parked;
    }
  assert_true(parked > 20);
  const struct compared without =
    run_of(&(struct request){.algorithm = algorithm_find("ticket", NULL), .n = 8, .max_steps = 25}, "");
  assert_true(without.forks == 0 && without.changes == 0 && without.parked > 0);
}

/* Cut in its midst, where leases run out and so wake who waits. */
static void woken_by_no_step(void **state)
{
  static const char *const names[] = {"watch_lease", "fischer_lease", "period_claim"};
  (void)state;
  for (uint32_t k = 0; k < 3; k++)
    for (uint64_t steps = 20; steps <= 120; steps += 3)
      run_of(&(struct request){.algorithm = algorithm_find(names[k], NULL),
                               .n = 3,
                               .passages = 3,
                               .seed = steps,
                               .max_steps = steps,
                               .time = {.slow = 1, .skew = 2, .cs = 1},
                               .adversary = "random"},
             "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_memory),    cmocka_unit_test(texts_cannot_end_the_script),
                                     cmocka_unit_test(many_processes),  cmocka_unit_test(clocks),
                                     cmocka_unit_test(waits_and_forks), cmocka_unit_test(woken_by_no_step)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
