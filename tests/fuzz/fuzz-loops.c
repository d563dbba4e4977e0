/* fuzz-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes for the reader of loop models. What can be read is written, read again and run.
 */
#include "config.h"

#include <string.h>

#include "fuzz-util.h"
#include "refrain-loop-text.h"

/* Events of a model that are run. */
#define MAX_EVENTS 10000

static gboolean
count (const RefrainLoopEvent *event, guint32 construct, const gint64 *index, gpointer data)
{
  return ++*(guint64 *) data < MAX_EVENTS;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopModel) model
      = refrain_loop_text_parse ("t.loops", (const char *) data, size, NULL, &error);
  g_autoptr (RefrainLoopModel) again = NULL;
  g_autofree char *text = NULL, *second = NULL;
  RefrainLoopModelSize size_of_model;
  guint64 n = 0;

  g_assert_true ((model == NULL) == (error != NULL));
  if (model == NULL)
    return 0;
  text = refrain_loop_text_dup (model);
  again = refrain_loop_text_parse ("again", text, strlen (text), NULL, &error);
  g_assert_no_error (error);
  second = refrain_loop_text_dup (again);
  g_assert_cmpstr (text, ==, second);
  refrain_loop_model_measure (model, &size_of_model);
  refrain_loop_model_run (model, 0, count, &n);
  return 0;
}
