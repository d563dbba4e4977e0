/* refrain-instances-cross.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An exchange is not cut into its two directions.
 *
 * When all send several times to all their neighbours, and then receive as often, tandem splitting
 * cuts the sends from the receives. On a line or a grid messages then join the sends of every
 * second process with the receives of the others, and the other way round: two halves of one
 * exchange, neither of which comes before the other.
 */
#include "config.h"

#include "refrain-instances.h"

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
  return refrain_process_get_ops (
      refrain_trace_get_process (refrain_symbols_get_trace (self->symbols), process));
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

RefrainUndone *
refrain_instances_find_crossing (const RefrainInstances *self, guint32 *const *unit_of_op)
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

  for (guint p = 0; p < units->n_processes; p++)
    {
      Way last = WAY_MIXED;

      for (guint32 u = units->first[p]; u < units->first[p + 1]; u++)
        {
          const RefrainUnit *unit = refrain_units_get (units, p, u);
          const gboolean follows = u > units->first[p] && unit[-1].segment == unit->segment;
          const gboolean goes_on = u + 1 < units->first[p + 1] && unit[1].segment == unit->segment;
          const Way way = follows || goes_on ? way_of (&finder, p, u) : WAY_MIXED;

          if (follows && last != WAY_MIXED && way != WAY_MIXED && way != last)
            look_at (&finder, p, u - 1);
          last = way;
        }
    }
  return finder.any ? g_steal_pointer (&undone) : NULL;
}
