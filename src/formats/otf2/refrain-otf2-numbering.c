/* refrain-otf2-numbering.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-otf2-writer-private.h"
#include "refrain-otf2-writer.h"

/* The ids of the source when all are different, dense ones otherwise. */
static void
number_locations (RefrainOtf2Numbering *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  gboolean keep = TRUE;

  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);
      gsize n = refrain_process_get_n_threads (process);
      RefrainOtf2Location location = { .process = p };

      keep &= n > 0;
      if (n == 0)
        g_array_append_val (self->locations, location);
      for (gsize t = 0; t < n; t++)
        {
          location.thread = refrain_process_get_thread (process, t);
          location.id = location.thread->id;
          g_array_append_val (self->locations, location);
        }
    }
  for (guint i = 0; keep && i < self->locations->len; i++)
    {
      RefrainOtf2Location *location = &g_array_index (self->locations, RefrainOtf2Location, i);

      keep = location->id != OTF2_UNDEFINED_LOCATION && g_hash_table_add (seen, &location->id);
    }
  for (guint i = 0; !keep && i < self->locations->len; i++)
    g_array_index (self->locations, RefrainOtf2Location, i).id = i;
}

static gint32 *
keep_known (const gint32 *members, gsize *n)
{
  gint32 *known = g_new (gint32, *n + 1);
  gsize n_known = 0;

  for (gsize i = 0; i < *n; i++)
    if (members[i] >= 0)
      known[n_known++] = members[i];
  *n = n_known;
  return known;
}

/* A group of OTF2 has no place for a member that is no process of the trace. Without those the
 * ranks close up; events name their partners by these ranks, so that they still mean the same
 * process. */
static RefrainCommunicator *
close_up (RefrainCommunicator *comm)
{
  gsize n, n_remote;
  const gint32 *members = refrain_communicator_get_members (comm, &n);
  const gint32 *remote = refrain_communicator_get_remote (comm, &n_remote);
  gsize n_known = n, n_known_remote = n_remote;
  g_autofree gint32 *known = keep_known (members, &n_known);
  g_autofree gint32 *known_remote = keep_known (remote, &n_known_remote);

  if (n_known == n && n_known_remote == n_remote)
    return g_object_ref (comm);
  return refrain_communicator_new (
      refrain_communicator_get_source_name (comm), refrain_communicator_get_id (comm),
      refrain_communicator_get_parent_id (comm), known, n_known, known_remote, n_known_remote,
      refrain_communicator_is_self (comm));
}

/* Parents by index; one that is not there, or that is its own ancestor, is none. */
static void
find_parents (RefrainOtf2Numbering *self, guint n)
{
  g_autoptr (GHashTable) by_id = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = n; i-- > 0;)
    {
      gint64 id = refrain_communicator_get_id (refrain_trace_get_communicator (self->trace, i));

      g_hash_table_insert (by_id, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (i));
    }
  for (guint i = 0; i < n; i++)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (self->trace, i);
      gint64 id = refrain_communicator_get_parent_id (comm);
      gpointer index;

      self->comm_parents[i] = -1;
      if (id >= 0 && g_hash_table_lookup_extended (by_id, &id, NULL, &index))
        self->comm_parents[i] = GPOINTER_TO_UINT (index);
    }
}

/* Parents get smaller references than their children, as OTF2's own tools expect. */
static void
number_communicators (RefrainOtf2Numbering *self)
{
  guint n = refrain_trace_get_n_communicators (self->trace);
  g_autofree guint32 *chain = g_new (guint32, n + 1);
  guint32 next = 0;

  self->comm_refs = g_new (guint32, n + 1);
  self->comm_order = g_new (guint32, n + 1);
  self->comm_parents = g_new (gint64, n + 1);
  find_parents (self, n);
  for (guint i = 0; i < n; i++)
    self->comm_refs[i] = OTF2_UNDEFINED_COMM;
  for (guint i = 0; i < n; i++)
    {
      guint depth = 0;

      for (gint64 c = i; c >= 0 && self->comm_refs[c] == OTF2_UNDEFINED_COMM;)
        {
          gint64 parent = self->comm_parents[c];

          self->comm_refs[c] = OTF2_UNDEFINED_COMM - 1; /* being numbered */
          chain[depth++] = c;
          if (parent >= 0 && self->comm_refs[parent] == OTF2_UNDEFINED_COMM - 1)
            parent = self->comm_parents[c] = -1; /* a circle ends here */
          c = parent;
        }
      while (depth > 0)
        {
          self->comm_refs[chain[--depth]] = next;
          self->comm_order[next++] = chain[depth];
        }
    }
}

/* The source's clock origin, moved only as far as needed to keep every time stamp in range. */
static guint64
choose_origin (RefrainTrace *trace)
{
  guint64 origin = refrain_trace_get_clock_origin (trace);
  RefrainTime start = refrain_trace_get_start (trace);
  RefrainTime end = MAX (refrain_trace_get_end (trace), 0);

  if (start < 0)
    origin = MAX (origin, (guint64) -start);
  return MIN (origin, OTF2_UNDEFINED_TIMESTAMP - 1 - 2 * (guint64) end);
}

RefrainOtf2Numbering *
refrain_otf2_numbering_new (RefrainTrace *trace)
{
  RefrainOtf2Numbering *self = g_new0 (RefrainOtf2Numbering, 1);

  self->trace = g_object_ref (trace);
  self->locations = g_array_new (FALSE, FALSE, sizeof (RefrainOtf2Location));
  self->origin = choose_origin (trace);
  self->comms = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < refrain_trace_get_n_communicators (trace); i++)
    g_ptr_array_add (self->comms, close_up (refrain_trace_get_communicator (trace, i)));
  number_locations (self);
  number_communicators (self);
  return self;
}

void
refrain_otf2_numbering_free (RefrainOtf2Numbering *self)
{
  g_object_unref (self->trace);
  g_array_unref (self->locations);
  g_ptr_array_unref (self->comms);
  g_free (self->comm_refs);
  g_free (self->comm_order);
  g_free (self->comm_parents);
  g_free (self);
}

guint64
refrain_otf2_count_unknown_members (RefrainTrace *trace)
{
  guint64 unknown = 0;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), 0);

  for (guint c = 0; c < refrain_trace_get_n_communicators (trace); c++)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (trace, c);
      gsize n, n_remote;
      const gint32 *members = refrain_communicator_get_members (comm, &n);
      const gint32 *remote = refrain_communicator_get_remote (comm, &n_remote);

      for (gsize i = 0; i < n; i++)
        unknown += members[i] < 0;
      for (gsize i = 0; i < n_remote; i++)
        unknown += remote[i] < 0;
    }
  return unknown;
}
