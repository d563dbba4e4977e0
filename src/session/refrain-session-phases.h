/* refrain-session-phases.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For refrain-session-file.c only: what is known about phases, as a member of the file.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "refrain-phase-memory.h"

G_BEGIN_DECLS

/* Whether @node (may be NULL: nothing) is what it should be. */
gboolean refrain_session_phases_check (JsonNode *node);
/* Reads one that is. */
RefrainPhaseMemory *refrain_session_phases_read (JsonNode *node);
/* NULL where there is nothing to be told. */
JsonNode *refrain_session_phases_write (const RefrainPhaseMemory *memory);

G_END_DECLS
