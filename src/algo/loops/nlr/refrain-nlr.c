/* refrain-nlr.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Events as leaves of the stack of terms, and its terms as a model.
 */
#include "refrain-nlr.h"

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-nlr-stack.h"
#include "refrain-parallel.h"
#include "refrain-trace-shares.h"

enum
{
  EVENT_NUMBERS = 2,     /* peer and tag */
  CHECK_EVENTS = 1 << 16 /* cancelled in between? */
};

#define UNKNOWN_PEER (-1)

/* Where numbers must not advance, each distinct event is a leaf of its own; where only tags may,
 * the first one pushed of those that differ in nothing else; else each shape is two, the second
 * half for those without a known peer. Those that are pushed get onto the stack. */
struct _RefrainNlr
{
  RefrainLoopEvents *events;
  const RefrainLoopEvent *event;
  guint32 n_events;
  const RefrainLoopShape *shape;
  guint32 n_shapes;
  guint process;
  RefrainNlrOptions options;
  guint32 *on_stack;   /* by leaf: its shape on the stack + 1, or 0 */
  GHashTable *leaf_of; /* of shape and peer: event + 1; where only tags advance */
  RefrainNlrStack *stack;
};

/* ---- Pushing -------------------------------------------------------------------------------- */

static gboolean
has_numbers (const RefrainNlr *self, guint32 shape)
{
  return self->shape[shape].kind == REFRAIN_LOOP_SEND
         || self->shape[shape].kind == REFRAIN_LOOP_RECV;
}

/* Messages by what they are apart from their tags. */
static guint
hash_leaf (gconstpointer key)
{
  const RefrainLoopEvent *event = key;

  return (event->shape * 2654435761u ^ (guint) event->peer) * 2246822519u;
}

static gboolean
equal_leaf (gconstpointer a, gconstpointer b)
{
  const RefrainLoopEvent *x = a, *y = b;

  return x->shape == y->shape && x->peer == y->peer;
}

RefrainNlr *
refrain_nlr_new (RefrainLoopEvents *events, guint process, const RefrainNlrOptions *options)
{
  RefrainNlr *self;
  gsize n_leaves;

  g_return_val_if_fail (options->max_body >= 1, NULL);

  self = g_new0 (RefrainNlr, 1);
  self->events = g_object_ref (events);
  self->event = refrain_loop_events_get_events (events, &self->n_events);
  self->shape = refrain_loop_events_get_shapes (events, &self->n_shapes);
  self->process = process;
  self->options = *options;
  n_leaves = options->affine == REFRAIN_AFFINE_ALL ? 2 * (gsize) self->n_shapes : self->n_events;
  if (options->affine == REFRAIN_AFFINE_TAGS)
    self->leaf_of = g_hash_table_new_full (hash_leaf, equal_leaf, NULL, NULL);
  g_assert (n_leaves < G_MAXUINT32 / 2);
  self->on_stack = g_new0 (guint32, n_leaves + 1);
  self->stack = refrain_nlr_stack_new (options->max_body, options->affine != REFRAIN_AFFINE_NONE);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_nlr_free, RefrainNlr, refrain_nlr_stack_free (x->stack);
                             g_free (x->on_stack);
                             g_clear_pointer (&x->leaf_of, g_hash_table_unref);
                             g_object_unref (x->events))

static void
put_on_stack (RefrainNlr *self, guint32 leaf, guint32 shape)
{
  guint32 n_numbers = 0;

  if (self->options.affine == REFRAIN_AFFINE_ALL && has_numbers (self, shape))
    n_numbers = leaf == shape ? EVENT_NUMBERS : 1;
  else if (self->options.affine == REFRAIN_AFFINE_TAGS && has_numbers (self, shape))
    n_numbers = 1;
  self->on_stack[leaf] = refrain_nlr_stack_add_leaf (self->stack, n_numbers, leaf) + 1;
}

/* The leaf of all messages with the shape and peer of @event. */
static guint32
find_tag_leaf (RefrainNlr *self, guint32 event)
{
  const gpointer key = (gpointer) &self->event[event];
  const gpointer known = g_hash_table_lookup (self->leaf_of, key);

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  g_hash_table_insert (self->leaf_of, key, GUINT_TO_POINTER (event + 1));
  return event;
}

/* Events of one shape differ in their numbers; a peer that is not known is none. */
void
refrain_nlr_push (RefrainNlr *self, guint32 event)
{
  const RefrainLoopEvent *pushed = &self->event[event];
  gint64 number[EVENT_NUMBERS];
  guint32 leaf = event;

  g_return_if_fail (event < self->n_events);

  number[0] = pushed->peer;
  number[1] = pushed->tag;
  if (self->options.affine == REFRAIN_AFFINE_TAGS && has_numbers (self, pushed->shape))
    {
      leaf = find_tag_leaf (self, event);
      number[0] = pushed->tag;
    }
  else if (self->options.affine == REFRAIN_AFFINE_ALL)
    {
      leaf = pushed->shape;
      if (G_UNLIKELY (pushed->peer == UNKNOWN_PEER) && has_numbers (self, leaf))
        {
          leaf += self->n_shapes;
          number[0] = pushed->tag;
        }
    }
  if (G_UNLIKELY (self->on_stack[leaf] == 0))
    put_on_stack (self, leaf, pushed->shape);
  refrain_nlr_stack_push (self->stack, self->on_stack[leaf] - 1, number);
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
             const RefrainNlrShape *leaf,
             const gint64 *constant,
             const gint64 *const *coefficient,
             guint32 depth)
{
  const RefrainNlr *nlr = self->nlr;
  RefrainAffine peer = { 0 }, tag = { 0 };
  guint32 shape = leaf->name;

  if (nlr->options.affine != REFRAIN_AFFINE_ALL)
    {
      shape = nlr->event[leaf->name].shape;
      peer = make_affine (self, nlr->event[leaf->name].peer, NULL, 0, 0);
      tag = leaf->n_numbers > 0 ? make_affine (self, constant[0], coefficient, 0, depth)
                                : make_affine (self, nlr->event[leaf->name].tag, NULL, 0, 0);
    }
  else if (leaf->n_numbers == EVENT_NUMBERS)
    {
      peer = make_affine (self, constant[0], coefficient, 0, depth);
      tag = make_affine (self, constant[1], coefficient, 1, depth);
    }
  else if (leaf->name >= nlr->n_shapes)
    {
      shape = leaf->name - nlr->n_shapes;
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
      write_event (self, &shape, constant, coefficient, depth);
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

/* The model of what was pushed; nothing can be pushed any more. */
static RefrainLoopModel *
refrain_nlr_finish (RefrainNlr *self)
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

/* ---- Processes ------------------------------------------------------------------------------ */

static RefrainLoopModel *
make_model (RefrainLoopEvents *events,
            guint process,
            const RefrainNlrOptions *options,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (RefrainNlr) nlr = NULL;
  const RefrainLoopStream *stream;

  stream = refrain_loop_events_get_stream (events, process);
  nlr = refrain_nlr_new (events, process, options);
  for (gsize i = 0; i < stream->n; i++)
    {
      if (i % CHECK_EVENTS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      refrain_nlr_push (nlr, stream->event[i]);
    }
  return refrain_nlr_finish (nlr);
}

typedef struct
{
  RefrainLoopEvents *events;
  const RefrainNlrOptions *options;
  GCancellable *cancellable;
  RefrainLoopModel **model;
} All;

static const RefrainShares *
get_shares (RefrainLoopEvents *events)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (events);

  return trace != NULL ? refrain_trace_get_shares (trace) : NULL;
}

static void
model_process (gsize process, gpointer data)
{
  All *all = data;

  if (!refrain_shares_own (get_shares (all->events), (guint) process))
    return;
  all->model[process]
      = make_model (all->events, (guint) process, all->options, all->cancellable, NULL);
}

/* With the team: the models of all members' processes. */
static void
gather_models (All *all, const RefrainShares *shares)
{
  g_autoptr (GByteArray) mine = g_byte_array_new ();
  g_autoptr (GPtrArray) given = NULL;

  for (guint p = shares->first[shares->team->me]; p < shares->first[shares->team->me + 1]; p++)
    refrain_loop_model_pack (all->model[p], mine);
  given = refrain_team_gather (shares->team, mine->data, mine->len);
  for (guint m = 0; given != NULL && m < given->len; m++)
    {
      RefrainParcel parcel = refrain_parcel_open (given, m);

      for (guint p = shares->first[m]; p < shares->first[m + 1]; p++)
        {
          g_clear_object (&all->model[p]);
          all->model[p] = refrain_loop_model_unpack (&parcel, all->events);
        }
    }
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
  if (get_shares (events) != NULL && !g_cancellable_is_cancelled (cancellable))
    gather_models (&all, get_shares (events));
  for (guint p = 0; p < n; p++)
    if (model[p] != NULL)
      g_ptr_array_add (models, model[p]);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&models);
}

RefrainLoopModel *
refrain_nlr_model_process (RefrainLoopEvents *events,
                           guint process,
                           const RefrainNlrOptions *options,
                           GCancellable *cancellable,
                           GError **error)
{
  const RefrainShares *shares;
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autoptr (GByteArray) mine = g_byte_array_new ();
  g_autoptr (GPtrArray) given = NULL;
  RefrainParcel parcel;

  g_return_val_if_fail (process < refrain_loop_events_get_n_processes (events), NULL);

  shares = get_shares (events);
  if (refrain_shares_own (shares, process))
    model = make_model (events, process, options, cancellable, error);
  if (shares == NULL || g_cancellable_is_cancelled (cancellable))
    return g_steal_pointer (&model);
  if (model != NULL)
    refrain_loop_model_pack (model, mine);
  given = refrain_team_gather (shares->team, mine->data, mine->len);
  if (given == NULL)
    {
      /* What a team that is over lacks, nobody prints. */
      g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, "the model of one process");
      return NULL;
    }
  parcel = refrain_parcel_open (given, refrain_shares_get_owner (shares, process));
  return refrain_loop_model_unpack (&parcel, events);
}
