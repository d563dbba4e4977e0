/* refrain-differences.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From two sides of runs to a list of sentences. All is worked out with the sides in an order of
 * their own, and told in the order in which it was asked.
 */
#include "config.h"

#include "refrain-differences.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-accounts.h"
#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-time-format.h"

/* What matters: a share of the longer run. */
#define LEAST 0.005
/* Sentences; more are summed. */
#define MOST_TOLD 12
/* So many times as much. */
#define CERTAIN 2
/* A single call that is more than this share of it is most of it. */
#define MOST_OF_IT 0.5
/* Two programs: less than this of the calls of each is in the other one, or hardly any of one. */
#define COMMON     0.5
#define COMMON_ONE 0.1

struct _RefrainDifferences
{
  GObject parent_instance;

  RefrainTime a, b, unexplained;
  gboolean is_pair;               /* of one run each */
  double common[REFRAIN_N_SIDES]; /* shares of the calls of A and of B */
  GArray *list;                   /* of RefrainRunDifference */
  GArray *slow;                   /* of RefrainSlowOccurrence */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainDifferences, refrain_differences)

const char *
refrain_different_get_name (RefrainDifferent kind)
{
  static const char *const names[REFRAIN_N_DIFFERENT] = {
    [REFRAIN_DIFFERENT_PROCESSES] = "processes", [REFRAIN_DIFFERENT_SCALING] = "scaling",
    [REFRAIN_DIFFERENT_TOPOLOGY] = "topology",   [REFRAIN_DIFFERENT_PLACEMENT] = "placement",
    [REFRAIN_DIFFERENT_CLOCK] = "factor",        [REFRAIN_DIFFERENT_SPEED] = "speed",
    [REFRAIN_DIFFERENT_COUNT] = "count",         [REFRAIN_DIFFERENT_MISSING] = "missing",
    [REFRAIN_DIFFERENT_CALLS] = "calls",         [REFRAIN_DIFFERENT_SIZE] = "size",
    [REFRAIN_DIFFERENT_OVERLAP] = "overlap",     [REFRAIN_DIFFERENT_PROCESS] = "process",
    [REFRAIN_DIFFERENT_COMPUTING] = "computing", [REFRAIN_DIFFERENT_MPI] = "mpi",
    [REFRAIN_DIFFERENT_SINGLE] = "single",       [REFRAIN_DIFFERENT_OTHERS] = "others",
  };

  g_return_val_if_fail (kind < REFRAIN_N_DIFFERENT, NULL);
  return names[kind];
}

/* ---- Entries -------------------------------------------------------------------------------- */

static void
entry_clear (gpointer data)
{
  RefrainAccount *entry = data;

  refrain_free (entry->what, entry->sentence);
  g_clear_pointer (&entry->pairs, g_ptr_array_unref);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    g_clear_pointer (&entry->lines[s], g_array_unref);
  g_clear_pointer (&entry->processes, g_array_unref);
}

/* ---- Who talks to whom, and where ----------------------------------------------------------- */

/* How many processes each host has, sorted; empty where hosts are not known. */
static GArray *
list_hosts (RefrainTrace *trace)
{
  g_autoptr (GHashTable) hosts = g_hash_table_new (g_str_hash, g_str_equal);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));
  GHashTableIter iter;
  gpointer value;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const char *host = refrain_process_get_host (refrain_trace_get_process (trace, p));

      if (host != NULL)
        g_hash_table_insert (
            hosts, (gpointer) host,
            GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (hosts, host)) + 1));
    }
  g_hash_table_iter_init (&iter, hosts);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const guint32 n = GPOINTER_TO_UINT (value);

      g_array_append_val (list, n);
    }
  g_array_sort (list, refrain_compare_uint32);
  return list;
}

/* Takes what MPI takes more out of the cells; gives it, and what it takes in all. */
static double
take_mpi (RefrainAccounts *self, double cells[REFRAIN_N_SIDES])
{
  cells[0] = cells[1] = 0;
  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);

      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        cells[s] += pair->cell[s][REFRAIN_SLOT_MPI];
      pair->cell[0][REFRAIN_SLOT_MPI] = pair->cell[1][REFRAIN_SLOT_MPI];
    }
  return cells[1] - cells[0];
}

static void
find_topology (RefrainAccounts *self, const RefrainRunToCompare *const *runs)
{
  const char *a = runs[self->a]->topology, *b = runs[self->b]->topology;
  double cells[REFRAIN_N_SIDES] = { 0, 0 }, seconds = 0;

  if (!self->other_topology || self->ideal != 0)
    return;
  if (self->same_size)
    seconds = take_mpi (self, cells);
  refrain_accounts_add (self, REFRAIN_DIFFERENT_TOPOLOGY, seconds, cells, 0.1,
                        g_strdup (_ ("topology")),
                        g_strdup_printf (_ ("The topology of B is %s instead of %s."), b, a));
}

static void
find_placement (RefrainAccounts *self, const RefrainRunToCompare *const *runs)
{
  g_autoptr (GArray) a = list_hosts (refrain_waits_get_trace (runs[self->a]->waits));
  g_autoptr (GArray) b = list_hosts (refrain_waits_get_trace (runs[self->b]->waits));
  double cells[REFRAIN_N_SIDES], seconds;

  if (!self->same_size || a->len == 0 || b->len == 0
      || (a->len == b->len && refrain_is_same (a->data, b->data, a->len * sizeof (guint32))))
    return;
  seconds = take_mpi (self, cells);
  refrain_accounts_add (self, REFRAIN_DIFFERENT_PLACEMENT, seconds, cells, 0.1,
                        g_strdup (_ ("placement")),
                        g_strdup_printf (_ ("Processes of B run on %u hosts instead of %u, at most "
                                            "%u on one instead of %u."),
                                         b->len, a->len, g_array_index (b, guint32, b->len - 1),
                                         g_array_index (a, guint32, a->len - 1)));
}

/* ---- The order of sides --------------------------------------------------------------------- */

/* Which side comes first, whatever it was called: by what processes do, then by how long it takes.
 */
static int
compare_sides (const RefrainSide *a, const RefrainSide *b)
{
  if (a->n_processes != b->n_processes)
    return a->n_processes < b->n_processes ? -1 : 1;
  if (a->slots->len != b->slots->len)
    return a->slots->len < b->slots->len ? -1 : 1;
  if (a->n_runs != b->n_runs)
    return a->n_runs < b->n_runs ? -1 : 1;
  for (guint i = 0; i < a->slots->len; i++)
    {
      const RefrainSlot *x = refrain_side_get_slot (a, i), *y = refrain_side_get_slot (b, i);

      if (a->tokens[i] != b->tokens[i])
        return a->tokens[i] < b->tokens[i] ? -1 : 1;
      if (x->gap != y->gap)
        return x->gap < y->gap ? -1 : 1;
      if (x->stay != y->stay)
        return x->stay < y->stay ? -1 : 1;
    }
  return 0;
}

/* ---- The list ------------------------------------------------------------------------------- */

/* What is certain comes before what is only measured and may follow from it, unless that costs much
 * more. */
static double
weigh (const RefrainAccount *entry)
{
  return fabs (entry->seconds) * (entry->sure ? CERTAIN : 1);
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const RefrainAccount *x = a, *y = b;
  const gboolean first = x->kind <= REFRAIN_DIFFERENT_PLACEMENT;

  if (first != (y->kind <= REFRAIN_DIFFERENT_PLACEMENT))
    return first ? -1 : 1;
  return refrain_compare_double (&(double){ weigh (y) }, &(double){ weigh (x) });
}

REFRAIN_DEFINE_CLEAR (difference_clear, RefrainRunDifference, refrain_free (x->what, x->sentence);
                      g_clear_pointer (&x->in_a.ops, refrain_op_set_unref);
                      g_clear_pointer (&x->in_b.ops, refrain_op_set_unref))

REFRAIN_DEFINE_CLEAR (slow_clear, RefrainSlowOccurrence, g_free (x->sentence))

static void
add_difference (RefrainDifferences *self, const RefrainAccounts *accounts, RefrainAccount *entry)
{
  const gboolean turned = accounts->b == 0;
  const RefrainTime from = llround (entry->from), more = llround (entry->seconds);
  const RefrainTime low = llround (entry->low), high = llround (entry->high);
  RefrainDifferencePlace places[REFRAIN_N_SIDES];
  RefrainRunDifference difference = {
    .kind = entry->kind,
    .what = g_steal_pointer (&entry->what),
    .a = turned ? from + more : from,
    .b = turned ? from : from + more,
    .low = turned ? -high : low,
    .high = turned ? -low : high,
    .sentence = g_steal_pointer (&entry->sentence),
  };

  refrain_account_find_places (accounts, entry, places);
  difference.in_a = places[accounts->a];
  difference.in_b = places[accounts->b];
  g_array_append_val (self->list, difference);
}

/* Those below what matters that are not certain are no differences; of the others some are told. */
static void
make_list (RefrainDifferences *self, RefrainAccounts *accounts)
{
  RefrainAccount rest = { .kind = REFRAIN_DIFFERENT_OTHERS };
  guint n = 0;

  g_array_sort (accounts->entries, compare_entries);
  for (guint i = 0; i < accounts->entries->len; i++)
    {
      RefrainAccount *entry = &g_array_index (accounts->entries, RefrainAccount, i);

      if (!entry->sure && fabs (entry->seconds) < accounts->least)
        continue;
      if (self->list->len < MOST_TOLD)
        {
          add_difference (self, accounts, entry);
          continue;
        }
      n++;
      rest.from += entry->from;
      rest.seconds += entry->seconds;
      rest.low += entry->low;
      rest.high += entry->high;
    }
  if (n == 0)
    return;
  rest.what = g_strdup (_ ("others"));
  rest.sentence = g_strdup_printf (
      ngettext ("%u smaller difference.", "%u smaller differences, summed.", n), n);
  add_difference (self, accounts, &rest);
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* Graphs are made on all cores. */
typedef struct
{
  const RefrainRunToCompare **runs;
  RefrainRunGraph **graphs;
  GError **errors;
  GCancellable *cancellable;
} Graphs;

static void
make_graph (gsize item, gpointer data)
{
  Graphs *self = data;

  self->graphs[item] = refrain_run_graph_new_bare (self->runs[item]->waits, self->cancellable,
                                                   &self->errors[item]);
}

/* FALSE where one cannot be made. */
static gboolean
make_graphs (Graphs *self, guint n, GError **error)
{
  gboolean made = refrain_parallel_run (n, make_graph, self, self->cancellable);

  for (guint i = 0; i < n; i++)
    {
      made = made && self->graphs[i] != NULL;
      if (self->errors[i] != NULL && (error == NULL || *error == NULL))
        g_propagate_error (error, g_steal_pointer (&self->errors[i]));
      g_clear_error (&self->errors[i]);
    }
  if (made)
    return TRUE;
  for (guint i = 0; i < n; i++)
    g_clear_pointer (&self->graphs[i], refrain_run_graph_free);
  if (error != NULL && *error == NULL)
    g_cancellable_set_error_if_cancelled (self->cancellable, error);
  return FALSE;
}

static void
find_recorders (RefrainAccounts *self, const RefrainRunToCompare *const *runs)
{
  /* Some recorders know none, or one that calls all. */
  const guint of_a = self->coupling->vocabulary->n_callers[REFRAIN_SIDE_A];
  const guint of_b = self->coupling->vocabulary->n_callers[REFRAIN_SIDE_B];

  self->named = of_a > of_b ? self->a : self->b;
  self->other_recorder
      = of_a != of_b
        || g_strcmp0 (refrain_trace_get_format (refrain_waits_get_trace (runs[0]->waits)),
                      refrain_trace_get_format (refrain_waits_get_trace (runs[1]->waits)))
               != 0;
}

/* The share of the calls of @side that the other side makes at the same place. */
static double
find_common (const RefrainCoupling *coupling, guint side)
{
  double n = 0;

  for (guint i = 0; i < coupling->pairs->len; i++)
    {
      const RefrainRunPair *pair = refrain_coupling_get_pair (coupling, i);

      if (pair->n[1 - side] > 0 && !pair->extra)
        n += pair->n[side];
    }
  return n / MAX (coupling->sides[side].slots->len, 1);
}

static void
account (RefrainDifferences *self,
         RefrainCoupling *coupling,
         gboolean turned,
         const RefrainRunToCompare *const *runs,
         GCancellable *cancellable)
{
  const RefrainSide *sides = coupling->sides;
  RefrainAccounts accounts = { .coupling = coupling,
                               .a = turned ? 1 : 0,
                               .b = turned ? 0 : 1,
                               .same_size = sides[0].n_processes == sides[1].n_processes,
                               .repeated = sides[0].n_runs > 1 && sides[1].n_runs > 1,
                               .entries = g_array_new (FALSE, FALSE, sizeof (RefrainAccount)),
                               .slow = self->slow };

  find_recorders (&accounts, runs);
  g_array_set_clear_func (accounts.entries, entry_clear);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    accounts.slow_rows[s] = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    for (guint r = 0; r < sides[s].n_runs; r++)
      accounts.time[s] += (double) sides[s].runs[r].time / sides[s].n_runs;
  self->a = llround (accounts.time[accounts.a]);
  self->b = llround (accounts.time[accounts.b]);
  self->common[0] = find_common (coupling, accounts.a);
  self->common[1] = find_common (coupling, accounts.b);
  accounts.other_topology = runs[0]->topology != NULL && runs[1]->topology != NULL
                            && !g_str_equal (runs[0]->topology, runs[1]->topology);
  accounts.least = LEAST * MAX (accounts.time[0], accounts.time[1]);
  refrain_accounts_find_factors (&accounts);
  refrain_accounts_find_structure (&accounts);
  find_topology (&accounts, runs);
  find_placement (&accounts, runs);
  if (accounts.ideal == 0)
    {
      refrain_accounts_find_times (&accounts, cancellable);
      refrain_accounts_find_partners (&accounts);
    }
  refrain_accounts_find_single (&accounts);
  make_list (self, &accounts);
  self->unexplained = self->b - self->a;
  for (guint i = 0; i < self->list->len; i++)
    {
      const RefrainRunDifference *at = &g_array_index (self->list, RefrainRunDifference, i);

      self->unexplained -= at->b - at->a;
    }
  g_array_unref (accounts.entries);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    g_array_unref (accounts.slow_rows[s]);
}

static void
clear_side (gsize side, gpointer data)
{
  refrain_side_clear ((RefrainSide *) data + side);
}

/* Takes the @graphs: of @n_a runs, then of @n_b. */
static void
compare (RefrainDifferences *self,
         RefrainRunGraph **graphs,
         guint n_a,
         guint n_b,
         const RefrainRunToCompare *a,
         const RefrainRunToCompare *b,
         GCancellable *cancellable)
{
  g_autoptr (RefrainVocabulary) vocabulary = refrain_vocabulary_new ();
  RefrainSide sides[REFRAIN_N_SIDES];
  RefrainRunPage pages[REFRAIN_N_SIDES];
  RefrainBodies bodies;
  RefrainCoupling coupling;
  gboolean turned;

  refrain_vocabulary_look_at_tags (vocabulary, graphs, n_a + n_b);
  refrain_vocabulary_look_at_callers (vocabulary, graphs, n_a, n_b);
  refrain_sides_init (sides, vocabulary, graphs, (const guint[]){ n_a, n_b });
  refrain_vocabulary_sort (vocabulary, sides);
  turned = compare_sides (&sides[0], &sides[1]) > 0;
  if (turned)
    {
      const RefrainSide kept = sides[0];

      sides[0] = sides[1];
      sides[1] = kept;
    }
  refrain_bodies_init (&bodies, vocabulary->tokens->len);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    refrain_run_page_init (&pages[s], &sides[s], vocabulary, &bodies);
  refrain_coupling_init (&coupling, vocabulary, sides, pages);
  account (self, &coupling, turned,
           turned ? (const RefrainRunToCompare *[]){ b, a }
                  : (const RefrainRunToCompare *[]){ a, b },
           cancellable);
  refrain_coupling_clear (&coupling);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    refrain_run_page_clear (&pages[s]);
  refrain_parallel_run (REFRAIN_N_SIDES, clear_side, sides, NULL);
  refrain_bodies_clear (&bodies);
}

RefrainDifferences *
refrain_differences_new (const RefrainRunToCompare *a,
                         guint n_a,
                         const RefrainRunToCompare *b,
                         guint n_b,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (RefrainDifferences) self = NULL;
  g_autofree const RefrainRunToCompare **runs = NULL;
  g_autofree RefrainRunGraph **graphs = NULL;
  g_autofree GError **errors = NULL;
  Graphs work = { .cancellable = cancellable };

  g_return_val_if_fail (a != NULL && n_a > 0 && b != NULL && n_b > 0, NULL);

  runs = g_new (const RefrainRunToCompare *, n_a + n_b);
  for (guint i = 0; i < n_a + n_b; i++)
    runs[i] = i < n_a ? &a[i] : &b[i - n_a];
  work.runs = runs;
  work.graphs = graphs = g_new0 (RefrainRunGraph *, n_a + n_b);
  work.errors = errors = g_new0 (GError *, n_a + n_b);
  if (!make_graphs (&work, n_a + n_b, error))
    return NULL;
  self = g_object_new (REFRAIN_TYPE_DIFFERENCES, NULL);
  self->is_pair = n_a == 1 && n_b == 1;
  compare (self, graphs, n_a, n_b, a, b, cancellable);
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&self);
}

void
refrain_differences_get_times (RefrainDifferences *self, RefrainTime *a, RefrainTime *b)
{
  g_return_if_fail (REFRAIN_IS_DIFFERENCES (self));
  *a = self->a;
  *b = self->b;
}

REFRAIN_ARRAY_GETTER (
    RefrainDifferences, refrain_differences, RefrainRunDifference, gsize, get, self->list)

REFRAIN_GETTER (
    RefrainDifferences, refrain_differences, RefrainTime, get_unexplained, self->unexplained)

void
refrain_differences_get_common (RefrainDifferences *self, double *a, double *b)
{
  g_return_if_fail (REFRAIN_IS_DIFFERENCES (self));
  *a = self->common[0];
  *b = self->common[1];
}

char *
refrain_differences_tell_common (RefrainDifferences *self)
{
  const double a = self->common[0], b = self->common[1];

  g_return_val_if_fail (REFRAIN_IS_DIFFERENCES (self), NULL);
  return MAX (a, b) < COMMON || MIN (a, b) < COMMON_ONE
             ? g_strdup_printf (_ ("%.0f %% of the calls of A and %.0f %% of those of B have a "
                                   "counterpart in the other run. Possible cause: two different "
                                   "programs."),
                                100 * a, 100 * b)
             : NULL;
}

/* The occurrence that is most of the difference of the run times, or NULL. */
static const RefrainSlowOccurrence *
find_most (RefrainDifferences *self)
{
  const gboolean longer_in_b = self->b > self->a;

  for (guint i = 0; i < self->slow->len && self->is_pair; i++)
    {
      const RefrainSlowOccurrence *slow = &g_array_index (self->slow, RefrainSlowOccurrence, i);

      if (slow->in_b == longer_in_b
          && (double) (slow->time - slow->usual) > MOST_OF_IT * fabs ((double) (self->b - self->a)))
        return slow;
    }
  return NULL;
}

char *
refrain_differences_describe_none (RefrainDifferences *self)
{
  const RefrainSlowOccurrence *most;

  g_return_val_if_fail (REFRAIN_IS_DIFFERENCES (self), NULL);
  if (self->list->len > 0)
    return NULL;
  if (fabs ((double) (self->b - self->a)) <= REFRAIN_RUNS_DIFFER * (double) MAX (self->a, self->b))
    return g_strdup (_ ("No difference beyond noise."));
  most = find_most (self);
  return most == NULL
             ? g_strdup (_ ("No cause of the difference of the run times is beyond noise."))
             : g_strdup_printf (_ ("A single occurrence makes most of the difference, maybe by "
                                   "chance: %s"),
                                most->sentence);
}

char *
refrain_differences_describe_unexplained (RefrainDifferences *self)
{
  g_autofree char *time = NULL;

  g_return_val_if_fail (REFRAIN_IS_DIFFERENCES (self), NULL);

  time = refrain_time_format (ABS (self->unexplained), 3);
  return g_strdup_printf (self->unexplained < 0 ? _ ("Without a sure cause: %s shorter in B.")
                                                : _ ("Without a sure cause: %s longer in B."),
                          time);
}

REFRAIN_ARRAY_GETTER (
    RefrainDifferences, refrain_differences, RefrainSlowOccurrence, gsize, get_slow, self->slow)

static void
refrain_differences_finalize (RefrainDifferences *self)
{
  refrain_unref_arrays (self->list, self->slow);
}

static void
refrain_differences_init (RefrainDifferences *self)
{
  self->list = g_array_new (FALSE, FALSE, sizeof (RefrainRunDifference));
  g_array_set_clear_func (self->list, difference_clear);
  self->slow = g_array_new (FALSE, FALSE, sizeof (RefrainSlowOccurrence));
  g_array_set_clear_func (self->slow, slow_clear);
}
