/* test-subject.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every kind of thing that can be selected, through the one interface: what it is called, its
 * occurrences one after the other, taken back and done again, kept with a bookmark.
 */
#include "config.h"

#include "refrain-brief-model.h"
#include "refrain-calls-model.h"
#include "refrain-duration-model.h"
#include "refrain-list-model.h"
#include "refrain-program-model.h"
#include "refrain-query-model.h"
#include "refrain-session-file.h"
#include "refrain-session.h"
#include "session-help.h"
#include "test-program.h"

typedef struct
{
  RefrainSession *session;
  RefrainSelection *selection;
  RefrainSubjects *subjects;
  RefrainUndo *undo;
  RefrainCallsModel *calls;
  RefrainDurationModel *durations;
  RefrainListModel *list;
  RefrainProgramModel *program;
  RefrainQueryModel *query;
  guint n_told;
} Fixture;

static void
wait (Fixture *f)
{
  GListModel *jobs = G_LIST_MODEL (refrain_session_get_runner (f->session));

  /* What is done at the end may begin something else. */
  while (g_main_context_iteration (NULL, g_list_model_get_n_items (jobs) > 0)
         || g_list_model_get_n_items (jobs) > 0)
    ;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->session = session_of_demo ();
  f->selection = refrain_session_get_selection (f->session);
  f->subjects = refrain_session_get_subjects (f->session);
  f->undo = refrain_session_get_undo (f->session);
  refrain_undo_set_pause (f->undo, -1);
  refrain_session_prepare (f->session);
  refrain_patterns_find (refrain_session_get_patterns (f->session));
  refrain_time_model_start (refrain_session_get_times (f->session));
  f->calls = refrain_calls_model_new (f->session);
  refrain_calls_model_set_active (f->calls, TRUE);
  f->durations = refrain_duration_model_new (f->session);
  f->program = refrain_program_model_new (f->session);
  refrain_program_model_start (f->program);
  f->query = refrain_query_model_new (f->session);
  refrain_query_model_run (f->query, "MESSAGES WHERE SOURCE = 0");
  f->list = refrain_list_model_new (f->session);
  refrain_list_model_set_active (f->list, TRUE);
  wait (f);
  refrain_calls_model_set_process (f->calls, 0);
  refrain_duration_model_start (f->durations);
  while (refrain_calls_model_get_tree (f->calls) == NULL
         || refrain_duration_model_get_durations (f->durations) == NULL)
    g_main_context_iteration (NULL, TRUE);
  wait (f);
  g_signal_connect (f->subjects, "notify::subject", G_CALLBACK (count_notify), &f->n_told);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->calls);
  g_object_unref (f->durations);
  g_object_unref (f->program);
  g_object_unref (f->query);
  g_object_unref (f->list);
  g_object_unref (f->session);
}

/* ---- One of each kind ---- */

static void
select_pattern (Fixture *f)
{
  const guint32 index = 0;

  refrain_patterns_select (refrain_session_get_patterns (f->session), &index, 1);
}

/* The demo's only one is the main loop, which is told apart where that is known. */
static void
select_cycle (Fixture *f)
{
  RefrainCycles *cycles = refrain_session_get_cycles (f->session);

  refrain_cycles_set_iterations (cycles, NULL);
  refrain_cycles_select (cycles, 0);
}

static void
select_main_loop (Fixture *f)
{
  RefrainCycles *cycles = refrain_session_get_cycles (f->session);

  refrain_cycles_set_iterations (
      cycles, refrain_patterns_get_iterations (refrain_session_get_patterns (f->session)));
  refrain_cycles_select (cycles, 0);
}

static void
select_loop (Fixture *f)
{
  RefrainLoops *loops = refrain_session_get_loops (f->session);
  guint32 i = 0;

  while (!refrain_loops_is_loop (loops, i))
    i++;
  refrain_loops_select (loops, i);
}

static void
select_phase (Fixture *f)
{
  RefrainPhaseModel *phases = refrain_session_get_phases (f->session);
  gsize n;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (phases, &n);

  refrain_phase_model_select (phases, ranges, 1);
}

static void
select_cell (Fixture *f)
{
  refrain_pairs_select (refrain_session_get_subjects (f->session), 0, 1, NULL);
}

static void
select_edge (Fixture *f)
{
  refrain_pairs_select_edge (refrain_session_get_subjects (f->session), 0, 1);
}

static void
select_hits (Fixture *f)
{
  refrain_hits_choose (
      refrain_session_get_hits (f->session),
      &(RefrainFindQuestion){ (char *) "Messages 0 → 1", (char *) "MESSAGES WHERE SOURCE = 0" });
}

static void
select_calls_of_routine (Fixture *f)
{
  RefrainFindQuestion *question = refrain_find_question_new_calls ("MPI_Send");

  refrain_hits_choose (refrain_session_get_hits (f->session), question);
  refrain_find_question_free (question);
}

static void
select_query_rows (Fixture *f)
{
  const gsize rows[] = { 2, 0 };

  refrain_query_model_select (f->query, rows, G_N_ELEMENTS (rows));
}

static void
select_list_rows (Fixture *f)
{
  refrain_query_model_select_all (refrain_list_model_get_rows (f->list));
}

static void
select_line (Fixture *f)
{
  RefrainProgram *program = refrain_program_model_get_program (f->program);
  guint32 n;
  RefrainOpSet *ops;

  refrain_program_get_lines (program, &n);
  for (guint32 i = 0; i < n; i++)
    {
      ops = refrain_program_get_ops (program, i);
      refrain_program_model_select (
          f->program, ops != NULL && refrain_op_set_get_size (ops) > 0 ? i : REFRAIN_NONE);
      g_clear_pointer (&ops, refrain_op_set_unref);
      if (refrain_program_model_get_selected (f->program) != REFRAIN_NONE)
        return;
    }
}

/* The tree is that of the window, some time after it came to rest. */
static void
select_calls (Fixture *f)
{
  guint32 n = 0;

  refrain_session_show_all (f->session);
  for (guint i = 0; i < 1000 && n < 2; i++)
    {
      g_usleep (1000);
      wait (f);
      refrain_call_tree_get_nodes (refrain_calls_model_get_tree (f->calls), &n);
    }
  refrain_calls_model_select (f->calls, 1);
}

static void
select_durations (Fixture *f)
{
  refrain_duration_model_select_range (f->durations, 0, 1e15);
}

static void
select_duration (Fixture *f)
{
  refrain_duration_model_go_to (f->durations, 1);
}

static void
select_finding (Fixture *f)
{
  refrain_time_model_select (refrain_session_get_times (f->session), 0);
}

static void
select_waits (Fixture *f)
{
  const RefrainWaitFilter all = { REFRAIN_WAIT_NONE, REFRAIN_NONE, FALSE, 0, 0 };

  refrain_time_model_light_waits (refrain_session_get_times (f->session), &all);
}

static void
select_by_hand (Fixture *f)
{
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (refrain_session_get_trace (f->session));

  refrain_op_set_add (ops, 0, 1);
  refrain_op_set_add (ops, 0, 2);
  refrain_op_set_add (ops, 1, 0);
  refrain_subjects_light (f->subjects, ops, NULL);
}

static void
select_bookmark (Fixture *f)
{
  RefrainBookmarkModel *bookmarks = refrain_session_get_bookmarks (f->session);
  gsize n;

  refrain_bookmarks_get (refrain_bookmark_model_get_list (bookmarks), &n);
  if (n == 0)
    {
      refrain_bookmark_model_add (bookmarks, &(RefrainBookmark){ .end = 1000, .name = "one" });
      refrain_bookmark_model_add (bookmarks,
                                  &(RefrainBookmark){ .start = 5, .end = 2000, .name = "two" });
    }
  refrain_session_go_to_bookmark (f->session, 0);
}

static const struct
{
  const char *name;
  void (*select) (Fixture *f);
  const char *words; /* how they begin */
  const char *step;  /* what undo calls it */
  gboolean has_token;
} kinds[] = {
  { "pattern", select_pattern, "Pattern ", "select pattern", TRUE },
  { "cycle", select_cycle, "Cycle 1 of patterns", "select cycle", TRUE },
  { "main-loop", select_main_loop, "Main loop", "select main loop", TRUE },
  { "loop", select_loop, "Loop ", "select loop", TRUE },
  { "phase", select_phase, "Phase ", "select phase", TRUE },
  { "cell", select_cell, "Process 0 → 1", "highlight messages", TRUE },
  { "edge", select_edge, "Processes 0 and 1", "select edge", TRUE },
  { "hits", select_hits, "Messages 0 → 1", "find", TRUE },
  { "routine", select_calls_of_routine, "", "find", TRUE },
  { "query", select_query_rows, "MESSAGES WHERE SOURCE = 0", "select rows", TRUE },
  { "list", select_list_rows, "", "select rows", TRUE },
  { "line", select_line, "Line ", "select line", TRUE },
  { "calls", select_calls, "All calls of ", "select calls", TRUE },
  { "durations", select_durations, "", "select durations", TRUE },
  { "duration", select_duration, "", "select durations", FALSE },
  { "finding", select_finding, "Finding 1", "select finding", TRUE },
  { "waits", select_waits, "Waits", "highlight waits", TRUE },
  { "by-hand", select_by_hand, "Highlighted by hand", "highlight operations", TRUE },
  { "bookmark", select_bookmark, "Bookmark one", "go to bookmark", FALSE },
};

/* ---- Each through the interface ---- */

static RefrainSubject *
get (Fixture *f)
{
  return refrain_subjects_get (f->subjects);
}

/* "Loop 3" */
static char *
get_words (Fixture *f)
{
  return get (f) != NULL ? refrain_subject_get_words (get (f)) : g_strdup ("");
}

static void
choose (Fixture *f, gsize kind)
{
  const guint told = f->n_told;

  kinds[kind].select (f);
  g_assert_cmpuint (f->n_told, >, told);
  wait (f);
  g_assert_nonnull (get (f));
}

static void
test_words (Fixture *f, gconstpointer data)
{
  const RefrainPick before = { REFRAIN_PICK_OP, 1, 0, 3 };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *words = NULL;
      g_autofree char *all = NULL;

      g_test_message ("%s", kinds[i].name);
      refrain_selection_set_pick (f->selection, &before);
      choose (f, i);
      /* What was picked before is told no more; who chooses a pair picks that. */
      g_assert_true (refrain_pairs_get_selected (f->subjects, NULL, NULL)
                     || refrain_pairs_is_edge (f->subjects)
                     || !refrain_pick_equal (refrain_selection_get_pick (f->selection), &before));
      words = get_words (f);
      all = refrain_subject_describe (get (f));
      g_test_message ("%s", all);
      g_assert_cmpstr (words, !=, "");
      g_assert_true (g_str_has_prefix (words, kinds[i].words));
      g_assert_true (g_str_has_prefix (all, words));
      g_assert_cmpuint (refrain_subject_count (get (f)), >, 0);
      g_assert_cmpuint (strlen (all), >, strlen (words));
      refrain_subjects_clear (f->subjects);
      wait (f);
      g_assert_null (get (f));
      g_assert_null (refrain_selection_get_highlight (f->selection));
    }
}

/* n and p: each once, in order, and round; what stands out is of what is lit up. */
static void
test_steps (Fixture *f, gconstpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      gsize n, first, place;

      g_test_message ("%s", kinds[i].name);
      refrain_subjects_clear (f->subjects);
      choose (f, i);
      n = refrain_subject_count (get (f));
      if (!refrain_subject_get_place (get (f), &first))
        {
          g_assert_true (refrain_session_step (f->session, 1, -REFRAIN_TIME_LIMIT));
          g_assert_true (refrain_subject_get_place (get (f), &first));
          g_assert_cmpuint (first, ==, 0);
        }
      for (gsize k = 1; k <= MIN (n, 50); k++)
        {
          g_assert_true (refrain_session_step (f->session, 1, 0));
          g_assert_true (refrain_subject_get_place (get (f), &place));
          g_assert_cmpuint (place, ==, (first + k) % n);
          if (refrain_selection_get_current (f->selection) != NULL)
            {
              g_autoptr (RefrainOpSet) all
                  = refrain_op_set_new (refrain_session_get_trace (f->session));
              gsize size;

              refrain_op_set_add_set (all, refrain_selection_get_highlight (f->selection));
              size = refrain_op_set_get_size (all);
              refrain_op_set_add_set (all, refrain_selection_get_current (f->selection));
              g_assert_cmpuint (refrain_op_set_get_size (all), ==, size);
            }
        }
      g_assert_true (refrain_session_step (f->session, -1, 0));
      g_assert_true (refrain_subject_get_place (get (f), &place));
      g_assert_cmpuint (place, ==, (first + MIN (n, 50) + n - 1) % n);
    }
}

/* A is selected, then B: taken back, A is the subject again, with its words; done again, B. */
static void
test_undo (Fixture *f, gconstpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const gsize other = i == 0 ? 5 : 0;
      g_autofree char *words = NULL;
      g_autofree char *before = NULL;
      g_autofree char *again = NULL;
      g_autofree char *after = NULL;

      g_test_message ("%s", kinds[i].name);
      refrain_subjects_clear (f->subjects);
      wait (f);
      choose (f, i);
      words = get_words (f);
      g_assert_cmpstr (refrain_undo_get_undo_name (f->undo), ==, kinds[i].step);
      refrain_subjects_clear (f->subjects);
      wait (f);
      choose (f, other);
      before = get_words (f);
      g_assert_cmpstr (refrain_undo_undo (f->undo), ==, kinds[other].step);
      wait (f);
      g_assert_null (get (f));
      refrain_undo_undo (f->undo);
      wait (f);
      again = get_words (f);
      g_assert_cmpstr (again, ==, words);
      g_assert_cmpuint (refrain_subject_count (get (f)), >, 0);
      while (refrain_undo_redo (f->undo) != NULL)
        wait (f);
      after = get_words (f);
      g_assert_cmpstr (after, ==, before);
    }
}

/* A bookmark keeps what is selected, also in a file, and brings it back. */
static void
test_bookmark (Fixture *f, gconstpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *token = NULL;
      g_autofree char *words = NULL;
      g_autofree char *again = NULL;
      g_autoptr (RefrainBookmarks) list = NULL;
      g_autoptr (RefrainBookmarks) kept = NULL;
      RefrainSessionFile *file;
      RefrainBookmark bookmark = { .end = 100, .name = "kept" };
      g_autoptr (RefrainBookmarks) none = refrain_bookmarks_new (NULL, 0);
      const RefrainBookmark *items;
      gsize n;

      g_test_message ("%s", kinds[i].name);
      refrain_bookmark_model_set_list (refrain_session_get_bookmarks (f->session), none);
      refrain_subjects_clear (f->subjects);
      choose (f, i);
      words = get_words (f);
      token = refrain_subjects_make_token (f->subjects);
      g_assert_cmpint (token != NULL, ==, kinds[i].has_token);
      bookmark.subject = token;
      list = refrain_bookmarks_new (&bookmark, 1);
      file = refrain_session_file_new ("kept");
      refrain_session_file_set_bookmarks (file, list);
      kept = refrain_session_file_get_bookmarks (file);
      refrain_session_file_free (file);
      items = refrain_bookmarks_get (kept, &n);
      g_assert_cmpuint (n, ==, 1);
      g_assert_cmpstr (items[0].subject, ==, token);
      refrain_bookmark_model_set_list (refrain_session_get_bookmarks (f->session), kept);
      refrain_subjects_clear (f->subjects);
      wait (f);
      refrain_session_go_to_bookmark (f->session, 0);
      wait (f);
      again = get_words (f);
      g_assert_cmpstr (again, ==, token != NULL ? words : "Bookmark kept");
    }
  /* What is not there, or was written by another version, selects nothing. */
  refrain_subjects_clear (f->subjects);
  g_assert_false (refrain_subjects_take_token (f->subjects, ""));
  g_assert_false (refrain_subjects_take_token (f->subjects, "riddle 3"));
  g_assert_false (refrain_subjects_take_token (f->subjects, "loop 4294967294 4294967295"));
  g_assert_false (refrain_subjects_take_token (f->subjects, "cycle 0"));
  g_assert_false (refrain_subjects_take_token (f->subjects, "edge 0 999999 0 0 0"));
  g_assert_false (
      refrain_subjects_take_token (f->subjects, "operations x\n9:1-2 0:5-3 0:1-999999 "));
  g_assert_false (refrain_subjects_take_token (f->subjects, "pattern composite\nnone"));
  g_assert_false (refrain_subjects_take_token (f->subjects, "finding 12345"));
  g_assert_false (refrain_subjects_take_token (f->subjects, "find only a title"));
  g_assert_null (get (f));
}

/* The series of what is selected, which is the main loop. */
static RefrainOccurrences *
collect_main_loop (Fixture *f)
{
  g_autofree char *words = NULL;
  RefrainOccurrences *series;

  wait (f);
  g_assert_nonnull (get (f));
  words = get_words (f);
  g_assert_cmpstr (words, ==, "Main loop");
  series = refrain_subject_collect (get (f), get (f)->found, NULL, NULL);
  g_assert_nonnull (series);
  g_assert_cmpuint (refrain_occurrences_get_n (series), ==, refrain_subject_count (get (f)));
  return series;
}

/* The cycle that is the main loop is what Summary selects as that, also from an old bookmark. */
static void
test_main_loop (Fixture *f, gconstpointer data)
{
  RefrainCycles *cycles = refrain_session_get_cycles (f->session);
  g_autoptr (RefrainBriefModel) brief = refrain_brief_model_new (f->session);
  g_autoptr (RefrainOccurrences) told = NULL, other = NULL;
  const RefrainBriefLine *line;
  guint i = 0;

  wait (f);
  for (;; i++)
    {
      g_assert_cmpuint (i, <, refrain_brief_model_get_lines (brief)->len);
      line = refrain_brief_model_get_lines (brief)->pdata[i];
      if (g_str_has_prefix (line->sentence, "Main loop of "))
        break;
    }
  refrain_brief_model_follow (brief, i);
  told = collect_main_loop (f);
  g_assert_cmpuint (refrain_cycles_get_selected (cycles), ==, 0);
  for (guint way = 0; way < 2; way++)
    {
      refrain_subjects_clear (f->subjects);
      g_assert_cmpuint (refrain_cycles_get_selected (cycles), ==, REFRAIN_NONE);
      if (way == 0)
        refrain_cycles_select (cycles, 0);
      else
        g_assert_true (refrain_subjects_take_token (f->subjects, "cycle 0 1"));
      g_assert_cmpuint (refrain_cycles_get_selected (cycles), ==, 0);
      g_clear_object (&other);
      other = collect_main_loop (f);
      g_assert_cmpuint (refrain_occurrences_get_n (other), ==, refrain_occurrences_get_n (told));
      for (guint32 k = 0; k < refrain_occurrences_get_n (told); k++)
        g_assert_cmpint (refrain_occurrences_get (other, k).duration, ==,
                         refrain_occurrences_get (told, k).duration);
    }
}

/* A name that is given is what the subject is called from then on. */
static void
test_names (Fixture *f, gconstpointer data)
{
  g_autofree char *words = NULL;
  guint told;

  select_pattern (f);
  wait (f);
  told = f->n_told;
  refrain_patterns_rename (refrain_session_get_patterns (f->session), 0, "halo");
  g_assert_cmpuint (f->n_told, >, told);
  words = get_words (f);
  g_assert_cmpstr (words, ==, "Pattern halo");
}

/* Of a box of the call tree its calls are measured, with the operations in them. */
static void
test_calls (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainOccurrences) series = NULL;
  g_autoptr (RefrainOpSet) ops = NULL;
  const RefrainCallNode *node;
  const guint32 first = 0;
  guint32 n;

  select_calls (f);
  wait (f);
  /* The model's tree may be another one by now. */
  node = &refrain_call_tree_get_nodes (get (f)->source, &n)[get (f)->id];
  g_assert_cmpuint (refrain_subject_count (get (f)), ==, node->calls);
  series = refrain_subject_collect (get (f), get (f)->found, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (refrain_occurrences_get_n (series), ==, node->calls);
  ops = refrain_occurrences_make_op_set (series, &first, 1);
  g_assert_cmpuint (refrain_op_set_get_size (ops), >, 0);
}

#define add(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

TEST_PROGRAM ("subject")
{
  g_test_init (&argc, &argv, NULL);
  add ("/subject/words", test_words);
  add ("/subject/steps", test_steps);
  add ("/subject/undo", test_undo);
  add ("/subject/bookmark", test_bookmark);
  add ("/subject/main-loop", test_main_loop);
  add ("/subject/names", test_names);
  add ("/subject/calls", test_calls);
  return g_test_run ();
}
