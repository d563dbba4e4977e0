/* refrain-traits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trait explains the longer ones as far as one rule about it names them: "at place 1", "sends at
 * least so much". How well is the harmonic mean of how many of them it names and of how many it
 * names are such; whether by chance, the hypergeometric distribution says, by so many rules.
 */
#include "refrain-traits.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-time-format.h"

/* What names fewer explains nothing. */
#define LEAST_SCORE 0.6
/* Nor what chance would name as often as this. */
#define CHANCE 0.05
/* Of what the longer ones take longer, waiting has to be as much. */
#define LEAST_WAITING 0.5
/* What equal in score is told first is told; another has to be better by so much. */
#define BETTER 0.02

/* The rule of a trait that names the longer ones best. */
typedef struct
{
  double score; /* 0: none */
  double value; /* a category, or from this on */
  gsize named;  /* of the longer ones */
} Rule;

struct _RefrainTraits
{
  GObject parent_instance;

  gsize n, n_long;
  double *values[REFRAIN_N_TRAITS]; /* NAN: not known; NULL: of none */
  guint8 *groups[REFRAIN_N_TRAITS];
  guint n_groups[REFRAIN_N_TRAITS];
  Rule rules[REFRAIN_N_TRAITS];
  RefrainTrait best;
  gboolean is_last; /* the place that is named is the last of each iteration */
  double waiting;   /* share of what the longer ones take longer */
};

REFRAIN_DEFINE_OBJECT (RefrainTraits, refrain_traits)

static void
refrain_traits_finalize (RefrainTraits *self)
{
  for (guint t = 0; t < REFRAIN_N_TRAITS; t++)
    refrain_free (self->values[t], self->groups[t]);
}

gboolean
refrain_trait_is_scale (RefrainTrait trait)
{
  return trait == REFRAIN_TRAIT_WAITING || trait == REFRAIN_TRAIT_SIZE
         || trait == REFRAIN_TRAIT_PLACE;
}

/* Whether a rule about it is a least value. */
static gboolean
is_amount (RefrainTrait trait)
{
  return trait == REFRAIN_TRAIT_WAITING || trait == REFRAIN_TRAIT_SIZE;
}

const char *
refrain_trait_get_label (RefrainTrait trait)
{
  static const char *const labels[REFRAIN_N_TRAITS] = {
    [REFRAIN_TRAIT_PLACE] = N_ ("Position in the iteration"),
    [REFRAIN_TRAIT_PHASE] = N_ ("Phase"),
    [REFRAIN_TRAIT_PROCESS] = N_ ("Process"),
    [REFRAIN_TRAIT_SIZE] = N_ ("Bytes sent"),
    [REFRAIN_TRAIT_WAITING] = N_ ("Waiting time per process"),
  };

  g_return_val_if_fail (trait < REFRAIN_N_TRAITS, NULL);
  return labels[trait];
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Waiting, a process on average, and bytes sent by the operations of occurrence @i. */
static void
sum_ops (RefrainTraits *self,
         RefrainOccurrences *occurrences,
         RefrainWaits *waits,
         guint32 i,
         guint32 *process,
         guint32 *first)
{
  RefrainTrace *trace = refrain_occurrences_get_trace (occurrences);
  gsize n_parts;
  const RefrainOccurrencePart *parts = refrain_occurrences_get_parts (occurrences, i, &n_parts);
  double waiting = 0, bytes = 0;
  gsize n_processes = 0;

  *process = *first = REFRAIN_NONE;
  for (gsize p = 0; p < n_parts; p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, parts[p].process);
      const RefrainTime *waited
          = waits != NULL ? refrain_waits_get_columns (waits, parts[p].process)->waiting : NULL;

      n_processes += p == 0 || parts[p].process != parts[p - 1].process;
      for (guint32 k = 0; k < parts[p].n; k++)
        {
          const guint32 row
              = refrain_occurrences_get_row (occurrences, parts[p].process, parts[p].first + k);

          if (row == REFRAIN_NONE || row >= ops->n)
            continue;
          if (*first == REFRAIN_NONE)
            {
              *process = parts[p].process;
              *first = row;
            }
          if (waited != NULL)
            waiting += (double) waited[row];
          if (!REFRAIN_OP_IS_RECV (ops->kind[row]))
            bytes += (double) ops->bytes[row];
        }
    }
  self->values[REFRAIN_TRAIT_WAITING][i]
      = waits != NULL && *first != REFRAIN_NONE ? waiting / (double) MAX (n_processes, 1) : NAN;
  self->values[REFRAIN_TRAIT_SIZE][i] = *first != REFRAIN_NONE ? bytes : NAN;
}

/* The phase that is under way at @time, from 0. */
static double
find_phase (const RefrainTraitSources *sources, RefrainTime time)
{
  gsize i = 0;

  if (sources->n_phases < 2)
    return NAN;
  for (gsize step = sources->n_phases; step > 0; step /= 2)
    while (i + step < sources->n_phases && sources->phases[i + step] <= time)
      i += step;
  return (double) i;
}

static gboolean
fill_values (RefrainTraits *self,
             RefrainOccurrences *occurrences,
             const RefrainTraitSources *sources,
             GCancellable *cancellable,
             GError **error)
{
  const guint n_processes
      = refrain_trace_get_n_processes (refrain_occurrences_get_trace (occurrences));
  /* By process, and behind them for what is of several. */
  g_autofree guint32 *iteration = g_new (guint32, n_processes + 1);
  g_autofree guint32 *place = g_new0 (guint32, n_processes + 1);

  for (guint p = 0; p <= n_processes; p++)
    iteration[p] = REFRAIN_NONE;
  for (guint32 i = 0; i < self->n; i++)
    {
      const RefrainOccurrence at = refrain_occurrences_get (occurrences, i);
      const guint lane = at.process != REFRAIN_NONE ? at.process : n_processes;
      guint32 process, row, now;

      if (i % 4096 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      sum_ops (self, occurrences, sources->waits, i, &process, &row);
      now = sources->iterations != NULL && row != REFRAIN_NONE
                ? refrain_iterations_find (sources->iterations, process, row)
                : REFRAIN_NONE;
      place[lane] = now == iteration[lane] ? place[lane] + 1 : 0;
      iteration[lane] = now;
      self->values[REFRAIN_TRAIT_PLACE][i] = now != REFRAIN_NONE ? place[lane] : NAN;
      self->values[REFRAIN_TRAIT_PHASE][i] = find_phase (sources, at.start);
      self->values[REFRAIN_TRAIT_PROCESS][i] = at.process != REFRAIN_NONE ? at.process : NAN;
    }
  return TRUE;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static void
make_groups (RefrainTraits *self, RefrainTrait trait)
{
  const double *values = self->values[trait];
  double least = INFINITY, most = -INFINITY;

  for (gsize i = 0; i < self->n; i++)
    {
      least = fmin (least, values[i]);
      most = fmax (most, values[i]);
    }
  if (!(least < most))
    return;
  self->n_groups[trait] = (guint) MIN (is_amount (trait) ? REFRAIN_TRAIT_GROUPS : most - least + 1,
                                       (double) REFRAIN_TRAIT_GROUPS);
  self->groups[trait] = g_new0 (guint8, self->n);
  for (gsize i = 0; i < self->n; i++)
    {
      const double value = isnan (values[i]) ? 0 : values[i] - least;
      const double groups = self->n_groups[trait];

      if (!refrain_trait_is_scale (trait))
        self->groups[trait][i] = (guint8) fmod (value, groups);
      else
        self->groups[trait][i] = (guint8) MIN (
            value * groups / (most - least + (is_amount (trait) ? 0 : 1)), groups - 1);
    }
}

/* ---- Rules ----------------------------------------------------------------------------------- */

static double
log_choose (gsize n, gsize k)
{
  return lgamma ((double) n + 1) - lgamma ((double) k + 1) - lgamma ((double) (n - k) + 1);
}

/* How likely @m of @n, drawn by chance, hold at least @k of the @special ones. */
static double
get_chance (gsize n, gsize special, gsize m, gsize k)
{
  const double all = log_choose (n, m);
  double sum = 0;

  for (gsize j = k; j <= MIN (special, m); j++)
    if (m - j <= n - special)
      sum += exp (log_choose (special, j) + log_choose (n - special, m - j) - all);
  return sum;
}

/* Looks at the rule that names @m, of them @k longer ones; one of @n_rules. */
static void
try_rule (RefrainTraits *self, RefrainTrait trait, double value, gsize m, gsize k, gsize n_rules)
{
  const double score = 2.0 * (double) k / (double) (m + self->n_long);

  if (score < LEAST_SCORE || score <= self->rules[trait].score
      || get_chance (self->n, self->n_long, m, k) * (double) n_rules > CHANCE)
    return;
  self->rules[trait] = (Rule){ score, value, k };
}

typedef struct
{
  double value;
  gboolean is_long;
} Entry;

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  return refrain_compare_double (&y->value, &x->value);
}

/* Tries every value: as what they are, or as the least they are. */
static void
find_rule (RefrainTraits *self, RefrainTrait trait, const guint8 *is_long)
{
  g_autofree Entry *entries = g_new (Entry, self->n + 1);
  gsize n = 0, n_values = 0, m = 0, k = 0;

  for (gsize i = 0; i < self->n; i++)
    if (!isnan (self->values[trait][i]))
      entries[n++] = (Entry){ self->values[trait][i], is_long[i] != 0 };
  refrain_sort (entries, n, sizeof *entries, compare_entries);
  for (gsize i = 0; i < n; i++)
    n_values += i == 0 || entries[i].value != entries[i - 1].value;
  for (gsize i = 0; i < n; i++)
    {
      if (i > 0 && !is_amount (trait) && entries[i].value != entries[i - 1].value)
        m = k = 0;
      m++;
      k += entries[i].is_long;
      if (i + 1 == n || entries[i + 1].value != entries[i].value)
        try_rule (self, trait, entries[i].value, m, k, MAX (n_values, 1));
    }
}

/* Of what the longer ones take longer than the others on average, how much is waiting. */
static void
weigh_waiting (RefrainTraits *self, const double *durations, const guint8 *is_long)
{
  const double *waiting = self->values[REFRAIN_TRAIT_WAITING];
  double time[2] = { 0, 0 }, waited[2] = { 0, 0 };
  gsize count[2] = { 0, 0 };

  for (gsize i = 0; i < self->n; i++)
    if (!isnan (waiting[i]))
      {
        time[is_long[i]] += durations[i];
        waited[is_long[i]] += waiting[i];
        count[is_long[i]]++;
      }
  if (count[0] == 0 || count[1] == 0)
    return;
  self->waiting = (waited[1] / (double) count[1] - waited[0] / (double) count[0])
                  / MAX (time[1] / (double) count[1] - time[0] / (double) count[0], 1);
  if (self->waiting < LEAST_WAITING || self->waiting > 1)
    self->rules[REFRAIN_TRAIT_WAITING].score = 0;
}

/* Whether none of an iteration that holds the named place stands behind it. */
static gboolean
is_last_place (RefrainTraits *self)
{
  const double *place = self->values[REFRAIN_TRAIT_PLACE];

  for (gsize i = 0; i < self->n; i++)
    if (place[i] > self->rules[REFRAIN_TRAIT_PLACE].value)
      return FALSE;
  return TRUE;
}

RefrainTraits *
refrain_traits_new (RefrainOccurrences *occurrences,
                    RefrainDurations *durations,
                    const RefrainTraitSources *sources,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (RefrainTraits) self = g_object_new (REFRAIN_TYPE_TRAITS, NULL);
  const double median = refrain_durations_get_median (durations);
  g_autofree guint8 *is_long = NULL;
  const gsize *outliers;
  const double *values;
  gsize n_outliers;

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (occurrences), NULL);
  g_return_val_if_fail (sources != NULL, NULL);

  values = refrain_durations_get_values (durations, &self->n);
  self->best = REFRAIN_N_TRAITS;
  for (guint t = 0; t < REFRAIN_N_TRAITS; t++)
    self->values[t] = g_new (double, self->n + 1);
  if (!fill_values (self, occurrences, sources, cancellable, error))
    return NULL;
  is_long = g_new0 (guint8, self->n + 1);
  outliers = refrain_durations_get_outliers (durations, &n_outliers);
  for (gsize i = 0; i < n_outliers; i++)
    if (values[outliers[i]] > median)
      {
        is_long[outliers[i]] = 1;
        self->n_long++;
      }
  for (guint t = 0; t < REFRAIN_N_TRAITS; t++)
    {
      make_groups (self, t);
      if (self->n_long > 0 && self->groups[t] != NULL)
        find_rule (self, t, is_long);
    }
  weigh_waiting (self, values, is_long);
  self->is_last = is_last_place (self);
  for (guint t = 0; t < REFRAIN_N_TRAITS; t++)
    if (self->rules[t].score
        > (self->best < REFRAIN_N_TRAITS ? self->rules[self->best].score + BETTER : 0))
      self->best = t;
  return g_steal_pointer (&self);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

const guint8 *
refrain_traits_get_groups (RefrainTraits *self, RefrainTrait trait, guint *n_groups)
{
  g_return_val_if_fail (REFRAIN_IS_TRAITS (self), NULL);
  g_return_val_if_fail (trait < REFRAIN_N_TRAITS, NULL);

  if (n_groups != NULL)
    *n_groups = self->n_groups[trait];
  return self->groups[trait];
}

REFRAIN_GETTER (RefrainTraits, refrain_traits, RefrainTrait, get_best, self->best)

static char *
format_value (RefrainTrait trait, double value)
{
  switch (trait)
    {
    case REFRAIN_TRAIT_WAITING:
      return refrain_time_format ((RefrainTime) value, 3);
    case REFRAIN_TRAIT_SIZE:
      return refrain_bytes_format ((guint64) value);
    case REFRAIN_TRAIT_PROCESS:
      return g_strdup_printf ("%.0f", value);
    case REFRAIN_TRAIT_PLACE:
    case REFRAIN_TRAIT_PHASE:
    case REFRAIN_N_TRAITS:
    default:
      return g_strdup_printf ("%.0f", value + 1);
    }
}

char *
refrain_traits_describe (RefrainTraits *self, RefrainTrait trait, guint32 i)
{
  g_return_val_if_fail (REFRAIN_IS_TRAITS (self), NULL);
  g_return_val_if_fail (trait < REFRAIN_N_TRAITS, NULL);

  return i < self->n && !isnan (self->values[trait][i])
             ? format_value (trait, self->values[trait][i])
             : NULL;
}

char *
refrain_traits_tell (RefrainTraits *self)
{
  const Rule *rule;
  g_autofree char *who = NULL, *value = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRAITS (self), NULL);

  if (self->best == REFRAIN_N_TRAITS)
    return NULL;
  rule = &self->rules[self->best];
  value = format_value (self->best, rule->value);
  if (self->n_long == 1)
    who = g_strdup (_ ("the longer occurrence"));
  else if (rule->named == self->n_long)
    who = g_strdup (_ ("the longer occurrences"));
  else
    who = g_strdup_printf (_ ("%zu of the %zu longer occurrences"), rule->named, self->n_long);
  switch (self->best)
    {
    case REFRAIN_TRAIT_WAITING:
      /* TRANSLATORS: "the longer occurrences": "93 % of what they take longer is waiting time". */
      return g_strdup_printf (_ ("%s by waiting: %.0f %% of the difference"), who,
                              100 * self->waiting);
    case REFRAIN_TRAIT_PLACE:
      return rule->value == 0 ? g_strdup_printf (_ ("%s at the start of each iteration"), who)
             : self->is_last
                 ? g_strdup_printf (_ ("%s at the end of each iteration"), who)
                 : g_strdup_printf (_ ("%s at position %s of each iteration"), who, value);
    case REFRAIN_TRAIT_PHASE:
      return g_strdup_printf (_ ("%s in phase %s"), who, value);
    case REFRAIN_TRAIT_SIZE:
      return g_strdup_printf (_ ("%s send %s or more"), who, value);
    case REFRAIN_TRAIT_PROCESS:
    case REFRAIN_N_TRAITS:
    default:
      return g_strdup_printf (_ ("%s on process %s"), who, value);
    }
}
