/* refrain-account-scaling.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Other numbers of processes. Where they share the same computing, or each has as much of it, there
 * is a run time without loss; what the path takes longer than that is what is lost, and stands
 * where it is lost. Parts of it are told apart by logarithms, as elsewhere (Ang 2004).
 */
#include "config.h"

#include "refrain-accounts.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-cells.h"
#include "refrain-compare.h"
#include "refrain-difference-words.h"
#include "refrain-free.h"
#include "refrain-time-format.h"

/* What is shorter, ns, is not measured; what differs by less, as a logarithm, is the same. */
#define UNMEASURED 1000.0
#define SAME_PRICE 0.04
/* Of a thread's occurrences, so many of which are a sample, nearly all; what takes so many times
 * as long is disturbed. */
#define LEAST_SAMPLE 10
#define NEARLY_ALL   0.9
#define DISTURBED    2
/* Of all that is computed at a place, done by one process: it is that of one alone. */
#define ALONE 0.9
/* What a process computes at a place is a power of the number of processes. From one to another it
 * is divided among them; between the one that is surely so and as much in each, where it takes less
 * each time. */
#define LEAST_POWER    (-1.5)
#define SURELY_DIVIDED (-0.5)
#define DIVIDED        (-0.25)
#define MOST_POWER     0.5
/* So much more, as a logarithm, is told. */
#define MORE_COMPUTING 0.05
/* Computing is the same in all if this share of it is divided; as much in each if hardly any is. */
#define LEAST_DIVIDED 0.3
#define MOST_DIVIDED  0.1
#define LEAST_KNOWN   0.5
/* What is lost counts from this share of the run on. */
#define LEAST_LOST 0.01

/* ---- Which part of what is computed is shared out ------------------------------------------- */

/* What is computed at a place of one side in a run, ns. */
typedef struct
{
  double mean;   /* of all processes */
  double most;   /* of the thread that computes most */
  guint process; /* its */
  guint32 who;   /* name of the routine in which it does */
} Work;

/* What @n occurrences of a thread from @first on take, ns; what disturbs it counts as what is
 * usually long. */
static double
sum_row (const RefrainAccounts *self,
         const RefrainRunPair *pair,
         guint side,
         guint32 first,
         guint32 n,
         double *values)
{
  double most = G_MAXDOUBLE, sum = 0;

  for (guint32 i = 0; i < n; i++)
    values[i] = (double) refrain_pair_get_slot (self->coupling, pair, side, first + i)->gap;
  if (n >= LEAST_SAMPLE)
    most = DISTURBED * refrain_cells_quantile (values, n, NEARLY_ALL);
  for (guint32 i = 0; i < n; i++)
    sum += MIN (values[i], most);
  return sum;
}

/* O(slots of @pair). */
static Work
measure (const RefrainAccounts *self, const RefrainRunPair *pair, guint side)
{
  const RefrainSide *own = &self->coupling->sides[side];
  g_autofree double *values = g_new (double, (gsize) pair->n[side] + 1);
  Work work = { 0 };

  for (guint32 first = 0, end; first < pair->n[side]; first = end)
    {
      double sum;

      end = refrain_pair_find_end (self->coupling, pair, side, first);
      sum = sum_row (self, pair, side, first, end - first, values);
      work.mean += refrain_coupling_per_process (self->coupling, side, 1) * sum;
      if (sum > work.most)
        {
          const RefrainSlot *slot = refrain_pair_get_slot (self->coupling, pair, side, first);

          work.most = sum;
          work.process = refrain_side_get_row (own, slot->row)->process;
          work.who = slot->who;
        }
    }
  return work;
}

/* How many times the average the one takes that computes most. */
static double
get_unevenness (const Work *work)
{
  return (work->most + UNMEASURED) / (work->mean + UNMEASURED);
}

static guint
get_n (const RefrainAccounts *self, guint side)
{
  return self->coupling->sides[side].n_processes;
}

static gboolean
is_alone (const RefrainAccounts *self, guint side, const Work *work)
{
  const guint n = get_n (self, side);

  return n > 1 && work->most > UNMEASURED && work->most >= ALONE * n * work->mean;
}

/* ns of computing of all processes. */
typedef struct
{
  double divided, each, all; /* on side 0: divided among those of side 1, as much in each, in all */
  double more;               /* how many times as much it is on side 1, a logarithm */
} Computing;

static void
add_computing (const RefrainAccounts *self,
               const RefrainRunPair *pair,
               const double mean[REFRAIN_N_SIDES],
               Computing *found)
{
  const double more = log ((double) get_n (self, 1) / get_n (self, 0));
  const double power = log ((mean[1] + UNMEASURED) / (mean[0] + UNMEASURED)) / more;
  const double of_count = log (refrain_coupling_per_process (self->coupling, 1, pair->n[1])
                               / refrain_coupling_per_process (self->coupling, 0, pair->n[0]))
                          / more;
  const double time = mean[0] * get_n (self, 0);

  found->all += time;
  if (power <= LEAST_POWER || power > MOST_POWER)
    return;
  if (power < SURELY_DIVIDED || (power < DIVIDED && power - of_count < DIVIDED))
    found->divided += time;
  else
    found->each += time;
}

static Computing
sum_computing (const RefrainAccounts *self)
{
  Computing found = { 0 };
  double sum[REFRAIN_N_SIDES] = { 0, 0 };

  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      const RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);
      const Work a = measure (self, pair, 0), b = measure (self, pair, 1);

      sum[0] += a.mean * get_n (self, 0);
      sum[1] += b.mean * get_n (self, 1);
      /* What one does alone says nothing of how the others share. */
      if (pair->n[0] > 0 && pair->n[1] > 0 && !is_alone (self, 0, &a) && !is_alone (self, 1, &b))
        add_computing (self, pair, (const double[]){ a.mean, b.mean }, &found);
    }
  found.more = sum[0] > 0 && sum[1] > 0 ? log (sum[1] / sum[0]) : 0;
  return found;
}

/* @more: how many times as much all compute with more processes, a logarithm. */
static char *
tell_scaling (const RefrainAccounts *self, double more)
{
  const guint few = get_n (self, 0), many = get_n (self, 1);
  const double efficiency = 100 * self->ideal * self->time[0] / self->time[1];
  const double beyond
      = refrain_accounts_is_divided (self) ? more : more - log ((double) many / few);
  g_autofree char *speed = refrain_factor_format (self->time[0] / self->time[1]);
  g_autofree char *slower = refrain_factor_format (self->time[1] / self->time[0]);
  g_autofree char *factor = refrain_factor_format ((double) many / few);
  g_autofree char *computing = refrain_factor_format (exp (beyond));

  if (!refrain_accounts_is_divided (self))
    return fabs (beyond) < MORE_COMPUTING
               ? g_strdup_printf (_ ("As much computing on each of %u processes as on each of %u: "
                                     "%s times as long, an efficiency of %.0f %%."),
                                  many, few, slower, efficiency)
               : g_strdup_printf (_ ("Each of %u processes computes %s times as much as each of "
                                     "%u: %s times as long, an efficiency of %.0f %%."),
                                  many, computing, few, slower, efficiency);
  return fabs (beyond) < MORE_COMPUTING
             ? g_strdup_printf (_ ("The same computing on %u processes instead of %u: %s times as "
                                   "fast, %.0f %% of what %s times as many processes could give."),
                                many, few, speed, efficiency, factor)
             : g_strdup_printf (_ ("%u processes instead of %u are %s times as fast, %.0f %% of "
                                   "what %s times as many could give; in all they compute %s times "
                                   "as much."),
                                many, few, speed, efficiency, factor, computing);
}

gboolean
refrain_accounts_find_scaling (RefrainAccounts *self)
{
  double cells[] = { self->time[0], self->time[0] }, known;
  Computing found;

  if (self->same_size)
    return FALSE;
  found = sum_computing (self);
  known = found.divided + found.each;
  if (known < LEAST_KNOWN * found.all || known <= 0)
    return FALSE;
  if (found.divided >= LEAST_DIVIDED * known)
    self->ideal = (double) get_n (self, 0) / get_n (self, 1);
  else if (found.divided <= MOST_DIVIDED * known)
    self->ideal = 1;
  else
    return FALSE;
  cells[1] *= self->ideal;
  refrain_accounts_add (self, REFRAIN_DIFFERENT_PROCESSES, cells[1] - cells[0], cells, 0,
                        g_strdup (_ ("processes")), tell_scaling (self, found.more));
  for (guint i = 0; i < self->coupling->pairs->len; i++)
    for (guint part = 0; part < REFRAIN_SLOT_N_PARTS; part++)
      refrain_coupling_get_pair (self->coupling, i)->cell[0][part] *= self->ideal;
  return TRUE;
}

/* ---- What is lost --------------------------------------------------------------------------- */

/* Why the path takes longer at a place than without loss. */
typedef enum
{
  LOSS_PRICE,  /* it takes as long each time, or longer than its share */
  LOSS_SPREAD, /* some processes take longer than the average */
  LOSS_CHAIN,  /* the path comes there more often */
  LOSS_ALONE,  /* one process does it all */
  LOSS_MPI,    /* calls of MPI do not become less */
  N_LOSSES,    /* nothing, or single occurrences only */
} Loss;

/* What is lost at a place. */
typedef struct
{
  RefrainRunPair *pair;
  Work work[REFRAIN_N_SIDES];
  double level[REFRAIN_N_SIDES]; /* what computing there usually takes on the path, ns */
  double seconds;                /* ns */
  Loss why;
  guint32 name; /* of the routine; 0 for none */
  gboolean told;
} Lost;

/* How many times its share computing usually takes, a logarithm. */
static double
get_growth (const RefrainAccounts *self, const Lost *lost)
{
  return log ((lost->level[1] + UNMEASURED) / (self->ideal * lost->level[0] + UNMEASURED));
}

/* Logarithms of how many times as much each is with more processes; their sum is that of what the
 * path takes longer there. */
static void
find_factors (const RefrainAccounts *self, const Lost *lost, double by[N_LOSSES])
{
  const RefrainRunPair *pair = lost->pair;
  const RefrainSlotPart part = REFRAIN_SLOT_COMPUTING;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      const double sign = s == 0 ? -1 : 1;
      const double n = refrain_coupling_per_process (self->coupling, s, pair->n[s]);
      const double mean = (lost->work[s].mean + UNMEASURED) / n;
      const double visits = MAX (pair->visits[s][part], 1);
      const double on_path = pair->cell[s][part] / (s == 0 ? self->ideal : 1);
      const double price = on_path > 0 ? on_path / visits : mean * get_unevenness (&lost->work[s]);

      /* Work is divided among calls, or within each of them. */
      by[LOSS_PRICE] += sign * log (pair->counted ? mean : mean * n);
      by[LOSS_SPREAD] += sign * log ((price + UNMEASURED) / mean);
      by[LOSS_CHAIN] += pair->counted ? 0 : sign * log (visits / n);
    }
  by[LOSS_PRICE] -= log (self->ideal);
}

static Loss
find_reason (const RefrainAccounts *self, const Lost *lost)
{
  const double sign = lost->seconds > 0 ? 1 : -1, growth = sign * get_growth (self, lost);
  double by[N_LOSSES] = { 0 }, most = SAME_PRICE;
  Loss best = N_LOSSES;

  if (is_alone (self, 1, &lost->work[1]))
    return LOSS_ALONE;
  find_factors (self, lost, by);
  for (guint i = LOSS_PRICE; i <= LOSS_CHAIN; i++)
    if (sign * by[i] > most)
      {
        most = sign * by[i];
        best = (Loss) i;
      }
  /* Not a few occurrences that are disturbed, or others that are told to come more often. */
  return best < LOSS_CHAIN && (growth <= SAME_PRICE || (best == LOSS_SPREAD && lost->pair->counted))
             ? N_LOSSES
             : best;
}

/* What the path takes longer in @part of @pair, and why. O(slots of @pair). */
static Lost
find_loss (const RefrainAccounts *self, RefrainRunPair *pair, RefrainSlotPart part)
{
  Lost lost = { .pair = pair,
                .seconds = refrain_accounts_get_more (pair, part),
                .why = LOSS_MPI,
                .name = refrain_accounts_find_name (self, pair, part) };

  if (part == REFRAIN_SLOT_MPI)
    return lost;
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      lost.work[s] = measure (self, pair, s);
      lost.level[s] = pair->visits[s][part] > 0
                          ? refrain_pair_get_path_level (self->coupling, pair, s, part)
                          : pair->median[s][part];
    }
  lost.why = find_reason (self, &lost);
  return lost;
}

static GArray *
list_lost (RefrainAccounts *self)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Lost));

  for (guint i = 0; i < self->coupling->pairs->len; i++)
    for (guint part = 0; part < REFRAIN_SLOT_N_PARTS; part++)
      {
        RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);

        if (pair->n[0] > 0 && pair->n[1] > 0
            && refrain_accounts_get_more (pair, (RefrainSlotPart) part) != 0)
          {
            const Lost lost = find_loss (self, pair, (RefrainSlotPart) part);

            if (lost.why != N_LOSSES)
              g_array_append_val (list, lost);
          }
      }
  return list;
}

/* ---- In words ------------------------------------------------------------------------------- */

static char *
format_time (double time)
{
  return refrain_time_format (llround (time), 3);
}

static char *
tell_alone (const RefrainAccounts *self, const Lost *lost, const char *name)
{
  g_autofree char *few = format_time (lost->work[0].most);
  g_autofree char *many = format_time (lost->work[1].most);

  return g_strdup_printf (
      _ ("%s is that of process %u alone: %s in all with %u processes, %s with %u."), name,
      lost->work[1].process, many, get_n (self, 1), few, get_n (self, 0));
}

static char *
tell_spread (const RefrainAccounts *self, const Lost *lost, const char *name)
{
  const double few = get_unevenness (&lost->work[0]), many = get_unevenness (&lost->work[1]);
  const double more = log (many / few);
  const gboolean other = more * lost->seconds <= 0 || fabs (more) <= SAME_PRICE;
  g_autofree char *then = other ? format_time (lost->level[0]) : refrain_factor_format (few);
  g_autofree char *now = other ? format_time (lost->level[1]) : refrain_factor_format (many);

  if (other)
    return g_strdup_printf (
        _ ("%s takes longest on another process each time: %s with %u processes, %s with %u."),
        name, now, get_n (self, 1), then, get_n (self, 0));
  return g_strdup_printf (more > 0 ? _ ("%s is spread less evenly over %u processes: the slowest, "
                                        "process %u, takes %s times the average; with %u it takes "
                                        "%s times the average.")
                                   : _ ("%s is spread more evenly over %u processes: the slowest, "
                                        "process %u, takes %s times the average; with %u it takes "
                                        "%s times the average."),
                          name, get_n (self, 1), lost->work[1].process, now, get_n (self, 0), then);
}

static char *
tell_price (const RefrainAccounts *self, const Lost *lost, const char *name)
{
  g_autofree char *few = format_time (lost->level[0]), *many = format_time (lost->level[1]);
  g_autofree char *factor = refrain_factor_format (exp (get_growth (self, lost)));

  return g_strdup_printf (
      refrain_accounts_is_divided (self)
          ? _ ("%s takes %s each time with %u processes, %s with %u: %s times its share.")
          : _ ("%s takes %s each time with %u processes, %s with %u: %s times as long."),
      name, many, get_n (self, 1), few, get_n (self, 0), factor);
}

static char *
tell_chain (const RefrainAccounts *self, const Lost *lost, const char *name)
{
  const double visits[] = { lost->pair->visits[0][REFRAIN_SLOT_COMPUTING],
                            lost->pair->visits[1][REFRAIN_SLOT_COMPUTING] };
  g_autofree char *few = refrain_difference_format_count (visits[0]);
  g_autofree char *many = refrain_difference_format_count (visits[1]);

  return g_strdup_printf (
      visits[1] > visits[0]
          ? _ ("%s is on the critical path more often with more processes (%s on %u, %s on %u): "
               "the chain of those that wait for each other is longer.")
          : _ ("%s is on the critical path less often with more processes (%s on %u, %s on %u)."),
      name, many, get_n (self, 1), few, get_n (self, 0));
}

/* ns of the path in calls of @pairs, of a run. O(their slots). */
static double
sum_path (const RefrainAccounts *self, GPtrArray *pairs, guint side)
{
  double sum = 0;

  for (guint i = 0; i < pairs->len; i++)
    {
      const RefrainRunPair *pair = g_ptr_array_index (pairs, i);

      for (guint32 k = 0; k < pair->n[side]; k++)
        sum += (double) refrain_pair_get_visit (self->coupling, pair, side, k)
                   ->path[REFRAIN_SLOT_MPI];
    }
  return sum / self->coupling->sides[side].n_runs;
}

static char *
tell_mpi (const RefrainAccounts *self, GPtrArray *pairs, const char *name)
{
  g_autofree char *few = format_time (sum_path (self, pairs, 0));
  g_autofree char *many = format_time (sum_path (self, pairs, 1));

  return g_strdup_printf (_ ("%s takes %s of the critical path with %u processes, %s with %u."),
                          name, many, get_n (self, 1), few, get_n (self, 0));
}

static char *
tell_lost (const RefrainAccounts *self, const Lost *lost, GPtrArray *pairs, char **what)
{
  static char *(*const tell[]) (const RefrainAccounts *, const Lost *, const char *)
      = { [LOSS_PRICE] = tell_price,
          [LOSS_SPREAD] = tell_spread,
          [LOSS_CHAIN] = tell_chain,
          [LOSS_ALONE] = tell_alone };
  const char *who = refrain_vocabulary_get_name (
      self->coupling->vocabulary,
      lost->why == LOSS_ALONE ? lost->work[self->named].who : lost->name);
  g_autofree char *name = NULL;

  *what = refrain_accounts_name (self, pairs);
  if (lost->why == LOSS_MPI)
    return tell_mpi (self, pairs, *what);
  name = refrain_difference_name_computing (self->coupling, self->named, pairs, who);
  if (*who != '\0')
    {
      g_free (*what);
      *what = g_strdup (who);
    }
  return tell[lost->why](self, lost, name);
}

/* Whether both are told as one: what a routine computes for the same reason, or where the path is
 * instead of where @a is; the same call of MPI; where no routine is known, computing before the
 * same call. */
static gboolean
is_of_one (const RefrainAccounts *self, const Lost *a, const Lost *b)
{
  const gboolean same_sign = (a->seconds > 0) == (b->seconds > 0);

  if ((a->why == LOSS_MPI) != (b->why == LOSS_MPI) || a->name != b->name)
    return FALSE;
  if (a->name != 0)
    return same_sign ? a->why == b->why
                     : a->why == LOSS_CHAIN && (b->why == LOSS_CHAIN || b->why == LOSS_ALONE);
  return refrain_vocabulary_is_same_call (
      self->coupling->vocabulary, refrain_pair_get_line (self->coupling, a->pair, 1)->token,
      refrain_pair_get_line (self->coupling, b->pair, 1)->token);
}

static void
tell_group (RefrainAccounts *self, GArray *list, guint first)
{
  const Lost *largest = &g_array_index (list, Lost, first);
  const RefrainSlotPart part = largest->why == LOSS_MPI ? REFRAIN_SLOT_MPI : REFRAIN_SLOT_COMPUTING;
  g_autoptr (GPtrArray) pairs = g_ptr_array_new ();
  double cells[REFRAIN_N_SIDES] = { 0, 0 };
  char *what, *sentence;

  for (guint i = first; i < list->len; i++)
    {
      Lost *lost = &g_array_index (list, Lost, i);

      if (lost->told || (i > first && !is_of_one (self, largest, lost)))
        continue;
      lost->told = TRUE;
      g_ptr_array_add (pairs, lost->pair);
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        cells[s] += lost->pair->cell[s][part];
    }
  if (fabs (cells[1] - cells[0]) < LEAST_LOST * self->time[1])
    return;
  sentence = tell_lost (self, largest, pairs, &what);
  refrain_account_stand_at (refrain_accounts_add (self, REFRAIN_DIFFERENT_SCALING,
                                                  cells[1] - cells[0], cells, 0.05, what, sentence),
                            pairs, part);
}

static int
compare_lost (gconstpointer a, gconstpointer b)
{
  const Lost *x = a, *y = b;
  const double more = fabs (y->seconds) - fabs (x->seconds);

  return more != 0 ? (more > 0) - (more < 0) : REFRAIN_RISING (pair->slots[0][0]);
}

void
refrain_accounts_find_lost (RefrainAccounts *self)
{
  g_autoptr (GArray) list = list_lost (self);

  g_array_sort (list, compare_lost);
  for (guint i = 0; i < list->len; i++)
    if (!g_array_index (list, Lost, i).told)
      tell_group (self, list, i);
}

/* ---- Other computing ------------------------------------------------------------------------ */

/* By how much computing at @pair usually takes longer on side 1, a logarithm. */
static double
find_price (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  double level[REFRAIN_N_SIDES], ratio;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      g_autoptr (GArray) blocks
          = refrain_pair_list_blocks (self->coupling, pair, s, REFRAIN_SLOT_COMPUTING, 1);

      level[s] = refrain_blocks_get_level (blocks);
    }
  ratio = log ((level[1] + UNMEASURED) / (level[0] * self->factor * self->computing + UNMEASURED));
  return fabs (ratio) > SAME_PRICE ? ratio : 0;
}

/* With more processes more wait for each other in a chain, and calls of MPI take another time: one
 * sentence, as none of it can be told apart. What stays is what computing usually takes longer. */
void
refrain_accounts_find_processes (RefrainAccounts *self)
{
  const guint n_a = self->coupling->sides[self->a].n_processes;
  const guint n_b = self->coupling->sides[self->b].n_processes;
  double cells[REFRAIN_N_SIDES] = { 0, 0 }, seconds = 0;

  for (guint i = 0; i < self->coupling->pairs->len; i++)
    for (guint part = 0; part < REFRAIN_SLOT_N_PARTS; part++)
      {
        RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);
        const double a = pair->cell[0][part], b = pair->cell[1][part];
        const double ratio = a > 0 && b > 0 ? log (b / a) : 0;
        const double mean = ratio != 0 ? (b - a) / ratio : a;
        double effect = b - a;

        if (part == REFRAIN_SLOT_COMPUTING && a > 0 && b > 0 && pair->n[0] > 0 && pair->n[1] > 0
            && !pair->moved)
          effect -= mean * find_price (self, pair);
        cells[0] += a;
        cells[1] += b;
        seconds += effect;
        pair->cell[0][part] += effect;
      }
  refrain_accounts_add (self, REFRAIN_DIFFERENT_PROCESSES, seconds, cells, 0.1,
                        g_strdup (_ ("processes")),
                        g_strdup_printf (_ ("B has %u processes instead of %u, which changes how "
                                            "long chains of processes wait for "
                                            "each other and how long calls of MPI take."),
                                         n_b, n_a));
}
