/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * command.c: an adversary that is a program of its own, in any language. It reads one JSON object a line on its stdin
 * and answers each with one on its stdout (docs/adversaries.md has the fields): first "start", then "choose" before
 * every step, with all that the adversary of a plug-in could look at.
 *
 * Its answer to "start" says what it may choose beside a ready process. Unless it says so it is not asked when nobody
 * is ready, and any other choice is refused, as of every other adversary.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adversary/foreign/foreign.h"
#include "adversary/foreign/pipe.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"

struct command {
  struct foreign foreign; /* stands first: see foreign_of */
  char *name, *path;
  json_t *options;
  struct pipe pipe;
  uint32_t flags; /* as it has asked for */
  bool told;      /* a failure, to the host */
  json_t *event;  /* of the last step; NULL: none yet */
};

/* --- messages to the program -------------------------------------------------------------------------------------- */

static const char *const statuses[] = {"ready", "parked", "done", "dead", "delayed", "draining"};

static const char *label_of(const struct rmr_host *host, uint16_t line)
{
  const struct rmr_line *row = rmr_line_of(host->algorithm, line);
  return row != NULL ? row->label : "";
}

static json_t *pending_of(struct rmr_host *host, const struct rmr_op *op)
{
  json_t *pending = json_pack("{s:s, s:s}", "line", label_of(host, op->line), "kind", rmr_kind_text(op->kind));
  if (!rmr_kind_accesses(op->kind)) return pending;
  json_object_set_new(pending, "register", json_string(host->register_name(host, op->var)));
  json_object_set_new(pending, "var", json_integer(op->var));
  if (rmr_kind_writes(op->kind)) json_object_set_new(pending, "value", json_integer(op->value));
  return pending;
}

static json_t *process_of(struct rmr_host *host, const struct rmr_view *view, uint32_t p)
{
  const struct rmr_process *process = &view->process[p];
  return json_pack("{s:i, s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:o}", "process", (int)p, "section",
                   rmr_section_key(process->section), "status", statuses[process->status], "session",
                   (int)process->session, "passages", (int)process->passages, "rmr", (int)process->rmr, "steps",
                   (int)process->steps, "cost", (int)host->cost(host, p), "pending",
                   pending_of(host, &process->pending));
}

static json_t *event_of(struct rmr_host *host, const struct rmr_event *event)
{
  json_t *out = json_pack("{s:I, s:s, s:i}", "step", (json_int_t)event->step, "action", rmr_action_word(event->action),
                          "process", (int)event->process);
  if (event->action != RMR_STEP) {
    json_object_set_new(out, "var", json_integer(event->var));
    return out;
  }
  json_object_set_new(out, "line", json_string(label_of(host, event->line)));
  json_object_set_new(out, "kind", json_string(rmr_kind_text(event->kind)));
  json_object_set_new(out, "cause", json_string(rmr_cause_key(event->cause)));
  json_object_set_new(out, "before", json_integer(event->before));
  json_object_set_new(out, "after", json_integer(event->after));
  json_object_set_new(out, "from", json_string(rmr_section_key(event->from)));
  json_object_set_new(out, "to", json_string(rmr_section_key(event->to)));
  if (rmr_kind_accesses(event->kind)) {
    json_object_set_new(out, "register", json_string(host->register_name(host, event->var)));
    json_object_set_new(out, "var", json_integer(event->var));
  }
  return out;
}

/* The changes that can happen by themselves: the kind, the process or register, and the choice. */
static json_t *changes_of(struct rmr_host *host)
{
  json_t *out = json_array();
  rmr_action change;
  for (uint32_t k = 0; (change = host->changes(host, 0, k)) != RMR_STOP; k++)
    json_array_append_new(out, json_pack("{s:s, s:I, s:i}", "action", rmr_action_word(rmr_action_kind(change)), "who",
                                         (json_int_t)rmr_action_who(change), "choice", (int)rmr_action_choice(change)));
  return out;
}

static json_t *question_of(const struct command *command, struct rmr_host *host, const struct rmr_view *view)
{
  json_t *ready = json_array(), *processes = json_array(), *memory = json_array();
  const uint32_t n_registers = view->base[host->algorithm->n_shared];
  for (uint32_t p = rmr_next_ready(view, 0), k = 0; k < view->n_ready; k++, p = rmr_next_ready(view, p))
    json_array_append_new(ready, json_integer(p));
  for (uint32_t p = 1; p <= view->n; p++) json_array_append_new(processes, process_of(host, view, p));
  for (uint32_t var = 0; var < n_registers; var++) json_array_append_new(memory, json_integer(view->memory[var]));
  json_t *question =
    json_pack("{s:s, s:I, s:I, s:o, s:o, s:o, s:O?}", "hook", "choose", "step", (json_int_t)view->step + 1, "now",
              (json_int_t)view->now, "ready", ready, "processes", processes, "memory", memory, "event", command->event);
  if ((command->flags & RMR_MAY_CHANGE) != 0) json_object_set_new(question, "changes", changes_of(host));
  return question;
}

/* --- asking ------------------------------------------------------------------------------------------------------- */

static bool refuse(struct command *command, struct rmr_host *host, const char *why, const char *hook, uint64_t step)
{
  if (!command->told) {
    if (step != 0)
      host->fail(host, "the program %s, at step %" PRIu64, why, step);
    else
      host->fail(host, "the program %s, at \"%s\"", why, hook);
  }
  command->told = true;
  return false;
}

/* The object that it answers; NULL: the host knows why there is none. The question is used up. */
static json_t *ask(struct command *command, struct rmr_host *host, json_t *question, const char *hook, uint64_t step)
{
  char why[300], line[200];
  char *bare = json_dumps(question, JSON_COMPACT), *text = mem_format("%s\n", bare);
  json_error_t at;
  json_decref(question);
  const char *answer = pipe_ask(&command->pipe, text, strlen(text), FOREIGN_SECONDS, why, sizeof why);
  free(bare);
  free(text);
  if (answer == NULL) return refuse(command, host, why, hook, step), NULL;
  json_t *object = text_nests_deeply(answer, strlen(answer)) ? NULL : json_loads(answer, JSON_REJECT_DUPLICATES, &at);
  if (json_is_object(object)) return object;
  json_decref(object);
  text_escape(answer, line, sizeof line);
  snprintf(why, sizeof why, "answered with something other than a JSON object: %.100s", line);
  return refuse(command, host, why, hook, step), NULL;
}

/* Whether the answer gives a reason to fail; then the host knows it. */
static bool fails(struct command *command, struct rmr_host *host, const json_t *answer)
{
  const char *reason = json_string_value(json_object_get(answer, "fail"));
  if (reason == NULL) return false;
  host->fail(host, "%s", reason);
  return command->told = true;
}

/* --- hooks -------------------------------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  uint32_t flag;
} flag_names[] = {{"may_reread", RMR_MAY_REREAD}, {"may_change", RMR_MAY_CHANGE}};

static bool read_flags(struct command *command, struct rmr_host *host, const json_t *answer)
{
  const json_t *flags = json_object_get(answer, "flags");
  size_t k;
  const json_t *flag;
  if (flags != NULL && !json_is_array(flags))
    return refuse(command, host, "gave \"flags\" that are not a list", "start", 0);
  json_array_foreach(flags, k, flag)
  {
    uint32_t found = 0;
    for (size_t f = 0; f < sizeof flag_names / sizeof *flag_names; f++)
      if (json_is_string(flag) && strcmp(json_string_value(flag), flag_names[f].name) == 0) found = flag_names[f].flag;
    if (found == 0)
      return refuse(command, host, "gave a flag other than \"may_reread\" and \"may_change\"", "start", 0);
    command->flags |= found;
  }
  return true;
}

static bool start(void *state, struct rmr_host *host, const struct rmr_view *view)
{
  struct command *command = (struct command *)foreign_of(state);
  const uint32_t n_registers = view->base[host->algorithm->n_shared];
  char why[200];
  if (!pipe_start(&command->pipe, command->path, why, sizeof why)) return refuse(command, host, why, "start", 0);
  json_t *registers = json_array();
  for (uint32_t var = 0; var < n_registers; var++)
    json_array_append_new(registers, json_string(host->register_name(host, var)));
  json_t *question =
    json_pack("{s:s, s:s, s:i, s:I, s:O, s:o}", "hook", "start", "algorithm", host->algorithm->name, "n", (int)view->n,
              "seed", (json_int_t)(rmr_random(&host->rng) >> 11), "options", command->options, "registers", registers);
  json_t *answer = ask(command, host, question, "start", 0);
  const bool ok = answer != NULL && !fails(command, host, answer) && read_flags(command, host, answer);
  json_decref(answer);
  return ok;
}

/* {"choose": 3}, {"choose": {"action": "crash", "who": 2}}, {"choose": null}: stop. */
static bool read_choice(const json_t *answer, rmr_action *out)
{
  const json_t *choice = json_object_get(answer, "choose");
  *out = RMR_STOP;
  if (json_is_null(choice)) return true;
  if (json_is_integer(choice)) {
    const json_int_t p = json_integer_value(choice);
    *out = (rmr_action)p;
    return p >= 1 && p <= UINT32_MAX;
  }
  const char *name = json_string_value(json_object_get(choice, "action"));
  const json_int_t who = json_integer_value(json_object_get(choice, "who"));
  const json_int_t which = json_integer_value(json_object_get(choice, "choice"));
  for (uint32_t kind = 0; name != NULL && kind < RMR_N_ACTIONS; kind++)
    if (strcmp(name, rmr_action_word(kind)) == 0) {
      *out = rmr_action_of((enum rmr_action_kind)kind, (uint32_t)who, (uint32_t)which);
      return who >= 0 && who <= UINT32_MAX && which >= 0 && which <= 0xffffff;
    }
  return false;
}

/* The flags of the struct are the widest; a choice that this program has not asked for is refused here. */
static bool may_choose(const struct command *command, const struct rmr_view *view, rmr_action action, char *why,
                       size_t size)
{
  const bool parked = action <= UINT32_MAX && rmr_is_parked(view, (uint32_t)action);
  const bool change = rmr_action_kind(action) != RMR_STEP;
  snprintf(why, size,
           parked ? "chose P%u, which is parked, without the flag \"may_reread\""
                  : "chose an event of the environment without the flag \"may_change\"",
           (uint32_t)action);
  return !(parked && (command->flags & RMR_MAY_REREAD) == 0) && !(change && (command->flags & RMR_MAY_CHANGE) == 0);
}

static rmr_action choose(void *state, struct rmr_host *host, const struct rmr_view *view)
{
  struct command *command = (struct command *)foreign_of(state);
  const uint64_t step = view->step + 1;
  char why[200], shown[120];
  rmr_action action = RMR_STOP;
  if (command->told || (view->n_ready == 0 && command->flags == 0)) return RMR_STOP;
  json_t *answer = ask(command, host, question_of(command, host, view), "choose", step);
  if (answer == NULL || fails(command, host, answer)) {
    json_decref(answer);
    return RMR_STOP;
  }
  char *text = json_dumps(answer, JSON_COMPACT);
  const bool understood = json_object_get(answer, "choose") != NULL && read_choice(answer, &action);
  json_decref(answer);
  if (!understood) {
    text_escape(text, shown, sizeof shown);
    snprintf(why, sizeof why, "answered %s; expected {\"choose\": 1 to %u}", shown, view->n);
    refuse(command, host, why, "choose", step);
  } else if (!may_choose(command, view, action, why, sizeof why)) {
    refuse(command, host, why, "choose", step);
  }
  free(text);
  return command->told ? RMR_STOP : action;
}

static void observe(void *state, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  struct command *command = (struct command *)foreign_of(state);
  (void)view;
  json_decref(command->event);
  command->event = event_of(host, event);
}

/* --- loading ------------------------------------------------------------------------------------------------------ */

/* Takes an option with any key: the program knows its own. */
static bool take(struct foreign *foreign, const char *text, struct error *e)
{
  struct command *command = (struct command *)foreign;
  while (*text != '\0') {
    const size_t length = strcspn(text, ","), key = strcspn(text, "=");
    if (key == 0 || key >= length)
      return fail(e, EXIT_USAGE, "adversary %s: '%.*s' is not key=value", command->name, (int)length, text);
    json_t *value = json_stringn(text + key + 1, length - key - 1);
    char *name = mem_format("%.*s", (int)key, text);
    const bool first = json_object_get(command->options, name) == NULL;
    const bool ok = value != NULL && first && json_object_set(command->options, name, value) == 0;
    json_decref(value);
    if (!ok)
      fail(e, EXIT_USAGE, "adversary %s: option '%s' %s", command->name, name,
           first ? "is not a text" : "is given twice");
    free(name);
    if (!ok) return false;
    text += length + (text[length] == ',');
  }
  return true;
}

static void end(struct foreign *foreign)
{
  struct command *command = (struct command *)foreign;
  pipe_end(&command->pipe);
  json_decref(command->options);
  json_decref(command->event);
  free(command->name);
  free(command->path);
  free(command);
}

struct foreign *command_open(const char *name, const char *path, struct error *e)
{
  if (!file_exists(path) || access(path, X_OK) != 0) {
    fail(e, EXIT_USAGE, "adversary %s: there is no program '%s'%s", name, path,
         file_exists(path) ? " that may be run: it is not executable" : "");
    return NULL;
  }
  struct command *command = mem_new(1, sizeof *command);
  *command = (struct command){.name = mem_text(name),
                              .path = mem_format("%s%s", strchr(path, '/') == NULL ? "./" : "", path),
                              .options = json_object(),
                              .pipe = {.fd = -1}};
  command->foreign = (struct foreign){.adversary = {RMR_ADVERSARY_HEAD, .name = command->name,
                                                    .flags = RMR_NOT_COPYABLE | RMR_MAY_REREAD | RMR_MAY_CHANGE,
                                                    .state_size = sizeof(struct foreign *), .start = start,
                                                    .choose = choose, .observe = observe},
                                      .free_options = true,
                                      .take = take,
                                      .end = end};
  return &command->foreign;
}
