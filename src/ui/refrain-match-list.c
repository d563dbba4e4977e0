/* refrain-match-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-match-list.h"

struct _RefrainMatch
{
  GObject parent_instance;

  RefrainMatchOccurrence occurrence;
  gboolean has_first;
  guint process;
  gsize op;
};

G_DEFINE_FINAL_TYPE (RefrainMatch, refrain_match, G_TYPE_OBJECT)

struct _RefrainMatchList
{
  GObject parent_instance;

  RefrainSymbols *symbols;
  RefrainMatchResult *result;
  RefrainOpSet *ops;
  guint n_similar;
};

static void refrain_match_list_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RefrainMatchList,
                               refrain_match_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      refrain_match_list_iface_init))

/* ---- One match ---- */

RefrainTime
refrain_match_get_start (RefrainMatch *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATCH (self), 0);
  return self->occurrence.start;
}

RefrainTime
refrain_match_get_end (RefrainMatch *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATCH (self), 0);
  return self->occurrence.end;
}

guint64
refrain_match_get_edits (RefrainMatch *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATCH (self), 0);
  return self->occurrence.edits;
}

gboolean
refrain_match_get_first (RefrainMatch *self, guint *process, gsize *op)
{
  g_return_val_if_fail (REFRAIN_IS_MATCH (self), FALSE);

  *process = self->process;
  *op = self->op;
  return self->has_first;
}

static void
refrain_match_class_init (RefrainMatchClass *klass)
{
}

static void
refrain_match_init (RefrainMatch *self)
{
}

/* ---- The list ---- */

static const RefrainOccurrencePart *
get_parts (RefrainMatchList *self, const RefrainMatchOccurrence *occurrence)
{
  return &g_array_index (self->result->parts, RefrainOccurrencePart, occurrence->first_part);
}

static GType
get_item_type (GListModel *model)
{
  return REFRAIN_TYPE_MATCH;
}

static guint
get_n_items (GListModel *model)
{
  return REFRAIN_MATCH_LIST (model)->result->occurrences->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  RefrainMatchList *self = REFRAIN_MATCH_LIST (model);
  RefrainTrace *trace = refrain_symbols_get_trace (self->symbols);
  const RefrainOccurrencePart *parts;
  RefrainTime earliest = G_MAXINT64;
  RefrainMatch *match;

  if (position >= self->result->occurrences->len)
    return NULL;
  match = g_object_new (REFRAIN_TYPE_MATCH, NULL);
  match->occurrence = g_array_index (self->result->occurrences, RefrainMatchOccurrence, position);
  parts = get_parts (self, &match->occurrence);
  for (guint32 i = 0; i < match->occurrence.n_parts; i++)
    {
      gsize op;
      RefrainTime start;

      if (parts[i].n == 0)
        continue;
      op = refrain_symbols_get_stream (self->symbols, parts[i].process)->op[parts[i].first];
      start
          = refrain_process_get_op_start (refrain_trace_get_process (trace, parts[i].process), op);
      if (match->has_first && start >= earliest)
        continue;
      earliest = start;
      match->has_first = TRUE;
      match->process = parts[i].process;
      match->op = op;
    }
  return match;
}

static void
refrain_match_list_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
add_ops (RefrainMatchList *self, const RefrainMatchOccurrence *occurrence)
{
  const RefrainOccurrencePart *parts = get_parts (self, occurrence);

  for (guint32 i = 0; i < occurrence->n_parts; i++)
    {
      const guint32 *op = refrain_symbols_get_stream (self->symbols, parts[i].process)->op;

      for (guint32 e = parts[i].first; e < parts[i].first + parts[i].n; e++)
        refrain_op_set_add (self->ops, parts[i].process, op[e]);
    }
}

RefrainMatchList *
refrain_match_list_new (RefrainSymbols *symbols,
                        const RefrainPatternTemplate *wanted,
                        const RefrainMatchOptions *options,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (RefrainMatchResult) result = NULL;
  RefrainMatchList *self;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);
  g_return_val_if_fail (wanted != NULL, NULL);

  result = refrain_pattern_match (symbols, wanted, options, cancellable, error);
  if (result == NULL)
    return NULL;
  self = g_object_new (REFRAIN_TYPE_MATCH_LIST, NULL);
  self->symbols = g_object_ref (symbols);
  self->result = g_steal_pointer (&result);
  self->ops = refrain_op_set_new (refrain_symbols_get_trace (symbols));
  for (guint i = 0; i < self->result->occurrences->len; i++)
    {
      const RefrainMatchOccurrence *occurrence
          = &g_array_index (self->result->occurrences, RefrainMatchOccurrence, i);

      if (occurrence->edits > 0)
        self->n_similar++;
      add_ops (self, occurrence);
    }
  return self;
}

guint
refrain_match_list_get_n_similar (RefrainMatchList *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATCH_LIST (self), 0);
  return self->n_similar;
}

RefrainOpSet *
refrain_match_list_get_op_set (RefrainMatchList *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATCH_LIST (self), NULL);
  return self->ops;
}

static void
refrain_match_list_finalize (GObject *object)
{
  RefrainMatchList *self = REFRAIN_MATCH_LIST (object);

  g_clear_object (&self->symbols);
  g_clear_pointer (&self->result, refrain_match_result_free);
  g_clear_pointer (&self->ops, refrain_op_set_unref);
  G_OBJECT_CLASS (refrain_match_list_parent_class)->finalize (object);
}

static void
refrain_match_list_class_init (RefrainMatchListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_match_list_finalize;
}

static void
refrain_match_list_init (RefrainMatchList *self)
{
}
