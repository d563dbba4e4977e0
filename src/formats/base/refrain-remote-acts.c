/* refrain-remote-acts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Records and calls that act on windows and files, by the names that OTF2 and MPI give them.
 */
#include "refrain-remote-acts.h"

gboolean
refrain_remote_get_field (const RefrainRecordClass *class,
                          RefrainRecordBytes fields,
                          const char *name,
                          guint64 *number)
{
  for (guint f = 0; f < class->n_fields && !class->fields[f].is_list; f++)
    {
      const RefrainField *field = &class->fields[f];
      const gboolean wanted = g_str_equal (field->name, name);
      gsize n;

      switch ((int) field->type)
        {
        case REFRAIN_FIELD_TEXT:
          refrain_get_text (&fields, &n);
          break;
        case REFRAIN_FIELD_UNSIGNED:
        case REFRAIN_FIELD_REFERENCE:
        case REFRAIN_FIELD_ENUM:
        case REFRAIN_FIELD_FLAGS:
          *number = refrain_get_unsigned (&fields);
          if (wanted && field->type == REFRAIN_FIELD_REFERENCE)
            return !fields.failed && (*number)-- > 0;
          if (wanted)
            return !fields.failed;
          break;
        default:
          return FALSE;
        }
      if (fields.failed)
        return FALSE;
    }
  return FALSE;
}

RefrainRemoteAct
refrain_remote_classify_record (const char *name)
{
  static const struct
  {
    const char *name;
    RefrainRemoteAct kind;
  } kinds[] = {
    { "RmaPut", ACT_PUT },
    { "RmaAtomic", ACT_PUT },
    { "RmaGet", ACT_GET },
    { "RmaWinCreate", ACT_MADE },
    { "RmaWinDestroy", ACT_FREED },
    { "RmaCollectiveBegin", ACT_INNER },
    { "RmaRequestLock", ACT_INNER },
    { "RmaAcquireLock", ACT_LOCK },
    { "RmaReleaseLock", ACT_UNLOCK },
    { "RmaCollectiveEnd", ACT_FENCE },
    { "IoCreateHandle", ACT_HANDLE },
    { "IoDestroyHandle", ACT_HANDLE },
    { "IoOperationBegin", ACT_FILE },
    { "IoOperationComplete", ACT_DONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].name, name))
      return kinds[i].kind;
  return ACT_NONE;
}

RefrainRemoteAct
refrain_remote_classify_routine (const char *name)
{
  if (g_str_equal (name, "MPI_Win_fence"))
    return ACT_FENCE;
  if (g_str_equal (name, "MPI_Win_complete"))
    return ACT_COMPLETE;
  if (g_str_equal (name, "MPI_Win_wait"))
    return ACT_EXPOSED;
  if (g_str_has_prefix (name, "MPI_Win_unlock") || g_str_has_prefix (name, "MPI_Win_flush"))
    return ACT_PASSIVE;
  return ACT_NONE;
}

char *
refrain_remote_get_name (const RefrainRecordClass *class, RefrainRecordBytes fields)
{
  for (guint f = 0; f < class->n_fields && !class->fields[f].is_list && !fields.failed; f++)
    {
      gsize n;

      if (class->fields[f].type == REFRAIN_FIELD_TEXT)
        {
          const char *text = refrain_get_text (&fields, &n);

          return fields.failed ? g_strdup ("") : g_strndup (text, n);
        }
      refrain_get_unsigned (&fields);
    }
  return g_strdup ("");
}
