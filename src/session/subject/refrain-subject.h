/* refrain-subject.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is selected or lit up, whatever it is: a pattern, a loop, a cell of the matrix, rows of a
 * query. What it is called, its operations, and its occurrences one after the other;
 * RefrainSubjects holds the one that is selected. A kind of subjects is a table of functions that
 * its provider fills in: no other module knows kinds. Reference-counted; main thread, but for what
 * says otherwise.
 */
#pragma once

#include "refrain-occurrences.h"
#include "refrain-painter.h"
#include "refrain-selection.h"
#include "refrain-task-runner.h"

typedef struct _RefrainSubject RefrainSubject;
typedef struct _RefrainSubjectKind RefrainSubjectKind;

/* An occurrence that is one operation, call or process, with the operation at its other end. */
typedef struct
{
  RefrainTime time; /* when it begins */
  guint32 process, row;
  guint32 other_process, other; /* REFRAIN_NONE: none */
  RefrainPickKind kind;
} RefrainSubjectStop;

/* What is known of a subject once it was looked for. */
typedef struct
{
  RefrainOpSet *ops; /* to be lit up; NULL: none */
  GArray
      *stops; /* of RefrainSubjectStop, by time: its occurrences, where these are such; or NULL */
  gpointer more; /* what else the kind keeps, freed with @free_more */
  GDestroyNotify free_more;
} RefrainSubjectFound;

/* To be read only. */
struct _RefrainSubject
{
  gatomicrefcount ref_count;
  const RefrainSubjectKind *kind;
  gpointer owner;  /* who provides it; not kept alive: NULL once it is gone */
  gpointer source; /* what the ids count in, an object; or NULL */
  guint32 id, end;
  gpointer data;              /* else */
  RefrainTrace *trace;        /* once it is selected */
  RefrainSubjectFound *found; /* NULL until it was looked for */
  char *problem;              /* why nothing could be found, a sentence; or NULL */
  RefrainOccurrences *series; /* refrain_subject_set_series(); or NULL */
  gint64 place;               /* refrain_subject_get_place() */
};

typedef enum
{
  /* What was measured or chosen as the scope before is not any more. */
  REFRAIN_SUBJECT_ALONE = 1 << 0,
  /* The time of the occurrence that is gone to is the measured range. */
  REFRAIN_SUBJECT_MEASURED = 1 << 1,
  /* Only the occurrence that was gone to is lit up. */
  REFRAIN_SUBJECT_SINGLE = 1 << 2,
  /* Given up where nothing is found. */
  REFRAIN_SUBJECT_NEVER_EMPTY = 1 << 3,
  /* It is what was picked: with any other, that is not picked any more. */
  REFRAIN_SUBJECT_PICKED = 1 << 4,
} RefrainSubjectFlags;

/* Functions without a note may be NULL. Without those of occurrences these are the stops that were
 * found, or else each operation. */
struct _RefrainSubjectKind
{
  const char *name; /* in tokens, untranslated: "pattern" */
  const char *step; /* what undo calls selecting one: N_("select pattern"); never NULL */
  const char
      *job; /* what looking for it is called: N_("Highlighting a cycle"); NULL: @find is quick */
  const char *one, *many; /* its occurrences: N_("iteration"), N_("iterations"); NULL: not told */
  const char *selected;   /* the property of the owner that notifies when another is selected */
  RefrainSubjectFlags flags;

  /* What it is, "Loop 3"; never NULL. Free with g_free(). */
  char *(*get_words) (const RefrainSubject *subject);
  /* What it says, where it is a sentence. Free with g_free(). */
  char *(*get_sentence) (const RefrainSubject *subject);
  /* Fills @found, which is empty; FALSE with @error. Any thread. NULL: nothing is lit up. */
  gboolean (*find) (const RefrainSubject *subject,
                    RefrainSubjectFound *found,
                    GCancellable *cancellable,
                    GError **error);
  /* Whether @find takes less than a frame: it is then called at once. */
  gboolean (*is_quick) (const RefrainSubject *subject);
  /* How many occurrences there are, in execution order; when @i begins and ends; its operations,
   * free with refrain_op_set_unref(). */
  gsize (*count) (const RefrainSubject *subject);
  gboolean (*get_span) (const RefrainSubject *subject,
                        gsize i,
                        RefrainTime *start,
                        RefrainTime *end);
  RefrainOpSet *(*make_ops) (const RefrainSubject *subject, gsize i);
  /* What of it repeats as a series: its occurrences, or, as of a phase, those in it. Any thread.
   * Without, the stops that were found. */
  RefrainOccurrences *(*collect) (const RefrainSubject *subject,
                                  GCancellable *cancellable,
                                  GError **error);
  /* It drawn in its general form, a new reference; NULL: there is no such drawing. Any thread. */
  RefrainPainter *(*make_picture) (const RefrainSubject *subject);
  /* Which of them it is itself, where subjects are occurrences of each other. */
  gboolean (*get_place) (const RefrainSubject *subject, gsize *place);
  /* Goes to occurrence @i, where that is more than making it the current one. */
  void (*go_to) (const RefrainSubject *subject, gsize i);
  /* Selects it again, as the owner's select function would; FALSE where it is not there any more.
   * Without, those of ids do, while the owner's source is still the same; else it is just taken. */
  gboolean (*select) (const RefrainSubject *subject);
  gpointer (*get_source) (gpointer owner);
  gboolean (*select_id) (gpointer owner, guint32 id, guint32 end);
  /* Of a scope: its owner selects nothing any more. */
  void (*clear) (gpointer owner);
  /* What stands for it in files; without, its ids or else its operations do. And back: selects what
   * @token stands for, FALSE where that is not there. */
  char *(*make_token) (const RefrainSubject *subject);
  gboolean (*take_token) (gpointer owner, const char *token);
  GDestroyNotify free_data;
};

/* @owner (an object, not kept alive) provides it; @data is taken, and does not change. */
RefrainSubject *refrain_subject_new (const RefrainSubjectKind *kind, gpointer owner, gpointer data);
/* It is @id (and @end) of @source, an object that does not change; NULL: these are not enough to
 * find it again. */
RefrainSubject *refrain_subject_new_of (
    const RefrainSubjectKind *kind, gpointer owner, gpointer source, guint32 id, guint32 end);
RefrainSubject *refrain_subject_ref (RefrainSubject *self);
void refrain_subject_unref (RefrainSubject *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainSubject, refrain_subject_unref)

/* "Loop 3". Free with g_free(). */
char *refrain_subject_get_words (const RefrainSubject *self);
/* What it says; NULL where it is no sentence. Free with g_free(). */
char *refrain_subject_get_sentence (const RefrainSubject *self);
/* "17 of 249", "249", "none", "" while that is not known. Free with g_free(). */
char *refrain_subject_describe_place (const RefrainSubject *self);
/* "Loop 3: 17 of 249 iterations", "Loop 3: 249 iterations". Free with g_free(). */
char *refrain_subject_describe (const RefrainSubject *self);

/* ---- Occurrences ---- */

/* 0 until it is known. */
gsize refrain_subject_count (const RefrainSubject *self);
/* The one that was gone to; FALSE where there is none. */
gboolean refrain_subject_get_place (const RefrainSubject *self, gsize *place);
/* From now on its occurrences take as long as in @series, if these are as many: iterations begin
 * where the one before ended. */
void refrain_subject_set_series (RefrainSubject *self, RefrainOccurrences *series);
/* FALSE where it has no time. */
gboolean refrain_subject_get_span (const RefrainSubject *self,
                                   gsize i,
                                   RefrainTime *start,
                                   RefrainTime *end);
/* Its operations; NULL: none. Free with refrain_op_set_unref(). */
RefrainOpSet *refrain_subject_make_ops (const RefrainSubject *self, gsize i);
/* The operation, call or process that occurrence @i is; FALSE where it is more than one. */
gboolean refrain_subject_get_pick (const RefrainSubject *self, gsize i, RefrainPick *pick);

/* What of @self repeats, as a series; @known (may be NULL) is what was found of it. NULL where
 * nothing does, with @error or without. Any thread. */
RefrainOccurrences *refrain_subject_collect (const RefrainSubject *self,
                                             const RefrainSubjectFound *known,
                                             GCancellable *cancellable,
                                             GError **error);
/* Of operations of several routines, @ops, those of the one whose calls last longest together:
 * sends and receives have no usual duration in common. Else as above. */
RefrainOccurrences *refrain_subject_collect_longest (const RefrainSubject *self,
                                                     RefrainOpSet *ops,
                                                     GCancellable *cancellable,
                                                     GError **error);
/* The routine that @series, which that returned for @self, is of; NULL where it is of all. Free
 * with g_free(). */
char *refrain_subject_get_part (const RefrainSubject *self, RefrainOccurrences *series);
/* A series that is not the occurrences of a subject, as one: the occurrence that is gone to is lit
 * up. */
RefrainSubject *refrain_subject_new_for_series (RefrainOccurrences *series, gpointer owner);
/* Whether @self was made so of @series. */
gboolean refrain_subject_is_of_series (const RefrainSubject *self, RefrainOccurrences *series);
/* Each operation of @found as a stop, where these are not there yet. */
void refrain_subject_make_stops (RefrainTrace *trace, RefrainSubjectFound *found);
/* Gives @found, which is empty, the operations and stops of @known. */
void refrain_subject_found_share (RefrainSubjectFound *found, const RefrainSubjectFound *known);
void refrain_subject_found_free (gpointer found);
/* By time, then process and row. */
int refrain_subject_compare_stops (gconstpointer a, gconstpointer b);

/* ---- What is selected now ---- */

#define REFRAIN_TYPE_SUBJECTS (refrain_subjects_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSubjects, refrain_subjects, REFRAIN, SUBJECTS, GObject)

/* Property that notifies: "subject": another one is lit up or the scope, it was found, another of
 * its occurrences was gone to, or it is called something else. */
RefrainSubjects *
refrain_subjects_new (RefrainTrace *trace, RefrainTaskRunner *runner, RefrainSelection *selection);
RefrainTrace *refrain_subjects_get_trace (RefrainSubjects *self);
RefrainSelection *refrain_subjects_get_selection (RefrainSubjects *self);
RefrainTaskRunner *refrain_subjects_get_runner (RefrainSubjects *self);

/* @owner (not kept alive) provides @kind: whoever provides something does this once. */
void
refrain_subjects_add_kind (RefrainSubjects *self, const RefrainSubjectKind *kind, gpointer owner);

/* Lights up what @subject (taken; NULL: nothing) stands for, at once or in the background, in place
 * of what was. */
void refrain_subjects_take (RefrainSubjects *self, RefrainSubject *subject);
/* The same where @owner has the light; else nothing. */
void refrain_subjects_put_out (RefrainSubjects *self, gpointer owner);
/* Lights up @ops (referenced; NULL: nothing) as chosen by hand; @words, copied, say what they are
 * (NULL: how many). */
void refrain_subjects_light (RefrainSubjects *self, RefrainOpSet *ops, const char *words);
/* What was lit up by hand; NULL where it is something else. */
RefrainOpSet *refrain_subjects_get_by_hand (RefrainSubjects *self);
/* The scope, @subject (taken; NULL: none): a part of the run that something may be lit up in. */
void refrain_subjects_set_scope (RefrainSubjects *self, RefrainSubject *subject);
/* Nothing is selected any more. */
void refrain_subjects_clear (RefrainSubjects *self);
/* @subject, which was selected once, is again; FALSE where it is not there any more. */
gboolean refrain_subjects_restore (RefrainSubjects *self, RefrainSubject *subject);
/* It is called something else. */
void refrain_subjects_rename (RefrainSubjects *self);

/* What is lit up; what is the scope; and the one of them that is told of first. May be NULL. */
RefrainSubject *refrain_subjects_get_lit (RefrainSubjects *self);
RefrainSubject *refrain_subjects_get_scope (RefrainSubjects *self);
RefrainSubject *refrain_subjects_get (RefrainSubjects *self);
/* What is lit up, where that is of @kind and @owner; or NULL. */
const RefrainSubject *
refrain_subjects_get_of (RefrainSubjects *self, const RefrainSubjectKind *kind, gpointer owner);
/* Its data; or NULL. */
gconstpointer
refrain_subjects_get_data (RefrainSubjects *self, const RefrainSubjectKind *kind, gpointer owner);
/* The occurrence of what is lit up that was gone to; FALSE where none was. */
gboolean refrain_subjects_get_place (RefrainSubjects *self, gsize *place);

/* Makes occurrence @i of what is lit up the current one: its operations stand out. */
void refrain_subjects_set_place (RefrainSubjects *self, gsize i);
/* Goes to the next (@direction 1) or previous (-1) occurrence; without one, to the first that
 * begins at @from or later (the last before it). Begins anew at the end. FALSE where there are
 * none. O(log occurrences) at first. */
gboolean refrain_subjects_step (RefrainSubjects *self, int direction, RefrainTime from);

/* What stands for the subject in files; NULL: nothing. Free with g_free(). */
char *refrain_subjects_make_token (RefrainSubjects *self);
/* Selects what @token stands for; FALSE where that is not there. */
gboolean refrain_subjects_take_token (RefrainSubjects *self, const char *token);
