/* test-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Routine names and kinds; communicators and their ranks.
 */
#include "config.h"

#include "refrain-communicator.h"
#include "refrain-routine.h"
#include "test-program.h"

static void
test_clean_names (void)
{
  static const char *const names[][2] = {
    { "MPI_Send", "MPI_Send" },
    { "mpi_send_", "MPI_Send" },
    { "MPI_SEND", "MPI_Send" },
    { "mpi_comm_split__", "MPI_Comm_split" },
    { "PMPI_Allreduce", "MPI_Allreduce" },
    { "MPI_T_init_thread", "MPI_T_init_thread" },
    { "exchange_1_", "exchange_1" },
    { "exchange_1__", "exchange_1" },
    { "main", "main" },
    { "_", "_" },
    { "", "" },
    { "mpi_", "mpi" },
    { "MPIX_Foo", "MPIX_Foo" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *clean = refrain_routine_clean_name (names[i][0]);

      g_assert_cmpstr (clean, ==, names[i][1]);
    }
}

/* Of compilers for C++ and Fortran; of anything else the name as it is. */
static void
test_labels (void)
{
  static const char *const names[][2] = {
    { "_ZL13LagrangeNodalR6Domain", "LagrangeNodal" },
    { "_ZN9LAMMPS_NS9CommBrick12forward_commEi", "CommBrick::forward_comm" },
    { "_ZN12_GLOBAL__N_14haloEv", "halo" },
    { "_Z3addIiET_S0_S0_", "add" },
    { "_ZNSt6vectorIiSaIiEE9push_backERKi", "vector::push_back" },
    { "_ZN4GridclEi", "Grid::operator()" },
    { "_ZN4GridltERKS_", "Grid::operator<" },
    { "_ZN4GridcvbEv", "Grid::operator bool" },
    { "_ZZ4mainENKUliE_clEi", "main::lambda" },
    { "_ZZN1A1fEiE1x", "f::x" },
    { "_Z7haloFooi.part.0", "haloFoo" },
    { "_Zfoo", "_Zfoo" },
    { "f", "f" },
    { "i", "i" },
    { "__grid_MOD_exchange", "exchange" },
    { "__", "_" },
    { "___MOD_exchange", "___MOD_exchange" },
    { "grid_mp_exchange_", "exchange" },
    { "run_mp_step", "run_mp_step" },
    { "exchange_1_", "exchange_1" },
    { "mpi_send_", "MPI_Send" },
    { "LagrangeNodal(Domain&)", "LagrangeNodal(Domain&)" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (RefrainRoutine) routine = refrain_routine_new (names[i][0], NULL, 0);

      g_assert_cmpstr (refrain_routine_get_label (routine), ==, names[i][1]);
      g_assert_cmpstr (refrain_routine_get_source_name (routine), ==, names[i][0]);
    }
}

static void
test_kinds (void)
{
  static const struct
  {
    const char *name;
    RefrainRoutineKind kind;
  } kinds[] = {
    { "main", REFRAIN_ROUTINE_USER },
    { "MPI_Send", REFRAIN_ROUTINE_P2P },
    { "MPI_Sendrecv_replace", REFRAIN_ROUTINE_P2P },
    { "MPI_Startall", REFRAIN_ROUTINE_P2P },
    { "MPI_Send_init", REFRAIN_ROUTINE_MPI },
    { "MPI_Pready_range", REFRAIN_ROUTINE_P2P },
    { "MPI_Waitall", REFRAIN_ROUTINE_WAIT },
    { "MPI_Test", REFRAIN_ROUTINE_WAIT },
    { "MPI_Test_cancelled", REFRAIN_ROUTINE_MPI },
    { "MPI_Iallreduce", REFRAIN_ROUTINE_COLLECTIVE },
    { "MPI_Reduce_scatter_block", REFRAIN_ROUTINE_COLLECTIVE },
    { "MPI_Reduce_local", REFRAIN_ROUTINE_MPI },
    { "MPI_Comm_split", REFRAIN_ROUTINE_COLLECTIVE },
    { "MPI_Comm_rank", REFRAIN_ROUTINE_MPI },
    { "MPI_Init", REFRAIN_ROUTINE_MPI },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpint (refrain_routine_kind_for_name (kinds[i].name), ==, kinds[i].kind);
}

static void
test_invalid_text (void)
{
  g_autoptr (RefrainRoutine) routine = refrain_routine_new ("f\xff", "", 0);

  g_assert_true (g_utf8_validate (refrain_routine_get_name (routine), -1, NULL));
  g_assert_null (refrain_routine_get_file (routine));
}

static void
test_ranks (void)
{
  gint32 members[] = { 4, 2, -1, 0, 2 };
  g_autoptr (RefrainCommunicator) comm
      = refrain_communicator_new ("C", 3, 0, members, 5, NULL, 0, FALSE);

  g_assert_cmpint (refrain_communicator_rank_to_process (comm, 0, 0), ==, 4);
  g_assert_cmpint (refrain_communicator_rank_to_process (comm, 0, 2), ==, -1);
  g_assert_cmpint (refrain_communicator_rank_to_process (comm, 0, 5), ==, -1);
  g_assert_cmpint (refrain_communicator_rank_to_process (comm, 0, G_MAXUINT32), ==, -1);
  g_assert_cmpint (refrain_communicator_process_to_rank (comm, 0, 2), ==, 1);
  g_assert_cmpint (refrain_communicator_process_to_rank (comm, 0, 3), ==, -1);
  g_assert_cmpint (refrain_communicator_process_to_rank (comm, 0, -1), ==, -1);
}

static void
test_self (void)
{
  g_autoptr (RefrainCommunicator) comm
      = refrain_communicator_new ("S", 1, -1, NULL, 0, NULL, 0, TRUE);

  g_assert_cmpint (refrain_communicator_rank_to_process (comm, 7, 0), ==, 7);
  g_assert_cmpint (refrain_communicator_rank_to_process (comm, 7, 1), ==, -1);
  g_assert_cmpint (refrain_communicator_process_to_rank (comm, 7, 7), ==, 0);
  g_assert_cmpint (refrain_communicator_process_to_rank (comm, 7, 6), ==, -1);
}

/* Ranks in an inter-communicator are those of the other side. */
static void
test_inter (void)
{
  gint32 a[] = { 0, 1 }, b[] = { 2, 3, 4 };
  g_autoptr (RefrainCommunicator) comm = refrain_communicator_new ("I", 1, -1, a, 2, b, 3, FALSE);

  g_assert_cmpint (refrain_communicator_rank_to_process (comm, 1, 2), ==, 4);
  g_assert_cmpint (refrain_communicator_rank_to_process (comm, 3, 1), ==, 1);
  g_assert_cmpint (refrain_communicator_rank_to_process (comm, 3, 2), ==, -1);
  g_assert_cmpint (refrain_communicator_process_to_rank (comm, 0, 3), ==, 1);
  g_assert_cmpint (refrain_communicator_process_to_rank (comm, 4, 0), ==, 0);
}

static void
test_kind_names (void)
{
  g_assert_cmpstr (refrain_op_kind_get_name (REFRAIN_OP_IRECV), ==, "irecv");
  for (guint i = 0; i < REFRAIN_N_RECORD_KINDS; i++)
    {
      RefrainRecordKind kind;

      g_assert_true (refrain_record_kind_from_name (refrain_record_kind_get_name (i), &kind));
      g_assert_cmpuint (kind, ==, i);
    }
  g_assert_cmpstr (refrain_collective_get_name (REFRAIN_COLLECTIVE_ALLREDUCE), ==, "MPI_Allreduce");
  g_assert_cmpstr (refrain_collective_get_name (1000), ==, "collective");
}

TEST_PROGRAM ("definitions")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/definitions/clean-names", test_clean_names);
  g_test_add_func ("/definitions/labels", test_labels);
  g_test_add_func ("/definitions/kinds", test_kinds);
  g_test_add_func ("/definitions/invalid-text", test_invalid_text);
  g_test_add_func ("/definitions/ranks", test_ranks);
  g_test_add_func ("/definitions/self", test_self);
  g_test_add_func ("/definitions/inter", test_inter);
  g_test_add_func ("/definitions/kind-names", test_kind_names);
  return g_test_run ();
}
