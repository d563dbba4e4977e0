/* refrain-loop-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How loop models are made, as options of commands.
 */
#pragma once

#include "refrain-loop-global.h"
#include "refrain-loop-model.h"
#include "refrain-study.h"

/* The options as they were written. */
typedef struct
{
  int body;
  gboolean no_affine;
  char *share;               /* NULL: auto */
  char *receive;             /* NULL: sets */
  char *model;               /* a file */
  RefrainReceivePlace place; /* what `receive` means */
  char **text;               /* files of event text in place of a trace; or NULL */
} RefrainLoopArguments;

#define REFRAIN_LOOP_ARGUMENTS_INIT                                                                \
  {                                                                                                \
    .body = REFRAIN_NLR_DEFAULT_BODY, .place = REFRAIN_RECEIVE_SETS                                \
  }

/* clang-format off */
#define REFRAIN_LOOP_ENTRIES(arguments)                                                            \
  { "body", 0, 0, G_OPTION_ARG_INT, &(arguments).body,                                             \
    N_ ("Find loop bodies of up to N events and loops (default: 64)"), N_ ("N") },                 \
  { "share", 0, 0, G_OPTION_ARG_STRING, &(arguments).share,                                        \
    N_ ("Names for shared parts: auto (default), never or always"), N_ ("WHEN") },                 \
  { "receive", 0, 0, G_OPTION_ARG_STRING, &(arguments).receive,                                    \
    N_ ("Order of receives: sets (default), completion or posting"), N_ ("ORDER") },               \
  { "no-affine", 0, 0, G_OPTION_ARG_NONE, &(arguments).no_affine,                                  \
    N_ ("Ignore loops whose numbers grow with the iteration"), NULL },                             \
  { "model", 0, 0, G_OPTION_ARG_FILENAME, &(arguments).model,                                      \
    N_ ("Read the global model from this text instead"), N_ ("FILE") }
/* clang-format on */

/* Frees what it holds, not the structure. */
void refrain_loop_arguments_clear (RefrainLoopArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainLoopArguments, refrain_loop_arguments_clear)
/* What they ask for; FALSE with @error where that is nothing. */
gboolean refrain_loop_arguments_understand (RefrainLoopArguments *self,
                                            RefrainLoopOptions *options,
                                            GError **error);
/* Takes files of event text off @words, which may be several then: they are no trace, as they have
 * events that belong to no operation. FALSE with @error where several are not. */
gboolean
refrain_loop_arguments_take_text (RefrainLoopArguments *self, char **words, GError **error);
/* How @study (or NULL) is asked with these options: *@own is @ask with others. Returns these, to be
 * freed with refrain_study_options_unref(), or NULL. */
RefrainStudyOptions *refrain_loop_arguments_ask (const RefrainLoopArguments *self,
                                                 const RefrainLoopOptions *options,
                                                 RefrainStudy *study,
                                                 const RefrainStudyAsk *ask,
                                                 RefrainStudyAsk *own);
/* The streams of the text, or where there is none of @study. With @values events of the text have
 * rows of a trace, too. A new reference; NULL with @error. */
RefrainLoopEvents *refrain_loop_arguments_find_events (const RefrainLoopArguments *self,
                                                       RefrainStudy *study,
                                                       const RefrainStudyAsk *ask,
                                                       gboolean values,
                                                       GError **error);
/* The model of the file that is given, or the global one of these @events, and in *@local (may be
 * NULL) those of each process as refrain_loop_global_new() has them. A new reference; NULL with
 * @error. */
RefrainLoopModel *refrain_loop_arguments_find_model (const RefrainLoopArguments *self,
                                                     const RefrainLoopOptions *options,
                                                     RefrainLoopEvents *events,
                                                     RefrainStudy *study,
                                                     const RefrainStudyAsk *ask,
                                                     GPtrArray **local,
                                                     GError **error);
/* Reads the ID of a construct, of option @name. FALSE with @error. */
gboolean refrain_loop_parse_id (const char *name,
                                const char *text,
                                RefrainLoopModel *model,
                                guint32 *construct,
                                GError **error);
