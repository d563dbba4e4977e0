/* refrain-program.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The run on one page: one program text over directions for all processes, from which each process'
 * stream comes back, event for event. Immutable.
 *
 * A program is a tree of lines. A process goes through it from the top and does what a line says
 * if the line's guard holds for it and if it has the neighbour the line names; so the i-th
 * operation that it meets is the i-th element of its stream, and an operation has a line.
 */
#pragma once

#include "refrain-guard.h"
#include "refrain-loop-events.h"
#include "refrain-op-set.h"

typedef enum
{
  REFRAIN_LINE_REPEAT, /* the body `count` times */
  REFRAIN_LINE_DEFINE, /* a definition: the body, where it is used */
  REFRAIN_LINE_USE,    /* the body of `definition` */
  REFRAIN_LINE_SEND,   /* to each direction in turn */
  REFRAIN_LINE_RECV,   /* from the neighbour in each direction in turn */
  REFRAIN_LINE_SWAP,   /* send to each direction, then receive from each, in the same order */
  REFRAIN_LINE_SHIFT,  /* for each direction: send there, then receive from the opposite one */
  REFRAIN_LINE_SYNC,   /* a collective operation */
  REFRAIN_LINE_LOCAL,  /* an event without meaning, kept as its text */
} RefrainLineKind;

/* A line; the tree in preorder: definitions first, then the program. */
typedef struct
{
  RefrainLineKind kind;
  guint32 parent;          /* the REPEAT or DEFINE in whose body it stands, or REFRAIN_NONE */
  guint32 end;             /* one behind the last line of its body; without a body: line + 1 */
  guint32 definition;      /* USE: the line of the DEFINE; DEFINE: its number, from 0 */
  guint64 count;           /* REPEAT */
  guint32 guard;           /* number of a guard; 0: every process */
  guint32 first_direction; /* SEND to SHIFT: where its directions begin in get_line_directions() */
  guint32 n_directions;
  guint32 tag;   /* SEND to SHIFT: number of a tag rule */
  guint32 name;  /* SYNC, LOCAL: name of the events (refrain_loop_events_get_name()) */
  guint32 group; /* SYNC: number of a group rule */
  guint32 index; /* REPEAT: which name its index has in the text, from 0; REFRAIN_NONE where no tag
                    depends on it */
} RefrainProgramLine;

typedef enum
{
  REFRAIN_STEP_OFFSET,  /* a vector on a grid or torus */
  REFRAIN_STEP_MAPPING, /* another kind of topology's direction */
  REFRAIN_STEP_SELF,
  REFRAIN_STEP_RANK,    /* to one process, by its rank */
  REFRAIN_STEP_UNKNOWN, /* the trace does not tell the other process */
} RefrainStepKind;

/* Where a message goes, as seen from the process. Every direction of the mapping that the program
 * uses, longer offsets on grids, and single processes where the topology has no such step. */
typedef struct
{
  RefrainStepKind kind;
  char *name;           /* "+x", "-2y", "*z", "parent", "rank 3" */
  gint32 number;        /* MAPPING: the mapping's direction; RANK: the process */
  gint32 opposite;      /* the direction back, or -1 */
  gboolean is_hub;      /* RANK: all messages of a kind go there, or come from there */
  const gint32 *offset; /* OFFSET: one a dimension of the mapping, the shortest where wrapped */
} RefrainDirection;

typedef enum
{
  REFRAIN_TAG_BY_DIRECTION, /* as get_direction_tag() says: the header of the text tells */
  REFRAIN_TAG_CONSTANT,     /* value */
  REFRAIN_TAG_NAMED,        /* the text of an event file: value is a name of the events */
  REFRAIN_TAG_PLACE,        /* value + factor × the process' rank */
  REFRAIN_TAG_PEER,         /* value + factor × the other process' rank */
  REFRAIN_TAG_COORDINATES,  /* value + the sum of coefficients × coordinates */
  REFRAIN_TAG_TABLE,        /* by process */
} RefrainTagKind;

/* The tag of a line's messages. To CONSTANT, PLACE, PEER and COORDINATES may come a sum over the
 * repeats around the line: a coefficient times the index of each, which counts from 0. A line in a
 * definition depends on repeats of that definition only. */
typedef struct
{
  RefrainTagKind kind;
  gint32 value;
  gint32 factor;
  const gint32 *numbers; /* COORDINATES: a coefficient a dimension; TABLE: a tag a process */
  guint32 n_loops;
  const gint32 *loops; /* a coefficient a repeat, that of the innermost first, the last not 0 */
} RefrainTagRule;

typedef enum
{
  REFRAIN_GROUP_ALL,
  REFRAIN_GROUP_ALONG, /* who differs from the process on the axes of `axes` only */
  REFRAIN_GROUP_SELF,
  REFRAIN_GROUP_LIST, /* the processes of `group` */
} RefrainGroupKind;

/* Who takes part in a collective. */
typedef struct
{
  RefrainGroupKind kind;
  guint32 axes;  /* ALONG: bit a for axis a of the mapping */
  guint32 group; /* LIST: group of the events */
} RefrainGroupRule;

/* How much there is. */
typedef struct
{
  gsize bytes;          /* of the text */
  guint64 n_operations; /* of all processes */
  guint64 n_exceptions; /* of these, which stand under a list of ranks or name a rank as peer */
  guint32 n_steps;      /* distinct steps (what messages and collectives tie) */
  guint64 n_all_steps;  /* ... and how often one is done */
  guint32 n_guarded;    /* lines with a guard */
  gboolean irregular;   /* a look at the beginning showed that the processes follow no program: what
                           is written is little shorter than the run */
} RefrainProgramFacts;

#define REFRAIN_TYPE_PROGRAM (refrain_program_get_type ())
G_DECLARE_FINAL_TYPE (RefrainProgram, refrain_program, REFRAIN, PROGRAM, GObject)

/* The program of the run @events on @mappings (of RefrainMapping, of as many processes): the
 * mapping and the way to cut phases that give the shortest text, those in rank order beside.
 * Without any (NULL or 0), and where none in rank order fits, those of the run's topology are
 * tried, however the ranks are numbered: the text's first line then tells which rank is where. NULL
 * with @error when cancelled. Near-linear in the operations. */
RefrainProgram *refrain_program_new (RefrainLoopEvents *events,
                                     RefrainMapping *const *mappings,
                                     gsize n_mappings,
                                     GCancellable *cancellable,
                                     GError **error);

RefrainLoopEvents *refrain_program_get_events (RefrainProgram *self);
RefrainMapping *refrain_program_get_mapping (RefrainProgram *self);
/* Whether that is a ring that messages do not go round: only how peers are numbered. */
gboolean refrain_program_is_axis (RefrainProgram *self);
const RefrainProgramFacts *refrain_program_get_facts (RefrainProgram *self);

/* What these return belongs to @self. */
const RefrainProgramLine *refrain_program_get_lines (RefrainProgram *self, guint32 *n);
/* The first line behind the definitions: the program itself are the lines from there on whose
 * parent is REFRAIN_NONE. */
guint32 refrain_program_get_start (RefrainProgram *self);
/* The numbers of directions that @line names. */
const guint32 *refrain_program_get_line_directions (RefrainProgram *self, guint32 line, guint32 *n);
const RefrainDirection *refrain_program_get_directions (RefrainProgram *self, guint32 *n);
const RefrainGuard *refrain_program_get_guard (RefrainProgram *self, guint32 guard);
const RefrainTagRule *refrain_program_get_tag_rule (RefrainProgram *self, guint32 tag);
const RefrainGroupRule *refrain_program_get_group_rule (RefrainProgram *self, guint32 group);

/* ---- What a process does -------------------------------------------------------------------- */

/* The process that lies in @direction of @process, or -1. O(dimensions). */
gint64 refrain_program_get_neighbour (RefrainProgram *self, guint32 direction, guint process);
/* Whether @process does @line where it comes there. O(1). */
gboolean refrain_program_takes (RefrainProgram *self, guint32 line, guint process);
/* BY_DIRECTION: the rule (CONSTANT or NAMED) of messages that are sent in @direction, or of those
 * that are received from there; NULL where there are none. */
const RefrainTagRule *
refrain_program_get_direction_tag (RefrainProgram *self, guint32 direction, gboolean send);
/* Operations that @process does each time it comes to @line: of a repeat all turns of its body.
 * O(lines) at the first call for a process. */
guint64 refrain_program_get_n_operations (RefrainProgram *self, guint32 line, guint process);

/* One operation of a walk. */
typedef struct
{
  gsize element;     /* index in the stream of the process */
  guint32 line;      /* the line that says so */
  guint32 position;  /* which of that line's operations: SEND and RECV: its direction in the line;
                        SWAP: of n directions, i sends to the i-th, n + i receives from it; SHIFT: 2i
                        sends to the i-th, 2i + 1 receives from its opposite; else 0 */
  gboolean send;     /* a send; else a receive, or a collective of SYNC */
  guint32 direction; /* REFRAIN_NONE for SYNC and LOCAL */
  RefrainLoopEvent event;
} RefrainProgramStep;

/* Returns FALSE to stop. */
typedef gboolean (*RefrainProgramFunc) (const RefrainProgramStep *step, gpointer data);

/* Expands the program for @process: exactly its stream. FALSE where @func stopped it. O(operations
 * + lines that are passed over). */
gboolean
refrain_program_run (RefrainProgram *self, guint process, RefrainProgramFunc func, gpointer data);

/* A turn of a REPEAT or what a USE stood for is over: elements [@first, @end) of the stream. */
typedef void (*RefrainProgramPieceFunc) (guint32 line, gsize first, gsize end, gpointer data);

/* The same, and @piece (may be NULL) hears of each turn and use that was not empty, inner ones
 * first. */
gboolean refrain_program_run_pieces (RefrainProgram *self,
                                     guint process,
                                     RefrainProgramFunc func,
                                     RefrainProgramPieceFunc piece,
                                     gpointer data);

/* ---- From lines to operations and back ------------------------------------------------------- */

/* The line of element @element of the stream of @process; @path (may be NULL) gets the lines around
 * it (of guint32), outermost first, uses and their definitions included, itself last.
 * O(lines). */
guint32
refrain_program_find_line (RefrainProgram *self, guint process, gsize element, GArray *path);
/* The same of an operation's row; REFRAIN_NONE where the stream does not hold it. O(stream). */
guint32 refrain_program_find_line_of_op (RefrainProgram *self, guint process, guint32 op);
/* The operations of @line, those of its body included, of all processes; NULL where the events come
 * from no trace. O(operations). */
RefrainOpSet *refrain_program_get_ops (RefrainProgram *self, guint32 line);

/* ---- Text ------------------------------------------------------------------------------------ */

/* Where a line stands in the text; a line of text may hold several, and a body may stand behind the
 * line that opens it. */
typedef struct
{
  gsize from, to; /* bytes of "send +x tag2 if x=0" or "repeat 10:", without what is in the body */
  guint32 row;    /* of the text, from 0 */
  guint32 indent;
} RefrainProgramPlace;

/* The text; @places (may be NULL) gets one RefrainProgramPlace a line. Free with g_free(). */
char *refrain_program_dup_text (RefrainProgram *self, RefrainProgramPlace **places);
/* The text as a LaTeX listing, for the package alltt, which comes with LaTeX. Free with g_free().
 */
char *refrain_program_dup_latex (RefrainProgram *self);
/* What @line says, without its body: "repeat 10:", "send +x tag2 if x=0". Free with g_free(). */
char *refrain_program_dup_line (RefrainProgram *self, guint32 line);

/* The program in few words, for where there is little room. */
typedef struct
{
  char *head;   /* topology and tags: "2×4 grid (y×x); tags tag0" */
  char **lists; /* the lists of directions that have names: "D1 = -x +x"; NULL at the end */
  char **lines; /* of each line what it says, without its body: "swap D1", "send -z -y -x … (13)" */
} RefrainProgramBrief;

/* Lists of directions by their names, those without a name that hold more than
 * REFRAIN_PROGRAM_FEW and guards of more than @most_guard letters cut. O(text). */
RefrainProgramBrief *refrain_program_dup_brief (RefrainProgram *self, guint most_guard);
void refrain_program_brief_free (RefrainProgramBrief *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainProgramBrief, refrain_program_brief_free)

/* So many directions are read at a glance. */
#define REFRAIN_PROGRAM_FEW 4
