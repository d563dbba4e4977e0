/* refrain-otf-record.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Capitals end where digits begin, so that one scanner takes short and long records.
 */
#include "refrain-otf-record.h"

#include <string.h>

static const struct
{
  const char *name, *short_name;
  RefrainOtfKind kind;
} kinds[] = {
  { "ENTER", "E", REFRAIN_OTF_ENTER },
  { "LEAVE", "L", REFRAIN_OTF_LEAVE },
  { "SEND", "S", REFRAIN_OTF_SEND },
  { "RECEIVE", "R", REFRAIN_OTF_RECEIVE },
  { "COLLOP", "COP", REFRAIN_OTF_COLLECTIVE },
  { "COLLOPBEGIN", "COPB", REFRAIN_OTF_BEGIN_COLLECTIVE },
  { "COLLOPEND", "COPE", REFRAIN_OTF_END_COLLECTIVE },
  { "DEFTIMERRESOLUTION", "DTR", REFRAIN_OTF_DEF_RESOLUTION },
  { "DEFPROCESS", "DP", REFRAIN_OTF_DEF_PROCESS },
  { "DEFPROCESSGROUP", "DPG", REFRAIN_OTF_DEF_GROUP },
  { "DEFFUNCTION", "DF", REFRAIN_OTF_DEF_FUNCTION },
  { "DEFCOLLOP", "DCO", REFRAIN_OTF_DEF_COLLECTIVE },
  { "DEFSCL", "DS", REFRAIN_OTF_DEF_SOURCE },
  { "DEFSCLFILE", "DSF", REFRAIN_OTF_DEF_SOURCE_FILE },
};

static const struct
{
  const char *name, *short_name;
  RefrainOtfField field;
} fields[] = {
  { "LEN", "L", REFRAIN_OTF_LENGTH },        { "TAG", "T", REFRAIN_OTF_TAG },
  { "COMM", "C", REFRAIN_OTF_COMMUNICATOR }, { "SCL", "X", REFRAIN_OTF_SCL },
  { "ROOT", "RT", REFRAIN_OTF_ROOT },        { "SENT", "S", REFRAIN_OTF_SENT },
  { "RECVD", "R", REFRAIN_OTF_RECEIVED },    { "DUR", "D", REFRAIN_OTF_DURATION },
  { "HANDLEID", "H", REFRAIN_OTF_HANDLE },   { "NAME", "NM", REFRAIN_OTF_NAME },
  { "PARENT", "PT", REFRAIN_OTF_PARENT },    { "MEMBERS", "M", REFRAIN_OTF_MEMBERS },
  { "FILE", "F", REFRAIN_OTF_FILE },         { "LINE", "LN", REFRAIN_OTF_LINE },
  { "TYPE", "Y", REFRAIN_OTF_TYPE },
};

static inline int
to_digit (char c)
{
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

gboolean
refrain_otf_take_number (const char **at, guint64 *number)
{
  const char *p = *at;
  guint64 value = 0;

  for (; to_digit (*p) >= 0; p++)
    {
      if (value >> 60 != 0)
        return FALSE;
      value = value << 4 | (guint64) to_digit (*p);
    }
  if (p == *at)
    return FALSE;
  *number = value;
  *at = p;
  return TRUE;
}

static inline const char *
skip_blanks (const char *p)
{
  while (*p == ' ' || *p == '\t')
    p++;
  return p;
}

/* Whether the @n capitals at @word are one of two names. */
static inline gboolean
is_word (const char *word, gsize n, const char *name, const char *short_name)
{
  return (strncmp (word, short_name, n) == 0 && short_name[n] == '\0')
         || (strncmp (word, name, n) == 0 && name[n] == '\0');
}

/* How many capitals @p begins with. */
static inline gsize
count_capitals (const char *p)
{
  gsize n = 0;

  while (p[n] >= 'A' && p[n] <= 'Z')
    n++;
  return n;
}

/* A text in quotation marks; what is in them is @text. */
static gboolean
take_text (const char **at, char **text)
{
  char *end = strchr (*at + 1, '"');

  if (end == NULL)
    return FALSE;
  *end = '\0';
  *text = (char *) *at + 1;
  *at = end + 1;
  return TRUE;
}

static gboolean
take_value (const char **at, RefrainOtfRecord *record, gint field)
{
  char *text;
  guint64 number;

  if (**at == '"')
    {
      if (!take_text (at, &text))
        return FALSE;
      if (field == REFRAIN_OTF_NAME)
        record->name = text;
      return TRUE;
    }
  if (field == REFRAIN_OTF_MEMBERS)
    record->members = *at;
  if (!refrain_otf_take_number (at, &number))
    return field == REFRAIN_OTF_MEMBERS;
  if (field >= 0)
    record->numbers[field] = number;
  while (**at == ',')
    {
      (*at)++;
      if (to_digit (**at) >= 0 && !refrain_otf_take_number (at, &number))
        return FALSE;
    }
  return TRUE;
}

static gint
find_field (const char *word, gsize n)
{
  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    if (is_word (word, n, fields[i].name, fields[i].short_name))
      return (gint) fields[i].field;
  return -1;
}

static RefrainOtfKind
find_kind (const char *word, gsize n)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (is_word (word, n, kinds[i].name, kinds[i].short_name))
      return kinds[i].kind;
  return REFRAIN_OTF_OTHER;
}

gboolean
refrain_otf_record_cut (char *line, RefrainOtfRecord *record)
{
  const char *at = line;
  gsize n = count_capitals (at);

  memset (record, 0, sizeof *record);
  if (n == 0)
    return FALSE;
  record->kind = find_kind (at, n);
  if (record->kind == REFRAIN_OTF_OTHER)
    return TRUE;
  at = skip_blanks (at + n);
  if (to_digit (*at) >= 0 && !refrain_otf_take_number (&at, &record->number))
    return FALSE;
  for (at = skip_blanks (at); *at != '\0'; at = skip_blanks (at))
    {
      gint field;

      n = count_capitals (at);
      if (n == 0)
        return FALSE;
      field = find_field (at, n);
      at = skip_blanks (at + n);
      if (!take_value (&at, record, field))
        return FALSE;
    }
  return TRUE;
}
