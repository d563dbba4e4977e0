/* loop-streams.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "loop-streams.h"

#define MAX_DEPTH 64

/* ---- Events --------------------------------------------------------------------------------- */

static void
append (RefrainLoopEventsBuilder *builder,
        RefrainLoopEventKind kind,
        guint32 name,
        gint32 peer,
        gint32 tag)
{
  RefrainLoopEvent event = { .peer = peer, .tag = tag };
  guint32 group = 0, all = 0;

  if (kind == REFRAIN_LOOP_SYNC)
    group = refrain_loop_events_builder_add_group (builder, &all, 1);
  event.shape = refrain_loop_events_builder_add_shape (builder, kind, name, group);
  refrain_loop_events_builder_append (builder, 0, &event, REFRAIN_NONE);
}

void
loop_send (RefrainLoopEventsBuilder *builder, gint32 peer, gint32 tag)
{
  append (builder, REFRAIN_LOOP_SEND, 0, peer, tag);
}

void
loop_recv (RefrainLoopEventsBuilder *builder, gint32 peer, gint32 tag)
{
  append (builder, REFRAIN_LOOP_RECV, 0, peer, tag);
}

void
loop_sync (RefrainLoopEventsBuilder *builder, const char *name)
{
  append (builder, REFRAIN_LOOP_SYNC, refrain_loop_events_builder_add_name (builder, name), 0, 0);
}

/* Reads up to the closing bracket; gives where it ended. */
static const char *
read_syncs (RefrainLoopEventsBuilder *builder, const char *text)
{
  while (*text != '\0' && *text != ')')
    {
      char *end = (char *) text;
      const guint64 times = g_ascii_isdigit (*text) ? g_ascii_strtoull (text, &end, 10) : 1;
      const char *item = *end == '*' ? end + 1 : end, *after = item;

      for (guint64 i = 0; i < times; i++)
        {
          if (*item == '(')
            {
              after = read_syncs (builder, item + 1) + 1;
            }
          else
            {
              const char name[2] = { *item, '\0' };

              after = item + 1;
              if (*item != ' ')
                loop_sync (builder, name);
            }
        }
      text = after;
    }
  return text;
}

void
loop_syncs (RefrainLoopEventsBuilder *builder, const char *text)
{
  read_syncs (builder, text);
}

/* ---- Text ----------------------------------------------------------------------------------- */

void
loop_append_affine (
    GString *out, gint64 constant, const gint64 *coefficient, guint depth, gboolean brackets)
{
  g_autoptr (GString) sum = g_string_new (NULL);

  for (guint d = 0; d < depth; d++)
    if (coefficient[d] != 0)
      {
        g_string_append (sum, coefficient[d] < 0 ? "-" : sum->len > 0 ? "+" : "");
        if (ABS (coefficient[d]) != 1)
          g_string_append_printf (sum, "%" G_GINT64_FORMAT "*", ABS (coefficient[d]));
        g_string_append_printf (sum, "i%u", d);
      }
  if (sum->len == 0)
    {
      g_string_append_printf (out, "%" G_GINT64_FORMAT, constant);
      return;
    }
  if (constant != 0)
    g_string_append_printf (sum, "%+" G_GINT64_FORMAT, constant);
  g_string_append_printf (out, brackets ? "(%s)" : "%s", sum->str);
}

static void
append_number (GString *out,
               RefrainLoopModel *model,
               const RefrainAffine *number,
               gboolean brackets)
{
  const RefrainAffineTerm *term = refrain_loop_model_get_affine_terms (model, number);
  gint64 coefficient[MAX_DEPTH] = { 0 };
  guint depth = 0;

  for (guint32 i = 0; i < number->n; i++)
    {
      g_assert_cmpuint (term[i].depth, <, MAX_DEPTH);
      coefficient[term[i].depth] = term[i].coefficient;
      depth = term[i].depth + 1;
    }
  loop_append_affine (out, number->constant, coefficient, depth, brackets);
}

static void
append_event (GString *out, RefrainLoopModel *model, const RefrainConstruct *construct)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);
  guint32 n;
  const RefrainLoopShape *shape = &refrain_loop_events_get_shapes (events, &n)[construct->what];

  if (shape->kind == REFRAIN_LOOP_SYNC || shape->kind == REFRAIN_LOOP_LOCAL)
    {
      g_string_append (out, refrain_loop_events_get_name (events, shape->name));
      return;
    }
  g_string_append_c (out, shape->kind == REFRAIN_LOOP_SEND ? 's' : 'r');
  append_number (out, model, REFRAIN_CONSTRUCT_PEER (construct), TRUE);
  g_string_append_c (out, '.');
  append_number (out, model, REFRAIN_CONSTRUCT_TAG (construct), TRUE);
}

char *
loop_model_text (RefrainLoopModel *model)
{
  GString *out = g_string_new (NULL);
  guint32 n, open[MAX_DEPTH + 1], n_open = 0;
  const RefrainConstruct *construct = refrain_loop_model_get_constructs (model, &n);

  for (guint32 i = 0; i < n; i++)
    {
      const RefrainConstruct *self = &construct[i];
      g_autofree char *name = NULL;

      for (; n_open > 0 && construct[open[n_open - 1]].end <= i; n_open--)
        g_string_append_c (out,
                           construct[open[n_open - 1]].kind == REFRAIN_CONSTRUCT_LOOP ? '}' : ']');
      if (out->len > 0 && (i == 0 || self->parent != i - 1))
        g_string_append_c (out, ' ');
      switch (self->kind)
        {
        case REFRAIN_CONSTRUCT_EVENT:
          append_event (out, model, self);
          break;
        case REFRAIN_CONSTRUCT_LOOP:
          append_number (out, model, REFRAIN_CONSTRUCT_COUNT (self), FALSE);
          g_string_append_c (out, '{');
          open[n_open++] = i;
          break;
        case REFRAIN_CONSTRUCT_DEFINITION:
          name = refrain_loop_model_get_definition_name (self->what);
          g_string_append_printf (out, "%s=[", name);
          open[n_open++] = i;
          break;
        case REFRAIN_CONSTRUCT_USE:
          name = refrain_loop_model_get_definition_name (construct[self->what].what);
          g_string_append (out, name);
          break;
        default:
          g_assert_not_reached ();
        }
    }
  for (; n_open > 0; n_open--)
    g_string_append_c (out, construct[open[n_open - 1]].kind == REFRAIN_CONSTRUCT_LOOP ? '}' : ']');
  return g_string_free (out, FALSE);
}

/* ---- Streams -------------------------------------------------------------------------------- */

typedef struct
{
  const RefrainLoopStream *stream;
  const RefrainLoopEvent *event;
  gsize i;
} Expected;

static gboolean
is_next (const RefrainLoopEvent *event, guint32 construct, const gint64 *index, gpointer data)
{
  Expected *expected = data;
  const RefrainLoopEvent *wanted;

  (void) construct;
  (void) index;
  if (expected->i == expected->stream->n)
    return FALSE;
  wanted = &expected->event[expected->stream->event[expected->i++]];
  return event->shape == wanted->shape && event->peer == wanted->peer && event->tag == wanted->tag;
}

void
loop_assert_stream (RefrainLoopModel *model, guint process)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);
  guint32 n;
  Expected expected = { refrain_loop_events_get_stream (events, process),
                        refrain_loop_events_get_events (events, &n), 0 };

  g_assert_true (refrain_loop_model_run (model, process, is_next, &expected));
  g_assert_cmpuint (expected.i, ==, expected.stream->n);
}

/* ---- Random streams ------------------------------------------------------------------------- */

typedef struct
{
  RefrainLoopEventsBuilder *builder;
  GRand *random;
  gsize left;
} Random;

/* A number as it stands in a program: constant, or moving with some loops around. */
typedef struct
{
  gint32 constant;
  gint32 coefficient[4];
} Number;

static Number
random_number (Random *self, guint depth, gint32 most)
{
  Number number = { g_rand_int_range (self->random, 0, most + 1), { 0 } };

  for (guint d = 0; d < depth; d++)
    if (g_rand_int_range (self->random, 0, 4) == 0)
      number.coefficient[d] = g_rand_int_range (self->random, -1, 3);
  return number;
}

static gint32
evaluate (const Number *number, const gint32 *index, guint depth)
{
  gint32 value = number->constant;

  for (guint d = 0; d < depth; d++)
    value += number->coefficient[d] * index[d];
  return value;
}

/* A program that is run as it is made: the same choices again in each iteration, from a seed. */
static void
run_body (Random *self, guint32 seed, const gint32 *outer, guint depth)
{
  GRand *choices = g_rand_new_with_seed (seed);
  GRand *own = g_steal_pointer (&self->random);
  const guint n = (guint) g_rand_int_range (choices, 1, 6);
  gint32 index[5] = { 0 };

  self->random = choices;
  for (guint d = 0; d < depth; d++)
    index[d] = outer[d];
  for (guint i = 0; i < n && self->left > 0; i++)
    {
      const guint kind = (guint) g_rand_int_range (choices, 0, depth < 4 ? 5 : 3);

      if (kind < 2)
        {
          const Number peer = random_number (self, depth, 3), tag = random_number (self, depth, 2);

          (kind == 0 ? loop_send : loop_recv) (self->builder, 1000 + evaluate (&peer, index, depth),
                                               evaluate (&tag, index, depth));
          self->left--;
        }
      else if (kind == 2)
        {
          loop_sync (self->builder, g_rand_boolean (choices) ? "a" : "b");
          self->left--;
        }
      else
        {
          const Number count = random_number (self, depth, 7);
          const guint32 inner = g_rand_int (choices);
          const gint32 last = evaluate (&count, index, depth);

          for (index[depth] = 1; index[depth] <= last && self->left > 0; index[depth]++)
            run_body (self, inner, index, depth + 1);
        }
    }
  self->random = own;
  g_rand_free (choices);
}

RefrainLoopEvents *
loop_random_events (guint32 seed)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  Random self = { builder, random, (gsize) g_rand_int_range (random, 0, 3000) };
  guint32 seeds[6];

  for (guint i = 0; i < G_N_ELEMENTS (seeds); i++)
    seeds[i] = g_rand_int (random);
  while (self.left > 0)
    {
      gsize noise
          = g_rand_int_range (random, 0, 3) == 0 ? (gsize) g_rand_int_range (random, 0, 40) : 1;

      run_body (&self, seeds[g_rand_int_range (random, 0, G_N_ELEMENTS (seeds))], NULL, 0);
      for (; noise > 0 && self.left > 0; noise--, self.left--)
        loop_send (builder, g_rand_int_range (random, 0, 3), g_rand_int_range (random, 0, 3));
    }
  return refrain_loop_events_builder_finish (builder, NULL);
}
