/* refrain-lazy.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arrays that are made when they are read, in blocks: no page of a block can be read before a
 * function has filled it. Of blocks that were filled as many stay as a part of the budget of
 * refrain-memory.h allows; then those that were filled first are forgotten, to be filled again: a
 * few times, until they lie in a file.
 */
#pragma once

#include <glib.h>

typedef struct _RefrainLazy RefrainLazy;

/* Fills the @n bytes of block @block at @to, always with the same. Called from any thread, several
 * at once, in a handler of SIGSEGV that the read raised: it may allocate, since no allocator reads
 * such arrays, but takes no lock that whoever reads may hold. It may read other such arrays, as
 * long as that leads in no circle. */
typedef void (*RefrainLazyFunc) (gsize block, gpointer to, gsize n, gpointer data);

/* An array of @bytes, in blocks of @block (a multiple of the size of a page). @func and @data must
 * live as long. NULL where the system has none of that. A file must have been mapped with
 * refrain-file-map.h before, which looks after the signal. Thread-safe, as all functions here. */
RefrainLazy *refrain_lazy_new (gsize bytes, gsize block, RefrainLazyFunc func, gpointer data);
/* No caller may read it any more. */
void refrain_lazy_free (RefrainLazy *self);
gconstpointer refrain_lazy_get_data (const RefrainLazy *self);
/* Where block @block is not filled, fills it with @bytes: for functions that fill two arrays in one
 * go. */
void refrain_lazy_offer (RefrainLazy *self, gsize block, gconstpointer bytes);

/* Whether all blocks are to be filled before anybody reads, and stay: with $REFRAIN_LAZY=no, and
 * under Valgrind, which takes the reads that ask for a block for mistakes. */
gboolean refrain_lazy_is_off (void);
void refrain_lazy_fill_all (RefrainLazy *self);

/* Blocks that were filled so far, each as often as it was; for tests. */
gsize refrain_lazy_count_fills (void);

/* For handlers: whether @at lies in such an array, and may now be read. */
gboolean refrain_lazy_fill (gconstpointer at);
