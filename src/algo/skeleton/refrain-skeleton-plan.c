/* refrain-skeleton-plan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A function for each definition and the main one. Before an operation stand its computing time and
 * the receives that are posted there. What was started is waited for at the end of a run of
 * messages.
 */
#include "refrain-skeleton-plan.h"

#include "refrain-free.h"

typedef struct
{
  RefrainSkeletonPlan *plan;
  const RefrainProgramLine *lines;
  guint32 *request;  /* by slot: of what is posted */
  gboolean disjoint; /* no function uses another one's requests */
  gboolean crossing; /* a function is called while receives are posted */
} Builder;

/* What is under way in a body. */
typedef struct
{
  GArray *posts; /* of guint32: slots, by anchor */
  guint next_post;
  guint32 base;    /* the first request of the body */
  guint32 next;    /* the next one */
  guint32 n_open;  /* posted and not finished */
  guint32 started; /* the last slot that a SETTLE is missing for, or REFRAIN_NONE */
  guint32 first;   /* the body's first act */
} Body;

static void
add_act (Builder *self, RefrainSkeletonAct act)
{
  act.end = self->plan->acts->len + 1;
  g_array_append_val (self->plan->acts, act);
}

static RefrainSkeletonSlot *
get_slot (Builder *self, guint32 slot)
{
  return &self->plan->measure->slots[slot];
}

static guint64
get_key (Builder *self, guint32 slot)
{
  return REFRAIN_SLOT_KEY (get_slot (self, slot)->line, get_slot (self, slot)->position);
}

static guint32
get_guard (Builder *self, guint32 slot)
{
  return self->lines[get_slot (self, slot)->line].guard;
}

static gboolean
is_leaf (const RefrainProgramLine *line)
{
  return line->kind >= REFRAIN_LINE_SEND && line->kind <= REFRAIN_LINE_SYNC;
}

static gboolean
is_recv (const RefrainSkeletonSlot *slot)
{
  return !slot->send && slot->direction != REFRAIN_NONE;
}

static gboolean
is_posted (Builder *self, guint32 slot)
{
  const RefrainSlotUse *use = &self->plan->measure->uses[slot];

  return is_recv (get_slot (self, slot)) && (use->posted || use->anchor < get_key (self, slot));
}

/* ---- Requests ---------------------------------------------------------------------------------
 */

static int
compare_anchors (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  const RefrainSlotUse *uses = data;

  if (uses[left].anchor != uses[right].anchor)
    return uses[left].anchor < uses[right].anchor ? -1 : 1;
  return (left > right) - (left < right);
}

static void
collect_posts (Builder *self, Body *body, guint32 first, guint32 end)
{
  const RefrainSkeletonMeasure *measure = self->plan->measure;

  body->posts = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = first; i < end; i = self->lines[i].end)
    for (guint32 s = measure->first_slot[i];
         is_leaf (&self->lines[i]) && s < measure->first_slot[i + 1]; s++)
      if (is_posted (self, s))
        g_array_append_val (body->posts, s);
  g_array_sort_with_data (body->posts, compare_anchors, measure->uses);
}

/* What is posted before @key. */
static void
add_posts (Builder *self, Body *body, guint64 key)
{
  while (body->next_post < body->posts->len)
    {
      const guint32 slot = g_array_index (body->posts, guint32, body->next_post);

      if (self->plan->measure->uses[slot].anchor > key)
        return;
      body->next_post++;
      if (body->n_open++ == 0)
        body->next = body->base;
      self->request[slot] = body->next++;
      self->plan->n_requests = MAX (self->plan->n_requests, body->next);
      add_act (self, (RefrainSkeletonAct){ .kind = REFRAIN_ACT_POST,
                                           .guard = get_guard (self, slot),
                                           .slot = slot,
                                           .request = self->request[slot] });
    }
}

/* Waits for it, with the one before where that stands just before. */
static void
add_finish (Builder *self, Body *body, guint32 slot)
{
  GArray *acts = self->plan->acts;
  RefrainSkeletonAct *last
      = acts->len > body->first ? &g_array_index (acts, RefrainSkeletonAct, acts->len - 1) : NULL;

  body->n_open--;
  if (last != NULL && last->kind == REFRAIN_ACT_FINISH && last->guard == get_guard (self, slot)
      && last->request + last->count == self->request[slot])
    last->count++;
  else
    add_act (self, (RefrainSkeletonAct){ .kind = REFRAIN_ACT_FINISH,
                                         .guard = get_guard (self, slot),
                                         .slot = slot,
                                         .request = self->request[slot],
                                         .count = 1 });
}

/* ---- Operations -------------------------------------------------------------------------------
 */

static void
add_settle (Builder *self, Body *body)
{
  if (body->started != REFRAIN_NONE && !self->plan->unsettled[body->started])
    add_act (self, (RefrainSkeletonAct){ .kind = REFRAIN_ACT_SETTLE, .slot = body->started });
  body->started = REFRAIN_NONE;
}

/* Whether @slot and the one behind it, if @next is one, are an MPI_Sendrecv. */
static gboolean
is_exchange (Builder *self, guint32 slot, guint32 next)
{
  const RefrainSlotUse *uses = self->plan->measure->uses;

  return next == slot + 1 && get_slot (self, slot)->send && !uses[slot].starts
         && is_recv (get_slot (self, next)) && uses[next].sendrecv
         && uses[next].anchor == get_key (self, slot) && get_slot (self, next)->time == 0
         && get_guard (self, next) == get_guard (self, slot);
}

/* @next: the slot behind it in the body, or REFRAIN_NONE. Gives how many slots are done. */
static guint32
add_slot (Builder *self, Body *body, guint32 slot, guint32 next)
{
  const RefrainSkeletonSlot *what = get_slot (self, slot);
  RefrainSkeletonAct act = { .guard = get_guard (self, slot), .slot = slot };

  if (what->direction == REFRAIN_NONE)
    add_settle (self, body);
  if (what->time > 0)
    {
      act.kind = REFRAIN_ACT_COMPUTE;
      add_act (self, act);
    }
  if (is_exchange (self, slot, next)
      && (body->next_post >= body->posts->len
          || g_array_index (body->posts, guint32, body->next_post) == next))
    {
      body->next_post += body->next_post < body->posts->len;
      act.kind = REFRAIN_ACT_EXCHANGE;
      add_act (self, act);
      return 2;
    }
  add_posts (self, body, get_key (self, slot));
  if (is_posted (self, slot))
    {
      add_finish (self, body, slot);
      return 1;
    }
  act.kind = what->direction == REFRAIN_NONE          ? REFRAIN_ACT_COLLECTIVE
             : !what->send                            ? REFRAIN_ACT_RECV
             : self->plan->measure->uses[slot].starts ? REFRAIN_ACT_START
                                                      : REFRAIN_ACT_SEND;
  if (act.kind == REFRAIN_ACT_START)
    body->started = slot;
  add_act (self, act);
  return 1;
}

/* ---- Bodies -----------------------------------------------------------------------------------
 */

static void add_body (Builder *self, guint32 first, guint32 end, guint32 base);

static void
add_nested (Builder *self, Body *body, guint32 line)
{
  const RefrainProgramLine *what = &self->lines[line];
  guint32 at;

  add_settle (self, body);
  add_posts (self, body, REFRAIN_SLOT_KEY (line, 0));
  at = self->plan->acts->len;
  if (what->kind == REFRAIN_LINE_USE)
    {
      self->crossing |= body->n_open > 0;
      add_act (self, (RefrainSkeletonAct){ .kind = REFRAIN_ACT_CALL,
                                           .guard = what->guard,
                                           .function = self->lines[what->definition].definition });
      return;
    }
  add_act (self, (RefrainSkeletonAct){
                     .kind = REFRAIN_ACT_FOR, .guard = what->guard, .count = what->count });
  add_body (self, line + 1, what->end, body->n_open > 0 ? body->next : body->base);
  g_array_index (self->plan->acts, RefrainSkeletonAct, at).end = self->plan->acts->len;
}

/* The first slot of the line behind @line, where that is a leaf of the same body. */
static guint32
get_next_slot (Builder *self, guint32 line, guint32 end)
{
  const guint32 next = self->lines[line].end;

  return next < end && is_leaf (&self->lines[next]) ? self->plan->measure->first_slot[next]
                                                    : REFRAIN_NONE;
}

/* The lines from @first to before @end, whose requests count from @base. */
static void
add_body (Builder *self, guint32 first, guint32 end, guint32 base)
{
  const guint32 *first_slot = self->plan->measure->first_slot;
  Body body
      = { .base = base, .next = base, .started = REFRAIN_NONE, .first = self->plan->acts->len };
  guint32 skip = 0;

  collect_posts (self, &body, first, end);
  for (guint32 i = first; i < end; i = self->lines[i].end)
    if (self->lines[i].kind == REFRAIN_LINE_REPEAT || self->lines[i].kind == REFRAIN_LINE_USE)
      add_nested (self, &body, i);
    else if (is_leaf (&self->lines[i]))
      for (guint32 s = first_slot[i]; s < first_slot[i + 1]; s++)
        {
          const guint32 next = s + 1 < first_slot[i + 1] ? s + 1 : get_next_slot (self, i, end);

          skip = skip > 0 ? skip - 1 : add_slot (self, &body, s, next) - 1;
        }
  add_settle (self, &body);
  g_array_unref (body.posts);
}

static void
build (Builder *self)
{
  RefrainSkeletonPlan *plan = self->plan;
  const guint32 start = refrain_program_get_start (plan->program);
  guint32 n_lines, base = 0;

  refrain_program_get_lines (plan->program, &n_lines);
  g_array_set_size (plan->acts, 0);
  g_array_set_size (plan->functions, 0);
  plan->n_requests = 0;
  for (guint32 i = 0; i < start; i = self->lines[i].end)
    {
      g_array_append_val (plan->functions, plan->acts->len);
      add_body (self, i + 1, self->lines[i].end, base);
      base = self->disjoint ? plan->n_requests : 0;
    }
  g_array_append_val (plan->functions, plan->acts->len);
  add_body (self, start, n_lines, base);
  for (guint32 s = 0; s < plan->measure->n_slots; s++)
    if (plan->measure->uses[s].starts && plan->unsettled[s])
      {
        add_act (self, (RefrainSkeletonAct){ .kind = REFRAIN_ACT_SETTLE, .slot = REFRAIN_NONE });
        break;
      }
  g_array_append_val (plan->functions, plan->acts->len);
}

void
refrain_skeleton_plan_build (RefrainSkeletonPlan *self)
{
  g_autofree guint32 *request = g_new0 (guint32, self->measure->n_slots + 1);
  Builder builder = { .plan = self, .request = request };

  builder.lines = refrain_program_get_lines (self->program, &(guint32){ 0 });
  build (&builder);
  if (!builder.crossing)
    return;
  builder.disjoint = TRUE;
  build (&builder);
}

void
refrain_skeleton_plan_init (RefrainSkeletonPlan *self,
                            RefrainProgram *program,
                            RefrainSkeletonMeasure *measure)
{
  *self = (RefrainSkeletonPlan){ .program = program,
                                 .measure = measure,
                                 .unsettled = g_new0 (gboolean, measure->n_slots + 1),
                                 .acts = g_array_new (FALSE, FALSE, sizeof (RefrainSkeletonAct)),
                                 .functions = g_array_new (FALSE, FALSE, sizeof (guint32)) };
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_skeleton_plan_clear,
                             RefrainSkeletonPlan,
                             g_free (x->unsettled);
                             g_clear_pointer (&x->acts, g_array_unref);
                             g_clear_pointer (&x->functions, g_array_unref))
