/* refrain-edge-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines are sorted into rows once all are read; what stands twice is counted together.
 */
#include "refrain-edge-list.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-error.h"

typedef struct
{
  guint32 source, destination;
  guint64 bytes;
} Line;

REFRAIN_DEFINE_COMPARE (compare_lines,
                        Line,
                        REFRAIN_RISING (source) ?: REFRAIN_RISING (destination))

/* The next number of a line, which ends with a NUL; FALSE where there is none or it is too large.
 */
static gboolean
read_number (const char **at, guint64 limit, guint64 *number)
{
  char *end;

  *at += strspn (*at, " \t\r");
  if (!g_ascii_isdigit (**at))
    return FALSE;
  *number = g_ascii_strtoull (*at, &end, 10);
  *at = end;
  return *number < limit && (*end == '\0' || strchr (" \t\r", *end) != NULL);
}

/* What is wrong with a line that is not empty, or NULL. */
static const char *
read_line (const char *at, Line *line)
{
  guint64 source, destination;

  line->bytes = 1;
  if (!read_number (&at, G_MAXUINT64, &source) || !read_number (&at, G_MAXUINT64, &destination))
    return _ ("not “source destination [bytes]”");
  if (source >= REFRAIN_MAX_EDGE_RANK || destination >= REFRAIN_MAX_EDGE_RANK)
    return _ ("a rank of 1,000,000 or more");
  line->source = (guint32) source;
  line->destination = (guint32) destination;
  at += strspn (at, " \t\r");
  if (*at != '\0' && !read_number (&at, G_MAXINT64, &line->bytes))
    return _ ("not a number of bytes");
  return at[strspn (at, " \t\r")] != '\0' ? _ ("more than “source destination [bytes]”") : NULL;
}

static GPtrArray *
make_rows (GArray *lines, guint n)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  g_array_sort (lines, compare_lines);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (rows, g_array_new (FALSE, FALSE, sizeof (RefrainMatrixCell)));
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      GArray *row = rows->pdata[line->source];
      RefrainMatrixCell *last
          = row->len > 0 ? &g_array_index (row, RefrainMatrixCell, row->len - 1) : NULL;

      if (last != NULL && last->destination == line->destination)
        {
          last->count++;
          last->bytes += line->bytes;
        }
      else
        {
          const RefrainMatrixCell cell = { line->destination, 1, line->bytes };

          g_array_append_val (row, cell);
        }
    }
  return rows;
}

RefrainMatrix *
refrain_edge_list_parse (const char *text, gsize length, const char *path, GError **error)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GString) copy = g_string_new (NULL);
  guint n = 0, number = 0;

  for (gsize at = 0; at < length; number++)
    {
      const char *end = memchr (text + at, '\n', length - at);
      const gsize size = end != NULL ? (gsize) (end - text) - at : length - at;
      const char *comment = memchr (text + at, '#', size);
      const char *problem = NULL;
      Line line;

      g_string_truncate (copy, 0);
      g_string_append_len (copy, text + at,
                           comment != NULL ? comment - text - (gssize) at : (gssize) size);
      at += size + 1;
      if (memchr (copy->str, '\0', copy->len) != NULL)
        problem = _ ("a NUL character");
      else if (copy->str[strspn (copy->str, " \t\r")] == '\0')
        continue;
      else
        problem = read_line (copy->str, &line);
      if (problem != NULL)
        return refrain_fail_null (error, REFRAIN_ERROR_FORMAT, _ ("%s: line %u: %s"), path,
                                  number + 1, problem);
      g_array_append_val (lines, line);
      n = MAX (n, MAX (line.source, line.destination) + 1);
    }
  rows = make_rows (lines, n);
  return refrain_matrix_new_from_rows (rows);
}
