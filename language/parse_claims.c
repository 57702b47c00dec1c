/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_claims.c: claims of the literature about an algorithm: `claims P2, not P5; rmr cc: N; space: 3N; read, write`.
 * Formulas are kept as they stand there. Each claim is made once, and the primitives come last: so a claim that is
 * misspelt is not taken for one. `in "...":` says where the claims behind it are made, up to the next one or the end of
 * the line; without it they are made in the source of the text.
 */
#include <stdio.h>

#include "base/fault_kind.h"
#include "base/suggest.h"
#include "language/parser.h"

/* The rest of a claim, as it stands there, up to the semicolon or the end of the line. */
static char *rest_of_claim(struct parser *p)
{
  const struct token *from = p->token;
  while (p->token->kind != TOKEN_LINE_END && p->token->kind != TOKEN_FILE_END) p->token++;
  size_t length = 0;
  char *text = pool_new(p->pool, 1, 1);
  for (uint32_t k = from->line; k <= p->token->line; k++) { /* lines are joined by a blank */
    const char *line = p->tree->source.line[k].text;
    const char *begin = k == from->line ? line + from->column - 1 : line + strspn(line, " ");
    const char *end = k == p->token->line ? line + p->token->column - 1 : line + strlen(line);
    while (end > begin && end[-1] == ' ') end--;
    char *more = pool_new(p->pool, length + (size_t)(end - begin) + 2, 1);
    snprintf(more, length + (size_t)(end - begin) + 2, "%s%s%.*s", text, length != 0 ? " " : "", (int)(end - begin),
             begin);
    text = more;
    length = strlen(text);
  }
  return text;
}

/* The citation of a claim that is being made. */
static void cite(struct parser *p, struct rmr_claims *c, size_t claim)
{
  c->cited[claim] = p->cited;
}

static bool is_said(struct parser *p, const struct token *at, bool already)
{
  return !already || wrong(p, at, "this is claimed already");
}

/* --- properties --------------------------------------------------------------------------------------------------- */

static int property_of(const struct token *t)
{
  if (t->kind != TOKEN_NAME) return 0;
  if (strcmp(t->word, "CSR") == 0) return 8;
  if (strcmp(t->word, "BCSR") == 0) return 9;
  return t->word[0] == 'P' && t->word[1] >= '1' && t->word[1] <= '7' && t->word[2] == '\0' ? t->word[1] - '0' : 0;
}

/* P2, not P5, CSR */
static bool parse_properties(struct parser *p, struct rmr_claims *c)
{
  do {
    const bool not = takes(p, "not");
    const int property = property_of(p->token);
    if (property == 0) return unexpected(p, "a property: P1 to P7, CSR or BCSR");
    if (!is_said(p, p->token, property > 1 && c->p[property] != RMR_UNSAID)) return false;
    c->p[property] = not ? RMR_NO : RMR_YES;
    cite(p, c, (size_t)property);
    p->token++;
  } while (takes(p, ","));
  return true;
}

/* --- costs, and the like ------------------------------------------------------------------------------------------ */

/* cc: N */
static bool parse_costs(struct parser *p, struct rmr_claims *c)
{
  const bool dsm = sees(p, "dsm");
  const char **cost = dsm ? &c->rmr_dsm : &c->rmr_cc;
  if (!dsm && !sees(p, "cc")) return unexpected(p, "'cc' or 'dsm'");
  if (!is_said(p, p->token, *cost != NULL)) return false;
  p->token++;
  if (!expects(p, ":", "the memory")) return false;
  *cost = rest_of_claim(p);
  cite(p, c, dsm ? RMR_CITED_DSM : RMR_CITED_CC);
  return (*cost)[0] != '\0' || unexpected(p, "a formula");
}

static bool parse_space(struct parser *p, struct rmr_claims *c)
{
  if (!is_said(p, p->token - 1, c->space != NULL) || !expects(p, ":", "space")) return false;
  c->space = rest_of_claim(p);
  cite(p, c, RMR_CITED_SPACE);
  return c->space[0] != '\0' || unexpected(p, "a formula");
}

/* stop, system */
static bool parse_survival(struct parser *p, struct rmr_claims *c)
{
  char words[64] = "";
  p->survives = p->token - 1;
  if (!is_said(p, p->survives, c->survives != NULL) || !expects(p, ":", "survives")) return false;
  do {
    const struct token *at = p->token;
    const enum fault_kind kind = at->kind == TOKEN_NAME ? fault_kind_of(at->word) : FAULTS_NONE;
    if (kind == FAULTS_NONE || fault_table[kind].restarts == RESTARTS_AT_FIRST)
      return unexpected(p, "a kind of crash: stop, recover or system");
    if (strstr(words, at->word) != NULL) return is_said(p, at, true);
    p->needs_recovery |= fault_table[kind].restarts == RESTARTS_AT_RECOVER;
    strcat(strcat(words, words[0] != '\0' ? "," : ""), at->word);
    p->token++;
  } while (takes(p, ","));
  c->survives = pool_copy(p->pool, words, strlen(words));
  cite(p, c, RMR_CITED_SURVIVES);
  return true;
}

/* Whether a word is none of those that many use, but nearly one. */
static bool check_primitive(struct parser *p, const struct token *at, const char *word, size_t length)
{
  static const char *const known[] = {"read",          "write",           "test-and-set", "fetch-and-store",
                                      "fetch-and-add", "compare-and-swap"};
  char hint[SUGGESTION];
  const char *copy = pool_copy(p->pool, word, length), *near = suggestion(copy, known, 6, hint);
  for (size_t k = 0; k < 6; k++)
    if (strcmp(copy, known[k]) == 0) return true;
  return near[0] == '\0' || wrong(p, at, "'%s' is no primitive%s", copy, near);
}

static bool parse_primitives(struct parser *p, struct rmr_claims *c)
{
  static const char *const claims[] = {"rmr", "space", "bounded", "unbounded", "survives", "timed", "one shot"};
  const struct token *at = p->token;
  if (at->kind != TOKEN_NAME) return unexpected(p, "a claim");
  c->primitives = rest_of_claim(p);
  char hint[SUGGESTION];
  const bool last = strcmp(p->token->word, ";") != 0 || p->token->kind != TOKEN_LINE_END;
  if (!last)
    return wrong(p, at, "expected a claim, not '%s': the primitives come last%s", at->word,
                 suggestion(at->word, claims, sizeof claims / sizeof *claims, hint));
  for (const char *word = c->primitives; *word != '\0';) {
    const size_t length = strcspn(word, ",");
    if (!check_primitive(p, at, word, length)) return false;
    word += length;
    word += strspn(word, ", ");
  }
  return true;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

/* in "He, Gopalakrishnan, Gafni, arXiv:1403.5605, Theorem 9": */
static bool parse_citation(struct parser *p)
{
  const struct token *at = p->token;
  if (!takes(p, "in")) return true;
  if (!parse_text(p, &p->cited) || !expects(p, ":", "the citation")) return false;
  return p->cited[strspn(p->cited, " ")] != '\0' || wrong(p, at + 1, "expected where the claims are made");
}

static bool parse_claim(struct parser *p, struct rmr_claims *c)
{
  if (!parse_citation(p)) return false;
  const struct token *at = p->token;
  if (property_of(at) != 0 || sees(p, "not")) return parse_properties(p, c);
  if (takes(p, "rmr")) return parse_costs(p, c);
  if (takes(p, "space")) return parse_space(p, c);
  if (takes(p, "survives")) return parse_survival(p, c);
  if (sees(p, "bounded") || sees(p, "unbounded")) {
    if (!is_said(p, at, c->bounded != RMR_UNSAID)) return false;
    c->bounded = takes(p, "bounded") ? RMR_YES : (p->token++, RMR_NO);
    cite(p, c, RMR_CITED_BOUNDED);
    return true;
  }
  if (takes(p, "timed")) return c->timed = true, true;
  if (sees(p, "one") && strcmp(at[1].word, "shot") == 0) return p->token += 2, c->one_shot = true, true;
  return parse_primitives(p, c);
}

/* claims P2, P5; rmr cc: N; space: 3N; bounded; read, write
 * claims in "arXiv:1403.5605, Theorem 9": rmr cc: N */
bool parse_claims(struct parser *p)
{
  struct rmr_claims *c = &p->tree->claims;
  p->cited = NULL;
  do {
    if (!parse_claim(p, c)) return false;
    if (p->token->kind != TOKEN_LINE_END) return unexpected(p, "';' and another claim");
  } while (strcmp(p->token->word, ";") == 0 && (p->token++, true));
  return true;
}

bool check_survival(struct parser *p)
{
  if (!p->needs_recovery || p->recovers) return true;
  return wrong(p, p->survives, "what survives a crash starts again at lines behind 'recover', and there are none");
}
