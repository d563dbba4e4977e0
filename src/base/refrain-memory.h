/* refrain-memory.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Large arrays that may be larger than memory: up to a budget they are in memory, beyond it in a
 * file without a name, mapped, whose pages the system writes out when it needs room. Thread-safe.
 */
#pragma once

#include <glib.h>

/* How much such arrays may take of memory: $REFRAIN_MEMORY ("4G", "512M", bytes), else half of what
 * the machine, or the group of processes that this one belongs to, has. */
guint64 refrain_memory_get_budget (void);
/* For tests, and programs that share a machine; arrays that are there stay where they are. */
void refrain_memory_set_budget (guint64 bytes);

/* What of the budget is used before arrays go to the file: all, where somebody has set it; else a
 * few bytes for each event of the largest trace that was expected. */
guint64 refrain_memory_get_used (void);
/* A trace of @events is read. */
void refrain_memory_expect (guint64 events);

/* Gives @block (NULL: a new one) room for @n elements of @size bytes, which may move it; room that
 * is new is not set. Where that is no room at all, frees it and returns NULL. Ends the program
 * where there is neither memory nor disk. */
gpointer refrain_memory_resize (gpointer block, gsize n, gsize size);
/* The same, but returns NULL, and leaves @block as it is, where there is neither. */
gpointer refrain_memory_try_resize (gpointer block, gsize n, gsize size);
/* NULL is fine. Only for blocks of these functions. */
void refrain_memory_free (gpointer block);

/* A file without a name where such arrays lie, too, or -1 where none can be had. Close it. */
int refrain_memory_open_file (void);

/* Bytes of all such arrays in memory, and in the file. */
void refrain_memory_count (guint64 *in_memory, guint64 *in_file);

/* ---- For refrain-malloc.c, by which a program's own large blocks obey the budget, too ---- */

/* The least bytes of a block that may lie in the file. */
gsize refrain_memory_get_least (void);
/* A new block in the file where one of @bytes is too much for the budget; else NULL. @cleared: of
 * zeros. Only refrain_memory_free() frees it. */
gpointer refrain_memory_try_file (gsize bytes, gboolean cleared);
/* The bytes of a @block that lies in the file. */
gsize refrain_memory_get_size (gconstpointer block);
/* Gives back what of such a block is behind @bytes. */
void refrain_memory_shorten (gpointer block, gsize bytes);
/* Large pages for a @block of the C library, of @bytes, which nobody has touched yet, at best; for
 * those that have some. */
void refrain_memory_ask_for_large_pages (gpointer block, gsize bytes);
/* @bytes more, or fewer, are in memory now. */
void refrain_memory_add (gssize bytes);
/* Between these addresses lie all blocks in the file, and nothing else. */
extern gsize refrain_memory_file_start, refrain_memory_file_end;
