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
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-skeleton-rehearsal.h"

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

REFRAIN_DEFINE_OBJECT (RefrainSkeleton, refrain_skeleton)

static void
refrain_skeleton_finalize (RefrainSkeleton *self)
{
  refrain_skeleton_plan_clear (&self->plan);
  refrain_skeleton_measure_clear (&self->measure);
  refrain_skeleton_places_clear (&self->places);
  refrain_clear_objects (&self->program, &self->trace);
}

/* ---- What can be done again ---- */

typedef struct
{
  RefrainTrace *trace;
  RefrainLoopEvents *events;
  RefrainSkeletonFacts *facts;
} Source;

/* Whether all processes of the group came. */
static gboolean
is_complete (Source *self, const RefrainLoopEvent *event, guint32 instance)
{
  const RefrainCollectives *all = refrain_trace_get_collectives (self->trace);
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (self->events, &(guint32){ 0 });
  gsize n;

  refrain_loop_events_get_group (self->events, shapes[event->shape].group, &n);
  return instance != REFRAIN_NONE && all->first[instance + 1] - all->first[instance] == n;
}

/* Whether element @i of the stream of @process can be done again; @count: counts it if not. */
static gboolean
is_kept (Source *self, guint process, const RefrainLoopStream *stream, gsize i, gboolean count)
{
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, process);
  const RefrainLoopEvent *event
      = &refrain_loop_events_get_events (self->events, &(guint32){ 0 })[stream->event[i]];
  const guint32 op = stream->op[i];
  guint64 *counter = REFRAIN_OP_IS_SEND (ops->kind[op])   ? &self->facts->unmatched_sends
                     : REFRAIN_OP_IS_RECV (ops->kind[op]) ? &self->facts->unmatched_recvs
                                                          : &self->facts->split_collectives;
  const gboolean kept = REFRAIN_OP_IS_P2P (ops->kind[op])
                            ? ops->partner[op] != REFRAIN_NONE
                            : is_complete (self, event, ops->partner[op]);

  if (count && !kept)
    ++*counter;
  return kept;
}

/* A shape of @builder that is the shape of @event. */
static guint32
copy_shape (Source *self, RefrainLoopEventsBuilder *builder, const RefrainLoopEvent *event)
{
  RefrainLoopShape shape
      = refrain_loop_events_get_shapes (self->events, &(guint32){ 0 })[event->shape];
  const gboolean message = shape.kind == REFRAIN_LOOP_SEND || shape.kind == REFRAIN_LOOP_RECV;
  const guint32 *members;
  gsize n;

  if (message && shape.name > 0)
    shape.name = 1
                 + refrain_loop_events_builder_add_name (
                     builder, refrain_loop_events_get_name (self->events, shape.name - 1));
  else if (!message)
    shape.name = refrain_loop_events_builder_add_name (
        builder, refrain_loop_events_get_name (self->events, shape.name));
  if (shape.kind == REFRAIN_LOOP_SYNC)
    {
      members = refrain_loop_events_get_group (self->events, shape.group, &n);
      shape.group = refrain_loop_events_builder_add_group (builder, members, n);
    }
  return refrain_loop_events_builder_add_shape (builder, shape.kind, shape.name, shape.group);
}

static RefrainLoopEvents *
leave_out (Source *self)
{
  const guint n_processes = refrain_loop_events_get_n_processes (self->events);
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (n_processes);
  guint32 n_events;
  const RefrainLoopEvent *events = refrain_loop_events_get_events (self->events, &n_events);
  g_autofree guint32 *shape = g_new0 (guint32, n_events + 1); /* 1 + that of the event */

  refrain_loop_events_builder_set_tag_prefix (builder,
                                              refrain_loop_events_get_tag_prefix (self->events));
  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (self->events, p);

      for (gsize i = 0; i < stream->n; i++)
        if (is_kept (self, p, stream, i, FALSE))
          {
            RefrainLoopEvent event = events[stream->event[i]];

            if (shape[stream->event[i]] == 0)
              shape[stream->event[i]] = 1 + copy_shape (self, builder, &event);
            event.shape = shape[stream->event[i]] - 1;
            refrain_loop_events_builder_append (builder, p, &event, stream->op[i]);
          }
    }
  return refrain_loop_events_builder_finish (builder, self->trace);
}

/* The streams of @trace without what no program could do again: messages with one end, collectives
 * to which not all came; those are counted into @facts. Where nothing is left out they are those of
 * the loop models. NULL with @error when cancelled. O(operations). */
static RefrainLoopEvents *
make_streams (RefrainTrace *trace,
              RefrainSkeletonFacts *facts,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (RefrainLoopEvents) events = refrain_loop_events_new (trace, cancellable, error);
  Source source = { trace, events, facts };

  if (events == NULL)
    return NULL;
  for (guint p = 0; p < refrain_loop_events_get_n_processes (events); p++)
    {
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, p);

      for (gsize i = 0; i < stream->n; i++)
        is_kept (&source, p, stream, i, TRUE);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
    }
  if (facts->unmatched_sends + facts->unmatched_recvs + facts->split_collectives == 0)
    return g_steal_pointer (&events);
  return leave_out (&source);
}

/* ---- More processes: what is done for all children of a tree, or all leaves of a star. A line
 * that sends or receives has its new slots at its end; one that does both has them behind its sends
 * and behind its receives, and what refers to these by position is told. ---- */

typedef struct
{
  const RefrainSkeletonMeasure *old;
  const RefrainSkeletonPlaces *places;
  const RefrainProgramLine *lines;
  guint32 n_lines;
  guint32 n_known; /* directions of the page */
  guint32 n_more;  /* further ones */
} Extension;

/* Where position @position of @line stands now. */
static guint32
move_position (const Extension *self, guint32 line, guint32 position)
{
  const RefrainProgramLine *what = &self->lines[line];

  return line < self->n_lines && self->places->extended[line] && what->kind == REFRAIN_LINE_SWAP
                 && position >= what->n_directions
             ? position + self->n_more
             : position;
}

static guint64
move_key (const Extension *self, guint64 key)
{
  const guint32 line = (guint32) (key >> 32);

  return REFRAIN_SLOT_KEY (line, move_position (self, line, (guint32) key));
}

/* Appends slot @slot of the old ones, @direction instead of its own where that is not NONE. */
static void
copy_slot (const Extension *self,
           RefrainSkeletonMeasure *now,
           guint32 slot,
           guint32 position,
           guint32 direction)
{
  const RefrainSkeletonSlot *from = &self->old->slots[slot];
  const RefrainSlotUse *use = &self->old->uses[slot];
  const guint64 own = REFRAIN_SLOT_KEY (from->line, from->position);
  RefrainSkeletonSlot *to = &now->slots[now->n_slots];

  *to = *from;
  to->position = position;
  if (direction != REFRAIN_NONE)
    to->direction = direction;
  now->uses[now->n_slots] = *use;
  now->uses[now->n_slots].anchor
      = use->anchor == own ? REFRAIN_SLOT_KEY (from->line, position) : move_key (self, use->anchor);
  now->n_slots++;
}

static void
copy_line (const Extension *self, RefrainSkeletonMeasure *now, guint32 line)
{
  const guint32 first = self->old->first_slot[line], end = self->old->first_slot[line + 1];
  const guint32 n = self->lines[line].n_directions;
  guint32 position = 0;

  now->first_slot[line] = now->n_slots;
  for (guint32 s = first; s < end; s++)
    {
      copy_slot (self, now, s, position++, REFRAIN_NONE);
      if (!self->places->extended[line] || (s - first + 1) % n != 0)
        continue;
      for (guint32 i = 0; i < self->n_more; i++)
        copy_slot (self, now, s, position++, self->n_known + i);
    }
}

/* Gives the lines that @places extends a slot for each further direction, like that of the last
 * one. O(slots). */
static void
extend_measure (RefrainSkeletonMeasure *self, const RefrainSkeletonPlaces *places)
{
  Extension extension = { .old = self, .places = places };
  RefrainSkeletonMeasure now = { .memory = self->memory };
  gsize most;

  extension.lines = refrain_program_get_lines (places->program, &extension.n_lines);
  refrain_program_get_directions (places->program, &extension.n_known);
  extension.n_more = places->n_directions - extension.n_known;
  most = self->n_slots + 2 * (gsize) extension.n_lines * extension.n_more + 1;
  now.first_slot = g_new (guint32, (gsize) extension.n_lines + 1);
  now.slots = g_new0 (RefrainSkeletonSlot, most);
  now.uses = g_new0 (RefrainSlotUse, most);
  for (guint32 i = 0; i < extension.n_lines; i++)
    copy_line (&extension, &now, i);
  now.first_slot[extension.n_lines] = now.n_slots;
  refrain_free (self->first_slot, self->slots, self->uses);
  *self = now;
}

/* ---- All of it ---- */

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
      = make_streams (self->trace, &self->facts, cancellable, error);
  gsize n = 0;

  if (events == NULL)
    return FALSE;
  for (guint p = 0; p < refrain_loop_events_get_n_processes (events); p++)
    n += refrain_loop_events_get_stream (events, p)->n;
  if (n == 0)
    {
      const guint64 n_left = self->facts.unmatched_sends + self->facts.unmatched_recvs;

      return refrain_fail (
          error, REFRAIN_ERROR_EMPTY, "%s",
          n_left > 0 ? _ ("no message has both sender and receiver in the trace, so there is no "
                          "communication to reproduce")
                     : _ ("no process communicates, so there is no communication to reproduce"));
    }
  /* The study's page has calls of which the other end was not recorded: a program would hang. */
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
    extend_measure (&self->measure, &self->places);
  refrain_skeleton_plan_init (&self->plan, self->program, &self->measure);
  refrain_skeleton_plan_build (&self->plan);
  if (!refrain_skeleton_rehearse (&self->plan, &self->places, &self->facts, cancellable, error))
    return NULL;
  sum_up (self);
  return g_steal_pointer (&self);
}

REFRAIN_GETTER (RefrainSkeleton, refrain_skeleton, RefrainTrace *, get_trace, self->trace)
REFRAIN_GETTER (RefrainSkeleton, refrain_skeleton, RefrainProgram *, get_program, self->program)
REFRAIN_GETTER (
    RefrainSkeleton, refrain_skeleton, RefrainMapping *, get_mapping, self->places.mapping)

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

REFRAIN_GETTER (
    RefrainSkeleton, refrain_skeleton, const RefrainSkeletonFacts *, get_facts, &self->facts)

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

REFRAIN_GETTER (
    RefrainSkeleton, refrain_skeleton, guint32, get_n_functions, self->plan.functions->len - 1)

const RefrainSkeletonAct *
refrain_skeleton_get_acts (RefrainSkeleton *self, guint32 function, guint32 *first, guint32 *end)
{
  g_return_val_if_fail (REFRAIN_IS_SKELETON (self), NULL);
  g_return_val_if_fail (function + 1 < self->plan.functions->len, NULL);
  *first = g_array_index (self->plan.functions, guint32, function);
  *end = g_array_index (self->plan.functions, guint32, function + 1);
  return (const RefrainSkeletonAct *) (gpointer) self->plan.acts->data;
}
