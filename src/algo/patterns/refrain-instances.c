/* refrain-instances.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Units that messages (and collectives) connect are one set of a union-find, and each set is an
 * instance; then what should not have been cut is put together again, until nothing changes.
 */
#include "refrain-instances.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-order.h"
#include "refrain-undone.h"
#include "refrain-union-find.h"

/* Undoing a split may bring to light another that is not shared. Each round is linear; programs
 * need one or two, and what is left after so many stays as it is. */
#define MAX_ROUNDS 64
/* So many instances are told apart and put in order over all cores. */
#define MANY 4096

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
  const RefrainOps *ops = refrain_trace_get_ops (places->trace, (guint) item);
  guint32 *unit = places->unit[item];

  if (unit == NULL)
    {
      unit = places->unit[item] = g_new (guint32, ops->n + 1);
      refrain_fill (unit, 0xff, ops->n * sizeof *unit);
    }
  for (guint u = 0; u < own->units->len; u++)
    {
      const RefrainUnit *held = &g_array_index (own->units, RefrainUnit, u);

      for (guint32 i = held->first; i < held->first + held->n; i++)
        unit[stream->op[i]] = places->units->first[item] + u;
    }
}

typedef struct
{
  const Places *places;
  guint32 *parent;
} JoinJob;

/* Of what process @item sends; others are joined meanwhile. */
static void
join_messages (gsize item, gpointer data)
{
  const JoinJob *job = data;
  const Places *places = job->places;
  const guint p = (guint) item;
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (places->symbols, p);
  const RefrainOps *ops = refrain_trace_get_ops (places->trace, p);

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
          if (partner != REFRAIN_NONE)
            refrain_union_find_shared_join (job->parent, u, partner);
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
          refrain_union_find_join (parent, unit, first);
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
    number[u] = refrain_union_find_root (parent, u) == u ? self->n++ : number[parent[u]];
  refrain_free (self->instances, self->members);
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
  refrain_clear (&self->count, &self->example);
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
      const RefrainOps *ops = refrain_trace_get_ops (places->trace, p);

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

typedef struct
{
  RefrainInstances *self;
  const Places *places;
} TellJob;

/* What instances are, and when. */
static void
tell (gsize item, gpointer data)
{
  const TellJob *job = data;

  if (item == 0)
    tell_apart (job->self);
  else
    stamp (job->self, job->places);
}

/* ---- Exchanges cut into their directions ---------------------------------------------------- */

/* An exchange is not cut into its two directions.
 *
 * When all send several times to all their neighbours, and then receive as often, tandem splitting
 * cuts the sends from the receives. On a line or a grid messages then join the sends of every
 * second process with the receives of the others, and the other way round: two halves of one
 * exchange, neither of which comes before the other. */

typedef enum
{
  WAY_UNKNOWN = 0,
  WAY_OUT,
  WAY_IN,
  WAY_MIXED,
} Way;

/* What an instance is. */
typedef enum
{
  KIND_UNKNOWN = 0,
  KIND_MIXED, /* some process sends and receives in it */
  KIND_STAR,  /* one process sends, or one receives, and no process does both */
  KIND_MESH,  /* several send, several receive, and no process does both */
} Kind;

/* Two units of a process. */
typedef struct
{
  guint process;
  guint32 first, second;
} Pair;

typedef struct
{
  const RefrainInstances *instances;
  const RefrainUnits *units;
  RefrainSymbols *symbols;
  guint32 *const *unit_of_op;
  RefrainUndone *undone;
  guint8 *kind;      /* of each instance */
  guint32 *met;      /* of each process: the unit that the one looked at has messages with */
  guint64 *met_when; /* of each process: the stamp that this was noted with */
  guint64 stamp;
  GArray *pairs; /* of Pair: room */
  gboolean any;
} Finder;

static const RefrainOps *
ops_of (const Finder *self, guint process)
{
  return refrain_trace_get_ops (refrain_symbols_get_trace (self->symbols), process);
}

/* Which way the messages of a unit go. Ends at the first that goes otherwise. */
static Way
way_of (const Finder *self, guint process, guint32 unit)
{
  const RefrainUnit *u = refrain_units_get (self->units, process, unit);
  const guint32 *op = refrain_symbols_get_stream (self->symbols, process)->op;
  const RefrainOps *ops = ops_of (self, process);
  Way way = WAY_UNKNOWN;

  for (guint32 i = u->first; i < u->first + u->n && way != WAY_MIXED; i++)
    {
      const Way own = !REFRAIN_OP_IS_P2P (ops->kind[op[i]])   ? WAY_MIXED
                      : REFRAIN_OP_IS_SEND (ops->kind[op[i]]) ? WAY_OUT
                                                              : WAY_IN;

      way = way == WAY_UNKNOWN || way == own ? own : WAY_MIXED;
    }
  return way;
}

/* The kind of the instance that holds @unit. */
static Kind
kind_of (Finder *self, guint32 unit)
{
  const guint32 instance = self->instances->instance_of_unit[unit];
  const RefrainInstance *own = &self->instances->instances[instance];
  guint n[WAY_MIXED + 1] = { 0 };
  guint process = 0;

  if (self->kind[instance] != KIND_UNKNOWN)
    return self->kind[instance];
  for (guint64 m = own[0].first; m < own[1].first && n[WAY_MIXED] == 0; m++)
    {
      const guint32 member = self->instances->members[m];

      process = refrain_units_next_process (self->units, process, member);
      n[way_of (self, process, member)]++;
    }
  self->kind[instance] = n[WAY_MIXED] > 0                  ? KIND_MIXED
                         : n[WAY_OUT] < 2 || n[WAY_IN] < 2 ? KIND_STAR
                                                           : KIND_MESH;
  return self->kind[instance];
}

/* The unit at the other end of element @i's message, and its process; REFRAIN_NONE when there is
 * none, or not in another process. */
static guint32
partner_unit (const Finder *self, const RefrainOps *ops, guint process, guint32 op, guint *peer)
{
  if (ops->partner[op] == REFRAIN_NONE || (guint) ops->peer[op] == process)
    return REFRAIN_NONE;
  *peer = (guint) ops->peer[op];
  return self->unit_of_op[*peer][ops->partner[op]];
}

/* Notes with which unit of each other process @unit has messages; gives how many these are. */
static guint
meet (Finder *self, guint process, guint32 unit)
{
  const RefrainUnit *u = refrain_units_get (self->units, process, unit);
  const guint32 *op = refrain_symbols_get_stream (self->symbols, process)->op;
  const RefrainOps *ops = ops_of (self, process);
  guint n = 0, peer = 0;

  self->stamp += 2;
  for (guint32 i = u->first; i < u->first + u->n; i++)
    {
      const guint32 other = partner_unit (self, ops, process, op[i], &peer);

      if (other == REFRAIN_NONE)
        continue;
      n += self->met_when[peer] != self->stamp;
      self->met[peer] = other;
      self->met_when[peer] = self->stamp;
    }
  return n;
}

/* Whether a process has messages with the one looked at in units @a and @b of one segment. */
static gboolean
are_of_one_segment (const Finder *self, guint process, guint32 a, guint32 b)
{
  return a != b
         && refrain_units_get (self->units, process, a)->segment
                == refrain_units_get (self->units, process, b)->segment;
}

/* Whether @unit and the next are of one segment and go the same way. */
static gboolean
goes_on (const Finder *self, guint process, guint32 unit)
{
  const RefrainUnit *u = refrain_units_get (self->units, process, unit);

  return u[0].segment == u[1].segment
         && way_of (self, process, unit) == way_of (self, process, unit + 1);
}

/* Notes the cuts, if any, around @unit and the next as far as all goes their ways. */
static void
note_cuts (Finder *self, guint process, guint32 unit)
{
  const guint32 begin = self->units->first[process], end = self->units->first[process + 1];
  guint32 first = unit, last = unit + 1;
  gboolean any = FALSE;

  while (first > begin && goes_on (self, process, first - 1))
    first--;
  while (last + 1 < end && goes_on (self, process, last))
    last++;
  for (guint32 u = first; u <= last && !any; u++)
    any = refrain_units_get (self->units, process, u)->cut;
  if (any)
    refrain_undone_add_cuts (self->undone, self->units, process, first, last);
}

/* @unit and the next are of one segment and go opposite ways: notes them, and those of the
 * processes with which both have messages, where they are halves of an exchange. */
static void
look_at (Finder *self, guint process, guint32 unit)
{
  const RefrainUnit *u = refrain_units_get (self->units, process, unit + 1);
  const guint32 *op = refrain_symbols_get_stream (self->symbols, process)->op;
  const RefrainOps *ops = ops_of (self, process);
  const guint n_met = meet (self, process, unit);
  guint n_both = 0, n_others = 0, peer = 0;
  gboolean crossed = FALSE;

  g_array_set_size (self->pairs, 0);
  for (guint32 i = u->first; i < u->first + u->n; i++)
    {
      const guint32 other = partner_unit (self, ops, process, op[i], &peer);
      const Pair pair = { peer, MIN (other, self->met[peer]), MAX (other, self->met[peer]) };

      if (other == REFRAIN_NONE || self->met_when[peer] == self->stamp + 1)
        continue;
      n_others += self->met_when[peer] != self->stamp;
      if (self->met_when[peer] == self->stamp
          && are_of_one_segment (self, peer, pair.first, pair.second))
        {
          g_array_append_val (self->pairs, pair);
          crossed |= other < self->met[peer];
          n_both++;
        }
      self->met_when[peer] = self->stamp + 1;
    }
  if (n_both == 0 || kind_of (self, unit) < KIND_STAR || kind_of (self, unit + 1) < KIND_STAR)
    return;
  if (!crossed
      && (n_both != n_met || n_others > 0 || kind_of (self, unit) != KIND_MESH
          || kind_of (self, unit + 1) != KIND_MESH
          || refrain_units_repeat_each_other (self->units, process, unit, unit + 1)))
    return;
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const Pair *pair = &g_array_index (self->pairs, Pair, i);

      refrain_undone_add (self->undone, self->units, pair->process, pair->first, pair->second);
    }
  refrain_undone_add (self->undone, self->units, process, unit, unit + 1);
  note_cuts (self, process, unit);
  self->any = TRUE;
}

typedef struct
{
  const Finder *finder;
  GArray **turning; /* of each process: of guint32 */
} TurningJob;

/* The units of a process that go another way than the one before, of the same segment. */
static void
find_turning (gsize item, gpointer data)
{
  const TurningJob *job = data;
  const RefrainUnits *units = job->finder->units;
  const guint p = (guint) item;
  GArray *turning = g_array_new (FALSE, FALSE, sizeof (guint32));
  Way last = WAY_MIXED;

  for (guint32 u = units->first[p]; u < units->first[p + 1]; u++)
    {
      const RefrainUnit *unit = refrain_units_get (units, p, u);
      const gboolean follows = u > units->first[p] && unit[-1].segment == unit->segment;
      const gboolean goes_on = u + 1 < units->first[p + 1] && unit[1].segment == unit->segment;
      const Way way = follows || goes_on ? way_of (job->finder, p, u) : WAY_MIXED;

      if (follows && last != WAY_MIXED && way != WAY_MIXED && way != last)
        g_array_append_val (turning, u);
      last = way;
    }
  job->turning[item] = turning;
}

/* Notes the splits that cut exchanges into their two directions, where no instance holds two units
 * of one segment. Two instances in each of which every process only sends or only receives are the
 * directions of one exchange where two processes have messages with each other in both, inside one
 * segment each, and
 * - one has the first instance before the second, the other the second before the first; or
 * - several processes send in each and several receive, and a process' partners in both are the
 * same. A scatter and the gather behind it are not: one comes before the other everywhere, and one
 * process is at one end of all. NULL where there are none. O(operations). */
static RefrainUndone *
find_crossing (const RefrainInstances *self, guint32 *const *unit_of_op)
{
  const RefrainUnits *units = self->units;
  g_autoptr (RefrainUndone) undone = refrain_undone_new ();
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_autofree guint8 *kind = g_new0 (guint8, (gsize) self->n + 1);
  g_autofree guint32 *met = g_new0 (guint32, (gsize) units->n_processes + 1);
  g_autofree guint64 *met_when = g_new0 (guint64, (gsize) units->n_processes + 1);
  Finder finder = { .instances = self,
                    .units = units,
                    .symbols = refrain_segments_get_symbols (units->segments),
                    .unit_of_op = unit_of_op,
                    .undone = undone,
                    .pairs = pairs,
                    .kind = kind,
                    .met = met,
                    .met_when = met_when };
  g_autofree GArray **turning = g_new0 (GArray *, (gsize) units->n_processes + 1);

  refrain_segments_run (units->segments, find_turning, &(TurningJob){ &finder, turning });
  for (guint p = 0; p < units->n_processes; p++)
    {
      for (guint i = 0; i < turning[p]->len; i++)
        look_at (&finder, p, g_array_index (turning[p], guint32, i) - 1);
      g_array_unref (turning[p]);
    }
  return finder.any ? g_steal_pointer (&undone) : NULL;
}

/* ---- Making --------------------------------------------------------------------------------- */

typedef enum
{
  JOIN_LISTED = 1 << 0, /* collective operations are not joined: they are elsewhere */
  JOIN_WIDENS = 1 << 1, /* splits may be widened */
} JoinFlags;

/* Joins and takes apart until no two units of a segment meet. FALSE when cancelled. */
static gboolean
join_units (RefrainInstances *self, Places *places, JoinFlags flags, GCancellable *cancellable)
{
  gboolean again = TRUE;

  for (guint round = 0; again && !g_cancellable_is_cancelled (cancellable); round++)
    {
      const guint32 n_units = self->units->first[self->units->n_processes];
      g_autofree guint32 *parent = refrain_union_find_new (n_units);
      g_autoptr (RefrainUndone) undone = NULL;

      refrain_segments_run (self->units->segments, place_process, places);
      refrain_segments_run (self->units->segments, join_messages, &(JoinJob){ places, parent });
      if ((flags & JOIN_LISTED) == 0)
        join_collectives (places, parent);
      collect (self, parent, n_units);
      undone = find_unshared (self);
      again = undone != NULL && round < MAX_ROUNDS;
      if (again && refrain_units_cut_runs (self->units, places->unit))
        continue;
      if (again && (flags & JOIN_WIDENS) != 0)
        refrain_undone_widen (undone, self->units, self->instance_of_unit, self->n);
      if (undone == NULL && round < MAX_ROUNDS)
        {
          undone = find_crossing (self, places->unit);
          again = undone != NULL;
        }
      if (again)
        refrain_units_undo (self->units, undone);
    }
  if (again)
    return FALSE;
  /* Neither needs the other; few are told as fast as threads begin. */
  if (self->n >= MANY)
    refrain_parallel_run (2, tell, &(TellJob){ self, places }, NULL);
  else
    {
      tell_apart (self);
      stamp (self, places);
    }
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

gboolean
refrain_instances_join (RefrainInstances *self, GCancellable *cancellable)
{
  Places places;

  places_init (&places, self->units, self->unit_of_op);
  return join_units (self, &places, 0, cancellable);
}

RefrainInstances *
refrain_instances_new_of (RefrainUnits *units, GCancellable *cancellable)
{
  g_autoptr (RefrainInstances) self = g_new0 (RefrainInstances, 1);
  Places places;

  self->units = units;
  self->unit_of_op = g_new0 (guint32 *, units->n_processes);
  places_init (&places, self->units, self->unit_of_op);
  return join_units (self, &places, JOIN_WIDENS, cancellable) ? g_steal_pointer (&self) : NULL;
}

RefrainInstances *
refrain_instances_new (RefrainSegments *segments, gboolean split, GCancellable *cancellable)
{
  RefrainUnits *units = refrain_units_new (
      segments, split ? REFRAIN_UNITS_SPLIT : REFRAIN_UNITS_WHOLE, cancellable);

  return units == NULL ? NULL : refrain_instances_new_of (units, cancellable);
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

  self->units = refrain_units_new (segments, REFRAIN_UNITS_SPLIT, cancellable);
  if (self->units == NULL)
    return NULL;
  places_init (&places, self->units, unit_of_op);
  done = join_units (self, &places, JOIN_LISTED | JOIN_WIDENS, cancellable);
  refrain_segments_run (segments, clear_process, &places);
  return done ? g_steal_pointer (&self) : NULL;
}

RefrainInstances *
refrain_instances_view (const RefrainInstances *self)
{
  RefrainInstances *view = g_memdup2 (self, sizeof *self);

  view->view = view->borrows = TRUE;
  return view;
}

void
refrain_instances_free (RefrainInstances *self)
{
  if (self->view)
    {
      g_free (self);
      return;
    }
  if (self->unit_of_op != NULL && !self->borrows)
    for (guint p = 0; p < self->units->n_processes; p++)
      g_free (self->unit_of_op[p]);
  if (!self->borrows)
    g_free (self->unit_of_op);
  g_free (self->instance_of_unit);
  g_clear_pointer (&self->units, refrain_units_free);
  refrain_free (self->instances, self->members, self->example, self->count, self);
}

/* ---- Execution order --------------------------------------------------------------------------
 */

static int
compare_times (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainInstance *instances = data;
  const guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;
  const RefrainInstance *x = &instances[i], *y = &instances[j];

  return REFRAIN_RISING (logical) ?: REFRAIN_RISING (start) ?: (i > j) - (i < j);
}

/* By logical time alone, or NULL where there is no memory for it. */
static guint32 *
order_by_logical (const RefrainInstances *self)
{
  g_autofree guint64 *keys = g_new (guint64, (gsize) self->n + 1);

  for (guint32 i = 0; i < self->n; i++)
    keys[i] = self->instances[i].logical;
  return refrain_order_rows (keys, self->n, NULL, NULL);
}

guint32 *
refrain_instances_order (const RefrainInstances *self)
{
  guint32 *order = self->n >= MANY ? order_by_logical (self) : NULL;
  const gboolean ordered = order != NULL;

  if (!ordered)
    {
      order = g_new (guint32, (gsize) self->n + 1);
      for (guint32 i = 0; i < self->n; i++)
        order[i] = i;
    }
  for (guint32 i = 0, end; i < self->n; i = end)
    {
      const guint32 logical = self->instances[order[i]].logical;

      for (end = i + 1;
           end < self->n && (!ordered || self->instances[order[end]].logical == logical);)
        end++;
      if (end - i > 1)
        g_qsort_with_data (order + i, (int) (end - i), sizeof *order, compare_times,
                           self->instances);
    }
  return order;
}
