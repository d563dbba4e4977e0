/* refrain-command.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A command of refrain-cli: one file each, found by main.c in its table.
 */
#pragma once

#include "refrain-report-kind.h"
#include "refrain-trace.h"

/* Exit statuses. */
enum
{
  REFRAIN_EXIT_OK = 0,
  REFRAIN_EXIT_ERROR = 1,
  REFRAIN_EXIT_USAGE = 2,
};

typedef struct
{
  const char *name;
  const char *arguments; /* "TRACE", for the usage line */
  const char *summary;
  /* @argv[0] is the command's name; the rest is the user's. Returns an exit status. */
  int (*run) (int argc, char **argv);
} RefrainCommand;

extern const RefrainCommand refrain_command_export;
extern const RefrainCommand refrain_command_record;
extern const RefrainCommand refrain_command_report;

/* Who asks a study for analyses: with the user's options and a line of progress. */
extern const RefrainStudyAsk refrain_command_ask;

/* For refrain_command_parse(): the command counts its arguments itself. */
#define REFRAIN_COMMAND_ANY (-1)

/* Reads options into @entries; leaves exactly @n_positional other arguments in *@positional behind
 * the command's name (free with g_strfreev()). On wrong usage prints a sentence to standard error
 * and returns REFRAIN_EXIT_USAGE, on --help prints it and exits. */
int refrain_command_parse (const RefrainCommand *command,
                           const GOptionEntry *entries,
                           int argc,
                           char **argv,
                           int n_positional,
                           char ***positional);
/* Loads a trace, to be freed with g_object_unref(); or prints the error and returns NULL. */
RefrainTrace *refrain_command_load (const char *path);
/* Prints "refrain-cli: MESSAGE" to standard error; returns REFRAIN_EXIT_ERROR. */
int refrain_command_fail (const GError *error);
/* ... or, where @error is REFRAIN_ERROR_USAGE, the sentence about wrong usage of @command; gives
 * the exit status of the one or the other. */
int refrain_command_refuse (const RefrainCommand *command, const GError *error);
/* Prints a sentence about wrong usage; returns REFRAIN_EXIT_USAGE. */
int
refrain_command_usage (const RefrainCommand *command, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Reads "1.2" (seconds) or "300ms" for option @name; leaves *@time where @text is NULL. FALSE after
 * a sentence about wrong usage of @command. */
gboolean refrain_command_parse_time (const RefrainCommand *command,
                                     const char *name,
                                     const char *text,
                                     RefrainTime *time);

/* Reads options, loads the trace and prints the report. @argv[0] is the command's name; the rest is
 * the user's. Returns an exit status. */
int refrain_command_run_report (const RefrainReportKind *kind, int argc, char **argv);
