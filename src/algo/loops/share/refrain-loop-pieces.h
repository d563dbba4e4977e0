/* refrain-loop-pieces.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what of a body can be moved only as a whole. Constructs that are linked
 * belong together, and so do those that would have to stand both before and behind them.
 */
#pragma once

#include "refrain-loop-model.h"

/* The other end of a link. */
typedef struct
{
  guint32 construct;
  gboolean is_behind; /* it is where the link goes to */
} RefrainLoopPartner;

typedef struct
{
  RefrainLoopModel *model;
  gboolean is_local;    /* all events are of one process, and there are no links */
  gsize *partner_first; /* by construct */
  RefrainLoopPartner *partner;
  guint32 *item; /* by construct: where it stands in its body; after cutting, free for use */
} RefrainLoopPieces;

void refrain_loop_pieces_init (RefrainLoopPieces *self, RefrainLoopModel *model);
void refrain_loop_pieces_clear (RefrainLoopPieces *self);
/* Cuts the body [@at, @end) into as many pieces as can be: gives their @constructs (of guint32),
 * and where in these each piece begins (@first, of guint32), and the end. Pieces and the constructs
 * of each are ordered by what they wait for, then by process: bodies that differ only in the order
 * of what is independent become the same. O(n log n) in constructs x processes and links. */
void refrain_loop_pieces_cut (
    RefrainLoopPieces *self, guint32 at, guint32 end, GArray *first, GArray *constructs);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainLoopPieces, refrain_loop_pieces_clear)
