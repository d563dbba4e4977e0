/* refrain-study-sources.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns and loops are the series of occurrences that their durations are taken of; of a phase
 * durations take what it repeats, queries all of its piece.
 */
#include "refrain-study-sources.h"

#include "refrain-parallel.h"
#include "refrain-phases-found.h"
#include "refrain-query.h"

/* Phases as ranges of elements. */
static GArray *
list_ranges (const RefrainPhasesFound *found)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (RefrainRecurrenceRange));

  for (guint i = 0; i < found->pieces->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (found->pieces, RefrainPhasePiece, i);
      const RefrainRecurrenceRange range
          = { piece->main_start, piece->main_end, piece->start, piece->end };

      g_array_append_val (ranges, range);
    }
  return ranges;
}

static gboolean
find_patterns (RefrainStudy *self,
               gboolean with_phases,
               const RefrainStudyAsk *ask,
               RefrainRecurrenceSources *sources,
               GError **error)
{
  g_autoptr (RefrainComposites) composites
      = refrain_study_find (self, REFRAIN_ANALYSIS_COMPOSITES, ask, error);
  g_autoptr (RefrainPhasesFound) phases = NULL;

  if (composites == NULL)
    return FALSE;
  sources->set = g_object_ref (refrain_composites_get_set (composites));
  if (!with_phases)
    return TRUE;
  phases = refrain_study_find (self, REFRAIN_ANALYSIS_LISTED_PHASES, ask, error);
  if (phases == NULL)
    return FALSE;
  sources->phases = g_object_ref (phases->phases);
  sources->ranges = list_ranges (phases);
  return TRUE;
}

static gboolean
find_loops (RefrainStudy *self,
            const RefrainStudyAsk *ask,
            RefrainRecurrenceSources *sources,
            GError **error)
{
  sources->loops = refrain_study_find (self, REFRAIN_ANALYSIS_LOOPS, ask, error);
  return sources->loops != NULL;
}

/* All sources at once: loops need nothing of patterns and phases, and neither takes all cores. */
typedef struct
{
  RefrainStudy *study;
  const RefrainStudyAsk *ask;
  RefrainRecurrenceSources *sources;
  gboolean found[2];
  GError *errors[2];
} Finding;

/* Only patterns and phases tell how far they are: two would tell it in turns. */
static void
find_one (gsize item, gpointer data)
{
  Finding *finding = data;
  RefrainStudyAsk quiet
      = { .options = finding->ask->options, .cancellable = finding->ask->cancellable };

  if (item == 0)
    finding->found[0]
        = find_patterns (finding->study, TRUE, finding->ask, finding->sources, &finding->errors[0]);
  else
    finding->found[1] = find_loops (finding->study, &quiet, finding->sources, &finding->errors[1]);
}

static gboolean
find_all (RefrainStudy *self,
          const RefrainStudyAsk *ask,
          RefrainRecurrenceSources *sources,
          GError **error)
{
  const RefrainStudyAsk none = { 0 };
  Finding finding = { .study = self, .ask = ask != NULL ? ask : &none, .sources = sources };
  const gboolean done = refrain_parallel_run (2, find_one, &finding, finding.ask->cancellable);
  GError *problem = finding.errors[0] != NULL ? finding.errors[0] : finding.errors[1];

  if (problem == finding.errors[0])
    g_clear_error (&finding.errors[1]);
  if (problem != NULL)
    g_propagate_error (error, problem);
  else if (!done)
    g_cancellable_set_error_if_cancelled (finding.ask->cancellable, error);
  return done && finding.found[0] && finding.found[1];
}

gboolean
refrain_study_find_sources (RefrainStudy *self,
                            RefrainRecurs kind,
                            const RefrainStudyAsk *ask,
                            RefrainRecurrenceSources *sources,
                            GError **error)
{
  g_return_val_if_fail (REFRAIN_IS_STUDY (self), FALSE);

  sources->trace = refrain_study_find_trace (self, ask, error);
  if (sources->trace == NULL)
    return FALSE;
  switch (kind)
    {
    case REFRAIN_RECURS_PATTERN:
    case REFRAIN_RECURS_PHASE:
      return find_patterns (self, kind == REFRAIN_RECURS_PHASE, ask, sources, error);
    case REFRAIN_RECURS_LOOP:
      return find_loops (self, ask, sources, error);
    case REFRAIN_RECURS_SEQUENCE:
      sources->points = refrain_study_find (self, REFRAIN_ANALYSIS_POINTS, ask, error);
      return sources->points != NULL;
    case REFRAIN_N_RECURS:
      return find_all (self, ask, sources, error);
    case REFRAIN_RECURS_ROUTINE:
    default:
      return TRUE;
    }
}

/* ---- Operations of each ---------------------------------------------------------------------- */

static void
add_series (RefrainQuerySets *self,
            const RefrainRecurrenceSources *sources,
            RefrainRecurs kind,
            RefrainQuerySetKind as,
            GCancellable *cancellable)
{
  const guint32 n = refrain_recurrence_sources_count (sources, kind);

  for (guint32 id = 1; id <= n && !g_cancellable_is_cancelled (cancellable); id++)
    {
      /* Constructs that are no loops have no series. */
      g_autoptr (RefrainOccurrences) series
          = refrain_recurrence_sources_collect (sources, kind, id, cancellable, NULL);
      g_autoptr (RefrainOpSet) ops
          = series != NULL ? refrain_occurrences_make_op_set (series, NULL, 0) : NULL;

      if (ops != NULL)
        refrain_query_sets_add (self, as, id, refrain_occurrences_get_name (series), ops);
    }
}

/* All of a piece, not only what it repeats. */
static void
add_piece (RefrainQuerySets *self,
           RefrainPhases *phases,
           guint32 id,
           const RefrainPhasePiece *piece)
{
  g_autoptr (RefrainOpSet) ops = refrain_phases_get_op_set_of (phases, piece->start, piece->end);
  gboolean whole;
  RefrainRoutine *routine
      = refrain_phases_get_naming_routine (phases, piece->start, piece->end, &whole);

  refrain_query_sets_add (self, REFRAIN_QUERY_SET_PHASE, id,
                          routine != NULL ? refrain_routine_get_label (routine) : NULL, ops);
}

static gboolean
add_phases (RefrainQuerySets *self, RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainPhasesFound) found
      = refrain_study_find (study, REFRAIN_ANALYSIS_LISTED_PHASES, ask, error);

  if (found == NULL)
    return FALSE;
  for (guint32 i = 0; i < found->pieces->len; i++)
    add_piece (self, found->phases, i + 1, &g_array_index (found->pieces, RefrainPhasePiece, i));
  return TRUE;
}

static gboolean
add_recurrences (RefrainQuerySets *self,
                 RefrainStudy *study,
                 RefrainRecurs kind,
                 RefrainQuerySetKind as,
                 const RefrainStudyAsk *ask,
                 GError **error)
{
  g_auto (RefrainRecurrenceSources) sources = { 0 };

  if (!refrain_study_find_sources (study, kind, ask, &sources, error))
    return FALSE;
  add_series (self, &sources, kind, as, ask != NULL ? ask->cancellable : NULL);
  return TRUE;
}

RefrainQuerySets *
refrain_study_find_query_sets (RefrainStudy *self,
                               guint needs,
                               const RefrainStudyAsk *ask,
                               GError **error)
{
  g_autoptr (RefrainQuerySets) sets = refrain_query_sets_new ();
  GCancellable *cancellable = ask != NULL ? ask->cancellable : NULL;

  g_return_val_if_fail (REFRAIN_IS_STUDY (self), NULL);

  if (((needs & REFRAIN_QUERY_NEEDS_PATTERNS) != 0
       && !add_recurrences (sets, self, REFRAIN_RECURS_PATTERN, REFRAIN_QUERY_SET_PATTERN, ask,
                            error))
      || ((needs & REFRAIN_QUERY_NEEDS_PHASES) != 0 && !add_phases (sets, self, ask, error))
      || ((needs & REFRAIN_QUERY_NEEDS_LOOPS) != 0
          && !add_recurrences (sets, self, REFRAIN_RECURS_LOOP, REFRAIN_QUERY_SET_LOOP, ask, error))
      || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&sets);
}

RefrainSymbols *
refrain_study_find_plain_symbols (RefrainStudy *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainStudyOptions) usual = refrain_study_options_new ();
  const RefrainStudyAsk ask = { .options = usual, .cancellable = cancellable };

  return refrain_study_find (self, REFRAIN_ANALYSIS_SYMBOLS, &ask, error);
}
