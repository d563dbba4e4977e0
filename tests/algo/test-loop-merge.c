/* test-loop-merge.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Merging of local loop models: the examples of Ketterlin et al. 2014, III, and more, word by word.
 * A model of several processes' constructs one after the other stands for their local models.
 */
#include "config.h"

#include <string.h>

#include "refrain-loop-merge.h"
#include "test-loops.h"
#include "test-program.h"

typedef struct
{
  const char *name;
  const char *local;
  const char *global; /* NULL: the same */
  gsize n_links;
} Example;

static const Example examples[] = {
  { "two processes",
    "for i0 = 1 to 10\n  0 send 1 tag1\ndone\n"
    "for i0 = 1 to 10\n  0 recv 1 tag1\ndone\n",
    "for i0 = 1 to 10\n  0 send 1 tag1\n  0 recv 1 tag1\ndone\n", 1 },
  { "one loop to two, by tags",
    "for i0 = 1 to 10\n  0 send 1 tag1\n  0 send 1 tag2\ndone\n"
    "for i0 = 1 to 10\n  0 recv 1 tag1\ndone\n"
    "for i0 = 1 to 10\n  0 recv 1 tag2\ndone\n",
    NULL, 0 },
  { "split 20 against 10",
    "for i0 = 1 to 20\n  0 send 1 tag1\ndone\n"
    "for i0 = 1 to 10\n  0 recv 1 tag1\ndone\n"
    "1 local x\n"
    "for i0 = 1 to 10\n  0 recv 1 tag1\ndone\n",
    "for i0 = 1 to 10\n  0 send 1 tag1\n  0 recv 1 tag1\ndone\n"
    "1 local x\n"
    "for i0 = 1 to 10\n  0 send 1 tag1\n  0 recv 1 tag1\ndone\n",
    2 },
  { "unwrap the last",
    "for i0 = 1 to 11\n  0 send 1 tag1\n  0 local a\ndone\n"
    "for i0 = 1 to 10\n  0 recv 1 tag1\ndone\n"
    "1 local x\n"
    "0 recv 1 tag1\n",
    "for i0 = 1 to 10\n  0 send 1 tag1\n  0 local a\n  0 recv 1 tag1\ndone\n"
    "0 send 1 tag1\n1 local x\n0 local a\n0 recv 1 tag1\n",
    2 },
  { "shift, one iteration less",
    "for i0 = 1 to 10\n  0 send 1 tag1\n  0 local a\n  0 send 1 tag1\n  0 local b\ndone\n"
    "0 recv 1 tag1\n"
    "1 local x\n"
    "for i0 = 1 to 18\n  0 recv 1 tag1\ndone\n"
    "1 local y\n"
    "0 recv 1 tag1\n",
    "0 send 1 tag1\n0 recv 1 tag1\n1 local x\n"
    "for i0 = 1 to 9\n"
    "  0 local a\n  0 send 1 tag1\n  0 local b\n  0 recv 1 tag1\n  0 send 1 tag1\n"
    "  0 recv 1 tag1\n"
    "done\n"
    "0 local a\n1 local y\n0 send 1 tag1\n0 local b\n0 recv 1 tag1\n",
    4 },
  { "shift, as many iterations",
    "for i0 = 1 to 10\n  0 send 1 tag1\n  0 local a\n  0 send 1 tag1\n  0 local b\ndone\n"
    "0 send 1 tag1\n"
    "0 recv 1 tag1\n"
    "1 local x\n"
    "for i0 = 1 to 10\n  0 recv 1 tag1\n  1 local y\n  0 recv 1 tag1\ndone\n",
    "0 send 1 tag1\n0 recv 1 tag1\n1 local x\n"
    "for i0 = 1 to 10\n"
    "  0 local a\n  0 send 1 tag1\n  0 local b\n  0 recv 1 tag1\n  0 send 1 tag1\n"
    "  1 local y\n  0 recv 1 tag1\n"
    "done\n",
    3 },
  { "10 against 20, blocked",
    "for i0 = 1 to 10\n  0 send 1 tag1\n  0 local a\n  0 send 1 tag1\ndone\n"
    "for i0 = 1 to 20\n  0 recv 1 tag1\ndone\n",
    "for i0 = 1 to 10\n"
    "  0 send 1 tag1\n  0 local a\n  0 recv 1 tag1\n  0 send 1 tag1\n  0 recv 1 tag1\n"
    "done\n",
    2 },
  { "20 against 30, loops in the block",
    "for i0 = 1 to 20\n  for i1 = 1 to 60\n    0 send 1 tag1\n  done\n  0 local a\ndone\n"
    "for i0 = 1 to 30\n  for i1 = 1 to 40\n    0 recv 1 tag1\n  done\n  1 local b\ndone\n",
    "for i0 = 1 to 10\n"
    "  for i1 = 1 to 40\n    0 send 1 tag1\n    0 recv 1 tag1\n  done\n"
    "  1 local b\n"
    "  for i1 = 1 to 20\n    0 send 1 tag1\n    0 recv 1 tag1\n  done\n"
    "  0 local a\n"
    "  for i1 = 1 to 20\n    0 send 1 tag1\n    0 recv 1 tag1\n  done\n"
    "  1 local b\n"
    "  for i1 = 1 to 40\n    0 send 1 tag1\n    0 recv 1 tag1\n  done\n"
    "  0 local a\n"
    "  1 local b\n"
    "done\n",
    4 },
  { "no common divisor",
    "for i0 = 1 to 2\n  0 send 1 tag1\n  0 send 1 tag1\n  0 send 1 tag1\ndone\n"
    "for i0 = 1 to 3\n  0 recv 1 tag1\n  0 recv 1 tag1\ndone\n",
    "0 send 1 tag1\n0 send 1 tag1\n0 recv 1 tag1\n0 send 1 tag1\n0 recv 1 tag1\n0 send 1 tag1\n"
    "0 recv 1 tag1\n0 send 1 tag1\n0 recv 1 tag1\n0 send 1 tag1\n0 recv 1 tag1\n0 recv 1 tag1\n",
    6 },
  { "no common divisor, too large",
    "for i0 = 1 to 1000\n  0 send 1 tag1\n  0 local a\ndone\n"
    "1 local x\n"
    "for i0 = 1 to 999\n  0 recv 1 tag1\ndone\n",
    "1 local x\n"
    "for i0 = 1 to 999\n  0 send 1 tag1\n  0 local a\n  0 recv 1 tag1\ndone\n"
    "0 send 1 tag1\n0 local a\n",
    1 },
  { "cycle",
    "for i0 = 1 to 10\n  0 send 1 tag1\ndone\n"
    "for i0 = 1 to 10\n  1 send 0 tag1\ndone\n"
    "for i0 = 1 to 10\n  1 recv 0 tag1\ndone\n"
    "for i0 = 1 to 10\n  0 recv 1 tag1\ndone\n",
    NULL, 0 },
  { "in step after a first message",
    "0 send 1 tag1\n"
    "for i0 = 1 to 9\n  1 recv 0 tag1\n  0 send 1 tag1\ndone\n"
    "1 recv 0 tag1\n"
    "for i0 = 1 to 10\n  0 recv 1 tag1\n  1 send 0 tag1\ndone\n",
    "0 send 1 tag1\n0 recv 1 tag1\n"
    "for i0 = 1 to 9\n"
    "  1 send 0 tag1\n  1 recv 0 tag1\n  0 send 1 tag1\n  0 recv 1 tag1\n"
    "done\n"
    "1 send 0 tag1\n1 recv 0 tag1\n",
    4 },
  { "always one message under way",
    "0 send 1 tag1\n"
    "1 send 0 tag1\n"
    "for i0 = 1 to 9\n  0 send 1 tag1\n  1 recv 0 tag1\ndone\n"
    "for i0 = 1 to 9\n  1 send 0 tag1\n  0 recv 1 tag1\ndone\n"
    "1 recv 0 tag1\n"
    "0 recv 1 tag1\n",
    NULL, 0 },
  { "cut within an inner loop",
    "for i0 = 1 to 5\n  0 send 1 tag1\ndone\n"
    "for i0 = 1 to 49\n"
    "  for i1 = 1 to 5\n    0 send 1 tag2\n  done\n"
    "  for i1 = 1 to 10\n    0 send 1 tag1\n  done\n"
    "done\n"
    "for i0 = 1 to 5\n  0 send 1 tag2\ndone\n"
    "for i0 = 1 to 5\n  0 send 1 tag1\ndone\n"
    "for i0 = 1 to 50\n"
    "  for i1 = 1 to 5\n    0 recv 1 tag1\n  done\n"
    "  for i1 = 1 to 5\n    0 recv 1 tag2\n  done\n"
    "  for i1 = 1 to 5\n    0 recv 1 tag1\n  done\n"
    "done\n",
    "for i0 = 1 to 5\n  0 send 1 tag1\n  0 recv 1 tag1\ndone\n"
    "for i0 = 1 to 49\n"
    "  for i1 = 1 to 5\n    0 send 1 tag2\n    0 recv 1 tag2\n  done\n"
    "  for i1 = 1 to 5\n    0 send 1 tag1\n    0 recv 1 tag1\n  done\n"
    "  for i1 = 1 to 5\n    0 send 1 tag1\n    0 recv 1 tag1\n  done\n"
    "done\n"
    "for i0 = 1 to 5\n  0 send 1 tag2\n  0 recv 1 tag2\ndone\n"
    "for i0 = 1 to 5\n  0 send 1 tag1\n  0 recv 1 tag1\ndone\n",
    6 },
  { "counts and tags that change",
    "for i0 = 1 to 10\n  for i1 = 1 to i0\n    0 send 1 tag1\n  done\n  0 send 1 tagi0+5\ndone\n"
    "for i0 = 1 to 10\n  for i1 = 1 to i0\n    0 recv 1 tag1\n  done\n  0 recv 1 tagi0+5\ndone\n",
    "for i0 = 1 to 10\n"
    "  for i1 = 1 to i0\n    0 send 1 tag1\n    0 recv 1 tag1\n  done\n"
    "  0 send 1 tagi0+5\n  0 recv 1 tagi0+5\n"
    "done\n",
    2 },
  { "tags that change, shifted",
    "for i0 = 1 to 10\n  0 send 1 tag1\n  0 local a\n  0 send 2 tagi0\ndone\n"
    "0 recv 1 tag1\n"
    "1 local x\n"
    "for i0 = 1 to 9\n  0 recv 1 tag1\ndone\n",
    "0 send 1 tag1\n0 local a\n0 recv 1 tag1\n0 send 2 tag1\n1 local x\n"
    "for i0 = 1 to 9\n  0 send 1 tag1\n  0 local a\n  0 recv 1 tag1\n  0 send 2 tagi0+1\ndone\n",
    2 },
  { "peers that change",
    "for i0 = 1 to 3\n  0 send i0 tag0\ndone\n"
    "0 recv 1 tag0\n0 recv 2 tag0\n0 recv 3 tag0\n",
    "0 send 1 tag0\n0 send 2 tag0\n0 recv 1 tag0\n0 send 3 tag0\n0 recv 2 tag0\n0 recv 3 tag0\n",
    3 },
  { "peers that cannot be",
    "for i0 = 1 to 1000000\n  for i1 = 1 to 3\n    0 send i0+i1 tag0\n  done\ndone\n"
    "for i0 = 1 to 999999\n  0 recv 1 tag0\ndone\n",
    "for i0 = 1 to 1000000\n  0 send i0+1 tag0\n  0 send i0+2 tag0\n  0 send i0+3 tag0\ndone\n"
    "for i0 = 1 to 999999\n  0 recv 1 tag0\ndone\n",
    0 },
  { "collectives",
    "for i0 = 1 to 9\n  0 sync b 0-2\ndone\n"
    "1 local x\n"
    "for i0 = 1 to 9\n  1 sync b 0-2\ndone\n"
    "2 local y\n"
    "for i0 = 1 to 9\n  2 sync b 0-2\ndone\n",
    "1 local x\n2 local y\n"
    "for i0 = 1 to 9\n  0 sync b 0-2\n  1 sync b 0-2\n  2 sync b 0-2\ndone\n",
    2 },
  { "a member of a group that is not there",
    "for i0 = 1 to 9\n  0 sync b 0-2\ndone\n"
    "for i0 = 1 to 9\n  2 sync b 0-2\ndone\n",
    "for i0 = 1 to 9\n  0 sync b 0-2\n  2 sync b 0-2\ndone\n", 1 },
  { "messages to oneself",
    "for i0 = 1 to 9\n  0 send 0 tag1\n  0 recv 0 tag1\ndone\n"
    "for i0 = 1 to 9\n  1 local x\ndone\n",
    NULL, 1 },
  { "messages to oneself, in the next iteration",
    "0 send 0 tag1\nfor i0 = 1 to 9\n  0 send 0 tag1\n  0 recv 0 tag1\ndone\n", NULL, 0 },
  { "definitions",
    "define A\n  for i0 = 1 to 5\n    0 send 1 tag1\n  done\ndone\n"
    "for i0 = 1 to 3\n  use A\n  0 local x\ndone\n"
    "for i0 = 1 to 3\n  for i1 = 1 to 5\n    0 recv 1 tag1\n  done\ndone\n",
    "for i0 = 1 to 3\n"
    "  for i1 = 1 to 5\n    0 send 1 tag1\n    0 recv 1 tag1\n  done\n"
    "  0 local x\n"
    "done\n",
    1 },
  { "concurrent",
    "for i0 = 1 to 4\n  0 sync a 0-3\n  for i1 = 1 to 9\n    0 send 1 tag1\n  done\ndone\n"
    "for i0 = 1 to 4\n  1 sync a 0-3\n  for i1 = 1 to 9\n    0 recv 1 tag1\n  done\ndone\n"
    "for i0 = 1 to 4\n  2 sync a 0-3\n  for i1 = 1 to 9\n    2 send 3 tag1\n  done\ndone\n"
    "for i0 = 1 to 4\n  3 sync a 0-3\n  for i1 = 1 to 9\n    2 recv 3 tag1\n  done\ndone\n",
    "for i0 = 1 to 4\n"
    "  0 sync a 0-3\n  1 sync a 0-3\n  2 sync a 0-3\n  3 sync a 0-3\n"
    "  for i1 = 1 to 9\n    0 send 1 tag1\n    0 recv 1 tag1\n  done\n"
    "  for i1 = 1 to 9\n    2 send 3 tag1\n    2 recv 3 tag1\n  done\n"
    "done\n",
    5 },
  { "nobody there", "0 local x\n2 local y\n", NULL, 0 },
};

static RefrainLoopModel *
merge (RefrainLoopModel *local)
{
  g_autoptr (GPtrArray) models = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  RefrainLoopModel *model;

  g_ptr_array_add (models, local);
  model = refrain_loop_merge (models, NULL, &error);
  g_assert_no_error (error);
  return model;
}

static void
test_example (gconstpointer data)
{
  const Example *example = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopModel) local = refrain_loop_text_parse (
      example->name, example->local, strlen (example->local), NULL, &error);
  g_autoptr (RefrainLoopModel) global = NULL;
  g_autoptr (RefrainLoopModel) again = NULL;
  g_autofree char *text = NULL;
  g_autofree char *text_again = NULL;
  gsize n_links;

  g_assert_no_error (error);
  global = merge (local);
  text = test_dup_loop_text (global);
  g_assert_cmpstr (text, ==, example->global != NULL ? example->global : example->local);
  refrain_loop_model_get_links (global, &n_links);
  g_assert_cmpuint (n_links, ==, example->n_links);
  /* Nothing is left to be done. */
  again = merge (global);
  text_again = test_dup_loop_text (again);
  g_assert_cmpstr (text_again, ==, text);
}

static void
test_cancel (void)
{
  g_autoptr (GPtrArray) models = g_ptr_array_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopModel) local
      = refrain_loop_text_parse ("t", examples[0].local, strlen (examples[0].local), NULL, NULL);

  g_ptr_array_add (models, local);
  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_loop_merge (models, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("loop-merge")
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = g_strdup_printf ("/loop-merge/example/%s", examples[i].name);

      g_test_add_data_func (path, &examples[i], test_example);
    }
  g_test_add_func ("/loop-merge/cancel", test_cancel);
  return g_test_run ();
}
