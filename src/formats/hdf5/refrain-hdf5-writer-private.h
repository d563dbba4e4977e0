/* refrain-hdf5-writer-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the HDF5 writer share.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-hdf5-layout.h"
#include "refrain-trace.h"

G_BEGIN_DECLS

typedef struct
{
  RefrainTrace *trace;
  hid_t file;
  gboolean failed; /* something could not be written: go home */
  GCancellable *cancellable;
  RefrainProgressFunc progress;
  gpointer progress_data;
  guint64 totals[REFRAIN_HDF5_N_TABLES];
} RefrainHdf5Writer;

/* Creates the dataset @path of @n elements: contiguous, little-endian. */
hid_t
refrain_hdf5_create (RefrainHdf5Writer *self, const char *path, RefrainHdf5Type type, guint64 n);
/* Creates and writes it. */
void refrain_hdf5_put (
    RefrainHdf5Writer *self, const char *path, RefrainHdf5Type type, gconstpointer data, guint64 n);
/* How many elements the columns of @table have in this process. */
guint64 refrain_hdf5_count_rows (const RefrainProcessColumns *columns, RefrainHdf5Table table);

/* Writes attributes, text, processes, threads, routines, communicators, defects, metamodel. */
void refrain_hdf5_put_definitions (RefrainHdf5Writer *self);

G_END_DECLS
