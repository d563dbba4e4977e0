/* test-pattern-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The general form of a pattern, and the tables made of it.
 */
#include "config.h"

#include <string.h>

#include "refrain-pattern-form.h"
#include "refrain-pattern-table.h"
#include "script-patterns.h"
#include "test-program.h"

static RefrainPatternSet *
find (const char *const *scripts, guint n, gboolean keep_tandem)
{
  return script_patterns_new (scripts, n, keep_tandem ? 1 : 2, keep_tandem);
}

static char *
write_first (RefrainPatternSet *set, RefrainTableFormat format, guint first_rank)
{
  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, 1);
  return refrain_pattern_write_table (refrain_pattern_set_get_pattern (set, 0),
                                      refrain_pattern_set_get_symbols (set), format, first_rank);
}

/* Thesis, Table 4.6, on a grid of 2 × 2. */
static void
test_sweep (void)
{
  const char *const scripts[] = { "S1 S2", "R0 S3", "R0 S3", "R2 R1" };
  g_autoptr (RefrainPatternSet) set = find (scripts, 4, FALSE);
  g_autofree char *text = write_first (set, REFRAIN_TABLE_TEXT, 1);
  g_autofree char *csv = write_first (set, REFRAIN_TABLE_CSV, 0);
  g_autofree char *latex = write_first (set, REFRAIN_TABLE_LATEX, 1);

  g_assert_cmpstr (text, ==, "P1: S2 S3\nP2: R1 S4\nP3: R1 S4\nP4: R3 R2\n");
  g_assert_cmpstr (csv, ==, "process,e1,e2\r\n0,S1,S2\r\n1,R0,S3\r\n2,R0,S3\r\n3,R2,R1\r\n");
  g_assert_cmpstr (latex, ==,
                   "\\begin{tabular}{l|ll}\n  P & e1 & e2 \\\\\n  \\hline\n"
                   "  P1 & S2 & S3 \\\\\n  P2 & R1 & S4 \\\\\n  P3 & R1 & S4 \\\\\n"
                   "  P4 & R3 & R2 \\\\\n\\end{tabular}\n");
}

/* Lines of different length, a run of one event, and a body inside another. */
static void
test_repeats (void)
{
  const char *const scripts[] = { "S1 S1 S1 S2 S1 S1 S1 S2", "R0 R0 R0 R0 R0 R0", "R0 R0" };
  g_autoptr (RefrainPatternSet) set = find (scripts, 3, TRUE);
  g_autofree char *text = write_first (set, REFRAIN_TABLE_TEXT, 0);
  g_autofree char *csv = write_first (set, REFRAIN_TABLE_CSV, 0);
  g_autofree char *latex = write_first (set, REFRAIN_TABLE_LATEX, 0);

  g_assert_cmpstr (text, ==, "0: (S1x3 S2)x2\n1: R0x6\n2: R0x2\n");
  g_assert_cmpstr (csv, ==, "process,e1,e2\r\n0,(S1x3,S2)x2\r\n1,R0x6,\r\n2,R0x2,\r\n");
  g_assert_nonnull (strstr (latex, "  0 & (S1$\\times$3 & S2)$\\times$2 \\\\\n"));
  g_assert_nonnull (strstr (latex, "  1 & R0$\\times$6 & \\\\\n"));
}

static void
test_collective (void)
{
  const char *const scripts[] = { "B A", "B A" };
  g_autoptr (RefrainPatternSet) set = find (scripts, 2, FALSE);
  g_autofree char *csv = write_first (set, REFRAIN_TABLE_CSV, 0);
  g_autofree char *latex = write_first (set, REFRAIN_TABLE_LATEX, 0);

  g_assert_cmpstr (csv, ==,
                   "process,e1,e2\r\n0,MPI_Bcast root 0,MPI_Allreduce\r\n"
                   "1,MPI_Bcast root 0,MPI_Allreduce\r\n");
  g_assert_nonnull (strstr (latex, "MPI\\_Bcast root 0 & MPI\\_Allreduce"));
}

static void
test_one_process (void)
{
  const char *const scripts[] = { "S0 R0" };
  g_autoptr (RefrainPatternSet) set = find (scripts, 1, FALSE);
  g_autofree char *text = write_first (set, REFRAIN_TABLE_TEXT, 0);

  g_assert_cmpstr (text, ==, "0: S0 R0\n");
}

static void
test_no_pattern (void)
{
  const char *const scripts[] = { "-", "-" };
  g_autoptr (RefrainPatternSet) set = find (scripts, 2, FALSE);

  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, 0);
}

/* ---- Random events ------------------------------------------------------------------------ */

/* Appends elements [first, end), the bodies among them gone through; bodies from @outer on are
 * unfolded already. */
static void
expand (const RefrainPatternForm *form, guint32 first, guint32 end, guint32 outer, GArray *out)
{
  while (first < end)
    {
      const RefrainPatternBody *widest = NULL;

      /* Outer bodies come after inner ones. */
      for (gsize b = 0; b < outer; b++)
        if (form->bodies[b].first == first && (widest == NULL || form->bodies[b].n > widest->n))
          widest = &form->bodies[b];
      if (widest != NULL)
        {
          for (guint32 i = 0; i < widest->count; i++)
            expand (form, first, first + widest->n, (guint32) (widest - form->bodies), out);
          first += widest->n;
          continue;
        }
      for (guint32 i = 0; i < form->elements[first].count; i++)
        g_array_append_val (out, form->elements[first].symbol);
      first++;
    }
}

/* Counts and bodies give back the events, and every operation knows its element. */
static void
check_form (const RefrainPatternForm *form, RefrainSymbols *symbols)
{
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, form->process);
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (guint32));

  expand (form, 0, (guint32) form->n, (guint32) form->n_bodies, out);
  g_assert_cmpuint (out->len, ==, form->n_ops);
  for (gsize i = 0; i < form->n_ops; i++)
    {
      gsize at = 0;

      while (stream->op[at] != form->ops[i])
        at++;
      g_assert_cmpuint (g_array_index (out, guint32, i), ==, stream->symbol[at]);
      g_assert_cmpuint (form->elements[form->element[i]].symbol, ==, stream->symbol[at]);
    }
}

static void
test_forms (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  guint with_bodies = 0;

  for (guint round = 0; round < 300; round++)
    {
      static const char *const words[] = { " S0 R0", " S1", " S2", " S3", " S1 S1" };
      const gint pieces = g_rand_int_range (random, 1, 4);
      g_autoptr (GString) sender = g_string_new (NULL);
      g_autoptr (GString) receiver = g_string_new ("-");
      const char *scripts[4];
      g_autoptr (RefrainPatternSet) set = NULL;
      g_autoptr (GPtrArray) forms = NULL;

      for (gint piece = 0; piece < pieces; piece++)
        {
          const gint times = g_rand_int_range (random, 1, 4);
          g_autoptr (GString) body = g_string_new (NULL);

          for (gint i = g_rand_int_range (random, 1, 5); i > 0; i--)
            g_string_append (body, words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))]);
          for (gint i = 0; i < times; i++)
            g_string_append (sender, body->str);
          if (g_rand_boolean (random))
            g_string_append_printf (sender, "%s%s", sender->str, sender->str);
        }
      for (gsize i = 0; i < sender->len / 3; i++)
        g_string_append (receiver, " R0");
      scripts[0] = sender->str + 1;
      for (guint i = 1; i < 4; i++)
        scripts[i] = receiver->str;
      set = find (scripts, 4, TRUE);
      forms = refrain_pattern_get_forms (refrain_pattern_set_get_pattern (set, 0),
                                         refrain_pattern_set_get_symbols (set), 0);
      for (guint i = 0; i < forms->len; i++)
        {
          const RefrainPatternForm *form = forms->pdata[i];

          check_form (form, refrain_pattern_set_get_symbols (set));
          with_bodies += form->n_bodies > 0;
        }
    }
  g_assert_cmpuint (with_bodies, >, 50);
}

TEST_PROGRAM ("pattern-table")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pattern-table/sweep", test_sweep);
  g_test_add_func ("/pattern-table/repeats", test_repeats);
  g_test_add_func ("/pattern-table/collective", test_collective);
  g_test_add_func ("/pattern-table/one-process", test_one_process);
  g_test_add_func ("/pattern-table/no-pattern", test_no_pattern);
  g_test_add_func ("/pattern-table/forms", test_forms);
  return g_test_run ();
}
