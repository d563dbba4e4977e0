/* refrain-program-columns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which directions of a program have a column of their own in its picture, and which lines are
 * drawn as one fan, since they go to more neighbours than arrows can tell apart.
 */
#pragma once

#include "refrain-program.h"

typedef struct
{
  guint n;         /* columns, the process' own included */
  guint here;      /* which is that */
  guint32 *column; /* of each direction; REFRAIN_NONE: it has none */
  guint32 *heads;  /* of each column its direction; REFRAIN_NONE at `here` */
  gboolean *fans;  /* by line: it is drawn as a fan */
  gboolean any_fan;
  char **labels; /* of each column what stands above it, short; NULL at `here` */
} RefrainProgramColumns;

/* A label is cut no shorter than this, in letters. */
#define REFRAIN_PROGRAM_LABEL 6

/* Directions that lead to lower places stand left of the process, the others right of it. O(lines).
 */
void refrain_program_columns_init (RefrainProgramColumns *self, RefrainProgram *program);
/* "c2" for "child 2", "↑" for "parent"; a name that is short enough stays, one that is not and is
 * not known becomes a letter ("A" for column 0). Free with g_free(). */
char *refrain_program_columns_shorten (const char *name, guint column);
/* "↑: parent, c2: child 2": labels that are not the names; NULL where there is none. Free with
 * g_free(). */
char *refrain_program_columns_explain (const RefrainProgramColumns *self, RefrainProgram *program);
void refrain_program_columns_clear (RefrainProgramColumns *self);
