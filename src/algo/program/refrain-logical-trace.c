/* refrain-logical-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Items are numbered call by call. All processes go through their items at once: an item is next
 * when all that have it have come to it. So the order is found without an edge being stored. Where
 * nobody can go on, the item for which most wait is taken, and who comes to it later does not
 * follow.
 */
#include "refrain-logical-trace.h"

#include "refrain-object.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-sequence-table.h"

/* Items between two looks at the cancellable. */
#define ITEMS_PER_CHECK 262144

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
  g_free (self->item);
  g_free (self->position);
  g_free (self->is_exact);
  g_array_unref (self->calls);
  g_array_unref (self->order);
  g_clear_object (&self->events);
  g_clear_object (&self->mapping);
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
  GArray *done;      /* of guint32: of a call: how often the process that is read did it */
  guint64 *first;    /* of a call: its first item */
  guint32 *n_owners; /* of an item */
  guint32 *n_able;   /* of a call: processes that could do it */
} Reader;

/* The call of an event of @process; REFRAIN_NONE where it goes in no direction. */
static guint32
find_call (Reader *reader, guint process, guint32 event)
{
  RefrainLogicalTrace *self = reader->self;
  const RefrainLoopEvent *what = &reader->event[event];
  const RefrainLoopShape *shape = &reader->shapes[what->shape];
  RefrainLogicalCall call = { .kind = shape->kind, .direction = REFRAIN_DIRECTION_NONE };
  guint32 key[2] = { shape->kind, 0 };
  gboolean is_new;
  guint32 number;

  if (shape->kind <= REFRAIN_LOOP_RECV)
    {
      if (what->peer < 0 || (guint) what->peer >= self->n_processes)
        return REFRAIN_NONE;
      call.direction = refrain_mapping_get_direction (self->mapping, process, (guint) what->peer);
      if (call.direction < 0)
        return REFRAIN_NONE;
      key[1] = (guint32) call.direction;
    }
  else
    {
      call.name = key[1] = shape->name;
    }
  number = refrain_sequence_table_add (&reader->keys, key, 2, &is_new);
  if (is_new)
    {
      g_array_append_val (self->calls, call);
      g_array_append_val (reader->done, ((guint32){ 0 }));
    }
  return number;
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
  const RefrainOps *ops
      = trace == NULL ? NULL : refrain_process_get_ops (refrain_trace_get_process (trace, process));
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

/* How often each call is done at most. */
static void
count_items (Reader *reader, guint process)
{
  RefrainLogicalTrace *self = reader->self;
  const gsize n = refrain_loop_events_get_stream (self->events, process)->n;
  guint32 *done = (guint32 *) (gpointer) reader->done->data;
  const guint32 *item = self->item[process];

  refrain_fill (done, 0, reader->done->len * sizeof *done);
  for (gsize i = 0; i < n; i++)
    if (item[i] != REFRAIN_NONE)
      done[item[i]]++;
  for (guint c = 0; c < self->calls->len; c++)
    {
      RefrainLogicalCall *call = &g_array_index (self->calls, RefrainLogicalCall, c);

      call->n_items = MAX (call->n_items, done[c]);
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

/* Numbers the items of @process; notes whether it does all that it could. */
static void
number_items (Reader *reader, guint process)
{
  RefrainLogicalTrace *self = reader->self;
  const gsize n = refrain_loop_events_get_stream (self->events, process)->n;
  guint32 *done = (guint32 *) (gpointer) reader->done->data;
  guint32 *item = self->item[process];

  refrain_fill (done, 0, reader->done->len * sizeof *done);
  for (gsize i = 0; i < n; i++)
    if (item[i] != REFRAIN_NONE)
      {
        item[i] = (guint32) (reader->first[item[i]] + done[item[i]]++);
        reader->n_owners[item[i]]++;
      }
  self->is_exact[process] = TRUE;
  for (guint c = 0; c < self->calls->len; c++)
    {
      const RefrainLogicalCall *call = &g_array_index (self->calls, RefrainLogicalCall, c);

      if (!could_do (self, call, process, done[c]))
        continue;
      reader->n_able[c]++;
      if (done[c] < call->n_items)
        self->is_exact[process] = FALSE;
    }
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
} Sorter;

/* @process comes to its next item, past those that are done already. */
static void
arrive (Sorter *sorter, guint process)
{
  RefrainLogicalTrace *self = sorter->self;
  const gsize n = refrain_loop_events_get_stream (self->events, process)->n;
  const guint32 *item = self->item[process];

  for (; sorter->at[process] < n; sorter->at[process]++)
    {
      const guint32 next = item[sorter->at[process]];

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
    if (sorter->at[p] < refrain_loop_events_get_stream (self->events, p)->n)
      {
        const guint32 item = self->item[p][sorter->at[p]];

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
  self->position = g_new (guint32, n_items + 1);
  memset (self->position, 0xff, (n_items + 1) * sizeof *self->position);
  done = sort_all (&sorter, cancellable, error);
  self->facts.exceptions += sorter.n_late;
  g_free (sorter.call_of);
  g_free (sorter.at);
  g_free (sorter.arrived);
  g_free (sorter.head);
  g_free (sorter.next);
  g_array_unref (sorter.ready);
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
      self->facts.n_exact += self->is_exact[p];
    }
}

static gboolean
read_all (RefrainLogicalTrace *self, Reader *reader, GCancellable *cancellable, GError **error)
{
  for (guint p = 0; p < self->n_processes; p++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      read_stream (reader, p);
      count_unmapped (reader, p);
    }
  for (guint p = 0; p < self->n_processes; p++)
    count_items (reader, p);
  reader->first = g_new0 (guint64, self->calls->len + 1);
  for (guint c = 0; c < self->calls->len; c++)
    reader->first[c + 1]
        = reader->first[c] + g_array_index (self->calls, RefrainLogicalCall, c).n_items;
  reader->n_able = g_new0 (guint32, self->calls->len + 1);
  reader->n_owners = g_new0 (guint32, reader->first[self->calls->len] + 1);
  for (guint p = 0; p < self->n_processes; p++)
    number_items (reader, p);
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
  reader.done = g_array_new (FALSE, FALSE, sizeof (guint32));
  refrain_sequence_table_init (&reader.keys);
  done = read_all (self, &reader, cancellable, error);
  refrain_sequence_table_clear (&reader.keys);
  g_free (reader.call_of);
  g_free (reader.stamp);
  g_array_unref (reader.done);
  g_free (reader.first);
  g_free (reader.n_owners);
  g_free (reader.n_able);
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

guint
refrain_logical_trace_prefer (RefrainMapping *const *mappings,
                              guint n_mappings,
                              char **reason,
                              gpointer data)
{
  g_autoptr (RefrainLogicalTrace) best = NULL, first = NULL;
  guint number = 0;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (data), 0);
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
  if (number > 0)
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

const RefrainLogicalCall *
refrain_logical_trace_get_calls (RefrainLogicalTrace *self, guint32 *n)
{
  g_return_val_if_fail (REFRAIN_IS_LOGICAL_TRACE (self), NULL);
  *n = self->calls->len;
  return (const RefrainLogicalCall *) (gpointer) self->calls->data;
}

const guint32 *
refrain_logical_trace_get_order (RefrainLogicalTrace *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_LOGICAL_TRACE (self), NULL);
  *n = self->order->len;
  return (const guint32 *) (gpointer) self->order->data;
}

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
