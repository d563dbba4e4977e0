/* refrain-template-layout.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pattern to look for as it is drawn: processes as rows, its sends and receives by logical step.
 */
#pragma once

#include "refrain-pattern-template.h"

typedef struct
{
  guint process;
  guint step; /* from 0 */
  guint peer;
  gboolean send;
  guint other; /* the mark of the message's other end; G_MAXUINT where there is none */
} RefrainTemplateMark;

typedef struct
{
  guint n_processes;
  guint n_steps;
  GArray *marks; /* of RefrainTemplateMark, those of one process in order */
} RefrainTemplateLayout;

/* A larger pattern is no picture. */
#define REFRAIN_TEMPLATE_LAYOUT_MAX_EVENTS 20000

/* Lays out @wanted: an event stands one step behind the one before it in its process, a receive
 * behind its send, too. Events of one step that may come in any order stand with the sends first.
 * NULL where it has more than the events above. O(events) where messages go one way, at most
 * O(events · processes). */
RefrainTemplateLayout *refrain_template_layout_new (const RefrainPatternTemplate *wanted);
void refrain_template_layout_free (RefrainTemplateLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainTemplateLayout, refrain_template_layout_free)

/* ---- By hand ---- */

/* One message that is drawn. */
typedef struct
{
  guint from, to;
} RefrainDrawnMessage;

/* The pattern of @n_processes in which each does what the messages say, in their order: that of one
 * process counts, that of different ones is left open. Free with refrain_pattern_template_free().
 */
RefrainPatternTemplate *
refrain_template_from_messages (guint n_processes, const RefrainDrawnMessage *messages, guint n);
