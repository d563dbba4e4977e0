/* refrain-skeleton-header.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * skeleton.h: what every skeleton is made of: computing, messages, collectives, and who is where.
 */
#include <string.h>

#include "refrain-mapping.h"
#include "refrain-skeleton-writer.h"

static const char beginning[]
    = "#include <mpi.h>\n"
      "#include <stdio.h>\n"
      "#include <stdlib.h>\n"
      "#include <time.h>\n"
      "\n"
      "#define NOBODY (-1)\n"
      "\n"
      "static int rank;\n"
      "static double scale = SCALE; /* of the computing times */\n"
      "\n"
      "/* What is sent, what is received, and what is posted. */\n"
      "static char *outbox, *inbox;\n"
      "static char *posted_box[N_POSTED + 1];\n"
      "static MPI_Request posted[N_POSTED + 1];\n"
      "struct sends {\n"
      "    MPI_Request request[64]; /* a request keeps its place: some tracers know it by that */\n"
      "    struct sends *more;\n"
      "};\n"
      "static struct sends started, *last_started = &started;\n"
      "static int n_started; /* in the last one */\n"
      "\n"
      "static inline void *room(size_t bytes) {\n"
      "    void *memory = calloc(bytes + 1, 1);\n"
      "    if (memory == NULL) {\n"
      "        fprintf(stderr, \"skeleton: no memory for %zu bytes\\n\", bytes);\n"
      "        MPI_Abort(MPI_COMM_WORLD, 1);\n"
      "    }\n"
      "    return memory;\n"
      "}\n"
      "\n"
      "/* mpirun -n N_PROCESSES ./skeleton [SCALE] */\n"
      "static inline void begin(int argc, char **argv) {\n"
      "    int n;\n"
      "    MPI_Init(&argc, &argv);\n"
      "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
      "    MPI_Comm_size(MPI_COMM_WORLD, &n);\n"
      "    if (n != N_PROCESSES) {\n"
      "        if (rank == 0)\n"
      "            fprintf(stderr, \"skeleton: made for %d processes, not %d\\n\", N_PROCESSES, "
      "n);\n"
      "        MPI_Finalize();\n"
      "        exit(1);\n"
      "    }\n"
      "    if (argc > 1)\n"
      "        scale = atof(argv[1]);\n"
      "    srand((unsigned) rank + 1);\n"
      "    outbox = room(ROOM);\n"
      "    inbox = room(ROOM);\n"
      "    for (int i = 0; i < N_POSTED; i++)\n"
      "        posted_box[i] = room(ROOM);\n"
      "}\n"
      "\n";

static const char busy[]
    = "/* Keeps the processor busy. */\n"
      "static inline void compute(double us) {\n"
      "    struct timespec from, now;\n"
      "    us *= scale;\n"
      "    if (!(us > 0))\n"
      "        return;\n"
      "    clock_gettime(CLOCK_MONOTONIC, &from);\n"
      "    do\n"
      "        clock_gettime(CLOCK_MONOTONIC, &now);\n"
      "    while ((now.tv_sec - from.tv_sec) * 1e6 + (now.tv_nsec - from.tv_nsec) / 1e3 < us);\n"
      "}\n";

static const char sleeping[]
    = "/* Leaves the processor to others. */\n"
      "static inline void compute(double us) {\n"
      "    struct timespec span;\n"
      "    us *= scale;\n"
      "    if (!(us > 0))\n"
      "        return;\n"
      "    span.tv_sec = (time_t) (us / 1e6);\n"
      "    span.tv_nsec = (long) ((us - 1e6 * (double) span.tv_sec) * 1e3);\n"
      "    nanosleep(&span, NULL);\n"
      "}\n";

static const char drawing[] = "\n"
                              "/* One of what was measured: the middles of %d equal shares. */\n"
                              "static inline void compute_one_of(const double *us) {\n"
                              "    compute(us[rand() / (RAND_MAX / %d + 1)]);\n"
                              "}\n";

static const char messages[]
    = "\n"
      "static inline void send_to(int to, int tag, int bytes) {\n"
      "    if (to != NOBODY)\n"
      "        MPI_Send(outbox, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD);\n"
      "}\n"
      "\n"
      "static inline void recv_from(int from, int tag) {\n"
      "    if (from != NOBODY)\n"
      "        MPI_Recv(inbox, MOST_BYTES, MPI_BYTE, from, tag, MPI_COMM_WORLD, "
      "MPI_STATUS_IGNORE);\n"
      "}\n"
      "\n"
      "/* Both at once. */\n"
      "static inline void exchange(int to, int tag, int bytes, int from, int tag_from) {\n"
      "    if (to == NOBODY)\n"
      "        recv_from(from, tag_from);\n"
      "    else if (from == NOBODY)\n"
      "        send_to(to, tag, bytes);\n"
      "    else\n"
      "        MPI_Sendrecv(outbox, bytes, MPI_BYTE, to, tag, inbox, MOST_BYTES, MPI_BYTE, from,\n"
      "                     tag_from, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
      "}\n"
      "\n"
      "/* The receive number k; finish() waits for n of them. */\n"
      "static inline void post(int k, int from, int tag) {\n"
      "    posted[k] = MPI_REQUEST_NULL;\n"
      "    if (from != NOBODY)\n"
      "        MPI_Irecv(posted_box[k], MOST_BYTES, MPI_BYTE, from, tag, MPI_COMM_WORLD, "
      "&posted[k]);\n"
      "}\n"
      "\n"
      "static inline void finish(int k, int n) {\n"
      "    for (int i = k; i < k + n; i++) /* one by one: not all tracers look into MPI_Waitall "
      "*/\n"
      "        if (posted[i] != MPI_REQUEST_NULL)\n"
      "            MPI_Wait(&posted[i], MPI_STATUS_IGNORE);\n"
      "}\n"
      "\n"
      "/* A receive that is posted before the send and waited for behind it. */\n"
      "static inline void shift(int to, int tag, int bytes, int from, int tag_from) {\n"
      "    static MPI_Request request;\n"
      "    if (from != NOBODY)\n"
      "        MPI_Irecv(inbox, MOST_BYTES, MPI_BYTE, from, tag_from, MPI_COMM_WORLD, &request);\n"
      "    send_to(to, tag, bytes);\n"
      "    if (from != NOBODY)\n"
      "        MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
      "}\n"
      "\n"
      "/* A receive that is posted and waited for at once. */\n"
      "static inline void wait_for(int from, int tag) {\n"
      "    shift(NOBODY, 0, 0, from, tag);\n"
      "}\n"
      "\n"
      "/* A send that does not wait; settle() waits for all of them. */\n"
      "static inline void start_to(int to, int tag, int bytes) {\n"
      "    if (to == NOBODY)\n"
      "        return;\n"
      "    if (n_started == 64) {\n"
      "        if (last_started->more == NULL)\n"
      "            last_started->more = room(sizeof *last_started);\n"
      "        last_started = last_started->more;\n"
      "        n_started = 0;\n"
      "    }\n"
      "    MPI_Isend(outbox, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD,\n"
      "              &last_started->request[n_started++]);\n"
      "}\n"
      "\n"
      "static inline void settle(void) {\n"
      "    for (struct sends *s = &started; s != last_started; s = s->more)\n"
      "        MPI_Waitall(64, s->request, MPI_STATUSES_IGNORE);\n"
      "    if (n_started > 0)\n"
      "        MPI_Waitall(n_started, last_started->request, MPI_STATUSES_IGNORE);\n"
      "    last_started = &started;\n"
      "    n_started = 0;\n"
      "}\n";

static const char equal_parts[] = "\n"
                                  "/* The parts of all processes, of equal size. */\n"
                                  "static int counts[N_PROCESSES], starts[N_PROCESSES];\n"
                                  "\n"
                                  "static inline void split(int bytes) {\n"
                                  "    for (int i = 0; i < N_PROCESSES; i++) {\n"
                                  "        counts[i] = bytes;\n"
                                  "        starts[i] = i * bytes;\n"
                                  "    }\n"
                                  "}\n";

/* A collective's function and what it calls; in the order of RefrainCollective. */
static const struct
{
  const char *name, *parameters, *body;
  gboolean rooted, sized, split;
} collectives[] = {
  { "barrier", "", "MPI_Barrier(comm);", FALSE, FALSE, FALSE },
  { "broadcast", ", int root, int bytes", "MPI_Bcast(inbox, bytes, MPI_BYTE, root, comm);", TRUE,
    TRUE, FALSE },
  { "gather", ", int root, int bytes",
    "MPI_Gather(outbox, bytes, MPI_BYTE, inbox, bytes, MPI_BYTE, root, comm);", TRUE, TRUE, FALSE },
  { "gatherv", ", int root, int bytes",
    "MPI_Gatherv(outbox, bytes, MPI_BYTE, inbox, counts, starts, MPI_BYTE, root, comm);", TRUE,
    TRUE, TRUE },
  { "scatter", ", int root, int bytes",
    "MPI_Scatter(outbox, bytes, MPI_BYTE, inbox, bytes, MPI_BYTE, root, comm);", TRUE, TRUE,
    FALSE },
  { "scatterv", ", int root, int bytes",
    "MPI_Scatterv(outbox, counts, starts, MPI_BYTE, inbox, bytes, MPI_BYTE, root, comm);", TRUE,
    TRUE, TRUE },
  { "allgather", ", int bytes",
    "MPI_Allgather(outbox, bytes, MPI_BYTE, inbox, bytes, MPI_BYTE, comm);", FALSE, TRUE, FALSE },
  { "allgatherv", ", int bytes",
    "MPI_Allgatherv(outbox, bytes, MPI_BYTE, inbox, counts, starts, MPI_BYTE, comm);", FALSE, TRUE,
    TRUE },
  { "alltoall", ", int bytes",
    "MPI_Alltoall(outbox, bytes, MPI_BYTE, inbox, bytes, MPI_BYTE, comm);", FALSE, TRUE, FALSE },
  { "alltoallv", ", int bytes",
    "MPI_Alltoallv(outbox, counts, starts, MPI_BYTE, inbox, counts, starts, MPI_BYTE, comm);",
    FALSE, TRUE, TRUE },
  { "alltoallw", ", int bytes",
    "static MPI_Datatype types[N_PROCESSES];\n"
    "    for (int i = 0; i < N_PROCESSES; i++)\n"
    "        types[i] = MPI_BYTE;\n"
    "    MPI_Alltoallw(outbox, counts, starts, types, inbox, counts, starts, types, comm);",
    FALSE, TRUE, TRUE },
  { "allreduce", ", int bytes", "MPI_Allreduce(outbox, inbox, bytes, MPI_BYTE, MPI_BOR, comm);",
    FALSE, TRUE, FALSE },
  { "reduce", ", int root, int bytes",
    "MPI_Reduce(outbox, inbox, bytes, MPI_BYTE, MPI_BOR, root, comm);", TRUE, TRUE, FALSE },
  { "reduce_scatter", ", int bytes",
    "MPI_Reduce_scatter(outbox, inbox, counts, MPI_BYTE, MPI_BOR, comm);", FALSE, TRUE, TRUE },
  { "scan", ", int bytes", "MPI_Scan(outbox, inbox, bytes, MPI_BYTE, MPI_BOR, comm);", FALSE, TRUE,
    FALSE },
  { "exscan", ", int bytes", "MPI_Exscan(outbox, inbox, bytes, MPI_BYTE, MPI_BOR, comm);", FALSE,
    TRUE, FALSE },
  { "reduce_scatter_block", ", int bytes",
    "MPI_Reduce_scatter_block(outbox, inbox, bytes, MPI_BYTE, MPI_BOR, comm);", FALSE, TRUE,
    FALSE },
  { "duplicate", "",
    "MPI_Comm copy;\n"
    "    MPI_Comm_dup(comm, &copy);\n"
    "    MPI_Comm_free(&copy);",
    FALSE, FALSE, FALSE },
};

/* Of collectives that have no equal in a skeleton. */
static const char as_barrier[]
    = "\n"
      "/* Instead of a collective operation that a skeleton cannot do again. */\n"
      "static inline void come_together(MPI_Comm comm) {\n"
      "    MPI_Barrier(comm);\n"
      "}\n";

/* ---- Files ---- */

static const char files[]
    = "\n"
      "/* skeleton.data is the file of all, skeleton-RANK.data that of a process alone. */\n"
      "static MPI_File files[2] = {MPI_FILE_NULL, MPI_FILE_NULL};\n"
      "\n"
      "static inline MPI_File *file_of(MPI_Comm comm) {\n"
      "    return &files[comm == MPI_COMM_SELF && files[1] != MPI_FILE_NULL];\n"
      "}\n"
      "\n"
      "static inline void File_close(MPI_Comm comm) {\n"
      "    MPI_File *file = &files[comm == MPI_COMM_SELF];\n"
      "    if (*file != MPI_FILE_NULL)\n"
      "        MPI_File_close(file);\n"
      "}\n"
      "\n"
      "static inline void File_open(MPI_Comm comm) {\n"
      "    char name[32] = \"skeleton.data\";\n"
      "    if (comm == MPI_COMM_SELF)\n"
      "        snprintf(name, sizeof name, \"skeleton-%d.data\", rank);\n"
      "    File_close(comm);\n"
      "    MPI_File_open(comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,\n"
      "                  &files[comm == MPI_COMM_SELF]);\n"
      "}\n";

static gboolean
is_of_files (gsize collective)
{
  return collective >= REFRAIN_COLLECTIVE_FILE_OPEN && collective < REFRAIN_N_COLLECTIVES;
}

/* "File_write_at_all", of MPI_File_write_at_all and, as a skeleton waits for each,
 * MPI_File_iwrite_at_all. */
static const char *
get_file_function (gsize collective)
{
  return refrain_collective_get_name (collective) + strlen ("MPI_");
}

/* What does the same as @collective, but for opening and closing. */
static void
append_file_function (GString *text, gsize collective)
{
  const char *name = get_file_function (collective) + strlen ("File_");
  const gboolean waits = *name == 'i', at = strstr (name, "_at") != NULL;

  g_string_append_printf (text,
                          "\nstatic inline void %s(MPI_Comm comm, int bytes) {\n"
                          "    MPI_File *file = file_of(comm);\n"
                          "    if (*file != MPI_FILE_NULL)\n"
                          "        MPI_File_%s(*file, %s%s, bytes, MPI_BYTE, MPI_STATUS_IGNORE);\n"
                          "}\n",
                          get_file_function (collective), name + waits,
                          at ? "(MPI_Offset) rank * bytes, " : "",
                          strstr (name, "read") != NULL ? "inbox" : "outbox");
}

/* ---- Collectives ---- */

const char *
refrain_skeleton_get_collective (RefrainCollective collective, gboolean *rooted, gboolean *sized)
{
  const gboolean known = collective < G_N_ELEMENTS (collectives);

  *rooted = known && collectives[collective].rooted;
  *sized = known ? collectives[collective].sized : collective > REFRAIN_COLLECTIVE_FILE_CLOSE;
  if (is_of_files (collective))
    return get_file_function (collective);
  return known ? collectives[collective].name : "come_together";
}

/* Bytes of a buffer. */
static guint64
refrain_skeleton_get_room (RefrainSkeleton *skeleton)
{
  const guint64 n = refrain_mapping_get_n_processes (refrain_skeleton_get_mapping (skeleton));
  guint64 room = 0;
  guint32 n_slots;
  const RefrainSkeletonSlot *slots = refrain_skeleton_get_slots (skeleton, &n_slots);

  for (guint32 i = 0; i < n_slots; i++)
    {
      const guint64 most = MIN (slots[i].most, REFRAIN_SKELETON_MOST_BYTES);

      if (slots[i].n_times > 0)
        room = MAX (room, slots[i].direction == REFRAIN_NONE ? n * most : most);
    }
  return room;
}

static void
append_collectives (RefrainSkeleton *skeleton, GString *text)
{
  gboolean used[REFRAIN_N_COLLECTIVES + 1] = { FALSE };
  gboolean parts = FALSE, writes = FALSE, others = FALSE;
  guint32 n;
  const RefrainSkeletonSlot *slots = refrain_skeleton_get_slots (skeleton, &n);

  for (guint32 i = 0; i < n; i++)
    if (slots[i].direction == REFRAIN_NONE)
      {
        const gsize which = MIN (slots[i].collective, REFRAIN_N_COLLECTIVES);
        const gboolean known = which < G_N_ELEMENTS (collectives);

        used[which] = TRUE;
        parts |= known && collectives[which].split;
        writes |= is_of_files (which);
        others |= !known && !is_of_files (which);
      }
  if (parts)
    g_string_append (text, equal_parts);
  for (gsize i = 0; i < G_N_ELEMENTS (collectives); i++)
    if (used[i])
      g_string_append_printf (text, "\nstatic inline void %s(MPI_Comm comm%s) {\n%s    %s\n}\n",
                              collectives[i].name, collectives[i].parameters,
                              collectives[i].split ? "    split(bytes);\n" : "",
                              collectives[i].body);
  if (writes)
    g_string_append (text, files);
  for (gsize i = REFRAIN_COLLECTIVE_FILE_CLOSE + 1; i < REFRAIN_N_COLLECTIVES; i++)
    if (used[i])
      append_file_function (text, i);
  if (others)
    g_string_append (text, as_barrier);
}

static void
append_numbers (RefrainSkeletonWriter *writer, GString *text)
{
  const RefrainSkeletonFacts *facts = refrain_skeleton_get_facts (writer->skeleton);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text,
                          "#ifndef SKELETON_H\n"
                          "#define SKELETON_H\n"
                          "\n"
                          "#define _POSIX_C_SOURCE 200809L\n"
                          "#define N_PROCESSES %u\n"
                          "#define SCALE %s\n"
                          "#define MOST_BYTES %d\n"
                          "#define ROOM ((size_t) %" G_GUINT64_FORMAT ")\n"
                          "#define N_POSTED %u\n"
                          "\n",
                          writer->n,
                          g_ascii_formatd (number, sizeof number, "%.12g", writer->style->scale),
                          (int) MIN (facts->most_bytes, REFRAIN_SKELETON_MOST_BYTES),
                          refrain_skeleton_get_room (writer->skeleton), facts->n_requests);
}

char *
refrain_skeleton_c_dup_header (RefrainSkeleton *skeleton, const RefrainSkeletonStyle *style)
{
  g_autoptr (GString) text = g_string_new ("/* Made by refrain-cli skeleton: what skeleton.c is "
                                           "made of. */\n");
  RefrainSkeletonWriter writer;

  g_return_val_if_fail (REFRAIN_IS_SKELETON (skeleton), NULL);
  refrain_skeleton_writer_init (&writer, skeleton, style);
  append_numbers (&writer, text);
  g_string_append (text, beginning);
  g_string_append (text, style->sleep ? sleeping : busy);
  if (style->drawn)
    {
      const char *rest = drawing;

      for (const char *at; (at = strstr (rest, "%d")) != NULL; rest = at + 2)
        {
          g_string_append_len (text, rest, at - rest);
          g_string_append_printf (text, "%d", REFRAIN_SKELETON_QUANTILES);
        }
      g_string_append (text, rest);
    }
  g_string_append (text, messages);
  append_collectives (skeleton, text);
  refrain_skeleton_add_places (&writer, text);
  g_string_append (text, "\n#endif\n");
  refrain_skeleton_writer_clear (&writer);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
