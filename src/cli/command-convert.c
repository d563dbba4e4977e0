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
#include "refrain-otf2-writer.h"

static int
run (int argc, char **argv)
{
  const GOptionEntry entries[] = { G_OPTION_ENTRY_NULL };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  int status = refrain_command_parse (&refrain_command_convert, entries, argc, argv, 2, &arguments);
  guint64 other;

  if (status != REFRAIN_EXIT_OK)
    return status;
  trace = refrain_command_load (arguments[1]);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  if (!refrain_trace_save (trace, arguments[2], NULL, NULL, NULL, &error))
    return refrain_command_fail (error);
  other = g_str_has_suffix (arguments[2], ".otf2") ? refrain_otf2_count_unwritable (trace) : 0;
  if (other > 0)
    g_printerr (_ ("refrain-cli: %s: %" PRIu64 " events other than calls and MPI were left out\n"),
                arguments[2], other);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_convert = {
  .name = "convert",
  .arguments = "IN OUT",
  .summary = N_ ("Write a trace in another format, by the extension of OUT"),
  .run = run,
};
