/* refrain-program-build.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which mapping, which cuts, and where tags are told: what makes the text shortest. Where the run
 * is long, pieces from all of it decide, and the whole is written once.
 */
#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-mapping.h"
#include "refrain-program-groups.h"
#include "refrain-program-mappings.h"
#include "refrain-program-private.h"

/* Operations on which mappings, then on which ways to write the program are compared. */
#define SKETCH_OPERATIONS 20000
#define TRIAL_OPERATIONS  100000
#define LEAST_OF_PROCESS  500
/* So many mappings remain for the second comparison, and so many ways are written out. */
#define MOST_MAPPINGS 3
#define MOST_WAYS     32
/* ... as far as they are not longer than this together, two at least. */
#define MOST_BYTES 40000

/* Bytes for each letter of a direction's name: as if it had to be written down once. */
#define PRICE_OF_NAME 1

/* Another grid than the program's own must be so much shorter; and than that grid with other ends,
 * open where the program says closed or the reverse. */
#define CLEARLY_SHORTER 0.75
#define SHORTER         0.8

/* A run that takes more bytes an operation on the first FEW_MAPPINGS, and more than LONG_TEXT,
 * which nobody reads, may be one that follows no program; fewer operations tell whether another
 * mapping changes that, if it takes less for each there. */
#define IRREGULAR_BYTES   3
#define GLANCE_BYTES      2
#define LONG_TEXT         50000
#define FEW_MAPPINGS      1
#define GLANCE_OPERATIONS 4000
#define GLANCE_OF_PROCESS 60

/* The cuts that are tried, those that tell most about mappings first. */
static const RefrainCuts tried_cuts[] = {
  REFRAIN_CUT_AGAIN | REFRAIN_CUT_TAGS | REFRAIN_CUT_TURN,
  REFRAIN_CUT_AGAIN | REFRAIN_CUT_TAGS | REFRAIN_CUT_WAIT,
  REFRAIN_CUT_AGAIN | REFRAIN_CUT_TAGS,
  REFRAIN_CUT_AGAIN,
};
#define N_CUTS        4
#define N_SKETCH_CUTS 2

/* Among what repeats are looked for. */
typedef enum
{
  FOLD_STEPS,
  FOLD_LINES,
  FOLD_STEPS_INDEXED, /* tags may advance with the index of a repeat */
  FOLD_LINES_INDEXED,
} FoldMode;

/* A way to write the program. */
typedef struct
{
  guint cuts; /* index */
  RefrainMapping *mapping;
  RefrainTagPlace tag_place;
  FoldMode mode;
  gboolean as_read; /* loops do not begin earlier */
  guint64 weight;   /* bytes without definitions, about */
  guint order;
} Way;

typedef struct
{
  RefrainLoopEvents *events;
  GPtrArray *mappings;         /* of RefrainMapping */
  RefrainMapping *own;         /* what the program says its grid is, or its collectives; or NULL */
  RefrainSteps *whole;         /* of all operations, with `whole_cut` */
  guint whole_cut;             /* index */
  RefrainSteps *steps[N_CUTS]; /* of the operations that are compared; NULL where not needed yet */
  GArray *ways;                /* of Way: all that were tried */
  gboolean irregular;          /* no way is much shorter than the run itself */
  Way plain;                   /* irregular: one that is as good as any */
  GCancellable *cancellable;
} Builder;

/* What all ways of a mapping and a tag place share. */
typedef struct
{
  RefrainDraft *draft;
  RefrainSchedule *schedule;
  GPtrArray *lists;
} Sketch;

REFRAIN_DEFINE_AUTO (sketch_clear, Sketch, g_clear_pointer (&x->lists, g_ptr_array_unref);
                     g_clear_pointer (&x->schedule, refrain_schedule_free);
                     g_clear_pointer (&x->draft, refrain_draft_free))

static void
sketch_init (Sketch *self, Builder *builder, const RefrainSteps *steps, const Way *way)
{
  self->draft = refrain_draft_new (builder->events, steps, way->mapping, way->tag_place);
  self->schedule = refrain_schedule_new (steps, self->draft->signature);
  self->lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint32 g = 0; g < self->schedule->groups.n; g++)
    {
      GArray *items = g_array_new (FALSE, FALSE, sizeof (RefrainItem));
      gsize n;
      const guint32 *phases = refrain_sequence_table_get (&self->schedule->groups, g, &n);

      refrain_draft_write_step (self->draft, phases, n, items);
      g_ptr_array_add (self->lists, items);
    }
}

static GArray *
sketch_fold (Sketch *self, FoldMode mode)
{
  const GArray *order = self->schedule->order;
  const guint32 *steps = (const guint32 *) (gpointer) order->data;

  return mode >= FOLD_STEPS_INDEXED
             ? refrain_draft_fold_indexed (self->draft, self->lists, steps, order->len,
                                           mode == FOLD_LINES_INDEXED)
             : refrain_draft_fold (self->draft, self->lists, steps, order->len, mode == FOLD_LINES);
}

/* What it takes to learn the directions, in bytes: those of one step along one axis are known. */
static guint64
measure_names (const RefrainDirection *directions, guint32 n)
{
  guint64 bytes = 0;

  for (guint32 d = 0; d < n; d++)
    bytes += strlen (directions[d].name) > 2 ? PRICE_OF_NAME * strlen (directions[d].name) : 0;
  return bytes;
}

/* The same of a program. */
static guint64
measure_used (RefrainProgram *program)
{
  guint32 n;
  const RefrainDirection *directions = refrain_program_get_directions (program, &n);

  return measure_names (directions, n);
}

/* Whether processes sit on @mapping as on the grid that the program itself makes; @wrapped: whether
 * that is closed where the program says so. */
static gboolean
is_own (const Builder *self, RefrainMapping *mapping, gboolean *wrapped)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);

  *wrapped = TRUE;
  if (self->own == NULL || refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID
      || n != refrain_mapping_get_n_dimensions (self->own))
    return FALSE;
  for (guint a = 0; a < n; a++)
    {
      if (refrain_mapping_get_size (mapping, a) != refrain_mapping_get_size (self->own, a))
        return FALSE;
      *wrapped
          &= refrain_mapping_is_wrapped (mapping, a) == refrain_mapping_is_wrapped (self->own, a);
    }
  for (guint p = 0; p < refrain_mapping_get_n_processes (mapping); p++)
    if (refrain_mapping_get_place (mapping, p) != refrain_mapping_get_place (self->own, p))
      return FALSE;
  return TRUE;
}

/* What @bytes on @mapping count as: readers know the program's own grid. */
static guint64
favour_own (const Builder *self, RefrainMapping *mapping, guint64 bytes)
{
  gboolean wrapped;

  if (!is_own (self, mapping, &wrapped))
    return bytes;
  return (guint64) ((wrapped ? CLEARLY_SHORTER : SHORTER) * (double) bytes);
}

/* The program of @steps in this way; *@began: whether it is another where loops are left as they
 * are read. What is irregular is not worth a search for definitions. */
static RefrainProgram *
write_program (Builder *self, const RefrainSteps *steps, const Way *way, gboolean *began)
{
  g_auto (Sketch) sketch = { 0 };
  g_autoptr (GArray) body = NULL;
  RefrainProgram *program;

  sketch_init (&sketch, self, steps, way);
  sketch.draft->as_read = way->as_read;
  body = sketch_fold (&sketch, way->mode);
  if (body == NULL)
    body = sketch_fold (&sketch, FOLD_LINES);
  *began = sketch.draft->began;
  if (!self->irregular)
    refrain_draft_define (sketch.draft, &body);
  program = refrain_program_assemble (sketch.draft, body);
  program->facts.n_steps = sketch.schedule->groups.n;
  program->facts.n_all_steps = sketch.schedule->order->len;
  program->facts.irregular = self->irregular;
  return program;
}

/* Notes what this way comes to, folded in all ways that could matter. FALSE with @error when
 * cancelled. */
static gboolean
try_way (Builder *self, Way way, GError **error)
{
  g_auto (Sketch) sketch = { 0 };
  gboolean growing;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  sketch_init (&sketch, self, self->steps[way.cuts], &way);
  if (sketch.draft->tag_place != way.tag_place)
    return TRUE;
  growing = refrain_draft_has_growing_tags (sketch.draft, sketch.lists);
  for (guint m = 0; m <= FOLD_LINES_INDEXED; m++)
    {
      g_autoptr (GArray) body = NULL;

      way.mode = (FoldMode) m;
      if (way.mode >= FOLD_STEPS_INDEXED && !growing)
        continue;
      body = sketch_fold (&sketch, way.mode);
      if (body == NULL)
        continue;
      way.weight = refrain_draft_weigh (sketch.draft, body)
                   + refrain_program_measure_ranks (way.mapping)
                   + measure_names (refrain_compass_get (sketch.draft->compass, 0),
                                    refrain_compass_get_n (sketch.draft->compass));
      way.weight = favour_own (self, way.mapping, way.weight);
      way.order = self->ways->len;
      g_array_append_val (self->ways, way);
    }
  return TRUE;
}

REFRAIN_DEFINE_COMPARE (compare_ways, Way, REFRAIN_RISING (weight) ?: REFRAIN_RISING (order))

/* Cuts a sample of @n_operations operations, @least of each process. */
static gboolean
cut (Builder *self, guint n_cuts, guint64 n_operations, guint64 least, GError **error)
{
  const guint n = refrain_loop_events_get_n_processes (self->events);
  g_autoptr (RefrainSample) sample
      = refrain_sample_new (self->events, self->whole, MAX (n_operations, least * n));

  for (guint c = 0; c < n_cuts; c++)
    {
      g_clear_pointer (&self->steps[c], refrain_steps_free);
      self->steps[c]
          = refrain_steps_new (self->events, tried_cuts[c], sample, self->cancellable, error);
      if (self->steps[c] == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Whether the ways from @first on all write down little less than every operation: in more bytes
 * than @each for one, and than @all. */
static gboolean
is_irregular (Builder *self, guint first, guint64 each, guint64 all)
{
  guint64 least = G_MAXUINT64;

  for (guint i = first; i < self->ways->len; i++)
    least = MIN (least, g_array_index (self->ways, Way, i).weight);
  return least > MAX (each * self->steps[0]->n_operations, all);
}

/* The ways that tell most about @mapping. */
static gboolean
sketch_mapping (Builder *self, RefrainMapping *mapping, GError **error)
{
  for (guint c = 0; c < N_SKETCH_CUTS; c++)
    for (guint t = 0; t < REFRAIN_TAGS_IN_HEADER; t++)
      {
        const Way way = { c, mapping, (RefrainTagPlace) t, 0, FALSE, 0, 0 };

        if (!try_way (self, way, error))
          return FALSE;
      }
  return TRUE;
}

/* Where the first mappings say next to nothing of a long piece of the run, a short piece tells
 * whether any other does better. Notes in `irregular` that none does, and leaves the best then. */
static gboolean
look_further (Builder *self, guint first, GError **error)
{
  guint64 least = G_MAXUINT64;
  Way best = { 0 };

  if (!cut (self, 1, GLANCE_OPERATIONS, GLANCE_OF_PROCESS, error))
    return FALSE;
  self->irregular = TRUE;
  for (guint m = 0; m < self->mappings->len && self->irregular; m++)
    {
      const guint from = self->ways->len;
      const Way way = { 0, self->mappings->pdata[m], REFRAIN_TAGS_AFTERWARDS, 0, FALSE, 0, 0 };

      if (!try_way (self, way, error))
        return FALSE;
      for (guint i = from; i < self->ways->len; i++)
        if (g_array_index (self->ways, Way, i).weight < least)
          {
            best = g_array_index (self->ways, Way, i);
            least = best.weight;
          }
      self->irregular = m < first || is_irregular (self, from, GLANCE_BYTES, 0);
    }
  self->plain = best;
  return TRUE;
}

/* Leaves the mappings on which a short piece of the run is shortest. */
static gboolean
choose_mappings (Builder *self, GError **error)
{
  GPtrArray *chosen;

  if (!cut (self, N_SKETCH_CUTS, SKETCH_OPERATIONS, LEAST_OF_PROCESS, error))
    return FALSE;
  for (guint m = 0; m < self->mappings->len; m++)
    {
      if (!sketch_mapping (self, self->mappings->pdata[m], error))
        return FALSE;
      if (m + 1 < FEW_MAPPINGS && m + 1 < self->mappings->len)
        continue;
      if (m + 1 > FEW_MAPPINGS || !is_irregular (self, 0, IRREGULAR_BYTES, LONG_TEXT))
        continue;
      if (!look_further (self, m + 1, error))
        return FALSE;
      if (self->irregular)
        return TRUE;
      if (!cut (self, N_SKETCH_CUTS, SKETCH_OPERATIONS, LEAST_OF_PROCESS, error))
        return FALSE;
    }
  g_array_sort (self->ways, compare_ways);
  chosen = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->ways->len && chosen->len < MOST_MAPPINGS; i++)
    {
      RefrainMapping *mapping = g_array_index (self->ways, Way, i).mapping;

      if (!g_ptr_array_find (chosen, mapping, NULL))
        g_ptr_array_add (chosen, g_object_ref (mapping));
    }
  g_ptr_array_unref (self->mappings);
  self->mappings = chosen;
  g_array_set_size (self->ways, 0);
  return TRUE;
}

/* Tries all ways; the best first then. */
static gboolean
try_ways (Builder *self, GError **error)
{
  if (!cut (self, N_CUTS, TRIAL_OPERATIONS, LEAST_OF_PROCESS, error))
    return FALSE;
  for (guint c = 0; c < N_CUTS; c++)
    for (guint m = 0; m < self->mappings->len; m++)
      for (guint t = 0; t <= REFRAIN_TAGS_IN_HEADER; t++)
        {
          const Way way = { c, self->mappings->pdata[m], (RefrainTagPlace) t, 0, FALSE, 0, 0 };

          if (!try_way (self, way, error))
            return FALSE;
        }
  g_array_sort (self->ways, compare_ways);
  return TRUE;
}

typedef struct
{
  RefrainProgram *program;
  guint64 bytes;
  Way way;
  gboolean began;
} Best;

/* Writes @way out; keeps the shorter program. */
static void
write_out (Builder *self, const Way *way, Best *best)
{
  gboolean began;
  g_autoptr (RefrainProgram) program = write_program (self, self->steps[way->cuts], way, &began);
  const guint64 bytes
      = favour_own (self, way->mapping, program->facts.bytes + measure_used (program));

  if (best->program != NULL && bytes >= best->bytes)
    return;
  g_set_object (&best->program, program);
  best->bytes = bytes;
  best->way = *way;
  best->began = began;
}

/* Writes out the best ways; the shortest program, or NULL with @error when cancelled. */
static RefrainProgram *
write_best (Builder *self, Way *best_way, GError **error)
{
  Best best = { 0 };
  guint64 n_bytes = 0;

  for (guint i = 0; i < MIN (self->ways->len, MOST_WAYS) && (i < 2 || n_bytes < MOST_BYTES); i++)
    {
      const Way *way = &g_array_index (self->ways, Way, i);

      n_bytes += way->weight;
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        {
          g_clear_object (&best.program);
          return NULL;
        }
      write_out (self, way, &best);
    }
  *best_way = best.way;
  /* Loops that begin with their first turn are shorter, but may leave less that is said twice and
   * can be defined once. */
  if (best.began)
    {
      best_way->as_read = TRUE;
      write_out (self, best_way, &best);
      *best_way = best.way;
    }
  return best.program;
}

/* The whole run in this way. */
static RefrainProgram *
write_whole (Builder *self, const Way *way, GError **error)
{
  g_autoptr (RefrainSteps) steps = NULL;
  gboolean began;

  if (way->cuts == self->whole_cut)
    return write_program (self, self->whole, way, &began);
  steps = refrain_steps_new (self->events, tried_cuts[way->cuts], NULL, self->cancellable, error);
  return steps == NULL ? NULL : write_program (self, steps, way, &began);
}

/* Cuts the whole run, so that samples of it can be taken: with the first cut that does not make one
 * step of most of it. */
static gboolean
cut_whole (Builder *self, GError **error)
{
  gboolean found = FALSE;

  for (guint c = 0; c < N_CUTS && !found; c++)
    {
      g_autoptr (RefrainSample) sample = NULL;
      RefrainSteps *whole
          = refrain_steps_new (self->events, tried_cuts[c], NULL, self->cancellable, error);

      if (whole == NULL)
        return FALSE;
      sample = refrain_sample_new (self->events, whole, SKETCH_OPERATIONS);
      found = sample == NULL || sample->n_pieces > 1;
      if (found || c == 0)
        {
          refrain_steps_free (self->whole);
          self->whole = whole;
          self->whole_cut = c;
        }
      else
        refrain_steps_free (whole);
    }
  return TRUE;
}

static RefrainProgram *
build (Builder *self, GError **error)
{
  g_autoptr (RefrainProgram) program = NULL;
  Way way = { 0 };

  if (!cut_whole (self, error) || !choose_mappings (self, error))
    return NULL;
  if (self->irregular)
    return write_whole (self, &self->plain, error);
  if (!try_ways (self, error))
    return NULL;
  program = write_best (self, &way, error);
  if (program == NULL || program->facts.n_operations == self->whole->n_operations)
    return g_steal_pointer (&program);
  return write_whole (self, &way, error);
}

RefrainProgram *
refrain_program_new (RefrainLoopEvents *events,
                     RefrainMapping *const *mappings,
                     gsize n_mappings,
                     GCancellable *cancellable,
                     GError **error)
{
  Builder builder = { .events = events, .cancellable = cancellable };
  RefrainProgram *program;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (events), NULL);
  g_return_val_if_fail (refrain_loop_events_get_n_processes (events) > 0, NULL);
  builder.mappings
      = refrain_program_choose_mappings (events, mappings, n_mappings, cancellable, error);
  if (builder.mappings == NULL)
    return NULL;
  builder.ways = g_array_new (FALSE, FALSE, sizeof (Way));
  builder.own = refrain_program_hear_topology (events);
  if (builder.own == NULL)
    builder.own = refrain_program_find_group_grid (events);
  program = build (&builder, error);
  if (program != NULL)
    {
      refrain_program_tell_periods (program);
      refrain_program_judge_ring (program);
    }
  g_clear_object (&builder.own);
  g_ptr_array_unref (builder.mappings);
  g_array_unref (builder.ways);
  for (guint c = 0; c < N_CUTS; c++)
    refrain_steps_free (builder.steps[c]);
  refrain_steps_free (builder.whole);
  return program;
}
