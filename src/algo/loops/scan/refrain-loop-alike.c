/* refrain-loop-alike.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process' part of the model is written as words in which peers and groups have the numbers in
 * which they come first: equal words, alike processes.
 */
#include "refrain-loop-alike.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-ranks.h"
#include "refrain-sequence-table.h"

struct _RefrainLoopAlike
{
  RefrainLoopModel *model;
  const RefrainConstruct *constructs;
  guint32 n_constructs;
  guint n_processes;
  guint n_classes;
  guint32 *class_of;       /* of each process */
  guint32 *representative; /* of each class */
  guint32 *sizes;
  guint32 *map; /* of each construct that is an event */
};

/* ---- What a process does -------------------------------------------------------------------- */

/* A process' part of the model, with its own numbers for peers and groups: 1 for the first. */
typedef struct
{
  RefrainLoopModel *model;
  const RefrainConstruct *constructs;
  const RefrainLoopShape *shapes;
  GArray *words;      /* of guint32 */
  GHashTable *peers;  /* of a peer: its number */
  GHashTable *groups; /* of a group: its number */
} Description;

static void
add_word (Description *self, guint32 word)
{
  g_array_append_val (self->words, word);
}

static void
add_number (Description *self, gint64 number)
{
  add_word (self, (guint32) (guint64) number);
  add_word (self, (guint32) ((guint64) number >> 32));
}

static void
add_terms (Description *self, const RefrainAffine *affine)
{
  const RefrainAffineTerm *terms = refrain_loop_model_get_affine_terms (self->model, affine);

  add_word (self, affine->n);
  for (guint32 i = 0; i < affine->n; i++)
    {
      add_word (self, terms[i].depth);
      add_number (self, terms[i].coefficient);
    }
}

static void
add_affine (Description *self, const RefrainAffine *affine)
{
  add_number (self, affine->constant);
  add_terms (self, affine);
}

static void
add_own (Description *self, GHashTable *numbers, guint32 thing)
{
  gpointer number = g_hash_table_lookup (numbers, GUINT_TO_POINTER (thing));

  if (number == NULL)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (numbers) + 1);
      g_hash_table_insert (numbers, GUINT_TO_POINTER (thing), number);
    }
  add_word (self, GPOINTER_TO_UINT (number));
}

static void
add_event (Description *self, const RefrainConstruct *construct)
{
  const RefrainLoopShape *shape = &self->shapes[construct->what];

  add_word (self, shape->kind);
  add_word (self, shape->name);
  if (shape->kind == REFRAIN_LOOP_SYNC)
    {
      gsize n;

      refrain_loop_events_get_group (refrain_loop_model_get_events (self->model), shape->group, &n);
      add_word (self, (guint32) n);
      add_own (self, self->groups, shape->group);
    }
  else if (shape->kind != REFRAIN_LOOP_LOCAL)
    {
      add_own (self, self->peers, (guint32) REFRAIN_CONSTRUCT_PEER (construct)->constant);
      add_terms (self, REFRAIN_CONSTRUCT_PEER (construct));
      add_affine (self, REFRAIN_CONSTRUCT_TAG (construct));
    }
}

/* The constructs that cover each process, in order. */
typedef struct
{
  guint32 *constructs;
  gsize *first; /* of each process, and behind the last */
} Parts;

/* Calls @func for each process that @construct covers. */
typedef void (*ProcessFunc) (guint32 construct, guint process, gpointer data);

static void
for_each_process (RefrainLoopModel *model, ProcessFunc func, gpointer data)
{
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);

  for (guint32 i = 0; i < n; i++)
    {
      gsize first, words;
      const guint64 *coverage = refrain_loop_model_get_coverage (model, i, &first, &words);

      if (constructs[i].kind == REFRAIN_CONSTRUCT_EVENT)
        func (i, constructs[i].process, data);
      else
        for (gsize w = 0; w < words; w++)
          for (guint64 bits = coverage[w]; bits != 0; bits &= bits - 1)
            func (i, (guint) ((first + w) * 64) + (guint) __builtin_ctzll (bits), data);
    }
}

static void
count_part (guint32 construct, guint process, gpointer data)
{
  ((gsize *) data)[process + 1]++;
}

static void
add_part (guint32 construct, guint process, gpointer data)
{
  Parts *self = data;

  self->constructs[self->first[process]++] = construct;
}

static void
parts_init (Parts *self, RefrainLoopModel *model)
{
  const guint n = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model));

  self->first = g_new0 (gsize, (gsize) n + 1);
  for_each_process (model, count_part, self->first);
  for (guint p = 0; p < n; p++)
    self->first[p + 1] += self->first[p];
  self->constructs = g_new (guint32, self->first[n] + 1);
  for_each_process (model, add_part, self);
  /* Each now stands where the next begins. */
  memmove (self->first + 1, self->first, n * sizeof *self->first);
  self->first[0] = 0;
}

REFRAIN_DEFINE_CLEAR (parts_clear, Parts, refrain_free (x->constructs, x->first))

static void
describe_construct (Description *self, guint32 i)
{
  const RefrainConstruct *construct = &self->constructs[i];

  add_word (self, construct->kind);
  add_word (self, construct->depth);
  if (construct->kind == REFRAIN_CONSTRUCT_EVENT)
    add_event (self, construct);
  else if (construct->kind == REFRAIN_CONSTRUCT_LOOP)
    add_affine (self, REFRAIN_CONSTRUCT_COUNT (construct));
  else
    add_word (self, construct->what);
}

/* ---- Classes -------------------------------------------------------------------------------- */

static RefrainLoopAlike *
new_empty (RefrainLoopModel *model)
{
  RefrainLoopAlike *self = g_new0 (RefrainLoopAlike, 1);

  self->model = g_object_ref (model);
  self->constructs = refrain_loop_model_get_constructs (model, &self->n_constructs);
  self->n_processes = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model));
  self->class_of = g_new (guint32, self->n_processes);
  self->representative = g_new (guint32, self->n_processes);
  self->sizes = g_new0 (guint32, self->n_processes);
  self->map = g_new (guint32, (gsize) self->n_constructs + 1);
  for (guint32 i = 0; i < self->n_constructs; i++)
    self->map[i] = i;
  return self;
}

static void
put_in_class (RefrainLoopAlike *self, guint process, guint32 class)
{
  if (class == self->n_classes)
    self->representative[self->n_classes++] = process;
  self->class_of[process] = class;
  self->sizes[class]++;
}

/* Constructs of @process stand for those of the representative one by one. */
static void
map_process (RefrainLoopAlike *self, const Parts *parts, guint process)
{
  const guint32 other = self->representative[self->class_of[process]];
  const gsize n = parts->first[process + 1] - parts->first[process];

  if (other == process)
    return;
  g_assert (parts->first[other + 1] - parts->first[other] == n);
  for (gsize i = 0; i < n; i++)
    {
      const guint32 construct = parts->constructs[parts->first[process] + i];

      if (self->constructs[construct].kind == REFRAIN_CONSTRUCT_EVENT)
        self->map[construct] = parts->constructs[parts->first[other] + i];
    }
}

RefrainLoopAlike *
refrain_loop_alike_new (RefrainLoopModel *model)
{
  g_auto (RefrainSequenceTable) table = { 0 };
  Description description = { .model = model };
  RefrainLoopAlike *self;
  Parts parts;
  guint32 n_shapes;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  self = new_empty (model);
  parts_init (&parts, model);
  refrain_sequence_table_init (&table);
  description.constructs = self->constructs;
  description.shapes
      = refrain_loop_events_get_shapes (refrain_loop_model_get_events (model), &n_shapes);
  description.words = g_array_new (FALSE, FALSE, sizeof (guint32));
  description.peers = g_hash_table_new (NULL, NULL);
  description.groups = g_hash_table_new (NULL, NULL);
  for (guint p = 0; p < self->n_processes; p++)
    {
      g_array_set_size (description.words, 0);
      g_hash_table_remove_all (description.peers);
      g_hash_table_remove_all (description.groups);
      for (gsize i = parts.first[p]; i < parts.first[p + 1]; i++)
        describe_construct (&description, parts.constructs[i]);
      put_in_class (self, p,
                    refrain_sequence_table_add (&table, (const guint32 *) description.words->data,
                                                description.words->len, NULL));
      map_process (self, &parts, p);
    }
  parts_clear (&parts);
  g_array_unref (description.words);
  g_hash_table_unref (description.peers);
  g_hash_table_unref (description.groups);
  return self;
}

RefrainLoopAlike *
refrain_loop_alike_new_distinct (RefrainLoopModel *model)
{
  RefrainLoopAlike *self;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);
  self = new_empty (model);
  for (guint p = 0; p < self->n_processes; p++)
    put_in_class (self, p, p);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_loop_alike_free, RefrainLoopAlike, g_object_unref (x->model);
                             refrain_free (x->class_of, x->representative, x->sizes, x->map))

REFRAIN_READER (refrain_loop_alike_get_n_classes, const RefrainLoopAlike, guint, self->n_classes)

guint
refrain_loop_alike_get_class (const RefrainLoopAlike *self, guint process)
{
  g_return_val_if_fail (process < self->n_processes, 0);
  return self->class_of[process];
}

guint
refrain_loop_alike_get_representative (const RefrainLoopAlike *self, guint class)
{
  g_return_val_if_fail (class < self->n_classes, 0);
  return self->representative[class];
}

guint
refrain_loop_alike_get_size (const RefrainLoopAlike *self, guint class)
{
  g_return_val_if_fail (class < self->n_classes, 0);
  return self->sizes[class];
}

char *
refrain_loop_describe_processes (const guint64 *processes, guint n)
{
  GString *text = g_string_new (NULL);
  g_autofree guint32 *ranks = g_new (guint32, n + 1);
  guint n_ranks = 0;

  for (guint p = 0; p < n; p++)
    if ((processes[p / 64] >> p % 64 & 1) != 0)
      ranks[n_ranks++] = p;
  refrain_ranks_append (text, ranks, n_ranks);
  return g_string_free (text, FALSE);
}

char *
refrain_loop_alike_describe (const RefrainLoopAlike *self, guint class)
{
  g_autofree guint64 *bits = g_new0 (guint64, self->n_processes / 64 + 1);

  g_return_val_if_fail (class < self->n_classes, NULL);
  for (guint p = 0; p < self->n_processes; p++)
    if (self->class_of[p] == class)
      bits[p / 64] |= G_GUINT64_CONSTANT (1) << p % 64;
  return refrain_loop_describe_processes (bits, self->n_processes);
}

guint32
refrain_loop_alike_map (const RefrainLoopAlike *self, guint32 event)
{
  g_return_val_if_fail (event < self->n_constructs, REFRAIN_NONE);
  return self->map[event];
}
