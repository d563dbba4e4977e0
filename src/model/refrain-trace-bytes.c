/* refrain-trace-bytes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A page that is looked at is compared with its checksum: processes spread over all cores.
 */
#include "refrain-trace-bytes.h"

#include "refrain-parallel.h"
#include "refrain-trace-private.h"

/* No page of any machine is smaller. */
#define PAGE 4096

static void
look_at_process (gsize process, gpointer data)
{
  RefrainTrace *self = data;
  const RefrainProcessColumns *rows = &self->store->processes[process];
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);

  for (gsize i = 0; i < n; i++)
    {
      const volatile guint8 *bytes = G_STRUCT_MEMBER (const guint8 *, rows, columns[i].field);
      const gsize length = refrain_columns_count_rows (rows, columns[i].table)
                           * refrain_column_type_get_size (columns[i].type);

      for (gsize at = 0; at < length; at += PAGE)
        (void) bytes[at];
      if (length > 0)
        (void) bytes[length - 1];
    }
}

void
refrain_trace_look_at_all (RefrainTrace *self)
{
  g_return_if_fail (REFRAIN_IS_TRACE (self));

  refrain_column_store_check (self->store);
  refrain_parallel_run (refrain_trace_get_n_processes (self), look_at_process, self, NULL);
}
