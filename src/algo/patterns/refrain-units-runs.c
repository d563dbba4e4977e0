/* refrain-units-runs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs of one event are cut as their partners are split.
 */
#include "config.h"

#include "refrain-units.h"

typedef struct
{
  RefrainUnits *units;
  guint32 *const *unit_of_op;
  GArray **cut; /* of each process: its units when some were cut, or NULL */
} Job;

/* One process that is being looked at. */
typedef struct
{
  const Job *job;
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
  const Job *job = data;
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
  Job job = { self, unit_of_op, cut };
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
