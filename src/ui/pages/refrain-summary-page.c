/* refrain-summary-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Three tables made of plain functions (refrain-table-column.h); sizes of messages are counted in
 * the background.
 */
#include "config.h"
#include "refrain-summary-page.h"

#include <glib/gi18n.h>

#include "refrain-find.h"
#include "refrain-flaws.h"
#include "refrain-message-sizes.h"
#include "refrain-study-job.h"
#include "refrain-summary-brief.h"
#include "refrain-table-column.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* How many defects are seen without scrolling, and what one takes, in pixels. */
#define MAX_DEFECTS_SHOWN 9
#define DEFECT_HEIGHT     34

/* What the columns of one view need to know. */
typedef struct
{
  RefrainStyle style;
  double whole; /* the longest bar */
  GtkWidget *view;
} Table;

static Table *
get_table (GtkColumnView *view)
{
  return g_object_get_data (G_OBJECT (view), "refrain-table");
}

static Table *
add_table (GtkColumnView *view)
{
  Table *table = g_new0 (Table, 1);

  refrain_style_init (&table->style, REFRAIN_PALETTE_LIGHT, 10);
  table->view = GTK_WIDGET (view);
  g_object_set_data_full (G_OBJECT (view), "refrain-table", table, g_free);
  return table;
}

/* Shows @model (transfer full) sorted as the view's headers say. */
static void
set_sorted_model (GtkColumnView *view, GListModel *model)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (view);
  GtkSortListModel *sorted = gtk_sort_list_model_new (model, g_object_ref (sorter));
  g_autoptr (GtkNoSelection) selection = gtk_no_selection_new (G_LIST_MODEL (sorted));

  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (selection));
}

/* ---- Defects and broken constraints ---- */

static void
on_defect_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  gtk_widget_add_css_class (icon, "warning");
  gtk_widget_add_css_class (arrow, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), arrow);
  gtk_list_item_set_child (item, box);
}

static void
on_defect_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RefrainFlaw *flaw = gtk_list_item_get_item (item);
  GtkWidget *icon = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *label = gtk_widget_get_next_sibling (icon);
  RefrainPick pick;

  gtk_label_set_text (GTK_LABEL (label), refrain_flaw_get_sentence (flaw));
  /* A violation stands below its constraint. */
  gtk_widget_set_opacity (icon, refrain_flaw_is_violation (flaw) ? 0 : 1);
  gtk_widget_set_visible (gtk_widget_get_next_sibling (label),
                          refrain_flaw_get_defect (flaw) != NULL
                              || refrain_flaw_get_pick (flaw, &pick));
}

static void
init_defects (GtkListView *view)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_defect_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_defect_bind), NULL);
  gtk_list_view_set_factory (view, factory);
}

/* Takes @flaws. */
static void
set_defects (GtkListView *view, GListModel *flaws)
{
  g_autoptr (GtkNoSelection) selection = gtk_no_selection_new (flaws);

  gtk_list_view_set_model (view, GTK_SELECTION_MODEL (selection));
}

/* ---- Routines ---- */

static char *
get_routine_name (gpointer item, gpointer data)
{
  return g_strdup (refrain_routine_get_label (item));
}

static void
get_routine_patch (gpointer item, gpointer data, RefrainColor *color, double *fraction)
{
  Table *table = data;

  switch (refrain_routine_get_kind (item))
    {
    case REFRAIN_ROUTINE_P2P:
      *color = table->style.colors[REFRAIN_COLOR_P2P];
      break;
    case REFRAIN_ROUTINE_WAIT:
      *color = table->style.colors[REFRAIN_COLOR_WAIT];
      break;
    case REFRAIN_ROUTINE_COLLECTIVE:
      *color = table->style.colors[REFRAIN_COLOR_COLLECTIVE];
      break;
    case REFRAIN_ROUTINE_MPI:
      *color = table->style.colors[REFRAIN_COLOR_MPI];
      break;
    case REFRAIN_ROUTINE_USER:
    default:
      *color = refrain_style_get_routine_color (&table->style, refrain_routine_get_label (item));
    }
}

static double
get_routine_time (gpointer item, gpointer data)
{
  return (double) refrain_routine_get_time (item);
}

static char *
format_routine_time (gpointer item, gpointer data)
{
  return refrain_time_format (refrain_routine_get_time (item), 4);
}

static void
get_routine_bar (gpointer item, gpointer data, RefrainColor *color, double *fraction)
{
  Table *table = data;

  get_routine_patch (item, data, color, fraction);
  *fraction = table->whole > 0 ? get_routine_time (item, NULL) / table->whole : 0;
}

static double
get_routine_calls (gpointer item, gpointer data)
{
  return (double) refrain_routine_get_calls (item);
}

static char *
format_routine_calls (gpointer item, gpointer data)
{
  return refrain_count_format (refrain_routine_get_calls (item));
}

static double
get_routine_mean (gpointer item, gpointer data)
{
  return get_routine_time (item, data) / MAX (1, get_routine_calls (item, data));
}

static char *
format_routine_mean (gpointer item, gpointer data)
{
  return refrain_time_format ((RefrainTime) get_routine_mean (item, data), 3);
}

static void
init_routines (GtkColumnView *view)
{
  Table *table = add_table (view);
  GtkColumnViewColumn *name = refrain_table_column_add_swatch (
      view, _ ("Routine"), get_routine_patch, get_routine_name, table);
  GtkColumnViewColumn *time = refrain_table_column_add_text (
      view, _ ("Own Time"), format_routine_time, get_routine_time, table);

  gtk_column_view_column_set_expand (name, TRUE);
  refrain_table_column_add_swatch (view, "", get_routine_bar, NULL, table);
  refrain_table_column_add_text (view, _ ("Calls"), format_routine_calls, get_routine_calls, table);
  refrain_table_column_add_text (view, _ ("Mean"), format_routine_mean, get_routine_mean, table);
  gtk_column_view_sort_by_column (view, time, GTK_SORT_DESCENDING);
}

static void
set_routines (GtkColumnView *view, RefrainTrace *trace)
{
  GListStore *called = g_list_store_new (REFRAIN_TYPE_ROUTINE);
  guint n = refrain_trace_get_n_routines (trace);
  Table *table = get_table (view);

  table->whole = 0;
  for (guint i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      if (refrain_routine_get_calls (routine) == 0)
        continue;
      g_list_store_append (called, routine);
      table->whole = MAX (table->whole, get_routine_time (routine, NULL));
    }
  set_sorted_model (view, G_LIST_MODEL (called));
}

/* ---- Message sizes ---- */

static double
get_size_first (gpointer item, gpointer data)
{
  return (double) refrain_message_size_get_first (item);
}

static char *
format_size (gpointer item, gpointer data)
{
  guint64 first = refrain_message_size_get_first (item);
  guint64 last = refrain_message_size_get_last (item);
  g_autofree char *low = refrain_bytes_format (first);
  g_autofree char *high = refrain_bytes_format (last);

  return first == last ? g_steal_pointer (&low) : g_strdup_printf ("%s – %s", low, high);
}

static double
get_size_count (gpointer item, gpointer data)
{
  return (double) refrain_message_size_get_count (item);
}

static char *
format_size_count (gpointer item, gpointer data)
{
  return refrain_count_format (refrain_message_size_get_count (item));
}

static void
get_size_bar (gpointer item, gpointer data, RefrainColor *color, double *fraction)
{
  Table *table = data;

  *color = table->style.colors[REFRAIN_COLOR_P2P];
  *fraction = table->whole > 0 ? get_size_count (item, NULL) / table->whole : 0;
}

static double
get_size_bytes (gpointer item, gpointer data)
{
  return (double) refrain_message_size_get_bytes (item);
}

static char *
format_size_bytes (gpointer item, gpointer data)
{
  return refrain_bytes_format (refrain_message_size_get_bytes (item));
}

static void
init_sizes (GtkColumnView *view)
{
  Table *table = add_table (view);
  GtkColumnViewColumn *bars;

  refrain_table_column_add_text (view, _ ("Size"), format_size, get_size_first, table);
  bars = refrain_table_column_add_swatch (view, "", get_size_bar, NULL, table);
  gtk_column_view_column_set_expand (bars, TRUE);
  refrain_table_column_add_text (view, _ ("Messages"), format_size_count, get_size_count, table);
  refrain_table_column_add_text (view, _ ("In All"), format_size_bytes, get_size_bytes, table);
}

static void
set_sizes (GtkColumnView *view, GListModel *sizes)
{
  Table *table = get_table (view);
  guint n = sizes != NULL ? g_list_model_get_n_items (sizes) : 0;

  table->whole = 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RefrainMessageSize) size = g_list_model_get_item (sizes, i);

      table->whole = MAX (table->whole, get_size_count (size, NULL));
    }
  if (sizes != NULL)
    set_sorted_model (view, g_object_ref (sizes));
  else
    gtk_column_view_set_model (view, NULL);
}

static void
set_dark (GtkColumnView *view, gboolean dark)
{
  Table *table = get_table (view);
  g_autoptr (GtkSelectionModel) model = NULL;

  refrain_widget_init_style (&table->style, dark, 10);
  /* Binds the rows anew. */
  g_set_object (&model, gtk_column_view_get_model (view));
  gtk_column_view_set_model (view, NULL);
  gtk_column_view_set_model (view, model);
}

/* ---- The page ---- */

struct _RefrainSummaryPage
{
  RefrainPage parent_instance;

  GtkLabel *name_label;
  GtkLabel *source_label;
  GtkLabel *description_label;
  GtkListBox *brief_list;
  RefrainBriefModel *brief;
  GtkFlowBox *numbers;
  GtkWidget *no_defects;
  GtkWidget *defects_scroller;
  GtkListView *defects;
  GtkColumnView *routines;
  GtkColumnView *sizes;
  RefrainJob *validating;
};

G_DEFINE_FINAL_TYPE (RefrainSummaryPage, refrain_summary_page, REFRAIN_TYPE_PAGE)

static RefrainSession *
get_session (RefrainSummaryPage *self)
{
  return refrain_page_get_session (REFRAIN_PAGE (self));
}

/* ---- Numbers ---- */

/* Adds a number with its name; takes @value. */
static void
add_number (RefrainSummaryPage *self, const char *name, char *value)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *number = gtk_label_new (value);
  GtkWidget *caption = gtk_label_new (name);
  GtkWidget *child = gtk_flow_box_child_new ();

  gtk_label_set_xalign (GTK_LABEL (number), 0);
  gtk_label_set_xalign (GTK_LABEL (caption), 0);
  gtk_label_set_ellipsize (GTK_LABEL (number), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (caption), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (number), 8);
  gtk_widget_set_tooltip_text (number, value);
  gtk_widget_add_css_class (number, "value");
  gtk_widget_add_css_class (caption, "caption");
  gtk_widget_add_css_class (box, "card");
  gtk_widget_add_css_class (box, "refrain-number");
  gtk_box_append (GTK_BOX (box), number);
  gtk_box_append (GTK_BOX (box), caption);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), box);
  gtk_widget_set_focusable (child, FALSE);
  gtk_flow_box_append (self->numbers, child);
  g_free (value);
}

/* The share of all processes' time that is spent in MPI, once it is known. */
static char *
format_mpi_share (RefrainSummaryPage *self)
{
  RefrainBrief *brief = self->brief != NULL ? refrain_brief_model_get_brief (self->brief) : NULL;

  return brief != NULL ? g_strdup_printf (_ ("%.1f %%"), 100 * refrain_brief_get_mpi_share (brief))
                       : g_strdup ("…");
}

static void
fill_numbers (RefrainSummaryPage *self)
{
  RefrainTrace *trace = refrain_session_get_trace (get_session (self));
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->numbers))) != NULL)
    gtk_flow_box_remove (self->numbers, child);
  add_number (self, _ ("Duration"), refrain_time_format (counts->end - counts->start, 4));
  add_number (self, _ ("Processes"), refrain_count_format (refrain_trace_get_n_processes (trace)));
  add_number (self, _ ("Events"), refrain_count_format (counts->events));
  add_number (self, _ ("Calls"), refrain_count_format (counts->calls));
  add_number (self, _ ("Calls of MPI"), refrain_count_format (counts->mpi_calls));
  add_number (self, _ ("Time in MPI"), format_mpi_share (self));
  add_number (self, _ ("Messages"), refrain_count_format (counts->messages));
  add_number (self, _ ("Unmatched"), refrain_count_format (counts->unmatched));
  add_number (self, _ ("Collectives"), refrain_count_format (counts->collective_instances));
  add_number (self, _ ("Communicators"),
              refrain_count_format (refrain_trace_get_n_communicators (trace)));
  add_number (self, _ ("Routines"), refrain_count_format (refrain_trace_get_n_routines (trace)));
  add_number (self, _ ("Depth of calls"), refrain_count_format (counts->depth));
}

static void
fill_head (RefrainSummaryPage *self)
{
  RefrainTrace *trace = refrain_session_get_trace (get_session (self));
  const char *path = refrain_trace_get_path (trace);
  const char *format = refrain_trace_get_format (trace);
  const char *description = refrain_trace_get_description (trace);
  gint64 wall_clock = refrain_trace_get_wall_clock (trace);
  g_autoptr (GString) source = g_string_new (format != NULL ? format : _ ("Made in memory"));

  if (wall_clock > 0)
    {
      g_autoptr (GDateTime) recorded
          = g_date_time_new_from_unix_local (wall_clock / G_GINT64_CONSTANT (1000000000));
      g_autofree char *text = recorded != NULL ? g_date_time_format (recorded, "%x %H:%M") : NULL;

      if (text != NULL)
        g_string_append_printf (source, _ (" · recorded %s"), text);
    }
  if (path != NULL)
    {
      g_autofree char *shown = g_filename_display_name (path);

      g_string_append_printf (source, " · %s", shown);
    }
  gtk_label_set_text (self->name_label, refrain_trace_get_name (trace));
  gtk_label_set_text (self->source_label, source->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->source_label), path);
  gtk_widget_set_visible (GTK_WIDGET (self->description_label), description != NULL);
  gtk_label_set_text (self->description_label, description != NULL ? description : "");
}

/* ---- Where clicks lead ---- */

static void
on_defect_activated (GtkListView *view, guint position, gpointer data)
{
  RefrainSummaryPage *self = data;
  GListModel *flaws = G_LIST_MODEL (gtk_list_view_get_model (view));
  g_autoptr (RefrainFlaw) flaw = g_list_model_get_item (flaws, position);
  RefrainPick pick;

  if (flaw == NULL)
    return;
  if (refrain_flaw_get_defect (flaw) != NULL)
    refrain_find_show_defect (get_session (self), refrain_flaw_get_defect (flaw));
  else if (refrain_flaw_get_pick (flaw, &pick))
    refrain_session_zoom_to (get_session (self), &pick);
  else
    return;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

static void
on_routine_activated (GtkColumnView *view, guint position, gpointer data)
{
  RefrainSummaryPage *self = data;
  GListModel *model = G_LIST_MODEL (gtk_column_view_get_model (view));
  g_autoptr (RefrainRoutine) routine = g_list_model_get_item (model, position);

  if (routine == NULL)
    return;
  refrain_find_show_longest_call (get_session (self), routine);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

static void
on_size_activated (GtkColumnView *view, guint position, gpointer data)
{
  RefrainSummaryPage *self = data;
  GListModel *model = G_LIST_MODEL (gtk_column_view_get_model (view));
  g_autoptr (RefrainMessageSize) size = g_list_model_get_item (model, position);

  if (size == NULL)
    return;
  refrain_find_light_up_sizes (get_session (self), refrain_message_size_get_first (size),
                               refrain_message_size_get_last (size));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

/* A sentence leads to what it says. */
static void
on_sentence_activated (GtkListBox *box, GtkListBoxRow *row, gpointer data)
{
  RefrainSummaryPage *self = data;
  const guint i = (guint) gtk_list_box_row_get_index (row);
  const GPtrArray *lines = refrain_brief_model_get_lines (self->brief);
  const RefrainBriefLine *line;
  const char *page;

  if (i >= lines->len)
    return;
  line = lines->pdata[i];
  page = line->page;
  if (line->routine != REFRAIN_NONE)
    refrain_find_show_longest_call (
        get_session (self),
        refrain_trace_get_routine (refrain_session_get_trace (get_session (self)), line->routine));
  refrain_brief_model_follow (self->brief, i);
  if (page != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", page);
}

RefrainBriefModel *
refrain_summary_page_get_brief (RefrainSummaryPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_SUMMARY_PAGE (self), NULL);
  return self->brief;
}

GtkListBox *
refrain_summary_page_get_sentences (RefrainSummaryPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_SUMMARY_PAGE (self), NULL);
  return self->brief_list;
}

/* ---- Session ---- */

static void
on_brief (RefrainSummaryPage *self)
{
  refrain_summary_brief_show (self->brief_list, self->brief);
  if (get_session (self) != NULL)
    fill_numbers (self);
}

static gpointer
count_sizes (RefrainJob *job, gpointer data, GError **error)
{
  return refrain_message_sizes_new (data, refrain_job_get_cancellable (job), error);
}

static void
on_sizes_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainSummaryPage *self = data;
  g_autoptr (GListModel) sizes = result;

  if (sizes != NULL && get_session (self) != NULL)
    set_sizes (self->sizes, sizes);
}

static void
on_dark_changed (RefrainSummaryPage *self)
{
  gboolean dark = refrain_session_get_dark (get_session (self));

  set_dark (self->routines, dark);
  set_dark (self->sizes, dark);
}

/* Says how much is wrong; takes @flaws. @n_broken: constraints. */
static void
show_flaws (RefrainSummaryPage *self, GListModel *flaws, guint n_broken)
{
  RefrainTrace *trace = refrain_session_get_trace (get_session (self));
  const guint n_defects = g_list_model_get_n_items (refrain_trace_get_defects (trace));
  const guint n = g_list_model_get_n_items (flaws);
  g_autoptr (GString) count = g_string_new (NULL);

  if (n_defects > 0)
    g_string_append_printf (
        count, g_dngettext (GETTEXT_PACKAGE, "%u defect", "%u defects", n_defects), n_defects);
  /* Translators: of constraints, behind "8 defects". */
  if (n_broken > 0 && n_defects > 0)
    g_string_append_printf (
        count, g_dngettext (GETTEXT_PACKAGE, " · %u broken", " · %u broken", n_broken), n_broken);
  else if (n_broken > 0)
    g_string_append_printf (
        count,
        g_dngettext (GETTEXT_PACKAGE, "%u constraint broken", "%u constraints broken", n_broken),
        n_broken);
  refrain_page_take_count (REFRAIN_PAGE (self), count->len > 0 ? g_strdup (count->str) : NULL);
  gtk_widget_set_visible (self->no_defects, n == 0);
  gtk_widget_set_visible (self->defects_scroller, n > 0);
  /* A list view asks for a row or two; a handful are shown before it scrolls. */
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->defects_scroller),
                                              (int) MIN (n, MAX_DEFECTS_SHOWN) * DEFECT_HEIGHT);
  set_defects (self->defects, flaws);
}

static void
on_validated (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainSummaryPage *self = data;
  g_autoptr (RefrainValidation) validation = result;

  if (validation != NULL && get_session (self) != NULL)
    show_flaws (self,
                refrain_flaws_new (refrain_session_get_trace (get_session (self)), validation),
                refrain_validation_count_state (validation, REFRAIN_VALIDATION_BROKEN));
}

static void
refrain_summary_page_session_changed (RefrainPage *page)
{
  RefrainSummaryPage *self = REFRAIN_SUMMARY_PAGE (page);
  RefrainSession *session = get_session (self);
  RefrainTrace *trace;

  refrain_job_stop (&self->validating);
  g_clear_object (&self->brief);
  on_brief (self);
  if (session == NULL)
    return;
  self->brief = refrain_brief_model_new (session);
  refrain_page_watch (page, self->brief, "notify::lines", G_CALLBACK (on_brief));
  trace = refrain_session_get_trace (session);
  refrain_page_watch (page, session, "notify::dark", G_CALLBACK (on_dark_changed));
  on_dark_changed (self);
  fill_head (self);
  fill_numbers (self);
  show_flaws (self, refrain_flaws_new (trace, NULL), 0);
  set_routines (self->routines, trace);
  set_sizes (self->sizes, NULL);
  refrain_task_runner_start (refrain_session_get_runner (session), _ ("Counting message sizes"),
                             count_sizes, g_object_ref (trace), g_object_unref, g_object_unref,
                             G_OBJECT (self), on_sizes_counted, self);
  refrain_study_job_start (refrain_session_get_runner (session), &self->validating,
                           _ ("Checking constraints"), refrain_session_get_study (session),
                           REFRAIN_ANALYSIS_VALIDATION, NULL, self, on_validated);
}

static void
refrain_summary_page_dispose (GObject *object)
{
  refrain_job_stop (&REFRAIN_SUMMARY_PAGE (object)->validating);
  g_clear_object (&REFRAIN_SUMMARY_PAGE (object)->brief);
  G_OBJECT_CLASS (refrain_summary_page_parent_class)->dispose (object);
}

static void
refrain_summary_page_class_init (RefrainSummaryPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_summary_page_dispose;
  REFRAIN_PAGE_CLASS (klass)->session_changed = refrain_summary_page_session_changed;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/summary-page.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, name_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, source_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, description_label);
  gtk_widget_class_bind_template_child_full (widget_class, "brief", FALSE,
                                             G_STRUCT_OFFSET (RefrainSummaryPage, brief_list));
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, numbers);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, no_defects);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, defects_scroller);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, defects);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, routines);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, sizes);
}

static void
refrain_summary_page_init (RefrainSummaryPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  init_defects (self->defects);
  init_routines (self->routines);
  init_sizes (self->sizes);
  g_signal_connect (self->brief_list, "row-activated", G_CALLBACK (on_sentence_activated), self);
  g_signal_connect (self->defects, "activate", G_CALLBACK (on_defect_activated), self);
  g_signal_connect (self->routines, "activate", G_CALLBACK (on_routine_activated), self);
  g_signal_connect (self->sizes, "activate", G_CALLBACK (on_size_activated), self);
}
