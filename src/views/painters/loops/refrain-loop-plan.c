/* refrain-loop-plan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-plan.h"

#include <string.h>

/* ---- What is drawn -------------------------------------------------------------------------- */

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
  gsize process_words;
  const guint64 *coverage = refrain_loop_model_get_coverage (self->model, &process_words);

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
      for (guint line = 0; line < self->n_lines; line++)
        {
          const guint p = refrain_loop_alike_get_representative (alike, line);

          if ((coverage[i * process_words + p / 64] >> p % 64 & 1) != 0)
            add_line (self, i, line);
        }
  for (guint line = 0; line < self->n_lines; line++)
    self->all_lines[line / 64] |= G_GUINT64_CONSTANT (1) << line % 64;
  for (guint32 i = 0; i < self->n_constructs; i++)
    if (self->run_of[i] != i)
      for (gsize w = 0; w < self->words; w++)
        self->lines[self->run_of[i] * self->words + w] |= self->lines[i * self->words + w];
}

static int
compare_links (gconstpointer a, gconstpointer b)
{
  const RefrainConstructLink *left = a, *right = b;

  if (left->from != right->from)
    return left->from < right->from ? -1 : 1;
  return (left->to > right->to) - (left->to < right->to);
}

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
    if (refrain_loop_plan_is_sync (self, self->links[i].from)
        && refrain_loop_plan_is_sync (self, self->links[i].to))
      {
        const guint32 a = find_group (self, self->links[i].from);
        const guint32 b = find_group (self, self->links[i].to);

        self->group[MAX (a, b)] = MIN (a, b);
      }
  for (guint32 i = 0; i < self->n_constructs; i++)
    self->group[i] = find_group (self, i);
}

/* ---- The whole ------------------------------------------------------------------------------ */

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
      self->body[i] = refrain_loop_plan_body (self, i + 1, self->constructs[i].end,
                                              self->lines + i * self->words);
  for (guint32 i = 0; i < self->n_constructs; i = self->constructs[i].end)
    if (self->constructs[i].kind == REFRAIN_CONSTRUCT_DEFINITION)
      memset (self->lines + i * self->words, 0, self->words * sizeof *self->lines);
  self->top_width = refrain_loop_plan_body (self, 0, self->n_constructs, self->all_lines);
}

void
refrain_loop_plan_clear (RefrainLoopPlan *self)
{
  g_free (self->next);
  g_free (self->is_run);
  g_free (self->run_of);
  g_free (self->has_partner);
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
