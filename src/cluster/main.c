/* main.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-mpi: what refrain-cli prints, worked out by the ranks of an MPI job.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gprintf.h>

#include "refrain-command-line.h"
#include "refrain-command.h"
#include "refrain-file-map.h"
#include "refrain-folders.h"
#include "refrain-memory.h"
#include "refrain-mpi-team.h"
#include "refrain-scratch.h"
#include "refrain-terminal.h"
#include "refrain-visible.h"

/* What the ranks do together: a command with no other options than these. The rest does rank 0. */
static const struct
{
  const char *command;
  const char *options[16];
} shared[] = {
  { "info", { "--json", "--csv", "--latex" } },
  { "logical",
    { "--json", "--csv", "--latex", "--all", "--threshold", "--by-count", "--rules",
      "--seconds" } },
  { "loops",
    { "--json", "--csv", "--latex", "--all", "--ids", "--expand", "--process", "--share", "--body",
      "--no-affine", "--receive" } },
  { "matrix",
    { "--json", "--csv", "--latex", "--sums", "--order", "--collectives", "--communicator", "--tag",
      "--from", "--to", "--time", "--waiting" } },
  { "numbers", { "--json", "--csv", "--latex", "--from", "--to" } },
  { "structure",
    { "--json", "--csv", "--latex", "--process", "--expand", "--outer", "--events", "--fields" } },
  { "topology",
    { "--json", "--csv", "--latex", "--threshold", "--by-count", "--rules", "--seconds",
      "--collectives", "--communicator", "--tag", "--from", "--to" } },
};

static RefrainTeam *team;

static gboolean
is_shared (const char *command)
{
  for (gsize i = 0; i < G_N_ELEMENTS (shared); i++)
    if (g_str_equal (shared[i].command, command))
      return TRUE;
  return FALSE;
}

/* ---- What is said ---- */

static GPrintFunc print_error; /* that of refrain-terminal.c */
static GString *said;          /* to standard error, while the ranks work together */

/* The sentences are refrain-cli's; the name is not. */
static char *
rename_program (const char *text)
{
  GString *own = g_string_new (text);

  g_string_replace (own, "refrain-cli", "refrain-mpi", 0);
  return g_string_free (own, FALSE);
}

static void
say_error (const char *text)
{
  g_autofree char *own = rename_program (text);

  if (said != NULL)
    g_string_append (said, own);
  else if (team->me == 0)
    print_error (own);
}

static void
say (const char *text)
{
  g_autofree char *own = rename_program (text);

  if (team->me == 0)
    fputs (own, stdout);
}

/* Standard output is rank 0's. */
static void
begin_to_say (void)
{
  const int nowhere = team->me > 0 ? open ("/dev/null", O_WRONLY | O_CLOEXEC) : -1;

  if (nowhere >= 0)
    dup2 (nowhere, STDOUT_FILENO);
  refrain_terminal_guard ();
  print_error = g_set_printerr_handler (say_error);
  g_set_print_handler (say);
}

static void
print_help (void)
{
  guint n_kinds;
  const RefrainReportKind *const *kinds = refrain_report_kinds_list (&n_kinds);

  /* Not by g_print(), which would rename the other program. */
  fputs (_ ("Usage:\n  mpirun -n RANKS refrain-mpi COMMAND [OPTION…] ARGUMENT…\n\nPrints the "
            "results of refrain-cli, computed by the ranks of an MPI job.\n\nCommands that all "
            "ranks compute, each for processes of its own, and the options with which\nthey do, "
            "for OTF2 archives and plain .mtf.h5:\n"),
         stdout);
  for (gsize i = 0; i < G_N_ELEMENTS (shared); i++)
    {
      g_autofree char *options = g_strjoinv (" ", (char **) shared[i].options);

      g_fprintf (stdout, "  %-13s %s\n", shared[i].command, options);
    }
  fputs (_ ("\nNot distributed, but computed by rank 0 with the whole trace: all else, and all "
            "these:\n"),
         stdout);
  for (guint i = 0; i < n_kinds; i++)
    if (!is_shared (kinds[i]->name))
      g_fprintf (stdout, "  %-13s %s\n", kinds[i]->name, _ (kinds[i]->summary));
  fputs (_ ("\nrefrain-mpi COMMAND --help lists the options of a command.\n"), stdout);
}

/* ---- The command ---- */

static gboolean
is_command (const char *name)
{
  return refrain_report_kind_find (name) != NULL;
}

static gboolean
is_listed (const char *const *options, const char *word)
{
  const gsize length = strcspn (word, "=");

  for (gsize i = 0; options[i] != NULL; i++)
    if (strlen (options[i]) == length && strncmp (options[i], word, length) == 0)
      return TRUE;
  return FALSE;
}

/* Whether the ranks can do together what @words, a command and its options, ask for. */
static gboolean
are_shared (char **words)
{
  gsize at = 0;

  while (at < G_N_ELEMENTS (shared) && !g_str_equal (shared[at].command, words[0]))
    at++;
  if (at == G_N_ELEMENTS (shared) || team->n < 2)
    return FALSE;
  for (guint i = 1; words[i] != NULL; i++)
    if (words[i][0] == '-' && !is_listed (shared[at].options, words[i]))
      return FALSE;
  return TRUE;
}

/* What a rank says that fails by itself, and rank 0 does not; 0 where that is none. */
static int
tell_failure (gboolean failed)
{
  g_autoptr (GPtrArray) all = NULL;
  g_autofree char *own = g_string_free (g_steal_pointer (&said), FALSE);

  team->is_over = FALSE;
  all = refrain_team_gather (team, own, failed ? strlen (own) + 1 : 0);
  for (guint i = 0; all != NULL && i < team->n; i++)
    {
      const GByteArray *parcel = all->pdata[i];
      const char *text = (const char *) parcel->data;

      if (parcel->len == 0)
        continue;
      if (i == 0)
        return 0;
      if (g_str_has_prefix (text, "refrain-mpi: "))
        text += strlen ("refrain-mpi: ");
      /* Translators: a rank of an MPI job, and what went wrong there. */
      g_printerr (_ ("refrain-mpi: rank %u: %s"), i, text);
      return REFRAIN_EXIT_ERROR;
    }
  return 0;
}

/* So many ranks share the cores and the memory of this machine. */
static void
share_machine (void)
{
  const guint n = refrain_mpi_team_count_neighbours ();
  g_autofree char *threads = g_strdup_printf ("%u", MAX (g_get_num_processors () / n, 1));

  g_setenv ("REFRAIN_THREADS", threads, FALSE);
  if (g_getenv ("REFRAIN_MEMORY") == NULL)
    refrain_memory_set_budget (refrain_memory_get_budget () / n);
}

/* All ranks at once; FALSE where rank 0 is to do it alone. */
static gboolean
run_together (const RefrainReportKind *kind, int argc, char **words, int *status)
{
  const guint64 budget = refrain_memory_get_budget ();
  gboolean failed, answered;

  said = g_string_new (NULL);
  share_machine ();
  refrain_team_set (team);
  *status = refrain_command_run_report (kind, argc, words);
  refrain_team_set (NULL);
  failed = *status != REFRAIN_EXIT_OK && !team->is_over && !team->is_done;
  /* What needed no trace needed no team either. */
  answered = *status == REFRAIN_EXIT_OK && !team->is_over && !team->is_done;
  if (failed)
    refrain_team_give_up (team);
  else if (answered)
    refrain_team_finish (team);
  if (!team->is_over)
    {
      g_autofree char *own = g_string_free (g_steal_pointer (&said), FALSE);

      g_printerr ("%s", own);
      return TRUE;
    }
  *status = tell_failure (failed);
  refrain_memory_set_budget (budget);
  return *status != 0 || answered;
}

static int
run (const RefrainReportKind *kind, int argc, char **words)
{
  int status = REFRAIN_EXIT_OK;

  if (are_shared (words) && run_together (kind, argc, words, &status))
    return status;
  return team->me == 0 ? refrain_command_run_report (kind, argc, words) : REFRAIN_EXIT_OK;
}

/* ---- The program ---- */

static gboolean has_agreed;

/* What a full disk swallowed is an error too. */
static int
finish (int status)
{
  if (!refrain_terminal_finish () && status == REFRAIN_EXIT_OK && team->me == 0)
    {
      /* Who does not read on wants no more. */
      if (errno != EPIPE)
        g_printerr (_ ("refrain-cli: standard output: %s\n"), g_strerror (errno));
      status = REFRAIN_EXIT_ERROR;
    }
  has_agreed = TRUE;
  return refrain_mpi_team_agree (status);
}

/* Help ends the program by itself, on rank 0. */
static void
end (void)
{
  if (!has_agreed)
    refrain_mpi_team_agree (REFRAIN_EXIT_OK);
  refrain_mpi_team_end ();
}

/* What is asked for is no command. */
static int
answer (const char *name)
{
  g_autofree char *sentence = NULL;

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
  sentence = refrain_visible_line (name);
  g_printerr (_ ("refrain-cli: “%s” is not a command (see refrain-cli --help)\n"), sentence);
  return REFRAIN_EXIT_USAGE;
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) words = NULL;
  const char *name;

  refrain_folders_set_locale ();
  team = refrain_mpi_team_begin (&argc, &argv);
  atexit (end);
  g_set_prgname ("refrain-cli");
  begin_to_say ();
  refrain_file_map_end_program ();
  refrain_scratch_watch_memory ();

  words = refrain_command_line_read (argc, argv, is_command);
  name = argc > 1 ? words[1] : NULL;
  if (name != NULL
      && (g_str_equal (name, "--version")
          || (is_command (name) && refrain_command_line_asks_version (words + 1))))
    {
      g_print ("refrain-cli %s\n", PACKAGE_VERSION);
      return finish (REFRAIN_EXIT_OK);
    }
  if (name == NULL || !is_command (name))
    return finish (answer (name));
  return finish (run (refrain_report_kind_find (name), argc - 1, words + 1));
}
