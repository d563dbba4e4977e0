/* refrain-gxl-schema-writer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The metamodel as a graph of the GXL metaschema.
 */
#pragma once

#include "refrain-gxl-sink.h"

G_BEGIN_DECLS

/* Writes the graph. */
void refrain_gxl_write_schema (RefrainGxlSink *sink);

G_END_DECLS
