/* refrain-loop-global.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes are spread over all cores where each is by itself; merging is one step.
 */
#include "refrain-loop-global.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-loop-merge.h"
#include "refrain-parallel.h"

/* Where the steps begin, as parts of the whole. */
#define MERGING 0.4
#define SHARING 0.8

typedef struct
{
  GPtrArray *models;
  const RefrainLoopOptions *options;
  GCancellable *cancellable;
  RefrainLoopModel **shared;
} Sharing;

static void
share_one (gsize process, gpointer data)
{
  Sharing *self = data;

  self->shared[process] = refrain_loop_share (self->models->pdata[process], self->options->share,
                                              self->options->nlr.max_body, self->cancellable, NULL);
}

/* The local models with definitions; NULL with @error when cancelled. */
static GPtrArray *
share_all (GPtrArray *models,
           const RefrainLoopOptions *options,
           GCancellable *cancellable,
           GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_full (models->len, g_object_unref);
  g_autofree RefrainLoopModel **shared = g_new0 (RefrainLoopModel *, (gsize) models->len + 1);
  Sharing sharing = { models, options, cancellable, shared };

  refrain_parallel_run (models->len, share_one, &sharing, cancellable);
  for (guint p = 0; p < models->len; p++)
    if (shared[p] != NULL)
      g_ptr_array_add (all, shared[p]);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&all);
}

RefrainLoopModel *
refrain_loop_local_new (RefrainLoopEvents *events,
                        guint process,
                        const RefrainLoopOptions *options,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (RefrainLoopModel) plain
      = refrain_nlr_model_process (events, process, &options->nlr, cancellable, error);

  return plain == NULL ? NULL
                       : refrain_loop_share (plain, options->share, options->nlr.max_body,
                                             cancellable, error);
}

/* ---- Which numbers depend on loops ----------------------------------------------------------- */

/* Above, models of the processes, and the one of all, are too long to be read in any form. */
#define MAX_TRIED 65536
#define MAX_LINES 8192
/* Local models so many times as long make no shorter global one. */
#define HOPELESS 2

/* One way to make the model. */
typedef struct
{
  GPtrArray *models; /* local, without definitions */
  RefrainLoopModel *global;
  guint64 n_local;              /* terms of the local models */
  guint64 n_lines;              /* of the global one's text */
  gboolean has_peers, has_tags; /* that depend on loops, in the local models */
} Attempt;

REFRAIN_DEFINE_AUTO (attempt_clear, Attempt, g_clear_pointer (&x->models, g_ptr_array_unref);
                     g_clear_object (&x->global))

static void
look_at_local (Attempt *self)
{
  for (guint p = 0; p < self->models->len; p++)
    {
      guint32 n;
      const RefrainConstruct *constructs
          = refrain_loop_model_get_constructs (self->models->pdata[p], &n);

      self->n_local += n;
      for (guint32 i = 0; i < n; i++)
        {
          const gboolean is_event = constructs[i].kind == REFRAIN_CONSTRUCT_EVENT;

          self->has_peers |= is_event && REFRAIN_CONSTRUCT_PEER (&constructs[i])->n > 0;
          self->has_tags |= is_event && REFRAIN_CONSTRUCT_TAG (&constructs[i])->n > 0;
          self->has_tags |= !is_event && constructs[i].number[0].n > 0;
        }
    }
}

static gboolean
attempt_local (Attempt *self,
               RefrainLoopEvents *events,
               const RefrainNlrOptions *options,
               GCancellable *cancellable,
               GError **error)
{
  self->models = refrain_nlr_model_all (events, options, cancellable, error);
  if (self->models != NULL)
    look_at_local (self);
  return self->models != NULL;
}

static gboolean
attempt_global (Attempt *self,
                const RefrainLoopOptions *options,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (RefrainLoopModel) merged = refrain_loop_merge (self->models, cancellable, error);
  RefrainLoopModelSize size;

  if (merged != NULL)
    self->global
        = refrain_loop_share (merged, options->share, options->nlr.max_body, cancellable, error);
  if (self->global == NULL)
    return FALSE;
  refrain_loop_model_measure (self->global, &size);
  self->n_lines = (guint64) size.n_terms + size.n_loops + 2 * (guint64) size.n_definitions;
  return TRUE;
}

/* Whether a model whose numbers depend less on loops than in @best could be shorter. */
static gboolean
is_worth_trying (const Attempt *best, RefrainNlrAffine affine)
{
  return best->n_local <= MAX_TRIED && best->n_lines <= MAX_LINES
         && (affine == REFRAIN_AFFINE_TAGS ? best->has_peers : best->has_tags || best->has_peers);
}

/* Tries the other ways. FALSE with @error when cancelled. */
static gboolean
find_shorter (Attempt *best,
              RefrainLoopEvents *events,
              const RefrainLoopOptions *options,
              GCancellable *cancellable,
              GError **error)
{
  static const RefrainNlrAffine ways[] = { REFRAIN_AFFINE_TAGS, REFRAIN_AFFINE_NONE };
  const guint64 hopeless = HOPELESS * best->n_local;
  Attempt known = *best; /* what the last way left depending on loops */

  for (gsize i = 0; i < G_N_ELEMENTS (ways) && is_worth_trying (&known, ways[i]); i++)
    {
      g_auto (Attempt) attempt = { 0 };
      const RefrainNlrOptions nlr = { options->nlr.max_body, ways[i] };

      if (!attempt_local (&attempt, events, &nlr, cancellable, error))
        return FALSE;
      known.has_peers = FALSE;
      known.has_tags = attempt.has_tags;
      if (attempt.n_local > hopeless)
        continue;
      if (!attempt_global (&attempt, options, cancellable, error))
        return FALSE;
      if (attempt.n_lines < best->n_lines)
        {
          const Attempt longer = *best;

          *best = attempt;
          attempt = longer;
        }
    }
  return TRUE;
}

RefrainLoopModel *
refrain_loop_global_new (RefrainLoopEvents *events,
                         const RefrainLoopOptions *options,
                         GPtrArray **local,
                         const RefrainProgress *progress,
                         GCancellable *cancellable,
                         GError **error)
{
  g_auto (Attempt) best = { 0 };
  g_autoptr (GPtrArray) shared = NULL;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (events), NULL);

  refrain_progress_tell (progress, 0, _ ("Finding loops"));
  if (!attempt_local (&best, events, &options->nlr, cancellable, error))
    return NULL;
  refrain_progress_tell (progress, MERGING, _ ("Merging loops"));
  if (!attempt_global (&best, options, cancellable, error))
    return NULL;
  refrain_progress_tell (progress, SHARING, _ ("Searching for repetitions"));
  if (options->nlr.affine == REFRAIN_AFFINE_ALL && !options->as_told
      && !find_shorter (&best, events, options, cancellable, error))
    return NULL;
  if (local != NULL && (shared = share_all (best.models, options, cancellable, error)) == NULL)
    return NULL;
  if (local != NULL)
    *local = g_steal_pointer (&shared);
  return g_steal_pointer (&best.global);
}
