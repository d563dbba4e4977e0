/* bench-light.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From what somebody does in a real window to the frame in which all of it is lit up in the event
 * graph: the time that passes, the processor time that is spent until then by the main thread and
 * by all, and what of it is the frame.
 */
#pragma once

#include "refrain-event-page.h"
#include "refrain-window.h"

G_BEGIN_DECLS

#define BENCH_LIGHTS 15

typedef struct
{
  RefrainWindow *window;
  RefrainEventCanvas *canvas;
  gboolean shown; /* a frame is drawn with the picture of what is lit up */
  double began, main_began, all_began, frame_began;
  double frame_taken; /* of the main thread, in all frames since */
  guint n;
  /* Milliseconds, by run: until what was called returns, until it is known what is to be lit up,
   * until the frame is drawn. */
  double answered[BENCH_LIGHTS], known[BENCH_LIGHTS], shown_after[BENCH_LIGHTS];
  double of_main[BENCH_LIGHTS], of_all[BENCH_LIGHTS], of_frames[BENCH_LIGHTS];
} BenchLight;

/* @self watches @window from now on, 1600 by 1000 pixels of it. */
void bench_light_init (BenchLight *self, RefrainWindow *window);

RefrainSession *bench_light_get_session (BenchLight *self);

/* Takes the light away, waits until nothing happens any more, and looks at the clocks. */
void bench_light_begin (BenchLight *self);
/* Called when what somebody does is done; waits for the light. */
void bench_light_end (BenchLight *self);

/* A row of all runs since the last one; @note goes before its times. */
void bench_light_row (BenchLight *self, const char *name, const char *note);

G_END_DECLS
