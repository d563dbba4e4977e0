/* refrain-loop-model-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "refrain-loop-model.h"

G_BEGIN_DECLS

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

  GMutex lock; /* for making the two below, which then never change */
  guint64 *coverage;
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

/* The iterations of loop @construct, never negative. */
guint64 refrain_loop_model_count (RefrainLoopModel *self,
                                  const RefrainConstruct *construct,
                                  const gint64 *index);

G_END_DECLS
