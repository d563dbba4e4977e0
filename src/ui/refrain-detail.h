/* refrain-detail.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One line of the details panel: a title, a heading, or a name with a value that may lead
 * somewhere.
 */
#pragma once

#include "refrain-selection.h"

G_BEGIN_DECLS

typedef enum
{
  REFRAIN_DETAIL_TITLE,
  REFRAIN_DETAIL_HEADER,
  REFRAIN_DETAIL_VALUE,
} RefrainDetailKind;

#define REFRAIN_TYPE_DETAIL (refrain_detail_get_type ())
G_DECLARE_FINAL_TYPE (RefrainDetail, refrain_detail, REFRAIN, DETAIL, GObject)

/* @value may be NULL. @target (may be NULL) is where a click leads. */
RefrainDetail *refrain_detail_new (RefrainDetailKind kind,
                                   const char *label,
                                   const char *value,
                                   const RefrainPick *target);
RefrainDetailKind refrain_detail_get_kind (RefrainDetail *self);
const char *refrain_detail_get_label (RefrainDetail *self);
const char *refrain_detail_get_value (RefrainDetail *self);
/* NULL when it leads nowhere. */
const RefrainPick *refrain_detail_get_target (RefrainDetail *self);

G_END_DECLS
