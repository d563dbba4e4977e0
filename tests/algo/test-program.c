/* test-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One program for all processes: it says exactly what each process does, on whatever mapping, and
 * its lines know their operations. What is regular is short, and no longer on more processes.
 */
#include "config.h"

#include <string.h>

#include "loop-programs.h"
#include "program-check.h"
#include "refrain-fold.h"
#include "refrain-logical-trace.h"
#include "refrain-mapping.h"
#include "refrain-program-mappings.h"
#include "refrain-program.h"
#include "sequences.h"
#include "test-program.h"

/* ---- Logical traces -------------------------------------------------------------------------- */

/* Each process comes back out of the logical trace on @mapping. */
static void
check_logical (RefrainLoopEvents *events, RefrainMapping *mapping)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLogicalTrace) trace = refrain_logical_trace_new (events, mapping, NULL, &error);
  guint n_exact = 0;

  g_assert_no_error (error);
  for (guint p = 0; p < refrain_loop_events_get_n_processes (events); p++)
    {
      gsize n;
      g_autofree guint32 *elements = refrain_logical_trace_expand (trace, p, &n);

      g_assert_cmpuint (n, ==, refrain_loop_events_get_stream (events, p)->n);
      for (gsize i = 0; i < n; i++)
        g_assert_cmpuint (elements[i], ==, i);
      n_exact += refrain_logical_trace_is_exact (trace, p);
    }
  g_assert_cmpuint (n_exact, ==, refrain_logical_trace_get_facts (trace)->n_exact);
}

/* ---- Random programs ------------------------------------------------------------------------ */

static void
test_random (gconstpointer data)
{
  const LoopProgramKind kind = (LoopProgramKind) GPOINTER_TO_UINT (data);
  const guint32 n_seeds = !g_test_slow () ? 1 : kind == LOOP_PROGRAM_UNRELATED ? 4 : 12;

  for (guint32 seed = 0; seed < n_seeds; seed++)
    {
      g_autoptr (RefrainLoopEvents) events = loop_program_random (seed, kind);

      program_check (events, NULL, 0);
    }
}

/* Mappings of all kinds, with places that are not in rank order. */
static void
test_mappings (void)
{
  static const RefrainTopologyKind kinds[]
      = { REFRAIN_TOPOLOGY_TREE,     REFRAIN_TOPOLOGY_BINOMIAL, REFRAIN_TOPOLOGY_HYPERCUBE,
          REFRAIN_TOPOLOGY_STAR,     REFRAIN_TOPOLOGY_CG,       REFRAIN_TOPOLOGY_ALL_TO_ALL,
          REFRAIN_TOPOLOGY_BIPARTITE };

  for (guint32 seed = 100; seed < (g_test_slow () ? 112 : 101); seed++)
    {
      g_autoptr (RefrainLoopEvents) events = loop_program_random (seed, LOOP_PROGRAM_CLEAN);
      const guint n = refrain_loop_events_get_n_processes (events);
      g_autoptr (GPtrArray) mappings = g_ptr_array_new_with_free_func (g_object_unref);
      g_autofree guint32 *places = g_new (guint32, n);

      for (guint p = 0; p < n; p++)
        places[p] = (p + seed) % n;
      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        {
          const gboolean counts
              = kinds[k] == REFRAIN_TOPOLOGY_TREE || kinds[k] == REFRAIN_TOPOLOGY_BIPARTITE;
          RefrainMapping *mapping
              = n < 3 ? NULL : refrain_mapping_new (kinds[k], NULL, n, counts ? 2 : 0, places);

          if (mapping != NULL)
            g_ptr_array_add (mappings, mapping);
        }
      g_ptr_array_add (mappings, refrain_mapping_new_grid (&n, 1, 1, places));
      for (guint m = 0; m < mappings->len; m++)
        {
          program_check (events, (RefrainMapping *const *) &mappings->pdata[m], 1);
          check_logical (events, mappings->pdata[m]);
        }
    }
}

/* ---- Programs one can read ------------------------------------------------------------------ */

/* The page of the same program does not grow with the processes. */
static void
test_growth (void)
{
  g_autoptr (RefrainLoopEvents) small = loop_program_wavefront (4, 2, 20, 12);
  g_autoptr (RefrainLoopEvents) large = loop_program_wavefront (8, 8, 20, 12);
  g_autoptr (RefrainLoopEvents) few = loop_program_stencil (4, 2, 60);
  g_autoptr (RefrainLoopEvents) many = loop_program_stencil (8, 8, 60);
  const gsize bytes = program_check (small, NULL, 0);

  g_assert_cmpuint (bytes, <, 300);
  g_assert_cmpuint (2 * program_check (large, NULL, 0), <=, 3 * bytes);
  g_assert_cmpuint (2 * program_check (many, NULL, 0), <=, 3 * program_check (few, NULL, 0));
}

static void
append (RefrainLoopEventsBuilder *builder,
        guint process,
        RefrainLoopEventKind kind,
        gint32 peer,
        gint32 tag)
{
  const RefrainLoopEvent event
      = { refrain_loop_events_builder_add_shape (builder, kind, 0, 0), peer, tag };

  refrain_loop_events_builder_append (builder, process, &event, REFRAIN_NONE);
}

static void
append_collective (RefrainLoopEventsBuilder *builder,
                   guint process,
                   const char *name,
                   const guint32 *members,
                   gsize n)
{
  const guint32 group = refrain_loop_events_builder_add_group (builder, members, n);
  const RefrainLoopEvent event = { refrain_loop_events_builder_add_shape (
                                       builder, REFRAIN_LOOP_SYNC,
                                       refrain_loop_events_builder_add_name (builder, name), group),
                                   0, 0 };

  refrain_loop_events_builder_append (builder, process, &event, REFRAIN_NONE);
}

/* The text of what @builder holds, which it must expand to. */
static char *
write_page (RefrainLoopEventsBuilder *builder)
{
  g_autoptr (RefrainLoopEvents) events = refrain_loop_events_builder_finish (builder, NULL);
  g_autoptr (RefrainProgram) program = NULL;

  program_check (events, NULL, 0);
  program = refrain_program_new (events, NULL, 0, NULL, NULL);
  return refrain_program_dup_text (program, NULL);
}

/* A ring of six; process 4 alone sends to itself; collectives by rows of a grid. */
static void
test_pages (void)
{
  g_autoptr (RefrainLoopEventsBuilder) ring = refrain_loop_events_builder_new (6);
  g_autoptr (RefrainLoopEventsBuilder) rows = refrain_loop_events_builder_new (4);
  g_autoptr (RefrainLoopEventsBuilder) self = refrain_loop_events_builder_new (5);
  g_autofree char *text = NULL, *by_rows = NULL, *alone = NULL;

  for (guint p = 0; p < 6; p++)
    for (guint k = 0; k < 10; k++)
      {
        append (ring, p, REFRAIN_LOOP_SEND, (gint32) (p + 1) % 6, 3);
        append (ring, p, REFRAIN_LOOP_RECV, (gint32) (p + 5) % 6, 3);
      }
  text = write_page (ring);
  g_assert_cmpstr (text, ==, "ring of 6 (x)\nrepeat 10: shift +x tag3\n");
  for (guint p = 0; p < 4; p++)
    {
      const guint32 row[2] = { p & 2, (p & 2) + 1 };

      append (rows, p, REFRAIN_LOOP_SEND, (gint32) (p ^ 2), 1);
      append (rows, p, REFRAIN_LOOP_RECV, (gint32) (p ^ 2), 1);
      append_collective (rows, p, "MPI_Allreduce", row, 2);
    }
  by_rows = write_page (rows);
  g_assert_nonnull (strstr (by_rows, "MPI_Allreduce along x\n"));
  append (self, 4, REFRAIN_LOOP_SEND, 4, 1);
  append (self, 4, REFRAIN_LOOP_RECV, 4, 1);
  alone = write_page (self);
  g_assert_cmpstr (alone, ==, "line of 5 (x)\nswap self tag1 if x=4\n");
}

/* All send in one order, each receives in its own: only the receives stand process by process. */
static void
test_contradiction (void)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (5);
  g_autofree char *text = NULL;
  guint n_sends = 0;

  for (guint p = 0; p < 5; p++)
    for (guint turn = 0; turn < 6; turn++)
      {
        for (guint k = 1; k < 5; k++)
          append (builder, p, REFRAIN_LOOP_SEND, (gint32) ((p + k) % 5), 1);
        for (guint k = 0; k < 4; k++)
          append (builder, p, REFRAIN_LOOP_RECV, (gint32) ((p + 1 + (k + p) % 4) % 5), 1);
      }
  text = write_page (builder);
  for (const char *at = strstr (text, "send "); at != NULL; at = strstr (at + 1, "send "))
    n_sends++;
  g_test_message ("%s", text);
  g_assert_cmpuint (n_sends, ==, 1);
}

/* Nothing, one process, messages that nobody receives, peers that nobody knows. */
static void
test_corners (void)
{
  for (guint n = 1; n <= 3; n++)
    {
      g_autoptr (RefrainLoopEventsBuilder) empty = refrain_loop_events_builder_new (n);
      g_autoptr (RefrainLoopEventsBuilder) lost = refrain_loop_events_builder_new (n);
      g_autofree char *nothing = write_page (empty);
      g_autofree char *text = NULL;

      for (guint p = 0; p < n; p++)
        {
          append (lost, p, REFRAIN_LOOP_SEND, (gint32) (p + 1) % (gint32) n, 1);
          append (lost, p, REFRAIN_LOOP_RECV, -1, 2);
          append (lost, 0, REFRAIN_LOOP_SEND, (gint32) p, 9);
        }
      text = write_page (lost);
      g_assert_nonnull (strstr (text, "recv unknown tag2"));
    }
}

/* A line with both neighbours, and all report to process 2: for those it is one direction, and the
 * topology has no more exceptions for it. */
static void
test_hub (void)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (9);
  g_autofree char *text = NULL;

  for (gint32 p = 0; p < 9; p++)
    for (guint turn = 0; turn < 6; turn++)
      {
        for (gint32 step = -1; step <= 1; step += 2)
          if (p + step >= 0 && p + step < 9)
            {
              append (builder, (guint) p, REFRAIN_LOOP_SEND, p + step, 1);
              append (builder, (guint) p, REFRAIN_LOOP_RECV, p + step, 1);
            }
        if (p != 2)
          append (builder, (guint) p, REFRAIN_LOOP_SEND, 2, 7);
        for (gint32 from = 0; p == 2 && from < 9; from++)
          if (from != 2)
            append (builder, 2, REFRAIN_LOOP_RECV, from, 7);
      }
  text = write_page (builder);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "send rank2 tag7"));
  g_assert_null (strstr (text, "send rank2 tag7 if"));
}

/* Tags that tell who sends are one line. */
static void
test_tags (void)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (8);
  g_autofree char *text = NULL;

  for (guint p = 0; p < 8; p++)
    for (guint k = 0; k < 4; k++)
      {
        append (builder, p, REFRAIN_LOOP_SEND, (gint32) (p + 1) % 8, 100 + (gint32) p);
        append (builder, p, REFRAIN_LOOP_RECV, (gint32) (p + 7) % 8, 100 + (gint32) (p + 7) % 8);
      }
  text = write_page (builder);
  g_assert_cmpstr (text, ==, "ring of 8 (x)\nrepeat 4: send +x tag100+rank; recv -x tag100+peer\n");
}

/* Each process of a grid exchanges with all around it, @diagonal: across corners, too. */
static void
append_halo (
    RefrainLoopEventsBuilder *builder, guint width, guint height, gboolean diagonal, guint times)
{
  for (guint k = 0; k < times; k++)
    for (RefrainLoopEventKind kind = REFRAIN_LOOP_SEND; kind <= REFRAIN_LOOP_RECV; kind++)
      for (gint y = 0; y < (gint) height; y++)
        for (gint x = 0; x < (gint) width; x++)
          for (gint to = 0; to < 9; to++)
            {
              const gint dx = to % 3 - 1, dy = to / 3 - 1;

              if ((dx == 0 && dy == 0) || (dx != 0 && dy != 0 && !diagonal) || x + dx < 0
                  || x + dx >= (gint) width || y + dy < 0 || y + dy >= (gint) height)
                continue;
              append (builder, (guint) (y * (gint) width + x), kind,
                      (y + dy) * (gint) width + x + dx, 1);
            }
}

/* A twentieth of the run, its beginning, is on another grid than the rest. */
static void
test_set_up (void)
{
  static const guint32 all[15] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 };
  g_autoptr (RefrainLoopEventsBuilder) builder
      = refrain_loop_events_builder_new (G_N_ELEMENTS (all));
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autoptr (RefrainProgram) program = NULL;
  g_autofree char *text = NULL;

  append_halo (builder, 5, 3, FALSE, 1200); /* 106,000 operations */
  for (guint p = 0; p < G_N_ELEMENTS (all); p++)
    append_collective (builder, p, "MPI_Barrier", all, G_N_ELEMENTS (all));
  append_halo (builder, 3, 5, TRUE, 12000); /* two million */
  events = refrain_loop_events_builder_finish (builder, NULL);
  program_check (events, NULL, 0);
  program = refrain_program_new (events, NULL, 0, NULL, NULL);
  text = refrain_program_dup_text (program, NULL);
  g_test_message ("%s", text);
  g_assert_true (g_str_has_prefix (text, "5×3 grid"));
}

/* Two rings and one message between them: what leads to the other is a direction. */
static void
test_parts (void)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (12);
  g_autofree char *text = NULL;

  for (guint turn = 0; turn < 5; turn++)
    {
      for (gint32 p = 0; p < 12; p++)
        {
          const gint32 first = p < 5 ? 0 : 5, n = p < 5 ? 5 : 7;

          append (builder, (guint) p, REFRAIN_LOOP_SEND, first + (p - first + 1) % n, 1);
          append (builder, (guint) p, REFRAIN_LOOP_RECV, first + (p - first + n - 1) % n, 1);
        }
      append (builder, 3, REFRAIN_LOOP_SEND, 8, 2);
      append (builder, 8, REFRAIN_LOOP_RECV, 3, 2);
    }
  text = write_page (builder);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "recv part1 tag2; send part2 tag2"));
  g_assert_null (strstr (text, "rank8"));
}

/* ---- Renumbered ----------------------------------------------------------------------------- */

/* Each process of a 3-D grid exchanges with its up to six neighbours. */
static RefrainLoopEvents *
make_halo (guint size, guint iterations)
{
  static const char *const directions[] = { "-z", "-y", "-x", "+x", "+y", "+z" };
  const guint sizes[3] = { size, size, size };
  g_autoptr (RefrainMapping) grid = refrain_mapping_new_grid (sizes, 3, 0, NULL);
  g_autoptr (RefrainLoopEventsBuilder) builder
      = refrain_loop_events_builder_new (size * size * size);

  for (guint p = 0; p < size * size * size; p++)
    for (guint k = 0; k < 2 * iterations; k++)
      for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
        for (guint d = 0; d < refrain_mapping_get_n_directions (grid); d++)
          {
            const gint64 to = refrain_mapping_get_neighbour (grid, p, (gint) d);
            const char *name = refrain_mapping_get_direction_name (grid, (gint) d);

            if (to >= 0 && strcmp (name, directions[i]) == 0)
              append (builder, p, k % 2 == 0 ? REFRAIN_LOOP_SEND : REFRAIN_LOOP_RECV, (gint32) to,
                      7);
          }
  return refrain_loop_events_builder_finish (builder, NULL);
}

/* However ranks are numbered, the page is as long, but for what tells where they are. */
static void
test_renumbered (void)
{
  g_autoptr (RefrainLoopEvents) wave = loop_program_wavefront (8, 4, 10, 12);
  g_autoptr (RefrainLoopEvents) square = loop_program_wavefront (4, 4, 10, 12);
  g_autoptr (RefrainLoopEvents) halo = make_halo (3, 10);
  g_autoptr (RefrainLoopEvents) larger = make_halo (5, 5);
  RefrainLoopEvents *programs[] = { wave, square, halo, larger };

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      const guint n = refrain_loop_events_get_n_processes (programs[i]);
      g_autofree guint32 *number = sequences_shuffle (n, n);
      g_autoptr (RefrainLoopEvents) renumbered = loop_program_renumber (programs[i], number);
      g_autoptr (RefrainProgram) program = refrain_program_new (renumbered, NULL, 0, NULL, NULL);
      g_autofree char *text = refrain_program_dup_text (program, NULL);
      const gsize plain = program_check (programs[i], NULL, 0);
      const char *ranks = strstr (text, " ranks ");
      gsize bytes = program_check (renumbered, NULL, 0);

      g_test_message ("%s", text);
      g_assert_nonnull (ranks);
      g_assert_true ((strstr (text, "in all)") != NULL) == (n > 64));
      bytes -= (gsize) (strchr (text, '\n') - ranks);
      g_test_message ("%u processes: %zu bytes, renumbered %zu", n, plain, bytes);
      g_assert_cmpuint (100 * bytes, <=, 105 * plain);
      g_assert_cmpuint (100 * bytes, >=, 95 * plain);
    }
}

static RefrainLoopEvents *
make_star (guint n)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (n);
  const guint32 send = refrain_loop_events_builder_add_shape (builder, REFRAIN_LOOP_SEND, 0, 0);
  const guint32 recv = refrain_loop_events_builder_add_shape (builder, REFRAIN_LOOP_RECV, 0, 0);

  for (guint p = 1; p < n; p++)
    {
      const RefrainLoopEvent out = { send, (gint32) p, 1 }, in = { recv, 0, 1 };

      refrain_loop_events_builder_append (builder, 0, &out, REFRAIN_NONE);
      refrain_loop_events_builder_append (builder, p, &in, REFRAIN_NONE);
    }
  return refrain_loop_events_builder_finish (builder, NULL);
}

/* Where one mapping tells the run in few directions, none that needs hundreds is tried. */
static void
test_few_mappings (void)
{
  g_autoptr (RefrainLoopEvents) stencil = loop_program_stencil (16, 12, 2);
  g_autofree guint32 *number = sequences_shuffle (16 * 12, 16 * 12);
  g_autoptr (RefrainLoopEvents) renumbered = loop_program_renumber (stencil, number);
  g_autoptr (RefrainLoopEvents) star = make_star (300);
  g_autoptr (GPtrArray) grids = refrain_program_choose_mappings (renumbered, NULL, 0, NULL, NULL);
  g_autoptr (GPtrArray) stars = refrain_program_choose_mappings (star, NULL, 0, NULL, NULL);

  g_assert_cmpuint (grids->len, >=, 1);
  for (guint i = 0; i < grids->len; i++)
    {
      g_assert_cmpint (refrain_mapping_get_kind (grids->pdata[i]), ==, REFRAIN_TOPOLOGY_GRID);
      g_assert_false (refrain_mapping_is_rank_order (grids->pdata[i]));
    }
  g_assert_cmpuint (stars->len, >=, 1);
  g_assert_cmpint (refrain_mapping_get_kind (stars->pdata[0]), ==, REFRAIN_TOPOLOGY_STAR);
  for (guint i = 0; i < stars->len; i++)
    g_assert_cmpuint (refrain_mapping_get_n_directions (stars->pdata[i]), <=, 301);
}

/* ---- Folding -------------------------------------------------------------------------------- */

static guint
unfold (const GArray *nodes, guint from, guint to, GArray *symbols)
{
  for (guint i = from; i < to;)
    {
      const RefrainFoldNode *node = &g_array_index (nodes, RefrainFoldNode, i);

      if (node->symbol != G_MAXUINT32)
        g_array_append_val (symbols, node->symbol);
      else
        for (guint64 k = 0; k < node->count; k++)
          unfold (nodes, i + 1, node->end, symbols);
      i = node->end;
    }
  return symbols->len;
}

static void
test_fold (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GArray) symbols = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autoptr (GArray) nodes = NULL;
      const guint n_symbols = 1 + round % 5;

      for (guint piece = 0; piece < 6; piece++)
        {
          const guint from = symbols->len;
          const guint n = (guint) g_rand_int_range (rand, 1, 9);
          const guint turns = (guint) g_rand_int_range (rand, 1, 12);

          for (guint i = 0; i < n; i++)
            g_array_append_val (
                symbols, ((guint32){ (guint32) g_rand_int_range (rand, 0, (gint32) n_symbols) }));
          for (guint i = 0; i < n * turns; i++)
            g_array_append_val (symbols, ((guint32){ g_array_index (symbols, guint32, from + i) }));
        }
      nodes = refrain_fold_symbols ((const guint32 *) (gpointer) symbols->data, symbols->len);
      g_assert_cmpuint (unfold (nodes, 0, nodes->len, again), ==, symbols->len);
      g_assert_cmpmem (again->data, again->len * sizeof (guint32), symbols->data,
                       symbols->len * sizeof (guint32));
    }
}

/* "ab5[ba]": letters as loops. */
static void
tell_nodes (const GArray *nodes, guint from, guint to, GString *text)
{
  for (guint i = from; i < to;)
    {
      const RefrainFoldNode *node = &g_array_index (nodes, RefrainFoldNode, i);

      if (node->symbol != G_MAXUINT32)
        g_string_append_c (text, (char) node->symbol);
      else
        {
          g_string_append_printf (text, "%" G_GUINT64_FORMAT "[", node->count);
          tell_nodes (nodes, i + 1, node->end, text);
          g_string_append_c (text, ']');
        }
      i = node->symbol != G_MAXUINT32 ? i + 1 : node->end;
    }
}

static void
check_fold (const char *run, const char *expected)
{
  g_autoptr (GArray) nodes = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 symbols[64];
  const gsize n = strlen (run);

  g_assert_cmpuint (n, <=, G_N_ELEMENTS (symbols));
  for (gsize i = 0; i < n; i++)
    symbols[i] = (guint32) run[i];
  nodes = refrain_fold_symbols (symbols, n);
  tell_nodes (nodes, 0, nodes->len, text);
  g_assert_cmpstr (text->str, ==, expected);
}

/* Loops begin with their first turn, though it was read as part of something else. */
static void
test_fold_begins (void)
{
  check_fold ("abababab", "4[ab]");
  /* Solves by conjugate gradients; a transform along x and y, and back. */
  check_fold ("ababbabbabbabbabb", "ab5[a2[b]]");
  check_fold ("xyyxxyyxxyyxxyyx", "4[x2[y]x]");
  /* Each time again; the last turn in part. */
  check_fold ("sababbabbabbsababbabbabb", "2[sab3[a2[b]]]");
  check_fold ("cabcabcabd", "3[cab]d");
  check_fold ("aabaabaabaac", "3[2[a]b]2[a]c");
  /* That would be no shorter. */
  check_fold ("abcbcbcd", "a3[bc]d");
}

/* ---- The logical trace ---------------------------------------------------------------------- */

/* A sweep on a grid is one trace; the wrong shape contradicts it. */
static void
test_logical (void)
{
  g_autoptr (RefrainLoopEvents) events = loop_program_wavefront (4, 2, 5, 6);
  const guint right[2] = { 2, 4 }, wrong[1] = { 8 };
  g_autoptr (RefrainMapping) grid = refrain_mapping_new_grid (right, 2, 0, NULL);
  g_autoptr (RefrainMapping) line = refrain_mapping_new_grid (wrong, 1, 0, NULL);
  RefrainMapping *both[2] = { line, grid };
  g_autoptr (RefrainLogicalTrace) best
      = refrain_logical_trace_new_best (events, both, 2, NULL, NULL);
  const RefrainLogicalFacts *facts = refrain_logical_trace_get_facts (best);

  g_assert_true (refrain_logical_trace_get_mapping (best) == grid);
  g_assert_cmpuint (facts->n_exact, ==, 8);
  g_assert_cmpuint (facts->exceptions, ==, 0);
  g_assert_cmpuint (facts->unmapped, ==, 0);
  g_assert_false (facts->contradiction);
  check_logical (events, grid);
  check_logical (events, line);
}

static void
test_names (void)
{
  const guint sizes[3] = { 3, 3, 3 }, ring[1] = { 5 };
  g_autoptr (RefrainMapping) grid = refrain_mapping_new_grid (sizes, 3, 0, NULL);
  g_autoptr (RefrainMapping) round = refrain_mapping_new_grid (ring, 1, 1, NULL);
  g_autofree char *name
      = refrain_logical_trace_name_direction (grid, refrain_mapping_get_direction (grid, 13, 2));
  g_autofree char *next
      = refrain_logical_trace_name_direction (round, refrain_mapping_get_direction (round, 4, 0));

  g_assert_cmpstr (name, ==, "NEU"); /* from the middle to z 0, y 0, x 2 */
  g_assert_cmpstr (next, ==, "next");
}

/* @n operations of eight processes, each with the next of a ring of eight; every @chance-th with
 * any other instead (0: none). */
static RefrainLoopEvents *
make_changing (guint n, guint chance)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (8);

  for (guint i = 0; i < n / 2; i++)
    {
      const guint from = i % 8;
      const gboolean any = chance > 0 && g_rand_int_range (rand, 0, (gint32) chance) == 0;
      const guint to = (from + (any ? (guint) g_rand_int_range (rand, 1, 8) : 1)) % 8;
      RefrainLoopEvent event
          = { refrain_loop_events_builder_add_shape (builder, REFRAIN_LOOP_SEND, 0, 0), (gint32) to,
              0 };

      refrain_loop_events_builder_append (builder, from, &event, REFRAIN_NONE);
      event.shape = refrain_loop_events_builder_add_shape (builder, REFRAIN_LOOP_RECV, 0, 0);
      event.peer = (gint32) from;
      refrain_loop_events_builder_append (builder, to, &event, REFRAIN_NONE);
    }
  return refrain_loop_events_builder_finish (builder, NULL);
}

/* Where partners follow no rule no way to write the run is looked for, whatever it takes; it is
 * written down nevertheless, as it was. Short ones, and those that mostly repeat, are no such runs.
 */
static void
test_irregular (void)
{
  const struct
  {
    guint n, chance;
    gboolean irregular;
  } runs[] = { { 16000, 1, TRUE }, { 800, 1, FALSE }, { 16000, 0, FALSE }, { 16000, 400, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (RefrainLoopEvents) events = make_changing (runs[i].n, runs[i].chance);
      g_autoptr (RefrainProgram) program = refrain_program_new (events, NULL, 0, NULL, NULL);

      g_assert_cmpint (refrain_program_get_facts (program)->irregular, ==, runs[i].irregular);
      program_check (events, NULL, 0);
    }
}

TEST_PROGRAM ("program")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/program/random/clean", GUINT_TO_POINTER (LOOP_PROGRAM_CLEAN),
                        test_random);
  g_test_add_data_func ("/program/random/affine", GUINT_TO_POINTER (LOOP_PROGRAM_AFFINE),
                        test_random);
  g_test_add_data_func ("/program/random/damaged", GUINT_TO_POINTER (LOOP_PROGRAM_DAMAGED),
                        test_random);
  g_test_add_data_func ("/program/random/unrelated", GUINT_TO_POINTER (LOOP_PROGRAM_UNRELATED),
                        test_random);
  g_test_add_func ("/program/mappings", test_mappings);
  g_test_add_func ("/program/growth", test_growth);
  g_test_add_func ("/program/pages", test_pages);
  g_test_add_func ("/program/irregular", test_irregular);
  g_test_add_func ("/program/few-mappings", test_few_mappings);
  g_test_add_func ("/program/contradiction", test_contradiction);
  g_test_add_func ("/program/corners", test_corners);
  g_test_add_func ("/program/hub", test_hub);
  g_test_add_func ("/program/set-up", test_set_up);
  g_test_add_func ("/program/parts", test_parts);
  g_test_add_func ("/program/tags", test_tags);
  g_test_add_func ("/program/renumbered", test_renumbered);
  g_test_add_func ("/program/fold-begins", test_fold_begins);
  g_test_add_func ("/program/fold", test_fold);
  g_test_add_func ("/logical/grid", test_logical);
  g_test_add_func ("/logical/names", test_names);
  return g_test_run ();
}
