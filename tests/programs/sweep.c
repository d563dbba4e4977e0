/* sweep.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The communication of NPB LU: blocks on a grid, relaxed in planes by waves from one corner to the
 * other and back, with small messages, and an exchange of edges between. For measuring what
 * recording costs.
 *
 *   sweep [ITERATIONS [PLANES [WIDTH]]]     prints the seconds between two barriers
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
  VALUES = 5, /* a point */
};

static int width = 24;
static int peers[4]; /* west, east, north, south */
static double *field, *edge;

static void
relax (double *plane, double weight)
{
  for (int i = width + 1; i < width * width; i++)
    for (int v = 0; v < VALUES; v++)
      plane[i * VALUES + v] += weight
                               * (plane[(i - 1) * VALUES + v] + plane[(i - width) * VALUES + v]
                                  - 2 * plane[i * VALUES + v]);
}

static void
sweep (double *plane, int from, int tag)
{
  const int n = width * VALUES;

  for (int side = 0; side < 2; side++)
    MPI_Recv (edge + side * n, n, MPI_DOUBLE, peers[(from ? 1 : 0) + 2 * side], tag, MPI_COMM_WORLD,
              MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++)
    plane[i] += 0.25 * (edge[i] + edge[n + i]);
  relax (plane, 0.2);
  for (int side = 0; side < 2; side++)
    MPI_Send (plane, n, MPI_DOUBLE, peers[(from ? 0 : 1) + 2 * side], tag, MPI_COMM_WORLD);
}

static void
exchange (void)
{
  const int n = width * VALUES;
  MPI_Request request;

  for (int side = 0; side < 4; side++)
    {
      MPI_Irecv (edge, n, MPI_DOUBLE, peers[side ^ 1], side, MPI_COMM_WORLD, &request);
      MPI_Send (field, n, MPI_DOUBLE, peers[side], side, MPI_COMM_WORLD);
      MPI_Wait (&request, MPI_STATUS_IGNORE);
    }
}

int
main (int argc, char **argv)
{
  const int iterations = argc > 1 ? atoi (argv[1]) : 20, planes = argc > 2 ? atoi (argv[2]) : 30;
  int dims[2] = { 0, 0 }, periods[2] = { 0, 0 }, rank, size;
  double start, change = 0, total;
  MPI_Comm grid;

  MPI_Init (&argc, &argv);
  width = argc > 3 ? atoi (argv[3]) : width;
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  MPI_Dims_create (size, 2, dims);
  MPI_Cart_create (MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank (grid, &rank);
  MPI_Cart_shift (grid, 1, 1, &peers[0], &peers[1]);
  MPI_Cart_shift (grid, 0, 1, &peers[2], &peers[3]);
  field = calloc ((size_t) planes * (size_t) (width * width * VALUES), sizeof *field);
  edge = calloc ((size_t) (2 * width * VALUES), sizeof *edge);
  if (field == NULL || edge == NULL)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Barrier (MPI_COMM_WORLD);
  start = MPI_Wtime ();
  for (int n = 0; n < iterations; n++)
    {
      for (int k = 0; k < planes; k++)
        sweep (field + (size_t) k * (size_t) (width * width * VALUES), 0, 100);
      for (int k = planes - 1; k >= 0; k--)
        sweep (field + (size_t) k * (size_t) (width * width * VALUES), 1, 101);
      exchange ();
      MPI_Allreduce (&change, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
  MPI_Barrier (MPI_COMM_WORLD);
  if (rank == 0)
    printf ("%.6f\n", MPI_Wtime () - start);
  MPI_Comm_free (&grid);
  free (field);
  free (edge);
  MPI_Finalize ();
  return 0;
}
