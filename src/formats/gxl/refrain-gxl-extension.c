/* refrain-gxl-extension.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The text of records is kept until the schema by which it is read is known.
 */
#include "config.h"

#include "refrain-gxl-extension.h"

#include <glib/gi18n-lib.h>

#include "refrain-free.h"
#include "refrain-gxl-ids.h"
#include "refrain-gxl-unit.h"
#include "refrain-object.h"

/* A node as it is; @schema is NULL in a record. */
typedef struct
{
  char *id;
  guint graph;
  char *source, *schema, *text;
} Said;

struct _RefrainGxlExtension
{
  GPtrArray *said;
  RefrainExtension *extension;
  gboolean used;
  int unit_class; /* -1: not asked for yet */
};

REFRAIN_DEFINE_FREE (said_free, Said, refrain_free (x->id, x->source, x->schema, x->text))

RefrainGxlExtension *
refrain_gxl_extension_new (void)
{
  RefrainGxlExtension *self = g_new0 (RefrainGxlExtension, 1);

  self->said = g_ptr_array_new_with_free_func (said_free);
  self->unit_class = -1;
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_gxl_extension_free,
                             RefrainGxlExtension,
                             g_ptr_array_unref (x->said);
                             g_clear_object (&x->extension))

static char *
copy (const RefrainGxlNode *node, RefrainGxlAttribute name)
{
  const char *value = refrain_gxl_node_get (node, name);

  return g_strdup (value != NULL ? value : "");
}

void
refrain_gxl_extension_add (RefrainGxlExtension *self, const RefrainGxlNode *node, guint graph)
{
  Said *said = g_new0 (Said, 1);

  g_ptr_array_add (self->said, said);
  said->id = g_strdup (node->id->str);
  said->graph = graph;
  if (node->class_ == REFRAIN_GXL_EXTENSION_RECORD)
    {
      said->text = copy (node, REFRAIN_GXL_RECORD_TEXT);
      return;
    }
  said->source = copy (node, REFRAIN_GXL_SOURCE);
  said->schema = copy (node, REFRAIN_GXL_SCHEMA);
}

static int
compare_said (gconstpointer a, gconstpointer b)
{
  return refrain_gxl_id_compare ((*(const Said *const *) a)->id, (*(const Said *const *) b)->id);
}

/* The definitions as bytes, by the schema of @reader. */
static GBytes *
read_records (RefrainGxlExtension *self, RefrainExtension *reader, GError **error)
{
  GByteArray *bytes = g_byte_array_new ();

  for (guint i = 0; i < self->said->len; i++)
    {
      const Said *said = self->said->pdata[i];

      if (said->text != NULL && !refrain_extension_from_text (reader, said->text, bytes, error))
        {
          g_byte_array_unref (bytes);
          return NULL;
        }
    }
  return g_byte_array_free_to_bytes (bytes);
}

gboolean
refrain_gxl_extension_close (RefrainGxlExtension *self,
                             RefrainGxlKeepFunc keep,
                             gpointer data,
                             char **cause)
{
  const char *source = "GXL", *schema = REFRAIN_GXL_UNIT_SCHEMA;
  g_autoptr (GBytes) none = g_bytes_new_static (NULL, 0);
  g_autoptr (GBytes) definitions = NULL;
  g_autoptr (RefrainExtension) reader = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = self->said->len; i-- > 0;)
    if (!keep (data, ((const Said *) self->said->pdata[i])->graph))
      g_ptr_array_remove_index (self->said, i);
  g_ptr_array_sort (self->said, compare_said);
  for (guint i = 0; i < self->said->len && !self->used; i++)
    {
      const Said *said = self->said->pdata[i];

      if (said->schema == NULL)
        continue;
      self->used = TRUE;
      source = said->source;
      schema = said->schema;
    }
  reader = refrain_extension_new (source, schema, none, &error);
  if (reader != NULL)
    definitions = read_records (self, reader, &error);
  if (definitions != NULL)
    self->extension = refrain_extension_new (source, schema, definitions, &error);
  g_ptr_array_set_size (self->said, 0);
  if (self->extension != NULL)
    return TRUE;
  *cause = g_strdup_printf (_ ("the extension: %s"), error->message);
  return FALSE;
}

gboolean
refrain_gxl_extension_is_complete (RefrainGxlExtension *self)
{
  for (guint i = 0; i < self->said->len; i++)
    if (((const Said *) self->said->pdata[i])->schema != NULL)
      return TRUE;
  return self->said->len == 0;
}

REFRAIN_READER (refrain_gxl_extension_get, RefrainGxlExtension, RefrainExtension *, self->extension)

/* Adds the class at the end, so that the others keep their numbers. */
static void
add_unit_class (RefrainGxlExtension *self)
{
  const char *schema = refrain_extension_get_schema (self->extension);
  const char *end = *schema == '\0' || g_str_has_suffix (schema, "\n") ? "" : "\n";
  g_autofree char *longer = g_strconcat (schema, end, REFRAIN_GXL_UNIT_SCHEMA, NULL);
  RefrainExtension *extension
      = refrain_extension_new (refrain_extension_get_source (self->extension), longer,
                               refrain_extension_get_definitions (self->extension), NULL);

  g_assert (extension != NULL);
  g_object_unref (self->extension);
  self->extension = extension;
}

guint
refrain_gxl_extension_use_units (RefrainGxlExtension *self)
{
  if (self->unit_class >= 0)
    return self->unit_class;
  self->used = TRUE;
  if (refrain_extension_find_class (self->extension, REFRAIN_GXL_UNIT_CLASS) < 0)
    add_unit_class (self);
  self->unit_class = refrain_extension_find_class (self->extension, REFRAIN_GXL_UNIT_CLASS);
  return self->unit_class;
}

REFRAIN_READER (refrain_gxl_extension_is_used, RefrainGxlExtension, gboolean, self->used)
