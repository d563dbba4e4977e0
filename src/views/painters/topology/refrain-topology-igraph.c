/* refrain-topology-igraph.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * igraph lays out one component.
 */
#include "refrain-topology-igraph.h"

#include <igraph/igraph.h>
#include <math.h>

/* Up to so many processes springs, beyond them forces in a grid of cells. */
#define MANY       160
#define VERY_MANY  1200
#define SEED       1
#define ITERATIONS 300

/* igraph keeps its handlers, its list of what to free after an error and its random numbers in
 * variables of the process, in Debian's build: one thread at a time. */
static GMutex mutex;
static GCancellable *stopping; /* while it is held */

static igraph_error_t
on_interruption (void *data)
{
  return g_cancellable_is_cancelled (stopping) ? IGRAPH_INTERRUPTED : IGRAPH_SUCCESS;
}

/* With the mutex held. @ends: two for each edge, counted within the component. */
static igraph_error_t
run_forces (guint n, GArray *ends, igraph_matrix_t *places)
{
  igraph_t graph;
  igraph_vector_int_t list = { NULL, NULL, NULL };
  igraph_error_t status;

  status = igraph_create (
      &graph,
      igraph_vector_int_view (&list, (const igraph_integer_t *) (gpointer) ends->data, ends->len),
      n, IGRAPH_UNDIRECTED);
  if (status != IGRAPH_SUCCESS)
    return status;
  igraph_rng_seed (igraph_rng_default (), SEED);
  if (n <= MANY)
    status = igraph_layout_kamada_kawai (&graph, places, TRUE, 50 * n, 0, n, NULL, NULL, NULL, NULL,
                                         NULL);
  else
    status = igraph_layout_fruchterman_reingold (
        &graph, places, TRUE, n > VERY_MANY ? ITERATIONS / 3 : ITERATIONS, sqrt (n),
        n > VERY_MANY ? IGRAPH_LAYOUT_GRID : IGRAPH_LAYOUT_NOGRID, NULL, NULL, NULL, NULL, NULL);
  igraph_destroy (&graph);
  return status;
}

void
refrain_topology_igraph_move (const RefrainTopologyBlock *part,
                              GArray *ends,
                              RefrainTopologyPoint *points,
                              GCancellable *cancellable)
{
  igraph_matrix_t places;
  igraph_error_handler_t *errors;
  igraph_interruption_handler_t *interruptions;

  g_mutex_lock (&mutex);
  errors = igraph_set_error_handler (igraph_error_handler_ignore);
  interruptions = igraph_set_interruption_handler (on_interruption);
  stopping = cancellable;
  if (igraph_matrix_init (&places, part->n, 2) == IGRAPH_SUCCESS)
    {
      for (guint i = 0; i < part->n; i++)
        {
          MATRIX (places, i, 0) = points[part->members[i]].x;
          MATRIX (places, i, 1) = points[part->members[i]].y;
        }
      if (run_forces (part->n, ends, &places) == IGRAPH_SUCCESS)
        for (guint i = 0; i < part->n; i++)
          {
            points[part->members[i]].x = (float) MATRIX (places, i, 0);
            points[part->members[i]].y = (float) MATRIX (places, i, 1);
          }
      igraph_matrix_destroy (&places);
    }
  stopping = NULL;
  igraph_set_interruption_handler (interruptions);
  igraph_set_error_handler (errors);
  g_mutex_unlock (&mutex);
}
