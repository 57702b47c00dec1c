/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * budget.h: the memory of a search. One budget provides all its arrays that grow with the problem (tables, sets of
 * states, queues, stacks) and counts their bytes, so one number is the memory of a search. A search checks from time to
 * time, at moments that depend on its work only, whether it is still within the limit.
 *
 * Large blocks are mapped, and return to the system when they are given back: the next search can use the memory of the
 * last one. The kernel moves a block that grows, so growing copies nothing and needs no second block.
 *
 * Whole blocks are counted, whether or not their pages have been touched. Counting never refuses: a search ends at a
 * moment that does not depend on the order of threads. Only the system refuses, and then `refused` is set.
 *
 * NULL stands for a budget that is not counted.
 */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

struct budget;

struct budget *budget_new(size_t limit); /* bytes; 0: no limit */
void budget_free(struct budget *budget); /* all its blocks have been given back */

/* Sets another limit, before the users of the budget begin. */
void budget_set_limit(struct budget *budget, size_t limit);

/* A block, zeroed. NULL: the system has no more. */
void *budget_take(struct budget *budget, size_t bytes);
void budget_give(struct budget *budget, void *block, size_t bytes); /* bytes: as was taken; block may be NULL */

/* The block with another size; new bytes are zero. NULL: the system has no more, and the old block stays. */
void *budget_resize(struct budget *budget, void *block, size_t from, size_t to);

/* An array, zeroed. Where the system has no more memory the program ends, as with mem_new (base/mem.h): for tables,
 * all of which are necessary. budget_drop gives it back. */
void *budget_array(struct budget *budget, size_t count, size_t size);
void *budget_array_resize(struct budget *budget, void *array, size_t from, size_t to, size_t size);
void budget_drop(struct budget *budget, void *array, size_t count, size_t size);

/* An array of *capacity elements with room for at least one more; a large one grows by a half. NULL as above. */
void *budget_grow(struct budget *budget, void *array, size_t *capacity, size_t size);

size_t budget_taken(const struct budget *budget); /* now */
size_t budget_most(const struct budget *budget);  /* ever */
bool budget_over(const struct budget *budget);    /* more than the limit is taken, or the system has refused */
bool budget_refused(const struct budget *budget); /* the system had less than was asked for, at any time */
bool budget_fits(const struct budget *budget, size_t bytes); /* so much more may be taken */

/* For copying a block to a larger one: takes the new one, and waits if there is no room for all simultaneous copies.
 * After each result that is not NULL, call budget_give_copied with the old block. */
void *budget_take_copy(struct budget *budget, size_t bytes);
void budget_give_copied(struct budget *budget, void *block, size_t bytes);

#endif
