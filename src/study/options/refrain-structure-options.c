/* refrain-structure-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words become options, and trends become words.
 */
#include "config.h"

#include "refrain-structure-options.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-report-options.h"

void
refrain_structure_arguments_clear (RefrainStructureArguments *self)
{
  g_clear_pointer (&self->events, g_free);
  g_clear_pointer (&self->fields, g_free);
  g_clear_pointer (&self->outer, g_free);
}

const char *
refrain_structure_arguments_get_first (const RefrainStructureArguments *self)
{
  return self->events != NULL   ? "--events"
         : self->fields != NULL ? "--fields"
         : self->outer != NULL  ? "--outer"
                                : NULL;
}

static gboolean
understand_fields (const char *text, RefrainEventFields *fields, GError **error)
{
  static const struct
  {
    const char *name;
    RefrainEventFields field;
  } names[] = {
    { "peer", REFRAIN_EVENT_PEER },
    { "tag", REFRAIN_EVENT_TAG },
    { "comm", REFRAIN_EVENT_COMM },
    { "size", REFRAIN_EVENT_SIZE },
  };
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  *fields = 0;
  for (char **word = words; *word != NULL; word++)
    {
      gsize i = 0;

      if (**word == '\0')
        continue;
      while (i < G_N_ELEMENTS (names) && !g_str_equal (*word, names[i].name))
        i++;
      if (i == G_N_ELEMENTS (names))
        return refrain_report_refuse (error, _ ("--fields: “%s” is none of peer, tag, comm, size"),
                                      *word);
      *fields |= names[i].field;
    }
  return TRUE;
}

gboolean
refrain_structure_arguments_understand (const RefrainStructureArguments *self,
                                        RefrainStructureOptions *options,
                                        GError **error)
{
  *options = (RefrainStructureOptions) REFRAIN_STRUCTURE_OPTIONS_DEFAULT;
  if (self->events != NULL && !g_str_equal (self->events, "all"))
    {
      if (!g_str_equal (self->events, "mpi"))
        return refrain_report_refuse (error, _ ("--events: “%s” is neither mpi nor all"),
                                      self->events);
      options->events.mpi_only = TRUE;
    }
  if (self->outer != NULL && !g_str_equal (self->outer, "cover"))
    {
      if (!g_str_equal (self->outer, "pairs"))
        return refrain_report_refuse (error, _ ("--outer: “%s” is neither cover nor pairs"),
                                      self->outer);
      options->outer = REFRAIN_OUTER_PAIRS;
    }
  return self->fields == NULL || understand_fields (self->fields, &options->events.fields, error);
}

char *
refrain_structure_tell_trend (RefrainDurations *durations, const char *what)
{
  const RefrainTrend *trend = refrain_durations_get_trend (durations);

  switch (trend->kind)
    {
    case REFRAIN_TREND_SLOPE:
      return g_strdup_printf (trend->change > 0
                                  ? _ ("The last %s takes %.0f %% longer than the first one.")
                                  : _ ("The last %s takes %.0f %% less than the first one."),
                              what, 100 * fabs (trend->change));
    case REFRAIN_TREND_STEP:
      return g_strdup_printf (_ ("From %s %zu on, durations are %.2f times as long as before."),
                              what, trend->step + 1, trend->after / trend->before);
    case REFRAIN_TREND_PERIOD:
      return g_strdup_printf (_ ("Durations are similar every %zu."), trend->period);
    case REFRAIN_TREND_NONE:
    default:
      return NULL;
    }
}
