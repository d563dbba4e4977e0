/* refrain-report-section.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What people read, as a part of a page: HTML, or Markdown with tables as merge requests show them.
 */
#include "refrain-report-private.h"

#include <string.h>

#include "refrain-visible.h"

typedef struct
{
  gboolean html;
  GString *out;
  GString *cell;  /* for reuse */
  gboolean facts; /* a list of them is open */
} Section;

/* Characters that mean something in Markdown, wherever they stand. */
#define MARKS "\\`*_[]<>|~&"

/* @text as people see it, on one line. */
static void
append (Section *self, const char *text)
{
  g_autofree char *line = refrain_visible_line (text);
  g_autofree char *markup = self->html ? g_markup_escape_text (line, -1) : NULL;

  if (self->html)
    g_string_append (self->out, markup);
  for (const char *at = line; !self->html && *at != '\0'; at++)
    {
      if (strchr (MARKS, *at) != NULL || (at == line && strchr ("#+-", *at) != NULL))
        g_string_append_c (self->out, '\\');
      g_string_append_c (self->out, *at);
    }
}

/* ---- Tables ---- */

static void
append_cell (Section *self, const RefrainReportLayout *layout, gsize row, guint i)
{
  const gboolean head = row == REFRAIN_ROW_HEADINGS;
  const gboolean right
      = refrain_report_column_is_right (refrain_report_layout_get_column (layout, i));

  g_string_truncate (self->cell, 0);
  refrain_report_layout_append (self->cell, layout, row, i);
  if (self->html)
    g_string_append_printf (self->out, "<%s%s>", head ? "th" : "td",
                            right ? " class=\"number\"" : "");
  else
    g_string_append (self->out, " ");
  append (self, self->cell->str);
  g_string_append (self->out, !self->html ? " |" : head ? "</th>" : "</td>");
}

static void
append_row (Section *self, const RefrainReportLayout *layout, gsize row)
{
  g_string_append (self->out, self->html ? "<tr>" : "|");
  for (guint i = 0; i < layout->n; i++)
    append_cell (self, layout, row, i);
  g_string_append (self->out, self->html ? "</tr>\n" : "\n");
}

/* Lines under a row stand in its last column. */
static void
append_row_lines (Section *self, const RefrainReportLayout *layout, gsize row, guint *next)
{
  for (; *next < layout->table->lines->len; ++*next)
    {
      const RefrainRowLine *line = &g_array_index (layout->table->lines, RefrainRowLine, *next);

      if (line->row != row)
        return;
      g_string_append (self->out, self->html ? "<tr>" : "|");
      for (guint i = 0; i + 1 < layout->n; i++)
        g_string_append (self->out, self->html ? "<td></td>" : "  |");
      g_string_append (self->out, self->html ? "<td>" : " ");
      append (self, line->text);
      g_string_append (self->out, self->html ? "</td></tr>\n" : " |\n");
    }
}

/* Markdown has no table without headings: these may be empty. */
static void
append_headings (Section *self, const RefrainReportLayout *layout)
{
  if (self->html && !layout->headed)
    return;
  g_string_append (self->out, self->html ? "<thead>" : "");
  append_row (self, layout, REFRAIN_ROW_HEADINGS);
  g_string_append (self->out, self->html ? "</thead>\n" : "|");
  for (guint i = 0; !self->html && i < layout->n; i++)
    g_string_append (self->out,
                     refrain_report_column_is_right (refrain_report_layout_get_column (layout, i))
                         ? " ---: |"
                         : " --- |");
  g_string_append (self->out, self->html ? "" : "\n");
}

static void
append_head (Section *self, const char *title)
{
  g_string_append (self->out, self->html ? "<h3>" : "#### ");
  append (self, title);
  g_string_append (self->out, self->html ? "</h3>\n" : "\n\n");
}

static void
append_table (Section *self, const RefrainReportTable *table, RefrainSink *sink)
{
  RefrainReportLayout layout;
  guint next_line = 0;

  if (*table->title != '\0')
    append_head (self, table->title);
  refrain_report_layout_init (&layout, table);
  g_string_append (self->out, self->html ? "<div class=\"wide\"><table>\n" : "");
  append_headings (self, &layout);
  for (gsize row = 0; row < layout.n_rows && refrain_sink_pass (sink); row++)
    {
      append_row (self, &layout, row);
      append_row_lines (self, &layout, row, &next_line);
    }
  if (layout.rest != NULL)
    append_row (self, &layout, REFRAIN_ROW_REST);
  g_string_append (self->out, self->html ? "</table></div>\n" : "\n");
  refrain_report_layout_clear (&layout);
}

/* ---- Lines ---- */

static gboolean
keep (const char *bytes, gsize n, gpointer data, GError **error)
{
  g_string_append_len (data, bytes, (gssize) n);
  return TRUE;
}

/* What is laid out already. */
static void
append_print (Section *self, const RefrainEntry *entry)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) pending = g_string_new (NULL);
  RefrainSink own = { .text = pending, .write = keep, .data = text };

  if (entry->type == REFRAIN_ENTRY_PRINT_FROM)
    entry->value.source->func (&own, entry->value.source->data);
  else
    refrain_sink_put (entry->value.text, strlen (entry->value.text), &own);
  g_string_append_len (text, pending->str, (gssize) pending->len);
  /* A blank line parts what has space of its own here. */
  if (strspn (text->str, "\n") == text->len)
    return;
  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append_c (text, '\n');
  if (self->html)
    {
      g_autofree char *markup = g_markup_escape_text (text->str, (gssize) text->len);

      g_string_append_printf (self->out, "<pre>%s</pre>\n", markup);
    }
  else
    /* Longer than any fence in what our reports print. */
    g_string_append_printf (self->out, "``````\n%s``````\n\n", text->str);
}

static void
append_fact (Section *self, const RefrainEntry *entry)
{
  if (self->html && !self->facts)
    g_string_append (self->out, "<table class=\"facts\">\n");
  g_string_append (self->out, self->html ? "<tr><th>" : "- ");
  append (self, entry->key);
  g_string_append (self->out, self->html ? "</th><td>" : ": ");
  append (self, entry->value.text);
  g_string_append (self->out, self->html ? "</td></tr>\n" : "\n");
  self->facts = TRUE;
}

static void
end_facts (Section *self)
{
  if (self->facts)
    g_string_append (self->out, self->html ? "</table>\n" : "\n");
  self->facts = FALSE;
}

void
refrain_report_write_section (const RefrainReport *self, gboolean html, RefrainSink *sink)
{
  g_autoptr (GString) cell = g_string_new (NULL);
  Section section = { .html = html, .out = sink->text, .cell = cell };

  for (guint i = 0; i < self->entries->len && refrain_sink_pass (sink); i++)
    {
      const RefrainEntry *entry = &g_array_index (self->entries, RefrainEntry, i);

      if (!refrain_entry_is_line (entry))
        continue;
      if (entry->type != REFRAIN_ENTRY_FACT)
        end_facts (&section);
      if (entry->type == REFRAIN_ENTRY_TABLE)
        append_table (&section, entry->value.table, sink);
      else if (entry->type == REFRAIN_ENTRY_HEAD)
        append_head (&section, entry->value.text);
      else if (entry->type == REFRAIN_ENTRY_FACT)
        append_fact (&section, entry);
      else if (entry->type == REFRAIN_ENTRY_SAY)
        {
          g_string_append (section.out, html ? "<p>" : "");
          append (&section, entry->value.text);
          g_string_append (section.out, html ? "</p>\n" : "\n\n");
        }
      else
        append_print (&section, entry);
    }
  end_facts (&section);
}
