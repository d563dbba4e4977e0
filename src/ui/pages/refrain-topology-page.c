/* refrain-topology-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The topology is looked for when the page is first turned to, or when all else that is looked for
 * by itself was found.
 */
#include "refrain-topology-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "refrain-object.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* Longer names are not told beside the page's own, but how many edges there are. */
#define MAX_NAME 14
/* The picture's part of the width, at first. */
#define CANVAS_PART 0.68
/* More communicators than this are not offered, nor more candidates listed. */
#define MAX_COMMUNICATORS 40
#define MAX_CANDIDATES    60
/* The slider is finer where it is small: its square is the threshold. */
#define TO_POSITION(threshold) sqrt (threshold)
#define TO_THRESHOLD(position) ((position) * (position))

struct _RefrainTopologyPage
{
  RefrainPage parent_instance;

  RefrainTopologyModel *model;
  GArray *communicators; /* of guint: those in the list of scopes */
  gboolean updating;     /* the controls are being set, not moved by the user */

  RefrainTopologyCanvas *canvas;
  GtkAdjustment *threshold;
  GtkLabel *threshold_label;
  GtkDropDown *scope;
  GtkLabel *sentence, *dropped;
  GtkSpinner *spinner;
  GtkWidget *cancel;
  GtkPaned *paned;
  GtkListBox *names, *steps;
  GtkWidget *steps_title, *names_title, *mapping_title;
  GtkLabel *mapping_label;
  GtkFlowBox *symmetries;
  GtkGrid *candidates;
  GtkWidget *candidates_expander;
};

G_DEFINE_FINAL_TYPE (RefrainTopologyPage, refrain_topology_page, REFRAIN_TYPE_PAGE)

static RefrainSession *
get_session (RefrainTopologyPage *self)
{
  return refrain_page_get_session (REFRAIN_PAGE (self));
}

REFRAIN_GETTER (
    RefrainTopologyPage, refrain_topology_page, RefrainTopologyModel *, get_model, self->model)

static RefrainTopology *
get_topology (RefrainTopologyPage *self)
{
  return self->model != NULL ? refrain_topology_model_get_topology (self->model) : NULL;
}

/* ---- The sentence ---------------------------------------------------------------------------- */

/* "0", "0.03 %", "4.7 %", "23 %". Free with g_free(). */
static char *
format_share (double share)
{
  const double percent = 100 * share;

  if (percent <= 0)
    return g_strdup ("0");
  if (percent < 0.01)
    return g_strdup ("< 0.01 %");
  return g_strdup_printf (percent < 1 ? "%.2f %%" : percent < 10 ? "%.1f %%" : "%.0f %%", percent);
}

/* What runs beside the edges of the topology, or NULL where nothing does but for what the threshold
 * left out. */
static char *
describe_unmapped (RefrainTopology *topology, double messages_dropped, double bytes_dropped)
{
  g_autofree char *messages = NULL, *bytes = NULL;
  double of_messages, of_bytes;

  if (refrain_topology_get_n_names (topology) == 0)
    return NULL;
  refrain_topology_get_unmapped (topology, &of_messages, &of_bytes);
  if (of_messages <= messages_dropped + 1e-9 && of_bytes <= bytes_dropped + 1e-9)
    return NULL;
  messages = format_share (of_messages);
  bytes = format_share (of_bytes);
  /* TRANSLATORS: shares of all: "4.7 %". */
  return g_strdup_printf (_ ("%s of messages and %s of bytes are on other edges."), messages,
                          bytes);
}

static void
update_dropped (RefrainTopologyPage *self)
{
  RefrainTopology *topology = get_topology (self);
  g_autofree char *messages = NULL, *bytes = NULL, *text = NULL;
  g_autofree char *unmapped = NULL;
  g_autoptr (GString) all = NULL;
  double of_messages, of_bytes;

  if (topology == NULL)
    {
      gtk_label_set_text (self->dropped, "");
      return;
    }
  refrain_topology_get_dropped (topology, &of_messages, &of_bytes);
  messages = format_share (of_messages);
  bytes = format_share (of_bytes);
  if (refrain_topology_model_get_note (self->model) != NULL)
    {
      gtk_label_set_text (self->dropped, refrain_topology_model_get_note (self->model));
      return;
    }
  text = of_messages > 0 || of_bytes > 0
             /* TRANSLATORS: shares of all: "4.7 %". */
             ? g_strdup_printf (_ ("The threshold hides %s of messages and %s of bytes."), messages,
                                bytes)
             : g_strdup (_ ("The threshold hides nothing."));
  all = g_string_new (text);
  unmapped = describe_unmapped (topology, of_messages, of_bytes);
  if (unmapped != NULL)
    g_string_append_printf (all, " %s", unmapped);
  if (!refrain_topology_scene_get_bytes (refrain_topology_model_get_scene (self->model))
      && !refrain_topology_model_get_settings (self->model)->by_count
      && refrain_graph_get_n_edges (refrain_topology_get_graph (topology)) > 0)
    g_string_append_printf (all, " %s", _ ("Weighted by messages, as all are empty."));
  gtk_label_set_text (self->dropped, all->str);
}

/* What the left column says: "4×2 grid", as short as a number elsewhere. Free with g_free(). */
static char *
make_short_name (RefrainTopology *topology)
{
  const char *name = refrain_topology_get_title (topology, 0);
  const guint64 n = refrain_graph_get_n_edges (refrain_topology_get_graph (topology));
  g_autofree char *count = NULL;

  if (g_utf8_strlen (name, -1) <= MAX_NAME)
    return g_strdup (name);
  count = refrain_count_format (n);
  return g_strdup_printf (ngettext ("%s edge", "%s edges", (gulong) n), count);
}

static void
update_sentence (RefrainTopologyPage *self)
{
  RefrainTopology *topology = get_topology (self);
  const gboolean running = self->model != NULL && refrain_topology_model_is_running (self->model);
  g_autofree char *text = NULL;

  gtk_spinner_set_spinning (self->spinner, running);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), running);
  gtk_widget_set_visible (self->cancel, running);
  if (topology != NULL)
    {
      text = refrain_topology_picture_describe (topology,
                                                refrain_topology_model_get_choice (self->model));
    }
  else if (running)
    text = g_strdup (_ ("Searching for the topology…"));
  else if (self->model != NULL && refrain_topology_model_get_problem (self->model) != NULL)
    text = g_strdup (refrain_topology_model_get_problem (self->model));
  gtk_label_set_text (self->sentence, text != NULL ? text : "");
  update_dropped (self);
  refrain_page_take_count (REFRAIN_PAGE (self),
                           topology != NULL && refrain_topology_get_n_names (topology) > 0
                               ? make_short_name (topology)
                           : running ? g_strdup ("…")
                                     : NULL);
}

/* ---- Names, steps and candidates ------------------------------------------------------------- */

static void
clear (GtkWidget *container)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (container)) != NULL)
    if (GTK_IS_LIST_BOX (container))
      gtk_list_box_remove (GTK_LIST_BOX (container), child);
    else
      gtk_grid_remove (GTK_GRID (container), child);
}

static GtkWidget *
make_label (const char *text, gboolean dim)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  refrain_label_wrap (GTK_LABEL (label), (int) MIN (12, g_utf8_strlen (text, -1)));
  if (dim)
    {
      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_add_css_class (label, "caption");
    }
  return label;
}

/* One way to show the run; @choice as of refrain_topology_model_choose(). */
static void
add_name (RefrainTopologyPage *self, guint choice, const char *name, const char *note)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkListBoxRow *row = GTK_LIST_BOX_ROW (gtk_list_box_row_new ());

  gtk_box_append (GTK_BOX (box), make_label (name, FALSE));
  if (note != NULL)
    gtk_box_append (GTK_BOX (box), make_label (note, TRUE));
  gtk_list_box_row_set_child (row, box);
  g_object_set_data (G_OBJECT (row), "refrain-choice", GUINT_TO_POINTER (choice));
  gtk_list_box_append (self->names, GTK_WIDGET (row));
  if (choice == refrain_topology_model_get_choice (self->model))
    gtk_list_box_select_row (self->names, row);
}

static void
update_names (RefrainTopologyPage *self)
{
  RefrainTopology *topology = get_topology (self);
  const guint n = topology != NULL ? refrain_topology_get_n_names (topology) : 0;

  self->updating = TRUE;
  clear (GTK_WIDGET (self->names));
  for (guint i = 0; i < n; i++)
    add_name (self, i, refrain_topology_get_title (topology, i),
              refrain_topology_get_alias (topology, i));
  if (topology != NULL && n == 0 && refrain_topology_get_nearest (topology) != NULL)
    add_name (self, 0, refrain_topology_get_nearest_title (topology), _ ("the nearest"));
  else if (topology != NULL && n == 0 && refrain_topology_get_n_components (topology) > 0
           && refrain_topology_get_component (topology, 0) != NULL)
    add_name (self, 0, _ ("each component by itself"), NULL);
  if (topology != NULL)
    add_name (self, REFRAIN_TOPOLOGY_NO_NAME, _ ("force-directed"), _ ("no topology assumed"));
  self->updating = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->names), topology != NULL);
  gtk_widget_set_visible (self->names_title, topology != NULL);
}

static void
on_name (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  RefrainTopologyPage *self = data;

  if (!self->updating && row != NULL && self->model != NULL)
    refrain_topology_model_choose (
        self->model, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "refrain-choice")));
}

/* Which process is the first of all, and whether that is as the ranks say. */
static void
update_mapping_label (RefrainTopologyPage *self, RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  const guint origin[REFRAIN_MAX_DIMENSIONS] = { 0 };
  g_autofree char *text = NULL;
  guint last = 0;

  for (guint process = 0; process < n; process++)
    if (refrain_mapping_get_place (mapping, process) + 1 == n)
      last = process;
  text = refrain_mapping_is_rank_order (mapping)
             ? g_strdup (_ ("in rank order"))
             /* TRANSLATORS: ranks of the processes at the first and at the last place. */
             : g_strdup_printf (_ ("from rank %u at the first place to rank %u at the last"),
                                refrain_mapping_get_process (mapping, origin), last);
  gtk_label_set_text (self->mapping_label, text);
}

static void
add_symmetry (RefrainTopologyPage *self, const char *label, gboolean on, const char *what)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), on);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", what);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.mirror-topology");
  gtk_flow_box_insert (self->symmetries, button, -1);
}

/* A lattice can be seen from elsewhere. */
static void
update_symmetries (RefrainTopologyPage *self)
{
  RefrainTopologyScene *scene
      = self->model != NULL ? refrain_topology_model_get_scene (self->model) : NULL;
  RefrainMapping *mapping = scene != NULL ? refrain_topology_scene_get_mapping (scene) : NULL;
  const gboolean any = refrain_topology_symmetry_has (mapping);
  const RefrainTopologySymmetry *symmetry;
  GtkWidget *child;
  guint n_long = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->symmetries))) != NULL)
    gtk_flow_box_remove (self->symmetries, child);
  gtk_widget_set_visible (self->mapping_title, mapping != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->mapping_label), mapping != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->symmetries), any);
  if (mapping != NULL)
    update_mapping_label (self, mapping);
  if (!any)
    return;
  symmetry = refrain_topology_model_get_symmetry (self->model);
  for (guint axis = refrain_mapping_get_n_dimensions (mapping); axis-- > 0;)
    {
      const char *name = refrain_mapping_get_axis_name (mapping, axis);
      /* TRANSLATORS: the name of an axis: "x". */
      g_autofree char *label = g_strdup_printf (_ ("Mirror %s"), name);

      n_long += refrain_mapping_get_size (mapping, axis) > 1;
      if (refrain_mapping_get_size (mapping, axis) > 1)
        add_symmetry (self, label, symmetry->mirrored >> axis & 1, name);
    }
  if (n_long > 1)
    add_symmetry (self, _ ("Rotate Axes"), symmetry->turned > 0, "axes");
}

static void
add_step (RefrainTopologyPage *self, const RefrainTopologyStep *step)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *name = make_label (_ (step->name), FALSE);
  g_autofree char *duration = refrain_time_format ((RefrainTime) (step->seconds * 1e9), 2);
  GtkWidget *seconds = make_label (duration, TRUE);

  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (seconds, "numeric");
  gtk_label_set_wrap (GTK_LABEL (seconds), FALSE);
  gtk_box_append (GTK_BOX (head), name);
  gtk_box_append (GTK_BOX (head), seconds);
  gtk_box_append (GTK_BOX (box), head);
  if (step->outcome != NULL && *step->outcome != '\0')
    gtk_box_append (GTK_BOX (box), make_label (step->outcome, TRUE));
  gtk_list_box_append (self->steps, box);
}

static void
update_steps (RefrainTopologyPage *self)
{
  RefrainTopology *topology = get_topology (self);
  const guint n = topology != NULL ? refrain_topology_get_n_steps (topology) : 0;

  clear (GTK_WIDGET (self->steps));
  for (guint i = 0; i < n; i++)
    add_step (self, refrain_topology_get_step (topology, i));
  gtk_widget_set_visible (GTK_WIDGET (self->steps), n > 0);
  gtk_widget_set_visible (self->steps_title, n > 0);
}

static const char *
get_sign (RefrainEvidence evidence)
{
  return evidence == REFRAIN_EVIDENCE_YES ? "✓" : evidence == REFRAIN_EVIDENCE_NO ? "✗" : "·";
}

static void
add_sign (RefrainTopologyPage *self, int column, int row, RefrainEvidence evidence)
{
  GtkWidget *label = gtk_label_new (get_sign (evidence));

  if (evidence != REFRAIN_EVIDENCE_YES)
    gtk_widget_add_css_class (label, "dim-label");
  gtk_grid_attach (self->candidates, label, column, row, 1, 1);
}

static void
update_candidates (RefrainTopologyPage *self)
{
  static const char *const titles[]
      = { N_ ("Topology"), N_ ("Edges"), N_ ("Degrees"), N_ ("Spectrum"), N_ ("Same graph") };
  RefrainTopology *topology = get_topology (self);
  const guint n = topology != NULL ? refrain_topology_get_n_candidates (topology) : 0;

  clear (GTK_WIDGET (self->candidates));
  gtk_widget_set_visible (self->candidates_expander, n > 0);
  for (guint i = 0; i < G_N_ELEMENTS (titles) && n > 0; i++)
    gtk_grid_attach (self->candidates, make_label (_ (titles[i]), TRUE), (int) i, 0, 1, 1);
  for (guint i = 0; i < n && i < MAX_CANDIDATES; i++)
    {
      const RefrainTopologyCandidate *candidate = refrain_topology_get_candidate (topology, i);
      GtkWidget *name = make_label (candidate->name, FALSE);

      gtk_widget_set_hexpand (name, TRUE);
      gtk_grid_attach (self->candidates, name, 0, (int) i + 1, 1, 1);
      add_sign (self, 1, (int) i + 1, candidate->edges);
      add_sign (self, 2, (int) i + 1, candidate->degrees);
      add_sign (self, 3, (int) i + 1, candidate->spectrum);
      add_sign (self, 4, (int) i + 1, candidate->isomorphic);
    }
}

static void
update_answer (RefrainTopologyPage *self)
{
  update_sentence (self);
  update_names (self);
  update_symmetries (self);
  update_steps (self);
  update_candidates (self);
}

/* ---- Settings -------------------------------------------------------------------------------- */

static void
update_settings (RefrainTopologyPage *self)
{
  const RefrainTopologySettings *settings
      = self->model != NULL ? refrain_topology_model_get_settings (self->model) : NULL;
  g_autofree char *text = NULL;

  if (settings == NULL)
    return;
  self->updating = TRUE;
  gtk_adjustment_set_value (self->threshold, TO_POSITION (settings->threshold));
  if (settings->scope != REFRAIN_TOPOLOGY_OF_COMMUNICATOR)
    gtk_drop_down_set_selected (self->scope, settings->scope);
  self->updating = FALSE;
  text = format_share (settings->threshold);
  gtk_label_set_text (self->threshold_label, text);
  refrain_page_update_actions (REFRAIN_PAGE (self));
}

static void
on_threshold (RefrainTopologyPage *self)
{
  RefrainTopologySettings settings;

  if (self->updating || self->model == NULL)
    return;
  settings = *refrain_topology_model_get_settings (self->model);
  settings.threshold = TO_THRESHOLD (gtk_adjustment_get_value (self->threshold));
  refrain_topology_model_set_settings (self->model, &settings);
}

static void
on_scope (RefrainTopologyPage *self)
{
  const guint chosen = gtk_drop_down_get_selected (self->scope);
  RefrainTopologySettings settings;

  if (self->updating || self->model == NULL || chosen == GTK_INVALID_LIST_POSITION)
    return;
  settings = *refrain_topology_model_get_settings (self->model);
  settings.scope = MIN (chosen, REFRAIN_TOPOLOGY_OF_COMMUNICATOR);
  settings.communicator
      = chosen >= REFRAIN_TOPOLOGY_OF_COMMUNICATOR
            ? g_array_index (self->communicators, guint, chosen - REFRAIN_TOPOLOGY_OF_COMMUNICATOR)
            : 0;
  refrain_topology_model_set_settings (self->model, &settings);
}

/* What can be asked about: in the order of RefrainTopologyScope, then communicators. */
static void
list_scopes (RefrainTopologyPage *self)
{
  static const char *const scopes[] = { N_ ("Whole run"), N_ ("Visible time range"),
                                        N_ ("Selected phases"), N_ ("Highlighted events") };
  RefrainTrace *trace = refrain_session_get_trace (get_session (self));
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  const guint n = refrain_trace_get_n_communicators (trace);

  for (guint i = 0; i < G_N_ELEMENTS (scopes); i++)
    gtk_string_list_append (list, _ (scopes[i]));
  g_array_set_size (self->communicators, 0);
  for (guint i = 0; i < n && self->communicators->len < MAX_COMMUNICATORS; i++)
    {
      RefrainCommunicator *communicator = refrain_trace_get_communicator (trace, i);
      gsize n_members;

      refrain_communicator_get_members (communicator, &n_members);
      if (n_members < 2)
        continue;
      g_array_append_val (self->communicators, i);
      gtk_string_list_append (list, refrain_communicator_get_name (communicator));
    }
  self->updating = TRUE;
  gtk_drop_down_set_model (self->scope, G_LIST_MODEL (list));
  self->updating = FALSE;
}

/* ---- Page ------------------------------------------------------------------------------------ */

/* By itself once nothing else is being looked for. */
static void
on_patterns (RefrainTopologyPage *self)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (get_session (self));

  if (refrain_patterns_get_elementary (patterns) != NULL && !refrain_patterns_is_running (patterns))
    refrain_topology_model_start (self->model);
}

static void
refrain_topology_page_session_changed (RefrainPage *page)
{
  RefrainTopologyPage *self = REFRAIN_TOPOLOGY_PAGE (page);
  RefrainSession *session = get_session (self);

  g_clear_object (&self->model);
  if (session != NULL)
    self->model = refrain_topology_model_new (session);
  refrain_topology_canvas_set_model (self->canvas, self->model);
  refrain_canvas_set_session (REFRAIN_CANVAS (self->canvas), session);
  if (session != NULL)
    {
      list_scopes (self);
      refrain_page_watch (page, self->model, "notify::answer", G_CALLBACK (update_answer));
      refrain_page_watch (page, self->model, "notify::running", G_CALLBACK (update_sentence));
      refrain_page_watch (page, self->model, "notify::settings", G_CALLBACK (update_settings));
      refrain_page_watch (page, self->model, "notify::sorted",
                          G_CALLBACK (refrain_page_update_actions));
      refrain_page_watch (page, refrain_session_get_patterns (session), "notify::running",
                          G_CALLBACK (on_patterns));
    }
  update_settings (self);
  update_answer (self);
}

static void
refrain_topology_page_turned_to (RefrainPage *page)
{
  RefrainTopologyPage *self = REFRAIN_TOPOLOGY_PAGE (page);

  if (self->model != NULL)
    refrain_topology_model_start (self->model);
}

static gboolean
refrain_topology_page_zoom (RefrainPage *page, const char *action)
{
  RefrainTopologyCanvas *canvas = REFRAIN_TOPOLOGY_PAGE (page)->canvas;

  refrain_topology_canvas_zoom (canvas, g_str_equal (action, "zoom-in")    ? 1.25
                                        : g_str_equal (action, "zoom-out") ? 0.8
                                                                           : 0);
  return TRUE;
}

static RefrainPainter *
refrain_topology_page_make_figure (RefrainPage *page, RefrainView view, RefrainViewport *part)
{
  return refrain_topology_canvas_make_figure (REFRAIN_TOPOLOGY_PAGE (page)->canvas, part);
}

/* ---- Actions --------------------------------------------------------------------------------- */

static void
change_value (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainTopologyPage *self = data;
  RefrainTopologySettings settings;

  if (self->model == NULL)
    return;
  settings = *refrain_topology_model_get_settings (self->model);
  settings.by_count = g_str_equal (g_variant_get_string (value, NULL), "count");
  refrain_topology_model_set_settings (self->model, &settings);
}

/* What is drawn how: a property of the canvas by the name of the action. */
static void
change_look (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainTopologyPage *self = data;
  const char *property = g_action_get_name (G_ACTION (action)) + strlen ("topology-");

  g_object_set (self->canvas, property, g_variant_get_boolean (value), NULL);
  refrain_page_update_actions (data);
}

static void
change_sort (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainTopologyPage *self = data;

  if (self->model == NULL)
    return;
  refrain_topology_model_start (self->model);
  refrain_topology_model_set_sorted (self->model, g_variant_get_boolean (value));
}

/* An axis by its name; "axes": they change places. */
static void
mirror (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainTopologyPage *self = data;
  const char *what = g_variant_get_string (parameter, NULL);
  RefrainTopologyScene *scene
      = self->model != NULL ? refrain_topology_model_get_scene (self->model) : NULL;
  RefrainMapping *mapping = scene != NULL ? refrain_topology_scene_get_mapping (scene) : NULL;
  RefrainTopologySymmetry symmetry;

  if (!refrain_topology_symmetry_has (mapping))
    return;
  symmetry = *refrain_topology_model_get_symmetry (self->model);
  for (guint axis = 0; axis < refrain_mapping_get_n_dimensions (mapping); axis++)
    if (g_str_equal (what, refrain_mapping_get_axis_name (mapping, axis)))
      symmetry.mirrored ^= 1u << axis;
  if (g_str_equal (what, "axes"))
    symmetry.turned = (symmetry.turned + 1) % refrain_mapping_get_n_dimensions (mapping);
  refrain_topology_model_set_symmetry (self->model, &symmetry);
}

static void
cancel_search (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainTopologyPage *self = data;

  if (self->model != NULL)
    refrain_topology_model_cancel (self->model);
}

static void
copy_sentence (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainTopologyPage *self = data;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)),
                          gtk_label_get_text (self->sentence));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                              _ ("The sentence is on the clipboard."));
}

static void
on_remember (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  RefrainTopologyPage *self = data;
  GtkEditable *entry = GTK_EDITABLE (adw_message_dialog_get_extra_child (dialog));
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (entry)));
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_str_equal (response, "remember") || *name == '\0' || get_topology (self) == NULL)
    return;
  if (refrain_topology_model_remember (self->model, name, &error))
    text = g_strdup_printf (_ ("Topology “%s” is saved."), name);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                              text != NULL ? text : error->message);
}

static void
remember (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainTopologyPage *self = data;
  GtkWidget *entry, *dialog;

  if (get_topology (self) == NULL)
    return;
  entry = gtk_entry_new ();
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name of the topology"), -1);
  dialog = adw_message_dialog_new (
      GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _ ("Remember Graph"),
      _ ("Runs with the same graph get this name, however their ranks are numbered."));
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"),
                                    "remember", _ ("_Remember"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "remember",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "remember");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_remember), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static const GActionEntry actions[] = {
  { .name = "topology-value",
    .parameter_type = "s",
    .state = "'bytes'",
    .change_state = change_value },
  { .name = "topology-directions", .state = "false", .change_state = change_look },
  { .name = "topology-coordinates", .state = "false", .change_state = change_look },
  { .name = "topology-volumes", .state = "false", .change_state = change_look },
  { .name = "topology-sort", .state = "false", .change_state = change_sort },
  { .name = "mirror-topology", .parameter_type = "s", .activate = mirror },
  { .name = "cancel-topology", .activate = cancel_search },
  { .name = "remember-topology", .activate = remember },
  { .name = "copy-topology", .activate = copy_sentence },
};

static void
refrain_topology_page_update_actions (RefrainPage *page)
{
  static const char *const looks[] = { "directions", "coordinates", "volumes" };
  RefrainTopologyPage *self = REFRAIN_TOPOLOGY_PAGE (page);
  const gboolean by_count
      = self->model != NULL && refrain_topology_model_get_settings (self->model)->by_count;

  refrain_page_set_state (page, "topology-value",
                          g_variant_new_string (by_count ? "count" : "bytes"));
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      g_autofree char *name = g_strconcat ("topology-", looks[i], NULL);
      gboolean on;

      g_object_get (self->canvas, looks[i], &on, NULL);
      refrain_page_set_state (page, name, g_variant_new_boolean (on));
    }
  refrain_page_set_state (
      page, "topology-sort",
      g_variant_new_boolean (self->model != NULL
                             && refrain_topology_model_get_sorted (self->model)));
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static gboolean
refrain_topology_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_TOPOLOGY_PAGE (widget)->canvas));
}

REFRAIN_DEFINE_END (RefrainTopologyPage, refrain_topology_page, dispose, g_clear_object (&x->model))

REFRAIN_DEFINE_END (RefrainTopologyPage,
                    refrain_topology_page,
                    finalize,
                    g_array_unref (x->communicators))

static void
refrain_topology_page_class_init (RefrainTopologyPageClass *klass)
{
  static const RefrainView figures[] = { REFRAIN_VIEW_TOPOLOGY, REFRAIN_N_VIEWS };
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_topology_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_topology_page_finalize;
  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->figures = figures;
  page_class->session_changed = refrain_topology_page_session_changed;
  page_class->update_actions = refrain_topology_page_update_actions;
  page_class->turned_to = refrain_topology_page_turned_to;
  page_class->zoom = refrain_topology_page_zoom;
  page_class->make_figure = refrain_topology_page_make_figure;
  widget_class->grab_focus = refrain_topology_page_grab_focus;
  g_type_ensure (REFRAIN_TYPE_TOPOLOGY_CANVAS);
  REFRAIN_TEMPLATE (widget_class, "topology-page", RefrainTopologyPage, canvas, threshold,
                    threshold_label, scope, sentence, dropped, spinner, cancel, paned, names,
                    names_title, steps, steps_title, mapping_title, mapping_label, symmetries,
                    candidates, candidates_expander);
}

static void
refrain_topology_page_init (RefrainTopologyPage *self)
{
  self->communicators = g_array_new (FALSE, FALSE, sizeof (guint));
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_page_split (REFRAIN_PAGE (self), self->paned, CANVAS_PART);
  refrain_connect (self->threshold, "value-changed", on_threshold, self);
  refrain_connect (self->scope, "notify::selected", on_scope, self);
  g_signal_connect_object (self->names, "row-selected", G_CALLBACK (on_name), self, 0);
}
