/* refrain-skeleton-rehearsal.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages of a channel (source, destination, tag) come in order, so that two counters are all that
 * has to be known of it: the k-th send is over when the k-th receive is there, and the other way
 * round. Collectives make all wait for all.
 */
#include "refrain-skeleton-rehearsal.h"

#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-mapping.h"

/* After so many tries all sends are non-blocking. */
#define MOST_TRIES 12
/* A rehearsal of more acts begins anew with so few turns of each loop: what one turn gets stuck in,
 * it does in the first ones. */
#define MOST_ACTS ((guint64) 1 << 24)
#define FEW_TURNS 3

typedef struct
{
  guint32 source, destination;
  gint32 tag;
  guint64 sends, recvs;
} Channel;

/* The k-th message of a channel. */
typedef struct
{
  Channel *channel; /* NULL: none */
  guint64 k;
} Message;

typedef struct
{
  guint64 key; /* rule and colour */
  guint64 size, arrived, generation;
  GArray *waiting; /* of guint32 */
} Group;

typedef struct
{
  guint32 at, first, end;
  guint64 turns, left;
  guint64 done; /* operations at the beginning of this turn */
} Frame;

typedef struct
{
  GArray *frames;
  Message *requests;
  GArray *started; /* of Message */
  Message send, recv;
  Group *group;
  guint64 generation, n_done;
  GArray *indices; /* of guint64: scratch */
  gboolean issued; /* the act at hand waits */
  gboolean ready;  /* in the queue */
} Rank;

typedef struct
{
  RefrainSkeletonPlan *plan;
  const RefrainSkeletonPlaces *places;
  const RefrainSkeletonAct *acts;
  const guint32 *functions;
  const RefrainProgramLine *lines;
  Rank *ranks;
  GHashTable *channels, *groups;
  GQueue queue;
  guint64 n_acts, most_turns;
} Rehearsal;

/* ---- Channels and groups ----------------------------------------------------------------------
 */

static guint
hash_channel (gconstpointer item)
{
  const Channel *channel = item;
  const guint64 ends = (guint64) channel->source << 32 | channel->destination;

  return (guint) refrain_hash_mix (
      ends + (guint64) channel->tag * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
}

static gboolean
equal_channels (gconstpointer a, gconstpointer b)
{
  const Channel *left = a, *right = b;

  return left->source == right->source && left->destination == right->destination
         && left->tag == right->tag;
}

REFRAIN_DEFINE_FREE (free_group, Group, g_array_unref (x->waiting))

static void
wake (Rehearsal *self, guint32 rank)
{
  if (self->ranks[rank].ready)
    return;
  self->ranks[rank].ready = TRUE;
  g_queue_push_tail (&self->queue, GUINT_TO_POINTER (rank));
}

/* The tag of messages that follow @rule, by the loops in which @rank is. */
static gint32
get_tag (Rehearsal *self, const RefrainTagRule *rule, guint32 rank, gint64 peer)
{
  const Rank *state = &self->ranks[rank];

  g_array_set_size (state->indices, 0);
  for (guint i = 0; i < state->frames->len && rule->n_loops > 0; i++)
    {
      const Frame *frame = &g_array_index (state->frames, Frame, i);

      g_array_append_val (state->indices, ((guint64){ frame->turns - frame->left }));
    }
  return refrain_skeleton_places_get_tag (self->places, rule, rank, peer,
                                          (const guint64 *) (gpointer) state->indices->data,
                                          state->indices->len);
}

/* The channel of @slot's messages of @rank, or NULL where there is no neighbour. */
static Channel *
find_channel (Rehearsal *self, guint32 slot, guint32 rank)
{
  const RefrainSkeletonSlot *what = &self->plan->measure->slots[slot];
  const gint64 peer = refrain_skeleton_places_get_neighbour (self->places, what->direction, rank);
  Channel key, *channel;

  if (peer < 0)
    return NULL;
  key = (Channel){ .source = what->send ? rank : (guint32) peer,
                   .destination = what->send ? (guint32) peer : rank,
                   .tag = get_tag (self, what->tag, rank, peer) };
  channel = g_hash_table_lookup (self->channels, &key);
  if (channel == NULL)
    {
      channel = g_memdup2 (&key, sizeof key);
      g_hash_table_add (self->channels, channel);
    }
  return channel;
}

/* Sends, or is ready to receive. */
static Message
issue (Rehearsal *self, guint32 slot, guint32 rank)
{
  Channel *channel = find_channel (self, slot, rank);

  if (channel == NULL)
    return (Message){ NULL, 0 };
  self->ranks[rank].n_done++;
  if (self->plan->measure->slots[slot].send)
    {
      wake (self, channel->destination);
      return (Message){ channel, ++channel->sends };
    }
  wake (self, channel->source);
  return (Message){ channel, ++channel->recvs };
}

static gboolean
is_over (Message message, gboolean send)
{
  return message.channel == NULL
         || (send ? message.channel->recvs : message.channel->sends) >= message.k;
}

static Group *
find_group (Rehearsal *self, guint32 slot, guint32 rank)
{
  const guint32 number = self->lines[self->plan->measure->slots[slot].line].group;
  const RefrainGroupRule *rule = refrain_program_get_group_rule (self->plan->program, number);
  RefrainMapping *mapping = self->places->mapping;
  guint64 key = (guint64) number << 32, size = 1;
  Group *group;
  gsize n;

  if (rule->kind == REFRAIN_GROUP_ALL)
    size = self->places->n;
  else if (rule->kind == REFRAIN_GROUP_SELF)
    key |= rank;
  else if (rule->kind == REFRAIN_GROUP_LIST)
    {
      refrain_loop_events_get_group (refrain_program_get_events (self->plan->program), rule->group,
                                     &n);
      size = n;
    }
  else
    for (guint a = 0, colour = 0; a < refrain_mapping_get_n_dimensions (mapping); a++)
      if ((rule->axes >> a & 1) != 0)
        size *= refrain_mapping_get_size (mapping, a);
      else
        {
          key -= colour;
          colour = colour * refrain_mapping_get_size (mapping, a)
                   + refrain_mapping_get_coordinates (mapping, rank)[a];
          key += colour;
        }
  group = g_hash_table_lookup (self->groups, &key);
  if (group == NULL)
    {
      group = g_new0 (Group, 1);
      group->key = key;
      group->size = size;
      group->waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (self->groups, &group->key, group);
    }
  return group;
}

static void
arrive (Rehearsal *self, guint32 slot, guint32 rank)
{
  Rank *state = &self->ranks[rank];

  state->n_done++;
  state->group = find_group (self, slot, rank);
  state->generation = state->group->generation;
  g_array_append_val (state->group->waiting, rank);
  if (++state->group->arrived < state->group->size)
    return;
  state->group->arrived = 0;
  state->group->generation++;
  for (guint i = 0; i < state->group->waiting->len; i++)
    wake (self, g_array_index (state->group->waiting, guint32, i));
  g_array_set_size (state->group->waiting, 0);
}

/* ---- Acts -------------------------------------------------------------------------------------
 */

/* What happens at once. */
static void
begin_act (Rehearsal *self, const RefrainSkeletonAct *act, guint32 rank)
{
  Rank *state = &self->ranks[rank];

  state->send = state->recv = (Message){ NULL, 0 };
  state->group = NULL;
  switch (act->kind)
    {
    case REFRAIN_ACT_SEND:
      state->send = issue (self, act->slot, rank);
      break;
    case REFRAIN_ACT_RECV:
      state->recv = issue (self, act->slot, rank);
      break;
    case REFRAIN_ACT_EXCHANGE:
      state->recv = issue (self, act->slot + 1, rank);
      state->send = issue (self, act->slot, rank);
      break;
    case REFRAIN_ACT_START:
      {
        const Message message = issue (self, act->slot, rank);

        if (message.channel != NULL)
          g_array_append_val (state->started, message);
      }
      break;
    case REFRAIN_ACT_POST:
      state->requests[act->request] = issue (self, act->slot, rank);
      break;
    case REFRAIN_ACT_COLLECTIVE:
      arrive (self, act->slot, rank);
      break;
    default:
      break;
    }
}

/* What @rank still waits for: a message, and whether as its sender; NULL: nothing. */
static Channel *
get_awaited (Rehearsal *self, const RefrainSkeletonAct *act, guint32 rank, gboolean *send)
{
  Rank *state = &self->ranks[rank];

  *send = TRUE;
  if (!is_over (state->send, TRUE))
    return state->send.channel;
  for (guint i = 0; act->kind == REFRAIN_ACT_SETTLE && i < state->started->len; i++)
    if (!is_over (g_array_index (state->started, Message, i), TRUE))
      return g_array_index (state->started, Message, i).channel;
  *send = FALSE;
  if (!is_over (state->recv, FALSE))
    return state->recv.channel;
  for (guint64 i = 0; act->kind == REFRAIN_ACT_FINISH && i < act->count; i++)
    if (!is_over (state->requests[act->request + i], FALSE))
      return state->requests[act->request + i].channel;
  return NULL;
}

static gboolean
waits (Rehearsal *self, const RefrainSkeletonAct *act, guint32 rank)
{
  const Rank *state = &self->ranks[rank];
  gboolean send;

  return get_awaited (self, act, rank, &send) != NULL
         || (state->group != NULL && state->group->generation == state->generation);
}

static void
push (Rank *state, guint32 first, guint32 end, guint64 turns)
{
  const Frame frame = { first, first, end, turns, turns, state->n_done };

  if (first < end && turns > 0)
    g_array_append_val (state->frames, frame);
}

/* At the end of a frame: the next turn, but for turns in which nothing happens. */
static void
turn (Rank *state, Frame *frame)
{
  if (--frame->left > 0 && state->n_done > frame->done)
    {
      frame->at = frame->first;
      frame->done = state->n_done;
    }
  else
    g_array_set_size (state->frames, state->frames->len - 1);
}

/* Goes on until it waits or is at its end. */
static void
run_rank (Rehearsal *self, guint32 rank)
{
  Rank *state = &self->ranks[rank];

  while (state->frames->len > 0)
    {
      Frame *frame = &g_array_index (state->frames, Frame, state->frames->len - 1);
      const RefrainSkeletonAct *act = &self->acts[frame->at];

      self->n_acts++;
      if (frame->at == frame->end)
        {
          turn (state, frame);
          continue;
        }
      if (!state->issued)
        {
          if (!refrain_skeleton_places_holds (self->places, act->guard, rank))
            {
              frame->at = act->end;
              continue;
            }
          begin_act (self, act, rank);
        }
      state->issued = waits (self, act, rank);
      if (state->issued)
        return;
      if (act->kind == REFRAIN_ACT_SETTLE)
        g_array_set_size (state->started, 0);
      frame->at = act->end;
      if (act->kind == REFRAIN_ACT_FOR)
        push (state, (guint32) (act - self->acts) + 1, act->end,
              MIN (act->count, self->most_turns));
      else if (act->kind == REFRAIN_ACT_CALL)
        push (state, self->functions[act->function], self->functions[act->function + 1], 1);
    }
}

/* ---- Circles ----------------------------------------------------------------------------------
 */

static const RefrainSkeletonAct *
get_act (Rehearsal *self, guint32 rank)
{
  const Rank *state = &self->ranks[rank];

  return state->frames->len == 0
             ? NULL
             : &self->acts[g_array_index (state->frames, Frame, state->frames->len - 1).at];
}

/* Lets @rank, if it waits for a send to be received, go on next time. */
static gboolean
loosen (Rehearsal *self, guint32 rank)
{
  const RefrainSkeletonAct *act = get_act (self, rank);
  RefrainSkeletonPlan *plan = self->plan;

  if (act == NULL)
    return FALSE;
  if ((act->kind == REFRAIN_ACT_SEND || act->kind == REFRAIN_ACT_EXCHANGE)
      && !is_over (self->ranks[rank].send, TRUE))
    plan->measure->uses[act->slot].starts = TRUE;
  else if (act->kind == REFRAIN_ACT_SETTLE && act->slot != REFRAIN_NONE)
    plan->unsettled[act->slot] = TRUE;
  else
    return FALSE;
  return TRUE;
}

/* Loosens the circle of processes that wait for each other, if one is found from @rank on. */
static gboolean
loosen_circle (Rehearsal *self, guint32 rank)
{
  g_autofree guint8 *seen = g_new0 (guint8, self->places->n);
  gboolean found = FALSE;

  for (;;)
    {
      const RefrainSkeletonAct *act = get_act (self, rank);
      const Channel *channel;
      gboolean send;

      if (act == NULL || (channel = get_awaited (self, act, rank, &send)) == NULL)
        return found;
      if (seen[rank] == 1)
        found |= loosen (self, rank);
      else if (seen[rank] == 2)
        return found;
      seen[rank]++;
      rank = send ? channel->destination : channel->source;
    }
}

/* Whether something can be done about it. */
static gboolean
loosen_any (Rehearsal *self)
{
  gboolean found = FALSE;

  for (guint32 r = 0; r < self->places->n && !found; r++)
    found = loosen_circle (self, r);
  if (!found)
    for (guint32 r = 0; r < self->places->n; r++)
      found |= loosen (self, r);
  return found;
}

/* ---- Public -----------------------------------------------------------------------------------
 */

static void
set_stage (Rehearsal *self)
{
  const guint32 last = self->plan->functions->len - 2;

  self->acts = (const RefrainSkeletonAct *) (gpointer) self->plan->acts->data;
  self->functions = (const guint32 *) (gpointer) self->plan->functions->data;
  self->ranks = g_new0 (Rank, self->places->n);
  for (guint32 r = 0; r < self->places->n; r++)
    {
      self->ranks[r].frames = g_array_new (FALSE, FALSE, sizeof (Frame));
      self->ranks[r].indices = g_array_new (FALSE, FALSE, sizeof (guint64));
      self->ranks[r].started = g_array_new (FALSE, FALSE, sizeof (Message));
      self->ranks[r].requests = g_new0 (Message, self->plan->n_requests + 1);
      push (&self->ranks[r], self->functions[last], self->functions[last + 1], 1);
      wake (self, r);
    }
}

static void
clear_stage (Rehearsal *self)
{
  for (guint32 r = 0; r < self->places->n; r++)
    {
      refrain_unref_arrays (self->ranks[r].frames, self->ranks[r].indices, self->ranks[r].started);
      g_free (self->ranks[r].requests);
    }
  g_clear_pointer (&self->ranks, g_free);
  g_queue_clear (&self->queue);
  g_hash_table_remove_all (self->channels);
  g_hash_table_remove_all (self->groups);
}

/* Whether all come to their end. */
static gboolean
run_all (Rehearsal *self, GCancellable *cancellable)
{
  self->n_acts = 0;
  while (!g_queue_is_empty (&self->queue) && self->n_acts <= MOST_ACTS
         && !g_cancellable_is_cancelled (cancellable))
    {
      const guint32 rank = GPOINTER_TO_UINT (g_queue_pop_head (&self->queue));

      self->ranks[rank].ready = FALSE;
      run_rank (self, rank);
    }
  for (guint32 r = 0; r < self->places->n; r++)
    if (self->ranks[r].frames->len > 0)
      return FALSE;
  return TRUE;
}

static void
start_all (RefrainSkeletonPlan *plan)
{
  for (guint32 s = 0; s < plan->measure->n_slots; s++)
    {
      plan->measure->uses[s].starts |= plan->measure->slots[s].send;
      plan->unsettled[s] = TRUE;
    }
}

static guint32
count_started (RefrainSkeletonPlan *plan)
{
  guint32 n = 0;

  for (guint32 s = 0; s < plan->measure->n_slots; s++)
    n += plan->measure->uses[s].starts;
  return n;
}

gboolean
refrain_skeleton_rehearse (RefrainSkeletonPlan *plan,
                           const RefrainSkeletonPlaces *places,
                           RefrainSkeletonFacts *facts,
                           GCancellable *cancellable,
                           GError **error)
{
  Rehearsal self
      = { .plan = plan, .places = places, .queue = G_QUEUE_INIT, .most_turns = G_MAXUINT64 };
  const guint32 n_before = count_started (plan);
  gboolean again = TRUE;

  self.lines = refrain_program_get_lines (plan->program, &(guint32){ 0 });
  self.channels = g_hash_table_new_full (hash_channel, equal_channels, g_free, NULL);
  self.groups = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, NULL, free_group);
  for (guint tries = 0; again && !g_cancellable_is_cancelled (cancellable); tries++)
    {
      set_stage (&self);
      facts->stuck = !run_all (&self, cancellable);
      if (self.n_acts > MOST_ACTS && self.most_turns > FEW_TURNS)
        {
          clear_stage (&self);
          self.most_turns = FEW_TURNS;
          continue;
        }
      /* Too much to be tried at all: what does not wait for anybody is safe. */
      if (self.n_acts > MOST_ACTS)
        tries = MAX (tries, MOST_TRIES);
      again = facts->stuck && tries <= MOST_TRIES && (tries == MOST_TRIES || loosen_any (&self));
      facts->stuck &= self.n_acts <= MOST_ACTS;
      clear_stage (&self);
      if (again && tries == MOST_TRIES)
        start_all (plan);
      if (again)
        refrain_skeleton_plan_build (plan);
    }
  facts->n_started = count_started (plan) - n_before;
  g_hash_table_unref (self.channels);
  g_hash_table_unref (self.groups);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}
