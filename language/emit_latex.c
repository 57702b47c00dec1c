/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/emit_latex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/latex_words.h"

struct latex {
  FILE *out;
  const struct machine *machine;
  const struct tokens *tokens;
  const char **label; /* [line]: of accesses without one in the text; NULL: none */
  bool *shown;        /* [token]: of `procedure` and `function`: it is used */
  size_t widest;      /* label */
  bool math;
};

/* --- mathematics and words ---------------------------------------------------------------------------------------- */

static void to_math(struct latex *l)
{
  if (!l->math) fputc('$', l->out);
  l->math = true;
}

static void to_text(struct latex *l)
{
  if (l->math) fputc('$', l->out);
  l->math = false;
}

static bool is_sign(const struct token *t, const char *sign)
{
  return t->kind == TOKEN_SIGN && strcmp(t->word, sign) == 0;
}

static bool is_name(const struct token *t, const char *word)
{
  return t->kind == TOKEN_NAME && strcmp(t->word, word) == 0;
}

/* Whether a name is a value of an enumeration: it stands in braces behind `:` or `=` in some declaration. */
static bool is_value(const struct latex *l, const char *name)
{
  bool in = false;
  for (const struct token *t = l->tokens->token; t->kind != TOKEN_FILE_END; t++) {
    if (t > l->tokens->token && is_sign(t, "{") && (is_sign(t - 1, ":") || is_sign(t - 1, "="))) in = true;
    if (is_sign(t, "}") || t->kind == TOKEN_LINE_END || is_sign(t, ":")) in = false;
    if (in && is_name(t, name)) return true;
  }
  return false;
}

static const struct token *emit_token(struct latex *l, const struct token *t, bool declaration);

/* Behind the bracket that closes this one. */
static const struct token *behind_bracket(const struct token *t)
{
  uint32_t depth = 0;
  do {
    depth += is_sign(t, "(") || is_sign(t, "[");
    depth -= is_sign(t, ")") || is_sign(t, "]");
    t++;
  } while (depth > 0 && t->kind != TOKEN_FILE_END);
  return t;
}

/* 2^k, 2^levels(N), 2^D[i][0].turn, 2^(k + 1): the operand goes up, without brackets around it. */
static const struct token *emit_power(struct latex *l, const struct token *t, bool declaration)
{
  const bool brackets = is_sign(t, "(");
  const struct token *end = brackets ? behind_bracket(t) : t + 1 + is_name(t, "again");
  while (!brackets && (is_sign(end, "(") || is_sign(end, "[") || is_sign(end, ".")))
    end = is_sign(end, ".") ? end + 2 : behind_bracket(end);
  fputs("^{", l->out);
  t += brackets;
  while (t < end - brackets) t = emit_token(l, t, declaration);
  to_math(l);
  fputc('}', l->out);
  return end;
}

/* r.session, (session: session) */
static bool is_field(const struct latex *l, const struct token *t)
{
  if (t == l->tokens->token) return false;
  return is_sign(t - 1, ".") || (is_sign(t + 1, ":") && (is_sign(t - 1, "(") || is_sign(t - 1, ",")));
}

/* Whether a token is set in mathematics, behind a word. */
static bool is_math(const struct token *t)
{
  struct tex_word word;
  if (t->kind == TOKEN_SIGN) return !is_sign(t, ",") && !is_sign(t, ")") && !is_sign(t, ":");
  if (t->kind != TOKEN_NAME) return t->kind == TOKEN_NUMBER;
  return !tex_word(t->word, true, &word) || word.class == LATEX_MATH;
}

/* A word, between blanks where something stands before or behind it in its line. */
static void emit_word(struct latex *l, const struct token *t, enum latex_class class)
{
  static const char *const face[] = {"textbf", "textrm", "textit"};
  const bool first = t->first || t[-1].kind == TOKEN_LABEL || t[-1].kind == TOKEN_LINE_END || is_sign(t - 1, "(");
  to_text(l);
  fprintf(l->out, "%s\\%s{", first ? "" : " ", face[class]);
  tex_text(l->out, t->word, strlen(t->word));
  const bool or_nil = is_name(t + 1, "or") && is_name(t, "process");
  fputs(t[1].line == t->line && is_math(t + 1) && !or_nil ? "} " : "}", l->out);
}

/* One token, or several that belong together; returns the next one. Texts are left out: the paper has them. */
static const struct token *emit_token(struct latex *l, const struct token *t, bool declaration)
{
  struct tex_word word;
  const bool key = t->kind == TOKEN_NAME && !is_field(l, t) && tex_word(t->word, declaration, &word);
  if (is_name(t, "or") && is_name(t - 1, "process")) return emit_word(l, t, LATEX_PLAIN), t + 1;
  if (key && word.class != LATEX_MATH) return emit_word(l, t, word.class), t + 1;
  if (t->kind == TOKEN_TEXT) return t + 1;
  if (t->kind == TOKEN_LINE_END) {
    to_text(l);
    fputs(strcmp(t->word, ";") == 0 ? "; " : "", l->out);
    return t + 1;
  }
  to_math(l);
  if (is_name(t, "not") && is_name(t + 1, "in")) return fputs("\\notin ", l->out), t + 2;
  if (is_sign(t, "^")) return emit_power(l, t + 1, declaration);
  const char *spelling = key ? word.spelling : t->kind == TOKEN_SIGN ? tex_sign(t->word) : NULL;
  if (spelling == NULL && t->kind == TOKEN_NAME)
    tex_name(l->out, t->word, is_value(l, t->word));
  else
    fputs(spelling != NULL ? spelling : t->word, l->out);
  return t + 1;
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

/* The comment at the end of a line, at the right edge. */
static void emit_comment(struct latex *l, uint32_t line)
{
  const char *text = l->machine->tree->source.line[line].text;
  bool quoted = false;
  for (; *text != '\0' && (quoted || text[0] != '/' || text[1] != '/'); text++) quoted ^= *text == '"';
  if (*text == '\0') return;
  text += 2 + strspn(text + 2, " ");
  fputs("\\`\\textit{", l->out);
  tex_text(l->out, text, strlen(text));
  fputc('}', l->out);
}

static void begin_row(struct latex *l, const char *label, uint32_t columns)
{
  fprintf(l->out, "\\makebox[%.1fem][r]{\\footnotesize ", 0.55 * (double)l->widest + 0.3);
  tex_text(l->out, label, strlen(label));
  fprintf(l->out, "}\\hspace*{%.1fem}", 0.8 + 0.5 * columns);
}

static bool is_section(const struct token *t)
{
  static const char *const words[] = {"recover", "doorway", "waiting", "exit", NULL};
  for (size_t k = 0; words[k] != NULL; k++)
    if (is_name(t, words[k]) && t[1].kind == TOKEN_LINE_END && t->first) return true;
  return false;
}

/* The name to which a goto leads. */
static const struct token *emit_target(struct latex *l, const struct token *t, bool declaration)
{
  const bool first = t->first || t[-1].kind == TOKEN_LABEL;
  if (declaration || !first || t->kind != TOKEN_NAME || !is_sign(t + 1, ":")) return t;
  const bool alone = t[2].line != t->line;
  fprintf(l->out, "\\makebox[%.1fem][l]{\\textit{", alone ? 0.0 : 0.5 * (t[2].column - t->column));
  tex_text(l->out, t->word, strlen(t->word));
  fputs("}:}", l->out);
  return t + 2;
}

/* The tokens of one line of the text; returns the first of a later one. */
static const struct token *emit_line(struct latex *l, const struct token *t, uint32_t margin, uint32_t indent,
                                     bool *declaration)
{
  const uint32_t line = t->line;
  const char *label = t->kind == TOKEN_LABEL ? t->word : l->label[line] != NULL ? l->label[line] : "";
  if (t->kind == TOKEN_LABEL) t++;
  if (t->line != line || t->kind == TOKEN_LINE_END) { /* a label alone */
    while (t->line == line && t->kind != TOKEN_FILE_END) t++;
    return t;
  }
  const uint32_t columns = indent + (t->column - 1 > margin ? t->column - 1 - margin : 0);
  if (is_section(t)) {
    fputs("\\makebox[0pt][l]{\\textit{", l->out);
    tex_text(l->out, t->word, strlen(t->word));
    fputs("}}\\\\\n", l->out);
    return t + 2;
  }
  begin_row(l, label, columns);
  if (is_name(t, "local") || is_name(t, "private")) *declaration = true;
  t = emit_target(l, t, *declaration);
  while (t->line == line && t->kind != TOKEN_FILE_END) {
    const bool end = t->kind == TOKEN_LINE_END;
    t = emit_token(l, t, *declaration);
    if (end) *declaration = false;
  }
  if (l->math) fputs("{}", l->out); /* an operator that carries the line on has a right side */
  to_text(l);
  emit_comment(l, line);
  fputs("\\\\\n", l->out);
  return t;
}

static uint32_t margin_of(const struct token *from, const struct token *to)
{
  uint32_t margin = UINT32_MAX, line = 0;
  for (const struct token *t = from; t < to; t++) {
    const bool begins = t->line != line && t->kind != TOKEN_LABEL && t->kind != TOKEN_LINE_END && !is_section(t);
    if (t->kind != TOKEN_LABEL) line = t->line;
    if (begins && t->column - 1 < margin) margin = t->column - 1;
  }
  return margin != UINT32_MAX ? margin : 0;
}

static void emit_lines(struct latex *l, const struct token *from, const struct token *to, bool declaration,
                       uint32_t indent)
{
  const uint32_t margin = margin_of(from, to);
  for (const struct token *t = from; t < to;) {
    if (t->kind == TOKEN_LINE_END)
      t++;
    else
      t = emit_line(l, t, margin, indent, &declaration);
  }
}

/* --- parts of the text -------------------------------------------------------------------------------------------- */

static const struct token *end_of_declaration(const struct token *t)
{
  while (t->kind != TOKEN_LINE_END && t->kind != TOKEN_FILE_END) t++;
  return t;
}

static const struct token *end_of_procedure(const struct token *t)
{
  while (t->kind != TOKEN_FILE_END && !(is_name(t, "end") && is_name(t + 1, "procedure"))) t++;
  return t->kind != TOKEN_FILE_END ? t + 2 : t;
}

static const struct token *process_of(const struct latex *l)
{
  const struct token *t = l->tokens->token;
  while (t->kind != TOKEN_FILE_END && !(is_name(t, "process") && t->first && is_name(t + 1, "i"))) t++;
  return t;
}

static bool declares(const struct token *t, const char *word)
{
  return is_name(t, word) && t->first;
}

/* Marks the routines that tokens mention, and those that these mention. */
static void find_used(struct latex *l, const struct token *from, const struct token *to)
{
  const struct token *process = process_of(l);
  for (const struct token *t = l->tokens->token; t < process; t++) {
    const bool procedure = declares(t, "procedure");
    if ((!procedure && !declares(t, "function")) || l->shown[t - l->tokens->token]) continue;
    for (const struct token *u = from; u < to; u++)
      if (u->kind == TOKEN_NAME && strcmp(u->word, t[1].word) == 0 && u != t + 1) l->shown[t - l->tokens->token] = true;
    if (l->shown[t - l->tokens->token]) find_used(l, t, procedure ? end_of_procedure(t) : end_of_declaration(t));
  }
}

static void emit_declarations(struct latex *l)
{
  static const char *const words[] = {"type", "parameter", "shared", "function", NULL};
  const struct token *process = process_of(l);
  for (const struct token *t = l->tokens->token; t < process; t++) {
    if (declares(t, "procedure")) t = end_of_procedure(t);
    for (size_t k = 0; words[k] != NULL; k++) {
      if (!declares(t, words[k]) || (k == 3 && !l->shown[t - l->tokens->token])) continue;
      const struct token *end = end_of_declaration(t);
      emit_lines(l, t, end, true, 0);
      t = end;
    }
  }
}

/* Locals, and statements, which are indented more in texts than here. */
static void emit_body(struct latex *l, const struct token *from, const struct token *to)
{
  const struct token *body = from;
  while (body < to && (body->kind == TOKEN_LINE_END || is_name(body, "local") || is_name(body, "private")))
    body = end_of_declaration(body) + 1;
  emit_lines(l, from, body, false, 2);
  emit_lines(l, body, to, false, 2);
}

static void emit_process(struct latex *l)
{
  const struct token *t = process_of(l) + 2, *end = t;
  while (end->kind != TOKEN_FILE_END) end++;
  begin_row(l, "", 0);
  fputs("\\textbf{process} $i$\\\\\n", l->out);
  emit_body(l, t, end);
}

static void emit_procedures(struct latex *l)
{
  const struct token *process = process_of(l);
  for (const struct token *t = l->tokens->token; t < process; t++) {
    if (!declares(t, "procedure")) continue;
    const struct token *head = end_of_declaration(t), *end = end_of_procedure(t);
    if (l->shown[t - l->tokens->token]) {
      fputs("\\\\[-1ex]\n", l->out);
      emit_lines(l, t, head, true, 0);
      emit_body(l, head, end - 2);
      begin_row(l, "", 0);
      fputs("\\textbf{end procedure}\\\\\n", l->out);
    }
    t = end;
  }
}

/* --- labels ------------------------------------------------------------------------------------------------------- */

/* Whether another line has this label: then it is not that of a line that goes on with its letters. */
static bool is_taken(const struct latex *l, const char *label)
{
  for (const struct token *t = l->tokens->token; t->kind != TOKEN_FILE_END; t++)
    if ((t->kind == TOKEN_LABEL && strcmp(t->word, label) == 0) ||
        (l->label[t->line] != NULL && strcmp(l->label[t->line], label) == 0))
      return true;
  return false;
}

/* Of lines of the process whose accesses have a label that the text does not show: 7, where they are 7a and 7b. */
static void find_labels(struct latex *l, struct pool *pool)
{
  const struct machine *m = l->machine;
  for (uint32_t k = 0; k < m->algorithm.n_rows; k++) {
    const struct rmr_line *row = &m->algorithm.lines[k];
    const struct node *n = row->line != 0 ? &m->graph.node[m->graph.at_line[row->line]] : NULL;
    if (n == NULL || n->of->in != m->tree->instance || n->of->label != NULL || l->label[n->of->at->line] != NULL)
      continue;
    size_t length = strlen(row->label);
    const bool lettered =
      length > 1 && isalpha((unsigned char)row->label[length - 1]) && isdigit((unsigned char)row->label[length - 2]);
    const char *bare = pool_copy(pool, row->label, length - lettered);
    if (!lettered && !isdigit((unsigned char)row->label[length - 1])) continue;
    l->label[n->of->at->line] = lettered && is_taken(l, bare) ? row->label : bare;
  }
  for (const struct token *t = l->tokens->token; t->kind != TOKEN_FILE_END; t++) {
    if (t->kind == TOKEN_LABEL) l->label[t->line] = t->word;
    const char *label = l->label[t->line];
    if (label != NULL && strlen(label) > l->widest) l->widest = strlen(label);
  }
}

void emit_latex(const struct machine *m, FILE *out)
{
  const struct tree *t = m->tree;
  struct pool pool = {0};
  struct latex l = {.out = out, .machine = m, .tokens = &t->tokens, .widest = 1};
  l.label = pool_new(&pool, t->source.n_lines + 2, sizeof *l.label);
  l.shown = pool_new(&pool, t->tokens.n + 1, sizeof *l.shown);
  find_labels(&l, &pool);
  const struct token *process = process_of(&l);
  find_used(&l, process, t->tokens.token + t->tokens.n);
  fprintf(out,
          "%% %s: %s\n%% The figure of the algorithm, made by `rmr show --latex`, for \\input. It needs no package.\n",
          t->name, t->title);
  fputs("\\begin{tabbing}\n", out);
  emit_declarations(&l);
  fputs("\\\\[-1ex]\n", out);
  emit_process(&l);
  emit_procedures(&l);
  fputs("\\end{tabbing}\n", out);
  pool_free(&pool);
}
