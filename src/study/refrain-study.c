/* refrain-study.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A result is known by its analysis and the text of the options that it uses. The thread that makes
 * one holds no lock meanwhile; others that want the same wait, and take over when that one is
 * cancelled.
 */
#include "refrain-study.h"

#include "refrain-clocks-found.h"
#include "refrain-error.h"
#include "refrain-file-map.h"
#include "refrain-free.h"
#include "refrain-memory.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-pattern-names.h"
#include "refrain-study-table.h"
#include "refrain-trace-shares.h"

/* How soon who waits for another thread's result notices that it was cancelled, in µs. */
#define PATIENCE (20 * G_TIME_SPAN_MILLISECOND)

/* Of an analysis that is not measured so many are kept that nobody holds, each with other options.
 */
#define VARIANTS 4

/* A result, or that it is being made. */
typedef struct
{
  RefrainAnalysis analysis;
  RefrainStudyOptions *options; /* that it was made with */
  GObject *result;              /* NULL while it is made */
  GThread *maker;
  guint64 used; /* when it was asked for last */
  gsize bytes;
} Entry;

struct _RefrainStudy
{
  GObject parent_instance;

  RefrainTrace *trace;
  GMutex mutex; /* guards all below */
  GCond changed;
  GHashTable *entries; /* by text */
  RefrainStudyOptions *options;
  GHashTable *names; /* never changed, but for another one */
  guint64 clock;     /* counts what is asked */
  guint64 budget;
  guint made[REFRAIN_N_ANALYSES], again[REFRAIN_N_ANALYSES];
  GHashTable *known; /* texts of what was made */
};

REFRAIN_DEFINE_NOTIFIER (RefrainStudy, refrain_study, finalize, "options")

REFRAIN_DEFINE_FREE (entry_free, Entry, g_clear_object (&x->result);
                     refrain_study_options_unref (x->options))

static char *
make_key (RefrainAnalysis analysis, const RefrainStudyOptions *options)
{
  g_autofree char *text
      = refrain_study_options_describe (options, refrain_study_table[analysis].uses);

  return g_strdup_printf ("%s%s", refrain_study_table[analysis].name, text);
}

/* Whether others than the study hold @result. */
static gboolean
is_held (GObject *result)
{
  return g_atomic_int_get (&result->ref_count) > 1;
}

/* The key of what only the study holds and was asked for longest ago, of @analysis or
 * (REFRAIN_N_ANALYSES) of those that are measured; NULL for none. */
static const char *
find_oldest (RefrainStudy *self, RefrainAnalysis analysis)
{
  const char *oldest = NULL;
  guint64 used = G_MAXUINT64;
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const Entry *entry = value;
      const RefrainStudyEntry *how = &refrain_study_table[entry->analysis];

      if (entry->result != NULL && entry->used < used
          && (entry->analysis == analysis
              || (analysis == REFRAIN_N_ANALYSES && how->measure != NULL))
          && !is_held (entry->result))
        {
          used = entry->used;
          oldest = key;
        }
    }
  return oldest;
}

/* Takes results away that only the study holds, those asked for longest ago first: of those that
 * are measured until the rest fits, of @analysis, which may be none of these, until few are left.
 */
static void
keep_budget (RefrainStudy *self, RefrainAnalysis analysis)
{
  guint64 sum = 0;
  guint n = 0;
  GHashTableIter iter;
  gpointer value;
  const char *oldest;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      sum += ((Entry *) value)->bytes;
      n += ((Entry *) value)->analysis == analysis;
    }
  while (sum > self->budget && (oldest = find_oldest (self, REFRAIN_N_ANALYSES)) != NULL)
    {
      sum -= ((Entry *) g_hash_table_lookup (self->entries, oldest))->bytes;
      g_hash_table_remove (self->entries, oldest);
    }
  if (analysis == REFRAIN_N_ANALYSES || refrain_study_table[analysis].measure != NULL)
    return;
  for (; n > VARIANTS && (oldest = find_oldest (self, analysis)) != NULL; n--)
    g_hash_table_remove (self->entries, oldest);
}

/* Waits a little until another thread changes something. */
static void
wait_for_others (RefrainStudy *self, GCancellable *cancellable)
{
  if (cancellable == NULL)
    g_cond_wait (&self->changed, &self->mutex);
  else
    g_cond_wait_until (&self->changed, &self->mutex, g_get_monotonic_time () + PATIENCE);
}

/* Most is found only by one who has the rows of all processes: a team that has them shared out
 * gives up. */
static gboolean
may_make (RefrainStudy *self, RefrainAnalysis analysis, GError **error)
{
  const RefrainShares *shares = refrain_trace_get_shares (self->trace);

  if (shares == NULL || refrain_study_is_shared (analysis))
    return TRUE;
  refrain_team_give_up (shares->team);
  return refrain_fail (error, REFRAIN_ERROR_UNSUPPORTED, "%s", refrain_study_table[analysis].name);
}

typedef struct
{
  RefrainStudy *self;
  const RefrainStudyEntry *how;
  const RefrainStudyAsk *ask;
  GError **error;
  gpointer result;
} Making;

static void
run_make (gpointer data)
{
  Making *making = data;

  making->result = making->how->make (making->self, making->ask, making->error);
}

/* Makes what @entry, which is in the table as @key, is to hold; gives a reference. Without the lock
 * meanwhile. */
static gpointer
make (RefrainStudy *self, Entry *entry, const char *key, const RefrainStudyAsk *ask, GError **error)
{
  const RefrainAnalysis analysis = entry->analysis;
  const RefrainStudyEntry *how = &refrain_study_table[analysis];
  Making making = { self, how, ask, error, NULL };
  gpointer result;
  gboolean left;

  g_mutex_unlock (&self->mutex);
  left = may_make (self, analysis, error) && !refrain_file_map_try (run_make, &making);
  g_mutex_lock (&self->mutex);
  result = left ? NULL : making.result;
  if (result == NULL)
    {
      g_hash_table_remove (self->entries, key);
    }
  else
    {
      self->made[analysis]++;
      self->again[analysis] += !g_hash_table_add (self->known, g_strdup (key));
      entry->result = g_object_ref (result);
      entry->bytes = how->measure != NULL ? how->measure (result) : 0;
      entry->maker = NULL;
      keep_budget (self, analysis);
    }
  g_cond_broadcast (&self->changed);
  if (left)
    {
      g_mutex_unlock (&self->mutex);
      refrain_file_map_leave ();
      g_mutex_lock (&self->mutex);
      g_clear_error (error);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "its file was lost");
    }
  return result;
}

gpointer
refrain_study_find (RefrainStudy *self,
                    RefrainAnalysis analysis,
                    const RefrainStudyAsk *asked,
                    GError **error)
{
  g_autoptr (RefrainStudyOptions) options = NULL;
  g_autofree char *key = NULL;
  RefrainStudyAsk ask = { 0 };
  gpointer result = NULL;

  g_return_val_if_fail (REFRAIN_IS_STUDY (self), NULL);
  g_return_val_if_fail (analysis < REFRAIN_N_ANALYSES, NULL);

  if (asked != NULL)
    ask = *asked;
  options = ask.options != NULL ? refrain_study_options_ref (ask.options)
                                : refrain_study_ref_options (self);
  ask.options = options;
  key = make_key (analysis, options);
  g_mutex_lock (&self->mutex);
  while (!g_cancellable_set_error_if_cancelled (ask.cancellable, error))
    {
      Entry *entry = g_hash_table_lookup (self->entries, key);

      if (entry == NULL)
        {
          entry = g_new0 (Entry, 1);
          entry->analysis = analysis;
          entry->options = refrain_study_options_ref (options);
          entry->maker = g_thread_self ();
          entry->used = ++self->clock;
          g_hash_table_insert (self->entries, g_strdup (key), entry);
          result = make (self, entry, key, &ask, error);
          break;
        }
      entry->used = ++self->clock;
      if (entry->result != NULL)
        {
          result = g_object_ref (entry->result);
          break;
        }
      /* An analysis that needs itself would wait for ever. */
      g_assert (entry->maker != g_thread_self ());
      wait_for_others (self, ask.cancellable);
    }
  g_mutex_unlock (&self->mutex);
  return result;
}

RefrainTrace *
refrain_study_find_trace (RefrainStudy *self, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainStudyOptions) options = NULL;
  g_autoptr (RefrainClocksFound) clocks = NULL;

  g_return_val_if_fail (REFRAIN_IS_STUDY (self), NULL);

  options = ask != NULL && ask->options != NULL ? refrain_study_options_ref (ask->options)
                                                : refrain_study_ref_options (self);
  if (!options->correct_clocks)
    return g_object_ref (self->trace);
  clocks = refrain_study_find (self, REFRAIN_ANALYSIS_CLOCKS, ask, error);
  return clocks != NULL ? g_object_ref (clocks->trace) : NULL;
}

gpointer
refrain_study_peek (RefrainStudy *self, RefrainAnalysis analysis, RefrainStudyOptions *options)
{
  g_autoptr (RefrainStudyOptions) own = NULL;
  g_autofree char *key = NULL;
  gpointer result = NULL;
  Entry *entry;

  g_return_val_if_fail (REFRAIN_IS_STUDY (self), NULL);
  g_return_val_if_fail (analysis < REFRAIN_N_ANALYSES, NULL);

  own = options != NULL ? refrain_study_options_ref (options) : refrain_study_ref_options (self);
  key = make_key (analysis, own);
  g_mutex_lock (&self->mutex);
  entry = g_hash_table_lookup (self->entries, key);
  if (entry != NULL && entry->result != NULL)
    result = g_object_ref (entry->result);
  g_mutex_unlock (&self->mutex);
  return result;
}

/* ---- Options -------------------------------------------------------------------------------- */

REFRAIN_GETTER (RefrainStudy, refrain_study, RefrainStudyOptions *, get_options, self->options)

RefrainStudyOptions *
refrain_study_ref_options (RefrainStudy *self)
{
  RefrainStudyOptions *options;

  g_return_val_if_fail (REFRAIN_IS_STUDY (self), NULL);

  g_mutex_lock (&self->mutex);
  options = refrain_study_options_ref (self->options);
  g_mutex_unlock (&self->mutex);
  return options;
}

static gboolean
is_same (const RefrainStudyOptions *a, const RefrainStudyOptions *b)
{
  g_autofree char *own = refrain_study_options_describe (a, REFRAIN_OPTIONS_ALL);
  g_autofree char *other = refrain_study_options_describe (b, REFRAIN_OPTIONS_ALL);

  return g_str_equal (own, other);
}

void
refrain_study_set_options (RefrainStudy *self, RefrainStudyOptions *options)
{
  RefrainStudyOptions *old;

  g_return_if_fail (REFRAIN_IS_STUDY (self));
  g_return_if_fail (options != NULL);

  if (options == self->options || is_same (options, self->options))
    return;
  g_mutex_lock (&self->mutex);
  old = self->options;
  self->options = refrain_study_options_ref (options);
  g_mutex_unlock (&self->mutex);
  refrain_study_options_unref (old);
  g_object_notify (G_OBJECT (self), "options");
}

void
refrain_study_set_names (RefrainStudy *self, GHashTable *names)
{
  GHashTable *old;

  g_return_if_fail (REFRAIN_IS_STUDY (self));

  g_mutex_lock (&self->mutex);
  old = self->names;
  self->names = refrain_pattern_names_copy (names);
  g_mutex_unlock (&self->mutex);
  g_hash_table_unref (old);
}

void
refrain_study_apply_names (RefrainStudy *self, RefrainComposites *composites)
{
  g_autoptr (GHashTable) names = NULL;

  g_return_if_fail (REFRAIN_IS_STUDY (self));

  g_mutex_lock (&self->mutex);
  names = g_hash_table_ref (self->names);
  g_mutex_unlock (&self->mutex);
  refrain_pattern_names_apply (names, composites);
}

/* ---- The object ----------------------------------------------------------------------------- */

void
refrain_study_set_budget (RefrainStudy *self, guint64 bytes)
{
  g_return_if_fail (REFRAIN_IS_STUDY (self));

  g_mutex_lock (&self->mutex);
  self->budget = bytes;
  keep_budget (self, REFRAIN_N_ANALYSES);
  g_mutex_unlock (&self->mutex);
}

guint
refrain_study_count_again (RefrainStudy *self, RefrainAnalysis analysis)
{
  guint n;

  g_return_val_if_fail (REFRAIN_IS_STUDY (self), 0);
  g_return_val_if_fail (analysis < REFRAIN_N_ANALYSES, 0);

  g_mutex_lock (&self->mutex);
  n = self->again[analysis];
  g_mutex_unlock (&self->mutex);
  return n;
}

guint
refrain_study_count_made (RefrainStudy *self, RefrainAnalysis analysis)
{
  guint n;

  g_return_val_if_fail (REFRAIN_IS_STUDY (self), 0);
  g_return_val_if_fail (analysis < REFRAIN_N_ANALYSES, 0);

  g_mutex_lock (&self->mutex);
  n = self->made[analysis];
  g_mutex_unlock (&self->mutex);
  return n;
}

const char *
refrain_analysis_get_name (RefrainAnalysis analysis)
{
  g_return_val_if_fail (analysis < REFRAIN_N_ANALYSES, NULL);
  return refrain_study_table[analysis].name;
}

REFRAIN_GETTER (RefrainStudy, refrain_study, RefrainTrace *, get_trace, self->trace)

static void
refrain_study_finalize (RefrainStudy *self)
{
  g_hash_table_unref (self->entries);
  g_hash_table_unref (self->known);
  refrain_study_options_unref (self->options);
  g_hash_table_unref (self->names);
  g_clear_object (&self->trace);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->mutex);
}

static void
refrain_study_init (RefrainStudy *self)
{
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->options = refrain_study_options_new ();
  self->names = refrain_pattern_names_new ();
  self->budget = refrain_memory_get_budget () / 2;
}

RefrainStudy *
refrain_study_new (RefrainTrace *trace)
{
  RefrainStudy *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  self = g_object_new (REFRAIN_TYPE_STUDY, NULL);
  self->trace = g_object_ref (trace);
  return self;
}
