/* command-record.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli record: runs an MPI program with the tracer loaded into its processes, then saves
 * what that wrote, however the program ended. Its exit status is the command's.
 */
#define _GNU_SOURCE /* memmem() */
#include "config.h"

#include "refrain-command.h"

#include <elf.h>
#include <errno.h>
#include <glib.h>
#include <inttypes.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "refrain-error.h"
#include "refrain-folders.h"
#include "refrain-format.h"
#include "refrain-free.h"
#include "refrain-otf2.h"
#include "refrain-save.h"
#include "refrain-spool.h"
#include "refrain-time-format.h"

#define TRACER_OPENMPI "librefrain-tracer.so"
#define TRACER_MPICH   "librefrain-tracer-mpich.so"

typedef struct
{
  char *out;
  char **filter, **exclude;
  char *from, *to;
  char *mpi;
  gboolean keep, plain;
  RefrainTime from_time, to_time;
} Options;

/* ---- The program ---- */

/* Programs are looked at as files: names of libraries are searched for in all of their bytes. */

typedef enum
{
  REFRAIN_MPI_UNKNOWN,
  REFRAIN_MPI_OPEN,
  REFRAIN_MPI_MPICH,
} RefrainMpi;

typedef struct
{
  gboolean executable; /* an ELF file; a script is not */
  gboolean is_static;  /* no loader, which the recorder would need */
  gboolean sessions;   /* names MPI_Session_init */
  RefrainMpi mpi;      /* linked with */
} Program;

static gboolean
names (const char *bytes, gsize n, const char *text)
{
  return memmem (bytes, n, text, strlen (text)) != NULL;
}

static RefrainMpi
find_linked (const char *bytes, gsize n)
{
  static const struct
  {
    const char *library;
    RefrainMpi mpi;
  } known[] = { { "libmpi.so.40", REFRAIN_MPI_OPEN },
                { "libmpi.so.20", REFRAIN_MPI_OPEN },
                { "libmpich.so.", REFRAIN_MPI_MPICH },
                { "libmpi.so.12", REFRAIN_MPI_MPICH } };

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (names (bytes, n, known[i].library))
      return known[i].mpi;
  return REFRAIN_MPI_UNKNOWN;
}

/* Whether the program names no loader. Files of other machines count as if they did. */
static gboolean
has_no_loader (const char *bytes, gsize n)
{
  ElfW (Ehdr) head;

  if (n < sizeof head)
    return FALSE;
  memcpy (&head, bytes, sizeof head);
  if (head.e_phentsize != sizeof (ElfW (Phdr)) || head.e_phoff > n
      || head.e_phnum > (n - head.e_phoff) / sizeof (ElfW (Phdr)))
    return FALSE;
  for (guint i = 0; i < head.e_phnum; i++)
    {
      ElfW (Phdr) part;

      memcpy (&part, bytes + head.e_phoff + i * sizeof part, sizeof part);
      if (part.p_type == PT_INTERP)
        return FALSE;
    }
  return TRUE;
}

static Program
look_at (const char *path)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  const gsize n = file != NULL ? g_mapped_file_get_length (file) : 0;
  const char *bytes = n > SELFMAG ? g_mapped_file_get_contents (file) : NULL;

  if (bytes == NULL || memcmp (bytes, ELFMAG, SELFMAG) != 0)
    return (Program){ .mpi = REFRAIN_MPI_UNKNOWN };
  return (Program){ .executable = TRUE,
                    .is_static = has_no_loader (bytes, n),
                    .sessions = names (bytes, n, "MPI_Session_init"),
                    .mpi = find_linked (bytes, n) };
}

static gboolean
is_launcher (const char *word)
{
  static const char *const launchers[]
      = { "mpirun", "mpiexec", "srun", "orterun", "prun", "aprun" };
  g_autofree char *base = g_path_get_basename (word);

  for (gsize i = 0; i < G_N_ELEMENTS (launchers); i++)
    if (g_str_has_prefix (base, launchers[i]))
      return TRUE;
  return FALSE;
}

/* The word of @command that names its program: the first that is linked with MPI; otherwise the
 * first that can be run, behind a launcher. */
static const char *
find_program (char **command, Program *program)
{
  const char *first = NULL;

  *program = (Program){ .mpi = REFRAIN_MPI_UNKNOWN };
  for (gsize i = is_launcher (command[0]) ? 1 : 0; command[i] != NULL; i++)
    {
      g_autofree char *path = g_find_program_in_path (command[i]);
      const Program found = path != NULL ? look_at (path) : *program;

      if (path == NULL || (first != NULL && found.mpi == REFRAIN_MPI_UNKNOWN))
        continue;
      first = command[i];
      *program = found;
      if (found.mpi != REFRAIN_MPI_UNKNOWN)
        break;
    }
  return first != NULL ? first : command[0];
}

/* The MPI library of what starts the processes, as it says itself. */
static RefrainMpi
ask_launcher (char **command)
{
  g_autofree char *launcher = g_find_program_in_path (command[0]);
  g_autofree char *base = g_path_get_basename (command[0]);
  const char *const question[] = { launcher, "--version", NULL };
  g_autofree char *answer = NULL;

  if (launcher == NULL
      || !(g_str_has_prefix (base, "mpirun") || g_str_has_prefix (base, "mpiexec")))
    return REFRAIN_MPI_UNKNOWN;
  if (!g_spawn_sync (NULL, (char **) question, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                     &answer, NULL, NULL, NULL))
    return REFRAIN_MPI_UNKNOWN;
  return strstr (answer, "HYDRA") != NULL || strstr (answer, "Intel(R) MPI") != NULL
             ? REFRAIN_MPI_MPICH
             : REFRAIN_MPI_OPEN;
}

/* Returns the MPI library of the first program in @command that is linked with one; otherwise that
 * of the launcher. Runs "mpirun --version" for the latter. */
static RefrainMpi
mpi_program_find (char **command)
{
  Program program;

  find_program (command, &program);
  return program.mpi != REFRAIN_MPI_UNKNOWN ? program.mpi : ask_launcher (command);
}

/* Returns why nothing of @command, which ended with exit @status, was recorded by the recorder for
 * @chosen, and the remedy, in one line. */
static char *
mpi_program_explain (char **command, RefrainMpi chosen, int status)
{
  Program program;
  const char *word = find_program (command, &program);
  g_autofree char *name = g_filename_display_name (word);

  if (program.is_static)
    return g_strdup_printf (_ ("“%s” is linked statically, so that no recorder can be loaded into "
                               "it; link it with shared libraries"),
                            name);
  if (program.mpi == REFRAIN_MPI_UNKNOWN && program.executable)
    return g_strdup_printf (_ ("“%s” never called MPI_Init; is it an MPI program? It is not linked "
                               "with an MPI library"),
                            name);
  if (program.mpi == REFRAIN_MPI_UNKNOWN)
    return g_strdup_printf (_ ("“%s” never called MPI_Init; is it an MPI program?"), name);
  if (program.mpi != chosen)
    return g_strdup_printf (_ ("“%s” is linked with %s; record it with --mpi=%s"), name,
                            program.mpi == REFRAIN_MPI_MPICH ? "MPICH" : "Open MPI",
                            program.mpi == REFRAIN_MPI_MPICH ? "mpich" : "openmpi");
  if (program.sessions)
    return g_strdup_printf (
        _ ("“%s” never called MPI_Init. Possible cause: it uses MPI_Session_init, "
           "which is not recorded"),
        name);
  /* A launcher that fails has said why. */
  if (status != 0)
    return g_strdup_printf (
        _ ("the command ended with status %d before a recorded process of “%s” called MPI_Init"),
        status, name);
  return g_strdup_printf (
      _ ("“%s” is an MPI program, but no recorded process called MPI_Init. Possible cause: the "
         "launcher does not pass the environment on (mpirun -x LD_PRELOAD -x REFRAIN_TRACER_SPOOL, "
         "srun --export=ALL)"),
      name);
}

/* ---- The tracer ---- */

static RefrainMpi
choose_mpi (const Options *options, char **command)
{
  RefrainMpi mpi = mpi_program_find (command);

  if (options->mpi != NULL)
    mpi = g_str_equal (options->mpi, "mpich") ? REFRAIN_MPI_MPICH : REFRAIN_MPI_OPEN;
  return mpi == REFRAIN_MPI_UNKNOWN ? REFRAIN_MPI_OPEN : mpi;
}

static char *
find_tracer_for (RefrainMpi mpi, GError **error)
{
  const gboolean mpich = mpi == REFRAIN_MPI_MPICH;
  const char *name = mpich ? TRACER_MPICH : TRACER_OPENMPI;
  g_autofree char *folder = refrain_folders_find (TRACER_DIR, "src" G_DIR_SEPARATOR_S "tracer");
  g_autofree char *path = g_build_filename (folder, name, NULL);

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);
  if (strstr (TRACERS, mpich ? "mpich" : "openmpi") != NULL)
    return refrain_fail_null (error, REFRAIN_ERROR_IO, _ ("Refrain is not installed whole: %s"),
                              path);
  return refrain_fail_null (error, REFRAIN_ERROR_UNSUPPORTED,
                            _ ("%s is missing: Refrain was built without a compiler for %s"), name,
                            mpich ? "MPICH" : "Open MPI");
}

/* ---- Running ---- */

static void
set_lines (char ***environment, const char *variable, char **patterns)
{
  g_autofree char *lines = patterns != NULL ? g_strjoinv ("\n", patterns) : NULL;

  if (lines != NULL)
    *environment = g_environ_setenv (*environment, variable, lines, TRUE);
  else
    *environment = g_environ_unsetenv (*environment, variable);
}

static void
set_time (char ***environment, const char *variable, RefrainTime time)
{
  g_autofree char *number = g_strdup_printf ("%" PRId64, (int64_t) time);

  if (time >= 0)
    *environment = g_environ_setenv (*environment, variable, number, TRUE);
  else
    *environment = g_environ_unsetenv (*environment, variable);
}

/* Open MPI passes its own environment on to processes of this node, and of others what it is told
 * to; MPICH and Slurm pass on everything. */
static void
set_forwarding (char ***environment, char **command)
{
  static const char *const names[] = { "LD_PRELOAD",
                                       "REFRAIN_TRACER_SPOOL",
                                       "REFRAIN_TRACER_FILTER",
                                       "REFRAIN_TRACER_EXCLUDE",
                                       "REFRAIN_TRACER_FROM",
                                       "REFRAIN_TRACER_TO" };
  g_autoptr (GString) list = g_string_new (NULL);

  if (g_environ_getenv (*environment, "OMPI_MCA_mca_base_env_list") != NULL
      || g_strv_contains ((const char *const *) command, "-x"))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_environ_getenv (*environment, names[i]) != NULL)
      g_string_append_printf (list, list->len > 0 ? ";%s" : "%s", names[i]);
  *environment = g_environ_setenv (*environment, "OMPI_MCA_mca_base_env_list", list->str, TRUE);
}

static gboolean
can_preload (const char *path)
{
  return strpbrk (path, " :") == NULL;
}

/* LD_PRELOAD ends a path at a space or colon: where @tracer has one, a link to it. Beside what is
 * recorded, which all nodes see, if that has none. Free with free_preload(); NULL with @error. */
static char *
make_preload (const char *tracer, const char *spool, GError **error)
{
  g_autofree char *folder = NULL;
  g_autofree char *base = g_path_get_basename (tracer);
  g_autofree char *path = NULL;

  if (can_preload (tracer))
    return g_strdup (tracer);
  folder = can_preload (spool) ? g_strdup (spool) : g_dir_make_tmp ("refrain-XXXXXX", error);
  if (folder == NULL)
    return NULL;
  path = g_build_filename (folder, base, NULL);
  if (can_preload (path) && symlink (tracer, path) == 0)
    return g_steal_pointer (&path);
  if (!g_str_equal (folder, spool))
    g_rmdir (folder);
  return refrain_fail_null (
      error, REFRAIN_ERROR_UNSUPPORTED,
      _ ("%s: a recorder whose path holds a space or a colon cannot be loaded, and none "
         "without can be made; set TMPDIR to a folder without"),
      tracer);
}

static void
free_preload (char *preload, const char *tracer, const char *spool)
{
  g_autofree char *folder = g_path_get_dirname (preload);

  if (!g_str_equal (preload, tracer))
    g_unlink (preload);
  if (!g_str_equal (preload, tracer) && !g_str_equal (folder, spool))
    g_rmdir (folder);
  g_free (preload);
}

static char **
make_environment (const Options *options, char **command, const char *tracer, const char *spool)
{
  char **environment = g_get_environ ();
  const char *others = g_environ_getenv (environment, "LD_PRELOAD");
  g_autofree char *preload = others != NULL && *others != '\0'
                                 ? g_strconcat (tracer, ":", others, NULL)
                                 : g_strdup (tracer);

  environment = g_environ_setenv (environment, "LD_PRELOAD", preload, TRUE);
  environment = g_environ_setenv (environment, "REFRAIN_TRACER_SPOOL", spool, TRUE);
  set_lines (&environment, "REFRAIN_TRACER_FILTER", options->filter);
  set_lines (&environment, "REFRAIN_TRACER_EXCLUDE", options->exclude);
  set_time (&environment, "REFRAIN_TRACER_FROM", options->from_time);
  set_time (&environment, "REFRAIN_TRACER_TO", options->to_time);
  set_forwarding (&environment, command);
  return environment;
}

static volatile sig_atomic_t child;

/* Whoever stops this command means the program; what it has done by then is saved. Of the keyboard,
 * the program has the signal as well. */
static void
pass_on (int number, siginfo_t *info, void *context)
{
  const gboolean from_keyboard = info->si_code > 0;

  (void) context;
  if (child > 0 && !from_keyboard)
    kill (child, number);
}

static const int passed_on[] = { SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2 };

/* Runs @command to its end; gives what wait() says. */
static gboolean
run_program (char **command, char **environment, int *status, GError **error)
{
  const struct sigaction action = { .sa_sigaction = pass_on, .sa_flags = SA_RESTART | SA_SIGINFO };
  GPid pid;

  if (!g_spawn_async (NULL, command, environment,
                      G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD
                          | G_SPAWN_CHILD_INHERITS_STDIN,
                      NULL, NULL, &pid, error))
    return FALSE;
  child = pid;
  for (gsize i = 0; i < G_N_ELEMENTS (passed_on); i++)
    sigaction (passed_on[i], &action, NULL);
  while (waitpid (pid, status, 0) < 0)
    ;
  child = 0;
  for (gsize i = 0; i < G_N_ELEMENTS (passed_on); i++)
    signal (passed_on[i], SIG_DFL);
  /* These mean the program alone, which is over. */
  signal (SIGUSR1, SIG_IGN);
  signal (SIGUSR2, SIG_IGN);
  return TRUE;
}

/* ---- Saving ---- */

static void
remove_spool (const char *spool)
{
  g_autoptr (GDir) dir = g_dir_open (spool, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (spool, name, NULL);

      g_unlink (path);
    }
  g_rmdir (spool);
}

/* @path with @number before its extension: "run-2.mtf.h5". */
static char *
number_path (const char *path, guint number)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = NULL;
  char *dot = strchr (base + 1, '.');

  if (number == 0)
    return g_strdup (path);
  name = g_strdup_printf ("%.*s-%u%s", (int) (dot != NULL ? (gsize) (dot - base) : strlen (base)),
                          base, number + 1, dot != NULL ? dot : "");
  return g_build_filename (folder, name, NULL);
}

#define MAX_TOLD 4

static void
tell_defects (RefrainTrace *trace)
{
  GListModel *defects = refrain_trace_get_defects (trace);
  const guint n = g_list_model_get_n_items (defects);

  /* What was lost comes first. */
  for (guint i = 0; i < MIN (n, MAX_TOLD); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      g_printerr ("refrain-cli: %s\n", refrain_defect_get_sentence (defect));
    }
  if (n > MAX_TOLD)
    g_printerr (_ ("refrain-cli: %u more problems (list: refrain-cli info)\n"), n - MAX_TOLD);
}

static void
tell_trace (RefrainTrace *trace, const char *path)
{
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  g_autofree char *events = refrain_count_format (counts->events);
  g_autofree char *messages = refrain_count_format (counts->messages);
  const guint n = refrain_trace_get_n_processes (trace);

  g_printerr (ngettext ("refrain-cli: %s: %s events and %s messages of %u process\n",
                        "refrain-cli: %s: %s events and %s messages of %u processes\n", n),
              path, events, messages, n);
  tell_defects (trace);
  if (g_str_has_suffix (path, ".otf2") && refrain_otf2_count_unwritable (trace) > 0)
    g_printerr (_ ("refrain-cli: %s: %" PRIu64 " events other than calls and MPI are omitted\n"),
                path, refrain_otf2_count_unwritable (trace));
}

/* .mtf.h5 in its compact form, which takes a few bytes an event, unless columns are asked for. */
static gboolean
save_trace (RefrainTrace *trace, const char *path, gboolean plain, GError **error)
{
  if (plain || !g_str_has_suffix (path, ".mtf.h5"))
    return refrain_trace_save (trace, path, NULL, &refrain_command_ask.progress, error);
  return refrain_trace_save_compact (trace, path, NULL, NULL, &refrain_command_ask.progress, error);
}

/* Where the next run goes: only the first has a name that was asked for, and the others replace
 * nothing. */
static char *
choose_path (const char *out, guint *number)
{
  char *path = number_path (out, *number);

  while (*number > 0 && g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_free (path);
      path = number_path (out, ++*number);
    }
  ++*number;
  return path;
}

/* Saves all runs that @spool holds. */
static gboolean
save (const char *spool, const char *out, gboolean plain, GError **error)
{
  guint n_runs = 1, number = 0;

  for (guint run = 0; run < n_runs; run++)
    {
      g_autofree char *path = choose_path (out, &number);
      g_autoptr (RefrainTrace) trace = refrain_spool_load_run (
          spool, run, &n_runs, NULL, &refrain_command_ask.progress, error);

      if (trace == NULL || !save_trace (trace, path, plain, error))
        return FALSE;
      tell_trace (trace, path);
    }
  return TRUE;
}

/* ---- The command ---- */

/* The folder of the spool, beside @out. */
static char *
make_spool (const char *out, char **command, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (out, NULL);
  g_autofree char *template = g_strconcat (absolute, ".XXXXXX", NULL);
  g_autofree char *text = g_strjoinv (" ", command);
  g_autofree char *path = NULL;

  if (g_mkdtemp (template) == NULL)
    {
      refrain_save_fail (out, g_strerror (errno), error);
      return NULL;
    }
  path = g_build_filename (template, REFRAIN_SPOOL_COMMAND_FILE, NULL);
  if (!g_file_set_contents (path, text, -1, error))
    {
      g_rmdir (template);
      return NULL;
    }
  return g_steal_pointer (&template);
}

static int
exit_status (int status)
{
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

static int
record (const Options *options, char **command)
{
  g_autoptr (GError) error = NULL;
  const RefrainMpi mpi = choose_mpi (options, command);
  g_autofree char *tracer = find_tracer_for (mpi, &error);
  g_autofree char *spool = tracer != NULL ? make_spool (options->out, command, &error) : NULL;
  g_auto (GStrv) environment = NULL;
  char *preload = NULL;
  gboolean ran = FALSE;
  int status = 0;

  if (spool == NULL)
    return refrain_command_fail (error);
  preload = make_preload (tracer, spool, &error);
  if (preload != NULL)
    {
      environment = make_environment (options, command, preload, spool);
      ran = run_program (command, environment, &status, &error);
      free_preload (preload, tracer, spool);
    }
  if (!ran)
    {
      remove_spool (spool);
      return refrain_command_fail (error);
    }
  if (save (spool, options->out, options->plain, &error))
    {
      if (!options->keep)
        remove_spool (spool);
      return exit_status (status);
    }
  if (g_error_matches (error, REFRAIN_ERROR, REFRAIN_ERROR_EMPTY))
    {
      remove_spool (spool);
      g_free (error->message);
      error->message = mpi_program_explain (command, mpi, exit_status (status));
    }
  refrain_command_fail (error);
  if (refrain_spool_is_folder (spool))
    g_printerr (_ ("refrain-cli: what was recorded is kept in %s, which opens like a trace\n"),
                spool);
  return exit_status (status) != 0 ? exit_status (status) : REFRAIN_EXIT_ERROR;
}

/* Whether it can be written is known before anything runs. */
static gboolean
check_options (Options *options, char **command)
{
  g_autoptr (GError) error = NULL;

  if (options->out == NULL || command[1] == NULL)
    {
      refrain_command_usage (&refrain_command_record, _ ("expects %s"),
                             refrain_command_record.arguments);
      return FALSE;
    }
  if (options->mpi != NULL && !g_str_equal (options->mpi, "mpich")
      && !g_str_equal (options->mpi, "openmpi"))
    {
      refrain_command_usage (&refrain_command_record, _ ("--mpi: “%s” is not openmpi or mpich"),
                             options->mpi);
      return FALSE;
    }
  if (!refrain_trace_can_save (options->out, &error))
    {
      refrain_command_usage (&refrain_command_record, "%s", error->message);
      return FALSE;
    }
  return refrain_command_parse_time (&refrain_command_record, "--from", options->from,
                                     &options->from_time)
         && refrain_command_parse_time (&refrain_command_record, "--to", options->to,
                                        &options->to_time);
}

static int
run (int argc, char **argv)
{
  Options options = { .from_time = -1, .to_time = -1 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.out,
      N_ ("Write this trace; its extension selects the format"), N_ ("OUT") },
    { "filter", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.filter,
      N_ ("Record only these routines of the program, such as “sweep*”; repeatable"),
      N_ ("PATTERN") },
    { "exclude", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.exclude,
      N_ ("Exclude these routines of the program; repeatable"), N_ ("PATTERN") },
    { "from", 0, 0, G_OPTION_ARG_STRING, &options.from,
      N_ ("Start of the time range (from the end of MPI_Init)"), N_ ("TIME") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &options.to,
      N_ ("End of the time range (from the end of MPI_Init)"), N_ ("TIME") },
    { "mpi", 0, 0, G_OPTION_ARG_STRING, &options.mpi,
      N_ ("The program's MPI library: openmpi or mpich (default: the one it is linked with)"),
      N_ ("NAME") },
    { "plain", 0, 0, G_OPTION_ARG_NONE, &options.plain,
      N_ ("Write .mtf.h5 as plain columns, not in its compact form"), NULL },
    { "keep-spool", 0, 0, G_OPTION_ARG_NONE, &options.keep, N_ ("Keep the files of the tracer"),
      NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  int status = refrain_command_parse (&refrain_command_record, entries, argc, argv,
                                      REFRAIN_COMMAND_ANY, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  status
      = check_options (&options, arguments) ? record (&options, arguments + 1) : REFRAIN_EXIT_USAGE;
  g_free (options.out);
  g_strfreev (options.filter);
  g_strfreev (options.exclude);
  refrain_free (options.from, options.to, options.mpi);
  return status;
}

const RefrainCommand refrain_command_record = {
  .name = "record",
  .arguments = "-o OUT -- COMMAND…",
  .summary = N_ ("Run an MPI program and record a trace of it"),
  .run = run,
};
