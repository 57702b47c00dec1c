/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Says which registers will be accessed, by the names that traces have; and of a number that is no register's, none.
 *
 * run: -a hadzilacos_standin -n 2 -s @ --max-steps 1
 * exit: 30
 * says: adversary @: Done[1][2] '' Done[2][1]
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self;
  char first[32] = "";
  const char *name = host->register_name(host, view->process[2].pending.var);
  for (unsigned k = 0; k + 1 < sizeof first && name[k] != '\0'; k++) first[k] = name[k];
  const char *none = host->register_name(host, UINT32_MAX);
  if (none[0] == '\0') host->log(host, "%s '' %s", first, host->register_name(host, view->process[1].pending.var));
  return rmr_next_ready(view, 0);
}

RMR_ADVERSARY(names) = {
  RMR_ADVERSARY_HEAD,
  .name = "names",
  .choose = choose,
};
