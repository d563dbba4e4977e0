/* refrain-gxl-ids.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which ids a document has used. Those of events, "o3.17", ascend within their process and cost
 * nothing; all others are remembered.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _RefrainGxlIds RefrainGxlIds;

RefrainGxlIds *refrain_gxl_ids_new (void);
void refrain_gxl_ids_free (RefrainGxlIds *self);

/* Notes an id; FALSE when it was there, or is an event's out of order. O(1). */
gboolean refrain_gxl_ids_add (RefrainGxlIds *self, const char *id);
gboolean refrain_gxl_ids_contain (RefrainGxlIds *self, const char *id);

G_END_DECLS
