/* refrain-loop-positions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One walk over what the process takes part in, bodies before what they are bodies of: a loop adds
 * the sum of its body over its index.
 */
#include "refrain-loop-positions.h"

#include "refrain-error.h"

/* A construct that the process takes part in; NULL is 0. */
typedef struct
{
  guint32 construct;
  RefrainPolynomial *length;
  RefrainPolynomial *offset;
  RefrainPolynomial *iteration; /* of a loop or definition */
} Own;

struct _RefrainLoopPositions
{
  RefrainLoopModel *model; /* a reference, unless it is the model that keeps this */
  gboolean is_kept;
  guint process;
  const RefrainConstruct *constructs;
  guint32 n; /* of all processes */
  RefrainPolynomial *zero;
  GArray *own; /* of Own, rising */
};

/* Replaces *@sum, of which NULL means 0, by itself and @part. FALSE where that does not exist. */
static gboolean
add_to (RefrainPolynomial **sum, const RefrainPolynomial *part)
{
  RefrainPolynomial *total
      = *sum == NULL ? refrain_polynomial_copy (part) : refrain_polynomial_add (*sum, part);

  refrain_polynomial_free (*sum);
  *sum = total;
  return total != NULL;
}

/* Where @construct stands in @self->own; the end where the process takes no part in it. */
static guint
find_own (const RefrainLoopPositions *self, guint32 construct)
{
  guint low = 0, high = self->own->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (self->own, Own, middle).construct < construct)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->own->len && g_array_index (self->own, Own, low).construct == construct
             ? low
             : self->own->len;
}

/* That of @construct, which the process takes part in. */
static Own *
get_own (const RefrainLoopPositions *self, guint32 construct)
{
  const guint i = find_own (self, construct);

  g_assert (i < self->own->len);
  return &g_array_index (self->own, Own, i);
}

static gboolean
find_length (RefrainLoopPositions *self, Own *own)
{
  const RefrainConstruct *construct = &self->constructs[own->construct];
  g_autoptr (RefrainPolynomial) count = NULL;
  const Own *what;

  switch (construct->kind)
    {
    case REFRAIN_CONSTRUCT_EVENT:
      own->length = refrain_polynomial_new (1);
      break;
    case REFRAIN_CONSTRUCT_USE:
      what = get_own (self, construct->what);
      if (what->iteration != NULL)
        own->length = refrain_polynomial_copy (what->iteration);
      break;
    case REFRAIN_CONSTRUCT_LOOP:
      if (own->iteration == NULL)
        break;
      count = refrain_polynomial_new_affine (self->model, REFRAIN_CONSTRUCT_COUNT (construct));
      own->length = refrain_polynomial_sum (own->iteration, construct->depth, count);
      if (own->length == NULL)
        return FALSE;
      break;
    case REFRAIN_CONSTRUCT_DEFINITION: /* itself not run */
    default:
      break;
    }
  return own->length == NULL || construct->parent == REFRAIN_NONE
         || add_to (&get_own (self, construct->parent)->iteration, own->length);
}

/* Bodies before what they are bodies of, definitions before their uses. */
static gboolean
find_lengths (RefrainLoopPositions *self)
{
  guint top = 0, end;

  for (; top < self->own->len; top = end)
    {
      const guint32 behind = self->constructs[g_array_index (self->own, Own, top).construct].end;

      for (end = top;
           end < self->own->len && g_array_index (self->own, Own, end).construct < behind;)
        end++;
      for (guint i = end; i-- > top;)
        if (!find_length (self, &g_array_index (self->own, Own, i)))
          return FALSE;
    }
  return TRUE;
}

static gboolean
find_offsets (RefrainLoopPositions *self)
{
  const guint n = self->own->len;
  g_autofree RefrainPolynomial **so_far = g_new0 (RefrainPolynomial *, (gsize) n + 1);
  gboolean whole = TRUE;

  for (guint i = 0; i < n && whole; i++)
    {
      Own *own = &g_array_index (self->own, Own, i);
      const guint32 parent = self->constructs[own->construct].parent;
      RefrainPolynomial **sum = &so_far[parent == REFRAIN_NONE ? n : find_own (self, parent)];

      if (own->length == NULL)
        continue;
      own->offset = refrain_polynomial_copy (*sum);
      whole = add_to (sum, own->length);
    }
  for (guint i = 0; i <= n; i++)
    refrain_polynomial_free (so_far[i]);
  return whole;
}

static RefrainLoopPositions *
new_empty (RefrainLoopModel *model, guint process)
{
  RefrainLoopPositions *self = g_new0 (RefrainLoopPositions, 1);

  self->model = g_object_ref (model);
  self->process = process;
  self->constructs = refrain_loop_model_get_constructs (model, &self->n);
  self->zero = refrain_polynomial_new (0);
  self->own = g_array_new (FALSE, FALSE, sizeof (Own));
  return self;
}

static void
add_own (RefrainLoopPositions *self, guint32 construct)
{
  const Own own = { .construct = construct };

  g_array_append_val (self->own, own);
}

/* FALSE with @error where they do not exist. */
static gboolean
work_out (RefrainLoopPositions *self, GError **error)
{
  if (find_lengths (self) && find_offsets (self))
    return TRUE;
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED,
               "The positions of process %u are polynomials of too many terms.", self->process);
  return FALSE;
}

RefrainLoopPositions *
refrain_loop_positions_new (RefrainLoopModel *model, guint process, GError **error)
{
  g_autoptr (RefrainLoopPositions) self = NULL;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  self = new_empty (model, process);
  for (guint32 i = 0; i < self->n; i++)
    if (refrain_loop_model_covers (model, i, process))
      add_own (self, i);
  return work_out (self, error) ? g_steal_pointer (&self) : NULL;
}

/* Tells each of @all what of @model it takes part in: constructs tell whom they are of, so that
 * this takes what is found, not constructs times processes. */
static void
share_out (RefrainLoopModel *model, GPtrArray *all)
{
  const guint n_processes
      = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model));
  /* Of a process the last of @all that is its + 1, of each of @all the one before likewise. */
  g_autofree guint *last = g_new0 (guint, (gsize) n_processes + 1);
  g_autofree guint *before = g_new0 (guint, (gsize) all->len + 1);
  guint32 n;

  refrain_loop_model_get_constructs (model, &n);
  for (guint i = 0; i < all->len; i++)
    {
      const guint process = ((RefrainLoopPositions *) all->pdata[i])->process;

      before[i] = last[process];
      last[process] = i + 1;
    }
  for (guint32 c = 0; c < n; c++)
    {
      gsize first, n_words;
      const guint64 *words = refrain_loop_model_get_coverage (model, c, &first, &n_words);

      for (gsize w = 0; w < n_words; w++)
        for (guint64 bits = words[w]; bits != 0; bits &= bits - 1)
          for (guint i = last[64 * (first + w) + (guint) __builtin_ctzll (bits)]; i != 0;
               i = before[i - 1])
            add_own (all->pdata[i - 1], c);
    }
}

GPtrArray *
refrain_loop_positions_new_all (RefrainLoopModel *model,
                                const guint32 *processes,
                                gsize n,
                                GError **error)
{
  g_autoptr (GPtrArray) all
      = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_loop_positions_free);

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (all, new_empty (model, processes[i]));
  share_out (model, all);
  for (gsize i = 0; i < n; i++)
    if (!work_out (all->pdata[i], error))
      return NULL;
  return g_steal_pointer (&all);
}

/* ---- Kept with the model ------------------------------------------------------------------- */

static GMutex keeping;

/* Those of @model that were asked for: process → RefrainLoopPositions. */
static GHashTable *
get_kept (RefrainLoopModel *model)
{
  static GQuark quark;
  GHashTable *kept;

  if (quark == 0)
    quark = g_quark_from_static_string ("refrain-loop-positions");
  kept = g_object_get_qdata (G_OBJECT (model), quark);
  if (kept == NULL)
    {
      kept = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) refrain_loop_positions_free);
      g_object_set_qdata_full (G_OBJECT (model), quark, kept, (GDestroyNotify) g_hash_table_unref);
    }
  return kept;
}

/* Makes those that @kept lacks, in one pass. */
static gboolean
keep_missing (
    RefrainLoopModel *model, GHashTable *kept, const guint32 *processes, gsize n, GError **error)
{
  g_autoptr (GArray) missing = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) made = NULL;

  for (gsize i = 0; i < n; i++)
    if (!g_hash_table_contains (kept, GUINT_TO_POINTER (processes[i])))
      g_array_append_val (missing, processes[i]);
  if (missing->len == 0)
    return TRUE;
  made = refrain_loop_positions_new_all (model, (const guint32 *) (gpointer) missing->data,
                                         missing->len, error);
  if (made == NULL)
    return FALSE;
  g_ptr_array_set_free_func (made, NULL);
  for (guint i = 0; i < made->len; i++)
    {
      RefrainLoopPositions *self = made->pdata[i];

      self->is_kept = TRUE;
      g_object_unref (model);
      g_hash_table_insert (kept, GUINT_TO_POINTER (self->process), self);
    }
  return TRUE;
}

GPtrArray *
refrain_loop_positions_find_all (RefrainLoopModel *model,
                                 const guint32 *processes,
                                 gsize n,
                                 GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  GHashTable *kept;
  gboolean there;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  g_mutex_lock (&keeping);
  kept = get_kept (model);
  there = keep_missing (model, kept, processes, n, error);
  for (gsize i = 0; there && i < n; i++)
    g_ptr_array_add (all, g_hash_table_lookup (kept, GUINT_TO_POINTER (processes[i])));
  g_mutex_unlock (&keeping);
  return there ? g_steal_pointer (&all) : NULL;
}

void
refrain_loop_positions_free (RefrainLoopPositions *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->own->len; i++)
    {
      const Own *own = &g_array_index (self->own, Own, i);

      refrain_polynomial_free (own->length);
      refrain_polynomial_free (own->offset);
      refrain_polynomial_free (own->iteration);
    }
  g_array_unref (self->own);
  refrain_polynomial_free (self->zero);
  if (!self->is_kept)
    g_object_unref (self->model);
  g_free (self);
}

guint
refrain_loop_positions_get_process (const RefrainLoopPositions *self)
{
  return self->process;
}

/* What of @construct stands at @field of Own; 0 where the process takes no part in it. */
static const RefrainPolynomial *
get_or_zero (const RefrainLoopPositions *self, guint32 construct, gsize field)
{
  const guint i = find_own (self, construct);
  const RefrainPolynomial *polynomial
      = i < self->own->len
            ? G_STRUCT_MEMBER (RefrainPolynomial *, &g_array_index (self->own, Own, i), field)
            : NULL;

  return polynomial != NULL ? polynomial : self->zero;
}

const RefrainPolynomial *
refrain_loop_positions_get_length (const RefrainLoopPositions *self, guint32 construct)
{
  g_return_val_if_fail (construct < self->n, NULL);
  return get_or_zero (self, construct, G_STRUCT_OFFSET (Own, length));
}

const RefrainPolynomial *
refrain_loop_positions_get_offset (const RefrainLoopPositions *self, guint32 construct)
{
  g_return_val_if_fail (construct < self->n, NULL);
  return get_or_zero (self, construct, G_STRUCT_OFFSET (Own, offset));
}

const RefrainPolynomial *
refrain_loop_positions_get_iteration (const RefrainLoopPositions *self, guint32 construct)
{
  g_return_val_if_fail (construct < self->n, NULL);
  return get_or_zero (self, construct, G_STRUCT_OFFSET (Own, iteration));
}

RefrainPolynomial *
refrain_loop_positions_get_iteration_offset (const RefrainLoopPositions *self, guint32 loop)
{
  g_autoptr (RefrainPolynomial) index = NULL, minus_one = NULL, last = NULL;
  guint32 depth;

  g_return_val_if_fail (loop < self->n, NULL);
  depth = self->constructs[loop].depth;
  index = refrain_polynomial_new_index (depth);
  minus_one = refrain_polynomial_new (-1);
  last = refrain_polynomial_add (index, minus_one);
  return refrain_polynomial_sum (refrain_loop_positions_get_iteration (self, loop), depth, last);
}

RefrainPolynomial *
refrain_loop_positions_get_start (const RefrainLoopPositions *self, guint32 construct)
{
  RefrainPolynomial *start;

  g_return_val_if_fail (construct < self->n, NULL);
  start = refrain_polynomial_copy (refrain_loop_positions_get_offset (self, construct));
  for (guint32 outer = self->constructs[construct].parent;
       outer != REFRAIN_NONE && self->constructs[outer].kind == REFRAIN_CONSTRUCT_LOOP;
       outer = self->constructs[outer].parent)
    {
      g_autoptr (RefrainPolynomial) iteration
          = refrain_loop_positions_get_iteration_offset (self, outer);

      if (start == NULL || !add_to (&start, iteration)
          || !add_to (&start, refrain_loop_positions_get_offset (self, outer)))
        return NULL;
    }
  return start;
}
