/* refrain-pattern-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the words of each option; the defaults are the analysis' own.
 */
#include "config.h"

#include "refrain-pattern-options.h"

#include <glib/gi18n.h>

void
refrain_pattern_arguments_clear (RefrainPatternArguments *self)
{
  g_free (self->method);
  g_free (self->receive);
  g_free (self->fields);
  g_strfreev (self->wrappers);
}

const char *
refrain_pattern_arguments_get_first (const RefrainPatternArguments *self)
{
  const struct
  {
    gboolean given;
    const char *name;
  } options[] = {
    { self->method != NULL, "--method" },
    { self->wrappers != NULL, "--wrapper" },
    { self->keep_tandem, "--keep-tandem" },
    { self->merge_alike, "--merge-alike" },
    { self->join_collectives, "--join-collectives" },
    { self->receive != NULL, "--receive" },
    { self->fields != NULL, "--fields" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (options[i].given)
      return options[i].name;
  return NULL;
}

static gboolean
parse_choice (const RefrainCommand *command,
              const char *name,
              const char *text,
              const char *const *choices,
              guint *choice)
{
  g_autofree char *all = NULL;

  if (text == NULL)
    return TRUE;
  for (guint i = 0; choices[i] != NULL; i++)
    if (g_str_equal (text, choices[i]))
      {
        *choice = i;
        return TRUE;
      }
  all = g_strjoinv (", ", (char **) choices);
  refrain_command_usage (command, _ ("%s: “%s” is not one of %s"), name, text, all);
  return FALSE;
}

static gboolean
parse_fields (const RefrainCommand *command, const char *text, RefrainSymbolFields *fields)
{
  static const char *const names[] = { "op", "peer", "tag", "comm", "size", NULL };
  g_auto (GStrv) parts = NULL;

  if (text == NULL)
    return TRUE;
  parts = g_strsplit (text, ",", -1);
  *fields = 0;
  for (char **part = parts; *part != NULL; part++)
    {
      guint bit = 0;

      if (!parse_choice (command, "--fields", *part, names, &bit))
        return FALSE;
      *fields |= 1u << bit;
    }
  if (*fields != 0)
    return TRUE;
  refrain_command_usage (command, _ ("--fields names no field"));
  return FALSE;
}

gboolean
refrain_pattern_arguments_understand (const RefrainPatternArguments *self,
                                      const RefrainCommand *command,
                                      RefrainPatternOptions *options)
{
  static const char *const methods[] = { "routine", "syntactic", "suffix", NULL };
  static const char *const places[] = { "completion", "posting", NULL };
  guint method = 0, place = 0;

  *options = (RefrainPatternOptions) REFRAIN_PATTERN_OPTIONS_DEFAULT;
  if (!parse_choice (command, "--method", self->method, methods, &method)
      || !parse_choice (command, "--receive", self->receive, places, &place)
      || !parse_fields (command, self->fields, &options->scheme.fields))
    return FALSE;
  options->method = method == 0 ? REFRAIN_PATTERNS_ROUTINE : REFRAIN_PATTERNS_SYNTACTIC;
  options->scheme.receive = place == 0 ? REFRAIN_RECEIVE_COMPLETION : REFRAIN_RECEIVE_POSTING;
  options->wrappers = (const char *const *) self->wrappers;
  options->keep_tandem = self->keep_tandem;
  options->merge_alike = self->merge_alike;
  options->join_collectives = self->join_collectives;
  return TRUE;
}
