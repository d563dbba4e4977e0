/* refrain-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-phases-private.h"

G_DEFINE_FINAL_TYPE (RefrainPhases, refrain_phases, G_TYPE_OBJECT)

static void
refrain_phases_finalize (GObject *object)
{
  RefrainPhases *self = REFRAIN_PHASES (object);

  g_clear_object (&self->set);
  g_clear_pointer (&self->segmentation, refrain_segmentation_free);
  g_free (self->symbols);
  g_free (self->first);
  g_free (self->positions);
  g_free (self->spans);
  g_hash_table_unref (self->repetitions);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (refrain_phases_parent_class)->finalize (object);
}

static void
refrain_phases_class_init (RefrainPhasesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_phases_finalize;
}

static void
refrain_phases_init (RefrainPhases *self)
{
  g_mutex_init (&self->lock);
  self->repetitions = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, g_free);
}

/* ---- Making ------------------------------------------------------------------------------------
 */

/* Appends the occurrence at @position of the sequence, whose symbol is @symbol. */
static void
append (RefrainPhases *self,
        const RefrainPhaseOptions *options,
        guint32 *n_positions,
        guint32 position,
        guint32 symbol)
{
  if (symbol < options->n_merge)
    symbol = options->merge[symbol];
  if (!options->collapse || self->n_elements == 0 || self->symbols[self->n_elements - 1] != symbol)
    {
      self->symbols[self->n_elements] = symbol;
      self->first[self->n_elements++] = *n_positions;
    }
  self->positions[(*n_positions)++] = position;
  self->first[self->n_elements] = *n_positions;
}

static RefrainPhases *
create (gsize n)
{
  RefrainPhases *self = g_object_new (REFRAIN_TYPE_PHASES, NULL);

  self->symbols = g_new (guint32, n + 1);
  self->first = g_new0 (guint32, n + 1);
  self->positions = g_new (guint32, n + 1);
  return self;
}

static gboolean
segment (RefrainPhases *self,
         const RefrainPhaseOptions *options,
         GCancellable *cancellable,
         RefrainProgressFunc progress,
         gpointer progress_data,
         GError **error)
{
  self->segmentation = refrain_segmentation_new (self->symbols, self->n_elements, options->least,
                                                 cancellable, progress, progress_data);
  if (self->segmentation == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  return TRUE;
}

RefrainPhases *
refrain_phases_new_for_symbols (const guint32 *symbols,
                                gsize n,
                                const RefrainPhaseOptions *options,
                                GCancellable *cancellable,
                                RefrainProgressFunc progress,
                                gpointer progress_data,
                                GError **error)
{
  g_autoptr (RefrainPhases) self = NULL;
  guint32 n_positions = 0;

  g_return_val_if_fail (symbols != NULL || n == 0, NULL);
  g_return_val_if_fail (n < G_MAXINT32, NULL);
  g_return_val_if_fail (options != NULL, NULL);

  self = create (n);
  for (guint32 i = 0; i < n; i++)
    append (self, options, &n_positions, i, symbols[i]);
  if (!segment (self, options, cancellable, progress, progress_data, error))
    return NULL;
  return g_steal_pointer (&self);
}

RefrainPhases *
refrain_phases_new (RefrainPatternSet *set,
                    const RefrainPhaseOptions *options,
                    GCancellable *cancellable,
                    RefrainProgressFunc progress,
                    gpointer progress_data,
                    GError **error)
{
  g_autoptr (RefrainPhases) self = NULL;
  const RefrainPatternEvent *sequence;
  guint32 n_positions = 0;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);
  g_return_val_if_fail (options != NULL, NULL);

  sequence = refrain_pattern_set_get_sequence (set, &n);
  self = create (n);
  self->set = g_object_ref (set);
  self->without_collectives = options->without_collectives;
  for (guint32 i = 0; i < n; i++)
    if (!options->without_collectives
        || !refrain_pattern_is_collective (
            refrain_pattern_set_get_pattern (set, sequence[i].pattern)))
      append (self, options, &n_positions, i, sequence[i].pattern);
  if (!segment (self, options, cancellable, progress, progress_data, error))
    return NULL;
  refrain_phases_find_spans (self);
  return g_steal_pointer (&self);
}

/* ---- Reading -----------------------------------------------------------------------------------
 */

RefrainPatternSet *
refrain_phases_get_pattern_set (RefrainPhases *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  return self->set;
}

const RefrainSegmentation *
refrain_phases_get_segmentation (RefrainPhases *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  return self->segmentation;
}

const guint32 *
refrain_phases_get_symbols (RefrainPhases *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->n_elements;
  return self->symbols;
}

const guint32 *
refrain_phases_get_positions (RefrainPhases *self, guint32 element, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (element < self->n_elements, NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->first[element + 1] - self->first[element];
  return self->positions + self->first[element];
}
