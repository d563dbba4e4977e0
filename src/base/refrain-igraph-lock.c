/* refrain-igraph-lock.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One mutex for the program.
 */
#include "config.h"
#include "refrain-igraph-lock.h"

static GMutex mutex;

void
refrain_igraph_lock (void)
{
  g_mutex_lock (&mutex);
}

void
refrain_igraph_unlock (void)
{
  g_mutex_unlock (&mutex);
}
