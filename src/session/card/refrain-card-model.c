/* refrain-card-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One job makes the series, one measures it, one, which may have to look for waiting first,
 * explains it, one compares. Each begins with what it needs for itself: the
 * subject may be left meanwhile.
 */
#include "refrain-card-model.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-occurrence-words.h"
#include "refrain-phases-found.h"
#include "refrain-study-job.h"
#include "refrain-time-format.h"

/* What counts as similar. */
#define WINDOW 0.1
/* What comes less often has no strip. */
#define FEWEST 2

struct _RefrainCardModel
{
  GObject parent_instance;

  RefrainSession *session;
  RefrainSubject *subject; /* or NULL */
  gboolean is_asked;       /* its series was asked for */
  RefrainPainter *picture;
  RefrainOccurrences *occurrences;
  RefrainDurations *durations;
  RefrainTraits *traits;
  RefrainStripPainter *strip;
  RefrainTrait colors;
  RefrainComparison *comparison;
  RefrainComparisonPainter *pair;
  guint32 slowest, median; /* of them */
  guint32 usual;           /* what the slowest is compared to: like it, if any is */
  guint32 compared_at;     /* the current one when the comparison began */
  gboolean is_to_compare;  /* once it is measured */
  RefrainJob *measuring, *explaining, *comparing;
};

REFRAIN_DEFINE_NOTIFIER (
    RefrainCardModel, refrain_card_model, dispose, "series", "strip", "place", "comparison")

static RefrainTaskRunner *
get_runner (RefrainCardModel *self)
{
  return refrain_session_get_runner (self->session);
}

/* ---- What explains it ------------------------------------------------------------------------ */

typedef struct
{
  RefrainStudy *study;
  RefrainOccurrences *occurrences;
  RefrainDurations *durations;
} Question;

REFRAIN_DEFINE_FREE (question_free, Question, g_object_unref (x->study);
                     g_object_unref (x->occurrences);
                     g_object_unref (x->durations))

/* When each phase begins. */
static GArray *
list_phases (const RefrainPhasesFound *found)
{
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (RefrainTime));

  for (guint i = 0; found != NULL && found->pieces != NULL && i < found->pieces->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (found->pieces, RefrainPhasePiece, i);
      RefrainTime start, end;

      if (refrain_phases_get_span_of (found->phases, piece->start, piece->end, &start, &end)
          && (starts->len == 0 || start >= g_array_index (starts, RefrainTime, starts->len - 1)))
        g_array_append_val (starts, start);
    }
  return starts;
}

static gpointer
explain_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Question *question = data;
  const RefrainStudyAsk ask = refrain_job_make_ask (job);
  g_autoptr (RefrainWaits) waits
      = refrain_study_find (question->study, REFRAIN_ANALYSIS_WAITS, &ask, NULL);
  g_autoptr (RefrainIterations) iterations
      = refrain_study_find (question->study, REFRAIN_ANALYSIS_ITERATIONS, &ask, NULL);
  g_autoptr (RefrainPhasesFound) found
      = refrain_study_peek (question->study, REFRAIN_ANALYSIS_LISTED_PHASES, NULL);
  g_autoptr (GArray) phases = list_phases (found);
  const RefrainTraitSources sources
      = { waits, iterations, (const RefrainTime *) (gpointer) phases->data, phases->len };

  return refrain_traits_new (question->occurrences, question->durations, &sources, ask.cancellable,
                             error);
}

/* The strip in the colours that are chosen. */
static void
make_strip (RefrainCardModel *self)
{
  guint n_groups = 0;
  const guint8 *groups = self->traits != NULL && self->colors < REFRAIN_N_TRAITS
                             ? refrain_traits_get_groups (self->traits, self->colors, &n_groups)
                             : NULL;

  g_clear_object (&self->strip);
  self->strip = refrain_strip_painter_new (self->occurrences, self->durations, groups, n_groups,
                                           self->colors < REFRAIN_N_TRAITS
                                               && refrain_trait_is_scale (self->colors));
  g_object_notify (G_OBJECT (self), "strip");
}

static void
on_explained (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainCardModel *self = data;

  if (result == NULL)
    return;
  self->traits = result;
  g_object_notify (G_OBJECT (self), "strip");
}

static void
explain (RefrainCardModel *self)
{
  Question *question = g_new0 (Question, 1);

  question->study = g_object_ref (refrain_session_get_study (self->session));
  question->occurrences = g_object_ref (self->occurrences);
  question->durations = g_object_ref (self->durations);
  refrain_task_runner_start_in (get_runner (self), &self->explaining, _ ("Explaining durations"),
                                explain_in_thread, question, question_free, g_object_unref, self,
                                on_explained);
}

/* ---- The series ------------------------------------------------------------------------------ */

/* Of a job, and what comes of it. */
typedef struct
{
  RefrainSubject *subject;
  RefrainSubjectFound *known; /* or NULL */
  RefrainPainter *picture;
  RefrainOccurrences *occurrences;
  RefrainStripPainter *strip;
  RefrainDurations *durations;
  guint32 slowest, median, usual;
} Work;

REFRAIN_DEFINE_FREE (work_free, Work, g_clear_pointer (&x->subject, refrain_subject_unref);
                     g_clear_pointer (&x->known, refrain_subject_found_free);
                     refrain_clear_objects (&x->picture, &x->occurrences, &x->strip, &x->durations))

static Work *
work_new (RefrainCardModel *self)
{
  Work *work = g_new0 (Work, 1);

  work->subject = refrain_subject_ref (self->subject);
  if (self->subject->found != NULL)
    {
      work->known = g_new0 (RefrainSubjectFound, 1);
      refrain_subject_found_share (work->known, self->subject->found);
    }
  return work;
}

static gpointer
collect_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Work *asked = data;
  const RefrainSubjectKind *kind = asked->subject->kind;
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  Work *work = g_new0 (Work, 1);

  work->picture = kind->make_picture != NULL ? kind->make_picture (asked->subject) : NULL;
  work->occurrences = refrain_subject_collect (asked->subject, asked->known, cancellable, NULL);
  if (work->occurrences != NULL && refrain_occurrences_get_n (work->occurrences) >= FEWEST)
    work->strip = refrain_strip_painter_new (work->occurrences, NULL, NULL, 0, FALSE);
  return work;
}

/* Who walks along the occurrences need not look for the stops again. */
static gpointer
measure_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Work *asked = data;
  const RefrainSubject *subject = asked->subject;
  RefrainDurations *durations = refrain_occurrences_measure (
      asked->occurrences, WINDOW, refrain_job_get_cancellable (job), error);
  Work *measured;
  const double *values;
  gsize n;

  if (durations == NULL)
    return NULL;
  measured = g_new0 (Work, 1);
  measured->durations = durations;
  if (asked->known != NULL && subject->kind->collect == NULL && subject->kind->count == NULL)
    {
      measured->known = g_new0 (RefrainSubjectFound, 1);
      refrain_subject_found_share (measured->known, asked->known);
      refrain_subject_make_stops (subject->trace, measured->known);
    }
  values = refrain_durations_get_values (durations, &n);
  for (guint32 i = 1; i < n; i++)
    if (values[i] > values[measured->slowest])
      measured->slowest = i;
  measured->usual
      = refrain_comparison_choose_usual (durations, asked->occurrences, measured->slowest);
  /* Of several the one that is compared. */
  measured->median = measured->usual;
  for (guint32 i = 0; i < n && values[measured->median] != refrain_durations_get_median (durations);
       i++)
    measured->median = i;
  return measured;
}

static void
on_measured (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainCardModel *self = data;
  Work *measured = result;
  RefrainSubjectFound *found = self->subject->found;

  if (measured == NULL)
    return;
  if (measured->known != NULL && found != NULL && found->stops == NULL)
    found->stops = g_steal_pointer (&measured->known->stops);
  self->durations = g_steal_pointer (&measured->durations);
  self->slowest = measured->slowest;
  self->median = measured->median;
  self->usual = measured->usual;
  work_free (measured);
  make_strip (self);
  explain (self);
  g_object_notify (G_OBJECT (self), "series");
  if (self->is_to_compare)
    refrain_card_model_compare (self);
}

/* The strip is there before it is known what of it is unusual. */
static void
on_collected (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainCardModel *self = data;
  Work *work = result;

  if (work == NULL)
    return;
  self->picture = g_steal_pointer (&work->picture);
  if (work->strip != NULL)
    {
      Work *next = work_new (self);

      self->occurrences = g_steal_pointer (&work->occurrences);
      self->strip = g_steal_pointer (&work->strip);
      next->occurrences = g_object_ref (self->occurrences);
      refrain_subject_set_series (self->subject, self->occurrences);
      refrain_task_runner_start_in (get_runner (self), &self->measuring,
                                    _ ("Measuring occurrences"), measure_in_thread, next, work_free,
                                    work_free, self, on_measured);
    }
  work_free (work);
  g_object_notify (G_OBJECT (self), "series");
  g_object_notify (G_OBJECT (self), "strip");
}

static void
collect (RefrainCardModel *self)
{
  self->is_asked = TRUE;
  refrain_task_runner_start_in (get_runner (self), &self->measuring, _ ("Collecting occurrences"),
                                collect_in_thread, work_new (self), work_free, work_free, self,
                                on_collected);
}

static void
forget (RefrainCardModel *self)
{
  refrain_job_stop (&self->measuring);
  refrain_job_stop (&self->explaining);
  refrain_clear_objects (&self->picture, &self->occurrences, &self->durations, &self->traits,
                         &self->strip);
  self->is_asked = FALSE;
}

static void follow (RefrainCardModel *self);

static void
on_subject (RefrainCardModel *self)
{
  RefrainSubject *subject = refrain_subjects_get (refrain_session_get_subjects (self->session));

  if (subject != self->subject
      && !(self->occurrences != NULL && refrain_subject_is_of_series (subject, self->occurrences)))
    {
      forget (self);
      refrain_card_model_stop_comparing (self);
      g_clear_pointer (&self->subject, refrain_subject_unref);
      self->colors = REFRAIN_N_TRAITS;
      if (subject != NULL)
        self->subject = refrain_subject_ref (subject);
      g_object_notify (G_OBJECT (self), "series");
      g_object_notify (G_OBJECT (self), "strip");
    }
  if (self->subject != NULL && !self->is_asked
      && (self->subject->kind->collect != NULL || self->subject->found != NULL))
    collect (self);
  follow (self);
  g_object_notify (G_OBJECT (self), "place");
}

REFRAIN_GETTER (RefrainCardModel, refrain_card_model, RefrainSession *, get_session, self->session)
REFRAIN_GETTER (RefrainCardModel, refrain_card_model, RefrainSubject *, get_subject, self->subject)
REFRAIN_GETTER (RefrainCardModel, refrain_card_model, RefrainPainter *, get_picture, self->picture)
REFRAIN_GETTER (
    RefrainCardModel, refrain_card_model, RefrainOccurrences *, get_occurrences, self->occurrences)
REFRAIN_GETTER (
    RefrainCardModel, refrain_card_model, RefrainDurations *, get_durations, self->durations)
REFRAIN_GETTER (RefrainCardModel, refrain_card_model, RefrainStripPainter *, get_strip, self->strip)
REFRAIN_GETTER (RefrainCardModel, refrain_card_model, RefrainTraits *, get_traits, self->traits)
REFRAIN_GETTER (RefrainCardModel, refrain_card_model, RefrainTrait, get_colors, self->colors)

void
refrain_card_model_set_colors (RefrainCardModel *self, RefrainTrait trait)
{
  g_return_if_fail (REFRAIN_IS_CARD_MODEL (self));
  g_return_if_fail (trait <= REFRAIN_N_TRAITS);

  if (trait == self->colors || self->durations == NULL)
    return;
  self->colors = trait;
  make_strip (self);
}

/* ---- Words ----------------------------------------------------------------------------------- */

char *
refrain_card_model_tell (RefrainCardModel *self)
{
  g_autofree char *brief = NULL, *cause = NULL, *part = NULL;

  g_return_val_if_fail (REFRAIN_IS_CARD_MODEL (self), NULL);

  if (self->durations == NULL)
    return NULL;
  brief = refrain_occurrences_tell_briefly (self->occurrences, self->durations);
  part = refrain_subject_get_part (self->subject, self->occurrences);
  cause = self->traits != NULL ? refrain_traits_tell (self->traits) : NULL;
  return g_strconcat (part != NULL ? part : "", part != NULL ? ": " : "", brief,
                      cause != NULL ? "; " : "", cause != NULL ? cause : "", NULL);
}

/* Whether @i takes as long as the median. */
static gboolean
is_median (RefrainCardModel *self, guint32 i)
{
  gsize n;

  return refrain_durations_get_values (self->durations, &n)[i]
         == refrain_durations_get_median (self->durations);
}

char *
refrain_card_model_name_compare (RefrainCardModel *self)
{
  gboolean with_median;
  guint32 odd;

  g_return_val_if_fail (REFRAIN_IS_CARD_MODEL (self), NULL);

  odd = refrain_card_model_get_odd (self);
  if (odd == REFRAIN_NONE)
    return g_strdup (_ ("_Compare with Median"));
  /* Who walks along a million of them does not wait for a search. */
  with_median = odd == self->slowest
                    ? is_median (self, self->usual)
                    : refrain_comparison_are_alike (self->occurrences, self->median, odd);
  if (odd == self->slowest)
    return g_strdup (with_median ? _ ("_Compare with Median") : _ ("_Compare with Typical"));
  return g_strdup_printf (
      with_median ? _ ("_Compare %u with Median") : _ ("_Compare %u with Typical"), odd + 1);
}

char *
refrain_card_model_describe (RefrainCardModel *self, guint32 i)
{
  RefrainOccurrence at;
  g_autofree char *number = NULL, *duration = NULL, *when = NULL, *value = NULL;
  GString *text;

  g_return_val_if_fail (REFRAIN_IS_CARD_MODEL (self), NULL);

  if (self->occurrences == NULL || i >= refrain_occurrences_get_n (self->occurrences))
    return NULL;
  at = refrain_occurrences_get (self->occurrences, i);
  number = refrain_count_format ((guint64) i + 1);
  duration = refrain_time_format (at.duration, 3);
  when = refrain_time_format (at.start, 5);
  text = g_string_new (NULL);
  /* TRANSLATORS: which occurrence, how long it takes, and when: "Occurrence 5: 2.8 ms at 1.2 s". */
  g_string_append_printf (text, _ ("Occurrence %s: %s at %s"), number, duration, when);
  if (at.process != REFRAIN_NONE)
    g_string_append_printf (text, _ (", process %u"), at.process);
  else
    {
      gsize n, count = 0;
      const RefrainOccurrencePart *parts = refrain_occurrences_get_parts (self->occurrences, i, &n);

      for (gsize k = 0; k < n; k++)
        count += k == 0 || parts[k].process != parts[k - 1].process;
      if (count == 1)
        g_string_append_printf (text, _ (", process %u"), parts[0].process);
      else if (count > 1)
        g_string_append_printf (text, _ (", %zu processes"), count);
    }
  if (self->colors < REFRAIN_N_TRAITS && self->traits != NULL)
    value = refrain_traits_describe (self->traits, self->colors, i);
  if (value != NULL)
    g_string_append_printf (text, "\n%s: %s", _ (refrain_trait_get_label (self->colors)), value);
  return g_string_free (text, FALSE);
}

/* ---- Going to one ---------------------------------------------------------------------------- */

/* What is lit up, where its occurrences are the series. */
static RefrainSubject *
get_walked (RefrainCardModel *self)
{
  RefrainSubject *lit = refrain_subjects_get_lit (refrain_session_get_subjects (self->session));

  return lit != NULL && self->occurrences != NULL
                 && (lit == self->subject || refrain_subject_is_of_series (lit, self->occurrences))
                 && refrain_subject_count (lit) == refrain_occurrences_get_n (self->occurrences)
             ? lit
             : NULL;
}

guint32
refrain_card_model_get_current (RefrainCardModel *self)
{
  const RefrainSubject *walked;
  gsize place;

  g_return_val_if_fail (REFRAIN_IS_CARD_MODEL (self), REFRAIN_NONE);

  walked = get_walked (self);
  return walked != NULL && refrain_subject_get_place (walked, &place) ? (guint32) place
                                                                      : REFRAIN_NONE;
}

void
refrain_card_model_go_to (RefrainCardModel *self, guint32 i)
{
  RefrainSubjects *subjects;
  RefrainSubject *walked;

  g_return_if_fail (REFRAIN_IS_CARD_MODEL (self));

  if (self->occurrences == NULL || i >= refrain_occurrences_get_n (self->occurrences))
    return;
  subjects = refrain_session_get_subjects (self->session);
  walked = get_walked (self);
  if (walked != NULL && walked->kind->go_to != NULL)
    {
      walked->kind->go_to (walked, i);
      return;
    }
  if (walked == NULL)
    refrain_subjects_take (subjects, refrain_subject_new_for_series (self->occurrences, self));
  refrain_subjects_set_place (subjects, i);
  refrain_session_go_to_place (self->session);
}

guint32
refrain_card_model_get_slowest (RefrainCardModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_CARD_MODEL (self), REFRAIN_NONE);
  return self->durations != NULL ? self->slowest : REFRAIN_NONE;
}

guint32
refrain_card_model_get_median (RefrainCardModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_CARD_MODEL (self), REFRAIN_NONE);
  return self->durations != NULL ? self->median : REFRAIN_NONE;
}

guint32
refrain_card_model_get_usual (RefrainCardModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_CARD_MODEL (self), REFRAIN_NONE);
  return self->durations != NULL ? self->usual : REFRAIN_NONE;
}

guint32
refrain_card_model_get_odd (RefrainCardModel *self)
{
  const guint32 slowest = refrain_card_model_get_slowest (self);
  const guint32 current
      = slowest != REFRAIN_NONE ? refrain_card_model_get_current (self) : REFRAIN_NONE;

  return current == REFRAIN_NONE || current == self->usual || current == self->median ? slowest
                                                                                      : current;
}

/* ---- Two of them ----------------------------------------------------------------------------- */

typedef struct
{
  RefrainOccurrences *occurrences;
  RefrainStudy *study;
  guint32 a, b;
} Pair;

REFRAIN_DEFINE_FREE (pair_free, Pair, g_object_unref (x->occurrences); g_object_unref (x->study))

static gpointer
compare_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Pair *pair = data;
  const RefrainStudyAsk ask = refrain_job_make_ask (job);
  g_autoptr (RefrainWaits) waits
      = refrain_study_find (pair->study, REFRAIN_ANALYSIS_WAITS, &ask, error);

  return waits != NULL ? refrain_comparison_new (pair->occurrences, pair->a, pair->b, waits,
                                                 ask.cancellable, error)
                       : NULL;
}

static void
on_compared (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainCardModel *self = data;

  if (result == NULL)
    return;
  refrain_clear_objects (&self->comparison, &self->pair);
  self->comparison = result;
  self->pair = refrain_comparison_painter_new (self->comparison);
  g_object_notify (G_OBJECT (self), "comparison");
}

static void
compare_one (RefrainCardModel *self, guint32 one)
{
  Pair *pair = g_new0 (Pair, 1);

  pair->occurrences = g_object_ref (self->occurrences);
  pair->study = g_object_ref (refrain_session_get_study (self->session));
  pair->a = one;
  pair->b = one == self->slowest
                ? self->usual
                : refrain_comparison_choose_usual (self->durations, self->occurrences, one);
  self->compared_at = refrain_card_model_get_current (self);
  refrain_task_runner_start_in (get_runner (self), &self->comparing, _ ("Comparing"),
                                compare_in_thread, pair, pair_free, g_object_unref, self,
                                on_compared);
}

void
refrain_card_model_compare (RefrainCardModel *self)
{
  g_return_if_fail (REFRAIN_IS_CARD_MODEL (self));

  self->is_to_compare = self->durations == NULL && self->subject != NULL;
  if (self->durations != NULL)
    compare_one (self, refrain_card_model_get_odd (self));
}

/* Whoever walks on while two are compared sees each beside a usual one. */
static void
follow (RefrainCardModel *self)
{
  const guint32 current = refrain_card_model_get_current (self);

  if (self->comparison != NULL && self->durations != NULL && current != REFRAIN_NONE
      && current != self->compared_at)
    compare_one (self, current);
}

void
refrain_card_model_stop_comparing (RefrainCardModel *self)
{
  g_return_if_fail (REFRAIN_IS_CARD_MODEL (self));

  self->is_to_compare = FALSE;
  refrain_job_stop (&self->comparing);
  if (self->comparison == NULL)
    return;
  refrain_clear_objects (&self->comparison, &self->pair);
  g_object_notify (G_OBJECT (self), "comparison");
}

REFRAIN_GETTER (
    RefrainCardModel, refrain_card_model, RefrainComparison *, get_comparison, self->comparison)
REFRAIN_GETTER (
    RefrainCardModel, refrain_card_model, RefrainComparisonPainter *, get_pair, self->pair)

char *
refrain_card_model_explain_pair (RefrainCardModel *self)
{
  g_autofree char *one = NULL, *other = NULL;
  gboolean slowest;
  guint32 a, b;

  g_return_val_if_fail (REFRAIN_IS_CARD_MODEL (self), NULL);

  if (self->comparison == NULL || self->durations == NULL)
    return NULL;
  a = refrain_comparison_get_occurrence (self->comparison, REFRAIN_COMPARED_A);
  b = refrain_comparison_get_occurrence (self->comparison, REFRAIN_COMPARED_B);
  one = refrain_occurrences_describe_number (self->occurrences, a);
  other = refrain_occurrences_describe_number (self->occurrences, b);
  slowest = a == refrain_card_model_get_slowest (self);
  if (is_median (self, b))
    return g_strdup_printf (slowest ? _ ("The longest is %s; %s takes the median time.")
                                    : _ ("Selected: %s; %s takes the median time."),
                            one, other);
  return g_strdup_printf (slowest ? _ ("The longest is %s; %s is nearest to the median of those "
                                       "with the same operations and processes.")
                                  : _ ("Selected: %s; %s is nearest to the median of those with "
                                       "the same operations and processes."),
                          one, other);
}

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_card_model_dispose (RefrainCardModel *self)
{
  forget (self);
  refrain_job_stop (&self->comparing);
  refrain_clear_objects (&self->comparison, &self->pair);
  g_clear_pointer (&self->subject, refrain_subject_unref);
  g_clear_object (&self->session);
}

static void
refrain_card_model_init (RefrainCardModel *self)
{
  self->colors = REFRAIN_N_TRAITS;
}

RefrainCardModel *
refrain_card_model_new (RefrainSession *session)
{
  RefrainCardModel *self;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_CARD_MODEL, NULL);
  self->session = g_object_ref (session);
  refrain_connect (refrain_session_get_subjects (session), "notify::subject", on_subject, self);
  on_subject (self);
  return self;
}
