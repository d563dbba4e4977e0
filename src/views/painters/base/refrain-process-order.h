/* refrain-process-order.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In which order processes are shown and what they are called there, where that is not by rank: by
 * their places in a topology; and which of them are folded into one row. Immutable; painters take
 * it as a parameter.
 */
#pragma once

#include <glib-object.h>

#define REFRAIN_TYPE_PROCESS_ORDER (refrain_process_order_get_type ())
G_DECLARE_FINAL_TYPE (RefrainProcessOrder, refrain_process_order, REFRAIN, PROCESS_ORDER, GObject)

/* @order: the @n processes from first to last, each once (copied). @labels: by process, "(2,1)";
 * NULL: ranks. */
RefrainProcessOrder *
refrain_process_order_new (const guint32 *order, guint n, const char *const *labels);

/* As @base (NULL: by rank, of @n processes), but in @order (NULL: as it is), and with the processes
 * that have the same number in @groups in one row (NULL: each in its own). */
RefrainProcessOrder *refrain_process_order_fold (RefrainProcessOrder *base,
                                                 guint n,
                                                 const guint32 *order,
                                                 const guint32 *groups);

guint refrain_process_order_get_n (RefrainProcessOrder *self);
/* ---- All of these take NULL: the order of ranks ---- */
/* Which process stands at @position. */
guint refrain_process_order_get_process (RefrainProcessOrder *self, guint position);
/* Where process @process stands. */
guint refrain_process_order_get_position (RefrainProcessOrder *self, guint process);
/* Whether processes are called by their places there, not by their ranks. */
gboolean refrain_process_order_has_labels (RefrainProcessOrder *self);
/* "(2,1)", or the rank. Free with g_free(). */
char *refrain_process_order_dup_label (RefrainProcessOrder *self, guint process);
/* Sorts @processes as they stand. */
void refrain_process_order_sort (RefrainProcessOrder *self, guint *processes, gsize n);
/* Whether @a and @b share a row. */
gboolean refrain_process_order_share_row (RefrainProcessOrder *self, guint a, guint b);
/* The rows that the @n shown @processes make: of those that share one the first, as it comes first
 * in @processes. @row_of (NULL, or n): the row of each of them. Free with g_free(). O(n). */
guint *refrain_process_order_list_rows (
    RefrainProcessOrder *self, const guint *processes, gsize n, gsize *n_rows, gsize *row_of);
