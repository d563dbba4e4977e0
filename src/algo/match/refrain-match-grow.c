/* refrain-match-grow.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a window of one member of a group, along its messages, to those of all others. What is
 * chosen for one decides what its neighbours' edits are, so that several ways to choose are
 * followed side by side, those with the fewest edits so far (a beam search).
 */
#include "refrain-matching.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"

/* The most ways that are followed side by side. */
#define WIDTH 32
/* So many operations of a neighbour are looked through for such a message, and so many places are
 * tried beside those that the pattern itself takes. */
#define MAX_DISTANCE 1024
#define MAX_PLACES   64

/* ---- What windows of a group's members cost together ----
 *
 * The edits of a window are the distance of what its process is to do to what is in it, where an
 * operation whose message leads out of the chosen windows counts as none of the pattern's.
 * Windows are arrays with one for each member of the group, by its place there. */

typedef struct
{
  RefrainMatching *matching;
  guint group;
  guint size;             /* members of the group */
  const guint32 *members; /* those */
  guint32 *text;          /* room for one window */
  gsize capacity;
} Judge;

static void
judge_init (Judge *self, RefrainMatching *matching, guint group)
{
  *self = (Judge){ .matching = matching, .group = group };
  self->members = &matching->group_members[matching->group_first[group]];
  self->size = matching->group_first[group + 1] - matching->group_first[group];
}

REFRAIN_DEFINE_CLEAR (judge_clear, Judge, g_free (x->text))

/* The edits that member may have: never all that it is to do. */
static guint
judge_get_allowance (const Judge *self, const RefrainMatchMember *member)
{
  return MIN (self->matching->options->edits_per_process, member->wanted.m - 1);
}

/* Whether @position of the member's stream lies in the window. */
static gboolean
window_holds (const RefrainMatchWindow *self, guint32 position)
{
  return position != REFRAIN_NONE && position >= self->first && position - self->first < self->n;
}

/* Copies @n elements from @first, those whose messages lead out of the windows as none of the
 * pattern's. @own stands for the window of @member. */
static void
read_window (Judge *self,
             const RefrainMatchWindow *windows,
             const RefrainMatchMember *member,
             gsize first,
             gsize n,
             const RefrainMatchWindow *own)
{
  const RefrainMatching *matching = self->matching;

  if (n > self->capacity)
    {
      self->capacity = n * 2;
      self->text = g_renew (guint32, self->text, self->capacity);
    }
  for (gsize i = 0; i < n; i++)
    {
      guint32 peer, position;
      const RefrainMatchWindow *there;

      self->text[i] = member->text[first + i];
      if (self->text[i] == REFRAIN_NONE)
        continue;
      peer = refrain_matching_get_partner (matching, member, first + i, &position);
      if (peer == REFRAIN_NONE || position == REFRAIN_NONE
          || matching->members[peer].group != self->group)
        continue;
      there = &matching->members[peer] == member ? own : &windows[matching->members[peer].local];
      if (there->member != REFRAIN_NONE && !window_holds (there, position))
        self->text[i] = REFRAIN_NONE;
    }
}

/* The edits of windows of @member that begin at @first, by size, from *smallest to *largest; NULL
 * if too little is free there. Valid until the next call. */
static const guint *
judge_measure (Judge *self,
               const RefrainMatchWindow *windows,
               const RefrainMatchMember *member,
               gsize first,
               gsize *smallest,
               gsize *largest)
{
  guint edits = judge_get_allowance (self, member);
  gsize limit = MIN (member->wanted.m + edits, member->stream->n - first);
  RefrainMatchWindow own = { .member = member - self->matching->members, .first = first };

  *smallest = member->wanted.m - edits;
  *largest = 0;
  while (*largest < limit && !member->used[first + *largest])
    ++*largest;
  if (*largest < *smallest || first < member->floor)
    return NULL;
  own.n = *largest;
  read_window (self, windows, member, first, *largest, &own);
  return refrain_edit_space_run (member->space, self->text, *largest, edits);
}

/* The edits of @window; one too many where there are too many. */
static guint
count_edits (Judge *self, const RefrainMatchWindow *windows, const RefrainMatchWindow *window)
{
  const RefrainMatchMember *member = &self->matching->members[window->member];
  guint allowance = judge_get_allowance (self, member);

  if (window->n == 0)
    return member->wanted.m;
  read_window (self, windows, member, window->first, window->n, window);
  return refrain_edit_space_run (member->space, self->text, window->n, allowance)[window->n];
}

/* Whether the window is within what its process may have; it may be missing altogether where it is
 * to do no more than that. */
static gboolean
is_allowed (const Judge *self, const RefrainMatchWindow *window)
{
  const RefrainMatchMember *member = &self->matching->members[window->member];

  if (window->n == 0)
    return member->wanted.m <= self->matching->options->edits_per_process;
  return window->edits <= judge_get_allowance (self, member);
}

/* Whether a message between @there and @member is in the windows of both before or after its own
 * changes from @old to @new, but not both times. */
static gboolean
is_affected (const Judge *self,
             const RefrainMatchWindow *there,
             guint32 member,
             const RefrainMatchWindow *old,
             const RefrainMatchWindow *new)
{
  const RefrainMatchMember *neighbour = &self->matching->members[there->member];

  for (guint32 i = there->first; i < there->first + there->n; i++)
    {
      guint32 position;

      if (neighbour->text[i] == REFRAIN_NONE
          || refrain_matching_get_partner (self->matching, neighbour, i, &position) != member
          || position == REFRAIN_NONE)
        continue;
      if ((old->member == REFRAIN_NONE || window_holds (old, position))
          != window_holds (new, position))
        return TRUE;
    }
  return FALSE;
}

/* Puts @window among @windows and counts its edits and those of its neighbours anew; *cost changes
 * with them. FALSE if one of them has too many: then they are left half done. */
static gboolean
judge_place (Judge *self,
             RefrainMatchWindow *windows,
             const RefrainMatchWindow *window,
             guint64 *cost)
{
  const RefrainMatchMember *member = &self->matching->members[window->member];
  RefrainMatchWindow *own = &windows[member->local], old = *own;

  *own = *window;
  own->edits = count_edits (self, windows, own);
  *cost += own->edits;
  if (old.member != REFRAIN_NONE)
    *cost -= old.edits;
  if (!is_allowed (self, own))
    return FALSE;
  for (gsize i = 0; i < member->n_neighbours; i++)
    {
      RefrainMatchWindow *there = &windows[self->matching->members[member->neighbours[i]].local];

      if (there->member == REFRAIN_NONE || there->n == 0
          || !is_affected (self, there, window->member, &old, own))
        continue;
      *cost -= there->edits;
      there->edits = count_edits (self, windows, there);
      *cost += there->edits;
      if (!is_allowed (self, there))
        return FALSE;
    }
  return TRUE;
}

/* ---- A growth ------------------------------------------------------------------------------- */

/* Where a window may begin. */
typedef struct
{
  gint64 low, high;
} Range;

typedef struct
{
  RefrainMatchWindow *windows; /* one for each member of the group */
  guint64 cost;
} Way;

/* A way's next step. */
typedef struct
{
  guint way;
  RefrainMatchWindow window;
  guint64 cost; /* at least; what it does to its neighbours is not counted before it is gone */
} Step;

struct _RefrainMatchGrowth
{
  Judge judge;
  guint32 *order; /* the members, each behind one that it exchanges messages with */
  guint64 limit;
  Way ways[WIDTH + 1], next[WIDTH + 1];
  guint n_ways;
  guint64 work;
  GArray *steps;     /* of Step */
  GArray *positions; /* of guint32: the other ends of messages, in the member at hand */
  GArray *ranges;    /* of Range */
};

/* The members breadth first from the anchor. */
static void
list_order (RefrainMatchGrowth *self, guint32 anchor)
{
  const RefrainMatching *matching = self->judge.matching;
  g_autofree guint8 *listed = g_new0 (guint8, self->judge.size);
  guint n = 0;

  self->order = g_new (guint32, self->judge.size);
  self->order[n++] = anchor;
  listed[matching->members[anchor].local] = TRUE;
  for (guint i = 0; i < n; i++)
    {
      const RefrainMatchMember *member = &matching->members[self->order[i]];

      for (gsize k = 0; k < member->n_neighbours; k++)
        {
          guint local = matching->members[member->neighbours[k]].local;

          if (listed[local])
            continue;
          listed[local] = TRUE;
          self->order[n++] = member->neighbours[k];
        }
    }
  g_assert (n == self->judge.size);
}

RefrainMatchGrowth *
refrain_match_growth_new (RefrainMatching *matching, guint group, guint32 anchor)
{
  RefrainMatchGrowth *self = g_new0 (RefrainMatchGrowth, 1);

  judge_init (&self->judge, matching, group);
  list_order (self, anchor);
  self->limit = refrain_matching_get_limit (matching);
  for (guint i = 0; i <= WIDTH; i++)
    {
      self->ways[i].windows = g_new (RefrainMatchWindow, self->judge.size);
      self->next[i].windows = g_new (RefrainMatchWindow, self->judge.size);
    }
  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  self->positions = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  return self;
}

void
refrain_match_growth_free (RefrainMatchGrowth *self)
{
  judge_clear (&self->judge);
  for (guint i = 0; i <= WIDTH; i++)
    refrain_free (self->ways[i].windows, self->next[i].windows);
  g_free (self->order);
  refrain_unref_arrays (self->steps, self->positions, self->ranges);
  g_free (self);
}

/* ---- Where the next member's window may be ------------------------------------------------- */

/* The other ends, in @member, of messages in the windows of its neighbours. */
static void
collect_positions (RefrainMatchGrowth *self,
                   const RefrainMatchWindow *windows,
                   const RefrainMatchMember *member)
{
  const RefrainMatching *matching = self->judge.matching;
  guint32 index = member - matching->members;

  g_array_set_size (self->positions, 0);
  for (gsize k = 0; k < member->n_neighbours; k++)
    {
      const RefrainMatchMember *neighbour = &matching->members[member->neighbours[k]];
      const RefrainMatchWindow *window = &windows[neighbour->local];

      if (window->member == REFRAIN_NONE)
        continue;
      for (guint32 i = window->first; i < window->first + window->n; i++)
        {
          guint32 position;

          if (neighbour->text[i] != REFRAIN_NONE
              && refrain_matching_get_partner (matching, neighbour, i, &position) == index
              && position != REFRAIN_NONE)
            g_array_append_val (self->positions, position);
        }
    }
}

REFRAIN_DEFINE_COMPARE (compare_ranges, Range, REFRAIN_RISING (low))

/* Where a window that holds one of the positions may begin, in order. */
static void
collect_ranges (RefrainMatchGrowth *self, const RefrainMatchMember *member)
{
  gint64 edits = judge_get_allowance (&self->judge, member);

  g_array_set_size (self->ranges, 0);
  for (guint i = 0; i < self->positions->len; i++)
    {
      guint32 position = g_array_index (self->positions, guint32, i);
      const RefrainMatchPlace *place
          = refrain_match_member_find_place (member, member->text[position]);
      Range range;

      if (place == NULL)
        continue;
      range.low = MAX ((gint64) position - place->last - edits, 0);
      range.high = MIN ((gint64) position - place->first + edits, (gint64) position);
      g_array_append_val (self->ranges, range);
    }
  g_array_sort (self->ranges, compare_ranges);
}

/* The other end, in member @index, of the first message from @element on in direction @step. */
static guint32
find_message (const RefrainMatching *matching,
              const RefrainMatchMember *neighbour,
              gint64 element,
              int step,
              guint32 index)
{
  for (guint i = 0; i < MAX_DISTANCE && element >= 0 && element < (gint64) neighbour->stream->n;
       i++, element += step)
    {
      guint32 position;

      if (neighbour->text[element] != REFRAIN_NONE
          && refrain_matching_get_partner (matching, neighbour, element, &position) == index
          && position != REFRAIN_NONE)
        return position;
    }
  return REFRAIN_NONE;
}

/* For a member that no message leads to, where its window may be: between the messages that it
 * exchanged with its neighbours before and after. Appends the places at which it may begin. */
static void
find_nearby (const Judge *judge,
             const RefrainMatchWindow *windows,
             const RefrainMatchMember *member,
             GArray *ranges)
{
  const RefrainMatching *matching = judge->matching;
  guint32 index = member - matching->members;
  gint64 places = MAX_PLACES + 2 * (gint64) member->wanted.m, low = -1, high = G_MAXINT64;
  Range range;

  for (gsize k = 0; k < member->n_neighbours; k++)
    {
      const RefrainMatchMember *neighbour = &matching->members[member->neighbours[k]];
      const RefrainMatchWindow *window = &windows[neighbour->local];
      guint32 before, behind;

      if (window->member == REFRAIN_NONE || window->n == 0)
        continue;
      before = find_message (matching, neighbour, (gint64) window->first - 1, -1, index);
      behind = find_message (matching, neighbour, (gint64) window->first + window->n, 1, index);
      if (before != REFRAIN_NONE)
        low = MAX (low, (gint64) before + 1 - (gint64) member->wanted.m);
      if (behind != REFRAIN_NONE)
        high = MIN (high, behind);
    }
  if (low < 0 && high == G_MAXINT64)
    return;
  range.low = MAX (low >= 0 ? low : MAX (0, high - places), (gint64) member->floor);
  range.high = MIN (high, range.low + places);
  if (range.low <= range.high)
    g_array_append_val (ranges, range);
}

/* ---- The next step of a way ---------------------------------------------------------------- */

/* Windows of @member that begin at @first, of all sizes with few enough edits. */
static void
add_windows (RefrainMatchGrowth *self, guint way, const RefrainMatchMember *member, gsize first)
{
  guint allowance = judge_get_allowance (&self->judge, member);
  RefrainMatchWindow window = { .member = member - self->judge.matching->members, .first = first };
  gsize smallest, largest;
  const guint *distances
      = judge_measure (&self->judge, self->ways[way].windows, member, first, &smallest, &largest);

  self->work++;
  if (distances == NULL)
    return;
  for (gsize size = smallest; size <= largest; size++)
    if (distances[size] <= allowance && self->ways[way].cost + distances[size] <= self->limit)
      {
        Step step = { .way = way, .window = window, .cost = self->ways[way].cost };

        step.window.n = size;
        step.cost += distances[size];
        g_array_append_val (self->steps, step);
      }
}

/* All next steps of a way. */
static void
add_steps (RefrainMatchGrowth *self, guint way, const RefrainMatchMember *member)
{
  const RefrainMatchWindow *windows = self->ways[way].windows;
  Step missing = { .way = way,
                   .window = { .member = member - self->judge.matching->members },
                   .cost = self->ways[way].cost + member->wanted.m };
  gint64 next = member->floor;

  collect_positions (self, windows, member);
  collect_ranges (self, member);
  if (self->ranges->len == 0)
    find_nearby (&self->judge, windows, member, self->ranges);
  for (guint i = 0; i < self->ranges->len; i++)
    {
      const Range *range = &g_array_index (self->ranges, Range, i);

      for (next = MAX (next, range->low); next <= range->high && next < (gint64) member->stream->n;
           next++)
        add_windows (self, way, member, next);
    }
  if (member->wanted.m <= self->judge.matching->options->edits_per_process
      && missing.cost <= self->limit)
    g_array_append_val (self->steps, missing);
}

REFRAIN_DEFINE_COMPARE (compare_steps,
                        Step,
                        REFRAIN_RISING (cost)
                            ?: REFRAIN_RISING (way)
                            ?: REFRAIN_RISING (window.n)
                            ?: REFRAIN_RISING (window.first))

/* Puts the step's window among those of its way, in @to. FALSE if it has too many edits. */
static gboolean
go_step (RefrainMatchGrowth *self, const Step *step, Way *to)
{
  const Way *from = &self->ways[step->way];

  refrain_copy (to->windows, from->windows, self->judge.size * sizeof *to->windows);
  to->cost = from->cost;
  self->work++;
  return judge_place (&self->judge, to->windows, &step->window, &to->cost)
         && to->cost <= self->limit;
}

/* Moves the last of the next ways to where it belongs: those with fewer edits come first. */
static void
sort_last (RefrainMatchGrowth *self, guint n)
{
  Way way = self->next[n - 1];

  for (; n > 1 && self->next[n - 2].cost > way.cost; n--)
    self->next[n - 1] = self->next[n - 2];
  self->next[n - 1] = way;
}

/* Goes the best steps: those that cannot be among these are not looked at. */
static void
go (RefrainMatchGrowth *self)
{
  guint n = 0;

  /* Where one way leads on, without branching, its windows stay where they are. */
  if (self->steps->len == 1)
    {
      const Step *step = &g_array_index (self->steps, Step, 0);
      Way way = self->ways[step->way];

      self->ways[step->way] = self->ways[0];
      self->work++;
      self->n_ways = judge_place (&self->judge, way.windows, &step->window, &way.cost)
                     && way.cost <= self->limit;
      self->ways[0] = way;
      return;
    }
  g_array_sort (self->steps, compare_steps);
  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = &g_array_index (self->steps, Step, i);

      if (n == WIDTH && step->cost >= self->next[n - 1].cost)
        break;
      if (n < WIDTH)
        {
          if (go_step (self, step, &self->next[n]))
            sort_last (self, ++n);
        }
      /* One place more than ways: it takes that of the worst. */
      else if (go_step (self, step, &self->next[n]) && self->next[n].cost < self->next[n - 1].cost)
        {
          Way worst = self->next[n - 1];

          self->next[n - 1] = self->next[n];
          self->next[n] = worst;
          sort_last (self, n);
        }
    }
  for (guint i = 0; i < n; i++)
    {
      Way way = self->ways[i];

      self->ways[i] = self->next[i];
      self->next[i] = way;
    }
  self->n_ways = n;
}

/* Whether no more than half of the group is missing. */
static gboolean
is_there (const RefrainMatchGrowth *self, const RefrainMatchWindow *windows)
{
  guint missing = 0;

  for (guint i = 0; i < self->judge.size; i++)
    missing += windows[i].n == 0;
  return missing * 2 <= self->judge.size;
}

/* Follows the ways from windows of the anchor that begin at @first to their ends. */
static void
follow (RefrainMatchGrowth *self, gsize first)
{
  const RefrainMatching *matching = self->judge.matching;

  self->n_ways = 1;
  self->ways[0].cost = 0;
  for (guint i = 0; i < self->judge.size; i++)
    self->ways[0].windows[i] = (RefrainMatchWindow){ .member = REFRAIN_NONE };
  for (guint i = 0; i < self->judge.size && self->n_ways > 0; i++)
    {
      const RefrainMatchMember *member = &matching->members[self->order[i]];

      g_array_set_size (self->steps, 0);
      if (i == 0)
        add_windows (self, 0, member, first);
      for (guint way = 0; i > 0 && way < self->n_ways; way++)
        add_steps (self, way, member);
      go (self);
    }
}

guint
refrain_match_growth_run (RefrainMatchGrowth *self, gsize first)
{
  guint n = 0;

  follow (self, first);
  for (guint i = 0; i < self->n_ways; i++)
    if (is_there (self, self->ways[i].windows))
      {
        Way way = self->ways[n];

        self->ways[n++] = self->ways[i];
        self->ways[i] = way;
      }
  return n;
}

const RefrainMatchWindow *
refrain_match_growth_get_way (const RefrainMatchGrowth *self, guint i, guint64 *cost)
{
  *cost = self->ways[i].cost;
  return self->ways[i].windows;
}

REFRAIN_READER (refrain_match_growth_get_work, const RefrainMatchGrowth, guint64, self->work)
