/* refrain-phase-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Having phases found; what remains of the tree at a strength, and which of it are repetitions;
 * whether collapsing helps. How they are looked for is told in refrain-phase-model-options.c; what
 * is named, selected and shown of them is in refrain-phase-model-shown.c.
 */
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-phase-model-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-notices.h"
#include "refrain-study-job.h"

/* Repetitions are looked for when the strength has not moved for so long, in milliseconds. */
#define REST 150

/* Trees of fewer phases can be read as they are. */
#define MIN_LEAVES 24
/* It helps where so many times fewer phases are left. */
#define FEWER 4

REFRAIN_DEFINE_NOTIFIER (RefrainPhaseModel,
                         refrain_phase_model,
                         finalize,
                         "phases",
                         "running",
                         "strength",
                         "repetitions",
                         "marks",
                         "options",
                         "selected",
                         "shown",
                         "by-count",
                         "bands",
                         "collapsed",
                         "automatic")

void
refrain_phase_model_notify (RefrainPhaseModel *self, const char *name)
{
  static const char *const of_bands[]
      = { "phases", "strength", "repetitions", "marks", "selected", NULL };
  const gboolean marks = g_str_equal (name, "marks");

  if (g_strv_contains (of_bands, name))
    refrain_phase_model_forget_bands (self, marks || g_str_equal (name, "selected"));
  g_object_notify (G_OBJECT (self), name);
  /* They may be called something else. */
  if (marks || g_str_equal (name, "strength"))
    refrain_subjects_rename (self->subjects);
}

const RefrainSegmentationNode *
refrain_phase_model_get_node (RefrainPhaseModel *self, guint32 node)
{
  gsize n;
  const RefrainSegmentationNode *nodes
      = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (self->phases), &n);

  g_assert (node < n);
  return &nodes[node];
}

/* The study's options, with what the user said of phases. */
static RefrainStudyOptions *
make_options (RefrainPhaseModel *self)
{
  RefrainStudyOptions *options = refrain_study_options_copy (
      refrain_study_get_options (refrain_patterns_get_study (self->patterns)));

  options->phases.by_hand = self->memory->by_hand;
  options->phases.composite = self->memory->by_hand && self->memory->composite;
  options->phases.collapse = self->memory->by_hand && self->memory->collapse;
  options->phases.without_collectives = self->memory->without_collectives;
  refrain_study_options_set_merged (options, self->memory->merged);
  return options;
}

/* ---- Whether collapsing helps: iterations cut off one by one make a tree that leans to one side
 * ---- */

static void
on_collapsed (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPhaseModel *self = data;
  g_autoptr (RefrainPhasesFound) collapsed = result;

  if (collapsed == NULL)
    return;
  g_set_object (&self->collapsed, collapsed->phases);
  refrain_phase_model_notify (self, "collapsed");
}

/* Whether what remains is about as deep as it has leaves. */
static gboolean
is_one_sided (RefrainPhaseModel *self)
{
  g_autofree guint32 *depths = NULL;
  gsize next = 1;
  guint32 depth = 0;

  if (self->n_leaves < MIN_LEAVES)
    return FALSE;
  depths = g_new0 (guint32, self->n_segments);
  /* Breadth-first: the parts of each that is cut are the next two. */
  for (gsize i = 0; i < self->n_segments; i++)
    {
      depth = MAX (depth, depths[i]);
      if (next + 1 >= self->n_segments
          || self->segments[next] != refrain_phase_model_get_node (self, self->segments[i])->left)
        continue;
      depths[next] = depths[next + 1] = depths[i] + 1;
      next += 2;
    }
  return depth >= self->n_leaves / 4;
}

gsize
refrain_phase_model_get_n_collapsed (RefrainPhaseModel *self)
{
  g_autofree guint32 *leaves = NULL;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), 0);

  if (self->collapsed == NULL || self->chosen || !is_one_sided (self))
    return 0;
  leaves = refrain_segmentation_get_leaves (refrain_phases_get_segmentation (self->collapsed),
                                            refrain_phase_model_get_reached (self), &n);
  return n > 0 && n <= self->ranges->len / FEWER ? n : 0;
}

/* Has it found out, where that may help, how many phases there would be with equal neighbours as
 * one. */
static void
try_collapsed (RefrainPhaseModel *self)
{
  RefrainPatternSet *set = refrain_phases_get_pattern_set (self->phases);
  g_autoptr (RefrainStudyOptions) options = NULL;

  if (self->collapsed == NULL && self->collapsing == NULL && !self->memory->collapse
      && !self->memory->composite && !self->chosen && set != NULL && is_one_sided (self))
    {
      options = make_options (self);
      options->phases.by_hand = options->phases.collapse = TRUE;
      options->phases.least = self->least;
      refrain_study_job_start (self->runner, &self->collapsing, _ ("Collapsing repeats"),
                               refrain_patterns_get_study (self->patterns), REFRAIN_ANALYSIS_PHASES,
                               options, self, on_collapsed);
    }
  refrain_phase_model_notify (self, "collapsed");
}

static void
forget_collapsed (RefrainPhaseModel *self)
{
  refrain_job_stop (&self->collapsing);
  g_clear_object (&self->collapsed);
}

/* ---- Repetitions ---- */

typedef struct
{
  RefrainPhases *phases;
  guint32 *nodes;
  gsize n;
} RepeatWork;

REFRAIN_DEFINE_FREE (repeat_work_free, RepeatWork, g_object_unref (x->phases); g_free (x->nodes))

static gpointer
repeat_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  RepeatWork *work = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);

  if (refrain_phases_find_repetitions (work->phases, work->nodes, work->n, cancellable))
    return GINT_TO_POINTER (TRUE);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return NULL;
}

static void
on_repeated (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPhaseModel *self = data;

  if (result != NULL)
    refrain_phase_model_notify (self, "repetitions");
}

/* Those of short segments are found where they are drawn. */
static gboolean
repeat_now (gpointer data)
{
  RefrainPhaseModel *self = data;
  RepeatWork *work;

  self->wait = 0;
  refrain_phase_model_publish (self);
  if (self->n_leaves == 0)
    return G_SOURCE_REMOVE;
  try_collapsed (self);
  work = g_new0 (RepeatWork, 1);
  work->phases = g_object_ref (self->phases);
  work->n = self->n_leaves;
  work->nodes = g_memdup2 (self->leaves, self->n_leaves * sizeof *self->leaves);
  refrain_task_runner_start_in (self->runner, &self->repeats, _ ("Searching for repetitions"),
                                repeat_in_thread, work, repeat_work_free, NULL, self, on_repeated);
  return G_SOURCE_REMOVE;
}

/* Stops looking for repetitions. */
static void
stop_repeats (RefrainPhaseModel *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  refrain_job_stop (&self->repeats);
}

/* ---- Pruning ---- */

/* Works out what remains at the strength, and has repetitions looked for. */
static void
prune (RefrainPhaseModel *self)
{
  const RefrainSegmentation *tree = refrain_phases_get_segmentation (self->phases);
  const double strength = refrain_phase_model_get_reached (self);

  stop_repeats (self);
  refrain_free (self->segments, self->leaves);
  self->segments = refrain_segmentation_prune (tree, strength, &self->n_segments);
  self->leaves = refrain_segmentation_get_leaves (tree, strength, &self->n_leaves);
  if (!self->chosen)
    g_array_set_size (self->pieces, 0);
  refrain_phase_model_make_ranges (self);
  self->wait = g_timeout_add (REST, repeat_now, self);
}

REFRAIN_GETTER (
    RefrainPhaseModel, refrain_phase_model, double, get_strength, self->memory->strength)
REFRAIN_GETTER (RefrainPhaseModel,
                refrain_phase_model,
                double,
                get_reached,
                MAX (self->memory->strength, self->least))
REFRAIN_GETTER (RefrainPhaseModel, refrain_phase_model, double, get_strongest, self->strongest)

static void
set_by_hand (RefrainPhaseModel *self)
{
  if (self->memory->by_hand && !self->chosen)
    return;
  self->memory->by_hand = TRUE;
  self->chosen = FALSE;
  refrain_phase_model_notify (self, "automatic");
}

void
refrain_phase_model_set_strength (RefrainPhaseModel *self, double strength)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (!isnan (strength));

  strength = CLAMP (strength, -1, self->phases != NULL ? self->strongest : G_MAXDOUBLE);
  if (self->memory->strength == strength)
    return;
  self->memory->strength = strength;
  set_by_hand (self);
  if (self->phases != NULL)
    prune (self);
  refrain_phase_model_notify (self, "strength");
  if (self->phases != NULL)
    refrain_phase_model_keep_selected (self);
  if (self->phases != NULL && strength < self->least && self->job == NULL)
    refrain_phase_model_find (self);
}

const guint32 *
refrain_phase_model_get_segments (RefrainPhaseModel *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->phases != NULL ? self->n_segments : 0;
  return self->segments;
}

REFRAIN_ARRAY_GETTER (
    RefrainPhaseModel, refrain_phase_model, RefrainPhaseRange, gsize, get_ranges, self->ranges)

/* ---- One segment ---- */

RefrainPhaseRange
refrain_phase_model_get_range (RefrainPhaseModel *self, guint32 node)
{
  const RefrainSegmentationNode *at;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self) && self->phases != NULL,
                        ((RefrainPhaseRange){ 0 }));

  at = refrain_phase_model_get_node (self, node);
  return (RefrainPhaseRange){ at->start, at->end };
}

guint32
refrain_phase_model_find_node (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  guint32 node = self->phases != NULL && self->n_segments > 0 ? 0 : REFRAIN_NONE;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), REFRAIN_NONE);
  g_return_val_if_fail (range != NULL, REFRAIN_NONE);

  while (node != REFRAIN_NONE)
    {
      const RefrainSegmentationNode *at = refrain_phase_model_get_node (self, node);

      if (at->start == range->start && at->end == range->end)
        return node;
      node = at->left == REFRAIN_NONE ? REFRAIN_NONE
             : range->start < at->cut ? at->left
                                      : at->left + 1;
    }
  return REFRAIN_NONE;
}

GArray *
refrain_phase_model_cover (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  GArray *cover = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 node = 0;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), cover);
  g_return_val_if_fail (range != NULL, cover);

  if (self->phases != NULL && self->n_segments > 0)
    g_array_append_val (open, node);
  while (open->len > 0)
    {
      const RefrainSegmentationNode *at;

      node = g_array_index (open, guint32, open->len - 1);
      g_array_set_size (open, open->len - 1);
      at = refrain_phase_model_get_node (self, node);
      if (at->start >= range->end || at->end <= range->start)
        continue;
      if (at->start >= range->start && at->end <= range->end)
        g_array_append_val (cover, node);
      else if (at->left != REFRAIN_NONE)
        {
          const guint32 parts[] = { at->left + 1, at->left };

          g_array_append_vals (open, parts, 2);
        }
    }
  return cover;
}

GArray *
refrain_phase_model_cover_all (RefrainPhaseModel *self, const RefrainPhaseRange *ranges, guint n)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), all);
  g_return_val_if_fail (ranges != NULL || n == 0, all);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GArray) cover = refrain_phase_model_cover (self, &ranges[i]);

      g_array_append_vals (all, cover->data, cover->len);
    }
  return all;
}

gboolean
refrain_phase_model_get_span (RefrainPhaseModel *self,
                              const RefrainPhaseRange *range,
                              RefrainTime *start,
                              RefrainTime *end)
{
  g_autoptr (GArray) cover = NULL;
  gboolean found = FALSE;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);
  g_return_val_if_fail (range != NULL && start != NULL && end != NULL, FALSE);

  cover = refrain_phase_model_cover (self, range);
  for (guint i = 0; i < cover->len; i++)
    {
      RefrainTime from, to;

      if (!refrain_phases_get_span (self->phases, g_array_index (cover, guint32, i), &from, &to))
        continue;
      *start = found ? MIN (*start, from) : from;
      *end = found ? MAX (*end, to) : to;
      found = TRUE;
    }
  return found;
}

/* ---- Finding ---- */

/* Which of the phases chosen are shown as one. */
static void
list_joints (RefrainPhaseModel *self, const RefrainPhasesFound *found)
{
  g_array_set_size (self->pieces, 0);
  for (guint i = 0; i < found->pieces->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (found->pieces, RefrainPhasePiece, i);
      const guint32 first = found->leaves[piece->first];
      const guint32 last = found->leaves[piece->first + piece->n - 1];
      const RefrainPhaseJoint joint = {
        .range = { refrain_phase_model_get_node (self, first)->start,
                   refrain_phase_model_get_node (self, last)->end },
        .main = found->leaves[piece->main],
      };

      if (piece->n > 1)
        g_array_append_val (self->pieces, joint);
    }
}

/* The phases as they are listed, of RefrainPhasePiece; NULL where that is as they were found. */
static GArray *
list_pieces (RefrainPhaseModel *self)
{
  const GArray *found = self->found->pieces;
  GArray *pieces = g_array_new (FALSE, TRUE, sizeof (RefrainPhasePiece));
  gboolean same = self->chosen && found->len == self->ranges->len;

  g_array_set_size (pieces, self->ranges->len);
  for (guint i = 0, k = 0; i < self->ranges->len; i++)
    {
      const RefrainPhaseRange *range = &g_array_index (self->ranges, RefrainPhaseRange, i);
      RefrainPhasePiece *piece = &g_array_index (pieces, RefrainPhasePiece, i);
      const RefrainPhasePiece *own = NULL;

      *piece = (RefrainPhasePiece){
        .start = range->start, .end = range->end, .main_start = range->start, .main_end = range->end
      };
      while (self->chosen && k < found->len
             && g_array_index (found, RefrainPhasePiece, k).start < range->start)
        k++;
      if (self->chosen && k < found->len)
        own = &g_array_index (found, RefrainPhasePiece, k);
      if (own != NULL && own->start == range->start && own->end == range->end)
        *piece = *own;
      else
        same = FALSE;
    }
  if (same)
    g_clear_pointer (&pieces, g_array_unref);
  return pieces;
}

void
refrain_phase_model_publish (RefrainPhaseModel *self)
{
  RefrainStudy *study;
  g_autoptr (RefrainStudyOptions) options = NULL;

  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));

  if (self->found == NULL || self->job != NULL)
    return;
  study = refrain_patterns_get_study (self->patterns);
  options = refrain_study_options_copy (refrain_study_get_options (study));
  g_clear_pointer (&options->phases.listed, g_array_unref);
  options->phases.listed = list_pieces (self);
  refrain_study_set_options (study, options);
}

/* Takes over how they were chosen. */
static void
take_choice (RefrainPhaseModel *self, RefrainPhasesFound *found)
{
  self->chosen = found->chosen;
  self->composite = found->composite;
  g_set_object (&self->found, found);
  list_joints (self, found);
  if (!found->chosen)
    return;
  self->choice = found->choice;
  self->memory->composite = found->choice.composite;
  self->memory->collapse = found->choice.collapse;
  self->memory->strength = found->choice.strength;
}

static void
take (RefrainPhaseModel *self, RefrainPhasesFound *found)
{
  const gboolean same = g_strcmp0 (self->key, found->key) == 0;
  const RefrainSegmentationNode *nodes;
  gsize n;

  stop_repeats (self);
  forget_collapsed (self);
  /* Bands are of the old ones. */
  refrain_phase_model_forget_bands (self, FALSE);
  g_set_object (&self->phases, found->phases);
  g_free (self->key);
  self->key = g_strdup (found->key);
  self->least = found->least;
  take_choice (self, found);
  self->strongest = 0;
  nodes = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (self->phases), &n);
  for (gsize i = 0; i < n; i++)
    self->strongest = MAX (self->strongest, nodes[i].strength);
  self->memory->strength = MIN (self->memory->strength, self->strongest);
  prune (self);
  if (!same)
    refrain_phase_model_select (self, NULL, 0);
}

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPhaseModel *self = data;
  RefrainPhasesFound *found = result;

  g_clear_pointer (&self->problem, g_free);
  if (found != NULL)
    {
      take (self, found);
      refrain_phase_model_notify (self, "phases");
      if (found->chosen)
        refrain_phase_model_notify (self, "strength");
      refrain_phase_model_notify (self, "automatic");
      g_object_unref (found);
    }
  else
    self->problem = refrain_job_describe_error (error, _ ("Cancelled."));
  refrain_phase_model_notify (self, "running");
}

void
refrain_phase_model_find (RefrainPhaseModel *self)
{
  RefrainStudy *study;
  g_autoptr (RefrainStudyOptions) options = NULL;

  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));

  if (refrain_patterns_get_composites (self->patterns) == NULL)
    return;
  study = refrain_patterns_get_study (self->patterns);
  options = make_options (self);
  /* Whoever goes below 0 once goes on: all that can be cut at all. */
  options->phases.least = self->memory->by_hand && self->memory->strength < 0 ? -1 : 0;
  g_clear_pointer (&options->phases.listed, g_array_unref);
  refrain_study_set_options (study, options);
  refrain_study_job_start (self->runner, &self->job, _ ("Finding phases"), study,
                           REFRAIN_ANALYSIS_PHASES, NULL, self, on_found);
  refrain_phase_model_notify (self, "running");
}

REFRAIN_GETTER (RefrainPhaseModel, refrain_phase_model, gboolean, is_running, self->job != NULL)
REFRAIN_GETTER (RefrainPhaseModel, refrain_phase_model, RefrainPhases *, get_phases, self->phases)
REFRAIN_GETTER (RefrainPhaseModel, refrain_phase_model, gboolean, is_composite, self->composite)
REFRAIN_GETTER (RefrainPhaseModel, refrain_phase_model, const char *, get_problem, self->problem)

/* ---- Object ---- */

static void
on_patterns_found (RefrainPhaseModel *self)
{
  if (refrain_patterns_get_elementary (self->patterns) != NULL)
    refrain_phase_model_find (self);
}

RefrainPhaseModel *
refrain_phase_model_new (RefrainPatterns *patterns, RefrainSubjects *subjects)
{
  RefrainPhaseModel *self;

  g_return_val_if_fail (REFRAIN_IS_PATTERNS (patterns), NULL);
  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (subjects), NULL);

  self = g_object_new (REFRAIN_TYPE_PHASE_MODEL, NULL);
  self->patterns = g_object_ref (patterns);
  self->subjects = g_object_ref (subjects);
  self->runner = g_object_ref (refrain_subjects_get_runner (subjects));
  refrain_subjects_add_kind (subjects, &refrain_phase_model_subject_kind, self);
  refrain_connect (patterns, "notify::composites", on_patterns_found, self);
  return self;
}

static void
refrain_phase_model_finalize (RefrainPhaseModel *self)
{
  stop_repeats (self);
  forget_collapsed (self);
  g_clear_object (&self->job);
  refrain_phase_model_forget_bands (self, FALSE);
  refrain_clear_objects (&self->phases, &self->found, &self->patterns, &self->runner,
                         &self->subjects);
  refrain_free (self->key, self->problem, self->segments, self->leaves);
  refrain_unref_arrays (self->ranges, self->pieces, self->selected);
  refrain_phase_memory_free (self->memory);
}

REFRAIN_DEFINE_CLEAR (clear_joint, RefrainPhaseJoint, g_free (x->name))

static void
refrain_phase_model_init (RefrainPhaseModel *self)
{
  self->memory = refrain_phase_memory_new ();
  self->ranges = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
  self->pieces = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseJoint));
  g_array_set_clear_func (self->pieces, clear_joint);
  self->selected = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
}
