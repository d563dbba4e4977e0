/* refrain-loop-grammar-write.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A grammar as a model: rules become definitions.
 */
#include "config.h"

#include "refrain-loop-grammar.h"

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
