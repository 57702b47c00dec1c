/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/arbitration/minimum.h"

#include <gmp.h>
#include <stdlib.h>

#include "base/mem.h"

/* (n + 1) f(m) + (m + 1) f(n). */
static void join(mpz_t out, const mpz_t f_of_m, uint32_t m, const mpz_t f_of_n, uint32_t n)
{
  mpz_mul_ui(out, f_of_m, n + 1);
  mpz_addmul_ui(out, f_of_n, m + 1);
}

char *minimum_by_halves(uint32_t n)
{
  mpz_t *f = mem_new(n + 1, sizeof *f);
  for (uint32_t x = 0; x <= n; x++) mpz_init_set_ui(f[x], x == 1);
  for (uint32_t x = 2; x <= n; x++) join(f[x], f[x / 2], x / 2, f[x - x / 2], x - x / 2);
  char *text = mpz_get_str(NULL, 10, f[n]);
  for (uint32_t x = 0; x <= n; x++) mpz_clear(f[x]);
  free(f);
  return text;
}
