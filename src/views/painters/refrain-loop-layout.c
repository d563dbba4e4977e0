/* refrain-loop-layout.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-layout.h"

#include <string.h>

#include "refrain-loop-plan.h"

/* Uses that are opened stand for their definition each time; beyond so many marks nothing more is
 * opened. */
#define MAX_MARKS 1000000

/* What is drawn of one body, each time that it is drawn. */
typedef struct
{
  RefrainLoopPlan plan;
  RefrainLoopLayout *layout;
  GArray *boxes, *marks, *arrows, *syncs, *sync_lines, *bends, *reminders;
  guint32 *row;     /* of each line, where it is now */
  guint32 *mark_of; /* of each event: its mark in the body last drawn */
} Drawing;

/* ---- Lines that move ------------------------------------------------------------------------ */

/* The lines of one body: rows that are theirs, and who is in which. */
typedef struct
{
  guint n;
  guint32 *rows;       /* ascending */
  guint32 *home;       /* the line in each while nothing has moved */
  guint32 *occupant;   /* the line in each now */
  guint32 *slot_of;    /* of each line of the model: where it is now */
  double *locked;      /* up to which place each slot is taken by a box */
  const guint64 *bits; /* the lines */
} Slots;

static int
compare_words (gconstpointer a, gconstpointer b)
{
  const guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

static gboolean
has_line (const guint64 *bits, guint line)
{
  return (bits[line / 64] >> line % 64 & 1) != 0;
}

static void
slots_init (Slots *self, const Drawing *drawing, const guint64 *bits)
{
  const guint n_lines = drawing->plan.n_lines;
  g_autofree guint32 *line_in = g_new (guint32, n_lines + 1); /* of each row */

  *self = (Slots){ .bits = bits };
  self->rows = g_new (guint32, n_lines + 1);
  for (guint line = 0; line < n_lines; line++)
    if (has_line (bits, line))
      {
        self->rows[self->n++] = drawing->row[line];
        line_in[drawing->row[line]] = line;
      }
  if (self->n > 0)
    qsort (self->rows, self->n, sizeof *self->rows, compare_words);
  self->home = g_new (guint32, self->n + 1);
  self->occupant = g_new (guint32, self->n + 1);
  self->slot_of = g_new (guint32, n_lines + 1);
  self->locked = g_new0 (double, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    {
      self->home[i] = self->occupant[i] = line_in[self->rows[i]];
      self->slot_of[self->home[i]] = i;
    }
}

static void
slots_clear (Slots *self)
{
  g_free (self->rows);
  g_free (self->home);
  g_free (self->occupant);
  g_free (self->slot_of);
  g_free (self->locked);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Slots, slots_clear)

/* Line @line goes to slot @to, between @start and @end. */
static void
move_line (Drawing *self, Slots *slots, guint32 line, guint to, double start, double end)
{
  const RefrainLoopBend bend = { line, start, end, self->row[line], slots->rows[to] };

  slots->occupant[to] = line;
  slots->slot_of[line] = to;
  if (bend.from == bend.to)
    return;
  g_array_append_val (self->bends, bend);
  self->row[line] = slots->rows[to];
}

/* The first of @n neighbouring slots that no box takes at @x, nearest to @middle; or slots->n. */
static guint
find_free (const Slots *slots, guint n, double middle, double x)
{
  guint best = slots->n, run = 0;
  double distance = G_MAXDOUBLE;

  for (guint i = 0; i < slots->n; i++)
    {
      run = slots->locked[i] > x ? 0 : run + 1;
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

/* Brings the lines of a box together, at @at, the lines in @taken (ascending slots) on the way.
 * What was in its rows goes where they came from. */
static void
gather (
    Drawing *self, Slots *slots, const guint32 *taken, guint n, guint at, double start, double end)
{
  g_autofree guint32 *members = g_new (guint32, n), *others = g_new (guint32, n);
  guint n_others = 0, free_slot = 0;

  for (guint i = 0; i < n; i++)
    members[i] = slots->occupant[taken[i]];
  for (guint i = at; i < at + n; i++)
    if (bsearch (&i, taken, n, sizeof *taken, compare_words) == NULL)
      others[n_others++] = slots->occupant[i];
  for (guint i = 0; i < n; i++)
    if (taken[i] < at || taken[i] >= at + n)
      move_line (self, slots, others[free_slot++], taken[i], start, end);
  g_assert (free_slot == n_others);
  for (guint i = 0; i < n; i++)
    move_line (self, slots, members[i], at + i, start, end);
}

/* Everybody goes home. */
static void
restore (Drawing *self, Slots *slots, double start, double end)
{
  for (guint i = 0; i < slots->n; i++)
    move_line (self, slots, slots->home[i], i, start, end);
}

/* ---- Boxes ---------------------------------------------------------------------------------- */

static void place_body (
    Drawing *self, guint32 first, guint32 end, const guint64 *lines, double x, guint32 level);

static void
add_reminders (Drawing *self, const guint64 *lines, double x)
{
  for (guint line = 0; line < self->plan.n_lines; line++)
    if (has_line (lines, line) && self->row[line] != line)
      {
        const RefrainLoopReminder reminder = { line, x, self->row[line] };

        g_array_append_val (self->reminders, reminder);
      }
}

/* Draws @construct, a loop or use, that begins (its room outside included) at @x. */
static void
place_box (Drawing *self, Slots *slots, guint32 construct, double x, guint32 level)
{
  const RefrainLoopPlan *plan = &self->plan;
  const guint64 *lines = plan->lines + construct * plan->words;
  const guint32 body = refrain_loop_plan_get_body (plan, construct);
  const double margin = plan->margin[construct];
  const double width = plan->width[construct];
  g_autofree guint32 *taken = g_new (guint32, slots->n + 1);
  RefrainLoopBox box
      = { construct,
          level,
          x + margin,
          width - 2 * margin,
          0,
          0,
          refrain_loop_plan_is_folded (plan, construct) || self->marks->len > MAX_MARKS };
  guint n = 0;
  double sum = 0;

  for (guint i = 0; i < slots->n; i++)
    if (has_line (lines, slots->occupant[i]))
      {
        taken[n++] = i;
        sum += i;
      }
  g_assert (n > 0);
  if (taken[n - 1] - taken[0] != n - 1)
    {
      const guint at = find_free (slots, n, sum / n, x);

      if (at < slots->n)
        {
          gather (self, slots, taken, n, at, x, x + margin);
          for (guint i = 0; i < n; i++)
            taken[i] = at + i;
        }
    }
  for (guint i = 0; i < n; i++)
    slots->locked[taken[i]] = x + width;
  box.first_row = slots->rows[taken[0]];
  box.n_rows = slots->rows[taken[n - 1]] - box.first_row + 1;
  g_array_append_val (self->boxes, box);
  add_reminders (self, lines, box.x);
  if (!box.folded)
    place_body (self, body + 1, plan->constructs[body].end, lines, box.x + REFRAIN_LOOP_PAD,
                level + 1);
}

typedef struct
{
  guint32 construct;
  double x;
} Start;

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const Start *left = a, *right = b;

  if (left->x != right->x)
    return left->x < right->x ? -1 : 1;
  return (left->construct > right->construct) - (left->construct < right->construct);
}

/* Boxes from the left. Where none is open, all lines are at home. */
static void
place_boxes (
    Drawing *self, guint32 first, guint32 end, const guint64 *lines, double x, guint32 level)
{
  const RefrainLoopPlan *plan = &self->plan;
  g_autoptr (GArray) starts = g_array_new (FALSE, FALSE, sizeof (Start));
  g_auto (Slots) slots = { 0 };
  double last = x; /* where the last open box ends */

  for (guint32 i = first; i < end; i = plan->constructs[i].end)
    if (plan->constructs[i].kind != REFRAIN_CONSTRUCT_EVENT
        && refrain_loop_plan_is_visible (plan, i))
      {
        const Start start = { i, x + plan->x[i] };

        g_array_append_val (starts, start);
      }
  if (starts->len == 0)
    return;
  g_array_sort (starts, compare_starts);
  slots_init (&slots, self, lines);
  for (guint i = 0; i < starts->len; i++)
    {
      const Start *start = &g_array_index (starts, Start, i);

      if (start->x >= last)
        restore (self, &slots, last - REFRAIN_LOOP_MOVE, last);
      place_box (self, &slots, start->construct, start->x, level);
      last = MAX (last, start->x + plan->width[start->construct]);
    }
  restore (self, &slots, last - REFRAIN_LOOP_MOVE, last);
}

/* ---- Events --------------------------------------------------------------------------------- */

static guint32
get_line (const RefrainLoopPlan *plan, guint32 event)
{
  for (gsize w = 0; w < plan->words; w++)
    if (plan->lines[event * plan->words + w] != 0)
      return (guint32) (w * 64) + (guint32) __builtin_ctzll (plan->lines[event * plan->words + w]);
  g_assert_not_reached ();
}

static int
compare_syncs (gconstpointer a, gconstpointer b)
{
  const guint64 left = *(const guint64 *) a, right = *(const guint64 *) b;

  return (left > right) - (left < right);
}

/* Collective operations of a body: members are sorted by operation, then by line. */
static void
place_syncs (Drawing *self, GArray *members, double x)
{
  const RefrainLoopPlan *plan = &self->plan;

  g_array_sort (members, compare_syncs);
  for (guint i = 0; i < members->len; i++)
    {
      const guint64 member = g_array_index (members, guint64, i);
      const guint32 group = (guint32) (member >> 32), line = (guint32) member;

      if (i == 0 || g_array_index (members, guint64, i - 1) >> 32 != group)
        {
          const RefrainLoopSync sync
              = { group, x + plan->x[group] + REFRAIN_LOOP_STEP / 2, self->sync_lines->len, 0 };

          g_array_append_val (self->syncs, sync);
        }
      g_array_append_val (self->sync_lines, line);
      g_array_index (self->syncs, RefrainLoopSync, self->syncs->len - 1).n++;
    }
}

static void
place_events (Drawing *self, guint32 first, guint32 end, double x)
{
  const RefrainLoopPlan *plan = &self->plan;
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint32 i = first; i < end; i = plan->constructs[i].end)
    if (plan->constructs[i].kind == REFRAIN_CONSTRUCT_EVENT
        && refrain_loop_plan_is_visible (plan, i))
      {
        const RefrainLoopMark mark
            = { i, get_line (plan, i), x + plan->x[i] + REFRAIN_LOOP_STEP / 2, 0 };
        const guint64 member = (guint64) plan->group[i] << 32 | mark.line;

        self->mark_of[i] = self->marks->len;
        if (refrain_loop_plan_is_sync (plan, i))
          g_array_append_val (members, member);
        else
          g_array_append_val (self->marks, mark);
      }
  place_syncs (self, members, x);
  for (guint32 i = first; i < end; i = plan->constructs[i].end)
    for (gsize k = plan->first_link[i]; k < plan->first_link[i + 1]; k++)
      if (!refrain_loop_plan_is_sync (plan, i) && refrain_loop_plan_is_visible (plan, i)
          && refrain_loop_plan_is_visible (plan, plan->links[k].to))
        {
          const RefrainLoopArrow arrow = { self->mark_of[i], self->mark_of[plan->links[k].to] };

          g_array_append_val (self->arrows, arrow);
        }
}

static void
place_body (
    Drawing *self, guint32 first, guint32 end, const guint64 *lines, double x, guint32 level)
{
  place_events (self, first, end, x);
  place_boxes (self, first, end, lines, x, level);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static int
compare_bends (gconstpointer a, gconstpointer b)
{
  const RefrainLoopBend *left = a, *right = b;

  if (left->line != right->line)
    return left->line < right->line ? -1 : 1;
  return (left->start > right->start) - (left->start < right->start);
}

double
refrain_loop_layout_get_y (const RefrainLoopLayout *self, guint32 line, double x)
{
  gsize low = self->first_bend[line], high = self->first_bend[line + 1];
  const RefrainLoopBend *bend;

  /* The last bend that has begun. */
  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (self->bends[middle].start <= x)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == self->first_bend[line])
    return line;
  bend = &self->bends[low - 1];
  if (x >= bend->end)
    return bend->to;
  return bend->from + (bend->to - bend->from) * (x - bend->start) / (bend->end - bend->start);
}

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  const RefrainLoopMark *left = a, *right = b;

  if (left->x != right->x)
    return left->x < right->x ? -1 : 1;
  return (left->line > right->line) - (left->line < right->line);
}

/* Marks by place; arrows follow them. */
static void
sort_marks (Drawing *self)
{
  RefrainLoopMark *marks = (RefrainLoopMark *) (gpointer) self->marks->data;
  g_autofree guint32 *now = g_new (guint32, MAX (self->marks->len, 1));
  g_autofree guint32 *before = g_new (guint32, MAX (self->marks->len, 1));

  /* While they are sorted, marks carry where they were in place of their height. */
  for (guint i = 0; i < self->marks->len; i++)
    marks[i].y = i;
  g_array_sort (self->marks, compare_marks);
  for (guint i = 0; i < self->marks->len; i++)
    {
      before[i] = (guint32) marks[i].y;
      now[before[i]] = i;
      marks[i].y = refrain_loop_layout_get_y (self->layout, marks[i].line, marks[i].x);
    }
  for (guint i = 0; i < self->arrows->len; i++)
    {
      RefrainLoopArrow *arrow = &g_array_index (self->arrows, RefrainLoopArrow, i);

      arrow->from = now[arrow->from];
      arrow->to = now[arrow->to];
    }
}

static int
compare_arrows (gconstpointer a, gconstpointer b)
{
  const RefrainLoopArrow *left = a, *right = b;

  if (left->from != right->from)
    return left->from < right->from ? -1 : 1;
  return (left->to > right->to) - (left->to < right->to);
}

static int
compare_boxes (gconstpointer a, gconstpointer b)
{
  const RefrainLoopBox *left = a, *right = b;

  if (left->x != right->x)
    return left->x < right->x ? -1 : 1;
  if (left->level != right->level)
    return left->level < right->level ? -1 : 1;
  return (left->first_row > right->first_row) - (left->first_row < right->first_row);
}

static int
compare_sync_places (gconstpointer a, gconstpointer b)
{
  const RefrainLoopSync *left = a, *right = b;

  if (left->x != right->x)
    return left->x < right->x ? -1 : 1;
  return (left->construct > right->construct) - (left->construct < right->construct);
}

static int
compare_reminders (gconstpointer a, gconstpointer b)
{
  const RefrainLoopReminder *left = a, *right = b;

  if (left->x != right->x)
    return left->x < right->x ? -1 : 1;
  return (left->row > right->row) - (left->row < right->row);
}

static int
compare_heights (gconstpointer a, gconstpointer b)
{
  const double left = *(const double *) a, right = *(const double *) b;

  return (left > right) - (left < right);
}

static void
place_sync_lines (Drawing *self)
{
  RefrainLoopLayout *layout = self->layout;

  layout->sync_y = g_new (double, MAX (self->sync_lines->len, 1));
  for (guint i = 0; i < self->syncs->len; i++)
    {
      const RefrainLoopSync *sync = &g_array_index (self->syncs, RefrainLoopSync, i);
      double *y = layout->sync_y + sync->first;

      for (guint32 k = 0; k < sync->n; k++)
        y[k] = refrain_loop_layout_get_y (
            layout, g_array_index (self->sync_lines, guint32, sync->first + k), sync->x);
      qsort (y, sync->n, sizeof *y, compare_heights);
    }
}

static gpointer
take (GArray *array, gsize *n)
{
  *n = array->len;
  return g_array_free (array, FALSE);
}

RefrainLoopLayout *
refrain_loop_layout_new (RefrainLoopModel *model,
                         const RefrainLoopAlike *alike,
                         const guint8 *folded)
{
  Drawing drawing = { { NULL } };
  RefrainLoopLayout *self;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  self = g_new0 (RefrainLoopLayout, 1);
  self->model = g_object_ref (model);
  refrain_loop_plan_init (&drawing.plan, model, alike, folded);
  self->n_lines = drawing.plan.n_lines;
  self->width = drawing.plan.top_width;
  drawing.layout = self;
  drawing.boxes = g_array_new (FALSE, FALSE, sizeof (RefrainLoopBox));
  drawing.marks = g_array_new (FALSE, FALSE, sizeof (RefrainLoopMark));
  drawing.arrows = g_array_new (FALSE, FALSE, sizeof (RefrainLoopArrow));
  drawing.syncs = g_array_new (FALSE, FALSE, sizeof (RefrainLoopSync));
  drawing.sync_lines = g_array_new (FALSE, FALSE, sizeof (guint32));
  drawing.bends = g_array_new (FALSE, FALSE, sizeof (RefrainLoopBend));
  drawing.reminders = g_array_new (FALSE, FALSE, sizeof (RefrainLoopReminder));
  drawing.row = g_new (guint32, self->n_lines + 1);
  for (guint32 line = 0; line < self->n_lines; line++)
    drawing.row[line] = line;
  drawing.mark_of = g_new (guint32, MAX (drawing.plan.n_constructs, 1));
  place_body (&drawing, 0, drawing.plan.n_constructs, drawing.plan.all_lines, 0, 0);

  g_array_sort (drawing.bends, compare_bends);
  self->bends = take (drawing.bends, &self->n_bends);
  self->first_bend = g_new (gsize, (gsize) self->n_lines + 1);
  for (gsize line = 0, at = 0; line <= self->n_lines; line++)
    {
      while (at < self->n_bends && self->bends[at].line < line)
        at++;
      self->first_bend[line] = at;
    }
  sort_marks (&drawing);
  g_array_sort (drawing.arrows, compare_arrows);
  g_array_sort (drawing.boxes, compare_boxes);
  g_array_sort (drawing.syncs, compare_sync_places);
  g_array_sort (drawing.reminders, compare_reminders);
  place_sync_lines (&drawing);
  self->marks = take (drawing.marks, &self->n_marks);
  self->arrows = take (drawing.arrows, &self->n_arrows);
  self->boxes = take (drawing.boxes, &self->n_boxes);
  self->syncs = take (drawing.syncs, &self->n_syncs);
  self->reminders = take (drawing.reminders, &self->n_reminders);
  g_array_unref (drawing.sync_lines);
  g_free (drawing.row);
  g_free (drawing.mark_of);
  refrain_loop_plan_clear (&drawing.plan);
  return self;
}

void
refrain_loop_layout_free (RefrainLoopLayout *self)
{
  if (self == NULL)
    return;
  g_object_unref (self->model);
  g_free (self->boxes);
  g_free (self->marks);
  g_free (self->arrows);
  g_free (self->syncs);
  g_free (self->sync_y);
  g_free (self->bends);
  g_free (self->first_bend);
  g_free (self->reminders);
  g_free (self);
}
