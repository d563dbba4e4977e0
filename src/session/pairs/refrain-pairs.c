/* refrain-pairs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One job collects both what is lit and the order in which it is walked through.
 */
#include "refrain-pairs.h"

#include <glib/gi18n.h>

/* Between two looks at the cancellable. */
#define OPS_PER_CHECK 65536

/* What of two processes is lit up. */
typedef enum
{
  MESSAGES,
  WAITS,
  EDGE, /* messages both ways */
  N_PAIRS
} PairKind;

static const RefrainSubjectKind kinds[N_PAIRS];

static PairKind
get_kind (const RefrainSubject *subject)
{
  return (PairKind) (subject->kind - kinds);
}

/* ---- Collecting ------------------------------------------------------------------------------ */

static void
add_stop (RefrainSubjectFound *found, const RefrainSubjectStop *stop)
{
  refrain_op_set_add (found->ops, stop->process, stop->row);
  if (stop->other != REFRAIN_NONE)
    refrain_op_set_add (found->ops, stop->other_process, stop->other);
  g_array_append_val (found->stops, *stop);
}

/* The messages that @source sends to @destination. */
static void
collect_messages (const RefrainSubject *subject,
                  guint source,
                  guint destination,
                  RefrainSubjectFound *found,
                  GCancellable *cancellable)
{
  const RefrainOps *ops = refrain_trace_get_ops (subject->trace, source);

  for (gsize i = 0; i < ops->n; i++)
    {
      const RefrainSubjectStop stop
          = { ops->time[i], source, (guint32) i, destination, ops->partner[i], REFRAIN_PICK_OP };

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] == (gint32) destination
          && refrain_message_filter_passes (subject->data, ops, i))
        add_stop (found, &stop);
    }
}

static void
collect_waits (const RefrainSubject *subject, RefrainSubjectFound *found, GCancellable *cancellable)
{
  const RefrainWaitColumns *columns = refrain_waits_get_columns (subject->source, subject->end);

  for (gsize i = 0; i < columns->n; i++)
    {
      RefrainSubjectStop stop
          = { .process = subject->end, .row = (guint32) i, .kind = REFRAIN_PICK_OP };
      RefrainTime end;

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (columns->waiting[i] > 0
          && refrain_waits_get_span (subject->source, subject->end, i, &stop.time, &end)
          && refrain_waits_get_culprit (subject->source, subject->end, i, &stop.other_process,
                                        &stop.other)
          && stop.other_process == subject->id)
        add_stop (found, &stop);
    }
}

static gboolean
subject_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  found->ops = refrain_op_set_new (subject->trace);
  found->stops = g_array_new (FALSE, FALSE, sizeof (RefrainSubjectStop));
  if (get_kind (subject) == WAITS)
    collect_waits (subject, found, cancellable);
  else
    collect_messages (subject, subject->id, subject->end, found, cancellable);
  if (get_kind (subject) == EDGE && subject->id != subject->end)
    collect_messages (subject, subject->end, subject->id, found, cancellable);
  /* Threads of a process come one after the other. */
  g_array_sort (found->stops, refrain_subject_compare_stops);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* ---- As a subject ---------------------------------------------------------------------------- */

static char *
subject_get_words (const RefrainSubject *subject)
{
  if (get_kind (subject) == WAITS)
    return g_strdup_printf (_ ("Process %u waits for %u"), subject->end, subject->id);
  return g_strdup_printf (get_kind (subject) == EDGE ? _ ("Processes %u and %u")
                                                     : _ ("Process %u → %u"),
                          subject->id, subject->end);
}

static void
select_pair (RefrainSubjects *subjects,
             PairKind kind,
             gpointer source,
             guint from,
             guint to,
             const RefrainMessageFilter *filter)
{
  RefrainSubject *subject;

  g_return_if_fail (MAX (from, to)
                    < refrain_trace_get_n_processes (refrain_subjects_get_trace (subjects)));

  subject = refrain_subject_new_of (&kinds[kind], subjects, source, from, to);
  subject->data = g_memdup2 (filter, sizeof *filter);
  refrain_subjects_take (subjects, subject);
}

/* FALSE where there are no such processes. */
static gboolean
select_id (RefrainSubjects *subjects, PairKind kind, guint32 from, guint32 to)
{
  RefrainTrace *trace = refrain_subjects_get_trace (subjects);

  if (MAX (from, to) >= refrain_trace_get_n_processes (trace))
    return FALSE;
  select_pair (subjects, kind, trace, from, to, &REFRAIN_MESSAGE_FILTER_ALL);
  return TRUE;
}

static gboolean
select_messages_id (gpointer owner, guint32 from, guint32 to)
{
  return select_id (owner, MESSAGES, from, to);
}

static gboolean
select_edge_id (gpointer owner, guint32 from, guint32 to)
{
  return select_id (owner, EDGE, from, to);
}

#define KIND                                                                                       \
  .find = subject_find, .get_words = subject_get_words, .free_data = g_free,                       \
  .flags = REFRAIN_SUBJECT_NEVER_EMPTY | REFRAIN_SUBJECT_PICKED

static const RefrainSubjectKind kinds[N_PAIRS] = {
  [MESSAGES] = { KIND, .name = "messages", .step = N_ ("highlight messages"),
                 .job = N_ ("Highlighting messages"), .one = N_ ("message"),
                 .many = N_ ("messages"), .select_id = select_messages_id },
  [WAITS] = { KIND, .name = "waits", .step = N_ ("highlight waits"),
              .job = N_ ("Highlighting waits"), .one = N_ ("wait"), .many = N_ ("waits") },
  [EDGE] = { KIND, .name = "edge", .step = N_ ("select edge"), .job = N_ ("Highlighting messages"),
             .one = N_ ("message"), .many = N_ ("messages"), .select_id = select_edge_id },
};

void
refrain_pairs_select (RefrainSubjects *subjects,
                      guint source,
                      guint destination,
                      const RefrainMessageFilter *filter)
{
  const RefrainMessageFilter all = REFRAIN_MESSAGE_FILTER_ALL;

  /* Ids alone stand for all messages. */
  if (filter == NULL || refrain_message_filter_is_all (filter))
    select_pair (subjects, MESSAGES, refrain_subjects_get_trace (subjects), source, destination,
                 &all);
  else
    select_pair (subjects, MESSAGES, NULL, source, destination, filter);
}

void
refrain_pairs_select_waits (RefrainSubjects *subjects,
                            RefrainWaits *waits,
                            guint culprit,
                            guint victim)
{
  select_pair (subjects, WAITS, waits, culprit, victim, &REFRAIN_MESSAGE_FILTER_ALL);
}

void
refrain_pairs_select_edge (RefrainSubjects *subjects, guint a, guint b)
{
  select_pair (subjects, EDGE, refrain_subjects_get_trace (subjects), a, b,
               &REFRAIN_MESSAGE_FILTER_ALL);
}

void
refrain_pairs_put_out (RefrainSubjects *subjects)
{
  if (refrain_pairs_get_selected (subjects, NULL, NULL) || refrain_pairs_is_edge (subjects))
    refrain_subjects_take (subjects, NULL);
}

gboolean
refrain_pairs_get_selected (RefrainSubjects *subjects, guint *source, guint *destination)
{
  const RefrainSubject *subject = refrain_subjects_get_of (subjects, &kinds[MESSAGES], subjects);

  if (subject == NULL)
    subject = refrain_subjects_get_of (subjects, &kinds[WAITS], subjects);
  if (subject == NULL)
    return FALSE;
  if (source != NULL)
    *source = subject->id;
  if (destination != NULL)
    *destination = subject->end;
  return TRUE;
}

gboolean
refrain_pairs_is_edge (RefrainSubjects *subjects)
{
  return refrain_subjects_get_of (subjects, &kinds[EDGE], subjects) != NULL;
}

void
refrain_pairs_add_kinds (RefrainSubjects *subjects)
{
  for (guint i = 0; i < N_PAIRS; i++)
    refrain_subjects_add_kind (subjects, &kinds[i], subjects);
}
