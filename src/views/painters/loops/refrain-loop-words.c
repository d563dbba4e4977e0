/* refrain-loop-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes are counted as bits, and each definition is looked at once, however often it is used.
 */
#include "refrain-loop-words.h"

#include <string.h>

#include <glib/gi18n.h>

/* More names are counted, not told. */
#define MOST_NAMES 3

typedef struct
{
  RefrainLoopModel *model;
  guint64 *senders, *receivers; /* a bit for each process */
  gsize n_words;
  GHashTable *names; /* of operations, by number */
  GArray *in_order;  /* of guint32: these, as they come */
  GHashTable *used;  /* definitions that were looked at */
} Content;

static void
add_event (Content *content, const RefrainConstruct *event)
{
  guint32 n;
  const RefrainLoopShape *shape = &refrain_loop_events_get_shapes (
      refrain_loop_model_get_events (content->model), &n)[event->what];
  const guint64 bit = G_GUINT64_CONSTANT (1) << event->process % 64;

  if (shape->kind == REFRAIN_LOOP_SEND)
    content->senders[event->process / 64] |= bit;
  else if (shape->kind == REFRAIN_LOOP_RECV)
    content->receivers[event->process / 64] |= bit;
  else if (g_hash_table_add (content->names, GUINT_TO_POINTER (shape->name)))
    g_array_append_val (content->in_order, shape->name);
}

static void
add_range (Content *content, guint32 first, guint32 end)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (content->model, &n);

  for (;;)
    {
      for (guint32 i = first; i < end; i++)
        if (constructs[i].kind == REFRAIN_CONSTRUCT_EVENT)
          add_event (content, &constructs[i]);
        else if (constructs[i].kind == REFRAIN_CONSTRUCT_USE
                 && g_hash_table_add (content->used, GUINT_TO_POINTER (constructs[i].what)))
          g_array_append_val (open, constructs[i].what);
      if (open->len == 0)
        return;
      first = g_array_index (open, guint32, open->len - 1);
      end = constructs[first++].end;
      g_array_set_size (open, open->len - 1);
    }
}

static guint
count_bits (const guint64 *words, gsize n)
{
  guint count = 0;

  for (gsize i = 0; i < n; i++)
    count += (guint) __builtin_popcountll (words[i]);
  return count;
}

static char *
write_content (const Content *content)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (content->model);
  const guint n_send = count_bits (content->senders, content->n_words);
  const guint n_receive = count_bits (content->receivers, content->n_words);
  GString *text = g_string_new (NULL);

  if (n_send > 0
      && memcmp (content->senders, content->receivers, content->n_words * sizeof (guint64)) == 0)
    g_string_append_printf (
        text, ngettext ("%u process exchanges", "%u processes exchange", n_send), n_send);
  else if (n_send > 0)
    {
      g_string_append_printf (text, ngettext ("%u process sends", "%u processes send", n_send),
                              n_send);
      if (n_receive > 0)
        /* Translators: processes, behind “4 processes send”. */
        g_string_append_printf (text, ngettext (", %u receives", ", %u receive", n_receive),
                                n_receive);
    }
  else if (n_receive > 0)
    g_string_append_printf (
        text, ngettext ("%u process receives", "%u processes receive", n_receive), n_receive);
  for (guint i = 0; i < MIN (content->in_order->len, MOST_NAMES); i++)
    g_string_append_printf (
        text, "%s%s",
        i > 0           ? ", "
        : text->len > 0 ? "; "
                        : "",
        refrain_loop_events_get_name (events, g_array_index (content->in_order, guint32, i)));
  if (content->in_order->len > MOST_NAMES)
    {
      const guint more = content->in_order->len - MOST_NAMES;

      g_string_append (text, ", ");
      /* Translators: operations, behind the names of some. */
      g_string_append_printf (text, ngettext ("%u more", "%u more", more), more);
    }
  return g_string_free (text, FALSE);
}

char *
refrain_loop_words_describe (RefrainLoopModel *model, guint32 first, guint32 end)
{
  Content content = { .model = model };
  char *text;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);
  refrain_loop_model_get_constructs (model, &n);
  g_return_val_if_fail (first <= end && end <= n, NULL);

  content.n_words
      = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model)) / 64 + 1;
  content.senders = g_new0 (guint64, content.n_words);
  content.receivers = g_new0 (guint64, content.n_words);
  content.names = g_hash_table_new (NULL, NULL);
  content.in_order = g_array_new (FALSE, FALSE, sizeof (guint32));
  content.used = g_hash_table_new (NULL, NULL);
  add_range (&content, first, end);
  text = write_content (&content);
  g_free (content.senders);
  g_free (content.receivers);
  g_hash_table_unref (content.names);
  g_array_unref (content.in_order);
  g_hash_table_unref (content.used);
  return text;
}
