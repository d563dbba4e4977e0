/* test-claims.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much a file may say that there is.
 */
#include "config.h"

#include "refrain-claims.h"
#include "refrain-error.h"
#include "test-program.h"

static gboolean
allows (guint64 bytes, guint64 processes, guint64 threads, guint64 members)
{
  RefrainClaims claims = { .name = "f", .bytes = bytes };

  return refrain_claims_add (&claims, REFRAIN_CLAIM_PROCESSES, processes, NULL, NULL)
         && refrain_claims_add (&claims, REFRAIN_CLAIM_THREADS, threads, NULL, NULL)
         && refrain_claims_add (&claims, REFRAIN_CLAIM_MEMBERS, members, NULL, NULL);
}

static void
test_rule (void)
{
  /* Whatever the file: runs that are wide and short. */
  g_assert_true (allows (0, 65536, 65536, 16 * 65536));
  g_assert_false (allows (1000, 1000000, 0, 0));
  g_assert_false (allows (1000, 0, 1000000, 0));
  g_assert_false (allows (1000, 1, 1, 1000000000));
  /* Sixteen bytes make a process with a thread. */
  g_assert_true (allows (16 * 1000000, 1000000, 1000000, 1000000));
  g_assert_false (allows (4 * 1000000, 1000000, 1000000, 0));
  g_assert_true (allows (G_MAXUINT64, 1 << 30, 1 << 30, 1 << 30));
}

/* What is claimed in parts is one claim; nothing wraps around. */
static void
test_sum (void)
{
  RefrainClaims claims = { .name = "f" };
  guint n = 0;

  while (refrain_claims_add (&claims, REFRAIN_CLAIM_MEMBERS, 1 << 20, NULL, NULL))
    n++;
  g_assert_cmpuint (n, ==, REFRAIN_CLAIMS_FREE / 16 >> 20);
  g_assert_false (refrain_claims_add (&claims, REFRAIN_CLAIM_MEMBERS, G_MAXUINT64, NULL, NULL));
  g_assert_false (refrain_claims_add (&claims, REFRAIN_CLAIM_MEMBERS, 1, NULL, NULL));
  g_assert_false (allows (G_MAXUINT64, G_MAXUINT64, G_MAXUINT64, G_MAXUINT64));
}

static void
test_sentence (void)
{
  g_autoptr (GError) error = NULL, bare = NULL;
  RefrainClaims claims = { .name = "f.prv", .bytes = 400 };

  g_assert_false (refrain_claims_add (&claims, REFRAIN_CLAIM_PROCESSES, 5000000, "header", &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT);
  g_assert_cmpstr (error->message, ==,
                   "f.prv: header: 5000000 processes are too many for 400 bytes");
  claims.n[REFRAIN_CLAIM_PROCESSES] = 0;
  g_assert_false (refrain_claims_add (&claims, REFRAIN_CLAIM_THREADS, 5000000, NULL, &bare));
  g_assert_cmpstr (bare->message, ==, "f.prv: 5000000 threads are too many for 400 bytes");
}

TEST_PROGRAM ("claims")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/claims/rule", test_rule);
  g_test_add_func ("/formats/claims/sum", test_sum);
  g_test_add_func ("/formats/claims/sentence", test_sentence);
  return g_test_run ();
}
