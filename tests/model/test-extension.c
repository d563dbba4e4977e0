/* test-extension.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Records that a schema describes: walked, written as text and read back, whatever the bytes are;
 * and the details of events beside the columns.
 */
#include "config.h"

#include "refrain-details.h"
#include "refrain-error.h"
#include "refrain-trace-builder.h"
#include "test-program.h"

static const char schema[] = "# comment\n"
                             "enum Role unknown=0 function=1\n"
                             "flags Flag dynamic=1 phase=2\n"
                             "definition String self:reference(String) string:text\n"
                             "definition Region self:reference(Region) name:reference(String) "
                             "role:enum(Role) flags:flags(Flag) members:list(signed) when:float\n"
                             "event Metric metric:reference(Metric) values:list(value)\n";

static const char records[]
    = "String self=0 string=\"a \\\"b\\\\ \\xff\\x0a é\"; "
      "Region self=3 name=none role=function flags=dynamic|phase members=[-1 0 "
      "9223372036854775807] when=-0.10000000000000001; "
      "Region self=4294967294 name=0 role=7 flags=4 members=[] when=0x7ff8000000000001; "
      "Metric metric=1 values=[uint64:18446744073709551615 int64:-5 double:1.5 float:0x3fc00000 "
      "none region:7 99:1]";

static RefrainExtension *
new_extension (const char *text, GError **error)
{
  g_autoptr (GBytes) none = g_bytes_new (NULL, 0);
  g_autoptr (RefrainExtension) empty = refrain_extension_new ("test", schema, none, NULL);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GBytes) definitions = NULL;

  g_assert_nonnull (empty);
  if (!refrain_extension_from_text (empty, text, bytes, error))
    return NULL;
  definitions = g_bytes_new (bytes->data, bytes->len);
  return refrain_extension_new ("test", schema, definitions, error);
}

static void
test_text (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainExtension) extension = new_extension (records, &error);
  g_autofree char *text = NULL;
  gsize n;
  const guint8 *bytes;

  g_assert_no_error (error);
  bytes = g_bytes_get_data (refrain_extension_get_definitions (extension), &n);
  text = refrain_extension_to_text (extension, bytes, n);
  g_assert_cmpstr (text, ==, records);
}

static void
test_walk (void)
{
  g_autoptr (RefrainExtension) extension = new_extension (records, NULL);
  RefrainRecordBytes left = refrain_extension_start (extension), fields;
  const RefrainRecordClass *c;
  guint number;

  g_assert_cmpuint (refrain_extension_get_n_classes (extension), ==, 3);
  g_assert_true (refrain_extension_next (extension, &left, &number, &fields));
  g_assert_cmpstr (refrain_extension_get_class (extension, number)->name, ==, "String");
  g_assert_true (refrain_extension_next (extension, &left, &number, &fields));
  c = refrain_extension_get_class (extension, number);
  g_assert_cmpstr (c->fields[2].words->words[1], ==, "function");
  g_assert_cmpuint (refrain_get_unsigned (&fields), ==, 4);
  g_assert_cmpuint (refrain_get_unsigned (&fields), ==, 0);
  g_assert_true (refrain_extension_next (extension, &left, &number, &fields));
  g_assert_true (refrain_extension_next (extension, &left, &number, &fields));
  g_assert_true (refrain_extension_get_class (extension, number)->is_event);
  g_assert_false (refrain_extension_next (extension, &left, &number, &fields));
  g_assert_false (left.failed);
  g_assert_cmpint (refrain_extension_find_class (extension, "Metric"), ==, 2);
  g_assert_cmpint (refrain_extension_find_class (extension, "metric"), ==, -1);
}

static void
test_bad_text (void)
{
  static const char *const bad[] = { "Nothing",
                                     "String self=0",
                                     "String self=0 string=\"a",
                                     "String self=0 string=\"a\\",
                                     "String self=-1 string=\"\"",
                                     "Metric metric=1 values=[uint8:1",
                                     "Metric metric=1 values=[what:1]",
                                     "Metric metric=18446744073709551615 values=[]",
                                     "String self=0 string=\"\" more=1" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (new_extension (bad[i], &error));
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
    }
}

static void
test_bad_schema (void)
{
  static const char *const bad[] = { "thing A",
                                     "definition A x:unsigned\ndefinition A",
                                     "definition A x",
                                     "definition A x:what",
                                     "definition A x:enum(None)",
                                     "definition A x:reference()",
                                     "flags F a=1\ndefinition A x:enum(F)",
                                     "enum E a=b",
                                     "definition A x:list(list(text))" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) none = g_bytes_new (NULL, 0);

      g_assert_null (refrain_extension_new ("test", bad[i], none, &error));
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
    }
}

/* Every beginning of the bytes, and every byte changed: a record or none, never beyond the end. */
static void
test_bad_bytes (void)
{
  g_autoptr (RefrainExtension) extension = new_extension (records, NULL);
  gsize n;
  const guint8 *whole = g_bytes_get_data (refrain_extension_get_definitions (extension), &n);

  for (gsize i = 0; i < n; i++)
    for (guint change = 0; change < 256; change += 17)
      {
        g_autofree guint8 *bytes = g_memdup2 (whole, i + 1);
        g_autofree char *text = NULL;

        bytes[i] ^= (guint8) change;
        text = refrain_extension_to_text (extension, bytes, i + 1);
      }
}

/* ---- Details ---- */

/* An event a nanosecond; every third has ticks, every seventh a record, event 1000 a late one. */
static gint64
ticks_of (guint64 event)
{
  return event == 1000 ? 100000 : event == 1001 ? -5 : event % 3 == 0 ? (gint64) (event % 5) : 0;
}

static RefrainTrace *
make_trace (guint n_threads, guint n)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  const guint process = refrain_trace_builder_add_process (builder, "p", NULL);

  for (guint t = 0; t < n_threads; t++)
    {
      RefrainRecorder *r = refrain_trace_builder_add_thread (builder, process, t, "t");

      for (guint i = 0; i < n; i++)
        {
          const guint8 record[] = { (guint8) i, (guint8) t };

          if (i == 0)
            refrain_recorder_enter (r, i, 0);
          else
            refrain_recorder_record (r, i, REFRAIN_RECORD_OTHER, 1, 0);
          refrain_recorder_add_details (r, ticks_of (i), record, i % 7 == 0 ? 2 : 0);
          refrain_recorder_add_details (r, 1, NULL, 0); /* once an event */
        }
    }
  refrain_trace_builder_add_routine (builder, "f", NULL, 0);
  return refrain_trace_builder_finish (builder, NULL, NULL);
}

static void
test_details (void)
{
  g_autoptr (RefrainTrace) trace = make_trace (3, 3000);
  RefrainProcess *process = refrain_trace_get_process (trace, 0);

  for (guint t = 0; t < 3; t++)
    {
      RefrainDetailCursor cursor;

      refrain_detail_cursor_init (&cursor, refrain_process_get_details (process),
                                  refrain_process_get_thread (process, t));
      for (guint i = 0; i < 3000; i++)
        {
          const RefrainDetail detail = refrain_detail_cursor_next (&cursor);
          const gint64 ticks = ticks_of (i);

          if (ticks == 0 && i % 7 != 0)
            g_assert_cmpint (detail.ticks, ==, 1); /* what came second, there being no first */
          else
            g_assert_cmpint (detail.ticks, ==, ticks);
          g_assert_cmpuint (detail.n, ==, i % 7 == 0 ? 2 : 0);
          if (detail.n > 0)
            {
              g_assert_cmpuint (detail.records[0], ==, (guint8) i);
              g_assert_cmpuint (detail.records[1], ==, t);
            }
        }
      g_assert_cmpint (refrain_detail_cursor_next (&cursor).ticks, ==, 0);
    }
}

static void
test_no_details (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  const guint process = refrain_trace_builder_add_process (builder, "p", NULL);
  RefrainRecorder *r = refrain_trace_builder_add_thread (builder, process, 0, "t");
  g_autoptr (RefrainTrace) trace = NULL;

  refrain_recorder_add_details (r, 5, NULL, 0); /* of no event */
  refrain_recorder_record (r, 0, REFRAIN_RECORD_OTHER, 1, 0);
  refrain_recorder_add_details (r, 0, NULL, 0);
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  g_assert_cmpuint (refrain_process_get_details (refrain_trace_get_process (trace, 0))->n, ==, 0);
}

TEST_PROGRAM ("extension")
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/extension/text", test_text);
  g_test_add_func ("/extension/walk", test_walk);
  g_test_add_func ("/extension/bad-text", test_bad_text);
  g_test_add_func ("/extension/bad-schema", test_bad_schema);
  g_test_add_func ("/extension/bad-bytes", test_bad_bytes);
  g_test_add_func ("/details/walk", test_details);
  g_test_add_func ("/details/none", test_no_details);

  return g_test_run ();
}
