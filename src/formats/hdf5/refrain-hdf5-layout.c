/* refrain-hdf5-layout.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-hdf5-layout.h"

#define FIELD(name) G_STRUCT_OFFSET (RefrainProcessColumns, name)

static const RefrainHdf5Column columns[] = {
  { "/calls/start", REFRAIN_HDF5_CALLS, REFRAIN_HDF5_I64, FIELD (calls.start) },
  { "/calls/end", REFRAIN_HDF5_CALLS, REFRAIN_HDF5_I64, FIELD (calls.end) },
  { "/calls/routine", REFRAIN_HDF5_CALLS, REFRAIN_HDF5_U32, FIELD (calls.routine) },
  { "/calls/parent", REFRAIN_HDF5_CALLS, REFRAIN_HDF5_U32, FIELD (calls.parent) },
  { "/calls/depth", REFRAIN_HDF5_CALLS, REFRAIN_HDF5_U16, FIELD (calls.depth) },
  { "/ops/time", REFRAIN_HDF5_OPS, REFRAIN_HDF5_I64, FIELD (ops.time) },
  { "/ops/bytes", REFRAIN_HDF5_OPS, REFRAIN_HDF5_U64, FIELD (ops.bytes) },
  { "/ops/call", REFRAIN_HDF5_OPS, REFRAIN_HDF5_U32, FIELD (ops.call) },
  { "/ops/peer", REFRAIN_HDF5_OPS, REFRAIN_HDF5_I32, FIELD (ops.peer) },
  { "/ops/tag", REFRAIN_HDF5_OPS, REFRAIN_HDF5_I32, FIELD (ops.tag) },
  { "/ops/communicator", REFRAIN_HDF5_OPS, REFRAIN_HDF5_U32, FIELD (ops.comm) },
  { "/ops/partner", REFRAIN_HDF5_OPS, REFRAIN_HDF5_U32, FIELD (ops.partner) },
  { "/ops/record", REFRAIN_HDF5_OPS, REFRAIN_HDF5_U32, FIELD (ops.record) },
  { "/ops/logical", REFRAIN_HDF5_OPS, REFRAIN_HDF5_U32, FIELD (ops.logical) },
  { "/ops/kind", REFRAIN_HDF5_OPS, REFRAIN_HDF5_U8, FIELD (ops.kind) },
  { "/records/time", REFRAIN_HDF5_RECORDS, REFRAIN_HDF5_I64, FIELD (records.time) },
  { "/records/id", REFRAIN_HDF5_RECORDS, REFRAIN_HDF5_U64, FIELD (records.id) },
  { "/records/size", REFRAIN_HDF5_RECORDS, REFRAIN_HDF5_U64, FIELD (records.size) },
  { "/records/call", REFRAIN_HDF5_RECORDS, REFRAIN_HDF5_U32, FIELD (records.call) },
  { "/records/op", REFRAIN_HDF5_RECORDS, REFRAIN_HDF5_U32, FIELD (records.op) },
  { "/records/kind", REFRAIN_HDF5_RECORDS, REFRAIN_HDF5_U8, FIELD (records.kind) },
  { "/tape/bits", REFRAIN_HDF5_TAPE, REFRAIN_HDF5_U8, FIELD (tape.bits) },
};

const RefrainHdf5Column *
refrain_hdf5_get_columns (gsize *n)
{
  *n = G_N_ELEMENTS (columns);
  return columns;
}

gsize
refrain_hdf5_type_size (RefrainHdf5Type type)
{
  static const gsize sizes[REFRAIN_HDF5_N_TYPES] = { 1, 2, 4, 4, 8, 8 };

  return sizes[type];
}

hid_t
refrain_hdf5_type_in_file (RefrainHdf5Type type)
{
  const hid_t types[REFRAIN_HDF5_N_TYPES]
      = { H5T_STD_U8LE, H5T_STD_U16LE, H5T_STD_U32LE, H5T_STD_I32LE, H5T_STD_U64LE, H5T_STD_I64LE };

  return types[type];
}

hid_t
refrain_hdf5_type_in_memory (RefrainHdf5Type type)
{
  const hid_t types[REFRAIN_HDF5_N_TYPES]
      = { H5T_NATIVE_UINT8, H5T_NATIVE_UINT16, H5T_NATIVE_UINT32,
          H5T_NATIVE_INT32, H5T_NATIVE_UINT64, H5T_NATIVE_INT64 };

  return types[type];
}

static GMutex library;

void
refrain_hdf5_lock (void)
{
  static gsize once = 0;

  g_mutex_lock (&library);
  if (g_once_init_enter (&once))
    {
      /* Files are closed one by one; a file that could not be closed (full disk) must not bring
       * down the program when it ends. */
      H5dont_atexit ();
      H5open ();
      g_once_init_leave (&once, 1);
    }
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
}

void
refrain_hdf5_unlock (void)
{
  g_mutex_unlock (&library);
}
