/* refrain-query-canonical.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A query written back in one form: how it was understood.
 */
#include <inttypes.h>

#include "refrain-query-words.h"

static void
append_upper (GString *text, const char *word)
{
  g_autofree char *upper = g_ascii_strup (word, -1);

  g_string_append (text, upper);
}

static void
append_field (GString *text, RefrainQueryField field)
{
  append_upper (text, refrain_query_field_get_info (field)->name);
}

static void
append_name (GString *text, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "\"", -1);
  g_autofree char *inside = g_strjoinv ("\"\"", parts);

  g_string_append_printf (text, "\"%s\"", inside);
}

/* ---- Conditions ---- */

static void
append_value (GString *text, RefrainQueryField field, gint64 value)
{
  const RefrainQueryType type = refrain_query_field_get_info (field)->type;
  const gboolean is_time = type == REFRAIN_QUERY_TYPE_TIME || type == REFRAIN_QUERY_TYPE_DURATION;

  g_string_append_printf (text, "%" PRIi64 "%s", value, is_time ? " ns" : "");
}

static void
append_range (GString *text, const RefrainQueryNode *node)
{
  const gboolean is_time = node->field == REFRAIN_QUERY_FIELD_TIME;
  const gboolean below
      = node->low == REFRAIN_QUERY_NOTHING + 1 || (is_time && node->low <= -REFRAIN_TIME_LIMIT);
  const gboolean above = node->high == G_MAXINT64 || (is_time && node->high >= REFRAIN_TIME_LIMIT);

  if (node->field == REFRAIN_QUERY_FIELD_SELF || node->field == REFRAIN_QUERY_FIELD_MATCHED)
    {
      g_string_append (text, node->low == 0 ? "NOT " : "");
      append_field (text, node->field);
      return;
    }
  /* The only range of kinds there is (see AMONG). */
  if (node->field == REFRAIN_QUERY_FIELD_KIND)
    {
      g_string_append (text, "KIND = \"collectives\"");
      return;
    }
  append_field (text, node->field);
  if (node->low == node->high)
    g_string_append (text, " = ");
  else
    g_string_append (text, below ? " <= " : above ? " >= " : " BETWEEN ");
  append_value (text, node->field, below ? node->high : node->low);
  if (node->low != node->high && !below && !above)
    {
      g_string_append (text, " AND ");
      append_value (text, node->field, node->high);
    }
}

static void append_node (GString *text, const RefrainQueryNode *node);

static gboolean
is_chain (const RefrainQueryNode *node)
{
  return node->kind == REFRAIN_QUERY_NODE_AND || node->kind == REFRAIN_QUERY_NODE_OR;
}

/* A chain of one is that one. */
static const RefrainQueryNode *
unwrap (const RefrainQueryNode *node)
{
  while (is_chain (node) && node->children != NULL && node->children->len == 1)
    node = node->children->pdata[0];
  return node;
}

static void
append_children (GString *text, const RefrainQueryNode *node, const char *between)
{
  for (guint i = 0; node->children != NULL && i < node->children->len; i++)
    {
      const RefrainQueryNode *child = unwrap (node->children->pdata[i]);
      const gboolean apart = node->kind == REFRAIN_QUERY_NODE_NOT
                                 ? is_chain (child) || child->kind == REFRAIN_QUERY_NODE_NOT
                                 : is_chain (child) && child->kind != node->kind;

      g_string_append (text, i > 0 ? between : "");
      g_string_append (text, apart ? "(" : "");
      append_node (text, child);
      g_string_append (text, apart ? ")" : "");
    }
}

static void
append_node (GString *text, const RefrainQueryNode *node)
{
  switch (node->kind)
    {
    case REFRAIN_QUERY_NODE_NOT:
      g_string_append (text, "NOT ");
      append_children (text, node, "");
      break;
    case REFRAIN_QUERY_NODE_RANGE:
      append_range (text, node);
      break;
    case REFRAIN_QUERY_NODE_NAME:
      append_field (text, node->field);
      g_string_append (text, " = ");
      append_name (text, node->name);
      break;
    case REFRAIN_QUERY_NODE_MEMBERS:
      append_field (text, node->field);
      g_string_append (text, " IN MEMBERS OF COMM(");
      append_name (text, node->name);
      g_string_append (text, ")");
      break;
    case REFRAIN_QUERY_NODE_SET:
      append_field (text, node->field);
      g_string_append_printf (text, " (%" PRIi64, node->low);
      if (node->high > node->low)
        g_string_append_printf (text, "-%" PRIi64, node->high);
      g_string_append (text, ")");
      break;
    case REFRAIN_QUERY_NODE_AND:
    case REFRAIN_QUERY_NODE_OR:
    default:
      append_children (text, node, node->kind == REFRAIN_QUERY_NODE_AND ? " AND " : " OR ");
    }
}

/* ---- The rest ---- */

static void
append_item (GString *text, const RefrainQueryItem *item)
{
  static const char *const functions[] = {
    [REFRAIN_QUERY_ITEM_FIELD] = "",   [REFRAIN_QUERY_ITEM_COUNT] = "COUNT",
    [REFRAIN_QUERY_ITEM_SUM] = "SUM(", [REFRAIN_QUERY_ITEM_MIN] = "MIN(",
    [REFRAIN_QUERY_ITEM_MAX] = "MAX(", [REFRAIN_QUERY_ITEM_MEAN] = "MEAN(",
  };

  g_string_append (text, functions[item->kind]);
  if (item->kind == REFRAIN_QUERY_ITEM_COUNT)
    return;
  append_field (text, item->field);
  if (item->name != NULL)
    {
      g_string_append (text, "(");
      append_name (text, item->name);
      g_string_append (text, ")");
    }
  g_string_append (text, item->kind != REFRAIN_QUERY_ITEM_FIELD ? ")" : "");
}

static void
append_items (GString *text, const char *clause, const GArray *items, gboolean order)
{
  for (guint i = 0; i < items->len; i++)
    {
      const RefrainQueryItem *item = &g_array_index (items, RefrainQueryItem, i);

      g_string_append (text, i > 0 ? ", " : clause);
      append_item (text, item);
      g_string_append (text, order && item->descending ? " DESC" : "");
    }
}

/* Conditions of which nothing is left ("all processes") are left out. */
static void
append_condition (GString *text, const RefrainQueryNode *condition)
{
  g_autoptr (GString) inside = g_string_new (NULL);

  append_node (inside, unwrap (condition));
  if (inside->len > 0)
    g_string_append_printf (text, " WHERE %s", inside->str);
}

static const char *
name_source (const RefrainQuerySyntax *syntax)
{
  static const char *const sources[REFRAIN_QUERY_N_SOURCES] = {
    [REFRAIN_QUERY_SOURCE_MESSAGES] = "MESSAGES",
    [REFRAIN_QUERY_SOURCE_OPERATIONS] = "OPERATIONS",
    [REFRAIN_QUERY_SOURCE_CALLS] = "CALLS",
    [REFRAIN_QUERY_SOURCE_PROCESSES] = "PROCESSES",
  };

  if (syntax->source != REFRAIN_QUERY_SOURCE_OPERATIONS
      || (syntax->kind_low == 0 && syntax->kind_high == G_MAXINT))
    return sources[syntax->source];
  if (syntax->kind_high == G_MAXINT)
    return "COLLECTIVES";
  /* "send" is any send. */
  if (syntax->kind_low == REFRAIN_OP_SEND && syntax->kind_high == REFRAIN_OP_SEND)
    return "MPI_Send";
  if (syntax->kind_low == syntax->kind_high)
    return refrain_query_kind_get_name ((guint) syntax->kind_low);
  return syntax->kind_high == REFRAIN_OP_ISEND ? "SENDS"
         : syntax->kind_low == REFRAIN_OP_RECV ? "RECEIVES"
                                               : "P2P";
}

char *
refrain_query_dup_canonical (RefrainQuery *self)
{
  g_autoptr (GString) text = g_string_new ("SELECT ");
  const RefrainQuerySyntax *syntax;

  g_return_val_if_fail (REFRAIN_IS_QUERY (self), NULL);

  syntax = refrain_query_get_syntax (self);
  append_items (text, "", syntax->items, FALSE);
  g_string_append_printf (text, "%s%s", syntax->items->len > 0 ? " FROM " : "ALL ",
                          name_source (syntax));
  if (syntax->from > -REFRAIN_TIME_LIMIT || syntax->to < REFRAIN_TIME_LIMIT)
    g_string_append_printf (text, " FROM %" PRIi64 " ns TO %" PRIi64 " ns", syntax->from,
                            syntax->to);
  append_condition (text, syntax->condition);
  append_items (text, " GROUP BY ", syntax->group, FALSE);
  append_items (text, " ORDER BY ", syntax->order, TRUE);
  if (syntax->limit < G_MAXUINT64)
    g_string_append_printf (text, " LIMIT %" G_GUINT64_FORMAT, syntax->limit);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
