/* refrain-measures.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What rules know is what is in this table; a test compares it with what reports print.
 */
#include "config.h"

#include "refrain-measures.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-free.h"
#include "refrain-json.h"
#include "refrain-report-kind.h"
#include "refrain-time-format.h"

/* clang-format off */
#define OF_EFFICIENCY(member)                                                                      \
  { [REFRAIN_PER_RUN] = member, [REFRAIN_PER_PHASE] = "phases[]." member,                          \
    [REFRAIN_PER_ITERATION] = "iterations[]." member }
#define OF_WAITING(kind)                                                                           \
  { [REFRAIN_PER_RUN] = "kinds." kind, [REFRAIN_PER_PROCESS] = "per_process[]." kind,              \
    [REFRAIN_PER_PHASE] = "per_phase[]." kind, [REFRAIN_PER_ROUTINE] = "per_routine{}." kind }
#define OF_NUMBERS(member)                                                                         \
  { [REFRAIN_PER_RUN] = "part.total." member, [REFRAIN_PER_PROCESS] = "part.per_process[]." member }

static const RefrainMeasure measures[] = {
  { "run time", REFRAIN_MEASURE_WALL, FALSE, "efficiency", { [REFRAIN_PER_RUN] = "seconds" } },
  { "duration", REFRAIN_MEASURE_WALL, FALSE, "efficiency", OF_EFFICIENCY ("seconds") },
  { "parallel efficiency", REFRAIN_MEASURE_SHARE, FALSE, "efficiency", OF_EFFICIENCY ("parallel") },
  { "load balance", REFRAIN_MEASURE_SHARE, FALSE, "efficiency", OF_EFFICIENCY ("load_balance") },
  { "communication efficiency", REFRAIN_MEASURE_SHARE, FALSE, "efficiency",
    OF_EFFICIENCY ("communication") },
  { "serialisation efficiency", REFRAIN_MEASURE_SHARE, FALSE, "efficiency",
    OF_EFFICIENCY ("serialisation") },
  { "transfer efficiency", REFRAIN_MEASURE_SHARE, FALSE, "efficiency", OF_EFFICIENCY ("transfer") },
  { "computing", REFRAIN_MEASURE_TIME, FALSE, "efficiency",
    { [REFRAIN_PER_RUN] = "computing", [REFRAIN_PER_PHASE] = "phases[].computing",
      [REFRAIN_PER_ITERATION] = "iterations[].computing" } },
  { "time in MPI", REFRAIN_MEASURE_TIME, FALSE, "info",
    { [REFRAIN_PER_RUN] = "per_process[].mpi", [REFRAIN_PER_PROCESS] = "per_process[].mpi" } },
  { "waiting", REFRAIN_MEASURE_TIME, FALSE, "waits",
    { [REFRAIN_PER_RUN] = "seconds", [REFRAIN_PER_PROCESS] = "per_process[].seconds",
      [REFRAIN_PER_PHASE] = "per_phase[].seconds", [REFRAIN_PER_ITERATION] = "per_iteration[]",
      [REFRAIN_PER_PATTERN] = "per_pattern[].seconds" } },
  { "waiting for late senders", REFRAIN_MEASURE_TIME, FALSE, "waits", OF_WAITING ("late_sender") },
  { "waiting due to wrong order", REFRAIN_MEASURE_TIME, FALSE, "waits", OF_WAITING ("wrong_order") },
  { "waiting for late receivers", REFRAIN_MEASURE_TIME, FALSE, "waits", OF_WAITING ("late_receiver") },
  { "waiting at n-to-n", REFRAIN_MEASURE_TIME, FALSE, "waits", OF_WAITING ("wait_nxn") },
  { "waiting at barriers", REFRAIN_MEASURE_TIME, FALSE, "waits", OF_WAITING ("wait_barrier") },
  { "waiting for late broadcasts", REFRAIN_MEASURE_TIME, FALSE, "waits",
    OF_WAITING ("late_broadcast") },
  { "waiting for early reduces", REFRAIN_MEASURE_TIME, FALSE, "waits", OF_WAITING ("early_reduce") },
  { "waiting at scans", REFRAIN_MEASURE_TIME, FALSE, "waits", OF_WAITING ("scan") },
  { "waiting at constructors", REFRAIN_MEASURE_TIME, FALSE, "waits", OF_WAITING ("constructor") },
  { "waiting at fences", REFRAIN_MEASURE_TIME, FALSE, "waits", OF_WAITING ("wait_fence") },
  { "waiting at files", REFRAIN_MEASURE_TIME, FALSE, "waits", OF_WAITING ("wait_file") },
  { "waiting for locks", REFRAIN_MEASURE_TIME, FALSE, "waits", OF_WAITING ("lock_contention") },
  { "messages", REFRAIN_MEASURE_COUNT, FALSE, "info", { [REFRAIN_PER_RUN] = "messages" } },
  { "messages unmatched", REFRAIN_MEASURE_COUNT, FALSE, "info", { [REFRAIN_PER_RUN] = "unmatched" } },
  { "sends", REFRAIN_MEASURE_COUNT, FALSE, "numbers", OF_NUMBERS ("sends") },
  { "receives", REFRAIN_MEASURE_COUNT, FALSE, "numbers", OF_NUMBERS ("receives") },
  { "bytes", REFRAIN_MEASURE_BYTES, FALSE, "numbers", OF_NUMBERS ("bytes_sent") },
  { "collectives", REFRAIN_MEASURE_COUNT, FALSE, "info",
    { [REFRAIN_PER_RUN] = "collective_instances" } },
  { "processes", REFRAIN_MEASURE_COUNT, FALSE, "info", { [REFRAIN_PER_RUN] = "processes" } },
  { "communicators", REFRAIN_MEASURE_COUNT, FALSE, "info", { [REFRAIN_PER_RUN] = "communicators" } },
  { "phases", REFRAIN_MEASURE_COUNT, FALSE, "efficiency", { [REFRAIN_PER_RUN] = "phases#" } },
  { "iterations", REFRAIN_MEASURE_COUNT, FALSE, "efficiency", { [REFRAIN_PER_RUN] = "iterations#" } },
  { "defects", REFRAIN_MEASURE_COUNT, FALSE, "info", { [REFRAIN_PER_RUN] = "defects#" } },
  { "violations", REFRAIN_MEASURE_COUNT, FALSE, "validate", { [REFRAIN_PER_RUN] = "violations#" } },
  { "critical path", REFRAIN_MEASURE_SHARE, FALSE, "critical-path",
    { [REFRAIN_PER_PROCESS] = "processes[]", [REFRAIN_PER_ROUTINE] = "routines{}" } },
  { "saving", REFRAIN_MEASURE_WALL, FALSE, "findings",
    { [REFRAIN_PER_FINDING] = "findings[].saves" } },
  { "calls", REFRAIN_MEASURE_COUNT, FALSE, "info",
    { [REFRAIN_PER_RUN] = "calls", [REFRAIN_PER_ROUTINE] = "routine_times[].calls" } },
  { "time", REFRAIN_MEASURE_TIME, FALSE, "info",
    { [REFRAIN_PER_ROUTINE] = "routine_times[].time" } },
  { "share of time", REFRAIN_MEASURE_SHARE, FALSE, "patterns",
    { [REFRAIN_PER_PATTERN] = "composite_patterns[].time_share" } },
  { "time in", REFRAIN_MEASURE_TIME, TRUE, "info", { [REFRAIN_PER_RUN] = "routine_times[].time" } },
  { "calls of", REFRAIN_MEASURE_COUNT, TRUE, "info", { [REFRAIN_PER_RUN] = "routine_times[].calls" } },
};
/* clang-format on */

struct _RefrainMeasures
{
  RefrainStudy *study;
  const RefrainStudyAsk *ask;
  GHashTable *made; /* of JsonNode, by the kind of report */
};

const RefrainMeasure *
refrain_measures_list (gsize *n)
{
  g_return_val_if_fail (n != NULL, NULL);

  *n = G_N_ELEMENTS (measures);
  return measures;
}

const RefrainMeasure *
refrain_measure_find (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (measures); i++)
    {
      if (g_ascii_strcasecmp (measures[i].name, name) == 0)
        return &measures[i];
      /* Rules that were written with the older words hold on. */
      if (g_str_has_prefix (name, "waiting of ") && g_str_has_prefix (measures[i].name, "waiting ")
          && g_str_has_suffix (measures[i].name, name + strlen ("waiting of")))
        return &measures[i];
    }
  return NULL;
}

const char *
refrain_per_get_name (RefrainPer per)
{
  static const char *const names[REFRAIN_N_PER]
      = { "run", "process", "phase", "iteration", "pattern", "routine", "finding" };

  g_return_val_if_fail (per < REFRAIN_N_PER, NULL);

  return names[per];
}

const char *
refrain_measure_unit_get_name (RefrainMeasureUnit unit)
{
  static const char *const names[] = { "s", "s", "share", "count", "bytes" };

  g_return_val_if_fail (unit < G_N_ELEMENTS (names), NULL);

  return names[unit];
}

char *
refrain_measure_format (RefrainMeasureUnit unit, double value)
{
  if (!isfinite (value))
    return g_strdup ("–");
  switch (unit)
    {
    case REFRAIN_MEASURE_SHARE:
      return g_strdup_printf ("%.1f %%", 100 * value);
    case REFRAIN_MEASURE_COUNT:
      return refrain_count_format ((guint64) value);
    case REFRAIN_MEASURE_BYTES:
      return refrain_bytes_format ((guint64) value);
    case REFRAIN_MEASURE_TIME:
    case REFRAIN_MEASURE_WALL:
    default:
      return refrain_time_format ((RefrainTime) round (value * 1e9), 3);
    }
}

RefrainMeasures *
refrain_measures_new (RefrainStudy *study, const RefrainStudyAsk *ask)
{
  RefrainMeasures *self;

  g_return_val_if_fail (REFRAIN_IS_STUDY (study) && ask != NULL, NULL);

  self = g_new0 (RefrainMeasures, 1);
  self->study = g_object_ref (study);
  self->ask = ask;
  self->made = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                      (GDestroyNotify) (void (*) (void)) json_node_unref);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_measures_free, RefrainMeasures, g_return_if_fail (x != NULL);
                             g_hash_table_unref (x->made);
                             g_object_unref (x->study))

/* ---- What reports print ---- */

JsonNode *
refrain_measures_find_report (RefrainMeasures *self, const char *name, GError **error)
{
  const char *const words[] = { "trace", NULL };
  JsonNode *node;
  g_autoptr (RefrainReportRequest) request = NULL;
  g_autoptr (RefrainReport) report = NULL;
  g_autofree char *json = NULL;

  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  node = g_hash_table_lookup (self->made, name);
  if (node != NULL)
    return node;
  request = refrain_report_request_new (refrain_report_kind_find (name), words, NULL, error);
  if (request == NULL || !refrain_report_request_narrow (request, REFRAIN_REPORT_JSON, error))
    return NULL;
  report = refrain_report_request_make (request, self->study, self->ask, error);
  if (report == NULL)
    return NULL;
  json = refrain_report_to_string (report, REFRAIN_REPORT_JSON);
  node = refrain_json_parse (json, strlen (json), error);
  if (node != NULL)
    g_hash_table_insert (self->made, (gpointer) name, node);
  return node;
}

/* NULL where there is none. */
static JsonNode *
get_member (JsonNode *node, const char *name)
{
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  return json_object_get_member (json_node_get_object (node), name);
}

/* "part.total.seconds" */
static JsonNode *
follow (JsonNode *node, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);

  for (guint i = 0; names[i] != NULL; i++)
    if (names[i][0] != '\0')
      node = get_member (node, names[i]);
  return node;
}

static double
get_number (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_double (node) : NAN;
}

static const char *
get_text (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
}

/* What the @index-th @element of a list of @per is called; @key where it is a member. Free with
 * g_free(). */
static char *
name_part (RefrainPer per, guint index, JsonNode *element, const char *key)
{
  JsonNode *id;

  switch (per)
    {
    case REFRAIN_PER_PROCESS:
      return g_strdup_printf (_ ("process %u"), index);
    case REFRAIN_PER_ITERATION:
      return g_strdup_printf (_ ("iteration %u"), index + 1);
    case REFRAIN_PER_PATTERN:
      id = get_member (element, "pattern");
      if (id != NULL)
        return g_strdup_printf (_ ("pattern %u"), (guint) get_number (id));
      return g_strconcat (get_text (get_member (element, "name")), ", ",
                          get_text (get_member (element, "routine")), NULL);
    case REFRAIN_PER_PHASE:
      return g_strdup (get_text (get_member (element, "name")));
    case REFRAIN_PER_FINDING:
      return g_strdup (get_text (get_member (element, "sentence")));
    case REFRAIN_PER_ROUTINE:
      return g_strdup (key != NULL ? key : get_text (get_member (element, "label")));
    case REFRAIN_PER_RUN:
    case REFRAIN_N_PER:
    default:
      return NULL;
    }
}

REFRAIN_DEFINE_CLEAR (clear_measured, RefrainMeasured, g_free (x->part))

/* Whether @element of routine_times is @routine. */
static gboolean
is_of_routine (JsonNode *element, const char *routine)
{
  return routine == NULL || g_strcmp0 (get_text (get_member (element, "name")), routine) == 0
         || g_strcmp0 (get_text (get_member (element, "label")), routine) == 0;
}

/* Appends what @path, relative to the report @root, leads to. */
static void
collect (JsonNode *root, const char *path, RefrainPer per, const char *routine, GArray *list)
{
  const char *brackets = strpbrk (path, "[{");
  g_autofree char *head
      = g_strndup (path, brackets != NULL ? (gsize) (brackets - path) : strlen (path));
  const char *tail = brackets != NULL ? brackets + 2 : "";
  JsonNode *node;

  if (g_str_has_suffix (head, "#"))
    head[strlen (head) - 1] = '\0';
  node = follow (root, head);
  if (brackets == NULL)
    {
      const gboolean is_list = node != NULL && JSON_NODE_HOLDS_ARRAY (node);
      const RefrainMeasured one = {
        NULL, is_list ? json_array_get_length (json_node_get_array (node)) : get_number (node), NAN
      };

      g_array_append_val (list, one);
    }
  else if (node != NULL && JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      {
        JsonNode *element = json_array_get_element (json_node_get_array (node), i);
        const RefrainMeasured one
            = { name_part (per, i, element, NULL), get_number (follow (element, tail)), NAN };

        if (is_of_routine (element, routine))
          g_array_append_val (list, one);
        else
          g_free (one.part);
      }
  else if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *key;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &node))
        {
          const double value = get_number (follow (node, tail));
          /* A routine that does not wait so has no such member. */
          const RefrainMeasured one
              = { name_part (per, 0, node, key), isfinite (value) ? value : 0, NAN };

          g_array_append_val (list, one);
        }
    }
}

static GArray *
collect_at (RefrainMeasures *self,
            const char *report,
            const char *path,
            RefrainPer per,
            const char *routine,
            GError **error)
{
  JsonNode *root = refrain_measures_find_report (self, report, error);
  GArray *list;

  if (root == NULL)
    return NULL;
  list = g_array_new (FALSE, FALSE, sizeof (RefrainMeasured));
  g_array_set_clear_func (list, clear_measured);
  collect (root, path, per, routine, list);
  return list;
}

/* ---- What they are shares of ---- */

/* One number of the run; NAN with @error. */
static double
get_run_number (RefrainMeasures *self, const char *report, const char *path, GError **error)
{
  g_autoptr (GArray) list = collect_at (self, report, path, REFRAIN_PER_RUN, NULL, error);

  return list != NULL && list->len > 0 ? g_array_index (list, RefrainMeasured, 0).value : NAN;
}

/* Fills in bases: for what passes the run's time, for what is summed over processes theirs. */
static gboolean
set_bases (RefrainMeasures *self,
           const RefrainMeasure *measure,
           RefrainPer per,
           gboolean whole,
           GArray *list,
           GError **error)
{
  static const char *const times[REFRAIN_N_PER] = {
    [REFRAIN_PER_PHASE] = "phases[].seconds", [REFRAIN_PER_ITERATION] = "iterations[].seconds"
  };
  const guint n_processes = refrain_trace_get_n_processes (refrain_study_get_trace (self->study));
  g_autoptr (GArray) bases = NULL;
  g_autoptr (GError) problem = NULL;
  double factor = 1, run = NAN;

  if (measure->unit == REFRAIN_MEASURE_WALL)
    run = get_run_number (self, "efficiency", "seconds", &problem);
  else if (measure->unit == REFRAIN_MEASURE_TIME && !whole && per == REFRAIN_PER_PROCESS)
    bases = collect_at (self, "numbers", "part.per_process[].seconds", per, NULL, &problem);
  else if (measure->unit == REFRAIN_MEASURE_TIME && !whole && times[per] != NULL)
    {
      bases = collect_at (self, "efficiency", times[per], per, NULL, &problem);
      factor = n_processes;
    }
  else if (measure->unit == REFRAIN_MEASURE_TIME)
    run = get_run_number (self, "numbers", "part.total.seconds", &problem);
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  for (guint i = 0; i < list->len; i++)
    g_array_index (list, RefrainMeasured, i).base
        = bases == NULL    ? run
          : i < bases->len ? factor * g_array_index (bases, RefrainMeasured, i).value
                           : NAN;
  return TRUE;
}

/* ---- Measuring ---- */

/* One number of all. */
static void
add_up (GArray *list)
{
  RefrainMeasured sum = { NULL, 0, NAN };

  for (guint i = 0; i < list->len; i++)
    sum.value += g_array_index (list, RefrainMeasured, i).value;
  g_array_set_size (list, 0);
  g_array_append_val (list, sum);
}

/* An efficiency of what does not compute at all says nothing. */
static gboolean
drop_idle (RefrainMeasures *self,
           const RefrainMeasure *measure,
           RefrainPer per,
           GArray *list,
           GError **error)
{
  static const char *const computing[REFRAIN_N_PER]
      = { [REFRAIN_PER_RUN] = "computing",
          [REFRAIN_PER_PHASE] = "phases[].computing",
          [REFRAIN_PER_ITERATION] = "iterations[].computing" };
  g_autoptr (GArray) work = NULL;

  if (measure->unit != REFRAIN_MEASURE_SHARE || computing[per] == NULL)
    return TRUE;
  work = collect_at (self, "efficiency", computing[per], per, NULL, error);
  if (work == NULL)
    return FALSE;
  for (guint i = 0; i < MIN (list->len, work->len); i++)
    if (!(g_array_index (work, RefrainMeasured, i).value > 0))
      g_array_index (list, RefrainMeasured, i).value = NAN;
  return TRUE;
}

GArray *
refrain_measures_get (RefrainMeasures *self,
                      const RefrainMeasure *measure,
                      const char *routine,
                      RefrainPer per,
                      gboolean whole,
                      GError **error)
{
  g_autoptr (GArray) list = NULL;

  g_return_val_if_fail (self != NULL && measure != NULL, NULL);
  g_return_val_if_fail (per < REFRAIN_N_PER && measure->at[per] != NULL, NULL);

  list = collect_at (self, measure->report, measure->at[per], per, routine, error);
  if (list == NULL)
    return NULL;
  if (per == REFRAIN_PER_RUN && strpbrk (measure->at[per], "[{") != NULL)
    add_up (list);
  if (!set_bases (self, measure, per, whole, list, error)
      || !drop_idle (self, measure, per, list, error))
    return NULL;
  return g_steal_pointer (&list);
}

gboolean
refrain_measures_has_routine (RefrainMeasures *self, const char *routine, GError **error)
{
  g_autoptr (GArray) list = NULL;

  g_return_val_if_fail (self != NULL && routine != NULL, FALSE);

  list = collect_at (self, "info", "routine_times[].calls", REFRAIN_PER_ROUTINE, routine, error);
  return list != NULL && list->len > 0;
}

char *
refrain_measures_name_cause (RefrainMeasures *self)
{
  JsonNode *node = get_member (refrain_measures_find_report (self, "waits", NULL), "causes");
  JsonArray *causes = node != NULL ? json_node_get_array (node) : NULL;
  g_autofree char *time = NULL;
  const char *routine;
  JsonNode *first;
  guint process;

  if (causes == NULL || json_array_get_length (causes) == 0)
    return NULL;
  first = json_array_get_element (causes, 0);
  process = (guint) get_number (get_member (first, "process"));
  routine = get_text (get_member (first, "routine"));
  time = refrain_measure_format (REFRAIN_MEASURE_TIME, get_number (get_member (first, "seconds")));
  return routine != NULL
             ? g_strdup_printf (_ ("process %u in %s, %s"), process, routine, time)
             : g_strdup_printf (_ ("process %u outside recorded routines, %s"), process, time);
}
