/* refrain-series-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-series-options.h"

#include "refrain-error.h"

void
refrain_series_arguments_clear (RefrainSeriesArguments *self)
{
  g_free (self->pattern);
  g_free (self->loop);
  g_free (self->phase);
  g_free (self->routine);
  g_free (self->sequence);
}

/* What was written for @kind, or NULL. */
static const char *
get_text (const RefrainSeriesArguments *self, RefrainRecurs kind)
{
  switch (kind)
    {
    case REFRAIN_RECURS_PATTERN:
      return self->pattern;
    case REFRAIN_RECURS_LOOP:
      return self->loop;
    case REFRAIN_RECURS_PHASE:
      return self->phase;
    case REFRAIN_RECURS_ROUTINE:
      return self->routine;
    case REFRAIN_RECURS_SEQUENCE:
      return self->sequence;
    default:
      return NULL;
    }
}

static const char *const names[REFRAIN_N_RECURS] = {
  [REFRAIN_RECURS_LOOP] = "--loop",         [REFRAIN_RECURS_PHASE] = "--phase",
  [REFRAIN_RECURS_PATTERN] = "--pattern",   [REFRAIN_RECURS_ROUTINE] = "--routine",
  [REFRAIN_RECURS_SEQUENCE] = "--sequence",
};

const char *
refrain_series_arguments_get_first (const RefrainSeriesArguments *self)
{
  for (RefrainRecurs kind = 0; kind < REFRAIN_N_RECURS; kind++)
    if (get_text (self, kind) != NULL)
      return names[kind];
  return NULL;
}

gboolean
refrain_series_arguments_understand (const RefrainSeriesArguments *self,
                                     const RefrainCommand *command,
                                     RefrainRecurs *kind,
                                     guint32 *id)
{
  guint64 number = 0;
  const char *text;

  *kind = REFRAIN_N_RECURS;
  *id = 0;
  for (RefrainRecurs k = 0; k < REFRAIN_N_RECURS; k++)
    if (get_text (self, k) != NULL)
      {
        if (*kind != REFRAIN_N_RECURS)
          {
            refrain_command_usage (command, _ ("%s does not go with %s"), names[*kind], names[k]);
            return FALSE;
          }
        *kind = k;
      }
  text = get_text (self, *kind);
  if (text == NULL || *kind == REFRAIN_RECURS_ROUTINE)
    return TRUE;
  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT32 - 1, &number, NULL))
    {
      refrain_command_usage (command, _ ("%s: “%s” is not a number such as 3"), names[*kind], text);
      return FALSE;
    }
  *id = (guint32) number;
  return TRUE;
}

RefrainOccurrences *
refrain_series_arguments_collect (const RefrainSeriesArguments *self,
                                  RefrainTrace *trace,
                                  const char *path,
                                  RefrainRecurs kind,
                                  guint32 id)
{
  g_auto (RefrainRecurrenceSources) sources = { 0 };
  g_autoptr (RefrainOccurrences) occurrences = NULL;
  g_autoptr (GError) error = NULL;

  if (!refrain_recurrence_sources_find (&sources, trace, kind, NULL, &error))
    {
      refrain_command_fail (error);
      return NULL;
    }
  if (kind == REFRAIN_RECURS_ROUTINE)
    {
      id = refrain_recurrence_sources_find_routine (&sources, self->routine);
      if (id == 0)
        g_set_error (&error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT, _ ("no routine is called “%s”"),
                     self->routine);
    }
  if (error == NULL)
    occurrences = refrain_recurrence_sources_collect (&sources, kind, id, NULL, &error);
  if (occurrences == NULL)
    {
      g_autofree char *name = g_filename_display_name (path);

      g_prefix_error (&error, "%s: ", name);
      refrain_command_fail (error);
    }
  return g_steal_pointer (&occurrences);
}
