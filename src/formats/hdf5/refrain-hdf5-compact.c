/* refrain-hdf5-compact.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing is allocated before the rules, and the lengths of all arrays, say as many events as the
 * threads have.
 */
#include "config.h"

#include "refrain-hdf5-compact.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "refrain-compact-expand.h"
#include "refrain-compact-links.h"
#include "refrain-error.h"
#include "refrain-hdf5-blocks.h"
#include "refrain-memory.h"

gboolean
refrain_hdf5_compact_detect (RefrainHdf5File *file, gboolean *compact, GError **error)
{
  guint64 version;

  *compact = FALSE;
  if (!refrain_hdf5_file_is_there (file, H5Aexists (file->at, "compact")))
    return TRUE;
  if (!refrain_hdf5_file_get_unsigned (file, "compact", &version, error))
    return FALSE;
  if (version != REFRAIN_HDF5_COMPACT_VERSION && version != REFRAIN_HDF5_BLOCKS_VERSION)
    return refrain_fail (error, REFRAIN_ERROR_UNSUPPORTED,
                         _ ("%s: attribute compact: version %" PRIu64
                            " of the compact form is not known, only 1 and 2"),
                         file->display, version);
  file->packed = TRUE;
  *compact = version == REFRAIN_HDF5_COMPACT_VERSION;
  if (!*compact)
    file->blocks = refrain_hdf5_blocks_new (file->mapping);
  return TRUE;
}

/* The arrays, each as long as the others of its kind; those of rows as long as @layout says. */
static gboolean
open_form (RefrainHdf5File *file,
           const RefrainCompactLayout *layout,
           RefrainCompactForm *form,
           GError **error)
{
  gsize n;
  const RefrainCompactMember *members = refrain_compact_form_list (&n);
  gboolean known[REFRAIN_N_COMPACT_LENGTHS] = { FALSE };

  form->n[REFRAIN_COMPACT_THREADS] = layout->n_threads;
  form->n[REFRAIN_COMPACT_OPS] = layout->first[REFRAIN_TABLE_OPS][layout->n_processes];
  form->n[REFRAIN_COMPACT_RECORDS] = layout->first[REFRAIN_TABLE_RECORDS][layout->n_processes];
  for (guint64 t = 0; t < layout->n_threads; t++)
    form->n[REFRAIN_COMPACT_EVENTS] += layout->threads[t].n_tape;
  for (guint length = REFRAIN_COMPACT_THREADS; length < REFRAIN_N_COMPACT_LENGTHS; length++)
    known[length] = TRUE;
  for (gsize i = 0; i < n; i++)
    {
      const RefrainCompactLength length = members[i].length;
      gconstpointer data;

      if (known[length])
        data = refrain_hdf5_file_get_n (file, members[i].path, members[i].type, form->n[length],
                                        error);
      else
        data = refrain_hdf5_file_get (file, members[i].path, members[i].type, &form->n[length],
                                      error);
      if (data == NULL)
        return FALSE;
      known[length] = TRUE;
      G_STRUCT_MEMBER (gconstpointer, form, members[i].field) = data;
    }
  return form->n[REFRAIN_COMPACT_RULES] > 0
         || refrain_hdf5_file_fail (file, "/compact/rule_first", _ ("it is empty"), error);
}

static gboolean
check (RefrainHdf5File *file,
       const RefrainCompactLayout *layout,
       RefrainCompactForm *form,
       GError **error)
{
  const char *cause = refrain_compact_layout_check (layout);

  if (cause != NULL)
    return refrain_hdf5_file_fail (file, "/threads", cause, error);
  if (!open_form (file, layout, form, error))
    return FALSE;
  cause = refrain_compact_form_check (form, layout);
  if (cause != NULL)
    return refrain_hdf5_file_fail (file, "/compact", cause, error);
  if (!refrain_compact_is_allowed (layout, g_bytes_get_size (file->bytes)))
    return refrain_hdf5_file_fail (file, "/compact",
                                   _ ("it stands for more events than its size allows"), error);
  return TRUE;
}

/* Gives the arrays of @columns that are asked for to @file, and frees the others. */
static void
keep_columns (RefrainHdf5File *file, RefrainWritableColumns *columns, const guint8 **data)
{
  gsize n;
  const RefrainColumn *list = refrain_columns_list (&n);

  for (gsize i = 0; i < n; i++)
    {
      guint8 *own = G_STRUCT_MEMBER (guint8 *, columns, list[i].field);

      if (data[i] == NULL && own != NULL)
        {
          data[i] = own;
          g_ptr_array_add (file->read, own);
        }
      else
        refrain_memory_free (own);
    }
}

static void
keep_collectives (RefrainHdf5File *file, const RefrainCollectives *c)
{
  const gconstpointer arrays[] = { c->first, c->comm, c->type, c->process, c->op };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_ptr_array_add (file->made, (gpointer) arrays[i]);
}

gboolean
refrain_hdf5_compact_read (RefrainHdf5File *file,
                           const RefrainCompactLayout *layout,
                           const guint8 **data,
                           RefrainCollectives *collectives,
                           GCancellable *cancellable,
                           const RefrainProgress *progress,
                           GError **error)
{
  RefrainCompactForm form = { { 0 } };
  RefrainWritableColumns columns;
  const char *cause = NULL;
  gboolean done;

  refrain_progress_tell (progress, 0.05, _ ("Unpacking the columns"));
  if (!check (file, layout, &form, error))
    return FALSE;
  if (!refrain_compact_make_room (layout, &columns))
    return refrain_hdf5_file_fail (file, "/compact", _ ("there is not enough memory for it"),
                                   error);
  refrain_hdf5_unlock ();
  done = refrain_compact_expand (&form, layout, &columns, cancellable, progress, &cause);
  if (done && collectives != NULL)
    {
      const RefrainLinkedOps ops = { layout->n_processes, layout->first[REFRAIN_TABLE_OPS],
                                     columns.ops.kind,    columns.ops.peer,
                                     columns.ops.tag,     columns.ops.comm };

      *collectives = refrain_compact_links_list_collectives (&ops, columns.ops.partner);
    }
  refrain_hdf5_lock ();
  if (done)
    {
      keep_columns (file, &columns, data);
      if (collectives != NULL)
        keep_collectives (file, collectives);
      return TRUE;
    }
  refrain_columns_clear (&columns);
  if (cause != NULL)
    return refrain_hdf5_file_fail (file, "/compact", cause, error);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return FALSE;
}
