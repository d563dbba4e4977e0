/* scan-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scan-report.h"

#include <stdio.h>

#include "loops-report.h"

typedef struct
{
  RefrainLoopModel *model;
  RefrainLoopEvents *events;
  guint32 construct;
  GPtrArray *gets;
  ScanReportForm form;
  GArray *processes; /* of guint32: all that are asked for */
  guint64 n_records;
  GString *line;
} Report;

/* Those that any of the gets names, or all that take part. */
static GArray *
list_processes (const Report *report)
{
  guint n = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (report->model));
  GArray *processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint8 *wanted = g_new0 (guint8, n);
  guint32 beyond = REFRAIN_NONE;

  for (guint i = 0; i < report->gets->len; i++)
    {
      const RefrainLoopGet *get = report->gets->pdata[i];

      for (guint32 p = 0; get->all && p < n; p++)
        wanted[p] |= refrain_loop_model_covers (report->model, report->construct, p);
      for (guint k = 0; k < get->processes->len; k++)
        {
          guint32 p = g_array_index (get->processes, guint32, k);

          if (p < n)
            wanted[p] = TRUE;
          else
            beyond = p;
        }
    }
  for (guint32 p = 0; p < n; p++)
    if (wanted[p])
      g_array_append_val (processes, p);
  if (beyond != REFRAIN_NONE)
    g_array_append_val (processes, beyond);
  return processes;
}

static gboolean
wants (const RefrainLoopGet *get, guint32 process)
{
  for (guint i = 0; i < get->processes->len; i++)
    if (g_array_index (get->processes, guint32, i) == process)
      return TRUE;
  return get->all;
}

/* "3 1" */
static void
append_index (GString *line, const gint64 *index, guint32 n, const char *between)
{
  for (guint32 i = 0; i < n; i++)
    g_string_append_printf (line, "%s%" G_GINT64_FORMAT, i > 0 ? between : "", index[i]);
}

static void
append_json_value (Report *report, const RefrainLoopGet *get, guint32 process, guint64 position)
{
  const char *name = refrain_loop_get_attribute_name (get);

  g_string_append_printf (report->line, "{\"process\": %u, \"position\": %" G_GUINT64_FORMAT,
                          process, position);
  if (get->attribute != REFRAIN_LOOP_GET_POSITION)
    {
      g_string_append_printf (report->line, ", \"%s\": ", name);
      if (!refrain_loop_get_append_value (get, report->events, process, position, report->line))
        g_string_append (report->line, "null");
    }
  g_string_append_c (report->line, '}');
}

/* Quoted for CSV and, as no label holds quotes, for JSON. */
static void
append_label (GString *line, const char *label)
{
  g_string_append_c (line, '"');
  for (; *label != '\0'; label++)
    {
      if (*label == '\\')
        g_string_append_c (line, '\\');
      g_string_append_c (line, (guchar) *label < ' ' ? ' ' : *label);
    }
  g_string_append_c (line, '"');
}

static void
begin_record (Report *report, const RefrainLoopGet *get, const gint64 *index, guint32 n_index)
{
  if (report->form == SCAN_REPORT_JSON)
    {
      g_string_append (report->line,
                       report->n_records > 0 ? ",\n    {\"label\": " : "\n    {\"label\": ");
      append_label (report->line, get->label);
      g_string_append (report->line, ", \"index\": [");
      append_index (report->line, index, n_index, ", ");
      g_string_append (report->line, "], \"values\": [");
    }
  else if (report->form == SCAN_REPORT_TEXT)
    {
      g_string_append_printf (report->line, "%s (", get->label);
      append_index (report->line, index, n_index, ",");
      g_string_append_c (report->line, ')');
    }
}

static void
add_value (Report *report,
           const RefrainLoopGet *get,
           const gint64 *index,
           guint32 n_index,
           guint32 process,
           guint64 position,
           guint n_values)
{
  GString *line = report->line;

  if (report->form == SCAN_REPORT_JSON)
    {
      g_string_append (line, n_values > 0 ? ", " : "");
      append_json_value (report, get, process, position);
      return;
    }
  if (report->form == SCAN_REPORT_CSV)
    {
      append_label (line, get->label);
      g_string_append_c (line, ',');
      append_index (line, index, n_index, " ");
      g_string_append_printf (line, ",%u,%" G_GUINT64_FORMAT ",%s,", process, position,
                              refrain_loop_get_attribute_name (get));
    }
  else
    g_string_append_printf (line, " %u=", process);
  if (!refrain_loop_get_append_value (get, report->events, process, position, line))
    g_string_append (line, report->form == SCAN_REPORT_TEXT ? "?" : "");
  if (report->form == SCAN_REPORT_CSV)
    g_string_append_c (line, '\n');
}

static gboolean
print_record (Report *report,
              const RefrainLoopGet *get,
              const gint64 *index,
              guint32 n_index,
              const RefrainLoopSpan *spans)
{
  guint n_values = 0;

  g_string_truncate (report->line, 0);
  begin_record (report, get, index, n_index);
  for (guint i = 0; i < report->processes->len; i++)
    {
      guint32 process = g_array_index (report->processes, guint32, i);

      if (spans[i].n > 0 && wants (get, process))
        add_value (report, get, index, n_index, process, refrain_loop_get_position (get, &spans[i]),
                   n_values++);
    }
  if (n_values == 0)
    return TRUE;
  if (report->form == SCAN_REPORT_JSON)
    g_string_append (report->line, "]}");
  else if (report->form == SCAN_REPORT_TEXT)
    g_string_append_c (report->line, '\n');
  report->n_records++;
  return loops_report_write (report->line->str, report->line->len, NULL);
}

/* "before" first, then each iteration, then what follows. */
static gboolean
print_occurrence (const gint64 *index,
                  guint32 n_index,
                  guint64 iteration,
                  const RefrainLoopSpan *spans,
                  gpointer data)
{
  Report *report = data;

  for (guint i = 0; i < report->gets->len; i++)
    {
      const RefrainLoopGet *get = report->gets->pdata[i];

      if (get->each == (iteration > 0) && !print_record (report, get, index, n_index, spans))
        return FALSE;
    }
  return TRUE;
}

static void
append_polynomial (GString *line, const char *name, const RefrainPolynomial *polynomial)
{
  g_string_append_printf (line, ", \"%s\": \"", name);
  refrain_polynomial_append (polynomial, line);
  g_string_append_c (line, '"');
}

/* The head of the JSON object: where the construct stands for each process. */
static void
print_json_head (Report *report, RefrainLoopScan *scan)
{
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (report->model, &n);
  GString *line = report->line;

  g_string_printf (line, "{\n  \"loop\": %u,\n  \"positions\": [", report->construct + 1);
  for (guint i = 0; i < report->processes->len; i++)
    {
      const RefrainLoopPositions *positions = refrain_loop_scan_get_positions (scan, i);
      g_autoptr (RefrainPolynomial) start
          = refrain_loop_positions_get_start (positions, report->construct);

      g_string_append_printf (line, "%s\n    {\"process\": %u", i > 0 ? "," : "",
                              g_array_index (report->processes, guint32, i));
      append_polynomial (line, "start", start);
      append_polynomial (line, "length",
                         refrain_loop_positions_get_length (positions, report->construct));
      if (constructs[report->construct].kind == REFRAIN_CONSTRUCT_LOOP)
        append_polynomial (line, "iteration",
                           refrain_loop_positions_get_iteration (positions, report->construct));
      g_string_append_c (line, '}');
    }
  g_string_append (line, "\n  ],\n  \"records\": [");
  loops_report_write (line->str, line->len, NULL);
}

gboolean
scan_report_print (RefrainLoopModel *model,
                   RefrainLoopEvents *events,
                   guint32 construct,
                   GPtrArray *gets,
                   ScanReportForm form,
                   GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GArray) processes = NULL;
  g_autoptr (RefrainLoopScan) scan = NULL;
  Report report = { model, events, construct, gets, form, NULL, 0, line };
  gboolean iterations = FALSE;

  report.processes = processes = list_processes (&report);
  scan = refrain_loop_scan_new (model, construct, (const guint32 *) (gpointer) processes->data,
                                processes->len, error);
  if (scan == NULL)
    return FALSE;
  for (guint i = 0; i < gets->len; i++)
    iterations |= ((const RefrainLoopGet *) gets->pdata[i])->each;
  if (form == SCAN_REPORT_JSON)
    print_json_head (&report, scan);
  else if (form == SCAN_REPORT_CSV)
    printf ("label,index,process,position,attribute,value\n");
  refrain_loop_scan_run (scan, iterations, print_occurrence, &report);
  if (form == SCAN_REPORT_JSON)
    printf ("\n  ]\n}\n");
  return TRUE;
}

/* ---- The annotated model ------------------------------------------------------------------------
 */

typedef struct
{
  RefrainLoopModel *model;
  GPtrArray *positions; /* of RefrainLoopPositions */
} Notes;

typedef const RefrainPolynomial *(*GetPolynomial) (const RefrainLoopPositions *, guint32 construct);

/* "@{0=671,1=999}" */
static void
append_note (GString *line, const Notes *notes, char sign, guint32 construct, GetPolynomial get)
{
  gboolean first = TRUE;

  g_string_append_printf (line, "// %c{", sign);
  for (guint i = 0; i < notes->positions->len; i++)
    {
      const RefrainLoopPositions *positions = notes->positions->pdata[i];
      guint process = refrain_loop_positions_get_process (positions);

      if (!refrain_loop_model_covers (notes->model, construct, process))
        continue;
      g_string_append_printf (line, first ? "%u=" : ",%u=", process);
      refrain_polynomial_append (get (positions, construct), line);
      first = FALSE;
    }
  g_string_append_c (line, '}');
}

static void
note_positions (GString *line, guint32 construct, guint indent, gpointer data)
{
  const Notes *notes = data;
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (notes->model, &n);
  RefrainConstructKind kind = constructs[construct].kind;

  if (kind != REFRAIN_CONSTRUCT_DEFINITION)
    {
      g_string_append_c (line, ' ');
      append_note (line, notes, '@', construct, refrain_loop_positions_get_offset);
    }
  if (kind == REFRAIN_CONSTRUCT_LOOP || kind == REFRAIN_CONSTRUCT_DEFINITION)
    {
      g_string_append_printf (line, "\n%*s", (int) indent + 2, "");
      append_note (line, notes, '#', construct, refrain_loop_positions_get_iteration);
    }
}

gboolean
scan_report_annotate (RefrainLoopModel *model, const guint32 *processes, gsize n, GError **error)
{
  g_autoptr (GPtrArray) positions
      = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_loop_positions_free);
  Notes notes = { model, positions };

  for (gsize i = 0; i < n; i++)
    {
      RefrainLoopPositions *one = refrain_loop_positions_new (model, processes[i], error);

      if (one == NULL)
        return FALSE;
      g_ptr_array_add (positions, one);
    }
  refrain_loop_text_write (model, note_positions, &notes, loops_report_write, NULL);
  return TRUE;
}
