/* refrain-paraver-writer-labels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Routines of MPI have the numbers of Extrae; those that it has none for, and all others, are
 * numbered in the order of the trace. Nothing here depends on the day on which it is written.
 */
#include "refrain-paraver-writer-labels.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-paraver-definitions.h"
#include "refrain-mpi-names.h"
#include "refrain-paraver-names.h"

/* Routines of MPI without a number of Extrae's begin here. */
#define FIRST_OWN_VALUE 1000

/* ---- Numbers ---- */

typedef struct
{
  const char *name;
  RefrainParaverCall *call;
} OwnCall;

static int
compare_own_calls (gconstpointer a, gconstpointer b)
{
  return strcmp (((const OwnCall *) a)->name, ((const OwnCall *) b)->name);
}

/* By their names, so that a trace that is read and written again has the same. */
static void
number_own_calls (GArray *own)
{
  g_array_sort (own, compare_own_calls);
  for (guint i = 0; i < own->len; i++)
    g_array_index (own, OwnCall, i).call->value = FIRST_OWN_VALUE + (gint64) i;
}

static void
number_routines (RefrainParaverNumbers *self)
{
  const guint n = refrain_trace_get_n_routines (self->trace);
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (OwnCall));
  gint64 next_user = 1;

  self->calls = g_new0 (RefrainParaverCall, n + 1);
  for (guint i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (self->trace, i);
      const char *name = refrain_routine_get_name (routine);
      const RefrainRoutineKind kind = refrain_routine_get_kind (routine);
      RefrainParaverCall *call = &self->calls[i];
      const OwnCall named = { name, call };

      call->collective = refrain_mpi_find_collective (name);
      if (kind != REFRAIN_ROUTINE_USER)
        call->state = (guint8) refrain_paraver_state_for_routine (name, kind);
      if (refrain_paraver_find_mpi (name, &call->type, &call->value))
        continue;
      call->type = refrain_paraver_type_for_kind (kind);
      if (kind == REFRAIN_ROUTINE_USER)
        call->value = next_user++;
      else
        g_array_append_val (own, named);
    }
  number_own_calls (own);
}

static void
number_hosts (RefrainParaverNumbers *self)
{
  const guint n = refrain_trace_get_n_processes (self->trace);
  g_autoptr (GHashTable) nodes = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean known = FALSE;
  guint32 cpu = 0;

  self->hosts = g_ptr_array_new ();
  self->node = g_new0 (guint32, n + 1);
  self->cpu = g_new0 (guint32, n + 1);
  for (guint p = 0; p < n; p++)
    known = known || refrain_process_get_host (refrain_trace_get_process (self->trace, p)) != NULL;
  for (guint p = 0; p < n && known; p++)
    {
      const char *host = refrain_process_get_host (refrain_trace_get_process (self->trace, p));
      gpointer node = g_hash_table_lookup (nodes, host != NULL ? host : "");

      if (node == NULL)
        {
          g_ptr_array_add (self->hosts, (gpointer) (host != NULL ? host : ""));
          node = GUINT_TO_POINTER (self->hosts->len);
          g_hash_table_insert (nodes, (gpointer) (host != NULL ? host : ""), node);
        }
      self->node[p] = GPOINTER_TO_UINT (node);
    }
  /* The processors of a machine have numbers in a row. */
  for (guint node = 1; node <= self->hosts->len; node++)
    for (guint p = 0; p < n; p++)
      if (self->node[p] == node)
        self->cpu[p] = ++cpu;
}

/* ---- Communicators ---- */

static void
add_group (RefrainParaverNumbers *self, gint64 id, const gint32 *members, gsize n)
{
  gsize known = 0;

  for (gsize i = 0; i < n; i++)
    known += members[i] >= 0;
  g_string_append_printf (self->groups, "c:1:%" G_GINT64_FORMAT ":%" G_GSIZE_FORMAT, id, known);
  for (gsize i = 0; i < n; i++)
    if (members[i] >= 0)
      g_string_append_printf (self->groups, ":%d", members[i] + 1);
  g_string_append_c (self->groups, '\n');
  self->n_groups++;
}

static gboolean
is_whole (RefrainTrace *trace, const gint32 *members, gsize n)
{
  if (n != refrain_trace_get_n_processes (trace))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (members[i] != (gint32) i)
      return FALSE;
  return TRUE;
}

/* Between two groups, which get numbers of their own from @next on. */
static void
add_pair (RefrainParaverNumbers *self, RefrainCommunicator *communicator, gint64 id, gint64 *next)
{
  gsize n, n_remote;
  const gint32 *members = refrain_communicator_get_members (communicator, &n);
  const gint32 *remote = refrain_communicator_get_remote (communicator, &n_remote);

  add_group (self, *next, members, n);
  add_group (self, *next + 1, remote, n_remote);
  for (guint i = 0; i < 2; i++)
    g_string_append_printf (self->group_names,
                            "%" G_GINT64_FORMAT "      %s of %" G_GINT64_FORMAT " %s\n", *next + i,
                            i == 0 ? "Local side" : "Remote side", id, REFRAIN_PARAVER_GROUP_NAME);
  g_string_append_printf (self->groups,
                          "i:1:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT "\n",
                          id, *next, *next + 1);
  self->n_groups++;
  *next += 2;
}

static void
add_self (RefrainParaverNumbers *self, gint64 first)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      const gint32 process = (gint32) p;

      add_group (self, first + p, &process, 1);
    }
}

static void
number_communicators (RefrainParaverNumbers *self)
{
  const guint n = refrain_trace_get_n_communicators (self->trace);
  gint64 next = (gint64) n + 1;

  self->groups = g_string_new (NULL);
  self->group_names = g_string_new (NULL);
  self->communicators = g_new0 (gint64, n + 1);
  self->world = REFRAIN_NONE;
  for (guint i = 0; i < n; i++)
    {
      RefrainCommunicator *communicator = refrain_trace_get_communicator (self->trace, i);
      gsize n_members, n_remote;
      const gint32 *members = refrain_communicator_get_members (communicator, &n_members);

      if (refrain_communicator_is_self (communicator))
        {
          if (self->self == 0)
            add_self (self, self->self = next);
          next = MAX (next, self->self + refrain_trace_get_n_processes (self->trace));
          continue;
        }
      self->communicators[i] = (gint64) i + 1;
      if (refrain_communicator_get_remote (communicator, &n_remote) != NULL)
        {
          add_pair (self, communicator, self->communicators[i], &next);
          continue;
        }
      if (self->world == REFRAIN_NONE && is_whole (self->trace, members, n_members))
        self->world = i;
      add_group (self, self->communicators[i], members, n_members);
    }
}

gint64
refrain_paraver_numbers_get_communicator (const RefrainParaverNumbers *self,
                                          guint32 comm,
                                          guint process)
{
  if (comm == REFRAIN_NONE)
    return REFRAIN_PARAVER_UNKNOWN_COMMUNICATOR;
  return self->communicators[comm] != 0 ? self->communicators[comm] : self->self + process;
}

void
refrain_paraver_numbers_init (RefrainParaverNumbers *self, RefrainTrace *trace)
{
  *self = (RefrainParaverNumbers){ .trace = trace };
  number_routines (self);
  number_hosts (self);
  number_communicators (self);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_paraver_numbers_clear,
                             RefrainParaverNumbers,
                             refrain_free (x->calls, x->node, x->cpu, x->communicators);
                             g_ptr_array_unref (x->hosts);
                             g_string_free (x->groups, TRUE);
                             g_string_free (x->group_names, TRUE))

/* ---- Text ---- */

/* A name on a line of its own. */
static void
append_name (GString *text, const char *name)
{
  const gsize before = text->len;

  g_string_append (text, name);
  for (gsize i = before; i < text->len; i++)
    if (g_ascii_iscntrl (text->str[i]))
      text->str[i] = ' ';
  g_string_append_c (text, '\n');
}

GString *
refrain_paraver_write_header (const RefrainParaverNumbers *self)
{
  GString *text = g_string_new ("#Paraver (");
  const guint n = refrain_trace_get_n_processes (self->trace);
  const gint64 wall = refrain_trace_get_wall_clock (self->trace);
  g_autoptr (GDateTime) day = g_date_time_new_from_unix_utc (MAX (wall, 0) / 1000000000);
  g_autofree char *date = g_date_time_format (day, "%d/%m/%Y at %H:%M");

  g_string_append_printf (text, "%s):%" G_GINT64_FORMAT "_ns:", date,
                          MAX (refrain_trace_get_end (self->trace), 0));
  g_string_append_printf (text, "%u", self->hosts->len);
  for (guint node = 1; node <= self->hosts->len; node++)
    {
      guint cpus = 0;

      for (guint p = 0; p < n; p++)
        cpus += self->node[p] == node;
      g_string_append_printf (text, "%c%u", node == 1 ? '(' : ',', cpus);
    }
  g_string_append_printf (text, "%s:1:%u(", self->hosts->len > 0 ? ")" : "", n);
  for (guint p = 0; p < n; p++)
    {
      const gsize threads
          = refrain_process_get_n_threads (refrain_trace_get_process (self->trace, p));

      g_string_append_printf (text, "%s%" G_GSIZE_FORMAT ":%u", p > 0 ? "," : "", MAX (threads, 1),
                              self->node[p]);
    }
  g_string_append_printf (text, "),%u\n", self->n_groups);
  return text;
}

static void
append_type (GString *text, guint32 type, const char *label)
{
  g_string_append_printf (text, "EVENT_TYPE\n0    %u    %s\n", type, label);
}

typedef struct
{
  gint64 value;
  guint routine;
} Value;

REFRAIN_DEFINE_COMPARE (compare_values, Value, REFRAIN_RISING (value))

/* The routines that events of @type stand for. */
static void
append_routines (GString *text, const RefrainParaverNumbers *self, guint32 type)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (Value));

  for (guint i = 0; i < refrain_trace_get_n_routines (self->trace); i++)
    if (self->calls[i].type == type)
      g_array_append_vals (values, &(Value){ self->calls[i].value, i }, 1);
  if (values->len == 0)
    return;
  g_array_sort (values, compare_values);
  append_type (text, type, refrain_paraver_get_call_label (type));
  g_string_append_printf (text, "VALUES\n0      %s\n",
                          type == REFRAIN_PARAVER_USER_FUNCTION ? "End" : "Outside MPI");
  for (guint i = 0; i < values->len; i++)
    {
      const Value *value = &g_array_index (values, Value, i);

      g_string_append_printf (text, "%" G_GINT64_FORMAT "      ", value->value);
      append_name (text, refrain_routine_get_source_name (
                             refrain_trace_get_routine (self->trace, value->routine)));
    }
  g_string_append (text, "\n\n");
}

static void
append_communicators (GString *text, const RefrainParaverNumbers *self)
{
  append_type (text, REFRAIN_PARAVER_COMMUNICATOR, "Communicator in MPI Global OP");
  g_string_append_printf (text, "0    %u    Communicator of the message (Refrain)\n",
                          REFRAIN_PARAVER_MESSAGE_COMMUNICATOR);
  g_string_append (text, "VALUES\n0      None\n");
  for (guint i = 0; i < refrain_trace_get_n_communicators (self->trace); i++)
    {
      RefrainCommunicator *communicator = refrain_trace_get_communicator (self->trace, i);
      const char *name = refrain_communicator_get_source_name (communicator);

      if (self->communicators[i] == 0 || *name == '\0')
        continue;
      g_string_append_printf (text, "%" G_GINT64_FORMAT "      ", self->communicators[i]);
      append_name (text, name);
    }
  for (guint p = 0; self->self != 0 && p < refrain_trace_get_n_processes (self->trace); p++)
    g_string_append_printf (text, "%" G_GINT64_FORMAT "      MPI_COMM_SELF\n", self->self + p);
  g_string_append (text, self->group_names->str);
  g_string_append (text, "\n\n");
}

GString *
refrain_paraver_write_pcf (const RefrainParaverNumbers *self)
{
  static const guint32 types[] = {
    REFRAIN_PARAVER_MPI_PTP, REFRAIN_PARAVER_MPI_COLLECTIVE, REFRAIN_PARAVER_MPI_OTHER,
    REFRAIN_PARAVER_MPI_RMA, REFRAIN_PARAVER_MPI_IO,         REFRAIN_PARAVER_USER_FUNCTION,
  };
  GString *text = g_string_new ("DEFAULT_OPTIONS\n\n"
                                "LEVEL               THREAD\n"
                                "UNITS               NANOSEC\n"
                                "LOOK_BACK           100\n"
                                "SPEED               1\n"
                                "FLAG_ICONS          ENABLED\n"
                                "NUM_OF_STATE_COLORS 1000\n"
                                "YMAX_SCALE          37\n\n\n"
                                "DEFAULT_SEMANTIC\n\n"
                                "THREAD_FUNC          State As Is\n\n\n"
                                "STATES\n");

  for (guint i = 0; i < REFRAIN_PARAVER_N_STATES; i++)
    g_string_append_printf (text, "%u    %s\n", i, refrain_paraver_get_state_name (i));
  g_string_append (text, "\n\n");
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    append_routines (text, self, types[i]);
  append_type (text, REFRAIN_PARAVER_SEND_SIZE, "Send Size in MPI Global OP");
  g_string_append_printf (text, "0    %u    Recv Size in MPI Global OP\n\n\n",
                          REFRAIN_PARAVER_RECEIVE_SIZE);
  append_type (text, REFRAIN_PARAVER_ROOT, "Root in MPI Global OP");
  g_string_append (text, "VALUES\n0      Is not root\n1      Is root\n\n\n");
  append_communicators (text, self);
  append_type (text, REFRAIN_PARAVER_COLLECTIVE_TYPE, "Collective (Refrain)");
  g_string_append (text, "VALUES\n");
  for (guint i = 0; i < REFRAIN_N_COLLECTIVES; i++)
    g_string_append_printf (text, "%u      %s\n", i + 1,
                            refrain_collective_get_name ((RefrainCollective) i));
  g_string_append (text, "\n\n");
  append_type (text, REFRAIN_PARAVER_REQUEST, "Request of a collective that begins (Refrain)");
  g_string_append_printf (text, "0    %u    Request of a collective that completes (Refrain)\n",
                          REFRAIN_PARAVER_COMPLETION);
  g_string_append_printf (text,
                          "0    %u    Tag of a message with one end (Refrain)\n"
                          "0    %u    Size of a message with one end (Refrain)\n"
                          "0    %u    Send without a receive: to process + 1 (Refrain)\n"
                          "0    %u    Receive without a send: from process + 1 (Refrain)\n",
                          REFRAIN_PARAVER_OPEN_TAG, REFRAIN_PARAVER_OPEN_SIZE,
                          REFRAIN_PARAVER_OPEN_SEND, REFRAIN_PARAVER_OPEN_RECEIVE);
  return text;
}

static guint
count_threads (const RefrainParaverNumbers *self, guint p)
{
  return (guint) MAX (refrain_process_get_n_threads (refrain_trace_get_process (self->trace, p)),
                      1);
}

GString *
refrain_paraver_write_row (const RefrainParaverNumbers *self)
{
  GString *text = g_string_new (NULL);
  const guint n = refrain_trace_get_n_processes (self->trace);
  guint64 n_threads = 0;

  for (guint p = 0; p < n; p++)
    n_threads += count_threads (self, p);
  if (self->hosts->len > 0)
    {
      g_string_append_printf (text, "LEVEL NODE SIZE %u\n", self->hosts->len);
      for (guint i = 0; i < self->hosts->len; i++)
        append_name (text, g_ptr_array_index (self->hosts, i));
      g_string_append_c (text, '\n');
    }
  g_string_append_printf (text, "LEVEL TASK SIZE %u\n", n);
  for (guint p = 0; p < n; p++)
    append_name (text, refrain_process_get_name (refrain_trace_get_process (self->trace, p)));
  g_string_append_printf (text, "\nLEVEL THREAD SIZE %" G_GUINT64_FORMAT "\n", n_threads);
  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      for (guint t = 0; t < count_threads (self, p); t++)
        {
          const char *name = t < refrain_process_get_n_threads (process)
                                 ? refrain_process_get_thread (process, t)->name
                                 : "";

          if (name != NULL && *name != '\0')
            append_name (text, name);
          else
            g_string_append_printf (text, "THREAD 1.%u.%u\n", p + 1, t + 1);
        }
    }
  return text;
}
