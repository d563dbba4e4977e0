/* refrain-servers.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Several processes that serve all others, which have nothing to do with each other. One that does
 * is a master (refrain-masters.h) or a star.
 */
#pragma once

#include "refrain-trace.h"

/* "processes 0, 1 serve 7 others, which send them 154 messages and get 140": free with g_free().
 * NULL where every message is not between one of few and one of the others. O(operations). */
char *refrain_servers_describe (RefrainTrace *trace);
