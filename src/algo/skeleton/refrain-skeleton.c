/* refrain-skeleton.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a trace to its skeleton: streams, page, measure, plan, rehearsal.
 */
#include "config.h"

#include "refrain-skeleton.h"

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-skeleton-extend.h"
#include "refrain-skeleton-rehearsal.h"
#include "refrain-skeleton-streams.h"

struct _RefrainSkeleton
{
  GObject parent_instance;
  RefrainTrace *trace;
  RefrainProgram *program;
  RefrainSkeletonFacts facts;
  RefrainSkeletonPlaces places;
  RefrainSkeletonMeasure measure;
  RefrainSkeletonPlan plan;
};

G_DEFINE_FINAL_TYPE (RefrainSkeleton, refrain_skeleton, G_TYPE_OBJECT)

static void
refrain_skeleton_finalize (GObject *object)
{
  RefrainSkeleton *self = REFRAIN_SKELETON (object);

  refrain_skeleton_plan_clear (&self->plan);
  refrain_skeleton_measure_clear (&self->measure);
  refrain_skeleton_places_clear (&self->places);
  g_clear_object (&self->program);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (refrain_skeleton_parent_class)->finalize (object);
}

static void
refrain_skeleton_class_init (RefrainSkeletonClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_skeleton_finalize;
}

static void
refrain_skeleton_init (RefrainSkeleton *self)
{
}

static void
sum_up (RefrainSkeleton *self)
{
  for (guint32 i = 0; i < self->measure.n_slots; i++)
    {
      const RefrainSkeletonSlot *slot = &self->measure.slots[i];

      self->facts.resized += slot->send || slot->direction == REFRAIN_NONE ? slot->n_other : 0;
      if (slot->n_times > 0)
        self->facts.most_bytes = MAX (self->facts.most_bytes, slot->most);
    }
  self->facts.n_requests = self->plan.n_requests;
}

/* FALSE with @error where there is nothing to do again. */
static gboolean
find_program (RefrainSkeleton *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainLoopEvents) events
      = refrain_skeleton_streams_new (self->trace, &self->facts, cancellable, error);
  gsize n = 0;

  if (events == NULL)
    return FALSE;
  for (guint p = 0; p < refrain_loop_events_get_n_processes (events); p++)
    n += refrain_loop_events_get_stream (events, p)->n;
  if (n == 0)
    {
      const guint64 n_left = self->facts.unmatched_sends + self->facts.unmatched_recvs;

      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_EMPTY, "%s",
                   n_left > 0 ? _ ("no message has both its ends in the trace, so there is nothing "
                                   "that a skeleton could do again")
                              : _ ("no process communicates, so there is nothing that a skeleton "
                                   "could do again"));
      return FALSE;
    }
  self->program = refrain_program_new (events, NULL, 0, cancellable, error);
  return self->program != NULL;
}

RefrainSkeleton *
refrain_skeleton_new (RefrainTrace *trace,
                      guint n_processes,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (RefrainSkeleton) self = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  self = g_object_new (REFRAIN_TYPE_SKELETON, NULL);
  self->trace = g_object_ref (trace);
  if (!find_program (self, cancellable, error)
      || !refrain_skeleton_places_init (&self->places, self->program, n_processes, error)
      || !refrain_skeleton_measure_init (&self->measure, self->program, cancellable, error))
    return NULL;
  if (self->places.extended != NULL)
    refrain_skeleton_measure_extend (&self->measure, &self->places);
  refrain_skeleton_plan_init (&self->plan, self->program, &self->measure);
  refrain_skeleton_plan_build (&self->plan);
  if (!refrain_skeleton_rehearse (&self->plan, &self->places, &self->facts, cancellable, error))
    return NULL;
  sum_up (self);
  return g_steal_pointer (&self);
}

RefrainTrace *
refrain_skeleton_get_trace (RefrainSkeleton *self)
{
  g_return_val_if_fail (REFRAIN_IS_SKELETON (self), NULL);
  return self->trace;
}

RefrainProgram *
refrain_skeleton_get_program (RefrainSkeleton *self)
{
  g_return_val_if_fail (REFRAIN_IS_SKELETON (self), NULL);
  return self->program;
}

RefrainMapping *
refrain_skeleton_get_mapping (RefrainSkeleton *self)
{
  g_return_val_if_fail (REFRAIN_IS_SKELETON (self), NULL);
  return self->places.mapping;
}

const RefrainDirection *
refrain_skeleton_get_directions (RefrainSkeleton *self, guint32 *n)
{
  g_return_val_if_fail (REFRAIN_IS_SKELETON (self), NULL);
  return refrain_skeleton_places_get_directions (&self->places, n);
}

gint64
refrain_skeleton_get_neighbour (RefrainSkeleton *self, guint32 direction, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_SKELETON (self), -1);
  return refrain_skeleton_places_get_neighbour (&self->places, direction, process);
}

const RefrainSkeletonFacts *
refrain_skeleton_get_facts (RefrainSkeleton *self)
{
  g_return_val_if_fail (REFRAIN_IS_SKELETON (self), NULL);
  return &self->facts;
}

const RefrainSkeletonSlot *
refrain_skeleton_get_slots (RefrainSkeleton *self, guint32 *n)
{
  g_return_val_if_fail (REFRAIN_IS_SKELETON (self), NULL);
  *n = self->measure.n_slots;
  return self->measure.slots;
}

const RefrainGuard *
refrain_skeleton_get_guard (RefrainSkeleton *self, guint32 guard)
{
  g_return_val_if_fail (REFRAIN_IS_SKELETON (self), NULL);
  return self->places.guards == NULL ? refrain_program_get_guard (self->program, guard)
                                     : self->places.guards->pdata[guard];
}

guint32
refrain_skeleton_get_n_functions (RefrainSkeleton *self)
{
  g_return_val_if_fail (REFRAIN_IS_SKELETON (self), 0);
  return self->plan.functions->len - 1;
}

const RefrainSkeletonAct *
refrain_skeleton_get_acts (RefrainSkeleton *self, guint32 function, guint32 *first, guint32 *end)
{
  g_return_val_if_fail (REFRAIN_IS_SKELETON (self), NULL);
  g_return_val_if_fail (function + 1 < self->plan.functions->len, NULL);
  *first = g_array_index (self->plan.functions, guint32, function);
  *end = g_array_index (self->plan.functions, guint32, function + 1);
  return (const RefrainSkeletonAct *) (gpointer) self->plan.acts->data;
}
