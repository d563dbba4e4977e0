/* test-segmentation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Segmentation against the thesis' equations, and by hand.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "refrain-segmentation.h"
#include "sequences.h"
#include "test-program.h"

static RefrainSegmentation *
segment (const char *text, double least)
{
  g_autofree guint32 *symbols = sequences_letters (text);

  return refrain_segmentation_new (symbols, strlen (text), least, NULL, NULL);
}

/* The leaves at @strength with bars between: "aaa|bb". */
static char *
leaves_of (const char *text, double strength)
{
  g_autoptr (RefrainSegmentation) tree = segment (text, 0);
  g_autoptr (GString) out = g_string_new (NULL);
  gsize n, n_nodes;
  const RefrainSegmentationNode *nodes = refrain_segmentation_get_nodes (tree, &n_nodes);
  g_autofree guint32 *leaves = refrain_segmentation_get_leaves (tree, strength, &n);

  for (gsize i = 0; i < n; i++)
    {
      const RefrainSegmentationNode *leaf = &nodes[leaves[i]];

      g_string_append (out, i > 0 ? "|" : "");
      g_string_append_len (out, text + leaf->start, leaf->end - leaf->start);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
test_by_hand (void)
{
  static const struct
  {
    const char *text, *leaves;
  } cases[] = {
    { "", "" },
    { "a", "a" },
    { "aa", "aa" },
    { "ab", "a|b" },
    { "aaaaaaaa", "aaaaaaaa" },
    { "aaaabbbb", "aaaa|bbbb" },
    { "aaaaaaaabbbbbbbb", "aaaaaaaa|bbbbbbbb" },
    { "aaaaaaaabbbbbbbbcccccccc", "aaaaaaaa|bbbbbbbb|cccccccc" },
    { "abababababababababab", "abababababababababab" },
    /* Nested: the larger difference first. */
    { "aaaaaaaabbbbbbbbccccccccccccccccdddddddddddddddd",
      "aaaaaaaa|bbbbbbbb|cccccccccccccccc|dddddddddddddddd" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *leaves = leaves_of (cases[i].text, 0);

      g_assert_cmpstr (leaves, ==, cases[i].leaves);
    }
}

static void
check_root (const char *text, guint32 cut, double divergence, double threshold, double strength)
{
  g_autoptr (RefrainSegmentation) tree = segment (text, 0);
  gsize n;
  const RefrainSegmentationNode *root = refrain_segmentation_get_nodes (tree, &n);

  g_assert_cmpuint (root->start, ==, 0);
  g_assert_cmpuint (root->end, ==, strlen (text));
  g_assert_cmpuint (root->parent, ==, REFRAIN_NONE);
  g_assert_cmpuint (root->cut, ==, cut);
  g_assert_cmpfloat_with_epsilon (root->divergence, divergence, 1e-12);
  g_assert_cmpfloat_with_epsilon (root->threshold, threshold, 1e-12);
  if (isfinite (strength))
    g_assert_cmpfloat_with_epsilon (root->strength, strength, 1e-12);
  else
    g_assert_true (root->strength == strength);
}

static void
test_numbers (void)
{
  check_root ("a", 0, 0, 0, -INFINITY);
  check_root ("aa", 1, 0, 0.5, -1);
  check_root ("ab", 1, 1, 0.25, 3);
  check_root ("aaaa", 1, 0, 0.5, -1);
  check_root ("aaaabbbb", 4, 1, 3.0 / 16, 13 / 3.0);
  /* All different: D = 1 bit in the middle, K = 1, tau = 2/8. */
  check_root ("abcd", 2, 1, 0.25, 3);
  /* Table 5.2: length 5 and K = 1 give 0.23, length 8 and K = 1 0.19, length 3 and K = 2 0.53. */
  check_root ("aabbb", 2, 0.970950594454669, log2 (5) / 10, 0.970950594454669 * 10 / log2 (5) - 1);
  check_root ("aaabbbbb", 3, 0.954434002924965, 3.0 / 16, 0.954434002924965 * 16 / 3 - 1);
  check_root ("aaa", 1, 0, log2 (3) / 3, -1);
  g_assert_cmpfloat_with_epsilon (log2 (5) / 10, 0.23, 0.005);
  g_assert_cmpfloat_with_epsilon (log2 (3) / 3, 0.53, 0.005);
}

/* Eq. 5.1 as it stands. */
static double
entropy (const guint32 *symbols, gsize n)
{
  double sum = 0;

  for (guint32 j = 0; j < 128; j++)
    {
      double count = 0;

      for (gsize i = 0; i < n; i++)
        count += symbols[i] == j;
      if (count > 0)
        sum -= count / (double) n * log2 (count / (double) n);
    }
  return sum;
}

static guint32
count_distinct (const guint32 *symbols, gsize n)
{
  guint32 distinct = 0;

  for (gsize i = 0; i < n; i++)
    {
      gsize k = 0;

      while (symbols[k] != symbols[i])
        k++;
      distinct += k == i;
    }
  return distinct;
}

/* Compares one segment with eq. 5.4 and 5.10 to 5.12. */
static void
check_node (const RefrainSegmentation *tree, guint32 index, const guint32 *symbols)
{
  gsize n_nodes, n_curve;
  const RefrainSegmentationNode *node = &refrain_segmentation_get_nodes (tree, &n_nodes)[index];
  g_autofree double *curve = refrain_segmentation_get_curve (tree, index, &n_curve);
  const guint32 *at = symbols + node->start;
  const guint32 n = node->end - node->start;
  double best = -1, h = entropy (at, n), k;
  guint32 cut = 0;

  g_assert_cmpuint (n_curve, ==, n - 1);
  for (guint32 i = 1; i < n; i++)
    {
      const double divergence
          = h - i / (double) n * entropy (at, i) - (n - i) / (double) n * entropy (at + i, n - i);

      g_assert_cmpfloat_with_epsilon (curve[i - 1], divergence, 1e-12);
      if (divergence > best + 1e-9)
        {
          best = divergence;
          cut = i;
        }
    }
  g_assert_cmpuint (node->distinct, ==, count_distinct (at, n));
  if (n == 1)
    return;
  g_assert_cmpuint (node->cut, ==, node->start + cut);
  g_assert_cmpfloat_with_epsilon (node->divergence, best, 1e-12);
  g_assert_cmpfloat (node->divergence, >=, 0);
  g_assert_cmpfloat (node->divergence, <=, 1);
  g_assert_cmpuint (node->distinct_left, ==, count_distinct (at, cut));
  g_assert_cmpuint (node->distinct_right, ==, count_distinct (at + cut, n - cut));
  k = (double) node->distinct_left + node->distinct_right + 1 - node->distinct;
  g_assert_cmpfloat_with_epsilon (node->threshold, log2 (n) * k / (2 * n), 1e-12);
  g_assert_cmpfloat_with_epsilon (node->strength, (2 * n * best - log2 (n) * k) / (log2 (n) * k),
                                  1e-9);
}

/* The tree is whole: parents before children, children cover them, leaves cover the sequence. */
static void
check_tree (const RefrainSegmentation *tree, double least, const guint32 *symbols, guint32 length)
{
  gsize n, n_leaves, n_kept;
  const RefrainSegmentationNode *nodes = refrain_segmentation_get_nodes (tree, &n);
  g_autofree guint32 *leaves = refrain_segmentation_get_leaves (tree, least, &n_leaves);
  g_autofree guint32 *kept = refrain_segmentation_prune (tree, least, &n_kept);
  guint32 at = 0;

  g_assert_cmpuint (n_kept, ==, n);
  g_assert_cmpuint (n, ==, 2 * n_leaves - 1);
  for (guint32 i = 0; i < n; i++)
    {
      g_assert_cmpuint (kept[i], ==, i);
      check_node (tree, i, symbols);
      if (nodes[i].left == REFRAIN_NONE)
        {
          g_assert_true (!(nodes[i].strength > least) || nodes[i].distinct == 1);
          continue;
        }
      g_assert_cmpfloat (nodes[i].strength, >, least);
      g_assert_cmpuint (nodes[i].left, >, i);
      g_assert_cmpuint (nodes[nodes[i].left].parent, ==, i);
      g_assert_cmpuint (nodes[nodes[i].left].start, ==, nodes[i].start);
      g_assert_cmpuint (nodes[nodes[i].left].end, ==, nodes[i].cut);
      g_assert_cmpuint (nodes[nodes[i].left + 1].parent, ==, i);
      g_assert_cmpuint (nodes[nodes[i].left + 1].start, ==, nodes[i].cut);
      g_assert_cmpuint (nodes[nodes[i].left + 1].end, ==, nodes[i].end);
    }
  for (gsize i = 0; i < n_leaves; i++)
    {
      g_assert_cmpuint (nodes[leaves[i]].start, ==, at);
      at = nodes[leaves[i]].end;
    }
  g_assert_cmpuint (at, ==, length);
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20261120);

  for (guint round = 0; round < 400; round++)
    {
      const guint32 n = (guint32) g_rand_int_range (random, 1, 90);
      const gint32 k = g_rand_int_range (random, 1, 12);
      const double least = round % 4 == 0 ? -1 : round % 4 == 1 ? -0.5 : 0;
      g_autofree guint32 *symbols = g_new (guint32, n);
      g_autoptr (RefrainSegmentation) tree = NULL;

      for (guint32 i = 0; i < n; i++)
        symbols[i] = i > 0 && g_rand_boolean (random) ? symbols[i - 1]
                                                      : (guint32) g_rand_int_range (random, 0, k)
                                                            + (round & 1 ? i * 5 / n * 20 : 0);
      tree = refrain_segmentation_new (symbols, n, least, NULL, NULL);
      check_tree (tree, least, symbols, n);
    }
}

/* A segment that is not cut hides what would be cut below it; more strength gives fewer. */
static void
test_prune (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree guint32 *symbols = g_new (guint32, 3000);
  g_autoptr (RefrainSegmentation) tree = NULL;
  gsize n, last = G_MAXSIZE;
  const RefrainSegmentationNode *nodes;

  for (guint32 i = 0; i < 3000; i++)
    symbols[i] = (guint32) g_rand_int_range (random, 0, 4) + i / 200 % 4 * 2;
  tree = refrain_segmentation_new (symbols, 3000, 0, NULL, NULL);
  nodes = refrain_segmentation_get_nodes (tree, &n);
  for (double strength = 0; strength < 20; strength += 0.5)
    {
      gsize n_leaves, n_kept;
      g_autofree guint32 *leaves = refrain_segmentation_get_leaves (tree, strength, &n_leaves);
      g_autofree guint32 *kept = refrain_segmentation_prune (tree, strength, &n_kept);

      g_assert_cmpuint (n_kept, ==, 2 * n_leaves - 1);
      g_assert_cmpuint (n_leaves, <=, last);
      last = n_leaves;
      for (gsize i = 0; i < n_kept; i++)
        for (guint32 p = nodes[kept[i]].parent; p != REFRAIN_NONE; p = nodes[p].parent)
          g_assert_cmpfloat (nodes[p].strength, >, strength);
    }
  g_assert_cmpuint (last, ==, 1);
}

/* Deep on one side: sixty equal symbols, again and again, are cut off one after another. */
static void
test_deep (void)
{
  const guint32 n = 60 * 2000;
  g_autofree guint32 *symbols = g_new (guint32, n);
  g_autoptr (RefrainSegmentation) tree = NULL;
  gsize n_nodes;
  guint depth = 0;
  const RefrainSegmentationNode *nodes;

  for (guint32 i = 0; i < n; i++)
    symbols[i] = G_MAXUINT32 - i / 60 % 2;
  tree = refrain_segmentation_new (symbols, n, 0, NULL, NULL);
  nodes = refrain_segmentation_get_nodes (tree, &n_nodes);
  for (guint32 node = (guint32) n_nodes - 1; node != REFRAIN_NONE; node = nodes[node].parent)
    depth++;
  g_assert_cmpuint (depth, >, 100);
  for (gsize i = 0; i < n_nodes; i++)
    g_assert_cmpuint (nodes[i].start % 60, ==, 0);
}

static void
cancel (double fraction, const char *sentence, gpointer data)
{
  g_cancellable_cancel (data);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree guint32 *symbols = g_new (guint32, 10000);

  for (guint32 i = 0; i < 10000; i++)
    symbols[i] = i / 100;
  g_assert_null (refrain_segmentation_new (symbols, 10000, 0, cancellable,
                                           &(RefrainProgress){ cancel, cancellable }));
  g_assert_null (refrain_segmentation_new (symbols, 10000, 0, cancellable, NULL));
}

/* The cuts of @symbols are the first of the best ones of their curves, and breadth-first. */
static void
check_cuts (const guint32 *symbols, gsize n)
{
  g_autoptr (RefrainSegmentation) tree = refrain_segmentation_new (symbols, n, 0, NULL, NULL);
  gsize n_nodes;
  const RefrainSegmentationNode *nodes = refrain_segmentation_get_nodes (tree, &n_nodes);
  guint32 next = 1;

  for (guint32 i = 0; i < n_nodes; i++)
    {
      gsize n_cuts, best = 0;
      g_autofree double *curve = refrain_segmentation_get_curve (tree, i, &n_cuts);
      const guint32 length = nodes[i].end - nodes[i].start;
      const guint32 distinct = count_distinct (symbols + nodes[i].start, length);
      double largest = 0;

      g_assert_cmpuint (nodes[i].distinct, ==, distinct);
      g_assert_true (nodes[i].left == REFRAIN_NONE || nodes[i].left == next);
      if (nodes[i].left != REFRAIN_NONE)
        {
          g_assert_cmpuint (nodes[next].parent, ==, i);
          g_assert_cmpuint (nodes[next + 1].start, ==, nodes[i].cut);
          next += 2;
        }
      if (distinct == 1)
        continue;
      for (gsize k = 0; k < n_cuts; k++)
        largest = MAX (largest, curve[k]);
      while (curve[best] < largest - REFRAIN_SEGMENTATION_TOLERANCE)
        best++;
      g_assert_cmpuint (nodes[i].cut, ==, nodes[i].start + best + 1);
      g_assert_cmpfloat_with_epsilon (nodes[i].divergence, curve[best], 1e-9);
      g_assert_cmpuint (nodes[i].distinct_left, ==,
                        count_distinct (symbols + nodes[i].start, (guint32) best + 1));
      g_assert_cmpuint (nodes[i].distinct_right, ==,
                        count_distinct (symbols + nodes[i].cut, nodes[i].end - nodes[i].cut));
    }
}

/* Long segments, in which not every cut is looked at: mixtures, sweeps that are cut off one by one,
 * mirrors whose best cuts are two, noise, and repetitions. */
static void
test_long (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  guint32 symbols[8000];

  for (guint variant = 0; variant < 30; variant++)
    {
      const guint32 n = (guint32) g_rand_int_range (random, 600, variant % 5 == 1 ? 3000 : 8000);
      const guint32 distinct = (guint32) g_rand_int_range (random, 2, variant % 2 == 0 ? 5 : 100);
      const guint32 length = (guint32) g_rand_int_range (random, 1, 400);
      guint32 from = 0;

      for (guint32 i = 0; i < n; i++)
        {
          if (i % length == 0)
            from = (guint32) g_rand_int_range (random, 0, (gint32) distinct);
          if (variant % 5 == 0)
            symbols[i] = (from + (guint32) g_rand_int_range (random, 0, 3)) % distinct;
          else if (variant % 5 == 1)
            symbols[i] = i / (1 + length % 4) % MIN (distinct, 3);
          else if (variant % 5 == 2)
            symbols[i] = i < n / 2 ? (guint32) g_rand_int_range (random, 0, (gint32) distinct)
                                   : symbols[n - 1 - i];
          else if (variant % 5 == 3)
            symbols[i] = (guint32) g_rand_int_range (random, 0, (gint32) distinct);
          else
            symbols[i] = i % (length + 2) % distinct;
        }
      check_cuts (symbols, n);
    }
}

TEST_PROGRAM ("segmentation")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/segmentation/by-hand", test_by_hand);
  g_test_add_func ("/segmentation/numbers", test_numbers);
  g_test_add_func ("/segmentation/random", test_random);
  g_test_add_func ("/segmentation/prune", test_prune);
  g_test_add_func ("/segmentation/deep", test_deep);
  g_test_add_func ("/segmentation/cancel", test_cancel);
  g_test_add_func ("/segmentation/long", test_long);
  return g_test_run ();
}
