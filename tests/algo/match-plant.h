/* match-plant.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Traces of a pattern's rounds, some of them disturbed at known places.
 */
#pragma once

#include "match-script.h"

G_BEGIN_DECLS

#define PLANT_MAX_ROUNDS 16

typedef struct
{
  Script *script;
  guint n_rounds;
  guint64 edits[PLANT_MAX_ROUNDS]; /* made in each round, at most */
} Plant;

void plant_init (Plant *self, guint n);
void plant_clear (Plant *self);
/* Plays a round of @wanted, and disturbs it so many times: one message more, less, or to somebody
 * else. */
void plant_round (Plant *self, const RefrainPatternTemplate *wanted, guint disturbances);
/* Plays a round with one message more, from one process to another, at random places of it. */
void plant_round_with (Plant *self, const RefrainPatternTemplate *wanted, guint from, guint to);
/* The edits made in all rounds. */
guint64 plant_count_edits (const Plant *self);

G_END_DECLS
