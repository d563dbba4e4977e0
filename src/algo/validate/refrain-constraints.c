/* refrain-constraints.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table itself.
 */
#include "config.h"

#include "refrain-constraints.h"

#include <glib/gi18n-lib.h>

#define TRACE       REFRAIN_CONSTRAINT_TRACE
#define MODEL       REFRAIN_CONSTRAINT_MODEL
#define INFORMATION REFRAIN_CONSTRAINT_INFORMATION
#define NO_DATA     REFRAIN_CONSTRAINT_NO_DATA

#define SIZES_ONLY N_ ("sizes only: types of data are not recorded")
#define CLOCKS     N_ ("as exact as the clocks of the processes agree")

static const RefrainConstraintInfo table[REFRAIN_N_CONSTRAINTS] = {
  [REFRAIN_CONSTRAINT_LEAF]
  = { "C1", "", "Table 3.1, 1", TRACE,
      N_ ("An MPI operation is a leaf: nothing is called below it"),
      N_ ("of calls of MPI routines below another: what MPI calls back is the program's own") },
  [REFRAIN_CONSTRAINT_TYPES]
  = { "C2", "A20.1", "Table 3.1, 2; A20 [1]", NO_DATA,
      N_ ("Matched operations agree on the type of the data, unless it is MPI_BYTE"),
      N_ ("types of data are not recorded; X4 compares the sizes") },
  [REFRAIN_CONSTRAINT_INIT]
  = { "C3", "A18.1", "Table 3.1, 3; A18 [1]", TRACE, N_ ("MPI_Init precedes every other MPI call"),
      N_ ("but those that MPI allows before it, such as MPI_Initialized; once a process") },
  [REFRAIN_CONSTRAINT_FINALIZE]
  = { "C4", "A19.1", "Table 3.1, 4; A19 [1]", TRACE,
      N_ ("Every process calls MPI_Finalize, unless MPI_Abort is called"), NULL },
  [REFRAIN_CONSTRAINT_WAIT]
  = { "C5", "A25.1", "Table 3.1, 5; A25 [1]", TRACE,
      N_ ("A wait does not start before the operation that it completes"), NULL },
  [REFRAIN_CONSTRAINT_SAME_COLLECTIVE]
  = { "C6", "A28.1", "Table 3.1, 6; A28 [1]", TRACE,
      N_ ("The k-th collective on a communicator is of one kind on all its members, once on each"),
      NULL },
  [REFRAIN_CONSTRAINT_BARRIER]
  = { "C7", "A30.1", "Table 3.1, 7; A30 [1]", TRACE,
      N_ ("No process leaves a barrier before all have entered it"), CLOCKS },
  [REFRAIN_CONSTRAINT_BARRIER_DATA] = { "C8", "A29.1 A30.2", "Table 3.1, 8; A29 [1]; A30 [2]",
                                        TRACE, N_ ("A barrier sends and receives nothing"), NULL },
  [REFRAIN_CONSTRAINT_BCAST_SIZE]
  = { "C9", "A31.1", "Table 3.1, 9; A31 [1]", TRACE,
      N_ ("What MPI_Bcast sends at the root is what every other process receives"), SIZES_ONLY },
  [REFRAIN_CONSTRAINT_GATHER_BUFFER] = { "C10", "A32.4", "Table 3.1, 10; A32 [4]", TRACE,
                                         N_ ("MPI_Gather receives at the root only"), NULL },
  [REFRAIN_CONSTRAINT_ALLGATHER_ROOT]
  = { "C11", "A35.1", "Table 3.1, 11; A35 [1]", TRACE, N_ ("MPI_Allgather has no root"), NULL },
  [REFRAIN_CONSTRAINT_ALLTOALL_ROOT]
  = { "C12", "A36.1", "Table 3.1, 12; A36 [1]", TRACE, N_ ("MPI_Alltoall has no root"),
      N_ ("the appendix prints AllGather") },
  [REFRAIN_CONSTRAINT_FORK]
  = { "C13", "", "Table 3.1, 13", MODEL,
      N_ ("Only an edge of the type fork-sequence has more than one child"), NULL },
  [REFRAIN_CONSTRAINT_TRACE_TIMES]
  = { "A2.1", "", "A2 [1]", MODEL, N_ ("A trace does not end before it starts"),
      N_ ("as its formula has it; the text above it says “different”") },
  [REFRAIN_CONSTRAINT_PROCESS_TRACE]
  = { "A3", "A3.1", "A3", INFORMATION, N_ ("A ProcessTrace references RoutineCall objects only"),
      N_ ("contradicts its own associations, which list MPOperation and Message") },
  [REFRAIN_CONSTRAINT_MSG_TRACE_UNITS]
  = { "A4.a", "A4.1", "A4", INFORMATION, N_ ("A MsgTrace references Message objects only"),
      N_ ("contradicts its own associations, which list CollectiveData") },
  [REFRAIN_CONSTRAINT_MSG_TRACE_TIMES]
  = { "A4.b", "A4.2", "A4", MODEL, N_ ("A MsgTrace has no start and no end"), NULL },
  [REFRAIN_CONSTRAINT_PATTERN_TRACE]
  = { "A5.1", "", "A5 [1]", MODEL, N_ ("All occurrences of a pattern belong to one trace"), NULL },
  [REFRAIN_CONSTRAINT_COMM_PATTERN]
  = { "A6.2", "", "A6 [2]", MODEL,
      N_ ("A CommPattern references Message and CollectiveData objects only"),
      N_ ("but barriers, and sends and receives without a message") },
  [REFRAIN_CONSTRAINT_ROUTINE_PATTERN]
  = { "A7.3", "", "A7 [3]", MODEL, N_ ("A RoutinePattern references RoutineCall objects only"),
      NULL },
  [REFRAIN_CONSTRAINT_ASCENDING]
  = { "A9.1", "", "A9 [1]", TRACE, N_ ("The times of one process do not go back"),
      N_ ("of each of its threads; once a process, with the first place") },
  [REFRAIN_CONSTRAINT_EDGE]
  = { "A10", "A10.1", "A10", INFORMATION, N_ ("A child has one incoming edge"),
      N_ ("contradicts the graph of 3.6.2, where a shared node has several") },
  [REFRAIN_CONSTRAINT_MESSAGE]
  = { "A14.1", "", "A14", MODEL,
      N_ ("A Message stands for one send and one receive, point to point"), NULL },
  [REFRAIN_CONSTRAINT_MESSAGE_LINK]
  = { "A15", "A15.1", "A15", MODEL,
      N_ ("A MessageLink joins one message with one operation, which sends or receives"), NULL },
  [REFRAIN_CONSTRAINT_RECEIVER]
  = { "A21.1", "", "A21 [1]", TRACE, N_ ("A send names the process that receives"),
      N_ ("sends to MPI_PROC_NULL are no messages") },
  [REFRAIN_CONSTRAINT_BLOCKING_SEND]
  = { "A21.2", "", "A21 [2]", INFORMATION,
      N_ ("A blocking send that is not buffered does not end before its receive is posted"),
      N_ ("contradicts MPI, which lets a standard send complete early (eager)") },
  [REFRAIN_CONSTRAINT_SYNCHRONOUS_SEND]
  = { "A21.3", "", "A21 [3]", TRACE,
      N_ ("A synchronous send does not end before its receive is posted"), CLOCKS },
  [REFRAIN_CONSTRAINT_TEST]
  = { "A26.1", "", "A26 [1]", TRACE,
      N_ ("A test does not start before the operation that it asks about"), NULL },
  [REFRAIN_CONSTRAINT_PROBE]
  = { "A27", "A27.1", "A27", MODEL,
      N_ ("A probe with MPI_ANY_SOURCE references no sending process"), NULL },
  [REFRAIN_CONSTRAINT_COLLECTIVE_DATA]
  = { "A29", "", "A29", MODEL,
      N_ ("CollectiveData belong to one collective operation and one MsgTrace"), NULL },
  [REFRAIN_CONSTRAINT_BCAST_ROOT]
  = { "A31.2", "", "A31 [2]", TRACE, N_ ("The root of MPI_Bcast belongs to the communicator"),
      N_ ("where roots are recorded") },
  [REFRAIN_CONSTRAINT_GATHER_SIZE]
  = { "A32.1", "", "A32 [1]", TRACE, N_ ("MPI_Gather is given as much data by all processes"),
      SIZES_ONLY },
  [REFRAIN_CONSTRAINT_GATHER_ORDER]
  = { "A32.2", "", "A32 [2]", NO_DATA, N_ ("Gathered data lie in the order of the ranks"),
      N_ ("contents of messages are not recorded") },
  [REFRAIN_CONSTRAINT_GATHER_ROOT]
  = { "A32.3", "", "A32 [3]", TRACE, N_ ("The root of MPI_Gather belongs to the communicator"),
      N_ ("where roots are recorded") },
  [REFRAIN_CONSTRAINT_SCATTER_SIZE]
  = { "A33.1", "", "A33 [1]", TRACE, N_ ("MPI_Scatter gives as much data to all processes"),
      SIZES_ONLY },
  [REFRAIN_CONSTRAINT_REDUCE_SIZE]
  = { "A34.1", "", "A34 [1]", TRACE, N_ ("MPI_Reduce is given as much data by all processes"),
      SIZES_ONLY },
  [REFRAIN_CONSTRAINT_SEND_RECEIVED]
  = { "X1", "", "besides the thesis", TRACE, N_ ("Every send has a receive"),
      N_ ("but cancelled ones") },
  [REFRAIN_CONSTRAINT_RECEIVE_SENT]
  = { "X2", "", "besides the thesis", TRACE, N_ ("Every receive has a send"), NULL },
  [REFRAIN_CONSTRAINT_MESSAGE_ORDER] = { "X3", "", "besides the thesis", TRACE,
                                         N_ ("No message is received before it is sent"), CLOCKS },
  [REFRAIN_CONSTRAINT_MESSAGE_SIZE]
  = { "X4", "", "besides the thesis", TRACE,
      N_ ("A message is received in the size it was sent in"), NULL },
  [REFRAIN_CONSTRAINT_SAME_ROOT]
  = { "X5", "", "besides the thesis", TRACE, N_ ("All members of a collective name the same root"),
      N_ ("where roots are recorded") },
  [REFRAIN_CONSTRAINT_MEMBER] = { "X6", "", "besides the thesis", TRACE,
                                  N_ ("Who calls a collective belongs to its communicator"), NULL },
  [REFRAIN_CONSTRAINT_AFTER_FINALIZE]
  = { "X7", "", "besides the thesis", TRACE, N_ ("No MPI call follows MPI_Finalize"),
      N_ ("but those that MPI allows after it, such as MPI_Finalized; once a process") },
};

const RefrainConstraintInfo *
refrain_constraint_get_info (RefrainConstraint constraint)
{
  g_return_val_if_fail ((guint) constraint < REFRAIN_N_CONSTRAINTS, NULL);
  return &table[constraint];
}

const char *
refrain_constraint_kind_get_name (RefrainConstraintKind kind)
{
  static const char *const names[] = {
    [REFRAIN_CONSTRAINT_TRACE] = "trace",
    [REFRAIN_CONSTRAINT_MODEL] = "model",
    [REFRAIN_CONSTRAINT_INFORMATION] = "information",
    [REFRAIN_CONSTRAINT_NO_DATA] = "no data",
  };

  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (names), NULL);
  return names[kind];
}

gboolean
refrain_constraint_from_id (const char *id, RefrainConstraint *constraint)
{
  g_return_val_if_fail (id != NULL, FALSE);

  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    {
      g_auto (GStrv) others = g_strsplit (table[i].others, " ", -1);
      gboolean found = g_ascii_strcasecmp (table[i].id, id) == 0;

      for (gsize k = 0; others[k] != NULL && !found; k++)
        found = *others[k] != '\0' && g_ascii_strcasecmp (others[k], id) == 0;
      if (found)
        {
          *constraint = (RefrainConstraint) i;
          return TRUE;
        }
    }
  return FALSE;
}
