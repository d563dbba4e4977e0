/* refrain-json-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The layout is json-glib's, which wrote it once, so that outputs can be compared with older ones.
 */
#include "config.h"

#include "refrain-json-writer.h"

#include <stdio.h>
#include <string.h>

#include "refrain-visible.h"

static void
write_string (const char *string)
{
  g_autofree char *valid
      = g_utf8_validate (string, -1, NULL) ? NULL : g_utf8_make_valid (string, -1);
  const char *text = valid != NULL ? valid : string;

  putchar ('"');
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      static const char known[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
      const gunichar c = g_utf8_get_char (text);
      const char *at = c < 0x80 ? strchr (known, (int) c) : NULL;

      if (at != NULL)
        printf ("\\%c", letters[at - known]);
      else if (refrain_visible_acts (c))
        printf ("\\u%04x", c);
      else
        fwrite (text, 1, (gsize) (g_utf8_next_char (text) - text), stdout);
    }
  putchar ('"');
}

static void
begin_line (const RefrainJsonWriter *self)
{
  printf ("\n%*s", (int) (2 * self->depth), "");
}

/* What stands before a value. */
static void
begin_value (RefrainJsonWriter *self, const char *name)
{
  if (self->filled)
    putchar (',');
  if (self->depth > 0)
    begin_line (self);
  if (name != NULL)
    {
      write_string (name);
      fputs (" : ", stdout);
    }
  self->filled = TRUE;
}

static void
begin (RefrainJsonWriter *self, const char *name, char bracket)
{
  begin_value (self, name);
  putchar (bracket);
  self->depth++;
  self->filled = FALSE;
}

static void
end (RefrainJsonWriter *self, char bracket)
{
  g_return_if_fail (self->depth > 0);

  self->depth--;
  if (self->filled)
    begin_line (self);
  putchar (bracket);
  if (self->depth == 0)
    putchar ('\n');
  self->filled = TRUE;
}

static const char *command;

void
refrain_json_set_command (const char *name)
{
  command = name;
}

void
refrain_json_begin_object (RefrainJsonWriter *self, const char *name)
{
  const gboolean outermost = self->depth == 0;

  begin (self, name, '{');
  if (outermost && command != NULL)
    {
      g_autofree char *schema = g_strdup_printf ("refrain/%s/1", command);

      refrain_json_add_string (self, "schema", schema);
    }
}

void
refrain_json_end_object (RefrainJsonWriter *self)
{
  end (self, '}');
}

void
refrain_json_begin_array (RefrainJsonWriter *self, const char *name)
{
  begin (self, name, '[');
}

void
refrain_json_end_array (RefrainJsonWriter *self)
{
  end (self, ']');
}

void
refrain_json_add_int (RefrainJsonWriter *self, const char *name, gint64 value)
{
  begin_value (self, name);
  printf ("%" G_GINT64_FORMAT, value);
}

void
refrain_json_add_double (RefrainJsonWriter *self, const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  begin_value (self, name);
  fputs (g_ascii_dtostr (text, sizeof text, value), stdout);
  if (strpbrk (text, ".e") == NULL)
    fputs (".0", stdout);
}

void
refrain_json_add_boolean (RefrainJsonWriter *self, const char *name, gboolean value)
{
  begin_value (self, name);
  fputs (value ? "true" : "false", stdout);
}

void
refrain_json_add_string (RefrainJsonWriter *self, const char *name, const char *value)
{
  begin_value (self, name);
  if (value != NULL)
    write_string (value);
  else
    fputs ("null", stdout);
}

void
refrain_json_add_null (RefrainJsonWriter *self, const char *name)
{
  refrain_json_add_string (self, name, NULL);
}
