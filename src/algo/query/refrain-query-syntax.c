/* refrain-query-syntax.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tree that the parser builds: made, joined, copied and freed.
 */
#include "refrain-query-syntax.h"

#include "refrain-free.h"

REFRAIN_DEFINE_CLEAR (clear_item, RefrainQueryItem, g_free (x->name))

static GArray *
new_items (void)
{
  GArray *items = g_array_new (FALSE, TRUE, sizeof (RefrainQueryItem));

  g_array_set_clear_func (items, clear_item);
  return items;
}

RefrainQuerySyntax *
refrain_query_syntax_new (void)
{
  RefrainQuerySyntax *self = g_new0 (RefrainQuerySyntax, 1);

  self->kind_high = G_MAXINT;
  self->from = -REFRAIN_TIME_LIMIT;
  self->to = REFRAIN_TIME_LIMIT;
  self->condition = refrain_query_node_new (REFRAIN_QUERY_NODE_AND);
  self->items = new_items ();
  self->group = new_items ();
  self->order = new_items ();
  self->limit = G_MAXUINT64;
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_query_syntax_free,
                             RefrainQuerySyntax,
                             refrain_query_node_free (x->condition);
                             refrain_unref_arrays (x->items, x->group, x->order))

RefrainQueryNode *
refrain_query_node_new (RefrainQueryNodeKind kind)
{
  RefrainQueryNode *self = g_new0 (RefrainQueryNode, 1);

  self->kind = kind;
  return self;
}

/* Depth is what the parser bounds. */
REFRAIN_DEFINE_FREE_OR_NULL (refrain_query_node_free,
                             RefrainQueryNode,
                             g_clear_pointer (&x->children, g_ptr_array_unref);
                             g_free (x->name))

RefrainQueryNode *
refrain_query_node_new_range (RefrainQueryField field, gint64 low, gint64 high)
{
  RefrainQueryNode *self = refrain_query_node_new (REFRAIN_QUERY_NODE_RANGE);

  self->field = field;
  self->low = low;
  self->high = high;
  return self;
}

RefrainQueryNode *
refrain_query_node_add (RefrainQueryNode *self, RefrainQueryNode *child)
{
  if (child == NULL)
    return self;
  if (self->children == NULL)
    self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_query_node_free);
  g_ptr_array_add (self->children, child);
  return self;
}

RefrainQueryNode *
refrain_query_node_new_not (RefrainQueryNode *child)
{
  return refrain_query_node_add (refrain_query_node_new (REFRAIN_QUERY_NODE_NOT), child);
}

RefrainQueryNode *
refrain_query_node_copy_for (const RefrainQueryNode *self, RefrainQueryField field)
{
  RefrainQueryNode *copy = refrain_query_node_new (self->kind);

  *copy = *self;
  copy->field = field;
  copy->name = g_strdup (self->name);
  copy->children = NULL;
  for (guint i = 0; self->children != NULL && i < self->children->len; i++)
    refrain_query_node_add (copy, refrain_query_node_copy_for (self->children->pdata[i], field));
  return copy;
}
