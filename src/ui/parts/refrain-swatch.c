/* refrain-swatch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A widget with one colour, drawn as a patch, or as a bar where it has a fraction.
 */
#include "refrain-swatch.h"

#include <math.h>

#define PATCH_SIZE 10
#define BAR_WIDTH  48
#define BAR_HEIGHT 6

struct _RefrainSwatch
{
  GtkWidget parent_instance;

  GdkRGBA color;
  double fraction; /* negative: a patch */
};

G_DEFINE_FINAL_TYPE (RefrainSwatch, refrain_swatch, GTK_TYPE_WIDGET)

GtkWidget *
refrain_swatch_new (void)
{
  return g_object_new (REFRAIN_TYPE_SWATCH, NULL);
}

void
refrain_swatch_set_color (RefrainSwatch *self, const RefrainColor *color)
{
  g_return_if_fail (REFRAIN_IS_SWATCH (self));
  g_return_if_fail (color != NULL);

  self->color = (GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue,
                           (float) color->alpha };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
refrain_swatch_set_fraction (RefrainSwatch *self, double fraction)
{
  g_return_if_fail (REFRAIN_IS_SWATCH (self));

  if (self->fraction < 0)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  self->fraction = isfinite (fraction) ? CLAMP (fraction, 0, 1) : 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
append_rounded (GtkSnapshot *snapshot, const graphene_rect_t *bounds, const GdkRGBA *color)
{
  GskRoundedRect rounded;

  gsk_rounded_rect_init_from_rect (&rounded, bounds, 2.5f);
  gtk_snapshot_push_rounded_clip (snapshot, &rounded);
  gtk_snapshot_append_color (snapshot, color, bounds);
  gtk_snapshot_pop (snapshot);
}

static void
refrain_swatch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainSwatch *self = REFRAIN_SWATCH (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);

  if (self->fraction < 0)
    {
      append_rounded (snapshot,
                      &GRAPHENE_RECT_INIT ((width - PATCH_SIZE) / 2, (height - PATCH_SIZE) / 2,
                                           PATCH_SIZE, PATCH_SIZE),
                      &self->color);
    }
  else
    {
      GdkRGBA track;
      float y = (height - BAR_HEIGHT) / 2;

      gtk_style_context_get_color (gtk_widget_get_style_context (widget), &track);
      track.alpha = 0.12f;
      append_rounded (snapshot, &GRAPHENE_RECT_INIT (0, y, width, BAR_HEIGHT), &track);
      if (self->fraction > 0)
        append_rounded (
            snapshot,
            &GRAPHENE_RECT_INIT (0, y, MAX (2, width * (float) self->fraction), BAR_HEIGHT),
            &self->color);
    }
}

static void
refrain_swatch_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  gboolean is_bar = REFRAIN_SWATCH (widget)->fraction >= 0;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = is_bar ? BAR_WIDTH : PATCH_SIZE;
  else
    *minimum = *natural = PATCH_SIZE;
}

static void
refrain_swatch_class_init (RefrainSwatchClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = refrain_swatch_snapshot;
  widget_class->measure = refrain_swatch_measure;
  gtk_widget_class_set_css_name (widget_class, "swatch");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
refrain_swatch_init (RefrainSwatch *self)
{
  self->fraction = -1;
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}
