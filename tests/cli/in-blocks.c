/* in-blocks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * in-blocks FILE OUT.mtf.h5: the trace in FILE in the compact form in blocks, however small it is.
 */
#include "config.h"

#include "refrain-format.h"
#include "refrain-hdf5.h"

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;

  if (argc != 3)
    return 2;
  refrain_hdf5_set_max_rule_events (0);
  trace = refrain_trace_load (argv[1], NULL, NULL, &error);
  if (trace == NULL || !refrain_trace_save_compact (trace, argv[2], NULL, NULL, NULL, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  return 0;
}
