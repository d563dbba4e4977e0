/* refrain-loop-drafts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A loop whose counts vary with its index is counted iteration by iteration, any other once.
 */
#include "config.h"

#include "refrain-loop-drafts.h"

#include <glib/gi18n-lib.h>

#include "refrain-free.h"
#include "refrain-loop-text.h"

/* Counts that are evaluated at most: a nest that varies in each iteration has as many. */
#define MAX_EVALUATIONS (1u << 24)

void
refrain_loop_drafts_init (RefrainLoopDrafts *self)
{
  self->list = g_array_new (FALSE, FALSE, sizeof (RefrainLoopDraft));
  self->terms = g_array_new (FALSE, FALSE, sizeof (RefrainAffineTerm));
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_loop_drafts_clear,
                             RefrainLoopDrafts,
                             g_clear_pointer (&x->list, g_array_unref);
                             g_clear_pointer (&x->terms, g_array_unref))

const RefrainAffineTerm *
refrain_loop_drafts_get_terms (const RefrainLoopDrafts *self, const RefrainAffine *affine)
{
  return affine->n > 0 ? &g_array_index (self->terms, RefrainAffineTerm, affine->first) : NULL;
}

/* ---- How much it stands for ---- */

typedef struct
{
  const RefrainLoopDrafts *table;
  const RefrainLoopDraft *drafts;
  const RefrainLoopLines *lines; /* for errors */
  gboolean *varies;              /* of a loop: whether a count in its body depends on its index */
  guint64 *definitions;          /* of a definition's draft: what it stands for */
  gint64 index[REFRAIN_LOOP_DRAFTS_MAX_DEPTH];
  guint32 evaluations;
  GCancellable *cancellable;
  GError **error;
} Counting;

static gboolean
fail_many (Counting *self, guint64 line)
{
  return refrain_loop_lines_fail (self->lines, line, self->error,
                                  _ ("the model stands for more than 2^40 events and iterations"));
}

static void
mark_varying (Counting *self, guint n)
{
  g_autoptr (GArray) around = g_array_new (FALSE, FALSE, sizeof (guint32)); /* loops, by depth */

  for (guint i = 0; i < n; i++)
    {
      const RefrainLoopDraft *draft = &self->drafts[i];
      const RefrainAffineTerm *terms
          = refrain_loop_drafts_get_terms (self->table, &draft->number[0]);

      if (draft->kind != REFRAIN_CONSTRUCT_LOOP)
        continue;
      g_array_set_size (around, draft->depth);
      g_array_append_val (around, i);
      for (guint32 t = 0; t < draft->number[0].n; t++)
        self->varies[g_array_index (around, guint32, terms[t].depth)] = TRUE;
    }
}

/* The iterations of a loop. FALSE where they are negative or too many. */
static gboolean
evaluate (Counting *self, const RefrainLoopDraft *loop, guint64 *count)
{
  const RefrainAffine *affine = &loop->number[0];
  const RefrainAffineTerm *terms = refrain_loop_drafts_get_terms (self->table, affine);
  __int128 sum = affine->constant;

  for (guint32 t = 0; t < affine->n; t++)
    {
      const RefrainAffineTerm *term = &terms[t];

      sum += (__int128) term->coefficient * self->index[term->depth];
    }
  if (sum < 0)
    return refrain_loop_lines_fail (self->lines, loop->line, self->error,
                                    _ ("the loop would run a negative number of times"));
  if (sum > (__int128) REFRAIN_LOOP_TEXT_MAX_EVENTS)
    return fail_many (self, loop->line);
  if (++self->evaluations > MAX_EVALUATIONS)
    return refrain_loop_lines_fail (self->lines, loop->line, self->error,
                                    _ ("the loops vary too much to be counted"));
  *count = (guint64) sum;
  return self->evaluations % 65536 != 0
         || !g_cancellable_set_error_if_cancelled (self->cancellable, self->error);
}

static gboolean count_body (Counting *self, guint32 at, guint32 end, guint64 *total);

static gboolean
count_loop (Counting *self, guint32 loop, guint64 *total)
{
  const RefrainLoopDraft *draft = &self->drafts[loop];
  guint64 count = 0, body = 0;

  if (!evaluate (self, draft, &count))
    return FALSE;
  *total = 0;
  if (!self->varies[loop])
    {
      self->index[draft->depth] = 1;
      /* A loop that is never entered may hold what could not be run. */
      if (count > 0 && !count_body (self, loop + 1, draft->end, &body))
        return FALSE;
      return (!__builtin_mul_overflow (count, body + 1, total)
              && *total <= REFRAIN_LOOP_TEXT_MAX_EVENTS)
             || fail_many (self, draft->line);
    }
  for (guint64 i = 1; i <= count; i++)
    {
      self->index[draft->depth] = (gint64) i;
      if (!count_body (self, loop + 1, draft->end, &body))
        return FALSE;
      *total += body + 1;
      if (*total > REFRAIN_LOOP_TEXT_MAX_EVENTS)
        return fail_many (self, draft->line);
    }
  return TRUE;
}

/* Events of drafts [at, end), and a step for each iteration. No part is ever above the limit, so
 * that no sum runs over. */
static gboolean
count_body (Counting *self, guint32 at, guint32 end, guint64 *total)
{
  *total = 0;
  for (; at < end; at = self->drafts[at].end)
    {
      const RefrainLoopDraft *draft = &self->drafts[at];
      guint64 part = 1;

      if (draft->kind == REFRAIN_CONSTRUCT_USE)
        part = self->definitions[draft->what];
      else if (draft->kind == REFRAIN_CONSTRUCT_LOOP && !count_loop (self, at, &part))
        return FALSE;
      else if (draft->kind == REFRAIN_CONSTRUCT_DEFINITION)
        {
          if (!count_body (self, at + 1, draft->end, &self->definitions[at]))
            return FALSE;
          part = 0;
        }
      *total += part;
      if (*total > REFRAIN_LOOP_TEXT_MAX_EVENTS)
        return fail_many (self, draft->line);
    }
  return TRUE;
}

gboolean
refrain_loop_drafts_check (const RefrainLoopDrafts *self,
                           const RefrainLoopLines *lines,
                           GCancellable *cancellable,
                           GError **error)
{
  guint n = self->list->len;
  g_autofree gboolean *varies = g_new0 (gboolean, MAX (n, 1));
  g_autofree guint64 *definitions = g_new0 (guint64, MAX (n, 1));
  g_autofree Counting *counting = g_new0 (Counting, 1);
  guint64 total;

  counting->table = self;
  counting->lines = lines;
  counting->drafts = (const RefrainLoopDraft *) (gpointer) self->list->data;
  counting->varies = varies;
  counting->definitions = definitions;
  counting->cancellable = cancellable;
  counting->error = error;
  mark_varying (counting, n);
  return count_body (counting, 0, n, &total);
}
