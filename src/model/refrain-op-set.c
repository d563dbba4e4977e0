/* refrain-op-set.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row of words for each process that has members; searches look at whole words.
 */
#include "refrain-op-set.h"

#include "refrain-object.h"

/* A process without members has no words, so that a set of few processes is small. */
typedef struct
{
  gsize n_ops;
  guint64 *words;
} ProcessBits;

struct _RefrainOpSet
{
  gsize size;
  guint n_processes;
  ProcessBits *processes;
  GPtrArray *parts; /* of RefrainOpSet, or NULL */
  GArray *spans;    /* of RefrainOpSpan, or NULL */
  gboolean waiting;
};

G_DEFINE_BOXED_TYPE (RefrainOpSet, refrain_op_set, refrain_op_set_ref, refrain_op_set_unref)

RefrainOpSet *
refrain_op_set_new (RefrainTrace *trace)
{
  RefrainOpSet *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  self = g_atomic_rc_box_new0 (RefrainOpSet);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->processes = g_new0 (ProcessBits, self->n_processes);
  for (guint i = 0; i < self->n_processes; i++)
    self->processes[i].n_ops = refrain_trace_get_ops (trace, i)->n;
  return self;
}

static void
clear (gpointer data)
{
  RefrainOpSet *self = data;

  for (guint i = 0; i < self->n_processes; i++)
    g_free (self->processes[i].words);
  g_free (self->processes);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_clear_pointer (&self->spans, g_array_unref);
}

REFRAIN_DEFINE_SHARED (RefrainOpSet, refrain_op_set, clear)

/* The words of @process, made at the first call. */
static guint64 *
make_words (RefrainOpSet *self, guint process)
{
  ProcessBits *bits = &self->processes[process];

  if (bits->words == NULL)
    bits->words = g_new0 (guint64, (bits->n_ops >> 6) + 1);
  return bits->words;
}

void
refrain_op_set_add (RefrainOpSet *self, guint process, gsize op)
{
  guint64 *word;
  guint64 bit = G_GUINT64_CONSTANT (1) << (op & 63);

  g_return_if_fail (self != NULL);
  g_return_if_fail (process < self->n_processes);
  g_return_if_fail (op < self->processes[process].n_ops);

  word = make_words (self, process) + (op >> 6);
  self->size += (*word & bit) == 0;
  *word |= bit;
}

void
refrain_op_set_add_rows (RefrainOpSet *self, guint process, const guint32 *ops, gsize n)
{
  guint64 *words;
  gsize n_ops;

  g_return_if_fail (self != NULL);
  g_return_if_fail (process < self->n_processes);
  g_return_if_fail (ops != NULL || n == 0);

  if (n == 0)
    return;
  words = make_words (self, process);
  n_ops = self->processes[process].n_ops;
  for (gsize i = 0; i < n; i++)
    {
      const guint64 bit = G_GUINT64_CONSTANT (1) << (ops[i] & 63);

      g_return_if_fail (ops[i] < n_ops);
      self->size += (words[ops[i] >> 6] & bit) == 0;
      words[ops[i] >> 6] |= bit;
    }
}

gboolean
refrain_op_set_contains (const RefrainOpSet *self, guint process, gsize op)
{
  const ProcessBits *bits;

  g_return_val_if_fail (self != NULL, FALSE);

  if (process >= self->n_processes)
    return FALSE;
  bits = &self->processes[process];
  if (bits->words == NULL || op >= bits->n_ops)
    return FALSE;
  return (bits->words[op >> 6] >> (op & 63)) & 1;
}

gsize
refrain_op_set_find_next (const RefrainOpSet *self, guint process, gsize from, gsize to)
{
  const ProcessBits *bits;
  guint64 word;
  gsize i, last;

  g_return_val_if_fail (self != NULL, to);

  if (process >= self->n_processes)
    return to;
  bits = &self->processes[process];
  if (bits->words == NULL || from >= MIN (to, bits->n_ops))
    return to;
  last = (MIN (to, bits->n_ops) - 1) >> 6;
  i = from >> 6;
  word = bits->words[i] & (G_MAXUINT64 << (from & 63));
  while (word == 0 && i < last)
    word = bits->words[++i];
  if (word == 0)
    return to;
  return MIN ((i << 6) + (gsize) __builtin_ctzll (word), to);
}

gsize
refrain_op_set_find_last (const RefrainOpSet *self, guint process, gsize from, gsize to)
{
  const ProcessBits *bits;
  guint64 word;
  gsize i, first;

  g_return_val_if_fail (self != NULL, to);

  if (process >= self->n_processes)
    return to;
  bits = &self->processes[process];
  if (bits->words == NULL || from >= MIN (to, bits->n_ops))
    return to;
  first = from >> 6;
  i = (MIN (to, bits->n_ops) - 1) >> 6;
  word = bits->words[i] & (G_MAXUINT64 >> (63 - ((MIN (to, bits->n_ops) - 1) & 63)));
  while (word == 0 && i > first)
    word = bits->words[--i];
  if (word == 0)
    return to;
  i = (i << 6) + 63 - (gsize) __builtin_clzll (word);
  return i >= from ? i : to;
}

gsize
refrain_op_set_get_size (const RefrainOpSet *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->size;
}

/* ---- Parts ---- */

static void
free_part (gpointer part)
{
  refrain_op_set_unref (part);
}

void
refrain_op_set_add_set (RefrainOpSet *self, const RefrainOpSet *other)
{
  g_return_if_fail (self != NULL && other != NULL);
  g_return_if_fail (self->n_processes == other->n_processes);

  for (guint p = 0; p < self->n_processes; p++)
    {
      ProcessBits *bits = &self->processes[p];
      const ProcessBits *more = &other->processes[p];
      const gsize n = (bits->n_ops >> 6) + 1;

      g_return_if_fail (bits->n_ops == more->n_ops);
      if (more->words == NULL)
        continue;
      make_words (self, p);
      for (gsize i = 0; i < n; i++)
        {
          self->size += (gsize) __builtin_popcountll (more->words[i] & ~bits->words[i]);
          bits->words[i] |= more->words[i];
        }
    }
}

void
refrain_op_set_add_part (RefrainOpSet *self, RefrainOpSet *part)
{
  g_return_if_fail (self != NULL && part != NULL && self != part);

  refrain_op_set_add_set (self, part);
  if (self->parts == NULL)
    self->parts = g_ptr_array_new_with_free_func (free_part);
  g_ptr_array_add (self->parts, refrain_op_set_ref (part));
}

guint
refrain_op_set_get_n_parts (const RefrainOpSet *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->parts != NULL ? self->parts->len : 0;
}

RefrainOpSet *
refrain_op_set_get_part (const RefrainOpSet *self, guint i)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (i < refrain_op_set_get_n_parts (self), NULL);
  return self->parts->pdata[i];
}

void
refrain_op_set_set_waiting (RefrainOpSet *self)
{
  g_return_if_fail (self != NULL);
  self->waiting = TRUE;
}

gboolean
refrain_op_set_get_waiting (const RefrainOpSet *self)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return self->waiting;
}

/* ---- Time ---- */

void
refrain_op_set_add_span (RefrainOpSet *self, const RefrainOpSpan *span)
{
  g_return_if_fail (self != NULL && span != NULL);
  g_return_if_fail (span->process < self->n_processes && span->start <= span->end);
  g_return_if_fail (span->op < self->processes[span->process].n_ops);

  if (self->spans == NULL)
    self->spans = g_array_new (FALSE, FALSE, sizeof *span);
  g_array_append_val (self->spans, *span);
}

const RefrainOpSpan *
refrain_op_set_get_spans (const RefrainOpSet *self, gsize *n)
{
  g_return_val_if_fail (self != NULL && n != NULL, NULL);
  *n = self->spans != NULL ? self->spans->len : 0;
  return *n > 0 ? (const RefrainOpSpan *) (gpointer) self->spans->data : NULL;
}
