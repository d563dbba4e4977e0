/* refrain-topology-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Three kinds of jobs: the search, which counts, names and lays out; the scene of another name; the
 * light, both ways. Each is stopped by the next of its kind.
 */
#include "refrain-topology-model.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-topology-search.h"

/* A search begins when nothing that it depends on has changed for so long, in milliseconds. */
#define REST 120

struct _RefrainTopologyModel
{
  GObject parent_instance;

  RefrainSession *session;
  RefrainTopologySettings settings;
  RefrainMatrix *matrix;
  RefrainTopology *topology;
  RefrainTopologyScene *scene;
  guint choice;
  RefrainTopologySymmetry symmetry;
  gboolean sorted, watched;
  gboolean stale;     /* the scope changed while nobody looked */
  gboolean lit_stale; /* what is lit up did */
  gboolean wanted;    /* somebody asked for the topology */
  gboolean counted;   /* the matrix is that of the scope as it is now */
  char *problem, *note;

  RefrainJob *search, *layout;
  RefrainJob *counting; /* what is lit up */
  RefrainMatrix *lit;
  guint wait;
};

G_DEFINE_FINAL_TYPE (RefrainTopologyModel, refrain_topology_model, G_TYPE_OBJECT)

/* ---- The order of processes ------------------------------------------------------------------ */

static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 one = *(const guint32 *) a, other = *(const guint32 *) b;
  const guint64 place = refrain_topology_scene_get_place (data, one);
  const guint64 other_place = refrain_topology_scene_get_place (data, other);

  if (place != other_place)
    return place < other_place ? -1 : 1;
  return one < other ? -1 : one > other;
}

/* By the places of the scene. */
static RefrainProcessOrder *
make_order (RefrainTopologyScene *scene)
{
  const guint n = refrain_topology_scene_get_n_processes (scene);
  g_autofree guint32 *order = g_new (guint32, (gsize) n + 1);
  g_auto (GStrv) labels = g_new0 (char *, (gsize) n + 1);

  for (guint32 i = 0; i < n; i++)
    {
      order[i] = i;
      labels[i] = refrain_topology_scene_dup_label (scene, i, TRUE);
    }
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_places, scene);
  return refrain_process_order_new (order, n, (const char *const *) labels);
}

static void
update_order (RefrainTopologyModel *self)
{
  g_autoptr (RefrainProcessOrder) order = NULL;

  if (self->sorted && self->scene != NULL)
    order = make_order (self->scene);
  refrain_session_set_order (self->session, order);
}

/* ---- Searching ------------------------------------------------------------------------------- */

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainTopologyModel *self = data;
  RefrainTopologyAnswer *answer = result;

  g_clear_pointer (&self->problem, g_free);
  if (answer != NULL)
    {
      g_set_object (&self->matrix, answer->matrix);
      g_set_object (&self->topology, answer->topology);
      g_set_object (&self->scene, answer->scene);
      self->choice = answer->choice;
      self->symmetry = (RefrainTopologySymmetry){ 0 };
      g_free (self->note);
      self->note = g_steal_pointer (&answer->note);
      self->counted = TRUE;
      g_clear_pointer (&answer, refrain_topology_answer_free);
    }
  else if (error != NULL)
    self->problem = refrain_job_describe_error (error, _ ("The search was cancelled."));
  g_object_notify (G_OBJECT (self), "running");
  g_object_notify (G_OBJECT (self), "answer");
  update_order (self);
}

static RefrainTopologySearch *
make_work (RefrainTopologyModel *self)
{
  RefrainPhaseModel *phases = refrain_session_get_phases (self->session);
  RefrainSelection *selection = refrain_session_get_selection (self->session);
  RefrainTopologySearch *work = g_new0 (RefrainTopologySearch, 1);

  work->trace = g_object_ref (refrain_session_get_trace (self->session));
  work->study = g_object_ref (refrain_session_get_study (self->session));
  work->options = refrain_study_ref_options (work->study);
  work->settings = self->settings;
  work->choice = self->choice;
  work->start = -REFRAIN_TIME_LIMIT;
  work->end = REFRAIN_TIME_LIMIT;
  if (self->counted)
    g_set_object (&work->matrix, self->matrix);
  if (self->settings.scope == REFRAIN_TOPOLOGY_OF_WINDOW)
    refrain_session_get_window_times (self->session, &work->start, &work->end);
  if (self->settings.scope == REFRAIN_TOPOLOGY_OF_PHASES
      && refrain_phase_model_get_phases (phases) != NULL)
    {
      guint n;
      const RefrainPhaseRange *selected = refrain_phase_model_get_selected (phases, &n);

      if (n > 0)
        {
          work->phases = g_object_ref (refrain_phase_model_get_phases (phases));
          work->nodes = refrain_phase_model_cover_all (phases, selected, n);
        }
    }
  if (self->settings.scope == REFRAIN_TOPOLOGY_OF_LIGHT
      && refrain_selection_get_highlight (selection) != NULL)
    work->ops = refrain_op_set_ref (refrain_selection_get_highlight (selection));
  return work;
}

static void
search (RefrainTopologyModel *self)
{
  refrain_job_stop (&self->layout);
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->search,
                                _ ("Naming the topology"), refrain_topology_search_run,
                                make_work (self), refrain_topology_search_free,
                                refrain_topology_answer_free, self, on_found);
  g_object_notify (G_OBJECT (self), "running");
}

static gboolean
search_now (gpointer data)
{
  RefrainTopologyModel *self = data;

  self->wait = 0;
  search (self);
  return G_SOURCE_REMOVE;
}

static void
search_later (RefrainTopologyModel *self)
{
  if (!self->wanted)
    return;
  g_clear_handle_id (&self->wait, g_source_remove);
  self->wait = g_timeout_add (REST, search_now, self);
}

void
refrain_topology_model_start (RefrainTopologyModel *self)
{
  g_return_if_fail (REFRAIN_IS_TOPOLOGY_MODEL (self));

  if (self->search != NULL || self->wait != 0 || (self->wanted && self->topology != NULL))
    return;
  self->wanted = TRUE;
  search (self);
}

void
refrain_topology_model_cancel (RefrainTopologyModel *self)
{
  g_return_if_fail (REFRAIN_IS_TOPOLOGY_MODEL (self));

  if (self->search != NULL)
    refrain_job_cancel (self->search);
}

REFRAIN_GETTER (RefrainTopologyModel,
                refrain_topology_model,
                gboolean,
                is_running,
                self->search != NULL || self->wait != 0)
REFRAIN_GETTER (
    RefrainTopologyModel, refrain_topology_model, const char *, get_problem, self->problem)
REFRAIN_GETTER (RefrainTopologyModel, refrain_topology_model, const char *, get_note, self->note)

REFRAIN_GETTER (RefrainTopologyModel,
                refrain_topology_model,
                const RefrainTopologySettings *,
                get_settings,
                &self->settings)

void
refrain_topology_model_set_settings (RefrainTopologyModel *self,
                                     const RefrainTopologySettings *settings)
{
  RefrainTopologySettings *own;

  g_return_if_fail (REFRAIN_IS_TOPOLOGY_MODEL (self));
  g_return_if_fail (settings != NULL);

  own = &self->settings;
  if (own->scope == settings->scope && own->communicator == settings->communicator
      && own->by_count == settings->by_count && own->threshold == settings->threshold)
    return;
  if (own->scope != settings->scope || own->communicator != settings->communicator)
    self->counted = FALSE;
  *own = *settings;
  own->threshold = CLAMP (own->threshold, 0, 1);
  g_object_notify (G_OBJECT (self), "settings");
  search_later (self);
}

/* What the scope stands for is something else now. */
static void
on_scope (RefrainTopologyModel *self, RefrainTopologyScope scope)
{
  if (self->settings.scope != scope)
    return;
  self->counted = FALSE;
  self->stale = !self->watched;
  if (self->watched)
    search_later (self);
}

static void
on_window (RefrainTopologyModel *self)
{
  on_scope (self, REFRAIN_TOPOLOGY_OF_WINDOW);
}

static void
on_phases (RefrainTopologyModel *self)
{
  on_scope (self, REFRAIN_TOPOLOGY_OF_PHASES);
}

/* ---- What was found -------------------------------------------------------------------------- */

REFRAIN_GETTER (
    RefrainTopologyModel, refrain_topology_model, RefrainTopology *, get_topology, self->topology)
REFRAIN_GETTER (
    RefrainTopologyModel, refrain_topology_model, RefrainTopologyScene *, get_scene, self->scene)
REFRAIN_GETTER (RefrainTopologyModel, refrain_topology_model, guint, get_choice, self->choice)

typedef struct
{
  RefrainMatrix *matrix;
  RefrainTopology *topology;
  guint choice;
  RefrainTopologySymmetry symmetry;
  gboolean by_count;
} LayoutWork;

REFRAIN_DEFINE_FREE (layout_work_free, LayoutWork, g_object_unref (x->matrix);
                     g_object_unref (x->topology))

static gpointer
lay_out_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const LayoutWork *work = data;

  return refrain_topology_picture_new_scene (work->matrix, work->topology, work->choice,
                                             &work->symmetry, work->by_count,
                                             refrain_job_get_cancellable (job), error);
}

static void
on_laid_out (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainTopologyModel *self = data;
  g_autoptr (RefrainTopologyScene) scene = result;

  if (scene == NULL)
    return;
  g_set_object (&self->scene, scene);
  g_object_notify (G_OBJECT (self), "answer");
  update_order (self);
}

/* The scene of what is chosen, seen as it is. */
static void
lay_out (RefrainTopologyModel *self)
{
  LayoutWork *work = g_new0 (LayoutWork, 1);

  work->matrix = g_object_ref (self->matrix);
  work->topology = g_object_ref (self->topology);
  work->choice = self->choice;
  work->symmetry = self->symmetry;
  work->by_count = refrain_topology_picture_weighs_messages (self->matrix, self->settings.by_count);
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->layout,
                                _ ("Laying out the topology"), lay_out_in_thread, work,
                                layout_work_free, g_object_unref, self, on_laid_out);
}

void
refrain_topology_model_choose (RefrainTopologyModel *self, guint choice)
{
  g_return_if_fail (REFRAIN_IS_TOPOLOGY_MODEL (self));

  if (self->choice == choice || self->topology == NULL
      || (choice != REFRAIN_TOPOLOGY_NO_NAME && choice > 0
          && choice >= refrain_topology_get_n_names (self->topology)))
    return;
  self->choice = choice;
  self->symmetry = (RefrainTopologySymmetry){ 0 };
  lay_out (self);
}

REFRAIN_GETTER (RefrainTopologyModel,
                refrain_topology_model,
                const RefrainTopologySymmetry *,
                get_symmetry,
                &self->symmetry)

void
refrain_topology_model_set_symmetry (RefrainTopologyModel *self,
                                     const RefrainTopologySymmetry *symmetry)
{
  g_return_if_fail (REFRAIN_IS_TOPOLOGY_MODEL (self));
  g_return_if_fail (symmetry != NULL);

  if (self->topology == NULL
      || (self->symmetry.turned == symmetry->turned
          && self->symmetry.mirrored == symmetry->mirrored))
    return;
  self->symmetry = *symmetry;
  lay_out (self);
}

/* @text with @graph behind it, if that is still something that can be read. */
static char *
append_graph (
    const char *text, const char *path, const char *name, RefrainGraph *graph, GError **error)
{
  g_autofree char *rule = refrain_topology_rules_write_graph (name, graph);
  g_autofree char *all
      = g_strconcat (text != NULL ? text : "", text != NULL ? "\n" : "", rule, NULL);
  g_autoptr (RefrainTopologyRules) rules
      = refrain_topology_rules_parse (all, strlen (all), path, error);

  if (rules == NULL)
    return NULL;
  for (guint i = 0; i + 1 < refrain_topology_rules_get_n (rules); i++)
    if (g_str_equal (refrain_topology_rules_get_name (rules, i), name))
      return refrain_fail_null (error, REFRAIN_ERROR_ARGUMENT,
                                _ ("There is a topology “%s” already."), name);
  return g_steal_pointer (&all);
}

gboolean
refrain_topology_model_remember (RefrainTopologyModel *self, const char *name, GError **error)
{
  g_autofree char *path = refrain_topology_search_get_rules_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *text = NULL, *all = NULL;

  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_MODEL (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);
  g_return_val_if_fail (self->topology != NULL, FALSE);

  if (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_get_contents (path, &text, NULL, error))
    return FALSE;
  all = append_graph (text, path, name, refrain_topology_get_graph (self->topology), error);
  if (all == NULL)
    return FALSE;
  g_mkdir_with_parents (folder, 0700);
  if (!g_file_set_contents_full (path, all, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0666, error))
    return FALSE;
  search_later (self);
  return TRUE;
}

REFRAIN_GETTER (RefrainTopologyModel, refrain_topology_model, gboolean, get_sorted, self->sorted)

void
refrain_topology_model_set_sorted (RefrainTopologyModel *self, gboolean sorted)
{
  g_return_if_fail (REFRAIN_IS_TOPOLOGY_MODEL (self));

  sorted = !!sorted;
  if (self->sorted == sorted)
    return;
  self->sorted = sorted;
  update_order (self);
  g_object_notify (G_OBJECT (self), "sorted");
}

/* ---- What is lit up, as messages between processes --------------------------------------------
 */

typedef struct
{
  RefrainTrace *trace;
  RefrainOpSet *ops;
} LitWork;

REFRAIN_DEFINE_FREE (lit_work_free, LitWork, g_object_unref (x->trace);
                     refrain_op_set_unref (x->ops))

static gpointer
count_lit_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const LitWork *work = data;

  return refrain_matrix_new_for_ops (work->trace, work->ops, -REFRAIN_TIME_LIMIT,
                                     REFRAIN_TIME_LIMIT, refrain_job_get_cancellable (job), error);
}

static void
on_lit_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainTopologyModel *self = data;
  g_autoptr (RefrainMatrix) matrix = result;

  g_set_object (&self->lit, matrix);
  g_object_notify (G_OBJECT (self), "lit");
}

static void
on_highlight (RefrainTopologyModel *self)
{
  RefrainOpSet *ops
      = refrain_selection_get_highlight (refrain_session_get_selection (self->session));
  LitWork *work;

  refrain_job_stop (&self->counting);
  self->lit_stale = !self->watched && ops != NULL;
  if (ops == NULL || !self->watched)
    {
      if (self->lit != NULL)
        {
          g_clear_object (&self->lit);
          g_object_notify (G_OBJECT (self), "lit");
        }
      on_scope (self, REFRAIN_TOPOLOGY_OF_LIGHT);
      return;
    }
  work = g_new0 (LitWork, 1);
  work->trace = g_object_ref (refrain_session_get_trace (self->session));
  work->ops = refrain_op_set_ref (ops);
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->counting,
                                _ ("Counting messages"), count_lit_in_thread, work, lit_work_free,
                                g_object_unref, self, on_lit_counted);
  /* An edge that is selected here does not change what it is an edge of. */
  if (!refrain_pairs_is_edge (refrain_session_get_subjects (self->session)))
    on_scope (self, REFRAIN_TOPOLOGY_OF_LIGHT);
}

void
refrain_topology_model_set_watched (RefrainTopologyModel *self, gboolean watched)
{
  g_return_if_fail (REFRAIN_IS_TOPOLOGY_MODEL (self));

  self->watched = watched;
  if (watched && self->stale)
    search_later (self);
  if (watched)
    self->stale = FALSE;
  if (watched && self->lit_stale)
    on_highlight (self);
}

REFRAIN_GETTER (RefrainTopologyModel, refrain_topology_model, RefrainMatrix *, get_lit, self->lit)

/* ---- Object ---------------------------------------------------------------------------------- */

RefrainTopologyModel *
refrain_topology_model_new (RefrainSession *session)
{
  RefrainTopologyModel *self;
  RefrainSelection *selection;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_TOPOLOGY_MODEL, NULL);
  self->session = g_object_ref (session);
  selection = refrain_session_get_selection (session);
  refrain_connect (selection, "notify::highlight", on_highlight, self);
  refrain_connect (selection, "notify::window", on_window, self);
  refrain_connect (refrain_session_get_phases (session), "notify::selected", on_phases, self);
  return self;
}

REFRAIN_DEFINE_END (RefrainTopologyModel,
                    refrain_topology_model,
                    dispose,
                    g_clear_handle_id (&x->wait, g_source_remove);
                    refrain_job_stop (&x->search);
                    refrain_job_stop (&x->layout);
                    refrain_job_stop (&x->counting))

REFRAIN_DEFINE_END (
    RefrainTopologyModel,
    refrain_topology_model,
    finalize,
    refrain_clear_objects (&x->session, &x->matrix, &x->topology, &x->scene, &x->lit);
    refrain_free (x->problem, x->note))

static void
refrain_topology_model_class_init (RefrainTopologyModelClass *klass)
{
  static const char *const notices[] = { "answer", "running", "settings", "lit", "sorted", NULL };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = refrain_topology_model_dispose;
  object_class->finalize = refrain_topology_model_finalize;
  refrain_class_install_notices (object_class, notices);
}

static void
refrain_topology_model_init (RefrainTopologyModel *self)
{
  self->settings.threshold = 0.05;
}
