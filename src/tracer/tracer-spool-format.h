/* tracer-spool-format.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tracer writes while the traced program runs, and refrain-cli record reads afterwards: a
 * file a thread, of a header and records. Plain C: the tracer shares no library with Refrain.
 *
 * A record is a byte, its code, and numbers as varints: seven bits a byte, the lowest first, the
 * highest bit set in all but the last. Signed numbers (marked ±) are folded: 0, -1, 1, -2, … are 0,
 * 1, 2, 3. Text is its length and its bytes. Events begin with the nanoseconds since the event
 * before them, the first since the header's `base`.
 */
#pragma once

#include <stdint.h>

#define TRACER_SPOOL_MAGIC   "RFSPOOL"
#define TRACER_SPOOL_VERSION 1
#define TRACER_SPOOL_ORDER   0x01020304
/* Records follow the header here. */
#define TRACER_SPOOL_HEADER 4096
#define TRACER_SPOOL_SUFFIX ".spool"

/* Longer text is cut. */
#define TRACER_MAX_TEXT 1024
/* Ranks in one record of members; longer lists are several records. */
#define TRACER_MAX_MEMBERS 256
/* No record is longer. */
#define TRACER_MAX_RECORD 4000

#define TRACER_NO_RANK UINT32_MAX

/* Bits of `state`. */
enum
{
  TRACER_FINALIZED = 1, /* MPI_Finalize was called */
  TRACER_STOPPED = 2,   /* there was no room for more records */
  TRACER_ENDED = 4,     /* the thread has ended */
};

/* Numbers are in the order of bytes of the machine that ran, which `order` tells. */
typedef struct
{
  char magic[8];
  uint32_t version;
  uint32_t order;
  uint64_t used;         /* bytes of whole records behind the header */
  uint64_t base;         /* the clock when the thread began, in nanoseconds */
  uint64_t run[2];       /* equal in all processes of one MPI_COMM_WORLD; zero before MPI_Init */
  uint64_t process;      /* the operating system's number */
  uint32_t rank;         /* in MPI_COMM_WORLD; TRACER_NO_RANK before MPI_Init */
  uint32_t size;         /* of MPI_COMM_WORLD */
  uint32_t thread;       /* of the process, from 0 in the order of their first events */
  uint32_t state;        /* bits as above */
  uint64_t stopped_at;   /* the clock then */
  uint32_t stop_cause;   /* errno then */
  uint32_t n_lost;       /* events that came while another was being written, from a signal */
  char host[256];        /* ends with a zero */
  char program[512];     /* ends with a zero */
  uint64_t unfiled_from; /* the clock when the first of them began */
  uint32_t n_unfiled;    /* threads of the process of which there is no file */
  /* The cores that the process may use, four a hexadecimal digit, the lowest first; ends with a
   * zero, empty where they are not known. */
  char cores[260];
} TracerSpoolHeader;

typedef enum
{
  TRACER_END, /* none: nothing was written from here */
  /* Events: time and */
  TRACER_ENTER,               /* routine */
  TRACER_LEAVE,               /* routine */
  TRACER_SEND,                /* communicator, rank in it, tag ±, bytes */
  TRACER_RECV,                /* the same */
  TRACER_ISEND,               /* the same, request ± relative to the one before in this file */
  TRACER_IRECV,               /* the same; the bytes may be TRACER_AS_SENT */
  TRACER_ISEND_COMPLETE,      /* request ± */
  TRACER_IRECV_REQUEST,       /* request ± */
  TRACER_REQUEST_TEST,        /* request ± */
  TRACER_REQUEST_CANCELLED,   /* request ± */
  TRACER_NULL_SEND,           /* bytes: with MPI_PROC_NULL, as all of these */
  TRACER_NULL_RECV,           /* bytes */
  TRACER_NULL_ISEND,          /* bytes, request ± */
  TRACER_NULL_IRECV,          /* bytes, request ± */
  TRACER_COLLECTIVE_BEGIN,    /* nothing */
  TRACER_COLLECTIVE_END,      /* type as in OTF2, communicator, root + 1 or 0, sent, received */
  TRACER_COLLECTIVE_REQUEST,  /* request ± */
  TRACER_COLLECTIVE_COMPLETE, /* as COLLECTIVE_END, request ± */
  TRACER_MEASUREMENT,         /* 1 on, 2 off: only what connects processes is recorded then */
  TRACER_ABORT,               /* error code ±: MPI_Abort was called */
  TRACER_OTHER,               /* type as below, object, how many numbers follow, and these */
  TRACER_N_EVENTS,
  /* Definitions, which concern the whole process and may stand in any of its files. */
  TRACER_ROUTINE = 64, /* number, 1 if of MPI or 0, address in its file, name, file */
  TRACER_COMMUNICATOR, /* number, parent's number + 1 or 0, which of the parent's, the world's rank
                          of its first member, TracerRemote: these four name it in all processes.
                          Where one of its members is of another world, the rank is that in the
                          parent, and TRACER_FOREIGN is added */
  TRACER_MEMBERS,      /* number, 1 for the remote group or 0, number of members, the first one
                          listed here, how many are, and their ranks in the world ±, relative to the
                          one before, -1 of another world; told by the members 0, 1, 2, 4, 8, ...,
                          by all where one is of another world */
  TRACER_NAME,         /* number of the communicator, name */
  TRACER_CARTESIAN,    /* number of the communicator, dimensions, and of each size * 2 + periodic */
  TRACER_OBJECT,       /* a window or a file: number, TRACER_WINDOW or TRACER_FILE, communicator,
                          which of the things made of that, name */
  TRACER_CLOCK,        /* the clock, ± what to add to it for that of rank 0, wall clock ± */
  TRACER_NEIGHBOURS,   /* number of the communicator, 1 for those that get something from this
                          process or 0, how many ranks of it follow, and these; behind those of a
                          record before */
} TracerRecord;

enum
{
  TRACER_WINDOW,
  TRACER_FILE,
};

/* Whether a communicator has a remote group: none, of processes as others, of processes that this
 * one started, or of those that started this one. */
typedef enum
{
  TRACER_REMOTE_NONE,
  TRACER_REMOTE_USUAL,
  TRACER_REMOTE_STARTED,
  TRACER_REMOTE_STARTERS,
} TracerRemote;
#define TRACER_FOREIGN (UINT64_C (1) << 32)

/* Events of windows and files, numbered as in the list of OTF2's that Refrain keeps
 * (src/formats/otf2), and the numbers that they come with. */
enum
{
  TRACER_RMA_WIN_CREATE = 12,
  TRACER_RMA_WIN_DESTROY = 13,
  TRACER_RMA_COLLECTIVE_BEGIN = 14,
  TRACER_RMA_COLLECTIVE_END = 15,
  TRACER_RMA_ACQUIRE_LOCK = 18, /* rank, 0 exclusive or 1 shared */
  TRACER_RMA_RELEASE_LOCK = 20, /* rank */
  TRACER_RMA_PUT = 23,          /* rank, bytes */
  TRACER_RMA_GET = 24,          /* rank, bytes */
  TRACER_RMA_ATOMIC = 25,       /* rank, bytes sent, bytes received */
  TRACER_IO_CREATE_HANDLE = 44, /* 0 to read, 1 to write, 2 both */
  TRACER_IO_DESTROY_HANDLE = 45,
  TRACER_IO_SEEK = 47,            /* offset, 0 from the start, 1 from here, 2 from the end */
  TRACER_IO_OPERATION_BEGIN = 50, /* 0 read or 1 write, 1 non-blocking + 2 collective, bytes, id */
  TRACER_IO_OPERATION_COMPLETE = 53, /* bytes, id */
};
#define TRACER_MAX_OTHER 4

/* In the place of bytes received: as many as were sent. */
#define TRACER_AS_SENT UINT64_MAX

/* Communicators that are always there. */
enum
{
  TRACER_COMM_WORLD,
  TRACER_COMM_SELF,
  TRACER_COMM_FIRST, /* the first that the program makes */
};
