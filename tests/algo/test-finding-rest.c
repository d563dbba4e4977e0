/* test-finding-rest.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Findings of runs in which there is little or nothing to find, and how the rest is described.
 */
#include "config.h"

#include "finding-check.h"
#include "test-program.h"

/* ---- Nothing to find ---- */

/* A run of 5 ms behind a start-up of 10 s, or of 1 s. */
static void
test_short (void)
{
  for (guint init = 1; init <= 10; init += 9)
    {
      TimeProgram *program = time_program_new (4, 1 * US, 2 * US);
      g_autofree char *why = NULL;
      g_auto (Found) found = { 0 };

      for (guint p = 0; p < 4; p++)
        {
          time_program_work (program, p, "MPI_Init", (RefrainTime) init * 1000 * MS);
          for (guint i = 0; i < 5; i++)
            {
              time_program_work (program, p, "rhs", p == 2 ? 1 * MS : 500 * US);
              found_exchange (program, p, 4);
            }
        }
      found = found_find (time_program_run (program));
      why = refrain_findings_explain (found.findings);
      g_assert_cmpuint (found.n > 0, ==, init == 1);
      g_assert_true (init == 1 || strstr (why, "0.05 % of the trace: too little") != NULL);
    }
}

static void
test_nothing (void)
{
  TimeProgram *program = time_program_new (1, 1 * US, 2 * US);
  Found found;

  time_program_work (program, 0, "main", 1 * MS);
  found = found_find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 0);
  found_clear (&found);

  program = time_program_new (4, 1 * US, 2 * US);
  for (guint p = 0; p < 4; p++)
    time_program_work (program, p, "main", (p + 1) * MS);
  found = found_find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 0);
  found_clear (&found);

  found = found_find (time_program_run (time_program_new (2, 0, 0)));
  g_assert_cmpuint (found.n, ==, 0);
  found_clear (&found);
}

/* Every tenth call takes 500 units instead of one, on a process after the other, or on @only. */
static TimeProgram *
make_held_up (guint n, guint turns, guint only, RefrainTime unit)
{
  TimeProgram *program = time_program_new (n, unit, 2 * unit);

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          const gboolean held = i % 10 == 0 && p == (only < n ? only : i / 10 % n);

          time_program_work (program, p, "rhs", found_jitter (1000 * unit, 0, i));
          time_program_work (program, p, "MPI_Iprobe", held ? 500 * unit : unit);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_leave (program, p);
    }
  return program;
}

static void
test_held_up (void)
{
  /* However fast the machine is. */
  const RefrainTime units[] = { 1 * US, 10, 1 * MS };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_auto (Found) found
          = found_find (time_program_run (make_held_up (4, 400, G_MAXUINT, units[i])));
      const double saves = 40 * 499.0 * (double) units[i];

      found_check_first (&found, REFRAIN_FINDING_SHARED_CORES, 0, "MPI_Iprobe", saves);
      g_assert_cmpuint (found.list[0].processes->len, ==, 4);
      g_assert_nonnull (strstr (found.list[0].sentence, "4 of 4 processes"));
      g_assert_nonnull (strstr (found.list[0].sentence, "40 calls of MPI take 5"));
    }
}

/* Where it is one process only, that is told. */
static void
test_one_held_up (void)
{
  g_auto (Found) found = found_find (time_program_run (make_held_up (4, 400, 2, 1 * US)));

  found_check_first (&found, REFRAIN_FINDING_SLOW_CALLS, 2, "MPI_Iprobe", 40 * 499.0 * US);
  g_assert_cmpstr (refrain_finding_describe_culprits (found.list), ==, "slow calls");
  g_assert_cmpuint (found.list[0].processes->len, ==, 1);
  g_assert_nonnull (strstr (found.list[0].sentence, "40 of 3200 calls of MPI"));
}

/* What proves it: the operations of all that are held up. */
static void
test_evidence (void)
{
  g_auto (Found) found = found_find (time_program_run (make_held_up (4, 400, G_MAXUINT, 1 * US)));
  RefrainOpSet *ops = refrain_findings_get_ops (found.findings, 0);

  for (guint p = 0; p < 4; p++)
    for (guint i = 0; i < 400; i += 10)
      g_assert_true (refrain_op_set_contains (ops, p, i));
  g_assert_cmpuint (refrain_op_set_get_size (ops), ==, 4 * 40);
  /* What comes late, and what waits for it: two tones. */
  g_assert_cmpuint (refrain_op_set_get_n_parts (ops), ==, 2);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_op_set_get_part (ops, 0)), >, 0);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_op_set_get_part (ops, 0))
                        + refrain_op_set_get_size (refrain_op_set_get_part (ops, 1)),
                    ==, 4 * 40);
}

/* Two of eight set something up, which the others have to wait for; neither alone holds them up. */
static void
test_few (void)
{
  const guint n = 8, turns = 20;
  TimeProgram *program = time_program_new (n, 1 * US, 7 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    {
      if (p % 4 == 3)
        {
          time_program_recv (program, p, p - 1);
          time_program_compute (program, p, (p == 3 ? 90 : 80) * MS);
          time_program_send (program, p, p - 1);
        }
      else if (p % 4 == 2)
        {
          time_program_send (program, p, p + 1);
          time_program_recv (program, p, p + 1);
        }
      for (guint i = 0; i < turns; i++)
        {
          time_program_work (program, p, "work", found_jitter (5 * MS, p, i));
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
    }
  found = found_find (time_program_run (program));
  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list->kind, ==, REFRAIN_FINDING_SLOW_GROUP);
  g_assert_cmpuint (found.list->processes->len, ==, 2);
  g_assert_cmpuint (g_array_index (found.list->processes, guint32, 0), ==, 3);
  g_assert_cmpuint (g_array_index (found.list->processes, guint32, 1), ==, 7);
  g_assert_cmpfloat_with_epsilon ((double) found.list->saves, 90 * MS, 5 * MS);
}

/* Sends that take as long as what is computed are told, those that take a tenth of it are not. */
static void
test_rest (void)
{
  for (guint k = 0; k < 2; k++)
    {
      const guint n = 4, turns = 20;
      TimeProgram *program = time_program_new (n, k == 0 ? 5 * MS : 500 * US, 7 * US);
      const char *rest;
      g_auto (Found) found = { 0 };

      for (guint p = 0; p < n; p++)
        for (guint i = 0; i < turns; i++)
          {
            time_program_work (program, p, "work", 5 * MS);
            time_program_send (program, p, (p + 1) % n);
            time_program_recv (program, p, (p + n - 1) % n);
          }
      found = found_find (time_program_run (program));
      rest = refrain_findings_get_rest (found.findings);
      if (k == 0)
        {
          g_autofree char *why = refrain_findings_explain (found.findings);

          g_assert_true (g_str_has_prefix (
              rest,
              "Besides waiting, MPI takes 67 % of the time of all processes; without that the "
              "run would be 67 % shorter. "));
          g_assert_nonnull (
              strstr (rest, " on average for 8 bytes each. Possible cause: what each call"));
          g_assert_true (g_str_has_prefix (why, "No single cause of waiting is found"));
        }
      else
        g_assert_null (rest);
    }
}

/* What calls of MPI take though nobody is waited for: sends and receives of @bytes that take @send
 * each beside 5 ms of computing, called by @caller or by no routine; or, of 0 bytes, polls that
 * take 1 ms and 9 ms in turn. */
static char *
describe_rest (RefrainTime send, guint64 bytes, const char *caller)
{
  const guint n = 4, turns = 20;
  TimeProgram *program = time_program_new (n, send, 7 * US);
  char *rest;
  g_auto (Found) found = { 0 };

  time_program_set_bytes (program, bytes);
  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "work", 5 * MS);
        if (caller != NULL)
          time_program_enter (program, p, caller);
        if (bytes == 0)
          time_program_work (program, p, "MPI_Iprobe", (i % 2 == 0 ? 1 : 9) * MS);
        time_program_send (program, p, (p + 1) % n);
        time_program_recv (program, p, (p + n - 1) % n);
        if (caller != NULL)
          time_program_leave (program, p);
      }
  found = found_find (time_program_run (program));
  rest = g_strdup (refrain_findings_get_rest (found.findings));
  return rest;
}

/* Recorders count the data of a sum once for each member: a number has 8 bytes all the same. */
static void
test_rest_of_sums (void)
{
  const guint n = 4, turns = 20;
  TimeProgram *program = time_program_new (n, 1 * US, 5 * MS);
  g_auto (Found) found = { 0 };

  time_program_set_collective_bytes (program, 8 * n);
  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "work", 5 * MS);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = found_find (time_program_run (program));
  g_assert_nonnull (
      strstr (refrain_findings_get_rest (found.findings), " on average for 8 bytes each"));
}

/* Where it begins to be told, and which cause each side of a bound has. */
static void
test_rest_bounds (void)
{
  static const struct
  {
    RefrainTime send;
    guint64 bytes;
    const char *caller;
    const char *said; /* NULL: nothing */
  } cases[] = {
    { 750 * US, 8, NULL, NULL }, /* sends and receives: 23 % of the run */
    { 950 * US, 8, NULL, "Besides waiting, MPI takes 28 % of the time of all processes" },
    { 5 * MS, 16383, NULL,
      "Possible cause: what each call takes by itself; fewer calls take less" },
    { 5 * MS, 16384, NULL, "Possible cause: the transfer of these data; fewer bytes take less" },
    { 5 * MS, 8, "exchange", " called mostly by exchange takes 33 %" },
    { 1 * US, 0, NULL, ". Possible cause: more processes than cores" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *rest = describe_rest (cases[i].send, cases[i].bytes, cases[i].caller);

      g_test_message ("%s", rest);
      if (cases[i].said == NULL)
        g_assert_null (rest);
      else
        g_assert_nonnull (strstr (rest, cases[i].said));
    }
}

/* A call that is made once and takes more than all else is told first, also where a process is
 * slow, and if it starts one of the processes. */
static void
test_rest_once (void)
{
  for (guint slow = 0; slow < 2; slow++)
    {
      const guint n = 4;
      TimeProgram *program = time_program_new (n, 1 * US, 7 * US);
      g_auto (Found) found = { 0 };
      gsize n_findings;

      for (guint p = 0; p < n; p++)
        {
          if (p == 3)
            time_program_compute (program, p, 300 * MS);
          time_program_work (program, p, p < 3 ? "MPI_Comm_spawn" : "MPI_Init",
                             p < 3 ? 400 * MS : 100 * MS);
          for (guint i = 0; i < 20; i++)
            {
              time_program_work (program, p, "work", (slow > 0 && p == 1 ? 6 : 4) * MS);
              time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
            }
        }
      found = found_find (time_program_run (program));
      refrain_findings_get (found.findings, &n_findings);
      g_test_message ("%s", refrain_findings_get_rest (found.findings));
      g_assert_cmpint (n_findings, ==, slow);
      g_assert_true (refrain_findings_rest_leads (found.findings));
      g_assert_true (
          g_str_has_prefix (refrain_findings_get_rest (found.findings),
                            "MPI_Comm_spawn, called once by each of 3 processes, takes 400"));
      g_assert_nonnull (strstr (refrain_findings_get_rest (found.findings),
                                slow > 0 ? " would be 77 % shorter" : " would be 83 % shorter"));
    }
}

/* The first of 40 iterations exchanges and sums up nothing: it is one if it computes as the others
 * do; else all exchange once before the loop, which has 39. */
static void
test_first_lacks (void)
{
  for (guint computes = 0; computes < 2; computes++)
    {
      const guint n = 4, steps = 40;
      TimeProgram *program = time_program_new (n, 1 * US, 7 * US);
      g_autofree char *told = NULL;
      g_auto (Found) found = { 0 };

      for (guint p = 0; p < n; p++)
        {
          time_program_work (program, p, "MPI_Init", 1 * US);
          for (guint i = 0; i < steps; i++)
            {
              if (computes || i > 0)
                time_program_compute (program, p, 3 * MS);
              time_program_send (program, p, (p + 1) % n);
              time_program_recv (program, p, (p + n - 1) % n);
              if (i > 0)
                time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
            }
        }
      found = found_find (time_program_run (program));
      told = refrain_iterations_describe (refrain_findings_get_iterations (found.findings));
      g_test_message ("%s", told);
      g_assert_true (g_str_has_prefix (told, computes ? "40 iterations" : "39 iterations"));
    }
}

/* What one process does behind the last iteration is in none. */
static void
test_after_last (void)
{
  const guint n = 4, steps = 20;
  TimeProgram *program = time_program_new (n, 1 * US, 7 * US);
  const RefrainFinding *list;
  g_auto (Found) found = { 0 };
  gsize n_findings;

  for (guint p = 0; p < n; p++)
    {
      for (guint i = 0; i < steps; i++)
        {
          time_program_compute (program, p, 2 * MS);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        }
      time_program_compute (program, p, p == 1 ? 500 * MS : 3 * US);
      time_program_work (program, p, "MPI_Finalize", 1 * US);
    }
  found = found_find (time_program_run (program));
  list = refrain_findings_get (found.findings, &n_findings);
  g_assert_cmpint (n_findings, ==, 1);
  g_assert_nonnull (strstr (list[0].sentence, " at the end "));
  g_assert_nonnull (strstr (list[0].sentence, ", once, after the last of 20 iterations. "));
}

/* Steps, each with computing of its own, of which each fifth ends with a gather: the program counts
 * steps. Where all of it is computed before the first of five, as before the stages of a sum that
 * is made by hand, five are one. */
static void
test_every_fifth (void)
{
  for (guint at_once = 0; at_once < 2; at_once++)
    {
      const guint n = 4, steps = 50;
      TimeProgram *program = time_program_new (n, 1 * US, 7 * US);
      const RefrainFinding *list;
      g_autofree char *told = NULL;
      g_auto (Found) found = { 0 };
      gsize n_findings;

      for (guint p = 0; p < n; p++)
        for (guint i = 0; i < steps; i++)
          {
            if (!at_once || i % 5 == 0)
              time_program_compute (program, p, (at_once ? 20 : 4) * MS);
            time_program_send (program, p, (p + 1) % n);
            time_program_recv (program, p, (p + n - 1) % n);
            time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
            if (i % 5 < 4)
              continue;
            time_program_collective (program, p, REFRAIN_COLLECTIVE_GATHER, 0);
            if (p == 0)
              time_program_compute (program, p, 20 * MS);
          }
      found = found_find (time_program_run (program));
      list = refrain_findings_get (found.findings, &n_findings);
      g_assert_cmpint (n_findings, >=, 1);
      told = refrain_iterations_describe (refrain_findings_get_iterations (found.findings));
      g_test_message ("%s %s", told, list[0].sentence);
      g_assert_true (g_str_has_prefix (told, at_once ? "10 iterations of" : "50 iterations of"));
      if (!at_once)
        g_assert_nonnull (strstr (list[0].sentence, "every 5th iteration ("));
    }
}

TEST_PROGRAM ("finding-rest")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/finding-rest/few", test_few);
  g_test_add_func ("/finding-rest/rest", test_rest);
  g_test_add_func ("/finding-rest/rest-bounds", test_rest_bounds);
  g_test_add_func ("/finding-rest/rest-of-sums", test_rest_of_sums);
  g_test_add_func ("/finding-rest/rest-once", test_rest_once);
  g_test_add_func ("/finding-rest/every-fifth", test_every_fifth);
  g_test_add_func ("/finding-rest/after-last", test_after_last);
  g_test_add_func ("/finding-rest/first-lacks", test_first_lacks);
  g_test_add_func ("/finding-rest/short", test_short);
  g_test_add_func ("/finding-rest/nothing", test_nothing);
  g_test_add_func ("/finding-rest/held-up", test_held_up);
  g_test_add_func ("/finding-rest/one-held-up", test_one_held_up);
  g_test_add_func ("/finding-rest/evidence", test_evidence);
  return g_test_run ();
}
