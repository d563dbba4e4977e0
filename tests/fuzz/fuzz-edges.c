/* fuzz-edges.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes for the reader of edge lists. Small ones are named.
 */
#include "config.h"

#include "fuzz-util.h"
#include "refrain-edge-list.h"
#include "refrain-topology.h"

#define MAX_NAMED 24

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainMatrix) matrix
      = refrain_edge_list_parse ((const char *) data, size, "edges", &error);
  g_autoptr (RefrainTopology) topology = NULL;
  guint64 messages, bytes;

  g_assert_true ((matrix == NULL) == (error != NULL));
  if (matrix == NULL)
    return 0;
  refrain_matrix_get_total (matrix, &messages, &bytes);
  if (refrain_matrix_get_n_processes (matrix) > MAX_NAMED)
    return 0;
  topology = refrain_topology_new (matrix, NULL, NULL, NULL);
  g_assert_nonnull (topology);
  for (guint i = 0; i < refrain_topology_get_n_names (topology); i++)
    g_assert_cmpuint (refrain_mapping_get_n_processes (refrain_topology_get_mapping (topology, i)),
                      ==, refrain_matrix_get_n_processes (matrix));
  return 0;
}
