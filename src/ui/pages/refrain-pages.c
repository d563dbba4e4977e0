/* refrain-pages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one place that knows all pages.
 */
#include "refrain-pages.h"

#include <glib/gi18n.h>

#include "refrain-calls-page.h"
#include "refrain-differences-page.h"
#include "refrain-event-page.h"
#include "refrain-lists-page.h"
#include "refrain-loops-page.h"
#include "refrain-matrix-page.h"
#include "refrain-numbers-page.h"
#include "refrain-patterns-page.h"
#include "refrain-phases-page.h"
#include "refrain-process-panel.h"
#include "refrain-program-page.h"
#include "refrain-query-page.h"
#include "refrain-summary-page.h"
#include "refrain-time-page.h"
#include "refrain-topology-page.h"

const RefrainPageInfo refrain_pages[] = {
  { "summary", N_ ("Summary"), "refrain-summary-symbolic", refrain_summary_page_get_type,
    REFRAIN_PLACE_MIDDLE },
  { "events", N_ ("Events"), "refrain-events-symbolic", refrain_event_page_get_type,
    REFRAIN_PLACE_MIDDLE },
  { "matrix", N_ ("Matrix"), "refrain-matrix-symbolic", refrain_matrix_page_get_type,
    REFRAIN_PLACE_MIDDLE },
  { "patterns", N_ ("Patterns"), "refrain-patterns-symbolic", refrain_patterns_page_get_type,
    REFRAIN_PLACE_BELOW },
  { "phases", N_ ("Phases"), "refrain-phases-symbolic", refrain_phases_page_get_type,
    REFRAIN_PLACE_MIDDLE },
  { "loops", N_ ("Loops"), "refrain-loops-symbolic", refrain_loops_page_get_type,
    REFRAIN_PLACE_MIDDLE },
  { "topology", N_ ("Topology"), "refrain-topology-symbolic", refrain_topology_page_get_type,
    REFRAIN_PLACE_MIDDLE },
  { "program", N_ ("Program"), "refrain-program-symbolic", refrain_program_page_get_type,
    REFRAIN_PLACE_MIDDLE },
  { "time", N_ ("Time"), "refrain-time-symbolic", refrain_time_page_get_type,
    REFRAIN_PLACE_MIDDLE },
  { "query", N_ ("Query"), "refrain-query-symbolic", refrain_query_page_get_type,
    REFRAIN_PLACE_BELOW },
  { "processes", N_ ("Processes"), "refrain-processes-symbolic", refrain_process_panel_get_type,
    REFRAIN_PLACE_LEFT },
  { "lists", N_ ("Lists"), "refrain-lists-symbolic", refrain_lists_page_get_type,
    REFRAIN_PLACE_BELOW, "<Shift><Alt>1" },
  { "calls", N_ ("Calls"), "refrain-calls-symbolic", refrain_calls_page_get_type,
    REFRAIN_PLACE_MIDDLE, "<Shift><Alt>2" },
  { "numbers", N_ ("Numbers"), "refrain-numbers-symbolic", refrain_numbers_page_get_type,
    REFRAIN_PLACE_MIDDLE, "<Shift><Alt>3" },
  { "differences", N_ ("Differences"), "refrain-differences-symbolic",
    refrain_differences_page_get_type, REFRAIN_PLACE_MIDDLE, "<Shift><Alt>4" },
};

const guint refrain_n_pages = G_N_ELEMENTS (refrain_pages);
