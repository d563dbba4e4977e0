/* refrain-loop-coverage.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each construct has the words from its lowest to its highest process, so that those of few stay
 * small in large runs.
 */
#include "refrain-loop-coverage.h"

#include "refrain-free.h"

/* The words [low, end) of a set of processes; the first of them is @first of the bits. */
typedef struct
{
  gsize first;
  guint32 low, end;
} Span;

struct _RefrainLoopCoverage
{
  guint64 *bits;
  Span *spans; /* of each construct */
};

/* Widens the words of @construct, and of those around it, to @low and @high. */
static void
widen (
    const RefrainConstruct *constructs, guint32 construct, guint32 low, guint32 high, Span *spans)
{
  for (; construct != REFRAIN_NONE; construct = constructs[construct].parent)
    {
      spans[construct].low = MIN (spans[construct].low, low);
      spans[construct].end = MAX (spans[construct].end, high);
    }
}

/* The words that each construct needs. Definitions stand before their uses: what a use takes over
 * is whole. */
static Span *
find_spans (const RefrainConstruct *constructs, guint32 n)
{
  Span *spans = g_new (Span, (gsize) n + 1);
  gsize first = 0;

  for (guint32 i = 0; i < n; i++)
    spans[i] = (Span){ 0, G_MAXUINT32, 0 };
  for (guint32 i = 0; i < n; i++)
    {
      const RefrainConstruct *construct = &constructs[i];

      if (construct->kind == REFRAIN_CONSTRUCT_EVENT)
        widen (constructs, i, construct->process / 64, construct->process / 64 + 1, spans);
      else if (construct->kind == REFRAIN_CONSTRUCT_USE)
        widen (constructs, i, spans[construct->what].low, spans[construct->what].end, spans);
    }
  for (guint32 i = 0; i < n; i++)
    {
      spans[i].low = MIN (spans[i].low, spans[i].end);
      spans[i].first = first;
      first += spans[i].end - spans[i].low;
    }
  spans[n].first = first;
  return spans;
}

static guint64 *
find_bits (const RefrainConstruct *constructs, guint32 n, const Span *spans)
{
  guint64 *bits = g_new0 (guint64, spans[n].first + 1);

  for (guint32 i = 0; i < n; i++)
    {
      const RefrainConstruct *construct = &constructs[i];
      const Span *span = &spans[i];
      guint64 *own = bits + span->first;

      if (construct->kind == REFRAIN_CONSTRUCT_EVENT)
        own[0] |= G_GUINT64_CONSTANT (1) << construct->process % 64;
      else if (construct->kind == REFRAIN_CONSTRUCT_USE)
        refrain_copy (own, bits + spans[construct->what].first,
                      (span->end - span->low) * sizeof *own);
      else
        continue;
      for (guint32 outer = construct->parent; outer != REFRAIN_NONE;
           outer = constructs[outer].parent)
        for (guint32 w = span->low; w < span->end; w++)
          bits[spans[outer].first + w - spans[outer].low] |= own[w - span->low];
    }
  return bits;
}

RefrainLoopCoverage *
refrain_loop_coverage_new (const RefrainConstruct *constructs, guint32 n)
{
  RefrainLoopCoverage *self = g_new (RefrainLoopCoverage, 1);

  self->spans = find_spans (constructs, n);
  self->bits = find_bits (constructs, n, self->spans);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_loop_coverage_free, RefrainLoopCoverage, g_free (x->bits);
                             g_free (x->spans))

gboolean
refrain_loop_coverage_has (const RefrainLoopCoverage *self, guint32 construct, guint process)
{
  const Span *span = &self->spans[construct];
  const gsize word = process / 64;

  return word >= span->low && word < span->end
         && (self->bits[span->first + word - span->low] >> process % 64 & 1) != 0;
}

const guint64 *
refrain_loop_coverage_get (const RefrainLoopCoverage *self,
                           guint32 construct,
                           gsize *first,
                           gsize *n)
{
  const Span *span = &self->spans[construct];

  *first = span->low;
  *n = span->end - span->low;
  return self->bits + span->first;
}
