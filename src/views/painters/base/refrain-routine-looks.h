/* refrain-routine-looks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the user wants routines drawn: own colours of single ones and of kinds of MPI routines, and
 * which are hidden. Plain values by name, so that they fit other traces of the program. Immutable
 * once shared; reference-counted.
 */
#pragma once

#include "refrain-style.h"
#include "refrain-types.h"

typedef struct _RefrainRoutineLooks RefrainRoutineLooks;

RefrainRoutineLooks *refrain_routine_looks_new (void);
/* As @self (NULL: nothing), to be changed before it is shared. */
RefrainRoutineLooks *refrain_routine_looks_copy (const RefrainRoutineLooks *self);
RefrainRoutineLooks *refrain_routine_looks_ref (RefrainRoutineLooks *self);
void refrain_routine_looks_unref (RefrainRoutineLooks *self);

/* NULL: the colour that the palette gives. */
void refrain_routine_looks_set_color (RefrainRoutineLooks *self,
                                      const char *name,
                                      const RefrainColor *color);
void
refrain_routine_looks_set_hidden (RefrainRoutineLooks *self, const char *name, gboolean hidden);
/* Of all MPI routines of @kind that have no colour of their own. */
void refrain_routine_looks_set_kind_color (RefrainRoutineLooks *self,
                                           RefrainRoutineKind kind,
                                           const RefrainColor *color);

/* ---- All of these take NULL: nothing was chosen. Colours are NULL where there are none ---- */
const RefrainColor *
refrain_routine_looks_get_color (const RefrainRoutineLooks *self, const char *name);
gboolean refrain_routine_looks_get_hidden (const RefrainRoutineLooks *self, const char *name);
const RefrainColor *
refrain_routine_looks_get_kind_color (const RefrainRoutineLooks *self, RefrainRoutineKind kind);
gboolean refrain_routine_looks_is_empty (const RefrainRoutineLooks *self);

/* What the palette has for MPI routines of @kind. */
RefrainColorRole refrain_routine_get_role (RefrainRoutineKind kind);
/* What the palette gives a routine: of the program by @name, of MPI by its kind. */
RefrainColor refrain_routine_get_palette_color (const RefrainStyle *style,
                                                RefrainRoutineKind kind,
                                                const char *name);

/* As lines of text, sorted: "hide main", "colour #1c71d8 MPI_Send", "colour-of-kind #1c71d8 1".
 * NULL where there are none. Free with g_strfreev(). */
GStrv refrain_routine_looks_write (const RefrainRoutineLooks *self);
/* Of such lines; those that are none are left out. */
RefrainRoutineLooks *refrain_routine_looks_read (const char *const *lines);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainRoutineLooks, refrain_routine_looks_unref)
