/* refrain-gxl-node.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names are found by open hashing over constant tables: the parser asks for each attribute of each
 * node. Numbers are read by hand, since times must be exact to the nanosecond and no locale counts.
 */
#include "config.h"

#include "refrain-gxl-node.h"

#include "refrain-free.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* ---- Names ---- */

typedef struct
{
  const char *name;
  guint8 value;
} Name;

static const Name classes[] = {
  { "Scenario", REFRAIN_GXL_SCENARIO },
  { "Trace", REFRAIN_GXL_TRACE },
  { "ProcessTrace", REFRAIN_GXL_PROCESS_TRACE },
  { "MsgTrace", REFRAIN_GXL_MSG_TRACE },
  { "Process", REFRAIN_GXL_PROCESS },
  { "Processor", REFRAIN_GXL_PROCESSOR },
  { "Communicator", REFRAIN_GXL_COMMUNICATOR },
  { "Routine", REFRAIN_GXL_ROUTINE },
  { "Defect", REFRAIN_GXL_DEFECT },
  { "CommPattern", REFRAIN_GXL_COMM_PATTERN },
  { "RoutinePattern", REFRAIN_GXL_ROUTINE_PATTERN },
  { "PatternOccurrence", REFRAIN_GXL_PATTERN_OCCURRENCE },
  { "Extension", REFRAIN_GXL_EXTENSION },
  { "ExtensionRecord", REFRAIN_GXL_EXTENSION_RECORD },
  { "Message", REFRAIN_GXL_MESSAGE },
  { "RoutineCall", REFRAIN_GXL_CALL },
  { "MPOperation", REFRAIN_GXL_CALL },
  { "Initialize", REFRAIN_GXL_CALL },
  { "Finalize", REFRAIN_GXL_CALL },
  { "ProbeOperation", REFRAIN_GXL_CALL },
  { "Send", REFRAIN_GXL_SEND },
  { "NonBlockingSend", REFRAIN_GXL_NON_BLOCKING_SEND },
  { "Receive", REFRAIN_GXL_RECEIVE },
  { "NonBlockingReceive", REFRAIN_GXL_NON_BLOCKING_RECEIVE },
  { "WaitOperation", REFRAIN_GXL_WAIT },
  { "TestOperation", REFRAIN_GXL_WAIT },
  { "CancelOperation", REFRAIN_GXL_CANCEL },
  { "CollectiveOperation", REFRAIN_GXL_COLLECTIVE },
  { "Barrier", REFRAIN_GXL_COLLECTIVE },
  { "Broadcast", REFRAIN_GXL_COLLECTIVE },
  { "Gather", REFRAIN_GXL_COLLECTIVE },
  { "Scatter", REFRAIN_GXL_COLLECTIVE },
  { "Reduce", REFRAIN_GXL_COLLECTIVE },
  { "Allgather", REFRAIN_GXL_COLLECTIVE },
  { "AllToAll", REFRAIN_GXL_COLLECTIVE },
  { "ReduceScatter", REFRAIN_GXL_COLLECTIVE },
  { "Scan", REFRAIN_GXL_COLLECTIVE },
  { "TraceRecord", REFRAIN_GXL_RECORD },
  { "CommunicatorProcess", REFRAIN_GXL_COMMUNICATOR_PROCESS },
  { "CommunicatorRemoteProcess", REFRAIN_GXL_COMMUNICATOR_REMOTE_PROCESS },
  { "ProcessProcessor", REFRAIN_GXL_PROCESS_PROCESSOR },
  { "TraceProcessTrace", REFRAIN_GXL_TRACE_PROCESS_TRACE },
  { "TracePatternOccurrence", REFRAIN_GXL_TRACE_PATTERN_OCCURRENCE },
  { "PatternOccurrenceTracePattern", REFRAIN_GXL_OCCURRENCE_PATTERN },
  { "PatternOccurrenceTraceableUnit", REFRAIN_GXL_OCCURRENCE_UNIT },
  { "PatternOccurrenceOperation", REFRAIN_GXL_OCCURRENCE_UNIT },
};

static const Name attributes[] = {
  { "nestingLevel", REFRAIN_GXL_NESTING_LEVEL },
  { "routineCallName", REFRAIN_GXL_ROUTINE_CALL_NAME },
  { "StartTime", REFRAIN_GXL_START_TIME },
  { "EndTime", REFRAIN_GXL_END_TIME },
  { "Time", REFRAIN_GXL_TIME },
  { "Order", REFRAIN_GXL_ORDER },
  { "EnterDetails", REFRAIN_GXL_ENTER_DETAILS },
  { "BeginDetails", REFRAIN_GXL_BEGIN_DETAILS },
  { "Details", REFRAIN_GXL_DETAILS },
  { "LeaveDetails", REFRAIN_GXL_LEAVE_DETAILS },
  { "Source", REFRAIN_GXL_SOURCE },
  { "Schema", REFRAIN_GXL_SCHEMA },
  { "Record", REFRAIN_GXL_RECORD_TEXT },
  { "BeginTime", REFRAIN_GXL_BEGIN_TIME },
  { "Process", REFRAIN_GXL_PROCESS_REF },
  { "Communicator", REFRAIN_GXL_COMMUNICATOR_REF },
  { "Tag", REFRAIN_GXL_TAG },
  { "SendDataSize", REFRAIN_GXL_SEND_DATA_SIZE },
  { "RcvDataSize", REFRAIN_GXL_RCV_DATA_SIZE },
  { "SendSize", REFRAIN_GXL_SEND_SIZE },
  { "RcvSize", REFRAIN_GXL_RCV_SIZE },
  { "RequestID", REFRAIN_GXL_REQUEST_ID },
  { "Flag", REFRAIN_GXL_FLAG },
  { "MPOperationName", REFRAIN_GXL_OPERATION_NAME },
  { "Kind", REFRAIN_GXL_KIND },
  { "ID", REFRAIN_GXL_ID },
  { "Size", REFRAIN_GXL_SIZE },
  { "desc", REFRAIN_GXL_DESC },
  { "description", REFRAIN_GXL_DESC },
  { "TraceID", REFRAIN_GXL_TRACE_ID },
  { "Comments", REFRAIN_GXL_COMMENTS },
  { "Version", REFRAIN_GXL_VERSION },
  { "ClockOrigin", REFRAIN_GXL_CLOCK_ORIGIN },
  { "WallClock", REFRAIN_GXL_WALL_CLOCK },
  { "ThreadID", REFRAIN_GXL_THREAD_ID },
  { "ThreadName", REFRAIN_GXL_THREAD_NAME },
  { "Stream", REFRAIN_GXL_STREAM },
  { "Rank", REFRAIN_GXL_RANK },
  { "ProcessName", REFRAIN_GXL_PROCESS_NAME },
  { "ProcessorName", REFRAIN_GXL_PROCESSOR_NAME },
  { "CommID", REFRAIN_GXL_COMM_ID },
  { "CommName", REFRAIN_GXL_COMM_NAME },
  { "ParentID", REFRAIN_GXL_PARENT_ID },
  { "Self", REFRAIN_GXL_SELF },
  { "RemoteSize", REFRAIN_GXL_REMOTE_SIZE },
  { "Cartesian", REFRAIN_GXL_CARTESIAN },
  { "routineName", REFRAIN_GXL_ROUTINE_NAME },
  { "file", REFRAIN_GXL_FILE },
  { "line", REFRAIN_GXL_LINE },
  { "Count", REFRAIN_GXL_COUNT },
  { "Detail", REFRAIN_GXL_DETAIL },
};

/* Open hashing over the constant tables above, built once. */
#define N_SLOTS 256

typedef struct
{
  const Name *slots[N_SLOTS];
} Index;

static guint
hash (const char *name, gsize n)
{
  return (n * 37 + (name[0] | 0x20) * 7 + (name[n - 1] | 0x20) * 3 + (name[n / 2] | 0x20))
         % N_SLOTS;
}

static void
index_fill (Index *self, const Name *names, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      guint at = hash (names[i].name, strlen (names[i].name));

      while (self->slots[at] != NULL)
        at = (at + 1) % N_SLOTS;
      self->slots[at] = &names[i];
    }
}

static int
index_find (const Index *self, const char *name, gsize n)
{
  if (n == 0)
    return -1;
  for (guint at = hash (name, n); self->slots[at] != NULL; at = (at + 1) % N_SLOTS)
    if (g_ascii_strncasecmp (self->slots[at]->name, name, n) == 0
        && self->slots[at]->name[n] == '\0')
      return self->slots[at]->value;
  return -1;
}

static const Index *
get_index (gboolean for_classes)
{
  static Index indices[2];
  static gsize once = 0;

  if (g_once_init_enter (&once))
    {
      index_fill (&indices[0], attributes, G_N_ELEMENTS (attributes));
      index_fill (&indices[1], classes, G_N_ELEMENTS (classes));
      g_once_init_leave (&once, 1);
    }
  return &indices[for_classes ? 1 : 0];
}

RefrainGxlClass
refrain_gxl_class_from_name (const char *name, gsize n)
{
  int value = index_find (get_index (TRUE), name, n);

  return value < 0 ? REFRAIN_GXL_OTHER : (RefrainGxlClass) value;
}

RefrainGxlAttribute
refrain_gxl_attribute_from_name (const char *name, gsize n)
{
  int value = index_find (get_index (FALSE), name, n);

  return value < 0 ? REFRAIN_GXL_NO_ATTRIBUTE : (RefrainGxlAttribute) value;
}

/* ---- Values ---- */

static const char *
skip_blanks (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return text;
}

/* Reads digits; FALSE when there is none or they do not fit. */
static gboolean
parse_digits (const char **text, guint64 *value)
{
  const char *at = *text;

  *value = 0;
  for (; g_ascii_isdigit (*at); at++)
    {
      guint digit = *at - '0';

      if (*value > (G_MAXUINT64 - digit) / 10)
        return FALSE;
      *value = *value * 10 + digit;
    }
  if (at == *text)
    return FALSE;
  *text = at;
  return TRUE;
}

gboolean
refrain_gxl_parse_unsigned (const char *text, guint64 *value)
{
  text = skip_blanks (text);
  return parse_digits (&text, value) && *skip_blanks (text) == '\0';
}

gboolean
refrain_gxl_parse_signed (const char *text, gint64 *value)
{
  gboolean negative;
  guint64 magnitude;

  text = skip_blanks (text);
  negative = *text == '-';
  if (negative)
    text++;
  if (!parse_digits (&text, &magnitude) || *skip_blanks (text) != '\0'
      || magnitude > (guint64) G_MAXINT64 + negative)
    return FALSE;
  *value = negative ? (gint64) -magnitude : (gint64) magnitude;
  return TRUE;
}

static gboolean
parse_bool (const char *text, gboolean *value)
{
  text = skip_blanks (text);
  *value = g_str_has_prefix (text, "true") || g_str_has_prefix (text, "1");
  return *value || g_str_has_prefix (text, "false") || g_str_has_prefix (text, "0");
}

/* Reads what follows the point as nanoseconds, rounded. */
static guint64
parse_fraction (const char **text)
{
  guint64 value = 0;
  guint n = 0;

  for (; g_ascii_isdigit (**text); (*text)++, n++)
    if (n < 9)
      value = value * 10 + (**text - '0');
    else if (n == 9 && **text >= '5')
      value++;
  for (; n < 9; n++)
    value *= 10;
  return value;
}

static gboolean
parse_exponent (const char *text, RefrainTime *value)
{
  char *end;
  double seconds = g_ascii_strtod (text, &end);

  if (end == text || *skip_blanks (end) != '\0' || !isfinite (seconds))
    return FALSE;
  seconds = CLAMP (seconds, -(double) REFRAIN_TIME_LIMIT / 1e9, (double) REFRAIN_TIME_LIMIT / 1e9);
  *value = CLAMP ((RefrainTime) nearbyint (seconds * 1e9), -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT);
  return TRUE;
}

gboolean
refrain_gxl_parse_time (const char *text, RefrainTime *value, gboolean *clock)
{
  const char *start = text = skip_blanks (text);
  gboolean negative = *text == '-', is_clock = FALSE;
  guint64 whole, part, fraction = 0;

  if (negative)
    text++;
  if (!parse_digits (&text, &whole))
    return FALSE;
  for (guint parts = 1; *text == ':' && parts < 3; parts++)
    {
      text++;
      is_clock = TRUE;
      if (!parse_digits (&text, &part) || part > 59 || whole > G_MAXINT32)
        return FALSE;
      whole = whole * 60 + part;
    }
  if (*text == '.')
    {
      text++;
      fraction = parse_fraction (&text);
    }
  if (clock != NULL)
    *clock = is_clock;
  if ((*text == 'e' || *text == 'E') && !is_clock)
    return parse_exponent (start, value);
  if (*skip_blanks (text) != '\0')
    return FALSE;
  if (whole >= (guint64) REFRAIN_TIME_LIMIT / 1000000000)
    *value = REFRAIN_TIME_LIMIT;
  else
    *value = (RefrainTime) (whole * 1000000000 + fraction);
  if (negative)
    *value = -*value;
  return TRUE;
}

/* ---- Nodes ---- */

void
refrain_gxl_node_init (RefrainGxlNode *self)
{
  *self = (RefrainGxlNode){ .class_name = g_string_new (NULL),
                            .id = g_string_new (NULL),
                            .text = g_string_new (NULL),
                            .others = g_array_new (FALSE, FALSE, sizeof (RefrainGxlOther)) };
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_gxl_node_clear,
                             RefrainGxlNode,
                             g_string_free (x->class_name, TRUE);
                             g_array_unref (x->others);
                             g_string_free (x->id, TRUE);
                             g_string_free (x->text, TRUE))

void
refrain_gxl_node_reset (RefrainGxlNode *self, const char *id)
{
  self->class_ = REFRAIN_GXL_UNTYPED;
  g_string_assign (self->id, id);
  g_string_truncate (self->text, 0);
  g_array_set_size (self->others, 0);
  memset (self->values, 0, sizeof self->values);
}

static gboolean
fail (const char *text, char **cause)
{
  g_autofree char *shown = g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), 40));

  *cause = g_strdup_printf (_ ("the value “%s” is not what the attribute needs"), shown);
  return FALSE;
}

gboolean
refrain_gxl_node_get_unsigned (const RefrainGxlNode *self,
                               RefrainGxlAttribute name,
                               guint64 *value,
                               char **cause)
{
  const char *text = refrain_gxl_node_get (self, name);

  return text == NULL || refrain_gxl_parse_unsigned (text, value) || fail (text, cause);
}

gboolean
refrain_gxl_node_get_signed (const RefrainGxlNode *self,
                             RefrainGxlAttribute name,
                             gint64 *value,
                             char **cause)
{
  const char *text = refrain_gxl_node_get (self, name);

  return text == NULL || refrain_gxl_parse_signed (text, value) || fail (text, cause);
}

gboolean
refrain_gxl_node_get_time (const RefrainGxlNode *self,
                           RefrainGxlAttribute name,
                           RefrainTime *value,
                           char **cause)
{
  const char *text = refrain_gxl_node_get (self, name);

  return text == NULL || refrain_gxl_parse_time (text, value, NULL) || fail (text, cause);
}

gboolean
refrain_gxl_node_get_bool (const RefrainGxlNode *self,
                           RefrainGxlAttribute name,
                           gboolean *value,
                           char **cause)
{
  const char *text = refrain_gxl_node_get (self, name);

  return text == NULL || parse_bool (text, value) || fail (text, cause);
}
