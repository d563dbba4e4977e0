/* refrain-hdf5-reader-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the HDF5 reader share.
 */
#pragma once

#include "refrain-hdf5-file.h"
#include "refrain-trace-builder.h"

G_BEGIN_DECLS

typedef struct
{
  RefrainHdf5File *file;
  RefrainTraceBuilder *builder;
  GBytes *owner;
  const char *text;
  guint64 n_text;
  GHashTable *repaired; /* offset -> text that was not UTF-8 */
  guint64 n_processes;
} RefrainHdf5Reader;

/* The text at @offset; NULL for none. FALSE when it lies outside. */
gboolean refrain_hdf5_reader_get_text (RefrainHdf5Reader *self, guint64 offset, const char **text);
/* Sets @error; gives FALSE. */
gboolean refrain_hdf5_reader_fail (RefrainHdf5Reader *self,
                                   const char *place,
                                   const char *cause,
                                   GError **error);
/* Whether @first (n + 1 elements) cuts @total elements into n ranges. */
gboolean refrain_hdf5_reader_are_ranges (const guint64 *first, guint64 n, guint64 total);
/* Whether all are processes or -1. */
gboolean
refrain_hdf5_reader_are_processes (RefrainHdf5Reader *self, const gint32 *members, guint64 n);

/* Sets @variable to the @n elements of a dataset of `self`, or leaves the function with `error`. */
#define REFRAIN_HDF5_GET(variable, path, type, n)                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    (variable) = refrain_hdf5_file_get_n (self->file, path, type, n, error);                       \
    if ((variable) == NULL)                                                                        \
      return FALSE;                                                                                \
  }                                                                                                \
  G_STMT_END

/* Each gives its part to the builder, or FALSE with @error. Processes come first. */
gboolean refrain_hdf5_reader_read_processes (RefrainHdf5Reader *self, GError **error);
gboolean refrain_hdf5_reader_read_routines (RefrainHdf5Reader *self, GError **error);
gboolean refrain_hdf5_reader_read_communicators (RefrainHdf5Reader *self, GError **error);
gboolean refrain_hdf5_reader_read_defects (RefrainHdf5Reader *self, GError **error);

G_END_DECLS
