/* loops-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "loops-report.h"

#include <stdio.h>

gboolean
loops_report_write (const char *text, gsize n, gpointer data)
{
  return fwrite (text, 1, n, stdout) == n;
}

static void
note_id (GString *line, guint32 construct, guint indent, gpointer data)
{
  g_string_append_printf (line, " // %u", construct + 1);
}

void
loops_report_print (RefrainLoopModel *model, gboolean ids)
{
  refrain_loop_text_write (model, ids ? note_id : NULL, NULL, loops_report_write, NULL);
}

typedef struct
{
  RefrainLoopEvents *events;
  guint process;
  GString *line;
} Expansion;

static gboolean
print_event (const RefrainLoopEvent *event, guint32 construct, const gint64 *index, gpointer data)
{
  Expansion *expansion = data;

  g_string_truncate (expansion->line, 0);
  refrain_loop_text_append_event (expansion->line, expansion->events, expansion->process, event);
  g_string_append_c (expansion->line, '\n');
  return loops_report_write (expansion->line->str, expansion->line->len, NULL);
}

void
loops_report_expand (RefrainLoopModel *model, guint process)
{
  g_autoptr (GString) line = g_string_new (NULL);
  Expansion expansion = { refrain_loop_model_get_events (model), process, line };

  refrain_loop_model_run (model, process, print_event, &expansion);
}

static void
add_number (RefrainJsonWriter *json, const char *name, guint64 number)
{
  refrain_json_add_int (json, name, (gint64) MIN (number, G_MAXINT64));
}

static void
add_share (RefrainJsonWriter *json, const char *name, guint64 part, guint64 whole)
{
  refrain_json_add_double (json, name, whole == 0 ? 0 : (double) part / (double) whole);
}

void
loops_report_add_size (RefrainJsonWriter *json, RefrainLoopModel *model, guint32 process)
{
  RefrainLoopModelSize size;

  if (process == REFRAIN_NONE)
    refrain_loop_model_measure (model, &size);
  else
    refrain_loop_model_measure_process (model, process, &size);
  add_number (json, "events", size.events);
  add_number (json, "terms", size.n_terms);
  add_number (json, "loops", size.n_loops);
  add_number (json, "definitions", size.n_definitions);
  add_share (json, "coverage", size.events_in_loops, size.events);
  add_share (json, "shared", size.events_shared, size.events);
}

/* "0-3,8": who takes part. */
static void
append_processes (GString *text, RefrainLoopModel *model, guint32 construct)
{
  gsize words;
  const guint64 *coverage = refrain_loop_model_get_coverage (model, &words);
  g_autoptr (GArray) processes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (gsize w = 0; w < words; w++)
    for (guint64 rest = coverage[construct * words + w]; rest != 0; rest &= rest - 1)
      {
        const guint32 process = (guint32) (w * 64) + (guint32) __builtin_ctzll (rest);

        g_array_append_val (processes, process);
      }
  refrain_loop_text_append_group (text, (const guint32 *) (gpointer) processes->data,
                                  processes->len);
}

void
loops_report_add_constructs (RefrainJsonWriter *json, const char *name, RefrainLoopModel *model)
{
  static const char *const kinds[] = { "event", "loop", "definition", "use" };
  const guint64 *n_events = refrain_loop_model_get_n_events (model);
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);

  refrain_json_begin_array (json, name);
  for (guint32 i = 0; i < n; i++)
    {
      refrain_json_begin_object (json, NULL);
      add_number (json, "id", (guint64) i + 1);
      refrain_json_add_string (json, "kind", kinds[constructs[i].kind]);
      if (constructs[i].parent == REFRAIN_NONE)
        refrain_json_add_null (json, "parent");
      else
        refrain_json_add_int (json, "parent", (gint64) constructs[i].parent + 1);
      g_string_truncate (text, 0);
      refrain_loop_text_append_construct (text, model, i);
      refrain_json_add_string (json, "text", text->str);
      g_string_truncate (text, 0);
      append_processes (text, model, i);
      refrain_json_add_string (json, "processes", text->str);
      add_number (json, "events", n_events[i]);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}
