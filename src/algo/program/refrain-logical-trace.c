/* refrain-logical-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Items are numbered call by call. All processes go through their items at once: an item is next
 * when all that have it have come to it. So the order is found without an edge being stored. Where
 * nobody can go on, the item for which most wait is taken, and who comes to it later does not
 * follow. In a team each member numbers the items of its own processes; then all go through all,
 * of which they give each other a piece at a time.
 */
#include "refrain-logical-trace.h"

#include "refrain-free.h"
#include "refrain-object.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "refrain-compare.h"
#include "refrain-hash.h"
#include "refrain-sequence-table.h"
#include "refrain-trace-shares.h"

/* Items between two looks at the cancellable. */
#define ITEMS_PER_CHECK 262144
/* Where more are exceptions, no order is that of the program. */
#define MOST_EXCEPTIONS 0.1
/* Elements of a process that a team gives at once. */
#define PIECE 16384

struct _RefrainLogicalTrace
{
  GObject parent_instance;

  RefrainLoopEvents *events;
  RefrainMapping *mapping;
  guint n_processes;
  GArray *calls;     /* of RefrainLogicalCall */
  GArray *order;     /* of guint32: calls */
  guint32 **item;    /* of each process: of each element its item, or REFRAIN_NONE */
  guint32 *position; /* of an item: its place in `order` */
  guint8 *is_exact;  /* of a process */
  RefrainLogicalFacts facts;
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainLogicalTrace, refrain_logical_trace)

static void
refrain_logical_trace_finalize (RefrainLogicalTrace *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    g_free (self->item[p]);
  refrain_free (self->item, self->position, self->is_exact);
  refrain_unref_arrays (self->calls, self->order);
  refrain_clear_objects (&self->events, &self->mapping);
}

static void
refrain_logical_trace_init (RefrainLogicalTrace *self)
{
  self->calls = g_array_new (FALSE, FALSE, sizeof (RefrainLogicalCall));
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/* ---- Calls ---------------------------------------------------------------------------------- */

typedef struct
{
  RefrainLogicalTrace *self;
  const RefrainLoopEvent *event;
  const RefrainLoopShape *shapes;
  RefrainSequenceTable keys;
  guint32 *call_of;  /* of an event, in the process that is read: its call, or REFRAIN_NONE */
  guint32 *stamp;    /* of an event: the process for which that is known, + 1 */
  guint32 *done;     /* of each process, of each call: how often it does that */
  guint64 *first;    /* of a call: its first item */
  guint32 *n_owners; /* of an item */
  guint32 *n_able;   /* of a call: processes that could do it */
} Reader;

/* The number of @call. */
static guint32
add_call (Reader *reader, const RefrainLogicalCall *call)
{
  const guint32 key[2]
      = { call->kind, call->kind <= REFRAIN_LOOP_RECV ? (guint32) call->direction : call->name };
  gboolean is_new;
  const guint32 number = refrain_sequence_table_add (&reader->keys, key, 2, &is_new);

  if (is_new)
    g_array_append_val (reader->self->calls, *call);
  return number;
}

/* The call of an event of @process; REFRAIN_NONE where it goes in no direction. */
static guint32
find_call (Reader *reader, guint process, guint32 event)
{
  RefrainLogicalTrace *self = reader->self;
  const RefrainLoopEvent *what = &reader->event[event];
  const RefrainLoopShape *shape = &reader->shapes[what->shape];
  RefrainLogicalCall call = { .kind = shape->kind, .direction = REFRAIN_DIRECTION_NONE };

  if (shape->kind <= REFRAIN_LOOP_RECV)
    {
      if (what->peer < 0 || (guint) what->peer >= self->n_processes)
        return REFRAIN_NONE;
      call.direction = refrain_mapping_get_direction (self->mapping, process, (guint) what->peer);
      if (call.direction < 0)
        return REFRAIN_NONE;
    }
  else
    {
      call.name = shape->name;
    }
  return add_call (reader, &call);
}

/* Reads the stream of @process: of each element the number of its call, REFRAIN_NONE where it has
 * none. What the mapping of all operations to directions costs. */
static void
read_stream (Reader *reader, guint process)
{
  RefrainLogicalTrace *self = reader->self;
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (self->events, process);
  guint32 *item = self->item[process] = g_new (guint32, stream->n + 1);

  for (gsize i = 0; i < stream->n; i++)
    {
      const guint32 event = stream->event[i];

      if (reader->stamp[event] != process + 1)
        {
          reader->stamp[event] = process + 1;
          reader->call_of[event] = find_call (reader, process, event);
        }
      item[i] = reader->call_of[event];
    }
}

/* What is in no direction, in calls and bytes. */
static void
count_unmapped (Reader *reader, guint process)
{
  RefrainLogicalTrace *self = reader->self;
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (self->events, process);
  RefrainTrace *trace = refrain_loop_events_get_trace (self->events);
  const RefrainOps *ops = trace == NULL ? NULL : refrain_trace_get_ops (trace, process);
  RefrainLogicalFacts *facts = &self->facts;

  for (gsize i = 0; i < stream->n; i++)
    {
      guint64 bytes;

      if (reader->shapes[reader->event[stream->event[i]].shape].kind > REFRAIN_LOOP_RECV)
        continue;
      bytes = ops == NULL ? 0 : ops->bytes[stream->op[i]];
      facts->point_to_point++;
      facts->bytes += bytes;
      if (self->item[process][i] == REFRAIN_NONE)
        {
          facts->unmapped++;
          facts->unmapped_bytes += bytes;
        }
    }
}

static const RefrainShares *
get_shares (RefrainLoopEvents *events)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (events);

  return trace != NULL ? refrain_trace_get_shares (trace) : NULL;
}

/* With the team: numbers the calls of all in the order of their processes. */
static void
share_calls (Reader *reader, const RefrainShares *shares)
{
  RefrainLogicalTrace *self = reader->self;
  g_autoptr (GArray) own = g_steal_pointer (&self->calls);
  g_autoptr (GPtrArray) all
      = refrain_team_gather (shares->team, own->data, own->len * sizeof (RefrainLogicalCall));
  g_autofree guint32 *number = g_new0 (guint32, (gsize) own->len + 1);

  self->calls = g_array_new (FALSE, FALSE, sizeof (RefrainLogicalCall));
  refrain_sequence_table_clear (&reader->keys);
  refrain_sequence_table_init (&reader->keys);
  for (guint m = 0; all != NULL && m < all->len; m++)
    for (RefrainParcel parcel = refrain_parcel_open (all, m); refrain_parcel_has_more (&parcel);)
      {
        RefrainLogicalCall call;

        refrain_parcel_take (&parcel, &call, sizeof call);
        add_call (reader, &call);
      }
  for (guint c = 0; c < own->len; c++)
    number[c] = add_call (reader, &g_array_index (own, RefrainLogicalCall, c));
  for (guint p = shares->first[shares->team->me]; p < shares->first[shares->team->me + 1]; p++)
    for (gsize i = 0; i < refrain_loop_events_get_stream (self->events, p)->n; i++)
      if (self->item[p][i] != REFRAIN_NONE)
        self->item[p][i] = number[self->item[p][i]];
}

/* With the team: what all processes do that is in no direction. */
static void
share_facts (RefrainLogicalTrace *self, const RefrainShares *shares)
{
  RefrainLogicalFacts *facts = &self->facts;
  guint64 sums[] = { facts->point_to_point, facts->bytes, facts->unmapped, facts->unmapped_bytes };

  refrain_team_sum (shares->team, sums, G_N_ELEMENTS (sums));
  facts->point_to_point = sums[0];
  facts->bytes = sums[1];
  facts->unmapped = sums[2];
  facts->unmapped_bytes = sums[3];
}

/* How often each process does each call. With the team. */
static void
count_done (Reader *reader)
{
  RefrainLogicalTrace *self = reader->self;
  const guint n_calls = self->calls->len;

  reader->done = g_new0 (guint32, (gsize) self->n_processes * n_calls + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      const gsize n = refrain_loop_events_get_stream (self->events, p)->n;
      guint32 *done = reader->done + (gsize) p * n_calls;

      for (gsize i = 0; i < n; i++)
        if (self->item[p][i] != REFRAIN_NONE)
          done[self->item[p][i]]++;
    }
  refrain_shares_fill (get_shares (self->events), reader->done, n_calls * sizeof *reader->done);
}

/* How often each call is done at most. */
static void
count_items (Reader *reader)
{
  RefrainLogicalTrace *self = reader->self;
  const guint n_calls = self->calls->len;

  for (guint p = 0; p < self->n_processes; p++)
    for (guint c = 0; c < n_calls; c++)
      {
        RefrainLogicalCall *call = &g_array_index (self->calls, RefrainLogicalCall, c);

        call->n_items = MAX (call->n_items, reader->done[(gsize) p * n_calls + c]);
      }
}

/* Could @process, which does it @done times, do @call? Those who have the neighbour; of messages to
 * itself, and of collectives, those who do any. */
static gboolean
could_do (RefrainLogicalTrace *self, const RefrainLogicalCall *call, guint process, guint32 done)
{
  return done > 0
         || (call->kind <= REFRAIN_LOOP_RECV && call->direction != REFRAIN_DIRECTION_SELF
             && refrain_mapping_get_neighbour (self->mapping, process, call->direction) >= 0);
}

/* Numbers the items of @process, whose first is @next[call]; notes whether it does all that it
 * could. */
static void
number_items (Reader *reader, guint process, guint32 *next)
{
  RefrainLogicalTrace *self = reader->self;
  const guint n_calls = self->calls->len;
  const gsize n = refrain_loop_events_get_stream (self->events, process)->n;
  const guint32 *done = reader->done + (gsize) process * n_calls;
  guint32 *item = self->item[process];

  for (guint c = 0; c < n_calls; c++)
    next[c] = (guint32) reader->first[c];
  for (gsize i = 0; i < n; i++)
    if (item[i] != REFRAIN_NONE)
      item[i] = next[item[i]]++;
  self->is_exact[process] = TRUE;
  for (guint c = 0; c < n_calls; c++)
    {
      const RefrainLogicalCall *call = &g_array_index (self->calls, RefrainLogicalCall, c);

      /* Who does it last is counted here, who does it before below. */
      if (done[c] > 0)
        reader->n_owners[reader->first[c] + done[c] - 1]++;
      if (!could_do (self, call, process, done[c]))
        continue;
      reader->n_able[c]++;
      if (done[c] < call->n_items)
        self->is_exact[process] = FALSE;
    }
}

static void
number_all (Reader *reader)
{
  RefrainLogicalTrace *self = reader->self;
  g_autofree guint32 *next = g_new (guint32, (gsize) self->calls->len + 1);

  for (guint p = 0; p < self->n_processes; p++)
    number_items (reader, p, next);
  for (guint c = 0; c < self->calls->len; c++)
    for (guint64 i = reader->first[c + 1]; i-- > reader->first[c] + 1;)
      reader->n_owners[i - 1] += reader->n_owners[i];
}

/* Items that not all do who could. */
static void
count_partial (Reader *reader)
{
  RefrainLogicalTrace *self = reader->self;

  for (guint c = 0; c < self->calls->len; c++)
    {
      const RefrainLogicalCall *call = &g_array_index (self->calls, RefrainLogicalCall, c);

      for (guint32 k = 0; k < call->n_items; k++)
        self->facts.exceptions += reader->n_owners[reader->first[c] + k] < reader->n_able[c];
    }
}

/* ---- Order ---------------------------------------------------------------------------------- */

typedef struct
{
  RefrainLogicalTrace *self;
  const Reader *reader;
  guint32 *call_of; /* of an item */
  gsize *at;        /* of a process: its element */
  guint32 *arrived; /* of an item: processes that wait for it */
  guint32 *head;    /* of an item: one of them, + 1 */
  guint32 *next;    /* of a process: another that waits for the same, + 1 */
  GArray *ready;    /* of guint32: items that are next */
  guint64 n_late;   /* calls that do not follow */
  gsize *n;         /* of a process: its elements */
  gsize *end;       /* of a process: those before it all members have got */
  gsize *begin;     /* of a process: the first that is kept of another member's */
  guint32 **piece;  /* of a process: these, or NULL: it is its own */
} Sorter;

/* With the team: a piece of each process of which not much is left. */
static void
get_pieces (Sorter *sorter)
{
  RefrainLogicalTrace *self = sorter->self;
  const RefrainShares *shares = get_shares (self->events);
  g_autoptr (GByteArray) mine = g_byte_array_new ();
  g_autoptr (GPtrArray) all = NULL;
  RefrainParcel parcel = { NULL, NULL };
  guint member = G_MAXUINT;

  for (guint p = shares->first[shares->team->me]; p < shares->first[shares->team->me + 1]; p++)
    if (sorter->end[p] - sorter->at[p] < PIECE / 2)
      g_byte_array_append (mine, (const guint8 *) (self->item[p] + sorter->at[p]),
                           (guint) (MIN (PIECE, sorter->n[p] - sorter->at[p]) * sizeof (guint32)));
  all = refrain_team_gather (shares->team, mine->data, mine->len);
  for (guint p = 0; all != NULL && p < self->n_processes; p++)
    {
      const gsize n = MIN (PIECE, sorter->n[p] - sorter->at[p]);

      if (refrain_shares_get_owner (shares, p) != member)
        {
          member = refrain_shares_get_owner (shares, p);
          parcel = refrain_parcel_open (all, member);
        }
      if (sorter->end[p] - sorter->at[p] >= PIECE / 2)
        continue;
      sorter->begin[p] = sorter->at[p];
      sorter->end[p] = sorter->at[p] + n;
      if (sorter->piece[p] != NULL)
        refrain_parcel_take (&parcel, sorter->piece[p], n * sizeof (guint32));
    }
}

/* The item that @process is at. */
static guint32
get_item (Sorter *sorter, guint process)
{
  const gsize at = sorter->at[process];

  if (at >= sorter->end[process])
    get_pieces (sorter);
  if (at >= sorter->end[process])
    return REFRAIN_NONE; /* a member gave up */
  return sorter->piece[process] == NULL ? sorter->self->item[process][at]
                                        : sorter->piece[process][at - sorter->begin[process]];
}

/* @process comes to its next item, past those that are done already. */
static void
arrive (Sorter *sorter, guint process)
{
  RefrainLogicalTrace *self = sorter->self;

  for (; sorter->at[process] < sorter->n[process]; sorter->at[process]++)
    {
      const guint32 next = get_item (sorter, process);

      if (next == REFRAIN_NONE)
        continue;
      if (self->position[next] != REFRAIN_NONE)
        {
          sorter->n_late++;
          self->is_exact[process] = FALSE;
          continue;
        }
      sorter->next[process] = sorter->head[next];
      sorter->head[next] = process + 1;
      if (++sorter->arrived[next] == sorter->reader->n_owners[next])
        g_array_append_val (sorter->ready, next);
      return;
    }
}

/* All that wait for @item do it. Who is late is no owner any more: others may be ready then. */
static void
take (Sorter *sorter, guint32 item)
{
  RefrainLogicalTrace *self = sorter->self;
  guint32 process = sorter->head[item];

  self->position[item] = self->order->len;
  g_array_append_val (self->order, sorter->call_of[item]);
  while (process > 0)
    {
      const guint32 following = sorter->next[process - 1];

      sorter->at[process - 1]++;
      arrive (sorter, process - 1);
      process = following;
    }
}

/* Nobody can go on: the item for which most wait; REFRAIN_NONE where all are through. */
static guint32
find_awaited (Sorter *sorter)
{
  RefrainLogicalTrace *self = sorter->self;
  guint32 best = REFRAIN_NONE;

  for (guint p = 0; p < self->n_processes; p++)
    if (sorter->at[p] < sorter->n[p])
      {
        const guint32 item = get_item (sorter, p);

        if (best == REFRAIN_NONE || sorter->arrived[item] > sorter->arrived[best])
          best = item;
      }
  return best;
}

/* Takes all items, wave by wave. FALSE when cancelled. */
static gboolean
sort_all (Sorter *sorter, GCancellable *cancellable, GError **error)
{
  RefrainLogicalTrace *self = sorter->self;
  g_autoptr (GArray) wave = g_array_new (FALSE, FALSE, sizeof (guint32));
  gsize n_taken = 0;

  for (guint p = 0; p < self->n_processes; p++)
    arrive (sorter, p);
  for (;;)
    {
      GArray *ready = sorter->ready;

      if (ready->len == 0)
        {
          const guint32 item = find_awaited (sorter);

          if (item == REFRAIN_NONE)
            return TRUE;
          self->facts.contradiction = TRUE;
          g_array_append_val (ready, item);
        }
      sorter->ready = wave;
      wave = ready;
      g_array_sort (wave, refrain_compare_uint32);
      for (guint i = 0; i < wave->len; i++)
        {
          take (sorter, g_array_index (wave, guint32, i));
          if (++n_taken % ITEMS_PER_CHECK == 0
              && g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
        }
      g_array_set_size (wave, 0);
    }
}

/* Where what processes do is had from. With the team. */
static void
find_pieces (Sorter *sorter)
{
  RefrainLogicalTrace *self = sorter->self;
  const RefrainShares *shares = get_shares (self->events);

  sorter->n = g_new0 (gsize, (gsize) self->n_processes + 1);
  sorter->end = g_new0 (gsize, (gsize) self->n_processes + 1);
  sorter->begin = g_new0 (gsize, (gsize) self->n_processes + 1);
  sorter->piece = g_new0 (guint32 *, (gsize) self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      sorter->n[p] = refrain_loop_events_get_stream (self->events, p)->n;
      sorter->end[p] = shares == NULL ? sorter->n[p] : 0;
      if (!refrain_shares_own (shares, p))
        sorter->piece[p] = g_new (guint32, PIECE);
    }
  refrain_shares_fill (shares, sorter->n, sizeof *sorter->n);
}

static gboolean
find_order (RefrainLogicalTrace *self,
            const Reader *reader,
            guint64 n_items,
            GCancellable *cancellable,
            GError **error)
{
  Sorter sorter = { .self = self, .reader = reader };
  gboolean done;

  sorter.call_of = g_new (guint32, n_items + 1);
  for (guint c = 0; c < self->calls->len; c++)
    for (guint64 i = reader->first[c]; i < reader->first[c + 1]; i++)
      sorter.call_of[i] = c;
  sorter.at = g_new0 (gsize, self->n_processes + 1);
  sorter.arrived = g_new0 (guint32, n_items + 1);
  sorter.head = g_new0 (guint32, n_items + 1);
  sorter.next = g_new0 (guint32, self->n_processes + 1);
  sorter.ready = g_array_new (FALSE, FALSE, sizeof (guint32));
  find_pieces (&sorter);
  self->position = g_new (guint32, n_items + 1);
  memset (self->position, 0xff, (n_items + 1) * sizeof *self->position);
  done = sort_all (&sorter, cancellable, error);
  self->facts.exceptions += sorter.n_late;
  refrain_free (sorter.call_of, sorter.at, sorter.arrived, sorter.head, sorter.next);
  g_array_unref (sorter.ready);
  for (guint p = 0; p < self->n_processes; p++)
    g_free (sorter.piece[p]);
  refrain_free (sorter.n, sorter.end, sorter.begin, sorter.piece);
  return done;
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void
count_facts (RefrainLogicalTrace *self)
{
  g_autofree gboolean *used
      = g_new0 (gboolean, refrain_mapping_get_n_directions (self->mapping) + 1);

  self->facts.calls = self->order->len;
  for (guint c = 0; c < self->calls->len; c++)
    {
      const RefrainLogicalCall *call = &g_array_index (self->calls, RefrainLogicalCall, c);

      if (call->kind <= REFRAIN_LOOP_RECV && !used[call->direction])
        {
          used[call->direction] = TRUE;
          self->facts.n_directions++;
        }
    }
  for (guint p = 0; p < self->n_processes; p++)
    {
      const gsize n = refrain_loop_events_get_stream (self->events, p)->n;

      for (gsize i = 0; i < n && self->is_exact[p]; i++)
        self->is_exact[p] = self->item[p][i] != REFRAIN_NONE;
    }
  refrain_shares_fill (get_shares (self->events), self->is_exact, sizeof *self->is_exact);
  for (guint p = 0; p < self->n_processes; p++)
    self->facts.n_exact += self->is_exact[p];
}

static gboolean
read_all (RefrainLogicalTrace *self, Reader *reader, GCancellable *cancellable, GError **error)
{
  const RefrainShares *shares = get_shares (self->events);

  for (guint p = 0; p < self->n_processes; p++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      read_stream (reader, p);
      count_unmapped (reader, p);
    }
  if (shares != NULL)
    {
      share_calls (reader, shares);
      share_facts (self, shares);
    }
  count_done (reader);
  count_items (reader);
  reader->first = g_new0 (guint64, self->calls->len + 1);
  for (guint c = 0; c < self->calls->len; c++)
    reader->first[c + 1]
        = reader->first[c] + g_array_index (self->calls, RefrainLogicalCall, c).n_items;
  reader->n_able = g_new0 (guint32, self->calls->len + 1);
  reader->n_owners = g_new0 (guint32, reader->first[self->calls->len] + 1);
  number_all (reader);
  count_partial (reader);
  return find_order (self, reader, reader->first[self->calls->len], cancellable, error);
}

RefrainLogicalTrace *
refrain_logical_trace_new (RefrainLoopEvents *events,
                           RefrainMapping *mapping,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (RefrainLogicalTrace) self = NULL;
  Reader reader = { 0 };
  guint32 n_events, n_shapes;
  gboolean done;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (events), NULL);
  g_return_val_if_fail (REFRAIN_IS_MAPPING (mapping), NULL);
  g_return_val_if_fail (refrain_mapping_get_n_processes (mapping)
                            == refrain_loop_events_get_n_processes (events),
                        NULL);
  self = g_object_new (REFRAIN_TYPE_LOGICAL_TRACE, NULL);
  self->events = g_object_ref (events);
  self->mapping = g_object_ref (mapping);
  self->n_processes = refrain_loop_events_get_n_processes (events);
  self->item = g_new0 (guint32 *, self->n_processes + 1);
  self->is_exact = g_new0 (guint8, self->n_processes + 1);
  reader.self = self;
  reader.event = refrain_loop_events_get_events (events, &n_events);
  reader.shapes = refrain_loop_events_get_shapes (events, &n_shapes);
  reader.call_of = g_new (guint32, n_events + 1);
  reader.stamp = g_new0 (guint32, n_events + 1);
  refrain_sequence_table_init (&reader.keys);
  done = read_all (self, &reader, cancellable, error);
  refrain_sequence_table_clear (&reader.keys);
  refrain_free (reader.call_of, reader.stamp, reader.done, reader.first, reader.n_owners,
                reader.n_able);
  if (!done)
    return NULL;
  count_facts (self);
  return g_steal_pointer (&self);
}

/* Whether @a says more of the run than @b. */
static gboolean
is_better (const RefrainLogicalFacts *a, const RefrainLogicalFacts *b)
{
  if (a->contradiction != b->contradiction)
    return !a->contradiction;
  if (a->unmapped != b->unmapped)
    return a->unmapped < b->unmapped;
  if (a->exceptions != b->exceptions)
    return a->exceptions < b->exceptions;
  return a->n_directions < b->n_directions;
}

/* Why @best was taken and not @other. */
static char *
explain (RefrainLogicalTrace *best, RefrainLogicalTrace *other)
{
  const RefrainLogicalFacts *a = &best->facts, *b = &other->facts;
  const char *name = refrain_mapping_get_title (best->mapping);
  const char *than = refrain_mapping_get_title (other->mapping);

  if (a->contradiction != b->contradiction)
    return g_strdup_printf (
        _ ("%s: all processes follow one order of calls on it, on %s their orders differ"), name,
        than);
  if (a->unmapped != b->unmapped)
    return g_strdup_printf (_ ("%s: more messages go in its directions than in those of %s"), name,
                            than);
  if (a->exceptions != b->exceptions)
    return g_strdup_printf (_ ("%s: %" PRIu64 " calls are not done by all who have the "
                               "neighbour, on %s %" PRIu64),
                            name, a->exceptions, than, b->exceptions);
  return g_strdup_printf (_ ("%s: the run has %u directions on it, on %s %u"), name,
                          a->n_directions, than, b->n_directions);
}

/* With the team: whether all ask for the same. A search that ended for lack of time may have told
 * each something else; then the team lets go. */
static gboolean
does_team_ask (RefrainLoopEvents *events, RefrainMapping *const *mappings, guint n_mappings)
{
  const RefrainShares *shares = get_shares (events);
  g_autoptr (GPtrArray) all = NULL;
  guint64 hash = n_mappings;

  if (shares == NULL)
    return TRUE;
  for (guint i = 0; i < n_mappings; i++)
    {
      hash = refrain_hash_mix (hash + g_str_hash (refrain_mapping_get_title (mappings[i])));
      for (guint p = 0; p < refrain_mapping_get_n_processes (mappings[i]); p++)
        hash = refrain_hash_mix (hash + refrain_mapping_get_place (mappings[i], p));
    }
  hash |= 1; /* who takes it for a number has one that is not 0, and asks on: does_any() */
  all = refrain_team_gather (shares->team, &hash, sizeof hash);
  for (guint m = 0; all != NULL && m < all->len; m++)
    {
      const GByteArray *other = all->pdata[m];

      if (other->len == sizeof hash && memcmp (other->data, &hash, sizeof hash) == 0)
        continue;
      refrain_team_give_up (shares->team);
      return FALSE;
    }
  return all != NULL;
}

/* Whether @best follows an order on its mapping so badly that it says no more than @first, which is
 * in the order of ranks. */
static gboolean
is_guess (RefrainLogicalTrace *best, RefrainLogicalTrace *first)
{
  guint64 n_events = 0;

  for (guint p = 0; p < best->n_processes; p++)
    n_events += refrain_loop_events_get_stream (best->events, p)->n;
  return best->facts.unmapped == first->facts.unmapped
         && best->facts.contradiction == first->facts.contradiction
         && (double) best->facts.exceptions > MOST_EXCEPTIONS * (double) n_events;
}

guint
refrain_logical_trace_prefer (RefrainMapping *const *mappings,
                              guint n_mappings,
                              char **reason,
                              gpointer data)
{
  g_autoptr (RefrainLogicalTrace) best = NULL, first = NULL;
  guint number = 0;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (data), 0);
  if (!does_team_ask (data, mappings, n_mappings))
    return 0;
  for (guint i = 0; i < n_mappings; i++)
    {
      g_autoptr (RefrainLogicalTrace) trace
          = refrain_logical_trace_new (data, mappings[i], NULL, NULL);

      if (i == 0)
        g_set_object (&first, trace);
      if (best == NULL || is_better (&trace->facts, &best->facts))
        {
          g_set_object (&best, trace);
          number = i;
        }
    }
  if (number == 0 || is_guess (best, first))
    return 0;
  *reason = explain (best, first);
  return number;
}

RefrainLogicalTrace *
refrain_logical_trace_new_best (RefrainLoopEvents *events,
                                RefrainMapping *const *mappings,
                                gsize n_mappings,
                                GCancellable *cancellable,
                                GError **error)
{
  g_autoptr (RefrainLogicalTrace) best = NULL;

  g_return_val_if_fail (n_mappings > 0, NULL);
  /* What is found without the others is thrown away. */
  does_team_ask (events, mappings, (guint) n_mappings);
  for (gsize i = 0; i < n_mappings; i++)
    {
      g_autoptr (RefrainLogicalTrace) trace
          = refrain_logical_trace_new (events, mappings[i], cancellable, error);

      if (trace == NULL)
        return NULL;
      if (best == NULL || is_better (&trace->facts, &best->facts))
        g_set_object (&best, trace);
    }
  return g_steal_pointer (&best);
}

REFRAIN_GETTER (
    RefrainLogicalTrace, refrain_logical_trace, RefrainLoopEvents *, get_events, self->events)
REFRAIN_GETTER (
    RefrainLogicalTrace, refrain_logical_trace, RefrainMapping *, get_mapping, self->mapping)
REFRAIN_GETTER (RefrainLogicalTrace,
                refrain_logical_trace,
                const RefrainLogicalFacts *,
                get_facts,
                &self->facts)

gboolean
refrain_logical_trace_is_exact (RefrainLogicalTrace *self, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_LOGICAL_TRACE (self), FALSE);
  g_return_val_if_fail (process < self->n_processes, FALSE);
  return self->is_exact[process];
}

REFRAIN_ARRAY_GETTER (
    RefrainLogicalTrace, refrain_logical_trace, RefrainLogicalCall, guint32, get_calls, self->calls)

REFRAIN_ARRAY_GETTER (
    RefrainLogicalTrace, refrain_logical_trace, guint32, gsize, get_order, self->order)

guint32 *
refrain_logical_trace_expand (RefrainLogicalTrace *self, guint process, gsize *n)
{
  const guint32 *item;
  guint32 *elements;
  g_autofree guint32 *at = NULL; /* of a place in the logical trace: the element there */
  gsize n_elements, k = 0, next = 0;
  gint64 last = -1;

  g_return_val_if_fail (REFRAIN_IS_LOGICAL_TRACE (self), NULL);
  g_return_val_if_fail (process < self->n_processes, NULL);
  n_elements = refrain_loop_events_get_stream (self->events, process)->n;
  item = self->item[process];
  elements = g_new (guint32, n_elements + 1);
  at = g_new (guint32, self->order->len + 1);
  memset (at, 0xff, (self->order->len + 1) * sizeof *at);
  for (gsize i = 0; i < n_elements; i++)
    if (item[i] != REFRAIN_NONE && (gint64) self->position[item[i]] > last)
      {
        last = self->position[item[i]];
        at[last] = (guint32) i;
      }
  for (guint place = 0; place <= self->order->len; place++)
    {
      const gsize element = place == self->order->len ? n_elements : at[place];

      if (place < self->order->len && at[place] == REFRAIN_NONE)
        continue;
      while (next < element) /* exceptions, where the process has them */
        elements[k++] = (guint32) next++;
      if (place < self->order->len)
        elements[k++] = (guint32) next++;
    }
  *n = k;
  return elements;
}

/* ---- Names ---------------------------------------------------------------------------------- */

char *
refrain_logical_trace_name_direction (RefrainMapping *mapping, gint direction)
{
  static const char *const points[3][2] = { { "E", "W" }, { "S", "N" }, { "D", "U" } };
  const char *name = refrain_mapping_get_direction_name (mapping, direction);
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  g_autofree const char **parts = g_new0 (const char *, n + 1);
  g_autoptr (GString) text = g_string_new (NULL);

  if (direction == REFRAIN_DIRECTION_SELF
      || refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID || n > 3)
    return g_strdup (name);
  if (n == 1 && refrain_mapping_is_wrapped (mapping, 0)
      && (g_str_equal (name, "+x") || g_str_equal (name, "-x")))
    return g_strdup (name[0] == '+' ? "next" : "previous");
  for (const char *at = name; *at != '\0'; at += 2)
    {
      guint axis = 0;

      while (axis < 3 && at[1] != "xyz"[axis])
        axis++;
      if (axis >= n || (at[0] != '+' && at[0] != '-'))
        return g_strdup (name); /* two steps, or half way round */
      parts[axis] = points[axis][at[0] == '-'];
    }
  if (n > 1 && parts[1] != NULL)
    g_string_append (text, parts[1]);
  if (parts[0] != NULL)
    g_string_append (text, parts[0]);
  if (n > 2 && parts[2] != NULL)
    g_string_append (text, parts[2]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
