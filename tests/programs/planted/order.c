/* order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Faults of communication: calls in an order that serialises, and messages that are too many, too
 * large, or not needed.
 */
#include "cases.h"

#include <stdlib.h>

enum
{
  SMALL_MESSAGES = 5000,
  BYTES_USUAL = 24 << 10,
  BYTES_TOO_MANY = 6 << 20,
  BYTES_RENDEZVOUS = 1 << 20,
};

void unpack (double milliseconds);
void critical (double milliseconds);
void pack (double milliseconds);
void interior (double milliseconds);
void produce (double milliseconds);
void consume (double milliseconds);
void shift_right (void);
void sweep (int from, int to, int blocks, double milliseconds);

void
unpack (double milliseconds)
{
  busy (milliseconds);
}

void
critical (double milliseconds)
{
  busy (milliseconds);
}

void
pack (double milliseconds)
{
  busy (milliseconds);
}

void
interior (double milliseconds)
{
  busy (milliseconds);
}

void
produce (double milliseconds)
{
  busy (milliseconds);
}

void
consume (double milliseconds)
{
  busy (milliseconds);
}

HELPER static void
put_number (int to)
{
  if (to >= 0 && to < size)
    MPI_Send (&rank, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
}

HELPER static void
take_number (int from)
{
  int number;

  if (from >= 0 && from < size)
    MPI_Recv (&number, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* ---- Order ---- */

/* What is sent does not depend on what is received, but is sent behind it. */
void
shift_right (void)
{
  if (!faulty)
    put_number (rank + 1);
  take_number (rank - 1);
  if (rank > 0)
    unpack (5);
  if (faulty)
    put_number (rank + 1);
}

static void
sends_after_receives (void)
{
  for (int i = 0; i < 12; i++)
    {
      compute (10);
      shift_right ();
      agree (i);
    }
}

/* A send that waits for its receive, which comes behind the neighbour's own send and computing. */
static void
ssend_line (void)
{
  for (int i = 0; i < 12; i++)
    {
      compute (8);
      if (rank < size - 1 && faulty)
        MPI_Ssend (&rank, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
      else
        put_number (rank + 1);
      interior (6);
      take_number (rank - 1);
      agree (i);
    }
}

static void
late_receiver (int bytes, bool synchronous)
{
  char *data = calloc (1, (size_t) bytes);

  for (int i = 0; i < 20; i++)
    {
      if (rank % 2 == 0)
        {
          pack (4);
          if (synchronous)
            MPI_Ssend (data, bytes, MPI_BYTE, rank + 1, 0, MPI_COMM_WORLD);
          else
            MPI_Send (data, bytes, MPI_BYTE, rank + 1, 0, MPI_COMM_WORLD);
          compute (18);
        }
      else
        {
          compute (18);
          MPI_Recv (data, bytes, MPI_BYTE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          unpack (4);
        }
      agree (i);
    }
  free (data);
}

static void
late_receiver_ssend (void)
{
  late_receiver (8, faulty);
}

static void
late_receiver_large (void)
{
  late_receiver (faulty ? BYTES_RENDEZVOUS : 64, false);
}

/* 0 takes what comes late before what has been there for long. */
static void
receives_in_wrong_order (void)
{
  for (int i = 0; i < 15; i++)
    {
      const double early = rank == 1 ? 20 : rank == 2 ? 2 : 0;

      if (rank == 0)
        for (int j = 0; j < 2; j++)
          {
            take_number (faulty ? 1 + j : 2 - j);
            compute (15);
          }
      else
        compute (early);
      if (rank == 1 || rank == 2)
        put_number (0);
      if (rank != 0)
        interior (35 - early);
      agree (i);
    }
}

/* The even ones compute before they send, though it is not what they send, and the odd ones have
 * nothing to do meanwhile. */
static void
late_sender (void)
{
  for (int i = 0; i < 16; i++)
    {
      if (rank % 2 == 0)
        {
          if (faulty)
            interior (14);
          put_number (rank + 1);
          if (!faulty)
            interior (14);
        }
      else
        {
          take_number (rank - 1);
          compute (14);
        }
      agree (i);
    }
}

/* ---- Chains ---- */

/* Block by block from process to process; without the fault nobody depends on anybody. */
void
sweep (int from, int to, int blocks, double milliseconds)
{
  for (int i = 0; i < blocks; i++)
    {
      if (faulty)
        take_number (from);
      compute (milliseconds);
      if (faulty)
        put_number (to);
    }
}

static void
pipeline (void)
{
  for (int i = 0; i < 10; i++)
    {
      sweep (rank - 1, rank + 1, 4, 5);
      agree (i);
    }
}

static void
there_and_back (void)
{
  for (int i = 0; i < 7; i++)
    {
      sweep (rank - 1, rank + 1, 1, 4);
      sweep (rank + 1, rank - 1, 1, 4);
    }
  agree (0);
}

static void
token (void)
{
  for (int i = 0; i < 15; i++)
    {
      compute (8);
      if (faulty)
        take_number (rank - 1);
      critical (5);
      if (faulty)
        put_number (rank + 1);
      agree (i);
    }
}

/* A token goes round and round, and each computes while it has it; without the fault nobody needs
 * it. */
static void
token_ring (void)
{
  for (int i = 0; i < 10; i++)
    {
      compute (4);
      if (faulty && (rank > 0 || i > 0))
        take_number ((rank + size - 1) % size);
      critical (4);
      if (faulty && (rank < size - 1 || i < 9))
        put_number ((rank + 1) % size);
    }
  agree (0);
}

/* Blocks from the north-west to the south-east of a grid three wide, and what is computed in
 * between needs nobody. */
static void
wavefront_of_blocks (void)
{
  const int x = rank % 3, y = rank / 3, height = size / 3;

  for (int i = 0; i < 8; i++)
    {
      exchange (MPI_COMM_WORLD);
      compute (6);
      for (int block = 0; block < 5; block++)
        {
          if (faulty)
            {
              take_number (x > 0 ? rank - 1 : -1);
              take_number (y > 0 ? rank - 3 : -1);
            }
          interior (5);
          if (faulty)
            {
              put_number (x < 2 ? rank + 1 : -1);
              put_number (y < height - 1 ? rank + 3 : -1);
            }
        }
      agree (i);
    }
}

static void
pipeline_64 (void)
{
  for (int i = 0; i < 5; i++)
    {
      sweep (rank - 1, rank + 1, 8, 3);
      agree (i);
    }
}

/* ---- What could be done at the same time ---- */

/* Of two neighbours one packs and sends, the other receives, in turns. What is received is needed
 * by nothing that is computed behind it. */
static void
lost_overlap (void)
{
  for (int i = 0; i < 24; i++)
    {
      MPI_Request request;
      int number;

      if ((rank + i) % 2 == 0)
        {
          pack (12);
          MPI_Isend (&rank, 1, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, &request);
        }
      else
        MPI_Irecv (&number, 1, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, &request);
      if (!faulty)
        interior (12);
      MPI_Wait (&request, MPI_STATUS_IGNORE);
      if (faulty)
        interior (12);
    }
}

static void
missing_buffer (void)
{
  const int items = 30, buffers = faulty ? 1 : 6;

  for (int i = 0; i < items; i++)
    {
      const double milliseconds = i % 2 == 0 ? 24 : 6;

      if (rank % 2 == 0)
        {
          produce (milliseconds);
          if (i >= buffers)
            take_number (rank + 1);
          put_number (rank + 1);
        }
      else
        {
          take_number (rank - 1);
          consume (milliseconds);
          put_number (rank - 1);
        }
    }
  for (int i = 0; rank % 2 == 0 && i < buffers; i++)
    take_number (rank + 1);
}

static void
needless_barrier (void)
{
  for (int i = 0; i < 26; i++)
    {
      compute ((rank + i) % 2 == 0 ? 24 : 8);
      if (faulty)
        MPI_Barrier (MPI_COMM_WORLD);
    }
  agree (0);
}

/* ---- Messages ---- */

static void
small_messages (void)
{
  const int messages = faulty ? SMALL_MESSAGES : 1, length = SMALL_MESSAGES / messages;
  double numbers[SMALL_MESSAGES] = { 0 };

  for (int i = 0; i < 20; i++)
    {
      compute (6);
      for (int j = 0; j < messages; j++)
        if (rank % 2 == 0)
          MPI_Send (numbers, length, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
        else
          MPI_Recv (numbers, length, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      agree (i);
    }
}

/* One process gives many times what the others do. */
static void
too_many_bytes (void)
{
  int bytes[8], places[8], sum = 0;
  char *out, *in;

  for (int i = 0; i < size; i++)
    {
      bytes[i] = faulty && i == 2 ? BYTES_TOO_MANY : BYTES_USUAL;
      places[i] = sum;
      sum += bytes[i];
    }
  out = calloc (1, (size_t) bytes[rank]);
  in = calloc (1, (size_t) sum);
  for (int i = 0; i < 20; i++)
    {
      compute (10);
      MPI_Allgatherv (out, bytes[rank], MPI_BYTE, in, bytes, places, MPI_BYTE, MPI_COMM_WORLD);
    }
  free (out);
  free (in);
}

static const Case cases[] = {
  { "sends-after-receives", 8, "order_of_calls|chain", "*", "*", QUICK, sends_after_receives },
  { "ssend-line", 8, "order_of_calls|late_receiver|chain", "*", "-", 0, ssend_line },
  { "late-sender", 8, "late_sender", "[0,2,4,6]", "interior", 0, late_sender },
  { "late-receiver-ssend", 8, "late_receiver", "*", "*", QUICK, late_receiver_ssend },
  { "late-receiver-large", 4, "late_receiver", "*", "-", 0, late_receiver_large },
  { "receives-in-wrong-order", 5, "order_of_calls|wrong_order", "[0]", "*", 0,
    receives_in_wrong_order },
  { "pipeline", 8, "chain", "*", "*", QUICK, pipeline },
  { "there-and-back", 16, "chain", "*", "-", 0, there_and_back },
  { "token", 7, "chain|token", "*", "*", 0, token },
  { "token-ring", 4, "chain|token", "*", "-", 0, token_ring },
  { "wavefront-of-blocks", 12, "chain", "*", "interior", 0, wavefront_of_blocks },
  { "pipeline-64", 64, "chain", "*", "-", 0, pipeline_64 },
  { "lost-overlap", 8, "lost_overlap", "*", "*", 0, lost_overlap },
  { "missing-buffer", 8, "missing_buffer|order_of_calls|chain", "*", "*", 0, missing_buffer },
  { "needless-barrier", 8, "needless_barrier|barrier", "*", "*", QUICK, needless_barrier },
  { "small-messages", 4, "small_messages", "*", "*", 0, small_messages },
  { "too-many-bytes", 8, "many_bytes|too_many_bytes", "[2]", "*", 0, too_many_bytes },
};

const CaseList order_cases = { cases, sizeof cases / sizeof *cases };
