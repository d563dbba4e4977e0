/* refrain-group-lines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Groups of processes (communicators) as the rows, columns and the like of a grid.
 */
#pragma once

#include <glib.h>

/* Groups of one size that have no process in common: the lines along one dimension. */
typedef struct
{
  guint size, n;     /* of a line; lines */
  gint32 stride;     /* from the first process of the first line to its second */
  guint32 *group;    /* of each process: its line + 1, by when it was added; or 0 */
  gboolean in_order; /* processes of a line have consecutive ranks */
} RefrainGroupLines;

/* For RefrainGroupLines; free with g_ptr_array_unref(). */
GPtrArray *refrain_group_lines_new (void);
/* Adds a group of two processes or more to the first lines of its size that it has no process in
 * common with, or to new ones behind @all; what is there already is left out. */
void refrain_group_lines_add (GPtrArray *all, const guint32 *members, gsize n, guint n_processes);
/* Whether each process is in one of the lines. */
gboolean refrain_group_lines_are_whole (const RefrainGroupLines *self, guint n_processes);
/* Whether all of them are whole, their lengths multiply to the number of processes, and lines of
 * two of them have one process in common at most. O(dimensions² · processes · log processes). */
gboolean refrain_group_lines_are_grid (const GPtrArray *all, guint n_processes);
