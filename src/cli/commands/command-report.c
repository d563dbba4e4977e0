/* command-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli report: one page about a run, of what the other commands print and draw. It needs
 * nothing but itself: no script, no style, no picture from elsewhere.
 */
#include "config.h"

#include "refrain-command.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-brief.h"
#include "refrain-export.h"
#include "refrain-format.h"
#include "refrain-free.h"
#include "refrain-save.h"
#include "refrain-scratch.h"
#include "refrain-study.h"
#include "refrain-visible.h"

/* How the page looks: light and dark as the reader has it, white on paper. */
#define PAGE_STYLE                                                                                 \
  ":root{color-scheme:light dark;--back:#ffffff;--text:#1f2328;--dim:#59636e;--line:#d1d9e0;"      \
  "--card:#f6f8fa;--mark:#0b57d0}\n"                                                               \
  "@media screen and (prefers-color-scheme:dark){:root{--back:#1d1d20;--text:#e8e8ea;"             \
  "--dim:#a4a9b0;--line:#3d4148;--card:#28292d;--mark:#8ab4f8}}\n"                                 \
  "*{box-sizing:border-box}\n"                                                                     \
  "body{margin:0 auto;padding:1.5rem;max-width:62rem;background:var(--back);color:var(--text);"    \
  "font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",Cantarell,sans-serif}\n"                     \
  "h1{font-size:1.7rem;line-height:1.2;margin:0 0 .25rem}\n"                                       \
  "h2{font-size:1.25rem;margin:2.2rem 0 .6rem;padding-top:.6rem;"                                  \
  "border-top:1px solid var(--line)}\n"                                                            \
  "h3{font-size:1rem;margin:1.2rem 0 .4rem}\n"                                                     \
  "p{margin:.35rem 0;overflow-wrap:anywhere}\n"                                                    \
  "a{color:var(--mark)}\n"                                                                         \
  ".dim,figcaption{color:var(--dim);font-size:.9rem}\n"                                            \
  "nav a{margin-right:.9rem;white-space:nowrap}\n"                                                 \
  ".wide{overflow-x:auto;margin:.6rem 0}\n"                                                        \
  "table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums}\n"           \
  "th,td{padding:.15rem .7rem .15rem 0;text-align:left;vertical-align:top}\n"                      \
  "th{font-weight:600;color:var(--dim)}\n"                                                         \
  "tbody tr,.wide tr{border-bottom:1px solid var(--line)}\n"                                       \
  ".number{text-align:right;white-space:nowrap}\n"                                                 \
  "pre{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.7rem;"       \
  "white-space:pre-wrap;overflow-wrap:anywhere;font-size:.82rem;line-height:1.35}\n"               \
  "figure{margin:1rem 0}\n"                                                                        \
  "figure svg{display:block;max-width:100%;height:auto;border:1px solid var(--line);"              \
  "border-radius:6px}\n"                                                                           \
  "figure .dark{display:none}\n"                                                                   \
  "@media screen and (prefers-color-scheme:dark){figure .dark{display:block}"                      \
  "figure .light{display:none}}\n"                                                                 \
  "@media print{body{padding:0;max-width:none;font-size:10pt}nav{display:none}"                    \
  "h2,h3{break-after:avoid}figure,tr{break-inside:avoid}"                                          \
  ".wide{overflow:visible}}\n"

/* ---- Figures ---- */

typedef struct
{
  const char *view; /* as export has it */
  const char *width, *height;
  char *from, *to; /* or NULL */
  gboolean phases; /* behind it */
} PageFigure;

/* What a name stands behind, in the SVG that cairo and we write. */
static const char *const references[] = { "id=\"", "url(#", "xlink:href=\"#", "href=\"#" };

/* Draws it with @palette into @path; FALSE after a sentence. */
static gboolean
draw (const PageFigure *figure, RefrainStudy *study, const char *palette, const char *path)
{
  g_auto (RefrainExport) options;
  g_autofree char *warning = NULL;
  g_autoptr (GError) error = NULL;

  refrain_export_init (&options);
  options.view = g_strdup (figure->view);
  options.width = g_strdup (figure->width);
  options.height = g_strdup (figure->height);
  options.from = g_strdup (figure->from);
  options.to = g_strdup (figure->to);
  options.phases = figure->phases;
  options.palette = g_strdup (palette);
  options.output = g_strdup (path);
  if (refrain_export_understand (&options, &warning, &error)
      && refrain_export_draw (&options, study, &refrain_command_ask, &error))
    return TRUE;
  refrain_command_refuse (&refrain_command_report, error);
  return FALSE;
}

/* Appends @svg from its element on, with names that begin with @prefix. */
static void
append_renamed (GString *page, const char *svg, const char *prefix)
{
  const char *at = strstr (svg, "<svg");

  while (at != NULL && *at != '\0')
    {
      const char *next = NULL;
      gsize length = 0;

      for (gsize i = 0; i < G_N_ELEMENTS (references); i++)
        {
          const char *found = strstr (at, references[i]);

          if (found != NULL && (next == NULL || found < next))
            {
              next = found;
              length = strlen (references[i]);
            }
        }
      if (next == NULL)
        {
          g_string_append (page, at);
          return;
        }
      g_string_append_len (page, at, next - at + (gssize) length);
      g_string_append (page, prefix);
      at = next + length;
    }
}

/* ... with @class, and @label for whom does not see it. */
static void
append_svg (GString *page, const char *svg, const char *class, guint number, const char *label)
{
  g_autofree char *prefix = g_strdup_printf ("f%u%c-", number, *class);
  g_autofree char *words = g_markup_escape_text (label, -1);
  const gsize start = page->len;
  g_autofree char *attributes
      = g_strdup_printf ("<svg class=\"%s\" role=\"img\" aria-label=\"%s\"", class, words);

  append_renamed (page, svg, prefix);
  if (g_str_has_prefix (page->str + start, "<svg"))
    {
      g_string_erase (page, (gssize) start, (gssize) strlen ("<svg"));
      g_string_insert (page, (gssize) start, attributes);
    }
}

/* Appends @figure of @study to @page as SVG, twice: for light and for dark pages. @number is that
 * of no other figure on the page. FALSE after a sentence where it cannot be drawn. */
static gboolean
page_figure_append (
    GString *page, const PageFigure *figure, RefrainStudy *study, guint number, const char *caption)
{
  static const struct
  {
    const char *palette, *class;
  } forms[] = { { "print", "light" }, { "dark", "dark" } };
  char *path = refrain_scratch_new ("figure.svg", NULL);
  g_autofree char *words = g_markup_escape_text (caption, -1);
  g_autoptr (GString) both = g_string_new (NULL);
  gboolean whole = path != NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (forms) && whole; i++)
    {
      g_autofree char *svg = NULL;

      whole = draw (figure, study, forms[i].palette, path)
              && g_file_get_contents (path, &svg, NULL, NULL);
      if (whole)
        append_svg (both, svg, forms[i].class, number, caption);
    }
  refrain_scratch_free (path);
  if (whole)
    g_string_append_printf (page, "<figure>\n%s<figcaption>%s</figcaption>\n</figure>\n", both->str,
                            words);
  return whole;
}

typedef struct
{
  char *output;
  gboolean correct;
  RefrainPatternArguments patterns;
} Options;

REFRAIN_DEFINE_AUTO (options_clear, Options, g_free (x->output);
                     refrain_pattern_arguments_clear (&x->patterns))

typedef struct
{
  gboolean html;
  RefrainTrace *trace;
  RefrainStudy *study;
  char *file, *base_file;   /* as they were given; the second may be NULL */
  RefrainStudy *base_study; /* or NULL */
  GString *text;
  guint n_figures;
  gboolean lacks_figures; /* one could not be drawn, and no other is tried */
} Page;

/* What stands below a heading. */
typedef struct
{
  const char *id, *title;
  const char *kinds[4]; /* of reports */
  const char *budget;   /* of the first of them */
} PageSection;

static const PageSection sections[] = {
  { "summary", N_ ("Summary"), { "brief" }, "1200" },
  { "findings", N_ ("Findings"), { "findings" }, NULL },
  { "differences", N_ ("Differences"), { "compare" }, NULL },
  { "growth", N_ ("Growth"), { "series" }, NULL },
  { "repeats", N_ ("Patterns"), { "patterns" }, NULL },
  { "phases", N_ ("Phases"), { "phases" }, NULL },
  { "topology", N_ ("Topology"), { "topology" }, NULL },
  { "program", N_ ("Program"), { "loops" }, NULL },
  { "time", N_ ("Time"), { "efficiency", "waits", "critical-path" }, NULL },
  { "durations", N_ ("Durations"), { "durations" }, NULL },
  { "trace", N_ ("Trace"), { "info", "validate" }, NULL },
};

REFRAIN_DEFINE_AUTO (page_clear, Page, refrain_clear_objects (&x->base_study, &x->study, &x->trace);
                     refrain_free (x->file, x->base_file);
                     g_string_free (x->text, TRUE))

/* ---- Reports ---- */

/* Appends what @kind says of the run. FALSE with @error. */
static gboolean
append_report (Page *self, const char *kind, const char *budget, GError **error)
{
  const gboolean both = g_str_equal (kind, "compare") || g_str_equal (kind, "series");
  /* Of one trace the report is that of its study, whatever its file would be to the command: that
   * of event text is a loop model to `loops`. */
  const char *words[] = { both ? self->base_file : "trace", NULL, NULL, NULL };
  g_autoptr (RefrainReportRequest) request = NULL;
  g_autoptr (RefrainReport) report = NULL;
  g_autofree char *section = NULL;

  if (both)
    words[1] = self->file;
  if (budget != NULL)
    {
      words[1] = "--budget";
      words[2] = budget;
    }
  request = refrain_report_request_new (refrain_report_kind_find (kind), words, NULL, error);
  if (request == NULL || !refrain_report_request_narrow (request, REFRAIN_REPORT_TEXT, error))
    return FALSE;
  report = refrain_report_request_make (request, both ? self->base_study : self->study,
                                        &refrain_command_ask, error);
  if (report == NULL)
    return FALSE;
  section = refrain_report_to_string (report, self->html ? REFRAIN_REPORT_SECTION
                                                         : REFRAIN_REPORT_MARKDOWN);
  g_string_append (self->text, section);
  return TRUE;
}

/* ---- Figures ---- */

static void
append_figure (Page *self, const PageFigure *figure, const char *caption)
{
  if (self->html && !self->lacks_figures)
    self->lacks_figures
        = !page_figure_append (self->text, figure, self->study, self->n_figures++, caption);
}

static char *
format_seconds (RefrainTime time)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT "ns", time);
}

/* The events of a usual iteration, where the run has some. */
static void
append_iteration (Page *self)
{
  g_autoptr (RefrainBrief) brief
      = refrain_study_find (self->study, REFRAIN_ANALYSIS_BRIEF, &refrain_command_ask, NULL);
  const RefrainBriefSentence *list;
  gsize n = 0;

  list = brief != NULL ? refrain_brief_get (brief, &n) : NULL;
  for (gsize i = 0; i < n; i++)
    if (list[i].kind == REFRAIN_BRIEF_ITERATIONS && list[i].start < list[i].end)
      {
        g_autofree char *from = format_seconds (list[i].start), *to = format_seconds (list[i].end);
        g_autofree char *caption
            = g_strdup_printf (_ ("Events of a typical iteration, %u"), list[i].iteration + 1);

        append_figure (self, &(PageFigure){ "events", "240mm", "110mm", from, to, FALSE }, caption);
      }
}

static void
append_figures (Page *self, const char *section)
{
  const RefrainCounts *counts = refrain_trace_get_counts (self->trace);
  const gboolean communicates = counts->messages > 0 || counts->collectives > 0;

  if (g_str_equal (section, "summary"))
    append_figure (self, &(PageFigure){ "overview", "240mm", "45mm", NULL, NULL, communicates },
                   communicates ? _ ("Whole run with its phases") : _ ("The whole run"));
  else if (g_str_equal (section, "repeats"))
    append_iteration (self);
  else if (g_str_equal (section, "phases") && communicates)
    append_figure (self, &(PageFigure){ "phases", "240mm", "70mm", NULL, NULL, FALSE },
                   _ ("Phases and their best cuts"));
  else if (g_str_equal (section, "topology") && counts->messages > 0)
    {
      append_figure (self, &(PageFigure){ "topology", "150mm", "85mm", NULL, NULL, FALSE },
                     _ ("Topology"));
      append_figure (self, &(PageFigure){ "matrix", "120mm", "95mm", NULL, NULL, FALSE },
                     _ ("Communication matrix"));
    }
}

/* ---- The page ---- */

static void
append_words (Page *self, const char *words)
{
  g_autofree char *line = refrain_visible_line (words);
  g_autofree char *markup = g_markup_escape_text (line, -1);

  g_string_append (self->text, self->html ? markup : line);
}

/* "lu-A-8" */
static void
begin (Page *self)
{
  const char *name = refrain_trace_get_name (self->trace);

  if (self->html)
    {
      g_string_append (
          self->text, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<meta "
                      "name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      "<meta name=\"generator\" content=\"Refrain " PACKAGE_VERSION "\">\n<title>");
      append_words (self, name);
      g_string_append (self->text,
                       "</title>\n<style>\n" PAGE_STYLE "</style>\n</head>\n<body>\n<h1>");
    }
  else
    g_string_append (self->text, "# ");
  append_words (self, name);
  g_string_append (self->text, self->html ? "</h1>\n<p class=\"dim\">" : "\n\n");
  append_words (self, self->file);
  if (self->base_file != NULL)
    {
      g_string_append (self->text, " · ");
      append_words (self, _ ("baseline"));
      g_string_append (self->text, ": ");
      append_words (self, self->base_file);
    }
  g_string_append (self->text, self->html ? "</p>\n" : "\n\n");
}

/* What grows is seen of runs with other numbers of processes. */
static gboolean
is_shown (const Page *self, const PageSection *section)
{
  if (g_str_equal (section->id, "growth"))
    return self->base_study != NULL
           && refrain_trace_get_n_processes (refrain_study_get_trace (self->base_study))
                  != refrain_trace_get_n_processes (self->trace);
  return self->base_study != NULL || !g_str_equal (section->id, "differences");
}

static void
append_contents (Page *self)
{
  if (!self->html)
    return;
  g_string_append (self->text, "<nav>");
  for (gsize i = 0; i < G_N_ELEMENTS (sections); i++)
    if (is_shown (self, &sections[i]))
      {
        g_string_append_printf (self->text, "<a href=\"#%s\">", sections[i].id);
        append_words (self, _ (sections[i].title));
        g_string_append (self->text, "</a>\n");
      }
  g_string_append (self->text, "</nav>\n");
}

static gboolean
append_section (Page *self, const PageSection *section, GError **error)
{
  if (self->html)
    g_string_append_printf (self->text, "<section id=\"%s\">\n<h2>", section->id);
  else
    g_string_append (self->text, "## ");
  append_words (self, _ (section->title));
  g_string_append (self->text, self->html ? "</h2>\n" : "\n\n");
  if (g_str_equal (section->id, "summary"))
    append_figures (self, section->id);
  for (gsize i = 0; i < G_N_ELEMENTS (section->kinds) && section->kinds[i] != NULL; i++)
    if (!append_report (self, section->kinds[i], section->budget, error))
      return FALSE;
  if (!g_str_equal (section->id, "summary"))
    append_figures (self, section->id);
  g_string_append (self->text, self->html ? "</section>\n" : "");
  return TRUE;
}

static gboolean
write_page (Page *self, GError **error)
{
  begin (self);
  append_contents (self);
  for (gsize i = 0; i < G_N_ELEMENTS (sections); i++)
    if (is_shown (self, &sections[i]) && !append_section (self, &sections[i], error))
      return FALSE;
  g_string_append (self->text, self->html ? "</body>\n</html>\n" : "");
  return TRUE;
}

/* ---- The command ---- */

/* FALSE after a sentence. */
static gboolean
open_run (const char *path, const Options *how, RefrainTrace **trace, RefrainStudy **study)
{
  g_autoptr (RefrainTrace) own = refrain_command_load (path);
  g_autoptr (RefrainStudyOptions) options = refrain_study_options_new ();

  if (own == NULL)
    return FALSE;
  options->correct_clocks = how->correct;
  refrain_pattern_arguments_apply (&how->patterns, options);
  *study = refrain_study_new (own);
  refrain_study_set_options (*study, options);
  if (trace != NULL)
    *trace = g_steal_pointer (&own);
  return TRUE;
}

static int
make_page (const Options *options, char **paths)
{
  g_auto (Page) page
      = { .html = g_str_has_suffix (options->output, ".html"), .text = g_string_new (NULL) };
  g_autoptr (GError) error = NULL;

  page.file = g_strdup (paths[0]);
  page.base_file = g_strdup (paths[1]);
  if (!open_run (page.file, options, &page.trace, &page.study)
      || (page.base_file != NULL && !open_run (page.base_file, options, NULL, &page.base_study)))
    return REFRAIN_EXIT_ERROR;
  if (!refrain_trace_check_target (page.trace, options->output, &error)
      || !write_page (&page, &error)
      || !refrain_save_bytes (options->output, (const guint8 *) page.text->str, page.text->len,
                              &error))
    return refrain_command_refuse (&refrain_command_report, error);
  return page.lacks_figures ? REFRAIN_EXIT_ERROR : REFRAIN_EXIT_OK;
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
      N_ ("Write this page: .html, or .md for a merge request"), N_ ("PAGE") },
    { "correct", 0, 0, G_OPTION_ARG_NONE, &options.correct, N_ ("Correct clocks that disagree"),
      NULL },
    REFRAIN_PATTERN_SCHEME_ENTRIES (options.patterns),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) positional = NULL;
  g_autoptr (GError) error = NULL;
  int status = refrain_command_parse (&refrain_command_report, entries, argc, argv,
                                      REFRAIN_COMMAND_ANY, &positional);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (positional[1] == NULL || (positional[2] != NULL && positional[3] != NULL))
    return refrain_command_usage (&refrain_command_report, _ ("expects %s"),
                                  refrain_command_report.arguments);
  if (options.output == NULL)
    return refrain_command_usage (&refrain_command_report, _ ("expects %s"), "--output");
  if (!g_str_has_suffix (options.output, ".html") && !g_str_has_suffix (options.output, ".md"))
    return refrain_command_usage (&refrain_command_report,
                                  _ ("“%s” is not named as a page: .html or .md"), options.output);
  if (!refrain_pattern_arguments_understand_scheme (&options.patterns, &error))
    return refrain_command_refuse (&refrain_command_report, error);
  return make_page (&options, positional + 1);
}

const RefrainCommand refrain_command_report = {
  .name = "report",
  .arguments = "TRACE [BASELINE]",
  .summary = N_ ("Write one page about a run: summary, findings, figures, tables"),
  .run = run,
};
