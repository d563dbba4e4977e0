/* refrain-series-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One name of one kind is a series; which of it are compared is said, or chosen.
 */
#include "config.h"

#include "refrain-series-options.h"

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-study-sources.h"
#include "refrain-occurrence-words.h"
#include "refrain-report-options.h"

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_series_arguments_clear,
                             RefrainSeriesArguments,
                             refrain_free (x->pattern, x->loop, x->phase, x->routine, x->sequence))

/* What was written for @kind, or NULL. */
static const char *
get_text (const RefrainSeriesArguments *self, RefrainRecurs kind)
{
  switch (kind)
    {
    case REFRAIN_RECURS_PATTERN:
      return self->pattern;
    case REFRAIN_RECURS_LOOP:
      return self->loop;
    case REFRAIN_RECURS_PHASE:
      return self->phase;
    case REFRAIN_RECURS_ROUTINE:
      return self->routine;
    case REFRAIN_RECURS_SEQUENCE:
      return self->sequence;
    default:
      return NULL;
    }
}

static const char *const names[REFRAIN_N_RECURS] = {
  [REFRAIN_RECURS_LOOP] = "--loop",         [REFRAIN_RECURS_PHASE] = "--phase",
  [REFRAIN_RECURS_PATTERN] = "--pattern",   [REFRAIN_RECURS_ROUTINE] = "--routine",
  [REFRAIN_RECURS_SEQUENCE] = "--sequence",
};

const char *
refrain_series_arguments_get_first (const RefrainSeriesArguments *self)
{
  for (RefrainRecurs kind = 0; kind < REFRAIN_N_RECURS; kind++)
    if (get_text (self, kind) != NULL)
      return names[kind];
  return NULL;
}

gboolean
refrain_series_arguments_understand (const RefrainSeriesArguments *self,
                                     RefrainRecurs *kind,
                                     guint32 *id,
                                     GError **error)
{
  guint64 number = 0;
  const char *text;

  *kind = REFRAIN_N_RECURS;
  *id = 0;
  for (RefrainRecurs k = 0; k < REFRAIN_N_RECURS; k++)
    if (get_text (self, k) != NULL)
      {
        if (*kind != REFRAIN_N_RECURS)
          return refrain_report_refuse_both (names[*kind], names[k], error);
        *kind = k;
      }
  text = get_text (self, *kind);
  if (text == NULL || *kind == REFRAIN_RECURS_ROUTINE)
    return TRUE;
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32 - 1, &number, NULL))
    return refrain_report_refuse (error, _ ("%s: “%s” is not a number such as 3"), names[*kind],
                                  text);
  *id = (guint32) number;
  return TRUE;
}

static void
pass_on (GError **error, GError *problem, RefrainStudy *study)
{
  g_autofree char *name
      = g_filename_display_name (refrain_trace_get_path (refrain_study_get_trace (study)));

  g_propagate_prefixed_error (error, problem, "%s: ", name);
}

RefrainOccurrences *
refrain_series_arguments_collect (const RefrainSeriesArguments *self,
                                  RefrainStudy *study,
                                  const RefrainStudyAsk *ask,
                                  RefrainRecurs kind,
                                  guint32 id,
                                  GError **error)
{
  g_auto (RefrainRecurrenceSources) sources = { 0 };
  g_autoptr (RefrainOccurrences) occurrences = NULL;
  g_autoptr (GError) problem = NULL;

  if (!refrain_study_find_sources (study, kind, ask, &sources, error))
    return NULL;
  if (kind == REFRAIN_RECURS_ROUTINE)
    {
      id = refrain_recurrence_sources_find_routine (&sources, self->routine);
      if (id == 0)
        g_set_error (&problem, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                     _ ("no routine is called “%s”"), self->routine);
    }
  if (problem == NULL)
    occurrences = refrain_recurrence_sources_collect (&sources, kind, id, NULL, &problem);
  if (occurrences == NULL)
    pass_on (error, g_steal_pointer (&problem), study);
  return g_steal_pointer (&occurrences);
}

/* Reads "118,120" into two indices; G_MAXUINT32 for what is left out. FALSE where it is neither. */
static gboolean
parse_pair (const char *text, guint32 which[REFRAIN_N_COMPARED])
{
  g_auto (GStrv) words = NULL;
  guint64 number;

  which[0] = which[1] = G_MAXUINT32;
  if (text == NULL)
    return TRUE;
  words = g_strsplit (text, ",", 3);
  if (words[0] == NULL || (words[1] != NULL && words[2] != NULL))
    return FALSE;
  for (guint i = 0; words[i] != NULL; i++)
    {
      if (!g_ascii_string_to_unsigned (g_strstrip (words[i]), 10, 1, G_MAXUINT32 - 1, &number,
                                       NULL))
        return FALSE;
      which[i] = (guint32) number - 1;
    }
  return TRUE;
}

/* What was left out: the one that takes longest, and a usual one. FALSE with @error. */
static gboolean
choose (RefrainOccurrences *occurrences, guint32 which[REFRAIN_N_COMPARED], GError **error)
{
  g_autoptr (RefrainDurations) durations
      = refrain_occurrences_measure (occurrences, 0.1, NULL, error);
  gsize n;
  const double *values;

  if (durations == NULL)
    return FALSE;
  values = refrain_durations_get_values (durations, &n);
  if (which[REFRAIN_COMPARED_A] == G_MAXUINT32)
    {
      which[REFRAIN_COMPARED_A] = 0;
      for (gsize i = 1; i < n; i++)
        if (values[i] > values[which[REFRAIN_COMPARED_A]])
          which[REFRAIN_COMPARED_A] = (guint32) i;
    }
  if (which[REFRAIN_COMPARED_B] == G_MAXUINT32)
    which[REFRAIN_COMPARED_B]
        = refrain_comparison_choose_usual (durations, occurrences, which[REFRAIN_COMPARED_A]);
  return TRUE;
}

RefrainComparison *
refrain_series_compare (RefrainOccurrences *occurrences,
                        const char *text,
                        RefrainStudy *study,
                        const RefrainStudyAsk *ask,
                        GError **error)
{
  const guint32 n = refrain_occurrences_get_n (occurrences);
  g_autofree char *what = refrain_occurrences_describe (occurrences);
  g_autoptr (RefrainWaits) waits = NULL;
  g_autoptr (GError) problem = NULL;
  guint32 which[REFRAIN_N_COMPARED];
  RefrainComparison *comparison = NULL;

  if (!parse_pair (text, which))
    {
      refrain_report_refuse (error, _ ("--occurrences: “%s” is not two numbers such as 118,120"),
                             text);
      return NULL;
    }
  if (n < 2)
    g_set_error (&problem, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("%s does not occur twice: there is nothing to compare"), what);
  else if (choose (occurrences, which, &problem) && MAX (which[0], which[1]) >= n)
    g_set_error (&problem, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("no occurrence %u of %s (1 to %u)"), MAX (which[0], which[1]) + 1, what, n);
  if (problem == NULL)
    waits = refrain_study_find (study, REFRAIN_ANALYSIS_WAITS, ask, &problem);
  if (waits != NULL)
    comparison = refrain_comparison_new (occurrences, which[REFRAIN_COMPARED_A],
                                         which[REFRAIN_COMPARED_B], waits, NULL, &problem);
  if (comparison == NULL)
    pass_on (error, g_steal_pointer (&problem), study);
  return comparison;
}
