/* refrain-process-rows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The session's order says what is folded and how rows stand, so that whoever sets that back, such
 * as undoing, sets all back.
 */
#include "refrain-process-rows.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-topology-search.h"

struct _RefrainProcessRows
{
  GObject parent_instance;

  RefrainSession *session;
  RefrainJob *search;
  RefrainGrouping grouping;
  RefrainProcessGroups *groups; /* or NULL */
  RefrainMapping *mapping;      /* or NULL: not looked for */
  const char *problem;
  RefrainProcessOrder *base; /* the order that somebody else made, or NULL */
  RefrainProcessOrder *own;  /* what this made of it, or NULL */
  guint32 *order;            /* the user's, or NULL */
};

REFRAIN_DEFINE_NOTIFIER (RefrainProcessRows, refrain_process_rows, dispose, "groups")

const char *
refrain_grouping_get_name (RefrainGrouping grouping)
{
  static const char *const names[] = { "none", "node", "communicator", "behaviour", "x", "y", "z" };

  g_return_val_if_fail (grouping < REFRAIN_N_GROUPINGS, NULL);
  return names[grouping];
}

const char *
refrain_grouping_get_label (RefrainGrouping grouping)
{
  static const char *const labels[] = {
    N_ ("No Groups"),       N_ ("By Node"),         N_ ("By Communicator"), N_ ("By Behaviour"),
    N_ ("By x (Topology)"), N_ ("By y (Topology)"), N_ ("By z (Topology)"),
  };

  g_return_val_if_fail (grouping < REFRAIN_N_GROUPINGS, NULL);
  return _ (labels[grouping]);
}

static guint
get_n_processes (RefrainProcessRows *self)
{
  return refrain_trace_get_n_processes (refrain_session_get_trace (self->session));
}

/* ---- The order of the session ---- */

/* Makes it of what others made, the user's order and the rows that @folded (NULL: none) groups
 * share. */
static void
apply (RefrainProcessRows *self, const guint8 *folded)
{
  const guint n = get_n_processes (self);
  g_autofree guint32 *shared = NULL;

  for (guint g = 0; self->groups != NULL && folded != NULL && g < self->groups->n; g++)
    if (folded[g] && self->groups->groups[g].n > 1 && shared == NULL)
      shared = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n && shared != NULL; i++)
    shared[i] = folded[self->groups->group_of[i]] ? self->groups->group_of[i] : self->groups->n + i;
  g_clear_object (&self->own);
  if (shared != NULL || self->order != NULL)
    self->own = refrain_process_order_fold (self->base, n, self->order, shared);
  refrain_session_set_order (self->session, self->own != NULL ? self->own : self->base);
}

static guint8 *
list_folded (RefrainProcessRows *self)
{
  guint8 *folded = g_new0 (guint8, (self->groups != NULL ? self->groups->n : 0) + 1);

  for (guint g = 0; self->groups != NULL && g < self->groups->n; g++)
    folded[g] = refrain_process_rows_is_folded (self, g);
  return folded;
}

gboolean
refrain_process_rows_is_folded (RefrainProcessRows *self, guint group)
{
  RefrainProcessOrder *order;
  const RefrainProcessGroup *of;

  g_return_val_if_fail (REFRAIN_IS_PROCESS_ROWS (self), FALSE);

  if (self->groups == NULL || group >= self->groups->n)
    return FALSE;
  order = refrain_session_get_order (self->session);
  of = &self->groups->groups[group];
  for (guint i = 1; i < of->n; i++)
    if (!refrain_process_order_share_row (order, of->processes[0], of->processes[i]))
      return FALSE;
  return of->n > 1;
}

void
refrain_process_rows_fold (RefrainProcessRows *self, const guint8 *folded)
{
  g_return_if_fail (REFRAIN_IS_PROCESS_ROWS (self));
  apply (self, folded);
}

void
refrain_process_rows_set_order (RefrainProcessRows *self, const guint32 *order)
{
  g_autofree guint8 *folded = NULL;

  g_return_if_fail (REFRAIN_IS_PROCESS_ROWS (self));

  folded = list_folded (self);
  g_free (self->order);
  self->order
      = order != NULL ? g_memdup2 (order, MAX (get_n_processes (self), 1) * sizeof *order) : NULL;
  apply (self, folded);
}

REFRAIN_GETTER (RefrainProcessRows, refrain_process_rows, gboolean, has_order, self->order != NULL)

/* Somebody else made another order, or undid one. */
static void
on_order (RefrainProcessRows *self)
{
  RefrainProcessOrder *order = refrain_session_get_order (self->session);
  const guint n = get_n_processes (self);
  gboolean as_base = TRUE;

  if (order == self->own && order != NULL)
    return;
  g_clear_pointer (&self->order, g_free);
  g_set_object (&self->own, order);
  for (guint i = 0; i < n; i++)
    as_base &= refrain_process_order_get_process (order, i)
               == refrain_process_order_get_process (self->base, i);
  if (as_base && order != NULL)
    return;
  /* Of one that was made here before, nobody else's. */
  if (order == NULL || refrain_process_order_has_labels (order))
    g_set_object (&self->base, order);
  else
    {
      self->order = g_new (guint32, MAX (n, 1));
      for (guint i = 0; i < n; i++)
        self->order[i] = refrain_process_order_get_process (order, i);
    }
}

/* ---- Groups ---- */

/* Takes @groups. */
static void
take_groups (RefrainProcessRows *self, RefrainProcessGroups *groups, const char *problem)
{
  g_clear_pointer (&self->groups, refrain_process_groups_free);
  self->groups = groups;
  self->problem = problem;
  apply (self, NULL);
  g_object_notify (G_OBJECT (self), "groups");
}

static void
take_axis (RefrainProcessRows *self)
{
  const guint axis = self->grouping - REFRAIN_GROUPING_X;

  if (self->mapping == NULL || refrain_mapping_get_kind (self->mapping) != REFRAIN_TOPOLOGY_GRID
      || axis >= refrain_mapping_get_n_dimensions (self->mapping)
      || refrain_mapping_get_n_processes (self->mapping) != get_n_processes (self))
    take_groups (self, NULL, _ ("The topology has no such coordinate."));
  else
    take_groups (self, refrain_process_groups_new_by_axis (self->mapping, axis), NULL);
}

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainProcessRows *self = data;
  RefrainTopologyAnswer *answer = result;

  if (answer != NULL && answer->scene != NULL)
    g_set_object (&self->mapping, refrain_topology_scene_get_mapping (answer->scene));
  g_clear_pointer (&answer, refrain_topology_answer_free);
  if (self->grouping >= REFRAIN_GROUPING_X)
    take_axis (self);
}

static void
search (RefrainProcessRows *self)
{
  RefrainTopologySearch *work = g_new0 (RefrainTopologySearch, 1);

  work->trace = g_object_ref (refrain_session_get_trace (self->session));
  work->study = g_object_ref (refrain_session_get_study (self->session));
  work->options = refrain_study_ref_options (work->study);
  work->start = -REFRAIN_TIME_LIMIT;
  work->end = REFRAIN_TIME_LIMIT;
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->search,
                                _ ("Naming the topology"), refrain_topology_search_run, work,
                                refrain_topology_search_free, refrain_topology_answer_free, self,
                                on_found);
}

static void
take_alike (RefrainProcessRows *self)
{
  RefrainLoopModel *model = refrain_loops_get_model (refrain_session_get_loops (self->session));

  if (model != NULL)
    take_groups (self, refrain_process_groups_new_alike (model, get_n_processes (self)), NULL);
  else
    take_groups (self, NULL,
                 refrain_loops_is_running (refrain_session_get_loops (self->session))
                     ? _ ("Groups by behaviour need loops, which are being searched for.")
                     : _ ("Groups by behaviour need loops, and this run has no loop model."));
}

static void
on_loops (RefrainProcessRows *self)
{
  if (self->grouping == REFRAIN_GROUPING_BEHAVIOUR)
    take_alike (self);
}

void
refrain_process_rows_set_grouping (RefrainProcessRows *self, RefrainGrouping grouping)
{
  RefrainTrace *trace;

  g_return_if_fail (REFRAIN_IS_PROCESS_ROWS (self));
  g_return_if_fail (grouping < REFRAIN_N_GROUPINGS);

  if (self->grouping == grouping)
    return;
  self->grouping = grouping;
  refrain_job_stop (&self->search);
  trace = refrain_session_get_trace (self->session);
  switch (grouping)
    {
    case REFRAIN_GROUPING_NODE:
      take_groups (self, refrain_process_groups_new_by_node (trace), NULL);
      break;
    case REFRAIN_GROUPING_COMMUNICATOR:
      take_groups (self, refrain_process_groups_new_by_communicator (trace), NULL);
      break;
    case REFRAIN_GROUPING_BEHAVIOUR:
      take_alike (self);
      break;
    case REFRAIN_GROUPING_X:
    case REFRAIN_GROUPING_Y:
    case REFRAIN_GROUPING_Z:
      if (self->mapping != NULL)
        take_axis (self);
      else
        {
          take_groups (self, NULL, _ ("Searching for the topology…"));
          search (self);
        }
      break;
    case REFRAIN_GROUPING_NONE:
    case REFRAIN_N_GROUPINGS:
    default:
      take_groups (self, NULL, NULL);
    }
}

REFRAIN_GETTER (
    RefrainProcessRows, refrain_process_rows, RefrainGrouping, get_grouping, self->grouping)
REFRAIN_GETTER (RefrainProcessRows,
                refrain_process_rows,
                const RefrainProcessGroups *,
                get_groups,
                self->groups)
REFRAIN_GETTER (RefrainProcessRows, refrain_process_rows, const char *, get_problem, self->problem)

/* ---- Object ---- */

static void
refrain_process_rows_dispose (RefrainProcessRows *self)
{
  refrain_job_stop (&self->search);
  g_clear_pointer (&self->groups, refrain_process_groups_free);
  g_clear_pointer (&self->order, g_free);
  refrain_clear_objects (&self->mapping, &self->base, &self->own, &self->session);
}

static void
refrain_process_rows_init (RefrainProcessRows *self)
{
}

RefrainProcessRows *
refrain_process_rows_new (RefrainSession *session)
{
  RefrainProcessRows *self;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_PROCESS_ROWS, NULL);
  self->session = g_object_ref (session);
  g_set_object (&self->base, refrain_session_get_order (session));
  refrain_connect (session, "notify::order", on_order, self);
  refrain_connect (refrain_session_get_loops (session), "notify::model", on_loops, self);
  return self;
}
