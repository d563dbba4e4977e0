/* refrain-time-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The findings, and what is said before them; the other parts look after themselves. All is worked
 * out when the page is first turned to.
 */
#include "refrain-time-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "refrain-object.h"
#include "refrain-run.h"
#include "refrain-template.h"
#include "refrain-time-efficiency.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"
#include "refrain-time-waits.h"
#include "refrain-visible.h"

/* Findings that are shown at once; the others on request. */
#define FEW_FINDINGS 6
/* The least width of a sentence, and the width of what is beside it, in characters. */
#define SENTENCE_CHARS 24
#define SIDE_CHARS     14

struct _RefrainTimePage
{
  RefrainPage parent_instance;

  gboolean all; /* findings are shown */

  GtkStack *stack;
  AdwStatusPage *status;
  GtkSpinner *spinner;
  GtkWidget *cancel, *again;
  GtkWidget *clocks;
  GtkLabel *clocks_sentence;
  GtkButton *clocks_button;
  GtkLabel *why;
  GtkListBox *list;
  GtkButton *more;
  RefrainTimeEfficiency *efficiency;
  RefrainTimeWaits *waits;
  RefrainTimeDurations *durations;
};

G_DEFINE_FINAL_TYPE (RefrainTimePage, refrain_time_page, REFRAIN_TYPE_PAGE)

static RefrainTimeModel *
get_times (RefrainTimePage *self)
{
  RefrainSession *session = refrain_page_get_session (REFRAIN_PAGE (self));

  return session != NULL ? refrain_session_get_times (session) : NULL;
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

static void
update_clocks (RefrainTimePage *self)
{
  RefrainTimeModel *times = get_times (self);
  RefrainWaits *waits = times != NULL ? refrain_time_model_get_waits (times) : NULL;
  RefrainClockReport report;
  guint64 n_messages = 0, n_backward = 0, n_torn = 0, n_collectives = 0;
  const gboolean corrected
      = times != NULL && refrain_time_model_get_recorded (times, &report) != NULL;
  g_autofree char *few = NULL, *all = NULL, *sentence = NULL;

  if (waits != NULL)
    {
      n_backward = refrain_waits_get_n_backward (waits, &n_messages);
      n_torn = refrain_waits_get_n_torn (waits, &n_collectives);
    }
  gtk_widget_set_visible (self->clocks, corrected || n_backward > 0 || n_torn > 0);
  if (!corrected && n_backward == 0 && n_torn == 0)
    return;
  few = refrain_count_format (n_backward > 0 ? n_backward : n_torn);
  all = refrain_count_format (n_backward > 0 ? n_messages : n_collectives);
  if (corrected)
    {
      g_autofree char *shift = refrain_time_format (report.most_shift, 3);
      g_autofree char *moved = refrain_time_format (report.most_moved, 3);

      sentence = g_strdup_printf (_ ("Clocks are corrected: %u shifted by up to %s, then %u "
                                     "operations moved by up to %s. No time is as recorded."),
                                  report.n_shifted, shift, (guint) report.n_moved, moved);
    }
  else if (n_backward == 0)
    sentence = g_strdup_printf (
        _ ("Clocks disagree: %s of %s collectives such as barriers are left before all processes "
           "enter. Waiting and causes below are unreliable."),
        few, all);
  else
    sentence = g_strdup_printf (
        refrain_waits_have_other_clocks (waits)
            ? _ ("Clocks disagree: %s of %s messages arrive before they are sent. Waiting and "
                 "causes below are unreliable.")
            : _ ("Clocks disagree slightly: %s of %s messages arrive before they are sent."),
        few, all);
  gtk_label_set_text (self->clocks_sentence, sentence);
  gtk_button_set_label (self->clocks_button,
                        corrected ? _ ("Show as Recorded") : _ ("Show with Corrected Clocks"));
}

/* ---- Findings -------------------------------------------------------------------------------- */

/* A button that opens the help on the kind of @finding. */
static GtkWidget *
make_help (const RefrainFinding *finding)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("help-about-symbolic");
  g_autofree char *topic
      = g_strconcat ("findings#", refrain_finding_kind_get_name (finding->kind), NULL);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "app.help-on");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", topic);
  gtk_widget_set_tooltip_text (button, _ ("How to Read This"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("How to Read This"), -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

static void
add_finding (RefrainTimePage *self, const RefrainFinding *finding)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *text = g_strconcat (finding->sentence, ".", NULL);
  GtkWidget *sentence = gtk_label_new (NULL);
  g_autofree char *time = refrain_time_format (finding->saves, 3);
  GtkWidget *seconds = gtk_label_new (time);
  GtkWidget *confidence = gtk_label_new (refrain_finding_describe_confidence (finding));
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");
  GtkWidget *row = gtk_list_box_row_new ();

  refrain_label_set_sentence (GTK_LABEL (sentence), text);
  refrain_label_wrap (GTK_LABEL (sentence), SENTENCE_CHARS);
  gtk_label_set_xalign (GTK_LABEL (sentence), 0);
  gtk_widget_set_hexpand (sentence, TRUE);
  gtk_widget_add_css_class (sentence, "refrain-sentence");
  gtk_label_set_xalign (GTK_LABEL (seconds), 1);
  gtk_widget_add_css_class (seconds, "refrain-seconds");
  gtk_label_set_xalign (GTK_LABEL (confidence), 1);
  gtk_label_set_justify (GTK_LABEL (confidence), GTK_JUSTIFY_RIGHT);
  gtk_label_set_wrap (GTK_LABEL (confidence), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (confidence), SIDE_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (confidence), SIDE_CHARS);
  gtk_widget_add_css_class (confidence, "dim-label");
  gtk_widget_add_css_class (confidence, "caption");
  gtk_widget_set_valign (side, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (arrow, "dim-label");
  gtk_box_append (GTK_BOX (side), seconds);
  gtk_box_append (GTK_BOX (side), confidence);
  gtk_box_append (GTK_BOX (box), refrain_label_hold (sentence));
  gtk_box_append (GTK_BOX (box), side);
  gtk_box_append (GTK_BOX (box), make_help (finding));
  gtk_box_append (GTK_BOX (box), arrow);
  gtk_widget_add_css_class (box, "refrain-finding");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, _ ("Show evidence"));
  gtk_list_box_append (self->list, row);
}

static void
update_selected (RefrainTimePage *self)
{
  const guint32 selected = refrain_time_model_get_selected (get_times (self));

  gtk_list_box_select_row (
      self->list,
      selected != REFRAIN_NONE ? gtk_list_box_get_row_at_index (self->list, (int) selected) : NULL);
}

static void
update_findings (RefrainTimePage *self)
{
  RefrainTimeModel *times = get_times (self);
  RefrainFindings *findings = times != NULL ? refrain_time_model_get_findings (times) : NULL;
  const RefrainFinding *list = NULL;
  g_autofree char *small = NULL, *why = NULL, *more = NULL;
  GtkListBoxRow *row;
  gsize n = 0, shown;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  if (findings != NULL)
    {
      list = refrain_findings_get (findings, &n);
      small = refrain_findings_explain (findings);
    }
  if (small != NULL)
    why = refrain_visible_sentence (small);
  shown = self->all ? n : MIN (n, FEW_FINDINGS);
  for (gsize i = 0; i < shown; i++)
    add_finding (self, &list[i]);
  gtk_label_set_text (self->why, why != NULL ? why : "");
  gtk_widget_set_visible (GTK_WIDGET (self->why), why != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->list), n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->more), n > shown);
  more
      = g_strdup_printf (ngettext ("%u More", "%u More", (guint) (n - shown)), (guint) (n - shown));
  gtk_button_set_label (self->more, more);
  if (times != NULL)
    update_selected (self);
}

static void
show_all (RefrainTimePage *self)
{
  self->all = TRUE;
  update_findings (self);
}

static void
on_row_activated (RefrainTimePage *self, GtkListBoxRow *row)
{
  RefrainTimeModel *times = get_times (self);
  const guint32 finding = (guint32) gtk_list_box_row_get_index (row);

  if (refrain_time_model_get_selected (times) == finding)
    refrain_session_go_to_finding (refrain_page_get_session (REFRAIN_PAGE (self)));
  else
    refrain_time_model_select (times, finding);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* How much of the run is waiting: the size of the page's answer. */
static char *
format_count (RefrainTimePage *self)
{
  RefrainTrace *trace = refrain_session_get_trace (refrain_page_get_session (REFRAIN_PAGE (self)));
  const double whole = (double) refrain_trace_get_run (trace)->time;
  const double time
      = (double) refrain_waits_get_time (refrain_time_model_get_waits (get_times (self)));

  return g_strdup_printf (_ ("%.1f %% waiting"), whole > 0 ? 100 * time / whole : 0);
}

static void
update_state (RefrainTimePage *self)
{
  RefrainTimeModel *times = get_times (self);
  const gboolean running = times != NULL && refrain_time_model_is_running (times);
  const char *problem = times != NULL ? refrain_time_model_get_problem (times) : NULL;
  g_autofree char *markup = problem != NULL ? g_markup_escape_text (problem, -1) : NULL;

  adw_status_page_set_title (self->status, running ? _ ("Analysing time") : "");
  adw_status_page_set_description (self->status, markup);
  gtk_spinner_set_spinning (self->spinner, running);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), running);
  gtk_widget_set_visible (self->cancel, running);
  gtk_widget_set_visible (self->again, problem != NULL);
  gtk_stack_set_visible_child_name (
      self->stack, times != NULL && refrain_time_model_has_results (times) ? "results" : "waiting");
}

static void
update_results (RefrainTimePage *self)
{
  RefrainTimeModel *times = get_times (self);

  self->all = FALSE;
  update_clocks (self);
  update_findings (self);
  refrain_page_take_count (
      REFRAIN_PAGE (self),
      times != NULL && refrain_time_model_has_results (times) ? format_count (self) : NULL);
  update_state (self);
}

static void
refrain_time_page_session_changed (RefrainPage *page)
{
  RefrainTimePage *self = REFRAIN_TIME_PAGE (page);
  RefrainSession *session = refrain_page_get_session (page);

  if (session != NULL)
    {
      RefrainTimeModel *times = refrain_session_get_times (session);

      refrain_page_watch (page, times, "notify::results", G_CALLBACK (update_results));
      refrain_page_watch (page, times, "notify::running", G_CALLBACK (update_state));
      refrain_page_watch (page, times, "notify::selected", G_CALLBACK (update_selected));
    }
  refrain_time_efficiency_set_session (self->efficiency, session);
  refrain_time_waits_set_session (self->waits, session);
  refrain_time_durations_set_session (self->durations, session);
  update_results (self);
}

static void
refrain_time_page_turned_to (RefrainPage *page)
{
  RefrainTimeModel *times = get_times (REFRAIN_TIME_PAGE (page));

  /* What was cancelled is not begun again by looking at the page. */
  if (times != NULL && refrain_time_model_get_problem (times) == NULL)
    refrain_time_model_start (times);
  refrain_time_durations_start (REFRAIN_TIME_PAGE (page)->durations);
}

/* What is shown of what repeats. */
static RefrainPainter *
refrain_time_page_make_figure (RefrainPage *page, RefrainView view, RefrainViewport *part)
{
  RefrainDurationModel *model
      = refrain_time_durations_get_model (REFRAIN_TIME_PAGE (page)->durations);
  RefrainPainter *painter = NULL;

  if (model != NULL && view == REFRAIN_VIEW_DURATIONS)
    painter = (RefrainPainter *) refrain_duration_model_get_painter (model);
  if (painter == NULL)
    return NULL;
  refrain_painter_get_extent (painter, part);
  return g_object_ref (painter);
}

static void
find_times (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainTimeModel *times = get_times (data);

  if (times != NULL)
    refrain_time_model_start (times);
}

static void
cancel_times (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainTimeModel *times = get_times (data);

  if (times != NULL)
    refrain_time_model_cancel (times);
}

static const GActionEntry actions[] = {
  { .name = "find-times", .activate = find_times },
  { .name = "cancel-times", .activate = cancel_times },
};

/* ---- Widget ---------------------------------------------------------------------------------- */

static gboolean
refrain_time_page_grab_focus (GtkWidget *widget)
{
  RefrainTimePage *self = REFRAIN_TIME_PAGE (widget);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row == NULL)
    row = gtk_list_box_get_row_at_index (self->list, 0);
  return row != NULL ? gtk_widget_grab_focus (GTK_WIDGET (row))
                     : gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
}

static void
refrain_time_page_class_init (RefrainTimePageClass *klass)
{
  static const RefrainView figures[] = { REFRAIN_VIEW_DURATIONS, REFRAIN_N_VIEWS };
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->figures = figures;
  page_class->make_figure = refrain_time_page_make_figure;
  page_class->session_changed = refrain_time_page_session_changed;
  page_class->turned_to = refrain_time_page_turned_to;
  widget_class->grab_focus = refrain_time_page_grab_focus;
  g_type_ensure (REFRAIN_TYPE_TIME_EFFICIENCY);
  g_type_ensure (REFRAIN_TYPE_TIME_WAITS);
  g_type_ensure (REFRAIN_TYPE_TIME_DURATIONS);
  REFRAIN_TEMPLATE (widget_class, "time-page", RefrainTimePage, stack, status, spinner, cancel,
                    again, clocks, clocks_sentence, clocks_button, why, list, more, efficiency,
                    waits, durations);
}

static void
refrain_time_page_init (RefrainTimePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_connect (self->list, "row-activated", on_row_activated, self);
  refrain_connect (self->more, "clicked", show_all, self);
}
