/* refrain-beside-same.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is selected in one run is selected in the other: an operation, a phase, a loop. Which one
 * that is, operations decide (RefrainCounterparts); where the runs differ nothing is. Runs that are
 * moved each alone are selected in each alone.
 */
#include "refrain-beside-private.h"

#include "refrain-object.h"
#include "refrain-pattern-names.h"

/* A phase is the same one where both have this part of their time in common, at least. */
#define SAME_PHASE 0.5

static RefrainSession *
get_other_of (RefrainBeside *self, RefrainSession *session)
{
  return session == self->session ? self->other : self->session;
}

static guint
get_side_of (RefrainBeside *self, RefrainSession *session)
{
  return session == self->session ? 0 : 1;
}

static gboolean
is_coupled (RefrainBeside *self)
{
  return !self->moving && self->other != NULL && self->aligned != REFRAIN_ALIGNED_FREELY;
}

/* ---- Patterns, by the keys that names are remembered by ---- */

/* Key of each pattern, kept with it. */
#define KEY_DATA "refrain-beside-key"

/* The key of pattern @index of @set, which belongs to the pattern. */
static const char *
get_key (RefrainComposites *composites, RefrainPatternSet *set, guint32 index)
{
  GObject *pattern = G_OBJECT (refrain_pattern_set_get_pattern (set, index));

  if (g_object_get_data (pattern, KEY_DATA) == NULL)
    g_object_set_data_full (pattern, KEY_DATA,
                            refrain_pattern_names_make_key_in (composites, set, index), g_free);
  return g_object_get_data (pattern, KEY_DATA);
}

/* Takes the keys of what was found in the second run, once. */
static gboolean
take_keys (RefrainBeside *self)
{
  RefrainComposites *composites
      = self->other != NULL
            ? refrain_patterns_get_composites (refrain_session_get_patterns (self->other))
            : NULL;
  RefrainPatternSet *sets[2];

  if (composites == NULL || composites == self->keyed)
    return composites != NULL;
  refrain_beside_forget_patterns (self);
  self->keyed = g_object_ref (composites);
  self->patterns = g_hash_table_new (g_str_hash, g_str_equal);
  sets[0] = refrain_composites_get_set (composites);
  sets[1] = refrain_composites_get_elementary (composites);
  for (guint s = 0; s < G_N_ELEMENTS (sets); s++)
    for (guint32 i = 0; i < refrain_pattern_set_get_n_patterns (sets[s]); i++)
      g_hash_table_insert (self->patterns, (gpointer) get_key (composites, sets[s], i),
                           refrain_pattern_set_get_pattern (sets[s], i));
  return TRUE;
}

void
refrain_beside_forget_patterns (RefrainBeside *self)
{
  g_clear_pointer (&self->patterns, g_hash_table_unref);
  g_clear_object (&self->keyed);
}

RefrainPattern *
refrain_beside_find_pattern (RefrainBeside *self, RefrainPattern *pattern)
{
  RefrainPatterns *patterns;
  RefrainPatternSet *set;

  g_return_val_if_fail (REFRAIN_IS_BESIDE (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_PATTERN (pattern), NULL);

  patterns = refrain_session_get_patterns (self->session);
  set = refrain_patterns_get_set_of (patterns, pattern);
  if (set == NULL || !take_keys (self))
    return NULL;
  return g_hash_table_lookup (self->patterns, get_key (refrain_patterns_get_composites (patterns),
                                                       set, refrain_pattern_get_id (pattern) - 1));
}

/* ---- Bookmarks ---- */

RefrainBookmarks *
refrain_bookmarks_move (const RefrainBookmarks *self,
                        const RefrainCounterparts *counterparts,
                        guint side,
                        guint *n_lost)
{
  g_autoptr (GArray) moved = g_array_new (FALSE, FALSE, sizeof (RefrainBookmark));
  gsize n;
  const RefrainBookmark *items = refrain_bookmarks_get (self, &n);

  for (gsize i = 0; i < n; i++)
    {
      RefrainBookmark own = items[i];

      if (!refrain_counterparts_find (counterparts, side, REFRAIN_NONE, items[i].start, &own.start)
          || !refrain_counterparts_find (counterparts, side, REFRAIN_NONE, items[i].end, &own.end))
        continue;
      /* What was selected has other rows there. */
      own.subject = NULL;
      own.end = MAX (own.end, own.start);
      g_array_append_val (moved, own);
    }
  *n_lost = (guint) n - moved->len;
  return refrain_bookmarks_new ((const RefrainBookmark *) (gpointer) moved->data, moved->len);
}

/* ---- Operations ---- */

static void
on_pick (RefrainBeside *self, GParamSpec *pspec, RefrainSelection *selection)
{
  RefrainSession *session
      = selection == refrain_session_get_selection (self->session) ? self->session : self->other;
  RefrainPick pick = *refrain_selection_get_pick (selection);
  gsize op;

  if (!is_coupled (self) || pick.kind != REFRAIN_PICK_OP
      || !refrain_counterparts_find_op (refrain_beside_get_counterparts (self),
                                        get_side_of (self, session), pick.process, pick.row, &op))
    return;
  pick.row = op;
  self->moving = TRUE;
  refrain_selection_set_pick (refrain_session_get_selection (get_other_of (self, session)), &pick);
  self->moving = FALSE;
}

/* ---- Phases ---- */

/* The segment or phase of @model that has most in common with @start to @end. */
static gboolean
find_phase (RefrainPhaseModel *model, RefrainTime start, RefrainTime end, RefrainPhaseRange *best)
{
  gsize n_segments, n_ranges;
  const guint32 *segments = refrain_phase_model_get_segments (model, &n_segments);
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (model, &n_ranges);
  double most = 0;

  for (gsize i = 0; i < n_ranges + n_segments; i++)
    {
      const RefrainPhaseRange range
          = i < n_ranges ? ranges[i]
                         : refrain_phase_model_get_range (model, segments[i - n_ranges]);
      RefrainTime from, to;
      double part;

      if (!refrain_phase_model_get_span (model, &range, &from, &to))
        continue;
      part = (double) (MIN (to, end) - MAX (from, start))
             / (double) MAX (MAX (to, end) - MIN (from, start), 1);
      if (part > most)
        {
          most = part;
          *best = range;
        }
    }
  return most >= SAME_PHASE;
}

static void
on_phases (RefrainBeside *self, GParamSpec *pspec, RefrainPhaseModel *model)
{
  RefrainSession *session
      = model == refrain_session_get_phases (self->session) ? self->session : self->other;
  const guint side = get_side_of (self, session);
  const RefrainPhaseRange *selected;
  RefrainPhaseModel *other;
  RefrainPhaseRange same;
  RefrainTime start, end;
  guint n;

  if (!is_coupled (self))
    return;
  selected = refrain_phase_model_get_selected (model, &n);
  other = refrain_session_get_phases (get_other_of (self, session));
  if (n == 0 || refrain_phase_model_get_phases (other) == NULL
      || !refrain_phase_model_get_span (model, &selected[n - 1], &start, &end)
      || !refrain_counterparts_find (refrain_beside_get_counterparts (self), side, REFRAIN_NONE,
                                     start, &start)
      || !refrain_counterparts_find (self->counterparts, side, REFRAIN_NONE, end, &end)
      || !find_phase (other, start, end, &same))
    return;
  self->moving = TRUE;
  refrain_phase_model_select (other, &same, 1);
  self->moving = FALSE;
  self->picked = session;
  if (self->aligned != REFRAIN_ALIGNED_LOGICAL)
    refrain_beside_set_aligned (self, REFRAIN_ALIGNED_SELECTION);
}

/* ---- Loops ---- */

/* How far in @construct is on the way to operation @op; -1: not there. */
static int
find_depth (RefrainLoops *loops, guint32 construct, guint process, gsize op)
{
  g_autoptr (GArray) steps = refrain_loops_find_place (loops, process, op);

  for (guint i = 0; steps != NULL && i < steps->len; i++)
    if (g_array_index (steps, RefrainLoopStep, i).construct == construct)
      return (int) i;
  return -1;
}

/* Selects what is as far in on the way to operation @op of the other run. */
static gboolean
select_loop (RefrainBeside *self, RefrainSession *session, guint process, gsize op, guint depth)
{
  RefrainLoops *loops = refrain_session_get_loops (session);
  g_autoptr (GArray) steps = refrain_loops_find_place (loops, process, op);

  if (steps == NULL || depth >= steps->len)
    return FALSE;
  self->led = session;
  self->led_loop = g_array_index (steps, RefrainLoopStep, depth).construct;
  if (refrain_loops_get_selected (loops) != self->led_loop)
    refrain_loops_select (loops, self->led_loop);
  return TRUE;
}

/* The operations of what is selected are known. */
static void
on_highlight (RefrainBeside *self, GParamSpec *pspec, RefrainSelection *selection)
{
  RefrainSession *session
      = selection == refrain_session_get_selection (self->session) ? self->session : self->other;
  RefrainOpSet *ops = refrain_selection_get_highlight (selection);
  RefrainLoops *loops = refrain_session_get_loops (session);
  RefrainTrace *trace = refrain_session_get_trace (session);
  const guint32 selected = refrain_loops_get_selected (loops);

  if (!is_coupled (self) || ops == NULL || selected == REFRAIN_NONE
      || refrain_loops_get_model (refrain_session_get_loops (get_other_of (self, session))) == NULL
      || (self->led == session && self->led_loop == selected))
    return;
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const gsize n = refrain_trace_get_ops (trace, p)->n;
      const gsize op = refrain_op_set_find_next (ops, p, 0, n);
      const int depth = op < n ? find_depth (loops, selected, p, op) : -1;
      gsize there;

      if (depth >= 0
          && refrain_counterparts_find_op (refrain_beside_get_counterparts (self),
                                           get_side_of (self, session), p, op, &there)
          && select_loop (self, get_other_of (self, session), p, there, (guint) depth))
        return;
    }
}

void
refrain_beside_watch_same (RefrainBeside *self, RefrainSession *session)
{
  RefrainSelection *selection = refrain_session_get_selection (session);

  refrain_connect (selection, "notify::pick", on_pick, self);
  refrain_connect (selection, "notify::highlight", on_highlight, self);
  refrain_connect (refrain_session_get_phases (session), "notify::selected", on_phases, self);
}
