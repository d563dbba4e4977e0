/* refrain-matrix-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts when what is selected has come to rest and the matrix can be seen.
 */
#include "config.h"
#include "refrain-matrix-canvas.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-matrix-count.h"
#include "refrain-matrix-painter.h"
#include "refrain-names.h"
#include "refrain-object.h"
#include "refrain-time-format.h"

/* Counting begins when the window has not moved for this long, in milliseconds. */
#define REST 60

struct _RefrainMatrixCanvas
{
  RefrainCanvas parent_instance;

  RefrainJob *job;        /* counting */
  RefrainSession *beside; /* whose difference is shown; or NULL */
  gboolean turned;        /* that is run A */
  RefrainMatrix *others;  /* of its window; or NULL */
  RefrainJob *others_job;
  RefrainMatrix *waits;  /* who makes whom wait, while that is shown; or NULL */
  gboolean counts_waits; /* what the job counts */
  char *where;           /* what it counts */
  guint timeout;
  gboolean stale; /* the matrix is of another window, or of other phases */
  RefrainMatrixMetric metric;
  RefrainMatrixOrder order;
  RefrainMessageFilter filter;
  gboolean sums, logarithmic;
  RefrainProcessOrder *own; /* that was worked out; NULL: the session's */
  RefrainJob *ordering;
};

G_DEFINE_FINAL_TYPE (RefrainMatrixCanvas, refrain_matrix_canvas, REFRAIN_TYPE_CANVAS)

enum
{
  PROP_0,
  PROP_METRIC,
  PROP_ORDER,
  PROP_SUMS,
  PROP_LOGARITHMIC,
  PROP_WAITS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void count_later (RefrainMatrixCanvas *self);

/* ---- Order ---- */

typedef struct
{
  RefrainMatrix *matrix;
  RefrainMatrixOrder order;
  RefrainMatrixMetric metric;
} Ordering;

REFRAIN_DEFINE_FREE (ordering_free, Ordering, g_object_unref (x->matrix))

static gpointer
order_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Ordering *ordering = data;

  return refrain_matrix_order_find (ordering->matrix, ordering->order, ordering->metric,
                                    refrain_job_get_cancellable (job), error);
}

/* Processes keep what the session's order calls them. */
static RefrainProcessOrder *
make_order (RefrainSession *session, const guint32 *found)
{
  RefrainProcessOrder *named = refrain_session_get_order (session);
  const guint n = refrain_trace_get_n_processes (refrain_session_get_trace (session));
  g_auto (GStrv) labels = NULL;

  if (refrain_process_order_has_labels (named))
    {
      labels = g_new0 (char *, (gsize) n + 1);
      for (guint p = 0; p < n; p++)
        labels[p] = refrain_process_order_dup_label (named, p);
    }
  return refrain_process_order_new (found, n, (const char *const *) labels);
}

static void
on_ordered (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainMatrixCanvas *self = data;
  RefrainSession *session = refrain_canvas_get_session (data);
  g_autofree guint32 *found = result;
  g_autoptr (RefrainProcessOrder) order = NULL;

  if (found == NULL || session == NULL)
    return;
  order = make_order (session, found);
  g_set_object (&self->own, order);
  refrain_canvas_refresh (data);
}

/* What the cells show now. */
static RefrainMatrixMetric
get_shown_metric (RefrainMatrixCanvas *self)
{
  return self->waits != NULL ? REFRAIN_MATRIX_WAITING : self->metric;
}

static void
update_order (RefrainMatrixCanvas *self)
{
  RefrainSession *session = refrain_canvas_get_session (REFRAIN_CANVAS (self));
  RefrainMatrix *matrix = session == NULL       ? NULL
                          : self->waits != NULL ? self->waits
                                                : refrain_session_get_matrix (session);
  Ordering *ordering;

  refrain_job_stop (&self->ordering);
  if (self->order == REFRAIN_MATRIX_BY_RANK || matrix == NULL)
    {
      g_clear_object (&self->own);
      refrain_canvas_refresh (REFRAIN_CANVAS (self));
      return;
    }
  ordering = g_new0 (Ordering, 1);
  ordering->matrix = g_object_ref (matrix);
  ordering->order = self->order;
  ordering->metric = get_shown_metric (self);
  refrain_task_runner_start_in (refrain_session_get_runner (session), &self->ordering,
                                _ ("Ordering processes"), order_in_thread, ordering, ordering_free,
                                g_free, self, on_ordered);
}

static RefrainProcessOrder *
get_shown_order (RefrainMatrixCanvas *self)
{
  return self->own != NULL
             ? self->own
             : refrain_session_get_order (refrain_canvas_get_session (REFRAIN_CANVAS (self)));
}

/* ---- Counting ---- */

/* NULL: messages are shown. */
static void
show_waits (RefrainMatrixCanvas *self, RefrainMatrix *matrix)
{
  if (!g_set_object (&self->waits, matrix))
    return;
  update_order (self);
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WAITS]);
}

/* Whether who waits for whom is to be shown, and known. */
static gboolean
has_waits (RefrainSession *session)
{
  RefrainTimeModel *times = refrain_session_get_times (session);

  return refrain_time_model_get_layer (times) == REFRAIN_TIME_LAYER_WAITING
         && refrain_time_model_has_results (times);
}

static void
on_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainMatrixCanvas *self = data;
  RefrainSession *session = refrain_canvas_get_session (data);
  g_autoptr (RefrainMatrix) matrix = result;

  if (matrix != NULL && session != NULL && !self->counts_waits)
    {
      refrain_session_set_matrix (session, matrix, self->where);
      update_order (self);
    }
  else if (matrix != NULL && session != NULL && has_waits (session))
    show_waits (self, matrix);
  if (self->stale)
    count_later (self);
}

static void
on_others_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainMatrixCanvas *self = data;
  g_autoptr (RefrainMatrix) matrix = result;

  if (matrix == NULL || self->beside == NULL)
    return;
  g_set_object (&self->others, matrix);
  refrain_canvas_refresh (data);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WAITS]);
}

/* Both windows, whatever phases are selected in one of them. */
static void
count_both (RefrainMatrixCanvas *self, RefrainSession *session)
{
  self->where = g_strdup (_ ("in the visible time range"));
  refrain_job_stop (&self->others_job);
  refrain_matrix_count_start_window (self->beside, &self->others_job, &self->filter, self,
                                     on_others_counted);
  refrain_matrix_count_start_window (session, &self->job, &self->filter, self, on_counted);
}

static gboolean
count_now (gpointer data)
{
  RefrainMatrixCanvas *self = data;
  RefrainSession *session = refrain_canvas_get_session (data);

  self->timeout = 0;
  if (session == NULL || self->job != NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return G_SOURCE_REMOVE;
  self->stale = FALSE;
  g_clear_pointer (&self->where, g_free);
  self->counts_waits = has_waits (session);
  if (self->counts_waits)
    refrain_matrix_count_start_waits (session, &self->job, &self->where, self, on_counted);
  else if (self->beside != NULL)
    count_both (self, session);
  else
    refrain_matrix_count_start_selected (session, &self->job, &self->filter, &self->where, self,
                                         on_counted);
  return G_SOURCE_REMOVE;
}

/* Counts when what is selected has come to rest and the matrix can be seen. */
static void
count_later (RefrainMatrixCanvas *self)
{
  self->stale = TRUE;
  if (self->timeout == 0 && self->job == NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->timeout = g_timeout_add (REST, count_now, self);
}

/* Another layer, or what it shows is there now. */
static void
on_layer_changed (RefrainMatrixCanvas *self)
{
  RefrainSession *session = refrain_canvas_get_session (REFRAIN_CANVAS (self));

  if (session != NULL && has_waits (session) == (self->waits != NULL))
    return;
  if (session == NULL || !has_waits (session))
    show_waits (self, NULL);
  count_later (self);
}

RefrainMatrix *
refrain_matrix_canvas_get_waits (RefrainMatrixCanvas *self, const char **where)
{
  g_return_val_if_fail (REFRAIN_IS_MATRIX_CANVAS (self), NULL);
  if (where != NULL)
    *where = self->where;
  return self->waits;
}

REFRAIN_GETTER (
    RefrainMatrixCanvas, refrain_matrix_canvas, RefrainMatrixMetric, get_metric, self->metric)

void
refrain_matrix_canvas_set_metric (RefrainMatrixCanvas *self, RefrainMatrixMetric metric)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_CANVAS (self));
  g_return_if_fail (metric < REFRAIN_MATRIX_WAITING);

  if (self->metric == metric)
    return;
  self->metric = metric;
  update_order (self);
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_METRIC]);
}

REFRAIN_GETTER (
    RefrainMatrixCanvas, refrain_matrix_canvas, RefrainMatrixOrder, get_order, self->order)

void
refrain_matrix_canvas_set_order (RefrainMatrixCanvas *self, RefrainMatrixOrder order)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_CANVAS (self));
  g_return_if_fail (order < REFRAIN_N_MATRIX_ORDERS);

  if (self->order == order)
    return;
  self->order = order;
  update_order (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ORDER]);
}

REFRAIN_GETTER (RefrainMatrixCanvas, refrain_matrix_canvas, gboolean, get_sums, self->sums)

void
refrain_matrix_canvas_set_sums (RefrainMatrixCanvas *self, gboolean sums)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_CANVAS (self));

  sums = !!sums;
  if (self->sums == sums)
    return;
  self->sums = sums;
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMS]);
}

void
refrain_matrix_canvas_set_filter (RefrainMatrixCanvas *self, const RefrainMessageFilter *filter)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_CANVAS (self));
  g_return_if_fail (filter != NULL);

  if (refrain_message_filter_equal (&self->filter, filter))
    return;
  self->filter = *filter;
  count_later (self);
}

REFRAIN_GETTER (
    RefrainMatrixCanvas, refrain_matrix_canvas, gboolean, get_logarithmic, self->logarithmic)

void
refrain_matrix_canvas_set_logarithmic (RefrainMatrixCanvas *self, gboolean logarithmic)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_CANVAS (self));

  logarithmic = !!logarithmic;
  if (self->logarithmic == logarithmic)
    return;
  self->logarithmic = logarithmic;
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOGARITHMIC]);
}

/* ---- Two runs ---- */

void
refrain_matrix_canvas_set_beside (RefrainMatrixCanvas *self, RefrainSession *other, gboolean turned)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_CANVAS (self));
  g_return_if_fail (other == NULL || REFRAIN_IS_SESSION (other));

  if (self->beside == other && self->turned == turned)
    return;
  refrain_job_stop (&self->others_job);
  g_clear_object (&self->others);
  if (self->beside != NULL)
    {
      g_signal_handlers_disconnect_by_func (refrain_session_get_selection (self->beside),
                                            count_later, self);
      g_signal_handlers_disconnect_by_func (self->beside, count_later, self);
    }
  g_set_object (&self->beside, other);
  self->turned = turned;
  if (other != NULL)
    {
      refrain_connect (refrain_session_get_selection (other), "notify::window", count_later, self);
      refrain_connect (other, "notify::axis", count_later, self);
    }
  refrain_canvas_refresh (REFRAIN_CANVAS (self));
  if (refrain_canvas_get_session (REFRAIN_CANVAS (self)) != NULL)
    count_later (self);
}

gboolean
refrain_matrix_canvas_get_beside (RefrainMatrixCanvas *self, RefrainMatrix **a, RefrainMatrix **b)
{
  RefrainSession *session;
  RefrainMatrix *own;

  g_return_val_if_fail (REFRAIN_IS_MATRIX_CANVAS (self), FALSE);

  session = refrain_canvas_get_session (REFRAIN_CANVAS (self));
  if (self->beside == NULL || self->waits != NULL || session == NULL)
    return FALSE;
  own = refrain_session_get_matrix (session);
  *a = self->turned ? self->others : own;
  *b = self->turned ? own : self->others;
  return TRUE;
}

/* ---- Canvas ---- */

static void describe_chosen (RefrainMatrixCanvas *self);

static void
refrain_matrix_canvas_watch (RefrainCanvas *canvas, RefrainSession *session)
{
  static const char *const matrix[] = { "matrix", "order", NULL }, *const axis[] = { "axis", NULL };
  static const char *const hover[] = { "hover", NULL }, *const pick[] = { "pick", NULL };
  static const char *const of_phases[] = { "selected", "marks", NULL };
  static const char *const selected[] = { "selected", NULL };
  static const char *const window[] = { "window", NULL }, *const layer[]
                                                          = { "layer", "results", NULL };
  RefrainSelection *selection = refrain_session_get_selection (session);

  refrain_job_stop (&REFRAIN_MATRIX_CANVAS (canvas)->job);
  refrain_job_stop (&REFRAIN_MATRIX_CANVAS (canvas)->ordering);
  refrain_clear_objects (&REFRAIN_MATRIX_CANVAS (canvas)->own,
                         &REFRAIN_MATRIX_CANVAS (canvas)->waits);
  REFRAIN_MATRIX_CANVAS (canvas)->filter = REFRAIN_MESSAGE_FILTER_ALL;
  refrain_canvas_watch (canvas, refrain_session_get_times (session), layer,
                        G_CALLBACK (on_layer_changed));
  refrain_canvas_watch (canvas, session, matrix, G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, session, hover, G_CALLBACK (gtk_widget_queue_draw));
  refrain_canvas_watch (canvas, selection, pick, G_CALLBACK (describe_chosen));
  refrain_canvas_watch (canvas, session, axis, G_CALLBACK (count_later));
  refrain_canvas_watch (canvas, selection, window, G_CALLBACK (count_later));
  refrain_canvas_watch (canvas, refrain_session_get_subjects (session), selected,
                        G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, refrain_session_get_phases (session), of_phases,
                        G_CALLBACK (count_later));
  count_later (REFRAIN_MATRIX_CANVAS (canvas));
}

static RefrainPainter *
make_painter (RefrainMatrixCanvas *self, RefrainSession *session)
{
  RefrainMatrixPainter *painter;
  RefrainMatrix *a, *b;
  guint source, destination;

  if (session == NULL || (self->waits == NULL && refrain_session_get_matrix (session) == NULL))
    return NULL;
  if (refrain_matrix_canvas_get_beside (self, &a, &b))
    {
      if (a == NULL || b == NULL)
        return NULL;
      painter = refrain_matrix_painter_new_difference (a, b, self->metric, self->logarithmic);
    }
  else
    {
      painter = refrain_matrix_painter_new (
          self->waits != NULL ? self->waits : refrain_session_get_matrix (session),
          get_shown_metric (self), self->logarithmic);
      refrain_matrix_painter_set_sums (painter, self->sums);
    }
  refrain_matrix_painter_set_order (painter, get_shown_order (self));
  if (refrain_pairs_get_selected (refrain_session_get_subjects (session), &source, &destination))
    refrain_matrix_painter_set_lit (painter, source, destination);
  return REFRAIN_PAINTER (painter);
}

static RefrainPainter *
refrain_matrix_canvas_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  return make_painter (REFRAIN_MATRIX_CANVAS (canvas), session);
}

RefrainPainter *
refrain_matrix_canvas_make_figure (RefrainMatrixCanvas *self, RefrainViewport *part)
{
  RefrainPainter *painter;

  g_return_val_if_fail (REFRAIN_IS_MATRIX_CANVAS (self), NULL);

  painter = make_painter (self, refrain_canvas_get_session (REFRAIN_CANVAS (self)));
  if (painter != NULL)
    refrain_painter_get_extent (painter, part);
  return painter;
}

/* "Process 2 waits for process 0: 218 times, 20.7 ms" */
static char *
describe_waits (RefrainMatrix *waits, const RefrainPick *pick)
{
  g_autofree char *times = NULL, *time = NULL;
  guint64 count, nanoseconds;

  refrain_matrix_get (waits, pick->process, pick->peer, &count, &nanoseconds);
  times = refrain_count_format (count);
  time = refrain_time_format ((RefrainTime) nanoseconds, 3);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "Process %u waits for process %u: %s time, %s",
                                       "Process %u waits for process %u: %s times, %s",
                                       (gulong) MIN (count, G_MAXULONG)),
                          pick->peer, pick->process, times, time);
}

/* "Process 3 sends 528 messages, 101 kB, and receives 440 messages, 84 kB" */
static char *
describe_sums (RefrainMatrix *matrix, guint process)
{
  const guint n = refrain_matrix_get_n_processes (matrix);
  g_autofree RefrainMatrixCell *sent = g_new (RefrainMatrixCell, n);
  g_autofree RefrainMatrixCell *received = g_new (RefrainMatrixCell, n);
  g_autofree char *out = NULL, *in = NULL, *bytes_out = NULL, *bytes_in = NULL;

  refrain_matrix_get_sums (matrix, sent, received);
  out = refrain_count_format (sent[process].count);
  in = refrain_count_format (received[process].count);
  bytes_out = refrain_bytes_format (sent[process].bytes);
  bytes_in = refrain_bytes_format (received[process].bytes);
  /* TRANSLATORS: numbers of messages and bytes: "Process 3: 528 sent, 101 kB; 440 received, 84 kB".
   */
  return g_strdup_printf (_ ("Process %u: %s sent, %s; %s received, %s"), process, out, bytes_out,
                          in, bytes_in);
}

/* "Process 1 → 3: A 88 messages, 16.9 kB; B 90 messages, 17.3 kB" */
static char *
describe_both (RefrainMatrix *a, RefrainMatrix *b, const RefrainPick *pick)
{
  RefrainMatrix *const both[] = { a, b };
  char *messages[2], *amounts[2], *text;

  for (guint s = 0; s < 2; s++)
    {
      guint64 count, bytes;

      refrain_matrix_get (both[s], pick->process, pick->peer, &count, &bytes);
      messages[s] = refrain_count_format (count);
      amounts[s] = refrain_bytes_format (bytes);
    }
  /* TRANSLATORS: numbers of messages and bytes of two runs. */
  text = g_strdup_printf (_ ("Process %u → %u: in A %s messages, %s; in B %s, %s"), pick->process,
                          pick->peer, messages[0], amounts[0], messages[1], amounts[1]);
  for (guint s = 0; s < 2; s++)
    refrain_free (messages[s], amounts[s]);
  return text;
}

/* NULL: no cell that is counted. */
static char *
describe_cell (RefrainMatrixCanvas *self, const RefrainPick *pick)
{
  RefrainMatrix *matrix
      = refrain_session_get_matrix (refrain_canvas_get_session (REFRAIN_CANVAS (self)));
  g_autofree char *messages = NULL, *amount = NULL, *time = NULL;
  const RefrainMatrixCell *cell;
  RefrainMatrix *a, *b;

  if (pick->kind != REFRAIN_PICK_CHANNEL)
    return NULL;
  if (refrain_matrix_canvas_get_beside (self, &a, &b))
    return a != NULL && b != NULL ? describe_both (a, b, pick) : NULL;
  if (self->waits != NULL)
    return describe_waits (self->waits, pick);
  if (matrix == NULL)
    return NULL;
  cell = refrain_matrix_find (matrix, pick->process, pick->peer);
  messages = refrain_count_format (cell != NULL ? cell->count : 0);
  amount = refrain_bytes_format (cell != NULL ? cell->bytes : 0);
  time = refrain_time_format (cell != NULL ? (RefrainTime) MIN (cell->time, G_MAXINT64) : 0, 3);
  /* TRANSLATORS: "Process 1 → 3: 88 messages, 16.9 kB, under way for 3.1 ms". */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "Process %u → %u: %s message, %s, message duration %s",
                                       "Process %u → %u: %s messages, %s, message duration %s",
                                       (gulong) (cell != NULL ? MIN (cell->count, G_MAXULONG) : 0)),
                          pick->process, pick->peer, messages, amount, time);
}

static char *
refrain_matrix_canvas_describe (RefrainCanvas *canvas, double x, double y)
{
  RefrainMatrixCanvas *self = REFRAIN_MATRIX_CANVAS (canvas);
  RefrainMatrix *matrix = refrain_session_get_matrix (refrain_canvas_get_session (canvas));
  RefrainPick pick;

  if (!refrain_canvas_pick (canvas, x, y, &pick))
    return NULL;
  if (pick.kind == REFRAIN_PICK_PROCESS && self->waits == NULL && matrix != NULL)
    return describe_sums (matrix, pick.process);
  return describe_cell (self, &pick);
}

/* What is read out is the cell that was walked to. */
static void
describe_chosen (RefrainMatrixCanvas *self)
{
  RefrainSession *session = refrain_canvas_get_session (REFRAIN_CANVAS (self));
  g_autofree char *text = NULL;

  if (session != NULL)
    text = describe_cell (self,
                          refrain_selection_get_pick (refrain_session_get_selection (session)));
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      text != NULL ? text
                   : _ ("Messages by sender and receiver in the visible time range. The arrow keys "
                        "select a cell and highlight its messages in all views. N and P step "
                        "through them, Enter lists them, Escape clears."),
      -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Choosing ---- */

/* Picks the cell and lights up its messages, or who waits there; elsewhere puts them out. */
static void
choose (RefrainMatrixCanvas *self, const RefrainPick *pick)
{
  RefrainSession *session = refrain_canvas_get_session (REFRAIN_CANVAS (self));
  RefrainSubjects *pairs = refrain_session_get_subjects (session);
  RefrainWaits *waits = refrain_time_model_get_waits (refrain_session_get_times (session));

  refrain_selection_set_pick (refrain_session_get_selection (session), pick);
  if (pick->kind != REFRAIN_PICK_CHANNEL)
    refrain_pairs_put_out (pairs);
  else if (self->waits != NULL && waits != NULL)
    refrain_pairs_select_waits (pairs, waits, pick->process, pick->peer);
  else
    refrain_pairs_select (pairs, pick->process, pick->peer, &self->filter);
}

void
refrain_matrix_canvas_choose (RefrainMatrixCanvas *self, guint source, guint destination)
{
  const RefrainPick pick = { REFRAIN_PICK_CHANNEL, source, destination, 0 };

  g_return_if_fail (REFRAIN_IS_MATRIX_CANVAS (self));
  g_return_if_fail (refrain_canvas_get_session (REFRAIN_CANVAS (self)) != NULL);

  choose (self, &pick);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainSession *session = refrain_canvas_get_session (data);
  RefrainPick pick = { REFRAIN_PICK_NONE, 0, 0, 0 };

  gtk_widget_grab_focus (data);
  if (session == NULL)
    return;
  refrain_canvas_pick (data, x, y, &pick);
  choose (data, &pick);
}

/* ---- Menu ---- */

/* Chooses the cell first. */
static void
on_menu_click (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainPick pick;

  if (refrain_canvas_get_session (data) == NULL)
    return;
  gtk_widget_grab_focus (data);
  if (refrain_canvas_pick (data, x, y, &pick) && pick.kind == REFRAIN_PICK_CHANNEL)
    choose (data, &pick);
  refrain_canvas_show_menu (data, x, y);
}

/* The process that stands @by places behind @process. */
static guint
walk (RefrainProcessOrder *order, guint process, int by, int n)
{
  const int at = (int) refrain_process_order_get_position (order, process) + by;

  return refrain_process_order_get_process (order, (guint) CLAMP (at, 0, n - 1));
}

static gboolean
walk_cells (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainSession *session = refrain_canvas_get_session (REFRAIN_CANVAS (widget));
  RefrainProcessOrder *order;
  RefrainPick pick;
  int down, right, n;

  if (refrain_canvas_get_painter (REFRAIN_CANVAS (widget)) == NULL)
    return FALSE;
  g_variant_get (args, "(ii)", &down, &right);
  n = (int) MIN (refrain_trace_get_n_processes (refrain_session_get_trace (session)), G_MAXINT);
  if (n == 0)
    return FALSE;
  order = get_shown_order (REFRAIN_MATRIX_CANVAS (widget));
  pick = *refrain_selection_get_pick (refrain_session_get_selection (session));
  /* Also from a message of it that was gone to. */
  if (pick.kind == REFRAIN_PICK_CHANNEL
      || refrain_pairs_get_selected (refrain_session_get_subjects (session), &pick.process,
                                     &pick.peer))
    {
      pick.kind = REFRAIN_PICK_CHANNEL;
      pick.row = 0;
      pick.process = walk (order, pick.process, down, n);
      pick.peer = walk (order, pick.peer, right, n);
    }
  else
    pick = (RefrainPick){ REFRAIN_PICK_CHANNEL, refrain_process_order_get_process (order, 0),
                          refrain_process_order_get_process (order, 0), 0 };
  refrain_session_set_hover (session, NULL);
  choose (REFRAIN_MATRIX_CANVAS (widget), &pick);
  return TRUE;
}

static void
refrain_matrix_canvas_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (refrain_matrix_canvas_parent_class)->map (widget);
  if (REFRAIN_MATRIX_CANVAS (widget)->stale)
    count_later (REFRAIN_MATRIX_CANVAS (widget));
}

REFRAIN_DEFINE_END (RefrainMatrixCanvas,
                    refrain_matrix_canvas,
                    dispose,
                    g_clear_handle_id (&x->timeout, g_source_remove);
                    refrain_job_stop (&x->job);
                    refrain_job_stop (&x->others_job);
                    refrain_job_stop (&x->ordering);
                    g_clear_object (&x->own);
                    g_clear_pointer (&x->where, g_free);
                    refrain_clear_objects (&x->waits, &x->others, &x->beside))

static void
refrain_matrix_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainMatrixCanvas *self = REFRAIN_MATRIX_CANVAS (object);

  switch (id)
    {
    case PROP_METRIC:
      g_value_set_string (value, refrain_matrix_metrics[self->metric]);
      break;
    case PROP_ORDER:
      g_value_set_string (value, refrain_matrix_orders[self->order]);
      break;
    case PROP_SUMS:
      g_value_set_boolean (value, self->sums);
      break;
    case PROP_LOGARITHMIC:
      g_value_set_boolean (value, self->logarithmic);
      break;
    case PROP_WAITS:
      g_value_set_object (value, self->waits);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_matrix_canvas_set_property (GObject *object,
                                    guint id,
                                    const GValue *value,
                                    GParamSpec *pspec)
{
  RefrainMatrixCanvas *self = REFRAIN_MATRIX_CANVAS (object);
  int choice;

  switch (id)
    {
    case PROP_METRIC:
      choice = refrain_names_find (refrain_matrix_metrics, g_value_get_string (value));
      if (choice >= 0 && choice < REFRAIN_MATRIX_WAITING)
        refrain_matrix_canvas_set_metric (self, (RefrainMatrixMetric) choice);
      break;
    case PROP_ORDER:
      choice = refrain_names_find (refrain_matrix_orders, g_value_get_string (value));
      if (choice >= 0)
        refrain_matrix_canvas_set_order (self, (RefrainMatrixOrder) choice);
      break;
    case PROP_SUMS:
      refrain_matrix_canvas_set_sums (self, g_value_get_boolean (value));
      break;
    case PROP_LOGARITHMIC:
      refrain_matrix_canvas_set_logarithmic (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_matrix_canvas_class_init (RefrainMatrixCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);
  const GParamFlags flags = G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_READWRITE;

  object_class->dispose = refrain_matrix_canvas_dispose;
  object_class->get_property = refrain_matrix_canvas_get_property;
  object_class->set_property = refrain_matrix_canvas_set_property;
  widget_class->map = refrain_matrix_canvas_map;
  canvas_class->hovers = TRUE;
  canvas_class->watch = refrain_matrix_canvas_watch;
  canvas_class->make_painter = refrain_matrix_canvas_make_painter;
  canvas_class->describe = refrain_matrix_canvas_describe;

  properties[PROP_METRIC] = g_param_spec_string ("metric", NULL, NULL, "messages", flags);
  properties[PROP_ORDER] = g_param_spec_string ("order", NULL, NULL, "rank", flags);
  properties[PROP_SUMS] = g_param_spec_boolean ("sums", NULL, NULL, TRUE, flags);
  properties[PROP_LOGARITHMIC] = g_param_spec_boolean ("logarithmic", NULL, NULL, FALSE, flags);
  properties[PROP_WAITS]
      = g_param_spec_object ("waits", NULL, NULL, REFRAIN_TYPE_MATRIX,
                             G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_READABLE);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "matrixcanvas");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, 0, walk_cells, "(ii)", -1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, 0, walk_cells, "(ii)", 1, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, walk_cells, "(ii)", 0, -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, walk_cells, "(ii)", 0, 1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, 0, "win.list-pair", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, 0, "win.list-pair", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "win.next-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "win.previous-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.clear-selection",
                                       NULL);
}

static void
refrain_matrix_canvas_init (RefrainMatrixCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new (), *second = gtk_gesture_click_new ();

  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (second), GDK_BUTTON_SECONDARY);
  g_signal_connect (second, "released", G_CALLBACK (on_menu_click), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (second));
  self->sums = TRUE;
  self->filter = REFRAIN_MESSAGE_FILTER_ALL;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Communication matrix"), -1);
  describe_chosen (self);
}
