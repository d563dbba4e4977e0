/* loop-programs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Streams of what parallel programs communicate, without running them.
 */
#pragma once

#include "refrain-loop-events.h"

G_BEGIN_DECLS

/* Sweeps from corner to corner of a grid and back, @blocks messages each, and a collective after
 * each of @iterations. */
RefrainLoopEvents *
loop_program_wavefront (guint width, guint height, guint iterations, guint blocks);
/* Each process of a grid exchanges with its up to four neighbours, @iterations times; a collective
 * every fifth time. */
RefrainLoopEvents *loop_program_stencil (guint width, guint height, guint iterations);
/* A collective of all, @iterations times; after the first, one message between two. */
RefrainLoopEvents *loop_program_talkers (guint n, guint from, guint to, guint iterations);

typedef enum
{
  LOOP_PROGRAM_CLEAN,     /* all messages match */
  LOOP_PROGRAM_AFFINE,    /* ... and some tags count iterations */
  LOOP_PROGRAM_DAMAGED,   /* events lost, put in or cut off */
  LOOP_PROGRAM_UNRELATED, /* nothing in common */
} LoopProgramKind;

/* Random nests of rings, stencils, pipelines, butterflies and collectives on 2 to 16 processes. */
RefrainLoopEvents *loop_program_random (guint32 seed, LoopProgramKind kind);

/* The same program, process p of which is now numbered @number[p]. */
RefrainLoopEvents *loop_program_renumber (RefrainLoopEvents *events, const guint32 *number);

G_END_DECLS
