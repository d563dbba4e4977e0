/* refrain-process-groups.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each kind gives every process a key; equal keys are a group.
 */
#include "refrain-process-groups.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-free.h"
#include "refrain-loop-alike.h"

/* The name of the group with @key; free with g_free(). */
typedef char *(*NameFunc) (gpointer data, guint32 key, const RefrainProcessGroup *group);

/* Groups of the @n processes with equal @keys. */
static RefrainProcessGroups *
make (const guint32 *keys, guint n, NameFunc name, gpointer data)
{
  RefrainProcessGroups *self = g_new0 (RefrainProcessGroups, 1);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) groups = g_array_new (FALSE, TRUE, sizeof (RefrainProcessGroup));
  g_autofree guint32 *key_of = g_new (guint32, MAX (n, 1));

  self->n_processes = n;
  self->group_of = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      gpointer found;

      if (!g_hash_table_lookup_extended (seen, GUINT_TO_POINTER (keys[i]), NULL, &found))
        {
          const RefrainProcessGroup group = { 0 };

          found = GUINT_TO_POINTER (groups->len);
          key_of[groups->len] = keys[i];
          g_hash_table_insert (seen, GUINT_TO_POINTER (keys[i]), found);
          g_array_append_val (groups, group);
        }
      self->group_of[i] = GPOINTER_TO_UINT (found);
      g_array_index (groups, RefrainProcessGroup, self->group_of[i]).n++;
    }
  self->n = groups->len;
  self->groups = (RefrainProcessGroup *) (gpointer) g_array_free (g_steal_pointer (&groups), FALSE);
  for (guint g = 0; g < self->n; g++)
    {
      self->groups[g].processes = g_new (guint32, self->groups[g].n);
      self->groups[g].n = 0;
    }
  for (guint i = 0; i < n; i++)
    {
      RefrainProcessGroup *group = &self->groups[self->group_of[i]];

      group->processes[group->n++] = i;
    }
  for (guint g = 0; g < self->n; g++)
    self->groups[g].name = name (data, key_of[g], &self->groups[g]);
  return self;
}

void
refrain_process_groups_free (RefrainProcessGroups *self)
{
  if (self == NULL)
    return;
  for (guint g = 0; g < self->n; g++)
    refrain_free (self->groups[g].name, self->groups[g].processes);
  refrain_free (self->groups, self->group_of, self);
}

/* ---- Nodes ---- */

static char *
name_node (gpointer data, guint32 key, const RefrainProcessGroup *group)
{
  const char *host
      = refrain_process_get_host (refrain_trace_get_process (data, group->processes[0]));

  return g_strdup (host != NULL ? host : _ ("(no node)"));
}

RefrainProcessGroups *
refrain_process_groups_new_by_node (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree guint32 *keys = g_new (guint32, MAX (n, 1));
  g_autoptr (GHashTable) hosts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n; i++)
    {
      const char *host = refrain_process_get_host (refrain_trace_get_process (trace, i));
      gpointer key;

      if (host == NULL)
        host = "";
      key = g_hash_table_lookup (hosts, host);
      if (key == NULL)
        {
          key = GUINT_TO_POINTER (i + 1);
          g_hash_table_insert (hosts, (gpointer) host, key);
        }
      keys[i] = GPOINTER_TO_UINT (key);
    }
  return make (keys, n, name_node, trace);
}

/* ---- Communicators ---- */

static char *
name_communicator (gpointer data, guint32 key, const RefrainProcessGroup *group)
{
  return g_strdup (key == REFRAIN_NONE ? _ ("(only all together)")
                                       : refrain_communicator_get_name (
                                           refrain_trace_get_communicator (data, key)));
}

RefrainProcessGroups *
refrain_process_groups_new_by_communicator (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree guint32 *keys = g_new (guint32, MAX (n, 1));

  memset (keys, 0xff, MAX (n, 1) * sizeof *keys);
  for (guint c = 0; c < refrain_trace_get_n_communicators (trace); c++)
    {
      RefrainCommunicator *communicator = refrain_trace_get_communicator (trace, c);
      gsize n_members;
      const gint32 *members = refrain_communicator_get_members (communicator, &n_members);

      if (refrain_communicator_is_self (communicator) || n_members < 2 || n_members >= n)
        continue;
      for (gsize i = 0; i < n_members; i++)
        if (members[i] >= 0 && (guint) members[i] < n && keys[members[i]] == REFRAIN_NONE)
          keys[members[i]] = c;
    }
  return make (keys, n, name_communicator, trace);
}

/* ---- Behaviour ---- */

static char *
name_class (gpointer data, guint32 key, const RefrainProcessGroup *group)
{
  g_autofree char *processes = NULL;

  if (key == REFRAIN_NONE)
    return g_strdup (_ ("(not in the loop model)"));
  processes = refrain_loop_alike_describe (data, key);
  return g_strdup_printf (group->n > 1 ? _ ("%s do the same") : _ ("%s alone"), processes);
}

RefrainProcessGroups *
refrain_process_groups_new_alike (RefrainLoopModel *model, guint n_processes)
{
  g_autoptr (RefrainLoopAlike) alike = refrain_loop_alike_new (model);
  const guint known = MIN (
      n_processes, refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model)));
  g_autofree guint32 *keys = g_new (guint32, MAX (n_processes, 1));

  for (guint i = 0; i < n_processes; i++)
    keys[i] = i < known ? refrain_loop_alike_get_class (alike, i) : REFRAIN_NONE;
  return make (keys, n_processes, name_class, alike);
}

/* ---- Coordinates ---- */

static char *
name_place (gpointer data, guint32 key, const RefrainProcessGroup *group)
{
  return g_strdup_printf ("%s = %u", (const char *) data, key);
}

RefrainProcessGroups *
refrain_process_groups_new_by_axis (RefrainMapping *mapping, guint axis)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  const guint n_axes = refrain_mapping_get_n_dimensions (mapping);
  g_autofree guint32 *keys = g_new (guint32, MAX (n, 1));

  g_return_val_if_fail (axis < n_axes, NULL);

  for (guint i = 0; i < n; i++)
    keys[i] = refrain_mapping_get_coordinates (mapping, i)[n_axes - 1 - axis];
  return make (keys, n, name_place,
               (gpointer) refrain_mapping_get_axis_name (mapping, n_axes - 1 - axis));
}
