/* refrain-series-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table is that of the report: quantity, unit, a value and its text for each run, growth.
 */
#include "refrain-series-view.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-free.h"
#include "refrain-growth-painter.h"
#include "refrain-measures.h"
#include "refrain-object.h"
#include "refrain-painter-view.h"
#include "refrain-report-write.h"

/* Columns of the report. */
enum
{
  WHAT,
  UNIT,
  FIRST_RUN,
};
#define PER_RUN 2
/* So many lines can be told apart. */
#define MOST_LINES 8
/* Letters of a quantity that there is room for at least. */
#define LEAST_LETTERS 18

struct _RefrainSeriesView
{
  GtkWidget parent_instance;

  RefrainReport *report; /* or NULL */
  RefrainSession *session;
  RefrainPainter *painter;
  GListStore *rows;
  GtkLabel *sentences;
  GtkPaned *paned;
  RefrainTableView *table;
  RefrainPainterView *lines;
};

G_DEFINE_FINAL_TYPE (RefrainSeriesView, refrain_series_view, GTK_TYPE_WIDGET)

REFRAIN_GETTER (
    RefrainSeriesView, refrain_series_view, RefrainPainter *, get_painter, self->painter)

GtkWidget *
refrain_series_view_new (void)
{
  return g_object_new (REFRAIN_TYPE_SERIES_VIEW, NULL);
}

/* ---- A row ---- */

#define REFRAIN_TYPE_SERIES_ROW (refrain_series_row_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSeriesRow, refrain_series_row, REFRAIN, SERIES_ROW, GObject)

struct _RefrainSeriesRow
{
  GObject parent_instance;

  gsize number; /* of the report's table */
};

G_DEFINE_FINAL_TYPE (RefrainSeriesRow, refrain_series_row, G_TYPE_OBJECT)

static void
refrain_series_row_class_init (RefrainSeriesRowClass *klass)
{
}

static void
refrain_series_row_init (RefrainSeriesRow *self)
{
}

/* ---- What the report says ---- */

static const RefrainReportTable *
get_main (RefrainSeriesView *self)
{
  return self->report != NULL ? refrain_report_get_main (self->report) : NULL;
}

static guint
count_runs (const RefrainReportTable *table)
{
  return (refrain_report_table_get_n_columns (table) - FIRST_RUN - 1) / PER_RUN;
}

static const char *
get_cell_text (RefrainSeriesView *self, gsize row, guint column)
{
  const RefrainCell cell = refrain_report_table_get_cell (get_main (self), row, column);

  return cell.kind == REFRAIN_CELL_TEXT ? cell.text : "";
}

/* What is said of the series above its table. Free with g_free(). */
static char *
get_sentences (RefrainReport *report)
{
  char *text = refrain_report_to_string (report, REFRAIN_REPORT_TEXT);
  const char *heading
      = refrain_report_table_get_column (refrain_report_get_main (report), WHAT)->heading;
  char *end = text != NULL ? strstr (text, heading) : NULL;

  if (end != NULL)
    *end = '\0';
  return text != NULL ? g_strchomp (text) : NULL;
}

/* ---- Lines ---- */

static char *
format_value (double value, gpointer unit)
{
  return refrain_measure_format (GPOINTER_TO_UINT (unit), value);
}

static RefrainMeasureUnit
get_unit (RefrainSeriesView *self, gsize row)
{
  RefrainMeasureUnit unit = REFRAIN_MEASURE_TIME;

  while (unit < REFRAIN_MEASURE_BYTES
         && !g_str_equal (refrain_measure_unit_get_name (unit), get_cell_text (self, row, UNIT)))
    unit++;
  return unit;
}

static gboolean
is_efficiency (RefrainSeriesView *self, gsize row)
{
  const char *what = get_cell_text (self, row, WHAT);

  return g_str_has_suffix (what, "efficiency") || g_str_equal (what, "load balance");
}

/* The rows that are drawn: those selected, of the first one's unit; without any the efficiencies.
 */
static GArray *
list_drawn (RefrainSeriesView *self)
{
  GArray *drawn = g_array_new (FALSE, FALSE, sizeof (gsize));
  GtkSelectionModel *selection = refrain_table_view_get_selection (self->table);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));

  for (guint i = 0; selection != NULL && i < n && drawn->len < MOST_LINES; i++)
    if (gtk_selection_model_is_selected (selection, i))
      {
        g_autoptr (RefrainSeriesRow) row = refrain_table_view_get_item (self->table, i);

        if (drawn->len == 0
            || get_unit (self, row->number) == get_unit (self, g_array_index (drawn, gsize, 0)))
          g_array_append_val (drawn, row->number);
      }
  for (gsize i = 0; i < n && drawn->len == 0; i++)
    for (gsize k = i; k < n && is_efficiency (self, i); k++)
      if (is_efficiency (self, k))
        g_array_append_val (drawn, k);
  return drawn;
}

static void
update_lines (RefrainSeriesView *self)
{
  const RefrainReportTable *table = get_main (self);
  g_autoptr (GArray) drawn = NULL;
  g_autofree guint *processes = NULL;
  g_autofree double *values = NULL;
  RefrainGrowthPainter *painter;
  guint n;

  g_clear_object (&self->painter);
  drawn = table != NULL ? list_drawn (self) : NULL;
  if (drawn != NULL && drawn->len > 0)
    {
      n = count_runs (table);
      processes = g_new (guint, n);
      values = g_new (double, n);
      for (guint r = 0; r < n; r++)
        processes[r] = (guint) g_ascii_strtoull (
            refrain_report_table_get_column (table, FIRST_RUN + PER_RUN * r + 1)->heading, NULL,
            10);
      painter = refrain_growth_painter_new (
          processes, n, format_value,
          GUINT_TO_POINTER (get_unit (self, g_array_index (drawn, gsize, 0))));
      for (guint i = 0; i < drawn->len; i++)
        {
          const gsize row = g_array_index (drawn, gsize, i);

          for (guint r = 0; r < n; r++)
            values[r] = refrain_report_table_get_cell (table, row, FIRST_RUN + PER_RUN * r).real;
          refrain_growth_painter_add (painter, get_cell_text (self, row, WHAT), values);
        }
      self->painter = REFRAIN_PAINTER (painter);
    }
  refrain_painter_view_set (self->lines, self->session, self->painter);
}

/* ---- The table ---- */

static char *
get_text (gpointer item, guint id, gpointer data)
{
  return g_strdup (get_cell_text (data, REFRAIN_SERIES_ROW (item)->number, id));
}

static double
get_number (gpointer item, guint id, gpointer data)
{
  return refrain_report_table_get_cell (get_main (data), REFRAIN_SERIES_ROW (item)->number, id - 1)
      .real;
}

static void
set_columns (RefrainSeriesView *self, const RefrainReportTable *table)
{
  const guint n = count_runs (table);
  g_autofree RefrainTableColumn *columns = g_new0 (RefrainTableColumn, n + 2);

  columns[0] = (RefrainTableColumn){
    .title = refrain_report_table_get_column (table, WHAT)->heading,
    .flags = REFRAIN_TABLE_EXPAND | REFRAIN_TABLE_BY_TEXT | REFRAIN_TABLE_AS_IS,
    .id = WHAT,
    .chars = LEAST_LETTERS,
    .text = get_text,
  };
  for (guint r = 0; r < n; r++)
    {
      const guint id = FIRST_RUN + PER_RUN * r + 1;

      columns[1 + r] = (RefrainTableColumn){
        .title = refrain_report_table_get_column (table, id)->heading,
        .kind = REFRAIN_CELL_DOUBLE,
        .flags = REFRAIN_TABLE_AS_IS,
        .id = id,
        .text = get_text,
        .number = get_number,
      };
    }
  columns[1 + n] = (RefrainTableColumn){
    .title = refrain_report_table_get_column (table, FIRST_RUN + PER_RUN * n)->heading,
    .flags = REFRAIN_TABLE_AS_IS,
    .id = FIRST_RUN + PER_RUN * n,
    .text = get_text,
  };
  refrain_table_view_set_columns (self->table, columns, n + 2, self);
}

/* Another report, or none. */
static void
take_report (RefrainSeriesView *self, RefrainReport *report)
{
  const RefrainReportTable *table;

  if (report == self->report)
    return;
  refrain_table_view_hold (self->table);
  g_list_store_remove_all (self->rows);
  g_clear_pointer (&self->report, refrain_report_unref);
  if (report != NULL)
    {
      self->report = refrain_report_ref (report);
      table = get_main (self);
      set_columns (self, table);
      for (gsize i = 0; i < refrain_report_table_get_n_rows (table); i++)
        {
          g_autoptr (RefrainSeriesRow) row = g_object_new (REFRAIN_TYPE_SERIES_ROW, NULL);

          row->number = i;
          g_list_store_append (self->rows, row);
        }
    }
  refrain_table_view_release (self->table);
  update_lines (self);
}

void
refrain_series_view_show (RefrainSeriesView *self, RefrainBeside *beside)
{
  RefrainReport *report = beside != NULL ? refrain_beside_get_series (beside) : NULL;
  const char *problem = beside != NULL ? refrain_beside_get_series_problem (beside) : NULL;
  RefrainSession *session = beside != NULL ? refrain_beside_get_run (beside, 0) : NULL;
  g_autofree char *text = report != NULL ? get_sentences (report) : NULL;

  g_return_if_fail (REFRAIN_IS_SERIES_VIEW (self));

  g_set_object (&self->session, session);
  take_report (self, report);
  gtk_label_set_text (self->sentences, text != NULL      ? text
                                       : problem != NULL ? problem
                                                         : _ ("Comparing the runs…"));
  gtk_widget_set_visible (GTK_WIDGET (self->paned), report != NULL);
}

/* ---- Widget ---- */

static gboolean
refrain_series_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_SERIES_VIEW (widget)->table));
}

static void
refrain_series_view_dispose (GObject *object)
{
  RefrainSeriesView *self = REFRAIN_SERIES_VIEW (object);
  GtkWidget *child;

  if (self->table != NULL)
    refrain_table_view_set_rows (self->table, NULL);
  self->table = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  refrain_clear_objects (&self->painter, &self->session, &self->rows);
  g_clear_pointer (&self->report, refrain_report_unref);
  G_OBJECT_CLASS (refrain_series_view_parent_class)->dispose (object);
}

static void
refrain_series_view_class_init (RefrainSeriesViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_series_view_dispose;
  widget_class->grab_focus = refrain_series_view_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static GtkWidget *
make_head (RefrainSeriesView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Add Run…"));

  self->sentences = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->sentences, TRUE);
  gtk_label_set_xalign (self->sentences, 0);
  gtk_label_set_selectable (self->sentences, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->sentences), TRUE);
  gtk_widget_set_margin_start (box, 8);
  gtk_widget_set_margin_end (box, 8);
  gtk_widget_set_margin_top (box, 4);
  gtk_widget_set_margin_bottom (box, 4);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (button, _ ("Add a Run to the Series"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.add-run");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->sentences));
  gtk_box_append (GTK_BOX (box), button);
  return box;
}

static void
refrain_series_view_init (RefrainSeriesView *self)
{
  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->rows = g_list_store_new (REFRAIN_TYPE_SERIES_ROW);
  self->table
      = REFRAIN_TABLE_VIEW (refrain_table_view_new (_ ("Series of runs"), GTK_SELECTION_MULTIPLE));
  refrain_table_view_set_rows (self->table, G_LIST_MODEL (self->rows));
  refrain_connect (self->table, "selected", update_lines, self);
  self->lines = g_object_new (REFRAIN_TYPE_PAINTER_VIEW, NULL);
  gtk_widget_set_vexpand (GTK_WIDGET (self->lines), TRUE);
  self->paned = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_paned_set_start_child (self->paned, GTK_WIDGET (self->table));
  gtk_paned_set_end_child (self->paned, GTK_WIDGET (self->lines));
  gtk_paned_set_shrink_end_child (self->paned, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->paned), TRUE);
  gtk_widget_set_parent (make_head (self), GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->paned), GTK_WIDGET (self));
}
