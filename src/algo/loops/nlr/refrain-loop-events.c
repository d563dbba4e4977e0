/* refrain-loop-events.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every distinct event, shape, name and group has one number, given by a table at its first
 * appearance; from a trace, each symbol is translated once. In a team all translate what any member
 * has, in the order of the processes, before each makes the streams of its own.
 */
#include "refrain-loop-events.h"

#include "refrain-collective-name.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-sequence-table.h"
#include "refrain-trace-shares.h"

#define EVENT_WORDS (sizeof (RefrainLoopEvent) / sizeof (guint32))
#define SHAPE_WORDS (sizeof (RefrainLoopShape) / sizeof (guint32))
/* Between two looks at the cancellable. */
#define EVENTS_PER_CHECK 1048576

G_STATIC_ASSERT (sizeof (RefrainLoopEvent) == 3 * sizeof (guint32));
G_STATIC_ASSERT (sizeof (RefrainLoopShape) == 3 * sizeof (guint32));

/* What the streams' numbers mean. */
typedef struct
{
  RefrainSequenceTable events;
  RefrainSequenceTable shapes;
  RefrainSequenceTable groups;
  GPtrArray *names;       /* of char * */
  GHashTable *name_index; /* of a name: its index + 1 */
  char *tag_prefix;
} Meanings;

struct _RefrainLoopEvents
{
  GObject parent_instance;

  RefrainTrace *trace; /* or NULL */
  Meanings meanings;
  guint n_processes;
  RefrainLoopStream *streams;
  RefrainSymbols *symbols; /* whose rows are the streams' `op`, or NULL */
  gsize has_peers;         /* somebody has asked */
  RefrainLoopPeers *peers; /* of each process */
};

REFRAIN_DEFINE_OBJECT (RefrainLoopEvents, refrain_loop_events)

static void
meanings_init (Meanings *self)
{
  refrain_sequence_table_init (&self->events);
  refrain_sequence_table_init (&self->shapes);
  refrain_sequence_table_init (&self->groups);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->name_index = g_hash_table_new (g_str_hash, g_str_equal);
  self->tag_prefix = g_strdup ("tag");
}

static void
meanings_clear (Meanings *self)
{
  if (self->names == NULL)
    return;
  refrain_sequence_table_clear (&self->events);
  refrain_sequence_table_clear (&self->shapes);
  refrain_sequence_table_clear (&self->groups);
  g_clear_pointer (&self->name_index, g_hash_table_unref);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->tag_prefix, g_free);
}

static void
refrain_loop_events_finalize (RefrainLoopEvents *self)
{
  for (guint i = 0; i < self->n_processes; i++)
    {
      g_free ((gpointer) self->streams[i].event);
      if (self->symbols == NULL)
        g_free ((gpointer) self->streams[i].op);
      if (self->peers != NULL)
        refrain_free (self->peers[i].partners, self->peers[i].sends);
    }
  g_free (self->peers);
  g_clear_object (&self->symbols);
  g_free (self->streams);
  meanings_clear (&self->meanings);
  g_clear_object (&self->trace);
}

REFRAIN_GETTER (RefrainLoopEvents, refrain_loop_events, RefrainTrace *, get_trace, self->trace)
REFRAIN_GETTER (RefrainLoopEvents, refrain_loop_events, guint, get_n_processes, self->n_processes)

const RefrainLoopStream *
refrain_loop_events_get_stream (RefrainLoopEvents *self, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (self), NULL);
  g_return_val_if_fail (process < self->n_processes, NULL);
  return &self->streams[process];
}

const RefrainLoopPeers *
refrain_loop_events_get_peers (RefrainLoopEvents *self, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (self), NULL);
  g_return_val_if_fail (process < self->n_processes, NULL);
  if (g_once_init_enter (&self->has_peers))
    {
      guint32 n_events, n_shapes;

      self->peers = refrain_loop_peers_read (
          refrain_loop_events_get_events (self, &n_events),
          refrain_loop_events_get_shapes (self, &n_shapes), self->streams, self->n_processes,
          self->trace != NULL ? refrain_trace_get_shares (self->trace) : NULL);
      g_once_init_leave (&self->has_peers, 1);
    }
  return &self->peers[process];
}

const RefrainLoopEvent *
refrain_loop_events_get_events (RefrainLoopEvents *self, guint32 *n)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (self), NULL);
  *n = self->meanings.events.n;
  return (const RefrainLoopEvent *) (gpointer) self->meanings.events.words->data;
}

const RefrainLoopShape *
refrain_loop_events_get_shapes (RefrainLoopEvents *self, guint32 *n)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (self), NULL);
  *n = self->meanings.shapes.n;
  return (const RefrainLoopShape *) (gpointer) self->meanings.shapes.words->data;
}

const char *
refrain_loop_events_get_name (RefrainLoopEvents *self, guint32 name)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (self), NULL);
  g_return_val_if_fail (name < self->meanings.names->len, NULL);
  return g_ptr_array_index (self->meanings.names, name);
}

REFRAIN_GETTER (
    RefrainLoopEvents, refrain_loop_events, const char *, get_tag_prefix, self->meanings.tag_prefix)

const guint32 *
refrain_loop_events_get_group (RefrainLoopEvents *self, guint32 group, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (self), NULL);
  g_return_val_if_fail (group < self->meanings.groups.n, NULL);
  return refrain_sequence_table_get (&self->meanings.groups, group, n);
}

/* ---- The builder ---------------------------------------------------------------------------- */

typedef struct
{
  GArray *event; /* of guint32 */
  GArray *op;    /* of guint32 */
} Draft;

struct _RefrainLoopEventsBuilder
{
  Meanings meanings;
  guint n_processes;
  Draft *drafts;
};

RefrainLoopEventsBuilder *
refrain_loop_events_builder_new (guint n_processes)
{
  RefrainLoopEventsBuilder *self = g_new0 (RefrainLoopEventsBuilder, 1);

  meanings_init (&self->meanings);
  self->n_processes = n_processes;
  self->drafts = g_new (Draft, n_processes);
  for (guint i = 0; i < n_processes; i++)
    {
      self->drafts[i].event = g_array_new (FALSE, FALSE, sizeof (guint32));
      self->drafts[i].op = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
  return self;
}

void
refrain_loop_events_builder_free (RefrainLoopEventsBuilder *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_processes; i++)
    refrain_unref_arrays (self->drafts[i].event, self->drafts[i].op);
  g_free (self->drafts);
  meanings_clear (&self->meanings);
  g_free (self);
}

guint32
refrain_loop_events_builder_add_name (RefrainLoopEventsBuilder *self, const char *name)
{
  Meanings *meanings = &self->meanings;
  const gpointer known = g_hash_table_lookup (meanings->name_index, name);
  char *copy;

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  copy = g_strdup (name);
  g_ptr_array_add (meanings->names, copy);
  g_hash_table_insert (meanings->name_index, copy, GUINT_TO_POINTER (meanings->names->len));
  return meanings->names->len - 1;
}

guint32
refrain_loop_events_builder_add_group (RefrainLoopEventsBuilder *self,
                                       const guint32 *processes,
                                       gsize n)
{
  g_autofree guint32 *sorted = g_memdup2 (processes, n * sizeof *processes);
  gsize n_different = 0;

  refrain_sort (sorted, n, sizeof *sorted, refrain_compare_uint32);
  for (gsize i = 0; i < n; i++)
    if (i == 0 || sorted[i] != sorted[i - 1])
      sorted[n_different++] = sorted[i];
  return refrain_sequence_table_add (&self->meanings.groups, sorted, n_different, NULL);
}

void
refrain_loop_events_builder_set_tag_prefix (RefrainLoopEventsBuilder *self, const char *prefix)
{
  g_free (self->meanings.tag_prefix);
  self->meanings.tag_prefix = g_strdup (prefix);
}

guint32
refrain_loop_events_builder_add_shape (RefrainLoopEventsBuilder *self,
                                       RefrainLoopEventKind kind,
                                       guint32 name,
                                       guint32 group)
{
  const gboolean is_sync = kind == REFRAIN_LOOP_SYNC;
  const RefrainLoopShape shape = { kind, name, is_sync ? group : 0 };

  return refrain_sequence_table_add (&self->meanings.shapes, (const guint32 *) &shape, SHAPE_WORDS,
                                     NULL);
}

static guint32
add_event (RefrainLoopEventsBuilder *self, const RefrainLoopEvent *event)
{
  return refrain_sequence_table_add (&self->meanings.events, (const guint32 *) event, EVENT_WORDS,
                                     NULL);
}

void
refrain_loop_events_builder_append (RefrainLoopEventsBuilder *self,
                                    guint process,
                                    const RefrainLoopEvent *event,
                                    guint32 op)
{
  const guint32 number = add_event (self, event);

  g_return_if_fail (process < self->n_processes);
  g_return_if_fail (event->shape < self->meanings.shapes.n);
  g_array_append_val (self->drafts[process].event, number);
  g_array_append_val (self->drafts[process].op, op);
}

RefrainLoopEvents *
refrain_loop_events_builder_finish (RefrainLoopEventsBuilder *self, RefrainTrace *trace)
{
  RefrainLoopEvents *events = g_object_new (REFRAIN_TYPE_LOOP_EVENTS, NULL);

  g_set_object (&events->trace, trace);
  events->meanings = self->meanings;
  self->meanings = (Meanings){ 0 };
  events->n_processes = self->n_processes;
  events->streams = g_new0 (RefrainLoopStream, self->n_processes);
  for (guint i = 0; i < self->n_processes; i++)
    {
      Draft *draft = &self->drafts[i];
      g_autofree guint32 *op = NULL;

      events->streams[i].event
          = (const guint32 *) g_array_steal (draft->event, &events->streams[i].n);
      op = (guint32 *) g_array_steal (draft->op, NULL);
      if (trace != NULL)
        events->streams[i].op = g_steal_pointer (&op);
    }
  return events;
}

/* ---- From a trace --------------------------------------------------------------------------- */

static guint32
add_communicator (RefrainLoopEventsBuilder *builder,
                  RefrainTrace *trace,
                  guint32 comm,
                  guint process)
{
  g_autoptr (GArray) processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  RefrainCommunicator *communicator = comm < refrain_trace_get_n_communicators (trace)
                                          ? refrain_trace_get_communicator (trace, comm)
                                          : NULL;

  if (communicator == NULL || refrain_communicator_is_self (communicator))
    g_array_append_val (processes, process);
  else
    for (guint side = 0; side < 2; side++)
      {
        gsize n;
        const gint32 *members = side == 0 ? refrain_communicator_get_members (communicator, &n)
                                          : refrain_communicator_get_remote (communicator, &n);

        for (gsize i = 0; i < n; i++)
          if (members[i] >= 0)
            g_array_append_val (processes, members[i]);
      }
  return refrain_loop_events_builder_add_group (builder, (const guint32 *) processes->data,
                                                processes->len);
}

/* What operation @op of @process, which does @symbol, is called after: a routine where its kind
 * says less, as of neighbours' collectives and of those that do not block; REFRAIN_NONE: its kind.
 */
static guint32
find_routine (RefrainSymbols *symbols, guint32 symbol, guint process, guint32 op)
{
  RefrainTrace *trace = refrain_symbols_get_trace (symbols);
  guint32 words[REFRAIN_SYMBOL_N_WORDS];
  guint32 routine;
  RefrainCollective kind;

  refrain_symbols_get_shifted (symbols, symbol, 0, words);
  if (words[REFRAIN_WORD_CLASS] < REFRAIN_CLASS_COLLECTIVE)
    return REFRAIN_NONE;
  kind = (RefrainCollective) (words[REFRAIN_WORD_CLASS] - REFRAIN_CLASS_COLLECTIVE);
  routine = refrain_trace_find_collective_routine (trace, process, op);
  return routine != REFRAIN_NONE
                 && (kind == REFRAIN_COLLECTIVE_UNKNOWN
                     || g_str_has_prefix (refrain_trace_get_routine_label (trace, routine),
                                          "MPI_I"))
             ? routine
             : REFRAIN_NONE;
}

/* The event that a symbol of the scheme below stands for, in the stream of @process; @routine: what
 * a collective is called after, or REFRAIN_NONE. */
static void
translate (RefrainLoopEventsBuilder *builder,
           RefrainSymbols *symbols,
           guint32 symbol,
           guint process,
           guint32 routine,
           RefrainLoopEvent *event)
{
  RefrainTrace *trace = refrain_symbols_get_trace (symbols);
  guint32 words[REFRAIN_SYMBOL_N_WORDS];
  guint32 name = 0, group = 0;
  RefrainLoopEventKind kind;

  refrain_symbols_get_shifted (symbols, symbol, 0, words);
  kind = words[REFRAIN_WORD_CLASS] == REFRAIN_CLASS_SEND   ? REFRAIN_LOOP_SEND
         : words[REFRAIN_WORD_CLASS] == REFRAIN_CLASS_RECV ? REFRAIN_LOOP_RECV
                                                           : REFRAIN_LOOP_SYNC;
  *event = (RefrainLoopEvent){ 0 };
  if (kind == REFRAIN_LOOP_SYNC)
    {
      name = refrain_loop_events_builder_add_name (
          builder,
          routine != REFRAIN_NONE
              ? refrain_trace_get_routine_label (trace, routine)
              : refrain_collective_get_name (
                  (RefrainCollective) (words[REFRAIN_WORD_CLASS] - REFRAIN_CLASS_COLLECTIVE)));
      group = add_communicator (builder, trace, words[REFRAIN_WORD_COMM] - 1, process);
    }
  else
    {
      event->peer = (gint32) words[REFRAIN_WORD_PEER] - 1;
      event->tag = (gint32) words[REFRAIN_WORD_TAG];
    }
  event->shape = refrain_loop_events_builder_add_shape (builder, kind, name, group);
}

/* Whether what @symbol means depends on whose stream it is in. */
static gboolean
is_own (RefrainSymbols *symbols, guint32 symbol)
{
  RefrainTrace *trace = refrain_symbols_get_trace (symbols);
  guint32 words[REFRAIN_SYMBOL_N_WORDS];
  guint32 comm;

  refrain_symbols_get_shifted (symbols, symbol, 0, words);
  comm = words[REFRAIN_WORD_COMM] - 1;
  return words[REFRAIN_WORD_CLASS] >= REFRAIN_CLASS_COLLECTIVE
         && (comm >= refrain_trace_get_n_communicators (trace)
             || refrain_communicator_is_self (refrain_trace_get_communicator (trace, comm)));
}

/* What a collective is called after is looked up where the routine that calls it is not the one in
 * which its symbol stood last. */
typedef struct
{
  guint32 calling; /* that one, + 1; 0: none yet; or one of these: */
  guint32 routine;
} Called;

#define BY_NOBODY  REFRAIN_NONE
#define IS_MESSAGE (REFRAIN_NONE - 1)

/* The same as find_routine(), with what was found last of each symbol in @called. */
static guint32
find_called (RefrainSymbols *symbols, Called *called, guint32 symbol, guint process, guint32 op)
{
  RefrainProcess *own;
  const RefrainOps *ops;
  guint32 calling;

  if (called[symbol].calling == IS_MESSAGE)
    return REFRAIN_NONE;
  own = refrain_trace_get_process (refrain_symbols_get_trace (symbols), process);
  ops = refrain_process_get_ops (own);
  if (REFRAIN_OP_IS_P2P (ops->kind[op]))
    calling = IS_MESSAGE;
  else if (ops->call[op] == REFRAIN_NONE)
    calling = BY_NOBODY;
  else
    calling = refrain_process_get_calls (own)->routine[ops->call[op]] + 1;
  if (called[symbol].calling != calling)
    called[symbol] = (Called){ calling, find_routine (symbols, symbol, process, op) };
  return called[symbol].routine;
}

/* A symbol where it first stands, or first in a process where its meaning depends on that. */
typedef struct
{
  guint32 symbol;
  guint32 process;
  guint32 routine; /* what it is called after, or REFRAIN_NONE */
} Appearance;

/* With the team: gives numbers to the events of all members' processes. */
static void
translate_all (RefrainLoopEventsBuilder *builder,
               RefrainSymbols *symbols,
               const RefrainShares *shares)
{
  const gsize n_symbols = refrain_symbols_get_n_symbols (symbols);
  g_autofree guint32 *seen = g_new0 (guint32, n_symbols + 1);
  g_autofree guint32 *routine = g_new0 (guint32, n_symbols + 1); /* where it was seen */
  g_autofree Called *called = g_new0 (Called, n_symbols + 1);
  g_autoptr (GByteArray) mine = g_byte_array_new ();
  g_autoptr (GPtrArray) all = NULL;

  for (guint32 p = 0; p < builder->n_processes; p++)
    {
      const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, p);

      for (gsize i = 0; i < stream->n; i++)
        {
          const guint32 symbol = stream->symbol[i];
          const Appearance new
              = { symbol, p, find_called (symbols, called, symbol, p, stream->op[i]) };

          if (routine[symbol] == new.routine
              && (seen[symbol] == p + 1 || (seen[symbol] != 0 && !is_own (symbols, symbol))))
            continue;
          seen[symbol] = p + 1;
          routine[symbol] = new.routine;
          REFRAIN_PARCEL_PUT (mine, new);
        }
    }
  all = refrain_team_gather (shares->team, mine->data, mine->len);
  for (guint m = 0; all != NULL && m < all->len; m++)
    for (RefrainParcel parcel = refrain_parcel_open (all, m); refrain_parcel_has_more (&parcel);)
      {
        Appearance other;
        RefrainLoopEvent meaning;

        refrain_parcel_take (&parcel, &other, sizeof other);
        translate (builder, symbols, other.symbol, other.process, other.routine, &meaning);
        add_event (builder, &meaning);
      }
}

/* The symbols of all operations; NULL with @error when cancelled. */
static RefrainSymbols *
read_symbols (RefrainTrace *trace,
              RefrainReceivePlace receive,
              GCancellable *cancellable,
              GError **error)
{
  const RefrainSymbolScheme scheme = {
    .fields = REFRAIN_SYMBOL_OP | REFRAIN_SYMBOL_PEER | REFRAIN_SYMBOL_TAG | REFRAIN_SYMBOL_COMM,
    .receive = receive,
    .point_to_point = TRUE,
    .collectives = TRUE,
  };

  return refrain_symbols_new (trace, &scheme, cancellable, error);
}

RefrainLoopEvents *
refrain_loop_events_new_receiving (RefrainTrace *trace,
                                   RefrainReceivePlace receive,
                                   GCancellable *cancellable,
                                   GError **error)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = NULL;
  g_autoptr (RefrainSymbols) symbols = NULL;
  RefrainLoopEvents *events;
  g_autofree guint32 *event_of = NULL;   /* of a symbol: its event + 1, or 0 */
  g_autofree guint32 *routine_of = NULL; /* ... and what that is called after */
  g_autofree Called *called = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  symbols = read_symbols (trace, receive, cancellable, error);
  if (symbols == NULL)
    return NULL;
  builder = refrain_loop_events_builder_new (refrain_trace_get_n_processes (trace));
  if (refrain_trace_get_shares (trace) != NULL)
    translate_all (builder, symbols, refrain_trace_get_shares (trace));
  event_of = g_new0 (guint32, refrain_symbols_get_n_symbols (symbols));
  routine_of = g_new0 (guint32, refrain_symbols_get_n_symbols (symbols));
  called = g_new0 (Called, refrain_symbols_get_n_symbols (symbols));
  for (guint p = 0; p < builder->n_processes; p++)
    {
      const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, p);
      Draft *draft = &builder->drafts[p];

      g_array_set_size (draft->event, (guint) stream->n);
      for (gsize i = 0; i < stream->n; i++)
        {
          const guint32 symbol = stream->symbol[i];
          const guint32 routine = find_called (symbols, called, symbol, p, stream->op[i]);
          guint32 event = event_of[symbol];

          if (event == 0 || routine_of[symbol] != routine)
            {
              RefrainLoopEvent meaning;

              translate (builder, symbols, symbol, p, routine, &meaning);
              event = add_event (builder, &meaning) + 1;
              if (!is_own (symbols, symbol))
                event_of[symbol] = event;
              routine_of[symbol] = routine;
            }
          g_array_index (draft->event, guint32, i) = event - 1;
          if (i % EVENTS_PER_CHECK == 0
              && g_cancellable_set_error_if_cancelled (cancellable, error))
            return NULL;
        }
      refrain_symbols_drop (symbols, p);
    }
  events = refrain_loop_events_builder_finish (builder, trace);
  for (guint p = 0; p < events->n_processes; p++)
    events->streams[p].op = refrain_symbols_get_stream (symbols, p)->op;
  events->symbols = g_steal_pointer (&symbols);
  return events;
}

RefrainLoopEvents *
refrain_loop_events_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  return refrain_loop_events_new_receiving (trace, REFRAIN_RECEIVE_SETS, cancellable, error);
}

/* ---- Without what is local ------------------------------------------------------------------ */

static gboolean
has_locals (RefrainLoopEvents *self)
{
  guint32 n;
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (self, &n);

  for (guint32 i = 0; i < n; i++)
    if (shapes[i].kind == REFRAIN_LOOP_LOCAL)
      return TRUE;
  return FALSE;
}

/* Number of @shape of @self in @builder. */
static guint32
copy_shape (RefrainLoopEvents *self,
            const RefrainLoopShape *shape,
            RefrainLoopEventsBuilder *builder)
{
  const gboolean is_sync = shape->kind == REFRAIN_LOOP_SYNC;
  guint32 name = 0, group = 0;

  if (is_sync)
    {
      gsize n;
      const guint32 *processes = refrain_loop_events_get_group (self, shape->group, &n);

      group = refrain_loop_events_builder_add_group (builder, processes, n);
    }
  if (is_sync || shape->name > 0)
    name = refrain_loop_events_builder_add_name (
        builder, refrain_loop_events_get_name (self, shape->name - !is_sync));
  return refrain_loop_events_builder_add_shape (
      builder, shape->kind, is_sync || shape->name == 0 ? name : name + 1, group);
}

RefrainLoopEvents *
refrain_loop_events_without_locals (RefrainLoopEvents *self)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = NULL;
  g_autofree guint32 *shape_of = NULL;
  guint32 n_events, n_shapes;
  const RefrainLoopEvent *events;
  const RefrainLoopShape *shapes;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (self), NULL);
  if (!has_locals (self))
    return g_object_ref (self);
  events = refrain_loop_events_get_events (self, &n_events);
  shapes = refrain_loop_events_get_shapes (self, &n_shapes);
  builder = refrain_loop_events_builder_new (self->n_processes);
  refrain_loop_events_builder_set_tag_prefix (builder, refrain_loop_events_get_tag_prefix (self));
  shape_of = g_new0 (guint32, n_shapes + 1);
  for (guint32 i = 0; i < n_shapes; i++)
    if (shapes[i].kind != REFRAIN_LOOP_LOCAL)
      shape_of[i] = copy_shape (self, &shapes[i], builder);
  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (self, p);

      for (gsize i = 0; i < stream->n; i++)
        {
          RefrainLoopEvent event = events[stream->event[i]];

          if (shapes[event.shape].kind == REFRAIN_LOOP_LOCAL)
            continue;
          event.shape = shape_of[event.shape];
          refrain_loop_events_builder_append (builder, p, &event,
                                              stream->op == NULL ? REFRAIN_NONE : stream->op[i]);
        }
    }
  return refrain_loop_events_builder_finish (builder, self->trace);
}

/* ---- Hubs ---------------------------------------------------------------------------------- */

typedef struct
{
  RefrainLoopEvents *self;
  const guint32 *hub;
  RefrainLoopEventsBuilder *builder; /* NULL: rows are only counted */
  const guint32 *shape_of;           /* in the builder */
  const guint32 *shape_of_hub;       /* of each hub that of its collective */
  const guint8 *once;                /* of each hub: processes do not agree on the number of rows */
} Hubs;

/* Copies the stream of @process without messages between it and its hub, or those around it, if it
 * is one. Returns how many rows these were. */
static guint
join_hubs_of (const Hubs *hubs, guint process)
{
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (hubs->self, process);
  const guint32 hub = hubs->hub[process];
  const guint n = hubs->self->n_processes;
  guint32 n_all;
  const RefrainLoopEvent *events = refrain_loop_events_get_events (hubs->self, &n_all);
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (hubs->self, &n_all);
  gboolean inside = FALSE;
  guint n_rows = 0;

  for (gsize i = 0; i < stream->n; i++)
    {
      RefrainLoopEvent event = events[stream->event[i]];
      const RefrainLoopEventKind kind = shapes[event.shape].kind;
      const gboolean message = kind == REFRAIN_LOOP_SEND || kind == REFRAIN_LOOP_RECV;
      const guint32 op = stream->op == NULL ? REFRAIN_NONE : stream->op[i];

      if (kind == REFRAIN_LOOP_SYNC)
        inside = FALSE;
      if (message && hub != REFRAIN_NONE && event.peer >= 0 && (guint) event.peer < n
          && hubs->hub[event.peer] == hub && (process == hub || (guint) event.peer == hub))
        {
          const gboolean is_new
              = !inside && (n_rows == 0 || hubs->once == NULL || !hubs->once[hub]);

          n_rows += !inside;
          inside = TRUE;
          if (!is_new || hubs->builder == NULL)
            continue;
          event = (RefrainLoopEvent){ .shape = hubs->shape_of_hub[hub] };
        }
      else
        {
          event.shape = hubs->shape_of != NULL ? hubs->shape_of[event.shape] : 0;
        }
      if (hubs->builder != NULL)
        refrain_loop_events_builder_append (hubs->builder, process, &event, op);
    }
  return n_rows;
}

/* A shape for the collective of each hub. Free with g_free(). */
static guint32 *
add_hub_shapes (RefrainLoopEvents *self,
                const guint32 *hub,
                const char *const *names,
                RefrainLoopEventsBuilder *builder)
{
  guint32 *shapes = g_new0 (guint32, (gsize) self->n_processes + 1);

  for (guint h = 0; h < self->n_processes; h++)
    {
      g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));

      if (hub[h] != h)
        continue;
      for (guint32 p = 0; p < self->n_processes; p++)
        if (hub[p] == h)
          g_array_append_val (members, p);
      shapes[h] = refrain_loop_events_builder_add_shape (
          builder, REFRAIN_LOOP_SYNC, refrain_loop_events_builder_add_name (builder, names[h]),
          refrain_loop_events_builder_add_group (
              builder, (const guint32 *) (gpointer) members->data, members->len));
    }
  return shapes;
}

RefrainLoopEvents *
refrain_loop_events_join_hubs (RefrainLoopEvents *self,
                               const guint32 *hub,
                               const char *const *names)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = NULL;
  g_autofree guint32 *shape_of = NULL, *of_hub = NULL;
  g_autofree guint *rows = NULL;
  g_autofree guint8 *once = NULL;
  Hubs hubs = { .self = self, .hub = hub };
  guint32 n_shapes;
  const RefrainLoopShape *shapes;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (self), NULL);

  rows = g_new0 (guint, (gsize) self->n_processes + 1);
  once = g_malloc0 ((gsize) self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    rows[p] = join_hubs_of (&hubs, p);
  for (guint p = 0; p < self->n_processes; p++)
    if (hub[p] != REFRAIN_NONE && rows[p] != rows[hub[p]])
      once[hub[p]] = TRUE;
  builder = refrain_loop_events_builder_new (self->n_processes);
  refrain_loop_events_builder_set_tag_prefix (builder, refrain_loop_events_get_tag_prefix (self));
  shapes = refrain_loop_events_get_shapes (self, &n_shapes);
  shape_of = g_new0 (guint32, (gsize) n_shapes + 1);
  for (guint32 i = 0; i < n_shapes; i++)
    shape_of[i] = copy_shape (self, &shapes[i], builder);
  of_hub = add_hub_shapes (self, hub, names, builder);
  hubs = (Hubs){ self, hub, builder, shape_of, of_hub, once };
  for (guint p = 0; p < self->n_processes; p++)
    join_hubs_of (&hubs, p);
  return refrain_loop_events_builder_finish (builder, self->trace);
}

void
refrain_processes_append (GString *text, const guint32 *processes, gsize n)
{
  if (n == 0)
    g_string_append_c (text, '-');
  for (gsize i = 0, last; i < n; i = last + 1)
    {
      for (last = i; last + 1 < n && processes[last + 1] == processes[last] + 1;)
        last++;
      g_string_append_printf (text, i == 0 ? "%u" : ",%u", processes[i]);
      if (last > i)
        g_string_append_printf (text, "-%u", processes[last]);
    }
}
