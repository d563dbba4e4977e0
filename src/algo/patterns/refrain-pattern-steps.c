/* refrain-pattern-steps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The operations of each process are read in turns: what it says to one partner and hears from one.
 * Turn by turn the partners of all are compared.
 */
#include "refrain-pattern-steps.h"

#include <glib/gi18n.h>

/* More turns are no name. */
#define MAX_TURNS 6

/* What one process does in one turn: @to and @from are nodes, REFRAIN_NONE for nobody. */
typedef struct
{
  guint32 to, from;
} Turn;

/* Adds an operation to the last turn, or to a new one where that has said or heard something else.
 */
static void
add_operation (GArray *turns, guint32 peer, gboolean send)
{
  const Turn none = { REFRAIN_NONE, REFRAIN_NONE };
  Turn *last = turns->len > 0 ? &g_array_index (turns, Turn, turns->len - 1) : NULL;
  guint32 *own = last == NULL ? NULL : send ? &last->to : &last->from;

  if (own == NULL || (*own != REFRAIN_NONE && *own != peer))
    {
      g_array_append_val (turns, none);
      last = &g_array_index (turns, Turn, turns->len - 1);
      own = send ? &last->to : &last->from;
    }
  *own = peer;
}

/* The turns of the process of parts [@first, @end) of the first occurrence; NULL where a peer takes
 * no part. */
static GArray *
read_turns (RefrainPattern *self, const RefrainPatternNodes *nodes, gsize first, gsize end)
{
  const guint process = self->occurrences[first].process;
  const RefrainOps *ops
      = refrain_trace_get_ops (refrain_symbols_get_trace (self->symbols), process);
  const guint32 *op = refrain_symbols_get_stream (self->symbols, process)->op;
  g_autoptr (GArray) turns = g_array_new (FALSE, FALSE, sizeof (Turn));

  for (gsize k = first; k < end; k++)
    for (guint32 i = 0; i < self->occurrences[k].n; i++)
      {
        const guint32 row = op[self->occurrences[k].first + i];
        const guint32 peer = refrain_pattern_nodes_find (nodes, ops->peer[row]);

        if (peer == REFRAIN_NONE)
          return NULL;
        add_operation (turns, peer, REFRAIN_OP_IS_SEND (ops->kind[row]));
      }
  return g_steal_pointer (&turns);
}

/* The turns of all processes, as many of each: of node i those from i · @n_turns on. NULL where
 * they are not as many, or too many. */
static GArray *
read_all_turns (RefrainPattern *self, const RefrainPatternNodes *nodes, guint *n_turns)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Turn));

  *n_turns = 0;
  for (gsize first = 0, end; first < self->n_occurrence_parts; first = end)
    {
      const guint32 process = self->occurrences[first].process;
      g_autoptr (GArray) own = NULL;

      for (end = first + 1;
           end < self->n_occurrence_parts && self->occurrences[end].process == process;)
        end++;
      own = read_turns (self, nodes, first, end);
      if (own == NULL || own->len > MAX_TURNS || (first > 0 && own->len != *n_turns))
        return NULL;
      *n_turns = own->len;
      if (first == 0)
        g_array_set_size (all, nodes->n * own->len);
      for (guint i = 0; i < own->len; i++)
        g_array_index (all, Turn,
                       refrain_pattern_nodes_find (nodes, (gint32) process) * own->len + i)
            = g_array_index (own, Turn, i);
    }
  return g_steal_pointer (&all);
}

/* The one turn of all processes, @turn of node 0 and each @step-th on. */
typedef struct
{
  const Turn *turn;
  guint step, n;
  const guint32 *place; /* of each node on the topology of the run */
} Round;

/* Whether what each says is heard, and whether all exchange. */
static gboolean
is_matched (const Round *self, gboolean *exchange)
{
  *exchange = TRUE;
  for (guint i = 0; i < self->n; i++)
    {
      const Turn *own = &self->turn[i * self->step];

      if (own->to == REFRAIN_NONE || own->from == REFRAIN_NONE
          || self->turn[own->to * self->step].from != i)
        return FALSE;
      *exchange = *exchange && own->to == own->from;
    }
  return TRUE;
}

/* The places between all and their partners, or 0. */
static guint
find_distance (const Round *self)
{
  guint distance = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const guint32 own = self->place[i], other = self->place[self->turn[i * self->step].to];
      const guint apart = own > other ? own - other : other - own;

      if (apart == 0 || (i > 0 && apart != distance))
        return 0;
      distance = apart;
    }
  return distance;
}

/* The width a of a grid of a × a groups of @group nodes, of which each node exchanges with the one
 * in the transposed place; or 0. */
static guint
find_transpose (const Round *self, guint group)
{
  guint width = 1;

  while ((guint64) width * width * group < self->n)
    width++;
  if (width < 2 || (guint64) width * width * group != self->n)
    return 0;
  for (guint i = 0; i < self->n; i++)
    {
      const guint place = i / group;

      if (self->turn[i * self->step].to
          != (place % width * width + place / width) * group + i % group)
        return 0;
    }
  return width;
}

/* "distance 2", "transpose of a 4×4 grid", or NULL. */
static char *
describe_round (const Round *self, gboolean alone)
{
  gboolean exchange;
  guint distance, width;

  if (!is_matched (self, &exchange) || !exchange)
    return NULL;
  distance = alone ? 0 : find_distance (self);
  if (distance > 0)
    return g_strdup_printf (_ ("distance %u"), distance);
  width = find_transpose (self, 1);
  if (width > 0)
    return alone ? g_strdup_printf (_ ("Transpose of a %u×%u grid"), width, width)
                 : g_strdup_printf (_ ("transpose of a %u×%u grid"), width, width);
  width = find_transpose (self, 2);
  if (width > 0)
    return alone ? g_strdup_printf (_ ("Transpose of a %u×%u grid of pairs"), width, width)
                 /* Translators: two processes in each place of the grid. */
                 : g_strdup_printf (_ ("transpose of a %u×%u grid of pairs"), width, width);
  return NULL;
}

/* Free with g_free(). */
static guint32 *
list_places (RefrainPattern *self, const RefrainPatternNodes *nodes)
{
  guint32 *places = g_new (guint32, (gsize) nodes->n + 1);

  for (guint i = 0; i < nodes->n; i++)
    places[i] = refrain_symbols_get_place (self->symbols, nodes->process[i]);
  return places;
}

char *
refrain_pattern_describe_turns (RefrainPattern *self, const RefrainPatternNodes *nodes)
{
  guint n_turns;
  g_autoptr (GArray) turns = read_all_turns (self, nodes, &n_turns);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree guint32 *places = NULL;

  if (turns == NULL || n_turns == 0)
    return NULL;
  places = list_places (self, nodes);
  for (guint t = 0; t < n_turns; t++)
    {
      const Round round = { &g_array_index (turns, Turn, t), n_turns, nodes->n, places };
      g_autofree char *own = describe_round (&round, n_turns == 1);

      if (own == NULL)
        return NULL;
      g_string_append_printf (text, "%s%s", t > 0 ? ", " : "", own);
    }
  return n_turns == 1 ? g_string_free (g_steal_pointer (&text), FALSE)
                      /* Translators: %s is "distance 2, distance 1". */
                      : g_strdup_printf (_ ("Consecutive exchanges: %s"), text->str);
}

char *
refrain_pattern_describe_transpose (RefrainPattern *self)
{
  const guint n = refrain_trace_get_n_processes (refrain_symbols_get_trace (self->symbols));
  g_autofree Turn *turns = g_new (Turn, (gsize) n + 1);
  g_autoptr (RefrainPatternNodes) nodes = refrain_pattern_nodes_new (self);
  const Round round = { turns, 1, n, NULL };

  for (guint32 p = 0; p < n; p++)
    turns[p] = (Turn){ p, p };
  for (gsize first = 0, end; first < self->n_occurrence_parts; first = end)
    {
      const guint32 process = self->occurrences[first].process;
      g_autoptr (GArray) own = NULL;
      Turn *turn;

      for (end = first + 1;
           end < self->n_occurrence_parts && self->occurrences[end].process == process;)
        end++;
      own = read_turns (self, nodes, first, end);
      if (own == NULL || own->len != 1)
        return NULL;
      turn = &g_array_index (own, Turn, 0);
      if (turn->to == REFRAIN_NONE || turn->from == REFRAIN_NONE)
        return NULL;
      turns[refrain_symbols_get_place (self->symbols, process)]
          = (Turn){ refrain_symbols_get_place (self->symbols, nodes->process[turn->to]),
                    refrain_symbols_get_place (self->symbols, nodes->process[turn->from]) };
    }
  return describe_round (&round, TRUE);
}

/* ---- Order of dimensions -----------------------------------------------------------------------
 */

/* Steps along one dimension, one after the other. */
typedef struct
{
  guint dim;
  gboolean up, down; /* which way messages go */
} Leg;

/* The dimension in which two nodes are neighbours and the way from the first to the second; FALSE
 * where they are none. */
static gboolean
find_leg (const RefrainShapeFound *shape, guint n, guint32 from, guint32 to, Leg *leg)
{
  guint stride = n;
  gboolean any = FALSE;

  for (guint d = 0; d < shape->n_dims; d++)
    {
      guint own, other;

      stride /= shape->dims[d];
      own = from / stride % shape->dims[d];
      other = to / stride % shape->dims[d];
      if (own == other)
        continue;
      if (any)
        return FALSE;
      any = TRUE;
      leg->dim = d;
      leg->up = (own + 1) % shape->dims[d] == other;
      leg->down = (other + 1) % shape->dims[d] == own;
    }
  return any && (leg->up || leg->down);
}

/* The legs of what one process sends, and with @heard of what it receives, of parts [@first, @end)
 * of the first occurrence; NULL where it turns to others than neighbours. */
static GArray *
read_legs (RefrainPattern *self,
           const RefrainShapeFound *shape,
           const RefrainPatternNodes *nodes,
           gsize first,
           gsize end,
           gboolean heard)
{
  const guint process = self->occurrences[first].process;
  const RefrainOps *ops
      = refrain_trace_get_ops (refrain_symbols_get_trace (self->symbols), process);
  const guint32 *op = refrain_symbols_get_stream (self->symbols, process)->op;
  const guint32 own = refrain_pattern_nodes_find (nodes, (gint32) process);
  g_autoptr (GArray) legs = g_array_new (FALSE, FALSE, sizeof (Leg));

  for (gsize k = first; k < end; k++)
    for (guint32 i = 0; i < self->occurrences[k].n; i++)
      {
        const guint32 row = op[self->occurrences[k].first + i];
        const guint32 peer = refrain_pattern_nodes_find (nodes, ops->peer[row]);
        Leg leg, *last;

        if ((!heard && !REFRAIN_OP_IS_SEND (ops->kind[row])) || peer == own)
          continue;
        if (peer == REFRAIN_NONE || !find_leg (shape, nodes->n, own, peer, &leg))
          return NULL;
        if (!REFRAIN_OP_IS_SEND (ops->kind[row]))
          leg = (Leg){ leg.dim, leg.down, leg.up };
        last = legs->len > 0 ? &g_array_index (legs, Leg, legs->len - 1) : NULL;
        if (last == NULL || last->dim != leg.dim)
          {
            g_array_append_val (legs, leg);
            continue;
          }
        last->up |= leg.up;
        last->down |= leg.down;
      }
  return g_steal_pointer (&legs);
}

/* Adds what another process does; FALSE where it goes another way. */
static gboolean
join_legs (GArray *all, const GArray *own)
{
  if (all->len != own->len)
    return FALSE;
  for (guint i = 0; i < all->len; i++)
    {
      Leg *leg = &g_array_index (all, Leg, i);
      const Leg *other = &g_array_index (own, Leg, i);

      if (leg->dim != other->dim)
        return FALSE;
      leg->up |= other->up;
      leg->down |= other->down;
    }
  return TRUE;
}

/* Where all that is sent goes as many places up, or down: "distance −2"; round all processes, too.
 * Else NULL. */
static char *
describe_step (RefrainPattern *self)
{
  const gint64 n = refrain_trace_get_n_processes (refrain_symbols_get_trace (self->symbols));
  const gboolean all = self->processes->len == n;
  gint64 step = 0;

  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const guint process = self->occurrences[k].process;
      const RefrainOps *ops
          = refrain_trace_get_ops (refrain_symbols_get_trace (self->symbols), process);
      const guint32 *op = refrain_symbols_get_stream (self->symbols, process)->op;

      for (guint32 i = 0; i < self->occurrences[k].n; i++)
        {
          const guint32 row = op[self->occurrences[k].first + i];
          gint64 own;

          if (!REFRAIN_OP_IS_SEND (ops->kind[row]))
            continue;
          if (ops->peer[row] < 0)
            return NULL;
          own = (gint64) refrain_symbols_get_place (self->symbols, (guint) ops->peer[row])
                - refrain_symbols_get_place (self->symbols, process);
          if (own == 0 || (step != 0 && own != step && (!all || (own - step) % n != 0)))
            return NULL;
          step = step == 0 || ABS (own) < ABS (step) ? own : step;
        }
    }
  return step == 0
             ? NULL
             : g_strdup_printf (_ ("distance %s%u"), step > 0 ? "+" : "−", (guint) ABS (step));
}

/* "+4, 1" */
static char *
describe_legs (const RefrainShapeFound *shape, guint n, const GArray *legs)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < legs->len; i++)
    {
      const Leg *leg = &g_array_index (legs, Leg, i);
      guint stride = n;

      for (guint d = 0; d <= leg->dim; d++)
        stride /= shape->dims[d];
      g_string_append_printf (text, "%s%s%u", i > 0 ? ", " : "",
                              leg->up == leg->down ? ""
                              : leg->up            ? "+"
                                                   : "−",
                              stride);
    }
  return g_string_free (text, FALSE);
}

/* The legs that all processes go through, NULL where they do not agree; *@shape is the grid. */
static GArray *
read_all_legs (RefrainPattern *self,
               const RefrainPatternNodes *nodes,
               gboolean heard,
               RefrainShapeFound *shape)
{
  g_autoptr (GArray) all = NULL;

  *shape = self->shape;
  if (shape->shape == REFRAIN_SHAPE_RING)
    {
      shape->n_dims = 1;
      shape->dims[0] = nodes->n;
    }
  for (gsize first = 0, end; shape->n_dims > 0 && first < self->n_occurrence_parts; first = end)
    {
      g_autoptr (GArray) own = NULL;

      for (end = first + 1; end < self->n_occurrence_parts
                            && self->occurrences[end].process == self->occurrences[first].process;)
        end++;
      own = read_legs (self, shape, nodes, first, end, heard);
      if (own == NULL || (all != NULL && !join_legs (all, own)))
        return NULL;
      if (all == NULL)
        all = g_steal_pointer (&own);
    }
  return g_steal_pointer (&all);
}

char *
refrain_pattern_describe_order (RefrainPattern *self)
{
  g_autoptr (RefrainPatternNodes) nodes = refrain_pattern_nodes_new (self);
  RefrainShapeFound shape;
  g_autoptr (GArray) all = read_all_legs (self, nodes, FALSE, &shape);
  g_autofree char *text = NULL;

  if (shape.n_dims == 0 || all == NULL)
    return describe_step (self);
  if (all->len == 0 || all->len > MAX_TURNS)
    return NULL;
  text = describe_legs (&shape, nodes->n, all);
  if (all->len == 1)
    return g_strdup_printf (_ ("distance %s"), text);
  /* Translators: of neighbours on a grid, how many ranks away: "distances 4, 2, 1". */
  return g_strdup_printf (_ ("distances %s"), text);
}

guint
refrain_pattern_count_stages (RefrainPattern *self)
{
  g_autoptr (RefrainPatternNodes) nodes = refrain_pattern_nodes_new (self);
  RefrainShapeFound shape;
  g_autoptr (GArray) all = read_all_legs (self, nodes, TRUE, &shape);
  guint dims = 0;

  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      const Leg *leg = &g_array_index (all, Leg, i);
      const guint dim = 1u << leg->dim;

      if ((dims & dim) != 0 || !leg->up || !leg->down)
        return 1;
      dims |= dim;
    }
  return all != NULL ? MAX (all->len, 1) : 1;
}
