/* refrain-otf-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions may come in any order, and groups stand for machines and teams as well: one is a
 * communicator when an event says so.
 */
#include "config.h"

#include "refrain-otf-definitions.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-mpi-names.h"

/* Barrier; what else the types say is not enough. */
#define TYPE_BARRIER 1
/* The most processes that one is looked for in. */
#define MAX_DEPTH 1000

typedef struct
{
  char *name;
  guint64 source; /* where it is defined, or 0 */
  guint32 routine;
  gboolean nonblocking;
} Function;

typedef struct
{
  char *name;
  GArray *members;      /* guint64 */
  guint32 communicator; /* + 1, or 0 until it is used */
} Group;

typedef struct
{
  guint64 file;
  guint line;
} Source;

struct _RefrainOtfDefinitions
{
  guint64 resolution;
  GPtrArray *processes; /* of RefrainOtfProcess, by number once resolved */
  GHashTable *process_of;
  GPtrArray *functions; /* numbers, in their order: gint64 * */
  GHashTable *function_of;
  GHashTable *groups, *collectives, *sources, *files;
};

REFRAIN_DEFINE_FREE (process_free, RefrainOtfProcess, g_free (x->name); g_array_unref (x->calls))

REFRAIN_DEFINE_FREE (function_free, Function, g_free (x->name))

REFRAIN_DEFINE_FREE (group_free, Group, g_free (x->name); g_array_unref (x->members))

static GHashTable *
new_table (GDestroyNotify free)
{
  return g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, free);
}

RefrainOtfDefinitions *
refrain_otf_definitions_new (void)
{
  RefrainOtfDefinitions *self = g_new0 (RefrainOtfDefinitions, 1);

  self->resolution = 1000000000;
  self->processes = g_ptr_array_new_with_free_func (process_free);
  self->process_of = new_table (NULL);
  self->functions = g_ptr_array_new ();
  self->function_of = new_table (function_free);
  self->groups = new_table (group_free);
  self->collectives = new_table (NULL);
  self->sources = new_table (g_free);
  self->files = new_table (g_free);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_otf_definitions_free,
                             RefrainOtfDefinitions,
                             g_ptr_array_unref (x->processes);
                             g_hash_table_unref (x->process_of);
                             g_ptr_array_unref (x->functions);
                             g_hash_table_unref (x->function_of);
                             g_hash_table_unref (x->groups);
                             g_hash_table_unref (x->collectives);
                             g_hash_table_unref (x->sources);
                             g_hash_table_unref (x->files))

/* Puts @value under the number of @record, unless there is one. */
static gboolean
put (GHashTable *table, guint64 id, gpointer value)
{
  return g_hash_table_insert (table, g_memdup2 (&id, sizeof id), value);
}

static gpointer
get (GHashTable *table, guint64 id)
{
  return g_hash_table_lookup (table, &id);
}

/* ---- Definitions ---- */

static const char *
add_process (RefrainOtfDefinitions *self, const RefrainOtfRecord *record)
{
  RefrainOtfProcess *process;

  if (record->number == 0)
    return _ ("defines process 0, which is no process");
  if (get (self->process_of, record->number) != NULL)
    return NULL; /* the first definition counts, of whatever it is */
  process = g_new0 (RefrainOtfProcess, 1);
  process->id = record->number;
  process->parent = record->numbers[REFRAIN_OTF_PARENT];
  process->name = g_strdup (record->name);
  process->calls = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (self->processes, process);
  put (self->process_of, record->number, process);
  return NULL;
}

static void
add_function (RefrainOtfDefinitions *self, const RefrainOtfRecord *record)
{
  Function *function;

  if (get (self->function_of, record->number) != NULL)
    return;
  function = g_new0 (Function, 1);
  function->name = g_strdup (record->name != NULL && *record->name != '\0' ? record->name : "?");
  function->source = record->numbers[REFRAIN_OTF_SCL];
  function->routine = REFRAIN_NONE;
  put (self->function_of, record->number, function);
  g_ptr_array_add (self->functions, function);
}

static void
add_group (RefrainOtfDefinitions *self, const RefrainOtfRecord *record)
{
  const char *at = record->members;
  Group *group;
  guint64 member;

  if (get (self->groups, record->number) != NULL)
    return;
  group = g_new0 (Group, 1);
  group->name = g_strdup (record->name != NULL ? record->name : "");
  group->members = g_array_new (FALSE, FALSE, sizeof (guint64));
  while (at != NULL && refrain_otf_take_number (&at, &member))
    {
      g_array_append_val (group->members, member);
      if (*at == ',')
        at++;
    }
  put (self->groups, record->number, group);
}

static void
add_collective (RefrainOtfDefinitions *self, const RefrainOtfRecord *record)
{
  g_autofree char *clean = refrain_routine_clean_name (record->name != NULL ? record->name : "");
  RefrainCollective type = refrain_mpi_find_collective (clean);

  if (type == REFRAIN_COLLECTIVE_UNKNOWN && record->numbers[REFRAIN_OTF_TYPE] == TYPE_BARRIER)
    type = REFRAIN_COLLECTIVE_BARRIER;
  put (self->collectives, record->number, GUINT_TO_POINTER (type + 1));
}

static void
add_source (RefrainOtfDefinitions *self, const RefrainOtfRecord *record)
{
  const Source source = { record->numbers[REFRAIN_OTF_FILE],
                          (guint) MIN (record->numbers[REFRAIN_OTF_LINE], (guint64) G_MAXINT) };

  put (self->sources, record->number, g_memdup2 (&source, sizeof source));
}

const char *
refrain_otf_definitions_add (RefrainOtfDefinitions *self, const RefrainOtfRecord *record)
{
  switch (record->kind)
    {
    case REFRAIN_OTF_DEF_RESOLUTION:
      if (record->number == 0)
        return _ ("says that the clock has no ticks in a second");
      self->resolution = record->number;
      return NULL;
    case REFRAIN_OTF_DEF_PROCESS:
      return add_process (self, record);
    case REFRAIN_OTF_DEF_FUNCTION:
      add_function (self, record);
      return NULL;
    case REFRAIN_OTF_DEF_GROUP:
      add_group (self, record);
      return NULL;
    case REFRAIN_OTF_DEF_COLLECTIVE:
      add_collective (self, record);
      return NULL;
    case REFRAIN_OTF_DEF_SOURCE:
      add_source (self, record);
      return NULL;
    case REFRAIN_OTF_DEF_SOURCE_FILE:
      put (self->files, record->number, g_strdup (record->name));
      return NULL;
    default:
      return NULL;
    }
}

/* ---- What they say together ---- */

REFRAIN_DEFINE_COMPARE_POINTERS (compare_processes, RefrainOtfProcess, REFRAIN_RISING (id))

/* The process of MPI that @process is, or is a thread of; itself where parents go in a circle. */
static const RefrainOtfProcess *
find_master (const RefrainOtfDefinitions *self, const RefrainOtfProcess *process)
{
  const RefrainOtfProcess *at = process;

  for (guint depth = 0; depth < MAX_DEPTH; depth++)
    {
      const RefrainOtfProcess *above = at->parent != 0 ? get (self->process_of, at->parent) : NULL;

      if (above == NULL)
        return at;
      at = above;
    }
  return process;
}

static void
add_routines (RefrainOtfDefinitions *self, RefrainTraceBuilder *builder)
{
  for (guint i = 0; i < self->functions->len; i++)
    {
      Function *function = g_ptr_array_index (self->functions, i);
      const Source *source = function->source != 0 ? get (self->sources, function->source) : NULL;
      g_autofree char *clean = refrain_routine_clean_name (function->name);

      function->nonblocking = refrain_mpi_is_nonblocking (clean);
      function->routine = refrain_trace_builder_add_routine (
          builder, function->name, source != NULL ? get (self->files, source->file) : NULL,
          source != NULL ? source->line : 0);
    }
}

gboolean
refrain_otf_definitions_resolve (RefrainOtfDefinitions *self,
                                 RefrainTraceBuilder *builder,
                                 RefrainClaims *claims,
                                 GError **error)
{
  const guint n = self->processes->len;

  if (!refrain_claims_add (claims, REFRAIN_CLAIM_PROCESSES, n, NULL, error)
      || !refrain_claims_add (claims, REFRAIN_CLAIM_THREADS, n, NULL, error))
    return FALSE;
  g_ptr_array_sort (self->processes, compare_processes);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->processes->len; i++)
      {
        RefrainOtfProcess *process = g_ptr_array_index (self->processes, i);
        const RefrainOtfProcess *master = find_master (self, process);

        /* Masters first, so that threads find theirs. */
        if ((process == master) != (pass == 0))
          continue;
        process->process = process == master
                               ? refrain_trace_builder_add_process (builder, process->name, NULL)
                               : master->process;
        process->recorder = refrain_trace_builder_add_thread (
            builder, process->process, process->id,
            process == master ? "Master thread" : process->name);
      }
  add_routines (self, builder);
  return TRUE;
}

/* ---- By number ---- */

guint64
refrain_otf_definitions_get_resolution (const RefrainOtfDefinitions *self)
{
  return self->resolution;
}

RefrainOtfProcess *
refrain_otf_definitions_find_process (const RefrainOtfDefinitions *self, guint64 id)
{
  return get (self->process_of, id);
}

RefrainOtfProcess *const *
refrain_otf_definitions_get_processes (const RefrainOtfDefinitions *self, gsize *n)
{
  *n = self->processes->len;
  return (RefrainOtfProcess *const *) self->processes->pdata;
}

gint32
refrain_otf_definitions_find_rank (const RefrainOtfDefinitions *self, guint64 id)
{
  const RefrainOtfProcess *process = get (self->process_of, id);

  return process != NULL ? (gint32) process->process : -1;
}

guint32
refrain_otf_definitions_find_routine (const RefrainOtfDefinitions *self,
                                      guint64 id,
                                      gboolean *nonblocking)
{
  const Function *function = get (self->function_of, id);

  *nonblocking = function != NULL && function->nonblocking;
  return function != NULL ? function->routine : REFRAIN_NONE;
}

RefrainCollective
refrain_otf_definitions_find_collective (const RefrainOtfDefinitions *self, guint64 id)
{
  const guint type = GPOINTER_TO_UINT (get (self->collectives, id));

  return type != 0 ? (RefrainCollective) (type - 1) : REFRAIN_COLLECTIVE_UNKNOWN;
}

/* "__MPI_COMM_WORLD__" is what VampirTrace calls it. */
static char *
clean_name (const char *name)
{
  const gsize n = strlen (name);

  if (n > 4 && g_str_has_prefix (name, "__") && g_str_has_suffix (name, "__"))
    return g_strndup (name + 2, n - 4);
  return g_strdup (name);
}

guint32
refrain_otf_definitions_find_communicator (RefrainOtfDefinitions *self,
                                           RefrainTraceBuilder *builder,
                                           guint64 id)
{
  Group *group = id != 0 ? get (self->groups, id) : NULL;
  g_autofree gint32 *members = NULL;
  g_autofree char *name = NULL;

  if (group == NULL)
    return REFRAIN_NONE;
  if (group->communicator != 0)
    return group->communicator - 1;
  members = g_new (gint32, group->members->len + 1);
  for (guint i = 0; i < group->members->len; i++)
    members[i]
        = refrain_otf_definitions_find_rank (self, g_array_index (group->members, guint64, i));
  name = clean_name (group->name);
  group->communicator
      = refrain_trace_builder_add_communicator (
            builder, refrain_communicator_new (name, id, -1, members, group->members->len, NULL, 0,
                                               g_strcmp0 (name, "MPI_COMM_SELF") == 0))
        + 1;
  return group->communicator - 1;
}
