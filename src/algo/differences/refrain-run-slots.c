/* refrain-run-slots.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From calls to slots. Names are numbered as they come, tokens by their text, so that no rank
 * decides anything.
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

/* Programs that number their messages by tags have more. */
#define MOST_TAGS 64

/* ---- Names ---------------------------------------------------------------------------------- */

static guint
hash_token (gconstpointer data)
{
  const RefrainToken *token = data;

  return (guint) refrain_hash_mix (
      ((guint64) token->op << 32 | token->tags)
      + 31 * refrain_hash_mix ((guint64) token->caller << 8 | token->members << 1 | token->again));
}

static gboolean
is_same_token (gconstpointer a, gconstpointer b)
{
  const RefrainToken *x = a, *y = b;

  return x->op == y->op && x->tags == y->tags && x->caller == y->caller && x->members == y->members
         && x->again == y->again;
}

static guint32
add_name (RefrainVocabulary *self, const char *name)
{
  gpointer found;
  char *copy;

  if (g_hash_table_lookup_extended (self->name_ids, name, NULL, &found))
    return GPOINTER_TO_UINT (found);
  copy = g_strdup (name);
  g_ptr_array_add (self->names, copy);
  g_hash_table_insert (self->name_ids, copy, GUINT_TO_POINTER (self->names->len - 1));
  return self->names->len - 1;
}

RefrainVocabulary *
refrain_vocabulary_new (void)
{
  RefrainVocabulary *self = g_new0 (RefrainVocabulary, 1);

  self->name_ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->token_ids = g_hash_table_new_full (hash_token, is_same_token, g_free, NULL);
  self->tokens = g_array_new (FALSE, FALSE, sizeof (RefrainToken));
  self->use_tags = self->use_callers = TRUE;
  add_name (self, "");
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_vocabulary_free,
                             RefrainVocabulary,
                             g_hash_table_unref (x->name_ids);
                             g_ptr_array_unref (x->names);
                             g_hash_table_unref (x->token_ids);
                             g_array_unref (x->tokens))

const char *
refrain_vocabulary_get_name (const RefrainVocabulary *self, guint32 name)
{
  return g_ptr_array_index (self->names, name);
}

const RefrainToken *
refrain_vocabulary_get_token (const RefrainVocabulary *self, guint32 token)
{
  return &g_array_index (self->tokens, RefrainToken, token);
}

gboolean
refrain_vocabulary_is_same_call (const RefrainVocabulary *self, guint32 a, guint32 b)
{
  const RefrainToken *x = refrain_vocabulary_get_token (self, a);
  const RefrainToken *y = refrain_vocabulary_get_token (self, b);

  return x->op == y->op && x->tags == y->tags && x->caller == y->caller && x->members == y->members;
}

/* "MPI_Send" of "MPI_Issend", "MPI_Alltoall" of "MPI_Ialltoallv". Free with g_free(). */
static char *
find_family (const char *op)
{
  const char *name = op + 4;
  g_autofree char *base = NULL;

  if (!g_str_has_prefix (op, "MPI_"))
    return g_strdup (op);
  if (name[0] == 'I' && g_ascii_islower (name[1]))
    name++;
  if (g_str_has_suffix (name, "send") || g_str_has_suffix (name, "Send"))
    return g_strdup ("MPI_Send");
  if (g_str_has_prefix (name, "Wait"))
    return g_strdup ("MPI_Wait");
  if (g_str_has_prefix (name, "Start"))
    return g_strdup ("MPI_Start");
  base = g_strdup_printf ("MPI_%c%s", g_ascii_toupper (name[0]), name + 1);
  for (gsize n = strlen (base); n > 0 && strchr ("vw", base[n - 1]) != NULL; n--)
    if (strstr (base, "lltoall") != NULL || strstr (base, "ather") != NULL
        || strstr (base, "catter") != NULL)
      base[n - 1] = '\0';
  return g_steal_pointer (&base);
}

static guint32
add_token (RefrainVocabulary *self, const RefrainToken *token)
{
  gpointer found;
  RefrainToken own = *token;
  const char *op;
  g_autofree char *family = NULL;

  if (g_hash_table_lookup_extended (self->token_ids, token, NULL, &found))
    return GPOINTER_TO_UINT (found);
  op = refrain_vocabulary_get_name (self, token->op);
  family = find_family (op);
  own.family = add_name (self, family);
  /* How many of these come is a matter of time. */
  own.is_poll = g_str_has_prefix (op, "MPI_Test") || g_str_has_suffix (op, "probe")
                || g_str_equal (op, "MPI_Waitsome");
  g_array_append_val (self->tokens, own);
  g_hash_table_insert (self->token_ids, g_memdup2 (token, sizeof *token),
                       GUINT_TO_POINTER (self->tokens->len - 1));
  return self->tokens->len - 1;
}

void
refrain_vocabulary_look_at_tags (RefrainVocabulary *self, RefrainRunGraph *const *graphs, guint n)
{
  for (guint g = 0; g < n && self->use_tags; g++)
    {
      g_autoptr (GHashTable) tags = g_hash_table_new (NULL, NULL);
      /* The last one of each remainder; at first one that has another remainder. */
      gint32 seen[MOST_TAGS] = { 1 };

      for (guint p = 0; p < graphs[g]->n_processes && self->use_tags; p++)
        {
          const RefrainOps *ops = refrain_trace_get_ops (graphs[g]->trace, p);

          for (gsize i = 0; i < ops->n && self->use_tags; i++)
            if (REFRAIN_OP_IS_P2P (ops->kind[i])
                && seen[(guint32) ops->tag[i] % MOST_TAGS] != ops->tag[i])
              {
                seen[(guint32) ops->tag[i] % MOST_TAGS] = ops->tag[i];
                g_hash_table_add (tags, GINT_TO_POINTER (ops->tag[i]));
                self->use_tags = g_hash_table_size (tags) <= MOST_TAGS;
              }
        }
    }
}

/* The routine that calls the node; REFRAIN_NONE for none. */
static guint32
find_caller (const RefrainRunGraph *graph, const RefrainCalls *calls, guint32 node)
{
  const guint32 call = graph->call[node];
  const guint32 parent = call != REFRAIN_NONE ? calls->parent[call] : REFRAIN_NONE;

  return parent != REFRAIN_NONE ? calls->routine[parent] : REFRAIN_NONE;
}

/* Adds the names of all routines that call something in @graph. */
static void
add_callers (GHashTable *names, const RefrainRunGraph *graph)
{
  const guint n = refrain_trace_get_n_routines (graph->trace);
  g_autofree guint8 *calls = g_malloc0 (n + 1);

  for (guint l = 0; l < graph->n_lines; l++)
    {
      const RefrainCalls *own = refrain_trace_get_calls (graph->trace, graph->lines[l].process);

      for (guint32 node = graph->lines[l].first; node < graph->lines[l].end; node++)
        calls[MIN (find_caller (graph, own, node), n)] = 1;
    }
  for (guint i = 0; i < n; i++)
    if (calls[i])
      g_hash_table_add (names, (gpointer) refrain_trace_get_routine_label (graph->trace, i));
}

typedef struct
{
  RefrainRunGraph *const *graphs;
  guint first[REFRAIN_N_SIDES + 1];
  GHashTable *names[REFRAIN_N_SIDES];
} CallersJob;

static void
list_callers (gsize item, gpointer data)
{
  CallersJob *job = data;

  for (guint i = job->first[item]; i < job->first[item + 1]; i++)
    add_callers (job->names[item], job->graphs[i]);
}

void
refrain_vocabulary_look_at_callers (RefrainVocabulary *self,
                                    RefrainRunGraph *const *graphs,
                                    guint n_a,
                                    guint n_b)
{
  CallersJob job = { graphs, { 0, n_a, n_a + n_b }, { NULL } };
  GHashTable **names = job.names;
  GHashTableIter iter;
  gpointer name;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    names[s] = g_hash_table_new (g_str_hash, g_str_equal);
  refrain_parallel_run (REFRAIN_N_SIDES, list_callers, &job, NULL);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    self->n_callers[s] = g_hash_table_size (names[s]);
  self->use_callers = self->n_callers[0] == 0 && self->n_callers[1] == 0;
  g_hash_table_iter_init (&iter, names[0]);
  while (!self->use_callers && g_hash_table_iter_next (&iter, &name, NULL))
    self->use_callers = g_hash_table_contains (names[1], name);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    g_hash_table_unref (names[s]);
}

static int
compare_tokens (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainVocabulary *self = data;
  const RefrainToken *x = refrain_vocabulary_get_token (self, *(const guint32 *) a);
  const RefrainToken *y = refrain_vocabulary_get_token (self, *(const guint32 *) b);
  const guint32 names[][2] = { { x->op, y->op }, { x->tags, y->tags }, { x->caller, y->caller } };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i][0] != names[i][1])
      return strcmp (refrain_vocabulary_get_name (self, names[i][0]),
                     refrain_vocabulary_get_name (self, names[i][1]));
  if (x->members != y->members)
    return x->members < y->members ? -1 : 1;
  return (x->again > y->again) - (x->again < y->again);
}

typedef struct
{
  RefrainSide *sides;
  const guint32 *number; /* of each token */
} RenumberJob;

static void
renumber (gsize item, gpointer data)
{
  const RenumberJob *job = data;
  const RefrainSide *side = &job->sides[item];

  for (guint i = 0; i < side->slots->len; i++)
    side->tokens[i] = job->number[side->tokens[i]];
}

void
refrain_vocabulary_sort (RefrainVocabulary *self, RefrainSide sides[REFRAIN_N_SIDES])
{
  const guint n = self->tokens->len;
  g_autofree guint32 *order = g_new (guint32, n + 1);
  g_autofree guint32 *number = g_new (guint32, n + 1);
  GArray *sorted = g_array_new (FALSE, FALSE, sizeof (RefrainToken));
  RenumberJob job = { sides, number };

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_tokens, self);
  for (guint32 i = 0; i < n; i++)
    {
      number[order[i]] = i;
      g_array_append_val (sorted, *refrain_vocabulary_get_token (self, order[i]));
    }
  g_array_unref (self->tokens);
  self->tokens = sorted;
  g_hash_table_remove_all (self->token_ids);
  refrain_parallel_run (REFRAIN_N_SIDES, renumber, &job, NULL);
}

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
        .name = add_name (maker->vocabulary, refrain_routine_get_label (routine)),
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
  const RefrainToken token = { .op = add_name (vocabulary, op) };

  return add_token (vocabulary, &token);
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
  return add_name (maker->vocabulary, text->str);
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
    token.op = add_name (maker->vocabulary, name_op (ops, first));
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
    token.caller = name_caller (maker, find_caller (graph, maker->calls, node));
  maker->last_number = add_token (maker->vocabulary, &token);
  token.again = TRUE;
  maker->last_again = add_token (maker->vocabulary, &token);
}

/* What is looked up of the call @node. */
static KnownCall
describe_known (const Maker *maker, guint32 node)
{
  const RefrainRunGraph *graph = maker->run->graph;
  const RefrainOps *ops = maker->ops;
  const guint32 op = graph->op[node];
  KnownCall known = { .routine = graph->routine[node] + 1,
                      .parent = find_caller (graph, maker->calls, node),
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
                             ? graph->enter[slot->computes] - graph->gap[slot->computes]
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
    .row = maker->side->rows->len, .node = first, .end = node + 1, .computes = first
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
      names[i] = add_name (self, refrain_vocabulary_get_name (other, i));
      same = same && names[i] == i;
    }
  for (guint32 i = 0; i < other->tokens->len; i++)
    {
      RefrainToken token = *refrain_vocabulary_get_token (other, i);

      token.op = names[token.op];
      token.tags = names[token.tags];
      token.caller = names[token.caller];
      tokens[i] = add_token (self, &token);
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
