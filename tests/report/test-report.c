/* test-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-json.h"
#include "refrain-report-write.h"
#include "test-program.h"

static const RefrainReportColumn columns[] = {
  { "process", "process", REFRAIN_CELL_INT },
  { "seconds", "time", REFRAIN_CELL_TIME },
  { "share", "share", REFRAIN_CELL_SHARE, REFRAIN_COLUMN_OPTIONAL },
  { "name", "routine", REFRAIN_CELL_TEXT },
  { "ranks", NULL, REFRAIN_CELL_RANKS },
};

static const guint32 ranks[] = { 0, 1, 2, 3, 7, 9, 10 };

/* What @self is as @format; free with g_free(). */
static void
expect (RefrainReport *self, RefrainReportFormat format, const char *expected)
{
  g_autofree char *text = refrain_report_to_string (self, format);

  g_assert_cmpstr (text, ==, expected);
}

static RefrainReport *
make_sample (void)
{
  RefrainReport *report = refrain_report_new ("sample");
  RefrainReportTable *table;

  refrain_report_say (report, "%d processes", 2);
  refrain_report_add_int (report, "processes", 2);
  table = refrain_report_add_table (report, "rows", "Time by process", columns);
  refrain_report_add_row (table, REFRAIN_INT (0), REFRAIN_TIME (1500000000), REFRAIN_SHARE (0.375),
                          REFRAIN_TEXT ("MPI_Send"), REFRAIN_RANKS (ranks, 7));
  refrain_report_add_row (table, REFRAIN_INT (12), REFRAIN_TIME (17), REFRAIN_NO_CELL,
                          REFRAIN_TEXT ("a,b & \"c\" \033[1m"), REFRAIN_RANKS (NULL, 0));
  return report;
}

static void
test_text (void)
{
  g_autoptr (RefrainReport) report = make_sample ();

  expect (report, REFRAIN_REPORT_TEXT,
          "2 processes\n"
          "\nTime by process\n"
          "  process    time   share  routine\n"
          "        0  1.50\u202fs  37.5 %  MPI_Send\n"
          "       12   17\u202fns       –  a,b & \"c\" \\x1b[1m\n");
}

static void
test_json (void)
{
  g_autoptr (RefrainReport) report = make_sample ();

  expect (report, REFRAIN_REPORT_JSON,
          "{\n"
          "  \"schema\" : \"refrain/sample/1\",\n"
          "  \"statements\" : [\n"
          "    \"2 processes\"\n"
          "  ],\n"
          "  \"processes\" : 2,\n"
          "  \"rows\" : [\n"
          "    {\n"
          "      \"process\" : 0,\n"
          "      \"seconds\" : 1.5,\n"
          "      \"share\" : 0.375,\n"
          "      \"name\" : \"MPI_Send\",\n"
          "      \"ranks\" : [0, 1, 2, 3, 7, 9, 10]\n"
          "    },\n"
          "    {\n"
          "      \"process\" : 12,\n"
          "      \"seconds\" : 1.7e-08,\n"
          "      \"name\" : \"a,b & \\\"c\\\" \\u001b[1m\",\n"
          "      \"ranks\" : []\n"
          "    }\n"
          "  ]\n"
          "}\n");
}

static void
test_tables (void)
{
  g_autoptr (RefrainReport) report = make_sample ();

  expect (report, REFRAIN_REPORT_CSV,
          "process,seconds,share,name,ranks\r\n"
          "0,1.500000000,0.375,MPI_Send,0 1 2 3 7 9 10\r\n"
          "12,0.000000017,,\"a,b & \"\"c\"\" \\x1b[1m\",\r\n");
  expect (report, REFRAIN_REPORT_TSV,
          "process\tseconds\tshare\tname\tranks\n"
          "0\t1.500000000\t0.375\tMPI_Send\t0 1 2 3 7 9 10\n"
          "12\t0.000000017\t\ta,b & \"c\" \\x1b[1m\t\n");
  expect (report, REFRAIN_REPORT_LATEX,
          "% \\usepackage{booktabs}\n"
          "\\begin{tabular}{rrrl}\n"
          "  \\toprule\n"
          "  process & time & share & routine \\\\\n"
          "  \\midrule\n"
          "  0 & 1.50\\,s & 37.5 \\% & MPI\\_Send \\\\\n"
          "  12 & 17\\,ns & – & a,b \\& \"c\" \\textbackslash{}x1b[1m \\\\\n"
          "  \\bottomrule\n"
          "\\end{tabular}\n");
  expect (report, REFRAIN_REPORT_HTML,
          "<table>\n<thead>\n"
          "<tr><th align=\"right\">process</th><th align=\"right\">time</th>"
          "<th align=\"right\">share</th><th>routine</th></tr>\n"
          "</thead>\n<tbody>\n"
          "<tr><td align=\"right\">0</td><td align=\"right\">1.50\u202fs</td>"
          "<td align=\"right\">37.5 %</td><td>MPI_Send</td></tr>\n"
          "<tr><td align=\"right\">12</td><td align=\"right\">17\u202fns</td>"
          "<td align=\"right\">–</td><td>a,b &amp; &quot;c&quot; \\x1b[1m</td></tr>\n"
          "</tbody>\n</table>\n");
}

/* All that people read, as parts of pages; names out of a trace end no element and no cell. */
static void
test_sections (void)
{
  static const RefrainReportColumn two[] = {
    { "n", "<n>", REFRAIN_CELL_INT },
    { NULL, "name|s", REFRAIN_CELL_TEXT },
  };
  g_autoptr (RefrainReport) report = refrain_report_new ("x");
  RefrainReportTable *table;

  refrain_report_say (report, "%s", "a <b> & *c* \033[1m");
  refrain_report_fact (report, "one", "1 < 2");
  refrain_report_fact_count (report, "two", 2);
  refrain_report_print (report, "\n");
  table = refrain_report_add_table (report, NULL, "Title", two);
  refrain_report_limit_rows (table, 1);
  for (guint i = 0; i < 3; i++)
    refrain_report_add_row (table, REFRAIN_INT (i), REFRAIN_TEXT ("x|<y>"));
  refrain_report_print (report, "for i\n  <do>\n");
  expect (report, REFRAIN_REPORT_SECTION,
          "<p>a &lt;b&gt; &amp; *c* \\x1b[1m</p>\n"
          "<table class=\"facts\">\n<tr><th>one</th><td>1 &lt; 2</td></tr>\n"
          "<tr><th>two</th><td>2</td></tr>\n</table>\n"
          "<h3>Title</h3>\n<div class=\"wide\"><table>\n"
          "<thead><tr><th class=\"number\">&lt;n&gt;</th><th>name|s</th></tr>\n</thead>\n"
          "<tr><td class=\"number\">0</td><td>x|&lt;y&gt;</td></tr>\n"
          "<tr><td class=\"number\"></td><td>… and 2 more</td></tr>\n"
          "</table></div>\n"
          "<pre>for i\n  &lt;do&gt;\n</pre>\n");
  expect (report, REFRAIN_REPORT_MARKDOWN,
          "a \\<b\\> \\& \\*c\\* \\\\x1b\\[1m\n\n"
          "- one: 1 \\< 2\n- two: 2\n\n"
          "#### Title\n\n"
          "| \\<n\\> | name\\|s |\n| ---: | --- |\n"
          "| 0 | x\\|\\<y\\> |\n|  | … and 2 more |\n\n"
          "``````\nfor i\n  <do>\n``````\n\n");
}

/* Objects and arrays in each other, and all kinds of values as members. */
static void
test_members (void)
{
  static const guint64 numbers[]
      = { G_GUINT64_CONSTANT (12000000000000000000), 1500000000, 2000000000 };
  g_autoptr (RefrainReport) report = refrain_report_new ("x");

  refrain_report_begin_object (report, "a");
  refrain_report_begin_array (report, "empty");
  refrain_report_end (report);
  refrain_report_begin_array (report, "list");
  refrain_report_add_double (report, NULL, 3);
  refrain_report_add_double (report, NULL, 0.1);
  refrain_report_add_double (report, NULL, NAN);
  refrain_report_add_string (report, NULL, NULL);
  refrain_report_add_string (report, NULL, "\xff\u202e\u202f\n");
  refrain_report_add_boolean (report, NULL, 2);
  refrain_report_add_seconds (report, NULL, -1000000000);
  refrain_report_add_ranks (report, NULL, ranks + 4, 1);
  refrain_report_add (report, NULL, REFRAIN_WORDS ("S1 \"R2\"  S3"));
  refrain_report_add (report, NULL, REFRAIN_WORDS (""));
  refrain_report_add_sparse (report, NULL, REFRAIN_CELL_COUNT, 6, ranks + 3, numbers, 1);
  refrain_report_add_sparse (report, NULL, REFRAIN_CELL_TIME, 4, ranks + 1, numbers + 1, 2);
  refrain_report_add_sparse (report, NULL, REFRAIN_CELL_COUNT, 0, NULL, NULL, 0);
  refrain_report_end (report);
  refrain_report_end (report);
  refrain_report_add (report, "bytes", REFRAIN_BYTES (G_MAXUINT64));
  expect (report, REFRAIN_REPORT_JSON,
          "{\n"
          "  \"schema\" : \"refrain/x/1\",\n"
          "  \"a\" : {\n"
          "    \"empty\" : [],\n"
          "    \"list\" : [\n"
          "      3.0,\n"
          "      0.10000000000000001,\n"
          "      null,\n"
          "      null,\n"
          "      \"\ufffd\\u202e\u202f\\n\",\n"
          "      true,\n"
          "      -1.0,\n"
          "      [7],\n"
          "      [\"S1\", \"\\\"R2\\\"\", \"S3\"],\n"
          "      [],\n"
          "      [0, 0, 0, 12000000000000000000, 0, 0],\n"
          "      [0.0, 1.5, 2.0, 0.0],\n"
          "      []\n"
          "    ]\n"
          "  },\n"
          "  \"bytes\" : 18446744073709551615\n"
          "}\n");
  expect (report, REFRAIN_REPORT_TEXT, "");
  g_assert_null (refrain_report_to_string (report, REFRAIN_REPORT_CSV));
}

static void
add_shaped (RefrainReport *report, const char *key, guint n_columns, RefrainRowsShape shape)
{
  static const RefrainReportColumn own[] = {
    { NULL, "mark", REFRAIN_CELL_TEXT },
    { "name", "name", REFRAIN_CELL_TEXT },
    { "n", "n", REFRAIN_CELL_COUNT },
    { "x", "x", REFRAIN_CELL_DOUBLE },
  };
  RefrainReportTable *table = refrain_report_add_table_of (report, key, NULL, own, n_columns);

  refrain_report_set_rows_shape (table, shape);
  if (n_columns == 4)
    refrain_report_add_row (table, REFRAIN_TEXT ("*"), REFRAIN_TEXT ("b"), REFRAIN_INT (1),
                            REFRAIN_DOUBLE (2));
  else if (n_columns == 3)
    refrain_report_add_row (table, REFRAIN_TEXT ("*"), REFRAIN_TEXT ("b"), REFRAIN_INT (1));
  else
    refrain_report_add_row (table, REFRAIN_TEXT ("*"), REFRAIN_TEXT ("b"));
}

static void
test_shapes (void)
{
  g_autoptr (RefrainReport) report = refrain_report_new ("x");
  g_autofree char *text = NULL, *packed = NULL;
  g_auto (GStrv) pieces = NULL;

  add_shaped (report, "arrays", 4, REFRAIN_ROWS_ARRAYS);
  add_shaped (report, "values", 2, REFRAIN_ROWS_VALUES);
  add_shaped (report, "members", 4, REFRAIN_ROWS_MEMBERS);
  add_shaped (report, "pairs", 3, REFRAIN_ROWS_MEMBERS);
  refrain_report_begin_array (report, "list");
  add_shaped (report, "", 2, REFRAIN_ROWS_OBJECTS);
  refrain_report_end (report);
  text = refrain_report_to_string (report, REFRAIN_REPORT_JSON);
  pieces = g_regex_split_simple ("\\s+", text, 0, 0);
  packed = g_strjoinv ("", pieces);
  g_assert_cmpstr (packed, ==,
                   "{\"schema\":\"refrain/x/1\",\"arrays\":[[\"b\",1,2.0]],\"values\":[\"b\"],"
                   "\"members\":{\"b\":{\"n\":1,\"x\":2.0}},\"pairs\":{\"b\":1},"
                   "\"list\":[[{\"name\":\"b\"}]]}");
}

static void
test_lines (void)
{
  g_autoptr (RefrainReport) report = refrain_report_new ("x");
  RefrainReportTable *table;
  static const RefrainReportColumn own[] = {
    { NULL, "", REFRAIN_CELL_TEXT },
    { NULL, "", REFRAIN_CELL_TIME, REFRAIN_COLUMN_LEFT | REFRAIN_COLUMN_DIGITS (5) },
    { "ranks", "", REFRAIN_CELL_RANKS },
  };

  refrain_report_head (report, "First\nhead");
  refrain_report_fact (report, "größe", "1");
  refrain_report_add_int (report, "n", 1);
  refrain_report_fact_count (report, "processes", 12345678);
  refrain_report_say (report, "that is all%s", "\033");
  refrain_report_fact (report, "of", "x");
  refrain_report_print (report, "for\n  x\033\ndone\n");
  table = refrain_report_add_table (report, NULL, "", own);
  refrain_report_limit_rows (table, 2);
  for (guint i = 0; i < 5; i++)
    refrain_report_add_row (table, REFRAIN_TEXT (i == 0 ? NULL : "a"),
                            REFRAIN_TIME (123456789 * (i + 1)),
                            REFRAIN_RANKS (ranks, i == 0 ? 0 : 5));
  expect (report, REFRAIN_REPORT_TEXT,
          "First\\nhead\n"
          "größe      1\n"
          "processes  12\u202f345\u202f678\n"
          "that is all\\x1b\n"
          "of  x\n"
          "for\n  x\\x1b\ndone\n"
          "              123.46\u202fms\n"
          "a             246.91\u202fms  0–3, 7\n"
          "… and 3 more\n");
}

/* Rows that are left out are summed up, where that is asked for; a single one is not left out. */
/* Columns that are one object of each row. */
static void
test_nested (void)
{
  static const RefrainReportColumn nested[] = {
    { "id", "id", REFRAIN_CELL_INT },
    { "loop.from", NULL, REFRAIN_CELL_TIME },
    { "loop.n", NULL, REFRAIN_CELL_INT },
    { "trend.kind", NULL, REFRAIN_CELL_TEXT },
    { "trend.change", NULL, REFRAIN_CELL_DOUBLE, REFRAIN_COLUMN_OPTIONAL },
    { "worst.n", NULL, REFRAIN_CELL_INT, REFRAIN_COLUMN_OPTIONAL },
  };
  g_autoptr (RefrainReport) report = refrain_report_new ("nested");
  RefrainReportTable *table = refrain_report_add_table (report, "rows", NULL, nested);

  refrain_report_add_row (table, REFRAIN_INT (1), REFRAIN_TIME (1500000000), REFRAIN_NO_CELL,
                          REFRAIN_TEXT ("slope"), REFRAIN_DOUBLE (0.5), REFRAIN_INT (3));
  refrain_report_add_row (table, REFRAIN_INT (2), REFRAIN_NO_CELL, REFRAIN_NO_CELL, REFRAIN_NO_CELL,
                          REFRAIN_NO_CELL, REFRAIN_NO_CELL);
  expect (report, REFRAIN_REPORT_JSON,
          "{\n"
          "  \"schema\" : \"refrain/nested/1\",\n"
          "  \"rows\" : [\n"
          "    {\n"
          "      \"id\" : 1,\n"
          "      \"loop\" : {\n"
          "        \"from\" : 1.5,\n"
          "        \"n\" : null\n"
          "      },\n"
          "      \"trend\" : {\n"
          "        \"kind\" : \"slope\",\n"
          "        \"change\" : 0.5\n"
          "      },\n"
          "      \"worst\" : {\n"
          "        \"n\" : 3\n"
          "      }\n"
          "    },\n"
          "    {\n"
          "      \"id\" : 2,\n"
          "      \"loop\" : null,\n"
          "      \"trend\" : {\n"
          "        \"kind\" : null\n"
          "      }\n"
          "    }\n"
          "  ]\n"
          "}\n");
  expect (report, REFRAIN_REPORT_CSV,
          "id,loop.from_s,loop.n,trend.kind,trend.change,worst.n\r\n"
          "1,1.500000000,,slope,0.5,3\r\n2,,,,,\r\n");
}

/* What a row consists of stands under it, in text alone. */
static void
test_row_lines (void)
{
  static const RefrainReportColumn two[]
      = { { "n", "n", REFRAIN_CELL_INT }, { "what", "what", REFRAIN_CELL_TEXT } };
  g_autoptr (RefrainReport) report = refrain_report_new ("lines");
  RefrainReportTable *table = refrain_report_add_table_of (report, "rows", "Rows", two, 2);

  refrain_report_add_row (table, REFRAIN_INT (100), REFRAIN_TEXT ("a ring"));
  refrain_report_add_row_line (table, "%u × a part", 3u);
  refrain_report_add_row_line (table, "a \033[1m");
  refrain_report_add_row (table, REFRAIN_INT (2), REFRAIN_TEXT ("a line"));
  refrain_report_add_row_line (table, "the last");
  expect (report, REFRAIN_REPORT_TEXT,
          "Rows\n"
          "    n  what\n"
          "  100  a ring\n"
          "       3 × a part\n"
          "       a \\x1b[1m\n"
          "    2  a line\n"
          "       the last\n");
  expect (report, REFRAIN_REPORT_CSV, "n,what\r\n100,a ring\r\n2,a line\r\n");
}

static void
test_limit (void)
{
  static const RefrainReportColumn own[] = {
    { "share", "share", REFRAIN_CELL_SHARE, REFRAIN_COLUMN_SUM },
    { "id", "id", REFRAIN_CELL_INT },
    { "calls", "calls", REFRAIN_CELL_COUNT, REFRAIN_COLUMN_SUM },
    { "name", "name", REFRAIN_CELL_TEXT },
  };
  g_autoptr (RefrainReport) report = refrain_report_new ("x");

  for (guint n = 4; n <= 5; n++)
    {
      RefrainReportTable *table = refrain_report_add_table_of (report, NULL, "", own, 4);

      refrain_report_limit_rows (table, 3);
      for (guint i = 0; i < n; i++)
        refrain_report_add_row (table, REFRAIN_SHARE (0.2), REFRAIN_INT (i), REFRAIN_COUNT (i * 2),
                                REFRAIN_TEXT ("f"));
    }
  expect (report, REFRAIN_REPORT_TEXT,
          " share  id  calls  name\n"
          "20.0 %   0      0  f\n"
          "20.0 %   1      2  f\n"
          "20.0 %   2      4  f\n"
          "20.0 %   3      6  f\n"
          " share  id  calls  name\n"
          "20.0 %   0      0  f\n"
          "20.0 %   1      2  f\n"
          "20.0 %   2      4  f\n"
          "40.0 %         14  … and 2 more\n");
}

static void
test_beside (void)
{
  g_autoptr (RefrainReport) report = make_sample ();

  refrain_report_warn (report, "%s is left out", "a");
  refrain_report_warn (report, "b");
  refrain_report_set_latex (report, "\\begin{lstlisting}\n\033\n");
  refrain_report_set_status (report, 3);
  g_assert_cmpstr (refrain_report_get_warning (report, 0), ==, "a is left out");
  g_assert_cmpstr (refrain_report_get_warning (report, 1), ==, "b");
  g_assert_null (refrain_report_get_warning (report, 2));
  g_assert_cmpint (refrain_report_get_status (report), ==, 3);
  expect (report, REFRAIN_REPORT_LATEX, "\\begin{lstlisting}\n\\x1b\n");
}

/* The table that was meant, whatever their order. */
static void
test_main_table (void)
{
  g_autoptr (RefrainReport) report = refrain_report_new ("x");
  RefrainReportTable *table;

  add_shaped (report, "first", 2, REFRAIN_ROWS_OBJECTS);
  table = refrain_report_add_table_of (report, "second", NULL, columns, 1);
  expect (report, REFRAIN_REPORT_CSV, "name\r\nb\r\n");
  refrain_report_set_main (table);
  expect (report, REFRAIN_REPORT_CSV, "process\r\n");
  g_assert_true (refrain_report_get_main (report) == table);
}

static RefrainCell
get_square (gsize row, guint column, gpointer data)
{
  guint *n_calls = data;

  ++*n_calls;
  return column == 0 ? REFRAIN_INT (row * row) : row > 1 ? REFRAIN_TEXT ("large") : REFRAIN_NO_CELL;
}

static void
forget (gpointer data)
{
  *(guint *) data = G_MAXUINT;
}

/* Rows that are not stored are asked for once they are written. */
static void
test_source (void)
{
  static const RefrainReportColumn of_squares[] = {
    { "square", "square", REFRAIN_CELL_INT },
    { "size", "size", REFRAIN_CELL_TEXT },
  };
  RefrainReport *report = refrain_report_new ("x");
  guint n_calls = 0;
  RefrainReportTable *table = refrain_report_add_table (report, "squares", "", of_squares);

  refrain_report_set_source (table, 3, get_square, &n_calls, forget);
  g_assert_cmpuint (refrain_report_table_get_n_rows (table), ==, 3);
  g_assert_cmpuint (n_calls, ==, 0);
  expect (report, REFRAIN_REPORT_CSV, "square,size\r\n0,\r\n1,\r\n4,large\r\n");
  g_assert_cmpuint (n_calls, ==, 6);
  expect (report, REFRAIN_REPORT_TEXT, "square  size\n     0\n     1\n     4  large\n");
  g_assert_cmpint (refrain_report_table_get_cell (table, 2, 0).integer, ==, 4);
  refrain_report_unref (report);
  g_assert_cmpuint (n_calls, ==, G_MAXUINT);
}

static void
count_down (RefrainSink *sink, gpointer data)
{
  for (guint *n = data; *n > 0 && refrain_sink_put ("down\x1b\n", 6, sink); --*n)
    ;
}

/* What is made while it is written stands where it was said, and in text alone; what is said is in
 * JSON, too. */
static void
test_print_from (void)
{
  RefrainReport *report = refrain_report_new ("x");
  guint n = 2;

  refrain_report_say (report, "first");
  refrain_report_print_from (report, count_down, &n, forget);
  refrain_report_say (report, "last");
  expect (report, REFRAIN_REPORT_TEXT, "first\ndown\\x1b\ndown\\x1b\nlast\n");
  g_assert_cmpuint (n, ==, 0);
  expect (report, REFRAIN_REPORT_JSON,
          "{\n  \"schema\" : \"refrain/x/1\",\n  \"statements\" : [\n    \"first\",\n    "
          "\"last\"\n  ]\n}\n");
  refrain_report_unref (report);
  g_assert_cmpuint (n, ==, G_MAXUINT);
}

/* ---- Much of it, and a full disk ---- */

typedef struct
{
  gsize n, limit;
  guint calls;
} Disk;

static gboolean
write_disk (const char *bytes, gsize n, gpointer data, GError **error)
{
  Disk *disk = data;

  disk->calls++;
  if (disk->n + n > disk->limit)
    {
      g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, "full");
      return FALSE;
    }
  disk->n += n;
  return TRUE;
}

static void
test_streaming (void)
{
  g_autoptr (RefrainReport) report = refrain_report_new ("x");
  RefrainReportTable *table = refrain_report_add_table (report, "rows", "", columns);
  const gsize n_rows = 100000;

  for (gsize i = 0; i < n_rows; i++)
    refrain_report_add_row (table, REFRAIN_INT (i), i % 3 == 0 ? REFRAIN_NO_CELL : REFRAIN_TIME (i),
                            REFRAIN_SHARE (0.5), REFRAIN_TEXT (i % 2 ? "odd" : "even"),
                            REFRAIN_RANKS (ranks, i % 8));
  g_assert_cmpuint (refrain_report_table_get_n_rows (table), ==, n_rows);
  for (gsize i = 0; i < n_rows; i += 997)
    {
      g_assert_cmpint (refrain_report_table_get_cell (table, i, 0).integer, ==, (gint64) i);
      g_assert_cmpint (refrain_report_table_get_cell (table, i, 1).kind, ==,
                       i % 3 == 0 ? REFRAIN_CELL_NULL : REFRAIN_CELL_TIME);
      g_assert_cmpuint (refrain_report_table_get_cell (table, i, 4).n, ==, i % 8);
    }
  for (guint format = REFRAIN_REPORT_TEXT; format <= REFRAIN_REPORT_MARKDOWN; format++)
    {
      Disk large = { .limit = G_MAXSIZE }, full = { .limit = 200000 };
      g_autoptr (GError) error = NULL;

      g_assert_true (refrain_report_write (report, format, write_disk, &large, NULL));
      g_assert_cmpuint (large.calls, >, 10);
      g_assert_cmpuint (large.n, >, n_rows * 10);
      g_assert_false (refrain_report_write (report, format, write_disk, &full, &error));
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO);
      /* Nobody writes on to a full disk. */
      g_assert_cmpuint (full.calls, <, 6);
    }
}

TEST_PROGRAM ("report")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/text", test_text);
  g_test_add_func ("/report/json", test_json);
  g_test_add_func ("/report/tables", test_tables);
  g_test_add_func ("/report/sections", test_sections);
  g_test_add_func ("/report/members", test_members);
  g_test_add_func ("/report/shapes", test_shapes);
  g_test_add_func ("/report/lines", test_lines);
  g_test_add_func ("/report/nested", test_nested);
  g_test_add_func ("/report/row-lines", test_row_lines);
  g_test_add_func ("/report/limit", test_limit);
  g_test_add_func ("/report/beside", test_beside);
  g_test_add_func ("/report/main-table", test_main_table);
  g_test_add_func ("/report/source", test_source);
  g_test_add_func ("/report/print-from", test_print_from);
  g_test_add_func ("/report/streaming", test_streaming);
  return g_test_run ();
}
