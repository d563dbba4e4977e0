/* refrain-topology-search.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In a worker thread: which messages count, what their graph is called, and where it is drawn.
 */
#include "refrain-topology-search.h"

#include "refrain-free.h"
#include "refrain-study-job.h"
#include "refrain-study-sources.h"

void
refrain_topology_search_free (gpointer data)
{
  RefrainTopologySearch *work = data;

  g_object_unref (work->trace);
  g_object_unref (work->study);
  refrain_study_options_unref (work->options);
  refrain_clear_objects (&work->matrix, &work->phases);
  g_clear_pointer (&work->nodes, g_array_unref);
  g_clear_pointer (&work->ops, refrain_op_set_unref);
  g_free (work);
}

void
refrain_topology_answer_free (gpointer data)
{
  RefrainTopologyAnswer *answer = data;

  refrain_clear_objects (&answer->matrix, &answer->topology, &answer->scene);
  refrain_free (answer->note, answer);
}

static RefrainOpSet *
collect_phases (const RefrainTopologySearch *work, GCancellable *cancellable)
{
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (work->trace);

  for (guint i = 0; i < work->nodes->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autoptr (RefrainOpSet) more
          = refrain_phases_get_op_set (work->phases, g_array_index (work->nodes, guint32, i));

      refrain_op_set_add_set (ops, more);
    }
  return g_steal_pointer (&ops);
}

static RefrainOpSet *
collect_communicator (const RefrainTopologySearch *work, GCancellable *cancellable)
{
  g_autoptr (RefrainOpSet) set = refrain_op_set_new (work->trace);

  for (guint process = 0; process < refrain_trace_get_n_processes (work->trace); process++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (work->trace, process);

      if (g_cancellable_is_cancelled (cancellable))
        break;
      for (gsize i = 0; i < ops->n; i++)
        if (ops->comm[i] == work->settings.communicator)
          refrain_op_set_add (set, process, i);
    }
  return g_steal_pointer (&set);
}

static RefrainMatrix *
count_messages (const RefrainTopologySearch *work, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainOpSet) ops = NULL;

  if (work->nodes != NULL)
    ops = collect_phases (work, cancellable);
  else if (work->settings.scope == REFRAIN_TOPOLOGY_OF_COMMUNICATOR)
    ops = collect_communicator (work, cancellable);
  else if (work->ops != NULL)
    ops = refrain_op_set_ref (work->ops);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return ops != NULL ? refrain_matrix_new_for_ops (work->trace, ops, work->start, work->end,
                                                   cancellable, error)
                     : refrain_matrix_new (work->trace, work->start, work->end, cancellable, error);
}

char *
refrain_topology_search_get_rules_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "refrain", "topologies.rules", NULL);
}

/* The user's own rules, where there are any; where they cannot be read, in *@note why. */
static RefrainTopologyRules *
read_rules (char **note)
{
  g_autofree char *path = refrain_topology_search_get_rules_path ();
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  RefrainTopologyRules *rules = NULL;
  gsize length;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return NULL;
  if (g_file_get_contents (path, &text, &length, &error))
    rules = refrain_topology_rules_parse (text, length, path, &error);
  if (error != NULL)
    *note = g_strdup (error->message);
  return rules;
}

/* Of the run as every command names it, or of the messages that are asked for. */
static void
find (const RefrainTopologySearch *work,
      RefrainTopologyRules *rules,
      const RefrainStudyAsk *asked,
      RefrainTopologyAnswer *answer,
      GError **error)
{
  const gboolean whole = work->settings.scope == REFRAIN_TOPOLOGY_OF_RUN;
  g_autoptr (RefrainStudyOptions) options = refrain_study_options_copy (work->options);
  RefrainStudyAsk ask = *asked;

  options->topology.threshold = work->settings.threshold;
  options->topology.by_count = work->settings.by_count;
  g_set_object (&options->topology.rules, rules);
  ask.options = options;
  if (whole)
    answer->matrix = refrain_study_find (work->study, REFRAIN_ANALYSIS_MATRIX, &ask, error);
  else
    answer->matrix = work->matrix != NULL ? g_object_ref (work->matrix)
                                          : count_messages (work, ask.cancellable, error);
  if (answer->matrix != NULL)
    answer->topology
        = whole ? refrain_study_find (work->study, REFRAIN_ANALYSIS_TOPOLOGY, &ask, error)
                : refrain_study_find_topology_of (work->study, answer->matrix, &ask, error);
}

gpointer
refrain_topology_search_run (RefrainJob *job, gpointer data, GError **error)
{
  const RefrainTopologySearch *work = data;
  const RefrainStudyAsk ask = refrain_job_make_ask (job);
  g_autoptr (RefrainTopologyRules) rules = NULL;
  RefrainTopologyAnswer *answer = g_new0 (RefrainTopologyAnswer, 1);

  rules = read_rules (&answer->note);
  answer->choice = work->choice;
  find (work, rules, &ask, answer, error);
  if (answer->topology != NULL)
    {
      if (answer->choice != REFRAIN_TOPOLOGY_NO_NAME
          && answer->choice >= refrain_topology_get_n_names (answer->topology))
        answer->choice = 0;
      answer->scene = refrain_topology_picture_new_scene (
          answer->matrix, answer->topology, answer->choice, NULL,
          refrain_topology_picture_weighs_messages (answer->matrix, work->settings.by_count),
          ask.cancellable, error);
    }
  if (answer->scene == NULL)
    g_clear_pointer (&answer, refrain_topology_answer_free);
  return answer;
}
