/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/html.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

static void write_text(FILE *out, const char *text, size_t length)
{
  for (size_t k = 0; k < length; k++) {
    switch (text[k]) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    case '\'': fputs("&#39;", out); break;
    case '\r': break;
    default: fputc(text[k], out);
    }
  }
}

void html_text(FILE *out, const char *text)
{
  for (const char *const end = text + strlen(text); text < end;) {
    const size_t sound = text_sound(text, (size_t)(end - text), "\t\r\n");
    write_text(out, text, sound);
    text += sound;
    if (text < end) fprintf(out, "\\x%02X", (unsigned char)*text++);
  }
}

/* RFC 3986: what is neither unreserved nor a slash goes in as its bytes. */
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

void html_element(FILE *out, const char *open, const char *text)
{
  fprintf(out, "<%s>", open);
  html_text(out, text);
  fprintf(out, "</%.*s>", (int)strcspn(open, " "), open);
}

void html_table(FILE *out, const char *caption, const char *const *heads)
{
  fputs("<div class=\"wide\"><table><caption>", out);
  html_text(out, caption);
  fputs("</caption><thead><tr>", out);
  for (; *heads != NULL; heads++) html_element(out, "th scope=\"col\"", *heads);
  fputs("</tr></thead>\n", out);
}

/* Light and dark by the reader's choice; figures keep a white ground, for which their colours were chosen. The
 * sections of a listing have the colours of the bar view. */
static const char style[] =
  ":root{color-scheme:light dark;--fg:#1b1b1b;--bg:#fff;--dim:#5c5c5c;--rule:#d8d8d8;--soft:#f4f4f4;--link:#00558c}\n"
  "@media(prefers-color-scheme:dark){:root{--fg:#e6e6e6;--bg:#161616;--dim:#a8a8a8;--rule:#3c3c3c;--soft:#222;--link:#"
  "6cb8ec}}\n"
  "body{font:16px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);max-width:62rem;margin:2rem "
  "auto;padding:0 1rem}\n"
  "h1{font-size:1.7rem;line-height:1.25}h2{font-size:1.35rem;margin-top:2.5rem;border-bottom:1px solid var(--rule)}\n"
  "h3{font-size:1.1rem;margin-top:2rem}a{color:var(--link)}.scope,figcaption,caption{color:var(--dim);font-size:.88rem}"
  "\n"
  ".wide{overflow-x:auto;margin:1rem "
  "0}table{border-collapse:collapse;font-size:.92rem;min-width:50%}caption{text-align:left;padding-bottom:.3rem}\n"
  "th,td{text-align:left;vertical-align:top;padding:.25rem .7rem .25rem 0;border-bottom:1px solid var(--rule)}\n"
  "td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
  "code,pre,.code{font-family:ui-monospace,monospace;font-size:.86rem}.code{white-space:pre-wrap}\n"
  "pre{background:var(--soft);padding:.8rem;overflow:auto;max-height:32rem}\n"
  "figure{margin:1.5rem 0}figure svg{display:block;width:100%;height:auto;background:#fff;border-radius:4px}\n"
  ".badge{display:inline-block;padding:0 .5rem;border-radius:.6rem;border:1px solid "
  "currentColor;white-space:nowrap;font-weight:600}\n"
  ".sampled{color:var(--dim)}.holds{color:#00795a}.fails{color:#c23b00}.undecided{color:#8a6100}\n"
  "@media(prefers-color-scheme:dark){.holds{color:#3fc79e}.fails{color:#ff8a4f}.undecided{color:#e6b450}}\n"
  "tr.doorway td:first-child{box-shadow:inset 4px 0 #0072b2}tr.waiting td:first-child{box-shadow:inset 4px 0 #e69f00}\n"
  "tr.critical td:first-child,tr.cs td:first-child{box-shadow:inset 4px 0 #cc79a7}tr.exit "
  "td:first-child{box-shadow:inset 4px 0 #009e73}\n"
  "table.listing td:first-child{padding-left:.8rem}tr.silent{color:var(--dim)}\n"
  ".bar{display:inline-block;height:.7rem;background:#0072b2;vertical-align:middle}td.share{width:9rem;white-space:"
  "nowrap}\n"
  "details{margin:.5rem 0}summary{cursor:pointer}nav ol{columns:2;padding-left:1.2rem}\n"
  ".broad{width:min(94vw,92rem);position:relative;left:50%;transform:translateX(-50%)}table.claims{font-size:.86rem}\n"
  "table.claims td,table.claims th{padding-right:1.1rem;min-width:5.2rem}\n"
  "@media "
  "print{body{max-width:none;font-size:11pt}nav,.files{display:none}pre{max-height:none;overflow:visible;white-space:"
  "pre-wrap}\n"
  "figure,tr{break-inside:avoid}h2,h3{break-after:avoid}}\n";

void html_begin(FILE *out, const char *title)
{
  fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n",
        out);
  html_element(out, "title", title);
  fprintf(out, "\n<style>\n%s</style></head>\n<body>\n<main>\n", style);
}

/* The one script: a printed page has everything open. Without it the page loses nothing on a screen. */
void html_end(FILE *out)
{
  fputs(
    "</main>\n<script>addEventListener('beforeprint',()=>document.querySelectorAll('details').forEach(d=>d.open=true))"
    "</script>\n</body></html>\n",
    out);
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
  fputs("<svg role=\"img\" aria-label=\"", out);
  html_text(out, label);
  fputc('"', out);
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
