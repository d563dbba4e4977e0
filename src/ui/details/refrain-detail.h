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
/* NULL when it leads nowhere, to a pattern or to a loop. */
const RefrainPick *refrain_detail_get_target (RefrainDetail *self);
/* A line that leads to the pattern @id. */
RefrainDetail *refrain_detail_new_for_pattern (const char *label, const char *value, guint id);
/* The id of the pattern it leads to, or 0. */
guint refrain_detail_get_pattern (RefrainDetail *self);
/* A line that leads to construct @number of the loop model, from 1; 0: nowhere. */
RefrainDetail *refrain_detail_new_for_loop (const char *label, const char *value, guint number);
/* The number of the construct it leads to, or 0. */
guint refrain_detail_get_loop (RefrainDetail *self);
/* Whether a click leads anywhere. */
gboolean refrain_detail_is_link (RefrainDetail *self);

G_END_DECLS
