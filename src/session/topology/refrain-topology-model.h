/* refrain-topology-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The topology of what is asked for of a session's run: which messages count, what was found, which
 * of its names is chosen, as a scene to be drawn; and the edge that is selected. It gives the
 * session its order of processes. Main thread only.
 */
#pragma once

#include "refrain-session.h"
#include "refrain-topology-picture.h"

/* Which messages count. */
typedef enum
{
  REFRAIN_TOPOLOGY_OF_RUN,
  REFRAIN_TOPOLOGY_OF_WINDOW, /* the visible one */
  REFRAIN_TOPOLOGY_OF_PHASES, /* those that are selected; all where none is */
  REFRAIN_TOPOLOGY_OF_LIGHT,  /* what is lit up: a pattern, a loop, ...; all where nothing is */
  REFRAIN_TOPOLOGY_OF_COMMUNICATOR, /* one */
} RefrainTopologyScope;

typedef struct
{
  RefrainTopologyScope scope;
  guint communicator; /* index, for the last of these */
  gboolean by_count;  /* messages instead of bytes */
  double threshold;   /* 0 to 1 */
} RefrainTopologySettings;

#define REFRAIN_TYPE_TOPOLOGY_MODEL (refrain_topology_model_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainTopologyModel, refrain_topology_model, REFRAIN, TOPOLOGY_MODEL, GObject)

/* Properties that notify: "answer" (what was found, or its scene), "running", "settings", "lit",
 * "sorted". */
RefrainTopologyModel *refrain_topology_model_new (RefrainSession *session);

/* Looks for the topology, if that was not done yet. */
void refrain_topology_model_start (RefrainTopologyModel *self);
void refrain_topology_model_cancel (RefrainTopologyModel *self);
gboolean refrain_topology_model_is_running (RefrainTopologyModel *self);
/* Why nothing was found last time, or NULL. */
const char *refrain_topology_model_get_problem (RefrainTopologyModel *self);

/* Why the user's own rules were not read, or NULL. */
const char *refrain_topology_model_get_note (RefrainTopologyModel *self);

const RefrainTopologySettings *refrain_topology_model_get_settings (RefrainTopologyModel *self);
/* Looks again, once nothing has changed for a moment. */
void refrain_topology_model_set_settings (RefrainTopologyModel *self,
                                          const RefrainTopologySettings *settings);

/* What was found last, all NULL before; owned by @self. */
RefrainTopology *refrain_topology_model_get_topology (RefrainTopologyModel *self);
RefrainTopologyScene *refrain_topology_model_get_scene (RefrainTopologyModel *self);

/* Which of the names is shown; REFRAIN_TOPOLOGY_NO_NAME: none. */
guint refrain_topology_model_get_choice (RefrainTopologyModel *self);
void refrain_topology_model_choose (RefrainTopologyModel *self, guint choice);

/* Keeps the graph that was found as @name, a topology of the user's own, and looks again. FALSE
 * with
 * @error where it cannot be written, or is known by that name already. */
gboolean
refrain_topology_model_remember (RefrainTopologyModel *self, const char *name, GError **error);

/* How a lattice is seen: its axes turned or mirrored. As it was found again whenever something else
 * is found or chosen. */
const RefrainTopologySymmetry *refrain_topology_model_get_symmetry (RefrainTopologyModel *self);
void refrain_topology_model_set_symmetry (RefrainTopologyModel *self,
                                          const RefrainTopologySymmetry *symmetry);

/* Whether processes are shown by their places in all views. */
gboolean refrain_topology_model_get_sorted (RefrainTopologyModel *self);
void refrain_topology_model_set_sorted (RefrainTopologyModel *self, gboolean sorted);

/* Whether it is shown: else what depends on the visible window and on what is lit up waits
 * until it is. */
void refrain_topology_model_set_watched (RefrainTopologyModel *self, gboolean watched);

/* Those messages, as a matrix, that the user highlighted; or NULL. */
RefrainMatrix *refrain_topology_model_get_lit (RefrainTopologyModel *self);
