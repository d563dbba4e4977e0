/* refrain-details-panel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is under the pointer comes first, then what is selected. The list is made anew at most once
 * a frame; selected events are counted in the background.
 */
#include "refrain-details-panel.h"

#include <glib/gi18n.h>

#include "refrain-details.h"
#include "refrain-free.h"
#include "refrain-key-view.h"
#include "refrain-object.h"
#include "refrain-widget-style.h"

/* ---- How the lines look ---- */

/* A value of more characters is cut in the middle. */
#define MAX_VALUE_CHARS 22

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *value = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_widget_add_css_class (box, "refrain-detail");
  gtk_widget_add_css_class (value, "value");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), value);
  gtk_list_item_set_child (item, box);
}

static void
style_row (GtkWidget *box, GtkWidget *label, GtkWidget *value, RefrainDetail *detail)
{
  RefrainDetailKind kind = refrain_detail_get_kind (detail);
  gboolean is_link = refrain_detail_is_link (detail);
  gboolean is_title = kind == REFRAIN_DETAIL_TITLE, is_header = kind == REFRAIN_DETAIL_HEADER;

  (is_link ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (box, "refrain-link");
  (is_title ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (box, "refrain-title");
  (is_header ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (box, "refrain-header");
  (is_title ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (label, "title-4");
  (is_header ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (label, "heading");
  (!is_title && !is_header && refrain_detail_get_value (detail) != NULL
       ? gtk_widget_add_css_class
       : gtk_widget_remove_css_class) (label, "dim-label");
  (is_title ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (value, "dim-label");
  gtk_orientable_set_orientation (GTK_ORIENTABLE (box),
                                  is_title ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_spacing (GTK_BOX (box), is_title ? 2 : 10);
  gtk_label_set_xalign (GTK_LABEL (value), is_title ? 0 : 1);
  gtk_widget_set_cursor_from_name (box, is_link ? "pointer" : NULL);
}

/* What is long gives way: a long value, else a long name; what has no value wraps. */
static void
fit_row (GtkWidget *label, GtkWidget *value, RefrainDetail *detail)
{
  const char *text = refrain_detail_get_value (detail);
  gboolean is_pair = text != NULL && refrain_detail_get_kind (detail) == REFRAIN_DETAIL_VALUE;
  gboolean is_long = is_pair && g_utf8_strlen (text, -1) > MAX_VALUE_CHARS;

  gtk_label_set_wrap (GTK_LABEL (label), !is_pair);
  gtk_label_set_width_chars (GTK_LABEL (label), is_pair ? -1 : 12);
  gtk_label_set_ellipsize (GTK_LABEL (label), is_pair ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_ellipsize (GTK_LABEL (value),
                           is_long ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE);
  refrain_widget_set_long_tooltip (label, refrain_detail_get_meaning (detail) != NULL
                                              ? refrain_detail_get_meaning (detail)
                                          : is_pair ? refrain_detail_get_label (detail)
                                                    : NULL);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RefrainDetail *detail = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *label = gtk_widget_get_first_child (box);
  GtkWidget *value = gtk_widget_get_last_child (box);
  const char *text = refrain_detail_get_value (detail);
  gboolean is_link = refrain_detail_is_link (detail);

  style_row (box, label, value, detail);
  fit_row (label, value, detail);
  gtk_label_set_text (GTK_LABEL (label), refrain_detail_get_label (detail));
  gtk_label_set_text (GTK_LABEL (value), text != NULL ? text : "");
  gtk_widget_set_visible (value, text != NULL);
  refrain_widget_set_long_tooltip (value, text);
  gtk_list_item_set_activatable (item, is_link);
  gtk_list_item_set_selectable (item, FALSE);
}

static GtkListItemFactory *
make_factory (void)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  return factory;
}

struct _RefrainDetailsPanel
{
  GtkWidget parent_instance;

  RefrainSession *session;
  GListModel *details;
  RefrainPick shown;
  gboolean stale; /* what is shown of it has changed */
  guint idle;
  RefrainJob *job;            /* that makes them, while it runs */
  RefrainEventCounts *counts; /* of what is lit up, or NULL */
  RefrainPhaseTimes *times;   /* of the selected phases */
  RefrainCardModel *model;    /* of the session */

  GtkWidget *stack, *key;
  RefrainCard *card;
  GtkWidget *list;
  GtkNoSelection *selection;
};

G_DEFINE_FINAL_TYPE (RefrainDetailsPanel, refrain_details_panel, GTK_TYPE_WIDGET)

/* What is under the pointer comes first; leaving it shows the selection again. */
static const RefrainPick *
choose_pick (RefrainDetailsPanel *self)
{
  const RefrainPick *hover = refrain_session_get_hover (self->session);
  const RefrainPick *pick
      = refrain_selection_get_pick (refrain_session_get_selection (self->session));

  /* A selected noun is not driven away by the row or band that the pointer crosses. */
  if (pick->kind != REFRAIN_PICK_NONE && hover->kind == REFRAIN_PICK_PROCESS)
    return pick;
  return hover->kind != REFRAIN_PICK_NONE ? hover : pick;
}

static GListModel *
make_details (RefrainDetailsPanel *self, const RefrainPick *pick)
{
  RefrainLoops *loops = refrain_session_get_loops (self->session);
  RefrainSubject *lit = refrain_subjects_get_lit (refrain_session_get_subjects (self->session));
  GListModel *details = refrain_details_new (refrain_session_get_trace (self->session), pick,
                                             refrain_session_get_matrix (self->session),
                                             refrain_session_get_matrix_where (self->session));
  GListStore *list = G_LIST_STORE (details);

  if (pick->kind == REFRAIN_PICK_NONE)
    {
      if (lit != NULL)
        refrain_details_add_subject (list, lit);
      refrain_details_add_cycle (list, lit, refrain_session_get_cycles (self->session),
                                 refrain_session_get_patterns (self->session));
      if (!refrain_details_add_loop (list, loops) && self->counts != NULL)
        refrain_details_add_events (list, self->counts,
                                    refrain_session_get_patterns (self->session));
      refrain_details_add_phases (
          list, refrain_session_get_phases (self->session), self->times,
          refrain_card_model_get_subject (self->model)
              == refrain_subjects_get_scope (refrain_session_get_subjects (self->session)));
    }
  refrain_details_add_loops (list, pick, loops);
  if (pick->kind == REFRAIN_PICK_OP)
    refrain_details_add_patterns (list, pick, refrain_session_get_patterns (self->session));
  return details;
}

static gboolean
refresh (gpointer data)
{
  RefrainDetailsPanel *self = data;
  const RefrainPick *pick;

  self->idle = 0;
  if (self->session == NULL || self->list == NULL)
    return G_SOURCE_REMOVE;
  pick = choose_pick (self);
  if (refrain_pick_equal (pick, &self->shown) && pick->kind != REFRAIN_PICK_CHANNEL
      && self->details != NULL && !self->stale)
    return G_SOURCE_REMOVE;
  self->shown = *pick;
  self->stale = FALSE;
  g_clear_object (&self->details);
  self->details = make_details (self, pick);
  gtk_no_selection_set_model (self->selection, self->details);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    g_list_model_get_n_items (self->details) > 0
                                            || gtk_widget_get_visible (GTK_WIDGET (self->card))
                                        ? "list"
                                        : "nothing");
  return G_SOURCE_REMOVE;
}

/* At most once a frame, however fast the pointer moves. */
static void
refresh_soon (RefrainDetailsPanel *self)
{
  if (self->idle == 0)
    self->idle = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, refresh, self, NULL);
}

/* What is shown of the same noun has changed. */
static void
refresh_anew (RefrainDetailsPanel *self)
{
  self->stale = TRUE;
  refresh_soon (self);
}

/* ---- What is lit up, which may be much ---- */

typedef struct
{
  RefrainTrace *trace;
  RefrainOpSet *chosen;
  RefrainPatternSet *set; /* or NULL */
} Work;

REFRAIN_DEFINE_FREE (work_free, Work, g_object_unref (x->trace); refrain_op_set_unref (x->chosen);
                     g_clear_object (&x->set))

static gpointer
count_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;

  return refrain_event_counts_new (work->trace, work->chosen, work->set,
                                   refrain_job_get_cancellable (job));
}

static void
free_counts (gpointer counts)
{
  refrain_event_counts_free (counts);
}

static void
on_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainDetailsPanel *self = data;
  g_autoptr (RefrainEventCounts) counts = result;

  self->counts = g_steal_pointer (&counts);
  refresh_anew (self);
}

static void
forget_counts (RefrainDetailsPanel *self)
{
  refrain_job_stop (&self->job);
  g_clear_pointer (&self->counts, refrain_event_counts_free);
}

static void
count_selected (RefrainDetailsPanel *self)
{
  RefrainOpSet *chosen
      = refrain_selection_get_highlight (refrain_session_get_selection (self->session));
  Work *work;

  forget_counts (self);
  refresh_anew (self);
  if (chosen == NULL)
    return;
  work = g_new0 (Work, 1);
  work->trace = g_object_ref (refrain_session_get_trace (self->session));
  work->chosen = refrain_op_set_ref (chosen);
  g_set_object (&work->set,
                refrain_patterns_get_elementary (refrain_session_get_patterns (self->session)));
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->job,
                                _ ("Counting events"), count_in_thread, work, work_free,
                                free_counts, self, on_counted);
}

void
refrain_details_panel_set_session (RefrainDetailsPanel *self, RefrainSession *session)
{
  static const char *const of_phases[] = { "notify::phases", "notify::repetitions" };
  static const char *const of_loops[] = { "notify::model", "notify::matrix" };

  g_return_if_fail (REFRAIN_IS_DETAILS_PANEL (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_selection (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_patterns (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_phases (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_loops (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_subjects (self->session), self);
    }
  forget_counts (self);
  g_set_object (&self->session, session);
  g_clear_object (&self->model);
  if (session != NULL)
    {
      self->model = refrain_card_model_new (session);
      refrain_connect (self->model, "notify::series", refresh_anew, self);
    }
  refrain_card_set_model (self->card, self->model);
  refrain_phase_times_set_session (self->times, session);
  gtk_no_selection_set_model (self->selection, NULL);
  g_clear_object (&self->details);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "nothing");
  if (session != NULL)
    {
      refrain_connect (session, "notify::hover", refresh_soon, self);
      refrain_connect (session, "notify::matrix", refresh_soon, self);
      refrain_connect (refrain_session_get_selection (session), "notify::pick", refresh_soon, self);
      refrain_connect (refrain_session_get_selection (session), "notify::highlight", count_selected,
                       self);
      refrain_connect (refrain_session_get_patterns (session), "notify::set", count_selected, self);
      refrain_connect (refrain_session_get_subjects (session), "notify::subject", refresh_anew,
                       self);
      for (gsize i = 0; i < G_N_ELEMENTS (of_phases); i++)
        refrain_connect (refrain_session_get_phases (session), of_phases[i], refresh_anew, self);
      for (gsize i = 0; i < G_N_ELEMENTS (of_loops); i++)
        refrain_connect (refrain_session_get_loops (session), of_loops[i], refresh_anew, self);
      refresh_soon (self);
    }
}

REFRAIN_GETTER (
    RefrainDetailsPanel, refrain_details_panel, RefrainCardModel *, get_card_model, self->model)

/* ---- The key ---- */

/* The key has its natural height up to a third of a small window's; a longer one scrolls. */

/* In pixels of 96 to the inch; it grows with the text. */
#define MAX_HEIGHT 250

static GtkWidget *
make_hint (const char *icon, const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *image = gtk_image_new_from_icon_name (icon);
  GtkWidget *label = gtk_label_new (text);

  gtk_accessible_update_state (GTK_ACCESSIBLE (image), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_widget_set_valign (image, GTK_ALIGN_START);
  gtk_widget_add_css_class (image, "dim-label");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  refrain_label_wrap (GTK_LABEL (label), 16);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 28);
  gtk_box_append (GTK_BOX (box), image);
  gtk_box_append (GTK_BOX (box), refrain_label_hold (label));
  return box;
}

/* What stands where nothing is selected. */
static GtkWidget *
details_make_hints (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *title = gtk_label_new (_ ("Nothing Selected"));

  gtk_widget_add_css_class (title, "heading");
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_margin_top (box, 18);
  gtk_widget_set_margin_start (box, 14);
  gtk_widget_set_margin_end (box, 14);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box),
                  make_hint ("find-location-symbolic",
                             _ ("Hover to see details. Click to select, Escape to clear.")));
  gtk_box_append (
      GTK_BOX (box),
      make_hint (
          "zoom-in-symbolic",
          _ ("In Events, scroll to zoom and drag to move. F shows the communicating part.")));
  gtk_box_append (GTK_BOX (box), make_hint ("media-skip-forward-symbolic",
                                            _ ("Select a pattern, loop or phase to highlight it. N "
                                               "and P step through its occurrences.")));
  return box;
}

static void
update_height (GtkScrolledWindow *scroller)
{
  int dpi = 0;

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  gtk_scrolled_window_set_max_content_height (
      scroller, (int) (MAX_HEIGHT * MAX (1, dpi / (96.0 * PANGO_SCALE))));
}

/* The key at the lower end, which can be folded away. */
static GtkWidget *
details_make_key (void)
{
  GtkWidget *expander = gtk_expander_new (_ ("Legend"));
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *view = refrain_key_view_new ();

  gtk_widget_set_margin_start (view, 8);
  gtk_widget_set_margin_end (view, 8);
  gtk_widget_set_margin_bottom (view, 8);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  update_height (GTK_SCROLLED_WINDOW (scroller));
  refrain_connect (gtk_settings_get_default (), "notify::gtk-xft-dpi", update_height, scroller);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_expander_set_child (GTK_EXPANDER (expander), scroller);
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  gtk_widget_add_css_class (expander, "refrain-key");
  gtk_widget_set_tooltip_text (expander, _ ("What Colours, Lines and Lanes Mean"));
  g_object_set_data (G_OBJECT (expander), "refrain-key-view", view);
  gtk_widget_set_visible (expander, FALSE);
  return expander;
}

/* Shows @entries (of RefrainLegendEntry) in @key; NULL: hides it. */
static void
details_set_key (GtkWidget *key, GArray *entries, RefrainSession *session)
{
  g_return_if_fail (GTK_IS_EXPANDER (key));

  gtk_widget_set_visible (key, entries != NULL && entries->len > 0);
  refrain_key_view_set_entries (g_object_get_data (G_OBJECT (key), "refrain-key-view"), entries,
                                session);
}

/* ---- Widget ---- */

static void
on_activate (GtkListView *view, guint position, gpointer data)
{
  RefrainDetailsPanel *self = data;
  g_autoptr (RefrainDetail) detail = g_list_model_get_item (self->details, position);
  const RefrainPick *target = detail != NULL ? refrain_detail_get_target (detail) : NULL;

  if (target != NULL)
    refrain_session_go_to (self->session, target);
  else if (detail != NULL && refrain_detail_get_pattern (detail) != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.select-pattern", "u",
                                refrain_detail_get_pattern (detail));
  else if (detail != NULL && refrain_detail_get_composite (detail) != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.select-composite", "u",
                                refrain_detail_get_composite (detail));
  else if (detail != NULL && refrain_detail_get_loop (detail) != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.select-loop", "u",
                                refrain_detail_get_loop (detail));
}

/* How wide it is for a height, labels find out by trying: it is asked without one. */
static void
refrain_details_panel_measure (GtkWidget *widget,
                               GtkOrientation orientation,
                               int for_size,
                               int *minimum,
                               int *natural,
                               int *minimum_baseline,
                               int *natural_baseline)
{
  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      const gboolean across = orientation == GTK_ORIENTATION_HORIZONTAL;
      int least, wanted;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, across ? -1 : for_size, &least, &wanted, NULL, NULL);
      *minimum = across ? MAX (*minimum, least) : *minimum + least;
      *natural = across ? MAX (*natural, wanted) : *natural + wanted;
    }
}

/* The card stays whole, with its buttons: where there is no room for both, the key scrolls. */
static void
refrain_details_panel_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RefrainDetailsPanel *self = REFRAIN_DETAILS_PANEL (widget);
  int card = 0, least = 0, key = 0;

  if (gtk_widget_should_layout (self->key))
    gtk_widget_measure (self->key, GTK_ORIENTATION_VERTICAL, width, &least, &key, NULL, NULL);
  if (gtk_widget_should_layout (GTK_WIDGET (self->card)))
    gtk_widget_measure (GTK_WIDGET (self->card), GTK_ORIENTATION_VERTICAL, width, NULL, &card, NULL,
                        NULL);
  key = MAX (MIN (key, height - card), least);
  if (gtk_widget_should_layout (self->stack))
    gtk_widget_size_allocate (self->stack, &(GtkAllocation){ 0, 0, width, height - key }, -1);
  if (gtk_widget_should_layout (self->key))
    gtk_widget_size_allocate (self->key, &(GtkAllocation){ 0, height - key, width, key }, -1);
}

static void
refrain_details_panel_dispose (GObject *object)
{
  RefrainDetailsPanel *self = REFRAIN_DETAILS_PANEL (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  if (self->session != NULL)
    forget_counts (self);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_pointer (&self->key, gtk_widget_unparent);
  self->list = NULL;
  refrain_clear_objects (&self->details, &self->times, &self->model, &self->session);
  G_OBJECT_CLASS (refrain_details_panel_parent_class)->dispose (object);
}

static void
refrain_details_panel_class_init (RefrainDetailsPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_details_panel_dispose;
  widget_class->measure = refrain_details_panel_measure;
  widget_class->size_allocate = refrain_details_panel_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "detailspanel");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

void
refrain_details_panel_set_key (RefrainDetailsPanel *self, GArray *entries)
{
  g_return_if_fail (REFRAIN_IS_DETAILS_PANEL (self));
  details_set_key (self->key, self->session != NULL ? entries : NULL, self->session);
}

static void
refrain_details_panel_init (RefrainDetailsPanel *self)
{
  GtkListItemFactory *factory = make_factory ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *hints = gtk_scrolled_window_new ();
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (GTK_WIDGET (self), "refrain-details");
  self->times = refrain_phase_times_new ();
  refrain_connect (self->times, "changed", refresh_anew, self);
  self->selection = gtk_no_selection_new (NULL);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (self->list), TRUE);
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activate), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Details"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  self->card = REFRAIN_CARD (refrain_card_new ());
  gtk_box_append (GTK_BOX (column), GTK_WIDGET (self->card));
  gtk_box_append (GTK_BOX (column), self->list);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), column);

  self->stack = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (hints), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (hints), details_make_hints ());
  gtk_stack_add_named (GTK_STACK (self->stack), hints, "nothing");
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "list");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  self->key = details_make_key ();
  gtk_widget_set_parent (self->key, GTK_WIDGET (self));
}
