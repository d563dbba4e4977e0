/* refrain-exports.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was found in a trace, for programs of others: written, never read again.
 */
#pragma once

#include "refrain-study.h"

/* Writes the trace of @study as a trace of Perfetto, for ui.perfetto.dev: calls as slices of a
 * track a thread, messages as flows, patterns as slices of tracks beside them, and phases. Written
 * beside and renamed when whole. O(events). FALSE with @error. */
gboolean refrain_perfetto_save (RefrainStudy *study,
                                const char *path,
                                const RefrainStudyAsk *ask,
                                GError **error);

/* Writes it as a database of SQLite: docs/database.md says which tables there are. Written beside
 * and renamed when whole. FALSE with @error, also where it was built without SQLite. */
gboolean refrain_sqlite_save (RefrainStudy *study,
                              const char *path,
                              const RefrainStudyAsk *ask,
                              GError **error);
