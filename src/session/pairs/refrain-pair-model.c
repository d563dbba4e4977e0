/* refrain-pair-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One job collects both what is lit and the order in which it is walked through.
 */
#include "config.h"
#include "refrain-pair-model.h"

#include <glib/gi18n.h>
#include <stdio.h>

/* Between two looks at the cancellable. */
#define OPS_PER_CHECK 65536

/* What of two processes is lit up. */
typedef enum
{
  MESSAGES,
  WAITS,
  EDGE, /* messages both ways */
  N_PAIRS
} PairKind;

struct _RefrainPairModel
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainSubjects *subjects;
};

G_DEFINE_FINAL_TYPE (RefrainPairModel, refrain_pair_model, G_TYPE_OBJECT)

enum
{
  PROP_SELECTED = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

typedef struct
{
  PairKind kind;
  RefrainTrace *trace;
  RefrainWaits *waits; /* or NULL */
  RefrainMessageFilter filter;
  guint source, destination;
} Pair;

static void
pair_free (gpointer data)
{
  Pair *pair = data;

  g_object_unref (pair->trace);
  g_clear_object (&pair->waits);
  g_free (pair);
}

static void select_pair (RefrainPairModel *self,
                         PairKind kind,
                         RefrainWaits *waits,
                         guint source,
                         guint destination,
                         const RefrainMessageFilter *filter);

/* ---- Collecting ------------------------------------------------------------------------------ */

static void
add_stop (RefrainSubjectFound *found, const RefrainSubjectStop *stop)
{
  refrain_op_set_add (found->ops, stop->process, stop->row);
  if (stop->other != REFRAIN_NONE)
    refrain_op_set_add (found->ops, stop->other_process, stop->other);
  g_array_append_val (found->stops, *stop);
}

/* The messages that @source sends to @destination. */
static void
collect_messages (const Pair *pair,
                  guint source,
                  guint destination,
                  RefrainSubjectFound *found,
                  GCancellable *cancellable)
{
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (pair->trace, source));

  for (gsize i = 0; i < ops->n; i++)
    {
      const RefrainSubjectStop stop
          = { ops->time[i], source, (guint32) i, destination, ops->partner[i], REFRAIN_PICK_OP };

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] == (gint32) destination
          && refrain_message_filter_passes (&pair->filter, ops, i))
        add_stop (found, &stop);
    }
}

static void
collect_waits (const Pair *pair, RefrainSubjectFound *found, GCancellable *cancellable)
{
  const RefrainWaitColumns *columns = refrain_waits_get_columns (pair->waits, pair->destination);

  for (gsize i = 0; i < columns->n; i++)
    {
      RefrainSubjectStop stop
          = { .process = pair->destination, .row = (guint32) i, .kind = REFRAIN_PICK_OP };
      RefrainTime end;

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (columns->waiting[i] > 0
          && refrain_waits_get_span (pair->waits, pair->destination, i, &stop.time, &end)
          && refrain_waits_get_culprit (pair->waits, pair->destination, i, &stop.other_process,
                                        &stop.other)
          && stop.other_process == pair->source)
        add_stop (found, &stop);
    }
}

static gboolean
subject_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  const Pair *pair = refrain_subject_get_data (subject);

  found->ops = refrain_op_set_new (pair->trace);
  found->stops = g_array_new (FALSE, FALSE, sizeof (RefrainSubjectStop));
  if (pair->kind == WAITS)
    collect_waits (pair, found, cancellable);
  else
    collect_messages (pair, pair->source, pair->destination, found, cancellable);
  if (pair->kind == EDGE && pair->source != pair->destination)
    collect_messages (pair, pair->destination, pair->source, found, cancellable);
  /* Threads of a process come one after the other. */
  g_array_sort (found->stops, refrain_subject_compare_stops);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* ---- As a subject ---------------------------------------------------------------------------- */

static char *
subject_get_words (const RefrainSubject *subject)
{
  const Pair *pair = refrain_subject_get_data (subject);

  if (pair->kind == WAITS)
    return g_strdup_printf (_ ("Process %u waits for %u"), pair->destination, pair->source);
  return g_strdup_printf (pair->kind == EDGE ? _ ("Processes %u and %u") : _ ("Process %u → %u"),
                          pair->source, pair->destination);
}

static char *
subject_make_token (const RefrainSubject *subject)
{
  const Pair *pair = refrain_subject_get_data (subject);

  return g_strdup_printf ("%u %u %d %d %u", pair->source, pair->destination, pair->filter.first_tag,
                          pair->filter.last_tag, pair->filter.communicator);
}

static gboolean
take_token (RefrainPairModel *self, const char *token, PairKind kind)
{
  RefrainMessageFilter filter;
  guint source, destination;

  if (sscanf (token, "%u %u %d %d %u", &source, &destination, &filter.first_tag, &filter.last_tag,
              &filter.communicator)
          != 5
      || MAX (source, destination) >= refrain_trace_get_n_processes (self->trace))
    return FALSE;
  select_pair (self, kind, NULL, source, destination, &filter);
  return TRUE;
}

static gboolean
take_messages (gpointer owner, const char *token)
{
  return take_token (owner, token, MESSAGES);
}

static gboolean
take_edge (gpointer owner, const char *token)
{
  return take_token (owner, token, EDGE);
}

#define KIND                                                                                       \
  .find = subject_find, .get_words = subject_get_words, .free_data = pair_free,                    \
  .selected = "selected", .flags = REFRAIN_SUBJECT_NEVER_EMPTY

static const RefrainSubjectKind kinds[N_PAIRS] = {
  [MESSAGES] = { KIND, .name = "messages", .step = N_ ("light up messages"),
                 .job = N_ ("Lighting up messages"), .one = N_ ("message"), .many = N_ ("messages"),
                 .make_token = subject_make_token, .take_token = take_messages },
  [WAITS] = { KIND, .name = "waits", .step = N_ ("light up waits"),
              .job = N_ ("Lighting up who waits"), .one = N_ ("wait"), .many = N_ ("waits") },
  [EDGE] = { KIND, .name = "edge", .step = N_ ("select edge"), .job = N_ ("Lighting up messages"),
             .one = N_ ("message"), .many = N_ ("messages"), .make_token = subject_make_token,
             .take_token = take_edge },
};

static void
select_pair (RefrainPairModel *self,
             PairKind kind,
             RefrainWaits *waits,
             guint source,
             guint destination,
             const RefrainMessageFilter *filter)
{
  Pair *pair;

  g_return_if_fail (REFRAIN_IS_PAIR_MODEL (self));
  g_return_if_fail (source < refrain_trace_get_n_processes (self->trace));
  g_return_if_fail (destination < refrain_trace_get_n_processes (self->trace));

  pair = g_new0 (Pair, 1);
  pair->kind = kind;
  pair->trace = g_object_ref (self->trace);
  pair->waits = waits != NULL ? g_object_ref (waits) : NULL;
  pair->filter = filter != NULL ? *filter : REFRAIN_MESSAGE_FILTER_ALL;
  pair->source = source;
  pair->destination = destination;
  refrain_subjects_take (self->subjects, refrain_subject_new (&kinds[kind], self, pair));
}

void
refrain_pair_model_select (RefrainPairModel *self,
                           guint source,
                           guint destination,
                           const RefrainMessageFilter *filter)
{
  select_pair (self, MESSAGES, NULL, source, destination, filter);
}

void
refrain_pair_model_select_waits (RefrainPairModel *self,
                                 RefrainWaits *waits,
                                 guint culprit,
                                 guint victim)
{
  g_return_if_fail (REFRAIN_IS_WAITS (waits));
  select_pair (self, WAITS, waits, culprit, victim, NULL);
}

void
refrain_pair_model_select_edge (RefrainPairModel *self, guint a, guint b)
{
  select_pair (self, EDGE, NULL, a, b, NULL);
}

static const Pair *
get_pair (RefrainPairModel *self, PairKind kind)
{
  return refrain_subjects_get_data (self->subjects, &kinds[kind], self);
}

gboolean
refrain_pair_model_get_selected (RefrainPairModel *self, guint *source, guint *destination)
{
  const Pair *pair;

  g_return_val_if_fail (REFRAIN_IS_PAIR_MODEL (self), FALSE);

  pair = get_pair (self, MESSAGES);
  if (pair == NULL)
    pair = get_pair (self, WAITS);
  if (pair == NULL)
    return FALSE;
  if (source != NULL)
    *source = pair->source;
  if (destination != NULL)
    *destination = pair->destination;
  return TRUE;
}

gboolean
refrain_pair_model_is_waits (RefrainPairModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PAIR_MODEL (self), FALSE);
  return get_pair (self, WAITS) != NULL;
}

gboolean
refrain_pair_model_is_edge (RefrainPairModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PAIR_MODEL (self), FALSE);
  return get_pair (self, EDGE) != NULL;
}

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_pair_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SELECTED)
    g_value_set_boolean (value,
                         refrain_pair_model_get_selected (REFRAIN_PAIR_MODEL (object), NULL, NULL));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
refrain_pair_model_dispose (GObject *object)
{
  RefrainPairModel *self = REFRAIN_PAIR_MODEL (object);

  g_clear_object (&self->subjects);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (refrain_pair_model_parent_class)->dispose (object);
}

static void
refrain_pair_model_class_init (RefrainPairModelClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = refrain_pair_model_get_property;
  G_OBJECT_CLASS (klass)->dispose = refrain_pair_model_dispose;
  properties[PROP_SELECTED]
      = g_param_spec_boolean ("selected", NULL, NULL, FALSE,
                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
}

static void
refrain_pair_model_init (RefrainPairModel *self)
{
}

RefrainPairModel *
refrain_pair_model_new (RefrainTrace *trace, RefrainSubjects *subjects)
{
  RefrainPairModel *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (subjects), NULL);

  self = g_object_new (REFRAIN_TYPE_PAIR_MODEL, NULL);
  self->trace = g_object_ref (trace);
  self->subjects = g_object_ref (subjects);
  for (guint i = 0; i < N_PAIRS; i++)
    refrain_subjects_add_kind (subjects, &kinds[i], self);
  return self;
}
