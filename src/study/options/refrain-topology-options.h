/* refrain-topology-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The options that say how a topology is looked for: the same for every command that names one.
 */
#pragma once

#include "refrain-study-options.h"

/* As the user typed them. */
typedef struct
{
  double threshold, seconds;
  gboolean by_count;
  char **rules;
} RefrainTopologyArguments;

#define REFRAIN_TOPOLOGY_ARGUMENTS_INIT                                                            \
  {                                                                                                \
    .threshold = 0.05, .seconds = 10                                                               \
  }

void refrain_topology_arguments_clear (RefrainTopologyArguments *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainTopologyArguments, refrain_topology_arguments_clear)

/* clang-format off */
#define REFRAIN_TOPOLOGY_ENTRIES(arguments)                                                        \
  { "threshold", 0, 0, G_OPTION_ARG_DOUBLE, &(arguments).threshold,                                \
    N_ ("Hide edges below this share of the largest one (default: 0.05)"), N_ ("SHARE") },         \
  { "by-count", 0, 0, G_OPTION_ARG_NONE, &(arguments).by_count,                                    \
    N_ ("Compare messages instead of bytes"), NULL },                                              \
  { "rules", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(arguments).rules,                                \
    N_ ("Add the topologies of this file"), N_ ("FILE") },                                         \
  { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &(arguments).seconds,                                    \
    N_ ("Search for at most this time in seconds (default: 10)"), N_ ("S") }
/* clang-format on */

/* The user's own file of rules: in the data folder. Free with g_free(). */
char *refrain_topology_arguments_get_own_path (void);
/* Checks the numbers and reads the rules: those of the files given and the user's own, in this
 * order; @options->rules is to be freed with g_clear_object(). A slip in the user's own file is no
 * error but a sentence in *@warning (NULL; to be freed with g_free()). FALSE with @error. */
gboolean refrain_topology_arguments_understand (const RefrainTopologyArguments *self,
                                                RefrainTopologyOptions *options,
                                                char **warning,
                                                GError **error);
/* The defaults of a study with these options of its topology. Free with
 * refrain_study_options_unref(). */
RefrainStudyOptions *refrain_topology_options_make_study (const RefrainTopologyOptions *options);
/* A sentence for each file of rules that has terms without a value for @n processes. Free with
 * g_strfreev(). */
char **refrain_topology_arguments_warn (const RefrainTopologyArguments *self, guint n);
/* "4x2 grid": as JSON has it. Free with g_free(). */
char *refrain_topology_make_plain_name (const char *name);
