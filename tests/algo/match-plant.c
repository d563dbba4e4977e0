/* match-plant.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "match-plant.h"

void
plant_init (Plant *self, guint n)
{
  *self = (Plant){ .script = script_new (n) };
}

void
plant_clear (Plant *self)
{
  script_free (self->script);
}

/* The @k-th event of @process from @first on that is to or from @peer; the end if there is none. */
static guint
find_event (const Script *script, guint process, guint first, gboolean send, guint peer, guint k)
{
  const GArray *events = script->events[process];

  for (; first < events->len; first++)
    {
      const RefrainTemplateEvent *event = &g_array_index (events, RefrainTemplateEvent, first);

      if (event->send == send && event->peer == peer && k-- == 0)
        break;
    }
  return first;
}

/* Puts one end of a message anywhere among the events of @process from @first on. */
static void
insert_end (Script *script, guint process, guint first, gboolean send, guint peer)
{
  RefrainTemplateEvent event = { .send = send, .peer = peer };
  guint at = g_test_rand_int_range (first, script->events[process]->len + 1);

  g_array_insert_val (script->events[process], at, event);
}

/* One message more, less, or to somebody else, in what begins at @first; gives the edits. */
static guint
disturb (Script *script, const guint *first)
{
  guint from = g_test_rand_int_range (0, script->n), to = g_test_rand_int_range (0, script->n);
  guint kind = g_test_rand_int_range (0, 3), peer, at, k = 0, there;

  if (kind == 0 && from != to)
    {
      insert_end (script, from, first[from], TRUE, to);
      insert_end (script, to, first[to], FALSE, from);
      return 2;
    }
  if (kind == 0 || script->events[from]->len == first[from])
    return 0;
  at = g_test_rand_int_range (first[from], script->events[from]->len);
  peer = g_array_index (script->events[from], RefrainTemplateEvent, at).peer;
  if (!g_array_index (script->events[from], RefrainTemplateEvent, at).send || to == peer
      || to == from)
    return 0;
  for (guint i = first[from]; i < at; i++)
    k += g_array_index (script->events[from], RefrainTemplateEvent, i).send
         && g_array_index (script->events[from], RefrainTemplateEvent, i).peer == peer;
  there = find_event (script, peer, first[peer], FALSE, from, k);
  g_assert_cmpuint (there, <, script->events[peer]->len);
  g_array_remove_index (script->events[peer], there);
  if (kind == 1)
    {
      g_array_remove_index (script->events[from], at);
      return 2;
    }
  g_array_index (script->events[from], RefrainTemplateEvent, at).peer = to;
  insert_end (script, to, first[to], FALSE, from);
  return 3;
}

/* Plays a round; gives where it begins in each process. Free with g_free(). */
static guint *
play (Plant *self, const RefrainPatternTemplate *wanted)
{
  guint *first = g_new (guint, self->script->n);

  g_assert_cmpuint (self->n_rounds, <, PLANT_MAX_ROUNDS);
  for (guint p = 0; p < self->script->n; p++)
    first[p] = self->script->events[p]->len;
  script_play (self->script, wanted);
  self->n_rounds++;
  return first;
}

void
plant_round (Plant *self, const RefrainPatternTemplate *wanted, guint disturbances)
{
  g_autofree guint *first = play (self, wanted);

  for (guint i = 0; i < disturbances; i++)
    self->edits[self->n_rounds - 1] += disturb (self->script, first);
}

void
plant_round_with (Plant *self, const RefrainPatternTemplate *wanted, guint from, guint to)
{
  g_autofree guint *first = play (self, wanted);

  insert_end (self->script, from, first[from], TRUE, to);
  insert_end (self->script, to, first[to], FALSE, from);
  self->edits[self->n_rounds - 1] += 2;
}

guint64
plant_count_edits (const Plant *self)
{
  guint64 edits = 0;

  for (guint i = 0; i < self->n_rounds; i++)
    edits += self->edits[i];
  return edits;
}
