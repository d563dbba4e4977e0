/* refrain-file-map.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file mapped into memory, which stays readable whatever other programs do to the file. That it
 * changed is noticed once, and told.
 */
#pragma once

#include <glib.h>

typedef enum
{
  REFRAIN_FILE_MAP_READ_ONCE, /* for a moment: nothing is kept open, only its end is a check */
  REFRAIN_FILE_MAP_KEEP_OPEN, /* looked at for as long as a trace is */
} RefrainFileMapUse;

typedef struct _RefrainFileMap RefrainFileMap;

/* Maps the file @path for @use. NULL with a REFRAIN_ERROR_IO, "PATH: CAUSE". Free with
 * refrain_file_map_free(). Thread-safe. */
RefrainFileMap *refrain_file_map_new (const char *path, RefrainFileMapUse use, GError **error);
void refrain_file_map_free (RefrainFileMap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainFileMap, refrain_file_map_free)

/* The bytes, never NULL. After the file has changed they are those of before, or all zero. */
gconstpointer refrain_file_map_get_data (const RefrainFileMap *self);
gsize refrain_file_map_get_length (const RefrainFileMap *self);
/* The same as bytes that free @self with their last reference. */
GBytes *refrain_file_map_to_bytes (RefrainFileMap *self);
/* FALSE with a REFRAIN_ERROR_IO where the file is no longer the one that was mapped: what was read
 * of it until now may be of both. An error that is set already is replaced: it came of that. */
gboolean refrain_file_map_check (RefrainFileMap *self, GError **error);

/* Bytes of a file that have checksums, one for each REFRAIN_CHECKSUM_CHUNK. */
typedef struct
{
  const char *name; /* for people */
  gsize offset, n;
  const guint64 *sums;
} RefrainFilePart;

/* From now on each chunk of @parts (copied; they do not overlap) is compared with its checksum
 * before anybody reads of it. What differs ends the program, see refrain_file_map_end_program(), or
 * is told as a change. FALSE where that cannot be, or is of no use: nothing is compared then. */
gboolean refrain_file_map_guard (RefrainFileMap *self, const RefrainFilePart *parts, gsize n);

/* What people are told where the part called @part is damaged. Free with g_free(). */
char *refrain_file_map_say_damage (const RefrainFileMap *self, const char *part);
/* Ends the program with that @sentence, or tells it as a change; it lives as long as @self. May be
 * called in a handler. */
void refrain_file_map_note_damage (RefrainFileMap *self, const char *sentence);

/* Told in the main context, once for each mapping that is kept open: the file @path changed.
 * @whole: the bytes of before are still there. @damage: it did not change, but does not hold what
 * was written into it, a sentence; or NULL. */
typedef void (*RefrainFileMapFunc) (const char *path,
                                    gboolean whole,
                                    const char *damage,
                                    gpointer data);
/* Replaces the function before; NULL for none. Main thread. */
void refrain_file_map_watch (RefrainFileMapFunc func, gpointer data);

/* Calls @func with @data; FALSE where this thread met a page of a mapped file that was lost
 * meanwhile:
 * @func was left there, with what it had allocated and locked. May be nested. */
gboolean refrain_file_map_try (void (*func) (gpointer data), gpointer data);
/* Whether one is under way in this thread. */
gboolean refrain_file_map_is_tried (void);
/* Leaves as if a page was lost, since it was in another thread that worked for this one; returns
 * where no refrain_file_map_try() is under way. */
void refrain_file_map_leave (void);

/* From now on a mapped file that changes ends the program with one sentence and exit status 1:
 * no result is then printed of what is of unknown age. */
void refrain_file_map_end_program (void);
