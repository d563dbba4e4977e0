/* test-compact.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The compact form gives the trace back bit for bit, and refuses what contradicts itself.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "refrain-block.h"
#include "refrain-compact-form.h"
#include "refrain-error.h"
#include "refrain-hdf5-file.h"
#include "refrain-hdf5.h"
#include "refrain-lazy.h"
#include "refrain-memory.h"
#include "refrain-packed.h"
#include "refrain-profile.h"
#include "refrain-trace-builder.h"
#include "refrain-trace-private.h"
#include "refrain-wait-causes.h"
#include "sample-traces.h"
#include "synthetic.h"
#include "test-program.h"

/* ---- Packed columns ---- */

static void
fill_numbers (GRand *rand, guint8 *data, gsize n, gsize size, guint way)
{
  guint64 before = 0;

  for (gsize i = 0; i < n; i++)
    {
      guint64 value = g_rand_int (rand) >> g_rand_int_range (rand, 0, 32);

      if (way == 1)
        value = before + (value & 7);
      else if (way == 2)
        value = (guint64) - (gint64) value;
      else if (way == 3)
        value = i % 5 == 0 ? G_MAXUINT64 : (guint64) g_rand_int (rand) << 32 | value;
      before = value;
      value = GUINT64_TO_LE (value);
      memcpy (data + i * size, &value, size);
    }
}

static void
test_packed (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  static const gsize sizes[] = { 1, 2, 4, 8 };
  static const gsize lengths[] = { 0, 1, 2, 1000, 270000 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
      for (guint way = 0; way < 4; way++)
        {
          const gsize n = lengths[l];
          g_autofree guint8 *data = g_malloc (n * sizes[s] + 1);
          g_autofree guint8 *again = g_malloc (n * sizes[s] + 1);
          g_autoptr (GByteArray) packed = NULL;
          guint64 n_again;
          gsize size;

          if (n > 1000 && way != s) /* long ones are packed as a sample of them */
            continue;
          fill_numbers (rand, data, n, sizes[s], way);
          packed = refrain_pack (data, n, sizes[s]);
          g_assert_true (refrain_packed_get_shape (packed->data, packed->len, &n_again, &size));
          g_assert_cmpuint (n_again, ==, n);
          g_assert_cmpuint (size, ==, sizes[s]);
          g_assert_true (refrain_packed_read (packed->data, packed->len, again));
          g_assert_cmpmem (again, n * size, data, n * size);
        }
}

/* Whatever is changed: within bounds, and no more numbers than the bytes could hold. */
static void
test_packed_damaged (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  guint8 data[4 * 500];

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GByteArray) packed = NULL;
      g_autofree guint8 *copy = NULL, *again = NULL;
      guint64 n;
      gsize size, length;

      fill_numbers (rand, data, 500, 4, round % 4);
      packed = refrain_pack (data, 500, 4);
      length = (gsize) g_rand_int_range (rand, 0, (gint32) packed->len + 1);
      if (round % 2 == 0)
        length = packed->len;
      copy = g_memdup2 (packed->data, length);
      for (guint i = 0; i < 3 && length > 0; i++)
        copy[g_rand_int_range (rand, 0, (gint32) length)] = (guint8) g_rand_int (rand);
      if (length > 11 && round % 8 != 0)
        copy[11] = 0; /* no checksum, which would refuse nearly all of them */
      if (!refrain_packed_get_shape (copy, length, &n, &size))
        continue;
      g_assert_cmpuint (n, <=, length * 1040);
      again = g_malloc (n * size + 1);
      refrain_packed_read (copy, length, again);
    }
}

/* No bit can turn over unnoticed but the one that says that there is a checksum; files from before
 * have none. */
static void
test_packed_checksum (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  guint32 data[500], again[500];

  for (guint way = 0; way < 4; way++)
    {
      g_autoptr (GByteArray) packed = NULL;
      guint64 n;
      gsize size;

      fill_numbers (rand, (guint8 *) data, 500, 4, way);
      packed = refrain_pack (data, 500, 4);
      for (gsize bit = way; bit < 8 * (gsize) packed->len; bit += bit < 128 ? 1 : 5)
        {
          packed->data[bit / 8] ^= (guint8) (1u << bit % 8);
          if (bit == 8 * 11)
            {
              g_assert_true (refrain_packed_read (packed->data, packed->len, again));
              g_assert_cmpmem (again, sizeof again, data, sizeof data);
            }
          else
            g_assert_false (refrain_packed_get_shape (packed->data, packed->len, &n, &size)
                            && n == 500 && size == 4
                            && refrain_packed_read (packed->data, packed->len, again));
          packed->data[bit / 8] ^= (guint8) (1u << bit % 8);
        }
      memset (packed->data + 11, 0, 5);
      g_assert_true (refrain_packed_read (packed->data, packed->len, again));
      g_assert_cmpmem (again, sizeof again, data, sizeof data);
    }
}

/* ---- Traces ---- */

/* Everything a recorder takes, in any order. */
static void
record_anything (GRand *rand, RefrainRecorder *r, guint n_processes, guint n)
{
  RefrainTime time = g_rand_int_range (rand, 0, 100);

  for (guint i = 0; i < n; i++)
    {
      const gint32 peer = g_rand_int_range (rand, -1, (gint32) n_processes);
      const guint32 comm = g_rand_boolean (rand) ? 0 : REFRAIN_NONE;
      const gint32 tag = g_rand_int_range (rand, 0, 2);
      const guint64 request = (guint64) g_rand_int_range (rand, 0, 4);
      const guint32 routine = (guint32) g_rand_int_range (rand, 0, 3);

      time += g_rand_int_range (rand, 0, 1000);
      switch (g_rand_int_range (rand, 0, 16))
        {
        case 0:
        case 1:
        case 2:
          refrain_recorder_enter (r, time, routine);
          break;
        case 3:
        case 4:
        case 5:
          refrain_recorder_leave (r, time, routine);
          break;
        case 6:
          refrain_recorder_send (r, time, peer, comm, tag, request * 1000);
          break;
        case 7:
          refrain_recorder_recv (r, time, peer, comm, tag, request);
          break;
        case 8:
          refrain_recorder_isend (r, time, peer, comm, tag, 8, request);
          break;
        case 9:
          refrain_recorder_irecv (r, time, peer, comm, tag, 8, request);
          break;
        case 10:
          refrain_recorder_isend_complete (r, time, request);
          break;
        case 11:
          refrain_recorder_irecv_request (r, time, request);
          break;
        case 12:
          refrain_recorder_request_cancelled (r, time, request);
          break;
        case 13:
          refrain_recorder_collective_begin (r, time);
          if (g_rand_boolean (rand))
            refrain_recorder_collective_end (r, time, REFRAIN_COLLECTIVE_BCAST, 0, 0, 1, 2);
          break;
        case 14:
          refrain_recorder_collective_request (r, time, request);
          refrain_recorder_collective_complete (r, time + 1, REFRAIN_COLLECTIVE_BARRIER, 0, -1, 0,
                                                0, g_rand_boolean (rand) ? request : 9);
          time++;
          break;
        default:
          refrain_recorder_record (
              r, time, g_rand_boolean (rand) ? REFRAIN_RECORD_OTHER : REFRAIN_RECORD_NULL_ISEND,
              request, 3);
        }
    }
}

static RefrainTrace *
make_random (guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  const guint n_processes = (guint) g_rand_int_range (rand, 1, 5);
  static const gint32 members[] = { 0, 1, 2, 3 };

  for (char routine = 'a'; routine < 'd'; routine++)
    refrain_trace_builder_add_routine (builder, (char[]){ routine, '\0' }, NULL, 0);
  for (guint p = 0; p < n_processes; p++)
    refrain_trace_builder_add_process (builder, "p", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, n_processes, NULL, 0, FALSE));
  for (guint p = 0; p < n_processes; p++)
    for (gint t = g_rand_int_range (rand, 0, 4); t > 0; t--)
      record_anything (rand, refrain_trace_builder_add_thread (builder, p, (guint64) t, "t"),
                       n_processes, (guint) g_rand_int_range (rand, 0, 300));
  return refrain_trace_builder_finish (builder, NULL, NULL);
}

/* Of several blocks: calls in calls, sends and receives, some to be found only in an earlier block.
 */
static RefrainTrace *
make_long (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  static const gint32 members[] = { 0, 1, 2 };

  for (char routine = 'a'; routine < 'd'; routine++)
    refrain_trace_builder_add_routine (builder, (char[]){ routine, '\0' }, NULL, 0);
  for (guint p = 0; p < G_N_ELEMENTS (members); p++)
    refrain_trace_builder_add_process (builder, "p", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, 3, NULL, 0, FALSE));
  for (guint p = 0; p < G_N_ELEMENTS (members); p++)
    for (guint t = 0; t < 2; t++)
      record_anything (rand, refrain_trace_builder_add_thread (builder, p, t, "t"), 3,
                       p == 1 ? 200 : 150000);
  return refrain_trace_builder_finish (builder, NULL, NULL);
}

static GBytes *
read_bytes (const char *path)
{
  char *bytes;
  gsize n;

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  g_remove (path);
  return g_bytes_new_take (bytes, n);
}

/* Plain, the trace gives the same file before and after it was compact. */
static void
assert_comes_back (RefrainTrace *trace)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "t.mtf.h5", NULL);
  g_autofree char *compact = g_build_filename (folder, "c.mtf.h5", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) again = NULL;
  g_autoptr (GBytes) before = NULL, after = NULL;
  RefrainCompactSizes sizes;

  refrain_hdf5_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  before = read_bytes (path);
  refrain_hdf5_save_compact (trace, compact, &sizes, NULL, NULL, &error);
  g_assert_no_error (error);
  if (sizes.method != REFRAIN_COMPACT_BLOCKS)
    {
      g_assert_cmpuint (sizes.bytes[sizes.method], <=, sizes.bytes[REFRAIN_COMPACT_CALLS]);
      g_assert_cmpuint (sizes.bytes[sizes.method], <=, sizes.bytes[REFRAIN_COMPACT_LOOPS]);
    }
  again = refrain_hdf5_load (compact, NULL, NULL, &error);
  g_assert_no_error (error);
  refrain_hdf5_save (again, path, NULL, NULL, &error);
  g_assert_no_error (error);
  after = read_bytes (path);
  g_assert_true (g_bytes_equal (before, after));
  g_remove (compact);
  g_rmdir (folder);
}

static void
test_samples (void)
{
  RefrainTrace *(*const samples[]) (void)
      = { sample_trace_empty, sample_trace_single, sample_trace_pair, sample_trace_rich };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (RefrainTrace) trace = samples[i]();

      assert_comes_back (trace);
    }
}

static void
test_random (void)
{
  for (guint32 seed = 0; seed < 20; seed++)
    {
      g_autoptr (RefrainTrace) trace = make_random (seed);

      assert_comes_back (trace);
    }
}

/* The same in blocks. */
static void
test_blocks (void)
{
  g_autoptr (RefrainTrace) trace = make_long ();

  refrain_hdf5_set_max_rule_events (0);
  test_samples ();
  test_random ();
  assert_comes_back (trace);
  refrain_hdf5_set_max_rule_events (1 << 22);
}

/* Blocks that all columns of @trace have, each once. */
static gsize
count_blocks (RefrainTrace *trace)
{
  gsize n_columns, n = 0;
  const RefrainColumn *columns = refrain_columns_list (&n_columns);

  for (gsize i = 0; i < n_columns; i++)
    {
      guint64 rows = 0;

      for (guint p = 0; p < trace->store->n_processes; p++)
        rows += refrain_columns_count_rows (&trace->store->processes[p], columns[i].table);
      n += rows / REFRAIN_BLOCK_ROWS + 1;
    }
  return n;
}

/* @made, of more events than some, as it comes back from a file of blocks. */
static RefrainTrace *
reopen_in_blocks (RefrainTrace *made)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  const int fd = g_file_open_tmp ("refrain-XXXXXX.mtf.h5", &path, &error);
  RefrainTrace *trace;

  g_assert_no_error (error);
  close (fd);
  refrain_hdf5_set_max_rule_events (0);
  refrain_trace_save_compact (made, path, NULL, NULL, NULL, &error);
  refrain_hdf5_set_max_rule_events (1 << 22);
  g_assert_no_error (error);
  trace = refrain_trace_load (path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_unlink (path);
  return trace;
}

/* What a window opens with is kept: no block is unpacked for it. */
static void
test_blocks_opened (void)
{
  g_autoptr (RefrainTrace) made = synthetic_uneven_new (8, 8, 2000000);
  g_autoptr (RefrainTrace) trace = reopen_in_blocks (made);
  const gsize before = refrain_lazy_count_fills ();
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);
  g_autoptr (RefrainProfile) profile = refrain_profile_new (trace);
  RefrainTime start, end, of_made, to_made;

  g_assert_true (refrain_trace_get_busy_time (trace, &start, &end));
  g_assert_cmpuint (refrain_lazy_count_fills (), ==, before);
  g_assert_true (refrain_trace_get_busy_time (made, &of_made, &to_made));
  g_assert_cmpint (start, ==, of_made);
  g_assert_cmpint (end, ==, to_made);
}

/* Waits and their causes go through all processes at once, last first, and so look at the blocks of
 * all of them, which are more than may stay. */
static void
test_blocks_again (void)
{
  const guint64 budget = refrain_memory_get_budget ();
  g_autoptr (RefrainTrace) made = synthetic_uneven_new (8, 8, 2000000);
  g_autoptr (RefrainTrace) trace = reopen_in_blocks (made);
  g_autoptr (RefrainWaits) waits = NULL;
  g_autoptr (RefrainWaitCauses) causes = NULL;
  g_autoptr (GError) error = NULL;
  gsize before;

  g_clear_object (&made);
  before = refrain_lazy_count_fills ();
  refrain_memory_set_budget (1 << 20);
  waits = refrain_waits_new (trace, NULL, &error);
  g_assert_no_error (error);
  causes = refrain_wait_causes_new (waits, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (refrain_lazy_count_fills () - before, <, 5 * count_blocks (trace));
  refrain_memory_set_budget (budget);
}

/* Each method alone: nothing has to be kept but what it foresees. */
static void
test_methods (void)
{
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);
  g_autoptr (RefrainTrace) trace = sample_trace_rich ();

  for (guint method = 0; method < REFRAIN_COMPACT_BLOCKS; method++)
    {
      g_autoptr (RefrainCompactMade) made = refrain_compact_make_by (trace, method, NULL, NULL);

      g_assert_nonnull (made);
      g_assert_cmpuint (made->sizes.method, ==, method);
      g_assert_true (made->has_collectives);
      for (gsize i = 0; i < n; i++)
        if (columns[i].table <= REFRAIN_TABLE_TAPE)
          g_assert_true (made->derived[i]);
    }
}

/* ---- Contradictions ---- */

typedef struct
{
  char *folder, *path;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = sample_trace_rich ();
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "t.mtf.h5", NULL);
  refrain_hdf5_save_compact (trace, self->path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_remove (self->path);
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->path);
}

static void
assert_refused (Fixture *self, const char *phrase)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_hdf5_load (self->path, NULL, NULL, &error);

  g_assert_null (trace);
  g_assert_nonnull (error);
  g_assert_true (error->domain == REFRAIN_ERROR);
  if (strstr (error->message, "t.mtf.h5") == NULL || strstr (error->message, phrase) == NULL)
    g_error ("\"%s\" lacks \"%s\"", error->message, phrase);
}

static hid_t
open_file (Fixture *self)
{
  hid_t file = H5Fopen (self->path, H5F_ACC_RDWR, H5P_DEFAULT);

  g_assert_cmpint (file, >=, 0);
  return file;
}

/* Puts @n numbers in the place of an array of the form, however it was kept. */
static void
replace (Fixture *self, const char *path, RefrainColumnType type, gconstpointer data, hsize_t n)
{
  hid_t file = open_file (self), space = H5Screate_simple (1, &n, NULL), dataset;
  g_autofree char *packed = g_strconcat (path, ".z", NULL);

  if (H5Lexists (file, packed, H5P_DEFAULT) > 0)
    H5Ldelete (file, packed, H5P_DEFAULT);
  if (H5Lexists (file, path, H5P_DEFAULT) > 0)
    H5Ldelete (file, path, H5P_DEFAULT);
  if (data != NULL)
    {
      dataset = H5Dcreate2 (file, path, refrain_hdf5_type_in_file (type), space, H5P_DEFAULT,
                            H5P_DEFAULT, H5P_DEFAULT);
      H5Dwrite (dataset, refrain_hdf5_type_in_memory (type), H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
      H5Dclose (dataset);
    }
  H5Sclose (space);
  H5Fclose (file);
}

static void
test_missing (Fixture *self, gconstpointer data)
{
  gsize n;
  const RefrainCompactMember *members = refrain_compact_form_list (&n);

  for (gsize i = 0; i < n; i++)
    {
      replace (self, members[i].path, members[i].type, NULL, 0);
      assert_refused (self, members[i].path);
      tear_down (self, NULL);
      set_up (self, NULL);
    }
}

static void
test_lengths (Fixture *self, gconstpointer data)
{
  const guint64 few[2] = { 0, 0 };
  gsize n;
  const RefrainCompactMember *members = refrain_compact_form_list (&n);

  for (gsize i = 0; i < n; i++)
    {
      replace (self, members[i].path, members[i].type, few, 2);
      assert_refused (self, "/compact");
      tear_down (self, NULL);
      set_up (self, NULL);
    }
}

static void
test_version (Fixture *self, gconstpointer data)
{
  hid_t file = open_file (self), attribute = H5Aopen (file, "compact", H5P_DEFAULT);
  const guint64 version = 3;

  H5Awrite (attribute, H5T_NATIVE_UINT64, &version);
  H5Aclose (attribute);
  H5Fclose (file);
  assert_refused (self, "version 3");
}

static void
test_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_hdf5_load (self->path, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A process that is not there. */
static void
test_peer (Fixture *self, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = sample_trace_rich ();
  guint64 n = 0;
  g_autofree gint32 *peers = NULL;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    n += refrain_process_get_ops (refrain_trace_get_process (trace, p))->n;
  peers = g_new (gint32, n);
  for (guint64 i = 0; i < n; i++)
    peers[i] = G_MAXINT32;
  replace (self, "/compact/peer", REFRAIN_COLUMN_I32, peers, n);
  assert_refused (self, "a process that is not there");
}

/* ---- Rules ---- */

/* One thread of @calls calls and @tape events. */
static const char *
check_rules (RefrainCompactForm *form, guint64 calls, guint64 tape)
{
  static const guint64 first_thread[] = { 0, 1 };
  const RefrainThread thread = { .n_calls = calls, .n_tape = tape };
  const RefrainCompactLayout layout
      = { .n_processes = 1, .n_threads = 1, .first_thread = first_thread, .threads = &thread };

  return refrain_compact_form_check (form, &layout);
}

static void
test_rules (void)
{
  enum
  {
    LEVELS = 100
  };
  guint8 event[] = { REFRAIN_TAPE_ENTER, REFRAIN_TAPE_LEAVE };
  guint32 symbol[] = { 0, 0 }, what[2 * LEVELS], count[2 * LEVELS], root = LEVELS - 1;
  guint64 first[LEVELS + 1];
  RefrainCompactForm form = { .symbol_event = event,
                              .symbol_what = symbol,
                              .rule_first = first,
                              .term_what = what,
                              .term_count = count,
                              .root = &root };

  form.n[REFRAIN_COMPACT_SYMBOLS] = 2;
  form.n[REFRAIN_COMPACT_RULES] = LEVELS + 1;
  form.n[REFRAIN_COMPACT_TERMS] = 2 * LEVELS;
  form.n[REFRAIN_COMPACT_THREADS] = 1;
  for (guint32 i = 0; i < LEVELS; i++)
    {
      first[i] = 2 * i;
      what[2 * i] = i == 0 ? 0 : i + 1;
      what[2 * i + 1] = i == 0 ? 1 : i + 1;
      count[2 * i] = count[2 * i + 1] = 1;
    }
  first[LEVELS] = 2 * LEVELS;
  /* Doubled a hundred times: more than can be counted, so no thread has as many. */
  g_assert_nonnull (check_rules (&form, 4, 8));
  g_assert_nonnull (check_rules (&form, G_MAXUINT64, G_MAXUINT64));
  root = 2;
  g_assert_null (check_rules (&form, 4, 8));
  g_assert_nonnull (check_rules (&form, 4, 9));
  g_assert_nonnull (check_rules (&form, 0, 0));
  root = LEVELS;
  g_assert_nonnull (check_rules (&form, 4, 8));
  root = 2;
  what[2] = 3; /* itself */
  g_assert_nonnull (check_rules (&form, 4, 8));
  what[2] = 2;
  count[2] = 0;
  g_assert_nonnull (check_rules (&form, 4, 8));
  count[2] = 1;
  first[1] = 0; /* an empty one */
  g_assert_nonnull (check_rules (&form, 4, 8));
  first[1] = 1000;
  g_assert_nonnull (check_rules (&form, 4, 8));
  first[1] = 2;
  event[0] = 4;
  g_assert_nonnull (check_rules (&form, 4, 8));
  event[0] = REFRAIN_TAPE_ENTER;
  /* A rule that is another one alone would let few events hold many rules. */
  first[2] = 3;
  g_assert_nonnull (check_rules (&form, 4, 8));
}

TEST_PROGRAM ("compact")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compact/packed", test_packed);
  g_test_add_func ("/compact/packed-damaged", test_packed_damaged);
  g_test_add_func ("/compact/packed-checksum", test_packed_checksum);
  g_test_add_func ("/compact/samples", test_samples);
  g_test_add_func ("/compact/random", test_random);
  g_test_add_func ("/compact/blocks", test_blocks);
  g_test_add_func ("/compact/blocks-opened", test_blocks_opened);
  g_test_add_func ("/compact/blocks-again", test_blocks_again);
  g_test_add_func ("/compact/methods", test_methods);
  g_test_add_func ("/compact/rules", test_rules);
  g_test_add ("/compact/missing", Fixture, NULL, set_up, test_missing, tear_down);
  g_test_add ("/compact/lengths", Fixture, NULL, set_up, test_lengths, tear_down);
  g_test_add ("/compact/version", Fixture, NULL, set_up, test_version, tear_down);
  g_test_add ("/compact/cancelled", Fixture, NULL, set_up, test_cancelled, tear_down);
  g_test_add ("/compact/peer", Fixture, NULL, set_up, test_peer, tear_down);
  return g_test_run ();
}
