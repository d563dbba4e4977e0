/* refrain-thread-note.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counted process by process.
 */
#include "refrain-thread-note.h"

#include <glib/gi18n.h>

/* When a thread begins to communicate, or ends: +1 or -1 at a time. */
typedef struct
{
  RefrainTime time;
  int step;
} Turn;

/* Who ends at the very time at which another begins was there before. */
static int
compare_turns (gconstpointer a, gconstpointer b)
{
  const Turn *x = a, *y = b;

  return x->time != y->time ? (x->time < y->time ? -1 : 1) : x->step - y->step;
}

/* How many threads of @process communicate, and how many at once at most. */
static guint
count_threads (RefrainProcess *process, guint *at_once)
{
  const RefrainOps *ops = refrain_process_get_ops (process);
  g_autoptr (GArray) turns = g_array_new (FALSE, FALSE, sizeof (Turn));
  int now = 0;

  *at_once = 0;
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);
      Turn first, last;

      if (thread->n_ops == 0)
        continue;
      first = (Turn){ ops->time[thread->first_op], 1 };
      last = (Turn){ ops->time[thread->first_op + thread->n_ops - 1], -1 };
      last.time += last.time == first.time; /* that of one operation is there, too */
      g_array_append_val (turns, first);
      g_array_append_val (turns, last);
    }
  g_array_sort (turns, compare_turns);
  for (guint i = 0; i < turns->len; i++)
    {
      now += g_array_index (turns, Turn, i).step;
      *at_once = MAX (*at_once, (guint) now);
    }
  return turns->len / 2;
}

char *
refrain_thread_note_describe (RefrainTrace *trace)
{
  guint n = 0, least = G_MAXUINT, most = 0, at_once = 0;
  g_autofree char *threads = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      guint together;
      const guint own = count_threads (refrain_trace_get_process (trace, p), &together);

      if (own < 2)
        continue;
      n++;
      least = MIN (least, own);
      most = MAX (most, own);
      at_once = MAX (at_once, together);
    }
  if (n == 0)
    return NULL;
  /* Translators: a range of numbers. */
  threads = least == most ? g_strdup_printf ("%u", most)
                          : g_strdup_printf (_ ("%u to %u"), least, most);
  if (at_once < most)
    /* Translators: "13 threads, at most 3 at once, communicate ...". */
    return g_strdup_printf (
        ngettext ("%s threads, at most %u at once, communicate in %u process",
                  "%s threads, at most %u at once, communicate in each of %u processes", n),
        threads, at_once, n);
  return g_strdup_printf (ngettext ("%s threads communicate in %u process",
                                    "%s threads communicate in each of %u processes", n),
                          threads, n);
}
