/* loop-streams.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Streams of events for tests of loop models, and models in one line of text.
 */
#pragma once

#include "refrain-loop-model.h"

G_BEGIN_DECLS

/* Appends to the stream of process 0. */
void loop_send (RefrainLoopEventsBuilder *builder, gint32 peer, gint32 tag);
void loop_recv (RefrainLoopEventsBuilder *builder, gint32 peer, gint32 tag);
void loop_sync (RefrainLoopEventsBuilder *builder, const char *name);
/* "a b" appends two collectives of these names, "3*(a 2*b)" repeats. */
void loop_syncs (RefrainLoopEventsBuilder *builder, const char *text);

/* "3{s1.2 r(i0+1).7 barrier}": three times a send to 1 with tag 2, a receive from i0 + 1, ...
 * "A=[...]" is a definition, "A" its use. Free with g_free(). */
char *loop_model_text (RefrainLoopModel *model);
/* "4*i0-i1+3" or a constant. */
void loop_append_affine (
    GString *out, gint64 constant, const gint64 *coefficient, guint depth, gboolean brackets);

/* Fails unless running @model for @process gives its stream. */
void loop_assert_stream (RefrainLoopModel *model, guint process);

/* What programs do, in random sizes, and sometimes noise. Process 0 only. */
RefrainLoopEvents *loop_random_events (guint32 seed);

G_END_DECLS
