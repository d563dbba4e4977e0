/* refrain-phase-bands.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One band a phase, between those of Initialize and Finalize. Lighting up and joining find a band's
 * phase by its place in the order of leaves.
 */
#include "refrain-phase-bands.h"

#include <glib/gi18n.h>

#include "refrain-free.h"

/* ---- Names ----------------------------------------------------------------------------------- */

char *
refrain_phases_get_hue (RefrainPhases *phases, guint32 node)
{
  const RefrainSegmentationNode *at;
  RefrainRoutine *routine;
  gboolean whole;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PHASES (phases), NULL);

  at = &refrain_segmentation_get_nodes (refrain_phases_get_segmentation (phases), &n)[node];
  g_return_val_if_fail (node < n, NULL);
  routine = refrain_phases_get_naming_routine (phases, at->start, at->end, &whole);
  if (routine == NULL)
    routine = refrain_phases_get_routine (phases, node, &whole);
  return routine != NULL ? g_strdup (refrain_routine_get_label (routine))
                         : g_strdup_printf ("%u", node);
}

/* ---- Bands ----------------------------------------------------------------------------------- */

typedef struct
{
  RefrainPhases *phases;
  RefrainBands *bands;
  const RefrainSegmentationNode *nodes;
  guint32 n_processes;
  RefrainBandInterval *intervals; /* of each process; NULL: on any */
} Work;

/* Before the first communication, or after the last one. */
static void
add_end (Work *work, RefrainTime start, RefrainTime end, const char *label)
{
  const RefrainBand band = { .start = start, .end = end, .label = label };

  if (start < end)
    refrain_bands_add (work->bands, &band, NULL);
}

static gboolean
is_within (const RefrainSegmentationNode *nodes,
           guint32 node,
           const guint32 *highlighted,
           gsize n_highlighted)
{
  for (gsize i = 0; i < n_highlighted; i++)
    {
      const RefrainSegmentationNode *whole = &nodes[highlighted[i]];

      if (whole->start <= nodes[node].start && nodes[node].end <= whole->end)
        return TRUE;
    }
  return FALSE;
}

static void
add_phase (Work *work, guint32 node, RefrainBand *band)
{
  if (work->intervals != NULL)
    {
      g_autofree RefrainPhaseInterval *own = g_new (RefrainPhaseInterval, work->n_processes + 1);

      refrain_phases_get_intervals (work->phases, node, own);
      for (guint32 p = 0; p < work->n_processes; p++)
        work->intervals[p] = (RefrainBandInterval){ own[p].start, own[p].end };
    }
  refrain_bands_add (work->bands, band, work->intervals);
}

/* FALSE when cancelled. Each lasts until the next begins, as in the phase painter. Phases are
   numbered in the order of time, as everywhere; segments only in the tree. */
static gboolean
add_phases (Work *work,
            double strength,
            const guint32 *highlighted,
            gsize n_highlighted,
            GCancellable *cancellable)
{
  const RefrainSegmentation *tree = refrain_phases_get_segmentation (work->phases);
  gsize n;
  g_autofree guint32 *leaves = refrain_segmentation_get_leaves (tree, strength, &n);
  RefrainTime at = -REFRAIN_TIME_LIMIT;

  for (gsize i = 0; i < n; i++)
    {
      RefrainBand band = { 0 };
      RefrainTime next = G_MAXINT64, unused;
      g_autofree char *name = refrain_phases_describe (work->phases, leaves[i], strength, NULL);
      g_autofree char *label = g_strdup_printf ("%u %s", (guint) i + 1, name);
      g_autofree char *hue = refrain_phases_get_hue (work->phases, leaves[i]);

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      refrain_phases_get_span (work->phases, leaves[i], &band.start, &band.end);
      if (i + 1 < n)
        refrain_phases_get_span (work->phases, leaves[i + 1], &next, &unused);
      band.start = MAX (band.start, at);
      band.end = i + 1 < n ? MAX (next, band.start) : MAX (band.end, band.start);
      at = band.start;
      band.label = label;
      band.hue = hue;
      band.highlighted = is_within (work->nodes, leaves[i], highlighted, n_highlighted);
      add_phase (work, leaves[i], &band);
    }
  return TRUE;
}

RefrainBands *
refrain_phases_get_bands (RefrainPhases *phases,
                          double strength,
                          const guint32 *highlighted,
                          gsize n_highlighted,
                          gboolean by_process,
                          GCancellable *cancellable)
{
  g_autoptr (RefrainBands) bands = NULL;
  g_autofree RefrainBandInterval *intervals = NULL;
  RefrainTrace *trace;
  RefrainTime start, end;
  gsize n;
  Work work = { .phases = phases };

  g_return_val_if_fail (REFRAIN_IS_PHASES (phases), NULL);
  g_return_val_if_fail (highlighted != NULL || n_highlighted == 0, NULL);

  if (refrain_phases_get_pattern_set (phases) == NULL)
    return NULL;
  trace = refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (phases));
  work.n_processes = refrain_trace_get_n_processes (trace);
  work.bands = bands = refrain_bands_new (work.n_processes);
  work.nodes = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (phases), &n);
  for (gsize i = 0; i < n_highlighted; i++)
    g_return_val_if_fail (highlighted[i] < n, NULL);
  if (!refrain_phases_get_communication (phases, &start, &end))
    return g_steal_pointer (&bands);
  if (by_process)
    work.intervals = intervals = g_new (RefrainBandInterval, work.n_processes + 1);
  add_end (&work, refrain_trace_get_start (trace), start, _ ("Initialize"));
  if (!add_phases (&work, strength, highlighted, n_highlighted, cancellable))
    return NULL;
  add_end (&work, end, refrain_trace_get_end (trace), _ ("Finalize"));
  return g_steal_pointer (&bands);
}

/* The band of the first phase: Initialize, where there is one, has no colour of its own. */
static gsize
get_first (const RefrainBands *bands)
{
  return refrain_bands_get_n (bands) > 0 && refrain_bands_get (bands, 0)->hue == NULL ? 1 : 0;
}

RefrainBands *
refrain_phases_light_bands (RefrainPhases *phases,
                            RefrainBands *bands,
                            double strength,
                            const guint32 *highlighted,
                            gsize n_highlighted)
{
  const RefrainSegmentation *tree;
  const RefrainSegmentationNode *nodes;
  g_autofree guint32 *leaves = NULL;
  g_autofree gboolean *lit = NULL;
  gsize n, n_nodes, first;

  g_return_val_if_fail (REFRAIN_IS_PHASES (phases), NULL);
  g_return_val_if_fail (bands != NULL, NULL);
  g_return_val_if_fail (highlighted != NULL || n_highlighted == 0, NULL);

  tree = refrain_phases_get_segmentation (phases);
  nodes = refrain_segmentation_get_nodes (tree, &n_nodes);
  leaves = refrain_segmentation_get_leaves (tree, strength, &n);
  lit = g_new0 (gboolean, refrain_bands_get_n (bands) + 1);
  first = get_first (bands);
  g_return_val_if_fail (first + n <= refrain_bands_get_n (bands), NULL);
  for (gsize i = 0; i < n; i++)
    lit[first + i] = is_within (nodes, leaves[i], highlighted, n_highlighted);
  return refrain_bands_light (bands, lit);
}

typedef struct
{
  const RefrainSegmentationNode *nodes;
  guint32 *leaves;
  gsize n;
} Leaves;

/* The leaf behind those from leaf @first on that @label joins; @first where it does not end with
 * one, or joins none and is of several. */
static gsize
find_end (const Leaves *leaves, gsize first, const RefrainPhaseLabel *label)
{
  for (gsize i = first; i < leaves->n && leaves->nodes[leaves->leaves[i]].end <= label->end; i++)
    if (leaves->nodes[leaves->leaves[i]].end == label->end)
      return i == first || label->joined ? i + 1 : first;
  return first;
}

/* The first of the labels from @at on that leaf @first begins, with its @end; else NULL, and @end
 * is the next leaf. */
static const RefrainPhaseLabel *
find_label (const Leaves *leaves,
            gsize first,
            const RefrainPhaseLabel *labels,
            gsize n_labels,
            gsize *at,
            gsize *end)
{
  const guint64 start = leaves->nodes[leaves->leaves[first]].start;

  for (; *at < n_labels && labels[*at].start <= start; (*at)++)
    {
      *end = labels[*at].start == start ? find_end (leaves, first, &labels[*at]) : first;
      if (*end > first)
        return &labels[*at];
    }
  *end = first + 1;
  return NULL;
}

REFRAIN_DEFINE_CLEAR (clear_join, RefrainBandJoin, g_free ((char *) x->label))

RefrainBands *
refrain_phases_join_bands (RefrainPhases *phases,
                           RefrainBands *bands,
                           double strength,
                           const RefrainPhaseLabel *labels,
                           gsize n_labels)
{
  const RefrainSegmentation *tree;
  g_autoptr (GArray) joins = g_array_new (FALSE, FALSE, sizeof (RefrainBandJoin));
  g_autofree guint32 *own = NULL;
  gsize n_nodes, first, end, at = 0;
  guint number = 0;
  Leaves leaves;

  g_return_val_if_fail (REFRAIN_IS_PHASES (phases), NULL);
  g_return_val_if_fail (bands != NULL, NULL);
  g_return_val_if_fail (labels != NULL || n_labels == 0, NULL);

  g_array_set_clear_func (joins, clear_join);
  tree = refrain_phases_get_segmentation (phases);
  leaves.nodes = refrain_segmentation_get_nodes (tree, &n_nodes);
  leaves.leaves = own = refrain_segmentation_get_leaves (tree, strength, &leaves.n);
  first = get_first (bands);
  g_return_val_if_fail (first + leaves.n <= refrain_bands_get_n (bands), NULL);
  for (gsize leaf = 0; leaf < leaves.n; leaf = end)
    {
      const RefrainPhaseLabel *label = find_label (&leaves, leaf, labels, n_labels, &at, &end);
      RefrainBandJoin join = { first + leaf, first + end, NULL };

      /* Phases behind some that are one have smaller numbers. */
      if (++number == leaf + 1 && label == NULL)
        continue;
      if (end > leaf + 1)
        join.label = refrain_phases_describe_joined (phases, label->start, label->end, label->name);
      else
        {
          g_autofree char *name = refrain_phases_describe (phases, own[leaf], strength,
                                                           label != NULL ? label->name : NULL);

          join.label = g_strdup_printf ("%u %s", number, name);
        }
      g_array_append_val (joins, join);
    }
  return refrain_bands_join (bands, (const RefrainBandJoin *) (gpointer) joins->data, joins->len);
}
