/* refrain-matches.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Holds a list as long as it has the light of the selection.
 */
#include "config.h"
#include "refrain-matches.h"

#include "refrain-search.h"

struct _RefrainMatches
{
  GObject parent_instance;

  RefrainSelection *selection;
  RefrainMatchList *list; /* while it has the light; or NULL */
  gint64 current;         /* -1: none */
};

G_DEFINE_FINAL_TYPE (RefrainMatches, refrain_matches, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_LIST,
  PROP_CURRENT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* Nothing was gone to. */
static void
clear_place (RefrainMatches *self)
{
  if (self->current >= 0)
    refrain_selection_set_current (self->selection, NULL);
  self->current = -1;
}

static void
set_place (RefrainMatches *self, guint place)
{
  const RefrainMatchOccurrence *match;
  g_autoptr (RefrainOpSet) ops = NULL;

  if (self->current == place)
    return;
  match = refrain_match_list_get_occurrence (self->list, place);
  ops = refrain_occurrence_get_op_set (refrain_match_list_get_symbols (self->list),
                                       refrain_match_list_get_parts (self->list, match),
                                       match->n_parts);
  self->current = place;
  refrain_selection_set_current (self->selection, ops);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CURRENT]);
}

/* Somebody lit up something else. */
static void
on_source (RefrainMatches *self)
{
  if (self->list == NULL || refrain_selection_get_source (self->selection) == self)
    return;
  g_clear_object (&self->list);
  self->current = -1;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIST]);
}

RefrainMatches *
refrain_matches_new (RefrainSelection *selection)
{
  RefrainMatches *self;

  g_return_val_if_fail (REFRAIN_IS_SELECTION (selection), NULL);

  self = g_object_new (REFRAIN_TYPE_MATCHES, NULL);
  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "notify::source", G_CALLBACK (on_source), self,
                           G_CONNECT_SWAPPED);
  return self;
}

RefrainMatchList *
refrain_matches_get_list (RefrainMatches *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATCHES (self), NULL);
  return self->list;
}

void
refrain_matches_set_list (RefrainMatches *self, RefrainMatchList *list)
{
  g_return_if_fail (REFRAIN_IS_MATCHES (self));
  g_return_if_fail (list == NULL || REFRAIN_IS_MATCH_LIST (list));

  if (self->list == list)
    return;
  g_set_object (&self->list, list);
  clear_place (self);
  refrain_selection_light (self->selection,
                           list != NULL ? refrain_match_list_get_op_set (list) : NULL,
                           list != NULL ? self : NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIST]);
}

gboolean
refrain_matches_get_current (RefrainMatches *self, guint *place)
{
  g_return_val_if_fail (REFRAIN_IS_MATCHES (self), FALSE);

  if (self->current < 0)
    return FALSE;
  if (place != NULL)
    *place = (guint) self->current;
  return TRUE;
}

void
refrain_matches_set_current (RefrainMatches *self, guint place)
{
  g_return_if_fail (REFRAIN_IS_MATCHES (self));
  g_return_if_fail (self->list != NULL
                    && place < g_list_model_get_n_items (G_LIST_MODEL (self->list)));
  set_place (self, place);
}

/* How many places begin before @from. */
static guint
count_before (RefrainMatches *self, RefrainTime from)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  return (guint) REFRAIN_LOWER_BOUND (
      i, 0, n, refrain_match_list_get_occurrence (self->list, (guint) i)->start < from);
}

gboolean
refrain_matches_step (RefrainMatches *self, int direction, RefrainTime from)
{
  guint n, before;

  g_return_val_if_fail (REFRAIN_IS_MATCHES (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);

  n = self->list != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->list)) : 0;
  if (n == 0)
    return FALSE;
  if (self->current < 0)
    {
      before = count_before (self, from);
      set_place (self, direction > 0 ? before % n : (before + n - 1) % n);
    }
  else
    set_place (self, (guint) ((self->current + n + direction) % n));
  return TRUE;
}

/* ---- Object ---- */

static void
refrain_matches_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainMatches *self = REFRAIN_MATCHES (object);

  switch (id)
    {
    case PROP_LIST:
      g_value_set_object (value, self->list);
      break;
    case PROP_CURRENT:
      g_value_set_int64 (value, self->current);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_matches_finalize (GObject *object)
{
  RefrainMatches *self = REFRAIN_MATCHES (object);

  g_clear_object (&self->list);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (refrain_matches_parent_class)->finalize (object);
}

static void
refrain_matches_class_init (RefrainMatchesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = refrain_matches_get_property;
  object_class->finalize = refrain_matches_finalize;
  properties[PROP_LIST] = g_param_spec_object ("list", NULL, NULL, REFRAIN_TYPE_MATCH_LIST, flags);
  properties[PROP_CURRENT] = g_param_spec_int64 ("current", NULL, NULL, -1, G_MAXINT64, -1, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
refrain_matches_init (RefrainMatches *self)
{
  self->current = -1;
}
