/* refrain-loop-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the scene, decides in each frame which boxes are open, draws its parts in order, puts
 * process numbers and a legend of tags around them, and says what constructs are called.
 */
#include "refrain-loop-painter.h"
#include "refrain-loop-words.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>

#include "refrain-loop-frame.h"
#include "refrain-object.h"

static void
refrain_loop_painter_finalize (RefrainLoopPainter *self)
{
  refrain_loop_reach_clear (&self->boxes);
  refrain_loop_reach_clear (&self->arrows);
  refrain_loop_tags_clear (&self->tags);
  refrain_loop_layout_free (self->layout);
  refrain_loop_alike_free (self->alike);
  g_free (self->folded);
  g_clear_object (&self->order);
  g_clear_object (&self->model);
  g_clear_pointer (&self->waiting, g_bytes_unref);
}

/* ---- The frame ------------------------------------------------------------------------------- */

/* Below so many letters' width a box does not show what it holds. */
#define SHUT_LETTERS 0.7
/* ... and below this where steps can no longer be told apart. */
#define SHUT_DENSE_LETTERS 3
#define DENSE_STEP         2.5
/* Labels reach so many letters' widths out of their boxes. */
#define LABEL_REACH 8

/* Outer boxes stand before those in them, and both are seen or not. */
static void
find_states (RefrainLoopFrame *self)
{
  const RefrainLoopLayout *layout = self->layout;
  const double least
      = self->style->font_size
        * (self->step_width < DENSE_STEP * self->unit ? SHUT_DENSE_LETTERS : SHUT_LETTERS);

  self->states = g_malloc0 (layout->n_boxes + 1);
  for (gsize i = refrain_loop_frame_next_box (self, 0); i < layout->n_boxes;
       i = refrain_loop_frame_next_box (self, i + 1))
    {
      const RefrainLoopBox *box = &layout->boxes[i];

      if (!refrain_loop_frame_is_open (self, box->parent))
        self->states[i] = REFRAIN_LOOP_UNSEEN;
      else if (box->folded || box->width * self->step_width < least)
        self->states[i] = REFRAIN_LOOP_SHUT;
      else
        self->states[i] = REFRAIN_LOOP_OPEN;
    }
}

void
refrain_loop_frame_init (RefrainLoopFrame *self,
                         const RefrainLoopPainter *painter,
                         cairo_t *cr,
                         const RefrainViewport *viewport,
                         const RefrainStyle *style)
{
  const double steps = viewport->end - viewport->start;

  *self = (RefrainLoopFrame){ .painter = painter,
                              .layout = painter->layout,
                              .cr = cr,
                              .style = style,
                              .width = viewport->width,
                              .height = viewport->height,
                              .unit = style->line_width,
                              .start = viewport->start,
                              .end = MAX (viewport->end, viewport->start),
                              .first_row = viewport->first_row };
  self->step_width = steps > 0 ? viewport->width / steps : 1;
  self->row_height = viewport->height / MAX (viewport->n_rows, 1e-3);
  self->window_start = self->start;
  self->window_end = self->end;
  if (viewport->window_end > viewport->window_start)
    {
      self->window_start = MIN (viewport->window_start, self->start);
      self->window_end = MAX (viewport->window_end, self->end);
    }
  self->left = refrain_loop_frame_get_x (self, self->window_start);
  self->right = refrain_loop_frame_get_x (self, self->window_end);
  self->slack = LABEL_REACH * style->font_size / self->step_width;
  find_states (self);
}

void
refrain_loop_frame_clear (RefrainLoopFrame *self)
{
  g_free (self->states);
}

gsize
refrain_loop_frame_next_box (const RefrainLoopFrame *self, gsize from)
{
  const RefrainLoopLayout *layout = self->layout;

  for (;; from++)
    {
      from = refrain_loop_reach_next (&self->painter->boxes, from, self->start - self->slack);
      if (from >= layout->n_boxes || layout->boxes[from].x > self->end + self->slack)
        return layout->n_boxes;
      if (layout->boxes[from].x + layout->boxes[from].width >= self->start - self->slack)
        return from;
    }
}

void
refrain_loop_frame_get_rect (const RefrainLoopFrame *self, guint32 box, RefrainLoopRect *rect)
{
  const RefrainLoopBox *it = &self->layout->boxes[box];
  const double levels = MAX (self->painter->levels, 1), font = self->style->font_size;
  const double top = MIN (1.05 * font, 0.3 * self->row_height / levels);
  const double bottom = MIN (3 * self->unit, 0.3 * self->row_height / levels);
  const double half = 0.46 * self->row_height;
  const double y0 = refrain_loop_frame_get_y (self, it->first_row) - half + it->level * top;
  const double y1
      = refrain_loop_frame_get_y (self, it->first_row + it->n_rows - 1) + half - it->level * bottom;
  /* Wide boxes are cut a little outside the window: numbers stay small. */
  const double x0 = MAX (refrain_loop_frame_get_x (self, it->x), -LABEL_REACH * font);
  const double x1
      = MIN (refrain_loop_frame_get_x (self, it->x + it->width), self->width + LABEL_REACH * font);

  *rect = (RefrainLoopRect){ x0, y0, MAX (x1 - x0, 0), y1 - y0 };
}

/* ---- Process numbers ------------------------------------------------------------------------- */

char *
refrain_loop_painter_get_row_label (RefrainLoopPainter *self, guint line)
{
  g_autofree char *label = NULL;
  g_autofree char *place = NULL;

  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), NULL);
  g_return_val_if_fail (line < self->layout->n_lines, NULL);
  label = refrain_loop_alike_describe (self->alike, line);
  if (self->order == NULL || refrain_loop_alike_get_size (self->alike, line) > 1)
    return g_steal_pointer (&label);
  place = refrain_process_order_dup_label (
      self->order, refrain_loop_alike_get_representative (self->alike, line));
  return g_strdup_printf ("%s %s", label, place);
}

/* Cut in its middle, with how many there are behind it, so that it takes @width at most. */
static char *
shorten_label (RefrainLoopPainter *self, const RefrainStyle *style, guint line, double width)
{
  g_autofree char *whole = refrain_loop_painter_get_row_label (self, line);
  const guint n = refrain_loop_alike_get_size (self->alike, line);
  g_auto (GStrv) ranges = NULL;
  guint n_ranges;

  if (refrain_text_get_width (style, whole, 1) <= width)
    return g_steal_pointer (&whole);
  ranges = g_strsplit (whole, ", ", -1);
  n_ranges = g_strv_length (ranges);
  for (guint kept = MIN (n_ranges - 1, 12); kept > 0; kept--)
    {
      GString *text = g_string_new (NULL);
      const guint head = (kept + 1) / 2;

      for (guint i = 0; i < head; i++)
        g_string_append_printf (text, "%s, ", ranges[i]);
      g_string_append (text, "…");
      for (guint i = n_ranges - (kept - head); i < n_ranges; i++)
        g_string_append_printf (text, ", %s", ranges[i]);
      g_string_append_printf (text, " ×%u", n);
      if (kept == 1 || refrain_text_get_width (style, text->str, 1) <= width)
        return g_string_free (text, FALSE);
      g_string_free (text, TRUE);
    }
  return g_steal_pointer (&whole);
}

double
refrain_loop_painter_get_label_width (RefrainLoopPainter *self, const RefrainStyle *style)
{
  double width = 0;

  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), 0);
  g_return_val_if_fail (style != NULL, 0);

  for (guint i = 0; i < 64 && i < self->layout->n_lines; i++)
    {
      const guint line = (guint) ((guint64) i * (self->layout->n_lines - 1)
                                  / MAX (MIN (self->layout->n_lines, 64) - 1, 1));
      g_autofree char *text = shorten_label (self, style, line, 15 * style->font_size);

      width = MAX (width, refrain_text_get_width (style, text, 1));
    }
  return MIN (width, 15 * style->font_size) + 0.9 * style->font_size;
}

void
refrain_loop_painter_paint_labels (RefrainLoopPainter *self,
                                   cairo_t *cr,
                                   const RefrainViewport *viewport,
                                   const RefrainStyle *style,
                                   double width)
{
  const RefrainLoopLayout *layout;
  double row_height;
  gint64 stride;

  g_return_if_fail (REFRAIN_IS_LOOP_PAINTER (self));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  layout = self->layout;
  row_height = viewport->height / MAX (viewport->n_rows, 1e-3);
  stride = refrain_text_get_stride (1.15 * style->font_size / row_height);
  for (guint line = 0; line < layout->n_lines; line++)
    {
      const double row = refrain_loop_layout_get_y (layout, line, viewport->start);
      RefrainText place = { .x = width - 0.45 * style->font_size,
                            .y = (row - viewport->first_row + 0.5) * row_height,
                            .align = REFRAIN_TEXT_RIGHT,
                            .max_width = MAX (width - 0.6 * style->font_size, 1),
                            .color = style->colors[REFRAIN_COLOR_TEXT] };
      g_autofree char *text = NULL;

      if (fmod (round (row), stride) != 0 || place.y < 0 || place.y > viewport->height)
        continue;
      text = shorten_label (self, style, line, place.max_width);
      refrain_text_show (cr, style, &place, text);
    }
}

/* ---- The plot -------------------------------------------------------------------------------- */

RefrainLoopRect
refrain_loop_painter_get_plot (RefrainLoopPainter *self,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style)
{
  RefrainLoopRect plot = { 0, 0, viewport->width, viewport->height };
  const double font = style->font_size;

  if (!viewport->furniture)
    return plot;
  plot.x = MIN (refrain_loop_painter_get_label_width (self, style), viewport->width / 3);
  /* Labels of narrow boxes stand above them. */
  plot.y = viewport->height > 12 * font && self->layout->n_boxes > 0
               ? 1.1 * font
               : MIN (0.3 * font, viewport->height / 8);
  plot.width = MAX (viewport->width - plot.x - 0.5 * font, 1);
  plot.height = viewport->height - plot.y;
  if (viewport->height > 12 * font)
    plot.height -= refrain_loop_legend_get_height (self, plot.width, style);
  plot.height = MAX (plot.height, 1);
  return plot;
}

/* ---- Furniture ------------------------------------------------------------------------------- */

/* Process numbers, legend around the plot of @frame; (0, 0) is its corner. */
static void
paint_furniture (const RefrainLoopFrame *frame, const RefrainLoopRect *plot, double height)
{
  RefrainLoopPainter *painter = (RefrainLoopPainter *) frame->painter;
  const double font = frame->style->font_size;
  const RefrainViewport viewport = { .width = plot->x,
                                     .height = plot->height,
                                     .start = frame->start,
                                     .end = frame->end,
                                     .first_row = frame->first_row,
                                     .n_rows = plot->height / frame->row_height };

  cairo_save (frame->cr);
  cairo_translate (frame->cr, -plot->x, 0);
  refrain_loop_painter_paint_labels (painter, frame->cr, &viewport, frame->style, plot->x);
  cairo_restore (frame->cr);
  if (height - plot->y - plot->height >= font)
    refrain_loop_legend_paint (frame, plot->height, plot->width);
}

/* ---- What constructs are called -------------------------------------------------------------- */

static const RefrainConstruct *
get_construct (const RefrainLoopPainter *self, guint32 construct)
{
  guint32 n;

  return &refrain_loop_model_get_constructs (self->model, &n)[construct];
}

static char *
get_definition_name (const RefrainLoopPainter *self, const RefrainConstruct *use)
{
  return refrain_loop_model_get_definition_name (get_construct (self, use->what)->what);
}

/* Events of what is gathered in one box with @construct, from it on; 0 where it stands alone. */
static guint64
count_run (const RefrainLoopPainter *self, guint32 construct)
{
  const guint32 end = refrain_loop_folding_get_run (self->model, self->folded, construct);
  guint64 sum = 0;

  if (end <= get_construct (self, construct)->end)
    return 0;
  for (guint32 i = construct; i < end; i = get_construct (self, i)->end)
    sum += self->n_events[i];
  return sum;
}

/* Of @construct; negative where it is not known. */
static double
get_waiting (const RefrainLoopPainter *self, guint32 construct)
{
  return self->waiting != NULL ? ((const float *) g_bytes_get_data (self->waiting, NULL))[construct]
                               : -1;
}

double
refrain_loop_painter_get_box_waiting (const RefrainLoopPainter *self, guint32 box)
{
  const guint32 construct = self->layout->boxes[box].construct;

  /* What is gathered in one box has no share of its own. */
  return count_run (self, construct) > 0 ? -1 : get_waiting (self, construct);
}

void
refrain_loop_painter_set_waiting (RefrainLoopPainter *self, GBytes *waiting)
{
  guint32 n;

  g_return_if_fail (REFRAIN_IS_LOOP_PAINTER (self));
  refrain_loop_model_get_constructs (self->model, &n);
  g_return_if_fail (waiting == NULL || g_bytes_get_size (waiting) >= n * sizeof (float));

  g_clear_pointer (&self->waiting, g_bytes_unref);
  self->waiting = waiting != NULL ? g_bytes_ref (waiting) : NULL;
}

REFRAIN_GETTER (RefrainLoopPainter, refrain_loop_painter, GBytes *, get_waiting, self->waiting)

/* The same without the share of waiting. */
static char *
get_plain_label (const RefrainLoopPainter *self, guint32 box)
{
  const guint32 index = self->layout->boxes[box].construct;
  const RefrainConstruct *construct = get_construct (self, index);
  const guint64 n = count_run (self, index);
  g_autofree char *count = NULL;

  if (n > 0)
    return g_strdup_printf (ngettext ("%" PRIu64 " event", "%" PRIu64 " events", (gulong) n), n);
  if (construct->kind == REFRAIN_CONSTRUCT_USE)
    return get_definition_name (self, construct);
  g_assert (construct->kind == REFRAIN_CONSTRUCT_LOOP);
  count = refrain_loop_affine_to_text (self->model, REFRAIN_CONSTRUCT_COUNT (construct));
  return g_strdup_printf (REFRAIN_CONSTRUCT_COUNT (construct)->n > 0 ? "%s ×" : "%s×", count);
}

char *
refrain_loop_painter_get_box_label (const RefrainLoopPainter *self, guint32 box)
{
  g_autofree char *label = get_plain_label (self, box);
  const double waiting = refrain_loop_painter_get_box_waiting (self, box);

  return waiting < 0 ? g_steal_pointer (&label)
                     : g_strdup_printf (_ ("%s, waits %.0f %%"), label, 100 * waiting);
}

static void
append_event (const RefrainLoopPainter *self, const RefrainConstruct *event, GString *text)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (self->model);
  guint32 n;
  const RefrainLoopShape *shape = &refrain_loop_events_get_shapes (events, &n)[event->what];
  g_autofree char *peer = refrain_loop_affine_to_text (self->model, REFRAIN_CONSTRUCT_PEER (event));
  g_autofree char *tag = refrain_loop_affine_to_text (self->model, REFRAIN_CONSTRUCT_TAG (event));

  switch (shape->kind)
    {
    case REFRAIN_LOOP_SEND:
      g_string_append_printf (text, _ ("%u sends to %s, tag %s"), event->process, peer, tag);
      break;
    case REFRAIN_LOOP_RECV:
      g_string_append_printf (text, _ ("%u receives from %s, tag %s"), event->process, peer, tag);
      break;
    case REFRAIN_LOOP_SYNC:
      {
        gsize members;

        refrain_loop_events_get_group (events, shape->group, &members);
        g_string_append_printf (text,
                                ngettext ("%s of %zu process", "%s of %zu processes", members),
                                refrain_loop_events_get_name (events, shape->name), members);
        break;
      }
    case REFRAIN_LOOP_LOCAL:
    default:
      g_string_append_printf (text, "%u: %s", event->process,
                              refrain_loop_events_get_name (events, shape->name));
      break;
    }
}

static void
append_head (const RefrainLoopPainter *self, guint32 index, GString *text)
{
  const RefrainConstruct *construct = get_construct (self, index);

  if (construct->kind == REFRAIN_CONSTRUCT_LOOP)
    {
      const RefrainAffine *count = REFRAIN_CONSTRUCT_COUNT (construct);
      g_autofree char *number = refrain_loop_affine_to_text (self->model, count);
      const gulong plural = count->n > 0 ? 2 : (gulong) count->constant;

      g_string_append_printf (
          text, ngettext ("Loop of %s iteration", "Loop of %s iterations", plural), number);
    }
  else if (construct->kind == REFRAIN_CONSTRUCT_USE)
    {
      g_autofree char *name = get_definition_name (self, construct);

      g_autofree char *words = refrain_loop_words_describe (self->model, index, index + 1);

      g_string_append_printf (text, *words != '\0' ? _ ("Use of %s: %s") : _ ("Use of %s"), name,
                              words);
    }
  else if (construct->kind == REFRAIN_CONSTRUCT_EVENT)
    append_event (self, construct, text);
}

/* The processes of a construct, or of all that are gathered with it. */
static char *
list_processes (const RefrainLoopPainter *self, guint32 construct, guint32 end)
{
  const guint n = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (self->model));
  g_autofree guint64 *processes = g_new0 (guint64, (gsize) n / 64 + 1);

  for (guint32 i = construct; i < end; i = get_construct (self, i)->end)
    {
      gsize first, words;
      const guint64 *coverage = refrain_loop_model_get_coverage (self->model, i, &first, &words);

      for (gsize w = 0; w < words; w++)
        processes[first + w] |= coverage[w];
    }
  return refrain_loop_describe_processes (processes, n);
}

char *
refrain_loop_painter_describe (RefrainLoopPainter *self, guint32 construct)
{
  GString *text;
  g_autofree char *processes = NULL;
  guint64 n_events, n_run;
  guint32 n, end;

  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), NULL);
  refrain_loop_model_get_constructs (self->model, &n);
  g_return_val_if_fail (construct < n, NULL);

  text = g_string_new (NULL);
  n_run = count_run (self, construct);
  end = n_run > 0 ? refrain_loop_folding_get_run (self->model, self->folded, construct)
                  : get_construct (self, construct)->end;
  n_events = n_run > 0 ? n_run : self->n_events[construct];
  if (n_run > 0)
    g_string_append (text, _ ("Closed: small part of the run"));
  else
    append_head (self, construct, text);
  processes = list_processes (self, construct, end);
  g_string_append_printf (text, _ ("\nprocesses %s"), processes);
  g_string_append_printf (text,
                          ngettext ("\n%" PRIu64 " event, %.1f %% of the run",
                                    "\n%" PRIu64 " events, %.1f %% of the run", (gulong) n_events),
                          n_events, 100.0 * (double) n_events / (double) MAX (self->all_events, 1));
  if (n_run == 0 && get_waiting (self, construct) >= 0)
    g_string_append_printf (text, _ ("\nits processes wait %.1f %% of their time in it"),
                            100 * get_waiting (self, construct));
  return g_string_free (text, FALSE);
}

/* ---- Painting -------------------------------------------------------------------------------- */

static void
refrain_loop_painter_paint (RefrainPainter *painter,
                            cairo_t *cr,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style)
{
  RefrainLoopPainter *self = REFRAIN_LOOP_PAINTER (painter);
  const RefrainLoopRect plot = refrain_loop_painter_get_plot (self, viewport, style);
  g_auto (RefrainLoopFrame) frame = { 0 };
  RefrainViewport part = *viewport;

  part.width = plot.width;
  part.height = plot.height;
  refrain_loop_frame_init (&frame, self, cr, &part, style);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  cairo_translate (cr, plot.x, plot.y);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, plot.width, plot.height);
  cairo_clip (cr);
  refrain_loop_paint_boxes (&frame);
  refrain_loop_paint_lines (&frame);
  refrain_loop_paint_syncs (&frame);
  refrain_loop_paint_messages (&frame);
  refrain_loop_paint_marks (&frame);
  refrain_loop_paint_reminders (&frame);
  cairo_restore (cr);
  cairo_save (cr);
  cairo_rectangle (cr, 0, -plot.y, plot.width, plot.height + plot.y);
  cairo_clip (cr);
  frame.above = plot.y;
  refrain_loop_paint_box_labels (&frame);
  cairo_restore (cr);
  if (viewport->furniture)
    paint_furniture (&frame, &plot, viewport->height);
}

static void
refrain_loop_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainLoopPainter *self = REFRAIN_LOOP_PAINTER (painter);

  viewport->end = MAX (self->layout->width, 1);
  viewport->n_rows = MAX (self->layout->n_lines, 1);
}

REFRAIN_DEFINE_PAINTER (RefrainLoopPainter,
                        refrain_loop_painter,
                        .paint = refrain_loop_painter_paint,
                        .get_extent = refrain_loop_painter_get_extent)

/* ---- Making ---------------------------------------------------------------------------------- */

static void
prepare (RefrainLoopPainter *self)
{
  const RefrainLoopLayout *layout = self->layout;
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (self->model, &n);

  refrain_loop_reach_init (&self->boxes, layout->n_boxes);
  for (gsize i = 0; i < layout->n_boxes; i++)
    {
      refrain_loop_reach_add (&self->boxes, i, layout->boxes[i].x + layout->boxes[i].width);
      self->levels = MAX (self->levels, layout->boxes[i].level + 1);
    }
  refrain_loop_reach_init (&self->arrows, layout->n_arrows);
  for (gsize i = 0; i < layout->n_arrows; i++)
    {
      const RefrainLoopArrow *arrow = &layout->arrows[i];

      refrain_loop_reach_add (&self->arrows, i, layout->marks[MAX (arrow->from, arrow->to)].x);
    }
  self->n_events = refrain_loop_model_get_n_events (self->model);
  for (guint32 i = 0; i < n; i = constructs[i].end)
    if (constructs[i].kind != REFRAIN_CONSTRUCT_DEFINITION)
      self->all_events += self->n_events[i];
}

RefrainLoopPainter *
refrain_loop_painter_new (RefrainLoopModel *model, gboolean fold_alike, const guint8 *folded)
{
  return refrain_loop_painter_new_in_order (model, fold_alike, folded, NULL);
}

RefrainLoopPainter *
refrain_loop_painter_new_in_order (RefrainLoopModel *model,
                                   gboolean fold_alike,
                                   const guint8 *folded,
                                   RefrainProcessOrder *order)
{
  RefrainLoopPainter *self;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  self = g_object_new (REFRAIN_TYPE_LOOP_PAINTER, NULL);
  self->model = g_object_ref (model);
  self->alike
      = fold_alike ? refrain_loop_alike_new (model) : refrain_loop_alike_new_distinct (model);
  refrain_loop_model_get_constructs (model, &n);
  self->folded = folded != NULL ? g_memdup2 (folded, MAX (n, 1))
                                : refrain_loop_folding_new (model, self->alike);
  self->layout = refrain_loop_layout_new_in_order (model, self->alike, self->folded, order);
  g_set_object (&self->order, order);
  refrain_loop_tags_init (&self->tags, model);
  prepare (self);
  return self;
}

REFRAIN_GETTER (
    RefrainLoopPainter, refrain_loop_painter, RefrainLoopModel *, get_model, self->model)
REFRAIN_GETTER (RefrainLoopPainter, refrain_loop_painter, const guint8 *, get_folded, self->folded)
REFRAIN_GETTER (RefrainLoopPainter, refrain_loop_painter, guint, get_n_rows, self->layout->n_lines)

guint8 *
refrain_loop_painter_dup_folded (RefrainLoopPainter *self, guint32 construct, gboolean folded)
{
  const RefrainConstruct *constructs;
  guint8 *copy;
  guint32 n, end;

  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), NULL);
  constructs = refrain_loop_model_get_constructs (self->model, &n);
  g_return_val_if_fail (construct < n, NULL);

  copy = g_memdup2 (self->folded, n);
  end = refrain_loop_folding_get_run (self->model, self->folded, construct);
  if (folded || end <= constructs[construct].end)
    copy[construct] = folded ? REFRAIN_LOOP_FOLDED : REFRAIN_LOOP_UNFOLDED;
  else
    for (guint32 i = construct; i < end; i = constructs[i].end)
      copy[i] = REFRAIN_LOOP_UNFOLDED;
  return copy;
}
