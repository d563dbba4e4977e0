/* main.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli: the analyses and figures without a display.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-command.h"
#include "refrain-file-map.h"
#include "refrain-folders.h"
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

  g_print (_ ("Usage:\n  refrain-cli COMMAND [OPTION…] ARGUMENT…\n\n"
              "Shows what an MPI program says over and over.\n\nCommands:\n"));
  for (guint i = 0; i < n_kinds; i++)
    print_command (kinds[i]->name, kinds[i]->summary);
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    print_command (commands[i]->name, commands[i]->summary);
  g_print (_ ("\nrefrain-cli COMMAND --help tells the options of a command.\n"));
}

/* What a full disk swallowed is an error too. */
static int
finish (int status)
{
  if (!refrain_terminal_finish () && status == REFRAIN_EXIT_OK)
    {
      /* Who does not read on wants no more. */
      if (errno != EPIPE)
        g_printerr (_ ("refrain-cli: standard output: %s\n"), g_strerror (errno));
      return REFRAIN_EXIT_ERROR;
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

/* Where the command stands, if options stand before it; else 1. What follows an option may be the
 * option's value: it is the command only where nothing else is. */
static guint
find_place (char **words)
{
  guint after_option = 1;

  if (words[0] == NULL || words[1] == NULL || words[1][0] != '-')
    return 1;
  for (guint i = 2; words[i] != NULL && !g_str_equal (words[i], "--"); i++)
    if (!is_command (words[i]))
      continue;
    else if (words[i - 1][0] != '-' || strchr (words[i - 1], '=') != NULL)
      return i;
    else if (after_option == 1)
      after_option = i;
  return after_option;
}

/* "file:///tmp/a%20b.otf2#2" as a name, also behind "--output="; takes @word. */
static char *
read_address (char *word)
{
  const char *at = strstr (word, "file://");
  const char *hash = at != NULL ? strrchr (at, '#') : NULL;
  g_autofree char *address = NULL, *path = NULL, *name = NULL;

  if (at == NULL || (at > word && (word[0] != '-' || at[-1] != '=')))
    return word;
  address = hash != NULL ? g_strndup (at, (gsize) (hash - at)) : g_strdup (at);
  path = g_filename_from_uri (address, NULL, NULL);
  if (path == NULL)
    return word;
  name = g_strdup_printf ("%.*s%s%s", (int) (at - word), word, path, hash != NULL ? hash : "");
  g_free (word);
  return g_steal_pointer (&name);
}

/* The command first, then its options and words; what stands behind "--" is as it was. */
static char **
read_words (int argc, char **argv)
{
  char **words = g_new0 (char *, (gsize) argc + 1);
  gboolean separated = FALSE;
  guint place;
  char *command;

  for (int i = 0; i < argc; i++)
    {
      separated |= i > 0 && g_str_equal (argv[i], "--");
      words[i] = separated ? g_strdup (argv[i]) : read_address (g_strdup (argv[i]));
    }
  place = find_place (words);
  command = words[place];
  for (; place > 1; place--)
    words[place] = words[place - 1];
  if (argc > 1)
    words[1] = command;
  return words;
}

/* Whether the version is asked for, of whatever command. */
static gboolean
asks_version (char **words)
{
  for (guint i = 1; words[i] != NULL && !g_str_equal (words[i], "--"); i++)
    if (g_str_equal (words[i], "--version"))
      return TRUE;
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) words = NULL;
  const char *name;
  const RefrainReportKind *kind;
  const RefrainCommand *command;
  g_autofree char *sentence = NULL;

  refrain_folders_set_locale ();
  g_set_prgname ("refrain-cli");
  refrain_terminal_guard ();
  refrain_file_map_end_program ();

  words = read_words (argc, argv);
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
  if (g_str_equal (name, "--version") || (is_command (name) && asks_version (words + 1)))
    {
      g_print ("refrain-cli %s\n", PACKAGE_VERSION);
      return REFRAIN_EXIT_OK;
    }
  kind = refrain_report_kind_find (name);
  if (kind != NULL)
    return finish (refrain_command_run_report (kind, argc - 1, words + 1));
  command = find_command (name);
  if (command != NULL)
    return finish (command->run (argc - 1, words + 1));
  sentence = refrain_visible_line (name);
  g_printerr (_ ("refrain-cli: “%s” is not a command (see refrain-cli --help)\n"), sentence);
  return REFRAIN_EXIT_USAGE;
}
