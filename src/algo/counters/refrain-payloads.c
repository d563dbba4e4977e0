/* refrain-payloads.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Records are kept where they are, in the details of the trace, and read when somebody asks.
 */
#include "refrain-payloads.h"

#include "refrain-details.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-search.h"
#include "refrain-time-format.h"

/* Between two looks at the cancellable, in events. */
#define PATIENCE 65536

typedef struct
{
  guint32 call, class;
  const guint8 *fields;
  gsize n;
} Payload;

struct _RefrainPayloads
{
  GObject parent_instance;

  RefrainTrace *trace;
  GArray **of_process; /* of Payload, by call */
  guint n_processes;
  gsize n;
  GHashTable *names; /* "CLASS number" of definitions that have a name */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainPayloads, refrain_payloads)

/* ---- Collecting ------------------------------------------------------------------------------ */

typedef struct
{
  RefrainPayloads *self;
  int metric;
  GCancellable *cancellable;
} Search;

static void
add_records (const Search *search, RefrainDetail detail, guint32 call, GArray *found)
{
  RefrainExtension *extension = refrain_trace_get_extension (search->self->trace);
  RefrainRecordBytes all = refrain_record_bytes (detail.records, detail.n), fields;
  guint class;

  while (refrain_extension_next (extension, &all, &class, &fields))
    {
      const Payload payload = { call, class, fields.at, (gsize) (fields.end - fields.at) };

      if ((int) class != search->metric && refrain_extension_get_class (extension, class)->is_event)
        g_array_append_val (found, payload);
    }
}

static void
search_thread (const Search *search,
               RefrainProcess *process,
               const RefrainThread *thread,
               GArray *found)
{
  const RefrainRecords *records = refrain_process_get_records (process);
  const RefrainTape *tape = refrain_process_get_tape (process);
  const gsize end = thread->first_record + thread->n_records;
  gsize record = thread->first_record;
  RefrainDetailCursor cursor;

  refrain_detail_cursor_init (&cursor, refrain_process_get_details (process), thread);
  for (guint64 i = thread->first_tape; i < thread->first_tape + thread->n_tape && !cursor.none; i++)
    {
      const gboolean is_record = REFRAIN_TAPE_GET (tape, i) == REFRAIN_TAPE_RECORD;
      RefrainDetail detail;

      if (i % PATIENCE == 0 && g_cancellable_is_cancelled (search->cancellable))
        return;
      if (is_record && record >= end)
        return;
      if (is_record && REFRAIN_RECORD_IS_SYNTHETIC (records->kind[record]))
        {
          record++;
          continue;
        }
      detail = refrain_detail_cursor_next (&cursor);
      if (is_record && detail.records != NULL && records->call[record] != REFRAIN_NONE)
        add_records (search, detail, records->call[record], found);
      record += is_record;
    }
}

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const Payload *x = a, *y = b;

  /* Those of one call as the source has them: their bytes follow each other. */
  if (x->call != y->call)
    return x->call < y->call ? -1 : 1;
  return x->fields < y->fields ? -1 : x->fields > y->fields;
}

static void
search_process (gsize item, gpointer data)
{
  Search *search = data;
  RefrainProcess *process = refrain_trace_get_process (search->self->trace, (guint) item);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (Payload));

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    if (refrain_process_get_thread (process, t)->n_details > 0)
      search_thread (search, process, refrain_process_get_thread (process, t), found);
  g_array_sort (found, compare_calls);
  search->self->of_process[item] = found;
}

/* ---- Names ----------------------------------------------------------------------------------- */

static char *
make_key (const char *class, guint64 id)
{
  return g_strdup_printf ("%s %" G_GUINT64_FORMAT, class, id);
}

/* The text of a String, the name of what has a self and a name: found by the class that references
 * to it name. */
static void
note_name (RefrainPayloads *self,
           const RefrainRecordClass *class,
           RefrainRecordBytes *fields,
           gboolean texts)
{
  const char *of = NULL;
  g_autofree char *text = NULL;
  guint64 id = 0, name = 0;

  for (guint f = 0; f < class->n_fields && !class->fields[f].is_list; f++)
    {
      const RefrainField *field = &class->fields[f];

      if (field->type == REFRAIN_FIELD_TEXT)
        {
          gsize n;
          const char *bytes = refrain_get_text (fields, &n);

          g_free (text);
          text = g_utf8_make_valid (bytes, (gssize) n);
          continue;
        }
      if (field->type != REFRAIN_FIELD_REFERENCE)
        break;
      if (g_str_equal (field->name, "self"))
        {
          id = refrain_get_unsigned (fields);
          of = field->of;
        }
      else if (g_str_equal (field->name, "name"))
        name = refrain_get_unsigned (fields);
      else
        refrain_get_unsigned (fields);
    }
  if (of == NULL || texts != (text != NULL))
    return;
  if (!texts && name != 0)
    {
      g_autofree char *key = make_key ("String", name);

      text = g_strdup (g_hash_table_lookup (self->names, key));
    }
  if (text != NULL && *text != '\0')
    g_hash_table_replace (self->names, make_key (of, id), g_steal_pointer (&text));
}

static void
note_names (RefrainPayloads *self, gboolean texts)
{
  RefrainExtension *extension = refrain_trace_get_extension (self->trace);
  RefrainRecordBytes all = refrain_extension_start (extension), fields;
  guint class;

  while (refrain_extension_next (extension, &all, &class, &fields))
    note_name (self, refrain_extension_get_class (extension, class), &fields, texts);
}

RefrainPayloads *
refrain_payloads_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainPayloads) self = NULL;
  Search search;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  self = g_object_new (REFRAIN_TYPE_PAYLOADS, NULL);
  self->trace = g_object_ref (trace);
  if (refrain_trace_get_extension (trace) != NULL)
    {
      self->n_processes = refrain_trace_get_n_processes (trace);
      self->of_process = g_new0 (GArray *, self->n_processes + 1);
      search
          = (Search){ self,
                      refrain_extension_find_class (refrain_trace_get_extension (trace), "Metric"),
                      cancellable };
      refrain_parallel_run (self->n_processes, search_process, &search, cancellable);
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  for (guint i = 0; i < self->n_processes; i++)
    self->n += self->of_process[i]->len;
  if (self->n > 0)
    {
      note_names (self, TRUE);
      note_names (self, FALSE);
    }
  return g_steal_pointer (&self);
}

REFRAIN_GETTER (RefrainPayloads, refrain_payloads, gsize, get_n, self->n)

/* ---- Telling --------------------------------------------------------------------------------- */

/* "RmaOpTest" as "Rma op test". */
static void
append_words (GString *text, const char *name, gboolean first_upper)
{
  for (const char *c = name; *c != '\0'; c++)
    {
      if (c > name && g_ascii_isupper (*c) && !g_ascii_isupper (c[-1]))
        g_string_append_c (text, ' ');
      g_string_append_c (text, c == name && first_upper ? *c : g_ascii_tolower (*c));
    }
}

/* What a field says; nothing where that is for machines: numbers that match, empty references. */
static void
append_field (RefrainPayloads *self,
              const RefrainField *field,
              RefrainRecordBytes *from,
              GString *text)
{
  g_autofree char *value = NULL;
  gboolean named = TRUE;

  if (field->type == REFRAIN_FIELD_TEXT)
    {
      gsize n;
      const char *bytes = refrain_get_text (from, &n);

      value = g_utf8_make_valid (bytes, (gssize) n);
    }
  else if (field->type == REFRAIN_FIELD_FLOAT)
    refrain_get_bits (from, 8);
  else if (field->type == REFRAIN_FIELD_VALUE)
    refrain_get_value (from);
  else if (field->type == REFRAIN_FIELD_SIGNED)
    value = g_strdup_printf ("%" G_GINT64_FORMAT, refrain_get_signed (from));
  else
    {
      const guint64 number = refrain_get_unsigned (from);

      if (field->type == REFRAIN_FIELD_REFERENCE)
        {
          g_autofree char *key = make_key (field->of, number);
          const char *name = g_hash_table_lookup (self->names, key);

          value = name != NULL ? g_strdup_printf ("“%s”", name) : NULL;
        }
      else if (field->type == REFRAIN_FIELD_UNSIGNED && g_str_has_prefix (field->name, "bytes"))
        {
          value = refrain_bytes_format (number);
          named = !g_str_equal (field->name, "bytes");
        }
      else if (field->type == REFRAIN_FIELD_UNSIGNED && !g_str_equal (field->name, "matchingId"))
        value = g_strdup_printf ("%" G_GUINT64_FORMAT, number);
      else if (field->type == REFRAIN_FIELD_ENUM)
        for (guint i = 0; field->words != NULL && i < field->words->n && value == NULL; i++)
          if (field->words->numbers[i] == number)
            value = g_strdup (field->words->words[i]);
    }
  if (value == NULL)
    return;
  g_string_append (text, text->len > 0 && text->str[text->len - 1] == ':' ? " " : ", ");
  if (named)
    {
      append_words (text, field->name, FALSE);
      g_string_append_c (text, ' ');
    }
  g_string_append (text, value);
}

static void
append_payload (RefrainPayloads *self, const Payload *payload, GString *text)
{
  const RefrainRecordClass *class = refrain_extension_get_class (
      refrain_trace_get_extension (self->trace), payload->class);
  RefrainRecordBytes from = refrain_record_bytes (payload->fields, payload->n);
  g_autoptr (GString) line = g_string_new (NULL);

  append_words (line, class->name, TRUE);
  if (class->n_fields > 0)
    g_string_append_c (line, ':');
  for (guint f = 0; f < class->n_fields && !class->fields[f].is_list && !from.failed; f++)
    append_field (self, &class->fields[f], &from, line);
  if (line->str[line->len - 1] == ':')
    g_string_truncate (line, line->len - 1);
  g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line->str);
}

char *
refrain_payloads_describe (RefrainPayloads *self, guint process, guint32 call, guint max)
{
  g_autoptr (GString) text = NULL;
  const GArray *all;
  gsize i;

  g_return_val_if_fail (REFRAIN_IS_PAYLOADS (self), NULL);

  if (process >= self->n_processes)
    return NULL;
  all = self->of_process[process];
  i = REFRAIN_LOWER_BOUND (k, 0, all->len, g_array_index (all, Payload, k).call < call);
  for (guint told = 0; i < all->len && g_array_index (all, Payload, i).call == call; i++, told++)
    {
      if (text == NULL)
        text = g_string_new (NULL);
      if (told == max)
        {
          g_string_append (text, "\n…");
          break;
        }
      append_payload (self, &g_array_index (all, Payload, i), text);
    }
  return text != NULL ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_payloads_finalize (RefrainPayloads *self)
{
  for (guint i = 0; i < self->n_processes; i++)
    g_clear_pointer (&self->of_process[i], g_array_unref);
  g_free (self->of_process);
  g_hash_table_unref (self->names);
  g_clear_object (&self->trace);
}

static void
refrain_payloads_init (RefrainPayloads *self)
{
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}
