/* refrain-pattern-layout.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows first, from the forms of the pattern; then messages and collectives between their marks;
 * then steps, in the order of logical time.
 */
#include "refrain-pattern-layout.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-pattern-form.h"

/* Which mark an operation of the occurrence became. */
typedef struct
{
  guint32 op, mark;
} Place;

typedef struct
{
  RefrainPatternLayout *layout;
  GPtrArray *forms;
  GArray *spans;
  GArray **places; /* of Place, for each row, by operation */
  gint32 *row_of;  /* of each process, or -1 */
} Build;

static const RefrainOps *
get_ops (const RefrainPatternLayout *self, guint row)
{
  return refrain_trace_get_ops (self->trace, self->processes[row]);
}

REFRAIN_DEFINE_COMPARE (compare_places, Place, REFRAIN_RISING (op))

/* The mark of the operation at the other end of @op, or REFRAIN_NONE. */
static guint32
find_partner (const Build *build, const RefrainOps *ops, gsize op)
{
  const gint32 peer = ops->peer[op];
  const Place wanted = { ops->partner[op], 0 };
  const Place *place;
  gint32 row;

  if (!REFRAIN_OP_IS_P2P (ops->kind[op]) || peer < 0 || wanted.op == REFRAIN_NONE)
    return REFRAIN_NONE;
  row = build->row_of[peer];
  if (row < 0)
    return REFRAIN_NONE;
  place = refrain_find (&wanted, build->places[row]->data, build->places[row]->len, sizeof wanted,
                        compare_places);
  return place != NULL ? place->mark : REFRAIN_NONE;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void
add_row (Build *build, guint row)
{
  RefrainPatternLayout *self = build->layout;
  const RefrainPatternForm *form = build->forms->pdata[row];
  RefrainPatternMark *marks = self->marks + self->first_mark[row];
  const RefrainOps *ops = get_ops (self, row);
  GArray *places = g_array_sized_new (FALSE, FALSE, sizeof (Place), (guint) form->n_ops);

  for (gsize i = 0; i < form->n; i++)
    {
      const guint32 op = form->elements[i].op;

      marks[i] = (RefrainPatternMark){
        .row = row,
        .op = op,
        .count = form->elements[i].count,
        .peer = ops->peer[op],
        .span = REFRAIN_NONE,
        .kind = ops->kind[op],
      };
    }
  for (gsize i = 0; i < form->n_ops; i++)
    {
      const Place place = { form->ops[i], self->first_mark[row] + form->element[i] };

      g_array_append_val (places, place);
    }
  g_array_sort (places, compare_places);
  build->places[row] = places;
}

/* Brackets of a row; bodies come before those that hold them. */
static void
add_brackets (Build *build, guint row, RefrainPatternBracket *brackets)
{
  RefrainPatternLayout *self = build->layout;
  const RefrainPatternForm *form = build->forms->pdata[row];
  g_autofree guint32 *levels = g_new0 (guint32, form->n + 1); /* above each element */

  for (gsize b = 0; b < form->n_bodies; b++)
    {
      const RefrainPatternBody *body = &form->bodies[b];
      guint32 level = 0;

      for (guint32 i = body->first; i < body->first + body->n; i++)
        level = MAX (level, levels[i]);
      for (guint32 i = body->first; i < body->first + body->n; i++)
        levels[i] = level + 1;
      brackets[b] = (RefrainPatternBracket){ self->first_mark[row] + body->first, body->n,
                                             body->count, level };
      self->levels = MAX (self->levels, level + 1);
    }
}

static void
add_rows (Build *build)
{
  RefrainPatternLayout *self = build->layout;
  gsize n_brackets = 0;

  for (guint row = 0; row < self->n_rows; row++)
    {
      const RefrainPatternForm *form = build->forms->pdata[row];

      self->processes[row] = form->process;
      build->row_of[form->process] = (gint32) row;
      self->first_mark[row] = (guint32) self->n_marks;
      self->n_marks += form->n;
      self->n_brackets += form->n_bodies;
    }
  self->first_mark[self->n_rows] = (guint32) self->n_marks;
  self->marks = g_new (RefrainPatternMark, self->n_marks);
  self->brackets = g_new (RefrainPatternBracket, self->n_brackets);
  for (guint row = 0; row < self->n_rows; row++)
    {
      add_row (build, row);
      add_brackets (build, row, REFRAIN_AT (self->brackets, n_brackets));
      n_brackets += ((RefrainPatternForm *) build->forms->pdata[row])->n_bodies;
    }
}

/* ---- Messages and collectives ---------------------------------------------------------------- */

REFRAIN_DEFINE_COMPARE (compare_arrows,
                        RefrainPatternArrow,
                        REFRAIN_RISING (send) ?: REFRAIN_RISING (receive))

static void
add_arrows (Build *build)
{
  RefrainPatternLayout *self = build->layout;
  g_autoptr (GArray) arrows = g_array_new (FALSE, FALSE, sizeof (RefrainPatternArrow));
  RefrainPatternArrow *all;

  for (guint row = 0; row < self->n_rows; row++)
    {
      const RefrainOps *ops = get_ops (self, row);

      for (guint i = 0; i < build->places[row]->len; i++)
        {
          const Place *place = &g_array_index (build->places[row], Place, i);
          const RefrainPatternArrow arrow
              = { place->mark, REFRAIN_OP_IS_SEND (ops->kind[place->op])
                                   ? find_partner (build, ops, place->op)
                                   : REFRAIN_NONE };

          if (arrow.receive != REFRAIN_NONE)
            g_array_append_val (arrows, arrow);
        }
    }
  g_array_sort (arrows, compare_arrows);
  all = (RefrainPatternArrow *) (gpointer) arrows->data;
  for (guint i = 0; i < arrows->len; i++)
    if (i == 0 || compare_arrows (&all[i - 1], &all[i]) != 0)
      all[self->n_arrows++] = all[i];
  self->arrows = (RefrainPatternArrow *) (gpointer) g_array_free (g_steal_pointer (&arrows), FALSE);
}

/* Joins the marks of one collective instance. Each is known by the one that stands in the pattern;
 * those without an instance stand alone. */
static void
add_spans (Build *build)
{
  RefrainPatternLayout *self = build->layout;
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL); /* instance + 1 → span + 1 */

  for (gsize i = 0; i < self->n_marks; i++)
    {
      RefrainPatternMark *mark = &self->marks[i];
      const RefrainOps *ops = get_ops (self, mark->row);
      const guint32 instance = ops->partner[mark->op];
      RefrainPatternSpan span
          = { 0, mark->row, mark->row, mark->count, (RefrainCollective) ops->tag[mark->op] };
      guint index = 0;

      if (mark->kind != REFRAIN_OP_COLLECTIVE)
        continue;
      if (instance != REFRAIN_NONE)
        index = GPOINTER_TO_UINT (g_hash_table_lookup (known, GSIZE_TO_POINTER (instance + 1ul)));
      if (index == 0)
        {
          g_array_append_val (build->spans, span);
          index = build->spans->len;
          if (instance != REFRAIN_NONE)
            g_hash_table_insert (known, GSIZE_TO_POINTER (instance + 1ul),
                                 GUINT_TO_POINTER (index));
        }
      mark->span = index - 1;
      g_array_index (build->spans, RefrainPatternSpan, index - 1).last_row = mark->row;
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* A mark in the order of logical time. */
typedef struct
{
  guint32 logical, mark;
} Turn;

REFRAIN_DEFINE_COMPARE (compare_turns, Turn, REFRAIN_RISING (logical) ?: REFRAIN_RISING (mark))

static Turn *
make_turns (const RefrainPatternLayout *self)
{
  Turn *turns = g_new (Turn, self->n_marks);

  for (guint row = 0; row < self->n_rows; row++)
    {
      const RefrainOps *ops = get_ops (self, row);
      guint32 logical = 0;

      /* Receives that stand where they were posted do not come before what stands before them. */
      for (guint32 i = self->first_mark[row]; i < self->first_mark[row + 1]; i++)
        {
          logical = MAX (logical, ops->logical[self->marks[i].op]);
          turns[i] = (Turn){ logical, i };
        }
    }
  refrain_sort (turns, self->n_marks, sizeof *turns, compare_turns);
  return turns;
}

/* The marks of each span: counts, then a list. */
static guint32 *
list_members (const Build *build, guint32 **first)
{
  const RefrainPatternLayout *self = build->layout;
  guint32 *members = g_new (guint32, self->n_marks + 1);
  guint32 *begin = g_new0 (guint32, build->spans->len + 2);

  for (gsize i = 0; i < self->n_marks; i++)
    if (self->marks[i].span != REFRAIN_NONE)
      begin[self->marks[i].span + 2]++;
  for (guint s = 2; s < build->spans->len + 2; s++)
    begin[s] += begin[s - 1];
  for (guint32 i = 0; i < self->n_marks; i++)
    if (self->marks[i].span != REFRAIN_NONE)
      members[begin[self->marks[i].span + 1]++] = i;
  *first = begin;
  return members;
}

static void
place_marks (Build *build)
{
  RefrainPatternLayout *self = build->layout;
  g_autofree guint32 *next = g_new0 (guint32, self->n_rows); /* free step of each row */
  g_autofree gboolean *placed = g_new0 (gboolean, self->n_marks);
  g_autofree guint32 *first = NULL;
  g_autofree guint32 *members = list_members (build, &first);
  g_autofree Turn *turns = make_turns (self);

  for (gsize t = 0; t < self->n_marks; t++)
    {
      RefrainPatternMark *mark = &self->marks[turns[t].mark];
      const guint32 own = turns[t].mark;
      const guint32 *group = mark->span != REFRAIN_NONE ? members + first[mark->span] : &own;
      const gsize n = mark->span != REFRAIN_NONE ? first[mark->span + 1] - first[mark->span] : 1;
      guint32 step = 0, partner = REFRAIN_NONE;

      if (placed[own])
        continue;
      if (REFRAIN_OP_IS_RECV (mark->kind))
        partner = find_partner (build, get_ops (self, mark->row), mark->op);
      if (partner != REFRAIN_NONE && placed[partner])
        step = self->marks[partner].step + 1;
      for (gsize i = 0; i < n; i++)
        step = MAX (step, next[self->marks[group[i]].row]);
      for (gsize i = 0; i < n; i++)
        {
          self->marks[group[i]].step = step;
          next[self->marks[group[i]].row] = step + 1;
          placed[group[i]] = TRUE;
        }
      if (mark->span != REFRAIN_NONE)
        g_array_index (build->spans, RefrainPatternSpan, mark->span).step = step;
      self->n_steps = MAX (self->n_steps, step + 1);
    }
}

/* ---- Brackets of all rows -------------------------------------------------------------------- */

static gboolean
spans_alike (const RefrainPatternLayout *self,
             const RefrainPatternBracket *a,
             const RefrainPatternBracket *b)
{
  return a->count == b->count && a->level == b->level
         && self->marks[a->first].step == self->marks[b->first].step
         && self->marks[a->first + a->n - 1].step == self->marks[b->first + b->n - 1].step;
}

static void
share_brackets (RefrainPatternLayout *self)
{
  const gsize n = self->n_brackets / self->n_rows;

  if (self->n_rows < 2 || n == 0 || n * self->n_rows != self->n_brackets)
    return;
  for (gsize i = 0; i < self->n_brackets; i++)
    if (self->marks[self->brackets[i].first].row != i / n
        || !spans_alike (self, &self->brackets[i], &self->brackets[i % n]))
      return;
  self->n_shared_brackets = n;
}

RefrainPatternLayout *
refrain_pattern_layout_new (RefrainPattern *pattern, RefrainSymbols *symbols)
{
  RefrainPatternLayout *self = g_new0 (RefrainPatternLayout, 1);
  g_autoptr (GPtrArray) forms = refrain_pattern_get_forms (pattern, symbols, 0);
  guint n_processes;
  Build build = { self, forms, NULL, NULL, NULL };

  self->trace = g_object_ref (refrain_symbols_get_trace (symbols));
  n_processes = refrain_trace_get_n_processes (self->trace);
  self->n_rows = forms->len;
  self->processes = g_new (guint, self->n_rows);
  self->first_mark = g_new (guint32, self->n_rows + 1);
  build.spans = g_array_new (FALSE, FALSE, sizeof (RefrainPatternSpan));
  build.places = g_new0 (GArray *, self->n_rows);
  build.row_of = g_new (gint32, n_processes);
  for (guint i = 0; i < n_processes; i++)
    build.row_of[i] = -1;
  add_rows (&build);
  add_arrows (&build);
  add_spans (&build);
  place_marks (&build);
  share_brackets (self);
  self->n_spans = build.spans->len;
  self->spans = (RefrainPatternSpan *) (gpointer) g_array_free (build.spans, FALSE);
  for (guint row = 0; row < self->n_rows; row++)
    g_array_unref (build.places[row]);
  refrain_free (build.places, build.row_of);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (
    refrain_pattern_layout_free, RefrainPatternLayout, g_object_unref (x->trace);
    refrain_free (x->processes, x->first_mark, x->marks, x->arrows, x->brackets, x->spans))
