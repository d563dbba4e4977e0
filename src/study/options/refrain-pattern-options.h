/* refrain-pattern-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The options that say which patterns are meant: the same patterns, and so the same ids, for the
 * same options of every command. Composite ones, but where an option asks for elementary ones or
 * says otherwise what is one pattern.
 */
#pragma once

#include "refrain-composites.h"
#include "refrain-study.h"

/* As the user typed them. */
typedef struct
{
  char *method, *receive, *fields;
  char **wrappers;
  gboolean keep_tandem, merge_alike, join_collectives, elementary;
} RefrainPatternArguments;

/* Frees what it holds, not the structure. */
void refrain_pattern_arguments_clear (RefrainPatternArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainPatternArguments, refrain_pattern_arguments_clear)

/* Entries of a GOptionEntry array that fill in @arguments (a structure, not a pointer). */
/* clang-format off */
#define REFRAIN_PATTERN_ENTRIES(arguments)                                                         \
  REFRAIN_PATTERN_SCHEME_ENTRIES (arguments),                                                      \
  { "keep-tandem", 0, 0, G_OPTION_ARG_NONE, &(arguments).keep_tandem,                              \
    N_ ("Keep contiguous repeats: global patterns"), NULL },                                       \
  { "merge-alike", 0, 0, G_OPTION_ARG_NONE, &(arguments).merge_alike,                              \
    N_ ("Merge patterns that are equal up to a shift of ranks"), NULL },                           \
  { "join-collectives", 0, 0, G_OPTION_ARG_NONE, &(arguments).join_collectives,                    \
    N_ ("Merge consecutive collectives of one call into one pattern"), NULL },                     \
  { "elementary", 0, 0, G_OPTION_ARG_NONE, &(arguments).elementary,                                \
    N_ ("Use elementary patterns instead of composite ones"), NULL }
/* Those of them that leave the composite patterns, which a kind of report names: what is one
 * pattern, and so which phases there are. */
#define REFRAIN_PATTERN_SCHEME_ENTRIES(arguments)                                                  \
  { "method", 0, 0, G_OPTION_ARG_STRING, &(arguments).method,                                      \
    N_ ("What delimits patterns (default: routine)"), N_ ("METHOD") },                             \
  { "wrapper", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(arguments).wrappers,                             \
    N_ ("Treat this routine as a wrapper, instead of choosing automatically"), N_ ("NAME") },      \
  { "receive", 0, 0, G_OPTION_ARG_STRING, &(arguments).receive,                                    \
    N_ ("Order of receives: completion (default) or posting"), N_ ("ORDER") },                     \
  { "fields", 0, 0, G_OPTION_ARG_STRING, &(arguments).fields,                                      \
    N_ ("Fields that distinguish events (default: op,peer; also tag,comm,size)"), N_ ("FIELDS") }
/* clang-format on */

/* The first option that was given, "--method", or NULL. */
const char *refrain_pattern_arguments_get_first (const RefrainPatternArguments *self);
/* The analysis they ask for ("suffix" is another way to look at a process; the patterns over
 * processes are those of "syntactic") in @options (may be NULL), which point into @self. FALSE with
 * @error where they are none. */
gboolean refrain_pattern_arguments_understand (const RefrainPatternArguments *self,
                                               RefrainPatternOptions *options,
                                               GError **error);
/* The same where only what is one pattern can be said. */
gboolean
refrain_pattern_arguments_understand_scheme (const RefrainPatternArguments *self, GError **error);
/* Makes @options ask for the same, but for those that were not given. @self is understood. */
void
refrain_pattern_arguments_apply (const RefrainPatternArguments *self, RefrainStudyOptions *options);
/* The option that leaves elementary patterns alone, "--keep-tandem", or NULL: composite ones. */
const char *refrain_pattern_arguments_get_elementary (const RefrainPatternArguments *self);
/* Whether composite patterns are meant. */
gboolean refrain_pattern_arguments_are_composite (const RefrainPatternArguments *self);
/* The patterns that are meant, which @study is asked for. *@composites (may be NULL) is a reference
 * to what they are of, or NULL. A new reference; NULL with @error. */
RefrainPatternSet *refrain_pattern_arguments_find (const RefrainPatternArguments *self,
                                                   RefrainStudy *study,
                                                   const RefrainStudyAsk *ask,
                                                   RefrainComposites **composites,
                                                   GError **error);
/* The pattern with this id, owned by @set; NULL with @error, with @path the trace's. */
RefrainPattern *refrain_pattern_arguments_get_pattern (RefrainPatternSet *set,
                                                       int id,
                                                       const char *path,
                                                       GError **error);
