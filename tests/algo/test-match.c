/* test-match.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Communication patterns found in traces: made to hold them, damaged, and random.
 */
#include "config.h"

#include "refrain-pattern-match.h"

#include <string.h>

#include "match-script.h"
#include "refrain-edit-distance.h"
#include "refrain-error.h"
#include "test-program.h"

static RefrainMatchResult *
match (RefrainSymbols *symbols,
       const RefrainPatternTemplate *wanted,
       guint edits,
       guint64 total,
       gboolean any_order)
{
  RefrainMatchOptions options
      = { .edits_per_process = edits, .edits_total = total, .any_order = any_order };
  g_autoptr (GError) error = NULL;
  RefrainMatchResult *result = refrain_pattern_match (symbols, wanted, &options, NULL, &error);

  g_assert_no_error (error);
  return result;
}

static guint
count (RefrainSymbols *symbols, const RefrainPatternTemplate *wanted, guint edits, guint64 total)
{
  g_autoptr (RefrainMatchResult) result = match (symbols, wanted, edits, total, FALSE);

  return result->occurrences->len;
}

static const RefrainMatchOccurrence *
get_occurrence (const RefrainMatchResult *result, guint i)
{
  return &g_array_index (result->occurrences, RefrainMatchOccurrence, i);
}

static const RefrainOccurrencePart *
get_parts (const RefrainMatchResult *result, guint i)
{
  return &g_array_index (result->parts, RefrainOccurrencePart,
                         get_occurrence (result, i)->first_part);
}

/* Every template of the library for about @n processes. */
static GPtrArray *
make_library (guint n)
{
  GPtrArray *library
      = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_pattern_template_free);
  const guint grid[] = { 2, n / 2 }, line[] = { 1, n }, cube[] = { 2, 2, 2 };

  g_ptr_array_add (library, refrain_template_wavefront (grid, 2, 0));
  g_ptr_array_add (library, refrain_template_wavefront (grid, 2, n - 1));
  g_ptr_array_add (library, refrain_template_wavefront (line, 2, n - 1));
  g_ptr_array_add (library, refrain_template_wavefront (cube, 3, 5));
  g_ptr_array_add (library, refrain_template_stencil (grid, 2, FALSE));
  g_ptr_array_add (library, refrain_template_stencil (grid, 2, TRUE));
  g_ptr_array_add (library, refrain_template_stencil (line, 2, TRUE));
  g_ptr_array_add (library, refrain_template_stencil (cube, 3, FALSE));
  g_ptr_array_add (library, refrain_template_ring (n));
  g_ptr_array_add (library, refrain_template_butterfly (n));
  g_ptr_array_add (library, refrain_template_binary_tree (n, FALSE));
  g_ptr_array_add (library, refrain_template_binary_tree (n, TRUE));
  g_ptr_array_add (library, refrain_template_transpose (2, n / 2));
  g_ptr_array_add (library, refrain_template_transpose (3, 3));
  g_ptr_array_add (library, refrain_template_all_to_all (n));
  return library;
}

/* Each template, played a few times in each of its orders, is found as often; in order; and every
 * operation belongs to one occurrence. */
static void
test_library (void)
{
  g_autoptr (GPtrArray) library = make_library (8);

  for (guint t = 0; t < library->len; t++)
    {
      const RefrainPatternTemplate *wanted = library->pdata[t];

      for (const RefrainPatternTemplate *order = wanted; order != NULL; order = order->next)
        {
          g_autoptr (Script) script = script_new (9);
          g_autoptr (RefrainSymbols) symbols = NULL;
          g_autoptr (RefrainMatchResult) result = NULL;
          guint members = refrain_pattern_template_count_members (wanted);

          for (guint i = 0; i < 7; i++)
            script_play (script, order);
          symbols = script_finish (script);
          result = match (symbols, wanted, 0, 0, FALSE);
          g_test_message ("%s", wanted->name);
          g_assert_cmpuint (result->occurrences->len, ==, 7);
          for (guint i = 0; i < 7; i++)
            {
              const RefrainOccurrencePart *parts = get_parts (result, i);

              g_assert_cmpuint (get_occurrence (result, i)->n_parts, ==, members);
              g_assert_cmpuint (get_occurrence (result, i)->edits, ==, 0);
              g_assert_cmpint (get_occurrence (result, i)->start, <=,
                               get_occurrence (result, i)->end);
              for (guint k = 0; k < members; k++)
                {
                  guint m = wanted->events[parts[k].process]->len;

                  g_assert_cmpuint (parts[k].n, ==, m);
                  g_assert_cmpuint (parts[k].first, ==, i * m);
                }
            }
        }
    }
}

/* Sweeps there and back, whose windows can be laid over each other's ends in a wrong way: events
 * before the first one shift everything. */
static void
test_sweeps (void)
{
  const guint dims[] = { 2, 3 };
  g_autoptr (RefrainPatternTemplate) there = refrain_template_wavefront (dims, 2, 0);
  g_autoptr (RefrainPatternTemplate) back = refrain_template_wavefront (dims, 2, 5);
  g_autoptr (Script) script = script_new (6);
  g_autoptr (RefrainSymbols) symbols = NULL;

  script_add (script, 0, TRUE, 3);
  script_add (script, 3, FALSE, 0);
  script_add (script, 4, TRUE, 5);
  script_add (script, 5, FALSE, 4);
  for (guint i = 0; i < 10; i++)
    {
      for (guint k = 0; k < 6; k++)
        script_play (script, there);
      for (guint k = 0; k < i; k++)
        script_play (script, back);
    }
  symbols = script_finish (script);
  g_assert_cmpuint (count (symbols, there, 0, 0), ==, 60);
  g_assert_cmpuint (count (symbols, back, 0, 0), ==, 45);
}

/* One message less, one more, one astray. */
static void
test_edits (void)
{
  const guint dims[] = { 3, 3 };
  g_autoptr (RefrainPatternTemplate) wanted = refrain_template_wavefront (dims, 2, 0);
  g_autoptr (Script) script = script_new (9);
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainMatchResult) result = NULL;
  guint edited = 0;

  for (guint i = 0; i < 8; i++)
    {
      guint at = script->events[4]->len;

      script_play (script, wanted);
      if (i == 2)
        {
          /* P5 does not send to P8, which does not receive: an edit each. */
          guint k = 0;

          for (guint e = at; e < at + 4; e++)
            if (g_array_index (script->events[4], RefrainTemplateEvent, e).send
                && g_array_index (script->events[4], RefrainTemplateEvent, e).peer == 7)
              k = e;
          g_array_remove_index (script->events[4], k);
          for (guint e = script->events[7]->len - 3; e < script->events[7]->len; e++)
            if (g_array_index (script->events[7], RefrainTemplateEvent, e).peer == 4)
              k = e;
          g_array_remove_index (script->events[7], k);
        }
      if (i == 5)
        {
          /* A message from P5 to P1 in the middle of P5's, after all of P1's. */
          RefrainTemplateEvent event = { .send = TRUE, .peer = 0 };

          g_array_insert_val (script->events[4], at + 2, event);
          script_add (script, 0, FALSE, 4);
        }
    }
  symbols = script_finish (script);
  g_assert_cmpuint (count (symbols, wanted, 0, G_MAXUINT64), ==, 6);
  g_assert_cmpuint (count (symbols, wanted, 1, 0), ==, 6);
  g_assert_cmpuint (count (symbols, wanted, 1, 1), ==, 7);
  result = match (symbols, wanted, 1, 2, FALSE);
  g_assert_cmpuint (result->occurrences->len, ==, 8);
  for (guint i = 0; i < 8; i++)
    edited += get_occurrence (result, i)->edits;
  g_assert_cmpuint (get_occurrence (result, 2)->edits, ==, 2);
  g_assert_cmpuint (get_occurrence (result, 5)->edits, ==, 1);
  g_assert_cmpuint (edited, ==, 3);
}

static void
test_any_order (void)
{
  static const char text[] = "0: S1 R1 S2\n1: R0 S0\n2: R0";
  g_autoptr (RefrainPatternTemplate) wanted
      = refrain_template_parse (text, strlen (text), "t", NULL);
  g_autoptr (Script) script = script_new (3);
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainMatchResult) ordered = NULL, any = NULL;

  script_play (script, wanted);
  script_add (script, 0, TRUE, 2);
  script_add (script, 0, TRUE, 1);
  script_add (script, 0, FALSE, 1);
  script_add (script, 1, TRUE, 0);
  script_add (script, 1, FALSE, 0);
  script_add (script, 2, FALSE, 0);
  symbols = script_finish (script);
  ordered = match (symbols, wanted, 0, 0, FALSE);
  any = match (symbols, wanted, 0, 0, TRUE);
  g_assert_cmpuint (ordered->occurrences->len, ==, 1);
  g_assert_cmpuint (any->occurrences->len, ==, 2);
}

/* Two groups, one of which does nothing in one of the rounds: the other's is left out there. */
static void
test_groups (void)
{
  static const char text[] = "0: S1\n1: R0\n2: S3\n3: R2";
  static const guint rounds[] = { 0, 1, 3, 4 };
  g_autoptr (RefrainPatternTemplate) wanted
      = refrain_template_parse (text, strlen (text), "t", NULL);
  g_autoptr (Script) script = script_new (4);
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainMatchResult) result = NULL;

  for (guint round = 0; round < 5; round++)
    {
      for (guint from = round == 2 ? 2 : 0; from < 4; from += 2)
        {
          script_add (script, from, TRUE, from + 1);
          script_add (script, from + 1, FALSE, from);
        }
      for (guint from = 0; from < 4; from += 2)
        {
          script_add (script, from, TRUE, 2 - from);
          script_add (script, 2 - from, FALSE, from);
        }
    }
  symbols = script_finish (script);
  result = match (symbols, wanted, 0, 0, FALSE);
  g_assert_cmpuint (result->occurrences->len, ==, G_N_ELEMENTS (rounds));
  for (guint i = 0; i < result->occurrences->len; i++)
    {
      g_assert_cmpuint (get_occurrence (result, i)->n_parts, ==, 4);
      g_assert_cmpuint (get_parts (result, i)[2].first, ==, 3 * rounds[i]);
      g_assert_cmpuint (get_parts (result, i)[3].first, ==, rounds[i]);
    }
}

/* No process to look at, one process, sends that nobody receives, no messages at all. */
static void
test_little (void)
{
  const guint one[] = { 1, 1 }, two[] = { 1, 2 };
  g_autoptr (RefrainPatternTemplate) nothing = refrain_template_wavefront (one, 2, 0);
  g_autoptr (RefrainPatternTemplate) pair = refrain_template_wavefront (two, 2, 0);
  g_autoptr (RefrainPatternTemplate) self_send
      = refrain_template_parse ("0: S0 R0", 8, "self", NULL);
  g_autoptr (Script) silent = script_new (2), single = script_new (1), lost = script_new (2);
  g_autoptr (RefrainSymbols) a = NULL, b = NULL, c = NULL;

  script_play (single, self_send);
  script_add (lost, 0, TRUE, 1);
  a = script_finish (silent);
  b = script_finish (single);
  c = script_finish (lost);
  for (guint edits = 0; edits < 3; edits++)
    {
      g_assert_cmpuint (count (a, nothing, edits, 9), ==, 0);
      g_assert_cmpuint (count (a, pair, edits, 9), ==, 0);
      g_assert_cmpuint (count (a, self_send, edits, 9), ==, 0);
      g_assert_cmpuint (count (b, nothing, edits, 9), ==, 0);
      g_assert_cmpuint (count (b, self_send, edits, 9), ==, 1);
    }
  g_assert_cmpuint (count (c, nothing, 0, 9), ==, 0);
  g_assert_cmpuint (count (c, pair, 0, 9), ==, 0);
}

static void
test_refused (void)
{
  g_autoptr (RefrainPatternTemplate) wanted = refrain_template_ring (4);
  g_autoptr (Script) small = script_new (3), script = script_new (4);
  g_autoptr (RefrainSymbols) a = script_finish (small), b = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  RefrainMatchOptions options = { .edits_per_process = 1 };

  g_assert_null (refrain_pattern_match (a, wanted, &options, NULL, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT);
  g_clear_error (&error);
  script_play (script, wanted);
  b = script_finish (script);
  g_cancellable_cancel (cancelled);
  g_assert_null (refrain_pattern_match (b, wanted, &options, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* What was found can be looked for. */
static void
test_from_parts (void)
{
  g_autoptr (RefrainPatternTemplate) tree = refrain_template_binary_tree (6, FALSE), like = NULL;
  g_autoptr (Script) script = script_new (6);
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainMatchResult) result = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 3; i++)
    for (guint p = 0; p < 6; p++)
      g_array_append_vals (script->events[p], tree->events[p]->data, tree->events[p]->len);
  symbols = script_finish (script);
  result = match (symbols, tree, 0, 0, FALSE);
  g_assert_cmpuint (result->occurrences->len, ==, 3);
  like = refrain_template_from_parts (symbols, get_parts (result, 1), 6, g_strdup ("like"));
  g_assert_cmpstr (like->name, ==, "like");
  g_assert_true (refrain_pattern_template_check (like, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count (symbols, like, 0, 0), ==, 3);
}

/* ---- Random traces ---- */

/* Messages between random processes, their two ends placed in the order in which they are drawn. */
static Script *
random_script (guint n, guint messages)
{
  Script *script = script_new (n);

  for (guint i = 0; i < messages; i++)
    {
      guint from = g_test_rand_int_range (0, n), to = g_test_rand_int_range (0, n);

      if (from == to)
        continue;
      script_add (script, from, TRUE, to);
      script_add (script, to, FALSE, from);
    }
  return script;
}

/* Whether the windows that begin at @first hold @wanted exactly: messages between them stay inside,
 * and each step's events are there. */
static gboolean
is_occurrence (RefrainSymbols *symbols, const RefrainPatternTemplate *wanted, const guint *first)
{
  RefrainTrace *trace = refrain_symbols_get_trace (symbols);

  for (guint p = 0; p < wanted->n_processes; p++)
    {
      const GArray *events = wanted->events[p];
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));
      g_autofree gboolean *taken = g_new0 (gboolean, events->len + 1);

      for (guint i = 0; i < events->len; i++)
        {
          guint op = first[p] + i, e, peer, step;

          if (op >= ops->n)
            return FALSE;
          peer = ops->peer[op];
          step = g_array_index (events, RefrainTemplateEvent, i).step;
          for (e = 0; e < events->len; e++)
            {
              const RefrainTemplateEvent *event = &g_array_index (events, RefrainTemplateEvent, e);

              if (!taken[e] && event->step == step && event->peer == peer
                  && event->send == REFRAIN_OP_IS_SEND (ops->kind[op]))
                break;
            }
          if (e == events->len)
            return FALSE;
          taken[e] = TRUE;
          if (wanted->events[peer]->len > 0
              && (ops->partner[op] < first[peer]
                  || ops->partner[op] >= first[peer] + wanted->events[peer]->len))
            return FALSE;
        }
    }
  return TRUE;
}

/* Three processes: what is found is right, no operation is in two occurrences, and nothing that
 * could be added is left. */
static void
check_random (const RefrainPatternTemplate *wanted)
{
  g_autoptr (Script) script = random_script (3, g_test_rand_int_range (0, 25));
  g_autoptr (RefrainSymbols) symbols = script_finish (script);
  g_autoptr (RefrainMatchResult) result = match (symbols, wanted, 0, 0, FALSE);
  gboolean used[3][64] = { { FALSE } };
  guint at[3], n[3];

  for (guint p = 0; p < 3; p++)
    n[p] = wanted->events[p]->len;
  for (guint i = 0; i < result->occurrences->len; i++)
    {
      const RefrainOccurrencePart *parts = get_parts (result, i);

      memset (at, 0, sizeof at);
      for (guint k = 0; k < get_occurrence (result, i)->n_parts; k++)
        {
          at[parts[k].process] = parts[k].first;
          for (guint e = parts[k].first; e < parts[k].first + parts[k].n; e++)
            {
              g_assert_false (used[parts[k].process][e]);
              used[parts[k].process][e] = TRUE;
            }
        }
      g_assert_true (is_occurrence (symbols, wanted, at));
    }
  for (at[0] = 0; at[0] <= script->events[0]->len; at[0]++)
    for (at[1] = 0; at[1] <= script->events[1]->len; at[1]++)
      for (at[2] = 0; at[2] <= script->events[2]->len; at[2]++)
        if (is_occurrence (symbols, wanted, at))
          {
            gboolean overlaps = FALSE;

            for (guint p = 0; p < 3; p++)
              for (guint e = at[p]; e < at[p] + n[p]; e++)
                overlaps |= used[p][e];
            g_assert_true (overlaps);
          }
}

static void
test_random (void)
{
  static const char text[] = "0: S1 S1 R1\n1: {R0 R0} S0\n";
  const guint line[] = { 1, 3 };
  g_autoptr (RefrainPatternTemplate) wavefront = refrain_template_wavefront (line, 2, 2);
  g_autoptr (RefrainPatternTemplate) ring = refrain_template_ring (3);
  g_autoptr (RefrainPatternTemplate) twice
      = refrain_template_parse (text, strlen (text), "t", NULL);
  g_autoptr (RefrainPatternTemplate) all = refrain_template_all_to_all (3);

  for (guint round = 0; round < 500; round++)
    {
      check_random (wavefront);
      check_random (ring);
      check_random (all);
    }
  for (guint round = 0; round < 500; round++)
    {
      g_autoptr (Script) script = random_script (2, g_test_rand_int_range (0, 20));
      g_autoptr (RefrainSymbols) symbols = script_finish (script);
      g_autoptr (RefrainMatchResult) result = match (symbols, twice, 0, 0, FALSE);

      for (guint i = 0; i < result->occurrences->len; i++)
        {
          const RefrainOccurrencePart *parts = get_parts (result, i);
          const guint at[] = { parts[0].first, parts[1].first };

          g_assert_true (is_occurrence (symbols, twice, at));
        }
    }
}

/* Whether the other end of @op lies in a part of the occurrence, or is not known, or is nobody's
 * who takes part. */
static gboolean
stays_inside (const RefrainOps *ops,
              guint32 op,
              const RefrainPatternTemplate *wanted,
              const RefrainMatchOccurrence *occurrence,
              const RefrainOccurrencePart *parts)
{
  if (ops->partner[op] == REFRAIN_NONE || wanted->events[ops->peer[op]]->len == 0)
    return TRUE;
  for (guint p = 0; p < occurrence->n_parts; p++)
    if (parts[p].process == (guint32) ops->peer[op] && ops->partner[op] >= parts[p].first
        && ops->partner[op] < parts[p].first + parts[p].n)
      return TRUE;
  return FALSE;
}

/* The edits of one part, by the plain order of events. */
static guint
measure (RefrainSymbols *symbols,
         const RefrainPatternTemplate *wanted,
         const RefrainMatchOccurrence *occurrence,
         const RefrainOccurrencePart *parts,
         const RefrainOccurrencePart *part)
{
  const RefrainOps *ops = refrain_process_get_ops (
      refrain_trace_get_process (refrain_symbols_get_trace (symbols), part->process));
  const GArray *events = wanted->events[part->process];
  g_autofree guint32 *a = g_new (guint32, events->len), *b = g_new (guint32, part->n);
  g_autoptr (RefrainEditSpace) space = NULL;
  RefrainSequence sequence;

  for (guint i = 0; i < events->len; i++)
    {
      const RefrainTemplateEvent *event = &g_array_index (events, RefrainTemplateEvent, i);

      a[i] = event->peer * 2 + (event->send != FALSE);
    }
  for (guint i = 0; i < part->n; i++)
    {
      guint32 op = part->first + i;

      b[i] = stays_inside (ops, op, wanted, occurrence, parts)
                 ? (guint32) ops->peer[op] * 2 + REFRAIN_OP_IS_SEND (ops->kind[op])
                 : G_MAXUINT32;
    }
  sequence = (RefrainSequence){ .symbol = a, .m = events->len };
  space = refrain_edit_space_new (&sequence);
  return refrain_edit_space_run (space, b, part->n, events->len + part->n)[part->n];
}

/* With edits: each part is within its own, all are within the total, none overlap, and the exact
 * ones are as many as those found without edits, but for next to none. */
static void
test_random_edits (void)
{
  static const char text[] = "0: S1 S2 R2 S1 R1\n1: R0 R2 R0 S0\n2: R0 S1 S0";
  g_autoptr (RefrainPatternTemplate) wanted
      = refrain_template_parse (text, strlen (text), "t", NULL);
  guint found = 0, n_exact = 0, n_alone = 0;

  for (guint round = 0; round < 1000; round++)
    {
      guint k = g_test_rand_int_range (1, 4), total = g_test_rand_int_range (0, 8), exact = 0;
      g_autoptr (Script) script = random_script (3, g_test_rand_int_range (0, 30));
      g_autoptr (RefrainSymbols) symbols = NULL;
      g_autoptr (RefrainMatchResult) result = NULL;
      gboolean used[3][256] = { { FALSE } };

      if (g_test_rand_bit ())
        script_play (script, wanted);
      symbols = script_finish (script);
      result = match (symbols, wanted, k, total, FALSE);
      for (guint i = 0; i < result->occurrences->len; i++)
        {
          const RefrainMatchOccurrence *occurrence = get_occurrence (result, i);
          const RefrainOccurrencePart *parts = get_parts (result, i);
          guint64 edits = 12;

          for (guint p = 0; p < occurrence->n_parts; p++)
            {
              guint own = measure (symbols, wanted, occurrence, parts, &parts[p]);

              g_assert_cmpuint (own, <=, k);
              edits += own;
              edits -= wanted->events[parts[p].process]->len;
              for (guint e = parts[p].first; e < parts[p].first + parts[p].n; e++)
                {
                  g_assert_false (used[parts[p].process][e]);
                  used[parts[p].process][e] = TRUE;
                }
            }
          g_assert_cmpuint (edits, ==, occurrence->edits);
          g_assert_cmpuint (edits, <=, total);
          exact += edits == 0;
          found++;
        }
      n_exact += exact;
      n_alone += count (symbols, wanted, 0, 0);
    }
  g_test_message ("found %u, exact %u of %u", found, n_exact, n_alone);
  g_assert_cmpuint (found, >=, 500);
  /* Two with few edits may be worth more than an exact one that they overlap. */
  g_assert_cmpuint (n_exact * 100, >=, n_alone * 99);
}

TEST_PROGRAM ("match")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/algo/match/library", test_library);
  g_test_add_func ("/algo/match/sweeps", test_sweeps);
  g_test_add_func ("/algo/match/edits", test_edits);
  g_test_add_func ("/algo/match/any-order", test_any_order);
  g_test_add_func ("/algo/match/groups", test_groups);
  g_test_add_func ("/algo/match/little", test_little);
  g_test_add_func ("/algo/match/refused", test_refused);
  g_test_add_func ("/algo/match/from-parts", test_from_parts);
  g_test_add_func ("/algo/match/random", test_random);
  g_test_add_func ("/algo/match/random-edits", test_random_edits);
  return g_test_run ();
}
