/* refrain-rank-filter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text that reads as ranks is kept as ranges, any other as a casefolded part of a name.
 */
#include "refrain-rank-filter.h"

#include <string.h>

#include "refrain-free.h"

typedef struct
{
  guint first, last;
} Range;

struct _RefrainRankFilter
{
  GArray *ranges; /* of Range; NULL when it is about names */
  char *name;     /* folded; NULL lets everything through */
};

static gboolean
parse_rank (const char **text, guint *rank)
{
  guint64 value;
  char *end;

  if (!g_ascii_isdigit (**text))
    return FALSE;
  value = g_ascii_strtoull (*text, &end, 10);
  *rank = (guint) MIN (value, G_MAXUINT);
  *text = end;
  return TRUE;
}

static void
skip_space (const char **text)
{
  while (g_ascii_isspace (**text))
    (*text)++;
}

/* A comma- or space-separated list of ranks and ranges, or NULL. "5-" goes to the end. */
static GArray *
parse_ranges (const char *text)
{
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (Range));

  for (;;)
    {
      Range range;

      while (*text == ',' || g_ascii_isspace (*text))
        text++;
      if (*text == '\0')
        return ranges->len > 0 ? g_steal_pointer (&ranges) : NULL;
      if (!parse_rank (&text, &range.first))
        return NULL;
      range.last = range.first;
      skip_space (&text);
      if (*text == '-' || g_str_has_prefix (text, "–"))
        {
          text += *text == '-' ? 1 : strlen ("–");
          skip_space (&text);
          if (*text == '\0' || *text == ',')
            range.last = G_MAXUINT;
          else if (!parse_rank (&text, &range.last))
            return NULL;
          skip_space (&text);
        }
      if (*text != '\0' && *text != ',' && !g_ascii_isdigit (*text))
        return NULL;
      if (range.last < range.first)
        {
          guint swap = range.first;

          range.first = range.last;
          range.last = swap;
        }
      g_array_append_val (ranges, range);
    }
}

RefrainRankFilter *
refrain_rank_filter_new (const char *text)
{
  RefrainRankFilter *self;
  g_autofree char *trimmed = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  self = g_new0 (RefrainRankFilter, 1);
  trimmed = g_strstrip (g_strdup (text));
  if (*trimmed == '\0')
    return self;
  self->ranges = parse_ranges (trimmed);
  if (self->ranges == NULL)
    self->name = g_utf8_casefold (trimmed, -1);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_rank_filter_free,
                             RefrainRankFilter,
                             g_clear_pointer (&x->ranges, g_array_unref);
                             g_free (x->name))

static gboolean
contains (const char *text, const char *folded_part)
{
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return folded != NULL && strstr (folded, folded_part) != NULL;
}

gboolean
refrain_rank_filter_test (const RefrainRankFilter *self,
                          guint rank,
                          const char *name,
                          const char *host)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->ranges != NULL)
    {
      for (guint i = 0; i < self->ranges->len; i++)
        {
          const Range *range = &g_array_index (self->ranges, Range, i);

          if (rank >= range->first && rank <= range->last)
            return TRUE;
        }
      return FALSE;
    }
  return self->name == NULL || contains (name, self->name) || contains (host, self->name);
}
