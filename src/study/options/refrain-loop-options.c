/* refrain-loop-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the options, and the trace or the files of event text that they are about.
 */
#include "config.h"

#include "refrain-loop-options.h"

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-event-text.h"
#include "refrain-free.h"
#include "refrain-loop-text.h"
#include "refrain-report-options.h"

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_loop_arguments_clear,
                             RefrainLoopArguments,
                             refrain_clear (&x->model, &x->share, &x->receive);
                             g_clear_pointer (&x->text, g_strfreev))

gboolean
refrain_loop_arguments_understand (RefrainLoopArguments *self,
                                   RefrainLoopOptions *options,
                                   GError **error)
{
  static const char *const shares[] = { "auto", "never", "always", NULL };
  static const RefrainLoopShare meant[]
      = { REFRAIN_LOOP_SHARE_WORTH, REFRAIN_LOOP_SHARE_NONE, REFRAIN_LOOP_SHARE_EVERYWHERE };
  /* As RefrainReceivePlace has them. */
  static const char *const places[] = { "completion", "posting", "sets", NULL };
  guint share = 0, place = self->place;

  if (self->body < 1 || self->body > 65536)
    return refrain_report_refuse (error, _ ("--body: %d is not between 1 and 65536"), self->body);
  *options = (RefrainLoopOptions) REFRAIN_LOOP_OPTIONS_DEFAULT;
  options->nlr.max_body = (guint32) self->body;
  options->nlr.affine = self->no_affine ? REFRAIN_AFFINE_NONE : REFRAIN_AFFINE_ALL;
  if (!refrain_report_choose ("--share", self->share, shares, &share, error)
      || !refrain_report_choose ("--receive", self->receive, places, &place, error))
    return FALSE;
  if (self->share != NULL)
    options->share = meant[share];
  self->place = (RefrainReceivePlace) place;
  return TRUE;
}

/* Whether @path is a file of event text, or, by its name, meant to be one. */
static gboolean
is_event_text (const char *path)
{
  guint8 head[4096];
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = NULL;
  gsize n;

  if (g_str_has_suffix (path, ".events"))
    return TRUE;
  stream = g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_file_read (file, NULL, NULL) : NULL;
  return stream != NULL
         && g_input_stream_read_all (G_INPUT_STREAM (stream), head, sizeof head, &n, NULL, NULL)
         && refrain_event_text_sniff (head, n);
}

/* The files of event text that @paths name; NULL where it is another trace. */
static char **
list_event_text (char *const *paths)
{
  if (paths[1] != NULL)
    return g_strdupv ((char **) paths);
  if (g_file_test (paths[0], G_FILE_TEST_IS_DIR))
    {
      g_autoptr (GDir) dir = g_dir_open (paths[0], 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        if (g_str_has_suffix (name, ".otf2"))
          return NULL;
      return refrain_event_text_list_folder (paths[0]);
    }
  return is_event_text (paths[0]) ? g_strdupv ((char **) paths) : NULL;
}

/* Whether several files are all event text, as far as they are there. */
static gboolean
check_several (char *const *paths, GError **error)
{
  for (gsize i = 0; paths[1] != NULL && paths[i] != NULL; i++)
    if (g_file_test (paths[i], G_FILE_TEST_EXISTS) && !is_event_text (paths[i]))
      return refrain_fail (error, REFRAIN_ERROR_ARGUMENT,
                           _ ("%s: is no event text, and only of that may there be several files"),
                           paths[i]);
  return TRUE;
}

/* Local events are kept. */
static RefrainLoopEvents *
read_text (char *const *texts, gboolean values, GError **error)
{
  g_autoptr (RefrainLoopEvents) events
      = refrain_event_text_read ((const char *const *) texts, NULL, error);
  g_autoptr (RefrainTrace) trace = NULL;

  if (events == NULL || !values)
    return g_steal_pointer (&events);
  trace = refrain_event_text_make_trace (events, texts[0], texts[0], NULL, error);
  return trace == NULL ? NULL : refrain_event_text_attach (events, trace);
}

gboolean
refrain_loop_arguments_take_text (RefrainLoopArguments *self, char **words, GError **error)
{
  if (!check_several (words, error))
    return FALSE;
  self->text = list_event_text (words);
  for (; self->text != NULL && *words != NULL; words++)
    g_clear_pointer (words, g_free);
  return TRUE;
}

RefrainStudyOptions *
refrain_loop_arguments_ask (const RefrainLoopArguments *self,
                            const RefrainLoopOptions *options,
                            RefrainStudy *study,
                            const RefrainStudyAsk *ask,
                            RefrainStudyAsk *own)
{
  RefrainStudyOptions *how = NULL;

  *own = ask != NULL ? *ask : (RefrainStudyAsk){ 0 };
  if (study == NULL)
    return NULL;
  how = refrain_report_copy_options (study, ask, own);
  how->loops = *options;
  how->loop_receive = self->place;
  return how;
}

RefrainLoopEvents *
refrain_loop_arguments_find_events (const RefrainLoopArguments *self,
                                    RefrainStudy *study,
                                    const RefrainStudyAsk *ask,
                                    gboolean values,
                                    GError **error)
{
  return study != NULL ? refrain_study_find (study, REFRAIN_ANALYSIS_LOOP_EVENTS, ask, error)
                       : read_text (self->text, values, error);
}

RefrainLoopModel *
refrain_loop_arguments_find_model (const RefrainLoopArguments *self,
                                   const RefrainLoopOptions *options,
                                   RefrainLoopEvents *events,
                                   RefrainStudy *study,
                                   const RefrainStudyAsk *ask,
                                   GPtrArray **local,
                                   GError **error)
{
  if (self->model != NULL)
    return refrain_loop_text_load (self->model, ask != NULL ? ask->cancellable : NULL, error);
  /* Of a study there are no local models. */
  return study != NULL && local == NULL
             ? refrain_study_find (study, REFRAIN_ANALYSIS_LOOPS, ask, error)
             : refrain_loop_global_new (events, options, local, NULL,
                                        ask != NULL ? ask->cancellable : NULL, error);
}

gboolean
refrain_loop_parse_id (
    const char *name, const char *text, RefrainLoopModel *model, guint32 *construct, GError **error)
{
  guint64 id;
  guint32 n;

  refrain_loop_model_get_constructs (model, &n);
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &id, NULL))
    return refrain_report_refuse (error, _ ("%s: “%s” is not a number such as 3"), name, text);
  if (id >= 1 && id <= n)
    {
      *construct = (guint32) id - 1;
      return TRUE;
    }
  return n == 0 ? refrain_report_lack (error, _ ("there are no loops"))
                : refrain_report_lack (error, _ ("no construct %u (1 to %u; list: loops --ids)"),
                                       (guint) id, n);
}
