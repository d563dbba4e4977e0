/* refrain-loop-tags.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A look is one of eight colours with one of five dashes, chosen by the tag's number.
 */
#include "refrain-loop-tags.h"

#include "refrain-compare.h"
#include "refrain-free.h"

#define N_COLORS 8
#define N_DASHES 5

/* They keep apart for all common kinds of colour blindness, on white (or black) and on the greys of
 * boxes (after Okabe and Ito, and P. Tol; the light ones made darker). */
static const RefrainColor colors[REFRAIN_N_PALETTES][N_COLORS] = {
  [REFRAIN_PALETTE_LIGHT]
  = { REFRAIN_RGB (0x0a6cc4), REFRAIN_RGB (0xcc4a00), REFRAIN_RGB (0x007a55),
      REFRAIN_RGB (0x3a3f47), REFRAIN_RGB (0x3b2a9c), REFRAIN_RGB (0x8a6500),
      REFRAIN_RGB (0x2b93c9), REFRAIN_RGB (0x7c1d3f) },
  [REFRAIN_PALETTE_DARK] = { REFRAIN_RGB (0x6cb2ff), REFRAIN_RGB (0xff9a52), REFRAIN_RGB (0x4fd39f),
                             REFRAIN_RGB (0xe4e6ea), REFRAIN_RGB (0xb3a5ff), REFRAIN_RGB (0xe6cf5a),
                             REFRAIN_RGB (0x7ce4f5), REFRAIN_RGB (0xff8095) },
  [REFRAIN_PALETTE_PRINT]
  = { REFRAIN_RGB (0x0072b2), REFRAIN_RGB (0xd55e00), REFRAIN_RGB (0x007a5a),
      REFRAIN_RGB (0x3a3a3a), REFRAIN_RGB (0x332288), REFRAIN_RGB (0x8a6d00),
      REFRAIN_RGB (0x3a9bc9), REFRAIN_RGB (0x882255) },
  [REFRAIN_PALETTE_GREY] = { REFRAIN_RGB (0x000000), REFRAIN_RGB (0x000000), REFRAIN_RGB (0x000000),
                             REFRAIN_RGB (0x000000), REFRAIN_RGB (0x000000), REFRAIN_RGB (0x606060),
                             REFRAIN_RGB (0x606060), REFRAIN_RGB (0x606060) },
};

/* Lengths of dashes and gaps, in widths of the line. */
static const double dashes[N_DASHES][4]
    = { { 0 }, { 5, 3, 5, 3 }, { 1.5, 2, 1.5, 2 }, { 7, 2, 1.5, 2 }, { 12, 3, 12, 3 } };

static void
append_number (GString *text, gint64 number, gboolean first)
{
  if (number < 0)
    g_string_append (text, "−");
  else if (!first)
    g_string_append_c (text, '+');
  g_string_append_printf (text, "%" G_GUINT64_FORMAT,
                          number < 0 ? -(guint64) number : (guint64) number);
}

char *
refrain_loop_affine_to_text (RefrainLoopModel *model, const RefrainAffine *affine)
{
  const RefrainAffineTerm *terms = refrain_loop_model_get_affine_terms (model, affine);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < affine->n; i++)
    {
      if (terms[i].coefficient == 1)
        g_string_append (text, i > 0 ? "+" : "");
      else if (terms[i].coefficient == -1)
        g_string_append (text, "−");
      else
        {
          append_number (text, terms[i].coefficient, i == 0);
          g_string_append (text, "·");
        }
      g_string_append_printf (text, "i%u", terms[i].depth);
    }
  if (affine->constant != 0 || affine->n == 0)
    append_number (text, affine->constant, affine->n == 0);
  return g_string_free (text, FALSE);
}

/* ---- Which tags there are -------------------------------------------------------------------- */

typedef struct
{
  gint64 constant;
  char *name;
  guint32 construct;
} Tagged;

REFRAIN_DEFINE_COMPARE (compare_tagged,
                        Tagged,
                        REFRAIN_RISING (constant) ?: g_strcmp0 (x->name, y->name))

static gboolean
has_tag (RefrainLoopModel *model, const RefrainConstruct *construct)
{
  guint32 n;
  const RefrainLoopShape *shapes
      = refrain_loop_events_get_shapes (refrain_loop_model_get_events (model), &n);

  return construct->kind == REFRAIN_CONSTRUCT_EVENT
         && (shapes[construct->what].kind == REFRAIN_LOOP_SEND
             || shapes[construct->what].kind == REFRAIN_LOOP_RECV);
}

/* Each in turn takes the look of its number, or the next one of which there are as few. */
static void
choose_looks (RefrainLoopTags *self, const gint64 *constants)
{
  guint used[N_COLORS] = { 0 };

  for (guint i = 0; i < self->n; i++)
    {
      const guint64 tag = (guint64) constants[i];
      guint color = (guint) ((tag ^ tag >> 3 ^ tag >> 6 ^ tag >> 9) % N_COLORS);

      while (used[color] > i / N_COLORS)
        color = (color + 1) % N_COLORS;
      self->looks[i] = color + N_COLORS * used[color]++;
    }
}

void
refrain_loop_tags_init (RefrainLoopTags *self, RefrainLoopModel *model)
{
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);
  g_autoptr (GArray) tagged = g_array_new (FALSE, FALSE, sizeof (Tagged));
  g_autofree gint64 *constants = NULL;

  *self = (RefrainLoopTags){ 0 };
  self->tags = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    {
      self->tags[i] = REFRAIN_NONE;
      if (has_tag (model, &constructs[i]))
        {
          const RefrainAffine *tag = REFRAIN_CONSTRUCT_TAG (&constructs[i]);
          const Tagged it = { tag->constant, refrain_loop_affine_to_text (model, tag), i };

          g_array_append_val (tagged, it);
        }
    }
  g_array_sort (tagged, compare_tagged);
  constants = g_new (gint64, tagged->len + 1);
  self->names = g_new (char *, tagged->len + 1);
  for (guint i = 0; i < tagged->len; i++)
    {
      Tagged *it = &g_array_index (tagged, Tagged, i);

      if (self->n == 0 || !g_str_equal (self->names[self->n - 1], it->name))
        {
          constants[self->n] = it->constant;
          self->names[self->n++] = it->name;
        }
      else
        g_free (it->name);
      self->tags[it->construct] = self->n - 1;
    }
  self->looks = g_new (guint, self->n + 1);
  choose_looks (self, constants);
}

void
refrain_loop_tags_clear (RefrainLoopTags *self)
{
  for (guint i = 0; i < self->n; i++)
    g_free (self->names[i]);
  refrain_free (self->names, self->looks, self->tags);
  *self = (RefrainLoopTags){ 0 };
}

RefrainColor
refrain_loop_tags_get_color (const RefrainLoopTags *self, guint tag, const RefrainStyle *style)
{
  return colors[style->palette][self->looks[tag] % N_COLORS];
}

guint
refrain_loop_tags_get_dash (const RefrainLoopTags *self,
                            guint tag,
                            const RefrainStyle *style,
                            double width,
                            double lengths[4])
{
  const guint look = self->looks[tag];
  const guint which = (style->hatching ? look : look / N_COLORS) % N_DASHES;

  for (guint i = 0; i < 4; i++)
    lengths[i] = dashes[which][i] * width;
  return which > 0 ? 4 : 0;
}

void
refrain_loop_tags_set_dash (
    const RefrainLoopTags *self, guint tag, const RefrainStyle *style, cairo_t *cr, double width)
{
  double lengths[4];
  const guint n = refrain_loop_tags_get_dash (self, tag, style, width, lengths);

  cairo_set_dash (cr, lengths, n, 0);
}
