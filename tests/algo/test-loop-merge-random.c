/* test-loop-merge-random.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Merging of random programs' models: what is merged is what was there, whatever the order of the
 * models, the numbering of the processes and the number of threads, and linked events exchange the
 * messages they are linked for.
 */
#include "config.h"

#include <string.h>

#include "loop-programs.h"
#include "refrain-loop-merge.h"
#include "refrain-loop-share.h"
#include "refrain-nlr.h"
#include "sequences.h"
#include "test-loops.h"
#include "test-program.h"

static const char *program; /* this test */

static GPtrArray *
model_locally (RefrainLoopEvents *events, guint32 max_body, RefrainLoopShare share)
{
  const RefrainNlrOptions options = { .max_body = max_body, .affine = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) plain = refrain_nlr_model_all (events, &options, NULL, &error);
  GPtrArray *models = g_ptr_array_new_with_free_func (g_object_unref);

  g_assert_no_error (error);
  for (guint i = 0; i < plain->len; i++)
    g_ptr_array_add (models, refrain_loop_share (plain->pdata[i], share, max_body, NULL, NULL));
  return models;
}

static RefrainLoopModel *
merge (GPtrArray *models)
{
  g_autoptr (GError) error = NULL;
  RefrainLoopModel *model = refrain_loop_merge (models, NULL, &error);

  g_assert_no_error (error);
  return model;
}

/* ---- Links ---------------------------------------------------------------------------------- */

typedef struct
{
  RefrainLoopEvents *events;
  guint process;
  GHashTable *next; /* of a channel: messages so far */
  GArray **numbers; /* by construct: of its messages, one after the other */
} Trail;

static gboolean
follow (const RefrainLoopEvent *event, guint32 construct, const gint64 *index, gpointer data)
{
  Trail *trail = data;
  guint32 n;
  const RefrainLoopShape *shape = &refrain_loop_events_get_shapes (trail->events, &n)[event->shape];
  char *key;
  guint32 number;

  if (shape->kind == REFRAIN_LOOP_LOCAL)
    return TRUE;
  if (shape->kind == REFRAIN_LOOP_SYNC)
    key = g_strdup_printf ("sync %u %u", trail->process, event->shape);
  else if (shape->kind == REFRAIN_LOOP_SEND)
    key = g_strdup_printf ("send %u %d %d", trail->process, event->peer, event->tag);
  else
    key = g_strdup_printf ("recv %d %u %d", event->peer, trail->process, event->tag);
  number = GPOINTER_TO_UINT (g_hash_table_lookup (trail->next, key));
  g_hash_table_insert (trail->next, key, GUINT_TO_POINTER (number + 1));
  if (trail->numbers[construct] == NULL)
    trail->numbers[construct] = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (trail->numbers[construct], number);
  return TRUE;
}

/* Fails unless the events of each link exchange the same messages, or are the same collectives. */
static void
check_links (RefrainLoopModel *model)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);
  guint32 n;
  const RefrainConstruct *construct = refrain_loop_model_get_constructs (model, &n);
  g_autofree GArray **numbers = g_new0 (GArray *, n);
  g_autoptr (GHashTable) next = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize n_links;
  const RefrainConstructLink *link = refrain_loop_model_get_links (model, &n_links);

  for (guint p = 0; p < refrain_loop_events_get_n_processes (events); p++)
    {
      Trail trail = { events, p, next, numbers };

      g_assert_true (refrain_loop_model_run (model, p, follow, &trail));
    }
  for (gsize i = 0; i < n_links; i++)
    {
      const GArray *from = numbers[link[i].from], *to = numbers[link[i].to];

      g_assert_cmpuint (construct[link[i].from].parent, ==, construct[link[i].to].parent);
      if (from == NULL && to == NULL)
        continue;
      g_assert_nonnull (from);
      g_assert_nonnull (to);
      g_assert_cmpmem (from->data, from->len * sizeof (guint32), to->data,
                       to->len * sizeof (guint32));
    }
  for (guint32 i = 0; i < n; i++)
    if (numbers[i] != NULL)
      g_array_unref (numbers[i]);
}

/* ---- Definitions ---------------------------------------------------------------------------- */

/* Links that the model stands for: those in definitions as often as these are used, those in loops
 * as often as the loops are run. */
static guint64
count_linked (RefrainLoopModel *model)
{
  const guint64 *n_events = refrain_loop_model_get_n_events (model);
  gsize n;
  const RefrainConstructLink *link = refrain_loop_model_get_links (model, &n);
  guint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpuint (n_events[link[i].from], ==, n_events[link[i].to]);
      sum += n_events[link[i].from];
    }
  return sum;
}

/* What comes again is written once, and neither events nor links are lost. */
static void
check_shared (RefrainLoopModel *global, RefrainLoopShare how, guint32 max_body)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopModel) shared = refrain_loop_share (global, how, max_body, NULL, &error);
  RefrainLoopModelSize before, after;

  g_assert_no_error (error);
  test_verify_loops (shared, &error);
  g_assert_no_error (error);
  check_links (shared);
  g_assert_cmpuint (count_linked (shared), ==, count_linked (global));
  refrain_loop_model_measure (global, &before);
  refrain_loop_model_measure (shared, &after);
  g_assert_cmpuint (after.events, ==, before.events);
  if (shared != global)
    g_assert_cmpuint (after.n_terms, <, before.n_terms);
}

/* ---- Random programs ------------------------------------------------------------------------ */

static void
check_program (RefrainLoopEvents *events, guint32 seed)
{
  g_autoptr (GPtrArray) models
      = model_locally (events, 4 + seed % 61, (RefrainLoopShare) (seed % 3));
  g_autoptr (GPtrArray) turned = g_ptr_array_new ();
  g_autoptr (RefrainLoopModel) global = merge (models);
  g_autoptr (RefrainLoopModel) other = NULL;
  g_autofree char *text = test_dup_loop_text (global);
  g_autofree char *text_other = NULL;
  g_autoptr (GError) error = NULL;

  test_verify_loops (global, &error);
  g_assert_no_error (error);
  check_links (global);
  check_shared (global, REFRAIN_LOOP_SHARE_OUTSIDE, 4 + seed % 61);
  check_shared (global, REFRAIN_LOOP_SHARE_EVERYWHERE, 4 + seed % 61);
  for (guint i = models->len; i-- > 0;)
    g_ptr_array_add (turned, models->pdata[i]);
  other = merge (turned);
  text_other = test_dup_loop_text (other);
  g_assert_cmpstr (text, ==, text_other);
}

static void
test_random (gconstpointer data)
{
  const guint32 n = g_test_quick () ? 150 : 3000;

  for (guint32 seed = 0; seed < n; seed++)
    {
      g_autoptr (RefrainLoopEvents) events
          = loop_program_random (seed, (LoopProgramKind) GPOINTER_TO_UINT (data));

      g_test_message ("seed %u", seed);
      check_program (events, seed);
    }
}

/* ---- Numbering ------------------------------------------------------------------------------ */

static RefrainLoopModelSize
measure (RefrainLoopEvents *events)
{
  const RefrainNlrOptions options = { .max_body = 64 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) models = refrain_nlr_model_all (events, &options, NULL, &error);
  g_autoptr (RefrainLoopModel) global = NULL;
  RefrainLoopModelSize size;

  g_assert_no_error (error);
  global = merge (models);
  test_verify_loops (global, &error);
  g_assert_no_error (error);
  check_links (global);
  refrain_loop_model_measure (global, &size);
  return size;
}

/* Whether the model is the same but for the processes' numbers. */
static gboolean
is_independent (RefrainLoopEvents *events, guint32 seed)
{
  g_autofree guint32 *number
      = sequences_shuffle (refrain_loop_events_get_n_processes (events), seed);
  g_autoptr (RefrainLoopEvents) other = loop_program_renumber (events, number);
  const RefrainLoopModelSize a = measure (events), b = measure (other);

  g_assert_cmpuint (a.events, ==, b.events);
  return a.n_terms == b.n_terms && a.n_loops == b.n_loops && a.events_in_loops == b.events_in_loops;
}

/* All are, but for few damaged programs: where loops do not fit together, which one is left out of
 * equals may depend on the numbers. */
static void
test_numbering (gconstpointer data)
{
  const LoopProgramKind kind = (LoopProgramKind) GPOINTER_TO_UINT (data);
  const guint32 n = g_test_quick () ? 150 : 3000;
  guint32 dependent = 0;

  for (guint32 seed = 0; seed < n; seed++)
    {
      g_autoptr (RefrainLoopEvents) events = loop_program_random (seed, kind);

      if (is_independent (events, seed))
        continue;
      g_test_message ("seed %u", seed);
      dependent++;
    }
  g_assert_cmpuint (dependent, <=, kind == LOOP_PROGRAM_DAMAGED ? n / 100 : 0);
}

/* Three broadcasts, and a message between two of @n processes after the first. */
static RefrainLoopModelSize
measure_talkers (guint n, guint a, guint b)
{
  g_autoptr (RefrainLoopEvents) events = loop_program_talkers (n, a, b, 3);

  return measure (events);
}

static void
test_talkers (void)
{
  for (guint n = 4; n <= 7; n++)
    for (guint a = 0; a < n; a++)
      for (guint b = 0; b < n; b++)
        if (a != b)
          {
            const RefrainLoopModelSize size = measure_talkers (n, a, b);

            /* One loop over all others, and the talkers' events */
            g_assert_cmpuint (size.n_loops, ==, 1);
            g_assert_cmpuint (size.n_terms, ==, 1 + (n - 2) + 2 * 4);
          }
}

/* ---- Known programs ------------------------------------------------------------------------- */

/* Fails unless one loop of @count iterations covers everything. */
static void
assert_one_loop (RefrainLoopEvents *events, gint64 count, gsize wanted_links)
{
  g_autoptr (GPtrArray) models = model_locally (events, 64, REFRAIN_LOOP_SHARE_NONE);
  g_autoptr (RefrainLoopModel) global = merge (models);
  g_autoptr (GError) error = NULL;
  guint32 n;
  const RefrainConstruct *construct = refrain_loop_model_get_constructs (global, &n);
  gsize n_links;

  test_verify_loops (global, &error);
  g_assert_no_error (error);
  check_links (global);
  g_assert_cmpuint (construct[0].kind, ==, REFRAIN_CONSTRUCT_LOOP);
  g_assert_cmpuint (construct[0].end, ==, n);
  g_assert_cmpint (REFRAIN_CONSTRUCT_COUNT (&construct[0])->constant, ==, count);
  refrain_loop_model_get_links (global, &n_links);
  g_assert_cmpuint (n_links, ==, wanted_links);
}

static void
test_wavefront (void)
{
  g_autoptr (RefrainLoopEvents) events = loop_program_wavefront (4, 3, 20, 7);

  /* 17 edges each way, 11 neighbours in the group */
  assert_one_loop (events, 20, 2 * 17 + 11);
}

static void
test_stencil (void)
{
  g_autoptr (RefrainLoopEvents) events = loop_program_stencil (4, 3, 50);

  assert_one_loop (events, 10, 2 * 17 + 11);
}

/* ---- Threads -------------------------------------------------------------------------------- */

static char *
dump (guint32 seed)
{
  g_autoptr (RefrainLoopEvents) events = loop_program_random (seed, LOOP_PROGRAM_CLEAN);
  g_autoptr (GPtrArray) models = model_locally (events, 32, REFRAIN_LOOP_SHARE_OUTSIDE);
  g_autoptr (RefrainLoopModel) global = merge (models);

  return test_dup_loop_text (global);
}

static char *
dump_with_threads (const char *threads)
{
  const char *argv[] = { program, "--dump", NULL };
  g_auto (GStrv) environment
      = g_environ_setenv (g_get_environ (), "REFRAIN_THREADS", threads, TRUE);
  g_autoptr (GError) error = NULL;
  char *out = NULL;
  int status;

  g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpuint (strlen (out), >, 1000);
  return out;
}

static void
test_threads (void)
{
  g_autofree char *one = dump_with_threads ("1");
  g_autofree char *many = dump_with_threads ("7");

  g_assert_cmpstr (one, ==, many);
}

TEST_PROGRAM ("loop-merge-random")
{
  program = argv[0];
  if (argc == 2 && strcmp (argv[1], "--dump") == 0)
    {
      for (guint32 seed = 0; seed < 50; seed++)
        {
          g_autofree char *text = dump (seed);

          g_print ("%s", text);
        }
      return 0;
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/loop-merge/random/clean", GUINT_TO_POINTER (LOOP_PROGRAM_CLEAN),
                        test_random);
  g_test_add_data_func ("/loop-merge/random/affine", GUINT_TO_POINTER (LOOP_PROGRAM_AFFINE),
                        test_random);
  g_test_add_data_func ("/loop-merge/random/damaged", GUINT_TO_POINTER (LOOP_PROGRAM_DAMAGED),
                        test_random);
  g_test_add_data_func ("/loop-merge/random/unrelated", GUINT_TO_POINTER (LOOP_PROGRAM_UNRELATED),
                        test_random);
  g_test_add_data_func ("/loop-merge/numbering/clean", GUINT_TO_POINTER (LOOP_PROGRAM_CLEAN),
                        test_numbering);
  g_test_add_data_func ("/loop-merge/numbering/damaged", GUINT_TO_POINTER (LOOP_PROGRAM_DAMAGED),
                        test_numbering);
  g_test_add_data_func ("/loop-merge/numbering/unrelated",
                        GUINT_TO_POINTER (LOOP_PROGRAM_UNRELATED), test_numbering);
  g_test_add_func ("/loop-merge/numbering/talkers", test_talkers);
  g_test_add_func ("/loop-merge/wavefront", test_wavefront);
  g_test_add_func ("/loop-merge/stencil", test_stencil);
  g_test_add_func ("/loop-merge/threads", test_threads);
  return g_test_run ();
}
