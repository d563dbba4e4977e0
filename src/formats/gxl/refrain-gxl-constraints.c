/* refrain-gxl-constraints.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a node is takes four bits, and the other four count what refers to it. Edges whose ends are
 * not there yet are looked at in the end; occurrences of patterns, too.
 */
#include "refrain-gxl-constraints.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-gxl-node.h"
#include "refrain-hash.h"

/* What a node is: the low four bits of what is remembered of it. */
typedef enum
{
  WHAT_UNKNOWN, /* not there (yet) */
  WHAT_DEFINITION,
  WHAT_UNIT, /* a traceable unit of a class that is not one of those below */
  WHAT_CALL,
  WHAT_SEND,
  WHAT_RECEIVE,
  WHAT_POSTING, /* of a receive */
  WHAT_COLLECTIVE,
  WHAT_MESSAGE,
  WHAT_DATA,
  WHAT_TRACE,
  WHAT_MSG_TRACE,
  WHAT_COMM_PATTERN,
  WHAT_ROUTINE_PATTERN,
  WHAT_OCCURRENCE,
  WHAT_EDGE,
} What;

/* Counters in the high bits: of two bits each, which stay at 3. */
enum
{
  COUNTER_SENDS = 4,     /* of a message */
  COUNTER_RECEIVES = 6,  /* ... */
  COUNTER_OWNERS = 4,    /* of CollectiveData: collectives */
  COUNTER_TRACES = 6,    /* ... and traces of messages */
  COUNTER_CHILDREN = 4,  /* of an edge */
  COUNTER_SEQUENCES = 6, /* ... 1 where it is a fork-sequence */
  COUNTER_BARRIERS = 4,  /* of a collective: 1 where it is a barrier */
  COUNTER_MESSAGES = 4,  /* of a send or receive: messages that it is linked with */
};

typedef enum
{
  BROKEN_FORK,
  BROKEN_TRACE_TIMES,
  BROKEN_MSG_TRACE_TIMES,
  BROKEN_PATTERN_TRACE,
  BROKEN_COMM_PATTERN,
  BROKEN_ROUTINE_PATTERN,
  BROKEN_MESSAGE,
  BROKEN_MESSAGE_LINK,
  BROKEN_PROBE,
  BROKEN_DATA,
  N_BROKEN
} Broken;

static const char *const numbers[N_BROKEN] = {
  [BROKEN_FORK] = "C13",
  [BROKEN_TRACE_TIMES] = "A2.1",
  [BROKEN_MSG_TRACE_TIMES] = "A4.b",
  [BROKEN_PATTERN_TRACE] = "A5.1",
  [BROKEN_COMM_PATTERN] = "A6.2",
  [BROKEN_ROUTINE_PATTERN] = "A7.3",
  [BROKEN_MESSAGE] = "A14.1",
  [BROKEN_MESSAGE_LINK] = "A15",
  [BROKEN_PROBE] = "A27",
  [BROKEN_DATA] = "A29",
};

/* A node whose elements are being told. */
typedef struct
{
  GString *id;
  What what;
  gboolean is_probe, is_fork, is_record, any_source, has_process;
  gboolean has_times[2]; /* start, end */
  RefrainTime times[2];
} Open;

typedef enum
{
  ATTRIBUTE_NONE,
  ATTRIBUTE_START,
  ATTRIBUTE_END,
  ATTRIBUTE_ANY_SOURCE,
  ATTRIBUTE_PROCESS,
  ATTRIBUTE_TYPE,
} Attribute;

typedef struct
{
  gboolean is_link;
  char *from, *to;
} Pending;

/* An occurrence of a pattern. */
typedef struct
{
  char *id, *pattern, *trace;
  GPtrArray *ops;                           /* ids of sends and receives */
  gboolean has_data, has_calls, has_others; /* units */
  gboolean two_traces;
} Occurrence;

/* What is known of ids with one letter and process, like o3.17. */
typedef struct
{
  guint64 key;
  GByteArray *bytes; /* by row */
  guint64 n;         /* how often one was noted */
} Rows;

struct _RefrainGxlConstraints
{
  GHashTable *rows;   /* letter and process -> Rows */
  Rows *last_rows;    /* the one asked for last, or NULL */
  GHashTable *others; /* id -> byte */
  GPtrArray *open;    /* of Open: the first n_open, outermost first */
  guint n_open;
  Attribute attribute;
  GString *value;
  gboolean in_edge, edge_is_link, edge_is_silent;
  GArray *pending; /* of Pending */
  GPtrArray *occurrences;
  GHashTable *occurrence_of; /* id -> Occurrence */
  guint64 n_broken[N_BROKEN];
  char *first[N_BROKEN];
};

REFRAIN_DEFINE_FREE (rows_free, Rows, g_byte_array_unref (x->bytes))

REFRAIN_DEFINE_FREE (open_free, Open, g_string_free (x->id, TRUE))

REFRAIN_DEFINE_CLEAR (pending_clear, Pending, refrain_free (x->from, x->to))

REFRAIN_DEFINE_FREE (occurrence_free, Occurrence, refrain_free (x->id, x->pattern, x->trace);
                     g_clear_pointer (&x->ops, g_ptr_array_unref))

RefrainGxlConstraints *
refrain_gxl_constraints_new (void)
{
  RefrainGxlConstraints *self = g_new0 (RefrainGxlConstraints, 1);

  self->rows = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, NULL, rows_free);
  self->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->open = g_ptr_array_new_with_free_func (open_free);
  self->value = g_string_new (NULL);
  self->pending = g_array_new (FALSE, FALSE, sizeof (Pending));
  g_array_set_clear_func (self->pending, pending_clear);
  self->occurrences = g_ptr_array_new_with_free_func (occurrence_free);
  self->occurrence_of = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
refrain_gxl_constraints_free (RefrainGxlConstraints *self)
{
  g_hash_table_unref (self->rows);
  g_hash_table_unref (self->others);
  g_ptr_array_unref (self->open);
  g_string_free (self->value, TRUE);
  g_array_unref (self->pending);
  g_hash_table_unref (self->occurrence_of);
  g_ptr_array_unref (self->occurrences);
  for (guint i = 0; i < N_BROKEN; i++)
    g_free (self->first[i]);
  g_free (self);
}

static void G_GNUC_PRINTF (3, 4)
    report (RefrainGxlConstraints *self, Broken broken, const char *format, ...)
{
  va_list arguments;

  if (self->n_broken[broken]++ > 0)
    return;
  va_start (arguments, format);
  self->first[broken] = g_strdup_vprintf (format, arguments);
  va_end (arguments);
}

/* ---- What is known of a node ---- */

/* Digits without a leading zero up to @end, at most 2^32. */
static gboolean
take_number (const char **text, char end, guint64 *value)
{
  const char *at = *text;

  if (!g_ascii_isdigit (*at) || (*at == '0' && at[1] != end))
    return FALSE;
  *value = 0;
  for (; g_ascii_isdigit (*at); at++)
    {
      *value = *value * 10 + (guint64) (*at - '0');
      if (*value > G_MAXUINT32)
        return FALSE;
    }
  if (*at != end)
    return FALSE;
  *text = at + 1;
  return TRUE;
}

/* Bytes that one node may ask for by a high number: nobody gets memory without data. */
#define MAX_BYTES_PER_NODE 256

static Rows *
find_rows (RefrainGxlConstraints *self, guint64 key, gboolean make)
{
  Rows *rows = self->last_rows;

  if (rows != NULL && rows->key == key)
    return rows;
  rows = g_hash_table_lookup (self->rows, &key);
  if (rows == NULL && make)
    {
      rows = g_new0 (Rows, 1);
      rows->key = key;
      rows->bytes = g_byte_array_new ();
      g_hash_table_insert (self->rows, &rows->key, rows);
    }
  if (rows != NULL)
    self->last_rows = rows;
  return rows;
}

/* The place of @id among those of events, made where there is none; NULL for other ids. */
static guint8 *
find_row (RefrainGxlConstraints *self, const char *id, gboolean make)
{
  const char *at = id + 1;
  guint64 process, row;
  Rows *rows;

  if (!g_ascii_islower (*id) || !take_number (&at, '.', &process) || !take_number (&at, '\0', &row))
    return NULL;
  rows = find_rows (self, process << 8 | (guint8) *id, make);
  if (rows == NULL)
    return NULL;
  rows->n += make;
  if (row >= rows->bytes->len)
    {
      const guint old = rows->bytes->len;

      if (!make || row / MAX_BYTES_PER_NODE > rows->n || row >= G_MAXUINT / 2)
        return NULL;
      g_byte_array_set_size (rows->bytes, (guint) row + 1);
      memset (rows->bytes->data + old, 0, (gsize) row + 1 - old);
    }
  return &rows->bytes->data[row];
}

static guint8
get_node (RefrainGxlConstraints *self, const char *id)
{
  const guint8 *row = find_row (self, id, FALSE);

  if (row != NULL && *row != 0)
    return *row;
  return (guint8) GPOINTER_TO_UINT (g_hash_table_lookup (self->others, id));
}

static void
set_node (RefrainGxlConstraints *self, const char *id, guint8 value)
{
  guint8 *row = find_row (self, id, TRUE);

  if (row != NULL)
    *row = value;
  else
    g_hash_table_insert (self->others, g_strdup (id), GUINT_TO_POINTER ((guint) value));
}

static What
what_of (guint8 node)
{
  return (What) (node & 15);
}

/* Adds one to a counter of node @id; gives what it counts now. */
static guint
count (RefrainGxlConstraints *self, const char *id, guint counter)
{
  const guint8 node = get_node (self, id);
  const guint n = node >> counter & 3;

  if (n < 3)
    set_node (self, id, (guint8) (node + (1u << counter)));
  return MIN (n + 1, 3);
}

/* ---- Nodes ---- */

#define CLASS(name, what)                                                                          \
  {                                                                                                \
    name, sizeof name - 1, what                                                                    \
  }

static const struct
{
  const char *name;
  gsize length;
  What what;
} classes[] = {
  CLASS ("RoutineCall", WHAT_CALL),
  CLASS ("Send", WHAT_SEND),
  CLASS ("Receive", WHAT_RECEIVE),
  CLASS ("NonBlockingSend", WHAT_SEND),
  CLASS ("NonBlockingReceive", WHAT_POSTING),
  CLASS ("WaitOperation", WHAT_RECEIVE),
  CLASS ("TestOperation", WHAT_RECEIVE),
  CLASS ("Message", WHAT_MESSAGE),
  CLASS ("TraceRecord", WHAT_UNIT),
  CLASS ("CancelOperation", WHAT_CALL),
  CLASS ("MPOperation", WHAT_CALL),
  CLASS ("Initialize", WHAT_CALL),
  CLASS ("Finalize", WHAT_CALL),
  CLASS ("ProbeOperation", WHAT_CALL),
  CLASS ("CollectiveData", WHAT_DATA),
  CLASS ("CollectiveOperation", WHAT_COLLECTIVE),
  CLASS ("Barrier", WHAT_COLLECTIVE),
  CLASS ("Broadcast", WHAT_COLLECTIVE),
  CLASS ("Gather", WHAT_COLLECTIVE),
  CLASS ("Scatter", WHAT_COLLECTIVE),
  CLASS ("Reduce", WHAT_COLLECTIVE),
  CLASS ("Allgather", WHAT_COLLECTIVE),
  CLASS ("AllToAll", WHAT_COLLECTIVE),
  CLASS ("ReduceScatter", WHAT_COLLECTIVE),
  CLASS ("Scan", WHAT_COLLECTIVE),
  CLASS ("Scenario", WHAT_DEFINITION),
  CLASS ("Trace", WHAT_TRACE),
  CLASS ("ProcessTrace", WHAT_TRACE),
  CLASS ("MsgTrace", WHAT_MSG_TRACE),
  CLASS ("Process", WHAT_DEFINITION),
  CLASS ("Processor", WHAT_DEFINITION),
  CLASS ("Communicator", WHAT_DEFINITION),
  CLASS ("Routine", WHAT_DEFINITION),
  CLASS ("Defect", WHAT_DEFINITION),
  CLASS ("CommPattern", WHAT_COMM_PATTERN),
  CLASS ("RoutinePattern", WHAT_ROUTINE_PATTERN),
  CLASS ("PatternOccurrence", WHAT_OCCURRENCE),
  CLASS ("Edge", WHAT_EDGE),
};

static gboolean
is_name (const char *name, const char *text, gsize length)
{
  return strlen (name) == length && memcmp (name, text, length) == 0;
}

static Open *
get_open (const RefrainGxlConstraints *self)
{
  return self->n_open > 0 ? self->open->pdata[self->n_open - 1] : NULL;
}

void
refrain_gxl_constraints_begin_node (RefrainGxlConstraints *self, const char *id, gsize length)
{
  Open *open;

  if (self->n_open == self->open->len)
    {
      open = g_new0 (Open, 1);
      open->id = g_string_new (NULL);
      g_ptr_array_add (self->open, open);
    }
  open = self->open->pdata[self->n_open++];
  g_string_truncate (open->id, 0);
  g_string_append_len (open->id, id, (gssize) length);
  *open = (Open){ .id = open->id };
  self->in_edge = FALSE;
  self->attribute = ATTRIBUTE_NONE;
}

/* A node that stands in the graph of another one belongs to it. */
static void
note_container (RefrainGxlConstraints *self, const Open *open)
{
  const Open *outer = self->n_open > 1 ? self->open->pdata[self->n_open - 2] : NULL;

  if (outer == NULL || open->what != WHAT_DATA)
    return;
  if (outer->what == WHAT_COLLECTIVE)
    count (self, open->id->str, COUNTER_OWNERS);
  else if (outer->what == WHAT_MSG_TRACE)
    count (self, open->id->str, COUNTER_TRACES);
}

void
refrain_gxl_constraints_set_type (RefrainGxlConstraints *self, const char *name, gsize length)
{
  Open *open = get_open (self);

  if (self->in_edge)
    {
      self->edge_is_link = is_name ("MessageLink", name, length);
      self->edge_is_silent = is_name ("Edge", name, length);
      return;
    }
  if (open == NULL || open->what != WHAT_UNKNOWN)
    return;
  open->what = WHAT_UNIT;
  for (gsize i = 0; i < G_N_ELEMENTS (classes); i++)
    if (classes[i].length == length && memcmp (classes[i].name, name, length) == 0)
      {
        open->what = classes[i].what;
        break;
      }
  open->is_probe = is_name ("ProbeOperation", name, length);
  open->is_record = is_name ("TraceRecord", name, length);
  set_node (self, open->id->str, (guint8) open->what);
  if (is_name ("Barrier", name, length))
    count (self, open->id->str, COUNTER_BARRIERS);
  note_container (self, open);
}

static void
check_times (RefrainGxlConstraints *self, const Open *open)
{
  if (open->what == WHAT_MSG_TRACE && (open->has_times[0] || open->has_times[1]))
    report (self, BROKEN_MSG_TRACE_TIMES, "the MsgTrace “%s” has times of its own", open->id->str);
  if (open->what == WHAT_TRACE && open->has_times[0] && open->has_times[1]
      && open->times[1] < open->times[0])
    report (self, BROKEN_TRACE_TIMES, "the trace “%s” ends before it starts", open->id->str);
}

void
refrain_gxl_constraints_end_node (RefrainGxlConstraints *self)
{
  const Open *open = get_open (self);

  if (open == NULL)
    return;
  check_times (self, open);
  if (open->is_probe && open->any_source && open->has_process)
    report (self, BROKEN_PROBE, "the probe “%s” asks for any source and names a process",
            open->id->str);
  /* A call in which nothing but the record happens. */
  if (open->is_record && open->has_times[0])
    set_node (self, open->id->str, WHAT_CALL);
  if (open->what == WHAT_EDGE && open->is_fork)
    count (self, open->id->str, COUNTER_SEQUENCES);
  self->n_open--;
}

/* ---- Attributes ---- */

void
refrain_gxl_constraints_begin_attribute (RefrainGxlConstraints *self,
                                         const char *name,
                                         gsize length)
{
  static const struct
  {
    const char *name;
    Attribute attribute;
  } wanted[] = {
    { "StartTime", ATTRIBUTE_START },
    { "EndTime", ATTRIBUTE_END },
    { "AnySource", ATTRIBUTE_ANY_SOURCE },
    { "Process", ATTRIBUTE_PROCESS },
    { "type", ATTRIBUTE_TYPE },
  };
  Open *open = get_open (self);

  self->attribute = ATTRIBUTE_NONE;
  if (open == NULL || self->in_edge
      || (!open->is_probe && !open->is_record && open->what != WHAT_TRACE
          && open->what != WHAT_MSG_TRACE && open->what != WHAT_EDGE))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (wanted); i++)
    if (strlen (wanted[i].name) == length
        && g_ascii_strncasecmp (wanted[i].name, name, length) == 0)
      self->attribute = wanted[i].attribute;
  if (self->attribute == ATTRIBUTE_PROCESS)
    open->has_process = TRUE;
  g_string_truncate (self->value, 0);
}

void
refrain_gxl_constraints_add_value (RefrainGxlConstraints *self, const char *text, gsize length)
{
  /* Longer than any number or word that is looked for. */
  if (self->attribute != ATTRIBUTE_NONE && self->value->len + length < 256)
    g_string_append_len (self->value, text, (gssize) length);
}

void
refrain_gxl_constraints_end_attribute (RefrainGxlConstraints *self)
{
  Open *open = get_open (self);
  RefrainTime time;

  if (open == NULL || self->attribute == ATTRIBUTE_NONE)
    return;
  g_strstrip (self->value->str);
  switch (self->attribute)
    {
    case ATTRIBUTE_START:
    case ATTRIBUTE_END:
      if (refrain_gxl_parse_time (self->value->str, &time, NULL))
        {
          open->has_times[self->attribute == ATTRIBUTE_END] = TRUE;
          open->times[self->attribute == ATTRIBUTE_END] = time;
        }
      break;
    case ATTRIBUTE_ANY_SOURCE:
      open->any_source = g_str_equal (self->value->str, "true");
      break;
    case ATTRIBUTE_TYPE:
      open->is_fork = g_str_equal (self->value->str, "fork-sequence");
      break;
    default:
      break;
    }
  self->attribute = ATTRIBUTE_NONE;
}

/* ---- Edges ---- */

void
refrain_gxl_constraints_begin_edge (RefrainGxlConstraints *self)
{
  self->in_edge = TRUE;
  self->edge_is_link = self->edge_is_silent = FALSE;
  self->attribute = ATTRIBUTE_NONE;
}

/* A MessageLink between message @message and @op. */
static void
link_message (RefrainGxlConstraints *self, const char *message, const char *op)
{
  const What what = what_of (get_node (self, op));

  if (what == WHAT_SEND || what == WHAT_RECEIVE)
    count (self, op, COUNTER_MESSAGES);
  switch (what)
    {
    case WHAT_SEND:
      if (count (self, message, COUNTER_SENDS) == 2)
        report (self, BROKEN_MESSAGE, "the message “%s” has more than one send", message);
      break;
    case WHAT_RECEIVE:
      if (count (self, message, COUNTER_RECEIVES) == 2)
        report (self, BROKEN_MESSAGE, "the message “%s” has more than one receive", message);
      break;
    case WHAT_POSTING:
      break;
    case WHAT_COLLECTIVE:
      report (self, BROKEN_MESSAGE, "the message “%s” belongs to the collective “%s”", message, op);
      break;
    default:
      report (self, BROKEN_MESSAGE_LINK,
              "a link leads from the message “%s” to “%s”, which neither sends nor receives",
              message, op);
    }
}

static Occurrence *
find_occurrence (RefrainGxlConstraints *self, const char *id)
{
  Occurrence *occurrence = g_hash_table_lookup (self->occurrence_of, id);

  if (occurrence == NULL)
    {
      occurrence = g_new0 (Occurrence, 1);
      occurrence->id = g_strdup (id);
      g_ptr_array_add (self->occurrences, occurrence);
      g_hash_table_insert (self->occurrence_of, occurrence->id, occurrence);
    }
  return occurrence;
}

/* Occurrence @id refers to @other, or the other way round. */
static void
join_occurrence (RefrainGxlConstraints *self, const char *id, const char *other)
{
  Occurrence *occurrence = find_occurrence (self, id);

  switch (what_of (get_node (self, other)))
    {
    case WHAT_COMM_PATTERN:
    case WHAT_ROUTINE_PATTERN:
      if (occurrence->pattern == NULL)
        occurrence->pattern = g_strdup (other);
      break;
    case WHAT_TRACE:
      if (occurrence->trace == NULL)
        occurrence->trace = g_strdup (other);
      else if (!g_str_equal (occurrence->trace, other))
        occurrence->two_traces = TRUE;
      break;
    case WHAT_MESSAGE:
    case WHAT_DATA:
      occurrence->has_data = TRUE;
      break;
    case WHAT_SEND:
    case WHAT_RECEIVE:
      if (occurrence->ops == NULL)
        occurrence->ops = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (occurrence->ops, g_strdup (other));
      break;
    case WHAT_COLLECTIVE:
      if ((get_node (self, other) >> COUNTER_BARRIERS & 3) == 0)
        occurrence->has_calls = TRUE;
      break;
    case WHAT_CALL:
    case WHAT_POSTING:
      occurrence->has_calls = TRUE;
      break;
    case WHAT_UNIT:
      occurrence->has_others = TRUE;
      break;
    default:
      break;
    }
}

static void
own_data (RefrainGxlConstraints *self, const char *id, What owner)
{
  if (owner == WHAT_COLLECTIVE && count (self, id, COUNTER_OWNERS) == 2)
    report (self, BROKEN_DATA, "the CollectiveData “%s” belong to more than one collective", id);
  if (owner == WHAT_MSG_TRACE && count (self, id, COUNTER_TRACES) == 2)
    report (self, BROKEN_DATA, "the CollectiveData “%s” belong to more than one MsgTrace", id);
}

/* Both ends are known. */
static void
take_edge (RefrainGxlConstraints *self, gboolean is_link, const char *from, const char *to)
{
  const guint8 node = get_node (self, from);
  const What a = what_of (node), b = what_of (get_node (self, to));

  if (is_link && b == WHAT_MESSAGE && a != WHAT_MESSAGE)
    link_message (self, to, from);
  else if (is_link && a == WHAT_MESSAGE && b != WHAT_MESSAGE)
    link_message (self, from, to);
  else if (is_link)
    report (self, BROKEN_MESSAGE_LINK,
            "the link from “%s” to “%s” does not join a message with an operation", from, to);
  else if (a == WHAT_OCCURRENCE)
    join_occurrence (self, from, to);
  else if (b == WHAT_OCCURRENCE)
    join_occurrence (self, to, from);
  else if (b == WHAT_DATA)
    own_data (self, to, a);
  else if (a == WHAT_DATA)
    own_data (self, from, b);
  else if (a == WHAT_EDGE && count (self, from, COUNTER_CHILDREN) == 2
           && (node >> COUNTER_SEQUENCES & 3) == 0)
    report (self, BROKEN_FORK, "the edge “%s” has more than one child and is no fork-sequence",
            from);
}

void
refrain_gxl_constraints_end_edge (RefrainGxlConstraints *self, const char *from, const char *to)
{
  self->in_edge = FALSE;
  if (self->edge_is_silent)
    return;
  if (what_of (get_node (self, from)) == WHAT_UNKNOWN
      || what_of (get_node (self, to)) == WHAT_UNKNOWN)
    {
      const Pending pending = { self->edge_is_link, g_strdup (from), g_strdup (to) };

      g_array_append_val (self->pending, pending);
      return;
    }
  take_edge (self, self->edge_is_link, from, to);
}

/* ---- The end ---- */

/* Whether an occurrence of a CommPattern references a send or a receive instead of its message.
 * Those without, and barriers, which have no CollectiveData, can only stand for themselves. */
static gboolean
has_linked_ops (RefrainGxlConstraints *self, const Occurrence *occurrence)
{
  for (guint i = 0; occurrence->ops != NULL && i < occurrence->ops->len; i++)
    if ((get_node (self, occurrence->ops->pdata[i]) >> COUNTER_MESSAGES & 3) != 0)
      return TRUE;
  return FALSE;
}

static void
check_occurrences (RefrainGxlConstraints *self)
{
  g_autoptr (GHashTable) trace_of = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->occurrences->len; i++)
    {
      const Occurrence *o = self->occurrences->pdata[i];
      const char *trace;
      What what;

      if (o->two_traces)
        report (self, BROKEN_PATTERN_TRACE, "the occurrence “%s” belongs to two traces", o->id);
      if (o->pattern == NULL)
        continue;
      trace = g_hash_table_lookup (trace_of, o->pattern);
      if (trace == NULL && o->trace != NULL)
        g_hash_table_insert (trace_of, o->pattern, o->trace);
      else if (trace != NULL && o->trace != NULL && !g_str_equal (trace, o->trace))
        report (self, BROKEN_PATTERN_TRACE, "occurrences of the pattern “%s” belong to two traces",
                o->pattern);
      what = what_of (get_node (self, o->pattern));
      if (what == WHAT_COMM_PATTERN && (o->has_calls || o->has_others || has_linked_ops (self, o)))
        report (self, BROKEN_COMM_PATTERN,
                "the occurrence “%s” of a CommPattern references something else than messages and "
                "CollectiveData",
                o->id);
      if (what == WHAT_ROUTINE_PATTERN && (o->has_data || o->has_others))
        report (self, BROKEN_ROUTINE_PATTERN,
                "the occurrence “%s” of a RoutinePattern references something else than calls",
                o->id);
    }
}

void
refrain_gxl_constraints_tell (RefrainGxlConstraints *self, RefrainTraceBuilder *builder)
{
  for (guint i = 0; i < self->pending->len; i++)
    {
      const Pending *edge = &g_array_index (self->pending, Pending, i);

      if (what_of (get_node (self, edge->from)) != WHAT_UNKNOWN
          && what_of (get_node (self, edge->to)) != WHAT_UNKNOWN)
        take_edge (self, edge->is_link, edge->from, edge->to);
    }
  check_occurrences (self);
  for (guint i = 0; i < N_BROKEN; i++)
    if (self->n_broken[i] > 0)
      {
        g_autofree char *detail = g_strdup_printf ("%s: %s", numbers[i], self->first[i]);

        refrain_trace_builder_add_defect (builder,
                                          refrain_defect_new (REFRAIN_DEFECT_BROKEN_CONSTRAINT, -1,
                                                              self->n_broken[i], 0, detail));
      }
}
