/* sample-traces.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small traces made in memory.
 */
#pragma once

#include "refrain-format.h"

G_BEGIN_DECLS

/* One process without any event. */
RefrainTrace *sample_trace_empty (void);
/* One process that calls two routines. */
RefrainTrace *sample_trace_single (void);
/* Two processes that send a message, wait and meet at a barrier. */
RefrainTrace *sample_trace_pair (void);
/* Everything a trace can hold, defects included. */
RefrainTrace *sample_trace_rich (void);

/* The trace of the file, which is a good one. */
static inline RefrainTrace *
sample_trace_load (const char *path)
{
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace = refrain_trace_load (path, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

G_END_DECLS
