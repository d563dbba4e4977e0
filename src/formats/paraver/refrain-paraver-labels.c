/* refrain-paraver-labels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A .pcf is made of blocks: a word alone on its line says what the lines below are. Types of events
 * in one block share its values. What is not understood is passed over, as Paraver does.
 */
#include "refrain-paraver-labels.h"

#include <string.h>

#include "refrain-hash.h"
#include "refrain-paraver-names.h"
#include "refrain-text-lines.h"

/* Values of this many types share a list at most. */
#define MAX_TYPES 4096

struct _RefrainParaverLabels
{
  GHashTable *values; /* of a Key: its name */
  GHashTable *states; /* of a gint64: its name */
  GArray *functions;  /* gint64: values of user functions, as they came */
  GPtrArray *rows[REFRAIN_PARAVER_N_LEVELS];
};

typedef struct
{
  gint64 value;
  guint32 type;
} Key;

typedef enum
{
  BLOCK_NONE,
  BLOCK_STATES,
  BLOCK_TYPES,
  BLOCK_VALUES,
} Block;

static guint
hash_key (gconstpointer pointer)
{
  const Key *key = pointer;
  const gint64 mixed = key->value ^ ((gint64) key->type << 32);

  return refrain_hash_int64 (&mixed);
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->value == y->value && x->type == y->type;
}

char *
refrain_paraver_name_beside (const char *path, const char *extension)
{
  static const char *const endings[] = { ".gz", ".zst", ".prv" };
  g_autofree char *base = g_strdup (path);

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (base, endings[i]))
      base[strlen (base) - strlen (endings[i])] = '\0';
  return g_strconcat (base, extension, NULL);
}

/* Takes a number off the beginning of @line; what is behind it and its blanks, or NULL. */
static char *
take_number (char *line, gint64 *number)
{
  char *end;

  *number = g_ascii_strtoll (line, &end, 10);
  if (end == line || (*end != '\0' && !g_ascii_isspace (*end)))
    return NULL;
  return g_strstrip (end);
}

static void
add_name (RefrainParaverLabels *self, const GArray *types, char *line)
{
  gint64 value;
  const char *name = take_number (line, &value);

  if (name == NULL || *name == '\0')
    return;
  for (guint i = 0; i < types->len; i++)
    {
      Key *key = g_new (Key, 1);

      *key = (Key){ value, g_array_index (types, guint32, i) };
      if (key->type == REFRAIN_PARAVER_USER_FUNCTION && value != 0)
        g_array_append_val (self->functions, value);
      g_hash_table_insert (self->values, key, g_strdup (name));
    }
}

static void
add_state (RefrainParaverLabels *self, char *line)
{
  gint64 state;
  const char *name = take_number (line, &state);

  if (name != NULL && *name != '\0')
    g_hash_table_insert (self->states, g_memdup2 (&state, sizeof state), g_strdup (name));
}

/* "0    50000001    MPI Point-to-point": a colour, the type and its name. */
static void
add_type (GArray *types, char *line)
{
  gint64 colour, number;
  char *rest = take_number (line, &colour);
  guint32 type;

  if (rest == NULL || take_number (rest, &number) == NULL || number < 0 || number > G_MAXUINT32
      || types->len == MAX_TYPES)
    return;
  type = (guint32) number;
  g_array_append_val (types, type);
}

static Block
find_block (const char *line, Block block, GArray *types)
{
  if (strcmp (line, "VALUES") == 0)
    return block == BLOCK_TYPES ? BLOCK_VALUES : BLOCK_NONE;
  g_array_set_size (types, 0);
  if (strcmp (line, "EVENT_TYPE") == 0)
    return BLOCK_TYPES;
  return strcmp (line, "STATES") == 0 ? BLOCK_STATES : BLOCK_NONE;
}

static gboolean
read_values (RefrainParaverLabels *self, RefrainTextLines *lines, GError **error)
{
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GError) local = NULL;
  Block block = BLOCK_NONE;
  char *line;
  gsize n;

  while ((line = refrain_text_lines_next (lines, &n, &local)) != NULL)
    {
      g_strstrip (line);
      if (*line == '\0')
        continue;
      if (g_ascii_isupper (*line))
        block = find_block (line, block, types);
      else if (block == BLOCK_STATES)
        add_state (self, line);
      else if (block == BLOCK_TYPES)
        add_type (types, line);
      else if (block == BLOCK_VALUES)
        add_name (self, types, line);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* "LEVEL THREAD SIZE 4": the names of four threads follow, a line each. */
static GPtrArray *
find_level (RefrainParaverLabels *self, const char *line)
{
  static const char *const levels[] = { "LEVEL NODE ", "LEVEL TASK ", "LEVEL THREAD " };

  for (guint i = 0; i < REFRAIN_PARAVER_N_LEVELS; i++)
    if (g_str_has_prefix (line, levels[i]))
      return self->rows[i];
  return NULL;
}

static gboolean
read_rows (RefrainParaverLabels *self, RefrainTextLines *lines, GError **error)
{
  g_autoptr (GError) local = NULL;
  GPtrArray *level = NULL;
  char *line;
  gsize n;

  while ((line = refrain_text_lines_next (lines, &n, &local)) != NULL)
    {
      g_strstrip (line);
      if (*line == '\0')
        level = NULL;
      else if (g_str_has_prefix (line, "LEVEL "))
        level = find_level (self, line);
      else if (level != NULL)
        g_ptr_array_add (level, g_strdup (line));
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
read_file (RefrainParaverLabels *self,
           const char *path,
           const char *extension,
           gboolean (*read) (RefrainParaverLabels *, RefrainTextLines *, GError **),
           GCancellable *cancellable,
           GError **error)
{
  g_autofree char *file = refrain_paraver_name_beside (path, extension);
  g_autoptr (RefrainTextLines) lines = NULL;

  if (!g_file_test (file, G_FILE_TEST_IS_REGULAR))
    return TRUE;
  lines = refrain_text_lines_new (file, error);
  if (lines == NULL)
    return FALSE;
  refrain_text_lines_set_progress (lines, cancellable, NULL, NULL);
  return read (self, lines, error);
}

RefrainParaverLabels *
refrain_paraver_labels_new (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainParaverLabels) self = g_new0 (RefrainParaverLabels, 1);

  self->values = g_hash_table_new_full (hash_key, equal_keys, g_free, g_free);
  self->states = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, g_free);
  self->functions = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < REFRAIN_PARAVER_N_LEVELS; i++)
    self->rows[i] = g_ptr_array_new_with_free_func (g_free);
  if (!read_file (self, path, ".pcf", read_values, cancellable, error)
      || !read_file (self, path, ".row", read_rows, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
refrain_paraver_labels_free (RefrainParaverLabels *self)
{
  g_hash_table_unref (self->values);
  g_hash_table_unref (self->states);
  g_array_unref (self->functions);
  for (guint i = 0; i < REFRAIN_PARAVER_N_LEVELS; i++)
    g_ptr_array_unref (self->rows[i]);
  g_free (self);
}

const char *
refrain_paraver_labels_get_value (RefrainParaverLabels *self, guint32 type, gint64 value)
{
  const Key key = { value, type };

  return g_hash_table_lookup (self->values, &key);
}

const char *
refrain_paraver_labels_get_state (RefrainParaverLabels *self, gint64 state)
{
  return g_hash_table_lookup (self->states, &state);
}

const char *
refrain_paraver_labels_get_row (RefrainParaverLabels *self, RefrainParaverLevel level, gsize i)
{
  return i < self->rows[level]->len ? g_ptr_array_index (self->rows[level], i) : NULL;
}

const gint64 *
refrain_paraver_labels_get_functions (RefrainParaverLabels *self, gsize *n)
{
  *n = self->functions->len;
  return (const gint64 *) (gpointer) self->functions->data;
}
