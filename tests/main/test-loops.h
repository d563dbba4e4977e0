/* test-loops.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loop models for tests of several rooms.
 */
#pragma once

#include <string.h>

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
