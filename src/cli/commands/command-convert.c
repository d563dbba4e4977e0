/* command-convert.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli convert: from one carrier to another.
 */
#include "config.h"

#include "refrain-command.h"

#include <inttypes.h>
#include <glib/gi18n.h>

#include "refrain-format.h"
#include "refrain-otf2.h"

/* What @path does not hold of @trace, on standard error. */
static void
tell_losses (RefrainTrace *trace, const char *path)
{
  guint64 events = refrain_otf2_count_unwritable (trace);
  guint64 members = refrain_otf2_count_unknown_members (trace);

  if (g_str_has_suffix (path, ".events"))
    {
      g_printerr (_ ("refrain-cli: %s: times and sizes were left out\n"), path);
      return;
    }
  if (!g_str_has_suffix (path, ".otf2"))
    {
      if (events > 0)
        g_printerr (_ ("refrain-cli: %s: %" PRIu64
                       " events other than calls and MPI were kept with "
                       "their time and type alone, without what they carried\n"),
                    path, events);
      return;
    }
  if (events > 0)
    g_printerr (_ ("refrain-cli: %s: %" PRIu64 " events other than calls and MPI were left out\n"),
                path, events);
  if (members > 0)
    g_printerr (_ ("refrain-cli: %s: %" PRIu64 " members of communicators that are no processes of "
                   "the trace were left out\n"),
                path, members);
}

static int
run (int argc, char **argv)
{
  const GOptionEntry entries[] = { G_OPTION_ENTRY_NULL };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  int status = refrain_command_parse (&refrain_command_convert, entries, argc, argv, 2, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  trace = refrain_command_load (arguments[1]);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  if (!refrain_trace_save (trace, arguments[2], NULL, NULL, NULL, &error))
    return refrain_command_fail (error);
  tell_losses (trace, arguments[2]);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_convert = {
  .name = "convert",
  .arguments = "IN OUT",
  .summary = N_ ("Write a trace in another format, by the extension of OUT"),
  .run = run,
};
