/* test-locks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who waits for the lock of a window that another has.
 */
#include "refrain-locks.h"
#include "refrain-remote-locks.h"
#include "test-program.h"
#include "time-program.h"

#define US 1000
#define MS (1000 * US)

/* Processes 1 and 2 lock the window of process 0: the first one gets it after @first and has it for
 * @has, the second one asks a little later and gets it after that. */
static RefrainTrace *
make_locked (RefrainTime first, RefrainTime has)
{
  TimeProgram *program = time_program_new (3, 1 * US, 2 * US);
  g_autoptr (GArray) locks = g_array_new (FALSE, FALSE, sizeof (RefrainRemoteLock));
  RefrainTrace *trace;

  time_program_work (program, 1, "MPI_Win_lock", first);
  time_program_work (program, 1, "work", has);
  time_program_work (program, 1, "MPI_Win_unlock", 10 * US);
  time_program_work (program, 2, "work", 100 * US);
  time_program_work (program, 2, "MPI_Win_lock", first + has);
  time_program_work (program, 2, "MPI_Win_unlock", 10 * US);
  trace = time_program_run (program);
  for (guint p = 1; p < 3; p++)
    {
      const guint32 calls[2][2] = { { 0, 2 }, { 1, 2 } };

      for (guint k = 0; k < 2; k++)
        {
          const RefrainRemoteLock lock
              = { .process = p, .acquire = calls[p - 1][k], .release = REFRAIN_NONE };

          refrain_remote_locks_add (locks, &lock, TRUE, k == 1);
        }
    }
  refrain_remote_locks_find_waits (locks, trace);
  return trace;
}

static void
test_holder (void)
{
  g_autoptr (RefrainTrace) trace = make_locked (10 * US, 5 * MS);
  gsize n;
  const RefrainLockWait *waits = refrain_trace_get_lock_waits (trace, &n);

  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (waits[0].process, ==, 2);
  g_assert_cmpuint (waits[0].holder, ==, 1);
  g_assert_cmpint (waits[0].had, ==, 10 * US);
  g_assert_cmpint (waits[0].waiting, ==, 5 * MS + 10 * US - 100 * US);
}

/* Nobody has it for most of that time: the target lets nobody have it. */
static void
test_target (void)
{
  g_autoptr (RefrainTrace) trace = make_locked (5 * MS, 10 * US);
  gsize n;

  refrain_trace_get_lock_waits (trace, &n);
  g_assert_cmpuint (n, ==, 0);
}

TEST_PROGRAM ("locks")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/locks/holder", test_holder);
  g_test_add_func ("/locks/target", test_target);
  return g_test_run ();
}
