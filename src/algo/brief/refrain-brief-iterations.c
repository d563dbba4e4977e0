/* refrain-brief-iterations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The iterations in two sentences: what a usual one consists of, as composite patterns in the order
 * in which they begin, and whether one of them stands out.
 */
#include "refrain-brief-private.h"

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-main-loop.h"
#include "refrain-time-format.h"

/* So many times the median is slower than the others. */
#define SLOWER 1.1

/* ---- The sentences --------------------------------------------------------------------------- */

typedef struct
{
  RefrainTime median, least, most;
  guint32 usual;   /* the first that takes as long as the median */
  guint32 slowest; /* the first that takes longest */
} Times;

static Times
measure (RefrainIterations *iterations)
{
  const guint32 n = refrain_iterations_get_n (iterations);
  g_autofree RefrainTime *times = g_new (RefrainTime, n);
  g_autofree RefrainTime *sorted = NULL;
  Times all = { 0 };

  for (guint32 i = 0; i < n; i++)
    times[i] = refrain_iterations_get_time (iterations, i);
  sorted = g_memdup2 (times, n * sizeof *times);
  refrain_sort (sorted, n, sizeof *sorted, refrain_compare_int64);
  all = (Times){ .median = sorted[(n - 1) / 2], .least = sorted[0], .most = sorted[n - 1] };
  while (times[all.usual] != all.median)
    all.usual++;
  while (times[all.slowest] != all.most)
    all.slowest++;
  return all;
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

static char *
describe_times (const Times *times, guint32 n)
{
  g_autofree char *most = refrain_time_format (times->most, 3);
  g_autofree char *least = refrain_time_format (times->least, 3);
  g_autofree char *name = name_iteration (times->slowest, n);
  g_autofree char *factor = NULL;
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
  if (ratio == 0)
    /* Translators: "The first of 8 iterations", and a time. */
    return g_strdup_printf (_ ("%s is the slowest: %s."), name, most);
  factor = refrain_factor_format (ratio);
  /* Translators: "The first of 8 iterations", a time, and a number. */
  return g_strdup_printf (_ ("%s is the slowest: %s, %s times the median."), name, most, factor);
}

static void
lead_to (RefrainBriefSentence *sentence,
         RefrainIterations *iterations,
         guint32 i,
         RefrainOpSet *ops)
{
  RefrainTime start, end;

  if (!refrain_iterations_get_run_span (iterations, i, &start, &end))
    return;
  sentence->iteration = i;
  sentence->start = start;
  sentence->end = end;
  sentence->ops = refrain_op_set_ref (ops);
}

gboolean
refrain_brief_add_iterations (GArray *sentences,
                              RefrainTrace *trace,
                              RefrainIterations *iterations,
                              RefrainComposites *composites,
                              RefrainMainLoop *loop,
                              GCancellable *cancellable)
{
  const guint32 n = refrain_iterations_get_n (iterations);
  const Times times = measure (iterations);
  g_autoptr (RefrainOpSet) usual = refrain_op_set_new (trace);
  g_autoptr (RefrainOpSet) slowest = refrain_op_set_new (trace);
  g_autofree char *time = refrain_time_format (times.median, 3);
  g_autofree char *content = NULL;
  gboolean named;
  char *text;
  RefrainBriefSentence sentence;

  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  refrain_iterations_add_ops (iterations, times.usual, usual);
  refrain_iterations_add_ops (iterations, times.slowest, slowest);
  if (loop != NULL)
    content = g_strdup (refrain_main_loop_get_content (loop));
  else if (composites != NULL)
    content = refrain_main_loop_describe_ops (composites, usual, &named);
  if (content != NULL)
    /* Translators: how many, how long one takes, and the patterns in one. */
    text = g_strdup_printf (ngettext ("%u iteration of %s: %s.", "%u iterations of %s: %s.", n), n,
                            time, content);
  else
    text = g_strdup_printf (ngettext ("%u iteration of %s.", "%u iterations of %s.", n), n, time);
  sentence = refrain_brief_say (REFRAIN_BRIEF_ITERATIONS, text);
  lead_to (&sentence, iterations, times.usual, usual);
  g_array_append_val (sentences, sentence);
  text = describe_times (&times, n);
  if (text == NULL)
    return TRUE;
  sentence = refrain_brief_say (REFRAIN_BRIEF_SLOWEST, text);
  lead_to (&sentence, iterations, times.slowest, slowest);
  g_array_append_val (sentences, sentence);
  return TRUE;
}
