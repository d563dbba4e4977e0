/* refrain-template-layout.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All processes are run as far as their receives have sends, again and again; what waits for each
 * other in a circle, which no program does, goes on without.
 */
#include "refrain-template-layout.h"

#include <glib/gi18n.h>

#include "refrain-free.h"

typedef struct
{
  GArray **events;  /* of each process, of RefrainTemplateEvent, sends first in each step */
  guint *next;      /* of each process: the first that does not stand yet */
  guint *last;      /* of each process: the step behind its last one */
  GHashTable *sent; /* source and destination → GQueue of marks that no receive has */
  RefrainTemplateLayout *layout;
} Run;

/* ---- Events in order ---- */

static int
compare_events (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainTemplateEvent *x = a, *y = b;

  if (x->step != y->step)
    return x->step < y->step ? -1 : 1;
  return y->send - x->send;
}

static GArray *
sort_events (const GArray *events)
{
  GArray *sorted = g_array_copy ((GArray *) events);

  /* Stable: those of one kind stay as they are. */
  g_array_sort_with_data (sorted, compare_events, NULL);
  return sorted;
}

/* ---- Steps ---- */

static gint64 *
make_key (guint from, guint to)
{
  const gint64 key = (gint64) ((guint64) from << 32 | to);

  return g_memdup2 (&key, sizeof key);
}

static void
add_send (Run *run, guint process, const RefrainTemplateEvent *event)
{
  const RefrainTemplateMark mark = { process, run->last[process], event->peer, TRUE, G_MAXUINT };
  g_autofree gint64 *key = make_key (process, event->peer);
  GQueue *queue = g_hash_table_lookup (run->sent, key);

  if (queue == NULL)
    {
      queue = g_queue_new ();
      g_hash_table_insert (run->sent, g_steal_pointer (&key), queue);
    }
  g_queue_push_tail (queue, GUINT_TO_POINTER (run->layout->marks->len));
  g_array_append_val (run->layout->marks, mark);
  run->last[process]++;
}

/* FALSE where there is no send yet; then with @anyhow it stands without. */
static gboolean
add_receive (Run *run, guint process, const RefrainTemplateEvent *event, gboolean anyhow)
{
  RefrainTemplateMark mark = { process, run->last[process], event->peer, FALSE, G_MAXUINT };
  g_autofree gint64 *key = make_key (event->peer, process);
  GQueue *queue = g_hash_table_lookup (run->sent, key);

  if (queue != NULL && !g_queue_is_empty (queue))
    {
      RefrainTemplateMark *send;

      mark.other = GPOINTER_TO_UINT (g_queue_pop_head (queue));
      send = &g_array_index (run->layout->marks, RefrainTemplateMark, mark.other);
      send->other = run->layout->marks->len;
      mark.step = MAX (mark.step, send->step + 1);
    }
  else if (!anyhow)
    {
      return FALSE;
    }
  g_array_append_val (run->layout->marks, mark);
  run->last[process] = mark.step + 1;
  return TRUE;
}

/* Places what @process does as far as that is known. */
static gboolean
advance (Run *run, guint process, gboolean anyhow)
{
  const GArray *events = run->events[process];
  const guint before = run->next[process];

  for (; run->next[process] < events->len; run->next[process]++)
    {
      const RefrainTemplateEvent *event
          = &g_array_index (events, RefrainTemplateEvent, run->next[process]);

      if (event->send)
        add_send (run, process, event);
      else if (!add_receive (run, process, event, anyhow && run->next[process] == before))
        break;
    }
  run->layout->n_steps = MAX (run->layout->n_steps, run->last[process]);
  return run->next[process] > before;
}

static void
place_all (Run *run)
{
  const guint n = run->layout->n_processes;

  for (;;)
    {
      gboolean any = FALSE;

      for (guint p = 0; p < n; p++)
        any |= advance (run, p, FALSE);
      for (guint p = 0; p < n && !any; p++)
        any = advance (run, p, TRUE);
      if (!any)
        return;
    }
}

RefrainTemplateLayout *
refrain_template_layout_new (const RefrainPatternTemplate *wanted)
{
  Run run = { 0 };
  guint n;

  g_return_val_if_fail (wanted != NULL, NULL);

  n = wanted->n_processes;
  if (refrain_pattern_template_count_events (wanted) > REFRAIN_TEMPLATE_LAYOUT_MAX_EVENTS)
    return NULL;
  run.layout = g_new0 (RefrainTemplateLayout, 1);
  run.layout->n_processes = n;
  run.layout->marks = g_array_new (FALSE, FALSE, sizeof (RefrainTemplateMark));
  run.events = g_new (GArray *, MAX (n, 1));
  run.next = g_new0 (guint, MAX (n, 1));
  run.last = g_new0 (guint, MAX (n, 1));
  run.sent
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_queue_free);
  for (guint p = 0; p < n; p++)
    run.events[p] = sort_events (wanted->events[p]);
  place_all (&run);
  for (guint p = 0; p < n; p++)
    g_array_unref (run.events[p]);
  refrain_free (run.events, run.next, run.last);
  g_hash_table_unref (run.sent);
  return run.layout;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_template_layout_free,
                             RefrainTemplateLayout,
                             g_array_unref (x->marks))

/* ---- By hand ---- */

RefrainPatternTemplate *
refrain_template_from_messages (guint n_processes, const RefrainDrawnMessage *messages, guint n)
{
  RefrainPatternTemplate *self;

  g_return_val_if_fail (messages != NULL || n == 0, NULL);

  self = refrain_pattern_template_new (n_processes, g_strdup (_ ("Drawn by hand")));
  for (guint i = 0; i < n; i++)
    {
      const RefrainDrawnMessage *m = &messages[i];

      g_return_val_if_fail (m->from < n_processes && m->to < n_processes, self);
      refrain_pattern_template_add (self, m->from, TRUE, m->to, self->events[m->from]->len);
      refrain_pattern_template_add (self, m->to, FALSE, m->from, self->events[m->to]->len);
    }
  return self;
}
