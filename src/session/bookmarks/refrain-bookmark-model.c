/* refrain-bookmark-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A change is another list: what a step keeps is the lists before and after.
 */
#include "refrain-bookmark-model.h"

#include "refrain-notices.h"
#include "refrain-object.h"

#include <glib/gi18n.h>

struct _RefrainBookmarkModel
{
  GObject parent_instance;

  RefrainUndo *undo;
  RefrainBookmarks *list;
};

REFRAIN_DEFINE_NOTIFIER (RefrainBookmarkModel, refrain_bookmark_model, finalize, "list")

RefrainBookmarkModel *
refrain_bookmark_model_new (RefrainUndo *undo)
{
  RefrainBookmarkModel *self;

  g_return_val_if_fail (REFRAIN_IS_UNDO (undo), NULL);

  self = g_object_new (REFRAIN_TYPE_BOOKMARK_MODEL, NULL);
  self->undo = g_object_ref (undo);
  return self;
}

REFRAIN_GETTER (
    RefrainBookmarkModel, refrain_bookmark_model, RefrainBookmarks *, get_list, self->list)

void
refrain_bookmark_model_set_list (RefrainBookmarkModel *self, RefrainBookmarks *list)
{
  RefrainBookmarks *old;

  g_return_if_fail (REFRAIN_IS_BOOKMARK_MODEL (self));
  g_return_if_fail (list != NULL);

  old = self->list;
  self->list = refrain_bookmarks_ref (list);
  refrain_bookmarks_unref (old);
  g_object_notify (G_OBJECT (self), "list");
}

static void
restore (gpointer owner, gpointer list)
{
  refrain_bookmark_model_set_list (owner, list);
}

static void
free_list (gpointer list)
{
  refrain_bookmarks_unref (list);
}

/* Makes @items the list, as the step @name. */
static void
change (RefrainBookmarkModel *self, const char *name, const GArray *items, gboolean merges)
{
  g_autoptr (RefrainBookmarks) list
      = refrain_bookmarks_new ((const RefrainBookmark *) (gpointer) items->data, items->len);

  refrain_undo_record (self->undo, name, self, restore, refrain_bookmarks_ref (self->list),
                       refrain_bookmarks_ref (list), free_list, merges);
  refrain_bookmark_model_set_list (self, list);
}

static GArray *
copy_items (RefrainBookmarkModel *self)
{
  gsize n;
  const RefrainBookmark *items = refrain_bookmarks_get (self->list, &n);
  GArray *copy = g_array_new (FALSE, FALSE, sizeof (RefrainBookmark));

  if (n > 0)
    g_array_append_vals (copy, items, (guint) n);
  return copy;
}

/* Where @bookmark stands. */
static gsize
find (RefrainBookmarkModel *self, const RefrainBookmark *bookmark)
{
  gsize n;
  const RefrainBookmark *items = refrain_bookmarks_get (self->list, &n);

  for (gsize i = 0; i < n; i++)
    if (items[i].start == bookmark->start && items[i].end == bookmark->end
        && g_str_equal (items[i].name, bookmark->name)
        && g_strcmp0 (items[i].note, bookmark->note) == 0)
      return i;
  g_assert_not_reached ();
}

gsize
refrain_bookmark_model_add (RefrainBookmarkModel *self, const RefrainBookmark *bookmark)
{
  g_autoptr (GArray) items = NULL;

  g_return_val_if_fail (REFRAIN_IS_BOOKMARK_MODEL (self), 0);
  g_return_val_if_fail (bookmark != NULL && bookmark->name != NULL, 0);
  g_return_val_if_fail (bookmark->start <= bookmark->end, 0);

  items = copy_items (self);
  g_array_append_val (items, *bookmark);
  change (self, _ ("add bookmark"), items, FALSE);
  return find (self, bookmark);
}

static gboolean
has (const GArray *items, const RefrainBookmark *bookmark)
{
  for (guint i = 0; i < items->len; i++)
    {
      const RefrainBookmark *own = &g_array_index (items, RefrainBookmark, i);

      if (own->start == bookmark->start && own->end == bookmark->end
          && g_str_equal (own->name, bookmark->name))
        return TRUE;
    }
  return FALSE;
}

guint
refrain_bookmark_model_take (RefrainBookmarkModel *self, const RefrainBookmarks *others)
{
  g_autoptr (GArray) items = NULL;
  gsize n;
  const RefrainBookmark *list = refrain_bookmarks_get (others, &n);
  guint before;

  g_return_val_if_fail (REFRAIN_IS_BOOKMARK_MODEL (self), 0);

  items = copy_items (self);
  before = items->len;
  for (gsize i = 0; i < n; i++)
    if (!has (items, &list[i]))
      g_array_append_val (items, list[i]);
  if (items->len > before)
    change (self, _ ("take bookmarks"), items, FALSE);
  return items->len - before;
}

gsize
refrain_bookmark_model_rename (RefrainBookmarkModel *self,
                               gsize i,
                               const char *name,
                               const char *note)
{
  g_autoptr (GArray) items = NULL;
  RefrainBookmark wanted;

  g_return_val_if_fail (REFRAIN_IS_BOOKMARK_MODEL (self), 0);

  items = copy_items (self);
  g_return_val_if_fail (i < items->len, 0);
  wanted = g_array_index (items, RefrainBookmark, i);
  wanted.name = name != NULL ? name : "";
  wanted.note = note != NULL && *note != '\0' ? note : NULL;
  if (g_str_equal (wanted.name, g_array_index (items, RefrainBookmark, i).name)
      && g_strcmp0 (wanted.note, g_array_index (items, RefrainBookmark, i).note) == 0)
    return i;
  g_array_index (items, RefrainBookmark, i) = wanted;
  change (self, _ ("change bookmark"), items, TRUE);
  return find (self, &wanted);
}

void
refrain_bookmark_model_remove (RefrainBookmarkModel *self, gsize i)
{
  g_autoptr (GArray) items = NULL;

  g_return_if_fail (REFRAIN_IS_BOOKMARK_MODEL (self));

  items = copy_items (self);
  g_return_if_fail (i < items->len);
  g_array_remove_index (items, (guint) i);
  change (self, _ ("remove bookmark"), items, FALSE);
}

static void
refrain_bookmark_model_finalize (RefrainBookmarkModel *self)
{
  refrain_bookmarks_unref (self->list);
  g_clear_object (&self->undo);
}

static void
refrain_bookmark_model_init (RefrainBookmarkModel *self)
{
  self->list = refrain_bookmarks_new (NULL, 0);
}
