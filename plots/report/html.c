/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/report/html.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "assets.h"
#include "base/text.h"

/* RFC 3986: characters that are neither unreserved nor a slash go in as their bytes. */
void html_url(FILE *out, const char *path)
{
  for (; *path != '\0'; path++)
    if (isalnum((unsigned char)*path) || strchr("-._~/", *path) != NULL)
      fputc(*path, out);
    else
      fprintf(out, "%%%02X", (unsigned)(unsigned char)*path);
}

void html_id(FILE *out, const char *text)
{
  for (; *text != '\0'; text++)
    if (isalnum((unsigned char)*text) || strchr("-_", *text) != NULL)
      fputc(*text, out);
    else
      fprintf(out, ".%02X", (unsigned)(unsigned char)*text);
}

void html_print(FILE *out, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  for (const char *at = format; *at != '\0';) {
    const size_t plain = strcspn(at, "%");
    fwrite(at, 1, plain, out);
    at += plain;
    if (*at == '\0') break;
    const bool text = at[1] == 's';
    assert(text || strncmp(at, "%zu", 3) == 0);
    if (text)
      text_markup(out, va_arg(args, const char *));
    else
      fprintf(out, "%zu", va_arg(args, size_t));
    at += text ? 2 : 3;
  }
  va_end(args);
}

void html_element(FILE *out, const char *open, const char *text)
{
  fprintf(out, "<%s>", open);
  text_markup(out, text);
  fprintf(out, "</%.*s>", (int)strcspn(open, " "), open);
}

void html_wide(FILE *out, const char *class, const char *label)
{
  html_print(out, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table class=\"%s\">", label,
             class);
}

void html_begin(FILE *out, const char *title)
{
  fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n",
        out);
  html_element(out, "title", title);
  fprintf(out, "\n<style>\n%s</style></head>\n<body>\n", report_css);
}

void html_end(FILE *out)
{
  fprintf(out, "</main>\n<script>\n%s</script>\n</body></html>\n", report_js);
}

/* Words of a tag after which the name of an id comes. */
static size_t id_follows(const char *text)
{
  static const char *const words[] = {" id='", " id=\"", "href='#", "href=\"#", "url(#"};
  for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
    if (strncmp(text, words[k], strlen(words[k])) == 0) return strlen(words[k]);
  return 0;
}

/* The bytes of an element <name>...</name> that begins here, or 0. */
static size_t element_length(const char *text, const char *name)
{
  const size_t size = strlen(name);
  if (text[0] != '<' || strncmp(text + 1, name, size) != 0 || text[1 + size] != '>') return 0;
  for (const char *end = text; (end = strstr(end, "</")) != NULL; end += 2)
    if (strncmp(end + 2, name, size) == 0 && end[2 + size] == '>') return (size_t)(end - text) + size + 3;
  return 0;
}

/* A tag, up to its end: ids get the prefix. Returns what follows it. */
static const char *copy_tag(FILE *out, const char *at, const char *prefix)
{
  while (*at != '\0' && *at != '>') {
    const size_t id = id_follows(at), bytes = id > 0 ? id : 1;
    fwrite(at, 1, bytes, out);
    if (id > 0) fputs(prefix, out);
    at += bytes;
  }
  return at;
}

void html_svg(FILE *out, const char *svg, const char *prefix, const char *label)
{
  const char *at = strstr(svg, "<svg");
  if (at == NULL) return;
  html_print(out, "<svg role=\"img\" aria-label=\"%s\"", label);
  at = copy_tag(out, at + strlen("<svg"), prefix);
  while (*at != '\0') {
    const size_t skip = element_length(at, "title") + element_length(at, "desc");
    if (skip > 0) {
      at += skip;
    } else if (*at == '<') {
      at = copy_tag(out, at, prefix);
    } else {
      const size_t text = strcspn(at, "<");
      fwrite(at, 1, text, out);
      at += text;
    }
  }
}
