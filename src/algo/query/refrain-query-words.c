/* refrain-query-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One table each of keywords, fields, tables and kinds; the lexer, the parser, completion and the
 * words of errors read the same.
 */
#include "refrain-query-words.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-time-format.h"

/* Words longer than this are near to none. */
#define MAX_NEAR 40

/* Sorted. */
static const char *const keywords[] = {
  "AFTER",
  "ALL",
  "ALLGATHER",
  "ALLGATHERV",
  "ALLREDUCE",
  "ALLTOALL",
  "ALLTOALLV",
  "ALLTOALLW",
  "AMONG",
  "AND",
  "ASC",
  "AT",
  "BARRIER",
  "BCAST",
  "BEFORE",
  "BETWEEN",
  "BROADCAST",
  "BY",
  "BYTES",
  "CALLED",
  "CALLER",
  "CALLS",
  "COLLECTIVE",
  "COLLECTIVES",
  "COLLECTIVE_OPERATIONS",
  "COMM",
  "COMMUNICATOR",
  "COUNT",
  "DATA",
  "DEPTH",
  "DESC",
  "DURATION",
  "END",
  "EQUAL",
  "EXCHANGED",
  "EXECUTED",
  "EXSCAN",
  "FANIN",
  "FANOUT",
  "FOR",
  "FROM",
  "GATHER",
  "GATHERV",
  "GREATER",
  "GROUP",
  "HOST",
  "IN",
  "IS",
  "KIND",
  "LEAST",
  "LESS",
  "LIKE",
  "LIMIT",
  "LOOP",
  "MATCHED",
  "MAX",
  "MEAN",
  "MEMBERS",
  "MESSAGES",
  "MIN",
  "MOST",
  "MPI_TIME",
  "NAME",
  "NOT",
  "OF",
  "OPERATIONS",
  "OR",
  "ORDER",
  "P2P",
  "PAIR",
  "PATTERN",
  "PEER",
  "PHASE",
  "POINT_TO_POINT",
  "POINT_TO_POINT_OPERATIONS",
  "PROCESS",
  "PROCESSES",
  "RECEIVED",
  "RECEIVER",
  "RECEIVES",
  "REDUCE",
  "REDUCE_SCATTER",
  "RELATED",
  "ROOT",
  "ROUTINE",
  "SCAN",
  "SCATTER",
  "SCATTERV",
  "SELECT",
  "SENDER",
  "SENDS",
  "SENT",
  "SIZE",
  "START",
  "STATISTICS",
  "SUM",
  "TAG",
  "THAN",
  "TIME",
  "TO",
  "TRACES",
  "UNMATCHED",
  "WHERE",
  NULL,
};

gboolean
refrain_query_word_is (RefrainQueryWord word, const char *keyword)
{
  for (gsize i = 0; i < word.length; i++)
    {
      const char c = word.text[i] == '-' ? '_' : g_ascii_toupper (word.text[i]);

      if (keyword[i] == '\0' || c != g_ascii_toupper (keyword[i]))
        return FALSE;
    }
  return keyword[word.length] == '\0';
}

const char *const *
refrain_query_get_keywords (void)
{
  return keywords;
}

gboolean
refrain_query_word_is_keyword (RefrainQueryWord word)
{
  RefrainQuerySourceWord found;

  for (guint i = 0; keywords[i] != NULL; i++)
    if (refrain_query_word_is (word, keywords[i]))
      return TRUE;
  return refrain_query_word_is_field (word) || refrain_query_find_source (word, &found);
}

/* ---- Fields ---- */

#define M (1 << REFRAIN_QUERY_SOURCE_MESSAGES)
#define O (1 << REFRAIN_QUERY_SOURCE_OPERATIONS)
#define C (1 << REFRAIN_QUERY_SOURCE_CALLS)
#define P (1 << REFRAIN_QUERY_SOURCE_PROCESSES)

static const RefrainQueryFieldInfo fields[REFRAIN_QUERY_N_FIELDS] = {
  [REFRAIN_QUERY_FIELD_PROCESS]
  = { "process", N_ ("Process"), REFRAIN_QUERY_TYPE_PROCESS, O | C | P },
  [REFRAIN_QUERY_FIELD_SENDER] = { "sender", N_ ("Sender"), REFRAIN_QUERY_TYPE_PROCESS, M | O },
  [REFRAIN_QUERY_FIELD_RECEIVER]
  = { "receiver", N_ ("Receiver"), REFRAIN_QUERY_TYPE_PROCESS, M | O },
  [REFRAIN_QUERY_FIELD_PEER] = { "peer", N_ ("Peer"), REFRAIN_QUERY_TYPE_PROCESS, O },
  [REFRAIN_QUERY_FIELD_ROOT] = { "root", N_ ("Root"), REFRAIN_QUERY_TYPE_PROCESS, O },
  [REFRAIN_QUERY_FIELD_KIND] = { "kind", N_ ("Operation"), REFRAIN_QUERY_TYPE_KIND, M | O },
  [REFRAIN_QUERY_FIELD_ROUTINE]
  = { "routine", N_ ("Routine"), REFRAIN_QUERY_TYPE_ROUTINE, M | O | C },
  [REFRAIN_QUERY_FIELD_CALLER]
  = { "caller", N_ ("Called by"), REFRAIN_QUERY_TYPE_ROUTINE, M | O | C },
  [REFRAIN_QUERY_FIELD_COMM]
  = { "communicator", N_ ("Communicator"), REFRAIN_QUERY_TYPE_COMMUNICATOR, M | O },
  [REFRAIN_QUERY_FIELD_TAG] = { "tag", N_ ("Tag"), REFRAIN_QUERY_TYPE_NUMBER, M | O },
  [REFRAIN_QUERY_FIELD_SIZE] = { "size", N_ ("Size"), REFRAIN_QUERY_TYPE_BYTES, M | O, TRUE },
  [REFRAIN_QUERY_FIELD_SENT] = { "sent", N_ ("Sent"), REFRAIN_QUERY_TYPE_BYTES, O | P, TRUE },
  [REFRAIN_QUERY_FIELD_RECEIVED]
  = { "received", N_ ("Received"), REFRAIN_QUERY_TYPE_BYTES, O | P, TRUE },
  [REFRAIN_QUERY_FIELD_TIME] = { "time", N_ ("Time"), REFRAIN_QUERY_TYPE_TIME, M | O | C },
  [REFRAIN_QUERY_FIELD_START] = { "start", N_ ("Start"), REFRAIN_QUERY_TYPE_TIME, M | O | C },
  [REFRAIN_QUERY_FIELD_END] = { "end", N_ ("End"), REFRAIN_QUERY_TYPE_TIME, M | O | C },
  [REFRAIN_QUERY_FIELD_DURATION]
  = { "duration", N_ ("Duration"), REFRAIN_QUERY_TYPE_DURATION, M | O | C, TRUE },
  [REFRAIN_QUERY_FIELD_DEPTH] = { "depth", N_ ("Depth"), REFRAIN_QUERY_TYPE_NUMBER, C },
  [REFRAIN_QUERY_FIELD_SELF] = { "self", N_ ("To itself"), REFRAIN_QUERY_TYPE_NUMBER, M | O },
  [REFRAIN_QUERY_FIELD_MATCHED] = { "matched", N_ ("Matched"), REFRAIN_QUERY_TYPE_NUMBER, M | O },
  [REFRAIN_QUERY_FIELD_NAME] = { "name", N_ ("Name"), REFRAIN_QUERY_TYPE_TEXT, P },
  [REFRAIN_QUERY_FIELD_HOST] = { "host", N_ ("Host"), REFRAIN_QUERY_TYPE_TEXT, P },
  [REFRAIN_QUERY_FIELD_SENDS] = { "sends", N_ ("Sends"), REFRAIN_QUERY_TYPE_COUNT, P, TRUE },
  [REFRAIN_QUERY_FIELD_RECEIVES]
  = { "receives", N_ ("Receives"), REFRAIN_QUERY_TYPE_COUNT, P, TRUE },
  [REFRAIN_QUERY_FIELD_COLLECTIVES]
  = { "collectives", N_ ("Collectives"), REFRAIN_QUERY_TYPE_COUNT, P, TRUE },
  [REFRAIN_QUERY_FIELD_CALLS] = { "calls", N_ ("Calls"), REFRAIN_QUERY_TYPE_COUNT, P, TRUE },
  [REFRAIN_QUERY_FIELD_MPI_TIME]
  = { "mpi_time", N_ ("Time in MPI"), REFRAIN_QUERY_TYPE_DURATION, P, TRUE },
  [REFRAIN_QUERY_FIELD_PATTERN] = { "pattern", N_ ("Pattern"), REFRAIN_QUERY_TYPE_SET_ID, M | O },
  [REFRAIN_QUERY_FIELD_PHASE] = { "phase", N_ ("Phase"), REFRAIN_QUERY_TYPE_SET_ID, M | O },
  [REFRAIN_QUERY_FIELD_LOOP] = { "loop", N_ ("Loop"), REFRAIN_QUERY_TYPE_SET_ID, M | O },
};

/* The words for fields that are not their names. */
static const struct
{
  const char *word;
  RefrainQueryField field;
} aliases[] = {
  { "COMM", REFRAIN_QUERY_FIELD_COMM },         { "BEGIN", REFRAIN_QUERY_FIELD_START },
  { "BYTES", REFRAIN_QUERY_FIELD_SIZE },        { "LENGTH", REFRAIN_QUERY_FIELD_SIZE },
  { "FANIN", REFRAIN_QUERY_FIELD_RECEIVED },    { "FAN_IN", REFRAIN_QUERY_FIELD_RECEIVED },
  { "FANOUT", REFRAIN_QUERY_FIELD_SENT },       { "FAN_OUT", REFRAIN_QUERY_FIELD_SENT },
  { "OPERATION", REFRAIN_QUERY_FIELD_KIND },    { "RANK", REFRAIN_QUERY_FIELD_PROCESS },
  { "SOURCE", REFRAIN_QUERY_FIELD_SENDER },     { "DESTINATION", REFRAIN_QUERY_FIELD_RECEIVER },
  { "PROCESSES", REFRAIN_QUERY_FIELD_PROCESS },
};

const RefrainQueryFieldInfo *
refrain_query_field_get_info (RefrainQueryField field)
{
  return &fields[field];
}

static RefrainQueryField
find_field (RefrainQueryWord word, guint sources)
{
  for (guint i = 0; i < REFRAIN_QUERY_N_FIELDS; i++)
    if ((fields[i].sources & sources) != 0 && refrain_query_word_is (word, fields[i].name))
      return i;
  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    if ((fields[aliases[i].field].sources & sources) != 0
        && refrain_query_word_is (word, aliases[i].word))
      return aliases[i].field;
  return REFRAIN_QUERY_N_FIELDS;
}

RefrainQueryField
refrain_query_field_find (RefrainQueryWord word, RefrainQuerySource source)
{
  return find_field (word, 1u << source);
}

gboolean
refrain_query_word_is_field (RefrainQueryWord word)
{
  return find_field (word, M | O | C | P) != REFRAIN_QUERY_N_FIELDS;
}

/* ---- Sources and kinds ---- */

#define KINDS_ALL        0, G_MAXINT
#define KINDS_P2P        REFRAIN_OP_SEND, REFRAIN_OP_IRECV
#define KINDS_SEND       REFRAIN_OP_SEND, REFRAIN_OP_ISEND
#define KINDS_RECEIVE    REFRAIN_OP_RECV, REFRAIN_OP_IRECV
#define KINDS_COLLECTIVE REFRAIN_QUERY_KIND_COLLECTIVE, G_MAXINT

static const RefrainQuerySourceWord sources[] = {
  { "MESSAGES", REFRAIN_QUERY_SOURCE_MESSAGES, KINDS_ALL, "message" },
  { "MESSAGE", REFRAIN_QUERY_SOURCE_MESSAGES, KINDS_ALL, "message" },
  { "POINT_TO_POINT_OPERATIONS", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_P2P, "p2p" },
  { "POINT_TO_POINT", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_P2P, "p2p" },
  { "P2P", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_P2P, "p2p" },
  { "SENDS", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_SEND, "send" },
  { "SEND", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_SEND, "send" },
  { "SEND_OPERATIONS", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_SEND, "send" },
  { "RECEIVES", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_RECEIVE, "receive" },
  { "RECEIVE", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_RECEIVE, "receive" },
  { "RECEIVE_OPERATIONS", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_RECEIVE, "receive" },
  { "COLLECTIVES", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_COLLECTIVE, "collective" },
  { "COLLECTIVE", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_COLLECTIVE, "collective" },
  { "COLLECTIVE_OPERATIONS", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_COLLECTIVE, "collective" },
  { "OPERATIONS", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_ALL, "operation" },
  { "TRACES", REFRAIN_QUERY_SOURCE_OPERATIONS, KINDS_ALL, "operation" },
  { "CALLS", REFRAIN_QUERY_SOURCE_CALLS, KINDS_ALL, "call" },
  { "ROUTINE_CALLS", REFRAIN_QUERY_SOURCE_CALLS, KINDS_ALL, "call" },
  { "PROCESSES", REFRAIN_QUERY_SOURCE_PROCESSES, KINDS_ALL, "process" },
  { "STATISTICS", REFRAIN_QUERY_SOURCE_PROCESSES, KINDS_ALL, "process" },
};

const char *
refrain_query_kind_get_name (guint kind)
{
  return kind < REFRAIN_QUERY_KIND_COLLECTIVE
             ? refrain_op_kind_get_name (kind)
             : refrain_collective_get_name (kind - REFRAIN_QUERY_KIND_COLLECTIVE);
}

/* A kind of operation by its name, with or without "MPI_". */
static gint
find_kind (RefrainQueryWord word)
{
  if (word.length > 4 && g_ascii_strncasecmp (word.text, "MPI_", 4) == 0)
    {
      word.text += 4;
      word.length -= 4;
    }
  if (refrain_query_word_is (word, "BROADCAST"))
    return REFRAIN_QUERY_KIND_COLLECTIVE + REFRAIN_COLLECTIVE_BCAST;
  for (guint kind = 0; kind < REFRAIN_QUERY_N_KINDS; kind++)
    {
      const char *name = refrain_query_kind_get_name (kind);

      /* Any other: “collective” is all of them. */
      if (kind == REFRAIN_QUERY_KIND_COLLECTIVE + REFRAIN_COLLECTIVE_UNKNOWN)
        continue;
      if (refrain_query_word_is (word, g_str_has_prefix (name, "MPI_") ? name + 4 : name))
        return (gint) kind;
    }
  return -1;
}

gboolean
refrain_query_find_source (RefrainQueryWord word, RefrainQuerySourceWord *found)
{
  gint kind;

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    if (refrain_query_word_is (word, sources[i].word))
      {
        *found = sources[i];
        return TRUE;
      }
  kind = find_kind (word);
  if (kind < 0)
    return FALSE;
  found->word = refrain_query_kind_get_name ((guint) kind);
  found->source = REFRAIN_QUERY_SOURCE_OPERATIONS;
  found->kind_low = found->kind_high = kind;
  found->noun = kind >= REFRAIN_QUERY_KIND_COLLECTIVE ? "collective"
                : REFRAIN_OP_IS_SEND (kind)           ? "send"
                                                      : "receive";
  return TRUE;
}

static char *
format_noun (const char *noun, const char *n, gulong number)
{
  if (g_str_equal (noun, "message"))
    return g_strdup_printf (ngettext ("%s message", "%s messages", number), n);
  if (g_str_equal (noun, "p2p"))
    return g_strdup_printf (
        ngettext ("%s point-to-point operation", "%s point-to-point operations", number), n);
  if (g_str_equal (noun, "send"))
    return g_strdup_printf (ngettext ("%s send", "%s sends", number), n);
  if (g_str_equal (noun, "receive"))
    return g_strdup_printf (ngettext ("%s receive", "%s receives", number), n);
  if (g_str_equal (noun, "collective"))
    return g_strdup_printf (
        ngettext ("%s collective operation", "%s collective operations", number), n);
  if (g_str_equal (noun, "call"))
    return g_strdup_printf (ngettext ("%s routine call", "%s routine calls", number), n);
  if (g_str_equal (noun, "process"))
    return g_strdup_printf (ngettext ("%s process", "%s processes", number), n);
  return g_strdup_printf (ngettext ("%s operation", "%s operations", number), n);
}

char *
refrain_query_format_noun (const char *noun, guint64 n)
{
  g_autofree char *number = refrain_count_format (n);

  return format_noun (noun, number, (gulong) MIN (n, G_MAXULONG));
}

gboolean
refrain_query_find_kinds (const char *name, guint8 *table)
{
  const RefrainQueryWord word = { name, strlen (name) };
  RefrainQuerySourceWord source;
  const gint kind = find_kind (word);
  gboolean any = FALSE;

  if (kind >= 0)
    return table[kind] = TRUE;
  /* "sends", "collectives" */
  if (refrain_query_find_source (word, &source) && source.source == REFRAIN_QUERY_SOURCE_OPERATIONS)
    {
      for (gint k = 0; k < REFRAIN_QUERY_N_KINDS; k++)
        table[k] |= k >= source.kind_low && k <= source.kind_high;
      return TRUE;
    }
  for (guint k = 0; k < REFRAIN_QUERY_N_KINDS; k++)
    if (refrain_query_name_matches (name, refrain_query_kind_get_name (k)))
      any = table[k] = TRUE;
  return any;
}

/* ---- What is near ---- */

/* Edits from one to the other, of characters in any case; both of at most MAX_NEAR. */
static guint
find_distance (RefrainQueryWord a, const char *b, gsize n)
{
  guint row[MAX_NEAR + 1];

  for (guint j = 0; j <= n; j++)
    row[j] = j;
  for (guint i = 1; i <= a.length; i++)
    {
      guint diagonal = row[0];

      row[0] = i;
      for (guint j = 1; j <= n; j++)
        {
          const guint above = row[j];
          const guint changed
              = diagonal + (g_ascii_toupper (a.text[i - 1]) != g_ascii_toupper (b[j - 1]));

          row[j] = MIN (changed, MIN (above, row[j - 1]) + 1);
          diagonal = above;
        }
    }
  return row[n];
}

const char *
refrain_query_find_near (RefrainQueryWord word, const char *const *candidates, gsize n)
{
  const char *best = NULL;
  guint least = (guint) MIN (3, 1 + word.length / 4) + 1;

  if (word.length == 0 || word.length > MAX_NEAR)
    return NULL;
  for (gsize i = 0; i < n; i++)
    {
      const gsize length = strlen (candidates[i]);
      guint distance;

      if (length > MAX_NEAR)
        continue;
      distance = find_distance (word, candidates[i], length);
      if (distance < least && distance < MAX (length, word.length))
        {
          least = distance;
          best = candidates[i];
        }
    }
  return best;
}

/* Globs in one walk with one place to go back to: O(both lengths) as a rule, their product at
 * worst. */
gboolean
refrain_query_name_matches (const char *name, const char *text)
{
  const char *star = NULL, *back = NULL;

  while (*text != '\0')
    if (*name == '*')
      {
        star = ++name;
        back = text;
      }
    else if (*name == '?' || (*name != '\0' && g_ascii_tolower (*name) == g_ascii_tolower (*text)))
      {
        name++;
        text++;
      }
    else if (star != NULL)
      {
        name = star;
        text = ++back;
      }
    else
      return FALSE;
  while (*name == '*')
    name++;
  return *name == '\0';
}
/* ---- Numbers with units, exact: "0.1 s" is 100,000,000 ns, whatever a double makes of it ---- */

typedef struct
{
  const char *name;
  gint64 factor;
} Unit;

static const Unit times[] = {
  { "ns", 1 },
  { "us", 1000 },
  { "\302\265s", 1000 }, /* the sign for micro, and the Greek letter */
  { "\316\274s", 1000 },
  { "ms", 1000 * 1000 },
  { "s", 1000 * 1000 * 1000 },
  { "sec", 1000 * 1000 * 1000 },
  { "seconds", 1000 * 1000 * 1000 },
  { "min", G_GINT64_CONSTANT (60) * 1000 * 1000 * 1000 },
};

static const Unit sizes[] = {
  { "B", 1 },
  { "bytes", 1 },
  { "byte", 1 },
  { "kB", 1000 },
  { "MB", 1000 * 1000 },
  { "GB", 1000 * 1000 * 1000 },
  { "TB", G_GINT64_CONSTANT (1000) * 1000 * 1000 * 1000 },
  { "KiB", 1 << 10 },
  { "MiB", 1 << 20 },
  { "GiB", 1 << 30 },
  { "TiB", G_GINT64_CONSTANT (1) << 40 },
};

/* The factor of a unit of @type; 0 where there is none called so. No unit: seconds, bytes. */
static gint64
find_factor (RefrainQueryWord unit, RefrainQueryType type)
{
  const gboolean is_time = type == REFRAIN_QUERY_TYPE_TIME || type == REFRAIN_QUERY_TYPE_DURATION;
  const Unit *units = is_time ? times : sizes;
  const gsize n = is_time ? G_N_ELEMENTS (times) : G_N_ELEMENTS (sizes);

  if (unit.length == 0)
    return is_time ? 1000 * 1000 * 1000 : 1;
  if (!is_time && type != REFRAIN_QUERY_TYPE_BYTES)
    return 0;
  for (gsize i = 0; i < n; i++)
    if (refrain_query_word_is (unit, units[i].name))
      return units[i].factor;
  return 0;
}

gboolean
refrain_query_word_is_unit (RefrainQueryWord word, RefrainQueryType type)
{
  return word.length > 0 && find_factor (word, type) != 0;
}

/* "e-3" at *@at, as the power of ten; *@at moves behind it. Beyond 1000 they are all alike. */
static gint
read_exponent (RefrainQueryWord token, gsize *at)
{
  gsize i = *at;
  gboolean negative = FALSE;
  gint power = 0;

  if (i + 1 >= token.length || (token.text[i] != 'e' && token.text[i] != 'E'))
    return 0;
  i++;
  if (token.text[i] == '+' || token.text[i] == '-')
    negative = token.text[i++] == '-';
  if (i >= token.length || !g_ascii_isdigit (token.text[i]))
    return 0;
  for (; i < token.length && g_ascii_isdigit (token.text[i]); i++)
    power = MIN (power * 10 + (token.text[i] - '0'), 1000);
  *at = i;
  return negative ? -power : power;
}

/* @digits · 10^@power · @factor. FALSE beyond all numbers; what is below 1 is cut off. */
static gboolean
scale (guint64 digits, gint power, gint64 factor, gint64 *value)
{
  guint64 number = digits;

  /* Zeros of the factor first: they cost no digits. */
  while (power < 0 && factor % 10 == 0)
    {
      factor /= 10;
      power++;
    }
  if (!g_uint64_checked_mul (&number, number, (guint64) factor))
    return FALSE;
  for (; power < 0 && number > 0; power++)
    number /= 10;
  for (; power > 0 && number > 0; power--)
    if (!g_uint64_checked_mul (&number, number, 10))
      return FALSE;
  *value = (gint64) number;
  return number <= G_MAXINT64;
}

gboolean
refrain_query_read_number (RefrainQueryWord token, RefrainQueryType type, gint64 *value)
{
  guint64 digits = 0;
  gint power = 0;
  gint64 factor;
  gsize i;
  gboolean any = FALSE, fraction = FALSE;

  for (i = 0; i < token.length; i++)
    if (g_ascii_isdigit (token.text[i]))
      {
        any = TRUE;
        /* Digits that no number of ours has are read and left out. */
        if (digits <= (G_MAXINT64 - 9) / 10)
          {
            digits = digits * 10 + (guint) (token.text[i] - '0');
            power -= fraction;
          }
        else
          power += !fraction;
      }
    else if (token.text[i] == '.' && !fraction)
      fraction = TRUE;
    else
      break;
  power += read_exponent (token, &i);
  factor = find_factor ((RefrainQueryWord){ token.text + i, token.length - i }, type);
  if (!any || factor == 0)
    return FALSE;
  /* Only amounts have fractions. */
  if (power < 0 && factor == 1 && type != REFRAIN_QUERY_TYPE_TIME
      && type != REFRAIN_QUERY_TYPE_DURATION)
    return FALSE;
  return scale (digits, power, factor, value);
}
