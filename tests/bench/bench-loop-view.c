/* bench-loop-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Laying out and drawing loop boxes of about 10,000 constructs.
 */
#include "config.h"

#include "bench-util.h"
#include "loop-programs.h"
#include "refrain-loop-merge.h"
#include "refrain-loop-painter.h"
#include "refrain-nlr.h"
#include "test-program.h"

enum
{
  RUNS = 15,
  WIDTH = 1600,
  HEIGHT = 900,
  PROCESSES = 16,
  LOOPS = 300
};

static double
time_frame (RefrainLoopPainter *painter, double part)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  RefrainViewport viewport = { .width = WIDTH, .height = HEIGHT };
  RefrainStyle style;
  double times[RUNS];

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &viewport);
  viewport.end = viewport.start + (viewport.end - viewport.start) * part;
  for (int i = -1; i < RUNS; i++)
    {
      const double start = bench_seconds ();

      refrain_painter_paint (REFRAIN_PAINTER (painter), cr, &viewport, &style);
      /* The first one loads fonts. */
      if (i >= 0)
        times[i] = bench_seconds () - start;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return bench_median (times, RUNS);
}

static void
measure (const char *name, RefrainLoopModel *model, gboolean fold_alike, const guint8 *folded)
{
  const double start = bench_seconds ();
  g_autoptr (RefrainLoopPainter) painter = refrain_loop_painter_new (model, fold_alike, folded);
  const double layout = bench_seconds () - start;
  g_autofree char *row = g_strdup_printf ("loop boxes, frame: %s", name);
  g_autofree char *tenth = g_strdup_printf ("loop boxes, frame of a tenth: %s", name);
  g_autofree char *place = g_strdup_printf ("loop boxes, layout: %s", name);
  g_autofree char *note = NULL;
  guint32 n;

  refrain_loop_model_get_constructs (model, &n);
  note = g_strdup_printf ("%u constructs, %u rows", n, refrain_loop_painter_get_n_rows (painter));
  bench_row (place, 1e3 * layout, "ms", "", note);
  bench_row (row, 1e3 * time_frame (painter, 1), "ms", "<= 16", note);
  bench_row (tenth, 1e3 * time_frame (painter, 0.1), "ms", "<= 16", note);
}

/* One loop behind the other, in each a ring of messages. */
static RefrainLoopModel *
make_rings (void)
{
  RefrainLoopEventsBuilder *events_builder = refrain_loop_events_builder_new (PROCESSES);
  const guint32 send
      = refrain_loop_events_builder_add_shape (events_builder, REFRAIN_LOOP_SEND, 0, 0);
  const guint32 receive
      = refrain_loop_events_builder_add_shape (events_builder, REFRAIN_LOOP_RECV, 0, 0);
  g_autoptr (RefrainLoopEvents) events = refrain_loop_events_builder_finish (events_builder, NULL);
  g_autoptr (RefrainLoopModelBuilder) builder = refrain_loop_model_builder_new (events);

  refrain_loop_events_builder_free (events_builder);
  for (guint loop = 0; loop < LOOPS; loop++)
    {
      const RefrainAffine tag = refrain_loop_model_builder_affine (builder, loop % 5, NULL, 0);
      guint32 sends[PROCESSES];

      refrain_loop_model_builder_open_loop (
          builder, refrain_loop_model_builder_affine (builder, 2 + loop, NULL, 0));
      for (guint p = 0; p < PROCESSES; p++)
        sends[p] = refrain_loop_model_builder_add_event (
            builder, p, send,
            refrain_loop_model_builder_affine (builder, (p + 1) % PROCESSES, NULL, 0), tag);
      for (guint p = 0; p < PROCESSES; p++)
        {
          const guint from = (p + PROCESSES - 1) % PROCESSES;

          refrain_loop_model_builder_add_link (
              builder, sends[from],
              refrain_loop_model_builder_add_event (
                  builder, p, receive, refrain_loop_model_builder_affine (builder, from, NULL, 0),
                  tag));
        }
      refrain_loop_model_builder_close (builder);
    }
  return refrain_loop_model_builder_finish (builder);
}

static RefrainLoopModel *
make_stencil (void)
{
  const RefrainNlrOptions options = { REFRAIN_NLR_DEFAULT_BODY, TRUE };
  g_autoptr (RefrainLoopEvents) events = loop_program_stencil (32, 32, 20);
  g_autoptr (GPtrArray) models = refrain_nlr_model_all (events, &options, NULL, NULL);

  return refrain_loop_merge (models, NULL, NULL);
}

TEST_PROGRAM ("loop-view")
{
  g_autoptr (RefrainLoopModel) rings = make_rings (), stencil = make_stencil ();
  g_autofree guint8 *open = NULL;
  guint32 n;

  refrain_loop_model_get_constructs (rings, &n);
  open = g_new0 (guint8, n);
  measure ("300 loops of rings", rings, FALSE, NULL);
  measure ("300 loops of rings, all open", rings, FALSE, open);
  measure ("stencil of 1,024, alike as one", stencil, TRUE, NULL);
  measure ("stencil of 1,024, a row each", stencil, FALSE, NULL);
  return 0;
}
