/* refrain-loop-series.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The edges of an iteration are operations, which know their times.
 */
#include "refrain-loop-series.h"

#include "refrain-object.h"
#include "refrain-save.h"
#include "refrain-time-format.h"

/* Bytes of a file that are written at once. */
#define CHUNK 65536

struct _RefrainLoopSeries
{
  GObject parent_instance;

  RefrainLoopModel *model;
  RefrainLoopIterations *iterations;
  RefrainSeriesEdge from, to;
  gint64 **values; /* of each process */
  gint64 least, greatest;
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainLoopSeries, refrain_loop_series)

static void
refrain_loop_series_finalize (RefrainLoopSeries *self)
{
  gsize n = 0;

  if (self->iterations != NULL)
    refrain_loop_iterations_get_processes (self->iterations, &n);
  for (gsize i = 0; i < n && self->values != NULL; i++)
    g_free (self->values[i]);
  g_free (self->values);
  g_clear_pointer (&self->iterations, refrain_loop_iterations_free);
  g_clear_object (&self->model);
}

static void
refrain_loop_series_init (RefrainLoopSeries *self)
{
  self->least = G_MAXINT64;
  self->greatest = G_MININT64;
}

/* ---- Measuring ---------------------------------------------------------------------------------
 */

/* When @edge of iteration @k comes for process @i. */
static gboolean
get_time (RefrainLoopSeries *self, gsize k, gsize i, RefrainSeriesEdge edge, RefrainTime *time)
{
  const gboolean is_begin = edge == REFRAIN_SERIES_BEGIN || edge == REFRAIN_SERIES_NEXT_BEGIN;
  const guint32 *processes;
  RefrainTime start, end;
  RefrainLoopSpan span;
  gsize n;

  if (edge >= REFRAIN_SERIES_NEXT_BEGIN)
    k++;
  if (k >= refrain_loop_iterations_get_n (self->iterations))
    return FALSE;
  span = refrain_loop_iterations_get_span (self->iterations, k, i);
  processes = refrain_loop_iterations_get_processes (self->iterations, &n);
  if (span.n == 0
      || !refrain_loop_events_get_span (refrain_loop_model_get_events (self->model), processes[i],
                                        is_begin ? span.first : span.first + span.n - 1, &start,
                                        &end))
    return FALSE;
  *time = is_begin ? start : end;
  return TRUE;
}

static gboolean
measure (RefrainLoopSeries *self, gsize i, GCancellable *cancellable, GError **error)
{
  const gsize n = refrain_loop_iterations_get_n (self->iterations);
  gint64 *values = g_try_new (gint64, MAX (n, 1));

  if (values == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                           "There is not enough memory for so many iterations.");
      return FALSE;
    }
  self->values[i] = values;
  for (gsize k = 0; k < n; k++)
    {
      RefrainTime from, to;

      if (k % CHUNK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      values[k] = REFRAIN_LOOP_SERIES_NONE;
      if (!get_time (self, k, i, self->from, &from) || !get_time (self, k, i, self->to, &to))
        continue;
      values[k] = to - from;
      self->least = MIN (self->least, values[k]);
      self->greatest = MAX (self->greatest, values[k]);
    }
  return TRUE;
}

RefrainLoopSeries *
refrain_loop_series_new (RefrainLoopModel *model,
                         guint32 first,
                         guint32 end,
                         const guint32 *processes,
                         gsize n,
                         RefrainSeriesEdge from,
                         RefrainSeriesEdge to,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (RefrainLoopSeries) self = NULL;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);
  g_return_val_if_fail (from < REFRAIN_N_SERIES_EDGES && to < REFRAIN_N_SERIES_EDGES, NULL);

  self = g_object_new (REFRAIN_TYPE_LOOP_SERIES, NULL);
  self->model = g_object_ref (model);
  self->from = from;
  self->to = to;
  self->iterations
      = refrain_loop_iterations_new_line (model, first, end, processes, n, cancellable, error);
  if (self->iterations == NULL)
    return NULL;
  refrain_loop_iterations_get_processes (self->iterations, &n);
  self->values = g_new0 (gint64 *, n + 1);
  for (gsize i = 0; i < n; i++)
    if (!measure (self, i, cancellable, error))
      return NULL;
  return g_steal_pointer (&self);
}

/* ---- Asking ------------------------------------------------------------------------------------
 */

REFRAIN_GETTER (RefrainLoopSeries,
                refrain_loop_series,
                const RefrainLoopIterations *,
                get_iterations,
                self->iterations)
REFRAIN_GETTER (RefrainLoopSeries, refrain_loop_series, RefrainSeriesEdge, get_from, self->from)
REFRAIN_GETTER (RefrainLoopSeries, refrain_loop_series, RefrainSeriesEdge, get_to, self->to)
REFRAIN_GETTER (RefrainLoopSeries,
                refrain_loop_series,
                gsize,
                get_length,
                refrain_loop_iterations_get_n (self->iterations))

const guint32 *
refrain_loop_series_get_processes (RefrainLoopSeries *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_SERIES (self), NULL);
  return refrain_loop_iterations_get_processes (self->iterations, n);
}

const gint64 *
refrain_loop_series_get_values (RefrainLoopSeries *self, gsize i)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_SERIES (self), NULL);
  return self->values[i];
}

gboolean
refrain_loop_series_get_range (RefrainLoopSeries *self, gint64 *least, gint64 *greatest)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_SERIES (self), FALSE);
  *least = self->least;
  *greatest = self->greatest;
  return self->least <= self->greatest;
}

/* ---- Saving ------------------------------------------------------------------------------------
 */

static gboolean
write_lines (
    RefrainLoopSeries *self, int fd, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) text = g_string_new ("iteration,process,begin_s,value_s\n");
  gsize n;
  const guint32 *processes = refrain_loop_iterations_get_processes (self->iterations, &n);

  for (gsize k = 0; k < refrain_loop_iterations_get_n (self->iterations); k++)
    for (gsize i = 0; i < n; i++)
      {
        RefrainTime begin;

        if (self->values[i][k] == REFRAIN_LOOP_SERIES_NONE
            || !get_time (self, k, i, self->from, &begin))
          continue;
        g_string_append_printf (text, "%" G_GSIZE_FORMAT ",%u,", k + 1, processes[i]);
        refrain_time_append_seconds (text, begin);
        g_string_append_c (text, ',');
        refrain_time_append_seconds (text, self->values[i][k]);
        g_string_append_c (text, '\n');
        if (text->len < CHUNK)
          continue;
        if (g_cancellable_set_error_if_cancelled (cancellable, error)
            || !refrain_save_write (fd, path, text->str, text->len, error))
          return FALSE;
        g_string_truncate (text, 0);
      }
  return !g_cancellable_set_error_if_cancelled (cancellable, error)
         && refrain_save_write (fd, path, text->str, text->len, error);
}

gboolean
refrain_loop_series_save_csv (RefrainLoopSeries *self,
                              const char *path,
                              GCancellable *cancellable,
                              GError **error)
{
  g_autofree char *temporary = NULL;
  int fd = -1;

  g_return_val_if_fail (REFRAIN_IS_LOOP_SERIES (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  temporary = refrain_save_begin (path, &fd, error);
  return temporary != NULL
         && refrain_save_end (temporary, fd, path, write_lines (self, fd, path, cancellable, error),
                              error);
}
