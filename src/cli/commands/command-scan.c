/* command-scan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli scan: data of a trace, fetched where a loop model says.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "refrain-compare.h"
#include "refrain-loop-lines.h"
#include "refrain-loop-options.h"
#include "refrain-loop-scan.h"
#include "refrain-loop-text.h"

/* ---- What is to be fetched: get "before" {0,1,5}.time -> (Ketterlin et al. 2014, Figure 8) ----
 */

/* Which event of an occurrence. */
typedef enum
{
  EDGE_BEFORE, /* the first one: what lies before the construct ends here */
  EDGE_LAST,   /* the last one */
  EDGE_AFTER,  /* the one that follows */
} Edge;

typedef enum
{
  GET_TIME,
  GET_DURATION,
  GET_BYTES,
  GET_POSITION,
} Attribute;

typedef struct
{
  char *label;
  Edge edge;
  gboolean each;     /* of each iteration, not of the whole loop */
  gboolean all;      /* processes: every one that takes part */
  GArray *processes; /* of guint32, ascending */
  Attribute attribute;
} Get;

static const char *const attributes[] = { "time", "duration", "bytes", "position" };

static void
get_free (Get *self)
{
  g_free (self->label);
  g_array_unref (self->processes);
  g_free (self);
}

/* Takes an arrow off the end of @text. 0 without one, else its first character. */
static char
take_arrow (char *text)
{
  char arrow = '\0';

  if (g_str_has_suffix (text, "->") || g_str_has_suffix (text, "<-"))
    {
      arrow = text[strlen (text) - 2];
      text[strlen (text) - 2] = '\0';
      g_strchomp (text);
    }
  return arrow;
}

static gboolean
parse_attribute (Get *self, const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    if (g_str_equal (text, attributes[i]))
      {
        self->attribute = (Attribute) i;
        return TRUE;
      }
  return FALSE;
}

/* "0,1,5", "0-3", "*". */
static gboolean
parse_processes (Get *self, const char *text)
{
  RefrainLoopPiece piece = { text, text + strlen (text) };
  guint n = 0;

  self->all = *text == '\0' || g_str_equal (text, "*");
  if (self->all)
    return TRUE;
  if (!refrain_loop_piece_append_group (piece, REFRAIN_LOOP_MAX_PROCESSES, self->processes))
    return FALSE;
  g_array_sort (self->processes, refrain_compare_uint32);
  for (guint i = 1; i < self->processes->len; i++)
    if (g_array_index (self->processes, guint32, i) != g_array_index (self->processes, guint32, n))
      g_array_index (self->processes, guint32, ++n) = g_array_index (self->processes, guint32, i);
  g_array_set_size (self->processes, MIN (self->processes->len, n + 1));
  return self->processes->len > 0;
}

static gboolean
parse_label (Get *self, char *text, char arrow)
{
  char *rest;

  g_strstrip (text);
  if (g_str_has_prefix (text, "get ") || g_str_has_prefix (text, "get\""))
    text += 3;
  g_strstrip (text);
  if (*text == '"' && strlen (text) > 1 && g_str_has_suffix (text, "\""))
    {
      text[strlen (text) - 1] = '\0';
      text++;
    }
  self->label = g_strdup (text);
  self->edge = arrow == '<' ? EDGE_AFTER : EDGE_BEFORE;
  if (arrow != '\0')
    return *text != '\0' && strchr (text, '"') == NULL;
  rest = text;
  self->each = g_str_has_prefix (rest, "each");
  if (self->each)
    rest = g_strchug (rest + 4);
  if (g_str_equal (rest, "last"))
    self->edge = EDGE_LAST;
  else if (g_str_equal (rest, "after"))
    self->edge = EDGE_AFTER;
  else
    return g_str_equal (rest, "before") || (self->each && *rest == '\0');
  return TRUE;
}

static gboolean
parse (Get *self, char *text)
{
  char arrow, *dot, *brace, *closing;

  g_strstrip (text);
  arrow = take_arrow (text);
  dot = strrchr (text, '.');
  if (dot == NULL || !parse_attribute (self, g_strstrip (dot + 1)))
    return FALSE;
  *dot = '\0';
  g_strchomp (text);
  brace = strrchr (text, '{');
  self->all = brace == NULL;
  if (brace != NULL)
    {
      closing = strchr (brace, '}');
      if (closing == NULL || closing[1] != '\0')
        return FALSE;
      *closing = '\0';
      *brace = '\0';
      if (!parse_processes (self, g_strstrip (brace + 1)))
        return FALSE;
    }
  return parse_label (self, text, arrow);
}

/* [get] LABEL [{PROCESSES}].ATTRIBUTE [->|<-]. LABEL is before, after, last, each (before), each
 * after or each last, quoted or not; with an arrow, which points to the construct from before (->)
 * or behind it (<-), any word in quotes. NULL where @text is none of this. */
static Get *
get_parse (const char *text)
{
  g_autofree char *copy = g_strdup (text);
  Get *self = g_new0 (Get, 1);

  self->processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (!parse (self, copy))
    {
      get_free (self);
      return NULL;
    }
  return self;
}

/* The position that is asked for in a span of at least one event. */
static guint64
get_position (const Get *self, const RefrainLoopSpan *span)
{
  switch (self->edge)
    {
    case EDGE_LAST:
      return span->first + span->n - 1;
    case EDGE_AFTER:
      return span->first + span->n;
    case EDGE_BEFORE:
    default:
      return span->first;
    }
}

static void
append_seconds (GString *text, gint64 time)
{
  g_string_append_printf (text, "%s%" G_GINT64_FORMAT ".%09d", time < 0 ? "-" : "",
                          ABS (time / 1000000000), (int) ABS (time % 1000000000));
}

/* Appends the value of the event at @position as a number: seconds, bytes or the position itself.
 * FALSE where there is none. */
static gboolean
get_append_value (
    const Get *self, RefrainLoopEvents *events, guint process, guint64 position, GString *text)
{
  static const RefrainLoopValue values[]
      = { REFRAIN_LOOP_VALUE_TIME, REFRAIN_LOOP_VALUE_DURATION, REFRAIN_LOOP_VALUE_BYTES };
  gint64 number;

  if (self->attribute == GET_POSITION)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, position);
  else if (!refrain_loop_events_get_value (events, process, position, values[self->attribute],
                                           &number))
    return FALSE;
  else if (self->attribute == GET_BYTES)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, number);
  else
    append_seconds (text, number);
  return TRUE;
}

/* ---- What was fetched, record by record -------------------------------------------------------
 */

typedef enum
{
  SCAN_TEXT,
  SCAN_CSV,
  SCAN_JSON,
} Form;

/* A RefrainLoopTextFunc to standard output. */
static gboolean
write_text (const char *text, gsize n, gpointer data)
{
  return fwrite (text, 1, n, stdout) == n;
}

typedef struct
{
  RefrainLoopModel *model;
  RefrainLoopEvents *events;
  guint32 construct;
  GPtrArray *gets;
  Form form;
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
      const Get *get = report->gets->pdata[i];

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
wants (const Get *get, guint32 process)
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
append_json_value (Report *report, const Get *get, guint32 process, guint64 position)
{
  const char *name = attributes[get->attribute];

  g_string_append_printf (report->line, "{\"process\": %u, \"position\": %" G_GUINT64_FORMAT,
                          process, position);
  if (get->attribute != GET_POSITION)
    {
      g_string_append_printf (report->line, ", \"%s\": ", name);
      if (!get_append_value (get, report->events, process, position, report->line))
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
begin_record (Report *report, const Get *get, const gint64 *index, guint32 n_index)
{
  if (report->form == SCAN_JSON)
    {
      g_string_append (report->line,
                       report->n_records > 0 ? ",\n    {\"label\": " : "\n    {\"label\": ");
      append_label (report->line, get->label);
      g_string_append (report->line, ", \"index\": [");
      append_index (report->line, index, n_index, ", ");
      g_string_append (report->line, "], \"values\": [");
    }
  else if (report->form == SCAN_TEXT)
    {
      g_string_append_printf (report->line, "%s (", get->label);
      append_index (report->line, index, n_index, ",");
      g_string_append_c (report->line, ')');
    }
}

static void
add_value (Report *report,
           const Get *get,
           const gint64 *index,
           guint32 n_index,
           guint32 process,
           guint64 position,
           guint n_values)
{
  GString *line = report->line;

  if (report->form == SCAN_JSON)
    {
      g_string_append (line, n_values > 0 ? ", " : "");
      append_json_value (report, get, process, position);
      return;
    }
  if (report->form == SCAN_CSV)
    {
      append_label (line, get->label);
      g_string_append_c (line, ',');
      append_index (line, index, n_index, " ");
      g_string_append_printf (line, ",%u,%" G_GUINT64_FORMAT ",%s,", process, position,
                              attributes[get->attribute]);
    }
  else
    g_string_append_printf (line, " %u=", process);
  if (!get_append_value (get, report->events, process, position, line))
    g_string_append (line, report->form == SCAN_TEXT ? "?" : "");
  if (report->form == SCAN_CSV)
    g_string_append_c (line, '\n');
}

static gboolean
print_record (Report *report,
              const Get *get,
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
        add_value (report, get, index, n_index, process, get_position (get, &spans[i]), n_values++);
    }
  if (n_values == 0)
    return TRUE;
  if (report->form == SCAN_JSON)
    g_string_append (report->line, "]}");
  else if (report->form == SCAN_TEXT)
    g_string_append_c (report->line, '\n');
  report->n_records++;
  return write_text (report->line->str, report->line->len, NULL);
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
      const Get *get = report->gets->pdata[i];

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

  g_string_printf (line,
                   "{\n  \"schema\": \"refrain/scan/1\",\n  \"loop\": %u,\n  \"positions\": [",
                   report->construct + 1);
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
  write_text (line->str, line->len, NULL);
}

/* Fetches @gets (of Get) at the occurrences of @construct from @events. FALSE with @error, before
 * anything is printed. */
static gboolean
print_records (RefrainLoopModel *model,
               RefrainLoopEvents *events,
               guint32 construct,
               GPtrArray *gets,
               Form form,
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
    iterations |= ((const Get *) gets->pdata[i])->each;
  if (form == SCAN_JSON)
    print_json_head (&report, scan);
  else if (form == SCAN_CSV)
    printf ("label,index,process,position,attribute,value\n");
  refrain_loop_scan_run (scan, iterations, print_occurrence, &report);
  if (form == SCAN_JSON)
    printf ("\n  ]\n}\n");
  return TRUE;
}

/* ---- The annotated model ----------------------------------------------------------------------
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

/* The model with positions as comments: Ketterlin et al. 2014, Figure 8. */
static gboolean
print_annotated (RefrainLoopModel *model, const guint32 *processes, gsize n, GError **error)
{
  g_autoptr (GPtrArray) positions = refrain_loop_positions_new_all (model, processes, n, error);
  Notes notes = { model, positions };

  if (positions == NULL)
    return FALSE;
  refrain_loop_text_write (model, note_positions, &notes, write_text, NULL);
  return TRUE;
}

/* ---- The command ------------------------------------------------------------------------------
 */

typedef struct
{
  gboolean json, csv, annotate;
  char *loop;
  char **get;
  RefrainLoopArguments how;
  RefrainLoopOptions options;
} Options;

static void
clear_options (Options *options)
{
  g_free (options->loop);
  g_strfreev (options->get);
  refrain_loop_arguments_clear (&options->how);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* FALSE after an explanation. */
static gboolean
check_options (const Options *options)
{
  if (options->annotate && (options->json || options->csv || options->get != NULL))
    refrain_command_usage (&refrain_command_scan, _ ("%s does not go with %s"),
                           options->json  ? "--json"
                           : options->csv ? "--csv"
                                          : "--get",
                           "--annotate");
  else if (options->json && options->csv)
    refrain_command_usage (&refrain_command_scan, _ ("%s does not go with %s"), "--csv", "--json");
  else if (!options->annotate && (options->loop == NULL || options->get == NULL))
    refrain_command_usage (&refrain_command_scan, _ ("expects %s"), "--loop --get");
  else
    return TRUE;
  return FALSE;
}

/* NULL after an explanation. */
static GPtrArray *
parse_gets (const Options *options)
{
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func ((GDestroyNotify) get_free);

  for (gsize i = 0; options->get != NULL && options->get[i] != NULL; i++)
    {
      Get *get = get_parse (options->get[i]);

      if (get == NULL)
        {
          refrain_command_usage (&refrain_command_scan,
                                 _ ("--get: “%s” is not such as “before {0,1,5}.time”"),
                                 options->get[i]);
          return NULL;
        }
      g_ptr_array_add (gets, get);
    }
  return g_steal_pointer (&gets);
}

/* Whether all processes that are named take part in @construct; else an explanation. */
static gboolean
check_gets (GPtrArray *gets, RefrainLoopModel *model, guint32 construct)
{
  for (guint i = 0; i < gets->len; i++)
    {
      const Get *get = gets->pdata[i];

      for (guint k = 0; k < get->processes->len; k++)
        {
          const guint32 process = g_array_index (get->processes, guint32, k);

          if (refrain_loop_model_covers (model, construct, process))
            continue;
          refrain_command_usage (&refrain_command_scan,
                                 _ ("--get: process %u takes no part in construct %u"), process,
                                 construct + 1);
          return FALSE;
        }
    }
  return TRUE;
}

static int
annotate (RefrainLoopModel *model)
{
  g_autoptr (GError) error = NULL;
  guint n = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model));
  g_autofree guint32 *all = g_new (guint32, n);

  for (guint32 p = 0; p < n; p++)
    all[p] = p;
  return print_annotated (model, all, n, &error) ? REFRAIN_EXIT_OK : refrain_command_fail (error);
}

static int
scan (const Options *options, char *const *paths, GPtrArray *gets)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopEvents) events
      = refrain_loop_load_events (paths, options->how.place, TRUE, &error);
  g_autoptr (RefrainLoopModel) model = NULL;
  guint32 construct;

  if (events != NULL)
    model = options->how.model != NULL ? refrain_loop_text_load (options->how.model, NULL, &error)
                                       : refrain_loop_global_new (events, &options->options, NULL,
                                                                  NULL, NULL, NULL, &error);
  if (model == NULL)
    return refrain_command_fail (error);
  if (refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model))
      > refrain_loop_events_get_n_processes (events))
    return refrain_command_usage (&refrain_command_scan,
                                  _ ("--model: the model has more processes than the trace"));
  if (options->annotate)
    return annotate (model);
  if (!refrain_loop_parse_id ("--loop", options->loop, model, &construct, &error))
    return refrain_command_refuse (&refrain_command_scan, error);
  if (!check_gets (gets, model, construct))
    return REFRAIN_EXIT_USAGE;
  if (!print_records (model, events, construct, gets,
                      options->json  ? SCAN_JSON
                      : options->csv ? SCAN_CSV
                                     : SCAN_TEXT,
                      &error))
    return refrain_command_fail (error);
  return REFRAIN_EXIT_OK;
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { .how = REFRAIN_LOOP_ARGUMENTS_INIT };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &options.csv,
      N_ ("Print a table, values separated by commas"), NULL },
    { "loop", 0, 0, G_OPTION_ARG_STRING, &options.loop,
      N_ ("The loop, or any line of the model, as loops --ids numbers it"), N_ ("ID") },
    { "get", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.get,
      N_ ("What to fetch: “before {0,1,5}.time”; may be given several times"), N_ ("WHAT") },
    { "annotate", 0, 0, G_OPTION_ARG_NONE, &options.annotate,
      N_ ("Print the model with the positions of its lines instead"), NULL },
    REFRAIN_LOOP_ENTRIES (options.how),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GPtrArray) gets = NULL;
  g_autoptr (GError) error = NULL;
  int status = refrain_command_parse (&refrain_command_scan, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!check_options (&options))
    return REFRAIN_EXIT_USAGE;
  if (!refrain_loop_arguments_understand (&options.how, &options.options, &error))
    return refrain_command_refuse (&refrain_command_scan, error);
  gets = parse_gets (&options);
  return gets == NULL ? REFRAIN_EXIT_USAGE : scan (&options, arguments + 1, gets);
}

const RefrainCommand refrain_command_scan = {
  .name = "scan",
  .arguments = "TRACE",
  .summary = N_ ("Fetch data of a trace at the iterations of a loop"),
  .run = run,
};
