/* refrain-pattern-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts and bodies are those of refrain_tandem_reduce(), turned inside out; where they do not give
 * back exactly the events, what stands in a row is all that is counted.
 */
#include "refrain-pattern-form.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-tandem.h"

static void
form_free (RefrainPatternForm *self)
{
  refrain_free (self->elements, self->bodies, self->ops, self->element, self);
}

/* For each event of the original the element of its general form that it is an instance of: what
 * the form expands to when its symbols are their own places. */
static guint32 *
trace_elements (const RefrainTandemForm *form)
{
  RefrainTandemForm places = *form;
  guint32 *result;
  gsize n;

  places.symbol = g_new (guint32, form->n + 1);
  for (gsize i = 0; i < form->n; i++)
    places.symbol[i] = (guint32) i;
  result = refrain_tandem_form_expand (&places, &n);
  g_free (places.symbol);
  return result;
}

/* Counts and bodies out of the runs of what was kept. */
static void
take_runs (RefrainPatternForm *self, const RefrainTandemForm *form)
{
  g_autoptr (GArray) bodies = g_array_new (FALSE, FALSE, sizeof (RefrainPatternBody));

  for (guint i = form->runs->len; i-- > 0;)
    {
      const RefrainTandemRun *run = &g_array_index (form->runs, RefrainTandemRun, i);
      RefrainPatternBody *last
          = bodies->len > 0 ? &g_array_index (bodies, RefrainPatternBody, bodies->len - 1) : NULL;
      const RefrainPatternBody body = { run->first, run->n, run->count + 1 };

      if (run->n == 1)
        self->elements[run->first].count += run->count;
      else if (last != NULL && last->first == run->first && last->n == run->n)
        last->count += run->count;
      else
        g_array_append_val (bodies, body);
      i -= MIN (run->inside, i);
    }
  /* They were met from the last to the first: outer ones first. */
  for (guint i = 0; i < bodies->len / 2; i++)
    {
      RefrainPatternBody *a = &g_array_index (bodies, RefrainPatternBody, i);
      RefrainPatternBody *b = &g_array_index (bodies, RefrainPatternBody, bodies->len - 1 - i);
      const RefrainPatternBody kept = *a;

      *a = *b;
      *b = kept;
    }
  self->n_bodies = bodies->len;
  self->bodies = (RefrainPatternBody *) (gpointer) g_array_free (g_steal_pointer (&bodies), FALSE);
}

REFRAIN_DEFINE_COMPARE (compare_bodies,
                        RefrainPatternBody,
                        REFRAIN_RISING (first) ?: REFRAIN_FALLING (n))

/* Whether each body lies inside or beside each other. */
static gboolean
bodies_are_nested (const RefrainPatternForm *self)
{
  g_autofree RefrainPatternBody *bodies
      = g_memdup2 (self->bodies, self->n_bodies * sizeof *self->bodies);
  g_autofree guint32 *ends = g_new (guint32, self->n_bodies + 1);
  gsize depth = 0;

  if (self->n_bodies == 0)
    return TRUE;
  refrain_sort (bodies, self->n_bodies, sizeof *bodies, compare_bodies);
  for (gsize b = 0; b < self->n_bodies; b++)
    {
      const guint32 end = bodies[b].first + bodies[b].n;

      while (depth > 0 && ends[depth - 1] <= bodies[b].first)
        depth--;
      if (depth > 0 && ends[depth - 1] < end)
        return FALSE;
      ends[depth++] = end;
    }
  return TRUE;
}

/* Whether the counts tell how many events there are of each element. */
static gboolean
counts_are_exact (const RefrainPatternForm *self)
{
  g_autofree guint64 *told = g_new (guint64, self->n + 1);

  for (gsize i = 0; i < self->n; i++)
    told[i] = self->elements[i].count;
  for (gsize b = 0; b < self->n_bodies; b++)
    for (guint32 i = 0; i < self->bodies[b].n; i++)
      told[self->bodies[b].first + i] *= self->bodies[b].count;
  for (gsize i = 0; i < self->n_ops; i++)
    told[self->element[i]]--;
  for (gsize i = 0; i < self->n; i++)
    if (told[i] != 0)
      return FALSE;
  return TRUE;
}

/* The form that counts only what stands in a row. */
static void
count_in_a_row (RefrainPatternForm *self, const guint32 *symbols, const gboolean *boundary)
{
  g_clear_pointer (&self->bodies, g_free);
  self->n_bodies = 0;
  self->elements = g_renew (RefrainPatternElement, self->elements, self->n_ops);
  self->n = 0;
  for (gsize i = 0; i < self->n_ops; i++)
    {
      if (i == 0 || boundary[i] || symbols[i] != symbols[i - 1])
        self->elements[self->n++] = (RefrainPatternElement){ symbols[i], 0, self->ops[i] };
      self->elements[self->n - 1].count++;
      self->element[i] = (guint32) self->n - 1;
    }
}

static RefrainPatternForm *
make_form (const RefrainOccurrencePart *parts, gsize n_parts, const RefrainSymbolStream *stream)
{
  RefrainPatternForm *self = g_new0 (RefrainPatternForm, 1);
  g_autoptr (RefrainTandemForm) form = NULL;
  g_autofree guint32 *symbols = NULL;
  g_autofree gboolean *boundary = NULL;
  gsize n = 0;

  self->process = parts->process;
  for (gsize k = 0; k < n_parts; k++)
    self->n_ops += parts[k].n;
  self->ops = g_new (guint32, self->n_ops);
  symbols = g_new (guint32, self->n_ops);
  boundary = g_new0 (gboolean, self->n_ops + 1);
  for (gsize k = 0; k < n_parts; n += parts[k++].n)
    {
      refrain_copy (self->ops + n, stream->op + parts[k].first, parts[k].n * sizeof *symbols);
      refrain_copy (symbols + n, stream->symbol + parts[k].first, parts[k].n * sizeof *symbols);
      boundary[n] = TRUE;
    }
  form = refrain_tandem_reduce (symbols, self->n_ops, boundary, NULL);
  self->n = form->n;
  self->elements = g_new (RefrainPatternElement, MAX (self->n, 1));
  for (gsize i = 0; i < self->n; i++)
    self->elements[i] = (RefrainPatternElement){ form->symbol[i], 1, self->ops[form->origin[i]] };
  self->element = trace_elements (form);
  take_runs (self, form);
  if (!bodies_are_nested (self) || !counts_are_exact (self))
    count_in_a_row (self, symbols, boundary);
  return self;
}

GPtrArray *
refrain_pattern_get_forms (RefrainPattern *pattern, RefrainSymbols *symbols, gsize i)
{
  GPtrArray *forms;
  const RefrainOccurrencePart *parts;
  gsize n_parts;

  g_return_val_if_fail (REFRAIN_IS_PATTERN (pattern), NULL);
  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);
  g_return_val_if_fail (i < refrain_pattern_get_n_occurrences (pattern), NULL);

  forms = g_ptr_array_new_with_free_func ((GDestroyNotify) form_free);
  parts = refrain_pattern_get_occurrence (pattern, i, &n_parts);
  for (gsize first = 0, end; first < n_parts; first = end)
    {
      for (end = first + 1; end < n_parts && parts[end].process == parts[first].process;)
        end++;
      g_ptr_array_add (forms,
                       make_form (parts + first, end - first,
                                  refrain_symbols_get_stream (symbols, parts[first].process)));
    }
  return forms;
}

GPtrArray *
refrain_pattern_form_get_words (const RefrainPatternForm *form,
                                RefrainSymbols *symbols,
                                const char *times,
                                guint first_rank)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; i < form->n; i++)
    {
      g_autofree char *name
          = refrain_symbols_describe_from (symbols, form->elements[i].symbol, first_rank);

      /* "S1 tag 2" twice is "(S1 tag 2)x2". */
      const gboolean phrase = strchr (name, ' ') != NULL;

      g_ptr_array_add (words, form->elements[i].count > 1
                                  ? g_strdup_printf (phrase ? "(%s)%s%u" : "%s%s%u", name, times,
                                                     form->elements[i].count)
                                  : g_steal_pointer (&name));
    }
  for (gsize b = 0; b < form->n_bodies; b++)
    {
      const RefrainPatternBody *body = &form->bodies[b];
      char **first = (char **) &words->pdata[body->first];
      char **last = (char **) &words->pdata[body->first + body->n - 1];
      g_autofree char *opening = *first;
      g_autofree char *closing = NULL;

      *first = g_strconcat ("(", opening, NULL);
      closing = *last;
      *last = g_strdup_printf ("%s)%s%u", closing, times, body->count);
    }
  return words;
}
