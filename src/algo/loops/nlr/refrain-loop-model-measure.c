/* refrain-loop-model-measure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a model covers and how much it stands for, found without running it.
 */
#include "config.h"

#include <string.h>

#include "refrain-loop-model-private.h"

/* ---- Which processes ------------------------------------------------------------------------ */

/* The words of a set of processes that the model needs. */
static void
find_span (RefrainLoopModel *self, gsize *first, gsize *n)
{
  guint32 low = REFRAIN_NONE, high = 0;

  for (guint32 i = 0; i < self->n_constructs; i++)
    if (self->constructs[i].kind == REFRAIN_CONSTRUCT_EVENT)
      {
        low = MIN (low, self->constructs[i].process);
        high = MAX (high, self->constructs[i].process);
      }
  *first = low == REFRAIN_NONE ? 0 : low / 64;
  *n = low == REFRAIN_NONE ? 1 : high / 64 + 1 - *first;
}

static guint64 *
find_bits (RefrainLoopModel *self, gsize first, gsize n)
{
  guint64 *bits = g_new0 (guint64, MAX (self->n_constructs, 1) * n);

  /* Definitions stand before their uses: what a use takes over is whole. */
  for (guint32 i = 0; i < self->n_constructs; i++)
    {
      const RefrainConstruct *construct = &self->constructs[i];
      guint64 *own = bits + i * n;

      if (construct->kind == REFRAIN_CONSTRUCT_EVENT)
        own[construct->process / 64 - first] |= G_GUINT64_CONSTANT (1) << construct->process % 64;
      else if (construct->kind == REFRAIN_CONSTRUCT_USE)
        memcpy (own, bits + construct->what * n, n * sizeof *own);
      else
        continue;
      for (guint32 outer = construct->parent; outer != REFRAIN_NONE;
           outer = self->constructs[outer].parent)
        for (gsize w = 0; w < n; w++)
          bits[outer * n + w] |= own[w];
    }
  return bits;
}

const RefrainLoopCoverage *
refrain_loop_model_find_coverage (RefrainLoopModel *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  RefrainLoopCoverage *coverage = &self->coverage;

  if (coverage->bits == NULL)
    {
      find_span (self, &coverage->first, &coverage->n);
      coverage->bits = find_bits (self, coverage->first, coverage->n);
    }
  return coverage;
}

const guint64 *
refrain_loop_model_get_coverage (RefrainLoopModel *self, gsize *words)
{
  const RefrainLoopCoverage *coverage;
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), NULL);
  *words = refrain_loop_events_get_n_processes (self->events) / 64 + 1;
  coverage = refrain_loop_model_find_coverage (self);
  if (coverage->first == 0 && coverage->n == *words)
    return coverage->bits;
  locker = g_mutex_locker_new (&self->lock);
  if (self->whole_coverage == NULL)
    self->whole_coverage = find_bits (self, 0, *words);
  return self->whole_coverage;
}

gboolean
refrain_loop_model_covers (RefrainLoopModel *self, guint32 construct, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), FALSE);
  return refrain_loop_coverage_has (refrain_loop_model_find_coverage (self), construct, process);
}

/* ---- How much ------------------------------------------------------------------------------- */

/* Sums that would be too large stay at the largest number. */
static guint64
multiply (guint64 a, guint64 b)
{
  guint64 product;

  return __builtin_mul_overflow (a, b, &product) ? G_MAXUINT64 : product;
}

static guint64
add (guint64 a, guint64 b)
{
  return a > G_MAXUINT64 - b ? G_MAXUINT64 : a + b;
}

/* How often each construct is run: by itself, and of these how often inside a loop. */
typedef struct
{
  RefrainLoopModel *model;
  guint64 *runs;
  guint64 *runs_in_loops;
  gboolean *varies; /* of a loop: whether a count inside depends on its index */
  gint64 *index;
} Weights;

/* Marks the loops around @construct on whose indices its count depends. */
static void
mark_varying (Weights *weights, guint32 construct)
{
  RefrainLoopModel *model = weights->model;
  const RefrainAffine *count = REFRAIN_CONSTRUCT_COUNT (&model->constructs[construct]);

  for (guint32 i = 0; i < count->n; i++)
    for (guint32 outer = model->constructs[construct].parent; outer != REFRAIN_NONE;
         outer = model->constructs[outer].parent)
      if (model->constructs[outer].kind == REFRAIN_CONSTRUCT_LOOP
          && model->constructs[outer].depth == model->affine_terms[count->first + i].depth)
        weights->varies[outer] = TRUE;
}

/* Constructs [at, end) of one body are each run @times more. */
static void
weigh_body (Weights *weights, guint32 at, guint32 end, guint64 times, gboolean in_loop)
{
  RefrainLoopModel *model = weights->model;

  for (; at < end; at = model->constructs[at].end)
    {
      const RefrainConstruct *construct = &model->constructs[at];

      weights->runs[at] = add (weights->runs[at], times);
      if (in_loop)
        weights->runs_in_loops[at] = add (weights->runs_in_loops[at], times);
      if (construct->kind == REFRAIN_CONSTRUCT_LOOP)
        {
          const guint64 count = refrain_loop_model_count (model, construct, weights->index);

          if (!weights->varies[at])
            weigh_body (weights, BODY (at), construct->end, multiply (times, count), TRUE);
          else
            for (guint64 i = 1; i <= count; i++)
              {
                weights->index[construct->depth] = (gint64) i;
                weigh_body (weights, BODY (at), construct->end, times, TRUE);
              }
        }
      else if (construct->kind == REFRAIN_CONSTRUCT_USE)
        {
          weights->runs[construct->what] = add (weights->runs[construct->what], times);
          if (in_loop)
            weights->runs_in_loops[construct->what]
                = add (weights->runs_in_loops[construct->what], times);
        }
    }
}

static void
weights_clear (Weights *self)
{
  g_free (self->runs);
  g_free (self->runs_in_loops);
  g_free (self->varies);
  g_free (self->index);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Weights, weights_clear)

static void
weights_init (Weights *self, RefrainLoopModel *model)
{
  const gsize n = MAX (model->n_constructs, 1);

  self->model = model;
  self->runs = g_new0 (guint64, n);
  self->runs_in_loops = g_new0 (guint64, n);
  self->varies = g_new0 (gboolean, n);
  self->index = g_new0 (gint64, model->depth + 1);
  for (guint32 i = 0; i < model->n_constructs; i++)
    if (model->constructs[i].kind == REFRAIN_CONSTRUCT_LOOP)
      mark_varying (self, i);
  for (guint32 i = 0; i < model->n_constructs; i = model->constructs[i].end)
    if (model->constructs[i].kind != REFRAIN_CONSTRUCT_DEFINITION)
      weigh_body (self, i, model->constructs[i].end, 1, FALSE);
  /* The last definition is only used by the run itself; what it uses stands before it. */
  for (guint32 d = model->n_definitions; d-- > 0;)
    {
      const guint32 at = model->definitions[d];
      const guint32 end = model->constructs[at].end;
      const guint64 in_loops = self->runs_in_loops[at];

      weigh_body (self, BODY (at), end, self->runs[at] - in_loops, FALSE);
      weigh_body (self, BODY (at), end, in_loops, TRUE);
    }
}

/* Events of the body of definition @number each time it is run. */
static guint64
count_definition (const Weights *weights, const guint64 *n_events, guint32 definition)
{
  const guint64 runs = weights->runs[definition];

  return runs == 0 ? 0 : n_events[definition] / runs;
}

static guint64 *
count_events (RefrainLoopModel *self)
{
  g_auto (Weights) weights = { NULL };
  guint64 *n_events = g_new0 (guint64, MAX (self->n_constructs, 1));

  weights_init (&weights, self);
  /* Definitions before their uses, bodies before what they are bodies of. */
  for (guint32 top = 0; top < self->n_constructs; top = self->constructs[top].end)
    for (guint32 i = self->constructs[top].end; i-- > top;)
      {
        const RefrainConstruct *construct = &self->constructs[i];

        if (construct->kind == REFRAIN_CONSTRUCT_EVENT)
          n_events[i] = weights.runs[i];
        else if (construct->kind == REFRAIN_CONSTRUCT_USE)
          n_events[i]
              = multiply (weights.runs[i], count_definition (&weights, n_events, construct->what));
        if (construct->parent != REFRAIN_NONE)
          n_events[construct->parent] = add (n_events[construct->parent], n_events[i]);
      }
  return n_events;
}

const guint64 *
refrain_loop_model_get_n_events (RefrainLoopModel *self)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), NULL);
  locker = g_mutex_locker_new (&self->lock);
  if (self->n_events == NULL)
    self->n_events = count_events (self);
  return self->n_events;
}

/* Of all processes, or of @process where it is not REFRAIN_NONE. */
static void
measure (RefrainLoopModel *self, guint32 process, RefrainLoopModelSize *size)
{
  g_autofree guint32 *n_uses = g_new0 (guint32, MAX (self->n_definitions, 1));
  g_auto (Weights) weights = { NULL };
  guint32 definition = REFRAIN_NONE; /* the one that is looked through */

  *size = (RefrainLoopModelSize){ 0 };
  weights_init (&weights, self);
  for (guint32 i = 0; i < self->n_constructs; i++)
    if (self->constructs[i].kind == REFRAIN_CONSTRUCT_USE)
      n_uses[self->constructs[self->constructs[i].what].what]++;
  for (guint32 i = 0; i < self->n_constructs; i++)
    {
      const RefrainConstruct *construct = &self->constructs[i];

      if (construct->parent == REFRAIN_NONE)
        definition
            = construct->kind == REFRAIN_CONSTRUCT_DEFINITION ? construct->what : REFRAIN_NONE;
      if (process != REFRAIN_NONE && !refrain_loop_model_covers (self, i, process))
        continue;
      size->n_terms += construct->kind != REFRAIN_CONSTRUCT_DEFINITION;
      size->n_loops += construct->kind == REFRAIN_CONSTRUCT_LOOP;
      size->n_definitions += construct->kind == REFRAIN_CONSTRUCT_DEFINITION;
      if (construct->kind != REFRAIN_CONSTRUCT_EVENT)
        continue;
      size->events = add (size->events, weights.runs[i]);
      size->events_in_loops = add (size->events_in_loops, weights.runs_in_loops[i]);
      if (definition != REFRAIN_NONE && n_uses[definition] > 1)
        size->events_shared = add (size->events_shared, weights.runs[i] - weights.runs_in_loops[i]);
    }
}

void
refrain_loop_model_measure (RefrainLoopModel *self, RefrainLoopModelSize *size)
{
  g_return_if_fail (REFRAIN_IS_LOOP_MODEL (self));
  measure (self, REFRAIN_NONE, size);
}

void
refrain_loop_model_measure_process (RefrainLoopModel *self,
                                    guint process,
                                    RefrainLoopModelSize *size)
{
  g_return_if_fail (REFRAIN_IS_LOOP_MODEL (self));
  g_return_if_fail (process < refrain_loop_events_get_n_processes (self->events));
  measure (self, process, size);
}
