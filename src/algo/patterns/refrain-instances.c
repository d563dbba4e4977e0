/* refrain-instances.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-instances.h"

#include <string.h>

/* Undoing a split may bring to light another that is not shared. Each round is linear; programs
 * need one or two, and what is left after so many stays as it is. */
#define MAX_ROUNDS 64

/* Which unit holds each operation. */
typedef struct
{
  RefrainUnits *units;
  RefrainSymbols *symbols;
  RefrainTrace *trace;
  guint32 **unit; /* of each process, by row of its operations: number of the unit */
} Places;

static void
place_process (gsize item, gpointer data)
{
  Places *places = data;
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (places->symbols, (guint) item);
  const RefrainProcessUnits *own = &places->units->processes[item];
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (places->trace, (guint) item));
  guint32 *unit = places->unit[item];

  if (unit == NULL)
    {
      unit = places->unit[item] = g_new (guint32, ops->n + 1);
      memset (unit, 0xff, ops->n * sizeof *unit);
    }
  for (guint u = 0; u < own->units->len; u++)
    {
      const RefrainUnit *held = &g_array_index (own->units, RefrainUnit, u);

      for (guint32 i = held->first; i < held->first + held->n; i++)
        unit[stream->op[i]] = places->units->first[item] + u;
    }
}

static guint32
find_root (guint32 *parent, guint32 unit)
{
  while (parent[unit] != unit)
    {
      parent[unit] = parent[parent[unit]];
      unit = parent[unit];
    }
  return unit;
}

/* The smaller number becomes the root, so that roots do not depend on the order of joining. */
static void
join (guint32 *parent, guint32 a, guint32 b)
{
  a = find_root (parent, a);
  b = find_root (parent, b);
  if (a < b)
    parent[b] = a;
  else if (b < a)
    parent[a] = b;
}

static void
join_messages (const Places *places, guint32 *parent)
{
  for (guint p = 0; p < places->units->n_processes; p++)
    {
      const RefrainSymbolStream *stream = refrain_symbols_get_stream (places->symbols, p);
      const RefrainOps *ops
          = refrain_process_get_ops (refrain_trace_get_process (places->trace, p));

      for (guint32 u = places->units->first[p]; u < places->units->first[p + 1]; u++)
        {
          const RefrainUnit *unit = refrain_units_get (places->units, p, u);

          for (guint32 i = unit->first; i < unit->first + unit->n; i++)
            {
              const guint32 op = stream->op[i];
              guint32 partner;

              if (!REFRAIN_OP_IS_SEND (ops->kind[op]) || ops->partner[op] == REFRAIN_NONE)
                continue;
              partner = places->unit[ops->peer[op]][ops->partner[op]];
              if (partner != REFRAIN_NONE && parent[u] != parent[partner])
                join (parent, u, partner);
            }
        }
    }
}

/* A collective's members belong together as the two ends of a message do. */
static void
join_collectives (const Places *places, guint32 *parent)
{
  const RefrainCollectives *all = refrain_trace_get_collectives (places->trace);

  for (gsize i = 0; i < all->n; i++)
    for (guint64 m = all->first[i] + 1; m < all->first[i + 1]; m++)
      {
        const guint32 unit = places->unit[all->process[m]][all->op[m]];
        const guint32 first = places->unit[all->process[all->first[i]]][all->op[all->first[i]]];

        if (unit != REFRAIN_NONE && first != REFRAIN_NONE)
          join (parent, unit, first);
      }
}

/* Groups the units by root: instances in the order of their first unit. */
static void
collect (RefrainInstances *self, guint32 *parent, guint32 n_units)
{
  g_autofree guint64 *next = NULL;
  guint32 *number;

  /* Cutting runs makes units more. */
  number = self->instance_of_unit = g_renew (guint32, self->instance_of_unit, (gsize) n_units + 1);
  self->n = 0;
  for (guint32 u = 0; u < n_units; u++)
    number[u] = find_root (parent, u) == u ? self->n++ : number[parent[u]];
  g_free (self->instances);
  g_free (self->members);
  self->instances = g_new0 (RefrainInstance, (gsize) self->n + 1);
  self->members = g_new (guint32, n_units);
  next = g_new (guint64, (gsize) self->n + 1);
  for (guint32 u = 0; u < n_units; u++)
    self->instances[number[u] + 1].first++;
  for (guint32 i = 0; i < self->n; i++)
    {
      self->instances[i + 1].first += self->instances[i].first;
      next[i] = self->instances[i].first;
    }
  for (guint32 u = 0; u < n_units; u++)
    self->members[next[number[u]]++] = u;
}

/* Notes the splits whose pieces meet in one instance; NULL if there are none. */
static RefrainUndone *
find_unshared (RefrainInstances *self)
{
  g_autoptr (RefrainUndone) undone = refrain_undone_new ();
  gboolean any = FALSE;

  self->n_unclean = 0;
  for (guint32 i = 0; i < self->n; i++)
    {
      gboolean unclean = FALSE;
      guint process = 0;

      for (guint64 m = self->instances[i].first; m + 1 < self->instances[i + 1].first; m++)
        {
          const guint32 unit = self->members[m], other = self->members[m + 1];

          process = refrain_units_next_process (self->units, process, unit);
          if (other >= self->units->first[process + 1])
            continue;
          unclean = TRUE;
          if (refrain_units_get (self->units, process, unit)->segment
              != refrain_units_get (self->units, process, other)->segment)
            continue;
          refrain_undone_add (undone, self->units, process, unit, other);
          any = TRUE;
        }
      self->n_unclean += unclean;
    }
  return any ? g_steal_pointer (&undone) : NULL;
}

/* Appends what each process does in instance @i: (process, content) pairs. */
static void
instance_key (RefrainInstances *self, guint32 i, GArray *key)
{
  guint process = 0;

  g_array_set_size (key, 0);
  for (guint64 m = self->instances[i].first; m < self->instances[i + 1].first; m++)
    {
      const guint32 unit = self->members[m];
      guint32 pair[2];

      process = refrain_units_next_process (self->units, process, unit);
      pair[0] = process;
      pair[1] = refrain_units_get (self->units, process, unit)->content;
      g_array_append_vals (key, pair, 2);
    }
}

static void
tell_apart (RefrainInstances *self)
{
  g_auto (RefrainSequenceTable) seen;
  g_autoptr (GArray) key = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) count = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) example = g_array_new (FALSE, FALSE, sizeof (guint32));

  refrain_sequence_table_init (&seen);
  self->description = self->n;
  for (guint32 i = 0; i < self->n; i++)
    {
      const guint32 one = 1;
      gboolean is_new;

      instance_key (self, i, key);
      self->instances[i].pattern = refrain_sequence_table_add (
          &seen, (const guint32 *) (gpointer) key->data, key->len, &is_new);
      if (!is_new)
        {
          g_array_index (count, guint32, self->instances[i].pattern)++;
          continue;
        }
      g_array_append_val (count, one);
      g_array_append_val (example, i);
      for (guint k = 0; k < key->len; k += 2)
        {
          gsize n;

          refrain_sequence_table_get (
              &self->units->processes[g_array_index (key, guint32, k)].contents,
              g_array_index (key, guint32, k + 1), &n);
          self->description += n;
        }
    }
  self->n_patterns = seen.n;
  self->count = (guint32 *) (gpointer) g_array_free (g_steal_pointer (&count), FALSE);
  self->example = (guint32 *) (gpointer) g_array_free (g_steal_pointer (&example), FALSE);
}

/* Logical time and time stamp of each instance: the least of its operations. Stream by stream, so
 * that memory is read in order. */
static void
stamp (RefrainInstances *self, const Places *places)
{
  for (guint32 i = 0; i < self->n; i++)
    {
      self->instances[i].logical = G_MAXUINT32;
      self->instances[i].start = G_MAXINT64;
    }
  for (guint p = 0; p < self->units->n_processes; p++)
    {
      const RefrainSymbolStream *stream = refrain_symbols_get_stream (places->symbols, p);
      const RefrainOps *ops
          = refrain_process_get_ops (refrain_trace_get_process (places->trace, p));

      for (guint32 u = self->units->first[p]; u < self->units->first[p + 1]; u++)
        {
          const RefrainUnit *unit = refrain_units_get (self->units, p, u);
          RefrainInstance *instance = &self->instances[self->instance_of_unit[u]];

          for (guint32 k = unit->first; k < unit->first + unit->n; k++)
            {
              instance->logical = MIN (instance->logical, ops->logical[stream->op[k]]);
              instance->start = MIN (instance->start, ops->time[stream->op[k]]);
            }
        }
    }
}

/* Joins and takes apart until no two units of a segment meet. FALSE when cancelled. */
static gboolean
join_units (RefrainInstances *self, Places *places, gboolean listed, GCancellable *cancellable)
{
  gboolean again = TRUE;

  for (guint round = 0; again && !g_cancellable_is_cancelled (cancellable); round++)
    {
      const guint32 n_units = self->units->first[self->units->n_processes];
      g_autofree guint32 *parent = g_new (guint32, MAX (n_units, 1));
      g_autoptr (RefrainUndone) undone = NULL;

      for (guint32 u = 0; u < n_units; u++)
        parent[u] = u;
      refrain_segments_run (self->units->segments, place_process, places);
      join_messages (places, parent);
      if (!listed)
        join_collectives (places, parent);
      collect (self, parent, n_units);
      undone = find_unshared (self);
      again = undone != NULL && round < MAX_ROUNDS;
      if (again && refrain_units_cut_runs (self->units, places->unit))
        continue;
      if (undone == NULL && round < MAX_ROUNDS)
        {
          undone = refrain_instances_find_crossing (self, places->unit);
          again = undone != NULL;
        }
      if (again)
        refrain_units_undo (self->units, undone);
    }
  if (again)
    return FALSE;
  tell_apart (self);
  stamp (self, places);
  return TRUE;
}

static void
places_init (Places *places, RefrainUnits *units, guint32 **unit_of_op)
{
  places->units = units;
  places->symbols = refrain_segments_get_symbols (units->segments);
  places->trace = refrain_symbols_get_trace (places->symbols);
  places->unit = unit_of_op;
}

RefrainInstances *
refrain_instances_new (RefrainSegments *segments, gboolean split, GCancellable *cancellable)
{
  g_autoptr (RefrainInstances) self = g_new0 (RefrainInstances, 1);
  Places places;

  self->units = refrain_units_new (segments, split, cancellable);
  if (self->units == NULL)
    return NULL;
  self->unit_of_op = g_new0 (guint32 *, self->units->n_processes);
  places_init (&places, self->units, self->unit_of_op);
  return join_units (self, &places, FALSE, cancellable) ? g_steal_pointer (&self) : NULL;
}

/* Forgets which units hold the operations of a process. */
static void
clear_process (gsize item, gpointer data)
{
  const Places *places = data;
  const guint32 *op = refrain_symbols_get_stream (places->symbols, (guint) item)->op;
  const GArray *units = places->units->processes[item].units;

  for (guint u = 0; u < units->len; u++)
    {
      const RefrainUnit *unit = &g_array_index (units, RefrainUnit, u);

      for (guint32 i = unit->first; i < unit->first + unit->n; i++)
        places->unit[item][op[i]] = REFRAIN_NONE;
    }
}

RefrainInstances *
refrain_instances_new_listed (RefrainSegments *segments,
                              guint32 **unit_of_op,
                              GCancellable *cancellable)
{
  g_autoptr (RefrainInstances) self = g_new0 (RefrainInstances, 1);
  gboolean done;
  Places places;

  self->units = refrain_units_new (segments, TRUE, cancellable);
  if (self->units == NULL)
    return NULL;
  places_init (&places, self->units, unit_of_op);
  done = join_units (self, &places, TRUE, cancellable);
  refrain_segments_run (segments, clear_process, &places);
  return done ? g_steal_pointer (&self) : NULL;
}

void
refrain_instances_free (RefrainInstances *self)
{
  if (self->unit_of_op != NULL)
    for (guint p = 0; p < self->units->n_processes; p++)
      g_free (self->unit_of_op[p]);
  g_free (self->unit_of_op);
  g_free (self->instance_of_unit);
  g_clear_pointer (&self->units, refrain_units_free);
  g_free (self->instances);
  g_free (self->members);
  g_free (self->example);
  g_free (self->count);
  g_free (self);
}
