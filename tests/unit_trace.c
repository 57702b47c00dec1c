/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Traces: a native one is read back and replayed to the same events; the three formats of two small runs
 * are, byte for byte, the files in tests/golden/ (`UPDATE=1 unit_trace` writes them anew: read the diff); the Chrome
 * trace is JSON whose slices nest and whose numbers are those of the run.
 */
#include <jansson.h>

#include "base/file.h"
#include "sim/schedule.h"
#include "sim/trace.h"

#include "client.h"
#include "sim/losses.h"
#include "traced.h"

/* --- native ------------------------------------------------------------------------------------------------------- */

static void round_trip(const struct request *r)
{
  struct events first = {0}, second = {0};
  struct error e = {0};
  char *path = traced(r, &(struct tracing){.format = TRACE_NATIVE, .events = &first});
  static struct schedule s;
  if (!schedule_read(path, NULL, &s, &e)) fail_msg("%s", e.text);
  assert_true(s.complete);
  assert_int_equal(s.n_steps, first.n);
  for (size_t k = 0; k < first.n; k++) {
    assert_int_equal(s.step[k].action, first.event[k].process);
    assert_int_equal(s.step[k].line, first.event[k].line);
    assert_int_equal(s.step[k].value, first.event[k].after);
    assert_int_equal(s.step[k].cause, first.event[k].cause);
  }
  char *adversary = mem_format("replay:file=%s", path);
  struct request again = *r;
  again.algorithm = s.algorithm;
  again.n = s.n;
  again.memory = s.memory;
  again.sessions = s.sessions_text;
  again.passages = s.passages == 0 ? ENDLESS : s.passages;
  again.seed = s.seed;
  again.adversary = adversary;
  client_close(client_run(&again, events_keep, &second));
  assert_same_events(&first, &second);
  events_free(&first);
  events_free(&second);
  schedule_free(&s);
  free(adversary);
  remove(path);
  free(path);
}

static void test_native_round_trip(void **state)
{
  (void)state;
  for (int a = 0; rmr_algorithms[a] != NULL; a++)
    for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++) {
      round_trip(&(struct request){.algorithm = rmr_algorithms[a],
                                   .n = 4,
                                   .memory = m,
                                   .sessions = "any:2",
                                   .passages = 3,
                                   .seed = 8,
                                   .max_steps = 800});
      round_trip(&(struct request){.algorithm = rmr_algorithms[a],
                                   .n = 3,
                                   .memory = m,
                                   .sessions = "1,2,1",
                                   .passages = ENDLESS,
                                   .max_steps = 100});
    }
}

/* --- golden ------------------------------------------------------------------------------------------------------- */

static char *read_text(const char *path, size_t *size)
{
  struct error e = {0};
  char *text = file_read(path, 1 << 24, size, &e);
  if (text == NULL) fail_msg("%s", e.text);
  return text;
}

static void compare_with_golden(const struct request *r, const char *name)
{
  const char *slash = strrchr(__FILE__, '/');
  for (enum trace_format format = TRACE_NATIVE; format <= TRACE_CHROME; format++) {
    char *path = traced(r, &(struct tracing){.format = format}),
         *golden = mem_format("%.*s/golden/%s.%s", (int)(slash - __FILE__), __FILE__, name, trace_endings[format]);
    size_t size = 0, golden_size = 0;
    char *text = read_text(path, &size);
    if (getenv("UPDATE") != NULL) {
      FILE *out = fopen(golden, "w");
      fwrite(text, 1, size, out);
      fclose(out);
    }
    char *expected = read_text(golden, &golden_size);
    if (size != golden_size || memcmp(text, expected, size) != 0)
      fail_msg("%s differs from what is written now; diff %s %s", golden, golden, path);
    free(text);
    free(expected);
    free(golden);
    remove(path);
    free(path);
  }
}

static void test_golden_traces(void **state)
{
  (void)state;
  compare_with_golden(
    &(struct request){
      .algorithm = algorithm_named("glb"), .n = 2, .sessions = "1,2", .adversary = "round_robin", .passages = 2},
    "glb");
  compare_with_golden(&(struct request){.algorithm = algorithm_named("bwbgme"),
                                        .n = 3,
                                        .sessions = "1,2,1",
                                        .adversary = "greedy",
                                        .memory = MEMORY_CC_WRITEBACK},
                      "bwbgme");
}

/* --- chrome ------------------------------------------------------------------------------------------------------- */

static double number(const json_t *object, const char *key)
{
  const json_t *value = json_object_get(object, key);
  assert_true(json_is_number(value));
  return json_number_value(value);
}

static const char *text_of(const json_t *object, const char *key)
{
  const json_t *value = json_object_get(object, key);
  assert_true(json_is_string(value));
  return json_string_value(value);
}

/* Slices of one process either nest or are apart. */
static void assert_nested(const json_t *a, const json_t *b)
{
  const double a0 = number(a, "ts"), a1 = a0 + number(a, "dur"), b0 = number(b, "ts"), b1 = b0 + number(b, "dur");
  assert_true(a1 <= b0 || b1 <= a0 || (a0 <= b0 && b1 <= a1) || (b0 <= a0 && a1 <= b1));
}

static void test_chrome_trace_is_json(void **state)
{
  (void)state;
  struct events events = {0};
  char *path =
    traced(&(struct request){.algorithm = algorithm_named("bwbgme"), .n = 4, .sessions = "any:2", .passages = 3},
           &(struct tracing){.format = TRACE_CHROME, .events = &events});
  json_error_t error;
  json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
  if (root == NULL) fail_msg("line %d: %s", error.line, error.text);
  const json_t *list = json_object_get(root, "traceEvents");
  uint64_t rmrs = 0, accesses = 0, passages = 0, entries = 0, paid = 0, arrows[2] = {0}, invalidated = 0;
  const json_t *slices[1024];
  size_t n_slices = 0, k;
  json_t *item;
  json_array_foreach(list, k, item)
  {
    const char *ph = text_of(item, "ph"), *name = text_of(item, "name");
    rmrs += *ph == 'i' && strcmp(text_of(item, "cat"), "rmr") == 0;
    accesses += *ph == 'i';
    arrows[0] += *ph == 's';
    arrows[1] += *ph == 'f';
    if (*ph != 'X') continue;
    assert_true(number(item, "dur") > 0);
    slices[n_slices++] = item;
    entries += strcmp(name, "critical section") == 0;
    if (strcmp(name, "passage") != 0) continue;
    passages++;
    paid += (uint64_t)number(json_object_get(item, "args"), "rmr");
  }
  for (size_t a = 0; a < n_slices; a++)
    for (size_t b = 0; b < a; b++)
      if (number(slices[a], "tid") == number(slices[b], "tid")) assert_nested(slices[a], slices[b]);
  uint64_t expected = 0;
  for (k = 0; k < events.n; k++) {
    expected += events.event[k].cause != RMR_FREE;
    invalidated += events.event[k].cause == RMR_INVALIDATED;
  }
  assert_int_equal(passages, 12);
  assert_int_equal(entries, 12);
  assert_int_equal(rmrs, expected);
  assert_int_equal(accesses, events.n); /* the free ones too */
  assert_int_equal(paid, expected);
  assert_int_equal(arrows[0], invalidated);
  assert_int_equal(arrows[1], invalidated);
  json_decref(root);
  events_free(&events);
  remove(path);
  free(path);
}

/* The section in which a slice of the process is still open, checked to be one passage and one section; NULL: none
 * is. */
static const char *open_section(const json_t *list, uint32_t process, uint64_t end)
{
  const char *section = NULL;
  unsigned passages = 0;
  size_t k;
  json_t *item;
  json_array_foreach(list, k, item)
  {
    if (*text_of(item, "ph") != 'X' || number(item, "tid") != process) continue;
    if (!json_is_true(json_object_get(json_object_get(item, "args"), "open"))) continue;
    if (strcmp(text_of(item, "cat"), "parked") == 0) continue;
    assert_int_equal(number(item, "ts") + number(item, "dur"), end);
    if (strcmp(text_of(item, "cat"), "passage") == 0) {
      passages++;
    } else {
      assert_null(section);
      section = text_of(item, "name");
    }
  }
  assert_int_equal(passages, section != NULL);
  return section;
}

/* However a run is cut short, the trace shows where everybody is at its end. */
static void test_chrome_trace_shows_what_is_open(void **state)
{
  (void)state;
  static const char *const sections[] = {NULL, "recover", "doorway", "waiting room", "critical section", "exit"};
  bool seen[RMR_N_SECTIONS] = {false};
  for (uint64_t steps = 1; steps <= 60; steps++) {
    struct events events = {0};
    const struct request request = {
      .algorithm = algorithm_named("bwbgme"), .n = 3, .sessions = "same", .max_steps = steps};
    char *path = traced(&request, &(struct tracing){.format = TRACE_CHROME, .events = &events});
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    uint8_t at[4] = {0};
    for (size_t k = 0; k < events.n; k++) at[events.event[k].process] = events.event[k].to;
    for (uint32_t p = 1; p <= 3; p++) {
      const char *open = open_section(json_object_get(root, "traceEvents"), p, events.n + 1);
      seen[at[p]] = true;
      if (at[p] == RMR_REMAINDER)
        assert_null(open);
      else
        assert_string_equal(open, sections[at[p]]);
    }
    json_decref(root);
    events_free(&events);
    remove(path);
    free(path);
  }
  for (size_t k = RMR_REMAINDER; k <= RMR_CS; k++)
    assert_int_equal(seen[k], k != RMR_RECOVER); /* it has no such line */
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

static void test_format_by_ending(void **state)
{
  (void)state;
  assert_int_equal(trace_format_of("a.txt"), TRACE_TEXT);
  assert_int_equal(trace_format_of("a.b.json"), TRACE_CHROME);
  assert_int_equal(trace_format_of("a.schedule"), TRACE_NATIVE);
  assert_int_equal(trace_format_of("trace"), TRACE_NATIVE);
}

static void test_abandoned_trace_leaves_nothing(void **state)
{
  (void)state;
  struct error e = {0};
  char directory[] = "/tmp/rmr-abandon-XXXXXX";
  assert_non_null(mkdtemp(directory));
  char *path = mem_format("%s/run.txt", directory);
  struct client *c = client_prepare(&(struct request){.algorithm = algorithm_named("glb"), .n = 2});
  struct trace *trace = trace_open(path, TRACE_TEXT, c->run, &e);
  assert_non_null(trace);
  assert_true(run_go(c->run, &e));
  trace_abandon(trace);
  trace_abandon(NULL);
  assert_int_equal(rmdir(directory), 0); /* which works on an empty one only */
  client_close(c);
  free(path);
}

static void test_unwritable_path(void **state)
{
  (void)state;
  struct error e = {0};
  struct client *c = client_prepare(&(struct request){.algorithm = algorithm_named("glb"), .n = 2});
  assert_null(trace_open("/no/such/place/run.txt", TRACE_TEXT, c->run, &e));
  assert_int_not_equal(e.code, EXIT_OK);
  client_close(c);
}

/* --- which write took a copy away --------------------------------------------------------------------------------- */

/* By its definition: the first write behind the last access with which the process got a copy, unless it has crashed
 * since. */
static struct loss loss_before(const struct events *all, size_t k, enum memory memory)
{
  const struct rmr_event *read = &all->event[k];
  size_t got = k;
  while (got-- > 0) {
    const struct rmr_event *e = &all->event[got];
    if (e->action == RMR_CRASH && (e->var == 0 || e->var == read->process)) return (struct loss){0};
    if (e->action != RMR_STEP) continue;
    const bool holds = rmr_kind_accesses(e->kind) && (!rmr_kind_writes(e->kind) || memory_writer_holds(memory));
    if (holds && e->process == read->process && e->var == read->var) break;
  }
  for (size_t w = got + 1; w < k; w++)
    if (all->event[w].action == RMR_STEP && rmr_kind_writes(all->event[w].kind) && all->event[w].var == read->var)
      return (struct loss){all->event[w].step, all->event[w].process};
  return (struct loss){0};
}

/* How many reads were of copies that had been taken away, and how many of those by a write that was not the last. */
static void check_losses(const struct request *r, uint32_t *lost, uint32_t *later)
{
  struct events all = {0};
  struct client *c = client_run(r, events_keep, &all);
  struct losses *losses = losses_create(sim_system(run_sim(c->run)));
  for (size_t k = 0; k < all.n; k++) {
    const struct rmr_event *e = &all.event[k];
    if (e->action == RMR_STEP && e->cause == RMR_INVALIDATED) {
      const struct loss expected = loss_before(&all, k, r->memory), found = losses_of(losses, e->var, e->process);
      assert_int_equal(found.step, expected.step);
      assert_int_equal(found.process, expected.process);
      *lost += found.step != 0;
      for (size_t w = found.step; w + 1 < k && found.step != 0; w++)
        *later += all.event[w].action == RMR_STEP && all.event[w].var == e->var && rmr_kind_writes(all.event[w].kind);
    }
    losses_note(losses, e);
  }
  losses_free(losses);
  events_free(&all);
  client_close(c);
}

static void test_losses(void **state)
{
  static const char *const names[] = {"burns_lamport", "glb", "peterson", "mcs", "bakery"};
  static const char *const faults[] = {"stop:1", "recover:2", "system:2"};
  (void)state;
  uint32_t lost = 0, later = 0, lost_beside_crashes = 0;
  for (size_t a = 0; a < sizeof names / sizeof *names; a++)
    for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++)
      check_losses(
        &(struct request){.algorithm = algorithm_named(names[a]), .n = 4, .memory = m, .passages = 4, .seed = 2}, &lost,
        &later);
  assert_true(lost > 500 && later > 100);
  for (size_t f = 0; f < sizeof faults / sizeof *faults; f++)
    for (uint64_t seed = 1; seed <= 20; seed++) {
      struct error e = {0};
      struct request r = {.algorithm = algorithm_named("recoverable_bakery"),
                          .n = 3,
                          .passages = 4,
                          .seed = seed,
                          .max_steps = 2000,
                          .adversary = "crashing:rate=0.03"};
      assert_true(faults_of_text(faults[f], r.algorithm, &r.faults, &e));
      check_losses(&r, &lost_beside_crashes, &later);
    }
  assert_true(lost_beside_crashes > 500);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_native_round_trip),    cmocka_unit_test(test_golden_traces),
    cmocka_unit_test(test_chrome_trace_is_json), cmocka_unit_test(test_chrome_trace_shows_what_is_open),
    cmocka_unit_test(test_format_by_ending),     cmocka_unit_test(test_abandoned_trace_leaves_nothing),
    cmocka_unit_test(test_unwritable_path),      cmocka_unit_test(test_losses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
