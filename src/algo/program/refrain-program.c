/* refrain-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program as an object: its lines, what a process does in them, and which line an operation
 * stands in.
 */

#include "refrain-free.h"
#include "refrain-mapping.h"
#include "refrain-object.h"
#include "refrain-program-private.h"

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainProgram, refrain_program)

static void
refrain_program_finalize (RefrainProgram *self)
{
  const guint n = refrain_mapping_get_n_processes (self->mapping);

  for (guint p = 0; p < n; p++)
    g_free (self->n_operations[p]);
  g_free (self->n_operations);
  for (guint g = 0; g < self->groups->len; g++)
    g_free (self->group_of[g]);
  g_free (self->group_of);
  refrain_unref_arrays (self->lines, self->line_directions);
  refrain_directions_free (self->directions);
  refrain_unref_arrays (self->guards, self->tags, self->groups, self->header);
  refrain_sequence_table_clear (&self->shapes);
  g_mutex_clear (&self->lock);
  g_object_unref (self->events);
  g_object_unref (self->mapping);
}

static void
refrain_program_init (RefrainProgram *self)
{
  g_mutex_init (&self->lock);
  refrain_sequence_table_init (&self->shapes);
}

/* ---- What there is -------------------------------------------------------------------------- */

REFRAIN_GETTER (RefrainProgram, refrain_program, RefrainLoopEvents *, get_events, self->events)
REFRAIN_GETTER (RefrainProgram, refrain_program, RefrainMapping *, get_mapping, self->mapping)
REFRAIN_GETTER (RefrainProgram, refrain_program, gboolean, is_axis, self->is_axis)
REFRAIN_GETTER (
    RefrainProgram, refrain_program, const RefrainProgramFacts *, get_facts, &self->facts)

REFRAIN_ARRAY_GETTER (
    RefrainProgram, refrain_program, RefrainProgramLine, guint32, get_lines, self->lines)

static const RefrainProgramLine *
get_line (RefrainProgram *self, guint32 line)
{
  return &g_array_index (self->lines, RefrainProgramLine, line);
}

REFRAIN_GETTER (RefrainProgram, refrain_program, guint32, get_start, self->start)

const guint32 *
refrain_program_get_line_directions (RefrainProgram *self, guint32 line, guint32 *n)
{
  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), NULL);
  g_return_val_if_fail (line < self->lines->len, NULL);
  *n = get_line (self, line)->n_directions;
  return REFRAIN_AT_INDEX (self->line_directions, guint32, get_line (self, line)->first_direction);
}

REFRAIN_ARRAY_GETTER (
    RefrainProgram, refrain_program, RefrainDirection, guint32, get_directions, self->directions)

const RefrainGuard *
refrain_program_get_guard (RefrainProgram *self, guint32 guard)
{
  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), NULL);
  g_return_val_if_fail (guard < self->guards->len, NULL);
  return &g_array_index (self->guards, RefrainGuard, guard);
}

const RefrainTagRule *
refrain_program_get_tag_rule (RefrainProgram *self, guint32 tag)
{
  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), NULL);
  g_return_val_if_fail (tag < self->tags->len, NULL);
  return &g_array_index (self->tags, RefrainTagRule, tag);
}

const RefrainGroupRule *
refrain_program_get_group_rule (RefrainProgram *self, guint32 group)
{
  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), NULL);
  g_return_val_if_fail (group < self->groups->len, NULL);
  return &g_array_index (self->groups, RefrainGroupRule, group);
}

RefrainWords
refrain_program_get_words (RefrainProgram *self)
{
  return (RefrainWords){ self->events, self->mapping,
                         (const RefrainDirection *) (gpointer) self->directions->data,
                         (const RefrainTagRule *) (gpointer) self->tags->data,
                         (const RefrainGroupRule *) (gpointer) self->groups->data };
}

const RefrainTagRule *
refrain_program_get_direction_tag (RefrainProgram *self, guint32 direction, gboolean send)
{
  const RefrainDirection *known;
  guint32 at = 2 * direction;

  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), NULL);
  g_return_val_if_fail (direction < self->directions->len, NULL);
  known = &g_array_index (self->directions, RefrainDirection, direction);
  if (!send)
    at = known->opposite >= 0 ? 2 * (guint32) known->opposite : at + 1;
  if (at >= self->header->len || g_array_index (self->header, guint32, at) == REFRAIN_NONE)
    return NULL;
  return &g_array_index (self->tags, RefrainTagRule, g_array_index (self->header, guint32, at));
}

gint64
refrain_program_get_neighbour (RefrainProgram *self, guint32 direction, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), -1);
  g_return_val_if_fail (direction < self->directions->len, -1);
  return refrain_direction_follow (&g_array_index (self->directions, RefrainDirection, direction),
                                   self->mapping, process);
}

gboolean
refrain_program_takes (RefrainProgram *self, guint32 line, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), FALSE);
  g_return_val_if_fail (line < self->lines->len, FALSE);
  return REFRAIN_GUARD_HOLDS (
      &g_array_index (self->guards, RefrainGuard, get_line (self, line)->guard), process);
}

/* ---- One line ------------------------------------------------------------------------------- */

/* Operation @position of a line with directions: which direction, whether it is a send. */
static guint32
get_direction (RefrainProgram *self,
               const RefrainProgramLine *line,
               guint32 position,
               gboolean *send)
{
  const guint32 *directions
      = &g_array_index (self->line_directions, guint32, line->first_direction);
  const guint32 n = line->n_directions;
  guint32 direction;

  switch (line->kind)
    {
    case REFRAIN_LINE_SWAP:
      *send = position < n;
      return directions[position % n];
    case REFRAIN_LINE_SHIFT:
      *send = position % 2 == 0;
      direction = directions[position / 2];
      return *send
                 ? direction
                 : (guint32) g_array_index (self->directions, RefrainDirection, direction).opposite;
    case REFRAIN_LINE_REPEAT:
    case REFRAIN_LINE_DEFINE:
    case REFRAIN_LINE_USE:
    case REFRAIN_LINE_SEND:
    case REFRAIN_LINE_RECV:
    case REFRAIN_LINE_SYNC:
    case REFRAIN_LINE_LOCAL:
    default:
      *send = line->kind == REFRAIN_LINE_SEND;
      return directions[position];
    }
}

/* How many operations a line names; a process without all neighbours does fewer. */
static guint32
count_positions (const RefrainProgramLine *line)
{
  return line->kind <= REFRAIN_LINE_USE    ? 0
         : line->kind >= REFRAIN_LINE_SYNC ? 1
         : line->kind >= REFRAIN_LINE_SWAP ? 2 * line->n_directions
                                           : line->n_directions;
}

static gboolean
does (RefrainProgram *self, guint32 direction, guint process)
{
  const RefrainDirection *known = &g_array_index (self->directions, RefrainDirection, direction);

  return known->kind == REFRAIN_STEP_UNKNOWN
         || refrain_direction_follow (known, self->mapping, process) >= 0;
}

static guint32
find_shape (RefrainProgram *self, RefrainLoopEventKind kind, guint32 name, guint32 group)
{
  const guint32 key[3] = { kind, name, group };
  const guint32 shape = refrain_sequence_table_find (&self->shapes, key, 3);

  g_assert (shape != REFRAIN_NONE);
  return shape;
}

/* Fills @step with operation @position of @line; FALSE where @process has no such neighbour.
 * @turns: indices of the repeats around (of guint64), NULL where nobody asks for the tag. */
static gboolean
make_step (RefrainProgram *self,
           guint32 number,
           guint process,
           guint32 position,
           const GArray *turns,
           RefrainProgramStep *step)
{
  const RefrainProgramLine *line = get_line (self, number);
  const RefrainTagRule *rule;
  gint64 peer;

  step->line = number;
  step->position = position;
  step->event = (RefrainLoopEvent){ 0 };
  if (line->kind >= REFRAIN_LINE_SYNC)
    {
      step->send = FALSE;
      step->direction = REFRAIN_NONE;
      step->event.shape = line->kind == REFRAIN_LINE_SYNC
                              ? find_shape (self, REFRAIN_LOOP_SYNC, line->name,
                                            self->group_of[line->group][process])
                              : find_shape (self, REFRAIN_LOOP_LOCAL, line->name, 0);
      return TRUE;
    }
  step->direction = get_direction (self, line, position, &step->send);
  if (!does (self, step->direction, process))
    return FALSE;
  peer = refrain_program_get_neighbour (self, step->direction, process);
  rule = &g_array_index (self->tags, RefrainTagRule, line->tag);
  if (rule->kind == REFRAIN_TAG_BY_DIRECTION)
    rule = refrain_program_get_direction_tag (self, step->direction, step->send);
  g_assert (rule != NULL);
  step->event.peer = (gint32) peer;
  step->event.shape
      = find_shape (self, step->send ? REFRAIN_LOOP_SEND : REFRAIN_LOOP_RECV,
                    rule->kind == REFRAIN_TAG_NAMED ? (guint32) rule->value + 1 : 0, 0);
  if (rule->kind != REFRAIN_TAG_NAMED)
    step->event.tag = refrain_tag_rule_apply (
        rule, self->mapping, process, peer,
        turns == NULL ? NULL : (const guint64 *) (gconstpointer) turns->data,
        turns == NULL ? 0 : turns->len);
  return TRUE;
}

/* ---- Going through -------------------------------------------------------------------------- */

typedef struct
{
  RefrainProgram *self;
  guint process;
  RefrainProgramFunc func;
  RefrainProgramPieceFunc piece; /* or NULL */
  gpointer data;
  gsize element;
  GArray *turns; /* of guint64: indices of the repeats around */
} Walk;

static void
tell_piece (Walk *walk, guint32 line, gsize first)
{
  if (walk->piece != NULL && walk->element > first)
    walk->piece (line, first, walk->element, walk->data);
}

static gboolean
walk_lines (Walk *walk, guint32 first, guint32 end)
{
  for (guint32 i = first; i < end; i = get_line (walk->self, i)->end)
    {
      const RefrainProgramLine *line = get_line (walk->self, i);
      const guint32 n = count_positions (line);

      if (!refrain_program_takes (walk->self, i, walk->process))
        continue;
      if (line->kind == REFRAIN_LINE_USE)
        {
          const gsize before = walk->element;

          if (!walk_lines (walk, line->definition + 1,
                           get_line (walk->self, line->definition)->end))
            return FALSE;
          tell_piece (walk, i, before);
        }
      else if (line->kind == REFRAIN_LINE_REPEAT)
        {
          const guint depth = walk->turns->len;

          g_array_set_size (walk->turns, depth + 1);
          for (guint64 turn = 0; turn < line->count; turn++)
            {
              const gsize before = walk->element;

              g_array_index (walk->turns, guint64, depth) = turn;
              if (!walk_lines (walk, i + 1, line->end))
                return FALSE;
              if (walk->element == before)
                break;
              tell_piece (walk, i, before);
            }
          g_array_set_size (walk->turns, depth);
        }
      for (guint32 k = 0; k < n; k++)
        {
          RefrainProgramStep step = { .element = walk->element };

          if (!make_step (walk->self, i, walk->process, k, walk->turns, &step))
            continue;
          walk->element++;
          if (!walk->func (&step, walk->data))
            return FALSE;
        }
    }
  return TRUE;
}

gboolean
refrain_program_run (RefrainProgram *self, guint process, RefrainProgramFunc func, gpointer data)
{
  return refrain_program_run_pieces (self, process, func, NULL, data);
}

gboolean
refrain_program_run_pieces (RefrainProgram *self,
                            guint process,
                            RefrainProgramFunc func,
                            RefrainProgramPieceFunc piece,
                            gpointer data)
{
  g_autoptr (GArray) turns = g_array_new (FALSE, FALSE, sizeof (guint64));
  Walk walk = { self, process, func, piece, data, 0, turns };

  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), FALSE);
  g_return_val_if_fail (process < refrain_mapping_get_n_processes (self->mapping), FALSE);
  return walk_lines (&walk, self->start, self->lines->len);
}

/* How many of the operations that @line names @process does if it takes the line. Only counted, not
 * made: those who do not come to the line need not have what it does, a collective of a group they
 * are not in. */
static guint32
count_done (RefrainProgram *self, const RefrainProgramLine *line, guint process)
{
  const guint32 n = count_positions (line);
  guint32 n_done = 0;
  gboolean send;

  if (line->kind >= REFRAIN_LINE_SYNC)
    return n;
  for (guint32 k = 0; k < n; k++)
    n_done += does (self, get_direction (self, line, k, &send), process);
  return n_done;
}

/* Operations of each line, those of its body included. */
static guint64 *
count_operations (RefrainProgram *self, guint process)
{
  const guint32 n_lines = self->lines->len;
  guint64 *counts = g_new0 (guint64, n_lines + 1);

  for (guint32 i = 0; i < n_lines; i = get_line (self, i)->end)
    for (guint32 j = get_line (self, i)->end; j-- > i;)
      {
        const RefrainProgramLine *line = get_line (self, j);

        if (line->kind == REFRAIN_LINE_REPEAT)
          counts[j] *= line->count;
        else if (line->kind == REFRAIN_LINE_USE)
          counts[j] = counts[line->definition];
        counts[j] += count_done (self, line, process);
        if (!refrain_program_takes (self, j, process))
          counts[j] = 0;
        if (line->parent != REFRAIN_NONE)
          counts[line->parent] += counts[j];
      }
  return counts;
}

/* The counts of @process, remembered. */
static const guint64 *
get_counts (RefrainProgram *self, guint process)
{
  const guint64 *counts;

  g_mutex_lock (&self->lock);
  if (self->n_operations[process] == NULL)
    self->n_operations[process] = count_operations (self, process);
  counts = self->n_operations[process];
  g_mutex_unlock (&self->lock);
  return counts;
}

guint64
refrain_program_get_n_operations (RefrainProgram *self, guint32 line, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), 0);
  g_return_val_if_fail (process < refrain_mapping_get_n_processes (self->mapping), 0);
  g_return_val_if_fail (line < self->lines->len, 0);
  return get_counts (self, process)[line];
}

/* ---- From operations to lines and back ------------------------------------------------------ */

guint32
refrain_program_find_line (RefrainProgram *self, guint process, gsize element, GArray *path)
{
  const guint64 *counts;
  guint32 i = self->start, end = self->lines->len;
  guint64 rest = element;

  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), REFRAIN_NONE);
  g_return_val_if_fail (process < refrain_mapping_get_n_processes (self->mapping), REFRAIN_NONE);
  counts = get_counts (self, process);
  while (i < end)
    {
      const RefrainProgramLine *line = get_line (self, i);

      if (rest >= counts[i])
        {
          rest -= counts[i];
          i = line->end;
          continue;
        }
      if (path != NULL)
        g_array_append_val (path, i);
      if (line->kind == REFRAIN_LINE_REPEAT)
        {
          rest %= counts[i] / line->count;
          end = line->end;
          i++;
        }
      else if (line->kind == REFRAIN_LINE_USE)
        {
          i = line->definition;
          if (path != NULL)
            g_array_append_val (path, i);
          end = get_line (self, i)->end;
          i++;
        }
      else
        return i;
    }
  return REFRAIN_NONE;
}

guint32
refrain_program_find_line_of_op (RefrainProgram *self, guint process, guint32 op)
{
  const RefrainLoopStream *stream;

  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), REFRAIN_NONE);
  stream = refrain_loop_events_get_stream (self->events, process);
  if (stream->op == NULL)
    return REFRAIN_NONE;
  for (gsize i = 0; i < stream->n; i++)
    if (stream->op[i] == op)
      return refrain_program_find_line (self, process, i, NULL);
  return REFRAIN_NONE;
}

typedef struct
{
  RefrainProgram *self;
  RefrainOpSet *ops;
  guint32 line;
  gboolean *holds; /* of a line: whether the line asked for is in it, or in what it uses */
  const guint64 *counts;
  const guint32 *op;
  guint process;
} Collection;

/* Adds @n operations of the stream from @element on. */
static void
collect_rows (Collection *collection, gsize element, guint64 n)
{
  refrain_op_set_add_rows (collection->ops, collection->process, &collection->op[element],
                           (gsize) n);
}

static gsize
collect (Collection *collection, guint32 first, guint32 end, gsize element)
{
  RefrainProgram *self = collection->self;

  for (guint32 i = first; i < end; i = get_line (self, i)->end)
    {
      const RefrainProgramLine *line = get_line (self, i);
      const guint64 n = collection->counts[i];

      if (n > 0 && i == collection->line)
        collect_rows (collection, element, n);
      else if (n > 0 && collection->holds[i] && line->kind == REFRAIN_LINE_REPEAT)
        for (guint64 turn = 0; turn < line->count; turn++)
          collect (collection, i + 1, line->end, element + turn * (n / line->count));
      else if (n > 0 && collection->holds[i] && line->definition == collection->line)
        collect_rows (collection, element, n);
      else if (n > 0 && collection->holds[i])
        collect (collection, line->definition + 1, get_line (self, line->definition)->end, element);
      element += n;
    }
  return element;
}

/* Which lines hold @line. Definitions stand before what uses them. */
static gboolean *
find_holders (RefrainProgram *self, guint32 line)
{
  gboolean *holds = g_new0 (gboolean, self->lines->len + 1);

  holds[line] = TRUE;
  for (guint32 i = 0; i < self->lines->len; i = get_line (self, i)->end)
    for (guint32 j = get_line (self, i)->end; j-- > i;)
      {
        const RefrainProgramLine *one = get_line (self, j);

        if (one->kind == REFRAIN_LINE_USE)
          holds[j] |= holds[one->definition];
        if (holds[j] && one->parent != REFRAIN_NONE)
          holds[one->parent] = TRUE;
      }
  return holds;
}

RefrainOpSet *
refrain_program_get_ops (RefrainProgram *self, guint32 line)
{
  RefrainTrace *trace;
  g_autofree gboolean *holds = NULL;
  Collection collection;

  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), NULL);
  g_return_val_if_fail (line < self->lines->len, NULL);
  trace = refrain_loop_events_get_trace (self->events);
  if (trace == NULL)
    return NULL;
  holds = find_holders (self, line);
  collection = (Collection){
    .self = self, .ops = refrain_op_set_new (trace), .line = line, .holds = holds
  };
  for (guint p = 0; p < refrain_mapping_get_n_processes (self->mapping); p++)
    {
      collection.process = p;
      collection.counts = get_counts (self, p);
      collection.op = refrain_loop_events_get_stream (self->events, p)->op;
      collect (&collection, self->start, self->lines->len, 0);
    }
  return collection.ops;
}
