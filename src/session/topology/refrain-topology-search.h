/* refrain-topology-search.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What refrain-topology-model.c has a worker thread do: from what is asked for to a scene.
 */
#pragma once

#include "refrain-topology-model.h"

/* What is asked for, as the session knows it when the search begins. */
typedef struct
{
  RefrainTrace *trace;
  RefrainStudy *study;
  RefrainStudyOptions *options;
  RefrainTopologySettings settings;
  RefrainMatrix *matrix; /* if it was counted already, else NULL */
  RefrainTime start, end;
  RefrainPhases *phases; /* or NULL */
  GArray *nodes;         /* of guint32: the segments whose operations are counted; or NULL */
  RefrainOpSet *ops;     /* what is lit up, or NULL */
  guint choice;
} RefrainTopologySearch;

typedef struct
{
  RefrainMatrix *matrix;
  RefrainTopology *topology;
  RefrainTopologyScene *scene;
  guint choice;
  char *note; /* why the user's own rules were not read, or NULL */
} RefrainTopologyAnswer;

void refrain_topology_search_free (gpointer data);
void refrain_topology_answer_free (gpointer data);
/* A RefrainJobFunc: @data is a RefrainTopologySearch, the result a RefrainTopologyAnswer. */
gpointer refrain_topology_search_run (RefrainJob *job, gpointer data, GError **error);
/* The file of the user's own topologies, which the command line knows, too. Free with g_free(). */
char *refrain_topology_search_get_rules_path (void);
