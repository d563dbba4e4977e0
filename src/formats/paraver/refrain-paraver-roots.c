/* refrain-paraver-roots.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who the roots of collectives are: each says it of itself alone, and the others find it by
 * counting.
 */
#include "refrain-paraver-items.h"
#include "refrain-paraver-names.h"

static void
note_root (RefrainParaverRun *self, guint32 communicator, guint ordinal, guint process)
{
  GArray **roots = (GArray **) &self->roots->pdata[communicator];
  const gint32 none = -1;

  if (*roots == NULL)
    *roots = g_array_new (FALSE, FALSE, sizeof (gint32));
  while ((*roots)->len <= ordinal)
    g_array_append_val (*roots, none);
  g_array_index (*roots, gint32, ordinal) = (gint32) process;
}

/* The collectives of a process: the k-th of each on a communicator is the same. */
typedef struct
{
  GHashTable *next;      /* of a communicator + 1: how many there were */
  GHashTable *requests;  /* of a request: its communicator + 1 */
  GHashTable *instances; /* of a request: which of the communicator it is, + 1 */
} Order;

static guint
take_next (Order *order, guint32 communicator)
{
  const gpointer key = GUINT_TO_POINTER (communicator + 1);
  const guint next = GPOINTER_TO_UINT (g_hash_table_lookup (order->next, key));

  g_hash_table_insert (order->next, key, GUINT_TO_POINTER (next + 1));
  return next;
}

/* Non-blocking collectives are in the order in which they begin; only where they complete do they
 * name their communicator. */
static void
find_requests (const RefrainParaverThread *thread, Order *order)
{
  gint64 completion = 0;

  for (guint i = 0; i < thread->items->len; i++)
    {
      const RefrainParaverItem *item = &g_array_index (thread->items, RefrainParaverItem, i);

      if (item->kind == REFRAIN_PARAVER_ITEM_ENTER)
        completion = 0;
      if (item->kind != REFRAIN_PARAVER_ITEM_FIELD)
        continue;
      if (item->what == REFRAIN_PARAVER_COMPLETION)
        completion = item->value;
      if (item->what != REFRAIN_PARAVER_COMMUNICATOR)
        continue;
      if (completion > 0 && item->value >= 0 && item->value < REFRAIN_NONE)
        g_hash_table_insert (order->requests, GSIZE_TO_POINTER ((gsize) completion),
                             GUINT_TO_POINTER ((guint) item->value + 1));
      completion = 0;
    }
}

static void
begin_request (Order *order, gint64 request)
{
  const gpointer key = GSIZE_TO_POINTER ((gsize) request);
  const guint communicator = GPOINTER_TO_UINT (g_hash_table_lookup (order->requests, key));

  if (communicator > 0)
    g_hash_table_insert (order->instances, key,
                         GUINT_TO_POINTER (take_next (order, communicator - 1) + 1));
}

/* Which one of @communicator the collective is that completes @request, or, where that is 0 or did
 * not begin, that is here. */
static guint
find_instance (Order *order, guint32 communicator, gint64 request)
{
  gpointer instance = NULL;

  if (request > 0)
    g_hash_table_steal_extended (order->instances, GSIZE_TO_POINTER ((gsize) request), NULL,
                                 &instance);
  return instance != NULL ? GPOINTER_TO_UINT (instance) - 1 : take_next (order, communicator);
}

/* Each root says only of itself that it is one: notes those of @thread, and which collective of
 * its communicator each is. */
static void
find_roots_of (RefrainParaverRun *self, RefrainParaverThread *thread, Order *order)
{
  gboolean is_root = FALSE;
  guint32 communicator = REFRAIN_NONE;
  guint instance = 0;
  gint64 completion = 0;

  thread->instances = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < thread->items->len; i++)
    {
      const RefrainParaverItem *item = &g_array_index (thread->items, RefrainParaverItem, i);
      const gboolean names = item->what == REFRAIN_PARAVER_COMMUNICATOR;

      if (item->kind == REFRAIN_PARAVER_ITEM_ENTER)
        {
          is_root = FALSE;
          completion = 0;
        }
      if (item->kind == REFRAIN_PARAVER_ITEM_ENTER || item->kind == REFRAIN_PARAVER_ITEM_LEAVE)
        communicator = REFRAIN_NONE;
      if (item->kind != REFRAIN_PARAVER_ITEM_FIELD)
        continue;
      if (item->what == REFRAIN_PARAVER_ROOT)
        is_root = item->value != 0;
      else if (item->what == REFRAIN_PARAVER_REQUEST)
        begin_request (order, item->value);
      else if (item->what == REFRAIN_PARAVER_COMPLETION)
        completion = item->value;
      else if (names)
        {
          communicator = item->value < 0 ? REFRAIN_NONE : (guint32) item->value;
          if (communicator != REFRAIN_NONE)
            instance = find_instance (order, communicator, completion);
          if (item->value >= 0)
            g_array_append_val (thread->instances, instance);
        }
      if (is_root && communicator < self->roots->len)
        {
          note_root (self, communicator, instance, thread->process);
          is_root = FALSE;
        }
      if (names && completion > 0)
        {
          /* The next in the same call says that it is the root before it names its own. */
          communicator = REFRAIN_NONE;
          completion = 0;
          is_root = FALSE;
        }
    }
}

void
refrain_paraver_find_roots (RefrainParaverRun *self)
{
  Order order = { g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL),
                  g_hash_table_new (NULL, NULL) };
  GPtrArray *threads = self->threads;

  for (guint t = 0, end; t < threads->len; t = end)
    {
      const guint process = ((RefrainParaverThread *) threads->pdata[t])->process;

      g_hash_table_remove_all (order.next);
      g_hash_table_remove_all (order.requests);
      g_hash_table_remove_all (order.instances);
      for (end = t; end < threads->len; end++)
        {
          const RefrainParaverThread *thread = threads->pdata[end];

          if (thread->process != process)
            break;
          find_requests (thread, &order);
        }
      for (guint i = t; i < end; i++)
        find_roots_of (self, threads->pdata[i], &order);
    }
  g_hash_table_unref (order.next);
  g_hash_table_unref (order.requests);
  g_hash_table_unref (order.instances);
}
