/* refrain-query-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Three kinds of jobs: running a query, ordering its rows, saving.
 * Each is stopped by the next of its kind, and a new query stops the first three.
 */
#include "refrain-query-model.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-save.h"
#include "refrain-study-job.h"
#include "refrain-study-sources.h"
#include "refrain-time-format.h"

/* Rows that are written at a time. */
#define CSV_ROWS 4096

/* Totals that a sentence can take. */
#define MOST_TOTALS 4

struct _RefrainQueryModel
{
  GObject parent_instance;

  RefrainSession *session;
  char *text, *problem;
  RefrainQueryPlace place;
  RefrainQueryResult *result;
  RefrainQueryList *rows;
  RefrainTime elapsed;
  char *totals;
  RefrainQuerySets *sets;  /* patterns, phases, loops found for queries before; or NULL */
  RefrainQueryNeeds known; /* which of them */
  RefrainQueryNeeds asked; /* by the query that runs */
  RefrainJob *running, *sorting, *saving;
};

G_DEFINE_FINAL_TYPE (RefrainQueryModel, refrain_query_model, G_TYPE_OBJECT)

static guint saved_signal;

/* ---- Light ----------------------------------------------------------------------------------- */

/* Rows of a result. */
typedef struct
{
  RefrainQueryResult *result;
  RefrainTrace *trace;
  char *text;   /* of the query; NULL: it is a list */
  GArray *rows; /* of gsize; NULL: all */
} Rows;

REFRAIN_DEFINE_FREE (rows_free, Rows, g_object_unref (x->result); g_object_unref (x->trace);
                     g_free (x->text);
                     g_clear_pointer (&x->rows, g_array_unref))

static char *
subject_get_words (const RefrainSubject *subject)
{
  const Rows *rows = subject->data;

  return g_strdup (rows->text != NULL ? rows->text : _ ("Rows of the list"));
}

static gboolean
subject_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  const Rows *rows = subject->data;

  return refrain_hits_collect (rows->result, rows->rows, rows->trace, found, cancellable, error);
}

static const RefrainSubjectKind subject_kind = {
  .name = "rows",
  .step = N_ ("select rows"),
  .job = N_ ("Highlighting rows of the query"),
  .one = N_ ("row"),
  .many = N_ ("rows"),
  .selected = "lit",
  .get_words = subject_get_words,
  .find = subject_find,
  .free_data = rows_free,
};

/* Takes @rows; NULL: all. */
static void
light (RefrainQueryModel *self, GArray *rows)
{
  Rows *chosen = g_new0 (Rows, 1);

  chosen->result = g_object_ref (self->result);
  chosen->trace = g_object_ref (refrain_session_get_trace (self->session));
  chosen->text = g_strdup (self->text);
  chosen->rows = rows;
  refrain_subjects_take (refrain_session_get_subjects (self->session),
                         refrain_subject_new (&subject_kind, self, chosen));
}

void
refrain_query_model_select (RefrainQueryModel *self, const gsize *rows, gsize n)
{
  GArray *chosen;

  g_return_if_fail (REFRAIN_IS_QUERY_MODEL (self));
  g_return_if_fail (rows != NULL || n == 0);

  if (n == 0 || self->result == NULL)
    {
      refrain_subjects_put_out (refrain_session_get_subjects (self->session), self);
      return;
    }
  chosen = g_array_sized_new (FALSE, FALSE, sizeof (gsize), (guint) n);
  g_array_append_vals (chosen, rows, (guint) n);
  light (self, chosen);
}

void
refrain_query_model_select_all (RefrainQueryModel *self)
{
  g_return_if_fail (REFRAIN_IS_QUERY_MODEL (self));

  if (self->result != NULL)
    light (self, NULL);
}

REFRAIN_GETTER (RefrainQueryModel,
                refrain_query_model,
                gboolean,
                is_lit,
                refrain_subjects_get_data (refrain_session_get_subjects (self->session),
                                           &subject_kind,
                                           self)
                    != NULL)

gboolean
refrain_query_model_go_to (RefrainQueryModel *self, gsize row)
{
  RefrainQueryRef ref;
  RefrainPick pick = { .kind = REFRAIN_PICK_NONE };

  g_return_val_if_fail (REFRAIN_IS_QUERY_MODEL (self), FALSE);
  g_return_val_if_fail (self->result != NULL, FALSE);
  g_return_val_if_fail (row < refrain_query_result_get_n_rows (self->result), FALSE);

  ref = refrain_query_result_get_ref (self->result, row);
  pick.process = ref.process;
  pick.row = ref.row;
  switch (ref.kind)
    {
    case REFRAIN_QUERY_REF_OPERATION:
    case REFRAIN_QUERY_REF_MESSAGE:
      pick.kind = REFRAIN_PICK_OP;
      break;
    case REFRAIN_QUERY_REF_CALL:
      pick.kind = REFRAIN_PICK_CALL;
      break;
    case REFRAIN_QUERY_REF_PROCESS:
      pick.kind = REFRAIN_PICK_PROCESS;
      pick.row = 0;
      break;
    default:
      return FALSE;
    }
  refrain_session_go_to (self->session, &pick);
  return TRUE;
}

/* ---- Running --------------------------------------------------------------------------------- */

typedef struct
{
  RefrainQuery *query;
  RefrainStudy *study;
  RefrainQuerySets *sets; /* what it needs, or NULL */
} Question;

typedef struct
{
  RefrainQueryResult *result;
  RefrainQuerySets *sets; /* found for it, or NULL */
  RefrainTime elapsed;
  char *totals;
  char *problem; /* instead of a result */
  RefrainQueryPlace place;
} Answer;

REFRAIN_DEFINE_FREE (question_free, Question, g_object_unref (x->query); g_object_unref (x->study);
                     g_clear_pointer (&x->sets, refrain_query_sets_unref))

REFRAIN_DEFINE_FREE (answer_free, Answer, g_clear_object (&x->result);
                     g_clear_pointer (&x->sets, refrain_query_sets_unref);
                     refrain_free (x->totals, x->problem))

static gboolean
is_amount (const RefrainQueryColumn *column)
{
  return column->type == REFRAIN_QUERY_TYPE_BYTES || column->type == REFRAIN_QUERY_TYPE_DURATION;
}

char *
refrain_query_model_add_up (RefrainQueryResult *result)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n, n_totals = 0;
  guint64 n_rows, n_found;

  g_return_val_if_fail (REFRAIN_IS_QUERY_RESULT (result), NULL);

  n_rows = refrain_query_result_get_n_rows (result);
  n_found = refrain_query_result_get_n_found (result);
  n = n_rows < 2 ? 0 : refrain_query_result_get_n_columns (result);
  for (guint i = 0; i < n; i++)
    n_totals += refrain_query_result_get_column (result, i)->can_add;
  for (guint i = 0; i < n; i++)
    {
      const RefrainQueryColumn *column = refrain_query_result_get_column (result, i);
      g_autofree char *total = n_totals <= MOST_TOTALS || is_amount (column)
                                   ? refrain_query_result_dup_total (result, i)
                                   : NULL;

      if (total == NULL)
        continue;
      if (text->len == 0 && n_found > n_rows)
        {
          g_autofree char *count = refrain_count_format (n_rows);

          /* Translators: " · the first 100: Size 19.2 kB · Duration 3 ms". */
          g_string_append_printf (text, _ (" · the first %s: %s %s"), count, column->title, total);
        }
      else
        g_string_append_printf (text, " · %s %s", column->title, total);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gpointer
run_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Question *question = data;
  const RefrainStudyAsk ask = refrain_job_make_ask (job);
  const RefrainQueryNeeds needs = refrain_query_get_needs (question->query);
  Answer *answer = g_new0 (Answer, 1);
  RefrainQuerySets *sets = question->sets;
  g_autoptr (GError) local = NULL;
  const gint64 start = g_get_monotonic_time ();

  if (needs != 0 && sets == NULL)
    sets = answer->sets = refrain_study_find_query_sets (question->study, needs, &ask, &local);
  if (local == NULL)
    answer->result = refrain_query_run (question->query, refrain_study_get_trace (question->study),
                                        sets, &answer->place, ask.cancellable, &local);
  answer->elapsed = (g_get_monotonic_time () - start) * 1000;
  if (local != NULL)
    answer->problem = g_strdup (local->message);
  else
    answer->totals = refrain_query_model_add_up (answer->result);
  return answer;
}

static void
on_answer (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainQueryModel *self = data;
  Answer *answer = result;

  if (answer != NULL)
    {
      self->result = g_steal_pointer (&answer->result);
      self->problem = g_steal_pointer (&answer->problem);
      self->place = answer->place;
      self->elapsed = answer->elapsed;
      self->totals = g_steal_pointer (&answer->totals);
      if (answer->sets != NULL)
        {
          g_clear_pointer (&self->sets, refrain_query_sets_unref);
          self->sets = g_steal_pointer (&answer->sets);
          self->known = self->asked;
        }
      answer_free (answer);
    }
  else
    self->problem = refrain_job_describe_error (error, _ ("the query was cancelled"));
  if (self->result != NULL)
    self->rows = refrain_query_list_new (self->result);
  g_object_notify (G_OBJECT (self), "running");
  g_object_notify (G_OBJECT (self), "result");
}

/* Nothing is left of the query before. */
static void
forget (RefrainQueryModel *self)
{
  refrain_job_stop (&self->running);
  refrain_job_stop (&self->sorting);
  refrain_query_model_select (self, NULL, 0);
  refrain_clear_objects (&self->rows, &self->result);
  refrain_clear (&self->totals, &self->problem);
  self->place = (RefrainQueryPlace){ 0 };
}

void
refrain_query_model_take_result (RefrainQueryModel *self,
                                 RefrainQueryResult *result,
                                 guint32 *order,
                                 char *totals)
{
  g_return_if_fail (REFRAIN_IS_QUERY_MODEL (self));
  g_return_if_fail (REFRAIN_IS_QUERY_RESULT (result));

  refrain_job_stop (&self->running);
  refrain_job_stop (&self->sorting);
  refrain_clear_objects (&self->rows, &self->result);
  g_clear_pointer (&self->problem, g_free);
  g_free (self->totals);
  self->totals = totals;
  self->result = result;
  self->rows = refrain_query_list_new (result);
  if (order != NULL)
    refrain_query_list_take_order (self->rows, order);
  g_object_notify (G_OBJECT (self), "result");
}

void
refrain_query_model_run (RefrainQueryModel *self, const char *text)
{
  g_autoptr (RefrainQuery) query = NULL;
  g_autoptr (GError) error = NULL;
  Question *question;

  g_return_if_fail (REFRAIN_IS_QUERY_MODEL (self));
  g_return_if_fail (text != NULL);

  forget (self);
  g_free (self->text);
  self->text = g_strdup (text);
  query = refrain_query_parse (text, &self->place, &error);
  if (query == NULL)
    {
      self->problem = g_strdup (error->message);
      g_object_notify (G_OBJECT (self), "running");
      g_object_notify (G_OBJECT (self), "result");
      return;
    }
  question = g_new0 (Question, 1);
  question->query = g_steal_pointer (&query);
  question->study = g_object_ref (refrain_session_get_study (self->session));
  refrain_phase_model_publish (refrain_session_get_phases (self->session));
  self->asked = refrain_query_get_needs (question->query);
  if (self->sets != NULL && (self->asked & ~self->known) == 0)
    question->sets = refrain_query_sets_ref (self->sets);
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->running,
                                _ ("Running the query"), run_in_thread, question, question_free,
                                answer_free, self, on_answer);
  g_object_notify (G_OBJECT (self), "running");
  g_object_notify (G_OBJECT (self), "result");
}

void
refrain_query_model_cancel (RefrainQueryModel *self)
{
  g_return_if_fail (REFRAIN_IS_QUERY_MODEL (self));
  if (self->running != NULL)
    refrain_job_cancel (self->running);
}

REFRAIN_GETTER (RefrainQueryModel, refrain_query_model, gboolean, is_running, self->running != NULL)

const char *
refrain_query_model_get_problem (RefrainQueryModel *self, RefrainQueryPlace *place)
{
  g_return_val_if_fail (REFRAIN_IS_QUERY_MODEL (self), NULL);
  if (place != NULL)
    *place = self->place;
  return self->problem;
}

REFRAIN_GETTER (
    RefrainQueryModel, refrain_query_model, RefrainQueryResult *, get_result, self->result)
REFRAIN_GETTER (RefrainQueryModel, refrain_query_model, RefrainQueryList *, get_rows, self->rows)
REFRAIN_GETTER (RefrainQueryModel, refrain_query_model, const char *, get_totals, self->totals)
REFRAIN_GETTER (RefrainQueryModel, refrain_query_model, RefrainTime, get_elapsed, self->elapsed)

/* ---- Order ----------------------------------------------------------------------------------- */

typedef struct
{
  RefrainQueryResult *result;
  guint column;
  gboolean falling;
} Sorting;

REFRAIN_DEFINE_FREE (sorting_free, Sorting, g_object_unref (x->result))

static gpointer
sort_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Sorting *sorting = data;

  return refrain_query_result_order (sorting->result, sorting->column, sorting->falling,
                                     refrain_job_get_cancellable (job), error);
}

static void
on_sorted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainQueryModel *self = data;
  g_autofree guint32 *order = result;

  if (order != NULL && self->rows != NULL)
    refrain_query_list_take_order (self->rows, g_steal_pointer (&order));
}

void
refrain_query_model_sort (RefrainQueryModel *self, guint column, gboolean falling)
{
  Sorting *sorting;

  g_return_if_fail (REFRAIN_IS_QUERY_MODEL (self));

  refrain_job_stop (&self->sorting);
  if (self->rows == NULL)
    return;
  if (column == REFRAIN_NONE)
    {
      refrain_query_list_take_order (self->rows, NULL);
      return;
    }
  sorting = g_new0 (Sorting, 1);
  sorting->result = g_object_ref (self->result);
  sorting->column = column;
  sorting->falling = falling;
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->sorting,
                                _ ("Sorting rows"), sort_in_thread, sorting, sorting_free, g_free,
                                self, on_sorted);
}

/* ---- Saving ---------------------------------------------------------------------------------- */

typedef struct
{
  RefrainQueryResult *result;
  guint32 *order; /* NULL: as the query has it */
  char *path;
} Saving;

REFRAIN_DEFINE_FREE (saving_free, Saving, g_object_unref (x->result);
                     refrain_free (x->order, x->path))

static gboolean
write_csv (const Saving *saving, int fd, RefrainJob *job, GError **error)
{
  const gsize n = refrain_query_result_get_n_rows (saving->result);
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  g_autoptr (GString) text = g_string_new (NULL);

  refrain_query_result_append_csv_titles (saving->result, text);
  for (gsize i = 0; i < n || text->len > 0; i += CSV_ROWS)
    {
      const gsize end = MIN (n, i + CSV_ROWS);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      refrain_job_report (n > 0 ? (double) MIN (i, n) / (double) n : 1, NULL, job);
      if (i < end && saving->order == NULL)
        refrain_query_result_append_csv (saving->result, i, end - i, text);
      for (gsize k = i; k < end && saving->order != NULL; k++)
        refrain_query_result_append_csv (saving->result, saving->order[k], 1, text);
      if (!refrain_save_write (fd, saving->path, text->str, text->len, error))
        return FALSE;
      g_string_truncate (text, 0);
    }
  return TRUE;
}

static gpointer
save_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Saving *saving = data;
  int fd = -1;
  g_autofree char *temporary = refrain_save_begin (saving->path, &fd, error);

  if (temporary == NULL)
    return NULL;
  return refrain_save_end (temporary, fd, saving->path, write_csv (saving, fd, job, error), error)
             ? g_strdup (saving->path)
             : NULL;
}

static void
on_saved (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainQueryModel *self = data;
  g_autofree char *path = result;

  if (path != NULL || !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, saved_signal, 0, path, path == NULL ? error->message : NULL);
}

void
refrain_query_model_save (RefrainQueryModel *self, const char *path)
{
  Saving *saving;

  g_return_if_fail (REFRAIN_IS_QUERY_MODEL (self));
  g_return_if_fail (path != NULL);
  g_return_if_fail (self->result != NULL);

  saving = g_new0 (Saving, 1);
  saving->result = g_object_ref (self->result);
  saving->order = refrain_query_list_dup_order (self->rows);
  saving->path = g_strdup (path);
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->saving,
                                _ ("Saving the rows"), save_in_thread, saving, saving_free, g_free,
                                self, on_saved);
}

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_query_model_dispose (GObject *object)
{
  RefrainQueryModel *self = REFRAIN_QUERY_MODEL (object);

  refrain_job_stop (&self->running);
  refrain_job_stop (&self->sorting);
  refrain_job_stop (&self->saving);
  refrain_clear_objects (&self->rows, &self->result);
  g_clear_pointer (&self->sets, refrain_query_sets_unref);
  refrain_clear (&self->problem, &self->totals, &self->text);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (refrain_query_model_parent_class)->dispose (object);
}

static void
refrain_query_model_class_init (RefrainQueryModelClass *klass)
{
  static const char *const notices[] = { "running", "result", "lit", NULL };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = refrain_query_model_dispose;
  refrain_class_install_notices (object_class, notices);
  saved_signal = g_signal_new ("saved", REFRAIN_TYPE_QUERY_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
refrain_query_model_init (RefrainQueryModel *self)
{
}

/* The pattern, phase or loop of a number may be another one now: asks again. */
static void
on_options (RefrainQueryModel *self)
{
  g_autofree char *text = g_strdup (self->text);

  g_clear_pointer (&self->sets, refrain_query_sets_unref);
  if (text != NULL && self->asked != 0)
    refrain_query_model_run (self, text);
}

RefrainQueryModel *
refrain_query_model_new (RefrainSession *session)
{
  RefrainQueryModel *self;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_QUERY_MODEL, NULL);
  self->session = g_object_ref (session);
  refrain_connect (refrain_session_get_study (session), "notify::options", on_options, self);
  return self;
}
