/* refrain-gxl-ids.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-gxl-ids.h"

#include <string.h>

/* The letters of ids that are made of a process and a row: call, operation, record, message,
 * collective data and its graph. */
static const char letters[] = "cormde";

#define N_LETTERS (sizeof letters - 1)

typedef struct
{
  guint64 process;
  guint64 next[N_LETTERS]; /* the smallest row not used yet */
} Rows;

struct _RefrainGxlIds
{
  GHashTable *rows; /* process -> Rows */
  Rows *last;       /* the one asked for last */
  GHashTable *others;
};

RefrainGxlIds *
refrain_gxl_ids_new (void)
{
  RefrainGxlIds *self = g_new0 (RefrainGxlIds, 1);

  self->rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
refrain_gxl_ids_free (RefrainGxlIds *self)
{
  g_hash_table_unref (self->rows);
  g_hash_table_unref (self->others);
  g_free (self);
}

/* Reads digits without leading zero, up to @end. */
static gboolean
parse_number (const char **text, char end, guint64 *value)
{
  const char *at = *text;

  if (*at == '0' && at[1] != end)
    return FALSE;
  *value = 0;
  for (; g_ascii_isdigit (*at); at++)
    if (at - *text >= 18)
      return FALSE;
    else
      *value = *value * 10 + (*at - '0');
  if (at == *text || *at != end)
    return FALSE;
  *text = at + 1;
  return TRUE;
}

/* Whether @id is one of an event. */
static gboolean
parse_row_id (const char *id, guint *letter, guint64 *process, guint64 *row)
{
  const char *found = *id == '\0' ? NULL : strchr (letters, *id);

  if (found == NULL)
    return FALSE;
  *letter = found - letters;
  id++;
  return parse_number (&id, '.', process) && parse_number (&id, '\0', row);
}

static Rows *
find_rows (RefrainGxlIds *self, guint64 process, gboolean create)
{
  Rows *rows = self->last;

  if (rows != NULL && rows->process == process)
    return rows;
  rows = g_hash_table_lookup (self->rows, &process);
  if (rows == NULL && create)
    {
      rows = g_new0 (Rows, 1);
      rows->process = process;
      g_hash_table_insert (self->rows, &rows->process, rows);
    }
  if (rows != NULL)
    self->last = rows;
  return rows;
}

gboolean
refrain_gxl_ids_add (RefrainGxlIds *self, const char *id)
{
  guint letter;
  guint64 process, row;
  Rows *rows;

  if (!parse_row_id (id, &letter, &process, &row))
    return g_hash_table_add (self->others, g_strdup (id));
  rows = find_rows (self, process, TRUE);
  if (row < rows->next[letter])
    return FALSE;
  rows->next[letter] = row + 1;
  return TRUE;
}

gboolean
refrain_gxl_ids_contain (RefrainGxlIds *self, const char *id)
{
  guint letter;
  guint64 process, row;
  Rows *rows;

  if (!parse_row_id (id, &letter, &process, &row))
    return g_hash_table_contains (self->others, id);
  rows = find_rows (self, process, FALSE);
  return rows != NULL && row < rows->next[letter];
}
