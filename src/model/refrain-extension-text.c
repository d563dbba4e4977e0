/* refrain-extension-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Records of an extension as text and back, byte for byte.
 */
#include "config.h"

#include "refrain-extension.h"

#include <errno.h>

#include <glib/gi18n-lib.h>

#include "refrain-error.h"

static const char *const value_names[REFRAIN_N_VALUE_TYPES] = { "none",
                                                                "uint8",
                                                                "uint16",
                                                                "uint32",
                                                                "uint64",
                                                                "int8",
                                                                "int16",
                                                                "int32",
                                                                "int64",
                                                                "float",
                                                                "double",
                                                                "string",
                                                                "attribute",
                                                                "location",
                                                                "region",
                                                                "group",
                                                                "metric",
                                                                "comm",
                                                                "parameter",
                                                                "rma-win",
                                                                "source-code-location",
                                                                "calling-context",
                                                                "interrupt-generator",
                                                                "io-file",
                                                                "io-handle",
                                                                "location-group" };

/* ---- To text ---- */

/* The length of the printable character at @text, or 0. */
static gsize
printable_length (const char *text, gsize n)
{
  const gunichar c = g_utf8_get_char_validated (text, (gssize) n);

  if (c == (gunichar) -1 || c == (gunichar) -2 || c == 0 || !g_unichar_isprint (c))
    return 0;
  return (gsize) (g_utf8_next_char (text) - text);
}

static void
add_quoted (GString *to, const char *text, gsize n)
{
  g_string_append_c (to, '"');
  for (gsize i = 0; i < n;)
    {
      const gsize length = printable_length (text + i, n - i);

      if (length == 0)
        g_string_append_printf (to, "\\x%02x", (guint) (guint8) text[i++]);
      else
        {
          if (text[i] == '"' || text[i] == '\\')
            g_string_append_c (to, '\\');
          g_string_append_len (to, text + i, (gssize) length);
          i += length;
        }
    }
  g_string_append_c (to, '"');
}

static void
add_double (GString *to, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  guint64 bits;

  /* What has no decimal form of its own is given by its bits. */
  memcpy (&bits, &number, sizeof bits);
  if (number != number || number - number != 0)
    g_string_append_printf (to, "0x%016" G_GINT64_MODIFIER "x", bits);
  else
    g_string_append (to, g_ascii_dtostr (text, sizeof text, number));
}

static void
add_value (GString *to, RefrainValue value)
{
  double number;

  if (value.type < REFRAIN_N_VALUE_TYPES)
    g_string_append (to, value_names[value.type]);
  else
    g_string_append_printf (to, "%u", value.type);
  if (value.type == REFRAIN_VALUE_NONE)
    return;
  g_string_append_c (to, ':');
  memcpy (&number, &value.bits, sizeof number);
  if (value.type == REFRAIN_VALUE_FLOAT)
    g_string_append_printf (to, "0x%08x", (guint) value.bits);
  else if (value.type == REFRAIN_VALUE_DOUBLE)
    add_double (to, number);
  else if (refrain_value_type_is_signed (value.type))
    g_string_append_printf (to, "%" G_GINT64_FORMAT, (gint64) value.bits);
  else
    g_string_append_printf (to, "%" G_GUINT64_FORMAT, value.bits);
}

/* The word for @number, or the words for its bits when there is one for each; else the number. */
static void
add_words (GString *to, const RefrainFieldWords *words, guint64 number)
{
  guint64 left = number;
  const gsize start = to->len;

  for (guint i = 0; i < words->n; i++)
    if (words->numbers[i] == number)
      {
        g_string_append (to, words->words[i]);
        return;
      }
  for (guint i = 0; words->is_flags && i < words->n; i++)
    if (words->numbers[i] != 0 && (left & words->numbers[i]) == words->numbers[i])
      {
        g_string_append_printf (to, "%s%s", to->len > start ? "|" : "", words->words[i]);
        left &= ~words->numbers[i];
      }
  if (!words->is_flags || left != 0 || number == 0)
    {
      g_string_truncate (to, start);
      g_string_append_printf (to, "%" G_GUINT64_FORMAT, number);
    }
}

static void
add_element (GString *to, const RefrainField *field, RefrainRecordBytes *from)
{
  const char *text;
  guint64 number;
  double real;
  gsize n;

  switch (field->type)
    {
    case REFRAIN_FIELD_SIGNED:
      g_string_append_printf (to, "%" G_GINT64_FORMAT, refrain_get_signed (from));
      break;
    case REFRAIN_FIELD_FLOAT:
      number = refrain_get_bits (from, 8);
      memcpy (&real, &number, sizeof real);
      add_double (to, real);
      break;
    case REFRAIN_FIELD_TEXT:
      text = refrain_get_text (from, &n);
      add_quoted (to, text, n);
      break;
    case REFRAIN_FIELD_VALUE:
      add_value (to, refrain_get_value (from));
      break;
    case REFRAIN_FIELD_REFERENCE:
      number = refrain_get_unsigned (from);
      if (number == 0)
        g_string_append (to, "none");
      else
        g_string_append_printf (to, "%" G_GUINT64_FORMAT, number - 1);
      break;
    case REFRAIN_FIELD_ENUM:
    case REFRAIN_FIELD_FLAGS:
      add_words (to, field->words, refrain_get_unsigned (from));
      break;
    default:
      g_string_append_printf (to, "%" G_GUINT64_FORMAT, refrain_get_unsigned (from));
    }
}

static void
add_field (GString *to, const RefrainField *field, RefrainRecordBytes *from)
{
  gsize n;

  g_string_append_printf (to, " %s=", field->name);
  if (!field->is_list)
    {
      add_element (to, field, from);
      return;
    }
  n = refrain_get_count (from);
  g_string_append_c (to, '[');
  for (gsize i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (to, ' ');
      add_element (to, field, from);
    }
  g_string_append_c (to, ']');
}

char *
refrain_extension_to_text (RefrainExtension *self, const guint8 *records, gsize n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  RefrainRecordBytes left = refrain_record_bytes (records, n), fields;
  guint number;

  g_return_val_if_fail (REFRAIN_IS_EXTENSION (self), NULL);

  while (refrain_extension_next (self, &left, &number, &fields))
    {
      const RefrainRecordClass *c = refrain_extension_get_class (self, number);

      g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", c->name);
      for (guint i = 0; i < c->n_fields; i++)
        add_field (text, &c->fields[i], &fields);
    }
  return left.failed ? NULL : g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- From text ---- */

typedef struct
{
  const char *at;
  GByteArray *to;
} Parser;

static void
skip_blanks (Parser *p)
{
  while (*p->at == ' ' || *p->at == '\n' || *p->at == '\t' || *p->at == '\r')
    p->at++;
}

static gboolean
take (Parser *p, const char *text)
{
  const gsize n = strlen (text);

  if (strncmp (p->at, text, n) != 0)
    return FALSE;
  p->at += n;
  return TRUE;
}

/* A word of letters, digits, - and _. */
static char *
take_word (Parser *p)
{
  const char *start = p->at;

  while (g_ascii_isalnum (*p->at) || *p->at == '_' || *p->at == '-')
    p->at++;
  return g_strndup (start, (gsize) (p->at - start));
}

static gboolean
take_unsigned (Parser *p, guint64 *number)
{
  const gboolean hexadecimal = p->at[0] == '0' && p->at[1] == 'x';
  char *end;

  if (!g_ascii_isdigit (*p->at))
    return FALSE;
  errno = 0;
  *number = g_ascii_strtoull (p->at, &end, hexadecimal ? 16 : 10);
  p->at = end;
  return errno == 0;
}

static gboolean
take_signed (Parser *p, gint64 *number)
{
  char *end;

  if (!g_ascii_isdigit (*p->at) && *p->at != '-')
    return FALSE;
  errno = 0;
  *number = g_ascii_strtoll (p->at, &end, 10);
  if (end == p->at || errno != 0)
    return FALSE;
  p->at = end;
  return TRUE;
}

static gboolean
take_double (Parser *p, guint64 *bits)
{
  double number;
  char *end;

  if (p->at[0] == '0' && p->at[1] == 'x')
    return take_unsigned (p, bits);
  if (!g_ascii_isdigit (*p->at) && *p->at != '-')
    return FALSE;
  number = g_ascii_strtod (p->at, &end);
  if (end == p->at)
    return FALSE;
  p->at = end;
  memcpy (bits, &number, sizeof number);
  return TRUE;
}

static gboolean
take_text (Parser *p)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!take (p, "\""))
    return FALSE;
  while (*p->at != '"')
    {
      if (*p->at == '\0')
        return FALSE;
      if (*p->at == '\\' && p->at[1] == 'x' && g_ascii_isxdigit (p->at[2])
          && g_ascii_isxdigit (p->at[3]))
        {
          g_string_append_c (text, (char) (g_ascii_xdigit_value (p->at[2]) << 4
                                           | g_ascii_xdigit_value (p->at[3])));
          p->at += 4;
          continue;
        }
      if (*p->at == '\\' && *++p->at == '\0')
        return FALSE;
      g_string_append_c (text, *p->at++);
    }
  p->at++;
  refrain_put_text (p->to, text->str, text->len);
  return TRUE;
}

static gboolean
take_value (Parser *p)
{
  g_autofree char *name = take_word (p);
  RefrainValue value = { .type = REFRAIN_N_VALUE_TYPES };
  gint64 number;
  gboolean ok;

  for (guint i = 0; i < REFRAIN_N_VALUE_TYPES; i++)
    if (g_str_equal (name, value_names[i]))
      value.type = i;
  if (value.type == REFRAIN_N_VALUE_TYPES)
    {
      guint64 type;

      if (!g_ascii_string_to_unsigned (name, 10, REFRAIN_N_VALUE_TYPES, G_MAXUINT, &type, NULL))
        return FALSE;
      value.type = (guint) type;
    }
  if (value.type == REFRAIN_VALUE_NONE)
    ok = TRUE;
  else if (!take (p, ":"))
    ok = FALSE;
  else if (value.type == REFRAIN_VALUE_DOUBLE)
    ok = take_double (p, &value.bits);
  else if (refrain_value_type_is_signed (value.type))
    {
      ok = take_signed (p, &number);
      value.bits = ok ? (guint64) number : 0;
    }
  else
    ok = take_unsigned (p, &value.bits);
  if (ok)
    refrain_put_value (p->to, value);
  return ok;
}

static gboolean
take_words (Parser *p, const RefrainFieldWords *words)
{
  guint64 number = 0;

  if (g_ascii_isdigit (*p->at))
    {
      if (!take_unsigned (p, &number))
        return FALSE;
      refrain_put_unsigned (p->to, number);
      return TRUE;
    }
  do
    {
      g_autofree char *word = take_word (p);
      guint i = 0;

      while (i < words->n && !g_str_equal (words->words[i], word))
        i++;
      if (i == words->n)
        return FALSE;
      number |= words->numbers[i];
    }
  while (words->is_flags && take (p, "|"));
  refrain_put_unsigned (p->to, number);
  return TRUE;
}

static gboolean
take_element (Parser *p, const RefrainField *field)
{
  guint64 number = 0;
  gint64 signed_number;

  switch (field->type)
    {
    case REFRAIN_FIELD_SIGNED:
      if (!take_signed (p, &signed_number))
        return FALSE;
      refrain_put_signed (p->to, signed_number);
      return TRUE;
    case REFRAIN_FIELD_FLOAT:
      if (!take_double (p, &number))
        return FALSE;
      refrain_put_bits (p->to, number, 8);
      return TRUE;
    case REFRAIN_FIELD_TEXT:
      return take_text (p);
    case REFRAIN_FIELD_VALUE:
      return take_value (p);
    case REFRAIN_FIELD_ENUM:
    case REFRAIN_FIELD_FLAGS:
      return take_words (p, field->words);
    case REFRAIN_FIELD_REFERENCE:
      if (!take (p, "none") && (!take_unsigned (p, &number) || ++number == 0))
        return FALSE;
      refrain_put_unsigned (p->to, number);
      return TRUE;
    default:
      if (!take_unsigned (p, &number))
        return FALSE;
      refrain_put_unsigned (p->to, number);
      return TRUE;
    }
}

/* The number of elements stands before them: they are put down aside. */
static gboolean
take_list (Parser *p, const RefrainField *field)
{
  g_autoptr (GByteArray) elements = g_byte_array_new ();
  GByteArray *to = p->to;
  gboolean closed;
  guint64 n = 0;

  if (!take (p, "["))
    return FALSE;
  p->to = elements;
  skip_blanks (p);
  while (!(closed = take (p, "]")) && take_element (p, field))
    {
      n++;
      skip_blanks (p);
    }
  p->to = to;
  if (!closed)
    return FALSE;
  refrain_put_unsigned (to, n);
  g_byte_array_append (to, elements->data, elements->len);
  return TRUE;
}

static gboolean
take_record (RefrainExtension *self, Parser *p)
{
  g_autofree char *name = take_word (p);
  const int number = refrain_extension_find_class (self, name);
  const RefrainRecordClass *c;

  if (number < 0)
    return FALSE;
  c = refrain_extension_get_class (self, (guint) number);
  refrain_put_unsigned (p->to, (guint) number);
  for (guint i = 0; i < c->n_fields; i++)
    {
      skip_blanks (p);
      if (!take (p, c->fields[i].name) || !take (p, "=")
          || !(c->fields[i].is_list ? take_list (p, &c->fields[i])
                                    : take_element (p, &c->fields[i])))
        return FALSE;
    }
  return TRUE;
}

gboolean
refrain_extension_from_text (RefrainExtension *self,
                             const char *text,
                             GByteArray *records,
                             GError **error)
{
  Parser p = { text, records };
  gboolean ok = TRUE;

  g_return_val_if_fail (REFRAIN_IS_EXTENSION (self) && text != NULL && records != NULL, FALSE);

  skip_blanks (&p);
  while (*p.at != '\0' && ok)
    {
      ok = take_record (self, &p);
      skip_blanks (&p);
      if (ok && *p.at != '\0')
        ok = take (&p, ";");
      skip_blanks (&p);
    }
  if (ok)
    return TRUE;
  return refrain_fail (error, REFRAIN_ERROR_FORMAT,
                       _ ("character %zu of the record is not understood"),
                       (gsize) (p.at - text) + 1);
}
