/* refrain-loop-grammar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Symbols are numbered by their keys, words that say all that tells them apart: so what says the
 * same is one symbol as soon as it is read or made. Written as a model, rules become definitions.
 */
#include "refrain-loop-grammar.h"

#include "refrain-free.h"

REFRAIN_DEFINE_CLEAR (symbol_clear, RefrainLoopSymbol, g_clear_pointer (&x->body, g_array_unref);
                      g_clear_pointer (&x->links, g_array_unref))

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_loop_grammar_clear,
                             RefrainLoopGrammar,
                             g_clear_pointer (&x->symbols, g_array_unref);
                             g_clear_pointer (&x->key, g_array_unref);
                             refrain_sequence_table_clear (&x->keys);
                             refrain_loop_pieces_clear (&x->pieces);
                             g_clear_object (&x->model))

/* ---- Symbols -------------------------------------------------------------------------------- */

static void
add_word (RefrainLoopGrammar *self, guint32 word)
{
  g_array_append_val (self->key, word);
}

static void
add_long (RefrainLoopGrammar *self, gint64 number)
{
  add_word (self, (guint32) (guint64) number);
  add_word (self, (guint32) ((guint64) number >> 32));
}

/* Which loops a number depends on is counted from where it stands. Gives how many at most. */
static guint32
add_affine (RefrainLoopGrammar *self, const RefrainConstruct *construct, guint number)
{
  const RefrainAffine *affine = &construct->number[number];
  const RefrainAffineTerm *term = refrain_loop_model_get_affine_terms (self->model, affine);
  guint32 reach = 0;

  add_long (self, affine->constant);
  add_word (self, affine->n);
  for (guint32 i = 0; i < affine->n; i++)
    {
      add_word (self, construct->depth - term[i].depth);
      add_long (self, term[i].coefficient);
      reach = MAX (reach, construct->depth - term[i].depth);
    }
  return reach;
}

/* The symbol of the key; @body is taken over or freed. */
static guint32
intern (RefrainLoopGrammar *self, RefrainLoopSymbol *symbol)
{
  gboolean is_new;
  const guint32 number = refrain_sequence_table_add (
      &self->keys, (const guint32 *) (gpointer) self->key->data, self->key->len, &is_new);

  if (is_new)
    g_array_append_val (self->symbols, *symbol);
  else
    symbol_clear (symbol);
  return number;
}

static guint32
intern_loop (RefrainLoopGrammar *self, RefrainLoopSymbol *loop)
{
  for (guint i = 0; i < loop->body->len; i++)
    {
      const guint32 inner = g_array_index (loop->body, guint32, i);
      const guint32 reach = refrain_loop_grammar_get (self, inner)->reach;

      add_word (self, inner);
      if (reach > 1)
        loop->reach = MAX (loop->reach, reach - 1);
    }
  return intern (self, loop);
}

static GArray *
make_body (const guint32 *symbols, guint32 n)
{
  GArray *body = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);

  g_array_append_vals (body, symbols, n);
  return body;
}

guint32
refrain_loop_grammar_add_loop (RefrainLoopGrammar *self,
                               gint64 count,
                               const guint32 *body,
                               guint32 n)
{
  RefrainLoopSymbol loop
      = { REFRAIN_LOOP_SYMBOL_LOOP, REFRAIN_NONE, count, 0, make_body (body, n), NULL };

  /* As a loop of the model with a constant count. */
  g_array_set_size (self->key, 0);
  add_word (self, REFRAIN_LOOP_SYMBOL_LOOP);
  add_long (self, count);
  add_word (self, 0);
  return intern_loop (self, &loop);
}

guint32
refrain_loop_grammar_add_rule (RefrainLoopGrammar *self, const guint32 *body, guint32 n)
{
  RefrainLoopSymbol rule
      = { REFRAIN_LOOP_SYMBOL_RULE, REFRAIN_NONE, 0, 0, make_body (body, n), NULL };

  g_array_set_size (self->key, 0);
  add_word (self, REFRAIN_LOOP_SYMBOL_RULE);
  add_word (self, self->symbols->len);
  return intern (self, &rule);
}

GArray *
refrain_loop_grammar_get_free_body (const RefrainLoopGrammar *self, guint32 symbol)
{
  const RefrainLoopSymbol *found = refrain_loop_grammar_get (self, symbol);

  if (found->kind == REFRAIN_LOOP_SYMBOL_PIECE
      || (self->keeps_loops && found->construct != REFRAIN_NONE))
    return NULL;
  return found->body;
}

/* ---- Reading -------------------------------------------------------------------------------- */

static guint32 read_construct (RefrainLoopGrammar *self, guint32 number);

/* The symbol of @constructs, which are linked. */
static guint32
read_piece (RefrainLoopGrammar *self, const guint32 *constructs, guint32 n)
{
  const RefrainLoopPieces *pieces = &self->pieces;
  RefrainLoopSymbol piece = { .kind = REFRAIN_LOOP_SYMBOL_PIECE, .construct = REFRAIN_NONE };

  piece.body = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  piece.links = g_array_new (FALSE, FALSE, sizeof (RefrainConstructLink));
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 symbol = read_construct (self, constructs[i]);

      g_array_append_val (piece.body, symbol);
      piece.reach = MAX (piece.reach, refrain_loop_grammar_get (self, symbol)->reach);
      pieces->item[constructs[i]] = i;
    }
  g_array_set_size (self->key, 0);
  add_word (self, piece.kind);
  add_word (self, n);
  for (guint32 i = 0; i < n; i++)
    add_word (self, g_array_index (piece.body, guint32, i));
  for (guint32 i = 0; i < n; i++)
    for (gsize k = pieces->partner_first[constructs[i]];
         k < pieces->partner_first[constructs[i] + 1]; k++)
      {
        const RefrainConstructLink link = { i, pieces->item[pieces->partner[k].construct] };

        if (!pieces->partner[k].is_behind)
          continue;
        g_array_append_val (piece.links, link);
        add_word (self, link.from);
        add_word (self, link.to);
      }
  return intern (self, &piece);
}

static GArray *
read_body (RefrainLoopGrammar *self, guint32 at, guint32 end)
{
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) constructs = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *body = g_array_new (FALSE, FALSE, sizeof (guint32));

  refrain_loop_pieces_cut (&self->pieces, at, end, first, constructs);
  for (guint i = 0; i + 1 < first->len; i++)
    {
      const guint32 start = g_array_index (first, guint32, i);
      const guint32 n = g_array_index (first, guint32, i + 1) - start;
      const guint32 *piece = &g_array_index (constructs, guint32, start);
      const guint32 symbol = n == 1 ? read_construct (self, *piece) : read_piece (self, piece, n);

      g_array_append_val (body, symbol);
    }
  return body;
}

static guint32
read_construct (RefrainLoopGrammar *self, guint32 number)
{
  guint32 n;
  const RefrainConstruct *construct = &refrain_loop_model_get_constructs (self->model, &n)[number];
  RefrainLoopSymbol symbol = { .construct = number };

  if (construct->kind == REFRAIN_CONSTRUCT_LOOP)
    {
      symbol.kind = REFRAIN_LOOP_SYMBOL_LOOP;
      symbol.body = read_body (self, number + 1, construct->end);
      g_array_set_size (self->key, 0);
      add_word (self, symbol.kind);
      symbol.reach = add_affine (self, construct, 0);
      return intern_loop (self, &symbol);
    }
  g_assert (construct->kind == REFRAIN_CONSTRUCT_EVENT);
  symbol.kind = REFRAIN_LOOP_SYMBOL_EVENT;
  g_array_set_size (self->key, 0);
  add_word (self, symbol.kind);
  add_word (self, construct->process);
  add_word (self, construct->what);
  symbol.reach = add_affine (self, construct, 0);
  symbol.reach = MAX (symbol.reach, add_affine (self, construct, 1));
  return intern (self, &symbol);
}

void
refrain_loop_grammar_init (RefrainLoopGrammar *self, RefrainLoopModel *model, gboolean keeps_loops)
{
  g_autoptr (GArray) body = NULL;
  guint32 n;

  self->model = g_object_ref (model);
  self->keeps_loops = keeps_loops;
  self->symbols = g_array_new (FALSE, FALSE, sizeof (RefrainLoopSymbol));
  g_array_set_clear_func (self->symbols, symbol_clear);
  refrain_sequence_table_init (&self->keys);
  self->key = g_array_new (FALSE, FALSE, sizeof (guint32));
  refrain_loop_pieces_init (&self->pieces, model);
  refrain_loop_model_get_constructs (model, &n);
  body = read_body (self, 0, n);
  self->whole
      = refrain_loop_grammar_add_rule (self, (const guint32 *) (gpointer) body->data, body->len);
}

/* ---- Order ---------------------------------------------------------------------------------- */

typedef struct
{
  guint32 symbol;
  guint32 at; /* in its body */
} Step;

GArray *
refrain_loop_grammar_order (const RefrainLoopGrammar *self)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (Step));
  g_autofree gboolean *seen = g_new0 (gboolean, self->symbols->len);
  Step step = { self->whole, 0 };

  g_array_append_val (path, step);
  seen[step.symbol] = TRUE;
  while (path->len > 0)
    {
      Step *top = &g_array_index (path, Step, path->len - 1);
      const GArray *body = refrain_loop_grammar_get (self, top->symbol)->body;

      if (body == NULL || top->at == body->len)
        {
          g_array_append_val (order, top->symbol);
          g_array_set_size (path, path->len - 1);
          continue;
        }
      step.symbol = g_array_index (body, guint32, top->at++);
      if (!seen[step.symbol])
        {
          seen[step.symbol] = TRUE;
          g_array_append_val (path, step);
        }
    }
  return order;
}

guint64
refrain_loop_grammar_measure (const RefrainLoopGrammar *self)
{
  g_autoptr (GArray) order = refrain_loop_grammar_order (self);
  g_autofree guint64 *terms = g_new0 (guint64, self->symbols->len); /* where the symbol stands */
  guint64 sum = 0;

  for (guint i = 0; i < order->len; i++)
    {
      const guint32 number = g_array_index (order, guint32, i);
      const RefrainLoopSymbol *symbol = refrain_loop_grammar_get (self, number);

      terms[number] = symbol->kind == REFRAIN_LOOP_SYMBOL_PIECE ? 0 : 1;
      for (guint k = 0; symbol->body != NULL && k < symbol->body->len; k++)
        *(symbol->kind == REFRAIN_LOOP_SYMBOL_RULE ? &sum : &terms[number])
            += terms[g_array_index (symbol->body, guint32, k)];
    }
  return sum;
}

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct
{
  const RefrainLoopGrammar *grammar;
  RefrainLoopModelBuilder *builder;
  guint32 *definition; /* by rule: its construct */
  GArray *terms;       /* of RefrainAffineTerm: scratch */
} Writer;

static RefrainAffine
move_affine (Writer *self, const RefrainConstruct *construct, guint number, guint32 depth)
{
  const RefrainAffine *affine = &construct->number[number];
  const RefrainAffineTerm *term
      = refrain_loop_model_get_affine_terms (self->grammar->model, affine);

  g_array_set_size (self->terms, 0);
  for (guint32 i = 0; i < affine->n; i++)
    {
      const RefrainAffineTerm moved
          = { depth - (construct->depth - term[i].depth), term[i].coefficient };

      g_array_append_val (self->terms, moved);
    }
  return refrain_loop_model_builder_affine (
      self->builder, affine->constant, (const RefrainAffineTerm *) (gpointer) self->terms->data,
      self->terms->len);
}

static void write_body (Writer *self, const GArray *body, guint32 depth);

static void write_piece (Writer *self, const RefrainLoopSymbol *piece, guint32 depth);

/* Gives its construct, where it is one. */
static guint32
write_symbol (Writer *self, guint32 number, guint32 depth)
{
  const RefrainLoopSymbol *symbol = refrain_loop_grammar_get (self->grammar, number);
  const RefrainConstruct *construct = NULL;
  guint32 n, written;

  if (symbol->construct != REFRAIN_NONE)
    construct = &refrain_loop_model_get_constructs (self->grammar->model, &n)[symbol->construct];
  switch (symbol->kind)
    {
    case REFRAIN_LOOP_SYMBOL_EVENT:
      return refrain_loop_model_builder_add_event (
          self->builder, construct->process, construct->what,
          move_affine (self, construct, 0, depth), move_affine (self, construct, 1, depth));
    case REFRAIN_LOOP_SYMBOL_LOOP:
      written = refrain_loop_model_builder_open_loop (
          self->builder, construct != NULL ? move_affine (self, construct, 0, depth)
                                           : refrain_loop_model_builder_affine (
                                               self->builder, symbol->count, NULL, 0));
      write_body (self, symbol->body, depth + 1);
      refrain_loop_model_builder_close (self->builder);
      return written;
    case REFRAIN_LOOP_SYMBOL_RULE:
      return refrain_loop_model_builder_add_use (self->builder, self->definition[number]);
    case REFRAIN_LOOP_SYMBOL_PIECE:
      write_piece (self, symbol, depth);
      return REFRAIN_NONE;
    default:
      g_assert_not_reached ();
    }
}

static void
write_piece (Writer *self, const RefrainLoopSymbol *piece, guint32 depth)
{
  g_autofree guint32 *written = g_new (guint32, piece->body->len);

  for (guint i = 0; i < piece->body->len; i++)
    written[i] = write_symbol (self, g_array_index (piece->body, guint32, i), depth);
  for (guint i = 0; i < piece->links->len; i++)
    {
      const RefrainConstructLink *link = &g_array_index (piece->links, RefrainConstructLink, i);

      refrain_loop_model_builder_add_link (self->builder, written[link->from], written[link->to]);
    }
}

static void
write_body (Writer *self, const GArray *body, guint32 depth)
{
  for (guint i = 0; i < body->len; i++)
    write_symbol (self, g_array_index (body, guint32, i), depth);
}

RefrainLoopModel *
refrain_loop_grammar_write (const RefrainLoopGrammar *self)
{
  g_autoptr (RefrainLoopModelBuilder) builder
      = refrain_loop_model_builder_new (refrain_loop_model_get_events (self->model));
  g_autoptr (GArray) order = refrain_loop_grammar_order (self);
  g_autoptr (GArray) terms = g_array_new (FALSE, FALSE, sizeof (RefrainAffineTerm));
  g_autofree guint32 *definition = g_new0 (guint32, self->symbols->len);
  Writer writer = { self, builder, definition, terms };

  for (guint i = 0; i < order->len; i++)
    {
      const guint32 number = g_array_index (order, guint32, i);
      const RefrainLoopSymbol *symbol = refrain_loop_grammar_get (self, number);

      if (symbol->kind != REFRAIN_LOOP_SYMBOL_RULE)
        continue;
      if (number != self->whole)
        definition[number] = refrain_loop_model_builder_open_definition (builder);
      write_body (&writer, symbol->body, 0);
      if (number != self->whole)
        refrain_loop_model_builder_close (builder);
    }
  return refrain_loop_model_builder_finish (builder);
}
