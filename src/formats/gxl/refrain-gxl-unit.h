/* refrain-gxl-unit.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What nodes of events say that the model has no place for: the class and the attributes of a
 * traceable unit of an unknown kind, and attributes of known ones beyond those that are read. Each
 * is a record "Unit" among the details of its event, so that it survives in every carrier.
 */
#pragma once

#include "refrain-details.h"
#include "refrain-extension.h"
#include "refrain-gxl-node.h"

/* The line for it in the schema of an extension. */
#define REFRAIN_GXL_UNIT_CLASS "Unit"
#define REFRAIN_GXL_UNIT_SCHEMA                                                                    \
  "event " REFRAIN_GXL_UNIT_CLASS                                                                  \
  " class:text names:list(text) types:list(text) values:list(text)\n"

/* Attributes of the node inside the event's, CollectiveData, have names that begin so. */
#define REFRAIN_GXL_UNIT_DATA "CollectiveData."

/* Appends the record: @class_name "" for a class that is known; @number is that of the record's
 * class in the extension. O(length). */
void refrain_gxl_unit_put (GByteArray *to,
                           guint number,
                           const char *class_name,
                           const RefrainGxlNode *node);

typedef struct
{
  const char *name, *type, *value;
} RefrainGxlUnitAttribute;

typedef struct
{
  char *class_name;   /* NULL: the class is known */
  GArray *attributes; /* of RefrainGxlUnitAttribute, whose text is in @text */
  GStringChunk *text;
} RefrainGxlUnit;

/* Nothing known. */
void refrain_gxl_unit_init (RefrainGxlUnit *self);
void refrain_gxl_unit_clear (RefrainGxlUnit *self);
/* Adds the units among the records of @detail to what is known. O(length). */
void refrain_gxl_unit_read (RefrainGxlUnit *self,
                            RefrainExtension *extension,
                            const RefrainDetail *detail);
/* Forgets everything. */
void refrain_gxl_unit_reset (RefrainGxlUnit *self);
/* Appends the records of @detail that are no units. O(length). */
void refrain_gxl_unit_get_rest (RefrainExtension *extension,
                                const RefrainDetail *detail,
                                GByteArray *rest);
