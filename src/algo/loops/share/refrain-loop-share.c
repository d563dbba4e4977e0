/* refrain-loop-share.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rounds of: rules for pairs that come again; only those kept that are worth it, as wholes; loops
 * of what then stands three times in a row; rules for loops that come again. Each round sees
 * through what the one before has found, and none makes the model larger.
 */
#include "refrain-loop-share.h"

#include "refrain-loop-pairs.h"
#include "refrain-nlr-stack.h"

/* Definitions are worth their words where less than one in so many terms is left; in a model that
 * is too long to be read, in its loops as well, less than one in so many. */
#define WORTH      3
#define WORTH_LONG 2
/* What is long: in all, and for each process. */
#define LONG_MODEL   1000
#define LONG_PROCESS 100

enum
{
  MAX_ROUNDS = 16,
  MIN_GAIN = 128 /* one term of so many: a round that gains less is the last */
};

/* ---- What is worth it ----------------------------------------------------------------------- */

/* How often each symbol stands in the bodies of @order. */
static guint32 *
count_uses (const RefrainLoopGrammar *grammar, const GArray *order)
{
  guint32 *uses = g_new0 (guint32, grammar->symbols->len);

  for (guint i = 0; i < order->len; i++)
    {
      const GArray *body
          = refrain_loop_grammar_get (grammar, g_array_index (order, guint32, i))->body;

      for (guint k = 0; body != NULL && k < body->len; k++)
        uses[g_array_index (body, guint32, k)]++;
    }
  return uses;
}

/* Fewer terms with a definition of @terms and @uses uses than with as many copies. */
static gboolean
is_worth (guint64 uses, guint64 terms)
{
  return uses * terms > uses + terms;
}

/* The symbols of @body, with those of the rules in it that are not kept. */
static GArray *
expand (const RefrainLoopGrammar *grammar, const GArray *body, const gboolean *dropped)
{
  GArray *expanded = g_array_sized_new (FALSE, FALSE, sizeof (guint32), body->len);
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = body->len; i-- > 0;)
    g_array_append_val (left, g_array_index (body, guint32, i));
  while (left->len > 0)
    {
      const guint32 symbol = g_array_index (left, guint32, left->len - 1);
      const GArray *inner = refrain_loop_grammar_get (grammar, symbol)->body;

      g_array_set_size (left, left->len - 1);
      if (!dropped[symbol])
        g_array_append_val (expanded, symbol);
      for (guint i = dropped[symbol] ? inner->len : 0; i-- > 0;)
        g_array_append_val (left, g_array_index (inner, guint32, i));
    }
  return expanded;
}

/* Puts rules that are not worth it back where they are used. Putting one back only makes the
 * others longer or more often used: those kept stay worth it. */
static void
prune (RefrainLoopGrammar *grammar)
{
  g_autoptr (GArray) order = refrain_loop_grammar_order (grammar);
  g_autofree guint32 *uses = count_uses (grammar, order);
  g_autofree guint64 *terms = g_new0 (guint64, grammar->symbols->len); /* where it stands */
  g_autofree gboolean *dropped = g_new0 (gboolean, grammar->symbols->len);

  for (guint i = 0; i < order->len; i++)
    {
      const guint32 number = g_array_index (order, guint32, i);
      const RefrainLoopSymbol *symbol = refrain_loop_grammar_get (grammar, number);

      terms[number] = symbol->kind < REFRAIN_LOOP_SYMBOL_PIECE ? 1 : 0;
      for (guint k = 0; symbol->body != NULL && k < symbol->body->len; k++)
        terms[number] += terms[g_array_index (symbol->body, guint32, k)];
      if (symbol->kind != REFRAIN_LOOP_SYMBOL_RULE || number == grammar->whole)
        continue;
      dropped[number] = !is_worth (uses[number], terms[number]);
      if (!dropped[number])
        terms[number] = 1;
    }
  for (guint i = 0; i < order->len; i++)
    {
      const guint32 number = g_array_index (order, guint32, i);
      RefrainLoopSymbol *symbol = refrain_loop_grammar_get (grammar, number);
      GArray *body;

      if (symbol->body == NULL || symbol->kind == REFRAIN_LOOP_SYMBOL_PIECE || dropped[number])
        continue;
      body = expand (grammar, symbol->body, dropped);
      g_array_unref (symbol->body);
      symbol->body = body;
    }
}

/* Rules for loops and pieces that come again. */
static void
wrap_alone (RefrainLoopGrammar *grammar)
{
  g_autoptr (GArray) order = refrain_loop_grammar_order (grammar);
  g_autofree guint32 *uses = count_uses (grammar, order);
  g_autofree guint64 *terms = g_new0 (guint64, grammar->symbols->len);
  const guint32 n_symbols = grammar->symbols->len;
  g_autofree guint32 *rule = g_new0 (guint32, n_symbols);

  for (guint i = 0; i < order->len; i++)
    {
      const guint32 number = g_array_index (order, guint32, i);
      GArray *body = refrain_loop_grammar_get (grammar, number)->body;
      const gboolean is_free = refrain_loop_grammar_get_free_body (grammar, number) != NULL;
      RefrainLoopSymbolKind kind;

      terms[number] = rule[number] = 0;
      for (guint k = 0; body != NULL && k < body->len; k++)
        {
          guint32 *inner = &g_array_index (body, guint32, k);

          terms[number] += terms[*inner];
          if (rule[*inner] != 0 && is_free)
            *inner = rule[*inner];
        }
      kind = refrain_loop_grammar_get (grammar, number)->kind;
      if (kind != REFRAIN_LOOP_SYMBOL_LOOP && kind != REFRAIN_LOOP_SYMBOL_PIECE)
        {
          terms[number] = 1;
          continue;
        }
      terms[number] += kind == REFRAIN_LOOP_SYMBOL_LOOP;
      if (refrain_loop_grammar_get (grammar, number)->reach > 0
          || !is_worth (uses[number], terms[number]))
        continue;
      rule[number] = refrain_loop_grammar_add_rule (grammar, &number, 1);
      terms[number] = 1;
    }
}

/* ---- Loops ---------------------------------------------------------------------------------- */

/* What a body is while its loops are looked for. */
typedef struct
{
  RefrainLoopGrammar *grammar;
  RefrainNlrStack *stack; /* its leaves are called after their symbols */
} Folding;

/* The symbol of a term; @numbers are the counts of the loops in it, inner ones first. */
static guint32
find_symbol (Folding *self, guint32 term, const gint64 *numbers)
{
  g_autoptr (GArray) body = g_array_new (FALSE, FALSE, sizeof (guint32));
  RefrainNlrShape shape;

  refrain_nlr_stack_get_shape (self->stack, term, &shape);
  if (shape.n_body == 0)
    return shape.name;
  for (guint32 i = 0; i < shape.n_body; i++)
    {
      const guint32 inner = find_symbol (self, shape.body[i], numbers);

      g_array_append_val (body, inner);
      numbers += refrain_nlr_stack_get_n_numbers (self->stack, shape.body[i]);
    }
  return refrain_loop_grammar_add_loop (self->grammar, *numbers,
                                        (const guint32 *) (gpointer) body->data, body->len);
}

/* Puts the symbols of @body on the stack. Each is a leaf, and each that depends on loops around it
 * one of its own; @leaf, by symbol, is REFRAIN_NONE for all before and after. */
static void
push_body (Folding *self, const GArray *body, guint32 *leaf)
{
  for (guint i = 0; i < body->len; i++)
    {
      const guint32 symbol = g_array_index (body, guint32, i);
      const gboolean is_open = refrain_loop_grammar_get (self->grammar, symbol)->reach > 0;

      if (is_open || leaf[symbol] == REFRAIN_NONE)
        leaf[symbol] = refrain_nlr_stack_add_leaf (self->stack, 0, symbol);
      refrain_nlr_stack_push (self->stack, leaf[symbol], NULL);
    }
  for (guint i = 0; i < body->len; i++)
    leaf[g_array_index (body, guint32, i)] = REFRAIN_NONE;
}

static GArray *
fold_body (RefrainLoopGrammar *grammar, const GArray *body, guint32 max_body, guint32 *leaf)
{
  GArray *folded = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (RefrainNlrStack) stack = refrain_nlr_stack_new (max_body, FALSE);
  Folding self = { grammar, stack };
  const guint32 *terms;
  const gint64 *numbers;
  gsize n;

  push_body (&self, body, leaf);
  terms = refrain_nlr_stack_finish (stack, &n, &numbers);
  for (gsize i = 0; i < n; i++)
    {
      const guint32 found = find_symbol (&self, terms[i], numbers);

      g_array_append_val (folded, found);
      numbers += refrain_nlr_stack_get_n_numbers (stack, terms[i]);
    }
  return folded;
}

/* Loops of what stands three times or more in a row. */
static void
fold (RefrainLoopGrammar *grammar, guint32 max_body)
{
  g_autoptr (GArray) order = refrain_loop_grammar_order (grammar);
  g_autofree guint32 *leaf = g_new (guint32, grammar->symbols->len);

  for (guint32 i = 0; i < grammar->symbols->len; i++)
    leaf[i] = REFRAIN_NONE;
  for (guint i = 0; i < order->len; i++)
    {
      const guint32 number = g_array_index (order, guint32, i);
      const GArray *body = refrain_loop_grammar_get_free_body (grammar, number);
      GArray *folded;

      if (body == NULL || body->len < 3)
        continue;
      folded = fold_body (grammar, body, max_body, leaf);
      g_array_unref (refrain_loop_grammar_get (grammar, number)->body);
      refrain_loop_grammar_get (grammar, number)->body = folded;
    }
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* Rounds until one gains too little. FALSE when cancelled. */
static gboolean
share_until_done (RefrainLoopGrammar *grammar, guint32 max_body, GCancellable *cancellable)
{
  guint64 before = G_MAXUINT64, terms = refrain_loop_grammar_measure (grammar);

  for (guint i = 0; i < MAX_ROUNDS && terms < before - before / MIN_GAIN; i++)
    {
      before = terms;
      if (!refrain_loop_pairs_replace (grammar, cancellable)
          || g_cancellable_is_cancelled (cancellable))
        return FALSE;
      prune (grammar);
      fold (grammar, max_body);
      wrap_alone (grammar);
      terms = refrain_loop_grammar_measure (grammar);
    }
  return TRUE;
}

/* Sets @shared to the model with definitions of at most @most terms, or to NULL. FALSE with @error
 * when cancelled. */
static gboolean
share_way (RefrainLoopModel *model,
           gboolean outside,
           guint32 max_body,
           gsize most,
           RefrainLoopModel **shared,
           GCancellable *cancellable,
           GError **error)
{
  g_auto (RefrainLoopGrammar) grammar = { 0 };

  *shared = NULL;
  refrain_loop_grammar_init (&grammar, model, outside);
  if (!share_until_done (&grammar, max_body, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  prune (&grammar);
  if (refrain_loop_grammar_measure (&grammar) <= most)
    *shared = refrain_loop_grammar_write (&grammar);
  return TRUE;
}

/* Whether nobody reads @model from beginning to end. */
static gboolean
is_long (RefrainLoopModel *model, const RefrainLoopModelSize *size)
{
  guint32 n, n_processes = 0;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);
  g_autofree gboolean *seen = NULL;

  if (size->n_terms <= LONG_MODEL)
    return FALSE;
  seen = g_new0 (gboolean,
                 refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model)));
  for (guint32 i = 0; i < n; i++)
    if (constructs[i].kind == REFRAIN_CONSTRUCT_EVENT && !seen[constructs[i].process])
      {
        seen[constructs[i].process] = TRUE;
        n_processes++;
      }
  return size->n_terms > (guint64) LONG_PROCESS * n_processes;
}

RefrainLoopModel *
refrain_loop_share (RefrainLoopModel *model,
                    RefrainLoopShare share,
                    guint32 max_body,
                    GCancellable *cancellable,
                    GError **error)
{
  const gboolean is_auto = share == REFRAIN_LOOP_SHARE_WORTH;
  RefrainLoopModelSize size;
  RefrainLoopModel *shared;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model) && max_body >= 1, NULL);

  refrain_loop_model_measure (model, &size);
  if (share == REFRAIN_LOOP_SHARE_NONE || size.n_definitions > 0 || size.n_terms == 0)
    return g_object_ref (model);
  if (!share_way (model, share != REFRAIN_LOOP_SHARE_EVERYWHERE, max_body,
                  (is_auto ? (size.n_terms - 1) / WORTH : size.n_terms - 1), &shared, cancellable,
                  error))
    return NULL;
  if (shared == NULL && is_auto && is_long (model, &size)
      && !share_way (model, FALSE, max_body, (size.n_terms - 1) / WORTH_LONG, &shared, cancellable,
                     error))
    return NULL;
  return shared != NULL ? shared : g_object_ref (model);
}
