/* tracer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tracer, librefrain-tracer.so, is loaded before the MPI library into each process of a program
 * and records what it does. It holds MPI_ and PMPI_ routines of the same names that record and call
 * the PMPI_ routine behind them: the latter, because the Fortran interfaces of some MPI libraries
 * (mpif.h, mpi and mpi_f08 alike) call it, with all handles and constants converted.
 *
 * The wrappers are made from mpi-functions.table by make-wrappers.py. Nothing here calls a routine
 * of MPI by its name, but all through MPI(): the tracer is loaded into programs without MPI as
 * well.
 */
#pragma once

#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "tracer-spool.h"
#include "tracer-ticks.h"
#include TRACER_NAMES /* TRACER_MPI_Send and so on, made from the table */

#define LIKELY(condition)   __builtin_expect (!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect (!!(condition), 0)

/* ---- Threads (tracer-threads.c) ---- */

typedef struct
{
  MPI_Comm handle;
  uint32_t id;               /* as in the spool */
  uint32_t n_made;           /* communicators made of it */
  uint64_t generation;       /* of the table, when this was looked up */
  int rank, size;            /* of this process */
  int remote_size;           /* 0 of an intra-communicator */
  bool is_second;            /* this process is of the second of two groups */
  int in_degree, out_degree; /* neighbours; -1 until asked for */
} TracerComm;

/* Communicators that a thread remembers. */
#define TRACER_N_COMMS 16

typedef struct TracerThread TracerThread;
struct TracerThread
{
  TracerSpool spool;
  TracerTicks ticks;
  uint64_t now;                     /* the clock at the call or the return that is being recorded */
  unsigned inside;                  /* wrappers open: what MPI calls by itself is not recorded */
  bool on;                          /* the call that is open was recorded */
  bool was_on;                      /* what the spool says */
  uint64_t request;                 /* of the operation that is being started */
  TracerComm comms[TRACER_N_COMMS]; /* used last, by handle */
  TracerThread *next;               /* of all */
  unsigned char known[(TRACER_N_NAMES + 7) / 8]; /* routines of MPI that have their definition */
  struct TracerRoutines *routines;               /* of the program (tracer-routines.c) */
  unsigned depth;                                /* of calls of the program's routines */
  uint64_t recorded[64]; /* a bit for each of them: was its beginning recorded? */
  MPI_Request *handles;  /* before a call that completes some of them */
  MPI_Status *statuses;  /* in the place of MPI_STATUSES_IGNORE */
  size_t handles_room, statuses_room;
};

/* Of this thread; NULL when nothing is recorded. */
TracerThread *tracer_thread_get (void);
/* What is said of the process at MPI_Init goes into the header of each thread. */
void tracer_threads_identify (uint32_t rank, uint32_t size, const uint64_t run[2]);
void tracer_threads_mark (uint32_t state);

/* Nanoseconds; one clock for all processes of a node. */
uint64_t tracer_clock (void);

/* ---- The MPI library (tracer-mpi.c) ---- */

extern const char *const tracer_names[];
extern void *tracer_real[TRACER_N_NAMES];
extern bool tracer_ready; /* the routines behind the wrappers are known */
/* The program's MPI library is another one than this was made for: its handles mean nothing here.
 */
extern bool tracer_foreign;
extern bool tracer_threaded; /* several threads may call MPI at once */
extern uint32_t tracer_rank, tracer_size;
extern MPI_Comm tracer_world, tracer_self;
extern MPI_Comm tracer_null_comm;
extern MPI_Request tracer_null_request;
extern MPI_Datatype tracer_byte;
extern MPI_Info tracer_null_info;

/* The routine behind the wrapper. */
#define MPI(name) ((__typeof__ (&MPI_##name)) tracer_real[TRACER_MPI_##name])

void tracer_resolve (void);

/* ---- The run (tracer-run.c) ---- */

bool tracer_is_on (uint64_t now);
void tracer_after_init (TracerThread *t);
void tracer_before_finalize (TracerThread *t);
void tracer_after_finalize (TracerThread *t);
void tracer_abort (TracerThread *t, int code);
void tracer_pcontrol (int level);

/* Begins the call of routine @name; NULL when it is not recorded. */
TracerThread *tracer_enter (unsigned name);
void tracer_leave (TracerThread *t, unsigned name);

/* The real routine has returned. */
static inline void
tracer_return (TracerThread *t)
{
  t->now = tracer_ticks_time (&t->ticks, tracer_ticks_read_after ());
}

/* ---- Communicators (tracer-communicators.c) ---- */

/* What is known of @comm; valid until the next call on this thread. */
TracerComm *tracer_comm_get (TracerThread *t, MPI_Comm comm);
/* The constructor of @made has been called on @parent. */
uint32_t tracer_comm_next (TracerThread *t, MPI_Comm parent);
void tracer_comm_add (TracerThread *t, MPI_Comm made, MPI_Comm parent, uint32_t which);
/* The same of MPI_Comm_spawn: the remote group are processes that were started. */
void tracer_comm_add_started (TracerThread *t, MPI_Comm made, MPI_Comm parent, uint32_t which);
/* Made by MPI_Comm_create_group or MPI_Intercomm_create, which not all members of a parent call. */
void tracer_comm_add_agreed (TracerThread *t, MPI_Comm made, MPI_Comm local);
void tracer_comm_add_cartesian (TracerThread *t, MPI_Comm made);
void tracer_comm_remove (MPI_Comm comm);
void tracer_comm_name (TracerThread *t, MPI_Comm comm, const char *name);
void tracer_comm_add_standard (TracerThread *t);

/* ---- Events (tracer-events.c) ---- */

/* The number of the next request. */
uint64_t tracer_request_next (void);
void tracer_send (TracerThread *t, MPI_Comm comm, int dest, int tag, uint64_t bytes);
void tracer_recv (TracerThread *t, MPI_Comm comm, const MPI_Status *status);
void tracer_isend (TracerThread *t, MPI_Comm comm, int dest, int tag, uint64_t bytes);
void tracer_irecv (TracerThread *t);
void tracer_collective_begin (TracerThread *t);
void tracer_collective_end (
    TracerThread *t, unsigned type, MPI_Comm comm, int root, uint64_t sent, uint64_t received);
void tracer_collective_request (TracerThread *t);

/* ---- Requests (tracer-requests.c) ---- */

typedef enum
{
  TRACER_REQUEST_NONE,
  TRACER_REQUEST_SEND,
  TRACER_REQUEST_RECV,
  TRACER_REQUEST_COLLECTIVE,
  TRACER_REQUEST_DUPLICATE, /* of a communicator */
  TRACER_REQUEST_IO,        /* of a file, whose handle is `sent` */
  TRACER_REQUEST_MESSAGE,   /* an MPI_Message that was probed, not a request */
} TracerRequestKind;

typedef struct
{
  uint64_t handle;
  const void
      *place; /* of the variable that holds the handle: tells those of the same handle apart */
  uint64_t id;
  MPI_Comm comm;
  uint32_t comm_id;
  uint32_t which;          /* DUPLICATE: of the communicators made of its parent */
  MPI_Comm *made;          /* DUPLICATE */
  uint64_t sent, received; /* SEND: bytes, of a persistent one */
  int peer, tag;           /* SEND: of a persistent one; RECV: if posted; COLLECTIVE: root, type */
  int parts, missing;      /* SEND: of a partitioned one, and those not ready since its start */
  uint8_t kind;
  bool persistent;
  bool active;
  bool null;   /* with MPI_PROC_NULL */
  bool posted; /* RECV: what it was posted with is kept, since its status may be wrong */
} TracerRequest;

/* Keeps what @request was started as, of number t->request. */
void tracer_keep_send (TracerThread *t, const MPI_Request *request, MPI_Comm comm, int dest);
void tracer_keep_recv (TracerThread *t, const MPI_Request *request, MPI_Comm comm, int source);
/* A receive whose status cannot be relied on: MPICH 4.0 leaves that of MPI_Isendrecv undefined, and
 * that of a partitioned one may be empty. */
void tracer_keep_posted (
    TracerThread *t, const MPI_Request *request, MPI_Comm comm, int source, int tag);
void tracer_keep_collective (TracerThread *t,
                             const MPI_Request *request,
                             unsigned type,
                             MPI_Comm comm,
                             int root,
                             uint64_t sent,
                             uint64_t received);
void tracer_keep_duplicate (TracerThread *t,
                            const MPI_Request *request,
                            MPI_Comm parent,
                            MPI_Comm *made);
/* The same of persistent requests, which are started later. */
void tracer_keep_send_init (TracerThread *t,
                            const MPI_Request *request,
                            MPI_Comm comm,
                            int dest,
                            int tag,
                            uint64_t bytes,
                            int parts);
void tracer_keep_recv_init (TracerThread *t, const MPI_Request *request, MPI_Comm comm, int source);
void tracer_keep_precv_init (
    TracerThread *t, const MPI_Request *request, MPI_Comm comm, int source, int tag);
void tracer_keep_collective_init (TracerThread *t,
                                  const MPI_Request *request,
                                  unsigned type,
                                  MPI_Comm comm,
                                  int root,
                                  uint64_t sent,
                                  uint64_t received);
void tracer_start (TracerThread *t, int n, const MPI_Request *requests);
/* @n more parts of the partitioned send @request are ready. */
void tracer_parts_ready (TracerThread *t, MPI_Request request, int n);

/* Before a call that may complete some of @requests: copies the handles. */
void tracer_remember (TracerThread *t, int n, const MPI_Request *requests);
/* Room for @n statuses, or @given where the program wants them. */
MPI_Status *tracer_statuses (TracerThread *t, int n, MPI_Status *given);
/* The remembered request @i, held in @requests, is done. */
void
tracer_complete (TracerThread *t, int i, const MPI_Request *requests, const MPI_Status *status);
void tracer_complete_all (TracerThread *t,
                          int n,
                          const MPI_Request *requests,
                          const MPI_Status *statuses);
void tracer_complete_some (TracerThread *t,
                           int n,
                           const int *indices,
                           const MPI_Request *requests,
                           const MPI_Status *statuses);
/* The remembered requests are not done. */
void tracer_test (TracerThread *t, int n, const MPI_Request *requests);
void tracer_request_free (TracerThread *t, const MPI_Request *request);

void tracer_keep_message (TracerThread *t, const MPI_Message *message, MPI_Comm comm);
/* The communicator of the message, and @message is forgotten. */
MPI_Comm tracer_take_message (TracerThread *t, const MPI_Message *message);

/* ---- Windows and files (tracer-objects.c) ---- */

void tracer_window_made (TracerThread *t, MPI_Win win, MPI_Comm comm);
void tracer_file_opened (TracerThread *t, MPI_File file, MPI_Comm comm, const char *name, int mode);
/* The window or file @handle is given up. */
void tracer_object_gone (TracerThread *t, unsigned type, uintptr_t handle);
/* An event of it with @n numbers. */
void tracer_object_event (TracerThread *t,
                          unsigned type,
                          uintptr_t handle,
                          unsigned n,
                          uint64_t a,
                          uint64_t b,
                          uint64_t c,
                          uint64_t d);
void tracer_rma (
    TracerThread *t, unsigned type, MPI_Win win, int target, uint64_t sent, uint64_t received);
/* Returns what names the operation until it ends. */
uint64_t
tracer_io_begin (TracerThread *t, MPI_File file, unsigned mode, unsigned flags, uint64_t bytes);
void tracer_io_end (TracerThread *t, uintptr_t file, uint64_t id, const MPI_Status *status);
void tracer_keep_io (TracerThread *t, const MPI_Request *request, MPI_File file, uint64_t id);

/* ---- Sizes, for what make-wrappers.py writes ---- */

static inline uint64_t
tracer_type_size (MPI_Datatype type)
{
  int size = 0;

  return MPI (Type_size) (type, &size) == MPI_SUCCESS && size > 0 ? (uint64_t) size : 0;
}

#define TRACER_BYTES(count, type) ((count) != 0 ? (uint64_t) (count) *tracer_type_size (type) : 0)
