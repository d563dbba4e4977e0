/* test-loops.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loop models for tests of several rooms: of a text, as a text, and beside what was recorded.
 */
#pragma once

#include <string.h>

#include "refrain-error.h"
#include "refrain-loop-text.h"

/* The model that the text, which is a good one, writes down. */
static inline RefrainLoopModel *
test_parse_loops (const char *text)
{
  g_autoptr (GError) error = NULL;
  RefrainLoopModel *model = refrain_loop_text_parse ("test", text, strlen (text), NULL, &error);

  g_assert_no_error (error);
  return model;
}

static inline gboolean
test_append_text (const char *text, gsize n, gpointer data)
{
  g_string_append_len (data, text, (gssize) n);
  return TRUE;
}

/* The text of @model. */
static inline char *
test_dup_loop_text (RefrainLoopModel *model)
{
  GString *text = g_string_new (NULL);

  refrain_loop_text_write (model, NULL, NULL, test_append_text, text);
  return g_string_free (text, FALSE);
}

typedef struct
{
  const RefrainLoopEvent *events;
  const RefrainLoopStream *stream;
  gsize at;
} TestLoopRun;

static inline gboolean
test_compare_event (const RefrainLoopEvent *event,
                    guint32 construct,
                    const gint64 *index,
                    gpointer data)
{
  TestLoopRun *run = data;
  const RefrainLoopEvent *expected;

  if (run->at >= run->stream->n)
    return FALSE;
  expected = &run->events[run->stream->event[run->at++]];
  return expected->shape == event->shape && expected->peer == event->peer
         && expected->tag == event->tag;
}

/* Whether running @model for every process gives exactly the streams of its events; says in @error
 * where they part. */
static inline gboolean
test_verify_loops (RefrainLoopModel *model, GError **error)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);
  guint32 n_events;
  TestLoopRun run = { .events = refrain_loop_events_get_events (events, &n_events) };

  for (guint p = 0; p < refrain_loop_events_get_n_processes (events); p++)
    {
      run.stream = refrain_loop_events_get_stream (events, p);
      run.at = 0;
      if (refrain_loop_model_run (model, p, test_compare_event, &run) && run.at == run.stream->n)
        continue;
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                   "The model of process %u differs from its %" G_GSIZE_FORMAT
                   " events after event %" G_GSIZE_FORMAT ".",
                   p, run.stream->n, run.at);
      return FALSE;
    }
  return TRUE;
}
