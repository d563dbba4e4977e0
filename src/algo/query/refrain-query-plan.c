/* refrain-query-plan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns are those asked for, or what is usual of a table; rows are looked at in blocks that do
 * not depend on the number of threads.
 */
#include "refrain-query-plan.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-query-words.h"

/* Columns of a result: a column for each routine may be many. */
#define MAX_OUTPUTS 65536

/* Rows of a block: what one thread takes. */
#define BLOCK (1 << 19)

REFRAIN_DEFINE_CLEAR (clear_output, RefrainQueryOutput, g_free (x->name); g_free (x->title))

REFRAIN_DEFINE_CLEAR (clear, RefrainQueryPlan, g_clear_pointer (&x->outputs, g_array_unref);
                      g_clear_pointer (&x->order, g_array_unref);
                      g_clear_pointer (&x->keys, g_array_unref);
                      g_clear_pointer (&x->blocks, g_array_unref);
                      g_clear_pointer (&x->filter, refrain_query_filter_free);
                      g_clear_pointer (&x->sets, refrain_query_sets_unref);
                      g_clear_pointer (&x->table, refrain_query_table_unref);
                      g_clear_object (&x->query))

REFRAIN_DEFINE_SHARED (RefrainQueryPlan, refrain_query_plan, clear)

/* ---- Columns ---- */

static void
add_output (RefrainQueryPlan *self, RefrainQueryItemKind kind, RefrainQueryField field)
{
  const RefrainQueryOutput output = { .kind = kind, .id = { field, REFRAIN_NONE } };

  g_array_append_val (self->outputs, output);
}

static int
compare_routines (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainQueryTable *table = data;
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  const guint32 p = table->routine_rank[x], q = table->routine_rank[y];

  return p != q ? (p > q ? 1 : -1) : (x > y) - (x < y);
}

/* A column for each routine that is called so, by the alphabet. FALSE where none is. */
static gboolean
add_calls (RefrainQueryPlan *self, const RefrainQueryItem *item)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  const gboolean glob = strpbrk (item->name, "*?") != NULL;

  for (guint32 r = 0; r < self->table->n_routines; r++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (self->table->trace, r);

      /* Traces define routines that nobody calls. */
      if ((!glob || refrain_routine_get_calls (routine) > 0)
          && (refrain_query_name_matches (item->name, refrain_routine_get_label (routine))
              || refrain_query_name_matches (item->name, refrain_routine_get_name (routine))))
        g_array_append_val (found, r);
    }
  g_array_sort_with_data (found, compare_routines, self->table);
  for (guint i = 0; i < found->len; i++)
    {
      const guint32 routine = g_array_index (found, guint32, i);
      const char *name = refrain_trace_get_routine_label (self->table->trace, routine);
      const RefrainQueryOutput output = { REFRAIN_QUERY_ITEM_FIELD,
                                          { REFRAIN_QUERY_FIELD_CALLS, routine },
                                          g_strdup (name),
                                          g_strdup (name) };

      g_array_append_val (self->outputs, output);
    }
  /* A glob may well find nothing; a name that does is a mistake. */
  return found->len > 0 || glob;
}

static void
add_usual (RefrainQueryPlan *self)
{
  static const RefrainQueryField messages[]
      = { REFRAIN_QUERY_FIELD_SENDER, REFRAIN_QUERY_FIELD_RECEIVER, REFRAIN_QUERY_FIELD_TAG,
          REFRAIN_QUERY_FIELD_SIZE,   REFRAIN_QUERY_FIELD_COMM,     REFRAIN_QUERY_FIELD_START,
          REFRAIN_QUERY_FIELD_END,    REFRAIN_QUERY_FIELD_DURATION, REFRAIN_QUERY_N_FIELDS };
  static const RefrainQueryField p2p[]
      = { REFRAIN_QUERY_FIELD_PROCESS, REFRAIN_QUERY_FIELD_KIND, REFRAIN_QUERY_FIELD_PEER,
          REFRAIN_QUERY_FIELD_TAG,     REFRAIN_QUERY_FIELD_SIZE, REFRAIN_QUERY_FIELD_COMM,
          REFRAIN_QUERY_FIELD_START,   REFRAIN_QUERY_FIELD_END,  REFRAIN_QUERY_N_FIELDS };
  static const RefrainQueryField collectives[]
      = { REFRAIN_QUERY_FIELD_PROCESS, REFRAIN_QUERY_FIELD_KIND,     REFRAIN_QUERY_FIELD_ROOT,
          REFRAIN_QUERY_FIELD_SENT,    REFRAIN_QUERY_FIELD_RECEIVED, REFRAIN_QUERY_FIELD_COMM,
          REFRAIN_QUERY_FIELD_START,   REFRAIN_QUERY_FIELD_END,      REFRAIN_QUERY_N_FIELDS };
  static const RefrainQueryField calls[]
      = { REFRAIN_QUERY_FIELD_PROCESS, REFRAIN_QUERY_FIELD_ROUTINE, REFRAIN_QUERY_FIELD_CALLER,
          REFRAIN_QUERY_FIELD_DEPTH,   REFRAIN_QUERY_FIELD_START,   REFRAIN_QUERY_FIELD_DURATION,
          REFRAIN_QUERY_N_FIELDS };
  static const RefrainQueryField processes[]
      = { REFRAIN_QUERY_FIELD_PROCESS,  REFRAIN_QUERY_FIELD_NAME,        REFRAIN_QUERY_FIELD_SENDS,
          REFRAIN_QUERY_FIELD_RECEIVES, REFRAIN_QUERY_FIELD_COLLECTIVES, REFRAIN_QUERY_FIELD_SENT,
          REFRAIN_QUERY_FIELD_RECEIVED, REFRAIN_QUERY_FIELD_MPI_TIME,    REFRAIN_QUERY_N_FIELDS };
  const RefrainQuerySyntax *syntax = self->syntax;
  const RefrainQueryField *fields = syntax->source == REFRAIN_QUERY_SOURCE_MESSAGES    ? messages
                                    : syntax->source == REFRAIN_QUERY_SOURCE_CALLS     ? calls
                                    : syntax->source == REFRAIN_QUERY_SOURCE_PROCESSES ? processes
                                    : syntax->kind_low >= REFRAIN_QUERY_KIND_COLLECTIVE
                                        ? collectives
                                        : p2p;

  for (guint i = 0; fields[i] != REFRAIN_QUERY_N_FIELDS; i++)
    add_output (self, REFRAIN_QUERY_ITEM_FIELD, fields[i]);
}

static gboolean
fail_routine (const RefrainQueryItem *item, RefrainQueryPlace *place, GError **error)
{
  if (place != NULL)
    *place = item->place;
  return refrain_fail (error, REFRAIN_ERROR_ARGUMENT, _ ("no routine of this trace is called “%s”"),
                       item->name);
}

static gboolean
add_outputs (RefrainQueryPlan *self, RefrainQueryPlace *place, GError **error)
{
  const GArray *items = self->syntax->items;

  for (guint i = 0; i < items->len; i++)
    {
      const RefrainQueryItem *item = &g_array_index (items, RefrainQueryItem, i);

      if (item->name == NULL)
        add_output (self, item->kind, item->field);
      else if (!add_calls (self, item))
        return fail_routine (item, place, error);
      if (self->outputs->len <= MAX_OUTPUTS)
        continue;
      if (place != NULL)
        *place = item->place;
      return refrain_fail (error, REFRAIN_ERROR_ARGUMENT, _ ("more than %d columns"), MAX_OUTPUTS);
    }
  if (items->len == 0)
    add_usual (self);
  self->n_shown = self->outputs->len;
  return TRUE;
}

static void
add_order (RefrainQueryPlan *self, guint output, gboolean descending)
{
  const RefrainQueryOrder order = { output, descending };

  g_array_append_val (self->order, order);
}

/* The output that is @item, or the number of them. */
static guint
find_output (const RefrainQueryPlan *self, const RefrainQueryItem *item)
{
  for (guint o = 0; o < self->outputs->len && item->name == NULL; o++)
    {
      const RefrainQueryOutput *output = &g_array_index (self->outputs, RefrainQueryOutput, o);

      if (output->kind == item->kind && output->id.routine == REFRAIN_NONE
          && (output->id.field == item->field || item->kind == REFRAIN_QUERY_ITEM_COUNT))
        return o;
    }
  return self->outputs->len;
}

/* The outputs that rows are put in order by, those that are not shown among them. */
static gboolean
add_orders (RefrainQueryPlan *self, RefrainQueryPlace *place, GError **error)
{
  for (guint i = 0; i < self->syntax->order->len; i++)
    {
      const RefrainQueryItem *item = &g_array_index (self->syntax->order, RefrainQueryItem, i);
      const guint found = find_output (self, item), before = self->outputs->len;

      if (found < before)
        {
          add_order (self, found, item->descending);
          continue;
        }
      if (item->name == NULL)
        add_output (self, item->kind, item->field);
      else if (!add_calls (self, item))
        return fail_routine (item, place, error);
      for (guint o = before; o < MIN (self->outputs->len, before + REFRAIN_QUERY_MAX_KEYS); o++)
        add_order (self, o, item->descending);
    }
  return TRUE;
}

static void
add_keys (RefrainQueryPlan *self)
{
  RefrainQueryColumnId set = { REFRAIN_QUERY_N_FIELDS, REFRAIN_NONE };

  for (guint i = 0; i < self->syntax->group->len; i++)
    {
      const RefrainQueryItem *item = &g_array_index (self->syntax->group, RefrainQueryItem, i);
      const RefrainQueryColumnId id = { item->field, REFRAIN_NONE };

      if (REFRAIN_QUERY_FIELD_IS_SET (item->field))
        set = id;
      else
        g_array_append_val (self->keys, id);
    }
  if (set.field == REFRAIN_QUERY_N_FIELDS)
    return;
  g_array_append_val (self->keys, set);
  self->has_set_key = TRUE;
  if (self->sets != NULL)
    self->key_sets = refrain_query_sets_list (
        self->sets, REFRAIN_QUERY_SET_PATTERN + (set.field - REFRAIN_QUERY_FIELD_PATTERN),
        &self->n_key_sets);
}

/* ---- Rows ---- */

static void
add_blocks (RefrainQueryPlan *self)
{
  for (guint unit = 0; unit < refrain_query_table_get_n_units (self->table); unit++)
    {
      const gsize n = refrain_query_table_get_n_rows (self->table, unit);

      if (refrain_query_filter_excludes (self->filter, self->table, unit))
        continue;
      for (gsize first = 0; first < n; first += BLOCK)
        {
          const RefrainQueryBlock block = { unit, first, MIN (first + BLOCK, n) };

          g_array_append_val (self->blocks, block);
        }
    }
}

/* What processes did, of routines those that have a column. */
static gboolean
count_processes (RefrainQueryPlan *self, GCancellable *cancellable, GError **error)
{
  g_autofree guint8 *wanted = g_new0 (guint8, (gsize) self->table->n_routines + 1);

  for (guint o = 0; o < self->outputs->len; o++)
    {
      const guint32 routine = g_array_index (self->outputs, RefrainQueryOutput, o).id.routine;

      if (routine != REFRAIN_NONE)
        wanted[routine] = 1;
    }
  return refrain_query_table_count (self->table, wanted, self->syntax->from, self->syntax->to,
                                    cancellable, error);
}

RefrainQueryPlan *
refrain_query_plan_new (RefrainQuery *query,
                        RefrainTrace *trace,
                        RefrainQuerySets *sets,
                        RefrainQueryPlace *place,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (RefrainQueryPlan) self = g_atomic_rc_box_new0 (RefrainQueryPlan);
  const RefrainQuerySyntax *syntax = refrain_query_get_syntax (query);

  self->query = g_object_ref (query);
  self->syntax = syntax;
  self->sets = sets != NULL ? refrain_query_sets_ref (sets) : NULL;
  self->outputs = g_array_new (FALSE, TRUE, sizeof (RefrainQueryOutput));
  g_array_set_clear_func (self->outputs, clear_output);
  self->order = g_array_new (FALSE, FALSE, sizeof (RefrainQueryOrder));
  self->keys = g_array_new (FALSE, FALSE, sizeof (RefrainQueryColumnId));
  self->blocks = g_array_new (FALSE, FALSE, sizeof (RefrainQueryBlock));
  self->table = refrain_query_table_new (trace, syntax->source);
  self->filter = refrain_query_filter_new (syntax->condition, self->table, sets, place, error);
  if (self->filter == NULL || !add_outputs (self, place, error) || !add_orders (self, place, error)
      || (syntax->source == REFRAIN_QUERY_SOURCE_PROCESSES
          && !count_processes (self, cancellable, error)))
    return NULL;
  add_keys (self);
  add_blocks (self);
  return g_steal_pointer (&self);
}

/* Of operations those of the kinds asked for, of messages their sends. */
static gsize
select_kinds (const RefrainQueryPlan *self, guint unit, gsize first, gsize n, guint32 *rows)
{
  const RefrainOps *ops = self->table->ops[unit];
  const guint8 *kind = ops->kind + first;
  const gint low = self->syntax->kind_low, high = self->syntax->kind_high;
  gsize kept = 0;

  if (self->syntax->source == REFRAIN_QUERY_SOURCE_MESSAGES)
    for (gsize i = 0; i < n; i++)
      {
        rows[kept] = (guint32) (first + i);
        kept += (kind[i] <= REFRAIN_OP_ISEND) & (ops->partner[first + i] != REFRAIN_NONE);
      }
  else if (high < REFRAIN_QUERY_KIND_COLLECTIVE || high == G_MAXINT)
    for (gsize i = 0; i < n; i++)
      {
        rows[kept] = (guint32) (first + i);
        kept += (kind[i] >= low) & (kind[i] <= high);
      }
  else
    for (gsize i = 0; i < n; i++)
      {
        rows[kept] = (guint32) (first + i);
        kept += kind[i] == REFRAIN_OP_COLLECTIVE
                && ops->tag[first + i] >= low - REFRAIN_QUERY_KIND_COLLECTIVE
                && ops->tag[first + i] <= high - REFRAIN_QUERY_KIND_COLLECTIVE;
      }
  return kept;
}

guint64
refrain_query_plan_count (const RefrainQueryPlan *self)
{
  const gboolean ops = self->syntax->source == REFRAIN_QUERY_SOURCE_MESSAGES
                       || self->syntax->source == REFRAIN_QUERY_SOURCE_OPERATIONS;
  guint32 rows[REFRAIN_QUERY_CHUNK];
  guint64 count = 0;

  for (guint unit = 0; unit < refrain_query_table_get_n_units (self->table); unit++)
    {
      const gsize n = refrain_query_table_get_n_rows (self->table, unit);

      for (gsize first = 0; ops && first < n; first += REFRAIN_QUERY_CHUNK)
        count += select_kinds (self, unit, first, MIN (n - first, REFRAIN_QUERY_CHUNK), rows);
      count += ops ? 0 : n;
    }
  return count;
}

gsize
refrain_query_plan_select (const RefrainQueryPlan *self,
                           guint unit,
                           gsize first,
                           gsize end,
                           guint32 *rows,
                           RefrainQueryScratch *scratch)
{
  const gsize n = MIN (end - first, REFRAIN_QUERY_CHUNK);
  gsize kept = n;

  if (self->syntax->source == REFRAIN_QUERY_SOURCE_MESSAGES
      || self->syntax->source == REFRAIN_QUERY_SOURCE_OPERATIONS)
    kept = select_kinds (self, unit, first, n, rows);
  else
    for (gsize i = 0; i < n; i++)
      rows[i] = (guint32) (first + i);
  return refrain_query_filter_run (self->filter, self->table, unit, rows, kept, scratch);
}
