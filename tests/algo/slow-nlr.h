/* slow-nlr.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rules of nested loop recognition word by word, on trees, with nothing done twice as fast.
 */
#pragma once

#include "refrain-nlr.h"

G_BEGIN_DECLS

/* The model of process 0 as loop_model_text() writes it. Free with g_free(). */
char *slow_nlr (RefrainLoopEvents *events, const RefrainNlrOptions *options);

G_END_DECLS
