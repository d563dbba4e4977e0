/* refrain-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finding patterns, and their names. Selecting them is in refrain-patterns-selection.c.
 */
#include "config.h"
#include "refrain-patterns-private.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (RefrainPatterns, refrain_patterns, G_TYPE_OBJECT)

static GParamSpec *properties[REFRAIN_PATTERNS_N_PROPERTIES];

void
refrain_patterns_notify (RefrainPatterns *self, RefrainPatternsProperty property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

RefrainPatterns *
refrain_patterns_new (RefrainTrace *trace, RefrainTaskRunner *runner, RefrainSelection *selection)
{
  RefrainPatterns *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (runner), NULL);
  g_return_val_if_fail (REFRAIN_IS_SELECTION (selection), NULL);

  self = g_object_new (REFRAIN_TYPE_PATTERNS, NULL);
  self->trace = g_object_ref (trace);
  self->runner = g_object_ref (runner);
  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "notify::source", G_CALLBACK (refrain_patterns_on_source),
                           self, G_CONNECT_SWAPPED);
  return self;
}

/* ---- Names ---- */

char *
refrain_patterns_make_key (RefrainPattern *pattern, RefrainSymbols *symbols)
{
  g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
  const RefrainPatternPart *parts;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PATTERN (pattern), NULL);
  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);

  parts = refrain_pattern_get_parts (pattern, &n);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *process = g_strdup_printf ("%u:", parts[i].process);

      g_checksum_update (digest, (const guchar *) process, -1);
      for (gsize k = 0; k < parts[i].n; k++)
        {
          g_autofree char *event = refrain_symbols_describe_from (symbols, parts[i].symbol[k], 0);
          g_autofree char *text = g_strdup_printf ("%s x%u;", event, parts[i].count[k]);

          g_checksum_update (digest, (const guchar *) text, -1);
        }
    }
  return g_strdup (g_checksum_get_string (digest));
}

/* O(events of all patterns) where there are names at all. */
static void
apply_names (RefrainPatternSet *set, GHashTable *names)
{
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);

  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set) && g_hash_table_size (names) > 0;
       i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      g_autofree char *key = refrain_patterns_make_key (pattern, symbols);

      refrain_pattern_set_name (pattern, g_hash_table_lookup (names, key));
    }
}

static GHashTable *
copy_names (GHashTable *names)
{
  GHashTable *copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer key, name;

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &key, &name))
    g_hash_table_insert (copy, g_strdup (key), g_strdup (name));
  return copy;
}

GHashTable *
refrain_patterns_get_names (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  return self->names;
}

void
refrain_patterns_set_names (RefrainPatterns *self, GHashTable *names)
{
  g_return_if_fail (REFRAIN_IS_PATTERNS (self));
  g_return_if_fail (names != NULL);

  g_hash_table_unref (self->names);
  self->names = copy_names (names);
  if (self->set != NULL)
    apply_names (self->set, self->names);
  refrain_patterns_notify (self, REFRAIN_PATTERNS_NAMES);
}

void
refrain_patterns_rename (RefrainPatterns *self, guint32 index, const char *name)
{
  RefrainPattern *pattern;
  g_autofree char *key = NULL;

  g_return_if_fail (REFRAIN_IS_PATTERNS (self));
  g_return_if_fail (self->set != NULL && index < refrain_pattern_set_get_n_patterns (self->set));

  pattern = refrain_pattern_set_get_pattern (self->set, index);
  key = refrain_patterns_make_key (pattern, refrain_pattern_set_get_symbols (self->set));
  if (name != NULL && *name == '\0')
    name = NULL;
  if (g_strcmp0 (name, g_hash_table_lookup (self->names, key)) == 0)
    return;
  if (name != NULL)
    g_hash_table_insert (self->names, g_steal_pointer (&key), g_strdup (name));
  else
    g_hash_table_remove (self->names, key);
  refrain_pattern_set_name (pattern, name);
  refrain_patterns_notify (self, REFRAIN_PATTERNS_NAMES);
}

/* ---- Finding ---- */

typedef struct
{
  RefrainTrace *trace;
  GStrv wrappers;
  GHashTable *names;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->trace);
  g_strfreev (work->wrappers);
  g_hash_table_unref (work->names);
  g_free (work);
}

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;
  RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  RefrainPatternSet *set;

  options.wrappers = (const char *const *) work->wrappers;
  set = refrain_pattern_set_new (work->trace, &options, refrain_job_get_cancellable (job),
                                 refrain_job_report, job, error);
  if (set != NULL)
    apply_names (set, work->names);
  return set;
}

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPatterns *self = data;
  g_autoptr (RefrainPatternSet) set = result;

  /* Another one may be on its way already. */
  if (job != self->job)
    return;
  g_clear_object (&self->job);
  g_clear_pointer (&self->problem, g_free);
  if (set != NULL)
    {
      refrain_patterns_select (self, NULL, 0);
      g_set_object (&self->set, set);
      refrain_patterns_notify (self, REFRAIN_PATTERNS_SET);
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    self->problem = g_strdup (_ ("It was cancelled."));
  else
    self->problem = g_strdup (error->message);
  refrain_patterns_notify (self, REFRAIN_PATTERNS_RUNNING);
}

void
refrain_patterns_find (RefrainPatterns *self)
{
  RefrainJob *job;
  Work *work;

  g_return_if_fail (REFRAIN_IS_PATTERNS (self));

  if (self->job != NULL)
    refrain_job_cancel (self->job);
  work = g_new0 (Work, 1);
  work->trace = g_object_ref (self->trace);
  work->wrappers = g_strdupv (self->wrappers);
  work->names = copy_names (self->names);
  job = refrain_task_runner_start (self->runner, _ ("Finding patterns"), find_in_thread, work,
                                   work_free, g_object_unref, G_OBJECT (self), on_found, self);
  g_set_object (&self->job, job);
  refrain_patterns_notify (self, REFRAIN_PATTERNS_RUNNING);
}

gboolean
refrain_patterns_is_running (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), FALSE);
  return self->job != NULL;
}

RefrainPatternSet *
refrain_patterns_get_set (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  return self->set;
}

const char *
refrain_patterns_get_problem (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  return self->problem;
}

const char *const *
refrain_patterns_get_wrappers (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  return (const char *const *) self->wrappers;
}

void
refrain_patterns_set_wrappers (RefrainPatterns *self, const char *const *wrappers)
{
  g_return_if_fail (REFRAIN_IS_PATTERNS (self));

  if (wrappers == NULL && self->wrappers == NULL)
    return;
  if (wrappers != NULL && self->wrappers != NULL
      && g_strv_equal (wrappers, (const char *const *) self->wrappers))
    return;
  g_strfreev (self->wrappers);
  self->wrappers = g_strdupv ((GStrv) wrappers);
  refrain_patterns_notify (self, REFRAIN_PATTERNS_WRAPPERS);
}

/* ---- Object ---- */

static void
refrain_patterns_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainPatterns *self = REFRAIN_PATTERNS (object);

  switch ((RefrainPatternsProperty) id)
    {
    case REFRAIN_PATTERNS_SET:
      g_value_set_object (value, self->set);
      break;
    case REFRAIN_PATTERNS_RUNNING:
      g_value_set_boolean (value, self->job != NULL);
      break;
    case REFRAIN_PATTERNS_SELECTED:
      g_value_set_uint (value, self->selected->len);
      break;
    case REFRAIN_PATTERNS_CURRENT:
      g_value_set_int64 (value, self->has_current ? (gint64) self->place : -1);
      break;
    case REFRAIN_PATTERNS_NAMES:
      g_value_set_boxed (value, self->names);
      break;
    case REFRAIN_PATTERNS_WRAPPERS:
      g_value_set_boxed (value, self->wrappers);
      break;
    case REFRAIN_PATTERNS_N_PROPERTIES:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_patterns_finalize (GObject *object)
{
  RefrainPatterns *self = REFRAIN_PATTERNS (object);

  g_clear_object (&self->job);
  g_clear_object (&self->light);
  g_clear_object (&self->set);
  g_clear_object (&self->selection);
  g_clear_object (&self->runner);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->events, g_array_unref);
  g_array_unref (self->selected);
  g_hash_table_unref (self->names);
  g_strfreev (self->wrappers);
  g_free (self->problem);
  G_OBJECT_CLASS (refrain_patterns_parent_class)->finalize (object);
}

static void
refrain_patterns_class_init (RefrainPatternsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = refrain_patterns_get_property;
  object_class->finalize = refrain_patterns_finalize;
  properties[REFRAIN_PATTERNS_SET]
      = g_param_spec_object ("set", NULL, NULL, REFRAIN_TYPE_PATTERN_SET, flags);
  properties[REFRAIN_PATTERNS_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[REFRAIN_PATTERNS_SELECTED]
      = g_param_spec_uint ("selected", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[REFRAIN_PATTERNS_CURRENT]
      = g_param_spec_int64 ("current", NULL, NULL, -1, G_MAXINT64, -1, flags);
  properties[REFRAIN_PATTERNS_NAMES]
      = g_param_spec_boxed ("names", NULL, NULL, G_TYPE_HASH_TABLE, flags);
  properties[REFRAIN_PATTERNS_WRAPPERS]
      = g_param_spec_boxed ("wrappers", NULL, NULL, G_TYPE_STRV, flags);
  g_object_class_install_properties (object_class, REFRAIN_PATTERNS_N_PROPERTIES, properties);
}

static void
refrain_patterns_init (RefrainPatterns *self)
{
  self->selected = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}
