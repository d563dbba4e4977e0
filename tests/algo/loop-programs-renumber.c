/* loop-programs-renumber.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "loop-programs.h"

static guint32
renumber_shape (RefrainLoopEventsBuilder *builder,
                RefrainLoopEvents *events,
                guint32 shape,
                const guint32 *number)
{
  guint32 n;
  const RefrainLoopShape *old = &refrain_loop_events_get_shapes (events, &n)[shape];
  gsize n_members;
  const guint32 *member;
  g_autofree guint32 *group = NULL;

  if (old->kind != REFRAIN_LOOP_SYNC)
    return refrain_loop_events_builder_add_shape (builder, old->kind, 0, 0);
  member = refrain_loop_events_get_group (events, old->group, &n_members);
  group = g_new (guint32, n_members);
  for (gsize i = 0; i < n_members; i++)
    group[i] = number[member[i]];
  return refrain_loop_events_builder_add_shape (
      builder, REFRAIN_LOOP_SYNC,
      refrain_loop_events_builder_add_name (builder,
                                            refrain_loop_events_get_name (events, old->name)),
      refrain_loop_events_builder_add_group (builder, group, n_members));
}

/* Each distinct event as it will be. */
static RefrainLoopEvent *
renumber_events (RefrainLoopEventsBuilder *builder,
                 RefrainLoopEvents *events,
                 const guint32 *number)
{
  const guint n_processes = refrain_loop_events_get_n_processes (events);
  guint32 n_shapes;
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (events, &n_shapes);
  guint32 n;
  const RefrainLoopEvent *old = refrain_loop_events_get_events (events, &n);
  RefrainLoopEvent *event = g_new (RefrainLoopEvent, n);

  for (guint32 i = 0; i < n; i++)
    {
      event[i] = old[i];
      event[i].shape = renumber_shape (builder, events, old[i].shape, number);
      if (shapes[old[i].shape].kind != REFRAIN_LOOP_SYNC && old[i].peer >= 0
          && (guint) old[i].peer < n_processes)
        event[i].peer = (gint32) number[old[i].peer];
    }
  return event;
}

RefrainLoopEvents *
loop_program_renumber (RefrainLoopEvents *events, const guint32 *number)
{
  const guint n = refrain_loop_events_get_n_processes (events);
  RefrainLoopEventsBuilder *builder = refrain_loop_events_builder_new (n);
  g_autofree RefrainLoopEvent *event = renumber_events (builder, events, number);
  g_autofree guint32 *old = g_new (guint32, n); /* by new number */
  RefrainLoopEvents *result;

  for (guint p = 0; p < n; p++)
    old[number[p]] = p;
  for (guint p = 0; p < n; p++)
    {
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, old[p]);

      for (gsize i = 0; i < stream->n; i++)
        refrain_loop_events_builder_append (builder, p, &event[stream->event[i]], REFRAIN_NONE);
    }
  result = refrain_loop_events_builder_finish (builder, NULL);
  refrain_loop_events_builder_free (builder);
  return result;
}
