/* refrain-divide.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Units of a pattern without a shape become segments, one for each run of a tag, or of what else is
 * tried; what these are joined to is compared with what they were as one.
 */
#include "refrain-divide.h"

#include <math.h>

#include "refrain-divisor.h"
#include "refrain-families.h"
#include "refrain-pattern-private.h"
#include "refrain-reach.h"
#include "refrain-topology.h"

/* Less than this share of the messages tells little of the run, named or not. */
#define MIN_SHARE 0.25
/* What a name costs, and how much less all of it has to be. */
#define NAME_WORDS 2
#define GAIN       2
/* So much of what was divided may have no name even then: how data are brought to where the
 * exchanges begin. All of it has to be told by so much less again, as a cycle over levels tells
 * more as one. */
#define NAMELESS      0.25
#define NAMELESS_GAIN 2.4

typedef struct
{
  RefrainInstances *old;
  RefrainPatternSet *elementary;
  const RefrainMasters *masters;
  RefrainSymbols *symbols;
  RefrainTrace *trace;
  gboolean *blob; /* of each distinct pattern: cut it */
  RefrainDivision division;
} Divider;

/* ---- What to cut ---- */

static gboolean
changes_communicator (const Divider *self, guint process, guint32 i)
{
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, process);
  const guint32 *op = refrain_symbols_get_stream (self->symbols, process)->op;

  return ops->comm[op[i - 1]] != ops->comm[op[i]];
}

/* Whether elements @i and @i - 1 of @process are of different parts. */
static gboolean
changes (const Divider *self, guint process, guint32 i)
{
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, process);
  const guint32 *op = refrain_symbols_get_stream (self->symbols, process)->op;
  const guint32 a = op[i - 1], b = op[i];

  if (changes_communicator (self, process, i))
    return TRUE;
  switch (self->division)
    {
    case REFRAIN_DIVIDED_BY_TAGS:
      return ops->tag[a] != ops->tag[b];
    case REFRAIN_DIVIDED_BY_SIZES:
      return ops->bytes[a] != ops->bytes[b];
    case REFRAIN_DIVIDED_BY_DISTANCES:
      return ABS (ops->peer[a] - (gint32) process) != ABS (ops->peer[b] - (gint32) process);
    default:
      return FALSE;
    }
}

/* Whether instance @instance of @of is messages of several processes; then *@messages: how many are
 * sent in it, *@words: its symbols. */
static gboolean
measure (const Divider *self,
         const RefrainInstances *of,
         guint32 instance,
         guint64 *messages,
         gsize *words)
{
  guint process = 0;

  *messages = *words = 0;
  for (guint64 m = of->instances[instance].first; m < of->instances[instance + 1].first; m++)
    {
      const RefrainUnit *unit;
      const guint32 *op;
      const RefrainOps *ops;
      gsize n;

      process = refrain_units_next_process (of->units, process, of->members[m]);
      unit = refrain_units_get (of->units, process, of->members[m]);
      op = refrain_symbols_get_stream (self->symbols, process)->op;
      ops = refrain_trace_get_ops (self->trace, process);
      refrain_sequence_table_get (&of->units->processes[process].contents, unit->content, &n);
      *words += n;
      for (guint32 i = unit->first; i < unit->first + unit->n; i++)
        if (!REFRAIN_OP_IS_P2P (ops->kind[op[i]]))
          return FALSE;
        else
          *messages += REFRAIN_OP_IS_SEND (ops->kind[op[i]]);
    }
  return of->instances[instance + 1].first - of->instances[instance].first > 2;
}

/* Whether what instance @instance does has a name. */
static gboolean
has_name (RefrainInstances *instances, guint32 instance)
{
  g_autoptr (RefrainPattern) pattern = refrain_pattern_new (instances, &instance, 1, 1);

  return refrain_pattern_has_name (pattern);
}

/* Whether what distinct pattern @k of the old ones does has a name. */
static gboolean
had_name (const Divider *self, guint32 k)
{
  RefrainInstances *old = self->old;
  RefrainPattern *known;

  if (!old->view)
    return has_name (old, old->example[k]);
  known = refrain_pattern_set_get_pattern (
      self->elementary, refrain_pattern_set_get_events (self->elementary)[old->example[k]].pattern);
  /* Several that are alike may count as one. */
  return refrain_pattern_get_n_occurrences (known) == old->count[k]
             ? refrain_pattern_has_name (known)
             : has_name (old, old->example[k]);
}

/* Whether the program itself has several groups of processes, or contexts, in instance @instance.
 */
static gboolean
has_groups (const Divider *self, guint32 instance)
{
  const RefrainInstances *old = self->old;
  guint process = 0;

  for (guint64 m = old->instances[instance].first; m < old->instances[instance + 1].first; m++)
    {
      const RefrainUnit *unit;

      process = refrain_units_next_process (old->units, process, old->members[m]);
      unit = refrain_units_get (old->units, process, old->members[m]);
      for (guint32 i = unit->first + 1; i < unit->first + unit->n; i++)
        if (changes_communicator (self, process, i))
          return TRUE;
    }
  return FALSE;
}

/* Whether the pairs of processes that exchange something in instance @instance are a topology as a
 * whole: patterns have no names for all of these. */
static gboolean
has_topology (const Divider *self, guint32 instance)
{
  const RefrainInstances *old = self->old;
  RefrainTopologyOptions options = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  g_autoptr (RefrainGraph) all = NULL, graph = NULL;
  g_autoptr (RefrainTopology) topology = NULL;
  g_autofree guint32 *processes = g_new (guint32, (gsize) old->units->n_processes + 1);
  guint process = 0, n = 0;

  for (guint64 m = old->instances[instance].first; m < old->instances[instance + 1].first; m++)
    {
      const RefrainUnit *unit;
      const RefrainOps *ops;

      process = refrain_units_next_process (old->units, process, old->members[m]);
      unit = refrain_units_get (old->units, process, old->members[m]);
      ops = refrain_trace_get_ops (self->trace, process);
      if (n == 0 || processes[n - 1] != process)
        processes[n++] = process;
      for (guint32 i = unit->first; i < unit->first + unit->n; i++)
        {
          const guint32 op = refrain_symbols_get_stream (self->symbols, process)->op[i];
          const RefrainGraphEdge edge = { process, (guint32) ops->peer[op] };

          if (ops->peer[op] >= 0)
            g_array_append_val (edges, edge);
        }
    }
  all = refrain_graph_new (old->units->n_processes,
                           (const RefrainGraphEdge *) (gpointer) edges->data, edges->len);
  graph = refrain_graph_new_part (all, processes, n);
  options.exact = TRUE;
  topology = refrain_topology_new_for_graph (graph, &options, NULL, NULL);
  return topology != NULL && refrain_topology_get_n_names (topology) > 0
         && refrain_topology_is_telling (topology);
}

/* Marks what to divide; gives what it costs as it is, 0 where there is none. */
static double
find_blobs (Divider *self)
{
  const RefrainInstances *old = self->old;
  g_autofree guint64 *messages = g_new0 (guint64, (gsize) old->n_patterns + 1);
  g_autofree gsize *words = g_new0 (gsize, (gsize) old->n_patterns + 1);
  double all = 0, cost = 0;

  for (guint32 k = 0; k < old->n_patterns; k++)
    {
      self->blob[k] = measure (self, old, old->example[k], &messages[k], &words[k]);
      messages[k] *= old->count[k];
      all += (double) messages[k];
    }
  for (guint32 k = 0; k < old->n_patterns; k++)
    {
      self->blob[k]
          = self->blob[k] && (double) messages[k] >= MIN_SHARE * all && !had_name (self, k)
            && (has_groups (self, old->example[k]) || !has_topology (self, old->example[k]));
      cost += self->blob[k] ? (double) words[k] + 1 : 0;
    }
  return cost;
}

/* ---- Cutting ---- */

/* Whether @unit of @units, however they were made, is of what is divided. */
static gboolean
was_blob (const Divider *self, guint process, guint32 unit, const RefrainUnits *units)
{
  const RefrainInstances *old = self->old;
  const guint32 op = refrain_symbols_get_stream (self->symbols, process)
                         ->op[refrain_units_get (units, process, unit)->first];

  return self->blob[old->instances[old->instance_of_unit[old->unit_of_op[process][op]]].pattern];
}

/* Some units of instances, and whether a new part begins with element @i of @process there. */
typedef struct
{
  const RefrainInstances *of;
  const gboolean *instance; /* of each: its units are cut */
  gboolean (*changes) (const Divider *self, guint process, guint32 i);
} Cut;

/* The segments of @process, units that are cut apart from others. */
static GArray *
cut_process (const Divider *self, const Cut *cut, guint process)
{
  const RefrainUnits *units = cut->of->units;
  gsize n;
  const RefrainSegment *old = refrain_segments_get (units->segments, process, &n);
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (RefrainSegment));
  guint32 last = REFRAIN_NONE; /* the segment of the unit before, where that was not cut */

  for (guint32 u = units->first[process]; u < units->first[process + 1]; u++)
    {
      const RefrainUnit *unit = refrain_units_get (units, process, u);
      const gboolean is_cut = cut->instance[cut->of->instance_of_unit[u]];
      RefrainSegment piece = { unit->first, 0, old[unit->segment].call };

      if (!is_cut && last == unit->segment)
        {
          g_array_index (segments, RefrainSegment, segments->len - 1).n += unit->n;
          continue;
        }
      last = is_cut ? REFRAIN_NONE : unit->segment;
      for (guint32 i = unit->first; i < unit->first + unit->n; i++)
        {
          if (is_cut && i > unit->first && cut->changes (self, process, i))
            {
              g_array_append_val (segments, piece);
              piece = (RefrainSegment){ i, 0, piece.call };
            }
          piece.n++;
        }
      g_array_append_val (segments, piece);
    }
  return segments;
}

static RefrainInstances *
cut (const Divider *self, const Cut *cut, GCancellable *cancellable)
{
  const RefrainUnits *units = cut->of->units;
  g_autoptr (GPtrArray) lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (RefrainSegments) segments = NULL;

  for (guint p = 0; p < units->n_processes; p++)
    g_ptr_array_add (lists, cut_process (self, cut, p));
  segments = refrain_segments_new_listed (self->symbols, lists);
  return refrain_reach_join (segments, units->mode, NULL, cancellable);
}

static gboolean
turns (const Divider *self, guint process, guint32 i)
{
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, process);
  const guint32 *op = refrain_symbols_get_stream (self->symbols, process)->op;

  return REFRAIN_OP_IS_SEND (ops->kind[op[i]]) != REFRAIN_OP_IS_SEND (ops->kind[op[i - 1]]);
}

/* What goes there and comes back is one part for one process, and two for another that does
 * something between: then it is two for both. @of: freed. */
static RefrainInstances *
cut_ways (const Divider *self, RefrainInstances *of, GCancellable *cancellable)
{
  g_autofree gboolean *instance = g_new0 (gboolean, (gsize) of->n + 1);
  const Cut ways = { of, instance, turns };
  RefrainInstances *other;
  guint process = 0;

  for (guint32 i = 0; i < of->n; i++, process = 0)
    for (guint64 m = of->instances[i].first; m + 1 < of->instances[i + 1].first; m++)
      {
        process = refrain_units_next_process (of->units, process, of->members[m]);
        instance[i] |= of->members[m + 1] < of->units->first[process + 1]
                       && was_blob (self, process, of->members[m], of->units);
      }
  other = cut (self, &ways, cancellable);
  refrain_instances_free (of);
  return other;
}

/* The instances with what has no shape divided, or NULL where one has two parts of one process. */
static RefrainInstances *
divide (const Divider *self, GCancellable *cancellable)
{
  g_autofree gboolean *instance = g_new (gboolean, (gsize) self->old->n + 1);
  const Cut parts = { self->old, instance, changes };
  RefrainInstances *other;

  for (guint32 i = 0; i < self->old->n; i++)
    instance[i] = self->blob[self->old->instances[i].pattern];
  other = cut (self, &parts, cancellable);
  if (other != NULL && other->n_unclean > self->old->n_unclean)
    other = cut_ways (self, other, cancellable);
  if (other != NULL && other->n_unclean > self->old->n_unclean)
    g_clear_pointer (&other, refrain_instances_free);
  return other;
}

/* ---- Judging ---- */

/* What the parts cost that something was cut into. */
typedef struct
{
  double cost, times;         /* of names and symbols; how often parts occur */
  guint32 turns;              /* the largest number that divides how often each does */
  guint64 messages, nameless; /* in all of them */
} Judgement;

/* Adds family @family of @joined. Groups that lie alike are one thing; pairs anywhere have no
 * name, and what has none is told by its symbols. */
static void
judge_family (const Divider *self,
              RefrainInstances *joined,
              guint32 pattern,
              const RefrainFamily *family,
              Judgement *judgement)
{
  const gboolean scattered = family->n_groups > 1 && family->stride == 0 && family->group_size == 2;
  const gboolean nameless
      = scattered
        || (family->n_groups > 1 ? family->plain : !has_name (joined, joined->example[pattern]));
  guint64 messages;
  gsize words;

  measure (self, joined, joined->example[pattern], &messages, &words);
  messages *= joined->count[pattern];
  judgement->times += joined->count[pattern];
  judgement->turns = (guint32) refrain_find_divisor (judgement->turns, joined->count[pattern]);
  judgement->messages += messages;
  judgement->nameless += nameless ? messages : 0;
  judgement->cost
      += nameless ? (double) words : NAME_WORDS * (family->stride > 0 ? 1 : family->n_groups);
}

/* What the parts cost that @new makes of what was cut; infinite where much of it has no name. */
static double
judge (const Divider *self, const RefrainInstances *new)
{
  RefrainInstances *view = refrain_instances_view (new);
  g_autoptr (GArray) families = NULL;
  RefrainInstances *joined = refrain_families_join (view, self->masters, &families);
  Judgement judgement = { 0 };
  guint32 n_blobs = 0;

  for (guint32 f = 0; f < joined->n_patterns; f++)
    {
      const guint32 unit = joined->members[joined->instances[joined->example[f]].first];

      if (was_blob (self, refrain_units_get_process (joined->units, unit), unit, joined->units))
        judge_family (self, joined, f, &g_array_index (families, RefrainFamily, f), &judgement);
    }
  for (guint32 k = 0; k < self->old->n_patterns; k++)
    n_blobs += self->blob[k] ? self->old->count[k] : 0;
  refrain_instances_free (joined);
  refrain_instances_free (view);
  /* What occurs once is a run: it is cut into what comes again and again, all equally often. */
  if (judgement.turns < 2 || (double) judgement.nameless > NAMELESS * (double) judgement.messages)
    return INFINITY;
  return (judgement.nameless > 0 ? NAMELESS_GAIN : 1)
         * (judgement.cost + judgement.times / n_blobs);
}

RefrainInstances *
refrain_divide (RefrainInstances *instances,
                RefrainPatternSet *elementary,
                const RefrainMasters *masters,
                RefrainDivision *division,
                GCancellable *cancellable)
{
  RefrainSymbols *symbols = refrain_segments_get_symbols (instances->units->segments);
  g_autofree gboolean *blob = g_new0 (gboolean, (gsize) instances->n_patterns + 1);
  Divider self
      = { instances, elementary, masters, symbols, refrain_symbols_get_trace (symbols), blob, 0 };
  RefrainInstances *best = NULL;
  /* What is handed out was cut into tasks. */
  double most = masters->masters->len > 0 ? 0 : find_blobs (&self) / GAIN;

  *division = REFRAIN_DIVIDED_NOT;
  /* What the program says comes first. */
  for (guint by = REFRAIN_DIVIDED_BY_COMMUNICATORS;
       most > 0 && by < (best == NULL ? REFRAIN_N_DIVISIONS : REFRAIN_DIVIDED_BY_SIZES); by++)
    {
      RefrainInstances *other;
      double cost;

      self.division = by;
      other = divide (&self, cancellable);
      cost = other != NULL ? judge (&self, other) : INFINITY;
      if (cost < most)
        {
          most = cost;
          *division = by;
          g_clear_pointer (&best, refrain_instances_free);
          best = g_steal_pointer (&other);
        }
      g_clear_pointer (&other, refrain_instances_free);
    }
  if (best != NULL || g_cancellable_is_cancelled (cancellable))
    refrain_instances_free (instances);
  else
    best = instances;
  return best;
}
