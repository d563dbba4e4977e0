/* refrain-run-graph.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nodes are the outermost calls of MPI of each thread. Polling (a run of MPI_Test and the like) is
 * one call, or the number of polls would count as work.
 */
#include "refrain-free.h"
#include "refrain-run-graph-private.h"

#include <string.h>

#include "refrain-error.h"
#include "refrain-parallel.h"
#include "refrain-replay-pass.h"

/* A run is at most so many ticks long, so that sums over all lines never overflow. */
#define MAX_LENGTH ((RefrainTime) 1 << 60)

static guint8
find_role (RefrainRoutine *routine)
{
  const char *name = refrain_routine_get_name (routine);

  if (refrain_routine_is_starting (routine))
    return REFRAIN_RUN_START;
  if (g_str_has_prefix (name, "MPI_Init") && !g_str_equal (name, "MPI_Initialized"))
    return REFRAIN_RUN_INIT;
  if (g_str_equal (name, "MPI_Finalize"))
    return REFRAIN_RUN_FINALIZE;
  return refrain_routine_polls (routine) ? REFRAIN_RUN_POLL : REFRAIN_RUN_NO_ROLE;
}

static void
find_roles (RefrainRunBuilder *self)
{
  RefrainTrace *trace = self->graph->trace;
  const guint n = refrain_trace_get_n_routines (trace);

  self->role = g_malloc0 (n + 1);
  self->holds = g_new0 (gboolean, n + 1);
  for (guint i = 0; i < n; i++)
    if (self->is_mpi[i])
      self->role[i] = find_role (refrain_trace_get_routine (trace, i));
}

static guint8
get_role (const RefrainRunBuilder *self, guint32 routine)
{
  return routine != REFRAIN_NONE ? self->role[routine] : REFRAIN_RUN_NO_ROLE;
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

/* The nodes of one process while they are made, in a part of the columns of its own. */
typedef struct
{
  RefrainRunBuilder *builder;
  RefrainRunLine *lines; /* of its threads that have nodes */
  guint n_lines;
  guint32 first, n, room; /* nodes: where they begin, how many there are and may be */
  guint32 caller;         /* of the call before */
  const guint8 *in_row;   /* refrain_trace_get_poll_rows() */
  const RefrainOps *ops;
  GArray *ends; /* of RefrainTime: when the other threads do something for the last time */
} Maker;

static const RefrainRunLine *
get_line (const Maker *maker)
{
  return &maker->lines[maker->n_lines];
}

static gboolean
is_time_in_run (const RefrainRunBuilder *self, guint p, RefrainTime time)
{
  return time >= self->run->processes[p].start && time <= self->run->processes[p].end;
}

/* Whether @call of MPI may be a node. */
static gboolean
is_in_run (const RefrainRunBuilder *self, guint p, const RefrainCalls *calls, guint32 call)
{
  const guint8 role = get_role (self, calls->routine[call]);

  return role != REFRAIN_RUN_INIT && role != REFRAIN_RUN_FINALIZE
         && calls->start[call] >= self->run->processes[p].start
         && calls->end[call] <= self->run->processes[p].end;
}

/* Times are those of the trace yet. */
static guint32
add_node (Maker *maker, guint32 routine, RefrainTime enter, RefrainTime leave)
{
  RefrainRunGraph *graph = maker->builder->graph;
  const RefrainRunLine *line = get_line (maker);
  const guint32 node = maker->first + maker->n++;
  const RefrainTime before = node > line->first ? graph->leave[node - 1] : line->start;

  g_assert (maker->n <= maker->room);
  graph->enter[node] = MAX (enter, before);
  graph->leave[node] = MAX (leave, graph->enter[node]);
  graph->routine[node] = routine;
  graph->op[node] = 0;
  graph->n_ops[node] = 0;
  graph->call[node] = REFRAIN_NONE;
  return node;
}

/* Whether the last node is a poll that @call goes on with. */
static gboolean
goes_on (const Maker *maker, guint32 call)
{
  const RefrainRunGraph *graph = maker->builder->graph;
  const guint32 next = maker->first + maker->n;

  return maker->in_row != NULL && maker->in_row[call] && next > get_line (maker)->first
         && get_role (maker->builder, graph->routine[next - 1]) == REFRAIN_RUN_POLL;
}

static void
take_op (Maker *maker, guint32 node, gsize op)
{
  RefrainRunGraph *graph = maker->builder->graph;

  if (graph->n_ops[node]++ == 0)
    graph->op[node] = (guint32) op;
}

/* The next call of MPI that stands in no other, from *@next on; REFRAIN_NONE at the end. */
static guint32
find_outermost (const RefrainRunBuilder *self,
                const RefrainCalls *calls,
                guint32 *node_of_call,
                gsize *next,
                gsize end)
{
  for (; *next < end; (*next)++)
    {
      const guint32 parent = calls->parent[*next];

      node_of_call[*next] = parent != REFRAIN_NONE ? node_of_call[parent] : REFRAIN_NONE;
      if (node_of_call[*next] == REFRAIN_NONE && calls->routine[*next] != REFRAIN_NONE
          && self->is_mpi[calls->routine[*next]])
        return (guint32) *next;
    }
  return REFRAIN_NONE;
}

/* The routines in which MPI is called here, as several threads may find. */
static void
mark_holders (RefrainRunBuilder *self, const RefrainCalls *calls, guint32 call)
{
  for (; call != REFRAIN_NONE; call = calls->parent[call])
    if (calls->routine[call] != REFRAIN_NONE && !self->is_mpi[calls->routine[call]])
      g_atomic_int_set (&self->holds[calls->routine[call]], TRUE);
}

static void
add_call (Maker *maker, const RefrainCalls *calls, guint32 call, guint32 *node_of_call)
{
  RefrainRunBuilder *self = maker->builder;
  const RefrainTime enter = calls->start[call], leave = calls->end[call];

  if (!is_in_run (self, get_line (maker)->process, calls, call))
    node_of_call[call] = REFRAIN_RUN_OUTSIDE;
  else if (goes_on (maker, call))
    {
      /* What ended the polling is in the last of them. */
      const guint32 last = maker->first + maker->n - 1;

      node_of_call[call] = last;
      self->graph->leave[last] = leave;
      self->graph->routine[last] = calls->routine[call];
    }
  else
    {
      node_of_call[call] = add_node (maker, calls->routine[call], enter, leave);
      self->graph->call[node_of_call[call]] = call;
      if (calls->parent[call] != maker->caller)
        mark_holders (self, calls, calls->parent[call]);
      maker->caller = calls->parent[call];
    }
}

/* An operation in no call of MPI, as some formats have it. */
static void
add_loose (Maker *maker, RefrainProcess *process, const RefrainCalls *calls, gsize op)
{
  RefrainRunBuilder *self = maker->builder;
  const guint32 p = get_line (maker)->process;
  const RefrainTime time = maker->ops->time[op];
  guint32 node = REFRAIN_RUN_OUTSIDE;

  if (is_time_in_run (self, p, time))
    {
      node = add_node (maker, REFRAIN_NONE,
                       maker->ops->kind[op] == REFRAIN_OP_COLLECTIVE
                           ? refrain_process_get_op_start (process, op)
                           : time,
                       time);
      take_op (maker, node, op);
      mark_holders (self, calls, maker->ops->call[op]);
    }
  self->node_of_op[p][op] = node;
}

/* When @thread, which is not the first of @process, did anything for the last time. */
static RefrainTime
find_last (RefrainProcess *process, const RefrainThread *thread)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  RefrainTime last = G_MININT64;

  for (gsize i = thread->first_call; i < thread->first_call + thread->n_calls; i++)
    last = MAX (last, calls->end[i]);
  return last;
}

static GArray *
list_ends (RefrainProcess *process)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (RefrainTime));

  for (gsize t = 1; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);
      const RefrainTime last = find_last (process, thread);

      if (!thread->is_stream && thread->n_calls > 0)
        g_array_append_val (ends, last);
    }
  return ends;
}

/* Whoever begins threads waits for their ends: of the gap before row @next of @calls, which begins
 * at @until, what the first thread has for its own comes after the last thing that one of them does
 * at all, unless it calls routines meanwhile. A node without an operation is that wait. */
static void
add_join (Maker *maker, const RefrainCalls *calls, gsize next, RefrainTime until)
{
  const guint32 node = maker->first + maker->n;
  const RefrainTime before = node > get_line (maker)->first ? maker->builder->graph->leave[node - 1]
                                                            : get_line (maker)->start;
  RefrainTime joined = before;

  /* Each is waited for once, whatever a damaged trace has. */
  for (guint i = maker->ends->len; i-- > 0;)
    if (g_array_index (maker->ends, RefrainTime, i) <= until)
      {
        joined = MAX (joined, g_array_index (maker->ends, RefrainTime, i));
        g_array_remove_index_fast (maker->ends, i);
      }
  while (next-- > get_line (maker)->thread->first_call && calls->start[next] > before)
    if (calls->start[next] < joined)
      return;
  if (joined > before)
    add_node (maker, REFRAIN_NONE, before, joined);
}

static void
add_line (Maker *maker, guint p, const RefrainThread *thread)
{
  RefrainRunBuilder *self = maker->builder;
  RefrainProcess *process = refrain_trace_get_process (self->graph->trace, p);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const gboolean is_first = thread == refrain_process_get_thread (process, 0);
  RefrainTime last = self->run->processes[p].end;
  RefrainRunLine *line = &maker->lines[maker->n_lines];
  const guint32 first = maker->first + maker->n;
  gsize next = thread->first_call, op = thread->first_op;
  const gsize end = next + thread->n_calls, end_op = op + thread->n_ops;

  *line = (RefrainRunLine){ p,     thread, refrain_process_get_ops (process),
                            first, first,  self->run->processes[p].start };
  if (!is_first && thread->n_calls > 0)
    {
      line->start = CLAMP (calls->start[next], line->start, last);
      last = CLAMP (find_last (process, thread), line->start, last);
    }
  maker->caller = REFRAIN_NONE;
  maker->ops = line->ops;
  for (;;)
    {
      const guint32 call = find_outermost (self, calls, self->node_of_call[p], &next, end);

      /* Operations before it: those of calls that are nodes, and loose ones. */
      for (; op < end_op; op++)
        {
          const guint32 own = maker->ops->call[op];
          guint32 node;

          if (call != REFRAIN_NONE && own != REFRAIN_NONE && own >= call)
            break;
          node = own != REFRAIN_NONE ? self->node_of_call[p][own] : REFRAIN_NONE;
          if (node == REFRAIN_NONE)
            {
              if (call != REFRAIN_NONE && maker->ops->time[op] >= calls->start[call])
                break;
              add_loose (maker, process, calls, op);
              continue;
            }
          self->node_of_op[p][op] = node;
          if (refrain_run_is_node (node))
            take_op (maker, node, op);
        }
      if (call == REFRAIN_NONE)
        break;
      if (is_first && maker->ends->len > 0 && is_in_run (self, p, calls, call))
        add_join (maker, calls, call, calls->start[call]);
      add_call (maker, calls, call, self->node_of_call[p]);
      next++;
    }
  if (maker->first + maker->n == first)
    return;
  if (is_first && maker->ends->len > 0)
    add_join (maker, calls, end, last);
  add_node (maker, REFRAIN_RUN_EDGE, last, last);
  line->end = maker->first + maker->n;
  maker->n_lines++;
}

static gboolean
is_mpi_call (const RefrainRunBuilder *self, const RefrainCalls *calls, guint32 call)
{
  return call != REFRAIN_NONE && calls->routine[call] != REFRAIN_NONE
         && self->is_mpi[calls->routine[call]];
}

/* How many nodes there are of @thread at most: as many, but for polls and calls deeper in others.
 */
static guint64
count_most (const RefrainRunBuilder *self, guint p, const RefrainThread *thread)
{
  RefrainProcess *process = refrain_trace_get_process (self->graph->trace, p);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const gsize first = thread->first_call, end = first + thread->n_calls;
  guint64 n = 0;

  for (gsize i = first; i < end; i++)
    n += is_mpi_call (self, calls, (guint32) i) && !is_mpi_call (self, calls, calls->parent[i])
         && is_in_run (self, p, calls, (guint32) i);
  for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
    n += is_time_in_run (self, p, ops->time[i])
         && (ops->call[i] < first || ops->call[i] >= end
             || !is_mpi_call (self, calls, ops->call[i]));
  /* The end of the line is one, too. */
  return n > 0 ? n + 1 : 0;
}

/* Of all processes. */
typedef struct
{
  RefrainRunBuilder *builder;
  Maker *makers;
  guint64 *most;  /* nodes of each */
  gsize *threads; /* before each, and in all */
} Nodes;

static void
count_process (gsize p, gpointer data)
{
  Nodes *nodes = data;
  RefrainProcess *process = refrain_trace_get_process (nodes->builder->graph->trace, (guint) p);

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    if (!refrain_process_get_thread (process, t)->is_stream)
      nodes->most[p]
          += count_most (nodes->builder, (guint) p, refrain_process_get_thread (process, t));
  /* The first thread may wait for each of the others. */
  nodes->most[p] += MAX (refrain_process_get_n_threads (process), 1) - 1;
}

static void
make_process (gsize p, gpointer data)
{
  Nodes *nodes = data;
  RefrainRunBuilder *self = nodes->builder;
  RefrainProcess *process = refrain_trace_get_process (self->graph->trace, (guint) p);
  const gsize n_ops = refrain_process_get_ops (process)->n;

  self->node_of_call[p] = g_new (guint32, refrain_process_get_calls (process)->n + 1);
  self->node_of_op[p] = g_new (guint32, n_ops + 1);
  for (gsize i = 0; i < n_ops; i++)
    self->node_of_op[p][i] = REFRAIN_RUN_OUTSIDE;
  nodes->makers[p].in_row = refrain_trace_get_poll_rows (self->graph->trace, (guint) p);
  nodes->makers[p].ends = list_ends (process);
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    if (!refrain_process_get_thread (process, t)->is_stream)
      add_line (&nodes->makers[p], (guint) p, refrain_process_get_thread (process, t));
  g_array_unref (nodes->makers[p].ends);
}

/* Room for so many nodes. */
static void
set_room (RefrainRunGraph *graph, gsize n)
{
  graph->enter = g_renew (RefrainTime, graph->enter, n);
  graph->leave = g_renew (RefrainTime, graph->leave, n);
  graph->routine = g_renew (guint32, graph->routine, n);
  graph->op = g_renew (guint32, graph->op, n);
  graph->n_ops = g_renew (guint32, graph->n_ops, n);
  graph->call = g_renew (guint32, graph->call, n);
}

/* Takes the @n nodes from @from on to @to, which is before. */
static void
move_nodes (RefrainRunGraph *graph, guint32 to, guint32 from, guint32 n)
{
#define MOVE(column) memmove (graph->column + to, graph->column + from, n * sizeof *graph->column)
  MOVE (enter);
  MOVE (leave);
  MOVE (routine);
  MOVE (op);
  MOVE (n_ops);
  MOVE (call);
#undef MOVE
}

static void
shift (guint32 *nodes, gsize n, guint32 by)
{
  for (gsize i = 0; i < n; i++)
    if (refrain_run_is_node (nodes[i]))
      nodes[i] -= by;
}

/* Takes the room out that processes did not need before process @p, whose nodes begin at @to then.
 */
static void
close_up (Nodes *nodes, guint p, guint32 to)
{
  RefrainRunBuilder *self = nodes->builder;
  RefrainProcess *process = refrain_trace_get_process (self->graph->trace, p);
  const Maker *maker = &nodes->makers[p];
  const guint32 by = maker->first - to;

  if (by == 0)
    return;
  move_nodes (self->graph, to, maker->first, maker->n);
  shift (self->node_of_call[p], refrain_process_get_calls (process)->n, by);
  shift (self->node_of_op[p], refrain_process_get_ops (process)->n, by);
  for (guint l = 0; l < maker->n_lines; l++)
    {
      maker->lines[l].first -= by;
      maker->lines[l].end -= by;
    }
}

/* Puts what was made together. FALSE where there is too much. */
static gboolean
join_processes (Nodes *nodes)
{
  RefrainRunGraph *graph = nodes->builder->graph;

  for (guint p = 0; p < graph->n_processes; p++)
    {
      const Maker *maker = &nodes->makers[p];

      close_up (nodes, p, graph->n);
      graph->n += maker->n;
      memmove (graph->lines + graph->n_lines, maker->lines, maker->n_lines * sizeof *maker->lines);
      graph->n_lines += maker->n_lines;
    }
  set_room (graph, (gsize) graph->n + 1);
  return graph->n <= REFRAIN_RUN_OUTSIDE / 2 - G_MAXUINT16;
}

/* Gives each process room for its nodes. FALSE where that is too much. */
static gboolean
share_room (Nodes *nodes)
{
  RefrainRunGraph *graph = nodes->builder->graph;
  guint64 n = 0;

  graph->lines = g_new0 (RefrainRunLine, nodes->threads[graph->n_processes] + 1);
  for (guint p = 0; p < graph->n_processes; p++)
    {
      nodes->makers[p] = (Maker){ .builder = nodes->builder,
                                  .lines = graph->lines + nodes->threads[p],
                                  .first = (guint32) n,
                                  .room = (guint32) nodes->most[p] };
      n += nodes->most[p];
      if (n >= REFRAIN_RUN_OUTSIDE)
        return FALSE;
    }
  set_room (graph, n + 1);
  return TRUE;
}

/* Each process by itself, on all cores. FALSE when cancelled, too. */
static gboolean
add_nodes (RefrainRunBuilder *self)
{
  const guint n = self->graph->n_processes;
  g_autofree Maker *makers = g_new (Maker, n + 1);
  g_autofree guint64 *most = g_new0 (guint64, n + 1);
  g_autofree gsize *threads = g_new0 (gsize, n + 1);
  Nodes nodes = { self, makers, most, threads };

  for (guint p = 0; p < n; p++)
    threads[p + 1]
        = threads[p]
          + refrain_process_get_n_threads (refrain_trace_get_process (self->graph->trace, p));
  return refrain_parallel_run (n, count_process, &nodes, self->cancellable) && share_room (&nodes)
         && refrain_parallel_run (n, make_process, &nodes, self->cancellable)
         && join_processes (&nodes);
}

/* Makes times of line @l ticks. */
static void
set_line_times (gsize l, gpointer data)
{
  const RefrainRunBuilder *self = data;
  RefrainRunGraph *graph = self->graph;
  RefrainRunLine *line = &graph->lines[l];

  line->start = (line->start - graph->start) >> graph->shift;
  for (guint32 i = line->first; i < line->end; i++)
    {
      graph->line[i] = (guint32) l;
      if (self->iterations != NULL)
        graph->iteration[i]
            = graph->routine[i] == REFRAIN_RUN_EDGE
                  ? REFRAIN_NONE
                  : refrain_iterations_find_time (self->iterations, line->process, graph->enter[i]);
      graph->enter[i] = (graph->enter[i] - graph->start) >> graph->shift;
      graph->leave[i] = (graph->leave[i] - graph->start) >> graph->shift;
      graph->gap[i] = graph->enter[i] - (i > line->first ? graph->leave[i - 1] : line->start);
    }
}

/* Makes times ticks since the start of the run. FALSE when cancelled. */
static gboolean
set_times (RefrainRunBuilder *self)
{
  RefrainRunGraph *graph = self->graph;
  RefrainTime end = G_MININT64;

  graph->start = G_MAXINT64;
  for (guint l = 0; l < graph->n_lines; l++)
    {
      graph->start = MIN (graph->start, graph->lines[l].start);
      end = MAX (end, graph->leave[graph->lines[l].end - 1]);
    }
  if (graph->n_lines == 0)
    graph->start = end = 0;
  while ((end - graph->start) >> graph->shift > MAX_LENGTH / MAX (graph->n_lines, 1))
    graph->shift++;
  graph->length = (end - graph->start) >> graph->shift;
  graph->gap = g_new (RefrainTime, (gsize) graph->n + 1);
  graph->line = g_new (guint32, (gsize) graph->n + 1);
  if (self->iterations != NULL)
    graph->iteration = g_new (guint32, (gsize) graph->n + 1);
  return refrain_parallel_run (graph->n_lines, set_line_times, self, self->cancellable);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void
builder_clear (RefrainRunBuilder *self)
{
  for (guint p = 0; p < self->graph->n_processes; p++)
    refrain_free (self->node_of_call[p], self->node_of_op[p]);
  refrain_free (self->node_of_call, self->node_of_op, self->is_mpi, self->role, self->holds);
}

/* The two parts of the rest, of which neither needs the other. */
typedef struct
{
  RefrainRunBuilder *builder;
  gboolean prepares;
  gboolean made[2];
} Rest;

static void
make_part (gsize item, gpointer data)
{
  Rest *rest = data;

  rest->made[item] = item == 1 ? refrain_run_builder_add_segs (rest->builder)
                               : refrain_run_builder_add_deps (rest->builder)
                                     && (!rest->prepares
                                         || refrain_run_graph_prepare (rest->builder->graph,
                                                                       rest->builder->cancellable));
}

static RefrainRunGraph *
make_graph (RefrainWaits *waits,
            RefrainIterations *iterations,
            gboolean prepares,
            GCancellable *cancellable,
            GError **error)
{
  RefrainTrace *trace = refrain_waits_get_trace (waits);
  g_autoptr (RefrainRunGraph) self = g_new0 (RefrainRunGraph, 1);
  RefrainRunBuilder builder = { .graph = self,
                                .waits = waits,
                                .iterations = iterations,
                                .run = refrain_trace_get_run (trace),
                                .cancellable = cancellable };
  gboolean made;

  self->trace = g_object_ref (trace);
  self->passes = refrain_replay_passes_new ();
  self->n_processes = refrain_trace_get_n_processes (trace);
  builder.is_mpi = refrain_op_spans_flag_routines (trace);
  builder.node_of_call = g_new0 (guint32 *, self->n_processes + 1);
  builder.node_of_op = g_new0 (guint32 *, self->n_processes + 1);
  find_roles (&builder);
  made = add_nodes (&builder);
  if (made)
    {
      Rest rest = { &builder, prepares, { FALSE } };

      made = set_times (&builder)
             && refrain_parallel_run (G_N_ELEMENTS (rest.made), make_part, &rest, cancellable)
             && rest.made[0] && rest.made[1];
    }
  builder_clear (&builder);
  if (made)
    return g_steal_pointer (&self);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    refrain_fail (error, REFRAIN_ERROR_UNSUPPORTED, "too many calls of MPI to be replayed");
  return NULL;
}

RefrainRunGraph *
refrain_run_graph_new (RefrainWaits *waits,
                       RefrainIterations *iterations,
                       GCancellable *cancellable,
                       GError **error)
{
  return make_graph (waits, iterations, TRUE, cancellable, error);
}

RefrainRunGraph *
refrain_run_graph_new_bare (RefrainWaits *waits, GCancellable *cancellable, GError **error)
{
  return make_graph (waits, NULL, FALSE, cancellable, error);
}

void
refrain_run_graph_free (RefrainRunGraph *self)
{
  g_object_unref (self->trace);
  refrain_free (self->lines, self->enter, self->leave, self->gap, self->cost, self->free_cost,
                self->routine, self->op, self->n_ops, self->line, self->call, self->iteration,
                self->seg_iteration, self->first_dep, self->dep, self->dep_kind, self->first_member,
                self->member, self->order, self->turns, self->turn_of, self->first_seg,
                self->seg_node, self->seg_key, self->seg_turn, self->seg_time, self->keys);
  refrain_replay_passes_free (self->passes);
  g_free (self);
}
