/* refrain-run-segs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A routine that calls no MPI has its callees' time, too: what is slow is told where it is called
 * from a part of the program that communicates. What a routine that does call MPI computes between
 * two calls is told by these; in an iteration also by which of those alike it is, so that two
 * places of the loop stay apart and its first turn is no other place.
 */
#include "refrain-run-graph-private.h"

#include "refrain-call-walk.h"

/* What stands in one gap: one row a key and iteration. */
typedef struct
{
  guint32 routine;   /* REFRAIN_NONE: in none */
  guint32 iteration; /* or REFRAIN_NONE */
  gboolean is_routine;
  RefrainTime time;
} Piece;

/* How often a key was seen in the iteration at hand of a line. */
typedef struct
{
  RefrainRunKey key; /* without nth */
  guint32 line, iteration, n;
} Nth;

/* Keys that are found without the table. */
#define N_LAST 4096

typedef struct
{
  RefrainRunBuilder *builder;
  guint32 last[N_LAST];  /* by hash: a place in keys */
  GArray *keys;          /* of RefrainRunKey */
  GHashTable *index;     /* RefrainRunKey → place in keys + 1 */
  Nth *last_nth[N_LAST]; /* likewise, or NULL */
  GHashTable *nths;      /* RefrainRunKey without nth → Nth, which has it */
  GArray *turns;         /* of each key: how many on this line */
  Piece *pieces;         /* of the gap at hand */
  guint n_pieces, room_for_pieces;
  guint32 room;
  guint32 *attributed; /* of each call of the process: whose time it is */
} Cutter;

static guint
hash_key (gconstpointer data)
{
  const RefrainRunKey *key = data;

  return (((key->routine * 31u + key->before) * 31u + key->after) * 31u + key->nth) * 2654435761u;
}

static gboolean
is_same_key (gconstpointer a, gconstpointer b)
{
  const RefrainRunKey *x = a, *y = b;

  return x->routine == y->routine && x->before == y->before && x->after == y->after
         && x->nth == y->nth;
}

static inline guint32
find_key (Cutter *cutter, const RefrainRunKey *key)
{
  guint32 *last = &cutter->last[(hash_key (key) >> 20) % N_LAST];
  const guint32 none = 0;
  guint found;

  if (*last < cutter->keys->len
      && is_same_key (&g_array_index (cutter->keys, RefrainRunKey, *last), key))
    return *last;
  found = GPOINTER_TO_UINT (g_hash_table_lookup (cutter->index, key));
  *last = found > 0 ? found - 1 : cutter->keys->len;
  if (found > 0)
    return found - 1;
  g_array_append_vals (cutter->keys, key, 1);
  g_array_append_vals (cutter->turns, &none, 1);
  g_hash_table_insert (cutter->index, g_memdup2 (key, sizeof *key),
                       GUINT_TO_POINTER (cutter->keys->len));
  return cutter->keys->len - 1;
}

/* Which of those alike in its iteration the gap before @node is. */
static guint32
count_nth (Cutter *cutter, const RefrainRunKey *key, guint32 line, guint32 iteration)
{
  Nth **last = &cutter->last_nth[(hash_key (key) >> 20) % N_LAST];
  Nth *nth = *last;

  if (nth == NULL || !is_same_key (&nth->key, key))
    nth = g_hash_table_lookup (cutter->nths, key);
  if (nth == NULL)
    {
      nth = g_new0 (Nth, 1);
      nth->key = *key;
      nth->line = REFRAIN_NONE;
      g_hash_table_insert (cutter->nths, &nth->key, nth);
    }
  *last = nth;
  if (nth->line != line || nth->iteration != iteration)
    *nth = (Nth){ *key, line, iteration, 0 };
  return nth->n++;
}

/* Whether the gap before @node, which begins the first iteration of its line, is set-up. */
static gboolean
is_set_up (const RefrainRunBuilder *builder, guint32 node)
{
  const RefrainRunGraph *graph = builder->graph;

  return graph->iteration[node] == 0
         && refrain_iterations_have_set_up (builder->iterations,
                                            graph->lines[graph->line[node]].process);
}

/* The iteration of what begins at @start (ticks) in the gap before @node. */
static guint32
find_iteration (const RefrainRunBuilder *builder, guint32 node, RefrainTime start)
{
  const RefrainRunGraph *graph = builder->graph;
  const RefrainRunLine *line = &graph->lines[graph->line[node]];
  guint32 iteration;

  if (graph->iteration == NULL)
    return REFRAIN_NONE;
  if (node > line->first && graph->iteration[node - 1] == graph->iteration[node])
    return graph->iteration[node];
  iteration = refrain_iterations_find_time (builder->iterations, line->process,
                                            graph->start + (start << graph->shift));
  /* What comes before the first one may be a part of it. */
  return iteration != REFRAIN_NONE ? iteration : graph->iteration[node];
}

/* The key of computing of @routine before @node, which calls MPI, in @iteration. */
static RefrainRunKey
make_position (Cutter *cutter, guint32 routine, guint32 node, guint32 iteration)
{
  const RefrainRunGraph *graph = cutter->builder->graph;
  const RefrainRunLine *line = &graph->lines[graph->line[node]];
  const gboolean begins = node == line->first
                          || (iteration != REFRAIN_NONE && graph->iteration[node - 1] != iteration);
  RefrainRunKey key = { .routine = routine,
                        .before = begins ? REFRAIN_RUN_EDGE : graph->routine[node - 1],
                        .after = graph->routine[node],
                        .nth = REFRAIN_NONE };

  /* An operation in no call is another thing than none. */
  if (key.after == REFRAIN_NONE)
    key.after = REFRAIN_RUN_EDGE - 1;
  if (iteration != REFRAIN_NONE && !(begins && is_set_up (cutter->builder, node)))
    key.nth = count_nth (cutter, &key, graph->line[node], iteration);
  return key;
}

static void
add_seg (
    Cutter *cutter, guint32 node, guint32 key, guint32 iteration, guint32 turn, RefrainTime time)
{
  RefrainRunGraph *graph = cutter->builder->graph;
  const guint32 i = graph->n_segs;

  if (i == cutter->room)
    {
      cutter->room = 2 * MAX (cutter->room, MAX (graph->n, 1024));
      graph->seg_node = g_renew (guint32, graph->seg_node, cutter->room);
      graph->seg_key = g_renew (guint32, graph->seg_key, cutter->room);
      if (graph->iteration != NULL)
        {
          graph->seg_turn = g_renew (guint32, graph->seg_turn, cutter->room);
          graph->seg_iteration = g_renew (guint32, graph->seg_iteration, cutter->room);
        }
      graph->seg_time = g_renew (RefrainTime, graph->seg_time, cutter->room);
    }
  graph->seg_node[i] = node;
  graph->seg_key[i] = key;
  if (graph->iteration != NULL)
    {
      graph->seg_turn[i] = turn;
      graph->seg_iteration[i] = iteration;
    }
  graph->seg_time[i] = time;
  graph->n_segs++;
}

static inline void
append_piece (
    Cutter *cutter, guint32 routine, guint32 iteration, gboolean is_routine, RefrainTime time)
{
  if (cutter->n_pieces == cutter->room_for_pieces)
    {
      cutter->room_for_pieces = MAX (2 * cutter->room_for_pieces, 16);
      cutter->pieces = g_renew (Piece, cutter->pieces, cutter->room_for_pieces);
    }
  cutter->pieces[cutter->n_pieces++] = (Piece){ routine, iteration, is_routine, time };
}

/* The gap before @node is over: what was found in it, and the rest. */
static void
close_gap (Cutter *cutter, guint32 node)
{
  const RefrainRunGraph *graph = cutter->builder->graph;
  RefrainTime left = graph->gap[node];
  Piece *pieces;

  cutter->builder->graph->first_seg[node] = graph->n_segs;
  if (left == 0)
    {
      cutter->n_pieces = 0;
      return;
    }
  if (cutter->n_pieces == 0)
    append_piece (cutter, REFRAIN_NONE,
                  find_iteration (cutter->builder, node, graph->enter[node] - left), FALSE, 0);
  pieces = cutter->pieces;
  for (guint i = 0; i < cutter->n_pieces; i++)
    {
      pieces[i].time = MIN (pieces[i].time, left);
      left -= pieces[i].time;
    }
  /* Ticks that were lost to rounding, or nobody's time. */
  pieces[cutter->n_pieces - 1].time += left;
  for (guint i = 0; i < cutter->n_pieces; i++)
    {
      const guint32 routine = pieces[i].routine;
      const guint32 iteration = pieces[i].iteration;
      const RefrainRunKey key
          = pieces[i].is_routine
                ? (RefrainRunKey){ routine, REFRAIN_NONE, REFRAIN_NONE, REFRAIN_NONE }
                : make_position (cutter, routine, node, iteration);
      const guint32 k = find_key (cutter, &key);
      guint32 *turn = &g_array_index (cutter->turns, guint32, k);

      add_seg (cutter, node, k, iteration, key.nth != REFRAIN_NONE ? iteration : *turn,
               pieces[i].time);
      ++*turn;
    }
  cutter->n_pieces = 0;
}

/* Whose time that of each call is: the outermost routine around it in which no MPI is called. */
static void
attribute (Cutter *cutter, const RefrainCalls *calls, const gboolean *holds)
{
  cutter->attributed = g_renew (guint32, cutter->attributed, calls->n + 1);
  for (gsize i = 0; i < calls->n; i++)
    {
      const guint32 parent = calls->parent[i];
      const guint32 above = parent != REFRAIN_NONE ? cutter->attributed[parent] : REFRAIN_NONE;

      cutter->attributed[i] = above != REFRAIN_NONE && calls->routine[above] != REFRAIN_NONE
                                      && !holds[calls->routine[above]]
                                  ? above
                                  : (guint32) i;
    }
}

static void
add_piece (
    Cutter *cutter, const RefrainCalls *calls, guint32 call, guint32 iteration, RefrainTime time)
{
  const guint32 routine
      = call != REFRAIN_NONE ? calls->routine[cutter->attributed[call]] : REFRAIN_NONE;
  const gboolean is_routine = routine != REFRAIN_NONE && !cutter->builder->holds[routine];

  for (guint i = cutter->n_pieces; i-- > 0;)
    {
      Piece *other = &cutter->pieces[i];

      if (other->routine == routine && other->iteration == iteration)
        {
          other->time += time;
          return;
        }
    }
  append_piece (cutter, routine, iteration, is_routine, time);
}

static void
cut_line (Cutter *cutter, guint32 l)
{
  const RefrainRunBuilder *builder = cutter->builder;
  const RefrainRunGraph *graph = builder->graph;
  const RefrainRunLine *line = &graph->lines[l];
  const RefrainCalls *calls
      = refrain_process_get_calls (refrain_trace_get_process (graph->trace, line->process));
  RefrainCallWalk walk = refrain_call_walk_new (calls, line->thread);
  RefrainTime start, end;
  guint32 node = line->first, call;

  for (guint32 k = 0; k < cutter->keys->len; k++)
    g_array_index (cutter->turns, guint32, k) = 0;
  while (node < line->end && refrain_call_walk_next (&walk, &start, &end, &call))
    {
      if (call != REFRAIN_NONE && builder->node_of_call[line->process][call] != REFRAIN_NONE)
        continue;
      if (end <= graph->start)
        continue;
      start = (MAX (start, graph->start) - graph->start) >> graph->shift;
      end = (end - graph->start) >> graph->shift;
      while (node < line->end && graph->enter[node] <= start)
        close_gap (cutter, node++);
      while (node < line->end && start < end)
        {
          const RefrainTime from
              = MAX (start, node > line->first ? graph->leave[node - 1] : line->start);
          const RefrainTime to = MIN (end, graph->enter[node]);

          if (to > from)
            add_piece (cutter, calls, call, find_iteration (builder, node, from), to - from);
          if (end < graph->enter[node])
            break;
          start = graph->enter[node];
          close_gap (cutter, node++);
        }
    }
  while (node < line->end)
    close_gap (cutter, node++);
}

gboolean
refrain_run_builder_add_segs (RefrainRunBuilder *self)
{
  RefrainRunGraph *graph = self->graph;
  Cutter cutter = { .builder = self,
                    .keys = g_array_new (FALSE, FALSE, sizeof (RefrainRunKey)),
                    .index = g_hash_table_new_full (hash_key, is_same_key, g_free, NULL),
                    .nths = g_hash_table_new_full (hash_key, is_same_key, NULL, g_free),
                    .turns = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  guint32 process = REFRAIN_NONE;

  graph->first_seg = g_new0 (guint32, (gsize) graph->n + 1);
  for (guint32 l = 0; l < graph->n_lines && !g_cancellable_is_cancelled (self->cancellable); l++)
    {
      if (graph->lines[l].process != process)
        attribute (&cutter,
                   refrain_process_get_calls (
                       refrain_trace_get_process (graph->trace, graph->lines[l].process)),
                   self->holds);
      process = graph->lines[l].process;
      cut_line (&cutter, l);
    }
  graph->first_seg[graph->n] = graph->n_segs;
  graph->n_keys = cutter.keys->len;
  graph->keys = (RefrainRunKey *) (gpointer) g_array_free (cutter.keys, FALSE);
  g_hash_table_unref (cutter.index);
  g_hash_table_unref (cutter.nths);
  g_array_unref (cutter.turns);
  g_free (cutter.pieces);
  g_free (cutter.attributed);
  return !g_cancellable_is_cancelled (self->cancellable);
}
