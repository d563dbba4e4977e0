/* refrain-pattern-tree.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows below a pattern are made when it is opened.
 */
#include "refrain-pattern-tree.h"

#include "refrain-free.h"
#include "refrain-pattern-group.h"

/* Rows that are made below one at most: nobody reads more. */
#define MAX_PARTS 200

/* What @pattern is made of where it is a composite pattern of several; else NULL. */
static const RefrainCompositeInfo *
get_info (RefrainPage *page, RefrainPattern *pattern)
{
  RefrainSession *session = refrain_page_get_session (page);
  RefrainPatterns *patterns = session != NULL ? refrain_session_get_patterns (session) : NULL;
  RefrainComposites *composites
      = patterns != NULL ? refrain_patterns_get_composites (patterns) : NULL;
  const RefrainCompositeInfo *info;

  if (composites == NULL
      || refrain_patterns_get_set_of (patterns, pattern) != refrain_composites_get_set (composites))
    return NULL;
  info = refrain_composites_get_info (composites, refrain_pattern_get_id (pattern) - 1);
  return info->n_parts > 1 ? info : NULL;
}

typedef struct
{
  RefrainPage *page; /* not owned */
  GtkSorter *sorter;
} Tree;

REFRAIN_DEFINE_FREE (tree_free, Tree, g_object_unref (x->sorter))

static GListModel *
make_rows (gpointer item, gpointer data)
{
  const Tree *tree = data;
  const RefrainCompositeInfo *info;
  RefrainPatternSet *elementary;
  GListStore *store;

  if (REFRAIN_IS_PATTERN_GROUP (item))
    return G_LIST_MODEL (gtk_sort_list_model_new (
        g_object_ref (refrain_pattern_group_get_items (item)), g_object_ref (tree->sorter)));
  info = get_info (tree->page, item);
  if (info == NULL)
    return NULL;
  elementary = refrain_patterns_get_elementary (
      refrain_session_get_patterns (refrain_page_get_session (tree->page)));
  store = g_list_store_new (REFRAIN_TYPE_PATTERN);
  for (gsize i = 0; i < MIN (info->n_parts, MAX_PARTS); i++)
    g_list_store_append (store, refrain_pattern_set_get_pattern (elementary, info->stages[i]));
  return G_LIST_MODEL (store);
}

GtkTreeListModel *
refrain_pattern_tree_new (GListModel *roots, GtkSorter *sorter, RefrainPage *page)
{
  Tree *self;

  g_return_val_if_fail (G_IS_LIST_MODEL (roots), NULL);
  g_return_val_if_fail (GTK_IS_SORTER (sorter), NULL);
  g_return_val_if_fail (REFRAIN_IS_PAGE (page), NULL);

  self = g_new0 (Tree, 1);
  self->page = page;
  self->sorter = g_object_ref (sorter);
  return gtk_tree_list_model_new (roots, TRUE, FALSE, make_rows, self, tree_free);
}

static gboolean
has_part (const RefrainCompositeInfo *info, guint32 index)
{
  for (gsize i = 0; i < MIN (info->n_parts, MAX_PARTS); i++)
    if (info->stages[i] == index)
      return TRUE;
  return FALSE;
}

void
refrain_pattern_tree_open (GtkTreeListModel *tree, RefrainPage *page, guint32 index)
{
  g_autoptr (GtkTreeListRow) first = NULL;

  g_return_if_fail (GTK_IS_TREE_LIST_MODEL (tree));
  g_return_if_fail (REFRAIN_IS_PAGE (page));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (tree)); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (tree), i);
      const RefrainCompositeInfo *info
          = REFRAIN_IS_PATTERN (item) ? get_info (page, REFRAIN_PATTERN (item)) : NULL;
      g_autoptr (GtkTreeListRow) row = NULL;

      if (info == NULL || !has_part (info, index))
        continue;
      row = gtk_tree_list_model_get_row (tree, i);
      if (gtk_tree_list_row_get_expanded (row))
        return;
      if (first == NULL)
        first = g_steal_pointer (&row);
    }
  if (first != NULL)
    gtk_tree_list_row_set_expanded (first, TRUE);
}

void
refrain_pattern_tree_reveal (GtkTreeListModel *tree, RefrainPattern *pattern)
{
  g_return_if_fail (GTK_IS_TREE_LIST_MODEL (tree));
  g_return_if_fail (REFRAIN_IS_PATTERN (pattern));

  /* The rows of one that opens come behind it. */
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (tree)); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (tree), i);
      g_autoptr (GPtrArray) patterns = g_ptr_array_new ();
      g_autoptr (GtkTreeListRow) row = NULL;

      if (!REFRAIN_IS_PATTERN_GROUP (item))
        continue;
      refrain_pattern_row_collect (item, patterns);
      if (!g_ptr_array_find (patterns, pattern, NULL))
        continue;
      row = gtk_tree_list_model_get_row (tree, i);
      gtk_tree_list_row_set_expanded (row, TRUE);
    }
}
