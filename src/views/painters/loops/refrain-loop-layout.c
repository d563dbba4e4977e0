/* refrain-loop-layout.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-layout.h"

#include "refrain-loop-drawing.h"

/* Uses that are opened stand for their definition each time; beyond so many marks nothing more is
 * opened. */
#define MAX_MARKS 1000000

/* ---- Boxes ---------------------------------------------------------------------------------- */

/* Where the body that is drawn stands. */
typedef struct
{
  double x;
  const guint64 *lines;
  guint32 box; /* around it, or REFRAIN_NONE */
  guint32 level;
} Where;

static void place_body (RefrainLoopDrawing *self, guint32 first, guint32 end, const Where *where);

static void
add_reminders (RefrainLoopDrawing *self, const guint64 *lines, double x, guint32 box)
{
  for (guint line = 0; line < self->plan.n_lines; line++)
    if (refrain_loop_has_line (lines, line) && self->row[line] != line)
      {
        const RefrainLoopReminder reminder = { line, x, self->row[line], box };

        g_array_append_val (self->reminders, reminder);
      }
}

/* Draws @construct, a loop or use, that begins (its room outside included) at @x. */
static void
place_box (RefrainLoopDrawing *self, RefrainLoopSlots *slots, const Where *where, guint32 construct)
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

  refrain_loop_slots_gather (slots, self, lines, x, x + margin, x + width, &box.first_row,
                             &box.n_rows);
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
place_boxes (RefrainLoopDrawing *self, guint32 first, guint32 end, const Where *where)
{
  const RefrainLoopPlan *plan = &self->plan;
  g_autoptr (GArray) starts = g_array_new (FALSE, FALSE, sizeof (Start));
  g_auto (RefrainLoopSlots) slots = { 0 };
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
  refrain_loop_slots_init (&slots, self, where->lines);
  for (guint i = 0; i < starts->len; i++)
    {
      const Start *start = &g_array_index (starts, Start, i);

      if (start->x >= last)
        refrain_loop_slots_restore (&slots, self, last - REFRAIN_LOOP_MOVE, last);
      place_box (self, &slots, where, start->construct);
      last = MAX (last, start->x + plan->width[start->construct]);
    }
  refrain_loop_slots_restore (&slots, self, last - REFRAIN_LOOP_MOVE, last);
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

/* An event of a collective operation, which @group stands for. */
typedef struct
{
  guint32 group;
  RefrainLoopMember it;
} Member;

static int
compare_members (gconstpointer a, gconstpointer b)
{
  const Member *left = a, *right = b;

  if (left->group != right->group)
    return left->group < right->group ? -1 : 1;
  return (left->it.line > right->it.line) - (left->it.line < right->it.line);
}

/* Collective operations of a body. */
static void
place_syncs (RefrainLoopDrawing *self, GArray *members, const Where *where)
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
place_arrows (RefrainLoopDrawing *self, guint32 from)
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
place_events (RefrainLoopDrawing *self, guint32 first, guint32 end, const Where *where)
{
  const RefrainLoopPlan *plan = &self->plan;
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (Member));

  for (guint32 i = first; i < end; i = plan->next[i])
    if (refrain_loop_plan_is_event (plan, i) && refrain_loop_plan_is_visible (plan, i))
      {
        const RefrainLoopMark mark = { .construct = i,
                                       .line = get_line (plan, i),
                                       .box = where->box,
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
place_body (RefrainLoopDrawing *self, guint32 first, guint32 end, const Where *where)
{
  place_events (self, first, end, where);
  place_boxes (self, first, end, where);
}

/* ---- The whole ------------------------------------------------------------------------------ */

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

RefrainLoopLayout *
refrain_loop_layout_new (RefrainLoopModel *model,
                         const RefrainLoopAlike *alike,
                         const guint8 *folded)
{
  RefrainLoopDrawing drawing = { { NULL } };
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
  drawing.row = g_new (guint32, self->n_lines + 1);
  for (guint32 line = 0; line < self->n_lines; line++)
    drawing.row[line] = line;
  drawing.mark_of = g_new (guint32, MAX (drawing.plan.n_constructs, 1));
  top.lines = drawing.plan.all_lines;
  place_body (&drawing, 0, drawing.plan.n_constructs, &top);
  refrain_loop_drawing_finish (&drawing);
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
  g_free (self->members);
  g_free (self->bends);
  g_free (self->first_bend);
  g_free (self->reminders);
  g_free (self);
}
