/* loops-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loop models on standard output.
 */
#pragma once

#include "refrain-json-writer.h"
#include "refrain-loop-text.h"

G_BEGIN_DECLS

/* As text; @ids with the number of each construct behind its line. */
void loops_report_print (RefrainLoopModel *model, gboolean ids);
/* The events of @process, a line each. */
void loops_report_expand (RefrainLoopModel *model, guint process);
/* What a model holds, as members of an object: of @process, or of all where that is REFRAIN_NONE.
 */
void loops_report_add_size (RefrainJsonWriter *json, RefrainLoopModel *model, guint32 process);
/* An array of what stands in it. */
void
loops_report_add_constructs (RefrainJsonWriter *json, const char *name, RefrainLoopModel *model);

/* A RefrainLoopTextFunc to standard output. */
gboolean loops_report_write (const char *text, gsize n, gpointer data);

G_END_DECLS
