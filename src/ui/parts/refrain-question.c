/* refrain-question.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-question.h"

#include <glib/gi18n.h>

#include "refrain-time-format.h"

static char *
count_defects (RefrainTrace *trace)
{
  guint n = g_list_model_get_n_items (refrain_trace_get_defects (trace));

  if (n == 0)
    return g_strdup ("");
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u defect", "%u defects", n), n);
}

static char *
count_events (RefrainTrace *trace)
{
  return refrain_count_format (refrain_trace_get_counts (trace)->events);
}

static char *
count_cells (RefrainTrace *trace)
{
  guint n = refrain_trace_get_n_processes (trace);

  return g_strdup_printf ("%u × %u", n, n);
}

const RefrainQuestion refrain_questions[REFRAIN_N_QUESTIONS] = {
  [REFRAIN_QUESTION_SUMMARY]
  = { "summary", N_ ("Summary"), "refrain-summary-symbolic", count_defects },
  [REFRAIN_QUESTION_EVENTS] = { "events", N_ ("Events"), "refrain-events-symbolic", count_events },
  [REFRAIN_QUESTION_MATRIX] = { "matrix", N_ ("Matrix"), "refrain-matrix-symbolic", count_cells },
  [REFRAIN_QUESTION_PATTERNS] = { "patterns", N_ ("Patterns"), "refrain-patterns-symbolic", NULL },
  [REFRAIN_QUESTION_PHASES] = { "phases", N_ ("Phases"), "refrain-phases-symbolic", NULL },
  [REFRAIN_QUESTION_LOOPS] = { "loops", N_ ("Loops"), "refrain-loops-symbolic", NULL },
  [REFRAIN_QUESTION_PROCESSES]
  = { "processes", N_ ("Processes"), "refrain-processes-symbolic", NULL },
};
