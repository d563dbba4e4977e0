/* report-scan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scan: data of a trace, fetched where a loop model says.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-loop-fetch.h"
#include "refrain-loop-options.h"
#include "refrain-loop-text.h"
#include "refrain-report-options.h"

typedef struct
{
  gboolean annotate;
  char *loop;
  char **get;
  GPtrArray *fetches; /* of RefrainLoopFetch */
  RefrainLoopArguments how;
  RefrainLoopOptions options;
  RefrainReportFormat format;
} Options;

/* ---- What was fetched ---- */

/* What one of the fetches finds at one occurrence. */
typedef struct
{
  const RefrainLoopFetch *fetch;
  gsize index; /* of the loops around it, in `indices` */
  guint32 n_index, n_values;
} Record;

/* ... of one process. */
typedef struct
{
  guint32 record, process;
  guint64 position;
} Value;

/* 16 bytes a value: its number is looked up when it is written. */
typedef struct
{
  GPtrArray *fetches;
  RefrainLoopEvents *events;
  GArray *processes; /* of guint32: all that are asked for */
  GArray *records, *values, *indices;
  GString *line; /* for reuse */
} Found;

REFRAIN_DEFINE_FREE (found_free, Found, g_ptr_array_unref (x->fetches); g_object_unref (x->events);
                     refrain_unref_arrays (x->processes, x->records, x->values, x->indices);
                     g_string_free (x->line, TRUE))

static void
add_record (Found *self,
            const RefrainLoopFetch *fetch,
            const gint64 *index,
            guint32 n_index,
            const RefrainLoopSpan *spans)
{
  Record record = { fetch, self->indices->len, n_index, 0 };

  for (guint i = 0; i < self->processes->len; i++)
    {
      const guint32 process = g_array_index (self->processes, guint32, i);
      const Value value
          = { self->records->len, process, refrain_loop_fetch_get_position (fetch, &spans[i]) };

      if (spans[i].n == 0 || !refrain_loop_fetch_wants (fetch, process))
        continue;
      g_array_append_val (self->values, value);
      record.n_values++;
    }
  if (record.n_values == 0)
    return;
  g_array_append_vals (self->indices, index, n_index);
  g_array_append_val (self->records, record);
}

/* A RefrainLoopScanFunc: "before" first, then each iteration, then what follows. */
static gboolean
add_occurrence (const gint64 *index,
                guint32 n_index,
                guint64 iteration,
                const RefrainLoopSpan *spans,
                gpointer data)
{
  Found *self = data;

  for (guint i = 0; i < self->fetches->len; i++)
    {
      const RefrainLoopFetch *fetch = self->fetches->pdata[i];

      if (fetch->each == (iteration > 0))
        add_record (self, fetch, index, n_index, spans);
    }
  return TRUE;
}

static Found *
found_new (RefrainLoopScan *scan, GPtrArray *fetches, RefrainLoopEvents *events, GArray *processes)
{
  Found *self = g_new0 (Found, 1);
  gboolean iterations = FALSE;

  self->fetches = g_ptr_array_ref (fetches);
  self->events = g_object_ref (events);
  self->processes = g_array_ref (processes);
  self->records = g_array_new (FALSE, FALSE, sizeof (Record));
  self->values = g_array_new (FALSE, FALSE, sizeof (Value));
  self->indices = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->line = g_string_new (NULL);
  for (guint i = 0; i < fetches->len; i++)
    iterations |= ((const RefrainLoopFetch *) fetches->pdata[i])->each;
  refrain_loop_scan_run (scan, iterations, add_occurrence, self);
  return self;
}

static RefrainCell
get_value (const Found *self, const RefrainLoopFetch *fetch, const Value *value)
{
  gint64 number;

  if (!refrain_loop_fetch_get_value (fetch, self->events, value->process, value->position, &number))
    return REFRAIN_NO_CELL;
  return fetch->attribute == REFRAIN_LOOP_FETCH_TIME
                 || fetch->attribute == REFRAIN_LOOP_FETCH_DURATION
             ? REFRAIN_TIME (number)
             : REFRAIN_INT (number);
}

/* "3 1" */
static void
append_index (GString *line, const Found *self, const Record *record, const char *between)
{
  for (guint32 i = 0; i < record->n_index; i++)
    g_string_append_printf (line, "%s%" G_GINT64_FORMAT, i > 0 ? between : "",
                            g_array_index (self->indices, gint64, record->index + i));
}

/* ---- ... in each form ---- */

/* "before (3,1) 0=0.001 1=0.002": a RefrainReportPrintFunc. */
static void
put_records (RefrainSink *sink, gpointer data)
{
  const Found *self = data;
  const Value *value = (const Value *) (gpointer) self->values->data;
  gboolean more = TRUE;

  for (guint r = 0; r < self->records->len && more; r++)
    {
      const Record *record = &g_array_index (self->records, Record, r);

      g_string_printf (self->line, "%s (", record->fetch->label);
      append_index (self->line, self, record, ",");
      g_string_append_c (self->line, ')');
      for (guint i = 0; i < record->n_values; i++, value++)
        {
          const RefrainCell cell = get_value (self, record->fetch, value);

          g_string_append_printf (self->line, " %u=", value->process);
          refrain_report_append_for_programs (self->line, cell);
          if (cell.kind == REFRAIN_CELL_NULL)
            g_string_append_c (self->line, '?');
        }
      g_string_append_c (self->line, '\n');
      more = refrain_sink_put (self->line->str, self->line->len, sink);
    }
}

static void
add_records (RefrainReport *report, const Found *self)
{
  const Value *value = (const Value *) (gpointer) self->values->data;

  refrain_report_begin_array (report, "records");
  for (guint r = 0; r < self->records->len; r++)
    {
      const Record *record = &g_array_index (self->records, Record, r);

      refrain_report_begin_object (report, NULL);
      refrain_report_add_string (report, "label", record->fetch->label);
      refrain_report_begin_array (report, "index");
      for (guint32 i = 0; i < record->n_index; i++)
        refrain_report_add_int (report, NULL,
                                g_array_index (self->indices, gint64, record->index + i));
      refrain_report_end (report);
      refrain_report_begin_array (report, "values");
      for (guint i = 0; i < record->n_values; i++, value++)
        {
          refrain_report_begin_object (report, NULL);
          refrain_report_add_int (report, "process", value->process);
          refrain_report_add_int (report, "position", value->position);
          if (record->fetch->attribute != REFRAIN_LOOP_FETCH_POSITION)
            refrain_report_add (report, refrain_loop_attribute_get_name (record->fetch->attribute),
                                get_value (self, record->fetch, value));
          refrain_report_end (report);
        }
      refrain_report_end (report);
      refrain_report_end (report);
    }
  refrain_report_end (report);
}

/* A RefrainReportCellFunc: a value a row. */
static RefrainCell
get_cell (gsize row, guint column, gpointer data)
{
  const Found *self = data;
  const Value *value = &g_array_index (self->values, Value, row);
  const Record *record = &g_array_index (self->records, Record, value->record);

  switch (column)
    {
    case 0:
      return REFRAIN_TEXT (record->fetch->label);
    case 1:
      g_string_truncate (self->line, 0);
      append_index (self->line, self, record, " ");
      return REFRAIN_TEXT (self->line->str);
    case 2:
      return REFRAIN_INT (value->process);
    case 3:
      return REFRAIN_INT (value->position);
    case 4:
      return REFRAIN_TEXT (refrain_loop_attribute_get_name (record->fetch->attribute));
    default:
      return get_value (self, record->fetch, value);
    }
}

/* Takes @found. */
static void
add_table (RefrainReport *report, Found *found)
{
  const RefrainReportColumn columns[] = {
    { "label", _ ("label"), REFRAIN_CELL_TEXT },
    { "index", _ ("index"), REFRAIN_CELL_TEXT },
    { "process", _ ("process"), REFRAIN_CELL_INT },
    { "position", _ ("position"), REFRAIN_CELL_INT },
    { "attribute", _ ("attribute"), REFRAIN_CELL_TEXT },
    { "value", _ ("value"), REFRAIN_CELL_DOUBLE }, /* or a time, or a number */
  };
  RefrainReportTable *table = refrain_report_add_table (report, NULL, NULL, columns);

  refrain_report_set_main (table);
  refrain_report_set_source (table, found->values->len, get_cell, found, found_free);
}

static char *
write_polynomial (const RefrainPolynomial *polynomial)
{
  GString *text = g_string_new (NULL);

  refrain_polynomial_append (polynomial, text);
  return g_string_free (text, FALSE);
}

/* Where the construct stands for each process. */
static void
add_positions (RefrainReport *report,
               RefrainLoopScan *scan,
               RefrainLoopModel *model,
               guint32 construct,
               const GArray *processes)
{
  static const RefrainReportColumn columns[] = {
    { "process", NULL, REFRAIN_CELL_INT },
    { "start", NULL, REFRAIN_CELL_TEXT },
    { "length", NULL, REFRAIN_CELL_TEXT },
    { "iteration", NULL, REFRAIN_CELL_TEXT, REFRAIN_COLUMN_OPTIONAL },
  };
  RefrainReportTable *table;
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);

  refrain_report_add_int (report, "loop", (guint64) construct + 1);
  table = refrain_report_add_table (report, "positions", NULL, columns);
  for (guint i = 0; i < processes->len; i++)
    {
      const RefrainLoopPositions *at = refrain_loop_scan_get_positions (scan, i);
      g_autoptr (RefrainPolynomial) first = refrain_loop_positions_get_start (at, construct);
      g_autofree char *start = write_polynomial (first);
      g_autofree char *length
          = write_polynomial (refrain_loop_positions_get_length (at, construct));
      g_autofree char *iteration
          = constructs[construct].kind == REFRAIN_CONSTRUCT_LOOP
                ? write_polynomial (refrain_loop_positions_get_iteration (at, construct))
                : NULL;

      refrain_report_add_row (table, REFRAIN_INT (g_array_index (processes, guint32, i)),
                              REFRAIN_TEXT (start), REFRAIN_TEXT (length),
                              REFRAIN_TEXT (iteration));
    }
}

/* Fetches at the occurrences of @construct from @events. FALSE with @error. */
static gboolean
report_records (RefrainReport *report,
                const Options *options,
                RefrainLoopModel *model,
                RefrainLoopEvents *events,
                guint32 construct,
                GError **error)
{
  g_autoptr (GArray) processes
      = refrain_loop_fetch_list_processes (options->fetches, model, construct);
  g_autoptr (RefrainLoopScan) scan = refrain_loop_scan_new (
      model, construct, (const guint32 *) (gpointer) processes->data, processes->len, error);
  Found *found;

  if (scan == NULL)
    return FALSE;
  found = found_new (scan, options->fetches, events, processes);
  /* Members take ten times what a table does. */
  if (options->format == REFRAIN_REPORT_JSON)
    {
      add_positions (report, scan, model, construct, processes);
      add_records (report, found);
    }
  add_table (report, found);
  refrain_report_print_from (report, put_records, found, NULL);
  return TRUE;
}

/* ---- The annotated model ---- */

typedef struct
{
  RefrainLoopModel *model;
  GPtrArray *positions; /* of RefrainLoopPositions */
} Notes;

REFRAIN_DEFINE_FREE (notes_free, Notes, g_object_unref (x->model); g_ptr_array_unref (x->positions))

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

static void
put_annotated (RefrainSink *sink, gpointer data)
{
  const Notes *notes = data;

  refrain_loop_text_write (notes->model, note_positions, data, refrain_sink_put, sink);
}

/* The model with positions as comments: Ketterlin et al. 2014, Figure 8. */
static gboolean
report_annotated (RefrainReport *report, RefrainLoopModel *model, GError **error)
{
  const guint n = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model));
  g_autofree guint32 *all = g_new (guint32, n + 1);
  GPtrArray *positions;
  Notes *notes;

  for (guint32 p = 0; p < n; p++)
    all[p] = p;
  positions = refrain_loop_positions_new_all (model, all, n, error);
  if (positions == NULL)
    return FALSE;
  notes = g_new (Notes, 1);
  *notes = (Notes){ g_object_ref (model), positions };
  refrain_report_print_from (report, put_annotated, notes, notes_free);
  return TRUE;
}

/* ---- The kind ---- */

static void
init (gpointer data)
{
  Options *options = data;

  options->how = (RefrainLoopArguments) REFRAIN_LOOP_ARGUMENTS_INIT;
  options->format = REFRAIN_REPORT_JSON;
  options->fetches = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_loop_fetch_free);
}

REFRAIN_REPORT_ENTRIES (Options,
                        { "loop", 0, 0, G_OPTION_ARG_STRING, &x->loop,
                          N_ ("Use this loop (ids: loops --ids)"), N_ ("ID") },
                        { "get", 0, 0, G_OPTION_ARG_STRING_ARRAY, &x->get,
                          N_ ("Fetch this, such as “before {0,1,5}.time”; repeatable"),
                          N_ ("WHAT") },
                        { "annotate", 0, 0, G_OPTION_ARG_NONE, &x->annotate,
                          N_ ("Print the model with the positions of its lines"), NULL },
                        REFRAIN_LOOP_ENTRIES (x->how))

static gboolean
parse_fetches (Options *options, GError **error)
{
  for (char **text = options->get; text != NULL && *text != NULL; text++)
    {
      RefrainLoopFetch *fetch = refrain_loop_fetch_parse (*text);

      if (fetch == NULL)
        return refrain_report_refuse (error, _ ("--get: “%s” is not such as “before {0,1,5}.time”"),
                                      *text);
      g_ptr_array_add (options->fetches, fetch);
    }
  return TRUE;
}

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;

  if (!refrain_report_expect_trace (words, error))
    return FALSE;
  if (options->annotate && options->get != NULL)
    return refrain_report_refuse_both ("--get", "--annotate", error);
  if (!options->annotate && (options->loop == NULL || options->get == NULL))
    return refrain_report_refuse (error, _ ("expects %s"),
                                  _ ("--loop ID and --get FETCHES, or --annotate"));
  return refrain_loop_arguments_understand (&options->how, &options->options, error)
         && parse_fetches (options, error)
         && refrain_loop_arguments_take_text (&options->how, words, error);
}

static gboolean
narrow (gpointer data, RefrainReportFormat format, GError **error)
{
  Options *options = data;

  options->format = format;
  return !options->annotate || format == REFRAIN_REPORT_TEXT
         || refrain_report_refuse (error, _ ("--annotate prints text only"));
}

/* Whether all processes that are named take part in @construct. */
static gboolean
check_processes (const Options *options, RefrainLoopModel *model, guint32 construct, GError **error)
{
  for (guint i = 0; i < options->fetches->len; i++)
    {
      const RefrainLoopFetch *fetch = options->fetches->pdata[i];

      for (guint k = 0; k < fetch->processes->len; k++)
        {
          const guint32 process = g_array_index (fetch->processes, guint32, k);

          if (!refrain_loop_model_covers (model, construct, process))
            return refrain_report_refuse (error,
                                          _ ("--get: process %u takes no part in construct %u"),
                                          process, construct + 1);
        }
    }
  return TRUE;
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  RefrainStudyAsk own = { 0 };
  g_autoptr (RefrainStudyOptions) how
      = refrain_loop_arguments_ask (&options->how, &options->options, study, ask, &own);
  g_autoptr (RefrainLoopEvents) events
      = refrain_loop_arguments_find_events (&options->how, study, &own, TRUE, error);
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autoptr (RefrainReport) report = refrain_report_new ("scan");
  guint32 construct;
  gboolean done;

  if (events != NULL)
    model = refrain_loop_arguments_find_model (&options->how, &options->options, events, study,
                                               &own, NULL, error);
  if (model == NULL)
    return NULL;
  if (refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model))
      > refrain_loop_events_get_n_processes (events))
    done
        = refrain_report_refuse (error, _ ("--model: the model has more processes than the trace"));
  else if (options->annotate)
    done = report_annotated (report, model, error);
  else
    done = refrain_loop_parse_id ("--loop", options->loop, model, &construct, error)
           && check_processes (options, model, construct, error)
           && report_records (report, options, model, events, construct, error);
  return done ? g_steal_pointer (&report) : NULL;
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_free (x->loop); g_strfreev (x->get);
                      g_ptr_array_unref (x->fetches);
                      refrain_loop_arguments_clear (&x->how))

const RefrainReportKind refrain_report_scan = {
  .name = "scan",
  .arguments = "TRACE",
  .summary = N_ ("Fetch data of a trace at the iterations of a loop"),
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .narrow = narrow,
  .make = make,
  .clear = clear,
};
