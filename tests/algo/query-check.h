/* query-check.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A small trace for queries, and asking it.
 */
#pragma once

#include "refrain-query.h"

#define QUERY_CHECK_N_ROUTINES 9

/* Four processes in a ring; query-check.c tells what they do. */
RefrainTrace *query_check_trace (void);
/* What a good query gives; what it says of itself is the same query. @sets may be NULL. */
RefrainQueryResult *
query_check_ask_with (RefrainTrace *trace, const char *text, RefrainQuerySets *sets);
RefrainQueryResult *query_check_ask (RefrainTrace *trace, const char *text);
/* All cells as "1,2;3,4", names and what has no value ("-") included. */
char *query_check_read_cells (RefrainQueryResult *result);
