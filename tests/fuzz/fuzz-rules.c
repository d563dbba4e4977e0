/* fuzz-rules.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes for the reader of topologies that users write. What can be read is asked for graphs of
 * several sizes.
 */
#include "config.h"

#include "fuzz-util.h"
#include "refrain-topology-rules.h"

/* Rules of a file that are asked. */
#define MAX_RULES 8

static void
look_at (RefrainTopologyRules *rules, guint rule, guint n)
{
  g_autoptr (RefrainMapping) mapping = NULL;

  if (!refrain_topology_rules_fits (rules, rule, n))
    return;
  mapping = refrain_topology_rules_make_mapping (rules, rule, n, NULL);
  g_assert_nonnull (mapping);
  for (guint i = 0; i < n; i++)
    for (gint d = 1; d < (gint) MIN (refrain_mapping_get_n_directions (mapping), 64); d++)
      {
        const gint64 to = refrain_mapping_get_neighbour (mapping, i, d);

        g_assert_cmpint (to, >=, -1);
        g_assert_cmpint (to, <, n);
        if (to >= 0)
          g_assert_cmpint (refrain_mapping_get_direction (mapping, i, (guint) to), !=,
                           REFRAIN_DIRECTION_NONE);
      }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const guint sizes[] = { 1, 2, 6, 7, 8, 12 };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTopologyRules) rules
      = refrain_topology_rules_parse ((const char *) data, size, "rules", &error);

  g_assert_true ((rules == NULL) == (error != NULL));
  for (gsize s = 0; rules != NULL && s < G_N_ELEMENTS (sizes); s++)
    {
      g_autofree char *problem = refrain_topology_rules_dup_problem (rules, sizes[s], "rules");

      for (guint r = 0; r < MIN (refrain_topology_rules_get_n (rules), MAX_RULES); r++)
        look_at (rules, r, sizes[s]);
    }
  return 0;
}
