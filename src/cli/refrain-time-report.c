/* refrain-time-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Clocks are corrected before patterns and phases are found.
 */
#include "config.h"

#include "refrain-time-report.h"

#include <glib/gi18n.h>

#include "refrain-composites.h"
#include "refrain-phase-choice.h"
#include "refrain-time-format.h"

void
refrain_time_report_clear (RefrainTimeReport *self)
{
  g_clear_pointer (&self->groups, refrain_time_groups_free);
  g_clear_pointer (&self->leaves, g_free);
  g_clear_object (&self->phases);
  g_clear_object (&self->set);
  g_clear_object (&self->waits);
  g_clear_object (&self->trace);
}

/* The phases as the command phases chooses them. */
static gboolean
find_groups (RefrainTimeReport *self, GError **error)
{
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  const RefrainPhaseOptions phase_options = { 0 };
  g_autoptr (RefrainComposites) composites = NULL;
  RefrainPhaseChoice choice;

  self->set = refrain_pattern_set_new (self->trace, &options, NULL, NULL, NULL, error);
  if (self->set == NULL)
    return FALSE;
  composites = refrain_composites_new (self->set, NULL, error);
  if (composites == NULL)
    return FALSE;
  self->phases = refrain_phases_choose_level (composites, &phase_options, &choice, NULL, error);
  if (self->phases == NULL)
    return FALSE;
  self->strength = choice.strength;
  self->leaves = refrain_segmentation_get_leaves (refrain_phases_get_segmentation (self->phases),
                                                  choice.strength, &self->n_leaves);
  self->groups = refrain_time_groups_new (self->set, self->phases, self->leaves, self->n_leaves);
  return TRUE;
}

/* Whether clocks are to be corrected, and need it. */
static gboolean
is_corrected (const RefrainTimeReport *self)
{
  return self->correct && (self->n_backward > 0 || self->n_torn > 0);
}

/* The waits, and with --correct those of a trace with clocks that agree. */
static gboolean
find_waits (RefrainTimeReport *self, GError **error)
{
  self->waits = refrain_waits_new (self->trace, NULL, error);
  if (self->waits == NULL)
    return FALSE;
  self->n_backward = refrain_waits_get_n_backward (self->waits, &self->n_messages);
  self->n_torn = refrain_waits_get_n_torn (self->waits, &self->n_collectives);
  if (is_corrected (self))
    {
      RefrainTrace *corrected = refrain_clocks_correct (self->trace, &self->clocks, NULL, error);

      g_clear_object (&self->waits);
      if (corrected == NULL)
        return FALSE;
      g_object_unref (self->trace);
      self->trace = corrected;
      self->waits = refrain_waits_new (corrected, NULL, error);
    }
  return self->waits != NULL;
}

gboolean
refrain_time_report_load (RefrainTimeReport *self, const char *path, gboolean groups)
{
  g_autoptr (GError) error = NULL;

  self->trace = refrain_command_load (path);
  if (self->trace == NULL)
    return FALSE;
  if (find_waits (self, &error) && (!groups || find_groups (self, &error)))
    return TRUE;
  refrain_command_fail (error);
  return FALSE;
}

void
refrain_time_report_print_clocks (const RefrainTimeReport *self)
{
  g_autofree char *few
      = refrain_count_format (self->n_backward > 0 ? self->n_backward : self->n_torn);
  g_autofree char *all
      = refrain_count_format (self->n_backward > 0 ? self->n_messages : self->n_collectives);
  g_autofree char *shift = refrain_time_format (self->clocks.most_shift, 3);
  g_autofree char *moved = refrain_time_format (self->clocks.most_moved, 3);

  if (is_corrected (self))
    g_print (
        self->n_backward > 0
            ? _ ("clocks corrected: %s of %s messages arrived before they left; %u clocks shifted "
                 "by up to %s, then %u operations moved by up to %s\n")
            : _ ("clocks corrected: %s of %s barriers and the like were left before all had "
                 "entered; %u clocks shifted by up to %s, then %u operations moved by up to %s\n"),
        few, all, self->clocks.n_shifted, shift, (guint) self->clocks.n_moved, moved);
  else if (refrain_waits_have_other_clocks (self->waits))
    g_print (self->n_backward > 0
                 ? _ ("clocks disagree: %s of %s messages arrive before they leave; waits mean "
                      "little; --correct\n")
                 : _ ("clocks disagree: %s of %s barriers and the like are left before all have "
                      "entered; waits mean little; --correct\n"),
             few, all);
}

void
refrain_time_report_add_clocks (const RefrainTimeReport *self, RefrainJsonWriter *json)
{
  refrain_json_add_int (json, "backward_messages", (gint64) self->n_backward);
  refrain_json_add_int (json, "messages", (gint64) self->n_messages);
  refrain_json_add_int (json, "torn_collectives", (gint64) self->n_torn);
  refrain_json_add_boolean (json, "corrected", is_corrected (self));
}

char *
refrain_time_report_name_pattern (const RefrainTimeReport *self, guint32 pattern)
{
  RefrainPattern *own;
  g_autofree char *routine = NULL;

  if (pattern >= refrain_pattern_set_get_n_patterns (self->set))
    return g_strdup (_ ("in no pattern"));
  own = refrain_pattern_set_get_pattern (self->set, pattern);
  routine = refrain_pattern_describe_routine (own);
  return routine != NULL ? g_strdup_printf ("%s, %s", refrain_pattern_get_name (own), routine)
                         : g_strdup (refrain_pattern_get_name (own));
}

char *
refrain_time_report_name_phase (const RefrainTimeReport *self, gsize phase)
{
  g_autofree char *name = NULL;

  if (phase >= self->n_leaves)
    return g_strdup (_ ("in no phase"));
  name = refrain_phases_describe (self->phases, self->leaves[phase], self->strength, NULL);
  return *name != '\0' ? g_strdup_printf (_ ("phase %u: %s"), (guint) phase + 1, name)
                       : g_strdup_printf (_ ("phase %u"), (guint) phase + 1);
}

void
refrain_time_report_add_seconds (RefrainJsonWriter *json, const char *name, RefrainTime time)
{
  refrain_json_add_double (json, name, (double) time / 1e9);
}

const char *
refrain_time_report_get_routine (const RefrainTimeReport *self, guint32 routine)
{
  return routine < refrain_trace_get_n_routines (self->trace)
             ? refrain_routine_get_name (refrain_trace_get_routine (self->trace, routine))
             : NULL;
}

const char *
refrain_time_report_get_label (const RefrainTimeReport *self, guint32 routine)
{
  return routine < refrain_trace_get_n_routines (self->trace)
             ? refrain_routine_get_label (refrain_trace_get_routine (self->trace, routine))
             : NULL;
}

void
refrain_time_report_print_row (RefrainTime time, double whole, const char *what)
{
  g_autofree char *text = refrain_time_format (time, 3);

  g_print ("%7.1f %%  %*s%s  %s\n", whole > 0 ? 100 * (double) time / whole : 0,
           MAX (0, 10 - (int) g_utf8_strlen (text, -1)), "", text, what);
}
