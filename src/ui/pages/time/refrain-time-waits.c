/* refrain-time-waits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Six tables with a function each that fills them.
 */
#include "refrain-time-waits.h"

#include <glib/gi18n.h>

#include "refrain-find.h"
#include "refrain-object.h"
#include "refrain-run-words.h"
#include "refrain-share-table.h"
#include "refrain-time-format.h"

/* More routines and causes than this are not listed. */
#define MAX_ROWS 1000

typedef enum
{
  BY_KIND,
  BY_PROCESS,
  BY_ROUTINE,
  BY_CAUSE,
  PATH_BY_PROCESS,
  PATH_BY_ROUTINE,
  N_TABLES
} TableKind;

struct _RefrainTimeWaits
{
  GtkWidget parent_instance;

  RefrainSession *session;
  GtkWidget *box;
  GtkLabel *waiting, *path;
  GtkWidget *waiting_tables;
  RefrainShareTable *tables[N_TABLES];
};

G_DEFINE_FINAL_TYPE (RefrainTimeWaits, refrain_time_waits, GTK_TYPE_WIDGET)

static RefrainTimeModel *
get_times (RefrainTimeWaits *self)
{
  return refrain_session_get_times (self->session);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Rows of a table, their names owned. */
typedef struct
{
  GArray *rows;
  GPtrArray *names;
} Rows;

static void
rows_init (Rows *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (RefrainShareRowData));
  self->names = g_ptr_array_new_with_free_func (g_free);
}

/* Takes @name. */
static void
rows_add (Rows *self, guint32 id, char *name, double first, double second, double third)
{
  RefrainShareRowData row = { .id = id, .name = name, .values = { first, second, third } };

  g_ptr_array_add (self->names, name);
  g_array_append_val (self->rows, row);
}

/* Shows them and clears. */
static void
rows_show (Rows *self, RefrainShareTable *table)
{
  refrain_share_table_set_rows (table, (RefrainShareRowData *) (gpointer) self->rows->data,
                                self->rows->len);
  g_array_unref (self->rows);
  g_ptr_array_unref (self->names);
}

static char *
name_process (RefrainTimeWaits *self, guint process)
{
  RefrainProcessOrder *order = refrain_session_get_order (self->session);
  g_autofree char *label = NULL;

  if (order == NULL)
    return g_strdup_printf (_ ("Process %u"), process);
  label = refrain_process_order_dup_label (order, process);
  return g_strdup_printf (_ ("Process %u  %s"), process, label);
}

static const char *
name_routine (RefrainTimeWaits *self, guint32 routine)
{
  RefrainTrace *trace = refrain_session_get_trace (self->session);

  return routine < refrain_trace_get_n_routines (trace)
             ? refrain_routine_get_label (refrain_trace_get_routine (trace, routine))
             : _ ("no routine");
}

static double
sum_totals (const RefrainWaitTotals *totals)
{
  double sum = 0;

  for (guint k = 0; k < REFRAIN_N_WAITS; k++)
    sum += (double) totals->time[k];
  return sum;
}

/* ---- Waiting --------------------------------------------------------------------------------- */

static void
fill_kinds (RefrainTimeWaits *self, RefrainWaits *waits, double whole)
{
  const RefrainWaitTotals *totals = refrain_waits_get_totals (waits, REFRAIN_NONE);
  Rows rows;

  rows_init (&rows);
  for (guint32 k = REFRAIN_WAIT_NONE + 1; k < REFRAIN_N_WAITS; k++)
    if (totals->count[k] > 0)
      rows_add (&rows, k, g_strdup (refrain_wait_kind_get_label (k)), (double) totals->time[k],
                (double) totals->time[k] / whole, (double) totals->count[k]);
  rows_show (&rows, self->tables[BY_KIND]);
}

static void
fill_processes (RefrainTimeWaits *self, RefrainWaits *waits, double whole)
{
  const guint n = refrain_trace_get_n_processes (refrain_session_get_trace (self->session));
  g_autofree double *caused = g_new0 (double, n + 1);
  gsize n_causes;
  const RefrainWaitCause *causes
      = refrain_wait_causes_get (refrain_time_model_get_causes (get_times (self)), &n_causes);
  Rows rows;

  for (gsize i = 0; i < n_causes; i++)
    caused[causes[i].process] += (double) causes[i].time;
  rows_init (&rows);
  for (guint p = 0; p < n; p++)
    {
      const double time = sum_totals (refrain_waits_get_totals (waits, p));

      rows_add (&rows, p, name_process (self, p), time, time / whole, caused[p]);
    }
  rows_show (&rows, self->tables[BY_PROCESS]);
}

static void
fill_routines (RefrainTimeWaits *self, double whole)
{
  const GArray *routines = refrain_time_model_get_routines (get_times (self));
  Rows rows;

  rows_init (&rows);
  for (guint i = 0; i < MIN (routines->len, MAX_ROWS); i++)
    {
      const RefrainWaitRoutine *routine = &g_array_index (routines, RefrainWaitRoutine, i);
      double time = 0;

      for (guint k = 0; k < REFRAIN_N_WAITS; k++)
        time += (double) routine->time[k];
      rows_add (&rows, i,
                g_strdup_printf ("%s / %s", name_routine (self, routine->caller),
                                 name_routine (self, routine->routine)),
                time, time / whole, 0);
    }
  rows_show (&rows, self->tables[BY_ROUTINE]);
}

static void
fill_causes (RefrainTimeWaits *self, double whole)
{
  gsize n;
  const RefrainWaitCause *causes
      = refrain_wait_causes_get (refrain_time_model_get_causes (get_times (self)), &n);
  Rows rows;

  rows_init (&rows);
  for (gsize i = 0; i < MIN (n, MAX_ROWS); i++)
    {
      g_autofree char *process = name_process (self, causes[i].process);

      rows_add (&rows, (guint32) i,
                g_strdup_printf (_ ("%s in %s"), process, name_routine (self, causes[i].routine)),
                (double) causes[i].time, (double) causes[i].time / whole, 0);
    }
  rows_show (&rows, self->tables[BY_CAUSE]);
}

static void
tell_waiting (RefrainTimeWaits *self, RefrainWaits *waits)
{
  g_autofree char *sentence = refrain_waits_describe (waits);
  g_autofree char *device
      = refrain_trace_describe_device (refrain_session_get_trace (self->session));
  g_autofree char *text
      = g_strconcat (sentence != NULL ? sentence : _ ("No process waits for another process."),
                     device != NULL ? "\n" : "", device, NULL);

  gtk_label_set_text (self->waiting, text);
  gtk_widget_set_visible (self->waiting_tables, sentence != NULL);
}

/* ---- Critical path --------------------------------------------------------------------------- */

static void
fill_path_processes (RefrainTimeWaits *self, RefrainCriticalPath *path, double whole)
{
  const guint n = refrain_trace_get_n_processes (refrain_session_get_trace (self->session));
  const RefrainTime *times = refrain_critical_path_get_processes (path);
  const RefrainTime *slack = refrain_time_model_get_slack (get_times (self));
  Rows rows;

  rows_init (&rows);
  for (guint p = 0; p < n; p++)
    rows_add (&rows, p, name_process (self, p), (double) times[p], (double) times[p] / whole,
              (double) slack[p]);
  rows_show (&rows, self->tables[PATH_BY_PROCESS]);
}

static void
fill_path_routines (RefrainTimeWaits *self, RefrainCriticalPath *path, double whole)
{
  const guint n = refrain_trace_get_n_routines (refrain_session_get_trace (self->session));
  const RefrainTime *times = refrain_critical_path_get_routines (path);
  Rows rows;

  rows_init (&rows);
  for (guint r = 0; r <= n; r++)
    if (times[r] > 0)
      rows_add (&rows, r, g_strdup (name_routine (self, r)), (double) times[r],
                (double) times[r] / whole, 0);
  rows_show (&rows, self->tables[PATH_BY_ROUTINE]);
}

static void
tell_path (RefrainTimeWaits *self, RefrainCriticalPath *path)
{
  const gsize n_hops = refrain_critical_path_get_n_hops (path);
  g_autofree char *time = refrain_time_format (refrain_critical_path_get_time (path), 3);
  g_autofree char *hops = refrain_count_format (n_hops);
  g_autofree char *sentence = NULL;

  sentence
      = refrain_critical_path_get_time (path) > 0 ? g_strdup_printf (
            ngettext (
                "Only time on the path can shorten the run: %s. It changes the process %s time.",
                "Only time on the path can shorten the run: %s. It changes the process %s times.",
                n_hops),
            time, hops)
                                                  : g_strdup (_ ("The trace has no times, so there "
                                                                 "is no critical path."));
  gtk_label_set_text (self->path, sentence);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void
update (RefrainTimeWaits *self)
{
  RefrainWaits *waits
      = self->session != NULL ? refrain_time_model_get_waits (get_times (self)) : NULL;
  RefrainCriticalPath *path;
  double waiting, length;

  gtk_widget_set_visible (self->box, waits != NULL);
  for (guint i = 0; waits == NULL && i < N_TABLES; i++)
    refrain_share_table_set_rows (self->tables[i], NULL, 0);
  if (waits == NULL)
    return;
  path = refrain_time_model_get_path (get_times (self));
  waiting = MAX (1, (double) refrain_waits_get_time (waits));
  length = MAX (1, (double) refrain_critical_path_get_time (path));
  tell_waiting (self, waits);
  fill_kinds (self, waits, waiting);
  fill_processes (self, waits, waiting);
  fill_routines (self, waiting);
  fill_causes (self, waiting);
  tell_path (self, path);
  fill_path_processes (self, path, length);
  fill_path_routines (self, path, length);
}

void
refrain_time_waits_set_session (RefrainTimeWaits *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_TIME_WAITS (self));

  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (get_times (self), self);
    }
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      refrain_connect (session, "notify::order", update, self);
      refrain_connect (get_times (self), "notify::results", update, self);
    }
  update (self);
}

/* ---- Where clicks lead ----------------------------------------------------------------------- */

static void
light (RefrainTimeWaits *self, const RefrainWaitFilter *filter)
{
  refrain_time_model_light_waits (get_times (self), filter);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

static void
on_kind (RefrainTimeWaits *self, guint id)
{
  light (self, &(RefrainWaitFilter){ .kind = id, .process = REFRAIN_NONE });
}

static void
on_process (RefrainTimeWaits *self, guint id)
{
  light (self, &(RefrainWaitFilter){ .process = id });
}

static void
on_routine (RefrainTimeWaits *self, guint id)
{
  const GArray *routines = refrain_time_model_get_routines (get_times (self));
  const RefrainWaitRoutine *routine = &g_array_index (routines, RefrainWaitRoutine, id);

  light (self, &(RefrainWaitFilter){ .process = REFRAIN_NONE,
                                     .in_routine = TRUE,
                                     .caller = routine->caller,
                                     .routine = routine->routine });
}

static void
go_to_process (RefrainTimeWaits *self, guint process)
{
  const RefrainPick pick = { REFRAIN_PICK_PROCESS, process, 0, 0 };

  refrain_session_go_to (self->session, &pick);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

static gboolean
finding_means (const RefrainFinding *finding, guint32 process)
{
  for (guint i = 0; i < finding->processes->len; i++)
    if (g_array_index (finding->processes, guint32, i) == process)
      return TRUE;
  return FALSE;
}

/* What is said of this cause, or else its process. */
static void
on_cause (RefrainTimeWaits *self, guint id)
{
  RefrainTimeModel *times = get_times (self);
  gsize n, n_findings;
  const RefrainWaitCause *cause
      = &refrain_wait_causes_get (refrain_time_model_get_causes (times), &n)[id];
  const RefrainFinding *findings
      = refrain_findings_get (refrain_time_model_get_findings (times), &n_findings);

  for (gsize i = 0; i < n_findings; i++)
    if (findings[i].routine == cause->routine && finding_means (&findings[i], cause->process))
      {
        refrain_time_model_select (times, (guint32) i);
        gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
        return;
      }
  go_to_process (self, cause->process);
}

static void
on_path_routine (RefrainTimeWaits *self, guint id)
{
  RefrainTrace *trace = refrain_session_get_trace (self->session);

  if (id >= refrain_trace_get_n_routines (trace))
    return;
  refrain_find_show_longest_call (self->session, refrain_trace_get_routine (trace, id));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static void
add_table (RefrainTimeWaits *self,
           GtkStack *stack,
           TableKind kind,
           const char *title,
           const char *name,
           const RefrainShareColumn *columns,
           guint n,
           GCallback activate)
{
  self->tables[kind] = refrain_share_table_new (title, name, FALSE, columns, n, 0);
  gtk_stack_add_titled (stack, GTK_WIDGET (self->tables[kind]), title, title);
  refrain_connect (self->tables[kind], "activated", activate, self);
}

/* A heading, a sentence, and tables to switch between. */
static GtkStack *
add_section (RefrainTimeWaits *self, const char *title, GtkLabel **sentence, GtkWidget **tables)
{
  GtkWidget *heading = gtk_label_new (title);
  GtkWidget *stack = gtk_stack_new ();
  GtkWidget *switcher = gtk_stack_switcher_new ();
  GtkWidget *section = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  *sentence = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_label_set_xalign (*sentence, 0);
  gtk_label_set_wrap (*sentence, TRUE);
  gtk_stack_set_vhomogeneous (GTK_STACK (stack), FALSE);
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (stack));
  gtk_widget_set_halign (switcher, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (section), heading);
  gtk_box_append (GTK_BOX (section), GTK_WIDGET (*sentence));
  *tables = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_box_append (GTK_BOX (*tables), switcher);
  gtk_box_append (GTK_BOX (*tables), stack);
  gtk_box_append (GTK_BOX (section), *tables);
  gtk_box_append (GTK_BOX (self->box), section);
  return GTK_STACK (stack);
}

static void
add_waiting (RefrainTimeWaits *self)
{
  const RefrainShareColumn columns[]
      = { { .title = _ ("Waiting"), .unit = REFRAIN_CELL_TIME, .bar = TRUE },
          { .title = _ ("Share"), .unit = REFRAIN_CELL_SHARE },
          { .title = _ ("How Often"), .unit = REFRAIN_CELL_COUNT } };
  const RefrainShareColumn processes[]
      = { { .title = _ ("Waits"), .unit = REFRAIN_CELL_TIME, .bar = TRUE },
          { .title = _ ("Share"), .unit = REFRAIN_CELL_SHARE },
          { .title = _ ("Causes"),
            .unit = REFRAIN_CELL_TIME,
            .bar = TRUE,
            .explanation = _ ("Waiting time it causes") } };
  GtkStack *stack = add_section (self, _ ("Waiting"), &self->waiting, &self->waiting_tables);

  add_table (self, stack, BY_CAUSE, _ ("By Cause"), _ ("Cause"), columns, 2, G_CALLBACK (on_cause));
  add_table (self, stack, BY_PROCESS, _ ("By Process"), _ ("Process"), processes, 3,
             G_CALLBACK (on_process));
  add_table (self, stack, BY_ROUTINE, _ ("By Routine"), _ ("Waiting by routine"), columns, 2,
             G_CALLBACK (on_routine));
  add_table (self, stack, BY_KIND, _ ("By Kind"), _ ("Kind"), columns, 3, G_CALLBACK (on_kind));
}

static void
add_path (RefrainTimeWaits *self)
{
  const RefrainShareColumn columns[]
      = { { .title = _ ("On the Path"), .unit = REFRAIN_CELL_TIME, .bar = TRUE },
          { .title = _ ("Share"), .unit = REFRAIN_CELL_SHARE },
          { .title = _ ("Slack"),
            .unit = REFRAIN_CELL_TIME,
            .explanation = _ ("Delay that costs no time") } };
  GtkWidget *tables;
  GtkStack *stack = add_section (self, _ ("Critical Path"), &self->path, &tables);

  add_table (self, stack, PATH_BY_ROUTINE, _ ("By Routine"), _ ("Routine"), columns, 2,
             G_CALLBACK (on_path_routine));
  add_table (self, stack, PATH_BY_PROCESS, _ ("By Process"), _ ("Process"), columns, 3,
             G_CALLBACK (go_to_process));
}

REFRAIN_DEFINE_END (RefrainTimeWaits, refrain_time_waits, dispose, g_clear_object (&x->session);
                    g_clear_pointer (&x->box, gtk_widget_unparent))

static void
refrain_time_waits_class_init (RefrainTimeWaitsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = refrain_time_waits_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
refrain_time_waits_init (RefrainTimeWaits *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 24);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  add_waiting (self);
  add_path (self);
  update (self);
}
