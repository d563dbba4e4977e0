/* refrain-pattern-set.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Goes through the steps of the analysis, then numbers the distinct patterns by how often they
 * occur and puts their occurrences in execution order.
 */
#include "refrain-pattern-set.h"

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-object.h"
#include "refrain-pattern-private.h"

struct _RefrainPatternSet
{
  GObject parent_instance;

  RefrainPatternMethod method;
  RefrainSymbols *symbols;
  RefrainInstances *instances;
  RefrainWrapperChoice *choice; /* NULL: no routine delimits */
  GPtrArray *delimiters;        /* of RefrainRoutine, which the trace owns */
  GPtrArray *patterns;          /* of RefrainPattern */
  RefrainPatternEvent *event_of_instance;
  RefrainPatternEvent *sequence; /* one for each instance */
  RefrainPatternSet *base;       /* of which the instances borrow; or NULL */
};

REFRAIN_DEFINE_LIST (RefrainPatternSet,
                     refrain_pattern_set,
                     REFRAIN_TYPE_PATTERN,
                     self->patterns->len)

static gpointer
refrain_pattern_set_get_item (RefrainPatternSet *self, guint place)
{
  return g_object_ref (self->patterns->pdata[place]);
}

static void
refrain_pattern_set_finalize (RefrainPatternSet *self)
{
  g_clear_object (&self->symbols);
  g_clear_pointer (&self->instances, refrain_instances_free);
  g_clear_pointer (&self->choice, refrain_wrapper_choice_free);
  g_ptr_array_unref (self->delimiters);
  g_ptr_array_unref (self->patterns);
  g_free (self->event_of_instance);
  g_free (self->sequence);
  g_clear_object (&self->base);
}

static void
refrain_pattern_set_init (RefrainPatternSet *self)
{
  self->delimiters = g_ptr_array_new ();
  self->patterns = g_ptr_array_new_with_free_func (g_object_unref);
}

/* ---- Patterns that are equal up to a shift of the ranks ------------------------------------- */

/* Appends what the units of instance @i do, ranks counted from the first of its processes. */
static void
append_shape (RefrainInstances *self, RefrainSymbols *symbols, guint32 i, GArray *key)
{
  const guint origin
      = refrain_units_get_process (self->units, self->members[self->instances[i].first]);
  guint process = 0;

  for (guint64 m = self->instances[i].first; m < self->instances[i + 1].first; m++)
    {
      const RefrainUnit *unit;
      guint32 head[2];
      gsize n;
      const guint32 *content;

      process = refrain_units_next_process (self->units, process, self->members[m]);
      unit = refrain_units_get (self->units, process, self->members[m]);
      content = refrain_sequence_table_get (&self->units->processes[process].contents,
                                            unit->content, &n);
      head[0] = process - origin;
      head[1] = (guint32) n;
      g_array_append_vals (key, head, 2);
      for (gsize k = 0; k < n; k++)
        {
          guint32 words[REFRAIN_SYMBOL_N_WORDS];

          refrain_symbols_get_shifted (symbols, content[k], origin, words);
          g_array_append_vals (key, words, REFRAIN_SYMBOL_N_WORDS);
        }
    }
}

/* For each distinct pattern the lowest-numbered one it counts as: itself, or with @merge the first
 * whose processes do the same a constant number of ranks away. Free with g_free().
 * O(symbols of distinct patterns). */
static guint32 *
find_alike (RefrainInstances *self, gboolean merge)
{
  RefrainSymbols *symbols = refrain_segments_get_symbols (self->units->segments);
  guint32 *shape = g_new (guint32, MAX (self->n_patterns, 1));
  g_auto (RefrainSequenceTable) seen;
  g_autoptr (GArray) key = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (guint32));

  refrain_sequence_table_init (&seen);
  for (guint32 k = 0; k < self->n_patterns; k++)
    {
      gboolean is_new;
      guint32 number;

      shape[k] = k;
      if (!merge)
        continue;
      g_array_set_size (key, 0);
      append_shape (self, symbols, self->example[k], key);
      number = refrain_sequence_table_add (&seen, (const guint32 *) (gpointer) key->data, key->len,
                                           &is_new);
      if (is_new)
        g_array_append_val (first, k);
      shape[k] = g_array_index (first, guint32, number);
    }
  return shape;
}

guint32 *
refrain_pattern_set_find_alike (RefrainPatternSet *self)
{
  g_autofree guint32 *shape = NULL, *first = NULL;
  guint32 *alike;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), NULL);

  shape = find_alike (self->instances, TRUE);
  first = g_new (guint32, MAX (self->instances->n_patterns, 1));
  alike = g_new (guint32, MAX (self->patterns->len, 1));
  for (guint32 k = 0; k < self->instances->n_patterns; k++)
    first[k] = REFRAIN_NONE;
  for (guint32 k = 0; k < self->instances->n_patterns; k++)
    {
      const guint32 own = self->event_of_instance[self->instances->example[k]].pattern;

      first[shape[k]] = MIN (first[shape[k]], own);
    }
  for (guint32 k = 0; k < self->instances->n_patterns; k++)
    alike[self->event_of_instance[self->instances->example[k]].pattern] = first[shape[k]];
  return alike;
}

/* ---- Ids and order -------------------------------------------------------------------------- */

/* A distinct pattern on its way to its id. */
typedef struct
{
  guint32 number; /* of the pattern among the instances' */
  guint32 count;
  guint32 appears; /* place of its first occurrence */
} Rank;

REFRAIN_DEFINE_COMPARE (compare_ranks, Rank, REFRAIN_FALLING (count) ?: REFRAIN_RISING (appears))

typedef struct
{
  RefrainInstances *instances;
  const guint32 *order; /* instances, by pattern and then in execution order */
  const guint64 *first; /* of each pattern, in order; and the end */
  RefrainPattern *const
      *like; /* of each distinct pattern: the same, made already, or NULL; or NULL */
  RefrainPattern **made;
} MakeJob;

static void
make_pattern (gsize item, gpointer data)
{
  MakeJob *job = data;
  const gsize n = (gsize) (job->first[item + 1] - job->first[item]);
  const guint32 *order = job->order + job->first[item];
  RefrainPattern *like
      = job->like != NULL ? job->like[job->instances->instances[order[0]].pattern] : NULL;

  job->made[item] = like != NULL ? refrain_pattern_new_like (like, (guint) item + 1)
                                 : refrain_pattern_new (job->instances, order, n, (guint) item + 1);
}

/* Most frequent patterns first, then by appearance. */
static Rank *
rank_patterns (RefrainInstances *instances, const guint32 *places, const guint32 *shape, guint32 *n)
{
  Rank *ranks = g_new0 (Rank, MAX (instances->n_patterns, 1));
  guint32 used = 0;

  for (guint32 i = 0; i < instances->n; i++)
    {
      Rank *rank = &ranks[shape[instances->instances[places[i]].pattern]];

      if (rank->count++ == 0)
        rank->appears = i;
    }
  for (guint32 k = 0; k < instances->n_patterns; k++)
    if (ranks[k].count > 0)
      {
        ranks[used] = ranks[k];
        ranks[used++].number = k;
      }
  refrain_sort (ranks, used, sizeof *ranks, compare_ranks);
  *n = used;
  return ranks;
}

/* Makes the patterns, the most frequent first, then by appearance; of each occurrence, in execution
 * order, which it is, and the same by instance. @shape: of each distinct pattern the one that it
 * counts as; @like (NULL: none): the same made already, or NULL. Free both with g_free(). Without
 * some of the patterns when cancelled. O(operations + instances · log instances). */
static void
make_patterns (RefrainInstances *instances,
               const guint32 *shape,
               RefrainPattern *const *like,
               GPtrArray *patterns,
               RefrainPatternEvent **sequence,
               RefrainPatternEvent **event_of_instance,
               GCancellable *cancellable)
{
  g_autofree guint32 *places = refrain_instances_order (instances); /* in execution order */
  guint32 n;
  g_autofree Rank *ranks = rank_patterns (instances, places, shape, &n);
  g_autofree guint32 *index = g_new (guint32, MAX (instances->n_patterns, 1));
  g_autofree guint64 *first = g_new0 (guint64, (gsize) n + 1);
  g_autofree guint64 *next = g_new (guint64, (gsize) n + 1);
  g_autofree guint32 *order = g_new (guint32, MAX (instances->n, 1));
  g_autofree RefrainPattern **made = g_new0 (RefrainPattern *, MAX (n, 1));
  MakeJob job = { instances, order, first, like, made };

  for (guint32 k = 0; k < n; k++)
    {
      index[ranks[k].number] = k;
      next[k] = first[k];
      first[k + 1] = first[k] + ranks[k].count;
    }
  *sequence = g_new (RefrainPatternEvent, MAX (instances->n, 1));
  *event_of_instance = g_new (RefrainPatternEvent, MAX (instances->n, 1));
  for (guint32 i = 0; i < instances->n; i++)
    {
      const guint32 instance = places[i];
      const guint32 k = index[shape[instances->instances[instance].pattern]];

      (*sequence)[i] = (RefrainPatternEvent){ k, (guint32) (next[k] - first[k]) };
      (*event_of_instance)[instance] = (*sequence)[i];
      order[next[k]++] = instance;
    }
  refrain_parallel_run (n, make_pattern, &job, cancellable);
  for (guint32 k = 0; k < n; k++)
    if (made[k] != NULL)
      g_ptr_array_add (patterns, made[k]);
  refrain_patterns_name_apart (patterns);
}

/* ---- Making --------------------------------------------------------------------------------- */

/* The routines that delimit segments of sends and receives. */
static void
find_delimiters (RefrainPatternSet *self)
{
  RefrainTrace *trace = refrain_symbols_get_trace (self->symbols);
  const guint n_routines = refrain_trace_get_n_routines (trace);
  g_autofree gboolean *delimits = g_new0 (gboolean, MAX (n_routines, 1));

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainCalls *calls = refrain_trace_get_calls (trace, p);
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);
      const RefrainSymbolStream *stream = refrain_symbols_get_stream (self->symbols, p);
      gsize n;
      const RefrainSegment *segments
          = refrain_segments_get (self->instances->units->segments, p, &n);

      for (gsize s = 0; s < n; s++)
        if (segments[s].call != REFRAIN_NONE
            && REFRAIN_OP_IS_P2P (ops->kind[stream->op[segments[s].first]]))
          delimits[calls->routine[segments[s].call]] = TRUE;
    }
  for (guint r = 0; r < n_routines; r++)
    if (delimits[r])
      g_ptr_array_add (self->delimiters, refrain_trace_get_routine (trace, r));
}

/* Where choosing wrappers has made the instances already, too, sets these. */
static RefrainSegments *
make_segments (RefrainPatternSet *self,
               const RefrainPatternOptions *options,
               GCancellable *cancellable,
               GError **error)
{
  const gboolean as_chosen = !options->join_collectives && !options->keep_tandem;

  if (options->method == REFRAIN_PATTERNS_SYNTACTIC)
    return refrain_segments_new_syntactic (self->symbols, options->join_collectives);
  if (options->wrappers != NULL)
    self->choice = refrain_wrappers_named (refrain_symbols_get_trace (self->symbols),
                                           options->wrappers, error);
  else
    self->choice
        = refrain_wrappers_choose (self->symbols, as_chosen ? &self->instances : NULL, cancellable);
  if (self->instances != NULL)
    return g_object_ref (self->instances->units->segments);
  return self->choice == NULL
             ? NULL
             : refrain_segments_new (self->symbols, self->choice->flags, options->join_collectives);
}

RefrainPatternSet *
refrain_pattern_set_new (RefrainTrace *trace,
                         const RefrainPatternOptions *options,
                         GCancellable *cancellable,
                         const RefrainProgress *progress,
                         GError **error)
{
  g_autoptr (RefrainPatternSet) self = NULL;
  g_autoptr (RefrainSegments) segments = NULL;
  g_autofree guint32 *shape = NULL;
  RefrainSymbolScheme scheme;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (options != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_PATTERN_SET, NULL);
  self->method = options->method;
  scheme = options->scheme;
  scheme.point_to_point = scheme.collectives = TRUE;
  refrain_progress_tell (progress, 0, _ ("Reading operations"));
  self->symbols = refrain_symbols_new (trace, &scheme, cancellable, error);
  if (self->symbols == NULL)
    return NULL;
  refrain_symbols_set_places (self->symbols, options->places);
  refrain_progress_tell (progress, 0.1, _ ("Choosing wrappers"));
  segments = make_segments (self, options, cancellable, error);
  if (segments != NULL && self->instances == NULL)
    {
      refrain_progress_tell (progress, 0.6, _ ("Joining messages"));
      self->instances = refrain_instances_new (segments, !options->keep_tandem, cancellable);
    }
  if (self->instances == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  refrain_progress_tell (progress, 0.8, _ ("Comparing patterns"));
  find_delimiters (self);
  shape = find_alike (self->instances, options->merge_alike);
  make_patterns (self->instances, shape, NULL, self->patterns, &self->sequence,
                 &self->event_of_instance, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  refrain_progress_tell (progress, 1, _ ("Patterns found"));
  return g_steal_pointer (&self);
}

RefrainPatternSet *
refrain_pattern_set_new_of (RefrainPatternSet *base,
                            RefrainInstances *instances,
                            RefrainWrapperChoice *choice,
                            RefrainPattern *const *like,
                            GCancellable *cancellable,
                            GError **error)
{
  g_autoptr (RefrainPatternSet) self = g_object_new (REFRAIN_TYPE_PATTERN_SET, NULL);
  g_autofree guint32 *shape = find_alike (instances, FALSE);

  self->base = g_object_ref (base);
  self->method = choice != NULL ? REFRAIN_PATTERNS_ROUTINE : REFRAIN_PATTERNS_SYNTACTIC;
  self->symbols = g_object_ref (refrain_segments_get_symbols (instances->units->segments));
  self->instances = instances;
  self->choice = choice;
  find_delimiters (self);
  make_patterns (instances, shape, like, self->patterns, &self->sequence, &self->event_of_instance,
                 cancellable);
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&self);
}

/* The patterns of @events by their new indices. */
static void
renumber_events (RefrainPatternEvent *events, gsize n, const guint32 *place)
{
  for (gsize i = 0; i < n; i++)
    events[i].pattern = place[events[i].pattern];
}

void
refrain_pattern_set_put_in_order (RefrainPatternSet *self, const guint32 *order)
{
  const guint n = self->patterns->len;
  g_autofree gpointer *patterns = g_new (gpointer, (gsize) n + 1);
  g_autofree guint32 *place = g_new (guint32, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    {
      RefrainPattern *pattern = self->patterns->pdata[order[i]];

      patterns[i] = pattern;
      place[order[i]] = i;
      pattern->id = i + 1;
    }
  for (guint i = 0; i < n; i++)
    self->patterns->pdata[i] = patterns[i];
  renumber_events (self->sequence, self->instances->n, place);
  renumber_events (self->event_of_instance, self->instances->n, place);
}

/* ---- Reading -----------------------------------------------------------------------------------
 */

REFRAIN_GETTER (RefrainPatternSet,
                refrain_pattern_set,
                RefrainTrace *,
                get_trace,
                refrain_symbols_get_trace (self->symbols))

REFRAIN_GETTER (
    RefrainPatternSet, refrain_pattern_set, RefrainPatternMethod, get_method, self->method)
REFRAIN_GETTER (
    RefrainPatternSet, refrain_pattern_set, RefrainSymbols *, get_symbols, self->symbols)

REFRAIN_GETTER (RefrainPatternSet,
                refrain_pattern_set,
                RefrainSegments *,
                get_segments,
                self->instances->units->segments)

REFRAIN_GETTER (RefrainPatternSet, refrain_pattern_set, guint, get_n_patterns, self->patterns->len)

RefrainPattern *
refrain_pattern_set_get_pattern (RefrainPatternSet *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), NULL);
  g_return_val_if_fail (i < self->patterns->len, NULL);
  return self->patterns->pdata[i];
}

const RefrainWrapper *
refrain_pattern_set_get_wrappers (RefrainPatternSet *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->choice != NULL ? self->choice->wrappers->len : 0;
  return *n > 0 ? &g_array_index (self->choice->wrappers, RefrainWrapper, 0) : NULL;
}

REFRAIN_GETTER (
    RefrainPatternSet, refrain_pattern_set, RefrainInstances *, get_instances, self->instances)

REFRAIN_GETTER (RefrainPatternSet,
                refrain_pattern_set,
                const RefrainPatternEvent *,
                get_events,
                self->event_of_instance)

REFRAIN_GETTER (
    RefrainPatternSet, refrain_pattern_set, const RefrainWrapperChoice *, get_choice, self->choice)

RefrainRoutine *const *
refrain_pattern_set_get_delimiters (RefrainPatternSet *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->delimiters->len;
  return (RefrainRoutine *const *) self->delimiters->pdata;
}

REFRAIN_ROWS_GETTER (RefrainPatternSet,
                     refrain_pattern_set,
                     RefrainPatternEvent,
                     gsize,
                     get_sequence,
                     self->sequence,
                     self->instances->n)

gboolean
refrain_pattern_set_find_occurrence (RefrainPatternSet *self,
                                     guint process,
                                     gsize op,
                                     RefrainPatternEvent *event)
{
  RefrainTrace *trace;
  guint32 unit;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), FALSE);
  g_return_val_if_fail (process < self->instances->units->n_processes, FALSE);
  g_return_val_if_fail (event != NULL, FALSE);

  trace = refrain_symbols_get_trace (self->symbols);
  if (op >= refrain_trace_get_ops (trace, process)->n)
    return FALSE;
  unit = self->instances->unit_of_op[process][op];
  if (unit == REFRAIN_NONE)
    return FALSE;
  *event = self->event_of_instance[self->instances->instance_of_unit[unit]];
  return TRUE;
}

guint
refrain_pattern_set_find (
    RefrainPatternSet *self, guint process, gsize op, guint32 *indices, guint max)
{
  RefrainPatternEvent event;

  if (max == 0 || !refrain_pattern_set_find_occurrence (self, process, op, &event))
    return 0;
  indices[0] = event.pattern;
  return 1;
}
