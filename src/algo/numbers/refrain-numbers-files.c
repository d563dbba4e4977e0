/* refrain-numbers-files.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is read and written through MPI: operations on files are collectives of a type of their own,
 * of one process alone where it acts alone.
 */
#include "config.h"

#include "refrain-numbers-private.h"

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"

typedef struct
{
  RefrainTime start, end;
} Stretch;

REFRAIN_DEFINE_COMPARE (compare_stretches, Stretch, REFRAIN_RISING (start) ?: REFRAIN_RISING (end))

const char *
refrain_file_work_get_name (RefrainFileWork work)
{
  static const char *const names[] = { "read", "written", "opened_and_closed" };

  g_return_val_if_fail (work < REFRAIN_N_FILE_WORKS, NULL);
  return names[work];
}

const char *
refrain_file_work_get_label (RefrainFileWork work)
{
  static const char *const labels[] = { N_ ("read"), N_ ("written"), N_ ("opened and closed") };

  g_return_val_if_fail (work < REFRAIN_N_FILE_WORKS, NULL);
  return _ (labels[work]);
}

double
refrain_file_numbers_get_speed (const RefrainFileNumbers *self)
{
  return self->any > 0 && !self->is_begun ? (double) self->bytes / (double) self->any * 1e9 : 0;
}

static RefrainFileWork
find_work (RefrainCollective type)
{
  if (type >= REFRAIN_COLLECTIVE_FILE_IWRITE)
    return REFRAIN_FILE_WRITTEN;
  if (type >= REFRAIN_COLLECTIVE_FILE_IREAD)
    return REFRAIN_FILE_READ;
  if (type >= REFRAIN_COLLECTIVE_FILE_WRITE)
    return REFRAIN_FILE_WRITTEN;
  return type >= REFRAIN_COLLECTIVE_FILE_READ ? REFRAIN_FILE_READ : REFRAIN_FILE_OPENED;
}

/* Whether @process is counted where operation @op of it stands, and the @stretch of its call. */
static gboolean
is_counted (RefrainNumbers *self, guint process, guint32 op, Stretch *stretch)
{
  RefrainProcess *of = refrain_trace_get_process (self->trace, process);
  const RefrainOps *ops = refrain_process_get_ops (of);
  const RefrainCalls *calls = refrain_process_get_calls (of);
  const guint32 call = ops->call[op];
  RefrainTime start, end;

  if (self->place[process] == REFRAIN_NONE)
    return FALSE;
  refrain_numbers_index_get_span (self->index, process, &start, &end);
  if (self->ops == NULL)
    {
      start = MAX (start, self->start);
      end = MIN (end, self->end);
    }
  stretch->start = call != REFRAIN_NONE ? calls->start[call] : ops->time[op];
  stretch->end = call != REFRAIN_NONE ? MIN (calls->end[call], end) : ops->time[op];
  return stretch->start >= start && stretch->start < end
         && (self->ops == NULL || refrain_op_set_contains (self->ops, process, op));
}

/* How long any of @stretches lasts. */
static RefrainTime
measure_any (GArray *stretches)
{
  RefrainTime sum = 0, until = G_MININT64;

  g_array_sort (stretches, compare_stretches);
  for (guint i = 0; i < stretches->len; i++)
    {
      const Stretch *own = &g_array_index (stretches, Stretch, i);

      sum += MAX (own->end - MAX (own->start, until), 0);
      until = MAX (until, own->end);
    }
  return sum;
}

gboolean
refrain_numbers_count_files (RefrainNumbers *self, RefrainFileNumbers files[REFRAIN_N_FILE_WORKS])
{
  const RefrainCollectives *c;
  GArray *stretches[REFRAIN_N_FILE_WORKS];
  gboolean any = FALSE;

  g_return_val_if_fail (REFRAIN_IS_NUMBERS (self), FALSE);

  c = refrain_trace_get_collectives (self->trace);
  for (guint w = 0; w < REFRAIN_N_FILE_WORKS; w++)
    {
      files[w] = (RefrainFileNumbers){ 0 };
      stretches[w] = g_array_new (FALSE, FALSE, sizeof (Stretch));
    }
  for (gsize i = 0; i < c->n; i++)
    for (guint64 m = c->first[i]; c->type[i] >= REFRAIN_COLLECTIVE_FILE_OPEN && m < c->first[i + 1];
         m++)
      {
        const RefrainFileWork work = find_work (c->type[i]);
        const RefrainOps *ops = refrain_trace_get_ops (self->trace, c->process[m]);
        Stretch stretch;

        if (!is_counted (self, c->process[m], c->op[m], &stretch))
          continue;
        any = TRUE;
        files[work].calls++;
        files[work].bytes += work != REFRAIN_FILE_OPENED ? ops->bytes[c->op[m]] : 0;
        files[work].time += stretch.end - stretch.start;
        /* One that is only begun takes its time elsewhere. */
        files[work].is_begun |= c->type[i] >= REFRAIN_COLLECTIVE_FILE_IREAD;
        g_array_append_val (stretches[work], stretch);
      }
  for (guint w = 0; w < REFRAIN_N_FILE_WORKS; w++)
    {
      files[w].any = measure_any (stretches[w]);
      g_array_unref (stretches[w]);
    }
  return any;
}
