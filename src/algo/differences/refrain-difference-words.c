/* refrain-difference-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A place is named by what is called there, and by whom.
 */
#include "config.h"

#include "refrain-difference-words.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"

/* Names before "and 3 more", and callers. */
#define MOST_NAMES   4
#define MOST_CALLERS 3
/* From so many names on they go without tags. */
#define MANY 4

static void
add_once (GPtrArray *list, char *text)
{
  if (g_ptr_array_find_with_equal_func (list, text, g_str_equal, NULL))
    g_free (text);
  else
    g_ptr_array_add (list, text);
}

static char *
name_token (const RefrainCoupling *coupling, const RefrainToken *token, gboolean with_tags)
{
  const char *op = refrain_vocabulary_get_name (coupling->vocabulary, token->op);
  const char *tags = refrain_vocabulary_get_name (coupling->vocabulary, token->tags);

  if (*op == '\0')
    return g_strdup (_ ("the end of the run"));
  if (token->tags == 0 || !with_tags)
    return g_strdup (op);
  return g_strdup_printf (_ ("%s (tag %s)"), op, tags);
}

static void
append_list (GString *text, const GPtrArray *names, guint most)
{
  for (guint i = 0; i < MIN (names->len, most); i++)
    g_string_append_printf (text, i == 0 ? "%s" : ", %s",
                            (const char *) g_ptr_array_index (names, i));
  if (names->len > most)
    g_string_append_printf (text, ngettext (" and %u more", " and %u more", names->len - most),
                            names->len - most);
}

typedef struct
{
  guint32 name, n;
} Caller;

REFRAIN_DEFINE_COMPARE (compare_callers, Caller, REFRAIN_FALLING (n) ?: REFRAIN_RISING (name))

/* Adds the callers of @lines, those that call most often first, where tokens do not have them. */
static void
add_callers (const RefrainCoupling *coupling, guint side, const GArray *lines, GPtrArray *callers)
{
  const RefrainSide *own = &coupling->sides[side];
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Caller));

  for (guint32 i = 0; i < own->slots->len; i++)
    {
      const RefrainSlot *slot = refrain_side_get_slot (own, i);
      const Caller one = { slot->caller, 1 };
      guint k = 0;

      while (k < lines->len && g_array_index (lines, guint32, k) != own->lines[i])
        k++;
      if (k == lines->len || slot->caller == 0)
        continue;
      for (k = 0; k < list->len && g_array_index (list, Caller, k).name != slot->caller; k++)
        ;
      if (k < list->len)
        g_array_index (list, Caller, k).n++;
      else
        g_array_append_val (list, one);
    }
  g_array_sort (list, compare_callers);
  for (guint i = 0; i < list->len; i++)
    g_ptr_array_add (callers, g_strdup (refrain_vocabulary_get_name (
                                  coupling->vocabulary, g_array_index (list, Caller, i).name)));
}

gboolean
refrain_difference_is_many (guint n)
{
  return n >= MANY;
}

char *
refrain_difference_name_lines (const RefrainCoupling *coupling, guint side, GArray *lines)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) callers = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gboolean with_tags = TRUE;; with_tags = FALSE)
    {
      g_ptr_array_set_size (names, 0);
      for (guint i = 0; i < lines->len; i++)
        {
          const RefrainPageNode *line
              = g_ptr_array_index (coupling->pages[side].lines, g_array_index (lines, guint32, i));
          const RefrainToken *token
              = refrain_vocabulary_get_token (coupling->vocabulary, line->token);

          add_once (names, name_token (coupling, token, with_tags));
          if (token->caller != 0)
            add_once (callers,
                      g_strdup (refrain_vocabulary_get_name (coupling->vocabulary, token->caller)));
        }
      if (!with_tags || !refrain_difference_is_many (names->len))
        break;
    }
  if (!coupling->vocabulary->use_callers)
    add_callers (coupling, side, lines, callers);
  append_list (text, names, MOST_NAMES);
  if (callers->len == 0)
    return g_string_free (g_steal_pointer (&text), FALSE);
  {
    g_autoptr (GString) by = g_string_new (NULL);

    append_list (by, callers, MOST_CALLERS);
    return g_strdup_printf (_ ("%s in %s"), text->str, by->str);
  }
}

char *
refrain_difference_name_pairs (const RefrainCoupling *coupling, guint side, GPtrArray *pairs)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < pairs->len; i++)
    {
      const RefrainRunPair *pair = g_ptr_array_index (pairs, i);

      g_array_append_vals (lines, pair->lines[side]->data, pair->lines[side]->len);
    }
  return refrain_difference_name_lines (coupling, side, lines);
}

char *
refrain_difference_name_computing (const RefrainCoupling *coupling,
                                   guint side,
                                   GPtrArray *pairs,
                                   const char *who)
{
  g_autofree char *names = refrain_difference_name_pairs (coupling, side, pairs);

  return *who != '\0' ? g_strdup_printf (_ ("Computing in %s before %s"), who, names)
                      : g_strdup_printf (_ ("Computing before %s"), names);
}

char *
refrain_difference_format_count (double count)
{
  return fabs (count - round (count)) < 1e-6 ? g_strdup_printf ("%.0f", count)
                                             : g_strdup_printf ("%.1f", count);
}
