/* refrain-pattern-picture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Painted into a texture by a GTask, after all others; a picture that scrolled by is cancelled.
 * Each pattern keeps its last picture, since rows of a list are bound to others and back at any
 * time.
 */
#include "refrain-pattern-picture.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-pattern-painter.h"
#include "refrain-widget-style.h"

#define THUMBNAIL_WIDTH  64
#define THUMBNAIL_HEIGHT 40

/* No side is painted finer than this, in pixels. */
#define MAX_PIXELS 8192

/* The data of a pattern that is its last picture. */
#define LAST_PICTURE "refrain-last-picture"

/* What is painted. */
typedef struct
{
  RefrainPattern *pattern;
  RefrainSymbols *symbols;
  RefrainPatternPainter *painter;
  RefrainStyle style;
  int width, height, scale;
  GdkTexture *texture;
} Work;

REFRAIN_DEFINE_FREE (work_free, Work, g_object_unref (x->pattern); g_object_unref (x->symbols);
                     refrain_clear_objects (&x->painter, &x->texture))

struct _RefrainPatternPicture
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainPattern *pattern;
  RefrainPatternPainter *painter; /* of the pattern, once made */

  GdkTexture *texture;
  GCancellable *painting;
  const Work *work; /* of the painting */
};

G_DEFINE_FINAL_TYPE (RefrainPatternPicture, refrain_pattern_picture, GTK_TYPE_WIDGET)

GtkWidget *
refrain_pattern_picture_new_thumbnail (void)
{
  return g_object_new (REFRAIN_TYPE_PATTERN_PICTURE, NULL);
}

/* ---- Painting in the background ---- */

static void
paint_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  int width = MIN (work->width * work->scale, MAX_PIXELS);
  int height = MIN (work->height * work->scale, MAX_PIXELS);
  cairo_surface_t *surface;
  g_autoptr (GBytes) bytes = NULL;
  int stride;
  cairo_t *cr;

  /* Rows that scrolled by are not worth it. */
  if (g_task_return_error_if_cancelled (task))
    return;
  if (work->painter == NULL)
    work->painter = refrain_pattern_painter_new (work->pattern, work->symbols);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cr = cairo_create (surface);
  cairo_scale (cr, work->scale, work->scale);
  refrain_pattern_painter_paint_thumbnail (work->painter, cr, work->width, work->height,
                                           &work->style);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  stride = cairo_image_surface_get_stride (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface),
                                      (gsize) stride * (gsize) height,
                                      (GDestroyNotify) cairo_surface_destroy, surface);
  work->texture = gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, (gsize) stride);
  g_task_return_boolean (task, TRUE);
}

static void
on_painted (GObject *source, GAsyncResult *result, gpointer data)
{
  RefrainPatternPicture *self = REFRAIN_PATTERN_PICTURE (source);
  Work *work = g_task_get_task_data (G_TASK (result));

  if (g_task_get_cancellable (G_TASK (result)) != self->painting)
    return;
  g_clear_object (&self->painting);
  self->work = NULL;
  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;
  g_set_object (&self->painter, work->painter);
  g_set_object (&self->texture, work->texture);
  g_object_set_data_full (G_OBJECT (self->pattern), LAST_PICTURE, g_object_ref (self->texture),
                          g_object_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
stop_painting (RefrainPatternPicture *self)
{
  if (self->painting != NULL)
    g_cancellable_cancel (self->painting);
  g_clear_object (&self->painting);
  self->work = NULL;
}

/* Whether the same comes of both. */
static gboolean
is_same (const Work *a, const Work *b)
{
  return a->pattern == b->pattern && a->width == b->width && a->height == b->height
         && a->scale == b->scale && a->style.palette == b->style.palette
         && a->style.contrast == b->style.contrast && a->style.font_size == b->style.font_size
         && g_str_equal (a->style.font, b->style.font);
}

static void
start_painting (RefrainPatternPicture *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  g_autoptr (GTask) task = NULL;
  RefrainPatternSet *set = NULL;
  Work *work;

  if (self->pattern != NULL && gtk_widget_get_width (widget) > 0
      && gtk_widget_get_height (widget) > 0)
    set = refrain_patterns_get_set_of (refrain_session_get_patterns (self->session), self->pattern);
  if (set == NULL)
    {
      stop_painting (self);
      return;
    }
  work = g_new0 (Work, 1);
  work->pattern = g_object_ref (self->pattern);
  work->symbols = g_object_ref (refrain_pattern_set_get_symbols (set));
  g_set_object (&work->painter, self->painter);
  refrain_widget_get_style (widget, self->session, &work->style);
  work->width = gtk_widget_get_width (widget);
  work->height = gtk_widget_get_height (widget);
  work->scale = gtk_widget_get_scale_factor (widget);
  /* What begins anew is again the last of all. */
  if (self->work != NULL && is_same (self->work, work))
    {
      work_free (work);
      return;
    }
  stop_painting (self);
  self->work = work;
  self->painting = g_cancellable_new ();
  task = g_task_new (self, self->painting, on_painted, NULL);
  g_task_set_source_tag (task, start_painting);
  g_task_set_task_data (task, work, work_free);
  g_task_set_priority (task, G_PRIORITY_LOW);
  refrain_parallel_run_urgent_task (task, paint_in_thread);
}

static void
update_name (RefrainPatternPicture *self)
{
  g_autofree char *text = NULL;

  if (self->pattern != NULL)
    text = g_strdup_printf (_ ("Picture of the pattern “%s”"),
                            refrain_pattern_get_name (self->pattern));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : _ ("Picture of a pattern"), -1);
}

void
refrain_pattern_picture_set (RefrainPatternPicture *self,
                             RefrainSession *session,
                             RefrainPattern *pattern)
{
  g_return_if_fail (REFRAIN_IS_PATTERN_PICTURE (self));
  g_return_if_fail (pattern == NULL || REFRAIN_IS_SESSION (session));

  if (self->session != session)
    {
      refrain_disconnect (self->session, self);
      g_set_object (&self->session, session);
      if (session != NULL)
        refrain_connect (session, "notify::dark", start_painting, self);
    }
  if (g_set_object (&self->pattern, pattern))
    {
      g_clear_object (&self->painter);
      g_set_object (&self->texture,
                    pattern != NULL ? g_object_get_data (G_OBJECT (pattern), LAST_PICTURE) : NULL);
      update_name (self);
      start_painting (self);
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
}

/* ---- Widget ---- */

static void
refrain_pattern_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainPatternPicture *self = REFRAIN_PATTERN_PICTURE (widget);
  int scale = gtk_widget_get_scale_factor (widget);

  if (self->texture == NULL)
    return;
  /* Never stretched: until the picture of the new size arrives, the old one stands there. */
  gtk_snapshot_append_texture (
      snapshot, self->texture,
      &GRAPHENE_RECT_INIT (0, 0, (float) gdk_texture_get_width (self->texture) / (float) scale,
                           (float) gdk_texture_get_height (self->texture) / (float) scale));
}

static void
refrain_pattern_picture_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  start_painting (REFRAIN_PATTERN_PICTURE (widget));
}

static void
refrain_pattern_picture_measure (GtkWidget *widget,
                                 GtkOrientation orientation,
                                 int for_size,
                                 int *minimum,
                                 int *natural,
                                 int *minimum_baseline,
                                 int *natural_baseline)
{
  *minimum = *natural
      = orientation == GTK_ORIENTATION_HORIZONTAL ? THUMBNAIL_WIDTH : THUMBNAIL_HEIGHT;
}

REFRAIN_DEFINE_END (RefrainPatternPicture, refrain_pattern_picture, dispose, stop_painting (x);
                    refrain_clear_objects (&x->painter, &x->texture, &x->pattern, &x->session))

static void
refrain_pattern_picture_class_init (RefrainPatternPictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_pattern_picture_dispose;
  widget_class->snapshot = refrain_pattern_picture_snapshot;
  widget_class->size_allocate = refrain_pattern_picture_size_allocate;
  widget_class->measure = refrain_pattern_picture_measure;
  gtk_widget_class_set_css_name (widget_class, "patternpicture");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
refrain_pattern_picture_init (RefrainPatternPicture *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  update_name (self);
}
