/* refrain-paraver-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whatever the header claims is counted against what it lists, so that no number in it makes us
 * reserve more than the line is long.
 */
#include "config.h"

#include "refrain-paraver-definitions.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-paraver-names.h"

/* Of one process. */
#define MAX_THREADS 65536

gboolean
refrain_paraver_take_number (char **at, gint64 *number)
{
  char *p = *at;
  const gboolean negative = *p == '-';
  guint64 value = 0;

  p += negative;
  if (!g_ascii_isdigit (*p))
    return FALSE;
  for (; g_ascii_isdigit (*p); p++)
    {
      const guint digit = (guint) (*p - '0');

      if (value > ((guint64) G_MAXINT64 - digit) / 10)
        return FALSE;
      value = value * 10 + digit;
    }
  if (*p == ':' || *p == ',')
    p++;
  else if (*p != '\0' && *p != '(' && *p != ')')
    return FALSE;
  *number = negative ? -(gint64) value : (gint64) value;
  *at = p;
  return TRUE;
}

/* ---- The header ---- */

/* "1000_ns:" or, in microseconds, "1000:". */
static gboolean
take_duration (char **at, gint64 *scale)
{
  static const struct
  {
    const char *name;
    gint64 scale;
  } units[] = {
    { "_ns:", 1 }, { "_us:", 1000 }, { "_ms:", 1000000 }, { "_s:", 1000000000 }, { ":", 1000 }
  };
  char *p = *at;

  while (g_ascii_isdigit (*p))
    p++;
  if (p == *at)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_has_prefix (p, units[i].name))
      {
        *scale = units[i].scale;
        *at = p + strlen (units[i].name);
        return TRUE;
      }
  return FALSE;
}

/* "0:" or "2(4,4):": machines and their processors, which no record needs. */
static gboolean
skip_resources (char **at)
{
  gint64 n;

  if (!refrain_paraver_take_number (at, &n))
    return FALSE;
  if (**at != '(')
    return TRUE;
  *at = strstr (*at, "):");
  if (*at == NULL)
    return FALSE;
  *at += strlen ("):");
  return TRUE;
}

/* "2(1:1,4:2),3:": tasks with threads and a machine each, and how many communicators there are. */
static gboolean
take_application (RefrainParaverDefinitions *self, char **at, const char **cause)
{
  RefrainParaverApplication application
      = { .first_process = self->threads->len, .world = REFRAIN_NONE };
  gint64 claimed, threads, node, n_communicators;

  if (!refrain_paraver_take_number (at, &claimed) || claimed < 0 || **at != '(')
    return FALSE;
  (*at)++;
  for (gboolean more = **at != ')'; more; application.n_tasks++)
    {
      guint32 n_threads, machine;

      if (!refrain_paraver_take_number (at, &threads) || !refrain_paraver_take_number (at, &node)
          || threads < 0 || node < 0 || node > G_MAXINT32 || self->threads->len >= G_MAXINT32)
        return FALSE;
      if (threads > MAX_THREADS)
        {
          *cause = _ ("the header names too many threads: more than 65536 of a task");
          return FALSE;
        }
      n_threads = (guint32) threads;
      machine = (guint32) node;
      g_array_append_val (self->threads, n_threads);
      g_array_append_val (self->nodes, machine);
      more = (*at)[-1] == ',';
    }
  if (**at != ')' || application.n_tasks != claimed)
    return FALSE;
  (*at)++;
  if (**at == ',')
    {
      (*at)++;
      if (!refrain_paraver_take_number (at, &n_communicators))
        return FALSE;
    }
  else if (**at == ':')
    (*at)++;
  g_array_append_val (self->applications, application);
  return TRUE;
}

/* "(22/11/2026 at 14:30)" or with two digits for the year; the first day that there is stands for
 * an unknown one. Which zone is meant nobody says. */
static gint64
read_date (const char *text)
{
  int day, month, year, hour, minute;
  g_autoptr (GDateTime) date = NULL;

  if (sscanf (text, "(%2d/%2d/%4d at %2d:%2d)", &day, &month, &year, &hour, &minute) != 5)
    return -1;
  date = g_date_time_new_utc (year < 100 ? year + 2000 : year, month, day, hour, minute, 0);
  if (date == NULL || g_date_time_to_unix (date) <= 0
      || g_date_time_to_unix (date) > G_MAXINT64 / 1000000000)
    return -1;
  return g_date_time_to_unix (date) * 1000000000;
}

static gboolean
take_header (RefrainParaverDefinitions *self, char *line, const char **cause)
{
  char *at = strchr (line, '(');
  gint64 n;

  self->wall_clock = at != NULL ? read_date (at) : -1;
  at = at != NULL ? strstr (at, "):") : NULL;
  if (at == NULL)
    return FALSE;
  at += strlen ("):");
  if (!take_duration (&at, &self->scale) || !skip_resources (&at)
      || !refrain_paraver_take_number (&at, &n) || n < 0)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    if (!take_application (self, &at, cause))
      return FALSE;
  return TRUE;
}

RefrainParaverDefinitions *
refrain_paraver_definitions_new (char *line, const char **cause)
{
  g_autoptr (RefrainParaverDefinitions) self = g_new0 (RefrainParaverDefinitions, 1);

  self->applications = g_array_new (FALSE, FALSE, sizeof (RefrainParaverApplication));
  self->threads = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->comms = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  self->groups = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free,
                                        (GDestroyNotify) g_array_unref);
  self->members = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->self = REFRAIN_NONE;
  *cause
      = _ ("is no header of a Paraver trace: #Paraver (date):duration_ns:machines:applications:…");
  if (!take_header (self, line, cause))
    return NULL;
  *cause = _ ("the header names no task");
  return self->threads->len > 0 ? g_steal_pointer (&self) : NULL;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_paraver_definitions_free,
                             RefrainParaverDefinitions,
                             refrain_unref_arrays (x->applications, x->threads, x->nodes);
                             g_hash_table_unref (x->comms);
                             g_hash_table_unref (x->groups);
                             g_ptr_array_unref (x->members))

void
refrain_paraver_definitions_add_processes (RefrainParaverDefinitions *self,
                                           RefrainParaverLabels *labels,
                                           RefrainTraceBuilder *builder)
{
  for (guint p = 0; p < self->threads->len; p++)
    {
      const guint32 node = g_array_index (self->nodes, guint32, p);

      refrain_trace_builder_add_process (
          builder, refrain_paraver_labels_get_row (labels, REFRAIN_PARAVER_LEVEL_TASK, p),
          node > 0 ? refrain_paraver_labels_get_row (labels, REFRAIN_PARAVER_LEVEL_NODE, node - 1)
                   : NULL);
    }
}

/* ---- Communicators ---- */

static gint64
make_key (guint application, gint64 id)
{
  return (gint64) application << 32 | id;
}

guint32
refrain_paraver_definitions_find_communicator (RefrainParaverDefinitions *self,
                                               guint application,
                                               gint64 id)
{
  const gint64 key = make_key (application, id);

  if (id < 0 || id > G_MAXUINT32)
    return REFRAIN_NONE;
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->comms, &key)) - 1;
}

/* "1:2": the tasks @n of @application, as processes; NULL where they are not @n. */
static GArray *
take_members (const RefrainParaverApplication *application, char *at, gint64 n)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (gint32));
  gint64 task;

  while (*at != '\0')
    {
      gint32 process;

      if (!refrain_paraver_take_number (&at, &task) || task < 1 || task > application->n_tasks)
        return NULL;
      process = (gint32) (application->first_process + task - 1);
      g_array_append_val (members, process);
    }
  return members->len == n ? g_steal_pointer (&members) : NULL;
}

static gboolean
is_whole (const RefrainParaverApplication *application, const GArray *members)
{
  if (members->len != application->n_tasks)
    return FALSE;
  for (guint i = 0; i < members->len; i++)
    if (g_array_index (members, gint32, i) != (gint32) (application->first_process + i))
      return FALSE;
  return TRUE;
}

/* Notes that communicator @id of @application is number @index. */
static void
note (RefrainParaverDefinitions *self, guint application, gint64 id, guint32 index)
{
  const gint64 key = make_key (application, id);

  g_hash_table_insert (self->comms, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (index + 1));
}

/* Takes @members. */
static guint32
add (RefrainParaverDefinitions *self,
     RefrainTraceBuilder *builder,
     const char *name,
     gint64 id,
     GArray *members,
     const GArray *remote,
     gboolean self_like)
{
  g_ptr_array_add (self->members, members);
  return refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new (
                   name, (guint64) id, -1, (const gint32 *) (gpointer) members->data, members->len,
                   remote != NULL ? (const gint32 *) (gpointer) remote->data : NULL,
                   remote != NULL ? remote->len : 0, self_like));
}

static gboolean
add_group (RefrainParaverDefinitions *self,
           guint number,
           gint64 id,
           char *at,
           const char *name,
           RefrainTraceBuilder *builder,
           RefrainClaims *claims,
           const char **cause)
{
  RefrainParaverApplication *application
      = &g_array_index (self->applications, RefrainParaverApplication, number);
  gboolean self_like, whole;
  GArray *members;
  guint32 index;
  gint64 n;

  if (!refrain_paraver_take_number (&at, &n))
    return FALSE;
  members = take_members (application, at, n);
  if (members == NULL)
    return FALSE;
  self_like = members->len == 1 && g_strcmp0 (name, "MPI_COMM_SELF") == 0;
  whole = !self_like && is_whole (application, members) && application->world == REFRAIN_NONE;
  if (name == NULL && whole)
    name = "MPI_COMM_WORLD";
  if (name != NULL && g_str_has_suffix (name, REFRAIN_PARAVER_GROUP_NAME))
    {
      const gint64 key = make_key (number, id);

      g_hash_table_insert (self->groups, g_memdup2 (&key, sizeof key), members);
      return TRUE;
    }
  if (self_like && self->self != REFRAIN_NONE)
    {
      g_array_unref (members);
      note (self, number, id, self->self);
      return TRUE;
    }
  index = add (self, builder, name, id, members, NULL, self_like);
  note (self, number, id, index);
  if (self_like)
    self->self = index;
  if (whole)
    application->world = index;
  return TRUE;
}

/* The members of a group or communicator, or NULL. */
static GArray *
find_members (RefrainParaverDefinitions *self, guint number, gint64 id)
{
  const gint64 key = make_key (number, id);
  const guint32 index = refrain_paraver_definitions_find_communicator (self, number, id);

  return index != REFRAIN_NONE ? g_ptr_array_index (self->members, index)
                               : g_hash_table_lookup (self->groups, &key);
}

/* "i:1:5:3:4": communicator 5 between the groups of 3 and 4. */
static gboolean
add_pair (RefrainParaverDefinitions *self,
          guint number,
          gint64 id,
          char *at,
          const char *name,
          RefrainTraceBuilder *builder,
          RefrainClaims *claims,
          const char **cause)
{
  GArray *sides[2];

  for (guint i = 0; i < 2; i++)
    {
      gint64 side;

      if (!refrain_paraver_take_number (&at, &side))
        return FALSE;
      sides[i] = find_members (self, number, side);
      if (sides[i] == NULL)
        return FALSE;
    }
  /* A short line copies both groups. */
  if (!refrain_claims_add (claims, REFRAIN_CLAIM_MEMBERS, (guint64) sides[0]->len + sides[1]->len,
                           NULL, NULL))
    {
      *cause = _ ("the communicators have too many members for so many bytes");
      return FALSE;
    }
  note (self, number, id, add (self, builder, name, id, g_array_ref (sides[0]), sides[1], FALSE));
  return TRUE;
}

gboolean
refrain_paraver_definitions_add_communicator (RefrainParaverDefinitions *self,
                                              char *line,
                                              RefrainParaverLabels *labels,
                                              RefrainTraceBuilder *builder,
                                              RefrainClaims *claims,
                                              const char **cause)
{
  const gboolean pair = g_ascii_tolower (*line) == 'i';
  char *at = line + strlen ("c:");
  gint64 application, id;
  const char *name;

  *cause = _ ("is no communicator of known tasks: c:application:number:size:task:task:…");
  if (line[1] != ':' || !refrain_paraver_take_number (&at, &application)
      || !refrain_paraver_take_number (&at, &id) || application < 1
      || application > self->applications->len || id < 0 || id > G_MAXUINT32)
    return FALSE;
  if (find_members (self, (guint) application - 1, id) != NULL)
    {
      *cause = _ ("the communicator is defined twice");
      return FALSE;
    }
  name = refrain_paraver_labels_get_value (labels, REFRAIN_PARAVER_COMMUNICATOR, id);
  return (pair ? add_pair : add_group) (self, (guint) application - 1, id, at, name, builder,
                                        claims, cause);
}

void
refrain_paraver_definitions_find_worlds (RefrainParaverDefinitions *self,
                                         RefrainTraceBuilder *builder)
{
  for (guint i = 0; i < self->applications->len; i++)
    {
      RefrainParaverApplication *application
          = &g_array_index (self->applications, RefrainParaverApplication, i);
      GArray *members;

      if (application->world != REFRAIN_NONE || application->n_tasks == 0)
        continue;
      members = g_array_sized_new (FALSE, FALSE, sizeof (gint32), application->n_tasks);
      for (guint task = 0; task < application->n_tasks; task++)
        {
          const gint32 process = (gint32) (application->first_process + task);

          g_array_append_val (members, process);
        }
      application->world = add (self, builder, "MPI_COMM_WORLD", 0, members, NULL, FALSE);
    }
}
