/* tracer-communicators.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A communicator is known to its members by different handles. What names it in all of them is of
 * which communicator it was made, which of that one's, and who its first member is: constructors
 * are called in the same order by all members of the parent, so that nobody needs to be asked.
 * Processes that were started have a world of their own, whose ranks others cannot tell: what has
 * members of two is named by their ranks in the parent.
 */
#include "tracer.h"

#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static TracerComm *table; /* newest last */
static size_t n_known, room;
static uint64_t generation = 1; /* of the table: what threads remember is of an older one */
static uint32_t next_id = TRACER_COMM_FIRST;
static uint32_t n_agreed; /* communicators that this process has numbered for others */
static MPI_Group world_group;
static bool has_world;  /* the group is known */
static bool has_others; /* this process has started others, or was started by some */

static TracerComm nowhere = { .id = UINT32_MAX };

/* ---- The table ---- */

static TracerComm *
find (MPI_Comm comm)
{
  for (size_t i = n_known; i-- > 0;)
    if (table[i].handle == comm)
      return &table[i];
  return NULL;
}

static void
add (const TracerComm *comm)
{
  pthread_mutex_lock (&lock);
  if (n_known == room)
    {
      const size_t more = room > 0 ? room * 2 : 16;
      TracerComm *larger = realloc (table, more * sizeof *table);

      if (larger == NULL)
        {
          pthread_mutex_unlock (&lock);
          return;
        }
      table = larger;
      room = more;
    }
  table[n_known++] = *comm;
  generation++;
  pthread_mutex_unlock (&lock);
}

void
tracer_comm_remove (MPI_Comm comm)
{
  TracerComm *known;

  pthread_mutex_lock (&lock);
  known = find (comm);
  if (known != NULL)
    {
      memmove (known, known + 1, (size_t) (table + n_known - (known + 1)) * sizeof *known);
      n_known--;
      generation++;
    }
  pthread_mutex_unlock (&lock);
}

static void add_unknown (TracerThread *t, MPI_Comm comm);

static bool
look_up (MPI_Comm comm, TracerComm *found)
{
  const TracerComm *known;

  pthread_mutex_lock (&lock);
  known = find (comm);
  if (known != NULL)
    {
      *found = *known;
      found->generation = generation;
    }
  pthread_mutex_unlock (&lock);
  return known != NULL;
}

static inline TracerComm *
place_of (TracerThread *t, MPI_Comm comm)
{
  const uint64_t number = (uint64_t) (uintptr_t) comm * UINT64_C (0x9E3779B97F4A7C15);

  return &t->comms[number >> 32 & (TRACER_N_COMMS - 1)];
}

TracerComm *
tracer_comm_get (TracerThread *t, MPI_Comm comm)
{
  TracerComm *place = place_of (t, comm);

  if (LIKELY (place->handle == comm
              && place->generation == __atomic_load_n (&generation, __ATOMIC_RELAXED)))
    return place;
  if (comm == tracer_null_comm)
    return &nowhere;
  if (!look_up (comm, place))
    {
      add_unknown (t, comm);
      if (!look_up (comm, place))
        return &nowhere;
    }
  return place;
}

uint32_t
tracer_comm_next (TracerThread *t, MPI_Comm parent)
{
  uint32_t which = 0;
  TracerComm *known;

  if (tracer_comm_get (t, parent) == &nowhere)
    return 0;
  pthread_mutex_lock (&lock);
  known = find (parent);
  if (known != NULL)
    which = ++known->n_made;
  pthread_mutex_unlock (&lock);
  return which;
}

/* ---- Definitions ---- */

/* The world's ranks of @ranks of @group; -1 where it has none. */
static void
translate (MPI_Group group, int n, const int *ranks, int *world)
{
  for (int i = 0; i < n; i++)
    world[i] = MPI_UNDEFINED;
  if (has_world)
    MPI (Group_translate_ranks) (group, n, ranks, world_group, world);
  for (int i = 0; i < n; i++)
    world[i] = world[i] == MPI_UNDEFINED ? -1 : world[i];
}

static int
to_world (MPI_Group group, int rank)
{
  int world;

  translate (group, 1, &rank, &world);
  return world;
}

/* The ranks of @group from @first on; in parts, so that each fits a record. */
static void
put_members (TracerThread *t, uint32_t id, bool remote, MPI_Group group, int size)
{
  int ranks[TRACER_MAX_MEMBERS], world[TRACER_MAX_MEMBERS];

  for (int first = 0; first < size; first += TRACER_MAX_MEMBERS)
    {
      const int n = size - first < TRACER_MAX_MEMBERS ? size - first : TRACER_MAX_MEMBERS;
      unsigned char *at;
      int last = 0;

      for (int i = 0; i < n; i++)
        ranks[i] = first + i;
      translate (group, n, ranks, world);
      at = tracer_spool_begin (&t->spool, TRACER_MEMBERS);
      if (at == NULL)
        return;
      at = tracer_put (at, id);
      at = tracer_put (at, remote);
      at = tracer_put (at, (uint64_t) size);
      at = tracer_put (at, (uint64_t) first);
      at = tracer_put (at, (uint64_t) n);
      for (int i = 0; i < n; i++)
        {
          at = tracer_put_signed (at, world[i] - last);
          last = world[i];
        }
      tracer_spool_commit (&t->spool, at);
    }
}

/* Whether this process tells what is known of @comm as a whole: more than one does, far from each
 * other, so that it is there even where nothing could be recorded of some, or of a node. */
static bool
is_teller (const TracerComm *comm)
{
  return (comm->rank & (comm->rank - 1)) == 0;
}

static void
put_communicator (TracerThread *t,
                  uint32_t id,
                  uint64_t parent,
                  uint32_t which,
                  uint64_t first,
                  TracerRemote remote)
{
  unsigned char *at = tracer_spool_begin (&t->spool, TRACER_COMMUNICATOR);

  if (at == NULL)
    return;
  at = tracer_put (at, id);
  at = tracer_put (at, parent);
  at = tracer_put (at, which);
  at = tracer_put (at, first);
  at = tracer_put (at, remote);
  tracer_spool_commit (&t->spool, at);
}

/* Says how many members the group is of that this process cannot name. */
static void
put_group_size (TracerThread *t, uint32_t id, bool remote, int size)
{
  unsigned char *at = tracer_spool_begin (&t->spool, TRACER_MEMBERS);

  if (at == NULL)
    return;
  at = tracer_put (at, id);
  at = tracer_put (at, remote);
  at = tracer_put (at, (uint64_t) size);
  at = tracer_put (at, 0);
  at = tracer_put (at, 0);
  tracer_spool_commit (&t->spool, at);
}

static void
count_neighbours (TracerComm *comm)
{
  int kind = MPI_UNDEFINED, weighted;

  if (comm->remote_size > 0)
    return;
  MPI (Topo_test) (comm->handle, &kind);
  if (kind == MPI_CART)
    {
      MPI (Cartdim_get) (comm->handle, &comm->in_degree);
      comm->in_degree *= 2;
      comm->out_degree = comm->in_degree;
    }
  else if (kind == MPI_GRAPH)
    {
      MPI (Graph_neighbors_count) (comm->handle, comm->rank, &comm->in_degree);
      comm->out_degree = comm->in_degree;
    }
  else if (kind == MPI_DIST_GRAPH)
    MPI (Dist_graph_neighbors_count)
  (comm->handle, &comm->in_degree, &comm->out_degree, &weighted);
}

static void
describe (TracerComm *comm, MPI_Comm handle)
{
  int inter = 0;

  memset (comm, 0, sizeof *comm);
  comm->handle = handle;
  MPI (Comm_rank) (handle, &comm->rank);
  MPI (Comm_size) (handle, &comm->size);
  MPI (Comm_test_inter) (handle, &inter);
  if (inter)
    MPI (Comm_remote_size) (handle, &comm->remote_size);
  count_neighbours (comm);
}

/* Whether one of the @size members of @group is of another world. */
static bool
has_foreign (MPI_Group group, int size)
{
  for (int i = 0; i < size && has_others; i++)
    if (to_world (group, i) < 0)
      return true;
  return false;
}

/* What names a communicator beside its parent, where members are of several worlds: the rank of its
 * first one in @parent; of two groups only one is made with all of them. */
static uint64_t
first_in_parent (MPI_Group group, MPI_Comm parent)
{
  MPI_Group whole;
  int inter = 1, rank = 0, found = 0;

  if (parent != tracer_null_comm)
    MPI (Comm_test_inter) (parent, &inter);
  if (inter)
    return TRACER_FOREIGN;
  MPI (Comm_group) (parent, &whole);
  MPI (Group_translate_ranks) (group, 1, &rank, whole, &found);
  MPI (Group_free) (&whole);
  return TRACER_FOREIGN + (uint64_t) (found < 0 ? 0 : found);
}

/* Which communicator is defined. */
typedef struct
{
  MPI_Comm parent; /* tracer_null_comm: none that is known */
  uint64_t id;     /* of it, + 1, or 0 */
  uint32_t which;  /* of those that were made of it */
  bool is_second;  /* this process is of its second group */
  TracerRemote remote;
} Origin;

/* The world's rank of the first member of both groups; the second group is that without. */
static uint64_t
first_of_both (TracerComm *comm, MPI_Group group, MPI_Group remote)
{
  const int here = to_world (group, 0), there = comm->remote_size > 0 ? to_world (remote, 0) : -1;

  comm->is_second = comm->remote_size > 0 && (unsigned) there < (unsigned) here;
  if (comm->is_second)
    return (uint64_t) there;
  return here < 0 ? 0 : (uint64_t) here;
}

static void
put_neighbours (TracerThread *t, uint32_t id, bool outgoing, const int *ranks, int n)
{
  for (int first = 0; first < n; first += TRACER_MAX_MEMBERS)
    {
      const int part = n - first < TRACER_MAX_MEMBERS ? n - first : TRACER_MAX_MEMBERS;
      unsigned char *at = tracer_spool_begin (&t->spool, TRACER_NEIGHBOURS);

      if (at == NULL)
        return;
      at = tracer_put (at, id);
      at = tracer_put (at, outgoing);
      at = tracer_put (at, (uint64_t) part);
      for (int i = first; i < first + part; i++)
        at = tracer_put (at, (uint64_t) ranks[i]);
      tracer_spool_commit (&t->spool, at);
    }
}

/* Who is beside this process on the graph of @comm, if it has one: each tells its own. */
static void
tell_neighbours (TracerThread *t, const TracerComm *comm)
{
  const int n_from = comm->in_degree, n_to = comm->out_degree;
  int kind = MPI_UNDEFINED, *ranks, *weights;

  if (n_from + n_to <= 0)
    return;
  MPI (Topo_test) (comm->handle, &kind);
  ranks = calloc ((size_t) (n_from + n_to), 2 * sizeof *ranks);
  if (ranks == NULL)
    return;
  weights = ranks + n_from + n_to;
  if (kind == MPI_GRAPH
      && MPI (Graph_neighbors) (comm->handle, comm->rank, n_from, ranks) == MPI_SUCCESS)
    {
      put_neighbours (t, comm->id, false, ranks, n_from);
      put_neighbours (t, comm->id, true, ranks, n_from);
    }
  else if (kind == MPI_DIST_GRAPH
           && MPI (Dist_graph_neighbors) (comm->handle, n_from, ranks, weights, n_to,
                                          ranks + n_from, weights + n_from)
                  == MPI_SUCCESS)
    {
      put_neighbours (t, comm->id, false, ranks, n_from);
      put_neighbours (t, comm->id, true, ranks + n_from, n_to);
    }
  free (ranks);
}

static void
define (TracerThread *t, TracerComm *comm, const Origin *origin)
{
  const TracerRemote kind = comm->remote_size > 0 ? origin->remote : TRACER_REMOTE_NONE;
  MPI_Group group, remote;
  uint64_t first;
  bool foreign;

  comm->id = __atomic_fetch_add (&next_id, 1, __ATOMIC_RELAXED);
  MPI (Comm_group) (comm->handle, &group);
  remote = group;
  if (comm->remote_size > 0)
    MPI (Comm_remote_group) (comm->handle, &remote);
  foreign = has_foreign (group, comm->size) || has_foreign (remote, comm->remote_size);
  first = first_of_both (comm, group, remote);
  /* Who starts others is named as ever, unless these are of several worlds already. */
  if (foreign && (kind != TRACER_REMOTE_STARTED || has_foreign (group, comm->size)))
    {
      first = first_in_parent (group, origin->parent);
      comm->is_second
          = kind == TRACER_REMOTE_STARTERS || (comm->remote_size > 0 && origin->is_second);
    }
  put_communicator (t, comm->id, origin->id, origin->which, first, kind);
  if (is_teller (comm) || foreign)
    put_members (t, comm->id, comm->is_second, group, comm->size);
  if (foreign && comm->remote_size > 0)
    put_group_size (t, comm->id, !comm->is_second, comm->remote_size);
  if (comm->remote_size > 0)
    MPI (Group_free) (&remote);
  MPI (Group_free) (&group);
  tell_neighbours (t, comm);
  add (comm);
}

/* ---- Made by the program ---- */

static void
add_made (TracerThread *t, MPI_Comm made, MPI_Comm parent, uint32_t which, TracerRemote remote)
{
  Origin origin = { .parent = parent, .which = which, .remote = remote };
  const TracerComm *of;
  TracerComm comm;

  if (made == tracer_null_comm)
    return;
  of = tracer_comm_get (t, parent);
  origin.id = (uint64_t) of->id + 1;
  origin.is_second = of->is_second;
  describe (&comm, made);
  define (t, &comm, &origin);
}

void
tracer_comm_add (TracerThread *t, MPI_Comm made, MPI_Comm parent, uint32_t which)
{
  add_made (t, made, parent, which, TRACER_REMOTE_USUAL);
}

void
tracer_comm_add_started (TracerThread *t, MPI_Comm made, MPI_Comm parent, uint32_t which)
{
  has_others = true;
  add_made (t, made, parent, which, TRACER_REMOTE_STARTED);
}

/* Numbered by the first member, which tells the others over @local; the first of two groups asks
 * that of the other. */
void
tracer_comm_add_agreed (TracerThread *t, MPI_Comm made, MPI_Comm local)
{
  TracerComm comm;
  uint32_t mine[2] = { 0, tracer_rank }, other[2];

  if (made == tracer_null_comm)
    return;
  describe (&comm, made);
  if (comm.rank == 0)
    {
      mine[0] = __atomic_add_fetch (&n_agreed, 1, __ATOMIC_RELAXED);
      if (comm.remote_size > 0)
        {
          MPI (Sendrecv)
          (mine, (int) sizeof mine, tracer_byte, 0, 0, other, (int) sizeof other, tracer_byte, 0, 0,
           made, MPI_STATUS_IGNORE);
          if (other[1] < mine[1])
            memcpy (mine, other, sizeof mine);
        }
    }
  MPI (Bcast) (mine, (int) sizeof mine, tracer_byte, 0, local);
  define (t, &comm,
          &(Origin){ .parent = tracer_null_comm, .which = mine[0], .remote = TRACER_REMOTE_USUAL });
}

static void
add_orphan (TracerThread *t, MPI_Comm handle, TracerRemote remote)
{
  TracerComm comm;

  describe (&comm, handle);
  define (t, &comm, &(Origin){ .parent = tracer_null_comm, .remote = remote });
}

/* Made in a way that is not recorded. */
static void
add_unknown (TracerThread *t, MPI_Comm handle)
{
  add_orphan (t, handle, TRACER_REMOTE_USUAL);
}

/* With those that started this world's processes. */
static void
add_starters (TracerThread *t)
{
  MPI_Comm starters = tracer_null_comm;

  if (MPI (Comm_get_parent) (&starters) != MPI_SUCCESS || starters == tracer_null_comm)
    return;
  has_others = true;
  add_orphan (t, starters, TRACER_REMOTE_STARTERS);
}

void
tracer_comm_add_cartesian (TracerThread *t, MPI_Comm made)
{
  int n = 0;

  if (made == tracer_null_comm || MPI (Cartdim_get) (made, &n) != MPI_SUCCESS || n <= 0
      || n > TRACER_MAX_MEMBERS)
    return;
  {
    int sizes[TRACER_MAX_MEMBERS], periods[TRACER_MAX_MEMBERS], place[TRACER_MAX_MEMBERS];
    const TracerComm *comm = tracer_comm_get (t, made);
    unsigned char *at;

    if (comm == &nowhere || !is_teller (comm)
        || MPI (Cart_get) (made, n, sizes, periods, place) != MPI_SUCCESS)
      return;
    at = tracer_spool_begin (&t->spool, TRACER_CARTESIAN);
    if (at == NULL)
      return;
    at = tracer_put (at, comm->id);
    at = tracer_put (at, (uint64_t) n);
    for (int i = 0; i < n; i++)
      at = tracer_put (at, (uint64_t) sizes[i] * 2 + (periods[i] != 0));
    tracer_spool_commit (&t->spool, at);
  }
}

void
tracer_comm_name (TracerThread *t, MPI_Comm handle, const char *name)
{
  const TracerComm *comm = tracer_comm_get (t, handle);
  unsigned char *at;

  if (comm->rank != 0 || comm == &nowhere)
    return;
  at = tracer_spool_begin (&t->spool, TRACER_NAME);
  if (at == NULL)
    return;
  at = tracer_put (at, comm->id);
  at = tracer_put_text (at, name);
  tracer_spool_commit (&t->spool, at);
}

void
tracer_comm_add_standard (TracerThread *t)
{
  TracerComm comm;

  has_world = MPI (Comm_group) (tracer_world, &world_group) == MPI_SUCCESS;
  describe (&comm, tracer_world);
  comm.id = TRACER_COMM_WORLD;
  add (&comm);
  describe (&comm, tracer_self);
  comm.id = TRACER_COMM_SELF;
  add (&comm);
  add_starters (t);
}
