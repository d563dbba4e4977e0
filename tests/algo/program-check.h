/* program-check.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What holds of every program.
 */
#pragma once

#include "refrain-loop-events.h"
#include "refrain-mapping.h"

G_BEGIN_DECLS

/* Makes the program of @events on @mappings (see refrain_program_new()): it gives each process'
 * stream, its lines stand where they say and know their operations. Gives its bytes. */
gsize program_check (RefrainLoopEvents *events, RefrainMapping *const *mappings, gsize n_mappings);

G_END_DECLS
