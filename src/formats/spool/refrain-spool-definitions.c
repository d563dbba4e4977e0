/* refrain-spool-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process has numbers of its own for communicators. The same one is what was made of the same
 * parent, as the same of its children, with the same first member: so processes' definitions are
 * joined from MPI_COMM_WORLD on.
 */
#include "refrain-spool-definitions.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-spool-lines.h"

/* A file has no more routines than this. */
#define MAX_ROUTINES (1u << 20)

/* As a process defines it. */
typedef struct
{
  guint64 number, parent, which, first;
  TracerRemote remote;
} Made;

/* What names it in the whole run. */
typedef struct
{
  guint32 parent; /* number of the Joined, or REFRAIN_NONE */
  guint64 which, first;
} Key;

typedef struct
{
  Key key;
  gboolean is_inter;
  GArray *groups[2]; /* gint32: members, -1 for one that nobody tells; or NULL */
  char *name;
  GArray *sizes; /* guint32 of a Cartesian one, or NULL */
  guint32 periodic;
  RefrainSpoolComm comm;
} Joined;

struct RefrainSpoolDefinitions
{
  RefrainSpoolProcess *processes;
  guint n_processes;
  const GArray *worlds; /* RefrainSpoolWorld */
  GPtrArray *joined;    /* Joined */
  GHashTable *by_key;   /* Key: Joined's number + 1 */
  RefrainSpoolObjects *objects;
};

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;

  return g_int64_hash (&key->which) * 31 + g_int64_hash (&key->first) * 17 + key->parent;
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->parent == y->parent && x->which == y->which && x->first == y->first;
}

REFRAIN_DEFINE_FREE (joined_free, Joined, g_clear_pointer (&x->groups[0], g_array_unref);
                     g_clear_pointer (&x->groups[1], g_array_unref);
                     g_clear_pointer (&x->sizes, g_array_unref);
                     g_free (x->name))

static Joined *
add_joined (RefrainSpoolDefinitions *self, const Key *key)
{
  Joined *joined = g_new0 (Joined, 1);

  joined->key = *key;
  g_ptr_array_add (self->joined, joined);
  return joined;
}

/* ---- What a process defines ---- */

static void
define_routine (RefrainTraceBuilder *builder,
                RefrainSpoolLines *lines,
                RefrainSpoolThread *thread,
                const RefrainSpoolRecord *record)
{
  const RefrainSpoolText *text = &record->texts[0];
  g_autofree char *raw = g_strndup (text->text, text->n);
  g_autofree char *name = g_utf8_make_valid (raw, -1);
  const guint64 number = record->numbers[0];
  const guint32 none = REFRAIN_NONE;
  const char *file = NULL;
  guint line = 0;

  if (number >= MAX_ROUTINES)
    return;
  while (thread->routines->len <= number)
    g_array_append_val (thread->routines, none);
  if (record->texts[1].n > 0)
    {
      g_autofree char *path = g_strndup (record->texts[1].text, record->texts[1].n);

      file = refrain_spool_lines_find (lines, path, record->numbers[2], &line);
    }
  g_array_index (thread->routines, guint32, number)
      = refrain_trace_builder_add_routine (builder, name, file, line);
}

static void
keep_clock (RefrainSpoolProcess *process, const RefrainSpoolRecord *record)
{
  const guint i = MIN (process->n_clocks, 1);

  process->clock[i] = record->numbers[0];
  process->offset[i]
      = CLAMP (refrain_spool_unfold (record->numbers[1]), -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT);
  if (i == 0)
    process->wall = refrain_spool_unfold (record->numbers[2]);
  process->n_clocks = i + 1;
}

/* Definitions that others depend on, and routines. */
static void
read_first (RefrainTraceBuilder *builder,
            RefrainSpoolLines *lines,
            RefrainSpoolProcess *process,
            RefrainSpoolThread *thread,
            GArray *made)
{
  RefrainSpoolCursor cursor;
  RefrainSpoolRecord record;
  gboolean damaged;

  refrain_spool_cursor_init_definitions (&cursor, thread->file);
  while (refrain_spool_cursor_next (&cursor, &record, &damaged))
    if (record.code == TRACER_ROUTINE)
      define_routine (builder, lines, thread, &record);
    else if (record.code == TRACER_CLOCK)
      keep_clock (process, &record);
    else if (record.code == TRACER_COMMUNICATOR)
      {
        const Made one = { .number = record.numbers[0],
                           .parent = record.numbers[1],
                           .which = record.numbers[2],
                           .first = record.numbers[3],
                           .remote = (TracerRemote) MIN (record.numbers[4], G_MAXINT) };

        g_array_append_val (made, one);
      }
}

REFRAIN_DEFINE_COMPARE (compare_made, Made, REFRAIN_RISING (number))

static Joined *
find_joined (RefrainSpoolDefinitions *self, const RefrainSpoolProcess *process, guint64 number)
{
  gpointer found = g_hash_table_lookup (process->comms, &number);

  return found != NULL ? g_ptr_array_index (self->joined, GPOINTER_TO_UINT (found) - 1) : NULL;
}

static void
remember (const RefrainSpoolProcess *process, guint64 number, guint joined)
{
  g_hash_table_insert (process->comms, g_memdup2 (&number, sizeof number),
                       GUINT_TO_POINTER (joined + 1));
}

/* What the starters of @world call the communicator that its processes have with them; 0 where that
 * is not known, else its number + 1. */
static guint
find_starters (RefrainSpoolDefinitions *self, const RefrainSpoolWorld *world)
{
  const RefrainSpoolWorld *starter;

  if (world->starter == REFRAIN_NONE)
    return 0;
  starter = &g_array_index (self->worlds, RefrainSpoolWorld, world->starter);
  return GPOINTER_TO_UINT (g_hash_table_lookup (
      self->processes[starter->first_process + world->starter_rank].comms, &world->starter_comm));
}

/* Parents have smaller numbers than what is made of them. */
static void
join (RefrainSpoolDefinitions *self, RefrainSpoolProcess *process, GArray *made)
{
  g_array_sort (made, compare_made);
  for (guint i = 0; i < made->len; i++)
    {
      const Made *one = &g_array_index (made, Made, i);
      const guint64 parent = one->parent - 1;
      const guint64 first
          = one->first + (one->first < TRACER_FOREIGN ? process->world->first_process : 0);
      Key key = { .parent = REFRAIN_NONE, .which = one->which, .first = first };
      guint number
          = one->remote == TRACER_REMOTE_STARTERS ? find_starters (self, process->world) : 0;

      if (one->number < TRACER_COMM_FIRST || find_joined (self, process, one->number) != NULL)
        continue;
      if (one->parent > 0)
        {
          gpointer found = g_hash_table_lookup (process->comms, &parent);

          if (found != NULL)
            key.parent = GPOINTER_TO_UINT (found) - 1;
        }
      if (number == 0)
        number = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_key, &key));
      if (number == 0)
        {
          Joined *joined = add_joined (self, &key);

          joined->is_inter = one->remote != TRACER_REMOTE_NONE;
          number = self->joined->len;
          g_hash_table_insert (self->by_key, &joined->key, GUINT_TO_POINTER (number));
        }
      remember (process, one->number, number - 1);
    }
}

/* ---- What one member tells of a communicator ---- */

/* Each world tells of its own members. */
static void
read_members (RefrainSpoolDefinitions *self,
              Joined *joined,
              const RefrainSpoolWorld *world,
              const RefrainSpoolRecord *record)
{
  const guint64 group = record->numbers[1], size = record->numbers[2], first = record->numbers[3];
  const gint32 nobody = -1;
  const guint8 *at = record->list;
  gint64 rank = 0;

  if (group > 1 || size > self->n_processes || first > size || record->n_list > size - first)
    return;
  if (joined->groups[group] == NULL)
    joined->groups[group] = g_array_new (FALSE, FALSE, sizeof (gint32));
  while (joined->groups[group]->len < size)
    g_array_append_val (joined->groups[group], nobody);
  for (guint64 i = 0; i < record->n_list && first + i < joined->groups[group]->len; i++)
    {
      const gint64 step = refrain_spool_unfold (refrain_spool_list_next (&at));

      rank += CLAMP (step, -(gint64) G_MAXINT32, G_MAXINT32);
      rank = CLAMP (rank, -(gint64) G_MAXINT32, G_MAXINT32);
      if (rank >= 0 && (guint64) rank < world->size)
        g_array_index (joined->groups[group], gint32, first + i)
            = (gint32) ((guint64) rank + world->first_process);
    }
}

static void
read_cartesian (Joined *joined, const RefrainSpoolRecord *record)
{
  const guint8 *at = record->list;

  if (joined->sizes != NULL || record->n_list > REFRAIN_MAX_CARTESIAN_DIMENSIONS)
    return;
  joined->sizes = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint64 i = 0; i < record->n_list; i++)
    {
      const guint64 number = refrain_spool_list_next (&at);
      const guint32 size = (guint32) MIN (number / 2, G_MAXINT32);

      g_array_append_val (joined->sizes, size);
      if (number % 2 != 0)
        joined->periodic |= 1u << i;
    }
}

static void
read_details (RefrainSpoolDefinitions *self,
              RefrainSpoolProcess *process,
              const RefrainSpoolThread *thread)
{
  RefrainSpoolCursor cursor;
  RefrainSpoolRecord record;
  gboolean damaged;

  refrain_spool_cursor_init_definitions (&cursor, thread->file);
  while (refrain_spool_cursor_next (&cursor, &record, &damaged))
    {
      Joined *joined;

      if (record.code != TRACER_MEMBERS && record.code != TRACER_NAME
          && record.code != TRACER_CARTESIAN)
        continue;
      joined = find_joined (self, process, record.numbers[0]);
      if (joined == NULL)
        continue;
      if (record.code == TRACER_MEMBERS)
        read_members (self, joined, process->world, &record);
      else if (record.code == TRACER_CARTESIAN)
        read_cartesian (joined, &record);
      else
        {
          g_autofree char *raw = g_strndup (record.texts[0].text, record.texts[0].n);

          g_free (joined->name);
          joined->name = g_utf8_make_valid (raw, -1);
        }
    }
}

/* ---- Handing over ---- */

static RefrainCommunicator *
make_communicator (RefrainSpoolDefinitions *self, const Joined *joined, guint i)
{
  const GArray *members = joined->groups[0], *remote = joined->is_inter ? joined->groups[1] : NULL;
  /* Of a group that nobody tells of no rank is one of the run. */
  static const gint32 nobody = -1;
  const gboolean is_elsewhere = joined->is_inter && remote == NULL;
  RefrainCommunicator *made = refrain_communicator_new (
      joined->name, i, joined->key.parent != REFRAIN_NONE ? (gint64) joined->key.parent : -1,
      members != NULL ? (const gint32 *) (gpointer) members->data : NULL,
      members != NULL ? members->len : 0,
      is_elsewhere     ? &nobody
      : remote != NULL ? (const gint32 *) (gpointer) remote->data
                       : NULL,
      is_elsewhere     ? 1
      : remote != NULL ? remote->len
                       : 0,
      i == TRACER_COMM_SELF);

  if (joined->sizes != NULL && joined->sizes->len > 0)
    refrain_communicator_set_cartesian (made, joined->sizes->len,
                                        (const guint32 *) (gpointer) joined->sizes->data,
                                        joined->periodic, NULL);
  return made;
}

static void
add_communicators (RefrainSpoolDefinitions *self, RefrainTraceBuilder *builder)
{
  for (guint i = 0; i < self->joined->len; i++)
    {
      Joined *joined = g_ptr_array_index (self->joined, i);

      joined->comm.communicator = make_communicator (self, joined, i);
      if (!joined->is_inter && i != TRACER_COMM_SELF)
        {
          joined->comm.members
              = joined->groups[0] != NULL ? (gint32 *) (gpointer) joined->groups[0]->data : NULL;
          joined->comm.n_members = joined->groups[0] != NULL ? joined->groups[0]->len : 0;
        }
      joined->comm.index
          = refrain_trace_builder_add_communicator (builder, joined->comm.communicator);
    }
}

/* Windows and files, once it is known what they are made of. */
static void
read_objects (RefrainSpoolDefinitions *self, guint p, const RefrainSpoolThread *thread)
{
  RefrainSpoolCursor cursor;
  RefrainSpoolRecord record;
  gboolean damaged;

  refrain_spool_cursor_init_definitions (&cursor, thread->file);
  while (refrain_spool_cursor_next (&cursor, &record, &damaged))
    if (record.code == TRACER_NEIGHBOURS)
      {
        const RefrainSpoolComm *comm = refrain_spool_definitions_find (self, p, record.numbers[0]);

        if (comm != NULL)
          refrain_spool_objects_add_neighbours (self->objects, p, &record, comm->index);
      }
    else if (record.code == TRACER_OBJECT)
      {
        const RefrainSpoolComm *comm = refrain_spool_definitions_find (self, p, record.numbers[2]);

        if (comm != NULL)
          refrain_spool_objects_add (self->objects, p, &record, comm->index,
                                     record.numbers[2] == TRACER_COMM_SELF);
      }
}

typedef struct
{
  guint n_processes;
  gboolean known;                                         /* all of them noted their cores */
  char cores[sizeof ((TracerSpoolHeader *) NULL)->cores]; /* of all of them, four in each */
} Node;

static void
add_to_node (Node *node, const TracerSpoolHeader *header)
{
  node->known = (node->n_processes == 0 || node->known) && *header->cores != '\0';
  node->n_processes++;
  for (gsize i = 0; header->cores[i] != '\0'; i++)
    node->cores[i] = (char) (node->cores[i] | MAX (g_ascii_xdigit_value (header->cores[i]), 0));
}

/* How many processes of each node share how many cores, where all of them noted these. */
static void
add_nodes (RefrainSpoolDefinitions *self)
{
  g_autoptr (GHashTable) nodes = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GPtrArray) hosts = g_ptr_array_new (); /* in the order of their processes */

  for (guint p = 0; p < self->n_processes; p++)
    {
      const char *host = refrain_spool_process_get_host (&self->processes[p]);
      Node *node = host != NULL ? g_hash_table_lookup (nodes, host) : NULL;

      if (host == NULL)
        continue;
      if (node == NULL)
        {
          g_hash_table_insert (nodes, (gpointer) host, node = g_new0 (Node, 1));
          g_ptr_array_add (hosts, (gpointer) host);
        }
      add_to_node (node,
                   &g_array_index (self->processes[p].threads, RefrainSpoolThread, 0).file->header);
    }
  for (guint i = 0; i < hosts->len; i++)
    {
      const char *host = g_ptr_array_index (hosts, i);
      const Node *node = g_hash_table_lookup (nodes, host);
      guint n_cores = 0;

      for (gsize k = 0; k < sizeof node->cores; k++)
        n_cores += (guint) __builtin_popcount ((guint) node->cores[k]);
      if (node->known && n_cores > 0)
        refrain_spool_objects_add_node (self->objects, host, node->n_processes, n_cores);
    }
}

static void
add_objects (RefrainSpoolDefinitions *self, RefrainTraceBuilder *builder)
{
  g_autoptr (RefrainExtension) extension = NULL;

  for (guint p = 0; p < self->n_processes; p++)
    for (guint t = 0; t < self->processes[p].threads->len; t++)
      read_objects (self, p, &g_array_index (self->processes[p].threads, RefrainSpoolThread, t));
  add_nodes (self);
  extension = refrain_spool_objects_make_extension (self->objects);
  if (extension != NULL)
    refrain_trace_builder_set_extension (builder, extension);
}

/* MPI_COMM_WORLD of @world; its number. */
static guint
add_world (RefrainSpoolDefinitions *self, const RefrainSpoolWorld *world, guint number)
{
  const Key none = { .parent = REFRAIN_NONE };
  Joined *joined = add_joined (self, &none);

  joined->name
      = number == 1 ? g_strdup ("MPI_COMM_WORLD") : g_strdup_printf ("MPI_COMM_WORLD (%u)", number);
  joined->groups[0] = g_array_new (FALSE, FALSE, sizeof (gint32));
  for (guint64 rank = 0; rank < world->size; rank++)
    {
      const gint32 process = (gint32) (world->first_process + rank);

      g_array_append_val (joined->groups[0], process);
    }
  return self->joined->len - 1;
}

static void
know_standard (RefrainSpoolDefinitions *self, const RefrainSpoolWorld *world, guint number)
{
  for (guint64 rank = 0; rank < world->size; rank++)
    {
      RefrainSpoolProcess *process = &self->processes[world->first_process + rank];

      process->world = world;
      remember (process, TRACER_COMM_WORLD, number);
      remember (process, TRACER_COMM_SELF, TRACER_COMM_SELF);
    }
}

/* The first world and each process alone; then the worlds that were started. */
static void
add_standard (RefrainSpoolDefinitions *self, guint run)
{
  const Key none = { .parent = REFRAIN_NONE };
  guint number = 0;

  for (guint w = 0; w < self->worlds->len; w++)
    {
      const RefrainSpoolWorld *world = &g_array_index (self->worlds, RefrainSpoolWorld, w);

      if (world->run != run)
        continue;
      know_standard (self, world, add_world (self, world, ++number));
      if (number == 1)
        add_joined (self, &none)->name = g_strdup ("MPI_COMM_SELF");
    }
}

RefrainSpoolDefinitions *
refrain_spool_definitions_new (RefrainTraceBuilder *builder,
                               RefrainSpoolProcess *processes,
                               guint n_processes,
                               const GArray *worlds,
                               guint run)
{
  RefrainSpoolDefinitions *self = g_new0 (RefrainSpoolDefinitions, 1);
  RefrainSpoolLines *lines = refrain_spool_lines_new ();

  self->processes = processes;
  self->n_processes = n_processes;
  self->joined = g_ptr_array_new_with_free_func (joined_free);
  self->by_key = g_hash_table_new (key_hash, key_equal);
  self->worlds = worlds;
  add_standard (self, run);
  for (guint p = 0; p < n_processes; p++)
    {
      g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (Made));

      for (guint t = 0; t < processes[p].threads->len; t++)
        read_first (builder, lines, &processes[p],
                    &g_array_index (processes[p].threads, RefrainSpoolThread, t), made);
      join (self, &processes[p], made);
    }
  for (guint p = 0; p < n_processes; p++)
    for (guint t = 0; t < processes[p].threads->len; t++)
      read_details (self, &processes[p],
                    &g_array_index (processes[p].threads, RefrainSpoolThread, t));
  refrain_spool_lines_free (lines);
  add_communicators (self, builder);
  self->objects = refrain_spool_objects_new ();
  add_objects (self, builder);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_spool_definitions_free,
                             RefrainSpoolDefinitions,
                             refrain_spool_objects_free (x->objects);
                             g_hash_table_unref (x->by_key);
                             g_ptr_array_unref (x->joined))

const RefrainSpoolComm *
refrain_spool_definitions_find (RefrainSpoolDefinitions *self, guint process, guint64 number)
{
  const Joined *joined = find_joined (self, &self->processes[process], number);

  return joined != NULL ? &joined->comm : NULL;
}

const char *
refrain_spool_process_get_host (const RefrainSpoolProcess *process)
{
  return process->threads->len > 0
             ? g_array_index (process->threads, RefrainSpoolThread, 0).file->header.host
             : NULL;
}

RefrainSpoolObjects *
refrain_spool_definitions_get_objects (RefrainSpoolDefinitions *self)
{
  return self->objects;
}

gint64
refrain_spool_process_convert (const RefrainSpoolProcess *process, guint64 clock)
{
  const gint64 now = (gint64) MIN (clock, (guint64) REFRAIN_TIME_LIMIT);
  double part;

  if (process->n_clocks == 0)
    return now;
  if (process->n_clocks == 1 || process->clock[1] <= process->clock[0]
      || process->offset[0] == process->offset[1])
    return now + process->offset[0];
  part = ((double) now - (double) process->clock[0])
         / (double) (process->clock[1] - process->clock[0]);
  return now + process->offset[0]
         + (gint64) CLAMP (part * (double) (process->offset[1] - process->offset[0]),
                           -(double) REFRAIN_TIME_LIMIT, (double) REFRAIN_TIME_LIMIT);
}
