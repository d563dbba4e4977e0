/* refrain-compact-walk.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How often each rule occurs in the thread says how many values each term has, and so where those
 * of the next one begin. What holds a rule is behind it, so that one pass from the last to the
 * first is enough.
 */
#include "refrain-compact-walk.h"

#include "refrain-compare.h"
#include "refrain-free.h"

REFRAIN_DEFINE_FREE (scratch_free, RefrainCompactScratch, refrain_free (x->time, x->row, x->times);
                     refrain_unref_arrays (x->rules, x->frames))

void
refrain_compact_pool_init (RefrainCompactPool *self, const RefrainCompactForm *form)
{
  self->form = form;
  g_mutex_init (&self->lock);
  self->idle = g_ptr_array_new_with_free_func (scratch_free);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_compact_pool_clear,
                             RefrainCompactPool,
                             g_ptr_array_unref (x->idle);
                             g_mutex_clear (&x->lock))

RefrainCompactScratch *
refrain_compact_pool_take (RefrainCompactPool *self)
{
  RefrainCompactScratch *scratch = NULL;

  g_mutex_lock (&self->lock);
  if (self->idle->len > 0)
    scratch = g_ptr_array_steal_index_fast (self->idle, self->idle->len - 1);
  g_mutex_unlock (&self->lock);
  if (scratch != NULL)
    return scratch;
  scratch = g_new0 (RefrainCompactScratch, 1);
  scratch->time = g_new (guint64, self->form->n[REFRAIN_COMPACT_TERMS] + 1);
  scratch->row = g_new (guint64, self->form->n[REFRAIN_COMPACT_TERMS] + 1);
  scratch->times = g_new0 (guint64, self->form->n[REFRAIN_COMPACT_RULES]);
  scratch->rules = g_array_new (FALSE, FALSE, sizeof (guint32));
  scratch->frames = g_array_new (FALSE, FALSE, sizeof (RefrainCompactFrame));
  return scratch;
}

void
refrain_compact_pool_give (RefrainCompactPool *self, RefrainCompactScratch *scratch)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->idle, scratch);
  g_mutex_unlock (&self->lock);
}

/* Gathers what @root holds into scratch->rules, ascending; a rule that was met has times 1. */
static void
gather (const RefrainCompactForm *form, RefrainCompactScratch *scratch, guint32 root)
{
  const guint64 n_symbols = form->n[REFRAIN_COMPACT_SYMBOLS];

  g_array_set_size (scratch->rules, 0);
  g_array_append_val (scratch->rules, root);
  scratch->times[root] = 1;
  for (guint i = 0; i < scratch->rules->len; i++)
    {
      const guint32 rule = g_array_index (scratch->rules, guint32, i);

      for (guint64 t = form->rule_first[rule]; t < form->rule_first[rule + 1]; t++)
        {
          guint32 inner;

          if (form->term_what[t] < n_symbols)
            continue;
          inner = (guint32) (form->term_what[t] - n_symbols);
          if (scratch->times[inner] == 0)
            {
              scratch->times[inner] = 1;
              g_array_append_val (scratch->rules, inner);
            }
        }
    }
  g_array_sort (scratch->rules, refrain_compare_uint32);
}

static void
count_times (const RefrainCompactForm *form, RefrainCompactScratch *scratch, guint32 root)
{
  const guint64 n_symbols = form->n[REFRAIN_COMPACT_SYMBOLS];

  for (guint i = 0; i < scratch->rules->len; i++)
    scratch->times[g_array_index (scratch->rules, guint32, i)] = 0;
  scratch->times[root] = 1;
  for (guint i = scratch->rules->len; i-- > 0;)
    {
      const guint32 rule = g_array_index (scratch->rules, guint32, i);

      for (guint64 t = form->rule_first[rule]; t < form->rule_first[rule + 1]; t++)
        if (form->term_what[t] >= n_symbols)
          scratch->times[form->term_what[t] - n_symbols]
              += scratch->times[rule] * form->term_count[t];
    }
}

static void
push (RefrainCompactWalk *self, guint32 rule, guint32 turns)
{
  const guint64 first = self->form->rule_first[rule];
  const RefrainCompactFrame frame = { first, self->form->rule_first[rule + 1], first, 0, turns };

  g_array_append_val (self->scratch->frames, frame);
}

void
refrain_compact_walk_init (RefrainCompactWalk *self,
                           const RefrainCompactForm *form,
                           RefrainCompactScratch *scratch,
                           guint32 root,
                           guint64 time,
                           guint64 op,
                           guint64 record)
{
  *self = (RefrainCompactWalk){ .form = form, .scratch = scratch };
  g_array_set_size (scratch->frames, 0);
  g_array_set_size (scratch->rules, 0);
  if (root == REFRAIN_NONE)
    return;
  gather (form, scratch, root);
  count_times (form, scratch, root);
  for (guint i = 0; i < scratch->rules->len; i++)
    {
      const guint32 rule = g_array_index (scratch->rules, guint32, i);

      for (guint64 t = form->rule_first[rule]; t < form->rule_first[rule + 1]; t++)
        {
          const guint64 n = scratch->times[rule] * form->term_count[t];
          guint8 event;

          if (form->term_what[t] >= form->n[REFRAIN_COMPACT_SYMBOLS])
            continue;
          event = form->symbol_event[form->term_what[t]];
          scratch->time[t] = time;
          time += n;
          if (event == REFRAIN_TAPE_OP)
            {
              scratch->row[t] = op;
              op += n;
            }
          else if (event == REFRAIN_TAPE_RECORD)
            {
              scratch->row[t] = record;
              record += n;
            }
        }
    }
  push (self, root, 1);
}

gboolean
refrain_compact_walk_step (RefrainCompactWalk *self)
{
  GArray *frames = self->scratch->frames;
  RefrainCompactFrame *frame = &g_array_index (frames, RefrainCompactFrame, frames->len - 1);

  if (frame->at < frame->end)
    {
      const guint64 term = frame->at++;

      push (self, (guint32) (self->form->term_what[term] - self->form->n[REFRAIN_COMPACT_SYMBOLS]),
            self->form->term_count[term]);
      return TRUE;
    }
  if (--frame->turns > 0)
    frame->at = frame->first;
  else
    g_array_set_size (frames, frames->len - 1);
  return frames->len > 0;
}

void
refrain_compact_walk_clear (RefrainCompactWalk *self)
{
  for (guint i = 0; i < self->scratch->rules->len; i++)
    self->scratch->times[g_array_index (self->scratch->rules, guint32, i)] = 0;
  g_array_set_size (self->scratch->rules, 0);
}
