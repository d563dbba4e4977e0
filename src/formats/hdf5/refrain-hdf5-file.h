/* refrain-hdf5-file.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An HDF5 file open for reading whose datasets are given as arrays: mapped where they lie as this
 * machine wants them, read otherwise. No other file is opened, wherever this one points. And what
 * the reader and the writer share of the library.
 */
#pragma once

#include <gio/gio.h>
#include <hdf5.h>

#include "refrain-columns.h"
#include "refrain-file-map.h"
#include "refrain-hdf5-blocks.h"
#include "refrain-hdf5-sums.h"

#define REFRAIN_HDF5_VERSION 1
/* The place of a text that is not there. */
#define REFRAIN_HDF5_NO_TEXT G_MAXUINT64

/* The type of an element in files (little-endian) and in memory. */
hid_t refrain_hdf5_type_in_file (RefrainColumnType type);
hid_t refrain_hdf5_type_in_memory (RefrainColumnType type);

/* Enters the library, which prints nothing of its own and is used by one thread at a time; to be
 * followed by refrain_hdf5_unlock(). */
void refrain_hdf5_lock (void);
void refrain_hdf5_unlock (void);

typedef struct
{
  char *display; /* the file's name for messages */
  hid_t file;
  hid_t at;         /* the group of the trace that is read; paths begin there */
  hid_t access;     /* how datasets are opened: not by links to other files */
  gboolean foreign; /* such a link was met */
  int fault;        /* the errno for which something could not be read, or 0 */
  gboolean packed;  /* a dataset may be packed, its name then ends in ".z" */
  RefrainFileMap *mapping;
  GBytes *bytes;             /* the whole file, of the mapping */
  GPtrArray *read;           /* arrays that were read, of refrain-memory.h */
  GPtrArray *made;           /* others, freed with g_free() */
  guint64 n_read;            /* their bytes */
  RefrainHdf5Blocks *blocks; /* where datasets may be in blocks, their names then end in ".b" */
  RefrainHdf5Seal *seal;     /* of what is got from now on, or NULL; the file's own */
} RefrainHdf5File;

/* To be called between refrain_hdf5_lock() and refrain_hdf5_unlock(), like all functions here. */
RefrainHdf5File *refrain_hdf5_file_open (const char *path, GError **error);
void refrain_hdf5_file_free (RefrainHdf5File *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainHdf5File, refrain_hdf5_file_free)

/* Keeps all arrays that were given alive. Free with g_bytes_unref(). */
GBytes *refrain_hdf5_file_get_owner (RefrainHdf5File *self);

/* Returns the elements of dataset @path and their number in @n; never NULL but with @error. O(1)
 * for a mapped one. */
gconstpointer refrain_hdf5_file_get (
    RefrainHdf5File *self, const char *path, RefrainColumnType type, guint64 *n, GError **error);
/* The same, and an error if there are not exactly @n elements. */
gconstpointer refrain_hdf5_file_get_n (
    RefrainHdf5File *self, const char *path, RefrainColumnType type, guint64 n, GError **error);

/* Paths and attributes from now on are those of the group at @path. FALSE with @error when there is
 * none. */
gboolean refrain_hdf5_file_enter (RefrainHdf5File *self, const char *path, GError **error);

/* Whether there is something at @path ("/group" or "/group/dataset"), packed, in blocks or neither.
 */
gboolean refrain_hdf5_file_has (RefrainHdf5File *self, const char *path);

/* From now on what is got is noted in the seal, if the trace has one that can be compared: not in
 * another byte order. */
void refrain_hdf5_file_open_seal (RefrainHdf5File *self);

/* Whether @found, the library's answer to whether something is there, says so. Where the machine
 * could not look, the file is not one without it: see refrain_hdf5_file_check(). */
gboolean refrain_hdf5_file_is_there (RefrainHdf5File *self, htri_t found);
/* FALSE, with @error even where one was set already, where the file is no longer the one that was
 * opened; FALSE where the machine could not read it. */
gboolean refrain_hdf5_file_check (RefrainHdf5File *self, GError **error);

/* Attributes of the file. */
gboolean refrain_hdf5_file_get_unsigned (RefrainHdf5File *self,
                                         const char *name,
                                         guint64 *value,
                                         GError **error);
gboolean refrain_hdf5_file_get_signed (RefrainHdf5File *self,
                                       const char *name,
                                       gint64 *value,
                                       GError **error);
/* Whether attribute @name is the text @value. */
gboolean refrain_hdf5_file_has_text (RefrainHdf5File *self, const char *name, const char *value);

/* Sets @error to "FILE: PLACE: CAUSE"; returns FALSE. */
gboolean refrain_hdf5_file_fail (RefrainHdf5File *self,
                                 const char *place,
                                 const char *cause,
                                 GError **error);
