/* refrain-program-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one-page program of a session's run: made in the background, with the times of its lines; the
 * line that is selected, whose operations are lit up; the line of the picked operation. Main thread
 * only.
 */
#pragma once

#include "refrain-page-lead.h"
#include "refrain-program-painter.h"
#include "refrain-session.h"

#define REFRAIN_TYPE_PROGRAM_MODEL (refrain_program_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainProgramModel, refrain_program_model, REFRAIN, PROGRAM_MODEL, GObject)

/* Properties that notify: "program" (with its times and painter), "running", "selected", "here"
 * (the line of the picked operation). */
RefrainProgramModel *refrain_program_model_new (RefrainSession *session);

/* Makes the program, if that was not done yet. */
void refrain_program_model_start (RefrainProgramModel *self);
void refrain_program_model_cancel (RefrainProgramModel *self);
gboolean refrain_program_model_is_running (RefrainProgramModel *self);
/* Why there is none, or NULL. */
const char *refrain_program_model_get_problem (RefrainProgramModel *self);

/* NULL until made; owned by @self. */
const RefrainPageLead *refrain_program_model_get_lead (RefrainProgramModel *self);
RefrainProgram *refrain_program_model_get_program (RefrainProgramModel *self);
RefrainProgramTimes *refrain_program_model_get_times (RefrainProgramModel *self);
RefrainProgramPainter *refrain_program_model_get_painter (RefrainProgramModel *self);

/* REFRAIN_NONE for none. Lights up the operations of the line, those of its body included, in the
 * background; of a use those of its definition. */
void refrain_program_model_select (RefrainProgramModel *self, guint32 line);
guint32 refrain_program_model_get_selected (RefrainProgramModel *self);
/* In which line the picked operation stands, or REFRAIN_NONE. */
guint32 refrain_program_model_get_here (RefrainProgramModel *self);
