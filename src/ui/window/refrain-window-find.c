/* refrain-window-find.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was found may lie on processes that are hidden: then the window offers to show them.
 */
#include "refrain-compare.h"
#include "refrain-object.h"
#include "refrain-window-private.h"

#include <glib/gi18n.h>

/* One byte for each process: whether it is hidden, and what was found or gone to lies there. */
static guint8 *
find_hidden (RefrainSession *session, guint *n_hidden)
{
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainTrace *trace = refrain_session_get_trace (session);
  RefrainOpSet *lit = refrain_selection_get_highlight (selection);
  const RefrainPick *pick = refrain_selection_get_pick (selection);
  const guint n = refrain_trace_get_n_processes (trace);
  guint8 *found = g_new0 (guint8, MAX (n, 1));
  const guint *shown;
  gsize n_shown;

  refrain_hits_mark_processes (refrain_session_get_hits (session), found);
  for (guint p = 0; p < n && lit != NULL; p++)
    {
      const gsize n_ops = refrain_trace_get_ops (trace, p)->n;

      found[p] |= refrain_op_set_find_next (lit, p, 0, n_ops) < n_ops;
    }
  if (pick->kind != REFRAIN_PICK_NONE && pick->process < n)
    found[pick->process] = 1;
  shown = refrain_selection_get_processes (selection, &n_shown);
  for (gsize i = 0; i < n_shown; i++)
    found[shown[i]] = 0;
  *n_hidden = 0;
  for (guint p = 0; p < n; p++)
    *n_hidden += found[p];
  return found;
}

static void
offer (RefrainWindow *self, RefrainSession *session)
{
  g_autofree guint8 *found = NULL;
  g_autofree char *text = NULL;
  AdwToast *toast;
  guint n, first = 0;

  found = find_hidden (session, &n);
  if (n == 0)
    return;
  while (found[first] == 0)
    first++;
  text = n == 1 ? g_strdup_printf (_ ("Process %u, which has some of it, is hidden."), first)
                : g_strdup_printf (_ ("%u processes that have some of it are hidden."), n);
  toast = refrain_window_replace_toast (self, text);
  adw_toast_set_button_label (toast, _ ("_Show"));
  adw_toast_set_action_name (toast, "win.show-found-processes");
  adw_toast_set_timeout (toast, 10);
}

void
refrain_window_offer_hidden (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);

  if (session == NULL)
    return;
  /* Lighting up may take a moment: then the light tells. */
  self->offers_hidden
      = refrain_selection_get_highlight (refrain_session_get_selection (session)) == NULL;
  offer (self, session);
}

static void
on_lit (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);

  if (!self->offers_hidden || session == NULL
      || refrain_selection_get_highlight (refrain_session_get_selection (session)) == NULL)
    return;
  self->offers_hidden = FALSE;
  offer (self, session);
}

/* A hit, occurrence or operation was gone to that cannot be seen. */
static void
on_pick (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);
  const RefrainPick *pick;
  const guint *shown;
  gsize n;

  if (session == NULL)
    return;
  pick = refrain_selection_get_pick (refrain_session_get_selection (session));
  if (pick->kind == REFRAIN_PICK_NONE || pick->kind == REFRAIN_PICK_CHANNEL)
    return;
  shown = refrain_selection_get_processes (refrain_session_get_selection (session), &n);
  for (gsize i = 0; i < n; i++)
    if (shown[i] == pick->process)
      return;
  offer (self, session);
}

/* Those that are shown stand by rank, unless the session has an order or the user made one. */
static gboolean
stand_by_rank (const guint *shown, gsize n)
{
  for (gsize i = 1; i < n; i++)
    if (shown[i - 1] > shown[i])
      return FALSE;
  return TRUE;
}

static void
show_found (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = refrain_window_get_session (data);
  g_autofree guint8 *found = NULL;
  g_autoptr (GArray) processes = g_array_new (FALSE, FALSE, sizeof (guint));
  const guint *shown;
  gsize n_shown;
  guint n;

  if (session == NULL)
    return;
  found = find_hidden (session, &n);
  shown = refrain_selection_get_processes (refrain_session_get_selection (session), &n_shown);
  if (n_shown > 0)
    g_array_append_vals (processes, shown, (guint) n_shown);
  for (guint p = 0; p < refrain_trace_get_n_processes (refrain_session_get_trace (session)); p++)
    if (found[p] != 0)
      g_array_append_val (processes, p);
  if (stand_by_rank (shown, n_shown))
    g_array_sort (processes, refrain_compare_uint32);
  refrain_selection_set_processes (refrain_session_get_selection (session),
                                   (const guint *) (gpointer) processes->data, processes->len);
}

void
refrain_window_connect_find (RefrainWindow *self, RefrainSession *session)
{
  RefrainSelection *selection;

  self->offers_hidden = FALSE;
  if (session == NULL)
    return;
  selection = refrain_session_get_selection (session);
  refrain_connect (selection, "notify::highlight", on_lit, self);
  refrain_connect (selection, "notify::pick", on_pick, self);
}

void
refrain_window_init_find_actions (RefrainWindow *self)
{
  static const GActionEntry entries[]
      = { { .name = "show-found-processes", .activate = show_found } };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
