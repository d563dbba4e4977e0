/* refrain-occurrences.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Occurrences and their parts in two arrays; streams belong to whoever made them.
 */
#include "refrain-occurrences.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-run.h"

/* Iterations that are less of the run may be some of the main loop, but not all of them. */
#define MUCH 0.25

/* A RefrainOccurrence, and its first part: of these there are millions. */
typedef struct
{
  RefrainTime start, end, duration;
  guint32 process, first_part;
} Entry;

/* Where the last occurrence ended on a process. */
typedef struct
{
  gboolean known;
  guint32 position; /* the element behind it */
  RefrainTime end;
  gsize occurrence;      /* that was it */
  RefrainTime from, to;  /* ... and when */
  gboolean follows;      /* ... from where the one before ended */
  gsize suggested_for;   /* the occurrence that ... */
  RefrainTime suggested; /* ... may begin here; where that is not G_MAXINT64 */
} Last;

typedef struct
{
  const guint32 *op; /* NULL: rows */
  gsize n;
} Stream;

struct _RefrainOccurrences
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainRecurs kind;
  guint32 id;
  char *name;
  GObject *owner;
  Stream *streams; /* by process */
  Last *last;      /* likewise, while it is made */
  GArray *entries; /* of Entry */
  GArray *parts;   /* of RefrainOccurrencePart */
  GArray *starts;  /* of these, up to the last that has one, when it begins; G_MAXINT64: with its
                    * first operation */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainOccurrences, refrain_occurrences)

static void
refrain_occurrences_finalize (RefrainOccurrences *self)
{
  refrain_unref_arrays (self->entries, self->parts, self->starts);
  refrain_free (self->streams, self->last, self->name);
  refrain_clear_objects (&self->owner, &self->trace);
}

static void
refrain_occurrences_init (RefrainOccurrences *self)
{
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->parts = g_array_new (FALSE, FALSE, sizeof (RefrainOccurrencePart));
  self->starts = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
}

const char *
refrain_recurs_get_name (RefrainRecurs kind)
{
  static const char *const names[REFRAIN_N_RECURS] = {
    [REFRAIN_RECURS_LOOP] = "loop",         [REFRAIN_RECURS_PHASE] = "phase",
    [REFRAIN_RECURS_PATTERN] = "pattern",   [REFRAIN_RECURS_ROUTINE] = "routine",
    [REFRAIN_RECURS_SEQUENCE] = "sequence",
  };

  g_return_val_if_fail (kind < REFRAIN_N_RECURS, NULL);
  return names[kind];
}

/* ---- Making one ---- */

RefrainOccurrences *
refrain_occurrences_new (
    RefrainTrace *trace, RefrainRecurs kind, guint32 id, const char *name, GObject *owner)
{
  RefrainOccurrences *self;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (kind <= REFRAIN_RECURS_OTHER, NULL);

  n = refrain_trace_get_n_processes (trace);
  self = g_object_new (REFRAIN_TYPE_OCCURRENCES, NULL);
  self->trace = g_object_ref (trace);
  self->kind = kind;
  self->id = id;
  self->name = g_strdup (name != NULL ? name : "");
  self->owner = owner != NULL ? g_object_ref (owner) : NULL;
  self->streams = g_new0 (Stream, n + 1);
  self->last = g_new0 (Last, n + 1);
  for (gsize i = 0; i < n; i++)
    self->last[i].suggested_for = G_MAXSIZE;
  return self;
}

void
refrain_occurrences_set_stream (RefrainOccurrences *self,
                                guint32 process,
                                const guint32 *op,
                                gsize n)
{
  g_return_if_fail (REFRAIN_IS_OCCURRENCES (self));
  g_return_if_fail (process < refrain_trace_get_n_processes (self->trace));

  self->streams[process] = (Stream){ op, n };
}

void
refrain_occurrences_set_size (RefrainOccurrences *self, guint n, guint n_parts)
{
  g_return_if_fail (REFRAIN_IS_OCCURRENCES (self));
  g_return_if_fail (self->entries->len == 0);

  g_array_set_size (self->entries, n);
  g_array_set_size (self->parts, n_parts);
}

static Entry
make_entry (const RefrainOccurrence *occurrence, guint first_part)
{
  return (Entry){ occurrence->start, occurrence->end, occurrence->duration, occurrence->process,
                  first_part };
}

static RefrainOccurrence
get_occurrence (const RefrainOccurrences *self, guint i)
{
  const Entry *entry = &g_array_index (self->entries, Entry, i);

  return (RefrainOccurrence){ entry->start, entry->end, entry->duration, entry->process };
}

void
refrain_occurrences_put (RefrainOccurrences *self,
                         guint i,
                         const RefrainOccurrence *occurrence,
                         guint first_part)
{
  g_array_index (self->entries, Entry, i) = make_entry (occurrence, first_part);
}

void
refrain_occurrences_put_part (RefrainOccurrences *self, guint i, const RefrainOccurrencePart *part)
{
  g_array_index (self->parts, RefrainOccurrencePart, i) = *part;
}

void
refrain_occurrences_begin (RefrainOccurrences *self, const RefrainOccurrence *occurrence)
{
  const Entry entry = make_entry (occurrence, self->parts->len);

  g_array_append_val (self->entries, entry);
}

void
refrain_occurrences_add_part (RefrainOccurrences *self, const RefrainOccurrencePart *part)
{
  if (part->n > 0)
    g_array_append_val (self->parts, *part);
}

static void
set_part_start (RefrainOccurrences *self, gsize part, RefrainTime start)
{
  const RefrainTime none = G_MAXINT64;

  while (self->starts->len < part)
    g_array_append_val (self->starts, none);
  if (self->starts->len == part)
    g_array_append_val (self->starts, start);
  else
    g_array_index (self->starts, RefrainTime, part) = start;
}

/* When a part begins and ends. FALSE where its operations are not in the trace. */
static gboolean
get_part_span (RefrainOccurrences *self,
               const RefrainOccurrencePart *part,
               RefrainTime *start,
               RefrainTime *end)
{
  const guint32 first = refrain_occurrences_get_row (self, part->process, part->first);
  const guint32 last = refrain_occurrences_get_row (self, part->process, part->first + part->n - 1);
  RefrainTime ignored;

  if (first == REFRAIN_NONE || last == REFRAIN_NONE)
    return FALSE;
  refrain_occurrences_get_op_span (self->trace, part->process, first, start, &ignored);
  refrain_occurrences_get_op_span (self->trace, part->process, last, &ignored, end);
  *end = MAX (*start, *end);
  return TRUE;
}

/* Takes a part into the share of its process in occurrence @index. */
static void
note_part (RefrainOccurrences *self,
           gsize index,
           const RefrainOccurrencePart *part,
           gboolean always,
           RefrainTime start,
           RefrainTime end)
{
  Last *last = &self->last[part->process];

  if (!last->known || last->occurrence != index)
    {
      const gboolean follows = last->known && last->occurrence + 1 == index
                               && (always || last->position == part->first);

      if (last->suggested_for == index)
        start = MIN (start, last->suggested);
      last->from = follows ? MIN (last->to, end) : start;
      last->follows = follows;
      last->to = end;
      last->occurrence = index;
      last->known = TRUE;
    }
  last->to = MAX (last->to, end);
  last->position = part->first + part->n;
}

void
refrain_occurrences_suggest_start (RefrainOccurrences *self, guint32 process, RefrainTime start)
{
  g_return_if_fail (REFRAIN_IS_OCCURRENCES (self) && self->entries->len > 0);
  g_return_if_fail (process < refrain_trace_get_n_processes (self->trace));

  self->last[process].suggested_for = self->entries->len - 1;
  self->last[process].suggested = start;
}

REFRAIN_DEFINE_COMPARE (compare_parts,
                        RefrainOccurrencePart,
                        REFRAIN_RISING (process) ?: REFRAIN_RISING (first))

void
refrain_occurrences_end (RefrainOccurrences *self, gboolean always)
{
  const gsize index = self->entries->len - 1;
  Entry *entry = &g_array_index (self->entries, Entry, index);
  guint32 n_processes = 0, process = REFRAIN_NONE;
  gboolean several = FALSE, follows = FALSE;

  if (self->parts->len > entry->first_part)
    refrain_sort (&g_array_index (self->parts, RefrainOccurrencePart, entry->first_part),
                  self->parts->len - entry->first_part, sizeof (RefrainOccurrencePart),
                  compare_parts);
  for (gsize i = entry->first_part; i < self->parts->len; i++)
    {
      const RefrainOccurrencePart *part = &g_array_index (self->parts, RefrainOccurrencePart, i);
      RefrainTime start, end;

      several |= process != REFRAIN_NONE && process != part->process;
      process = part->process;
      if (get_part_span (self, part, &start, &end))
        note_part (self, index, part, always, start, end);
    }
  for (gsize i = entry->first_part; i < self->parts->len; i++)
    {
      const RefrainOccurrencePart *part = &g_array_index (self->parts, RefrainOccurrencePart, i);
      Last *last = &self->last[part->process];

      if (!last->known || last->occurrence != index || last->from > last->to
          || (i > entry->first_part && part[-1].process == part->process))
        continue;
      set_part_start (self, i, last->from);
      /* It begins where the one before ends on the last of its processes. */
      if (n_processes == 0 || (last->follows && !follows))
        entry->start = last->from;
      else if (last->follows)
        entry->start = MAX (entry->start, last->from);
      else if (!follows)
        entry->start = MIN (entry->start, last->from);
      follows |= last->follows;
      entry->end = n_processes > 0 ? MAX (entry->end, last->to) : last->to;
      n_processes++;
    }
  if (n_processes > 0 && __builtin_sub_overflow (entry->end, entry->start, &entry->duration))
    entry->duration = REFRAIN_TIME_LIMIT;
  entry->process = several ? REFRAIN_NONE : process;
}

/* When each occurrence begins on each of its processes, and the last one ends; NULL where one does
 * not follow the one before on all of them, or threads share a stream. */
static GPtrArray *
list_bounds (RefrainOccurrences *self)
{
  const guint n_processes = refrain_trace_get_n_processes (self->trace);
  const guint32 n = self->entries->len;
  g_autoptr (GPtrArray) bounds = g_ptr_array_new_full (n_processes, g_free);
  g_autofree guint32 *next = g_new0 (guint32, (gsize) n_processes + 1);
  g_autofree guint32 *seen = g_new0 (guint32, (gsize) n_processes + 1);

  g_ptr_array_set_size (bounds, (int) n_processes);
  for (guint32 i = 0; i < n; i++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts = refrain_occurrences_get_parts (self, i, &n_parts);

      for (const RefrainOccurrencePart *part = parts; part < parts + n_parts; part++)
        {
          const guint32 p = part->process;
          const gboolean begins = part == parts || part[-1].process != p;
          RefrainTime *own = g_ptr_array_index (bounds, p);
          RefrainTime start, end;

          if (!get_part_span (self, part, &start, &end) || (own != NULL && part->first != next[p])
              || (begins && seen[p] != i)
              || refrain_process_get_n_threads (refrain_trace_get_process (self->trace, p)) > 1)
            return NULL;
          if (own == NULL)
            g_ptr_array_index (bounds, p) = own = g_new (RefrainTime, (gsize) n + 1);
          if (begins)
            own[seen[p]++] = start;
          own[n] = end;
          next[p] = part->first + part->n;
        }
    }
  for (guint p = 0; p < n_processes; p++)
    if (g_ptr_array_index (bounds, p) != NULL && seen[p] != n)
      return NULL;
  return g_steal_pointer (&bounds);
}

void
refrain_occurrences_take_times (RefrainOccurrences *self, RefrainIterations *iterations)
{
  g_return_if_fail (REFRAIN_IS_OCCURRENCES (self));
  g_return_if_fail (REFRAIN_IS_ITERATIONS (iterations));

  for (guint32 i = 0; i < self->entries->len; i++)
    {
      Entry *entry = &g_array_index (self->entries, Entry, i);
      gsize n;
      const RefrainOccurrencePart *parts = refrain_occurrences_get_parts (self, i, &n);

      if (!refrain_iterations_get_run_span (iterations, i, &entry->start, &entry->end))
        continue;
      entry->duration = refrain_iterations_get_time (iterations, i);
      for (gsize k = 0; k < n; k++)
        {
          RefrainTime start, end;

          if ((k == 0 || parts[k - 1].process != parts[k].process)
              && refrain_iterations_get_span (iterations, parts[k].process, i, &start, &end))
            set_part_start (self, entry->first_part + k, start);
        }
    }
}

void
refrain_occurrences_cut_as_iterations (RefrainOccurrences *self)
{
  g_autoptr (RefrainIterations) iterations = NULL;
  g_autoptr (GPtrArray) bounds = NULL;

  g_return_if_fail (REFRAIN_IS_OCCURRENCES (self));

  if (self->entries->len == 0
      || refrain_trace_get_share (self->trace, g_array_index (self->entries, Entry, 0).start,
                                  g_array_index (self->entries, Entry, self->entries->len - 1).end)
             < MUCH)
    return;
  bounds = list_bounds (self);
  if (bounds == NULL)
    return;
  iterations = refrain_iterations_new_at (self->trace, self->entries->len,
                                          (RefrainTime *const *) bounds->pdata);
  refrain_occurrences_take_times (self, iterations);
}

/* ---- Asking ---- */

REFRAIN_GETTER (RefrainOccurrences, refrain_occurrences, RefrainRecurs, get_kind, self->kind)
REFRAIN_GETTER (RefrainOccurrences, refrain_occurrences, guint32, get_id, self->id)
REFRAIN_GETTER (RefrainOccurrences, refrain_occurrences, const char *, get_name, self->name)
REFRAIN_GETTER (RefrainOccurrences, refrain_occurrences, RefrainTrace *, get_trace, self->trace)
REFRAIN_GETTER (RefrainOccurrences, refrain_occurrences, guint32, get_n, self->entries->len)

RefrainOccurrence
refrain_occurrences_get (RefrainOccurrences *self, guint32 i)
{
  const RefrainOccurrence none = { 0, 0, 0, REFRAIN_NONE };

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (self), none);
  g_return_val_if_fail (i < self->entries->len, none);
  return get_occurrence (self, i);
}

const RefrainOccurrencePart *
refrain_occurrences_get_parts (RefrainOccurrences *self, guint32 i, gsize *n)
{
  gsize first, end;

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (self), NULL);
  g_return_val_if_fail (i < self->entries->len && n != NULL, NULL);

  first = g_array_index (self->entries, Entry, i).first_part;
  end = i + 1 < self->entries->len ? g_array_index (self->entries, Entry, i + 1).first_part
                                   : self->parts->len;
  *n = end - first;
  return REFRAIN_AT ((const RefrainOccurrencePart *) (gpointer) self->parts->data, first);
}

RefrainTime
refrain_occurrences_get_part_start (RefrainOccurrences *self, const RefrainOccurrencePart *part)
{
  const gsize k = (gsize) (part - (const RefrainOccurrencePart *) (gpointer) self->parts->data);

  g_return_val_if_fail (k < self->parts->len, G_MAXINT64);
  return k < self->starts->len ? g_array_index (self->starts, RefrainTime, k) : G_MAXINT64;
}

guint32
refrain_occurrences_get_row (RefrainOccurrences *self, guint32 process, guint32 position)
{
  const Stream *stream = &self->streams[process];
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, process);
  guint32 row = position;

  if (stream->op != NULL)
    row = position < stream->n ? stream->op[position] : REFRAIN_NONE;
  return row < ops->n ? row : REFRAIN_NONE;
}

void
refrain_occurrences_add_ops (RefrainOccurrences *self, guint32 i, RefrainOpSet *set)
{
  gsize n;
  const RefrainOccurrencePart *parts = refrain_occurrences_get_parts (self, i, &n);

  for (gsize k = 0; k < n; k++)
    for (guint32 at = parts[k].first; at < parts[k].first + parts[k].n; at++)
      {
        const guint32 row = refrain_occurrences_get_row (self, parts[k].process, at);

        if (row != REFRAIN_NONE)
          refrain_op_set_add (set, parts[k].process, row);
      }
}

RefrainOpSet *
refrain_occurrences_make_op_set (RefrainOccurrences *self, const guint32 *which, gsize n)
{
  g_autoptr (RefrainOpSet) set = NULL;

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (self), NULL);

  set = refrain_op_set_new (self->trace);
  for (gsize i = 0; i < (which != NULL ? n : self->entries->len); i++)
    refrain_occurrences_add_ops (self, which != NULL ? which[i] : (guint32) i, set);
  return g_steal_pointer (&set);
}

/* Of how many processes they are, each of one; 0: of several. */
static guint
count_processes (RefrainOccurrences *self)
{
  const guint n = refrain_trace_get_n_processes (self->trace);
  g_autofree guint8 *seen = g_new0 (guint8, (gsize) n + 1);
  guint found = 0;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const guint32 process = g_array_index (self->entries, Entry, i).process;

      if (process < n && !seen[process])
        {
          seen[process] = 1;
          found++;
        }
    }
  return found;
}

RefrainDurations *
refrain_occurrences_measure (RefrainOccurrences *self,
                             double window,
                             GCancellable *cancellable,
                             GError **error)
{
  RefrainDurationOptions options = { .window = window, .tick = 1 };
  g_autofree double *values = NULL;

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (self), NULL);

  options.processes = count_processes (self);
  values = g_new (double, self->entries->len + 1);
  for (guint i = 0; i < self->entries->len; i++)
    values[i] = (double) MAX (g_array_index (self->entries, Entry, i).duration, 0);
  return refrain_durations_new (values, self->entries->len, &options, cancellable, error);
}

REFRAIN_DEFINE_COMPARE (compare_starts, RefrainOccurrence, REFRAIN_RISING (start))

double
refrain_occurrences_get_concurrency (RefrainOccurrences *self)
{
  g_autoptr (GArray) sorted = NULL;
  double sum = 0, covered = 0;
  RefrainTime until = G_MININT64;
  gboolean in_order = TRUE;

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (self), 1);

  sorted = g_array_sized_new (FALSE, FALSE, sizeof (RefrainOccurrence), self->entries->len);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const RefrainOccurrence at = get_occurrence (self, i);

      in_order &= i == 0 || at.start >= g_array_index (self->entries, Entry, i - 1).start;
      g_array_append_val (sorted, at);
    }
  if (!in_order)
    g_array_sort (sorted, compare_starts);
  for (guint i = 0; i < sorted->len; i++)
    {
      const RefrainOccurrence *at = &g_array_index (sorted, RefrainOccurrence, i);

      sum += (double) at->duration;
      covered += (double) MAX (at->end, until) - (double) MAX (at->start, until);
      until = MAX (until, at->end);
    }
  return covered > 0 ? MAX (sum / covered, 1) : 1;
}

void
refrain_occurrences_get_op_span (
    RefrainTrace *trace, guint32 process, gsize op, RefrainTime *start, RefrainTime *end)
{
  RefrainProcess *own = refrain_trace_get_process (trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (own);
  const RefrainOps *ops = refrain_process_get_ops (own);
  const guint32 call = ops->call[op];

  *start = *end = ops->time[op];
  /* A call of the user's own says nothing of when what it holds began. */
  if (call < calls->n && calls->routine[call] < refrain_trace_get_n_routines (trace)
      && refrain_trace_get_routine_kind (trace, calls->routine[call]) != REFRAIN_ROUTINE_USER)
    {
      *start = MIN (*start, calls->start[call]);
      *end = MAX (*end, calls->end[call]);
    }
}
