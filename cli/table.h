/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * table.h: columns of text for a terminal, as wide as their widest cell and two spaces apart.
 */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stddef.h>
#include <stdio.h>

struct table {
  size_t columns, rows; /* row 0 is the head */
  char **cell;          /* [row * columns + column]; owned */
};

void table_init(struct table *table, const char *const *head, size_t columns);
void table_row(struct table *table, const char *const *cells); /* copies them */
void table_end(struct table *table, FILE *out); /* prints it if it has rows below the head; NULL: does not. Frees it */

#endif
