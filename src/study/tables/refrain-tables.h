/* refrain-tables.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What there is in a trace, as tables of columns: for arrays of Python, for databases. Times are
 * seconds. Each returns a new table, or NULL with an error; drop it with refrain_data_unref().
 */
#pragma once

#include "refrain-data.h"
#include "refrain-report-kind.h"
#include "refrain-series-options.h"

/* The names of all routines or communicators. Free with g_strfreev(). */
char **refrain_tables_list_names (RefrainTrace *trace, gboolean communicators);
/* A row for each message, in the order in which they begin. Columns: source, destination, tag,
 * bytes, communicator, start, end, waiting. */
RefrainData *
refrain_tables_find_messages (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error);
/* A row for each routine call, by process and start. Columns: process, routine, start, end,
 * seconds, depth. */
RefrainData *
refrain_tables_find_calls (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error);
/* A row for each call of a collective operation, by instance and process. Columns: instance,
 * collective, process, communicator, root, bytes, start, end, waiting. */
RefrainData *
refrain_tables_find_collectives (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error);
/* A row for each occurrence. Columns: number, start, end, seconds, processes (apart by spaces). */
RefrainData *refrain_tables_list_occurrences (RefrainOccurrences *occurrences, GError **error);
/* The main table of @report, as in CSV; NULL where there is none. Lists of ranks are texts. */
RefrainData *refrain_tables_from_report (const RefrainReport *report);
