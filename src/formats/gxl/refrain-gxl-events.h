/* refrain-gxl-events.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the nodes of a ProcessTrace to a recorder: order and nesting level give back each enter and
 * leave.
 */
#pragma once

#include "refrain-gxl-definitions.h"

G_BEGIN_DECLS

typedef struct _RefrainGxlEvents RefrainGxlEvents;

RefrainGxlEvents *
refrain_gxl_events_new (RefrainTraceBuilder *builder, RefrainGxlDefinitions *definitions);
void refrain_gxl_events_free (RefrainGxlEvents *self);

/* The graph of the ProcessTrace @node begins. FALSE with *@cause, free with g_free(). */
gboolean
refrain_gxl_events_begin (RefrainGxlEvents *self, const RefrainGxlNode *node, char **cause);
/* Takes the next node of it. */
gboolean refrain_gxl_events_add (RefrainGxlEvents *self, const RefrainGxlNode *node, char **cause);
/* It ends. */
void refrain_gxl_events_end (RefrainGxlEvents *self);

G_END_DECLS
