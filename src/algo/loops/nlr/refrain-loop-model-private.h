/* refrain-loop-model-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "refrain-loop-model.h"

G_BEGIN_DECLS

/* Which constructs have events of which process: bits of words [first, first + n) of a set of all
 * processes, construct by construct. */
typedef struct
{
  guint64 *bits;
  gsize first;
  gsize n;
} RefrainLoopCoverage;

struct _RefrainLoopModel
{
  GObject parent_instance;

  RefrainLoopEvents *events;
  guint32 n_constructs;
  RefrainConstruct *constructs;
  RefrainAffineTerm *affine_terms;
  gsize n_links;
  RefrainConstructLink *links;
  guint32 depth;
  guint32 n_definitions;
  guint32 *definitions; /* construct of each, in their order */

  GMutex lock; /* for making what follows, which then never changes */
  RefrainLoopCoverage coverage;
  guint64 *whole_coverage; /* the same over all processes, where that was asked for */
  guint64 *n_events;
};

/* The first construct of the body of @construct, which ends where the construct ends. */
#define BODY(construct) ((construct) + 1)

/* Whether a construct has a body of its own. */
static inline gboolean
refrain_construct_has_body (const RefrainConstruct *construct)
{
  return construct->kind == REFRAIN_CONSTRUCT_LOOP
         || construct->kind == REFRAIN_CONSTRUCT_DEFINITION;
}

/* From the lowest to the highest process that the model covers, so that the models of single
 * processes stay small in large runs. */
const RefrainLoopCoverage *refrain_loop_model_find_coverage (RefrainLoopModel *self);

static inline gboolean
refrain_loop_coverage_has (const RefrainLoopCoverage *self, guint32 construct, guint process)
{
  const gsize word = process / 64 - self->first; /* wraps below the first */

  return word < self->n && (self->bits[construct * self->n + word] >> process % 64 & 1) != 0;
}

/* The iterations of loop @construct, never negative. */
guint64 refrain_loop_model_count (RefrainLoopModel *self,
                                  const RefrainConstruct *construct,
                                  const gint64 *index);

G_END_DECLS
