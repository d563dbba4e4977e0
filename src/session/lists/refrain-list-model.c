/* refrain-list-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One job asks the query and puts its rows in order, so that what is shown is whole; a change while
 * it runs stops it. Rows stay until others come.
 */
#include "refrain-list-model.h"

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"

#include <glib/gi18n.h>

/* Rows follow the window when it has not moved for so long, in milliseconds. */
#define REST 120

struct _RefrainListModel
{
  GObject parent_instance;

  RefrainSession *session;
  RefrainQueryModel *rows;
  RefrainListKind kind;
  RefrainListScope scope;
  RefrainListFilter filter;
  RefrainOpSet *lit; /* of REFRAIN_LIST_OF_LIT, or NULL */
  guint column;      /* of the order, or REFRAIN_NONE */
  gboolean falling;
  gboolean active, stale;
  guint timeout;
  RefrainJob *job;
  char *problem;
  char *query;    /* that the rows answer */
  char *sentence; /* of the rows */
};

REFRAIN_DEFINE_NOTIFIER (RefrainListModel, refrain_list_model, dispose, "running", "asked")

/* ---- Asking ---------------------------------------------------------------------------------- */

typedef struct
{
  RefrainTrace *trace;
  RefrainQuery *query;
  char *text;
  RefrainOpSet *lit; /* or NULL */
  guint column;
  gboolean falling;
} Question;

typedef struct
{
  RefrainQueryResult *result;
  guint32 *order;
  char *totals, *sentence;
  char *text;
} Answer;

REFRAIN_DEFINE_FREE (question_free, Question, g_object_unref (x->trace); g_clear_object (&x->query);
                     g_clear_pointer (&x->lit, refrain_op_set_unref);
                     g_free (x->text))

REFRAIN_DEFINE_FREE (answer_free, Answer, g_clear_object (&x->result);
                     refrain_free (x->order, x->totals, x->sentence, x->text))

/* @lit with the sends of all receives in it: a message is where its send is. */
static RefrainOpSet *
add_sends (RefrainTrace *trace, const RefrainOpSet *lit)
{
  RefrainOpSet *all = refrain_op_set_new (trace);

  refrain_op_set_add_set (all, lit);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);

      for (gsize i = refrain_op_set_find_next (lit, p, 0, ops->n); i < ops->n;
           i = refrain_op_set_find_next (lit, p, i + 1, ops->n))
        if (REFRAIN_OP_IS_RECV (ops->kind[i]) && ops->partner[i] != REFRAIN_NONE
            && ops->peer[i] >= 0)
          refrain_op_set_add (all, (guint) ops->peer[i], ops->partner[i]);
    }
  return all;
}

/* "88 messages · Size 16.9 kB", or why there are none. */
static char *
describe (RefrainQueryResult *result, const char *totals)
{
  g_autofree char *what = NULL;

  if (refrain_query_result_get_n_rows (result) == 0)
    return refrain_query_result_explain_nothing (result);
  what = refrain_query_result_describe (result);
  return g_strconcat (what, totals, NULL);
}

static gpointer
ask_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Question *question = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  g_autoptr (RefrainQueryResult) result = NULL;
  g_autoptr (RefrainQuerySets) sets = NULL;
  g_autofree guint32 *order = NULL;
  Answer *answer;

  if (question->lit != NULL)
    {
      g_autoptr (RefrainOpSet) ops = add_sends (question->trace, question->lit);

      sets = refrain_query_sets_new ();
      refrain_query_sets_add (sets, REFRAIN_QUERY_SET_PATTERN, 1, NULL, ops);
    }
  result = refrain_query_run (question->query, question->trace, sets, NULL, cancellable, error);
  if (result == NULL)
    return NULL;
  if (question->column != REFRAIN_NONE)
    {
      order = refrain_query_result_order (result, question->column, question->falling, cancellable,
                                          error);
      if (order == NULL)
        return NULL;
    }
  answer = g_new0 (Answer, 1);
  answer->totals = refrain_query_model_add_up (result);
  answer->sentence = describe (result, answer->totals);
  answer->text = g_strdup (question->text);
  answer->order = g_steal_pointer (&order);
  answer->result = g_steal_pointer (&result);
  return answer;
}

static void
on_answer (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainListModel *self = data;
  Answer *answer = result;

  if (answer != NULL)
    {
      g_free (self->query);
      self->query = g_steal_pointer (&answer->text);
      g_free (self->sentence);
      self->sentence = g_steal_pointer (&answer->sentence);
      refrain_query_model_take_result (self->rows, g_steal_pointer (&answer->result),
                                       g_steal_pointer (&answer->order),
                                       g_steal_pointer (&answer->totals));
      answer_free (answer);
    }
  else
    self->problem = refrain_job_describe_error (error, _ ("the search for rows was cancelled"));
  g_object_notify (G_OBJECT (self), "running");
}

/* No span where everything counts. */
static RefrainListSpan
get_span (RefrainListModel *self)
{
  RefrainListSpan span = { 0, -1 };

  if (self->scope == REFRAIN_LIST_OF_WINDOW)
    refrain_session_get_window_times (self->session, &span.start, &span.end);
  else if (self->scope == REFRAIN_LIST_OF_RANGE)
    refrain_selection_get_range (refrain_session_get_selection (self->session), &span.start,
                                 &span.end);
  return span;
}

static void
ask (RefrainListModel *self)
{
  const gboolean lit
      = self->scope == REFRAIN_LIST_OF_LIT && self->lit != NULL && self->kind != REFRAIN_LIST_CALLS;
  g_autoptr (RefrainQuery) query = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  Question *question;

  refrain_job_stop (&self->job);
  g_clear_pointer (&self->problem, g_free);
  text = refrain_list_filter_to_query (&self->filter, self->kind, get_span (self), lit, &error);
  if (text != NULL)
    query = refrain_query_parse (text, NULL, &error);
  if (query == NULL)
    {
      self->problem = g_strdup (error->message);
      g_object_notify (G_OBJECT (self), "running");
      return;
    }
  question = g_new0 (Question, 1);
  question->trace = g_object_ref (refrain_session_get_trace (self->session));
  question->query = g_steal_pointer (&query);
  question->text = g_steal_pointer (&text);
  question->lit = lit ? refrain_op_set_ref (self->lit) : NULL;
  question->column = self->column;
  question->falling = self->falling;
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->job,
                                _ ("Listing rows"), ask_in_thread, question, question_free,
                                answer_free, self, on_answer);
  g_object_notify (G_OBJECT (self), "running");
}

static gboolean
ask_now (gpointer data)
{
  RefrainListModel *self = data;

  self->timeout = 0;
  if (self->active && self->stale)
    {
      self->stale = FALSE;
      ask (self);
    }
  return G_SOURCE_REMOVE;
}

/* Something changed; asks after @delay milliseconds without another change. */
static void
renew (RefrainListModel *self, guint delay)
{
  self->stale = TRUE;
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (!self->active)
    return;
  if (delay > 0)
    self->timeout = g_timeout_add (delay, ask_now, self);
  else
    ask_now (self);
}

void
refrain_list_model_set_active (RefrainListModel *self, gboolean active)
{
  g_return_if_fail (REFRAIN_IS_LIST_MODEL (self));

  self->active = active;
  if (active && self->stale)
    renew (self, 0);
}

/* ---- What is asked --------------------------------------------------------------------------- */

static void
on_window (RefrainListModel *self)
{
  if (self->scope == REFRAIN_LIST_OF_WINDOW)
    renew (self, REST);
}

static void
on_range (RefrainListModel *self)
{
  if (self->scope == REFRAIN_LIST_OF_RANGE)
    renew (self, REST);
}

static void
change (RefrainListModel *self)
{
  g_object_notify (G_OBJECT (self), "asked");
  renew (self, 0);
}

REFRAIN_GETTER (RefrainListModel, refrain_list_model, RefrainListKind, get_kind, self->kind)

/* The columns are others; all lists begin with the time. */
static void
take_kind (RefrainListModel *self, RefrainListKind kind)
{
  if (kind == self->kind)
    return;
  self->kind = kind;
  self->column = 0;
  self->falling = FALSE;
}

void
refrain_list_model_set_kind (RefrainListModel *self, RefrainListKind kind)
{
  g_return_if_fail (REFRAIN_IS_LIST_MODEL (self));
  g_return_if_fail (kind < REFRAIN_N_LISTS);

  if (kind == self->kind)
    return;
  take_kind (self, kind);
  if (kind == REFRAIN_LIST_CALLS && self->scope == REFRAIN_LIST_OF_LIT)
    self->scope = REFRAIN_LIST_OF_RUN;
  change (self);
}

REFRAIN_GETTER (RefrainListModel, refrain_list_model, RefrainListScope, get_scope, self->scope)

static void
take_lit (RefrainListModel *self)
{
  RefrainOpSet *lit
      = refrain_selection_get_highlight (refrain_session_get_selection (self->session));

  g_clear_pointer (&self->lit, refrain_op_set_unref);
  self->lit = lit != NULL ? refrain_op_set_ref (lit) : NULL;
}

void
refrain_list_model_set_scope (RefrainListModel *self, RefrainListScope scope)
{
  g_return_if_fail (REFRAIN_IS_LIST_MODEL (self));
  g_return_if_fail (scope < REFRAIN_N_LIST_SCOPES);

  if (scope == REFRAIN_LIST_OF_LIT)
    {
      take_lit (self);
      if (self->lit == NULL || self->kind == REFRAIN_LIST_CALLS)
        scope = REFRAIN_LIST_OF_RUN;
    }
  else if (scope == self->scope)
    return;
  self->scope = scope;
  change (self);
}

REFRAIN_GETTER (
    RefrainListModel, refrain_list_model, const RefrainListFilter *, get_filter, &self->filter)

void
refrain_list_model_set_filter (RefrainListModel *self, const RefrainListFilter *filter)
{
  g_return_if_fail (REFRAIN_IS_LIST_MODEL (self));
  g_return_if_fail (filter != NULL);

  if (refrain_list_filter_equal (&self->filter, filter))
    return;
  refrain_list_filter_copy (&self->filter, filter);
  change (self);
}

void
refrain_list_model_set_field (RefrainListModel *self, RefrainListField field, const char *text)
{
  RefrainListFilter filter = { 0 };

  g_return_if_fail (REFRAIN_IS_LIST_MODEL (self));
  g_return_if_fail (field < REFRAIN_N_LIST_FIELDS);

  refrain_list_filter_copy (&filter, &self->filter);
  g_free (filter.fields[field]);
  filter.fields[field] = g_strdup (text);
  refrain_list_model_set_filter (self, &filter);
  refrain_list_filter_clear (&filter);
}

/* ---- Order ----------------------------------------------------------------------------------- */

void
refrain_list_model_sort (RefrainListModel *self, guint column, gboolean falling)
{
  g_return_if_fail (REFRAIN_IS_LIST_MODEL (self));

  falling = !!falling;
  if (column == self->column && falling == self->falling)
    return;
  self->column = column;
  self->falling = falling;
  /* What is being looked for is to come in this order. */
  if (self->job != NULL || self->stale)
    renew (self, 0);
  else
    refrain_query_model_sort (self->rows, column, falling);
}

guint
refrain_list_model_get_order (RefrainListModel *self, gboolean *falling)
{
  g_return_val_if_fail (REFRAIN_IS_LIST_MODEL (self), REFRAIN_NONE);
  if (falling != NULL)
    *falling = self->falling;
  return self->column;
}

/* ---- From other views ------------------------------------------------------------------------ */

static gboolean
has_messages (RefrainTrace *trace, const RefrainOpSet *set)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);

      for (gsize i = refrain_op_set_find_next (set, p, 0, ops->n); i < ops->n;
           i = refrain_op_set_find_next (set, p, i + 1, ops->n))
        if (REFRAIN_OP_IS_P2P (ops->kind[i]))
          return TRUE;
    }
  return FALSE;
}

gboolean
refrain_list_model_list_lit (RefrainListModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_LIST_MODEL (self), FALSE);

  take_lit (self);
  if (self->lit == NULL)
    return FALSE;
  take_kind (self, has_messages (refrain_session_get_trace (self->session), self->lit)
                       ? REFRAIN_LIST_MESSAGES
                       : REFRAIN_LIST_COLLECTIVES);
  self->scope = REFRAIN_LIST_OF_LIT;
  refrain_list_filter_clear (&self->filter);
  change (self);
  return TRUE;
}

void
refrain_list_model_list_pair (RefrainListModel *self,
                              guint source,
                              guint destination,
                              const char *tags,
                              const char *communicator)
{
  g_return_if_fail (REFRAIN_IS_LIST_MODEL (self));

  refrain_list_filter_clear (&self->filter);
  self->filter.fields[REFRAIN_LIST_SENDERS] = g_strdup_printf ("%u", source);
  self->filter.fields[REFRAIN_LIST_RECEIVERS] = g_strdup_printf ("%u", destination);
  self->filter.fields[REFRAIN_LIST_TAGS] = g_strdup (tags);
  self->filter.fields[REFRAIN_LIST_COMMUNICATOR] = g_strdup (communicator);
  take_kind (self, REFRAIN_LIST_MESSAGES);
  self->scope = REFRAIN_LIST_OF_RUN;
  change (self);
}

guint
refrain_list_model_find (RefrainListModel *self, const RefrainPick *pick)
{
  RefrainQueryResult *result;
  const RefrainOps *ops;
  guint process;
  gsize row;

  g_return_val_if_fail (REFRAIN_IS_LIST_MODEL (self), G_MAXUINT);
  g_return_val_if_fail (pick != NULL, G_MAXUINT);

  result = refrain_query_model_get_result (self->rows);
  if (result == NULL
      || pick->kind != (self->kind == REFRAIN_LIST_CALLS ? REFRAIN_PICK_CALL : REFRAIN_PICK_OP))
    return G_MAXUINT;
  process = pick->process;
  row = pick->row;
  ops = refrain_trace_get_ops (refrain_session_get_trace (self->session), process);
  if (self->kind == REFRAIN_LIST_MESSAGES && REFRAIN_OP_IS_RECV (ops->kind[row]))
    {
      if (ops->partner[row] == REFRAIN_NONE || ops->peer[row] < 0)
        return G_MAXUINT;
      process = (guint) ops->peer[row];
      row = ops->partner[row];
    }
  row = refrain_query_result_find (result, process, (guint32) row);
  return row != G_MAXSIZE ? refrain_query_list_find (refrain_query_model_get_rows (self->rows), row)
                          : G_MAXUINT;
}

/* ---- What is known --------------------------------------------------------------------------- */

REFRAIN_GETTER (RefrainListModel, refrain_list_model, RefrainQueryModel *, get_rows, self->rows)
REFRAIN_GETTER (RefrainListModel, refrain_list_model, gboolean, is_running, self->job != NULL)
REFRAIN_GETTER (RefrainListModel, refrain_list_model, const char *, get_problem, self->problem)
REFRAIN_GETTER (RefrainListModel, refrain_list_model, const char *, get_query, self->query)

char *
refrain_list_model_describe (RefrainListModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_LIST_MODEL (self), NULL);

  if (self->problem != NULL)
    return g_strdup (self->problem);
  if (self->sentence != NULL)
    return g_strdup (self->sentence);
  return g_strdup (self->job != NULL ? _ ("Listing rows…") : "");
}

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_list_model_dispose (RefrainListModel *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  refrain_job_stop (&self->job);
  g_clear_pointer (&self->lit, refrain_op_set_unref);
  refrain_list_filter_clear (&self->filter);
  refrain_clear (&self->problem, &self->query, &self->sentence);
  refrain_clear_objects (&self->rows, &self->session);
}

static void
refrain_list_model_init (RefrainListModel *self)
{
  self->stale = TRUE;
}

RefrainListModel *
refrain_list_model_new (RefrainSession *session)
{
  RefrainListModel *self;
  RefrainSelection *selection;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_LIST_MODEL, NULL);
  self->session = g_object_ref (session);
  self->rows = refrain_query_model_new (session);
  selection = refrain_session_get_selection (session);
  refrain_connect (selection, "notify::window", on_window, self);
  refrain_connect (session, "notify::axis", on_window, self);
  refrain_connect (selection, "notify::range", on_range, self);
  return self;
}
