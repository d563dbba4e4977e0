/* refrain-gxl-definition-writer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions as nodes and edges.
 */
#pragma once

#include "refrain-gxl-sink.h"
#include "refrain-trace.h"

/* Writes what @trace defines; @scenario: the Scenario, too. O(members of communicators). */
void refrain_gxl_write_definitions (RefrainGxlSink *sink, RefrainTrace *trace, gboolean scenario);
