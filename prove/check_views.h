/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_views.h: confirms P1 from a set of views of two processes, for every N. For certificate_check.c.
 */
#ifndef PROVE_CHECK_VIEWS_H
#define PROVE_CHECK_VIEWS_H

#include "prove/certificate_read.h"

/* Reads the views, which come next and have this form, and confirms that they are closed, and that none breaks P1. */
bool check_views(struct certificate_reading *r, struct shows_form form);

#endif
