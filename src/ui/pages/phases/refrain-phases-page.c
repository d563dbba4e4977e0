/* refrain-phases-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The controls of the tree and the commands about phases; what the model says is shown by its
 * parts: canvas, table, the selected phase.
 */
#include "config.h"
#include "refrain-phases-page.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-object.h"
#include "refrain-pattern-names.h"
#include "refrain-pattern-text.h"
#include "refrain-phases-list.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* At first, of the height and of the width. */
#define CANVAS_PART 0.58
#define LIST_PART   0.74

struct _RefrainPhasesPage
{
  RefrainPage parent_instance;

  RefrainPhasesList *table;
  gboolean moving; /* the controls are being set, not moved by the user */

  GtkScale *scale;
  GtkAdjustment *position, *strength;
  GtkWidget *spin;
  GtkLabel *count_label, *notes_label, *merged_label;
  GtkBox *merged_box;
  GtkWidget *choice;
  GtkLabel *reason_label;
  GtkButton *choice_button, *collapse_button;
  GtkStack *stack;
  GtkLabel *message_title, *message_label;
  GtkWidget *again_button;
  GtkPaned *rows_paned, *columns_paned;
  RefrainPhaseCanvas *canvas;
  RefrainTableView *list;
  RefrainPhasesFocus *focus;
};

G_DEFINE_FINAL_TYPE (RefrainPhasesPage, refrain_phases_page, REFRAIN_TYPE_PAGE)

static RefrainSession *
get_session (RefrainPhasesPage *self)
{
  return refrain_page_get_session (REFRAIN_PAGE (self));
}

/* The session's phases, or NULL. */
static RefrainPhaseModel *
get_model (RefrainPhasesPage *self)
{
  RefrainSession *session = get_session (self);

  return session != NULL ? refrain_session_get_phases (session) : NULL;
}

/* ---- The strength, and what counts as a symbol ---- */

/* How far the slider goes below 0 while the strength is there; these are from -1 on. */
#define BELOW 0.12

/* Most cuts are weak and a few are very strong: the slider is logarithmic. */
double
refrain_phases_page_to_position (double strength, double strongest)
{
  if (strength < 0)
    return MAX (strength, -1) * BELOW;
  return strongest > 0 ? CLAMP (log1p (strength) / log1p (strongest), 0, 1) : 0;
}

double
refrain_phases_page_to_strength (double position, double strongest)
{
  if (position < 0)
    return MAX (position / BELOW, -1);
  return expm1 (CLAMP (position, 0, 1) * log1p (MAX (strongest, 0)));
}

static void
update_count (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = get_model (self);
  g_autofree char *count = NULL, *text = NULL;
  gsize n;

  if (model == NULL || refrain_phase_model_get_phases (model) == NULL)
    {
      gtk_label_set_text (self->count_label, "");
      return;
    }
  refrain_phase_model_get_ranges (model, &n);
  count = refrain_count_format (n);
  text = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s phase", "%s phases", (gulong) MIN (n, G_MAXULONG)), count);
  gtk_label_set_text (self->count_label, text);
}

/* How these phases came about, and the way to others. */
static void
update_choice (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = get_model (self);
  g_autofree char *reason = NULL;

  gtk_widget_set_visible (self->choice,
                          model != NULL && refrain_phase_model_get_phases (model) != NULL);
  if (model == NULL)
    return;
  refrain_pattern_text_show_notes (self->notes_label,
                                   refrain_session_get_patterns (get_session (self)));
  reason = refrain_phase_model_explain (model);
  gtk_label_set_text (self->reason_label, reason);
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->reason_label), reason);
  if (refrain_phase_model_is_automatic (model))
    gtk_button_set_label (self->choice_button, _ ("Whole Tree"));
  else
    gtk_button_set_label (self->choice_button, _ ("Choose Automatically"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->choice_button),
                               refrain_phase_model_is_automatic (model)
                                   ? _ ("All Phases of Elementary Patterns")
                                   : _ ("Shortest Description of the Run"));
}

static void
update_suggestion (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = get_model (self);
  const gsize n = model != NULL ? refrain_phase_model_get_n_collapsed (model) : 0;

  if (n > 0)
    {
      g_autofree char *fewer = refrain_count_format (n);
      g_autofree char *many = NULL, *text = NULL;
      gsize n_now;

      refrain_phase_model_get_ranges (model, &n_now);
      many = refrain_count_format (n_now);
      text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Collapse Repeats: %s → %s Phase",
                                           "Collapse Repeats: %s → %s Phases",
                                           (gulong) MIN (n, G_MAXULONG)),
                              many, fewer);
      gtk_button_set_label (self->collapse_button, text);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->collapse_button), n > 0);
  update_choice (self);
}

static void
update_strength (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = get_model (self);
  double strength;

  update_count (self);
  if (model == NULL || self->moving)
    return;
  self->moving = TRUE;
  strength = refrain_phase_model_get_strength (model);
  gtk_adjustment_set_value (self->strength, strength);
  gtk_adjustment_set_lower (self->position, strength < 0 ? -BELOW : 0);
  gtk_adjustment_set_value (
      self->position,
      refrain_phases_page_to_position (strength, refrain_phase_model_get_strongest (model)));
  self->moving = FALSE;
}

static void
take_strength (RefrainPhasesPage *self, double strength)
{
  RefrainPhaseModel *model = get_model (self);

  if (self->moving || model == NULL)
    return;
  refrain_phase_model_set_strength (model, strength);
  update_strength (self);
}

static void
on_position (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = get_model (self);

  if (model != NULL)
    take_strength (self,
                   refrain_phases_page_to_strength (gtk_adjustment_get_value (self->position),
                                                    refrain_phase_model_get_strongest (model)));
}

static void
on_entry (RefrainPhasesPage *self)
{
  take_strength (self, gtk_adjustment_get_value (self->strength));
}

static void
on_unmerge (GtkButton *button, gpointer data)
{
  refrain_phase_model_unmerge (
      data, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "refrain-merge")));
}

/* The names of the patterns with the keys @keys. */
static char *
name_patterns (RefrainSession *session, char **keys)
{
  RefrainPatternSet *set = refrain_patterns_get_elementary (refrain_session_get_patterns (session));
  GString *text = g_string_new (NULL);

  for (guint i = 0; set != NULL && i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      g_autofree char *key
          = refrain_pattern_names_make_key (pattern, refrain_pattern_set_get_symbols (set));

      if (g_strv_contains ((const char *const *) keys, key))
        g_string_append_printf (text, "%s%s", text->len > 0 ? " = " : "",
                                refrain_pattern_get_name (pattern));
    }
  return g_string_free (text, FALSE);
}

static void
add_merged (GtkBox *rows, RefrainSession *session, guint i, char **keys)
{
  g_autofree char *names = name_patterns (session, keys);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (names);
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-undo-symbolic");

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 36);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Split"));
  g_object_set_data (G_OBJECT (button), "refrain-merge", GUINT_TO_POINTER (i));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_unmerge),
                           refrain_session_get_phases (session), 0);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (rows, box);
}

/* Fills @rows with the patterns of @session (may be NULL) that count as one symbol to the user,
 * each group with a button that tells them apart again, and says in @label what they are. The rows
 * are made anew: there are few. */
static void
show_merged (GtkBox *rows, GtkLabel *label, RefrainSession *session)
{
  RefrainPhaseModel *model = session != NULL ? refrain_session_get_phases (session) : NULL;
  const RefrainPhaseMemory *memory = model != NULL ? refrain_phase_model_get_memory (model) : NULL;
  GtkWidget *child;

  g_return_if_fail (GTK_IS_BOX (rows) && GTK_IS_LABEL (label));

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (rows))) != NULL)
    gtk_box_remove (rows, child);
  for (guint i = 0; memory != NULL && i < memory->merged->len; i++)
    add_merged (rows, session, i, memory->merged->pdata[i]);
  gtk_label_set_text (label, memory != NULL && memory->merged->len > 0
                                 ? _ ("Merged patterns:")
                                 : _ ("Patterns that hardly differ can be merged."));
}

static void
update_merged (RefrainPhasesPage *self)
{
  show_merged (self->merged_box, self->merged_label, get_session (self));
}

static void
init_controls (RefrainPhasesPage *self)
{
  gtk_adjustment_set_upper (self->position, 1);
  refrain_connect (self->position, "value-changed", on_position, self);
  refrain_connect (self->strength, "value-changed", on_entry, self);
}

REFRAIN_GETTER (RefrainPhasesPage,
                refrain_phases_page,
                GListModel *,
                get_listed,
                refrain_phases_list_get_rows (self->table))

/* ---- What is shown ---- */

/* What there is instead of phases. */
static void
update_state (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = get_model (self);
  RefrainPatterns *patterns
      = get_session (self) != NULL ? refrain_session_get_patterns (get_session (self)) : NULL;
  RefrainPhases *phases = model != NULL ? refrain_phase_model_get_phases (model) : NULL;
  const char *problem = NULL;
  gboolean finding, running;
  gsize n = 0;

  if (phases != NULL)
    n = refrain_segmentation_get_length (refrain_phases_get_segmentation (phases));
  finding = patterns != NULL && refrain_patterns_is_running (patterns);
  running = model != NULL && refrain_phase_model_is_running (model);
  if (patterns != NULL && refrain_patterns_get_elementary (patterns) == NULL)
    problem = refrain_patterns_get_problem (patterns);
  else if (model != NULL)
    problem = refrain_phase_model_get_problem (model);
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "phases" : "message");
  gtk_widget_set_visible (self->again_button, !finding && !running && phases == NULL);
  gtk_label_set_text (self->message_title, running          ? _ ("Searching for Phases…")
                                           : finding        ? _ ("Searching for Patterns…")
                                           : phases != NULL ? _ ("No Phases")
                                                            : _ ("Phases Were Not Found"));
  gtk_label_set_text (
      self->message_label,
      running || finding ? ""
      : phases != NULL   ? _ (
              "No phases: no process communicates in this run, or collective patterns are excluded.")
      : problem != NULL ? problem
                        : "");
}

static void
on_phases (RefrainPhasesPage *self)
{
  update_state (self);
  update_strength (self);
  refrain_phases_list_update (self->table);
  update_merged (self);
  update_suggestion (self);
}

static void
on_marks (RefrainPhasesPage *self)
{
  update_strength (self);
  refrain_phases_list_update (self->table);
}

static void
on_strength (RefrainPhasesPage *self)
{
  update_strength (self);
  refrain_phases_list_follow (self->table);
}

static void
update_page_count (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = get_model (self);
  gsize n;

  refrain_phase_model_get_ranges (model, &n);
  refrain_page_take_count (REFRAIN_PAGE (self), refrain_phase_model_is_running (model)
                                                    ? g_strdup ("…")
                                                : refrain_phase_model_get_phases (model) != NULL
                                                    ? refrain_count_format (n)
                                                    : NULL);
}

static void
refrain_phases_page_session_changed (RefrainPage *page)
{
  static const struct
  {
    const char *signal;
    void (*func) (RefrainPhasesPage *self);
  } signals[] = {
    { "notify::phases", on_phases },
    { "notify::running", update_state },
    { "notify::strength", on_strength },
    { "notify::marks", on_marks },
    { "notify::options", update_merged },
    { "notify::automatic", update_suggestion },
    { "notify::collapsed", update_suggestion },
  };
  static const char *const counted[]
      = { "notify::running", "notify::phases", "notify::strength", "notify::marks" };
  static const char *const states[] = { "notify::options", "notify::automatic", "notify::strength",
                                        "notify::shown", "notify::by-count" };
  RefrainPhasesPage *self = REFRAIN_PHASES_PAGE (page);
  RefrainSession *session = get_session (self);
  RefrainPhaseModel *model = get_model (self);

  refrain_phases_list_set_model (self->table, model);
  refrain_canvas_set_session (REFRAIN_CANVAS (self->canvas), session);
  refrain_phases_focus_set_session (self->focus, session);
  if (session != NULL)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
        refrain_page_watch (page, model, signals[i].signal, G_CALLBACK (signals[i].func));
      refrain_page_watch (page, refrain_session_get_patterns (session), "notify::running",
                          G_CALLBACK (update_state));
      for (gsize i = 0; i < G_N_ELEMENTS (counted); i++)
        refrain_page_watch (page, model, counted[i], G_CALLBACK (update_page_count));
      for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
        refrain_page_watch (page, model, states[i], G_CALLBACK (refrain_page_update_actions));
      update_page_count (self);
    }
  on_phases (self);
}

static RefrainPainter *
refrain_phases_page_make_figure (RefrainPage *page, RefrainView view, RefrainViewport *part)
{
  RefrainPhasePainter *painter
      = refrain_phase_canvas_make_figure (refrain_page_get_session (page), part);

  return painter != NULL ? REFRAIN_PAINTER (painter) : NULL;
}

/* ---- Commands ---- */

/* The session's phases once they are found, else NULL. */
static RefrainPhaseModel *
get_found (RefrainPhasesPage *self)
{
  RefrainSession *session = get_session (self);
  RefrainPhaseModel *model = session != NULL ? refrain_session_get_phases (session) : NULL;

  return model != NULL && refrain_phase_model_get_phases (model) != NULL ? model : NULL;
}

/* ---- Commands: selecting ---- */

static void
step_phase (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPhaseModel *model = get_found (data);

  if (model != NULL)
    refrain_phase_model_step (
        model, g_str_equal (g_action_get_name (G_ACTION (action)), "next-phase") ? 1 : -1);
}

/* The segment by the number that the tree shows. */
static void
select_segment (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPhaseModel *model = get_found (data);
  const guint32 i = g_variant_get_uint32 (parameter) - 1;
  const guint32 *segments;
  RefrainPhaseRange range;
  gsize n;

  if (model == NULL)
    return;
  segments = refrain_phase_model_get_segments (model, &n);
  if (i >= n)
    return;
  range = refrain_phase_model_get_range (model, segments[i]);
  refrain_phase_model_select (model, &range, 1);
}

/* ---- Commands: what the user tells about phases ---- */

/* The one selected phase; tells when there is none. */
static gboolean
get_one (RefrainPhasesPage *self, RefrainPhaseRange *range)
{
  RefrainPhaseModel *model = get_found (self);
  const RefrainPhaseRange *selected;
  guint n = 0;

  selected = model != NULL ? refrain_phase_model_get_selected (model, &n) : NULL;
  if (n != 1)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s", _ ("Select one phase."));
      return FALSE;
    }
  *range = selected[0];
  return TRUE;
}

static void
rename_phase (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPhasesPage *self = data;
  RefrainPhaseRange range;

  if (!get_one (self, &range))
    return;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "phases");
  if (g_str_equal (g_action_get_name (G_ACTION (action)), "rename-phase"))
    refrain_phases_focus_start_naming (self->focus);
  else
    refrain_phases_focus_start_note (self->focus);
}

static void
join_phases (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPhasesPage *self = data;
  RefrainPhaseModel *model = get_found (self);
  RefrainPhaseRange range = { G_MAXUINT32, 0 };
  const RefrainPhaseRange *selected;
  guint n = 0;

  selected = model != NULL ? refrain_phase_model_get_selected (model, &n) : NULL;
  for (guint i = 0; i < n; i++)
    {
      range.start = MIN (range.start, selected[i].start);
      range.end = MAX (range.end, selected[i].end);
    }
  if (n == 0 || !refrain_phase_model_join (model, &range))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                                _ ("Select two phases to join them and all phases between them."));
  else
    refrain_phase_model_select (model, &range, 1);
}

static void
split_phase (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPhasesPage *self = data;
  RefrainPhaseRange range;

  if (!get_one (self, &range))
    return;
  if (refrain_phase_model_is_joined (get_found (self), &range))
    refrain_phase_model_split (get_found (self), &range);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                                _ ("Only joined phases can be split."));
}

static void
merge_patterns (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPhasesPage *self = data;
  RefrainSession *session = get_session (self);
  g_autoptr (GArray) selected = NULL;

  if (session == NULL)
    return;
  selected = refrain_patterns_get_selected_elementary (refrain_session_get_patterns (session));
  if (!refrain_phase_model_merge_patterns (refrain_session_get_phases (session),
                                           (const guint32 *) (gpointer) selected->data,
                                           selected->len))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                                _ ("Select two or more patterns on the Patterns page first."));
}

/* ---- Commands: the table ---- */

static void
copy_table (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainPhasesPage *self = data;

  if (get_found (self) == NULL)
    return;
  refrain_phases_page_get_listed (self);
  gtk_widget_activate_action_variant (GTK_WIDGET (self->list), "table.copy", parameter);
}

static void
find_phases (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = get_session (data);

  if (session == NULL)
    return;
  if (refrain_patterns_get_elementary (refrain_session_get_patterns (session)) == NULL)
    refrain_patterns_find (refrain_session_get_patterns (session));
  else
    refrain_phase_model_find (refrain_session_get_phases (session));
}

/* ---- Commands with a state ---- */

static void
change_strength_state (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainSession *session = get_session (data);
  const double strength = g_variant_get_double (value);

  if (session != NULL && strength == strength)
    refrain_phase_model_set_strength (refrain_session_get_phases (session), strength);
}

static void
change_flag (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainPhasesPage *self = data;
  RefrainSession *session = get_session (self);
  const char *name = g_action_get_name (G_ACTION (action));
  const gboolean flag = g_variant_get_boolean (value);
  RefrainPhaseModel *model;

  if (session == NULL)
    return;
  model = refrain_session_get_phases (session);
  if (g_str_equal (name, "phase-automatic"))
    refrain_phase_model_set_automatic (model, flag);
  else if (g_str_equal (name, "phase-composite"))
    refrain_phase_model_set_composite (model, flag);
  else if (g_str_equal (name, "phase-collapse"))
    refrain_phase_model_set_collapse (model, flag);
  else if (g_str_equal (name, "phase-without-collectives"))
    refrain_phase_model_set_without_collectives (model, flag);
  else if (g_str_equal (name, "show-phases"))
    refrain_phase_model_set_shown (model, flag);
  else
    refrain_phases_list_set_only_phases (self->table, flag);
  refrain_page_update_actions (REFRAIN_PAGE (self));
}

static void
change_width (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainSession *session = get_session (data);

  if (session != NULL)
    refrain_phase_model_set_by_count (refrain_session_get_phases (session),
                                      g_str_equal (g_variant_get_string (value, NULL), "count"));
}

static const GActionEntry actions[] = {
  { .name = "next-phase", .activate = step_phase },
  { .name = "previous-phase", .activate = step_phase },
  { .name = "select-segment", .activate = select_segment, .parameter_type = "u" },
  { .name = "rename-phase", .activate = rename_phase },
  { .name = "note-phase", .activate = rename_phase },
  { .name = "join-phases", .activate = join_phases },
  { .name = "split-phase", .activate = split_phase },
  { .name = "merge-patterns", .activate = merge_patterns },
  { .name = "copy-phase-table", .activate = copy_table, .parameter_type = "s" },
  { .name = "find-phases", .activate = find_phases },
  { .name = "phase-strength",
    .parameter_type = "d",
    .state = "0.0",
    .change_state = change_strength_state },
  { .name = "phase-automatic", .state = "true", .change_state = change_flag },
  { .name = "phase-composite", .state = "false", .change_state = change_flag },
  { .name = "phase-collapse", .state = "false", .change_state = change_flag },
  { .name = "phase-without-collectives", .state = "false", .change_state = change_flag },
  { .name = "phases-only", .state = "false", .change_state = change_flag },
  { .name = "show-phases", .state = "false", .change_state = change_flag },
  { .name = "phase-width", .parameter_type = "s", .state = "'time'", .change_state = change_width },
};

static void
refrain_phases_page_update_actions (RefrainPage *page)
{
  RefrainPhasesPage *self = REFRAIN_PHASES_PAGE (page);
  RefrainPhaseModel *model = get_model (self);
  const RefrainPhaseMemory *memory = model != NULL ? refrain_phase_model_get_memory (model) : NULL;
  const struct
  {
    const char *action;
    gboolean state;
  } flags[] = {
    { "phases-only", refrain_phases_list_get_only_phases (self->table) },
    { "phase-automatic", model == NULL || refrain_phase_model_is_automatic (model) },
    { "phase-composite", memory != NULL && memory->composite },
    { "phase-collapse", memory != NULL && memory->collapse },
    { "phase-without-collectives", memory != NULL && memory->without_collectives },
    { "show-phases", model != NULL && refrain_phase_model_get_shown (model) },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (flags); i++)
    refrain_page_set_state (page, flags[i].action, g_variant_new_boolean (flags[i].state));
  refrain_page_set_state (page, "phase-strength",
                          g_variant_new_double (memory != NULL ? memory->strength : 0));
  refrain_page_set_state (
      page, "phase-width",
      g_variant_new_string (model != NULL && refrain_phase_model_get_by_count (model) ? "count"
                                                                                      : "time"));
}

/* ---- Widget ---- */

static gboolean
refrain_phases_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_PHASES_PAGE (widget)->canvas));
}

static void
refrain_phases_page_dispose (GObject *object)
{
  RefrainPhasesPage *self = REFRAIN_PHASES_PAGE (object);

  G_OBJECT_CLASS (refrain_phases_page_parent_class)->dispose (object);
  g_clear_object (&self->table);
}

static void
refrain_phases_page_class_init (RefrainPhasesPageClass *klass)
{
  static const RefrainView figures[] = { REFRAIN_VIEW_PHASES, REFRAIN_N_VIEWS };
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_phases_page_dispose;
  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->figures = figures;
  page_class->asks_least = TRUE;
  page_class->session_changed = refrain_phases_page_session_changed;
  page_class->update_actions = refrain_phases_page_update_actions;
  page_class->make_figure = refrain_phases_page_make_figure;
  widget_class->grab_focus = refrain_phases_page_grab_focus;
  g_type_ensure (REFRAIN_TYPE_PHASE_CANVAS);
  g_type_ensure (REFRAIN_TYPE_PHASES_FOCUS);
  g_type_ensure (REFRAIN_TYPE_TABLE_VIEW);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "win.next-phase", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "win.previous-phase", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_j, 0, "win.join-phases", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, 0, "win.rename-phase", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.clear-selection",
                                       NULL);
  REFRAIN_TEMPLATE (widget_class, "phases-page", RefrainPhasesPage, scale, position, strength, spin,
                    count_label, notes_label, merged_label, merged_box, choice, reason_label,
                    choice_button, collapse_button, stack, message_title, message_label,
                    again_button, rows_paned, columns_paned, canvas, list, focus);
}

static void
refrain_phases_page_init (RefrainPhasesPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_page_split (REFRAIN_PAGE (self), self->rows_paned, CANVAS_PART);
  refrain_page_split (REFRAIN_PAGE (self), self->columns_paned, LIST_PART);
  init_controls (self);
  self->table = refrain_phases_list_new (self->list);
  update_state (self);
  update_merged (self);
}
