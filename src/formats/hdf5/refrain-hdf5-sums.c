/* refrain-hdf5-sums.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small files are compared whole when they are opened, and their values checked all the same, when
 * somebody asks for them: that takes no time. Of large ones a chunk is compared when it is looked
 * at, and what is as it was written is believed.
 */
#include "refrain-hdf5-sums.h"

#include <string.h>

#include "refrain-checksum.h"
#include "refrain-free.h"

/* Files with fewer bytes are compared at once. */
#define LEAST_GUARDED ((gsize) 16 << 20)

/* ---- Writing ---- */

RefrainHdf5Sums *
refrain_hdf5_sums_new (void)
{
  RefrainHdf5Sums *self = g_new (RefrainHdf5Sums, 1);

  self->names = g_byte_array_new ();
  self->first = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->values = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_hdf5_sums_free, RefrainHdf5Sums, g_byte_array_unref (x->names);
                             refrain_unref_arrays (x->first, x->values))

void
refrain_hdf5_sums_begin (RefrainHdf5Sums *self, const char *path)
{
  const guint64 first = self->values->len;

  g_byte_array_append (self->names, (const guint8 *) path, (guint) strlen (path) + 1);
  g_array_append_val (self->first, first);
}

void
refrain_hdf5_sums_add (RefrainHdf5Sums *self, gconstpointer bytes, gsize n)
{
  const guint8 *at = bytes;

  for (gsize done = 0; done < n; done += REFRAIN_CHECKSUM_CHUNK)
    {
      const guint64 value = refrain_checksum (at + done, MIN (REFRAIN_CHECKSUM_CHUNK, n - done));

      g_array_append_val (self->values, value);
    }
}

/* ---- Reading ---- */

typedef struct
{
  const guint64 *values;
  gsize n;
} Sums;

struct _RefrainHdf5Seal
{
  RefrainFileMap *mapping;
  GHashTable *sums; /* path -> Sums, of what was not noted */
  GArray *parts;    /* of RefrainFilePart */
  gsize n_bytes;    /* of these */
  gboolean open;    /* something was noted that cannot be compared */
};

/* The first and the value behind the last of each name must be where the next one's begin. */
static gboolean
take_sums (RefrainHdf5Seal *self, const RefrainHdf5Kept *kept)
{
  const char *name = kept->names, *end = name + kept->n_names;
  const guint64 *first = kept->first;

  if (kept->n_names == 0 || end[-1] != '\0')
    return FALSE;
  for (guint64 i = 0; i + 1 < kept->n_first && name < end; name += strlen (name) + 1, i++)
    {
      Sums *sums;

      if (first[i] > first[i + 1] || first[i + 1] > kept->n_values)
        return FALSE;
      sums = g_new (Sums, 1);
      *sums = (Sums){ kept->values + first[i], first[i + 1] - first[i] };
      g_hash_table_insert (self->sums, g_strdup (name), sums);
    }
  return TRUE;
}

RefrainHdf5Seal *
refrain_hdf5_seal_new (RefrainFileMap *mapping, const RefrainHdf5Kept *kept)
{
  RefrainHdf5Seal *self = g_new0 (RefrainHdf5Seal, 1);

  self->mapping = mapping;
  self->sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->parts = g_array_new (FALSE, FALSE, sizeof (RefrainFilePart));
  if (take_sums (self, kept))
    return self;
  refrain_hdf5_seal_free (self);
  return NULL;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_hdf5_seal_free, RefrainHdf5Seal, g_hash_table_unref (x->sums);
                             g_array_unref (x->parts))

void
refrain_hdf5_seal_note (RefrainHdf5Seal *self, const char *path, gconstpointer bytes, gsize n)
{
  const guint8 *start = refrain_file_map_get_data (self->mapping), *at = bytes;
  const gsize length = refrain_file_map_get_length (self->mapping);
  const Sums *sums = g_hash_table_lookup (self->sums, path);
  RefrainFilePart part;

  if (n == 0)
    return;
  if (sums == NULL || sums->n != refrain_checksum_count (n) || at < start || at >= start + length)
    {
      self->open = TRUE;
      return;
    }
  part = (RefrainFilePart){ g_intern_string (path), (gsize) (at - start), n, sums->values };
  for (guint i = 0; i < self->parts->len; i++)
    if (g_array_index (self->parts, RefrainFilePart, i).offset == part.offset)
      return; /* asked for twice */
  g_array_append_val (self->parts, part);
  self->n_bytes += n;
}

static gboolean
is_as_written (const RefrainHdf5Seal *self, const RefrainFilePart *part)
{
  const guint8 *bytes = refrain_file_map_get_data (self->mapping);

  for (gsize at = 0; at < part->n; at += REFRAIN_CHECKSUM_CHUNK)
    if (refrain_checksum (bytes + part->offset + at, MIN (REFRAIN_CHECKSUM_CHUNK, part->n - at))
        != part->sums[at / REFRAIN_CHECKSUM_CHUNK])
      return FALSE;
  return TRUE;
}

/* Columns may lie in each other's bytes in a file that somebody made up. */
static gboolean
overlap (const GArray *parts)
{
  for (guint i = 0; i < parts->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const RefrainFilePart *a = &g_array_index (parts, RefrainFilePart, i);
        const RefrainFilePart *b = &g_array_index (parts, RefrainFilePart, k);

        if (a->offset < b->offset + b->n && b->offset < a->offset + a->n)
          return TRUE;
      }
  return FALSE;
}

gboolean
refrain_hdf5_seal_close (RefrainHdf5Seal *self, const char **damaged)
{
  g_autoptr (GArray) large = g_array_new (FALSE, FALSE, sizeof (RefrainFilePart));
  const gboolean guard = !self->open && self->n_bytes >= LEAST_GUARDED && !overlap (self->parts);

  *damaged = NULL;
  for (guint i = 0; i < self->parts->len; i++)
    {
      const RefrainFilePart *part = &g_array_index (self->parts, RefrainFilePart, i);

      if (guard && part->n > REFRAIN_CHECKSUM_CHUNK)
        g_array_append_vals (large, part, 1);
      else if (*damaged == NULL && !is_as_written (self, part))
        *damaged = part->name;
    }
  return guard && *damaged == NULL
         && refrain_file_map_guard (self->mapping, (const RefrainFilePart *) (gpointer) large->data,
                                    large->len);
}
