/* refrain-figure-preview.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One picture is painted at a time, in a worker thread; what was set meanwhile is painted next.
 */
#include "refrain-figure-preview.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-parallel.h"

#define POINTS_PER_MM (72.0 / 25.4)

/* Around the paper. */
#define AIR 24.0

/* A preview need not be finer than this, in pixels. */
#define MAX_PIXELS 4096.0

struct _RefrainFigurePreview
{
  GtkWidget parent_instance;

  RefrainPainter *painter;
  RefrainViewport part;
  RefrainFigureOptions options;
  char *title;

  GdkTexture *texture;
  gboolean painting, stale;
};

G_DEFINE_FINAL_TYPE (RefrainFigurePreview, refrain_figure_preview, GTK_TYPE_WIDGET)

static void start_painting (RefrainFigurePreview *self);

/* Where the paper lies in the widget, and its pixels per point. */
static double
get_paper (RefrainFigurePreview *self, double *x, double *y, double *width, double *height)
{
  double points_wide = self->options.width * POINTS_PER_MM;
  double points_high = self->options.height * POINTS_PER_MM;
  double room_wide = MAX (gtk_widget_get_width (GTK_WIDGET (self)) - 2 * AIR, 1);
  double room_high = MAX (gtk_widget_get_height (GTK_WIDGET (self)) - 2 * AIR, 1);
  double scale = MIN (room_wide / points_wide, room_high / points_high);

  *width = points_wide * scale;
  *height = points_high * scale;
  *x = (gtk_widget_get_width (GTK_WIDGET (self)) - *width) / 2;
  *y = (gtk_widget_get_height (GTK_WIDGET (self)) - *height) / 2;
  return scale;
}

typedef struct
{
  RefrainPainter *painter;
  RefrainViewport part;
  RefrainFigureOptions options;
  char *title;
  double scale;
} Work;

REFRAIN_DEFINE_FREE (work_free, Work, g_object_unref (x->painter); g_free (x->title))

static void
paint_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  int width = (int) ceil (MIN (work->options.width * POINTS_PER_MM * work->scale, MAX_PIXELS));
  int height = (int) ceil (MIN (work->options.height * POINTS_PER_MM * work->scale, MAX_PIXELS));
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, MAX (width, 1), MAX (height, 1));
  g_autoptr (GBytes) bytes = NULL;
  cairo_t *cr = cairo_create (surface);
  int stride = cairo_image_surface_get_stride (surface);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_scale (cr, work->scale, work->scale);
  refrain_figure_paint (work->painter, &work->part, &work->options, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface),
                                      (gsize) stride * (gsize) MAX (height, 1),
                                      (GDestroyNotify) cairo_surface_destroy, surface);
  g_task_return_pointer (task,
                         gdk_memory_texture_new (MAX (width, 1), MAX (height, 1),
                                                 GDK_MEMORY_DEFAULT, bytes, (gsize) stride),
                         g_object_unref);
}

static void
on_painted (GObject *source, GAsyncResult *result, gpointer data)
{
  RefrainFigurePreview *self = REFRAIN_FIGURE_PREVIEW (source);
  GdkTexture *texture = g_task_propagate_pointer (G_TASK (result), NULL);

  self->painting = FALSE;
  g_clear_object (&self->texture);
  self->texture = texture;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (self->stale)
    start_painting (self);
}

static void
start_painting (RefrainFigurePreview *self)
{
  g_autoptr (GTask) task = NULL;
  double x, y, width, height;
  Work *work;

  self->stale = self->painting;
  if (self->painter == NULL || self->painting || gtk_widget_get_width (GTK_WIDGET (self)) < 1)
    return;
  self->painting = TRUE;
  work = g_new0 (Work, 1);
  work->painter = g_object_ref (self->painter);
  work->part = self->part;
  work->options = self->options;
  work->title = g_strdup (self->title);
  work->options.title = work->title;
  work->scale
      = get_paper (self, &x, &y, &width, &height) * gtk_widget_get_scale_factor (GTK_WIDGET (self));
  task = g_task_new (self, NULL, on_painted, NULL);
  g_task_set_source_tag (task, start_painting);
  g_task_set_task_data (task, work, work_free);
  refrain_parallel_run_urgent_task (task, paint_in_thread);
}

void
refrain_figure_preview_set (RefrainFigurePreview *self,
                            RefrainPainter *painter,
                            const RefrainViewport *part,
                            const RefrainFigureOptions *options)
{
  g_return_if_fail (REFRAIN_IS_FIGURE_PREVIEW (self));
  g_return_if_fail (painter == NULL || (part != NULL && options != NULL));

  g_set_object (&self->painter, painter);
  if (painter != NULL)
    {
      self->part = *part;
      self->options = *options;
      g_free (self->title);
      self->title = g_strdup (options->title);
      self->options.title = self->title;
      start_painting (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
refrain_figure_preview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainFigurePreview *self = REFRAIN_FIGURE_PREVIEW (widget);
  double x, y, width, height;
  GskRoundedRect paper;
  graphene_rect_t bounds;

  if (self->painter == NULL)
    return;
  get_paper (self, &x, &y, &width, &height);
  bounds = GRAPHENE_RECT_INIT ((float) round (x), (float) round (y), (float) width, (float) height);
  gsk_rounded_rect_init_from_rect (&paper, &bounds, 0);
  gtk_snapshot_append_outset_shadow (snapshot, &paper, &(GdkRGBA){ 0, 0, 0, 0.35f }, 0, 1, 1, 6);
  gtk_snapshot_append_color (snapshot, &(GdkRGBA){ 1, 1, 1, 1 }, &bounds);
  if (self->texture != NULL)
    gtk_snapshot_append_texture (snapshot, self->texture, &bounds);
}

static void
refrain_figure_preview_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  start_painting (REFRAIN_FIGURE_PREVIEW (widget));
}

static void
refrain_figure_preview_measure (GtkWidget *widget,
                                GtkOrientation orientation,
                                int for_size,
                                int *minimum,
                                int *natural,
                                int *minimum_baseline,
                                int *natural_baseline)
{
  *minimum = 160;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 560 : 420;
}

REFRAIN_DEFINE_END (RefrainFigurePreview,
                    refrain_figure_preview,
                    dispose,
                    refrain_clear_objects (&x->painter, &x->texture);
                    g_clear_pointer (&x->title, g_free))

static void
refrain_figure_preview_class_init (RefrainFigurePreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_figure_preview_dispose;
  widget_class->snapshot = refrain_figure_preview_snapshot;
  widget_class->size_allocate = refrain_figure_preview_size_allocate;
  widget_class->measure = refrain_figure_preview_measure;
  gtk_widget_class_set_css_name (widget_class, "figurepreview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
refrain_figure_preview_init (RefrainFigurePreview *self)
{
  refrain_figure_options_init (&self->options);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Preview of the figure"), -1);
}
