/* refrain-command.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What all commands share.
 */
#include "config.h"

#include "refrain-command.h"

#include <stdio.h>
#include <stdlib.h>

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-format.h"
#include "refrain-time-format.h"
#include "refrain-visible.h"

/* Takes out the "--" that ends the options, which GOption leaves before arguments with a dash. */
static void
drop_separator (char **arguments)
{
  char **to = arguments;

  while (*to != NULL && !g_str_equal (*to, "--"))
    to++;
  g_free (*to);
  for (; *to != NULL; to++)
    *to = to[1];
}

int
refrain_command_parse (const RefrainCommand *command,
                       const GOptionEntry *entries,
                       int argc,
                       char **argv,
                       int n_positional,
                       char ***positional)
{
  g_autoptr (GOptionContext) context = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *parameters = g_strdup_printf ("%s %s", command->name, command->arguments);
  /* Owned by nobody else: the caller's strings, without the options. */
  char **arguments = g_strdupv (argv);

  context = g_option_context_new (parameters);
  g_option_context_set_summary (context, _ (command->summary));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse_strv (context, &arguments, &error))
    {
      g_strfreev (arguments);
      return refrain_command_usage (command, "%s", error->message);
    }
  drop_separator (arguments);
  if (n_positional != REFRAIN_COMMAND_ANY && (int) g_strv_length (arguments) != n_positional + 1)
    {
      g_strfreev (arguments);
      return refrain_command_usage (command, _ ("expects %s"), command->arguments);
    }
  *positional = arguments;
  return REFRAIN_EXIT_OK;
}

/* That there are more traces where @path came from, unless it says which one it means. */
static void
tell_others (RefrainTrace *trace, const char *path)
{
  const char *file = refrain_trace_get_path (trace);
  guint n;

  refrain_trace_get_place (trace, &n);
  if (n > 1 && g_strcmp0 (file, path) == 0)
    g_printerr (_ ("refrain-cli: %s: holds %u traces; this is the first, %s#2 the next\n"), path, n,
                path);
}

RefrainTrace *
refrain_command_load (const char *path)
{
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace = refrain_trace_load (path, NULL, NULL, NULL, &error);

  if (trace == NULL)
    refrain_command_fail (error);
  else
    tell_others (trace, path);
  return trace;
}

int
refrain_command_fail (const GError *error)
{
  g_autofree char *sentence = refrain_visible_line (error->message);

  g_printerr ("refrain-cli: %s\n", sentence);
  return REFRAIN_EXIT_ERROR;
}

int
refrain_command_refuse (const RefrainCommand *command, const GError *error)
{
  return g_error_matches (error, REFRAIN_ERROR, REFRAIN_ERROR_USAGE)
             ? refrain_command_usage (command, "%s", error->message)
             : refrain_command_fail (error);
}

int
refrain_command_usage (const RefrainCommand *command, const char *format, ...)
{
  g_autofree char *message = NULL, *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  sentence = refrain_visible_line (message);
  g_printerr (_ ("refrain-cli %s: %s (see refrain-cli %s --help)\n"), command->name, sentence,
              command->name);
  return REFRAIN_EXIT_USAGE;
}

gboolean
refrain_command_parse_time (const RefrainCommand *command,
                            const char *name,
                            const char *text,
                            RefrainTime *time)
{
  if (text == NULL || refrain_time_parse (text, time))
    return TRUE;
  refrain_command_usage (command, _ ("%s: “%s” is not a time such as 1.5 or 300ms"), name, text);
  return FALSE;
}

gboolean
refrain_command_parse_process (
    const RefrainCommand *command, const char *name, const char *text, guint n, int *process)
{
  guint64 number = 0;

  *process = -1;
  if (text == NULL)
    return TRUE;
  if (n == 0)
    refrain_command_usage (command, _ ("%s: there are no processes"), name);
  else if (!g_ascii_string_to_unsigned (text, 10, 0, MIN (n - 1, G_MAXINT), &number, NULL))
    refrain_command_usage (command, _ ("%s: “%s” is no process; they are 0 to %u"), name, text,
                           n - 1);
  else
    {
      *process = (int) number;
      return TRUE;
    }
  return FALSE;
}
