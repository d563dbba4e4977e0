/* export-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which options go with which view, and what their values mean.
 */
#include "config.h"

#include "export-options.h"

#include <glib/gi18n.h>
#include <string.h>

/* Beyond those of the axis itself: the symbols of a sequence. */
#define AXIS_COUNT 3

void
export_options_clear (ExportOptions *self)
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
  g_free (self->loop);
  refrain_pattern_arguments_clear (&self->how);
  refrain_phase_arguments_clear (&self->what);
}

gboolean
export_options_has_phases (const ExportOptions *self)
{
  return self->kind == EXPORT_PHASES || self->phases || self->segment != EXPORT_NO_ID;
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

/* The first option about time, where nothing runs along an axis. */
static const char *
get_time_option (const ExportOptions *self)
{
  return self->from != NULL ? "--from" : self->to != NULL ? "--to" : self->busy ? "--busy" : NULL;
}

/* The first option about loops. */
static const char *
get_loop_option (const ExportOptions *self)
{
  return self->loop != NULL   ? "--loop"
         : self->fold_alike   ? "--fold-alike"
         : self->each_process ? "--each-process"
                              : NULL;
}

/* The first option that the view cannot follow, or NULL. */
static const char *
find_stray (const ExportOptions *self)
{
  const ExportView kind = self->kind;
  const gboolean is_curve = kind == EXPORT_PHASES && self->segment != EXPORT_NO_ID;
  const gboolean is_timeless = kind == EXPORT_PATTERN || kind == EXPORT_LOOPS || is_curve;
  const gboolean has_axis = kind != EXPORT_MATRIX && !is_timeless;

  if (kind != EXPORT_MATRIX && (self->bytes || self->logarithmic))
    return self->bytes ? "--bytes" : "--log";
  if (kind != EXPORT_EVENTS && self->processes != NULL)
    return "--process";
  if (!has_axis && self->axis != NULL)
    return "--axis";
  if (self->by_count && kind != EXPORT_PHASES)
    return "--axis count";
  if ((is_timeless || self->by_count) && get_time_option (self) != NULL)
    return get_time_option (self);
  if (kind != EXPORT_LOOPS && get_loop_option (self) != NULL)
    return get_loop_option (self);
  if ((kind == EXPORT_MATRIX || kind == EXPORT_PHASES || kind == EXPORT_LOOPS)
      && self->pattern != EXPORT_NO_ID)
    return "--pattern";
  if (kind != EXPORT_MATRIX && kind != EXPORT_PHASES && self->segment != EXPORT_NO_ID)
    return "--segment";
  if (kind != EXPORT_EVENTS && kind != EXPORT_OVERVIEW && self->phases)
    return "--phases";
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
                         self->view != NULL ? self->view : "events");
  return FALSE;
}

/* What is asked about patterns. */
static gboolean
check_pattern (ExportOptions *self)
{
  const char *how = refrain_pattern_arguments_get_first (&self->how);

  if (self->pattern != EXPORT_NO_ID || export_options_has_phases (self))
    return refrain_pattern_arguments_understand (&self->how, &refrain_command_export,
                                                 &self->analysis);
  if (self->kind == EXPORT_PATTERN)
    refrain_command_usage (&refrain_command_export, _ ("--view pattern expects --pattern ID"));
  else if (how != NULL)
    refrain_command_usage (&refrain_command_export, _ ("%s expects --pattern ID"), how);
  return self->kind != EXPORT_PATTERN && how == NULL;
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

  self->is_table = self->kind == EXPORT_PATTERN && get_table_format (self->output, &self->table);
  if (self->is_table || refrain_figure_format_for_path (self->output, &self->format, &error))
    return TRUE;
  refrain_command_usage (&refrain_command_export, "%s", error->message);
  return FALSE;
}

int
export_options_understand (ExportOptions *self)
{
  static const char *const views[]
      = { "events", "matrix", "overview", "pattern", "phases", "loops", NULL };
  static const char *const axes[] = { "time", "compressed", "logical", "count", NULL };
  static const char *const palettes[] = { "light", "dark", "print", "grey", NULL };
  int choice;

  if (self->output == NULL)
    return refrain_command_usage (&refrain_command_export, _ ("expects -o FIGURE"));
  if ((choice = choose ("--view", self->view != NULL ? self->view : "events", views)) < 0)
    return REFRAIN_EXIT_USAGE;
  self->kind = choice;
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
  if (self->kind == EXPORT_OVERVIEW)
    self->figure.height = 30;
  else if (self->kind == EXPORT_MATRIX)
    self->figure.width = 110;
  if (!parse_length ("--width", self->width, FALSE, &self->figure.width)
      || !parse_length ("--height", self->height, FALSE, &self->figure.height)
      || !parse_length ("--font-size", self->font_size, TRUE, &self->figure.font_size)
      || !check_view (self) || !check_pattern (self)
      || !refrain_phase_arguments_check (&self->what, &refrain_command_export))
    return REFRAIN_EXIT_USAGE;
  return REFRAIN_EXIT_OK;
}
