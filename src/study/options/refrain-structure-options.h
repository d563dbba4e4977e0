/* refrain-structure-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How events become sequences and loops, as options of several commands.
 */
#pragma once

#include "refrain-outermost.h"

/* As they were written; { 0 } at first. */
typedef struct
{
  char *events, *fields, *outer;
} RefrainStructureArguments;

/* clang-format off */
#define REFRAIN_STRUCTURE_ENTRIES(arguments)                                                       \
  { "events", 0, 0, G_OPTION_ARG_STRING, &(arguments).events,                                      \
    N_ ("Events to use: mpi or all (default)"), N_ ("WHICH") },                                    \
  { "fields", 0, 0, G_OPTION_ARG_STRING, &(arguments).fields,                                      \
    N_ ("Fields that distinguish events (default: peer,tag,comm,size)"), N_ ("FIELDS") },          \
  { "outer", 0, 0, G_OPTION_ARG_STRING, &(arguments).outer,                                        \
    N_ ("Method for outer loops: cover (default) or pairs"), N_ ("HOW") }
/* clang-format on */

void refrain_structure_arguments_clear (RefrainStructureArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainStructureArguments, refrain_structure_arguments_clear)

/* The first of them that was given, "--outer"; NULL for none. */
const char *refrain_structure_arguments_get_first (const RefrainStructureArguments *self);
/* FALSE with @error where they are none. */
gboolean refrain_structure_arguments_understand (const RefrainStructureArguments *self,
                                                 RefrainStructureOptions *options,
                                                 GError **error);
