/* refrain-summary-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sizes of messages are counted in the background.
 */
#include "config.h"
#include "refrain-summary-page.h"

#include <glib/gi18n.h>

#include "refrain-find.h"
#include "refrain-flaws.h"
#include "refrain-growing-rows.h"
#include "refrain-gradual.h"
#include "refrain-memory.h"
#include "refrain-message-sizes.h"
#include "refrain-object.h"
#include "refrain-share-table.h"
#include "refrain-study-job.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* How many defects are seen without scrolling, and what one takes, in pixels. */
#define MAX_DEFECTS_SHOWN 9
#define DEFECT_HEIGHT     34
/* Of runs of more than so many events for each MiB of the memory for arrays, a 32nd part of it or
 * about that, constraints are checked when asked: some 15 million where the machine has 24 GB. */
#define EVENTS_A_MEBIBYTE 1300

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
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), refrain_flaw_is_recorders (flaw)
                                                      ? "dialog-information-symbolic"
                                                      : "dialog-warning-symbolic");
  if (refrain_flaw_is_recorders (flaw))
    gtk_widget_remove_css_class (icon, "warning");
  else
    gtk_widget_add_css_class (icon, "warning");
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
  g_autoptr (RefrainGrowingRows) rows
      = refrain_growing_rows_new (GTK_SELECTION_MODEL (selection), GTK_WIDGET (view));

  gtk_list_view_set_model (view, GTK_SELECTION_MODEL (rows));
}

/* ---- The page ---- */

struct _RefrainSummaryPage
{
  RefrainPage parent_instance;

  GtkLabel *name_label, *source_label, *description_label;
  GtkListBox *brief_list;
  RefrainBriefModel *brief;
  GtkFlowBox *numbers;
  GtkWidget *flaws;
  GtkWidget *no_defects, *check_button;
  GtkImage *checked_icon;
  GtkLabel *checked_label;
  GtkWidget *defects_scroller;
  GtkListView *defects;
  GtkBox *routines_box, *sizes_box;
  RefrainShareTable *routines, *sizes;
  GListModel *found_sizes; /* of RefrainMessageSize, or NULL */
  guint linked;            /* while the click that followed a link is handled */
  gboolean has_parts;      /* what is below the sentences is shown */
  RefrainJob *validating;
};

G_DEFINE_FINAL_TYPE (RefrainSummaryPage, refrain_summary_page, REFRAIN_TYPE_PAGE)

static RefrainSession *
get_session (RefrainSummaryPage *self)
{
  return refrain_page_get_session (REFRAIN_PAGE (self));
}

/* ---- Numbers ---- */

/* Adds room for a number with its name. */
static void
add_number (RefrainSummaryPage *self, const char *name)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *number = gtk_label_new (NULL);
  GtkWidget *caption = gtk_label_new (name);
  GtkWidget *child = gtk_flow_box_child_new ();

  gtk_label_set_xalign (GTK_LABEL (number), 0);
  gtk_label_set_xalign (GTK_LABEL (caption), 0);
  gtk_label_set_ellipsize (GTK_LABEL (number), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (caption), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (number), 8);
  gtk_widget_add_css_class (number, "value");
  gtk_widget_add_css_class (caption, "caption");
  gtk_widget_add_css_class (box, "card");
  gtk_widget_add_css_class (box, "refrain-number");
  gtk_box_append (GTK_BOX (box), number);
  gtk_box_append (GTK_BOX (box), caption);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), box);
  gtk_widget_set_focusable (child, FALSE);
  gtk_flow_box_append (self->numbers, child);
}

/* In the order of what fill_numbers() fills in. */
static void
add_numbers (RefrainSummaryPage *self)
{
  static const char *const names[] = {
    N_ ("Duration"),    N_ ("Processes"),     N_ ("Events"),   N_ ("Calls"),
    N_ ("MPI calls"),   N_ ("Time in MPI"),   N_ ("Messages"), N_ ("Unmatched"),
    N_ ("Collectives"), N_ ("Communicators"), N_ ("Routines"), N_ ("Call depth"),
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    add_number (self, _ (names[i]));
}

/* The share of all processes' time that is spent in MPI, once it is known. */
static char *
format_mpi_share (RefrainSummaryPage *self)
{
  RefrainBrief *brief = self->brief != NULL ? refrain_brief_model_get_brief (self->brief) : NULL;

  return brief != NULL ? g_strdup_printf (_ ("%.1f %%"), 100 * refrain_brief_get_mpi_share (brief))
                       : g_strdup ("…");
}

/* Takes @value. One that is the same takes no time: sentences come one after the other. */
static void
fill_number (GtkFlowBoxChild *child, char *value)
{
  GtkWidget *number = gtk_widget_get_first_child (gtk_flow_box_child_get_child (child));

  if (g_strcmp0 (gtk_label_get_text (GTK_LABEL (number)), value) != 0)
    {
      gtk_label_set_text (GTK_LABEL (number), value);
      refrain_widget_set_long_tooltip (number, value);
    }
  g_free (value);
}

static void
fill_numbers (RefrainSummaryPage *self)
{
  RefrainTrace *trace = refrain_session_get_trace (get_session (self));
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  char *const values[] = {
    refrain_time_format (counts->end - counts->start, 4),
    refrain_count_format (refrain_trace_get_n_processes (trace)),
    refrain_count_format (counts->events),
    refrain_count_format (counts->calls),
    refrain_count_format (counts->mpi_calls),
    format_mpi_share (self),
    refrain_count_format (counts->sends),
    refrain_count_format (counts->unmatched),
    refrain_count_format (counts->collective_instances),
    refrain_count_format (refrain_trace_get_n_communicators (trace)),
    refrain_count_format (refrain_trace_get_n_routines (trace)),
    refrain_count_format (counts->depth),
  };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    fill_number (gtk_flow_box_get_child_at_index (self->numbers, (int) i), values[i]);
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
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->source_label), path);
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
on_routine_activated (RefrainSummaryPage *self, guint id)
{
  RefrainTrace *trace = refrain_session_get_trace (get_session (self));

  refrain_find_show_longest_call (get_session (self), refrain_trace_get_routine (trace, id));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

static void
on_size_activated (RefrainSummaryPage *self, guint id)
{
  g_autoptr (RefrainMessageSize) size = g_list_model_get_item (self->found_sizes, id);

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

  if (i >= lines->len || self->linked > 0)
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

static gboolean
forget_link (gpointer data)
{
  RefrainSummaryPage *self = data;

  self->linked = 0;
  return G_SOURCE_REMOVE;
}

/* The name of a pattern leads to it, and the same click not to where its row leads. */
static gboolean
on_link (GtkLabel *label, const char *uri, gpointer data)
{
  RefrainSummaryPage *self = data;
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (label), GTK_TYPE_LIST_BOX_ROW);

  g_clear_handle_id (&self->linked, g_source_remove);
  self->linked = g_idle_add (forget_link, self);
  refrain_brief_model_follow_pattern (self->brief,
                                      (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)),
                                      (guint) g_ascii_strtoull (uri, NULL, 10));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
  return TRUE;
}

REFRAIN_GETTER (
    RefrainSummaryPage, refrain_summary_page, RefrainBriefModel *, get_brief, self->brief)
REFRAIN_GETTER (
    RefrainSummaryPage, refrain_summary_page, GtkListBox *, get_sentences, self->brief_list)

/* ---- Session ---- */

static GtkWidget *
make_text (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  refrain_label_wrap (GTK_LABEL (label), 16);
  return label;
}

/* Behind the sentence stands a text that nobody sees, which keeps room for it: as many lines as the
 * width asks for. */
static GtkWidget *
make_row (RefrainSummaryPage *self)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *texts = gtk_stack_new (), *sentence = make_text ();
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  g_signal_connect (sentence, "activate-link", G_CALLBACK (on_link), self);
  gtk_stack_add_child (GTK_STACK (texts), sentence);
  gtk_stack_add_child (GTK_STACK (texts), make_text ());
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_add_css_class (arrow, "dim-label");
  gtk_box_append (GTK_BOX (box), refrain_label_hold (texts));
  gtk_box_append (GTK_BOX (box), arrow);
  gtk_widget_add_css_class (box, "refrain-sentence");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  return row;
}

/* Keeps room for so many letters in @label. */
static void
reserve (GtkLabel *label, guint letters)
{
  g_autoptr (GString) text = g_string_new (NULL);

  /* As wide as most words are, and a little more: what has as many letters takes no more lines. */
  while (text->len < letters + letters / 20)
    g_string_append (text, "process ");
  if (g_strcmp0 (gtk_label_get_text (label), text->str) != 0)
    gtk_label_set_text (label, text->str);
}

static void
append_escaped (GString *markup, const char *text, gsize n)
{
  g_autofree char *escaped = g_markup_escape_text (text, (gssize) n);

  g_string_append (markup, escaped);
}

/* The sentence with the names of patterns as links, by which of them they are. Free with
 * g_string_free(). */
static GString *
make_markup (const RefrainBriefLine *line)
{
  GString *markup = g_string_new (NULL);
  guint at = 0;

  for (guint k = 0; k < line->patterns->len; k++)
    {
      const RefrainBriefPattern *pattern = &g_array_index (line->patterns, RefrainBriefPattern, k);

      append_escaped (markup, line->shown + at, pattern->start - at);
      g_string_append_printf (markup, "<a href=\"%u\" title=\"", k);
      append_escaped (markup, _ ("Show and highlight this pattern"),
                      strlen (_ ("Show and highlight this pattern")));
      g_string_append (markup, "\">");
      append_escaped (markup, line->shown + pattern->start, pattern->end - pattern->start);
      g_string_append (markup, "</a>");
      at = pattern->end;
    }
  append_escaped (markup, line->shown + at, strlen (line->shown + at));
  return markup;
}

static void
fill_text (GtkLabel *label, const RefrainBriefLine *line)
{
  g_autoptr (GString) markup = NULL;

  if (line->patterns == NULL || line->patterns->len == 0)
    {
      refrain_label_set_sentence (label, line->shown);
      return;
    }
  markup = make_markup (line);
  g_string_replace (markup, " %", "\u00a0%", 0);
  if (g_strcmp0 (gtk_label_get_label (label), markup->str) != 0)
    gtk_label_set_markup (label, markup->str);
}

static void
fill_row (GtkListBoxRow *row, const RefrainBriefLine *line)
{
  GtkWidget *holder = gtk_widget_get_first_child (gtk_list_box_row_get_child (row));
  GtkWidget *label = gtk_widget_get_first_child (gtk_widget_get_first_child (holder));
  const gboolean leads = line->page != NULL;
  g_autofree char *whole = g_str_equal (line->shown, line->sentence)
                               ? g_strdup (line->where)
                               : g_strjoin ("\n", line->sentence, line->where, NULL);

  fill_text (GTK_LABEL (label), line);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  line->sentence, -1);
  reserve (GTK_LABEL (gtk_widget_get_next_sibling (label)), line->room);
  gtk_widget_set_visible (gtk_widget_get_next_sibling (holder), leads);
  refrain_widget_set_long_tooltip (GTK_WIDGET (row), whole);
  gtk_list_box_row_set_activatable (row, leads);
  gtk_widget_set_focusable (GTK_WIDGET (row), leads);
}

/* Shows the lines, in a box that is hidden where there are none. A row is a sentence and,
 * where it leads anywhere, an arrow; rows that say the same as before stay what they are. */
static void
show_brief (RefrainSummaryPage *self)
{
  GtkListBox *box = self->brief_list;
  const GPtrArray *lines = self->brief != NULL ? refrain_brief_model_get_lines (self->brief) : NULL;
  GtkListBoxRow *row;

  gtk_widget_set_visible (GTK_WIDGET (box), lines != NULL && lines->len > 0);
  for (guint i = 0; lines != NULL && i < lines->len; i++)
    {
      row = gtk_list_box_get_row_at_index (box, (int) i);
      if (row == NULL)
        {
          gtk_list_box_append (box, make_row (self));
          row = gtk_list_box_get_row_at_index (box, (int) i);
        }
      fill_row (row, lines->pdata[i]);
    }
  while ((row = gtk_list_box_get_row_at_index (box, lines != NULL ? (int) lines->len : 0)) != NULL)
    gtk_list_box_remove (box, GTK_WIDGET (row));
}

/* Shows or hides what is below the sentences. */
static void
show_parts (RefrainSummaryPage *self, gboolean shows)
{
  GtkWidget *const parts[] = { GTK_WIDGET (self->numbers), self->flaws,
                               GTK_WIDGET (self->routines_box), GTK_WIDGET (self->sizes_box) };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      gtk_widget_set_visible (parts[i], shows);
      if (shows)
        refrain_gradual_show (parts[i]);
    }
  self->has_parts = shows;
}

/* The first lines, or that there will be none, let all that stands below them come: there it stays.
 */
static void
on_brief (RefrainSummaryPage *self)
{
  show_brief (self);
  if (get_session (self) == NULL)
    return;
  fill_numbers (self);
  if (!self->has_parts && self->brief != NULL)
    show_parts (self, TRUE);
}

/* ---- Tables ---- */

static void
show_routines (RefrainSummaryPage *self, RefrainTrace *trace)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (RefrainShareRowData));

  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);
      const double time = (double) refrain_routine_get_time (routine);
      const double calls = (double) refrain_routine_get_calls (routine);
      const RefrainShareRowData row = { .id = i,
                                        .name = refrain_routine_get_label (routine),
                                        .values = { time, calls, time / calls },
                                        .routine = routine };

      if (calls > 0)
        g_array_append_val (rows, row);
    }
  refrain_share_table_set_rows (self->routines, (const RefrainShareRowData *) (gpointer) rows->data,
                                rows->len);
}

/* "16.1 kB", "1.0 kB – 2.0 kB". Free with g_free(). */
static char *
describe_size (RefrainMessageSize *size)
{
  const guint64 first = refrain_message_size_get_first (size);
  const guint64 last = refrain_message_size_get_last (size);
  g_autofree char *low = refrain_bytes_format (first);
  g_autofree char *high = refrain_bytes_format (last);

  return first == last ? g_steal_pointer (&low) : g_strdup_printf ("%s – %s", low, high);
}

static void
show_sizes (RefrainSummaryPage *self, GListModel *sizes)
{
  const guint n = sizes != NULL ? g_list_model_get_n_items (sizes) : 0;
  g_autofree RefrainShareRowData *rows = g_new0 (RefrainShareRowData, n + 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  g_set_object (&self->found_sizes, sizes);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RefrainMessageSize) size = g_list_model_get_item (sizes, i);

      g_ptr_array_add (names, describe_size (size));
      rows[i]
          = (RefrainShareRowData){ .id = i,
                                   .name = names->pdata[i],
                                   .values = { (double) refrain_message_size_get_count (size),
                                               (double) refrain_message_size_get_bytes (size) } };
    }
  refrain_share_table_set_rows (self->sizes, rows, n);
}

static void
add_tables (RefrainSummaryPage *self)
{
  const RefrainShareColumn routines[] = {
    { .title = _ ("Exclusive Time"), .unit = REFRAIN_CELL_TIME, .bar = TRUE },
    { .title = _ ("Calls"), .unit = REFRAIN_CELL_COUNT },
    { .title = _ ("Mean"), .unit = REFRAIN_CELL_TIME },
  };
  const RefrainShareColumn sizes[] = {
    { .title = _ ("Messages"), .unit = REFRAIN_CELL_COUNT, .bar = TRUE },
    { .title = _ ("In All"), .unit = REFRAIN_CELL_BYTES },
  };

  self->routines = refrain_share_table_new (_ ("Routines by time"), _ ("Routine"), TRUE, routines,
                                            G_N_ELEMENTS (routines), 0);
  self->sizes = refrain_share_table_new (_ ("Message sizes"), _ ("Size"), FALSE, sizes,
                                         G_N_ELEMENTS (sizes), G_N_ELEMENTS (sizes));
  gtk_box_append (self->routines_box, GTK_WIDGET (self->routines));
  gtk_box_append (self->sizes_box, GTK_WIDGET (self->sizes));
  refrain_connect (self->routines, "activated", on_routine_activated, self);
  refrain_connect (self->sizes, "activated", on_size_activated, self);
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
    show_sizes (self, sizes);
}

typedef enum
{
  NOT_CHECKED,
  CHECKING,
  CHECKED
} Checked;

/* Says whether anything is wrong, as far as is known, where @n flaws are listed. */
static void
show_checked (RefrainSummaryPage *self, Checked checked, guint n)
{
  static const struct
  {
    const char *icon, *sentence;
  } says[] = {
    { "dialog-question-symbolic",
      N_ ("Checking the constraints of the format reads all events, so it runs on request.") },
    { "content-loading-symbolic", N_ ("Checking the constraints of the format…") },
    { "emblem-ok-symbolic",
      N_ ("No unmatched messages, no open calls, no violations of the format.") },
  };

  gtk_widget_set_visible (self->no_defects, n == 0 || checked != CHECKED);
  gtk_widget_set_visible (self->check_button, checked == NOT_CHECKED);
  gtk_label_set_text (self->checked_label, _ (says[checked].sentence));
  gtk_image_set_from_icon_name (self->checked_icon, says[checked].icon);
  if (checked == CHECKED)
    gtk_widget_add_css_class (GTK_WIDGET (self->checked_icon), "success");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->checked_icon), "success");
}

/* Says how much is wrong; takes @flaws. @n_broken: constraints, without those
 * that the recorder alone breaks. */
static void
show_flaws (RefrainSummaryPage *self, GListModel *flaws, guint n_broken, Checked checked)
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
        count, g_dngettext (GETTEXT_PACKAGE, " · %u violated", " · %u violated", n_broken),
        n_broken);
  else if (n_broken > 0)
    g_string_append_printf (count,
                            g_dngettext (GETTEXT_PACKAGE, "%u constraint violated",
                                         "%u constraints violated", n_broken),
                            n_broken);
  refrain_page_take_count (REFRAIN_PAGE (self), count->len > 0 ? g_strdup (count->str) : NULL);
  show_checked (self, checked, n);
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

  if (get_session (self) == NULL)
    return;
  show_flaws (self, refrain_flaws_new (refrain_session_get_trace (get_session (self)), validation),
              validation != NULL ? refrain_flaws_count_broken (validation) : 0,
              validation != NULL ? CHECKED : NOT_CHECKED);
}

static void
check_constraints (RefrainSummaryPage *self)
{
  RefrainSession *session = get_session (self);

  show_flaws (self, refrain_flaws_new (refrain_session_get_trace (session), NULL), 0, CHECKING);
  refrain_study_job_start (refrain_session_get_runner (session), &self->validating,
                           _ ("Checking constraints"), refrain_session_get_study (session),
                           REFRAIN_ANALYSIS_VALIDATION, NULL, self, on_validated);
}

/* Whether to read all of @trace takes so much that it has to be asked for. */
static gboolean
is_large (RefrainTrace *trace)
{
  return refrain_trace_get_counts (trace)->events
         > refrain_memory_get_budget () / (1 << 20) * EVENTS_A_MEBIBYTE;
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
  fill_head (self);
  fill_numbers (self);
  if (is_large (trace))
    show_flaws (self, refrain_flaws_new (trace, NULL), 0, NOT_CHECKED);
  else
    check_constraints (self);
  show_routines (self, trace);
  show_sizes (self, NULL);
  refrain_task_runner_start (refrain_session_get_runner (session), _ ("Counting message sizes"),
                             count_sizes, g_object_ref (trace), g_object_unref, g_object_unref,
                             G_OBJECT (self), on_sizes_counted, self);
  show_parts (self, FALSE);
}

REFRAIN_DEFINE_END (RefrainSummaryPage,
                    refrain_summary_page,
                    dispose,
                    refrain_job_stop (&x->validating);
                    g_clear_handle_id (&x->linked, g_source_remove);
                    g_clear_object (&x->brief);
                    g_clear_object (&x->found_sizes))

static void
refrain_summary_page_class_init (RefrainSummaryPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_summary_page_dispose;
  REFRAIN_PAGE_CLASS (klass)->session_changed = refrain_summary_page_session_changed;
  REFRAIN_TEMPLATE (widget_class, "summary-page", RefrainSummaryPage, name_label, source_label,
                    description_label, numbers, flaws, no_defects, check_button, checked_icon,
                    checked_label, defects_scroller, defects, routines_box, sizes_box);
  gtk_widget_class_bind_template_child_full (widget_class, "brief", FALSE,
                                             G_STRUCT_OFFSET (RefrainSummaryPage, brief_list));
}

static void
refrain_summary_page_init (RefrainSummaryPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  init_defects (self->defects);
  add_numbers (self);
  add_tables (self);
  g_signal_connect (self->brief_list, "row-activated", G_CALLBACK (on_sentence_activated), self);
  g_signal_connect (self->defects, "activate", G_CALLBACK (on_defect_activated), self);
  g_signal_connect_swapped (self->check_button, "clicked", G_CALLBACK (check_constraints), self);
}
