/* command-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli export: a view as a figure.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>
#include <string.h>

#include "export-pattern.h"
#include "export-phases.h"
#include "export-values.h"
#include "refrain-error.h"
#include "refrain-event-painter.h"
#include "refrain-figure.h"
#include "refrain-matrix-painter.h"
#include "refrain-overview-painter.h"
#include "refrain-pattern-painter.h"

typedef enum
{
  VIEW_EVENTS,
  VIEW_MATRIX,
  VIEW_OVERVIEW,
  VIEW_PATTERN,
  VIEW_PHASES,
} View;

/* Beyond those of the axis itself: the symbols of a sequence. */
#define AXIS_COUNT 3

#define NO_PATTERN G_MININT

/* The options as the user typed them, and what they mean. */
typedef struct
{
  char *view, *output, *width, *height, *from, *to, *processes, *axis, *palette, *font_size, *title;
  double resolution;
  gboolean bytes, logarithmic, busy;
  int pattern; /* its id, or NO_PATTERN */
  RefrainPatternArguments how;
  RefrainPhaseArguments what;

  View kind;
  RefrainAxisKind axis_kind;
  gboolean by_count;
  RefrainFigureFormat format;
  gboolean is_table;
  RefrainTableFormat table;
  RefrainFigureOptions figure;
  RefrainPatternOptions analysis;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->view);
  g_free (self->output);
  g_free (self->width);
  g_free (self->height);
  g_free (self->from);
  g_free (self->to);
  g_free (self->processes);
  g_free (self->axis);
  g_free (self->palette);
  g_free (self->font_size);
  g_free (self->title);
  refrain_pattern_arguments_clear (&self->how);
  refrain_phase_arguments_clear (&self->what);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* ---- Reading options ---- */

/* Where @text is in @names, or -1 with a sentence. */
static int
choose (const char *option, const char *text, const char *const *names)
{
  g_autofree char *all = NULL;

  for (int i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], text))
      return i;
  all = g_strjoinv (", ", (char **) names);
  refrain_command_usage (&refrain_command_export, _ ("%s: “%s” is not one of %s"), option, text,
                         all);
  return -1;
}

/* Options that the view cannot follow are wrong usage rather than silently dropped. */
static gboolean
check_view (const Options *self)
{
  const char *stray = NULL;

  if (self->kind != VIEW_MATRIX && (self->bytes || self->logarithmic))
    stray = self->bytes ? "--bytes" : "--log";
  else if (self->kind != VIEW_EVENTS && self->processes != NULL)
    stray = "--process";
  else if ((self->kind == VIEW_MATRIX || self->kind == VIEW_PATTERN) && self->axis != NULL)
    stray = "--axis";
  else if (self->by_count && self->kind != VIEW_PHASES)
    stray = "--axis count";
  else if ((self->kind == VIEW_PATTERN || self->by_count)
           && (self->from != NULL || self->to != NULL || self->busy))
    stray = self->from != NULL ? "--from" : self->to != NULL ? "--to" : "--busy";
  else if ((self->kind == VIEW_MATRIX || self->kind == VIEW_PHASES) && self->pattern != NO_PATTERN)
    stray = "--pattern";
  else if (self->kind != VIEW_PHASES)
    stray = refrain_phase_arguments_get_first (&self->what);
  if (stray == NULL)
    return TRUE;
  refrain_command_usage (&refrain_command_export, _ ("%s does not go with --view %s"), stray,
                         self->view);
  return FALSE;
}

/* What is asked about patterns. */
static gboolean
check_pattern (Options *self)
{
  const char *how = refrain_pattern_arguments_get_first (&self->how);

  if (self->pattern != NO_PATTERN || self->kind == VIEW_PHASES)
    return refrain_pattern_arguments_understand (&self->how, &refrain_command_export,
                                                 &self->analysis);
  if (self->kind == VIEW_PATTERN)
    refrain_command_usage (&refrain_command_export, _ ("--view pattern expects --pattern ID"));
  else if (how != NULL)
    refrain_command_usage (&refrain_command_export, _ ("%s expects --pattern ID"), how);
  return self->kind != VIEW_PATTERN && how == NULL;
}

/* Where the output goes; tables are only there for patterns. */
static gboolean
check_output (Options *self)
{
  g_autoptr (GError) error = NULL;

  self->is_table
      = self->kind == VIEW_PATTERN && export_pattern_get_table_format (self->output, &self->table);
  if (self->is_table || refrain_figure_format_for_path (self->output, &self->format, &error))
    return TRUE;
  refrain_command_usage (&refrain_command_export, "%s", error->message);
  return FALSE;
}

/* Gives an exit status. */
static int
understand (Options *self)
{
  static const char *const views[] = { "events", "matrix", "overview", "pattern", "phases", NULL };
  static const char *const axes[] = { "time", "compressed", "logical", "count", NULL };
  static const char *const palettes[] = { "light", "dark", "print", "grey", NULL };
  int choice;

  if (self->output == NULL)
    return refrain_command_usage (&refrain_command_export, _ ("expects -o FIGURE"));
  if ((choice = choose ("--view", self->view != NULL ? self->view : "events", views)) < 0)
    return REFRAIN_EXIT_USAGE;
  self->kind = choice;
  if (!check_output (self))
    return REFRAIN_EXIT_USAGE;
  if ((choice = choose ("--axis", self->axis != NULL ? self->axis : "time", axes)) < 0)
    return REFRAIN_EXIT_USAGE;
  self->by_count = choice == AXIS_COUNT;
  self->axis_kind = self->by_count ? REFRAIN_AXIS_TIME : (RefrainAxisKind) choice;
  if ((choice = choose ("--palette", self->palette != NULL ? self->palette : "print", palettes))
      < 0)
    return REFRAIN_EXIT_USAGE;
  self->figure.palette = choice;
  self->figure.title = self->title;
  self->figure.resolution = self->resolution;
  if (self->kind == VIEW_OVERVIEW)
    self->figure.height = 30;
  else if (self->kind == VIEW_MATRIX)
    self->figure.width = 110;
  if (!export_parse_length ("--width", self->width, FALSE, &self->figure.width)
      || !export_parse_length ("--height", self->height, FALSE, &self->figure.height)
      || !export_parse_length ("--font-size", self->font_size, TRUE, &self->figure.font_size)
      || !check_view (self) || !check_pattern (self)
      || !refrain_phase_arguments_check (&self->what, &refrain_command_export))
    return REFRAIN_EXIT_USAGE;
  return REFRAIN_EXIT_OK;
}

/* ---- Drawing ---- */

static gboolean
parse_position (RefrainAxis *axis, const char *option, const char *text, double *position)
{
  if (text == NULL || refrain_axis_parse (axis, text, position))
    return TRUE;
  refrain_command_usage (&refrain_command_export,
                         refrain_axis_get_kind (axis) == REFRAIN_AXIS_LOGICAL
                             ? _ ("%s: “%s” is not a step such as 310")
                             : _ ("%s: “%s” is not a time such as 1.5 or 300ms"),
                         option, text);
  return FALSE;
}

static RefrainPainter *
make_painter (const Options *self,
              RefrainTrace *trace,
              RefrainAxis *axis,
              const RefrainViewport *part,
              const GArray *processes,
              RefrainOpSet *highlight)
{
  g_autoptr (RefrainSummary) summary = NULL;
  g_autoptr (RefrainMatrix) matrix = NULL;

  if (self->kind == VIEW_MATRIX)
    {
      matrix = refrain_matrix_new (trace, refrain_axis_to_time (axis, part->start),
                                   refrain_axis_to_time (axis, part->end), NULL, NULL);
      return REFRAIN_PAINTER (refrain_matrix_painter_new (matrix, self->bytes, self->logarithmic));
    }
  summary = refrain_summary_new (trace, NULL, NULL);
  if (self->kind == VIEW_OVERVIEW)
    return REFRAIN_PAINTER (refrain_overview_painter_new (trace, summary, axis, highlight));
  return REFRAIN_PAINTER (refrain_event_painter_new (
      trace, summary, axis, (const guint *) processes->data, processes->len, highlight));
}

static int
save (const Options *self, RefrainPainter *painter, const RefrainViewport *part)
{
  g_autoptr (GError) error = NULL;

  if (refrain_figure_save (painter, part, &self->figure, self->format, self->output, &error))
    return REFRAIN_EXIT_OK;
  return g_error_matches (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT)
             ? refrain_command_usage (&refrain_command_export, "%s", error->message)
             : refrain_command_fail (error);
}

/* The part of @axis that is asked for; FALSE after an explanation. */
static gboolean
find_part (const Options *self, RefrainAxis *axis, RefrainViewport *part)
{
  if (self->busy)
    refrain_axis_get_busy_extent (axis, &part->start, &part->end);
  else
    refrain_axis_get_extent (axis, &part->start, &part->end);
  if (!parse_position (axis, "--from", self->from, &part->start)
      || !parse_position (axis, "--to", self->to, &part->end))
    return FALSE;
  if (part->end <= part->start)
    {
      refrain_command_usage (&refrain_command_export, _ ("--from must be before --to"));
      return FALSE;
    }
  return TRUE;
}

/* A window beside the run would make an empty figure: says so and gives FALSE. */
static gboolean
check_window (RefrainAxis *axis, const RefrainViewport *part)
{
  g_autofree char *first = NULL, *last = NULL;
  double start, end;

  refrain_axis_get_extent (axis, &start, &end);
  if (part->start <= end && part->end >= start)
    return TRUE;
  first = refrain_axis_format (axis, start, end - start);
  last = refrain_axis_format (axis, end, end - start);
  g_printerr (_ ("refrain-cli: nothing lies there: the run goes from %s to %s\n"), first, last);
  return FALSE;
}

static int
export_figure (const Options *self, RefrainTrace *trace, RefrainOpSet *highlight)
{
  g_autoptr (RefrainAxis) axis = refrain_axis_new (trace, self->axis_kind);
  g_autoptr (RefrainPainter) painter = NULL;
  g_autoptr (GArray) processes = NULL;
  RefrainViewport part = { 0 };

  if (!find_part (self, axis, &part))
    return REFRAIN_EXIT_USAGE;
  if (!check_window (axis, &part))
    return REFRAIN_EXIT_ERROR;
  processes = export_parse_processes (self->processes, refrain_trace_get_n_processes (trace));
  if (processes == NULL)
    return REFRAIN_EXIT_USAGE;
  part.n_rows = processes->len;
  painter = make_painter (self, trace, axis, &part, processes, highlight);
  return save (self, painter, &part);
}

/* A pattern by itself, or every occurrence of it in another view. */
static int
export_pattern (const Options *self, RefrainTrace *trace, const char *path)
{
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  g_autoptr (RefrainOpSet) highlight = NULL;
  g_autoptr (GError) error = NULL;
  RefrainPattern *pattern;
  RefrainViewport part = { 0 };

  set = refrain_pattern_set_new (trace, &self->analysis, NULL, NULL, NULL, &error);
  if (set == NULL)
    return refrain_command_fail (error);
  pattern = export_pattern_find (set, self->pattern, path);
  if (pattern == NULL)
    return REFRAIN_EXIT_ERROR;
  if (self->is_table)
    return export_pattern_write_table (set, pattern, self->table, self->output);
  if (self->kind != VIEW_PATTERN)
    {
      highlight = refrain_pattern_get_op_set (pattern);
      return export_figure (self, trace, highlight);
    }
  painter = REFRAIN_PAINTER (
      refrain_pattern_painter_new (pattern, refrain_pattern_set_get_symbols (set)));
  refrain_painter_get_extent (painter, &part);
  return save (self, painter, &part);
}

static int
export_phases (const Options *self, RefrainTrace *trace)
{
  g_autoptr (RefrainAxis) axis = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport part = { 0 };

  if (!self->by_count)
    axis = refrain_axis_new (trace, self->axis_kind);
  if (axis != NULL && !find_part (self, axis, &part))
    return REFRAIN_EXIT_USAGE;
  painter = export_phases_make_painter (trace, &self->analysis, &self->what, axis);
  if (painter == NULL)
    return REFRAIN_EXIT_ERROR;
  if (axis == NULL)
    refrain_painter_get_extent (painter, &part);
  return save (self, painter, &part);
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { .resolution = 300, .pattern = NO_PATTERN };
  const GOptionEntry entries[] = {
    { "view", 0, 0, G_OPTION_ARG_STRING, &options.view,
      N_ ("What to draw: events, matrix, overview, pattern or phases"), N_ ("VIEW") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
      N_ ("The figure to write: .svg, .pdf or .png; a pattern also as a table: .csv, .tex or .txt"),
      N_ ("FIGURE") },
    { "width", 0, 0, G_OPTION_ARG_STRING, &options.width, N_ ("Width (160mm)"), N_ ("LENGTH") },
    { "height", 0, 0, G_OPTION_ARG_STRING, &options.height, N_ ("Height (90mm)"), N_ ("LENGTH") },
    { "from", 0, 0, G_OPTION_ARG_STRING, &options.from,
      N_ ("Begin here: seconds, or steps of logical time"), N_ ("TIME") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &options.to, N_ ("End here"), N_ ("TIME") },
    { "busy", 0, 0, G_OPTION_ARG_NONE, &options.busy,
      N_ ("Only the part of the run that communicates"), NULL },
    { "process", 0, 0, G_OPTION_ARG_STRING, &options.processes,
      N_ ("Only these ranks, in this order: 0-7,9"), N_ ("RANKS") },
    { "axis", 0, 0, G_OPTION_ARG_STRING, &options.axis,
      N_ ("What runs to the right: time, compressed (idle time cut) or logical; phases: also "
          "count"),
      N_ ("AXIS") },
    { "bytes", 0, 0, G_OPTION_ARG_NONE, &options.bytes,
      N_ ("A matrix of bytes instead of messages"), NULL },
    { "log", 0, 0, G_OPTION_ARG_NONE, &options.logarithmic,
      N_ ("A logarithmic scale of colours for the matrix"), NULL },
    { "pattern", 0, 0, G_OPTION_ARG_INT, &options.pattern,
      N_ ("The pattern to draw, or to light up wherever it occurs"), N_ ("ID") },
    REFRAIN_PATTERN_ENTRIES (options.how),
    REFRAIN_PHASE_ENTRIES (options.what),
    { "palette", 0, 0, G_OPTION_ARG_STRING, &options.palette,
      N_ ("Colours: print, light, dark or grey"), N_ ("PALETTE") },
    { "font-size", 0, 0, G_OPTION_ARG_STRING, &options.font_size, N_ ("Size of text (8pt)"),
      N_ ("LENGTH") },
    { "resolution", 0, 0, G_OPTION_ARG_DOUBLE, &options.resolution,
      N_ ("Dots per inch of a PNG picture (300)"), N_ ("DPI") },
    { "title", 0, 0, G_OPTION_ARG_STRING, &options.title, N_ ("A line above the figure"),
      N_ ("TEXT") },
    { NULL },
  };
  g_auto (GStrv) positional = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  int status;

  refrain_figure_options_init (&options.figure);
  status = refrain_command_parse (&refrain_command_export, entries, argc, argv, 1, &positional);
  if (status == REFRAIN_EXIT_OK)
    status = understand (&options);
  if (status != REFRAIN_EXIT_OK)
    return status;
  trace = refrain_command_load (positional[1]);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  if (options.kind == VIEW_PHASES)
    return export_phases (&options, trace);
  return options.pattern != NO_PATTERN ? export_pattern (&options, trace, positional[1])
                                       : export_figure (&options, trace, NULL);
}

const RefrainCommand refrain_command_export = {
  .name = "export",
  .arguments = "TRACE",
  .summary = N_ ("Draw a view of a trace as a figure"),
  .run = run,
};
