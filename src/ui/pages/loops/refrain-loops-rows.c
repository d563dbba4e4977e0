/* refrain-loops-rows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An array says for each line which construct it is; rows are objects only while somebody holds
 * them.
 */
#include "refrain-loops-rows.h"

#include <glib/gi18n.h>

#include "refrain-loop-text.h"
#include "refrain-loop-words.h"
#include "refrain-object.h"

#define INDENT 2

/* ---- A line ---- */

struct _RefrainLoopsRow
{
  GObject parent_instance;

  RefrainLoopModel *model;
  guint32 construct, end;
  gboolean is_end;
};

REFRAIN_DEFINE_OBJECT (RefrainLoopsRow, refrain_loops_row)

guint32
refrain_loops_row_get_construct (RefrainLoopsRow *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS_ROW (self), REFRAIN_NONE);
  return self->construct;
}

guint32
refrain_loops_row_get_end (RefrainLoopsRow *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS_ROW (self), REFRAIN_NONE);
  return self->end;
}

REFRAIN_GETTER (RefrainLoopsRow, refrain_loops_row, gboolean, is_end, self->is_end)

char *
refrain_loops_row_get_text (RefrainLoopsRow *self)
{
  GString *text = g_string_new (NULL);
  const RefrainConstruct *constructs;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_LOOPS_ROW (self), NULL);

  constructs = refrain_loop_model_get_constructs (self->model, &n);
  for (guint32 i = self->construct; constructs[i].parent != REFRAIN_NONE; i = constructs[i].parent)
    g_string_append_printf (text, "%*s", INDENT, "");
  if (self->is_end)
    g_string_append (text, "done");
  else
    refrain_loop_text_append_line (text, self->model, self->construct, self->end);
  return g_string_free (text, FALSE);
}

char *
refrain_loops_row_get_note (RefrainLoopsRow *self)
{
  const RefrainConstruct *constructs, *at;
  g_autoptr (GString) processes = NULL;
  g_autofree char *words = NULL;
  g_autofree guint32 *covered = NULL;
  guint32 n;
  guint n_processes, n_covered = 0;

  g_return_val_if_fail (REFRAIN_IS_LOOPS_ROW (self), NULL);

  constructs = refrain_loop_model_get_constructs (self->model, &n);
  at = &constructs[self->construct];
  if (self->is_end
      || (at->kind != REFRAIN_CONSTRUCT_DEFINITION && at->kind != REFRAIN_CONSTRUCT_USE))
    return g_strdup ("");
  words = refrain_loop_words_describe (self->model, self->construct, at->end);
  n_processes = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (self->model));
  covered = g_new (guint32, n_processes + 1);
  for (guint p = 0; p < n_processes; p++)
    if (refrain_loop_model_covers (self->model, self->construct, p))
      covered[n_covered++] = p;
  processes = g_string_new (NULL);
  refrain_processes_append (processes, covered, n_covered);
  /* TRANSLATORS: of a piece of the loop model: on which processes, and what these do. */
  return g_strdup_printf (_ ("on %s: %s"), processes->str, words);
}

static void
refrain_loops_row_finalize (RefrainLoopsRow *self)
{
  g_clear_object (&self->model);
}

/* ---- All lines ---- */

typedef struct
{
  guint32 construct, end;
  gboolean is_end;
} Line;

struct _RefrainLoopsRows
{
  GObject parent_instance;

  RefrainLoopModel *model;
  GArray *lines; /* of Line */
  guint32 *line; /* in which each construct stands */
};

REFRAIN_DEFINE_LIST (RefrainLoopsRows, refrain_loops_rows, REFRAIN_TYPE_LOOPS_ROW, self->lines->len)

static gpointer
refrain_loops_rows_get_item (RefrainLoopsRows *self, guint place)
{
  const Line *line = &g_array_index (self->lines, Line, place);
  RefrainLoopsRow *row = g_object_new (REFRAIN_TYPE_LOOPS_ROW, NULL);

  row->model = g_object_ref (self->model);
  row->construct = line->construct;
  row->end = line->end;
  row->is_end = line->is_end;
  return row;
}

static void
refrain_loops_rows_finalize (RefrainLoopsRows *self)
{
  g_array_unref (self->lines);
  g_free (self->line);
  g_clear_object (&self->model);
}

static void
refrain_loops_rows_init (RefrainLoopsRows *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
}

RefrainLoopsRows *
refrain_loops_rows_new (RefrainLoopModel *model)
{
  RefrainLoopsRows *self;
  const RefrainConstruct *constructs;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  self = g_object_new (REFRAIN_TYPE_LOOPS_ROWS, NULL);
  self->model = g_object_ref (model);
  constructs = refrain_loop_model_get_constructs (model, &n);
  self->line = g_new0 (guint32, n + 1);
  for (guint32 i = 0, end; i < n; i = end)
    {
      const Line line = { i, end = refrain_loop_text_find_line_end (model, i), FALSE };

      for (guint32 k = i; k < end; k++)
        self->line[k] = self->lines->len;
      g_array_append_val (self->lines, line);
      /* All bodies that end here, inner ones first. */
      for (guint32 at = end - 1; at != REFRAIN_NONE && constructs[at].end == end;
           at = constructs[at].parent)
        if (constructs[at].kind == REFRAIN_CONSTRUCT_LOOP
            || constructs[at].kind == REFRAIN_CONSTRUCT_DEFINITION)
          {
            const Line done = { at, at + 1, TRUE };

            g_array_append_val (self->lines, done);
          }
    }
  return self;
}

guint
refrain_loops_rows_find (RefrainLoopsRows *self, guint32 construct)
{
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_LOOPS_ROWS (self), 0);
  refrain_loop_model_get_constructs (self->model, &n);
  return construct < n ? self->line[construct] : G_MAXUINT;
}
