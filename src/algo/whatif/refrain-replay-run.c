/* refrain-replay-run.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Passes until all scenarios have been replayed, on all cores: in the order of the run, or, of a
 * run in which somebody serves others, as messages come.
 */
#include "refrain-replay-pass.h"

#include "refrain-arrays.h"
#include "refrain-parallel.h"

static void
run_pass (gsize item, gpointer data)
{
  const RefrainReplay *replay = data;
  const RefrainRunGraph *graph = replay->graph;
  const gsize first = item * replay->width, n = MIN (replay->width, replay->n - first);
  RefrainReplayPass *pass = refrain_replay_pass_take (replay);
  gboolean done;
  RefrainTime last[REFRAIN_REPLAY_WIDTH];

  refrain_replay_pass_start (pass, replay, first, n);
  done = replay->width == 1 && pass->is_changed && refrain_replay_pass_take_turns (pass);
  if (!done && replay->width == 1)
    refrain_replay_pass_start (pass, replay, first, n);
  if (!done)
    refrain_replay_pass_run_in_order (pass);
  refrain_replay_pass_get_last (pass, last);
  for (gsize s = 0; s < n; s++)
    {
      replay->saved[first + s] = graph->length - last[s];
      if (replay->waited != NULL)
        replay->waited[first + s] = pass->waited.time[s];
    }
  refrain_replay_pass_give_back (pass);
}

static gboolean
run_all (RefrainReplay *replay)
{
  const RefrainRunGraph *graph = replay->graph;

  replay->width = graph->n_turns > 0 ? 1 : REFRAIN_REPLAY_WIDTH;
  refrain_replay_set_kept (replay);
  return refrain_parallel_run ((replay->n + replay->width - 1) / replay->width, run_pass, replay,
                               replay->cancellable)
         && !g_cancellable_is_cancelled (replay->cancellable);
}

gboolean
refrain_replay_save_on (const RefrainRunGraph *graph,
                        const RefrainScenario *const *bases,
                        const RefrainScenario *const *scenarios,
                        const RefrainReplayHole *holes,
                        gsize n,
                        RefrainTime *saved,
                        RefrainTime *waited,
                        GCancellable *cancellable)
{
  RefrainReplay replay = { .graph = graph,
                           .scenarios = scenarios,
                           .bases = bases,
                           .holes = holes,
                           .n = n,
                           .saved = saved,
                           .waited = waited,
                           .cancellable = cancellable };

  return run_all (&replay);
}

gboolean
refrain_replay_is_exact (const RefrainRunGraph *graph)
{
  g_autoptr (RefrainScenario) nothing = refrain_scenario_new ();
  g_autofree RefrainTime *ends = g_new (RefrainTime, (gsize) graph->n + 1);
  const RefrainScenario *const all[] = { NULL, nothing };

  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    {
      RefrainTime saved;
      RefrainReplay replay
          = { .graph = graph, .scenarios = &all[i], .n = 1, .saved = &saved, .ends = ends };

      if (!run_all (&replay) || saved != 0
          || !refrain_is_same (ends, graph->leave, graph->n * sizeof *ends))
        return FALSE;
    }
  return TRUE;
}
