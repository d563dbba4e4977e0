/* tracer-mpi.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands behind the wrappers: the routines and constants of the program's MPI library.
 */
#define _GNU_SOURCE
#include "tracer.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

void *tracer_real[TRACER_N_NAMES];
bool tracer_ready;
bool tracer_threaded;
uint32_t tracer_rank = TRACER_NO_RANK, tracer_size;
MPI_Comm tracer_world, tracer_self, tracer_null_comm;
MPI_Request tracer_null_request;
MPI_Datatype tracer_byte;
MPI_Info tracer_null_info;

bool tracer_foreign;

const char *const tracer_names[] = { TRACER_ALL_NAMES };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int
find_mpi (struct dl_phdr_info *info, size_t size, void *data)
{
  const char *name = strrchr (info->dlpi_name, '/');

  (void) size;
  name = name != NULL ? name + 1 : info->dlpi_name;
  if (strncmp (name, "libmpi.so", 9) != 0 && strncmp (name, "libmpich.so", 11) != 0)
    return 0;
  *(void **) data = dlopen (info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  return 1;
}

static void *library = RTLD_NEXT;

static void *
find (const char *name)
{
  return dlsym (library, name);
}

#ifdef OPEN_MPI
/* A program may have its own copy of such an object, which all others use as well then. */
static void *
find_constant (const char *name)
{
  return dlsym (library == RTLD_NEXT ? RTLD_DEFAULT : library, name);
}
#define CONSTANT(name, value) find_constant (#name)
#else
#define CONSTANT(name, value) value
#endif

/* Said once a process. */
static bool
is_foreign (void)
{
  const bool open_mpi
      = dlsym (library == RTLD_NEXT ? RTLD_DEFAULT : library, "ompi_mpi_comm_world") != NULL;

#ifdef OPEN_MPI
  const bool made_for = true;
#else
  const bool made_for = false;
#endif

  if (open_mpi != made_for)
    fprintf (stderr, "refrain: nothing is recorded: the MPI library of this program is %s MPI\n",
             open_mpi ? "Open" : "not Open");
  return open_mpi != made_for;
}

static void
resolve (void)
{
  char name[64] = "P";

  /* A program that loads its MPI library for itself alone has it nowhere behind this one. */
  if (find ("PMPI_Init") == NULL)
    dl_iterate_phdr (find_mpi, &library);
  for (unsigned i = 0; i < TRACER_N_NAMES; i++)
    {
      strncpy (name + 1, tracer_names[i], sizeof name - 2);
      tracer_real[i] = find (name);
    }
  tracer_world = CONSTANT (ompi_mpi_comm_world, MPI_COMM_WORLD);
  tracer_self = CONSTANT (ompi_mpi_comm_self, MPI_COMM_SELF);
  tracer_null_comm = CONSTANT (ompi_mpi_comm_null, MPI_COMM_NULL);
  tracer_null_request = CONSTANT (ompi_request_null, MPI_REQUEST_NULL);
  tracer_byte = CONSTANT (ompi_mpi_byte, MPI_BYTE);
  tracer_null_info = CONSTANT (ompi_mpi_info_null, MPI_INFO_NULL);
  tracer_foreign = is_foreign ();
  tracer_ready = true;
}

void
tracer_resolve (void)
{
  pthread_once (&once, resolve);
}
