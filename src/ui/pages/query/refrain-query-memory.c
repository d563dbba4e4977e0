/* refrain-query-memory.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands in the settings is read again whenever somebody, another window for instance, changed
 * it.
 */
#include "refrain-query-memory.h"

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-settings.h"

#define KEY_HISTORY "query-history"
#define KEY_KEPT    "kept-queries"

typedef struct
{
  char *name, *text;
} Kept;

struct _RefrainQueryMemory
{
  GObject parent_instance;

  GSettings *settings; /* or NULL */
  GPtrArray *history;  /* of char * */
  GArray *kept;        /* of Kept */
};

G_DEFINE_FINAL_TYPE (RefrainQueryMemory, refrain_query_memory, G_TYPE_OBJECT)

static guint changed_signal;

REFRAIN_DEFINE_CLEAR (clear_kept, Kept, g_free (x->name); g_free (x->text))

/* ---- Settings -------------------------------------------------------------------------------- */

static void
read_settings (RefrainQueryMemory *self)
{
  g_auto (GStrv) history = g_settings_get_strv (self->settings, KEY_HISTORY);
  g_autoptr (GVariant) kept = g_settings_get_value (self->settings, KEY_KEPT);
  GVariantIter iter;
  Kept one;

  g_ptr_array_set_size (self->history, 0);
  for (guint i = 0; history[i] != NULL && i < REFRAIN_QUERY_HISTORY; i++)
    g_ptr_array_add (self->history, g_strdup (history[i]));
  g_array_set_size (self->kept, 0);
  g_variant_iter_init (&iter, kept);
  while (g_variant_iter_next (&iter, "(ss)", &one.name, &one.text))
    g_array_append_val (self->kept, one);
  g_signal_emit (self, changed_signal, 0);
}

static void
write_history (RefrainQueryMemory *self)
{
  if (self->settings == NULL)
    g_signal_emit (self, changed_signal, 0);
  else
    g_settings_set_value (
        self->settings, KEY_HISTORY,
        g_variant_new_strv ((const char *const *) self->history->pdata, self->history->len));
}

static void
write_kept (RefrainQueryMemory *self)
{
  GVariantBuilder builder;

  if (self->settings == NULL)
    {
      g_signal_emit (self, changed_signal, 0);
      return;
    }
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ss)"));
  for (guint i = 0; i < self->kept->len; i++)
    {
      const Kept *one = &g_array_index (self->kept, Kept, i);

      g_variant_builder_add (&builder, "(ss)", one->name, one->text);
    }
  g_settings_set_value (self->settings, KEY_KEPT, g_variant_builder_end (&builder));
}

/* ---- What was asked -------------------------------------------------------------------------- */

void
refrain_query_memory_add (RefrainQueryMemory *self, const char *text)
{
  guint place;

  g_return_if_fail (REFRAIN_IS_QUERY_MEMORY (self));
  g_return_if_fail (text != NULL);

  if (g_ptr_array_find_with_equal_func (self->history, text, g_str_equal, &place))
    g_ptr_array_remove_index (self->history, place);
  g_ptr_array_insert (self->history, 0, g_strdup (text));
  if (self->history->len > REFRAIN_QUERY_HISTORY)
    g_ptr_array_set_size (self->history, REFRAIN_QUERY_HISTORY);
  write_history (self);
}

REFRAIN_GETTER (RefrainQueryMemory, refrain_query_memory, guint, get_n, self->history->len)

const char *
refrain_query_memory_get (RefrainQueryMemory *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_QUERY_MEMORY (self), NULL);
  g_return_val_if_fail (i < self->history->len, NULL);
  return self->history->pdata[i];
}

/* ---- What is kept ---------------------------------------------------------------------------- */

/* The place of @name, or how many there are. */
static guint
find_kept (RefrainQueryMemory *self, const char *name)
{
  guint i = 0;

  while (i < self->kept->len && !g_str_equal (g_array_index (self->kept, Kept, i).name, name))
    i++;
  return i;
}

void
refrain_query_memory_keep (RefrainQueryMemory *self, const char *name, const char *text)
{
  guint place;

  g_return_if_fail (REFRAIN_IS_QUERY_MEMORY (self));
  g_return_if_fail (name != NULL && text != NULL);

  place = find_kept (self, name);
  if (place < self->kept->len)
    {
      Kept *old = &g_array_index (self->kept, Kept, place);

      g_free (old->text);
      old->text = g_strdup (text);
    }
  else
    {
      const Kept one = { g_strdup (name), g_strdup (text) };

      g_array_append_val (self->kept, one);
    }
  write_kept (self);
}

void
refrain_query_memory_forget (RefrainQueryMemory *self, const char *name)
{
  guint place;

  g_return_if_fail (REFRAIN_IS_QUERY_MEMORY (self));
  g_return_if_fail (name != NULL);

  place = find_kept (self, name);
  if (place == self->kept->len)
    return;
  g_array_remove_index (self->kept, place);
  write_kept (self);
}

REFRAIN_GETTER (RefrainQueryMemory, refrain_query_memory, guint, get_n_kept, self->kept->len)

const char *
refrain_query_memory_get_kept (RefrainQueryMemory *self, guint i, const char **text)
{
  const Kept *one;

  g_return_val_if_fail (REFRAIN_IS_QUERY_MEMORY (self), NULL);
  g_return_val_if_fail (i < self->kept->len, NULL);

  one = &g_array_index (self->kept, Kept, i);
  if (text != NULL)
    *text = one->text;
  return one->name;
}

/* ---- Object ---------------------------------------------------------------------------------- */

REFRAIN_DEFINE_END (RefrainQueryMemory,
                    refrain_query_memory,
                    finalize,
                    g_clear_object (&x->settings);
                    g_ptr_array_unref (x->history);
                    g_array_unref (x->kept))

static void
refrain_query_memory_class_init (RefrainQueryMemoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_query_memory_finalize;
  changed_signal = g_signal_new ("changed", REFRAIN_TYPE_QUERY_MEMORY, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
refrain_query_memory_init (RefrainQueryMemory *self)
{
  self->history = g_ptr_array_new_with_free_func (g_free);
  self->kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  g_array_set_clear_func (self->kept, clear_kept);
  self->settings = refrain_settings_open ();
  if (!refrain_settings_has_key (self->settings, KEY_HISTORY)
      || !refrain_settings_has_key (self->settings, KEY_KEPT))
    {
      g_clear_object (&self->settings);
      return;
    }
  refrain_connect (self->settings, "changed::" KEY_HISTORY, read_settings, self);
  refrain_connect (self->settings, "changed::" KEY_KEPT, read_settings, self);
  read_settings (self);
}

RefrainQueryMemory *
refrain_query_memory_new (void)
{
  return g_object_new (REFRAIN_TYPE_QUERY_MEMORY, NULL);
}
