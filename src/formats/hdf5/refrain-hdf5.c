/* refrain-hdf5.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The library and what calls it are loaded when a file is read or written.
 */
#include "config.h"
#include "refrain-hdf5.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-hdf5-part.h"
#include "refrain-part.h"

/* Traces of more events are kept in blocks: what is kept by rules is expanded whole when it is
 * opened. */
#define MAX_RULE_EVENTS ((guint64) 1 << 22)

static guint64 max_rule_events = MAX_RULE_EVENTS;

RefrainTrace *
refrain_hdf5_load_nth (const char *path,
                       guint nth,
                       GCancellable *cancellable,
                       const RefrainProgress *progress,
                       GError **error)
{
  typeof (refrain_hdf5_read) *read = refrain_part_find ("hdf5", "refrain_hdf5_read", error);

  g_return_val_if_fail (path != NULL, NULL);

  return read != NULL ? read (path, nth, cancellable, progress, error) : NULL;
}

RefrainTrace *
refrain_hdf5_load (const char *path,
                   GCancellable *cancellable,
                   const RefrainProgress *progress,
                   GError **error)
{
  return refrain_hdf5_load_nth (path, 0, cancellable, progress, error);
}

gboolean
refrain_hdf5_save_several (RefrainTrace *const *traces,
                           guint n,
                           const char *path,
                           GCancellable *cancellable,
                           const RefrainProgress *progress,
                           GError **error)
{
  typeof (refrain_hdf5_write) *write = refrain_part_find ("hdf5", "refrain_hdf5_write", error);

  g_return_val_if_fail (n > 0, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  return write != NULL && write (traces, n, path, NULL, NULL, cancellable, progress, error);
}

gboolean
refrain_hdf5_save (RefrainTrace *trace,
                   const char *path,
                   GCancellable *cancellable,
                   const RefrainProgress *progress,
                   GError **error)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);

  return refrain_hdf5_save_several (&trace, 1, path, cancellable, progress, error);
}

void
refrain_hdf5_set_max_rule_events (guint64 n)
{
  max_rule_events = n;
}

gboolean
refrain_hdf5_save_compact (RefrainTrace *trace,
                           const char *path,
                           RefrainCompactSizes *sizes,
                           GCancellable *cancellable,
                           const RefrainProgress *progress,
                           GError **error)
{
  typeof (refrain_hdf5_write) *write = refrain_part_find ("hdf5", "refrain_hdf5_write", error);
  RefrainCompactSizes found = { .method = REFRAIN_COMPACT_BLOCKS };
  g_autoptr (RefrainCompactMade) made = NULL;
  guint64 *block_bytes = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  if (write == NULL)
    return FALSE;
  if (refrain_trace_get_counts (trace)->events <= max_rule_events)
    {
      refrain_progress_tell (progress, 0, _ ("Searching for repetitions"));
      made = refrain_compact_make (trace, cancellable, error);
      if (made == NULL)
        return FALSE;
      found = made->sizes;
    }
  else
    block_bytes = &found.bytes[REFRAIN_COMPACT_BLOCKS];
  if (!write (&trace, 1, path, made, block_bytes, cancellable, progress, error))
    return FALSE;
  if (sizes != NULL)
    *sizes = found;
  return TRUE;
}

gboolean
refrain_hdf5_sniff (const guint8 *bytes, gsize n)
{
  static const guint8 signature[] = { 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n' };

  return n >= sizeof signature && memcmp (bytes, signature, sizeof signature) == 0;
}
