/* test-event-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Traces as lines of text: read, placed in logical time, written.
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "refrain-error.h"
#include "refrain-event-text.h"
#include "refrain-format.h"
#include "refrain-loop-text.h"
#include "sample-traces.h"
#include "test-folder.h"
#include "test-program.h"
#include "test-trace.h"

static const RefrainOps *
ops_of (RefrainTrace *trace, guint process)
{
  return refrain_process_get_ops (refrain_trace_get_process (trace, process));
}

/* What a trace says of its operations, a line each. */
static char *
describe_ops (RefrainTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *ops = ops_of (trace, p);

      for (gsize i = 0; i < ops->n; i++)
        g_string_append_printf (
            text, "%u %s %d %d %d %u\n", p,
            REFRAIN_OP_IS_SEND (ops->kind[i])   ? "send"
            : REFRAIN_OP_IS_RECV (ops->kind[i]) ? "recv"
                                                : "sync",
            ops->kind[i] == REFRAIN_OP_COLLECTIVE ? 0 : ops->peer[i], ops->tag[i],
            ops->partner[i] == REFRAIN_NONE ? -1 : (int) ops->partner[i], ops->logical[i]);
    }
  return g_string_free (text, FALSE);
}

/* The excerpt of II-B, and the other side of it. */
static void
test_paper (void)
{
  g_autofree char *path = place ("bt.events", "0 local call MPI_Isend\n"
                                              "0 send 1 tag3000\n"
                                              "0 local return MPI_Isend\n"
                                              "0 local call MPI_Irecv\n"
                                              "0 local return MPI_Irecv\n"
                                              "0 local call MPI_Wait\n"
                                              "0 local return MPI_Wait\n"
                                              "0 local call MPI_Wait\n"
                                              "1 recv 0 tag3003\n"
                                              "0 local return MPI_Wait\n"
                                              "1 send 0 tag3003\n"
                                              "0 recv 1 tag3000\n");
  g_autoptr (RefrainTrace) trace = sample_trace_load (path);
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  const RefrainOps *ops = ops_of (trace, 0);
  const RefrainCalls *calls = refrain_process_get_calls (refrain_trace_get_process (trace, 0));

  g_assert_cmpstr (refrain_trace_get_name (trace), ==, "bt");
  g_assert_cmpuint (refrain_trace_get_n_processes (trace), ==, 2);
  g_assert_cmpuint (counts->messages, ==, 2);
  g_assert_cmpuint (counts->unmatched, ==, 0);
  g_assert_cmpuint (counts->calls, ==, 4);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
  /* Received where it completes, in the last call, after it was sent. */
  g_assert_cmpuint (ops->n, ==, 2);
  g_assert_cmpint (ops->time[0], ==, 1000);
  g_assert_cmpint (ops->time[1], ==, 2000);
  g_assert_cmpint (ops_of (trace, 1)->time[0], ==, 1000);
  g_assert_cmpuint (ops->call[0], ==, 0);
  g_assert_cmpuint (ops->call[1], ==, 3);
  g_assert_cmpint (calls->start[3], <, ops->time[1]);
  g_assert_cmpint (calls->start[3], >, ops->time[0]);
}

/* Local events alone are calls, too, also of one process among others. */
static void
test_local (void)
{
  g_autofree char *path = place ("local.events", "0 local call main\n"
                                                 "0 local call f\n"
                                                 "0 local return f\n"
                                                 "0 local return main\n"
                                                 "1 local call main\n"
                                                 "1 local return main\n");
  g_autofree char *mixed = place ("mixed.events", "0 local call main\n"
                                                  "0 local return main\n"
                                                  "1 send 2 tag1\n"
                                                  "1 recv 2 tag1\n");
  g_autoptr (RefrainTrace) trace = sample_trace_load (path);
  g_autoptr (RefrainTrace) other = sample_trace_load (mixed);
  const RefrainCalls *calls = refrain_process_get_calls (refrain_trace_get_process (trace, 0));

  g_assert_cmpuint (refrain_trace_get_counts (trace)->calls, ==, 3);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->events, ==, 6);
  g_assert_cmpint (calls->start[1], >, calls->start[0]);
  g_assert_cmpint (calls->end[1], <, calls->end[0]);
  g_assert_cmpuint (refrain_trace_get_counts (other)->calls, ==, 1);
  g_assert_cmpuint (refrain_trace_get_counts (other)->messages, ==, 1);
}

/* No arrow goes back in time, however the lines stand. */
static void
test_time (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autoptr (RefrainTrace) trace = NULL;

  for (guint i = 0; i < 50; i++)
    for (guint p = 0; p < 8; p++)
      {
        guint rank = 7 - p; /* the last first */

        if (rank > 0)
          g_string_append_printf (text, "%u recv %u tag%u\n", rank - 1, rank, i % 3);
        if (rank < 7)
          g_string_append_printf (text, "%u send %u tag%u\n", rank, rank + 1, i % 3);
        g_string_append_printf (text, "%u sync MPI_Barrier 0-7\n", rank);
      }
  path = place ("line.events", text->str);
  trace = sample_trace_load (path);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->messages, ==, 350);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->collective_instances, ==, 50);
  for (guint p = 0; p < 8; p++)
    {
      const RefrainOps *ops = ops_of (trace, p);

      for (gsize i = 0; i < ops->n; i++)
        if (REFRAIN_OP_IS_RECV (ops->kind[i]))
          g_assert_cmpint (ops_of (trace, ops->peer[i])->time[ops->partner[i]], <, ops->time[i]);
    }
}

static void
test_sample (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "pair.events", NULL);
  g_autoptr (RefrainTrace) trace = sample_trace_load (path);
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  const RefrainCalls *calls = refrain_process_get_calls (refrain_trace_get_process (trace, 0));

  g_assert_cmpuint (counts->messages, ==, 3);
  g_assert_cmpuint (counts->unmatched, ==, 1);
  g_assert_cmpuint (counts->collectives, ==, 3);
  g_assert_cmpuint (counts->collective_instances, ==, 2);
  /* "iteration 1" has no duration. */
  g_assert_cmpuint (calls->n, ==, 2);
  g_assert_cmpint (calls->start[1], ==, calls->end[1]);
  g_assert_cmpstr (refrain_routine_get_name (refrain_trace_get_routine (trace, calls->routine[1])),
                   ==, "iteration 1");
}

/* One file a process is the same as one for all. */
static void
test_folder (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "pair.events", NULL);
  g_autofree char *parts = place ("parts", NULL);
  g_autoptr (RefrainTrace) whole = sample_trace_load (path), split = NULL;
  g_autofree char *text = NULL, *x = NULL, *y = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_cmpint (g_mkdir (parts, 0700), ==, 0);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint p = 0; p < 2; p++)
    {
      g_autoptr (GString) own = g_string_new (NULL);
      g_autofree char *name = g_strdup_printf ("parts/rank%u.events", p);
      g_autofree char *part = NULL;

      for (guint i = 0; lines[i] != NULL; i++)
        {
          gboolean recv = strstr (lines[i], " recv ") != NULL;
          const char *owner = recv ? strstr (lines[i], " recv ") + 6 : lines[i];

          if (g_ascii_isdigit (*owner) && (guint) (*owner - '0') == p)
            g_string_append_printf (own, "%s\n", lines[i]);
        }
      part = place (name, own->str);
    }
  split = sample_trace_load (parts);
  x = describe_ops (whole);
  y = describe_ops (split);
  g_assert_cmpstr (x, ==, y);
}

/* Written and read again, a trace has the same operations. */
static void
test_round_trip (gconstpointer data)
{
  g_autofree char *source = g_build_filename (g_getenv ("REFRAIN_SOURCE"), data, NULL);
  g_autofree char *path = place ("again.events", NULL), *second = place ("more.events", NULL);
  g_autofree char *x = NULL, *y = NULL, *first_text = NULL, *second_text = NULL;
  g_autoptr (RefrainTrace) trace = sample_trace_load (source), again = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (refrain_trace_save (trace, path, NULL, NULL, &error));
  again = sample_trace_load (path);
  x = describe_ops (trace);
  y = describe_ops (again);
  g_assert_cmpstr (x, ==, y);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->calls, ==,
                    refrain_trace_get_counts (again)->calls);
  g_assert_true (refrain_trace_save (again, second, NULL, NULL, &error));
  g_assert_true (g_file_get_contents (path, &first_text, NULL, NULL));
  g_assert_true (g_file_get_contents (second, &second_text, NULL, NULL));
  g_assert_cmpstr (first_text, ==, second_text);
}

/* Everything a trace can hold can be written as far as text goes, and read. */
static void
test_rich (void)
{
  g_autofree char *path = place ("rich.events", NULL);
  g_autoptr (RefrainTrace) trace = sample_trace_rich (), again = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (refrain_trace_save (trace, path, NULL, NULL, &error));
  g_assert_no_error (error);
  again = sample_trace_load (path);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->collectives, ==,
                    refrain_trace_get_counts (again)->collectives);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->sends, ==,
                    refrain_trace_get_counts (again)->sends);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->receives, ==,
                    refrain_trace_get_counts (again)->receives);
}

/* The rows of the trace are those of the events. */
static void
test_attach (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", "pair.events", NULL);
  const char *const paths[] = { path, NULL };
  g_autoptr (RefrainLoopEvents) events = refrain_event_text_read (paths, NULL, NULL);
  g_autoptr (RefrainTrace) trace = refrain_event_text_make_trace (events, "pair", path, NULL, NULL);
  g_autoptr (RefrainLoopEvents) attached = refrain_event_text_attach (events, trace);

  for (guint p = 0; p < 2; p++)
    {
      const RefrainLoopStream *bare = refrain_loop_events_get_stream (events, p);
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (attached, p);
      guint32 n, n_shapes;
      const RefrainLoopEvent *table = refrain_loop_events_get_events (attached, &n);
      const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (attached, &n_shapes);

      g_assert_cmpuint (bare->n, ==, stream->n);
      g_assert_null (bare->op);
      for (gsize i = 0; i < stream->n; i++)
        {
          const RefrainLoopEvent *event = &table[stream->event[i]];
          RefrainLoopEventKind kind = shapes[event->shape].kind;

          g_assert_true ((kind == REFRAIN_LOOP_LOCAL) == (stream->op[i] == REFRAIN_NONE));
          if (kind == REFRAIN_LOOP_SEND || kind == REFRAIN_LOOP_RECV)
            g_assert_cmpint (ops_of (trace, p)->tag[stream->op[i]], ==, event->tag);
        }
    }
}

/* Different words are different channels, and each stays as it is written. */
static void
test_words (void)
{
  static const char text[] = "0 send 1 t\n"
                             "0 send 1 tag0\n"
                             "0 send 1 red\n"
                             "0 send 1 0\n"
                             "0 local x  y // z\n"
                             "1 recv 0 0\n"
                             "0 recv 1 red\n"
                             "0 recv 1 tag0\n"
                             "0 recv 1 t\n";
  static const guint partners[] = { 2, 1, 0 };
  g_autofree char *path = place ("words.events", text);
  const char *const paths[] = { path, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopEvents) events = refrain_event_text_read (paths, NULL, &error);
  g_autoptr (RefrainTrace) trace = sample_trace_load (path);
  g_autoptr (RefrainLoopEvents) attached = refrain_event_text_attach (events, trace);
  g_autoptr (GString) again = g_string_new (NULL);
  guint32 n;

  g_assert_no_error (error);
  for (guint p = 0; p < 2; p++)
    {
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (attached, p);

      for (gsize i = 0; i < stream->n; i++)
        {
          refrain_loop_text_append_event (
              again, attached, p, &refrain_loop_events_get_events (attached, &n)[stream->event[i]]);
          g_string_append_c (again, '\n');
        }
    }
  g_assert_cmpstr (again->str, ==,
                   "0 send 1 t\n0 send 1 tag0\n0 send 1 red\n0 send 1 0\n"
                   "0 local x  y // z\n1 recv 0 0\n0 recv 1 red\n0 recv 1 tag0\n0 recv 1 t\n");
  /* The one from 1 to 0 was never sent, nor was the last one received. */
  g_assert_cmpuint (refrain_trace_get_counts (trace)->messages, ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (partners); i++)
    g_assert_cmpuint (ops_of (trace, 1)->partner[i], ==, partners[i]);
}

static void
test_refused (void)
{
  static const struct
  {
    guint line;
    const char *text;
  } cases[] = {
    { 2, "0 send 1 tag2\n0 send 1\n" },
    { 2, "0 send 1 tag2\n0 send x tag2\n" },
    { 1, "0 send 1\n" },
    { 2, "0 send 1 tag2\n0 send 1 \xff\n" },
    { 2, "0 send 1 tag2\n0 send 1048576 tag2\n" },
    { 3, "0 send 1 tag2\n// nothing\n0 sync MPI_Barrier 0-\n" },
    { 2, "0 send 1 tag2\nfor i0 = 1 to 3\n" },
    { 2, "0 send 1 tag2\nhello\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = place ("wrong.events", cases[i].text);
      g_autofree char *where = g_strdup_printf ("%s: line %u: ", path, cases[i].line);
      g_autoptr (GError) error = NULL;
      g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);

      g_assert_null (trace);
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, where));
    }
}

/* Files without a byte between others, or alone. */
static void
test_empty (void)
{
  g_autofree char *empty = place ("empty.events", "");
  g_autofree char *other = place ("other.events", "0 send 1 tag2\n");
  const char *const alone[] = { empty, NULL }, *const both[] = { empty, other, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopEvents) events = refrain_event_text_read (alone, NULL, &error);

  g_assert_null (events);
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_EMPTY);
  g_clear_error (&error);
  events = refrain_event_text_read (both, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (events);
}

TEST_PROGRAM ("event-text")
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_test_add_func ("/formats/event-text/paper", test_paper);
  g_test_add_func ("/formats/event-text/time", test_time);
  g_test_add_func ("/formats/event-text/local", test_local);
  g_test_add_func ("/formats/event-text/sample", test_sample);
  g_test_add_func ("/formats/event-text/folder", test_folder);
  g_test_add_data_func ("/formats/event-text/round-trip/ping-pong", "tests/data/ping-pong.otf2",
                        test_round_trip);
  g_test_add_data_func ("/formats/event-text/round-trip/demo", "data/demo/wavefront.otf2",
                        test_round_trip);
  g_test_add_data_func ("/formats/event-text/round-trip/text", "tests/data/pair.events",
                        test_round_trip);
  g_test_add_func ("/formats/event-text/rich", test_rich);
  g_test_add_func ("/formats/event-text/attach", test_attach);
  g_test_add_func ("/formats/event-text/words", test_words);
  g_test_add_func ("/formats/event-text/refused", test_refused);
  g_test_add_func ("/formats/event-text/empty", test_empty);
  status = g_test_run ();
  test_remove_tree (folder);
  g_free (folder);
  return status;
}
