/* test-match-edits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Communication patterns that are disturbed at known places: each is found, with no more edits than
 * were made.
 */
#include "config.h"

#include "match-script.h"
#include "refrain-pattern-match.h"

#define MAX_ROUNDS 12
#define N_TRIALS   20

/* A trace of rounds, some of them disturbed. */
typedef struct
{
  Script *script;
  guint n_rounds;
  guint64 edits[MAX_ROUNDS]; /* made in each round */
} Plant;

static void
plant_clear (Plant *self)
{
  script_free (self->script);
}

static void
plant_init (Plant *self, guint n, guint n_rounds)
{
  *self = (Plant){ .script = script_new (n), .n_rounds = n_rounds };
}

/* The @k-th event of @process from @first on that is to or from @peer; the end if there is none. */
static guint
find_event (const Script *script, guint process, guint first, gboolean send, guint peer, guint k)
{
  const GArray *events = script->events[process];

  for (; first < events->len; first++)
    {
      const RefrainTemplateEvent *event = &g_array_index (events, RefrainTemplateEvent, first);

      if (event->send == send && event->peer == peer && k-- == 0)
        break;
    }
  return first;
}

/* Puts one end of a message anywhere among the events of @process from @first on. */
static void
insert_end (Script *script, guint process, guint first, gboolean send, guint peer)
{
  RefrainTemplateEvent event = { .send = send, .peer = peer };
  guint at = g_test_rand_int_range (first, script->events[process]->len + 1);

  g_array_insert_val (script->events[process], at, event);
}

/* One message more, less, or to somebody else, in what begins at @first; gives the edits. */
static guint
disturb (Script *script, const guint *first)
{
  guint from = g_test_rand_int_range (0, script->n), to = g_test_rand_int_range (0, script->n);
  guint kind = g_test_rand_int_range (0, 3), peer, at, k = 0, there;

  if (kind == 0 && from != to)
    {
      insert_end (script, from, first[from], TRUE, to);
      insert_end (script, to, first[to], FALSE, from);
      return 2;
    }
  if (kind == 0 || script->events[from]->len == first[from])
    return 0;
  at = g_test_rand_int_range (first[from], script->events[from]->len);
  peer = g_array_index (script->events[from], RefrainTemplateEvent, at).peer;
  if (!g_array_index (script->events[from], RefrainTemplateEvent, at).send || to == peer
      || to == from)
    return 0;
  for (guint i = first[from]; i < at; i++)
    k += g_array_index (script->events[from], RefrainTemplateEvent, i).send
         && g_array_index (script->events[from], RefrainTemplateEvent, i).peer == peer;
  there = find_event (script, peer, first[peer], FALSE, from, k);
  g_assert_cmpuint (there, <, script->events[peer]->len);
  g_array_remove_index (script->events[peer], there);
  if (kind == 1)
    {
      g_array_remove_index (script->events[from], at);
      return 2;
    }
  g_array_index (script->events[from], RefrainTemplateEvent, at).peer = to;
  insert_end (script, to, first[to], FALSE, from);
  return 3;
}

/* Plays a round of @wanted with up to @disturbances. */
static void
plant_round (Plant *self, const RefrainPatternTemplate *wanted, guint round, guint disturbances)
{
  Script *script = self->script;
  g_autofree guint *first = g_new (guint, script->n);

  for (guint p = 0; p < script->n; p++)
    first[p] = script->events[p]->len;
  script_play (script, wanted);
  for (guint i = 0; i < disturbances; i++)
    self->edits[round] += disturb (script, first);
}

/* Whether every round is found, with no more edits in all than were made, and nothing else. */
static gboolean
is_found (const Plant *plant, const RefrainPatternTemplate *wanted, guint k)
{
  RefrainMatchOptions options = { .edits_per_process = k, .edits_total = G_MAXUINT64 };
  g_autoptr (RefrainSymbols) symbols = script_finish (plant->script);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainMatchResult) result
      = refrain_pattern_match (symbols, wanted, &options, NULL, &error);
  guint64 found = 0, planted = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < result->occurrences->len; i++)
    found += g_array_index (result->occurrences, RefrainMatchOccurrence, i).edits;
  for (guint round = 0; round < plant->n_rounds; round++)
    planted += plant->edits[round];
  return result->occurrences->len == plant->n_rounds && found <= planted;
}

/* Traces of ten rounds of @wanted, a third of them disturbed. At most @misses of these may miss or
 * mistake one. */
static void
check_template (RefrainPatternTemplate *wanted, guint disturbances, guint misses)
{
  guint bad = 0;

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      Plant plant;

      plant_init (&plant, wanted->n_processes, 10);
      for (guint round = 0; round < plant.n_rounds; round++)
        plant_round (&plant, wanted, round, g_test_rand_int_range (0, 3) == 0 ? disturbances : 0);
      bad += !is_found (&plant, wanted, 3 * disturbances);
      plant_clear (&plant);
    }
  g_test_message ("%s, %u disturbances: %u of %u not right", wanted->name, disturbances, bad,
                  N_TRIALS);
  g_assert_cmpuint (bad, <=, misses);
  refrain_pattern_template_free (wanted);
}

/* The order of events tells where an occurrence begins: next to none is missed. */
static void
test_ordered (void)
{
  const guint dims[] = { 2, 4 }, square[] = { 3, 3 };

  check_template (refrain_template_wavefront (dims, 2, 0), 1, 3);
  check_template (refrain_template_wavefront (dims, 2, 7), 1, 3);
  check_template (refrain_template_wavefront (square, 2, 0), 1, 3);
  check_template (refrain_template_butterfly (8), 1, 2);
  check_template (refrain_template_wavefront (square, 2, 0), 2, 4);
  check_template (refrain_template_butterfly (8), 2, 2);
}

/* It does not where events may come in any order, or a process has one alone: occurrences laid over
 * the ends of two explain as much. */
static void
test_free (void)
{
  const guint line[] = { 5 }, square[] = { 3, 3 };

  check_template (refrain_template_ring (5), 1, 8);
  check_template (refrain_template_wavefront (line, 1, 0), 1, 4);
  check_template (refrain_template_stencil (square, 2, FALSE), 1, 4);
  check_template (refrain_template_binary_tree (8, FALSE), 1, 6);
}

/* One more message between two processes in one of ten rounds: two edits at most. */
static void
test_one_more (void)
{
  const guint dims[] = { 2, 4 };
  RefrainPatternTemplate *wanted[]
      = { refrain_template_ring (5), refrain_template_wavefront (dims, 2, 0) };

  for (gsize t = 0; t < G_N_ELEMENTS (wanted); t++)
    {
      for (guint from = 0; from < wanted[t]->n_processes; from++)
        for (guint to = 0; to < wanted[t]->n_processes; to++)
          {
            Plant plant;

            if (from == to)
              continue;
            plant_init (&plant, wanted[t]->n_processes, 10);
            for (guint round = 0; round < plant.n_rounds; round++)
              {
                g_autofree guint *first = g_new (guint, wanted[t]->n_processes);

                for (guint p = 0; p < wanted[t]->n_processes; p++)
                  {
                    first[p] = plant.script->events[p]->len;
                    g_array_append_vals (plant.script->events[p], wanted[t]->events[p]->data,
                                         wanted[t]->events[p]->len);
                  }
                if (round != 4)
                  continue;
                insert_end (plant.script, from, first[from], TRUE, to);
                insert_end (plant.script, to, first[to], FALSE, from);
                plant.edits[round] = 2;
              }
            g_assert_true (is_found (&plant, wanted[t], 2));
            plant_clear (&plant);
          }
      refrain_pattern_template_free (wanted[t]);
    }
}

int
main (int argc, char **argv)
{
  /* The same traces each time. */
  char *arguments[] = { argv[0], (char *) "--seed=R02S4b1d5eed0000000000000000c0ffee00", NULL };
  char **list = arguments;
  int n = 2;

  if (argc > 1)
    g_test_init (&argc, &argv, NULL);
  else
    g_test_init (&n, &list, NULL);
  g_test_add_func ("/algo/match-edits/ordered", test_ordered);
  g_test_add_func ("/algo/match-edits/free", test_free);
  g_test_add_func ("/algo/match-edits/one-more", test_one_more);
  return g_test_run ();
}
