/* refrain-phase-model-bands.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Phases as bands behind other views: at once as they are on any process, then as they are on each.
 */
#include "config.h"
#include "refrain-phase-model-private.h"

#include <glib/gi18n.h>

#include "refrain-phase-bands.h"

/* No more bands than this are placed, those of all processes taken together: 16 bytes each. */
#define MAX_PLACED (4 * 1024 * 1024)

typedef struct
{
  RefrainPhases *phases;
  double strength;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->phases);
  g_free (work);
}

static gpointer
place_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  RefrainBands *bands
      = refrain_phases_get_bands (work->phases, work->strength, NULL, 0, TRUE, cancellable);

  g_cancellable_set_error_if_cancelled (cancellable, error);
  return bands;
}

static void
free_bands (gpointer data)
{
  refrain_bands_unref (data);
}

static void
on_placed (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPhaseModel *self = data;
  g_autoptr (RefrainBands) bands = result;

  if (job != self->placing)
    return;
  g_clear_object (&self->placing);
  if (bands == NULL)
    return;
  self->placed = g_steal_pointer (&bands);
  g_clear_pointer (&self->bands, refrain_bands_unref);
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_BANDS);
}

/* Where the strength has come to rest and labels do not change any more. */
static void
place (RefrainPhaseModel *self)
{
  const guint n_processes = refrain_trace_get_n_processes (
      refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (self->phases)));
  Work *work;

  if (self->placing != NULL || self->wait != 0 || self->repeats != NULL || n_processes == 0
      || self->n_leaves > MAX_PLACED / n_processes)
    return;
  work = g_new0 (Work, 1);
  work->phases = g_object_ref (self->phases);
  work->strength = refrain_phase_model_get_reached (self);
  g_set_object (&self->placing, refrain_task_runner_start (
                                    self->runner, _ ("Placing phases"), place_in_thread, work,
                                    work_free, free_bands, G_OBJECT (self), on_placed, self));
}

void
refrain_phase_model_forget_bands (RefrainPhaseModel *self, gboolean lit_only)
{
  g_clear_pointer (&self->bands, refrain_bands_unref);
  if (lit_only)
    return;
  g_clear_pointer (&self->placed, refrain_bands_unref);
  if (self->placing != NULL)
    refrain_job_cancel (self->placing);
  g_clear_object (&self->placing);
}

/* Brings what the user told into the bands. */
static void
join_bands (RefrainPhaseModel *self, double strength)
{
  g_autoptr (GArray) labels = refrain_phase_model_get_labels (self);
  g_autoptr (RefrainBands) bands = self->bands;

  self->bands = bands == NULL || labels->len == 0
                    ? g_steal_pointer (&bands)
                    : refrain_phases_join_bands (
                        self->phases, bands, strength,
                        (const RefrainPhaseLabel *) (gpointer) labels->data, labels->len);
}

RefrainBands *
refrain_phase_model_get_bands (RefrainPhaseModel *self)
{
  g_autoptr (GArray) lit = NULL;
  const guint32 *nodes;
  double strength;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);

  if (!self->shown || self->phases == NULL)
    return NULL;
  if (self->bands != NULL)
    return self->bands;
  lit = refrain_phase_model_cover_all (
      self, (const RefrainPhaseRange *) (gpointer) self->selected->data, self->selected->len);
  nodes = (const guint32 *) (gpointer) lit->data;
  strength = refrain_phase_model_get_reached (self);
  if (self->placed != NULL)
    self->bands
        = refrain_phases_light_bands (self->phases, self->placed, strength, nodes, lit->len);
  else
    {
      self->bands = refrain_phases_get_bands (self->phases, strength, nodes, lit->len, FALSE, NULL);
      place (self);
    }
  join_bands (self, strength);
  return self->bands;
}
