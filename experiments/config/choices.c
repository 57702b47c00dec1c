/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/choices.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/loader.h"
#include "model/neighbours.h"

/* A plug-in that is not among the config's algorithms, or has fallen, is not loaded. */
static bool may_be_loaded(const struct config *config, const char *text)
{
  const size_t length = plug_in_name(text);
  for (size_t k = 0; k < config->n_algorithms; k++) {
    const struct algorithm_choice *choice = config->algorithm[k];
    if (plug_in_name(choice->text) == length && strncmp(choice->text, text, length) == 0) return choice->fallen == NULL;
  }
  return !plug_in_is(text);
}

/* A text that cannot be chosen is left as it is: it is not among the config's algorithms, which is told with its
 * place. */
static void make_canonical(const struct config *config, json_t *text)
{
  struct error ignored = {0};
  if (!may_be_loaded(config, json_string_value(text))) return;
  struct algorithm_choice *choice = algorithm_choose(json_string_value(text), config->directory, &ignored);
  if (choice != NULL) json_string_set(text, choice->text);
  algorithm_release(choice);
}

/* Everything below that stands under the key "algorithm". */
static void make_all_canonical(const struct config *config, json_t *json)
{
  const char *key;
  json_t *value, *text;
  size_t k;
  json_array_foreach(json, k, value) make_all_canonical(config, value);
  json_object_foreach(json, key, value)
  {
    if (strcmp(key, "algorithm") != 0)
      make_all_canonical(config, value);
    else if (json_is_string(value))
      make_canonical(config, value);
    else
      json_array_foreach(value, k, text) make_canonical(config, text);
  }
}

bool choices_make(struct config *config, struct error *e)
{
  static const char *const selections[] = {"exclude", "fits", "plots", "tables", "expect"};
  const struct place root = PLACE_ROOT, list = PLACE_KEY(&root, "algorithms");
  json_t *texts = json_object_get(config->json, "algorithms"), *text;
  size_t k;
  config->algorithm = mem_new(json_array_size(texts), sizeof(struct algorithm_choice *));
  config->processes = mem_new(json_array_size(texts), sizeof *config->processes);
  json_array_foreach(texts, k, text)
  {
    struct error inner = {0};
    const struct place at = PLACE_ITEM(&list, k);
    struct algorithm_choice *choice = algorithm_choose_safely(json_string_value(text), config->directory, &inner);
    if (choice == NULL) return source_pass_on(&config->source, &at, false, &inner, e);
    config->algorithm[config->n_algorithms++] = choice;
    if (!neighbours_n(choice->algorithm, choice->parameters, choice->directory, &config->processes[k], &inner))
      return source_pass_on(&config->source, &at, false, &inner, e);
    json_array_set_new(texts, k, json_string(choice->text)); /* a new text: the old one belongs to the source as well */
  }
  for (k = 0; k < sizeof selections / sizeof *selections; k++) {
    json_t *copy = json_deep_copy(json_object_get(config->json, selections[k]));
    if (copy == NULL) continue;
    make_all_canonical(config, copy);
    json_object_set_new(config->json, selections[k], copy);
  }
  return true;
}

void choices_free(struct config *config)
{
  for (size_t k = 0; k < config->n_algorithms; k++) algorithm_release(config->algorithm[k]);
  free(config->algorithm);
  free(config->processes);
}

const struct algorithm_choice *config_algorithm(const struct config *config, const char *text)
{
  for (size_t k = 0; k < config->n_algorithms; k++)
    if (strcmp(config->algorithm[k]->text, text) == 0) return config->algorithm[k];
  return NULL;
}

uint32_t config_processes(const struct config *config, const struct algorithm_choice *choice)
{
  for (size_t k = 0; k < config->n_algorithms; k++)
    if (config->algorithm[k] == choice) return config->processes[k];
  return 0;
}
