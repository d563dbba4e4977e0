/* test-grammar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sequences and loops against the rules taken literally: a list that is scanned for each pair.
 */
#include <string.h>

#include "refrain-cover-loops.h"
#include "refrain-longest-repeat.h"
#include "refrain-pair-sequences.h"
#include "sequences.h"
#include "test-program.h"

/* ---- The rules, slowly -------------------------------------------------------------------------
 */

enum
{
  MOST = 400 /* symbols of a sequence */
};

/* A term of the slow lists: a symbol (pattern < 0) or a pattern, @count in a row; what it stands
 * for began as the @place-th term of its list. */
typedef struct
{
  int symbol, pattern, count;
  guint place;
} Slow;

typedef struct
{
  GPtrArray *bodies; /* of GArray of Slow, NULL once written out */
  GArray *list;      /* of Slow */
} Book;

#define AT(list, i) (g_array_index (list, Slow, i))

static gboolean
same (Slow a, Slow b)
{
  return a.symbol == b.symbol && a.pattern == b.pattern && a.count == b.count;
}

static gboolean
is_body (Slow a, int pattern)
{
  return a.pattern == pattern;
}

static void
replace (GArray *list, Slow a, Slow b, Slow by)
{
  for (guint i = 0; i + 1 < list->len; i++)
    if (same (AT (list, i), a) && same (AT (list, i + 1), b))
      {
        by.place = AT (list, i).place;
        AT (list, i) = by;
        g_array_remove_index (list, i + 1);
      }
}

static guint
count_pair (GArray *list, Slow a, Slow b)
{
  guint count = 0;

  for (guint i = 0; i + 1 < list->len; i++)
    if (same (AT (list, i), a) && same (AT (list, i + 1), b))
      {
        count++;
        i++;
      }
  return count;
}

static void
fold (GArray *list, int pattern)
{
  for (guint i = 0; i + 1 < list->len;)
    if (is_body (AT (list, i), pattern) && is_body (AT (list, i + 1), pattern))
      {
        AT (list, i).count += AT (list, i + 1).count;
        g_array_remove_index (list, i + 1);
      }
    else
      i++;
}

static Slow
make_pattern (Book *book, Slow a, Slow b)
{
  GArray *body = g_array_new (FALSE, FALSE, sizeof (Slow));

  g_array_append_val (body, a);
  g_array_append_val (body, b);
  g_ptr_array_add (book->bodies, body);
  return (Slow){ 0, (int) book->bodies->len - 1, 1, 0 };
}

static gboolean
is_held (const Book *book, int pattern)
{
  for (guint p = 0; p < book->bodies->len; p++)
    {
      GArray *body = book->bodies->pdata[p];

      for (guint i = 0; body != NULL && i < body->len; i++)
        if (is_body (AT (body, i), pattern))
          return TRUE;
    }
  return FALSE;
}

/* The term that follows single occurrences of @pattern most often; how often, and whether all. */
static guint
find_follower (GArray *list, Slow pattern, Slow *follower, gboolean *always)
{
  guint most = 0, single = 0;

  *always = TRUE;
  for (guint i = 0; i < list->len; i++)
    {
      guint count = 0;

      if (is_body (AT (list, i), pattern.pattern) && AT (list, i).count > 1)
        *always = FALSE;
      if (!same (AT (list, i), pattern))
        continue;
      single++;
      for (guint k = 0; i + 1 < list->len && k + 1 < list->len; k++)
        count += same (AT (list, k), pattern) && same (AT (list, k + 1), AT (list, i + 1));
      if (count > most)
        {
          most = count;
          *follower = AT (list, i + 1);
        }
    }
  *always &= most == single;
  return most;
}

static void
grow (Book *book, Slow first)
{
  GArray *list = book->list;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Slow));

  fold (list, first.pattern);
  g_array_append_val (stack, first);
  while (stack->len > 0)
    {
      const Slow pattern = AT (stack, stack->len - 1);
      Slow follower, added;
      gboolean always;

      g_array_set_size (stack, stack->len - 1);
      while (find_follower (list, pattern, &follower, &always) >= 2)
        if (always && !is_held (book, pattern.pattern))
          {
            g_array_append_val (g_ptr_array_index (book->bodies, pattern.pattern), follower);
            replace (list, pattern, follower, pattern);
            fold (list, pattern.pattern);
          }
        else
          {
            added = make_pattern (book, pattern, follower);
            replace (list, pattern, follower, added);
            fold (list, added.pattern);
            g_array_append_val (stack, added);
          }
    }
}

static void
make_runs (GArray *list, Slow term)
{
  for (guint i = 0; i + 1 < list->len; i++)
    if (same (AT (list, i), term) && same (AT (list, i + 1), term))
      {
        Slow run = AT (list, i);

        while (i + 1 < list->len && same (AT (list, i + 1), term))
          {
            run.count += term.count;
            g_array_remove_index (list, i + 1);
          }
        AT (list, i) = run;
      }
}

/* Once from the left; after a find the search goes on at the term that now stands where it was. */
static gboolean
search_once (Book *book)
{
  GArray *list = book->list;
  gboolean found = FALSE;

  for (guint i = 0; i + 1 < list->len;)
    {
      const Slow a = AT (list, i), b = AT (list, i + 1);

      if (count_pair (list, a, b) < 2)
        {
          i++;
          continue;
        }
      found = TRUE;
      if (same (a, b))
        make_runs (list, a);
      else
        {
          const Slow pattern = make_pattern (book, a, b);

          replace (list, a, b, pattern);
          grow (book, pattern);
        }
      i = MIN (i, list->len - 1);
      while (AT (list, i).place > a.place)
        i--;
    }
  return found;
}

static void
search (Book *book, GArray *list)
{
  book->list = list;
  for (guint i = 0; i < list->len; i++)
    AT (list, i).place = i;
  while (search_once (book))
    ;
}

static guint
count_places (const Book *book, GArray *top, int pattern)
{
  guint count = 0;

  for (guint p = 0; p <= book->bodies->len; p++)
    {
      GArray *body = p < book->bodies->len ? book->bodies->pdata[p] : top;

      for (guint i = 0; body != NULL && i < body->len; i++)
        if (is_body (AT (body, i), pattern))
          count += AT (body, i).count > 1 ? 2 : 1;
    }
  return count;
}

static void
write_out (Book *book, GArray *top)
{
  for (guint p = 0; p < book->bodies->len; p++)
    {
      GArray *body = book->bodies->pdata[p];

      if (body == NULL || count_places (book, top, (int) p) > 1)
        continue;
      book->bodies->pdata[p] = NULL;
      for (guint q = 0; q <= book->bodies->len; q++)
        {
          GArray *list = q < book->bodies->len ? book->bodies->pdata[q] : top;

          for (guint i = 0; list != NULL && i < list->len; i++)
            if (is_body (AT (list, i), (int) p))
              {
                g_array_remove_index (list, i);
                g_array_insert_vals (list, i, body->data, body->len);
              }
        }
      g_array_unref (body);
      p = G_MAXUINT; /* from the first one again */
    }
}

static void
append_terms (GString *text, const Book *book, const GArray *list)
{
  g_string_append_c (text, '(');
  for (guint i = 0; i < list->len; i++)
    {
      const Slow term = AT (list, i);

      if (term.pattern < 0)
        g_string_append_printf (text, " %d", term.symbol);
      else
        append_terms (text, book, g_ptr_array_index (book->bodies, term.pattern));
      if (term.count > 1)
        g_string_append_printf (text, "*%d", term.count);
    }
  g_string_append_c (text, ')');
}

/* The sequence as nested brackets, and how many patterns there are. */
static char *
write_slowly (const guint32 *symbols, guint32 n)
{
  Book book = { g_ptr_array_new (), NULL };
  g_autoptr (GArray) top = g_array_new (FALSE, FALSE, sizeof (Slow));
  GString *text = g_string_new (NULL);
  guint n_bodies, patterns = 0;

  for (guint32 i = 0; i < n; i++)
    {
      const Slow term = { (int) symbols[i], -1, 1, i };

      g_array_append_val (top, term);
    }
  search (&book, top);
  write_out (&book, top);
  n_bodies = book.bodies->len;
  for (guint p = 0; p < n_bodies; p++)
    if (book.bodies->pdata[p] != NULL)
      {
        GArray *body = g_array_copy (book.bodies->pdata[p]);

        search (&book, body);
        g_array_unref (book.bodies->pdata[p]);
        book.bodies->pdata[p] = body;
      }
  write_out (&book, top);
  append_terms (text, &book, top);
  for (guint p = 0; p < book.bodies->len; p++)
    if (book.bodies->pdata[p] != NULL)
      {
        patterns++;
        g_array_unref (book.bodies->pdata[p]);
      }
  g_ptr_array_unref (book.bodies);
  g_string_append_printf (text, " %u", patterns);
  return g_string_free (text, FALSE);
}

/* ---- Grammars ----------------------------------------------------------------------------------
 */

static void
append_grammar (GString *text, const RefrainGrammar *grammar, guint32 from, guint32 to)
{
  g_string_append_c (text, '(');
  for (guint32 i = from; i < to; i++)
    {
      const RefrainTerm *term = &grammar->terms[i];
      const guint32 pattern = term->what - grammar->n_symbols;

      if (term->what < grammar->n_symbols)
        g_string_append_printf (text, " %u", term->what);
      else
        append_grammar (text, grammar, grammar->first[pattern], grammar->first[pattern + 1]);
      if (term->count > 1)
        g_string_append_printf (text, "*%u", term->count);
    }
  g_string_append_c (text, ')');
}

static char *
write_grammar (const RefrainGrammar *grammar)
{
  GString *text = g_string_new (NULL);

  append_grammar (text, grammar, 0, grammar->n_top);
  g_string_append_printf (text, " %u", grammar->n_patterns);
  return g_string_free (text, FALSE);
}

static gboolean
add_size (guint32 pattern, guint64 first, guint32 iteration, guint32 count, gpointer data)
{
  ((guint64 *) data)[pattern]++;
  g_assert_cmpint (iteration, <, count);
  return TRUE;
}

/* It stands for @symbols, and its numbers agree with each other. */
static void
check_grammar (const RefrainGrammar *grammar, const guint32 *symbols, guint32 n)
{
  RefrainGrammarReader reader;
  g_autofree guint64 *occurrences = refrain_grammar_count_occurrences (grammar);
  g_autofree guint64 *met = g_new0 (guint64, grammar->n_patterns + 1);
  guint32 symbol, i = 0;

  g_assert_cmpint (grammar->length, ==, n);
  refrain_grammar_reader_init (&reader, grammar);
  while (refrain_grammar_reader_next (&reader, &symbol))
    {
      g_assert_cmpint (i, <, n);
      g_assert_cmpint (symbol, ==, symbols[i++]);
    }
  refrain_grammar_reader_clear (&reader);
  g_assert_cmpint (i, ==, n);
  refrain_grammar_visit (grammar, add_size, met);
  for (guint32 p = 0; p < grammar->n_patterns; p++)
    g_assert_cmpint (met[p], ==, occurrences[p]);
}

static void
fill (guint32 *symbols, guint32 n)
{
  const guint32 alphabet = (guint32) g_test_rand_int_range (1, 6);

  if (g_test_rand_bit ())
    {
      sequences_fill (symbols, n);
      return;
    }
  for (guint32 i = 0; i < n; i++)
    symbols[i] = (guint32) g_test_rand_int_range (0, (gint32) alphabet);
}

static guint32
count_symbols (const guint32 *symbols, guint32 n)
{
  guint32 most = 0;

  for (guint32 i = 0; i < n; i++)
    most = MAX (most, symbols[i] + 1);
  return most;
}

static void
test_rules (void)
{
  guint32 symbols[MOST];

  for (guint round = 0; round < 300; round++)
    {
      const guint32 n = (guint32) g_test_rand_int_range (0, round < 200 ? 60 : MOST);
      g_autoptr (RefrainGrammar) grammar = NULL;
      g_autofree char *slow = NULL, *fast = NULL;

      fill (symbols, n);
      grammar = refrain_pair_sequences_find (symbols, n, count_symbols (symbols, n), NULL);
      check_grammar (grammar, symbols, n);
      slow = write_slowly (symbols, n);
      fast = write_grammar (grammar);
      g_assert_cmpstr (fast, ==, slow);
    }
}

static void
check_text (const char *text, gboolean cover, const char *expected)
{
  guint32 symbols[MOST];
  const guint32 n = (guint32) strlen (text);
  g_autoptr (RefrainGrammar) grammar = NULL;
  g_autofree char *written = NULL;

  for (guint32 i = 0; i < n; i++)
    symbols[i] = (guint32) (text[i] - 'a');
  grammar = cover ? refrain_cover_loops_find (symbols, n, 26, NULL, NULL)
                  : refrain_pair_sequences_find (symbols, n, 26, NULL);
  check_grammar (grammar, symbols, n);
  written = write_grammar (grammar);
  g_assert_cmpstr (written, ==, expected);
}

/* Trahay et al., section VI-B: who answers has one loop of six events. */
static void
test_ping_pong (void)
{
  check_text ("abcdefabcdefabcdefabcdef", FALSE, "(( 0 1 2 3 4 5)*4) 1");
  check_text ("", FALSE, "() 0");
  check_text ("a", FALSE, "( 0) 0");
  check_text ("aaaa", FALSE, "( 0*4) 0");
  check_text ("abab", FALSE, "(( 0 1)*2) 1");
  check_text ("abcabdabcabd", FALSE, "((( 0 1) 2( 0 1) 3)*2) 2");
}

/* ---- Loops from the outside in -----------------------------------------------------------------
 */

static void
test_cover (void)
{
  guint32 symbols[MOST];

  check_text ("", TRUE, "() 0");
  check_text ("abab", TRUE, "(( 0 1)*2) 1");
  /* The inner loop has no turn of the outer one taken off. */
  check_text ("xabababyabababyabababyz", TRUE, "( 23(( 0 1)*3 24)*3 25) 2");
  for (guint round = 0; round < 300; round++)
    {
      const guint32 n = (guint32) g_test_rand_int_range (0, MOST);
      g_autoptr (RefrainGrammar) grammar = NULL;

      fill (symbols, n);
      grammar = refrain_cover_loops_find (symbols, n, count_symbols (symbols, n), NULL, NULL);
      check_grammar (grammar, symbols, n);
    }
}

/* The repeat that covers most, found by trying everything, is not longer than what is found where
 * each turn has an element of its own. */
static void
test_longest (void)
{
  guint32 symbols[MOST];

  for (guint round = 0; round < 300; round++)
    {
      const guint32 period = (guint32) g_test_rand_int_range (1, 40);
      const guint32 turns = (guint32) g_test_rand_int_range (2, 8);
      const guint32 before = (guint32) g_test_rand_int_range (0, 30);
      const guint32 n = before + period * turns + (guint32) g_test_rand_int_range (0, 30);
      RefrainRepeatFinder finder;
      RefrainLongestRepeat repeat;

      for (guint32 i = 0; i < n; i++)
        symbols[i] = (guint32) g_test_rand_int_range (0, 4);
      symbols[before] = 4;
      for (guint32 i = before + period; i < before + period * turns; i++)
        symbols[i] = symbols[i - period];
      refrain_repeat_finder_init (&finder, symbols, n, 5);
      g_assert_true (refrain_repeat_finder_find (&finder, 0, n, 2, &repeat));
      refrain_repeat_finder_clear (&finder);
      g_assert_cmpint (repeat.length - repeat.length % repeat.period, >=, period * turns);
      for (guint32 i = repeat.start + repeat.period; i < repeat.start + repeat.length; i++)
        g_assert_cmpint (symbols[i], ==, symbols[i - repeat.period]);
    }
}

/* A loop begins where calls are least deep. */
static void
test_turn (void)
{
  /* enter f, (leave g, enter g: the rest of a call before), ... */
  const guint32 symbols[] = { 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3 };
  const gint8 depth[] = { 1, 1, -1, -1 };
  g_autoptr (RefrainGrammar) grammar
      = refrain_cover_loops_find (symbols, G_N_ELEMENTS (symbols), 4, depth, NULL);
  g_autofree char *written = write_grammar (grammar);

  g_assert_cmpstr (written, ==, "( 3( 0 1 2 3)*3) 1");
}

static void
test_cancelled (void)
{
  const guint32 symbols[] = { 0, 1, 0, 1, 2, 3 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_pair_sequences_find (symbols, 6, 4, cancellable));
  g_assert_null (refrain_cover_loops_find (symbols, 6, 4, NULL, cancellable));
}

TEST_PROGRAM ("grammar")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/grammar/rules", test_rules);
  g_test_add_func ("/grammar/ping-pong", test_ping_pong);
  g_test_add_func ("/grammar/cover", test_cover);
  g_test_add_func ("/grammar/longest", test_longest);
  g_test_add_func ("/grammar/turn", test_turn);
  g_test_add_func ("/grammar/cancelled", test_cancelled);
  return g_test_run ();
}
