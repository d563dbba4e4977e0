/* command-skeleton.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli skeleton: a program that communicates as the traced one did.
 */
#include "config.h"

#include "refrain-command.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>

#include <glib/gi18n.h>

#include "refrain-mapping.h"
#include "refrain-skeleton-c.h"
#include "refrain-thread-order.h"

typedef struct
{
  char *folder;
  char *scale;
  int n_processes;
  RefrainSkeletonStyle style;
} Options;

static void
clear_options (Options *options)
{
  g_free (options->folder);
  g_free (options->scale);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* FALSE after an explanation. */
static gboolean
understand (Options *options)
{
  char *end;

  options->style.scale = 1;
  if (options->folder == NULL || options->folder[0] == '\0')
    {
      refrain_command_usage (&refrain_command_skeleton, _ ("expects %s"), "-o DIR");
      return FALSE;
    }
  if (options->n_processes != G_MININT
      && (options->n_processes < 1 || options->n_processes > REFRAIN_SKELETON_MOST_PROCESSES))
    {
      refrain_command_usage (&refrain_command_skeleton,
                             _ ("--processes: %d is not a number of processes from 1 to %d"),
                             options->n_processes, REFRAIN_SKELETON_MOST_PROCESSES);
      return FALSE;
    }
  if (options->scale == NULL)
    return TRUE;
  errno = 0;
  options->style.scale = g_ascii_strtod (options->scale, &end);
  if (end != options->scale && *end == '\0' && isfinite (options->style.scale)
      && options->style.scale >= 0)
    return TRUE;
  refrain_command_usage (&refrain_command_skeleton, _ ("--scale: “%s” is not a number from 0 on"),
                         options->scale);
  return FALSE;
}

/* What the skeleton does otherwise than the program did, a sentence each. */
static void
print_remarks (RefrainSkeleton *skeleton)
{
  const RefrainSkeletonFacts *facts = refrain_skeleton_get_facts (skeleton);
  const guint n_threads = refrain_thread_order_count (refrain_skeleton_get_trace (skeleton));

  if (facts->unmatched_sends + facts->unmatched_recvs + facts->split_collectives > 0)
    g_printerr (_ ("refrain-cli: left out, since their other ends are not in the trace: "
                   "%" PRIu64 " sends, %" PRIu64 " receives, %" PRIu64 " calls of collectives\n"),
                facts->unmatched_sends, facts->unmatched_recvs, facts->split_collectives);
  if (facts->most_bytes > REFRAIN_SKELETON_MOST_BYTES)
    g_printerr (_ ("refrain-cli: messages of more than %d bytes are cut to that\n"),
                REFRAIN_SKELETON_MOST_BYTES);
  if (n_threads > 0)
    g_printerr (ngettext ("refrain-cli: several threads communicate in %u process: the skeleton "
                          "does thread by thread what they did at the same time\n",
                          "refrain-cli: several threads communicate in %u processes: the skeleton "
                          "does thread by thread what they did at the same time\n",
                          n_threads),
                n_threads);
  if (facts->stuck)
    g_printerr (_ ("refrain-cli: with an MPI that buffers nothing the skeleton would not come to "
                   "its end\n"));
}

static void
print_result (RefrainSkeleton *skeleton, const Options *options)
{
  const RefrainSkeletonFacts *facts = refrain_skeleton_get_facts (skeleton);
  RefrainMapping *mapping = refrain_skeleton_get_mapping (skeleton);
  const guint n = refrain_mapping_get_n_processes (mapping);
  g_autofree char *name = g_filename_display_name (options->folder);

  g_print (ngettext ("A program for %u process (%s): make -C %s run\n",
                     "A program for %u processes (%s): make -C %s run\n", n),
           n, refrain_mapping_get_name (mapping), name);
  if (facts->resized > 0)
    g_print (ngettext ("%" PRIu64
                       " send or collective had another size than the most frequent of its line\n",
                       "%" PRIu64
                       " sends and collectives had another size than the most frequent of their "
                       "line\n",
                       (gulong) MIN (facts->resized, G_MAXUINT32)),
             facts->resized);
  if (facts->n_started > 0)
    g_print (ngettext ("%u send of the program does not block, since the processes would wait for "
                       "each other where MPI buffers nothing\n",
                       "%u sends of the program do not block, since the processes would wait for "
                       "each other where MPI buffers nothing\n",
                       facts->n_started),
             facts->n_started);
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { .n_processes = G_MININT };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.folder,
      N_ ("Write skeleton.c, skeleton.h and Makefile into this folder"), N_ ("DIR") },
    { "scale", 0, 0, G_OPTION_ARG_STRING, &options.scale,
      N_ ("Multiply computing times by F (1); 0: none"), N_ ("F") },
    { "processes", 0, 0, G_OPTION_ARG_INT, &options.n_processes,
      N_ ("For N processes of the same topology"), N_ ("N") },
    { "drawn", 0, 0, G_OPTION_ARG_NONE, &options.style.drawn,
      N_ ("Draw computing times from those measured, instead of their median"), NULL },
    { "sleep", 0, 0, G_OPTION_ARG_NONE, &options.style.sleep, N_ ("Sleep instead of computing"),
      NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainSkeleton) skeleton = NULL;
  g_autoptr (GError) error = NULL;
  int status
      = refrain_command_parse (&refrain_command_skeleton, entries, argc, argv, 1, &arguments);

  if (status == REFRAIN_EXIT_OK && !understand (&options))
    status = REFRAIN_EXIT_USAGE;
  if (status != REFRAIN_EXIT_OK)
    return status;
  trace = refrain_command_load (arguments[1]);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  skeleton = refrain_skeleton_new (trace, (guint) MAX (options.n_processes, 0), NULL, &error);
  if (skeleton == NULL)
    {
      g_autofree char *name = g_filename_display_name (arguments[1]);

      g_prefix_error (&error, "%s: ", name);
      return refrain_command_fail (error);
    }
  if (!refrain_skeleton_c_save (skeleton, &options.style, options.folder, &error))
    return refrain_command_fail (error);
  print_remarks (skeleton);
  print_result (skeleton, &options);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_skeleton = {
  .name = "skeleton",
  .arguments = "TRACE -o DIR",
  .summary = N_ ("Write a C program that communicates as the traced one did"),
  .run = run,
};
