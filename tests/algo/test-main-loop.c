/* test-main-loop.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The main loop of programs whose partners change, and the levels of multigrid.
 */
#include "config.h"

#include "refrain-main-loop.h"
#include "refrain-role-levels.h"
#include "refrain-trace-builder.h"
#include "script-patterns.h"
#include "refrain-turn-sizes.h"
#include "test-program.h"
#include "time-program.h"

#define N_PROCESSES  6
#define N_ITERATIONS 12

/* ---- Partners that change -------------------------------------------------------------------- */

/* Each iteration sends messages between pairs that stay for two iterations, as many as it likes,
 * and ends with a reduction of all. */
static RefrainTrace *
make_changing (void)
{
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  GString *texts[N_PROCESSES];
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  RefrainTrace *trace;
  guint to[N_PROCESSES] = { 0 };

  for (guint p = 0; p < N_PROCESSES; p++)
    texts[p] = g_string_new ("B");
  for (guint i = 0; i < N_ITERATIONS; i++)
    {
      for (guint p = 0; p < N_PROCESSES; p++)
        {
          const guint times = (guint) g_rand_int_range (random, 1, 5);

          if (i % 2 == 0)
            to[p] = (p + 1 + (guint) g_rand_int_range (random, 0, N_PROCESSES - 1)) % N_PROCESSES;
          for (guint k = 0; k < times; k++)
            {
              g_string_append_printf (texts[p], " S%u", to[p]);
              g_string_append_printf (texts[to[p]], " R%u", p);
            }
        }
      for (guint p = 0; p < N_PROCESSES; p++)
        g_string_append (texts[p], " A");
    }
  for (guint p = 0; p < N_PROCESSES; p++)
    g_ptr_array_add (scripts, g_string_free (texts[p], FALSE));
  trace = script_trace_new ((const char *const *) scripts->pdata, scripts->len, 1);
  return trace;
}

/* Iterations that no process has part in are none. */
static void
test_nobody (void)
{
  g_autoptr (RefrainTrace) trace = make_changing ();
  RefrainTime *bounds[N_PROCESSES] = { NULL };
  g_autoptr (RefrainIterations) iterations = refrain_iterations_new_at (trace, 60, bounds);

  g_assert_cmpuint (refrain_iterations_get_n (iterations), ==, 0);
  g_assert_null (refrain_iterations_describe (iterations));
}

static void
test_changing (void)
{
  g_autoptr (RefrainTrace) trace = make_changing ();
  g_autoptr (RefrainMainLoop) loop = script_main_loop_new (trace);
  const RefrainMainLoopPart *part;
  const RefrainMainLoopRow *rows;
  guint64 messages = 0;
  guint changes = 0;
  gsize n;

  g_assert_true (refrain_main_loop_leads (loop));
  part = refrain_main_loop_get_main (loop);
  g_assert_true (part->is_loop);
  /* The first reduction is the first that an iteration can begin with. */
  g_assert_cmpuint (part->n, >=, N_ITERATIONS - 1);
  g_assert_cmpuint (part->n, <=, N_ITERATIONS);
  g_assert_nonnull (strstr (part->text, "Exchange with up to "));
  g_assert_nonnull (strstr (part->text, " that change every 2 iterations "));
  g_assert_nonnull (strstr (part->text, "; MPI_Allreduce]"));
  rows = refrain_main_loop_get_rows (loop, &n);
  g_assert_cmpuint (n, ==, part->n);
  for (gsize i = 0; i < n; i++)
    {
      messages += rows[i].messages;
      changes += rows[i].changed > 0;
      g_assert_cmpuint (rows[i].bytes, ==, 8 * rows[i].messages);
      g_assert_cmpint (rows[i].start, <, rows[i].end);
    }
  g_assert_cmpuint (messages, <=, refrain_trace_get_counts (trace)->messages);
  g_assert_cmpuint (messages, >=, refrain_trace_get_counts (trace)->messages * 9 / 10);
  g_assert_cmpuint (changes, >=, N_ITERATIONS / 2 - 1);
  g_assert_cmpuint (changes, <, n);
}

/* What exact patterns explain is left to them, and told as the main loop. */
static void
test_regular (void)
{
  static const char *const scripts[] = { "S1 R2 A", "S2 R0 A", "S0 R1 A" };
  g_autoptr (RefrainTrace) trace = script_trace_new (scripts, G_N_ELEMENTS (scripts), 40);
  g_autoptr (RefrainMainLoop) loop = script_main_loop_new (trace);
  gsize n;

  g_assert_false (refrain_main_loop_leads (loop));
  g_assert_cmpuint (refrain_main_loop_get_main (loop)->n, ==, 40);
  g_assert_cmpuint (refrain_iterations_get_n (refrain_main_loop_get_iterations (loop)), ==, 40);
  g_assert_true (g_str_has_prefix (refrain_main_loop_get_main (loop)->text, "40 × ["));
  refrain_main_loop_get_parts (loop, &n);
  g_assert_cmpuint (n, ==, 0);
}

/* ---- Levels ---------------------------------------------------------------------------------- */

typedef struct
{
  RefrainTraceBuilder *builder;
  RefrainRecorder *recorders[2];
  RefrainTime time;
  guint32 routine;
} Stage;

/* Both processes send each other @times messages of @bytes, then receive. */
static void
exchange (Stage *self, guint times, guint64 bytes)
{
  for (guint i = 0; i < 2 * times; i++)
    {
      for (guint p = 0; p < 2; p++)
        {
          const gint32 peer = 1 - (gint32) p;

          refrain_recorder_enter (self->recorders[p], self->time + 1, self->routine);
          if (i < times)
            refrain_recorder_send (self->recorders[p], self->time + 2, peer, 0, 0, bytes);
          else
            refrain_recorder_recv (self->recorders[p], self->time + 2, peer, 0, 0, bytes);
          refrain_recorder_leave (self->recorders[p], self->time + 3, self->routine);
        }
      self->time += 3;
    }
}

static void
reduce (Stage *self)
{
  for (guint p = 0; p < 2; p++)
    {
      refrain_recorder_enter (self->recorders[p], self->time + 1, self->routine);
      refrain_recorder_collective_end (self->recorders[p], self->time + 2,
                                       REFRAIN_COLLECTIVE_ALLREDUCE, 0, -1, 8, 8);
      refrain_recorder_leave (self->recorders[p], self->time + 3, self->routine);
    }
  self->time += 3;
}

static void
begin_stage (Stage *self, RefrainTraceBuilder *builder)
{
  gint32 members[2];

  *self = (Stage){ .builder = builder };
  self->routine = refrain_trace_builder_add_routine (builder, "MPI_Call", NULL, 0);
  for (guint i = 0; i < 2; i++)
    members[i] = (gint32) refrain_trace_builder_add_process (builder, "rank", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, 2, NULL, 0, FALSE));
  for (guint i = 0; i < 2; i++)
    self->recorders[i] = refrain_trace_builder_add_thread (builder, i, i, "thread");
}

static RefrainTrace *
end_stage (Stage *self)
{
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace = refrain_trace_builder_finish (self->builder, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* Five cycles, each of which goes through @sizes. */
static RefrainTrace *
make_cycles (const guint64 *sizes, gsize n)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  Stage self;

  begin_stage (&self, builder);
  for (guint i = 0; i < 5; i++)
    {
      reduce (&self);
      for (gsize k = 0; k < n; k++)
        exchange (&self, 1, sizes[k]);
    }
  return end_stage (&self);
}

/* "5 3 V": iterations, levels and kind of the main loop; "5" without levels. */
static char *
tell_levels (const guint64 *sizes, gsize n)
{
  g_autoptr (RefrainTrace) trace = make_cycles (sizes, n);
  g_autoptr (RefrainRoleOps) ops = refrain_role_ops_new (trace);
  g_autoptr (RefrainRoleTree) tree = refrain_role_tree_new (ops, NULL);
  const RefrainRoleNode *node;
  RefrainRoleLevels levels;

  g_assert_cmpuint (tree->nodes->len, >, 0);
  node = tree->nodes->pdata[0];
  g_assert_cmpint (node->kind, ==, REFRAIN_ROLE_LOOP);
  return refrain_role_find_levels (node, &levels)
             ? g_strdup_printf ("%u %u %c", node->n, levels.levels, "VWF"[levels.kind])
             : g_strdup_printf ("%u", node->n);
}

static void
test_levels (void)
{
  static const guint64 v[]
      = { 4096, 4096, 1024, 1024, 256, 256, 64, 256, 256, 1024, 1024, 4096, 4096 };
  static const guint64 w[]
      = { 4096, 4096, 1024, 1024, 256, 256, 64, 256, 256, 64, 256, 256, 1024, 1024, 4096, 4096 };
  static const guint64 f[] = { 4096, 4096, 1024, 1024, 256, 256, 64,  256,  256,  64,   256, 256,
                               1024, 1024, 256,  256,  64,  256, 256, 1024, 1024, 4096, 4096 };
  /* Begun at the bottom, with transfers of sizes of their own in between. */
  static const guint64 up[]
      = { 256,  256,  64,   256,  256,  100, 1024, 1024, 256, 256, 64,   256,  256,  1024, 1024,
          1500, 4096, 4096, 1024, 1024, 256, 256,  64,   256, 256, 1024, 1024, 4096, 4096 };
  /* A halo there and back is no cycle of levels: nothing shrinks. */
  static const guint64 halo[] = { 64, 64, 80, 80, 96, 96, 80, 80, 64, 64 };
  g_autofree char *of_v = tell_levels (v, G_N_ELEMENTS (v));
  g_autofree char *of_w = tell_levels (w, G_N_ELEMENTS (w));
  g_autofree char *of_f = tell_levels (f, G_N_ELEMENTS (f));
  g_autofree char *of_up = tell_levels (up, G_N_ELEMENTS (up));
  g_autofree char *of_halo = tell_levels (halo, G_N_ELEMENTS (halo));

  g_assert_cmpstr (of_v, ==, "5 4 V");
  g_assert_cmpstr (of_w, ==, "5 4 W");
  g_assert_cmpstr (of_f, ==, "5 4 F");
  g_assert_cmpstr (of_up, ==, "5 4 F");
  g_assert_cmpstr (of_halo, ==, "5");
}

/* ---- Iterations that nothing divides --------------------------------------------------------- */

#define N_MANY 12

typedef struct
{
  RefrainRecorder *recorders[N_MANY];
  guint n;
  guint32 routine;
  RefrainTime time;
  guint32 group; /* the communicator of what is sent: 0, that of all, or of a half of them */
} Run;

static void
send_to (Run *self, guint from, guint to, gint32 tag, guint64 bytes)
{
  refrain_recorder_enter (self->recorders[from], self->time + 1, self->routine);
  refrain_recorder_send (self->recorders[from], self->time + 2, (gint32) to, self->group, tag,
                         bytes);
  refrain_recorder_leave (self->recorders[from], self->time + 3, self->routine);
  refrain_recorder_enter (self->recorders[to], self->time + 4, self->routine);
  refrain_recorder_recv (self->recorders[to], self->time + 5, (gint32) from, self->group, tag,
                         bytes);
  refrain_recorder_leave (self->recorders[to], self->time + 6, self->routine);
  self->time += 6;
}

/* Twenty iterations of @iterate on @n processes; what is said of one. */
static char *
tell_run (void (*iterate) (Run *self), guint n)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  Run self = { .n = n };
  gint32 members[N_MANY];
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainMainLoop) loop = NULL;

  self.routine = refrain_trace_builder_add_routine (builder, "MPI_Call", NULL, 0);
  for (guint i = 0; i < n; i++)
    members[i] = (gint32) refrain_trace_builder_add_process (builder, "rank", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, n, NULL, 0, FALSE));
  for (guint i = 0; i < 2; i++)
    refrain_trace_builder_add_communicator (
        builder,
        refrain_communicator_new ("half", i + 1, 0, members + i * n / 2, n / 2, NULL, 0, FALSE));
  for (guint i = 0; i < n; i++)
    self.recorders[i] = refrain_trace_builder_add_thread (builder, i, i, "thread");
  for (guint i = 0; i < 20; i++)
    iterate (&self);
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  loop = script_main_loop_new (trace);
  g_assert_false (refrain_main_loop_leads (loop));
  g_assert_cmpuint (refrain_main_loop_get_main (loop)->n, ==, 20);
  return g_strdup (refrain_main_loop_get_content (loop));
}

/* A sum by hand: nodes of three processes, of which the first have a ring. */
static void
sum_by_nodes (Run *self)
{
  for (guint p = 0; p < self->n; p++)
    if (p % 3 > 0)
      send_to (self, p, p / 3 * 3, 1, 8);
  for (guint k = 0; k < 3; k++)
    for (guint p = 0; p < self->n; p += 3)
      send_to (self, p, (p + 3) % self->n, 2, 8);
  for (guint p = 0; p < self->n; p++)
    if (p % 3 > 0)
      send_to (self, p / 3 * 3, p, 3, 8);
}

/* Two codes, each a ring that turns as often as it likes, and then a word between them: together
 * their pairs are a grid. */
static void
couple (Run *self)
{
  for (guint half = 0; half < 2; half++)
    for (guint k = 0; k < (half == 0 ? 4 : 10); k++)
      for (guint p = 0; p < self->n / 2; p++)
        {
          self->group = half + 1;
          send_to (self, half * self->n / 2 + p, half * self->n / 2 + (p + 1) % (self->n / 2), 1,
                   64);
        }
  self->group = 0;
  for (guint p = 0; p < self->n; p++)
    send_to (self, p, (p + self->n / 2) % self->n, 7, 512);
}

static void
smooth (Run *self, guint level, guint times)
{
  const guint step = 1 << level;

  for (guint i = 0; i < times; i++)
    {
      for (guint p = step; p < self->n; p += step)
        send_to (self, p, p - step, (gint32) level, 8192 >> (2 * level));
      for (guint p = 0; p + step < self->n; p += step)
        send_to (self, p, p + step, (gint32) level, 8192 >> (2 * level));
    }
}

/* A V-cycle whose coarser levels are those of half as many processes each. */
static void
cycle (Run *self)
{
  for (guint level = 0; level < 3; level++)
    {
      smooth (self, level, 2);
      for (guint p = 0; p < self->n; p += 2 << level)
        send_to (self, p + (1 << level), p, 100 + (gint32) level, 2048 >> level);
    }
  for (guint level = 3; level-- > 0;)
    {
      for (guint p = 0; p < self->n; p += 2 << level)
        send_to (self, p, p + (1 << level), 200 + (gint32) level, 2048 >> level);
      smooth (self, level, 1);
    }
  for (guint p = 0; p < self->n; p++)
    {
      refrain_recorder_enter (self->recorders[p], self->time + 1, self->routine);
      refrain_recorder_collective_end (self->recorders[p], self->time + 2,
                                       REFRAIN_COLLECTIVE_ALLREDUCE, 0, -1, 8, 8);
      refrain_recorder_leave (self->recorders[p], self->time + 3, self->routine);
    }
  self->time += 3;
}

/* One exchange without a name is told by its parts, and by its levels. */
static void
test_parts (void)
{
  g_autofree char *sum = tell_run (sum_by_nodes, 12);
  g_autofree char *levels = tell_run (cycle, 8);
  g_autofree char *codes = tell_run (couple, 8);

  g_assert_nonnull (strstr (sum, "Ring of 4 (12 messages)"));
  g_assert_nonnull (strstr (sum, "4 times side by side (16 messages)"));
  g_assert_true (g_str_has_prefix (levels, "V-cycle of 4 levels: "));
  g_assert_cmpstr (codes, ==,
                   "4 × Ring of 4 · ranks 0–3; 10 × Ring of 4 · ranks 4–7; "
                   "Exchange in 4 pairs at distance 4");
}

/* ---- Collectives alone ----------------------------------------------------------------------- */

/* A search of three, five or eight levels each time is no loop of five in a loop of three. */
static void
test_searches (void)
{
  static const guint levels[] = { 3, 5, 5, 3, 8, 4 };
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainMainLoop) loop = NULL;

  for (guint p = 0; p < 4; p++)
    {
      GString *text = g_string_new (NULL);

      for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
        {
          g_string_append (text, "B ");
          for (guint k = 0; k < levels[i]; k++)
            g_string_append (text, "A A ");
        }
      g_ptr_array_add (scripts, g_string_free (text, FALSE));
    }
  trace = script_trace_new ((const char *const *) scripts->pdata, scripts->len, 1);
  loop = script_main_loop_new (trace);
  g_test_message ("%s", refrain_main_loop_get_main (loop)->text);
  g_assert_cmpuint (refrain_main_loop_get_main (loop)->n, !=, 3);
  g_assert_cmpfloat (refrain_main_loop_get_main (loop)->share, >, 0.9);
}

/* ---- Turns of other lengths ------------------------------------------------------------------ */

/* Repeats @text @n times behind @to. */
static void
append_times (GString *to, const char *text, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append (to, text);
}

static RefrainMainLoop *
find_of_scripts (GPtrArray *scripts)
{
  g_autoptr (RefrainTrace) trace
      = script_trace_new ((const char *const *) scripts->pdata, scripts->len, 1);

  return script_main_loop_new (trace);
}

/* A solver needs another number of iterations in each time step, 63 in all. */
static void
test_solves (void)
{
  static const guint solves[] = { 5, 9, 7, 12, 6, 8, 11, 5 };
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RefrainMainLoop) loop = NULL;
  RefrainTime start, end, last = G_MININT64;

  for (guint p = 0; p < 4; p++)
    {
      GString *text = g_string_new (NULL);
      g_autofree char *solve = g_strdup_printf ("S%u R%u A ", (p + 1) % 4, (p + 3) % 4);

      for (guint i = 0; i < G_N_ELEMENTS (solves); i++)
        {
          g_string_append (text, "A ");
          append_times (text, solve, solves[i]);
          g_string_append (text, "B ");
        }
      g_ptr_array_add (scripts, g_string_free (text, FALSE));
    }
  loop = find_of_scripts (scripts);
  g_test_message ("%s", refrain_main_loop_get_main (loop)->text);
  g_assert_true (g_str_has_prefix (refrain_main_loop_get_main (loop)->text, "8 × [5 to 12 × ["));
  g_assert_cmpuint (refrain_iterations_get_n (refrain_main_loop_get_iterations (loop)), ==, 63);
  for (guint32 i = 0; i < 63; i++)
    {
      g_assert_true (refrain_iterations_get_run_span (refrain_main_loop_get_iterations (loop), i,
                                                      &start, &end));
      g_assert_cmpint (start, >=, last);
      g_assert_cmpint (start, <, end);
      last = start;
    }
}

/* Three solves of @solves iterations, each six exchanges and two sums, behind a sum; @end behind
 * each. */
static RefrainMainLoop *
find_solves (const guint *solves, const char *end)
{
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);

  for (guint p = 0; p < 4; p++)
    {
      GString *text = g_string_new (NULL);
      g_autofree char *exchange = g_strdup_printf ("S%u R%u ", (p + 1) % 4, (p + 3) % 4);

      for (guint i = 0; i < 3; i++)
        {
          g_string_append (text, "A ");
          for (guint k = 0; k < solves[i]; k++)
            {
              append_times (text, exchange, 6);
              g_string_append (text, "A A ");
            }
          g_string_append (text, end);
        }
      g_ptr_array_add (scripts, g_string_free (text, FALSE));
    }
  return find_of_scripts (scripts);
}

/* The sum before each solve is one of those in its iterations, too. */
static void
test_residuals (void)
{
  static const guint uneven[] = { 20, 25, 30 }, even[] = { 20, 20, 20 };
  g_autoptr (RefrainMainLoop) loop = find_solves (uneven, "B ");
  g_autoptr (RefrainMainLoop) nested = find_solves (even, "");

  g_assert_cmpstr (refrain_main_loop_get_main (loop)->text, ==,
                   "3 × [MPI_Call; 20 to 30 × [6 × Ring of 4; 2 × MPI_Call]; MPI_Call · root 0]");
  g_assert_cmpuint (refrain_iterations_get_n (refrain_main_loop_get_iterations (loop)), ==, 75);
  g_assert_cmpstr (refrain_main_loop_get_main (nested)->text, ==,
                   "3 × [MPI_Call; 20 × [6 × Ring of 4; 2 × MPI_Call]]");
  g_assert_cmpuint (refrain_iterations_get_n (refrain_main_loop_get_iterations (nested)), ==, 3);
}

/* The iterations of a ring of 4 that goes @before times round, then does @odd once and goes on, as
 * often as makes 20. */
static guint
count_around (guint before, const char *odd)
{
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainIterations) iterations = NULL;

  for (guint p = 0; p < 4; p++)
    {
      GString *text = g_string_new (NULL);

      for (guint i = 0; i < 20; i++)
        {
          if (i == before && *odd != '>')
            g_string_append_printf (text, "%s ", odd);
          g_string_append_printf (text, "S%u R%u ", (p + 1) % 4, (p + 3) % 4);
          if (i == before && *odd == '>')
            g_string_append_printf (text, "%s ", odd + 1);
          g_string_append (text, "A ");
        }
      g_ptr_array_add (scripts, g_string_free (text, FALSE));
    }
  trace = script_trace_new ((const char *const *) scripts->pdata, scripts->len, 1);
  iterations = refrain_iterations_new (trace, NULL, NULL);
  return refrain_iterations_get_n (iterations);
}

/* What happens once is no end of the loop; but a turn to warm up is none of its own. */
static void
test_interrupted (void)
{
  g_assert_cmpuint (count_around (0, "B"), ==, 20);
  g_assert_cmpuint (count_around (0, ">B"), ==, 20);
  g_assert_cmpuint (count_around (13, "B"), ==, 20);
  g_assert_cmpuint (count_around (13, ">B"), ==, 20);
  g_assert_cmpuint (count_around (1, "B"), ==, 19);
  g_assert_cmpuint (count_around (19, "B"), ==, 19);
}

/* Long names that differ in the order of partners alone are told once. */
static void
test_alike (void)
{
  static const guint distances[][3] = { { 1, 2, 4 }, { 4, 2, 1 }, { 2, 1, 4 } };
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RefrainMainLoop) loop = NULL;

  for (guint p = 0; p < 8; p++)
    {
      GString *text = g_string_new (NULL);

      for (guint i = 0; i < 60; i++)
        {
          for (guint k = 0; k < 3; k++)
            g_string_append_printf (text, "S%u S%u R%u R%u ", p ^ distances[i % 3][k],
                                    p ^ distances[i % 3][k], p ^ distances[i % 3][k],
                                    p ^ distances[i % 3][k]);
          g_string_append (text, "A ");
        }
      g_ptr_array_add (scripts, g_string_free (text, FALSE));
    }
  loop = find_of_scripts (scripts);
  g_assert_cmpstr (
      refrain_main_loop_get_main (loop)->text, ==,
      "20 × [3 × Neighbour exchange on a periodic 2×2×2 grid, in 3 stages; 3 × MPI_Call]");
}

/* Rings of four, a sum behind some of them, as many rings apart as @apart says. */
static RefrainMainLoop *
find_sums (const guint *apart, guint n)
{
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);

  for (guint p = 0; p < 4; p++)
    {
      GString *text = g_string_new (NULL);
      g_autofree char *ring = g_strdup_printf ("S%u R%u ", (p + 1) % 4, (p + 3) % 4);

      for (guint i = 0; i < n; i++)
        {
          append_times (text, ring, apart[i]);
          g_string_append (text, "A ");
        }
      g_ptr_array_add (scripts, g_string_free (text, FALSE));
    }
  return find_of_scripts (scripts);
}

/* A sum that comes after each step with the same probability is in some of the steps; one that ends
 * a step of one to six parts is in each. */
static void
test_some (void)
{
  static const guint chance[] = { 1, 5, 1, 2, 1, 9, 3, 1, 1, 12, 2, 1, 4, 1, 1, 6 };
  static const guint parts[] = { 2, 6, 4, 6, 1, 6, 3, 1, 1, 5, 4, 2, 3, 5, 5, 6 };
  g_autoptr (RefrainMainLoop) some = find_sums (chance, G_N_ELEMENTS (chance));
  g_autoptr (RefrainMainLoop) each = find_sums (parts, G_N_ELEMENTS (parts));

  g_test_message ("%s; %s", refrain_main_loop_get_main (some)->text,
                  refrain_main_loop_get_main (each)->text);
  g_assert_true (refrain_turns_are_by_chance (chance, G_N_ELEMENTS (chance)));
  g_assert_false (refrain_turns_are_by_chance (parts, G_N_ELEMENTS (parts)));
  g_assert_false (refrain_turns_are_by_chance (chance, 7));
  g_assert_true (g_str_has_prefix (refrain_main_loop_get_main (some)->text, "51 × ["));
  g_assert_nonnull (strstr (refrain_main_loop_get_main (some)->text, "; in 16 of them "));
  g_assert_true (g_str_has_prefix (refrain_main_loop_get_main (each)->text, "16 × [1 to 6 × "));
}

/* Each step begins at another process. */
static void
test_moving_root (void)
{
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RefrainMainLoop) loop = NULL;

  for (guint p = 0; p < 4; p++)
    {
      GString *text = g_string_new (NULL);

      for (guint i = 0; i < 7; i++)
        {
          const guint place = (p + 4 - i % 4) % 4;

          for (guint k = 0; k < 5; k++)
            {
              if (place > 0)
                g_string_append_printf (text, "R%u ", (p + 3) % 4);
              if (place < 3)
                g_string_append_printf (text, "S%u ", (p + 1) % 4);
            }
          g_string_append (text, "A ");
        }
      g_ptr_array_add (scripts, g_string_free (text, FALSE));
    }
  loop = find_of_scripts (scripts);
  g_assert_nonnull (refrain_main_loop_get_main (loop));
  g_test_message ("%s", refrain_main_loop_get_main (loop)->text);
  g_assert_cmpuint (refrain_main_loop_get_main (loop)->n, ==, 7);
  g_assert_nonnull (strstr (refrain_main_loop_get_main (loop)->text, "(4 variants)"));
}

/* Where nothing divides iterations what is in one is counted, not all that the pattern has. */
static void
test_one_of_many (void)
{
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RefrainMainLoop) loop = NULL;
  /* Two give to two by turns, who pass all on to one. */
  static const char *const turns[]
      = { "S2 S3 ", "S3 S2 ", "R0 S4 R1 S4 ", "R1 S4 R0 S4 ", "R2 R3 R2 R3 " };

  for (guint p = 0; p < G_N_ELEMENTS (turns); p++)
    {
      GString *text = g_string_new (NULL);

      append_times (text, turns[p], 20);
      g_ptr_array_add (scripts, g_string_free (text, FALSE));
    }
  loop = find_of_scripts (scripts);
  g_assert_nonnull (refrain_main_loop_get_main (loop));
  g_test_message ("%s", refrain_main_loop_get_main (loop)->text);
  g_assert_cmpstr (refrain_main_loop_get_main (loop)->text, ==,
                   "20 × [8 messages among 5 processes]");
}

/* Sums of all, behind which messages go at random until all have come: what follows the storm is no
 * second iteration of it. */
static void
test_storm (void)
{
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RefrainMainLoop) loop = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  GString *texts[N_PROCESSES];

  for (guint p = 0; p < N_PROCESSES; p++)
    texts[p] = g_string_new ("A");
  for (guint i = 0; i < 320; i++)
    {
      const guint from = (guint) g_rand_int_range (random, 0, N_PROCESSES);
      const guint to
          = (from + 1 + (guint) g_rand_int_range (random, 0, N_PROCESSES - 1)) % N_PROCESSES;

      for (guint p = 0; p < N_PROCESSES && i == 300; p++)
        g_string_append (texts[p], " A");
      g_string_append_printf (texts[from], " S%u", to);
      g_string_append_printf (texts[to], " R%u", from);
    }
  for (guint p = 0; p < N_PROCESSES; p++)
    {
      g_string_append (texts[p], " A");
      g_ptr_array_add (scripts, g_string_free (texts[p], FALSE));
    }
  loop = find_of_scripts (scripts);
  g_assert_null (refrain_main_loop_get_main (loop));
}

/* Small exchanges, and a large one now and then, as a checkpoint is: no way down and up. A cycle of
 * two levels goes down for more than one. */
static void
test_checkpoint (void)
{
  guint64 checkpoints[42], cycles[42];
  g_auto (RefrainTurnCycles) none = { 0 }, found = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (cycles); i++)
    {
      static const guint64 v[] = { 65536, 8192, 1024, 1024, 1024, 8192, 65536 };

      checkpoints[i] = i % 7 == 6 ? 65536 : 1024;
      cycles[i] = v[i % 7];
    }
  g_assert_false (refrain_turns_find_cycles (checkpoints, G_N_ELEMENTS (checkpoints), &none));
  g_assert_true (refrain_turns_find_cycles (cycles, G_N_ELEMENTS (cycles), &found));
  g_assert_cmpuint (found.levels, ==, 3);
}

/* Turns of two operations in groups, with what stands between them. */
static guint32
count_groups (const char *text)
{
  guint32 symbols[64], elements[64], n = 0;

  for (guint32 i = 0; text[i] != '\0'; i++)
    {
      symbols[i] = (guint32) text[i];
      if (text[i] == 'a' || text[i] == 'b')
        elements[n++] = i;
    }
  return refrain_turns_count_outer (symbols, elements, 0, 2, n / 2);
}

static void
test_outer (void)
{
  g_assert_cmpuint (count_groups ("ababababxyababxyabababxyab"), ==, 4);
  g_assert_cmpuint (count_groups ("abababaxbabaxbababaxbab"), ==, 4);
  /* As many, behind as many turns each time: another file, say. */
  g_assert_cmpuint (count_groups ("ababxyababwvababpqabab"), ==, 4);
  g_assert_cmpuint (count_groups ("ababxababyababab"), ==, 0);
  /* What comes twice, something else each time, at another place, or behind each is no loop. */
  g_assert_cmpuint (count_groups ("abababxabab"), ==, 0);
  g_assert_cmpuint (count_groups ("ababxababababyabxab"), ==, 0);
  g_assert_cmpuint (count_groups ("ababxabababaxbab"), ==, 0);
  g_assert_cmpuint (count_groups ("abxabxabxabxab"), ==, 0);
  g_assert_cmpuint (count_groups ("abababab"), ==, 0);
}

/* Turns that follow each other at once, and what is computed before every so many of them. */
static void
test_timed (void)
{
  gint64 gaps[40];

  for (guint i = 0; i < G_N_ELEMENTS (gaps); i++)
    gaps[i] = i % 10 == 0 ? 3000 + i : 1 + i % 3;
  g_assert_cmpuint (refrain_turns_count_timed (gaps, 40, 20000), ==, 4);
  /* One waits for a core. */
  gaps[13] = 5000;
  g_assert_cmpuint (refrain_turns_count_timed (gaps, 40, 20000), ==, 4);
  /* Little of all; not whole in the end; too few; as much computed within. */
  g_assert_cmpuint (refrain_turns_count_timed (gaps, 40, 200000), ==, 0);
  g_assert_cmpuint (refrain_turns_count_timed (gaps, 38, 20000), ==, 0);
  g_assert_cmpuint (refrain_turns_count_timed (gaps, 20, 20000), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (gaps); i++)
    gaps[i] = i % 10 == 0 ? 3000 : 100;
  g_assert_cmpuint (refrain_turns_count_timed (gaps, 40, 20000), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (gaps); i++)
    gaps[i] = 0;
  g_assert_cmpuint (refrain_turns_count_timed (gaps, 40, 20000), ==, 0);
}

/* How many iterations the main loop has of a run that does @odd in the middle of twenty steps, each
 * of which asks all (a), exchanges (x), computes (w) and exchanges; y: two messages at once. */
static guint
count_steps (const char *odd)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainRoleOps) ops = NULL;
  g_autoptr (RefrainRoleTree) tree = NULL;
  g_autoptr (GString) run = g_string_new (NULL);
  guint most = 0;
  Stage self;

  for (guint i = 0; i < 20; i++)
    g_string_append (run, i == 10 ? odd : "axwx");
  g_string_append (run, "axwx");
  begin_stage (&self, builder);
  for (const char *c = run->str; *c != '\0'; c++)
    switch (*c)
      {
      case 'a':
        reduce (&self);
        break;
      case 'w':
        self.time += 100;
        break;
      default:
        exchange (&self, *c == 'x' ? 1 : 2, 8);
      }
  trace = end_stage (&self);
  ops = refrain_role_ops_new (trace);
  tree = refrain_role_tree_new (ops, NULL);
  for (guint i = 0; i < tree->nodes->len; i++)
    most = MAX (most, ((const RefrainRoleNode *) tree->nodes->pdata[i])->n);
  return most;
}

/* Steps that do not ask all are joined with the one before, and are steps all the same; what is
 * exchanged besides in a step is none. */
static void
test_joined (void)
{
  g_assert_cmpuint (count_steps ("axwx"), ==, 20 + 1);
  g_assert_cmpuint (count_steps ("axwxxwxxwx"), ==, 20 + 3);
  /* The first of them begins otherwise. */
  g_assert_cmpuint (count_steps ("ayywxxwxxwx"), ==, 20 + 3);
  g_assert_cmpuint (count_steps ("aaayywxxwx"), ==, 20 + 2);
  /* No computing; another end; an operation of all between them. */
  g_assert_cmpuint (count_steps ("axwxxx"), ==, 20 + 1);
  g_assert_cmpuint (count_steps ("ayyxxwx"), ==, 20 + 1);
  g_assert_cmpuint (count_steps ("ayywyxwx"), ==, 20 + 1);
  g_assert_cmpuint (count_steps ("ayywyxwxxwx"), ==, 20 + 2);
}

/* ---- Coupled programs ------------------------------------------------------------------------ */

/* Processes @first to @first + 3 exchange with both neighbours on their ring. */
static void
exchange_on_ring (TimeProgram *program, guint first)
{
  for (guint p = 0; p < 4; p++)
    for (guint step = 1; step <= 3; step += 2)
      time_program_send (program, first + p, first + (p + step) % 4);
  for (guint p = 0; p < 4; p++)
    {
      const guint from[] = { first + (p + 3) % 4, first + (p + 1) % 4 };

      time_program_waitall (program, first + p, from, 2);
    }
}

/* One program exchanges once before and five times in each of twelve steps, the other twice and
 * once behind; all messages of a step are told, though those of the last one, which takes as long
 * as the median, are in another pattern. */
static void
test_coupled (void)
{
  TimeProgram *program = time_program_new (8, 1000, 2000);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainMainLoop) loop = NULL;

  exchange_on_ring (program, 0);
  for (guint i = 0; i < 12; i++)
    {
      for (guint k = 0; k < 5; k++)
        {
          for (guint p = 0; p < 4; p++)
            time_program_work (program, p, "main", i < 5 ? 800000 : i == 11 ? 1000000 : 1200000);
          exchange_on_ring (program, 0);
        }
      for (guint k = 0; k < 2; k++)
        {
          for (guint p = 4; p < 8; p++)
            time_program_work (program, p, "main", 2000000);
          exchange_on_ring (program, 4);
        }
      for (guint p = 0; p < 8; p++)
        time_program_send (program, p, (p + 4) % 8);
      for (guint p = 0; p < 8; p++)
        time_program_recv (program, p, (p + 4) % 8);
    }
  exchange_on_ring (program, 4);
  trace = time_program_run (program);
  loop = script_main_loop_new (trace);
  g_test_message ("%s", refrain_main_loop_get_main (loop)->text);
  g_assert_cmpuint (refrain_main_loop_get_main (loop)->n, ==, 12);
  g_assert_nonnull (strstr (refrain_main_loop_get_main (loop)->text, "64 messages"));
}

TEST_PROGRAM ("main-loop")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/main-loop/nobody", test_nobody);
  g_test_add_func ("/main-loop/changing", test_changing);
  g_test_add_func ("/main-loop/regular", test_regular);
  g_test_add_func ("/main-loop/levels", test_levels);
  g_test_add_func ("/main-loop/parts", test_parts);
  g_test_add_func ("/main-loop/searches", test_searches);
  g_test_add_func ("/main-loop/solves", test_solves);
  g_test_add_func ("/main-loop/residuals", test_residuals);
  g_test_add_func ("/main-loop/interrupted", test_interrupted);
  g_test_add_func ("/main-loop/alike", test_alike);
  g_test_add_func ("/main-loop/some", test_some);
  g_test_add_func ("/main-loop/moving-root", test_moving_root);
  g_test_add_func ("/main-loop/one-of-many", test_one_of_many);
  g_test_add_func ("/main-loop/storm", test_storm);
  g_test_add_func ("/main-loop/timed", test_timed);
  g_test_add_func ("/main-loop/joined", test_joined);
  g_test_add_func ("/main-loop/checkpoint", test_checkpoint);
  g_test_add_func ("/main-loop/outer", test_outer);
  g_test_add_func ("/main-loop/coupled", test_coupled);
  return g_test_run ();
}
