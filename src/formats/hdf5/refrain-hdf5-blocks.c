/* refrain-hdf5-blocks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A dataset has a head of 16 bytes (how many elements, 8; their bytes; how they are coded; two of
 * zeros; a checksum of this and the places, 4), the places of all blocks and of the end (8 each,
 * from the first byte of the dataset on), and the blocks.
 */
#include "refrain-hdf5-blocks.h"

#include <string.h>
#include <zlib.h>

#include "refrain-free.h"
#include "refrain-lazy.h"
#include "refrain-object.h"
#include "refrain-packed.h"
#include "refrain-parallel.h"

#define HEAD     16
#define CHECKSUM 12
/* What zlib packs grows by 1032 at most: no block claims more. */
#define MAX_GROWTH 1040

static guint32
get_checksum (const guint8 *bytes, gsize n_head)
{
  return (guint32) crc32_z (crc32_z (0, bytes, CHECKSUM), bytes + HEAD, n_head - HEAD);
}

/* ---- Writing ---- */

typedef struct
{
  const RefrainBlockRows *rows; /* of a column, or NULL */
  const RefrainColumn *column;
  RefrainBlockCoding coding;
  const guint8 *data; /* of another array */
  gsize size;
  guint64 n;
  GByteArray **packed; /* by block */
} Packing;

static void
pack_block (gsize block, gpointer data)
{
  Packing *self = data;

  self->packed[block]
      = self->rows != NULL
            ? refrain_block_pack (self->rows, self->column, self->coding, block)
            : refrain_pack_soon (self->data + block * REFRAIN_BLOCK_ROWS * self->size,
                                 refrain_block_count (self->n, block), self->size);
}

/* Takes @packed of @n_blocks. */
static GPtrArray *
join_blocks (const Packing *self, guint64 n_blocks)
{
  GPtrArray *pieces = g_ptr_array_new_full (n_blocks + 1, (GDestroyNotify) g_byte_array_unref);
  GByteArray *head = g_byte_array_new ();
  const guint64 n = GUINT64_TO_LE (self->n);
  guint64 place = HEAD + 8 * (n_blocks + 1);
  guint32 checksum;

  g_byte_array_set_size (head, HEAD);
  memset (head->data, 0, HEAD);
  memcpy (head->data, &n, 8);
  head->data[8] = (guint8) self->size;
  head->data[9] = (guint8) self->coding;
  g_ptr_array_add (pieces, head);
  for (guint64 i = 0; i <= n_blocks; i++)
    {
      const guint64 little = GUINT64_TO_LE (place);

      g_byte_array_append (head, (const guint8 *) &little, 8);
      if (i == n_blocks)
        break;
      place += self->packed[i]->len;
      g_ptr_array_add (pieces, g_steal_pointer (&self->packed[i]));
    }
  checksum = GUINT32_TO_LE (get_checksum (head->data, head->len));
  memcpy (head->data + CHECKSUM, &checksum, 4);
  return pieces;
}

/* NULL when cancelled, or where the coding cannot say what there is. */
static GPtrArray *
pack (Packing *self, GCancellable *cancellable)
{
  const guint64 n_blocks = refrain_block_count_all (self->n);
  GPtrArray *pieces = NULL;
  gboolean whole;

  self->packed = g_new0 (GByteArray *, n_blocks + 1);
  whole = refrain_parallel_run (n_blocks, pack_block, self, cancellable);
  for (guint64 i = 0; i < n_blocks; i++)
    whole &= self->packed[i] != NULL;
  if (whole)
    pieces = join_blocks (self, n_blocks);
  for (guint64 i = 0; i < n_blocks; i++)
    g_clear_pointer (&self->packed[i], g_byte_array_unref);
  g_free (self->packed);
  return pieces;
}

GPtrArray *
refrain_hdf5_blocks_pack_column (const RefrainBlockRows *rows,
                                 const RefrainColumn *column,
                                 GCancellable *cancellable)
{
  Packing packing = { .rows = rows,
                      .column = column,
                      .coding = refrain_block_get_coding (column),
                      .size = refrain_column_type_get_size (column->type),
                      .n = rows->first[column->table][rows->n_processes] };
  GPtrArray *pieces = pack (&packing, cancellable);

  if (pieces != NULL)
    return pieces;
  packing.coding = REFRAIN_BLOCK_PLAIN;
  return pack (&packing, cancellable);
}

GPtrArray *
refrain_hdf5_blocks_pack (RefrainColumnType type, gconstpointer data, guint64 n)
{
  Packing packing = { .data = data, .size = refrain_column_type_get_size (type), .n = n };

  return pack (&packing, NULL);
}

/* ---- Reading ---- */

typedef struct Dataset Dataset;

struct _RefrainHdf5Blocks
{
  int n_refs; /* atomic */
  RefrainFileMap *mapping;
  RefrainBlockRows rows; /* columns are NULL before they are set */
  GPtrArray *datasets;
  guint64 bytes;
};

struct Dataset
{
  RefrainHdf5Blocks *set;
  const RefrainColumn *column; /* NULL: no column */
  const guint8 *bytes;
  guint64 n;
  gsize size;
  RefrainBlockCoding coding;
  RefrainLazy *array;
  const char *sentence; /* where it is damaged */
};

REFRAIN_DEFINE_FREE (free_dataset, Dataset, refrain_lazy_free (x->array))

RefrainHdf5Blocks *
refrain_hdf5_blocks_new (RefrainFileMap *mapping)
{
  RefrainHdf5Blocks *self = g_new0 (RefrainHdf5Blocks, 1);

  self->n_refs = 1;
  self->mapping = mapping;
  self->datasets = g_ptr_array_new_with_free_func (free_dataset);
  return self;
}

RefrainHdf5Blocks *
refrain_hdf5_blocks_ref (RefrainHdf5Blocks *self)
{
  g_atomic_int_inc (&self->n_refs);
  return self;
}

void
refrain_hdf5_blocks_unref (RefrainHdf5Blocks *self)
{
  if (!g_atomic_int_dec_and_test (&self->n_refs))
    return;
  g_ptr_array_unref (self->datasets);
  refrain_free ((gpointer) self->rows.columns, self);
}

void
refrain_hdf5_blocks_set_rows (RefrainHdf5Blocks *self, const RefrainBlockRows *rows)
{
  self->rows = *rows;
  /* Each coding needs columns of lower ones alone. */
  for (guint coding = REFRAIN_BLOCK_PLAIN + 1; refrain_lazy_is_off () && coding <= REFRAIN_BLOCK_ID;
       coding++)
    for (guint i = 0; i < self->datasets->len; i++)
      {
        const Dataset *dataset = self->datasets->pdata[i];

        if (dataset->coding == coding)
          refrain_lazy_fill_all (dataset->array);
      }
}

REFRAIN_READER (refrain_hdf5_blocks_get_bytes, const RefrainHdf5Blocks, guint64, self->bytes)

/* ---- A block ---- */

static guint64
get_place (const guint8 *bytes, guint64 block)
{
  guint64 place;

  memcpy (&place, bytes + HEAD + 8 * block, 8);
  return GUINT64_FROM_LE (place);
}

static RefrainPackedBlock
find_block (const Dataset *self, guint64 block)
{
  const guint64 place = get_place (self->bytes, block);

  return (RefrainPackedBlock){ self->bytes + place, get_place (self->bytes, block + 1) - place };
}

/* Begins and ends of calls are unpacked together. */
static gboolean
fill_call_times (Dataset *self, guint64 block, gpointer to, gsize n)
{
  const gboolean is_end = self->column->field == G_STRUCT_OFFSET (RefrainProcessColumns, calls.end);
  RefrainPackedBlock packed[2];
  g_autofree guint8 *other = NULL;
  gpointer both[2];
  Dataset *twin = NULL;

  for (guint i = 0; i < self->set->datasets->len; i++)
    {
      Dataset *dataset = self->set->datasets->pdata[i];

      if (dataset != self && dataset->column != NULL && dataset->coding == REFRAIN_BLOCK_CALL_TIME)
        twin = dataset;
    }
  if (twin == NULL)
    return FALSE;
  other = g_malloc (n);
  both[is_end] = to;
  both[!is_end] = other;
  packed[is_end] = find_block (self, block);
  packed[!is_end] = find_block (twin, block);
  if (!refrain_block_unpack (&self->set->rows, self->column, self->coding, block, packed, both))
    return FALSE;
  refrain_lazy_offer (twin->array, block, other);
  return TRUE;
}

static gboolean
fill_plain (Dataset *self, guint64 block, gpointer to)
{
  const RefrainPackedBlock packed = find_block (self, block);
  guint64 n;
  gsize size;

  return refrain_packed_get_shape (packed.bytes, packed.n_bytes, &n, &size) && size == self->size
         && n == refrain_block_count (self->n, block)
         && refrain_packed_read (packed.bytes, packed.n_bytes, to);
}

/* A RefrainLazyFunc. */
static void
fill (gsize block, gpointer to, gsize n, gpointer data)
{
  Dataset *self = data;
  RefrainPackedBlock packed;
  gboolean sound;

  if (self->coding == REFRAIN_BLOCK_PLAIN)
    sound = fill_plain (self, block, to);
  else if (self->set->rows.columns == NULL)
    sound = FALSE;
  else if (self->coding == REFRAIN_BLOCK_CALL_TIME)
    sound = fill_call_times (self, block, to, n);
  else
    {
      packed = find_block (self, block);
      sound = refrain_block_unpack (&self->set->rows, self->column, self->coding, block, &packed,
                                    &to);
    }
  if (sound)
    return;
  memset (to, 0, n);
  refrain_file_map_note_damage (self->set->mapping, self->sentence);
}

/* ---- Opening ---- */

static const RefrainColumn *
find_column (const char *path)
{
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);

  for (gsize i = 0; i < n; i++)
    if (strcmp (columns[i].name, path) == 0)
      return &columns[i];
  return NULL;
}

/* Whether the head agrees with itself and with @n_bytes. */
static gboolean
check_head (const Dataset *self, guint64 n_bytes, gsize size)
{
  const guint8 *bytes = self->bytes;
  const guint64 n_blocks = refrain_block_count_all (self->n);
  guint32 checksum;

  if (self->size != size || n_blocks > (n_bytes - HEAD) / 8 || HEAD + 8 * (n_blocks + 1) > n_bytes
      || (self->coding != REFRAIN_BLOCK_PLAIN
          && self->coding != refrain_block_get_coding (self->column)))
    return FALSE;
  memcpy (&checksum, bytes + CHECKSUM, 4);
  if (GUINT32_FROM_LE (checksum) != get_checksum (bytes, HEAD + 8 * (n_blocks + 1))
      || get_place (bytes, 0) != HEAD + 8 * (n_blocks + 1)
      || get_place (bytes, n_blocks) != n_bytes)
    return FALSE;
  for (guint64 i = 0; i < n_blocks; i++)
    if (get_place (bytes, i + 1) < get_place (bytes, i)
        || (get_place (bytes, i + 1) - get_place (bytes, i)) * MAX_GROWTH
               < refrain_block_count (self->n, i))
      return FALSE;
  return TRUE;
}

gconstpointer
refrain_hdf5_blocks_open (RefrainHdf5Blocks *self,
                          const char *path,
                          const guint8 *bytes,
                          guint64 n_bytes,
                          gsize size,
                          guint64 *n)
{
  Dataset *dataset;
  g_autofree char *sentence = NULL;

  if (n_bytes < HEAD + 8)
    return NULL;
  dataset = g_new (Dataset, 1);
  *dataset = (Dataset){
    .set = self, .column = find_column (path), .bytes = bytes, .size = bytes[8], .coding = bytes[9]
  };
  memcpy (&dataset->n, bytes, 8);
  *n = dataset->n = GUINT64_FROM_LE (dataset->n);
  if (check_head (dataset, n_bytes, size) && *n > 0)
    dataset->array = refrain_lazy_new (*n * size, REFRAIN_BLOCK_ROWS * size, fill, dataset);
  if (dataset->array == NULL)
    {
      g_free (dataset);
      return NULL;
    }
  sentence = refrain_file_map_say_damage (self->mapping, path);
  dataset->sentence = g_intern_string (sentence); /* it may be told when the file is gone */
  g_ptr_array_add (self->datasets, dataset);
  self->bytes += *n * size;
  if (refrain_lazy_is_off () && dataset->coding == REFRAIN_BLOCK_PLAIN)
    refrain_lazy_fill_all (dataset->array);
  return refrain_lazy_get_data (dataset->array);
}
