/* refrain-query-sets.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-query-sets.h"

#include "refrain-query.h"
#include "refrain-recurrences.h"

struct _RefrainQuerySets
{
  gatomicrefcount references;
  GArray *of[REFRAIN_QUERY_N_SETS]; /* of RefrainQuerySet */
};

G_DEFINE_BOXED_TYPE (RefrainQuerySets,
                     refrain_query_sets,
                     refrain_query_sets_ref,
                     refrain_query_sets_unref)

const char *
refrain_query_set_kind_get_name (RefrainQuerySetKind kind)
{
  static const char *const names[REFRAIN_QUERY_N_SETS] = { "pattern", "phase", "loop" };

  g_return_val_if_fail (kind < REFRAIN_QUERY_N_SETS, NULL);

  return names[kind];
}

static void
clear_set (gpointer data)
{
  RefrainQuerySet *set = data;

  g_free (set->name);
  refrain_op_set_unref (set->ops);
}

RefrainQuerySets *
refrain_query_sets_new (void)
{
  RefrainQuerySets *self = g_new0 (RefrainQuerySets, 1);

  g_atomic_ref_count_init (&self->references);
  for (guint i = 0; i < REFRAIN_QUERY_N_SETS; i++)
    {
      self->of[i] = g_array_new (FALSE, FALSE, sizeof (RefrainQuerySet));
      g_array_set_clear_func (self->of[i], clear_set);
    }
  return self;
}

RefrainQuerySets *
refrain_query_sets_ref (RefrainQuerySets *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
refrain_query_sets_unref (RefrainQuerySets *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  for (guint i = 0; i < REFRAIN_QUERY_N_SETS; i++)
    g_array_unref (self->of[i]);
  g_free (self);
}

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

/* ---- As the commands list them ---- */

static void
add_series (RefrainQuerySets *self,
            const RefrainRecurrenceSources *sources,
            RefrainRecurs kind,
            RefrainQuerySetKind as,
            GCancellable *cancellable)
{
  const guint32 n = refrain_recurrence_sources_count (sources, kind);

  for (guint32 id = 1; id <= n && !g_cancellable_is_cancelled (cancellable); id++)
    {
      /* Constructs that are no loops have no series. */
      g_autoptr (RefrainOccurrences) series
          = refrain_recurrence_sources_collect (sources, kind, id, cancellable, NULL);
      g_autoptr (RefrainOpSet) ops
          = series != NULL ? refrain_occurrences_make_op_set (series, NULL, 0) : NULL;

      if (ops != NULL)
        refrain_query_sets_add (self, as, id, refrain_occurrences_get_name (series), ops);
    }
}

RefrainQuerySets *
refrain_query_sets_find (RefrainTrace *trace,
                         guint needs,
                         GCancellable *cancellable,
                         GError **error)
{
  static const struct
  {
    guint need;
    RefrainRecurs kind;
    RefrainQuerySetKind as;
  } kinds[] = {
    { REFRAIN_QUERY_NEEDS_PATTERNS, REFRAIN_RECURS_PATTERN, REFRAIN_QUERY_SET_PATTERN },
    { REFRAIN_QUERY_NEEDS_PHASES, REFRAIN_RECURS_PHASE, REFRAIN_QUERY_SET_PHASE },
    { REFRAIN_QUERY_NEEDS_LOOPS, REFRAIN_RECURS_LOOP, REFRAIN_QUERY_SET_LOOP },
  };
  g_autoptr (RefrainQuerySets) self = refrain_query_sets_new ();

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_auto (RefrainRecurrenceSources) sources = { 0 };

      if ((needs & kinds[i].need) == 0)
        continue;
      if (!refrain_recurrence_sources_find (&sources, trace, kinds[i].kind, cancellable, error))
        return NULL;
      add_series (self, &sources, kinds[i].kind, kinds[i].as, cancellable);
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}
