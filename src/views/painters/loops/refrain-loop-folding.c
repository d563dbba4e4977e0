/* refrain-loop-folding.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tries weights by bisection, and plans the whole model with each, until it fits.
 */
#include "refrain-loop-folding.h"

#include "refrain-compare.h"
#include "refrain-loop-plan.h"

/* Steps that fit on a page. */
#define ENOUGH_STEPS 300
/* What is not gathered stands for this part of all events at least. */
#define LEAST_SHARE 0.1

typedef struct
{
  RefrainLoopModel *model;
  const RefrainLoopAlike *alike;
  const RefrainConstruct *constructs;
  guint32 n;
  const guint64 *n_events;
  guint8 *folded;
} Folding;

/* A loop of which everything would be gathered is closed instead, and is whole when it is opened.
 */
static void
close_loops (Folding *self)
{
  for (guint32 i = 0; i < self->n; i++)
    {
      const guint32 end = self->constructs[i].end;

      if (self->constructs[i].kind == REFRAIN_CONSTRUCT_LOOP && end > i + 1
          && self->folded[i] == REFRAIN_LOOP_UNFOLDED
          && refrain_loop_folding_get_run (self->model, self->folded, i + 1) >= end)
        {
          self->folded[i] = REFRAIN_LOOP_FOLDED;
          for (guint32 k = i + 1; k < end; k++)
            self->folded[k] = self->constructs[k].kind == REFRAIN_CONSTRUCT_USE
                                  ? REFRAIN_LOOP_FOLDED
                                  : REFRAIN_LOOP_UNFOLDED;
        }
    }
}

/* Gathers everything that stands for fewer events than @least, uses closed. */
static void
fold_below (Folding *self, guint64 least)
{
  for (guint32 i = 0; i < self->n; i++)
    {
      const RefrainConstruct *construct = &self->constructs[i];

      self->folded[i] = REFRAIN_LOOP_UNFOLDED;
      if (construct->kind != REFRAIN_CONSTRUCT_DEFINITION && self->n_events[i] < least)
        self->folded[i] = REFRAIN_LOOP_GATHERED;
      else if (construct->kind == REFRAIN_CONSTRUCT_USE)
        self->folded[i] = REFRAIN_LOOP_FOLDED;
    }
  close_loops (self);
}

static double
get_width (const Folding *self)
{
  g_auto (RefrainLoopPlan) plan = { NULL };

  refrain_loop_plan_init (&plan, self->model, self->alike, self->folded);
  return plan.top_width;
}

/* The events outside of what is gathered, in definitions as often as they are used. */
static guint64
count_shown (const Folding *self)
{
  guint64 shown = 0;

  for (guint32 i = 0; i < self->n;)
    {
      const RefrainConstructKind kind = self->constructs[i].kind;

      if (self->folded[i] != REFRAIN_LOOP_GATHERED
          && (kind == REFRAIN_CONSTRUCT_EVENT || kind == REFRAIN_CONSTRUCT_USE))
        shown += self->n_events[i];
      /* What uses stand for is counted there. Closed loops show nothing. */
      i = self->folded[i] != REFRAIN_LOOP_UNFOLDED || kind == REFRAIN_CONSTRUCT_DEFINITION
              ? self->constructs[i].end
              : i + 1;
    }
  return shown;
}

/* The weights that there are, ascending. */
static guint64 *
list_weights (const Folding *self, gsize *n)
{
  guint64 *weights = g_new (guint64, (gsize) self->n + 1);
  gsize kept = 0;

  for (guint32 i = 0; i < self->n; i++)
    weights[i] = self->n_events[i];
  refrain_sort (weights, self->n, sizeof *weights, refrain_compare_uint64);
  for (guint32 i = 0; i < self->n; i++)
    if (kept == 0 || weights[kept - 1] != weights[i])
      weights[kept++] = weights[i];
  *n = kept;
  return weights;
}

/* Finds the least weight from which on things are shown so that they fit, or, where too much would
 * be gathered for that, the last one before. @whole: steps without any of it. */
static void
fold_to_fit (Folding *self, double whole)
{
  const double enough = LEAST_SHARE * (double) count_shown (self);
  gsize first = 1, last;
  g_autofree guint64 *weights = list_weights (self, &last);

  if (last < 2)
    return;
  last--;
  while (first < last)
    {
      const gsize middle = first + (last - first) / 2;

      fold_below (self, weights[middle]);
      if ((double) count_shown (self) < enough || get_width (self) <= ENOUGH_STEPS)
        last = middle;
      else
        first = middle + 1;
    }
  fold_below (self, weights[first]);
  if ((double) count_shown (self) < enough)
    fold_below (self, weights[first - 1]);
  /* Boxes take room, too. */
  if (get_width (self) >= whole)
    fold_below (self, 0);
}

guint8 *
refrain_loop_folding_new (RefrainLoopModel *model, const RefrainLoopAlike *alike)
{
  Folding self = { .model = model, .alike = alike };
  double width;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  self.constructs = refrain_loop_model_get_constructs (model, &self.n);
  self.n_events = refrain_loop_model_get_n_events (model);
  self.folded = g_new0 (guint8, MAX (self.n, 1));
  fold_below (&self, 0);
  width = get_width (&self);
  if (width > ENOUGH_STEPS)
    fold_to_fit (&self, width);
  return self.folded;
}
