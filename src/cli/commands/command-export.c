/* command-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli export: a view as a figure.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>

#include "export-draw.h"
#include "refrain-format.h"
#include "refrain-save.h"

/* Fills in @options; gives an exit status. */
static int
parse (ExportOptions *options, int argc, char **argv, char ***positional)
{
  g_autofree char *views = export_options_describe_views ();
  const GOptionEntry entries[] = {
    { "view", 0, 0, G_OPTION_ARG_STRING, &options->view, views, N_ ("VIEW") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
      N_ ("The figure to write: .svg, .pdf or .png; a pattern also as a table: .csv, .tex or .txt"),
      N_ ("FIGURE") },
    { "width", 0, 0, G_OPTION_ARG_STRING, &options->width, N_ ("Width (160mm)"), N_ ("LENGTH") },
    { "height", 0, 0, G_OPTION_ARG_STRING, &options->height, N_ ("Height (90mm)"), N_ ("LENGTH") },
    { "format", 0, 0, G_OPTION_ARG_STRING, &options->stream,
      N_ ("Format of standard output, where FIGURE is -: svg, pdf, png …"), N_ ("EXTENSION") },
    { "from", 0, 0, G_OPTION_ARG_STRING, &options->from,
      N_ ("Begin here: seconds, or steps of logical time"), N_ ("TIME") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &options->to, N_ ("End here"), N_ ("TIME") },
    { "phase", 0, 0, G_OPTION_ARG_STRING, &options->series.phase,
      N_ ("Durations, compare: what this phase repeats, as phases numbers it"), N_ ("ID") },
    { "routine", 0, 0, G_OPTION_ARG_STRING, &options->series.routine,
      N_ ("Durations, compare: the calls of this routine"), N_ ("NAME") },
    { "sequence", 0, 0, G_OPTION_ARG_STRING, &options->series.sequence,
      N_ ("Durations, compare: this sequence, as durations --sequences numbers it"), N_ ("ID") },
    { "occurrences", 0, 0, G_OPTION_ARG_STRING, &options->occurrences,
      N_ ("Compare these two: 118,120; one alone is compared with a usual one (the slowest)"),
      N_ ("I,J") },
    { "busy", 0, 0, G_OPTION_ARG_NONE, &options->busy,
      N_ ("Only the part of the run that communicates, as phases are drawn"), NULL },
    { "whole", 0, 0, G_OPTION_ARG_NONE, &options->whole, N_ ("The whole run, in phases too"),
      NULL },
    { "process", 0, 0, G_OPTION_ARG_STRING, &options->processes,
      N_ ("Only these ranks, in this order: 0-7,9"), N_ ("RANKS") },
    { "axis", 0, 0, G_OPTION_ARG_STRING, &options->axis,
      N_ ("What runs to the right: time, compressed (idle time cut) or logical; phases: also "
          "count"),
      N_ ("AXIS") },
    { "bytes", 0, 0, G_OPTION_ARG_NONE, &options->bytes,
      N_ ("A matrix of bytes instead of messages"), NULL },
    { "metric", 0, 0, G_OPTION_ARG_STRING, &options->shown,
      N_ ("What a matrix shows: messages, bytes, time or mean-size"), N_ ("METRIC") },
    { "order", 0, 0, G_OPTION_ARG_STRING, &options->order,
      N_ ("Rows and columns of a matrix by rank, sum, band or cluster"), N_ ("ORDER") },
    { "sums", 0, 0, G_OPTION_ARG_NONE, &options->sums,
      N_ ("The sums of rows and columns beside the matrix"), NULL },
    { "log", 0, 0, G_OPTION_ARG_NONE, &options->logarithmic,
      N_ ("A logarithmic scale of colours for the matrix"), NULL },
    { "waiting", 0, 0, G_OPTION_ARG_NONE, &options->waiting,
      N_ ("Where processes wait, in the colour of its kind; a matrix of who makes whom wait"),
      NULL },
    { "folded", 0, 0, G_OPTION_ARG_NONE, &options->folded,
      N_ ("Events that are like others which are kept as blocks, as convert --filtered leaves "
          "them out"),
      NULL },
    { "pattern", 0, 0, G_OPTION_ARG_INT, &options->pattern,
      N_ ("The pattern to draw, or to light up wherever it occurs"), N_ ("ID") },
    REFRAIN_PATTERN_ENTRIES (options->how),
    { "phases", 0, 0, G_OPTION_ARG_NONE, &options->phases,
      N_ ("Draw phases behind the events or the overview"), NULL },
    { "segment", 0, 0, G_OPTION_ARG_INT, &options->segment,
      N_ ("The divergence curve of this segment, or the matrix of it"), N_ ("ID") },
    REFRAIN_PHASE_ENTRIES (options->what),
    { "loop", 0, 0, G_OPTION_ARG_STRING, &options->loop,
      N_ ("Draw only the box of this loop, as loops --ids numbers it"), N_ ("ID") },
    { "fold-alike", 0, 0, G_OPTION_ARG_NONE, &options->fold_alike,
      N_ ("Loops: one row for all processes that behave alike, as from 64 processes on"), NULL },
    { "each-process", 0, 0, G_OPTION_ARG_NONE, &options->each_process,
      N_ ("Loops: a row for each process, however many"), NULL },
    REFRAIN_TOPOLOGY_ENTRIES (options->graph),
    { "directions", 0, 0, G_OPTION_ARG_NONE, &options->directions,
      N_ ("Topology: draw both ways of an edge, with arrow heads"), NULL },
    { "coordinates", 0, 0, G_OPTION_ARG_NONE, &options->coordinates,
      N_ ("Topology: label processes by their places instead of ranks"), NULL },
    { "turn", 0, 0, G_OPTION_ARG_STRING, &options->turn,
      N_ ("Topology: see three dimensions turned and tilted by these angles in degrees (26,21)"),
      N_ ("YAW,PITCH") },
    { "palette", 0, 0, G_OPTION_ARG_STRING, &options->palette,
      N_ ("Colours: print, light, dark or grey"), N_ ("PALETTE") },
    { "font-size", 0, 0, G_OPTION_ARG_STRING, &options->font_size, N_ ("Size of text (8pt)"),
      N_ ("LENGTH") },
    { "resolution", 0, 0, G_OPTION_ARG_DOUBLE, &options->resolution,
      N_ ("Dots per inch of a PNG picture (300)"), N_ ("DPI") },
    { "title", 0, 0, G_OPTION_ARG_STRING, &options->title, N_ ("A line above the figure"),
      N_ ("TEXT") },
    { NULL },
  };
  int status;

  refrain_figure_options_init (&options->figure);
  status = refrain_command_parse (&refrain_command_export, entries, argc, argv, 1, positional);
  if (status == REFRAIN_EXIT_OK)
    status = export_options_redirect (options);
  return status == REFRAIN_EXIT_OK ? export_options_understand (options) : status;
}

static int
run (int argc, char **argv)
{
  g_auto (ExportOptions) options = { .resolution = 300,
                                     .pattern = EXPORT_NO_ID,
                                     .segment = EXPORT_NO_ID,
                                     .graph = REFRAIN_TOPOLOGY_ARGUMENTS_INIT };
  g_auto (GStrv) positional = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainStudy) study = NULL;
  g_autoptr (GError) error = NULL;
  int status = parse (&options, argc, argv, &positional);

  if (status != REFRAIN_EXIT_OK)
    return status;
  trace = refrain_command_load (positional[1]);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  if (!refrain_trace_check_target (trace, options.output, &error))
    return refrain_command_fail (error);
  study = refrain_study_new (trace);
  status = export_draw (&options, study);
  if (status == REFRAIN_EXIT_OK && options.stream != NULL
      && !refrain_save_print (options.output, &error))
    return refrain_command_fail (error);
  return status;
}

const RefrainCommand refrain_command_export = {
  .name = "export",
  .arguments = "TRACE",
  .summary = N_ ("Draw a view of a trace as a figure"),
  .run = run,
};
