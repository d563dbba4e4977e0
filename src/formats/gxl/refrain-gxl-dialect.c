/* refrain-gxl-dialect.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All nodes and edges are kept until the document ends, for an edge may tell a call's process long
 * after the call. Calls without types know no nesting level: those of a process that overlap
 * without lying one in another go to lanes, each a thread of its own.
 */
#include "config.h"

#include "refrain-gxl-dialect.h"

#include <glib/gi18n-lib.h>

#include "refrain-free.h"

typedef enum
{
  KIND_SCENARIO,
  KIND_TRACE,
  KIND_PROCESSOR,
  KIND_PROCESS,
  KIND_COMMUNICATOR,
  KIND_CALL,
  KIND_OTHER,
} Kind;

typedef struct
{
  Kind kind;
  char *id, *name, *start, *end, *rank;
  RefrainTime start_time, end_time;
  gint64 process, host; /* places among the nodes, or -1; a process' own index once built */
  GArray *members;      /* of a communicator */
} Node;

struct _RefrainGxlDialect
{
  GPtrArray *nodes;
  GArray *edges;
  GHashTable *places; /* id -> place among the nodes + 1 */
};

typedef struct
{
  char *from, *to;
} Edge;

REFRAIN_DEFINE_FREE (node_free, Node, refrain_free (x->id, x->name, x->start, x->end, x->rank);
                     g_clear_pointer (&x->members, g_array_unref))

REFRAIN_DEFINE_CLEAR (edge_clear, Edge, refrain_free (x->from, x->to))

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

REFRAIN_DEFINE_FREE_OR_NULL (refrain_gxl_dialect_free,
                             RefrainGxlDialect,
                             g_hash_table_unref (x->places);
                             g_ptr_array_unref (x->nodes);
                             g_array_unref (x->edges))

static Kind
kind_of (const char *id)
{
  static const struct
  {
    const char *prefix;
    Kind kind;
  } prefixes[]
      = { { "scen", KIND_SCENARIO }, { "trace", KIND_TRACE },       { "PRCR", KIND_PROCESSOR },
          { "PRC", KIND_PROCESS },   { "COMM", KIND_COMMUNICATOR }, { "trc", KIND_CALL } };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (id, prefixes[i].prefix))
      return prefixes[i].kind;
  return KIND_OTHER;
}

gboolean
refrain_gxl_dialect_knows (const char *id)
{
  return kind_of (id) != KIND_OTHER;
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
    [KIND_SCENARIO] = { REFRAIN_GXL_DESC, REFRAIN_GXL_COMMENTS },
    [KIND_TRACE] = { REFRAIN_GXL_COMMENTS, REFRAIN_GXL_TRACE_ID },
    [KIND_PROCESSOR] = { REFRAIN_GXL_PROCESSOR_NAME, REFRAIN_GXL_PROCESSOR_NAME },
    [KIND_PROCESS] = { REFRAIN_GXL_PROCESS_NAME, REFRAIN_GXL_PROCESS_NAME },
    [KIND_COMMUNICATOR] = { REFRAIN_GXL_COMM_NAME, REFRAIN_GXL_COMM_NAME },
    [KIND_CALL] = { REFRAIN_GXL_OPERATION_NAME, REFRAIN_GXL_ROUTINE_CALL_NAME },
    [KIND_OTHER] = { REFRAIN_GXL_NO_ATTRIBUTE, REFRAIN_GXL_NO_ATTRIBUTE },
  };
  Node *copied = g_new0 (Node, 1);

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
join (Node *from, Node *to, guint to_place)
{
  if (from->kind == KIND_CALL && to->kind == KIND_PROCESS)
    from->process = to_place;
  else if (from->kind == KIND_PROCESS && to->kind == KIND_PROCESSOR)
    from->host = to_place;
  else if (from->kind == KIND_COMMUNICATOR && to->kind == KIND_PROCESS)
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
parse_time (const Node *node, const char *text, RefrainTime origin, RefrainTime *time, char **cause)
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
      const Node *node = g_ptr_array_index (self->nodes, i);

      if (node->kind == KIND_TRACE && node->start != NULL
          && refrain_gxl_parse_time (node->start, &time, &clock) && clock)
        origin = time;
    }
  for (guint i = 0; i < self->nodes->len; i++)
    {
      Node *node = g_ptr_array_index (self->nodes, i);

      if (node->kind != KIND_CALL)
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
  const Node *x = *(const Node *const *) a, *y = *(const Node *const *) b;

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
      Node *node = g_ptr_array_index (self->nodes, i);
      gint64 rank;

      if (node->kind != KIND_PROCESS)
        continue;
      node->start_time = node->end_time = processes->len;
      if (node->rank != NULL && refrain_gxl_parse_signed (node->rank, &rank))
        node->start_time = rank;
      g_ptr_array_add (processes, node);
    }
  g_ptr_array_sort (processes, compare_ranks);
  for (guint i = 0; i < processes->len; i++)
    {
      Node *node = g_ptr_array_index (processes, i);
      const Node *host = node->host < 0 ? NULL : g_ptr_array_index (self->nodes, node->host);

      node->process = refrain_trace_builder_add_process (builder, node->name,
                                                         host == NULL ? NULL : host->name);
    }
}

static void
build_communicator (RefrainGxlDialect *self, Node *node, guint number, RefrainTraceBuilder *builder)
{
  guint n = node->members == NULL ? 0 : node->members->len;
  g_autofree gint32 *members = g_new (gint32, n + 1);
  const char *digits = node->id + 4; /* behind "COMM" */
  guint64 id = number;

  for (guint i = 0; i < n; i++)
    members[i]
        = ((const Node *) g_ptr_array_index (self->nodes, g_array_index (node->members, gint32, i)))
              ->process;
  if (!refrain_gxl_parse_unsigned (digits, &id))
    id = number;
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new (node->name, id, -1, members, n, NULL, 0, FALSE));
}

/* ---- Calls ---- */

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const Node *x = *(const Node *const *) a, *y = *(const Node *const *) b;

  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  if (x->start_time != y->start_time)
    return x->start_time < y->start_time ? -1 : 1;
  if (x->end_time != y->end_time)
    return x->end_time > y->end_time ? -1 : 1;
  return 0;
}

/* A thread of a process: its calls lie one after another or one in another. */
typedef struct
{
  RefrainRecorder *recorder;
  GArray *open; /* of Node pointers */
} Lane;

REFRAIN_DEFINE_CLEAR (lane_clear, Lane, g_array_unref (x->open))

static void
lane_leave (Lane *self, RefrainTraceBuilder *builder)
{
  const Node *call = g_array_index (self->open, const Node *, self->open->len - 1);

  if (call->end != NULL)
    refrain_recorder_leave (self->recorder, call->end_time,
                            refrain_trace_builder_add_routine (builder, call->name, NULL, 0));
  g_array_set_size (self->open, self->open->len - 1);
}

/* Whether @call can follow in this lane; leaves what ends before. */
static gboolean
lane_accepts (Lane *self, const Node *call, RefrainTraceBuilder *builder)
{
  while (self->open->len > 0)
    {
      const Node *outer = g_array_index (self->open, const Node *, self->open->len - 1);

      if (call->end_time <= outer->end_time && call->start_time < outer->end_time)
        return TRUE;
      if (call->start_time < outer->end_time)
        return FALSE;
      lane_leave (self, builder);
    }
  return TRUE;
}

/* Only so many lanes are tried: calls that overlap more than that go back in time in the last. */
#define MAX_LANES 64

static void
add_call (GArray *lanes, guint process, const Node *call, RefrainTraceBuilder *builder)
{
  Lane *lane = NULL;

  for (guint i = 0; lane == NULL && i < lanes->len; i++)
    if (lane_accepts (&g_array_index (lanes, Lane, i), call, builder) || i == MAX_LANES - 1)
      lane = &g_array_index (lanes, Lane, i);
  if (lane == NULL)
    {
      Lane fresh = { refrain_trace_builder_add_thread (builder, process, lanes->len, NULL),
                     g_array_new (FALSE, FALSE, sizeof (const Node *)) };

      g_array_append_val (lanes, fresh);
      lane = &g_array_index (lanes, Lane, lanes->len - 1);
    }
  refrain_recorder_enter (lane->recorder, call->start_time,
                          refrain_trace_builder_add_routine (builder, call->name, NULL, 0));
  g_array_append_val (lane->open, call);
}

/* Adds the calls [@first, @end) of one process. */
static void
add_calls (GPtrArray *calls, guint first, guint end, guint process, RefrainTraceBuilder *builder)
{
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (Lane));

  g_array_set_clear_func (lanes, lane_clear);
  for (guint i = first; i < end; i++)
    add_call (lanes, process, g_ptr_array_index (calls, i), builder);
  for (guint i = 0; i < lanes->len; i++)
    while (g_array_index (lanes, Lane, i).open->len > 0)
      lane_leave (&g_array_index (lanes, Lane, i), builder);
}

/* Calls that no edge ties to a process are kept in a process of their own. */
static void
build_calls (RefrainGxlDialect *self, RefrainTraceBuilder *builder)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_new ();
  guint end;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      Node *node = g_ptr_array_index (self->nodes, i);

      if (node->kind != KIND_CALL)
        continue;
      if (node->name == NULL)
        node->name = g_strdup (node->id);
      g_ptr_array_add (calls, node);
    }
  g_ptr_array_sort (calls, compare_calls);
  for (guint first = 0; first < calls->len; first = end)
    {
      gint64 place = ((const Node *) g_ptr_array_index (calls, first))->process;
      guint process;

      for (end = first; end < calls->len; end++)
        if (((const Node *) g_ptr_array_index (calls, end))->process != place)
          break;
      if (place >= 0)
        process = ((const Node *) g_ptr_array_index (self->nodes, place))->process;
      else
        process = refrain_trace_builder_add_process (builder, _ ("without process"), NULL);
      add_calls (calls, first, end, process, builder);
    }
}

/* ---- All together ---- */

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
      Node *node = g_ptr_array_index (self->nodes, i);

      if (node->kind == KIND_SCENARIO)
        refrain_trace_builder_set_description (builder, node->name);
      if (node->kind == KIND_COMMUNICATOR)
        build_communicator (self, node, communicators++, builder);
    }
  build_calls (self, builder);
  return TRUE;
}
