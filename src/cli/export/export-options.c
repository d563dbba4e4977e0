/* export-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which options go with which view, and what their values mean.
 */
#include "config.h"

#include "export-options.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "refrain-report-options.h"
#include "refrain-scratch.h"

/* Beyond those of the axis itself: the symbols of a sequence. */
#define AXIS_COUNT 3

void
export_options_clear (ExportOptions *self)
{
  g_free (self->view);
  if (self->is_scratch)
    refrain_scratch_free (g_steal_pointer (&self->output));
  g_free (self->stream);
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
  g_free (self->loop);
  g_free (self->turn);
  g_free (self->shown);
  g_free (self->order);
  g_free (self->occurrences);
  refrain_series_arguments_clear (&self->series);
  refrain_pattern_arguments_clear (&self->how);
  refrain_phase_arguments_clear (&self->what);
  refrain_topology_arguments_clear (&self->graph);
  g_clear_object (&self->topology.rules);
}

gboolean
export_options_has_phases (const ExportOptions *self)
{
  return self->kind == REFRAIN_VIEW_PHASES || self->phases || self->segment != EXPORT_NO_ID;
}

/* Reads "160mm" into @value, in millimetres or in @points; leaves it where @text is NULL. */
static gboolean
parse_length (const char *option, const char *text, gboolean points, double *value)
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
  refrain_command_usage (&refrain_command_export, _ ("%s: “%s” is not a length such as %s"), option,
                         text, points ? "8pt" : "160mm");
  return FALSE;
}

/* Reads the angles; FALSE after a sentence. */
static gboolean
parse_turn (ExportOptions *self)
{
  char *end = NULL;

  self->yaw = self->pitch = NAN;
  if (self->turn != NULL)
    {
      self->yaw = g_ascii_strtod (self->turn, &end) * G_PI / 180;
      if (end != self->turn && *end == ',')
        self->pitch = g_ascii_strtod (end + 1, &end) * G_PI / 180;
      if (*end != '\0' || !isfinite (self->yaw) || !isfinite (self->pitch))
        {
          refrain_command_usage (&refrain_command_export,
                                 _ ("--turn: “%s” is not two angles in degrees such as 30,20"),
                                 self->turn);
          return FALSE;
        }
    }
  return TRUE;
}

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

static RefrainView
find_view (const char *name)
{
  RefrainView view = 0;

  while (!g_str_equal (refrain_views[view].name, name))
    view++;
  return view;
}

char *
export_options_describe_views (void)
{
  g_autofree const char **names = refrain_views_list_names ();
  const guint n = g_strv_length ((char **) names);
  const char *last = names[n - 1];
  g_autofree char *first = NULL;
  g_autofree char *list = NULL;

  names[n - 1] = NULL;
  first = g_strjoinv (", ", (char **) names);
  /* Translators: names of views: "events, matrix or loops". */
  list = g_strdup_printf (_ ("%s or %s"), first, last);
  return g_strdup_printf (_ ("What to draw: %s"), list);
}

/* The first option about time, where nothing runs along an axis. */
static const char *
get_time_option (const ExportOptions *self)
{
  return self->from != NULL ? "--from"
         : self->to != NULL ? "--to"
         : self->busy       ? "--busy"
         : self->whole      ? "--whole"
                            : NULL;
}

/* The first option about the boxes of loops. */
static const char *
get_box_option (const ExportOptions *self)
{
  return self->fold_alike ? "--fold-alike" : self->each_process ? "--each-process" : NULL;
}

/* The first option about loops. */
static const char *
get_loop_option (const ExportOptions *self)
{
  return self->loop != NULL ? "--loop" : get_box_option (self);
}

/* The first option about a topology. */
static const char *
get_topology_option (const ExportOptions *self)
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
get_takes (const ExportOptions *self)
{
  RefrainViewTakes takes = refrain_views[self->kind].takes;

  if (self->kind == REFRAIN_VIEW_PHASES && self->segment != EXPORT_NO_ID)
    takes &= ~(REFRAIN_VIEW_TAKES_AXIS | REFRAIN_VIEW_TAKES_TIME);
  if (self->by_count)
    takes &= ~REFRAIN_VIEW_TAKES_TIME;
  return takes;
}

/* The first option that says what repeats, where figures of that are meant alone. */
static const char *
get_series_option (const ExportOptions *self)
{
  return self->occurrences != NULL ? "--occurrences"
                                   : refrain_series_arguments_get_first (&self->series);
}

/* The first option that the view cannot follow, or NULL. */
static const char *
find_stray (const ExportOptions *self)
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
      self->pattern != EXPORT_NO_ID && !is_series ? "--pattern" : NULL },
    { REFRAIN_VIEW_TAKES_SEGMENT, self->segment != EXPORT_NO_ID ? "--segment" : NULL },
    { REFRAIN_VIEW_TAKES_BANDS, self->phases ? "--phases" : NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (given); i++)
    if (given[i].option != NULL && (takes & given[i].needed) == 0)
      return given[i].option;
  return export_options_has_phases (self) ? NULL : refrain_phase_arguments_get_first (&self->what);
}

/* Options that the view cannot follow are wrong usage rather than silently dropped. */
static gboolean
check_view (const ExportOptions *self)
{
  const char *stray = find_stray (self);

  if (stray == NULL)
    return TRUE;
  refrain_command_usage (&refrain_command_export, _ ("%s does not go with --view %s"), stray,
                         refrain_views[self->kind].name);
  return FALSE;
}

/* What repeats, for figures of that. */
static gboolean
check_series (ExportOptions *self)
{
  g_autoptr (GError) error = NULL;
  const char *how = refrain_pattern_arguments_get_first (&self->how);

  if (how != NULL || (self->occurrences != NULL && self->kind != REFRAIN_VIEW_COMPARE))
    {
      refrain_command_usage (&refrain_command_export, _ ("%s does not go with --view %s"),
                             how != NULL ? how : "--occurrences", refrain_views[self->kind].name);
      return FALSE;
    }
  if (self->pattern != EXPORT_NO_ID)
    self->series.pattern = g_strdup_printf ("%d", self->pattern);
  self->series.loop = g_strdup (self->loop);
  if (!refrain_series_arguments_understand (&self->series, &self->series_kind, &self->series_id,
                                            &error))
    {
      refrain_command_refuse (&refrain_command_export, error);
      return FALSE;
    }
  if (self->series_kind == REFRAIN_N_RECURS)
    refrain_command_usage (&refrain_command_export, _ ("--view %s expects one of %s"),
                           refrain_views[self->kind].name,
                           "--pattern --loop --phase --routine --sequence");
  return self->series_kind != REFRAIN_N_RECURS;
}

/* What is asked about patterns. */
static gboolean
check_pattern (ExportOptions *self)
{
  const char *how = refrain_pattern_arguments_get_first (&self->how);

  if ((refrain_views[self->kind].takes & REFRAIN_VIEW_TAKES_SERIES) != 0)
    return check_series (self);
  if (self->pattern != EXPORT_NO_ID || export_options_has_phases (self))
    {
      g_autoptr (GError) error = NULL;

      if (!refrain_pattern_arguments_understand (&self->how, NULL, &error))
        refrain_command_refuse (&refrain_command_export, error);
      return error == NULL;
    }
  if (refrain_views[self->kind].needs_pattern)
    refrain_command_usage (&refrain_command_export, _ ("--view pattern expects --pattern ID"));
  else if (how != NULL)
    refrain_command_usage (&refrain_command_export, _ ("%s expects --pattern ID"), how);
  return !refrain_views[self->kind].needs_pattern && how == NULL;
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
check_output (ExportOptions *self)
{
  g_autoptr (GError) error = NULL;

  self->is_table
      = self->kind == REFRAIN_VIEW_PATTERN && get_table_format (self->output, &self->table);
  if (self->is_table || refrain_figure_format_for_path (self->output, &self->format, &error))
    return TRUE;
  refrain_command_usage (&refrain_command_export, "%s", error->message);
  return FALSE;
}

/* What the cells of a matrix show, and in which order; FALSE after a sentence. */
static gboolean
understand_cells (ExportOptions *self)
{
  /* Who waits is --waiting, with other views too. */
  static const char *const metrics[] = { "messages", "bytes", "time", "mean-size", NULL };
  static const char *const orders[] = { "rank", "sum", "band", "cluster", NULL };
  const char *other = self->bytes ? "--bytes" : "--waiting";
  int choice;

  if (self->shown != NULL && (self->bytes || self->waiting))
    {
      refrain_command_usage (&refrain_command_export, _ ("%s does not go with %s"), "--metric",
                             other);
      return FALSE;
    }
  choice = self->shown != NULL ? choose ("--metric", self->shown, metrics) : self->bytes;
  if (choice < 0)
    return FALSE;
  self->metric = self->waiting ? REFRAIN_MATRIX_WAITING : (RefrainMatrixMetric) choice;
  choice = choose ("--order", self->order != NULL ? self->order : "rank", orders);
  self->matrix_order = (RefrainMatrixOrder) MAX (choice, 0);
  return choice >= 0;
}

int
export_options_redirect (ExportOptions *self)
{
  static const char *const extensions[] = { "svg", "pdf", "png", "csv", "tex", NULL };
  const gboolean to_stream = g_strcmp0 (self->output, "-") == 0;
  g_autofree char *extension = NULL, *name = NULL;
  g_autoptr (GError) error = NULL;
  char *path;

  if (to_stream != (self->stream != NULL))
    return refrain_command_usage (&refrain_command_export, _ ("%s expects %s"),
                                  to_stream ? "-o -" : "--format", to_stream ? "--format" : "-o -");
  if (!to_stream)
    return REFRAIN_EXIT_OK;
  if (isatty (STDOUT_FILENO))
    return refrain_command_usage (&refrain_command_export,
                                  _ ("a terminal shows no figures; expects a pipe or a file"));
  extension = g_ascii_strdown (self->stream + (self->stream[0] == '.'), -1);
  if (choose ("--format", extension, extensions) < 0)
    return REFRAIN_EXIT_USAGE;
  name = g_strconcat ("figure.", extension, NULL);
  path = refrain_scratch_new (name, &error);
  if (path == NULL)
    return refrain_command_fail (error);
  g_free (self->output);
  self->output = path;
  self->is_scratch = TRUE;
  return REFRAIN_EXIT_OK;
}

int
export_options_understand (ExportOptions *self)
{
  g_autofree char *warning = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree const char **views = refrain_views_list_names ();
  static const char *const axes[] = { "time", "compressed", "logical", "count", NULL };
  static const char *const palettes[] = { "light", "dark", "print", "grey", NULL };
  int choice;

  if (self->output == NULL)
    return refrain_command_usage (&refrain_command_export, _ ("expects -o FIGURE"));
  if ((choice = choose ("--view", self->view != NULL ? self->view : "events", views)) < 0)
    return REFRAIN_EXIT_USAGE;
  self->kind = find_view (views[choice]);
  if (self->waiting && self->bytes)
    return refrain_command_usage (&refrain_command_export, _ ("%s does not go with %s"), "--bytes",
                                  "--waiting");
  if (!understand_cells (self))
    return REFRAIN_EXIT_USAGE;
  if (self->fold_alike && self->each_process)
    return refrain_command_usage (&refrain_command_export,
                                  _ ("--fold-alike does not go with --each-process"));
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
  self->figure.width = refrain_views[self->kind].width;
  self->figure.height = refrain_views[self->kind].height;
  if (!parse_length ("--width", self->width, FALSE, &self->figure.width)
      || !parse_length ("--height", self->height, FALSE, &self->figure.height)
      || !parse_length ("--font-size", self->font_size, TRUE, &self->figure.font_size)
      || !parse_turn (self) || !check_view (self) || !check_pattern (self))
    return REFRAIN_EXIT_USAGE;
  if (!refrain_report_check_id ("--pattern", self->pattern, &error)
      || !refrain_report_check_id ("--segment", self->segment, &error)
      || !refrain_phase_arguments_check (&self->what, &error)
      || (self->kind == REFRAIN_VIEW_TOPOLOGY
          && !refrain_topology_arguments_understand (&self->graph, &self->topology, &warning,
                                                     &error)))
    return refrain_command_refuse (&refrain_command_export, error);
  if (warning != NULL)
    g_printerr ("refrain-cli: %s\n", warning);
  return REFRAIN_EXIT_OK;
}
