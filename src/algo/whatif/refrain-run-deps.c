/* refrain-run-deps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dependences are on the beginning of a call. One that began after its dependent had ended never
 * held, and is left out. Whether a send waits for its receive, and who waits for whom in a tree of
 * a rooted collective, is read off the times. What calls cost is in refrain-run-costs.c.
 */
#include "refrain-run-graph-private.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-locks.h"
#include "refrain-search.h"

/* A member of a rooted collective waited for another that came so late in its call that no more
 * than this share of the call was left. */
#define JUST_BEFORE 0.2
/* A send left soon after its receive came where that was in the last part of its waiting. */
#define SOON_AFTER 0.5
/* A short one that usually needs no receive waited for it where next to nothing of its waiting was
 * left, as before a receiver that lets nothing in while it computes; so many times in a routine,
 * and in so much of the waiting of sends that outlasted the coming of their receives. */
#define RIGHT_AFTER 0.05
#define MIN_HELD    3
#define MOST_HELD   0.5
/* ... or fewer times, where hardly anything was: a first message waits until the other end is
 * there. */
#define AT_ONCE 0.01
/* A collective of which more members left before the last came holds nobody. */
#define MOST_EARLY 0.25

typedef struct
{
  RefrainRunBuilder *builder;
  RefrainRunGraph *graph;
  const RefrainOps **ops;         /* of each process */
  const RefrainRecords **records; /* ... */
  RefrainRunMessage
      *messages; /* process after process, as they are received; looked at several times */
  gsize n_messages;
  RefrainRunDep *deps;
  gsize n_deps, room;
  GArray *members; /* of guint32: nodes */
  GArray *firsts;  /* of guint32: in members, one for each group */
  guint n_routines;
  /* Of each routine, and of calls of none. */
  guint64 *eager;          /* bytes + 1 of the longest message that left before its receive */
  guint64 *rendezvous;     /* ... of the shortest that waited for it */
  RefrainTime *outlasting; /* what shorter ones waited that lasted until their receives came */
  RefrainTime *held;       /* ... those of them that left right after that */
  guint32 *n_held;
  gboolean *is_probe; /* whether it waits for what is received next */
} Finder;

static void
add_dep (Finder *finder, guint32 node, guint32 on, RefrainRunDependence kind)
{
  if (finder->n_deps == finder->room)
    {
      finder->room = MAX (2 * finder->room, finder->n_messages + 1024);
      finder->deps = g_renew (RefrainRunDep, finder->deps, finder->room);
    }
  finder->deps[finder->n_deps++] = (RefrainRunDep){ node, on, (guint8) kind };
}

/* The node in which @call of @process stands; @otherwise where it is none. */
static guint32
find_node (const RefrainRunBuilder *self, guint32 process, guint32 call, guint32 otherwise)
{
  const guint32 node = call != REFRAIN_NONE ? self->node_of_call[process][call] : REFRAIN_NONE;

  return node != REFRAIN_NONE ? node : otherwise;
}

/* ---- Messages ------------------------------------------------------------------------------- */

static gboolean
find_message (const Finder *finder, guint32 p, gsize op, RefrainRunMessage *message)
{
  const RefrainRunBuilder *builder = finder->builder;
  const RefrainOps *ops = finder->ops[p], *sends;
  guint32 peer, partner, record;

  if (!REFRAIN_OP_IS_RECV (ops->kind[op]) || ops->partner[op] == REFRAIN_NONE)
    return FALSE;
  peer = (guint32) ops->peer[op];
  partner = ops->partner[op];
  sends = finder->ops[peer];
  message->send = message->sent = builder->node_of_op[peer][partner];
  message->receive = message->post = builder->node_of_op[p][op];
  message->bytes = sends->bytes[partner];
  record = ops->record[op];
  if (ops->kind[op] == REFRAIN_OP_IRECV && record != REFRAIN_NONE)
    message->post = find_node (builder, p, finder->records[p]->call[record], message->receive);
  record = sends->record[partner];
  if (sends->kind[partner] == REFRAIN_OP_ISEND)
    message->sent
        = record != REFRAIN_NONE
                  && finder->records[peer]->kind[record] == REFRAIN_RECORD_ISEND_COMPLETE
              ? find_node (builder, peer, finder->records[peer]->call[record], REFRAIN_NONE)
              : REFRAIN_NONE;
  return refrain_run_is_node (message->send) && refrain_run_is_node (message->receive)
         && refrain_run_is_node (message->post);
}

static guint32
get_send_routine (const Finder *finder, const RefrainRunMessage *message)
{
  return MIN (finder->graph->routine[message->send], finder->n_routines);
}

/* When @node needs what it receives itself; its beginning where it receives nothing. */
static RefrainTime
find_received (const Finder *finder, guint32 node)
{
  const RefrainRunGraph *graph = finder->graph;
  const RefrainOps *ops = finder->ops[refrain_run_graph_get_process (graph, node)];
  RefrainTime last = graph->enter[node];

  for (guint32 i = 0; i < graph->n_ops[node]; i++)
    {
      const guint32 op = graph->op[node] + i;

      if (REFRAIN_OP_IS_RECV (ops->kind[op]) && ops->partner[op] != REFRAIN_NONE)
        {
          const guint32 send = finder->builder->node_of_op[ops->peer[op]][ops->partner[op]];

          if (refrain_run_is_node (send) && graph->enter[send] <= graph->leave[node])
            last = MAX (last, graph->enter[send]);
        }
    }
  return last;
}

/* Whether the send, which lasted until after its receive came, left soon after that, and not for
 * what it receives in the same call, @from (find_received()) on. */
static gboolean
is_seen_to_wait (const Finder *finder,
                 const RefrainRunMessage *message,
                 RefrainTime from,
                 double soon)
{
  const RefrainRunGraph *graph = finder->graph;
  const RefrainTime came = graph->enter[message->post];

  return came > from
         && (double) (graph->leave[message->sent] - came)
                < soon * (double) (graph->leave[message->sent] - from);
}

/* What lengths say of the sends of each routine. */
static void
learn_lengths (Finder *finder, const RefrainRunMessage *message, gboolean waiting)
{
  const RefrainRunGraph *graph = finder->graph;
  const guint32 routine = get_send_routine (finder, message);
  guint64 *eager = &finder->eager[routine];
  RefrainTime from;

  if (!refrain_run_is_node (message->sent))
    return;
  if (!waiting)
    {
      if (graph->enter[message->post] > graph->leave[message->sent])
        *eager = MAX (*eager, message->bytes + 1);
    }
  if (!waiting || graph->enter[message->post] > graph->leave[message->sent])
    return;
  from = find_received (finder, message->sent);
  if (message->bytes + 1 > *eager)
    {
      if (is_seen_to_wait (finder, message, from, SOON_AFTER))
        finder->rendezvous[routine] = MIN (finder->rendezvous[routine], message->bytes);
    }
  else if (is_seen_to_wait (finder, message, from, 1))
    {
      const RefrainTime time = graph->leave[message->sent] - from;
      const gboolean held = is_seen_to_wait (finder, message, from, RIGHT_AFTER);

      finder->outlasting[routine] += time;
      finder->held[routine] += held ? time : 0;
      finder->n_held[routine] += held;
    }
}

/* Whether the send, or the call in which it completes, waited for its receive. */
static gboolean
waits_for_receive (const Finder *finder, const RefrainRunMessage *message)
{
  const guint32 routine = get_send_routine (finder, message);
  const gboolean enough = finder->n_held[routine] >= MIN_HELD;

  if (message->bytes + 1 > finder->eager[routine])
    return message->bytes >= finder->rendezvous[routine];
  return (double) finder->held[routine] >= MOST_HELD * (double) finder->outlasting[routine]
         && is_seen_to_wait (finder, message, find_received (finder, message->sent),
                             enough ? RIGHT_AFTER : AT_ONCE);
}

static void
add_message (Finder *finder, const RefrainRunMessage *message)
{
  const RefrainRunGraph *graph = finder->graph;
  const RefrainTime came = graph->enter[message->post];

  if (graph->enter[message->send] <= graph->leave[message->receive]
      && message->send != message->receive)
    add_dep (finder, message->receive, message->send, REFRAIN_RUN_MESSAGE);
  if (!refrain_run_is_node (message->sent) || came > graph->leave[message->sent]
      || message->sent == message->post)
    return;
  if (waits_for_receive (finder, message))
    add_dep (finder, message->sent, message->post, REFRAIN_RUN_RECEIVE);
}

/* MPI_Probe waits for what is received next. */
static void
add_probe (Finder *finder, const RefrainRunMessage *message)
{
  const RefrainRunGraph *graph = finder->graph;
  const guint32 node = message->receive;

  if (node > graph->lines[graph->line[node]].first && graph->n_ops[node - 1] == 0
      && finder->is_probe[MIN (graph->routine[node - 1], finder->n_routines)]
      && graph->enter[message->send] <= graph->leave[node - 1])
    add_dep (finder, node - 1, message->send, REFRAIN_RUN_MESSAGE);
}

/* Lists all messages, and learns which left before their receives. */
static void
list_messages (Finder *finder)
{
  const guint n = finder->graph->n_processes;
  gsize most = 0;

  for (guint p = 0; p < n; p++)
    for (gsize op = 0; op < finder->ops[p]->n; op++)
      most += REFRAIN_OP_IS_RECV (finder->ops[p]->kind[op])
              && finder->ops[p]->partner[op] != REFRAIN_NONE;
  finder->messages = g_new (RefrainRunMessage, most + 1);
  for (guint p = 0; p < n && !g_cancellable_is_cancelled (finder->builder->cancellable); p++)
    for (gsize op = 0; op < finder->ops[p]->n; op++)
      if (find_message (finder, p, op, &finder->messages[finder->n_messages]))
        learn_lengths (finder, &finder->messages[finder->n_messages++], FALSE);
}

static void
add_messages (Finder *finder)
{
  for (gsize i = 0; i < finder->n_messages; i++)
    learn_lengths (finder, &finder->messages[i], TRUE);
  /* These always wait. */
  for (guint i = 0; i < finder->n_routines; i++)
    if (g_strcmp0 (refrain_run_graph_get_routine_name (finder->graph, i), "MPI_Ssend") == 0)
      finder->eager[i] = finder->rendezvous[i] = 0;
  for (gsize i = 0; i < finder->n_messages; i++)
    {
      add_message (finder, &finder->messages[i]);
      add_probe (finder, &finder->messages[i]);
    }
}

/* ---- Collectives ---------------------------------------------------------------------------- */

/* A member: where it comes to the collective, and where it leaves. */
typedef struct
{
  guint32 begin, end, process;
  RefrainTime came;
} Member;

REFRAIN_DEFINE_COMPARE (compare_members, Member, REFRAIN_RISING (came) ?: REFRAIN_RISING (begin))

/* Inner nodes of a tree: who left just after another had come, after long waiting, waited for it.
 * @members are sorted by when they came. */
static void
add_release (Finder *finder, const Member *members, gsize n, gsize i)
{
  const RefrainRunGraph *graph = finder->graph;
  const RefrainTime enter = graph->enter[members[i].begin], leave = graph->leave[members[i].end];
  const gsize after = REFRAIN_LOWER_BOUND (k, 0, n, graph->enter[members[k].begin] <= leave);
  RefrainTime came;

  if (after == 0 || after - 1 == i)
    return;
  came = graph->enter[members[after - 1].begin];
  if (came > enter && (double) (leave - came) < JUST_BEFORE * (double) (leave - enter))
    add_dep (finder, members[i].end, members[after - 1].begin, REFRAIN_RUN_COLLECTIVE);
}

/* A group that all @n members wait for; where they do not, who waited for whom is read off the
 * times. */
static void
add_group (Finder *finder, const Member *members, gsize n)
{
  const RefrainRunGraph *graph = finder->graph;
  const guint32 group = finder->firsts->len;
  RefrainTime last = G_MININT64;
  gsize n_early = 0;

  for (gsize i = 0; i < n; i++)
    last = MAX (last, graph->enter[members[i].begin]);
  for (gsize i = 0; i < n; i++)
    n_early += graph->leave[members[i].end] < last;
  if ((double) n_early > MOST_EARLY * (double) n)
    {
      for (gsize i = 0; i < n; i++)
        add_release (finder, members, n, i);
      return;
    }
  g_array_append_val (finder->firsts, finder->members->len);
  for (gsize i = 0; i < n; i++)
    {
      g_array_append_val (finder->members, members[i].begin);
      if (graph->leave[members[i].end] >= last)
        add_dep (finder, members[i].end, group, REFRAIN_RUN_GROUP);
    }
}

static void
add_rooted (Finder *finder, const Member *members, gsize n, gint32 root, gboolean from_root)
{
  const RefrainRunGraph *graph = finder->graph;
  const Member *top = NULL;

  for (gsize i = 0; i < n; i++)
    if ((gint32) members[i].process == root)
      top = &members[i];
  for (gsize i = 0; i < n; i++)
    {
      if (from_root && top != NULL && &members[i] != top
          && graph->enter[top->begin] <= graph->leave[members[i].end])
        add_dep (finder, members[i].end, top->begin, REFRAIN_RUN_COLLECTIVE);
      for (gsize k = 0; k < n && !from_root && &members[i] == top; k++)
        if (k != i && graph->enter[members[k].begin] <= graph->leave[members[i].end])
          add_dep (finder, members[i].end, members[k].begin, REFRAIN_RUN_COLLECTIVE);
      add_release (finder, members, n, i);
    }
}

/* The members of @instance that are in the run; free with g_free(). */
static Member *
list_members (const Finder *finder, gsize instance, gsize *n)
{
  const RefrainRunBuilder *builder = finder->builder;
  RefrainTrace *trace = finder->graph->trace;
  const RefrainCollectives *c = refrain_trace_get_collectives (trace);
  Member *members = g_new (Member, c->first[instance + 1] - c->first[instance] + 1);

  *n = 0;
  for (guint64 m = c->first[instance]; m < c->first[instance + 1]; m++)
    {
      const guint32 record = finder->ops[c->process[m]]->record[c->op[m]];
      const guint32 end = builder->node_of_op[c->process[m]][c->op[m]];
      guint32 begin = end;

      if (record != REFRAIN_NONE)
        begin
            = find_node (builder, c->process[m], finder->records[c->process[m]]->call[record], end);
      if (refrain_run_is_node (end) && refrain_run_is_node (begin))
        members[(*n)++] = (Member){ begin, end, c->process[m], finder->graph->enter[begin] };
    }
  refrain_sort (members, *n, sizeof *members, compare_members);
  return members;
}

static void
add_collective (Finder *finder, gsize instance)
{
  RefrainTrace *trace = finder->graph->trace;
  const RefrainCollectives *c = refrain_trace_get_collectives (trace);
  gsize n;
  g_autofree Member *members = list_members (finder, instance, &n);
  gint32 root;

  if (n < 2)
    return;
  root = finder->ops[c->process[c->first[instance]]]->peer[c->op[c->first[instance]]];
  switch (refrain_collective_get_flow (c->type[instance]))
    {
    case REFRAIN_FLOW_FROM_ROOT:
      add_rooted (finder, members, n, root, TRUE);
      break;
    case REFRAIN_FLOW_TO_ROOT:
      add_rooted (finder, members, n, root, FALSE);
      break;
    case REFRAIN_FLOW_TO_LATER:
      for (gsize i = 0; i < n; i++)
        add_release (finder, members, n, i);
      break;
    default:
      add_group (finder, members, n);
    }
}

/* ---- Calls of which nothing is recorded ----------------------------------------------------- */

/* How calls of a routine without operations wait for each other. */
typedef enum
{
  SILENT_NOT,
  SILENT_ALL,        /* all for the last one */
  SILENT_NEIGHBOURS, /* each for some */
} Silent;

static Silent
find_silent (const char *name)
{
  static const char *const all[] = { "MPI_Win_fence",
                                     "MPI_Win_create",
                                     "MPI_Win_allocate",
                                     "MPI_Win_allocate_shared",
                                     "MPI_Win_create_dynamic",
                                     "MPI_Win_free",
                                     "MPI_File_open",
                                     "MPI_File_close",
                                     "MPI_File_sync",
                                     "MPI_File_set_size",
                                     "MPI_File_set_view",
                                     "MPI_File_preallocate",
                                     NULL };

  if (g_strv_contains (all, name)
      || (g_str_has_prefix (name, "MPI_File_") && g_str_has_suffix (name, "_all")))
    return SILENT_ALL;
  return g_str_has_prefix (name, "MPI_Neighbor_") || g_str_equal (name, "MPI_Win_start")
                 || g_str_equal (name, "MPI_Win_complete") || g_str_equal (name, "MPI_Win_wait")
             ? SILENT_NEIGHBOURS
             : SILENT_NOT;
}

/* The calls of @routine without operations, line after line; @counts: of each line. */
static GArray *
list_silent (const RefrainRunGraph *graph, guint32 routine, guint32 *counts)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < graph->n; i++)
    if (graph->routine[i] == routine && graph->n_ops[i] == 0)
      {
        g_array_append_val (nodes, i);
        counts[graph->line[i]]++;
      }
  return nodes;
}

/* The k-th calls of all lines that have any belong together, where all have as many. */
static void
add_silent (Finder *finder, guint32 routine, Silent silent)
{
  const RefrainRunGraph *graph = finder->graph;
  g_autofree guint32 *counts = g_new0 (guint32, graph->n_lines + 1);
  g_autoptr (GArray) nodes = list_silent (graph, routine, counts);
  g_autofree Member *members = g_new (Member, graph->n_lines + 1);
  guint32 n_turns = 0;
  gsize n = 0;

  for (guint l = 0; l < graph->n_lines; l++)
    if (counts[l] > 0)
      {
        if (n > 0 && counts[l] != n_turns)
          return;
        n_turns = counts[l];
        n++;
      }
  for (guint32 k = 0; k < n_turns && n > 1; k++)
    {
      for (gsize i = 0; i < n; i++)
        {
          const guint32 node = g_array_index (nodes, guint32, i * n_turns + k);

          members[i] = (Member){ node, node, refrain_run_graph_get_process (graph, node),
                                 graph->enter[node] };
        }
      refrain_sort (members, n, sizeof *members, compare_members);
      if (silent == SILENT_ALL)
        add_group (finder, members, n);
      for (gsize i = 0; i < n && silent == SILENT_NEIGHBOURS; i++)
        add_release (finder, members, n, i);
    }
}

static void
add_all_silent (Finder *finder)
{
  RefrainTrace *trace = finder->graph->trace;

  for (guint r = 0; r < refrain_trace_get_n_routines (trace); r++)
    if (finder->builder->is_mpi[r])
      {
        const Silent silent
            = find_silent (refrain_routine_get_name (refrain_trace_get_routine (trace, r)));

        if (silent != SILENT_NOT)
          add_silent (finder, r, silent);
      }
}

/* Who asks for the lock of a window waits for who has it. */
static void
add_locks (Finder *finder)
{
  gsize n;
  const RefrainLockWait *waits = refrain_trace_get_lock_waits (finder->graph->trace, &n);

  for (gsize i = 0; i < n; i++)
    {
      const guint32 node
          = find_node (finder->builder, waits[i].process, waits[i].call, REFRAIN_RUN_OUTSIDE);
      const guint32 on
          = find_node (finder->builder, waits[i].holder, waits[i].release, REFRAIN_RUN_OUTSIDE);

      if (refrain_run_is_node (node) && refrain_run_is_node (on))
        add_dep (finder, node, on, REFRAIN_RUN_LOCK);
    }
}

static gboolean
is_join (const RefrainRunGraph *graph, guint32 node)
{
  return graph->routine[node] == REFRAIN_NONE && graph->n_ops[node] == 0;
}

/* The first thread of a process, where it waits for another one, goes on when that has ended. */
static void
add_joins (Finder *finder)
{
  const RefrainRunGraph *graph = finder->graph;

  for (guint32 l = 0, next; l < graph->n_lines; l = next)
    {
      const RefrainRunLine *line = &graph->lines[l];

      for (next = l + 1; next < graph->n_lines && graph->lines[next].process == line->process;)
        next++;
      for (guint32 node = line->first; next > l + 1 && node < line->end; node++)
        for (guint32 other = l + 1; other < next && is_join (graph, node); other++)
          if (graph->enter[graph->lines[other].end - 1] == graph->leave[node])
            add_dep (finder, node, graph->lines[other].end - 1, REFRAIN_RUN_JOIN);
    }
}

/* The node in which operation @op of @process completes. */
static guint32
find_completion (const Finder *finder, guint32 process, guint32 op)
{
  const guint32 record = finder->ops[process]->record[op];

  return finder->ops[process]->kind[op] == REFRAIN_OP_ISEND && record != REFRAIN_NONE
             ? find_node (finder->builder, process, finder->records[process]->call[record],
                          REFRAIN_RUN_OUTSIDE)
             : finder->builder->node_of_op[process][op];
}

/* The node that begins when the culprit of @held calls MPI again. */
static guint32
find_return (const Finder *finder, const RefrainWaitHeld *held)
{
  const RefrainRunGraph *graph = finder->graph;
  const guint32 node = find_completion (finder, held->culprit, held->culprit_op);
  const RefrainTime again = (held->again - graph->start) >> graph->shift;
  const RefrainRunLine *line;
  guint32 next;

  if (!refrain_run_is_node (node) || again < 0)
    return REFRAIN_RUN_OUTSIDE;
  line = &graph->lines[graph->line[node]];
  next = (guint32) REFRAIN_LOWER_BOUND (i, line->first, line->end, graph->enter[i] <= again);
  return next > line->first ? next - 1 : REFRAIN_RUN_OUTSIDE;
}

/* What went on only when another process called MPI again. */
static void
add_all_held (Finder *finder)
{
  RefrainWaits *waits = finder->builder->waits;

  for (guint p = 0; p < finder->graph->n_processes; p++)
    {
      gsize n;
      const RefrainWaitHeld *held = refrain_waits_get_held (waits, p, &n);

      for (gsize i = 0; i < n; i++)
        {
          const guint32 node = find_completion (finder, p, held[i].op);
          const guint32 on = find_return (finder, &held[i]);

          if (refrain_run_is_node (node) && refrain_run_is_node (on)
              && finder->graph->line[node] != finder->graph->line[on])
            add_dep (finder, node, on,
                     finder->ops[p]->kind[held[i].op] == REFRAIN_OP_COLLECTIVE
                         ? REFRAIN_RUN_COLLECTIVE
                         : REFRAIN_RUN_PROGRESS);
        }
    }
}

/* ---- All of them ---------------------------------------------------------------------------- */

/* By the node that depends, in the order in which they were found. */
static void
sort_deps (Finder *finder)
{
  RefrainRunGraph *graph = finder->graph;
  const RefrainRunDep *deps = finder->deps;

  refrain_free (graph->first_dep, graph->dep, graph->dep_kind);
  graph->first_dep = g_new0 (guint32, (gsize) graph->n + 2);
  graph->dep = g_new (guint32, finder->n_deps + 1);
  graph->dep_kind = g_new (guint8, finder->n_deps + 1);
  for (gsize i = 0; i < finder->n_deps; i++)
    graph->first_dep[deps[i].node + 2]++;
  for (guint32 i = 2; i <= graph->n; i++)
    graph->first_dep[i] += graph->first_dep[i - 1];
  for (gsize i = 0; i < finder->n_deps; i++)
    {
      const guint32 at = graph->first_dep[deps[i].node + 1]++;

      graph->dep[at] = deps[i].on;
      graph->dep_kind[at] = deps[i].kind;
    }
}

/* ---- What is known before ------------------------------------------------------------------- */

/* What is known of processes and routines before any message is. */
static void
finder_init (Finder *finder)
{
  RefrainTrace *trace = finder->graph->trace;
  const guint n = finder->graph->n_processes;

  finder->n_routines = refrain_trace_get_n_routines (trace);
  finder->ops = g_new (const RefrainOps *, n + 1);
  finder->records = g_new (const RefrainRecords *, n + 1);
  for (guint p = 0; p < n; p++)
    {
      finder->ops[p] = refrain_process_get_ops (refrain_trace_get_process (trace, p));
      finder->records[p] = refrain_process_get_records (refrain_trace_get_process (trace, p));
    }
  finder->eager = g_new0 (guint64, finder->n_routines + 1);
  finder->rendezvous = g_new (guint64, finder->n_routines + 1);
  finder->outlasting = g_new0 (RefrainTime, finder->n_routines + 1);
  finder->held = g_new0 (RefrainTime, finder->n_routines + 1);
  finder->n_held = g_new0 (guint32, finder->n_routines + 1);
  finder->is_probe = g_new0 (gboolean, finder->n_routines + 1);
  for (guint i = 0; i <= finder->n_routines; i++)
    {
      const char *name = refrain_run_graph_get_routine_name (finder->graph, i);

      finder->rendezvous[i] = G_MAXUINT64;
      finder->is_probe[i] = name != NULL && g_str_has_suffix (name, "robe");
    }
  finder->members = g_array_new (FALSE, FALSE, sizeof (guint32));
  finder->firsts = g_array_new (FALSE, FALSE, sizeof (guint32));
}

REFRAIN_DEFINE_CLEAR (
    finder_clear, Finder, g_free (x->ops); g_free (x->records);
    refrain_free (x->messages, x->deps, x->eager, x->rendezvous, x->outlasting, x->held, x->n_held);
    g_free (x->is_probe))

/* Whether something may wait for itself: only where a call ends in the tick in which what it waits
 * for begins. */
static gboolean
may_be_circular (const RefrainRunGraph *graph)
{
  for (guint32 i = 0; i < graph->n; i++)
    if (graph->cost[i] <= 0 && graph->first_dep[i] < graph->first_dep[i + 1])
      return TRUE;
  return FALSE;
}

gboolean
refrain_run_builder_add_deps (RefrainRunBuilder *self)
{
  RefrainRunGraph *graph = self->graph;
  const gsize n_collectives = refrain_trace_get_collectives (graph->trace)->n;
  Finder finder = { .builder = self, .graph = graph };

  finder_init (&finder);
  list_messages (&finder);
  add_messages (&finder);
  for (gsize i = 0; i < n_collectives && !g_cancellable_is_cancelled (self->cancellable); i++)
    add_collective (&finder, i);
  add_all_silent (&finder);
  add_locks (&finder);
  add_joins (&finder);
  add_all_held (&finder);
  sort_deps (&finder);
  graph->n_groups = finder.firsts->len;
  g_array_append_val (finder.firsts, finder.members->len);
  graph->first_member = (guint32 *) (gpointer) g_array_free (finder.firsts, FALSE);
  graph->member = (guint32 *) (gpointer) g_array_free (finder.members, FALSE);
  refrain_run_graph_set_costs (graph);
  graph->going_on = refrain_run_graph_find_going_on (graph);
  finder_clear (&finder);
  return !may_be_circular (graph) || refrain_run_graph_put_order (graph, self->cancellable);
}
