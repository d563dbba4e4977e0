/* refrain-compact-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one list of the arrays, and what must hold before any of them is followed.
 */
#include "config.h"

#include "refrain-compact-form.h"

#include <glib/gi18n-lib.h>

#define MEMBER(path, field, type, length)                                                          \
  {                                                                                                \
    "/compact/" path, REFRAIN_COLUMN_##type, REFRAIN_COMPACT_##length,                             \
        G_STRUCT_OFFSET (RefrainCompactForm, field)                                                \
  }

static const RefrainCompactMember members[] = {
  MEMBER ("symbol_event", symbol_event, U8, SYMBOLS),
  MEMBER ("symbol_what", symbol_what, U32, SYMBOLS),
  MEMBER ("rule_first", rule_first, U64, RULES),
  MEMBER ("term_what", term_what, U32, TERMS),
  MEMBER ("term_count", term_count, U32, TERMS),
  MEMBER ("root", root, U32, THREADS),
  MEMBER ("time", time, I64, EVENTS),
  MEMBER ("peer", peer, I32, OPS),
  MEMBER ("tag", tag, I32, OPS),
  MEMBER ("communicator", communicator, U32, OPS),
  MEMBER ("bytes", bytes, U64, OPS),
  MEMBER ("partner", partner, U32, OPS),
  MEMBER ("record", record, U32, OPS),
  MEMBER ("logical", logical, U32, OPS),
  MEMBER ("id", id, U64, RECORDS),
  MEMBER ("size", size, U64, RECORDS),
};

const RefrainCompactMember *
refrain_compact_form_list (gsize *n)
{
  *n = G_N_ELEMENTS (members);
  return members;
}

void
refrain_compact_form_clear (RefrainCompactForm *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    g_free (G_STRUCT_MEMBER (gpointer, self, members[i].field));
  *self = (RefrainCompactForm){ 0 };
}

/* ---- Places ---- */

/* Whether the threads of process @p share out its rows in order, without gaps. */
static gboolean
is_shared_out (const RefrainCompactLayout *self, guint64 p)
{
  guint64 call = 0, op = 0, record = 0, tape = 0;
  guint64 n[REFRAIN_TABLE_TAPE + 1];

  for (guint t = 0; t <= REFRAIN_TABLE_TAPE; t++)
    n[t] = self->first[t][p + 1] - self->first[t][p];
  if (n[REFRAIN_TABLE_CALLS] >= REFRAIN_NONE || n[REFRAIN_TABLE_OPS] >= REFRAIN_NONE
      || n[REFRAIN_TABLE_RECORDS] >= REFRAIN_NONE)
    return FALSE;
  for (guint64 i = self->first_thread[p]; i < self->first_thread[p + 1]; i++)
    {
      const RefrainThread *t = &self->threads[i];

      if (t->first_call != call || t->n_calls > n[REFRAIN_TABLE_CALLS] - call || t->first_op != op
          || t->n_ops > n[REFRAIN_TABLE_OPS] - op || t->first_record != record
          || t->n_records > n[REFRAIN_TABLE_RECORDS] - record || t->first_tape != tape
          || t->n_tape > self->tape_events[p] - tape)
        return FALSE;
      call += t->n_calls;
      op += t->n_ops;
      record += t->n_records;
      tape = MIN (self->tape_events[p], (t->first_tape + t->n_tape + 3) / 4 * 4);
    }
  return call == n[REFRAIN_TABLE_CALLS] && op == n[REFRAIN_TABLE_OPS]
         && record == n[REFRAIN_TABLE_RECORDS] && tape == self->tape_events[p];
}

const char *
refrain_compact_layout_check (const RefrainCompactLayout *self)
{
  for (guint64 p = 0; p < self->n_processes; p++)
    if (!is_shared_out (self, p))
      return _ ("the threads of a process contradict each other");
  return NULL;
}

/* ---- Rules ---- */

/* Events that a rule stands for, by what the tape calls them. */
typedef struct
{
  guint64 n[4];
} Events;

static void
add_events (Events *self, const Events *more, guint64 times)
{
  for (guint e = 0; e < G_N_ELEMENTS (self->n); e++)
    if (more->n[e] > 0
        && (times > G_MAXUINT64 / more->n[e] || more->n[e] * times > G_MAXUINT64 - self->n[e]))
      self->n[e] = G_MAXUINT64;
    else
      self->n[e] += more->n[e] * times;
}

/* A rule holds something, and more than another rule alone. */
static const char *
check_terms (const RefrainCompactForm *self, guint64 rule, Events *events)
{
  const guint64 first = self->rule_first[rule], end = self->rule_first[rule + 1];
  const guint64 n_symbols = self->n[REFRAIN_COMPACT_SYMBOLS];

  if (first >= end || end > self->n[REFRAIN_COMPACT_TERMS])
    return _ ("a rule is empty, or is outside the terms");
  for (guint64 i = first; i < end; i++)
    {
      const guint64 what = self->term_what[i];

      if (self->term_count[i] == 0)
        return _ ("a term stands for nothing");
      if (what < n_symbols)
        {
          Events own = { { 0 } };

          own.n[self->symbol_event[what]] = 1;
          add_events (&events[rule], &own, self->term_count[i]);
        }
      else if (what - n_symbols >= rule)
        return _ ("a rule refers to itself, or to one behind it");
      else if (end - first == 1 && self->term_count[i] == 1)
        return _ ("a rule is another one");
      else
        add_events (&events[rule], &events[what - n_symbols], self->term_count[i]);
    }
  return NULL;
}

static const char *
check_symbols (const RefrainCompactForm *self)
{
  for (guint64 i = 0; i < self->n[REFRAIN_COMPACT_SYMBOLS]; i++)
    if (self->symbol_event[i] > REFRAIN_TAPE_RECORD
        || (self->symbol_event[i] == REFRAIN_TAPE_OP
            && self->symbol_what[i] > REFRAIN_OP_COLLECTIVE)
        || (self->symbol_event[i] == REFRAIN_TAPE_RECORD
            && self->symbol_what[i] >= REFRAIN_N_RECORD_KINDS))
      return _ ("a symbol is of an event that is not known");
  return NULL;
}

static gboolean
is_root (const RefrainCompactForm *self, const Events *events, guint32 root, const RefrainThread *t)
{
  const Events *own;
  guint64 all;

  if (root == REFRAIN_NONE)
    return t->n_tape == 0;
  if (root >= self->n[REFRAIN_COMPACT_RULES] - 1)
    return FALSE;
  own = &events[root];
  /* Counts that overflowed are larger than any thread's. */
  all = own->n[REFRAIN_TAPE_ENTER];
  for (guint e = REFRAIN_TAPE_LEAVE; e <= REFRAIN_TAPE_RECORD; e++)
    all = own->n[e] > G_MAXUINT64 - all ? G_MAXUINT64 : all + own->n[e];
  return own->n[REFRAIN_TAPE_ENTER] == t->n_calls && own->n[REFRAIN_TAPE_OP] == t->n_ops
         && own->n[REFRAIN_TAPE_RECORD] == t->n_records && all == t->n_tape && all < G_MAXUINT64;
}

const char *
refrain_compact_form_check (const RefrainCompactForm *self, const RefrainCompactLayout *layout)
{
  const guint64 n_rules = self->n[REFRAIN_COMPACT_RULES] - 1;
  g_autofree Events *events = NULL;
  const char *cause = check_symbols (self);

  if (cause != NULL)
    return cause;
  if (n_rules > G_MAXUINT32 - self->n[REFRAIN_COMPACT_SYMBOLS]
      || self->n[REFRAIN_COMPACT_SYMBOLS] > G_MAXUINT32)
    return _ ("there are too many rules");
  events = g_try_new0 (Events, n_rules + 1);
  if (events == NULL)
    return _ ("there are too many rules");
  if (self->rule_first[0] != 0 || self->rule_first[n_rules] != self->n[REFRAIN_COMPACT_TERMS])
    return _ ("the rules do not share out the terms");
  for (guint64 i = 0; i < n_rules && cause == NULL; i++)
    cause = check_terms (self, i, events);
  for (guint64 t = 0; t < layout->n_threads && cause == NULL; t++)
    if (!is_root (self, events, self->root[t], &layout->threads[t]))
      cause = _ ("a thread has other events than its rule stands for");
  return cause;
}
