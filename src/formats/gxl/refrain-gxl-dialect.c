/* refrain-gxl-dialect.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-gxl-dialect-private.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  char *from, *to;
} Edge;

static void
node_free (gpointer data)
{
  RefrainGxlDialectNode *self = data;

  g_free (self->id);
  g_free (self->name);
  g_free (self->start);
  g_free (self->end);
  g_free (self->rank);
  g_clear_pointer (&self->members, g_array_unref);
  g_free (self);
}

static void
edge_clear (gpointer data)
{
  Edge *self = data;

  g_free (self->from);
  g_free (self->to);
}

RefrainGxlDialect *
refrain_gxl_dialect_new (void)
{
  RefrainGxlDialect *self = g_new0 (RefrainGxlDialect, 1);

  self->nodes = g_ptr_array_new_with_free_func (node_free);
  self->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  g_array_set_clear_func (self->edges, edge_clear);
  self->places = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
refrain_gxl_dialect_free (RefrainGxlDialect *self)
{
  g_hash_table_unref (self->places);
  g_ptr_array_unref (self->nodes);
  g_array_unref (self->edges);
  g_free (self);
}

static RefrainGxlDialectKind
kind_of (const char *id)
{
  static const struct
  {
    const char *prefix;
    RefrainGxlDialectKind kind;
  } prefixes[]
      = { { "scen", REFRAIN_GXL_DIALECT_SCENARIO },     { "trace", REFRAIN_GXL_DIALECT_TRACE },
          { "PRCR", REFRAIN_GXL_DIALECT_PROCESSOR },    { "PRC", REFRAIN_GXL_DIALECT_PROCESS },
          { "COMM", REFRAIN_GXL_DIALECT_COMMUNICATOR }, { "trc", REFRAIN_GXL_DIALECT_CALL } };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (id, prefixes[i].prefix))
      return prefixes[i].kind;
  return REFRAIN_GXL_DIALECT_OTHER;
}

gboolean
refrain_gxl_dialect_knows (const char *id)
{
  return kind_of (id) != REFRAIN_GXL_DIALECT_OTHER;
}

static char *
copy (const RefrainGxlNode *node, RefrainGxlAttribute first, RefrainGxlAttribute second)
{
  const char *value = refrain_gxl_node_get (node, first);

  if (value == NULL)
    value = refrain_gxl_node_get (node, second);
  return value == NULL ? NULL : g_strstrip (g_strdup (value));
}

void
refrain_gxl_dialect_add_node (RefrainGxlDialect *self, const RefrainGxlNode *node)
{
  static const RefrainGxlAttribute names[][2] = {
    [REFRAIN_GXL_DIALECT_SCENARIO] = { REFRAIN_GXL_DESC, REFRAIN_GXL_COMMENTS },
    [REFRAIN_GXL_DIALECT_TRACE] = { REFRAIN_GXL_COMMENTS, REFRAIN_GXL_TRACE_ID },
    [REFRAIN_GXL_DIALECT_PROCESSOR] = { REFRAIN_GXL_PROCESSOR_NAME, REFRAIN_GXL_PROCESSOR_NAME },
    [REFRAIN_GXL_DIALECT_PROCESS] = { REFRAIN_GXL_PROCESS_NAME, REFRAIN_GXL_PROCESS_NAME },
    [REFRAIN_GXL_DIALECT_COMMUNICATOR] = { REFRAIN_GXL_COMM_NAME, REFRAIN_GXL_COMM_NAME },
    [REFRAIN_GXL_DIALECT_CALL] = { REFRAIN_GXL_OPERATION_NAME, REFRAIN_GXL_ROUTINE_CALL_NAME },
    [REFRAIN_GXL_DIALECT_OTHER] = { REFRAIN_GXL_NO_ATTRIBUTE, REFRAIN_GXL_NO_ATTRIBUTE },
  };
  RefrainGxlDialectNode *copied = g_new0 (RefrainGxlDialectNode, 1);

  copied->kind = kind_of (node->id->str);
  copied->id = g_strdup (node->id->str);
  copied->name = copy (node, names[copied->kind][0], names[copied->kind][1]);
  copied->start = copy (node, REFRAIN_GXL_START_TIME, REFRAIN_GXL_START_TIME);
  copied->end = copy (node, REFRAIN_GXL_END_TIME, REFRAIN_GXL_END_TIME);
  copied->rank = copy (node, REFRAIN_GXL_RANK, REFRAIN_GXL_RANK);
  copied->process = copied->host = -1;
  g_ptr_array_add (self->nodes, copied);
  g_hash_table_insert (self->places, copied->id, GUINT_TO_POINTER (self->nodes->len));
}

void
refrain_gxl_dialect_add_edge (RefrainGxlDialect *self, const char *from, const char *to)
{
  Edge edge = { g_strdup (from), g_strdup (to) };

  g_array_append_val (self->edges, edge);
}

/* ---- Edges ---- */

static void
join (RefrainGxlDialectNode *from, RefrainGxlDialectNode *to, guint to_place)
{
  if (from->kind == REFRAIN_GXL_DIALECT_CALL && to->kind == REFRAIN_GXL_DIALECT_PROCESS)
    from->process = to_place;
  else if (from->kind == REFRAIN_GXL_DIALECT_PROCESS && to->kind == REFRAIN_GXL_DIALECT_PROCESSOR)
    from->host = to_place;
  else if (from->kind == REFRAIN_GXL_DIALECT_COMMUNICATOR
           && to->kind == REFRAIN_GXL_DIALECT_PROCESS)
    {
      gint32 place = to_place;

      if (from->members == NULL)
        from->members = g_array_new (FALSE, FALSE, sizeof (gint32));
      g_array_append_val (from->members, place);
    }
}

static void
follow_edges (RefrainGxlDialect *self)
{
  for (guint i = 0; i < self->edges->len; i++)
    {
      const Edge *edge = &g_array_index (self->edges, Edge, i);
      guint from = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, edge->from));
      guint to = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, edge->to));

      if (from == 0 || to == 0)
        continue; /* told by who checks the ids */
      join (g_ptr_array_index (self->nodes, from - 1), g_ptr_array_index (self->nodes, to - 1),
            to - 1);
      join (g_ptr_array_index (self->nodes, to - 1), g_ptr_array_index (self->nodes, from - 1),
            from - 1);
    }
}

/* ---- Times ---- */

static gboolean
parse_time (const RefrainGxlDialectNode *node,
            const char *text,
            RefrainTime origin,
            RefrainTime *time,
            char **cause)
{
  gboolean clock;

  if (!refrain_gxl_parse_time (text, time, &clock))
    {
      *cause = g_strdup_printf (_ ("node “%s”: the time “%.40s” is neither seconds nor a clock's"),
                                node->id, text);
      return FALSE;
    }
  if (clock)
    *time -= origin;
  return TRUE;
}

/* Clock text counts from the trace's start, where that is clock text too. */
static gboolean
parse_times (RefrainGxlDialect *self, char **cause)
{
  RefrainTime origin = 0, time;
  gboolean clock;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const RefrainGxlDialectNode *node = g_ptr_array_index (self->nodes, i);

      if (node->kind == REFRAIN_GXL_DIALECT_TRACE && node->start != NULL
          && refrain_gxl_parse_time (node->start, &time, &clock) && clock)
        origin = time;
    }
  for (guint i = 0; i < self->nodes->len; i++)
    {
      RefrainGxlDialectNode *node = g_ptr_array_index (self->nodes, i);

      if (node->kind != REFRAIN_GXL_DIALECT_CALL)
        continue;
      if (node->start != NULL && !parse_time (node, node->start, origin, &node->start_time, cause))
        return FALSE;
      node->end_time = node->start_time;
      if (node->end != NULL && !parse_time (node, node->end, origin, &node->end_time, cause))
        return FALSE;
      if (node->start == NULL)
        node->start_time = node->end_time;
    }
  return TRUE;
}

/* ---- Definitions ---- */

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const RefrainGxlDialectNode *x = *(const RefrainGxlDialectNode *const *) a,
                              *y = *(const RefrainGxlDialectNode *const *) b;

  if (x->start_time != y->start_time) /* holds the rank */
    return x->start_time < y->start_time ? -1 : 1;
  return x->end_time < y->end_time ? -1 : 1;
}

static void
build_processes (RefrainGxlDialect *self, RefrainTraceBuilder *builder)
{
  g_autoptr (GPtrArray) processes = g_ptr_array_new ();

  for (guint i = 0; i < self->nodes->len; i++)
    {
      RefrainGxlDialectNode *node = g_ptr_array_index (self->nodes, i);
      gint64 rank;

      if (node->kind != REFRAIN_GXL_DIALECT_PROCESS)
        continue;
      node->start_time = node->end_time = processes->len;
      if (node->rank != NULL && refrain_gxl_parse_signed (node->rank, &rank))
        node->start_time = rank;
      g_ptr_array_add (processes, node);
    }
  g_ptr_array_sort (processes, compare_ranks);
  for (guint i = 0; i < processes->len; i++)
    {
      RefrainGxlDialectNode *node = g_ptr_array_index (processes, i);
      const RefrainGxlDialectNode *host
          = node->host < 0 ? NULL : g_ptr_array_index (self->nodes, node->host);

      node->process = refrain_trace_builder_add_process (builder, node->name,
                                                         host == NULL ? NULL : host->name);
    }
}

static void
build_communicator (RefrainGxlDialect *self,
                    RefrainGxlDialectNode *node,
                    guint number,
                    RefrainTraceBuilder *builder)
{
  guint n = node->members == NULL ? 0 : node->members->len;
  g_autofree gint32 *members = g_new (gint32, n + 1);
  const char *digits = node->id + 4; /* behind "COMM" */
  guint64 id = number;

  for (guint i = 0; i < n; i++)
    members[i] = ((const RefrainGxlDialectNode *) g_ptr_array_index (
                      self->nodes, g_array_index (node->members, gint32, i)))
                     ->process;
  if (!refrain_gxl_parse_unsigned (digits, &id))
    id = number;
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new (node->name, id, -1, members, n, NULL, 0, FALSE));
}

gboolean
refrain_gxl_dialect_build (RefrainGxlDialect *self, RefrainTraceBuilder *builder, char **cause)
{
  guint communicators = 0;

  follow_edges (self);
  if (!parse_times (self, cause))
    return FALSE;
  build_processes (self, builder);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      RefrainGxlDialectNode *node = g_ptr_array_index (self->nodes, i);

      if (node->kind == REFRAIN_GXL_DIALECT_SCENARIO)
        refrain_trace_builder_set_description (builder, node->name);
      if (node->kind == REFRAIN_GXL_DIALECT_COMMUNICATOR)
        build_communicator (self, node, communicators++, builder);
    }
  refrain_gxl_dialect_build_calls (self, builder);
  return TRUE;
}
