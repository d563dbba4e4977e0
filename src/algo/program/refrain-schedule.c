/* refrain-schedule.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * List scheduling (Graham 1966) of the partial order of steps: of those that can be next the one
 * with the longest rest, and with it all that look alike. Those that can be next have no process in
 * common, since each process goes through its steps one by one.
 */
#include "refrain-draft.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-heap.h"

typedef struct
{
  const RefrainSteps *steps;
  const guint32 *signature;
  guint32 *n_members;                /* of a type: processes in it */
  guint32 *arrived;                  /* of a step: processes that wait for it */
  gsize *at;                         /* of a process: its place in its chain */
  guint32 *head;                     /* of a signature: a ready step, or REFRAIN_NONE */
  guint32 *next;                     /* of a ready step: another of its signature */
  guint8 *taken;                     /* of a step */
  GArray *heap;                      /* of guint32: ready steps */
  GArray *together;                  /* of guint32: steps that are taken at once */
  RefrainSequenceTable combinations; /* of types */
  GArray *group_of;                  /* of guint32: group of a combination */
  RefrainSchedule *schedule;
} Scheduler;

/* The first process of a step. */
static guint32
get_first (const Scheduler *self, guint32 step)
{
  gsize n;
  const guint32 phase
      = *refrain_sequence_table_get (&self->steps->types, self->steps->type[step], &n);

  return *refrain_sequence_table_get (&self->steps->phases, phase, &n);
}

static gboolean
comes_before (const Scheduler *self, guint32 a, guint32 b)
{
  const guint32 *tail = self->steps->tail;

  return tail[a] != tail[b] ? tail[a] > tail[b] : get_first (self, a) < get_first (self, b);
}

/* @process comes to its next step. */
static void
arrive (Scheduler *self, guint process)
{
  const RefrainSteps *steps = self->steps;
  guint32 step, signature;

  if (self->at[process] == steps->chain_first[process + 1])
    return;
  step = steps->chain[self->at[process]];
  if (++self->arrived[step] < self->n_members[steps->type[step]])
    return;
  signature = self->signature[steps->type[step]];
  self->next[step] = self->head[signature];
  self->head[signature] = step;
  REFRAIN_HEAP_PUSH (self->heap, guint32, step, comes_before (self, *x, *y));
}

static int
compare_first (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 left = get_first (data, *(const guint32 *) a);
  const guint32 right = get_first (data, *(const guint32 *) b);

  return (left > right) - (left < right);
}

/* The phases of the combination @types, by process. */
static guint32
add_group (Scheduler *self, const guint32 *types, gsize n_types)
{
  const RefrainSteps *steps = self->steps;
  g_autoptr (GArray) phases = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint64 *keys = NULL;
  g_autofree guint32 *sorted = NULL;

  for (gsize i = 0; i < n_types; i++)
    {
      gsize n;
      const guint32 *words = refrain_sequence_table_get (&steps->types, types[i], &n);

      g_array_append_vals (phases, words, (guint) n);
    }
  keys = g_new (guint64, phases->len + 1);
  sorted = g_new (guint32, phases->len + 1);
  for (guint i = 0; i < phases->len; i++)
    {
      gsize n;
      const guint32 *words
          = refrain_sequence_table_get (&steps->phases, g_array_index (phases, guint32, i), &n);

      keys[i] = (guint64) words[0] << 32 | i;
    }
  if (n_types > 1)
    refrain_sort (keys, phases->len, sizeof *keys, refrain_compare_uint64);
  for (guint i = 0; i < phases->len; i++)
    sorted[i] = g_array_index (phases, guint32, (guint32) keys[i]);
  return refrain_sequence_table_add (&self->schedule->groups, sorted, phases->len, NULL);
}

/* Takes all ready steps of @signature as one. */
static void
take (Scheduler *self, guint32 signature)
{
  const RefrainSteps *steps = self->steps;
  g_autofree guint32 *types = NULL;
  guint32 combination, group;
  gboolean is_new;

  g_array_set_size (self->together, 0);
  for (guint32 s = self->head[signature]; s != REFRAIN_NONE; s = self->next[s])
    {
      self->taken[s] = TRUE;
      g_array_append_val (self->together, s);
    }
  self->head[signature] = REFRAIN_NONE;
  if (self->together->len > 1)
    g_array_sort_with_data (self->together, compare_first, self);
  types = g_new (guint32, self->together->len);
  for (guint i = 0; i < self->together->len; i++)
    types[i] = steps->type[g_array_index (self->together, guint32, i)];
  combination
      = refrain_sequence_table_add (&self->combinations, types, self->together->len, &is_new);
  if (is_new)
    {
      group = add_group (self, types, self->together->len);
      g_array_append_val (self->group_of, group);
    }
  group = g_array_index (self->group_of, guint32, combination);
  g_array_append_val (self->schedule->order, group);
}

/* All processes of the steps that were taken go on. */
static void
go_on (Scheduler *self)
{
  const RefrainSteps *steps = self->steps;

  for (guint i = 0; i < self->together->len; i++)
    {
      const guint32 step = g_array_index (self->together, guint32, i);
      gsize n, m;
      const guint32 *phases = refrain_sequence_table_get (&steps->types, steps->type[step], &n);
      guint32 last = REFRAIN_NONE;

      for (gsize j = 0; j < n; j++)
        {
          const guint32 process = *refrain_sequence_table_get (&steps->phases, phases[j], &m);

          if (process == last)
            continue;
          last = process;
          self->at[process]++;
          arrive (self, process);
        }
    }
}

/* How many processes are in a step of each type. */
static void
count_members (Scheduler *self)
{
  const RefrainSteps *steps = self->steps;

  self->n_members = g_new0 (guint32, steps->types.n + 1);
  for (guint32 t = 0; t < steps->types.n; t++)
    {
      gsize n, m;
      const guint32 *phases = refrain_sequence_table_get (&steps->types, t, &n);
      guint32 last = REFRAIN_NONE;

      for (gsize i = 0; i < n; i++)
        {
          const guint32 process = *refrain_sequence_table_get (&steps->phases, phases[i], &m);

          self->n_members[t] += process != last;
          last = process;
        }
    }
}

REFRAIN_DEFINE_CLEAR (scheduler_clear,
                      Scheduler,
                      refrain_free (x->n_members, x->arrived, x->at, x->head, x->next, x->taken);
                      refrain_unref_arrays (x->heap, x->together, x->group_of);
                      refrain_sequence_table_clear (&x->combinations))

RefrainSchedule *
refrain_schedule_new (const RefrainSteps *steps, const guint32 *signature)
{
  RefrainSchedule *schedule = g_new0 (RefrainSchedule, 1);
  Scheduler self = { .steps = steps, .signature = signature, .schedule = schedule };

  refrain_sequence_table_init (&schedule->groups);
  schedule->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  count_members (&self);
  self.arrived = g_new0 (guint32, steps->n_steps + 1);
  self.at = g_new (gsize, steps->n_processes + 1);
  self.head = g_new (guint32, steps->types.n + 1);
  self.next = g_new (guint32, steps->n_steps + 1);
  self.taken = g_new0 (guint8, steps->n_steps + 1);
  self.heap = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.together = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.group_of = g_array_new (FALSE, FALSE, sizeof (guint32));
  refrain_sequence_table_init (&self.combinations);
  for (guint32 t = 0; t < steps->types.n; t++)
    self.head[t] = REFRAIN_NONE;
  for (guint p = 0; p < steps->n_processes; p++)
    {
      self.at[p] = steps->chain_first[p];
      arrive (&self, p);
    }
  while (self.heap->len > 0)
    {
      const guint32 step = REFRAIN_HEAP_POP (self.heap, guint32, comes_before (&self, *x, *y));

      if (self.taken[step])
        continue;
      take (&self, signature[steps->type[step]]);
      go_on (&self);
    }
  scheduler_clear (&self);
  return schedule;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_schedule_free,
                             RefrainSchedule,
                             refrain_sequence_table_clear (&x->groups);
                             g_array_unref (x->order))
