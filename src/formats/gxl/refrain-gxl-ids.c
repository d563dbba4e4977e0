/* refrain-gxl-ids.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One entry a process, with the smallest row that has not been used yet of each letter, or with all
 * rows where they come in any order.
 */
#include "refrain-gxl-ids.h"

#include <inttypes.h>
#include <string.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"

static const char letters[] = "cormde";

#define N_LETTERS (sizeof letters - 1)

typedef struct
{
  guint64 process;
  guint64 next[N_LETTERS]; /* the smallest row not used yet */
  GArray *rows[N_LETTERS]; /* in any order: of guint64, all of them */
} Rows;

struct _RefrainGxlIds
{
  gboolean any_order;
  GHashTable *rows; /* process -> Rows */
  Rows *last;       /* the one asked for last */
  GHashTable *others;
};

static void
rows_free (gpointer data)
{
  Rows *self = data;

  for (guint i = 0; i < N_LETTERS; i++)
    g_clear_pointer (&self->rows[i], g_array_unref);
  g_free (self);
}

RefrainGxlIds *
refrain_gxl_ids_new (gboolean any_order)
{
  RefrainGxlIds *self = g_new0 (RefrainGxlIds, 1);

  self->any_order = any_order;
  self->rows = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, NULL, rows_free);
  self->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_gxl_ids_free, RefrainGxlIds, g_hash_table_unref (x->rows);
                             g_hash_table_unref (x->others))

/* ---- What an id says ---- */

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

gboolean
refrain_gxl_row_id_parse (const char *id, RefrainGxlRowId *row_id)
{
  guint64 trace = 0, process;

  if (*id == 't')
    {
      id++;
      if (!parse_number (&id, '-', &trace) || trace == 0 || trace > G_MAXUINT32)
        return FALSE;
    }
  if (*id == '\0' || strchr (letters, *id) == NULL)
    return FALSE;
  row_id->letter = *id++;
  if (!parse_number (&id, '.', &process) || process > G_MAXUINT32
      || !parse_number (&id, '\0', &row_id->row))
    return FALSE;
  row_id->process = trace << 32 | process;
  return TRUE;
}

int
refrain_gxl_id_compare (const char *a, const char *b)
{
  for (; *a != '\0' && *b != '\0'; a++, b++)
    {
      gsize m, n;
      int order;

      if (!g_ascii_isdigit (*a) || !g_ascii_isdigit (*b))
        {
          if (*a != *b)
            return (guchar) *a < (guchar) *b ? -1 : 1;
          continue;
        }
      m = strspn (a, "0123456789");
      n = strspn (b, "0123456789");
      if (m != n)
        return m < n ? -1 : 1;
      order = strncmp (a, b, n);
      if (order != 0)
        return order;
      a += n - 1;
      b += n - 1;
    }
  return (*a != '\0') - (*b != '\0');
}

/* ---- Noting and finding ---- */

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

RefrainGxlIdState
refrain_gxl_ids_add (RefrainGxlIds *self, const char *id)
{
  RefrainGxlRowId row_id;
  guint letter;
  Rows *rows;

  if (!refrain_gxl_row_id_parse (id, &row_id))
    return g_hash_table_add (self->others, g_strdup (id)) ? REFRAIN_GXL_ID_NEW
                                                          : REFRAIN_GXL_ID_TWICE;
  rows = find_rows (self, row_id.process, TRUE);
  letter = strchr (letters, row_id.letter) - letters;
  if (self->any_order)
    {
      if (rows->rows[letter] == NULL)
        rows->rows[letter] = g_array_new (FALSE, FALSE, sizeof (guint64));
      g_array_append_val (rows->rows[letter], row_id.row);
      return REFRAIN_GXL_ID_NEW;
    }
  if (row_id.row < rows->next[letter])
    return REFRAIN_GXL_ID_DISORDER;
  rows->next[letter] = row_id.row + 1;
  return REFRAIN_GXL_ID_NEW;
}

gboolean
refrain_gxl_ids_close (RefrainGxlIds *self, char **twice)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Rows *rows = value;

      for (guint letter = 0; letter < N_LETTERS; letter++)
        {
          GArray *all = rows->rows[letter];

          if (all == NULL)
            continue;
          refrain_sort (all->data, all->len, sizeof (guint64), refrain_compare_uint64);
          for (guint i = 1; i < all->len; i++)
            if (g_array_index (all, guint64, i) == g_array_index (all, guint64, i - 1))
              {
                *twice = g_strdup_printf ("%c%" PRIu64 ".%" PRIu64, letters[letter],
                                          rows->process & G_MAXUINT32,
                                          g_array_index (all, guint64, i));
                return FALSE;
              }
        }
    }
  return TRUE;
}

gboolean
refrain_gxl_ids_contain (RefrainGxlIds *self, const char *id)
{
  RefrainGxlRowId row_id;
  guint letter;
  Rows *rows;

  if (!refrain_gxl_row_id_parse (id, &row_id))
    return g_hash_table_contains (self->others, id);
  rows = find_rows (self, row_id.process, FALSE);
  if (rows == NULL)
    return FALSE;
  letter = strchr (letters, row_id.letter) - letters;
  if (!self->any_order)
    return row_id.row < rows->next[letter];
  return rows->rows[letter] != NULL
         && refrain_find (&row_id.row, rows->rows[letter]->data, rows->rows[letter]->len,
                          sizeof (guint64), refrain_compare_uint64)
                != NULL;
}
