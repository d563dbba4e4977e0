/* refrain-calls-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The call tree of the visible window and the shown processes, or one of them, made anew when these
 * have come to rest; which of its nodes is selected, and what is searched for in it. What is
 * selected lights up the MPI operations inside, over the whole run. Nodes keep their place by the
 * routines that lead to them while trees come and go.
 */
#pragma once

#include "refrain-flame-painter.h"
#include "refrain-session.h"

#define REFRAIN_TYPE_CALLS_MODEL (refrain_calls_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCallsModel, refrain_calls_model, REFRAIN, CALLS_MODEL, GObject)

/* Properties that notify: "tree", "running", "selected", "painter" (with each of the others, and
 * when another text is searched for). */
RefrainCallsModel *refrain_calls_model_new (RefrainSession *session);

/* Whether it is shown: nothing is computed as long as it is not. */
void refrain_calls_model_set_active (RefrainCallsModel *self, gboolean active);

/* The process whose calls are shown, or -1: all that are shown. */
void refrain_calls_model_set_process (RefrainCallsModel *self, int process);

/* NULL as long as there is none; the last one while another is made. */
RefrainCallTree *refrain_calls_model_get_tree (RefrainCallsModel *self);
/* What draws it, with what is selected and searched for; NULL without a tree. Owned by @self. */
RefrainFlamePainter *refrain_calls_model_get_painter (RefrainCallsModel *self);
gboolean refrain_calls_model_is_running (RefrainCallsModel *self);

/* The selected node of the tree, or REFRAIN_NONE; the root is none. */
guint32 refrain_calls_model_get_selected (RefrainCallsModel *self);
void refrain_calls_model_select (RefrainCallsModel *self, guint32 node);

/* Part of a routine's label; NULL or "": nothing. */
const char *refrain_calls_model_get_search (RefrainCallsModel *self);
void refrain_calls_model_set_search (RefrainCallsModel *self, const char *search);

/* "y_solve: 1.20 s inclusive (12.3 %), 0.31 s exclusive, 200 calls" and, over several processes, a
 * second line with least, mean and most of one. Free with g_free(). */
char *refrain_calls_model_describe (RefrainCallsModel *self, guint32 node);
