/* refrain-hits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers to what is typed are kept until something else is typed, so that choosing one costs
 * nothing more.
 */
#include "refrain-hits.h"

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-parallel.h"

#include <glib/gi18n.h>

/* So many rows are worked on by one thread. */
#define BLOCK 16384

struct _RefrainHits
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainSubjects *subjects;

  GPtrArray *questions; /* that are typed; or NULL */
  GPtrArray *answers;   /* of RefrainSubjectFound, or NULL: not known yet */
  RefrainJob *looking;  /* for the first that has none */
};

REFRAIN_DEFINE_NOTIFIER (RefrainHits, refrain_hits, dispose, "looked")

/* ---- Searching ---- */

typedef struct
{
  RefrainTrace *trace;
  char *query;
} Work;

REFRAIN_DEFINE_FREE (work_free, Work, g_object_unref (x->trace); g_free (x->query))

/* When what @ref stands for begins. */
static RefrainTime
get_time (RefrainTrace *trace, const RefrainQueryRef *ref)
{

  switch (ref->kind)
    {
    case REFRAIN_QUERY_REF_CALL:
      return refrain_trace_get_calls (trace, ref->process)->start[ref->row];
    case REFRAIN_QUERY_REF_OPERATION:
    case REFRAIN_QUERY_REF_MESSAGE:
      return refrain_trace_get_ops (trace, ref->process)->time[ref->row];
    default:
      return refrain_trace_get_start (trace);
    }
}

/* What row @ref stands for, a message with its receive. */
static RefrainSubjectStop
make_stop (RefrainTrace *trace, const RefrainQueryRef *ref)
{
  RefrainSubjectStop stop = { get_time (trace, ref), ref->process, ref->row,
                              REFRAIN_NONE,          REFRAIN_NONE, REFRAIN_PICK_OP };

  if (ref->kind == REFRAIN_QUERY_REF_CALL)
    stop.kind = REFRAIN_PICK_CALL;
  else if (ref->kind == REFRAIN_QUERY_REF_PROCESS)
    {
      stop.kind = REFRAIN_PICK_PROCESS;
      stop.row = 0;
    }
  else if (ref->kind == REFRAIN_QUERY_REF_MESSAGE)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, ref->process);

      stop.other = ops->partner[ref->row];
      stop.other_process = (guint32) ops->peer[ref->row];
    }
  return stop;
}

/* Rows as they become stops, block by block, and what is to be lit up of them. */
typedef struct
{
  RefrainQueryResult *result;
  const GArray *rows; /* or NULL: all */
  RefrainTrace *trace;
  GArray *stops;
  RefrainOpSet *ops; /* or NULL */
  GCancellable *cancellable;
} Collection;

static RefrainQueryRef
get_ref (const Collection *self, gsize i)
{
  return refrain_query_result_get_ref (
      self->result, self->rows != NULL ? g_array_index (self->rows, gsize, i) : i);
}

static void
collect_item (gsize item, gpointer data)
{
  Collection *self = data;

  if (item == 0)
    self->ops = refrain_query_result_make_op_set (
        self->result, self->rows != NULL ? (const gsize *) (gpointer) self->rows->data : NULL,
        self->rows != NULL ? self->rows->len : 0, self->cancellable, NULL);
  else
    for (gsize i = (item - 1) * BLOCK; i < MIN (item * BLOCK, self->stops->len); i++)
      {
        const RefrainQueryRef ref = get_ref (self, i);

        g_array_index (self->stops, RefrainSubjectStop, i) = make_stop (self->trace, &ref);
      }
}

gboolean
refrain_hits_collect (RefrainQueryResult *result,
                      const GArray *rows,
                      RefrainTrace *trace,
                      RefrainSubjectFound *found,
                      GCancellable *cancellable,
                      GError **error)
{
  const gsize n = rows != NULL ? rows->len : refrain_query_result_get_n_rows (result);
  Collection self = { result, rows, trace, .cancellable = cancellable };

  self.stops = found->stops = g_array_new (FALSE, FALSE, sizeof (RefrainSubjectStop));
  /* Groups are of no process and no time. */
  if (n > 0 && get_ref (&self, 0).kind != REFRAIN_QUERY_REF_GROUP)
    g_array_set_size (self.stops, (guint) n);
  if (n > 0)
    refrain_parallel_run (1 + (self.stops->len + BLOCK - 1) / BLOCK, collect_item, &self,
                          cancellable);
  found->ops = self.ops;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  g_array_sort (found->stops, refrain_subject_compare_stops);
  if (found->ops != NULL && refrain_op_set_get_size (found->ops) == 0)
    g_clear_pointer (&found->ops, refrain_op_set_unref);
  return TRUE;
}

/* What is wrong with a question is that there is nothing of the kind in the trace. */
static gboolean
search (const char *text,
        RefrainTrace *trace,
        RefrainSubjectFound *found,
        GCancellable *cancellable,
        GError **error)
{
  g_autoptr (RefrainQuery) query = refrain_query_parse (text, NULL, NULL);
  g_autoptr (RefrainQueryResult) result = NULL;

  if (query != NULL)
    result = refrain_query_run (query, trace, NULL, NULL, cancellable, NULL);
  if (result != NULL)
    return refrain_hits_collect (result, NULL, trace, found, cancellable, error);
  found->stops = g_array_new (FALSE, FALSE, sizeof (RefrainSubjectStop));
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static gpointer
search_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Work *work = data;
  RefrainSubjectFound *found = g_new0 (RefrainSubjectFound, 1);

  if (search (work->query, work->trace, found, refrain_job_get_cancellable (job), error))
    return found;
  refrain_subject_found_free (found);
  return NULL;
}

/* ---- While it is typed ---- */

static void on_looked (RefrainJob *job, gpointer result, GError *error, gpointer data);

static void
look_for_next (RefrainHits *self)
{
  Work *work;

  for (guint i = 0; self->answers != NULL && i < self->answers->len; i++)
    if (self->answers->pdata[i] == NULL)
      {
        const RefrainFindQuestion *question = self->questions->pdata[i];

        work = g_new0 (Work, 1);
        work->trace = g_object_ref (self->trace);
        work->query = g_strdup (question->query);
        refrain_task_runner_start_in (refrain_subjects_get_runner (self->subjects), &self->looking,
                                      question->title, search_in_thread, work, work_free,
                                      refrain_subject_found_free, self, on_looked);
        return;
      }
}

static void
on_looked (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainHits *self = data;
  guint i = 0;

  if (result == NULL)
    return;
  while (self->answers->pdata[i] != NULL)
    i++;
  self->answers->pdata[i] = result;
  look_for_next (self);
  g_object_notify (G_OBJECT (self), "looked");
}

static void
answer_free (gpointer answer)
{
  if (answer != NULL)
    refrain_subject_found_free (answer);
}

void
refrain_hits_look (RefrainHits *self, GPtrArray *questions)
{
  g_return_if_fail (REFRAIN_IS_HITS (self));

  refrain_job_stop (&self->looking);
  g_clear_pointer (&self->answers, g_ptr_array_unref);
  g_clear_pointer (&self->questions, g_ptr_array_unref);
  if (questions == NULL)
    return;
  self->questions = g_ptr_array_ref (questions);
  self->answers = g_ptr_array_new_with_free_func (answer_free);
  g_ptr_array_set_size (self->answers, (int) questions->len);
  look_for_next (self);
}

gboolean
refrain_hits_get_found (RefrainHits *self, guint i, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_HITS (self), FALSE);
  g_return_val_if_fail (n != NULL, FALSE);

  if (self->answers == NULL || i >= self->answers->len || self->answers->pdata[i] == NULL)
    return FALSE;
  *n = ((RefrainSubjectFound *) self->answers->pdata[i])->stops->len;
  return TRUE;
}

/* The answer to @question where it is known, or NULL. */
static const RefrainSubjectFound *
find_answer (RefrainHits *self, const RefrainFindQuestion *question)
{
  for (guint i = 0; self->answers != NULL && i < self->answers->len; i++)
    if (g_str_equal (((RefrainFindQuestion *) self->questions->pdata[i])->query, question->query))
      return self->answers->pdata[i];
  return NULL;
}

/* ---- What was chosen ---- */

typedef struct
{
  RefrainTrace *trace;
  RefrainFindQuestion *question;
  RefrainSubjectFound known; /* the answer, where @is_known */
  gboolean is_known;
} Chosen;

REFRAIN_DEFINE_FREE (chosen_free, Chosen, g_object_unref (x->trace);
                     refrain_find_question_free (x->question);
                     g_clear_pointer (&x->known.ops, refrain_op_set_unref);
                     g_clear_pointer (&x->known.stops, g_array_unref))

static char *
subject_get_words (const RefrainSubject *subject)
{
  return g_strdup (((const Chosen *) subject->data)->question->title);
}

static gboolean
subject_is_quick (const RefrainSubject *subject)
{
  return ((const Chosen *) subject->data)->is_known;
}

static gboolean
subject_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  const Chosen *chosen = subject->data;

  if (!chosen->is_known)
    return search (chosen->question->query, chosen->trace, found, cancellable, error);
  refrain_subject_found_share (found, &chosen->known);
  return TRUE;
}

static char *
subject_make_token (const RefrainSubject *subject)
{
  const RefrainFindQuestion *question = ((const Chosen *) subject->data)->question;

  return g_strdup_printf ("%s\n%s", question->title, question->query);
}

static gboolean
subject_take_token (gpointer owner, const char *token)
{
  g_auto (GStrv) lines = g_strsplit (token, "\n", 2);
  g_autoptr (RefrainQuery) query = NULL;

  if (g_strv_length (lines) < 2)
    return FALSE;
  query = refrain_query_parse (lines[1], NULL, NULL);
  if (query == NULL)
    return FALSE;
  refrain_hits_choose (owner, &(RefrainFindQuestion){ lines[0], lines[1] });
  return TRUE;
}

static const RefrainSubjectKind subject_kind = {
  .name = "find",
  .step = N_ ("find"),
  .job = N_ ("Searching"),
  .one = N_ ("match"),
  .many = N_ ("matches"),
  .get_words = subject_get_words,
  .find = subject_find,
  .is_quick = subject_is_quick,
  .make_token = subject_make_token,
  .take_token = subject_take_token,
  .free_data = chosen_free,
};

void
refrain_hits_choose (RefrainHits *self, const RefrainFindQuestion *question)
{
  const RefrainSubjectFound *known;
  Chosen *chosen;

  g_return_if_fail (REFRAIN_IS_HITS (self));
  g_return_if_fail (question != NULL);

  known = find_answer (self, question);
  chosen = g_new0 (Chosen, 1);
  chosen->trace = g_object_ref (self->trace);
  chosen->question = refrain_find_question_copy (question);
  chosen->is_known = known != NULL;
  if (known != NULL)
    refrain_subject_found_share (&chosen->known, known);
  refrain_subjects_take (self->subjects, refrain_subject_new (&subject_kind, self, chosen));
}

const RefrainFindQuestion *
refrain_hits_get_question (RefrainHits *self)
{
  const Chosen *chosen;

  g_return_val_if_fail (REFRAIN_IS_HITS (self), NULL);

  chosen = refrain_subjects_get_data (self->subjects, &subject_kind, self);
  return chosen != NULL ? chosen->question : NULL;
}

void
refrain_hits_mark_processes (RefrainHits *self, guint8 *processes)
{
  const RefrainSubject *subject;

  g_return_if_fail (REFRAIN_IS_HITS (self));
  g_return_if_fail (processes != NULL);

  subject = refrain_subjects_get_of (self->subjects, &subject_kind, self);
  for (guint i = 0; subject != NULL && subject->found != NULL && i < subject->found->stops->len;
       i++)
    {
      const RefrainSubjectStop *stop
          = &g_array_index (subject->found->stops, RefrainSubjectStop, i);

      processes[stop->process] = 1;
      if (stop->other != REFRAIN_NONE)
        processes[stop->other_process] = 1;
    }
}

/* ---- Object ---- */

static void
refrain_hits_dispose (RefrainHits *self)
{
  refrain_hits_look (self, NULL);
  refrain_clear_objects (&self->subjects, &self->trace);
}

static void
refrain_hits_init (RefrainHits *self)
{
}

RefrainHits *
refrain_hits_new (RefrainTrace *trace, RefrainSubjects *subjects)
{
  RefrainHits *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (subjects), NULL);

  self = g_object_new (REFRAIN_TYPE_HITS, NULL);
  self->trace = g_object_ref (trace);
  self->subjects = g_object_ref (subjects);
  refrain_subjects_add_kind (subjects, &subject_kind, self);
  return self;
}
