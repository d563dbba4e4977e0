/* test-loop-layout.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where loop boxes stand, and which processes behave alike.
 */
#include <math.h>
#include <string.h>

#include "loop-programs.h"
#include "refrain-loop-folding.h"
#include "refrain-loop-layout.h"
#include "refrain-loop-merge.h"
#include "refrain-loop-text.h"
#include "refrain-nlr.h"
#include "test-loops.h"
#include "test-program.h"

/* The events of @text's model, merged: with links. */
static RefrainLoopModel *
merge (RefrainLoopEvents *events)
{
  const RefrainNlrOptions options = { .max_body = 64, .affine = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) local = refrain_nlr_model_all (events, &options, NULL, &error);
  RefrainLoopModel *model;

  g_assert_no_error (error);
  model = refrain_loop_merge (local, NULL, &error);
  g_assert_no_error (error);
  return model;
}

static RefrainLoopLayout *
lay_out (RefrainLoopModel *model, const guint8 *folded)
{
  g_autoptr (RefrainLoopAlike) alike = refrain_loop_alike_new_distinct (model);

  return refrain_loop_layout_new_in_order (model, alike, folded, NULL);
}

static const RefrainLoopMark *
find_mark (const RefrainLoopLayout *layout, guint32 construct)
{
  for (gsize i = 0; i < layout->n_marks; i++)
    if (layout->marks[i].construct == construct)
      return &layout->marks[i];
  return NULL;
}

static const RefrainLoopBox *
find_box (const RefrainLoopLayout *layout, guint32 construct)
{
  for (gsize i = 0; i < layout->n_boxes; i++)
    if (layout->boxes[i].construct == construct)
      return &layout->boxes[i];
  return NULL;
}

/* ---- What must hold everywhere -------------------------------------------------------------- */

static void
check_order (const RefrainLoopLayout *layout)
{
  for (gsize i = 1; i < layout->n_boxes; i++)
    g_assert_cmpfloat (layout->boxes[i - 1].x, <=, layout->boxes[i].x);
  for (gsize i = 1; i < layout->n_marks; i++)
    g_assert_cmpfloat (layout->marks[i - 1].x, <=, layout->marks[i].x);
  for (gsize i = 1; i < layout->n_syncs; i++)
    g_assert_cmpfloat (layout->syncs[i - 1].x, <=, layout->syncs[i].x);
  for (gsize i = 1; i < layout->n_arrows; i++)
    g_assert_cmpuint (MIN (layout->arrows[i - 1].from, layout->arrows[i - 1].to), <=,
                      MIN (layout->arrows[i].from, layout->arrows[i].to));
}

/* A box stands in the one around it, apart from others that share rows, and where its lines are. */
static void
check_boxes (const RefrainLoopLayout *layout)
{
  for (gsize i = 0; i < layout->n_boxes; i++)
    {
      const RefrainLoopBox *box = &layout->boxes[i];

      g_assert_cmpfloat (box->x, >=, 0);
      g_assert_cmpfloat (box->x + box->width, <=, layout->width + 1e-9);
      g_assert_cmpuint (box->first_row + box->n_rows, <=, layout->n_lines);
      if (box->parent != REFRAIN_NONE)
        {
          const RefrainLoopBox *outer = &layout->boxes[box->parent];

          g_assert_cmpuint (box->parent, <, i);
          g_assert_cmpuint (box->level, ==, outer->level + 1);
          g_assert_cmpfloat (box->x, >=, outer->x);
          g_assert_cmpfloat (box->x + box->width, <=, outer->x + outer->width + 1e-9);
          g_assert_cmpuint (box->first_row, >=, outer->first_row);
          g_assert_cmpuint (box->first_row + box->n_rows, <=, outer->first_row + outer->n_rows);
        }
      for (guint line = 0; line < layout->n_lines; line++)
        if (refrain_loop_model_covers (layout->model, box->construct, line))
          {
            const double y = refrain_loop_layout_get_y (layout, line, box->x + 0.1);

            g_assert_cmpfloat (y, >=, box->first_row);
            g_assert_cmpfloat (y, <=, box->first_row + box->n_rows - 1);
          }
    }
}

/* Nobody shares a row with another, except where lines cross on their way. */
static void
check_rows (const RefrainLoopLayout *layout)
{
  g_autofree guint8 *taken = g_new (guint8, layout->n_lines + 1);

  for (gsize i = 0; i < layout->n_boxes; i++)
    {
      memset (taken, 0, layout->n_lines + 1);
      for (guint line = 0; line < layout->n_lines; line++)
        {
          const double y = refrain_loop_layout_get_y (
              layout, line, layout->boxes[i].x + layout->boxes[i].width / 2);

          g_assert_cmpfloat (y, >=, 0);
          g_assert_cmpfloat (y, <=, layout->n_lines - 1);
          if (y != floor (y))
            continue;
          g_assert_false (taken[(guint) y]);
          taken[(guint) y] = TRUE;
        }
    }
}

/* Sends stand before their receives; what a process does, in its order. */
static void
check_clock (const RefrainLoopLayout *layout)
{
  for (gsize i = 0; i < layout->n_arrows; i++)
    {
      const RefrainLoopMark *from = &layout->marks[layout->arrows[i].from];
      const RefrainLoopMark *to = &layout->marks[layout->arrows[i].to];

      g_assert_true (from->has_arrow && to->has_arrow);
      g_assert_cmpuint (from->box, ==, to->box);
      if (from->line != to->line)
        g_assert_cmpfloat (from->x + REFRAIN_LOOP_STEP, <=, to->x + 1e-9);
    }
  for (gsize i = 0; i < layout->n_marks; i++)
    for (gsize k = i + 1; k < layout->n_marks && k < i + 200; k++)
      if (layout->marks[i].line == layout->marks[k].line)
        {
          g_assert_cmpfloat (layout->marks[k].x - layout->marks[i].x, >=, REFRAIN_LOOP_STEP - 1e-9);
          if (layout->marks[i].box == layout->marks[k].box)
            g_assert_cmpuint (layout->marks[i].construct, <, layout->marks[k].construct);
          break;
        }
}

static void
check_all (const RefrainLoopLayout *layout)
{
  check_order (layout);
  check_boxes (layout);
  check_rows (layout);
  check_clock (layout);
}

/* ---- Examples ------------------------------------------------------------------------------- */

static void
test_nest (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops ("for i0 = 1 to 5\n"    /* 0 */
                                                         "  0 send 1 tag1\n"    /* 1 */
                                                         "  for i1 = 1 to i0\n" /* 2 */
                                                         "    0 send 1 tag2\n"  /* 3 */
                                                         "  done\n"
                                                         "done\n"
                                                         "0 recv 1 tag3\n" /* 4 */);
  g_autoptr (RefrainLoopLayout) layout = lay_out (model, NULL);
  const RefrainLoopBox *outer = find_box (layout, 0), *inner = find_box (layout, 2);

  check_all (layout);
  g_assert_cmpuint (layout->n_boxes, ==, 2);
  g_assert_cmpuint (layout->n_marks, ==, 3);
  g_assert_cmpuint (layout->n_lines, ==, 2);
  /* Tight: process 1 does not take part. */
  g_assert_cmpuint (outer->first_row, ==, 0);
  g_assert_cmpuint (outer->n_rows, ==, 1);
  g_assert_cmpuint (inner->parent, ==, outer - layout->boxes);
  g_assert_cmpfloat (find_mark (layout, 1)->x, <, find_mark (layout, 3)->x);
  g_assert_cmpuint (find_mark (layout, 3)->box, ==, inner - layout->boxes);
  g_assert_false (find_mark (layout, 3)->has_partner);
  /* Nobody waits for anybody here. */
  g_assert_cmpfloat_with_epsilon (find_mark (layout, 4)->x, REFRAIN_LOOP_STEP / 2, 1e-9);
}

/* Concurrent loops of processes that are no neighbours (Fig. 5(d)): lines move, boxes stay tight.
 */
static void
test_moves (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops ("0 sync MPI_Barrier 0-3\n"
                                                         "1 sync MPI_Barrier 0-3\n"
                                                         "2 sync MPI_Barrier 0-3\n"
                                                         "3 sync MPI_Barrier 0-3\n"
                                                         "for i0 = 1 to 3\n" /* 4 */
                                                         "  0 send 2 tag1\n"
                                                         "  0 recv 2 tag1\n"
                                                         "done\n"
                                                         "for i0 = 1 to 3\n" /* 7 */
                                                         "  1 send 3 tag1\n"
                                                         "  1 recv 3 tag1\n"
                                                         "done\n"
                                                         "0 send 1 tag5\n" /* 10 */);
  g_autoptr (RefrainLoopLayout) layout = lay_out (model, NULL);
  const RefrainLoopBox *first = find_box (layout, 4), *second = find_box (layout, 7);

  check_all (layout);
  g_assert_cmpuint (first->n_rows, ==, 2);
  g_assert_cmpuint (second->n_rows, ==, 2);
  g_assert_cmpuint (first->first_row + second->first_row, ==, 2);
  g_assert_cmpuint (layout->n_bends, >, 0);
  /* Whose line has moved is said again, once at each box. */
  g_assert_cmpuint (layout->n_reminders, ==, 2);
  /* Behind, everybody is at home. */
  for (guint line = 0; line < 4; line++)
    g_assert_cmpfloat (refrain_loop_layout_get_y (layout, line, layout->width), ==, line);
  g_assert_cmpfloat (find_mark (layout, 10)->y, ==, 0);
}

static void
test_syncs (void)
{
  g_autoptr (RefrainLoopEvents) events = loop_program_stencil (3, 2, 10);
  g_autoptr (RefrainLoopModel) model = merge (events);
  g_autoptr (RefrainLoopLayout) layout = lay_out (model, NULL);

  check_all (layout);
  g_assert_cmpuint (layout->n_syncs, >, 0);
  for (gsize i = 0; i < layout->n_syncs; i++)
    {
      const RefrainLoopSync *sync = &layout->syncs[i];

      g_assert_cmpuint (sync->n, ==, 6);
      for (guint32 k = 0; k < sync->n; k++)
        g_assert_cmpfloat (layout->members[sync->first + k].y, ==, k);
    }
}

/* ---- Closed boxes --------------------------------------------------------------------------- */

static void
test_folded (void)
{
  g_autoptr (RefrainLoopEvents) events = loop_program_wavefront (3, 2, 5, 4);
  g_autoptr (RefrainLoopModel) model = merge (events);
  g_autoptr (RefrainLoopLayout) open = lay_out (model, NULL), closed = NULL;
  guint32 n, loop = 0;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);
  g_autofree guint8 *folded = g_new0 (guint8, n);

  while (constructs[loop].kind != REFRAIN_CONSTRUCT_LOOP)
    loop++;
  folded[loop] = REFRAIN_LOOP_FOLDED;
  closed = lay_out (model, folded);
  check_all (closed);
  g_assert_false (find_box (open, loop)->folded);
  g_assert_true (find_box (closed, loop)->folded);
  g_assert_cmpfloat (closed->width, <, open->width);
  for (gsize i = 0; i < closed->n_marks; i++)
    g_assert_true (closed->marks[i].construct < loop
                   || closed->marks[i].construct >= constructs[loop].end);
}

/* What is gathered is one box over all of its processes; messages with others lose their arrows. */
static void
test_gathered (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autoptr (RefrainLoopLayout) layout = NULL;
  guint8 folded[16] = { 0 };

  for (guint i = 0; i < 6; i++)
    g_string_append_printf (text, "%u send %u tag%u\n", i % 3, (i + 1) % 3, i);
  model = test_parse_loops (text->str);
  folded[1] = folded[2] = folded[3] = REFRAIN_LOOP_GATHERED;
  folded[5] = REFRAIN_LOOP_GATHERED; /* alone */
  g_assert_cmpuint (refrain_loop_folding_get_run (model, folded, 1), ==, 4);
  g_assert_cmpuint (refrain_loop_folding_get_run (model, folded, 0), ==, 0);
  layout = lay_out (model, folded);
  check_order (layout);
  g_assert_cmpuint (layout->n_boxes, ==, 1);
  g_assert_cmpuint (layout->boxes[0].construct, ==, 1);
  g_assert_true (layout->boxes[0].folded);
  g_assert_cmpuint (layout->boxes[0].n_rows, ==, 3);
  g_assert_cmpuint (layout->n_marks, ==, 3);
  g_assert_null (find_mark (layout, 2));
  g_assert_cmpfloat (find_mark (layout, 0)->x, <, layout->boxes[0].x);
  g_assert_cmpfloat (find_mark (layout, 4)->x, >, layout->boxes[0].x + layout->boxes[0].width);
}

/* A message whose other end is gathered lost its arrow, not its partner. */
static void
test_partners (void)
{
  g_autoptr (RefrainLoopEvents) events = loop_program_stencil (3, 2, 10);
  g_autoptr (RefrainLoopModel) model = merge (events);
  g_autoptr (RefrainLoopLayout) open = lay_out (model, NULL), closed = NULL;
  guint32 n, first = 0;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);
  g_autofree guint8 *folded = g_new0 (guint8, n);
  gsize n_stubs = 0;

  while (find_mark (open, first) == NULL || !find_mark (open, first)->has_arrow
         || constructs[first + 1].kind != REFRAIN_CONSTRUCT_EVENT)
    first++;
  g_assert_cmpuint (constructs[first + 1].parent, ==, constructs[first].parent);
  folded[first] = folded[first + 1] = REFRAIN_LOOP_GATHERED;
  closed = lay_out (model, folded);
  for (gsize i = 0; i < closed->n_marks; i++)
    {
      const RefrainLoopMark *mark = &closed->marks[i];
      const RefrainLoopMark *before = find_mark (open, mark->construct);

      g_assert_true (mark->has_partner == before->has_partner);
      g_assert_true (before->has_partner || !before->has_arrow);
      n_stubs += mark->has_partner && !mark->has_arrow;
    }
  g_assert_cmpuint (n_stubs, >, 0);
}

/* What does not fit loses its single events first; what has nothing else keeps them. */
static void
test_default (void)
{
  g_autoptr (GString) text = g_string_new (NULL), flat = g_string_new (NULL);
  g_autoptr (RefrainLoopModel) model = NULL, small = NULL, plain = NULL;
  g_autoptr (RefrainLoopAlike) alike = NULL, alike_small = NULL, alike_plain = NULL;
  g_autoptr (RefrainLoopLayout) layout = NULL;
  g_autofree guint8 *folded = NULL, *none = NULL, *kept = NULL;

  for (guint i = 0; i < 900; i++)
    g_string_append_printf (text, "0 send 1 tag%u\n", i * i % 71);
  g_string_append (flat, text->str);
  g_string_append (text, "for i0 = 1 to 1000\n  0 send 1 tag1\n  0 send 1 tag2\ndone\n");
  model = test_parse_loops (text->str);
  alike = refrain_loop_alike_new_distinct (model);
  folded = refrain_loop_folding_new (model, alike);
  layout = lay_out (model, folded);
  g_assert_cmpuint (folded[0], ==, REFRAIN_LOOP_GATHERED);
  g_assert_cmpuint (folded[899], ==, REFRAIN_LOOP_GATHERED);
  g_assert_cmpuint (folded[900], ==, REFRAIN_LOOP_UNFOLDED);
  g_assert_cmpuint (folded[901], ==, REFRAIN_LOOP_UNFOLDED);
  g_assert_cmpuint (layout->n_boxes, ==, 2);
  g_assert_cmpfloat (layout->width, <, 20);

  plain = test_parse_loops (flat->str);
  alike_plain = refrain_loop_alike_new_distinct (plain);
  kept = refrain_loop_folding_new (plain, alike_plain);
  g_assert_cmpuint (kept[0], ==, REFRAIN_LOOP_UNFOLDED);

  small = test_parse_loops ("0 send 1 tag1\nfor i0 = 1 to 9\n  0 send 1 tag2\ndone\n");
  alike_small = refrain_loop_alike_new_distinct (small);
  none = refrain_loop_folding_new (small, alike_small);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (none[i], ==, REFRAIN_LOOP_UNFOLDED);
}

static void
test_uses (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops ("define A\n"        /* 0 */
                                                         "  0 send 1 tag1\n" /* 1 */
                                                         "  0 send 1 tag2\n" /* 2 */
                                                         "done\n"
                                                         "use A\n"         /* 3 */
                                                         "0 send 1 tag3\n" /* 4 */
                                                         "use A\n" /* 5 */);
  const guint8 folded[] = { 0, 0, 0, REFRAIN_LOOP_FOLDED, 0, 0 };
  g_autoptr (RefrainLoopLayout) closed = lay_out (model, NULL), open = lay_out (model, folded);

  check_order (open);
  g_assert_cmpuint (closed->n_boxes, ==, 2);
  g_assert_cmpuint (closed->n_marks, ==, 1);
  g_assert_true (closed->boxes[0].folded && closed->boxes[1].folded);
  g_assert_cmpuint (open->n_boxes, ==, 2);
  g_assert_cmpuint (open->n_marks, ==, 3);
  g_assert_true (open->boxes[0].folded);
  g_assert_false (open->boxes[1].folded);
  g_assert_cmpfloat (find_mark (open, 1)->x, >, open->boxes[1].x);
}

/* ---- Alike ---------------------------------------------------------------------------------- */

/* A stencil of one tag has corners, edges and an inside. */
static void
test_alike_stencil (void)
{
  g_autoptr (RefrainLoopEvents) events = loop_program_stencil (6, 5, 10);
  g_autoptr (RefrainLoopModel) model = merge (events);
  g_autoptr (RefrainLoopAlike) alike = refrain_loop_alike_new (model);
  g_autofree char *corner = refrain_loop_alike_describe (alike, 0);
  g_autofree char *top = refrain_loop_alike_describe (alike, 1);
  g_autofree char *inside
      = refrain_loop_alike_describe (alike, refrain_loop_alike_get_class (alike, 7));
  g_autoptr (RefrainLoopLayout) layout
      = refrain_loop_layout_new_in_order (model, alike, NULL, NULL);
  guint sum = 0;

  g_assert_cmpuint (refrain_loop_alike_get_n_classes (alike), ==, 3);
  g_assert_cmpstr (corner, ==, "0, 5, 24, 29");
  g_assert_cmpstr (top, ==, "1–4, 6, 11, 12, 17, 18, 23, 25–28");
  g_assert_cmpstr (inside, ==, "7–10, 13–16, 19–22");
  for (guint class = 0; class < 3; class ++)
    sum += refrain_loop_alike_get_size (alike, class);
  g_assert_cmpuint (sum, ==, 30);
  g_assert_cmpuint (refrain_loop_alike_get_representative (alike, 1), ==, 1);
  check_order (layout);
  g_assert_cmpuint (layout->n_lines, ==, 3);
  g_assert_cmpuint (layout->n_arrows, >, 0);
}

static void
test_alike_map (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops ("for i0 = 1 to 3\n" /* 0 */
                                                         "  0 send 1 tag1\n"
                                                         "  0 recv 1 tag1\n"
                                                         "done\n"
                                                         "for i0 = 1 to 3\n" /* 3 */
                                                         "  2 send 3 tag1\n"
                                                         "  2 recv 3 tag1\n"
                                                         "done\n"
                                                         "for i0 = 1 to 4\n" /* 6 */
                                                         "  4 send 5 tag1\n"
                                                         "  4 recv 5 tag1\n"
                                                         "done\n"
                                                         "for i0 = 1 to 3\n" /* 9 */
                                                         "  6 send 7 tag2\n"
                                                         "  6 recv 7 tag2\n"
                                                         "done\n");
  g_autoptr (RefrainLoopAlike) alike = refrain_loop_alike_new (model);
  g_autofree char *senders = refrain_loop_alike_describe (alike, 0);

  /* Another count or another tag is another program. */
  g_assert_cmpuint (refrain_loop_alike_get_n_classes (alike), ==, 6);
  g_assert_cmpstr (senders, ==, "0, 2");
  g_assert_cmpuint (refrain_loop_alike_get_class (alike, 3), ==,
                    refrain_loop_alike_get_class (alike, 1));
  g_assert_cmpuint (refrain_loop_alike_map (alike, 4), ==, 1);
  g_assert_cmpuint (refrain_loop_alike_map (alike, 5), ==, 2);
  g_assert_cmpuint (refrain_loop_alike_map (alike, 7), ==, 7);
}

static void
test_ranges (void)
{
  const guint64 processes[] = { 0xf0000000000000dbu, 0x3 };
  g_autofree char *text = refrain_loop_describe_processes (processes, 66);
  g_autofree char *none = refrain_loop_describe_processes (processes + 1, 0);

  g_assert_cmpstr (text, ==, "0, 1, 3, 4, 6, 7, 60–65");
  g_assert_cmpstr (none, ==, "");
}

/* ---- Whatever comes ------------------------------------------------------------------------- */

/* The last process first. */
static RefrainProcessOrder *
make_reverse_order (guint n)
{
  g_autofree guint32 *order = g_new (guint32, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    order[i] = n - 1 - i;
  return refrain_process_order_new (order, n, NULL);
}

static void
test_random (void)
{
  for (guint32 seed = 1; seed <= 60; seed++)
    {
      g_autoptr (RefrainLoopEvents) events = loop_program_random (seed, (LoopProgramKind) seed % 4);
      g_autoptr (RefrainLoopModel) model = merge (events);
      g_autoptr (RefrainLoopAlike) alike = refrain_loop_alike_new (model);
      g_autoptr (RefrainLoopAlike) distinct = refrain_loop_alike_new_distinct (model);
      g_autofree guint8 *folded = refrain_loop_folding_new (model, distinct);
      g_autoptr (RefrainLoopLayout) open
          = refrain_loop_layout_new_in_order (model, distinct, NULL, NULL);
      g_autoptr (RefrainLoopLayout) closed
          = refrain_loop_layout_new_in_order (model, distinct, folded, NULL);
      g_autoptr (RefrainLoopLayout) shared
          = refrain_loop_layout_new_in_order (model, alike, NULL, NULL);
      g_autoptr (RefrainProcessOrder) order = make_reverse_order (open->n_lines);
      g_autoptr (RefrainLoopLayout) reverse
          = refrain_loop_layout_new_in_order (model, distinct, NULL, order);

      g_test_message ("seed %u", seed);
      check_order (open);
      check_boxes (open);
      check_rows (open);
      check_order (reverse);
      check_boxes (reverse);
      check_rows (reverse);
      for (guint line = 0; line < open->n_lines; line++)
        g_assert_cmpfloat (refrain_loop_layout_get_y (reverse, line, -1), ==,
                           open->n_lines - 1 - line);
      /* What was damaged may wait for itself. */
      if (seed % 4 == LOOP_PROGRAM_CLEAN || seed % 4 == LOOP_PROGRAM_AFFINE)
        check_clock (open);
      check_order (closed);
      check_order (shared);
      g_assert_cmpfloat (closed->width, <=, open->width + 1e-9);
    }
}

TEST_PROGRAM ("loop-layout")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loop-layout/nest", test_nest);
  g_test_add_func ("/loop-layout/moves", test_moves);
  g_test_add_func ("/loop-layout/syncs", test_syncs);
  g_test_add_func ("/loop-layout/folded", test_folded);
  g_test_add_func ("/loop-layout/gathered", test_gathered);
  g_test_add_func ("/loop-layout/partners", test_partners);
  g_test_add_func ("/loop-layout/default", test_default);
  g_test_add_func ("/loop-layout/uses", test_uses);
  g_test_add_func ("/loop-layout/alike-stencil", test_alike_stencil);
  g_test_add_func ("/loop-layout/alike-map", test_alike_map);
  g_test_add_func ("/loop-layout/ranges", test_ranges);
  g_test_add_func ("/loop-layout/random", test_random);
  return g_test_run ();
}
