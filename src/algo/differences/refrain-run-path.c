/* refrain-run-path.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The critical path on slots: from the last end backwards, at each wait to whom it was for. What
 * lasts long in a call that waits for nobody may wait for a process that computes and so does not
 * take part in the transfer, though it has begun its part.
 */
#include "refrain-run-slots.h"

#include "refrain-search.h"

/* Calls shorter than this, ns, wait for nobody's progress. */
#define LEAST_STALL 100e3
/* A process that computes for this share of a call holds it up. */
#define MOST_COMPUTING 0.5
/* Messages of so many bytes may need the receiver's part. */
#define LEAST_BYTES 4096
/* Calls of another process that are looked at. */
#define MOST_LOOKED_AT 8

typedef struct
{
  RefrainSide *side;
  const RefrainSideRun *run;
  const RefrainRunGraph *graph;
} Walk;

static void
book (const Walk *walk, guint32 node, RefrainSlotPart part, RefrainTime ticks)
{
  RefrainSlot *slot = refrain_side_get_slot (walk->side, walk->run->slot_of[node]);
  GArray *visits = walk->side->visits;
  RefrainSlotVisit *own;

  if (ticks <= 0)
    return;
  if (slot->visit == 0)
    {
      slot->visit = visits->len;
      g_array_set_size (visits, visits->len + 1);
    }
  own = &g_array_index (visits, RefrainSlotVisit, slot->visit);
  own->path[part] += (RefrainTime) refrain_run_graph_to_time (walk->graph, (double) ticks);
  own->visits[part]++;
}

/* The node whose beginning @node waited for, up to @needed; REFRAIN_NONE where it is none. */
static guint32
find_cause (const RefrainRunGraph *graph, guint32 node, RefrainTime needed)
{
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    {
      const guint32 on = graph->dep[d];

      if (graph->dep_kind[d] == 0)
        continue;
      if (graph->dep_kind[d] != REFRAIN_RUN_GROUP)
        {
          if (graph->enter[on] == needed)
            return on;
          continue;
        }
      for (guint32 m = graph->first_member[on]; m < graph->first_member[on + 1]; m++)
        if (graph->enter[graph->member[m]] == needed)
          return graph->member[m];
    }
  return REFRAIN_NONE;
}

/* A node of @line before which that computes most of the time from @from to @to. */
static guint32
find_computing (const RefrainRunGraph *graph, guint32 l, RefrainTime from, RefrainTime to)
{
  const RefrainRunLine *line = &graph->lines[l];
  guint32 node = (guint32) REFRAIN_LOWER_BOUND (i, line->first, line->end, graph->enter[i] < to);

  for (guint k = 0; k < MOST_LOOKED_AT && node > line->first && graph->enter[node - 1] > from; k++)
    {
      RefrainTime before;

      node--;
      before = graph->enter[node] - graph->gap[node];
      if ((double) (graph->enter[node] - MAX (before, from))
          > MOST_COMPUTING * (double) (to - from))
        return node;
    }
  return REFRAIN_NONE;
}

/* Keeps in @found the later one of it and what the first line of @peer computes from @from to @to,
 * instead of taking part in a transfer of @bytes. */
static void
look_for_computing (const RefrainSideRun *run,
                    gint32 peer,
                    guint64 bytes,
                    RefrainTime from,
                    RefrainTime to,
                    guint32 *found)
{
  const RefrainRunGraph *graph = run->graph;
  guint32 other;

  if (bytes < LEAST_BYTES || peer < 0 || run->first_line[peer] == REFRAIN_NONE)
    return;
  other = find_computing (graph, run->first_line[peer], from, to);
  if (other != REFRAIN_NONE
      && (*found == REFRAIN_NONE || graph->enter[other] > graph->enter[*found]))
    *found = other;
}

/* Whether the call of @node, or a poll that it goes on with, completes the send @op. */
static gboolean
completes_send (const RefrainRunGraph *graph,
                const RefrainProcess *process,
                const RefrainOps *ops,
                guint32 node,
                guint32 op)
{
  const RefrainRecords *records = refrain_process_get_records ((RefrainProcess *) process);
  const guint32 record = ops->record[op];
  const guint32 next = graph->call[node + 1];
  guint32 call;

  if (ops->kind[op] != REFRAIN_OP_ISEND || record == REFRAIN_NONE
      || records->kind[record] != REFRAIN_RECORD_ISEND_COMPLETE)
    return FALSE;
  call = records->call[record];
  return call != REFRAIN_NONE && graph->call[node] != REFRAIN_NONE && call >= graph->call[node]
         && (next == REFRAIN_NONE || call < next);
}

/* Who computes instead of taking part in what @node transfers; REFRAIN_NONE for nobody. */
static guint32
find_absent (const RefrainSideRun *run, guint32 node, RefrainTime to)
{
  const RefrainRunGraph *graph = run->graph;
  const RefrainRunLine *line = &graph->lines[graph->line[node]];
  const RefrainTime from = refrain_run_graph_get_needed (graph, node);
  RefrainProcess *process = refrain_trace_get_process (graph->trace, line->process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  guint32 found = REFRAIN_NONE;

  if (refrain_run_graph_to_time (graph, (double) (to - from)) < LEAST_STALL)
    return REFRAIN_NONE;
  for (guint32 i = graph->op[node]; i < graph->op[node] + graph->n_ops[node]; i++)
    if (REFRAIN_OP_IS_P2P (ops->kind[i]))
      look_for_computing (run, ops->peer[i], ops->bytes[i], from, to, &found);
  for (guint32 k = node; k > line->first && node - k < MOST_LOOKED_AT; k--)
    for (guint32 i = graph->op[k - 1]; i < graph->op[k - 1] + graph->n_ops[k - 1]; i++)
      if (completes_send (graph, process, ops, node, i))
        look_for_computing (run, ops->peer[i], ops->bytes[i], from, to, &found);
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    if (graph->dep_kind[d] == REFRAIN_RUN_RECEIVE)
      look_for_computing (run, (gint32) refrain_run_graph_get_process (graph, graph->dep[d]),
                          LEAST_BYTES, from, to, &found);
  return found;
}

guint32
refrain_side_find_absent (const RefrainSide *self, guint run, guint32 node)
{
  const RefrainSideRun *own = &self->runs[run];
  const guint32 absent = find_absent (own, node, own->graph->leave[node]);

  return absent != REFRAIN_NONE ? refrain_side_get_slot (self, own->slot_of[absent])->row
                                : REFRAIN_NONE;
}

/* Books the call of @node up to @to; gives the node in whose gap the path goes on. */
static guint32
leave_call (const Walk *walk, guint32 node, RefrainTime to)
{
  const RefrainRunGraph *graph = walk->graph;
  const RefrainTime needed = refrain_run_graph_get_needed (graph, node);
  guint32 next = REFRAIN_NONE;

  if ((walk->run->place[node] & REFRAIN_NODE_COMPUTES) != 0)
    {
      book (walk, node, REFRAIN_SLOT_COMPUTING, to - graph->enter[node]);
      return node;
    }
  next = find_absent (walk->run, node, to);
  if (next == REFRAIN_NONE && needed > graph->enter[node] && needed <= to)
    next = find_cause (graph, node, needed);
  if (next == REFRAIN_NONE)
    next = node;
  book (walk, node, REFRAIN_SLOT_MPI, to - graph->enter[next]);
  return next;
}

void
refrain_side_book_path (RefrainSide *self, guint run)
{
  Walk walk = { .side = self, .run = &self->runs[run], .graph = self->runs[run].graph };
  const RefrainRunGraph *graph = walk.graph;
  guint32 node = REFRAIN_NONE;
  RefrainTime time = 0;

  self->runs[run].first_line = g_new (guint32, graph->n_processes + 1);
  for (guint p = 0; p < graph->n_processes; p++)
    self->runs[run].first_line[p] = REFRAIN_NONE;
  for (guint32 l = graph->n_lines; l-- > 0;)
    {
      self->runs[run].first_line[graph->lines[l].process] = l;
      if (node == REFRAIN_NONE || graph->leave[graph->lines[l].end - 1] >= time)
        {
          node = graph->lines[l].end - 1;
          time = graph->leave[node];
        }
    }
  /* No node is left twice: one that is waited for began before. */
  for (guint64 n = 0; node != REFRAIN_NONE && n <= graph->n; n++)
    {
      const RefrainRunLine *line;

      node = leave_call (&walk, node, time);
      line = &graph->lines[graph->line[node]];
      book (&walk, node,
            (walk.run->place[node] & REFRAIN_NODE_GOES_ON) != 0 ? REFRAIN_SLOT_MPI
                                                                : REFRAIN_SLOT_COMPUTING,
            graph->gap[node]);
      if (node == line->first)
        break;
      node--;
      time = graph->leave[node];
    }
}
