/* refrain-loop-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-model.h"

#include "refrain-loop-model-private.h"

G_DEFINE_FINAL_TYPE (RefrainLoopModel, refrain_loop_model, G_TYPE_OBJECT)

static void
refrain_loop_model_finalize (GObject *object)
{
  RefrainLoopModel *self = REFRAIN_LOOP_MODEL (object);

  g_free (self->constructs);
  g_free (self->affine_terms);
  g_free (self->links);
  g_free (self->definitions);
  g_free (self->coverage.bits);
  g_free (self->whole_coverage);
  g_free (self->n_events);
  g_mutex_clear (&self->lock);
  g_clear_object (&self->events);
  G_OBJECT_CLASS (refrain_loop_model_parent_class)->finalize (object);
}

static void
refrain_loop_model_class_init (RefrainLoopModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_loop_model_finalize;
}

static void
refrain_loop_model_init (RefrainLoopModel *self)
{
  g_mutex_init (&self->lock);
}

RefrainLoopEvents *
refrain_loop_model_get_events (RefrainLoopModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), NULL);
  return self->events;
}

const RefrainConstruct *
refrain_loop_model_get_constructs (RefrainLoopModel *self, guint32 *n)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), NULL);
  *n = self->n_constructs;
  return self->constructs;
}

const RefrainConstructLink *
refrain_loop_model_get_links (RefrainLoopModel *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), NULL);
  *n = self->n_links;
  return self->links;
}

const RefrainAffineTerm *
refrain_loop_model_get_affine_terms (RefrainLoopModel *self, const RefrainAffine *affine)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), NULL);
  return affine->n == 0 ? NULL : self->affine_terms + affine->first;
}

gint64
refrain_loop_model_evaluate (RefrainLoopModel *self,
                             const RefrainAffine *affine,
                             const gint64 *index)
{
  guint64 sum = (guint64) affine->constant;

  for (guint32 i = 0; i < affine->n; i++)
    {
      const RefrainAffineTerm *term = &self->affine_terms[affine->first + i];

      sum += (guint64) term->coefficient * (guint64) index[term->depth];
    }
  return (gint64) sum;
}

guint64
refrain_loop_model_count (RefrainLoopModel *self,
                          const RefrainConstruct *construct,
                          const gint64 *index)
{
  return (guint64) MAX (
      refrain_loop_model_evaluate (self, REFRAIN_CONSTRUCT_COUNT (construct), index), 0);
}

guint32
refrain_loop_model_get_depth (RefrainLoopModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), 0);
  return self->depth;
}

char *
refrain_loop_model_get_definition_name (guint32 number)
{
  char name[8];
  gsize at = sizeof name;
  guint64 rest = (guint64) number + 1;

  name[--at] = '\0';
  for (; rest > 0; rest = (rest - 1) / 26)
    name[--at] = (char) ('A' + (rest - 1) % 26);
  return g_strdup (name + at);
}

/* ---- The builder ---------------------------------------------------------------------------- */

struct _RefrainLoopModelBuilder
{
  RefrainLoopEvents *events;
  GArray *constructs;   /* of RefrainConstruct */
  GArray *affine_terms; /* of RefrainAffineTerm */
  GArray *links;        /* of RefrainConstructLink */
  GArray *definitions;  /* of guint32 */
  guint32 open;         /* innermost open construct, or REFRAIN_NONE */
  guint32 n_loops;      /* open loops */
  guint32 depth;        /* most loops ever open */
};

RefrainLoopModelBuilder *
refrain_loop_model_builder_new (RefrainLoopEvents *events)
{
  RefrainLoopModelBuilder *self;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (events), NULL);
  self = g_new0 (RefrainLoopModelBuilder, 1);
  self->events = g_object_ref (events);
  self->constructs = g_array_new (FALSE, FALSE, sizeof (RefrainConstruct));
  self->affine_terms = g_array_new (FALSE, FALSE, sizeof (RefrainAffineTerm));
  self->links = g_array_new (FALSE, FALSE, sizeof (RefrainConstructLink));
  self->definitions = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->open = REFRAIN_NONE;
  return self;
}

void
refrain_loop_model_builder_free (RefrainLoopModelBuilder *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->constructs, g_array_unref);
  g_clear_pointer (&self->affine_terms, g_array_unref);
  g_clear_pointer (&self->links, g_array_unref);
  g_clear_pointer (&self->definitions, g_array_unref);
  g_object_unref (self->events);
  g_free (self);
}

RefrainAffine
refrain_loop_model_builder_affine (RefrainLoopModelBuilder *self,
                                   gint64 constant,
                                   const RefrainAffineTerm *terms,
                                   guint32 n)
{
  const RefrainAffine affine = { constant, self->affine_terms->len, n };

  g_array_append_vals (self->affine_terms, terms, n);
  return affine;
}

static guint32
add_construct (RefrainLoopModelBuilder *self, RefrainConstruct construct)
{
  const guint32 index = self->constructs->len;

  construct.parent = self->open;
  construct.end = index + 1;
  construct.depth = self->n_loops;
  g_array_append_val (self->constructs, construct);
  return index;
}

guint32
refrain_loop_model_builder_add_event (RefrainLoopModelBuilder *self,
                                      guint process,
                                      guint32 shape,
                                      RefrainAffine peer,
                                      RefrainAffine tag)
{
  const RefrainConstruct construct = {
    .kind = REFRAIN_CONSTRUCT_EVENT,
    .process = process,
    .what = shape,
    .number = { peer, tag },
  };

  g_return_val_if_fail (process < refrain_loop_events_get_n_processes (self->events), REFRAIN_NONE);
  return add_construct (self, construct);
}

guint32
refrain_loop_model_builder_open_loop (RefrainLoopModelBuilder *self, RefrainAffine count)
{
  const RefrainConstruct construct
      = { .kind = REFRAIN_CONSTRUCT_LOOP, .process = REFRAIN_NONE, .number = { count } };

  self->open = add_construct (self, construct);
  self->n_loops++;
  self->depth = MAX (self->depth, self->n_loops);
  return self->open;
}

guint32
refrain_loop_model_builder_open_definition (RefrainLoopModelBuilder *self)
{
  const RefrainConstruct construct = { .kind = REFRAIN_CONSTRUCT_DEFINITION,
                                       .process = REFRAIN_NONE,
                                       .what = self->definitions->len };

  g_return_val_if_fail (self->open == REFRAIN_NONE, REFRAIN_NONE);
  self->open = add_construct (self, construct);
  g_array_append_val (self->definitions, self->open);
  return self->open;
}

void
refrain_loop_model_builder_close (RefrainLoopModelBuilder *self)
{
  RefrainConstruct *construct;

  g_return_if_fail (self->open != REFRAIN_NONE);
  construct = &g_array_index (self->constructs, RefrainConstruct, self->open);
  construct->end = self->constructs->len;
  self->open = construct->parent;
  if (construct->kind == REFRAIN_CONSTRUCT_LOOP)
    self->n_loops--;
}

guint32
refrain_loop_model_builder_add_use (RefrainLoopModelBuilder *self, guint32 definition)
{
  const RefrainConstruct construct
      = { .kind = REFRAIN_CONSTRUCT_USE, .process = REFRAIN_NONE, .what = definition };
  const RefrainConstruct *defined;

  g_return_val_if_fail (definition < self->constructs->len, REFRAIN_NONE);
  defined = &g_array_index (self->constructs, RefrainConstruct, definition);
  /* Only a closed definition, so that none uses itself. */
  g_return_val_if_fail (defined->kind == REFRAIN_CONSTRUCT_DEFINITION, REFRAIN_NONE);
  for (guint32 outer = self->open; outer != REFRAIN_NONE;
       outer = g_array_index (self->constructs, RefrainConstruct, outer).parent)
    g_return_val_if_fail (outer != definition, REFRAIN_NONE);
  return add_construct (self, construct);
}

void
refrain_loop_model_builder_add_link (RefrainLoopModelBuilder *self, guint32 from, guint32 to)
{
  const RefrainConstructLink link = { from, to };

  g_return_if_fail (from < self->constructs->len && to < self->constructs->len);
  g_array_append_val (self->links, link);
}

RefrainLoopModel *
refrain_loop_model_builder_finish (RefrainLoopModelBuilder *self)
{
  RefrainLoopModel *model;

  g_return_val_if_fail (self->constructs != NULL && self->open == REFRAIN_NONE, NULL);
  model = g_object_new (REFRAIN_TYPE_LOOP_MODEL, NULL);
  model->events = g_object_ref (self->events);
  model->depth = self->depth;
  model->n_constructs = self->constructs->len;
  model->constructs
      = (RefrainConstruct *) (gpointer) g_array_free (g_steal_pointer (&self->constructs), FALSE);
  model->affine_terms = (RefrainAffineTerm *) (gpointer) g_array_free (
      g_steal_pointer (&self->affine_terms), FALSE);
  model->n_links = self->links->len;
  model->links
      = (RefrainConstructLink *) (gpointer) g_array_free (g_steal_pointer (&self->links), FALSE);
  model->n_definitions = self->definitions->len;
  model->definitions
      = (guint32 *) (gpointer) g_array_free (g_steal_pointer (&self->definitions), FALSE);
  return model;
}
