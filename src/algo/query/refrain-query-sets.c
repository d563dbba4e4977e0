/* refrain-query-sets.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list a kind.
 */
#include "refrain-query-sets.h"

#include "refrain-free.h"
#include "refrain-object.h"

struct _RefrainQuerySets
{
  GArray *of[REFRAIN_QUERY_N_SETS]; /* of RefrainQuerySet */
};

G_DEFINE_BOXED_TYPE (RefrainQuerySets,
                     refrain_query_sets,
                     refrain_query_sets_ref,
                     refrain_query_sets_unref)

REFRAIN_DEFINE_CLEAR (clear_set, RefrainQuerySet, g_free (x->name); refrain_op_set_unref (x->ops))

RefrainQuerySets *
refrain_query_sets_new (void)
{
  RefrainQuerySets *self = g_atomic_rc_box_new0 (RefrainQuerySets);

  for (guint i = 0; i < REFRAIN_QUERY_N_SETS; i++)
    {
      self->of[i] = g_array_new (FALSE, FALSE, sizeof (RefrainQuerySet));
      g_array_set_clear_func (self->of[i], clear_set);
    }
  return self;
}

static void
clear (gpointer data)
{
  RefrainQuerySets *self = data;

  for (guint i = 0; i < REFRAIN_QUERY_N_SETS; i++)
    g_array_unref (self->of[i]);
}

REFRAIN_DEFINE_SHARED (RefrainQuerySets, refrain_query_sets, clear)

void
refrain_query_sets_add (RefrainQuerySets *self,
                        RefrainQuerySetKind kind,
                        guint32 id,
                        const char *name,
                        RefrainOpSet *ops)
{
  const RefrainQuerySet set = { id, g_strdup (name), refrain_op_set_ref (ops) };

  g_return_if_fail (kind < REFRAIN_QUERY_N_SETS);

  g_array_append_val (self->of[kind], set);
}

const RefrainQuerySet *
refrain_query_sets_list (RefrainQuerySets *self, RefrainQuerySetKind kind, guint *n)
{
  g_return_val_if_fail (kind < REFRAIN_QUERY_N_SETS, NULL);

  *n = self->of[kind]->len;
  return (const RefrainQuerySet *) self->of[kind]->data;
}
