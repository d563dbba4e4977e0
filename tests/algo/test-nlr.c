/* test-nlr.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nested loop recognition: examples, the rules word by word, and that every model is its stream.
 */
#include "config.h"

#include "loop-streams.h"
#include "refrain-nlr.h"
#include "slow-nlr.h"
#include "test-program.h"

static RefrainLoopModel *
model_process_0 (RefrainLoopEvents *events, guint32 max_body, gboolean affine)
{
  const RefrainNlrOptions options = { max_body, affine };
  g_autoptr (GError) error = NULL;
  RefrainLoopModel *model = refrain_nlr_model_process (events, 0, &options, NULL, &error);

  g_assert_no_error (error);
  loop_assert_stream (model, 0);
  return model;
}

static void
assert_model (RefrainLoopEventsBuilder *builder,
              guint32 max_body,
              gboolean affine,
              const char *wanted)
{
  g_autoptr (RefrainLoopEvents) events = refrain_loop_events_builder_finish (builder, NULL);
  g_autoptr (RefrainLoopModel) model = model_process_0 (events, max_body, affine);
  g_autofree char *text = loop_model_text (model);

  g_assert_cmpstr (text, ==, wanted);
}

static void
test_repetition (void)
{
  static const struct
  {
    const char *stream, *model;
  } examples[] = {
    { "", "" },
    { "a", "a" },
    { "aa", "a a" },
    { "aaa", "3{a}" },
    { "100*a", "100{a}" },
    { "ababab", "3{a b}" },
    { "abababa", "3{a b} a" },
    { "x4*(ab)y", "x 4{a b} y" },
    { "5*(3*(ab)c)", "5{3{a b} c}" },
    { "3*(7*(4*(a)b)4*(c))", "3{7{4{a} b} 4{c}}" },
    /* counts that do not advance by one constant */
    { "3*ab4*ab6*ab", "3{a} b 4{a} b 6{a} b" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++)
    for (guint affine = 0; affine < 2; affine++)
      {
        g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);

        loop_syncs (builder, examples[i].stream);
        assert_model (builder, REFRAIN_NLR_DEFAULT_BODY, affine != 0, examples[i].model);
      }
}

/* Ketterlin et al., Fig. 3: LU, class C, process 0. */
static void
test_figure_3 (void)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);

  loop_syncs (builder, "ab");
  for (guint i = 0; i < 249; i++)
    {
      for (guint j = 0; j < 160; j++)
        {
          loop_send (builder, 1, 2);
          loop_send (builder, 4, 4);
        }
      for (guint j = 0; j < 160; j++)
        {
          loop_recv (builder, 1, 1);
          loop_recv (builder, 4, 3);
        }
      loop_send (builder, 1, 2);
      loop_recv (builder, 1, 1);
      loop_send (builder, 4, 4);
      loop_recv (builder, 4, 3);
    }
  loop_syncs (builder, "a");
  assert_model (builder, REFRAIN_NLR_DEFAULT_BODY, TRUE,
                "a b 249{160{s1.2 s4.4} 160{r1.1 r4.3} s1.2 r1.1 s4.4 r4.3} a");
}

static void
test_numbers (void)
{
  g_autoptr (RefrainLoopEventsBuilder) tags = refrain_loop_events_builder_new (1);
  g_autoptr (RefrainLoopEventsBuilder) nested = refrain_loop_events_builder_new (1);
  g_autoptr (RefrainLoopEventsBuilder) exact = refrain_loop_events_builder_new (1);

  for (gint32 i = 1; i <= 9; i++)
    {
      loop_send (tags, 9 - i, 100 * i);
      loop_recv (tags, 5, i + 7);
    }
  assert_model (tags, REFRAIN_NLR_DEFAULT_BODY, TRUE, "9{s(-i0+9).(100*i0) r5.(i0+7)}");
  for (gint32 i = 1; i <= 4; i++)
    {
      for (gint32 j = 1; j <= 5; j++)
        loop_send (nested, i + 2 * j, 10 * i - j);
      loop_syncs (nested, "a");
    }
  assert_model (nested, REFRAIN_NLR_DEFAULT_BODY, TRUE, "4{5{s(i0+2*i1).(10*i0-i1)} a}");
  for (gint32 i = 1; i <= 4; i++)
    loop_send (exact, i, 0);
  assert_model (exact, REFRAIN_NLR_DEFAULT_BODY, FALSE, "s1.0 s2.0 s3.0 s4.0");
}

/* A peer that is not known is no number that others advance to. */
static void
test_unknown_peers (void)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);

  for (gint32 i = -1; i <= 3; i++)
    loop_recv (builder, i, 5);
  for (gint32 i = 1; i <= 3; i++)
    loop_recv (builder, -1, 2 * i);
  assert_model (builder, REFRAIN_NLR_DEFAULT_BODY, TRUE, "r-1.5 4{r(i0-1).5} 3{r-1.(2*i0)}");
}

/* Inner loops of one and two iterations are no loops by themselves. The rules take the first three
 * alike, whatever stood before: so the first example begins in the middle of its body. */
static void
test_triangles (void)
{
  g_autoptr (RefrainLoopEventsBuilder) rising = refrain_loop_events_builder_new (1);
  g_autoptr (RefrainLoopEventsBuilder) falling = refrain_loop_events_builder_new (1);
  g_autoptr (RefrainLoopEventsBuilder) inner = refrain_loop_events_builder_new (1);

  for (gint32 i = 1; i <= 8; i++)
    {
      for (gint32 j = 1; j <= i; j++)
        loop_send (rising, j, 0);
      loop_syncs (rising, "a");
    }
  assert_model (rising, REFRAIN_NLR_DEFAULT_BODY, TRUE, "s1.0 7{a i0+1{s(i1).0}} a");
  for (gint32 i = 1; i <= 8; i++)
    {
      for (gint32 j = i; j < 8; j++)
        loop_send (falling, j, i);
      loop_syncs (falling, "a");
    }
  assert_model (falling, REFRAIN_NLR_DEFAULT_BODY, TRUE, "8{-i0+8{s(i0+i1-1).(i0)} a}");
  for (gint32 k = 0; k < 5; k++)
    {
      for (gint32 i = 1; i <= 6; i++)
        {
          loop_syncs (inner, "b");
          for (gint32 j = 1; j <= 2 * i; j++)
            loop_send (inner, k, j);
        }
      loop_syncs (inner, "a");
    }
  assert_model (inner, REFRAIN_NLR_DEFAULT_BODY, TRUE, "5{6{b 2*i1{s(i0-1).(i2)}} a}");
}

static void
test_longest_body (void)
{
  static const char *const names = "abcdefghij";

  for (guint32 max_body = 1; max_body <= 12; max_body++)
    {
      g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);
      g_autoptr (RefrainLoopEvents) events = NULL;
      g_autoptr (RefrainLoopModel) model = NULL;
      RefrainLoopModelSize size;

      for (guint i = 0; i < 30; i++)
        loop_syncs (builder, names);
      events = refrain_loop_events_builder_finish (builder, NULL);
      model = model_process_0 (events, max_body, TRUE);
      refrain_loop_model_measure (model, &size);
      g_assert_cmpuint (size.n_loops, ==, max_body < 10 ? 0 : 1);
      g_assert_cmpuint (size.n_terms, ==, max_body < 10 ? 300 : 11);
    }
}

/* Short streams of few kinds, in which everything comes about, with windows that are too short. */
static void
test_rules (void)
{
  for (guint32 seed = 0; seed < 3000; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);
      g_autoptr (RefrainLoopEvents) events = NULL;
      const RefrainNlrOptions options
          = { (guint32) g_rand_int_range (random, 1, 8), g_rand_int_range (random, 0, 4) != 0 };
      const gint32 n = g_rand_int_range (random, 0, 120), kinds = g_rand_int_range (random, 1, 4);
      const gint32 numbers = g_rand_int_range (random, 1, 4);
      g_autoptr (RefrainLoopModel) model = NULL;
      g_autofree char *text = NULL, *slow = NULL;

      for (gint32 i = 0; i < n; i++)
        {
          const gint32 kind = g_rand_int_range (random, 0, kinds);

          if (kind == 2)
            loop_syncs (builder, "a");
          else
            (kind == 0 ? loop_send : loop_recv) (builder, g_rand_int_range (random, 0, numbers),
                                                 g_rand_int_range (random, 0, 2) / 2);
        }
      events = refrain_loop_events_builder_finish (builder, NULL);
      model = model_process_0 (events, options.max_body, options.affine);
      text = loop_model_text (model);
      slow = slow_nlr (events, &options);
      g_assert_cmpstr (text, ==, slow);
    }
}

static void
test_programs (void)
{
  for (guint32 seed = 0; seed < 300; seed++)
    {
      g_autoptr (RefrainLoopEvents) events = loop_random_events (seed);
      const RefrainNlrOptions options = { 1 + seed % 20, seed % 5 != 0 };
      g_autoptr (RefrainLoopModel) model
          = model_process_0 (events, options.max_body, options.affine);
      g_autofree char *text = loop_model_text (model), *slow = slow_nlr (events, &options);

      g_assert_cmpstr (text, ==, slow);
      g_object_unref (model_process_0 (events, REFRAIN_NLR_DEFAULT_BODY, TRUE));
    }
}

static void
test_all (void)
{
  const RefrainNlrOptions options = REFRAIN_NLR_OPTIONS_DEFAULT;
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (3);
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) models = NULL;

  for (gint32 i = 0; i < 50; i++)
    for (guint p = 0; p < 3; p++)
      {
        RefrainLoopEvent event = { .peer = ((gint32) p + 1) % 3, .tag = i };

        event.shape = refrain_loop_events_builder_add_shape (builder, REFRAIN_LOOP_SEND, 0, 0);
        if (p < 2)
          refrain_loop_events_builder_append (builder, p, &event, REFRAIN_NONE);
      }
  events = refrain_loop_events_builder_finish (builder, NULL);
  models = refrain_nlr_model_all (events, &options, cancellable, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (models->len, ==, 3);
  for (guint p = 0; p < 3; p++)
    {
      g_autofree char *text = loop_model_text (models->pdata[p]);

      g_assert_cmpstr (text, ==, p == 0 ? "50{s1.(i0-1)}" : p == 1 ? "50{s2.(i0-1)}" : "");
      loop_assert_stream (models->pdata[p], p);
    }
  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_nlr_model_all (events, &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (refrain_nlr_model_process (events, 0, &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("nlr")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nlr/repetition", test_repetition);
  g_test_add_func ("/nlr/figure-3", test_figure_3);
  g_test_add_func ("/nlr/numbers", test_numbers);
  g_test_add_func ("/nlr/unknown-peers", test_unknown_peers);
  g_test_add_func ("/nlr/triangles", test_triangles);
  g_test_add_func ("/nlr/longest-body", test_longest_body);
  g_test_add_func ("/nlr/rules", test_rules);
  g_test_add_func ("/nlr/programs", test_programs);
  g_test_add_func ("/nlr/all", test_all);
  return g_test_run ();
}
