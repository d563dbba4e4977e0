/* refrain-bands.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bands are kept by start; beside each stands the latest end up to it, so that those in a window
 * are found by two searches. Where they stand on each process is shared between copies.
 */
#include "refrain-bands.h"

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-search.h"
#include "refrain-text.h"

/* How strongly neighbours are coloured, in turn: two of one hue can be told apart without it. */
static const double strengths[] = { 0.62, 0.36 };

#define MARGIN 10.0
/* Bands are set apart where they are so many lines wide. */
#define MIN_SEPARATED 4
/* How many lines the ends of a band that is lit up are wide: it stands behind the events, which are
 * what there is to see. */
#define LIT_EDGE 1.5

struct _RefrainBands
{
  guint n_processes;
  GArray *bands;     /* of RefrainBand, with copies of their texts */
  GArray *last_end;  /* of RefrainTime: the latest end up to each */
  GArray *intervals; /* of RefrainBandInterval: n_processes for each band that has them */
  GArray *rows;      /* of gint64: where those of each band begin, or -1 */
};

G_DEFINE_BOXED_TYPE (RefrainBands, refrain_bands, refrain_bands_ref, refrain_bands_unref)

REFRAIN_DEFINE_CLEAR (clear_band, RefrainBand, refrain_free ((char *) x->label, (char *) x->hue))

REFRAIN_DEFINE_CLEAR (refrain_bands_clear,
                      RefrainBands,
                      refrain_unref_arrays (x->bands, x->last_end, x->intervals, x->rows))

RefrainBands *
refrain_bands_new (guint n_processes)
{
  RefrainBands *self = g_atomic_rc_box_new0 (RefrainBands);

  self->n_processes = n_processes;
  self->bands = g_array_new (FALSE, FALSE, sizeof (RefrainBand));
  g_array_set_clear_func (self->bands, clear_band);
  self->last_end = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
  self->intervals = g_array_new (FALSE, FALSE, sizeof (RefrainBandInterval));
  self->rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  return self;
}

REFRAIN_DEFINE_SHARED (RefrainBands, refrain_bands, refrain_bands_clear)

/* ---- What they are --------------------------------------------------------------------------- */

void
refrain_bands_add (RefrainBands *self,
                   const RefrainBand *band,
                   const RefrainBandInterval *intervals)
{
  const guint n = self != NULL ? self->bands->len : 0;
  RefrainBand copy;
  RefrainTime end;
  gint64 row = -1;

  g_return_if_fail (self != NULL && band != NULL);
  g_return_if_fail (n == 0 || band->start >= refrain_bands_get (self, n - 1)->start);

  copy = *band;
  copy.label = g_strdup (band->label);
  copy.hue = g_strdup (band->hue);
  end = n > 0 ? MAX (g_array_index (self->last_end, RefrainTime, n - 1), band->end) : band->end;
  if (intervals != NULL && self->n_processes > 0)
    {
      row = self->intervals->len;
      g_array_append_vals (self->intervals, intervals, self->n_processes);
    }
  g_array_append_val (self->bands, copy);
  g_array_append_val (self->last_end, end);
  g_array_append_val (self->rows, row);
}

RefrainBands *
refrain_bands_light (RefrainBands *self, const gboolean *highlighted)
{
  RefrainBands *lit;

  g_return_val_if_fail (self != NULL && highlighted != NULL, NULL);

  lit = refrain_bands_new (self->n_processes);
  for (guint i = 0; i < self->bands->len; i++)
    {
      RefrainBand band = *refrain_bands_get (self, i);

      band.highlighted = highlighted[i];
      refrain_bands_add (lit, &band, NULL);
    }
  refrain_unref_arrays (lit->rows, lit->intervals);
  lit->rows = g_array_ref (self->rows);
  lit->intervals = g_array_ref (self->intervals);
  return lit;
}

/* Appends bands [join->first, join->last) of @from as one; @intervals is room for one of each
 * process. */
static void
add_joined (RefrainBands *self,
            const RefrainBands *from,
            const RefrainBandJoin *join,
            RefrainBandInterval *intervals)
{
  RefrainBand band = *refrain_bands_get (from, join->first);
  gboolean placed = TRUE;

  band.label = join->label;
  for (guint p = 0; p < from->n_processes; p++)
    intervals[p] = (RefrainBandInterval){ G_MAXINT64, G_MININT64 };
  for (gsize i = join->first; i < join->last; i++)
    {
      const RefrainBand *part = refrain_bands_get (from, i);

      band.end = MAX (band.end, part->end);
      band.highlighted = band.highlighted && part->highlighted;
      placed = placed && g_array_index (from->rows, gint64, i) >= 0;
      for (guint p = 0; p < from->n_processes && placed; p++)
        {
          const RefrainBandInterval own = refrain_bands_get_interval (from, i, p);

          if (own.start > own.end)
            continue;
          intervals[p].start = MIN (intervals[p].start, own.start);
          intervals[p].end = MAX (intervals[p].end, own.end);
        }
    }
  refrain_bands_add (self, &band, placed ? intervals : NULL);
}

RefrainBands *
refrain_bands_join (const RefrainBands *self, const RefrainBandJoin *joins, gsize n_joins)
{
  g_autofree RefrainBandInterval *intervals = NULL;
  RefrainBands *joined;
  gsize n, at = 0;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (joins != NULL || n_joins == 0, NULL);

  n = refrain_bands_get_n (self);
  intervals = g_new (RefrainBandInterval, (gsize) self->n_processes + 1);
  joined = refrain_bands_new (self->n_processes);
  for (gsize i = 0; i < n;)
    {
      RefrainBandJoin join = { i, i + 1, refrain_bands_get (self, i)->label };

      if (at < n_joins && joins[at].first == i && joins[at].last > i && joins[at].last <= n)
        join = joins[at++];
      add_joined (joined, self, &join, intervals);
      i = join.last;
    }
  return joined;
}

gsize
refrain_bands_get_n (const RefrainBands *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->bands->len;
}

const RefrainBand *
refrain_bands_get (const RefrainBands *self, gsize i)
{
  g_return_val_if_fail (self != NULL && i < self->bands->len, NULL);
  return &g_array_index (self->bands, RefrainBand, i);
}

RefrainBandInterval
refrain_bands_get_interval (const RefrainBands *self, gsize i, guint process)
{
  const RefrainBand *band = refrain_bands_get (self, i);
  const RefrainBandInterval none = { 1, 0 };
  gint64 row;

  g_return_val_if_fail (band != NULL, none);

  row = g_array_index (self->rows, gint64, i);
  if (row < 0 || process >= self->n_processes)
    return (RefrainBandInterval){ band->start, band->end };
  return g_array_index (self->intervals, RefrainBandInterval, row + process);
}

void
refrain_bands_find (
    const RefrainBands *self, RefrainTime start, RefrainTime end, gsize *first, gsize *last)
{
  g_return_if_fail (self != NULL && first != NULL && last != NULL);

  *first = REFRAIN_LOWER_BOUND (i, 0, self->bands->len,
                                g_array_index (self->last_end, RefrainTime, i) < start);
  *last = REFRAIN_LOWER_BOUND (i, *first, self->bands->len,
                               refrain_bands_get (self, i)->start <= end);
}

/* ---- How they look --------------------------------------------------------------------------- */

static RefrainColor
get_color (const RefrainBand *band, const RefrainStyle *style)
{
  return band->hue != NULL ? refrain_style_get_routine_color (style, band->hue)
                           : style->colors[REFRAIN_COLOR_ROW];
}

/* A walk through the visible bands. */
typedef struct
{
  const RefrainBands *bands;
  RefrainAxis *axis;
  const RefrainViewport *viewport;
  guint process;
  gsize next, last;
  double painted; /* how far the ones before reach */
} Walk;

static void
start_walk (Walk *walk,
            const RefrainBands *bands,
            RefrainAxis *axis,
            const RefrainViewport *viewport,
            guint process)
{
  *walk = (Walk){ bands, axis, viewport, process, 0, 0, -G_MAXDOUBLE };
  refrain_bands_find (bands, refrain_axis_to_time (axis, viewport->start),
                      refrain_axis_to_time (axis, viewport->end), &walk->next, &walk->last);
}

static double
get_x (const Walk *walk, RefrainTime time)
{
  const RefrainViewport *viewport = walk->viewport;
  const double span = MAX (viewport->end - viewport->start, 1e-9);
  const double at = refrain_axis_from_time (walk->axis, time) - viewport->start;

  return CLAMP (at / span * viewport->width, -MARGIN, viewport->width + MARGIN);
}

/* The next band that is seen, and from where to where; FALSE behind the last. */
static gboolean
walk_on (Walk *walk, gsize *band, double *x0, double *x1)
{
  while (walk->next < walk->last)
    {
      const gsize i = walk->next++;
      const RefrainBandInterval at = refrain_bands_get_interval (walk->bands, i, walk->process);

      if (at.start > at.end)
        continue;
      *x0 = get_x (walk, at.start);
      *x1 = get_x (walk, at.end);
      if (*x1 < 0 || *x0 > walk->viewport->width || *x1 - walk->painted < 0.5)
        continue;
      *x1 = MAX (*x1, *x0 + 0.5);
      walk->painted = *x1;
      *band = i;
      return TRUE;
    }
  return FALSE;
}

void
refrain_bands_paint (const RefrainBands *self,
                     RefrainAxis *axis,
                     cairo_t *cr,
                     const RefrainViewport *viewport,
                     const RefrainStyle *style,
                     guint process,
                     double y,
                     double height)
{
  const double line = style->line_width;
  double x0, x1;
  Walk walk;
  gsize i;

  g_return_if_fail (self != NULL && REFRAIN_IS_AXIS (axis));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  start_walk (&walk, self, axis, viewport, process);
  while (walk_on (&walk, &i, &x0, &x1))
    {
      const RefrainBand *band = refrain_bands_get (self, i);
      const double strength = strengths[i % G_N_ELEMENTS (strengths)];
      const double edge = band->highlighted ? LIT_EDGE * line : line;

      /* With high contrast no tints lie below what is drawn: the edges tell. */
      if (!style->contrast || band->highlighted)
        {
          cairo_rectangle (cr, x0, y, x1 - x0, height);
          refrain_color_set_source (refrain_color_fade (get_color (band, style), strength), cr);
          cairo_fill (cr);
        }
      if (x1 - x0 < MIN_SEPARATED * line)
        continue;
      cairo_rectangle (cr, x0, y, edge, height);
      if (band->highlighted)
        cairo_rectangle (cr, x1 - edge, y, edge, height);
      refrain_style_set_color_alpha (
          style, cr, band->highlighted ? REFRAIN_COLOR_SELECTION : REFRAIN_COLOR_TEXT_DIM,
          band->highlighted || style->contrast ? 1 : 0.55);
      cairo_fill (cr);
    }
}

static void
write_label (cairo_t *cr,
             const RefrainStyle *style,
             const char *label,
             RefrainColor ink,
             double from,
             double to,
             double middle)
{
  const RefrainText place = { .x = (from + to) / 2,
                              .y = middle,
                              .align = REFRAIN_TEXT_CENTER,
                              .color = ink,
                              .scale = 0.9,
                              .max_width = to - from - 0.5 * style->font_size };

  if (refrain_text_may_fit (style, to - from) && place.max_width > 0)
    refrain_text_show (cr, style, &place, label);
}

void
refrain_bands_paint_labels (const RefrainBands *self,
                            RefrainAxis *axis,
                            cairo_t *cr,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style,
                            double y,
                            double height)
{
  const double line = style->line_width;
  double x0, x1;
  Walk walk;
  gsize i;

  g_return_if_fail (self != NULL && REFRAIN_IS_AXIS (axis));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  start_walk (&walk, self, axis, viewport, REFRAIN_NONE);
  while (walk_on (&walk, &i, &x0, &x1))
    {
      const RefrainBand *band = refrain_bands_get (self, i);
      const RefrainColor color = get_color (band, style);

      cairo_rectangle (cr, x0, y, x1 - x0, height);
      refrain_color_set_source (color, cr);
      cairo_fill (cr);
      if (x1 - x0 >= MIN_SEPARATED * line)
        {
          cairo_rectangle (cr, x0, y, line, height);
          refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
          cairo_fill (cr);
        }
      if (band->highlighted)
        {
          cairo_rectangle (cr, x0 + line, y + line, MAX (x1 - x0 - 2 * line, line),
                           height - 2 * line);
          refrain_style_set_color (style, cr, REFRAIN_COLOR_SELECTION);
          cairo_set_line_width (cr, 2 * line);
          cairo_stroke (cr);
        }
      if (band->label != NULL)
        write_label (cr, style, band->label,
                     band->hue != NULL ? refrain_style_get_ink (style, color)
                                       : style->colors[REFRAIN_COLOR_TEXT_DIM],
                     MAX (x0, 0), MIN (x1, viewport->width), y + height / 2);
    }
}
