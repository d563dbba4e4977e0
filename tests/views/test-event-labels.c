/* test-event-labels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words in the boxes of events: all rows have some, and what is said of a box again says so.
 */
#include "config.h"

#include "refrain-event-frame.h"
#include "scene.h"
#include "test-program.h"

#include <cairo-svg.h>
#include <stdlib.h>
#include <string.h>

#define N_ROWS 24

typedef struct
{
  double x, y;
  char *text;
} Word;

static void
clear_word (gpointer data)
{
  g_free (((Word *) data)->text);
}

/* What is written where @scene is drawn (of Word). */
static GArray *
read_words (const Scene *scene)
{
  cairo_surface_t *surface
      = cairo_svg_surface_create (NULL, scene->viewport.width, scene->viewport.height);
  RefrainTextSink *sink = refrain_text_sink_attach (surface);
  cairo_t *cr = cairo_create (surface);
  GArray *words = g_array_new (FALSE, FALSE, sizeof (Word));
  g_autofree char *elements = NULL;
  g_auto (GStrv) lines = NULL;
  gsize length;

  g_array_set_clear_func (words, clear_word);
  refrain_painter_paint (scene->painter, cr, &scene->viewport, &scene->style);
  elements = g_strdup (refrain_text_sink_get_elements (sink, &length));
  lines = g_strsplit (elements, "\n", -1);
  for (char **line = lines; *line != NULL && **line != '\0'; line++)
    {
      const char *begin = strchr (*line, '>') + 1;
      Word word = { .text = g_strndup (begin, strstr (begin, "</text>") - begin) };

      g_assert_cmpint (sscanf (*line, "<text x=\"%lf\" y=\"%lf\"", &word.x, &word.y), ==, 2);
      g_array_append_val (words, word);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return words;
}

/* More calls in all than a frame has labels for. */
static void
test_fair (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (GArray) words = NULL;
  guint counts[N_ROWS] = { 0 }, least = G_MAXUINT, most = 0;

  scene_init (&scene, scene_ring_trace (N_ROWS, 40), REFRAIN_AXIS_TIME, NULL);
  scene.viewport.width = 4000;
  scene.viewport.height = 60 * N_ROWS;
  words = read_words (&scene);
  for (guint i = 0; i < words->len; i++)
    {
      const Word *word = &g_array_index (words, Word, i);

      counts[MIN ((guint) (word->y / 60), N_ROWS - 1)]++;
    }
  for (guint row = 0; row < N_ROWS; row++)
    {
      least = MIN (least, counts[row]);
      most = MAX (most, counts[row]);
    }
  g_assert_cmpuint (words->len, <=, REFRAIN_EVENT_MAX_LABELS);
  g_assert_cmpuint (words->len, >=, REFRAIN_EVENT_MAX_LABELS * 2 / 3);
  g_assert_cmpuint (least, >=, 1);
  g_assert_cmpuint (most - least, <=, 1);
}

/* What some rows leave over, others have. */
static void
test_share (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (RefrainEventLabel));
  RefrainEventFrame frame;
  guint first = 0;

  scene_init (&scene, scene_silent_trace (3), REFRAIN_AXIS_TIME, NULL);
  refrain_event_frame_init (&frame, REFRAIN_EVENT_PAINTER (scene.painter), NULL, &scene.viewport,
                            &scene.style);
  for (guint i = 0; i < 10 + 2000; i++)
    {
      const RefrainEventLabel label
          = { .row = i < 10 ? 2 : i % 2, .x0 = i, .x1 = i + 20 + i % 500, .height = 20 };

      g_array_append_val (labels, label);
    }
  refrain_event_share_labels (&frame, labels);
  g_assert_cmpuint (labels->len, ==, REFRAIN_EVENT_MAX_LABELS);
  for (guint i = 0; i < labels->len; i++)
    {
      const RefrainEventLabel *label = &g_array_index (labels, RefrainEventLabel, i);

      first += label->row == 0;
      if (label->row != 2)
        g_assert_cmpfloat (label->x1 - label->x0, >, 400);
    }
  g_assert_cmpuint (first, ==, (REFRAIN_EVENT_MAX_LABELS - 10) / 2);
}

/* One call over the whole of a tile that is wider than its window. */
static void
test_again (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (GArray) words = NULL;
  double last = -1;
  guint n = 0;

  scene_init (&scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  scene.viewport.width = 3000;
  scene.viewport.window_start = scene.viewport.start;
  scene.viewport.window_end
      = scene.viewport.start + (scene.viewport.end - scene.viewport.start) / 3;
  words = read_words (&scene);
  for (guint i = 0; i < words->len; i++)
    {
      const Word *word = &g_array_index (words, Word, i);

      if (word->y > 100 || g_str_has_suffix (word->text, "main") == FALSE)
        continue;
      g_assert_cmpstr (word->text, ==, n == 0 ? "main" : "… main");
      if (n++ > 0)
        g_assert_cmpfloat (word->x - last, >, 20 * scene.style.font_size);
      last = word->x;
    }
  g_assert_cmpuint (n, >=, 2);

  /* What begins before the tile is told as what it is: the rest of a call. */
  g_clear_pointer (&words, g_array_unref);
  scene.viewport.start += (scene.viewport.end - scene.viewport.start) / 10;
  words = read_words (&scene);
  for (guint i = 0; i < words->len; i++)
    {
      const Word *word = &g_array_index (words, Word, i);

      g_assert_cmpstr (word->text, !=, "main");
    }
}

TEST_PROGRAM ("event-labels")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/event-labels/fair", test_fair);
  g_test_add_func ("/event-labels/share", test_share);
  g_test_add_func ("/event-labels/again", test_again);
  return g_test_run ();
}
