/* fuzz-util.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "fuzz-util.h"

#include <glib/gstdio.h>
#include <stdlib.h>

#include "refrain-replay.h"

static char *folder;

static void
remove_folder (void)
{
  g_rmdir (folder);
  g_free (folder);
}

const char *
fuzz_get_folder (void)
{
  if (folder == NULL)
    {
      folder = g_dir_make_tmp ("refrain-fuzz-XXXXXX", NULL);
      g_assert_nonnull (folder);
      atexit (remove_folder);
    }
  return folder;
}

static guint64
visit_op (RefrainTrace *trace, const RefrainReplay *replay)
{
  const RefrainOps *ops = replay->ops;
  gsize row = replay->row;
  guint64 sum = refrain_replay_get_request (replay, row, 0);

  if (ops->comm[row] != REFRAIN_NONE)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (trace, ops->comm[row]);

      sum += (guintptr) refrain_communicator_get_name (comm);
    }
  if (REFRAIN_OP_IS_P2P (ops->kind[row]) && ops->partner[row] != REFRAIN_NONE)
    sum += refrain_process_get_ops (refrain_trace_get_process (trace, ops->peer[row]))->n;
  return sum;
}

void
fuzz_visit (RefrainTrace *trace)
{
  volatile guint64 sum = refrain_trace_get_collectives (trace)->n;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          RefrainReplay replay;

          refrain_replay_init (&replay, process, refrain_process_get_thread (process, t));
          while (refrain_replay_next (&replay))
            if (replay.event == REFRAIN_TAPE_OP)
              sum += visit_op (trace, &replay);
            else if (replay.event == REFRAIN_TAPE_ENTER)
              sum += (guintptr) refrain_trace_get_routine (trace,
                                                           replay.calls->routine[replay.row]);
        }
    }
}

void
fuzz_load (const char *name, const uint8_t *data, size_t size, FuzzLoad load)
{
  g_autofree char *path = g_build_filename (fuzz_get_folder (), name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;

  g_assert_true (g_file_set_contents_full (path, (const char *) data, size,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  trace = load (path, NULL, NULL, NULL, &error);
  g_assert_true ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    fuzz_visit (trace);
  g_remove (path);
}
