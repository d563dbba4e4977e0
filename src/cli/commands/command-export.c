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
      N_ ("Write this figure: .svg, .pdf or .png; patterns also as .csv, .tex or .txt"),
      N_ ("FIGURE") },
    { "width", 0, 0, G_OPTION_ARG_STRING, &options->width, N_ ("Width (160mm)"), N_ ("LENGTH") },
    { "height", 0, 0, G_OPTION_ARG_STRING, &options->height, N_ ("Height (90mm)"), N_ ("LENGTH") },
    { "format", 0, 0, G_OPTION_ARG_STRING, &options->stream,
      N_ ("Format of standard output (svg, pdf, png …)"), N_ ("EXTENSION") },
    { "from", 0, 0, G_OPTION_ARG_STRING, &options->from,
      N_ ("Start of the time range (seconds, or logical steps)"), N_ ("TIME") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &options->to,
      N_ ("End of the time range (seconds, or logical steps)"), N_ ("TIME") },
    { "phase", 0, 0, G_OPTION_ARG_STRING, &options->series.phase,
      N_ ("Use this phase or segment (ids: phases)"), N_ ("ID") },
    { "routine", 0, 0, G_OPTION_ARG_STRING, &options->series.routine,
      N_ ("Use the calls of this routine"), N_ ("NAME") },
    { "sequence", 0, 0, G_OPTION_ARG_STRING, &options->series.sequence,
      N_ ("Use this sequence of events (ids: durations --sequences)"), N_ ("ID") },
    { "occurrences", 0, 0, G_OPTION_ARG_STRING, &options->occurrences,
      N_ ("Compare these occurrences, such as 118,120 (default: the slowest and a typical one)"),
      N_ ("I,J") },
    { "busy", 0, 0, G_OPTION_ARG_NONE, &options->busy,
      N_ ("Show only the communicating part of the run"), NULL },
    { "whole", 0, 0, G_OPTION_ARG_NONE, &options->whole, N_ ("Show the whole run, also in phases"),
      NULL },
    { "process", 0, 0, G_OPTION_ARG_STRING, &options->processes,
      N_ ("Show only these ranks, in this order: 0-7,9"), N_ ("RANKS") },
    { "axis", 0, 0, G_OPTION_ARG_STRING, &options->axis,
      N_ ("Time axis: time, compressed or logical; phases: also count"), N_ ("AXIS") },
    { "bytes", 0, 0, G_OPTION_ARG_NONE, &options->bytes,
      N_ ("A matrix of bytes instead of messages"), NULL },
    { "metric", 0, 0, G_OPTION_ARG_STRING, &options->shown,
      N_ ("Cell values: messages, bytes, time or mean-size"), N_ ("METRIC") },
    { "order", 0, 0, G_OPTION_ARG_STRING, &options->order,
      N_ ("Order of rows and columns: rank, sum, band or cluster"), N_ ("ORDER") },
    { "sums", 0, 0, G_OPTION_ARG_NONE, &options->sums, N_ ("Show the sums of rows and columns"),
      NULL },
    { "log", 0, 0, G_OPTION_ARG_NONE, &options->logarithmic,
      N_ ("A logarithmic scale of colours for the matrix"), NULL },
    { "waiting", 0, 0, G_OPTION_ARG_NONE, &options->waiting,
      N_ ("Show waiting times (matrix: who waits for whom)"), NULL },
    { "folded", 0, 0, G_OPTION_ARG_NONE, &options->folded,
      N_ ("Fold similar events, as convert --filtered does"), NULL },
    { "pattern", 0, 0, G_OPTION_ARG_INT, &options->pattern, N_ ("Use this pattern (ids: patterns)"),
      N_ ("ID") },
    REFRAIN_PATTERN_ENTRIES (options->how),
    { "phases", 0, 0, G_OPTION_ARG_NONE, &options->phases,
      N_ ("Draw phases behind the events or the overview"), NULL },
    { "segment", 0, 0, G_OPTION_ARG_INT, &options->segment,
      N_ ("Draw the divergence curve of this segment, or its matrix"), N_ ("ID") },
    REFRAIN_PHASE_ENTRIES (options->what),
    { "loop", 0, 0, G_OPTION_ARG_STRING, &options->loop, N_ ("Use this loop (ids: loops --ids)"),
      N_ ("ID") },
    { "fold-alike", 0, 0, G_OPTION_ARG_NONE, &options->fold_alike,
      N_ ("Loops: one row for similar processes (default from 64 processes)"), NULL },
    { "each-process", 0, 0, G_OPTION_ARG_NONE, &options->each_process,
      N_ ("Loops: one row for each process"), NULL },
    REFRAIN_TOPOLOGY_ENTRIES (options->graph),
    { "directions", 0, 0, G_OPTION_ARG_NONE, &options->directions,
      N_ ("Topology: draw both directions of an edge"), NULL },
    { "coordinates", 0, 0, G_OPTION_ARG_NONE, &options->coordinates,
      N_ ("Topology: label processes by coordinates"), NULL },
    { "turn", 0, 0, G_OPTION_ARG_STRING, &options->turn,
      N_ ("Topology: rotate and tilt by these angles in degrees (default: 26,21)"),
      N_ ("YAW,PITCH") },
    { "palette", 0, 0, G_OPTION_ARG_STRING, &options->palette,
      N_ ("Colours: print, light, dark or grey"), N_ ("PALETTE") },
    { "font-size", 0, 0, G_OPTION_ARG_STRING, &options->font_size, N_ ("Size of text (8pt)"),
      N_ ("LENGTH") },
    { "resolution", 0, 0, G_OPTION_ARG_DOUBLE, &options->resolution,
      N_ ("Dots per inch of a PNG picture (300)"), N_ ("DPI") },
    { "title", 0, 0, G_OPTION_ARG_STRING, &options->title, N_ ("Title above the figure"),
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
