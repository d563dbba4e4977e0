/* refrain-mpi-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Collectives are known by the names that the model gives them.
 */
#include "refrain-mpi-names.h"

#include <string.h>

/* "MPI_Iallreduce" and "MPI_Ineighbor_alltoall" are "allreduce" and "alltoall". */
static const char *
strip (const char *name)
{
  if (!g_str_has_prefix (name, "MPI_"))
    return NULL;
  name += strlen ("MPI_");
  if (*name == 'I')
    name++;
  if (g_ascii_strncasecmp (name, "neighbor_", strlen ("neighbor_")) == 0)
    name += strlen ("neighbor_");
  return name;
}

RefrainCollective
refrain_mpi_find_collective (const char *routine)
{
  const char *bare = strip (routine);

  if (bare == NULL)
    return REFRAIN_COLLECTIVE_UNKNOWN;
  for (guint i = 0; i < REFRAIN_N_COLLECTIVES; i++)
    {
      const char *name = refrain_collective_get_name ((RefrainCollective) i);

      if (g_str_has_prefix (name, "MPI_") && g_ascii_strcasecmp (name + strlen ("MPI_"), bare) == 0)
        return (RefrainCollective) i;
    }
  return REFRAIN_COLLECTIVE_UNKNOWN;
}

gboolean
refrain_mpi_is_nonblocking (const char *routine)
{
  static const char *const names[] = { "MPI_Isend",
                                       "MPI_Ibsend",
                                       "MPI_Issend",
                                       "MPI_Irsend",
                                       "MPI_Irecv",
                                       "MPI_Imrecv",
                                       "MPI_Isendrecv",
                                       "MPI_Isendrecv_replace",
                                       "MPI_Start",
                                       "MPI_Startall",
                                       NULL };

  return g_strv_contains (names, routine);
}
