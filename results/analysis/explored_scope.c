/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/explored_scope.h"

struct scope scope_of(const struct record *r)
{
  return (struct scope){(double)r->n, (double)r->passages, r->sessions};
}

bool scope_fewer(const struct scope *a, const struct scope *b)
{
  if (a->n != b->n) return a->n < b->n;
  if ((a->passages == 0) != (b->passages == 0)) return b->passages == 0;
  return a->passages < b->passages;
}

char *scope_others(const struct scope *s, char out[SCOPE_TEXT])
{
  out[0] = '\0';
  text_add(out, SCOPE_TEXT, "sessions %s, ", s->sessions);
  if (s->passages == 0)
    text_add(out, SCOPE_TEXT, "passages without end");
  else
    text_add(out, SCOPE_TEXT, "%.15g passage%s each", s->passages, plural(s->passages));
  return out;
}

char *scope_text(const struct scope *s, char out[SCOPE_TEXT])
{
  out[0] = '\0';
  if (s->n == 0)
    text_add(out, SCOPE_TEXT, "every N");
  else
    text_add(out, SCOPE_TEXT, "N = %.15g", s->n);
  char others[SCOPE_TEXT];
  text_add(out, SCOPE_TEXT, ", %s", scope_others(s, others));
  return out;
}

char *range_text(const struct series *s, char out[SCOPE_TEXT])
{
  out[0] = '\0';
  if (s->n == 1) text_add(out, SCOPE_TEXT, "%s = %.15g", s->x_name, s->point[0].x);
  if (s->n > 1) text_add(out, SCOPE_TEXT, "%s = %.15g..%.15g", s->x_name, s->point[0].x, s->point[s->n - 1].x);
  return out;
}
