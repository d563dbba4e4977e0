/* refrain-paje-containers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A process is the nearest container, from where something happens towards the root, that is called
 * one: by its type ("Process", "MPI") or its name ("rank-3", "P#3"). Where none is, each container
 * in which something happens is a process of its own.
 */
#include "refrain-paje-containers.h"

#include <string.h>

#include "refrain-free.h"

typedef RefrainPajeContainer Container;
typedef RefrainPajeThread Thread;

/* The most containers that one is looked for in. */
#define MAX_DEPTH 1000

REFRAIN_DEFINE_FREE (container_free, Container, g_free (x->name); g_array_unref (x->threads))

REFRAIN_DEFINE_FREE (thread_free, Thread, g_clear_pointer (&x->items, g_array_unref);
                     g_clear_pointer (&x->collectives, g_array_unref))

void
refrain_paje_containers_init (RefrainPajeContainers *self)
{
  self->type_names = g_ptr_array_new_with_free_func (g_free);
  self->types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->types_by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->containers = g_ptr_array_new_with_free_func (container_free);
  self->by_alias = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->threads = g_ptr_array_new_with_free_func (thread_free);
  self->processes = g_array_new (FALSE, FALSE, sizeof (guint32));
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_paje_containers_clear,
                             RefrainPajeContainers,
                             g_ptr_array_unref (x->type_names);
                             g_hash_table_unref (x->types);
                             g_hash_table_unref (x->types_by_name);
                             g_ptr_array_unref (x->containers);
                             g_hash_table_unref (x->by_alias);
                             g_hash_table_unref (x->by_name);
                             g_ptr_array_unref (x->threads);
                             g_array_unref (x->processes))

/* ---- What the file names ---- */

static gint32
look_up (GHashTable *aliases, GHashTable *names, const char *name)
{
  gpointer known = g_hash_table_lookup (aliases, name);

  if (known == NULL)
    known = g_hash_table_lookup (names, name);
  return (gint32) GPOINTER_TO_UINT (known) - 1;
}

void
refrain_paje_containers_add_type (RefrainPajeContainers *self, const char *alias, const char *name)
{
  const gpointer number = GUINT_TO_POINTER (self->type_names->len + 1);

  g_ptr_array_add (self->type_names, g_utf8_make_valid (name != NULL ? name : alias, -1));
  if (alias != NULL)
    g_hash_table_insert (self->types, g_strdup (alias), number);
  if (name != NULL)
    g_hash_table_insert (self->types_by_name, g_strdup (name), number);
}

gint32
refrain_paje_containers_find_type (const RefrainPajeContainers *self, const char *name)
{
  return look_up (self->types, self->types_by_name, name);
}

const char *
refrain_paje_containers_get_type_name (const RefrainPajeContainers *self, guint32 type)
{
  return g_ptr_array_index (self->type_names, type);
}

void
refrain_paje_containers_add (RefrainPajeContainers *self,
                             guint32 type,
                             const char *alias,
                             const char *name,
                             const char *parent)
{
  const gpointer number = GUINT_TO_POINTER (self->containers->len + 1);
  Container *container = g_new0 (Container, 1);

  container->name = g_utf8_make_valid (name != NULL ? name : alias, -1);
  container->type = type;
  container->parent = parent != NULL ? refrain_paje_containers_find (self, parent) : -1;
  container->threads = g_array_new (FALSE, FALSE, sizeof (guint32));
  container->primary = -1;
  container->process = -1;
  g_ptr_array_add (self->containers, container);
  if (alias != NULL)
    g_hash_table_insert (self->by_alias, g_strdup (alias), number);
  if (name != NULL)
    g_hash_table_insert (self->by_name, g_strdup (name), number);
}

gint32
refrain_paje_containers_find (const RefrainPajeContainers *self, const char *name)
{
  return look_up (self->by_alias, self->by_name, name);
}

static gboolean
names_mpi (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return strstr (lower, "mpi") != NULL;
}

RefrainPajeThread *
refrain_paje_containers_get_thread (RefrainPajeContainers *self, guint32 number, gint32 type)
{
  Container *container = g_ptr_array_index (self->containers, number);
  Thread *thread;
  guint32 place;

  if (type < 0 && container->primary >= 0)
    return g_ptr_array_index (self->threads, container->primary);
  for (guint i = 0; i < container->threads->len; i++)
    {
      thread = g_ptr_array_index (self->threads, g_array_index (container->threads, guint32, i));
      if (thread->type == G_MAXUINT32 && type >= 0)
        thread->type = (guint32) type; /* messages came before the first state */
      if (type < 0 || thread->type == (guint32) type)
        return thread;
    }
  thread = g_new0 (Thread, 1);
  thread->container = number;
  thread->type = type < 0 ? G_MAXUINT32 : (guint32) type;
  thread->items = g_array_new (FALSE, FALSE, sizeof (RefrainPajeItem));
  thread->collectives = g_array_new (FALSE, FALSE, 1);
  place = self->threads->len;
  g_ptr_array_add (self->threads, thread);
  g_array_append_val (container->threads, place);
  if (type >= 0 && container->primary < 0
      && names_mpi (refrain_paje_containers_get_type_name (self, (guint32) type)))
    container->primary = (gint32) place;
  return thread;
}

/* ---- Processes ---- */

/* The number at the end of @name where a process is called so ("rank-3", "P#3", "MPI Rank 3",
 * "process_3"), or -1. */
static gint64
find_number (const char *name)
{
  static const char *const words[] = { "rank", "process", "proc", "p", "mpi" };
  const gsize n = strlen (name);
  gsize digits = n, end, begin;

  while (digits > 0 && g_ascii_isdigit (name[digits - 1]))
    digits--;
  if (digits == n || n - digits > 9)
    return -1;
  end = digits;
  while (end > 0 && strchr ("-#_ :", name[end - 1]) != NULL)
    end--;
  begin = end;
  while (begin > 0 && g_ascii_isalpha (name[begin - 1]))
    begin--;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == end - begin
        && g_ascii_strncasecmp (name + begin, words[i], end - begin) == 0)
      return g_ascii_strtoll (name + digits, NULL, 10);
  return -1;
}

static gboolean
is_process_type (const char *type)
{
  g_autofree char *lower = g_ascii_strdown (type, -1);

  return strstr (lower, "process") != NULL || strcmp (lower, "mpi") == 0
         || strstr (lower, "rank") != NULL;
}

/* The container that is the process of @number, from there towards the root. */
static guint32
find_process (RefrainPajeContainers *self, guint32 number)
{
  gint32 at = (gint32) number;

  for (guint depth = 0; at >= 0 && depth < MAX_DEPTH; depth++)
    {
      const Container *container = g_ptr_array_index (self->containers, at);

      if (is_process_type (refrain_paje_containers_get_type_name (self, container->type))
          || find_number (container->name) >= 0)
        return (guint32) at;
      at = container->parent;
    }
  return number;
}

/* A process before it has its place. */
typedef struct
{
  guint32 container;
  gint64 number; /* in its name, or -1 */
} Draft;

static int
compare_drafts (gconstpointer a, gconstpointer b)
{
  const Draft *x = a, *y = b;

  /* Those without a number stand behind, as they were created. */
  if (x->number != y->number)
    return (guint64) x->number > (guint64) y->number ? 1 : -1;
  return (x->container > y->container) - (x->container < y->container);
}

static void
find_processes (RefrainPajeContainers *self)
{
  g_autoptr (GArray) drafts = g_array_new (FALSE, FALSE, sizeof (Draft));

  for (guint i = 0; i < self->threads->len; i++)
    {
      Thread *thread = g_ptr_array_index (self->threads, i);
      Draft draft = { .container = find_process (self, thread->container) };
      Container *container = g_ptr_array_index (self->containers, draft.container);

      thread->process = draft.container; /* until it has its place */
      if (container->process >= 0)
        continue;
      container->process = 0;
      draft.number = find_number (container->name);
      g_array_append_val (drafts, draft);
    }
  g_array_sort (drafts, compare_drafts);
  for (guint p = 0; p < drafts->len; p++)
    {
      const guint32 number = g_array_index (drafts, Draft, p).container;
      Container *container = g_ptr_array_index (self->containers, number);

      container->process = (gint32) p;
      g_array_append_val (self->processes, number);
    }
}

/* What a process runs on: a container above it that is a host, or NULL. */
static const char *
find_host (RefrainPajeContainers *self, const Container *container)
{
  gint32 at = container->parent;

  for (guint depth = 0; at >= 0 && depth < MAX_DEPTH; depth++)
    {
      const Container *above = g_ptr_array_index (self->containers, at);
      const char *type = refrain_paje_containers_get_type_name (self, above->type);

      if (g_ascii_strcasecmp (type, "host") == 0 || g_ascii_strcasecmp (type, "node") == 0)
        return above->name;
      at = above->parent;
    }
  return NULL;
}

static void
add_thread (RefrainPajeContainers *self, Thread *thread, RefrainTraceBuilder *builder, guint id)
{
  const Container *owner = g_ptr_array_index (self->containers, thread->container);
  g_autofree char *name = g_strdup (owner->name);

  if (owner->threads->len > 1 && thread->type != G_MAXUINT32)
    {
      g_free (name);
      name = g_strdup_printf ("%s (%s)", owner->name,
                              refrain_paje_containers_get_type_name (self, thread->type));
    }
  thread->recorder = refrain_trace_builder_add_thread (builder, thread->process, id, name);
}

gboolean
refrain_paje_containers_resolve (RefrainPajeContainers *self,
                                 RefrainTraceBuilder *builder,
                                 RefrainClaims *claims,
                                 GError **error)
{
  find_processes (self);
  if (!refrain_claims_add (claims, REFRAIN_CLAIM_PROCESSES, self->processes->len, NULL, error)
      || !refrain_claims_add (claims, REFRAIN_CLAIM_THREADS, self->threads->len, NULL, error))
    return FALSE;
  for (guint p = 0; p < self->processes->len; p++)
    {
      const Container *container
          = g_ptr_array_index (self->containers, g_array_index (self->processes, guint32, p));

      refrain_trace_builder_add_process (builder, container->name, find_host (self, container));
    }
  for (guint i = 0; i < self->threads->len; i++)
    {
      Thread *thread = g_ptr_array_index (self->threads, i);
      const Container *container = g_ptr_array_index (self->containers, thread->process);

      thread->process = (guint) container->process;
      add_thread (self, thread, builder, i);
    }
  return TRUE;
}
