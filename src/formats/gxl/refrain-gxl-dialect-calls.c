/* refrain-gxl-dialect-calls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "refrain-gxl-dialect-private.h"

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const RefrainGxlDialectNode *x = *(const RefrainGxlDialectNode *const *) a,
                              *y = *(const RefrainGxlDialectNode *const *) b;

  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  if (x->start_time != y->start_time)
    return x->start_time < y->start_time ? -1 : 1;
  if (x->end_time != y->end_time)
    return x->end_time > y->end_time ? -1 : 1;
  return 0;
}

/* A thread of a process: its calls lie one after another or one in another. */
typedef struct
{
  RefrainRecorder *recorder;
  GArray *open; /* of RefrainGxlDialectNode pointers */
} Lane;

static void
lane_clear (gpointer data)
{
  g_array_unref (((Lane *) data)->open);
}

static void
lane_leave (Lane *self, RefrainTraceBuilder *builder)
{
  const RefrainGxlDialectNode *call
      = g_array_index (self->open, const RefrainGxlDialectNode *, self->open->len - 1);

  if (call->end != NULL)
    refrain_recorder_leave (self->recorder, call->end_time,
                            refrain_trace_builder_add_routine (builder, call->name, NULL, 0));
  g_array_set_size (self->open, self->open->len - 1);
}

/* Whether @call can follow in this lane; leaves what ends before. */
static gboolean
lane_accepts (Lane *self, const RefrainGxlDialectNode *call, RefrainTraceBuilder *builder)
{
  while (self->open->len > 0)
    {
      const RefrainGxlDialectNode *outer
          = g_array_index (self->open, const RefrainGxlDialectNode *, self->open->len - 1);

      if (call->end_time <= outer->end_time && call->start_time < outer->end_time)
        return TRUE;
      if (call->start_time < outer->end_time)
        return FALSE;
      lane_leave (self, builder);
    }
  return TRUE;
}

/* Only so many lanes are tried: calls that overlap more than that go back in time in the last. */
#define MAX_LANES 64

static void
add_call (GArray *lanes,
          guint process,
          const RefrainGxlDialectNode *call,
          RefrainTraceBuilder *builder)
{
  Lane *lane = NULL;

  for (guint i = 0; lane == NULL && i < lanes->len; i++)
    if (lane_accepts (&g_array_index (lanes, Lane, i), call, builder) || i == MAX_LANES - 1)
      lane = &g_array_index (lanes, Lane, i);
  if (lane == NULL)
    {
      Lane fresh = { refrain_trace_builder_add_thread (builder, process, lanes->len, NULL),
                     g_array_new (FALSE, FALSE, sizeof (const RefrainGxlDialectNode *)) };

      g_array_append_val (lanes, fresh);
      lane = &g_array_index (lanes, Lane, lanes->len - 1);
    }
  refrain_recorder_enter (lane->recorder, call->start_time,
                          refrain_trace_builder_add_routine (builder, call->name, NULL, 0));
  g_array_append_val (lane->open, call);
}

/* Adds the calls [@first, @end) of one process. */
static void
add_calls (GPtrArray *calls, guint first, guint end, guint process, RefrainTraceBuilder *builder)
{
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (Lane));

  g_array_set_clear_func (lanes, lane_clear);
  for (guint i = first; i < end; i++)
    add_call (lanes, process, g_ptr_array_index (calls, i), builder);
  for (guint i = 0; i < lanes->len; i++)
    while (g_array_index (lanes, Lane, i).open->len > 0)
      lane_leave (&g_array_index (lanes, Lane, i), builder);
}

/* Calls that no edge ties to a process are kept in a process of their own. */
void
refrain_gxl_dialect_build_calls (RefrainGxlDialect *self, RefrainTraceBuilder *builder)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_new ();
  guint end;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      RefrainGxlDialectNode *node = g_ptr_array_index (self->nodes, i);

      if (node->kind != REFRAIN_GXL_DIALECT_CALL)
        continue;
      if (node->name == NULL)
        node->name = g_strdup (node->id);
      g_ptr_array_add (calls, node);
    }
  g_ptr_array_sort (calls, compare_calls);
  for (guint first = 0; first < calls->len; first = end)
    {
      gint64 place = ((const RefrainGxlDialectNode *) g_ptr_array_index (calls, first))->process;
      guint process;

      for (end = first; end < calls->len; end++)
        if (((const RefrainGxlDialectNode *) g_ptr_array_index (calls, end))->process != place)
          break;
      if (place >= 0)
        process = ((const RefrainGxlDialectNode *) g_ptr_array_index (self->nodes, place))->process;
      else
        process = refrain_trace_builder_add_process (builder, _ ("without process"), NULL);
      add_calls (calls, first, end, process, builder);
    }
}
