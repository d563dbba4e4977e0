/* refrain-partial-grid.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Row by row the next rank is the next place, so an edge to it is a step along x and any other edge
 * one along y. That gives every process coordinates; whether they are true is checked then.
 */
#include "refrain-partial-grid.h"

#define NOBODY G_MAXUINT32

typedef struct
{
  gint64 x, y;
} Place;

/* Where everybody is, seen from process 0; NULL where some cannot be reached from there. */
static Place *
follow_edges (RefrainGraph *graph)
{
  const guint n = refrain_graph_get_n (graph);
  g_autofree Place *places = g_new0 (Place, n);
  g_autofree gboolean *known = g_new0 (gboolean, n);
  g_autofree guint32 *queue = g_new (guint32, n);
  guint n_known = 1;

  queue[0] = 0;
  known[0] = TRUE;
  for (guint at = 0; at < n_known; at++)
    {
      const guint32 i = queue[at];
      const guint32 *neighbours = refrain_graph_get_neighbours (graph, i);

      for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
        {
          const guint32 to = neighbours[k];
          const gint64 step = to > i ? 1 : -1;
          const gboolean along_x = MAX (to, i) - MIN (to, i) == 1;

          if (known[to])
            continue;
          places[to]
              = (Place){ places[i].x + (along_x ? step : 0), places[i].y + (along_x ? 0 : step) };
          known[to] = TRUE;
          queue[n_known++] = to;
        }
    }
  return n_known == n ? g_steal_pointer (&places) : NULL;
}

/* Moves them so that the smallest coordinates are 0, and gives the sizes. FALSE where ranks do not
 * count them row by row. */
static gboolean
settle (Place *places, guint n, gint64 *width, gint64 *height)
{
  gint64 least_x = G_MAXINT64, most_x = G_MININT64;

  for (guint i = 0; i < n; i++)
    {
      if (i > 0
          && (places[i].y < places[i - 1].y
              || (places[i].y == places[i - 1].y && places[i].x <= places[i - 1].x)))
        return FALSE;
      least_x = MIN (least_x, places[i].x);
      most_x = MAX (most_x, places[i].x);
    }
  *width = most_x - least_x + 1;
  *height = places[n - 1].y - places[0].y + 1;
  for (guint i = n; i-- > 0;)
    places[i] = (Place){ places[i].x - least_x, places[i].y - places[0].y };
  return TRUE;
}

/* Who is in each direction of each process, as many as there are edges; NULL where neighbours have
 * no edge, or others do. */
static guint32 *
list_targets (RefrainGraph *graph, const Place *places, gint64 width, gint64 height)
{
  static const Place steps[] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  const guint n = refrain_graph_get_n (graph);
  const gsize n_places = (gsize) (width * height);
  g_autofree guint32 *process = g_new (guint32, n_places);
  g_autofree guint32 *targets = g_new (guint32, (gsize) n * G_N_ELEMENTS (steps));
  gsize n_steps = 0;

  for (gsize p = 0; p < n_places; p++)
    process[p] = NOBODY;
  for (guint i = 0; i < n; i++)
    process[places[i].y * width + places[i].x] = i;
  for (guint i = 0; i < n; i++)
    for (guint d = 0; d < G_N_ELEMENTS (steps); d++)
      {
        const gint64 x = places[i].x + steps[d].x, y = places[i].y + steps[d].y;
        const guint32 to
            = x >= 0 && x < width && y >= 0 && y < height ? process[y * width + x] : NOBODY;

        if (to != NOBODY && !refrain_graph_has_edge (graph, i, to))
          return NULL;
        n_steps += to != NOBODY;
        targets[(gsize) i * G_N_ELEMENTS (steps) + d] = to;
      }
  return n_steps == 2 * refrain_graph_get_n_edges (graph) ? g_steal_pointer (&targets) : NULL;
}

RefrainMapping *
refrain_partial_grid_read (RefrainGraph *graph)
{
  static const char *const names[] = { "+x", "-x", "+y", "-y" };
  const guint n = refrain_graph_get_n (graph);
  g_autofree Place *places = NULL;
  g_autofree guint32 *targets = NULL;
  g_autofree char *name = NULL;
  gint64 width, height;

  if (n < 2 || refrain_graph_get_n_edges (graph) < n || refrain_graph_get_max_degree (graph) > 4)
    return NULL;
  places = follow_edges (graph);
  if (places == NULL || !settle (places, n, &width, &height) || width * height <= n
      || width * height > 2 * (gint64) n)
    return NULL;
  targets = list_targets (graph, places, width, height);
  if (targets == NULL)
    return NULL;
  /* As all names of topologies: sizes falling, in English. */
  name = g_strdup_printf (width * height - n == 1 ? "%" G_GINT64_FORMAT "×%" G_GINT64_FORMAT
                                                    " grid with %" G_GINT64_FORMAT " place empty"
                                                  : "%" G_GINT64_FORMAT "×%" G_GINT64_FORMAT
                                                    " grid with %" G_GINT64_FORMAT " places empty",
                          MAX (width, height), MIN (width, height), width * height - n);
  return refrain_mapping_new_user (name, n, names, G_N_ELEMENTS (names), targets, NULL);
}
