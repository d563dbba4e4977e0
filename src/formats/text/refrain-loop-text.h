/* refrain-loop-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loop models and their events as text, in the form of Ketterlin et al. 2014 (II-B and Figure 3):
 *
 *   0 sync MPI_Barrier 0-15
 *   for i0 = 1 to 249
 *     for i1 = 1 to 2*i0-1
 *       0 send i1 tag2
 *     done
 *     1 recv 0 tag1
 *   done
 *
 * Loop variables are named by their depth. `define A ... done` gives a body a name that `use A`
 * stands for. A peer that is not known is `?`, a group without members `-`. What follows `//` at
 * the beginning of a word is a comment.
 */
#pragma once

#include "refrain-loop-model.h"

/* ---- Writing ---- */

/* "0-3,8,10-12": @processes ascending. */
void refrain_loop_text_append_group (GString *text, const guint32 *processes, gsize n);
/* A name that no reader takes for something else: words of visible characters, of which none begins
 * a comment; in one word where @one_word. */
void refrain_loop_text_append_name (GString *text, const char *name, gboolean one_word);
/* An event of @process, without a line's end: "0 send 1 tag2", "1 recv 0 tag1". */
void refrain_loop_text_append_event (GString *text,
                                     RefrainLoopEvents *events,
                                     guint process,
                                     const RefrainLoopEvent *event);
/* The local events of @process from element *@at of its stream on, a line each, up to the next that
 * is not local; *@at is the one behind that. */
void refrain_loop_text_append_locals (GString *text,
                                      RefrainLoopEvents *events,
                                      guint process,
                                      gsize *at);
/* The line of a construct, without indentation and line's end: "for i1 = 1 to 62", "use A". */
void refrain_loop_text_append_construct (GString *text, RefrainLoopModel *model, guint32 construct);

/* Takes a piece of text; FALSE ends the writing. */
typedef gboolean (*RefrainLoopTextFunc) (const char *text, gsize n, gpointer data);
/* May add to the line of a construct what is to be told about it; the line is indented by @indent
 * spaces. */
typedef void (*RefrainLoopTextNote) (GString *line, guint32 construct, guint indent, gpointer data);

/* Writes @model line by line. @note may be NULL. FALSE where @func ended it. O(constructs). */
gboolean refrain_loop_text_write (RefrainLoopModel *model,
                                  RefrainLoopTextNote note,
                                  gpointer note_data,
                                  RefrainLoopTextFunc func,
                                  gpointer data);
/* The same with a line for processes in a row that do the same at the same place:
 * "0-63: sync MPI_Barrier 0-63", "1-7: recv from 0 tag1" ("from" may be left out), "0-6: send +1
 * tag5" (to the next). */
gboolean
refrain_loop_text_write_folded (RefrainLoopModel *model, RefrainLoopTextFunc func, gpointer data);
/* One such line: the end of the constructs that stand in it from @first on; and its text, without
 * indentation and line's end. Of one construct, that of the construct. O(constructs in it). */
guint32 refrain_loop_text_find_line_end (RefrainLoopModel *model, guint32 first);
void
refrain_loop_text_append_line (GString *text, RefrainLoopModel *model, guint32 first, guint32 end);
/* The length of the whole text in bytes. */
gsize refrain_loop_text_measure (RefrainLoopModel *model);

/* ---- Reading ---- */

/* The most events and iterations that a model may stand for to be read. */
#define REFRAIN_LOOP_TEXT_MAX_EVENTS (G_GUINT64_CONSTANT (1) << 40)

/* Reads the model in the file @path. Loop variables may have any name and begin anywhere
 * (`for k = 0 to 9`); a tag may be written `tag2`, `t2` or `2`; folded lines are unfolded. The
 * streams of its events are empty: only running the model gives them. NULL with @error, which names
 * file, line and cause. */
RefrainLoopModel *
refrain_loop_text_load (const char *path, GCancellable *cancellable, GError **error);
/* The same for @n bytes of @text that are called @name in errors. */
RefrainLoopModel *refrain_loop_text_parse (
    const char *name, const char *text, gsize n, GCancellable *cancellable, GError **error);
