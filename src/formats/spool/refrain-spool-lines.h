/* refrain-spool-lines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where routines stand in the source, as the debugging information of the program's files says.
 */
#pragma once

#include <glib.h>

typedef struct RefrainSpoolLines RefrainSpoolLines;

RefrainSpoolLines *refrain_spool_lines_new (void);
void refrain_spool_lines_free (RefrainSpoolLines *self);

/* The source file (valid as long as @self) and *line of the routine at @address of the program or
 * library @path; NULL where that is not known, or was not compiled with -g. */
const char *
refrain_spool_lines_find (RefrainSpoolLines *self, const char *path, guint64 address, guint *line);
