/* scene.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small traces and painters of them, for the tests of drawings.
 */
#include "config.h"

#include "scene.h"
#include "test-trace.h"

#include <math.h>
#include <string.h>

#define US 1000

enum
{
  MAIN,
  WORK,
  SEND,
  RECV,
  BARRIER
};

static RefrainTraceBuilder *
begin (guint processes)
{
  static const char *const routines[] = { "main", "work", "MPI_Send", "MPI_Recv", "MPI_Barrier" };
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();
  g_autofree gint32 *members = g_new (gint32, processes);

  refrain_trace_builder_set_source (builder, "scene", NULL, NULL);
  for (guint i = 0; i < processes; i++)
    {
      g_autofree char *name = g_strdup_printf ("Rank %u", i);

      refrain_trace_builder_add_process (builder, name, NULL);
      members[i] = i;
    }
  for (guint i = 0; i < G_N_ELEMENTS (routines); i++)
    refrain_trace_builder_add_routine (builder, routines[i], NULL, 0);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, processes, NULL, 0, FALSE));
  return builder;
}

RefrainTrace *
scene_silent_trace (guint processes)
{
  return test_take_trace (begin (processes));
}

static void
record_barrier (RefrainRecorder *recorder, RefrainTime from, RefrainTime to)
{
  refrain_recorder_enter (recorder, from * US, BARRIER);
  refrain_recorder_collective_begin (recorder, from * US);
  refrain_recorder_collective_end (recorder, to * US, REFRAIN_COLLECTIVE_BARRIER, 0, -1, 0, 0);
  refrain_recorder_leave (recorder, to * US, BARRIER);
}

RefrainTrace *
scene_tiny_trace (void)
{
  RefrainTraceBuilder *builder = begin (3);
  RefrainRecorder *recorders[3];

  for (guint i = 0; i < 3; i++)
    {
      recorders[i] = refrain_trace_builder_add_thread (builder, i, i, "thread");
      refrain_recorder_enter (recorders[i], 0, MAIN);
    }
  refrain_recorder_enter (recorders[0], 100 * US, SEND);
  refrain_recorder_send (recorders[0], 110 * US, 1, 0, 7, 64);
  refrain_recorder_leave (recorders[0], 200 * US, SEND);
  refrain_recorder_enter (recorders[0], 300 * US, WORK);
  refrain_recorder_leave (recorders[0], 500 * US, WORK);
  record_barrier (recorders[0], 600, 900);

  refrain_recorder_enter (recorders[1], 150 * US, RECV);
  refrain_recorder_recv (recorders[1], 390 * US, 0, 0, 7, 64);
  refrain_recorder_leave (recorders[1], 400 * US, RECV);
  refrain_recorder_enter (recorders[1], 450 * US, SEND);
  refrain_recorder_send (recorders[1], 455 * US, 2, 0, 7, 64);
  refrain_recorder_leave (recorders[1], 500 * US, SEND);
  record_barrier (recorders[1], 700, 900);

  record_barrier (recorders[2], 800, 900);
  for (guint i = 0; i < 3; i++)
    refrain_recorder_leave (recorders[i], 1000 * US, MAIN);
  return test_take_trace (builder);
}

RefrainTrace *
scene_late_trace (void)
{
  RefrainTraceBuilder *builder = begin (2);

  for (guint p = 0; p < 2; p++)
    {
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, p, p, "thread");

      refrain_recorder_enter (recorder, 0, MAIN);
      refrain_recorder_enter (recorder, 8000 * US, p == 0 ? SEND : RECV);
      if (p == 0)
        refrain_recorder_send (recorder, 8100 * US, 1, 0, 7, 64);
      else
        refrain_recorder_recv (recorder, 9000 * US, 0, 0, 7, 64);
      refrain_recorder_leave (recorder, 9000 * US, p == 0 ? SEND : RECV);
      refrain_recorder_leave (recorder, 10000 * US, MAIN);
    }
  return test_take_trace (builder);
}

RefrainTrace *
scene_device_trace (void)
{
  RefrainTraceBuilder *builder = begin (1);
  RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, 0, 0, "thread");

  refrain_trace_builder_add_routine (builder, "cudaDeviceSynchronize", NULL, 0);
  refrain_recorder_enter (recorder, 0, MAIN);
  refrain_recorder_enter (recorder, 200 * US, BARRIER + 1);
  refrain_recorder_leave (recorder, 800 * US, BARRIER + 1);
  refrain_recorder_leave (recorder, 1000 * US, MAIN);
  return test_take_trace (builder);
}

RefrainTrace *
scene_ring_trace (guint processes, guint messages)
{
  RefrainTraceBuilder *builder = begin (processes);

  for (guint p = 0; p < processes; p++)
    {
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, p, p, "thread");

      for (guint i = 0; i < messages; i++)
        {
          RefrainTime time = (RefrainTime) i * US;

          refrain_recorder_enter (recorder, time, SEND);
          refrain_recorder_send (recorder, time + 100, (p + 1) % processes, 0, 1, 8);
          if (p == 0 && i < messages / 2)
            refrain_recorder_send (recorder, time + 150, 2, 0, 2, 8);
          refrain_recorder_leave (recorder, time + 300, SEND);
          refrain_recorder_enter (recorder, time + 400, RECV);
          refrain_recorder_recv (recorder, time + 500, (p + processes - 1) % processes, 0, 1, 8);
          if (p == 2 && i < messages / 2)
            refrain_recorder_recv (recorder, time + 550, 0, 0, 2, 8);
          refrain_recorder_leave (recorder, time + 600, RECV);
        }
    }
  return test_take_trace (builder);
}

void
scene_init (Scene *self, RefrainTrace *trace, RefrainAxisKind kind, RefrainOpSet *highlight)
{
  guint n = refrain_trace_get_n_processes (trace);
  g_autofree guint *processes = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    processes[i] = i;
  *self = (Scene){ .trace = trace };
  self->summary = refrain_summary_new (trace, NULL, NULL);
  self->axis = refrain_axis_new (trace, kind);
  self->painter = REFRAIN_PAINTER (
      refrain_event_painter_new (trace, self->summary, self->axis, processes, n, highlight));
  refrain_painter_get_extent (self->painter, &self->viewport);
  self->viewport.width = 1000;
  self->viewport.height = 100 * n;
  refrain_style_init (&self->style, REFRAIN_PALETTE_LIGHT, 11);
}

void
scene_clear (Scene *self)
{
  g_clear_object (&self->painter);
  g_clear_object (&self->axis);
  g_clear_object (&self->summary);
  g_clear_object (&self->trace);
}

cairo_surface_t *
scene_draw (RefrainPainter *painter, const RefrainViewport *viewport, const RefrainStyle *style)
{
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, viewport->width, viewport->height);
  cairo_t *cr = cairo_create (surface);

  refrain_painter_paint (painter, cr, viewport, style);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

RefrainColor
scene_get_pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  guint32 pixel;

  g_assert_cmpint (x, <, cairo_image_surface_get_width (surface));
  g_assert_cmpint (y, <, cairo_image_surface_get_height (surface));
  memcpy (&pixel, data + y * cairo_image_surface_get_stride (surface) + x * 4, 4);
  return (RefrainColor){ (pixel >> 16 & 0xff) / 255.0, (pixel >> 8 & 0xff) / 255.0,
                         (pixel & 0xff) / 255.0, 1 };
}

double
scene_distance (RefrainColor a, RefrainColor b)
{
  return MAX (MAX (fabs (a.red - b.red), fabs (a.green - b.green)), fabs (a.blue - b.blue));
}

guint
scene_count (cairo_surface_t *surface, int x0, int y0, int x1, int y1, RefrainColor color)
{
  guint count = 0;

  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      count += scene_distance (scene_get_pixel (surface, x, y), color) < 0.015;
  return count;
}
