/* refrain-paint-cache.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Layers: textures, each with the part of the scene that it shows, laid over the part that is to be
 * seen. The cache keeps a few, and has a worker thread paint one at a time.
 */
#include "refrain-paint-cache.h"

#include <math.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-parallel.h"

/* A picture that is done comes into the very next frame: before GDK_PRIORITY_REDRAW. */
#define PRIORITY_PAINTED (GDK_PRIORITY_REDRAW - 10)

/* A frame waits for pictures that come together, so that not one is drawn before them and another
 * with them: behind PRIORITY_PAINTED, before GDK_PRIORITY_REDRAW. */
#define PRIORITY_WAITING (GDK_PRIORITY_REDRAW - 5)
/* So long at most, and so long in one turn of the main loop; not where one change follows another
 * sooner than they end, as while something is dragged; microseconds. */
#define LONGEST_WAIT 25000
#define WAIT_TURN    2000
#define CALM         100000

/* Old textures that are kept to fill the view while a fresh one is painted. */
#define MAX_LAYERS 5

/* Device pixels: what every graphics driver takes, and cairo too. */
#define MAX_TEXTURE 8192

/* A texture stretched more than this says nothing any more. */
#define MAX_STRETCH 200.0

/* ---- Layers ---- */

REFRAIN_DEFINE_FREE (layer_free, RefrainPaintLayer, g_clear_object (&x->texture);
                     cairo_surface_destroy (x->surface))

static gboolean
is_close (double a, double b)
{
  return fabs (a - b) <= 1e-6 * MAX (fabs (a), fabs (b));
}

gboolean
refrain_paint_layer_has_scale_of (const RefrainPaintLayer *layer,
                                  const RefrainViewport *visible,
                                  int scale)
{
  const RefrainViewport *viewport = &layer->viewport;

  return layer->scale == scale
         && is_close ((viewport->end - viewport->start) * visible->width,
                      (visible->end - visible->start) * viewport->width)
         && is_close (viewport->n_rows * visible->height, visible->n_rows * viewport->height);
}

gboolean
refrain_viewport_covers (const RefrainViewport *viewport,
                         const RefrainViewport *visible,
                         double slack,
                         double total_rows)
{
  double x = slack * (visible->end - visible->start);
  double y = slack * visible->n_rows;
  double top = MAX (0, visible->first_row - y);
  double bottom = MIN (MAX (total_rows, visible->first_row + visible->n_rows),
                       visible->first_row + visible->n_rows + y);
  double x_error = 1e-6 * (visible->end - visible->start);
  double y_error = 1e-6 * visible->n_rows;

  return viewport->start <= visible->start - x + x_error
         && viewport->end >= visible->end + x - x_error && viewport->first_row <= top + y_error
         && viewport->first_row + viewport->n_rows >= bottom - y_error;
}

RefrainViewport
refrain_viewport_extend (const RefrainViewport *visible,
                         double margin,
                         double total_rows,
                         int scale)
{
  RefrainViewport wide = *visible;
  double span = visible->end - visible->start;
  double row_height = visible->height / visible->n_rows;
  double x_margin = MIN (margin * visible->width, (MAX_TEXTURE / scale - visible->width) / 2);
  double y_margin = MIN (margin * visible->height, (MAX_TEXTURE / scale - visible->height) / 2);
  double top, bottom;

  /* Whole device pixels, so that the texture can be laid on the view's grid. */
  x_margin = MAX (0, floor (x_margin));
  y_margin = MAX (0, floor (y_margin));
  wide.window_start = visible->start;
  wide.window_end = visible->end;
  wide.start -= x_margin * span / visible->width;
  wide.end += x_margin * span / visible->width;
  wide.width += 2 * x_margin;
  top = MAX (0, visible->first_row - y_margin / row_height);
  bottom = MIN (MAX (total_rows, visible->first_row + visible->n_rows),
                visible->first_row + visible->n_rows + y_margin / row_height);
  wide.first_row = MIN (top, visible->first_row);
  wide.n_rows = bottom - wide.first_row;
  wide.height = wide.n_rows * row_height;
  return wide;
}

gboolean
refrain_paint_layer_can_be_shown (const RefrainPaintLayer *layer, const RefrainViewport *visible)
{
  const RefrainViewport *viewport = &layer->viewport;
  double width
      = (viewport->end - viewport->start) * visible->width / (visible->end - visible->start);
  double height = viewport->n_rows * visible->height / visible->n_rows;

  return width >= 1 && height >= 1 && width <= viewport->width * MAX_STRETCH
         && height <= viewport->height * MAX_STRETCH;
}

/* Without a graphics card GTK 4.8 copies textures by way of numbers with a point, each frame, which
 * takes 10 ms for a window, and shrinks them with cairo's best filter, which takes a tenth of a
 * second. */
static void
append_surface (const RefrainPaintLayer *layer,
                GtkSnapshot *snapshot,
                const graphene_rect_t *where,
                const RefrainViewport *visible,
                gboolean scaled)
{
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) visible->width, (float) visible->height));

  cairo_translate (cr, where->origin.x, where->origin.y);
  if (scaled)
    cairo_scale (cr, where->size.width / layer->viewport.width,
                 where->size.height / layer->viewport.height);
  cairo_set_source_surface (cr, layer->surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_FAST);
  cairo_paint (cr);
  cairo_destroy (cr);
}

/* Draws @layer where it lies in @visible, scaled if need be. */
static void
append_layer (const RefrainPaintLayer *layer,
              GtkSnapshot *snapshot,
              const RefrainViewport *visible,
              gboolean in_software)
{
  graphene_rect_t where;
  const RefrainViewport *viewport = &layer->viewport;
  double x_scale = visible->width / (visible->end - visible->start);
  double row_height = visible->height / visible->n_rows;
  double x = (viewport->start - visible->start) * x_scale;
  double width = (viewport->end - viewport->start) * x_scale;
  double y = (viewport->first_row - visible->first_row) * row_height;
  double height = viewport->n_rows * row_height;
  gboolean scaled = TRUE;

  if (width > viewport->width * MAX_STRETCH || height > viewport->height * MAX_STRETCH || width < 1
      || height < 1)
    return;
  if (x > visible->width || y > visible->height || x + width < 0 || y + height < 0)
    return;
  if (refrain_paint_layer_has_scale_of (layer, visible, layer->scale))
    {
      x = round (x * layer->scale) / layer->scale;
      y = round (y * layer->scale) / layer->scale;
      width = gdk_texture_get_width (layer->texture) / (double) layer->scale;
      height = gdk_texture_get_height (layer->texture) / (double) layer->scale;
      scaled = FALSE;
    }
  where = GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height);
  if (in_software)
    append_surface (layer, snapshot, &where, visible, scaled);
  else
    gtk_snapshot_append_texture (snapshot, layer->texture, &where);
}

/* ---- The cache ---- */

struct _RefrainPaintCache
{
  GObject parent_instance;

  RefrainPainter *painter;
  RefrainStyle style;
  guint generation; /* grows with every painter */
  GQueue layers;    /* of RefrainPaintLayer, the newest first */

  gboolean painting;
  RefrainPaintLayer in_flight; /* what is being painted; without texture */
  gboolean wanted;             /* `want` waits for the painting to end, or for `beside` */
  guint beside;                /* source that begins it: nothing of it is seen */
  RefrainViewport want;
  int want_scale;

  /* What the last frame showed: a new picture of it can be begun before the next one. */
  RefrainViewport shown;
  double shown_rows;
  int shown_scale; /* 0: nothing yet */
};

G_DEFINE_FINAL_TYPE (RefrainPaintCache, refrain_paint_cache, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* What is selected changes several pictures at once, which come into one frame: caches that have
 * theirs and wait for the others; main thread. */
static GPtrArray *ready = NULL;
static guint n_together = 0; /* pictures that are being painted and come together */
static gint64 last_change;   /* when the last of them was begun */
static gint64 wait_end;      /* frames wait until then at most */
static guint waiting;        /* source that lets them wait */
static guint n_taken;        /* pictures that came from the threads */

/* What the threads have painted. */
static GMutex painted_mutex;
static GCond painted_cond;
static guint n_painted;

static void start_painting (RefrainPaintCache *self);
static void ask_for (RefrainPaintCache *self,
                     const RefrainViewport *visible,
                     double margin,
                     double total_rows,
                     int scale);

RefrainPaintCache *
refrain_paint_cache_new (void)
{
  return g_object_new (REFRAIN_TYPE_PAINT_CACHE, NULL);
}

gboolean
refrain_paint_cache_set_painter (RefrainPaintCache *self,
                                 RefrainPainter *painter,
                                 const RefrainStyle *style,
                                 gboolean keep)
{
  g_return_val_if_fail (REFRAIN_IS_PAINT_CACHE (self), FALSE);
  g_return_val_if_fail (painter == NULL || style != NULL, FALSE);

  g_set_object (&self->painter, painter);
  if (style != NULL)
    self->style = *style;
  self->generation++;
  self->wanted = FALSE;
  if (!keep)
    g_queue_clear_full (&self->layers, layer_free);
  else if (painter != NULL && self->shown_scale > 0)
    {
      ask_for (self, &self->shown, 0, self->shown_rows, self->shown_scale);
      return !g_queue_is_empty (&self->layers);
    }
  return FALSE;
}

void
refrain_paint_cache_hide (RefrainPaintCache *self)
{
  g_return_if_fail (REFRAIN_IS_PAINT_CACHE (self));

  self->shown_scale = 0;
  self->wanted = FALSE;
}

/* ---- Painting, in a worker thread ---- */

typedef struct
{
  RefrainPainter *painter;
  RefrainStyle style;
  RefrainPaintLayer layer;
  gboolean together; /* it replaces what an earlier painter drew */
} PaintWork;

REFRAIN_DEFINE_FREE (paint_work_free, PaintWork, g_object_unref (x->painter);
                     cairo_surface_destroy (x->layer.surface))

static GdkTexture *
paint_texture (PaintWork *work)
{
  const RefrainViewport *viewport = &work->layer.viewport;
  int width = MAX (1, (int) ceil (viewport->width * work->layer.scale));
  int height = MAX (1, (int) ceil (viewport->height * work->layer.scale));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  g_autoptr (GBytes) bytes = NULL;
  cairo_t *cr;
  int stride;

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (surface);
      return NULL;
    }
  cairo_surface_set_device_scale (surface, work->layer.scale, work->layer.scale);
  cr = cairo_create (surface);
  refrain_painter_paint (work->painter, cr, viewport, &work->style);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  work->layer.surface = cairo_surface_reference (surface);
  stride = cairo_image_surface_get_stride (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface),
                                      (gsize) stride * (gsize) height,
                                      (GDestroyNotify) cairo_surface_destroy, surface);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, (gsize) stride);
}

static void
paint_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, paint_texture (data), g_object_unref);
  g_mutex_lock (&painted_mutex);
  n_painted++;
  g_cond_signal (&painted_cond);
  g_mutex_unlock (&painted_mutex);
}

/* Frames wait while this runs; what else there is to do does not. */
static gboolean
wait_for_pictures (gpointer unused)
{
  const gint64 now = g_get_monotonic_time ();

  if (n_together == 0 || now >= wait_end)
    {
      waiting = 0;
      return G_SOURCE_REMOVE;
    }
  g_mutex_lock (&painted_mutex);
  if (n_painted == n_taken)
    g_cond_wait_until (&painted_cond, &painted_mutex, MIN (now + WAIT_TURN, wait_end));
  g_mutex_unlock (&painted_mutex);
  return G_SOURCE_CONTINUE;
}

/* Another picture that comes together with others is begun. */
static void
let_frames_wait (void)
{
  const gint64 now = g_get_monotonic_time ();

  if (n_together++ == 0 && waiting == 0 && now - last_change > CALM)
    {
      wait_end = now + LONGEST_WAIT;
      waiting = g_idle_add_full (PRIORITY_WAITING, wait_for_pictures, NULL, NULL);
    }
  last_change = now;
}

/* Forgets the oldest layers, but keeps the one that shows most of the run: it fills the view when
 * the user zooms out. */
static void
drop_old_layers (RefrainPaintCache *self)
{
  while (self->layers.length > MAX_LAYERS)
    {
      GList *widest = self->layers.tail;

      for (GList *l = self->layers.tail; l != NULL; l = l->prev)
        {
          const RefrainViewport *a = &((RefrainPaintLayer *) l->data)->viewport;
          const RefrainViewport *b = &((RefrainPaintLayer *) widest->data)->viewport;

          if (a->end - a->start >= b->end - b->start)
            widest = l;
        }
      if (widest == self->layers.tail && widest->prev != self->layers.head)
        widest = widest->prev;
      else
        widest = self->layers.tail;
      layer_free (widest->data);
      g_queue_delete_link (&self->layers, widest);
    }
}

static void
tell_changed (gpointer data, gpointer unused)
{
  g_signal_emit (data, signals[CHANGED], 0);
}

/* Whoever waits for one of those that come together hears of it with the last of them. */
static void
tell_ready (void)
{
  g_autoptr (GPtrArray) told = NULL;

  if (n_together > 0 || ready == NULL)
    return;
  told = g_steal_pointer (&ready);
  g_ptr_array_foreach (told, tell_changed, NULL);
}

static void
wait_together (RefrainPaintCache *self)
{
  if (ready == NULL)
    ready = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (ready, g_object_ref (self));
}

static void
on_painted (GObject *source, GAsyncResult *result, gpointer data)
{
  RefrainPaintCache *self = REFRAIN_PAINT_CACHE (source);
  PaintWork *work = g_task_get_task_data (G_TASK (result));
  GdkTexture *texture = g_task_propagate_pointer (G_TASK (result), NULL);
  const gboolean is_new = texture != NULL && work->layer.generation == self->generation;
  const gboolean was_fresh = refrain_paint_cache_is_fresh (self);

  self->painting = FALSE;
  n_taken++;
  n_together -= work->together;
  /* What an earlier painter drew may still fill the view, unless its layers were thrown away. */
  if (is_new)
    {
      RefrainPaintLayer *layer = g_new0 (RefrainPaintLayer, 1);

      *layer = work->layer;
      layer->texture = texture;
      work->layer.surface = NULL;
      g_queue_push_head (&self->layers, layer);
      drop_old_layers (self);
    }
  else
    g_clear_object (&texture);
  if (self->wanted && self->beside == 0)
    start_painting (self);
  if (is_new && work->together)
    wait_together (self);
  /* What lies beside the view changes nothing that is seen. */
  else if (is_new ? !was_fresh : !self->painting)
    g_signal_emit (self, signals[CHANGED], 0);
  tell_ready ();
}

static gboolean
has_fresh_layer (RefrainPaintCache *self)
{
  RefrainPaintLayer *newest = g_queue_peek_head (&self->layers);

  return newest != NULL && newest->generation == self->generation;
}

static void
start_painting (RefrainPaintCache *self)
{
  g_autoptr (GTask) task = NULL;
  PaintWork *work;

  self->wanted = FALSE;
  if (self->painter == NULL)
    return;
  self->painting = TRUE;
  work = g_new0 (PaintWork, 1);
  work->painter = g_object_ref (self->painter);
  work->style = self->style;
  work->layer.viewport = self->want;
  work->layer.scale = self->want_scale;
  work->layer.generation = self->generation;
  work->together = !g_queue_is_empty (&self->layers) && !has_fresh_layer (self);
  if (work->together)
    let_frames_wait ();
  self->in_flight = work->layer;
  task = g_task_new (self, NULL, on_painted, NULL);
  g_task_set_source_tag (task, start_painting);
  g_task_set_priority (task, PRIORITY_PAINTED);
  g_task_set_task_data (task, work, paint_work_free);
  refrain_parallel_run_urgent_task (task, paint_in_thread);
}

/* ---- Which part is there, which is wanted ---- */

static gboolean
on_beside (gpointer data)
{
  RefrainPaintCache *self = data;

  self->beside = 0;
  if (self->wanted && !self->painting)
    start_painting (self);
  return G_SOURCE_REMOVE;
}

static void
ask_for (RefrainPaintCache *self,
         const RefrainViewport *visible,
         double margin,
         double total_rows,
         int scale)
{
  RefrainPaintLayer *newest = g_queue_peek_head (&self->layers);
  gboolean is_seen;

  if (self->painting)
    newest = &self->in_flight;
  is_seen = newest != NULL && newest->generation == self->generation
            && refrain_paint_layer_has_scale_of (newest, visible, scale)
            && refrain_viewport_covers (&newest->viewport, visible, 0, total_rows);
  /* The frame that shows what is being painted asks for what lies beside it. */
  if (is_seen
      && (self->painting
          || refrain_viewport_covers (&newest->viewport, visible, margin / 3, total_rows)))
    {
      self->wanted = FALSE;
      return;
    }
  /* Of a new picture what can be seen comes first, and what lies beside it afterwards. */
  if (newest == NULL || newest->generation != self->generation)
    margin = 0;
  self->want = refrain_viewport_extend (visible, margin, total_rows, scale);
  self->want_scale = scale;
  self->wanted = TRUE;
  if (is_seen && self->beside == 0)
    /* After this frame, which is not to share the cores and the memory with it. */
    self->beside = g_idle_add_full (G_PRIORITY_DEFAULT, on_beside, self, NULL);
  else if (!is_seen && !self->painting)
    start_painting (self);
}

void
refrain_paint_cache_snapshot (RefrainPaintCache *self,
                              GtkSnapshot *snapshot,
                              const RefrainViewport *visible,
                              double margin,
                              double total_rows,
                              int scale,
                              gboolean in_software)
{
  GList *oldest;

  g_return_if_fail (REFRAIN_IS_PAINT_CACHE (self));
  g_return_if_fail (visible != NULL);

  if (visible->width < 1 || visible->height < 1 || !(visible->end > visible->start)
      || !(visible->n_rows > 0))
    return;
  ask_for (self, visible, margin, total_rows, scale);
  self->shown = *visible;
  self->shown_rows = total_rows;
  self->shown_scale = scale;
  gtk_snapshot_push_clip (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) visible->width, (float) visible->height));
  /* From the newest layer that holds all of the view up to the newest: what lies below is not
   * seen, and drawing it costs time where there is no graphics card. */
  for (oldest = self->layers.head; oldest != NULL && oldest->next != NULL; oldest = oldest->next)
    if (refrain_viewport_covers (&((RefrainPaintLayer *) oldest->data)->viewport, visible, 0,
                                 total_rows)
        && refrain_paint_layer_can_be_shown (oldest->data, visible))
      break;
  for (GList *l = oldest; l != NULL; l = l->prev)
    append_layer (l->data, snapshot, visible, in_software);
  gtk_snapshot_pop (snapshot);
}

gboolean
refrain_paint_cache_is_fresh (RefrainPaintCache *self)
{
  RefrainPaintLayer *newest;

  g_return_val_if_fail (REFRAIN_IS_PAINT_CACHE (self), FALSE);

  newest = g_queue_peek_head (&self->layers);
  return newest != NULL && newest->generation == self->generation
         && refrain_paint_layer_has_scale_of (newest, &self->shown, self->shown_scale)
         && refrain_viewport_covers (&newest->viewport, &self->shown, 0, self->shown_rows);
}

REFRAIN_DEFINE_END (RefrainPaintCache,
                    refrain_paint_cache,
                    finalize,
                    g_clear_handle_id (&x->beside, g_source_remove);
                    g_clear_object (&x->painter);
                    g_queue_clear_full (&x->layers, layer_free))

static void
refrain_paint_cache_class_init (RefrainPaintCacheClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_paint_cache_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
refrain_paint_cache_init (RefrainPaintCache *self)
{
  g_queue_init (&self->layers);
}
