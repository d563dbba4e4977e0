/* test-loop-share.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions in loop models: examples, that each is worth it, and that nothing is lost.
 */
#include "config.h"

#include "loop-streams.h"
#include "refrain-loop-merge.h"
#include "refrain-loop-share.h"
#include "refrain-nlr.h"
#include "test-loops.h"
#include "test-program.h"

/* Uses * terms > uses + terms, for each. */
static void
assert_worth (RefrainLoopModel *model)
{
  guint32 n;
  const RefrainConstruct *construct = refrain_loop_model_get_constructs (model, &n);
  g_autofree guint64 *uses = g_new0 (guint64, (gsize) n + 1);

  for (guint32 i = 0; i < n; i++)
    if (construct[i].kind == REFRAIN_CONSTRUCT_USE)
      uses[construct[i].what]++;
  for (guint32 i = 0; i < n; i++)
    {
      const guint64 terms = construct[i].end - i - 1;

      if (construct[i].kind == REFRAIN_CONSTRUCT_DEFINITION)
        g_assert_cmpuint (uses[i] * terms, >, uses[i] + terms);
    }
}

static RefrainLoopModel *
share (RefrainLoopEvents *events, RefrainLoopShare how, guint32 max_body)
{
  const RefrainNlrOptions options = { max_body, TRUE };
  g_autoptr (RefrainLoopModel) plain = refrain_nlr_model_process (events, 0, &options, NULL, NULL);
  RefrainLoopModel *model = refrain_loop_share (plain, how, max_body, NULL, NULL);
  RefrainLoopModelSize before, after;

  loop_assert_stream (model, 0);
  assert_worth (model);
  refrain_loop_model_measure (plain, &before);
  refrain_loop_model_measure (model, &after);
  g_assert_cmpuint (after.events, ==, before.events);
  g_assert_cmpuint (after.events_in_loops, >=, before.events_in_loops);
  if (after.n_definitions > 0)
    g_assert_cmpuint (after.n_terms, <, before.n_terms);
  else
    g_assert_cmpuint (after.n_terms, <=, before.n_terms);
  return model;
}

static void
test_examples (void)
{
  static const struct
  {
    const char *stream, *outside, *everywhere;
  } examples[] = {
    { "", "", "" },
    { "abab", "a b a b", "a b a b" },
    { "abcabc", "A=[a b c] A A", "A=[a b c] A A" },
    { "abcxabc", "A=[a b c] A x A", "A=[a b c] A x A" },
    { "abxaby", "a b x a b y", "a b x a b y" },
    { "abxabyab", "A=[a b] A x A y A", "A=[a b] A x A y A" },
    /* a definition in a definition */
    { "abcxabcyzabcxabcyq", "A=[a b c] B=[A x A y] B z B q", "A=[a b c] B=[A x A y] B z B q" },
    /* a loop that comes again */
    { "5*(abc)x5*(abc)", "A=[5{a b c}] A x A", "A=[5{a b c}] A x A" },
    /* a loop of which the body comes again outside: kept, or shared with it */
    { "abcdx5*(abcdz)yabcd", "A=[a b c d] A x 5{a b c d z} y A", "A=[a b c d] A x 5{A z} y A" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++)
    for (guint how = REFRAIN_LOOP_SHARE_OUTSIDE; how <= REFRAIN_LOOP_SHARE_EVERYWHERE; how++)
      {
        g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);
        g_autoptr (RefrainLoopEvents) events = NULL;
        g_autoptr (RefrainLoopModel) model = NULL;
        g_autofree char *text = NULL;

        loop_syncs (builder, examples[i].stream);
        events = refrain_loop_events_builder_finish (builder, NULL);
        model = share (events, how, REFRAIN_NLR_DEFAULT_BODY);
        text = loop_model_text (model);
        g_assert_cmpstr (text, ==,
                         how == REFRAIN_LOOP_SHARE_OUTSIDE ? examples[i].outside
                                                           : examples[i].everywhere);
      }
}

/* Bodies too long for the window become short by the definitions in them. */
static void
test_loops_of_uses (void)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < 6; i++)
    loop_syncs (builder, "abcdefgh");
  events = refrain_loop_events_builder_finish (builder, NULL);
  model = share (events, REFRAIN_LOOP_SHARE_OUTSIDE, 4);
  text = loop_model_text (model);
  g_assert_cmpstr (text, ==, "6{a b c d e f g h}");
}

/* What moves with a loop stays in it. */
static void
test_indices (void)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autofree char *text = NULL;

  for (gint32 round = 0; round < 2; round++)
    {
      for (gint32 i = 1; i <= 5; i++)
        {
          loop_syncs (builder, "abc");
          loop_send (builder, i, 0);
        }
      loop_syncs (builder, round == 0 ? "xabc" : "yabc");
    }
  events = refrain_loop_events_builder_finish (builder, NULL);
  model = share (events, REFRAIN_LOOP_SHARE_EVERYWHERE, REFRAIN_NLR_DEFAULT_BODY);
  text = loop_model_text (model);
  g_assert_cmpstr (text, ==, "A=[a b c] B=[5{A s(i0).0}] B x A B y A");
}

/* A V-cycle: down to the coarsest level and up again, coarse levels needing more sweeps. */
static void
v_cycle (RefrainLoopEventsBuilder *builder, gint32 level)
{
  for (gint32 sweep = 0; sweep < 2; sweep++)
    for (gint32 peer = 0; peer < 4; peer++)
      {
        loop_send (builder, peer * peer, level);
        loop_recv (builder, peer * peer, level);
      }
  loop_syncs (builder, "r");
  if (level > 0)
    for (gint32 i = 0; i < (level == 2 ? 2 : 1); i++)
      v_cycle (builder, level - 1);
  loop_syncs (builder, "p");
}

static void
test_recursion (void)
{
  static const RefrainLoopShare how[]
      = { REFRAIN_LOOP_SHARE_OUTSIDE, REFRAIN_LOOP_SHARE_EVERYWHERE };

  for (guint h = 0; h < G_N_ELEMENTS (how); h++)
    {
      g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);
      g_autoptr (RefrainLoopEvents) events = NULL;
      g_autoptr (RefrainLoopModel) model = NULL;
      RefrainLoopModelSize size;

      for (gint32 top = 3; top < 9; top++)
        v_cycle (builder, top);
      events = refrain_loop_events_builder_finish (builder, NULL);
      model = share (events, how[h], REFRAIN_NLR_DEFAULT_BODY);
      refrain_loop_model_measure (model, &size);
      g_assert_cmpuint (size.events, >, 700);
      /* 9 levels of 8 messages, and how they hang together */
      g_assert_cmpuint (size.n_terms, <, 9 * 8 + 60);
      g_assert_cmpuint (size.events_in_loops + size.events_shared, >, size.events * 19 / 20);
    }
}

static void
test_random (void)
{
  for (guint32 seed = 0; seed < 300; seed++)
    {
      g_autoptr (RefrainLoopEvents) events = loop_random_events (seed);
      g_autoptr (RefrainLoopModel) outside
          = share (events, REFRAIN_LOOP_SHARE_OUTSIDE, 1 + seed % 40);
      g_autoptr (RefrainLoopModel) everywhere
          = share (events, REFRAIN_LOOP_SHARE_EVERYWHERE, 1 + seed % 40);
    }
}

/* Short words of few letters: everything repeats and overlaps. */
static void
test_words (void)
{
  for (guint32 seed = 0; seed < 2000; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);
      g_autoptr (RefrainLoopEvents) events = NULL;
      g_autoptr (RefrainLoopModel) model = NULL;
      const gint32 letters = g_rand_int_range (random, 1, 5);

      for (gint32 i = g_rand_int_range (random, 0, 200); i > 0; i--)
        {
          const char name[2] = { (char) ('a' + g_rand_int_range (random, 0, letters)), '\0' };

          loop_syncs (builder, name);
        }
      events = refrain_loop_events_builder_finish (builder, NULL);
      model = share (events, 1 + seed % 2, 1 + seed / 2 % 8);
    }
}

/* ---- Several processes ---------------------------------------------------------------------- */

/* A message to or from @number % 10 with tag @number / 10. */
static void
add (RefrainLoopEventsBuilder *builder, guint process, RefrainLoopEventKind kind, gint32 number)
{
  const RefrainLoopEvent event
      = { refrain_loop_events_builder_add_shape (builder, kind, REFRAIN_NONE, REFRAIN_NONE),
          number % 10, number / 10 };

  refrain_loop_events_builder_append (builder, process, &event, REFRAIN_NONE);
}

/* Each process of four exchanges with its neighbour in one direction, then in the other: 16
 * events, in which those of 0 and 3 do not wait for each other. */
static void
exchange (RefrainLoopEventsBuilder *builder)
{
  for (guint bit = 1; bit <= 2; bit *= 2)
    for (guint process = 0; process < 4; process++)
      {
        add (builder, process, REFRAIN_LOOP_SEND, (gint32) (process ^ bit));
        add (builder, process, REFRAIN_LOOP_RECV, (gint32) (process ^ bit));
      }
}

static RefrainLoopModel *
share_merged (RefrainLoopEventsBuilder *builder, gsize n_links)
{
  const RefrainNlrOptions options = { REFRAIN_NLR_DEFAULT_BODY, TRUE };
  g_autoptr (RefrainLoopEvents) events = refrain_loop_events_builder_finish (builder, NULL);
  g_autoptr (GPtrArray) local = refrain_nlr_model_all (events, &options, NULL, NULL);
  g_autoptr (RefrainLoopModel) merged = refrain_loop_merge (local, NULL, NULL);
  RefrainLoopModel *model = refrain_loop_share (merged, REFRAIN_LOOP_SHARE_OUTSIDE, 8, NULL, NULL);
  g_autoptr (GError) error = NULL;
  gsize n;

  test_verify_loops (model, &error);
  g_assert_no_error (error);
  assert_worth (model);
  refrain_loop_model_get_links (merged, &n);
  g_assert_cmpuint (n, ==, n_links);
  return model;
}

/* What comes again is found though some processes are ahead of others each time. */
static void
test_processes (void)
{
  for (guint32 seed = 0; seed < 50; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (4);
      g_autoptr (RefrainLoopModel) model = NULL;
      RefrainLoopModelSize size;
      gint32 n_local = 0;
      gsize n_links;

      for (guint round = 0; round < 6; round++)
        {
          exchange (builder);
          for (guint process = 0; process < 4; process++)
            for (gint32 n = g_rand_int_range (random, round < 5, 3); n > 0; n--, n_local++)
              /* none comes again, and no number advances by a constant */
              add (builder, process, REFRAIN_LOOP_SEND, 9 + 10 * (n_local * n_local + 1));
        }
      model = share_merged (builder, 6 * 8);
      refrain_loop_model_measure (model, &size);
      g_assert_cmpuint (size.n_definitions, ==, 1);
      g_assert_cmpuint (size.n_terms, ==, (guint32) (16 + 6 + n_local));
      refrain_loop_model_get_links (model, &n_links);
      g_assert_cmpuint (n_links, ==, 8);
    }
}

/* A message that is under way across an exchange keeps that part of it where it is which has to be
 * between its ends: 0 with 1, then 1 with 3. */
static void
test_crossing (void)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (4);
  g_autoptr (RefrainLoopModel) model = NULL;
  RefrainLoopModelSize size;
  const RefrainConstructLink *link;
  guint64 n_linked = 0;
  gsize n_links;

  exchange (builder);
  add (builder, 0, REFRAIN_LOOP_SEND, 50 + 3);
  exchange (builder);
  add (builder, 3, REFRAIN_LOOP_RECV, 50 + 0);
  exchange (builder);
  model = share_merged (builder, 3 * 8 + 1);
  refrain_loop_model_measure (model, &size);
  /* 2 with 3, and 0 with 2, of all three; the rest of two, of one */
  g_assert_cmpuint (size.n_terms, <, 2 * 16 + 2);
  link = refrain_loop_model_get_links (model, &n_links);
  for (gsize i = 0; i < n_links; i++)
    n_linked += refrain_loop_model_get_n_events (model)[link[i].from];
  g_assert_cmpuint (n_linked, ==, 3 * 8 + 1);
}

static void
test_as_it_is (void)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autoptr (RefrainLoopModel) model = NULL, again = NULL, none = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const RefrainNlrOptions options = { 8, TRUE };

  loop_syncs (builder, "abcxabc");
  events = refrain_loop_events_builder_finish (builder, NULL);
  model = share (events, REFRAIN_LOOP_SHARE_OUTSIDE, 8);
  again = refrain_loop_share (model, REFRAIN_LOOP_SHARE_OUTSIDE, 8, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (again == model);
  none = refrain_nlr_model_process (events, 0, &options, NULL, NULL);
  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_loop_share (none, REFRAIN_LOOP_SHARE_OUTSIDE, 8, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("loop-share")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loop-share/examples", test_examples);
  g_test_add_func ("/loop-share/loops-of-uses", test_loops_of_uses);
  g_test_add_func ("/loop-share/indices", test_indices);
  g_test_add_func ("/loop-share/recursion", test_recursion);
  g_test_add_func ("/loop-share/random", test_random);
  g_test_add_func ("/loop-share/words", test_words);
  g_test_add_func ("/loop-share/processes", test_processes);
  g_test_add_func ("/loop-share/crossing", test_crossing);
  g_test_add_func ("/loop-share/as-it-is", test_as_it_is);
  return g_test_run ();
}
