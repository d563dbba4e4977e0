/* refrain-duration-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two kinds of jobs: finding what repeats, and measuring one of it. Each stops the one of its kind
 * before.
 */
#include "refrain-duration-model.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-study-job.h"
#include "refrain-time-format.h"

/* Beside an occurrence that was gone to, as a share of its time. */
#define MARGIN 0.25

struct _RefrainDurationModel
{
  GObject parent_instance;

  RefrainSession *session;
  RefrainRecurrences *recurrences; /* or NULL */
  char *problem;
  guint32 selected;
  double window;
  RefrainOccurrences *occurrences; /* of what was measured last, or NULL */
  RefrainDurations *durations;     /* likewise */
  RefrainDurationPainter *painter; /* likewise */
  RefrainJob *finding, *measuring;
};

REFRAIN_DEFINE_NOTIFIER (RefrainDurationModel,
                         refrain_duration_model,
                         dispose,
                         "running",
                         "recurrences",
                         "series",
                         "range")

/* ---- Finding what repeats -------------------------------------------------------------------- */

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainDurationModel *self = data;
  gsize n = 0;

  if (result != NULL && result == self->recurrences)
    {
      g_object_unref (result);
      g_object_notify (G_OBJECT (self), "running");
      return;
    }
  g_clear_object (&self->recurrences);
  if (result != NULL)
    self->recurrences = result;
  else
    self->problem
        = refrain_job_describe_error (error, _ ("The search for repetitions was cancelled."));
  if (self->recurrences != NULL)
    refrain_recurrences_list (self->recurrences, &n);
  g_object_notify (G_OBJECT (self), "running");
  g_object_notify (G_OBJECT (self), "recurrences");
  if (n > 0)
    refrain_duration_model_select (self, 0);
}

static void
find (RefrainDurationModel *self)
{
  g_clear_pointer (&self->problem, g_free);
  refrain_study_job_start (refrain_session_get_runner (self->session), &self->finding,
                           _ ("Measuring repetitions"), refrain_session_get_study (self->session),
                           REFRAIN_ANALYSIS_RECURRENCES, NULL, self, on_found);
  g_object_notify (G_OBJECT (self), "running");
}

void
refrain_duration_model_start (RefrainDurationModel *self)
{
  g_return_if_fail (REFRAIN_IS_DURATION_MODEL (self));

  if (self->finding != NULL || self->recurrences != NULL)
    return;
  refrain_phase_model_publish (refrain_session_get_phases (self->session));
  find (self);
}

/* What has a number may be something else now. */
static void
on_options (RefrainDurationModel *self)
{
  if (self->finding != NULL || self->recurrences != NULL)
    find (self);
}

REFRAIN_GETTER (
    RefrainDurationModel, refrain_duration_model, gboolean, is_running, self->finding != NULL)
REFRAIN_GETTER (
    RefrainDurationModel, refrain_duration_model, const char *, get_problem, self->problem)
REFRAIN_GETTER (RefrainDurationModel,
                refrain_duration_model,
                RefrainRecurrences *,
                get_recurrences,
                self->recurrences)

/* ---- The light ------------------------------------------------------------------------------- */

typedef struct
{
  RefrainOccurrences *occurrences;
  RefrainDurations *durations;
  double from, to; /* none where from > to */
} Range;

REFRAIN_DEFINE_FREE (range_free, Range, g_object_unref (x->occurrences);
                     g_object_unref (x->durations))

static char *
range_get_words (const RefrainSubject *subject)
{
  const Range *range = subject->data;
  g_autofree char *from = refrain_time_format ((RefrainTime) range->from, 3);
  /* The last bar has no end of its own. */
  g_autofree char *to = refrain_time_format (
      (RefrainTime) MIN (range->to, refrain_durations_get_maximum (range->durations)), 3);

  /* TRANSLATORS: what repeats, and how long those of it take that are selected. */
  return g_strdup_printf (_ ("%s, %s to %s"), refrain_occurrences_get_name (range->occurrences),
                          from, to);
}

static gboolean
range_find (const RefrainSubject *subject,
            RefrainSubjectFound *found,
            GCancellable *cancellable,
            GError **error)
{
  const Range *range = subject->data;
  GArray *inside = g_array_new (FALSE, FALSE, sizeof (guint32));
  gsize n;
  const double *values = refrain_durations_get_values (range->durations, &n);

  found->more = inside;
  found->free_more = (GDestroyNotify) g_array_unref;
  found->ops = refrain_op_set_new (refrain_occurrences_get_trace (range->occurrences));
  for (guint32 i = 0; i < n; i++)
    {
      if (i % 4096 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (values[i] < range->from || values[i] > range->to)
        continue;
      refrain_occurrences_add_ops (range->occurrences, i, found->ops);
      g_array_append_val (inside, i);
    }
  return TRUE;
}

static char *
one_get_words (const RefrainSubject *subject)
{
  const Range *range = subject->data;

  return g_strdup (refrain_occurrences_get_name (range->occurrences));
}

/* Those in the range, or all. */
static gsize
subject_count (const RefrainSubject *subject)
{
  const RefrainSubjectFound *found = subject->found;
  const GArray *inside = found != NULL ? found->more : NULL;
  const Range *range = subject->data;

  if (found == NULL)
    return 0;
  return inside != NULL ? inside->len : refrain_occurrences_get_n (range->occurrences);
}

static guint32
get_index (const RefrainSubject *subject, gsize i)
{
  const GArray *inside = subject->found->more;

  return inside != NULL ? g_array_index (inside, guint32, i) : (guint32) i;
}

static gboolean
subject_get_span (const RefrainSubject *subject, gsize i, RefrainTime *start, RefrainTime *end)
{
  const Range *range = subject->data;
  const RefrainOccurrence at = refrain_occurrences_get (range->occurrences, get_index (subject, i));

  *start = at.start;
  *end = at.end;
  return TRUE;
}

static RefrainOpSet *
subject_make_ops (const RefrainSubject *subject, gsize i)
{
  const Range *range = subject->data;
  const guint32 index = get_index (subject, i);

  return refrain_occurrences_make_op_set (range->occurrences, &index, 1);
}

static RefrainOccurrences *
subject_collect (const RefrainSubject *subject, GCancellable *cancellable, GError **error)
{
  return g_object_ref (((const Range *) subject->data)->occurrences);
}

static void
one_go_to (const RefrainSubject *subject, gsize i)
{
  if (subject->owner != NULL)
    refrain_duration_model_go_to (subject->owner, (guint32) i);
}

#define KIND                                                                                       \
  .step = N_ ("select durations"), .one = N_ ("occurrence"), .many = N_ ("occurrences"),           \
  .selected = "range", .count = subject_count, .get_span = subject_get_span,                       \
  .make_ops = subject_make_ops, .collect = subject_collect, .free_data = range_free

static const RefrainSubjectKind range_kind = {
  KIND,
  .name = "durations",
  .job = N_ ("Highlighting occurrences"),
  .get_words = range_get_words,
  .find = range_find,
};
static const RefrainSubjectKind one_kind = {
  KIND,
  .name = "duration",
  .flags = REFRAIN_SUBJECT_SINGLE,
  .get_words = one_get_words,
  .find = NULL, /* only the occurrence that was gone to is lit up */
  .go_to = one_go_to,
};

static RefrainSubject *
make_subject (RefrainDurationModel *self, const RefrainSubjectKind *kind, double from, double to)
{
  Range *range = g_new0 (Range, 1);

  range->occurrences = g_object_ref (self->occurrences);
  range->durations = g_object_ref (self->durations);
  range->from = from;
  range->to = to;
  return refrain_subject_new (kind, self, range);
}

static RefrainSubjects *
get_subjects (RefrainDurationModel *self)
{
  return refrain_session_get_subjects (self->session);
}

void
refrain_duration_model_select_range (RefrainDurationModel *self, double from, double to)
{
  g_return_if_fail (REFRAIN_IS_DURATION_MODEL (self));

  if (self->durations == NULL || !(from <= to))
    refrain_subjects_put_out (get_subjects (self), self);
  else
    refrain_subjects_take (get_subjects (self), make_subject (self, &range_kind, from, to));
}

gboolean
refrain_duration_model_get_range (RefrainDurationModel *self, double *from, double *to)
{
  const Range *range;

  g_return_val_if_fail (REFRAIN_IS_DURATION_MODEL (self), FALSE);
  g_return_val_if_fail (from != NULL && to != NULL, FALSE);

  range = refrain_subjects_get_data (get_subjects (self), &range_kind, self);
  *from = range != NULL ? range->from : 1;
  *to = range != NULL ? range->to : 0;
  return range != NULL;
}

gsize
refrain_duration_model_count_range (RefrainDurationModel *self)
{
  gsize n = 0, count = 0;
  const double *values = NULL;
  double from, to;

  g_return_val_if_fail (REFRAIN_IS_DURATION_MODEL (self), 0);

  if (refrain_duration_model_get_range (self, &from, &to) && self->durations != NULL)
    values = refrain_durations_get_values (self->durations, &n);
  for (gsize i = 0; i < n; i++)
    count += values[i] >= from && values[i] <= to;
  return count;
}

/* Makes the series the subject, unless one of it is. */
static void
take_series (RefrainDurationModel *self)
{
  const Range *range = refrain_subjects_get_data (get_subjects (self), &one_kind, self);

  if (range == NULL || range->occurrences != self->occurrences)
    refrain_subjects_take (get_subjects (self), make_subject (self, &one_kind, 1, 0));
}

void
refrain_duration_model_take (RefrainDurationModel *self)
{
  double from, to;

  g_return_if_fail (REFRAIN_IS_DURATION_MODEL (self));

  if (self->durations != NULL && !refrain_duration_model_get_range (self, &from, &to))
    take_series (self);
}

void
refrain_duration_model_go_to (RefrainDurationModel *self, guint32 i)
{
  RefrainOccurrence at;
  RefrainTime margin;

  g_return_if_fail (REFRAIN_IS_DURATION_MODEL (self));

  if (self->occurrences == NULL || i >= refrain_occurrences_get_n (self->occurrences))
    {
      refrain_subjects_put_out (get_subjects (self), self);
      return;
    }
  take_series (self);
  refrain_subjects_set_place (get_subjects (self), i);
  at = refrain_occurrences_get (self->occurrences, i);
  refrain_selection_set_range (refrain_session_get_selection (self->session), at.start, at.end);
  margin = (RefrainTime) MAX (MARGIN * ((double) at.end - (double) at.start), 1);
  refrain_session_show_times (self->session, at.start - margin, at.end + margin);
  g_object_notify (G_OBJECT (self), "range");
}

guint32
refrain_duration_model_get_current (RefrainDurationModel *self)
{
  gsize place;

  g_return_val_if_fail (REFRAIN_IS_DURATION_MODEL (self), REFRAIN_NONE);

  return refrain_subjects_get_data (get_subjects (self), &one_kind, self) != NULL
                 && refrain_subjects_get_place (get_subjects (self), &place)
             ? (guint32) place
             : REFRAIN_NONE;
}

/* ---- What is selected, measured -------------------------------------------------------------- */

typedef struct
{
  RefrainRecurrences *recurrences;
  guint32 item;
  double window;
  RefrainOccurrences *occurrences; /* where these are known */
  RefrainDurations *durations;     /* the result, with the painter */
  RefrainDurationPainter *painter;
} Measurement;

REFRAIN_DEFINE_FREE (
    measurement_free,
    Measurement,
    refrain_clear_objects (&x->recurrences, &x->occurrences, &x->durations, &x->painter))

static gpointer
measure_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Measurement *what = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  g_autoptr (RefrainOccurrences) occurrences = NULL;
  Measurement *result;
  gsize n;
  const RefrainRecurrence *items = refrain_recurrences_list (what->recurrences, &n);

  if (what->occurrences != NULL)
    occurrences = g_object_ref (what->occurrences);
  else
    occurrences = refrain_recurrence_sources_collect (
        refrain_recurrences_get_sources (what->recurrences), items[what->item].kind,
        items[what->item].id, cancellable, error);
  if (occurrences == NULL)
    return NULL;
  result = g_new0 (Measurement, 1);
  result->occurrences = g_steal_pointer (&occurrences);
  result->durations
      = refrain_occurrences_measure (result->occurrences, what->window, cancellable, error);
  if (result->durations != NULL)
    result->painter = refrain_duration_painter_new (result->occurrences, result->durations);
  else
    g_clear_pointer (&result, measurement_free);
  return result;
}

static void
on_measured (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainDurationModel *self = data;
  Measurement *measured = result;

  if (measured == NULL)
    return;
  g_set_object (&self->occurrences, measured->occurrences);
  g_set_object (&self->durations, measured->durations);
  g_set_object (&self->painter, measured->painter);
  g_object_notify (G_OBJECT (self), "series");
  measurement_free (measured);
}

/* Measures what is selected; @anew: it is something else than before. */
static void
measure (RefrainDurationModel *self, gboolean anew)
{
  Measurement *what;

  refrain_job_stop (&self->measuring);
  if (self->selected == REFRAIN_NONE)
    return;
  what = g_new0 (Measurement, 1);
  what->recurrences = g_object_ref (self->recurrences);
  what->item = self->selected;
  what->window = self->window;
  what->occurrences = anew || self->occurrences == NULL ? NULL : g_object_ref (self->occurrences);
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->measuring,
                                _ ("Measuring durations"), measure_in_thread, what,
                                measurement_free, measurement_free, self, on_measured);
}

void
refrain_duration_model_select (RefrainDurationModel *self, guint32 item)
{
  gsize n = 0;

  g_return_if_fail (REFRAIN_IS_DURATION_MODEL (self));

  if (self->recurrences != NULL)
    refrain_recurrences_list (self->recurrences, &n);
  if (item >= n)
    item = REFRAIN_NONE;
  if (item == self->selected)
    return;
  refrain_subjects_put_out (get_subjects (self), self);
  self->selected = item;
  refrain_clear_objects (&self->occurrences, &self->durations, &self->painter);
  g_object_notify (G_OBJECT (self), "series");
  measure (self, TRUE);
}

guint32
refrain_duration_model_get_selected (RefrainDurationModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_DURATION_MODEL (self), REFRAIN_NONE);
  return self->selected;
}

void
refrain_duration_model_set_window (RefrainDurationModel *self, double window)
{
  g_return_if_fail (REFRAIN_IS_DURATION_MODEL (self));
  g_return_if_fail (window > 0 && window < 1);

  if (window == self->window)
    return;
  self->window = window;
  measure (self, FALSE);
}

REFRAIN_GETTER (RefrainDurationModel,
                refrain_duration_model,
                RefrainOccurrences *,
                get_occurrences,
                self->durations != NULL ? self->occurrences : NULL)
REFRAIN_GETTER (RefrainDurationModel,
                refrain_duration_model,
                RefrainDurations *,
                get_durations,
                self->durations)
REFRAIN_GETTER (RefrainDurationModel,
                refrain_duration_model,
                RefrainDurationPainter *,
                get_painter,
                self->painter)

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_duration_model_dispose (RefrainDurationModel *self)
{
  refrain_job_stop (&self->finding);
  refrain_job_stop (&self->measuring);
  refrain_clear_objects (&self->recurrences, &self->occurrences, &self->durations, &self->painter,
                         &self->session);
  g_clear_pointer (&self->problem, g_free);
}

static void
refrain_duration_model_init (RefrainDurationModel *self)
{
  self->selected = REFRAIN_NONE;
  self->window = 0.1;
}

RefrainDurationModel *
refrain_duration_model_new (RefrainSession *session)
{
  RefrainDurationModel *self;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_DURATION_MODEL, NULL);
  self->session = g_object_ref (session);
  refrain_connect (refrain_session_get_study (session), "notify::options", on_options, self);
  return self;
}
