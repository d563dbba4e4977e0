/* refrain-gxl-extension.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Extension node of a document and its records, in any order, as a RefrainExtension; and the
 * class of units (refrain-gxl-unit.h) that it gets where a document needs it.
 */
#pragma once

#include "refrain-extension.h"
#include "refrain-gxl-node.h"

typedef struct _RefrainGxlExtension RefrainGxlExtension;

/* Nothing said yet. Free with refrain_gxl_extension_free(). */
RefrainGxlExtension *refrain_gxl_extension_new (void);
void refrain_gxl_extension_free (RefrainGxlExtension *self);

/* Takes an Extension or an ExtensionRecord that stands in graph @graph. */
void refrain_gxl_extension_add (RefrainGxlExtension *self, const RefrainGxlNode *node, guint graph);

typedef gboolean (*RefrainGxlKeepFunc) (gpointer data, guint graph);

/* Makes the extension out of what stands in graphs that @keep keeps; once. FALSE with *@cause, free
 * with g_free(). O(length). */
gboolean refrain_gxl_extension_close (RefrainGxlExtension *self,
                                      RefrainGxlKeepFunc keep,
                                      gpointer data,
                                      char **cause);

/* Whether there is an Extension for the records that there are. */
gboolean refrain_gxl_extension_is_complete (RefrainGxlExtension *self);

/* After closing: never NULL; an empty one where the document has none. Belongs to @self. */
RefrainExtension *refrain_gxl_extension_get (RefrainGxlExtension *self);
/* The number of the class of units in it, which is added where it was not there. */
guint refrain_gxl_extension_use_units (RefrainGxlExtension *self);
/* Whether the document has one or needs one. */
gboolean refrain_gxl_extension_is_used (RefrainGxlExtension *self);
