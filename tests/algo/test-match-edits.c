/* test-match-edits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Matching with edits: rounds of a pattern that are disturbed at known places are found, with no
 * more edits than were made; on small traces, what trying everything finds. Other traces each time.
 */
#include "config.h"

#include "match-brute.h"
#include "match-plant.h"
#include "test-program.h"

/* Traces of each kind. */
#define N_TRIALS (g_test_slow () ? 60 : 6)

/* What the occurrences that were found, or planted, are worth, and their edits. */
typedef struct
{
  guint64 worth;
  guint64 edits;
} Account;

/* One of several orders in which an occurrence has the edits that it is said to have. */
static gboolean
has_edits (RefrainSymbols *symbols,
           const RefrainPatternTemplate *wanted,
           const RefrainMatchOptions *options,
           const guint *first,
           const guint *n,
           guint64 edits)
{
  for (; wanted != NULL; wanted = wanted->next)
    if (match_brute_count_edits (symbols, wanted, options, first, n) == edits)
      return TRUE;
  return FALSE;
}

/* Checks that all that was found is right: edits as counted by other means, none too many, nothing
 * in two occurrences. */
static Account
account (RefrainSymbols *symbols,
         const RefrainPatternTemplate *wanted,
         const RefrainMatchOptions *options,
         const RefrainMatchResult *result)
{
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  Account found = { 0, 0 };

  g_assert_false (result->limited);
  for (guint i = 0; i < result->occurrences->len; i++)
    {
      const RefrainMatchOccurrence *match
          = &g_array_index (result->occurrences, RefrainMatchOccurrence, i);
      guint first[16] = { 0 }, n[16] = { 0 };

      for (guint p = 0; p < match->n_parts; p++)
        {
          const RefrainOccurrencePart *part
              = &g_array_index (result->parts, RefrainOccurrencePart, match->first_part + p);

          first[part->process] = part->first;
          n[part->process] = part->n;
          for (guint e = part->first; e < part->first + part->n; e++)
            g_assert_true (g_hash_table_add (
                used, GUINT_TO_POINTER (e * wanted->n_processes + part->process + 1)));
        }
      g_assert_true (has_edits (symbols, wanted, options, first, n, match->edits));
      g_assert_cmpuint (match->edits, <=, match_brute_get_limit (wanted, options));
      found.worth += match_brute_get_worth (wanted, match->edits);
      found.edits += match->edits;
    }
  return found;
}

static gboolean
is_worse (const Account *a, const Account *b)
{
  return a->worth < b->worth || (a->worth == b->worth && a->edits > b->edits);
}

/* What a kind of trace is like. */
typedef struct
{
  guint rounds;
  guint disturbances; /* of a round that is disturbed; one of three is */
  guint edits;        /* allowed in a process; 0: as many as one round can have */
  gboolean any_order;
  gboolean brute;
  guint misses; /* so many of the traces may not be the best */
} Kind;

/* Whether the best was found in a random trace. */
static gboolean
try_trace (const RefrainPatternTemplate *wanted, const Kind *kind)
{
  RefrainMatchOptions options
      = { .edits_per_process = kind->edits > 0 ? kind->edits : 3 * kind->disturbances,
          .edits_total = G_MAXUINT64,
          .any_order = kind->any_order };
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainMatchResult) result = NULL, exact = NULL;
  g_autoptr (GError) error = NULL;
  Account found, best = { 0, 0 };
  gboolean good;
  Plant plant;

  plant_init (&plant, wanted->n_processes);
  while (plant.n_rounds < kind->rounds)
    plant_round (&plant, wanted, g_test_rand_int_range (0, 3) == 0 ? kind->disturbances : 0);
  symbols = script_finish (plant.script);
  result = refrain_pattern_match (symbols, wanted, &options, NULL, &error);
  g_assert_no_error (error);
  found = account (symbols, wanted, &options, result);
  if (kind->brute)
    {
      best.worth = match_brute_find_best (symbols, wanted, &options, &best.edits);
    }
  else
    {
      best.edits = plant_count_edits (&plant);
      for (guint i = 0; i < plant.n_rounds; i++)
        best.worth += match_brute_get_worth (wanted, plant.edits[i]);
    }
  good = !is_worse (&found, &best);
  options.edits_per_process = 0;
  exact = refrain_pattern_match (symbols, wanted, &options, NULL, &error);
  g_assert_no_error (error);
  /* More than without edits. */
  good = good && found.worth >= exact->occurrences->len * match_brute_get_worth (wanted, 0);
  plant_clear (&plant);
  return good;
}

/* How many traces were not the best. */
static guint
check (RefrainPatternTemplate *wanted, Kind kind)
{
  guint bad = 0, n = kind.brute ? N_TRIALS / 2 : N_TRIALS;

  for (guint trial = 0; trial < n; trial++)
    bad += !try_trace (wanted, &kind);
  g_test_message ("%s, %u rounds, %u disturbances%s%s: %u of %u not the best", wanted->name,
                  kind.rounds, kind.disturbances, kind.any_order ? ", any order" : "",
                  kind.brute ? ", everything tried" : "", bad, n);
  g_assert_cmpuint (bad, <=, kind.misses);
  refrain_pattern_template_free (wanted);
  return bad;
}

static guint
check_all (gboolean any_order, guint misses)
{
  guint bad = 0;
  const guint dims[] = { 2, 4 }, square[] = { 3, 3 }, line[] = { 5 };
  Kind one = { .rounds = 10, .disturbances = 1, .any_order = any_order, .misses = misses };
  Kind two = { .rounds = 10, .disturbances = 2, .any_order = any_order, .misses = misses };

  bad += check (refrain_template_wavefront (dims, 2, 0), one);
  bad += check (refrain_template_wavefront (dims, 2, 7), one);
  bad += check (refrain_template_wavefront (line, 1, 0), one);
  bad += check (refrain_template_wavefront (square, 2, 0), two);
  bad += check (refrain_template_butterfly (any_order ? 4 : 8), one);
  bad += check (refrain_template_butterfly (any_order ? 4 : 8), two);
  bad += check (refrain_template_ring (5), one);
  bad += check (refrain_template_binary_tree (8, FALSE), one);
  bad += check (refrain_template_stencil (square, 2, FALSE), one);
  bad += check (refrain_template_transpose (2, 3), one);
  bad += check (refrain_template_all_to_all (4), one);
  return bad;
}

static void
test_planted (void)
{
  check_all (FALSE, N_TRIALS / 2);
}

static void
test_any_order (void)
{
  /* Of eleven kinds of traces. The search is not wide enough to be sure of each here. */
  g_assert_cmpuint (check_all (TRUE, N_TRIALS), <=, 11 * N_TRIALS / 2);
}

static void
check_brute (gboolean any_order, guint misses)
{
  const guint line[] = { 3 }, square[] = { 2, 2 };

  for (guint edits = 1; edits <= 2; edits++)
    {
      Kind kind = { .rounds = 3,
                    .disturbances = 1,
                    .edits = edits,
                    .any_order = any_order,
                    .brute = TRUE,
                    .misses = misses };

      check (refrain_template_wavefront (line, 1, 0), kind);
      check (refrain_template_wavefront (square, 2, 0), kind);
      check (refrain_template_ring (3), kind);
      if (edits == 1)
        check (refrain_template_butterfly (4), kind);
      check (refrain_template_binary_tree (4, FALSE), kind);
      check (refrain_template_all_to_all (3), kind);
      check (refrain_template_stencil (line, 1, FALSE), kind);
      check (refrain_template_transpose (2, 2), kind);
    }
}

static void
test_brute (void)
{
  check_brute (FALSE, N_TRIALS / 4);
}

static void
test_brute_any_order (void)
{
  check_brute (TRUE, N_TRIALS / 4);
}

/* One more message between two processes in one of ten rounds: all rounds are found, and two edits
 * are enough; the search is no proof that there are no better windows, so one in twenty may take
 * more, with which the round itself may be beyond what is allowed. */
static void
test_one_more (void)
{
  const guint dims[] = { 2, 4 };
  RefrainMatchOptions options = { .edits_per_process = 2, .edits_total = G_MAXUINT64 };
  RefrainPatternTemplate *wanted[]
      = { refrain_template_ring (5), refrain_template_wavefront (dims, 2, 0) };
  guint n_tried = 0, n_worse = 0;

  for (gsize t = 0; t < G_N_ELEMENTS (wanted); t++)
    {
      for (guint from = 0; from < wanted[t]->n_processes; from++)
        for (guint to = 0; to < wanted[t]->n_processes; to++)
          {
            g_autoptr (RefrainSymbols) symbols = NULL;
            g_autoptr (RefrainMatchResult) result = NULL;
            g_autoptr (GError) error = NULL;
            Plant plant;

            if (from == to)
              continue;
            plant_init (&plant, wanted[t]->n_processes);
            while (plant.n_rounds < 10)
              if (plant.n_rounds == 4)
                plant_round_with (&plant, wanted[t], from, to);
              else
                plant_round (&plant, wanted[t], 0);
            symbols = script_finish (plant.script);
            result = refrain_pattern_match (symbols, wanted[t], &options, NULL, &error);
            g_assert_no_error (error);
            g_assert_cmpuint (result->occurrences->len, >=, 9);
            n_tried++;
            n_worse += result->occurrences->len < 10
                       || account (symbols, wanted[t], &options, result).edits > 2;
            plant_clear (&plant);
          }
      refrain_pattern_template_free (wanted[t]);
    }
  g_assert_cmpuint (n_tried, ==, 5 * 4 + 8 * 7);
  g_assert_cmpuint (n_worse * 20, <=, n_tried);
}

TEST_PROGRAM ("match-edits")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/algo/match-edits/brute", test_brute);
  g_test_add_func ("/algo/match-edits/brute-any-order", test_brute_any_order);
  g_test_add_func ("/algo/match-edits/planted", test_planted);
  g_test_add_func ("/algo/match-edits/any-order", test_any_order);
  g_test_add_func ("/algo/match-edits/one-more", test_one_more);
  return g_test_run ();
}
