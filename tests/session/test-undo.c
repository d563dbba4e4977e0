/* test-undo.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Steps are taken back and done again; a session records what is selected, hidden, folded and
 * named.
 */
#include "config.h"

#include "refrain-session.h"
#include "session-help.h"
#include "test-program.h"

/* ---- The stack ---- */

static void
set_number (gpointer owner, gpointer state)
{
  g_object_set_data (owner, "number", state);
}

static guint
get_number (GObject *owner)
{
  return GPOINTER_TO_UINT (g_object_get_data (owner, "number"));
}

/* Makes @owner's number @number, as a step. */
static void
change (RefrainUndo *undo, GObject *owner, const char *name, guint number, gboolean merges)
{
  gpointer before = GUINT_TO_POINTER (get_number (owner));

  set_number (owner, GUINT_TO_POINTER (number));
  refrain_undo_record (undo, name, owner, set_number, before, GUINT_TO_POINTER (number), NULL,
                       merges);
}

static void
test_stack (void)
{
  g_autoptr (RefrainUndo) undo = refrain_undo_new ();
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);

  g_assert_null (refrain_undo_undo (undo));
  change (undo, owner, "one", 1, FALSE);
  change (undo, owner, "two", 2, FALSE);
  change (undo, owner, "three", 3, FALSE);
  g_assert_cmpstr (refrain_undo_get_undo_name (undo), ==, "three");
  g_assert_null (refrain_undo_get_redo_name (undo));
  g_assert_cmpstr (refrain_undo_undo (undo), ==, "three");
  g_assert_cmpuint (get_number (owner), ==, 2);
  g_assert_cmpstr (refrain_undo_undo (undo), ==, "two");
  g_assert_cmpuint (get_number (owner), ==, 1);
  g_assert_cmpstr (refrain_undo_get_redo_name (undo), ==, "two");
  g_assert_cmpstr (refrain_undo_redo (undo), ==, "two");
  g_assert_cmpuint (get_number (owner), ==, 2);
  /* Something else is done: what was undone is gone. */
  change (undo, owner, "four", 4, FALSE);
  g_assert_null (refrain_undo_redo (undo));
  g_assert_cmpstr (refrain_undo_undo (undo), ==, "four");
  g_assert_cmpuint (get_number (owner), ==, 2);
  refrain_undo_clear (undo);
  g_assert_null (refrain_undo_undo (undo));
  g_assert_null (refrain_undo_redo (undo));
}

static void
test_merge (void)
{
  g_autoptr (RefrainUndo) undo = refrain_undo_new ();
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);

  refrain_undo_set_pause (undo, G_MAXINT64);
  change (undo, owner, "drag", 1, TRUE);
  change (undo, owner, "drag", 2, TRUE);
  change (undo, owner, "drag", 3, TRUE);
  change (undo, owner, "click", 4, TRUE);
  change (undo, owner, "click", 5, FALSE);
  g_assert_cmpstr (refrain_undo_undo (undo), ==, "click");
  g_assert_cmpuint (get_number (owner), ==, 4);
  g_assert_cmpstr (refrain_undo_undo (undo), ==, "click");
  g_assert_cmpuint (get_number (owner), ==, 3);
  g_assert_cmpstr (refrain_undo_undo (undo), ==, "drag");
  g_assert_cmpuint (get_number (owner), ==, 0);
  g_assert_cmpstr (refrain_undo_redo (undo), ==, "drag");
  g_assert_cmpuint (get_number (owner), ==, 3);
  refrain_undo_set_pause (undo, -1);
  change (undo, owner, "drag", 6, TRUE);
  change (undo, owner, "drag", 7, TRUE);
  refrain_undo_undo (undo);
  g_assert_cmpuint (get_number (owner), ==, 6);
}

static void
free_counted (gpointer count)
{
  (*(guint *) count)++;
}

/* States are freed once; steps of what is gone are skipped; there are not more than so many. */
static void
test_bounds (void)
{
  g_autoptr (RefrainUndo) undo = refrain_undo_new ();
  GObject *owner = g_object_new (G_TYPE_OBJECT, NULL);
  guint freed = 0, undone = 0;

  for (guint i = 0; i < 1000; i++)
    refrain_undo_record (undo, "step", owner, set_number, &freed, &freed, free_counted, FALSE);
  g_assert_cmpuint (freed, >, 1000);
  while (refrain_undo_undo (undo) != NULL)
    undone++;
  g_assert_cmpuint (freed, ==, 2 * (1000 - undone));
  g_assert_nonnull (refrain_undo_redo (undo));
  g_object_unref (owner);
  g_assert_null (refrain_undo_undo (undo));
  g_assert_null (refrain_undo_redo (undo));
  g_assert_cmpuint (freed, ==, 2000);
}

/* ---- What a session records ---- */

typedef struct
{
  RefrainSession *session;
  RefrainSelection *selection;
  RefrainPatterns *patterns;
  RefrainUndo *undo;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->session = session_of_demo ();
  f->selection = refrain_session_get_selection (f->session);
  f->patterns = refrain_session_get_patterns (f->session);
  f->undo = refrain_session_get_undo (f->session);
  refrain_session_prepare (f->session);
  refrain_patterns_find (f->patterns);
  session_settle (f->session);
  g_assert_null (refrain_undo_get_undo_name (f->undo));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->session);
}

static guint
count_selected (Fixture *f)
{
  guint n;

  refrain_patterns_get_selected (f->patterns, &n);
  return n;
}

static gsize
count_shown (Fixture *f)
{
  gsize n;

  refrain_selection_get_processes (f->selection, &n);
  return n;
}

static void
test_selections (Fixture *f, gconstpointer data)
{
  const guint32 first = 0;
  const guint shown[] = { 3, 1 };
  const RefrainPick pick = { REFRAIN_PICK_PROCESS, 2, 0, 0 };
  guint n;
  gsize n_ranges;
  const RefrainPhaseRange *ranges
      = refrain_phase_model_get_ranges (refrain_session_get_phases (f->session), &n_ranges);

  g_assert_cmpuint (n_ranges, >, 0);
  refrain_patterns_select (f->patterns, &first, 1);
  session_settle (f->session);
  refrain_selection_set_processes (f->selection, shown, G_N_ELEMENTS (shown));
  session_settle (f->session);
  refrain_phase_model_select (refrain_session_get_phases (f->session), ranges, 1);
  session_settle (f->session);
  refrain_selection_set_pick (f->selection, &pick);
  /* Nobody has to wait for it. */
  g_assert_cmpstr (refrain_undo_undo (f->undo), ==, "select process");
  g_assert_cmpint (refrain_selection_get_pick (f->selection)->kind, ==, REFRAIN_PICK_NONE);
  refrain_phase_model_get_selected (refrain_session_get_phases (f->session), &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (refrain_undo_undo (f->undo), ==, "select phase");
  refrain_phase_model_get_selected (refrain_session_get_phases (f->session), &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpuint (count_shown (f), ==, 2);
  g_assert_cmpuint (count_selected (f), ==, 1);
  g_assert_cmpstr (refrain_undo_undo (f->undo), ==, "hide processes");
  g_assert_cmpuint (count_shown (f), >, 2);
  g_assert_cmpuint (count_selected (f), ==, 1);
  g_assert_cmpstr (refrain_undo_undo (f->undo), ==, "select pattern");
  g_assert_cmpuint (count_selected (f), ==, 0);
  g_assert_null (refrain_selection_get_highlight (f->selection));
  g_assert_null (refrain_undo_undo (f->undo));
  session_settle (f->session);
  while (refrain_undo_redo (f->undo) != NULL)
    session_settle (f->session);
  g_assert_cmpint (refrain_selection_get_pick (f->selection)->kind, ==, REFRAIN_PICK_PROCESS);
  g_assert_cmpuint (count_shown (f), ==, 2);
  g_assert_cmpuint (count_selected (f), ==, 1);
  g_assert_nonnull (refrain_selection_get_highlight (f->selection));
}

/* The window goes back where the selection moved it, and stays where it did not. */
static void
test_window (Fixture *f, gconstpointer data)
{
  gsize n;
  const RefrainPhaseRange *ranges
      = refrain_phase_model_get_ranges (refrain_session_get_phases (f->session), &n);
  const guint32 first = 0;
  double start, end, was_start, was_end;

  refrain_selection_get_window (f->selection, &was_start, &was_end);
  refrain_phase_model_select (refrain_session_get_phases (f->session), &ranges[n - 1], 1);
  session_settle (f->session);
  refrain_selection_get_window (f->selection, &start, &end);
  g_assert_cmpfloat (start, !=, was_start);
  refrain_undo_undo (f->undo);
  refrain_selection_get_window (f->selection, &start, &end);
  g_assert_cmpfloat (start, ==, was_start);
  g_assert_cmpfloat (end, ==, was_end);
  refrain_patterns_select (f->patterns, &first, 1);
  session_settle (f->session);
  refrain_session_zoom_centre (f->session, 0.5);
  refrain_selection_get_window (f->selection, &was_start, &was_end);
  refrain_undo_undo (f->undo);
  refrain_selection_get_window (f->selection, &start, &end);
  g_assert_cmpfloat (start, ==, was_start);
  g_assert_cmpfloat (end, ==, was_end);
}

static void
test_names (Fixture *f, gconstpointer data)
{
  RefrainPhaseModel *phases = refrain_session_get_phases (f->session);
  RefrainPatternSet *set = refrain_patterns_get_set (f->patterns);
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, 0);
  g_autofree char *name = g_strdup (refrain_pattern_get_name (pattern));
  gsize n;
  const RefrainPhaseRange range = refrain_phase_model_get_ranges (phases, &n)[0];

  refrain_patterns_rename (f->patterns, 0, "halo");
  session_settle (f->session);
  refrain_phase_model_set_name (phases, &range, "warm-up");
  session_settle (f->session);
  g_assert_cmpstr (refrain_undo_undo (f->undo), ==, "name phase");
  g_assert_null (refrain_phase_model_get_name (phases, &range));
  g_assert_cmpstr (refrain_undo_undo (f->undo), ==, "name pattern");
  g_assert_cmpstr (refrain_pattern_get_name (pattern), ==, name);
  refrain_undo_redo (f->undo);
  g_assert_cmpstr (refrain_pattern_get_name (pattern), ==, "halo");
  refrain_undo_redo (f->undo);
  g_assert_cmpstr (refrain_phase_model_get_name (phases, &range), ==, "warm-up");
}

static void
test_folds (Fixture *f, gconstpointer data)
{
  RefrainFoldModel *folds = refrain_session_get_folds (f->session);

  refrain_fold_model_set_shown (folds, TRUE);
  session_settle (f->session);
  g_assert_cmpstr (refrain_undo_undo (f->undo), ==, "fold similar events");
  g_assert_false (refrain_fold_model_get_shown (folds));
  session_settle (f->session);
  g_assert_cmpstr (refrain_undo_redo (f->undo), ==, "fold similar events");
  g_assert_true (refrain_fold_model_get_shown (folds));
}

#define add(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

TEST_PROGRAM ("undo")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/undo/stack", test_stack);
  g_test_add_func ("/undo/merge", test_merge);
  g_test_add_func ("/undo/bounds", test_bounds);
  add ("/undo/selections", test_selections);
  add ("/undo/window", test_window);
  add ("/undo/names", test_names);
  add ("/undo/folds", test_folds);
  return g_test_run ();
}
