/* wavefront.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program behind the demo trace: a field over a grid of processes, relaxed by sweeps. Each
 * iteration exchanges the edges of all blocks (Isend, Irecv, Wait), sweeps plane by plane from the
 * north-west corner to the south-east one and back (Send, Recv), and sums the change (Allreduce);
 * every fourth one gathers a number from each block.
 *
 * Computing is mostly pausing, so that the waves can be seen with more processes than cores.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
  WIDTH = 24,  /* points a block, west to east */
  HEIGHT = 24, /* north to south */
  PLANES = 10,
};

enum
{
  TAG_HALO = 1,
  TAG_FORWARD,
  TAG_BACKWARD,
};

typedef struct
{
  int iterations;
  int pause; /* microseconds a plane */
  double relaxation;
} Settings;

typedef struct
{
  MPI_Comm grid;
  int west, east, north, south; /* ranks, or MPI_PROC_NULL at the border */
  double field[PLANES][HEIGHT + 2][WIDTH + 2];
  double column[HEIGHT], row[WIDTH];
  double change;
} Block;

void read_settings (Settings *settings, int rank, int argc, char **argv);
void set_up_grid (Block *block);
void start_field (Block *block);
void exchange_halo (Block *block);
void receive_edges (Block *block, int plane, int from_x, int from_y, int tag);
void send_edges (Block *block, int plane, int to_x, int to_y, int tag);
void relax_plane (Block *block, const Settings *settings, int plane);
void sweep_forward (Block *block, const Settings *settings);
void sweep_backward (Block *block, const Settings *settings);
double total_change (Block *block);
void collect_norms (Block *block);
void solve (Block *block, const Settings *settings);
void save_block (const Settings *settings);

/* ./wavefront [ITERATIONS [MICROSECONDS A PLANE]]. Rank 0 knows the settings and tells the others.
 */
void
read_settings (Settings *settings, int rank, int argc, char **argv)
{
  if (rank == 0)
    {
      settings->iterations = argc > 1 ? atoi (argv[1]) : 8;
      settings->pause = argc > 2 ? atoi (argv[2]) : 300;
      settings->relaxation = 0.8;
    }
  MPI_Bcast (settings, sizeof *settings, MPI_BYTE, 0, MPI_COMM_WORLD);
}

void
set_up_grid (Block *block)
{
  int size, dims[2] = { 0, 0 }, periods[2] = { 0, 0 };

  MPI_Comm_size (MPI_COMM_WORLD, &size);
  MPI_Dims_create (size, 2, dims);
  MPI_Cart_create (MPI_COMM_WORLD, 2, dims, periods, 0, &block->grid);
  MPI_Cart_shift (block->grid, 0, 1, &block->north, &block->south);
  MPI_Cart_shift (block->grid, 1, 1, &block->west, &block->east);
}

void
start_field (Block *block)
{
  int rank;

  MPI_Comm_rank (block->grid, &rank);
  for (int k = 0; k < PLANES; k++)
    for (int j = 0; j < HEIGHT + 2; j++)
      for (int i = 0; i < WIDTH + 2; i++)
        block->field[k][j][i] = sin (0.1 * i + rank) * cos (0.1 * j - k);
}

/* All four neighbours at once; only the middle plane, to keep it small. The grid keeps the ranks of
 * the world, to which EZTrace 2.0 ascribes every non-blocking receive. */
void
exchange_halo (Block *block)
{
  double out[4][WIDTH > HEIGHT ? WIDTH : HEIGHT], in[4][WIDTH > HEIGHT ? WIDTH : HEIGHT];
  const int peer[4] = { block->west, block->east, block->north, block->south };
  const int length[4] = { HEIGHT, HEIGHT, WIDTH, WIDTH };
  MPI_Request requests[8];
  int n = 0;

  for (int side = 0; side < 4; side++)
    for (int i = 0; i < length[side]; i++)
      out[side][i] = side < 2 ? block->field[PLANES / 2][i + 1][side == 0 ? 1 : WIDTH]
                              : block->field[PLANES / 2][side == 2 ? 1 : HEIGHT][i + 1];
  for (int side = 0; side < 4; side++)
    if (peer[side] != MPI_PROC_NULL)
      MPI_Irecv (in[side], length[side], MPI_DOUBLE, peer[side], TAG_HALO, MPI_COMM_WORLD,
                 &requests[n++]);
  for (int side = 0; side < 4; side++)
    if (peer[side] != MPI_PROC_NULL)
      MPI_Isend (out[side], length[side], MPI_DOUBLE, peer[side], TAG_HALO, MPI_COMM_WORLD,
                 &requests[n++]);
  while (n-- > 0) /* EZTrace 2.0 records no completion in MPI_Waitall */
    MPI_Wait (&requests[n], MPI_STATUS_IGNORE);
}

void
receive_edges (Block *block, int plane, int from_x, int from_y, int tag)
{
  int i = tag == TAG_FORWARD ? 0 : WIDTH + 1;
  int j = tag == TAG_FORWARD ? 0 : HEIGHT + 1;

  if (from_x != MPI_PROC_NULL)
    {
      MPI_Recv (block->column, HEIGHT, MPI_DOUBLE, from_x, tag, block->grid, MPI_STATUS_IGNORE);
      for (int y = 0; y < HEIGHT; y++)
        block->field[plane][y + 1][i] = block->column[y];
    }
  if (from_y != MPI_PROC_NULL)
    {
      MPI_Recv (block->row, WIDTH, MPI_DOUBLE, from_y, tag, block->grid, MPI_STATUS_IGNORE);
      memcpy (&block->field[plane][j][1], block->row, sizeof block->row);
    }
}

void
send_edges (Block *block, int plane, int to_x, int to_y, int tag)
{
  int i = tag == TAG_FORWARD ? WIDTH : 1;
  int j = tag == TAG_FORWARD ? HEIGHT : 1;

  if (to_x != MPI_PROC_NULL)
    {
      for (int y = 0; y < HEIGHT; y++)
        block->column[y] = block->field[plane][y + 1][i];
      MPI_Send (block->column, HEIGHT, MPI_DOUBLE, to_x, tag, block->grid);
    }
  if (to_y != MPI_PROC_NULL)
    MPI_Send (&block->field[plane][j][1], WIDTH, MPI_DOUBLE, to_y, tag, block->grid);
}

void
relax_plane (Block *block, const Settings *settings, int plane)
{
  const struct timespec pause = { 0, settings->pause * 1000L };

  for (int j = 1; j <= HEIGHT; j++)
    for (int i = 1; i <= WIDTH; i++)
      {
        double (*f)[WIDTH + 2] = block->field[plane];
        double step = 0.25 * (f[j][i - 1] + f[j][i + 1] + f[j - 1][i] + f[j + 1][i]) - f[j][i];

        f[j][i] += settings->relaxation * step;
        block->change += step * step;
      }
  nanosleep (&pause, NULL);
}

void
sweep_forward (Block *block, const Settings *settings)
{
  for (int k = 0; k < PLANES; k++)
    {
      receive_edges (block, k, block->west, block->north, TAG_FORWARD);
      relax_plane (block, settings, k);
      send_edges (block, k, block->east, block->south, TAG_FORWARD);
    }
}

void
sweep_backward (Block *block, const Settings *settings)
{
  for (int k = PLANES - 1; k >= 0; k--)
    {
      receive_edges (block, k, block->east, block->south, TAG_BACKWARD);
      relax_plane (block, settings, k);
      send_edges (block, k, block->west, block->north, TAG_BACKWARD);
    }
}

double
total_change (Block *block)
{
  double total;

  MPI_Allreduce (&block->change, &total, 1, MPI_DOUBLE, MPI_SUM, block->grid);
  block->change = 0;
  return sqrt (total);
}

void
collect_norms (Block *block)
{
  double norm = 0, *norms = NULL;
  int rank, size;

  MPI_Comm_rank (block->grid, &rank);
  MPI_Comm_size (block->grid, &size);
  for (int k = 0; k < PLANES; k++)
    norm += block->field[k][HEIGHT / 2][WIDTH / 2];
  if (rank == 0)
    norms = malloc (sizeof *norms * (size_t) size);
  MPI_Gather (&norm, 1, MPI_DOUBLE, norms, 1, MPI_DOUBLE, 0, block->grid);
  free (norms);
}

void
solve (Block *block, const Settings *settings)
{
  for (int n = 0; n < settings->iterations; n++)
    {
      exchange_halo (block);
      sweep_forward (block, settings);
      sweep_backward (block, settings);
      if (total_change (block) < 1e-12)
        break;
      if (n % 4 == 3)
        collect_norms (block);
    }
}

/* Stands for writing the result to a disk. */
void
save_block (const Settings *settings)
{
  const struct timespec pause = { 0, settings->pause * 20 * 1000L };

  nanosleep (&pause, NULL);
}

int
main (int argc, char **argv)
{
  Settings settings;
  Block *block;
  int rank;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  block = calloc (1, sizeof *block);
  if (block == NULL)
    MPI_Abort (MPI_COMM_WORLD, 1);
  read_settings (&settings, rank, argc, argv);
  set_up_grid (block);
  start_field (block);
  MPI_Barrier (MPI_COMM_WORLD);
  solve (block, &settings);
  save_block (&settings);
  MPI_Comm_free (&block->grid);
  free (block);
  MPI_Finalize ();
  return 0;
}
