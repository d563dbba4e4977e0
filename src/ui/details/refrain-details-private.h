/* refrain-details-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For refrain-details.c and refrain-details-op.c only.
 */
#pragma once

#include "refrain-details.h"

G_BEGIN_DECLS

void refrain_details_add_title (GListStore *list, const char *label, const char *value);
void refrain_details_add_header (GListStore *list, const char *label);
/* Adds a row; takes @value. */
void refrain_details_add (GListStore *list, const char *label, char *value);
void refrain_details_add_link (GListStore *list,
                               const char *label,
                               char *value,
                               const RefrainPick *target);
/* A time as precise as a single event needs. Free with g_free(). */
char *refrain_details_format_time (RefrainTime time);
/* Adds start, end and duration. */
void refrain_details_add_times (GListStore *list, RefrainTime start, RefrainTime end);
void refrain_details_add_process (GListStore *list, RefrainTrace *trace, guint process);
/* Adds the chain of calls from @call up to the outermost. */
void
refrain_details_add_callers (GListStore *list, RefrainTrace *trace, guint process, guint32 call);
void refrain_details_add_op (GListStore *list, RefrainTrace *trace, guint process, gsize op);

G_END_DECLS
