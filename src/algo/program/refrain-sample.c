/* refrain-sample.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process goes through its steps from higher to lower tails, and all that are in a step have
 * the same: so the steps with tails in a range are a piece of each process' stream, and no message
 * leads out of it.
 */
#include "refrain-free.h"
#include "refrain-steps.h"

/* From the beginning to the end of the run, so far apart as they can be. */
#define PIECES 4
/* Levels that must be alike for no seam to be seen. */
#define SEAM 24

/* Steps of one tail; level 0 is that of the greatest. */
typedef struct
{
  guint64 n_operations;
  guint64 content; /* the same for the same types of steps */
} Level;

typedef struct
{
  const RefrainSteps *steps;
  RefrainLoopEvents *events;
  Level *levels;
  gsize n_levels;
  guint64 n_operations;
} Sampler;

/* The level of a process' step @i, in `chain`. */
static gsize
get_level (const Sampler *self, gsize i)
{
  return self->n_levels - self->steps->tail[self->steps->chain[i]];
}

static void
count_levels (Sampler *self)
{
  const RefrainSteps *steps = self->steps;

  for (gsize i = 0; i < steps->chain_first[steps->n_processes]; i++)
    self->n_levels = MAX (self->n_levels, steps->tail[steps->chain[i]]);
  self->levels = g_new0 (Level, self->n_levels + 1);
  for (guint p = 0; p < steps->n_processes; p++)
    {
      const gsize n = refrain_loop_events_get_stream (self->events, p)->n;

      for (gsize i = steps->chain_first[p]; i < steps->chain_first[p + 1]; i++)
        {
          Level *level = &self->levels[get_level (self, i)];
          const guint64 type = steps->type[steps->chain[i]];

          level->n_operations += (i + 1 < steps->chain_first[p + 1] ? steps->element[i + 1] : n)
                                 - steps->element[i];
          level->content += ((type + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) ^ (type << 29);
        }
      self->n_operations += n;
    }
}

/* Whether the run goes on alike behind the levels @a and @b. */
static gboolean
goes_on_alike (const Sampler *self, gsize a, gsize b)
{
  for (gsize i = 0; i < SEAM; i++)
    if (MAX (a, b) + i >= self->n_levels
        || self->levels[a + i].content != self->levels[b + i].content)
      return FALSE;
  return TRUE;
}

/* The first level behind that has @skip operations between it and @from. */
static gsize
go_on (const Sampler *self, gsize from, guint64 skip)
{
  guint64 n = 0;

  while (from < self->n_levels && n + self->levels[from].n_operations <= skip)
    n += self->levels[from++].n_operations;
  return from;
}

/* Finds PIECES pieces of about @size operations, as levels from and to; FALSE where a step is
 * larger than one. */
static gboolean
find_pieces (const Sampler *self, guint64 size, gsize *from, gsize *to)
{
  const guint64 gap = (self->n_operations - PIECES * size) / (PIECES - 1);
  gsize at = 0;

  for (guint i = 0; i < PIECES; i++)
    {
      if (i > 0)
        {
          const gsize before = go_on (self, at, gap - MIN (gap, size));
          gsize seamless = go_on (self, at, gap);

          while (seamless > before && !goes_on_alike (self, to[i - 1], seamless))
            seamless--;
          at = seamless > before ? seamless : go_on (self, at, gap);
        }
      from[i] = at;
      to[i] = at = i + 1 < PIECES ? go_on (self, at, size) : self->n_levels;
      if (from[i] == to[i])
        return FALSE;
    }
  return TRUE;
}

/* What of each process is in the levels. */
static void
fill_bounds (const Sampler *self, RefrainSample *sample, const gsize *from, const gsize *to)
{
  const RefrainSteps *steps = self->steps;

  for (guint p = 0; p < steps->n_processes; p++)
    {
      const gsize n = refrain_loop_events_get_stream (self->events, p)->n;
      gsize i = steps->chain_first[p];

      for (guint k = 0; k < 2 * sample->n_pieces; k++)
        {
          const gsize level = k % 2 == 0 ? from[k / 2] : to[k / 2];

          while (i < steps->chain_first[p + 1] && get_level (self, i) < level)
            i++;
          sample->bounds[2 * p * sample->n_pieces + k]
              = i < steps->chain_first[p + 1] ? steps->element[i] : n;
        }
    }
}

RefrainSample *
refrain_sample_new (RefrainLoopEvents *events, const RefrainSteps *steps, guint64 n_operations)
{
  Sampler self = { .steps = steps, .events = events };
  const guint n = steps->n_processes;
  RefrainSample *sample = NULL;
  gsize from[PIECES], to[PIECES];

  count_levels (&self);
  if (self.n_operations > 2 * n_operations)
    {
      sample = g_new (RefrainSample, 1);
      sample->n_pieces = find_pieces (&self, n_operations / PIECES, from, to) ? PIECES : 1;
      sample->bounds = g_new0 (gsize, 2 * (gsize) n * sample->n_pieces + 1);
      if (sample->n_pieces > 1)
        fill_bounds (&self, sample, from, to);
      for (guint p = 0; sample->n_pieces == 1 && p < n; p++)
        sample->bounds[2 * p + 1]
            = MIN (refrain_loop_events_get_stream (events, p)->n, n_operations / n);
    }
  g_free (self.levels);
  return sample;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_sample_free, RefrainSample, g_free (x->bounds))
