/* test-loop-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loop models as text: what is written is what is read, and what makes no sense is refused.
 */
#include "config.h"

#include <string.h>

#include "random-loop-model.h"
#include "refrain-error.h"
#include "refrain-loop-text.h"
#include "test-loops.h"
#include "test-program.h"

static gboolean
append_event (const RefrainLoopEvent *event, guint32 construct, const gint64 *index, gpointer data)
{
  gpointer *all = data;

  refrain_loop_text_append_event (all[0], all[1], GPOINTER_TO_UINT (all[2]), event);
  g_string_append_c (all[0], '\n');
  return TRUE;
}

/* What the model stands for, process by process. */
static char *
expand (RefrainLoopModel *model)
{
  GString *text = g_string_new (NULL);
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);

  for (guint p = 0; p < refrain_loop_events_get_n_processes (events); p++)
    {
      gpointer data[] = { text, events, GUINT_TO_POINTER (p) };

      g_assert_true (refrain_loop_model_run (model, p, append_event, data));
    }
  return g_string_free (text, FALSE);
}

/* ---- Examples by hand ---------------------------------------------------------------------------
 */

/* Figure 3 of the paper, class A, with a definition and numbers that change. */
static const char example[] = "define A\n"
                              "  0 send 1 tag7\n"
                              "  for i0 = 1 to 2\n"
                              "    0 send 2*i0-1 tag-1\n"
                              "  done\n"
                              "done\n"
                              "0 sync MPI_Allreduce 0-15\n"
                              "for i0 = 1 to 3\n"
                              "  for i1 = 1 to 2*i0-1\n"
                              "    0 send i0+i1 tag2*i0+3\n"
                              "    ? recv 2 tag-i1\n"
                              "  done\n"
                              "  use A\n"
                              "  0 local call MPI_Isend\n"
                              "done\n"
                              "3 sync MPI_Barrier 0-3,8,10-12\n"
                              "0 sync MPI_Barrier -\n";

static void
test_example (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops (example);
  g_autofree char *text = test_dup_loop_text (model);
  g_autofree char *run = expand (model);
  RefrainLoopModelSize size;

  g_assert_cmpstr (text, ==, example);
  g_assert_cmpuint (refrain_loop_text_measure (model), ==, strlen (example));
  g_assert_cmpuint (refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model)), ==,
                    16);
  refrain_loop_model_measure (model, &size);
  g_assert_cmpuint (size.events, ==, 1 + 2 * (1 + 3 + 5) + 3 * (3 + 1) + 2);
  g_assert_true (g_str_has_prefix (run, "0 sync MPI_Allreduce 0-15\n"
                                        "0 send 2 tag5\n"
                                        "0 send 1 tag7\n"
                                        "0 send 1 tag-1\n"
                                        "0 send 3 tag-1\n"
                                        "0 local call MPI_Isend\n"
                                        "0 send 3 tag7\n"));
  g_assert_nonnull (strstr (run, "? recv 2 tag-5\n"));
}

/* What the paper writes otherwise, and people do. */
static void
test_variants (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops ("// an individual trace\r\n"
                                                         "\r\n"
                                                         "for  i=0 to 2 // @{0=0}\r\n"
                                                         "\tfor i' = 2 to i + 4\n"
                                                         "    i rcv 0 t1 // another\n"
                                                         "    0 send 2*i'-i 2\n"
                                                         "  done\n"
                                                         "done");
  g_autofree char *text = test_dup_loop_text (model);

  g_assert_cmpstr (text, ==,
                   "for i0 = 1 to 3\n"
                   "  for i1 = 1 to i0+2\n"
                   "    i0-1 recv 0 t1\n"
                   "    0 send -i0+2*i1+3 2\n"
                   "  done\n"
                   "done\n");
}

/* Whatever a tag is, it is written as it was read; what could be something else stands in quotes.
 */
static void
test_words (void)
{
  static const char words[] = "for i0 = 1 to 3\n"
                              "  0 send 1 t2*i0-1\n"
                              "  0 send 1 t\n"
                              "  0 send 1 t7\n"
                              "  0 send 1 tag7\n"
                              "  0 send 1 7\n"
                              "  0 send 1 t07\n"
                              "  0 send 1 a1-2\n"
                              "  0 send 1 tag99999999999\n"
                              "  0 send 1 \"ti0\"\n"
                              "  0 send 1 \"2*i0\"\n"
                              "  0 send 1 \"\"ti0\"\"\n"
                              "  0 send 1 \"red\"\n"
                              "  0 local a  \"//\" b \"c\"\n"
                              "done\n";
  g_autoptr (RefrainLoopModel) model = test_parse_loops (words);
  g_autofree char *text = test_dup_loop_text (model);
  g_autofree char *run = expand (model);

  g_assert_cmpstr (text, ==, words);
  g_assert_true (g_str_has_prefix (run, "0 send 1 t1\n0 send 1 t\n0 send 1 t7\n0 send 1 tag7\n"
                                        "0 send 1 7\n0 send 1 t07\n0 send 1 a1-2\n"
                                        "0 send 1 tag99999999999\n0 send 1 ti0\n0 send 1 2*i0\n"
                                        "0 send 1 \"ti0\"\n0 send 1 \"red\"\n"
                                        "0 local a  // b \"c\"\n0 send 1 t3\n"));
}

static gboolean
append_text (const char *text, gsize n, gpointer data)
{
  g_string_append_len (data, text, (gssize) n);
  return TRUE;
}

/* Processes in a row that do the same are one line, which is read as a line for each. */
static void
test_folded (void)
{
  static const char lines[] = "for i0 = 1 to 3\n"
                              "  0 sync MPI_Barrier 0-2\n"
                              "  1 sync MPI_Barrier 0-2\n"
                              "  2 sync MPI_Barrier 0-2\n"
                              "  0 send 1 tag2*i0\n"
                              "  1 send 2 tag2*i0\n"
                              "  2 send 3 tag2*i0\n"
                              "  3 send 0 tag2*i0\n"
                              "  0 recv 1 tag1\n"
                              "  0 recv 2 tag1\n"
                              "  i0 recv 4 \"red\"\n"
                              "  i0 recv 6 \"red\"\n"
                              "  0 local a\n"
                              "  1 local a\n"
                              "done\n"
                              "4 send 5 tag1\n"
                              "5 send 6 tag1\n";
  g_autoptr (RefrainLoopModel) model = test_parse_loops (lines);
  g_autoptr (GString) folded = g_string_new (NULL);
  g_autoptr (RefrainLoopModel) again = NULL;
  g_autofree char *text = NULL;

  g_assert_true (refrain_loop_text_write_folded (model, append_text, folded));
  g_assert_cmpstr (folded->str, ==,
                   "for i0 = 1 to 3\n"
                   "  0-2: sync MPI_Barrier 0-2\n"
                   "  0-2: send +1 tag2*i0\n"
                   "  3 send 0 tag2*i0\n"
                   "  1-2: recv from 0 tag1\n"
                   "  4,6: recv from i0 \"red\"\n"
                   "  0 local a\n"
                   "  1 local a\n"
                   "done\n"
                   "4 send 5 tag1\n"
                   "5 send 6 tag1\n");
  again = test_parse_loops (folded->str);
  text = test_dup_loop_text (again);
  g_assert_cmpstr (text, ==, lines);
}

static void
test_nothing (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops ("// nothing\n");
  g_autofree char *text = test_dup_loop_text (model);

  g_assert_cmpstr (text, ==, "");
}

static void
test_refused (void)
{
  static const struct
  {
    guint line;
    const char *text;
  } cases[] = {
    { 1, "0 send 1" },
    { 1, "0 send 1 tag2 3" },
    { 2, "for i0 = 1 to 3\n0 send 1 tag2*j\ndone" },
    { 1, "0 send 1 tagi0" },
    { 1, "0 send 1 \xff" },
    { 3, "for i0 = 1 to 3\n0 send 1 ti0\n0 send 1 tagi0\ndone" },
    { 1, "x send 1 tag2" },
    { 1, "0 send 1048576 tag2" },
    { 1, "1048576 send 0 tag2" },
    { 1, "0 send i0 tag2" },
    { 1, "0 send 9999999999999999999999 tag1" },
    { 1, "0 talk 1" },
    { 1, "0" },
    { 1, "0 sync MPI_Barrier" },
    { 1, "0 sync MPI_Barrier 3-1" },
    { 1, "0 sync MPI_Barrier 1," },
    { 1, "0 sync MPI_Barrier 0-99999999" },
    { 1, "0 local \xff" },
    { 1, "0-3: talk 1" },
    { 1, "0-3: send -1 tag1" },
    { 1, "0-3: send +9999999 tag1" },
    { 1, "0-3: send" },
    { 1, "3-1: sync MPI_Barrier 0-3" },
    { 1, "0-99999999: sync MPI_Barrier 0" },
    { 1, "done" },
    { 2, "0 send 1 tag1\nfor i0 = 1 to 3\n0 send 1 tag1\n" },
    { 1, "for i0 = 1 3\ndone" },
    { 1, "for i0 = 1 to\ndone" },
    { 1, "for i0 = 1 to i0\ndone" },
    { 1, "for i0 = 1 to 2i0\ndone" },
    { 1, "for i0 = 1 to 3*\ndone" },
    { 1, "for i0 = 1 to -1\ndone" },
    { 2, "for i0 = 1 to 9\nfor i1 = 1 to 8-i0\n0 send 1 tag1\ndone\ndone" },
    { 1, "for i0 = 1 to 9999999999999\ndone" },
    { 1, "use A" },
    { 2, "define A\nuse A\ndone" },
    { 3, "define A\ndone\ndefine A\ndone" },
    { 2, "for i0 = 1 to 2\ndefine A\ndone\ndone" },
    { 1, "define 1\ndone" },
    { 2, "for i0 = 1 to 1000000\nfor i1 = 1 to 1000000\nfor i2 = 1 to 1000000\n0 send 1 t\n"
         "done\ndone\ndone" },
    /* 2 + 4294967295 * 4294967297 is 1 modulo 2^64. */
    { 3, "0 local a\n0 local a\nfor i0 = 1 to 4294967295\nfor i1 = 1 to 2147483648\n0 local a\n"
         "done\ndone" },
    { 3, "for i0 = 1 to 100000\nfor i1 = 1 to i0\nfor i2 = 1 to i1\n0 send 1 t\ndone\ndone\ndone" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RefrainLoopModel) model = refrain_loop_text_parse (
          "t.loops", cases[i].text, strlen (cases[i].text), NULL, &error);
      g_autofree char *place = g_strdup_printf ("t.loops: line %u: ", cases[i].line);

      g_test_message ("%s", error != NULL ? error->message : "no error");
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
      g_assert_true (g_str_has_prefix (error->message, place));
      g_assert_null (model);
    }
}

/* A line a definition, each using the one before twice: 2^60 events. */
static void
test_explosion (void)
{
  g_autoptr (GString) text = g_string_new ("define D0\n0 send 1 tag1\ndone\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopModel) model = NULL;

  for (guint i = 1; i < 60; i++)
    g_string_append_printf (text, "define D%u\nuse D%u\nuse D%u\ndone\n", i, i - 1, i - 1);
  model = refrain_loop_text_parse ("t", text->str, text->len, NULL, &error);
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
}

static void
test_deep (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopModel) model = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "for i%u = 1 to 1\n", i);
  model = refrain_loop_text_parse ("t", text->str, text->len, NULL, &error);
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
}

/* ---- Random models ------------------------------------------------------------------------------
 */

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20140723);

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (RefrainLoopModel) model = random_loop_model (rand);
      g_autofree char *text = test_dup_loop_text (model);
      g_autoptr (RefrainLoopModel) again = test_parse_loops (text);
      g_autofree char *second = test_dup_loop_text (again);
      g_autofree char *x = expand (model);
      g_autofree char *y = expand (again);
      g_autoptr (GString) folded = g_string_new (NULL);
      g_autoptr (RefrainLoopModel) unfolded = NULL;
      g_autofree char *third = NULL;

      refrain_loop_text_write_folded (model, append_text, folded);
      unfolded = test_parse_loops (folded->str);
      third = test_dup_loop_text (unfolded);
      g_assert_cmpstr (text, ==, third);
      g_assert_cmpstr (text, ==, second);
      g_assert_cmpstr (x, ==, y);
    }
}

TEST_PROGRAM ("loop-text")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/loop-text/example", test_example);
  g_test_add_func ("/formats/loop-text/variants", test_variants);
  g_test_add_func ("/formats/loop-text/words", test_words);
  g_test_add_func ("/formats/loop-text/folded", test_folded);
  g_test_add_func ("/formats/loop-text/nothing", test_nothing);
  g_test_add_func ("/formats/loop-text/refused", test_refused);
  g_test_add_func ("/formats/loop-text/explosion", test_explosion);
  g_test_add_func ("/formats/loop-text/deep", test_deep);
  g_test_add_func ("/formats/loop-text/random", test_random);
  return g_test_run ();
}
