/* refrain-phases-focus.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The curve of a long segment is made in the background, a short one at once; two matrices are
 * counted by two jobs.
 */
#include "config.h"
#include "refrain-phases-focus.h"

#include <glib/gi18n.h>

#include "refrain-divergence-painter.h"
#include "refrain-free.h"
#include "refrain-matrix-count.h"
#include "refrain-matrix-painter.h"
#include "refrain-object.h"
#include "refrain-template.h"
#include "refrain-time-format.h"

/* ---- Two phases compared: their communication matrices side by side ---- */

#define REFRAIN_TYPE_PHASES_PAIR (refrain_phases_pair_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhasesPair, refrain_phases_pair, REFRAIN, PHASES_PAIR, GtkWidget)

struct _RefrainPhasesPair
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainJob *jobs[2]; /* that count, while they do */

  GtkLabel *first_label, *second_label;
  GtkLabel *first_total, *second_total;
  RefrainPainterView *first_matrix, *second_matrix;
};

G_DEFINE_FINAL_TYPE (RefrainPhasesPair, refrain_phases_pair, GTK_TYPE_WIDGET)

static RefrainPainterView *
get_view (RefrainPhasesPair *self, guint i)
{
  return i == 0 ? self->first_matrix : self->second_matrix;
}

static void
show_matrix (RefrainPhasesPair *self, guint i, RefrainMatrix *matrix)
{
  g_autoptr (RefrainPainter) painter
      = REFRAIN_PAINTER (refrain_matrix_painter_new (matrix, REFRAIN_MATRIX_MESSAGES, TRUE));
  guint64 count, bytes;
  g_autofree char *messages = NULL, *amount = NULL, *text = NULL;

  refrain_matrix_get_total (matrix, &count, &bytes);
  messages = refrain_count_format (count);
  amount = refrain_bytes_format (bytes);
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s message, %s", "%s messages, %s",
                                       (gulong) MIN (count, G_MAXULONG)),
                          messages, amount);
  gtk_label_set_text (i == 0 ? self->first_total : self->second_total, text);
  refrain_painter_view_set (get_view (self, i), self->session, painter);
}

static void
on_first_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  g_autoptr (RefrainMatrix) matrix = result;

  if (matrix != NULL)
    show_matrix (data, 0, matrix);
}

static void
on_second_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  g_autoptr (RefrainMatrix) matrix = result;

  if (matrix != NULL)
    show_matrix (data, 1, matrix);
}

static void
stop_jobs (RefrainPhasesPair *self)
{
  for (guint i = 0; i < 2; i++)
    refrain_job_stop (&self->jobs[i]);
}

/* Counts and shows the matrices of the phases @ranges, two of them; without a session, nothing. */
static void
pair_show (RefrainPhasesPair *self, RefrainSession *session, const RefrainPhaseRange *ranges)
{
  stop_jobs (self);
  g_set_object (&self->session, session);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = NULL;

      refrain_painter_view_set (get_view (self, i), session, NULL);
      gtk_label_set_text (i == 0 ? self->first_total : self->second_total, "");
      if (session == NULL)
        continue;
      name = refrain_phase_model_describe (refrain_session_get_phases (session), &ranges[i]);
      gtk_label_set_text (i == 0 ? self->first_label : self->second_label, name);
      refrain_matrix_count_start (session, &self->jobs[i], &ranges[i], 1, self,
                                  i == 0 ? on_first_counted : on_second_counted);
    }
}

static void
refrain_phases_pair_dispose (GObject *object)
{
  RefrainPhasesPair *self = REFRAIN_PHASES_PAIR (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  stop_jobs (self);
  g_clear_object (&self->session);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_phases_pair_parent_class)->dispose (object);
}

static void
refrain_phases_pair_class_init (RefrainPhasesPairClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_phases_pair_dispose;
  g_type_ensure (REFRAIN_TYPE_PAINTER_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  REFRAIN_TEMPLATE (widget_class, "phases-pair", RefrainPhasesPair, first_label, second_label,
                    first_total, second_total, first_matrix, second_matrix);
}

static void
refrain_phases_pair_init (RefrainPhasesPair *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* ---- The close-up ---- */

/* Curves of segments no longer than this are made at once. */
#define SHORT 50000

struct _RefrainPhasesFocus
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainPhaseRange range; /* the one shown, where one is */
  RefrainJob *job;         /* that makes the curve */
  guint32 pointed;         /* the cut under the pointer, or 0 */
  gboolean filling;        /* the entry is being filled, not typed in */

  GtkStack *stack;
  GtkEditableLabel *name_label;
  GtkEditable *note_entry;
  GtkStack *curve_stack;
  RefrainPainterView *curve;
  GtkLabel *none_label;
  RefrainPhasesPair *pair;
};

G_DEFINE_FINAL_TYPE (RefrainPhasesFocus, refrain_phases_focus, GTK_TYPE_WIDGET)

static RefrainPhaseModel *
get_model (RefrainPhasesFocus *self)
{
  return self->session != NULL ? refrain_session_get_phases (self->session) : NULL;
}

/* ---- One phase: its curve ---- */

typedef struct
{
  RefrainPhases *phases;
  guint32 node, number;
  char *name;
} CurveWork;

REFRAIN_DEFINE_FREE (curve_work_free, CurveWork, g_object_unref (x->phases); g_free (x->name))

static gpointer
make_curve (RefrainJob *job, gpointer data, GError **error)
{
  CurveWork *work = data;

  return refrain_divergence_painter_new (work->phases, work->node, work->number, work->name);
}

static void
take_curve (RefrainPhasesFocus *self, RefrainDivergencePainter *painter)
{
  self->pointed = 0;
  refrain_painter_view_set (self->curve, self->session, REFRAIN_PAINTER (painter));
  gtk_stack_set_visible_child_name (self->curve_stack, "curve");
}

/* The cut under the pointer is marked, with its numbers. */
static void
paint_pointed (RefrainPainter *painter,
               cairo_t *cr,
               const RefrainViewport *viewport,
               const RefrainStyle *style,
               gpointer data)
{
  RefrainPhasesFocus *self = data;

  if (self->pointed > 0)
    refrain_divergence_painter_paint_mark (REFRAIN_DIVERGENCE_PAINTER (painter), cr, viewport,
                                           style, self->pointed);
}

static void
on_pointer (RefrainPhasesFocus *self, double x, double y)
{
  RefrainPainter *painter = refrain_canvas_get_painter (REFRAIN_CANVAS (self->curve));
  RefrainViewport viewport;
  RefrainStyle style;
  guint32 cut = 0;
  double divergence;

  refrain_canvas_get_style (REFRAIN_CANVAS (self->curve), &style);
  if (!refrain_canvas_get_viewport (REFRAIN_CANVAS (self->curve), &viewport)
      || !refrain_divergence_painter_find (REFRAIN_DIVERGENCE_PAINTER (painter), &viewport, &style,
                                           x, y, &cut, &divergence))
    cut = 0;
  if (self->pointed != cut)
    gtk_widget_queue_draw (GTK_WIDGET (self->curve));
  self->pointed = cut;
}

static void
on_pointer_left (RefrainPhasesFocus *self)
{
  self->pointed = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self->curve));
}

static void
on_curve (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPhasesFocus *self = data;
  g_autoptr (RefrainDivergencePainter) painter = result;

  if (painter != NULL)
    take_curve (self, painter);
}

/* The number that the tree shows; 0 where the segment does not remain. */
static guint32
find_number (RefrainPhaseModel *model, guint32 node)
{
  gsize n;
  const guint32 *segments = refrain_phase_model_get_segments (model, &n);

  for (gsize i = 0; i < n && segments[i] <= node; i++)
    if (segments[i] == node)
      return (guint32) i + 1;
  return 0;
}

static void
show_none (RefrainPhasesFocus *self, const char *text)
{
  gtk_label_set_text (self->none_label, text);
  gtk_stack_set_visible_child_name (self->curve_stack, "none");
}

static void
show_curve (RefrainPhasesFocus *self, const RefrainPhaseRange *range)
{
  RefrainPhaseModel *model = get_model (self);
  const guint32 node = refrain_phase_model_find_node (model, range);
  CurveWork *work;

  if (node == REFRAIN_NONE)
    {
      show_none (self, _ ("Joined phases have no cut of their own."));
      return;
    }
  if (range->end - range->start < 2)
    {
      show_none (self, _ ("One symbol cannot be cut."));
      return;
    }
  work = g_new0 (CurveWork, 1);
  work->phases = g_object_ref (refrain_phase_model_get_phases (model));
  work->node = node;
  work->number = find_number (model, node);
  work->name = refrain_phase_model_describe (model, range);
  if (range->end - range->start <= SHORT)
    {
      g_autoptr (RefrainDivergencePainter) painter = make_curve (NULL, work, NULL);

      curve_work_free (work);
      take_curve (self, painter);
      return;
    }
  show_none (self, "");
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->job,
                                _ ("Measuring divergence"), make_curve, work, curve_work_free,
                                g_object_unref, self, on_curve);
}

static void
fill_texts (RefrainPhasesFocus *self)
{
  g_autofree char *name = NULL;
  const char *note;

  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "one") != 0)
    return;
  name = refrain_phase_model_describe (get_model (self), &self->range);
  note = refrain_phase_model_get_note (get_model (self), &self->range);
  self->filling = TRUE;
  if (!gtk_editable_label_get_editing (self->name_label))
    gtk_editable_set_text (GTK_EDITABLE (self->name_label), name);
  if (g_strcmp0 (gtk_editable_get_text (self->note_entry), note != NULL ? note : "") != 0)
    gtk_editable_set_text (self->note_entry, note != NULL ? note : "");
  self->filling = FALSE;
}

/* ---- What is shown ---- */

static void
update (RefrainPhasesFocus *self)
{
  RefrainPhaseModel *model = get_model (self);
  const RefrainPhaseRange *selected;
  guint n = 0;

  refrain_job_stop (&self->job);
  selected = model != NULL && refrain_phase_model_get_phases (model) != NULL
                 ? refrain_phase_model_get_selected (model, &n)
                 : NULL;
  if (gtk_editable_label_get_editing (self->name_label))
    gtk_editable_label_stop_editing (self->name_label, FALSE);
  gtk_stack_set_visible_child_name (self->stack, n == 1 ? "one" : n == 2 ? "two" : "nothing");
  gtk_widget_set_visible (GTK_WIDGET (self), n == 1 || n == 2);
  if (n == 1)
    {
      self->range = selected[0];
      fill_texts (self);
      show_curve (self, &selected[0]);
    }
  pair_show (self->pair, n == 2 ? self->session : NULL, selected);
}

void
refrain_phases_focus_set_session (RefrainPhasesFocus *self, RefrainSession *session)
{
  static const char *const texts[] = { "notify::marks", "notify::repetitions", "notify::strength" };
  static const char *const signals[] = { "notify::selected", "notify::phases" };

  g_return_if_fail (REFRAIN_IS_PHASES_FOCUS (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (get_model (self), self);
  refrain_job_stop (&self->job);
  refrain_painter_view_set (self->curve, NULL, NULL);
  pair_show (self->pair, NULL, NULL);
  g_set_object (&self->session, session);
  for (gsize i = 0; i < G_N_ELEMENTS (texts) && session != NULL; i++)
    refrain_connect (get_model (self), texts[i], fill_texts, self);
  for (gsize i = 0; i < G_N_ELEMENTS (signals) && session != NULL; i++)
    refrain_connect (get_model (self), signals[i], update, self);
  update (self);
}

/* ---- Typing ---- */

static void
on_editing (RefrainPhasesFocus *self)
{
  g_autofree char *shown = NULL;
  const char *text;

  if (self->session == NULL || refrain_phase_model_get_phases (get_model (self)) == NULL)
    return;
  if (gtk_editable_label_get_editing (self->name_label))
    {
      /* How often it repeats is not part of the name. */
      text = refrain_phase_model_get_name (get_model (self), &self->range);
      if (text != NULL)
        gtk_editable_set_text (GTK_EDITABLE (self->name_label), text);
      return;
    }
  shown = refrain_phase_model_describe (get_model (self), &self->range);
  text = gtk_editable_get_text (GTK_EDITABLE (self->name_label));
  if (g_strcmp0 (text, shown) != 0)
    refrain_phase_model_set_name (get_model (self), &self->range, text);
  fill_texts (self);
}

static void
on_note (RefrainPhasesFocus *self)
{
  if (!self->filling && self->session != NULL)
    refrain_phase_model_set_note (get_model (self), &self->range,
                                  gtk_editable_get_text (self->note_entry));
}

void
refrain_phases_focus_start_naming (RefrainPhasesFocus *self)
{
  g_return_if_fail (REFRAIN_IS_PHASES_FOCUS (self));

  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "one") != 0)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self->name_label));
  gtk_editable_label_start_editing (self->name_label);
}

void
refrain_phases_focus_start_note (RefrainPhasesFocus *self)
{
  g_return_if_fail (REFRAIN_IS_PHASES_FOCUS (self));

  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "one") == 0)
    gtk_widget_grab_focus (GTK_WIDGET (self->note_entry));
}

/* ---- Widget ---- */

static void
refrain_phases_focus_dispose (GObject *object)
{
  RefrainPhasesFocus *self = REFRAIN_PHASES_FOCUS (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child != NULL)
    {
      refrain_phases_focus_set_session (self, NULL);
      refrain_painter_view_set_over (self->curve, NULL, NULL);
    }
  refrain_job_stop (&self->job);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_phases_focus_parent_class)->dispose (object);
}

static void
refrain_phases_focus_class_init (RefrainPhasesFocusClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_phases_focus_dispose;
  g_type_ensure (REFRAIN_TYPE_PAINTER_VIEW);
  g_type_ensure (REFRAIN_TYPE_PHASES_PAIR);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  REFRAIN_TEMPLATE (widget_class, "phases-focus", RefrainPhasesFocus, stack, name_label, note_entry,
                    curve_stack, curve, none_label, pair);
}

/* A long name gives way to the table beside it: an editable label asks for all of it. */
static void
let_shrink (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    gtk_label_set_ellipsize (GTK_LABEL (widget), PANGO_ELLIPSIZE_END);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    let_shrink (child);
}

static void
refrain_phases_focus_init (RefrainPhasesFocus *self)
{
  GtkEventController *pointer = gtk_event_controller_motion_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  let_shrink (GTK_WIDGET (self->name_label));
  refrain_painter_view_set_over (self->curve, paint_pointed, self);
  refrain_connect (pointer, "motion", on_pointer, self);
  refrain_connect (pointer, "leave", on_pointer_left, self);
  gtk_widget_add_controller (GTK_WIDGET (self->curve), pointer);
  refrain_connect (self->name_label, "notify::editing", on_editing, self);
  refrain_connect (self->note_entry, "changed", on_note, self);
}
