/* refrain-loop-plan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-plan.h"

#include <string.h>

/* What a closed box has room for. */
#define FOLDED_WIDTH 2.0

/* ---- What is drawn -------------------------------------------------------------------------- */

gboolean
refrain_loop_plan_is_sync (const RefrainLoopPlan *self, guint32 construct)
{
  guint32 n;
  const RefrainLoopShape *shapes
      = refrain_loop_events_get_shapes (refrain_loop_model_get_events (self->model), &n);
  const RefrainConstruct *it = &self->constructs[construct];

  return it->kind == REFRAIN_CONSTRUCT_EVENT && shapes[it->what].kind == REFRAIN_LOOP_SYNC;
}

gboolean
refrain_loop_plan_is_folded (const RefrainLoopPlan *self, guint32 construct)
{
  if (self->folded != NULL)
    return self->folded[construct] != 0;
  return self->constructs[construct].kind == REFRAIN_CONSTRUCT_USE;
}

guint32
refrain_loop_plan_get_body (const RefrainLoopPlan *self, guint32 construct)
{
  const RefrainConstruct *it = &self->constructs[construct];

  return it->kind == REFRAIN_CONSTRUCT_USE ? it->what : construct;
}

static void
find_lines (RefrainLoopPlan *self, const RefrainLoopAlike *alike)
{
  gsize process_words;
  const guint64 *coverage = refrain_loop_model_get_coverage (self->model, &process_words);

  self->words = self->n_lines / 64 + 1;
  self->lines = g_new0 (guint64, (gsize) self->n_constructs * self->words);
  self->all_lines = g_new0 (guint64, self->words);
  for (guint32 i = 0; i < self->n_constructs; i++)
    for (guint line = 0; line < self->n_lines; line++)
      {
        const guint p = refrain_loop_alike_get_representative (alike, line);

        if ((coverage[i * process_words + p / 64] >> p % 64 & 1) != 0)
          self->lines[i * self->words + line / 64] |= G_GUINT64_CONSTANT (1) << line % 64;
      }
  for (guint line = 0; line < self->n_lines; line++)
    self->all_lines[line / 64] |= G_GUINT64_CONSTANT (1) << line % 64;
}

static int
compare_links (gconstpointer a, gconstpointer b)
{
  const RefrainConstructLink *left = a, *right = b;

  if (left->from != right->from)
    return left->from < right->from ? -1 : 1;
  return (left->to > right->to) - (left->to < right->to);
}

/* Links as they are drawn: from and to the processes that stand for theirs, each once. */
static void
find_links (RefrainLoopPlan *self, const RefrainLoopAlike *alike)
{
  gsize n, at = 0;
  const RefrainConstructLink *links = refrain_loop_model_get_links (self->model, &n);

  self->links = g_new (RefrainConstructLink, MAX (n, 1));
  for (gsize i = 0; i < n; i++)
    {
      const RefrainConstructLink link = { refrain_loop_alike_map (alike, links[i].from),
                                          refrain_loop_alike_map (alike, links[i].to) };

      if (link.from != link.to
          && self->constructs[link.from].parent == self->constructs[link.to].parent)
        self->links[at++] = link;
    }
  if (at > 0)
    qsort (self->links, at, sizeof *self->links, compare_links);
  for (gsize i = 0; i < at; i++)
    if (i == 0 || compare_links (&self->links[i], &self->links[i - 1]) != 0)
      self->links[self->n_links++] = self->links[i];
  self->first_link = g_new (gsize, (gsize) self->n_constructs + 1);
  at = 0;
  for (guint32 i = 0; i <= self->n_constructs; i++)
    {
      while (at < self->n_links && self->links[at].from < i)
        at++;
      self->first_link[i] = at;
    }
}

/* Union-find over the members of collective operations; the first construct stands for all. */
static guint32
find_group (RefrainLoopPlan *self, guint32 construct)
{
  while (self->group[construct] != construct)
    {
      self->group[construct] = self->group[self->group[construct]];
      construct = self->group[construct];
    }
  return construct;
}

static void
find_groups (RefrainLoopPlan *self)
{
  self->group = g_new (guint32, MAX (self->n_constructs, 1));
  for (guint32 i = 0; i < self->n_constructs; i++)
    self->group[i] = i;
  for (gsize i = 0; i < self->n_links; i++)
    if (refrain_loop_plan_is_sync (self, self->links[i].from))
      {
        const guint32 a = find_group (self, self->links[i].from);
        const guint32 b = find_group (self, self->links[i].to);

        self->group[MAX (a, b)] = MIN (a, b);
      }
  for (guint32 i = 0; i < self->n_constructs; i++)
    self->group[i] = find_group (self, i);
}

/* ---- Positions in one body ------------------------------------------------------------------ */

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
  for (guint32 i = self->first; i < self->end; i = plan->constructs[i].end)
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
          add_edge (self, i, plan->links[k].to, REFRAIN_LOOP_STEP);
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

  for (guint32 i = self->first; i < self->end; i = plan->constructs[i].end)
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
        next = plan->constructs[next].end;
      if (next >= self->end)
        return;
      self->n_before[next - self->first] = 0;
      g_queue_push_tail (ready, GUINT_TO_POINTER (next));
    }
}

static double plan_body (RefrainLoopPlan *self, guint32 first, guint32 end, const guint64 *lines);

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
        self->body[construct] = plan_body (self, construct + 1, self->constructs[construct].end,
                                           self->lines + construct * self->words);
      inside = self->body[body];
    }
  self->width[construct] = inside + 2 * REFRAIN_LOOP_PAD + 2 * self->margin[construct];
}

/* Gives the width of constructs [first, end), that are on @lines. */
static double
plan_body (RefrainLoopPlan *self, guint32 first, guint32 end, const guint64 *lines)
{
  Body body = { self, first, end, NULL, NULL };
  double width = 0;

  for (guint32 i = first; i < end; i = self->constructs[i].end)
    {
      const RefrainConstructKind kind = self->constructs[i].kind;

      self->x[i] = 0;
      self->width[i] = 0;
      if (!refrain_loop_plan_is_visible (self, i))
        continue;
      if (kind == REFRAIN_CONSTRUCT_EVENT)
        self->width[i] = REFRAIN_LOOP_STEP;
      else if (kind != REFRAIN_CONSTRUCT_DEFINITION)
        set_box_width (self, i, lines);
    }
  body.edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  body.n_before = g_new0 (guint32, end - first + 1);
  add_edges (&body);
  place_groups (&body);
  g_array_unref (body.edges);
  g_free (body.n_before);
  for (guint32 i = first; i < end; i = self->constructs[i].end)
    {
      self->x[i] = self->x[self->group[i]];
      width = MAX (width, self->x[i] + self->width[i]);
    }
  return width;
}

void
refrain_loop_plan_init (RefrainLoopPlan *self,
                        RefrainLoopModel *model,
                        const RefrainLoopAlike *alike,
                        const guint8 *folded)
{
  gsize n;

  *self = (RefrainLoopPlan){ .model = model, .folded = folded };
  self->constructs = refrain_loop_model_get_constructs (model, &self->n_constructs);
  self->n_lines = refrain_loop_alike_get_n_classes (alike);
  n = MAX (self->n_constructs, 1);
  self->x = g_new0 (double, n);
  self->width = g_new0 (double, n);
  self->margin = g_new0 (double, n);
  self->body = g_new0 (double, n);
  find_lines (self, alike);
  find_links (self, alike);
  find_groups (self);
  for (guint32 i = 0; i < self->n_constructs; i = self->constructs[i].end)
    if (self->constructs[i].kind == REFRAIN_CONSTRUCT_DEFINITION)
      self->body[i]
          = plan_body (self, i + 1, self->constructs[i].end, self->lines + i * self->words);
  for (guint32 i = 0; i < self->n_constructs; i = self->constructs[i].end)
    if (self->constructs[i].kind == REFRAIN_CONSTRUCT_DEFINITION)
      memset (self->lines + i * self->words, 0, self->words * sizeof *self->lines);
  self->top_width = plan_body (self, 0, self->n_constructs, self->all_lines);
}

void
refrain_loop_plan_clear (RefrainLoopPlan *self)
{
  g_free (self->lines);
  g_free (self->all_lines);
  g_free (self->x);
  g_free (self->width);
  g_free (self->margin);
  g_free (self->body);
  g_free (self->group);
  g_free (self->links);
  g_free (self->first_link);
}
