/* refrain-visible.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Most text has nothing to escape, and is appended in long pieces.
 */
#include "refrain-visible.h"

#include <string.h>

gboolean
refrain_visible_acts (gunichar c)
{
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c || c == 0x200e || c == 0x200f
         || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

static gboolean
ends_line (const char *at, const char *end)
{
  return *at == '\n' || *at == '\t' || (*at == '\r' && end - at > 1 && at[1] == '\n');
}

static void
append_escape (GString *out, gunichar c)
{
  static const char known[] = "\n\r\t", letters[] = "nrt";
  const char *at = c != 0 && c < 0x20 ? strchr (known, (int) c) : NULL;

  if (at != NULL)
    g_string_append_printf (out, "\\%c", letters[at - known]);
  else
    g_string_append_printf (out, c < 0x100 ? "\\x%02x" : "\\u%04x", c);
}

/* Returns whether the character at @at may go on behind @end. */
static gboolean
is_cut (const char *at, const char *end)
{
  return *at == '\r' ? end - at == 1 : g_utf8_get_char_validated (at, end - at) == (gunichar) -2;
}

gsize
refrain_visible_append (GString *out, const char *text, gsize n, gboolean lines, gboolean more)
{
  const char *at = text, *clean = text, *const end = text + n;

  g_return_val_if_fail (out != NULL && (text != NULL || n == 0), 0);

  while (at < end)
    {
      const guchar byte = (guchar) *at;
      gunichar c = byte;
      gsize size = 1;
      gboolean valid = TRUE;

      if (byte >= 0x20 && byte < 0x7f)
        {
          at++;
          continue;
        }
      if (more && is_cut (at, end))
        break;
      if (byte >= 0x80)
        {
          c = g_utf8_get_char_validated (at, end - at);
          valid = c < (gunichar) -2;
          size = valid ? (gsize) g_unichar_to_utf8 (c, NULL) : 1;
        }
      if ((valid && !refrain_visible_acts (c)) || (lines && ends_line (at, end)))
        {
          at += size;
          continue;
        }
      g_string_append_len (out, clean, at - clean);
      append_escape (out, valid ? c : byte);
      at += size;
      clean = at;
    }
  g_string_append_len (out, clean, at - clean);
  return (gsize) (at - text);
}

char *
refrain_visible_line (const char *text)
{
  GString *out;

  g_return_val_if_fail (text != NULL, NULL);

  out = g_string_new (NULL);
  refrain_visible_append (out, text, strlen (text), FALSE, FALSE);
  return g_string_free (out, FALSE);
}

char *
refrain_visible_capital (const char *text)
{
  char first[7] = "";

  g_return_val_if_fail (text != NULL, NULL);

  if (*text == '\0')
    return g_strdup ("");
  g_unichar_to_utf8 (g_unichar_toupper (g_utf8_get_char (text)), first);
  return g_strconcat (first, g_utf8_next_char (text), NULL);
}

char *
refrain_visible_sentence (const char *text)
{
  g_autofree char *large = refrain_visible_capital (text);
  const gsize n = large != NULL ? strlen (large) : 0;

  if (n == 0 || strchr (".!?", large[n - 1]) != NULL)
    return g_steal_pointer (&large);
  return g_strconcat (large, ".", NULL);
}
