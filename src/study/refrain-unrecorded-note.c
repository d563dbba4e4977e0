/* refrain-unrecorded-note.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recorder may note that MPI_Sendrecv is called and nothing of what it does: all analyses of
 * messages are blind to it then, and have to say so. Likewise to one-sided operations that only
 * their origin completes: at their target nothing stands that could receive a message.
 */
#include "refrain-unrecorded-note.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-time-format.h"
#include "refrain-trace-shares.h"

/* Routines in the sentence. */
#define MAX_ROUTINES 3

/* Whether @name begins what a persistent or partitioned request stands for. */
static gboolean
starts_request (const char *name)
{
  return g_str_has_prefix (name, "MPI_Start") || g_str_has_prefix (name, "MPI_Pready");
}

/* Whether @name makes such a request of something that is sent or of a collective. */
static gboolean
makes_request (const char *name, RefrainRoutineKind kind)
{
  return g_str_has_suffix (name, "_init")
         && (kind == REFRAIN_ROUTINE_COLLECTIVE || g_str_has_suffix (name, "send_init")
             || g_str_equal (name, "MPI_Send_init"));
}

static gboolean
is_one_sided (RefrainRoutine *routine)
{
  static const char *const one_sided[] = { "MPI_Put",
                                           "MPI_Get",
                                           "MPI_Accumulate",
                                           "MPI_Get_accumulate",
                                           "MPI_Rput",
                                           "MPI_Rget",
                                           "MPI_Raccumulate",
                                           "MPI_Rget_accumulate",
                                           "MPI_Fetch_and_op",
                                           "MPI_Compare_and_swap",
                                           NULL };

  return refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_MPI
         && g_strv_contains (one_sided, refrain_routine_get_name (routine));
}

/* Whether @routine is one that moves data in each call, in that very call. */
static gboolean
communicates (RefrainRoutine *routine)
{
  const char *name = refrain_routine_get_name (routine);
  const RefrainRoutineKind kind = refrain_routine_get_kind (routine);
  static const char *const sends[]
      = { "MPI_Isend", "MPI_Ibsend", "MPI_Issend", "MPI_Irsend", NULL };
  static const char *const handles[]
      = { "MPI_I", "MPI_Comm_", "MPI_Cart_", "MPI_Graph_", "MPI_Dist_", NULL };

  if (kind == REFRAIN_ROUTINE_MPI)
    return is_one_sided (routine);
  if (kind == REFRAIN_ROUTINE_P2P)
    return g_strv_contains (sends, name)
           || (!g_str_has_prefix (name, "MPI_I") && !starts_request (name));
  if (kind != REFRAIN_ROUTINE_COLLECTIVE || makes_request (name, kind))
    return FALSE;
  for (gsize i = 0; handles[i] != NULL; i++)
    if (g_str_has_prefix (name, handles[i]))
      return FALSE;
  return TRUE;
}

/* Takes the routine of @call, and those of its callers, off the list, on which *@left are. */
static void
strike (const RefrainCalls *calls, guint32 call, gboolean *silent, guint *left)
{
  for (; call != REFRAIN_NONE; call = calls->parent[call])
    {
      *left -= silent[calls->routine[call]];
      silent[calls->routine[call]] = FALSE;
    }
}

/* Few events are looked at where all routines have some. */
static void
strike_recorded (RefrainProcess *process, gboolean *silent, guint *left)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainRecords *records = refrain_process_get_records (process);

  for (gsize i = 0; i<ops->n && * left> 0; i++)
    if (i == 0 || ops->call[i] != ops->call[i - 1])
      strike (calls, ops->call[i], silent, left);
  for (gsize i = 0; i<records->n && * left> 0; i++)
    if (!REFRAIN_RECORD_IS_SYNTHETIC (records->kind[i])
        && records->kind[i] != REFRAIN_RECORD_BUFFER_FLUSH
        && (i == 0 || records->call[i] != records->call[i - 1]))
      strike (calls, records->call[i], silent, left);
}

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  RefrainRoutine *x = *(RefrainRoutine *const *) a, *y = *(RefrainRoutine *const *) b;
  const guint64 s = refrain_routine_get_calls (x), t = refrain_routine_get_calls (y);

  return s != t ? (s > t ? -1 : 1)
                : strcmp (refrain_routine_get_name (x), refrain_routine_get_name (y));
}

/* What persistent requests do is recorded where they are started. If no start holds an event, the
 * routines that made them stay on the list, otherwise none. */
static void
strike_requests (RefrainTrace *trace, gboolean *silent)
{
  const guint n = refrain_trace_get_n_routines (trace);
  gboolean started = FALSE, recorded = FALSE;

  for (guint i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      if (!starts_request (refrain_routine_get_name (routine))
          || refrain_routine_get_calls (routine) == 0)
        continue;
      started = TRUE;
      recorded |= !silent[i];
      silent[i] = FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      if (makes_request (refrain_routine_get_name (routine), refrain_routine_get_kind (routine)))
        silent[i] &= started && !recorded;
    }
}

/* A call that is entered and never left has no event, as in a hang: takes routines off the list
 * that have no other calls. With the team. */
static void
strike_unfinished (RefrainTrace *trace, gboolean *silent)
{
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree guint64 *unfinished = g_new0 (guint64, (gsize) n + 1);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const RefrainRecords *records = refrain_process_get_records (process);

      for (gsize i = 0; i < records->n; i++)
        if (records->kind[i] == REFRAIN_RECORD_UNCLOSED)
          unfinished[refrain_process_get_calls (process)->routine[records->id[i]]]++;
    }
  if (shares != NULL && !refrain_team_sum (shares->team, unfinished, n))
    return;
  for (guint i = 0; i < n; i++)
    silent[i] &= unfinished[i] < refrain_routine_get_calls (refrain_trace_get_routine (trace, i));
}

/* With the team: leaves on the list what none of the members has found. */
static void
strike_others (RefrainTrace *trace, gboolean *silent)
{
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree guint64 *recorded = g_new0 (guint64, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    recorded[i] = !silent[i];
  if (shares != NULL && refrain_team_sum (shares->team, recorded, n))
    for (guint i = 0; i < n; i++)
      silent[i] = recorded[i] == 0;
}

/* The routines that communicate, and of which no call holds an event; most called first. */
static GPtrArray *
list_silent (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree gboolean *silent = g_new0 (gboolean, (gsize) n + 1);
  GPtrArray *list = g_ptr_array_new ();
  gboolean any = FALSE;
  guint left = 0;

  for (guint i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);
      const char *name = refrain_routine_get_name (routine);
      const RefrainRoutineKind kind = refrain_routine_get_kind (routine);

      silent[i]
          = refrain_routine_get_calls (routine) > 0
            && (communicates (routine) || makes_request (name, kind) || starts_request (name));
      any |= silent[i];
      left += silent[i];
    }
  /* What became a message of a later call stands in its own one only in the source. */
  for (guint p = 0; left > 0 && p < refrain_trace_get_n_processes (trace); p++)
    strike_recorded (refrain_trace_get_process (refrain_trace_get_source (trace), p), silent,
                     &left);
  if (any)
    {
      strike_others (trace, silent);
      strike_unfinished (trace, silent);
    }
  strike_requests (trace, silent);
  for (guint i = 0; i < n; i++)
    if (silent[i])
      g_ptr_array_add (list, refrain_trace_get_routine (trace, i));
  g_ptr_array_sort (list, compare_calls);
  return list;
}

/* ---- Neighbours that the trace does not tell --------------------------------------------------
 */

/* Adds to @calls, by routine, the neighbourhood collectives of @process, of the routines that are
 * @neighbours, whose communicator has no grid. */
static void
count_blind (RefrainTrace *trace,
             RefrainProcess *process,
             const gboolean *neighbours,
             guint64 *counts)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainRecords *records = refrain_process_get_records (process);

  for (gsize i = 0; i < ops->n; i++)
    {
      const guint32 call
          = ops->record[i] != REFRAIN_NONE ? records->call[ops->record[i]] : ops->call[i];
      const guint32 routine = call != REFRAIN_NONE ? calls->routine[call] : REFRAIN_NONE;

      if (ops->kind[i] == REFRAIN_OP_COLLECTIVE && routine != REFRAIN_NONE && neighbours[routine]
          && ops->comm[i] != REFRAIN_NONE
          && refrain_communicator_get_cartesian (
                 refrain_trace_get_communicator (trace, ops->comm[i]))
                 == NULL)
        counts[routine]++;
    }
}

/* The routines with such calls; *@counts: how many. With the team. */
static GPtrArray *
list_blind (RefrainTrace *trace, guint64 **counts)
{
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree gboolean *neighbours = g_new0 (gboolean, (gsize) n + 1);
  GPtrArray *list = g_ptr_array_new ();
  gboolean any = FALSE;

  *counts = g_new0 (guint64, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);
      const char *name = refrain_routine_get_name (routine);

      neighbours[i] = refrain_routine_get_calls (routine) > 0
                      && (g_str_has_prefix (name, "MPI_Neighbor_")
                          || g_str_has_prefix (name, "MPI_Ineighbor_"));
      any |= neighbours[i];
    }
  if (!any)
    return list;
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    count_blind (trace, refrain_trace_get_process (trace, p), neighbours, *counts);
  if (shares != NULL && !refrain_team_sum (shares->team, *counts, n))
    return list;
  for (guint i = 0; i < n; i++)
    if ((*counts)[i] > 0)
      g_ptr_array_add (list, GUINT_TO_POINTER (i));
  return list;
}

/* ---- What only its origin completes ---- */

/* Adds to *@n the events in one-sided calls of @process that became no messages; the routine of the
 * last one to *@routine. */
static void
count_passive (RefrainTrace *trace, RefrainProcess *process, guint64 *n, RefrainRoutine **routine)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainRecords *records = refrain_process_get_records (process);

  for (gsize i = 0; i < records->n; i++)
    {
      const guint32 call
          = records->kind[i] == REFRAIN_RECORD_OTHER ? records->call[i] : REFRAIN_NONE;

      if (call == REFRAIN_NONE || calls->routine[call] == REFRAIN_NONE
          || !is_one_sided (refrain_trace_get_routine (trace, calls->routine[call])))
        continue;
      *n += 1;
      *routine = refrain_trace_get_routine (trace, calls->routine[call]);
    }
}

/* NULL where there is none. */
static char *
describe_passive (RefrainTrace *trace)
{
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  g_autofree char *count = NULL, *all = NULL;
  RefrainRoutine *routine = NULL;
  guint64 n = 0;
  gboolean any = FALSE;

  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    any = any || is_one_sided (refrain_trace_get_routine (trace, i));
  for (guint p = 0; any && p < refrain_trace_get_n_processes (trace); p++)
    count_passive (trace, refrain_trace_get_process (trace, p), &n, &routine);
  if (n == 0)
    return NULL;
  count = refrain_count_format (n);
  all = refrain_count_format (n + counts->sends + counts->receives + counts->collectives);
  /* Translators: two counts and a routine. */
  return g_strdup_printf (
      _ ("%s of %s MPI operations are not analysed: one-sided ones such as %s, of which their "
         "targets have no event"),
      count, all, refrain_routine_get_label (routine));
}

/* ---- The note
 * -------------------------------------------------------------------------------------
 */

static void
append_calls (GString *text, RefrainRoutine *routine, guint64 n)
{
  g_autofree char *count = refrain_count_format (n);

  g_string_append (text, text->len > 0 ? ", " : "");
  /* Translators: the second %s is a routine. */
  g_string_append_printf (text, ngettext ("%s call of %s", "%s calls of %s", (gulong) n), count,
                          refrain_routine_get_label (routine));
}

static void
append_more (GString *text, guint n)
{
  if (n > MAX_ROUTINES)
    g_string_append_printf (text, _ (" and of %u more"), n - MAX_ROUTINES);
}

static char *
describe_blind (RefrainTrace *trace)
{
  g_autofree guint64 *counts = NULL;
  g_autoptr (GPtrArray) list = list_blind (trace, &counts);
  g_autoptr (GString) text = g_string_new (NULL);

  if (list->len == 0)
    return NULL;
  for (guint i = 0; i < MIN (list->len, MAX_ROUTINES); i++)
    {
      const guint routine = GPOINTER_TO_UINT (list->pdata[i]);

      append_calls (text, refrain_trace_get_routine (trace, routine), counts[routine]);
    }
  append_more (text, list->len);
  /* Translators: %s is "240 calls of MPI_Neighbor_allgather". */
  return g_strdup_printf (_ ("%s, but the trace does not hold who is whose neighbour there"),
                          text->str);
}

static char *
describe_silent (RefrainTrace *trace)
{
  g_autoptr (GPtrArray) list = list_silent (trace);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean messages = TRUE;

  if (list->len == 0)
    return NULL;
  for (guint i = 0; i < list->len; i++)
    {
      RefrainRoutine *routine = list->pdata[i];

      messages &= refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_P2P;
      if (i < MAX_ROUTINES)
        append_calls (text, routine, refrain_routine_get_calls (routine));
    }
  append_more (text, list->len);
  /* Translators: %s is "560 calls of MPI_Sendrecv". */
  return g_strdup_printf (messages ? _ ("%s, but the trace does not hold their messages")
                                   : _ ("%s, but the trace does not hold what they exchange"),
                          text->str);
}

char *
refrain_unrecorded_note_describe (RefrainTrace *trace)
{
  static char *(*const describe[]) (RefrainTrace * trace)
      = { describe_silent, describe_blind, describe_passive };
  g_autoptr (GString) all = g_string_new (NULL);

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (describe); i++)
    {
      g_autofree char *text = describe[i](trace);

      if (text != NULL)
        g_string_append_printf (all, "%s%s", all->len > 0 ? "; " : "", text);
    }
  return all->len > 0 ? g_string_free (g_steal_pointer (&all), FALSE) : NULL;
}

void
refrain_report_say_unrecorded (RefrainReport *report, RefrainTrace *trace)
{
  g_autofree char *text = refrain_unrecorded_note_describe (trace);

  if (text != NULL)
    refrain_report_say (report, "%s", text);
}
