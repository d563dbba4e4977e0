/* refrain-pattern.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pattern is made out of its instances and measured once; what it says is that of its first
 * occurrence. Its name is made in refrain-pattern-name.c.
 */
#include "refrain-pattern.h"

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-object.h"
#include "refrain-pattern-private.h"

enum
{
  PROP_0,
  PROP_NAME,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (RefrainPattern, refrain_pattern, G_TYPE_OBJECT)

static void
refrain_pattern_finalize (GObject *object)
{
  RefrainPattern *self = REFRAIN_PATTERN (object);

  refrain_free (self->name, self->plain_name, self->own_name, self->shape_name);
  g_clear_pointer (&self->nodes, g_array_unref);
  g_clear_object (&self->symbols);
  refrain_unref_arrays (self->parts, self->processes);
  if (self->original == NULL)
    refrain_free (self->part_words, self->first_part, self->occurrences, self->spans);
  g_clear_object (&self->original);
  G_OBJECT_CLASS (refrain_pattern_parent_class)->finalize (object);
}

/* The one property is the name. */
static void
refrain_pattern_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_string (value, refrain_pattern_get_name (REFRAIN_PATTERN (object)));
}

static void
refrain_pattern_class_init (RefrainPatternClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = refrain_pattern_finalize;
  object_class->get_property = refrain_pattern_get_property;
  properties[PROP_NAME]
      = g_param_spec_string ("name", NULL, NULL, NULL,
                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
refrain_pattern_init (RefrainPattern *self)
{
  self->parts = g_array_new (FALSE, FALSE, sizeof (RefrainPatternPart));
  self->processes = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/* ---- Measuring ------------------------------------------------------------------------------ */

/* So many parts of occurrences are measured together. */
#define SOME ((guint) 1 << 18)

/* What all occurrences add up to. */
typedef struct
{
  guint64 messages, bytes;
  double time;
} Totals;

/* One process' share of one occurrence: widens the span, adds to the totals. */
static void
measure_part (RefrainPattern *self,
              const RefrainOccurrencePart *part,
              RefrainTime span[2],
              Totals *totals)
{
  RefrainProcess *process
      = refrain_trace_get_process (refrain_symbols_get_trace (self->symbols), part->process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (self->symbols, part->process);
  guint32 last_call = REFRAIN_NONE;

  for (guint32 i = part->first; i < part->first + part->n; i++)
    {
      const guint32 op = stream->op[i], call = stream->call[i];
      RefrainTime start = ops->time[op], end = ops->time[op];

      if (call != REFRAIN_NONE)
        {
          start = MIN (start, calls->start[call]);
          end = MAX (end, calls->end[call]);
          if (call != last_call)
            totals->time += (double) (calls->end[call] - calls->start[call]);
          last_call = call;
        }
      span[0] = MIN (span[0], start);
      span[1] = MAX (span[1], end);
      if (REFRAIN_OP_IS_SEND (ops->kind[op]))
        {
          totals->messages += ops->partner[op] != REFRAIN_NONE;
          totals->bytes += ops->bytes[op];
        }
      else if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
        {
          totals->bytes += ops->bytes[op];
        }
    }
}

/* An operation of the first occurrence, for the longest chain. */
typedef struct
{
  guint32 logical, process, element;
  guint32 depth;
} Step;

REFRAIN_DEFINE_COMPARE (compare_steps,
                        Step,
                        REFRAIN_RISING (logical)
                            ?: REFRAIN_RISING (process)
                            ?: REFRAIN_RISING (element))

/* Packs process and row into the key of a hash table. */
static gint64
step_key (guint32 process, guint32 row)
{
  return (gint64) ((guint64) process << 32 | row);
}

/* The longest chain of operations in the first occurrence: each waits for the one before it in its
 * process and a receive also for its send. Logical time gives an order in which to look. */
static guint
find_depth (RefrainPattern *self)
{
  RefrainTrace *trace = refrain_symbols_get_trace (self->symbols);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GHashTable) depths = g_hash_table_new (refrain_hash_int64, g_int64_equal);
  g_autofree guint32 *last = g_new0 (guint32, refrain_trace_get_n_processes (trace));
  guint deepest = 0;

  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const RefrainOccurrencePart *part = &self->occurrences[k];
      const RefrainOps *ops = refrain_trace_get_ops (trace, part->process);
      const guint32 *op = refrain_symbols_get_stream (self->symbols, part->process)->op;

      for (guint32 i = part->first; i < part->first + part->n; i++)
        {
          const Step step = { ops->logical[op[i]], part->process, i, 0 };

          g_array_append_val (steps, step);
        }
    }
  g_array_sort (steps, compare_steps);
  g_array_set_size (keys, steps->len);
  for (guint s = 0; s < steps->len; s++)
    {
      Step *step = &g_array_index (steps, Step, s);
      const RefrainOps *ops = refrain_trace_get_ops (trace, step->process);
      const guint32 op
          = refrain_symbols_get_stream (self->symbols, step->process)->op[step->element];

      step->depth = last[step->process];
      if (REFRAIN_OP_IS_RECV (ops->kind[op]) && ops->partner[op] != REFRAIN_NONE)
        {
          const gint64 sender = step_key ((guint32) ops->peer[op], ops->partner[op]);

          step->depth = MAX (step->depth, GPOINTER_TO_UINT (g_hash_table_lookup (depths, &sender)));
        }
      last[step->process] = ++step->depth;
      deepest = MAX (deepest, step->depth);
      g_array_index (keys, gint64, s) = step_key (step->process, op);
      g_hash_table_insert (depths, &g_array_index (keys, gint64, s),
                           GUINT_TO_POINTER (step->depth));
    }
  return deepest;
}

/* Operations of a process in the first occurrence: mean over maximum. */
static double
find_regularity (RefrainPattern *self)
{
  guint64 all = 0, most = 0, own = 0;

  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const RefrainOccurrencePart *part = &self->occurrences[k];

      own = k > 0 && part->process == part[-1].process ? own + part->n : part->n;
      most = MAX (most, own);
      all += part->n;
    }
  return (double) all / (double) (most * self->parts->len);
}

static void
measure_durations (RefrainPattern *self)
{
  g_autofree RefrainTime *durations = g_new (RefrainTime, self->n_occurrences);

  for (gsize i = 0; i < self->n_occurrences; i++)
    durations[i] = self->spans[2 * i + 1] - self->spans[2 * i];
  refrain_sort (durations, self->n_occurrences, sizeof *durations, refrain_compare_int64);
  self->metrics.duration_min = durations[0];
  self->metrics.duration_median = durations[(self->n_occurrences - 1) / 2];
  self->metrics.duration_max = durations[self->n_occurrences - 1];
}

/* Whether operations on files, and puts and gets, stand in calls of @routine. */
static gboolean
is_remote (RefrainRoutine *routine)
{
  static const char *const prefixes[]
      = { "MPI_File_", "MPI_Win_", "MPI_Put",    "MPI_Get",   "MPI_Accumulate",
          "MPI_Rput",  "MPI_Rget", "MPI_Raccum", "MPI_Fetch", "MPI_Compare" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (refrain_routine_get_name (routine), prefixes[i]))
      return TRUE;
  return FALSE;
}

/* Nanoseconds that all processes spent in communication routines. */
static double
communication_time (RefrainTrace *trace)
{
  double time = 0;

  for (guint r = 0; r < refrain_trace_get_n_routines (trace); r++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, r);
      const RefrainRoutineKind kind = refrain_routine_get_kind (routine);

      if (kind == REFRAIN_ROUTINE_P2P || kind == REFRAIN_ROUTINE_WAIT
          || kind == REFRAIN_ROUTINE_COLLECTIVE
          || (kind == REFRAIN_ROUTINE_MPI && is_remote (routine)))
        time += (double) refrain_routine_get_time (routine);
    }
  return time;
}

/* A part of the occurrences that are measured together, and of which one it is. */
typedef struct
{
  const RefrainOccurrencePart *part;
  RefrainTime *span;
} Measured;

/* The @n parts of @measured, process by process: events of a process lie together, and may have to
 * be unpacked before they are read. */
static void
measure_by_process (RefrainPattern *self, const Measured *measured, gsize n, Totals *totals)
{
  const guint n_processes
      = refrain_trace_get_n_processes (refrain_symbols_get_trace (self->symbols));
  const gboolean sorts = n > 2 * (gsize) n_processes;
  g_autofree Measured *sorted = sorts ? g_new (Measured, n) : NULL;
  g_autofree gsize *next = sorts ? g_new0 (gsize, (gsize) n_processes + 1) : NULL;

  for (gsize i = 0; i < n && sorts; i++)
    next[measured[i].part->process + 1]++;
  for (guint p = 0; p < n_processes && sorts; p++)
    next[p + 1] += next[p];
  for (gsize i = 0; i < n && sorts; i++)
    sorted[next[measured[i].part->process]++] = measured[i];
  if (sorts)
    measured = sorted;
  for (gsize i = 0; i < n; i++)
    measure_part (self, measured[i].part, measured[i].span, totals);
}

/* Of all occurrences, some at a time. */
static Totals
measure_occurrences (RefrainPattern *self)
{
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (Measured));
  Totals totals = { 0, 0, 0 };

  for (gsize i = 0; i < self->n_occurrences; i++)
    {
      Measured one = { .span = &self->spans[2 * i] };
      gsize n_parts;

      one.span[0] = G_MAXINT64;
      one.span[1] = G_MININT64;
      one.part = refrain_pattern_get_occurrence (self, i, &n_parts);
      for (gsize k = 0; k < n_parts; k++, one.part++)
        g_array_append_val (some, one);
      if (i > 0 && i + 1 < self->n_occurrences && some->len < SOME)
        continue;
      measure_by_process (self, (const Measured *) (gpointer) some->data, some->len, &totals);
      g_array_set_size (some, 0);
      if (i == 0)
        self->metrics.messages = totals.messages;
    }
  return totals;
}

/* Fills in spans and metrics. O(operations of all occurrences). */
static void
measure (RefrainPattern *self)
{
  RefrainTrace *trace = refrain_symbols_get_trace (self->symbols);
  const guint64 messages = refrain_trace_get_counts (trace)->messages;
  const double time = communication_time (trace);
  const Totals totals = measure_occurrences (self);

  self->metrics.processes = self->parts->len;
  self->metrics.total_messages = totals.messages;
  self->metrics.bytes = totals.bytes;
  self->metrics.message_share = messages > 0 ? (double) totals.messages / (double) messages : 0;
  self->metrics.time_share = time > 0 ? MIN (totals.time / time, 1) : 0;
  self->metrics.depth = find_depth (self);
  self->metrics.regularity = find_regularity (self);
  measure_durations (self);
}

/* ---- Making --------------------------------------------------------------------------------- */

/* Appends the symbols of @unit, runs of one symbol as one with a count, to the last part. */
static void
append_form (GArray *words, guint from, const guint32 *symbols, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (words->len > from && g_array_index (words, guint32, words->len - 2) == symbols[i])
      {
        g_array_index (words, guint32, words->len - 1)++;
      }
    else
      {
        const guint32 pair[2] = { symbols[i], 1 };

        g_array_append_vals (words, pair, 2);
      }
}

/* The parts, as the first occurrence has them. */
static void
make_parts (RefrainPattern *self)
{
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (guint32)); /* symbol, count, … */
  gsize done = 0;

  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const RefrainOccurrencePart *piece = &self->occurrences[k];
      const RefrainSymbolStream *stream
          = refrain_symbols_get_stream (self->symbols, piece->process);
      RefrainPatternPart *last
          = self->parts->len > 0
                ? &g_array_index (self->parts, RefrainPatternPart, self->parts->len - 1)
                : NULL;

      if (last == NULL || last->process != piece->process)
        {
          const RefrainPatternPart part = { .process = piece->process, .n = 0 };

          g_array_append_val (self->parts, part);
          last = &g_array_index (self->parts, RefrainPatternPart, self->parts->len - 1);
          done = words->len;
        }
      append_form (words, (guint) done, stream->symbol + piece->first, piece->n);
      last->n = (words->len - done) / 2;
    }
  self->part_words = g_new (guint32, MAX (words->len, 1));
  for (guint i = 0; i < words->len / 2; i++)
    {
      self->part_words[i] = g_array_index (words, guint32, 2 * i);
      self->part_words[words->len / 2 + i] = g_array_index (words, guint32, 2 * i + 1);
    }
  done = 0;
  for (guint i = 0; i < self->parts->len; i++)
    {
      RefrainPatternPart *part = &g_array_index (self->parts, RefrainPatternPart, i);

      part->symbol = self->part_words + done;
      part->count = self->part_words + words->len / 2 + done;
      done += part->n;
    }
}

/* Whether two occurrences are of the same processes. */
static gboolean
have_same_processes (const RefrainOccurrencePart *a,
                     gsize n_a,
                     const RefrainOccurrencePart *b,
                     gsize n_b)
{
  if (n_a != n_b)
    return FALSE;
  for (gsize i = 0; i < n_a; i++)
    if (a[i].process != b[i].process)
      return FALSE;
  return TRUE;
}

/* O(parts of all occurrences). */
static void
list_processes (RefrainPattern *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  const RefrainOccurrencePart *last = NULL;
  gsize n_last = 0;

  for (gsize i = 0; i < self->n_occurrences; i++)
    {
      gsize n;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (self, i, &n);

      if (last == NULL || !have_same_processes (parts, n, last, n_last))
        for (gsize k = 0; k < n; k++)
          if (g_hash_table_add (seen, GUINT_TO_POINTER (parts[k].process)))
            g_array_append_val (self->processes, parts[k].process);
      last = parts;
      n_last = n;
    }
  g_array_sort (self->processes, refrain_compare_uint32);
}

/* The routine whose call delimits @unit, by its number, or REFRAIN_NONE. */
static guint32
find_routine (RefrainInstances *instances, guint process, guint32 unit)
{
  RefrainUnits *units = instances->units;
  RefrainTrace *trace = refrain_symbols_get_trace (refrain_segments_get_symbols (units->segments));
  gsize n;
  const RefrainSegment *segments = refrain_segments_get (units->segments, process, &n);
  const guint32 call = segments[refrain_units_get (units, process, unit)->segment].call;

  return call == REFRAIN_NONE ? REFRAIN_NONE
                              : refrain_trace_get_calls (trace, process)->routine[call];
}

/* How many occurrences a routine delimits. */
typedef struct
{
  guint32 routine;
  gsize count;
} RoutineCount;

static void
count_routine (GArray *counts, guint32 routine)
{
  const RoutineCount first = { routine, 1 };

  for (guint i = 0; i < counts->len; i++)
    if (g_array_index (counts, RoutineCount, i).routine == routine)
      {
        g_array_index (counts, RoutineCount, i).count++;
        return;
      }
  g_array_append_val (counts, first);
}

/* The routine that delimits most occurrences, as their first process has it; of several the first.
 */
static void
choose_routine (RefrainPattern *self, RefrainInstances *instances, const guint32 *order)
{
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (RoutineCount));
  RoutineCount most = { REFRAIN_NONE, 0 };

  for (gsize i = 0; i < self->n_occurrences; i++)
    {
      const guint32 unit = instances->members[instances->instances[order[i]].first];
      gsize n;
      const guint process = refrain_pattern_get_occurrence (self, i, &n)->process;

      count_routine (counts, find_routine (instances, process, unit));
    }
  for (guint i = 0; i < counts->len; i++)
    if (g_array_index (counts, RoutineCount, i).count > most.count)
      most = g_array_index (counts, RoutineCount, i);
  self->routine
      = most.routine == REFRAIN_NONE
            ? NULL
            : refrain_trace_get_routine (refrain_symbols_get_trace (self->symbols), most.routine);
  self->n_in_routine = most.routine == REFRAIN_NONE ? 0 : most.count;
}

/* Makes room for the parts of the occurrences, and notes where each begins where they differ. */
static void
make_room (RefrainPattern *self, const RefrainInstances *instances, const guint32 *order, gsize n)
{
  const RefrainInstance *all = instances->instances;
  gboolean alike = TRUE;
  gsize n_parts = 0;

  self->n_occurrences = n;
  self->n_occurrence_parts = (gsize) (all[order[0] + 1].first - all[order[0]].first);
  self->first_part = g_new (gsize, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      const gsize own = (gsize) (all[order[i] + 1].first - all[order[i]].first);

      self->first_part[i] = n_parts;
      alike &= own == self->n_occurrence_parts;
      n_parts += own;
    }
  self->first_part[n] = n_parts;
  if (alike)
    g_clear_pointer (&self->first_part, g_free);
  self->occurrences = g_new (RefrainOccurrencePart, n_parts);
}

RefrainPattern *
refrain_pattern_new (RefrainInstances *instances, const guint32 *order, gsize n, guint id)
{
  RefrainPattern *self = g_object_new (REFRAIN_TYPE_PATTERN, NULL);
  RefrainUnits *units = instances->units;
  RefrainOccurrencePart *part;
  const RefrainOps *ops;
  guint process;

  self->id = id;
  self->symbols = g_object_ref (refrain_segments_get_symbols (units->segments));
  make_room (self, instances, order, n);
  self->spans = g_new0 (RefrainTime, 2 * n);
  part = self->occurrences;
  for (gsize i = 0; i < n; i++)
    {
      const RefrainInstance *instance = &instances->instances[order[i]];

      process = 0;
      for (guint64 m = instance->first; m < instance[1].first; m++, part++)
        {
          const RefrainUnit *unit;

          process = refrain_units_next_process (units, process, instances->members[m]);
          unit = refrain_units_get (units, process, instances->members[m]);
          *part = (RefrainOccurrencePart){ process, unit->first, unit->n };
        }
    }
  make_parts (self);
  list_processes (self);
  process = self->occurrences[0].process;
  choose_routine (self, instances, order);
  ops = refrain_trace_get_ops (refrain_symbols_get_trace (self->symbols), process);
  self->collective = ops->kind[refrain_symbols_get_stream (self->symbols, process)
                                   ->op[self->occurrences[0].first]]
                     == REFRAIN_OP_COLLECTIVE;
  self->plain_name = refrain_pattern_make_name (self, FALSE, &self->shape_name);
  if (self->shape_name == NULL)
    self->shape_name = g_strdup (self->plain_name);
  self->own_name = g_strdup (self->plain_name);
  measure (self);
  return self;
}

RefrainPattern *
refrain_pattern_new_like (RefrainPattern *original, guint id)
{
  RefrainPattern *self = g_object_new (REFRAIN_TYPE_PATTERN, NULL);

  refrain_unref_arrays (self->parts, self->processes);
  self->original = g_object_ref (original);
  self->id = id;
  self->plain_name = g_strdup (original->plain_name);
  self->own_name = g_strdup (original->own_name);
  self->shape_name = g_strdup (original->shape_name);
  self->placed = original->placed;
  self->collective = original->collective;
  self->symbols = g_object_ref (original->symbols);
  self->routine = original->routine;
  self->n_in_routine = original->n_in_routine;
  self->nodes = original->nodes != NULL ? g_array_ref (original->nodes) : NULL;
  self->parts = g_array_ref (original->parts);
  self->processes = g_array_ref (original->processes);
  self->part_words = original->part_words;
  self->n_occurrences = original->n_occurrences;
  self->n_occurrence_parts = original->n_occurrence_parts;
  self->first_part = original->first_part;
  self->occurrences = original->occurrences;
  self->spans = original->spans;
  self->metrics = original->metrics;
  self->shapeless = original->shapeless;
  self->shift = original->shift;
  self->led = original->led;
  self->shape = original->shape;
  return self;
}

/* ---- Reading -------------------------------------------------------------------------------- */

REFRAIN_GETTER (RefrainPattern, refrain_pattern, guint, get_id, self->id)
REFRAIN_GETTER (RefrainPattern,
                refrain_pattern,
                const char *,
                get_name,
                self->name != NULL ? self->name : self->own_name)

void
refrain_pattern_set_name (RefrainPattern *self, const char *name)
{
  g_return_if_fail (REFRAIN_IS_PATTERN (self));

  if (name != NULL && *name == '\0')
    name = NULL;
  if (g_strcmp0 (name, self->name) == 0)
    return;
  g_free (self->name);
  self->name = g_strdup (name);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
}

void
refrain_pattern_take_plain_name (RefrainPattern *self, char *name)
{
  g_free (self->plain_name);
  self->plain_name = name;
  self->placed = TRUE;
}

REFRAIN_ARRAY_GETTER (
    RefrainPattern, refrain_pattern, guint32, gsize, get_processes, self->processes)

REFRAIN_GETTER (RefrainPattern, refrain_pattern, const char *, get_shape_name, self->shape_name)
REFRAIN_GETTER (RefrainPattern, refrain_pattern, const char *, get_plain_name, self->plain_name)

guint
refrain_pattern_get_grid (RefrainPattern *self, guint *dims)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN (self), 0);
  g_return_val_if_fail (dims != NULL, 0);

  G_STATIC_ASSERT (G_N_ELEMENTS (self->shape.dims) <= REFRAIN_PATTERN_MAX_DIMS);
  for (guint d = 0; d < self->shape.n_dims; d++)
    dims[d] = self->shape.dims[d];
  return self->shape.n_dims;
}

REFRAIN_GETTER (RefrainPattern, refrain_pattern, gboolean, has_shape, !self->shapeless)
REFRAIN_GETTER (RefrainPattern, refrain_pattern, gboolean, is_shift, self->shift)
REFRAIN_GETTER (RefrainPattern, refrain_pattern, gboolean, has_name, !self->shapeless || self->led)
REFRAIN_GETTER (RefrainPattern, refrain_pattern, gboolean, is_collective, self->collective)
REFRAIN_GETTER (RefrainPattern, refrain_pattern, RefrainRoutine *, get_routine, self->routine)
REFRAIN_GETTER (RefrainPattern, refrain_pattern, gsize, get_n_in_routine, self->n_in_routine)

char *
refrain_pattern_describe_routine (RefrainPattern *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN (self), NULL);

  if (self->routine == NULL)
    return NULL;
  if (self->n_in_routine == self->n_occurrences)
    return g_strdup (refrain_routine_get_label (self->routine));
  /* Translators: a routine and how many occurrences of a pattern it delimits: "solve, 541 of 555".
   */
  return g_strdup_printf (_ ("%s, %.0f of %.0f"), refrain_routine_get_label (self->routine),
                          (double) self->n_in_routine, (double) self->n_occurrences);
}

REFRAIN_ARRAY_GETTER (
    RefrainPattern, refrain_pattern, RefrainPatternPart, gsize, get_parts, self->parts)

REFRAIN_GETTER (RefrainPattern, refrain_pattern, gsize, get_n_occurrences, self->n_occurrences)

const RefrainOccurrencePart *
refrain_pattern_get_occurrence (RefrainPattern *self, gsize i, gsize *n_parts)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN (self), NULL);
  g_return_val_if_fail (i < self->n_occurrences, NULL);
  g_return_val_if_fail (n_parts != NULL, NULL);

  if (self->first_part == NULL)
    {
      *n_parts = self->n_occurrence_parts;
      return self->occurrences + i * self->n_occurrence_parts;
    }
  *n_parts = self->first_part[i + 1] - self->first_part[i];
  return self->occurrences + self->first_part[i];
}

void
refrain_pattern_get_occurrence_span (RefrainPattern *self,
                                     gsize i,
                                     RefrainTime *start,
                                     RefrainTime *end)
{
  g_return_if_fail (REFRAIN_IS_PATTERN (self));
  g_return_if_fail (i < self->n_occurrences);

  *start = self->spans[2 * i];
  *end = self->spans[2 * i + 1];
}

REFRAIN_GETTER (
    RefrainPattern, refrain_pattern, const RefrainPatternMetrics *, get_metrics, &self->metrics)

REFRAIN_GETTER (RefrainPattern,
                refrain_pattern,
                RefrainOpSet *,
                get_op_set,
                refrain_occurrence_get_op_set (self->symbols,
                                               self->occurrences,
                                               self->first_part != NULL
                                                   ? self->first_part[self->n_occurrences]
                                                   : self->n_occurrences
                                                         * self->n_occurrence_parts))

void
refrain_occurrence_add_to (RefrainSymbols *symbols,
                           const RefrainOccurrencePart *parts,
                           gsize n,
                           RefrainOpSet *set)
{
  g_return_if_fail (REFRAIN_IS_SYMBOLS (symbols));
  g_return_if_fail (parts != NULL || n == 0);

  for (gsize k = 0; k < n; k++)
    {
      const RefrainOccurrencePart *part = &parts[k];
      const guint32 *op = refrain_symbols_get_stream (symbols, part->process)->op;

      refrain_op_set_add_rows (set, part->process, op + part->first, part->n);
    }
}

RefrainOpSet *
refrain_occurrence_get_op_set (RefrainSymbols *symbols, const RefrainOccurrencePart *parts, gsize n)
{
  RefrainOpSet *set;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);

  set = refrain_op_set_new (refrain_symbols_get_trace (symbols));
  refrain_occurrence_add_to (symbols, parts, n, set);
  return set;
}
