/* refrain-query-result.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of a table are kept as what they stand for, eight bytes each, and read from the trace when
 * somebody looks; groups are kept as numbers.
 */
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-query-plan.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-order.h"
#include "refrain-parallel.h"
#include "refrain-query-words.h"
#include "refrain-search.h"
#include "refrain-table.h"
#include "refrain-time-format.h"

struct _RefrainQueryResult
{
  GObject parent_instance;

  RefrainQueryPlan *plan;
  RefrainQueryColumn *columns;
  guint n_columns;
  gsize n_rows;
  guint64 n_found, n_grouped;
  GArray *refs;  /* of rows: process << 32 | row */
  GArray *cells; /* of groups: n_rows × outputs */
};

REFRAIN_DEFINE_OBJECT (RefrainQueryResult, refrain_query_result)

static void
refrain_query_result_finalize (RefrainQueryResult *self)
{
  for (guint c = 0; c < self->n_columns; c++)
    refrain_free ((char *) self->columns[c].name, (char *) self->columns[c].title);
  g_free (self->columns);
  g_clear_pointer (&self->refs, g_array_unref);
  g_clear_pointer (&self->cells, g_array_unref);
  g_clear_pointer (&self->plan, refrain_query_plan_unref);
}

/* ---- Making it ---- */

static const RefrainQueryOutput *
get_output (RefrainQueryResult *self, guint column)
{
  return &g_array_index (self->plan->outputs, RefrainQueryOutput, column);
}

/* "bytes" and "duration" are short for sums; other aggregates say what they are. */
static char *
name_aggregate (const RefrainQueryOutput *output, const char *field)
{
  switch (output->kind)
    {
    case REFRAIN_QUERY_ITEM_COUNT:
      return g_strdup ("count");
    case REFRAIN_QUERY_ITEM_SUM:
      return output->id.field == REFRAIN_QUERY_FIELD_SIZE       ? g_strdup ("bytes")
             : output->id.field == REFRAIN_QUERY_FIELD_SENT     ? g_strdup ("fan_out")
             : output->id.field == REFRAIN_QUERY_FIELD_RECEIVED ? g_strdup ("fan_in")
                                                                : g_strdup (field);
    case REFRAIN_QUERY_ITEM_MIN:
      return g_strdup_printf ("min_%s", field);
    case REFRAIN_QUERY_ITEM_MAX:
      return g_strdup_printf ("max_%s", field);
    case REFRAIN_QUERY_ITEM_MEAN:
      return g_strdup_printf ("mean_%s", field);
    case REFRAIN_QUERY_ITEM_FIELD:
    default:
      return g_strdup (field);
    }
}

static char *
title_aggregate (const RefrainQueryOutput *output, const char *field)
{
  switch (output->kind)
    {
    case REFRAIN_QUERY_ITEM_COUNT:
      return g_strdup (_ ("Number"));
    case REFRAIN_QUERY_ITEM_SUM:
      return g_strdup (output->id.field == REFRAIN_QUERY_FIELD_SIZE       ? _ ("Bytes")
                       : output->id.field == REFRAIN_QUERY_FIELD_SENT     ? _ ("Fan-out")
                       : output->id.field == REFRAIN_QUERY_FIELD_RECEIVED ? _ ("Fan-in")
                                                                          : field);
    case REFRAIN_QUERY_ITEM_MIN:
      return g_strdup_printf (_ ("Minimum: %s"), field);
    case REFRAIN_QUERY_ITEM_MAX:
      return g_strdup_printf (_ ("Maximum: %s"), field);
    case REFRAIN_QUERY_ITEM_MEAN:
      return g_strdup_printf (_ ("Mean: %s"), field);
    case REFRAIN_QUERY_ITEM_FIELD:
    default:
      return g_strdup (field);
    }
}

static void
make_column (RefrainQueryResult *self, guint c)
{
  const RefrainQueryOutput *output = get_output (self, c);
  const RefrainQueryFieldInfo *info = refrain_query_field_get_info (output->id.field);
  RefrainQueryColumn *column = &self->columns[c];
  const gboolean count = output->kind == REFRAIN_QUERY_ITEM_COUNT;

  column->name
      = output->name != NULL ? g_strdup (output->name) : name_aggregate (output, info->name);
  column->title = output->title != NULL ? g_strdup (output->title)
                                        : title_aggregate (output, _ (info->title));
  column->type = count ? REFRAIN_QUERY_TYPE_COUNT : info->type;
  column->is_mean = output->kind == REFRAIN_QUERY_ITEM_MEAN;
  column->can_add = count || output->kind == REFRAIN_QUERY_ITEM_SUM
                    || (output->kind == REFRAIN_QUERY_ITEM_FIELD && info->can_add);
  /* A row counts in each set that it is in. */
  if (self->plan->has_set_key && self->cells != NULL)
    column->can_add = FALSE;
}

/* The rows, groups or counts that @plan asks for. */
static RefrainQueryResult *
make_result (RefrainQueryPlan *plan, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainQueryResult) self = g_object_new (REFRAIN_TYPE_QUERY_RESULT, NULL);
  RefrainQueryGroups groups = { 0 };

  self->plan = refrain_query_plan_ref (plan);
  if (plan->syntax->grouped && refrain_query_plan_group (plan, &groups, cancellable, error))
    {
      self->cells = groups.cells;
      self->n_rows = (gsize) groups.n;
      self->n_found = groups.n_found;
      self->n_grouped = groups.n_rows;
    }
  else if (!plan->syntax->grouped)
    {
      self->refs = refrain_query_plan_collect (plan, &self->n_found, cancellable, error);
      self->n_rows = self->refs != NULL ? self->refs->len : 0;
    }
  if (self->cells == NULL && self->refs == NULL)
    return NULL;
  self->n_columns = plan->n_shown;
  self->columns = g_new0 (RefrainQueryColumn, self->n_columns + 1);
  for (guint c = 0; c < self->n_columns; c++)
    make_column (self, c);
  return g_steal_pointer (&self);
}

/* ---- What it holds ---- */

REFRAIN_GETTER (RefrainQueryResult, refrain_query_result, guint, get_n_columns, self->n_columns)

const RefrainQueryColumn *
refrain_query_result_get_column (RefrainQueryResult *self, guint column)
{
  g_return_val_if_fail (column < self->n_columns, NULL);

  return &self->columns[column];
}

REFRAIN_GETTER (RefrainQueryResult, refrain_query_result, gsize, get_n_rows, self->n_rows)
REFRAIN_GETTER (RefrainQueryResult, refrain_query_result, guint64, get_n_found, self->n_found)

/* The group's process, where it has just one. */
static guint32
get_group_process (RefrainQueryResult *self, gsize row)
{
  for (guint c = 0; c < self->n_columns; c++)
    {
      const RefrainQueryOutput *output = get_output (self, c);
      gint64 value;

      if (output->kind == REFRAIN_QUERY_ITEM_FIELD
          && output->id.field == REFRAIN_QUERY_FIELD_PROCESS
          && refrain_query_result_get_value (self, row, c, &value))
        return (guint32) value;
    }
  return REFRAIN_NONE;
}

RefrainQueryRef
refrain_query_result_get_ref (RefrainQueryResult *self, gsize row)
{
  static const RefrainQueryRefKind kinds[REFRAIN_QUERY_N_SOURCES] = {
    [REFRAIN_QUERY_SOURCE_MESSAGES] = REFRAIN_QUERY_REF_MESSAGE,
    [REFRAIN_QUERY_SOURCE_OPERATIONS] = REFRAIN_QUERY_REF_OPERATION,
    [REFRAIN_QUERY_SOURCE_CALLS] = REFRAIN_QUERY_REF_CALL,
    [REFRAIN_QUERY_SOURCE_PROCESSES] = REFRAIN_QUERY_REF_PROCESS,
  };
  RefrainQueryRef ref = { REFRAIN_QUERY_REF_GROUP, REFRAIN_NONE, REFRAIN_NONE };
  gint64 packed;

  g_return_val_if_fail (row < self->n_rows, ref);

  if (self->refs == NULL)
    {
      ref.process = get_group_process (self, row);
      return ref;
    }
  packed = g_array_index (self->refs, gint64, row);
  ref.kind = kinds[self->plan->syntax->source];
  ref.process = (guint32) (ref.kind == REFRAIN_QUERY_REF_PROCESS ? packed : packed >> 32);
  ref.row = ref.kind == REFRAIN_QUERY_REF_PROCESS ? REFRAIN_NONE : (guint32) packed;
  return ref;
}

static RefrainQueryCell
get_cell (RefrainQueryResult *self, gsize row, guint column)
{
  RefrainQueryCell cell;
  guint32 at;
  gint64 packed;

  if (self->cells != NULL)
    return g_array_index (self->cells, RefrainQueryCell, row * self->plan->outputs->len + column);
  packed = g_array_index (self->refs, gint64, row);
  at = (guint32) packed;
  refrain_query_table_load (self->plan->table, (guint) (packed >> 32),
                            get_output (self, column)->id, &at, 1, &cell.i);
  return cell;
}

/* What the @n rows of @self from @first on have in @column, as it is kept: a mean as the bits of
 * its double, REFRAIN_QUERY_NOTHING where there is nothing. O(n). */
static void
load (RefrainQueryResult *self, guint column, gsize first, gsize n, gint64 *values)
{
  const RefrainQueryColumnId id = get_output (self, column)->id;
  guint32 rows[REFRAIN_QUERY_CHUNK];

  if (self->cells != NULL)
    {
      for (gsize i = 0; i < n; i++)
        values[i] = get_cell (self, first + i, column).i;
      return;
    }
  /* Rows of one process in a row are loaded together. */
  for (gsize i = 0; i < n;)
    {
      const gint64 *refs = &g_array_index (self->refs, gint64, first + i);
      const guint unit = (guint) (refs[0] >> 32);
      gsize k = 0;

      for (; k < MIN (n - i, REFRAIN_QUERY_CHUNK) && (guint) (refs[k] >> 32) == unit; k++)
        rows[k] = (guint32) refs[k];
      refrain_query_table_load (self->plan->table, unit, id, rows, k, values + i);
      i += k;
    }
}

static gint64
get_rank (RefrainQueryResult *self, guint column, gint64 value)
{
  return refrain_query_table_get_rank (self->plan->table, get_output (self, column)->id.field,
                                       value);
}

gsize
refrain_query_result_find (RefrainQueryResult *self, guint32 process, guint32 row)
{
  const gint64 wanted = (gint64) process << 32 | row;
  const gint64 *refs;
  gsize at;

  g_return_val_if_fail (REFRAIN_IS_QUERY_RESULT (self), G_MAXSIZE);

  if (self->refs == NULL || self->plan->syntax->source == REFRAIN_QUERY_SOURCE_PROCESSES)
    return G_MAXSIZE;
  refs = (const gint64 *) (gpointer) self->refs->data;
  if (self->plan->order->len == 0)
    {
      at = REFRAIN_LOWER_BOUND (i, 0, self->n_rows, refs[i] < wanted);
      return at < self->n_rows && refs[at] == wanted ? at : G_MAXSIZE;
    }
  for (at = 0; at < self->n_rows; at++)
    if (refs[at] == wanted)
      return at;
  return G_MAXSIZE;
}

gboolean
refrain_query_result_get_value (RefrainQueryResult *self, gsize row, guint column, gint64 *value)
{
  RefrainQueryCell cell;

  g_return_val_if_fail (row < self->n_rows && column < self->n_columns, FALSE);

  cell = get_cell (self, row, column);
  if (cell.i == REFRAIN_QUERY_NOTHING)
    return FALSE;
  *value = self->columns[column].is_mean ? (gint64) cell.d : cell.i;
  return TRUE;
}

gboolean
refrain_query_result_get_real (RefrainQueryResult *self, gsize row, guint column, double *value)
{
  RefrainQueryCell cell;

  g_return_val_if_fail (row < self->n_rows && column < self->n_columns, FALSE);

  cell = get_cell (self, row, column);
  if (cell.i == REFRAIN_QUERY_NOTHING)
    return FALSE;
  *value = self->columns[column].is_mean ? cell.d : (double) cell.i;
  return TRUE;
}

const char *
refrain_query_result_get_name (RefrainQueryResult *self, gsize row, guint column)
{
  gint64 value;

  if (self->columns[column].is_mean || !refrain_query_result_get_value (self, row, column, &value))
    return NULL;
  return refrain_query_table_get_name (self->plan->table, get_output (self, column)->id.field,
                                       value);
}

/* ---- For people ---- */

static char *
format_value (RefrainQueryResult *self, const RefrainQueryColumn *column, gint64 value, double real)
{
  RefrainTrace *trace = self->plan->table->trace;
  const RefrainTime run = refrain_trace_get_end (trace) - refrain_trace_get_start (trace);

  switch (column->type)
    {
    case REFRAIN_QUERY_TYPE_TIME:
      /* All in one unit, of seven digits for the whole run. */
      return refrain_time_format_resolved (value, MAX (run / 10000000, 1), run);
    case REFRAIN_QUERY_TYPE_DURATION:
      return refrain_time_format (value, 4);
    case REFRAIN_QUERY_TYPE_COUNT:
    case REFRAIN_QUERY_TYPE_BYTES:
      if (column->is_mean)
        return g_strdup_printf ("%.1f", real);
      return refrain_count_format ((guint64) MAX (value, 0));
    case REFRAIN_QUERY_TYPE_NUMBER:
    case REFRAIN_QUERY_TYPE_PROCESS:
    case REFRAIN_QUERY_TYPE_ROUTINE:
    case REFRAIN_QUERY_TYPE_COMMUNICATOR:
    case REFRAIN_QUERY_TYPE_KIND:
    case REFRAIN_QUERY_TYPE_SET_ID:
    case REFRAIN_QUERY_TYPE_TEXT:
    default:
      return column->is_mean ? g_strdup_printf ("%.1f", real)
                             : g_strdup_printf ("%" G_GINT64_FORMAT, value);
    }
}

char *
refrain_query_result_dup_text (RefrainQueryResult *self, gsize row, guint column)
{
  const char *name;
  gint64 value;
  double real;

  g_return_val_if_fail (row < self->n_rows && column < self->n_columns, NULL);

  name = refrain_query_result_get_name (self, row, column);
  if (name != NULL)
    return g_strdup (name);
  if (!refrain_query_result_get_value (self, row, column, &value)
      || !refrain_query_result_get_real (self, row, column, &real)
      || self->columns[column].type == REFRAIN_QUERY_TYPE_TEXT)
    return g_strdup (self->columns[column].type == REFRAIN_QUERY_TYPE_SET_ID ? _ ("none") : "");
  return format_value (self, &self->columns[column], value, real);
}

char *
refrain_query_result_dup_total (RefrainQueryResult *self, guint column)
{
  gint64 total = 0, values[REFRAIN_QUERY_CHUNK];

  g_return_val_if_fail (column < self->n_columns, NULL);

  if (!self->columns[column].can_add)
    return NULL;
  for (gsize first = 0; first < self->n_rows; first += REFRAIN_QUERY_CHUNK)
    {
      const gsize n = MIN (REFRAIN_QUERY_CHUNK, self->n_rows - first);

      load (self, column, first, n, values);
      for (gsize i = 0; i < n; i++)
        if (values[i] != REFRAIN_QUERY_NOTHING && __builtin_add_overflow (total, values[i], &total))
          total = G_MAXINT64;
    }
  if (self->columns[column].type == REFRAIN_QUERY_TYPE_BYTES)
    return refrain_bytes_format ((guint64) MAX (total, 0));
  return format_value (self, &self->columns[column], total, (double) total);
}

char *
refrain_query_result_describe (RefrainQueryResult *self)
{
  const char *noun;
  g_autofree char *rows = NULL, *number = NULL;

  g_return_val_if_fail (REFRAIN_IS_QUERY_RESULT (self), NULL);

  noun = self->plan->syntax->noun;
  if (self->cells == NULL)
    return refrain_query_format_noun (noun, self->n_found);
  rows = refrain_query_format_noun (noun, self->n_grouped);
  if (self->plan->keys->len == 0)
    return g_steal_pointer (&rows);
  number = refrain_count_format (self->n_found);
  return self->plan->has_set_key
             ? g_strdup_printf (ngettext ("%s group", "%s groups", (gulong) self->n_found), number)
             : g_strdup_printf (
                 ngettext ("%s group of %s", "%s groups of %s", (gulong) self->n_found), number,
                 rows);
}

char *
refrain_query_result_explain_nothing (RefrainQueryResult *self)
{
  guint64 n;
  g_autofree char *all = NULL;

  g_return_val_if_fail (REFRAIN_IS_QUERY_RESULT (self), NULL);

  n = refrain_query_plan_count (self->plan);
  all = refrain_query_format_noun (self->plan->syntax->noun, n);
  if (self->plan->syntax->limit == 0)
    return g_strdup (_ ("the LIMIT is 0"));
  return n > 0 ? g_strdup_printf (_ ("the trace has %s, none of which fulfils all conditions"), all)
               : g_strdup_printf (_ ("the trace has %s"), all);
}

/* ---- Back to the trace ---- */

/* The values of the keys of group @row. */
static void
find_keys (RefrainQueryResult *self, gsize row, gint64 *keys)
{
  const GArray *wanted = self->plan->keys;

  for (guint k = 0; k < wanted->len; k++)
    for (guint o = 0; o < self->plan->outputs->len; o++)
      {
        const RefrainQueryOutput *output = get_output (self, o);

        if (output->kind == REFRAIN_QUERY_ITEM_FIELD
            && output->id.field == g_array_index (wanted, RefrainQueryColumnId, k).field)
          keys[k] = get_cell (self, row, o).i;
      }
}

RefrainOpSet *
refrain_query_result_make_op_set (
    RefrainQueryResult *self, const gsize *rows, gsize n, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainOpSet) set = NULL;
  g_autofree gint64 *values = NULL;
  const guint n_keys = self->plan->keys->len;
  gboolean whole;

  g_return_val_if_fail (REFRAIN_IS_QUERY_RESULT (self), NULL);

  set = refrain_op_set_new (self->plan->table->trace);
  if (rows == NULL)
    n = self->n_rows;
  values = g_new0 (gint64, n * MAX (n_keys, 1) + 1);
  for (gsize i = 0; i < n; i++)
    {
      const gsize row = rows != NULL ? rows[i] : i;

      g_return_val_if_fail (row < self->n_rows, NULL);
      if (self->cells != NULL)
        find_keys (self, row, values + i * n_keys);
      else
        values[i] = g_array_index (self->refs, gint64, row);
    }
  whole = self->cells != NULL
              ? refrain_query_plan_light_groups (self->plan, values, n, set, cancellable)
              : refrain_query_plan_light_rows (self->plan, values, n, set, cancellable);
  if (whole)
    return g_steal_pointer (&set);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return NULL;
}

/* ---- For other programs ---- */

static gboolean
is_time (const RefrainQueryColumn *column)
{
  return column->type == REFRAIN_QUERY_TYPE_TIME || column->type == REFRAIN_QUERY_TYPE_DURATION;
}

void
refrain_query_result_append_csv_titles (RefrainQueryResult *self, GString *text)
{
  for (guint c = 0; c < refrain_query_result_get_n_columns (self); c++)
    {
      const RefrainQueryColumn *column = refrain_query_result_get_column (self, c);
      g_autofree char *name = g_strconcat (column->name, is_time (column) ? "_s" : "", NULL);

      if (c > 0)
        g_string_append_c (text, ',');
      refrain_table_append_cell (text, REFRAIN_TABLE_CSV, name);
    }
  g_string_append (text, "\r\n");
}

static void
append_cell (RefrainQueryResult *self, gsize row, guint c, GString *text)
{
  const RefrainQueryColumn *column = refrain_query_result_get_column (self, c);
  const char *name = refrain_query_result_get_name (self, row, c);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  gint64 value;
  double real;

  if (name != NULL)
    refrain_table_append_cell (text, REFRAIN_TABLE_CSV, name);
  else if (!refrain_query_result_get_value (self, row, c, &value)
           || !refrain_query_result_get_real (self, row, c, &real)
           || column->type == REFRAIN_QUERY_TYPE_TEXT)
    return;
  else if (column->is_mean)
    g_string_append (text,
                     g_ascii_dtostr (number, sizeof number, is_time (column) ? real / 1e9 : real));
  else if (is_time (column))
    refrain_time_append_seconds (text, value);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, value);
}

void
refrain_query_result_append_csv (RefrainQueryResult *self, gsize first, gsize n, GString *text)
{
  const gsize rows = refrain_query_result_get_n_rows (self);

  for (gsize row = first; row < rows && row - first < n; row++)
    {
      for (guint c = 0; c < refrain_query_result_get_n_columns (self); c++)
        {
          if (c > 0)
            g_string_append_c (text, ',');
          append_cell (self, row, c, text);
        }
      g_string_append (text, "\r\n");
    }
}

RefrainQueryResult *
refrain_query_run (RefrainQuery *self,
                   RefrainTrace *trace,
                   RefrainQuerySets *sets,
                   RefrainQueryPlace *place,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (RefrainQueryPlan) plan = NULL;

  g_return_val_if_fail (REFRAIN_IS_QUERY (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  if (place != NULL)
    *place = (RefrainQueryPlace){ strlen (refrain_query_get_text (self)), 0 };
  plan = refrain_query_plan_new (self, trace, sets, place, cancellable, error);
  return plan != NULL ? make_result (plan, cancellable, error) : NULL;
}
/* ---- In another order: values become keys, block by block, which are sorted by their digits ----
 */

/* Rows of an item of work; a multiple of REFRAIN_QUERY_CHUNK. */
#define BLOCK 65536

#define SIGN G_GUINT64_CONSTANT (0x8000000000000000)

typedef struct
{
  RefrainQueryResult *result;
  guint column;
  gboolean falling, is_mean;
  guint64 *keys;
  gsize n;
} Keys;

/* Whole numbers and doubles as unsigned ones in the same order. Of doubles that are not negative
 * the bits are already. */
static guint64
make_key (const Keys *all, gint64 value)
{
  guint64 key;

  if (value == REFRAIN_QUERY_NOTHING)
    return REFRAIN_ORDER_NOTHING;
  if (all->is_mean)
    key = (guint64) value & SIGN ? ~(guint64) value : (guint64) value | SIGN;
  else
    key = (guint64) get_rank (all->result, all->column, value) ^ SIGN;
  if (all->falling)
    key = ~key;
  return MIN (key, REFRAIN_ORDER_NOTHING - 1);
}

static void
make_keys (gsize block, gpointer data)
{
  const Keys *all = data;
  const gsize end = MIN (all->n, (block + 1) * BLOCK);
  gint64 values[REFRAIN_QUERY_CHUNK];

  for (gsize first = block * BLOCK; first < end; first += REFRAIN_QUERY_CHUNK)
    {
      const gsize n = MIN (REFRAIN_QUERY_CHUNK, end - first);

      load (all->result, all->column, first, n, values);
      for (gsize i = 0; i < n; i++)
        all->keys[first + i] = make_key (all, values[i]);
    }
}

guint32 *
refrain_query_result_order (RefrainQueryResult *self,
                            guint column,
                            gboolean falling,
                            GCancellable *cancellable,
                            GError **error)
{
  g_autofree guint64 *keys = NULL;
  Keys all;

  g_return_val_if_fail (REFRAIN_IS_QUERY_RESULT (self), NULL);
  g_return_val_if_fail (column < refrain_query_result_get_n_columns (self), NULL);

  all.result = self;
  all.column = column;
  all.falling = falling;
  all.is_mean = refrain_query_result_get_column (self, column)->is_mean;
  all.n = MIN (refrain_query_result_get_n_rows (self), (gsize) G_MAXUINT32 - 1);
  all.keys = keys = g_try_new (guint64, all.n + 1);
  if (keys == NULL)
    return refrain_fail_null (error, REFRAIN_ERROR_IO, _ ("there is no memory to sort %u rows"),
                              (guint) all.n);
  refrain_parallel_run ((all.n + BLOCK - 1) / BLOCK, make_keys, &all, cancellable);
  return refrain_order_rows (keys, (guint32) all.n, cancellable, error);
}
