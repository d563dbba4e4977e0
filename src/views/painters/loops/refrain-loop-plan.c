/* refrain-loop-plan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First what is drawn at all, on which lines, and what is linked; then Lamport positions body by
 * body, relative to its start, as longest paths (Ketterlin et al. 2014, IV).
 */
#include "refrain-loop-plan.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-search.h"
#include "refrain-union-find.h"
#include "refrain-free.h"

/* What a closed box has room for. */
#define FOLDED_WIDTH 2.0

/* ---- What is drawn --------------------------------------------------------------------------- */

gboolean
refrain_loop_plan_is_event (const RefrainLoopPlan *self, guint32 construct)
{
  return self->constructs[construct].kind == REFRAIN_CONSTRUCT_EVENT && !self->is_run[construct];
}

gboolean
refrain_loop_plan_is_sync (const RefrainLoopPlan *self, guint32 construct)
{
  guint32 n;
  const RefrainLoopShape *shapes
      = refrain_loop_events_get_shapes (refrain_loop_model_get_events (self->model), &n);
  const RefrainConstruct *it = &self->constructs[construct];

  return refrain_loop_plan_is_event (self, construct) && shapes[it->what].kind == REFRAIN_LOOP_SYNC;
}

gboolean
refrain_loop_plan_is_folded (const RefrainLoopPlan *self, guint32 construct)
{
  if (self->folded != NULL)
    return self->folded[construct] != REFRAIN_LOOP_UNFOLDED;
  return self->constructs[construct].kind == REFRAIN_CONSTRUCT_USE;
}

guint32
refrain_loop_plan_get_body (const RefrainLoopPlan *self, guint32 construct)
{
  const RefrainConstruct *it = &self->constructs[construct];

  return it->kind == REFRAIN_CONSTRUCT_USE ? it->what : construct;
}

/* Constructs of one body that are gathered into one box stand for it by their first. */
static void
find_runs (RefrainLoopPlan *self)
{
  self->next = g_new (guint32, self->n_constructs + 1);
  self->is_run = g_new0 (guint8, self->n_constructs + 1);
  self->run_of = g_new (guint32, self->n_constructs + 1);
  for (guint32 i = 0; i < self->n_constructs; i++)
    {
      self->next[i] = self->constructs[i].end;
      self->run_of[i] = i;
    }
  for (guint32 i = 0; self->folded != NULL && i < self->n_constructs; i++)
    {
      const guint32 end
          = self->run_of[i] == i ? refrain_loop_folding_get_run (self->model, self->folded, i) : i;

      if (end <= self->constructs[i].end)
        continue;
      self->is_run[i] = TRUE;
      self->next[i] = end;
      for (guint32 member = i; member < end; member = self->constructs[member].end)
        self->run_of[member] = i;
    }
}

static void
add_line (RefrainLoopPlan *self, guint32 construct, guint line)
{
  self->lines[construct * self->words + line / 64] |= G_GUINT64_CONSTANT (1) << line % 64;
}

static void
find_lines (RefrainLoopPlan *self, const RefrainLoopAlike *alike)
{
  self->words = self->n_lines / 64 + 1;
  self->lines = g_new0 (guint64, (gsize) self->n_constructs * self->words);
  self->all_lines = g_new0 (guint64, self->words);
  for (guint32 i = 0; i < self->n_constructs; i++)
    if (self->constructs[i].kind == REFRAIN_CONSTRUCT_EVENT)
      {
        const guint p = self->constructs[i].process, line = refrain_loop_alike_get_class (alike, p);

        if (refrain_loop_alike_get_representative (alike, line) == p)
          add_line (self, i, line);
      }
    else
      {
        gsize first, words;
        const guint64 *coverage = refrain_loop_model_get_coverage (self->model, i, &first, &words);

        for (guint line = 0; line < self->n_lines; line++)
          {
            const guint p = refrain_loop_alike_get_representative (alike, line);
            const gsize word = p / 64;

            if (word >= first && word < first + words
                && (coverage[word - first] >> p % 64 & 1) != 0)
              add_line (self, i, line);
          }
      }
  for (guint line = 0; line < self->n_lines; line++)
    self->all_lines[line / 64] |= G_GUINT64_CONSTANT (1) << line % 64;
  for (guint32 i = 0; i < self->n_constructs; i++)
    if (self->run_of[i] != i)
      for (gsize w = 0; w < self->words; w++)
        self->lines[self->run_of[i] * self->words + w] |= self->lines[i * self->words + w];
}

REFRAIN_DEFINE_COMPARE (compare_links,
                        RefrainConstructLink,
                        REFRAIN_RISING (from) ?: REFRAIN_RISING (to))

/* Links as they are drawn: from and to the processes that stand for theirs, and the boxes that they
 * are gathered in; each once. */
static void
find_links (RefrainLoopPlan *self, const RefrainLoopAlike *alike)
{
  gsize n, at = 0;
  const RefrainConstructLink *links = refrain_loop_model_get_links (self->model, &n);

  self->links = g_new (RefrainConstructLink, MAX (n, 1));
  self->has_partner = g_new0 (guint8, self->n_constructs + 1);
  for (gsize i = 0; i < n; i++)
    {
      const guint32 from = refrain_loop_alike_map (alike, links[i].from);
      const guint32 to = refrain_loop_alike_map (alike, links[i].to);
      const RefrainConstructLink link = { self->run_of[from], self->run_of[to] };

      if (self->constructs[from].parent != self->constructs[to].parent)
        continue;
      self->has_partner[from] = self->has_partner[to] = TRUE;
      if (link.from != link.to)
        self->links[at++] = link;
    }
  refrain_sort (self->links, at, sizeof *self->links, compare_links);
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

/* The members of collective operations; the first construct stands for all. */
static void
find_groups (RefrainLoopPlan *self)
{
  self->group = refrain_union_find_new (self->n_constructs);
  for (gsize i = 0; i < self->n_links; i++)
    if (refrain_loop_plan_is_sync (self, self->links[i].from)
        && refrain_loop_plan_is_sync (self, self->links[i].to))
      refrain_union_find_join (self->group, self->links[i].from, self->links[i].to);
  for (guint32 i = 0; i < self->n_constructs; i++)
    self->group[i] = refrain_union_find_root (self->group, i);
}

/* ---- One body -------------------------------------------------------------------------------- */

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

REFRAIN_DEFINE_COMPARE (compare_edges, Edge, REFRAIN_RISING (from))

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
  const gsize first = REFRAIN_LOWER_BOUND (i, 0, self->edges->len,
                                           g_array_index (self->edges, Edge, i).from < group);

  for (gsize i = first; i < self->edges->len; i++)
    {
      const Edge *edge = &g_array_index (self->edges, Edge, i);

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

/* ---- The whole ------------------------------------------------------------------------------- */

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
  find_runs (self);
  find_lines (self, alike);
  find_links (self, alike);
  find_groups (self);
  for (guint32 i = 0; i < self->n_constructs; i = self->constructs[i].end)
    if (self->constructs[i].kind == REFRAIN_CONSTRUCT_DEFINITION)
      self->body[i]
          = plan_body (self, i + 1, self->constructs[i].end, self->lines + i * self->words);
  for (guint32 i = 0; i < self->n_constructs; i = self->constructs[i].end)
    if (self->constructs[i].kind == REFRAIN_CONSTRUCT_DEFINITION)
      refrain_fill (self->lines + i * self->words, 0, self->words * sizeof *self->lines);
  self->top_width = plan_body (self, 0, self->n_constructs, self->all_lines);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_loop_plan_clear, RefrainLoopPlan, g_free (x->next);
                             g_free (x->is_run);
                             g_free (x->run_of);
                             g_free (x->has_partner);
                             g_free (x->lines);
                             g_free (x->all_lines);
                             g_free (x->x);
                             g_free (x->width);
                             g_free (x->margin);
                             g_free (x->body);
                             g_free (x->group);
                             g_free (x->links);
                             g_free (x->first_link))
