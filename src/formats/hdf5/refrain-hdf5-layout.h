/* refrain-hdf5-layout.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The datasets of an .mtf.h5 file that hold events: the same list serves reader and writer.
 */
#pragma once

#include <hdf5.h>

#include "refrain-trace-builder.h"

G_BEGIN_DECLS

#define REFRAIN_HDF5_VERSION 1
#define REFRAIN_HDF5_NO_TEXT G_MAXUINT64

typedef enum
{
  REFRAIN_HDF5_U8,
  REFRAIN_HDF5_U16,
  REFRAIN_HDF5_U32,
  REFRAIN_HDF5_I32,
  REFRAIN_HDF5_U64,
  REFRAIN_HDF5_I64,
  REFRAIN_HDF5_N_TYPES
} RefrainHdf5Type;

/* The tables that are cut into processes. */
typedef enum
{
  REFRAIN_HDF5_CALLS,
  REFRAIN_HDF5_OPS,
  REFRAIN_HDF5_RECORDS,
  REFRAIN_HDF5_TAPE,
  REFRAIN_HDF5_N_TABLES
} RefrainHdf5Table;

typedef struct
{
  const char *path;
  RefrainHdf5Table table;
  RefrainHdf5Type type;
  gsize field; /* offset of the column's pointer in RefrainProcessColumns */
} RefrainHdf5Column;

const RefrainHdf5Column *refrain_hdf5_get_columns (gsize *n);

/* Bytes of an element; its type in files (little-endian) and in memory. */
gsize refrain_hdf5_type_size (RefrainHdf5Type type);
hid_t refrain_hdf5_type_in_file (RefrainHdf5Type type);
hid_t refrain_hdf5_type_in_memory (RefrainHdf5Type type);

/* Enters the library, which prints nothing of its own and is used by one thread at a time; to be
 * followed by refrain_hdf5_unlock(). */
void refrain_hdf5_lock (void);
void refrain_hdf5_unlock (void);

G_END_DECLS
