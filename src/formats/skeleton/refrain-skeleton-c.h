/* refrain-skeleton-c.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Performance skeletons as C programs with MPI: skeleton.c, what it is made of in skeleton.h, and a
 * Makefile.
 */
#pragma once

#include "refrain-skeleton.h"

typedef struct
{
  double scale;   /* of the computing time; at least 0 */
  gboolean drawn; /* computing times drawn from what was measured, not its median */
  gboolean sleep; /* sleep, not compute */
} RefrainSkeletonStyle;

/* Of a message or a collective at most; more is cut to it. */
#define REFRAIN_SKELETON_MOST_BYTES G_MAXINT32

/* The text of skeleton.h. Free with g_free(). O(acts + slots x processes). */
char *refrain_skeleton_c_dup_header (RefrainSkeleton *skeleton, const RefrainSkeletonStyle *style);

/* Writes the program into @folder, made where it is missing: each file whole or not at all. FALSE
 * with @error where it cannot be written, or where @folder holds anything but an earlier skeleton
 * and what its Makefile makes. */
gboolean refrain_skeleton_c_save (RefrainSkeleton *skeleton,
                                  const RefrainSkeletonStyle *style,
                                  const char *folder,
                                  GError **error);
