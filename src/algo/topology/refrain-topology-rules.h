/* refrain-topology-rules.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Topologies that a user adds: rules for any size, or remembered graphs. Their text:
 *
 *   # a comment
 *   topology "skewed ring"
 *     size n >= 3
 *     next: i -> (i + 1) % n
 *     skip: i -> i + 3 if i % 2 == 0 && i + 3 < n
 *
 *   topology "mine of Monday"
 *     size 4
 *     0 - 1, 0 - 2, 1 - 3
 *
 * A rule says for each process i of n to which it is linked, in any number of lines, each with the
 * name of the direction before ":" (or none). Numbers are 64-bit integers with + - * / % ^ (xor) &
 * | << >>, parentheses, the comparisons and && || ! of C, and "log2 x" and "sqrt x", rounded down;
 * "/" and "%" round down, too. What does not lie in 0 to n - 1 is no link. "size" says which
 * numbers of processes there are: a condition on n, or a number. Edges of a remembered graph stand
 * in lists.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-graph.h"
#include "refrain-mapping.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_TOPOLOGY_RULES (refrain_topology_rules_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainTopologyRules, refrain_topology_rules, REFRAIN, TOPOLOGY_RULES, GObject)

/* An immutable list of rules. NULL with a REFRAIN_ERROR_FORMAT that names @path, line and column.
 * O(length). */
RefrainTopologyRules *
refrain_topology_rules_parse (const char *text, gsize length, const char *path, GError **error);
guint refrain_topology_rules_get_n (RefrainTopologyRules *self);
const char *refrain_topology_rules_get_name (RefrainTopologyRules *self, guint rule);
/* Has @rule a graph of @n processes? */
gboolean refrain_topology_rules_fits (RefrainTopologyRules *self, guint rule, guint n);
/* Where each process is, places as they are written. NULL where it does not fit. O(n length). */
RefrainMapping *refrain_topology_rules_make_mapping (RefrainTopologyRules *self,
                                                     guint rule,
                                                     guint n,
                                                     const guint32 *places);
/* The text of a rule that is this graph: "remember this as @name". Free with g_free(). */
char *refrain_topology_rules_write_graph (const char *name, RefrainGraph *graph);

G_END_DECLS
