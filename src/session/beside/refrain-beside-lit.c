/* refrain-beside-lit.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A chosen difference is a subject of each run, lit up where it is there. Whatever else is lit up
 * in the first run ends that.
 */
#include "refrain-beside-private.h"
#include "refrain-object.h"

#include <glib/gi18n.h>

/* ---- As a subject: @id is the row, @end 1 in the second run ---- */

static char *
subject_get_words (const RefrainSubject *subject)
{
  g_autoptr (RefrainBesideRow) row = refrain_beside_row_new (subject->source, subject->id);
  const RefrainRunDifference *difference = refrain_beside_row_get_difference (row);

  return difference != NULL ? g_strdup_printf (_ ("Difference: %s"), difference->what)
                            : g_strdup (_ ("Slow occurrence"));
}

static gboolean
subject_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (RefrainBesideRow) row = refrain_beside_row_new (subject->source, subject->id);
  RefrainDifferencePlace place;

  refrain_beside_row_get_place (row, subject->end, &place);
  if (place.ops != NULL && refrain_op_set_get_size (place.ops) > 0)
    found->ops = refrain_op_set_ref (place.ops);
  return TRUE;
}

static gpointer
subject_get_source (gpointer owner)
{
  return refrain_beside_get_differences (owner);
}

static gboolean
subject_select_id (gpointer owner, guint32 id, guint32 end)
{
  refrain_beside_select (owner, id);
  return TRUE;
}

static const RefrainSubjectKind subject_kind = {
  .name = "difference",
  .step = N_ ("select difference"),
  .get_words = subject_get_words,
  .find = subject_find,
  .get_source = subject_get_source,
  .select_id = subject_select_id,
};

/* ---- What is chosen ---- */

guint
refrain_beside_get_selected (RefrainBeside *self)
{
  g_return_val_if_fail (REFRAIN_IS_BESIDE (self), REFRAIN_NONE);
  return self->selected;
}

RefrainBesideRow *
refrain_beside_dup_row (RefrainBeside *self)
{
  RefrainDifferences *differences = refrain_beside_get_differences (self);

  return self->selected != REFRAIN_NONE && differences != NULL
             ? refrain_beside_row_new (differences, self->selected)
             : NULL;
}

static void
set_selected (RefrainBeside *self, guint i)
{
  if (self->selected == i)
    return;
  self->selected = i;
  g_object_notify (G_OBJECT (self), "selected");
}

/* Lights up what @row is in run @side; nothing where it is everywhere, or not there. */
static void
light (RefrainBeside *self, RefrainBesideRow *row, guint side)
{
  RefrainSubjects *subjects = refrain_session_get_subjects (refrain_beside_get_run (self, side));
  RefrainDifferencePlace place;

  if (!refrain_beside_row_get_place (row, side, &place) || place.ops == NULL)
    {
      refrain_subjects_take (subjects, NULL);
      return;
    }
  refrain_subjects_take (
      subjects,
      refrain_subject_new_of (&subject_kind, self, refrain_beside_row_get_differences (row),
                              (guint32) refrain_beside_row_get_number (row), side));
}

/* The marks of what is chosen go; what the user measured stays. */
static void
unmark (RefrainBeside *self)
{
  g_autoptr (RefrainBesideRow) row = refrain_beside_dup_row (self);

  for (guint s = 0; s < 2 && row != NULL && self->other != NULL; s++)
    {
      RefrainSelection *selection
          = refrain_session_get_selection (refrain_beside_get_run (self, s));
      RefrainDifferencePlace place;
      RefrainTime start, end;

      refrain_selection_get_range (selection, &start, &end);
      if (refrain_beside_row_get_place (row, s, &place) && start == place.start && end == place.end)
        refrain_selection_set_range (selection, 0, -1);
    }
}

void
refrain_beside_put_out (RefrainBeside *self)
{
  unmark (self);
  self->lighting = TRUE;
  refrain_subjects_put_out (refrain_session_get_subjects (self->session), self);
  if (self->other != NULL)
    refrain_subjects_put_out (refrain_session_get_subjects (self->other), self);
  self->lighting = FALSE;
  set_selected (self, REFRAIN_NONE);
}

void
refrain_beside_select (RefrainBeside *self, guint i)
{
  g_autoptr (RefrainBesideRow) row = NULL;

  g_return_if_fail (REFRAIN_IS_BESIDE (self));

  if (self->other == NULL || refrain_beside_get_differences (self) == NULL || i == REFRAIN_NONE)
    {
      refrain_beside_put_out (self);
      return;
    }
  g_return_if_fail (i < refrain_beside_row_count (refrain_beside_get_differences (self)));

  unmark (self);
  set_selected (self, i);
  row = refrain_beside_dup_row (self);
  self->lighting = TRUE;
  for (guint s = 0; s < 2; s++)
    light (self, row, s);
  self->lighting = FALSE;
  refrain_beside_show_places (self, row);
}

/* Something else is lit up, or what was is not any more. */
static void
on_subject (RefrainBeside *self, GParamSpec *pspec, RefrainSubjects *subjects)
{
  g_autoptr (RefrainBesideRow) row = refrain_beside_dup_row (self);
  RefrainSubject *lit = refrain_subjects_get_lit (subjects);
  const gboolean is_a
      = refrain_beside_get_run (self, 0) != NULL
        && subjects == refrain_session_get_subjects (refrain_beside_get_run (self, 0));
  RefrainDifferencePlace place;

  if (self->lighting || row == NULL)
    return;
  if (lit != NULL ? lit->owner != self
                  : refrain_beside_row_get_place (row, is_a ? 0 : 1, &place) && place.ops != NULL)
    refrain_beside_put_out (self);
}

void
refrain_beside_watch_lit (RefrainBeside *self, RefrainSession *session)
{
  RefrainSubjects *subjects = refrain_session_get_subjects (session);

  refrain_subjects_add_kind (subjects, &subject_kind, self);
  refrain_connect (subjects, "notify::subject", on_subject, self);
}
