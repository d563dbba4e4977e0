/* refrain-main-loop-exchanges.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages of a part are collected by iteration and role; roles between the same processes are one
 * exchange.
 */
#include "config.h"

#include "refrain-main-loop-exchanges.h"

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-main-loop-shapes.h"
#include "refrain-search.h"
#include "refrain-time-format.h"

/* Of so many messages both ends are in the same iteration, if iterations are those of the run. */
#define ALIGNED 0.8
/* An exchange has a name if it has it in so many iterations; of so many different ones names are
 * looked for. */
#define MOSTLY     0.6
#define MOST_NAMES 16
/* Pairs that have so much of what the one with most has are told apart from others, where they
 * have nearly all messages. */
#define LIGHT      0.05
#define NEARLY_ALL 0.9
/* Partners change if so many iterations differ from the one before. */
#define CHANGING 0.1
/* All to all has no pair with so many times the messages of another. */
#define LOPSIDED 2

typedef RefrainToldMessage Message;

/* ---- Messages -------------------------------------------------------------------------------- */

REFRAIN_DEFINE_COMPARE (compare_messages,
                        Message,
                        REFRAIN_RISING (iteration)
                            ?: REFRAIN_RISING (pair)
                            ?: REFRAIN_RISING (role))

static void
collect_messages (RefrainToldPart *part)
{
  REFRAIN_FOR_EACH_ROLE_OP (part, p, i, op)
  {
    if (op->way == REFRAIN_ROLE_SENDS)
      {
        const Message message
            = { (guint64) p << 32 | (guint32) op->peer, op->bytes, part->n > 1 ? i : 0, op->role };

        g_array_append_val (part->messages, message);
      }
  }
}

static void
find_starts (RefrainToldPart *part)
{
  part->starts = g_new0 (RefrainTime *, (gsize) part->node->n_processes + 1);
  for (guint p = 0; p < part->node->n_processes; p++)
    {
      const RefrainRoleCuts *cuts = &part->node->cuts[p];

      if (cuts->n_cuts != part->n + 1)
        continue;
      part->starts[p] = g_new (RefrainTime, cuts->n_cuts);
      for (guint32 i = 0; i < cuts->n_cuts; i++)
        part->starts[p][i] = cuts->cuts[i] < cuts->sequence->n
                                 ? cuts->sequence->ops[cuts->sequence->first[cuts->cuts[i]]].start
                                 : G_MAXINT64;
    }
}

/* Flags the processes that send. Who only receives has no iterations but those of others. */
static gboolean *
find_senders (const RefrainToldPart *part)
{
  gboolean *senders = g_new0 (gboolean, (gsize) part->node->n_processes + 1);

  REFRAIN_FOR_EACH_ROLE_OP (part, p, i, op)
  senders[p] |= op->way == REFRAIN_ROLE_SENDS;
  return senders;
}

/* Whether messages come in the iteration in which they are sent, or all in the one beside it:
 * receives complete where they are waited for. */
static gboolean
is_aligned (const RefrainToldPart *part)
{
  g_autofree gboolean *senders = find_senders (part);
  guint64 same[3] = { 0 }, all = 0, sent = 0;

  REFRAIN_FOR_EACH_ROLE_OP (part, p, i, op)
  {
    const RefrainOps *ops = refrain_trace_get_ops (part->trace, p);
    const RefrainTime *starts;
    RefrainTime end;
    guint32 there;

    if (op->way != REFRAIN_ROLE_SENDS || ops->partner[op->row] == REFRAIN_NONE)
      continue;
    sent++;
    if (!senders[op->peer])
      continue;
    all++;
    starts = part->starts[op->peer];
    if (starts == NULL)
      continue;
    end = refrain_trace_get_ops (part->trace, (guint) op->peer)->time[ops->partner[op->row]];
    there = (guint32) REFRAIN_LOWER_BOUND (k, 0, (gsize) part->n + 1, starts[k] <= end);
    if (there > 0 && there <= part->n && there - 1 + 1 >= i && there - 1 <= i + 1)
      same[there - i]++;
  }
  return (all > 0 || sent == 0)
         && (double) MAX (same[0], MAX (same[1], same[2])) >= ALIGNED * (double) all;
}

/* Whether all processes have the same collective of all in most iterations. */
static gboolean
has_common_collectives (const RefrainToldPart *part)
{
  const guint n = part->node->n_processes;
  g_autofree guint32 *instances = g_new0 (guint32, (gsize) part->n + 1); /* and one */
  g_autofree guint32 *own = g_new0 (guint32, (gsize) n + 1); /* the iteration seen last, and one */
  guint64 same = 0, all = 0;

  REFRAIN_FOR_EACH_ROLE_OP (part, p, i, op)
  {
    const RefrainRole *role = refrain_role_ops_get_role (part->ops, op->role);
    guint32 instance;

    if (role->is_message || !role->is_wide || op->row == REFRAIN_NONE || own[p] == i + 1)
      continue;
    own[p] = i + 1;
    instance = refrain_trace_get_ops (part->trace, p)->partner[op->row];
    if (instance == REFRAIN_NONE)
      continue;
    if (instances[i] == 0)
      instances[i] = instance + 1;
    same += instances[i] == instance + 1;
    all++;
  }
  return all >= ALIGNED * (double) n * part->n && (double) same >= ALIGNED * (double) all;
}

void
refrain_told_part_prepare (RefrainToldPart *part)
{
  const RefrainRoleNode *node = part->node;

  part->n = node->kind == REFRAIN_ROLE_LOOP ? node->n : 1;
  part->by = node->kind == REFRAIN_ROLE_ROUNDS && node->most <= 2 * node->least ? node->n : 1;
  if (part->n > 1)
    {
      find_starts (part);
      if (!node->wide && !has_common_collectives (part) && !is_aligned (part))
        {
          part->by = part->n;
          part->n = 1;
        }
    }
  part->messages = g_array_new (FALSE, FALSE, sizeof (Message));
  collect_messages (part);
  g_array_sort (part->messages, compare_messages);
}

void
refrain_told_part_clear (RefrainToldPart *part)
{
  for (guint p = 0; part->starts != NULL && p < part->node->n_processes; p++)
    g_free (part->starts[p]);
  g_free (part->starts);
  g_clear_pointer (&part->messages, g_array_unref);
}

/* ---- Exchanges ------------------------------------------------------------------------------- */

/* Messages of one or several roles, by iteration. */
typedef struct
{
  GArray *rows;    /* of RefrainMainLoopRow */
  GArray *first;   /* of guint: of each iteration its first pair */
  GArray *pairs;   /* of guint64: all iterations', each pair once in each */
  GArray *counts;  /* of guint64: of each of these its messages */
  guint64 *hashes; /* of each iteration its pairs; 0: none */
  guint64 messages;
} Exchange;

REFRAIN_DEFINE_FREE (free_exchange, Exchange, g_array_unref (x->rows); g_array_unref (x->first);
                     refrain_unref_arrays (x->pairs, x->counts);
                     g_free (x->hashes))

static const guint64 *
get_pairs (const Exchange *self, guint32 i, gsize *n)
{
  const guint from = g_array_index (self->first, guint, i);

  *n = g_array_index (self->first, guint, i + 1) - from;
  return REFRAIN_AT_INDEX (self->pairs, guint64, from);
}

static const guint64 *
get_counts (const Exchange *self, guint32 i)
{
  return REFRAIN_AT_INDEX (self->counts, guint64, g_array_index (self->first, guint, i));
}

/* Most partners of a process, either way, and how many processes there are. */
static void
count_partners (const guint64 *pairs, gsize n, RefrainMainLoopRow *row)
{
  g_autofree guint64 *both = g_new (guint64, 2 * n + 1);
  guint partners = 0;

  for (gsize i = 0; i < n; i++)
    {
      both[2 * i] = pairs[i];
      both[2 * i + 1] = pairs[i] << 32 | pairs[i] >> 32;
    }
  refrain_sort (both, 2 * n, sizeof *both, refrain_compare_uint64);
  for (gsize i = 0; i < 2 * n; i++)
    {
      if (i > 0 && both[i] == both[i - 1])
        continue;
      if (i == 0 || both[i] >> 32 != both[i - 1] >> 32)
        {
          row->processes++;
          partners = 0;
        }
      partners += both[i] >> 32 != (guint32) both[i];
      row->partners = MAX (row->partners, partners);
    }
}

/* How many of two ascending lists are in one of them only. */
static guint
count_differences (const guint64 *a, gsize n_a, const guint64 *b, gsize n_b)
{
  guint n = 0;

  for (gsize i = 0, k = 0; i < n_a || k < n_b;)
    {
      if (k >= n_b || (i < n_a && a[i] < b[k]))
        i++;
      else if (i >= n_a || b[k] < a[i])
        k++;
      else
        {
          i++;
          k++;
          continue;
        }
      n++;
    }
  return n;
}

/* @takes: of each role whether it is in; NULL: all are. */
static Exchange *
make_exchange (const RefrainToldPart *part, const guint8 *takes)
{
  Exchange *self = g_new0 (Exchange, 1);
  guint at = 0;

  self->rows = g_array_new (FALSE, TRUE, sizeof (RefrainMainLoopRow));
  self->first = g_array_new (FALSE, FALSE, sizeof (guint));
  self->pairs = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->counts = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->hashes = g_new0 (guint64, (gsize) part->n + 1);
  g_array_set_size (self->rows, part->n);
  for (guint32 i = 0; i < part->n; i++)
    {
      RefrainMainLoopRow *row = &g_array_index (self->rows, RefrainMainLoopRow, i);
      const guint from = self->pairs->len;
      const guint64 *before;
      gsize n, n_before;

      g_array_append_val (self->first, from);
      for (; at < part->messages->len; at++)
        {
          const Message *message = &g_array_index (part->messages, Message, at);
          const guint64 one = 1;

          if (message->iteration != i)
            break;
          if (takes != NULL && !takes[message->role])
            continue;
          row->messages++;
          row->bytes += message->bytes;
          if (self->pairs->len > from
              && g_array_index (self->pairs, guint64, self->pairs->len - 1) == message->pair)
            {
              g_array_index (self->counts, guint64, self->counts->len - 1)++;
              continue;
            }
          g_array_append_val (self->pairs, message->pair);
          g_array_append_val (self->counts, one);
          self->hashes[i]
              = refrain_hash_mix (self->hashes[i] ^ refrain_hash_mix (message->pair + 1));
        }
      self->messages += row->messages;
      n = self->pairs->len - from;
      count_partners (REFRAIN_AT_INDEX (self->pairs, guint64, from), n, row);
      if (i == 0)
        continue;
      n_before = from - g_array_index (self->first, guint, i - 1);
      before = REFRAIN_AT_INDEX (self->pairs, guint64, from - n_before);
      row->changed
          = count_differences (before, n_before, REFRAIN_AT_INDEX (self->pairs, guint64, from), n);
    }
  g_array_append_val (self->first, self->pairs->len);
  return self;
}

/* ---- Its name -------------------------------------------------------------------------------- */

/* In how many iterations the same processes send to the same, and in which first. */
typedef struct
{
  guint64 hash;
  guint32 first, times;
} Case;

REFRAIN_DEFINE_COMPARE (compare_cases, Case, REFRAIN_FALLING (times) ?: REFRAIN_RISING (first))

/* The commonest first; *@n iterations have any. */
static GArray *
list_cases (const Exchange *self, guint32 *n)
{
  g_autoptr (GHashTable) places
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  GArray *cases = g_array_new (FALSE, FALSE, sizeof (Case));

  *n = 0;
  for (guint32 i = 0; i < self->rows->len; i++)
    {
      guint place;

      if (g_array_index (self->rows, RefrainMainLoopRow, i).messages == 0)
        continue;
      (*n)++;
      place = GPOINTER_TO_UINT (g_hash_table_lookup (places, &self->hashes[i]));
      if (place == 0)
        {
          const Case one = { .hash = self->hashes[i], .first = i };

          g_array_append_val (cases, one);
          place = cases->len;
          g_hash_table_insert (places, g_memdup2 (&self->hashes[i], sizeof *self->hashes),
                               GUINT_TO_POINTER (place));
        }
      g_array_index (cases, Case, place - 1).times++;
    }
  g_array_sort (cases, compare_cases);
  return cases;
}

/* Whether each two processes of iteration @i exchange messages, some by far more than others: halos
 * over corners of a small grid, not one exchange of all with all. */
static gboolean
is_lopsided (const Exchange *self, guint32 i)
{
  const RefrainMainLoopRow *row = &g_array_index (self->rows, RefrainMainLoopRow, i);
  const gsize n = g_array_index (self->first, guint, i + 1) - g_array_index (self->first, guint, i);
  const guint64 *counts = get_counts (self, i);
  guint64 least = G_MAXUINT64, most = 0;

  for (gsize k = 0; k < n; k++)
    {
      least = MIN (least, counts[k]);
      most = MAX (most, counts[k]);
    }
  return n >= (guint64) row->processes * (row->processes - 1) && most > LOPSIDED * least;
}

/* What most iterations are called alike, or NULL. */
static char *
find_name (const Exchange *self, const GArray *cases, guint32 n)
{
  g_autoptr (GHashTable) votes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < MIN (cases->len, MOST_NAMES); i++)
    {
      const Case *one = &g_array_index (cases, Case, i);
      gsize n_pairs;
      const guint64 *pairs = get_pairs (self, one->first, &n_pairs);
      char *name
          = is_lopsided (self, one->first)
                ? NULL
                : refrain_main_loop_name_pairs (pairs, get_counts (self, one->first), n_pairs);
      guint times;

      if (name == NULL)
        continue;
      times = GPOINTER_TO_UINT (g_hash_table_lookup (votes, name)) + one->times;
      if ((double) times >= MOSTLY * n)
        return name;
      g_hash_table_replace (votes, name, GUINT_TO_POINTER (times));
    }
  return NULL;
}

/* The messages of a pair, and in how many iterations it has any. */
typedef struct
{
  guint64 messages;
  guint32 iterations;
} Sum;

static GHashTable *
sum_pairs (const Exchange *self, guint64 *most)
{
  GHashTable *sums = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, NULL, g_free);

  *most = 0;
  for (guint i = 0; i < self->pairs->len; i++)
    {
      guint64 *key = &g_array_index (self->pairs, guint64, i);
      Sum *sum = g_hash_table_lookup (sums, key);

      if (sum == NULL)
        {
          sum = g_new0 (Sum, 1);
          g_hash_table_insert (sums, key, sum);
        }
      sum->messages += g_array_index (self->counts, guint64, i);
      sum->iterations++;
      *most = MAX (*most, sum->messages);
    }
  return sums;
}

/* What is left without pairs that have few messages in all is called, where that is nearly all
 * messages and in most iterations: a halo beside a sum along a tree. Else NULL. */
static char *
find_main_name (const Exchange *self)
{
  guint64 most, kept = 0, there = 0;
  g_autoptr (GHashTable) sums = sum_pairs (self, &most);
  g_autoptr (GArray) heavy = g_array_new (FALSE, FALSE, sizeof (guint64));
  GHashTableIter iter;
  gpointer pair, value;

  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, &pair, &value))
    {
      const Sum *sum = value;

      if ((double) sum->messages < LIGHT * (double) most)
        continue;
      g_array_append_vals (heavy, pair, 1);
      kept += sum->messages;
      there += sum->iterations;
    }
  if (heavy->len == g_hash_table_size (sums) || (double) kept < NEARLY_ALL * (double) self->messages
      || (double) there < MOSTLY * self->rows->len * heavy->len)
    return NULL;
  g_array_sort (heavy, refrain_compare_uint64);
  return refrain_main_loop_name_pairs (&g_array_index (heavy, guint64, 0), NULL, heavy->len);
}

/* Whether each process has to do with each other one in the first iteration. */
static gboolean
is_complete (const Exchange *self)
{
  const RefrainMainLoopRow *row = &g_array_index (self->rows, RefrainMainLoopRow, 0);
  g_autoptr (GHashTable) edges
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  gsize n;
  const guint64 *pairs = get_pairs (self, 0, &n);

  for (gsize i = 0; i < n; i++)
    {
      const guint64 a = pairs[i] >> 32, b = (guint32) pairs[i];
      const guint64 edge = MIN (a, b) << 32 | MAX (a, b);

      if (a != b)
        g_hash_table_add (edges, g_memdup2 (&edge, sizeof edge));
    }
  return row->processes > 3
         && g_hash_table_size (edges) == (guint64) row->processes * (row->processes - 1) / 2;
}

static char *
describe_processes (guint n, guint32 only)
{
  return n == 1 ? g_strdup_printf (_ ("process %u"), only)
                : g_strdup_printf (ngettext ("%u process", "%u processes", n), n);
}

/* "Messages from 2 processes to 6" where nobody does both; else NULL. */
static char *
describe_one_way (const guint64 *pairs, gsize n)
{
  g_autoptr (GHashTable) from = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) to = g_hash_table_new (NULL, NULL);
  g_autofree char *senders = NULL, *receivers = NULL;

  for (gsize i = 0; i < n; i++)
    {
      g_hash_table_add (from, GUINT_TO_POINTER ((guint32) (pairs[i] >> 32)));
      g_hash_table_add (to, GUINT_TO_POINTER ((guint32) pairs[i]));
    }
  for (gsize i = 0; i < n; i++)
    if (g_hash_table_contains (to, GUINT_TO_POINTER ((guint32) (pairs[i] >> 32))))
      return NULL;
  senders = describe_processes (g_hash_table_size (from), (guint32) (pairs[0] >> 32));
  receivers = describe_processes (g_hash_table_size (to), (guint32) pairs[0]);
  /* Translators: "Messages from process 3 to 6 processes". */
  return g_strdup_printf (_ ("Messages from %s to %s"), senders, receivers);
}

static void
append_change (GString *text, const Exchange *self)
{
  guint32 n = self->rows->len, changes = 0, every;

  for (guint32 i = 1; i < n; i++)
    changes += g_array_index (self->rows, RefrainMainLoopRow, i).changed > 0;
  if (n < 3 || changes <= CHANGING * n)
    return;
  every = (2 * (n - 1) + changes) / (2 * changes);
  if (every < 2)
    g_string_append (text, _ (" that change every iteration"));
  else
    g_string_append_printf (text, _ (" that change every %u iterations"), every);
}

/* "(42 messages)", "(10 to 294 messages)" */
static void
append_messages (GString *text, const Exchange *self, guint32 by)
{
  guint64 least = G_MAXUINT64, most = 0;
  g_autofree char *few = NULL, *many = NULL;

  for (guint32 i = 0; i < self->rows->len; i++)
    {
      const guint64 messages = g_array_index (self->rows, RefrainMainLoopRow, i).messages;

      least = MIN (least, messages);
      most = MAX (most, messages);
    }
  few = refrain_count_format (least);
  many = refrain_count_format (by > 1 ? (most + by / 2) / by : most);
  if (by > 1)
    g_string_append_printf (
        text, ngettext (" (about %s message)", " (about %s messages)", (most + by / 2) / by), many);
  else if (least < most)
    g_string_append_printf (text, _ (" (%s to %s messages)"), few, many);
  else
    g_string_append_printf (text, ngettext (" (%s message)", " (%s messages)", most), many);
}

/* @counted: with how many messages. *@named grows by the messages where the exchange has a name. */
static char *
describe_exchange (const Exchange *self, guint32 by, gboolean counted, guint64 *named)
{
  GString *text;
  guint32 n;
  g_autoptr (GArray) cases = list_cases (self, &n);
  g_autofree char *name = find_name (self, cases, n);
  gsize n_pairs;
  const guint64 *pairs = get_pairs (self, g_array_index (cases, Case, 0).first, &n_pairs);
  g_autofree char *one_way = describe_one_way (pairs, n_pairs);
  g_autofree char *main_name = name == NULL && by == 1 ? find_main_name (self) : NULL;
  guint most = 0;

  for (guint32 i = 0; i < self->rows->len; i++)
    most = MAX (most, g_array_index (self->rows, RefrainMainLoopRow, i).partners);
  /* What is between all in many iterations together need not be so in one. */
  if (by > 1 && is_complete (self) && self->messages < (guint64) n_pairs * by)
    g_clear_pointer (&name, g_free);
  if (by == 1 && name != NULL)
    *named += self->messages;
  if (one_way != NULL && (name != NULL || cases->len == 1))
    text = g_string_new (one_way);
  else if (name != NULL)
    text = g_string_new (name);
  else if (main_name != NULL)
    {
      text = g_string_new (NULL);
      /* Translators: a kind of exchange. */
      g_string_printf (text, _ ("%s and few other messages"), main_name);
    }
  else
    {
      text = g_string_new (NULL);
      g_string_printf (
          text,
          ngettext ("Exchange with up to %u partner", "Exchange with up to %u partners", most),
          most);
      append_change (text, self);
    }
  if (counted)
    append_messages (text, self, by);
  return g_string_free (text, FALSE);
}

/* ---- All exchanges of an iteration ----------------------------------------------------------- */

static int
compare_weights (gconstpointer a, gconstpointer b)
{
  const Exchange *x = *(Exchange *const *) a, *y = *(Exchange *const *) b;

  return x->messages == y->messages ? 0 : x->messages > y->messages ? -1 : 1;
}

/* Who has to do with whom in each iteration, whichever way. */
static guint64
hash_neighbours (const Exchange *self)
{
  guint64 hash = 0;

  for (guint32 i = 0; i < self->rows->len; i++)
    {
      gsize n;
      const guint64 *pairs = get_pairs (self, i, &n);
      g_autofree guint64 *edges = g_new (guint64, n + 1);

      for (gsize k = 0; k < n; k++)
        edges[k] = pairs[k] >> 32 < (guint32) pairs[k] ? pairs[k] : pairs[k] << 32 | pairs[k] >> 32;
      refrain_sort (edges, n, sizeof *edges, refrain_compare_uint64);
      for (gsize k = 0; k < n; k++)
        if (k == 0 || edges[k] != edges[k - 1])
          hash = refrain_hash_mix (hash ^ refrain_hash_mix (edges[k] + 1));
      hash = refrain_hash_mix (hash + 1);
    }
  return hash;
}

/* Gives each role of messages in @part the group of those between the same processes in all
 * iterations, from 1; other roles 0. Returns how many groups there are. */
static guint
group_roles (const RefrainToldPart *part, guint *groups)
{
  const guint n_roles = part->ops->roles->len;
  g_autofree guint8 *takes = g_malloc0 ((gsize) n_roles + 1);
  g_autoptr (GHashTable) numbers
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < part->messages->len; i++)
    groups[g_array_index (part->messages, Message, i).role] = G_MAXUINT;
  for (guint32 role = 0; role < n_roles; role++)
    {
      Exchange *exchange;
      guint64 hash;

      if (groups[role] == 0)
        continue;
      /* So many are not told one by one. */
      if (g_hash_table_size (numbers) > 4 * REFRAIN_MAIN_LOOP_MOST_LINES)
        return g_hash_table_size (numbers);
      takes[role] = TRUE;
      exchange = make_exchange (part, takes);
      takes[role] = FALSE;
      hash = hash_neighbours (exchange);
      free_exchange (exchange);
      if (!g_hash_table_contains (numbers, &hash))
        g_hash_table_insert (numbers, g_memdup2 (&hash, sizeof hash),
                             GUINT_TO_POINTER (g_hash_table_size (numbers) + 1));
      groups[role] = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, &hash));
    }
  return g_hash_table_size (numbers);
}

/* The one with most messages first; empty where there are too many. */
static GPtrArray *
list_exchanges (const RefrainToldPart *part)
{
  const guint n_roles = part->ops->roles->len;
  g_autofree guint *groups = g_new0 (guint, (gsize) n_roles + 1);
  g_autofree guint8 *takes = g_malloc0 ((gsize) n_roles + 1);
  const guint n = group_roles (part, groups);
  GPtrArray *found = g_ptr_array_new_with_free_func (free_exchange);

  for (guint g = 1; n <= REFRAIN_MAIN_LOOP_MOST_LINES && g <= n; g++)
    {
      for (guint32 role = 0; role < n_roles; role++)
        takes[role] = groups[role] == g;
      g_ptr_array_add (found, make_exchange (part, takes));
    }
  g_ptr_array_sort (found, compare_weights);
  return found;
}

/* Several shifts are one exchange where that has a name, and one that tells more than that all have
 * to do with all. */
static gboolean
is_one_exchange (const Exchange *all, const GPtrArray *exchanges)
{
  guint32 n;
  g_autoptr (GArray) cases = list_cases (all, &n);
  g_autofree char *name = find_name (all, cases, n);

  if (exchanges->len < 2)
    return exchanges->len == 0;
  return name != NULL && !is_complete (all);
}

double
refrain_told_part_describe_exchanges (const RefrainToldPart *part, GPtrArray *items, GArray *rows)
{
  g_autoptr (GPtrArray) exchanges = NULL;
  Exchange *all;
  guint64 named = 0;
  double share;

  if (part->messages->len == 0)
    return 0;
  all = make_exchange (part, NULL);
  exchanges = list_exchanges (part);
  if (is_one_exchange (all, exchanges))
    g_ptr_array_add (items, describe_exchange (all, part->by, TRUE, &named));
  else
    for (guint i = 0; i < exchanges->len; i++)
      g_ptr_array_add (items, describe_exchange (exchanges->pdata[i], part->by, TRUE, &named));
  if (rows != NULL && part->by == 1 && part->n > 1)
    g_array_append_vals (rows, all->rows->data, all->rows->len);
  share = (double) named / (double) all->messages;
  free_exchange (all);
  return share;
}

char *
refrain_told_messages_describe (GArray *messages, guint32 n, gboolean all)
{
  const RefrainToldPart part = { .n = n, .by = 1, .messages = messages };
  Exchange *exchange;
  guint64 named = 0;
  char *text;

  g_return_val_if_fail (messages->len > 0, NULL);

  g_array_sort (messages, compare_messages);
  exchange = make_exchange (&part, NULL);
  text = describe_exchange (exchange, 1, all, &named);
  free_exchange (exchange);
  return text;
}
