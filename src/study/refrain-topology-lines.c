/* refrain-topology-lines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The name first, no more than a line of anything: load by axis where the mapping has any, else the
 * busiest process and pair; then what MPI has for such a topology.
 */
#include "config.h"

#include "refrain-topology-lines.h"

#include <inttypes.h>
#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-free.h"
#include "refrain-ranks.h"
#include "refrain-topology-alternatives.h"
#include "refrain-topology-words.h"
#include "refrain-visible.h"

/* Edges and processes that a line lists. */
#define MAX_LISTED 6
/* Pairs send as much as each other if none sends so many times what another does. */
#define EVEN_FACTOR 2.0
/* "Few" are so many times fewer than all, at least. */
#define FEW 3

/* ---- Along axes -------------------------------------------------------------------------------
 */

/* How much goes along each axis, and how far apart ranks are there. */
typedef struct
{
  guint64 volume;  /* bytes or messages */
  double distance; /* of ranks, summed over that */
} AxisLoad;

typedef struct
{
  AxisLoad along[REFRAIN_MAX_DIMENSIONS];
  guint64 diagonal, beside, all;
} Loads;

static void
measure_axes (RefrainMatrix *matrix, RefrainMapping *mapping, gboolean by_count, Loads *loads)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);

  *loads = (Loads){ 0 };
  for (guint i = 0; i < refrain_matrix_get_n_processes (matrix); i++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, i, &n_cells);
      const guint *from = refrain_mapping_get_coordinates (mapping, i);

      for (gsize k = 0; k < n_cells; k++)
        {
          const guint32 other = cells[k].destination;
          const guint *to = refrain_mapping_get_coordinates (mapping, other);
          const guint64 volume = by_count ? cells[k].count : cells[k].bytes;
          guint axis = 0, n_axes = 0;

          if (other == i)
            continue;
          for (guint a = 0; a < n; a++)
            if (from[a] != to[a])
              {
                axis = a;
                n_axes++;
              }
          loads->all += volume;
          if (refrain_mapping_get_direction (mapping, i, other) == REFRAIN_DIRECTION_NONE)
            {
              loads->beside += volume;
              continue;
            }
          if (n_axes > 1)
            {
              loads->diagonal += volume;
              continue;
            }
          loads->along[axis].volume += volume;
          loads->along[axis].distance += (double) volume * ABS ((double) other - (double) i);
        }
    }
}

/* "ranks 4 apart", "ranks 1.6 apart on average" */
static char *
describe_distance (const AxisLoad *load)
{
  const double mean = load->distance / (double) MAX (load->volume, 1);

  return g_strdup_printf (
      mean == floor (mean) ? _ ("ranks %.3g apart") : _ ("ranks %.3g apart on average"), mean);
}

static void
append_axes (GString *text, const RefrainTopologyFound *self, RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  const gboolean by_count = refrain_topology_numbering_is_without_bytes (self->matrix);
  guint64 volumes[REFRAIN_MAX_DIMENSIONS];
  gboolean is_first = TRUE;
  Loads loads;
  double all;

  measure_axes (self->matrix, mapping, by_count, &loads);
  all = (double) MAX (loads.all, 1);
  for (guint a = n; a-- > 0;)
    {
      g_autofree char *distance = describe_distance (&loads.along[a]);

      /* Such as between rings side by side; or of a grid of one layer, as programs make them in
       * three dimensions. */
      if (loads.along[a].volume == 0 && loads.all > 0)
        continue;
      g_string_append_printf (
          text,
          !is_first   ? _ (", %.3g %% along %s (%u%s, %s)")
          : !by_count ? _ ("%.3g %% of the bytes go along %s (%u%s, %s)")
                      : _ ("%.3g %% of the messages go along %s (%u%s, %s)"),
          100 * (double) loads.along[a].volume / all, refrain_mapping_get_axis_name (mapping, a),
          refrain_mapping_get_size (mapping, a),
          refrain_mapping_is_wrapped (mapping, a) && refrain_mapping_get_size (mapping, a) > 2
              ? _ (", periodic")
              : "",
          distance);
      is_first = FALSE;
    }
  if (loads.diagonal > 0)
    g_string_append_printf (text, _ (", %.3g %% diagonally"), 100 * (double) loads.diagonal / all);
  if (loads.beside > 0)
    g_string_append_printf (text, _ (", %.3g %% between processes that are no neighbours on it"),
                            100 * (double) loads.beside / all);
  if (by_count)
    g_string_append_printf (text,
                            _ ("; all messages are empty: they were compared by their number"));
  g_string_append_c (text, '\n');
  for (guint a = 0; a < n; a++)
    volumes[a] = loads.along[a].volume;
  refrain_topology_numbering_say (text, self, mapping, volumes);
}

/* ---- The busiest ------------------------------------------------------------------------------
 */

typedef struct
{
  guint64 *loads; /* of each process */
  guint64 all, most, least;
  guint from, to, idlest;
  GArray *busiest; /* of guint32: those with most */
} Busiest;

REFRAIN_DEFINE_AUTO (busiest_clear, Busiest, g_free (x->loads); g_array_unref (x->busiest))

static void
find_busiest (RefrainMatrix *matrix, gboolean by_count, Busiest *self)
{
  const guint n = refrain_matrix_get_n_processes (matrix);

  guint64 most = 0;

  *self = (Busiest){ .loads = g_new0 (guint64, n + 1),
                     .least = G_MAXUINT64,
                     .busiest = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  for (guint i = 0; i < n; i++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, i, &n_cells);

      for (gsize k = 0; k < n_cells; k++)
        {
          const guint64 volume = by_count ? cells[k].count : cells[k].bytes;

          if (cells[k].destination == i)
            continue;
          self->all += volume;
          self->loads[i] += volume;
          self->loads[cells[k].destination] += volume;
          self->least = MIN (self->least, volume);
          if (volume > self->most)
            {
              self->most = volume;
              self->from = i;
              self->to = cells[k].destination;
            }
        }
    }
  for (guint i = 0; i < n; i++)
    {
      most = MAX (most, self->loads[i]);
      self->idlest = self->loads[i] < self->loads[self->idlest] ? i : self->idlest;
    }
  for (guint32 i = 0; i < n; i++)
    if (self->loads[i] == most)
      g_array_append_val (self->busiest, i);
}

char *
refrain_topology_describe_busiest (RefrainMatrix *matrix)
{
  const guint n = refrain_matrix_get_n_processes (matrix);
  const gboolean by_count = refrain_topology_numbering_is_without_bytes (matrix);
  /* Each message has two ends. */
  const double even = 200.0 / n;
  g_autoptr (GString) text = g_string_new (NULL), who = g_string_new (NULL);
  g_auto (Busiest) busiest = { 0 };
  const guint32 *ranks;
  double all, share;

  find_busiest (matrix, by_count, &busiest);
  if (busiest.all == 0)
    return NULL;
  all = (double) busiest.all;
  ranks = (const guint32 *) (gpointer) busiest.busiest->data;
  share = 100 * (double) busiest.loads[ranks[0]] / all;
  refrain_ranks_append (who, ranks, MIN (busiest.busiest->len, MAX_LISTED));
  g_string_append (who, busiest.busiest->len > MAX_LISTED ? ", …" : "");
  if (busiest.loads[ranks[0]] == busiest.loads[busiest.idlest])
    g_string_append_printf (
        text,
        by_count ? _ ("Each process sends or receives as many messages as the others: %.3g %%")
                 : _ ("Each process sends or receives as many bytes as the others: %.3g %%"),
        even);
  else if (busiest.busiest->len == 1)
    g_string_append_printf (
        text,
        by_count ? _ ("Process %u sends or receives most: %.3g %% of all messages (an even "
                      "share: %.3g %%)")
                 : _ ("Process %u sends or receives most: %.3g %% of all bytes (an even "
                      "share: %.3g %%)"),
        ranks[0], share, even);
  else
    g_string_append_printf (
        text,
        by_count ? _ ("Processes %s send or receive most: %.3g %% of all messages each (an even "
                      "share: %.3g %%)")
                 : _ ("Processes %s send or receive most: %.3g %% of all bytes each (an even "
                      "share: %.3g %%)"),
        who->str, share, even);
  if (busiest.least < busiest.most)
    g_string_append_printf (text, _ ("; most go from %u to %u: %.3g %%"), busiest.from, busiest.to,
                            100 * (double) busiest.most / all);
  if (by_count)
    g_string_append_printf (text,
                            _ ("; all messages are empty: they were compared by their number"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* How much goes along each axis of @mapping and how its ranks are numbered; where there is no axis
 * (or @mapping is NULL) which process has most. */
static void
append_load (GString *text, const RefrainTopologyFound *self, RefrainMapping *mapping)
{
  g_autofree char *busiest = NULL;

  if (mapping != NULL && refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_GRID)
    {
      append_axes (text, self, mapping);
      return;
    }
  busiest = refrain_topology_describe_busiest (self->matrix);
  if (busiest != NULL)
    g_string_append_printf (text, "%s\n", busiest);
}

/* ---- Advice -----------------------------------------------------------------------------------
 */

static void
advise_few (GString *text, RefrainTopology *topology)
{
  RefrainGraph *graph = refrain_topology_get_graph (topology);
  g_autofree guint *degrees = refrain_graph_count_degrees (graph);
  const guint n = refrain_graph_get_n (graph);
  const guint n_hubs = degrees[refrain_graph_get_max_degree (graph)];

  if ((guint64) FEW * n_hubs <= n)
    g_string_append_printf (
        text,
        ngettext (
            "All messages are from or to %u of %u processes, which may limit the speed; more such "
            "processes, or fewer and larger messages, relieve it\n",
            "All messages are from or to %u of %u processes, which may limit the speed; more such "
            "processes, or fewer and larger messages, relieve them\n",
            n_hubs),
        n_hubs, n);
  else
    g_string_append_printf (
        text,
        _ ("Each process of one side communicates with each of the other: no placement brings them "
           "together, but MPI_Alltoall or MPI_Neighbor_alltoall could send fewer, larger "
           "messages\n"));
}

/* Only what goes the tree's way, to or from all children each time, is a collective operation. */
static void
advise_tree (GString *text, const RefrainTreeRounds *rounds)
{
  const char *down = rounds->down_alike ? "MPI_Bcast" : "MPI_Scatter";
  const char *up = rounds->up_alike ? "MPI_Reduce" : "MPI_Gather";

  if (rounds->down && rounds->up)
    g_string_append_printf (
        text, _ ("Possible replacement for a tree towards its root and back: %s and %s\n"), up,
        down);
  else if (rounds->up)
    g_string_append_printf (text, _ ("Possible replacement for a tree towards its root: %s\n"), up);
  else if (rounds->down)
    g_string_append_printf (text, _ ("Possible replacement for a tree from its root: %s\n"), down);
}

/* Whether no pair sends much more than another: then they may be one collective operation. */
static gboolean
is_even (RefrainMatrix *matrix)
{
  g_auto (Busiest) busiest = { 0 };

  find_busiest (matrix, refrain_topology_numbering_is_without_bytes (matrix), &busiest);
  return (double) busiest.most <= EVEN_FACTOR * (double) busiest.least;
}

/* What else than MPI_Send could do it; nothing of what is only nearly @mapping. */
static void
append_advice (GString *text, const RefrainTopologyFound *self, RefrainMapping *mapping)
{
  if (self->no_sends || refrain_topology_numbering_is_merely_near (self->topology))
    return;
  switch (refrain_mapping_get_kind (mapping))
    {
    case REFRAIN_TOPOLOGY_ALL_TO_ALL:
      if (self->partners == 0 && is_even (self->matrix))
        g_string_append_printf (
            text,
            _ ("Each process communicates with each other: no placement brings them together, "
               "but MPI_Alltoall or MPI_Neighbor_alltoall could send fewer, larger messages\n"));
      break;
    case REFRAIN_TOPOLOGY_STAR:
    case REFRAIN_TOPOLOGY_BIPARTITE:
      advise_few (text, self->topology);
      break;
    case REFRAIN_TOPOLOGY_TREE:
    case REFRAIN_TOPOLOGY_BINOMIAL:
      advise_tree (text, &self->rounds);
      break;
    case REFRAIN_TOPOLOGY_HYPERCUBE:
    case REFRAIN_TOPOLOGY_BUTTERFLY:
    case REFRAIN_TOPOLOGY_CG:
      g_string_append_printf (
          text, _ ("Possible replacement for exchanges at doubling distances: MPI_Allreduce\n"));
      break;
    default:
      break;
    }
}

/* ---- Lines --------------------------------------------------------------
 */

static void
append_headline (GString *text, const RefrainTopologyFound *self)
{
  RefrainGraph *graph = refrain_topology_get_graph (self->topology);
  const guint n_components = refrain_topology_get_n_components (self->topology);
  const guint n_isolated = refrain_topology_get_n_isolated (self->topology);
  RefrainTopology *part
      = n_components == 1 && n_isolated > 0 && refrain_topology_get_n_levels (self->topology) == 0
            ? refrain_topology_get_component (self->topology, 0)
            : NULL;
  /* Of what others beside it do not take part in. */
  RefrainTopology *named = part != NULL ? part : self->topology;
  g_autofree char *what = refrain_topology_words_describe (named);
  double share;
  RefrainTopology *heavy = refrain_topology_get_heavy (named, &share);
  RefrainTopology *rest = refrain_topology_get_rest (named);
  const guint n = refrain_graph_get_n (graph);
  const gsize n_edges = refrain_graph_get_n_edges (graph);
  const guint n_weak = refrain_topology_get_n_weak (self->topology);

  if (rest != NULL)
    {
      g_autofree char *most = refrain_topology_words_describe (heavy);
      g_autofree char *other = refrain_topology_words_describe_rest (rest);

      g_string_append_printf (
          text, _ ("Topology: %s + %s, with %.3g %% of all %s on the %zu edges of the first"), most,
          other, 100 * share,
          refrain_topology_numbering_is_without_bytes (self->matrix) ? _ ("messages") : _ ("bytes"),
          refrain_graph_get_n_edges (refrain_topology_get_graph (heavy)));
    }
  else if (heavy != NULL && refrain_topology_get_n_levels (named) == 0)
    {
      g_autofree char *most = refrain_topology_words_describe (heavy);

      g_string_append_printf (
          text, _ ("Topology: mostly %s, with %.3g %% of all %s on %zu edges; as a whole %s"), most,
          100 * share,
          refrain_topology_numbering_is_without_bytes (self->matrix) ? _ ("messages") : _ ("bytes"),
          refrain_graph_get_n_edges (refrain_topology_get_graph (heavy)), what);
    }
  else if (self->partners > 0)
    /* Translators: a number, and what they are together. */
    g_string_append_printf (text,
                            _ ("Topology: partners change between iterations, at most %u of a "
                               "process at a time; over the run %s"),
                            self->partners, what);
  else
    g_string_append_printf (text, _ ("Topology: %s"),
                            n_edges == 0 && self->groups != NULL ? self->groups : what);
  g_string_append_printf (text, " (");
  g_string_append_printf (text, ngettext ("%u process", "%u processes", n), n);
  g_string_append_printf (text, ", ");
  g_string_append_printf (text, ngettext ("%zu edge", "%zu edges", n_edges), n_edges);
  g_string_append_printf (text, ")");
  if (n_components > 1 && !refrain_topology_words_is_composed (self->topology)
      && !refrain_topology_words_is_of_equals (self->topology))
    g_string_append_printf (text, _ ("; %u separate parts"), n_components);
  if (n_isolated > n_weak && n_components > 0)
    g_string_append_printf (text,
                            ngettext ("; %u process does not communicate",
                                      "; %u processes do not communicate", n_isolated - n_weak),
                            n_isolated - n_weak);
  if (n_weak > 0 && n_components > 0)
    g_string_append_printf (text,
                            ngettext ("; all messages of %u process are below the threshold",
                                      "; all messages of %u processes are below the threshold",
                                      n_weak),
                            n_weak);
  if (refrain_topology_is_incomplete (self->topology))
    g_string_append_printf (text, _ ("; the search ran out of time (--seconds)"));
  g_string_append_c (text, '\n');
}

/* What messages with one tag alone are, where the whole has no name: "Messages with tag 1 alone:
 * 4×4 grid (80 % of all bytes); tag 9: no name fits (20 %)". */
static void
append_tags (GString *text, const RefrainTopologyFound *self)
{
  guint64 messages, bytes;

  refrain_matrix_get_total (self->matrix, &messages, &bytes);
  for (guint i = 0; i < self->tags->len; i++)
    {
      const RefrainTopologyPart *part = self->tags->pdata[i];
      const gboolean fits = refrain_topology_get_n_names (part->topology) > 0
                            || refrain_topology_words_is_composed (part->topology);
      g_autofree char *what
          = fits ? refrain_topology_words_describe (part->topology) : g_strdup (_ ("no name fits"));
      const double share = bytes > 0 ? (double) part->bytes / (double) bytes
                                     : (double) part->messages / (double) MAX (messages, 1);

      g_string_append_printf (
          text,
          i == 0 ? _ ("Messages with tag %" PRIu64 " alone: %s (%.3g %% of all %s)")
                 : _ ("; tag %" PRIu64 ": %s (%.3g %%)"),
          part->id, what, 100 * share, bytes > 0 ? _ ("bytes") : _ ("messages"));
    }
  g_string_append_c (text, '\n');
}

/* "4×2 grid, periodic in dimension 1": as the program gave it to MPI_Cart_create. */
static char *
describe_said (RefrainMapping *said)
{
  const guint n = refrain_mapping_get_n_dimensions (said);
  guint sizes[REFRAIN_MAX_DIMENSIONS], periodic = 0;

  for (guint a = 0; a < n; a++)
    {
      sizes[a] = refrain_mapping_get_size (said, a);
      periodic |= refrain_mapping_is_wrapped (said, a) ? 1u << a : 0;
    }
  return refrain_mapping_describe_grid (sizes, n, periodic);
}

/* Whether messages go as the program says. */
static void
append_said (GString *text, const RefrainTopologyFound *self)
{
  gsize extra, missing;
  RefrainMapping *said = refrain_topology_get_said (self->topology, &extra, &missing);
  g_autofree char *what = said != NULL ? describe_said (said) : NULL;
  g_autofree char *by = self->said_by != NULL ? refrain_visible_line (self->said_by) : NULL;

  if (said == NULL)
    return;
  if (extra + missing == 0)
    g_string_append_printf (text, _ ("MPI_Cart_create of the program agrees: %s (%s)\n"), what, by);
  else if (refrain_topology_follows_said (self->topology))
    g_string_append_printf (
        text,
        _ ("Places are those of MPI_Cart_create of the program: %s (%s); %zu other pairs exchange "
           "messages, and %zu pairs of neighbours exchange none\n"),
        what, by, extra, missing);
  else if (extra == 0)
    g_string_append_printf (
        text,
        _ ("All messages are between neighbours of MPI_Cart_create of the program: %s (%s); %zu "
           "pairs of neighbours exchange none\n"),
        what, by, missing);
  else
    g_string_append_printf (
        text,
        _ ("MPI_Cart_create of the program differs: %s (%s), but %zu pairs that exchange messages "
           "are no neighbours on it, and %zu pairs of neighbours exchange none\n"),
        what, by, extra, missing);
}

/* That there are other mappings, and which is shown. */
static void
append_alternatives (GString *text, const GPtrArray *list, guint choice)
{
  if (list->len < 2)
    return;
  if (choice == 0)
    g_string_append_printf (
        text,
        ngettext ("One more mapping fits as well, mirrored or rotated: --mapping 2\n",
                  "%u more mappings fit as well, mirrored or rotated: --mapping 2 to %u\n",
                  list->len - 1),
        list->len - 1, list->len);
  else
    g_string_append_printf (text, _ ("Mapping %u of %u: %s\n"), choice + 1, list->len,
                            ((const RefrainTopologyAlternative *) list->pdata[choice])->how);
}

static void
append_edges (GString *text, const char *what, const RefrainGraphEdge *edges, gsize n)
{
  if (n == 0)
    return;
  g_string_append_printf (text, "%s", what);
  for (gsize i = 0; i < MIN (n, MAX_LISTED); i++)
    g_string_append_printf (text, "%s %u–%u", i > 0 ? "," : "", edges[i].a, edges[i].b);
  g_string_append_printf (text, "%s\n", n > MAX_LISTED ? " …" : "");
}

/* Why there is nothing to name. */
static void
append_nothing (GString *text, const RefrainTopologyFound *self)
{
  guint64 messages, bytes;

  refrain_matrix_get_total (self->matrix, &messages, &bytes);
  if (messages > 0)
    g_string_append_printf (
        text,
        ngettext ("The one message is from a process to itself: no process waits for another\n",
                  "All %" PRIu64
                  " messages are from a process to itself: no process waits for another\n",
                  messages),
        messages);
  else if (self->collectives)
    g_string_append_printf (
        text, _ ("No process sends a message to another, nor is the size of the data of any "
                 "collective operation recorded: there is nothing to place close together\n"));
  else if (self->groups != NULL)
    g_string_append_printf (text, _ ("No process sends a message to another; --collectives counts "
                                     "collective operations as messages\n"));
  else
    g_string_append_printf (
        text, _ ("No process sends a message to another: there is nothing to place close together; "
                 "--collectives counts collective operations as messages\n"));
}

static void
append_dropped (GString *text, RefrainTopology *topology, double threshold)
{
  double messages, bytes;

  refrain_topology_get_dropped (topology, &messages, &bytes);
  if (messages > 0 || bytes > 0)
    g_string_append_printf (text,
                            _ ("Ignored, as below %g %% of the largest edge: %.3g %% of the "
                               "messages, %.3g %% of the bytes\n"),
                            100 * threshold, 100 * messages, 100 * bytes);
}

static void
append_one_way (GString *text, RefrainTopology *topology)
{
  const guint64 one_way = refrain_topology_get_n_names (topology) > 0
                              ? refrain_topology_get_one_way (topology, 0)
                              : 0;
  const char *flow = refrain_topology_words_name_flow (topology);
  gboolean any = FALSE;

  if (one_way == 0)
    return;
  g_string_append_printf (text, _ ("Messages go one way only:"));
  if (flow != NULL)
    g_string_append_printf (text, " %s:", _ (flow));
  for (guint d = 0; d < 64 && one_way >> d != 0; d++)
    if (one_way >> d & 1)
      {
        g_string_append_printf (text, "%s %s", any ? "," : "",
                                refrain_mapping_get_direction_name (
                                    refrain_topology_get_mapping (topology, 0), (gint) d));
        any = TRUE;
      }
  g_string_append_c (text, '\n');
}

static void
append_components (GString *text, RefrainTopology *topology)
{
  for (guint c = 0; c < refrain_topology_get_n_components (topology); c++)
    {
      RefrainTopology *component = refrain_topology_get_component (topology, c);
      g_autofree char *what = NULL;
      guint n;
      const guint32 *processes = refrain_topology_get_component_processes (topology, c, &n);

      if (component == NULL)
        continue;
      what = refrain_topology_words_describe (component);
      g_string_append_printf (text, _ ("part of %u processes ("), n);
      for (guint i = 0; i < MIN (n, MAX_LISTED); i++)
        g_string_append_printf (text, "%s%u", i > 0 ? ", " : "", processes[i]);
      g_string_append_printf (text, "%s): %s\n", n > MAX_LISTED ? " …" : "", what);
    }
}

gboolean
refrain_topology_lines_say (const RefrainTopologyFound *self, RefrainReport *report)
{
  RefrainTopology *topology = self->topology;
  const gboolean follows = refrain_topology_follows_said (topology);
  const gboolean any = refrain_graph_get_n_edges (refrain_topology_get_graph (topology)) > 0;
  const gboolean composed = refrain_topology_words_is_composed (topology);
  RefrainMapping *mapping = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  const RefrainGraphEdge *extra, *missing, *joints;
  gsize n_extra, n_missing, n_joints;

  if (!composed && self->others->len > 0)
    mapping = ((RefrainTopologyAlternative *) self->others->pdata[self->choice])->mapping;
  append_headline (text, self);
  if (self->tags != NULL)
    append_tags (text, self);
  if (!follows)
    append_said (text, self);
  extra = refrain_topology_get_extra (topology, &n_extra);
  missing = refrain_topology_get_missing (topology, &n_missing);
  if (!composed && refrain_topology_get_n_levels (topology) == 0
      && refrain_topology_get_rest (topology) == NULL)
    {
      append_edges (text, _ ("Extra edges:"), extra, n_extra);
      append_edges (text, _ ("Missing edges:"), missing, n_missing);
    }
  joints = refrain_topology_get_joints (topology, &n_joints);
  if (n_joints > 1)
    append_edges (text, _ ("Between parts:"), joints, n_joints);
  if (any)
    {
      append_load (text, self, mapping);
      if (follows)
        append_said (text, self);
      if (mapping != NULL)
        append_advice (text, self, mapping);
      append_dropped (text, topology, self->threshold);
      if (mapping != NULL)
        append_alternatives (text, self->others, self->choice);
      append_one_way (text, topology);
      if (refrain_topology_get_component (topology, 0) != NULL)
        append_components (text, topology);
    }
  else
    append_nothing (text, self);
  refrain_report_say_lines (report, text->str);
  return any;
}

/* ---- Tables ---- */

void
refrain_topology_lines_add_parts (RefrainReport *report, const char *kind, const GPtrArray *parts)
{
  const RefrainReportColumn columns[] = {
    { kind, _ (kind), REFRAIN_CELL_INT, REFRAIN_COLUMN_LEFT },
    { "edges", _ ("edges"), REFRAIN_CELL_COUNT },
    { "messages", _ ("messages"), REFRAIN_CELL_COUNT },
    { "bytes", _ ("bytes"), REFRAIN_CELL_COUNT },
    { "topology", _ ("topology"), REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table = refrain_report_add_table (report, NULL, _ ("By component"), columns);

  refrain_report_set_main (table);
  for (guint i = 0; i < parts->len; i++)
    {
      const RefrainTopologyPart *part = parts->pdata[i];
      g_autofree char *what = refrain_topology_words_describe (part->topology);
      g_autofree char *words
          = part->name != NULL ? g_strdup_printf ("%s: %s", what, part->name) : g_strdup (what);

      refrain_report_add_row (
          table, REFRAIN_INT (part->id),
          REFRAIN_COUNT (refrain_graph_get_n_edges (refrain_topology_get_graph (part->topology))),
          REFRAIN_COUNT (part->messages), REFRAIN_COUNT (part->bytes), REFRAIN_TEXT (words));
    }
}

void
refrain_topology_lines_add_places (RefrainReport *report, RefrainMapping *mapping)
{
  RefrainReportColumn columns[REFRAIN_MAX_DIMENSIONS + 1]
      = { { "process", _ ("process"), REFRAIN_CELL_INT } };
  RefrainCell cells[REFRAIN_MAX_DIMENSIONS + 1];
  guint axes[REFRAIN_MAX_DIMENSIONS];
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  RefrainReportTable *table;

  refrain_topology_words_order_axes (mapping, axes);
  for (guint a = 0; a < n; a++)
    {
      const char *name = refrain_mapping_get_axis_name (mapping, axes[a]);

      columns[a + 1] = (RefrainReportColumn){ name, name, REFRAIN_CELL_INT };
    }
  table = refrain_report_add_table_of (report, NULL, NULL, columns, n + 1);
  refrain_report_set_main (table);
  for (guint p = 0; p < refrain_mapping_get_n_processes (mapping); p++)
    {
      cells[0] = REFRAIN_INT (p);
      for (guint a = 0; a < n; a++)
        cells[a + 1] = REFRAIN_INT (refrain_mapping_get_coordinates (mapping, p)[axes[a]]);
      refrain_report_add_cells (table, cells, n + 1);
    }
}
