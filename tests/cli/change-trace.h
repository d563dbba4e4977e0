/* change-trace.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A run recorded anew with one thing changed that its answers must not depend on, or only in a way
 * that is known beforehand.
 */
#pragma once

#include "refrain-trace.h"

/* The numbers 0 to @n - 1 in a random order, or as they are if @seed is 0. */
gint32 *change_shuffle (guint n, guint32 seed);

/* @how: order=SEED (of the processes), times=FACTOR, shift=NANOSECONDS (of all clocks), idle (one
 * more process that only begins and ends MPI) or split (each message into two halves, each with
 * calls of its own). */
RefrainTrace *change_trace (RefrainTrace *trace, const char *how, GError **error);
