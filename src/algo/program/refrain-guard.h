/* refrain-guard.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which processes a line of a program binds, as a predicate on their places.
 */
#pragma once

#include <glib-object.h>

typedef struct _RefrainMapping RefrainMapping; /* refrain-mapping.h */

typedef enum
{
  REFRAIN_ATOM_IN,       /* the value is one of `values`: "x=0,3" */
  REFRAIN_ATOM_NOT_IN,   /* ... none of them: "x!=2" */
  REFRAIN_ATOM_AT_LEAST, /* "x>=2": values[0] */
  REFRAIN_ATOM_BELOW,    /* "x<2": values[0] */
  REFRAIN_ATOM_MODULO,   /* "x%2=1": values[0] is the modulus, values[1] the remainder */
  REFRAIN_ATOM_NOT,      /* not all of `parts`: "not(x=0 y=0)" */
} RefrainAtomKind;

typedef struct _RefrainGuardAtom RefrainGuardAtom;

/* On one axis, or on the rank. */
struct _RefrainGuardAtom
{
  RefrainAtomKind kind;
  gint32 axis; /* -1: the rank */
  guint32 n_values;
  const guint32 *values; /* ascending */
  guint32 n_parts;
  const RefrainGuardAtom *parts; /* NOT */
};

/* All atoms hold. Without atoms: every process. */
typedef struct
{
  guint32 n_atoms;
  const RefrainGuardAtom *atoms;
  const char *text;     /* "x=0,3 y>=1", "not(x=0 y=0)"; "" for every process */
  const guint64 *holds; /* bit p: whether it holds for process p */
  gboolean listed;      /* an atom lists ranks: what fits no predicate on places */
} RefrainGuard;

#define REFRAIN_GUARD_HOLDS(guard, process)                                                        \
  (((guard)->holds[(process) >> 6] >> ((process) &63) & 1) != 0)

/* Appends it as a C expression over the variables x, y, z… (the axes' names) and rank: "(x == 0 ||
 * x == 3) && y >= 1"; "1" for every process. */
void refrain_guard_append_c (const RefrainGuard *guard, RefrainMapping *mapping, GString *text);
