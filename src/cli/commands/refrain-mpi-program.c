/* refrain-mpi-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs are looked at as files: names of libraries are searched for in all of their bytes.
 */
#define _GNU_SOURCE /* memmem() */
#include "refrain-mpi-program.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include <glib/gi18n.h>

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

RefrainMpi
refrain_mpi_program_find (char **command)
{
  Program program;

  find_program (command, &program);
  return program.mpi != REFRAIN_MPI_UNKNOWN ? program.mpi : ask_launcher (command);
}

char *
refrain_mpi_program_explain (char **command, RefrainMpi chosen, int status)
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
