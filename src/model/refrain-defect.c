/* refrain-defect.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of kinds, with the clauses from which the sentence of a defect is put together.
 */
#include "config.h"

#include "refrain-defect.h"

#include <glib/gi18n-lib.h>

#include "refrain-object.h"
#include "refrain-time-format.h"

struct _RefrainDefect
{
  GObject parent_instance;

  RefrainDefectKind kind;
  gint32 process;
  guint64 count;
  RefrainTime time;
  char *detail, *sentence;
};

REFRAIN_DEFINE_OBJECT (RefrainDefect, refrain_defect)

typedef struct
{
  const char *name;
  const char *one;  /* a clause about one */
  const char *many; /* a clause about %s */
} Kind;

static const Kind kinds[REFRAIN_N_DEFECTS] = {
  [REFRAIN_DEFECT_UNMATCHED_SEND]
  = { "unmatched-send", N_ ("one send is never received"), N_ ("%s sends are never received") },
  [REFRAIN_DEFECT_UNMATCHED_RECEIVE]
  = { "unmatched-receive", N_ ("one receive has no send"), N_ ("%s receives have no send") },
  [REFRAIN_DEFECT_RECEIVE_BEFORE_SEND]
  = { "receive-before-send", N_ ("one receive ends before its send begins: clocks disagree"),
      N_ ("%s receives end before their sends begin: clocks disagree") },
  [REFRAIN_DEFECT_OTHER_COMMUNICATOR]
  = { "other-communicator", N_ ("one receive names another communicator than its send"),
      N_ ("%s receives name another communicator than their sends") },
  [REFRAIN_DEFECT_INCOMPLETE_COLLECTIVE]
  = { "incomplete-collective", N_ ("one collective lacks members of its communicator"),
      N_ ("%s collectives lack members of their communicator") },
  [REFRAIN_DEFECT_MIXED_COLLECTIVE]
  = { "mixed-collective", N_ ("the processes of one collective call different operations"),
      N_ ("the processes of %s collectives call different operations") },
  [REFRAIN_DEFECT_REQUEST_WITHOUT_START]
  = { "request-without-start", N_ ("one request completes that was never started"),
      N_ ("%s requests complete that were never started") },
  [REFRAIN_DEFECT_REQUEST_NEVER_COMPLETED]
  = { "request-never-completed", N_ ("one request is never completed"),
      N_ ("%s requests are never completed") },
  [REFRAIN_DEFECT_COLLECTIVE_WITHOUT_BEGIN]
  = { "collective-without-begin", N_ ("one collective lacks its begin or its end"),
      N_ ("%s collectives lack their begin or their end") },
  [REFRAIN_DEFECT_LEAVE_WITHOUT_ENTER]
  = { "leave-without-enter", N_ ("one routine is left that was not entered"),
      N_ ("%s times a routine is left that was not entered") },
  [REFRAIN_DEFECT_ENTER_WITHOUT_LEAVE]
  = { "enter-without-leave", N_ ("one routine is entered and never left"),
      N_ ("%s times a routine is entered and never left") },
  [REFRAIN_DEFECT_TIME_BACKWARDS]
  = { "time-backwards", N_ ("one timestamp goes back and was raised to the one before"),
      N_ ("%s timestamps go back and were raised to the one before") },
  [REFRAIN_DEFECT_TIME_OUT_OF_RANGE]
  = { "time-out-of-range", N_ ("one timestamp is too large and was cut"),
      N_ ("%s timestamps are too large and were cut") },
  [REFRAIN_DEFECT_UNDEFINED_ROUTINE]
  = { "undefined-routine", N_ ("one event names a routine that is not defined"),
      N_ ("%s events name a routine that is not defined") },
  [REFRAIN_DEFECT_UNDEFINED_COMMUNICATOR]
  = { "undefined-communicator", N_ ("one event names a communicator that is not defined"),
      N_ ("%s events name a communicator that is not defined") },
  [REFRAIN_DEFECT_UNDEFINED_RANK]
  = { "undefined-rank", N_ ("one event names a rank that its communicator does not have"),
      N_ ("%s events name a rank that their communicator does not have") },
  [REFRAIN_DEFECT_DUPLICATE_DEFINITION]
  = { "duplicate-definition", N_ ("one definition is given twice; the first was kept"),
      N_ ("%s definitions are given twice; the first was kept") },
  [REFRAIN_DEFECT_LOGICAL_CYCLE]
  = { "logical-cycle", N_ ("one operation waits for itself through others"),
      N_ ("%s operations wait for themselves through others") },
  [REFRAIN_DEFECT_TRUNCATED]
  = { "truncated", N_ ("the events end early"), N_ ("the events end early in %s places") },
  [REFRAIN_DEFECT_MISSING_FILE] = { "missing-file", N_ ("a file of the trace is missing"),
                                    N_ ("%s files of the trace are missing") },
  [REFRAIN_DEFECT_NOT_READ]
  = { "not-read", N_ ("opening was stopped before one file of events was read"),
      N_ ("opening was stopped before %s files of events were read") },
  [REFRAIN_DEFECT_UNREADABLE_FILE] = { "unreadable-file", N_ ("a file of the trace cannot be read"),
                                       N_ ("%s files of the trace cannot be read") },
  [REFRAIN_DEFECT_DAMAGED] = { "damaged", N_ ("its events contradict each other and are not shown"),
                               N_ ("its events contradict each other in %s places") },
  [REFRAIN_DEFECT_ALTERED]
  = { "altered", N_ ("the file is damaged: not all of its bytes are those that were written"),
      N_ ("the file is damaged in %s places: not all of its bytes are those that were written") },
  [REFRAIN_DEFECT_LOST_PARTNER]
  = { "lost-partner", N_ ("one operation lost its other end, which is damaged"),
      N_ ("%s operations lost their other end, which is damaged") },
  [REFRAIN_DEFECT_BROKEN_CONSTRAINT]
  = { "broken-constraint", N_ ("the file breaks a constraint of the format"),
      N_ ("the file breaks a constraint of the format %s times") },
  [REFRAIN_DEFECT_UNIT_WITHOUT_ROW]
  = { "unit-without-row", N_ ("one unit of a pattern was omitted: its id names no row"),
      N_ ("%s units of patterns were omitted: their ids name no rows") },
};

static void
refrain_defect_finalize (RefrainDefect *self)
{
  g_free (self->detail);
  g_free (self->sentence);
}

/* Whether the time of the first one says anything about defects of this kind. */
static gboolean
kind_has_time (RefrainDefectKind kind)
{
  return kind != REFRAIN_DEFECT_DUPLICATE_DEFINITION && kind != REFRAIN_DEFECT_MISSING_FILE
         && kind != REFRAIN_DEFECT_NOT_READ && kind != REFRAIN_DEFECT_UNREADABLE_FILE
         && kind != REFRAIN_DEFECT_DAMAGED && kind != REFRAIN_DEFECT_ALTERED
         && kind != REFRAIN_DEFECT_BROKEN_CONSTRAINT && kind != REFRAIN_DEFECT_UNIT_WITHOUT_ROW;
}

static char *
make_sentence (RefrainDefect *self)
{
  GString *text = g_string_new (NULL);

  if (self->process >= 0)
    g_string_append_printf (text, _ ("Process %d: "), self->process);
  if (self->count == 1)
    g_string_append (text, _ (kinds[self->kind].one));
  else
    {
      g_autofree char *count = refrain_count_format (self->count);
      g_auto (GStrv) parts = g_strsplit (_ (kinds[self->kind].many), "%s", 2);

      g_string_append_printf (text, "%s%s%s", parts[0], count, parts[1] != NULL ? parts[1] : "");
    }
  if (kind_has_time (self->kind))
    {
      g_autofree char *time = refrain_time_format (self->time, 6);

      g_string_append_printf (text, self->count == 1 ? _ (", at %s") : _ (", first at %s"), time);
    }
  if (self->detail != NULL)
    g_string_append_printf (text, " (%s)", self->detail);
  g_string_append_c (text, '.');
  if (self->process < 0)
    text->str[0] = g_ascii_toupper (text->str[0]);
  return g_string_free (text, FALSE);
}

RefrainDefect *
refrain_defect_new (
    RefrainDefectKind kind, gint32 process, guint64 count, RefrainTime time, const char *detail)
{
  RefrainDefect *self;

  g_return_val_if_fail ((guint) kind < REFRAIN_N_DEFECTS, NULL);

  self = g_object_new (REFRAIN_TYPE_DEFECT, NULL);
  self->kind = kind;
  self->process = process;
  self->count = count;
  self->time = time;
  self->detail = detail != NULL ? g_utf8_make_valid (detail, -1) : NULL;
  self->sentence = make_sentence (self);
  return self;
}

RefrainDefectKind
refrain_defect_get_kind (RefrainDefect *self)
{
  g_return_val_if_fail (REFRAIN_IS_DEFECT (self), REFRAIN_DEFECT_DAMAGED);
  return self->kind;
}

gint32
refrain_defect_get_process (RefrainDefect *self)
{
  g_return_val_if_fail (REFRAIN_IS_DEFECT (self), -1);
  return self->process;
}

REFRAIN_GETTER (RefrainDefect, refrain_defect, guint64, get_count, self->count)
REFRAIN_GETTER (RefrainDefect, refrain_defect, RefrainTime, get_time, self->time)
REFRAIN_GETTER (RefrainDefect, refrain_defect, const char *, get_detail, self->detail)
REFRAIN_GETTER (RefrainDefect, refrain_defect, const char *, get_sentence, self->sentence)

REFRAIN_GETTER (RefrainDefect,
                refrain_defect,
                gboolean,
                is_of_file,
                self->kind == REFRAIN_DEFECT_MISSING_FILE || self->kind == REFRAIN_DEFECT_NOT_READ
                    || self->kind == REFRAIN_DEFECT_UNREADABLE_FILE
                    || self->kind == REFRAIN_DEFECT_TRUNCATED
                    || self->kind == REFRAIN_DEFECT_DAMAGED)

const char *
refrain_defect_kind_get_name (RefrainDefectKind kind)
{
  g_return_val_if_fail ((guint) kind < REFRAIN_N_DEFECTS, NULL);
  return kinds[kind].name;
}

gboolean
refrain_defect_kind_from_name (const char *name, RefrainDefectKind *kind)
{
  g_return_val_if_fail (name != NULL, FALSE);

  for (guint i = 0; i < REFRAIN_N_DEFECTS; i++)
    if (g_str_equal (kinds[i].name, name))
      {
        *kind = (RefrainDefectKind) i;
        return TRUE;
      }
  return FALSE;
}
