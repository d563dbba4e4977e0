/* test-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries: every row of the thesis' Tables 3.2 to 3.5 and 3.8 and of figure 3.5, word by word, on a
 * small trace whose answers are counted by hand; conditions against a slow evaluation.
 */
#include "config.h"

#include <string.h>

#include "query-check.h"
#include "test-program.h"

/* ---- Asking ---- */

static void
expect_cells (RefrainTrace *trace, const char *text, const char *expected)
{
  g_autoptr (RefrainQueryResult) result = query_check_ask (trace, text);
  g_autofree char *cells = query_check_read_cells (result);

  g_test_message ("%s", text);
  g_assert_cmpstr (cells, ==, expected);
}

typedef struct
{
  const char *text;
  guint n;
} Counted;

static void
expect_counts (const Counted *counted, gsize n)
{
  g_autoptr (RefrainTrace) trace = query_check_trace ();

  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (RefrainQueryResult) result = query_check_ask (trace, counted[i].text);

      g_test_message ("%s", counted[i].text);
      g_assert_cmpuint (refrain_query_result_get_n_rows (result), ==, counted[i].n);
      g_assert_cmpuint (refrain_query_result_get_n_found (result), ==, counted[i].n);
    }
}

/* ---- The thesis ---- */

static void
test_table_3_2 (void)
{
  static const Counted counted[] = {
    { "Process (2)", 1 },
    { "Processes (1 - 3)", 3 },
    { "Processes (p1 - p3)", 3 },
    { "Processes (0, 2, 3)", 3 },
    { "Processes (p0, p2)", 2 },
    { "Processes in Communicator pair", 2 },
    { "Processes in Communicator C2", 2 },
    { "Traces related to Process (2)", 4 },
    { "Traces related to Processes (2 - 3)", 9 },
    { "Traces related to Processes (0,2)", 9 },
    { "Traces related to Processes in Communicator pair", 2 },
  };

  expect_counts (counted, G_N_ELEMENTS (counted));
}

static void
test_table_3_3 (void)
{
  static const Counted counted[] = {
    { "All point-to-point operations for a specific set of processes (0, 1).", 8 },
    { "all POINT_TO_POINT_OPERATIONS for process 0", 3 },
    { "All Send operations for a specific set of processes (1, 3).", 4 },
    { "SELECT SENDS FOR ALL PROCESSES", 7 },
    { "All Receive operations for a specific set of processes (1).", 3 },
    { "SELECT ALL RECEIVES", 6 },
    /* An operation called at an end of the interval is in it. */
    { "All point-to-point operations sent and/or received between time 1001 us and time 2.010 ms "
      "for a set of processes (0-3) where size of data is less than 400.",
      6 },
    { "All point-to-point operations sent and/or received between time 1001 us and time 2.010 ms "
      "for a set of processes (0-3) where size of data is equal to 4096.",
      2 },
    { "All point-to-point operations sent and/or received between time 1001 us and time 2.010 ms "
      "for a set of processes (0-3) where size of data is greater than 300.",
      4 },
    { "All point-to-point operations sent between time 1001 us and time 2.010 ms for processes 0-3",
      5 },
    { "All point-to-point operations received between time 1001 us and time 2.010 ms", 5 },
    /* A receive is called where it is posted, at 1011 µs, and had at 1030 µs. */
    { "SELECT P2P BETWEEN 1011 us AND 1011 us", 4 },
    { "SELECT P2P BETWEEN 1012 us AND 1030 us", 0 },
    /* One that blocks is had at 2010 µs. */
    { "SELECT P2P BETWEEN 2002 us AND 2009999 ns", 0 },
    { "SELECT P2P BETWEEN 2002 us AND 2010 us", 1 },
  };

  expect_counts (counted, G_N_ELEMENTS (counted));
}

static void
test_table_3_4 (void)
{
  static const Counted counted[] = {
    { "All Collective operations related to one process (2)", 2 },
    { "All Collective operations related to all the processes in a communicator MPI_COMM_WORLD",
      8 },
    { "All Collective operations related to all the processes in a communicator pair", 0 },
    { "All traces related to a specific collective operation MPI_Bcast for all processes in the "
      "group.",
      4 },
    { "All traces related to Barrier for all processes in the group", 4 },
    { "SELECT MPI_BARRIER", 4 },
    /* A collective is called where it begins. */
    { "All Collective operations executed between time 3.001 ms and time 4 ms related to one "
      "process "
      "1 in a communicator world.",
      1 },
    { "All Collective operations executed between time 3.001 ms and time 4001 us related to one "
      "process 1 in a communicator world.",
      2 },
    { "All Collective operations executed between time 3002 us and time 4000 us related to one "
      "process 1 in a communicator world.",
      0 },
    { "All Collective operations executed between time 1 ms and time 5 ms related to one process 0 "
      "in "
      "a communicator world where size of data sent/received is greater than 16.",
      1 },
    { "All Collective operations executed between time 1 ms and time 5 ms related to one process 1 "
      "in "
      "a communicator world where size of data sent/received is equal to 16.",
      1 },
    { "All Collective operations executed between time 1 ms and time 5 ms related to one process 1 "
      "in "
      "a communicator world where size of data sent/received is less than 16.",
      1 },
    { "SELECT COLLECTIVES WHERE SIZE OF DATA SENT > 0", 1 },
    { "SELECT COLLECTIVES WHERE SIZE OF DATA RECEIVED > 0", 4 },
  };

  expect_counts (counted, G_N_ELEMENTS (counted));
}

static void
test_table_3_5 (void)
{
  static const Counted counted[] = {
    { "All messages in the MPI trace.", 6 },
    { "All messages exchanged among a group of processes (0 - 1).", 3 },
    { "All messages exchanged among a group of processes (0 - 1) between time 1 ms and time 2.001 "
      "ms "
      "related to where size of data sent/received is less than 4096",
      1 },
    { "All messages exchanged among a group of processes (0 - 1) between time 1 ms and time 2.001 "
      "ms "
      "where size of data sent/received is equal to 4096",
      1 },
    { "All messages exchanged among a group of processes (0 - 3) between time 1 ms and time 2.001 "
      "ms "
      "where size of data sent/received is greater than 200",
      3 },
    { "SELECT MESSAGES RECEIVED BETWEEN 2 ms AND 2.05 ms", 1 },
    { "SELECT ALL MESSAGES FOR PROCESS 1", 4 },
    { "SELECT MESSAGES FROM PROCESS 0 TO PROCESS 1", 2 },
    { "SELECT MESSAGES TO PROCESS (0)", 1 },
  };

  expect_counts (counted, G_N_ELEMENTS (counted));
}

static void
test_figure_3_5 (void)
{
  static const Counted counted[] = {
    { "SELECT ALL MESSAGES IN COMM(C1)", 5 },
    { "SELECT ALL MESSAGES IN COMM(C2)", 1 },
    { "SELECT ALL MESSAGES BETWEEN PROCESS(1,2) IN COMM(C1)", 1 },
    /* "between" two is not "within" one of them */
    { "SELECT ALL MESSAGES BETWEEN PROCESS(0,1)", 2 },
    { "SELECT ALL MESSAGES AMONG PROCESS(0,1)", 3 },
    /* "between" one group and another is not within either */
    { "SELECT MESSAGES BETWEEN PROCESS 0 AND PROCESS 1", 2 },
    { "SELECT MESSAGES BETWEEN PROCESSES 0-1 AND 2-3", 2 },
    { "SELECT MESSAGES BETWEEN PROCESSES 2-3 AND 0-1", 2 },
    { "SELECT MESSAGES BETWEEN PROCESSES 0-2 AND 3", 2 },
    { "SELECT MESSAGES BETWEEN PROCESSES (0,2) AND PROCESSES (1,3)", 5 },
    { "SELECT MESSAGES BETWEEN PROCESSES 0-1 AND 1-2", 3 },
    { "SELECT MESSAGES BETWEEN PROCESS 1 AND ALL PROCESSES", 3 },
    { "SELECT MESSAGES BETWEEN MEMBERS OF COMM(pair) AND PROCESSES 2-3", 2 },
    { "SELECT P2P BETWEEN PROCESSES 0-1 AND 2-3", 5 },
    { "SELECT OPERATIONS BETWEEN PROCESSES 0 AND 2", 4 },
    { "SELECT COLLECTIVES BETWEEN PROCESSES 0 AND 2-3", 6 },
    { "SELECT POINT_TO_POINT_OPERATIONS BETWEEN PROCESS(1,2) IN COMM(C1)", 2 },
    { "SELECT COLLECTIVE_OPERATIONS AMONG ALL PROCESSES IN COMM(C1)", 8 },
    { "SELECT BROADCAST FOR PROCESS(1) IN COMM(C1)", 1 },
    { "select broadcast for process(1) in comm(c1);", 1 },
  };

  expect_counts (counted, G_N_ELEMENTS (counted));
}

/* Table 3.8, and the functions fan-in and fan-out. */
static void
test_statistics (void)
{
  g_autoptr (RefrainTrace) trace = query_check_trace ();
  g_autoptr (RefrainQueryResult) result = query_check_ask (trace, "SELECT STATISTICS");
  static const char *const names[]
      = { "process",  "MPI_Barrier", "MPI_Bcast", "MPI_Init", "MPI_Irecv", "MPI_Isend",
          "MPI_Recv", "MPI_Send",    "MPI_Wait",  "sent",     "received" };

  g_assert_cmpuint (refrain_query_result_get_n_columns (result), ==, G_N_ELEMENTS (names));
  for (guint c = 0; c < G_N_ELEMENTS (names); c++)
    g_assert_cmpstr (refrain_query_result_get_column (result, c)->name, ==, names[c]);
  expect_cells (trace, "SELECT STATISTICS",
                "0,1,1,1,1,1,0,1,2,4260,416;1,1,1,1,1,1,2,1,2,208,4220;"
                "2,1,1,1,1,1,0,0,2,300,216;3,1,1,1,1,1,0,1,2,401,316");
  expect_cells (trace, "SELECT FANIN, FANOUT GROUP BY PROCESS",
                "0,416,4260;1,4220,208;2,216,300;3,316,401");
  expect_cells (trace, "SELECT FAN-OUT FOR PROCESS 3", "401");
  /* In an interval, which calls and operations have to lie in. */
  expect_cells (trace,
                "SELECT PROCESS, CALLS(MPI_Send, \"MPI_Ba*\"), CALLS, FANOUT FROM PROCESSES "
                "BETWEEN 2 ms AND 4.5 ms WHERE FANOUT > 0 ORDER BY FANOUT DESC",
                "0,1,1,3,4160;1,1,1,5,8");
  /* Without MPI_Init. */
  expect_cells (trace, "SELECT MPI_TIME FROM PROCESSES", "41000;55000;41000;43000");
  expect_cells (trace, "SELECT MPI_TIME FROM PROCESSES FROM 0 s TO 1041 us",
                "16000;16000;16000;16000");
}

/* ---- Aggregates ---- */

static void
test_groups (void)
{
  g_autoptr (RefrainTrace) trace = query_check_trace ();

  expect_cells (trace, "SELECT COUNT, BYTES FROM MESSAGES", "6,5104");
  expect_cells (trace, "SELECT COUNT(*) FROM MESSAGES WHERE SIZE > 1 TB", "0");
  expect_cells (trace, "SELECT COUNT, BYTES, MEAN(SIZE), MIN(SIZE) FROM MESSAGES WHERE TAG = 77",
                "0,0,-,-");
  expect_cells (trace, "SELECT ALL MESSAGES GROUP BY PAIR",
                "0,1,2,4196;1,1,1,8;1,2,1,200;2,3,1,300;3,0,1,400");
  expect_cells (trace, "SELECT MEAN(SIZE), MIN(TAG), MAX(SIZE) FROM MESSAGES", "850.667,5,4096");
  expect_cells (trace,
                "SELECT COUNT OF MESSAGES GROUP BY TAG ORDER BY COUNT DESC, TAG DESC LIMIT 2",
                "5,4;9,1");
  expect_cells (trace, "SELECT COUNT FROM COLLECTIVES GROUP BY ROUTINE",
                "MPI_Barrier,4;MPI_Bcast,4");
  expect_cells (trace, "SELECT COUNT FROM OPERATIONS GROUP BY KIND ORDER BY KIND",
                "MPI_Barrier,4;MPI_Bcast,4;irecv,4;isend,4;recv,2;send,3");
  expect_cells (trace, "SELECT COUNT FROM P2P GROUP BY COMMUNICATOR", "MPI_COMM_WORLD,11;pair,2");
  expect_cells (trace, "SELECT DURATION FROM CALLS OF MPI_Wait GROUP BY PROCESS",
                "0,13000;1,13000;2,13000;3,13000");
  expect_cells (trace, "SELECT COUNT FROM CALLS WHERE CALLER = main AND DEPTH = 1", "33");
  expect_cells (trace, "SELECT SUM(SENDS), MAX(FANOUT) FROM PROCESSES GROUP BY HOST",
                "left,4,4260;right,3,401");
  expect_cells (trace, "SELECT COUNT FROM SENDS WHERE UNMATCHED", "1");
  /* Groups without a value come last. */
  expect_cells (trace, "SELECT COUNT FROM OPERATIONS GROUP BY PEER", "0,4;1,5;2,2;3,2;-,8");
}

static void
test_order (void)
{
  g_autoptr (RefrainTrace) trace = query_check_trace ();

  expect_cells (trace, "SELECT SIZE, SENDER FROM MESSAGES ORDER BY SIZE DESC LIMIT 3",
                "4096,0;400,3;300,2");
  expect_cells (trace, "SELECT TAG, SIZE FROM MESSAGES ORDER BY TAG DESC, SIZE ASC",
                "9,8;7,4096;5,100;5,200;5,300;5,400");
  expect_cells (trace, "SELECT PROCESS FROM SENDS ORDER BY DURATION DESC, TIME LIMIT 0", "");
  /* What has no tag comes last, either way. */
  expect_cells (trace, "SELECT TAG FROM OPERATIONS FOR PROCESS 2 ORDER BY TAG DESC", "5;5;-;-");
  expect_cells (trace, "SELECT ROUTINE FROM CALLS FOR PROCESS 2 ORDER BY ROUTINE LIMIT 3",
                "MPI_Barrier;MPI_Bcast;MPI_Init");
  expect_cells (trace, "SELECT NAME, HOST FROM PROCESSES ORDER BY HOST DESC, NAME DESC LIMIT 2",
                "rank 3,right;rank 2,right");
}

/* Patterns, phases and loops are sets that somebody else makes. */
static void
test_sets (void)
{
  g_autoptr (RefrainTrace) trace = query_check_trace ();
  g_autoptr (RefrainQuerySets) sets = refrain_query_sets_new ();
  g_autoptr (RefrainOpSet) first = refrain_op_set_new (trace);
  g_autoptr (RefrainOpSet) second = refrain_op_set_new (trace);
  g_autoptr (RefrainQuery) query
      = refrain_query_parse ("SELECT MESSAGES WHERE PATTERN 1 OR LOOP IN (2, 4)", NULL, NULL);
  g_autoptr (RefrainQueryResult) result = NULL;
  g_autoptr (RefrainQueryResult) groups = NULL;
  g_autofree char *cells = NULL;

  g_assert_nonnull (query);
  g_assert_cmpint (refrain_query_get_needs (query), ==,
                   REFRAIN_QUERY_NEEDS_PATTERNS | REFRAIN_QUERY_NEEDS_LOOPS);
  refrain_op_set_add (first, 0, 0); /* the first sends of two processes */
  refrain_op_set_add (first, 1, 0);
  refrain_op_set_add (second, 1, 0); /* one of them, and the first receive of a third */
  refrain_op_set_add (second, 2, 1);
  refrain_query_sets_add (sets, REFRAIN_QUERY_SET_PATTERN, 1, "first", first);
  refrain_query_sets_add (sets, REFRAIN_QUERY_SET_PATTERN, 3, "second", second);
  refrain_query_sets_add (sets, REFRAIN_QUERY_SET_LOOP, 4, NULL, second);
  result
      = query_check_ask_with (trace, "SELECT OPERATIONS WHERE PATTERN 1 OR LOOP IN (2 - 4)", sets);
  g_assert_cmpuint (refrain_query_result_get_n_rows (result), ==, 3);
  groups = query_check_ask_with (trace, "SELECT COUNT FROM P2P GROUP BY PATTERN", sets);
  cells = query_check_read_cells (groups);
  g_assert_cmpstr (cells, ==, "1,2;3,2;-,10");
}

/* ---- Conditions ---- */

typedef struct
{
  gint64 process, tag, size;
} Row;

/* A random condition as text, and whether each row fulfils it. */
static void
grow (GRand *rand, guint depth, GString *text, const Row *rows, gsize n, gboolean *in)
{
  const guint kind = (guint) g_rand_int_range (rand, 0, depth > 0 ? 6 : 3);
  const gint64 value = g_rand_int_range (rand, 0, 450);
  g_autofree gboolean *other = g_new0 (gboolean, n);

  switch (kind)
    {
    case 0:
      g_string_append_printf (text, "PROCESS IN (%d, 3)", (int) (value % 3));
      for (gsize i = 0; i < n; i++)
        in[i] = rows[i].process == value % 3 || rows[i].process == 3;
      break;
    case 1:
      g_string_append_printf (text, "TAG %s %d", value % 2 ? "<=" : "!=", (int) (value % 9));
      for (gsize i = 0; i < n; i++)
        in[i] = value % 2 ? rows[i].tag <= value % 9 : rows[i].tag != value % 9;
      break;
    case 2:
      g_string_append_printf (text, "SIZE BETWEEN %d AND %d", (int) value, (int) value + 100);
      for (gsize i = 0; i < n; i++)
        in[i] = rows[i].size >= value && rows[i].size <= value + 100;
      break;
    case 3:
      g_string_append (text, "NOT (");
      grow (rand, depth - 1, text, rows, n, in);
      g_string_append (text, ")");
      for (gsize i = 0; i < n; i++)
        in[i] = !in[i];
      break;
    default:
      g_string_append (text, "(");
      grow (rand, depth - 1, text, rows, n, in);
      g_string_append (text, kind == 4 ? ") AND (" : ") OR (");
      grow (rand, depth - 1, text, rows, n, other);
      g_string_append (text, ")");
      for (gsize i = 0; i < n; i++)
        in[i] = kind == 4 ? in[i] && other[i] : in[i] || other[i];
    }
}

static void
test_conditions (void)
{
  g_autoptr (RefrainTrace) trace = query_check_trace ();
  g_autoptr (RefrainQueryResult) all
      = query_check_ask (trace, "SELECT PROCESS, TAG, SIZE FROM P2P");
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  const gsize n = refrain_query_result_get_n_rows (all);
  g_autofree Row *rows = g_new0 (Row, n);

  g_assert_cmpuint (n, ==, 13);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_true (refrain_query_result_get_value (all, i, 0, &rows[i].process));
      g_assert_true (refrain_query_result_get_value (all, i, 1, &rows[i].tag));
      g_assert_true (refrain_query_result_get_value (all, i, 2, &rows[i].size));
    }
  for (guint round = 0; round < 500; round++)
    {
      g_autoptr (GString) text = g_string_new ("SELECT P2P WHERE ");
      g_autofree gboolean *in = g_new0 (gboolean, n);
      g_autoptr (RefrainQueryResult) result = NULL;
      gsize k = 0;

      grow (rand, 5, text, rows, n, in);
      result = query_check_ask (trace, text->str);
      for (gsize i = 0; i < n; i++)
        if (in[i])
          {
            const RefrainQueryRef expected = refrain_query_result_get_ref (all, i);
            const RefrainQueryRef got = refrain_query_result_get_ref (result, k++);

            g_assert_cmpuint (got.process, ==, expected.process);
            g_assert_cmpuint (got.row, ==, expected.row);
          }
      g_assert_cmpuint (refrain_query_result_get_n_rows (result), ==, k);
    }
}

static void
test_words (void)
{
  static const Counted counted[] = {
    { "SELECT P2P WHERE ROUTINE = MPI_Isend", 4 },
    { "SELECT P2P WHERE ROUTINE LIKE \"mpi_?send\"", 4 },
    { "SELECT P2P WHERE ROUTINE IN (MPI_Isend, MPI_Send)", 7 },
    { "SELECT P2P WHERE NOT ROUTINE = MPI_*", 0 },
    { "SELECT OPERATIONS WHERE KIND IN (isend, MPI_Bcast)", 8 },
    { "SELECT OPERATIONS WHERE KIND IS NOT COLLECTIVE", 13 },
    { "SELECT P2P WHERE PEER = 0", 4 },
    { "SELECT MESSAGES WHERE PROCESS = 1", 4 },
    { "SELECT MESSAGES WHERE SENDER = 1 AND RECEIVER != 1", 1 },
    { "SELECT MESSAGES WHERE COMM = 7", 1 },
    { "SELECT MESSAGES WHERE COMM NOT IN (pair)", 5 },
    { "SELECT MESSAGES WHERE SIZE >= 0.1 kB AND SIZE <= 4 KiB", 5 },
    { "SELECT MESSAGES WHERE SIZE IS AT MOST 100", 2 },
    { "SELECT MESSAGES WHERE TAG IN (5 - 8)", 5 },
    { "SELECT MESSAGES WHERE TAG > -1", 6 },
    { "SELECT MESSAGES WHERE TAG IN (-3 - 5, 9)", 5 },
    { "SELECT MESSAGES WHERE PROCESS(1)", 4 },
    { "SELECT MESSAGES WHERE NOT SENDER < 3", 1 },
    { "SELECT MESSAGES WHERE TIME > 0.002 AND TIME < 2100 us", 1 },
    { "SELECT MESSAGES AFTER 2.1 ms", 1 },
    { "SELECT MESSAGES BEFORE TIME 0.0015 s", 4 },
    { "SELECT MESSAGES FROM 2 ms TO 2.1 ms", 1 },
    { "SELECT MESSAGES FROM 0 TO 1 s", 6 },
    { "SELECT MESSAGES FROM 0 TO 0.0015", 4 },
    { "SELECT MESSAGES FROM TIME 0 TO 1", 6 },
    { "SELECT CALLS OF main FROM 0 TO 1", 4 },
    { "SELECT MESSAGES FROM 0-1 TO 2-3", 1 },
    { "SELECT MESSAGES WHERE TAG = 5 OR TAG = 7 AND SENDER = 3", 4 },
    { "SELECT MESSAGES WHERE (TAG = 5 OR TAG = 7) AND SENDER = 3", 1 },
    { "SELECT CALLS WHERE ROUTINE = MPI_Wait AND DURATION >= 11 us", 4 },
    { "SELECT MPI_Wait", 8 },
    { "SELECT CALLS OF \"main\"", 4 },
    { "SELECT CALLS OF (MPI_Init, MPI_Bcast)", 8 },
    { "CALLS OF (MPI_Bcast, \"main\") FOR PROCESS 1", 2 },
    { "SELECT CALLS OF (0, 1) WHERE DEPTH = 0", 2 },
    { "SELECT CALLS OF (p1) WHERE DEPTH = 0", 1 },
    { "SELECT MESSAGES FROM PROCESSES 0-1 TO PROCESSES 2-3", 1 },
    { "MESSAGES FROM PROCESSES (0, 3)", 3 },
    { "SELECT NAME, SENDS FROM PROCESSES FOR PROCESSES 1-3", 3 },
    { "SELECT SENDS FROM PROCESSES", 4 },
    { "SELECT CALLS FOR MEMBERS OF COMM(pair) WHERE DEPTH = 0", 2 },
    { "SELECT MESSAGES WHERE SENDER IN MEMBERS OF COMM(pair)", 4 },
    { "SELECT MESSAGES TO MEMBERS OF COMM(pair)", 4 },
    { "SELECT PROCESSES WHERE HOST = right", 2 },
  };

  expect_counts (counted, G_N_ELEMENTS (counted));
}

/* ---- What is done with an answer ---- */

static gsize
light (RefrainTrace *trace, const char *text, const gsize *rows, gsize n)
{
  g_autoptr (RefrainQueryResult) result = query_check_ask (trace, text);
  g_autoptr (RefrainOpSet) set = refrain_query_result_make_op_set (result, rows, n, NULL, NULL);

  return refrain_op_set_get_size (set);
}

static void
test_light (void)
{
  static const gsize second[] = { 1 };
  g_autoptr (RefrainTrace) trace = query_check_trace ();

  g_assert_cmpuint (light (trace, "SELECT MESSAGES", NULL, 0), ==, 12);
  g_assert_cmpuint (light (trace, "SELECT MESSAGES", second, 1), ==, 2);
  g_assert_cmpuint (light (trace, "SELECT SENDS FOR PROCESS 3", second, 1), ==, 1);
  g_assert_cmpuint (light (trace, "SELECT CALLS OF main", second, 1), ==, 7);
  g_assert_cmpuint (light (trace, "SELECT CALLS OF MPI_Wait", NULL, 0), ==, 4);
  g_assert_cmpuint (light (trace, "SELECT PROCESSES", second, 1), ==, 7);
  g_assert_cmpuint (light (trace, "SELECT COUNT FROM P2P GROUP BY TAG", second, 1), ==, 2);
  g_assert_cmpuint (light (trace, "SELECT COUNT FROM MESSAGES GROUP BY PAIR", second, 1), ==, 2);
  g_assert_cmpuint (light (trace, "SELECT COUNT FROM MESSAGES", NULL, 0), ==, 12);
}

static void
test_csv (void)
{
  g_autoptr (RefrainTrace) trace = query_check_trace ();
  g_autoptr (RefrainQueryResult) result = query_check_ask (
      trace, "SELECT TAG, START, COMM FROM OPERATIONS FOR PROCESS 3 WHERE KIND IN (send, bcast)");
  g_autoptr (GString) text = g_string_new (NULL);

  refrain_query_result_append_csv_titles (result, text);
  refrain_query_result_append_csv (result, 0, G_MAXSIZE, text);
  g_assert_cmpstr (text->str, ==,
                   "tag,start_s,communicator\r\n,0.003001000,MPI_COMM_WORLD\r\n"
                   "99,0.005000000,MPI_COMM_WORLD\r\n");
}

static void
test_cancel (void)
{
  g_autoptr (RefrainTrace) trace = query_check_trace ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  static const char *const texts[]
      = { "SELECT MESSAGES", "SELECT COUNT FROM CALLS", "SELECT PROCESSES" };

  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (RefrainQuery) query = refrain_query_parse (texts[i], NULL, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (refrain_query_run (query, trace, NULL, NULL, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

TEST_PROGRAM ("query")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query/table-3.2", test_table_3_2);
  g_test_add_func ("/query/table-3.3", test_table_3_3);
  g_test_add_func ("/query/table-3.4", test_table_3_4);
  g_test_add_func ("/query/table-3.5", test_table_3_5);
  g_test_add_func ("/query/figure-3.5", test_figure_3_5);
  g_test_add_func ("/query/table-3.8", test_statistics);
  g_test_add_func ("/query/groups", test_groups);
  g_test_add_func ("/query/order", test_order);
  g_test_add_func ("/query/sets", test_sets);
  g_test_add_func ("/query/conditions", test_conditions);
  g_test_add_func ("/query/words", test_words);
  g_test_add_func ("/query/light", test_light);
  g_test_add_func ("/query/csv", test_csv);
  g_test_add_func ("/query/cancel", test_cancel);
  return g_test_run ();
}
