/* refrain-completion-sets.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two passes: the first finds the sets and whether the order of equal ones varies, the second sorts
 * those of which it does.
 */
#include "refrain-completion-sets.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-sequence-table.h"

/* Rows [first, first + n), all of one group: a routine and what it receives, in any order. */
typedef struct
{
  guint32 first, n, routine;
  guint32 group;
} Set;

/* One receive as it is compared. */
typedef struct
{
  gint32 peer, tag;
  guint32 row;
  guint32 posted; /* the record that did, or REFRAIN_NONE */
  guint32 sent;   /* its place among the sends to the set's sources, or REFRAIN_NONE */
} Member;

/* Sends to the sources of @n receives are looked for among so many rows beside them. */
#define ROWS_BESIDE(n) (8 * (n) + 64)

/* The receives of some sets are posted in other orders than those of others. */
#define VARIES (REFRAIN_NONE - 1)

enum
{
  N_RECENT = 32
};

/* A set that was met. */
typedef struct
{
  Set set;
  gboolean whole; /* it was a run of blocking receives without rounds */
} Recent;

typedef struct
{
  RefrainTrace *trace;
  const RefrainCalls *calls;
  const RefrainOps *ops;
  const RefrainRecords *records;
  GArray *sets;                /* of Set */
  GArray *members;             /* of Member: room */
  GArray *words;               /* of guint32: room */
  RefrainSequenceTable groups; /* routine, then sources and tags in order */
  RefrainSequenceTable orders; /* routine, then sources and tags as they came */
  GArray *group_of_order;      /* of guint32 */
  GArray *n_orders;            /* of guint32: of each group */
  GHashTable *sent;            /* of group << 32 | source: its place among the group's sends, + 1 */
  guint32 call, caller;        /* whose caller was last looked for */
  Recent recent[N_RECENT];     /* by number of receives and first source; of no rows: none yet */
} Finder;

/* The call of a user's routine that made operation @row, or REFRAIN_NONE. O(depth), and O(1) for
 * rows of one call, or of like calls beside each other. */
static guint32
find_caller (Finder *self, gsize row)
{
  guint32 call = self->ops->call[row];

  if (call == self->call)
    return self->caller;
  /* The same routine of MPI, called by the same call. */
  if (call != REFRAIN_NONE && self->call != REFRAIN_NONE && self->caller != self->call
      && self->calls->parent[call] == self->calls->parent[self->call]
      && self->calls->routine[call] == self->calls->routine[self->call])
    return self->caller;
  self->call = call;
  while (call != REFRAIN_NONE)
    {
      const guint32 routine = self->calls->routine[call];

      if (routine != REFRAIN_NONE
          && refrain_trace_get_routine_kind (self->trace, routine) == REFRAIN_ROUTINE_USER)
        break;
      call = self->calls->parent[call];
    }
  self->caller = call;
  return call;
}

/* Whether receive @row was posted when receive @first completed. */
static gboolean
was_posted (const Finder *self, gsize row, gsize first)
{
  const guint32 record = self->ops->record[row];

  return record == REFRAIN_NONE || self->records->time[record] <= self->ops->time[first];
}

REFRAIN_DEFINE_COMPARE (compare_members,
                        Member,
                        REFRAIN_RISING (peer) ?: REFRAIN_RISING (tag) ?: REFRAIN_RISING (row))

REFRAIN_DEFINE_COMPARE (compare_sent,
                        Member,
                        REFRAIN_RISING (sent) ?: REFRAIN_RISING (peer) ?: REFRAIN_RISING (tag)
                            ?: REFRAIN_RISING (row))

REFRAIN_DEFINE_COMPARE (compare_posted, Member, REFRAIN_RISING (posted) ?: REFRAIN_RISING (row))

/* The record that posted receive @row, or REFRAIN_NONE. */
static guint32
find_posting (const Finder *self, gsize row)
{
  const guint32 record = self->ops->record[row];

  return record != REFRAIN_NONE && self->records->kind[record] == REFRAIN_RECORD_IRECV_REQUEST
             ? record
             : REFRAIN_NONE;
}

/* Fills the room with what rows [@first, @first + @n) receive. Tags are counted from the least:
 * they may number iterations. */
static Member *
read_members (Finder *self, gsize first, gsize n)
{
  gint32 least = self->ops->tag[first];
  Member *member;

  for (gsize row = first + 1; row < first + n; row++)
    least = MIN (least, self->ops->tag[row]);
  g_array_set_size (self->members, (guint) n);
  member = (Member *) (gpointer) self->members->data;
  for (gsize i = 0; i < n; i++)
    member[i] = (Member){ self->ops->peer[first + i],
                          (gint32) ((guint32) self->ops->tag[first + i] - (guint32) least),
                          (guint32) (first + i), find_posting (self, first + i), REFRAIN_NONE };
  return member;
}

/* Numbers @head and the members as they stand in the room. */
static guint32
number_members (Finder *self, RefrainSequenceTable *table, guint32 head, gboolean *is_new)
{
  guint32 *word;

  g_array_set_size (self->words, 1 + 2 * self->members->len);
  word = (guint32 *) (gpointer) self->words->data;
  *word++ = head;
  for (guint i = 0; i < self->members->len; i++)
    {
      const Member *member = &g_array_index (self->members, Member, i);

      *word++ = (guint32) member->peer;
      *word++ = (guint32) member->tag;
    }
  return refrain_sequence_table_add (table, (const guint32 *) (gpointer) self->words->data,
                                     self->words->len, is_new);
}

/* Whether the call that completed receive @row takes whatever comes first. */
static gboolean
takes_any (const Finder *self, gsize row)
{
  const guint32 call = self->ops->call[row];
  const guint32 routine = call != REFRAIN_NONE ? self->calls->routine[call] : REFRAIN_NONE;
  g_autofree char *name = NULL;

  if (routine == REFRAIN_NONE)
    return FALSE;
  name = g_ascii_strdown (
      refrain_routine_get_name (refrain_trace_get_routine (self->trace, routine)), -1);
  return strstr (name, "mpi_waitany") != NULL || strstr (name, "mpi_waitsome") != NULL
         || strstr (name, "mpi_testany") != NULL || strstr (name, "mpi_testsome") != NULL;
}

/* The group of rows [@first, @first + @n), which @routine received. */
static guint32
find_group (Finder *self, gsize first, gsize n, guint32 routine)
{
  Member *members = read_members (self, first, n);
  gboolean is_new;
  const guint32 order = number_members (self, &self->orders, routine, &is_new);
  guint32 group;

  if (!is_new)
    return g_array_index (self->group_of_order, guint32, order);
  refrain_sort (members, n, sizeof *members, compare_members);
  group = number_members (self, &self->groups, routine, &is_new);
  if (is_new)
    {
      g_array_set_size (self->n_orders, self->groups.n);
      /* Whatever comes first in all cases may be another one on other processes. */
      g_array_index (self->n_orders, guint32, group) = takes_any (self, first);
    }
  g_array_index (self->n_orders, guint32, group)++;
  g_array_append_val (self->group_of_order, group);
  return group;
}

/* Whether @set was made by @routine of as many receives as [@first, @first + @n), in this order. */
static gboolean
came_alike (const Finder *self, const Set *set, gsize first, gsize n, guint32 routine)
{
  const gint32 *peer = self->ops->peer, *tag = self->ops->tag;

  if (set->n != n || set->routine != routine)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (peer[first + i] != peer[set->first + i]
        || (guint32) tag[first + i] - (guint32) tag[first]
               != (guint32) tag[set->first + i] - (guint32) tag[set->first])
      return FALSE;
  return TRUE;
}

static guint32
routine_of (const Finder *self, guint32 caller)
{
  return caller == REFRAIN_NONE ? REFRAIN_NONE : self->calls->routine[caller];
}

/* Where what is like [@first, @first + @n) is, if it was met lately. */
static Recent *
get_recent (Finder *self, gsize first, gsize n)
{
  return &self->recent[(3 * n + (guint32) self->ops->peer[first]) % N_RECENT];
}

/* Notes rows [@first, @first + @n), which @caller made; @whole: as a run without rounds. Those that
 * came in an order that was met before are not sorted again, nor even looked up where it was the
 * last one of its like. */
static void
add_set (Finder *self, gsize first, gsize n, guint32 caller, gboolean whole)
{
  const guint32 routine = routine_of (self, caller);
  Recent *recent = get_recent (self, first, n);
  Set set = { (guint32) first, (guint32) n, routine, recent->set.group };

  if (!came_alike (self, &recent->set, first, n, routine))
    {
      set.group = find_group (self, first, n, routine);
      *recent = (Recent){ set, FALSE };
    }
  recent->whole |= whole;
  g_array_append_val (self->sets, set);
}

/* The number of receives of rows [@first, @first + @n) before a source comes again with its tag. */
static gsize
find_round (Finder *self, gsize first, gsize n)
{
  Member *member = read_members (self, first, n);
  gsize round = n;

  refrain_sort (member, n, sizeof *member, compare_members);
  for (gsize i = 1; i < n; i++)
    if (member[i].peer == member[i - 1].peer && member[i].tag == member[i - 1].tag)
      round = MIN (round, member[i].row - first);
  return round;
}

/* Whether @a and @b receive the same @n, in any order. */
static gboolean
are_equal (Finder *self, gsize a, gsize b, gsize n)
{
  g_autofree Member *other = NULL;
  Member *own = read_members (self, a, n);

  refrain_sort (own, n, sizeof *own, compare_members);
  other = g_memdup2 (own, n * sizeof *own);
  own = read_members (self, b, n);
  refrain_sort (own, n, sizeof *own, compare_members);
  for (gsize i = 0; i < n; i++)
    if (own[i].peer != other[i].peer || own[i].tag != other[i].tag)
      return FALSE;
  return TRUE;
}

/* Notes a run of blocking receives that one call made: round by round where all rounds hear the
 * same, as gathers in a row do. */
static void
add_run (Finder *self, gsize first, gsize n, guint32 caller)
{
  const Recent *recent = get_recent (self, first, n);
  const gboolean known
      = recent->whole && came_alike (self, &recent->set, first, n, routine_of (self, caller));
  const gsize round = known ? n : find_round (self, first, n);
  gboolean rounds = round > 1 && round < n && n % round == 0;

  for (gsize i = round; i < n && rounds; i += round)
    rounds = are_equal (self, first, first + i, round);
  for (gsize i = 0; i < n && rounds; i += round)
    add_set (self, first + i, round, caller, FALSE);
  if (!rounds)
    add_set (self, first, n, caller, TRUE);
}

/* The sets of one thread's rows [@first, @end). */
static void
find_sets (Finder *self, gsize first, gsize end)
{
  gsize i = first;

  while (i < end)
    {
      gsize next = i + 1;

      if (REFRAIN_OP_IS_RECV (self->ops->kind[i]) && next < end
          && self->ops->kind[next] == self->ops->kind[i])
        {
          const gboolean blocking = self->ops->kind[i] == REFRAIN_OP_RECV;
          const guint32 caller = find_caller (self, i);

          while (next < end && self->ops->kind[next] == self->ops->kind[i]
                 && (blocking || was_posted (self, next, i)) && find_caller (self, next) == caller)
            next++;
          if (next - i > 1 && blocking)
            add_run (self, i, next - i, caller);
          else if (next - i > 1)
            add_set (self, i, next - i, caller, FALSE);
        }
      i = next;
    }
}

static gboolean
is_varying (const Finder *self, const Set *set)
{
  return g_array_index (self->n_orders, guint32, set->group) > 1;
}

/* Of each group of which the order varies the number of the order in which all its sets are posted,
 * or VARIES where there is none. Free with g_free(). */
static guint32 *
find_posted_orders (Finder *self)
{
  guint32 *order = g_new (guint32, (gsize) self->groups.n + 1);
  g_auto (RefrainSequenceTable) orders = { 0 };

  refrain_sequence_table_init (&orders);
  refrain_fill (order, 0xff, (self->groups.n + 1) * sizeof *order);
  for (guint s = 0; s < self->sets->len; s++)
    {
      const Set *set = &g_array_index (self->sets, Set, s);
      guint32 *own = &order[set->group];
      Member *members;
      guint32 number;

      if (!is_varying (self, set) || *own == VARIES)
        continue;
      members = read_members (self, set->first, set->n);
      refrain_sort (members, set->n, sizeof *members, compare_posted);
      number = number_members (self, &orders, set->group, NULL);
      if (members[set->n - 1].posted == REFRAIN_NONE || (*own != REFRAIN_NONE && *own != number))
        *own = VARIES;
      else
        *own = number;
    }
  return order;
}

/* What is noted of a group itself in the table of its sources. */
#define NO_SOURCE G_MAXUINT32

static gint64 *
make_key (guint32 group, guint32 source)
{
  return g_memdup2 (&(gint64){ (gint64) ((guint64) group << 32 | source) }, sizeof (gint64));
}

/* The place of @source among the sends of sets of @group; REFRAIN_NONE: nothing is sent to it. */
static guint32
get_sent (Finder *self, guint32 group, guint32 source)
{
  const gint64 key = (gint64) ((guint64) group << 32 | source);

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->sent, &key)) - 1;
}

/* Notes the order in which the process itself sends to the sources of @set, the first of its group:
 * just before it, or else behind. That is the order of the program's directions, in which ranks
 * have no say. O(set). */
static void
read_sends (Finder *self, const Set *set)
{
  const gsize n = ROWS_BESIDE ((gsize) set->n);
  const gsize least = set->first > n ? set->first - n : 0;
  const gsize end = MIN (self->ops->n, (gsize) set->first + set->n + n);
  guint32 place = REFRAIN_NONE / 2;

  g_hash_table_insert (self->sent, make_key (set->group, NO_SOURCE), GUINT_TO_POINTER (1));
  for (gsize row = set->first; row-- > least;)
    if (REFRAIN_OP_IS_SEND (self->ops->kind[row])
        && get_sent (self, set->group, (guint32) self->ops->peer[row]) == REFRAIN_NONE)
      g_hash_table_insert (self->sent, make_key (set->group, (guint32) self->ops->peer[row]),
                           GUINT_TO_POINTER (place--));
  place = REFRAIN_NONE / 2 + 1;
  for (gsize row = (gsize) set->first + set->n; row < end; row++)
    if (REFRAIN_OP_IS_SEND (self->ops->kind[row])
        && get_sent (self, set->group, (guint32) self->ops->peer[row]) == REFRAIN_NONE)
      g_hash_table_insert (self->sent, make_key (set->group, (guint32) self->ops->peer[row]),
                           GUINT_TO_POINTER (place++));
}

/* Puts the @members of @set in the order of the sends to their sources. */
static void
sort_by_sends (Finder *self, const Set *set, Member *members)
{
  if (get_sent (self, set->group, NO_SOURCE) == REFRAIN_NONE)
    read_sends (self, set);
  for (guint32 i = 0; i < set->n; i++)
    members[i].sent = get_sent (self, set->group, (guint32) members[i].peer);
  refrain_sort (members, set->n, sizeof *members, compare_sent);
}

/* The new order; NULL where it is the old one. */
static guint32 *
put_in_order (Finder *self)
{
  g_autofree guint32 *posted = find_posted_orders (self);
  guint32 *rows = NULL;

  for (guint s = 0; s < self->sets->len; s++)
    {
      const Set *set = &g_array_index (self->sets, Set, s);
      Member *members;

      if (!is_varying (self, set))
        continue;
      if (rows == NULL)
        {
          rows = g_new (guint32, self->ops->n);
          for (gsize row = 0; row < self->ops->n; row++)
            rows[row] = (guint32) row;
        }
      members = read_members (self, set->first, set->n);
      if (posted[set->group] != VARIES)
        refrain_sort (members, set->n, sizeof *members, compare_posted);
      else
        sort_by_sends (self, set, members);
      for (guint32 i = 0; i < set->n; i++)
        rows[set->first + i] = members[i].row;
    }
  return rows;
}

guint32 *
refrain_completion_sets_order (RefrainTrace *trace, guint process)
{
  RefrainProcess *own = refrain_trace_get_process (trace, process);
  Finder finder = { .trace = trace,
                    .calls = refrain_process_get_calls (own),
                    .ops = refrain_process_get_ops (own),
                    .records = refrain_process_get_records (own),
                    .sets = g_array_new (FALSE, FALSE, sizeof (Set)),
                    .members = g_array_new (FALSE, FALSE, sizeof (Member)),
                    .words = g_array_new (FALSE, FALSE, sizeof (guint32)),
                    .group_of_order = g_array_new (FALSE, FALSE, sizeof (guint32)),
                    .n_orders = g_array_new (FALSE, TRUE, sizeof (guint32)),
                    .sent = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
                    .call = REFRAIN_NONE,
                    .caller = REFRAIN_NONE };
  guint32 *rows;

  refrain_sequence_table_init (&finder.groups);
  refrain_sequence_table_init (&finder.orders);
  for (gsize t = 0; t < refrain_process_get_n_threads (own); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (own, t);

      find_sets (&finder, thread->first_op, thread->first_op + thread->n_ops);
    }
  rows = put_in_order (&finder);
  refrain_unref_arrays (finder.sets, finder.members, finder.words, finder.group_of_order,
                        finder.n_orders);
  g_hash_table_unref (finder.sent);
  refrain_sequence_table_clear (&finder.groups);
  refrain_sequence_table_clear (&finder.orders);
  return rows;
}
