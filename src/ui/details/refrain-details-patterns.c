/* refrain-details-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-details-patterns.h"

#include <glib/gi18n.h>

#include "refrain-time-format.h"

/* An operation belongs to one pattern or two; more are not listed. */
#define MAX_PATTERNS 8

/* Where the first heading stands. */
static guint
find_header (GListStore *list)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RefrainDetail) detail = g_list_model_get_item (G_LIST_MODEL (list), i);

      if (refrain_detail_get_kind (detail) == REFRAIN_DETAIL_HEADER)
        return i;
    }
  return n;
}

static void
insert (GListStore *list, guint *place, RefrainDetail *detail)
{
  g_list_store_insert (list, (*place)++, detail);
  g_object_unref (detail);
}

void
refrain_details_add_patterns (GListStore *list, const RefrainPick *pick, RefrainPatterns *patterns)
{
  RefrainPatternSet *set;
  RefrainPatternEvent event;
  guint32 indices[MAX_PATTERNS];
  guint n, place;

  g_return_if_fail (G_IS_LIST_STORE (list));
  g_return_if_fail (REFRAIN_IS_PATTERNS (patterns));

  set = refrain_patterns_get_set (patterns);
  if (set == NULL || pick->kind != REFRAIN_PICK_OP)
    return;
  n = refrain_pattern_set_find (set, pick->process, pick->row, indices, MAX_PATTERNS);
  if (n == 0)
    return;
  place = find_header (list);
  insert (list, &place, refrain_detail_new (REFRAIN_DETAIL_HEADER, _ ("In Patterns"), NULL, NULL));
  for (guint i = 0; i < n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, indices[i]);
      g_autofree char *count = refrain_count_format (refrain_pattern_get_n_occurrences (pattern));
      g_autofree char *times = g_strdup_printf (_ ("%s times"), count);

      if (refrain_pattern_set_find_occurrence (set, pick->process, pick->row, &event)
          && event.pattern == indices[i])
        {
          g_autofree char *number = refrain_count_format ((guint64) event.occurrence + 1);

          g_free (times);
          /* TRANSLATORS: which occurrence of a pattern, and how many there are. */
          times = g_strdup_printf (_ ("%s of %s"), number, count);
        }
      insert (list, &place,
              refrain_detail_new_for_pattern (refrain_pattern_get_name (pattern), times,
                                              refrain_pattern_get_id (pattern)));
    }
}
