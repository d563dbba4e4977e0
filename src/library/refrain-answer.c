/* refrain-answer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A report for programs outside: a handle, so that nothing of it but this is fixed.
 */
#include "config.h"

#include <math.h>

#include "refrain-answer-private.h"
#include "refrain-data-private.h"

struct _RefrainAnswer
{
  gatomicrefcount references;
  RefrainReport *report;
};

G_DEFINE_BOXED_TYPE (RefrainAnswer, refrain_answer, refrain_answer_ref, refrain_answer_unref)

RefrainAnswer *
refrain_answer_new (RefrainReport *report)
{
  RefrainAnswer *self = g_new (RefrainAnswer, 1);

  g_atomic_ref_count_init (&self->references);
  self->report = report;
  return self;
}

/**
 * refrain_answer_ref:
 * @self: an answer
 *
 * Returns: (transfer full): @self, with one reference more
 */
RefrainAnswer *
refrain_answer_ref (RefrainAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->references);
  return self;
}

/**
 * refrain_answer_unref:
 * @self: (transfer full): an answer
 *
 * Drops a reference; the last one frees the answer.
 */
void
refrain_answer_unref (RefrainAnswer *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->references))
    return;
  refrain_report_unref (self->report);
  g_free (self);
}

/**
 * refrain_answer_get_status:
 * @self: an answer
 *
 * Returns: 0 unless something was found that scripts ask for, as the exit status of `refrain-cli`
 *   says it (1: violations, 3: a limit is exceeded)
 */
int
refrain_answer_get_status (const RefrainAnswer *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return refrain_report_get_status (self->report);
}

/**
 * refrain_answer_get_warning:
 * @self: an answer
 * @index: from 0
 *
 * Returns: (transfer none) (nullable): a sentence about what was left out or could not be read;
 *   %NULL behind the last
 */
const char *
refrain_answer_get_warning (const RefrainAnswer *self, guint index)
{
  g_return_val_if_fail (self != NULL, NULL);

  return refrain_report_get_warning (self->report, index);
}

/**
 * refrain_answer_to_text:
 * @self: an answer
 *
 * Returns: (transfer full): what `refrain-cli` prints
 */
char *
refrain_answer_to_text (const RefrainAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return refrain_report_to_string (self->report, REFRAIN_REPORT_TEXT);
}

/**
 * refrain_answer_to_json:
 * @self: an answer
 *
 * Returns: (transfer full): what `refrain-cli` prints with `--json`; its members are described in
 *   `docs/schema`
 */
char *
refrain_answer_to_json (const RefrainAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return refrain_report_to_string (self->report, REFRAIN_REPORT_JSON);
}

/**
 * refrain_answer_to_csv:
 * @self: an answer
 *
 * Returns: (transfer full) (nullable): the main table, with headings; %NULL where there is none
 */
char *
refrain_answer_to_csv (const RefrainAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return refrain_report_to_string (self->report, REFRAIN_REPORT_CSV);
}

/**
 * refrain_answer_to_latex:
 * @self: an answer
 *
 * Returns: (transfer full) (nullable): the main table, with the rules of booktabs; %NULL where
 *   there is none
 */
char *
refrain_answer_to_latex (const RefrainAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return refrain_report_to_string (self->report, REFRAIN_REPORT_LATEX);
}

/* ---- The main table as columns ---- */

static gboolean
is_text (const RefrainReportColumn *column)
{
  return column->kind == REFRAIN_CELL_TEXT || column->kind == REFRAIN_CELL_RANKS
         || column->kind == REFRAIN_CELL_WORDS;
}

/* Equal texts are one label. */
static void
add_texts (RefrainData *data, const RefrainReportTable *table, guint c, gsize n)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 *values = refrain_data_add (data, refrain_report_table_get_column (table, c)->key,
                                      REFRAIN_DATA_UINT32);

  for (gsize row = 0; values != NULL && row < n; row++)
    {
      const RefrainCell cell = refrain_report_table_get_cell (table, row, c);
      gpointer number;

      g_string_truncate (text, 0);
      refrain_report_append_for_programs (text, cell);
      if (cell.kind == REFRAIN_CELL_NULL)
        values[row] = G_MAXUINT32;
      else if (g_hash_table_lookup_extended (numbers, text->str, NULL, &number))
        values[row] = GPOINTER_TO_UINT (number);
      else
        {
          values[row] = labels->len;
          g_ptr_array_add (labels, g_strdup (text->str));
          g_hash_table_insert (numbers, g_ptr_array_index (labels, values[row]),
                               GUINT_TO_POINTER (values[row]));
        }
    }
  /* Bindings take a list of none for no list. */
  if (labels->len == 0)
    g_ptr_array_add (labels, g_strdup (""));
  g_ptr_array_add (labels, NULL);
  if (values != NULL)
    refrain_data_take_labels (data, (char **) g_ptr_array_steal (labels, NULL));
}

static double
get_number (RefrainCell cell)
{
  switch (cell.kind)
    {
    case REFRAIN_CELL_NULL:
      return NAN;
    case REFRAIN_CELL_SHARE:
    case REFRAIN_CELL_DOUBLE:
      return cell.real;
    case REFRAIN_CELL_TIME:
      return (double) cell.integer / 1e9;
    default:
      return (double) cell.integer;
    }
}

/* Whole numbers where all are, else such as can be missing. */
static void
add_numbers (RefrainData *data, const RefrainReportTable *table, guint c, gsize n)
{
  const RefrainReportColumn *column = refrain_report_table_get_column (table, c);
  gboolean whole = column->kind != REFRAIN_CELL_TIME && column->kind != REFRAIN_CELL_SHARE
                   && column->kind != REFRAIN_CELL_DOUBLE;

  for (gsize row = 0; whole && row < n; row++)
    whole = refrain_report_table_get_cell (table, row, c).kind != REFRAIN_CELL_NULL;
  if (whole)
    {
      gint64 *values = refrain_data_add (data, column->key, REFRAIN_DATA_INT64);

      for (gsize row = 0; values != NULL && row < n; row++)
        values[row] = refrain_report_table_get_cell (table, row, c).integer;
    }
  else
    {
      double *values = refrain_data_add (data, column->key, REFRAIN_DATA_DOUBLE);

      for (gsize row = 0; values != NULL && row < n; row++)
        values[row] = get_number (refrain_report_table_get_cell (table, row, c));
    }
}

/**
 * refrain_answer_to_data:
 * @self: an answer
 *
 * Times are seconds. Lists of ranks are texts, apart by spaces.
 *
 * Returns: (transfer full) (nullable): the main table, as in CSV; %NULL where there is none
 */
RefrainData *
refrain_answer_to_data (const RefrainAnswer *self)
{
  const RefrainReportTable *table;
  RefrainData *data;
  gsize n;

  g_return_val_if_fail (self != NULL, NULL);

  table = refrain_report_get_main (self->report);
  if (table == NULL)
    return NULL;
  n = refrain_report_table_get_n_rows (table);
  data = refrain_data_new (n, NULL);
  for (guint c = 0; c < refrain_report_table_get_n_columns (table); c++)
    {
      const RefrainReportColumn *column = refrain_report_table_get_column (table, c);

      if (column->key == NULL)
        continue;
      if (is_text (column))
        add_texts (data, table, c, n);
      else
        add_numbers (data, table, c, n);
    }
  return data;
}
