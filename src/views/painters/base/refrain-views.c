/* refrain-views.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row for each view: what it is called, what it takes, and how large a figure of it is.
 */
#include "refrain-views.h"

#include <glib/gi18n.h>

#define TAKES(what) REFRAIN_VIEW_TAKES_##what

const RefrainViewInfo refrain_views[REFRAIN_N_VIEWS] = {
  [REFRAIN_VIEW_EVENTS]
  = { .name = "events",
      .title = N_ ("Event Graph"),
      .takes = TAKES (AXIS) | TAKES (TIME) | TAKES (PROCESSES) | TAKES (PATTERN) | TAKES (BANDS)
               | TAKES (WAITING) | TAKES (FOLDS),
      .width = 160,
      .height = 90 },
  [REFRAIN_VIEW_MATRIX]
  = { .name = "matrix",
      .title = N_ ("Communication Matrix"),
      .takes = TAKES (TIME) | TAKES (SEGMENT) | TAKES (CELLS) | TAKES (WAITING),
      .width = 110,
      .height = 90 },
  [REFRAIN_VIEW_OVERVIEW]
  = { .name = "overview",
      .title = N_ ("Overview of the Run"),
      .takes = TAKES (AXIS) | TAKES (TIME) | TAKES (PATTERN) | TAKES (BANDS),
      .width = 160,
      .height = 40 },
  [REFRAIN_VIEW_PATTERN] = { .name = "pattern",
                             .title = N_ ("Selected Pattern"),
                             .takes = TAKES (PATTERN),
                             .needs_pattern = TRUE,
                             .width = 160,
                             .height = 90 },
  [REFRAIN_VIEW_PHASES] = { .name = "phases",
                            .title = N_ ("Tree and Band of Phases"),
                            .takes = TAKES (AXIS) | TAKES (COUNT) | TAKES (TIME) | TAKES (SEGMENT),
                            .width = 160,
                            .height = 90 },
  [REFRAIN_VIEW_LOOPS] = { .name = "loops",
                           .title = N_ ("Loop Boxes"),
                           .takes = TAKES (LOOP) | TAKES (WAITING),
                           .width = 160,
                           .height = 90 },
  [REFRAIN_VIEW_TOPOLOGY] = { .name = "topology",
                              .title = N_ ("Topology"),
                              .takes = TAKES (TIME) | TAKES (SEGMENT) | TAKES (EDGES),
                              .width = 120,
                              .height = 90 },
  [REFRAIN_VIEW_PROGRAM]
  = { .name = "program", .title = N_ ("Program"), .width = 180, .height = 120 },
  [REFRAIN_VIEW_CRITICAL_PATH] = { .name = "critical-path",
                                   .title = N_ ("Critical Path"),
                                   .takes = TAKES (AXIS) | TAKES (TIME) | TAKES (PROCESSES)
                                            | TAKES (BANDS) | TAKES (WAITING) | TAKES (FOLDS),
                                   .width = 160,
                                   .height = 90 },
  [REFRAIN_VIEW_DURATIONS] = { .name = "durations",
                               .title = N_ ("Durations of Repetitions"),
                               .takes = TAKES (SERIES),
                               .width = 160,
                               .height = 100 },
  [REFRAIN_VIEW_COMPARE] = { .name = "compare",
                             .title = N_ ("Two Occurrences Compared"),
                             .takes = TAKES (SERIES),
                             .width = 180,
                             .height = 100 },
  [REFRAIN_VIEW_FLAME] = { .name = "flame",
                           .title = N_ ("Calls by Caller"),
                           .takes = TAKES (TIME) | TAKES (PROCESSES),
                           .width = 160,
                           .height = 90 },
  [REFRAIN_VIEW_ITERATIONS] = { .name = "iterations",
                                .title = N_ ("Durations by Iteration"),
                                .window_only = TRUE,
                                .width = 160,
                                .height = 90 },
  [REFRAIN_VIEW_DIFFERENCES] = { .name = "differences",
                                 .title = N_ ("Two Runs Compared"),
                                 .window_only = TRUE,
                                 .width = 160,
                                 .height = 120 },
};

const char **
refrain_views_list_names (void)
{
  const char **names = g_new0 (const char *, REFRAIN_N_VIEWS + 1);

  for (gsize i = 0, n = 0; i < REFRAIN_N_VIEWS; i++)
    if (!refrain_views[i].window_only)
      names[n++] = refrain_views[i].name;
  return names;
}
