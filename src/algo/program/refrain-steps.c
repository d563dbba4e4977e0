/* refrain-steps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Phases are numbered process by process. Messages join their phases in a union-find, first in
 * first out a channel; steps of which each comes before the other (Tarjan 1972) become one. What is
 * left is a partial order of steps.
 */
#include "refrain-steps.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-union-find.h"

/* Phases between two looks at the cancellable. */
#define PHASES_PER_CHECK 65536

typedef struct
{
  RefrainLoopEvents *events;
  const RefrainLoopEvent *event;
  const RefrainLoopShape *shapes;
  RefrainCuts cuts;
  const RefrainSample *sample; /* or NULL: all */
  GCancellable *cancellable;
  RefrainSteps *steps;

  guint32 *key;       /* of an event: what must not come again in a phase */
  guint32 *seen;      /* of a key: the last phase that held it, + 1 */
  GArray *phase;      /* of guint32: type of each phase */
  GArray *element;    /* of guint32: where each phase begins in its stream */
  gsize *first;       /* first phase of each process, n_processes + 1 */
  guint32 *parent;    /* union-find of phases */
  guint32 *component; /* of a root: its step */
} Cutter;

/* ---- Phases --------------------------------------------------------------------------------- */

static RefrainLoopEventKind
kind_of (const Cutter *self, guint32 event)
{
  return self->shapes[self->event[event].shape].kind;
}

/* Gives each event its key. */
static void
number_keys (Cutter *self)
{
  g_auto (RefrainSequenceTable) keys = { 0 };
  guint32 n, n_shapes;

  self->event = refrain_loop_events_get_events (self->events, &n);
  self->shapes = refrain_loop_events_get_shapes (self->events, &n_shapes);
  self->key = g_new (guint32, n + 1);
  self->seen = g_new0 (guint32, n + 1);
  refrain_sequence_table_init (&keys);
  for (guint32 e = 0; e < n; e++)
    {
      const RefrainLoopShape *shape = &self->shapes[self->event[e].shape];
      const gboolean tags = (self->cuts & REFRAIN_CUT_TAGS) != 0;
      const guint32 words[4] = { shape->kind, (guint32) self->event[e].peer, tags ? shape->name : 0,
                                 tags ? (guint32) self->event[e].tag : 0 };

      self->key[e] = refrain_sequence_table_add (&keys, words, 4, NULL);
    }
}

/* Calls of @process that wait, ascending; NULL where there is no trace. */
static GArray *
list_waits (Cutter *self, guint process)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (self->events);
  const RefrainCalls *calls;
  GArray *waits;
  g_autofree gboolean *is_wait = NULL;
  guint n_routines;

  if (trace == NULL || (self->cuts & REFRAIN_CUT_WAIT) == 0)
    return NULL;
  n_routines = refrain_trace_get_n_routines (trace);
  is_wait = g_new0 (gboolean, n_routines + 1);
  for (guint r = 0; r < n_routines; r++)
    {
      const char *name = refrain_routine_get_name (refrain_trace_get_routine (trace, r));

      is_wait[r] = name != NULL && g_ascii_strncasecmp (name, "mpi_wait", 8) == 0;
    }
  waits = g_array_new (FALSE, FALSE, sizeof (guint32));
  calls = refrain_trace_get_calls (trace, process);
  for (gsize c = 0; c < calls->n; c++)
    if (calls->routine[c] < n_routines && is_wait[calls->routine[c]])
      g_array_append_val (waits, (guint32){ (guint32) c });
  return waits;
}

/* The state while one process is cut. */
typedef struct
{
  const RefrainLoopStream *stream;
  const RefrainOps *ops; /* or NULL */
  GArray *waits;         /* or NULL */
  guint next_wait;
  gboolean last_sent;
  gboolean single; /* the phase is a collective or local event */
} Cursor;

/* Whether a wait returned between the operation before and element @i. */
static gboolean
has_waited (Cursor *cursor, gsize i)
{
  const guint32 call = cursor->ops->call[cursor->stream->op[i]];
  gboolean waited = FALSE;

  if (call == REFRAIN_NONE)
    return FALSE;
  while (cursor->next_wait < cursor->waits->len
         && g_array_index (cursor->waits, guint32, cursor->next_wait) < call)
    {
      cursor->next_wait++;
      waited = TRUE;
    }
  return waited;
}

static gboolean
must_cut (Cutter *self, Cursor *cursor, gsize i, RefrainLoopEventKind kind)
{
  const guint32 key = self->key[cursor->stream->event[i]];
  const gboolean waited = cursor->waits != NULL && has_waited (cursor, i);

  return cursor->single || kind >= REFRAIN_LOOP_SYNC || waited
         || ((self->cuts & REFRAIN_CUT_AGAIN) != 0 && self->seen[key] == self->phase->len + 1)
         || ((self->cuts & REFRAIN_CUT_TURN) != 0 && kind == REFRAIN_LOOP_RECV
             && cursor->last_sent);
}

/* Puts down the phase that @words (a process, then events) hold. */
static void
end_phase (Cutter *self, GArray *words, gsize i)
{
  const guint32 start = (guint32) (i + 1 - words->len);
  const guint32 type = refrain_sequence_table_add (
      &self->steps->phases, (const guint32 *) (gpointer) words->data, words->len, NULL);

  g_array_append_val (self->phase, type);
  g_array_append_val (self->element, start);
  g_array_set_size (words, 1);
}

/* Cuts the elements @from to @to, @words being empty before and behind. */
static void
cut_piece (Cutter *self, Cursor *cursor, GArray *words, gsize from, gsize to)
{
  for (gsize i = from; i < to; i++)
    {
      const guint32 event = cursor->stream->event[i];
      const RefrainLoopEventKind kind = kind_of (self, event);

      if (must_cut (self, cursor, i, kind) && words->len > 1)
        end_phase (self, words, i);
      g_array_append_val (words, event);
      self->seen[self->key[event]] = self->phase->len + 1;
      cursor->single = kind >= REFRAIN_LOOP_SYNC;
      cursor->last_sent = kind == REFRAIN_LOOP_SEND;
    }
  if (words->len > 1)
    end_phase (self, words, to);
  self->steps->n_operations += to - from;
}

static void
cut_process (Cutter *self, guint process)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (self->events);
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) waits = list_waits (self, process);
  Cursor cursor
      = { .stream = refrain_loop_events_get_stream (self->events, process), .waits = waits };

  if (trace != NULL)
    cursor.ops = refrain_trace_get_ops (trace, process);
  g_array_append_val (words, process);
  if (self->sample == NULL)
    cut_piece (self, &cursor, words, 0, cursor.stream->n);
  for (guint i = 0; self->sample != NULL && i < self->sample->n_pieces; i++)
    {
      const gsize *piece = &self->sample->bounds[2 * (process * self->sample->n_pieces + i)];

      cut_piece (self, &cursor, words, piece[0], piece[1]);
    }
}

static gboolean
cut_all (Cutter *self, GError **error)
{
  const guint n = self->steps->n_processes;

  number_keys (self);
  self->first = g_new0 (gsize, n + 1);
  self->phase = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->element = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint p = 0; p < n; p++)
    {
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      self->first[p] = self->phase->len;
      cut_process (self, p);
    }
  self->first[n] = self->phase->len;
  self->parent = refrain_union_find_new (self->phase->len);
  return TRUE;
}

/* ---- Joining over messages ------------------------------------------------------------------ */

/* The channel of each operation of a type of phase; collectives: the group's number. */
typedef struct
{
  gsize *first;     /* of a type of phase */
  guint32 *channel; /* of each of its operations */
  guint32 n_channels;
  guint32 *n_sends, *n_recvs; /* of a channel */
} Channels;

REFRAIN_DEFINE_AUTO (channels_clear,
                     Channels,
                     refrain_free (x->first, x->channel, x->n_sends, x->n_recvs))

static void
number_channels (Cutter *self, Channels *channels)
{
  const RefrainSequenceTable *phases = &self->steps->phases;
  g_auto (RefrainSequenceTable) table = { 0 };

  refrain_sequence_table_init (&table);
  channels->first = g_new0 (gsize, phases->n + 1);
  channels->channel = g_new (guint32, phases->words->len + 1);
  for (guint32 t = 0; t < phases->n; t++)
    {
      gsize n;
      const guint32 *words = refrain_sequence_table_get (phases, t, &n);
      guint32 *channel = &channels->channel[channels->first[t]];

      for (gsize i = 1; i < n; i++)
        {
          const RefrainLoopEvent *event = &self->event[words[i]];
          const RefrainLoopShape *shape = &self->shapes[event->shape];
          const gboolean send = shape->kind == REFRAIN_LOOP_SEND;
          const guint32 key[4]
              = { send ? words[0] : (guint32) event->peer, send ? (guint32) event->peer : words[0],
                  shape->name, (guint32) event->tag };

          channel[i - 1] = shape->kind == REFRAIN_LOOP_SYNC ? shape->group
                           : shape->kind == REFRAIN_LOOP_LOCAL
                               ? REFRAIN_NONE
                               : refrain_sequence_table_add (&table, key, 4, NULL);
        }
      channels->first[t + 1] = channels->first[t] + n - 1;
    }
  channels->n_channels = table.n;
  channels->n_sends = g_new0 (guint32, table.n + 1);
  channels->n_recvs = g_new0 (guint32, table.n + 1);
}

static void
count_messages (Cutter *self, Channels *channels)
{
  const RefrainSequenceTable *phases = &self->steps->phases;
  g_autofree guint32 *times = g_new0 (guint32, phases->n + 1);

  for (guint i = 0; i < self->phase->len; i++)
    times[g_array_index (self->phase, guint32, i)]++;
  for (guint32 t = 0; t < phases->n; t++)
    {
      gsize n;
      const guint32 *words = refrain_sequence_table_get (phases, t, &n);
      const guint32 *channel = &channels->channel[channels->first[t]];

      for (gsize i = 1; i < n; i++)
        if (kind_of (self, words[i]) == REFRAIN_LOOP_SEND)
          channels->n_sends[channel[i - 1]] += times[t];
        else if (kind_of (self, words[i]) == REFRAIN_LOOP_RECV)
          channels->n_recvs[channel[i - 1]] += times[t];
    }
}

/* Where the trace holds sends that nobody received, or the reverse, order tells nothing: there the
 * partners of the trace. */
typedef struct
{
  const RefrainLoopStream *stream;
  const RefrainOps *ops;
  GHashTable *phase_of; /* of a receive, process << 32 | row: its send's phase + 1 */
} Partners;

static gint64
make_key (guint process, guint32 row)
{
  return (gint64) ((guint64) process << 32 | row);
}

static void
remember_partner (Partners *partners, gsize element, guint32 phase)
{
  const guint32 row = partners->stream->op[element];

  if (partners->ops->partner[row] != REFRAIN_NONE && partners->ops->peer[row] >= 0)
    {
      const gint64 key = make_key ((guint) partners->ops->peer[row], partners->ops->partner[row]);

      g_hash_table_insert (partners->phase_of, g_memdup2 (&key, sizeof key),
                           GUINT_TO_POINTER (phase + 1));
    }
}

static void
set_process (Cutter *self, Partners *partners, guint process)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (self->events);

  partners->stream = refrain_loop_events_get_stream (self->events, process);
  partners->ops = trace == NULL ? NULL : refrain_trace_get_ops (trace, process);
}

/* Whether the k-th send of channel @c is the k-th receive. */
static gboolean
is_fifo (const Cutter *self, const Channels *channels, guint32 c, const Partners *partners)
{
  return channels->n_sends[c] == channels->n_recvs[c] || partners->ops == NULL;
}

/* The sends of all phases: where each channel's begin in @sends, which gets their phases. */
static void
collect_sends (Cutter *self,
               const Channels *channels,
               Partners *partners,
               const guint64 *start,
               guint32 *sends)
{
  g_autofree guint32 *next = g_new0 (guint32, channels->n_channels + 1);

  for (guint p = 0; p < self->steps->n_processes; p++)
    {
      set_process (self, partners, p);
      for (gsize x = self->first[p]; x < self->first[p + 1]; x++)
        {
          const guint32 t = g_array_index (self->phase, guint32, x);
          const guint32 *channel = &channels->channel[channels->first[t]];
          gsize n;
          const guint32 *words = refrain_sequence_table_get (&self->steps->phases, t, &n);

          for (gsize i = 1; i < n; i++)
            {
              const guint32 c = channel[i - 1];

              if (kind_of (self, words[i]) != REFRAIN_LOOP_SEND)
                continue;
              if (is_fifo (self, channels, c, partners))
                sends[start[c] + next[c]++] = (guint32) x;
              else
                remember_partner (partners, g_array_index (self->element, guint32, x) + i - 1,
                                  (guint32) x);
            }
        }
    }
}

/* @instances: of a group, the first phase of each of its collectives. */
static void
join_instance (Cutter *self, GArray **instances, guint32 *counts, guint32 group, guint32 phase)
{
  const guint32 k = counts[group]++;
  gsize n_members;

  refrain_loop_events_get_group (self->events, group, &n_members);
  if (n_members < 2)
    return;
  if (instances[group] == NULL)
    instances[group] = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (k == instances[group]->len)
    g_array_append_val (instances[group], phase);
  else
    refrain_union_find_join (self->parent, phase, g_array_index (instances[group], guint32, k));
}

/* Groups have numbers below it. */
static guint32
count_groups (Cutter *self)
{
  guint32 n, most = 0;
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (self->events, &n);

  for (guint32 i = 0; i < n; i++)
    most = MAX (most, shapes[i].group);
  return most + 1;
}

static void
join_phase (Cutter *self,
            const Channels *channels,
            Partners *partners,
            const guint64 *start,
            const guint32 *sends,
            guint32 *next,
            GArray **instances,
            guint32 *counts,
            gsize x)
{
  const guint32 t = g_array_index (self->phase, guint32, x);
  const guint32 *channel = &channels->channel[channels->first[t]];
  gsize n;
  const guint32 *words = refrain_sequence_table_get (&self->steps->phases, t, &n);

  for (gsize i = 1; i < n; i++)
    {
      const guint32 c = channel[i - 1];
      const RefrainLoopEventKind kind = kind_of (self, words[i]);

      if (kind == REFRAIN_LOOP_SYNC)
        join_instance (self, instances, counts, c, (guint32) x);
      else if (kind != REFRAIN_LOOP_RECV)
        continue;
      else if (is_fifo (self, channels, c, partners))
        {
          if (next[c] < channels->n_sends[c])
            refrain_union_find_join (self->parent, (guint32) x, sends[start[c] + next[c]++]);
        }
      else
        {
          const gsize element = g_array_index (self->element, guint32, x) + i - 1;
          const gint64 key = make_key (words[0], partners->stream->op[element]);
          const gpointer known = g_hash_table_lookup (partners->phase_of, &key);

          if (known != NULL)
            refrain_union_find_join (self->parent, (guint32) x, GPOINTER_TO_UINT (known) - 1);
        }
    }
}

static gboolean
join_all (Cutter *self, GError **error)
{
  g_auto (Channels) channels = { 0 };
  g_autoptr (GHashTable) phase_of
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  const guint32 n_groups = count_groups (self);
  g_autofree GArray **instances = g_new0 (GArray *, n_groups);
  g_autofree guint32 *counts = g_new0 (guint32, n_groups);
  g_autofree guint64 *start = NULL;
  g_autofree guint32 *sends = NULL, *next = NULL;
  Partners partners = { NULL, NULL, phase_of };
  gboolean done = TRUE;

  number_channels (self, &channels);
  count_messages (self, &channels);
  start = g_new0 (guint64, channels.n_channels + 1);
  next = g_new0 (guint32, channels.n_channels + 1);
  for (guint32 c = 0; c < channels.n_channels; c++)
    start[c + 1] = start[c] + channels.n_sends[c];
  sends = g_new (guint32, start[channels.n_channels] + 1);
  collect_sends (self, &channels, &partners, start, sends);
  for (guint p = 0; p < self->steps->n_processes && done; p++)
    {
      set_process (self, &partners, p);
      refrain_fill (counts, 0, n_groups * sizeof *counts);
      for (gsize x = self->first[p]; x < self->first[p + 1] && done; x++)
        {
          join_phase (self, &channels, &partners, start, sends, next, instances, counts, x);
          if (x % PHASES_PER_CHECK == 0)
            done = !g_cancellable_set_error_if_cancelled (self->cancellable, error);
        }
    }
  for (guint32 g = 0; g < n_groups; g++)
    g_clear_pointer (&instances[g], g_array_unref);
  return done;
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* Tarjan's search over the roots; a root's successors are the roots of what follows its phases. */
typedef struct
{
  Cutter *cutter;
  guint32 *who;              /* process of a phase */
  guint32 *begin;            /* of a root: where its members begin; n + 1 */
  guint32 *member;           /* phases, root by root, ascending */
  guint32 *index, *low, *at; /* of a root; index 0: not met */
  GArray *open;              /* of guint32: Tarjan's stack */
  GArray *path;              /* of guint32: roots that are being visited */
  guint32 n_met;
  GArray *type_words; /* of guint32 */
  GArray *phases;     /* of guint32: members of a step */
} Search;

/* Members of each root, and the process of each phase. */
static void
search_init (Search *self, Cutter *cutter)
{
  const guint n = cutter->phase->len;

  self->cutter = cutter;
  self->who = g_new (guint32, n + 1);
  for (guint p = 0; p < cutter->steps->n_processes; p++)
    for (gsize x = cutter->first[p]; x < cutter->first[p + 1]; x++)
      self->who[x] = p;
  self->begin = g_new0 (guint32, n + 2);
  self->member = g_new (guint32, n + 1);
  for (guint x = 0; x < n; x++)
    self->begin[refrain_union_find_root (cutter->parent, x) + 2]++;
  for (guint x = 0; x < n; x++)
    self->begin[x + 2] += self->begin[x + 1];
  for (guint x = 0; x < n; x++)
    self->member[self->begin[refrain_union_find_root (cutter->parent, x) + 1]++] = x;
  self->index = g_new0 (guint32, n + 1);
  self->low = g_new0 (guint32, n + 1);
  self->at = g_new0 (guint32, n + 1);
  self->open = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->path = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->type_words = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->phases = g_array_new (FALSE, FALSE, sizeof (guint32));
}

REFRAIN_DEFINE_CLEAR (search_clear,
                      Search,
                      refrain_free (x->who, x->begin, x->member, x->index, x->low, x->at);
                      refrain_unref_arrays (x->open, x->path, x->type_words, x->phases))

/* Whether phase @x has one behind it, in its process. */
static gboolean
has_next (const Search *self, guint32 x)
{
  return x + 1 < self->cutter->phase->len && self->who[x + 1] == self->who[x];
}

/* The roots from @root on, on top of the stack, are one step. */
static void
end_step (Search *self, guint32 root)
{
  Cutter *cutter = self->cutter;
  RefrainSteps *steps = cutter->steps;
  const guint32 step = steps->n_steps++;
  guint32 tail = 0, n_roots = 0, top;

  g_array_set_size (self->phases, 0);
  g_array_set_size (self->type_words, 0);
  do
    {
      top = g_array_index (self->open, guint32, self->open->len - 1);
      g_array_set_size (self->open, self->open->len - 1);
      cutter->component[top] = step;
      g_array_append_vals (self->phases, &self->member[self->begin[top]],
                           self->begin[top + 1] - self->begin[top]);
      n_roots++;
    }
  while (top != root);
  if (n_roots > 1)
    g_array_sort (self->phases, refrain_compare_uint32);
  steps->n_joined += n_roots > 1;
  for (guint i = 0; i < self->phases->len; i++)
    {
      const guint32 x = g_array_index (self->phases, guint32, i);

      g_array_append_val (self->type_words, g_array_index (cutter->phase, guint32, x));
      if (has_next (self, x))
        {
          const guint32 next = cutter->component[refrain_union_find_root (cutter->parent, x + 1)];

          if (next != step)
            tail = MAX (tail, steps->tail[next]);
        }
    }
  steps->tail[step] = tail + 1;
  steps->type[step] = refrain_sequence_table_add (
      &steps->types, (const guint32 *) (gpointer) self->type_words->data, self->type_words->len,
      NULL);
}

static void
meet (Search *self, guint32 root)
{
  self->index[root] = self->low[root] = ++self->n_met;
  self->at[root] = self->begin[root];
  g_array_append_val (self->open, root);
  g_array_append_val (self->path, root);
}

/* One successor of the root that is being visited; FALSE where it has no more. */
static gboolean
visit_next (Search *self, guint32 root)
{
  Cutter *cutter = self->cutter;

  while (self->at[root] < self->begin[root + 1])
    {
      const guint32 x = self->member[self->at[root]++];
      guint32 next;

      if (!has_next (self, x))
        continue;
      next = refrain_union_find_root (cutter->parent, x + 1);
      if (self->index[next] == 0)
        {
          meet (self, next);
          return TRUE;
        }
      if (cutter->component[next] == REFRAIN_NONE)
        self->low[root] = MIN (self->low[root], self->index[next]);
    }
  return FALSE;
}

static void
visit (Search *self, guint32 from)
{
  meet (self, from);
  while (self->path->len > 0)
    {
      const guint32 root = g_array_index (self->path, guint32, self->path->len - 1);

      if (visit_next (self, root))
        continue;
      g_array_set_size (self->path, self->path->len - 1);
      if (self->path->len > 0)
        {
          const guint32 below = g_array_index (self->path, guint32, self->path->len - 1);

          self->low[below] = MIN (self->low[below], self->low[root]);
        }
      if (self->low[root] == self->index[root])
        end_step (self, root);
    }
}

/* Each process' steps; those of one component stand together. */
static void
list_chains (Cutter *self)
{
  RefrainSteps *steps = self->steps;
  gsize n = 0;

  steps->chain_first = g_new0 (gsize, steps->n_processes + 1);
  steps->chain = g_new (guint32, self->phase->len + 1);
  steps->element = g_new (guint32, self->phase->len + 1);
  for (guint p = 0; p < steps->n_processes; p++)
    {
      steps->chain_first[p] = n;
      for (gsize x = self->first[p]; x < self->first[p + 1]; x++)
        {
          const guint32 step = self->component[refrain_union_find_root (self->parent, (guint32) x)];

          if (n > steps->chain_first[p] && steps->chain[n - 1] == step)
            continue;
          steps->element[n] = g_array_index (self->element, guint32, x);
          steps->chain[n++] = step;
        }
    }
  steps->chain_first[steps->n_processes] = n;
}

static void
find_steps (Cutter *self)
{
  RefrainSteps *steps = self->steps;
  const guint n = self->phase->len;
  Search search = { 0 };

  self->component = g_new (guint32, n + 1);
  memset (self->component, 0xff, (n + 1) * sizeof *self->component);
  steps->type = g_new (guint32, n + 1);
  steps->tail = g_new (guint32, n + 1);
  search_init (&search, self);
  for (guint32 x = 0; x < n; x++)
    if (self->parent[x] == x && search.index[x] == 0)
      visit (&search, x);
  search_clear (&search);
  list_chains (self);
}

RefrainSteps *
refrain_steps_new (RefrainLoopEvents *events,
                   RefrainCuts cuts,
                   const RefrainSample *sample,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (RefrainSteps) steps = g_new0 (RefrainSteps, 1);
  Cutter cutter = {
    .events = events, .cuts = cuts, .sample = sample, .cancellable = cancellable, .steps = steps
  };
  gboolean done;

  steps->n_processes = refrain_loop_events_get_n_processes (events);
  refrain_sequence_table_init (&steps->phases);
  refrain_sequence_table_init (&steps->types);
  done = cut_all (&cutter, error) && join_all (&cutter, error);
  if (done)
    find_steps (&cutter);
  refrain_free (cutter.key, cutter.seen, cutter.first, cutter.parent, cutter.component);
  g_clear_pointer (&cutter.phase, g_array_unref);
  g_clear_pointer (&cutter.element, g_array_unref);
  return done ? g_steal_pointer (&steps) : NULL;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_steps_free,
                             RefrainSteps,
                             refrain_sequence_table_clear (&x->phases);
                             refrain_sequence_table_clear (&x->types);
                             refrain_free (x->type, x->tail, x->chain_first, x->chain, x->element))
