/* refrain-thread-note.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counted process by process.
 */
#include "config.h"

#include "refrain-thread-note.h"

#include <glib/gi18n.h>

static guint
count_threads (RefrainProcess *process)
{
  guint n = 0;

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    n += refrain_process_get_thread (process, t)->n_ops > 0;
  return n;
}

char *
refrain_thread_note_describe (RefrainTrace *trace)
{
  guint n = 0, least = G_MAXUINT, most = 0;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const guint own = count_threads (refrain_trace_get_process (trace, p));

      if (own < 2)
        continue;
      n++;
      least = MIN (least, own);
      most = MAX (most, own);
    }
  if (n == 0)
    return NULL;
  if (least == most)
    return g_strdup_printf (ngettext ("%u threads communicate in %u process",
                                      "%u threads communicate in each of %u processes", n),
                            most, n);
  return g_strdup_printf (_ ("%u to %u threads communicate in each of %u processes"), least, most,
                          n);
}
