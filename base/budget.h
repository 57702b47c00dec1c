/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * budget.h: the memory of a search. All its arrays that grow with the problem (tables, sets of states, queues, stacks)
 * are taken from one budget, which counts their bytes, so that one number says what a search takes. A search asks from
 * time to time, at moments that depend on its work only, whether that is still within the limit.
 *
 * Blocks of some size are mapped, and go back to the system when they are given back: what one search has taken is
 * there for the next. A block that grows is moved by the kernel, so growing copies nothing and needs no second block.
 *
 * What is counted are whole blocks, whether or not their pages have been touched. Counting does not refuse: that
 * happens at a moment that does not depend on who came first. Only the system refuses, and then `refused` is set.
 *
 * NULL stands for a budget that nobody looks at.
 */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

struct budget;

struct budget *budget_new(size_t limit); /* bytes; 0: no limit */
void budget_free(struct budget *budget); /* all its blocks have been given back */

/* Another limit, before those who share the budget begin. */
void budget_set_limit(struct budget *budget, size_t limit);

/* A block, zeroed. NULL: the system has no more. */
void *budget_take(struct budget *budget, size_t bytes);
void budget_give(struct budget *budget, void *block, size_t bytes); /* bytes: as was taken; block may be NULL */

/* The block with another size; new bytes are zero. NULL: the system has no more, and the old block stays. */
void *budget_resize(struct budget *budget, void *block, size_t from, size_t to);

/* An array, zeroed. Where the system has no more memory the program ends, as with mem_new (base/mem.h): for tables, of
 * which nothing remains if one is missing. budget_drop gives it back. */
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

/* Of a block that is copied to a larger one: takes the new one, and waits if there is no room for all the copies that
 * are being made at once. Each one that was not NULL is followed by a budget_give_copied of the old block. */
void *budget_take_copy(struct budget *budget, size_t bytes);
void budget_give_copied(struct budget *budget, void *block, size_t bytes);

#endif
