/* refrain-extension.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The schema, and walking records by it.
 */
#include "config.h"

#include "refrain-extension.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-object.h"

struct _RefrainExtension
{
  GObject parent_instance;

  char *source, *schema;
  GBytes *definitions;
  GArray *classes;           /* of RefrainRecordClass */
  GHashTable *class_numbers; /* name → number + 1 */
  GHashTable *words;         /* name → RefrainFieldWords */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainExtension, refrain_extension)

/* A schema has at most so many lines, and a line so many parts: records are walked by it. */
#define MAX_CLASSES 4096
#define MAX_PARTS   4096

REFRAIN_DEFINE_FREE (words_free, RefrainFieldWords, g_free ((gpointer) x->words);
                     g_free ((gpointer) x->numbers))

static void
refrain_extension_finalize (RefrainExtension *self)
{
  for (guint i = 0; i < self->classes->len; i++)
    g_free ((gpointer) g_array_index (self->classes, RefrainRecordClass, i).fields);
  g_array_unref (self->classes);
  g_hash_table_unref (self->class_numbers);
  g_hash_table_unref (self->words);
  g_clear_pointer (&self->definitions, g_bytes_unref);
  refrain_free (self->source, self->schema);
}

static void
refrain_extension_init (RefrainExtension *self)
{
  self->classes = g_array_new (FALSE, TRUE, sizeof (RefrainRecordClass));
  self->class_numbers = g_hash_table_new (g_str_hash, g_str_equal);
  self->words = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, words_free);
}

/* ---- The schema ---- */

static gboolean
fail (guint line, const char *cause, GError **error)
{
  return refrain_fail (error, REFRAIN_ERROR_FORMAT, _ ("line %u of the schema: %s"), line, cause);
}

static gboolean
is_name (const char *text)
{
  if (!g_ascii_isalpha (*text))
    return FALSE;
  for (; *text != '\0'; text++)
    if (!g_ascii_isalnum (*text) && *text != '_' && *text != '-')
      return FALSE;
  return TRUE;
}

/* "enum NAME word=number ...", already cut into parts. */
static gboolean
read_words (RefrainExtension *self, char **parts, guint n, guint line, GError **error)
{
  RefrainFieldWords *words;
  const char **texts;
  guint64 *numbers;

  if (n < 2 || !is_name (parts[1]) || g_hash_table_contains (self->words, parts[1]))
    return fail (line, _ ("a list of words needs a name of its own"), error);
  words = g_new0 (RefrainFieldWords, 1);
  words->name = g_intern_string (parts[1]);
  words->is_flags = g_str_equal (parts[0], "flags");
  words->words = texts = g_new0 (const char *, n);
  words->numbers = numbers = g_new0 (guint64, n);
  g_hash_table_insert (self->words, (gpointer) words->name, words);
  for (guint i = 2; i < n; i++)
    {
      char *equals = strchr (parts[i], '=');

      if (equals == NULL
          || !g_ascii_string_to_unsigned (equals + 1, 10, 0, G_MAXUINT64, &numbers[words->n], NULL))
        return fail (line, _ ("a word is given as WORD=NUMBER"), error);
      *equals = '\0';
      if (!is_name (parts[i]))
        return fail (line, _ ("a word has letters, digits, - and _"), error);
      texts[words->n++] = g_intern_string (parts[i]);
    }
  return TRUE;
}

/* Takes "KIND(" and ")" off @text; gives what is between, or NULL. */
static char *
unwrap (char *text, const char *kind)
{
  const gsize n = strlen (kind), length = strlen (text);

  if (length < n + 2 || strncmp (text, kind, n) != 0 || text[n] != '(' || text[length - 1] != ')')
    return NULL;
  text[length - 1] = '\0';
  return text + n + 1;
}

static gboolean
read_type (RefrainExtension *self, char *text, RefrainField *field)
{
  static const char *const names[REFRAIN_N_FIELD_TYPES]
      = { "unsigned", "signed", "float", "text", "value", "reference", "enum", "flags" };
  char *inner = unwrap (text, "list");

  field->is_list = inner != NULL;
  text = inner != NULL ? inner : text;
  for (guint i = 0; i < REFRAIN_N_FIELD_TYPES; i++)
    {
      field->type = i;
      if (i < REFRAIN_FIELD_REFERENCE)
        {
          if (g_str_equal (text, names[i]))
            return TRUE;
          continue;
        }
      inner = unwrap (text, names[i]);
      if (inner == NULL)
        continue;
      if (!is_name (inner))
        return FALSE;
      field->of = g_intern_string (inner);
      field->words = g_hash_table_lookup (self->words, inner);
      return i == REFRAIN_FIELD_REFERENCE
             || (field->words != NULL && field->words->is_flags == (i == REFRAIN_FIELD_FLAGS));
    }
  return FALSE;
}

/* "definition NAME field:type ...", already cut into parts. */
static gboolean
read_class (RefrainExtension *self, char **parts, guint n, guint line, GError **error)
{
  RefrainRecordClass record_class = { .is_event = g_str_equal (parts[0], "event") };
  RefrainField *fields;

  if (n < 2 || !is_name (parts[1]) || g_hash_table_contains (self->class_numbers, parts[1]))
    return fail (line, _ ("a class needs a name of its own"), error);
  if (self->classes->len >= MAX_CLASSES)
    return fail (line, _ ("there are too many classes"), error);
  record_class.name = g_intern_string (parts[1]);
  record_class.fields = fields = g_new0 (RefrainField, n);
  record_class.n_fields = n - 2;
  g_array_append_val (self->classes, record_class);
  g_hash_table_insert (self->class_numbers, (gpointer) record_class.name,
                       GUINT_TO_POINTER (self->classes->len));
  for (guint i = 2; i < n; i++)
    {
      char *colon = strchr (parts[i], ':');

      if (colon == NULL)
        return fail (line, _ ("a field is given as NAME:TYPE"), error);
      *colon = '\0';
      if (!is_name (parts[i]) || !read_type (self, colon + 1, &fields[i - 2]))
        return fail (line, _ ("a field has a type that is not known"), error);
      fields[i - 2].name = g_intern_string (parts[i]);
    }
  return TRUE;
}

static gboolean
read_schema (RefrainExtension *self, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (self->schema, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (g_strstrip (lines[i]), " ", MAX_PARTS);
      const guint n = g_strv_length (parts);
      gboolean ok;

      if (n == 0 || parts[0][0] == '\0' || parts[0][0] == '#')
        continue;
      if (n == MAX_PARTS)
        return fail (i + 1, _ ("it is too long"), error);
      if (g_str_equal (parts[0], "enum") || g_str_equal (parts[0], "flags"))
        ok = read_words (self, parts, n, i + 1, error);
      else if (g_str_equal (parts[0], "definition") || g_str_equal (parts[0], "event"))
        ok = read_class (self, parts, n, i + 1, error);
      else
        ok = fail (i + 1, _ ("it begins with none of enum, flags, definition, event"), error);
      if (!ok)
        return FALSE;
    }
  return TRUE;
}

/* ---- Records ---- */

static void
skip_element (const RefrainField *field, RefrainRecordBytes *from)
{
  gsize n;

  switch (field->type)
    {
    case REFRAIN_FIELD_FLOAT:
      refrain_get_bits (from, 8);
      break;
    case REFRAIN_FIELD_TEXT:
      refrain_get_text (from, &n);
      break;
    case REFRAIN_FIELD_VALUE:
      refrain_get_value (from);
      break;
    default:
      refrain_get_unsigned (from);
    }
}

gboolean
refrain_extension_next (RefrainExtension *self,
                        RefrainRecordBytes *from,
                        guint *record_class,
                        RefrainRecordBytes *fields)
{
  const RefrainRecordClass *c;
  guint64 number;

  g_return_val_if_fail (REFRAIN_IS_EXTENSION (self), FALSE);

  if (from->at == from->end)
    return FALSE;
  number = refrain_get_unsigned (from);
  from->failed |= number >= self->classes->len;
  if (from->failed)
    return FALSE;
  c = &g_array_index (self->classes, RefrainRecordClass, number);
  *fields = (RefrainRecordBytes){ from->at, from->end, FALSE };
  for (guint i = 0; i < c->n_fields; i++)
    for (gsize n = c->fields[i].is_list ? refrain_get_count (from) : 1; n > 0 && !from->failed; n--)
      skip_element (&c->fields[i], from);
  fields->end = from->at;
  *record_class = (guint) number;
  return !from->failed;
}

RefrainRecordBytes
refrain_extension_start (RefrainExtension *self)
{
  const guint8 *bytes;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_EXTENSION (self), refrain_record_bytes (NULL, 0));

  bytes = g_bytes_get_data (self->definitions, &n);
  return refrain_record_bytes (bytes, n);
}

static gboolean
check_definitions (RefrainExtension *self, GError **error)
{
  RefrainRecordBytes left = refrain_extension_start (self), fields;
  guint record_class;

  while (refrain_extension_next (self, &left, &record_class, &fields))
    ;
  if (!left.failed)
    return TRUE;
  return refrain_fail (error, REFRAIN_ERROR_FORMAT,
                       _ ("the definitions of the extension contradict its schema"));
}

RefrainExtension *
refrain_extension_new (const char *source, const char *schema, GBytes *definitions, GError **error)
{
  g_autoptr (RefrainExtension) self = g_object_new (REFRAIN_TYPE_EXTENSION, NULL);

  g_return_val_if_fail (source != NULL && schema != NULL && definitions != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self->source = g_strdup (source);
  self->schema = g_strdup (schema);
  self->definitions = g_bytes_ref (definitions);
  return read_schema (self, error) && check_definitions (self, error) ? g_steal_pointer (&self)
                                                                      : NULL;
}

REFRAIN_GETTER (RefrainExtension, refrain_extension, const char *, get_source, self->source)
REFRAIN_GETTER (RefrainExtension, refrain_extension, const char *, get_schema, self->schema)
REFRAIN_GETTER (RefrainExtension, refrain_extension, GBytes *, get_definitions, self->definitions)
REFRAIN_GETTER (RefrainExtension, refrain_extension, guint, get_n_classes, self->classes->len)

const RefrainRecordClass *
refrain_extension_get_class (RefrainExtension *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_EXTENSION (self) && i < self->classes->len, NULL);
  return &g_array_index (self->classes, RefrainRecordClass, i);
}

int
refrain_extension_find_class (RefrainExtension *self, const char *name)
{
  g_return_val_if_fail (REFRAIN_IS_EXTENSION (self) && name != NULL, -1);
  return GPOINTER_TO_INT (g_hash_table_lookup (self->class_numbers, name)) - 1;
}

const char *
refrain_extension_find_property (RefrainExtension *self, const char *name, gsize *length)
{
  const int wanted = refrain_extension_find_class (self, "ArchiveProperty");
  RefrainRecordBytes all = refrain_extension_start (self), fields;
  guint class;

  while (wanted >= 0 && refrain_extension_next (self, &all, &class, &fields))
    if ((int) class == wanted)
      {
        gsize n;
        const char *own = refrain_get_text (&fields, &n), *value;

        if (fields.failed || n != strlen (name) || memcmp (own, name, n) != 0)
          continue;
        value = refrain_get_text (&fields, length);
        return fields.failed ? NULL : value;
      }
  return NULL;
}
