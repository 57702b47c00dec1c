/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mutator.c: the small mistakes that could be made in a C file, found by rule. tools/mutants.sh puts them into the
 * house, one at a time, to see whether a test notices.
 *
 *   mutator FILE      lists them: identifier, line, rule, what stands there, what would stand there, the text of the
 *                     line
 *   mutator FILE ID   writes the file with this one in it
 *
 * The rules, on tokens:
 *   operator    < and <=, > and >=, == and !=, && and ||, + and -, ++ and --, << and >>, | and & take each other's
 *               place, as do their assignments; * becomes +, / becomes *, % becomes /, ^ becomes |; ! and ~ go
 *   constant    an integer is one more; true and false take each other's place
 *   condition   of an if: always true, always false; of a while or a for: false
 *   statement   an assignment, a call, a break, a continue, a return without a value goes
 *
 * A statement that frees memory or fetches it ahead stays, as no test here looks for leaks or at speed; so do
 * assertions, the bodies of macros, and the sizes of arrays and of allocated blocks.
 *
 * The identifier is a hash of the file's name, the rule, the mistake and the text of its line, with a count where the
 * same comes again. It outlives lines that come or go elsewhere, and a move to another folder; so a sample chosen by
 * identifier stays the same sample.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"

enum kind { WORD, NUMBER, SIGN, OTHER };
enum brace { CODE, DATA, TYPE };

struct token {
  const char *at;
  size_t length;
  enum kind kind;
  uint32_t line, match; /* of a bracket: the token that closes or opens it */
  enum brace inside;    /* the kind of braces around it; at the top level, TYPE */
  bool in_parentheses, in_allocation;
};

struct mistake {
  const char *rule, *at;
  size_t length; /* of what is replaced */
  uint32_t line;
  char after[64]; /* empty: it goes; else what takes its place; %s stands for what was there */
};

struct source {
  const char *text;
  struct token *token;
  uint32_t n_tokens;
  struct mistake *mistake;
  size_t n_mistakes;
};

/* --- tokens ------------------------------------------------------------------------------------------------------- */

static const char *skip_directive(const char *s, uint32_t *line)
{
  for (; *s != '\0' && *s != '\n'; s++)
    if (*s == '\\' && s[1] == '\n') s++, ++*line;
  return s;
}

static const char *skip_comment(const char *s, uint32_t *line)
{
  for (s += 2; *s != '\0' && !(*s == '*' && s[1] == '/'); s++) *line += *s == '\n';
  return *s == '\0' ? s : s + 2;
}

static const char *skip_quoted(const char *s)
{
  const char quote = *s++;
  for (; *s != '\0' && *s != quote; s++)
    if (*s == '\\' && s[1] != '\0') s++;
  return *s == '\0' ? s : s + 1;
}

static size_t sign_length(const char *s)
{
  static const char *const longer[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
                                       "!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
  for (size_t k = 0; k < sizeof longer / sizeof *longer; k++)
    if (strncmp(s, longer[k], strlen(longer[k])) == 0) return strlen(longer[k]);
  return 1;
}

static bool is_word(char c)
{
  return isalnum((unsigned char)c) || c == '_';
}

static void add_token(struct source *s, const char *at, size_t length, enum kind kind, uint32_t line)
{
  s->token = mem_another(s->token, s->n_tokens, sizeof *s->token);
  s->token[s->n_tokens++] = (struct token){.at = at, .length = length, .kind = kind, .line = line};
}

static void read_tokens(struct source *source)
{
  uint32_t line = 1;
  bool fresh = true; /* nothing but blanks on this line so far */
  for (const char *s = source->text; *s != '\0';) {
    const char *begin = s;
    if (*s == '\n')
      fresh = true, line++, s++;
    else if (isspace((unsigned char)*s))
      s++;
    else if (*s == '#' && fresh)
      s = skip_directive(s, &line);
    else if (*s == '/' && s[1] == '*')
      s = skip_comment(s, &line);
    else {
      enum kind kind = SIGN;
      fresh = false;
      if (*s == '"' || *s == '\'')
        kind = OTHER, s = skip_quoted(s);
      else if (is_word(*s)) {
        kind = isdigit((unsigned char)*s) ? NUMBER : WORD;
        while (is_word(*s) || (kind == NUMBER && *s == '.')) s++;
      } else
        s += sign_length(s);
      add_token(source, begin, (size_t)(s - begin), kind, line);
    }
  }
  for (uint32_t k = 0; k < 4; k++) add_token(source, "", 0, OTHER, line); /* so that looking ahead needs no test */
}

static bool is(const struct token *t, const char *text)
{
  return t->length == strlen(text) && strncmp(t->at, text, t->length) == 0;
}

static bool is_one_of(const struct token *t, const char *words) /* each with a blank before and behind */
{
  char padded[66];
  if (t->length == 0 || t->length > 63) return false;
  snprintf(padded, sizeof padded, " %.*s ", (int)t->length, t->at);
  return strstr(words, padded) != NULL;
}

static bool is_type(const struct token *t)
{
  return is_one_of(
           t, " bool char int short long unsigned signed float double void FILE struct union enum const static inline "
              "extern typedef volatile register _Atomic ") ||
         (t->length > 2 && strncmp(t->at + t->length - 2, "_t", 2) == 0);
}

static bool is_keyword(const struct token *t)
{
  return is_one_of(t, " if else for while do switch case default return break continue goto sizeof ");
}

/* Braces hold code where they follow a head or other code, data where they follow a sign or a type in parentheses. */
static enum brace brace_kind(const struct token *t, uint32_t k, enum brace around)
{
  if (k == 0) return TYPE;
  if (is(&t[k - 1], ")")) {
    const struct token *head = &t[t[k - 1].match - 1];
    return head->kind == WORD && !is_one_of(head, " return sizeof ") && t[k - 1].match != 0 ? CODE : DATA;
  }
  if (is_one_of(&t[k - 1], " else do ") || (around == CODE && is_one_of(&t[k - 1], " ; { } : "))) return CODE;
  if (is_one_of(&t[k - 1], " struct union ") || (k > 1 && is_one_of(&t[k - 2], " struct union "))) return TYPE;
  return DATA;
}

static void match_brackets(struct source *s)
{
  enum { DEEPEST = 256 };
  uint32_t open[DEEPEST], depth = 0, parentheses = 0,
                          allocation = 0; /* allocation: the parentheses of mem_new() and its like, or 0 */
  struct token *t = s->token;
  enum brace around[DEEPEST] = {TYPE};
  uint32_t braces = 0;
  for (uint32_t k = 0; k < s->n_tokens; k++) {
    if (is_one_of(&t[k], " ) ] } ") && depth > 0) {
      const uint32_t from = open[--depth];
      t[k].match = from, t[from].match = k;
      if (from == allocation) allocation = 0;
      if (is(&t[k], "}") && braces > 0) braces--;
      if (is(&t[k], ")") && parentheses > 0) parentheses--;
    }
    t[k].inside = around[braces], t[k].in_parentheses = parentheses != 0, t[k].in_allocation = allocation != 0;
    if (is_one_of(&t[k], " ( [ { ") && depth + 1 < DEEPEST) {
      open[depth++] = k;
      if (is(&t[k], "(")) parentheses++;
      if (k > 0 && allocation == 0 && is_one_of(&t[k - 1], " mem_new mem_grow ")) allocation = k;
      if (is(&t[k], "{")) {
        around[braces + 1] = brace_kind(t, k, around[braces]);
        braces++;
      }
    }
  }
}

/* --- the rules ---------------------------------------------------------------------------------------------------- */

static void add(struct source *s, const char *rule, const struct token *first, const struct token *last,
                const char *after)
{
  s->mistake = mem_another(s->mistake, s->n_mistakes, sizeof *s->mistake);
  struct mistake *m = &s->mistake[s->n_mistakes++];
  *m = (struct mistake){
    .rule = rule, .at = first->at, .length = (size_t)(last->at + last->length - first->at), .line = first->line};
  snprintf(m->after, sizeof m->after, "%s", after);
}

/* Does an operand end before t[k], so that the sign has one on either side? */
static bool has_left_operand(const struct token *t, uint32_t k)
{
  if (k == 0) return false;
  const struct token *before = &t[k - 1];
  if (is(before, ")")) return !is_type(before - 1) && !is(before - 1, "*");
  if (before->kind == WORD)
    return !is_type(before) && !is_keyword(before) && !(k > 1 && is_one_of(before - 1, " struct union enum "));
  return before->kind == NUMBER || is(before, "]");
}

static void look_for_operator(struct source *s, uint32_t k)
{
  static const struct {
    const char *before, *after;
  } swaps[] = {{"<", "<="},    {"<=", "<"},  {">", ">="},  {">=", ">"},  {"==", "!="}, {"!=", "=="}, {"&&", "||"},
               {"||", "&&"},   {"++", "--"}, {"--", "++"}, {"<<", ">>"}, {">>", "<<"}, {"+=", "-="}, {"-=", "+="},
               {"*=", "+="},   {"/=", "*="}, {"%=", "/="}, {"|=", "&="}, {"&=", "|="}, {"^=", "|="}, {"<<=", ">>="},
               {">>=", "<<="}, {"/", "*"},   {"%", "/"},   {"^", "|"},   {"|", "&"},   {"!", ""},    {"~", ""}};
  static const struct {
    const char *before, *after;
  } binary[] = {{"+", "-"}, {"-", "+"}, {"&", "|"}, {"*", "+"}};
  const struct token *t = &s->token[k];
  for (size_t o = 0; o < sizeof swaps / sizeof *swaps; o++)
    if (is(t, swaps[o].before)) add(s, "operator", t, t, swaps[o].after);
  for (size_t o = 0; o < sizeof binary / sizeof *binary; o++)
    if (is(t, binary[o].before) && has_left_operand(s->token, k)) add(s, "operator", t, t, binary[o].after);
}

static void look_for_constant(struct source *s, uint32_t k)
{
  const struct token *t = &s->token[k];
  if (is(t, "true")) add(s, "constant", t, t, "false");
  if (is(t, "false")) add(s, "constant", t, t, "true");
  if (t->kind != NUMBER || memchr(t->at, '.', t->length) != NULL) return;
  if (is(t - 1, "[") && is(t + 1, "]") && t->length > 1) return; /* the size of an array */
  add(s, "constant", t, t, "(%s + 1)");
}

static void look_for_condition(struct source *s, uint32_t k)
{
  const struct token *t = &s->token[k], *open = t + 1;
  if (t->inside != CODE || !is(open, "(")) return;
  const struct token *last = &s->token[open->match - 1];
  if (is(t, "if")) {
    add(s, "condition", open + 1, last, "((%s), true)");
    add(s, "condition", open + 1, last, "((%s), false)");
  } else if (is(t, "while") && !is_one_of(open + 1, " true 1 ")) {
    add(s, "condition", open + 1, last, "((%s), false)");
  } else if (is(t, "for")) {
    const struct token *first = open + 1, *end;
    while (first < last && !is(first, ";")) first++;
    for (end = ++first; end < last && !is(end, ";");) end++;
    if (first < end) add(s, "condition", first, end - 1, "((%s), false)");
  }
}

static bool begins_statement(const struct token *t, uint32_t k)
{
  if (t[k].inside != CODE || t[k].in_parentheses || k == 0) return false;
  if (is_one_of(&t[k - 1], " ; { } else : ")) return true;
  return is(&t[k - 1], ")") && t[k - 1].match != 0 && is_one_of(&t[t[k - 1].match - 1], " if for while switch ");
}

static bool declares(const struct token *t)
{
  return is_type(t) || (t->kind == WORD && (t[1].kind == WORD || (is(&t[1], "*") && t[2].kind == WORD)));
}

static void look_for_statement(struct source *s, uint32_t k)
{
  const struct token *t = &s->token[k];
  if (!begins_statement(s->token, k) || declares(t)) return;
  const bool jump = is_one_of(t, " break continue return ") && is(t + 1, ";");
  if (!jump && (is_keyword(t) || (t->kind != WORD && !is_one_of(t, " * ++ -- ( ")))) return;
  const struct token *end = t;
  for (; !is(end, ";"); end++) {
    if (end->length == 0 || is_one_of(end, " : ? ") || end->inside == TYPE) {
      if (is(end, "?")) break; /* a choice between values; anything else is a label */
      return;
    }
    if (end->kind == WORD)
      for (size_t c = 0; c + 4 <= end->length; c++)
        if (strncmp(end->at + c, "free", 4) == 0 || strncmp(end->at + c, "decref", 6) == 0 ||
            strncmp(end->at + c, "prefetch", 8) == 0 || strncmp(end->at + c, "assert", 6) == 0)
          return;
  }
  while (!is(end, ";")) {
    if (end->length == 0) return;
    end++;
  }
  add(s, "statement", t, end - 1, "");
}

static void find_mistakes(struct source *s)
{
  for (uint32_t k = 1; k + 4 < s->n_tokens; k++) {
    const struct token *t = &s->token[k];
    look_for_condition(s, k);
    look_for_statement(s, k);
    if ((t->inside == TYPE && !t->in_parentheses) || t->in_allocation) continue;
    if (t->kind == SIGN)
      look_for_operator(s, k);
    else
      look_for_constant(s, k);
  }
}

/* --- the output --------------------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, const char *text, size_t length)
{
  for (size_t k = 0; k < length; k++)
    if (!isspace((unsigned char)text[k])) hash = (hash ^ (unsigned char)text[k]) * UINT64_C(0x100000001b3);
  return (hash ^ 0x1f) * UINT64_C(0x100000001b3);
}

static const char *line_of(const struct source *s, const struct mistake *m, int *length)
{
  const char *begin = m->at, *end = m->at;
  while (begin > s->text && begin[-1] != '\n') begin--;
  while (isspace((unsigned char)*begin)) begin++;
  while (*end != '\0' && *end != '\n') end++;
  *length = (int)(end - begin);
  return begin;
}

static uint64_t *identify(const struct source *s, const char *path)
{
  uint64_t *id = mem_new(s->n_mistakes + 1, sizeof *id);
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
  for (size_t k = 0; k < s->n_mistakes; k++) {
    const struct mistake *m = &s->mistake[k];
    int length;
    const char *line = line_of(s, m, &length);
    uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), name, strlen(name));
    hash = mix(hash, m->rule, strlen(m->rule));
    hash = mix(hash, m->at, m->length);
    hash = mix(hash, m->after, strlen(m->after));
    hash = mix(hash, line, (size_t)length);
    for (size_t j = 0; j < k; j++)
      if (id[j] == hash) j = (size_t)-1, hash = mix(hash, "again", 5);
    id[k] = hash;
  }
  return id;
}

static void list(const struct source *s, const uint64_t *id)
{
  for (size_t k = 0; k < s->n_mistakes; k++) {
    const struct mistake *m = &s->mistake[k];
    int length;
    const char *line = line_of(s, m, &length);
    const char *shown = strcmp(m->rule, "condition") == 0 ? (strstr(m->after, "true") ? "true" : "false") : m->after;
    printf("%016" PRIx64 "\t%" PRIu32 "\t%s\t", id[k], m->line, m->rule);
    for (size_t c = 0; c < m->length; c++) putchar(isspace((unsigned char)m->at[c]) ? ' ' : m->at[c]);
    printf("\t");
    for (const char *c = shown; *c != '\0'; c++)
      if (c[0] == '%' && c[1] == 's')
        printf("%.*s", (int)m->length, m->at), c++;
      else
        putchar(*c);
    printf("\t%.*s\n", length, line);
  }
}

static void write_with(const struct source *s, const struct mistake *m)
{
  fwrite(s->text, 1, (size_t)(m->at - s->text), stdout);
  for (const char *c = m->after; *c != '\0'; c++)
    if (c[0] == '%' && c[1] == 's')
      fwrite(m->at, 1, m->length, stdout), c++;
    else
      putchar(*c);
  fputs(m->at + m->length, stdout);
}

int main(int argc, char **argv)
{
  struct source s = {0};
  struct error e = {0};
  char *text = NULL;
  if (argc < 2 || argc > 3 || (text = file_read(argv[1], (size_t)1 << 24, NULL, &e)) == NULL) {
    fprintf(stderr, "usage: mutator FILE [ID]\n");
    return 1;
  }
  s.text = text;
  read_tokens(&s);
  match_brackets(&s);
  find_mistakes(&s);
  uint64_t *id = identify(&s, argv[1]);
  int code = 0;
  if (argc == 2) {
    list(&s, id);
  } else {
    const uint64_t wanted = strtoull(argv[2], NULL, 16);
    size_t k = 0;
    while (k < s.n_mistakes && id[k] != wanted) k++;
    if (k < s.n_mistakes)
      write_with(&s, &s.mistake[k]);
    else
      code = 1;
  }
  free(id), free(s.token), free(s.mistake), free(text);
  return code;
}
