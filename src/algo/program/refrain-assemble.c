/* refrain-assemble.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a draft to a program: the tree of items becomes lines in preorder, each definition behind
 * those it uses; one that is used once is written out where it is used.
 */
#include <string.h>

#include "refrain-mapping.h"
#include "refrain-program-private.h"

typedef struct
{
  RefrainDraft *draft;
  RefrainProgram *program;
  guint *n_uses;     /* of a definition */
  guint32 *line_of;  /* of a definition: its line, or REFRAIN_NONE */
  guint32 n_written; /* definitions */
} Assembler;

/* Counts uses in @items and what stands in their bodies. */
static void
count_uses (Assembler *self, const RefrainItem *items, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      gsize n_words;
      const guint32 *words = refrain_draft_get_content (self->draft, items[i].content, &n_words);

      if (words[REFRAIN_CONTENT_KIND] == REFRAIN_LINE_REPEAT)
        count_uses (self, (const RefrainItem *) (gconstpointer) &words[REFRAIN_CONTENT_ITEMS],
                    (n_words - REFRAIN_CONTENT_ITEMS) / 2);
      else if (words[REFRAIN_CONTENT_KIND] == REFRAIN_LINE_USE)
        {
          self->n_uses[words[REFRAIN_CONTENT_DEFINITION]]
              += items[i].guard == REFRAIN_GUARD_ALWAYS ? 1 : 2;
        }
    }
}

static const GArray *
get_definition (const Assembler *self, guint32 number)
{
  return g_array_index (self->draft->definitions, GArray *, number);
}

static void write_items (Assembler *self, const RefrainItem *items, gsize n, guint32 parent);

static void
write_leaf (Assembler *self, RefrainProgramLine *line, const guint32 *words, gsize n)
{
  line->tag = words[REFRAIN_CONTENT_TAG];
  line->name = words[REFRAIN_CONTENT_NAME];
  line->group = words[REFRAIN_CONTENT_GROUP];
  line->first_direction = self->program->line_directions->len;
  line->n_directions = (guint32) (n - REFRAIN_CONTENT_DIRECTIONS);
  g_array_append_vals (self->program->line_directions, &words[REFRAIN_CONTENT_DIRECTIONS],
                       line->n_directions);
}

static void
write_item (Assembler *self, RefrainItem item, guint32 parent)
{
  GArray *lines = self->program->lines;
  const guint32 number = lines->len;
  RefrainProgramLine line
      = { .parent = parent, .guard = item.guard, .end = number + 1, .index = REFRAIN_NONE };
  gsize n;
  const guint32 *words = refrain_draft_get_content (self->draft, item.content, &n);

  line.kind = (RefrainLineKind) words[REFRAIN_CONTENT_KIND];
  if (line.kind == REFRAIN_LINE_REPEAT)
    {
      line.count = (guint64) words[REFRAIN_CONTENT_HIGH] << 32 | words[REFRAIN_CONTENT_LOW];
      g_array_append_val (lines, line);
      write_items (self, (const RefrainItem *) (gconstpointer) &words[REFRAIN_CONTENT_ITEMS],
                   (n - REFRAIN_CONTENT_ITEMS) / 2, number);
      g_array_index (lines, RefrainProgramLine, number).end = lines->len;
      return;
    }
  if (line.kind == REFRAIN_LINE_USE)
    {
      const guint32 definition = words[REFRAIN_CONTENT_DEFINITION];

      if (self->n_uses[definition] == 1)
        {
          const GArray *body = get_definition (self, definition);

          write_items (self, (const RefrainItem *) (gpointer) body->data, body->len, parent);
          return;
        }
      line.definition = self->line_of[definition];
      g_assert (line.definition != REFRAIN_NONE);
    }
  else
    write_leaf (self, &line, words, n);
  g_array_append_val (lines, line);
}

static void
write_items (Assembler *self, const RefrainItem *items, gsize n, guint32 parent)
{
  for (gsize i = 0; i < n; i++)
    write_item (self, items[i], parent);
}

/* Writes the definitions that @items use, inner ones first. */
static void
write_used (Assembler *self, const RefrainItem *items, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      gsize n_words;
      const guint32 *words = refrain_draft_get_content (self->draft, items[i].content, &n_words);
      GArray *lines = self->program->lines;
      RefrainProgramLine line
          = { .kind = REFRAIN_LINE_DEFINE, .parent = REFRAIN_NONE, .index = REFRAIN_NONE };
      const GArray *body;
      guint32 definition;

      if (words[REFRAIN_CONTENT_KIND] == REFRAIN_LINE_REPEAT)
        write_used (self, (const RefrainItem *) (gconstpointer) &words[REFRAIN_CONTENT_ITEMS],
                    (n_words - REFRAIN_CONTENT_ITEMS) / 2);
      if (words[REFRAIN_CONTENT_KIND] != REFRAIN_LINE_USE)
        continue;
      definition = words[REFRAIN_CONTENT_DEFINITION];
      if (self->line_of[definition] != REFRAIN_NONE)
        continue;
      body = get_definition (self, definition);
      write_used (self, (const RefrainItem *) (gpointer) body->data, body->len);
      self->line_of[definition] = lines->len;
      if (self->n_uses[definition] == 1)
        continue;
      line.definition = self->n_written++;
      g_array_append_val (lines, line);
      write_items (self, (const RefrainItem *) (gpointer) body->data, body->len,
                   self->line_of[definition]);
      g_array_index (lines, RefrainProgramLine, self->line_of[definition]).end = lines->len;
    }
}

static void
write_program (Assembler *self, const GArray *body)
{
  const guint n = self->draft->definitions->len;

  self->n_uses = g_new0 (guint, n + 1);
  self->line_of = g_new (guint32, n + 1);
  memset (self->line_of, 0xff, (n + 1) * sizeof *self->line_of);
  for (guint i = 0; i < n; i++)
    count_uses (self, (const RefrainItem *) (gpointer) get_definition (self, i)->data,
                get_definition (self, i)->len);
  count_uses (self, (const RefrainItem *) (gpointer) body->data, body->len);
  write_used (self, (const RefrainItem *) (gpointer) body->data, body->len);
  self->program->start = self->program->lines->len;
  write_items (self, (const RefrainItem *) (gpointer) body->data, body->len, REFRAIN_NONE);
  g_free (self->n_uses);
  g_free (self->line_of);
}

/* ---- What the lines' numbers mean ----------------------------------------------------------- */

static void
take_meanings (RefrainProgram *self, RefrainDraft *draft)
{
  const guint n = refrain_mapping_get_n_processes (self->mapping);
  guint32 n_shapes;
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (self->events, &n_shapes);

  self->directions = refrain_compass_steal (draft->compass);
  self->guards = refrain_guards_export (draft->guards);
  self->tags = g_steal_pointer (&draft->tag_rules);
  self->groups = g_steal_pointer (&draft->group_rules);
  self->header = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (draft->tag_place == REFRAIN_TAGS_IN_HEADER)
    g_array_append_vals (self->header, draft->header->data, draft->header->len);
  self->group_of = g_new0 (guint32 *, self->groups->len + 1);
  for (guint i = 0; i < draft->group_uses->len; i++)
    {
      const RefrainGroupUse *use = &g_array_index (draft->group_uses, RefrainGroupUse, i);

      if (self->group_of[use->rule] == NULL)
        self->group_of[use->rule] = g_new0 (guint32, n + 1);
      self->group_of[use->rule][use->process] = use->group;
    }
  for (guint32 i = 0; i < n_shapes; i++)
    refrain_sequence_table_add (&self->shapes, (const guint32 *) &shapes[i],
                                sizeof (RefrainLoopShape) / sizeof (guint32), NULL);
}

/* Names the indices that tags ask for, those of outer repeats first. */
static void
name_indices (RefrainProgram *self)
{
  RefrainProgramLine *lines = (RefrainProgramLine *) (gpointer) self->lines->data;

  for (guint32 i = 0; i < self->lines->len; i++)
    {
      const RefrainTagRule *rule = &g_array_index (self->tags, RefrainTagRule, lines[i].tag);
      guint32 k = 0;

      if (lines[i].kind < REFRAIN_LINE_SEND || lines[i].kind > REFRAIN_LINE_SHIFT)
        continue;
      for (guint32 up = lines[i].parent; k < rule->n_loops; up = lines[up].parent)
        if (lines[up].kind == REFRAIN_LINE_REPEAT && rule->loops[k++] != 0)
          lines[up].index = 0;
    }
  for (guint32 i = 0; i < self->lines->len; i++)
    for (guint32 up = lines[i].parent; lines[i].index != REFRAIN_NONE && up != REFRAIN_NONE;
         up = lines[up].parent)
      lines[i].index += lines[up].kind == REFRAIN_LINE_REPEAT && lines[up].index != REFRAIN_NONE;
}

/* Whether what @line says is not said in terms of the topology: a list of ranks, or one rank that
 * is no hub. */
static gboolean
is_exception (RefrainProgram *self, const RefrainProgramLine *line)
{
  gboolean bad = g_array_index (self->guards, RefrainGuard, line->guard).listed;

  for (guint32 d = 0; d < line->n_directions; d++)
    {
      const guint32 number
          = g_array_index (self->line_directions, guint32, line->first_direction + d);
      const RefrainDirection *direction
          = &g_array_index (self->directions, RefrainDirection, number);

      bad |= direction->kind == REFRAIN_STEP_RANK && !direction->is_hub;
    }
  return bad;
}

/* How often a process comes to each line, and how often where an exception led there. */
typedef struct
{
  guint64 times, bad;
} Visits;

/* Operations of @process that are exceptions; from the program back to what it uses. */
static guint64
count_exceptions_of (RefrainProgram *self, guint process, Visits *visits)
{
  const RefrainProgramLine *lines = (const RefrainProgramLine *) (gpointer) self->lines->data;
  guint64 count = 0;
  guint32 end = self->lines->len;

  memset (visits, 0, (end + 1) * sizeof *visits);
  while (end > 0)
    {
      guint32 first = end - 1;

      while (lines[first].parent != REFRAIN_NONE)
        first = lines[first].parent;
      for (guint32 i = first; i < end; i++)
        {
          const RefrainProgramLine *line = &lines[i];
          Visits *here = &visits[i];

          if (line->parent == REFRAIN_NONE && i >= self->start)
            here->times = 1;
          else if (line->parent != REFRAIN_NONE)
            {
              const guint64 turns = MAX (lines[line->parent].count, 1);

              here->times = visits[line->parent].times * turns;
              here->bad = visits[line->parent].bad * turns;
            }
          if (!refrain_program_takes (self, i, process))
            *here = (Visits){ 0, 0 };
          if (is_exception (self, line))
            here->bad = here->times;
          if (line->kind == REFRAIN_LINE_USE)
            {
              visits[line->definition].times += here->times;
              visits[line->definition].bad += here->bad;
            }
          else if (line->kind >= REFRAIN_LINE_SEND && here->bad > 0)
            count += here->bad * refrain_program_get_n_operations (self, i, process);
        }
      end = first;
    }
  return count;
}

static guint64
count_exceptions (RefrainProgram *self)
{
  g_autofree Visits *visits = g_new (Visits, self->lines->len + 1);
  guint64 count = 0;
  gboolean any = FALSE;

  for (guint32 i = 0; i < self->lines->len; i++)
    {
      const RefrainProgramLine *line = &g_array_index (self->lines, RefrainProgramLine, i);

      self->facts.n_guarded += line->guard != REFRAIN_GUARD_ALWAYS;
      any |= is_exception (self, line);
    }
  for (guint p = 0; any && p < refrain_mapping_get_n_processes (self->mapping); p++)
    count += count_exceptions_of (self, p, visits);
  return count;
}

RefrainProgram *
refrain_program_assemble (RefrainDraft *draft, const GArray *body)
{
  RefrainProgram *self = g_object_new (REFRAIN_TYPE_PROGRAM, NULL);
  Assembler assembler = { .draft = draft, .program = self };
  g_autofree char *text = NULL;

  self->events = g_object_ref (draft->events);
  self->mapping = g_object_ref (draft->mapping);
  self->lines = g_array_new (FALSE, FALSE, sizeof (RefrainProgramLine));
  self->line_directions = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->n_operations = g_new0 (guint64 *, refrain_mapping_get_n_processes (self->mapping) + 1);
  write_program (&assembler, body);
  take_meanings (self, draft);
  name_indices (self);
  text = refrain_program_dup_text (self, NULL);
  self->facts.bytes = strlen (text);
  self->facts.n_operations = draft->steps->n_operations;
  self->facts.n_exceptions = count_exceptions (self);
  return self;
}
