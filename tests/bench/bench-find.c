/* bench-find.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From choosing a hit of the search to the frame in which all its messages are lit up: once they
 * are counted, as they are while one types, and from nothing. Needs a display, and the anchor of a
 * trace; the third argument is the search.
 */
#include "config.h"

#include "bench-light.h"
#include "window-driver.h"
#include "test-program.h"

/* Chooses @question BENCH_LIGHTS times, with @questions counted before if there are any. */
static void
measure (BenchLight *light,
         const RefrainFindQuestion *question,
         GPtrArray *questions,
         const char *name)
{
  RefrainSession *session = bench_light_get_session (light);
  RefrainHits *hits = refrain_session_get_hits (session);
  g_autofree char *note = NULL;
  gsize n;

  for (guint i = 0; i < BENCH_LIGHTS; i++)
    {
      activate (light->window, "clear-selection");
      refrain_hits_look (hits, questions);
      if (questions != NULL)
        wait_until (refrain_hits_get_found (hits, 0, &n));
      bench_light_begin (light);
      refrain_hits_choose (hits, question);
      bench_light_end (light);
    }
  note = g_strdup_printf ("%zu messages", refrain_subject_count (refrain_subjects_get_lit (
                                              refrain_session_get_subjects (session))));
  bench_light_row (light, name, note);
}

TEST_PROGRAM ("find")
{
  const char *text = argc > 3 ? argv[3] : "MESSAGES WHERE SIZE >= 0 LIMIT 100000";
  BenchLight light;
  RefrainSession *session;
  g_autoptr (GPtrArray) questions = NULL;

  if (argc < 3 || !window_driver_init (&argc, &argv))
    return 0;
  g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL);
  bench_light_init (&light, make_window_with (argv[2]));
  session = bench_light_get_session (&light);
  wait_until (refrain_patterns_get_set (refrain_session_get_patterns (session)) != NULL);
  activate_with (light.window, "page", "events");
  questions = refrain_find_text_read (text, refrain_session_get_trace (session));
  if (questions->len == 0)
    return 1;
  measure (&light, questions->pdata[0], questions,
           "From a search hit to the frame with all its messages lit up");
  measure (&light, questions->pdata[0], NULL,
           "From a search that nobody counted to the frame with all its messages lit up");
  close_window (light.window);
  return 0;
}
