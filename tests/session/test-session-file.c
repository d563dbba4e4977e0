/* test-session-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names and wrappers kept beside a trace.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "refrain-session-file.h"
#include "test-program.h"

typedef struct
{
  char *folder;
  char *trace;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  self->trace = g_build_filename (self->folder, "run.otf2", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_chmod (self->folder, 0700);
  dir = g_dir_open (self->folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->trace);
}

static void
write_names (RefrainSessionFile *file)
{
  static const char *const looks[] = { "hide main", NULL };
  static const char *const wrappers[] = { "exchange", "Ümlaut \"x\"", NULL };
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;

  g_hash_table_insert (names, "key", "The sweep");
  refrain_session_file_set_wrappers (file, wrappers);
  refrain_session_file_set_looks (file, looks);
  refrain_session_file_set_names (file, names);
  g_assert_true (refrain_session_file_save (file, &error));
  g_assert_no_error (error);
}

static void
assert_names (const char *trace)
{
  g_autoptr (RefrainSessionFile) file = refrain_session_file_new (trace);
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) names = NULL;
  g_auto (GStrv) wrappers = NULL;
  g_auto (GStrv) looks = NULL;

  g_assert_true (refrain_session_file_load (file, &error));
  g_assert_no_error (error);
  wrappers = refrain_session_file_get_wrappers (file);
  names = refrain_session_file_get_names (file);
  looks = refrain_session_file_get_looks (file);
  g_assert_cmpstr (looks[0], ==, "hide main");
  g_assert_cmpuint (g_strv_length (wrappers), ==, 2);
  g_assert_cmpstr (wrappers[1], ==, "Ümlaut \"x\"");
  g_assert_cmpuint (g_hash_table_size (names), ==, 1);
  g_assert_cmpstr (g_hash_table_lookup (names, "key"), ==, "The sweep");
}

static void
test_none (Fixture *self, gconstpointer data)
{
  g_autoptr (RefrainSessionFile) file = refrain_session_file_new (self->trace);
  g_autoptr (GHashTable) names = NULL;
  g_autofree char *beside = g_strconcat (self->trace, ".refrain.json", NULL);

  g_assert_cmpstr (refrain_session_file_get_path (file), ==, beside);
  g_assert_true (refrain_session_file_load (file, NULL));
  g_assert_null (refrain_session_file_get_wrappers (file));
  names = refrain_session_file_get_names (file);
  g_assert_cmpuint (g_hash_table_size (names), ==, 0);
  /* Looking writes nothing. */
  g_assert_false (g_file_test (beside, G_FILE_TEST_EXISTS));
}

static void
test_round_trip (Fixture *self, gconstpointer data)
{
  g_autoptr (RefrainSessionFile) file = refrain_session_file_new (self->trace);
  g_auto (GStrv) wrappers = NULL;

  write_names (file);
  g_assert_true (g_file_test (refrain_session_file_get_path (file), G_FILE_TEST_IS_REGULAR));
  assert_names (self->trace);
  /* No wrappers chosen is not the same as none wanted. */
  refrain_session_file_set_wrappers (file, (const char *const[]){ NULL });
  wrappers = refrain_session_file_get_wrappers (file);
  g_assert_cmpuint (g_strv_length (wrappers), ==, 0);
  refrain_session_file_set_wrappers (file, NULL);
  g_assert_null (refrain_session_file_get_wrappers (file));
}

/* What is known about phases comes back as it was, and where there is nothing, nothing is written.
 */
static void
test_phases (Fixture *self, gconstpointer data)
{
  static const char *const keys[] = { "abc", "def", NULL };
  g_autoptr (RefrainPhaseMemory) memory = refrain_phase_memory_new ();
  g_autoptr (RefrainPhaseMemory) read = NULL;
  g_autoptr (RefrainPhaseMemory) nothing = refrain_phase_memory_new ();
  g_autoptr (RefrainSessionFile) file = refrain_session_file_new (self->trace);
  g_autoptr (RefrainSessionFile) again = refrain_session_file_new (self->trace);
  g_autofree char *text = NULL;
  RefrainPhaseMark *mark;

  memory->collapse = TRUE;
  memory->strength = 1.25;
  g_ptr_array_add (memory->merged, g_strdupv ((GStrv) keys));
  mark = refrain_phase_memory_find (memory, "key", 4, 9, TRUE);
  mark->name = g_strdup ("Time <loop>");
  mark->joined = TRUE;
  mark = refrain_phase_memory_find (memory, "other key", 4, 9, TRUE);
  mark->note = g_strdup ("slow");
  g_assert_true (refrain_phase_memory_find (memory, "other key", 4, 9, TRUE) == mark);
  refrain_session_file_set_phases (file, memory);
  g_assert_true (refrain_session_file_save (file, NULL));
  g_assert_true (refrain_session_file_load (again, NULL));
  read = refrain_session_file_get_phases (again);
  g_assert_true (read->collapse);
  g_assert_false (read->without_collectives);
  g_assert_cmpfloat (read->strength, ==, 1.25);
  g_assert_cmpuint (read->merged->len, ==, 1);
  g_assert_true (g_strv_equal (read->merged->pdata[0], keys));
  g_assert_cmpuint (read->marks->len, ==, 2);
  mark = refrain_phase_memory_find (read, "key", 4, 9, FALSE);
  g_assert_cmpstr (mark->name, ==, "Time <loop>");
  g_assert_null (mark->note);
  g_assert_true (mark->joined);
  mark = refrain_phase_memory_find (read, "other key", 4, 9, FALSE);
  g_assert_cmpstr (mark->note, ==, "slow");
  g_assert_null (mark->name);
  g_assert_false (mark->joined);
  g_assert_null (refrain_phase_memory_find (read, "key", 4, 8, FALSE));

  refrain_session_file_set_phases (again, nothing);
  g_assert_true (refrain_session_file_save (again, NULL));
  g_assert_true (g_file_get_contents (refrain_session_file_get_path (file), &text, NULL, NULL));
  g_assert_null (strstr (text, "phases"));
}

/* What a later version wrote is not lost. */
/* Bookmarks come back in the order of time; none leave nothing behind. */
static void
test_bookmarks (Fixture *self, gconstpointer data)
{
  static const RefrainBookmark items[]
      = { { 20, 30, "later", "a \"note\"" }, { 10, 10, "", NULL }, { 20, 20, "Ünd", NULL } };
  g_autoptr (RefrainBookmarks) none = refrain_bookmarks_new (NULL, 0);
  const RefrainBookmark *read;
  gsize n;

  for (int k = 0; k < 2; k++)
    {
      g_autoptr (RefrainSessionFile) file = refrain_session_file_new (self->trace);
      g_autoptr (RefrainSessionFile) again = refrain_session_file_new (self->trace);
      g_autoptr (RefrainBookmarks) list = k == 0
                                              ? refrain_bookmarks_new (items, G_N_ELEMENTS (items))
                                              : refrain_bookmarks_ref (none);
      g_autoptr (RefrainBookmarks) kept = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (refrain_session_file_load (file, &error));
      refrain_session_file_set_bookmarks (file, list);
      g_assert_true (refrain_session_file_save (file, &error));
      g_assert_true (refrain_session_file_load (again, &error));
      g_assert_no_error (error);
      kept = refrain_session_file_get_bookmarks (again);
      read = refrain_bookmarks_get (kept, &n);
      g_assert_cmpuint (n, ==, k == 0 ? 3 : 0);
      if (k > 0)
        break;
      g_assert_cmpint (read[0].start, ==, 10);
      g_assert_cmpstr (read[0].name, ==, "");
      g_assert_null (read[0].note);
      g_assert_cmpstr (read[1].name, ==, "Ünd");
      g_assert_cmpint (read[2].end, ==, 30);
      g_assert_cmpstr (read[2].note, ==, "a \"note\"");
    }
}

static void
test_unknown (Fixture *self, gconstpointer data)
{
  g_autoptr (RefrainSessionFile) file = refrain_session_file_new (self->trace);
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (refrain_session_file_get_path (file),
                                      "{\"version\": 9, \"loops\": [1, {\"a\": null}]}", -1, NULL));
  g_assert_true (refrain_session_file_load (file, NULL));
  write_names (file);
  g_assert_true (g_file_get_contents (refrain_session_file_get_path (file), &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "loops"));
  assert_names (self->trace);
}

static void
test_damaged (Fixture *self, gconstpointer data)
{
  static const char *const damaged[] = {
    "",
    "{",
    "[]",
    "7",
    "{\"phases\": 3}",
    "{\"phases\": {\"collapse\": \"yes\"}}",
    "{\"phases\": {\"strength\": {}}}",
    "{\"phases\": {\"merged\": [[1]]}}",
    "{\"phases\": {\"marks\": [{\"start\": 1, \"end\": 2}]}}",
    "{\"phases\": {\"marks\": [{\"sequence\": \"a\", \"start\": 0, \"end\": 2}]}}",
    "{\"phases\": {\"marks\": [{\"sequence\": \"a\", \"start\": 3, \"end\": 2}]}}",
    "\xff\xfe",
    "{\"names\": []}",
    "{\"names\": {\"k\": 7}}",
    "{\"names\": {\"k\": null}}",
    "{\"wrappers\": \"w\"}",
    "{\"wrappers\": [null]}",
    "{\"wrappers\": [[\"w\"]]}",
    "{\"bookmarks\": 3}",
    "{\"bookmarks\": [{\"start_ns\": 1}]}",
    "{\"bookmarks\": [{\"start_ns\": 2, \"end_ns\": 1}]}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_autoptr (RefrainSessionFile) file = refrain_session_file_new (self->trace);
      g_autoptr (GError) error = NULL;
      g_autofree char *aside = g_strconcat (refrain_session_file_get_path (file), ".damaged", NULL);
      g_autofree char *text = NULL;

      g_assert_true (
          g_file_set_contents (refrain_session_file_get_path (file), damaged[i], -1, NULL));
      g_assert_false (refrain_session_file_load (file, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "run.otf2.refrain.json"));
      g_assert_null (refrain_session_file_get_wrappers (file));
      /* Not lost, even when something new is written. */
      write_names (file);
      g_assert_true (g_file_get_contents (aside, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, damaged[i]);
      assert_names (self->trace);
      g_remove (aside);
    }
}

/* Brackets that would overflow the stack of a parser that calls itself for each. */
static void
test_deep (Fixture *self, gconstpointer data)
{
  g_autoptr (RefrainSessionFile) file = refrain_session_file_new (self->trace);
  g_autoptr (GError) error = NULL;
  g_autofree char *brackets = g_strnfill (200000, '[');

  g_assert_true (g_file_set_contents (refrain_session_file_get_path (file), brackets, -1, NULL));
  g_assert_false (refrain_session_file_load (file, &error));
  g_assert_nonnull (error);
}

/* A folder that cannot be written (here: one that is none) sends it to the user's data. */
static void
test_fallback (Fixture *self, gconstpointer data)
{
  g_autofree char *trace = g_build_filename (self->trace, "no folder", "run.otf2", NULL);
  g_autoptr (RefrainSessionFile) file = refrain_session_file_new (trace);

  g_assert_true (g_file_set_contents (self->trace, "a file", -1, NULL));
  write_names (file);
  g_assert_true (g_file_test (refrain_session_file_get_fallback_path (file), G_FILE_TEST_EXISTS));
  assert_names (trace);
  g_remove (refrain_session_file_get_fallback_path (file));
}

static RefrainSessionFile *
make_told (const char *trace, const char *names, const char *const *looks)
{
  RefrainSessionFile *file = refrain_session_file_new (trace);
  g_autoptr (GHashTable) table = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (GStrv) pairs = g_strsplit (names, " ", -1);

  for (char **pair = pairs; *pair != NULL; pair++)
    {
      char *name = strchr (*pair, '=');

      *name = '\0';
      g_hash_table_insert (table, *pair, name + 1);
    }
  refrain_session_file_set_names (file, table);
  refrain_session_file_set_looks (file, looks);
  return file;
}

/* Both began with the same; each changed, added and took away something. */
static void
test_two_writers (Fixture *self, gconstpointer data)
{
  static const char *const base_looks[] = { "hide a", "hide b", NULL };
  static const char *const our_looks[] = { "hide b", "hide c", NULL };
  static const char *const their_looks[] = { "hide a", "hide b", "hide d", NULL };
  g_autoptr (RefrainSessionFile) base = make_told (self->trace, "a=1 b=1 c=1 d=1", base_looks);
  g_autoptr (RefrainSessionFile) ours = refrain_session_file_copy (base);
  g_autoptr (RefrainSessionFile) told = make_told (self->trace, "a=2 b=1 d=3 e=1", our_looks);
  g_autoptr (RefrainSessionFile) theirs
      = make_told (self->trace, "a=1 b=4 c=1 d=5 f=1", their_looks);
  g_autoptr (RefrainSessionFile) nothing = refrain_session_file_new (self->trace);
  g_autoptr (GHashTable) names = refrain_session_file_get_names (told);
  g_autoptr (GHashTable) merged = NULL;
  g_autoptr (GHashTable) whole = NULL;
  g_auto (GStrv) looks = NULL;
  g_autofree char *lines = NULL;

  refrain_session_file_set_names (ours, names);
  refrain_session_file_set_looks (ours, our_looks);
  refrain_session_file_merge (theirs, base, ours);
  merged = refrain_session_file_get_names (theirs);
  g_assert_cmpuint (g_hash_table_size (merged), ==, 5);
  g_assert_cmpstr (g_hash_table_lookup (merged, "a"), ==, "2");
  g_assert_cmpstr (g_hash_table_lookup (merged, "b"), ==, "4");
  g_assert_cmpstr (g_hash_table_lookup (merged, "d"), ==, "3"); /* both changed it */
  g_assert_cmpstr (g_hash_table_lookup (merged, "e"), ==, "1");
  g_assert_cmpstr (g_hash_table_lookup (merged, "f"), ==, "1");
  looks = refrain_session_file_get_looks (theirs);
  lines = g_strjoinv ("; ", looks);
  g_assert_cmpstr (lines, ==, "hide b; hide d; hide c");
  /* What is gone took nothing away. */
  refrain_session_file_merge (nothing, base, ours);
  whole = refrain_session_file_get_names (nothing);
  g_assert_cmpuint (g_hash_table_size (whole), ==, 4);
}

TEST_PROGRAM ("session-file")
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "/session-file/none", test_none },
    { "/session-file/round-trip", test_round_trip },
    { "/session-file/unknown", test_unknown },
    { "/session-file/damaged", test_damaged },
    { "/session-file/fallback", test_fallback },
    { "/session-file/phases", test_phases },
    { "/session-file/bookmarks", test_bookmarks },
    { "/session-file/deep", test_deep },
    { "/session-file/two-writers", test_two_writers },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
