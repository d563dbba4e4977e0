/* refrain-nlr.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Events as leaves of the stack of terms, and its terms as a model.
 */
#include "config.h"

#include "refrain-nlr-stack.h"
#include "refrain-nlr.h"
#include "refrain-parallel.h"

enum
{
  EVENT_NUMBERS = 2,     /* peer and tag */
  CHECK_EVENTS = 1 << 16 /* cancelled in between? */
};

#define UNKNOWN_PEER (-1)

/* What a distinct event is on the stack. Where numbers must not advance, each is a leaf of its own;
 * else each shape is two, the second half for those without a known peer. */
typedef struct
{
  guint32 leaf;
  gint64 number[EVENT_NUMBERS];
} Leaf;

struct _RefrainNlr
{
  RefrainLoopEvents *events;
  guint process;
  RefrainNlrOptions options;
  Leaf *leaf; /* by distinct event */
  guint32 n_events;
  RefrainNlrStack *stack;
};

/* ---- Pushing -------------------------------------------------------------------------------- */

/* Events of one shape differ in their numbers; a peer that is not known is none. */
static void
init_affine_leaves (RefrainNlr *self, guint8 *n_numbers)
{
  guint32 n_events, n_shapes;
  const RefrainLoopEvent *event = refrain_loop_events_get_events (self->events, &n_events);
  const RefrainLoopShape *shape = refrain_loop_events_get_shapes (self->events, &n_shapes);

  for (guint32 i = 0; i < n_shapes; i++)
    if (shape[i].kind == REFRAIN_LOOP_SEND || shape[i].kind == REFRAIN_LOOP_RECV)
      {
        n_numbers[i] = EVENT_NUMBERS;
        n_numbers[n_shapes + i] = 1;
      }
  for (guint32 i = 0; i < n_events; i++)
    {
      const gboolean is_known = event[i].peer != UNKNOWN_PEER || n_numbers[event[i].shape] == 0;

      self->leaf[i].leaf = is_known ? event[i].shape : n_shapes + event[i].shape;
      self->leaf[i].number[0] = is_known ? event[i].peer : event[i].tag;
      self->leaf[i].number[1] = event[i].tag;
    }
}

RefrainNlr *
refrain_nlr_new (RefrainLoopEvents *events, guint process, const RefrainNlrOptions *options)
{
  RefrainNlr *self;
  guint32 n_events, n_shapes;
  gsize n_leaves;
  g_autofree guint8 *n_numbers = NULL;

  g_return_val_if_fail (options->max_body >= 1, NULL);

  refrain_loop_events_get_events (events, &n_events);
  refrain_loop_events_get_shapes (events, &n_shapes);
  n_leaves = options->affine ? 2 * (gsize) n_shapes : n_events;
  g_assert (n_leaves < G_MAXUINT32 / 2);
  self = g_new0 (RefrainNlr, 1);
  self->events = g_object_ref (events);
  self->process = process;
  self->options = *options;
  self->n_events = n_events;
  self->leaf = g_new0 (Leaf, (gsize) n_events + 1);
  n_numbers = g_new0 (guint8, n_leaves + 1);
  if (options->affine)
    init_affine_leaves (self, n_numbers);
  else
    for (guint32 i = 0; i < n_events; i++)
      self->leaf[i].leaf = i;
  self->stack
      = refrain_nlr_stack_new (n_numbers, (guint32) n_leaves, options->max_body, options->affine);
  return self;
}

void
refrain_nlr_free (RefrainNlr *self)
{
  refrain_nlr_stack_free (self->stack);
  g_free (self->leaf);
  g_object_unref (self->events);
  g_free (self);
}

void
refrain_nlr_push (RefrainNlr *self, guint32 event)
{
  g_return_if_fail (event < self->n_events);

  refrain_nlr_stack_push (self->stack, self->leaf[event].leaf, self->leaf[event].number);
}

/* ---- The model ------------------------------------------------------------------------------ */

typedef struct
{
  RefrainNlr *nlr;
  RefrainLoopModelBuilder *builder;
  GArray *terms; /* of RefrainAffineTerm: scratch */
} Writer;

/* @constant and, for each loop around, the coefficient[depth] of its index. */
static RefrainAffine
make_affine (
    Writer *self, gint64 constant, const gint64 *const *coefficient, guint32 at, guint depth)
{
  g_array_set_size (self->terms, 0);
  for (guint32 d = 0; d < depth; d++)
    {
      const RefrainAffineTerm term = { d, coefficient[d][at] };

      if (term.coefficient != 0)
        g_array_append_val (self->terms, term);
    }
  return refrain_loop_model_builder_affine (
      self->builder, constant, (const RefrainAffineTerm *) (gpointer) self->terms->data,
      self->terms->len);
}

static void
write_event (Writer *self,
             guint32 leaf,
             const gint64 *constant,
             const gint64 *const *coefficient,
             guint32 depth)
{
  RefrainNlr *nlr = self->nlr;
  RefrainAffine peer = { 0 }, tag = { 0 };
  guint32 shape = leaf, n_shapes, n_events;
  const RefrainLoopEvent *event = refrain_loop_events_get_events (nlr->events, &n_events);
  const guint32 n_numbers = refrain_nlr_stack_get_n_numbers (nlr->stack, leaf);

  refrain_loop_events_get_shapes (nlr->events, &n_shapes);
  if (!nlr->options.affine)
    {
      shape = event[leaf].shape;
      peer = make_affine (self, event[leaf].peer, NULL, 0, 0);
      tag = make_affine (self, event[leaf].tag, NULL, 0, 0);
    }
  else if (n_numbers == EVENT_NUMBERS)
    {
      peer = make_affine (self, constant[0], coefficient, 0, depth);
      tag = make_affine (self, constant[1], coefficient, 1, depth);
    }
  else if (leaf >= n_shapes)
    {
      shape = leaf - n_shapes;
      peer = make_affine (self, UNKNOWN_PEER, NULL, 0, 0);
      tag = make_affine (self, constant[0], coefficient, 0, depth);
    }
  refrain_loop_model_builder_add_event (self->builder, nlr->process, shape, peer, tag);
}

static void
write_term (Writer *self,
            guint32 number,
            const gint64 *constant,
            const gint64 *const *coefficient,
            guint32 depth)
{
  g_autofree const gint64 **inner_coefficient = NULL;
  g_autofree gint64 *inner = NULL;
  const gint64 *at;
  RefrainNlrShape shape;

  refrain_nlr_stack_get_shape (self->nlr->stack, number, &shape);
  if (shape.n_body == 0)
    {
      write_event (self, number, constant, coefficient, depth);
      return;
    }
  refrain_loop_model_builder_open_loop (
      self->builder,
      make_affine (self, constant[shape.n_numbers], coefficient, shape.n_numbers, depth));
  /* first + step (i - 1) = (first - step) + step i */
  inner = g_new (gint64, (gsize) shape.n_numbers + 1);
  for (guint32 i = 0; i < shape.n_numbers; i++)
    inner[i] = constant[i] - shape.step[i];
  inner_coefficient = g_new (const gint64 *, (gsize) depth + 1);
  for (guint32 d = 0; d < depth; d++)
    inner_coefficient[d] = coefficient[d];
  inner_coefficient[depth] = shape.step;
  at = inner;
  for (guint32 i = 0; i < shape.n_body; i++)
    {
      const guint32 n = refrain_nlr_stack_get_n_numbers (self->nlr->stack, shape.body[i]);

      write_term (self, shape.body[i], at, inner_coefficient, depth + 1);
      at += n;
      for (guint32 d = 0; d <= depth; d++)
        inner_coefficient[d] += n;
    }
  refrain_loop_model_builder_close (self->builder);
}

static RefrainLoopModel *
finish (RefrainNlr *self)
{
  g_autoptr (RefrainLoopModelBuilder) builder = refrain_loop_model_builder_new (self->events);
  g_autoptr (GArray) terms = g_array_new (FALSE, FALSE, sizeof (RefrainAffineTerm));
  Writer writer = { self, builder, terms };
  const gint64 *numbers;
  gsize n_terms;
  const guint32 *term = refrain_nlr_stack_finish (self->stack, &n_terms, &numbers);

  for (gsize i = 0; i < n_terms; i++)
    {
      write_term (&writer, term[i], numbers, NULL, 0);
      numbers += refrain_nlr_stack_get_n_numbers (self->stack, term[i]);
    }
  return refrain_loop_model_builder_finish (builder);
}

RefrainLoopModel *
refrain_nlr_finish (RefrainNlr *self)
{
  g_autoptr (RefrainLoopModel) model = finish (self);

  return refrain_loop_share (model, self->options.share, self->options.max_body, NULL, NULL);
}

/* ---- Processes ------------------------------------------------------------------------------ */

RefrainLoopModel *
refrain_nlr_model_process (RefrainLoopEvents *events,
                           guint process,
                           const RefrainNlrOptions *options,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (RefrainNlr) nlr = NULL;
  g_autoptr (RefrainLoopModel) model = NULL;
  const RefrainLoopStream *stream;

  g_return_val_if_fail (process < refrain_loop_events_get_n_processes (events), NULL);

  stream = refrain_loop_events_get_stream (events, process);
  nlr = refrain_nlr_new (events, process, options);
  for (gsize i = 0; i < stream->n; i++)
    {
      if (i % CHECK_EVENTS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      refrain_nlr_push (nlr, stream->event[i]);
    }
  model = finish (nlr);
  return refrain_loop_share (model, options->share, options->max_body, cancellable, error);
}

typedef struct
{
  RefrainLoopEvents *events;
  const RefrainNlrOptions *options;
  GCancellable *cancellable;
  RefrainLoopModel **model;
} All;

static void
model_process (gsize process, gpointer data)
{
  All *all = data;

  all->model[process] = refrain_nlr_model_process (all->events, (guint) process, all->options,
                                                   all->cancellable, NULL);
}

GPtrArray *
refrain_nlr_model_all (RefrainLoopEvents *events,
                       const RefrainNlrOptions *options,
                       GCancellable *cancellable,
                       GError **error)
{
  const guint n = refrain_loop_events_get_n_processes (events);
  g_autofree RefrainLoopModel **model = g_new0 (RefrainLoopModel *, (gsize) n + 1);
  g_autoptr (GPtrArray) models = g_ptr_array_new_full (n, g_object_unref);
  All all = { events, options, cancellable, model };

  refrain_parallel_run (n, model_process, &all, cancellable);
  for (guint p = 0; p < n; p++)
    if (model[p] != NULL)
      g_ptr_array_add (models, model[p]);
  if (models->len < n && g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_assert (models->len == n);
  return g_steal_pointer (&models);
}
