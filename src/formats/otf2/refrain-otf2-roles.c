/* refrain-otf2-roles.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "refrain-otf2-writer-private.h"

typedef struct
{
  const char *pattern; /* the name after "MPI_"; a '*' at the end stands for any rest */
  OTF2_RegionRole role;
} Role;

static const Role collectives[] = {
  { "Barrier*", OTF2_REGION_ROLE_BARRIER },
  { "Ibarrier", OTF2_REGION_ROLE_BARRIER },
  { "Bcast*", OTF2_REGION_ROLE_COLL_ONE2ALL },
  { "Ibcast", OTF2_REGION_ROLE_COLL_ONE2ALL },
  { "Scatter*", OTF2_REGION_ROLE_COLL_ONE2ALL },
  { "Iscatter*", OTF2_REGION_ROLE_COLL_ONE2ALL },
  { "Gather*", OTF2_REGION_ROLE_COLL_ALL2ONE },
  { "Igather*", OTF2_REGION_ROLE_COLL_ALL2ONE },
  { "Reduce_scatter*", OTF2_REGION_ROLE_COLL_ALL2ALL },
  { "Ireduce_scatter*", OTF2_REGION_ROLE_COLL_ALL2ALL },
  { "Reduce*", OTF2_REGION_ROLE_COLL_ALL2ONE },
  { "Ireduce*", OTF2_REGION_ROLE_COLL_ALL2ONE },
  { "All*", OTF2_REGION_ROLE_COLL_ALL2ALL },
  { "Iall*", OTF2_REGION_ROLE_COLL_ALL2ALL },
};

/* What neither sends nor waits, but belongs to those that do; files and windows. */
static const Role others[] = {
  { "Send_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Bsend_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Ssend_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Rsend_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Recv_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Psend_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Precv_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Request_free", OTF2_REGION_ROLE_POINT2POINT },
  { "Request_get_status*", OTF2_REGION_ROLE_POINT2POINT },
  { "Cancel", OTF2_REGION_ROLE_POINT2POINT },
  { "Test_cancelled", OTF2_REGION_ROLE_POINT2POINT },
  { "File_*", OTF2_REGION_ROLE_FILE_IO },
  { "Win_*", OTF2_REGION_ROLE_RMA },
  { "Put", OTF2_REGION_ROLE_RMA },
  { "Rput", OTF2_REGION_ROLE_RMA },
  { "Get", OTF2_REGION_ROLE_RMA },
  { "Rget", OTF2_REGION_ROLE_RMA },
  { "Accumulate", OTF2_REGION_ROLE_RMA },
  { "Raccumulate", OTF2_REGION_ROLE_RMA },
  { "Get_accumulate", OTF2_REGION_ROLE_RMA },
  { "Rget_accumulate", OTF2_REGION_ROLE_RMA },
  { "Fetch_and_op", OTF2_REGION_ROLE_RMA },
  { "Compare_and_swap", OTF2_REGION_ROLE_RMA },
};

static OTF2_RegionRole
look_up (const Role *roles, gsize n, const char *name, OTF2_RegionRole fallback)
{
  g_assert (g_str_has_prefix (name, "MPI_"));

  name += strlen ("MPI_");
  for (gsize i = 0; i < n; i++)
    {
      gsize length = strlen (roles[i].pattern);

      if (roles[i].pattern[length - 1] == '*' ? strncmp (name, roles[i].pattern, length - 1) == 0
                                              : g_str_equal (name, roles[i].pattern))
        return roles[i].role;
    }
  return fallback;
}

OTF2_RegionRole
refrain_otf2_region_role (RefrainRoutine *routine)
{
  const char *name = refrain_routine_get_name (routine);

  switch (refrain_routine_get_kind (routine))
    {
    case REFRAIN_ROUTINE_P2P:
    case REFRAIN_ROUTINE_WAIT:
      return OTF2_REGION_ROLE_POINT2POINT;
    case REFRAIN_ROUTINE_COLLECTIVE:
      return look_up (collectives, G_N_ELEMENTS (collectives), name, OTF2_REGION_ROLE_COLL_OTHER);
    case REFRAIN_ROUTINE_MPI:
      return look_up (others, G_N_ELEMENTS (others), name, OTF2_REGION_ROLE_FUNCTION);
    case REFRAIN_ROUTINE_USER:
      return OTF2_REGION_ROLE_FUNCTION;
    default:
      g_assert_not_reached ();
    }
}
