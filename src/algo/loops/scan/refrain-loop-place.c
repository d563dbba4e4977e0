/* refrain-loop-place.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Goes down from the outermost body: the construct that holds the event, then the last iteration of
 * it that does not begin behind the event.
 */
#include "refrain-loop-place.h"

/* A deeper nest of uses is not followed. */
#define MAX_STEPS 4000

typedef struct
{
  RefrainLoopModel *model;
  const RefrainLoopPositions *positions;
  const RefrainConstruct *constructs;
  GArray *index;   /* of gint64, by depth, of the definition that is looked into */
  guint64 rest;    /* events before the one that is looked for, in the body */
  guint32 at, end; /* the body */
} Search;

/* FALSE where it is no number of events. */
static gboolean
evaluate (const Search *search, const RefrainPolynomial *polynomial, guint64 *value)
{
  gint64 number = 0;

  if (polynomial == NULL
      || !refrain_polynomial_evaluate (polynomial, (const gint64 *) (gpointer) search->index->data,
                                       &number)
      || number < 0)
    return FALSE;
  *value = (guint64) number;
  return TRUE;
}

/* Moves on to the construct of the body that holds the event. */
static gboolean
find_in_body (Search *search)
{
  for (; search->at < search->end;
       search->at = REFRAIN_CONSTRUCT_NEXT (search->constructs, search->at))
    {
      guint64 length;

      if (search->constructs[search->at].kind == REFRAIN_CONSTRUCT_DEFINITION)
        continue;
      if (!evaluate (search, refrain_loop_positions_get_length (search->positions, search->at),
                     &length))
        return FALSE;
      if (search->rest < length)
        return TRUE;
      search->rest -= length;
    }
  return FALSE;
}

/* Goes into the iteration that holds the event: the last one that does not begin behind it. */
static gboolean
enter_loop (Search *search, RefrainLoopStep *step)
{
  const RefrainConstruct *loop = &search->constructs[step->construct];
  g_autoptr (RefrainPolynomial) offset
      = refrain_loop_positions_get_iteration_offset (search->positions, step->construct);
  gint64 *index = &g_array_index (search->index, gint64, loop->depth);
  gint64 low = 1, high;
  guint64 begin = 0;

  step->count = refrain_loop_model_evaluate (search->model, REFRAIN_CONSTRUCT_COUNT (loop),
                                             (const gint64 *) (gpointer) search->index->data);
  high = step->count;
  while (low < high)
    {
      *index = low + (high - low + 1) / 2;
      if (!evaluate (search, offset, &begin))
        return FALSE;
      if (begin <= search->rest)
        low = *index;
      else
        high = *index - 1;
    }
  *index = low;
  if (step->count < 1 || !evaluate (search, offset, &begin) || begin > search->rest)
    return FALSE;
  step->iteration = low;
  search->rest -= begin;
  search->at = step->construct + 1;
  search->end = loop->end;
  return TRUE;
}

GArray *
refrain_loop_place_find (RefrainLoopModel *model,
                         const RefrainLoopPositions *positions,
                         guint64 position)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (RefrainLoopStep));
  g_autoptr (GArray) index = g_array_new (FALSE, TRUE, sizeof (gint64));
  Search search = { model, positions, NULL, index, position, 0, 0 };

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);
  g_return_val_if_fail (positions != NULL, NULL);

  search.constructs = refrain_loop_model_get_constructs (model, &search.end);
  g_array_set_size (index, refrain_loop_model_get_depth (model) + 1);
  while (steps->len < MAX_STEPS && find_in_body (&search))
    {
      const RefrainConstruct *construct = &search.constructs[search.at];
      RefrainLoopStep step = { search.at, 0, 0 };

      if (construct->kind == REFRAIN_CONSTRUCT_LOOP && !enter_loop (&search, &step))
        return NULL;
      if (construct->kind == REFRAIN_CONSTRUCT_USE)
        {
          /* A definition's indices are its own. */
          search.at = construct->what + 1;
          search.end = search.constructs[construct->what].end;
        }
      g_array_append_val (steps, step);
      if (construct->kind == REFRAIN_CONSTRUCT_EVENT)
        return g_steal_pointer (&steps);
    }
  return NULL;
}

gboolean
refrain_loop_stream_find (const RefrainLoopStream *stream, gsize op, guint64 *position)
{
  g_return_val_if_fail (stream != NULL && position != NULL, FALSE);

  if (stream->op == NULL)
    return FALSE;
  for (gsize i = 0; i < stream->n; i++)
    if (stream->op[i] == op)
      {
        *position = i;
        return TRUE;
      }
  return FALSE;
}
