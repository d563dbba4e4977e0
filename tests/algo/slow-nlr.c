/* slow-nlr.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "loop-streams.h"
#include "refrain-nlr-stack.h"
#include "slow-nlr.h"

#define MAX_DEPTH 64

/* Shape and numbers of an event, or the first iteration of a loop and how its numbers advance:
 * `step` is a body of the same form with steps in place of numbers. */
typedef struct
{
  gint64 number[2]; /* of a loop: its count first */
  guint32 event;    /* a distinct event of that shape, for its name */
  guint32 shape;
  GPtrArray *body; /* of Node; NULL for an event */
  GPtrArray *step; /* of Node */
} Node;

static void
node_free (gpointer data)
{
  Node *self = data;

  g_clear_pointer (&self->body, g_ptr_array_unref);
  g_clear_pointer (&self->step, g_ptr_array_unref);
  g_free (self);
}

static GPtrArray *
body_new (void)
{
  return g_ptr_array_new_with_free_func (node_free);
}

static Node *
node_new (const Node *like)
{
  Node *self = g_new (Node, 1);

  *self = *like;
  if (self->step != NULL)
    g_ptr_array_ref (self->step);
  return self;
}

static gboolean is_same (const Node *a, const Node *b, gboolean numbers);

static gboolean
are_same (const GPtrArray *a, const GPtrArray *b, gboolean numbers)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!is_same (a->pdata[i], b->pdata[i], numbers))
      return FALSE;
  return TRUE;
}

/* Alike but for numbers, or altogether. Steps are part of what a loop is. */
static gboolean
is_same (const Node *a, const Node *b, gboolean numbers)
{
  if ((a->body == NULL) != (b->body == NULL))
    return FALSE;
  if (numbers && (a->number[0] != b->number[0] || a->number[1] != b->number[1]))
    return FALSE;
  if (a->body == NULL)
    return a->shape == b->shape;
  return are_same (a->body, b->body, numbers) && are_same (a->step, b->step, TRUE);
}

/* a + factor * b, for numbers at all depths. */
static Node *
node_add (const Node *a, gint64 factor, const Node *b)
{
  Node *sum = node_new (a);

  for (guint i = 0; i < 2; i++)
    sum->number[i] += factor * b->number[i];
  if (a->body == NULL)
    return sum;
  sum->body = body_new ();
  for (guint i = 0; i < a->body->len; i++)
    g_ptr_array_add (sum->body, node_add (a->body->pdata[i], factor, b->body->pdata[i]));
  return sum;
}

/* What an iteration looks like on the stack. Gives FALSE if it cannot be. */
static gboolean
add_iteration (GPtrArray *out, const Node *loop, gint64 iteration)
{
  gboolean can_be = TRUE;

  for (guint i = 0; can_be && i < loop->body->len; i++)
    {
      Node *node = node_add (loop->body->pdata[i], iteration, loop->step->pdata[i]);

      if (node->body == NULL || node->number[0] >= 3)
        {
          g_ptr_array_add (out, node);
          continue;
        }
      can_be = node->number[0] >= 0;
      for (gint64 k = 0; can_be && k < node->number[0]; k++)
        can_be = add_iteration (out, node, k);
      node_free (node);
    }
  return can_be;
}

static gboolean
is_iteration (GPtrArray *stack, guint from, guint to, const Node *loop, gint64 iteration)
{
  g_autoptr (GPtrArray) wanted = body_new ();

  if (!add_iteration (wanted, loop, iteration) || wanted->len != to - from || wanted->len == 0)
    return FALSE;
  for (guint i = 0; i < wanted->len; i++)
    if (!is_same (wanted->pdata[i], stack->pdata[from + i], TRUE))
      return FALSE;
  return TRUE;
}

static gboolean
has_moving_count (const GPtrArray *step)
{
  for (guint i = 0; i < step->len; i++)
    {
      const Node *node = step->pdata[i];

      if (node->body != NULL && (node->number[0] != 0 || has_moving_count (node->body)))
        return TRUE;
    }
  return FALSE;
}

static void
extend_down (GPtrArray *stack, guint max_body)
{
  Node *loop = stack->pdata[stack->len - 1];
  guint b = 1;

  while (b <= max_body && b < stack->len)
    {
      const guint from = stack->len - 1 - b;

      if (!is_iteration (stack, from, stack->len - 1, loop, -1))
        {
          b++;
          continue;
        }
      for (guint i = 0; i < loop->body->len; i++)
        {
          Node *first = node_add (loop->body->pdata[i], -1, loop->step->pdata[i]);

          node_free (loop->body->pdata[i]);
          loop->body->pdata[i] = first;
        }
      loop->number[0]++;
      g_ptr_array_remove_range (stack, from, b);
      b = 1;
    }
}

static gboolean
fold (GPtrArray *stack, guint b, const RefrainNlrOptions *options)
{
  const guint from = stack->len - 3 * b;
  g_autoptr (GPtrArray) body = body_new (), step = body_new ();
  Node *loop;

  for (guint i = from; i < from + b; i++)
    {
      const Node *first = stack->pdata[i], *second = stack->pdata[i + b];
      const Node *third = stack->pdata[i + 2 * b];
      g_autoptr (GPtrArray) steps = body_new ();

      if (!is_same (first, second, !options->affine) || !is_same (second, third, !options->affine))
        return FALSE;
      g_ptr_array_add (steps, node_add (second, -1, first));
      g_ptr_array_add (steps, node_add (third, -1, second));
      if (!is_same (steps->pdata[0], steps->pdata[1], TRUE))
        return FALSE;
      g_ptr_array_add (step, g_ptr_array_steal_index (steps, 0));
      g_ptr_array_add (body, node_add (first, 0, first));
    }
  g_ptr_array_remove_range (stack, from, 3 * b);
  loop = g_new0 (Node, 1);
  loop->number[0] = 3;
  loop->body = g_steal_pointer (&body);
  loop->step = g_steal_pointer (&step);
  g_ptr_array_add (stack, loop);
  if (has_moving_count (loop->step))
    extend_down (stack, options->max_body);
  return TRUE;
}

static gboolean
reduce (GPtrArray *stack, const RefrainNlrOptions *options)
{
  for (guint b = 1; b <= options->max_body && b < stack->len; b++)
    {
      const guint place = stack->len - b - 1;
      Node *loop = stack->pdata[place];

      if (loop->body != NULL && is_iteration (stack, place + 1, stack->len, loop, loop->number[0]))
        {
          g_ptr_array_remove_range (stack, place + 1, b);
          loop->number[0]++;
          return TRUE;
        }
      if (3 * b <= stack->len && fold (stack, b, options))
        return TRUE;
    }
  return FALSE;
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void
append (GString *out, RefrainLoopEvents *events, const Node *node, const Node **around, guint depth)
{
  gint64 constant[2] = { node->number[0], node->number[1] }, coefficient[2][MAX_DEPTH];
  guint32 n;
  const RefrainLoopShape *shape
      = &refrain_loop_events_get_shapes (events, &n)[node->body == NULL ? node->shape : 0];

  for (guint i = 0; i < 2; i++)
    for (guint d = 0; d < depth; d++)
      {
        coefficient[i][d] = around[d]->number[i];
        constant[i] -= around[d]->number[i];
      }
  if (node->body != NULL)
    {
      const Node *inner[MAX_DEPTH];

      loop_append_affine (out, constant[0], coefficient[0], depth, FALSE);
      g_string_append_c (out, '{');
      for (guint i = 0; i < node->body->len; i++)
        {
          for (guint d = 0; d < depth; d++)
            inner[d] = around[d]->body->pdata[i];
          inner[depth] = node->step->pdata[i];
          g_string_append (out, i > 0 ? " " : "");
          append (out, events, node->body->pdata[i], inner, depth + 1);
        }
      g_string_append_c (out, '}');
    }
  else if (shape->kind == REFRAIN_LOOP_SYNC)
    {
      g_string_append (out, refrain_loop_events_get_name (events, shape->name));
    }
  else
    {
      g_string_append_c (out, shape->kind == REFRAIN_LOOP_SEND ? 's' : 'r');
      loop_append_affine (out, constant[0], coefficient[0], depth, TRUE);
      g_string_append_c (out, '.');
      loop_append_affine (out, constant[1], coefficient[1], depth, TRUE);
    }
}

char *
slow_nlr (RefrainLoopEvents *events, const RefrainNlrOptions *options)
{
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, 0);
  guint32 n;
  const RefrainLoopEvent *event = refrain_loop_events_get_events (events, &n);
  g_autoptr (GPtrArray) stack = body_new (), done = body_new ();
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < stream->n; i++)
    {
      const RefrainLoopEvent *pushed = &event[stream->event[i]];
      const Node leaf = { .number = { pushed->peer, pushed->tag }, .shape = pushed->shape };

      if (stack->len >= REFRAIN_NLR_WINDOW * options->max_body)
        for (guint k = stack->len - REFRAIN_NLR_WINDOW / 2 * options->max_body; k > 0; k--)
          g_ptr_array_add (done, g_ptr_array_steal_index (stack, 0));
      g_ptr_array_add (stack, node_new (&leaf));
      while (reduce (stack, options))
        ;
    }
  g_ptr_array_extend_and_steal (done, g_steal_pointer (&stack));
  for (guint i = 0; i < done->len; i++)
    {
      g_string_append (out, i > 0 ? " " : "");
      append (out, events, done->pdata[i], NULL, 0);
    }
  return g_string_free (out, FALSE);
}
