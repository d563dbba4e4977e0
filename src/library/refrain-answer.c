/* refrain-answer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A report for programs outside: a handle, so that nothing of it but this is fixed.
 */
#include "refrain-answer-private.h"
#include "refrain-tables.h"

#include "refrain-free.h"
#include "refrain-object.h"

struct _RefrainAnswer
{
  RefrainReport *report;
};

G_DEFINE_BOXED_TYPE (RefrainAnswer, refrain_answer, refrain_answer_ref, refrain_answer_unref)

RefrainAnswer *
refrain_answer_new (RefrainReport *report)
{
  RefrainAnswer *self = g_atomic_rc_box_new0 (RefrainAnswer);

  self->report = report;
  return self;
}

/**
 * refrain_answer_ref:
 * @self: an answer
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self, with one reference more
 */
/**
 * refrain_answer_unref:
 * @self: (transfer full): an answer
 *
 * Drops a reference; the last one frees the answer.
 */
REFRAIN_DEFINE_CLEAR (clear, RefrainAnswer, refrain_report_unref (x->report))

REFRAIN_DEFINE_SHARED (RefrainAnswer, refrain_answer, clear)

/**
 * refrain_answer_get_status:
 * @self: an answer
 *
 * Whether something was found that scripts ask for.
 *
 * Returns: 0 unless something was found that scripts ask for, as the exit status of `refrain-cli`
 *   says it (1: violations, 3: a limit is exceeded)
 */
int
refrain_answer_get_status (const RefrainAnswer *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return refrain_report_get_status (self->report);
}

/**
 * refrain_answer_get_warning:
 * @self: an answer
 * @index: from 0
 *
 * What the answer warns of, one sentence after the other.
 *
 * Returns: (transfer none) (nullable): a sentence about what was left out or could not be read;
 *   %NULL behind the last
 */
const char *
refrain_answer_get_warning (const RefrainAnswer *self, guint index)
{
  g_return_val_if_fail (self != NULL, NULL);

  return refrain_report_get_warning (self->report, index);
}

/**
 * refrain_answer_to_text:
 * @self: an answer
 *
 * The answer for people.
 *
 * Returns: (transfer full): what `refrain-cli` prints
 */
char *
refrain_answer_to_text (const RefrainAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return refrain_report_to_string (self->report, REFRAIN_REPORT_TEXT);
}

/**
 * refrain_answer_to_json:
 * @self: an answer
 *
 * The answer for programs, as one object of JSON.
 *
 * Returns: (transfer full): what `refrain-cli` prints with `--json`; its members are described in
 *   `docs/schema`
 */
char *
refrain_answer_to_json (const RefrainAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return refrain_report_to_string (self->report, REFRAIN_REPORT_JSON);
}

/**
 * refrain_answer_to_csv:
 * @self: an answer
 *
 * The answer for spreadsheets.
 *
 * Returns: (transfer full) (nullable): the main table, with headings; %NULL where there is none
 */
char *
refrain_answer_to_csv (const RefrainAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return refrain_report_to_string (self->report, REFRAIN_REPORT_CSV);
}

/**
 * refrain_answer_to_latex:
 * @self: an answer
 *
 * The answer for papers.
 *
 * Returns: (transfer full) (nullable): the main table, with the rules of booktabs; %NULL where
 *   there is none
 */
char *
refrain_answer_to_latex (const RefrainAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return refrain_report_to_string (self->report, REFRAIN_REPORT_LATEX);
}

/**
 * refrain_answer_to_data:
 * @self: an answer
 *
 * Times are seconds. Lists of ranks are texts, apart by spaces.
 *
 * Returns: (transfer full) (nullable): the main table, as in CSV; %NULL where there is none
 */
RefrainData *
refrain_answer_to_data (const RefrainAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return refrain_tables_from_report (self->report);
}
