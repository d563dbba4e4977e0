/* program-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A program is run for every process, and beside it the stream that it must give.
 */
#include "config.h"

#include "program-check.h"

#include <string.h>

#include "refrain-program.h"

typedef struct
{
  RefrainProgram *program;
  guint process;
  gsize n;
  gboolean look_up;
} Check;

/* The i-th operation is the i-th of the stream, and stands in the line that looking it up gives. */
static gboolean
check_step (const RefrainProgramStep *step, gpointer data)
{
  Check *check = data;
  RefrainLoopEvents *events = refrain_program_get_events (check->program);
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, check->process);
  guint32 n;
  const RefrainLoopEvent *all = refrain_loop_events_get_events (events, &n);

  g_assert_cmpuint (step->element, ==, check->n);
  g_assert_cmpuint (check->n, <, stream->n);
  g_assert_cmpmem (&step->event, sizeof step->event, &all[stream->event[check->n]],
                   sizeof step->event);
  if (check->look_up)
    g_assert_cmpuint (
        refrain_program_find_line (check->program, check->process, step->element, NULL), ==,
        step->line);
  check->n++;
  return TRUE;
}

gsize
program_check (RefrainLoopEvents *events, RefrainMapping *const *mappings, gsize n_mappings)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainProgram) program
      = refrain_program_new (events, mappings, n_mappings, NULL, &error);
  g_autofree RefrainProgramPlace *places = NULL;
  g_autofree char *text = NULL;
  guint32 n_lines;

  g_assert_no_error (error);
  text = refrain_program_dup_text (program, &places);
  g_assert_cmpuint (strlen (text), ==, refrain_program_get_facts (program)->bytes);
  refrain_program_get_lines (program, &n_lines);
  for (guint32 i = 0; i < n_lines && n_lines < 200; i++)
    {
      g_autofree char *line = refrain_program_dup_line (program, i);

      g_assert_cmpuint (places[i].from, <, places[i].to);
      if (strstr (text, "let ") == NULL && strstr (text, "faces") == NULL
          && strstr (line, "all") == NULL)
        g_assert_cmpmem (&text[places[i].from], places[i].to - places[i].from, line, strlen (line));
    }
  for (guint p = 0; p < refrain_loop_events_get_n_processes (events); p++)
    {
      Check check = { program, p, 0, refrain_program_get_facts (program)->n_operations < 5000 };

      g_assert_true (refrain_program_run (program, p, check_step, &check));
      g_assert_cmpuint (check.n, ==, refrain_loop_events_get_stream (events, p)->n);
    }
  return refrain_program_get_facts (program)->bytes;
}
