/* refrain-brief-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The brief is made twice: at once, and with patterns when there are any. Lines are made anew
 * whenever something else is known.
 */
#include "config.h"
#include "refrain-brief-model.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-run.h"
#include "refrain-study-job.h"

#include <glib/gi18n.h>

#include "refrain-notices.h"
#include "refrain-report-main-loop.h"
#include "refrain-visible.h"

/* In runs of no more operations it is worked out by itself what is waited for: a second or two. */
#define MOST_OPERATIONS (4 * 1000 * 1000)
/* Of more phases it is only said how many there are: finding the longest would be felt. */
#define MOST_PHASES 1000
/* Phases are told anew when the strength has not moved for so long, in milliseconds. */
#define REST 200
/* Letters that findings, iterations and phases take; longer ones are cut. */
#define ROOM_OF_FINDING    330
#define ROOM_OF_ITERATIONS 210
#define ROOM_OF_PHASES     100
/* ... and of these the name of a phase. */
#define ROOM_OF_NAME 48
/* What is still looked for. */
#define TO_COME "…"
/* Names of more patterns are not looked for. */
#define MOST_PATTERNS 1000
/* What is shown on either side of an iteration, of its length. */
#define AROUND 0.25

typedef enum
{
  TO_NOTHING,
  TO_ITERATIONS,
  TO_SLOWEST,
  TO_FINDING,
  TO_PHASE,
  TO_OTHER, /* a page, or a routine */
} Aim;

typedef struct
{
  RefrainBriefLine line; /* first: what others see */
  Aim aim;
  guint sentence; /* of the brief */
  guint32 process;
} Line;

struct _RefrainBriefModel
{
  GObject parent_instance;

  RefrainSession *session;
  RefrainBrief *brief; /* or NULL */
  gboolean with_patterns;
  RefrainJob *job; /* that makes it */
  guint wait;      /* before lines are made anew */
  GPtrArray *lines;
};

REFRAIN_DEFINE_NOTIFIER (RefrainBriefModel, refrain_brief_model, finalize, "lines")

/* ---- Lines ----------------------------------------------------------------------------------- */

REFRAIN_DEFINE_FREE (line_free, Line, refrain_free (x->line.sentence, x->line.shown);
                     g_clear_pointer (&x->line.patterns, g_array_unref))

/* As much of @sentence as @room letters hold: whole sentences, or else parts, or words. Free with
 * g_free().
 */
static char *
fit (const char *sentence, guint room)
{
  g_autofree char *cut = NULL;
  char *end;

  if (room == 0 || g_utf8_strlen (sentence, -1) <= (glong) room)
    return g_strdup (sentence);
  cut = g_utf8_substring (sentence, 0, (glong) room);
  end = g_strrstr (cut, ". ");
  if (end != NULL && 2 * (end - cut) > (gssize) strlen (cut))
    return g_strndup (cut, (gsize) (end + 1 - cut));
  end = g_strrstr (cut, "; ");
  if (end != NULL && 2 * (end - cut) > (gssize) strlen (cut))
    return g_strdup_printf ("%.*s; …", (int) (end - cut), cut);
  end = strrchr (cut, ' ');
  return g_strdup_printf ("%.*s …", (int) (end != NULL ? end - cut : (gssize) strlen (cut)), cut);
}

static gboolean
is_in_word (const char *text)
{
  return g_unichar_isalnum (g_utf8_get_char (text)) || *text == '_';
}

/* The composite pattern whose name @text begins with, the longest of several; or REFRAIN_NONE. */
static guint32
find_name (RefrainPatternSet *set, const char *text, gsize *length)
{
  guint32 found = REFRAIN_NONE;

  *length = 0;
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      const char *name = refrain_pattern_get_name (refrain_pattern_set_get_pattern (set, i));
      const gsize n = strlen (name);

      if (n > *length && g_str_has_prefix (text, name) && !is_in_word (text + n))
        {
          found = i;
          *length = n;
        }
    }
  return found;
}

/* Notes where @line names patterns. */
static void
find_patterns (RefrainBriefModel *self, RefrainBriefLine *line)
{
  RefrainComposites *composites
      = refrain_patterns_get_composites (refrain_session_get_patterns (self->session));
  RefrainPatternSet *set = composites != NULL ? refrain_composites_get_set (composites) : NULL;
  gsize length;

  if (set == NULL || refrain_pattern_set_get_n_patterns (set) > MOST_PATTERNS)
    return;
  line->patterns = g_array_new (FALSE, FALSE, sizeof (RefrainBriefPattern));
  for (const char *at = line->shown; *at != '\0'; at = g_utf8_next_char (at))
    {
      const char *before = g_utf8_find_prev_char (line->shown, at);
      const guint start = (guint) (at - line->shown);
      const guint32 index
          = before == NULL || !is_in_word (before) ? find_name (set, at, &length) : REFRAIN_NONE;
      const RefrainBriefPattern pattern = { start, start + (guint) length, index };

      if (index == REFRAIN_NONE)
        continue;
      g_array_append_val (line->patterns, pattern);
      at += length - 1;
    }
}

/* Appends a line; takes @sentence, for which there is @room. */
static Line *
add_line (RefrainBriefModel *self,
          char *sentence,
          guint room,
          Aim aim,
          const char *page,
          const char *where)
{
  Line *line = g_new0 (Line, 1);

  line->line = (RefrainBriefLine){ .sentence = sentence,
                                   .shown = fit (sentence, room),
                                   .page = page,
                                   .where = where,
                                   .routine = REFRAIN_NONE,
                                   .room = room };
  line->aim = aim;
  line->process = REFRAIN_NONE;
  g_ptr_array_add (self->lines, line);
  return line;
}

static void
add_sentence (RefrainBriefModel *self, const RefrainBriefSentence *sentence, guint i)
{
  static const struct
  {
    Aim aim;
    const char *page, *where;
  } ways[] = {
    [REFRAIN_BRIEF_ITERATIONS]
    = { TO_ITERATIONS, "events", N_ ("Show and highlight the iterations") },
    [REFRAIN_BRIEF_SLOWEST] = { TO_SLOWEST, "events", N_ ("Show and highlight this iteration") },
    [REFRAIN_BRIEF_TIME] = { TO_OTHER, "time", N_ ("Show where the time goes") },
    [REFRAIN_BRIEF_LOAD] = { TO_OTHER, "processes", N_ ("Show the processes") },
    [REFRAIN_BRIEF_ROUTINE] = { TO_OTHER, "events", N_ ("Show its longest call") },
    [REFRAIN_BRIEF_WORK] = { TO_OTHER, "patterns", N_ ("Show the patterns") },
    [REFRAIN_BRIEF_NOTHING] = { TO_NOTHING, NULL, NULL },
  };
  const char *where = ways[sentence->kind].where;
  const gboolean is_loop = sentence->kind == REFRAIN_BRIEF_ITERATIONS;
  Line *line = add_line (self, g_strdup (sentence->sentence), is_loop ? ROOM_OF_ITERATIONS : 0,
                         ways[sentence->kind].aim, ways[sentence->kind].page,
                         where != NULL ? _ (where) : NULL);

  line->sentence = i;
  line->line.routine = sentence->routine;
  if (is_loop)
    find_patterns (self, &line->line);
}

static void
add_notes (RefrainBriefModel *self)
{
  const char *notes = refrain_patterns_get_notes (refrain_session_get_patterns (self->session));
  g_auto (GStrv) lines = g_strsplit (notes, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0')
      add_line (self, refrain_visible_sentence (*line), 0, TO_OTHER, "patterns",
                _ ("Show the patterns"));
}

/* Whether what is waited for is looked for by itself. */
static gboolean
looks_for_finding (RefrainBriefModel *self)
{
  RefrainTrace *trace = refrain_session_get_trace (self->session);
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  const guint64 n = counts->sends + counts->receives + counts->collectives;

  return n > 0 && n <= MOST_OPERATIONS
         && refrain_patterns_get_problem (refrain_session_get_patterns (self->session)) == NULL;
}

/* The phase that lasts longest, of how many. */
static void
add_phases (RefrainBriefModel *self)
{
  RefrainPhaseModel *model = refrain_session_get_phases (self->session);
  RefrainTrace *trace = refrain_session_get_trace (self->session);
  double share = 0;
  const RefrainPhaseRange *ranges, *longest = NULL;
  RefrainTime most = -1;
  g_autofree char *whole = NULL, *name = NULL;
  gsize n;

  if (refrain_phase_model_get_phases (model) == NULL)
    {
      if (looks_for_finding (self) && refrain_phase_model_get_problem (model) == NULL)
        add_line (self, g_strdup (TO_COME), ROOM_OF_PHASES, TO_NOTHING, NULL, NULL);
      return;
    }
  ranges = refrain_phase_model_get_ranges (model, &n);
  if (n > MOST_PHASES)
    {
      add_line (self, g_strdup_printf (_ ("%zu phases."), n), ROOM_OF_PHASES, TO_OTHER, "phases",
                _ ("Show the phases"));
      return;
    }
  for (gsize i = 0; i < n; i++)
    {
      RefrainTime start, end;

      if (!refrain_phase_model_get_span (model, &ranges[i], &start, &end) || end - start <= most)
        continue;
      most = end - start;
      share = refrain_trace_get_share (trace, start, end);
      longest = &ranges[i];
    }
  if (longest == NULL)
    return;
  whole = refrain_phase_model_describe (model, longest);
  name = fit (whole, ROOM_OF_NAME);
  add_line (self,
            n == 1
                /* Translators: what the phase is called. */
                ? g_strdup_printf (_ ("All communication is one phase, “%s”."), name)
                : g_strdup_printf (
                    /* Translators: how many, the longest, and how much of the run that is. */
                    g_dngettext (
                        GETTEXT_PACKAGE, "%zu phase; the longest, “%s”, takes %.3g %% of the run.",
                        "%zu phases; the longest, “%s”, takes %.3g %% of the run.", (gulong) n),
                    n, name, 100 * share),
            ROOM_OF_PHASES, TO_PHASE, "phases", _ ("Show and select this phase"));
}

/* What costs most, or why nothing does, once that is known. */
static void
add_finding (RefrainBriefModel *self)
{
  RefrainTimeModel *times = refrain_session_get_times (self->session);
  RefrainFindings *findings = refrain_time_model_get_findings (times);
  const RefrainFinding *list;
  gsize n = 0;

  list = findings != NULL ? refrain_findings_get (findings, &n) : NULL;
  if (n > 0)
    add_line (self, refrain_visible_sentence (list[0].sentence), ROOM_OF_FINDING, TO_FINDING,
              "time", _ ("Show and highlight waiting"));
  else if (looks_for_finding (self) && findings != NULL)
    {
      g_autofree char *why = refrain_findings_explain (findings);

      add_line (self, refrain_visible_sentence (why), ROOM_OF_FINDING, TO_OTHER, "time",
                _ ("Show where the time goes"));
    }
  else if (looks_for_finding (self) && refrain_time_model_get_problem (times) == NULL)
    add_line (self, g_strdup (TO_COME), ROOM_OF_FINDING, TO_NOTHING, NULL, NULL);
}

static void
make_lines (RefrainBriefModel *self)
{
  const RefrainBriefSentence *sentences;
  gsize n;

  if (self->brief == NULL)
    return;
  g_ptr_array_set_size (self->lines, 0);
  sentences = refrain_brief_get (self->brief, &n);
  for (gsize i = 0; i < n; i++)
    {
      add_sentence (self, &sentences[i], (guint) i);
      if (sentences[i].kind != REFRAIN_BRIEF_TIME)
        continue;
      add_finding (self);
      add_phases (self);
    }
  if (n > 0)
    add_notes (self);
  g_object_notify (G_OBJECT (self), "lines");
}

REFRAIN_GETTER (RefrainBriefModel, refrain_brief_model, RefrainBrief *, get_brief, self->brief)
REFRAIN_GETTER (RefrainBriefModel, refrain_brief_model, const GPtrArray *, get_lines, self->lines)

/* ---- Where they lead ------------------------------------------------------------------------- */

/* Shows the sentence's iteration, with a little around it. */
static void
show_iteration (RefrainBriefModel *self, const RefrainBriefSentence *sentence)
{
  const RefrainTime around
      = (RefrainTime) (AROUND * ((double) sentence->end - (double) sentence->start));

  refrain_selection_set_range (refrain_session_get_selection (self->session), sentence->start,
                               sentence->end);
  refrain_session_show_times (self->session, sentence->start - around, sentence->end + around);
}

/* The main loop, at the sentence's iteration. */
static void
follow_slowest (RefrainBriefModel *self, const RefrainBriefSentence *sentence)
{
  if (!refrain_cycles_select_main_loop (refrain_session_get_cycles (self->session)))
    return;
  refrain_subjects_set_place (refrain_session_get_subjects (self->session), sentence->iteration);
  show_iteration (self, sentence);
}

static void
follow_phase (RefrainBriefModel *self)
{
  RefrainPhaseModel *model = refrain_session_get_phases (self->session);
  RefrainPhaseRange longest = { 0, 0 };
  RefrainTime most = -1;
  gsize n;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (model, &n);

  for (gsize i = 0; i < n; i++)
    {
      RefrainTime start, end;

      if (!refrain_phase_model_get_span (model, &ranges[i], &start, &end) || end - start <= most)
        continue;
      most = end - start;
      longest = ranges[i];
    }
  if (most >= 0)
    refrain_phase_model_select (model, &longest, 1);
}

/* Forgets what else is selected, so that only what the line says is. */
static void
clear (RefrainBriefModel *self)
{
  RefrainSelection *selection = refrain_session_get_selection (self->session);

  refrain_session_set_hover (self->session, NULL);
  refrain_phase_model_select (refrain_session_get_phases (self->session), NULL, 0);
  refrain_selection_set_pick (selection, NULL);
  refrain_selection_set_range (selection, 0, -1);
}

void
refrain_brief_model_follow (RefrainBriefModel *self, guint i)
{
  const RefrainBriefSentence *sentences;
  const Line *line;
  gsize n = 0;

  g_return_if_fail (REFRAIN_IS_BRIEF_MODEL (self));
  g_return_if_fail (i < self->lines->len);

  line = self->lines->pdata[i];
  sentences = refrain_brief_get (self->brief, &n);
  if (line->aim != TO_NOTHING && line->aim != TO_OTHER)
    clear (self);
  switch (line->aim)
    {
    case TO_ITERATIONS:
      refrain_cycles_select_main_loop (refrain_session_get_cycles (self->session));
      break;
    case TO_SLOWEST:
      follow_slowest (self, &sentences[line->sentence]);
      break;
    case TO_FINDING:
      refrain_time_model_select (refrain_session_get_times (self->session), 0);
      break;
    case TO_PHASE:
      follow_phase (self);
      break;
    case TO_NOTHING:
    case TO_OTHER:
    default:
      break;
    }
}

void
refrain_brief_model_follow_pattern (RefrainBriefModel *self, guint i, guint k)
{
  const RefrainBriefLine *line;

  g_return_if_fail (REFRAIN_IS_BRIEF_MODEL (self));
  g_return_if_fail (i < self->lines->len);

  line = self->lines->pdata[i];
  g_return_if_fail (line->patterns != NULL && k < line->patterns->len);
  clear (self);
  refrain_patterns_select_composite (refrain_session_get_patterns (self->session),
                                     g_array_index (line->patterns, RefrainBriefPattern, k).index);
}

/* ---- Making it ------------------------------------------------------------------------------- */

typedef struct
{
  RefrainStudy *study;
  RefrainComposites *composites; /* or NULL */
} Work;

REFRAIN_DEFINE_FREE (work_free, Work, g_object_unref (x->study); g_clear_object (&x->composites))

static gpointer
make_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;
  const RefrainStudyAsk ask = refrain_job_make_ask (job);
  g_autoptr (RefrainBrief) brief
      = refrain_study_find (work->study, REFRAIN_ANALYSIS_BRIEF, &ask, error);
  g_autoptr (RefrainMainLoop) loop = NULL;
  g_autoptr (GArray) loops = NULL;
  g_autofree char *list = NULL;

  if (brief == NULL || work->composites == NULL)
    return g_steal_pointer (&brief);
  loop = refrain_study_find (work->study, REFRAIN_ANALYSIS_MAIN_LOOP, &ask, error);
  if (loop == NULL || !refrain_report_find_loops (work->study, &ask, loop, &loops, error))
    return NULL;
  list = refrain_phases_describe_loops (loops);
  return refrain_brief_new_with_patterns (brief, work->composites, loop, list, ask.cancellable,
                                          error);
}

static void make (RefrainBriefModel *self);

static void
on_made (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainBriefModel *self = data;
  g_autoptr (RefrainBrief) brief = result;

  if (brief == NULL)
    {
      /* There will be none. */
      g_object_notify (G_OBJECT (self), "lines");
      return;
    }
  g_set_object (&self->brief, brief);
  refrain_cycles_set_iterations (refrain_session_get_cycles (self->session),
                                 refrain_brief_get_iterations (brief));
  make_lines (self);
  if (!self->with_patterns)
    make (self);
}

/* Makes it at once, and once more as soon as there are patterns. */
static void
make (RefrainBriefModel *self)
{
  RefrainComposites *composites
      = refrain_patterns_get_composites (refrain_session_get_patterns (self->session));
  Work *work;

  if (self->job != NULL || (self->brief != NULL && composites == NULL))
    return;
  work = g_new0 (Work, 1);
  work->study = g_object_ref (refrain_session_get_study (self->session));
  if (self->brief != NULL)
    {
      work->composites = g_object_ref (composites);
      self->with_patterns = TRUE;
    }
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->job,
                                _ ("Summarising the run"), make_in_thread, work, work_free,
                                g_object_unref, self, on_made);
}

/* Other patterns: their names may be others, too. */
static void
on_patterns (RefrainBriefModel *self)
{
  refrain_job_stop (&self->job);
  self->with_patterns = FALSE;
  make (self);
}

/* Phases come last of what is looked for by itself. */
static void
on_phases (RefrainBriefModel *self)
{
  if (self->brief != NULL)
    make_lines (self);
  if (refrain_phase_model_get_phases (refrain_session_get_phases (self->session)) != NULL
      && looks_for_finding (self))
    refrain_time_model_start (refrain_session_get_times (self->session));
}

static gboolean
on_rest (gpointer data)
{
  RefrainBriefModel *self = data;

  self->wait = 0;
  make_lines (self);
  return G_SOURCE_REMOVE;
}

/* The slider moves. */
static void
on_strength (RefrainBriefModel *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  if (self->brief != NULL)
    self->wait = g_timeout_add (REST, on_rest, self);
}

/* ---- Object ---------------------------------------------------------------------------------- */

RefrainBriefModel *
refrain_brief_model_new (RefrainSession *session)
{
  static const char *const phases[] = { "notify::strength", "notify::marks" };
  RefrainBriefModel *self;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_BRIEF_MODEL, NULL);
  self->session = g_object_ref (session);
  refrain_connect (refrain_session_get_patterns (session), "notify::composites", on_patterns, self);
  refrain_connect (refrain_session_get_patterns (session), "notify::names", on_patterns, self);
  refrain_connect (refrain_session_get_phases (session), "notify::phases", on_phases, self);
  for (gsize i = 0; i < G_N_ELEMENTS (phases); i++)
    refrain_connect (refrain_session_get_phases (session), phases[i], on_strength, self);
  refrain_connect (refrain_session_get_times (session), "notify::results", make_lines, self);
  make (self);
  on_phases (self);
  return self;
}

static void
refrain_brief_model_finalize (RefrainBriefModel *self)
{
  refrain_job_stop (&self->job);
  g_clear_handle_id (&self->wait, g_source_remove);
  refrain_clear_objects (&self->brief, &self->session);
  g_ptr_array_unref (self->lines);
}

static void
refrain_brief_model_init (RefrainBriefModel *self)
{
  self->lines = g_ptr_array_new_with_free_func (line_free);
}
