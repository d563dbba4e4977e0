/* refrain-gxl-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions are kept as the document gives them, in any order, until the first event or the end
 * closes them. Then they get an order that does not depend on the document's: processes by rank,
 * routines, threads and defects by the numbers in their ids. Communicators, whose members are
 * edges, have a file of their own.
 */
#include "config.h"

#include "refrain-gxl-definitions.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-gxl-communicators.h"
#include "refrain-gxl-ids.h"
#include "refrain-object.h"

/* What all begin with. */
typedef struct
{
  char *id;
  guint graph; /* the one it stands in, counted from 1 */
} Node;

typedef struct
{
  Node node;
  char *name;
  guint64 clock_origin;
  gint64 wall_clock;
} Trace;

typedef struct
{
  Node node;
  char *name;
  char *processor; /* id of its node, or NULL */
  guint64 rank;
  gint64 index; /* known after closing; -1 for a process of another trace */
} Process;

typedef struct
{
  Node node;
  char *name, *file;
  guint line;
} Routine;

typedef struct
{
  Node node;
  RefrainDefectKind kind;
  char *process; /* id of its node, or NULL */
  guint64 count;
  RefrainTime time;
  char *detail;
} Defect;

/* A ProcessTrace. */
typedef struct
{
  Node node;
  char *process; /* id of its node */
  char *name;
  guint64 id;
  gboolean has_id, is_stream;
  RefrainRecorder *recorder; /* known after closing; NULL: of another trace */
} Thread;

/* An edge to a node that was not there yet. */
typedef struct
{
  RefrainGxlClass class_;
  char *from, *to;
  gint64 order;
} Edge;

struct _RefrainGxlDefinitions
{
  RefrainTraceBuilder *builder; /* known after closing */
  gboolean closed, has_scenario;
  guint graph, chosen_graph;
  char *description;
  GPtrArray *traces, *processes, *routines, *defects, *threads;
  RefrainGxlCommunicators *communicators;
  RefrainGxlExtension *extension;
  GArray *edges;
  GHashTable *process_ids;   /* id -> Process */
  GHashTable *thread_ids;    /* id -> Thread */
  GHashTable *thread_traces; /* id of a thread -> id of its trace */
  GHashTable *processors;    /* id -> name */
  GHashTable *routine_names; /* name -> index */
};

REFRAIN_DEFINE_FREE (trace_free, Trace, refrain_free (x->node.id, x->name))

REFRAIN_DEFINE_FREE (process_free, Process, refrain_free (x->node.id, x->name, x->processor))

REFRAIN_DEFINE_FREE (routine_free, Routine, refrain_free (x->node.id, x->name, x->file))

REFRAIN_DEFINE_FREE (defect_free, Defect, refrain_free (x->node.id, x->process, x->detail))

REFRAIN_DEFINE_FREE (thread_free, Thread, refrain_free (x->node.id, x->process, x->name))

REFRAIN_DEFINE_CLEAR (edge_clear, Edge, refrain_free (x->from, x->to))

RefrainGxlDefinitions *
refrain_gxl_definitions_new (void)
{
  RefrainGxlDefinitions *self = g_new0 (RefrainGxlDefinitions, 1);

  self->traces = g_ptr_array_new_with_free_func (trace_free);
  self->processes = g_ptr_array_new_with_free_func (process_free);
  self->communicators = refrain_gxl_communicators_new ();
  self->routines = g_ptr_array_new_with_free_func (routine_free);
  self->defects = g_ptr_array_new_with_free_func (defect_free);
  self->threads = g_ptr_array_new_with_free_func (thread_free);
  self->extension = refrain_gxl_extension_new ();
  self->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  g_array_set_clear_func (self->edges, edge_clear);
  self->process_ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->thread_ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->thread_traces = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->processors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->routine_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_gxl_definitions_free,
                             RefrainGxlDefinitions,
                             g_clear_object (&x->builder);
                             refrain_gxl_extension_free (x->extension);
                             refrain_gxl_communicators_free (x->communicators);
                             g_free (x->description);
                             g_hash_table_unref (x->process_ids);
                             g_hash_table_unref (x->thread_ids);
                             g_hash_table_unref (x->thread_traces);
                             g_hash_table_unref (x->processors);
                             g_hash_table_unref (x->routine_names);
                             g_ptr_array_unref (x->traces);
                             g_ptr_array_unref (x->processes);
                             g_ptr_array_unref (x->routines);
                             g_ptr_array_unref (x->defects);
                             g_ptr_array_unref (x->threads);
                             g_array_unref (x->edges))

/* ---- Nodes ---- */

void
refrain_gxl_definitions_begin_graph (RefrainGxlDefinitions *self)
{
  self->graph++;
}

REFRAIN_READER (refrain_gxl_definitions_get_graph, RefrainGxlDefinitions, guint, self->chosen_graph)

static Node
name_node (RefrainGxlDefinitions *self, const RefrainGxlNode *node)
{
  return (Node){ g_strdup (node->id->str), self->graph };
}

static gboolean
add_trace (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause)
{
  guint64 version = 1;
  Trace *trace = g_new0 (Trace, 1);

  g_ptr_array_add (self->traces, trace);
  trace->node = name_node (self, node);
  trace->name = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_TRACE_ID));
  trace->wall_clock = -1;
  if (!refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_VERSION, &version, cause)
      || !refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_CLOCK_ORIGIN, &trace->clock_origin,
                                         cause)
      || !refrain_gxl_node_get_signed (node, REFRAIN_GXL_WALL_CLOCK, &trace->wall_clock, cause))
    return FALSE;
  if (version == 1)
    return TRUE;
  *cause = g_strdup_printf (_ ("version %" PRIu64 " of the format is not known, only 1"), version);
  return FALSE;
}

static gboolean
add_process (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause)
{
  Process *process = g_new0 (Process, 1);

  g_ptr_array_add (self->processes, process);
  process->node = name_node (self, node);
  process->rank = self->processes->len - 1;
  process->name = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_PROCESS_NAME));
  g_hash_table_insert (self->process_ids, process->node.id, process);
  return refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_RANK, &process->rank, cause);
}

static gboolean
add_routine (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause)
{
  const char *name = refrain_gxl_node_get (node, REFRAIN_GXL_ROUTINE_NAME);
  Routine *routine;
  guint64 line = 0;

  if (name == NULL)
    {
      *cause = g_strdup (_ ("the routine has no name"));
      return FALSE;
    }
  if (!refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_LINE, &line, cause))
    return FALSE;
  routine = g_new0 (Routine, 1);
  routine->node = name_node (self, node);
  routine->name = g_strdup (name);
  routine->file = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_FILE));
  routine->line = MIN (line, G_MAXUINT);
  g_ptr_array_add (self->routines, routine);
  return TRUE;
}

static gboolean
add_defect (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause)
{
  const char *kind = refrain_gxl_node_get (node, REFRAIN_GXL_KIND);
  const char *process = refrain_gxl_node_get (node, REFRAIN_GXL_PROCESS_REF);
  Defect *defect = g_new0 (Defect, 1);

  g_ptr_array_add (self->defects, defect);
  defect->node = name_node (self, node);
  defect->count = 1;
  defect->process = g_strdup (process);
  defect->detail = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_DETAIL));
  if (kind == NULL || !refrain_defect_kind_from_name (kind, &defect->kind))
    {
      *cause = g_strdup (_ ("the defect is of a kind that is not known"));
      return FALSE;
    }
  return refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_COUNT, &defect->count, cause)
         && refrain_gxl_node_get_time (node, REFRAIN_GXL_TIME, &defect->time, cause);
}

gboolean
refrain_gxl_definitions_add_thread (RefrainGxlDefinitions *self,
                                    const RefrainGxlNode *node,
                                    char **cause)
{
  const char *process = refrain_gxl_node_get (node, REFRAIN_GXL_PROCESS_REF);
  guint64 stream = 0;
  Thread *thread = g_new0 (Thread, 1);

  g_ptr_array_add (self->threads, thread);
  thread->node = name_node (self, node);
  thread->process = g_strdup (process != NULL ? process : "");
  thread->name = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_THREAD_NAME));
  thread->has_id = node->values[REFRAIN_GXL_THREAD_ID] != 0;
  g_hash_table_insert (self->thread_ids, thread->node.id, thread);
  if (!refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_THREAD_ID, &thread->id, cause)
      || !refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_STREAM, &stream, cause))
    return FALSE;
  thread->is_stream = stream != 0;
  return TRUE;
}

gboolean
refrain_gxl_definitions_add (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause)
{
  g_assert (!self->closed);
  switch (node->class_)
    {
    case REFRAIN_GXL_SCENARIO:
      self->has_scenario = TRUE;
      g_free (self->description);
      self->description = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_DESC));
      return TRUE;
    case REFRAIN_GXL_TRACE:
      return add_trace (self, node, cause);
    case REFRAIN_GXL_PROCESS:
      return add_process (self, node, cause);
    case REFRAIN_GXL_PROCESSOR:
      g_hash_table_insert (self->processors, g_strdup (node->id->str),
                           g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_PROCESSOR_NAME)));
      return TRUE;
    case REFRAIN_GXL_COMMUNICATOR:
      return refrain_gxl_communicators_add (self->communicators, node, self->graph, cause);
    case REFRAIN_GXL_ROUTINE:
      return add_routine (self, node, cause);
    case REFRAIN_GXL_DEFECT:
      return add_defect (self, node, cause);
    case REFRAIN_GXL_EXTENSION:
    case REFRAIN_GXL_EXTENSION_RECORD:
      refrain_gxl_extension_add (self->extension, node, self->graph);
      return TRUE;
    default:
      return TRUE; /* an extension of somebody's */
    }
}

REFRAIN_READER (refrain_gxl_definitions_are_closed, RefrainGxlDefinitions, gboolean, self->closed)

/* ---- Edges ---- */

/* Whether the nodes at both ends are there; then *@fine tells whether the edge may be. */
static gboolean
join (RefrainGxlDefinitions *self,
      RefrainGxlClass class_,
      const char *from,
      const char *to,
      gint64 order,
      gboolean *fine,
      char **cause)
{
  gboolean processor = class_ == REFRAIN_GXL_PROCESS_PROCESSOR;
  Process *process = g_hash_table_lookup (self->process_ids, processor ? from : to);

  *fine = TRUE;
  if (process == NULL
      || (!processor && !refrain_gxl_communicators_contain (self->communicators, from)))
    return FALSE;
  if (processor)
    {
      g_free (process->processor);
      process->processor = g_strdup (to);
    }
  else
    *fine = refrain_gxl_communicators_add_member (self->communicators, from, &process->index, order,
                                                  class_ == REFRAIN_GXL_COMMUNICATOR_REMOTE_PROCESS,
                                                  self->processes->len, cause);
  return TRUE;
}

gboolean
refrain_gxl_definitions_takes_edge (RefrainGxlClass class_)
{
  return class_ == REFRAIN_GXL_PROCESS_PROCESSOR || class_ == REFRAIN_GXL_COMMUNICATOR_PROCESS
         || class_ == REFRAIN_GXL_COMMUNICATOR_REMOTE_PROCESS
         || class_ == REFRAIN_GXL_TRACE_PROCESS_TRACE;
}

gboolean
refrain_gxl_definitions_add_edge (RefrainGxlDefinitions *self,
                                  RefrainGxlClass class_,
                                  const char *from,
                                  const char *to,
                                  gint64 order,
                                  char **cause)
{
  gboolean fine;
  Edge edge;

  if (!refrain_gxl_definitions_takes_edge (class_))
    return TRUE;
  if (class_ == REFRAIN_GXL_TRACE_PROCESS_TRACE)
    {
      g_hash_table_insert (self->thread_traces, g_strdup (to), g_strdup (from));
      return TRUE;
    }
  g_assert (!self->closed);
  if (join (self, class_, from, to, order, &fine, cause))
    return fine;
  edge = (Edge){ class_, g_strdup (from), g_strdup (to), order };
  g_array_append_val (self->edges, edge);
  return TRUE;
}

gboolean
refrain_gxl_definitions_are_complete (RefrainGxlDefinitions *self)
{
  return self->closed
         || (self->edges->len == 0 && refrain_gxl_extension_is_complete (self->extension));
}

/* Edges that came before the nodes they join. */
static gboolean
join_rest (RefrainGxlDefinitions *self, char **cause)
{
  for (guint i = 0; i < self->edges->len; i++)
    {
      const Edge *edge = &g_array_index (self->edges, Edge, i);
      gboolean fine;

      if (!join (self, edge->class_, edge->from, edge->to, edge->order, &fine, cause))
        {
          *cause
              = g_strdup_printf (_ ("the edge from “%s” to “%s” does not join what its type says"),
                                 edge->from, edge->to);
          return FALSE;
        }
      if (!fine)
        return FALSE;
    }
  g_array_set_size (self->edges, 0);
  return TRUE;
}

/* ---- Finding ---- */

gint64
refrain_gxl_definitions_find_process (RefrainGxlDefinitions *self, const char *id)
{
  const Process *process = g_hash_table_lookup (self->process_ids, id);

  return process == NULL ? -1 : process->index;
}

gint64
refrain_gxl_definitions_find_communicator (RefrainGxlDefinitions *self, const char *id)
{
  return refrain_gxl_communicators_find (self->communicators, id);
}

guint32
refrain_gxl_definitions_find_routine (RefrainGxlDefinitions *self, const char *name)
{
  gpointer value;
  guint32 index;

  if (name == NULL)
    return REFRAIN_NONE;
  if (g_hash_table_lookup_extended (self->routine_names, name, NULL, &value))
    return GPOINTER_TO_UINT (value);
  index = refrain_trace_builder_add_routine (self->builder, name, NULL, 0);
  g_hash_table_insert (self->routine_names, g_strdup (name), GUINT_TO_POINTER (index));
  return index;
}

RefrainRecorder *
refrain_gxl_definitions_find_thread (RefrainGxlDefinitions *self, const char *id)
{
  const Thread *thread = g_hash_table_lookup (self->thread_ids, id);

  return thread == NULL ? NULL : thread->recorder;
}

guint
refrain_gxl_definitions_get_n_traces (RefrainGxlDefinitions *self)
{
  return self->traces->len;
}

/* ---- Closing ---- */

REFRAIN_DEFINE_COMPARE_POINTERS (compare_processes,
                                 Process,
                                 REFRAIN_RISING (rank)
                                     ?: refrain_gxl_id_compare (x->node.id, y->node.id))

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  return refrain_gxl_id_compare ((*(const Node *const *) a)->id, (*(const Node *const *) b)->id);
}

/* Whether what stands in @graph can be of @trace: not where that graph has traces of its own. */
static gboolean
may_belong (RefrainGxlDefinitions *self, guint graph, const Trace *trace)
{
  gboolean own = graph == trace->node.graph;

  for (guint i = 0; i < self->traces->len && !own; i++)
    if (((const Node *) self->traces->pdata[i])->graph == graph)
      return FALSE;
  return TRUE;
}

static gboolean
shares_graph (RefrainGxlDefinitions *self, const Trace *trace)
{
  for (guint i = 0; i < self->traces->len; i++)
    {
      const Node *other = self->traces->pdata[i];

      if (other != &trace->node && other->graph == trace->node.graph)
        return TRUE;
    }
  return FALSE;
}

/* Leaves out what is in graphs of other traces. */
static void
leave_out (RefrainGxlDefinitions *self, GPtrArray *nodes, GHashTable *ids, const Trace *trace)
{
  for (guint i = nodes->len; i-- > 0;)
    {
      const Node *node = nodes->pdata[i];

      if (may_belong (self, node->graph, trace))
        continue;
      if (ids != NULL)
        g_hash_table_remove (ids, node->id);
      g_ptr_array_remove_index (nodes, i);
    }
}

/* In a graph with several traces: leaves out threads that no edge ties to @trace, and the processes
 * that have no others. */
static void
choose_threads (RefrainGxlDefinitions *self, const Trace *trace)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->threads->len; i++)
      {
        const Thread *thread = self->threads->pdata[i];
        const char *of = g_hash_table_lookup (self->thread_traces, thread->node.id);
        Process *process = g_hash_table_lookup (self->process_ids, thread->process);
        const gboolean ours = g_strcmp0 (of, trace->node.id) == 0;

        if (process != NULL && ours == (pass == 1))
          process->index = ours ? 0 : -1;
      }
  for (guint i = self->threads->len; i-- > 0;)
    {
      const Thread *thread = self->threads->pdata[i];
      const char *of = g_hash_table_lookup (self->thread_traces, thread->node.id);

      if (g_strcmp0 (of, trace->node.id) == 0)
        continue;
      g_hash_table_remove (self->thread_ids, thread->node.id);
      g_ptr_array_remove_index (self->threads, i);
    }
}

static void
choose (RefrainGxlDefinitions *self, const Trace *trace)
{
  leave_out (self, self->routines, NULL, trace);
  leave_out (self, self->defects, NULL, trace);
  leave_out (self, self->threads, self->thread_ids, trace);
  for (guint i = 0; i < self->processes->len; i++)
    {
      Process *process = self->processes->pdata[i];

      if (!may_belong (self, process->node.graph, trace))
        process->index = -1;
    }
  if (shares_graph (self, trace))
    choose_threads (self, trace);
}

static void
close_processes (RefrainGxlDefinitions *self)
{
  g_ptr_array_sort (self->processes, compare_processes);
  for (guint i = 0; i < self->processes->len; i++)
    {
      Process *process = self->processes->pdata[i];
      const char *host = NULL;

      if (process->index < 0)
        continue;
      if (process->processor != NULL)
        host = g_hash_table_lookup (self->processors, process->processor);
      process->index = refrain_trace_builder_add_process (self->builder, process->name, host);
    }
}

static void
close_routines (RefrainGxlDefinitions *self)
{
  g_ptr_array_sort (self->routines, compare_nodes);
  for (guint i = 0; i < self->routines->len; i++)
    {
      const Routine *routine = self->routines->pdata[i];
      guint32 index = refrain_trace_builder_add_routine (self->builder, routine->name,
                                                         routine->file, routine->line);

      g_hash_table_insert (self->routine_names, g_strdup (routine->name), GUINT_TO_POINTER (index));
    }
}

static void
close_defects (RefrainGxlDefinitions *self)
{
  g_ptr_array_sort (self->defects, compare_nodes);
  for (guint i = 0; i < self->defects->len; i++)
    {
      const Defect *defect = self->defects->pdata[i];
      gint64 process = -1;

      if (defect->process != NULL)
        process = refrain_gxl_definitions_find_process (self, defect->process);
      refrain_trace_builder_add_defect (
          self->builder,
          refrain_defect_new (defect->kind, process, defect->count, defect->time, defect->detail));
    }
}

static gboolean
open_thread (RefrainGxlDefinitions *self, Thread *thread, guint64 number, char **cause)
{
  gint64 process = refrain_gxl_definitions_find_process (self, thread->process);

  if (process < 0)
    {
      *cause = g_strdup_printf (_ ("the ProcessTrace “%s” names no process that is there"),
                                thread->node.id);
      return FALSE;
    }
  thread->recorder = refrain_trace_builder_add_thread (
      self->builder, process, thread->has_id ? thread->id : number, thread->name);
  if (thread->is_stream)
    refrain_recorder_set_stream (thread->recorder);
  return TRUE;
}

gboolean
refrain_gxl_definitions_open_thread (RefrainGxlDefinitions *self,
                                     const RefrainGxlNode *node,
                                     RefrainRecorder **recorder,
                                     char **cause)
{
  Thread *thread;

  if (!refrain_gxl_definitions_add_thread (self, node, cause))
    return FALSE;
  thread = self->threads->pdata[self->threads->len - 1];
  if (!open_thread (self, thread, self->threads->len - 1, cause))
    return FALSE;
  *recorder = thread->recorder;
  return TRUE;
}

static gboolean
close_threads (RefrainGxlDefinitions *self, char **cause)
{
  g_ptr_array_sort (self->threads, compare_nodes);
  for (guint i = 0; i < self->threads->len; i++)
    if (!open_thread (self, self->threads->pdata[i], i, cause))
      return FALSE;
  return TRUE;
}

/* ---- All of it ---- */

typedef struct
{
  RefrainGxlDefinitions *self;
  const Trace *trace; /* NULL: there is but one */
} Choice;

static gboolean
keep_graph (gpointer data, guint graph)
{
  const Choice *choice = data;

  return choice->trace == NULL || may_belong (choice->self, graph, choice->trace);
}

RefrainGxlExtension *
refrain_gxl_definitions_get_extension (RefrainGxlDefinitions *self)
{
  return self->extension;
}

void
refrain_gxl_definitions_hand_over_extension (RefrainGxlDefinitions *self)
{
  if (refrain_gxl_extension_is_used (self->extension))
    refrain_trace_builder_set_extension (self->builder,
                                         refrain_gxl_extension_get (self->extension));
}

gboolean
refrain_gxl_definitions_close (RefrainGxlDefinitions *self,
                               RefrainTraceBuilder *builder,
                               const char *path,
                               guint trace,
                               char **cause)
{
  const Trace *chosen = NULL;
  const gboolean several = self->traces->len > 1;
  Choice choice;

  g_assert (!self->closed);
  self->closed = TRUE;
  self->builder = g_object_ref (builder);
  if (trace < self->traces->len)
    chosen = self->traces->pdata[trace];
  if (chosen != NULL)
    refrain_trace_builder_set_clock (builder, chosen->clock_origin, chosen->wall_clock);
  if (chosen != NULL && chosen->name != NULL)
    refrain_trace_builder_set_source (builder, chosen->name, path, "GXL");
  if (self->has_scenario)
    refrain_trace_builder_set_description (builder, self->description);
  if (!join_rest (self, cause))
    return FALSE;
  choice = (Choice){ self, chosen };
  if (several)
    {
      self->chosen_graph = chosen->node.graph;
      choose (self, chosen);
    }
  close_processes (self);
  close_routines (self);
  if (!refrain_gxl_communicators_close (self->communicators, builder, several ? keep_graph : NULL,
                                        &choice, cause))
    return FALSE;
  close_defects (self);
  return refrain_gxl_extension_close (self->extension, keep_graph, &choice, cause)
         && close_threads (self, cause);
}
