/* refrain-pattern-template.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A communication pattern to look for: what each process does. Made for a grid of processes, read
 * from a file, or taken from a trace.
 */
#pragma once

#include "refrain-pattern.h"

/* No template has more processes or events. */
#define REFRAIN_TEMPLATE_MAX_PROCESSES (1u << 20)
#define REFRAIN_TEMPLATE_MAX_EVENTS    (1u << 24)

/* A send or receive of one process. Events of one step may come in any order (they stand next to
 * each other); steps do not decrease. */
typedef struct
{
  gboolean send;
  guint32 peer;
  guint32 step;
} RefrainTemplateEvent;

/* A pattern to look for: for each process its events. A process without events takes no part; every
 * message between two that take part has its send and its receive. */
typedef struct _RefrainPatternTemplate RefrainPatternTemplate;
struct _RefrainPatternTemplate
{
  guint n_processes;
  GArray **events; /* n_processes arrays of RefrainTemplateEvent */
  char *name;
  RefrainPatternTemplate *next; /* the same events in another order that counts too, or NULL */
};

/* Without events. Takes @name. Free with refrain_pattern_template_free(), as all that give one. */
RefrainPatternTemplate *refrain_pattern_template_new (guint n_processes, char *name);
/* Frees @self and those that follow it. */
void refrain_pattern_template_free (RefrainPatternTemplate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainPatternTemplate, refrain_pattern_template_free)

/* Adds an event behind those that @process has; @step is no less than theirs. */
void refrain_pattern_template_add (
    RefrainPatternTemplate *self, guint process, gboolean send, guint peer, guint step);
/* Of all processes. O(processes). */
guint64 refrain_pattern_template_count_events (const RefrainPatternTemplate *self);
/* How many processes take part. */
guint refrain_pattern_template_count_members (const RefrainPatternTemplate *self);
/* FALSE with @error naming the first two processes that take part and disagree on how many messages
 * go from one to the other. O(events · log events). */
gboolean refrain_pattern_template_check (const RefrainPatternTemplate *self, GError **error);

/* ---- Generated for a grid of processes; ranks are row-major ----
 *
 * @dims has @n_dims extents, each at least 1. All return NULL if the pattern would have more than
 * REFRAIN_TEMPLATE_MAX_EVENTS events or REFRAIN_TEMPLATE_MAX_PROCESSES processes. */

/* Whether process @rank stands in a corner of the grid. */
gboolean refrain_template_is_corner (const guint *dims, guint n_dims, guint rank);
/* A sweep from the corner @origin: each process receives from its neighbours on that side, in any
 * order, then sends to those on the other (Alawneh 2012, Figure 4.2 and Table 4.6). */
RefrainPatternTemplate *refrain_template_wavefront (const guint *dims, guint n_dims, guint origin);
/* Each process exchanges a message with each neighbour: one dimension after the other, from the
 * last or from the first, in any order within each; or all sends before all receives, or after
 * them. (All events in any order would be too loose: the end of a sweep and the beginning of the
 * sweep back are such a set.) With @periodic the grid is closed; where it is two processes wide
 * they then exchange two messages. */
RefrainPatternTemplate *
refrain_template_stencil (const guint *dims, guint n_dims, gboolean periodic);
/* Each process sends to the next and receives from the one before, in any order. */
RefrainPatternTemplate *refrain_template_ring (guint n);
/* In round r each process exchanges a message with the one whose rank differs in bit r, if there is
 * one (Alawneh 2012, Figure 4.3b). */
RefrainPatternTemplate *refrain_template_butterfly (guint n);
/* Towards process 0: in round r, those whose rank is an odd multiple of 2^r send to the one 2^r
 * below (Alawneh 2012, Figure 4.3a); a process may receive from its children in any order. With
 * @broadcast the other way round. */
RefrainPatternTemplate *refrain_template_binary_tree (guint n, gboolean broadcast);
/* Process (r, c) of rows × columns sends to the process with rank c · rows + r, if that is another.
 */
RefrainPatternTemplate *refrain_template_transpose (guint rows, guint columns);
/* Each process exchanges a message with each other one, in any order. */
RefrainPatternTemplate *refrain_template_all_to_all (guint n);

/* ---- From elsewhere ---- */

/* Reads a pattern: a line a process, "0: S1 S4" (processes count from 0) or "P1: S2 S5" (from 1,
 * events too); "S1x3" is three times S1, "(S1 R4)x6" six times what the brackets hold, "{R1 R4}"
 * may come in any order, "#" begins a comment. Or a table of refrain_pattern_write_table(), as text
 * or comma-separated. Or JSON: {"events": {"0": ["S1", "S4"], …}}, as `refrain-cli patterns --json`
 * prints a pattern; "counts" beside it tells how often each stands in a row.
 * @source names the text in errors, which are one sentence with the line. */
RefrainPatternTemplate *
refrain_template_parse (const char *text, gsize length, const char *source, GError **error);
/* The same from a file of at most 64 MiB. */
RefrainPatternTemplate *refrain_template_load (const char *path, GError **error);
/* What the processes of an occurrence do: elements of @symbols, in their order. Sends and receives
 * alone; their peers must be known. Takes @name. NULL when it is too large. */
RefrainPatternTemplate *refrain_template_from_parts (RefrainSymbols *symbols,
                                                     const RefrainOccurrencePart *parts,
                                                     gsize n_parts,
                                                     char *name);
/* The same of the operations @chosen, each process' in the order of its stream. What is no message
 * is left out, and so is a message between two processes that take part of which one end alone was
 * chosen; @left_out tells how many operations that are. Takes @name. NULL when it is too large; may
 * have no event. O(operations of the processes that take part). */
RefrainPatternTemplate *refrain_template_from_ops (RefrainSymbols *symbols,
                                                   const RefrainOpSet *chosen,
                                                   char *name,
                                                   guint64 *left_out);
/* By how many ranks @self may be shifted so that it still lies within @n_processes. */
void refrain_pattern_template_get_shifts (const RefrainPatternTemplate *self,
                                          guint n_processes,
                                          gint64 *least,
                                          gint64 *most);
/* @self with each rank @by higher; @by must be one of the shifts above. O(events). */
RefrainPatternTemplate *
refrain_pattern_template_shift (const RefrainPatternTemplate *self, guint n_processes, gint64 by);
