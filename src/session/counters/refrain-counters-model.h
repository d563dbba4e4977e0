/* refrain-counters-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The counters of the session's trace, read in the background where there are any, and which one is
 * shown in what way.
 */
#pragma once

#include "refrain-counter-painter.h"
#include "refrain-payloads.h"
#include "refrain-session.h"

#define REFRAIN_TYPE_COUNTERS_MODEL (refrain_counters_model_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainCountersModel, refrain_counters_model, REFRAIN, COUNTERS_MODEL, GObject)

/* Properties that notify: "counters", "shown" (also when it is drawn in another way). Starts
 * reading. */
RefrainCountersModel *refrain_counters_model_new (RefrainSession *session);
/* NULL as long as they are not read, and where the trace has none. */
RefrainCounters *refrain_counters_model_get_counters (RefrainCountersModel *self);

/* What calls say of one-sided operations and I/O, likewise; known when "counters" notifies. */
RefrainPayloads *refrain_counters_model_get_payloads (RefrainCountersModel *self);

/* The counter that is shown, from 0. */
guint refrain_counters_model_get_shown (RefrainCountersModel *self);
void refrain_counters_model_show (RefrainCountersModel *self, guint counter);
gboolean refrain_counters_model_get_heat (RefrainCountersModel *self);
void refrain_counters_model_set_heat (RefrainCountersModel *self, gboolean heat);

/* Of the shown processes; NULL while there is nothing. Free with g_object_unref(). */
RefrainCounterPainter *refrain_counters_model_make_painter (RefrainCountersModel *self);
