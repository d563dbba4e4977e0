/* refrain-matrix-marks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One pass over the sends of each process; a team gives what its members found to all.
 */
#include "refrain-matrix-marks.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-trace-shares.h"

/* Tags that are told apart. */
#define MOST_TAGS 8

struct _RefrainMatrixMarks
{
  GArray *marks; /* of RefrainMatrixMark, ascending */
  guint32 communicators;
};

/* ---- Tags ---- */

/* The place of @tag; where it is new, at the end, unless there are too many. */
static guint
find_tag (GArray *tags, gint32 tag)
{
  guint k = 0;

  while (k < tags->len && g_array_index (tags, gint32, k) != tag)
    k++;
  if (k == tags->len && k <= MOST_TAGS)
    g_array_append_val (tags, tag);
  return k;
}

/* Some of them where there are too many: one more than may be. */
static void
read_tags (RefrainTrace *trace, GArray *tags)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (trace) && tags->len <= MOST_TAGS; p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);

      for (gsize i = 0; i < ops->n && tags->len <= MOST_TAGS; i++)
        if (REFRAIN_OP_IS_SEND (ops->kind[i]))
          find_tag (tags, ops->tag[i]);
    }
}

GArray *
refrain_matrix_list_tags (RefrainTrace *trace)
{
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  g_autoptr (GArray) tags = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GPtrArray) all = NULL;

  read_tags (trace, tags);
  if (shares != NULL)
    all = refrain_team_gather (shares->team, tags->data, tags->len * sizeof (gint32));
  for (guint m = 0; all != NULL && m < all->len; m++)
    for (RefrainParcel parcel = refrain_parcel_open (all, m); refrain_parcel_has_more (&parcel);)
      {
        gint32 tag;

        refrain_parcel_take (&parcel, &tag, sizeof tag);
        find_tag (tags, tag);
      }
  g_array_sort (tags, refrain_compare_int32);
  return tags->len > 1 && tags->len <= MOST_TAGS ? g_steal_pointer (&tags) : NULL;
}

/* ---- Marks ---- */

REFRAIN_DEFINE_COMPARE (compare_marks,
                        RefrainMatrixMark,
                        REFRAIN_RISING (from) ?: REFRAIN_RISING (to))

/* @slot: room; of each process 0, before and after. */
static void
read_process (
    RefrainMatrixMarks *self, RefrainTrace *trace, guint32 process, GArray *tags, guint32 *slot)
{
  const guint n = refrain_trace_get_n_processes (trace);
  const guint n_communicators = refrain_trace_get_n_communicators (trace);
  const gboolean few = n_communicators > 1 && n_communicators <= REFRAIN_MARKED_COMMUNICATORS;
  const RefrainOps *ops = refrain_trace_get_ops (trace, process);
  const guint first = self->marks->len;

  for (gsize i = 0; i < ops->n; i++)
    {
      RefrainMatrixMark *mark;

      if (!REFRAIN_OP_IS_SEND (ops->kind[i]) || ops->peer[i] < 0 || (guint) ops->peer[i] >= n)
        continue;
      if (slot[ops->peer[i]] == 0)
        {
          const RefrainMatrixMark new = { process, (guint32) ops->peer[i], 0, 0 };

          g_array_append_val (self->marks, new);
          slot[ops->peer[i]] = self->marks->len;
        }
      mark = &g_array_index (self->marks, RefrainMatrixMark, slot[ops->peer[i]] - 1);
      if (few && ops->comm[i] < n_communicators)
        mark->communicators |= 1u << ops->comm[i];
      if (tags != NULL)
        mark->tags |= 1u << find_tag (tags, ops->tag[i]);
    }
  for (guint k = first; k < self->marks->len; k++)
    slot[g_array_index (self->marks, RefrainMatrixMark, k).to] = 0;
}

RefrainMatrixMarks *
refrain_matrix_marks_new (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  RefrainMatrixMarks *self = g_new0 (RefrainMatrixMarks, 1);
  g_autoptr (GArray) tags = refrain_matrix_list_tags (trace);
  g_autoptr (GPtrArray) all = NULL;
  g_autofree guint32 *slot = g_new0 (guint32, (gsize) n + 1);

  self->marks = g_array_new (FALSE, FALSE, sizeof (RefrainMatrixMark));
  for (guint p = 0; p < n; p++)
    read_process (self, trace, p, tags, slot);
  if (shares != NULL)
    all = refrain_team_gather (shares->team, self->marks->data,
                               self->marks->len * sizeof (RefrainMatrixMark));
  if (all != NULL)
    g_array_set_size (self->marks, 0);
  for (guint m = 0; all != NULL && m < all->len; m++)
    {
      const GByteArray *parcel = all->pdata[m];

      g_array_append_vals (self->marks, parcel->data,
                           parcel->len / (guint) sizeof (RefrainMatrixMark));
    }
  g_array_sort (self->marks, compare_marks);
  for (guint i = 0; i < self->marks->len; i++)
    self->communicators |= g_array_index (self->marks, RefrainMatrixMark, i).communicators;
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_matrix_marks_free,
                             RefrainMatrixMarks,
                             g_array_unref (x->marks))

const RefrainMatrixMark *
refrain_matrix_marks_find (const RefrainMatrixMarks *self, guint32 from, guint32 to)
{
  const RefrainMatrixMark wanted = { from, to, 0, 0 };
  guint place;

  return g_array_binary_search (self->marks, &wanted, compare_marks, &place)
             ? &g_array_index (self->marks, RefrainMatrixMark, place)
             : NULL;
}

guint32
refrain_matrix_marks_get_communicators (const RefrainMatrixMarks *self)
{
  return self->communicators;
}
