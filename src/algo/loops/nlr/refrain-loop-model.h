/* refrain-loop-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A loop model: the events of one process or of all as nested loops (Ketterlin et al. 2014, III-A).
 * Immutable, reference-counted; any thread may read it.
 *
 * Constructs stand in document order: a loop is followed by its body. The bodies' order is a
 * topological order of the paper's links T: read for one process, it is that process' order of
 * events; constructs of processes that have nothing to do with each other stand in any order.
 */
#pragma once

#include "refrain-loop-events.h"
#include "refrain-team.h"

typedef enum
{
  REFRAIN_CONSTRUCT_EVENT,
  REFRAIN_CONSTRUCT_LOOP,       /* `for i0 = 1 to count ... done` */
  REFRAIN_CONSTRUCT_DEFINITION, /* `define A ... done`: a body that others use, itself not run */
  REFRAIN_CONSTRUCT_USE,        /* `use A`: stands for the definition's body */
} RefrainConstructKind;

/* constant + sum of coefficient x index of the loop at that depth, indices from 1. */
typedef struct
{
  gint64 constant;
  guint32 first; /* of its terms, in the model's table of terms */
  guint32 n;
} RefrainAffine;

typedef struct
{
  guint32 depth; /* of the loop: 0 for an outermost one, or the outermost one of a definition */
  gint64 coefficient;
} RefrainAffineTerm;

typedef struct
{
  RefrainConstructKind kind;
  guint32 parent;  /* the loop or definition whose body it stands in, or REFRAIN_NONE */
  guint32 end;     /* the first construct after it and its body */
  guint32 depth;   /* loops around it, up to the definition or the top: its own index for a LOOP */
  guint32 process; /* EVENT: whose it is; else REFRAIN_NONE */
  guint32 what;    /* EVENT: index of its shape; USE: the DEFINITION construct (an earlier one);
                      DEFINITION: its number from 0, for its name */
  RefrainAffine number[2]; /* EVENT: peer and tag; LOOP: its count, at least 0 in every iteration */
} RefrainConstruct;

#define REFRAIN_CONSTRUCT_COUNT(construct) (&(construct)->number[0])
#define REFRAIN_CONSTRUCT_PEER(construct)  (&(construct)->number[0])
#define REFRAIN_CONSTRUCT_TAG(construct)   (&(construct)->number[1])

/* Two events of one body that exchange messages (or take part in the same collective operation),
 * iteration by iteration: from a send to its receive. */
typedef struct
{
  guint32 from;
  guint32 to;
} RefrainConstructLink;

#define REFRAIN_TYPE_LOOP_MODEL (refrain_loop_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainLoopModel, refrain_loop_model, REFRAIN, LOOP_MODEL, GObject)

/* The streams whose shapes, names and groups the model refers to. */
RefrainLoopEvents *refrain_loop_model_get_events (RefrainLoopModel *self);
const RefrainConstruct *refrain_loop_model_get_constructs (RefrainLoopModel *self, guint32 *n);
const RefrainConstructLink *refrain_loop_model_get_links (RefrainLoopModel *self, gsize *n);
/* The terms of an affine expression of this model. */
const RefrainAffineTerm *
refrain_loop_model_get_affine_terms (RefrainLoopModel *self, const RefrainAffine *affine);
/* Its value where the loops around have the indices @index (by depth). Sums wrap, no error. */
gint64 refrain_loop_model_evaluate (RefrainLoopModel *self,
                                    const RefrainAffine *affine,
                                    const gint64 *index);
/* The deepest loop nest: how long @index must be. */
guint32 refrain_loop_model_get_depth (RefrainLoopModel *self);
/* "A", "B", ..., "Z", "AA", ...: the name of definition @number. Free with g_free(). */
char *refrain_loop_model_get_definition_name (guint32 number);

/* The next construct of the same body, or one that is not in it: its `parent` tells. */
#define REFRAIN_CONSTRUCT_NEXT(constructs, i) ((constructs)[i].end)

/* ---- What a model says ---------------------------------------------------------------------- */

/* The processes that have events in @construct, itself or in its body, as bits of @n words, of
 * which the first is of the 64 processes from 64 * @first on; there are no others. Computed once,
 * in O(events x depth) and as many words as constructs have from their first process to their last.
 */
const guint64 *
refrain_loop_model_get_coverage (RefrainLoopModel *self, guint32 construct, gsize *first, gsize *n);
gboolean refrain_loop_model_covers (RefrainLoopModel *self, guint32 construct, guint process);

/* Events that each construct stands for over the whole run, all iterations of the loops around it
 * included; a definition counts what its uses give. Computed once. */
const guint64 *refrain_loop_model_get_n_events (RefrainLoopModel *self);

/* Called for each event of @process in order, with the indices of the loops around its construct
 * (those of the definition it stands in, if any). FALSE ends it. */
typedef gboolean (*RefrainLoopVisitFunc) (const RefrainLoopEvent *event,
                                          guint32 construct,
                                          const gint64 *index,
                                          gpointer data);

/* Runs the model for @process. FALSE where @func ended it. O(events + constructs that cover it). */
gboolean refrain_loop_model_run (RefrainLoopModel *self,
                                 guint process,
                                 RefrainLoopVisitFunc func,
                                 gpointer data);

typedef struct
{
  guint64 events;          /* that the model stands for */
  guint64 events_in_loops; /* ... inside a loop */
  guint64 events_shared;   /* ... inside a definition used at least twice, but no loop */
  guint32 n_terms;         /* events, loops and uses written, definitions' bodies once */
  guint32 n_loops;
  guint32 n_definitions;
} RefrainLoopModelSize;

void refrain_loop_model_measure (RefrainLoopModel *self, RefrainLoopModelSize *size);
/* The same for the events of one process. */
void refrain_loop_model_measure_process (RefrainLoopModel *self,
                                         guint process,
                                         RefrainLoopModelSize *size);

/* ---- Making one ------------------------------------------------------------------------------ */

typedef struct _RefrainLoopModelBuilder RefrainLoopModelBuilder;

RefrainLoopModelBuilder *refrain_loop_model_builder_new (RefrainLoopEvents *events);
void refrain_loop_model_builder_free (RefrainLoopModelBuilder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainLoopModelBuilder, refrain_loop_model_builder_free)
/* An affine number; @terms (by rising depth, no coefficient 0) are copied. */
RefrainAffine refrain_loop_model_builder_affine (RefrainLoopModelBuilder *self,
                                                 gint64 constant,
                                                 const RefrainAffineTerm *terms,
                                                 guint32 n);
/* Each returns the index of the construct. A loop and a definition are open until they are closed;
 * definitions stand outside everything and before their uses. */
guint32 refrain_loop_model_builder_add_event (RefrainLoopModelBuilder *self,
                                              guint process,
                                              guint32 shape,
                                              RefrainAffine peer,
                                              RefrainAffine tag);
guint32 refrain_loop_model_builder_open_loop (RefrainLoopModelBuilder *self, RefrainAffine count);
guint32 refrain_loop_model_builder_open_definition (RefrainLoopModelBuilder *self);
void refrain_loop_model_builder_close (RefrainLoopModelBuilder *self);
guint32 refrain_loop_model_builder_add_use (RefrainLoopModelBuilder *self, guint32 definition);
void refrain_loop_model_builder_add_link (RefrainLoopModelBuilder *self, guint32 from, guint32 to);
/* Returns the model; the builder is then only good for freeing. */
RefrainLoopModel *refrain_loop_model_builder_finish (RefrainLoopModelBuilder *self);

/* A model as bytes behind those of @parcel, and such a one of equal @events. O(constructs). */
void refrain_loop_model_pack (RefrainLoopModel *self, GByteArray *parcel);
RefrainLoopModel *refrain_loop_model_unpack (RefrainParcel *parcel, RefrainLoopEvents *events);
