/* test-difference-rules.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What two runs are compared by, rule by rule: a pair of small programs, and the sentences that are
 * told of them.
 */
#include "config.h"

#include <string.h>

#include "refrain-differences.h"
#include "test-program.h"
#include "time-program.h"

#define US 1000
#define MS (1000 * US)

#define N       4
#define LATENCY (30 * US)

/* A program, the same of all processes but for what is behind "@": s sends to the next process of a
 * ring, r receives from the one before; a, b and g are an allreduce, a barrier and an allgather;
 * <work 20> is in that routine for 20 us; [main s r] calls in it; 40(s r) is a loop, @1(s) what
 * process 1 does. */
typedef struct
{
  const char *script;
  RefrainTime overhead; /* us of each send; 0: 5 */
  guint64 bytes;        /* 0: 8 */
  gboolean numbered;    /* each message has a tag of its own */
} Script;

typedef struct
{
  TimeProgram *run;
  guint p;
} Writer;

static const char *write_items (const Writer *self, const char *at);

static const char *
skip_spaces (const char *at)
{
  return at + strspn (at, " ");
}

/* "40(...)", "@1(...)"; returns what follows it. */
static const char *
write_part (const Writer *self, const char *at)
{
  static const Writer nobody = { NULL, 0 };
  const gboolean of_one = *at == '@';
  char *body;
  const guint64 n = g_ascii_strtoull (at + of_one, &body, 10);
  const guint64 times = of_one ? n == self->p : n;
  const char *end = write_items (&nobody, body + 1);

  g_assert_cmpint (*body, ==, '(');
  for (guint64 i = 0; i < times; i++)
    write_items (self, body + 1);
  g_assert_cmpint (*end, ==, ')');
  return end + 1;
}

static void
write_call (const Writer *self, char call)
{
  static const struct
  {
    char call;
    RefrainCollective type;
  } collectives[] = {
    { 'a', REFRAIN_COLLECTIVE_ALLREDUCE },
    { 'b', REFRAIN_COLLECTIVE_BARRIER },
    { 'g', REFRAIN_COLLECTIVE_ALLGATHER },
  };

  if (call == 's')
    time_program_send (self->run, self->p, (self->p + 1) % N);
  if (call == 'r')
    time_program_recv (self->run, self->p, (self->p + N - 1) % N);
  for (gsize i = 0; i < G_N_ELEMENTS (collectives); i++)
    if (collectives[i].call == call)
      time_program_collective (self->run, self->p, collectives[i].type, 0);
}

/* "<work 20>", "[main ...]"; returns what follows it. */
static const char *
write_routine (const Writer *self, const char *at)
{
  const gsize length = strcspn (at + 1, " >]");
  g_autofree char *name = g_strndup (at + 1, length);
  const char *rest = at + 1 + length;
  char *end;

  if (*at == '<')
    {
      const gint64 time = g_ascii_strtoll (rest, &end, 10);

      g_assert_cmpint (*end, ==, '>');
      if (self->run != NULL)
        time_program_work (self->run, self->p, name, time * US);
      return end + 1;
    }
  if (self->run != NULL)
    time_program_enter (self->run, self->p, name);
  rest = write_items (self, rest);
  g_assert_cmpint (*rest, ==, ']');
  if (self->run != NULL)
    time_program_leave (self->run, self->p);
  return rest + 1;
}

/* Up to a bracket that closes, or the end. */
static const char *
write_items (const Writer *self, const char *at)
{
  for (at = skip_spaces (at); *at != '\0' && strchr (")]", *at) == NULL; at = skip_spaces (at))
    if (*at == '@' || g_ascii_isdigit (*at))
      at = write_part (self, at);
    else if (*at == '<' || *at == '[')
      at = write_routine (self, at);
    else
      {
        if (self->run != NULL)
          write_call (self, *at);
        at++;
      }
  return at;
}

static RefrainWaits *
run_script (const Script *script)
{
  TimeProgram *run
      = time_program_new (N, (script->overhead > 0 ? script->overhead : 5) * US, LATENCY);
  g_autoptr (RefrainTrace) trace = NULL;

  time_program_set_bytes (run, script->bytes > 0 ? script->bytes : 8);
  time_program_set_numbered (run, script->numbered);
  for (guint p = 0; p < N; p++)
    {
      const Writer writer = { run, p };

      g_assert_cmpint (*write_items (&writer, script->script), ==, '\0');
    }
  trace = time_program_run (run);
  return refrain_waits_new (trace, NULL, NULL);
}

/* ---- Rules ---- */

typedef struct
{
  const char *rule;
  Script a, b;
  const char *words; /* of one sentence, "|" between several; NULL: nothing differs */
  const char *never; /* is in no sentence; or NULL */
  guint n;           /* sentences; 0: any number */
} Rule;

static const Rule rules[] = {
  { "callers are no part of a call where one recorder knows none of the other's",
    { "[Working 40(<work 100> s r <work 50> s r a)]" },
    { "[main 60([one <work 100> s r] [two <work 50> s r] [agree a])]" },
    "The loop over MPI_Send (tag 0), MPI_Recv (tag 0), MPI_Allreduce in one, two, agree runs 60 "
    "times per process in B instead of 40",
    "nly",
    1 },
  { "they are where both know them",
    { "[main 40(<work 500> [one s r] [two 3(s r)])]" },
    { "[main 40(<work 500> [one s r] [two 5(s r)])]" },
    "MPI_Recv (tag 0) in two runs 200 times per process in B instead of 120" },
  { "what both call comes more often, and in none of them only",
    { "[main 40(<work 500> a) b]" },
    { "[main 40(<work 500> a b) b]" },
    "B calls MPI_Barrier in main more often: +40 per process, in a loop.",
    "nly",
    1 },
  { "the other way round, too",
    { "[main 40(<work 500> a b) b]" },
    { "[main 40(<work 500> a) b]" },
    "A calls MPI_Barrier in main more often: +40 per process, in a loop." },
  { "what only one calls",
    { "[main 40(<work 500> a b)]" },
    { "[main 40(<work 500> a)]" },
    "Only A calls MPI_Barrier in main, in a loop, 40 times per process.",
    NULL,
    1 },
  { "of sizes is no more than they differ by",
    { "[main 40(<work 500> a s r)]", .overhead = 1, .bytes = 200 },
    { "[main 40(<work 500> a s r)]", .overhead = 100, .bytes = 600 },
    "Data of MPI_Send (tag 0) in main are 3 times as large in B|MPI_Send (tag 0) in main takes 100 "
    "times" },
  { "loops that are the same line by line keep counts of their own",
    { "[main 40(<work 300> a 10(s r)) 10(g 2(s r) b)]" },
    { "[main 80(<work 300> a 30(s r)) 11(g 2(s r) b)]" },
    "2400 times per process in B instead of 400|11 times per process in B instead of 10" },
  { "how often a loop runs in another is no part of it",
    { "[main 20(<work 500> a 4(s r))]" },
    { "[main 10(<work 500> a 4(s r)) 10(<work 500> a 5(s r))]" },
    "90 times per process in B instead of 80",
    NULL,
    1 },
  { "an iteration elsewhere is one more",
    { "[main 40(<work 500> a s r) b]" },
    { "[main 40(<work 500> a s r) b <work 500> a s r]" },
    "The loop over MPI_Allreduce, MPI_Send (tag 0), MPI_Recv (tag 0) in main runs 41 times per "
    "process in B "
    "instead "
    "of 40",
    "nly",
    1 },
  { "what stands elsewhere is the same",
    { "[main 20(<work 500> a) 20(<work 500> s r) 20(<work 500> g)]" },
    { "[main 20(<work 500> s r) 20(<work 500> g) 20(<work 500> a)]" },
    NULL },
  { "counts that agree together only are of one loop",
    { "[main 30(<work 200> a) b 30(<work 200> a)]" },
    { "[main 10(<work 200> a) b 50(<work 200> a)]" },
    NULL },
  { "how often one asks is a matter of time",
    { "[main 20(<work 500> 3(<other 20> <MPI_Test 6>) a)]" },
    { "[main 20(<work 500> 9(<other 6> <MPI_Test 2>) a)]" },
    NULL },
  { "what is looked up is computing",
    { "[main 40(<work 500> a)]" },
    { "[main 40(<work 500> <MPI_Comm_rank 1> a)]" },
    NULL },
  { "tags that number messages tell no calls apart",
    { "[main 100(<work 200> s r)]", .numbered = TRUE },
    { "[main 110(<work 200> s r)]", .numbered = TRUE },
    "The loop over MPI_Send, MPI_Recv in main runs 110 times per process in B instead of 100",
    NULL,
    1 },
  { "all computing at another speed is one difference",
    { "[main 40(<one 300> a <two 500> b <three 400> g <four 200> s r)]" },
    { "[main 40(<one 390> a <two 650> b <three 520> g <four 260> s r)]" },
    "All computing takes 1.3 times as long in B.",
    NULL,
    1 },
  { "from when on",
    { "[main 40(<work 500> a)]" },
    { "[main 20(<work 500> a) 20(<work 900> a)]" },
    "Computing in work before MPI_Allreduce in main takes longer in B, from its occurrence 21 on.",
    NULL,
    1 },
  { "up to when",
    { "[main 40(<work 500> a)]" },
    { "[main 15(<work 900> a) 25(<work 500> a)]" },
    "up to its occurrence 15.",
    NULL,
    1 },
  { "several processes that compute longer",
    { "[main 40(<work 500> a)]" },
    { "[main 40(@0(<work 500>) @1(<work 800>) @2(<work 800>) @3(<work 500>) a)]" },
    "Processes 1, 2 compute in work up to 1.6 times as long in B before MPI_Allreduce in main.",
    NULL,
    1 },
  { "another routine in its place",
    { "[main 40(<work 500> <MPI_Ssend 20> a)]" },
    { "[main 40(<work 500> <MPI_Rsend 20> a)]" },
    "B calls MPI_Rsend instead of MPI_Ssend.",
    NULL,
    1 },
  { "what is made of messages without being one has no tag",
    { "[main 40(<work 500> [MPI_Put s] [MPI_Win_fence r])]", .overhead = 20 },
    { "[main 40(<work 500> [MPI_Put s] [MPI_Win_fence r])]", .overhead = 200 },
    "MPI_Put in main takes 10 times as long in B",
    "tag" },
  { "calls that take longer",
    { "[main 40(<work 500> s r a)]", .overhead = 20 },
    { "[main 40(<work 500> s r a)]", .overhead = 200 },
    "MPI_Send (tag 0) in main takes 10 times as long in B" },
  { "a barrier parts computing that is the same",
    { "[main 40([halves <one 700> <two 300>] a)]" },
    { "[main 40([halves <one 700> b <two 300>] a)]" },
    "Only B calls MPI_Barrier in halves",
    "omputing",
    1 },
};

/* Goes on where it fails: the next rule may tell why. */
static void
check (gboolean holds, const char *what)
{
  if (holds)
    return;
  g_test_message ("FAILED: %s", what);
  g_test_fail ();
}

/* What has no sure cause is little of what differs: nothing is told twice. */
static gboolean
is_explained (RefrainDifferences *differences)
{
  RefrainTime a, b;

  refrain_differences_get_times (differences, &a, &b);
  g_test_message ("%.3f ms of %.3f ms without a sure cause",
                  (double) refrain_differences_get_unexplained (differences) / MS,
                  (double) (b - a) / MS);
  return ABS (refrain_differences_get_unexplained (differences))
         <= MAX (ABS (b - a) / 4, MAX (a, b) / 100);
}

static void
check_rule (const Rule *rule)
{
  g_autoptr (RefrainWaits) a = run_script (&rule->a);
  g_autoptr (RefrainWaits) b = run_script (&rule->b);
  const RefrainRunToCompare runs[] = { { a, NULL }, { b, NULL } };
  g_autoptr (RefrainDifferences) differences
      = refrain_differences_new (&runs[0], 1, &runs[1], 1, NULL, NULL);
  g_auto (GStrv) words = g_strsplit (rule->words != NULL ? rule->words : "", "|", -1);
  gsize n;
  const RefrainRunDifference *list = refrain_differences_get (differences, &n);

  g_test_message ("%s", rule->rule);
  for (gsize i = 0; i < n; i++)
    {
      g_test_message ("%+.3f ms %s", (double) (list[i].b - list[i].a) / MS, list[i].sentence);
      check (rule->never == NULL || strstr (list[i].sentence, rule->never) == NULL, rule->never);
    }
  for (guint w = 0; words[w] != NULL; w++)
    {
      gboolean found = FALSE;

      for (gsize i = 0; i < n; i++)
        found = found || strstr (list[i].sentence, words[w]) != NULL;
      check (found, words[w]);
    }
  check (is_explained (differences), "explained");
  check (rule->words != NULL ? rule->n == 0 || n == rule->n : n == 0, "how many there are");
}

static void
test_rules (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    check_rule (&rules[i]);
}

/* A loop that comes more often does so also where one path never is: it is in process 3 in A, in
 * process 0 in B. */
static void
test_off_path (void)
{
  static const Script scripts[]
      = { { "[main 40(@3(<work 900>) @0(<work 100> <MPI_Ssend 300>) a)]" },
          { "[main 80(@3(<work 400>) @0(<work 100> <MPI_Ssend 800>) a)]" } };
  g_autoptr (RefrainWaits) a = run_script (&scripts[0]);
  g_autoptr (RefrainWaits) b = run_script (&scripts[1]);
  const RefrainRunToCompare runs[] = { { a, NULL }, { b, NULL } };
  g_autoptr (RefrainDifferences) differences
      = refrain_differences_new (&runs[0], 1, &runs[1], 1, NULL, NULL);
  gsize n;
  const RefrainRunDifference *list = refrain_differences_get (differences, &n);
  gboolean found = FALSE;

  for (gsize i = 0; i < n; i++)
    {
      g_test_message ("%+.3f ms %s", (double) (list[i].b - list[i].a) / MS, list[i].sentence);
      if (strstr (list[i].sentence, "MPI_Ssend in main takes") == NULL)
        continue;
      /* Not all that its 80 calls take: there are more of them, which is told as such. */
      g_assert_cmpint (list[i].b - list[i].a, <, 80 * 800 * US * 9 / 10);
      found = TRUE;
    }
  g_assert_true (found);
}

/* More calls of their own than a table of alignment holds. */
static void
test_long (void)
{
  enum
  {
    LONG = 540,
    GONE = 260
  };
  GString *text[2] = { g_string_new ("[main g <work 9> "), g_string_new ("[main b b <work 9> ") };

  for (guint i = 0; i < LONG; i++)
    for (guint s = 0; s < 2; s++)
      if (s == 0 || i != GONE)
        g_string_append_printf (text[s], "[f%u <work 90> a]", i);
  g_string_append (text[0], "g]");
  g_string_append (text[1], "b b]");
  {
    const Rule rule = { "what stands once on both sides cuts what is long",
                        { text[0]->str },
                        { text[1]->str },
                        "Only A calls MPI_Allreduce in f260, 1 times per process.",
                        NULL,
                        3 };

    check_rule (&rule);
  }
  for (guint s = 0; s < 2; s++)
    g_string_free (text[s], TRUE);
}

TEST_PROGRAM ("difference-rules")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/difference-rules/rules", test_rules);
  g_test_add_func ("/difference-rules/off-path", test_off_path);
  g_test_add_func ("/difference-rules/long", test_long);
  return g_test_run ();
}
