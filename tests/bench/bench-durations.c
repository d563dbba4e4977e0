/* bench-durations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The card of a million operations. From a bar of the histogram to its occurrences lit up, with
 * 100,000 of them; how long all that repeats in a real trace takes to be measured, as a share of
 * finding patterns, phases and loops; and comparing two iterations.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-card-model.h"
#include "refrain-duration-model.h"
#include "refrain-format.h"
#include "refrain-study-sources.h"
#include "time-program.h"
#include "test-program.h"

#define RUNS 11

enum
{
  N_PROCESSES = 4,
  N_TURNS = 25000,
  N_MANY_TURNS = 125000
};

static RefrainTrace *
make_trace (guint n_turns)
{
  TimeProgram *program = time_program_new (N_PROCESSES, 200, 1000);

  for (guint i = 0; i < n_turns; i++)
    for (guint p = 0; p < N_PROCESSES; p++)
      {
        time_program_compute (program, p, 2000 + (i * 7919u + p * 31u) % 1000);
        time_program_enter (program, p, "exchange");
        time_program_send (program, p, (p + 1) % N_PROCESSES);
        time_program_recv (program, p, (p + N_PROCESSES - 1) % N_PROCESSES);
        time_program_leave (program, p);
      }
  return time_program_run (program);
}

static void
wait (RefrainSession *session)
{
  while (g_list_model_get_n_items (G_LIST_MODEL (refrain_session_get_runner (session))) > 0)
    g_main_context_iteration (NULL, TRUE);
}

/* Selects the calls of "exchange". */
static void
select_calls (RefrainDurationModel *model)
{
  gsize n;
  const RefrainRecurrence *items
      = refrain_recurrences_list (refrain_duration_model_get_recurrences (model), &n);

  for (gsize i = 0; i < n; i++)
    if (g_strcmp0 (items[i].what, "exchange") == 0)
      refrain_duration_model_select (model, (guint32) i);
}

static void
bench_light (void)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (RefrainTrace) trace = make_trace (N_TURNS);
  g_autoptr (RefrainSession) session = refrain_session_new (trace, runner);
  g_autoptr (RefrainDurationModel) model = refrain_duration_model_new (session);
  RefrainSelection *selection = refrain_session_get_selection (session);
  double lit[RUNS], called[RUNS];
  g_autofree char *note = NULL;

  refrain_session_prepare (session);
  refrain_duration_model_start (model);
  wait (session);
  select_calls (model);
  wait (session);
  for (gsize i = 0; i < RUNS; i++)
    {
      double began;

      refrain_duration_model_select_range (model, 1, 0);
      wait (session);
      began = bench_seconds ();
      refrain_duration_model_select_range (model, 0, 1e15);
      called[i] = (bench_seconds () - began) * 1e3;
      while (refrain_selection_get_highlight (selection) == NULL)
        g_main_context_iteration (NULL, TRUE);
      lit[i] = (bench_seconds () - began) * 1e3;
    }
  note = g_strdup_printf ("%zu occurrences, %zu operations; the main thread is held up for %.2f ms",
                          refrain_duration_model_count_range (model),
                          refrain_op_set_get_size (refrain_selection_get_highlight (selection)),
                          bench_median (called, RUNS));
  bench_row ("From a bar of durations to its occurrences lit up", bench_median (lit, RUNS), "ms",
             "<= 50", note);
}

/* A card of 1,000,000 operations, from when they are lit up until its strip is drawn, and a frame
 * of it. */
static void
bench_card (void)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (RefrainTrace) trace = make_trace (N_MANY_TURNS);
  g_autoptr (RefrainSession) session = refrain_session_new (trace, runner);
  g_autoptr (RefrainCardModel) card = refrain_card_model_new (session);
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (trace);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 252, 96);
  cairo_t *cr = cairo_create (surface);
  RefrainViewport viewport = { .furniture = TRUE };
  double shown[RUNS], painted[RUNS];
  RefrainStyle style;

  refrain_session_prepare (session);
  wait (session);
  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 13);
  for (guint p = 0; p < N_PROCESSES; p++)
    for (gsize i = 0; i < 2 * N_MANY_TURNS; i++)
      refrain_op_set_add (ops, p, i);
  for (gsize i = 0; i < RUNS; i++)
    {
      double began;

      refrain_subjects_clear (refrain_session_get_subjects (session));
      wait (session);
      began = bench_seconds ();
      refrain_subjects_light (refrain_session_get_subjects (session), ops, NULL);
      while (refrain_card_model_get_strip (card) == NULL)
        g_main_context_iteration (NULL, TRUE);
      refrain_painter_get_extent (REFRAIN_PAINTER (refrain_card_model_get_strip (card)), &viewport);
      viewport.width = 252;
      viewport.height = 96;
      refrain_painter_paint (REFRAIN_PAINTER (refrain_card_model_get_strip (card)), cr, &viewport,
                             &style);
      shown[i] = (bench_seconds () - began) * 1e3;
      wait (session);
      began = bench_seconds ();
      refrain_painter_paint (REFRAIN_PAINTER (refrain_card_model_get_strip (card)), cr, &viewport,
                             &style);
      painted[i] = (bench_seconds () - began) * 1e3;
    }
  bench_row ("A card of 1,000,000 occurrences, until its strip is drawn",
             bench_median (shown, RUNS), "ms", "<= 100", "");
  bench_row ("A frame of that strip", bench_median (painted, RUNS), "ms", "<= 16", "");
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
bench_real (const char *path)
{
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, NULL);
  g_autoptr (RefrainStudy) study = NULL;
  g_auto (RefrainRecurrenceSources) sources = { 0 };
  g_autoptr (RefrainRecurrences) all = NULL;
  double began, found, measured;
  g_autofree char *note = NULL;
  gsize n;

  if (trace == NULL)
    return;
  began = bench_seconds ();
  study = refrain_study_new (trace);
  refrain_study_find_sources (study, REFRAIN_N_RECURS, NULL, &sources, NULL);
  found = bench_seconds () - began;
  began = bench_seconds ();
  all = refrain_recurrences_new (&sources, NULL, NULL);
  measured = bench_seconds () - began;
  refrain_recurrences_list (all, &n);
  note = g_strdup_printf ("%.2f s for %zu series of %s", measured, n,
                          refrain_trace_get_name (trace));
  bench_row ("Measuring all that repeats, by finding patterns, phases and loops", measured / found,
             "", "", note);
}

TEST_PROGRAM ("durations")
{
  bench_light ();
  bench_card ();
  if (argc > 2)
    bench_real (argv[2]);
  return 0;
}
