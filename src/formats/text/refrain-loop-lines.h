/* refrain-loop-lines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines of loop models and event text: without comments and blank lines, taken apart into words.
 * Nothing is copied; all pieces point into the text that is read.
 */
#pragma once

#include "refrain-loop-events.h"

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
  gboolean plain; /* event text: a local event holds the rest of its line as it is, no comment */
} RefrainLoopLines;

/* Processes count from 0; a text that names one from here on is refused. */
#define REFRAIN_LOOP_MAX_PROCESSES (1u << 20)

/* The next line that holds anything, without comment and blanks around it; FALSE at the end. */
gboolean refrain_loop_lines_next (RefrainLoopLines *self, RefrainLoopPiece *line);
/* Sets @error to "NAME: line N: CAUSE"; returns FALSE. */
gboolean refrain_loop_lines_fail (const RefrainLoopLines *self,
                                  guint64 number,
                                  GError **error,
                                  const char *cause,
                                  ...) G_GNUC_PRINTF (4, 5);

/* Takes the first word off @piece, and the blanks behind it; FALSE where there is none. */
gboolean refrain_loop_piece_take_word (RefrainLoopPiece *piece, RefrainLoopPiece *word);
/* Whether @piece is just @text. */
gboolean refrain_loop_piece_equals (RefrainLoopPiece piece, const char *text);
/* Reads the whole piece as a number. FALSE where it is none, or too large. */
gboolean refrain_loop_piece_to_int (RefrainLoopPiece piece, gint64 *number);
/* The number of a process. */
gboolean refrain_loop_piece_to_process (RefrainLoopPiece piece, guint32 *process);
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
  RefrainLoopPiece tag;   /* SEND, RECV: a word */
  RefrainLoopPiece name;  /* SYNC: one word; LOCAL: all words, blanks between as they are */
  RefrainLoopPiece group; /* SYNC */
} RefrainLoopLine;

/* Reads @line as an event. On failure returns the cause, translated. */
gboolean
refrain_loop_line_parse (RefrainLoopPiece line, RefrainLoopLine *event, const char **cause);
/* Its name as a string in @name; out of a model, words that are quoted for its sake are not. */
void refrain_loop_line_get_name (const RefrainLoopLine *event, gboolean is_model, GString *name);

/* In a model, a word stands in quotes that could be taken for something else: a tag for a number
 * with loop indices, a word of a local event for a comment. What stands in quotes although it could
 * not is a word with quotes. */
typedef gboolean (*RefrainLoopUnclear) (RefrainLoopPiece word);
gboolean refrain_loop_tag_is_unclear (RefrainLoopPiece word);
/* Takes the quotes off, where these were needed. */
RefrainLoopPiece refrain_loop_piece_unquote (RefrainLoopPiece word, RefrainLoopUnclear is_unclear);
/* Appends @word, in quotes where these are needed. */
void refrain_loop_piece_append_quoted (RefrainLoopPiece word,
                                       RefrainLoopUnclear is_unclear,
                                       GString *text);
/* Appends the words of @piece and the blanks between; quotes them, or takes quotes off. */
void refrain_loop_piece_append_words (RefrainLoopPiece piece, gboolean quote, GString *text);
