/* match-script.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Traces for tests of matching: made of what each process does.
 */
#pragma once

#include "refrain-pattern-template.h"

G_BEGIN_DECLS

/* What each process of a trace in the making does, an array of RefrainTemplateEvent each. */
typedef struct
{
  guint n;
  GArray **events;
} Script;

Script *script_new (guint n);
void script_free (Script *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Script, script_free)

void script_add (Script *self, guint process, gboolean send, guint peer);
/* The events of @template once more, those of a step in random order. */
void script_play (Script *self, const RefrainPatternTemplate *template);
/* The trace's symbols; process' operations are rows in the order of their events. */
RefrainSymbols *script_finish (const Script *self);

G_END_DECLS
