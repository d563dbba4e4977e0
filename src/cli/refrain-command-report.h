/* refrain-command-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Commands whose result is a report.
 */
#pragma once

#include "refrain-report-kind.h"

G_BEGIN_DECLS

/* Reads options, loads the trace and prints the report. @argv[0] is the command's name; the rest is
 * the user's. Returns an exit status. */
int refrain_command_run_report (const RefrainReportKind *kind, int argc, char **argv);

G_END_DECLS
