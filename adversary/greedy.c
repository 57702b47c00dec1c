/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * greedy: the process whose pending access costs most. Ties: the one that has paid most in its present passage, then
 * the one with the smallest number. So as long as a passage can be made to pay, it pays; the others move only when it
 * cannot.
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self;
  uint32_t best = 0;
  uint64_t most = 0;
  for (uint32_t k = 0; k < view->n_ready; k++) {
    const uint32_t p = view->ready[k];
    const uint64_t worth = (uint64_t)host->cost(host, p) << 32 | view->process[p].rmr;
    if (best == 0 || worth > most || (worth == most && p < best)) {
      best = p;
      most = worth;
    }
  }
  return best;
}

RMR_ADVERSARY(greedy) = {
  RMR_ADVERSARY_HEAD,
  .name = "greedy",
  .about = "the pending access that costs most; ties: most RMRs paid in this passage, then the smallest number",
  .choose = choose,
};
