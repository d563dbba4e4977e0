/* refrain-paraver-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file is read once, line by line, and what each line says of a thread is put aside for it;
 * then each process gets its events in order, all processes at once.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-paraver.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-claims.h"
#include "refrain-compare.h"
#include "refrain-hash.h"
#include "refrain-parallel.h"
#include "refrain-paraver-definitions.h"
#include "refrain-paraver-items.h"
#include "refrain-mpi-names.h"
#include "refrain-paraver-names.h"
#include "refrain-text-lines.h"

/* Routines of MPI by type and value, for those that have a number of their own. */
#define N_MPI_TYPES  5
#define N_MPI_VALUES 256

typedef struct
{
  GCancellable *cancellable;
  RefrainTraceBuilder *builder;
  RefrainClaims claims;
  RefrainParaverLabels *labels;
  RefrainParaverDefinitions *definitions;
  RefrainParaverRun run;
  GHashTable *threads; /* of process << 32 | number: number of thread + 1 */
  gint64 last_key;     /* the thread of the last line, which is often that of the next */
  guint32 last_thread;
  GHashTable *routines;                   /* of type << 32 ^ value: routine + 1 */
  guint32 mpi[N_MPI_TYPES][N_MPI_VALUES]; /* routine + 1 */
  gboolean has_calls;                     /* so that nobody needs the states */
  gboolean has_records;                   /* communicators are complete */
} Reader;

/* ---- Threads and routines ---- */

REFRAIN_DEFINE_FREE (thread_free, RefrainParaverThread, g_clear_pointer (&x->items, g_array_unref);
                     g_clear_pointer (&x->late, g_array_unref);
                     g_clear_pointer (&x->instances, g_array_unref);
                     g_clear_pointer (&x->states, g_array_unref))

static guint32
add_thread (Reader *self, gint64 key)
{
  RefrainParaverThread *thread = g_new0 (RefrainParaverThread, 1);

  thread->process = (guint) (key >> 32);
  thread->number = (guint32) key;
  thread->communicator = REFRAIN_NONE;
  thread->items = g_array_new (FALSE, FALSE, sizeof (RefrainParaverItem));
  thread->late = g_array_new (FALSE, FALSE, sizeof (RefrainParaverItem));
  g_ptr_array_add (self->run.threads, thread);
  g_hash_table_insert (self->threads, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (self->run.threads->len));
  return self->run.threads->len - 1;
}

/* The thread that a record names by its application, task and thread; FALSE where there is none. */
static inline gboolean
find_thread (Reader *self, gint64 application, gint64 task, gint64 number, guint32 *thread)
{
  const RefrainParaverApplication *named;
  gpointer known;
  gint64 key;
  guint process;

  if (application < 1 || application > self->definitions->applications->len)
    return FALSE;
  named = &g_array_index (self->definitions->applications, RefrainParaverApplication,
                          application - 1);
  if (task < 1 || task > named->n_tasks)
    return FALSE;
  process = named->first_process + (guint) task - 1;
  if (number < 1 || number > g_array_index (self->definitions->threads, guint32, process))
    return FALSE;
  key = (gint64) process << 32 | number;
  if (key != self->last_key)
    {
      known = g_hash_table_lookup (self->threads, &key);
      self->last_thread = known != NULL ? GPOINTER_TO_UINT (known) - 1 : add_thread (self, key);
      self->last_key = key;
    }
  *thread = self->last_thread;
  return TRUE;
}

static guint32
add_routine (Reader *self, const char *name, gboolean mpi)
{
  const guint32 index = refrain_trace_builder_add_routine (self->builder, name, NULL, 0);
  g_autofree char *clean = refrain_routine_clean_name (name);
  const RefrainParaverRoutine routine = { .collective = refrain_mpi_find_collective (clean),
                                          .nonblocking = refrain_mpi_is_nonblocking (clean),
                                          .mpi = mpi };

  if (index >= self->run.routines->len)
    g_array_append_val (self->run.routines, routine);
  return index;
}

static guint32
make_routine (Reader *self, guint32 type, gint64 value)
{
  const char *name = refrain_paraver_labels_get_value (self->labels, type, value);
  g_autofree char *made = NULL;

  if (name == NULL)
    name = refrain_paraver_get_mpi_name (type, value);
  if (name == NULL)
    name = made
        = g_strdup_printf ("%s %" G_GINT64_FORMAT, refrain_paraver_get_call_label (type), value);
  return add_routine (self, name,
                      type >= REFRAIN_PARAVER_MPI_PTP && type <= REFRAIN_PARAVER_MPI_IO);
}

static guint32
find_routine (Reader *self, guint32 type, gint64 value)
{
  const guint32 mpi = type - REFRAIN_PARAVER_MPI_PTP;
  const gint64 key = ((gint64) type << 32) ^ value;
  gpointer known;
  guint32 routine;

  if (mpi < N_MPI_TYPES && value >= 0 && value < N_MPI_VALUES)
    {
      if (self->mpi[mpi][value] == 0)
        self->mpi[mpi][value] = make_routine (self, type, value) + 1;
      return self->mpi[mpi][value] - 1;
    }
  known = g_hash_table_lookup (self->routines, &key);
  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  routine = make_routine (self, type, value);
  g_hash_table_insert (self->routines, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (routine + 1));
  return routine;
}

/* Routines in the order in which the trace was told of them, not in that of their calls. */
static void
add_functions (Reader *self)
{
  gsize n;
  const gint64 *values = refrain_paraver_labels_get_functions (self->labels, &n);

  for (gsize i = 0; i < n; i++)
    find_routine (self, REFRAIN_PARAVER_USER_FUNCTION, values[i]);
}

/* ---- Records ---- */

static inline gboolean
take (char **at, gint64 *number)
{
  char *p = *at;
  gint64 value = 0;

  while (g_ascii_isdigit (*p) && p - *at < 18)
    value = value * 10 + (*p++ - '0');
  if (G_UNLIKELY (p == *at || (*p != ':' && *p != '\0')))
    return refrain_paraver_take_number (at, number);
  *number = value;
  *at = p + (*p == ':');
  return TRUE;
}

static gboolean
take_all (char **at, gint64 *numbers, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (!take (at, &numbers[i]))
      return FALSE;
  return TRUE;
}

static inline RefrainTime
to_time (const Reader *self, gint64 time)
{
  const gint64 most = REFRAIN_TIME_LIMIT / self->definitions->scale;

  /* One beyond is a defect that the recorder counts. */
  if (G_UNLIKELY (time > most || time < -most))
    return time > 0 ? REFRAIN_TIME_LIMIT + 1 : -REFRAIN_TIME_LIMIT - 1;
  return time * self->definitions->scale;
}

static inline void
add_item (RefrainParaverThread *thread,
          RefrainTime time,
          RefrainParaverItemKind kind,
          guint32 what,
          gint64 value)
{
  const RefrainParaverItem item = { time, value, what, kind };

  if (thread->items->len > 0
      && g_array_index (thread->items, RefrainParaverItem, thread->items->len - 1).time > time)
    thread->unsorted = TRUE;
  g_array_append_val (thread->items, item);
}

static void
add_late (RefrainParaverThread *thread,
          RefrainTime time,
          RefrainParaverItemKind kind,
          guint32 message,
          gint64 value)
{
  const RefrainParaverItem item = { time, value, message, kind };

  g_array_append_val (thread->late, item);
}

static void
drop_states (Reader *self)
{
  self->has_calls = TRUE;
  for (guint i = 0; i < self->run.threads->len; i++)
    {
      RefrainParaverThread *thread = g_ptr_array_index (self->run.threads, i);

      g_clear_pointer (&thread->states, g_array_unref);
    }
}

static void
take_call (Reader *self, RefrainParaverThread *thread, RefrainTime time, guint32 type, gint64 value)
{
  if (!self->has_calls)
    drop_states (self);
  if (value == 0)
    add_item (thread, time, REFRAIN_PARAVER_ITEM_LEAVE, 0, type);
  else
    add_item (thread, time, REFRAIN_PARAVER_ITEM_ENTER, find_routine (self, type, value), type);
}

static guint32
find_communicator (Reader *self, guint process, gint64 id)
{
  GArray *applications = self->definitions->applications;
  guint i = applications->len;

  while (g_array_index (applications, RefrainParaverApplication, i - 1).first_process > process)
    i--;
  return refrain_paraver_definitions_find_communicator (self->definitions, i - 1, id);
}

/* A send or receive of which the trace has no other end. */
static void
take_open (Reader *self, guint32 number, RefrainTime time, gboolean send, gint64 peer)
{
  RefrainParaverThread *thread = g_ptr_array_index (self->run.threads, number);
  const RefrainParaverMessage message = {
    .sender = send ? number : REFRAIN_NONE,
    .receiver = send ? REFRAIN_NONE : number,
    .peer = peer < 1 || peer > self->definitions->threads->len ? -1 : (gint32) (peer - 1),
    .send = REFRAIN_NONE,
    .receive = REFRAIN_NONE,
    .communicator = thread->communicator != REFRAIN_NONE
                        ? thread->communicator
                        : g_array_index (self->run.worlds, guint32, thread->process),
    .tag = (gint32) thread->open_tag,
    .bytes = (guint64) MAX (thread->open_size, 0),
  };
  const guint32 row = self->run.messages->len;

  if (row == G_MAXUINT32)
    return; /* the next record of a message says so */
  thread->communicator = REFRAIN_NONE;
  g_array_append_val (self->run.messages, message);
  if (send)
    add_item (thread, time, REFRAIN_PARAVER_ITEM_SEND, row, time);
  else
    add_late (thread, time, REFRAIN_PARAVER_ITEM_RECEIVE, row, time);
}

static void
take_event (Reader *self, guint32 number, RefrainTime time, gint64 type, gint64 value)
{
  RefrainParaverThread *thread = g_ptr_array_index (self->run.threads, number);

  switch (type)
    {
    case REFRAIN_PARAVER_MPI_PTP:
    case REFRAIN_PARAVER_MPI_COLLECTIVE:
    case REFRAIN_PARAVER_MPI_OTHER:
    case REFRAIN_PARAVER_MPI_RMA:
    case REFRAIN_PARAVER_MPI_IO:
    case REFRAIN_PARAVER_USER_FUNCTION:
    case REFRAIN_PARAVER_OPENMP_FUNCTION:
    case REFRAIN_PARAVER_PYTHON_FUNCTION:
    case REFRAIN_PARAVER_PTHREAD_CALL:
    case REFRAIN_PARAVER_CUDA_CALL:
      take_call (self, thread, time, (guint32) type, value);
      break;
    case REFRAIN_PARAVER_COMMUNICATOR:
      self->run.has_communicators = TRUE;
      if (value != 0)
        value = find_communicator (self, thread->process, value);
      else
        value = -1;
      add_item (thread, time, REFRAIN_PARAVER_ITEM_FIELD, (guint32) type, value);
      break;
    case REFRAIN_PARAVER_MESSAGE_COMMUNICATOR:
      thread->communicator = find_communicator (self, thread->process, value);
      break;
    case REFRAIN_PARAVER_OPEN_TAG:
      thread->open_tag = value;
      break;
    case REFRAIN_PARAVER_OPEN_SIZE:
      thread->open_size = value;
      break;
    case REFRAIN_PARAVER_OPEN_SEND:
    case REFRAIN_PARAVER_OPEN_RECEIVE:
      take_open (self, number, time, type == REFRAIN_PARAVER_OPEN_SEND, value);
      break;
    case REFRAIN_PARAVER_SEND_SIZE:
    case REFRAIN_PARAVER_RECEIVE_SIZE:
    case REFRAIN_PARAVER_ROOT:
    case REFRAIN_PARAVER_COLLECTIVE_TYPE:
    case REFRAIN_PARAVER_REQUEST:
    case REFRAIN_PARAVER_COMPLETION:
      add_item (thread, time, REFRAIN_PARAVER_ITEM_FIELD, (guint32) type, value);
      break;
    default:
      break;
    }
}

static const char *
no_thread (void)
{
  return _ ("names an application, task or thread that the header does not");
}

/* "1:cpu:application:task:thread:begin:end:state" */
static const char *
take_state (Reader *self, char *at)
{
  gint64 n[7];
  RefrainParaverThread *thread;
  RefrainParaverInterval interval;
  guint32 number;

  if (!take_all (&at, n, G_N_ELEMENTS (n)))
    return _ ("is no state: 1:processor:application:task:thread:begin:end:state");
  if (!find_thread (self, n[1], n[2], n[3], &number))
    return no_thread ();
  if (self->has_calls || n[6] == 0 || n[6] == 2)
    return NULL;
  thread = g_ptr_array_index (self->run.threads, number);
  if (thread->states == NULL)
    thread->states = g_array_new (FALSE, FALSE, sizeof interval);
  interval = (RefrainParaverInterval){ to_time (self, n[4]), to_time (self, n[5]), n[6] };
  g_array_append_val (thread->states, interval);
  return NULL;
}

/* "2:cpu:application:task:thread:time:type:value:type:value…" */
static const char *
take_events (Reader *self, char *at)
{
  const char *const cause
      = _ ("is no event: 2:processor:application:task:thread:time:type:value:…");
  gint64 n[5], event[2];
  guint32 number;

  if (!take_all (&at, n, G_N_ELEMENTS (n)))
    return cause;
  if (!find_thread (self, n[1], n[2], n[3], &number))
    return no_thread ();
  do
    {
      if (!take_all (&at, event, G_N_ELEMENTS (event)))
        return cause;
      take_event (self, number, to_time (self, n[4]), event[0], event[1]);
    }
  while (*at != '\0');
  return NULL;
}

/* "3:cpu:application:task:thread:logical:physical:cpu:application:task:thread:logical:physical:
 * size:tag": the sender, the receiver, and what is sent. */
static const char *
take_message (Reader *self, char *at)
{
  RefrainParaverMessage message = { .send = REFRAIN_NONE, .receive = REFRAIN_NONE };
  RefrainParaverThread *sender, *receiver;
  gint64 n[14];
  RefrainTime send, sent, post, receive;
  const guint32 number = self->run.messages->len;

  if (!take_all (&at, n, G_N_ELEMENTS (n)))
    return _ ("is no communication: 3:sender (processor, application, task, thread, two times):"
              "receiver:size:tag");
  if (!find_thread (self, n[1], n[2], n[3], &message.sender)
      || !find_thread (self, n[7], n[8], n[9], &message.receiver))
    return no_thread ();
  if (number == G_MAXUINT32)
    return _ ("there are more than 4,294,967,295 messages");
  sender = g_ptr_array_index (self->run.threads, message.sender);
  receiver = g_ptr_array_index (self->run.threads, message.receiver);
  send = to_time (self, n[4]);
  sent = MAX (to_time (self, n[5]), send);
  receive = to_time (self, n[11]);
  post = MIN (to_time (self, n[10]), receive);
  message.bytes = (guint64) MAX (n[12], 0);
  message.tag = (gint32) n[13];
  message.communicator = sender->communicator != REFRAIN_NONE
                             ? sender->communicator
                             : g_array_index (self->run.worlds, guint32, sender->process);
  if (sender->communicator == REFRAIN_NONE && n[1] != n[7])
    message.communicator = REFRAIN_NONE;
  sender->communicator = REFRAIN_NONE;
  g_array_append_val (self->run.messages, message);
  add_item (sender, send, REFRAIN_PARAVER_ITEM_SEND, number, sent);
  if (sent > send)
    add_late (sender, sent, REFRAIN_PARAVER_ITEM_SENT, number, send);
  if (post < receive)
    add_late (receiver, post, REFRAIN_PARAVER_ITEM_POST, number, receive);
  add_late (receiver, receive, REFRAIN_PARAVER_ITEM_RECEIVE, number, post);
  return NULL;
}

/* Before the first record: the communicators are complete. */
static void
begin_records (Reader *self)
{
  self->has_records = TRUE;
  refrain_paraver_definitions_find_worlds (self->definitions, self->builder);
  for (guint i = 0; i < self->definitions->applications->len; i++)
    {
      const RefrainParaverApplication *application
          = &g_array_index (self->definitions->applications, RefrainParaverApplication, i);

      for (guint task = 0; task < application->n_tasks; task++)
        g_array_append_val (self->run.worlds, application->world);
    }
}

/* The cause for which the line cannot be read, or NULL. */
static const char *
take_line (Reader *self, char *line)
{
  const char *cause;

  if (*line == '\0' || *line == '#')
    return NULL;
  if (line[1] == ':' && *line >= '1' && *line <= '3' && !self->has_records)
    begin_records (self);
  if (line[1] == ':')
    switch (*line)
      {
      case '1':
        return take_state (self, line + 2);
      case '2':
        return take_events (self, line + 2);
      case '3':
        return take_message (self, line + 2);
      case '4': /* Paraver itself passes these over */
        return NULL;
      case 'c':
      case 'C':
      case 'i':
      case 'I':
        if (self->has_records)
          return _ ("defines a communicator behind the first record");
        return refrain_paraver_definitions_add_communicator (self->definitions, line, self->labels,
                                                             self->builder, &self->claims, &cause)
                   ? NULL
                   : cause;
      default:
        break;
      }
  return _ ("is no record of a state (1:), an event (2:) or a communication (3:)");
}

/* Nobody needs them before all lines are read, and it is known how much there is. */
static gboolean
add_processes (Reader *self, GError **error)
{
  const guint n = self->definitions->threads->len;

  if (!refrain_claims_add (&self->claims, REFRAIN_CLAIM_PROCESSES, n, _ ("header"), error)
      || !refrain_claims_add (&self->claims, REFRAIN_CLAIM_THREADS, MAX (n, self->run.threads->len),
                              _ ("header"), error))
    return FALSE;
  refrain_paraver_definitions_add_processes (self->definitions, self->labels, self->builder);
  return TRUE;
}

static gboolean
read_lines (Reader *self, RefrainTextLines *lines, GError **error)
{
  g_autoptr (GError) local = NULL;
  const char *cause = NULL;
  gsize n;
  char *line = refrain_text_lines_next (lines, &n, &local);

  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (line == NULL)
    return refrain_text_lines_fail (lines, error, _ ("the file is empty"));
  self->definitions = refrain_paraver_definitions_new (line, &cause);
  if (self->definitions == NULL)
    return refrain_text_lines_fail (lines, error, cause);
  /* Of the header: there may be nothing behind it. */
  self->claims.bytes = refrain_text_lines_get_bytes (lines);
  refrain_trace_builder_set_clock (self->builder, 0, self->definitions->wall_clock);
  add_functions (self);
  while ((line = refrain_text_lines_next (lines, &n, &local)) != NULL)
    {
      self->claims.bytes = refrain_text_lines_get_bytes (lines);
      cause = take_line (self, line);
      if (cause != NULL)
        return refrain_text_lines_fail (lines, error, cause);
    }
  if (!self->has_records)
    begin_records (self);
  if (local == NULL)
    return add_processes (self, error);
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* ---- What all lines say together ---- */

REFRAIN_DEFINE_COMPARE_POINTERS (compare_threads,
                                 RefrainParaverThread,
                                 REFRAIN_RISING (process) ?: REFRAIN_RISING (number))

/* Puts the threads in order, with one at least for each process, and gives them recorders. */
static void
order_threads (Reader *self)
{
  GPtrArray *threads = self->run.threads;
  g_autofree RefrainParaverThread **was = NULL;
  g_autofree guint32 *place = NULL;
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);

  for (guint p = 0; p < self->definitions->threads->len; p++)
    {
      const gint64 key = (gint64) p << 32 | 1;

      if (!g_hash_table_contains (self->threads, &key))
        add_thread (self, key);
    }
  was = g_memdup2 (threads->pdata, threads->len * sizeof *was);
  g_ptr_array_sort (threads, compare_threads);
  for (guint i = 0; i < threads->len; i++)
    g_hash_table_insert (places, threads->pdata[i], GUINT_TO_POINTER (i));
  place = g_new (guint32, threads->len);
  for (guint i = 0; i < threads->len; i++)
    place[i] = GPOINTER_TO_UINT (g_hash_table_lookup (places, was[i]));
  for (guint i = 0; i < self->run.messages->len; i++)
    {
      RefrainParaverMessage *m = &g_array_index (self->run.messages, RefrainParaverMessage, i);

      if (m->sender != REFRAIN_NONE)
        m->sender = place[m->sender];
      if (m->receiver != REFRAIN_NONE)
        m->receiver = place[m->receiver];
    }
  for (guint i = 0, p = 0, before = 0; i < threads->len; i++)
    {
      RefrainParaverThread *thread = g_ptr_array_index (threads, i);
      const char *name;
      guint row;

      for (; p < thread->process; p++)
        before += g_array_index (self->definitions->threads, guint32, p);
      row = before + thread->number - 1;
      name = refrain_paraver_labels_get_row (self->labels, REFRAIN_PARAVER_LEVEL_THREAD, row);
      thread->recorder = refrain_trace_builder_add_thread (self->builder, thread->process, row,
                                                           name != NULL          ? name
                                                           : thread->number == 1 ? "Master thread"
                                                                                 : "");
    }
}

static const char *
name_state (Reader *self, gint64 state)
{
  const char *name = refrain_paraver_labels_get_state (self->labels, state);

  return name != NULL || state < 0 || state > G_MAXUINT
             ? name
             : refrain_paraver_get_state_name ((guint) state);
}

/* Makes calls of the states of @thread. */
static void
call_states (Reader *self, RefrainParaverThread *thread)
{
  for (guint i = 0; thread->states != NULL && i < thread->states->len; i++)
    {
      const RefrainParaverInterval *state
          = &g_array_index (thread->states, RefrainParaverInterval, i);
      const char *name = name_state (self, state->state);
      g_autofree char *made = NULL;
      guint32 routine;

      if (name == NULL)
        name = made = g_strdup_printf ("State %" G_GINT64_FORMAT, state->state);
      routine = add_routine (self, name, FALSE);
      add_item (thread, state->start, REFRAIN_PARAVER_ITEM_ENTER, routine,
                REFRAIN_PARAVER_USER_FUNCTION);
      add_item (thread, MAX (state->start, state->end), REFRAIN_PARAVER_ITEM_LEAVE, 0,
                REFRAIN_PARAVER_USER_FUNCTION);
    }
}

static void
sort_thread (gsize i, gpointer data)
{
  Reader *self = data;

  refrain_paraver_thread_sort (g_ptr_array_index (self->run.threads, i));
}

static void
record_process (gsize process, gpointer data)
{
  Reader *self = data;
  GPtrArray *threads = self->run.threads;
  guint first = 0, end = threads->len;

  /* Threads are in order of their processes, of which each has one at least. */
  while (first < end)
    {
      const guint middle = first + (end - first) / 2;

      if (((RefrainParaverThread *) threads->pdata[middle])->process < process)
        first = middle + 1;
      else
        end = middle;
    }
  for (end = first;
       end < threads->len && ((RefrainParaverThread *) threads->pdata[end])->process == process;)
    end++;
  refrain_paraver_record_process (&self->run, first, end);
}

static void
give_links (Reader *self)
{
  RefrainMessageLink *links = g_new (RefrainMessageLink, self->run.messages->len);
  gsize n = 0;

  for (guint i = 0; i < self->run.messages->len; i++)
    {
      const RefrainParaverMessage *m
          = &g_array_index (self->run.messages, RefrainParaverMessage, i);
      const RefrainParaverThread *sender, *receiver;

      if (m->sender == REFRAIN_NONE || m->receiver == REFRAIN_NONE)
        continue;
      sender = g_ptr_array_index (self->run.threads, m->sender);
      receiver = g_ptr_array_index (self->run.threads, m->receiver);
      links[n++]
          = (RefrainMessageLink){ sender->recorder, receiver->recorder, m->send, m->receive };
    }
  refrain_trace_builder_take_links (self->builder, links, n);
}

static gboolean
record (Reader *self, GError **error)
{
  const guint n_communicators = self->definitions->members->len;
  gboolean whole;

  if (!self->has_calls)
    for (guint i = 0; i < self->run.threads->len; i++)
      call_states (self, g_ptr_array_index (self->run.threads, i));
  order_threads (self);
  g_ptr_array_set_size (self->run.roots, (gint) n_communicators);
  self->run.is_self = g_new0 (gboolean, n_communicators + 1);
  if (self->definitions->self != REFRAIN_NONE)
    self->run.is_self[self->definitions->self] = TRUE;
  whole = refrain_parallel_run (self->run.threads->len, sort_thread, self, self->cancellable);
  if (whole)
    {
      refrain_paraver_find_roots (&self->run);
      whole = refrain_parallel_run (self->definitions->threads->len, record_process, self,
                                    self->cancellable);
    }
  if (whole)
    give_links (self);
  else
    g_cancellable_set_error_if_cancelled (self->cancellable, error);
  return whole;
}

/* ---- Doors ---- */

gboolean
refrain_paraver_sniff (const guint8 *bytes, gsize n)
{
  static const char magic[] = "#Paraver";

  return n >= strlen (magic) && memcmp (bytes, magic, strlen (magic)) == 0;
}

static char *
trace_name (const char *path)
{
  g_autofree char *base = refrain_paraver_name_beside (path, "");

  return g_filename_display_basename (base);
}

static void
free_roots (gpointer roots)
{
  g_clear_pointer ((GArray **) &roots, g_array_unref);
}

static void
reader_init (Reader *self)
{
  self->builder = refrain_trace_builder_new ();
  self->threads = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  self->routines = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  self->last_key = -1;
  self->run.threads = g_ptr_array_new_with_free_func (thread_free);
  self->run.messages = g_array_new (FALSE, FALSE, sizeof (RefrainParaverMessage));
  self->run.routines = g_array_new (FALSE, FALSE, sizeof (RefrainParaverRoutine));
  self->run.worlds = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->run.roots = g_ptr_array_new_with_free_func (free_roots);
}

REFRAIN_DEFINE_FREE (reader_free, Reader, g_object_unref (x->builder);
                     g_hash_table_unref (x->threads);
                     g_hash_table_unref (x->routines);
                     g_ptr_array_unref (x->run.threads);
                     refrain_unref_arrays (x->run.messages, x->run.routines, x->run.worlds);
                     g_ptr_array_unref (x->run.roots);
                     g_free (x->run.is_self);
                     g_clear_pointer (&x->labels, refrain_paraver_labels_free);
                     g_clear_pointer (&x->definitions, refrain_paraver_definitions_free))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Reader, reader_free)

RefrainTrace *
refrain_paraver_load (const char *path,
                      GCancellable *cancellable,
                      const RefrainProgress *progress,
                      GError **error)
{
  g_autoptr (Reader) self = g_new0 (Reader, 1);
  g_autoptr (RefrainTextLines) lines = NULL;
  g_autofree char *name = trace_name (path);
  g_autofree char *display = g_filename_display_name (path);

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  reader_init (self);
  self->cancellable = cancellable;
  self->claims.name = display;
  self->labels = refrain_paraver_labels_new (path, cancellable, error);
  lines = self->labels != NULL ? refrain_text_lines_new (path, error) : NULL;
  if (lines == NULL)
    return NULL;
  refrain_text_lines_set_progress (lines, cancellable, progress, _ ("Reading events"));
  refrain_trace_builder_set_source (self->builder, name, path, "Paraver");
  if (!read_lines (self, lines, error) || !record (self, error))
    return NULL;
  refrain_progress_tell (progress, 0.95, _ ("Matching messages"));
  return refrain_trace_builder_finish (self->builder, cancellable, error);
}
