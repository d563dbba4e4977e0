/* refrain-phase-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A phase is called after what it is one call of or, without such a call, after what fills it; a
 * beginning that differs from the rest names it only where nothing does.
 */
#include "refrain-phases.h"

#include <glib/gi18n.h>

static gsize
get_length (RefrainPhases *self)
{
  return refrain_segmentation_get_length (refrain_phases_get_segmentation (self));
}

/* Segment @node, or NULL where there is none such. */
static const RefrainSegmentationNode *
get_node (RefrainPhases *self, guint32 node)
{
  gsize n;
  const RefrainSegmentationNode *nodes
      = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (self), &n);

  return node < n ? &nodes[node] : NULL;
}

RefrainRoutine *
refrain_phases_get_naming_routine (RefrainPhases *self, guint32 start, guint32 end, gboolean *whole)
{
  RefrainRoutine *routine;
  gsize n_there, n;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (start < end && end <= get_length (self), NULL);
  g_return_val_if_fail (whole != NULL, NULL);

  routine = refrain_phases_get_routine_of (self, start, end, whole);
  /* A call of MPI says less than what its pattern is called, and what it is called in less still.
   */
  if (routine != NULL && *whole)
    return refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_USER ? routine : NULL;
  routine = refrain_phases_get_filling (self, start, end, &n_there, &n);
  /* Communication that nothing of the program holds says less than what its pattern is called, and
   * what fills all of the run tells no part of it from another. */
  if (routine != NULL
      && (refrain_routine_get_kind (routine) != REFRAIN_ROUTINE_USER
          || (end - start < get_length (self)
              && routine == refrain_phases_get_filling_of_all (self))))
    routine = NULL;
  *whole = routine != NULL && n_there == n;
  return routine;
}

/* A pattern that fewer occurrences than one of so many are of does not name a phase. */
#define MOST_PATTERNS 9

/* Counts @n occurrences of @symbol among the few that are counted. */
static void
count_symbol (guint32 *candidates, gsize *counts, guint32 symbol, gsize n)
{
  const guint n_candidates = MOST_PATTERNS - 1;
  guint least = 0;

  for (guint i = 0; i < n_candidates; i++)
    {
      if (counts[i] > 0 && candidates[i] == symbol)
        {
          counts[i] += n;
          return;
        }
      least = counts[i] < counts[least] ? i : least;
    }
  {
    const gsize taken = MIN (n, counts[least]);

    for (guint i = 0; i < n_candidates; i++)
      counts[i] -= taken;
    if (n > taken)
      {
        candidates[least] = symbol;
        counts[least] = n - taken;
      }
  }
}

/* The pattern that most of the occurrences of elements [start, end) are of, or NULL where all are
 * rare. O(elements), Misra and Gries 1982. */
static RefrainPattern *
find_pattern (RefrainPhases *self, guint32 start, guint32 end, gboolean *whole)
{
  guint32 candidates[MOST_PATTERNS - 1] = { 0 };
  gsize counts[MOST_PATTERNS - 1] = { 0 }, exact[MOST_PATTERNS - 1] = { 0 };
  const gsize n = refrain_phases_count_occurrences (self, start, end);
  gsize length;
  const guint32 *symbols = refrain_phases_get_symbols (self, &length);
  guint best = 0;

  for (guint32 e = start; e < end; e++)
    count_symbol (candidates, counts, symbols[e],
                  refrain_phases_count_occurrences (self, e, e + 1));
  for (guint32 e = start; e < end; e++)
    for (guint i = 0; i < G_N_ELEMENTS (exact); i++)
      if (counts[i] > 0 && candidates[i] == symbols[e])
        exact[i] += refrain_phases_count_occurrences (self, e, e + 1);
  for (guint i = 1; i < G_N_ELEMENTS (exact); i++)
    if (exact[i] > exact[best] || (exact[i] == exact[best] && candidates[i] < candidates[best]))
      best = i;
  *whole = exact[best] == n;
  return exact[best] > n / MOST_PATTERNS ? refrain_pattern_set_get_pattern (
             refrain_phases_get_pattern_set (self), candidates[best])
                                         : NULL;
}

/* ---- What phases are called ----------------------------------------------------------------- */

gboolean
refrain_phases_repeats (RefrainPhases *self,
                        guint32 node,
                        double strength,
                        RefrainPhaseRepetition *repetition)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), FALSE);
  g_return_val_if_fail (get_node (self, node) != NULL, FALSE);
  g_return_val_if_fail (repetition != NULL, FALSE);

  return refrain_segmentation_is_leaf (refrain_phases_get_segmentation (self), node, strength)
         && refrain_phases_peek_repetition (self, node, repetition) && repetition->count > 0;
}

/* What names some elements, and whether there is nothing else in them. */
typedef struct
{
  RefrainRoutine *routine; /* or NULL */
  RefrainPattern *pattern; /* or NULL */
  gboolean whole;
} Namer;

/* What fills elements [start, end): the routine or else the pattern; or else the routine that
 * begins them. */
static Namer
find_namer (RefrainPhases *self, guint32 start, guint32 end)
{
  Namer namer = { 0 };

  namer.routine = refrain_phases_get_naming_routine (self, start, end, &namer.whole);
  if (namer.routine == NULL)
    namer.pattern = find_pattern (self, start, end, &namer.whole);
  if (namer.routine != NULL || namer.pattern != NULL)
    return namer;
  namer.routine = refrain_phases_get_routine_of (self, start, end, &namer.whole);
  namer.whole = FALSE;
  return namer;
}

/* As find_namer(); of many elements once: their rows are shown again whenever the strength is
 * another one. */
static Namer
get_namer (RefrainPhases *self, guint32 start, guint32 end)
{
  static GMutex lock;
  const guint64 key = (guint64) start << 32 | end;
  GHashTable *known;
  Namer *found, namer;

  if (end - start <= REFRAIN_PHASES_SHORT)
    return find_namer (self, start, end);
  g_mutex_lock (&lock);
  known = g_object_get_data (G_OBJECT (self), "refrain-phase-names");
  if (known == NULL)
    {
      known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
      g_object_set_data_full (G_OBJECT (self), "refrain-phase-names", known,
                              (GDestroyNotify) g_hash_table_unref);
    }
  found = g_hash_table_lookup (known, &key);
  namer = found != NULL ? *found : (Namer){ 0 };
  g_mutex_unlock (&lock);
  if (found != NULL)
    return namer;
  namer = find_namer (self, start, end);
  g_mutex_lock (&lock);
  g_hash_table_insert (known, g_memdup2 (&key, sizeof key), g_memdup2 (&namer, sizeof namer));
  g_mutex_unlock (&lock);
  return namer;
}

/* @name, or what names elements [start, end), with dots where more is there; "" where nothing is
 * known. */
static char *
name_elements (RefrainPhases *self, guint32 start, guint32 end, const char *name)
{
  Namer namer;

  if (name != NULL || refrain_phases_get_pattern_set (self) == NULL)
    return g_strdup (name != NULL ? name : "");
  namer = get_namer (self, start, end);
  if (namer.routine == NULL && namer.pattern == NULL)
    return g_strdup ("");
  return g_strconcat (namer.routine != NULL ? refrain_routine_get_label (namer.routine)
                                            : refrain_pattern_get_name (namer.pattern),
                      namer.whole ? "" : " …", NULL);
}

/* @taken, which is freed, and what segment @node repeats how often. */
static char *
add_repetition (RefrainPhases *self, guint32 node, double strength, char *taken)
{
  RefrainPhaseRepetition repetition;
  g_autofree char *own = taken, *often = NULL;

  if (!refrain_phases_repeats (self, node, strength, &repetition))
    return g_steal_pointer (&own);
  often = g_strdup_printf (
      refrain_phases_get_pattern_set (self) != NULL
          ? ngettext ("%2$u × %1$u pattern", "%2$u × %1$u patterns", repetition.period)
          : ngettext ("%2$u × %1$u symbol", "%2$u × %1$u symbols", repetition.period),
      repetition.period, repetition.iterations);
  /* Translators: a phase: its name, and what it repeats how often, "solve: 250 × 3 patterns". */
  return *own != '\0' ? g_strdup_printf (_ ("%s: %s"), own, often) : g_steal_pointer (&often);
}

char *
refrain_phases_describe (RefrainPhases *self, guint32 node, double strength, const char *name)
{
  const RefrainSegmentationNode *at;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);

  at = get_node (self, node);
  g_return_val_if_fail (at != NULL, NULL);
  return add_repetition (self, node, strength, name_elements (self, at->start, at->end, name));
}

char *
refrain_phases_describe_piece (RefrainPhases *self,
                               guint32 start,
                               guint32 end,
                               guint32 main,
                               double strength,
                               const char *name)
{
  const RefrainSegmentationNode *at;
  RefrainRoutine *routine;
  gboolean whole = FALSE;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (start < end && end <= get_length (self), NULL);

  at = get_node (self, main);
  g_return_val_if_fail (at != NULL, NULL);
  routine = name == NULL ? refrain_phases_get_routine_of (self, at->start, at->end, &whole) : NULL;
  if (routine != NULL && whole && refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_USER)
    name = refrain_routine_get_label (routine);
  return add_repetition (self, main, strength, name_elements (self, start, end, name));
}

char *
refrain_phases_describe_joined (RefrainPhases *self, guint32 start, guint32 end, const char *name)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (start < end && end <= get_length (self), NULL);

  return name_elements (self, start, end, name);
}
