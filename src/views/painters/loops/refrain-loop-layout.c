/* refrain-loop-layout.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bodies are set into bodies: each box begins where the plan says, process lines move to the boxes
 * they take part in (Ketterlin et al. 2014, IV, Fig. 5(d)), and at the end everything is sorted by
 * place so that a part of it is found at once.
 */
#include "refrain-loop-layout.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-loop-plan.h"
#include "refrain-search.h"

/* Uses that are opened stand for their definition each time; beyond so many marks nothing more is
 * opened. */
#define MAX_MARKS 1000000

/* What is drawn of one body, each time that it is drawn. */
typedef struct
{
  RefrainLoopPlan plan;
  RefrainLoopLayout *layout;
  GArray *boxes, *marks, *arrows, *syncs, *members, *bends, *reminders;
  guint32 *row;     /* of each line, where it is now */
  guint32 *mark_of; /* of each event: its mark in the body last drawn */
} Drawing;

/* The lines of one body: rows that are theirs, and who is in which. */
typedef struct
{
  guint n;
  guint32 *rows;     /* ascending */
  guint32 *home;     /* the line in each while nothing has moved */
  guint32 *occupant; /* the line in each now */
  double *locked;    /* up to which place each slot is taken by a box */
} Slots;

static inline gboolean
has_line (const guint64 *lines, guint line)
{
  return (lines[line / 64] >> line % 64 & 1) != 0;
}

/* ---- Lines that move ------------------------------------------------------------------------- */

static void
slots_init (Slots *self, const Drawing *drawing, const guint64 *lines)
{
  const guint n_lines = drawing->plan.n_lines;
  g_autofree guint32 *line_in = g_new (guint32, n_lines + 1); /* of each row */

  *self = (Slots){ 0 };
  self->rows = g_new (guint32, n_lines + 1);
  for (guint line = 0; line < n_lines; line++)
    if (has_line (lines, line))
      {
        self->rows[self->n++] = drawing->row[line];
        line_in[drawing->row[line]] = line;
      }
  refrain_sort (self->rows, self->n, sizeof *self->rows, refrain_compare_uint32);
  self->home = g_new (guint32, self->n + 1);
  self->occupant = g_new (guint32, self->n + 1);
  self->locked = g_new (double, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    {
      self->home[i] = self->occupant[i] = line_in[self->rows[i]];
      self->locked[i] = -G_MAXDOUBLE;
    }
}

REFRAIN_DEFINE_AUTO (slots_clear, Slots, refrain_free (x->rows, x->home, x->occupant, x->locked))

/* Line @line goes to slot @to, between @start and @end. */
static void
move_line (Slots *self, Drawing *drawing, guint32 line, guint to, double start, double end)
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
find_free (const Slots *self, guint n, double middle, double x)
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
swap (Slots *self,
      Drawing *drawing,
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
    if (refrain_find (&i, taken, n, sizeof *taken, refrain_compare_uint32) == NULL)
      others[n_others++] = self->occupant[i];
  for (guint i = 0; i < n; i++)
    if (taken[i] < at || taken[i] >= at + n)
      move_line (self, drawing, others[next++], taken[i], start, end);
  g_assert (next == n_others);
  for (guint i = 0; i < n; i++)
    move_line (self, drawing, members[i], at + i, start, end);
}

/* Brings @lines into neighbouring slots, if there is room for them at @x, between @x and @end, and
 * keeps the slots for them up to @until. What was there goes where they came from. Gives the first
 * row and how many rows they stand in. */
static void
gather_lines (Slots *self,
              Drawing *drawing,
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
    if (has_line (lines, self->occupant[i]))
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

/* Everybody goes home, between @start and @end. */
static void
restore_lines (Slots *self, Drawing *drawing, double start, double end)
{
  for (guint i = 0; i < self->n; i++)
    move_line (self, drawing, self->home[i], i, start, end);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* Where the body that is drawn stands. */
typedef struct
{
  double x;
  const guint64 *lines;
  guint32 box; /* around it, or REFRAIN_NONE */
  guint32 level;
} Where;

static void place_body (Drawing *self, guint32 first, guint32 end, const Where *where);

static void
add_reminders (Drawing *self, const guint64 *lines, double x, guint32 box)
{
  for (guint line = 0; line < self->plan.n_lines; line++)
    if (has_line (lines, line) && self->row[line] != line)
      {
        const RefrainLoopReminder reminder = { line, x, self->row[line], box };

        g_array_append_val (self->reminders, reminder);
      }
}

/* Draws @construct, a loop or use, that begins (its room outside included) at @x. */
static void
place_box (Drawing *self, Slots *slots, const Where *where, guint32 construct)
{
  const RefrainLoopPlan *plan = &self->plan;
  const guint64 *lines = plan->lines + construct * plan->words;
  const guint32 body = refrain_loop_plan_get_body (plan, construct);
  const double margin = plan->margin[construct], width = plan->width[construct];
  const double x = where->x + plan->x[construct];
  RefrainLoopBox box
      = { .construct = construct,
          .parent = where->box,
          .level = where->level,
          .x = x + margin,
          .width = width - 2 * margin,
          .folded = refrain_loop_plan_is_folded (plan, construct) || self->marks->len > MAX_MARKS };
  Where inside = { box.x + REFRAIN_LOOP_PAD, lines, self->boxes->len, where->level + 1 };

  gather_lines (slots, self, lines, x, x + margin, x + width, &box.first_row, &box.n_rows);
  g_array_append_val (self->boxes, box);
  add_reminders (self, lines, box.x, inside.box);
  if (!box.folded)
    place_body (self, body + 1, plan->constructs[body].end, &inside);
}

typedef struct
{
  guint32 construct;
  double x;
} Start;

REFRAIN_DEFINE_COMPARE (compare_starts, Start, REFRAIN_RISING (x) ?: REFRAIN_RISING (construct))

/* Boxes from the left. Where none is open, all lines are at home. */
static void
place_boxes (Drawing *self, guint32 first, guint32 end, const Where *where)
{
  const RefrainLoopPlan *plan = &self->plan;
  g_autoptr (GArray) starts = g_array_new (FALSE, FALSE, sizeof (Start));
  g_auto (Slots) slots = { 0 };
  double last = where->x; /* where the last open box ends */

  for (guint32 i = first; i < end; i = plan->next[i])
    if (!refrain_loop_plan_is_event (plan, i) && refrain_loop_plan_is_visible (plan, i))
      {
        const Start start = { i, where->x + plan->x[i] };

        g_array_append_val (starts, start);
      }
  if (starts->len == 0)
    return;
  g_array_sort (starts, compare_starts);
  slots_init (&slots, self, where->lines);
  for (guint i = 0; i < starts->len; i++)
    {
      const Start *start = &g_array_index (starts, Start, i);

      if (start->x >= last)
        restore_lines (&slots, self, last - REFRAIN_LOOP_MOVE, last);
      place_box (self, &slots, where, start->construct);
      last = MAX (last, start->x + plan->width[start->construct]);
    }
  restore_lines (&slots, self, last - REFRAIN_LOOP_MOVE, last);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static guint32
get_line (const RefrainLoopPlan *plan, guint32 event)
{
  for (gsize w = 0; w < plan->words; w++)
    if (plan->lines[event * plan->words + w] != 0)
      return (guint32) (w * 64) + (guint32) __builtin_ctzll (plan->lines[event * plan->words + w]);
  g_assert_not_reached ();
}

/* An event of a collective operation, which @group stands for. */
typedef struct
{
  guint32 group;
  RefrainLoopMember it;
} Member;

REFRAIN_DEFINE_COMPARE (compare_members, Member, REFRAIN_RISING (group) ?: REFRAIN_RISING (it.line))

/* Collective operations of a body. */
static void
place_syncs (Drawing *self, GArray *members, const Where *where)
{
  const RefrainLoopPlan *plan = &self->plan;

  g_array_sort (members, compare_members);
  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = &g_array_index (members, Member, i);

      if (i == 0 || member[-1].group != member->group)
        {
          const RefrainLoopSync sync = { member->group, where->box,
                                         where->x + plan->x[member->group] + REFRAIN_LOOP_STEP / 2,
                                         self->members->len, 0 };

          g_array_append_val (self->syncs, sync);
        }
      g_array_append_val (self->members, member->it);
      g_array_index (self->syncs, RefrainLoopSync, self->syncs->len - 1).n++;
    }
}

/* Those of the sends in @from. */
static void
place_arrows (Drawing *self, guint32 from)
{
  const RefrainLoopPlan *plan = &self->plan;

  if (!refrain_loop_plan_is_event (plan, from) || refrain_loop_plan_is_sync (plan, from)
      || !refrain_loop_plan_is_visible (plan, from))
    return;
  for (gsize k = plan->first_link[from]; k < plan->first_link[from + 1]; k++)
    {
      const guint32 to = plan->links[k].to;
      const RefrainLoopArrow arrow = { self->mark_of[from], self->mark_of[to] };

      if (!refrain_loop_plan_is_event (plan, to) || !refrain_loop_plan_is_visible (plan, to))
        continue;
      g_array_append_val (self->arrows, arrow);
      g_array_index (self->marks, RefrainLoopMark, arrow.from).has_arrow = TRUE;
      g_array_index (self->marks, RefrainLoopMark, arrow.to).has_arrow = TRUE;
    }
}

static void
place_events (Drawing *self, guint32 first, guint32 end, const Where *where)
{
  const RefrainLoopPlan *plan = &self->plan;
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (Member));

  for (guint32 i = first; i < end; i = plan->next[i])
    if (refrain_loop_plan_is_event (plan, i) && refrain_loop_plan_is_visible (plan, i))
      {
        const RefrainLoopMark mark = { .construct = i,
                                       .line = get_line (plan, i),
                                       .box = where->box,
                                       .has_partner = plan->has_partner[i],
                                       .x = where->x + plan->x[i] + REFRAIN_LOOP_STEP / 2 };
        const Member member = { plan->group[i], { .line = mark.line, .construct = i } };

        self->mark_of[i] = self->marks->len;
        if (refrain_loop_plan_is_sync (plan, i))
          g_array_append_val (members, member);
        else
          g_array_append_val (self->marks, mark);
      }
  place_syncs (self, members, where);
  for (guint32 i = first; i < end; i = plan->next[i])
    place_arrows (self, i);
}

static void
place_body (Drawing *self, guint32 first, guint32 end, const Where *where)
{
  place_events (self, first, end, where);
  place_boxes (self, first, end, where);
}

/* ---- Sorting --------------------------------------------------------------------------------- */

double
refrain_loop_layout_get_y (const RefrainLoopLayout *self, guint32 line, double x)
{
  const gsize first = self->first_bend[line];
  /* Behind the last bend that has begun. */
  const gsize behind
      = REFRAIN_LOWER_BOUND (i, first, self->first_bend[line + 1], self->bends[i].start <= x);
  const RefrainLoopBend *bend;

  if (behind == first)
    return self->first_row[line];
  bend = &self->bends[behind - 1];
  if (x >= bend->end)
    return bend->to;
  return bend->from + (bend->to - bend->from) * (x - bend->start) / (bend->end - bend->start);
}

static int
compare_places (double left, double right)
{
  return (left > right) - (left < right);
}

/* ---- Bends ----------------------------------------------------------------------------------- */

/* By line; those of one line come in order. A line that has to move again before it has arrived
 * goes on from where it was to be. */
static void
sort_bends (Drawing *self)
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

/* ---- Boxes ----------------------------------------------------------------------------------- */

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
sort_boxes (Drawing *self)
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

/* ---- Marks and arrows ------------------------------------------------------------------------ */

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
sort_marks (Drawing *self)
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

/* ---- Collectives ----------------------------------------------------------------------------- */

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
compare_rows (gconstpointer a, gconstpointer b)
{
  return compare_places (((const RefrainLoopMember *) a)->y, ((const RefrainLoopMember *) b)->y);
}

static void
sort_members (Drawing *self)
{
  RefrainLoopLayout *layout = self->layout;

  layout->members = (RefrainLoopMember *) (gpointer) g_array_free (self->members, FALSE);
  for (guint i = 0; i < self->syncs->len; i++)
    {
      const RefrainLoopSync *sync = &g_array_index (self->syncs, RefrainLoopSync, i);
      RefrainLoopMember *members = layout->members + sync->first;

      for (guint32 k = 0; k < sync->n; k++)
        members[k].y = refrain_loop_layout_get_y (layout, members[k].line, sync->x);
      refrain_sort (members, sync->n, sizeof *members, compare_rows);
    }
}

/* ---- Handing over
 * ------------------------------------------------------------------------------------ */

static gpointer
take (GArray *array, gsize *n)
{
  *n = array->len;
  return g_array_free (array, FALSE);
}

/* Puts all in order, once everything is drawn, and hands it to the layout. */
static void
finish (Drawing *self)
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
  refrain_unref_arrays (self->boxes, self->marks, self->bends);
  refrain_free (self->row, self->mark_of);
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* In which row each line begins. */
static guint32 *
find_first_rows (const RefrainLoopAlike *alike, guint n_lines, RefrainProcessOrder *order)
{
  guint32 *rows = g_new (guint32, (gsize) n_lines + 1);
  g_autofree guint *heads = g_new (guint, (gsize) n_lines + 1);

  /* Classes are numbered by those that stand for them. */
  for (guint line = 0; line < n_lines; line++)
    {
      rows[line] = line;
      heads[line] = refrain_loop_alike_get_representative (alike, line);
    }
  if (order == NULL)
    return rows;
  refrain_process_order_sort (order, heads, n_lines);
  for (guint row = 0; row < n_lines; row++)
    rows[refrain_loop_alike_get_class (alike, heads[row])] = row;
  return rows;
}

RefrainLoopLayout *
refrain_loop_layout_new_in_order (RefrainLoopModel *model,
                                  const RefrainLoopAlike *alike,
                                  const guint8 *folded,
                                  RefrainProcessOrder *order)
{
  Drawing drawing = { { NULL } };
  RefrainLoopLayout *self;
  Where top = { .box = REFRAIN_NONE };

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);
  g_return_val_if_fail (alike != NULL, NULL);

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
  drawing.members = g_array_new (FALSE, FALSE, sizeof (RefrainLoopMember));
  drawing.bends = g_array_new (FALSE, FALSE, sizeof (RefrainLoopBend));
  drawing.reminders = g_array_new (FALSE, FALSE, sizeof (RefrainLoopReminder));
  self->first_row = find_first_rows (alike, self->n_lines, order);
  drawing.row = g_memdup2 (self->first_row, ((gsize) self->n_lines + 1) * sizeof *drawing.row);
  drawing.mark_of = g_new (guint32, MAX (drawing.plan.n_constructs, 1));
  top.lines = drawing.plan.all_lines;
  place_body (&drawing, 0, drawing.plan.n_constructs, &top);
  finish (&drawing);
  refrain_loop_plan_clear (&drawing.plan);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_loop_layout_free, RefrainLoopLayout, g_object_unref (x->model);
                             refrain_free (x->boxes,
                                           x->marks,
                                           x->arrows,
                                           x->syncs,
                                           x->members,
                                           x->bends,
                                           x->first_bend,
                                           x->first_row,
                                           x->reminders))
