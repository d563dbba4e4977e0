/* refrain-lighting.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The job knows the selection; the owner may not have one of its own.
 */
#include "config.h"
#include "refrain-lighting.h"

static void
free_ops (gpointer ops)
{
  refrain_op_set_unref (ops);
}

static void
on_collected (RefrainJob *job, gpointer result, GError *error, gpointer owner)
{
  g_autoptr (RefrainOpSet) ops = result;

  if (ops != NULL)
    refrain_selection_light (g_object_get_data (G_OBJECT (job), "refrain-selection"), ops, owner);
}

void
refrain_lighting_start (RefrainTaskRunner *runner,
                        RefrainJob **slot,
                        RefrainSelection *selection,
                        const char *title,
                        RefrainJobFunc func,
                        gpointer data,
                        GDestroyNotify free_data,
                        gpointer owner)
{
  g_return_if_fail (REFRAIN_IS_SELECTION (selection));

  refrain_task_runner_start_in (runner, slot, title, func, data, free_data, free_ops, owner,
                                on_collected);
  g_object_set_data_full (G_OBJECT (*slot), "refrain-selection", g_object_ref (selection),
                          g_object_unref);
}
