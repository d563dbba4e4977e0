/* main.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli: the analyses and figures without a display.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-command-line.h"
#include "refrain-command.h"
#include "refrain-file-map.h"
#include "refrain-folders.h"
#include "refrain-query-words.h"
#include "refrain-scratch.h"
#include "refrain-terminal.h"
#include "refrain-visible.h"

/* clang-format off */
static const RefrainCommand *const commands[] = {
  &refrain_command_export,
  &refrain_command_record,
  &refrain_command_report,
};
/* clang-format on */

static void
print_command (const char *name, const char *summary)
{
  g_print ("  %-13s %s\n", name, _ (summary));
}

static void
print_help (void)
{
  guint n_kinds;
  const RefrainReportKind *const *kinds = refrain_report_kinds_list (&n_kinds);

  g_print (_ ("Usage:\n  refrain-cli COMMAND [OPTION…] ARGUMENT…\n\nFinds the repeating "
              "communication of MPI programs: patterns, phases, loops, waits.\n\nCommands:\n"));
  for (guint i = 0; i < n_kinds; i++)
    print_command (kinds[i]->name, kinds[i]->summary);
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    print_command (commands[i]->name, commands[i]->summary);
  g_print (_ ("\nrefrain-cli COMMAND --help lists the options of a command.\n"));
}

/* What a full disk swallowed is an error too; where 1 @judges a trace, it is another. */
static int
finish (int status, gboolean judges)
{
  if (!refrain_terminal_finish () && (status == REFRAIN_EXIT_OK || judges))
    {
      /* Who does not read on wants no more. */
      if (errno != EPIPE)
        g_printerr (_ ("refrain-cli: standard output: %s\n"), g_strerror (errno));
      return judges ? REFRAIN_EXIT_USAGE : REFRAIN_EXIT_ERROR;
    }
  return status;
}

/* ---- What was typed ---- */

static const RefrainCommand *
find_command (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (name, commands[i]->name))
      return commands[i];
  return NULL;
}

static gboolean
is_command (const char *name)
{
  return refrain_report_kind_find (name) != NULL || find_command (name) != NULL;
}

/* What others call what a command does. */
static const struct
{
  const char *word, *command;
} meant[] = {
  { "diff", "compare" }, { "differences", "compare" }, { "iterations", "durations" },
  { "plot", "export" },  { "statistics", "numbers" },  { "summary", "info" },
};

/* The command that @name is near to, or NULL. */
static const char *
find_near (const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint n_kinds;
  const RefrainReportKind *const *kinds = refrain_report_kinds_list (&n_kinds);
  const char *near;

  for (guint i = 0; i < n_kinds; i++)
    g_ptr_array_add (names, (gpointer) kinds[i]->name);
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_ptr_array_add (names, (gpointer) commands[i]->name);
  for (gsize i = 0; i < G_N_ELEMENTS (meant); i++)
    g_ptr_array_add (names, (gpointer) meant[i].word);
  near = refrain_query_find_near ((RefrainQueryWord){ name, strlen (name) },
                                  (const char *const *) names->pdata, names->len);
  for (gsize i = 0; near != NULL && i < G_N_ELEMENTS (meant); i++)
    if (g_str_equal (near, meant[i].word))
      return meant[i].command;
  return near;
}

static void
refuse_command (const char *name)
{
  g_autofree char *shown = refrain_visible_line (name);
  const char *near = find_near (name);

  if (near != NULL)
    g_printerr (_ ("refrain-cli: unknown command “%s”; did you mean “%s”?\n"), shown, near);
  else
    g_printerr (_ ("refrain-cli: unknown command “%s” (list: refrain-cli --help)\n"), shown);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) words = NULL;
  const char *name;
  const RefrainReportKind *kind;
  const RefrainCommand *command;

  refrain_folders_set_locale ();
  g_set_prgname ("refrain-cli");
  refrain_terminal_guard ();
  refrain_file_map_end_program ();
  refrain_scratch_guard ();
  refrain_scratch_watch_memory ();

  words = refrain_command_line_read (argc, argv, is_command);
  name = argc > 1 ? words[1] : NULL;
  if (name == NULL)
    {
      g_printerr (_ ("refrain-cli: expects a command (see refrain-cli --help)\n"));
      return REFRAIN_EXIT_USAGE;
    }
  if (g_str_equal (name, "--help") || g_str_equal (name, "-h") || g_str_equal (name, "help"))
    {
      print_help ();
      return REFRAIN_EXIT_OK;
    }
  if (g_str_equal (name, "--version")
      || (is_command (name) && refrain_command_line_asks_version (words + 1)))
    {
      g_print ("refrain-cli %s\n", PACKAGE_VERSION);
      return REFRAIN_EXIT_OK;
    }
  kind = refrain_report_kind_find (name);
  if (kind != NULL)
    return finish (refrain_command_run_report (kind, argc - 1, words + 1), kind->judges);
  command = find_command (name);
  if (command != NULL)
    return finish (command->run (argc - 1, words + 1), FALSE);
  refuse_command (name);
  return REFRAIN_EXIT_USAGE;
}
