/* refrain-report-time.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Clocks are corrected before anything else is found.
 */
#include "config.h"

#include "refrain-report-time.h"

#include "refrain-free.h"
#include "refrain-unrecorded-note.h"

#include <glib/gi18n-lib.h>

#include "refrain-report-options.h"
#include "refrain-time-format.h"

/* Rows of a table of shares in text. */
#define MAX_ROWS 12

void
refrain_report_time_describe (gpointer options, GArray *entries)
{
  RefrainReportTimeOptions *self = options;
  const GOptionEntry entry = REFRAIN_REPORT_TIME_ENTRY (*self);

  g_array_append_val (entries, entry);
}

/* ---- Parts ---- */

void
refrain_time_parts_clear (RefrainTimeParts *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->first); i++)
    g_clear_object (&self->first[i]);
  g_clear_pointer (&self->groups, refrain_time_groups_free);
  refrain_clear_objects (&self->phases, &self->composites, &self->waits, &self->clocks);
  g_clear_pointer (&self->options, refrain_study_options_unref);
}

static void
choose_options (RefrainTimeParts *self,
                RefrainStudy *study,
                const RefrainReportTimeOptions *options,
                const RefrainStudyAsk *ask)
{
  self->options = refrain_report_copy_options (study, ask, &self->ask);
  self->options->correct_clocks |= options->correct;
  /* A tree cut by hand has no leaves to list. */
  self->options->phases.by_hand = FALSE;
}

gboolean
refrain_time_parts_load (RefrainTimeParts *self,
                         RefrainStudy *study,
                         const RefrainReportTimeOptions *options,
                         const RefrainStudyAsk *ask,
                         const RefrainAnalysis *first,
                         guint n_first,
                         gboolean groups,
                         GError **error)
{
  g_return_val_if_fail (n_first <= G_N_ELEMENTS (self->first), FALSE);

  choose_options (self, study, options, ask);
  self->clocks = refrain_study_find (study, REFRAIN_ANALYSIS_CLOCKS, &self->ask, error);
  if (self->clocks == NULL)
    return FALSE;
  self->trace = self->clocks->trace;
  self->waits = refrain_study_find (study, REFRAIN_ANALYSIS_WAITS, &self->ask, error);
  if (self->waits == NULL)
    return FALSE;
  for (guint i = 0; i < n_first; i++)
    {
      self->first[i] = refrain_study_find (study, first[i], &self->ask, error);
      if (self->first[i] == NULL)
        return FALSE;
    }
  self->composites = refrain_study_find (study, REFRAIN_ANALYSIS_COMPOSITES, &self->ask, error);
  if (self->composites == NULL)
    return FALSE;
  self->set = refrain_composites_get_set (self->composites);
  if (!groups)
    return TRUE;
  self->phases = refrain_study_find (study, REFRAIN_ANALYSIS_PHASES, &self->ask, error);
  if (self->phases == NULL)
    return FALSE;
  self->groups = refrain_time_groups_new (self->set, self->phases->phases, self->phases->leaves,
                                          self->phases->n_leaves);
  return TRUE;
}

/* ---- Clocks ---- */

char *
refrain_time_parts_describe_clocks (const RefrainTimeParts *self)
{
  const RefrainClocksFound *clocks = self->clocks;
  const gboolean backward = clocks->n_backward > 0;
  g_autofree char *few = refrain_count_format (backward ? clocks->n_backward : clocks->n_torn);
  g_autofree char *all
      = refrain_count_format (backward ? clocks->n_messages : clocks->n_collectives);
  g_autofree char *shift = refrain_time_format (clocks->report.most_shift, 3);
  g_autofree char *moved = refrain_time_format (clocks->report.most_moved, 3);

  if (clocks->corrected)
    return g_strdup_printf (
        backward ? _ ("clocks corrected: %s of %s messages arrived before they were sent; %u "
                      "clocks shifted by up to %s, then %u operations moved by up to %s")
                 : _ ("clocks corrected: %s of %s collectives such as barriers were left before "
                      "all processes entered; %u clocks shifted by up to %s, then %u operations "
                      "moved by up to %s"),
        few, all, clocks->report.n_shifted, shift, (guint) clocks->report.n_moved, moved);
  if (clocks->disagree)
    return g_strdup_printf (
        backward ? _ ("clocks disagree: %s of %s messages arrive before they are sent; waiting is "
                      "unreliable; try --correct")
                 : _ ("clocks disagree: %s of %s collectives such as barriers are left before all "
                      "processes enter; waiting is unreliable; try --correct"),
        few, all);
  return NULL;
}

void
refrain_time_parts_say_clocks (const RefrainTimeParts *self, RefrainReport *report)
{
  g_autofree char *text = refrain_time_parts_describe_clocks (self);

  if (text != NULL)
    refrain_report_say (report, "%s", text);
  refrain_report_say_unrecorded (report, self->trace);
}

void
refrain_time_parts_add_clocks (const RefrainTimeParts *self, RefrainReport *report)
{
  refrain_report_add_int (report, "backward_messages", self->clocks->n_backward);
  refrain_report_add_int (report, "messages", self->clocks->n_messages);
  refrain_report_add_int (report, "torn_collectives", self->clocks->n_torn);
  refrain_report_add_boolean (report, "corrected", self->clocks->corrected);
}

/* ---- Names ---- */

char *
refrain_time_parts_name_pattern (const RefrainTimeParts *self, guint32 pattern)
{
  RefrainPattern *own;
  g_autofree char *routine = NULL;

  if (pattern >= refrain_pattern_set_get_n_patterns (self->set))
    return g_strdup (_ ("outside patterns"));
  own = refrain_pattern_set_get_pattern (self->set, pattern);
  routine = refrain_pattern_describe_routine (own);
  return routine != NULL ? g_strdup_printf ("%s, %s", refrain_pattern_get_name (own), routine)
                         : g_strdup (refrain_pattern_get_name (own));
}

/* @phase as it is listed; NULL where each leaf is one. */
static const RefrainPhasePiece *
get_piece (const RefrainTimeParts *self, guint32 phase)
{
  return self->phases->pieces->len > 0
             ? &g_array_index (self->phases->pieces, RefrainPhasePiece, phase)
             : NULL;
}

guint32
refrain_time_parts_count_phases (const RefrainTimeParts *self)
{
  return self->phases->pieces->len > 0 ? self->phases->pieces->len
                                       : (guint32) self->phases->n_leaves;
}

void
refrain_time_parts_get_leaves (const RefrainTimeParts *self,
                               guint32 phase,
                               gsize *first,
                               gsize *end)
{
  const RefrainPhasePiece *piece = get_piece (self, phase);

  *first = piece != NULL ? piece->first : phase;
  *end = *first + (piece != NULL ? piece->n : 1);
}

RefrainTime *
refrain_time_parts_sum_phases (const RefrainTimeParts *self,
                               const RefrainTime *leaves,
                               guint n_kinds)
{
  const gsize n = refrain_time_parts_count_phases (self), n_leaves = self->phases->n_leaves;
  RefrainTime *sums = g_new0 (RefrainTime, n_kinds * (n + 1));

  for (guint k = 0; k < n_kinds; k++)
    {
      for (guint32 i = 0; i < n; i++)
        {
          gsize first, end;

          refrain_time_parts_get_leaves (self, i, &first, &end);
          for (gsize leaf = first; leaf < end; leaf++)
            sums[k * (n + 1) + i] += leaves[k * (n_leaves + 1) + leaf];
        }
      sums[k * (n + 1) + n] = leaves[k * (n_leaves + 1) + n_leaves];
    }
  return sums;
}

char *
refrain_time_parts_name_phase (const RefrainTimeParts *self, guint32 phase)
{
  const RefrainPhasesFound *found = self->phases;
  const RefrainPhasePiece *piece;
  g_autofree char *name = NULL;

  if (phase >= refrain_time_parts_count_phases (self))
    return g_strdup (_ ("outside phases"));
  piece = get_piece (self, phase);
  name = piece != NULL ? refrain_phases_describe_piece (found->phases, piece->start, piece->end,
                                                        found->leaves[piece->main],
                                                        found->choice.strength, NULL)
                       : refrain_phases_describe (found->phases, found->leaves[phase],
                                                  found->choice.strength, NULL);
  return *name != '\0' ? g_strdup_printf (_ ("phase %u: %s"), phase + 1, name)
                       : g_strdup_printf (_ ("phase %u"), phase + 1);
}

const char *
refrain_time_parts_get_routine (const RefrainTimeParts *self, guint32 routine)
{
  return routine < refrain_trace_get_n_routines (self->trace)
             ? refrain_routine_get_name (refrain_trace_get_routine (self->trace, routine))
             : NULL;
}

const char *
refrain_time_parts_get_label (const RefrainTimeParts *self, guint32 routine)
{
  return routine < refrain_trace_get_n_routines (self->trace)
             ? refrain_trace_get_routine_label (self->trace, routine)
             : NULL;
}

/* ---- Shares ---- */

double
refrain_report_time_get_share (RefrainTime time, double whole)
{
  return whole > 0 ? (double) time / whole : 0;
}

RefrainReportTable *
refrain_report_time_add_shares (RefrainReport *report, const char *title, const char *heading)
{
  const RefrainReportColumn columns[] = {
    { "share", _ ("share"), REFRAIN_CELL_SHARE, REFRAIN_COLUMN_SUM },
    { "seconds", _ ("time"), REFRAIN_CELL_TIME, REFRAIN_COLUMN_SUM },
    { "name", heading, REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table = refrain_report_add_table (report, NULL, title, columns);

  refrain_report_limit_rows (table, MAX_ROWS);
  return table;
}

void
refrain_report_time_add_share (RefrainReportTable *table,
                               RefrainTime time,
                               double whole,
                               const char *what)
{
  refrain_report_add_row (table, REFRAIN_SHARE (refrain_report_time_get_share (time, whole)),
                          REFRAIN_TIME (time), REFRAIN_TEXT (what));
}
