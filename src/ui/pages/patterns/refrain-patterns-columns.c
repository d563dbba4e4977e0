/* refrain-patterns-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns are hidden, not squeezed, where the list becomes narrow; the routine's is there only to
 * be sorted by.
 */
#include "refrain-patterns-columns.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "refrain-beside.h"
#include "refrain-pattern-group.h"
#include "refrain-pattern-picture.h"
#include "refrain-pattern-text.h"
#include "refrain-swatch.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

#define NAME_CHARS 12
/* A line of a tooltip. */
#define TOOLTIP_BYTES 60

/* The rows that open, on the page. */
#define TREE_DATA "refrain-tree"

/* What is told first where there is little room. */
#define WIDTH_OF_SHARE     440
#define WIDTH_OF_MEDIAN    520
#define WIDTH_OF_LONGEST   610
#define WIDTH_OF_HISTOGRAM 740
#define WIDTH_OF_PROCESSES 920
#define WIDTH_OF_OTHERS    1000

/* Bins of the small histogram, its size in pixels, and of how many occurrences it is at most. */
#define BINS             24
#define HISTOGRAM_WIDTH  96
#define HISTOGRAM_HEIGHT 24
#define MOST_SAMPLES     4096

/* ---- Picture ---- */

static GtkWidget *
make_picture (GtkListItem *cell, gpointer data)
{
  return refrain_pattern_picture_new_thumbnail ();
}

static void
show_picture (GtkWidget *picture, GtkListItem *cell, gpointer item, gpointer data)
{
  refrain_pattern_picture_set (REFRAIN_PATTERN_PICTURE (picture),
                               item != NULL ? refrain_page_get_session (data) : NULL,
                               item != NULL ? refrain_pattern_row_get_first (item) : NULL);
}

/* ---- Numbers and words ---- */

static double
get_occurrences (gpointer item, guint id, gpointer data)
{
  return (double) refrain_pattern_row_get_n_occurrences (item);
}

static double
get_processes (gpointer item, guint id, gpointer data)
{
  gsize n;
  const guint32 *ranks = refrain_pattern_row_get_processes (item, &n);

  /* As many of them by their ranks. */
  return n == 0 ? 0 : (double) n - ranks[0] / ((double) G_MAXUINT32 + 1);
}

static char *
format_processes (gpointer item, guint id, gpointer data)
{
  RefrainSession *session = refrain_page_get_session (data);

  return session == NULL ? g_strdup ("")
                         : refrain_pattern_row_describe_processes (
                             item, refrain_session_get_order (session),
                             refrain_trace_get_n_processes (refrain_session_get_trace (session)));
}

static double
get_share (gpointer item, guint id, gpointer data)
{
  return refrain_pattern_row_get_share (item);
}

static char *
get_name (gpointer item, guint id, gpointer data)
{
  return g_strdup (refrain_pattern_row_get_name (item));
}

static char *
get_routine (gpointer item, guint id, gpointer data)
{
  return g_strdup (refrain_pattern_row_get_routine (item));
}

/* ---- Name, which may change, the colour it is lit up in, and the routine below ---- */

static GtkWidget *
make_name (GtkListItem *cell, gpointer data)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *swatch = refrain_swatch_new ();
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_set_visible (swatch, FALSE);
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *label = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label),
                               i == 0 ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END);
      gtk_box_append (GTK_BOX (lines), label);
    }
  gtk_label_set_width_chars (GTK_LABEL (gtk_widget_get_first_child (lines)), NAME_CHARS);
  /* Names that begin alike differ in their ends: they have two lines before they are cut. */
  gtk_label_set_wrap (GTK_LABEL (gtk_widget_get_first_child (lines)), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (gtk_widget_get_first_child (lines)), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (gtk_widget_get_first_child (lines)), 2);
  gtk_widget_add_css_class (gtk_widget_get_last_child (lines), "caption");
  gtk_widget_add_css_class (gtk_widget_get_last_child (lines), "dim-label");
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  return expander;
}

/* The swatch and the lines of a cell. */
static GtkWidget *
get_box (GtkListItem *item)
{
  return gtk_tree_expander_get_child (GTK_TREE_EXPANDER (gtk_list_item_get_child (item)));
}

/* Where several are selected, each has its colour. */
static void
update_swatch (GtkListItem *item, RefrainSession *session)
{
  GtkWidget *swatch = gtk_widget_get_first_child (get_box (item));
  RefrainPattern *pattern = gtk_list_item_get_item (item);
  gint part = -1;

  if (REFRAIN_IS_PATTERN (pattern) && session != NULL
      && refrain_patterns_get_set_of (refrain_session_get_patterns (session), pattern)
             == refrain_patterns_get_set (refrain_session_get_patterns (session)))
    part = refrain_patterns_get_part (refrain_session_get_patterns (session),
                                      refrain_pattern_get_id (pattern) - 1);
  gtk_widget_set_visible (swatch, part >= 0);
  /* Both together are as wide as the name alone. */
  gtk_label_set_width_chars (
      GTK_LABEL (gtk_widget_get_first_child (gtk_widget_get_next_sibling (swatch))),
      part >= 0 ? NAME_CHARS - 3 : NAME_CHARS);
  if (part >= 0)
    {
      RefrainStyle style;
      RefrainColor color;

      refrain_widget_get_style (swatch, session, &style);
      color = refrain_style_get_part_color (&style, (guint) part);
      refrain_swatch_set_color (REFRAIN_SWATCH (swatch), &color);
    }
}

static void
on_changed (GObject *object, GParamSpec *pspec, gpointer data)
{
  update_swatch (data, g_object_get_data (data, "refrain-session"));
}

/* A row of facts as lines: as one it would be wider than what it is about. Free with g_free(). */
static char *
break_lines (const char *text)
{
  g_auto (GStrv) facts = g_strsplit (text, " · ", -1);
  GString *lines = g_string_new (NULL);
  gsize begin = 0;

  for (guint i = 0; facts[i] != NULL; i++)
    {
      if (i > 0 && lines->len - begin + strlen (facts[i]) > TOOLTIP_BYTES)
        {
          g_string_append_c (lines, '\n');
          begin = lines->len;
        }
      else if (i > 0)
        {
          g_string_append (lines, " · ");
        }
      g_string_append (lines, facts[i]);
    }
  return g_string_free (lines, FALSE);
}

/* All that the row tells, whatever its columns have room for. */
static char *
make_tooltip (gpointer row)
{
  RefrainPattern *pattern = refrain_pattern_row_get_first (row);
  g_autofree char *facts = refrain_pattern_text_get_metrics (pattern);
  g_autofree char *metrics = break_lines (facts);
  g_autofree char *routine = refrain_pattern_describe_routine (pattern);
  g_autofree char *group = refrain_pattern_row_describe_group (row);

  if (group != NULL)
    return g_strjoin ("\n", refrain_pattern_row_get_name (row), group, NULL);
  return g_strjoin ("\n", refrain_pattern_get_name (pattern), routine != NULL ? routine : metrics,
                    routine != NULL ? metrics : NULL, NULL);
}

/* "exchange", "6 patterns · exchange". Free with g_free(). */
static char *
describe_below (gpointer row)
{
  g_autofree char *group = refrain_pattern_row_describe_group (row);
  const char *routine = refrain_pattern_row_get_routine (row);

  if (group == NULL || *routine == '\0'
      || g_str_equal (routine, refrain_pattern_row_get_name (row)))
    return g_strdup (group != NULL ? group : routine);
  return g_strdup_printf ("%s · %s", group, routine);
}

static void
hide_name (GtkListItem *item)
{
  RefrainSession *session = g_object_get_data (G_OBJECT (item), "refrain-session");

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (item)), NULL);
  if (g_object_get_data (G_OBJECT (item), "refrain-binding") != NULL)
    g_binding_unbind (g_object_steal_data (G_OBJECT (item), "refrain-binding"));
  if (session != NULL)
    {
      g_signal_handlers_disconnect_by_func (refrain_session_get_patterns (session), on_changed,
                                            item);
      g_signal_handlers_disconnect_by_func (session, on_changed, item);
    }
  g_object_set_data (G_OBJECT (item), "refrain-session", NULL);
}

static void
show_name (GtkWidget *expander, GtkListItem *item, gpointer what, gpointer data)
{
  GtkWidget *lines, *label;
  RefrainSession *session = refrain_page_get_session (data);
  g_autofree char *tooltip = NULL, *below = NULL;
  g_autoptr (GtkTreeListRow) row = NULL;

  hide_name (item);
  if (what == NULL)
    return;
  lines = gtk_widget_get_last_child (get_box (item));
  label = gtk_widget_get_first_child (lines);
  tooltip = make_tooltip (what);
  below = describe_below (what);
  row = gtk_tree_list_model_get_row (g_object_get_data (G_OBJECT (data), TREE_DATA),
                                     gtk_list_item_get_position (item));
  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (expander), row);
  if (REFRAIN_IS_PATTERN (what))
    g_object_set_data (
        G_OBJECT (item), "refrain-binding",
        g_object_bind_property (what, "name", label, "label", G_BINDING_SYNC_CREATE));
  else
    gtk_label_set_text (GTK_LABEL (label), refrain_pattern_row_get_name (what));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (lines)), below);
  refrain_widget_set_long_tooltip (lines, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (expander), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  refrain_pattern_row_get_name (what),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tooltip, -1);
  if (session == NULL)
    return;
  g_object_set_data_full (G_OBJECT (item), "refrain-session", g_object_ref (session),
                          g_object_unref);
  g_signal_connect_object (refrain_session_get_patterns (session), "notify::selected",
                           G_CALLBACK (on_changed), item, (GConnectFlags) 0);
  g_signal_connect_object (session, "notify::dark", G_CALLBACK (on_changed), item,
                           (GConnectFlags) 0);
  update_swatch (item, session);
}

/* ---- Durations ---- */

/* Of a group there is none. */
static double
get_median (gpointer item, guint id, gpointer data)
{
  return REFRAIN_IS_PATTERN (item) ? (double) refrain_pattern_get_metrics (item)->duration_median
                                   : NAN;
}

static double
get_longest (gpointer item, guint id, gpointer data)
{
  return REFRAIN_IS_PATTERN (item) ? (double) refrain_pattern_get_metrics (item)->duration_max
                                   : NAN;
}

/* The same pattern in the second run; NULL where it has none. */
static RefrainPattern *
find_other (gpointer item, gpointer page)
{
  RefrainSession *session = refrain_page_get_session (page);

  return session != NULL && REFRAIN_IS_PATTERN (item)
             ? refrain_beside_find_pattern (refrain_beside_get (session), item)
             : NULL;
}

static double
get_others (gpointer item, guint id, gpointer data)
{
  RefrainPattern *other = find_other (item, data);

  return other != NULL ? (double) refrain_pattern_get_n_occurrences (other) : NAN;
}

static double
get_others_median (gpointer item, guint id, gpointer data)
{
  RefrainPattern *other = find_other (item, data);

  return other != NULL ? (double) refrain_pattern_get_metrics (other)->duration_median : NAN;
}

/* How many occurrences of @pattern fall into each bin of a logarithmic axis from the shortest to
 * the longest; of very many some, evenly picked. */
static void
count_durations (RefrainPattern *pattern, guint counts[BINS])
{
  const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
  const gsize n = refrain_pattern_get_n_occurrences (pattern);
  const double from = log ((double) MAX (metrics->duration_min, 1));
  const double span = MAX (log ((double) MAX (metrics->duration_max, 1)) - from, 1e-9);

  for (gsize i = 0; i < n; i += MAX (n / MOST_SAMPLES, 1))
    {
      RefrainTime start, end;

      refrain_pattern_get_occurrence_span (pattern, i, &start, &end);
      counts[(guint) CLAMP ((log ((double) MAX (end - start, 1)) - from) / span * BINS, 0,
                            BINS - 1)]++;
    }
}

static void
draw_histogram (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  RefrainPattern *pattern = g_object_get_data (G_OBJECT (area), "refrain-pattern");
  RefrainSession *session = refrain_page_get_session (data);
  guint counts[BINS] = { 0 }, most = 1;
  RefrainStyle style;

  if (pattern == NULL || session == NULL)
    return;
  count_durations (pattern, counts);
  for (guint i = 0; i < BINS; i++)
    most = MAX (most, counts[i]);
  refrain_widget_get_style (GTK_WIDGET (area), session, &style);
  refrain_style_set_color (&style, cr, REFRAIN_COLOR_P2P);
  /* What is rare is still seen. */
  for (guint i = 0; i < BINS; i++)
    if (counts[i] > 0)
      {
        const double bar = MAX ((double) counts[i] / most * height, 2);

        cairo_rectangle (cr, (double) i * width / BINS, height - bar, (double) width / BINS - 0.5,
                         bar);
      }
  cairo_fill (cr);
}

static GtkWidget *
make_histogram (GtkListItem *cell, gpointer data)
{
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), HISTOGRAM_WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), HISTOGRAM_HEIGHT);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_histogram, data, NULL);
  return area;
}

static void
show_histogram (GtkWidget *area, GtkListItem *cell, gpointer item, gpointer data)
{
  g_autofree char *tooltip = NULL;

  g_object_set_data_full (G_OBJECT (area), "refrain-pattern",
                          REFRAIN_IS_PATTERN (item) ? g_object_ref (item) : NULL, g_object_unref);
  if (REFRAIN_IS_PATTERN (item))
    {
      const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (item);
      g_autofree char *shortest = refrain_time_format (metrics->duration_min, 3);
      g_autofree char *longest = refrain_time_format (metrics->duration_max, 3);

      tooltip = g_strdup_printf (_ ("Durations from %s to %s"), shortest, longest);
    }
  refrain_widget_set_long_tooltip (area, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  tooltip != NULL ? tooltip : "", -1);
  gtk_widget_queue_draw (area);
}

/* ---- Columns ---- */

static const char *const keys[]
    = { "", "name", "occurrences", "processes", "share", "", "median", "longest", "routine" };

static const RefrainTableColumn columns[] = {
  { .title = N_ ("Shape"), .make = make_picture, .show = show_picture },
  { .title = N_ ("Pattern"),
    .meaning = N_ ("Select a pattern to see it and all its occurrences."),
    .flags = REFRAIN_TABLE_EXPAND | REFRAIN_TABLE_BY_TEXT,
    .text = get_name,
    .make = make_name,
    .show = show_name },
  { .title = N_ ("Occurrences"), .kind = REFRAIN_CELL_COUNT, .number = get_occurrences },
  { .title = N_ ("Processes"),
    .needs = WIDTH_OF_PROCESSES,
    .text = format_processes,
    .number = get_processes },
  { .title = N_ ("Share of MPI"),
    .meaning = N_ ("Share of communication time"),
    .needs = WIDTH_OF_SHARE,
    .kind = REFRAIN_CELL_SHARE,
    .number = get_share },
  { .title = N_ ("Durations"),
    .meaning = N_ ("Histogram of durations"),
    .needs = WIDTH_OF_HISTOGRAM,
    .make = make_histogram,
    .show = show_histogram },
  { .title = N_ ("Median"),
    .meaning = N_ ("Median duration"),
    .needs = WIDTH_OF_MEDIAN,
    .kind = REFRAIN_CELL_TIME,
    .number = get_median },
  { .title = N_ ("Longest"),
    .meaning = N_ ("Longest duration"),
    .needs = WIDTH_OF_LONGEST,
    .kind = REFRAIN_CELL_TIME,
    .number = get_longest },
  /* The routine stands below the name; its column is there to be sorted by, and never seen. */
  { .title = N_ ("Routine"),
    .needs = G_MAXINT,
    .flags = REFRAIN_TABLE_BY_TEXT,
    .text = get_routine },
  /* Only while a second run is open. */
  { .title = N_ ("Second Run"),
    .meaning = N_ ("Occurrences in the second run"),
    .kind = REFRAIN_CELL_COUNT,
    .number = get_others },
  { .title = N_ ("Second Median"),
    .meaning = N_ ("Median duration in the second run"),
    .needs = WIDTH_OF_OTHERS,
    .kind = REFRAIN_CELL_TIME,
    .number = get_others_median },
};

/* Columns of the second run, the last ones. */
#define N_OF_OTHER (G_N_ELEMENTS (columns) - G_N_ELEMENTS (keys))

void
refrain_patterns_columns_add (RefrainTableView *view, GtkTreeListModel *tree, RefrainPage *page)
{
  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (view));
  g_return_if_fail (REFRAIN_IS_PAGE (page));

  g_object_set_data (G_OBJECT (page), TREE_DATA, tree);
  refrain_table_view_set_columns (view, columns, G_N_ELEMENTS (keys), page);
  refrain_patterns_columns_sort (view, "occurrences");
}

void
refrain_patterns_columns_show_other (RefrainTableView *view, RefrainPage *page, gboolean show)
{
  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (view));

  refrain_table_view_set_columns (view, columns, G_N_ELEMENTS (keys) + (show ? N_OF_OTHER : 0),
                                  page);
}

void
refrain_patterns_columns_sort (RefrainTableView *view, const char *key)
{
  g_return_if_fail (REFRAIN_IS_TABLE_VIEW (view));

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_str_equal (keys[i], key))
      refrain_table_view_sort (
          view, i, columns[i].number != NULL ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}
