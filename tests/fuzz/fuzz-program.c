/* fuzz-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as an MPI program (program-grammar.h), whose trace goes through one of all reports,
 * formats and figures: the second byte says which, the third how. One thread finds what several
 * do, a team what one process does; cancelled work gives nothing; a format gives back what it was
 * given, and what comes of it; the page that stands for the run gives each process' stream.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cancel-at.h"
#include "forked-team.h"
#include "fuzz-util.h"
#include "program-check.h"
#include "program-grammar.h"
#include "refrain-command.h"
#include "refrain-error.h"
#include "refrain-format.h"
#include "refrain-hdf5.h"
#include "refrain-loop-events.h"
#include "refrain-memory.h"
#include "refrain-study.h"
#include "test-trace.h"
#include "trace-dump.h"

/* ---- One thread ---- */

static gboolean is_alone;

/* That of the library stands behind it: work on one thread where there is no other. */
GThread *
g_thread_try_new (const char *name, GThreadFunc func, gpointer data, GError **error)
{
  if (!is_alone)
    return g_thread_new (name, func, data);
  g_set_error_literal (error, G_THREAD_ERROR, G_THREAD_ERROR_AGAIN, "alone");
  return NULL;
}

/* ---- Reports ---- */

/* OUT is a file or folder to be written, FILE one that holds the trace. */
static const char *const reports[] = {
  "brief T --budget 600",
  "info T",
  "validate T",
  "matrix T --sums --time",
  "matrix T --order cluster",
  "matrix T --waiting",
  "numbers T",
  "waits T",
  "critical-path T",
  "efficiency T",
  "findings T",
  "check T --rule 'load balance >= 0.5' --rule 'messages unmatched = 0'",
  "query T 'SELECT COUNT, BYTES FROM MESSAGES GROUP BY PAIR ORDER BY BYTES DESC'",
  "query T 'SELECT P2P WHERE PATTERN 1 OR LOOP IN (1-3) ORDER BY SIZE DESC'",
  "query T 'SELECT CALLS OF MPI_* ORDER BY DURATION DESC LIMIT 10'",
  "structure T",
  "structure T --process 0",
  "structure T --expand 0",
  "points T",
  "durations T",
  "durations T --sequences",
  "durations T --routine solve",
  "durations T --pattern 1",
  "compare T --pattern 1",
  "compare T --routine norm",
  "compare FILE FILE",
  "series FILE FILE",
  "match T --ring",
  "match T --stencil 2x2 --periodic",
  "match T --binary-tree 4 --broadcast",
  "match T --like 1",
  "patterns T --events",
  "patterns T --all",
  "phases T",
  "phases T --intervals",
  "phases T --suggest",
  "loops T --ids",
  "loops T --all --process 0",
  "loops T --logical",
  "loops T --expand 0",
  "scan T --loop 1 --get 'before {0}.time'",
  "topology T",
  "topology T --each phase",
  "logical T",
  "logical T --expand 0",
  "skeleton T -o OUT/skeleton",
  "skeleton T -o OUT/skeleton --drawn --sleep",
  "convert FILE OUT/o.mtf.h5 --filtered",
  "convert FILE OUT/o.gxl --patterns",
  "convert FILE OUT/o.events",
};

static const RefrainReportFormat forms[]
    = { REFRAIN_REPORT_TEXT,  REFRAIN_REPORT_JSON,    REFRAIN_REPORT_CSV,
        REFRAIN_REPORT_LATEX, REFRAIN_REPORT_SECTION, REFRAIN_REPORT_MARKDOWN };

/* An own folder, empty. */
static char *
make_folder (void)
{
  char *path = g_build_filename (fuzz_get_folder (), "out", NULL);

  test_remove_tree (path);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  return path;
}

/* The words of @line, with files of @folder. Free with g_strfreev(). */
static char **
read_words (const char *line, RefrainTrace *trace, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (line);
  g_autofree char *file = g_build_filename (folder, "t.mtf.h5", NULL);
  char **words;

  if (g_string_replace (text, "FILE", file, 0) > 0)
    refrain_trace_save (trace, file, NULL, NULL, &error);
  g_assert_no_error (error);
  g_string_replace (text, "OUT", folder, 0);
  g_shell_parse_argv (text->str, NULL, &words, &error);
  g_assert_no_error (error);
  return words;
}

/* Errors are sentences. */
static void
check_error (const GError *error)
{
  g_assert_true (error != NULL && error->message[0] != '\0');
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

/* What @words ask for, as @form, or the sentence that says why not; NULL where there is no such
 * form. Cancelled at the place @at, from 1, it gives nothing. Free with g_free(). */
static char *
report (RefrainTrace *trace, const char *line, RefrainReportFormat form, int at)
{
  g_autofree char *folder = make_folder ();
  g_auto (GStrv) words = read_words (line, trace, folder);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const RefrainStudyAsk ask = { .cancellable = cancellable };
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  g_autoptr (RefrainReportRequest) request = NULL;
  g_autoptr (RefrainReport) result = NULL;
  g_autoptr (GError) error = NULL;
  char *text;
  int asked;

  request = refrain_report_request_new (refrain_report_kind_find (words[0]),
                                        (const char *const *) words + 1, NULL, &error);
  g_assert_no_error (error);
  if (!refrain_report_request_narrow (request, form, NULL))
    return NULL;
  cancel_at_begin (cancellable, at);
  result = refrain_report_request_make (request, request->words[0] != NULL ? study : NULL, &ask,
                                        &error);
  asked = cancel_at_end ();
  g_assert_true ((result == NULL) == (error != NULL));
  if (at > 0 && asked >= at)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  if (result == NULL)
    {
      check_error (error);
      return g_strdup (error->message);
    }
  text = refrain_report_to_string (result, form);
  g_assert_true (text == NULL || g_utf8_validate (text, -1, NULL));
  return text;
}

/* ---- Formats ---- */

/* What a trace becomes in a file of its name, and the trace of that. */
static const char *const formats[] = {
  "program.otf2", "program.gxl", "program.gxl.gz", "program.gxl.zst", "program.mtf.h5",
  "compact",      "blocks",      "paged",          "program.prv",     "program.events",
};

/* "compact": by rules; "blocks": in blocks; "paged": with the least memory beside them. The others
 * are names of files. */
static RefrainTrace *
carry (RefrainTrace *trace, const char *name, const char *folder, GError **error)
{
  const gboolean packed = strchr (name, '.') == NULL;
  g_autofree char *path = g_build_filename (folder, packed ? "program.mtf.h5" : name, NULL);
  const guint64 budget = refrain_memory_get_budget ();
  RefrainTrace *carried;

  refrain_hdf5_set_max_rule_events (g_str_equal (name, "compact") ? G_MAXUINT64 : 0);
  if (packed)
    refrain_trace_save_compact (trace, path, NULL, NULL, NULL, error);
  else
    refrain_trace_save (trace, path, NULL, NULL, error);
  g_assert_no_error (*error);
  if (g_str_equal (name, "paged"))
    refrain_memory_set_budget (1);
  carried = refrain_trace_load (path, NULL, NULL, error);
  refrain_memory_set_budget (budget);
  return carried;
}

static void
look_at_format (RefrainTrace *trace, const char *name)
{
  const gboolean as_otf2 = g_str_equal (name, "program.otf2");
  g_autofree char *folder = make_folder ();
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (RefrainTrace) carried = NULL;
  g_autoptr (GError) error = NULL;

  carried = carry (trace, name, folder, &error);
  if (g_str_has_suffix (name, ".prv") || g_str_has_suffix (name, ".events"))
    {
      /* These hold less than a trace. */
      g_assert_true ((carried == NULL) == (error != NULL));
      return;
    }
  g_assert_no_error (error);
  before = trace_dump (trace, as_otf2);
  after = trace_dump (carried, as_otf2);
  g_assert_cmpstr (before, ==, after);
}

/* ---- Whether the same is said ---- */

/* Of the formats that hold all of a trace, what comes of it. */
static char *
report_carried (RefrainTrace *trace, const char *line, RefrainReportFormat form, guint how)
{
  static const char *const whole[]
      = { "program.otf2", "program.gxl", "program.mtf.h5", "compact", "blocks", "paged" };
  g_autofree char *folder = g_build_filename (fuzz_get_folder (), "carried", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) carried = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GString) renamed = NULL;

  test_remove_tree (folder);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  carried = carry (trace, whole[how % G_N_ELEMENTS (whole)], folder, &error);
  g_assert_no_error (error);
  text = report (carried, line, form, 0);
  if (text == NULL)
    return NULL;
  /* Errors name it. */
  renamed = g_string_new (text);
  g_string_replace (renamed, refrain_trace_get_path (carried), refrain_trace_get_path (trace), 0);
  return g_string_free (g_steal_pointer (&renamed), FALSE);
}

/* What says how long it took, or what the file is and can hold. */
static gboolean
tells_of_file (const char *line)
{
  return g_str_has_prefix (line, "info") || g_str_has_prefix (line, "validate")
         || g_str_has_prefix (line, "topology");
}

static void
look_at_report (RefrainTrace *trace, const char *line, guint how)
{
  const RefrainReportFormat form = forms[how % G_N_ELEMENTS (forms)];
  g_autofree char *text = NULL, *again = NULL;

  /* 42 of 256 are cancelled, where one thread asks in the same order each time; the others are
   * made twice: by one thread, but for what tells how long it took, or of the trace that was
   * saved, but for what tells of the file. */
  is_alone = how >= 214;
  text = report (trace, line, form, is_alone ? 1 << (how - 214) / 3 : 0);
  is_alone = how < 107 && !g_str_has_prefix (line, "topology");
  if (is_alone)
    again = report (trace, line, form, 0);
  else if (how >= 107 && how < 214 && strstr (line, " T") != NULL && !tells_of_file (line))
    again = report_carried (trace, line, form, how - 107);
  else
    again = g_strdup (text);
  is_alone = FALSE;
  g_assert_cmpstr (text, ==, again);
}

/* ---- The ranks of refrain-mpi ---- */

/* What they work out together. */
static const char *const shared[] = {
  "info T",
  "loops T",
  "loops T --all --ids",
  "loops T --expand 0",
  "loops T --share always",
  "loops T --receive posting",
  "loops T --no-affine",
  "loops T --body 4",
  "matrix T",
  "matrix T --sums",
  "matrix T --order cluster",
  "matrix T --collectives",
  "topology T",
  "topology T --by-count --threshold 0",
  "topology T --tag 0",
  "logical T",
  "numbers T",
  "numbers T --from 1us --to 20us",
  "matrix T --time --sums",
  "matrix T --waiting",
  "loops T --process 0",
  "structure T",
  "structure T --process 1",
  "structure T --outer pairs --events mpi --fields peer",
  "topology T --collectives",
};

typedef struct
{
  const char *line, *path;
  RefrainReportFormat form;
} Shared;

/* What one has to say, or each of a team. */
static char *
make_shared (gpointer data)
{
  const Shared *work = data;
  g_auto (GStrv) words = g_strsplit (work->line, " ", 0);
  g_autoptr (RefrainReportRequest) request = NULL;
  g_autoptr (RefrainReport) result = NULL;
  g_autoptr (RefrainStudy) study = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  request = refrain_report_request_new (refrain_report_kind_find (words[0]),
                                        (const char *const *) words + 1, NULL, &error);
  g_assert_no_error (error);
  if (!refrain_report_request_narrow (request, work->form, NULL))
    return NULL;
  trace = refrain_trace_load (work->path, NULL, NULL, &error);
  if (trace == NULL)
    return NULL;
  study = refrain_study_new (trace);
  result = refrain_report_request_make (request, study, NULL, &error);
  return result != NULL ? refrain_report_to_string (result, work->form) : NULL;
}

static void
look_at_team (RefrainTrace *trace, guint how)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path
      = g_build_filename (folder, how % 2 == 0 ? "program.otf2" : "program.mtf.h5", NULL);
  const Shared work
      = { shared[how / 2 % G_N_ELEMENTS (shared)], path, forms[how % G_N_ELEMENTS (forms)] };
  g_autofree char *alone = NULL, *together = NULL;
  g_autoptr (GError) error = NULL;

  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  alone = make_shared ((gpointer) &work);
  together = forked_team_run (2 + how % 3, make_shared, (gpointer) &work);
  /* What a team lets go rank 0 does alone. */
  if (together != NULL)
    g_assert_cmpstr (alone, ==, together);
}

/* ---- Figures ---- */

static const char *const figures[] = {
  "export FILE --view events -o OUT/f.svg",
  "export FILE --view events --waiting --folded --axis logical -o OUT/f.svg",
  "export FILE --view events --phases --axis compressed -o OUT/f.pdf",
  "export FILE --view matrix --sums --order band -o OUT/f.svg",
  "export FILE --view matrix --waiting -o OUT/f.png --resolution 40",
  "export FILE --view overview -o OUT/f.svg",
  "export FILE --view pattern --pattern 1 -o OUT/f.svg",
  "export FILE --view pattern --pattern 1 -o OUT/f.tex",
  "export FILE --view phases -o OUT/f.svg",
  "export FILE --view phases --axis count -o OUT/f.svg",
  "export FILE --view loops -o OUT/f.svg",
  "export FILE --view loops --fold-alike --waiting -o OUT/f.svg",
  "export FILE --view topology -o OUT/f.svg",
  "export FILE --view topology --directions --coordinates --by-count -o OUT/f.svg",
  "export FILE --view program -o OUT/f.svg",
  "export FILE --view critical-path -o OUT/f.svg",
  "export FILE --view durations --routine solve -o OUT/f.svg",
  "export FILE --view compare --routine solve -o OUT/f.svg",
  "export FILE --view flame -o OUT/f.svg",
};

static void
say_nothing (const char *text)
{
  (void) text;
}

static void
look_at_figure (RefrainTrace *trace, const char *line)
{
  g_autofree char *folder = make_folder ();
  g_auto (GStrv) words = read_words (line, trace, folder);

  g_set_printerr_handler (say_nothing);
  g_assert_cmpint (refrain_command_export.run ((int) g_strv_length (words), words), !=,
                   REFRAIN_EXIT_USAGE);
}

/* ---- Programs ---- */

static void
look_at_program (RefrainTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopEvents) events = refrain_loop_events_new (trace, NULL, &error);

  g_assert_no_error (error);
  program_check (events, NULL, 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static gsize ready;
  g_autoptr (RefrainTrace) trace = NULL;
  guint what;

  if (g_once_init_enter (&ready))
    {
      g_setenv ("REFRAIN_THREADS", "3", TRUE);
      g_once_init_leave (&ready, 1);
    }
  if (size < 3)
    return 0;
  trace = program_grammar_run (data[0], data + 3, size - 3);
  what = data[1] % (G_N_ELEMENTS (reports) + G_N_ELEMENTS (formats) + G_N_ELEMENTS (figures) + 3);
  if (what < G_N_ELEMENTS (reports))
    look_at_report (trace, reports[what], data[2]);
  else if ((what -= G_N_ELEMENTS (reports)) < G_N_ELEMENTS (formats))
    look_at_format (trace, formats[what]);
  else if ((what -= G_N_ELEMENTS (formats)) < G_N_ELEMENTS (figures))
    look_at_figure (trace, figures[what]);
  else if (what - G_N_ELEMENTS (figures) == 0)
    look_at_program (trace);
  else if (what - G_N_ELEMENTS (figures) == 1)
    fuzz_analyse (trace);
  else
    look_at_team (trace, data[2]);
  return 0;
}
