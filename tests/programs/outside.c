/* outside.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ten small programs by somebody who had not read the analyses, and vcycle, after which they were
 * changed; above each what is true of it, written before any answer was read: P its patterns, L its
 * phases, PAGE, T its topology, F what it loses time to. Recorded without routines of their own, as
 *   refrain-cli record -o NAME.mtf.h5 -- mpirun --oversubscribe -n PROCESSES outside NAME [without]
 * PROCESSES: the number behind the name of each; without: the same without its fault.
 */
#include "small-programs.h"

#define IGNS MPI_STATUSES_IGNORE
#define KEEP __attribute__ ((noinline))

/* lbm 12: D2Q9 lattice Boltzmann on a 4x3 torus (rank = y*4+x), all eight neighbours in one Waitall
 * (edges 90 numbers, corners 1), 32 steps; behind each eighth all write into one file, each at its
 * own place (MPI_File_write_at). No collective operation divides the steps (open and close around).
 * P: 4 x [8 x exchange with 8 neighbours on a 4x3 torus; MPI_File_write_at].
 * L: open; 4 x (stepping, output); close: or steps and outputs in turn; MPI_File_open first.
 * PAGE: open; loop 4 { loop 8 { swap -x +x -y +y and the four diagonals }; MPI_File_write_at };
 * close. T: 4x3 torus (with diagonals; the edges alone are most bytes).
 * F: no fault: nothing but shared cores/overhead. */
KEEP static void
collide (void)
{
  work (3);
}
KEEP static void
stream (void)
{
  MPI_Request q[16];
  int k = 0, x = me % 4, y = me / 4;
  for (int way = 0; way < 2; way++)
    for (int d = 0, at = 0; d < 9; d++)
      {
        int dx = d % 3 - 1, dy = d / 3 - 1, n = dx && dy ? 1 : 90;
        int to = (y + dy + 3) % 3 * 4 + (x + dx + 4) % 4, tag = way ? d : 8 - d;
        if (d == 4)
          continue;
        if (way)
          MPI_Isend (a + at, n, MPI_DOUBLE, to, tag, WORLD, &q[k++]);
        else
          MPI_Irecv (b + at, n, MPI_DOUBLE, to, tag, WORLD, &q[k++]);
        at += 100;
      }
  MPI_Waitall (k, q, IGNS);
}
KEEP static void
output (MPI_File f, int s)
{
  MPI_File_write_at (f, (MPI_Offset) (s * np + me) * 800, a, 100, MPI_DOUBLE, IGN);
}
static void
lbm (void)
{
  MPI_File f;
  MPI_File_open (WORLD, "outside.lbm", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                 MPI_INFO_NULL, &f);
  for (int s = 0; s < 32; s++)
    {
      collide ();
      stream ();
      if (s % 8 == 7)
        output (f, s / 8);
    }
  MPI_File_close (&f);
}

/* leader 12: hierarchical allreduce by hand. 3 nodes of 4; members send to their leader (0, 4, 8),
 * leaders exchange each with both others, and send to their members. 25 iterations, no collective.
 * P: 25 x [to the leader in 3 groups of 4; exchange among 0, 4, 8 (ring/all of 3); from the
 * leader]. L: one phase: the 25 iterations (or, within, three stages: up, across, down). PAGE: loop
 * 25 { member: send to leader, recv from it; leader: recv 3, swap with both leaders, send 3 }. T:
 * three stars of 4 (leaders 0, 4, 8), leaders all with all (a triangle). F: process 6 computes 9
 * instead of 5 ms in gradient in iterations 10-19 of 0-24: 40 ms. */
KEEP static void
gradient (int s)
{
  work (faulty && me == 6 && s >= 10 && s < 20 ? 9 : 5);
}
KEEP static void
allsum (void)
{
  int lead = me / 4 * 4;
  if (me != lead)
    {
      MPI_Send (a, 200, MPI_DOUBLE, lead, 1, WORLD);
      MPI_Recv (b, 200, MPI_DOUBLE, lead, 3, WORLD, IGN);
      return;
    }
  for (int i = 1; i < 4; i++)
    MPI_Recv (b, 200, MPI_DOUBLE, lead + i, 1, WORLD, IGN);
  MPI_Request q[4];
  int k = 0;
  for (int l = 0; l < np; l += 4)
    if (l != lead)
      MPI_Irecv (b + l * 200, 200, MPI_DOUBLE, l, 2, WORLD, &q[k++]);
  for (int l = 0; l < np; l += 4)
    if (l != lead)
      MPI_Isend (a, 200, MPI_DOUBLE, l, 2, WORLD, &q[k++]);
  MPI_Waitall (k, q, IGNS);
  for (int i = 1; i < 4; i++)
    MPI_Send (a, 200, MPI_DOUBLE, lead + i, 3, WORLD);
}
static void
leader (void)
{
  for (int s = 0; s < 25; s++)
    {
      gradient (s);
      allsum ();
    }
}

/* crystal 10: spectral elements; gather-scatter by the crystal router (mirrored halving of 10: 4
 * stages, where a middle process without partner sends to the first of the upper half), then a dot
 * product; 20 iterations of CG.
 * P: 20 x [4 stages of exchange in (mirrored) pairs; MPI_Allreduce].
 * L: one phase of 20 iterations (exchange and sum alternating).
 * PAGE: loop 20 { swap with 9-rank; swap within halves of 5, of 3/2, of 2/1 ...; MPI_Allreduce } in
 * some form, by ranks as it is irregular. Messages an iteration: stage 1: 10, stage 2: 2*5,
 * stage 3: 2*(3+2), stage 4: 2*2 (0-1 and 5-6): 34, 680 in all.
 * T: irregular (crystal router); mirrored pairs; no known grid. No 10-ring.
 * F: no fault. */
KEEP static void
element (void)
{
  work (3);
}
KEEP static void
router (void)
{
  int base = 0, n = np;
  while (n > 1)
    {
      int low = (n + 1) / 2, high = base + low, to = n - 1 - (me - base) + base, in = 1;
      MPI_Request q[3];
      int k = 0;
      if (to == me)
        {
          to = high;
          in = 0;
        }
      if (n % 2 && me == high)
        in = 2;
      if (in > 0)
        MPI_Irecv (b, 200, MPI_DOUBLE, to, 1, WORLD, &q[k++]);
      if (in > 1)
        MPI_Irecv (b + 200, 200, MPI_DOUBLE, high - 1, 1, WORLD, &q[k++]);
      MPI_Isend (a, 16 * n, MPI_DOUBLE, to, 1, WORLD, &q[k++]);
      MPI_Waitall (k, q, IGNS);
      if (me < high)
        n = low;
      else
        {
          base = high;
          n -= low;
        }
    }
}
static void
crystal (void)
{
  for (int s = 0; s < 20; s++)
    {
      element ();
      router ();
      MPI_Allreduce (a, c, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}

/* mc 9: Monte-Carlo. 15 batches; each is reduced to 0 on a binomial tree by hand; nothing comes
 * back, no collective.
 * P: 15 x [binomial tree to 0 of 9] (8 messages each, 120 in all).
 * L: one phase: 15 batches.
 * PAGE: loop 15 { recv from the children, send to the parent }.
 * T: binomial tree of 9 (root 0: 1, 2, 4, 8; 2: 3; 4: 5, 6; 6: 7).
 * F: process 4 takes 10 instead of 6 ms in histories, each batch: 60 ms. */
KEEP static void
histories (void)
{
  work (faulty && me == 4 ? 10 : 6);
}
KEEP static void
tally (void)
{
  for (int d = 1; d < np; d *= 2)
    {
      if (me & d)
        {
          MPI_Send (a, 64, MPI_DOUBLE, me - d, 1, WORLD);
          return;
        }
      if (me + d < np)
        MPI_Recv (b, 64, MPI_DOUBLE, me + d, 1, WORLD, IGN);
    }
}
static void
mc (void)
{
  for (int s = 0; s < 15; s++)
    {
      histories ();
      tally ();
    }
}

/* ooc 6: out-of-core product of matrices on 2x3 processes: 3 tiles of C, for each 5 panels: read
 * (MPI_File_read_at), broadcast along row and column, multiply; a tile is written with
 * MPI_File_write_at_all. Fault: before the first panel of a tile the processes take turns (a token
 * 0 -> 5 by messages): reading of 3 ms is serialised: 5 x 3 ms, 3 times: 45 ms.
 * P: 3 x [(token along 0..5;) 5 x [MPI_File_read_at; MPI_Bcast in 2 rows of 3; MPI_Bcast in 3
 * columns of 2]; MPI_File_write_at_all]. L: open; three tiles of 5 panels and a write each; close.
 * PAGE: the same as loop 3 { ...; loop 5 { read, Bcast row, Bcast column }; write_at_all }.
 * T: messages: line of 6, one way (none without the fault); 2x3 grid by the communicators.
 * F: the token passed from 0 to 5 in load serialises reading: 45 ms. */
KEEP static void
load (MPI_File f, int t, int p)
{
  bool turns = faulty && p == 0;
  if (turns && me > 0)
    MPI_Recv (b, 1, MPI_DOUBLE, me - 1, 9, WORLD, IGN);
  MPI_File_read_at (f, (MPI_Offset) ((t * 5 + p) * np + me) * 4096, a, 512, MPI_DOUBLE, IGN);
  work (p == 0 ? 3 : 1);
  if (turns && me < np - 1)
    MPI_Send (a, 1, MPI_DOUBLE, me + 1, 9, WORLD);
}
KEEP static void
multiply (void)
{
  work (4);
}
static void
ooc (void)
{
  MPI_File f, g;
  MPI_Comm row, column;
  MPI_Comm_split (WORLD, me / 3, me, &row);
  MPI_Comm_split (WORLD, me % 3, me, &column);
  const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  MPI_File_open (WORLD, "outside.ooc", mode, MPI_INFO_NULL, &f);
  MPI_File_open (WORLD, "outside.ooc", mode, MPI_INFO_NULL, &g);
  for (int t = 0; t < 3; t++)
    {
      for (int p = 0; p < 5; p++)
        {
          load (f, t, p);
          MPI_Bcast (a, 512, MPI_DOUBLE, p % 3, row);
          MPI_Bcast (b, 512, MPI_DOUBLE, p % 2, column);
          multiply ();
        }
      MPI_File_write_at_all (g, (MPI_Offset) (t * np + me) * 4096, c, 512, MPI_DOUBLE, IGN);
    }
  MPI_File_close (&f);
  MPI_File_close (&g);
}

/* adi 8: alternating directions on an open 4x2 grid (rank = y*4+x): forward elimination along +x
 * and back substitution along -x, both in 3 blocks of lines (pipelined); then the same along +y,
 * -y; 10 steps, no collective. P: 10 x [3 x sweep along +x in 2 rows of 4; 3 x sweep along -x; 3 x
 * sweep +y in 4 columns of 2; 3 x sweep -y]. Messages a step: 3*6*2 + 3*4*2 = 60; 600 in all. L:
 * one phase of 10 steps, or its four sweeps in turn. PAGE: loop 10 { loop 3 { recv -x, send +x };
 * loop 3 { recv +x, send -x }; loop 3 { recv -y, send +y }; loop 3 { recv +y, send -y } }. T: 4x2
 * grid. F: no fault: the sweeps fill and drain (an order of computing along x); nobody is slow. */
KEEP static void
lines (void)
{
  work (0.8);
}
KEEP static void
solve (int at, int count, int stride, int way)
{
  for (int block = 0; block < 3; block++)
    {
      if (at - way >= 0 && at - way < count)
        MPI_Recv (b, 60, MPI_DOUBLE, me - way * stride, 1, WORLD, IGN);
      lines ();
      if (at + way >= 0 && at + way < count)
        MPI_Send (a, 60, MPI_DOUBLE, me + way * stride, 1, WORLD);
    }
}
static void
adi (void)
{
  for (int s = 0; s < 10; s++)
    {
      solve (me % 4, 4, 1, 1);
      solve (me % 4, 4, 1, -1);
      solve (me / 4, 2, 4, 1);
      solve (me / 4, 2, 4, -1);
    }
}

/* trapez 8: stencil in trapezoids in time, on an open line of 8, 30 blocks of steps: all compute
 * their upright trapezoid, send its right flank to the next process and compute the inverted one
 * between; its result goes back to the left. No collective.
 * P: 30 x [shift +1 on a line of 8; shift -1] (or neighbour exchange on it in two stages). 420
 * messages.
 * L: one phase: 30 blocks.
 * PAGE: loop 30 { send +x, recv -x; send -x, recv +x }, without at the ends. T: line of 8.
 * F: process 2 computes 7 instead of 3 ms in inverted, in blocks 12-17: 24 ms. */
KEEP static void
upright (void)
{
  work (3);
}
KEEP static void
inverted (int s)
{
  work (faulty && me == 2 && s >= 12 && s < 18 ? 7 : 3);
}
static void
trapez (void)
{
  for (int s = 0; s < 30; s++)
    {
      upright ();
      if (me < np - 1)
        MPI_Send (a, 150, MPI_DOUBLE, me + 1, 1, WORLD);
      if (me > 0)
        MPI_Recv (b, 150, MPI_DOUBLE, me - 1, 1, WORLD, IGN);
      inverted (s);
      if (me > 0)
        MPI_Send (a, 150, MPI_DOUBLE, me - 1, 2, WORLD);
      if (me < np - 1)
        MPI_Recv (b, 150, MPI_DOUBLE, me + 1, 2, WORLD, IGN);
    }
}

/* sort 7: sample sort, 5 times: sort what one has, gather samples on 0, which picks splitters,
 * broadcast; numbers to all, then keys to all; merge.
 * P: 5 x [MPI_Gather to 0; MPI_Bcast from 0; MPI_Alltoall; MPI_Alltoallv].
 * L: one phase of 5 sorts (or its stages in turn).
 * PAGE: loop 5 { MPI_Gather; MPI_Bcast; MPI_Alltoall; MPI_Alltoallv }.
 * T: no messages; collective operations of all only.
 * F: process 0 picks splitters for 12 ms instead of 2, while all others wait in MPI_Bcast: 50 ms.
 */
KEEP static void
presort (void)
{
  work (8);
}
KEEP static void
pick (void)
{
  work (faulty ? 12 : 2);
}
KEEP static void
merge (void)
{
  work (5);
}
static void
sort (void)
{
  static int n[16], at[16], in[16], from[16];
  for (int s = 0; s < 5; s++)
    {
      presort ();
      MPI_Gather (a, 20, MPI_DOUBLE, b, 20, MPI_DOUBLE, 0, WORLD);
      if (me == 0)
        pick ();
      MPI_Bcast (b, np - 1, MPI_DOUBLE, 0, WORLD);
      for (int i = 0; i < np; i++)
        {
          n[i] = 40 + (me * 7 + i * 3 + s) % 11;
          at[i] = from[i] = i * 100;
        }
      MPI_Alltoall (n, 1, MPI_INT, in, 1, MPI_INT, WORLD);
      MPI_Alltoallv (a, n, at, MPI_DOUBLE, c, in, from, MPI_DOUBLE, WORLD);
      merge ();
    }
}

/* multi 12: three codes: fluid 0-5 (halo on an open 3x2 grid), structure 6-9 (ring of 4), heat
 * 10-11 (pair). Each third of 24 steps the roots couple through intercommunicators (fluid 0 and
 * structure 6, structure 6 and heat 10), and a root broadcasts what it got in its code. No
 * collective of all. P: 8 x [3 x (halo on 3x2; ring of 4; pair: side by side); exchange 0-6, 6-10;
 * MPI_Bcast in groups of 6, 4, 2]. L: the 8 couplings. PAGE: loop 8 { loop 3 { swap }; couple;
 * MPI_Bcast } by code. T: 3x2 grid on 0-5, ring of 4 on 6-9, pair 10-11, joined 0-6, 6-10. F:
 * process 8 computes 6 instead of 3 ms in steps 12-20 (counted from 0): 27 ms. */
KEEP static void
advance (int s)
{
  work (faulty && me == 8 && s >= 12 && s < 21 ? 6 : 3);
}
static void
halo_of (MPI_Comm own, const int *to, int k)
{
  MPI_Request q[8];
  for (int i = 0; i < k; i++)
    MPI_Irecv (b + i * 99, 80, MPI_DOUBLE, to[i], 1, own, &q[i]);
  for (int i = 0; i < k; i++)
    MPI_Isend (a, 80, MPI_DOUBLE, to[i], 1, own, &q[k + i]);
  MPI_Waitall (2 * k, q, IGNS);
}
static void
multi (void)
{
  int code = me < 6 ? 0 : me < 10 ? 1 : 2, r, n, to[4], k = 0;
  MPI_Comm own, fs = MPI_COMM_NULL, sh = MPI_COMM_NULL;
  MPI_Comm_split (WORLD, code, me, &own);
  MPI_Comm_rank (own, &r);
  MPI_Comm_size (own, &n);
  if (code < 2)
    MPI_Intercomm_create (own, 0, WORLD, code ? 0 : 6, 5, &fs);
  if (code > 0)
    MPI_Intercomm_create (own, 0, WORLD, code == 1 ? 10 : 6, 6, &sh);
  if (code == 0)
    {
      if (r % 3 > 0)
        to[k++] = r - 1;
      if (r % 3 < 2)
        to[k++] = r + 1;
      to[k++] = (r + 3) % 6;
    }
  else
    {
      to[k++] = (r + 1) % n;
      if (n > 2)
        to[k++] = (r + n - 1) % n;
    }
  for (int s = 0; s < 24; s++)
    {
      advance (s);
      halo_of (own, to, k);
      if (s % 3 < 2)
        continue;
      if (r == 0 && fs != MPI_COMM_NULL)
        MPI_Sendrecv (a, 50, MPI_DOUBLE, 0, 7, b, 50, MPI_DOUBLE, 0, 7, fs, IGN);
      if (r == 0 && sh != MPI_COMM_NULL)
        MPI_Sendrecv (a, 50, MPI_DOUBLE, 0, 8, b, 50, MPI_DOUBLE, 0, 8, sh, IGN);
      MPI_Bcast (b, 50, MPI_DOUBLE, 0, own);
    }
}
/* colour 8: Jones-Plassmann colouring on an irregular graph of 8 processes (11 edges); 20 rounds;
 * who is waiting polls with MPI_Iprobe until a message of each neighbour of this round is there. No
 * collective. P: 20 x [exchange on a fixed graph of 11 edges, both ways: 22 messages]; 440 in all.
 * L: one phase of 20 rounds. PAGE: loop 20 { send to the neighbours, recv of them }. T: irregular,
 * 11 edges. F: no fault; nobody is slow; polling burns a core. */
static void
colour (void)
{
  static const int e[11][2] = { { 0, 1 }, { 0, 3 }, { 1, 2 }, { 1, 5 }, { 2, 6 }, { 3, 4 },
                                { 3, 7 }, { 4, 5 }, { 5, 6 }, { 6, 7 }, { 0, 6 } };
  for (int s = 0; s < 20; s++)
    {
      int k = 0, got = 0, want = 0;
      MPI_Request q[11];
      advance (0);
      for (int i = 0; i < 11; i++)
        for (int w = 0; w < 2; w++)
          if (e[i][w] == me)
            {
              MPI_Isend (a, 30, MPI_DOUBLE, e[i][!w], s, WORLD, &q[k++]);
              want++;
            }
      while (got < want)
        {
          int flag;
          MPI_Status st;
          MPI_Iprobe (MPI_ANY_SOURCE, s, WORLD, &flag, &st);
          if (flag)
            {
              MPI_Recv (b, 30, MPI_DOUBLE, st.MPI_SOURCE, s, WORLD, &st);
              got++;
            }
          else
            work (0.1);
        }

      MPI_Waitall (k, q, IGNS);
    }
}

/* vcycle 8: multigrid on an open line: levels of 8, 4, 2 processes, 1, 2, 4 ranks apart, with tags
 * 1, 2, 4 and ever smaller messages; two smoothing steps on each way down and two on the way up,
 * the coarsest level once; 8 cycles, no collective. P: 8 x [2 x exchange on a line of 8; up to
 * every second process (1 to 0, 3 to 2 ...); 2 x exchange on the line of 0, 2, 4, 6; 2 to 0, 6 to
 * 4; 2 x exchange of 0 and 4; and back the same way]. Messages a cycle: 56 + 4 + 24 + 2 + 4 + 2 + 4
 * = 96; 768 in all. L: one phase of 8 cycles. PAGE: loop 8 { loop 2 { swap -x +x }; ... } by
 * levels. T: line of 8 + line of 4 on 0, 2, 4, 6 + pair 0, 4. F: no fault: coarse levels leave most
 * idle. */
static void
smooth (int d)
{
  for (int k = 0; k < 2 && me % d == 0; k++)
    {
      MPI_Request q[4];
      int n = 0;
      for (int to = me - d; to <= me + d; to += 2 * d)
        if (to >= 0 && to < np)
          {
            MPI_Irecv (b + 64 * n, 64 / d, MPI_DOUBLE, to, d, WORLD, &q[n]);
            n++;
            MPI_Isend (a, 64 / d, MPI_DOUBLE, to, d, WORLD, &q[n]);
            n++;
          }
      MPI_Waitall (n, q, IGNS);
      work (1.0 / d);
    }
}
/* Between the level of distance @d and the next coarser one. */
static void
transfer (int d, bool up)
{
  if (me % d)
    return;
  int coarse = me % (2 * d) == 0, to = coarse ? me + d : me - d;
  if (coarse != up)
    MPI_Send (a, 20, MPI_DOUBLE, to, up ? 90 : 91, WORLD);
  else
    MPI_Recv (b, 20, MPI_DOUBLE, to, up ? 90 : 91, WORLD, IGN);
}
static void
vcycle (void)
{
  for (int s = 0; s < 8; s++)
    {
      for (int d = 1; d < 4; d *= 2)
        {
          smooth (d);
          transfer (d, true);
        }
      smooth (4);
      for (int d = 2; d >= 1; d /= 2)
        {
          transfer (d, false);
          smooth (d);
        }
    }
}

/* The next two are like real codes of which nothing was said at first: particles whose neighbours
 * are looked up now and then, and flow on a mesh, with a solver in each time step.
 *
 * verlet 6: particles on a 3x2 grid (rank = y*3+x), 60 steps: forward halo, x then y, forces,
 * the same back, y then x; it begins with an Allreduce (has one moved far?), but for the three
 * behind a rebuild; every 15th writes energies (three Allreduce). Before steps 9, 21, 28, 41 and 53
 * particles move to neighbours (sizes first, then what moves), whose number differs. P, L: 60 x
 * [exchange on a 3x2 grid; Allreduce], more of it in 5. T: 3x2 grid. No V-cycle. */
static void
stage (int dx, int dy, int n, int tag)
{
  int x = me % 3 + dx, y = me / 3 + dy, up = x < 0 || x > 2 || y < 0 || y > 1 ? -1 : y * 3 + x;
  int v = me % 3 - dx, w = me / 3 - dy, down = v < 0 || v > 2 || w < 0 || w > 1 ? -1 : w * 3 + v;
  MPI_Request q;
  if (down >= 0)
    MPI_Irecv (b, n, MPI_DOUBLE, down, tag, WORLD, &q);
  if (up >= 0)
    MPI_Send (a, n, MPI_DOUBLE, up, tag, WORLD);
  if (down >= 0)
    MPI_Wait (&q, IGN);
}
static void
verlet (void)
{
  int moved = 0, any, quiet = 0;
  for (int s = 0; s < 60; s++)
    {
      for (int i = 0; i < (s % 15 == 14) * 3 + (quiet == 0); i++)
        MPI_Allreduce (&moved, &any, 1, MPI_INT, MPI_MAX, WORLD);
      quiet -= quiet > 0;
      if (s == 9 || s == 21 || s == 28 || s == 41 || s == 53)
        for (int w = -1; w < 2; w += 2)
          {
            stage (w, 0, 1, 0);
            stage (w, 0, 20 + s, 0);
            stage (0, w, 1, 0);
            stage (0, w, 30 + s, 0);
            quiet = 3;
          }
      for (int w = -1; w < 2; w += 2)
        stage (w, 0, 800, 0);
      for (int w = -1; w < 2; w += 2)
        stage (0, w, 500, 0);
      work (1);
      for (int w = -1; w < 2; w += 2)
        stage (0, w, 250, 0);
      for (int w = -1; w < 2; w += 2)
        stage (w, 0, 400, 0);
    }
}

/* piso 8: flow on a 4x2 grid (rank = y*4+x), 6 time steps of a solve for velocity and two for
 * pressure, by conjugate gradients: exchange with neighbours (three sizes), two Allreduce; 9 to 21
 * iterations each, fewer as time goes on. After each solve the residual goes up a tree to 0 and
 * down again. P, L: 6 x [exchange on a 4x2 grid; many Allreduce]. T: 4x2 grid. No V-cycle. */
static void
halo (int n)
{
  MPI_Request q[8];
  int k = 0, x = me % 4, y = me / 4,
      to[4] = { x ? me - 1 : -1, x < 3 ? me + 1 : -1, y ? me - 4 : -1, y < 1 ? me + 4 : -1 };
  for (int i = 0; i < 4; i++)
    if (to[i] >= 0)
      MPI_Irecv (b + 400 * i, n, MPI_DOUBLE, to[i], 1, WORLD, &q[k++]);
  for (int i = 0; i < 4; i++)
    if (to[i] >= 0)
      MPI_Isend (a, n, MPI_DOUBLE, to[i], 1, WORLD, &q[k++]);
  MPI_Waitall (k, q, IGNS);
}
static void
solve_by_gradients (int iterations, int n)
{
  double r = 1, sum;
  halo (3 * n);
  for (int i = 0; i < iterations; i++)
    {
      halo (n);
      work (.05);
      MPI_Allreduce (&r, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
      MPI_Allreduce (&r, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
  for (int d = 1; d < np; d *= 2)
    if (me % (2 * d) == d)
      MPI_Send (&r, 1, MPI_DOUBLE, me - d, 1, WORLD);
    else if (me % (2 * d) == 0)
      MPI_Recv (&r, 1, MPI_DOUBLE, me + d, 1, WORLD, IGN);
  for (int d = np / 2; d > 0; d /= 2)
    if (me % (2 * d) == d)
      MPI_Recv (&r, 1, MPI_DOUBLE, me - d, 1, WORLD, IGN);
    else if (me % (2 * d) == 0)
      MPI_Send (&r, 1, MPI_DOUBLE, me + d, 1, WORLD);
}
static void
piso (void)
{
  for (int s = 0; s < 6; s++)
    {
      work (1);
      solve_by_gradients (9 + s % 2, 60);
      solve_by_gradients (21 - s, 20);
      solve_by_gradients (13 - s / 2, 20);
    }
}

static const SmallProgram all[]
    = { { "lbm", 12, lbm },      { "leader", 12, leader }, { "crystal", 10, crystal },
        { "mc", 9, mc },         { "ooc", 6, ooc },        { "adi", 8, adi },
        { "trapez", 8, trapez }, { "sort", 7, sort },      { "multi", 12, multi },
        { "colour", 8, colour }, { "vcycle", 8, vcycle },  { "verlet", 6, verlet },
        { "piso", 8, piso } };
HELPER int
main (int argc, char **argv)
{
  return run_small_program (all, sizeof all / sizeof *all, argc, argv);
}
