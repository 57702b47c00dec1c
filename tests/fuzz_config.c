/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fuzz_config.c: any bytes as a config, through the function that `rmr run` uses. A first line that begins with '='
 * is taken as a --set option. Either the text is refused with a place and a reason, or the result is complete and
 * hashes to its fingerprint.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "experiments/config/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct config *config)
{
  if (json_object_get(config->json, "algorithms") == NULL || json_object_get(config->json, "metrics") == NULL) abort();
  if (strlen(config->fingerprint) != FINGERPRINT_SIZE - 1) abort();
  if (config->n_metrics != json_array_size(config_list(config, "metrics"))) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uint8_t *newline = size > 0 && data[0] == '=' ? memchr(data, '\n', size) : NULL;
  char *option = newline != NULL ? mem_format("%.*s", (int)(newline - data - 1), (const char *)data + 1) : NULL;
  const char *text = newline != NULL ? (const char *)newline + 1 : (const char *)data;
  const size_t length = size - (size_t)(text - (const char *)data);
  const char *overrides[] = {option};
  struct config config;
  struct error e = {0};
  if (config_parse(text, length, "fuzz.json", overrides, option != NULL, &config, &e)) {
    check(&config);
    config_free(&config);
  } else if (e.code != EXIT_USAGE || e.text[0] == '\0' || (e.file[0] == '\0' && option == NULL)) {
    abort();
  }
  free(option);
  return 0;
}
