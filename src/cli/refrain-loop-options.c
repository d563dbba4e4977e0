/* refrain-loop-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-options.h"

#include <glib/gi18n.h>

#include "refrain-event-text.h"
#include "refrain-format.h"
#include "refrain-loop-global.h"

void
refrain_loop_arguments_clear (RefrainLoopArguments *self)
{
  g_clear_pointer (&self->model, g_free);
  g_clear_pointer (&self->share, g_free);
}

static gboolean
understand_share (const RefrainCommand *command, const char *text, RefrainLoopShare *share)
{
  static const struct
  {
    const char *name;
    RefrainLoopShare share;
  } ways[] = { { "auto", REFRAIN_LOOP_SHARE_WORTH },
               { "never", REFRAIN_LOOP_SHARE_NONE },
               { "always", REFRAIN_LOOP_SHARE_EVERYWHERE } };

  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    if (g_str_equal (text, ways[i].name))
      {
        *share = ways[i].share;
        return TRUE;
      }
  refrain_command_usage (command, _ ("--share: “%s” is none of auto, never and always"), text);
  return FALSE;
}

gboolean
refrain_loop_arguments_understand (const RefrainLoopArguments *self,
                                   const RefrainCommand *command,
                                   RefrainNlrOptions *options)
{
  if (self->body < 1 || self->body > 65536)
    {
      refrain_command_usage (command, _ ("--body: %d is not between 1 and 65536"), self->body);
      return FALSE;
    }
  *options = (RefrainNlrOptions) REFRAIN_NLR_OPTIONS_DEFAULT;
  options->max_body = (guint32) self->body;
  options->affine = !self->no_affine;
  return self->share == NULL || understand_share (command, self->share, &options->share);
}

/* The files of event text that @paths name; NULL where it is another trace. */
static char **
list_event_text (char *const *paths)
{
  guint8 head[4096];
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFileInputStream) stream = NULL;
  gsize n;

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
  file = g_file_new_for_path (paths[0]);
  stream = g_file_test (paths[0], G_FILE_TEST_IS_REGULAR) ? g_file_read (file, NULL, NULL) : NULL;
  if (stream == NULL
      || !g_input_stream_read_all (G_INPUT_STREAM (stream), head, sizeof head, &n, NULL, NULL)
      || !refrain_event_text_sniff (head, n))
    return NULL;
  return g_strdupv ((char **) paths);
}

RefrainLoopEvents *
refrain_loop_load_events (char *const *paths, gboolean values, GError **error)
{
  g_auto (GStrv) texts = list_event_text (paths);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainLoopEvents) events = NULL;

  if (texts == NULL)
    {
      trace = refrain_trace_load (paths[0], NULL, NULL, NULL, error);
      return trace == NULL ? NULL : refrain_loop_events_new (trace, NULL, error);
    }
  events = refrain_event_text_read ((const char *const *) texts, NULL, error);
  if (events == NULL || !values)
    return g_steal_pointer (&events);
  trace = refrain_event_text_make_trace (events, paths[0], paths[0], NULL, error);
  return trace == NULL ? NULL : refrain_event_text_attach (events, trace);
}

RefrainLoopModel *
refrain_loop_make_global (RefrainLoopEvents *events,
                          const RefrainNlrOptions *options,
                          GError **error)
{
  return refrain_loop_global_new (events, options, NULL, NULL, NULL, NULL, error);
}

gboolean
refrain_loop_parse_id (const RefrainCommand *command,
                       const char *name,
                       const char *text,
                       RefrainLoopModel *model,
                       guint32 *construct)
{
  guint64 id;
  guint32 n;

  refrain_loop_model_get_constructs (model, &n);
  if (!g_ascii_string_to_unsigned (text, 10, 1, n, &id, NULL))
    {
      refrain_command_usage (command, _ ("%s: “%s” is none of the model's constructs 1 to %u"),
                             name, text, n);
      return FALSE;
    }
  *construct = (guint32) id - 1;
  return TRUE;
}
