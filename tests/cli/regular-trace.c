/* regular-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * regular-trace FILE N: about N events of two processes, as regular as can be, so that the compact
 * form keeps next to nothing of them.
 */
#include "config.h"

#include "refrain-format.h"
#include "synthetic.h"

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;

  if (argc != 3)
    return 2;
  trace = synthetic_trace_new (2, g_ascii_strtoull (argv[2], NULL, 10));
  if (!refrain_trace_save (trace, argv[1], NULL, NULL, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  return 0;
}
