/* refrain-event-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts canvas, ruler, row labels and scrollbar into a grid, and says what the colours mean.
 */
#include "refrain-event-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "refrain-event-legend.h"
#include "refrain-counter-strip.h"
#include "refrain-key-view.h"
#include "refrain-look-model.h"
#include "refrain-object.h"
#include "refrain-overview-painter.h"
#include "refrain-row-labels.h"
#include "refrain-swatch.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-time-layer.h"
#include "refrain-time-ruler.h"
#include "refrain-widget-style.h"

struct _RefrainEventPage
{
  RefrainPage parent_instance;

  RefrainEventCanvas *canvas;
  GtkWidget *ruler, *labels, *scrollbar;
  RefrainCounterStrip *counters;

  GtkGrid *grid;
  GtkBox *legend;
  GtkFlowBox *layer_legend;
  AdwSqueezer *shape; /* of the toolbar: @wide, or a menu where there is no room */
  GtkWidget *wide;
  AdwSqueezer *squeezer;
  RefrainKeyView *key_view;
  GtkWidget *key_button;
  GMenuModel *canvas_menu;
  GtkWidget *no_rows, *elsewhere;
  GtkSpinner *spinner;
};

G_DEFINE_FINAL_TYPE (RefrainEventPage, refrain_event_page, REFRAIN_TYPE_PAGE)

static RefrainSession *
get_session (RefrainEventPage *self)
{
  return refrain_page_get_session (REFRAIN_PAGE (self));
}

REFRAIN_GETTER (
    RefrainEventPage, refrain_event_page, RefrainEventCanvas *, get_canvas, self->canvas)

/* ---- Legend: what the colours of the event graph mean ---- */

static GtkWidget *
make_entry (const RefrainColor *color, const char *name)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 5);
  GtkWidget *swatch = refrain_swatch_new ();

  refrain_swatch_set_color (REFRAIN_SWATCH (swatch), color);
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), gtk_label_new (name));
  return box;
}

static void
add_layer_entry (RefrainEventPage *self, const RefrainColor *color, const char *name)
{
  GtkWidget *child = gtk_flow_box_child_new ();

  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), make_entry (color, name));
  gtk_widget_set_focusable (child, FALSE);
  gtk_widget_set_halign (child, GTK_ALIGN_START);
  gtk_flow_box_append (self->layer_legend, child);
}

/* The kinds of waiting that there are; none: that there are none. */
static void
add_waits (RefrainEventPage *self, RefrainSpanSums *waits, const RefrainStyle *style)
{
  gsize n;
  const guint8 *kinds = refrain_span_sums_get_kinds (waits, &n);

  for (gsize i = 0; i < n; i++)
    {
      const RefrainColor color = refrain_style_get_wait_color (style, kinds[i] - 1u);

      add_layer_entry (self, &color, refrain_wait_kind_get_label (kinds[i]));
    }
  if (n == 0)
    add_layer_entry (self, &style->colors[REFRAIN_COLOR_DIMMED],
                     _ ("No process waits for another"));
}

static void
remove_all (GtkWidget *box, void (*remove) (GtkWidget *box, GtkWidget *child))
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    remove (box, child);
}

static void
remove_from_box (GtkWidget *box, GtkWidget *child)
{
  gtk_box_remove (GTK_BOX (box), child);
}

static void
remove_from_flow (GtkWidget *box, GtkWidget *child)
{
  gtk_flow_box_remove (GTK_FLOW_BOX (box), child);
}

/* Whether the details say what colours mean. */
static gboolean
is_told_beside (RefrainEventPage *self)
{
  GtkWidget *flap = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_FLAP);

  return flap != NULL && adw_flap_get_reveal_flap (ADW_FLAP (flap));
}

/* Whether the toolbar or the details say it. */
static gboolean
is_told (RefrainEventPage *self)
{
  return is_told_beside (self)
         || (adw_squeezer_get_visible_child (self->shape) == self->wide
             && adw_squeezer_get_visible_child (self->squeezer) == GTK_WIDGET (self->legend));
}

/* A line of its own below the toolbar: for a layer, or where nothing else says what colours mean.
 */
static void
update_line (RefrainEventPage *self)
{
  const gboolean has_layer = gtk_widget_get_first_child (GTK_WIDGET (self->legend)) == NULL;

  if (get_session (self) != NULL && !has_layer)
    gtk_widget_set_visible (GTK_WIDGET (self->layer_legend), !is_told (self));
}

/* The boxes of the key: what is lit up, else the operations. */
static void
add_colors (RefrainEventPage *self, const RefrainStyle *style)
{
  RefrainOpSet *lit
      = refrain_selection_get_highlight (refrain_session_get_selection (get_session (self)));
  g_autoptr (GArray) key = refrain_page_make_key (REFRAIN_PAGE (self), style);
  /* All parts of it, and that what is pale is other. */
  const guint n_lit
      = lit != NULL ? MIN (MAX (refrain_op_set_get_n_parts (lit), 1), REFRAIN_STYLE_N_PARTS) + 1
                    : G_MAXUINT;

  for (guint i = 0; key != NULL && i < MIN (key->len, n_lit); i++)
    {
      const RefrainLegendEntry *entry = &g_array_index (key, RefrainLegendEntry, i);

      if (entry->sample != REFRAIN_LEGEND_BOX)
        continue;
      gtk_box_append (self->legend, make_entry (&entry->color, entry->text));
      add_layer_entry (self, &entry->color, entry->text);
    }
}

/* What the colours mean: those of a layer in a line of their own, else those of the operations. */
static void
update_legend (RefrainEventPage *self)
{
  RefrainSession *session = get_session (self);
  const gboolean dark = session != NULL && refrain_session_get_dark (session);
  RefrainTimeModel *times = session != NULL ? refrain_session_get_times (session) : NULL;
  RefrainTimeLayer layer = REFRAIN_TIME_LAYER_NONE;
  RefrainStyle style;

  if (times != NULL && refrain_time_model_has_results (times))
    layer = refrain_time_model_get_layer (times);
  refrain_widget_init_style (&style, dark, 10);
  remove_all (GTK_WIDGET (self->legend), remove_from_box);
  remove_all (GTK_WIDGET (self->layer_legend), remove_from_flow);
  gtk_widget_set_visible (GTK_WIDGET (self->layer_legend), layer != REFRAIN_TIME_LAYER_NONE);
  if (layer == REFRAIN_TIME_LAYER_WAITING)
    add_waits (self, refrain_time_model_get_wait_spans (times), &style);
  else if (layer == REFRAIN_TIME_LAYER_CRITICAL_PATH)
    add_layer_entry (self, &style.colors[REFRAIN_COLOR_PATH], _ ("Critical path"));
  else if (session != NULL)
    add_colors (self, &style);
  update_line (self);
  refrain_page_key_changed (REFRAIN_PAGE (self));
}

/* The toolbar has no second key beside that of the details. */
static void
on_details (RefrainEventPage *self)
{
  GtkWidget *const keys[] = { GTK_WIDGET (self->legend), self->key_button };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    adw_squeezer_page_set_enabled (adw_squeezer_get_page (self->squeezer, keys[i]),
                                   !is_told_beside (self));
  update_legend (self);
}

/* What nobody sees is not made anew. */
static void
on_highlight (RefrainEventPage *self)
{
  if (is_told_beside (self))
    refrain_page_key_changed (REFRAIN_PAGE (self));
  else
    update_legend (self);
}

/* The names of what is lit up, as far as patterns are, or a finding; NULL where they are not. */
static GStrv
dup_lit_names (RefrainSession *session)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  RefrainTimeModel *times = refrain_session_get_times (session);
  RefrainFindings *findings = refrain_time_model_get_findings (times);
  const guint32 finding = refrain_time_model_get_selected (times);
  guint n;
  const guint32 *selected = refrain_patterns_get_selected (patterns, &n);

  if (finding != REFRAIN_NONE && findings != NULL)
    {
      gsize n_findings;
      const RefrainFinding *all = refrain_findings_get (findings, &n_findings);

      g_strv_builder_add (builder, refrain_finding_describe_culprits (&all[finding]));
      g_strv_builder_add (builder, _ ("waiting processes"));
      return g_strv_builder_end (builder);
    }
  if (n > REFRAIN_STYLE_N_PARTS)
    return NULL;
  for (guint i = 0; i < n; i++)
    g_strv_builder_add (builder, refrain_pattern_get_name (refrain_pattern_set_get_pattern (
                                     refrain_patterns_get_set (patterns), selected[i])));
  return g_strv_builder_end (builder);
}

static GArray *
refrain_event_page_make_key (RefrainPage *page, const RefrainStyle *style)
{
  RefrainSession *session = refrain_page_get_session (page);
  RefrainTimeModel *times = refrain_session_get_times (session);
  RefrainAxis *axis = refrain_session_get_axis (session);
  const RefrainTimeLayer layer = refrain_time_model_has_results (times)
                                     ? refrain_time_model_get_layer (times)
                                     : REFRAIN_TIME_LAYER_NONE;
  g_auto (GStrv) names = dup_lit_names (session);
  const gboolean logical = axis != NULL && refrain_axis_get_kind (axis) == REFRAIN_AXIS_LOGICAL;
  const RefrainEventKey key = {
    .trace = refrain_session_get_trace (session),
    .logical = logical,
    .routines = !logical,
    .arrows = TRUE,
    .lanes = TRUE,
    .depth = !logical && refrain_open_rows_get (refrain_session_get_open_rows (session)) != NULL,
    .screen = TRUE,
    .path = layer == REFRAIN_TIME_LAYER_CRITICAL_PATH,
    .folds = refrain_fold_model_get_folds (refrain_session_get_folds (session)) != NULL,
    .waits = layer == REFRAIN_TIME_LAYER_WAITING ? refrain_time_model_get_wait_spans (times) : NULL,
    .highlight = refrain_selection_get_highlight (refrain_session_get_selection (session)),
    .names = (const char *const *) names
  };

  return refrain_event_key_get_entries (&key, style);
}

/* ---- Session ---- */

/* Whether a layer is to be shown that is not worked out yet. */
static gboolean
is_layer_late (RefrainSession *session)
{
  RefrainTimeModel *times = refrain_session_get_times (session);

  return (refrain_time_model_get_layer (times) != REFRAIN_TIME_LAYER_NONE
          && refrain_time_model_is_running (times))
         || refrain_fold_model_is_running (refrain_session_get_folds (session));
}

static void
update_state (RefrainEventPage *self)
{
  gsize n_rows = 1;
  gboolean waiting;

  if (get_session (self) != NULL)
    refrain_selection_get_processes (refrain_session_get_selection (get_session (self)), &n_rows);
  waiting = get_session (self) != NULL
            && (refrain_session_get_axis (get_session (self)) == NULL
                || refrain_session_get_summary (get_session (self)) == NULL
                || is_layer_late (get_session (self)));
  gtk_widget_set_visible (self->no_rows, n_rows == 0);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), waiting);
  gtk_spinner_set_spinning (self->spinner, waiting);
}

static void
update_elsewhere (RefrainEventPage *self)
{
  gtk_widget_set_visible (self->elsewhere,
                          get_session (self) != NULL
                              && refrain_session_is_light_elsewhere (get_session (self)));
}

static void
on_pick_changed (RefrainEventPage *self)
{
  const RefrainPick *pick
      = refrain_selection_get_pick (refrain_session_get_selection (get_session (self)));

  if (pick->kind == REFRAIN_PICK_OP || pick->kind == REFRAIN_PICK_CALL
      || pick->kind == REFRAIN_PICK_PROCESS)
    refrain_event_canvas_show_process (self->canvas, pick->process);
}

static void
on_rows_changed (RefrainEventPage *self)
{
  GtkAdjustment *rows = refrain_event_canvas_get_vadjustment (self->canvas);

  gtk_widget_set_visible (self->scrollbar,
                          gtk_adjustment_get_upper (rows) > gtk_adjustment_get_page_size (rows));
}

/* The key where the legend has no room. */
static void
on_key_changed (RefrainEventPage *self)
{
  RefrainSession *session = get_session (self);
  g_autoptr (GArray) entries = NULL;
  RefrainStyle style;

  if (session != NULL)
    {
      refrain_widget_get_style (GTK_WIDGET (self), session, &style);
      entries = refrain_page_make_key (REFRAIN_PAGE (self), &style);
    }
  refrain_key_view_set_entries (self->key_view, entries, session);
}

static void
on_details_read (RefrainEventPage *self)
{
  refrain_event_canvas_set_payloads (
      self->canvas,
      refrain_counters_model_get_payloads (refrain_counter_strip_get_model (self->counters)));
}

static void
refrain_event_page_session_changed (RefrainPage *page)
{
  static const char *const seen[] = { "notify::highlight", "notify::window", "notify::processes" };
  RefrainEventPage *self = REFRAIN_EVENT_PAGE (page);
  RefrainSession *session = get_session (self);

  refrain_canvas_set_session (REFRAIN_CANVAS (self->canvas), session);
  refrain_time_ruler_set_session (REFRAIN_TIME_RULER (self->ruler), session);
  refrain_row_labels_set_session (REFRAIN_ROW_LABELS (self->labels), session);
  refrain_event_canvas_set_payloads (self->canvas, NULL);
  refrain_counter_strip_set_session (self->counters, session);
  update_legend (self);
  update_state (self);
  update_elsewhere (self);
  if (session == NULL)
    return;
  refrain_page_watch (page, session, "notify::dark", G_CALLBACK (update_legend));
  refrain_page_watch (page, refrain_session_get_times (session), "notify::layer",
                      G_CALLBACK (update_legend));
  refrain_page_watch (page, refrain_session_get_times (session), "notify::results",
                      G_CALLBACK (update_legend));
  refrain_page_watch (page, refrain_session_get_times (session), "notify::layer",
                      G_CALLBACK (update_state));
  refrain_page_watch (page, refrain_session_get_times (session), "notify::running",
                      G_CALLBACK (update_state));
  refrain_page_watch (page, refrain_session_get_folds (session), "notify::running",
                      G_CALLBACK (update_state));
  refrain_page_watch (page, session, "notify::axis", G_CALLBACK (update_state));
  refrain_page_watch (page, session, "notify::axis", G_CALLBACK (update_legend));
  refrain_page_watch (page, refrain_session_get_open_rows (session), "notify::open",
                      G_CALLBACK (refrain_page_key_changed));
  refrain_page_watch (page, refrain_session_get_selection (session), "notify::highlight",
                      G_CALLBACK (on_highlight));
  refrain_page_watch (page, refrain_session_get_folds (session), "notify::running",
                      G_CALLBACK (refrain_page_key_changed));
  refrain_page_watch (page, session, "notify::summary", G_CALLBACK (update_state));
  refrain_page_watch (page, refrain_session_get_selection (session), "notify::processes",
                      G_CALLBACK (update_state));
  for (gsize i = 0; i < G_N_ELEMENTS (seen); i++)
    refrain_page_watch (page, refrain_session_get_selection (session), seen[i],
                        G_CALLBACK (update_elsewhere));
  refrain_page_watch (page, refrain_session_get_selection (session), "notify::pick",
                      G_CALLBACK (on_pick_changed));
  refrain_page_take_count (
      page, refrain_count_format (
                refrain_trace_get_counts (refrain_session_get_trace (session))->events));
}

/* ---- Figures ---- */

/* The legend calls what is lit up by the names of the selected patterns. */
static void
name_highlight (RefrainEventPainter *painter, RefrainSession *session)
{
  g_auto (GStrv) names = dup_lit_names (session);

  if (names != NULL)
    refrain_event_painter_set_highlight_names (painter, (const char *const *) names);
}

/* The visible window with the shown processes and what is lit up, or the whole run. */
static RefrainPainter *
refrain_event_page_make_figure (RefrainPage *page, RefrainView view, RefrainViewport *part)
{
  RefrainSession *session = refrain_page_get_session (page);
  RefrainTrace *trace = refrain_session_get_trace (session);
  RefrainSummary *summary = refrain_session_get_summary (session);
  RefrainAxis *axis = refrain_session_get_axis (session);
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainOpSet *highlight = refrain_selection_get_highlight (selection);
  RefrainTimeModel *times = refrain_session_get_times (session);
  RefrainPainter *painter;
  const guint *processes;
  gsize n;

  if (axis == NULL || summary == NULL
      || (view == REFRAIN_VIEW_CRITICAL_PATH && refrain_time_model_get_path_spans (times) == NULL))
    return NULL;
  if (view == REFRAIN_VIEW_OVERVIEW)
    {
      painter = REFRAIN_PAINTER (refrain_overview_painter_new (trace, summary, axis, highlight));
      refrain_painter_get_extent (painter, part);
      return painter;
    }
  processes = refrain_selection_get_processes (selection, &n);
  painter
      = REFRAIN_PAINTER (refrain_event_painter_new (trace, summary, axis, processes, n, highlight));
  name_highlight (REFRAIN_EVENT_PAINTER (painter), session);
  refrain_event_painter_set_order (REFRAIN_EVENT_PAINTER (painter),
                                   refrain_session_get_order (session));
  refrain_event_painter_set_lanes (REFRAIN_EVENT_PAINTER (painter),
                                   refrain_open_rows_get (refrain_session_get_open_rows (session)),
                                   0);
  refrain_event_painter_set_looks (REFRAIN_EVENT_PAINTER (painter),
                                   refrain_look_model_get_looks (refrain_look_model_get (session)));
  if (view == REFRAIN_VIEW_CRITICAL_PATH)
    refrain_event_painter_set_path (REFRAIN_EVENT_PAINTER (painter),
                                    refrain_time_model_get_path_spans (times));
  else
    refrain_time_layer_apply (times, REFRAIN_EVENT_PAINTER (painter));
  refrain_event_painter_set_folds (
      REFRAIN_EVENT_PAINTER (painter),
      refrain_fold_model_get_folds (refrain_session_get_folds (session)),
      refrain_fold_model_get_open (refrain_session_get_folds (session)));
  refrain_painter_get_extent (painter, part);
  refrain_selection_get_window (selection, &part->start, &part->end);
  return painter;
}

/* ---- Actions ---- */

/* The process that is picked, or else pointed at, or else shown first. FALSE: none is shown. */
static gboolean
find_process (RefrainSession *session, guint *process)
{
  RefrainSelection *selection = refrain_session_get_selection (session);
  const RefrainPick *pick = refrain_selection_get_pick (selection);
  const guint *shown;
  gsize n;

  if (pick->kind == REFRAIN_PICK_NONE)
    pick = refrain_session_get_hover (session);
  shown = refrain_selection_get_processes (selection, &n);
  if (pick->kind != REFRAIN_PICK_NONE)
    *process = pick->process;
  else if (n > 0)
    *process = shown[0];
  return pick->kind != REFRAIN_PICK_NONE || n > 0;
}

static void
expand_calls (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_page_get_session (data);
  RefrainOpenRows *rows = session != NULL ? refrain_session_get_open_rows (session) : NULL;
  guint process = 0;

  if (rows != NULL && find_process (session, &process))
    refrain_open_rows_set_open (rows, process, !refrain_open_rows_is_open (rows, process));
}

/* All, unless some are open: then none. */
static void
expand_all_calls (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_page_get_session (data);
  RefrainOpenRows *rows = session != NULL ? refrain_session_get_open_rows (session) : NULL;

  if (rows != NULL)
    refrain_open_rows_set_all (rows, refrain_open_rows_count (rows) == 0);
}

static void
show_counters (GSimpleAction *action, GVariant *state, gpointer data)
{
  refrain_counter_strip_set_wanted (REFRAIN_EVENT_PAGE (data)->counters,
                                    g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static const GActionEntry actions[] = {
  { .name = "expand-calls", .activate = expand_calls },
  { .name = "expand-all-calls", .activate = expand_all_calls },
  { .name = "show-counters", .change_state = show_counters, .state = "true" },
};

/* ---- Widget ---- */

static void
refrain_event_page_root (GtkWidget *widget)
{
  GtkWidget *flap;

  GTK_WIDGET_CLASS (refrain_event_page_parent_class)->root (widget);
  flap = gtk_widget_get_ancestor (widget, ADW_TYPE_FLAP);
  if (flap == NULL)
    return;
  /* It may have been elsewhere in the window. */
  g_signal_handlers_disconnect_by_func (flap, on_details, widget);
  refrain_connect (flap, "notify::reveal-flap", on_details, widget);
  on_details (REFRAIN_EVENT_PAGE (widget));
}

static gboolean
refrain_event_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_EVENT_PAGE (widget)->canvas));
}

static void
refrain_event_page_dispose (GObject *object)
{
  G_OBJECT_CLASS (refrain_event_page_parent_class)->dispose (object);
  /* The session went with the page. */
  g_clear_object (&REFRAIN_EVENT_PAGE (object)->counters);
}

REFRAIN_GETTER (RefrainEventPage,
                refrain_event_page,
                RefrainCountersModel *,
                get_counters,
                refrain_counter_strip_get_model (self->counters))

static void
refrain_event_page_class_init (RefrainEventPageClass *klass)
{
  static const RefrainView figures[]
      = { REFRAIN_VIEW_EVENTS, REFRAIN_VIEW_OVERVIEW, REFRAIN_VIEW_CRITICAL_PATH, REFRAIN_N_VIEWS };
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_event_page_dispose;
  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->figures = figures;
  page_class->session_changed = refrain_event_page_session_changed;
  page_class->make_figure = refrain_event_page_make_figure;
  page_class->make_key = refrain_event_page_make_key;
  widget_class->grab_focus = refrain_event_page_grab_focus;
  widget_class->root = refrain_event_page_root;
  g_type_ensure (REFRAIN_TYPE_KEY_VIEW);
  REFRAIN_TEMPLATE (widget_class, "event-page", RefrainEventPage, grid, legend, layer_legend,
                    key_view, key_button, shape, wide, squeezer, canvas_menu, no_rows, elsewhere,
                    spinner);
}

static void
refrain_event_page_init (RefrainEventPage *self)
{
  GtkAdjustment *rows;

  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_connect (self->shape, "notify::visible-child", update_line, self);
  refrain_connect (self->squeezer, "notify::visible-child", update_line, self);
  g_signal_connect (self, "key-changed", G_CALLBACK (on_key_changed), NULL);
  self->canvas = REFRAIN_EVENT_CANVAS (refrain_event_canvas_new ());
  refrain_canvas_set_menu (REFRAIN_CANVAS (self->canvas), self->canvas_menu);
  self->ruler = refrain_time_ruler_new (self->canvas);
  self->labels = refrain_row_labels_new (self->canvas);
  rows = refrain_event_canvas_get_vadjustment (self->canvas);
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, rows);
  gtk_widget_set_visible (self->scrollbar, FALSE);
  refrain_connect (rows, "changed", on_rows_changed, self);

  gtk_grid_attach (self->grid, self->ruler, 1, 0, 1, 1);
  gtk_grid_attach (self->grid, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0, 1, 3, 1);
  gtk_grid_attach (self->grid, self->labels, 0, 2, 1, 1);
  gtk_grid_attach (self->grid, GTK_WIDGET (self->canvas), 1, 2, 1, 1);
  gtk_grid_attach (self->grid, self->scrollbar, 2, 2, 1, 1);
  self->counters = refrain_counter_strip_new (self->grid, 3);
  refrain_connect (self->counters, "read", on_details_read, self);
}
