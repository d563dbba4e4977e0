/* refrain-arrivals.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sums of nanoseconds. A thread of the reader adds up its new calls by itself and holds the lock
 * only to add these sums. Where events lie behind the last bin, bins become twice as wide, by
 * joining pairs, until they do not.
 */
#include "refrain-arrivals.h"

#include <math.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-summary-private.h"

/* About as many as a screen has of either, and 4 MB of sums. */
#define N_BINS   1024
#define MAX_ROWS 256
/* Of a row. */
#define N_SUMS ((gsize) N_BINS * REFRAIN_N_ACTIVITIES)
/* Where nobody knows how long the run takes, it begins with so much (ns). */
#define FIRST_WIDTH 1024.0

struct _RefrainArrivals
{
  GObject parent_instance;

  GMutex lock; /* of all below */
  guint8 *activities;
  guint n_routines;
  guint n_processes, n_read;
  guint *threads_left; /* by process */
  guint per_row, n_rows;
  gboolean has_start;
  RefrainTime start;
  double width; /* of a bin */
  guint n_joined;
  gboolean has_any; /* something was added */
  float *sums;      /* ns, as the rows of a picture */
  guint *n_callers; /* by row: threads that call MPI */
  guint *n_to_come; /* by row: processes that have not been read to their end */
  guint32 *reached; /* by row: bins */

  gint stopped; /* atomic */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainArrivals, refrain_arrivals)

static void
refrain_arrivals_init (RefrainArrivals *self)
{
  g_mutex_init (&self->lock);
}

static void
refrain_arrivals_finalize (RefrainArrivals *self)
{
  g_mutex_clear (&self->lock);
  refrain_free (self->activities, self->threads_left, self->sums, self->n_callers, self->n_to_come,
                self->reached);
}

RefrainArrivals *
refrain_arrivals_new (void)
{
  return g_object_new (REFRAIN_TYPE_ARRIVALS, NULL);
}

void
refrain_arrivals_begin (RefrainArrivals *self,
                        const guint *n_threads,
                        guint n_processes,
                        GPtrArray *routines,
                        RefrainTime end)
{
  g_return_if_fail (REFRAIN_IS_ARRIVALS (self) && self->n_rows == 0);

  g_mutex_lock (&self->lock);
  self->n_routines = routines->len;
  self->activities = g_new (guint8, (gsize) routines->len + 1);
  for (guint i = 0; i < routines->len; i++)
    self->activities[i] = refrain_summary_get_activity (g_ptr_array_index (routines, i));
  self->n_processes = n_processes;
  self->threads_left = g_memdup2 (n_threads, n_processes * sizeof *n_threads);
  self->per_row = (n_processes + MAX_ROWS - 1) / MAX_ROWS;
  self->n_rows = n_processes > 0 ? (n_processes + self->per_row - 1) / self->per_row : 0;
  self->has_start = end > 0;
  /* Its last event lies in the last bin, not at its end. */
  self->width = end > 0 ? ((double) end + 1) / N_BINS : FIRST_WIDTH / N_BINS;
  self->sums = g_new0 (float, (gsize) self->n_rows *N_SUMS);
  self->n_callers = g_new0 (guint, (gsize) self->n_rows + 1);
  self->n_to_come = g_new0 (guint, (gsize) self->n_rows + 1);
  self->reached = g_new0 (guint32, (gsize) self->n_rows + 1);
  for (guint p = 0; p < n_processes; p++)
    if (n_threads[p] > 0)
      self->n_to_come[p / self->per_row]++;
    else
      self->n_read++;
  g_mutex_unlock (&self->lock);
}

/* ---- Bins ---- */

/* In which bin @time lies. */
static gsize
find_bin (const RefrainArrivals *self, RefrainTime time)
{
  const double bin = ((double) time - (double) self->start) / self->width;

  return bin <= 0 ? 0 : bin >= N_BINS ? N_BINS : (gsize) bin;
}

/* Each pair becomes one. */
static void
join_sums (float *sums)
{
  for (gsize i = 0; i < N_SUMS; i++)
    {
      const gsize first
          = i / REFRAIN_N_ACTIVITIES * 2 * REFRAIN_N_ACTIVITIES + i % REFRAIN_N_ACTIVITIES;

      sums[i] = i < N_SUMS / 2 ? sums[first] + sums[first + REFRAIN_N_ACTIVITIES] : 0;
    }
}

static void
join_bins (RefrainArrivals *self)
{
  for (guint row = 0; row < self->n_rows; row++)
    {
      join_sums (&self->sums[(gsize) row * N_SUMS]);
      self->reached[row] /= 2;
    }
  self->width *= 2;
  self->n_joined++;
}

/* Bins up to @until, and the first where that is not known yet. */
static void
make_room (RefrainArrivals *self, const RefrainCalls *calls, RefrainTime until)
{
  if (!self->has_start)
    {
      self->has_start = TRUE;
      self->start = calls->n > 0 ? MIN (calls->start[0], until) : until;
    }
  while (find_bin (self, until) >= N_BINS)
    join_bins (self);
}

/* ---- Adding ---- */

typedef struct
{
  float sums[N_SUMS]; /* of what is new */
  double start, width;
  guint n_joined;
  gsize bin; /* in which the last span ended: between these */
  RefrainTime first, last;
} Adding;

/* Adds the span from @start to @end, in which @activity goes on. Most end in the bin in which the
 * last one did. */
static void
add_span (Adding *adding, guint activity, RefrainTime start, RefrainTime end)
{
  double from, to;

  if (start >= adding->first && start <= end && end <= adding->last)
    {
      adding->sums[adding->bin * REFRAIN_N_ACTIVITIES + activity] += (float) (end - start);
      return;
    }
  from = MAX (((double) start - adding->start) / adding->width, 0);
  to = MIN (((double) end - adding->start) / adding->width, N_BINS);
  for (double bin = floor (from); bin < to; bin++)
    {
      adding->sums[(gsize) bin * REFRAIN_N_ACTIVITIES + activity]
          += (float) ((MIN (bin + 1, to) - MAX (bin, from)) * adding->width);
      adding->bin = (gsize) bin;
      adding->first = (RefrainTime) ceil (adding->start + bin * adding->width);
      adding->last = (RefrainTime) floor (adding->start + (bin + 1) * adding->width);
    }
}

static guint
get_activity (const RefrainArrivals *self, guint32 routine)
{
  return routine < self->n_routines ? self->activities[routine] : REFRAIN_N_ACTIVITIES;
}

/* The outermost calls of MPI routines that are over; one that is not, and what it calls, is left
 * for the next time: gives up to when all is added, @until at most. Needs no lock: what is read of
 * @self does not change any more. */
static RefrainTime
add_calls (const RefrainArrivals *self,
           Adding *adding,
           const RefrainCalls *calls,
           const guint32 *open,
           gsize n_open,
           RefrainTime until,
           RefrainArrivalsPlace *place)
{
  gsize last = calls->n;

  for (gsize i = 0; i < n_open && last == calls->n; i++)
    if (open[i] >= place->row
        && get_activity (self, calls->routine[open[i]]) < REFRAIN_N_ACTIVITIES)
      last = open[i];
  for (; place->row < last; place->row++)
    {
      const guint activity = get_activity (self, calls->routine[place->row]);

      if (activity == REFRAIN_N_ACTIVITIES
          || (place->calls_mpi && calls->start[place->row] < place->mpi_until))
        continue;
      add_span (adding, activity, calls->start[place->row], calls->end[place->row]);
      place->mpi_until = calls->end[place->row];
      place->calls_mpi = TRUE;
    }
  return last < calls->n ? MIN (until, calls->start[last]) : until;
}

/* The bins may have become wider meanwhile. */
static void
put_sums (RefrainArrivals *self, guint row, Adding *adding)
{
  float *sums = &self->sums[(gsize) row * N_SUMS];

  for (; adding->n_joined < self->n_joined; adding->n_joined++)
    join_sums (adding->sums);
  for (gsize i = 0; i < N_SUMS; i++)
    sums[i] += adding->sums[i];
}

void
refrain_arrivals_add (RefrainArrivals *self,
                      guint process,
                      const RefrainCalls *calls,
                      const guint32 *open,
                      gsize n_open,
                      RefrainTime until,
                      RefrainArrivalsPlace *place)
{
  const gboolean called_mpi = place->calls_mpi;
  g_autofree Adding *adding = NULL;
  guint row;

  g_return_if_fail (REFRAIN_IS_ARRIVALS (self) && process < self->n_processes);

  adding = g_new0 (Adding, 1);
  row = process / self->per_row;
  g_mutex_lock (&self->lock);
  make_room (self, calls, until);
  adding->start = (double) self->start;
  adding->width = self->width;
  adding->n_joined = self->n_joined;
  adding->first = G_MAXINT64;
  g_mutex_unlock (&self->lock);

  until = add_calls (self, adding, calls, open, n_open, until, place);

  g_mutex_lock (&self->lock);
  put_sums (self, row, adding);
  self->has_any = TRUE;
  self->n_callers[row] += place->calls_mpi && !called_mpi;
  self->reached[row] = MAX (self->reached[row], (guint32) find_bin (self, until));
  g_mutex_unlock (&self->lock);
}

void
refrain_arrivals_end (RefrainArrivals *self, guint process)
{
  g_return_if_fail (REFRAIN_IS_ARRIVALS (self) && process < self->n_processes);

  g_mutex_lock (&self->lock);
  if (--self->threads_left[process] == 0)
    {
      self->n_read++;
      self->n_to_come[process / self->per_row]--;
    }
  g_mutex_unlock (&self->lock);
}

guint
refrain_arrivals_count_read (RefrainArrivals *self)
{
  guint n;

  g_return_val_if_fail (REFRAIN_IS_ARRIVALS (self), 0);

  g_mutex_lock (&self->lock);
  n = self->n_read;
  g_mutex_unlock (&self->lock);
  return n;
}

void
refrain_arrivals_stop (RefrainArrivals *self)
{
  g_return_if_fail (REFRAIN_IS_ARRIVALS (self));
  g_atomic_int_set (&self->stopped, TRUE);
}

gboolean
refrain_arrivals_is_stopped (RefrainArrivals *self)
{
  return self != NULL && g_atomic_int_get (&self->stopped);
}

/* ---- Pictures ---- */

/* A row that has arrived is empty behind its last event. */
static void
take_rows (const RefrainArrivals *self, RefrainArrivalsPicture *picture)
{
  picture->rows = g_new (float, self->n_rows *N_SUMS);
  picture->reached = g_memdup2 (self->reached, self->n_rows * sizeof *self->reached);
  for (guint row = 0; row < self->n_rows; row++)
    {
      const float unit = (float) (1 / (self->width * MAX (self->n_callers[row], 1)));

      for (gsize i = row * N_SUMS; i < (row + 1) * N_SUMS; i++)
        picture->rows[i] = self->sums[i] * unit;
      if (self->n_to_come[row] == 0)
        picture->reached[row] = N_BINS;
      picture->n_reached = MAX (picture->n_reached, picture->reached[row]);
    }
}

static void
take_mean (RefrainArrivalsPicture *picture)
{
  picture->mean = g_new0 (float, N_SUMS);
  for (gsize bin = 0; bin < picture->n_reached; bin++)
    {
      float *mean = &picture->mean[bin * REFRAIN_N_ACTIVITIES];
      guint n = 0;

      for (guint row = 0; row < picture->n_rows; row++)
        if (picture->reached[row] > bin)
          {
            for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
              mean[a] += picture->rows[row * N_SUMS + bin * REFRAIN_N_ACTIVITIES + a];
            n++;
          }
      for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
        mean[a] /= (float) n;
    }
}

RefrainArrivalsPicture *
refrain_arrivals_take_picture (RefrainArrivals *self)
{
  g_autoptr (RefrainArrivalsPicture) picture = g_new0 (RefrainArrivalsPicture, 1);

  g_return_val_if_fail (REFRAIN_IS_ARRIVALS (self), NULL);

  g_mutex_lock (&self->lock);
  picture->n_processes = self->n_processes;
  picture->n_read = self->n_read;
  picture->n_rows = self->n_rows;
  picture->n_bins = N_BINS;
  picture->start = self->start;
  picture->end = self->start + (RefrainTime) (self->width * N_BINS);
  if (self->has_any)
    take_rows (self, picture);
  g_mutex_unlock (&self->lock);
  if (picture->n_reached == 0)
    return NULL;
  take_mean (picture);
  return g_steal_pointer (&picture);
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_arrivals_picture_free,
                             RefrainArrivalsPicture,
                             refrain_free (x->rows, x->reached, x->mean))
