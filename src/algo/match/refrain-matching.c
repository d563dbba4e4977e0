/* refrain-matching.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lays out what each process is to do and what it does. Sums of hashes tell at once whether a
 * window may be exact.
 */
#include "refrain-matching.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-parallel.h"

/* Sebastiano Vigna's splitmix64: neighbouring codes far apart. */
static guint64
hash_code (guint32 code)
{
  return refrain_hash_mix ((code + G_GUINT64_CONSTANT (1))
                           * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
}

static int
compare_places (const void *a, const void *b)
{
  const RefrainMatchPlace *x = a, *y = b;

  return x->code < y->code ? -1 : x->code > y->code;
}

/* The distinct codes with the range of places of all their steps. */
static void
list_places (RefrainMatchMember *self)
{
  gsize n = 0;

  self->places = g_new (RefrainMatchPlace, self->wanted.m);
  for (gsize step = 0; step < self->n_steps; step++)
    for (guint32 i = self->step_first[step]; i < self->step_first[step + 1]; i++)
      self->places[i] = (RefrainMatchPlace){ self->codes[i], self->step_first[step],
                                             self->step_first[step + 1] - 1 };
  refrain_sort (self->places, self->wanted.m, sizeof *self->places, compare_places);
  for (gsize i = 0; i < self->wanted.m; i++)
    if (n > 0 && self->places[n - 1].code == self->places[i].code)
      {
        self->places[n - 1].first = MIN (self->places[n - 1].first, self->places[i].first);
        self->places[n - 1].last = MAX (self->places[n - 1].last, self->places[i].last);
      }
    else
      {
        self->places[n++] = self->places[i];
      }
  self->n_places = n;
}

static void
prepare_wanted (RefrainMatchMember *self, const GArray *events, gboolean any_order)
{
  gboolean ordered = TRUE;
  gsize m = events->len;

  self->codes = g_new (guint32, m);
  self->steps = g_new (guint32, m);
  self->step_first = g_new (guint32, m + 1);
  self->step_sum = g_new0 (guint64, m);
  for (gsize i = 0; i < m; i++)
    {
      const RefrainTemplateEvent *event = &g_array_index (events, RefrainTemplateEvent, i);

      self->codes[i] = REFRAIN_MATCH_CODE (event->send, event->peer);
      self->steps[i] = any_order ? 0 : event->step;
      if (i == 0 || self->steps[i] != self->steps[i - 1])
        self->step_first[self->n_steps++] = i;
      else
        ordered = FALSE;
      self->step_sum[self->n_steps - 1] += hash_code (self->codes[i]);
    }
  self->step_first[self->n_steps] = m;
  if (ordered)
    g_clear_pointer (&self->steps, g_free);
  self->wanted = (RefrainSequence){ .symbol = self->codes, .step = self->steps, .m = m };
  self->space = refrain_edit_space_new (&self->wanted);
  list_places (self);
}

static void
list_neighbours (RefrainMatching *self, RefrainMatchMember *member)
{
  gsize n = 0;

  member->neighbours = g_new (guint32, member->n_places);
  for (gsize i = 0; i < member->n_places; i++)
    {
      guint32 peer = self->member_of[REFRAIN_MATCH_PEER (member->places[i].code)];

      if (peer != REFRAIN_NONE && &self->members[peer] != member)
        member->neighbours[n++] = peer;
    }
  refrain_sort (member->neighbours, n, sizeof *member->neighbours, refrain_compare_uint32);
  for (gsize i = 0; i < n; i++)
    if (i == 0 || member->neighbours[i] != member->neighbours[member->n_neighbours - 1])
      member->neighbours[member->n_neighbours++] = member->neighbours[i];
}

/* Numbers the members that reach each other over messages. */
static void
find_groups (RefrainMatching *self)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < self->n_members; i++)
    self->members[i].group = REFRAIN_NONE;
  for (guint32 i = 0; i < self->n_members; i++)
    {
      if (self->members[i].group != REFRAIN_NONE)
        continue;
      self->members[i].group = self->n_groups;
      g_array_append_val (stack, i);
      while (stack->len > 0)
        {
          const RefrainMatchMember *member
              = &self->members[g_array_index (stack, guint32, stack->len - 1)];

          g_array_set_size (stack, stack->len - 1);
          for (gsize k = 0; k < member->n_neighbours; k++)
            if (self->members[member->neighbours[k]].group == REFRAIN_NONE)
              {
                self->members[member->neighbours[k]].group = self->n_groups;
                g_array_append_val (stack, member->neighbours[k]);
              }
        }
      self->n_groups++;
    }
}

/* Sorts the members by group. */
static void
list_groups (RefrainMatching *self)
{
  g_autofree guint32 *next = g_new (guint32, self->n_groups + 1);

  self->group_first = g_new0 (guint32, self->n_groups + 1);
  self->group_members = g_new (guint32, self->n_members);
  for (guint i = 0; i < self->n_members; i++)
    self->group_first[self->members[i].group + 1]++;
  for (guint g = 0; g < self->n_groups; g++)
    self->group_first[g + 1] += self->group_first[g];
  memcpy (next, self->group_first, (self->n_groups + 1) * sizeof *next);
  for (guint i = 0; i < self->n_members; i++)
    {
      guint group = self->members[i].group;

      self->members[i].local = next[group] - self->group_first[group];
      self->group_members[next[group]++] = i;
    }
}

/* Lays out what member @item does. */
static void
read_stream (gsize item, gpointer data)
{
  RefrainMatching *self = data;
  RefrainMatchMember *member = &self->members[item];
  RefrainTrace *trace = refrain_symbols_get_trace (self->symbols);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (self->symbols, member->rank);
  const RefrainOps *ops = refrain_trace_get_ops (trace, member->rank);

  member->stream = stream;
  member->ops = ops;
  member->n_ops = ops->n;
  member->text = g_new (guint32, stream->n);
  member->sum = g_new (guint64, stream->n + 1);
  member->position = g_new (guint32, ops->n);
  member->used = g_new0 (guint8, stream->n);
  refrain_fill (member->position, 0xff, ops->n * sizeof *member->position);
  member->sum[0] = 0;
  for (gsize i = 0; i < stream->n; i++)
    {
      guint32 op = stream->op[i], code = REFRAIN_NONE;

      member->position[op] = i;
      if (REFRAIN_OP_IS_P2P (ops->kind[op]) && ops->peer[op] >= 0)
        code = REFRAIN_MATCH_CODE (REFRAIN_OP_IS_SEND (ops->kind[op]), ops->peer[op]);
      member->text[i] = code;
      member->sum[i + 1] = member->sum[i] + hash_code (code);
    }
  for (gsize i = 0; i + member->wanted.m <= stream->n; i++)
    member->n_exact += refrain_match_member_seems_exact (member, i);
}

RefrainMatching *
refrain_matching_new (RefrainSymbols *symbols,
                      const RefrainPatternTemplate *wanted,
                      const RefrainMatchOptions *options,
                      GCancellable *cancellable)
{
  RefrainMatching *self = g_new0 (RefrainMatching, 1);

  self->symbols = symbols;
  self->options = options;
  self->cancellable = cancellable;
  self->windows = g_array_new (FALSE, FALSE, sizeof (RefrainMatchWindow));
  self->members = g_new0 (RefrainMatchMember, refrain_pattern_template_count_members (wanted));
  self->n_ranks = wanted->n_processes;
  self->member_of = g_new (guint32, self->n_ranks);
  for (guint rank = 0; rank < wanted->n_processes; rank++)
    {
      self->member_of[rank] = REFRAIN_NONE;
      if (wanted->events[rank]->len == 0)
        continue;
      self->member_of[rank] = self->n_members;
      self->members[self->n_members].rank = rank;
      prepare_wanted (&self->members[self->n_members++], wanted->events[rank], options->any_order);
    }
  for (guint i = 0; i < self->n_members; i++)
    list_neighbours (self, &self->members[i]);
  find_groups (self);
  list_groups (self);
  self->occurrences = g_new (GArray *, self->n_groups);
  for (guint i = 0; i < self->n_groups; i++)
    self->occurrences[i] = g_array_new (FALSE, FALSE, sizeof (RefrainGroupOccurrence));
  refrain_parallel_run (self->n_members, read_stream, self, cancellable);
  return self;
}

void
refrain_matching_free (RefrainMatching *self)
{
  for (guint i = 0; i < self->n_members; i++)
    {
      RefrainMatchMember *member = &self->members[i];

      refrain_free (member->codes, member->steps, member->step_first, member->step_sum,
                    member->places, member->neighbours, member->text, member->sum, member->position,
                    member->used);
      refrain_edit_space_free (member->space);
    }
  for (guint i = 0; i < self->n_groups; i++)
    g_array_unref (self->occurrences[i]);
  g_array_unref (self->windows);
  refrain_free (self->members, self->member_of, self->group_members, self->group_first,
                self->occurrences, self);
}

gboolean
refrain_match_member_seems_exact (const RefrainMatchMember *self, gsize first)
{
  for (gsize step = 0; step < self->n_steps; step++)
    if (self->sum[first + self->step_first[step + 1]] - self->sum[first + self->step_first[step]]
        != self->step_sum[step])
      return FALSE;
  return TRUE;
}

gboolean
refrain_match_member_is_free (const RefrainMatchMember *self, gsize first, gsize n)
{
  return first >= self->floor && memchr (self->used + first, TRUE, n) == NULL;
}

const RefrainMatchPlace *
refrain_match_member_find_place (const RefrainMatchMember *self, guint32 code)
{
  RefrainMatchPlace key = { .code = code };

  return refrain_find (&key, self->places, self->n_places, sizeof key, compare_places);
}

guint32
refrain_matching_get_partner (const RefrainMatching *self,
                              const RefrainMatchMember *member,
                              gsize element,
                              guint32 *position)
{
  guint32 op = member->stream->op[element];
  guint32 rank = member->ops->peer[op], partner = member->ops->partner[op];
  guint32 peer = rank < self->n_ranks ? self->member_of[rank] : REFRAIN_NONE;

  *position = REFRAIN_NONE;
  if (peer != REFRAIN_NONE && partner != REFRAIN_NONE && partner < self->members[peer].n_ops)
    *position = self->members[peer].position[partner];
  return peer;
}

void
refrain_matching_use (RefrainMatching *self,
                      const RefrainMatchWindow *windows,
                      gsize n,
                      gboolean used)
{
  for (gsize i = 0; i < n; i++)
    if (windows[i].n > 0)
      memset (self->members[windows[i].member].used + windows[i].first, used, windows[i].n);
}

void
refrain_matching_add (RefrainMatching *self,
                      guint group,
                      const RefrainMatchWindow *windows,
                      gsize n)
{
  RefrainGroupOccurrence occurrence = { .first_window = self->windows->len };

  for (gsize i = 0; i < n; i++)
    occurrence.edits += windows[i].edits;
  refrain_matching_use (self, windows, n, TRUE);
  g_array_append_vals (self->windows, windows, n);
  g_array_append_val (self->occurrences[group], occurrence);
}

guint64
refrain_matching_get_limit (const RefrainMatching *self)
{
  guint64 events = 0;

  if (self->options->edits_total < G_MAXUINT64)
    return self->options->edits_total;
  for (guint i = 0; i < self->n_members; i++)
    events += self->members[i].wanted.m;
  return events > 0 ? (events - 1) / 2 : 0;
}

guint32
refrain_matching_get_largest (const RefrainMatching *self, guint group)
{
  guint32 largest = self->group_members[self->group_first[group]];

  for (guint32 i = self->group_first[group]; i < self->group_first[group + 1]; i++)
    if (self->members[self->group_members[i]].wanted.m > self->members[largest].wanted.m)
      largest = self->group_members[i];
  return largest;
}
