/* refrain-details-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-details-loops.h"

#include <glib/gi18n.h>

#include "refrain-details-private.h"
#include "refrain-loop-text.h"
#include "refrain-time-format.h"

/* More lines of a loop's text are not listed. */
#define MAX_LINES 40

static char *
get_title (RefrainLoops *loops, guint32 construct)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const guint32 number = refrain_loops_get_number (loops, construct);

  if (refrain_loops_is_loop (loops, construct))
    return g_strdup_printf (_ ("Loop %u"), number);
  refrain_loop_text_append_construct (text, refrain_loops_get_model (loops), construct);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- Where an event lies ---- */

void
refrain_details_add_loops (GListStore *list, const RefrainPick *pick, RefrainLoops *loops)
{
  g_autoptr (GArray) place = NULL;
  guint32 n;
  const RefrainConstruct *constructs;
  gboolean has_header = FALSE;

  g_return_if_fail (G_IS_LIST_STORE (list));
  g_return_if_fail (REFRAIN_IS_LOOPS (loops));

  if (pick->kind != REFRAIN_PICK_OP || refrain_loops_get_model (loops) == NULL)
    return;
  place = refrain_loops_find_place (loops, pick->process, pick->row);
  constructs = refrain_loop_model_get_constructs (refrain_loops_get_model (loops), &n);
  for (guint i = 0; place != NULL && i < place->len; i++)
    {
      const RefrainLoopStep *step = &g_array_index (place, RefrainLoopStep, i);
      g_autofree char *processes = NULL;
      g_autofree char *label = NULL;
      g_autofree char *iteration = NULL;
      g_autofree char *count = NULL;
      g_autofree char *value = NULL;
      g_autoptr (RefrainDetail) detail = NULL;

      if (step->iteration == 0)
        continue;
      if (!has_header)
        refrain_details_add_header (list, _ ("In Loops"));
      has_header = TRUE;
      processes = refrain_loops_format_processes (loops, step->construct);
      label = g_strdup_printf (_ ("Loop %u on processes %s"),
                               refrain_loops_get_number (loops, step->construct), processes);
      iteration = refrain_count_format ((guint64) step->iteration);
      count = refrain_count_format ((guint64) step->count);
      value = g_strdup_printf (_ ("i%u = %s of %s"), constructs[step->construct].depth, iteration,
                               count);
      detail = refrain_detail_new_for_loop (label, value,
                                            refrain_loops_get_number (loops, step->construct));
      g_list_store_append (list, detail);
    }
}

/* ---- The selected one ---- */

static void
add_iterations (GListStore *list, RefrainLoops *loops)
{
  const RefrainLoopIterations *iterations = refrain_loops_get_iterations (loops);
  gsize current;

  if (iterations == NULL)
    {
      if (refrain_loops_get_iterations_problem (loops) != NULL)
        refrain_details_add (list, _ ("Iterations"),
                             g_strdup (refrain_loops_get_iterations_problem (loops)));
      return;
    }
  refrain_details_add (list,
                       refrain_loops_is_loop (loops, refrain_loops_get_selected (loops))
                           ? _ ("Iterations")
                           : _ ("Occurrences"),
                       refrain_count_format (refrain_loop_iterations_get_n (iterations)));
  if (refrain_loops_get_current (loops, &current))
    {
      RefrainTime start, end;

      refrain_details_add (list, _ ("Shown"), refrain_count_format (current + 1));
      if (refrain_loop_iterations_get_times (iterations, current, &start, &end))
        refrain_details_add_times (list, start, end);
    }
}

/* The loops around, as in the text. */
static void
add_around (GListStore *list, RefrainLoops *loops, guint32 construct)
{
  guint32 n;
  const RefrainConstruct *constructs
      = refrain_loop_model_get_constructs (refrain_loops_get_model (loops), &n);
  gboolean has_header = FALSE;

  for (guint32 at = constructs[construct].parent; at != REFRAIN_NONE; at = constructs[at].parent)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *title = get_title (loops, at);
      g_autoptr (RefrainDetail) detail = NULL;

      if (!has_header)
        refrain_details_add_header (list, _ ("Inside"));
      has_header = TRUE;
      refrain_loop_text_append_construct (text, refrain_loops_get_model (loops), at);
      detail = refrain_detail_new_for_loop (title, text->str, refrain_loops_get_number (loops, at));
      g_list_store_append (list, detail);
    }
}

static void
add_messages (GListStore *list, RefrainLoops *loops)
{
  RefrainMatrix *matrix = refrain_loops_get_matrix (loops);
  guint64 count, bytes;

  if (matrix == NULL)
    return;
  refrain_matrix_get_total (matrix, &count, &bytes);
  refrain_details_add_header (list, _ ("Messages"));
  refrain_details_add (list, _ ("Messages"), refrain_count_format (count));
  refrain_details_add (list, _ ("Bytes"), refrain_bytes_format (bytes));
}

static void
add_text (GListStore *list, RefrainLoops *loops, guint32 construct)
{
  RefrainLoopModel *model = refrain_loops_get_model (loops);
  guint32 n, lines = 0;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);

  /* What is used is told, not that it is. */
  if (constructs[construct].kind == REFRAIN_CONSTRUCT_USE)
    construct = constructs[construct].what;
  refrain_details_add_header (list, _ ("Text"));
  for (guint32 i = construct; i < constructs[construct].end; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (RefrainDetail) detail = NULL;

      if (lines++ == MAX_LINES)
        {
          refrain_details_add (list, "…", NULL);
          return;
        }
      for (guint32 at = i; at != construct; at = constructs[at].parent)
        g_string_append (text, "\302\240\302\240");
      refrain_loop_text_append_construct (text, model, i);
      detail = refrain_detail_new_for_loop (text->str, NULL, refrain_loops_get_number (loops, i));
      g_list_store_append (list, detail);
    }
}

GListModel *
refrain_details_new_for_loop (RefrainLoops *loops)
{
  g_autoptr (GListStore) list = NULL;
  RefrainLoopModel *model;
  guint32 selected;
  guint64 events;
  g_autoptr (GString) line = NULL;
  g_autofree char *title = NULL;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (loops), NULL);

  selected = refrain_loops_get_selected (loops);
  if (selected == REFRAIN_NONE)
    return NULL;
  list = g_list_store_new (REFRAIN_TYPE_DETAIL);
  model = refrain_loops_get_model (loops);
  line = g_string_new (NULL);
  refrain_loop_text_append_construct (line, model, selected);
  title = get_title (loops, selected);
  refrain_details_add_title (list, title, g_str_equal (title, line->str) ? NULL : line->str);
  add_iterations (list, loops);
  refrain_details_add (list, _ ("Processes"), refrain_loops_format_processes (loops, selected));
  events = refrain_loop_model_get_n_events (model)[selected];
  refrain_details_add (list, _ ("Events"), refrain_count_format (events));
  refrain_details_add (
      list, _ ("Share of the run"),
      g_strdup_printf ("%.2f %%", 100.0 * (double) events
                                      / (double) MAX (refrain_loops_get_size (loops)->events, 1)));
  add_around (list, loops, selected);
  add_messages (list, loops);
  add_text (list, loops, selected);
  return G_LIST_MODEL (g_steal_pointer (&list));
}
