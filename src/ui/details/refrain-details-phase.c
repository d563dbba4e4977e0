/* refrain-details-phase.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-details-phase.h"

#include <glib/gi18n.h>

#include "refrain-details-private.h"
#include "refrain-time-format.h"

/* Most frequent patterns that are listed. */
#define MAX_PATTERNS 5

/* ---- Time ---- */

static void
add_time (GListStore *list, RefrainPhaseModel *model, const RefrainPhaseRange *range)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (
      refrain_phases_get_pattern_set (refrain_phase_model_get_phases (model)));
  const double whole = (double) (refrain_trace_get_end (trace) - refrain_trace_get_start (trace));
  RefrainTime start, end;

  if (!refrain_phase_model_get_span (model, range, &start, &end))
    return;
  refrain_details_add_times (list, start, end);
  if (whole > 0)
    refrain_details_add (list, _ ("Share of the run"),
                         g_strdup_printf (_ ("%.1f %%"), 100 * (double) (end - start) / whole));
}

static void
add_processes (GListStore *list, RefrainTrace *trace, const RefrainPhaseInterval *intervals)
{
  const guint n = refrain_trace_get_n_processes (trace);

  refrain_details_add_header (list, _ ("On Each Process"));
  for (guint p = 0; p < n; p++)
    {
      g_autofree char *process = g_strdup_printf ("%u", p);
      g_autofree char *from = NULL;
      g_autofree char *to = NULL;

      if (intervals[p].start > intervals[p].end)
        continue;
      from = refrain_details_format_time (intervals[p].start);
      to = refrain_details_format_time (intervals[p].end);
      refrain_details_add (list, process, g_strdup_printf ("%s – %s", from, to));
    }
}

/* ---- Symbols ---- */

typedef struct
{
  guint32 symbol;
  guint32 count;
} Frequency;

static int
compare_frequencies (gconstpointer a, gconstpointer b)
{
  const Frequency *x = a, *y = b;

  if (x->count != y->count)
    return x->count < y->count ? 1 : -1;
  return (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

/* The different symbols of @range, the most frequent first. */
static GArray *
count_symbols (RefrainPhases *phases, const RefrainPhaseRange *range)
{
  const guint n_patterns
      = refrain_pattern_set_get_n_patterns (refrain_phases_get_pattern_set (phases));
  g_autofree guint32 *counts = g_new0 (guint32, n_patterns + 1);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (Frequency));
  gsize n;
  const guint32 *symbols = refrain_phases_get_symbols (phases, &n);

  for (guint32 i = range->start; i < range->end; i++)
    counts[symbols[i]]++;
  for (guint32 k = 0; k < n_patterns; k++)
    {
      const Frequency frequency = { k, counts[k] };

      if (counts[k] > 0)
        g_array_append_val (found, frequency);
    }
  g_array_sort (found, compare_frequencies);
  return found;
}

static void
add_patterns (GListStore *list, RefrainPhases *phases, const GArray *found)
{
  RefrainPatternSet *set = refrain_phases_get_pattern_set (phases);

  refrain_details_add_header (list, _ ("Most Frequent Patterns"));
  for (guint i = 0; i < MIN (found->len, MAX_PATTERNS); i++)
    {
      const Frequency *frequency = &g_array_index (found, Frequency, i);
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, frequency->symbol);
      g_autofree char *count = refrain_count_format (frequency->count);
      g_autofree char *times = g_strdup_printf (_ ("%s times"), count);
      g_autoptr (RefrainDetail) detail = refrain_detail_new_for_pattern (
          refrain_pattern_get_name (pattern), times, refrain_pattern_get_id (pattern));

      g_list_store_append (list, detail);
    }
}

/* ---- The cut ---- */

static void
add_cut (GListStore *list, RefrainPhaseModel *model, const RefrainPhaseRange *range)
{
  const guint32 node = refrain_phase_model_find_node (model, range);
  const RefrainSegmentationNode *at;
  gsize n;

  if (node == REFRAIN_NONE || range->end - range->start < 2)
    return;
  at = &refrain_segmentation_get_nodes (
      refrain_phases_get_segmentation (refrain_phase_model_get_phases (model)), &n)[node];
  refrain_details_add_header (list, _ ("Best Cut"));
  refrain_details_add (list, _ ("After symbol"), refrain_count_format (at->cut));
  refrain_details_add (list, _ ("Divergence D"), g_strdup_printf (_ ("%.4f bit"), at->divergence));
  refrain_details_add (list, _ ("Threshold τ"), g_strdup_printf (_ ("%.4f bit"), at->threshold));
  refrain_details_add (list, _ ("Strength s"), g_strdup_printf ("%.3f", at->strength));
}

/* ---- All of it ---- */

static const char *
name_routine (RefrainPhaseModel *model, const RefrainPhaseRange *range)
{
  g_autoptr (GArray) cover = refrain_phase_model_cover (model, range);
  RefrainRoutine *routine;
  gboolean whole;

  if (cover->len == 0)
    return NULL;
  routine = refrain_phases_get_routine (refrain_phase_model_get_phases (model),
                                        g_array_index (cover, guint32, 0), &whole);
  return routine != NULL ? refrain_routine_get_name (routine) : NULL;
}

static void
add_phase (GListStore *list,
           RefrainPhaseModel *model,
           const RefrainPhaseRange *range,
           const RefrainPhaseInterval *intervals)
{
  RefrainPhases *phases = refrain_phase_model_get_phases (model);
  g_autofree char *name = refrain_phase_model_describe (model, range);
  g_autofree char *symbols = g_strdup_printf (_ ("Symbols %u–%u"), range->start + 1, range->end);
  g_autoptr (GArray) found = count_symbols (phases, range);
  const char *note = refrain_phase_model_get_note (model, range);
  const char *routine = name_routine (model, range);

  refrain_details_add_title (list, name, symbols);
  if (note != NULL)
    refrain_details_add (list, _ ("Note"), g_strdup (note));
  if (routine != NULL)
    refrain_details_add (list, _ ("Routine"), g_strdup (routine));
  refrain_details_add (list, _ ("Symbols"), refrain_count_format (range->end - range->start));
  refrain_details_add (list, _ ("Different symbols"), refrain_count_format (found->len));
  add_time (list, model, range);
  add_cut (list, model, range);
  add_patterns (list, phases, found);
  if (intervals != NULL)
    add_processes (list, refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (phases)),
                   intervals);
}

void
refrain_details_add_phases (GListStore *list, RefrainPhaseModel *model, RefrainPhaseTimes *times)
{
  const RefrainPhaseRange *selected;
  guint n;

  g_return_if_fail (G_IS_LIST_STORE (list));
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (model));

  if (refrain_phase_model_get_phases (model) == NULL)
    return;
  selected = refrain_phase_model_get_selected (model, &n);
  for (guint i = 0; i < MIN (n, REFRAIN_PHASE_TIMES_MAX); i++)
    add_phase (list, model, &selected[i],
               times != NULL ? refrain_phase_times_get (times, &selected[i]) : NULL);
}
