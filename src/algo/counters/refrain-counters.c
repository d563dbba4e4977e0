/* refrain-counters.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions first, by the names that OTF2 has for classes and fields; then each thread's tape is
 * walked along with its details, which tells the time of each value.
 */
#include "refrain-counters.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-details.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-time-format.h"

/* Between two looks at the cancellable, in events. */
#define PATIENCE 65536

struct _RefrainCounters
{
  GObject parent_instance;

  RefrainTrace *trace;
  GArray *counters; /* of RefrainCounter */
  GArray *series;   /* of RefrainCounterSeries */
  GStringChunk *texts;
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainCounters, refrain_counters)

/* ---- Definitions ----------------------------------------------------------------------------- */

/* From when to when a value is that of the counter. */
typedef enum
{
  HOLDS_NEXT, /* from its time on */
  HOLDS_LAST, /* up to its time */
  ADDS_UP,    /* it is a total */
} Holds;

typedef struct
{
  guint64 id;
  guint64 name, description, unit; /* numbers of texts, plus one */
  Holds holds;
  double scale;
} Member;

typedef struct
{
  RefrainExtension *extension;
  GHashTable *texts;   /* number to text */
  GArray *members;     /* of Member */
  GHashTable *classes; /* number of a class or instance to GArray of members, of guint */
  int metric;          /* the class of events */
} Definitions;

/* What a field of a record says: a number (a reference plus one), a text, or a list of numbers. */
typedef struct
{
  guint64 number;
  const char *text;
  gsize length;
  GArray *list; /* of guint64, or NULL */
} Said;

static Said
read_field (const RefrainField *field, RefrainRecordBytes *from)
{
  Said said = { 0 };
  gsize n = field->is_list ? refrain_get_count (from) : 1;

  if (field->is_list)
    said.list = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (; n > 0 && !from->failed; n--)
    {
      switch (field->type)
        {
        case REFRAIN_FIELD_SIGNED:
          said.number = (guint64) refrain_get_signed (from);
          break;
        case REFRAIN_FIELD_FLOAT:
          said.number = refrain_get_bits (from, 8);
          break;
        case REFRAIN_FIELD_TEXT:
          said.text = refrain_get_text (from, &said.length);
          break;
        case REFRAIN_FIELD_VALUE:
          said.number = refrain_get_value (from).bits;
          break;
        case REFRAIN_FIELD_UNSIGNED:
        case REFRAIN_FIELD_REFERENCE:
        case REFRAIN_FIELD_ENUM:
        case REFRAIN_FIELD_FLAGS:
        case REFRAIN_N_FIELD_TYPES:
        default:
          said.number = refrain_get_unsigned (from);
        }
      if (said.list != NULL)
        g_array_append_val (said.list, said.number);
    }
  return said;
}

static const char *
get_word (const RefrainField *field, guint64 number)
{
  for (guint i = 0; field->words != NULL && i < field->words->n; i++)
    if (field->words->numbers[i] == number)
      return field->words->words[i];
  return "";
}

static Holds
read_mode (const char *word)
{
  g_autofree char *mode = g_ascii_strdown (word, -1);

  if (strstr (mode, "accumulated") != NULL)
    return ADDS_UP;
  return strstr (mode, "last") != NULL ? HOLDS_LAST : HOLDS_NEXT;
}

static void
add_member (Definitions *self, const RefrainRecordClass *class, RefrainRecordBytes *fields)
{
  Member member = { .scale = 1 };
  double base = 10;
  gint64 exponent = 0;

  for (guint f = 0; f < class->n_fields; f++)
    {
      const RefrainField *field = &class->fields[f];
      Said said = read_field (field, fields);

      g_clear_pointer (&said.list, g_array_unref);
      if (g_str_equal (field->name, "self"))
        member.id = said.number;
      else if (g_str_equal (field->name, "name"))
        member.name = said.number;
      else if (g_str_equal (field->name, "description"))
        member.description = said.number;
      else if (g_str_equal (field->name, "unit"))
        member.unit = said.number;
      else if (g_str_equal (field->name, "metricMode"))
        member.holds = read_mode (get_word (field, said.number));
      else if (g_str_equal (field->name, "base"))
        base = g_ascii_strcasecmp (get_word (field, said.number), "binary") == 0 ? 2 : 10;
      else if (g_str_equal (field->name, "exponent"))
        exponent = (gint64) said.number;
    }
  member.scale = pow (base, (double) CLAMP (exponent, -300, 300));
  g_array_append_val (self->members, member);
}

/* The members of @list, references plus one, as places in the array of members. */
static GArray *
find_members (Definitions *self, const GArray *list)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < list->len; i++)
    {
      guint place = G_MAXUINT;

      for (guint m = 0; m < self->members->len && place == G_MAXUINT; m++)
        if (g_array_index (self->members, Member, m).id == g_array_index (list, guint64, i))
          place = m;
      g_array_append_val (places, place);
    }
  return places;
}

static void
note_class (Definitions *self, guint64 id, GArray *members)
{
  guint64 *key = g_new (guint64, 1);

  *key = id;
  g_hash_table_replace (self->classes, key, members);
}

static void
add_class (Definitions *self, const RefrainRecordClass *class, RefrainRecordBytes *fields)
{
  guint64 id = 0, of = 0;
  g_autoptr (GArray) members = NULL;

  for (guint f = 0; f < class->n_fields; f++)
    {
      const RefrainField *field = &class->fields[f];
      Said said = read_field (field, fields);

      if (g_str_equal (field->name, "self"))
        id = said.number;
      else if (g_str_equal (field->name, "metricClass"))
        of = said.number;
      else if (g_str_equal (field->name, "metricMembers") && members == NULL)
        {
          members = said.list;
          continue;
        }
      g_clear_pointer (&said.list, g_array_unref);
    }
  if (members != NULL)
    note_class (self, id, find_members (self, members));
  else if (of != 0 && g_hash_table_contains (self->classes, &of))
    note_class (self, id, g_array_ref (g_hash_table_lookup (self->classes, &of)));
}

static void
add_text (Definitions *self, const RefrainRecordClass *class, RefrainRecordBytes *fields)
{
  guint64 *id = g_new0 (guint64, 1);
  g_autofree char *text = NULL;

  for (guint f = 0; f < class->n_fields; f++)
    {
      Said said = read_field (&class->fields[f], fields);

      if (said.text != NULL)
        {
          g_free (text);
          text = g_utf8_make_valid (said.text, (gssize) said.length);
        }
      else if (g_str_equal (class->fields[f].name, "self"))
        *id = said.number;
      g_clear_pointer (&said.list, g_array_unref);
    }
  g_hash_table_replace (self->texts, id, text != NULL ? g_steal_pointer (&text) : g_strdup (""));
}

/* Whatever is defined: texts may come behind what uses them. */
static void
definitions_init (Definitions *self, RefrainExtension *extension)
{
  RefrainRecordBytes all = refrain_extension_start (extension), fields;
  guint class;

  *self = (Definitions){ .extension = extension };
  self->texts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->classes
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_array_unref);
  self->members = g_array_new (FALSE, FALSE, sizeof (Member));
  self->metric = refrain_extension_find_class (extension, "Metric");
  while (refrain_extension_next (extension, &all, &class, &fields))
    {
      const RefrainRecordClass *is = refrain_extension_get_class (extension, class);

      if (g_str_equal (is->name, "String"))
        add_text (self, is, &fields);
      else if (g_str_equal (is->name, "MetricMember"))
        add_member (self, is, &fields);
      else if (g_str_equal (is->name, "MetricClass") || g_str_equal (is->name, "MetricInstance"))
        add_class (self, is, &fields);
    }
}

REFRAIN_DEFINE_AUTO (definitions_clear,
                     Definitions,
                     g_clear_pointer (&x->texts, g_hash_table_unref);
                     g_clear_pointer (&x->classes, g_hash_table_unref);
                     g_clear_pointer (&x->members, g_array_unref))

gboolean
refrain_counters_may_be_in (RefrainTrace *trace)
{
  RefrainExtension *extension;
  RefrainRecordBytes all, fields;
  guint class;
  int member;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);

  extension = refrain_trace_get_extension (trace);
  if (extension == NULL)
    return FALSE;
  member = refrain_extension_find_class (extension, "MetricMember");
  all = refrain_extension_start (extension);
  while (refrain_extension_next (extension, &all, &class, &fields))
    if ((int) class == member)
      return TRUE;
  return FALSE;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* What a thread recorded of a member. */
typedef struct
{
  guint member, process;
  gsize thread;
  GArray *times, *values; /* of RefrainTime, double */
} Found;

typedef struct
{
  RefrainTrace *trace;
  const Definitions *definitions;
  GArray **found; /* of Found, of each process */
  GCancellable *cancellable;
} Search;

static double
get_real (RefrainValue value)
{
  if (value.type == REFRAIN_VALUE_DOUBLE)
    {
      double real;

      memcpy (&real, &value.bits, sizeof real);
      return real;
    }
  if (value.type == REFRAIN_VALUE_FLOAT)
    {
      const guint32 bits = (guint32) value.bits;
      float real;

      memcpy (&real, &bits, sizeof real);
      return real;
    }
  return refrain_value_type_is_signed (value.type) ? (double) (gint64) value.bits
                                                   : (double) value.bits;
}

/* @open: of each member, its place in @found plus one. */
static void
add_value (Found key, RefrainTime time, double value, guint *open, GArray *found)
{
  Found *into;

  if (!isfinite (value))
    return;
  if (open[key.member] == 0)
    {
      key.times = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
      key.values = g_array_new (FALSE, FALSE, sizeof (double));
      g_array_append_val (found, key);
      open[key.member] = found->len;
    }
  into = &g_array_index (found, Found, open[key.member] - 1);
  g_array_append_val (into->times, time);
  g_array_append_val (into->values, value);
}

/* The values among the records of one event. */
static void
read_detail (const Definitions *definitions,
             RefrainDetail detail,
             Found key,
             RefrainTime time,
             guint *open,
             GArray *found)
{
  RefrainRecordBytes all = refrain_record_bytes (detail.records, detail.n), fields;
  guint class;

  while (refrain_extension_next (definitions->extension, &all, &class, &fields))
    {
      const GArray *members;
      guint64 id;
      gsize n;

      if ((int) class != definitions->metric)
        continue;
      id = refrain_get_unsigned (&fields);
      members = g_hash_table_lookup (definitions->classes, &id);
      n = refrain_get_count (&fields);
      for (gsize i = 0; i < n && members != NULL && i < members->len && !fields.failed; i++)
        {
          const RefrainValue value = refrain_get_value (&fields);

          key.member = g_array_index (members, guint, i);
          if (key.member < definitions->members->len)
            add_value (key, time,
                       get_real (value)
                           * g_array_index (definitions->members, Member, key.member).scale,
                       open, found);
        }
    }
}

static void
search_thread (Search *self, guint process, gsize t, guint *open, GArray *found)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  const RefrainThread *thread = refrain_process_get_thread (object, t);
  const RefrainRecords *records = refrain_process_get_records (object);
  const RefrainTape *tape = refrain_process_get_tape (object);
  const gsize end = thread->first_record + thread->n_records;
  gsize record = thread->first_record;
  RefrainDetailCursor cursor;

  if (thread->n_details == 0)
    return;
  refrain_detail_cursor_init (&cursor, refrain_process_get_details (object), thread);
  for (guint64 i = thread->first_tape; i < thread->first_tape + thread->n_tape && !cursor.none; i++)
    {
      const gboolean is_record = REFRAIN_TAPE_GET (tape, i) == REFRAIN_TAPE_RECORD;
      RefrainDetail detail;

      if (i % PATIENCE == 0 && g_cancellable_is_cancelled (self->cancellable))
        return;
      if (is_record && record >= end)
        return;
      if (is_record && REFRAIN_RECORD_IS_SYNTHETIC (records->kind[record]))
        {
          record++;
          continue;
        }
      detail = refrain_detail_cursor_next (&cursor);
      if (is_record && detail.records != NULL)
        read_detail (self->definitions, detail, (Found){ .process = process, .thread = t },
                     records->time[record], open, found);
      record += is_record;
    }
}

static void
search_process (gsize item, gpointer data)
{
  Search *self = data;
  RefrainProcess *process = refrain_trace_get_process (self->trace, (guint) item);
  const guint n_members = self->definitions->members->len;
  g_autofree guint *open = g_new (guint, n_members + 1);

  self->found[item] = g_array_new (FALSE, FALSE, sizeof (Found));
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      refrain_fill (open, 0, n_members * sizeof *open);
      search_thread (self, (guint) item, t, open, self->found[item]);
    }
}

/* ---- What is made of them -------------------------------------------------------------------- */

static gboolean
never_falls (const GArray *values)
{
  for (guint i = 1; i < values->len; i++)
    if (g_array_index (values, double, i) < g_array_index (values, double, i - 1))
      return FALSE;
  return TRUE;
}

/* Takes the arrays of @found. A rate and a value that holds up to its time stand from the time
 * before on. */
static RefrainCounterLevels *
make_levels (Found *found, gboolean is_rate, Holds holds, RefrainTime end)
{
  gsize n = found->times->len;
  RefrainTime *times = (RefrainTime *) g_array_free (found->times, FALSE);
  double *values = (double *) g_array_free (found->values, FALSE);
  gsize kept = 0;

  if (!is_rate && holds != HOLDS_LAST)
    return refrain_counter_levels_new (times, values, n, end);
  for (gsize i = 0; i + 1 < n; i++)
    {
      const double seconds = ((double) times[i + 1] - (double) times[i]) * 1e-9;
      const double value = is_rate ? (values[i + 1] - values[i]) / seconds : values[i + 1];

      /* Two values of one moment: the later one is the first of what follows. */
      if (!(seconds > 0))
        continue;
      times[kept] = times[i];
      values[kept++] = value;
    }
  end = n > 0 ? times[n - 1] : end;
  return refrain_counter_levels_new (times, values, kept, end);
}

static const char *
get_text (RefrainCounters *self, const Definitions *definitions, guint64 id)
{
  const char *text = g_hash_table_lookup (definitions->texts, &id);

  return g_string_chunk_insert_const (self->texts, text != NULL ? text : "");
}

/* All that was found of @member in any process. */
static GArray *
collect (GArray **found, guint n_processes, guint member)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Found));

  for (guint p = 0; p < n_processes; p++)
    for (guint i = 0; i < found[p]->len; i++)
      if (g_array_index (found[p], Found, i).member == member)
        g_array_append_val (all, g_array_index (found[p], Found, i));
  return all;
}

static void
add_counter (RefrainCounters *self, const Definitions *definitions, guint member, GArray *all)
{
  const Member *of = &g_array_index (definitions->members, Member, member);
  RefrainCounter counter = { .name = get_text (self, definitions, of->name),
                             .description = get_text (self, definitions, of->description),
                             .unit = get_text (self, definitions, of->unit),
                             .is_rate = of->holds == ADDS_UP,
                             .first = self->series->len,
                             .least = INFINITY,
                             .most = -INFINITY };

  for (guint i = 0; i < all->len; i++)
    counter.is_rate = counter.is_rate && never_falls (g_array_index (all, Found, i).values);
  for (guint i = 0; i < all->len; i++)
    {
      Found *found = &g_array_index (all, Found, i);
      RefrainCounterSeries series = { self->counters->len, found->process, found->thread, NULL };
      double least, most;

      series.levels
          = make_levels (found, counter.is_rate, of->holds, refrain_trace_get_end (self->trace));
      g_array_append_val (self->series, series);
      if (refrain_counter_levels_get_n (series.levels) == 0)
        continue;
      refrain_counter_levels_get_range (series.levels, &least, &most);
      counter.least = fmin (counter.least, least);
      counter.most = fmax (counter.most, most);
    }
  counter.n = self->series->len - counter.first;
  if (counter.least > counter.most)
    counter.least = counter.most = 0;
  g_array_append_val (self->counters, counter);
}

static void
free_found (GArray **found, guint n_processes, gboolean all)
{
  for (guint p = 0; p < n_processes; p++)
    {
      for (guint i = 0; all && found[p] != NULL && i < found[p]->len; i++)
        refrain_unref_arrays (g_array_index (found[p], Found, i).times,
                              g_array_index (found[p], Found, i).values);
      g_clear_pointer (&found[p], g_array_unref);
    }
}

RefrainCounters *
refrain_counters_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainCounters) self = NULL;
  g_auto (Definitions) definitions = { 0 };
  g_autofree GArray **found = NULL;
  Search search;
  guint n_processes;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  self = g_object_new (REFRAIN_TYPE_COUNTERS, NULL);
  self->trace = g_object_ref (trace);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (!refrain_counters_may_be_in (trace))
    return g_steal_pointer (&self);
  n_processes = refrain_trace_get_n_processes (trace);
  definitions_init (&definitions, refrain_trace_get_extension (trace));
  found = g_new0 (GArray *, n_processes + 1);
  search = (Search){ trace, &definitions, found, cancellable };
  refrain_parallel_run (n_processes, search_process, &search, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      free_found (found, n_processes, TRUE);
      return NULL;
    }
  for (guint m = 0; m < definitions.members->len; m++)
    {
      g_autoptr (GArray) all = collect (found, n_processes, m);

      if (all->len > 0)
        add_counter (self, &definitions, m, all);
    }
  free_found (found, n_processes, FALSE);
  return g_steal_pointer (&self);
}

/* ---- What they say --------------------------------------------------------------------------- */

REFRAIN_ARRAY_GETTER (RefrainCounters, refrain_counters, RefrainCounter, guint, get, self->counters)

REFRAIN_ARRAY_GETTER (
    RefrainCounters, refrain_counters, RefrainCounterSeries, guint, get_series, self->series)

REFRAIN_GETTER (RefrainCounters, refrain_counters, RefrainTrace *, get_trace, self->trace)

char *
refrain_counter_format (const RefrainCounter *counter, double value)
{
  static const char *const prefixes[] = { "", "k", "M", "G", "T", "P", "E" };
  const gboolean has_unit = *counter->unit != '\0' && !g_str_equal (counter->unit, "#");
  guint p = 0;
  int digits;

  g_return_val_if_fail (counter != NULL, NULL);

  if (isnan (value))
    return g_strdup (_ ("unknown"));
  if (value >= 0 && value < 1e18 && g_ascii_strncasecmp (counter->unit, "byte", 4) == 0)
    {
      g_autofree char *bytes = refrain_bytes_format ((guint64) value);

      return g_strconcat (bytes, counter->is_rate ? "/s" : "", NULL);
    }
  while (fabs (value) >= 9999.5 && p + 1 < G_N_ELEMENTS (prefixes))
    {
      value /= 1000;
      p++;
    }
  digits = value == floor (value) || fabs (value) >= 100 ? 0 : fabs (value) >= 10 ? 1 : 2;
  return g_strdup_printf ("%.*f%s%s%s%s", digits, value, p > 0 || has_unit ? " " : "", prefixes[p],
                          has_unit ? counter->unit : "", counter->is_rate ? "/s" : "");
}

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_counters_finalize (RefrainCounters *self)
{
  for (guint i = 0; i < self->series->len; i++)
    refrain_counter_levels_free (
        (RefrainCounterLevels *) g_array_index (self->series, RefrainCounterSeries, i).levels);
  refrain_unref_arrays (self->series, self->counters);
  g_string_chunk_free (self->texts);
  g_clear_object (&self->trace);
}

static void
refrain_counters_init (RefrainCounters *self)
{
  self->counters = g_array_new (FALSE, FALSE, sizeof (RefrainCounter));
  self->series = g_array_new (FALSE, FALSE, sizeof (RefrainCounterSeries));
  self->texts = g_string_chunk_new (1024);
}
