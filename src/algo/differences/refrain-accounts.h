/* refrain-accounts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the accounts of two runs. Each step takes the seconds that it explains out
 * of the cells of pairs before the next one looks at them, so that nothing counts twice. Sides are
 * in an order of their own, so that B beside A gives what A beside B does with the other sign.
 */
#pragma once

#include "refrain-differences.h"
#include "refrain-run-pairs.h"

/* Before it is told in the order in which it was asked. Times in ns, of the two sides. */
typedef struct
{
  RefrainDifferent kind;
  char *what, *sentence;
  double from, seconds, low, high; /* of side 0; what side 1 takes more */
  gboolean sure;                   /* of structure: it is listed however little it costs */

  /* Where it is: at pairs, or lines of a side; NULL: everywhere. */
  GPtrArray *pairs;
  GArray *lines[REFRAIN_N_SIDES]; /* of guint32 */
  GArray *processes;              /* of guint32: those that it tells of; or NULL */
  RefrainSlotPart part;
} RefrainAccount;

typedef struct
{
  RefrainCoupling *coupling;
  guint a, b;                   /* the sides that are called so */
  guint named;                  /* the one whose callers are told: b, unless a knows more */
  gboolean other_recorder;      /* one knows more callers, or is of another format */
  double time[REFRAIN_N_SIDES]; /* of the run, ns */
  double least;                 /* ns that matter */
  double factor;                /* how much longer all takes on side 1 */
  double computing;             /* ... and computing beyond that */
  gboolean same_size;           /* as many processes */
  double
      ideal; /* with others: the share of the time of side 0 that side 1 takes without loss; or 0 */
  gboolean other_topology;
  gboolean repeated;                  /* several runs of each side */
  double floor[REFRAIN_SLOT_N_PARTS]; /* logarithms: as much do places differ by anyway */
  GArray *slow_rows[REFRAIN_N_SIDES]; /* of guint32: threads that are told to be slow */
  GArray *entries;                    /* of RefrainAccount */
  GArray *slow;                       /* of RefrainSlowOccurrence */
} RefrainAccounts;

/* Adds what takes @seconds more on side 1, of cells that take @cells together; takes @what and
 * @sentence. @spread is the standard error of @seconds as a share. Returns it for a moment. */
RefrainAccount *refrain_accounts_add (RefrainAccounts *self,
                                      RefrainDifferent kind,
                                      double seconds,
                                      const double cells[REFRAIN_N_SIDES],
                                      double spread,
                                      char *what,
                                      char *sentence);
/* It is in @part of @pairs, which are referenced. */
void refrain_account_stand_at (RefrainAccount *self, GPtrArray *pairs, RefrainSlotPart part);
/* Where @account is on both sides. O(its slots). */
void refrain_account_find_places (const RefrainAccounts *self,
                                  const RefrainAccount *account,
                                  RefrainDifferencePlace places[REFRAIN_N_SIDES]);
/* "MPI_Send in exchange", of @pairs, as the side has it that knows callers. */
char *refrain_accounts_name (const RefrainAccounts *self, GPtrArray *pairs);
double refrain_accounts_get_more (const RefrainRunPair *pair, RefrainSlotPart part);
/* What times of @side are multiplied by to be those of side 1. */
double refrain_accounts_get_scale (const RefrainAccounts *self, RefrainSlotPart part, guint side);
/* Who computes most often at @pair, or the routine of MPI that is called there. */
guint32 refrain_accounts_find_name (const RefrainAccounts *self,
                                    const RefrainRunPair *pair,
                                    RefrainSlotPart part);
/* Who computes most often there, on the sides from @from to before @to. */
guint32 refrain_accounts_find_name_on (const RefrainAccounts *self,
                                       const RefrainRunPair *pair,
                                       guint from,
                                       guint to);

/* One factor for everything, or for all computing. */
void refrain_accounts_find_factors (RefrainAccounts *self);
/* Whether, with another number of processes, these share the same computing or each have as much:
 * tells it, and takes what then is no loss out of the cells. O(slots). */
gboolean refrain_accounts_find_scaling (RefrainAccounts *self);
/* ... what is lost, and where; else what is changed by that number, in one sentence. */
void refrain_accounts_find_lost (RefrainAccounts *self);
void refrain_accounts_find_processes (RefrainAccounts *self);
/* What comes more often, in one of them only, with other calls or other sizes. */
void refrain_accounts_find_structure (RefrainAccounts *self);
/* ... of it, what comes more often. */
void refrain_accounts_find_counts (RefrainAccounts *self);
/* ... before them: as much data in other numbers of messages. O(slots). */
void refrain_accounts_find_split (RefrainAccounts *self);
/* Computing that stands before a transfer on one side and behind it on the other. */
void refrain_accounts_find_moved (RefrainAccounts *self);
/* Collectives of other processes, and messages received in another order. They change who waits for
 * whom: what is left in their loops is theirs. O(slots). */
void refrain_accounts_find_partners (RefrainAccounts *self);
/* What takes longer in the same place, and single occurrences that do. */
void refrain_accounts_find_times (RefrainAccounts *self, GCancellable *cancellable);
/* Other processes that compute longer than the others, by as much: where @swapped, of each pair, is
 * most. */
void refrain_accounts_find_swapped (RefrainAccounts *self, const double *swapped);
/* How much they compute longer at a pair with @blocks (of RefrainRowBlocks), ns; 0: they do not. */
double refrain_accounts_measure_swapped (const RefrainAccounts *self,
                                         GArray *const blocks[REFRAIN_N_SIDES]);
void refrain_accounts_find_single (RefrainAccounts *self);

/* How much shorter the runs of @side are on average without what the threads @rows compute longer
 * in @who (where no routine is known: at @pairs) than the other side does, ns, of which @on_path
 * are seen on the path. Where a run is @disturbed, beside one in which all takes what is usual. */
double refrain_accounts_find_slow_cost (const RefrainAccounts *self,
                                        guint side,
                                        const GArray *rows,
                                        GPtrArray *pairs,
                                        guint32 who,
                                        double on_path,
                                        gboolean disturbed,
                                        GCancellable *cancellable);
/* Takes @extra ns on @side out of what MPI takes more there: others waited in these calls. */
void refrain_accounts_take_from_mpi (RefrainAccounts *self, guint side, double extra);
gboolean refrain_accounts_has_row (const GArray *rows, guint32 row);

/* The routine that more than half of what @pair computes longer on side 1 is in, or NULL; the same
 * of what @slot of @side computes beyond an average one. O(segments). */
const char *refrain_accounts_find_changed (const RefrainAccounts *self, const RefrainRunPair *pair);
const char *refrain_accounts_find_changed_at (const RefrainAccounts *self,
                                              const RefrainRunPair *pair,
                                              guint side,
                                              const RefrainSlot *slot);
/* What nearly all occurrences of @pair on @side take at most, ns; 0 for none. */
double refrain_accounts_find_nearly_all (const RefrainAccounts *self,
                                         const RefrainRunPair *pair,
                                         RefrainSlotPart part,
                                         guint side);

/* Some occurrences that take much longer than those of the other run. */
typedef struct
{
  guint n;
  const RefrainSlot *slot; /* the longest */
  const RefrainSlot *from; /* the first, where one thread has all of several in a row; or NULL */
  double usual;            /* ns */
} RefrainOccasions;

/* Whether what @rows (NULL: all) compute longer at @pair on @side than on the other one is that of
 * few occurrences, while the others take as long. O(its slots). */
gboolean refrain_accounts_find_occasions (const RefrainAccounts *self,
                                          const RefrainRunPair *pair,
                                          guint side,
                                          const GArray *rows,
                                          RefrainOccasions *occasions);
/* The first of @n occurrences of one thread, from @first to @last, where they are in a row and many
 * enough to be told as that; or NULL. */
const RefrainSlot *refrain_accounts_find_row_of (const RefrainAccounts *self,
                                                 const RefrainRunPair *pair,
                                                 guint side,
                                                 guint n,
                                                 guint32 first,
                                                 guint32 last);
/* Whether a few of what most threads compute at @pair on @side are longer than the others, as where
 * a loop calls the same in several places. O(its slots). */
gboolean
refrain_accounts_has_kinds (const RefrainAccounts *self, const RefrainRunPair *pair, guint side);
/* Where @slot of @side is, without a sentence. */
RefrainSlowOccurrence refrain_accounts_describe_slow (const RefrainAccounts *self,
                                                      guint side,
                                                      const RefrainSlot *slot,
                                                      RefrainSlotPart part,
                                                      RefrainTime time,
                                                      double usual);
/* That @name takes longer @n times; where these are in a row, from @from on (NULL: they are not).
 * Free with g_free(). */
char *refrain_accounts_tell_occasions (const RefrainAccounts *self,
                                       const char *name,
                                       guint n,
                                       const RefrainSlowOccurrence *worst,
                                       const RefrainSlowOccurrence *from);

/* Whether more processes share the same computing. */
static inline gboolean
refrain_accounts_is_divided (const RefrainAccounts *self)
{
  return self->ideal > 0 && self->ideal < 1;
}

/* The routine of MPI that is called at @pair on @side. */
static inline guint32
refrain_accounts_get_op (const RefrainAccounts *self, const RefrainRunPair *pair, guint side)
{
  return refrain_vocabulary_get_token (self->coupling->vocabulary,
                                       refrain_pair_get_line (self->coupling, pair, side)->token)
      ->op;
}
