/* refrain-pair-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One job collects both what is lit and the order in which it is walked through.
 */
#include "config.h"
#include "refrain-pair-model.h"

#include <glib/gi18n.h>

#include "refrain-search.h"
#include "refrain-time-format.h"

/* Between two looks at the cancellable. */
#define OPS_PER_CHECK 65536

/* One of what is lit up: its operation, and the one at the other end. */
typedef struct
{
  RefrainTime time;
  guint32 op;         /* of who is gone to */
  guint32 other;      /* or REFRAIN_NONE */
  guint32 other_side; /* the process of that */
} Stop;

struct _RefrainPairModel
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainTaskRunner *runner;
  RefrainSelection *selection;
  RefrainJob *job;
  gboolean selected;
  guint source, destination;
  gboolean waits;
  GArray *stops; /* of Stop, by time; or NULL */
  gint64 current;
};

G_DEFINE_FINAL_TYPE (RefrainPairModel, refrain_pair_model, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_SELECTED,
  PROP_CURRENT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
notify (RefrainPairModel *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* ---- Collecting ------------------------------------------------------------------------------ */

typedef struct
{
  RefrainTrace *trace;
  RefrainWaits *waits; /* or NULL: messages */
  RefrainMessageFilter filter;
  guint source, destination;
} Work;

typedef struct
{
  RefrainOpSet *ops;
  GArray *stops;
} Found;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->trace);
  g_clear_object (&work->waits);
  g_free (work);
}

static void
found_free (gpointer data)
{
  Found *found = data;

  g_clear_pointer (&found->ops, refrain_op_set_unref);
  g_clear_pointer (&found->stops, g_array_unref);
  g_free (found);
}

static int
compare_stops (gconstpointer a, gconstpointer b)
{
  const Stop *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (x->op > y->op) - (x->op < y->op);
}

/* @process is who is gone to. */
static void
add_stop (Found *found, guint process, const Stop *stop)
{
  refrain_op_set_add (found->ops, process, stop->op);
  if (stop->other != REFRAIN_NONE)
    refrain_op_set_add (found->ops, stop->other_side, stop->other);
  g_array_append_val (found->stops, *stop);
}

static void
collect_messages (const Work *work, Found *found, GCancellable *cancellable)
{
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (work->trace, work->source));

  for (gsize i = 0; i < ops->n; i++)
    {
      const Stop stop = { ops->time[i], (guint32) i, ops->partner[i], work->destination };

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] == (gint32) work->destination
          && refrain_message_filter_passes (&work->filter, ops, i))
        add_stop (found, work->source, &stop);
    }
}

static void
collect_waits (const Work *work, Found *found, GCancellable *cancellable)
{
  const RefrainWaitColumns *columns = refrain_waits_get_columns (work->waits, work->destination);

  for (gsize i = 0; i < columns->n; i++)
    {
      Stop stop = { .op = (guint32) i };
      RefrainTime end;

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (columns->waiting[i] > 0
          && refrain_waits_get_span (work->waits, work->destination, i, &stop.time, &end)
          && refrain_waits_get_culprit (work->waits, work->destination, i, &stop.other_side,
                                        &stop.other)
          && stop.other_side == work->source)
        add_stop (found, work->destination, &stop);
    }
}

static gpointer
collect_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Work *work = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  Found *found = g_new0 (Found, 1);

  found->ops = refrain_op_set_new (work->trace);
  found->stops = g_array_new (FALSE, FALSE, sizeof (Stop));
  (work->waits != NULL ? collect_waits : collect_messages) (work, found, cancellable);
  /* Threads of a process come one after the other. */
  g_array_sort (found->stops, compare_stops);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    return found;
  found_free (found);
  return NULL;
}

/* ---- Light ----------------------------------------------------------------------------------- */

static void
forget (RefrainPairModel *self)
{
  refrain_job_stop (&self->job);
  g_clear_pointer (&self->stops, g_array_unref);
  self->current = -1;
  self->selected = FALSE;
}

static void
on_collected (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPairModel *self = data;
  Found *found = result;

  if (found == NULL)
    return;
  if (found->stops->len == 0)
    refrain_pair_model_clear (self);
  else
    {
      self->stops = g_array_ref (found->stops);
      refrain_selection_light (self->selection, found->ops, self);
      notify (self, PROP_SELECTED);
    }
  found_free (found);
}

static void
start (RefrainPairModel *self,
       RefrainWaits *waits,
       guint source,
       guint destination,
       const RefrainMessageFilter *filter)
{
  Work *work = g_new0 (Work, 1);

  forget (self);
  work->trace = g_object_ref (self->trace);
  work->waits = waits != NULL ? g_object_ref (waits) : NULL;
  work->filter = filter != NULL ? *filter : REFRAIN_MESSAGE_FILTER_ALL;
  work->source = source;
  work->destination = destination;
  /* What another lit goes out now: whoever comes later stops this. */
  refrain_selection_light (self->selection, NULL, self);
  refrain_selection_set_current (self->selection, NULL);
  self->selected = TRUE;
  self->source = source;
  self->destination = destination;
  self->waits = waits != NULL;
  refrain_task_runner_start_in (self->runner, &self->job, _ ("Lighting up messages"),
                                collect_in_thread, work, work_free, found_free, self, on_collected);
  notify (self, PROP_SELECTED);
}

void
refrain_pair_model_select (RefrainPairModel *self,
                           guint source,
                           guint destination,
                           const RefrainMessageFilter *filter)
{
  g_return_if_fail (REFRAIN_IS_PAIR_MODEL (self));
  g_return_if_fail (source < refrain_trace_get_n_processes (self->trace));
  g_return_if_fail (destination < refrain_trace_get_n_processes (self->trace));

  start (self, NULL, source, destination, filter);
}

void
refrain_pair_model_select_waits (RefrainPairModel *self,
                                 RefrainWaits *waits,
                                 guint culprit,
                                 guint victim)
{
  g_return_if_fail (REFRAIN_IS_PAIR_MODEL (self));
  g_return_if_fail (REFRAIN_IS_WAITS (waits));
  g_return_if_fail (culprit < refrain_trace_get_n_processes (self->trace));
  g_return_if_fail (victim < refrain_trace_get_n_processes (self->trace));

  start (self, waits, culprit, victim, NULL);
}

void
refrain_pair_model_clear (RefrainPairModel *self)
{
  g_return_if_fail (REFRAIN_IS_PAIR_MODEL (self));

  if (!self->selected)
    return;
  forget (self);
  if (refrain_selection_get_source (self->selection) == self)
    refrain_selection_light (self->selection, NULL, NULL);
  notify (self, PROP_SELECTED);
}

/* Somebody lit up something else. */
static void
on_source (RefrainPairModel *self)
{
  if (!self->selected || refrain_selection_get_source (self->selection) == self)
    return;
  forget (self);
  notify (self, PROP_SELECTED);
}

/* ---- What is known --------------------------------------------------------------------------- */

gboolean
refrain_pair_model_get_selected (RefrainPairModel *self, guint *source, guint *destination)
{
  g_return_val_if_fail (REFRAIN_IS_PAIR_MODEL (self), FALSE);

  if (!self->selected)
    return FALSE;
  if (source != NULL)
    *source = self->source;
  if (destination != NULL)
    *destination = self->destination;
  return TRUE;
}

gsize
refrain_pair_model_get_n (RefrainPairModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PAIR_MODEL (self), 0);
  return self->stops != NULL ? self->stops->len : 0;
}

gboolean
refrain_pair_model_is_waits (RefrainPairModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PAIR_MODEL (self), FALSE);
  return self->selected && self->waits;
}

gboolean
refrain_pair_model_get_current (RefrainPairModel *self, gsize *place)
{
  g_return_val_if_fail (REFRAIN_IS_PAIR_MODEL (self), FALSE);

  if (self->current < 0)
    return FALSE;
  if (place != NULL)
    *place = (gsize) self->current;
  return TRUE;
}

static void
set_current (RefrainPairModel *self, gsize place, RefrainPick *pick)
{
  const Stop *stop = &g_array_index (self->stops, Stop, place);
  const guint process = self->waits ? self->destination : self->source;
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (self->trace);

  refrain_op_set_add (ops, process, stop->op);
  if (stop->other != REFRAIN_NONE)
    refrain_op_set_add (ops, stop->other_side, stop->other);
  self->current = (gint64) place;
  refrain_selection_set_current (self->selection, ops);
  *pick = (RefrainPick){ .kind = REFRAIN_PICK_OP, .process = process, .row = stop->op };
  notify (self, PROP_CURRENT);
}

gboolean
refrain_pair_model_step (RefrainPairModel *self, int direction, RefrainTime from, RefrainPick *pick)
{
  gsize n, before;

  g_return_val_if_fail (REFRAIN_IS_PAIR_MODEL (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);
  g_return_val_if_fail (pick != NULL, FALSE);

  n = refrain_pair_model_get_n (self);
  if (n == 0)
    return FALSE;
  before = self->current >= 0
               ? (gsize) self->current + (direction > 0)
               : REFRAIN_LOWER_BOUND (i, 0, n, g_array_index (self->stops, Stop, i).time < from);
  set_current (self, direction > 0 ? before % n : (before + n - 1) % n, pick);
  return TRUE;
}

char *
refrain_pair_model_describe (RefrainPairModel *self)
{
  const gsize n = refrain_pair_model_get_n (self);
  g_autofree char *count = refrain_count_format (n);
  g_autofree char *place = NULL;

  g_return_val_if_fail (REFRAIN_IS_PAIR_MODEL (self), NULL);

  if (n == 0)
    return NULL;
  if (self->current < 0)
    return self->waits
               ? g_strdup_printf (ngettext ("Process %u waits for %u: %s time",
                                            "Process %u waits for %u: %s times", (gulong) n),
                                  self->destination, self->source, count)
               : g_strdup_printf (ngettext ("%u → %u: %s message of the run",
                                            "%u → %u: %s messages of the run", (gulong) n),
                                  self->source, self->destination, count);
  place = refrain_count_format ((guint64) self->current + 1);
  return self->waits ? g_strdup_printf (_ ("Process %u waits for %u: %s of %s times"),
                                        self->destination, self->source, place, count)
                     : g_strdup_printf (_ ("%u → %u: message %s of %s"), self->source,
                                        self->destination, place, count);
}

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_pair_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainPairModel *self = REFRAIN_PAIR_MODEL (object);

  switch (id)
    {
    case PROP_SELECTED:
      g_value_set_boolean (value, self->selected);
      break;
    case PROP_CURRENT:
      g_value_set_int64 (value, self->current);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_pair_model_dispose (GObject *object)
{
  RefrainPairModel *self = REFRAIN_PAIR_MODEL (object);

  forget (self);
  g_clear_object (&self->selection);
  g_clear_object (&self->runner);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (refrain_pair_model_parent_class)->dispose (object);
}

static void
refrain_pair_model_class_init (RefrainPairModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = refrain_pair_model_get_property;
  object_class->dispose = refrain_pair_model_dispose;
  properties[PROP_SELECTED] = g_param_spec_boolean ("selected", NULL, NULL, FALSE, flags);
  properties[PROP_CURRENT] = g_param_spec_int64 ("current", NULL, NULL, -1, G_MAXINT64, -1, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
refrain_pair_model_init (RefrainPairModel *self)
{
  self->current = -1;
}

RefrainPairModel *
refrain_pair_model_new (RefrainTrace *trace, RefrainTaskRunner *runner, RefrainSelection *selection)
{
  RefrainPairModel *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (runner), NULL);
  g_return_val_if_fail (REFRAIN_IS_SELECTION (selection), NULL);

  self = g_object_new (REFRAIN_TYPE_PAIR_MODEL, NULL);
  self->trace = g_object_ref (trace);
  self->runner = g_object_ref (runner);
  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "notify::source", G_CALLBACK (on_source), self,
                           G_CONNECT_SWAPPED);
  return self;
}
