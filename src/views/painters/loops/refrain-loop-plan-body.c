/* refrain-loop-plan-body.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lamport positions in one body: all are relative to its start (Ketterlin et al. 2014, IV).
 */
#include "config.h"

#include <string.h>

#include "refrain-loop-plan.h"

/* What a closed box has room for. */
#define FOLDED_WIDTH 2.0

/* One thing behind another: a construct of the same process, or the receive behind its send. */
typedef struct
{
  guint32 from, to; /* groups */
  double distance;
} Edge;

typedef struct
{
  RefrainLoopPlan *plan;
  guint32 first, end; /* of the body */
  GArray *edges;      /* of Edge, sorted by `from` */
  guint32 *n_before;  /* of each group: edges to it not yet followed; indices less `first` */
} Body;

static void
add_edge (Body *self, guint32 from, guint32 to, double distance)
{
  const Edge edge = { self->plan->group[from], self->plan->group[to], distance };

  if (edge.from == edge.to)
    return;
  g_array_append_val (self->edges, edge);
  self->n_before[edge.to - self->first]++;
}

static gboolean
share_line (const RefrainLoopPlan *plan, guint32 a, guint32 b)
{
  for (gsize w = 0; w < plan->words; w++)
    if ((plan->lines[a * plan->words + w] & plan->lines[b * plan->words + w]) != 0)
      return TRUE;
  return FALSE;
}

static int
compare_edges (gconstpointer a, gconstpointer b)
{
  const Edge *left = a, *right = b;

  return (left->from > right->from) - (left->from < right->from);
}

static void
add_edges (Body *self)
{
  RefrainLoopPlan *plan = self->plan;
  g_autofree guint32 *last = g_new (guint32, MAX (plan->n_lines, 1));

  for (guint line = 0; line < plan->n_lines; line++)
    last[line] = REFRAIN_NONE;
  for (guint32 i = self->first; i < self->end; i = plan->next[i])
    {
      for (gsize w = 0; w < plan->words; w++)
        for (guint64 bits = plan->lines[i * plan->words + w]; bits != 0; bits &= bits - 1)
          {
            const guint line = (guint) (w * 64 + (guint) __builtin_ctzll (bits));

            if (last[line] != REFRAIN_NONE)
              add_edge (self, last[line], i, plan->width[last[line]]);
            last[line] = i;
          }
      for (gsize k = plan->first_link[i]; k < plan->first_link[i + 1]; k++)
        if (!refrain_loop_plan_is_sync (plan, i) && !share_line (plan, i, plan->links[k].to)
            && refrain_loop_plan_is_visible (plan, i)
            && refrain_loop_plan_is_visible (plan, plan->links[k].to))
          add_edge (self, i, plan->links[k].to, plan->width[i]);
    }
  g_array_sort (self->edges, compare_edges);
}

/* Places @group, and moves what stands behind it. */
static void
follow (Body *self, guint32 group, GQueue *ready)
{
  RefrainLoopPlan *plan = self->plan;
  guint low = 0, high = self->edges->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (self->edges, Edge, middle).from < group)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < self->edges->len; low++)
    {
      const Edge *edge = &g_array_index (self->edges, Edge, low);

      if (edge->from != group)
        break;
      if (self->n_before[edge->to - self->first] == 0)
        continue; /* placed where a circle had to be broken */
      plan->x[edge->to] = MAX (plan->x[edge->to], plan->x[group] + edge->distance);
      if (--self->n_before[edge->to - self->first] == 0)
        g_queue_push_tail (ready, GUINT_TO_POINTER (edge->to));
    }
}

/* Longest paths. Processes drawn as one may wait for each other in a circle: it is broken at the
 * construct that stands first. */
static void
place_groups (Body *self)
{
  RefrainLoopPlan *plan = self->plan;
  g_autoptr (GQueue) ready = g_queue_new ();
  g_autofree guint8 *placed = g_new0 (guint8, self->end - self->first + 1);

  for (guint32 i = self->first; i < self->end; i = plan->next[i])
    if (plan->group[i] == i && self->n_before[i - self->first] == 0)
      g_queue_push_tail (ready, GUINT_TO_POINTER (i));
  for (guint32 next = self->first;;)
    {
      while (!g_queue_is_empty (ready))
        {
          const guint32 group = GPOINTER_TO_UINT (g_queue_pop_head (ready));

          placed[group - self->first] = TRUE;
          follow (self, group, ready);
        }
      while (next < self->end && (plan->group[next] != next || placed[next - self->first]))
        next = plan->next[next];
      if (next >= self->end)
        return;
      self->n_before[next - self->first] = 0;
      g_queue_push_tail (ready, GUINT_TO_POINTER (next));
    }
}

static void
set_box_width (RefrainLoopPlan *self, guint32 construct, const guint64 *lines)
{
  const guint32 body = refrain_loop_plan_get_body (self, construct);
  double inside = FOLDED_WIDTH;

  self->margin[construct]
      = memcmp (self->lines + construct * self->words, lines, self->words * sizeof *lines) == 0
            ? REFRAIN_LOOP_GAP
            : REFRAIN_LOOP_MOVE;
  if (!refrain_loop_plan_is_folded (self, construct))
    {
      if (body == construct)
        self->body[construct]
            = refrain_loop_plan_body (self, construct + 1, self->constructs[construct].end,
                                      self->lines + construct * self->words);
      inside = self->body[body];
    }
  self->width[construct] = inside + 2 * REFRAIN_LOOP_PAD + 2 * self->margin[construct];
}

double
refrain_loop_plan_body (RefrainLoopPlan *self, guint32 first, guint32 end, const guint64 *lines)
{
  Body body = { self, first, end, NULL, NULL };
  double width = 0;

  for (guint32 i = first; i < end; i = self->next[i])
    {
      self->x[i] = 0;
      self->width[i] = 0;
      if (!refrain_loop_plan_is_visible (self, i))
        continue;
      if (refrain_loop_plan_is_event (self, i))
        self->width[i] = REFRAIN_LOOP_STEP;
      else if (self->constructs[i].kind != REFRAIN_CONSTRUCT_DEFINITION)
        set_box_width (self, i, lines);
    }
  body.edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  body.n_before = g_new0 (guint32, end - first + 1);
  add_edges (&body);
  place_groups (&body);
  g_array_unref (body.edges);
  g_free (body.n_before);
  for (guint32 i = first; i < end; i = self->next[i])
    {
      self->x[i] = self->x[self->group[i]];
      width = MAX (width, self->x[i] + self->width[i]);
    }
  return width;
}
