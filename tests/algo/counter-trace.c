/* counter-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "counter-trace.h"

static const char schema[]
    = "enum MetricMode accumulated_start=0 absolute_next=5\n"
      "enum Base binary=0 decimal=1\n"
      "definition String self:reference(String) string:text\n"
      "definition MetricMember self:reference(MetricMember) name:reference(String)"
      " description:reference(String) metricMode:enum(MetricMode) base:enum(Base) exponent:signed"
      " unit:reference(String)\n"
      "definition MetricClass self:reference(Metric) metricMembers:list(reference(MetricMember))\n"
      "definition MetricInstance self:reference(Metric) metricClass:reference(Metric)\n"
      "definition RmaWin self:reference(RmaWin) name:reference(String)\n"
      "event Metric metric:reference(Metric) values:list(value)\n"
      "event RmaPut win:reference(RmaWin) remote:unsigned bytes:unsigned matchingId:unsigned\n";

static const char definitions[]
    = "String self=1 string=\"cycles\"; String self=2 string=\"watts\"; String self=3 "
      "string=\"W\"; "
      "MetricMember self=0 name=1 description=none metricMode=accumulated_start base=decimal"
      " exponent=0 unit=none; "
      "MetricMember self=1 name=2 description=1 metricMode=absolute_next base=decimal exponent=-3"
      " unit=3; "
      "MetricClass self=7 metricMembers=[0 1]; MetricInstance self=8 metricClass=7; "
      "RmaWin self=4 name=1";

static void
add_values (RefrainRecorder *recorder,
            RefrainTime time,
            RefrainExtension *extension,
            const char *text)
{
  g_autoptr (GByteArray) records = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (refrain_extension_from_text (extension, text, records, &error));
  g_assert_no_error (error);
  refrain_recorder_record (recorder, time, REFRAIN_RECORD_OTHER, 1, 0);
  refrain_recorder_add_details (recorder, 0, records->data, records->len);
}

static RefrainExtension *
make_extension (void)
{
  g_autoptr (GBytes) none = g_bytes_new (NULL, 0);
  g_autoptr (RefrainExtension) empty = NULL;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GBytes) all = NULL;
  g_autoptr (GError) error = NULL;
  RefrainExtension *extension;

  empty = refrain_extension_new ("test", schema, none, &error);
  g_assert_no_error (error);
  g_assert_true (refrain_extension_from_text (empty, definitions, bytes, &error));
  g_assert_no_error (error);
  all = g_bytes_new (bytes->data, bytes->len);
  extension = refrain_extension_new ("test", schema, all, &error);
  g_assert_no_error (error);
  return extension;
}

RefrainTrace *
counter_trace_new (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (RefrainExtension) extension = make_extension ();
  RefrainTrace *trace;

  refrain_trace_builder_set_extension (builder, extension);
  refrain_trace_builder_add_routine (builder, "main", NULL, 0);
  for (guint p = 0; p < 2; p++)
    {
      const guint process = refrain_trace_builder_add_process (builder, "rank", NULL);
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, process, p, NULL);

      refrain_recorder_enter (recorder, 0, 0);
      add_values (recorder, 1000, extension,
                  p == 0 ? "Metric metric=7 values=[uint64:5000 double:2000]"
                         : "Metric metric=8 values=[uint64:5 double:1000]");
      add_values (recorder, 2000, extension,
                  p == 0 ? "Metric metric=7 values=[uint64:6000 double:1500]"
                         : "Metric metric=8 values=[uint64:5 double:1000]");
      add_values (recorder, 4000, extension,
                  p == 0 ? "Metric metric=7 values=[uint64:10000 double:500]"
                         : "Metric metric=8 values=[uint64:5 double:1000]");
      if (p == 1)
        add_values (recorder, 4500, extension, "RmaPut win=4 remote=3 bytes=2000 matchingId=7");
      refrain_recorder_leave (recorder, 5000, 0);
    }
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  g_assert_nonnull (trace);
  return trace;
}
