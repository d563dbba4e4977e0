/* refrain-loop-events.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What loop models are made of: each process' stream of communication events (Ketterlin et al.
 * 2014, II-B), as small integers over one table of distinct events. Immutable, reference-counted.
 */
#pragma once

#include "refrain-loop-peers.h"
#include "refrain-symbols.h"
#include "refrain-team.h"

typedef enum
{
  REFRAIN_LOOP_SEND,  /* `src send dst tag` */
  REFRAIN_LOOP_RECV,  /* `src recv dst tag`: in the trace of dst */
  REFRAIN_LOOP_SYNC,  /* `proc sync name group` */
  REFRAIN_LOOP_LOCAL, /* `proc local text...`: kept, without meaning */
} RefrainLoopEventKind;

/* What an event is apart from its numbers. */
typedef struct
{
  RefrainLoopEventKind kind;
  guint32 name;  /* SYNC: name of the operation, LOCAL: the text; index of a name. SEND, RECV: 1 +
                    index of the tag's name, 0 where it is a number behind the tags' prefix */
  guint32 group; /* SYNC: index of a group, else 0 */
} RefrainLoopShape;

/* An event. Whose it is the stream tells in which it stands. */
typedef struct
{
  guint32 shape; /* index of a shape */
  gint32 peer;   /* SEND, RECV: the other process, -1 if unknown; else 0 */
  gint32 tag;    /* SEND, RECV: the tag, else 0 */
} RefrainLoopEvent;

/* One process' stream, in order. */
typedef struct
{
  gsize n;
  const guint32 *event; /* index of a distinct event */
  const guint32 *op;    /* row of the process' operations; NULL where there is no trace */
} RefrainLoopStream;

#define REFRAIN_TYPE_LOOP_EVENTS (refrain_loop_events_get_type ())
G_DECLARE_FINAL_TYPE (RefrainLoopEvents, refrain_loop_events, REFRAIN, LOOP_EVENTS, GObject)

/* The streams of @trace: sends where they are called, receives where @receive says, collectives
 * with the group of their communicator. What threads of a process do at the same time stands thread
 * by thread (refrain-thread-order.h). NULL with @error when cancelled. O(operations). */
RefrainLoopEvents *refrain_loop_events_new_receiving (RefrainTrace *trace,
                                                      RefrainReceivePlace receive,
                                                      GCancellable *cancellable,
                                                      GError **error);
/* The same with REFRAIN_RECEIVE_SETS: an order of receives that the program did not mean is none.
 */
RefrainLoopEvents *
refrain_loop_events_new (RefrainTrace *trace, GCancellable *cancellable, GError **error);

/* The trace, or NULL where the streams come from elsewhere. */
RefrainTrace *refrain_loop_events_get_trace (RefrainLoopEvents *self);
guint refrain_loop_events_get_n_processes (RefrainLoopEvents *self);
const RefrainLoopStream *refrain_loop_events_get_stream (RefrainLoopEvents *self, guint process);
/* With whom @process has messages; belongs to @self. The first time O(events), and with the team.
 */
const RefrainLoopPeers *refrain_loop_events_get_peers (RefrainLoopEvents *self, guint process);
/* Private to the module: the same of all @n processes, from their streams; with the team of
 * @shares, which may be NULL. */
RefrainLoopPeers *refrain_loop_peers_read (const RefrainLoopEvent *events,
                                           const RefrainLoopShape *shapes,
                                           const RefrainLoopStream *streams,
                                           guint n,
                                           const RefrainShares *shares);
/* Distinct events, shapes and names; valid as long as @self. */
const RefrainLoopEvent *refrain_loop_events_get_events (RefrainLoopEvents *self, guint32 *n);
const RefrainLoopShape *refrain_loop_events_get_shapes (RefrainLoopEvents *self, guint32 *n);
const char *refrain_loop_events_get_name (RefrainLoopEvents *self, guint32 name);
/* What stands before the number of a tag that has no name: "tag", or what the text has instead. */
const char *refrain_loop_events_get_tag_prefix (RefrainLoopEvents *self);
/* The processes of a group, ascending. */
const guint32 *refrain_loop_events_get_group (RefrainLoopEvents *self, guint32 group, gsize *n);
/* The same streams without their local events, for those who compare what processes communicate; a
 * new reference to @self where it has none. O(events). */
RefrainLoopEvents *refrain_loop_events_without_locals (RefrainLoopEvents *self);
/* The same streams, in which each row of messages between a hub and those around it, up to the next
 * collective, is one collective of all of them. @hub: of each process its hub, of a hub itself,
 * else REFRAIN_NONE. @names: of each hub what the collective is called. O(events). */
RefrainLoopEvents *refrain_loop_events_join_hubs (RefrainLoopEvents *self,
                                                  const guint32 *hub,
                                                  const char *const *names);

/* ---- Making streams without a trace --------------------------------------------------------- */

typedef struct _RefrainLoopEventsBuilder RefrainLoopEventsBuilder;

RefrainLoopEventsBuilder *refrain_loop_events_builder_new (guint n_processes);
void refrain_loop_events_builder_free (RefrainLoopEventsBuilder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainLoopEventsBuilder, refrain_loop_events_builder_free)
/* Equal names and groups get equal numbers; @processes need not be sorted. */
guint32 refrain_loop_events_builder_add_name (RefrainLoopEventsBuilder *self, const char *name);
guint32 refrain_loop_events_builder_add_group (RefrainLoopEventsBuilder *self,
                                               const guint32 *processes,
                                               gsize n);
void
refrain_loop_events_builder_set_tag_prefix (RefrainLoopEventsBuilder *self, const char *prefix);
/* The number of a shape: only the fields that its @kind has count. */
guint32 refrain_loop_events_builder_add_shape (RefrainLoopEventsBuilder *self,
                                               RefrainLoopEventKind kind,
                                               guint32 name,
                                               guint32 group);
/* Appends an event to the stream of @process. @op is its row, or REFRAIN_NONE. */
void refrain_loop_events_builder_append (RefrainLoopEventsBuilder *self,
                                         guint process,
                                         const RefrainLoopEvent *event,
                                         guint32 op);
/* Returns the streams; the builder is then only good for freeing. @trace may be NULL. */
RefrainLoopEvents *
refrain_loop_events_builder_finish (RefrainLoopEventsBuilder *self, RefrainTrace *trace);

/* "0-3,8,10-12": @processes ascending; "-" for none. */
void refrain_processes_append (GString *text, const guint32 *processes, gsize n);
