/* random-loop-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loop models that nobody thought of.
 */
#pragma once

#include "refrain-loop-model.h"

G_BEGIN_DECLS

/* A model of five processes: nests up to three deep, counts, peers and tags that depend on indices,
 * definitions in each other, events of every kind. Its streams are empty. */
RefrainLoopModel *random_loop_model (GRand *rand);

G_END_DECLS
