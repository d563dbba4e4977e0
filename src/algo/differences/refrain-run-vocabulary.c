/* refrain-run-vocabulary.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What calls of two runs are called. Names are numbered as they come, tokens by their text, so that
 * no rank decides anything.
 */
#include "refrain-run-slots.h"

#include <string.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-parallel.h"

/* Programs that number their messages by tags have more. */
#define MOST_TAGS 64

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

guint32
refrain_vocabulary_add_name (RefrainVocabulary *self, const char *name)
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
  refrain_vocabulary_add_name (self, "");
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

guint32
refrain_vocabulary_add_token (RefrainVocabulary *self, const RefrainToken *token)
{
  gpointer found;
  RefrainToken own = *token;
  const char *op;
  g_autofree char *family = NULL;

  if (g_hash_table_lookup_extended (self->token_ids, token, NULL, &found))
    return GPOINTER_TO_UINT (found);
  op = refrain_vocabulary_get_name (self, token->op);
  family = find_family (op);
  own.family = refrain_vocabulary_add_name (self, family);
  own.sends = g_str_equal (family, "MPI_Send") || g_str_equal (family, "MPI_Sendrecv");
  own.receives = g_str_equal (family, "MPI_Recv");
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

guint32
refrain_run_find_caller (const RefrainRunGraph *graph, const RefrainCalls *calls, guint32 node)
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
        calls[MIN (refrain_run_find_caller (graph, own, node), n)] = 1;
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
