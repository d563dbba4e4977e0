/* refrain-loop-tags.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the tags of a loop model's messages, each with its colour and its dashes.
 */
#pragma once

#include "refrain-loop-model.h"
#include "refrain-style.h"

typedef struct
{
  guint n;
  char **names;  /* "3", or "2·i0−1" where it depends on loops; ascending */
  guint *looks;  /* of each tag: its colour, then its dashes */
  guint32 *tags; /* of each construct: index of its tag, or REFRAIN_NONE */
} RefrainLoopTags;

/* A tag's look depends on the tag, and on others only where they would look the same. */
void refrain_loop_tags_init (RefrainLoopTags *self, RefrainLoopModel *model);
/* Frees what it holds. */
void refrain_loop_tags_clear (RefrainLoopTags *self);
RefrainColor
refrain_loop_tags_get_color (const RefrainLoopTags *self, guint tag, const RefrainStyle *style);
/* The dashes of a line of @width: how many there are in @lengths, 0 for none. */
guint refrain_loop_tags_get_dash (const RefrainLoopTags *self,
                                  guint tag,
                                  const RefrainStyle *style,
                                  double width,
                                  double lengths[4]);
/* Sets them in @cr. */
void refrain_loop_tags_set_dash (
    const RefrainLoopTags *self, guint tag, const RefrainStyle *style, cairo_t *cr, double width);

/* "2·i0−1". Free with g_free(). */
char *refrain_loop_affine_to_text (RefrainLoopModel *model, const RefrainAffine *affine);
