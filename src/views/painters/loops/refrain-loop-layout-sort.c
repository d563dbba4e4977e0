/* refrain-loop-layout-sort.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is drawn, sorted by place so that a part of it is found at once.
 */
#include "config.h"

#include <stdlib.h>

#include "refrain-loop-drawing.h"

static int
compare_places (double left, double right)
{
  return (left > right) - (left < right);
}

/* ---- Bends ---------------------------------------------------------------------------------- */

/* By line; those of one line come in order. A line that has to move again before it has arrived
 * goes on from where it was to be. */
static void
sort_bends (RefrainLoopDrawing *self)
{
  RefrainLoopLayout *layout = self->layout;
  const RefrainLoopBend *bends = (const RefrainLoopBend *) (gpointer) self->bends->data;
  g_autofree gsize *next = NULL;

  layout->n_bends = self->bends->len;
  layout->bends = g_new (RefrainLoopBend, MAX (layout->n_bends, 1));
  layout->first_bend = g_new0 (gsize, (gsize) layout->n_lines + 1);
  for (gsize i = 0; i < layout->n_bends; i++)
    layout->first_bend[bends[i].line + 1]++;
  for (guint line = 0; line < layout->n_lines; line++)
    layout->first_bend[line + 1] += layout->first_bend[line];
  next = g_memdup2 (layout->first_bend, ((gsize) layout->n_lines + 1) * sizeof *next);
  for (gsize i = 0; i < layout->n_bends; i++)
    {
      const gsize first = layout->first_bend[bends[i].line], at = next[bends[i].line]++;
      RefrainLoopBend *bend = &layout->bends[at];

      *bend = bends[i];
      if (at > first)
        bend->start = MAX (bend->start, bend[-1].end);
      bend->end = MAX (bend->end, bend->start);
    }
}

/* ---- Boxes ---------------------------------------------------------------------------------- */

static int
compare_boxes (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainLoopBox *boxes = data;
  const RefrainLoopBox *left = &boxes[*(const guint32 *) a], *right = &boxes[*(const guint32 *) b];

  if (left->x != right->x)
    return compare_places (left->x, right->x);
  if (left->level != right->level)
    return left->level < right->level ? -1 : 1;
  return (left->first_row > right->first_row) - (left->first_row < right->first_row);
}

static void
rename_box (const guint32 *now, guint32 *box)
{
  if (*box != REFRAIN_NONE)
    *box = now[*box];
}

/* What stands in boxes follows them. */
static void
sort_boxes (RefrainLoopDrawing *self)
{
  const guint n = self->boxes->len;
  const RefrainLoopBox *boxes = (const RefrainLoopBox *) (gpointer) self->boxes->data;
  g_autofree guint32 *order = g_new (guint32, n + 1), *now = g_new (guint32, n + 1);
  RefrainLoopBox *sorted = g_new (RefrainLoopBox, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_boxes, (gpointer) boxes);
  for (guint32 i = 0; i < n; i++)
    now[order[i]] = i;
  for (guint32 i = 0; i < n; i++)
    {
      sorted[i] = boxes[order[i]];
      rename_box (now, &sorted[i].parent);
    }
  for (guint i = 0; i < self->marks->len; i++)
    rename_box (now, &g_array_index (self->marks, RefrainLoopMark, i).box);
  for (guint i = 0; i < self->syncs->len; i++)
    rename_box (now, &g_array_index (self->syncs, RefrainLoopSync, i).box);
  for (guint i = 0; i < self->reminders->len; i++)
    rename_box (now, &g_array_index (self->reminders, RefrainLoopReminder, i).box);
  self->layout->boxes = sorted;
  self->layout->n_boxes = n;
}

/* ---- Marks and arrows ----------------------------------------------------------------------- */

static int
compare_marks (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainLoopMark *marks = data;
  const RefrainLoopMark *left = &marks[*(const guint32 *) a];
  const RefrainLoopMark *right = &marks[*(const guint32 *) b];

  if (left->x != right->x)
    return compare_places (left->x, right->x);
  return (left->line > right->line) - (left->line < right->line);
}

static int
compare_arrows (gconstpointer a, gconstpointer b)
{
  const RefrainLoopArrow *left = a, *right = b;
  const guint32 first = MIN (left->from, left->to), second = MIN (right->from, right->to);

  if (first != second)
    return first < second ? -1 : 1;
  if (left->from != right->from)
    return left->from < right->from ? -1 : 1;
  return (left->to > right->to) - (left->to < right->to);
}

/* Marks by place; arrows follow them. */
static void
sort_marks (RefrainLoopDrawing *self)
{
  const guint n = self->marks->len;
  const RefrainLoopMark *marks = (const RefrainLoopMark *) (gpointer) self->marks->data;
  g_autofree guint32 *order = g_new (guint32, n + 1), *now = g_new (guint32, n + 1);
  RefrainLoopMark *sorted = g_new (RefrainLoopMark, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_marks, (gpointer) marks);
  for (guint32 i = 0; i < n; i++)
    {
      now[order[i]] = i;
      sorted[i] = marks[order[i]];
      sorted[i].y = refrain_loop_layout_get_y (self->layout, sorted[i].line, sorted[i].x);
    }
  for (guint i = 0; i < self->arrows->len; i++)
    {
      RefrainLoopArrow *arrow = &g_array_index (self->arrows, RefrainLoopArrow, i);

      arrow->from = now[arrow->from];
      arrow->to = now[arrow->to];
    }
  g_array_sort (self->arrows, compare_arrows);
  self->layout->marks = sorted;
  self->layout->n_marks = n;
}

/* ---- Collectives ---------------------------------------------------------------------------- */

static int
compare_syncs (gconstpointer a, gconstpointer b)
{
  const RefrainLoopSync *left = a, *right = b;

  if (left->x != right->x)
    return compare_places (left->x, right->x);
  return (left->construct > right->construct) - (left->construct < right->construct);
}

static int
compare_reminders (gconstpointer a, gconstpointer b)
{
  const RefrainLoopReminder *left = a, *right = b;

  if (left->x != right->x)
    return compare_places (left->x, right->x);
  return (left->row > right->row) - (left->row < right->row);
}

static int
compare_members (gconstpointer a, gconstpointer b)
{
  return compare_places (((const RefrainLoopMember *) a)->y, ((const RefrainLoopMember *) b)->y);
}

static void
sort_members (RefrainLoopDrawing *self)
{
  RefrainLoopLayout *layout = self->layout;

  layout->members = (RefrainLoopMember *) (gpointer) g_array_free (self->members, FALSE);
  for (guint i = 0; i < self->syncs->len; i++)
    {
      const RefrainLoopSync *sync = &g_array_index (self->syncs, RefrainLoopSync, i);
      RefrainLoopMember *members = layout->members + sync->first;

      for (guint32 k = 0; k < sync->n; k++)
        members[k].y = refrain_loop_layout_get_y (layout, members[k].line, sync->x);
      qsort (members, sync->n, sizeof *members, compare_members);
    }
}

/* ---- All ------------------------------------------------------------------------------------ */

static gpointer
take (GArray *array, gsize *n)
{
  *n = array->len;
  return g_array_free (array, FALSE);
}

void
refrain_loop_drawing_finish (RefrainLoopDrawing *self)
{
  RefrainLoopLayout *layout = self->layout;

  sort_bends (self);
  sort_boxes (self);
  sort_marks (self);
  g_array_sort (self->syncs, compare_syncs);
  g_array_sort (self->reminders, compare_reminders);
  sort_members (self);
  layout->arrows = take (self->arrows, &layout->n_arrows);
  layout->syncs = take (self->syncs, &layout->n_syncs);
  layout->reminders = take (self->reminders, &layout->n_reminders);
  g_array_unref (self->boxes);
  g_array_unref (self->marks);
  g_array_unref (self->bends);
  g_free (self->row);
  g_free (self->mark_of);
}
