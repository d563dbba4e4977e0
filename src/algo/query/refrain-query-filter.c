/* refrain-query-filter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A condition takes rows away from a short ascending list: AND one comparison after the other, NOT
 * and OR by what is left over.
 */
#include "refrain-query-filter.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-query-words.h"

/* Ids that an error names. */
#define MAX_IDS 8

typedef enum
{
  FILTER_AND,
  FILTER_OR,
  FILTER_NOT,
  FILTER_RANGE,
  FILTER_RANGES, /* of one field: its children, any of which is enough */
  FILTER_TABLE,  /* of values from 0 on */
  FILTER_SETS,
} FilterKind;

struct _RefrainQueryFilter
{
  FilterKind kind;
  RefrainQueryColumnId column;
  gint64 low, high;
  guint8 *table;
  gint64 n_table;
  GPtrArray *sets;     /* of RefrainOpSet */
  GPtrArray *children; /* of RefrainQueryFilter */
  guint depth;         /* of what needs room */
};

static RefrainQueryFilter *
filter_new (FilterKind kind, RefrainQueryField field)
{
  RefrainQueryFilter *self = g_new0 (RefrainQueryFilter, 1);

  self->kind = kind;
  self->column = (RefrainQueryColumnId){ field, REFRAIN_NONE };
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_query_filter_free, RefrainQueryFilter, g_free (x->table);
                             g_clear_pointer (&x->sets, g_ptr_array_unref);
                             g_clear_pointer (&x->children, g_ptr_array_unref))

/* ---- Names ---- */

typedef struct
{
  const RefrainQueryTable *table;
  RefrainQuerySets *sets;
  RefrainQueryPlace *place;
  GError **error;
} Binding;

static void
fail (const Binding *binding, const RefrainQueryNode *node, const char *message)
{
  if (binding->place != NULL)
    *binding->place = node->place;
  g_set_error_literal (binding->error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT, message);
}

static gboolean
is_routine (const RefrainQueryTable *table, guint i, const char *name)
{
  RefrainRoutine *routine = refrain_trace_get_routine (table->trace, i);

  return refrain_query_name_matches (name, refrain_routine_get_label (routine))
         || refrain_query_name_matches (name, refrain_routine_get_name (routine))
         || refrain_query_name_matches (name, refrain_routine_get_source_name (routine));
}

/* By its name or its id; MPI_COMM_WORLD is "world", too. */
static gboolean
is_communicator (const RefrainQueryTable *table, guint i, const char *name)
{
  RefrainCommunicator *comm = refrain_trace_get_communicator (table->trace, i);
  const char *source_name = refrain_communicator_get_source_name (comm);
  char id[24];

  g_snprintf (id, sizeof id, "%" G_GUINT64_FORMAT, refrain_communicator_get_id (comm));
  return refrain_query_name_matches (name, refrain_communicator_get_name (comm))
         || (source_name != NULL && refrain_query_name_matches (name, source_name))
         || g_str_equal (name, id)
         || (g_ascii_strcasecmp (name, "world") == 0
             && g_strcmp0 (refrain_communicator_get_name (comm), "MPI_COMM_WORLD") == 0);
}

static gboolean
is_called (const RefrainQueryTable *table, RefrainQueryField field, guint i, const char *name)
{
  const char *text;

  switch (refrain_query_field_get_info (field)->type)
    {
    case REFRAIN_QUERY_TYPE_ROUTINE:
      return is_routine (table, i, name);
    case REFRAIN_QUERY_TYPE_COMMUNICATOR:
      return is_communicator (table, i, name);
    default:
      text = refrain_query_table_get_name (table, field, i);
      return text != NULL && refrain_query_name_matches (name, text);
    }
}

/* "C2" is the second communicator, as the thesis calls it, where none has that name. */
static gboolean
find_numbered (const RefrainQueryTable *table, const char *name, guint8 *found)
{
  guint64 number;

  if (g_ascii_toupper (name[0]) != 'C'
      || !g_ascii_string_to_unsigned (name + 1, 10, 1, MAX (table->n_communicators, 1), &number,
                                      NULL)
      || number > table->n_communicators)
    return FALSE;
  found[number - 1] = 1;
  return TRUE;
}

static void
fail_name (const Binding *binding, const RefrainQueryNode *node, guint32 n)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *message = NULL;
  const RefrainQueryType type = refrain_query_field_get_info (node->field)->type;
  const RefrainQueryWord word = { node->name, strlen (node->name) };
  const char *near;

  for (guint32 i = 0; i < n; i++)
    {
      const char *name = refrain_query_table_get_name (binding->table, node->field, i);

      if (name != NULL)
        g_ptr_array_add (names, (gpointer) name);
    }
  near = refrain_query_find_near (word, (const char *const *) names->pdata, names->len);
  if (near == NULL && type == REFRAIN_QUERY_TYPE_COMMUNICATOR && names->len > 0)
    near = names->pdata[0];
  if (type == REFRAIN_QUERY_TYPE_ROUTINE)
    message = g_strdup_printf (
        near != NULL ? _ ("no routine of this trace is called “%s”; did you mean “%s”?")
                     : _ ("no routine of this trace is called “%s”"),
        node->name, near);
  else if (type == REFRAIN_QUERY_TYPE_COMMUNICATOR)
    message = g_strdup_printf (
        near != NULL ? _ ("no communicator of this trace is called “%s”; did you mean “%s”?")
                     : _ ("no communicator of this trace is called “%s”"),
        node->name, near);
  else
    message = g_strdup_printf (near != NULL ? _ ("nothing here is called “%s”; did you mean “%s”?")
                                            : _ ("nothing here is called “%s”"),
                               node->name, near);
  fail (binding, node, message);
}

static guint8 *
find_named (const Binding *binding,
            const RefrainQueryNode *node,
            RefrainQueryField field,
            guint32 n)
{
  g_autofree guint8 *found = g_new0 (guint8, MAX (n, REFRAIN_QUERY_N_KINDS) + 1);
  gboolean any = FALSE;

  if (refrain_query_field_get_info (field)->type == REFRAIN_QUERY_TYPE_KIND)
    any = refrain_query_find_kinds (node->name, found);
  else
    for (guint32 i = 0; i < n; i++)
      any |= found[i] = is_called (binding->table, field, i, node->name);
  if (!any && refrain_query_field_get_info (field)->type == REFRAIN_QUERY_TYPE_COMMUNICATOR)
    any = find_numbered (binding->table, node->name, found);
  return any ? g_steal_pointer (&found) : NULL;
}

static RefrainQueryFilter *
bind_name (const Binding *binding, const RefrainQueryNode *node)
{
  const guint32 n = refrain_query_table_get_domain (binding->table, node->field);
  guint8 *found = find_named (binding, node, node->field, n);
  RefrainQueryFilter *self;

  if (found == NULL)
    {
      fail_name (binding, node, n);
      return NULL;
    }
  self = filter_new (FILTER_TABLE, node->field);
  self->table = found;
  self->n_table = n;
  return self;
}

/* The processes of communicators that are called so. */
static RefrainQueryFilter *
bind_members (const Binding *binding, const RefrainQueryNode *node)
{
  const RefrainQueryTable *table = binding->table;
  g_autofree guint8 *comms
      = find_named (binding, node, REFRAIN_QUERY_FIELD_COMM, table->n_communicators);
  RefrainQueryFilter *self;

  if (comms == NULL)
    {
      RefrainQueryNode of_name = *node;

      of_name.field = REFRAIN_QUERY_FIELD_COMM;
      fail_name (binding, &of_name, table->n_communicators);
      return NULL;
    }
  self = filter_new (FILTER_TABLE, node->field);
  self->table = g_new0 (guint8, table->n_processes + 1);
  self->n_table = table->n_processes;
  for (guint c = 0; c < table->n_communicators; c++)
    for (guint side = 0; comms[c] && side < 2; side++)
      {
        RefrainCommunicator *comm = refrain_trace_get_communicator (table->trace, c);
        gsize n;
        const gint32 *members = side == 0 ? refrain_communicator_get_members (comm, &n)
                                          : refrain_communicator_get_remote (comm, &n);

        for (gsize m = 0; m < n; m++)
          if (members[m] >= 0 && members[m] < self->n_table)
            self->table[members[m]] = 1;
      }
  return self;
}

/* ---- Ids and numbers ---- */

/* Names some of those that there are. */
static void
fail_set (const Binding *binding,
          const RefrainQueryNode *node,
          const RefrainQuerySet *sets,
          guint n)
{
  static const char *const none[REFRAIN_QUERY_N_SETS] = {
    N_ ("this trace has no patterns"),
    N_ ("this trace has no phases"),
    N_ ("this trace has no loops"),
  };
  static const char *const missing[REFRAIN_QUERY_N_SETS] = {
    N_ ("no such pattern (there are %s)"),
    N_ ("no such phase (there are %s)"),
    N_ ("no such loop (there are %s)"),
  };
  const guint kind = node->field - REFRAIN_QUERY_FIELD_PATTERN;
  g_autoptr (GString) ids = g_string_new (NULL);
  g_autofree char *message = NULL;

  for (guint i = 0; i < MIN (n, MAX_IDS); i++)
    g_string_append_printf (ids, "%s%u", i > 0 ? ", " : "", sets[i].id);
  if (n > MAX_IDS)
    g_string_append (ids, ", …");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  message = n > 0 ? g_strdup_printf (_ (missing[kind]), ids->str) : g_strdup (_ (none[kind]));
#pragma GCC diagnostic pop
  fail (binding, node, message);
}

static RefrainQueryFilter *
bind_set (const Binding *binding, const RefrainQueryNode *node)
{
  g_autoptr (RefrainQueryFilter) self = filter_new (FILTER_SETS, node->field);
  const RefrainQuerySet *sets = NULL;
  guint n = 0;

  self->sets = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_op_set_unref);
  if (binding->sets != NULL)
    sets = refrain_query_sets_list (
        binding->sets, REFRAIN_QUERY_SET_PATTERN + (node->field - REFRAIN_QUERY_FIELD_PATTERN), &n);
  for (guint i = 0; i < n; i++)
    if (sets[i].id >= node->low && sets[i].id <= node->high)
      g_ptr_array_add (self->sets, refrain_op_set_ref (sets[i].ops));
  if (self->sets->len == 0)
    {
      fail_set (binding, node, sets, n);
      return NULL;
    }
  return g_steal_pointer (&self);
}

static RefrainQueryFilter *
bind_range (const Binding *binding, const RefrainQueryNode *node)
{
  RefrainQueryFilter *self;
  g_autofree char *message = NULL;

  if (node->must_exist && node->high >= binding->table->n_processes)
    {
      message = g_strdup_printf (_ ("no process %" PRIi64 " (0 to %u)"), node->high,
                                 binding->table->n_processes - 1);
      fail (binding, node, message);
      return NULL;
    }
  self = filter_new (FILTER_RANGE, node->field);
  self->low = node->low;
  self->high = node->high;
  return self;
}

/* ---- Trees ---- */

static RefrainQueryFilter *bind_node (const Binding *binding, const RefrainQueryNode *node);

/* Whether the children of @self are all ranges, or with @tables tables too, of one field. */
static gboolean
is_of_one_field (const RefrainQueryFilter *self, gboolean tables)
{
  for (guint i = 0; i < self->children->len; i++)
    {
      const RefrainQueryFilter *child = self->children->pdata[i];
      const RefrainQueryFilter *first = self->children->pdata[0];

      if ((child->kind != FILTER_RANGE && !(tables && child->kind == FILTER_TABLE))
          || child->column.field != first->column.field)
        return FALSE;
    }
  return self->children->len > 0;
}

/* ... and the field has few values. */
static gboolean
can_be_table (const Binding *binding, const RefrainQueryFilter *self)
{
  return is_of_one_field (self, TRUE)
         && refrain_query_table_get_domain (
                binding->table, ((RefrainQueryFilter *) self->children->pdata[0])->column.field)
                > 0;
}

/* An OR of many values as one look-up. */
static RefrainQueryFilter *
make_table (const Binding *binding, const RefrainQueryFilter *self)
{
  const RefrainQueryField field = ((RefrainQueryFilter *) self->children->pdata[0])->column.field;
  RefrainQueryFilter *table = filter_new (FILTER_TABLE, field);

  table->n_table = refrain_query_table_get_domain (binding->table, field);
  table->table = g_new0 (guint8, (gsize) table->n_table + 1);
  for (guint i = 0; i < self->children->len; i++)
    {
      const RefrainQueryFilter *child = self->children->pdata[i];
      const gint64 low = child->kind == FILTER_RANGE ? MAX (child->low, 0) : 0;
      const gint64 high = child->kind == FILTER_RANGE ? MIN (child->high, table->n_table - 1)
                                                      : MIN (child->n_table, table->n_table) - 1;

      for (gint64 v = low; v <= high; v++)
        table->table[v] |= child->kind == FILTER_RANGE || child->table[v];
    }
  return table;
}

static RefrainQueryFilter *
bind_children (const Binding *binding, const RefrainQueryNode *node)
{
  g_autoptr (RefrainQueryFilter) self
      = filter_new (node->kind == REFRAIN_QUERY_NODE_AND  ? FILTER_AND
                    : node->kind == REFRAIN_QUERY_NODE_OR ? FILTER_OR
                                                          : FILTER_NOT,
                    REFRAIN_QUERY_N_FIELDS);

  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_query_filter_free);
  for (guint i = 0; node->children != NULL && i < node->children->len; i++)
    {
      RefrainQueryFilter *child = bind_node (binding, node->children->pdata[i]);

      if (child == NULL)
        return NULL;
      g_ptr_array_add (self->children, child);
      self->depth = MAX (self->depth, child->depth);
    }
  if (self->kind == FILTER_OR && can_be_table (binding, self))
    return make_table (binding, self);
  if (self->kind != FILTER_NOT && self->children->len == 1)
    return g_ptr_array_steal_index (self->children, 0);
  if (self->kind == FILTER_OR && is_of_one_field (self, FALSE))
    {
      self->kind = FILTER_RANGES;
      self->column = ((RefrainQueryFilter *) self->children->pdata[0])->column;
      return g_steal_pointer (&self);
    }
  self->depth += self->kind != FILTER_AND;
  return g_steal_pointer (&self);
}

static RefrainQueryFilter *
bind_node (const Binding *binding, const RefrainQueryNode *node)
{
  switch (node->kind)
    {
    case REFRAIN_QUERY_NODE_RANGE:
      return bind_range (binding, node);
    case REFRAIN_QUERY_NODE_NAME:
      return bind_name (binding, node);
    case REFRAIN_QUERY_NODE_MEMBERS:
      return bind_members (binding, node);
    case REFRAIN_QUERY_NODE_SET:
      return bind_set (binding, node);
    case REFRAIN_QUERY_NODE_AND:
    case REFRAIN_QUERY_NODE_OR:
    case REFRAIN_QUERY_NODE_NOT:
    default:
      return bind_children (binding, node);
    }
}

RefrainQueryFilter *
refrain_query_filter_new (const RefrainQueryNode *node,
                          const RefrainQueryTable *table,
                          RefrainQuerySets *sets,
                          RefrainQueryPlace *place,
                          GError **error)
{
  const Binding binding = { table, sets, place, error };

  return bind_node (&binding, node);
}

/* ---- Running it ---- */

/* What one level of OR and NOT needs. */
typedef struct
{
  guint32 rest[REFRAIN_QUERY_CHUNK];
  guint32 part[REFRAIN_QUERY_CHUNK];
} Level;

struct _RefrainQueryScratch
{
  gint64 values[REFRAIN_QUERY_CHUNK];
  Level *levels;
};

RefrainQueryScratch *
refrain_query_scratch_new (const RefrainQueryFilter *filter)
{
  RefrainQueryScratch *self = g_new (RefrainQueryScratch, 1);

  self->levels = g_new (Level, filter->depth + 1);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_query_scratch_free, RefrainQueryScratch, g_free (x->levels))

typedef struct
{
  const RefrainQueryTable *table;
  guint unit;
  RefrainQueryScratch *scratch;
} Run;

/* Takes the @k rows @part, which are among the @n rows @rows, out of these. */
static gsize
subtract (guint32 *rows, gsize n, const guint32 *part, gsize k)
{
  gsize kept = 0, p = 0;

  for (gsize i = 0; i < n; i++)
    {
      const guint32 row = rows[i];
      const gboolean taken = p < k && part[p] == row;

      p += taken;
      rows[kept] = row;
      kept += !taken;
    }
  return kept;
}

static gsize
run_range (const RefrainQueryFilter *self, guint32 *rows, gsize n, const gint64 *values)
{
  const gint64 low = self->low, high = self->high;
  gsize kept = 0;

  for (gsize i = 0; i < n; i++)
    {
      rows[kept] = rows[i];
      kept += (values[i] >= low) & (values[i] <= high);
    }
  return kept;
}

static gsize
run_ranges (const RefrainQueryFilter *self, guint32 *rows, gsize n, const gint64 *values)
{
  guint8 in[REFRAIN_QUERY_CHUNK] = { 0 };
  gsize kept = 0;

  for (guint r = 0; r < self->children->len; r++)
    {
      const RefrainQueryFilter *range = self->children->pdata[r];
      const gint64 low = range->low, high = range->high;

      for (gsize i = 0; i < n; i++)
        in[i] |= (values[i] >= low) & (values[i] <= high);
    }
  for (gsize i = 0; i < n; i++)
    {
      rows[kept] = rows[i];
      kept += in[i];
    }
  return kept;
}

static gsize
run_table (const RefrainQueryFilter *self, guint32 *rows, gsize n, const gint64 *values)
{
  const guint64 n_table = (guint64) self->n_table;
  gsize kept = 0;

  /* What is no index is beyond the table, the last byte of which is 0. */
  for (gsize i = 0; i < n; i++)
    {
      rows[kept] = rows[i];
      kept += self->table[MIN ((guint64) values[i], n_table)];
    }
  return kept;
}

static gsize
run_sets (const RefrainQueryFilter *self, const Run *run, guint32 *rows, gsize n)
{
  gsize kept = 0;

  for (gsize i = 0; i < n; i++)
    {
      gboolean in = FALSE;

      for (guint s = 0; s < self->sets->len && !in; s++)
        in = refrain_op_set_contains (self->sets->pdata[s], run->unit, rows[i]);
      rows[kept] = rows[i];
      kept += in;
    }
  return kept;
}

static gsize
run_filter (const RefrainQueryFilter *self, const Run *run, guint32 *rows, gsize n, Level *level)
{
  gsize rest, part;

  if (n == 0)
    return 0;
  switch (self->kind)
    {
    case FILTER_AND:
      for (guint i = 0; i < self->children->len; i++)
        n = run_filter (self->children->pdata[i], run, rows, n, level);
      return n;
    case FILTER_OR:
      refrain_copy (level->rest, rows, n * sizeof *rows);
      rest = n;
      for (guint i = 0; i < self->children->len && rest > 0; i++)
        {
          refrain_copy (level->part, level->rest, rest * sizeof *rows);
          part = run_filter (self->children->pdata[i], run, level->part, rest, level + 1);
          rest = subtract (level->rest, rest, level->part, part);
        }
      return subtract (rows, n, level->rest, rest);
    case FILTER_NOT:
      refrain_copy (level->part, rows, n * sizeof *rows);
      part = run_filter (self->children->pdata[0], run, level->part, n, level + 1);
      return subtract (rows, n, level->part, part);
    case FILTER_RANGE:
      refrain_query_table_load (run->table, run->unit, self->column, rows, n, run->scratch->values);
      return run_range (self, rows, n, run->scratch->values);
    case FILTER_RANGES:
      refrain_query_table_load (run->table, run->unit, self->column, rows, n, run->scratch->values);
      return run_ranges (self, rows, n, run->scratch->values);
    case FILTER_TABLE:
      refrain_query_table_load (run->table, run->unit, self->column, rows, n, run->scratch->values);
      return run_table (self, rows, n, run->scratch->values);
    case FILTER_SETS:
    default:
      return run_sets (self, run, rows, n);
    }
}

gsize
refrain_query_filter_run (const RefrainQueryFilter *self,
                          const RefrainQueryTable *table,
                          guint unit,
                          guint32 *rows,
                          gsize n,
                          RefrainQueryScratch *scratch)
{
  const Run run = { table, unit, scratch };

  return run_filter (self, &run, rows, n, scratch->levels);
}

gboolean
refrain_query_filter_excludes (const RefrainQueryFilter *self,
                               const RefrainQueryTable *table,
                               guint unit)
{
  const RefrainQueryField own = table->source == REFRAIN_QUERY_SOURCE_MESSAGES
                                    ? REFRAIN_QUERY_FIELD_SENDER
                                    : REFRAIN_QUERY_FIELD_PROCESS;

  if (table->source == REFRAIN_QUERY_SOURCE_PROCESSES)
    return FALSE;
  if (self->kind == FILTER_AND)
    {
      for (guint i = 0; i < self->children->len; i++)
        if (refrain_query_filter_excludes (self->children->pdata[i], table, unit))
          return TRUE;
      return FALSE;
    }
  if (self->column.field != own)
    return FALSE;
  return self->kind == FILTER_RANGE   ? unit < self->low || unit > self->high
         : self->kind == FILTER_TABLE ? !self->table[MIN ((gint64) unit, self->n_table)]
                                      : FALSE;
}
