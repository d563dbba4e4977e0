/* refrain-loop-legend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What boxes, lines and dashes mean: below a figure in a few lines, beside the window's boxes in as
 * many as there are tags.
 */
#include "refrain-loop-legend.h"

#include <glib/gi18n.h>

#include "refrain-legend.h"
#include "refrain-loop-frame.h"

/* A figure tells tags in so many lines, and how many are left out. */
#define MAX_LINES 4
/* From so many messages on there may be a note of how many are drawn. */
#define MANY_MESSAGES 300
/* Above the legend, in font sizes. */
#define MARGIN 0.3

static void
add_tag (const RefrainLoopPainter *self, guint tag, const RefrainStyle *style, GArray *entries)
{
  const RefrainLoopTags *tags = &self->tags;
  g_autofree char *text = g_strdup_printf (_ ("tag %s"), tags->names[tag]);
  RefrainLegendEntry *entry = refrain_legend_entries_add (
      entries, REFRAIN_LEGEND_LINE, refrain_loop_tags_get_color (tags, tag, style), text);

  entry->n_dashes
      = refrain_loop_tags_get_dash (tags, tag, style, style->font_size / 10, entry->dash);
}

/* Whether anything is drawn that has @tag: not all that is closed away. */
static gboolean
is_drawn (const RefrainLoopPainter *self, guint tag)
{
  for (gsize i = 0; i < self->layout->n_marks; i++)
    if (self->tags.tags[self->layout->marks[i].construct] == tag)
      return TRUE;
  return FALSE;
}

/* Whether there is a box of a construct of @kind. */
static gboolean
has_box (RefrainLoopPainter *self, RefrainConstructKind kind)
{
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (self->model, &n);

  for (gsize i = 0; i < self->layout->n_boxes; i++)
    if (constructs[self->layout->boxes[i].construct].kind == kind)
      return TRUE;
  return FALSE;
}

static void
add_box (GArray *entries, const RefrainStyle *style, const char *text)
{
  const RefrainColor edge = style->colors[REFRAIN_COLOR_TEXT_DIM];

  refrain_legend_entries_add (
      entries, REFRAIN_LEGEND_FRAME,
      refrain_color_mix (style->colors[REFRAIN_COLOR_BACKGROUND], edge, 0.2), text)
      ->second
      = edge;
}

GArray *
refrain_loop_painter_get_key (RefrainLoopPainter *self, const RefrainStyle *style, guint max_tags)
{
  GArray *entries = refrain_legend_entries_new ();

  g_return_val_if_fail (self != NULL, entries);
  g_return_val_if_fail (style != NULL, entries);

  if (has_box (self, REFRAIN_CONSTRUCT_LOOP))
    add_box (entries, style, _ ("n×: loop and its iterations"));
  if (has_box (self, REFRAIN_CONSTRUCT_USE))
    add_box (entries, style, _ ("A, B: sequence used in several places"));
  if (self->waiting != NULL)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX,
                                refrain_style_get_wait_color (style, 0),
                                _ ("redder: more waiting"));
  if (self->layout->n_syncs > 0)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_UPRIGHT,
                                style->colors[REFRAIN_COLOR_COLLECTIVE], _ ("collective"));
  for (guint tag = 0, n = 0; tag < self->tags.n && n < max_tags; tag++)
    if (is_drawn (self, tag))
      {
        add_tag (self, tag, style, entries);
        n++;
      }
  return entries;
}

/* As many of @entries as there is room for, and how many are left out. */
static void
write_entries (RefrainLegend *legend, GArray *entries)
{
  const guint n = entries->len;
  g_autofree char *rest = g_strdup_printf (_ ("and %u more"), n);
  const double reserve
      = refrain_text_get_width (legend->style, rest, REFRAIN_LEGEND_SCALE) + legend->gap;
  guint first;
  RefrainLegend ahead = *legend;

  ahead.cr = NULL;
  for (first = 0; first < n; first++)
    {
      const RefrainLegendEntry *entry = &g_array_index (entries, RefrainLegendEntry, first);
      double x;

      ahead.sample = 2.2 * legend->style->font_size;
      if (!refrain_legend_fits (&ahead, entry->text, MAX_LINES, first + 1 < n ? reserve : 0))
        break;
      refrain_legend_add (&ahead, entry->text, &x);
    }
  g_array_set_size (entries, first);
  refrain_legend_write (legend, entries);
  if (first == n)
    return;
  g_free (rest);
  rest = g_strdup_printf (_ ("and %u more"), n - first);
  refrain_legend_add_note (legend, rest);
}

/* How many messages are drawn, where it is not all of them; the longest such note while there is no
 * @frame. Free with g_free(). */
static char *
make_note (RefrainLoopPainter *self, const RefrainLoopFrame *frame)
{
  gsize n = self->layout->n_arrows, n_drawn = n;

  if (n < MANY_MESSAGES)
    return NULL;
  if (frame != NULL)
    n = refrain_loop_count_messages (frame, &n_drawn);
  return frame == NULL || n_drawn < n
             ? g_strdup_printf (_ ("%zu of %zu messages drawn"), n_drawn, n)
             : NULL;
}

static void
write_legend (RefrainLoopPainter *self,
              const RefrainLoopFrame *frame,
              RefrainLegend *legend,
              const RefrainStyle *style)
{
  g_autoptr (GArray) entries = refrain_loop_painter_get_key (self, style, G_MAXUINT);
  g_autofree char *note = make_note (self, frame);

  write_entries (legend, entries);
  if (note != NULL)
    refrain_legend_add_note (legend, note);
}

double
refrain_loop_legend_get_height (RefrainLoopPainter *self, double width, const RefrainStyle *style)
{
  RefrainLegend legend;

  refrain_legend_init (&legend, NULL, style, 0, width);
  write_legend (self, NULL, &legend, style);
  return refrain_legend_get_height (&legend) + 2 * MARGIN * style->font_size;
}

void
refrain_loop_legend_paint (const RefrainLoopFrame *frame, double y, double width)
{
  RefrainLegend legend;

  refrain_legend_init (&legend, frame->cr, frame->style, 0, width);
  legend.y += y + MARGIN * frame->style->font_size;
  write_legend ((RefrainLoopPainter *) frame->painter, frame, &legend, frame->style);
}
