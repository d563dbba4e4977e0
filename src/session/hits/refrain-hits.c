/* refrain-hits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An answer is what to light and the hits in the order of time; those to what is typed are kept
 * until something else is typed, so that choosing one costs nothing more.
 */
#include "config.h"
#include "refrain-hits.h"

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-query.h"
#include "refrain-search.h"
#include "refrain-time-format.h"

#define ROWS_PER_CHECK 65536

typedef struct
{
  RefrainTime time;
  guint32 process, row;
} Hit;

typedef struct
{
  gatomicrefcount ref_count;
  RefrainOpSet *ops; /* NULL: none of the hits has operations */
  Hit *hits;         /* by time */
  gsize n;
  RefrainPickKind kind;
  gboolean both_ends; /* a hit is a message: its send, and the receive */
} Answer;

struct _RefrainHits
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainTaskRunner *runner;
  RefrainSelection *selection;

  GPtrArray *questions; /* that are typed; or NULL */
  GPtrArray *answers;   /* of Answer, or NULL: not known yet */
  RefrainJob *looking;  /* for the first that has none */

  RefrainFindQuestion *question; /* that was chosen; or NULL */
  Answer *chosen;
  RefrainJob *choosing;
  gint64 current;
};

G_DEFINE_FINAL_TYPE (RefrainHits, refrain_hits, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_LOOKED,
  PROP_CHOSEN,
  PROP_CURRENT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
notify (RefrainHits *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* ---- Searching ---- */

static void
answer_unref (gpointer data)
{
  Answer *answer = data;

  if (answer == NULL || !g_atomic_ref_count_dec (&answer->ref_count))
    return;
  g_clear_pointer (&answer->ops, refrain_op_set_unref);
  g_free (answer->hits);
  g_free (answer);
}

static Answer *
answer_ref (Answer *answer)
{
  g_atomic_ref_count_inc (&answer->ref_count);
  return answer;
}

typedef struct
{
  RefrainTrace *trace;
  char *query;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->trace);
  g_free (work->query);
  g_free (work);
}

static int
compare_hits (gconstpointer a, gconstpointer b)
{
  const Hit *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

/* When what @ref stands for begins. */
static RefrainTime
get_time (RefrainTrace *trace, const RefrainQueryRef *ref)
{
  RefrainProcess *process = refrain_trace_get_process (trace, ref->process);

  switch (ref->kind)
    {
    case REFRAIN_QUERY_REF_CALL:
      return refrain_process_get_calls (process)->start[ref->row];
    case REFRAIN_QUERY_REF_OPERATION:
    case REFRAIN_QUERY_REF_MESSAGE:
      return refrain_process_get_ops (process)->time[ref->row];
    default:
      return refrain_trace_get_start (trace);
    }
}

/* The rows of @result as hits; groups are none. FALSE when cancelled. */
static gboolean
collect (Answer *answer, RefrainTrace *trace, RefrainQueryResult *result, GCancellable *cancellable)
{
  const gsize n = refrain_query_result_get_n_rows (result);
  gboolean in_order = TRUE;

  answer->hits = g_new (Hit, MAX (n, 1));
  answer->kind = REFRAIN_PICK_OP;
  for (gsize i = 0; i < n; i++)
    {
      const RefrainQueryRef ref = refrain_query_result_get_ref (result, i);

      if (i % ROWS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (ref.kind == REFRAIN_QUERY_REF_GROUP)
        return TRUE;
      if (ref.kind == REFRAIN_QUERY_REF_CALL)
        answer->kind = REFRAIN_PICK_CALL;
      else if (ref.kind == REFRAIN_QUERY_REF_PROCESS)
        answer->kind = REFRAIN_PICK_PROCESS;
      answer->both_ends = ref.kind == REFRAIN_QUERY_REF_MESSAGE;
      answer->hits[answer->n] = (Hit){ get_time (trace, &ref), ref.process,
                                       ref.kind == REFRAIN_QUERY_REF_PROCESS ? 0 : ref.row };
      in_order = in_order && (i == 0 || compare_hits (&answer->hits[i - 1], &answer->hits[i]) <= 0);
      answer->n++;
    }
  if (!in_order)
    refrain_sort (answer->hits, answer->n, sizeof *answer->hits, compare_hits);
  return TRUE;
}

/* What is wrong with a question is that there is nothing of the kind in the trace. */
static gpointer
search_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Work *work = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  g_autoptr (RefrainQuery) query = refrain_query_parse (work->query, NULL, NULL);
  g_autoptr (RefrainQueryResult) result = NULL;
  Answer *answer = g_new0 (Answer, 1);

  g_atomic_ref_count_init (&answer->ref_count);
  if (query != NULL)
    result = refrain_query_run (query, work->trace, NULL, NULL, cancellable, NULL);
  if (result != NULL && collect (answer, work->trace, result, cancellable) && answer->n > 0)
    {
      answer->ops = refrain_query_result_make_op_set (result, NULL, 0, cancellable, NULL);
      if (answer->ops != NULL && refrain_op_set_get_size (answer->ops) == 0)
        g_clear_pointer (&answer->ops, refrain_op_set_unref);
    }
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    return answer;
  answer_unref (answer);
  return NULL;
}

static void
start (RefrainHits *self,
       RefrainJob **slot,
       const RefrainFindQuestion *question,
       RefrainJobDone done)
{
  Work *work = g_new0 (Work, 1);

  work->trace = g_object_ref (self->trace);
  work->query = g_strdup (question->query);
  refrain_task_runner_start_in (self->runner, slot, question->title, search_in_thread, work,
                                work_free, answer_unref, self, done);
}

/* ---- While it is typed ---- */

static void on_looked (RefrainJob *job, gpointer result, GError *error, gpointer data);

static void
look_for_next (RefrainHits *self)
{
  for (guint i = 0; self->answers != NULL && i < self->answers->len; i++)
    if (self->answers->pdata[i] == NULL)
      {
        start (self, &self->looking, self->questions->pdata[i], on_looked);
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
  notify (self, PROP_LOOKED);
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
  self->answers = g_ptr_array_new_with_free_func (answer_unref);
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
  *n = ((Answer *) self->answers->pdata[i])->n;
  return TRUE;
}

/* The answer to @question where it is known, or NULL. */
static Answer *
find_answer (RefrainHits *self, const RefrainFindQuestion *question)
{
  for (guint i = 0; self->answers != NULL && i < self->answers->len; i++)
    if (g_str_equal (((RefrainFindQuestion *) self->questions->pdata[i])->query, question->query))
      return self->answers->pdata[i];
  return NULL;
}

/* ---- What was chosen ---- */

static void
forget (RefrainHits *self)
{
  refrain_job_stop (&self->choosing);
  g_clear_pointer (&self->question, refrain_find_question_free);
  g_clear_pointer (&self->chosen, answer_unref);
  self->current = -1;
}

/* Takes @answer. */
static void
light (RefrainHits *self, Answer *answer)
{
  self->chosen = answer;
  refrain_selection_light (self->selection, answer->ops, self);
  notify (self, PROP_CHOSEN);
}

static void
on_chosen (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainHits *self = data;

  if (result != NULL)
    light (self, result);
  else
    refrain_hits_clear (self);
}

void
refrain_hits_choose (RefrainHits *self, const RefrainFindQuestion *question)
{
  RefrainFindQuestion *copy;
  Answer *known;

  g_return_if_fail (REFRAIN_IS_HITS (self));
  g_return_if_fail (question != NULL);

  copy = refrain_find_question_copy (question);
  forget (self);
  self->question = copy;
  refrain_selection_light (self->selection, NULL, self);
  refrain_selection_set_current (self->selection, NULL);
  known = find_answer (self, copy);
  if (known != NULL)
    {
      light (self, answer_ref (known));
      return;
    }
  start (self, &self->choosing, copy, on_chosen);
  notify (self, PROP_CHOSEN);
}

void
refrain_hits_clear (RefrainHits *self)
{
  g_return_if_fail (REFRAIN_IS_HITS (self));

  if (self->question == NULL)
    return;
  forget (self);
  if (refrain_selection_get_source (self->selection) == self)
    refrain_selection_light (self->selection, NULL, NULL);
  notify (self, PROP_CHOSEN);
}

/* Somebody lit up something else. */
static void
on_source (RefrainHits *self)
{
  if (self->question == NULL || refrain_selection_get_source (self->selection) == self)
    return;
  forget (self);
  notify (self, PROP_CHOSEN);
}

const RefrainFindQuestion *
refrain_hits_get_question (RefrainHits *self)
{
  g_return_val_if_fail (REFRAIN_IS_HITS (self), NULL);
  return self->question;
}

gboolean
refrain_hits_is_chosen (RefrainHits *self)
{
  g_return_val_if_fail (REFRAIN_IS_HITS (self), FALSE);
  return self->question != NULL;
}

gboolean
refrain_hits_is_running (RefrainHits *self)
{
  g_return_val_if_fail (REFRAIN_IS_HITS (self), FALSE);
  return self->question != NULL && self->chosen == NULL;
}

gsize
refrain_hits_get_n (RefrainHits *self)
{
  g_return_val_if_fail (REFRAIN_IS_HITS (self), 0);
  return self->chosen != NULL ? self->chosen->n : 0;
}

gboolean
refrain_hits_get_current (RefrainHits *self, gsize *place)
{
  g_return_val_if_fail (REFRAIN_IS_HITS (self), FALSE);

  if (self->current < 0)
    return FALSE;
  if (place != NULL)
    *place = (gsize) self->current;
  return TRUE;
}

/* The operations of @hit, which stand out of those lit up. Calls have none of their own. */
static RefrainOpSet *
make_current (RefrainHits *self, const Hit *hit)
{
  RefrainOpSet *set;
  const RefrainOps *ops;

  if (self->chosen->kind != REFRAIN_PICK_OP)
    return NULL;
  set = refrain_op_set_new (self->trace);
  ops = refrain_process_get_ops (refrain_trace_get_process (self->trace, hit->process));
  refrain_op_set_add (set, hit->process, hit->row);
  if (self->chosen->both_ends && ops->partner[hit->row] != REFRAIN_NONE)
    refrain_op_set_add (set, (guint) ops->peer[hit->row], ops->partner[hit->row]);
  return set;
}

gboolean
refrain_hits_step (RefrainHits *self, int direction, RefrainTime from, RefrainPick *pick)
{
  g_autoptr (RefrainOpSet) ops = NULL;
  const gsize n = refrain_hits_get_n (self);
  const Hit *hit;
  gsize before;

  g_return_val_if_fail (REFRAIN_IS_HITS (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);
  g_return_val_if_fail (pick != NULL, FALSE);

  if (n == 0)
    return FALSE;
  before = self->current >= 0 ? (gsize) self->current + (direction > 0)
                              : REFRAIN_LOWER_BOUND (i, 0, n, self->chosen->hits[i].time < from);
  self->current = (gint64) (direction > 0 ? before % n : (before + n - 1) % n);
  hit = &self->chosen->hits[self->current];
  *pick = (RefrainPick){ .kind = self->chosen->kind, .process = hit->process, .row = hit->row };
  ops = make_current (self, hit);
  refrain_selection_set_current (self->selection, ops);
  notify (self, PROP_CURRENT);
  return TRUE;
}

char *
refrain_hits_describe_place (RefrainHits *self)
{
  g_autofree char *count = NULL;
  g_autofree char *place = NULL;

  g_return_val_if_fail (REFRAIN_IS_HITS (self), NULL);

  if (self->question == NULL)
    return NULL;
  if (self->chosen == NULL)
    return g_strdup ("");
  count = refrain_count_format (self->chosen->n);
  if (self->chosen->n == 0)
    return g_strdup (_ ("none"));
  if (self->current < 0)
    return g_steal_pointer (&count);
  place = refrain_count_format ((guint64) self->current + 1);
  /* Translators: the first of how many hits of a search was gone to: "3 of 128". */
  return g_strdup_printf (_ ("%s of %s"), place, count);
}

char *
refrain_hits_describe (RefrainHits *self)
{
  g_autofree char *place = refrain_hits_describe_place (self);

  if (place == NULL)
    return NULL;
  return *place != '\0' ? g_strdup_printf ("%s: %s", self->question->title, place)
                        : g_strdup (self->question->title);
}

void
refrain_hits_mark_processes (RefrainHits *self, guint8 *processes)
{
  g_return_if_fail (REFRAIN_IS_HITS (self));
  g_return_if_fail (processes != NULL);

  for (gsize i = 0; i < refrain_hits_get_n (self); i++)
    {
      const Hit *hit = &self->chosen->hits[i];

      processes[hit->process] = 1;
      if (self->chosen->both_ends)
        processes[refrain_process_get_ops (refrain_trace_get_process (self->trace, hit->process))
                      ->peer[hit->row]]
            = 1;
    }
}

/* ---- Object ---- */

static void
refrain_hits_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainHits *self = REFRAIN_HITS (object);

  switch (id)
    {
    case PROP_LOOKED:
      g_value_set_boolean (value, self->answers != NULL && self->looking == NULL);
      break;
    case PROP_CHOSEN:
      g_value_set_boolean (value, self->question != NULL);
      break;
    case PROP_CURRENT:
      g_value_set_int64 (value, self->current);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_hits_dispose (GObject *object)
{
  RefrainHits *self = REFRAIN_HITS (object);

  refrain_hits_look (self, NULL);
  forget (self);
  g_clear_object (&self->selection);
  g_clear_object (&self->runner);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (refrain_hits_parent_class)->dispose (object);
}

static void
refrain_hits_class_init (RefrainHitsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = refrain_hits_get_property;
  object_class->dispose = refrain_hits_dispose;
  properties[PROP_LOOKED] = g_param_spec_boolean ("looked", NULL, NULL, FALSE, flags);
  properties[PROP_CHOSEN] = g_param_spec_boolean ("chosen", NULL, NULL, FALSE, flags);
  properties[PROP_CURRENT] = g_param_spec_int64 ("current", NULL, NULL, -1, G_MAXINT64, -1, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
refrain_hits_init (RefrainHits *self)
{
  self->current = -1;
}

RefrainHits *
refrain_hits_new (RefrainTrace *trace, RefrainTaskRunner *runner, RefrainSelection *selection)
{
  RefrainHits *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (runner), NULL);
  g_return_val_if_fail (REFRAIN_IS_SELECTION (selection), NULL);

  self = g_object_new (REFRAIN_TYPE_HITS, NULL);
  self->trace = g_object_ref (trace);
  self->runner = g_object_ref (runner);
  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "notify::source", G_CALLBACK (on_source), self,
                           G_CONNECT_SWAPPED);
  return self;
}
