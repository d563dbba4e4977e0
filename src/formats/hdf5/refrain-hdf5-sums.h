/* refrain-hdf5-sums.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The checksums of a file's datasets, one for each REFRAIN_CHECKSUM_CHUNK bytes: gathered while
 * they are written, and compared when they are read; of large files not before they are read.
 */
#pragma once

#include "refrain-file-map.h"

/* ---- Writing ---- */

typedef struct
{
  GByteArray *names; /* of datasets, each ends with a zero */
  GArray *first;     /* of each dataset: its first value */
  GArray *values;
} RefrainHdf5Sums;

RefrainHdf5Sums *refrain_hdf5_sums_new (void);
void refrain_hdf5_sums_free (RefrainHdf5Sums *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainHdf5Sums, refrain_hdf5_sums_free)
/* The dataset @path is what follows. */
void refrain_hdf5_sums_begin (RefrainHdf5Sums *self, const char *path);
/* Adds @n bytes of it: whole chunks, unless they are its last. */
void refrain_hdf5_sums_add (RefrainHdf5Sums *self, gconstpointer bytes, gsize n);

/* ---- Reading ---- */

typedef struct _RefrainHdf5Seal RefrainHdf5Seal;

/* The same as a file has them. */
typedef struct
{
  const char *names;
  const guint64 *first, *values;
  guint64 n_names, n_first, n_values;
} RefrainHdf5Kept;

/* Of what is @kept, which must outlive it; NULL where that contradicts itself. Free with
 * refrain_hdf5_seal_free(). */
RefrainHdf5Seal *refrain_hdf5_seal_new (RefrainFileMap *mapping, const RefrainHdf5Kept *kept);
void refrain_hdf5_seal_free (RefrainHdf5Seal *self);
/* Notes that the dataset @path lies at @bytes; only in the file's mapping it can be compared. */
void refrain_hdf5_seal_note (RefrainHdf5Seal *self, const char *path, gconstpointer bytes, gsize n);
/* Compares what was noted. TRUE where all of it is as it was written, or will be found not to be by
 * a guard: then nothing else needs to be looked at. Otherwise *@damaged is a dataset that is not
 * what was written, or NULL. */
gboolean refrain_hdf5_seal_close (RefrainHdf5Seal *self, const char **damaged);
