/* refrain-skeleton-streams.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where nothing is to be left out the streams are those of the loop models.
 */
#include "config.h"

#include "refrain-skeleton-streams.h"

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
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (self->trace, process));
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

RefrainLoopEvents *
refrain_skeleton_streams_new (RefrainTrace *trace,
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
