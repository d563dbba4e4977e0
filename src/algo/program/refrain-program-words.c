/* refrain-program-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One way to say each thing.
 */
#include "refrain-program-words.h"

#include <stdlib.h>

#include "refrain-mapping.h"

void
refrain_words_append_directions (GString *text,
                                 const RefrainWords *words,
                                 const guint32 *directions,
                                 guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, i > 0 ? " %s" : "%s", words->directions[directions[i]].name);
}

void
refrain_words_append_ranks (GString *text, const guint32 *ranks, gsize n)
{
  for (gsize i = 0; i < n;)
    {
      gsize j = i;

      while (j + 1 < n && ranks[j + 1] == ranks[j] + 1)
        j++;
      g_string_append_printf (text, i > 0 ? ",%u" : "%u", ranks[i]);
      if (j > i)
        g_string_append_printf (text, "-%u", ranks[j]);
      i = j + 1;
    }
}

/* "+2x": @factor times @name, behind a number. */
static void
append_term (GString *text, gint32 factor, const char *name)
{
  if (factor == 0)
    return;
  g_string_append_c (text, factor < 0 ? '-' : '+');
  if (abs (factor) != 1)
    g_string_append_printf (text, "%d", abs (factor));
  g_string_append (text, name);
}

void
refrain_words_append_index (GString *text, guint32 number)
{
  if (number < 12)
    g_string_append_c (text, "ijklmnopqstu"[number]);
  else
    g_string_append_printf (text, "i%u", number);
}

void
refrain_words_append_tag (GString *text,
                          const RefrainWords *words,
                          guint32 tag,
                          const guint32 *names)
{
  const RefrainTagRule *rule = &words->tags[tag];

  if (rule->kind == REFRAIN_TAG_BY_DIRECTION)
    return;
  if (rule->kind == REFRAIN_TAG_NAMED)
    {
      g_string_append (text, refrain_loop_events_get_name (words->events, (guint32) rule->value));
      return;
    }
  g_string_append (text, refrain_loop_events_get_tag_prefix (words->events));
  if (rule->kind != REFRAIN_TAG_TABLE)
    g_string_append_printf (text, "%d", rule->value);
  if (rule->kind == REFRAIN_TAG_PLACE)
    append_term (text, rule->factor, "rank");
  else if (rule->kind == REFRAIN_TAG_PEER)
    append_term (text, rule->factor, "peer");
  else if (rule->kind == REFRAIN_TAG_COORDINATES)
    for (guint a = refrain_mapping_get_n_dimensions (words->mapping); a-- > 0;)
      append_term (text, rule->numbers[a], refrain_mapping_get_axis_name (words->mapping, a));
  else if (rule->kind == REFRAIN_TAG_TABLE)
    for (guint p = 0; p < refrain_mapping_get_n_processes (words->mapping); p++)
      g_string_append_printf (text, p > 0 ? ",%d" : "(%d", rule->numbers[p]);
  if (rule->kind == REFRAIN_TAG_TABLE)
    g_string_append_c (text, ')');
  for (guint32 k = rule->n_loops; k-- > 0;)
    {
      g_autoptr (GString) name = g_string_new (NULL);

      refrain_words_append_index (name, names == NULL ? rule->n_loops - 1 - k : names[k]);
      append_term (text, rule->loops[k], name->str);
    }
}

void
refrain_words_append_collective (GString *text,
                                 const RefrainWords *words,
                                 guint32 name,
                                 guint32 group)
{
  const RefrainGroupRule *rule = &words->groups[group];
  gsize n;
  const guint32 *members;

  g_string_append (text, refrain_loop_events_get_name (words->events, name));
  if (rule->kind == REFRAIN_GROUP_ALONG)
    {
      g_string_append (text, " along ");
      for (guint a = refrain_mapping_get_n_dimensions (words->mapping); a-- > 0;)
        if ((rule->axes >> a & 1) != 0)
          g_string_append (text, refrain_mapping_get_axis_name (words->mapping, a));
    }
  else if (rule->kind == REFRAIN_GROUP_SELF)
    g_string_append (text, " self");
  else if (rule->kind == REFRAIN_GROUP_LIST)
    {
      g_string_append (text, " of ");
      members = refrain_loop_events_get_group (words->events, rule->group, &n);
      refrain_words_append_ranks (text, members, n);
    }
}

const char *
refrain_words_get_verb (RefrainLineKind kind)
{
  return kind == REFRAIN_LINE_SEND   ? "send"
         : kind == REFRAIN_LINE_RECV ? "recv"
         : kind == REFRAIN_LINE_SWAP ? "swap"
                                     : "shift";
}

void
refrain_words_append_name (GString *text, guint32 number)
{
  gsize at = text->len;

  for (gint64 k = number; k >= 0; k = k / 26 - 1)
    g_string_insert_c (text, (gssize) at, (gchar) ('A' + k % 26));
}
