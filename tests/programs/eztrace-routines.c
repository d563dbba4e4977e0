/* eztrace-routines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An EZTrace plugin that records the program's own routines beside what other plugins record, when
 * non-blocking operations complete, and times that agree between processes of one node. For
 * programs compiled with -finstrument-functions and linked with -rdynamic:
 *
 *   eztrace -l FOLDER_OF_THIS_PLUGIN -t "routines openmpi" ./program
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <eztrace-core/eztrace_config.h>
#include <eztrace-instrumentation/pptrace.h>
#include <eztrace-lib/eztrace.h>
#include <eztrace-lib/eztrace_module.h>

#define MAX_ROUTINES 4096

/* Routine addresses and EZTrace's numbers for them, an open hash table. */
static struct
{
  void *address;
  int region; /* negative: without a name, not recorded */
} routines[MAX_ROUTINES];
static unsigned n_routines;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void __cyg_profile_func_enter (void *routine, void *caller);
void __cyg_profile_func_exit (void *routine, void *caller);

static int
find_region_locked (void *address)
{
  unsigned i = (unsigned) (((uintptr_t) address >> 4) % MAX_ROUTINES);
  Dl_info info;

  while (routines[i].address != NULL && routines[i].address != address)
    i = (i + 1) % MAX_ROUTINES;
  if (routines[i].address == address)
    return routines[i].region;
  if (n_routines == MAX_ROUTINES - 1)
    return -1;
  n_routines++;
  routines[i].address = address;
  routines[i].region = -1;
  if (dladdr (address, &info) != 0 && info.dli_sname != NULL)
    routines[i].region = ezt_otf2_register_function (info.dli_sname);
  return routines[i].region;
}

static int
find_region (void *address)
{
  int region;

  pthread_mutex_lock (&lock);
  region = find_region_locked (address);
  pthread_mutex_unlock (&lock);
  return region;
}

void
__cyg_profile_func_enter (void *routine, void *caller)
{
  int region;

  if (EZTRACE_SAFE && (region = find_region (routine)) >= 0)
    OTF2_EvtWriter_Enter (evt_writer, NULL, ezt_get_timestamp (), (OTF2_RegionRef) region);
}

void
__cyg_profile_func_exit (void *routine, void *caller)
{
  int region;

  if (EZTRACE_SAFE && (region = find_region (routine)) >= 0)
    OTF2_EvtWriter_Leave (evt_writer, NULL, ezt_get_timestamp (), (OTF2_RegionRef) region);
}

/* EZTrace 2.0 forgets completions in C programs: it takes a completed request, which is
 * MPI_REQUEST_NULL by then, for one that was never started. Its own function looks requests up by
 * their address only, so any other value makes it remember. */
void mpi_complete_request (MPI_Request *request, MPI_Status *status);

void
mpi_complete_request (MPI_Request *request, MPI_Status *status)
{
  static void (*complete) (MPI_Request *, MPI_Status *);
  MPI_Request after = *request;

  if (complete == NULL)
    *(void **) &complete = dlsym (RTLD_NEXT, "mpi_complete_request");
  if (after == MPI_REQUEST_NULL)
    memset (request, 1, sizeof *request);
  complete (request, status);
  *request = after;
}

/* EZTrace 2.0 counts time from each process' own start, so that messages seem to arrive before they
 * are sent. From MPI_Init on all processes of a node count from the earliest start. */
static double
node_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

static void
share_clock (void)
{
  double start = node_clock () - (double) ezt_get_timestamp () * 1e-9, earliest;

  PMPI_Allreduce (&start, &earliest, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  EZT_MPI_Wtime = node_clock;
  first_timestamp = (OTF2_TimeStamp) (earliest * 1e9);
}

int
MPI_Init_thread (int *argc, char ***argv, int required, int *provided)
{
  int (*init) (int *, char ***, int, int *);
  int status;

  *(void **) &init = dlsym (RTLD_NEXT, "MPI_Init_thread");
  status = init (argc, argv, required, provided);
  if (status == MPI_SUCCESS)
    share_clock ();
  return status;
}

int
MPI_Init (int *argc, char ***argv)
{
  int (*init) (int *, char ***);
  int status;

  *(void **) &init = dlsym (RTLD_NEXT, "MPI_Init");
  status = init (argc, argv);
  if (status == MPI_SUCCESS)
    share_clock ();
  return status;
}

/* EZTrace 2.0 opens its own last region before it closes that of the thread. */
int
MPI_Finalize (void)
{
  int (*finalize) (void);

  ezt_finalize_thread ();
  *(void **) &finalize = dlsym (RTLD_NEXT, "MPI_Finalize");
  return finalize ();
}

/* EZTrace asks each plugin which library functions it replaces: none here. */
PPTRACE_START_INTERCEPT_FUNCTIONS (routines)
PPTRACE_END_INTERCEPT_FUNCTIONS (routines)

static void
nothing_to_do (void)
{
}

static void register_plugin (void) __attribute__ ((constructor));

static void
register_plugin (void)
{
  EZT_REGISTER_MODULE (routines, "Program routines", nothing_to_do, nothing_to_do);
}
