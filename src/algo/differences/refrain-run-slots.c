/* refrain-run-slots.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From calls to slots.
 */
#include "refrain-run-slots.h"

#include <string.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-parallel.h"
#include "refrain-polls.h"
#include "refrain-run.h"

/* ---- Slots ---------------------------------------------------------------------------------- */

/* What is known of a routine. */
typedef struct
{
  guint32 name;
  gboolean looks_up, polls;
} Routine;

/* A call of at most one operation, and the numbers of its token, also where it comes again. */
typedef struct
{
  guint32 routine, parent, comm; /* the routine is one more, as 0 is for none yet */
  gint32 tag;
  guint8 kind;
  guint32 number, again, n_members;
} KnownCall;

/* Calls that are looked up without making their token. */
#define N_KNOWN 256

typedef struct
{
  RefrainSide *side;
  RefrainVocabulary *vocabulary;
  RefrainSideRun *run;
  const RefrainOps *ops; /* of the process at hand */
  const RefrainCalls *calls;
  Routine *routines; /* of the trace, and one for none */
  guint n_routines;
  guint32 poll, end;               /* tokens */
  guint32 last_number, last_again; /* token of the last call */
  KnownCall known[N_KNOWN];
} Maker;

/* Calls of which recorders disagree whether they are worth recording, and that wait for nobody. */
static gboolean
only_looks_up (const char *name)
{
  static const char *const prefixes[] = { "MPI_Comm_rank",
                                          "MPI_Comm_size",
                                          "MPI_Comm_get",
                                          "MPI_Comm_set",
                                          "MPI_Comm_test",
                                          "MPI_Comm_group",
                                          "MPI_Comm_compare",
                                          "MPI_Comm_free",
                                          "MPI_Comm_remote",
                                          "MPI_Comm_create_k",
                                          "MPI_Comm_create_e",
                                          "MPI_Comm_delete",
                                          "MPI_Comm_call",
                                          "MPI_W",
                                          "MPI_Get_",
                                          "MPI_Type_",
                                          "MPI_Group_",
                                          "MPI_Op_",
                                          "MPI_Info_",
                                          "MPI_Attr_",
                                          "MPI_Keyval_",
                                          "MPI_Err",
                                          "MPI_Add_error",
                                          "MPI_Cart_rank",
                                          "MPI_Cart_coords",
                                          "MPI_Cart_get",
                                          "MPI_Cart_shift",
                                          "MPI_Cart_map",
                                          "MPI_Cartdim",
                                          "MPI_Dims_create",
                                          "MPI_Graph",
                                          "MPI_Topo_test",
                                          "MPI_Initialized",
                                          "MPI_Finalized",
                                          "MPI_Query_thread",
                                          "MPI_Is_thread",
                                          "MPI_Pcontrol",
                                          "MPI_Address",
                                          "MPI_Status_",
                                          "MPI_Request_",
                                          "MPI_Cancel",
                                          "MPI_Aint_",
                                          "MPI_Buffer_attach",
                                          "MPI_Pack",
                                          "MPI_Unpack",
                                          "MPI_T_",
                                          "MPI_Dist_graph_neighbors" };

  if (g_str_has_prefix (name, "MPI_Wait") || g_str_has_prefix (name, "MPI_Win_")
      || g_str_equal (name, "MPI_Get_accumulate") || g_str_equal (name, "MPI_Graph_create"))
    return FALSE;
  if (g_str_has_suffix (name, "_init") && !g_str_equal (name, "MPI_Init"))
    return TRUE; /* of a request that persists */
  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  return FALSE;
}

static void
find_routines (Maker *maker)
{
  RefrainTrace *trace = maker->run->graph->trace;
  const guint n = refrain_trace_get_n_routines (trace);

  maker->routines = g_new0 (Routine, n + 1);
  maker->n_routines = n;
  for (guint i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);
      const char *name = refrain_routine_get_name (routine);

      maker->routines[i] = (Routine){
        .name
        = refrain_vocabulary_add_name (maker->vocabulary, refrain_routine_get_label (routine)),
        .looks_up = only_looks_up (name),
        .polls = refrain_routine_polls (routine),
      };
    }
}

static const Routine *
get_routine (const Maker *maker, guint32 routine)
{
  return &maker->routines[MIN (routine, maker->n_routines)];
}

/* The token of one routine alone. */
static guint32
add_plain (RefrainVocabulary *vocabulary, const char *op)
{
  const RefrainToken token = { .op = refrain_vocabulary_add_name (vocabulary, op) };

  return refrain_vocabulary_add_token (vocabulary, &token);
}

/* Whether the messages of @op are those of the program: what puts, reads files or is a collective
 * of neighbours is made of messages, too, whose tags say nothing. */
static gboolean
has_tags (const char *op)
{
  static const char *const parts[] = { "send", "Send", "recv", "Recv", "Start" };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strstr (op, parts[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* The tags of point-to-point operations of a call. Which receives a wait completes may differ from
 * run to run, and from recorder to recorder. */
static guint32
find_tags (const Maker *maker, const RefrainOps *ops, guint32 first, guint32 n, const char *op)
{
  g_autofree gint32 *tags = NULL;
  g_autoptr (GString) text = NULL;
  guint32 n_tags = 0;

  if (!maker->vocabulary->use_tags || n == 0 || !has_tags (op))
    return 0;
  tags = g_new (gint32, n);
  for (guint32 i = first; i < first + n; i++)
    if (REFRAIN_OP_IS_P2P (ops->kind[i]) && (n_tags == 0 || tags[n_tags - 1] != ops->tag[i]))
      tags[n_tags++] = ops->tag[i];
  if (n_tags == 0)
    return 0;
  refrain_sort (tags, n_tags, sizeof *tags, refrain_compare_uint32);
  text = g_string_new (NULL);
  for (guint32 i = 0; i < n_tags; i++)
    if (i == 0 || tags[i] != tags[i - 1])
      g_string_append_printf (text, i == 0 ? "%d" : ",%d", tags[i]);
  return refrain_vocabulary_add_name (maker->vocabulary, text->str);
}

static const char *
name_op (const RefrainOps *ops, guint32 op)
{
  static const char *const names[] = { [REFRAIN_OP_SEND] = "MPI_Send",
                                       [REFRAIN_OP_ISEND] = "MPI_Isend",
                                       [REFRAIN_OP_RECV] = "MPI_Recv",
                                       [REFRAIN_OP_IRECV] = "MPI_Irecv" };

  return ops->kind[op] == REFRAIN_OP_COLLECTIVE
             ? refrain_collective_get_name ((RefrainCollective) ops->tag[op])
             : names[ops->kind[op]];
}

/* Whether the last slot of the same thread is of the last token, too. */
static gboolean
follows_such (const Maker *maker, const RefrainSlot *slot)
{
  const guint32 n = maker->side->slots->len;
  guint32 before;

  if (n == 0 || refrain_side_get_slot (maker->side, n - 1)->row != slot->row)
    return FALSE;
  before = maker->side->tokens[n - 1];
  return before == maker->last_number || before == maker->last_again;
}

/* Whether nothing but look-ups is called between the call before @slot and @node, in the same call
 * of their caller: no clock decides, as it would if it were asked who computes longest. */
static gboolean
goes_on_in_caller (const Maker *maker, guint32 node, const RefrainSlot *slot)
{
  const RefrainCalls *calls = maker->calls;
  const guint32 call = maker->run->graph->call[node];
  const guint32 before = maker->run->graph->call[slot->node - 1];

  if (call == REFRAIN_NONE || before == REFRAIN_NONE)
    return call == before;
  for (guint32 i = before + 1; i < call; i++)
    if (calls->parent[i] == calls->parent[call]
        && !get_routine (maker, calls->routine[i])->looks_up)
      return FALSE;
  return calls->parent[before] == calls->parent[call];
}

/* Members of the communicator of operation @op; 0 where none is known. */
static gsize
count_members (const Maker *maker, const RefrainOps *ops, guint32 op)
{
  gsize n = 0;

  if (ops->comm[op] != REFRAIN_NONE)
    refrain_communicator_get_members (
        refrain_trace_get_communicator (maker->run->graph->trace, ops->comm[op]), &n);
  return n;
}

/* The name of a caller; 0 for none. */
static guint32
name_caller (const Maker *maker, guint32 routine)
{
  return routine != REFRAIN_NONE ? get_routine (maker, routine)->name : 0;
}

/* Makes the token of the call @node, of @n_members. */
static void
make_token (Maker *maker, guint32 node, guint32 *n_members)
{
  const RefrainRunGraph *graph = maker->run->graph;
  const RefrainOps *ops = maker->ops;
  const guint32 first = graph->op[node], n = graph->n_ops[node];
  RefrainToken token = { 0 };
  gboolean waits;

  if (graph->routine[node] != REFRAIN_NONE)
    token.op = get_routine (maker, graph->routine[node])->name;
  else
    token.op = refrain_vocabulary_add_name (maker->vocabulary, name_op (ops, first));
  waits = g_str_has_prefix (refrain_vocabulary_get_name (maker->vocabulary, token.op), "MPI_Wait");
  for (guint32 i = first; i < first + n; i++)
    {
      const gsize own = count_members (maker, ops, i);

      if (!waits)
        token.members = MAX (token.members,
                             own >= graph->n_processes ? REFRAIN_TOKEN_ALL : REFRAIN_TOKEN_SOME);
      if (ops->kind[i] == REFRAIN_OP_COLLECTIVE)
        *n_members = MAX (*n_members, (guint32) own);
    }
  token.tags
      = find_tags (maker, ops, first, n, refrain_vocabulary_get_name (maker->vocabulary, token.op));
  if (maker->vocabulary->use_callers)
    token.caller = name_caller (maker, refrain_run_find_caller (graph, maker->calls, node));
  maker->last_number = refrain_vocabulary_add_token (maker->vocabulary, &token);
  token.again = TRUE;
  maker->last_again = refrain_vocabulary_add_token (maker->vocabulary, &token);
}

/* What is looked up of the call @node. */
static KnownCall
describe_known (const Maker *maker, guint32 node)
{
  const RefrainRunGraph *graph = maker->run->graph;
  const RefrainOps *ops = maker->ops;
  const guint32 op = graph->op[node];
  KnownCall known = { .routine = graph->routine[node] + 1,
                      .parent = refrain_run_find_caller (graph, maker->calls, node),
                      .comm = REFRAIN_NONE,
                      .kind = G_MAXUINT8 };

  if (graph->n_ops[node] > 0)
    {
      known.kind = ops->kind[op];
      known.tag = ops->tag[op];
      known.comm = ops->comm[op];
    }
  return known;
}

static gboolean
is_same_call (const KnownCall *a, const KnownCall *b)
{
  return a->routine == b->routine && a->parent == b->parent && a->comm == b->comm
         && a->tag == b->tag && a->kind == b->kind;
}

/* Fills in what @slot does from the call @node; returns its token. */
static guint32
describe_call (Maker *maker, guint32 node, RefrainSlot *slot)
{
  const RefrainRunGraph *graph = maker->run->graph;
  const guint32 first = graph->op[node], n = graph->n_ops[node];
  KnownCall own = describe_known (maker, node);
  guint64 received = 0;
  KnownCall *known = &maker->known[(own.routine * 31 + own.parent * 7 + (guint32) own.tag * 3
                                    + own.comm + own.kind)
                                   % N_KNOWN];

  if (n <= 1 && own.routine != 0 && is_same_call (&own, known))
    {
      maker->last_number = known->number;
      maker->last_again = known->again;
      slot->n_members = known->n_members;
    }
  else
    {
      make_token (maker, node, &slot->n_members);
      if (n <= 1)
        {
          *known = own;
          known->number = maker->last_number;
          known->again = maker->last_again;
          known->n_members = slot->n_members;
        }
    }
  slot->caller = name_caller (maker, own.parent);
  for (guint32 i = first; i < first + n; i++)
    *(REFRAIN_OP_IS_RECV (maker->ops->kind[i]) ? &received : &slot->bytes) += maker->ops->bytes[i];
  /* Of a call that does both, what it sends. */
  if (slot->bytes == 0)
    slot->bytes = received;
  /* What comes after another routine, or in another call of the caller, begins anew. */
  return follows_such (maker, slot)
                 && (!maker->vocabulary->use_callers || goes_on_in_caller (maker, node, slot))
             ? maker->last_again
             : maker->last_number;
}

/* The routine that most of the computing in @slot is in. */
static guint32
find_who (const Maker *maker, const RefrainSlot *slot)
{
  enum
  {
    MOST = 8
  };
  const RefrainRunGraph *graph = maker->run->graph;
  guint32 routines[MOST], n = 0, best = 0;
  RefrainTime times[MOST];

  for (guint32 s = graph->first_seg[slot->node]; s < graph->first_seg[slot->end]; s++)
    {
      const guint32 routine = graph->keys[graph->seg_key[s]].routine;
      guint32 k = 0;

      while (k < n && routines[k] != routine)
        k++;
      if (k == MOST)
        continue;
      if (k == n)
        {
          routines[n] = routine;
          times[n++] = 0;
        }
      times[k] += graph->seg_time[s];
    }
  for (guint32 k = 1; k < n; k++)
    if (times[k] > times[best])
      best = k;
  return n > 0 ? get_routine (maker, routines[best])->name : 0;
}

static RefrainTime
to_time (const RefrainRunGraph *graph, RefrainTime ticks)
{
  return (RefrainTime) refrain_run_graph_to_time (graph, (double) ticks);
}

RefrainTime
refrain_slot_get_start (const RefrainRunGraph *graph, const RefrainSlot *slot, RefrainSlotPart part)
{
  return to_time (graph, part == REFRAIN_SLOT_COMPUTING
                             ? graph->enter[slot->gap_from] - graph->gap[slot->gap_from]
                             : graph->enter[slot->end - 1]);
}

/* The last slot goes on with the poll @node. */
static gboolean
goes_on (const Maker *maker, const RefrainSlotRow *row, guint32 node, guint32 first)
{
  const RefrainSide *side = maker->side;

  return side->slots->len > row->first && node == first
         && side->tokens[side->slots->len - 1] == maker->poll;
}

static void
add_poll (Maker *maker, guint32 node)
{
  const RefrainRunGraph *graph = maker->run->graph;
  RefrainSlot *slot = refrain_side_get_slot (maker->side, maker->side->slots->len - 1);
  const RefrainTime gap = to_time (graph, graph->gap[node]);
  const RefrainTime stay = to_time (graph, graph->leave[node] - graph->enter[node]);

  slot->end = node + 1;
  slot->stay += stay;
  if (gap < REFRAIN_POLL_GAP)
    {
      maker->run->place[node] |= REFRAIN_NODE_GOES_ON;
      slot->stay += gap;
    }
  else
    slot->gap += gap;
  slot->work = slot->stay;
}

static void
add_slot (Maker *maker, guint32 first, guint32 node)
{
  const RefrainRunGraph *graph = maker->run->graph;
  GArray *slots = maker->side->slots;
  /* There is room for all of them. */
  RefrainSlot *slot = &g_array_index (slots, RefrainSlot, slots->len);
  guint32 *token = &maker->side->tokens[slots->len];

  *slot = (RefrainSlot){
    .row = maker->side->rows->len, .node = first, .end = node + 1, .gap_from = first
  };
  for (guint32 i = first; i <= node; i++)
    {
      slot->gap += to_time (graph, graph->gap[i]);
      if (i < node)
        slot->gap += to_time (graph, graph->leave[i] - graph->enter[i]);
    }
  slot->stay = to_time (graph, graph->leave[node] - graph->enter[node]);
  slot->work = MIN (to_time (graph, graph->cost[node]), slot->stay);
  slot->who = find_who (maker, slot);
  if (graph->routine[node] == REFRAIN_RUN_EDGE)
    *token = maker->end;
  else if (graph->routine[node] != REFRAIN_NONE && get_routine (maker, graph->routine[node])->polls)
    *token = maker->poll;
  else
    *token = describe_call (maker, node, slot);
  g_array_set_size (slots, slots->len + 1);
}

static void
add_row (Maker *maker, const RefrainRunLine *line, guint32 run)
{
  const RefrainRunGraph *graph = maker->run->graph;
  RefrainProcess *process = refrain_trace_get_process (graph->trace, line->process);
  RefrainSlotRow row = { .run = run, .process = line->process, .first = maker->side->slots->len };
  guint32 first = line->first;

  maker->ops = refrain_process_get_ops (process);
  maker->calls = refrain_process_get_calls (process);
  for (guint32 node = line->first; node < line->end; node++)
    {
      const guint32 routine = graph->routine[node];
      const gboolean is_call = routine < REFRAIN_RUN_EDGE;
      const Routine *known = is_call ? get_routine (maker, routine) : NULL;

      if (is_call && known->looks_up && graph->n_ops[node] == 0)
        {
          maker->run->place[node] |= REFRAIN_NODE_COMPUTES;
          continue;
        }
      if (is_call && known->polls && goes_on (maker, &row, node, first))
        add_poll (maker, node);
      else
        add_slot (maker, first, node);
      for (; first <= node; first++)
        maker->run->slot_of[first] = maker->side->slots->len - 1;
    }
  row.end = maker->side->slots->len;
  g_array_append_val (maker->side->rows, row);
}

static void
add_run (RefrainSide *self, RefrainVocabulary *vocabulary, RefrainRunGraph *graph, guint32 run)
{
  const RefrainRun *span = refrain_trace_get_run (graph->trace);
  Maker maker = { .side = self,
                  .vocabulary = vocabulary,
                  .run = &self->runs[run],
                  .last_number = REFRAIN_NONE,
                  .last_again = REFRAIN_NONE };

  *maker.run = (RefrainSideRun){ .graph = graph,
                                 .time = span->end - span->start,
                                 .slot_of = g_new0 (guint32, (gsize) graph->n + 1),
                                 .place = g_malloc0 ((gsize) graph->n + 1) };
  self->n_processes = MAX (self->n_processes, graph->n_processes);
  find_routines (&maker);
  maker.poll = add_plain (vocabulary, "MPI_Test");
  maker.end = add_plain (vocabulary, "");
  for (guint l = 0; l < graph->n_lines; l++)
    add_row (&maker, &graph->lines[l], run);
  g_free (maker.routines);
}

static void
side_init (RefrainSide *self,
           RefrainVocabulary *vocabulary,
           RefrainRunGraph **graphs,
           guint n_graphs)
{
  guint n = 0;

  for (guint i = 0; i < n_graphs; i++)
    n += graphs[i]->n;
  *self = (RefrainSide){ .n_runs = n_graphs,
                         .runs = g_new0 (RefrainSideRun, n_graphs + 1),
                         .rows = g_array_new (FALSE, FALSE, sizeof (RefrainSlotRow)),
                         .slots = g_array_sized_new (FALSE, FALSE, sizeof (RefrainSlot), n),
                         .tokens = g_new (guint32, (gsize) n + 1),
                         .lines = g_new0 (guint32, (gsize) n + 1),
                         .visits = g_array_new (FALSE, TRUE, sizeof (RefrainSlotVisit)) };
  g_array_set_size (self->visits, 1);
  for (guint i = 0; i < n_graphs; i++)
    {
      add_run (self, vocabulary, graphs[i], i);
      refrain_side_book_path (self, i);
    }
}

typedef struct
{
  RefrainSide *sides;
  RefrainVocabulary *vocabularies[REFRAIN_N_SIDES];
  RefrainRunGraph **graphs;
  const guint *n_graphs;
} SidesJob;

static void
make_side (gsize item, gpointer data)
{
  const SidesJob *job = data;

  side_init (&job->sides[item], job->vocabularies[item],
             job->graphs + (item == REFRAIN_SIDE_B ? job->n_graphs[REFRAIN_SIDE_A] : 0),
             job->n_graphs[item]);
}

/* Numbers what @side says with @other as if it had been said with @self, after all that is there.
 */
static void
take_in (RefrainVocabulary *self, const RefrainVocabulary *other, RefrainSide *side)
{
  g_autofree guint32 *names = g_new (guint32, other->names->len + 1);
  g_autofree guint32 *tokens = g_new (guint32, other->tokens->len + 1);
  gboolean same = TRUE;

  for (guint32 i = 0; i < other->names->len; i++)
    {
      names[i] = refrain_vocabulary_add_name (self, refrain_vocabulary_get_name (other, i));
      same = same && names[i] == i;
    }
  for (guint32 i = 0; i < other->tokens->len; i++)
    {
      RefrainToken token = *refrain_vocabulary_get_token (other, i);

      token.op = names[token.op];
      token.tags = names[token.tags];
      token.caller = names[token.caller];
      tokens[i] = refrain_vocabulary_add_token (self, &token);
      same = same && tokens[i] == i;
    }
  for (guint32 i = 0; i < side->slots->len && !same; i++)
    {
      RefrainSlot *slot = refrain_side_get_slot (side, i);

      slot->who = names[slot->who];
      slot->caller = names[slot->caller];
      side->tokens[i] = tokens[side->tokens[i]];
    }
}

void
refrain_sides_init (RefrainSide sides[REFRAIN_N_SIDES],
                    RefrainVocabulary *vocabulary,
                    RefrainRunGraph **graphs,
                    const guint n_graphs[REFRAIN_N_SIDES])
{
  g_autoptr (RefrainVocabulary) other = refrain_vocabulary_new ();
  SidesJob job = { sides, { vocabulary, other }, graphs, n_graphs };

  other->use_tags = vocabulary->use_tags;
  other->use_callers = vocabulary->use_callers;
  refrain_parallel_run (REFRAIN_N_SIDES, make_side, &job, NULL);
  take_in (vocabulary, other, &sides[REFRAIN_SIDE_B]);
}

void
refrain_side_clear (RefrainSide *self)
{
  for (guint i = 0; i < self->n_runs; i++)
    {
      refrain_run_graph_free (self->runs[i].graph);
      refrain_free (self->runs[i].slot_of, self->runs[i].place, self->runs[i].first_line);
    }
  g_free (self->runs);
  refrain_unref_arrays (self->rows, self->slots);
  refrain_free (self->tokens, self->lines);
  g_array_unref (self->visits);
}
