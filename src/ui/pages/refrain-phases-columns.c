/* refrain-phases-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-phases-columns.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-phase-bands.h"
#include "refrain-phases-rows.h"
#include "refrain-table-column.h"
#include "refrain-time-format.h"

/* Of the column of names, at least, in pixels. */
#define NAME_WIDTH 220

static double
get_number (gpointer item, gpointer data)
{
  return refrain_phases_row_get_number (item);
}

static double
get_start (gpointer item, gpointer data)
{
  return refrain_phases_row_get_range (item)->start + 1.0;
}

static double
get_end (gpointer item, gpointer data)
{
  return refrain_phases_row_get_range (item)->end;
}

static double
get_length (gpointer item, gpointer data)
{
  const RefrainPhaseRange *range = refrain_phases_row_get_range (item);

  return range->end - range->start;
}

/* NAN stands for what there is not: one symbol cannot be cut, joined phases are no segment. */
static const RefrainSegmentationNode *
get_cut (gpointer item)
{
  const RefrainSegmentationNode *segment = refrain_phases_row_get_segment (item);

  return segment != NULL && segment->end - segment->start > 1 ? segment : NULL;
}

/* K of eq. 5.10. */
static double
get_k (gpointer item, gpointer data)
{
  const RefrainSegmentationNode *cut = get_cut (item);

  return cut != NULL ? (double) cut->distinct_left + cut->distinct_right + 1 - cut->distinct : NAN;
}

static double
get_divergence (gpointer item, gpointer data)
{
  const RefrainSegmentationNode *cut = get_cut (item);

  return cut != NULL ? cut->divergence : NAN;
}

static double
get_threshold (gpointer item, gpointer data)
{
  const RefrainSegmentationNode *cut = get_cut (item);

  return cut != NULL ? cut->threshold : NAN;
}

static double
get_strength (gpointer item, gpointer data)
{
  const RefrainSegmentationNode *cut = get_cut (item);

  return cut != NULL ? cut->strength : NAN;
}

static double
get_duration (gpointer item, gpointer data)
{
  RefrainTime start, end;

  return refrain_phase_model_get_span (refrain_phases_row_get_model (item),
                                       refrain_phases_row_get_range (item), &start, &end)
             ? (double) (end - start)
             : NAN;
}

static char *
format_duration (gpointer item, gpointer data)
{
  const double duration = get_duration (item, data);

  return isnan (duration) ? g_strdup ("–") : refrain_time_format ((RefrainTime) duration, 3);
}

static char *
format_name (gpointer item, gpointer data)
{
  return refrain_phase_model_describe (refrain_phases_row_get_model (item),
                                       refrain_phases_row_get_range (item));
}

/* A column of numbers. */
typedef struct
{
  const char *title; /* to be translated */
  RefrainTableNumber number;
  int digits;
} Column;

static char *
format_number (gpointer item, gpointer data)
{
  const Column *column = data;
  const double value = column->number (item, NULL);

  if (isnan (value) || (column->number == get_number && value == 0))
    return g_strdup ("–");
  return column->digits == 0 ? refrain_count_format ((guint64) value)
                             : g_strdup_printf ("%.*f", column->digits, value);
}

static const Column columns[] = {
  { N_ ("Start"), get_start, 0 },   { N_ ("End"), get_end, 0 },
  { N_ ("Length"), get_length, 0 }, { "K", get_k, 0 },
  { "D", get_divergence, 4 },       { "τ", get_threshold, 4 },
  { "s", get_strength, 2 },
};
static const Column number_column = { "S", get_number, 0 };

/* Sorts what there is not to the end of small numbers. */
static double
get_sortable (gpointer item, gpointer data)
{
  const Column *column = data;
  const double value = column->number (item, NULL);

  return isnan (value) ? -INFINITY : value;
}

static double
get_sortable_duration (gpointer item, gpointer data)
{
  const double value = get_duration (item, data);

  return isnan (value) ? -INFINITY : value;
}

/* The colour of the band, for phases. */
static void
get_swatch (gpointer item, gpointer data, RefrainColor *color, double *fraction)
{
  RefrainSession **session = data;
  const RefrainPhaseRange *range = refrain_phases_row_get_range (item);
  RefrainPhaseModel *model = refrain_phases_row_get_model (item);
  g_autoptr (GArray) cover = NULL;
  g_autofree char *hue = NULL;
  RefrainStyle style;

  *color = (RefrainColor){ 0, 0, 0, 0 };
  if (*session == NULL || !refrain_phases_row_is_phase (item))
    return;
  cover = refrain_phase_model_cover (model, range);
  if (cover->len == 0)
    return;
  refrain_style_init (
      &style, refrain_session_get_dark (*session) ? REFRAIN_PALETTE_DARK : REFRAIN_PALETTE_LIGHT,
      11);
  hue = refrain_phases_get_hue (refrain_phase_model_get_phases (model),
                                g_array_index (cover, guint32, 0));
  *color = refrain_style_get_routine_color (&style, hue);
}

void
refrain_phases_columns_add (GtkColumnView *view, RefrainSession **session)
{
  GtkColumnViewColumn *name;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_return_if_fail (session != NULL);

  refrain_table_column_add_text (view, number_column.title, format_number, get_sortable,
                                 (gpointer) &number_column);
  name = refrain_table_column_add_swatch (view, _ ("Phase"), get_swatch, format_name, session);
  gtk_column_view_column_set_expand (name, TRUE);
  gtk_column_view_column_set_resizable (name, TRUE);
  gtk_column_view_column_set_fixed_width (name, NAME_WIDTH);
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    refrain_table_column_add_text (view, _ (columns[i].title), format_number, get_sortable,
                                   (gpointer) &columns[i]);
  refrain_table_column_add_text (view, _ ("Duration"), format_duration, get_sortable_duration,
                                 NULL);
}

/* Takes the cells of one line. */
static GStrv
make_line (char *number, char *name, char *duration, gpointer row)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();

  g_ptr_array_add (cells, number);
  g_ptr_array_add (cells, name);
  for (gsize k = 0; k < G_N_ELEMENTS (columns); k++)
    g_ptr_array_add (cells, row != NULL ? format_number (row, (gpointer) &columns[k])
                                        : g_strdup (_ (columns[k].title)));
  g_ptr_array_add (cells, duration);
  g_ptr_array_add (cells, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&cells), FALSE);
}

char *
refrain_phases_columns_write (GListModel *model, RefrainTableFormat format)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  const guint n = g_list_model_get_n_items (model);

  g_ptr_array_add (lines, make_line (g_strdup (number_column.title), g_strdup (_ ("Phase")),
                                     g_strdup (_ ("Duration")), NULL));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RefrainPhasesRow) row = g_list_model_get_item (model, i);

      g_ptr_array_add (lines,
                       make_line (format_number (row, (gpointer) &number_column),
                                  format_name (row, NULL), format_duration (row, NULL), row));
    }
  return refrain_table_write (lines, "rlrrrrrrrr", format);
}
