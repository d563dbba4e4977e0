/* refrain-loop-lines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines of loop models and event text: without comments and blank lines, taken apart into words.
 * Nothing is copied; all pieces point into the text that is read.
 */
#pragma once

#include "refrain-loop-events.h"

G_BEGIN_DECLS

/* A piece of the text; empty where @at is @end. */
typedef struct
{
  const char *at;
  const char *end;
} RefrainLoopPiece;

#define REFRAIN_LOOP_PIECE_LENGTH(piece) ((gsize) ((piece).end - (piece).at))

/* Where reading stands. */
typedef struct
{
  const char *name; /* of the text, for errors */
  RefrainLoopPiece rest;
  guint64 number; /* of the line that was read last, from 1 */
} RefrainLoopLines;

/* Processes count from 0; a text that names one from here on is refused. */
#define REFRAIN_LOOP_MAX_PROCESSES (1u << 20)

/* The next line that holds anything, without comment and blanks around it; FALSE at the end. */
gboolean refrain_loop_lines_next (RefrainLoopLines *self, RefrainLoopPiece *line);
/* Sets @error to "NAME: line N: CAUSE"; gives FALSE. */
gboolean refrain_loop_lines_fail (const RefrainLoopLines *self,
                                  guint64 number,
                                  GError **error,
                                  const char *cause,
                                  ...) G_GNUC_PRINTF (4, 5);

/* Takes the first word off @piece, and the blanks behind it; FALSE where there is none. */
gboolean refrain_loop_piece_take_word (RefrainLoopPiece *piece, RefrainLoopPiece *word);
gboolean refrain_loop_piece_equals (RefrainLoopPiece piece, const char *text);
/* Reads the whole piece as a number. FALSE where it is none, or too large. */
gboolean refrain_loop_piece_to_int (RefrainLoopPiece piece, gint64 *number);
/* The number of a process. */
gboolean refrain_loop_piece_to_process (RefrainLoopPiece piece, guint32 *process);
/* Takes "tag" or "t" off a tag; what is left is its number, or nothing for 0. */
RefrainLoopPiece refrain_loop_piece_strip_tag (RefrainLoopPiece piece);
/* "?" for one that is not known. */
gboolean refrain_loop_piece_is_unknown (RefrainLoopPiece piece);
/* Appends the processes of "0-3,8"; nothing for "-". FALSE where it is no group, or where there
 * would be more than @max of them. */
gboolean refrain_loop_piece_append_group (RefrainLoopPiece piece, gsize max, GArray *processes);

/* An event's line, taken apart; what may be a number with loop indices is not looked into. */
typedef struct
{
  RefrainLoopEventKind kind;
  guint32 process;        /* in whose trace it stands */
  RefrainLoopPiece peer;  /* SEND, RECV */
  RefrainLoopPiece tag;   /* SEND, RECV, without "tag" */
  RefrainLoopPiece name;  /* SYNC: one word; LOCAL: all words, blanks between as they are */
  RefrainLoopPiece group; /* SYNC */
} RefrainLoopLine;

/* Reads @line as an event. On failure gives the cause, translated. */
gboolean
refrain_loop_line_parse (RefrainLoopPiece line, RefrainLoopLine *event, const char **cause);
/* Its name as a string in @name, with one blank between words. */
void refrain_loop_line_get_name (const RefrainLoopLine *event, GString *name);

G_END_DECLS
