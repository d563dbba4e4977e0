/* refrain-export-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which options go with which view, and what their values mean.
 */
#include "config.h"

#include "refrain-export.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-part.h"
#include "refrain-report-options.h"
#include "refrain-free.h"

/* Beyond those of the axis itself: the symbols of a sequence. */
#define AXIS_COUNT 3

void
refrain_export_init (RefrainExport *self)
{
  *self = (RefrainExport){ .resolution = 300,
                           .pattern = REFRAIN_EXPORT_NO_ID,
                           .segment = REFRAIN_EXPORT_NO_ID,
                           .what = REFRAIN_PHASE_ARGUMENTS_INIT,
                           .graph = REFRAIN_TOPOLOGY_ARGUMENTS_INIT };
  refrain_figure_options_init (&self->figure);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_export_clear, RefrainExport, g_free (x->view);
                             g_free (x->output);
                             g_free (x->width);
                             g_free (x->height);
                             g_free (x->from);
                             g_free (x->to);
                             g_free (x->processes);
                             g_free (x->axis);
                             g_free (x->palette);
                             g_free (x->font_size);
                             g_free (x->title);
                             g_free (x->loop);
                             g_free (x->turn);
                             g_free (x->shown);
                             g_free (x->order);
                             g_free (x->occurrences);
                             refrain_series_arguments_clear (&x->series);
                             refrain_pattern_arguments_clear (&x->how);
                             refrain_phase_arguments_clear (&x->what);
                             refrain_topology_arguments_clear (&x->graph);
                             g_clear_object (&x->topology.rules))

gboolean
refrain_export_has_phases (const RefrainExport *self)
{
  return self->kind == REFRAIN_VIEW_PHASES || self->phases || self->segment != REFRAIN_EXPORT_NO_ID;
}

/* Reads "160mm" into @value, in millimetres or in @points; leaves it where @text is NULL. FALSE
 * with
 * @error. */
static gboolean
parse_length (const char *option, const char *text, gboolean points, double *value, GError **error)
{
  static const struct
  {
    const char *name;
    double mm;
  } units[] = { { "mm", 1 }, { "cm", 10 }, { "in", 25.4 }, { "pt", 25.4 / 72 } };
  char *end = NULL;
  double number;

  if (text == NULL)
    return TRUE;
  number = g_ascii_strtod (text, &end);
  while (end != text && *end == ' ')
    end++;
  if (end != text && number > 0)
    {
      if (*end == '\0')
        {
          *value = number;
          return TRUE;
        }
      for (guint i = 0; i < G_N_ELEMENTS (units); i++)
        if (g_str_equal (end, units[i].name))
          {
            *value = number * units[i].mm * (points ? 72 / 25.4 : 1);
            return TRUE;
          }
    }
  return refrain_report_refuse (error, _ ("%s: “%s” is not a length such as %s"), option, text,
                                points ? "8pt" : "160mm");
}

/* Reads the angles; FALSE with @error. */
static gboolean
parse_turn (RefrainExport *self, GError **error)
{
  char *end = NULL;

  self->yaw = self->pitch = NAN;
  if (self->turn != NULL)
    {
      self->yaw = g_ascii_strtod (self->turn, &end) * G_PI / 180;
      if (end != self->turn && *end == ',')
        self->pitch = g_ascii_strtod (end + 1, &end) * G_PI / 180;
      if (*end != '\0' || !isfinite (self->yaw) || !isfinite (self->pitch))
        return refrain_report_refuse (
            error, _ ("--turn: “%s” is not two angles in degrees such as 30,20"), self->turn);
    }
  return TRUE;
}

static RefrainView
find_view (const char *name)
{
  RefrainView view = 0;

  while (!g_str_equal (refrain_views[view].name, name))
    view++;
  return view;
}

/* The first option about time, where nothing runs along an axis. */
static const char *
get_time_option (const RefrainExport *self)
{
  return self->from != NULL ? "--from"
         : self->to != NULL ? "--to"
         : self->busy       ? "--busy"
         : self->whole      ? "--whole"
                            : NULL;
}

/* The first option about the boxes of loops. */
static const char *
get_box_option (const RefrainExport *self)
{
  return self->fold_alike ? "--fold-alike" : self->each_process ? "--each-process" : NULL;
}

/* The first option about loops. */
static const char *
get_loop_option (const RefrainExport *self)
{
  return self->loop != NULL ? "--loop" : get_box_option (self);
}

/* The first option about a topology. */
static const char *
get_topology_option (const RefrainExport *self)
{
  const RefrainTopologyArguments usual = REFRAIN_TOPOLOGY_ARGUMENTS_INIT;

  return self->graph.threshold != usual.threshold ? "--threshold"
         : self->graph.by_count                   ? "--by-count"
         : self->graph.rules != NULL              ? "--rules"
         : self->graph.seconds != usual.seconds   ? "--seconds"
         : self->directions                       ? "--directions"
         : self->coordinates                      ? "--coordinates"
         : self->turn != NULL                     ? "--turn"
                                                  : NULL;
}

/* What the view can follow: a divergence curve has no axis. */
static RefrainViewTakes
get_takes (const RefrainExport *self)
{
  RefrainViewTakes takes = refrain_views[self->kind].takes;

  if (self->kind == REFRAIN_VIEW_PHASES && self->segment != REFRAIN_EXPORT_NO_ID)
    takes &= ~(REFRAIN_VIEW_TAKES_AXIS | REFRAIN_VIEW_TAKES_TIME);
  if (self->by_count)
    takes &= ~REFRAIN_VIEW_TAKES_TIME;
  return takes;
}

/* The first option that says what repeats, where figures of that are meant alone. */
static const char *
get_series_option (const RefrainExport *self)
{
  return self->occurrences != NULL ? "--occurrences"
                                   : refrain_series_arguments_get_first (&self->series);
}

/* The first option that the view cannot follow, or NULL. */
static const char *
find_stray (const RefrainExport *self)
{
  const RefrainViewTakes takes = get_takes (self);
  const gboolean is_series = (takes & REFRAIN_VIEW_TAKES_SERIES) != 0;
  const struct
  {
    RefrainViewTakes needed;
    const char *option; /* that was given, or NULL */
  } given[] = {
    { REFRAIN_VIEW_TAKES_CELLS, self->bytes           ? "--bytes"
                                : self->logarithmic   ? "--log"
                                : self->shown != NULL ? "--metric"
                                : self->order != NULL ? "--order"
                                : self->sums          ? "--sums"
                                                      : NULL },
    { REFRAIN_VIEW_TAKES_WAITING, self->waiting ? "--waiting" : NULL },
    { REFRAIN_VIEW_TAKES_FOLDS, self->folded ? "--folded" : NULL },
    { REFRAIN_VIEW_TAKES_PROCESSES, self->processes != NULL ? "--process" : NULL },
    { REFRAIN_VIEW_TAKES_AXIS, self->axis != NULL ? "--axis" : NULL },
    { REFRAIN_VIEW_TAKES_COUNT, self->by_count ? "--axis count" : NULL },
    { REFRAIN_VIEW_TAKES_TIME, get_time_option (self) },
    { REFRAIN_VIEW_TAKES_SERIES, get_series_option (self) },
    { REFRAIN_VIEW_TAKES_LOOP, is_series ? get_box_option (self) : get_loop_option (self) },
    { REFRAIN_VIEW_TAKES_EDGES, get_topology_option (self) },
    { REFRAIN_VIEW_TAKES_PATTERN,
      self->pattern != REFRAIN_EXPORT_NO_ID && !is_series ? "--pattern" : NULL },
    { REFRAIN_VIEW_TAKES_SEGMENT, self->segment != REFRAIN_EXPORT_NO_ID ? "--segment" : NULL },
    { REFRAIN_VIEW_TAKES_BANDS, self->phases ? "--phases" : NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (given); i++)
    if (given[i].option != NULL && (takes & given[i].needed) == 0)
      return given[i].option;
  return refrain_export_has_phases (self) ? NULL : refrain_phase_arguments_get_first (&self->what);
}

/* Options that the view cannot follow are wrong usage rather than silently dropped. */
static gboolean
check_view (const RefrainExport *self, GError **error)
{
  const char *stray = find_stray (self);

  return stray == NULL
         || refrain_report_refuse (error, _ ("%s does not go with --view %s"), stray,
                                   refrain_views[self->kind].name);
}

/* What repeats, for figures of that. */
static gboolean
check_series (RefrainExport *self, GError **error)
{
  /* Of the composite patterns, as durations and compare have them. */
  const char *stray = refrain_pattern_arguments_get_elementary (&self->how);

  if (stray == NULL && self->occurrences != NULL && self->kind != REFRAIN_VIEW_COMPARE)
    stray = "--occurrences";
  if (stray != NULL)
    return refrain_report_refuse (error, _ ("%s does not go with --view %s"), stray,
                                  refrain_views[self->kind].name);
  if (!refrain_pattern_arguments_understand_scheme (&self->how, error))
    return FALSE;
  if (self->pattern != REFRAIN_EXPORT_NO_ID)
    self->series.pattern = g_strdup_printf ("%d", self->pattern);
  self->series.loop = g_strdup (self->loop);
  if (!refrain_series_arguments_understand (&self->series, &self->series_kind, &self->series_id,
                                            error))
    return FALSE;
  return self->series_kind != REFRAIN_N_RECURS
         || refrain_report_refuse (error, _ ("--view %s expects one of %s"),
                                   refrain_views[self->kind].name,
                                   "--pattern, --loop, --phase, --routine, --sequence");
}

/* What is asked about patterns. */
static gboolean
check_pattern (RefrainExport *self, GError **error)
{
  const char *how = refrain_pattern_arguments_get_first (&self->how);

  if ((refrain_views[self->kind].takes & REFRAIN_VIEW_TAKES_SERIES) != 0)
    return check_series (self, error);
  if (self->pattern != REFRAIN_EXPORT_NO_ID || refrain_export_has_phases (self))
    return refrain_pattern_arguments_understand (&self->how, NULL, error);
  if (refrain_views[self->kind].needs_pattern)
    return refrain_report_refuse (error, _ ("--view pattern expects --pattern ID"));
  return how == NULL
         || ((refrain_views[self->kind].takes & REFRAIN_VIEW_TAKES_PATTERN) != 0
                 ? refrain_report_refuse (error, _ ("%s expects %s"), how, "--pattern ID")
                 : refrain_report_refuse (error, _ ("%s does not go with --view %s"), how,
                                          refrain_views[self->kind].name));
}

/* The table that the extension of @path asks for; FALSE where it is none. */
static gboolean
get_table_format (const char *path, RefrainTableFormat *format)
{
  static const char *const extensions[] = { ".txt", ".csv", ".tex" }; /* as the formats */
  const char *extension = strrchr (path, '.');

  for (guint i = 0; extension != NULL && i < G_N_ELEMENTS (extensions); i++)
    if (g_ascii_strcasecmp (extension, extensions[i]) == 0)
      {
        *format = i;
        return TRUE;
      }
  return FALSE;
}

/* Where the output goes; tables are only there for patterns. */
static gboolean
check_output (RefrainExport *self, GError **error)
{
  g_autoptr (GError) cause = NULL;

  self->is_table
      = self->kind == REFRAIN_VIEW_PATTERN && get_table_format (self->output, &self->table);
  return self->is_table || refrain_figure_format_for_path (self->output, &self->format, &cause)
         || refrain_report_refuse (error, "%s", cause->message);
}

/* What the cells of a matrix show, and in which order; FALSE with @error. */
static gboolean
understand_cells (RefrainExport *self, GError **error)
{
  /* Who waits is --waiting, with other views too. */
  const char *metrics[REFRAIN_MATRIX_WAITING + 1] = { NULL };
  const char *other = self->bytes ? "--bytes" : "--waiting";
  guint metric = self->bytes ? REFRAIN_MATRIX_BYTES : REFRAIN_MATRIX_MESSAGES;
  guint order = REFRAIN_MATRIX_BY_RANK;

  memcpy (metrics, refrain_matrix_metrics, REFRAIN_MATRIX_WAITING * sizeof *metrics);
  if (self->shown != NULL && (self->bytes || self->waiting))
    return refrain_report_refuse (error, _ ("%s does not go with %s"), "--metric", other);
  if (!refrain_report_choose ("--metric", self->shown, metrics, &metric, error)
      || !refrain_report_choose ("--order", self->order, refrain_matrix_orders, &order, error))
    return FALSE;
  self->metric = self->waiting ? REFRAIN_MATRIX_WAITING : (RefrainMatrixMetric) metric;
  self->matrix_order = (RefrainMatrixOrder) order;
  return TRUE;
}

/* What the names of axes and palettes stand for; FALSE with @error. */
static gboolean
understand_names (RefrainExport *self, GError **error)
{
  /* As RefrainAxisKind and RefrainPalette have them. */
  static const char *const axes[] = { "time", "compressed", "logical", "count", NULL };
  static const char *const palettes[] = { "light", "dark", "print", "grey", NULL };
  guint axis = REFRAIN_AXIS_TIME, palette = REFRAIN_PALETTE_PRINT;

  if (!refrain_report_choose ("--axis", self->axis, axes, &axis, error)
      || !refrain_report_choose ("--palette", self->palette, palettes, &palette, error))
    return FALSE;
  self->by_count = axis == AXIS_COUNT;
  self->axis_kind = self->by_count ? REFRAIN_AXIS_TIME : (RefrainAxisKind) axis;
  self->figure.palette = (RefrainPalette) palette;
  return TRUE;
}

gboolean
refrain_export_understand (RefrainExport *self, char **warning, GError **error)
{
  g_autofree const char **views = refrain_views_list_names ();
  guint view = REFRAIN_VIEW_EVENTS; /* the first one */

  if (self->output == NULL)
    return refrain_report_refuse (error, _ ("expects -o FIGURE"));
  if (!refrain_report_choose ("--view", self->view, views, &view, error))
    return FALSE;
  self->kind = find_view (views[view]);
  if (self->waiting && self->bytes)
    return refrain_report_refuse (error, _ ("%s does not go with %s"), "--bytes", "--waiting");
  if (!understand_cells (self, error))
    return FALSE;
  if (self->fold_alike && self->each_process)
    return refrain_report_refuse (error, _ ("--fold-alike does not go with --each-process"));
  if (!check_output (self, error) || !understand_names (self, error))
    return FALSE;
  self->figure.title = self->title;
  self->figure.resolution = self->resolution;
  self->figure.width = refrain_views[self->kind].width;
  self->figure.height = refrain_views[self->kind].height;
  return parse_length ("--width", self->width, FALSE, &self->figure.width, error)
         && parse_length ("--height", self->height, FALSE, &self->figure.height, error)
         && parse_length ("--font-size", self->font_size, TRUE, &self->figure.font_size, error)
         && parse_turn (self, error) && check_view (self, error) && check_pattern (self, error)
         && refrain_report_check_id ("--pattern", self->pattern, error)
         && refrain_report_check_id ("--segment", self->segment, error)
         && refrain_phase_arguments_check (&self->what, error)
         && (self->kind != REFRAIN_VIEW_TOPOLOGY
             || refrain_topology_arguments_understand (&self->graph, &self->topology, warning,
                                                       error));
}

/* ---- As they are typed ---- */

GOptionEntry *
refrain_export_make_entries (RefrainExport *self, const char *views)
{
  const GOptionEntry entries[] = {
    { "view", 0, 0, G_OPTION_ARG_STRING, &self->view, views, N_ ("VIEW") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
      N_ ("Write this figure: .svg, .pdf or .png; patterns also as .csv, .tex or .txt"),
      N_ ("FIGURE") },
    { "width", 0, 0, G_OPTION_ARG_STRING, &self->width, N_ ("Width (160mm)"), N_ ("LENGTH") },
    { "height", 0, 0, G_OPTION_ARG_STRING, &self->height, N_ ("Height (90mm)"), N_ ("LENGTH") },
    { "format", 0, 0, G_OPTION_ARG_STRING, &self->stream,
      N_ ("Format of standard output (svg, pdf, png …)"), N_ ("EXTENSION") },
    { "from", 0, 0, G_OPTION_ARG_STRING, &self->from,
      N_ ("Start of the time range (seconds, or logical steps)"), N_ ("TIME") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &self->to,
      N_ ("End of the time range (seconds, or logical steps)"), N_ ("TIME") },
    { "phase", 0, 0, G_OPTION_ARG_STRING, &self->series.phase, N_ ("Use this phase (ids: phases)"),
      N_ ("ID") },
    { "routine", 0, 0, G_OPTION_ARG_STRING, &self->series.routine,
      N_ ("Use the calls of this routine"), N_ ("NAME") },
    { "sequence", 0, 0, G_OPTION_ARG_STRING, &self->series.sequence,
      N_ ("Use this sequence of events (ids: durations --sequences)"), N_ ("ID") },
    { "occurrences", 0, 0, G_OPTION_ARG_STRING, &self->occurrences,
      N_ ("Compare these occurrences, such as 118,120 (default: the slowest and a typical one)"),
      N_ ("I,J") },
    { "busy", 0, 0, G_OPTION_ARG_NONE, &self->busy,
      N_ ("Show only the communicating part of the run"), NULL },
    { "whole", 0, 0, G_OPTION_ARG_NONE, &self->whole, N_ ("Show the whole run, also in phases"),
      NULL },
    { "process", 0, 0, G_OPTION_ARG_STRING, &self->processes,
      N_ ("Show only these ranks, in this order: 0-7,9"), N_ ("RANKS") },
    { "axis", 0, 0, G_OPTION_ARG_STRING, &self->axis,
      N_ ("Time axis: time, compressed or logical; phases: also count"), N_ ("AXIS") },
    { "bytes", 0, 0, G_OPTION_ARG_NONE, &self->bytes, N_ ("A matrix of bytes instead of messages"),
      NULL },
    { "metric", 0, 0, G_OPTION_ARG_STRING, &self->shown,
      N_ ("Cell values: messages, bytes, time or mean-size"), N_ ("METRIC") },
    { "order", 0, 0, G_OPTION_ARG_STRING, &self->order,
      N_ ("Order of rows and columns: rank, sum, band or cluster"), N_ ("ORDER") },
    { "sums", 0, 0, G_OPTION_ARG_NONE, &self->sums, N_ ("Show the sums of rows and columns"),
      NULL },
    { "log", 0, 0, G_OPTION_ARG_NONE, &self->logarithmic,
      N_ ("A logarithmic scale of colours for the matrix"), NULL },
    { "waiting", 0, 0, G_OPTION_ARG_NONE, &self->waiting,
      N_ ("Show waiting times (matrix: who waits for whom)"), NULL },
    { "folded", 0, 0, G_OPTION_ARG_NONE, &self->folded,
      N_ ("Fold similar events, as convert --filtered does"), NULL },
    { "pattern", 0, 0, G_OPTION_ARG_INT, &self->pattern, N_ ("Use this pattern (ids: patterns)"),
      N_ ("ID") },
    REFRAIN_PATTERN_ENTRIES (self->how),
    { "phases", 0, 0, G_OPTION_ARG_NONE, &self->phases,
      N_ ("Draw phases behind the events or the overview"), NULL },
    { "segment", 0, 0, G_OPTION_ARG_INT, &self->segment,
      N_ ("Use this segment (ids: phases --strength 0)"), N_ ("ID") },
    REFRAIN_PHASE_ENTRIES (self->what),
    { "loop", 0, 0, G_OPTION_ARG_STRING, &self->loop, N_ ("Use this loop (ids: loops --ids)"),
      N_ ("ID") },
    { "fold-alike", 0, 0, G_OPTION_ARG_NONE, &self->fold_alike,
      N_ ("Loops: one row for similar processes (default from 64 processes)"), NULL },
    { "each-process", 0, 0, G_OPTION_ARG_NONE, &self->each_process,
      N_ ("Loops: one row for each process"), NULL },
    REFRAIN_TOPOLOGY_ENTRIES (self->graph),
    { "directions", 0, 0, G_OPTION_ARG_NONE, &self->directions,
      N_ ("Topology: draw both directions of an edge"), NULL },
    { "coordinates", 0, 0, G_OPTION_ARG_NONE, &self->coordinates,
      N_ ("Topology: label processes by coordinates"), NULL },
    { "turn", 0, 0, G_OPTION_ARG_STRING, &self->turn,
      N_ ("Topology: rotate and tilt by these angles in degrees (default: 26,21)"),
      N_ ("YAW,PITCH") },
    { "palette", 0, 0, G_OPTION_ARG_STRING, &self->palette,
      N_ ("Colours: print, light, dark or grey"), N_ ("PALETTE") },
    { "font-size", 0, 0, G_OPTION_ARG_STRING, &self->font_size, N_ ("Size of text (8pt)"),
      N_ ("LENGTH") },
    { "resolution", 0, 0, G_OPTION_ARG_DOUBLE, &self->resolution,
      N_ ("Dots per inch of a PNG picture (300)"), N_ ("DPI") },
    { "title", 0, 0, G_OPTION_ARG_STRING, &self->title, N_ ("Title above the figure"),
      N_ ("TEXT") },
    G_OPTION_ENTRY_NULL,
  };

  return g_memdup2 (entries, sizeof entries);
}

gboolean
refrain_export_read (RefrainExport *self, char ***words, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autofree GOptionEntry *entries = refrain_export_make_entries (self, NULL);

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return refrain_report_parse (context, words, error);
}

gboolean
refrain_export_draw (const RefrainExport *self,
                     RefrainStudy *study,
                     const RefrainStudyAsk *ask,
                     GError **error)
{
  typeof (refrain_export_paint) *paint
      = refrain_part_find ("figures", "refrain_export_paint", error);

  g_return_val_if_fail (REFRAIN_IS_STUDY (study) && ask != NULL, FALSE);

  return paint != NULL && paint (self, study, ask, error);
}
