/* refrain-loop-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Constructs in one array, in document order. What a model covers and how much it stands for is
 * found without running it: each construct's runs are counted from the outside in, the last
 * definition first. Running it for a process leaves out what does not cover it.
 */
#include "refrain-loop-model.h"

#include "refrain-free.h"
#include "refrain-loop-coverage.h"
#include "refrain-object.h"

struct _RefrainLoopModel
{
  GObject parent_instance;

  RefrainLoopEvents *events;
  guint32 n_constructs;
  RefrainConstruct *constructs;
  RefrainAffineTerm *affine_terms;
  gsize n_links;
  RefrainConstructLink *links;
  guint32 depth;
  guint32 n_definitions;
  guint32 *definitions; /* construct of each, in their order */

  GMutex lock; /* for making what follows, which then never changes */
  RefrainLoopCoverage *coverage;
  guint64 *n_events;
};

/* The first construct of the body of @construct, which ends where the construct ends. */
#define BODY(construct) ((construct) + 1)

/* Whether a construct has a body of its own. */
static inline gboolean
has_body (const RefrainConstruct *construct)
{
  return construct->kind == REFRAIN_CONSTRUCT_LOOP
         || construct->kind == REFRAIN_CONSTRUCT_DEFINITION;
}

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainLoopModel, refrain_loop_model)

static void
refrain_loop_model_finalize (RefrainLoopModel *self)
{
  refrain_free (self->constructs, self->affine_terms, self->links, self->definitions);
  g_clear_pointer (&self->coverage, refrain_loop_coverage_free);
  g_free (self->n_events);
  g_mutex_clear (&self->lock);
  g_clear_object (&self->events);
}

static void
refrain_loop_model_init (RefrainLoopModel *self)
{
  g_mutex_init (&self->lock);
}

REFRAIN_GETTER (RefrainLoopModel, refrain_loop_model, RefrainLoopEvents *, get_events, self->events)

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

/* The iterations of loop @construct, never negative. */
static guint64
count_iterations (RefrainLoopModel *self, const RefrainConstruct *construct, const gint64 *index)
{
  return (guint64) MAX (
      refrain_loop_model_evaluate (self, REFRAIN_CONSTRUCT_COUNT (construct), index), 0);
}

REFRAIN_GETTER (RefrainLoopModel, refrain_loop_model, guint32, get_depth, self->depth)

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

REFRAIN_DEFINE_FREE_OR_NULL (refrain_loop_model_builder_free,
                             RefrainLoopModelBuilder,
                             g_clear_pointer (&x->constructs, g_array_unref);
                             g_clear_pointer (&x->affine_terms, g_array_unref);
                             g_clear_pointer (&x->links, g_array_unref);
                             g_clear_pointer (&x->definitions, g_array_unref);
                             g_object_unref (x->events))

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

/* ---- As bytes ------------------------------------------------------------------------------- */

typedef struct
{
  guint32 n_constructs, n_affine_terms, n_links, n_definitions, depth;
} Packed;

void
refrain_loop_model_pack (RefrainLoopModel *self, GByteArray *parcel)
{
  Packed head = { self->n_constructs, 0, (guint32) self->n_links, 0, self->depth };

  g_return_if_fail (REFRAIN_IS_LOOP_MODEL (self));

  for (guint32 i = 0; i < self->n_constructs; i++)
    {
      head.n_definitions += self->constructs[i].kind == REFRAIN_CONSTRUCT_DEFINITION;
      for (guint k = 0; k < G_N_ELEMENTS (self->constructs[i].number); k++)
        head.n_affine_terms = MAX (head.n_affine_terms, self->constructs[i].number[k].first
                                                            + self->constructs[i].number[k].n);
    }
  REFRAIN_PARCEL_PUT (parcel, head);
  g_byte_array_append (parcel, (const guint8 *) self->constructs,
                       (guint) (head.n_constructs * sizeof *self->constructs));
  g_byte_array_append (parcel, (const guint8 *) self->affine_terms,
                       (guint) (head.n_affine_terms * sizeof *self->affine_terms));
  g_byte_array_append (parcel, (const guint8 *) self->links,
                       (guint) (head.n_links * sizeof *self->links));
  g_byte_array_append (parcel, (const guint8 *) self->definitions,
                       (guint) (head.n_definitions * sizeof *self->definitions));
}

RefrainLoopModel *
refrain_loop_model_unpack (RefrainParcel *parcel, RefrainLoopEvents *events)
{
  RefrainLoopModel *self = g_object_new (REFRAIN_TYPE_LOOP_MODEL, NULL);
  Packed head;

  refrain_parcel_take (parcel, &head, sizeof head);
  self->events = g_object_ref (events);
  self->depth = head.depth;
  self->n_constructs = head.n_constructs;
  self->constructs
      = refrain_parcel_take_array (parcel, head.n_constructs, sizeof *self->constructs);
  self->affine_terms
      = refrain_parcel_take_array (parcel, head.n_affine_terms, sizeof *self->affine_terms);
  self->n_links = head.n_links;
  self->links = refrain_parcel_take_array (parcel, head.n_links, sizeof *self->links);
  self->n_definitions = head.n_definitions;
  self->definitions
      = refrain_parcel_take_array (parcel, head.n_definitions, sizeof *self->definitions);
  return self;
}

/* ---- Which processes ------------------------------------------------------------------------ */

static const RefrainLoopCoverage *
find_coverage (RefrainLoopModel *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->coverage == NULL)
    self->coverage = refrain_loop_coverage_new (self->constructs, self->n_constructs);
  return self->coverage;
}

const guint64 *
refrain_loop_model_get_coverage (RefrainLoopModel *self, guint32 construct, gsize *first, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), NULL);
  g_return_val_if_fail (construct < self->n_constructs, NULL);
  g_return_val_if_fail (first != NULL && n != NULL, NULL);

  return refrain_loop_coverage_get (find_coverage (self), construct, first, n);
}

gboolean
refrain_loop_model_covers (RefrainLoopModel *self, guint32 construct, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), FALSE);
  return refrain_loop_coverage_has (find_coverage (self), construct, process);
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
          const guint64 count = count_iterations (model, construct, weights->index);

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

REFRAIN_DEFINE_AUTO (weights_clear,
                     Weights,
                     refrain_free (x->runs, x->runs_in_loops, x->varies, x->index))

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

/* ---- Running --------------------------------------------------------------------------------- */

/* A construct that covers the process, and where the next one of the same body stands. */
typedef struct
{
  guint32 construct;
  guint32 end;
} Step;

/* What remains of a model for one process, in document order. */
typedef struct
{
  GArray *steps;    /* of Step */
  guint32 *step_of; /* of a definition's number: its step, or REFRAIN_NONE */
} Program;

/* A body being run. */
typedef struct
{
  guint32 at;    /* next step */
  guint32 first; /* of the body */
  guint32 end;
  guint32 index; /* where in the stack of indices those of this nest begin */
  guint32 depth; /* of the loop whose body it is */
  guint64 rest;  /* iterations that follow this one */
} Frame;

REFRAIN_DEFINE_AUTO (program_clear, Program, g_clear_pointer (&x->steps, g_array_unref);
                     g_clear_pointer (&x->step_of, g_free))

static void
program_init (Program *self, RefrainLoopModel *model, guint process)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  const RefrainLoopCoverage *coverage = find_coverage (model);

  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  self->step_of = g_new (guint32, model->n_definitions);
  for (guint32 i = 0; i < model->n_definitions; i++)
    self->step_of[i] = REFRAIN_NONE;
  for (guint32 i = 0; i < model->n_constructs;)
    {
      const RefrainConstruct *construct = &model->constructs[i];
      const Step step = { i, self->steps->len + 1 };
      const guint32 number = self->steps->len;

      for (; open->len > 0; g_array_set_size (open, open->len - 1))
        {
          Step *outer
              = &g_array_index (self->steps, Step, g_array_index (open, guint32, open->len - 1));

          if (i < model->constructs[outer->construct].end)
            break;
          outer->end = self->steps->len;
        }
      if (!refrain_loop_coverage_has (coverage, i, process))
        {
          i = construct->end;
          continue;
        }
      g_array_append_val (self->steps, step);
      if (construct->kind == REFRAIN_CONSTRUCT_DEFINITION)
        self->step_of[construct->what] = number;
      if (has_body (construct))
        g_array_append_val (open, number);
      i++;
    }
  for (guint i = 0; i < open->len; i++)
    g_array_index (self->steps, Step, g_array_index (open, guint32, i)).end = self->steps->len;
}

static void
push_body (GArray *frames, const Program *program, guint32 step, Frame frame)
{
  frame.first = frame.at = step + 1;
  frame.end = g_array_index (program->steps, Step, step).end;
  g_array_append_val (frames, frame);
}

/* Goes into the body of @step, a loop or use, if it is run at all. */
static void
enter_body (RefrainLoopModel *self,
            const Program *program,
            GArray *frames,
            GArray *indices,
            guint32 step,
            const Frame *outer)
{
  const RefrainConstruct *construct
      = &self->constructs[g_array_index (program->steps, Step, step).construct];

  if (construct->kind == REFRAIN_CONSTRUCT_USE)
    {
      const Frame frame = { .index = outer->index + self->depth };

      if (indices->len < frame.index + self->depth)
        g_array_set_size (indices, frame.index + self->depth);
      push_body (frames, program, program->step_of[self->constructs[construct->what].what], frame);
    }
  else
    {
      gint64 *index = &g_array_index (indices, gint64, outer->index);
      const guint64 count = count_iterations (self, construct, index);
      const Frame frame = { .index = outer->index, .depth = construct->depth, .rest = count - 1 };

      if (count == 0)
        return;
      index[construct->depth] = 1;
      push_body (frames, program, step, frame);
    }
}

gboolean
refrain_loop_model_run (RefrainLoopModel *self,
                        guint process,
                        RefrainLoopVisitFunc func,
                        gpointer data)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_autoptr (GArray) indices = g_array_new (FALSE, TRUE, sizeof (gint64));
  g_auto (Program) program = { NULL };
  Frame top = { 0 };

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), FALSE);

  program_init (&program, self, process);
  top.end = program.steps->len;
  g_array_set_size (indices, self->depth + 1);
  g_array_append_val (frames, top);
  while (frames->len > 0)
    {
      Frame *frame = &g_array_index (frames, Frame, frames->len - 1);
      gint64 *index = &g_array_index (indices, gint64, frame->index);
      const RefrainConstruct *construct;
      const Step *step;

      if (frame->at == frame->end)
        {
          if (frame->rest == 0)
            {
              g_array_set_size (frames, frames->len - 1);
              continue;
            }
          frame->rest--;
          frame->at = frame->first;
          index[frame->depth]++;
          if (frame->first == frame->end)
            frame->rest = 0;
          continue;
        }
      step = &g_array_index (program.steps, Step, frame->at);
      construct = &self->constructs[step->construct];
      if (construct->kind == REFRAIN_CONSTRUCT_EVENT)
        {
          const RefrainLoopEvent event = {
            construct->what,
            (gint32) refrain_loop_model_evaluate (self, REFRAIN_CONSTRUCT_PEER (construct), index),
            (gint32) refrain_loop_model_evaluate (self, REFRAIN_CONSTRUCT_TAG (construct), index),
          };

          frame->at++;
          if (!func (&event, step->construct, index, data))
            return FALSE;
        }
      else
        {
          const Frame outer = *frame;

          frame->at = step->end;
          if (construct->kind != REFRAIN_CONSTRUCT_DEFINITION)
            enter_body (self, &program, frames, indices, outer.at, &outer);
        }
    }
  return TRUE;
}
