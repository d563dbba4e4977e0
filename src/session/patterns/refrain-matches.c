/* refrain-matches.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Has a list as long as it has the light.
 */
#include "config.h"
#include "refrain-matches.h"

#include <glib/gi18n.h>

struct _RefrainMatches
{
  GObject parent_instance;

  RefrainSubjects *subjects;
};

G_DEFINE_FINAL_TYPE (RefrainMatches, refrain_matches, G_TYPE_OBJECT)

enum
{
  PROP_LIST = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* ---- The places as a subject: its data is the list ---- */

static RefrainMatchList *
get_list (const RefrainSubject *subject)
{
  return (RefrainMatchList *) refrain_subject_get_data (subject);
}

static char *
subject_get_words (const RefrainSubject *subject)
{
  return g_strdup (_ ("Places alike"));
}

static gboolean
subject_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  found->ops = refrain_op_set_ref (refrain_match_list_get_op_set (get_list (subject)));
  return TRUE;
}

static gsize
subject_count (const RefrainSubject *subject)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_list (subject)));
}

static RefrainOpSet *
subject_make_ops (const RefrainSubject *subject, gsize i)
{
  RefrainMatchList *list = get_list (subject);
  const RefrainMatchOccurrence *match = refrain_match_list_get_occurrence (list, (guint) i);

  return refrain_occurrence_get_op_set (refrain_match_list_get_symbols (list),
                                        refrain_match_list_get_parts (list, match), match->n_parts);
}

static gboolean
subject_get_span (const RefrainSubject *subject, gsize i, RefrainTime *start, RefrainTime *end)
{
  const RefrainMatchOccurrence *match
      = refrain_match_list_get_occurrence (get_list (subject), (guint) i);

  *start = match->start;
  *end = match->end;
  return TRUE;
}

static const RefrainSubjectKind subject_kind = {
  .name = "alike",
  .step = N_ ("light up places alike"),
  .one = N_ ("place"),
  .many = N_ ("places"),
  .selected = "list",
  .get_words = subject_get_words,
  .find = subject_find,
  .count = subject_count,
  .get_span = subject_get_span,
  .make_ops = subject_make_ops,
  .free_data = g_object_unref,
};

RefrainMatchList *
refrain_matches_get_list (RefrainMatches *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATCHES (self), NULL);
  return (RefrainMatchList *) refrain_subjects_get_data (self->subjects, &subject_kind, self);
}

void
refrain_matches_set_list (RefrainMatches *self, RefrainMatchList *list)
{
  g_return_if_fail (REFRAIN_IS_MATCHES (self));
  g_return_if_fail (list == NULL || REFRAIN_IS_MATCH_LIST (list));

  if (list == NULL)
    refrain_subjects_put_out (self->subjects, self);
  else if (refrain_matches_get_list (self) != list)
    refrain_subjects_take (self->subjects,
                           refrain_subject_new (&subject_kind, self, g_object_ref (list)));
}

/* ---- Object ---- */

RefrainMatches *
refrain_matches_new (RefrainSubjects *subjects)
{
  RefrainMatches *self;

  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (subjects), NULL);

  self = g_object_new (REFRAIN_TYPE_MATCHES, NULL);
  self->subjects = g_object_ref (subjects);
  return self;
}

static void
refrain_matches_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_LIST)
    g_value_set_object (value, refrain_matches_get_list (REFRAIN_MATCHES (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
refrain_matches_finalize (GObject *object)
{
  g_clear_object (&REFRAIN_MATCHES (object)->subjects);
  G_OBJECT_CLASS (refrain_matches_parent_class)->finalize (object);
}

static void
refrain_matches_class_init (RefrainMatchesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = refrain_matches_get_property;
  object_class->finalize = refrain_matches_finalize;
  properties[PROP_LIST]
      = g_param_spec_object ("list", NULL, NULL, REFRAIN_TYPE_MATCH_LIST,
                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
refrain_matches_init (RefrainMatches *self)
{
}
