/* refrain-paje-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file is read once; each line is put aside for the thread that it tells of. The two ends of a
 * link find each other by their key, whichever comes first.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-paje.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "refrain-arrays.h"
#include "refrain-mpi-names.h"
#include "refrain-paje-definitions.h"
#include "refrain-paje-thread.h"
#include "refrain-parallel.h"
#include "refrain-text-lines.h"

#define NS_PER_SECOND 1000000000
/* What an item can hold. */
#define MAX_NUMBER ((1u << 29) - 1)

/* Ends of links with one key that wait for the other end, first in, first out. */
typedef struct
{
  gboolean starts; /* the starts wait */
  guint first;
  GArray *messages; /* guint32 */
} Pending;

typedef struct
{
  GCancellable *cancellable;
  RefrainTraceBuilder *builder;
  RefrainClaims claims;
  RefrainPajeDefinitions *definitions;
  RefrainPajeContainers containers;
  GPtrArray *values;   /* of each type: a GHashTable from an alias to a name, or NULL */
  GPtrArray *routines; /* of each type: a GHashTable from a value to its routine + 1, or NULL */
  RefrainPajeRun run;
  GArray *link_types;  /* gint32: of each message, its type */
  GHashTable *pending; /* of a type and a key: Pending */
  GString *key;        /* scratch */
  guint32 order;
} Reader;

/* ---- Numbers ---- */

/* Seconds, exact to the nanosecond where they are written without an exponent; FALSE where @text is
 * no number. What is out of range the recorder counts. */
static gboolean
take_time (const char *text, RefrainTime *time)
{
  const char *p = text + (*text == '-');
  gint64 seconds = 0, part = 0, unit = NS_PER_SECOND / 10;
  char *end;
  double value;

  while (g_ascii_isdigit (*p) && p - text < 12)
    seconds = seconds * 10 + (*p++ - '0');
  if (*p == '.')
    for (p++; g_ascii_isdigit (*p); p++, unit /= 10)
      part += unit * (*p - '0');
  if (*p == '\0' && p > text && g_ascii_isdigit (p[-1]))
    {
      *time = (seconds * NS_PER_SECOND + part) * (*text == '-' ? -1 : 1);
      return TRUE;
    }
  value = g_ascii_strtod (text, &end) * NS_PER_SECOND;
  if (end == text || *end != '\0' || isnan (value))
    return FALSE;
  *time = value > (double) REFRAIN_TIME_LIMIT    ? REFRAIN_TIME_LIMIT + 1
          : value < -(double) REFRAIN_TIME_LIMIT ? -REFRAIN_TIME_LIMIT - 1
                                                 : (RefrainTime) llround (value);
  return TRUE;
}

static guint64
take_size (const char *text)
{
  char *end;
  const double value = text != NULL ? g_ascii_strtod (text, &end) : 0;

  return text == NULL || end == text || !(value >= 0) ? 0
         : value >= (double) G_MAXINT64               ? G_MAXINT64
                                                      : (guint64) value;
}

/* The number behind @name in "src=0, dest=1, len=64, tag=7"; FALSE where there is none. */
static gboolean
find_assignment (const char *text, const char *name, gint64 *value)
{
  const char *at = text != NULL ? strstr (text, name) : NULL;
  char *end;

  if (at == NULL)
    return FALSE;
  *value = g_ascii_strtoll (at + strlen (name), &end, 10);
  return end != at + strlen (name);
}

/* The tag in the key of SMPI: "source_destination_tag_number". */
static gboolean
find_tag_in_key (const char *key, gint64 *tag)
{
  gint64 numbers[4];

  for (guint i = 0; i < 4; i++)
    {
      char *end;

      numbers[i] = g_ascii_strtoll (key, &end, 10);
      if (end == key || *end != (i < 3 ? '_' : '\0'))
        return FALSE;
      key = end + 1;
    }
  *tag = numbers[2];
  return TRUE;
}

/* ---- Routines ---- */

static GHashTable *
table_of (GPtrArray *tables, guint32 type)
{
  if (type >= tables->len)
    g_ptr_array_set_size (tables, (gint) type + 1);
  if (tables->pdata[type] == NULL)
    tables->pdata[type] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return tables->pdata[type];
}

/* The name as MPI spells it where the states of SMPI leave "MPI_" out ("send", "waitAll"). */
static char *
find_mpi_name (const char *type, const char *name)
{
  g_autofree char *full = g_strconcat ("mpi_", name, NULL);
  g_autofree char *clean = NULL;
  RefrainRoutineKind kind;

  if (strstr (type, "MPI") == NULL)
    return NULL;
  clean = refrain_routine_clean_name (full);
  kind = refrain_routine_kind_for_name (clean);
  return kind != REFRAIN_ROUTINE_USER && kind != REFRAIN_ROUTINE_MPI ? g_steal_pointer (&clean)
                                                                     : NULL;
}

static guint32
make_routine (Reader *self, guint32 type, const char *value)
{
  GHashTable *values = table_of (self->values, type);
  const char *name = g_hash_table_lookup (values, value);
  g_autofree char *full = NULL, *clean = NULL;
  RefrainPajeRoutine routine;
  guint32 index;

  if (name == NULL)
    name = value;
  full = find_mpi_name (refrain_paje_containers_get_type_name (&self->containers, type), name);
  if (full != NULL)
    name = full;
  clean = refrain_routine_clean_name (name);
  routine.collective = refrain_mpi_find_collective (clean);
  routine.is_collective = routine.collective != REFRAIN_COLLECTIVE_UNKNOWN;
  routine.nonblocking = refrain_mpi_is_nonblocking (clean);
  routine.mpi = refrain_routine_kind_for_name (clean) != REFRAIN_ROUTINE_USER;
  index = refrain_trace_builder_add_routine (self->builder, name, NULL, 0);
  if (index >= self->run.routines->len)
    g_array_append_val (self->run.routines, routine);
  return index;
}

static guint32
find_routine (Reader *self, guint32 type, const char *value)
{
  GHashTable *known = table_of (self->routines, type);
  guint32 routine = GPOINTER_TO_UINT (g_hash_table_lookup (known, value));

  if (routine == 0)
    {
      routine = make_routine (self, type, value) + 1;
      g_hash_table_insert (known, g_strdup (value), GUINT_TO_POINTER (routine));
    }
  return routine - 1;
}

/* ---- Lines ---- */

static const char *
unknown_type (void)
{
  return _ ("names a type that no line before it defines");
}

static const char *
unknown_container (void)
{
  return _ ("names a container that no line before it creates");
}

static gint32
find_type (Reader *self, const RefrainPajeLine *line)
{
  return refrain_paje_containers_find_type (&self->containers, line->fields[REFRAIN_PAJE_TYPE]);
}

static const char *
define_type (Reader *self, const RefrainPajeLine *line)
{
  if (line->fields[REFRAIN_PAJE_ALIAS] == NULL && line->fields[REFRAIN_PAJE_NAME] == NULL)
    return _ ("defines a type without a name");
  refrain_paje_containers_add_type (&self->containers, line->fields[REFRAIN_PAJE_ALIAS],
                                    line->fields[REFRAIN_PAJE_NAME]);
  return NULL;
}

static const char *
define_value (Reader *self, const RefrainPajeLine *line)
{
  const gint32 type = find_type (self, line);
  const char *name = line->fields[REFRAIN_PAJE_NAME], *alias = line->fields[REFRAIN_PAJE_ALIAS];

  /* Values of events and variables, which are passed over, are defined as well. */
  if (type < 0 || name == NULL || alias == NULL)
    return NULL;
  g_hash_table_insert (table_of (self->values, (guint32) type), g_strdup (alias),
                       (gpointer) g_intern_string (name));
  return NULL;
}

static const char *
create_container (Reader *self, const RefrainPajeLine *line)
{
  gint32 type = find_type (self, line);

  if (type < 0 && strcmp (line->fields[REFRAIN_PAJE_TYPE], "0") == 0)
    {
      refrain_paje_containers_add_type (&self->containers, "0", NULL);
      type = find_type (self, line);
    }
  if (type < 0)
    return unknown_type ();
  if (line->fields[REFRAIN_PAJE_ALIAS] == NULL && line->fields[REFRAIN_PAJE_NAME] == NULL)
    return _ ("creates a container without a name");
  refrain_paje_containers_add (&self->containers, (guint32) type, line->fields[REFRAIN_PAJE_ALIAS],
                               line->fields[REFRAIN_PAJE_NAME],
                               line->fields[REFRAIN_PAJE_CONTAINER]);
  return NULL;
}

static void
add_item (Reader *self,
          RefrainPajeThread *thread,
          RefrainTime time,
          RefrainPajeEventKind kind,
          guint32 what,
          guint64 bytes)
{
  const RefrainPajeItem item
      = { .time = time, .order = self->order++, .what = what, .kind = kind, .bytes = bytes };

  g_array_append_val (thread->items, item);
}

/* Whatever is open in it ends with a container. */
static const char *
destroy_container (Reader *self, const RefrainPajeLine *line, RefrainTime time)
{
  const char *name = line->fields[REFRAIN_PAJE_NAME];
  const RefrainPajeContainer *container;
  gint32 number;

  if (name == NULL)
    name = line->fields[REFRAIN_PAJE_CONTAINER];
  number = name != NULL ? refrain_paje_containers_find (&self->containers, name) : -1;
  if (number < 0)
    return NULL; /* nothing happened there */
  container = g_ptr_array_index (self->containers.containers, number);
  for (guint i = 0; i < container->threads->len; i++)
    add_item (self,
              g_ptr_array_index (self->containers.threads,
                                 g_array_index (container->threads, guint32, i)),
              time, REFRAIN_PAJE_EVENT_RESET, 0, 0);
  return NULL;
}

static const char *
take_state (Reader *self, const RefrainPajeLine *line, RefrainTime time)
{
  const gint32 type = find_type (self, line);
  const gint32 container
      = refrain_paje_containers_find (&self->containers, line->fields[REFRAIN_PAJE_CONTAINER]);
  RefrainPajeThread *thread;
  guint32 routine = 0;

  if (type < 0)
    return unknown_type ();
  if (container < 0)
    return unknown_container ();
  thread = refrain_paje_containers_get_thread (&self->containers, (guint32) container, type);
  if (line->event == REFRAIN_PAJE_PUSH_STATE || line->event == REFRAIN_PAJE_SET_STATE)
    routine = find_routine (self, (guint32) type, line->fields[REFRAIN_PAJE_VALUE]);
  if (routine > MAX_NUMBER)
    return _ ("there are more than 536,870,911 different states");
  add_item (self, thread, time,
            line->event == REFRAIN_PAJE_PUSH_STATE  ? REFRAIN_PAJE_EVENT_ENTER
            : line->event == REFRAIN_PAJE_SET_STATE ? REFRAIN_PAJE_EVENT_SET
            : line->event == REFRAIN_PAJE_POP_STATE ? REFRAIN_PAJE_EVENT_LEAVE
                                                    : REFRAIN_PAJE_EVENT_RESET,
            routine, take_size (line->fields[REFRAIN_PAJE_SIZE]));
  return NULL;
}

/* ---- Links ---- */

REFRAIN_DEFINE_FREE (pending_free, Pending, g_array_unref (x->messages))

/* The message that an end with this key belongs to: the first one that waits for it, or a new one.
 */
static guint32
find_message (Reader *self, gint32 type, const char *key, gboolean start)
{
  const RefrainPajeMessage none
      = { .from = G_MAXUINT32, .to = G_MAXUINT32, .send = REFRAIN_NONE, .receive = REFRAIN_NONE };
  Pending *pending;
  guint32 message;

  g_string_printf (self->key, "%d ", type);
  g_string_append (self->key, key);
  pending = g_hash_table_lookup (self->pending, self->key->str);
  if (pending != NULL && pending->starts != start)
    {
      message = g_array_index (pending->messages, guint32, pending->first++);
      if (pending->first == pending->messages->len)
        g_hash_table_remove (self->pending, self->key->str);
      return message;
    }
  message = self->run.messages->len;
  g_array_append_val (self->run.messages, none);
  g_array_append_val (self->link_types, type);
  if (pending == NULL)
    {
      pending = g_new0 (Pending, 1);
      pending->starts = start;
      pending->messages = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (self->pending, g_strdup (self->key->str), pending);
    }
  g_array_append_val (pending->messages, message);
  return message;
}

/* What the fields of an end say of the message; the other end may say it as well. */
static void
describe_message (RefrainPajeMessage *message, const RefrainPajeLine *line)
{
  const char *value = line->fields[REFRAIN_PAJE_VALUE];
  gint64 number;

  if (line->fields[REFRAIN_PAJE_TAG] != NULL)
    message->tag = (gint32) g_ascii_strtoll (line->fields[REFRAIN_PAJE_TAG], NULL, 10);
  else if (find_assignment (value, "tag=", &number)
           || find_tag_in_key (line->fields[REFRAIN_PAJE_KEY], &number))
    message->tag = (gint32) number;
  if (line->fields[REFRAIN_PAJE_SIZE] != NULL)
    message->bytes = take_size (line->fields[REFRAIN_PAJE_SIZE]);
  else if (find_assignment (value, "len=", &number) || find_assignment (value, "size=", &number))
    message->bytes = (guint64) MAX (number, 0);
  else if (value != NULL && g_ascii_isdigit (*value))
    message->bytes = take_size (value);
}

static const char *
take_link (Reader *self, const RefrainPajeLine *line, RefrainTime time)
{
  const gboolean start = line->event == REFRAIN_PAJE_START_LINK;
  const gint32 type = find_type (self, line);
  const gint32 container = refrain_paje_containers_find (
      &self->containers, line->fields[start ? REFRAIN_PAJE_START : REFRAIN_PAJE_END]);
  RefrainPajeMessage *message;
  guint32 number;

  if (type < 0)
    return unknown_type ();
  if (container < 0)
    return unknown_container ();
  number = find_message (self, type, line->fields[REFRAIN_PAJE_KEY], start);
  if (number > MAX_NUMBER)
    return _ ("there are more than 536,870,911 links");
  message = &g_array_index (self->run.messages, RefrainPajeMessage, number);
  describe_message (message, line);
  if (start)
    message->from = (guint32) container;
  else
    message->to = (guint32) container;
  add_item (self, refrain_paje_containers_get_thread (&self->containers, (guint32) container, -1),
            time, start ? REFRAIN_PAJE_EVENT_SEND : REFRAIN_PAJE_EVENT_RECEIVE, number, 0);
  return NULL;
}

/* The cause for which the line cannot be read, or NULL. */
static const char *
take_line (Reader *self, char *text)
{
  RefrainPajeLine line;
  RefrainTime time = 0;
  const char *cause;

  while (*text == ' ' || *text == '\t')
    text++;
  if (*text == '\0' || *text == '#')
    return NULL;
  if (*text == '%')
    return refrain_paje_definitions_add (self->definitions, text);
  cause = refrain_paje_definitions_cut (self->definitions, text, &line);
  if (cause != NULL || line.event == REFRAIN_PAJE_OTHER)
    return cause;
  if (line.event >= REFRAIN_PAJE_DESTROY_CONTAINER
      && !take_time (line.fields[REFRAIN_PAJE_TIME], &time))
    return _ ("the time is no number of seconds");
  if (self->order == G_MAXUINT32)
    return _ ("there are more than 4,294,967,295 events");
  switch (line.event)
    {
    case REFRAIN_PAJE_DEFINE_CONTAINER_TYPE:
    case REFRAIN_PAJE_DEFINE_STATE_TYPE:
    case REFRAIN_PAJE_DEFINE_LINK_TYPE:
      return define_type (self, &line);
    case REFRAIN_PAJE_DEFINE_ENTITY_VALUE:
      return define_value (self, &line);
    case REFRAIN_PAJE_CREATE_CONTAINER:
      return create_container (self, &line);
    case REFRAIN_PAJE_DESTROY_CONTAINER:
      return destroy_container (self, &line, time);
    case REFRAIN_PAJE_START_LINK:
    case REFRAIN_PAJE_END_LINK:
      return take_link (self, &line, time);
    default:
      return take_state (self, &line, time);
    }
}

static gboolean
read_lines (Reader *self, RefrainTextLines *lines, GError **error)
{
  g_autoptr (GError) local = NULL;
  char *line;
  gsize n;

  while ((line = refrain_text_lines_next (lines, &n, &local)) != NULL)
    {
      const char *cause = take_line (self, line);

      if (cause != NULL)
        return refrain_text_lines_fail (lines, error, cause);
    }
  self->claims.bytes = refrain_text_lines_get_bytes (lines);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* ---- What all lines say together ---- */

static gint32
process_of (const Reader *self, guint32 number)
{
  const RefrainPajeContainer *container;
  const RefrainPajeThread *thread;

  if (number == G_MAXUINT32)
    return -1;
  container = g_ptr_array_index (self->containers.containers, number);
  thread = g_ptr_array_index (self->containers.threads,
                              g_array_index (container->threads, guint32, 0));
  return (gint32) thread->process;
}

static gboolean
names_messages (const char *type)
{
  g_autofree char *lower = g_ascii_strdown (type, -1);

  return (strstr (lower, "mpi") != NULL || strstr (lower, "ptp") != NULL
          || strstr (lower, "p2p") != NULL)
         && strstr (lower, "coll") == NULL;
}

/* Links of the types that are called messages are; where none is, all between processes. */
static void
choose_messages (Reader *self)
{
  const guint n_types = self->containers.type_names->len;
  g_autofree gboolean *is_named = g_new0 (gboolean, n_types + 1);
  gboolean any = FALSE;

  for (guint type = 0; type < n_types; type++)
    is_named[type]
        = names_messages (refrain_paje_containers_get_type_name (&self->containers, type));
  for (guint i = 0; i < self->run.messages->len; i++)
    any = any || is_named[g_array_index (self->link_types, gint32, i)];
  for (guint i = 0; i < self->run.messages->len; i++)
    {
      RefrainPajeMessage *m = &g_array_index (self->run.messages, RefrainPajeMessage, i);

      m->is_message = any ? is_named[g_array_index (self->link_types, gint32, i)]
                          : process_of (self, m->from) != process_of (self, m->to);
    }
}

/* Collectives have no communicator here: they are of all processes if all call the same. */
static void
choose_world (Reader *self)
{
  const guint n = self->containers.processes->len;
  GPtrArray *threads = self->containers.threads;
  g_autofree gint32 *members = g_new (gint32, n + 1);
  g_autofree GArray **collectives = g_new0 (GArray *, n + 1);
  gboolean same = TRUE;

  for (guint p = 0; p < n; p++)
    members[p] = (gint32) p;
  self->run.world = refrain_trace_builder_add_communicator (
      self->builder,
      refrain_communicator_new ("MPI_COMM_WORLD", 0, -1, members, n, NULL, 0, FALSE));
  for (guint i = 0; i < threads->len; i++)
    {
      const RefrainPajeThread *thread = g_ptr_array_index (threads, i);

      if (thread->collectives->len == 0)
        continue;
      same = same && collectives[thread->process] == NULL;
      collectives[thread->process] = thread->collectives;
    }
  for (guint p = 1; p < n && same; p++)
    same = (collectives[p] == NULL) == (collectives[0] == NULL)
           && (collectives[p] == NULL
               || (collectives[p]->len == collectives[0]->len
                   && refrain_is_same (collectives[p]->data, collectives[0]->data,
                                       collectives[0]->len)));
  self->run.collective_world = same ? self->run.world : REFRAIN_NONE;
}

static void
prepare_thread (gsize i, gpointer data)
{
  Reader *self = data;

  refrain_paje_thread_prepare (&self->run, g_ptr_array_index (self->containers.threads, i));
}

static void
record_thread (gsize i, gpointer data)
{
  Reader *self = data;
  RefrainPajeThread *thread = g_ptr_array_index (self->containers.threads, i);

  refrain_paje_thread_record (&self->run, thread);
  g_clear_pointer (&thread->items, g_array_unref);
}

static void
give_links (Reader *self)
{
  RefrainMessageLink *links = g_new (RefrainMessageLink, self->run.messages->len);
  gsize n = 0;

  for (guint i = 0; i < self->run.messages->len; i++)
    {
      const RefrainPajeMessage *m = &g_array_index (self->run.messages, RefrainPajeMessage, i);

      if (m->sender != NULL && m->receiver != NULL)
        links[n++] = (RefrainMessageLink){ m->sender, m->receiver, m->send, m->receive };
    }
  refrain_trace_builder_take_links (self->builder, links, n);
}

static gboolean
record (Reader *self, GError **error)
{
  const guint n = self->containers.threads->len;

  if (!refrain_paje_containers_resolve (&self->containers, self->builder, &self->claims, error))
    return FALSE;
  choose_messages (self);
  if (!refrain_parallel_run (n, prepare_thread, self, self->cancellable))
    return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
  choose_world (self);
  if (!refrain_parallel_run (n, record_thread, self, self->cancellable))
    return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
  give_links (self);
  return TRUE;
}

/* ---- Doors ---- */

gboolean
refrain_paje_sniff (const guint8 *bytes, gsize n)
{
  const char *at = (const char *) bytes, *end = at + n;

  while (at < end)
    {
      const char *line_end = memchr (at, '\n', (gsize) (end - at));

      while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
      if (at < end && *at == '%')
        {
          for (at++; at < end && (*at == ' ' || *at == '\t');)
            at++;
          return (gsize) (end - at) >= strlen ("EventDef")
                 && memcmp (at, "EventDef", strlen ("EventDef")) == 0;
        }
      if (line_end == NULL || (at < line_end && *at != '#'))
        return FALSE;
      at = line_end + 1;
    }
  return FALSE;
}

static void
free_table (gpointer table)
{
  g_clear_pointer ((GHashTable **) &table, g_hash_table_unref);
}

static Reader *
reader_new (void)
{
  Reader *self = g_new0 (Reader, 1);

  self->builder = refrain_trace_builder_new ();
  self->definitions = refrain_paje_definitions_new ();
  refrain_paje_containers_init (&self->containers);
  self->values = g_ptr_array_new_with_free_func (free_table);
  self->routines = g_ptr_array_new_with_free_func (free_table);
  self->run.containers = &self->containers;
  self->run.messages = g_array_new (FALSE, FALSE, sizeof (RefrainPajeMessage));
  self->run.routines = g_array_new (FALSE, FALSE, sizeof (RefrainPajeRoutine));
  self->link_types = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->pending = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, pending_free);
  self->key = g_string_new (NULL);
  return self;
}

REFRAIN_DEFINE_FREE (reader_free, Reader, g_object_unref (x->builder);
                     refrain_paje_definitions_free (x->definitions);
                     refrain_paje_containers_clear (&x->containers);
                     g_ptr_array_unref (x->values);
                     g_ptr_array_unref (x->routines);
                     refrain_unref_arrays (x->run.messages, x->run.routines, x->link_types);
                     g_hash_table_unref (x->pending);
                     g_string_free (x->key, TRUE))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Reader, reader_free)

RefrainTrace *
refrain_paje_load (const char *path,
                   GCancellable *cancellable,
                   const RefrainProgress *progress,
                   GError **error)
{
  g_autoptr (Reader) self = NULL;
  g_autoptr (RefrainTextLines) lines = NULL;
  g_autofree char *name = NULL;
  g_autofree char *display = g_filename_display_name (path);
  char *dot;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = reader_new ();
  self->cancellable = cancellable;
  self->claims.name = display;
  lines = refrain_text_lines_new (path, error);
  if (lines == NULL)
    return NULL;
  refrain_text_lines_set_progress (lines, cancellable, progress, _ ("Reading events"));
  name = g_filename_display_basename (path);
  dot = strchr (name, '.');
  if (dot != NULL && dot > name)
    *dot = '\0';
  refrain_trace_builder_set_source (self->builder, name, path, "Pajé");
  if (!read_lines (self, lines, error) || !record (self, error))
    return NULL;
  refrain_progress_tell (progress, 0.95, _ ("Matching messages"));
  return refrain_trace_builder_finish (self->builder, cancellable, error);
}
