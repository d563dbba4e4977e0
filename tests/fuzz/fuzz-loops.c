/* fuzz-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes for the reader of loop models. What can be read is written, read again and run, and
 * small models go through every analysis of models.
 */
#include "config.h"

#include <string.h>

#include "fuzz-util.h"
#include "refrain-loop-alike.h"
#include "refrain-loop-iterations.h"
#include "refrain-loop-matrix.h"
#include "refrain-loop-place.h"
#include "refrain-loop-share.h"
#include "test-loops.h"

/* Events of a model that are run, and of one that is looked at closely. */
#define MAX_EVENTS    10000
#define MAX_PROCESSES 64
#define MAX_LOOP_NEST 8

static gboolean
count (const RefrainLoopEvent *event, guint32 construct, const gint64 *index, gpointer data)
{
  return ++*(guint64 *) data < MAX_EVENTS;
}

/* What is told of each construct. */
static void
look_at (RefrainLoopModel *model, guint32 construct)
{
  g_autoptr (RefrainMatrix) matrix = refrain_loop_matrix_new (model, construct, NULL, NULL, NULL);
  g_autoptr (RefrainLoopIterations) iterations
      = refrain_loop_iterations_new (model, construct, NULL, 0, NULL, NULL);

  g_assert_nonnull (matrix);
  if (iterations != NULL)
    g_assert_cmpuint (refrain_loop_iterations_get_construct (iterations), ==, construct);
}

/* Where process @process' events stand: each event of the stream has a way to it. */
static void
find_places (RefrainLoopModel *model, guint process)
{
  g_autoptr (RefrainLoopPositions) positions = refrain_loop_positions_new (model, process, NULL);
  guint64 n = 0;

  refrain_loop_model_run (model, process, count, &n);
  for (guint64 i = 0; positions != NULL && i < MIN (n, 20); i++)
    {
      g_autoptr (GArray) way = refrain_loop_place_find (model, positions, i);

      g_assert_nonnull (way);
    }
}

static void
run_analyses (RefrainLoopModel *model)
{
  const guint n = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model));
  g_autoptr (RefrainLoopAlike) alike = refrain_loop_alike_new (model);
  g_autoptr (RefrainLoopModel) shared
      = refrain_loop_share (model, REFRAIN_LOOP_SHARE_EVERYWHERE, 64, NULL, NULL);
  guint32 n_constructs;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n_constructs);

  g_assert_cmpuint (refrain_loop_alike_get_n_classes (alike), >, 0);
  for (guint p = 0; p < n; p++)
    {
      guint64 events = 0, again = 0;

      refrain_loop_model_run (model, p, count, &events);
      refrain_loop_model_run (shared, p, count, &again);
      g_assert_cmpuint (events, ==, again);
      find_places (model, p);
    }
  for (guint32 i = 0; i < n_constructs; i++)
    if (constructs[i].kind == REFRAIN_CONSTRUCT_LOOP)
      look_at (model, i);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopModel) model
      = refrain_loop_text_parse ("t.loops", (const char *) data, size, NULL, &error);
  g_autoptr (RefrainLoopModel) again = NULL;
  g_autofree char *text = NULL, *second = NULL;
  RefrainLoopModelSize size_of_model;
  guint64 n = 0;

  g_assert_true ((model == NULL) == (error != NULL));
  if (model == NULL)
    return 0;
  text = test_dup_loop_text (model);
  again = refrain_loop_text_parse ("again", text, strlen (text), NULL, &error);
  g_assert_no_error (error);
  second = test_dup_loop_text (again);
  g_assert_cmpstr (text, ==, second);
  refrain_loop_model_measure (model, &size_of_model);
  refrain_loop_model_run (model, 0, count, &n);
  if (size_of_model.events < MAX_EVENTS && refrain_loop_model_get_depth (model) <= MAX_LOOP_NEST
      && refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model))
             <= MAX_PROCESSES)
    run_analyses (model);
  return 0;
}
