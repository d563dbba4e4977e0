/* refrain-loop-slots.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Process lines that move to the boxes they take part in (Ketterlin et al. 2014, IV, Fig. 5(d)).
 */
#include "config.h"

#include <stdlib.h>

#include "refrain-loop-drawing.h"

static int
compare_words (gconstpointer a, gconstpointer b)
{
  const guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

void
refrain_loop_slots_init (RefrainLoopSlots *self,
                         const RefrainLoopDrawing *drawing,
                         const guint64 *lines)
{
  const guint n_lines = drawing->plan.n_lines;
  g_autofree guint32 *line_in = g_new (guint32, n_lines + 1); /* of each row */

  *self = (RefrainLoopSlots){ 0 };
  self->rows = g_new (guint32, n_lines + 1);
  for (guint line = 0; line < n_lines; line++)
    if (refrain_loop_has_line (lines, line))
      {
        self->rows[self->n++] = drawing->row[line];
        line_in[drawing->row[line]] = line;
      }
  if (self->n > 0)
    qsort (self->rows, self->n, sizeof *self->rows, compare_words);
  self->home = g_new (guint32, self->n + 1);
  self->occupant = g_new (guint32, self->n + 1);
  self->locked = g_new (double, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    {
      self->home[i] = self->occupant[i] = line_in[self->rows[i]];
      self->locked[i] = -G_MAXDOUBLE;
    }
}

void
refrain_loop_slots_clear (RefrainLoopSlots *self)
{
  g_free (self->rows);
  g_free (self->home);
  g_free (self->occupant);
  g_free (self->locked);
}

/* Line @line goes to slot @to, between @start and @end. */
static void
move_line (RefrainLoopSlots *self,
           RefrainLoopDrawing *drawing,
           guint32 line,
           guint to,
           double start,
           double end)
{
  const RefrainLoopBend bend = { line, start, end, drawing->row[line], self->rows[to] };

  self->occupant[to] = line;
  if (bend.from == bend.to)
    return;
  g_array_append_val (drawing->bends, bend);
  drawing->row[line] = self->rows[to];
}

/* The first of @n neighbouring slots that no box takes at @x, nearest to @middle; or self->n. */
static guint
find_free (const RefrainLoopSlots *self, guint n, double middle, double x)
{
  guint best = self->n, run = 0;
  double distance = G_MAXDOUBLE;

  for (guint i = 0; i < self->n; i++)
    {
      run = self->locked[i] > x ? 0 : run + 1;
      if (run >= n)
        {
          const guint first = i + 1 - n;
          const double here = ABS (first + (n - 1) / 2.0 - middle);

          if (here < distance)
            {
              distance = here;
              best = first;
            }
        }
    }
  return best;
}

/* The lines in the slots @taken (ascending) go to @n neighbouring ones from @at on. */
static void
swap (RefrainLoopSlots *self,
      RefrainLoopDrawing *drawing,
      const guint32 *taken,
      guint n,
      guint at,
      double start,
      double end)
{
  g_autofree guint32 *members = g_new (guint32, n), *others = g_new (guint32, n);
  guint n_others = 0, next = 0;

  for (guint i = 0; i < n; i++)
    members[i] = self->occupant[taken[i]];
  for (guint i = at; i < at + n; i++)
    if (bsearch (&i, taken, n, sizeof *taken, compare_words) == NULL)
      others[n_others++] = self->occupant[i];
  for (guint i = 0; i < n; i++)
    if (taken[i] < at || taken[i] >= at + n)
      move_line (self, drawing, others[next++], taken[i], start, end);
  g_assert (next == n_others);
  for (guint i = 0; i < n; i++)
    move_line (self, drawing, members[i], at + i, start, end);
}

void
refrain_loop_slots_gather (RefrainLoopSlots *self,
                           RefrainLoopDrawing *drawing,
                           const guint64 *lines,
                           double x,
                           double end,
                           double until,
                           guint32 *first_row,
                           guint32 *n_rows)
{
  g_autofree guint32 *taken = g_new (guint32, self->n + 1);
  guint n = 0;
  double sum = 0;

  for (guint i = 0; i < self->n; i++)
    if (refrain_loop_has_line (lines, self->occupant[i]))
      {
        taken[n++] = i;
        sum += i;
      }
  g_assert (n > 0);
  if (taken[n - 1] - taken[0] != n - 1)
    {
      const guint at = find_free (self, n, sum / n, x);

      if (at < self->n)
        {
          swap (self, drawing, taken, n, at, x, end);
          for (guint i = 0; i < n; i++)
            taken[i] = at + i;
        }
    }
  for (guint i = 0; i < n; i++)
    self->locked[taken[i]] = until;
  *first_row = self->rows[taken[0]];
  *n_rows = self->rows[taken[n - 1]] - *first_row + 1;
}

void
refrain_loop_slots_restore (RefrainLoopSlots *self,
                            RefrainLoopDrawing *drawing,
                            double start,
                            double end)
{
  for (guint i = 0; i < self->n; i++)
    move_line (self, drawing, self->home[i], i, start, end);
}
