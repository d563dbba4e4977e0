/* refrain-brief.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each sentence is a function that may have nothing to say.
 */
#include "refrain-brief.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-occurrence-words.h"
#include "refrain-run-words.h"
#include "refrain-time-format.h"

/* So many times the median is slower than the others. */
#define SLOWER 1.1
/* Of fewer none is said to be the slowest. */
#define FEWEST 3

struct _RefrainBrief
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainIterations *iterations;
  RefrainProfile **profile; /* in an atomic box */
  char *work;               /* who works for whom on demand, or NULL */
  GArray *sentences;        /* of RefrainBriefSentence */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainBrief, refrain_brief)

REFRAIN_DEFINE_CLEAR (clear_sentence, RefrainBriefSentence, g_free (x->sentence))

static void
free_profile (gpointer box)
{
  refrain_profile_free (*(RefrainProfile **) box);
}

static void
refrain_brief_finalize (RefrainBrief *self)
{
  g_array_unref (self->sentences);
  g_clear_object (&self->iterations);
  if (self->profile != NULL)
    g_atomic_rc_box_release_full (self->profile, free_profile);
  g_free (self->work);
  g_clear_object (&self->trace);
}

static void
refrain_brief_init (RefrainBrief *self)
{
  self->sentences = g_array_new (FALSE, FALSE, sizeof (RefrainBriefSentence));
  g_array_set_clear_func (self->sentences, clear_sentence);
}

/* A sentence of @kind, which it takes, that leads nowhere yet. */
static RefrainBriefSentence
say (RefrainBriefKind kind, char *sentence)
{
  return (RefrainBriefSentence){ .kind = kind,
                                 .sentence = sentence,
                                 .iteration = REFRAIN_NONE,
                                 .start = 0,
                                 .end = -1,
                                 .process = REFRAIN_NONE,
                                 .routine = REFRAIN_NONE };
}

/* ---- Iterations: what a usual one consists of, as composite patterns in the order in which they
 * begin, and whether one of them stands out ---- */

typedef struct
{
  RefrainDurations *durations;
  RefrainTime median, least, most;
  guint32 usual;   /* the first that takes as long as the median */
  guint32 slowest; /* the first that takes longest */
} Times;

REFRAIN_DEFINE_AUTO (clear_times, Times, g_clear_object (&x->durations))

static void
measure (RefrainIterations *iterations, Times *all)
{
  const RefrainDurationOptions options = REFRAIN_DURATION_OPTIONS_DEFAULT;
  const guint32 n = refrain_iterations_get_n (iterations);
  g_autofree double *times = g_new (double, n);

  for (guint32 i = 0; i < n; i++)
    times[i] = (double) refrain_iterations_get_time (iterations, i);
  *all = (Times){ .durations = refrain_durations_new (times, n, &options, NULL, NULL) };
  all->median = (RefrainTime) refrain_durations_get_median (all->durations);
  all->least = (RefrainTime) refrain_durations_get_minimum (all->durations);
  all->most = (RefrainTime) refrain_durations_get_maximum (all->durations);
  while ((RefrainTime) times[all->usual] != all->median)
    all->usual++;
  while ((RefrainTime) times[all->slowest] != all->most)
    all->slowest++;
}

/* Which one it is: "The first iteration", "Iteration 17 of 249". */
static char *
name_iteration (guint32 i, guint32 n)
{
  if (i == 0)
    return g_strdup_printf (_ ("The first of %u iterations"), n);
  if (i + 1 == n)
    return g_strdup_printf (_ ("The last of %u iterations"), n);
  return g_strdup_printf (_ ("Iteration %u of %u"), i + 1, n);
}

/* Where the slowest is much slower than the median: that is usual, or which one it is; and what
 * becomes of them in the run. */
static char *
describe_slowest (const Times *times, guint32 n, const char *most)
{
  g_autofree char *name = name_iteration (times->slowest, n);
  g_autofree char *factor = refrain_factor_format ((double) times->most / (double) times->median);
  g_autofree char *several = refrain_durations_is_usual (times->durations, times->slowest)
                                 ? refrain_durations_tell_several (times->durations)
                                 : NULL;
  g_autofree char *trend = refrain_recurs_tell_trend (REFRAIN_RECURS_LOOP, times->durations);
  g_autofree char *more = trend != NULL ? g_strconcat ("; ", trend, NULL) : g_strdup ("");

  if (several != NULL)
    /* Translators: "9.3 ms (49 % of them) or 11.4 ms (50 % of them)", "; similar every 2". */
    return g_strdup_printf (_ ("Iterations take %s%s."), several, more);
  /* Translators: "The first of 8 iterations", a time, a number, and "; similar every 2". */
  return g_strdup_printf (_ ("%s is the slowest: %s, %s times the median%s."), name, most, factor,
                          more);
}

static char *
describe_times (const Times *times, guint32 n)
{
  g_autofree char *most = refrain_time_format (times->most, 3);
  g_autofree char *least = refrain_time_format (times->least, 3);
  g_autofree char *name = name_iteration (times->slowest, n);
  const double ratio = times->median > 0 ? (double) times->most / (double) times->median : 0;

  if (times->most <= 0)
    return NULL;
  if (g_str_equal (least, most))
    /* Translators: a time. */
    return g_strdup_printf (_ ("All iterations take equally long: %s."), most);
  if (ratio > 0 && ratio < SLOWER && (double) times->least * SLOWER < (double) times->median)
    /* Translators: two times. */
    return g_strdup_printf (_ ("No iteration is much slower than most: %s to %s."), least, most);
  if (ratio > 0 && ratio < SLOWER)
    /* Translators: two times. */
    return g_strdup_printf (_ ("All iterations take about as long: %s to %s."), least, most);
  /* Translators: "The first of 8 iterations", and a time. */
  return ratio > 0 ? describe_slowest (times, n, most)
                   : g_strdup_printf (_ ("%s is the slowest: %s."), name, most);
}

static void
lead_to (RefrainBriefSentence *sentence, RefrainIterations *iterations, guint32 i)
{
  RefrainTime start, end;

  if (!refrain_iterations_get_run_span (iterations, i, &start, &end))
    return;
  sentence->iteration = i;
  sentence->start = start;
  sentence->end = end;
}

/* Appends how long the slowest of @iterations takes beside the others. */
static void
add_slowest (GArray *sentences, RefrainIterations *iterations, const Times *times)
{
  char *text = describe_times (times, refrain_iterations_get_n (iterations));
  RefrainBriefSentence sentence;

  if (text == NULL)
    return;
  sentence = say (REFRAIN_BRIEF_SLOWEST, text);
  lead_to (&sentence, iterations, times->slowest);
  g_array_append_val (sentences, sentence);
}

/* Appends what there is to say of @iterations to @sentences (of RefrainBriefSentence). @composites
 * may be NULL. FALSE when cancelled. O(operations · log iterations). */
static gboolean
add_iterations (GArray *sentences,
                RefrainTrace *trace,
                RefrainIterations *iterations,
                RefrainComposites *composites,
                RefrainMainLoop *loop,
                GCancellable *cancellable)
{
  const guint32 n = refrain_iterations_get_n (iterations);
  const guint32 n_outer = refrain_iterations_get_n_outer (iterations);
  g_auto (Times) times = { 0 };
  g_autoptr (RefrainOpSet) usual = refrain_op_set_new (trace);
  g_autofree char *time = NULL, *content = NULL, *apart = NULL, *around = NULL;
  gboolean named;
  char *text;
  RefrainBriefSentence sentence;

  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  measure (iterations, &times);
  time = refrain_time_format (times.median, 3);
  if (loop != NULL)
    content = g_strdup (refrain_main_loop_get_content (loop));
  else if (composites != NULL)
    {
      refrain_iterations_add_ops (iterations, times.usual, usual);
      content = refrain_main_loop_describe_ops (composites, usual, &named, NULL, NULL);
    }
  if (content != NULL && n_outer > 0)
    /* Translators: how many of both, how long an inner one takes, and the patterns in one. */
    text = g_strdup_printf (_ ("%u inner iterations in %u of the main loop, median %s: %s."), n,
                            n_outer, time, content);
  else if (content != NULL)
    /* Translators: how many, how long one takes, and the patterns in one. */
    text = g_strdup_printf (ngettext ("Main loop of %u iteration, %s: %s.",
                                      "Main loop of %u iterations, median %s: %s.", n),
                            n, time, content);
  else
    text = g_strdup_printf (
        ngettext ("Main loop of %u iteration, %s.", "Main loop of %u iterations, median %s.", n), n,
        time);
  apart = refrain_iterations_describe_apart (iterations);
  around = refrain_iterations_describe_around (iterations, trace);
  for (guint i = 0; i < 2; i++)
    if ((i == 0 ? around : apart) != NULL)
      {
        char *both = g_strdup_printf ("%s %s", text, i == 0 ? around : apart);

        g_free (text);
        text = both;
      }
  sentence = say (REFRAIN_BRIEF_ITERATIONS, text);
  lead_to (&sentence, iterations, times.usual);
  g_array_append_val (sentences, sentence);
  add_slowest (sentences, iterations, &times);
  return TRUE;
}

/* ---- Time ------------------------------------------------------------------------------------ */

static void
add_time (RefrainBrief *self, RefrainTrace *trace, const RefrainProfile *profile)
{
  const RefrainBriefSentence sentence
      = say (REFRAIN_BRIEF_TIME, refrain_profile_describe_time (profile, trace));

  g_array_append_val (self->sentences, sentence);
}

static void
add_load (RefrainBrief *self, const RefrainProfile *profile)
{
  RefrainBriefSentence sentence;
  RefrainLoad load;

  if (!refrain_profile_get_load (profile, &load))
    return;
  sentence = say (REFRAIN_BRIEF_LOAD, refrain_load_describe (&load));
  if (refrain_load_is_uneven (&load))
    sentence.process = load.most;
  g_array_append_val (self->sentences, sentence);
}

/* What the program waits for on an accelerator. */
static void
add_device (RefrainBrief *self, RefrainTrace *trace)
{
  char *text = refrain_trace_describe_device (trace);

  if (text != NULL)
    {
      const RefrainBriefSentence sentence = say (REFRAIN_BRIEF_NOTHING, text);

      g_array_append_val (self->sentences, sentence);
    }
}

/* The routine of the program in which most time is, not counting what it calls. */
static void
add_routine (RefrainBrief *self, RefrainTrace *trace, const RefrainProfile *profile)
{
  g_autofree char *time = NULL;
  RefrainRoutine *best = NULL;
  double all = 0;
  guint32 index = 0;
  RefrainBriefSentence sentence;

  for (guint32 i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);
      const RefrainTime own = refrain_routine_get_time (routine);

      if (refrain_routine_get_kind (routine) != REFRAIN_ROUTINE_USER || own <= 0)
        continue;
      all += (double) own;
      if (best == NULL || own > refrain_routine_get_time (best))
        {
          best = routine;
          index = i;
        }
    }
  if (best == NULL)
    return;
  time = refrain_time_format (refrain_routine_get_time (best), 3);
  sentence = say (
      REFRAIN_BRIEF_ROUTINE,
      g_strdup_printf (
          profile->calls_mpi
              /* Translators: a routine, a time, and how much that is of all routines' time. */
              ? _ ("Most time outside MPI is in %s: %s over all processes, %.3g %% of that time.")
              : _ ("Most time is in %s: %s over all processes, %.3g %% of the time."),
          refrain_routine_get_label (best), time,
          100 * (double) refrain_routine_get_time (best) / all));
  sentence.routine = index;
  g_array_append_val (self->sentences, sentence);
}

/* ---- What comes again ------------------------------------------------------------------------ */

static void
add_nothing (RefrainBrief *self, const char *why)
{
  const RefrainBriefSentence sentence = say (REFRAIN_BRIEF_NOTHING, g_strdup (why));

  g_array_append_val (self->sentences, sentence);
}

/* "master/worker: master 0, 7 workers, 120 tasks, 15 to 20 each", of all masters. Free with
 * g_free(). NULL where there is none. */
static char *
describe_work (RefrainTrace *trace)
{
  g_autoptr (RefrainMasters) masters = refrain_masters_new_trace (trace);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint m = 0; m < masters->masters->len; m++)
    {
      g_autofree char *one = refrain_masters_describe (masters, m);

      g_string_append_printf (text, "%s%s", m > 0 ? "; " : "", one);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
add_work (RefrainBrief *self)
{
  /* Translators: "master/worker: master 0, 7 workers". */
  const RefrainBriefSentence sentence
      = say (REFRAIN_BRIEF_WORK,
             g_strdup_printf (_ ("Work is distributed on demand, so the run has no iterations "
                                 "common to all processes; %s."),
                              self->work));

  g_array_append_val (self->sentences, sentence);
}

/* Why nothing is said of iterations, or NULL. @loops: the loops of a run of several, or NULL. */
static const char *
explain_nothing (RefrainBrief *self, const char *loops)
{
  if (!refrain_trace_has_operations (self->trace))
    return _ ("No messages and no collective operations are recorded, so there are no iterations, "
              "patterns, phases or waits.");
  if (refrain_iterations_get_n (self->iterations) == 0 && loops == NULL)
    return _ ("No main loop found: no loop of three or more iterations covers half of the "
              "communication.");
  return NULL;
}

/* The loop of a program whose partners change, or that another is in. */
static void
add_main_loop (RefrainBrief *self, RefrainMainLoop *loop)
{
  RefrainIterations *iterations = refrain_main_loop_get_iterations (loop);
  g_autofree char *text = refrain_main_loop_describe (loop);
  RefrainBriefSentence sentence = say (
      REFRAIN_BRIEF_ITERATIONS,
      g_strdup_printf (refrain_main_loop_has_groups (loop) ? "%s." : _ ("Main loop: %s."), text));
  g_auto (Times) times = { 0 };

  if (refrain_iterations_get_n (iterations) > 0)
    {
      measure (iterations, &times);
      lead_to (&sentence, iterations, times.usual);
    }
  g_array_append_val (self->sentences, sentence);
  if (refrain_iterations_get_n (iterations) >= FEWEST)
    add_slowest (self->sentences, iterations, &times);
}

/* The loops of a run of several. */
static void
add_loops (RefrainBrief *self, const char *loops)
{
  const RefrainBriefSentence sentence
      = say (REFRAIN_BRIEF_ITERATIONS, g_strdup_printf ("%s.", loops));

  g_array_append_val (self->sentences, sentence);
}

/* Says all of it; FALSE with @error when cancelled. */
static gboolean
say_all (RefrainBrief *self,
         RefrainComposites *composites,
         RefrainMainLoop *loop,
         const char *loops,
         GCancellable *cancellable,
         GError **error)
{
  const gboolean leads = loop != NULL
                         && (refrain_main_loop_leads (loop) || refrain_main_loop_has_outer (loop)
                             || refrain_main_loop_has_groups (loop));
  const char *nothing = leads || self->work != NULL ? NULL : explain_nothing (self, loops);

  if (self->work != NULL)
    add_work (self);
  if (self->work == NULL && loops != NULL)
    add_loops (self, loops);
  if (self->work == NULL && leads)
    add_main_loop (self, loop);
  else if (self->work == NULL && refrain_iterations_get_n (self->iterations) > 0
           && !add_iterations (self->sentences, self->trace, self->iterations, composites, loop,
                               cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  add_time (self, self->trace, *self->profile);
  if (nothing != NULL)
    add_nothing (self, nothing);
  add_device (self, self->trace);
  add_load (self, *self->profile);
  add_routine (self, self->trace, *self->profile);
  return TRUE;
}

RefrainBrief *
refrain_brief_new (RefrainTrace *trace,
                   RefrainIterations *iterations,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (RefrainBrief) self = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_ITERATIONS (iterations), NULL);

  self = g_object_new (REFRAIN_TYPE_BRIEF, NULL);
  self->trace = g_object_ref (trace);
  self->iterations = g_object_ref (iterations);
  if (refrain_trace_has_operations (trace))
    self->work = describe_work (trace);
  self->profile = g_atomic_rc_box_new0 (RefrainProfile *);
  *self->profile = refrain_profile_new (trace);
  return say_all (self, NULL, NULL, NULL, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

RefrainBrief *
refrain_brief_new_with_patterns (RefrainBrief *self,
                                 RefrainComposites *composites,
                                 RefrainMainLoop *loop,
                                 const char *loops,
                                 GCancellable *cancellable,
                                 GError **error)
{
  g_autoptr (RefrainBrief) more = NULL;

  g_return_val_if_fail (REFRAIN_IS_BRIEF (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_COMPOSITES (composites), NULL);

  more = g_object_new (REFRAIN_TYPE_BRIEF, NULL);
  more->trace = g_object_ref (self->trace);
  more->iterations
      = g_object_ref (loop != NULL ? refrain_main_loop_get_iterations (loop) : self->iterations);
  more->work = g_strdup (self->work);
  if (self->work == NULL && loop != NULL && refrain_main_loop_get_main (loop) == NULL)
    more->work = g_strdup (refrain_main_loop_get_servers (loop));
  more->profile = g_atomic_rc_box_acquire (self->profile);
  return say_all (more, composites, loop, loops, cancellable, error) ? g_steal_pointer (&more)
                                                                     : NULL;
}

/* ---- Reading --------------------------------------------------------------------------------- */

REFRAIN_ARRAY_GETTER (
    RefrainBrief, refrain_brief, RefrainBriefSentence, gsize, get, self->sentences)

REFRAIN_GETTER (RefrainBrief,
                refrain_brief,
                RefrainIterations *,
                get_iterations,
                self->work == NULL && refrain_iterations_get_n (self->iterations) > 0
                    ? self->iterations
                    : NULL)
REFRAIN_GETTER (RefrainBrief,
                refrain_brief,
                double,
                get_mpi_share,
                refrain_profile_get_mpi_share (*self->profile))
