/* export-values.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "export-values.h"

#include <inttypes.h>
#include <glib/gi18n.h>

#include "refrain-command.h"

gboolean
export_parse_length (const char *option, const char *text, gboolean points, double *value)
{
  static const struct
  {
    const char *name;
    double mm;
  } units[] = { { "mm", 1 }, { "cm", 10 }, { "in", 25.4 }, { "pt", 25.4 / 72 } };
  char *end = NULL;
  double number;

  if (text == NULL)
    return TRUE;
  number = g_ascii_strtod (text, &end);
  while (end != text && *end == ' ')
    end++;
  if (end != text && number > 0)
    {
      if (*end == '\0')
        {
          *value = number;
          return TRUE;
        }
      for (guint i = 0; i < G_N_ELEMENTS (units); i++)
        if (g_str_equal (end, units[i].name))
          {
            *value = number * units[i].mm * (points ? 72 / 25.4 : 1);
            return TRUE;
          }
    }
  refrain_command_usage (&refrain_command_export, _ ("%s: “%s” is not a length such as %s"), option,
                         text, points ? "8pt" : "160mm");
  return FALSE;
}

GArray *
export_parse_processes (const char *text, guint n_processes)
{
  g_autoptr (GArray) processes = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", ",", -1);

  if (text == NULL)
    for (guint i = 0; i < n_processes; i++)
      g_array_append_val (processes, i);
  for (char **part = parts; *part != NULL; part++)
    {
      char *end = NULL;
      guint64 first = g_ascii_strtoull (*part, &end, 10), last = first;
      gboolean valid = g_ascii_isdigit (**part);

      if (valid && *end == '-' && g_ascii_isdigit (end[1]))
        last = g_ascii_strtoull (end + 1, &end, 10);
      if (!valid || *end != '\0' || first > last)
        {
          refrain_command_usage (&refrain_command_export,
                                 _ ("--process: “%s” is not a list of ranks such as 0-7,9"), text);
          return NULL;
        }
      if (last >= n_processes)
        {
          refrain_command_usage (
              &refrain_command_export,
              _ ("--process: there is no rank %" PRIu64 "; the trace has %u processes"), last,
              n_processes);
          return NULL;
        }
      for (guint i = first; i <= last; i++)
        g_array_append_val (processes, i);
    }
  if (processes->len == 0 && n_processes > 0)
    {
      refrain_command_usage (&refrain_command_export, _ ("--process: names no rank"));
      return NULL;
    }
  return g_steal_pointer (&processes);
}
