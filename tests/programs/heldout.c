/* heldout.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Twelve small programs of classes that no table of docs/derivations.md had. Above each stands what
 * is true of it, written before any answer about it was read: P patterns and phases, L the page, T
 * topology, F findings. Recorded under real-time priority with
 *   refrain-cli record -o NAME.mtf.h5 -- mpirun --oversubscribe -n PROCESSES heldout NAME
 * PROCESSES: the number behind the name of each. --without: the same without its fault.
 */
#include "small-programs.h"

#define IGNS MPI_STATUSES_IGNORE

/* Exchanges N numbers with each of COUNT partners. */
HELPER static void
swap (const int *to, int count, int n, int tag)
{
  MPI_Request q[64];
  for (int i = 0; i < count; i++)
    MPI_Irecv (b + i * n, n, MPI_DOUBLE, to[i], tag, WORLD, &q[i]);
  for (int i = 0; i < count; i++)
    MPI_Isend (a, n, MPI_DOUBLE, to[i], tag, WORLD, &q[count + i]);
  MPI_Waitall (2 * count, q, IGNS);
}

/* A window 8: particles in cells, in a window that moves. Halo on an open line of 8; every fifth of
 * 30 steps each passes a slab to the process before it, and the last one fills in new plasma.
 * P: 6 x [5 x neighbour exchange on a line of 8; shift by -1 along it].
 * L: loop 6 { loop 5 { swap -x +x }; send -x, recv +x }, at the ends without.
 * T: line of 8.
 * F: process 7 computes 14 instead of 2 ms in inject, once in each of 6: 72 ms planted. */
static void
push (void)
{
  work (1.5);
}
static void
inject (void)
{
  work (faulty && me == 7 ? 14 : 2);
}
static void
window (void)
{
  int to[2], k = 0;
  if (me > 0)
    to[k++] = me - 1;
  if (me < np - 1)
    to[k++] = me + 1;
  for (int s = 0; s < 30; s++)
    {
      push ();
      swap (to, k, 128, 1);
      if (s % 5 < 4)
        continue;
      if (me > 0)
        MPI_Send (a, 64, MPI_DOUBLE, me - 1, 2, WORLD);
      if (me < np - 1)
        MPI_Recv (b, 64, MPI_DOUBLE, me + 1, 2, WORLD, IGN);
      inject ();
    }
}

/* B fmm 8: fast multipole, one body of cells a process. Up a binary tree; on each level those that
 * are left exchange with the next ones on a line (8, then 4, then 2); down the tree; 12 steps.
 * P: 12 x [exchange on lines of 8, 4, 2; tree to 0; tree from 0], or a cycle of 3 levels.
 * L: the same, with ranks of a level by their distance.
 * T: binary (binomial) tree and lines of 8, 4, 2; as one graph: line of 8 and more.
 * F: nothing but shared cores; at most that upper levels leave processes idle. */
static void
far_field (void)
{
  work (0.5);
}
static void
near_field (void)
{
  work (3);
}
static void
fmm (void)
{
  for (int s = 0; s < 12; s++)
    {
      int d;
      for (d = 1; d < np; d *= 2)
        {
          int to[2], k = 0;
          if (me % d)
            continue;
          if (me >= d)
            to[k++] = me - d;
          if (me + d < np)
            to[k++] = me + d;
          swap (to, k, 64, 1);
          far_field ();
          if (me % (2 * d))
            MPI_Send (a, 32, MPI_DOUBLE, me - d, 2, WORLD);
          else
            MPI_Recv (b, 32, MPI_DOUBLE, me + d, 2, WORLD, IGN);
        }
      for (d = np / 2; d > 0; d /= 2)
        {
          if (me % d)
            continue;
          if (me % (2 * d))
            MPI_Recv (b, 32, MPI_DOUBLE, me - d, 3, WORLD, IGN);
          else
            MPI_Send (a, 32, MPI_DOUBLE, me + d, 3, WORLD);
        }
      near_field ();
    }
}

/* C enkf 20: ensemble Kalman filter. 5 members of 4 processes: 6 steps of a halo on a ring of 4 in
 * each; then what the members have of a place is transposed among the five, and a sum over all.
 * P: 5 x [6 x ring of 4, 5 times side by side; MPI_Alltoall in 4 groups of 5, twice;
 * MPI_Allreduce]. L: the same on 5x4, rows by their member. T: 5 rings of 4, and the 5x4 grid by
 * rows and columns (communicators). F: process 13 analyses 20 instead of 6 ms, 5 times: 70 ms
 * planted. */
static void
forecast (void)
{
  work (1);
}
static void
analyse (void)
{
  work (faulty && me == 13 ? 20 : 6);
}
static void
enkf (void)
{
  MPI_Comm place;
  MPI_Comm_split (WORLD, me % 4, me, &place);
  int m = me / 4 * 4, to[2] = { m + (me + 3) % 4, m + (me + 1) % 4 };
  for (int o = 0; o < 5; o++)
    {
      for (int s = 0; s < 6; s++)
        {
          forecast ();
          swap (to, 2, 100, 1);
        }
      MPI_Alltoall (a, 40, MPI_DOUBLE, b, 40, MPI_DOUBLE, place);
      analyse ();
      MPI_Alltoall (b, 40, MPI_DOUBLE, a, 40, MPI_DOUBLE, place);
      MPI_Allreduce (a, b, 2, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}

/* D pdes 6: conservative simulation of events. Each sends an event or an empty message to the next
 * two on a ring of 6 (40 rounds); the global time every eighth.
 * P: 5 x [8 x shift by 1 and 2 on a ring of 6; MPI_Allreduce].
 * L: loop 5 { loop 8 { send +x, +2x; recv -x, -2x }; MPI_Allreduce }.
 * T: ring of 6 with distances 1 and 2, one way.
 * F: nothing but shared cores (work differs from round to round, by chance, on no process more). */
static void
simulate (unsigned r)
{
  work (1 + (r * 7 + me * 13u) % 5 * 0.2);
}
static void
pdes (void)
{
  for (int r = 0; r < 40; r++)
    {
      MPI_Request q[4];
      for (int d = 1; d < 3; d++)
        {
          int n = (r * 5 + me * 3 + d) % 3 * 40 + 1;
          MPI_Irecv (b + d * 100, 100, MPI_DOUBLE, (me + np - d) % np, d, WORLD, &q[d - 1]);
          MPI_Isend (a, n, MPI_DOUBLE, (me + d) % np, d, WORLD, &q[d + 1]);
        }
      MPI_Waitall (4, q, IGNS);
      simulate (r);
      if (r % 8 == 7)
        MPI_Allreduce (a, b, 1, MPI_DOUBLE, MPI_MIN, WORLD);
    }
}

/* E dag 9: sparse triangular solves. Process i needs what those of lower rank in a fixed list have;
 * forward, then backward along the same edges; a dot product; 15 iterations.
 * P: 15 x [sweep along a fixed graph from 0 to 8 (13 messages); the same from 8 to 0;
 * MPI_Allreduce]. L: loop 15, by ranks, as the graph is irregular, but short: each edge once or as
 * a list. T: irregular, 13 edges, acyclic; no known one. F: what is waited for is the order: solves
 * pass from 0 to 8 and back, a wavefront that fills and drains; nobody is slow. */
static const int needs[13][2]
    = { { 0, 1 }, { 0, 2 }, { 0, 4 }, { 1, 3 }, { 2, 3 }, { 2, 5 }, { 3, 6 },
        { 4, 6 }, { 4, 7 }, { 5, 7 }, { 6, 8 }, { 7, 8 }, { 1, 5 } };
static void
block (void)
{
  work (1);
}
static void
dag (void)
{
  for (int s = 0; s < 15; s++)
    {
      for (int way = 0; way < 2; way++)
        {
          for (int e = 0; e < 13; e++)
            if (needs[e][!way] == me)
              MPI_Recv (b, 50, MPI_DOUBLE, needs[e][way], way, WORLD, IGN);
          block ();
          for (int e = 0; e < 13; e++)
            if (needs[e][way] == me)
              MPI_Send (a, 50, MPI_DOUBLE, needs[e][!way], way, WORLD);
        }
      MPI_Allreduce (a, b, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}

/* F stagger 9: fields in time domain on an open 3x3 grid. Half a step sends the magnetic field to
 * +x and +y, the other half the electric one to -x and -y; 40 steps, no collective.
 * P: 40 x [shift +x, +y on a 3x3 grid; shift -x, -y], or 40 x neighbour exchange on it in 2 stages.
 * L: loop 40 { send +x +y, recv -x -y; send -x -y, recv +x +y }.
 * T: 3x3 grid.
 * F: process 8 computes 5 instead of 2 ms in electric from step 20 on: 60 ms planted. */
static void
magnetic (void)
{
  work (1);
}
static void
electric (int s)
{
  work (faulty && me == 8 && s >= 20 ? 5 : 2);
}
static void
half (int way)
{
  MPI_Request q[4];
  int k = 0, x = me % 3, y = me / 3;
  for (int d = 0; d < 2; d++)
    {
      int at = d ? y : x, step = d ? 3 : 1;
      if (at - way >= 0 && at - way < 3)
        MPI_Irecv (b + 100 * d, 80, MPI_DOUBLE, me - way * step, 4 + way, WORLD, &q[k++]);
      if (at + way >= 0 && at + way < 3)
        MPI_Isend (a, 80, MPI_DOUBLE, me + way * step, 4 + way, WORLD, &q[k++]);
    }
  MPI_Waitall (k, q, IGNS);
}
static void
stagger (void)
{
  for (int s = 0; s < 40; s++)
    {
      half (1);
      magnetic ();
      half (-1);
      electric (s);
    }
}

/* G rotor 24: sliding mesh. 12 processes of the stator on a ring, 12 of the rotor on another; each
 * of the stator exchanges with one of the rotor, the next one round it every 4 of 32 steps. P: 32 x
 * [rings of 12, 2 side by side; exchange in 12 pairs that change every 4 steps (8 variants)]. L:
 * loop 8 { loop 4 { swap -x +x in two rings of 12; swap with the partner of this turn } }, or none
 * with the reason that partners change.
 * T: 2 rings of 12, on ranks 0-11 and 12-23, with changing pairs between them.
 * F: nothing but shared cores. */
static void
blade (void)
{
  work (2);
}
static void
rotor (void)
{
  const int half_of = np / 2, base = me / half_of * half_of, r = me - base;
  for (int s = 0; s < 32; s++)
    {
      int turn = s / 4;
      int to[2] = { base + (r + half_of - 1) % half_of, base + (r + 1) % half_of };
      int other = base ? (r + half_of - turn) % half_of : half_of + (r + turn) % half_of;
      swap (to, 2, 60, 1);
      swap (&other, 1, 30, 2);
      blade ();
    }
}

/* H render 8: volume rendering. Each reads its brick of a step from one file, renders, and pictures
 * are composed by swapping halves (distance 1, 2, 4: half as many bytes each time), gathered on 0;
 * 8 pictures.
 * P: 8 x [MPI_File_read_at; butterfly of 8, or exchange in pairs at distance 1, 2, 4; MPI_Gather].
 * L: the same, with the file opened before and closed behind.
 * T: 2x2x2 (hypercube).
 * F: process 5 renders 16 instead of 6 ms: 80 ms planted. */
static void
raycast (void)
{
  work (faulty && me == 5 ? 16 : 6);
}
static void
compose (void)
{
  int n = 1024;
  for (int d = 1; d < np; d *= 2, n /= 2)
    MPI_Sendrecv (a, n, MPI_DOUBLE, me ^ d, 1, b, n, MPI_DOUBLE, me ^ d, 1, WORLD, IGN);
}
static void
render (void)
{
  MPI_File f;
  MPI_File_open (WORLD, "heldout.volume",
                 MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
  for (int s = 0; s < 8; s++)
    {
      MPI_File_read_at (f, (MPI_Offset) (s * np + me) * 4096, a, 512, MPI_DOUBLE, IGN);
      raycast ();
      compose ();
      MPI_Gather (a, 128, MPI_DOUBLE, c, 128, MPI_DOUBLE, 0, WORLD);
    }
  MPI_File_close (&f);
}

/* I jacobi 8: singular values by rotations of columns in a tournament: 7 rounds, in each of which
 * the upper row of four passes a column to the right and the lower row one to the left (0 keeps
 * one: the columns go round a ring of 8 processes, each has two); a sum behind each of 6 sweeps. P:
 * 6 x [7 x ring of 8 (or: shift there and back on a line of 8); MPI_Allreduce]. L: loop 6 { loop 7
 * { send to the right, recv from the left, send to the left, recv from the right }; MPI_Allreduce
 * }. T: line of 8. F: nothing but shared cores. */
static void
rotate (void)
{
  work (2);
}
static void
jacobi (void)
{
  for (int s = 0; s < 6; s++)
    {
      for (int r = 0; r < 7; r++)
        {
          MPI_Request q[4];
          int k = 0;
          rotate ();
          if (me > 0)
            {
              MPI_Irecv (b, 200, MPI_DOUBLE, me - 1, 1, WORLD, &q[k++]);
              MPI_Isend (a, 200, MPI_DOUBLE, me - 1, 2, WORLD, &q[k++]);
            }
          if (me < np - 1)
            {
              MPI_Irecv (b + 200, 200, MPI_DOUBLE, me + 1, 2, WORLD, &q[k++]);
              MPI_Isend (a + 200, 200, MPI_DOUBLE, me + 1, 1, WORLD, &q[k++]);
            }
          MPI_Waitall (k, q, IGNS);
        }
      MPI_Allreduce (a, b, 1, MPI_DOUBLE, MPI_MAX, WORLD);
    }
}

/* J ddp 6: training on copies. Backwards, four buckets of gradients are summed by MPI_Iallreduce
 * while the next layers are computed; then all are waited for; 20 steps. P: 20 x [4 x
 * MPI_Iallreduce]. L: loop 20 { loop 4 { MPI_Iallreduce }; MPI_Waitall }. T: no messages:
 * collective operations of all processes only. F: process 2 reads its next samples in every fifth
 * step, 18 ms where the others need 2: 64 ms. */
static void
forward (void)
{
  work (1);
}
static void
samples (void)
{
  work (faulty && me == 2 ? 18 : 2);
}
static void
backward (void)
{
  work (0.7);
}
static void
ddp (void)
{
  for (int s = 0; s < 20; s++)
    {
      MPI_Request q[4];
      if (s % 5 == 4)
        samples ();
      forward ();
      for (int l = 0; l < 4; l++)
        {
          backward ();
          MPI_Iallreduce (a + 1000 * l, b + 1000 * l, 1000, MPI_DOUBLE, MPI_SUM, WORLD, &q[l]);
        }
      MPI_Waitall (4, q, IGNS);
    }
}

/* K bfs2d 12: breadth first on a matrix in 3 rows and 4 columns of processes. Five roots, 3 to 6
 * levels each: gather in the column, all to all in the row, sum of all; a broadcast before each.
 * P: 5 x [MPI_Bcast; 3 to 6 x [MPI_Allgather in 4 columns of 3; MPI_Alltoallv in 3 rows of 4;
 * MPI_Allreduce]].
 * L: the same.
 * T: 3x4 grid by the communicators of collective operations.
 * F: nothing but shared cores. */
static void
frontier (void)
{
  work (1.5);
}
static void
bfs2d (void)
{
  static const int levels[5] = { 4, 6, 3, 5, 4 };
  static int n[4] = { 10, 20, 10, 20 }, at[4] = { 0, 40, 80, 120 }, in[4];
  MPI_Comm row, column;
  MPI_Comm_split (WORLD, me / 4, me, &row);
  MPI_Comm_split (WORLD, me % 4, me, &column);
  for (int i = 0; i < 4; i++)
    in[i] = n[me % 4];
  for (int s = 0; s < 5; s++)
    {
      MPI_Bcast (a, 1, MPI_DOUBLE, 0, WORLD);
      for (int l = 0; l < levels[s]; l++)
        {
          MPI_Allgather (a, 30, MPI_DOUBLE, b, 30, MPI_DOUBLE, column);
          frontier ();
          MPI_Alltoallv (a, n, at, MPI_DOUBLE, b, in, at, MPI_DOUBLE, row);
          MPI_Allreduce (a, c, 1, MPI_DOUBLE, MPI_SUM, WORLD);
        }
    }
}

/* L shrink 8: LU with block columns in order. Panel k goes from process k to the next one and on to
 * 7 (a chain of those behind k), each updates when it has it; 7 panels; a norm behind each of 6
 * factorizations.
 * P: 6 x [7 x chain from k to 7 (28 messages; 7, 6, ... 1); MPI_Allreduce], "sweep ... 7 variants".
 * L: loop 6 { for panels k: recv from the one before if rank > k, send to the next; MPI_Allreduce
 * }. T: line of 8, one way. F: process 6 updates 5 instead of 2 ms (6 panels, 6 times: at most 108
 * ms; with or without, the pipeline is full, so nearly all of it shows). */
static void
update (void)
{
  work (faulty && me == 6 ? 5 : 2);
}
static void
shrink (void)
{
  for (int s = 0; s < 6; s++)
    {
      for (int k = 0; k < np - 1; k++)
        {
          if (me < k)
            continue;
          if (me > k)
            MPI_Recv (b, 120, MPI_DOUBLE, me - 1, 1, WORLD, IGN);
          if (me < np - 1)
            MPI_Send (a, 120, MPI_DOUBLE, me + 1, 1, WORLD);
          if (me > k)
            update ();
        }
      MPI_Allreduce (a, b, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}

static const SmallProgram all[]
    = { { "window", 8, window }, { "fmm", 8, fmm },       { "enkf", 20, enkf },
        { "pdes", 6, pdes },     { "dag", 9, dag },       { "stagger", 9, stagger },
        { "rotor", 24, rotor },  { "render", 8, render }, { "jacobi", 8, jacobi },
        { "ddp", 6, ddp },       { "bfs2d", 12, bfs2d },  { "shrink", 8, shrink } };
HELPER int
main (int argc, char **argv)
{
  return run_small_program (all, sizeof all / sizeof *all, argc, argv);
}
