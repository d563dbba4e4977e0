/* refrain-hdf5-output.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is put into an HDF5 file that is being written: groups, attributes, datasets of numbers, the
 * texts they name, and tables of them. Failures are remembered, so that they are asked for once.
 */
#pragma once

#include "refrain-hdf5-file.h"
#include "refrain-hdf5-sums.h"

/* Paths begin with a slash, which stands for the group of the trace. */
typedef struct
{
  hid_t file;
  hid_t at;              /* the group that the trace goes to: the file's root, or one below it */
  gboolean packed;       /* a compact file: what packing makes smaller is packed */
  gboolean blocks;       /* likewise, and what is large is in blocks */
  guint64 block_bytes;   /* what these take */
  RefrainHdf5Sums *sums; /* of what is written, or NULL */
  gboolean failed;       /* something could not be written: go home */
} RefrainHdf5Output;

/* Creates a file at @path, of which the root is where things go; `failed` where that cannot be. */
void refrain_hdf5_output_open (RefrainHdf5Output *self, const char *path);
void refrain_hdf5_output_close (RefrainHdf5Output *self);

void refrain_hdf5_output_make_group (RefrainHdf5Output *self, const char *path);

/* Creates the dataset @path of @n elements, contiguous, little-endian, for
 * refrain_hdf5_output_write(); close it with refrain_hdf5_output_finish(). */
hid_t refrain_hdf5_output_create (RefrainHdf5Output *self,
                                  const char *path,
                                  RefrainColumnType type,
                                  guint64 n);
/* Writes @n elements from element @first on. */
void refrain_hdf5_output_write (RefrainHdf5Output *self,
                                hid_t dataset,
                                RefrainColumnType type,
                                guint64 first,
                                gconstpointer data,
                                guint64 n);
void refrain_hdf5_output_finish (RefrainHdf5Output *self, hid_t dataset);

/* Creates and writes a dataset. In a compact file: packed, under its name and ".z", where that is
 * smaller. */
void refrain_hdf5_output_put (RefrainHdf5Output *self,
                              const char *path,
                              RefrainColumnType type,
                              gconstpointer data,
                              guint64 n);
/* The same of what is packed already. */
void refrain_hdf5_output_put_packed (RefrainHdf5Output *self,
                                     const char *path,
                                     const GByteArray *packed);

/* The same of what is packed block by block, under its name and ".b". */
void
refrain_hdf5_output_put_blocks (RefrainHdf5Output *self, const char *path, const GPtrArray *pieces);
/* Puts the checksums of the trace into its group. */
void refrain_hdf5_output_put_sums (RefrainHdf5Output *self, RefrainHdf5Sums *sums);

/* Attributes of the trace. */
void refrain_hdf5_output_put_string (RefrainHdf5Output *self, const char *name, const char *value);
void refrain_hdf5_output_put_unsigned (RefrainHdf5Output *self, const char *name, guint64 value);
void refrain_hdf5_output_put_signed (RefrainHdf5Output *self, const char *name, gint64 value);

/* All texts of a trace, each once, NUL-terminated; tables name them by their first byte. */
typedef struct
{
  GByteArray *bytes;
  GHashTable *known; /* text -> offset + 1 */
} RefrainHdf5Text;

void refrain_hdf5_text_init (RefrainHdf5Text *self);
void refrain_hdf5_text_clear (RefrainHdf5Text *self);
/* The place of @text; REFRAIN_HDF5_NO_TEXT for NULL. O(length). */
guint64 refrain_hdf5_text_add (RefrainHdf5Text *self, const char *text);

/* A table that is built row by row: a dataset a column. */
#define REFRAIN_HDF5_MAX_COLUMNS 14

typedef struct
{
  struct
  {
    const char *path;
    RefrainColumnType type;
    GArray *values;
  } columns[REFRAIN_HDF5_MAX_COLUMNS];
  guint n;
} RefrainHdf5Table;

/* Adds a column, and returns its number; the table begins as { .n = 0 }. */
guint refrain_hdf5_table_add (RefrainHdf5Table *self, const char *path, RefrainColumnType type);
/* Appends to column @i; the value must fit its type. */
void refrain_hdf5_table_set (RefrainHdf5Table *self, guint i, guint64 value);
/* Writes the columns, and frees them. */
void refrain_hdf5_table_put (RefrainHdf5Table *self, RefrainHdf5Output *output);
