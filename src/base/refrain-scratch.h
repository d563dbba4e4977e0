/* refrain-scratch.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files that are of no use to anybody once the program has ended, however it ends: what a pipe
 * carries, and what is being saved and is not whole yet.
 */
#pragma once

#include <glib.h>

/* From now on what is noted goes with the program when a signal ends it that asks it to (SIGINT,
 * SIGTERM, SIGHUP) or says that no program reads on (SIGPIPE). Signals that are ignored or handled
 * stay that. For programs, once, at their begin. */
void refrain_scratch_guard (void);

/* The program's last act, in a signal handler or not: removes what is noted, says @sentence (with
 * its end of line) on standard error and exits with 1. */
void refrain_scratch_end (const char *sentence) G_GNUC_NORETURN;
/* From now on a program that gets no memory ends so, with the name and size of the file that was
 * set last. For programs that have nothing to lose, once, at their begin. */
void refrain_scratch_watch_memory (void);
void refrain_scratch_set_file (const char *path);

/* Notes the file or empty folder @path. What there is no room for is not noted. Thread-safe. */
void refrain_scratch_note (const char *path);
void refrain_scratch_forget (const char *path);

/* The path of a file called @name, which is not made, in a new folder of its own; both are noted.
 * NULL with @error. Free with refrain_scratch_free(). */
char *refrain_scratch_new (const char *name, GError **error);
/* Removes both, and frees @path (or NULL). */
void refrain_scratch_free (char *path);
/* Says @name in @error (or NULL) where it says @path, which tells people nothing. */
void refrain_scratch_rename (const char *path, const char *name, GError *error);
