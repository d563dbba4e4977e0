/* patterns-driver.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "patterns-driver.h"

RefrainPatterns *
get_patterns (RefrainWindow *window)
{
  return refrain_session_get_patterns (refrain_window_get_session (window));
}

RefrainWindow *
make_window_with_patterns (const char *path)
{
  RefrainWindow *window = path != NULL ? make_window_with (path) : make_window_with_demo ();

  wait_until (refrain_patterns_get_set (get_patterns (window)) != NULL);
  activate_with (window, "page", "patterns");
  return window;
}

RefrainOpSet *
get_lit (RefrainWindow *window)
{
  return refrain_selection_get_highlight (
      refrain_session_get_selection (refrain_window_get_session (window)));
}

void
select_pattern (RefrainWindow *window, guint id)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), "select-pattern",
                                  g_variant_new_uint32 (id));
}

/* Operations that are lit up. */
gsize
count_lit (RefrainWindow *window)
{
  RefrainOpSet *lit = get_lit (window);
  RefrainTrace *trace = refrain_session_get_trace (refrain_window_get_session (window));
  gsize n = 0;

  for (guint p = 0; lit != NULL && p < refrain_trace_get_n_processes (trace); p++)
    for (gsize i = 0; i < refrain_process_get_ops (refrain_trace_get_process (trace, p))->n; i++)
      n += refrain_op_set_contains (lit, p, i);
  return n;
}

/* The operations of occurrence @event. */
RefrainOpSet *
make_op_set (RefrainPatternSet *set, const RefrainPatternEvent *event)
{
  RefrainOpSet *ops = refrain_op_set_new (refrain_pattern_set_get_trace (set));
  gsize n;
  const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (
      refrain_pattern_set_get_pattern (set, event->pattern), event->occurrence, &n);

  for (gsize i = 0; i < n; i++)
    for (guint32 e = parts[i].first; e < parts[i].first + parts[i].n; e++)
      refrain_op_set_add (
          ops, parts[i].process,
          refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), parts[i].process)
              ->op[e]);
  return ops;
}

/* Two pairs that exchange messages six times, and meet after each time. */
char *
write_pairs (const char *folder)
{
  char *path = g_build_filename (folder, "pairs.events", NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 6; i++)
    {
      for (guint p = 0; p < 4; p++)
        g_string_append_printf (text, "%u send %u tag\n%u recv %u tag\n", p, p ^ 1, p, p ^ 1);
      for (guint p = 0; p < 4; p++)
        g_string_append_printf (text, "%u sync MPI_Allreduce 0-3\n", p);
    }
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  g_string_free (text, TRUE);
  return path;
}
