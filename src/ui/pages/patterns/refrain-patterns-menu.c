/* refrain-patterns-menu.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of several patterns the processes of all.
 */
#include "refrain-patterns-menu.h"

#include "refrain-compare.h"

/* The processes of the selected patterns, ascending; NULL where none is selected. */
static GArray *
list_processes (RefrainSession *session)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  RefrainPatternSet *set = refrain_patterns_get_set (patterns);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GArray *processes;
  const guint32 *selected;
  guint n = 0;

  selected = set != NULL ? refrain_patterns_get_selected (patterns, &n) : NULL;
  if (n == 0)
    return NULL;
  processes = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < n; i++)
    {
      gsize n_ranks;
      const guint32 *ranks = refrain_pattern_get_processes (
          refrain_pattern_set_get_pattern (set, selected[i]), &n_ranks);

      for (gsize k = 0; k < n_ranks; k++)
        if (g_hash_table_add (seen, GUINT_TO_POINTER (ranks[k])))
          g_array_append_val (processes, ranks[k]);
    }
  g_array_sort (processes, refrain_compare_uint32);
  return processes;
}

static gboolean
are_shown_alone (RefrainSession *session, const GArray *processes)
{
  const guint all = refrain_trace_get_n_processes (refrain_session_get_trace (session));
  gsize n;
  const guint *shown
      = refrain_selection_get_processes (refrain_session_get_selection (session), &n);

  if (n != processes->len || n == all)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (!g_array_binary_search ((GArray *) processes, &shown[i], refrain_compare_uint32, NULL))
      return FALSE;
  return TRUE;
}

gboolean
refrain_patterns_toggle_only (RefrainSession *session)
{
  g_autoptr (GArray) processes = NULL;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), FALSE);

  processes = list_processes (session);
  if (processes == NULL)
    return FALSE;
  if (are_shown_alone (session, processes))
    refrain_selection_set_processes (refrain_session_get_selection (session), NULL, 0);
  else
    refrain_selection_set_processes (refrain_session_get_selection (session),
                                     (const guint *) (gpointer) processes->data, processes->len);
  return TRUE;
}
