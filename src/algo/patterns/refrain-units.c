/* refrain-units.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Segments of one content are split once; splits and cuts are then undone, or made, on the units,
 * and what changed is numbered anew.
 */
#include "refrain-units.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-search.h"
#include "refrain-tandem.h"
#include "refrain-turns.h"

/* The units of one kind of segment, counted from its first element. */
typedef struct
{
  guint first; /* in the templates */
  guint n;
} Kind;

typedef struct
{
  const RefrainSymbolStream *stream;
  RefrainProcessUnits *result;
  RefrainSequenceTable kinds_seen;
  GArray *kinds;       /* of Kind, by number in kinds_seen */
  GArray *templates;   /* of RefrainUnit */
  GArray *split;       /* of RefrainTandemUnit: room */
  GArray *nested;      /* of RefrainTandemSplit: room */
  GArray *form;        /* of guint32: room */
  RefrainTurns *turns; /* or NULL */
} Splitter;

typedef struct
{
  RefrainUnits *units;
  RefrainUnitsMode mode;
  GCancellable *cancellable;
} Job;

/* The number of the general form of @n symbols. */
static guint32
number_content (RefrainProcessUnits *result, GArray *form, const guint32 *symbols, guint32 n)
{
  g_array_set_size (form, 0);
  for (guint32 i = 0; i < n; i++)
    if (i == 0 || symbols[i] != symbols[i - 1])
      g_array_append_val (form, symbols[i]);
  return refrain_sequence_table_add (&result->contents, (const guint32 *) (gpointer) form->data,
                                     form->len, NULL);
}

/* Splits a kind of segment that has not been met before. */
static void
add_kind (Splitter *self, const guint32 *symbols, guint32 n, RefrainUnitsMode mode)
{
  Kind kind = { self->templates->len, 0 };
  const guint32 first_split = self->result->splits->len;

  g_array_append_val (self->result->first_split, first_split);
  g_array_set_size (self->split, 0);
  g_array_set_size (self->nested, 0);
  if (mode != REFRAIN_UNITS_WHOLE)
    {
      if (self->turns != NULL)
        refrain_turns_split (self->turns, symbols, n, self->split, self->nested);
      else
        refrain_tandem_split (symbols, n, self->split, self->nested);
      g_array_append_vals (self->result->splits, self->nested->data, self->nested->len);
    }
  else
    {
      const RefrainTandemUnit all = { 0, n, G_MAXUINT32 };

      g_array_append_val (self->split, all);
    }
  for (guint i = 0; i < self->split->len; i++)
    {
      const RefrainTandemUnit *piece = &g_array_index (self->split, RefrainTandemUnit, i);
      const RefrainUnit unit
          = { piece->first,
              piece->n,
              0,
              number_content (self->result, self->form, symbols + piece->first, piece->n),
              piece->split,
              FALSE,
              FALSE };

      g_array_append_val (self->templates, unit);
    }
  kind.n = self->split->len;
  g_array_append_val (self->kinds, kind);
}

/* Where repeats begin in most of the process' segments. */
static RefrainTurns *
find_turns (const RefrainSymbolStream *stream, const RefrainSegment *segments, gsize n_segments)
{
  g_auto (RefrainSequenceTable) kinds;
  g_autoptr (GArray) times = g_array_new (FALSE, TRUE, sizeof (guint32));
  RefrainTurns *turns = refrain_turns_new ();

  refrain_sequence_table_init (&kinds);
  for (gsize s = 0; s < n_segments; s++)
    {
      const guint32 kind = refrain_sequence_table_add (&kinds, stream->symbol + segments[s].first,
                                                       segments[s].n, NULL);

      g_array_set_size (times, kinds.n);
      g_array_index (times, guint32, kind)++;
    }
  for (guint32 kind = 0; kind < kinds.n; kind++)
    {
      gsize n;
      const guint32 *symbols = refrain_sequence_table_get (&kinds, kind, &n);

      refrain_turns_vote (turns, symbols, n, g_array_index (times, guint32, kind));
    }
  return turns;
}

static void
split_process (gsize item, gpointer data)
{
  const Job *job = data;
  RefrainProcessUnits *result = &job->units->processes[item];
  gsize n_segments;
  const RefrainSegment *segments
      = refrain_segments_get (job->units->segments, (guint) item, &n_segments);
  Splitter self = { .stream = refrain_symbols_get_stream (
                        refrain_segments_get_symbols (job->units->segments), (guint) item),
                    .result = result };

  result->units = g_array_sized_new (FALSE, FALSE, sizeof (RefrainUnit), (guint) n_segments);
  result->kind = g_new (guint32, MAX (n_segments, 1));
  result->first_split = g_array_new (FALSE, FALSE, sizeof (guint32));
  result->splits = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));
  refrain_sequence_table_init (&result->contents);
  refrain_sequence_table_init (&self.kinds_seen);
  self.kinds = g_array_new (FALSE, FALSE, sizeof (Kind));
  self.templates = g_array_new (FALSE, FALSE, sizeof (RefrainUnit));
  self.split = g_array_new (FALSE, FALSE, sizeof (RefrainTandemUnit));
  self.nested = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));
  self.form = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (job->mode == REFRAIN_UNITS_TURNED)
    self.turns = find_turns (self.stream, segments, n_segments);
  for (gsize s = 0; s < n_segments; s++)
    {
      const guint32 *symbols = self.stream->symbol + segments[s].first;
      gboolean is_new;
      const guint32 number
          = refrain_sequence_table_add (&self.kinds_seen, symbols, segments[s].n, &is_new);
      Kind kind;
      guint from = result->units->len;

      if (s % 1024 == 0 && g_cancellable_is_cancelled (job->cancellable))
        break;
      if (is_new)
        add_kind (&self, symbols, segments[s].n, job->mode);
      result->kind[s] = number;
      kind = g_array_index (self.kinds, Kind, number);
      g_array_append_vals (result->units, &g_array_index (self.templates, RefrainUnit, kind.first),
                           kind.n);
      for (; from < result->units->len; from++)
        {
          RefrainUnit *unit = &g_array_index (result->units, RefrainUnit, from);

          unit->first += segments[s].first;
          unit->segment = (guint32) s;
        }
    }
  if (self.turns != NULL && refrain_turns_get_any (self.turns))
    g_atomic_int_set (&job->units->turned, TRUE);
  g_clear_pointer (&self.turns, refrain_turns_free);
  refrain_sequence_table_clear (&self.kinds_seen);
  g_array_unref (self.kinds);
  g_array_unref (self.templates);
  g_array_unref (self.split);
  g_array_unref (self.nested);
  g_array_unref (self.form);
}

/* FALSE when there are too many to be numbered. */
static gboolean
number_units (RefrainUnits *self)
{
  guint64 n = 0;

  for (guint p = 0; p < self->n_processes; p++)
    {
      self->first[p] = (guint32) n;
      n += self->processes[p].units->len;
      if (n >= G_MAXUINT32)
        return FALSE;
    }
  self->first[self->n_processes] = (guint32) n;
  return TRUE;
}

RefrainUnits *
refrain_units_new (RefrainSegments *segments, RefrainUnitsMode mode, GCancellable *cancellable)
{
  RefrainSymbols *symbols = refrain_segments_get_symbols (segments);
  g_autoptr (RefrainUnits) self = g_new0 (RefrainUnits, 1);
  Job job = { self, mode, cancellable };

  self->n_refs = 1;
  self->segments = g_object_ref (segments);
  self->n_processes = refrain_trace_get_n_processes (refrain_symbols_get_trace (symbols));
  self->processes = g_new0 (RefrainProcessUnits, self->n_processes);
  self->first = g_new0 (guint32, (gsize) self->n_processes + 1);
  refrain_segments_run (segments, split_process, &job);
  if (g_cancellable_is_cancelled (cancellable) || !number_units (self))
    return NULL;
  return g_steal_pointer (&self);
}

/* Numbers units and the contents of the changed ones anew. */
void
refrain_units_renumber (RefrainUnits *self)
{
  RefrainSymbols *symbols = refrain_segments_get_symbols (self->segments);
  g_autoptr (GArray) form = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint p = 0; p < self->n_processes; p++)
    {
      const guint32 *symbol = refrain_symbols_get_stream (symbols, p)->symbol;

      for (guint u = 0; u < self->processes[p].units->len; u++)
        {
          RefrainUnit *unit = &g_array_index (self->processes[p].units, RefrainUnit, u);

          if (unit->content == REFRAIN_NONE)
            unit->content
                = number_content (&self->processes[p], form, symbol + unit->first, unit->n);
        }
    }
  number_units (self);
}

RefrainUnits *
refrain_units_ref (RefrainUnits *self)
{
  g_atomic_int_inc (&self->n_refs);
  return self;
}

void
refrain_units_free (RefrainUnits *self)
{
  if (!g_atomic_int_dec_and_test (&self->n_refs))
    return;
  for (guint p = 0; p < self->n_processes; p++)
    {
      g_clear_pointer (&self->processes[p].units, g_array_unref);
      refrain_sequence_table_clear (&self->processes[p].contents);
      g_free (self->processes[p].kind);
      g_clear_pointer (&self->processes[p].first_split, g_array_unref);
      g_clear_pointer (&self->processes[p].splits, g_array_unref);
    }
  g_free (self->processes);
  g_free (self->first);
  g_clear_object (&self->segments);
  g_free (self);
}

guint
refrain_units_get_process (const RefrainUnits *self, guint32 unit)
{
  return (guint) REFRAIN_LOWER_BOUND (p, 0, self->n_processes, self->first[p + 1] <= unit);
}

/* ---- Undoing splits ------------------------------------------------------------------------- */

typedef struct
{
  guint32 process;
  guint32 segment;
  guint32 split;
} Key;

/* Units [first, last] of a process, numbered in it, whose cuts are undone. */
typedef struct
{
  guint32 process;
  guint32 first;
  guint32 last;
} Range;

struct _RefrainUndone
{
  GHashTable *keys; /* of Key: 1, or how many pieces become one, where the split is widened */
  GArray *ranges;   /* of Range, by process and first unit */
};

/* A piece of a segment that is split no further there: an instance of a split's piece, or with
 * REFRAIN_NONE the segment itself. */
typedef struct
{
  guint32 split;
  guint32 instance;
} Node;

static guint
key_hash (gconstpointer pointer)
{
  const Key *key = pointer;

  return (key->process * 2654435761u ^ key->segment) * 2246822519u ^ key->split;
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->process == y->process && x->segment == y->segment && x->split == y->split;
}

RefrainUndone *
refrain_undone_new (void)
{
  RefrainUndone *self = g_new (RefrainUndone, 1);

  self->keys = g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
  self->ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  return self;
}

void
refrain_undone_free (RefrainUndone *self)
{
  g_hash_table_unref (self->keys);
  g_array_unref (self->ranges);
  g_free (self);
}

static void
note (RefrainUndone *self, guint process, guint32 segment, guint32 split)
{
  const Key key = { process, segment, split };

  g_hash_table_insert (self->keys, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (1));
}

static const RefrainTandemSplit *
splits_of (const RefrainProcessUnits *own, guint32 segment)
{
  const guint32 first = g_array_index (own->first_split, guint32, own->kind[segment]);

  return REFRAIN_AT ((const RefrainTandemSplit *) (gpointer) own->splits->data, first);
}

/* The node in which what stands at @at (counted from the segment) lies, when that is split no
 * further than by @split. */
static Node
node_of (const RefrainTandemSplit *splits, guint32 split, guint32 at)
{
  return split == REFRAIN_NONE ? (Node){ REFRAIN_NONE, 0 }
                               : (Node){ split, (at - splits[split].first) / splits[split].period };
}

static guint
depth_of (const RefrainTandemSplit *splits, guint32 split)
{
  guint depth = 0;

  for (; split != REFRAIN_NONE; split = splits[split].parent)
    depth++;
  return depth;
}

/* Goes up from two units to the innermost node that holds both; tells the outermost split of each
 * below it, REFRAIN_NONE where there is none, and the node's own. */
static guint32
find_common (const RefrainTandemSplit *splits,
             const guint32 at[2],
             const guint32 split[2],
             guint32 below[2])
{
  guint32 here[2] = { split[0], split[1] };
  guint depth[2] = { depth_of (splits, here[0]), depth_of (splits, here[1]) };

  below[0] = below[1] = REFRAIN_NONE;
  for (;;)
    {
      const Node a = node_of (splits, here[0], at[0]), b = node_of (splits, here[1], at[1]);

      if (a.split == b.split && a.instance == b.instance)
        return a.split;
      for (guint i = 0, deeper = MAX (depth[0], depth[1]); i < 2; i++)
        if (depth[i] == deeper)
          {
            below[i] = here[i];
            here[i] = splits[here[i]].parent;
            depth[i]--;
          }
    }
}

/* The outermost split of a unit below split @common, or REFRAIN_NONE. */
static guint32
outermost_below (const RefrainTandemSplit *splits, guint32 split, guint32 common)
{
  guint32 below = REFRAIN_NONE;

  for (; split != common && split != REFRAIN_NONE; split = splits[split].parent)
    below = split;
  return below;
}

/* The same of two units of one segment. */
static guint32
find_below (const RefrainUnits *units,
            guint process,
            const RefrainUnit *u,
            const RefrainUnit *v,
            guint32 below[2])
{
  gsize n;
  const guint32 first = refrain_segments_get (units->segments, process, &n)[u->segment].first;
  const guint32 at[2] = { u->first - first, v->first - first };
  const guint32 split[2] = { u->split, v->split };

  return find_common (splits_of (&units->processes[process], u->segment), at, split, below);
}

void
refrain_undone_add (
    RefrainUndone *self, const RefrainUnits *units, guint process, guint32 unit, guint32 other)
{
  const RefrainUnit *u = refrain_units_get (units, process, unit);
  const RefrainUnit *v = refrain_units_get (units, process, other);
  const RefrainTandemSplit *splits = splits_of (&units->processes[process], u->segment);
  guint32 below[2];
  const guint32 common = find_below (units, process, u, v, below);
  const Range range = { process, unit - units->first[process], other - units->first[process] };
  gboolean any = FALSE;

  g_assert (u->segment == v->segment);
  for (guint i = 0; i < 2; i++)
    if (below[i] != REFRAIN_NONE)
      note (self, process, u->segment, below[i]);
  if (below[0] != REFRAIN_NONE || below[1] != REFRAIN_NONE)
    return;
  for (const RefrainUnit *between = u + 1; between < v; between++)
    {
      const guint32 inner = outermost_below (splits, between->split, common);

      if (inner == REFRAIN_NONE)
        continue;
      note (self, process, u->segment, inner);
      any = TRUE;
    }
  if (!any)
    g_array_append_val (self->ranges, range);
}

void
refrain_undone_add_split (RefrainUndone *self, guint process, guint32 segment, guint32 split)
{
  note (self, process, segment, split);
}

void
refrain_undone_add_cuts (
    RefrainUndone *self, const RefrainUnits *units, guint process, guint32 unit, guint32 other)
{
  const Range range = { process, unit - units->first[process], other - units->first[process] };

  g_array_append_val (self->ranges, range);
}

gboolean
refrain_units_repeat_each_other (const RefrainUnits *units,
                                 guint process,
                                 guint32 unit,
                                 guint32 other)
{
  const RefrainUnit *u = refrain_units_get (units, process, unit);
  const RefrainUnit *v = refrain_units_get (units, process, other);
  guint32 below[2];

  find_below (units, process, u, v, below);
  return below[0] != REFRAIN_NONE && below[0] == below[1];
}

/* How many pieces of a split become one; 0: nothing was noted of it. */
static guint32
get_noted (const RefrainUndone *self, guint process, guint32 segment, guint32 split)
{
  const Key key = { process, segment, split };

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->keys, &key));
}

/* The split that a unit belongs to when all that were noted are undone. */
static guint32
remaining_split (const RefrainUndone *undone,
                 const RefrainTandemSplit *splits,
                 guint process,
                 const RefrainUnit *unit)
{
  guint32 remaining = unit->split;

  for (guint32 split = unit->split; split != REFRAIN_NONE; split = splits[split].parent)
    if (get_noted (undone, process, unit->segment, split) == 1)
      remaining = splits[split].parent;
  return remaining;
}

/* ---- Widening them instead ------------------------------------------------------------------ */

/* A noted split of one segment. */
typedef struct
{
  guint32 segment, split;
  guint32 number; /* among all splits of the process */
} Noted;

/* The units of one process. */
typedef struct
{
  RefrainUndone *undone;
  const RefrainUnits *units;
  guint process;
  const guint32 *instance_of_unit; /* of the process */
  guint32 serial;                  /* of the split that is looked at */
  guint32 *serial_of, *group_of;   /* of each instance: where it was met last */
} Widener;

/* The outermost split of @unit that was noted, or REFRAIN_NONE. */
static guint32
find_noted (const Widener *self, const RefrainUnit *unit)
{
  const RefrainTandemSplit *splits
      = splits_of (&self->units->processes[self->process], unit->segment);
  guint32 noted = REFRAIN_NONE;

  for (guint32 split = unit->split; split != REFRAIN_NONE; split = splits[split].parent)
    if (get_noted (self->undone, self->process, unit->segment, split) > 0)
      noted = split;
  return noted;
}

/* Whether units [@first, @end), one piece, meet those of @group; *@torn where they meet others. */
static gboolean
meets_group (const Widener *self, guint first, guint end, guint32 group, gboolean *torn)
{
  gboolean meets = FALSE;

  for (guint u = first; u < end; u++)
    {
      const guint32 instance = self->instance_of_unit[u];

      if (self->serial_of[instance] != self->serial)
        continue;
      meets |= self->group_of[instance] == group;
      *torn |= self->group_of[instance] != group;
    }
  return meets;
}

/* How many pieces each of split @split of the segment, which begins with unit @first of the
 * process, meet: the same everywhere, but for fewer in the end. 0 otherwise. *@end: the first unit
 * that is not the split's. */
static guint32
count_turns (Widener *self, guint first, guint32 split, guint *end)
{
  const RefrainProcessUnits *own = &self->units->processes[self->process];
  const RefrainUnit *unit = (const RefrainUnit *) (gpointer) own->units->data;
  const guint32 segment = unit[first].segment;
  gsize n;
  const guint32 begin
      = refrain_segments_get (self->units->segments, self->process, &n)[segment].first;
  const RefrainTandemSplit *splits = splits_of (own, segment);
  guint32 group = 0, size = 0, turns = 0;
  gboolean torn = FALSE;
  guint u = first, last;

  self->serial++;
  for (; u < own->units->len && unit[u].segment == segment && find_noted (self, &unit[u]) == split;
       u = last)
    {
      const guint32 piece = node_of (splits, split, unit[u].first - begin).instance;

      for (last = u + 1; last < own->units->len && unit[last].segment == segment
                         && find_noted (self, &unit[last]) == split
                         && node_of (splits, split, unit[last].first - begin).instance == piece;)
        last++;
      if (size > 0 && !meets_group (self, u, last, group, &torn))
        {
          torn |= turns > 0 && size != turns;
          turns = size;
          size = 0;
          group++;
        }
      size++;
      for (guint i = u; i < last; i++)
        {
          self->serial_of[self->instance_of_unit[i]] = self->serial;
          self->group_of[self->instance_of_unit[i]] = group;
        }
    }
  *end = u;
  return torn || turns < 2 || size > turns ? 0 : turns;
}

/* Widens the noted splits of a process where that does, in all segments of a kind alike. */
static void
widen_process (Widener *self)
{
  const RefrainProcessUnits *own = &self->units->processes[self->process];
  const RefrainUnit *unit = (const RefrainUnit *) (gpointer) own->units->data;
  RefrainTandemSplit *splits = (RefrainTandemSplit *) (gpointer) own->splits->data;
  g_autofree guint32 *turns = g_new0 (guint32, (gsize) own->splits->len + 1); /* of each split */
  g_autofree guint32 *times = g_new0 (guint32, (gsize) own->splits->len + 1);
  g_autofree guint32 *times_of_kind = g_new0 (guint32, (gsize) own->first_split->len + 1);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Noted));
  gsize n_segments;

  refrain_segments_get (self->units->segments, self->process, &n_segments);
  for (gsize s = 0; s < n_segments; s++)
    times_of_kind[own->kind[s]]++;
  for (guint u = 0, next; u < own->units->len; u = next)
    {
      Noted noted = { unit[u].segment, find_noted (self, &unit[u]), 0 };
      guint32 n;

      next = u + 1;
      if (noted.split == REFRAIN_NONE)
        continue;
      noted.number
          = g_array_index (own->first_split, guint32, own->kind[noted.segment]) + noted.split;
      n = count_turns (self, u, noted.split, &next);
      turns[noted.number] = times[noted.number]++ == 0 || turns[noted.number] == n ? n : 0;
      g_array_append_val (all, noted);
    }
  for (guint i = 0; i < all->len; i++)
    {
      const Noted *noted = &g_array_index (all, Noted, i);
      const Key key = { self->process, noted->segment, noted->split };
      const guint32 n = turns[noted->number];

      if (n < 2 || times[noted->number] != times_of_kind[own->kind[noted->segment]])
        continue;
      g_hash_table_insert (self->undone->keys, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (n));
    }
  for (guint i = 0; i < all->len; i++)
    {
      const Noted *noted = &g_array_index (all, Noted, i);

      /* Once for all segments of the kind. */
      if (get_noted (self->undone, self->process, noted->segment, noted->split) > 1)
        splits[noted->number].period *= turns[noted->number];
      turns[noted->number] = 1;
    }
}

void
refrain_undone_widen (RefrainUndone *self,
                      RefrainUnits *units,
                      const guint32 *instance_of_unit,
                      guint32 n_instances)
{
  g_autofree gboolean *any = g_new0 (gboolean, (gsize) units->n_processes + 1);
  g_autofree guint32 *serial_of = g_new0 (guint32, (gsize) n_instances + 1);
  g_autofree guint32 *group_of = g_new0 (guint32, (gsize) n_instances + 1);
  Widener widener
      = { .undone = self, .units = units, .serial_of = serial_of, .group_of = group_of };
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->keys);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    any[((const Key *) key)->process] = TRUE;
  for (guint p = 0; p < units->n_processes; p++)
    if (any[p])
      {
        widener.process = p;
        widener.instance_of_unit = instance_of_unit + units->first[p];
        widen_process (&widener);
      }
}

REFRAIN_DEFINE_COMPARE (compare_ranges, Range, REFRAIN_RISING (process) ?: REFRAIN_RISING (first))

/* Goes through the ranges as the units are gone through. */
typedef struct
{
  const GArray *ranges;
  guint next;
  guint32 last; /* of the process' ranges begun so far, the furthest unit; or REFRAIN_NONE */
} RangeWalk;

/* Whether unit @u of @process stands in one range with the unit before. */
static gboolean
walk_joins (RangeWalk *self, guint process, guint32 u)
{
  const gboolean joins = u > 0 && self->last >= u && self->last != REFRAIN_NONE;

  for (; self->next < self->ranges->len; self->next++)
    {
      const Range *range = &g_array_index (self->ranges, Range, self->next);

      if (range->process > process || (range->process == process && range->first > u))
        break;
      if (range->process == process)
        self->last = self->last == REFRAIN_NONE ? range->last : MAX (self->last, range->last);
    }
  return joins;
}

/* Joins unit @u to @last, the one before. */
static void
join_units (RefrainUnit *last, const RefrainUnit *u, gboolean uncut)
{
  last->n += u->n;
  last->content = REFRAIN_NONE;
  last->whole = last->whole || u->whole || uncut;
  /* What is put together again stays apart from what was not. */
  last->cut = last->cut || u->cut || uncut;
}

static void
undo_process (RefrainUnits *self, guint process, const RefrainUndone *undone, RangeWalk *walk)
{
  RefrainProcessUnits *own = &self->processes[process];
  gsize n;
  const RefrainSegment *segments = refrain_segments_get (self->segments, process, &n);
  Node last_node = { REFRAIN_NONE, 0 };
  guint kept = 0;

  walk->last = REFRAIN_NONE;
  for (guint u = 0; u < own->units->len; u++)
    {
      RefrainUnit unit = g_array_index (own->units, RefrainUnit, u);
      RefrainUnit *last = kept > 0 ? &g_array_index (own->units, RefrainUnit, kept - 1) : NULL;
      const RefrainTandemSplit *splits = splits_of (own, unit.segment);
      const guint32 remaining = remaining_split (undone, splits, process, &unit);
      const gboolean uncut = walk_joins (walk, process, u);
      Node node;

      if (remaining != unit.split || get_noted (undone, process, unit.segment, remaining) > 1)
        unit.cut = FALSE;
      unit.split = remaining;
      node = node_of (splits, unit.split, unit.first - segments[unit.segment].first);
      if (last != NULL && last->segment == unit.segment && last_node.split == node.split
          && last_node.instance == node.instance && (uncut || (!last->cut && !unit.cut)))
        join_units (last, &unit, uncut);
      else
        g_array_index (own->units, RefrainUnit, kept++) = unit;
      last_node = node;
    }
  g_array_set_size (own->units, kept);
}

void
refrain_units_undo (RefrainUnits *self, const RefrainUndone *undone)
{
  RangeWalk walk = { undone->ranges, 0, REFRAIN_NONE };

  g_array_sort (undone->ranges, compare_ranges);
  for (guint p = 0; p < self->n_processes; p++)
    undo_process (self, p, undone, &walk);
  refrain_units_renumber (self);
}

/* ---- Cutting runs --------------------------------------------------------------------------- */

typedef struct
{
  RefrainUnits *units;
  guint32 *const *unit_of_op;
  GArray **cut; /* of each process: its units when some were cut, or NULL */
} CutJob;

/* One process that is being looked at. */
typedef struct
{
  const CutJob *job;
  guint process;
  const RefrainSymbolStream *stream;
  const RefrainOps *ops;
  GArray *units; /* of RefrainUnit: the new ones */
  GArray *ends;  /* of guint32: room; where the pieces of a run end */
} Cutter;

/* The unit at the other end of element @i's message; *@peer its process. REFRAIN_NONE when there is
 * none, or not in another process. */
static guint32
partner_unit (const Cutter *self, guint32 i, guint *peer)
{
  const guint32 op = self->stream->op[i];

  if (!REFRAIN_OP_IS_P2P (self->ops->kind[op]) || self->ops->partner[op] == REFRAIN_NONE
      || (guint) self->ops->peer[op] == self->process)
    return REFRAIN_NONE;
  *peer = (guint) self->ops->peer[op];
  return self->job->unit_of_op[*peer][self->ops->partner[op]];
}

/* Where the pieces of the run [@first, @end) end; FALSE when the partners do not split it. An event
 * without a partner stays with the one before. */
static gboolean
find_pieces (Cutter *self, guint32 first, guint32 end)
{
  guint peer = 0, other = 0;
  guint32 last = REFRAIN_NONE, segment = REFRAIN_NONE;

  g_array_set_size (self->ends, 0);
  for (guint32 i = first; i < end; i++)
    {
      const guint32 unit = partner_unit (self, i, &other);

      if (unit == REFRAIN_NONE || unit == last)
        continue;
      if (last == REFRAIN_NONE)
        {
          peer = other;
          segment = refrain_units_get (self->job->units, peer, unit)->segment;
        }
      /* In the order of the units, so that none is met twice. */
      else if (other != peer || unit < last
               || refrain_units_get (self->job->units, peer, unit)->segment != segment)
        return FALSE;
      else
        g_array_append_val (self->ends, i);
      last = unit;
    }
  g_array_append_val (self->ends, end);
  return self->ends->len > 1;
}

/* Appends elements [@first, @end) of @unit. */
static void
add_piece (Cutter *self, const RefrainUnit *unit, guint32 first, guint32 end, gboolean cut)
{
  RefrainUnit piece = *unit;

  piece.first = first;
  piece.n = end - first;
  piece.content = REFRAIN_NONE;
  piece.cut = piece.cut || cut;
  if (piece.n > 0)
    g_array_append_val (self->units, piece);
}

/* Appends @unit, cut at its runs; gives whether it was. */
static gboolean
cut_unit (Cutter *self, const RefrainUnit *unit)
{
  const guint32 *symbol = self->stream->symbol;
  guint32 done = unit->first, end;

  for (guint32 i = unit->first; !unit->whole && i < unit->first + unit->n; i = end)
    {
      for (end = i + 1; end < unit->first + unit->n && symbol[end] == symbol[i];)
        end++;
      if (end - i < 2 || !find_pieces (self, i, end))
        continue;
      add_piece (self, unit, done, i, FALSE);
      for (guint k = 0; k < self->ends->len; k++)
        {
          done = g_array_index (self->ends, guint32, k);
          add_piece (self, unit, k > 0 ? g_array_index (self->ends, guint32, k - 1) : i, done,
                     TRUE);
        }
    }
  if (done == unit->first)
    {
      g_array_append_val (self->units, *unit);
      return FALSE;
    }
  add_piece (self, unit, done, unit->first + unit->n, FALSE);
  return TRUE;
}

static void
cut_process (gsize item, gpointer data)
{
  const CutJob *job = data;
  RefrainSymbols *symbols = refrain_segments_get_symbols (job->units->segments);
  const GArray *units = job->units->processes[item].units;
  Cutter self = {
    .job = job,
    .process = (guint) item,
    .stream = refrain_symbols_get_stream (symbols, (guint) item),
    .ops = refrain_process_get_ops (
        refrain_trace_get_process (refrain_symbols_get_trace (symbols), (guint) item)),
    .units = g_array_sized_new (FALSE, FALSE, sizeof (RefrainUnit), units->len),
    .ends = g_array_new (FALSE, FALSE, sizeof (guint32)),
  };
  gboolean any = FALSE;

  for (guint u = 0; u < units->len; u++)
    any |= cut_unit (&self, &g_array_index (units, RefrainUnit, u));
  if (any)
    job->cut[item] = g_steal_pointer (&self.units);
  g_clear_pointer (&self.units, g_array_unref);
  g_array_unref (self.ends);
}

gboolean
refrain_units_cut_runs (RefrainUnits *self, guint32 *const *unit_of_op)
{
  g_autofree GArray **cut = g_new0 (GArray *, MAX (self->n_processes, 1));
  CutJob job = { self, unit_of_op, cut };
  gboolean any = FALSE;
  guint64 n = 0;

  refrain_segments_run (self->segments, cut_process, &job);
  for (guint p = 0; p < self->n_processes; p++)
    n += cut[p] != NULL ? cut[p]->len : self->processes[p].units->len;
  for (guint p = 0; p < self->n_processes; p++)
    {
      if (cut[p] == NULL)
        continue;
      if (n < G_MAXUINT32)
        {
          g_array_unref (self->processes[p].units);
          self->processes[p].units = cut[p];
          any = TRUE;
        }
      else
        {
          g_array_unref (cut[p]);
        }
    }
  if (any)
    refrain_units_renumber (self);
  return any;
}
