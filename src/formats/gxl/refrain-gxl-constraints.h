/* refrain-gxl-constraints.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The constraints that no trace in memory can break, but a document (Alawneh 2012, appendix A:
 * those on the model): told by the parser of each element, it remembers of each node what it is,
 * about a byte, and tells what is wrong as defects of the kind broken-constraint.
 */
#pragma once

#include "refrain-trace-builder.h"

typedef struct _RefrainGxlConstraints RefrainGxlConstraints;

RefrainGxlConstraints *refrain_gxl_constraints_new (void);
void refrain_gxl_constraints_free (RefrainGxlConstraints *self);

/* What the parser finds: a node begins and ends; an edge, of which ends and class follow; a type of
 * what was begun last; an attribute with its value. Strings need not be terminated. */
void refrain_gxl_constraints_begin_node (RefrainGxlConstraints *self, const char *id, gsize length);
void refrain_gxl_constraints_end_node (RefrainGxlConstraints *self);
void refrain_gxl_constraints_begin_edge (RefrainGxlConstraints *self);
void
refrain_gxl_constraints_end_edge (RefrainGxlConstraints *self, const char *from, const char *to);
void refrain_gxl_constraints_set_type (RefrainGxlConstraints *self, const char *name, gsize length);
void refrain_gxl_constraints_begin_attribute (RefrainGxlConstraints *self,
                                              const char *name,
                                              gsize length);
void
refrain_gxl_constraints_add_value (RefrainGxlConstraints *self, const char *text, gsize length);
void refrain_gxl_constraints_end_attribute (RefrainGxlConstraints *self);

/* Everything was told: gives @builder a defect for each constraint that is broken. O(edges whose
 * ends came later, and occurrences of patterns). */
void refrain_gxl_constraints_tell (RefrainGxlConstraints *self, RefrainTraceBuilder *builder);
