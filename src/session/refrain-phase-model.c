/* refrain-phase-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finding phases.
 */
#include "config.h"
#include "refrain-phase-model-private.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (RefrainPhaseModel, refrain_phase_model, G_TYPE_OBJECT)

static GParamSpec *properties[REFRAIN_PHASE_MODEL_N_PROPERTIES];

void
refrain_phase_model_notify (RefrainPhaseModel *self, RefrainPhaseModelProperty property)
{
  if (property == REFRAIN_PHASE_MODEL_PHASES || property == REFRAIN_PHASE_MODEL_STRENGTH
      || property == REFRAIN_PHASE_MODEL_REPETITIONS || property == REFRAIN_PHASE_MODEL_MARKS
      || property == REFRAIN_PHASE_MODEL_SELECTED)
    refrain_phase_model_forget_bands (self, property == REFRAIN_PHASE_MODEL_SELECTED
                                                || property == REFRAIN_PHASE_MODEL_MARKS);
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
on_patterns_found (RefrainPhaseModel *self)
{
  if (refrain_patterns_get_set (self->patterns) != NULL)
    refrain_phase_model_find (self);
}

RefrainPhaseModel *
refrain_phase_model_new (RefrainPatterns *patterns, RefrainTaskRunner *runner)
{
  RefrainPhaseModel *self;

  g_return_val_if_fail (REFRAIN_IS_PATTERNS (patterns), NULL);
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (runner), NULL);

  self = g_object_new (REFRAIN_TYPE_PHASE_MODEL, NULL);
  self->patterns = g_object_ref (patterns);
  self->runner = g_object_ref (runner);
  g_signal_connect_object (patterns, "notify::set", G_CALLBACK (on_patterns_found), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/* ---- Finding ---- */

typedef struct
{
  RefrainPatternSet *set;
  RefrainPhaseMemory *memory;
  double least;
} Work;

typedef struct
{
  RefrainPhases *phases;
  char *key;
  double least;
} Found;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->set);
  refrain_phase_memory_free (work->memory);
  g_free (work);
}

static void
found_free (gpointer data)
{
  Found *found = data;

  g_clear_object (&found->phases);
  g_free (found->key);
  g_free (found);
}

/* For each pattern the one that it counts as, or NULL where each counts as itself. */
static guint32 *
make_merge (RefrainPatternSet *set, const RefrainPhaseMemory *memory)
{
  const guint n = refrain_pattern_set_get_n_patterns (set);
  g_autoptr (GHashTable) groups = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree guint32 *first = g_new (guint32, memory->merged->len + 1);
  guint32 *merge;

  if (memory->merged->len == 0)
    return NULL;
  for (guint i = 0; i < memory->merged->len; i++)
    {
      first[i] = REFRAIN_NONE;
      for (char **key = memory->merged->pdata[i]; *key != NULL; key++)
        g_hash_table_insert (groups, *key, GUINT_TO_POINTER (i + 1));
    }
  merge = g_new (guint32, n + 1);
  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *key = refrain_patterns_make_key (refrain_pattern_set_get_pattern (set, i),
                                                        refrain_pattern_set_get_symbols (set));
      const guint group = GPOINTER_TO_UINT (g_hash_table_lookup (groups, key));

      merge[i] = i;
      if (group == 0)
        continue;
      if (first[group - 1] == REFRAIN_NONE)
        first[group - 1] = i;
      merge[i] = first[group - 1];
    }
  return merge;
}

RefrainPhases *
refrain_phase_model_look (RefrainPatternSet *set,
                          const RefrainPhaseMemory *memory,
                          double least,
                          RefrainJob *job,
                          GError **error)
{
  g_autofree guint32 *merge = make_merge (set, memory);
  const RefrainPhaseOptions options = {
    .collapse = memory->collapse,
    .without_collectives = memory->without_collectives,
    .merge = merge,
    .n_merge = merge != NULL ? refrain_pattern_set_get_n_patterns (set) : 0,
    .least = least,
  };

  return refrain_phases_new (set, &options, refrain_job_get_cancellable (job), refrain_job_report,
                             job, error);
}

char *
refrain_phases_make_key (RefrainPhases *phases)
{
  g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
  RefrainPatternSet *set;
  g_autofree guint32 *number = NULL;
  guint32 n_seen = 0;
  const guint32 *symbols;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PHASES (phases), NULL);

  set = refrain_phases_get_pattern_set (phases);
  g_return_val_if_fail (set != NULL, NULL);
  symbols = refrain_phases_get_symbols (phases, &n);
  number = g_new0 (guint32, refrain_pattern_set_get_n_patterns (set) + 1);
  /* Patterns by what they are where they first come, then by number. */
  for (gsize i = 0; i < n; i++)
    {
      guint32 written;

      if (number[symbols[i]] == 0)
        {
          g_autofree char *key
              = refrain_patterns_make_key (refrain_pattern_set_get_pattern (set, symbols[i]),
                                           refrain_pattern_set_get_symbols (set));

          number[symbols[i]] = ++n_seen;
          g_checksum_update (digest, (const guchar *) key, -1);
        }
      written = GUINT32_TO_LE (number[symbols[i]]);
      g_checksum_update (digest, (const guchar *) &written, sizeof written);
    }
  return g_strdup (g_checksum_get_string (digest));
}

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;
  RefrainPhases *phases
      = refrain_phase_model_look (work->set, work->memory, work->least, job, error);
  Found *found;

  if (phases == NULL)
    return NULL;
  found = g_new0 (Found, 1);
  found->phases = phases;
  found->key = refrain_phases_make_key (phases);
  found->least = work->least;
  return found;
}

static void
take (RefrainPhaseModel *self, Found *found)
{
  const gboolean same = g_strcmp0 (self->key, found->key) == 0;
  const RefrainSegmentationNode *nodes;
  gsize n;

  refrain_phase_model_stop_repeats (self);
  refrain_phase_model_forget_collapsed (self);
  g_set_object (&self->phases, found->phases);
  g_free (self->key);
  self->key = g_strdup (found->key);
  self->least = found->least;
  self->strongest = 0;
  nodes = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (self->phases), &n);
  for (gsize i = 0; i < n; i++)
    self->strongest = MAX (self->strongest, nodes[i].strength);
  self->memory->strength = MIN (self->memory->strength, self->strongest);
  if (!same)
    refrain_phase_model_select (self, NULL, 0);
  refrain_phase_model_prune (self);
}

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPhaseModel *self = data;
  Found *found = result;

  /* Another one may be on its way already. */
  if (job == self->job)
    {
      g_clear_object (&self->job);
      g_clear_pointer (&self->problem, g_free);
      if (found != NULL)
        {
          take (self, found);
          refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_PHASES);
        }
      else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        self->problem = g_strdup (_ ("It was cancelled."));
      else
        self->problem = g_strdup (error->message);
      refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_RUNNING);
    }
  g_clear_pointer (&found, found_free);
}

void
refrain_phase_model_find (RefrainPhaseModel *self)
{
  RefrainPatternSet *set;
  RefrainJob *job;
  Work *work;

  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));

  set = refrain_patterns_get_set (self->patterns);
  if (set == NULL)
    return;
  if (self->job != NULL)
    refrain_job_cancel (self->job);
  work = g_new0 (Work, 1);
  work->set = g_object_ref (set);
  work->memory = refrain_phase_memory_copy (self->memory);
  /* Whoever goes below 0 once goes on: all that can be cut at all. */
  work->least = self->memory->strength < 0 ? -1 : 0;
  job = refrain_task_runner_start (self->runner, _ ("Finding phases"), find_in_thread, work,
                                   work_free, found_free, G_OBJECT (self), on_found, self);
  g_set_object (&self->job, job);
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_RUNNING);
}

gboolean
refrain_phase_model_is_running (RefrainPhaseModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);
  return self->job != NULL;
}

RefrainPhases *
refrain_phase_model_get_phases (RefrainPhaseModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);
  return self->phases;
}

const char *
refrain_phase_model_get_problem (RefrainPhaseModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);
  return self->problem;
}

const char *
refrain_phase_model_get_key (RefrainPhaseModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);
  return self->key;
}

/* ---- Object ---- */

static void
refrain_phase_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainPhaseModel *self = REFRAIN_PHASE_MODEL (object);

  switch ((RefrainPhaseModelProperty) id)
    {
    case REFRAIN_PHASE_MODEL_PHASES:
      g_value_set_object (value, self->phases);
      break;
    case REFRAIN_PHASE_MODEL_RUNNING:
      g_value_set_boolean (value, self->job != NULL);
      break;
    case REFRAIN_PHASE_MODEL_STRENGTH:
      g_value_set_double (value, self->memory->strength);
      break;
    case REFRAIN_PHASE_MODEL_REPETITIONS:
    case REFRAIN_PHASE_MODEL_MARKS:
    case REFRAIN_PHASE_MODEL_OPTIONS:
      g_value_set_pointer (value, self->memory);
      break;
    case REFRAIN_PHASE_MODEL_SELECTED:
      g_value_set_uint (value, self->selected->len);
      break;
    case REFRAIN_PHASE_MODEL_SHOWN:
      g_value_set_boolean (value, self->shown);
      break;
    case REFRAIN_PHASE_MODEL_BY_COUNT:
      g_value_set_boolean (value, self->by_count);
      break;
    case REFRAIN_PHASE_MODEL_COLLAPSED:
      g_value_set_uint (value, (guint) refrain_phase_model_get_n_collapsed (self));
      break;
    case REFRAIN_PHASE_MODEL_BANDS:
      g_value_set_boxed (value, refrain_phase_model_get_bands (self));
      break;
    case REFRAIN_PHASE_MODEL_N_PROPERTIES:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_phase_model_finalize (GObject *object)
{
  RefrainPhaseModel *self = REFRAIN_PHASE_MODEL (object);

  refrain_phase_model_stop_repeats (self);
  refrain_phase_model_forget_collapsed (self);
  g_clear_object (&self->job);
  refrain_phase_model_forget_bands (self, FALSE);
  g_clear_object (&self->phases);
  g_clear_object (&self->patterns);
  g_clear_object (&self->runner);
  g_free (self->key);
  g_free (self->problem);
  g_free (self->segments);
  g_free (self->leaves);
  g_array_unref (self->ranges);
  g_array_unref (self->selected);
  refrain_phase_memory_free (self->memory);
  G_OBJECT_CLASS (refrain_phase_model_parent_class)->finalize (object);
}

static void
refrain_phase_model_class_init (RefrainPhaseModelClass *klass)
{
  static const char *const told[] = { "repetitions", "marks", "options" };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = refrain_phase_model_get_property;
  object_class->finalize = refrain_phase_model_finalize;
  properties[REFRAIN_PHASE_MODEL_PHASES]
      = g_param_spec_object ("phases", NULL, NULL, REFRAIN_TYPE_PHASES, flags);
  properties[REFRAIN_PHASE_MODEL_RUNNING]
      = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[REFRAIN_PHASE_MODEL_STRENGTH]
      = g_param_spec_double ("strength", NULL, NULL, -1, G_MAXDOUBLE, 0, flags);
  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    properties[REFRAIN_PHASE_MODEL_REPETITIONS + i]
        = g_param_spec_pointer (told[i], NULL, NULL, flags);
  properties[REFRAIN_PHASE_MODEL_SELECTED]
      = g_param_spec_uint ("selected", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[REFRAIN_PHASE_MODEL_SHOWN] = g_param_spec_boolean ("shown", NULL, NULL, FALSE, flags);
  properties[REFRAIN_PHASE_MODEL_BY_COUNT]
      = g_param_spec_boolean ("by-count", NULL, NULL, FALSE, flags);
  properties[REFRAIN_PHASE_MODEL_BANDS]
      = g_param_spec_boxed ("bands", NULL, NULL, REFRAIN_TYPE_BANDS, flags);
  properties[REFRAIN_PHASE_MODEL_COLLAPSED]
      = g_param_spec_uint ("collapsed", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, REFRAIN_PHASE_MODEL_N_PROPERTIES, properties);
}

static void
refrain_phase_model_init (RefrainPhaseModel *self)
{
  self->memory = refrain_phase_memory_new ();
  self->ranges = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
  self->selected = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
}
