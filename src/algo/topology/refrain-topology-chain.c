/* refrain-topology-chain.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names the graph of a matrix, step by step; who does the steps: refrain-stencil.c,
 * refrain-topology-library.c, refrain-isomorphism.c and, where nothing fits,
 * refrain-topology-nearest.c.
 */
#include "refrain-topology-chain.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_sort_vector.h>

#include "refrain-free.h"
#include "refrain-isomorphism.h"
#include "refrain-stencil.h"
#include "refrain-topology-library.h"
#include "refrain-topology-nearest.h"
#include "refrain-topology-orient.h"
#include "refrain-topology-said.h"
#include "refrain-topology-shapes.h"

/* Axes of two from which on it is a hypercube: a square and a cube are known as grids. */
#define MIN_HYPERCUBE 4
/* Processes up to which spectra are cheap, and up to which they help where the search gave up. */
#define SMALL_SPECTRUM 128
#define LARGE_SPECTRUM 1024
/* Eigenvalues of the graphs of the library that differ at all differ by more than this. */
#define TOLERANCE 1e-7
/* So many of all pairs are nearly all. */
#define MOSTLY_LINKED 0.8
/* What the nearest may differ in at most, as a share of the edges: of what differs in more the name
 * would say nothing. */
#define MAX_DIFFERENT 0.15
/* Looking for it ends here: about a second, and the same on every machine. */
#define NEAREST_STEPS 20000000

REFRAIN_DEFINE_CLEAR (clear_named, RefrainTopologyNamed, g_free (x->name);
                      g_clear_object (&x->mapping))

static void
findings_init (RefrainTopologyFindings *self)
{
  *self = (RefrainTopologyFindings){ 0 };
  self->strings = g_string_chunk_new (256);
  self->candidates = g_array_new (FALSE, FALSE, sizeof (RefrainTopologyCandidate));
  self->steps = g_array_new (FALSE, FALSE, sizeof (RefrainTopologyStep));
  self->names = g_array_new (FALSE, FALSE, sizeof (RefrainTopologyNamed));
  g_array_set_clear_func (self->names, clear_named);
  self->extra = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  self->missing = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_topology_findings_clear,
                             RefrainTopologyFindings,
                             g_clear_pointer (&x->strings, g_string_chunk_free);
                             g_clear_pointer (&x->candidates, g_array_unref);
                             g_clear_pointer (&x->steps, g_array_unref);
                             g_clear_pointer (&x->names, g_array_unref);
                             g_clear_pointer (&x->nearest, g_free);
                             refrain_clear_objects (&x->nearest_mapping, &x->said);
                             g_clear_pointer (&x->extra, g_array_unref);
                             g_clear_pointer (&x->missing, g_array_unref))

/* ---- The steps --------------------------------------------------------------------------------
 */

/* Everything that is known about a candidate, beside what it tells others. */
typedef struct
{
  const RefrainTopologySpec *spec;
  RefrainGraph *graph;
  char *normal_form;
  gint equal;      /* an earlier one of the same normal form, or -1 */
  guint32 *places; /* where it fits */
} Trial;

REFRAIN_DEFINE_CLEAR (clear_trial, Trial, g_clear_object (&x->graph);
                      refrain_free (x->normal_form, x->places))

typedef struct
{
  RefrainTopologyFindings *self;
  RefrainGraph *graph;
  GPtrArray *specs;
  GArray *trials; /* as many as candidates */
  RefrainStencil stencil;
  char *stencil_name;
  gboolean stencil_known, stencil_exact;
  RefrainSearchBudget budget;
  gint64 started; /* this step */
} Chain;

static RefrainTopologyCandidate *
get_candidate (Chain *chain, guint i)
{
  return &g_array_index (chain->self->candidates, RefrainTopologyCandidate, i);
}

static Trial *
get_trial (Chain *chain, guint i)
{
  return &g_array_index (chain->trials, Trial, i);
}

/* Not excluded by any test so far. */
static gboolean
is_left (const RefrainTopologyCandidate *candidate)
{
  return candidate->edges != REFRAIN_EVIDENCE_NO && candidate->degrees != REFRAIN_EVIDENCE_NO
         && candidate->spectrum != REFRAIN_EVIDENCE_NO
         && candidate->isomorphic != REFRAIN_EVIDENCE_NO;
}

static guint
count_left (Chain *chain)
{
  guint left = 0;

  for (guint i = 0; i < chain->self->candidates->len; i++)
    left += is_left (get_candidate (chain, i));
  return left;
}

static void end_step (Chain *chain, const char *name, const char *format, ...) G_GNUC_PRINTF (3, 4);

static void
end_step (Chain *chain, const char *name, const char *format, ...)
{
  const gint64 now = g_get_monotonic_time ();
  RefrainTopologyStep step = { .name = name, .left = count_left (chain) };
  g_autofree char *outcome = NULL;
  va_list args;

  va_start (args, format);
  outcome = g_strdup_vprintf (format, args);
  va_end (args);
  step.outcome = g_string_chunk_insert (chain->self->strings, outcome);
  step.seconds = (double) (now - chain->started) / G_USEC_PER_SEC;
  chain->started = now;
  g_array_append_val (chain->self->steps, step);
}

static void
hear_program (Chain *chain, RefrainMapping *said)
{
  RefrainTopologyFindings *self = chain->self;

  if (said == NULL || refrain_mapping_get_n_processes (said) != refrain_graph_get_n (chain->graph))
    return;
  self->said = g_object_ref (said);
  refrain_topology_said_compare (said, chain->graph, &self->said_extra, &self->said_missing);
  if (self->said_extra + self->said_missing == 0)
    end_step (chain, N_ ("program"), _ ("MPI_Cart_create: %s, no exceptions"),
              refrain_mapping_get_title (said));
  else
    end_step (
        chain, "program",
        ngettext ("MPI_Cart_create: %s but for %zu edge that is extra and %zu that are missing",
                  "MPI_Cart_create: %s but for %zu edges that are extra and %zu that are missing",
                  self->said_extra),
        refrain_mapping_get_title (said), self->said_extra, self->said_missing);
}

/* Each with each: any lattice that this is, too, is so only because it is small. */
static gboolean
is_complete (Chain *chain)
{
  const gsize n = refrain_graph_get_n (chain->graph);

  return n > 3 && refrain_graph_get_n_edges (chain->graph) == n * (n - 1) / 2;
}

/* Whether nearly all exchange with all: directions that all but few have are no grid. */
static gboolean
links_most (const Chain *chain)
{
  const gsize n = refrain_graph_get_n (chain->graph);

  return (double) refrain_graph_get_n_edges (chain->graph) >= MOSTLY_LINKED * n * (n - 1) / 2;
}

static void
read_rank_order (Chain *chain)
{
  g_autofree char *title = NULL;

  if (!refrain_stencil_read (chain->graph, &chain->stencil, chain->budget.cancellable))
    {
      end_step (chain, N_ ("rank order"), _ ("no stencil can be read off the rank order"));
      return;
    }
  chain->stencil_name = refrain_stencil_make_name (&chain->stencil, &chain->stencil_known);
  if (!chain->stencil_known && links_most (chain))
    {
      g_clear_pointer (&chain->stencil_name, g_free);
      end_step (chain, N_ ("rank order"), _ ("no stencil can be read off the rank order"));
      return;
    }
  chain->stencil_exact = chain->stencil.extra + chain->stencil.missing == 0;
  title = refrain_mapping_make_title (chain->stencil_name, chain->stencil.sizes,
                                      chain->stencil.n_dimensions, chain->stencil.wrapped, NULL);
  if (chain->stencil_exact)
    end_step (chain, N_ ("rank order"), _ ("%s, no exceptions"), title);
  else
    end_step (chain, N_ ("rank order"),
              ngettext ("%s but for %zu edge that is extra and %zu that are missing",
                        "%s but for %zu edges that are extra and %zu that are missing",
                        chain->stencil.extra),
              title, chain->stencil.extra, chain->stencil.missing);
}

static void
list_candidates (Chain *chain, RefrainTopologyRules *rules)
{
  RefrainGraph *graph = chain->graph;
  const guint n = refrain_graph_get_n (graph);
  guint n_factorisations;

  chain->specs
      = refrain_topology_library_list (n, refrain_graph_get_max_degree (graph),
                                       refrain_graph_get_n_edges (graph), rules, &n_factorisations);
  for (guint i = 0; i < chain->specs->len; i++)
    {
      const RefrainTopologySpec *spec = chain->specs->pdata[i];
      const RefrainTopologyCandidate candidate
          = { .name = g_string_chunk_insert (chain->self->strings, spec->name),
              .alias = spec->alias,
              .edges = REFRAIN_EVIDENCE_UNTRIED,
              .degrees = REFRAIN_EVIDENCE_UNTRIED,
              .spectrum = REFRAIN_EVIDENCE_UNTRIED,
              .isomorphic = REFRAIN_EVIDENCE_UNTRIED };
      const Trial trial = { .spec = spec,
                            .normal_form = refrain_topology_spec_make_normal_form (spec),
                            .equal = -1 };

      g_array_append_val (chain->self->candidates, candidate);
      g_array_append_val (chain->trials, trial);
    }
  end_step (chain, N_ ("factorisations"),
            ngettext ("%u way to write %u as a product", "%u ways to write %u as a product",
                      n_factorisations),
            n_factorisations, n);
}

/* Those left that are the same as an earlier one: what is found out about that holds for them. */
static void
find_equals (Chain *chain)
{
  g_autoptr (GHashTable) forms = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < chain->trials->len; i++)
    {
      Trial *trial = get_trial (chain, i);
      gpointer first;

      if (!is_left (get_candidate (chain, i)) || trial->normal_form == NULL)
        continue;
      if (g_hash_table_lookup_extended (forms, trial->normal_form, NULL, &first))
        trial->equal = GPOINTER_TO_INT (first);
      else
        g_hash_table_insert (forms, trial->normal_form, GUINT_TO_POINTER (i));
    }
}

static void
compare_edges (Chain *chain)
{
  const gsize n_edges = refrain_graph_get_n_edges (chain->graph);

  for (guint i = 0; i < chain->trials->len; i++)
    get_candidate (chain, i)->edges
        = refrain_topology_spec_count_edges (get_trial (chain, i)->spec) == n_edges
              ? REFRAIN_EVIDENCE_YES
              : REFRAIN_EVIDENCE_NO;
  find_equals (chain);
  end_step (chain, N_ ("edges"), ngettext ("%zu edge", "%zu edges", n_edges), n_edges);
}

static void
compare_degrees (Chain *chain)
{
  RefrainGraph *graph = chain->graph;
  const guint max_degree = refrain_graph_get_max_degree (graph);
  g_autofree guint *ours = refrain_graph_count_degrees (graph);

  for (guint i = 0; i < chain->trials->len; i++)
    {
      Trial *trial = get_trial (chain, i);
      g_autofree guint *theirs = NULL;

      if (!is_left (get_candidate (chain, i))
          || g_cancellable_is_cancelled (chain->budget.cancellable))
        continue;
      if (trial->equal >= 0)
        {
          get_candidate (chain, i)->degrees = get_candidate (chain, trial->equal)->degrees;
          continue;
        }
      trial->graph = refrain_topology_spec_make_graph (trial->spec);
      theirs = refrain_graph_count_degrees (trial->graph);
      get_candidate (chain, i)->degrees
          = refrain_graph_get_max_degree (trial->graph) == max_degree
                    && memcmp (ours, theirs, ((gsize) max_degree + 1) * sizeof *ours) == 0
                ? REFRAIN_EVIDENCE_YES
                : REFRAIN_EVIDENCE_NO;
    }
  end_step (chain, N_ ("sorted degrees"),
            ngettext ("up to %u neighbour", "up to %u neighbours", max_degree), max_degree);
}

/* The eigenvalues of a graph's adjacency matrix, rising, as many as nodes (Xu et al. 2008, section
 * 4.2): equal for isomorphic graphs, and rarely for others. The matrix is symmetric, as edges have
 * no direction here. O(n^3) time and O(n^2) space: for small graphs. */
static double *
make_spectrum (RefrainGraph *graph)
{
  gsl_matrix *matrix;
  gsl_vector *values;
  gsl_eigen_symm_workspace *workspace;
  double *spectrum;
  const guint n = refrain_graph_get_n (graph);

  if (n == 0)
    return NULL;
  matrix = gsl_matrix_calloc (n, n);
  values = gsl_vector_alloc (n);
  workspace = gsl_eigen_symm_alloc (n);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
      gsl_matrix_set (matrix, i, refrain_graph_get_neighbours (graph, i)[k], 1);
  gsl_eigen_symm (matrix, values, workspace);
  gsl_sort_vector (values);
  spectrum = g_memdup2 (values->data, n * sizeof *spectrum);
  gsl_eigen_symm_free (workspace);
  gsl_vector_free (values);
  gsl_matrix_free (matrix);
  return spectrum;
}

/* Equal but for rounding? */
static gboolean
is_equal (const double *a, const double *b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (fabs (a[i] - b[i]) > TOLERANCE * (1 + fabs (a[i])))
      return FALSE;
  return TRUE;
}

/* Of those left, or of those that are undecided for lack of time. */
static void
compare_spectra (Chain *chain, guint max_n)
{
  RefrainGraph *graph = chain->graph;
  const guint n = refrain_graph_get_n (graph);
  g_autofree double *ours = NULL;

  if (n > max_n)
    {
      end_step (chain, N_ ("spectrum"),
                _ ("not needed: too large to be cheaper than the next step"));
      return;
    }
  for (guint i = 0; i < chain->trials->len; i++)
    {
      RefrainTopologyCandidate *candidate = get_candidate (chain, i);
      g_autofree double *theirs = NULL;

      if (!is_left (candidate) || candidate->spectrum != REFRAIN_EVIDENCE_UNTRIED
          || g_cancellable_is_cancelled (chain->budget.cancellable))
        continue;
      if (get_trial (chain, i)->equal >= 0)
        {
          candidate->spectrum = get_candidate (chain, get_trial (chain, i)->equal)->spectrum;
          continue;
        }
      if (ours == NULL)
        ours = make_spectrum (graph);
      theirs = make_spectrum (get_trial (chain, i)->graph);
      candidate->spectrum = is_equal (ours, theirs, n) ? REFRAIN_EVIDENCE_YES : REFRAIN_EVIDENCE_NO;
    }
  end_step (chain, N_ ("spectrum"),
            ours != NULL ? _ ("eigenvalues compared") : _ ("nothing to compare"));
}

static void
compare_graphs (Chain *chain)
{
  static const RefrainEvidence evidence[]
      = { REFRAIN_EVIDENCE_NO, REFRAIN_EVIDENCE_YES, REFRAIN_EVIDENCE_UNTRIED };
  guint found = 0, untried = 0;

  for (guint i = 0; i < chain->trials->len; i++)
    {
      RefrainTopologyCandidate *candidate = get_candidate (chain, i);
      Trial *trial = get_trial (chain, i);

      if (!is_left (candidate))
        {
          candidate->isomorphic = REFRAIN_EVIDENCE_NO;
          continue;
        }
      if (trial->equal >= 0)
        {
          const Trial *other = get_trial (chain, trial->equal);

          candidate->isomorphic = get_candidate (chain, trial->equal)->isomorphic;
          if (other->places != NULL)
            trial->places
                = refrain_topology_spec_translate (other->spec, trial->spec, other->places);
        }
      else if (trial->graph != NULL) /* not cancelled */
        candidate->isomorphic = evidence[refrain_isomorphism_find (
            chain->graph, trial->graph, trial->spec->transitive, &chain->budget, &trial->places)];
      found += candidate->isomorphic == REFRAIN_EVIDENCE_YES;
      untried += candidate->isomorphic == REFRAIN_EVIDENCE_UNTRIED;
    }
  chain->self->incomplete = untried > 0;
  if (untried > 0)
    end_step (chain, N_ ("isomorphism"),
              ngettext ("%u name fits; out of time before %u were decided",
                        "%u names fit; out of time before %u were decided", found),
              found, untried);
  else
    end_step (chain, N_ ("isomorphism"), ngettext ("%u name fits", "%u names fit", found), found);
}

/* "hypercube" says what a reader would have to count in "2×2×2×2 grid": the other word is the alias
 * then. */
static void
choose_simple_name (Chain *chain, RefrainTopologySpec *spec)
{
  const char *name = spec->name;

  if (g_strcmp0 (spec->alias, "hypercube") != 0 || spec->n_dimensions < MIN_HYPERCUBE)
    return;
  spec->name = (char *) spec->alias;
  spec->alias = g_string_chunk_insert (chain->self->strings, name);
}

/* The mapping that the program says, if @spec fits the graph on it; then it stands before the
 * others. */
static gboolean
follow_said (Chain *chain, const RefrainTopologySpec *spec, RefrainTopologyNamed *named)
{
  RefrainTopologyFindings *self = chain->self;

  if (self->said == NULL || self->follows_said || is_complete (chain))
    return FALSE;
  named->mapping = refrain_topology_said_apply (self->said, spec, chain->graph);
  self->follows_said = named->mapping != NULL;
  return self->follows_said;
}

/* The name that the program says comes first, then the one that the rank order shows, then the
 * library's, then one that only the rank order shows. */
static void
collect_names (Chain *chain)
{
  RefrainTopologyFindings *self = chain->self;
  gboolean stencil_used = FALSE;

  for (guint i = 0; i < chain->trials->len; i++)
    {
      const Trial *trial = get_trial (chain, i);
      RefrainTopologySpec spec = *trial->spec;
      RefrainTopologyNamed named = { 0 };
      gboolean said;
      const gboolean all = is_complete (chain) && spec.kind == REFRAIN_TOPOLOGY_ALL_TO_ALL;
      const gboolean first = chain->stencil_exact && chain->stencil_known && !is_complete (chain)
                             && g_strcmp0 (chain->stencil_name, trial->spec->name) == 0;

      if (get_candidate (chain, i)->isomorphic != REFRAIN_EVIDENCE_YES)
        continue;
      choose_simple_name (chain, &spec);
      named.alias = spec.alias;
      named.name = g_strdup (spec.name);
      said = follow_said (chain, &spec, &named);
      if (said)
        ;
      else if (all) /* any numbering is as good */
        named.mapping = refrain_topology_spec_make_mapping (&spec, NULL);
      else if (first)
        named.mapping = refrain_mapping_new_stencil (named.name, chain->stencil.sizes,
                                                     chain->stencil.n_dimensions,
                                                     chain->stencil.wrapped, NULL, 0, NULL);
      else
        named.mapping = refrain_topology_orient (&spec, trial->places);
      stencil_used |= first;
      /* What the program says stays before what the rank order shows. */
      g_array_insert_vals (self->names,
                           said || all ? 0
                           : first     ? (self->follows_said && self->names->len > 0)
                                       : self->names->len,
                           &named, 1);
    }
  if (chain->stencil_exact && !stencil_used && self->names->len == 0)
    {
      RefrainTopologyNamed named = { .name = g_strdup (chain->stencil_name) };

      named.mapping = refrain_stencil_make_mapping (&chain->stencil, named.name, NULL);
      g_array_append_val (self->names, named);
    }
}

/* What has a shape of its own, of which the library holds none: a name that @mapping, which is
 * taken, has found; nothing where it is NULL. */
static void
take_shape (Chain *chain, const char *step, RefrainMapping *mapping)
{
  RefrainTopologyNamed named = { .mapping = mapping };

  if (mapping == NULL)
    return;
  named.name = g_strdup (refrain_mapping_get_name (mapping));
  g_array_append_val (chain->self->names, named);
  end_step (chain, step, _ ("%s, no exceptions"), named.name);
}

/* A lattice without a name on another numbering than the rank order. */
static void
read_hints (Chain *chain, const RefrainTopologyOptions *options)
{
  g_autoptr (GPtrArray) hints = options->hint (options->hint_data);
  const guint n = refrain_graph_get_n (chain->graph);

  for (guint i = 0; i < hints->len && chain->self->names->len == 0; i++)
    {
      RefrainMapping *hint = hints->pdata[i];
      g_autofree guint32 *places = g_new (guint32, (gsize) n + 1);
      g_autofree guint32 *process_at = g_new (guint32, (gsize) n + 1);
      g_autoptr (RefrainGraph) turned = NULL;
      g_auto (RefrainStencil) stencil = { 0 };
      g_autofree char *name = NULL;
      gboolean known;

      if (refrain_mapping_get_n_processes (hint) != n)
        continue;
      for (guint p = 0; p < n; p++)
        {
          places[p] = refrain_mapping_get_place (hint, p);
          process_at[places[p]] = p;
        }
      turned = refrain_graph_new_part (chain->graph, process_at, n);
      if (!refrain_stencil_read (turned, &stencil, chain->budget.cancellable)
          || stencil.extra + stencil.missing > 0)
        continue;
      name = refrain_stencil_make_name (&stencil, &known);
      take_shape (chain, N_ ("other orders"),
                  refrain_stencil_make_mapping (&stencil, name, places));
    }
}

/* How @reference, where process i is node i, differs from the graph. */
static void
list_differences (Chain *chain, RefrainGraph *reference)
{
  RefrainTopologyFindings *self = chain->self;

  g_array_set_size (self->extra, 0);
  g_array_set_size (self->missing, 0);
  for (int pass = 0; pass < 2; pass++)
    {
      RefrainGraph *of = pass == 0 ? chain->graph : reference;
      RefrainGraph *other = pass == 0 ? reference : chain->graph;

      for (guint i = 0; i < refrain_graph_get_n (of); i++)
        for (guint k = 0; k < refrain_graph_get_degree (of, i); k++)
          {
            const RefrainGraphEdge edge = { i, refrain_graph_get_neighbours (of, i)[k] };

            if (edge.a < edge.b && !refrain_graph_has_edge (other, edge.a, edge.b))
              g_array_append_val (pass == 0 ? self->extra : self->missing, edge);
          }
    }
}

/* What the program says, where that is as near as what was found at @cost. */
static gboolean
take_said (Chain *chain, gsize cost, gsize most)
{
  RefrainTopologyFindings *self = chain->self;
  const gsize own = self->said_extra + self->said_missing;
  g_autoptr (RefrainGraph) reference = NULL;

  if (self->said == NULL || own > cost || own > most)
    return FALSE;
  reference = refrain_topology_said_make_graph (self->said);
  list_differences (chain, reference);
  self->nearest = g_strdup (refrain_mapping_get_name (self->said));
  self->nearest_mapping = g_object_ref (self->said);
  self->follows_said = TRUE;
  self->is_bound = own > 2;
  return TRUE;
}

/* The step that had no time to end. */
static void
end_near_untimely (Chain *chain)
{
  const RefrainTopologyFindings *self = chain->self;

  if (self->nearest != NULL)
    end_step (chain, N_ ("nearest"),
              ngettext ("%s: at most %u edge extra, %u missing; out of time before %u of %u names "
                        "were searched to the end",
                        "%s: at most %u edges extra, %u missing; out of time before %u of %u "
                        "names were searched to the end",
                        self->extra->len),
              self->nearest, self->extra->len, self->missing->len, self->n_near_untried,
              self->n_near);
  else
    end_step (chain, N_ ("nearest"),
              _ ("out of time before %u of %u names that may be near were searched to the end; "
                 "nothing near was found so far"),
              self->n_near_untried, self->n_near);
}

/* What the program says, the rank order shows, or the library has, with the fewest differences. */
static void
find_nearest (Chain *chain)
{
  RefrainTopologyFindings *self = chain->self;
  const gsize n_edges = refrain_graph_get_n_edges (chain->graph);
  const gsize most = (gsize) (MAX_DIFFERENT * (double) n_edges);
  const gsize n = refrain_graph_get_n (chain->graph);
  /* One that links all is no stencil. */
  const gsize stencil_cost
      = chain->stencil_name != NULL
                && n_edges + chain->stencil.missing < n * (n - 1) / 2 + chain->stencil.extra
            ? chain->stencil.extra + chain->stencil.missing
            : G_MAXSIZE;
  RefrainTopologyNearest nearest;
  RefrainTopologySpec spec;
  RefrainSearchBudget budget = chain->budget;
  gsize cost = G_MAXSIZE;

  budget.steps = NEAREST_STEPS;
  refrain_topology_nearest_find (chain->graph, chain->specs, most, &budget, &nearest);
  if (nearest.spec != NULL)
    cost = nearest.extra->len + nearest.missing->len;
  if (take_said (chain, MIN (cost, stencil_cost), most))
    ;
  /* A stencil without a name has to be learned: two words for each of its offsets. */
  else if (stencil_cost <= (chain->stencil_known ? most : most / 4)
           && (chain->stencil_known || cost == G_MAXSIZE
                   ? stencil_cost <= cost
                   : stencil_cost + 2 * (gsize) chain->stencil.n_offsets < cost))
    {
      g_autoptr (RefrainGraph) reference = refrain_stencil_make_graph (&chain->stencil);

      list_differences (chain, reference);
      self->is_bound = stencil_cost > 2 && (cost != stencil_cost || nearest.is_bound);
      self->nearest = g_strdup (chain->stencil_name);
      self->nearest_mapping = refrain_stencil_make_mapping (&chain->stencil, self->nearest, NULL);
    }
  else if (nearest.spec != NULL)
    {
      g_array_append_vals (self->extra, nearest.extra->data, nearest.extra->len);
      g_array_append_vals (self->missing, nearest.missing->data, nearest.missing->len);
      spec = *nearest.spec;
      choose_simple_name (chain, &spec);
      self->nearest = g_strdup (spec.name);
      self->nearest_mapping = refrain_topology_orient (&spec, nearest.places);
      self->is_bound = nearest.is_bound;
    }
  g_free (nearest.places);
  g_clear_pointer (&nearest.extra, g_array_unref);
  g_clear_pointer (&nearest.missing, g_array_unref);
  self->incomplete |= nearest.n_untried > 0;
  self->n_near = nearest.n_near;
  self->n_near_untried = nearest.n_untried;
  if (nearest.n_untried > 0)
    end_near_untimely (chain);
  else if (self->nearest != NULL)
    end_step (chain, N_ ("nearest"),
              self->is_bound ? ngettext ("%s: at most %u edge extra, %u missing",
                                         "%s: at most %u edges extra, %u missing", self->extra->len)
                             : ngettext ("%s: %u edge extra, %u missing",
                                         "%s: %u edges extra, %u missing", self->extra->len),
              self->nearest, self->extra->len, self->missing->len);
  else
    end_step (chain, N_ ("nearest"), _ ("nothing is near"));
}

static void
run_chain (Chain *chain, const RefrainTopologyOptions *options)
{
  const guint n = refrain_graph_get_n (chain->graph);

  hear_program (chain, options->said);
  read_rank_order (chain);
  list_candidates (chain, options->rules);
  compare_edges (chain);
  compare_degrees (chain);
  compare_spectra (chain, SMALL_SPECTRUM);
  compare_graphs (chain);
  if (chain->self->incomplete && n > SMALL_SPECTRUM && n <= LARGE_SPECTRUM)
    compare_spectra (chain, LARGE_SPECTRUM);
  collect_names (chain);
  if (chain->self->names->len == 0)
    take_shape (chain, N_ ("partial grid"), refrain_partial_grid_read (chain->graph));
  if (chain->self->names->len == 0)
    take_shape (chain, N_ ("tree"), refrain_any_tree_read (chain->graph));
  if (chain->self->names->len == 0 && options->hint != NULL)
    read_hints (chain, options);
  if (chain->self->names->len == 0 && !options->exact
      && !g_cancellable_is_cancelled (chain->budget.cancellable))
    find_nearest (chain);
}

void
refrain_topology_chain_run (RefrainGraph *graph,
                            const RefrainTopologyOptions *options,
                            GCancellable *cancellable,
                            RefrainTopologyFindings *findings)
{
  Chain chain = { .self = findings, .graph = graph };

  findings_init (findings);
  if (refrain_graph_get_n_edges (graph) == 0)
    return;
  chain.started = g_get_monotonic_time ();
  chain.budget.steps = G_MAXUINT64;
  chain.budget.deadline = chain.started + (gint64) (options->seconds * G_USEC_PER_SEC);
  chain.budget.cancellable = cancellable;
  chain.trials = g_array_new (FALSE, FALSE, sizeof (Trial));
  g_array_set_clear_func (chain.trials, clear_trial);
  run_chain (&chain, options);
  g_array_unref (chain.trials);
  g_ptr_array_unref (chain.specs);
  refrain_stencil_clear (&chain.stencil);
  g_free (chain.stencil_name);
}
