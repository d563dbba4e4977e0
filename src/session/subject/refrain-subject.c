/* refrain-subject.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * There is one light: whoever takes it, what had it is not selected any more. What was found of a
 * subject is kept only while it is selected; what undo holds is looked for again.
 */
#include "refrain-subject.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-pick-text.h"
#include "refrain-search.h"
#include "refrain-stops.h"
#include "refrain-time-format.h"

/* ---- One subject ---- */

RefrainSubject *
refrain_subject_new (const RefrainSubjectKind *kind, gpointer owner, gpointer data)
{
  RefrainSubject *self = g_new0 (RefrainSubject, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  g_set_weak_pointer (&self->owner, owner);
  self->data = data;
  self->place = -1;
  return self;
}

RefrainSubject *
refrain_subject_new_of (
    const RefrainSubjectKind *kind, gpointer owner, gpointer source, guint32 id, guint32 end)
{
  RefrainSubject *self = refrain_subject_new (kind, owner, NULL);

  g_set_object (&self->source, source);
  self->id = id;
  self->end = end;
  return self;
}

RefrainSubject *
refrain_subject_ref (RefrainSubject *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
refrain_subject_found_free (gpointer data)
{
  RefrainSubjectFound *found = data;

  g_clear_pointer (&found->ops, refrain_op_set_unref);
  g_clear_pointer (&found->stops, g_array_unref);
  if (found->more != NULL && found->free_more != NULL)
    found->free_more (found->more);
  g_free (found);
}

void
refrain_subject_found_share (RefrainSubjectFound *found, const RefrainSubjectFound *known)
{
  found->ops = known->ops != NULL ? refrain_op_set_ref (known->ops) : NULL;
  found->stops = known->stops != NULL ? g_array_ref (known->stops) : NULL;
}

void
refrain_subject_unref (RefrainSubject *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_weak_pointer (&self->owner);
  g_clear_pointer (&self->found, refrain_subject_found_free);
  if (self->kind->free_data != NULL)
    self->kind->free_data (self->data);
  refrain_clear_objects (&self->source, &self->trace, &self->series);
  refrain_free (self->problem, self);
}

/* ---- Occurrences ---- */

void
refrain_subject_set_series (RefrainSubject *self, RefrainOccurrences *series)
{
  g_set_object (&self->series, series);
}

static const RefrainSubjectStop *
get_stop (const RefrainSubject *self, gsize i)
{
  if (self->kind->count != NULL || self->found == NULL)
    return NULL;
  refrain_subject_make_stops (self->trace, self->found);
  return self->found->stops != NULL && i < self->found->stops->len
             ? &g_array_index (self->found->stops, RefrainSubjectStop, i)
             : NULL;
}

gsize
refrain_subject_count (const RefrainSubject *self)
{
  if (self->kind->count != NULL)
    return self->kind->count (self);
  if (self->found != NULL && self->found->stops != NULL)
    return self->found->stops->len;
  return self->found != NULL && refrain_ops_can_be_walked (self->found->ops)
             ? refrain_op_set_get_size (self->found->ops)
             : 0;
}

gboolean
refrain_subject_get_place (const RefrainSubject *self, gsize *place)
{
  if (self->kind->get_place != NULL)
    return self->kind->get_place (self, place);
  if (self->place < 0)
    return FALSE;
  if (place != NULL)
    *place = (gsize) self->place;
  return TRUE;
}

gboolean
refrain_subject_get_pick (const RefrainSubject *self, gsize i, RefrainPick *pick)
{
  const RefrainSubjectStop *stop = get_stop (self, i);

  if (stop == NULL)
    return FALSE;
  *pick = (RefrainPick){ .kind = stop->kind, .process = stop->process, .row = stop->row };
  return TRUE;
}

gboolean
refrain_subject_get_span (const RefrainSubject *self, gsize i, RefrainTime *start, RefrainTime *end)
{
  RefrainPick pick;

  if (self->series != NULL
      && refrain_occurrences_get_n (self->series) == refrain_subject_count (self))
    {
      const RefrainOccurrence at = refrain_occurrences_get (self->series, (guint32) i);

      *start = at.start;
      *end = at.start + at.duration;
      return TRUE;
    }
  if (self->kind->get_span != NULL)
    return self->kind->get_span (self, i, start, end);
  return refrain_subject_get_pick (self, i, &pick)
         && refrain_pick_get_times (self->trace, &pick, start, end);
}

/* When occurrence @i begins. */
static RefrainTime
get_start (const RefrainSubject *self, gsize i)
{
  const RefrainSubjectStop *stop = get_stop (self, i);
  RefrainTime start = 0, end;

  if (stop != NULL)
    return stop->time;
  refrain_subject_get_span (self, i, &start, &end);
  return start;
}

RefrainOpSet *
refrain_subject_make_ops (const RefrainSubject *self, gsize i)
{
  const RefrainSubjectStop *stop = get_stop (self, i);
  RefrainOpSet *ops;

  if (stop == NULL)
    return self->kind->make_ops != NULL ? self->kind->make_ops (self, i) : NULL;
  if (stop->kind != REFRAIN_PICK_OP)
    return NULL;
  ops = refrain_op_set_new (self->trace);
  refrain_op_set_add (ops, stop->process, stop->row);
  if (stop->other != REFRAIN_NONE)
    refrain_op_set_add (ops, stop->other_process, stop->other);
  return ops;
}

/* ---- Words ---- */

char *
refrain_subject_get_words (const RefrainSubject *self)
{
  return self->kind->get_words (self);
}

char *
refrain_subject_get_sentence (const RefrainSubject *self)
{
  return self->kind->get_sentence != NULL ? self->kind->get_sentence (self) : NULL;
}

char *
refrain_subject_describe_place (const RefrainSubject *self)
{
  const gsize n = refrain_subject_count (self);
  g_autofree char *count = refrain_count_format (n);
  g_autofree char *place = NULL;
  gsize at;

  /* Of what is lit up without being one after the other there is nothing to be counted. */
  if (n == 0)
    return g_strdup (self->found != NULL && self->found->ops == NULL ? _ ("none") : "");
  if (!refrain_subject_get_place (self, &at))
    return g_steal_pointer (&count);
  place = refrain_count_format (at + 1);
  /* TRANSLATORS: which occurrence was gone to, and how many there are: "3 of 128". */
  return g_strdup_printf (_ ("%s of %s"), place, count);
}

char *
refrain_subject_describe (const RefrainSubject *self)
{
  g_autofree char *words = refrain_subject_get_words (self);
  g_autofree char *place = refrain_subject_describe_place (self);
  const gsize n = refrain_subject_count (self);

  if (*place == '\0' || self->kind->one == NULL)
    return g_steal_pointer (&words);
  if (n == 0)
    return g_strdup_printf ("%s: %s", words, place);
  /* TRANSLATORS: a thing and its occurrences: "Loop 3", "17 of 249", "iterations". */
  return g_strdup_printf (_ ("%s: %s %s"), words, place,
                          n == 1 ? _ (self->kind->one) : _ (self->kind->many));
}

/* ---- What is selected ---- */

struct _RefrainSubjects
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainTaskRunner *runner;
  RefrainSelection *selection;
  RefrainSubject *lit, *scope; /* or NULL */
  RefrainJob *job;             /* that looks for what is lit up, while it runs */
  GPtrArray *providers;        /* of Provider */
};

typedef struct
{
  const RefrainSubjectKind *kind;
  gpointer owner; /* weak */
} Provider;

REFRAIN_DEFINE_NOTIFIER (RefrainSubjects, refrain_subjects, dispose, "subject")

void
refrain_subjects_rename (RefrainSubjects *self)
{
  g_return_if_fail (REFRAIN_IS_SUBJECTS (self));
  g_object_notify (G_OBJECT (self), "subject");
}

/* ---- Taking the light ---- */

static void
tell_owner (const RefrainSubject *subject)
{
  if (subject->kind->selected != NULL && subject->owner != NULL)
    g_object_notify (subject->owner, subject->kind->selected);
}

/* @subject is not selected any more, which @is_told says nothing of: its owner has another. */
static void
leave (RefrainSubject *subject, gboolean is_told)
{
  g_autoptr (RefrainSubject) left = subject;

  g_clear_pointer (&left->found, refrain_subject_found_free);
  g_clear_pointer (&left->problem, g_free);
  left->place = -1;
  if (!is_told)
    tell_owner (left);
}

static gboolean
find (const RefrainSubject *subject,
      RefrainSubjectFound *found,
      GCancellable *cancellable,
      GError **error)
{
  return subject->kind->find == NULL || subject->kind->find (subject, found, cancellable, error);
}

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  RefrainSubject *subject = data;
  RefrainSubjectFound *found = g_new0 (RefrainSubjectFound, 1);

  if (find (subject, found, refrain_job_get_cancellable (job), error))
    return found;
  refrain_subject_found_free (found);
  return NULL;
}

/* Takes @found, or what was wrong instead. */
static void
set_found (RefrainSubjects *self, RefrainSubjectFound *found, const GError *error)
{
  g_autoptr (RefrainSubject) subject = refrain_subject_ref (self->lit);

  subject->found = found;
  if (found == NULL)
    subject->problem = g_strdup (error != NULL ? error->message : "");
  else if ((subject->kind->flags & REFRAIN_SUBJECT_NEVER_EMPTY) != 0
           && refrain_subject_count (subject) == 0)
    {
      refrain_subjects_take (self, NULL);
      return;
    }
  refrain_selection_set_highlight (self->selection, found != NULL ? found->ops : NULL);
  g_object_notify (G_OBJECT (self), "subject");
}

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  set_found (data, result, error);
}

void
refrain_subjects_take (RefrainSubjects *self, RefrainSubject *subject)
{
  RefrainSubject *old;
  gboolean is_quick;

  g_return_if_fail (REFRAIN_IS_SUBJECTS (self));

  old = self->lit;
  if (subject == old)
    {
      refrain_subject_unref (subject);
      return;
    }
  refrain_job_stop (&self->job);
  self->lit = subject;
  is_quick = subject != NULL
             && (subject->kind->job == NULL
                 || (subject->kind->is_quick != NULL && subject->kind->is_quick (subject)));
  if (subject != NULL)
    g_set_object (&subject->trace, self->trace);
  refrain_selection_set_current (self->selection, NULL);
  if (is_quick)
    {
      subject->found = g_new0 (RefrainSubjectFound, 1);
      find (subject, subject->found, NULL, NULL);
    }
  else if (subject != NULL)
    refrain_task_runner_start_in (self->runner, &self->job, _ (subject->kind->job), find_in_thread,
                                  refrain_subject_ref (subject),
                                  (GDestroyNotify) refrain_subject_unref,
                                  refrain_subject_found_free, self, on_found);
  if (subject != NULL)
    refrain_subject_ref (subject);
  refrain_selection_set_highlight (self->selection, is_quick ? subject->found->ops : NULL);
  g_object_notify (G_OBJECT (self), "subject");
  if (old != NULL)
    leave (old, subject != NULL && old->owner == subject->owner
                    && g_strcmp0 (old->kind->selected, subject->kind->selected) == 0);
  if (subject != NULL)
    tell_owner (subject);
  refrain_subject_unref (subject);
}

/* What was the scope is it no more. */
static void
leave_scope (RefrainSubjects *self)
{
  g_autoptr (RefrainSubject) old = g_steal_pointer (&self->scope);

  if (old != NULL && old->owner != NULL && old->kind->clear != NULL)
    old->kind->clear (old->owner);
}

void
refrain_subjects_set_scope (RefrainSubjects *self, RefrainSubject *subject)
{
  g_return_if_fail (REFRAIN_IS_SUBJECTS (self));

  if (subject == self->scope)
    {
      refrain_subject_unref (subject);
      return;
    }
  if (subject != NULL && self->scope != NULL && self->scope->owner == subject->owner)
    g_clear_pointer (&self->scope, refrain_subject_unref);
  leave_scope (self);
  self->scope = subject;
  if (subject != NULL)
    {
      g_set_object (&subject->trace, self->trace);
      g_clear_pointer (&subject->found, refrain_subject_found_free);
      subject->found = g_new0 (RefrainSubjectFound, 1);
      find (subject, subject->found, NULL, NULL);
    }
  g_object_notify (G_OBJECT (self), "subject");
}

void
refrain_subjects_put_out (RefrainSubjects *self, gpointer owner)
{
  g_return_if_fail (REFRAIN_IS_SUBJECTS (self));
  g_return_if_fail (owner != NULL);

  if (self->lit != NULL && self->lit->owner == owner)
    refrain_subjects_take (self, NULL);
  if (self->scope != NULL && self->scope->owner == owner)
    {
      g_clear_pointer (&self->scope, refrain_subject_unref);
      g_object_notify (G_OBJECT (self), "subject");
    }
}

void
refrain_subjects_clear (RefrainSubjects *self)
{
  g_return_if_fail (REFRAIN_IS_SUBJECTS (self));
  refrain_subjects_set_scope (self, NULL);
  refrain_subjects_take (self, NULL);
}

gboolean
refrain_subjects_restore (RefrainSubjects *self, RefrainSubject *subject)
{
  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (self), FALSE);
  g_return_val_if_fail (subject != NULL, FALSE);

  if (subject == self->lit || subject == self->scope)
    return TRUE;
  if (subject->kind->select != NULL)
    return subject->owner != NULL && subject->kind->select (subject);
  if (subject->kind->get_source != NULL)
    return subject->owner != NULL && subject->kind->get_source (subject->owner) == subject->source
           && subject->kind->select_id (subject->owner, subject->id, subject->end);
  refrain_subjects_take (self, refrain_subject_ref (subject));
  return TRUE;
}

REFRAIN_GETTER (RefrainSubjects, refrain_subjects, RefrainSubject *, get_lit, self->lit)
REFRAIN_GETTER (RefrainSubjects, refrain_subjects, RefrainSubject *, get_scope, self->scope)
REFRAIN_GETTER (RefrainSubjects,
                refrain_subjects,
                RefrainSubject *,
                get,
                self->lit != NULL ? self->lit : self->scope)

const RefrainSubject *
refrain_subjects_get_of (RefrainSubjects *self, const RefrainSubjectKind *kind, gpointer owner)
{
  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (self), NULL);
  return self->lit != NULL && self->lit->kind == kind && self->lit->owner == owner ? self->lit
                                                                                   : NULL;
}

gconstpointer
refrain_subjects_get_data (RefrainSubjects *self, const RefrainSubjectKind *kind, gpointer owner)
{
  const RefrainSubject *subject = refrain_subjects_get_of (self, kind, owner);

  return subject != NULL ? subject->data : NULL;
}

/* ---- Occurrences ---- */

gboolean
refrain_subjects_get_place (RefrainSubjects *self, gsize *place)
{
  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (self), FALSE);
  return self->lit != NULL && refrain_subject_get_place (self->lit, place);
}

void
refrain_subjects_set_place (RefrainSubjects *self, gsize i)
{
  g_autoptr (RefrainOpSet) ops = NULL;

  g_return_if_fail (REFRAIN_IS_SUBJECTS (self));
  g_return_if_fail (self->lit != NULL && i < refrain_subject_count (self->lit));

  self->lit->place = (gint64) i;
  ops = refrain_subject_make_ops (self->lit, i);
  if ((self->lit->kind->flags & REFRAIN_SUBJECT_SINGLE) != 0)
    refrain_selection_set_highlight (self->selection,
                                     ops != NULL && refrain_op_set_get_size (ops) > 0 ? ops : NULL);
  else
    refrain_selection_set_current (self->selection, ops);
  g_object_notify (G_OBJECT (self), "subject");
}

gboolean
refrain_subjects_step (RefrainSubjects *self, int direction, RefrainTime from)
{
  RefrainSubject *subject;
  gsize n, place;

  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);

  subject = refrain_subjects_get (self);
  n = subject != NULL ? refrain_subject_count (subject) : 0;
  if (n == 0)
    return FALSE;
  if (refrain_subject_get_place (subject, &place))
    place += direction > 0;
  else
    place = REFRAIN_LOWER_BOUND (i, 0, n, get_start (subject, i) < from);
  place = direction > 0 ? place % n : (place + n - 1) % n;
  if (subject->kind->go_to != NULL)
    subject->kind->go_to (subject, place);
  else
    refrain_subjects_set_place (self, place);
  return TRUE;
}

/* ---- By hand ---- */

typedef struct
{
  RefrainOpSet *ops;
  char *words; /* or NULL */
} ByHand;

REFRAIN_DEFINE_FREE (by_hand_free, ByHand, refrain_op_set_unref (x->ops); g_free (x->words))

static char *
by_hand_get_words (const RefrainSubject *subject)
{
  const ByHand *by_hand = subject->data;

  return g_strdup (by_hand->words != NULL ? by_hand->words : _ ("Highlighted by hand"));
}

static gboolean
by_hand_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  found->ops = refrain_op_set_ref (((const ByHand *) subject->data)->ops);
  return TRUE;
}

/* Longer ones are kept by nobody. */
#define MAX_TOKEN 16384

/* @words, then rows of processes, "3:17-20 5:2"; or NULL. */
static char *
write_ops (RefrainTrace *trace, RefrainOpSet *ops, const char *words)
{
  g_autoptr (GString) token = g_string_new (words);

  g_string_append_c (token, '\n');
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const gsize n = refrain_trace_get_ops (trace, p)->n;
      gsize last;

      for (gsize i = refrain_op_set_find_next (ops, p, 0, n); i < n;
           i = refrain_op_set_find_next (ops, p, last + 1, n))
        {
          for (last = i; last + 1 < n && refrain_op_set_contains (ops, p, last + 1);)
            last++;
          g_string_append_printf (token, "%u:%" G_GSIZE_FORMAT "-%" G_GSIZE_FORMAT " ", p, i, last);
          if (token->len > MAX_TOKEN)
            return NULL;
        }
    }
  return g_string_free (g_steal_pointer (&token), FALSE);
}

static gboolean
by_hand_take_token (gpointer owner, const char *token)
{
  RefrainSubjects *self = owner;
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (self->trace);
  g_auto (GStrv) parts = g_strsplit_set (token, "\n ", -1);
  g_autofree char *words = g_strndup (token, strcspn (token, "\n"));

  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint p;
      gsize first, last;

      if (sscanf (parts[i], "%u:%zu-%zu", &p, &first, &last) != 3
          || p >= refrain_trace_get_n_processes (self->trace)
          || last >= refrain_trace_get_ops (self->trace, p)->n)
        continue;
      for (gsize row = first; row <= last; row++)
        refrain_op_set_add (ops, p, row);
    }
  if (refrain_op_set_get_size (ops) == 0)
    return FALSE;
  refrain_subjects_light (self, ops, words);
  return TRUE;
}

static const RefrainSubjectKind by_hand_kind = {
  .name = "operations",
  .step = N_ ("highlight operations"),
  .one = N_ ("operation"),
  .many = N_ ("operations"),
  .get_words = by_hand_get_words,
  .find = by_hand_find,
  .take_token = by_hand_take_token,
  .free_data = by_hand_free,
};

void
refrain_subjects_light (RefrainSubjects *self, RefrainOpSet *ops, const char *words)
{
  ByHand *by_hand;

  g_return_if_fail (REFRAIN_IS_SUBJECTS (self));

  if (ops == NULL)
    {
      refrain_subjects_take (self, NULL);
      return;
    }
  by_hand = g_new0 (ByHand, 1);
  by_hand->ops = refrain_op_set_ref (ops);
  by_hand->words = g_strdup (words);
  refrain_subjects_take (self, refrain_subject_new (&by_hand_kind, self, by_hand));
}

RefrainOpSet *
refrain_subjects_get_by_hand (RefrainSubjects *self)
{
  const ByHand *by_hand = refrain_subjects_get_data (self, &by_hand_kind, self);

  return by_hand != NULL ? by_hand->ops : NULL;
}

/* ---- In files ---- */

void
refrain_subjects_add_kind (RefrainSubjects *self, const RefrainSubjectKind *kind, gpointer owner)
{
  Provider *provider = g_new0 (Provider, 1);

  g_return_if_fail (REFRAIN_IS_SUBJECTS (self));

  provider->kind = kind;
  g_set_weak_pointer (&provider->owner, owner);
  g_ptr_array_add (self->providers, provider);
}

char *
refrain_subjects_make_token (RefrainSubjects *self)
{
  RefrainSubject *subject;
  const char *name;
  g_autofree char *token = NULL;

  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (self), NULL);

  subject = refrain_subjects_get (self);
  if (subject == NULL)
    return NULL;
  name = subject->kind->name;
  if (subject->kind->make_token != NULL)
    token = subject->kind->make_token (subject);
  else if (subject->kind->select_id != NULL && subject->source != NULL)
    token = g_strdup_printf ("%u %u", subject->id, subject->end);
  else if (subject->found != NULL && subject->found->ops != NULL)
    {
      g_autofree char *words = refrain_subject_get_words (subject);

      name = by_hand_kind.name;
      token = write_ops (self->trace, subject->found->ops, words);
    }
  return token != NULL ? g_strdup_printf ("%s %s", name, token) : NULL;
}

static gboolean
take_token (const Provider *provider, const char *token)
{
  guint32 id, end;

  if (provider->owner == NULL)
    return FALSE;
  if (provider->kind->take_token != NULL)
    return provider->kind->take_token (provider->owner, token);
  return provider->kind->select_id != NULL && sscanf (token, "%u %u", &id, &end) == 2
         && provider->kind->select_id (provider->owner, id, end);
}

gboolean
refrain_subjects_take_token (RefrainSubjects *self, const char *token)
{
  const char *space;

  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (self), FALSE);
  g_return_val_if_fail (token != NULL, FALSE);

  space = strchr (token, ' ');
  for (guint i = self->providers->len; space != NULL && i-- > 0;)
    {
      const Provider *provider = self->providers->pdata[i];

      if (strlen (provider->kind->name) == (gsize) (space - token)
          && g_str_has_prefix (token, provider->kind->name) && take_token (provider, space + 1))
        return TRUE;
    }
  return FALSE;
}

/* ---- Object ---- */

REFRAIN_GETTER (RefrainSubjects, refrain_subjects, RefrainTrace *, get_trace, self->trace)
REFRAIN_GETTER (
    RefrainSubjects, refrain_subjects, RefrainSelection *, get_selection, self->selection)
REFRAIN_GETTER (RefrainSubjects, refrain_subjects, RefrainTaskRunner *, get_runner, self->runner)

REFRAIN_DEFINE_FREE (provider_free, Provider, g_clear_weak_pointer (&x->owner))

RefrainSubjects *
refrain_subjects_new (RefrainTrace *trace, RefrainTaskRunner *runner, RefrainSelection *selection)
{
  RefrainSubjects *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (runner), NULL);
  g_return_val_if_fail (REFRAIN_IS_SELECTION (selection), NULL);

  self = g_object_new (REFRAIN_TYPE_SUBJECTS, NULL);
  self->trace = g_object_ref (trace);
  self->runner = g_object_ref (runner);
  self->selection = g_object_ref (selection);
  refrain_subjects_add_kind (self, &by_hand_kind, self);
  return self;
}

static void
refrain_subjects_dispose (RefrainSubjects *self)
{
  refrain_job_stop (&self->job);
  g_clear_pointer (&self->lit, refrain_subject_unref);
  g_clear_pointer (&self->scope, refrain_subject_unref);
  g_clear_pointer (&self->providers, g_ptr_array_unref);
  refrain_clear_objects (&self->selection, &self->runner, &self->trace);
}

static void
refrain_subjects_init (RefrainSubjects *self)
{
  self->providers = g_ptr_array_new_with_free_func (provider_free);
}
