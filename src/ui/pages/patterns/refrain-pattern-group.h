/* refrain-pattern-group.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of the list of patterns: a pattern, or a group of those that are alike. What a row tells is
 * asked for in one way, whichever it is.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-pattern-set.h"
#include "refrain-process-order.h"

#define REFRAIN_TYPE_PATTERN_GROUP (refrain_pattern_group_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPatternGroup, refrain_pattern_group, REFRAIN, PATTERN_GROUP, GObject)

typedef enum
{
  REFRAIN_GROUP_NONE,
  REFRAIN_GROUP_SHAPE,
  REFRAIN_GROUP_ROUTINE,
} RefrainPatternGrouping;

/* The rows of @patterns, a list of RefrainPattern of @set: with @merge copies that are shifted over
 * the ranks are one row, and @grouping puts what is alike below one. What is alone in its group
 * stands for itself. In order of their first patterns. O(patterns). */
GListStore *refrain_pattern_groups_make (RefrainPatternSet *set,
                                         GListModel *patterns,
                                         gboolean merge,
                                         RefrainPatternGrouping grouping);
/* What a group holds: patterns and groups. Owned by @self. */
GListModel *refrain_pattern_group_get_items (RefrainPatternGroup *self);

/* ---- Of a row, which is a pattern or a group ---- */

/* Adds the patterns in it to @patterns, of RefrainPattern, not owned. */
void refrain_pattern_row_collect (gpointer row, GPtrArray *patterns);
/* The first of them. */
RefrainPattern *refrain_pattern_row_get_first (gpointer row);
const char *refrain_pattern_row_get_name (gpointer row);
gsize refrain_pattern_row_get_n_occurrences (gpointer row);
double refrain_pattern_row_get_share (gpointer row);
/* The routine of all of it, or ""; owned by the trace. */
const char *refrain_pattern_row_get_routine (gpointer row);
/* The processes that take part, ascending. */
const guint32 *refrain_pattern_row_get_processes (gpointer row, gsize *n);
/* "0–3", "row 2" where @order (or NULL) tells the places of a grid; "all 8" of @n_processes, "12 of
 * 64" where a list would be long. Free with g_free(). */
char *refrain_pattern_row_describe_processes (gpointer row,
                                              RefrainProcessOrder *order,
                                              guint n_processes);
/* What is to be read beside the name: how many patterns there are in a group. Free with g_free();
 * NULL where there is nothing to say. */
char *refrain_pattern_row_describe_group (gpointer row);
