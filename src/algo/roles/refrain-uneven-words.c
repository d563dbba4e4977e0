/* refrain-uneven-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is in a turn, as a phrase.
 */
#include "config.h"

#include "refrain-uneven-turns.h"

#include <glib/gi18n-lib.h>

#include "refrain-loose-turns.h"

/* More in a turn, or deeper, is no phrase. */
#define MOST_ITEMS     6
#define DEEPEST_PHRASE 2

/* Adds to @item what follows it in @items from @i on and has the same name, as sums of other sizes.
 * Returns the last of these. */
static guint
join_alike (const RefrainUnevenTurns *turns,
            const GArray *items,
            const char *const *names,
            guint i,
            RefrainUnevenItem *item)
{
  for (; item->symbol < turns->n_symbols && i + 1 < items->len; i++)
    {
      const RefrainUnevenItem *next = &g_array_index (items, RefrainUnevenItem, i + 1);

      if (next->symbol >= turns->n_symbols || next->turns > 0
          || !g_str_equal (names[next->symbol], names[item->symbol]))
        break;
      item->least += next->least;
      item->most += next->most;
    }
  return i;
}

static gboolean append_items (GString *text,
                              const RefrainUnevenTurns *turns,
                              const GArray *items,
                              const char *const *names,
                              guint depth);

/* FALSE where it would be long. */
static gboolean
append_item (GString *text,
             const RefrainUnevenTurns *turns,
             const RefrainUnevenItem *item,
             const char *const *names,
             guint depth)
{
  const guint32 symbol = item->symbol;

  if (item->least < item->most)
    /* Translators: how often, "7 to 12 × Sweep". */
    g_string_append_printf (text, _ ("%u to %u × "), item->least, item->most);
  else if (item->most > 1)
    g_string_append_printf (text, "%u × ", item->most);
  if (symbol < turns->n_symbols)
    {
      g_string_append (text, names[symbol]);
      return TRUE;
    }
  g_string_append_c (text, '[');
  if (!append_items (text, turns, turns->bodies->pdata[symbol - turns->n_symbols], names,
                     depth + 1))
    return FALSE;
  g_string_append_c (text, ']');
  return TRUE;
}

static gboolean
append_items (GString *text,
              const RefrainUnevenTurns *turns,
              const GArray *items,
              const char *const *names,
              guint depth)
{
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (RefrainSomeTurns));
  gboolean is_short = depth <= DEEPEST_PHRASE;
  guint n = 0;

  /* A body has what comes several times in a row as often. */
  for (guint i = 0; i < items->len; i++)
    n += g_array_index (items, RefrainUnevenItem, i).turns == 0
         && (i == 0
             || g_array_index (items, RefrainUnevenItem, i).symbol
                    != g_array_index (items, RefrainUnevenItem, i - 1).symbol);
  is_short = is_short && n <= MOST_ITEMS;
  for (guint i = 0; i < items->len && is_short; i++)
    {
      RefrainUnevenItem item = g_array_index (items, RefrainUnevenItem, i);
      g_autoptr (GString) own = g_string_new (NULL);

      if (item.turns == 0)
        {
          g_string_append (text, i > 0 ? "; " : "");
          i = join_alike (turns, items, names, i, &item);
          is_short = append_item (text, turns, &item, names, depth);
          continue;
        }
      is_short = append_item (own, turns, &item, names, depth);
      {
        const RefrainSomeTurns one
            = { item.turns, item.every, item.from, g_string_free (g_steal_pointer (&own), FALSE) };

        g_array_append_val (some, one);
      }
    }
  refrain_turns_append_some (text, some);
  return is_short;
}

char *
refrain_uneven_turns_describe (const RefrainUnevenTurns *turns, const char *const *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (turns->n > 0, NULL);

  return append_items (text, turns, turns->items, names, 0)
             ? g_string_free (g_steal_pointer (&text), FALSE)
             : NULL;
}
