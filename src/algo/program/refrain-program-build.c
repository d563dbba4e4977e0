/* refrain-program-build.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which mapping, which cuts, and where tags are told: what makes the text shortest. Where the run
 * is long, its beginning decides, and the whole is written once.
 */
#include "config.h"

#include <string.h>

#include "refrain-mapping.h"
#include "refrain-program-mappings.h"
#include "refrain-program-private.h"

/* Operations on which ways to write the program are compared. */
#define TRIAL_OPERATIONS 200000
#define LEAST_TRIAL      1000 /* of a process */

/* The cuts that are tried; the first is that of most programs. */
static const RefrainCuts tried_cuts[] = {
  REFRAIN_CUT_AGAIN | REFRAIN_CUT_TAGS | REFRAIN_CUT_TURN,
  REFRAIN_CUT_AGAIN | REFRAIN_CUT_TAGS,
  REFRAIN_CUT_AGAIN | REFRAIN_CUT_TAGS | REFRAIN_CUT_WAIT,
  REFRAIN_CUT_AGAIN,
};

/* A way to write the program. */
typedef struct
{
  RefrainCuts cuts;
  RefrainMapping *mapping;
  RefrainTagPlace tag_place;
  gboolean by_lines;
} Way;

typedef struct
{
  RefrainLoopEvents *events;
  GPtrArray *mappings; /* of RefrainMapping */
  GCancellable *cancellable;
  RefrainProgram *best; /* or NULL */
  Way best_way;
  guint32 n_steps;
} Builder;

/* The items of each group of a schedule. */
static GPtrArray *
write_groups (RefrainDraft *draft, const RefrainSchedule *schedule)
{
  GPtrArray *lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint32 g = 0; g < schedule->groups.n; g++)
    {
      GArray *items = g_array_new (FALSE, FALSE, sizeof (RefrainItem));
      gsize n;
      const guint32 *phases = refrain_sequence_table_get (&schedule->groups, g, &n);

      refrain_draft_write_step (draft, phases, n, items);
      g_ptr_array_add (lists, items);
    }
  return lists;
}

/* The program of @steps in this way. */
static RefrainProgram *
write_program (Builder *self, const RefrainSteps *steps, const Way *way)
{
  g_autoptr (RefrainDraft) draft
      = refrain_draft_new (self->events, steps, way->mapping, way->tag_place);
  g_autoptr (RefrainSchedule) schedule = refrain_schedule_new (steps, draft->signature);
  g_autoptr (GPtrArray) lists = write_groups (draft, schedule);
  g_autoptr (GArray) body
      = refrain_draft_fold (draft, lists, (const guint32 *) (gpointer) schedule->order->data,
                            schedule->order->len, way->by_lines);
  RefrainProgram *program;

  refrain_draft_define (draft, &body);
  program = refrain_program_assemble (draft, body);
  program->facts.n_steps = schedule->groups.n;
  return program;
}

/* Tries a way; keeps it if it is shorter than what there was. */
static void
try_way (Builder *self, const RefrainSteps *steps, const Way *way)
{
  g_autoptr (RefrainProgram) program = write_program (self, steps, way);

  if (g_getenv ("REFRAIN_PROGRAM_TRIALS") != NULL)
    g_printerr ("cuts %d mapping %s tags %d lines %d: %" G_GSIZE_FORMAT "\n", way->cuts,
                refrain_mapping_get_name (way->mapping), way->tag_place, way->by_lines,
                program->facts.bytes);
  if (self->best != NULL && self->best->facts.bytes <= program->facts.bytes)
    return;
  g_set_object (&self->best, program);
  self->best_way = *way;
}

/* Tries all ways on the first @limit operations of each process. */
static gboolean
try_all (Builder *self, gsize limit, GError **error)
{
  for (guint c = 0; c < G_N_ELEMENTS (tried_cuts); c++)
    {
      g_autoptr (RefrainSteps) steps
          = refrain_steps_new (self->events, tried_cuts[c], limit, self->cancellable, error);

      if (steps == NULL)
        return FALSE;
      for (guint m = 0; m < self->mappings->len; m++)
        for (guint t = 0; t <= REFRAIN_TAGS_IN_HEADER; t++)
          for (guint lines = 0; lines < 2; lines++)
            {
              const Way way
                  = { tried_cuts[c], self->mappings->pdata[m], (RefrainTagPlace) t, lines > 0 };

              if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
                return FALSE;
              try_way (self, steps, &way);
            }
    }
  return TRUE;
}

RefrainProgram *
refrain_program_new (RefrainLoopEvents *events,
                     RefrainMapping *const *mappings,
                     gsize n_mappings,
                     GCancellable *cancellable,
                     GError **error)
{
  Builder builder = { .events = events, .cancellable = cancellable };
  g_autoptr (GPtrArray) candidates = NULL;
  g_autoptr (RefrainProgram) trial = NULL;
  guint64 n_operations = 0;
  guint n;
  gsize limit;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (events), NULL);
  n = refrain_loop_events_get_n_processes (events);
  for (guint p = 0; p < n; p++)
    n_operations += refrain_loop_events_get_stream (events, p)->n;
  candidates = refrain_program_choose_mappings (events, mappings, n_mappings);
  builder.mappings = candidates;
  limit = MAX (TRIAL_OPERATIONS / MAX (n, 1), LEAST_TRIAL);
  if (n_operations <= TRIAL_OPERATIONS)
    limit = G_MAXSIZE;
  if (!try_all (&builder, limit, error))
    {
      g_clear_object (&builder.best);
      return NULL;
    }
  if (limit < G_MAXSIZE)
    {
      g_autoptr (RefrainSteps) steps
          = refrain_steps_new (events, builder.best_way.cuts, G_MAXSIZE, cancellable, error);

      trial = builder.best;
      if (steps == NULL)
        return NULL;
      return write_program (&builder, steps, &builder.best_way);
    }
  return builder.best;
}
