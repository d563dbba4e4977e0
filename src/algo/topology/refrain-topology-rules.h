/* refrain-topology-rules.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Topologies that a user adds: rules for any size, or remembered graphs. Their text, a statement a
 * line, "#" for comments:
 *
 *   topology "skewed ring"
 *     size n >= 3 && n % 2 == 0
 *     next: i -> (i + 1) % n
 *     skip: i -> i + 3 if i % 2 == 0
 *     bit: i -> i ^ (1 << k) for k = 0 to log2 n - 1
 *
 *   topology "mine of Monday"
 *     size 4
 *     0 - 1, 0 - 2, 1 - 3
 *
 * file      = { "topology" STRING { size | link | edges } }
 * size      = "size" expression         a number of processes, or a condition on n
 * link      = [ NAME ":" ] "i" "->" expression
 *             [ "for" "k" "=" expression "to" expression ] [ "if" expression ]
 * edges     = NUMBER "-" NUMBER { "," NUMBER "-" NUMBER }
 * expression: whole numbers of 64 bits, n, i, k, the operators of C but for assignment and "~" with
 *             its precedence, parentheses, "log2 x" and "sqrt x" (rounded down)
 *
 * A link says to which process i of n is linked; the name is that of its direction, the way back is
 * "-next". What lies outside 0 to n - 1, is i itself or divides by 0 is no link. Without "size"
 * there is a graph of every number of processes.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-graph.h"
#include "refrain-mapping.h"

#define REFRAIN_TYPE_TOPOLOGY_RULES (refrain_topology_rules_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainTopologyRules, refrain_topology_rules, REFRAIN, TOPOLOGY_RULES, GObject)

/* An immutable list of rules. NULL with a REFRAIN_ERROR_FORMAT that names @path, line and column.
 * O(length). */
RefrainTopologyRules *
refrain_topology_rules_parse (const char *text, gsize length, const char *path, GError **error);
guint refrain_topology_rules_get_n (RefrainTopologyRules *self);
const char *refrain_topology_rules_get_name (RefrainTopologyRules *self, guint rule);
/* Has @rule a graph of @n processes? O(links). */
gboolean refrain_topology_rules_fits (RefrainTopologyRules *self, guint rule, guint n);
/* The first rule that a term without a value (a division by 0) keeps from being what it says, as a
 * sentence with @path, line and column; NULL: none. Free with g_free(). O(n links). */
char *refrain_topology_rules_dup_problem (RefrainTopologyRules *self, guint n, const char *path);
/* Where each process is, @places as they are written; NULL where it does not fit. O(n directions).
 */
RefrainMapping *refrain_topology_rules_make_mapping (RefrainTopologyRules *self,
                                                     guint rule,
                                                     guint n,
                                                     const guint32 *places);
/* The text of a rule that is this graph: "remember this as @name". Free with g_free(). */
char *refrain_topology_rules_write_graph (const char *name, RefrainGraph *graph);
