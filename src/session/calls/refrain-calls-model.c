/* refrain-calls-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What comes while a tree is made is seen to when it is done: a window that is dragged shows trees
 * on its way.
 */
#include "config.h"
#include "refrain-calls-model.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-time-format.h"

/* A tree is made when the window has not moved for this long, in milliseconds. */
#define REST 60

struct _RefrainCallsModel
{
  GObject parent_instance;

  RefrainSession *session;
  RefrainCallTree *tree;
  RefrainFlamePainter *painter;
  char *search;
  int process;
  gboolean active;
  gboolean stale; /* the tree is of another window, or of other processes */
  guint timeout;
  RefrainJob *making;
};

REFRAIN_DEFINE_NOTIFIER (
    RefrainCallsModel, refrain_calls_model, dispose, "tree", "running", "selected", "painter")

static void make_later (RefrainCallsModel *self);

static void
renew_painter (RefrainCallsModel *self)
{
  g_clear_object (&self->painter);
  g_object_notify (G_OBJECT (self), "painter");
}

/* ---- Making it ------------------------------------------------------------------------------- */

typedef struct
{
  RefrainTrace *trace;
  GArray *processes; /* of guint */
  RefrainTime start, end;
} Work;

REFRAIN_DEFINE_FREE (work_free, Work, g_object_unref (x->trace); g_array_unref (x->processes))

static gpointer
make_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;

  return refrain_call_tree_new (work->trace, (const guint *) work->processes->data,
                                work->processes->len, work->start, work->end,
                                refrain_job_get_cancellable (job), error);
}

static void
on_made (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainCallsModel *self = data;
  RefrainCallTree *tree = result;

  g_object_notify (G_OBJECT (self), "running");
  if (tree != NULL)
    {
      g_clear_object (&self->tree);
      self->tree = tree;
      g_clear_object (&self->painter);
      g_object_notify (G_OBJECT (self), "tree");
      g_object_notify (G_OBJECT (self), "painter");
    }
  if (self->stale)
    make_later (self);
}

static GArray *
get_processes (RefrainCallsModel *self)
{
  g_autoptr (GArray) processes = g_array_new (FALSE, FALSE, sizeof (guint));
  const guint *shown;
  gsize n;

  if (self->process >= 0)
    {
      const guint process = (guint) self->process;

      g_array_append_val (processes, process);
      return g_steal_pointer (&processes);
    }
  shown = refrain_selection_get_processes (refrain_session_get_selection (self->session), &n);
  g_array_append_vals (processes, shown, (guint) n);
  return g_steal_pointer (&processes);
}

static gboolean
make_now (gpointer data)
{
  RefrainCallsModel *self = data;
  Work *work;

  self->timeout = 0;
  if (!self->active || self->making != NULL)
    return G_SOURCE_REMOVE;
  self->stale = FALSE;
  work = g_new0 (Work, 1);
  work->trace = g_object_ref (refrain_session_get_trace (self->session));
  work->processes = get_processes (self);
  refrain_session_get_window_times (self->session, &work->start, &work->end);
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->making,
                                _ ("Summing calls"), make_in_thread, work, work_free,
                                g_object_unref, self, on_made);
  g_object_notify (G_OBJECT (self), "running");
  return G_SOURCE_REMOVE;
}

static void
make_later (RefrainCallsModel *self)
{
  self->stale = TRUE;
  if (self->active && self->timeout == 0 && self->making == NULL)
    self->timeout = g_timeout_add (REST, make_now, self);
}

void
refrain_calls_model_set_active (RefrainCallsModel *self, gboolean active)
{
  g_return_if_fail (REFRAIN_IS_CALLS_MODEL (self));

  self->active = active;
  if (active && self->stale)
    make_later (self);
}

static void
on_processes (RefrainCallsModel *self)
{
  if (self->process < 0)
    make_later (self);
}

void
refrain_calls_model_set_process (RefrainCallsModel *self, int process)
{
  g_return_if_fail (REFRAIN_IS_CALLS_MODEL (self));

  process = MAX (process, -1);
  if (process == self->process
      || process >= (int) refrain_trace_get_n_processes (refrain_session_get_trace (self->session)))
    return;
  self->process = process;
  make_later (self);
}

REFRAIN_GETTER (RefrainCallsModel, refrain_calls_model, RefrainCallTree *, get_tree, self->tree)

RefrainFlamePainter *
refrain_calls_model_get_painter (RefrainCallsModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_CALLS_MODEL (self), NULL);

  if (self->painter == NULL && self->tree != NULL)
    self->painter = refrain_flame_painter_new (self->tree, refrain_calls_model_get_selected (self),
                                               self->search);
  return self->painter;
}

REFRAIN_GETTER (RefrainCallsModel, refrain_calls_model, gboolean, is_running, self->making != NULL)

/* ---- Selecting ------------------------------------------------------------------------------- */

/* The page counts what is visible; as a subject they are those of the run, by the same caller. */
static char *
subject_get_words (const RefrainSubject *subject)
{
  RefrainCallTree *tree = subject->source;
  guint32 n;
  const guint32 parent = refrain_call_tree_get_nodes (tree, &n)[subject->id].parent;
  const char *label = refrain_call_tree_get_label (tree, subject->id);

  if (parent == 0 || parent == REFRAIN_NONE)
    return g_strdup_printf (_ ("All calls of %s"), label);
  /* TRANSLATORS: routines: "All calls of MPI_Recv by exchange". */
  return g_strdup_printf (_ ("All calls of %s by %s"), label,
                          refrain_call_tree_get_label (tree, parent));
}

static gboolean
subject_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  RefrainTrace *trace = refrain_call_tree_get_trace (subject->source);
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (RefrainCallPlace));

  found->ops
      = refrain_call_tree_find_ops (subject->source, subject->id, refrain_trace_get_start (trace),
                                    refrain_trace_get_end (trace), calls, cancellable, error);
  if (found->ops == NULL)
    return FALSE;
  found->stops = g_array_sized_new (FALSE, FALSE, sizeof (RefrainSubjectStop), calls->len);
  for (guint i = 0; i < calls->len; i++)
    {
      const RefrainCallPlace *at = &g_array_index (calls, RefrainCallPlace, i);
      const RefrainCalls *own = refrain_trace_get_calls (trace, at->process);
      const RefrainSubjectStop stop = { .time = own->start[at->row],
                                        .process = at->process,
                                        .row = at->row,
                                        .other_process = REFRAIN_NONE,
                                        .other = REFRAIN_NONE,
                                        .kind = REFRAIN_PICK_CALL };

      g_array_append_val (found->stops, stop);
    }
  g_array_sort (found->stops, refrain_subject_compare_stops);
  return TRUE;
}

static const RefrainSubjectKind subject_kind = {
  .name = "calls",
  .step = N_ ("select calls"),
  .job = N_ ("Highlighting operations"),
  .one = N_ ("call"),
  .many = N_ ("calls"),
  .selected = "selected",
  .get_words = subject_get_words,
  .find = subject_find,
};

guint32
refrain_calls_model_get_selected (RefrainCallsModel *self)
{
  const RefrainSubject *subject;
  g_autoptr (GArray) path = NULL;
  guint32 node, n;

  g_return_val_if_fail (REFRAIN_IS_CALLS_MODEL (self), REFRAIN_NONE);

  subject
      = refrain_subjects_get_of (refrain_session_get_subjects (self->session), &subject_kind, self);
  if (self->tree == NULL || subject == NULL || subject->source == self->tree)
    return self->tree != NULL && subject != NULL ? subject->id : REFRAIN_NONE;
  /* The tree is another one: what is called in the same way. */
  path = refrain_call_tree_get_path (subject->source, subject->id);
  node = refrain_call_tree_find (self->tree, (const guint32 *) path->data, path->len);
  return refrain_call_tree_get_nodes (self->tree, &n)[node].depth == path->len ? node
                                                                               : REFRAIN_NONE;
}

void
refrain_calls_model_select (RefrainCallsModel *self, guint32 node)
{
  RefrainSubjects *subjects;
  guint32 n = 0;

  g_return_if_fail (REFRAIN_IS_CALLS_MODEL (self));

  if (self->tree == NULL)
    return;
  subjects = refrain_session_get_subjects (self->session);
  refrain_call_tree_get_nodes (self->tree, &n);
  if (node == 0 || node >= n)
    {
      refrain_subjects_put_out (subjects, self);
      return;
    }
  if (node == refrain_calls_model_get_selected (self))
    return;
  refrain_subjects_take (subjects,
                         refrain_subject_new_of (&subject_kind, self, self->tree, node, node + 1));
}

REFRAIN_GETTER (RefrainCallsModel, refrain_calls_model, const char *, get_search, self->search)

void
refrain_calls_model_set_search (RefrainCallsModel *self, const char *search)
{
  g_return_if_fail (REFRAIN_IS_CALLS_MODEL (self));

  if (g_strcmp0 (self->search, search) == 0)
    return;
  g_free (self->search);
  self->search = g_strdup (search);
  renew_painter (self);
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* "0.10 s in process 3, 0.12 s on average, 0.20 s in process 1" */
static char *
describe_spread (RefrainCallTree *tree, guint32 i)
{
  guint32 n;
  const RefrainCallNode *node = refrain_call_tree_get_nodes (tree, &n) + i;
  g_autofree char *least = refrain_time_format (node->least, 3);
  g_autofree char *mean = refrain_time_format (refrain_call_tree_get_mean (tree, i), 3);
  g_autofree char *most = refrain_time_format (node->most, 3);

  if (node->least_process == REFRAIN_NONE)
    return g_strdup_printf (_ ("Per process: minimum 0, mean %s, maximum %s (process %u)"), mean,
                            most, node->most_process);
  return g_strdup_printf (
      _ ("Per process: minimum %s (process %u), mean %s, maximum %s (process %u)"), least,
      node->least_process, mean, most, node->most_process);
}

/* ", 6.36 s of it on streams of accelerators" or NULL: shares are of both together. */
static char *
describe_streams (RefrainCallTree *tree)
{
  guint32 n;
  const RefrainCallNode *nodes = refrain_call_tree_get_nodes (tree, &n);

  for (guint32 i = 1; i < n; i++)
    if (nodes[i].routine == REFRAIN_CALL_TREE_STREAMS)
      {
        g_autofree char *time = refrain_time_format (nodes[i].inclusive, 3);

        /* TRANSLATORS: goes on "Visible calls: 13.6 s, 1 process". */
        return g_strdup_printf (_ (", %s of it on streams of accelerators"), time);
      }
  return NULL;
}

char *
refrain_calls_model_describe (RefrainCallsModel *self, guint32 node)
{
  const RefrainCallNode *nodes;
  g_autofree char *inclusive = NULL, *exclusive = NULL, *calls = NULL, *first = NULL;
  g_autofree char *spread = NULL;
  guint32 n;
  gsize n_processes;

  g_return_val_if_fail (REFRAIN_IS_CALLS_MODEL (self), NULL);

  if (self->tree == NULL)
    return NULL;
  nodes = refrain_call_tree_get_nodes (self->tree, &n);
  if (node >= n)
    return NULL;
  inclusive = refrain_time_format (nodes[node].inclusive, 3);
  exclusive = refrain_time_format (nodes[node].exclusive, 3);
  calls = refrain_count_format (nodes[node].calls);
  refrain_call_tree_get_processes (self->tree, &n_processes);
  if (node == 0)
    {
      g_autofree char *streams = describe_streams (self->tree);
      g_autofree char *all
          = g_strdup_printf (ngettext ("Visible calls: %s, %u process",
                                       "Visible calls: %s over %u processes", n_processes),
                             inclusive, (guint) n_processes);

      return g_strconcat (all, streams, NULL);
    }
  first = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                        "%s: %s inclusive (%.1f %%), %s exclusive, %s call",
                                        "%s: %s inclusive (%.1f %%), %s exclusive, %s calls",
                                        (gulong) MIN (nodes[node].calls, G_MAXULONG)),
                           refrain_call_tree_get_label (self->tree, node), inclusive,
                           100 * refrain_call_tree_get_share (self->tree, node), exclusive, calls);
  if (n_processes < 2)
    return g_steal_pointer (&first);
  spread = describe_spread (self->tree, node);
  return g_strdup_printf ("%s\n%s", first, spread);
}

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_calls_model_dispose (RefrainCallsModel *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  refrain_job_stop (&self->making);
  refrain_clear_objects (&self->painter, &self->tree, &self->session);
  g_clear_pointer (&self->search, g_free);
}

static void
refrain_calls_model_init (RefrainCallsModel *self)
{
  self->process = -1;
  self->stale = TRUE;
}

RefrainCallsModel *
refrain_calls_model_new (RefrainSession *session)
{
  RefrainCallsModel *self;
  RefrainSelection *selection;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_CALLS_MODEL, NULL);
  self->session = g_object_ref (session);
  selection = refrain_session_get_selection (session);
  refrain_subjects_add_kind (refrain_session_get_subjects (session), &subject_kind, self);
  g_signal_connect (self, "notify::selected", G_CALLBACK (renew_painter), NULL);
  refrain_connect (selection, "notify::window", make_later, self);
  refrain_connect (session, "notify::axis", make_later, self);
  refrain_connect (selection, "notify::processes", on_processes, self);
  return self;
}
