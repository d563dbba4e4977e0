/* refrain-find-offers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One function a kind of thing; each adds a few, so that no kind hides the others.
 */
#include "config.h"
#include "refrain-find-offers.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-free.h"
#include "refrain-goto.h"
#include "refrain-time-format.h"

/* As many as can be taken in at a glance, and of one kind. */
#define MAX_OFFERS   10
#define MAX_ROUTINES 5
#define MAX_OTHERS   3
/* Phases that are looked through: describing one costs more than comparing a name. */
#define MAX_PHASES 2000

typedef struct
{
  RefrainSession *session;
  RefrainTrace *trace;
  const char *text;   /* without blanks around it */
  const char *folded; /* without case */
  gint64 number;      /* what @text is as a number, or -1 */
  GPtrArray *offers, *questions;
} Typing;

REFRAIN_DEFINE_FREE (offer_free,
                     RefrainOffer,
                     g_clear_pointer (&x->asked, refrain_find_question_free);
                     refrain_free (x->title, x->note))

/* Takes @title and @note. */
static RefrainOffer *
add (Typing *typing, RefrainOfferKind kind, const char *icon, char *title, char *note)
{
  RefrainOffer *offer = g_new0 (RefrainOffer, 1);

  offer->kind = kind;
  offer->icon = icon;
  offer->title = title;
  offer->note = note;
  offer->question = G_MAXUINT;
  g_ptr_array_add (typing->offers, offer);
  return offer;
}

/* The number behind @word, "loop 3"; -1 for any of them, "loop"; -2: something else is typed. */
static gint64
read_numbered (const Typing *typing, const char *word)
{
  g_autofree char *folded = g_utf8_casefold (word, -1);
  const char *rest;
  guint64 number;
  char *end;

  if (!g_str_has_prefix (typing->folded, folded))
    return -2;
  rest = typing->folded + strlen (folded);
  while (g_ascii_isspace (*rest))
    rest++;
  if (*rest == '\0')
    return -1;
  number = g_ascii_strtoull (rest, &end, 10);
  return end != rest && *end == '\0' && number < G_MAXUINT32 ? (gint64) number : -2;
}

static gboolean
contains (const Typing *typing, const char *name)
{
  g_autofree char *folded = name != NULL ? g_utf8_casefold (name, -1) : NULL;

  return folded != NULL && strstr (folded, typing->folded) != NULL;
}

/* ---- Time ---- */

/* @time with as few digits as say it whole. */
static char *
format_whole (RefrainTime time)
{
  for (guint digits = 1; digits < 12; digits++)
    {
      g_autofree char *text = refrain_time_format (time, digits);
      RefrainTime read;

      if (refrain_time_parse (text, &read) && read == time)
        return g_steal_pointer (&text);
    }
  return refrain_time_format (time, 12);
}

static char *
format_place (RefrainAxis *axis, double place)
{
  return refrain_axis_get_kind (axis) == REFRAIN_AXIS_LOGICAL
             ? refrain_axis_format (axis, place, 1)
             : format_whole (refrain_axis_to_time (axis, place));
}

/* On an axis of time a number alone is not a time. */
static gboolean
says_time (RefrainAxis *axis, const char *text)
{
  return refrain_axis_get_kind (axis) == REFRAIN_AXIS_LOGICAL
         || !g_ascii_isdigit (text[strlen (text) - 1]);
}

static void
add_window (Typing *typing)
{
  RefrainAxis *axis = refrain_session_get_axis (typing->session);
  double start, end, first, last;
  RefrainOffer *offer;

  if (axis == NULL || !says_time (axis, typing->text)
      || !refrain_goto_parse (axis, typing->text, &start, &end))
    return;
  refrain_axis_get_extent (axis, &first, &last);
  if (end < first || start > last)
    {
      g_autofree char *run = format_place (axis, last);

      if (refrain_axis_get_kind (axis) != REFRAIN_AXIS_LOGICAL)
        {
          g_free (run);
          run = refrain_time_format (refrain_axis_to_time (axis, last), 4);
        }
      add (typing, REFRAIN_OFFER_NOTHING, "dialog-information-symbolic",
           g_strdup_printf (_ ("“%s” is not in this run, which ends at %s."), typing->text, run),
           NULL);
      return;
    }
  start = MAX (start, first);
  end = MIN (end, last);
  {
    g_autofree char *from = format_place (axis, start);
    g_autofree char *to = format_place (axis, end);

    offer = add (typing, REFRAIN_OFFER_WINDOW, "find-location-symbolic",
                 start < end ? g_strdup_printf (_ ("Show %s – %s"), from, to)
                             : g_strdup_printf (_ ("Go to %s"), from),
                 g_strdup (_ ("Time")));
  }
  offer->start = start;
  offer->end = end;
}

/* ---- Processes ---- */

/* By their ranks, or by their names: these all begin alike, and come behind what is rarer. */
static void
add_processes (Typing *typing, gboolean by_name)
{
  const guint n = refrain_trace_get_n_processes (typing->trace);
  const gint64 rank = read_numbered (typing, _ ("rank"));
  const gint64 process = read_numbered (typing, _ ("process"));
  gsize n_shown;
  const guint *shown
      = refrain_selection_get_processes (refrain_session_get_selection (typing->session), &n_shown);
  guint added = 0;

  for (guint i = 0; i < n && added < MAX_OTHERS; i++)
    {
      const char *name = refrain_process_get_name (refrain_trace_get_process (typing->trace, i));
      gboolean is_shown = FALSE;

      if (by_name
              != (typing->number != i && rank != i && process != i && rank != -1 && process != -1)
          || (by_name && !contains (typing, name)))
        continue;
      for (gsize k = 0; k < n_shown && !is_shown; k++)
        is_shown = shown[k] == i;
      add (typing, REFRAIN_OFFER_PROCESS, "refrain-processes-symbolic",
           g_strdup_printf (_ ("Process %u"), i),
           is_shown ? g_strdup (name) : g_strdup_printf (_ ("%s, hidden"), name))
          ->index
          = i;
      added++;
    }
}

/* ---- Messages, operations, calls ---- */

static void
add_questions (Typing *typing)
{
  g_autoptr (GPtrArray) read = refrain_find_text_read (typing->text, typing->trace);

  for (guint i = 0; i < read->len; i++)
    {
      RefrainFindQuestion *question = read->pdata[i];
      RefrainOffer *offer = add (typing, REFRAIN_OFFER_QUESTION, "system-search-symbolic",
                                 g_strdup (question->title), NULL);

      offer->asked = refrain_find_question_copy (question);
      offer->question = typing->questions->len;
      g_ptr_array_add (typing->questions, refrain_find_question_copy (question));
    }
}

/* How well @name fits: 3 where it is what is typed, or ends in it behind a prefix ("MPI_Recv" for
 * "Recv"), 2 where it or a part of it begins so, 1 where it contains it. */
static guint
rate_name (const Typing *typing, const char *name)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);
  guint rating = 0;

  for (const char *at = strstr (folded, typing->folded); at != NULL;
       at = strstr (g_utf8_next_char (at), typing->folded))
    {
      const char before = at > folded ? at[-1] : '_';
      const gboolean begins = !g_ascii_isalnum (before) && (guchar) before < 0x80;
      const gboolean ends = at[strlen (typing->folded)] == '\0';

      rating = MAX (rating, begins && ends ? 3 : begins ? 2 : 1);
    }
  return rating;
}

/* Those whose names fit best first. */
static void
add_routines (Typing *typing)
{
  const guint n = refrain_trace_get_n_routines (typing->trace);
  guint added = 0;

  for (guint pass = 3; pass > 0; pass--)
    for (guint i = 0; i < n && added < MAX_ROUTINES; i++)
      {
        RefrainRoutine *routine = refrain_trace_get_routine (typing->trace, i);
        g_autofree char *calls = NULL;
        RefrainOffer *offer;

        if (refrain_routine_get_calls (routine) == 0
            || MAX (rate_name (typing, refrain_routine_get_name (routine)),
                    rate_name (typing, refrain_routine_get_label (routine)))
                   != pass)
          continue;
        calls = refrain_count_format (refrain_routine_get_calls (routine));
        offer = add (typing, REFRAIN_OFFER_QUESTION, "refrain-events-symbolic",
                     g_strdup (refrain_routine_get_label (routine)),
                     g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s call", "%s calls",
                                                   (gulong) refrain_routine_get_calls (routine)),
                                      calls));
        offer->asked = refrain_find_question_new_calls (refrain_routine_get_label (routine));
        added++;
      }
}

/* ---- What was found in the trace ---- */

static void
add_patterns (Typing *typing)
{
  RefrainPatternSet *set
      = refrain_patterns_get_set (refrain_session_get_patterns (typing->session));
  const gint64 wanted = read_numbered (typing, _ ("pattern"));
  const guint n = set != NULL ? refrain_pattern_set_get_n_patterns (set) : 0;
  guint added = 0;

  for (guint i = 0; i < n && added < MAX_OTHERS; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      const gsize n_occurrences = refrain_pattern_get_n_occurrences (pattern);
      g_autofree char *count = NULL;

      if (wanted != -1 && wanted != (gint64) i + 1
          && !contains (typing, refrain_pattern_get_name (pattern)))
        continue;
      count = refrain_count_format (n_occurrences);
      add (typing, REFRAIN_OFFER_PATTERN, "refrain-patterns-symbolic",
           g_strdup (refrain_pattern_get_name (pattern)),
           g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Pattern, %s occurrence",
                                         "Pattern, %s occurrences", (gulong) n_occurrences),
                            count))
          ->index
          = i;
      added++;
    }
}

static void
add_phases (Typing *typing)
{
  RefrainPhaseModel *model = refrain_session_get_phases (typing->session);
  const gint64 wanted = read_numbered (typing, _ ("phase"));
  const RefrainPhaseRange *ranges;
  guint added = 0;
  gsize n;

  if (refrain_phase_model_get_phases (model) == NULL)
    return;
  ranges = refrain_phase_model_get_ranges (model, &n);
  for (guint i = 0; i < MIN (n, MAX_PHASES) && added < MAX_OTHERS; i++)
    {
      g_autofree char *name = NULL;
      RefrainTime start, end;
      g_autofree char *duration = NULL;

      if (wanted >= 0 && wanted != (gint64) i + 1)
        continue;
      name = refrain_phase_model_describe (model, &ranges[i]);
      if (wanted < -1 && !contains (typing, name)
          && !contains (typing, refrain_phase_model_get_note (model, &ranges[i])))
        continue;
      if (refrain_phase_model_get_span (model, &ranges[i], &start, &end))
        duration = refrain_time_format (end - start, 3);
      add (typing, REFRAIN_OFFER_PHASE, "refrain-phases-symbolic", g_strdup (name),
           g_strdup_printf (_ ("Phase %u, %s"), i + 1, duration != NULL ? duration : "–"))
          ->index
          = i;
      added++;
    }
}

static void
add_loops (Typing *typing)
{
  RefrainLoops *loops = refrain_session_get_loops (typing->session);
  const gint64 wanted = read_numbered (typing, _ ("loop"));
  RefrainLoopModel *model = refrain_loops_get_model (loops);
  guint32 n = 0;
  guint added = 0;

  if (model == NULL || wanted < -1)
    return;
  refrain_loop_model_get_constructs (model, &n);
  for (guint32 i = 0; i < n && added < MAX_OTHERS; i++)
    {
      g_autofree char *processes = NULL;

      if (!refrain_loops_is_loop (loops, i)
          || (wanted >= 0 && refrain_loops_get_number (loops, i) != wanted))
        continue;
      processes = refrain_loops_format_processes (loops, i, i + 1);
      add (typing, REFRAIN_OFFER_LOOP, "refrain-loops-symbolic",
           g_strdup_printf (_ ("Loop %u"), refrain_loops_get_number (loops, i)),
           g_strdup_printf (_ ("Processes %s"), processes))
          ->index
          = i;
      added++;
    }
}

static void
add_bookmarks (Typing *typing)
{
  const gint64 wanted = read_numbered (typing, _ ("bookmark"));
  const RefrainBookmark *items;
  guint added = 0;
  gsize n;

  items = refrain_bookmarks_get (
      refrain_bookmark_model_get_list (refrain_session_get_bookmarks (typing->session)), &n);
  for (guint i = 0; i < n && added < MAX_OTHERS; i++)
    {
      g_autofree char *start = NULL;

      if (wanted != -1 && wanted != (gint64) i + 1 && !contains (typing, items[i].name)
          && !contains (typing, items[i].note))
        continue;
      start = refrain_time_format (items[i].start, 4);
      add (typing, REFRAIN_OFFER_BOOKMARK, "user-bookmarks-symbolic",
           g_strdup (*items[i].name != '\0' ? items[i].name : _ ("Bookmark")),
           g_strdup_printf (_ ("Bookmark at %s"), start))
          ->index
          = i;
      added++;
    }
}

/* ---- All of them ---- */

static void
free_question (gpointer data)
{
  refrain_find_question_free (data);
}

GPtrArray *
refrain_find_offers_make (RefrainSession *session, const char *text, GPtrArray **questions)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  g_autofree char *folded = g_utf8_casefold (trimmed, -1);
  Typing typing = { session, refrain_session_get_trace (session), trimmed, folded, -1, NULL, NULL };
  char *end;

  g_return_val_if_fail (questions != NULL, NULL);

  typing.offers = g_ptr_array_new_with_free_func (offer_free);
  typing.questions = *questions = g_ptr_array_new_with_free_func (free_question);
  if (*trimmed == '\0')
    return typing.offers;
  if (g_ascii_isdigit (*trimmed))
    {
      const guint64 number = g_ascii_strtoull (trimmed, &end, 10);

      typing.number = *end == '\0' && number < G_MAXUINT32 ? (gint64) number : -1;
    }
  add_window (&typing);
  add_processes (&typing, FALSE);
  add_questions (&typing);
  add_routines (&typing);
  add_patterns (&typing);
  add_phases (&typing);
  add_loops (&typing);
  add_bookmarks (&typing);
  add_processes (&typing, TRUE);
  if (typing.offers->len == 0)
    add (&typing, REFRAIN_OFFER_NOTHING, "dialog-information-symbolic",
         g_strdup_printf (
             _ ("Nothing found for “%s”. Type a routine, a process (3, rank 3), a "
                "pattern, phase, loop or bookmark, messages (128 bytes, 3>5, tag 7), a duration "
                "(> 2 ms) or a time (3.5 ms, 1–2 s)."),
             trimmed),
         NULL);
  if (typing.offers->len > MAX_OFFERS)
    g_ptr_array_set_size (typing.offers, MAX_OFFERS);
  return typing.offers;
}
