/* unseen.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small programs that were written, with what is true of them, before any answer about them was
 * read. tests/data/unseen.tar.xz has traces of some, recorded under real-time priority with
 *   refrain-cli record -o NAME.mtf.h5 -- mpirun --oversubscribe -n PROCESSES unseen NAME
 * PROCESSES: the number behind the name of each. --without: the same without its fault.
 */
#include "small-programs.h"

#define ANY MPI_ANY_SOURCE

static unsigned seed = 7;
HELPER static unsigned
rnd (void)
{
  seed = seed * 1664525u + 1013904223u;
  return seed >> 16;
}

/* A pencil 12: 3x4, 15 steps; rank 7 has twice the work in fft_z. */
static MPI_Comm row, col;
static int cnt[64], dis[64];
HELPER static void
uneven (MPI_Comm m)
{
  int n;
  MPI_Comm_size (m, &n);
  for (int i = 0, at = 0; i < n; i++)
    {
      cnt[i] = 64 + 8 * (i % 2);
      dis[i] = at;
      at += cnt[i];
    }
}
static void
transpose (MPI_Comm m)
{
  int n, r, rc[64], rd[64];
  MPI_Comm_size (m, &n);
  MPI_Comm_rank (m, &r);
  uneven (m);
  for (int i = 0; i < n; i++)
    {
      rc[i] = 64 + 8 * (r % 2);
      rd[i] = i * 72;
    }
  MPI_Alltoallv (a, cnt, dis, MPI_DOUBLE, b, rc, rd, MPI_DOUBLE, m);
}
static void
fft_x (void)
{
  work (4);
}
static void
fft_y (void)
{
  work (4);
}
static void
fft_z (void)
{
  work (faulty && me == 7 ? 12 : 6);
}
static void
pencil (void)
{
  MPI_Comm_split (WORLD, me / 4, me, &row);
  MPI_Comm_split (WORLD, me % 4, me, &col);
  for (int s = 0; s < 15; s++)
    {
      fft_x ();
      transpose (row);
      fft_y ();
      transpose (col);
      fft_z ();
      transpose (col);
      fft_y ();
      transpose (row);
      fft_x ();
      if (s % 5 == 4)
        {
          double e = s, f;
          MPI_Reduce (&e, &f, 1, MPI_DOUBLE, MPI_SUM, 0, WORLD);
        }
    }
}

/* B train 8: 4 stages x 2 replicas; rank = stage * 2 + replica. 6 microbatches, 1F1B, 8 steps.
 * Stage 2 (ranks 4, 5) takes 6 ms forward and backward instead of 3. */
static int stage;
static void
forward (void)
{
  work (faulty && stage == 2 ? 6 : 3);
}
static void
backward (void)
{
  work (faulty && stage == 2 ? 6 : 3);
}
static void
fwd (int m)
{
  if (stage > 0)
    MPI_Recv (a, 256, MPI_DOUBLE, me - 2, m, WORLD, IGN);
  forward ();
  if (stage < 3)
    MPI_Send (a, 256, MPI_DOUBLE, me + 2, m, WORLD);
}
static void
bwd (int m)
{
  if (stage < 3)
    MPI_Recv (b, 256, MPI_DOUBLE, me + 2, 100 + m, WORLD, IGN);
  backward ();
  if (stage > 0)
    MPI_Send (b, 256, MPI_DOUBLE, me - 2, 100 + m, WORLD);
}
static void
train (void)
{
  MPI_Comm group;
  stage = me / 2;
  MPI_Comm_split (WORLD, stage, me, &group);
  for (int s = 0; s < 8; s++)
    {
      int warm = 3 - stage, m = 6, f = 0, w = 0;
      for (; f < warm; f++)
        fwd (f);
      for (; f < m; f++, w++)
        {
          fwd (f);
          bwd (w);
        }
      for (; w < m; w++)
        bwd (w);
      MPI_Allreduce (b, c, 512, MPI_DOUBLE, MPI_SUM, group);
    }
}

/* C cgrand 10: conjugate gradients, halo on a random graph (16 edges), 2 allreduces, 40 iterations;
 * no fault. */
static int nb[64], nnb;
HELPER static void
graph (int edges)
{
  char g[64][64] = { { 0 } };
  seed = 99;
  for (int i = 0; i + 1 < np; i++)
    g[i][i + 1] = g[i + 1][i] = 1;
  for (int e = np - 1; e < edges;)
    {
      int x = rnd () % np, y = rnd () % np;
      if (x == y || g[x][y])
        continue;
      g[x][y] = g[y][x] = 1;
      e++;
    }
  for (int i = 0; i < np; i++)
    if (g[me][i])
      nb[nnb++] = i;
}
static void
spmv (void)
{
  MPI_Request q[64];
  for (int i = 0; i < nnb; i++)
    MPI_Irecv (b + 100 * i, 100, MPI_DOUBLE, nb[i], 3, WORLD, q + i);
  for (int i = 0; i < nnb; i++)
    MPI_Isend (a, 20 + 3 * ((me + nb[i]) % 5), MPI_DOUBLE, nb[i], 3, WORLD, q + nnb + i);
  MPI_Waitall (2 * nnb, q, MPI_STATUSES_IGNORE);
  work (5);
}
static double
dot (void)
{
  double x = 1, y;
  work (0.5);
  MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, WORLD);
  return y;
}
static void
cgrand (void)
{
  graph (16);
  dot ();
  for (int i = 0; i < 40; i++)
    {
      spmv ();
      dot ();
      work (1);
      dot ();
    }
}

/* D shuffled 16: Cannon on a 4x4 torus whose ranks are dealt at random; 6 multiplications of skew +
 * 3 shifts; in the 4th multiplication process 9 computes 60 ms longer in one step. */
static void
multiply (int n, int s)
{
  work (5 + (faulty && me == 9 && n == 3 && s == 1 ? 60 : 0));
}
static void
shuffled (void)
{
  static const int key[16] = { 5, 12, 3, 9, 14, 0, 7, 10, 1, 15, 6, 2, 11, 8, 13, 4 };
  MPI_Comm m, g;
  int dims[2] = { 4, 4 }, per[2] = { 1, 1 }, r, at[2], l, ri, u, d;
  MPI_Comm_split (WORLD, 0, key[me], &m);
  MPI_Cart_create (m, 2, dims, per, 0, &g);
  MPI_Comm_rank (g, &r);
  MPI_Cart_coords (g, r, 2, at);
  MPI_Cart_shift (g, 1, 1, &l, &ri);
  MPI_Cart_shift (g, 0, 1, &u, &d);
  for (int n = 0; n < 6; n++)
    {
      int s1, d1;
      if (at[0])
        {
          MPI_Cart_shift (g, 1, -at[0], &s1, &d1);
          MPI_Sendrecv_replace (a, 300, MPI_DOUBLE, d1, 1, s1, 1, g, IGN);
        }
      if (at[1])
        {
          MPI_Cart_shift (g, 0, -at[1], &s1, &d1);
          MPI_Sendrecv_replace (b, 300, MPI_DOUBLE, d1, 2, s1, 2, g, IGN);
        }
      for (int s = 0; s < 4; s++)
        {
          multiply (n, s);
          if (s == 3)
            break;
          MPI_Sendrecv_replace (a, 300, MPI_DOUBLE, l, 3, ri, 3, g, IGN);
          MPI_Sendrecv_replace (b, 300, MPI_DOUBLE, u, 4, d, 4, g, IGN);
        }
      double x = 1, y;
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_MAX, g);
    }
}

/* E front 8: line, halo, 48 steps; who has the front computes 12 ms instead of 4; it moves on each
 * 6 steps. */
static void
update (int s)
{
  work (faulty && s / 6 == me ? 12 : 4);
}
static void
front (void)
{
  int l = me ? me - 1 : MPI_PROC_NULL, r = me + 1 < np ? me + 1 : MPI_PROC_NULL;
  for (int s = 0; s < 48; s++)
    {
      MPI_Sendrecv (a, 128, MPI_DOUBLE, r, 1, b, 128, MPI_DOUBLE, l, 1, WORLD, IGN);
      MPI_Sendrecv (a, 128, MPI_DOUBLE, l, 2, b, 128, MPI_DOUBLE, r, 2, WORLD, IGN);
      update (s);
      double x = 1, y;
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_MIN, WORLD);
    }
}

/* F ktree 13: ternary tree by hand, up (sum) and down (result), 25 times; inner node 2 merges for 8
 * ms instead of 2. */
static void
merge (void)
{
  work (faulty && me == 2 ? 8 : 2);
}
static void
leafwork (void)
{
  work (5);
}
static void
ktree (void)
{
  for (int i = 0; i < 25; i++)
    {
      leafwork ();
      int n = 0;
      for (int k = 1; k <= 3; k++)
        if (3 * me + k < np)
          {
            MPI_Recv (b, 64, MPI_DOUBLE, 3 * me + k, 1, WORLD, IGN);
            n++;
          }
      if (n)
        merge ();
      if (me)
        {
          MPI_Send (a, 64, MPI_DOUBLE, (me - 1) / 3, 1, WORLD);
          MPI_Recv (a, 64, MPI_DOUBLE, (me - 1) / 3, 2, WORLD, IGN);
        }
      for (int k = 1; k <= 3; k++)
        if (3 * me + k < np)
          MPI_Send (a, 64, MPI_DOUBLE, 3 * me + k, 2, WORLD);
    }
}

/* G anyhalo 9: 3x3 torus-less grid, two buffers, Waitany; even processes compute 8/2 ms in even/odd
 * steps, odd ones the other way round; a needless barrier each step (without it neighbours still
 * couple them: loosely by double buffering). */
static void
interior (int s)
{
  work ((s + me) % 2 ? 8 : 2);
}
static void
face (void)
{
  work (0.5);
}
static void
anyhalo (void)
{
  int x = me % 3, y = me / 3, to[4], n = 0;
  MPI_Request q[2][8];
  if (x)
    to[n++] = me - 1;
  if (x < 2)
    to[n++] = me + 1;
  if (y)
    to[n++] = me - 3;
  if (y < 2)
    to[n++] = me + 3;
  for (int s = 0; s < 40; s++)
    {
      int p = s % 2;
      for (int i = 0; i < n; i++)
        MPI_Irecv (b + 4096 * p + 512 * i, 200, MPI_DOUBLE, to[i], p, WORLD, q[p] + i);
      for (int i = 0; i < n; i++)
        MPI_Isend (a + 4096 * p + 512 * i, 200, MPI_DOUBLE, to[i], p, WORLD, q[p] + n + i);
      interior (s);
      if (s)
        for (int i = 0; i < n; i++)
          {
            int k;
            MPI_Waitany (n, q[1 - p], &k, IGN);
            face ();
          }
      if (s)
        MPI_Waitall (n, q[1 - p] + n, MPI_STATUSES_IGNORE);
      if (faulty)
        MPI_Barrier (WORLD);
    }
  MPI_Waitall (2 * n, q[1], MPI_STATUSES_IGNORE);
}

/* H ordered 10: line; each step all send right (synchronously) before they receive from the left:
 * the chain starts at the last one. without: even ones send first, odd ones receive first. */
static void
step (void)
{
  work (3);
}
static void
ordered (void)
{
  for (int s = 0; s < 20; s++)
    {
      step ();
      int r = me + 1 < np ? me + 1 : MPI_PROC_NULL, l = me ? me - 1 : MPI_PROC_NULL;
      if (faulty || me % 2 == 0)
        {
          MPI_Ssend (a, 500, MPI_DOUBLE, r, 1, WORLD);
          work (1);
          MPI_Recv (b, 500, MPI_DOUBLE, l, 1, WORLD, IGN);
        }
      else
        {
          MPI_Recv (b, 500, MPI_DOUBLE, l, 1, WORLD, IGN);
          work (1);
          MPI_Ssend (a, 500, MPI_DOUBLE, r, 1, WORLD);
        }
      if (s % 4 == 3)
        {
          double x = 1, y;
          MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_MAX, WORLD);
        }
    }
}

/* I twoserv 9: servers 0 and 1, clients 2..8; each client asks 20 times, by key either server;
 * server 1 takes 4 ms a request, server 0 1 ms. without: both 1 ms. */
static void
lookup (void)
{
  work (faulty && me == 1 ? 4 : 1);
}
static void
twoserv (void)
{
  if (me < 2)
    for (int left = np - 2; left;)
      {
        MPI_Status st;
        int k;
        MPI_Recv (&k, 1, MPI_INT, ANY, MPI_ANY_TAG, WORLD, &st);
        if (st.MPI_TAG == 9)
          {
            left--;
            continue;
          }
        lookup ();
        MPI_Send (a, 50, MPI_DOUBLE, st.MPI_SOURCE, 2, WORLD);
      }
  else
    {
      seed = 31 * me;
      for (int i = 0; i < 20; i++)
        {
          int k = rnd (), s = k / 8 % 2;
          work (5);
          MPI_Send (&k, 1, MPI_INT, s, 1, WORLD);
          MPI_Recv (a, 50, MPI_DOUBLE, s, 2, WORLD, IGN);
        }
      int k = 0;
      MPI_Send (&k, 1, MPI_INT, 0, 9, WORLD);
      MPI_Send (&k, 1, MPI_INT, 1, 9, WORLD);
    }
}

/* J nested 6: coarse halo on 3x2 of all, then 4 fine halos on 0, 1, 3, 4 (2x2), then restriction;
 * 15 coarse steps, fine steps of process 3 take 6 ms instead of 3. */
HELPER static void
swap (MPI_Comm m, const int *to, int n, int tag)
{
  MPI_Request q[16];
  for (int i = 0; i < n; i++)
    {
      MPI_Irecv (b + 300 * i, 300, MPI_DOUBLE, to[i], tag, m, q + i);
      MPI_Isend (a, tag == 1 ? 200 : 100, MPI_DOUBLE, to[i], tag, m, q + n + i);
    }
  MPI_Waitall (2 * n, q, MPI_STATUSES_IGNORE);
}
static void
fine_step (void)
{
  work (faulty && me == 3 ? 6 : 3);
}
static void
coarse_step (void)
{
  work (4);
}
static void
nested (void)
{
  int x = me % 3, y = me / 3, to[4], n = 0, ft[4], fn = 0;
  if (x)
    to[n++] = me - 1;
  if (x < 2)
    to[n++] = me + 1;
  if (y)
    to[n++] = me - 3;
  else
    to[n++] = me + 3;
  if (x < 2)
    {
      ft[fn++] = x ? me - 1 : me + 1;
      ft[fn++] = y ? me - 3 : me + 3;
    }
  for (int s = 0; s < 15; s++)
    {
      swap (WORLD, to, n, 1);
      coarse_step ();
      if (x < 2)
        for (int f = 0; f < 4; f++)
          {
            swap (WORLD, ft, fn, 2);
            fine_step ();
          }
      double u = 1, v;
      MPI_Allreduce (&u, &v, 1, MPI_DOUBLE, MPI_MIN, WORLD);
    }
}

/* K ckpt 8: ring, 50 steps, each 10 a checkpoint into one file (write_at_all); at the 3rd, process
 * 6 takes 80 ms before it. */
static void
pack (int s)
{
  work (2 + (faulty && me == 6 && s == 29 ? 80 : 0));
}
static void
ckpt (void)
{
  int l = (me + np - 1) % np, r = (me + 1) % np;
  for (int s = 0; s < 50; s++)
    {
      MPI_Sendrecv (a, 100, MPI_DOUBLE, r, 1, b, 100, MPI_DOUBLE, l, 1, WORLD, IGN);
      work (5);
      if (s % 10 == 9)
        {
          MPI_File f;
          char name[64];
          sprintf (name, "checkpoint.%d.out", s / 10);
          pack (s);
          MPI_File_open (WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &f);
          MPI_File_write_at_all (f, me * 8000, a, 1000, MPI_DOUBLE, IGN);
          MPI_File_close (&f);
        }
    }
}

/* L dissem 7: all-gather by Bruck (distances 1, 2, 4: partial last), 30 times; no fault. */
static void
dissem (void)
{
  for (int s = 0; s < 30; s++)
    {
      work (6);
      for (int d = 1; d < np; d *= 2)
        {
          int n = 40 * (d * 2 <= np ? d : np - d);
          MPI_Sendrecv (a, n, MPI_DOUBLE, (me + np - d) % np, d, b, n, MPI_DOUBLE, (me + d) % np, d,
                        WORLD, IGN);
        }
    }
}

/* M mapred 6: 6 jobs of map, Alltoall of counts, Alltoallv, reduce, Gather; the keys of process 4
 * are hot: it reduces 30 ms, the others 10, and receives five times as much. without: evenly. */
static void
map (int j)
{
  work (12 + (me + j) % 3);
}
static void
reduce (void)
{
  work (faulty && me == 4 ? 30 : 10);
}
static void
mapred (void)
{
  int sc[8], sd[8], rc[8], rd[8];
  for (int j = 0; j < 6; j++)
    {
      map (j);
      for (int i = 0, at = 0; i < np; i++)
        {
          sc[i] = faulty && i == 4 ? 500 : 100;
          sd[i] = at;
          at += sc[i];
        }
      MPI_Alltoall (sc, 1, MPI_INT, rc, 1, MPI_INT, WORLD);
      for (int i = 0, at = 0; i < np; i++)
        {
          rd[i] = at;
          at += rc[i];
        }
      MPI_Alltoallv (a, sc, sd, MPI_DOUBLE, b, rc, rd, MPI_DOUBLE, WORLD);
      reduce ();
      MPI_Gather (a, 10, MPI_DOUBLE, b, 10, MPI_DOUBLE, 0, WORLD);
    }
}

/* N ensemble 12: 4 groups of 3; each runs its member (ring, own reduce) 20, 20, 40, 20 steps of 4
 * ms; then all gather. 4 rounds. without: 20 each. */
static void
member (MPI_Comm g, int n)
{
  int r;
  MPI_Comm_rank (g, &r);
  for (int i = 0; i < n; i++)
    {
      MPI_Sendrecv (a, 80, MPI_DOUBLE, (r + 1) % 3, 1, b, 80, MPI_DOUBLE, (r + 2) % 3, 1, g, IGN);
      work (4);
      double x = 1, y;
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, g);
    }
}
static void
ensemble (void)
{
  MPI_Comm g;
  MPI_Comm_split (WORLD, me / 3, me, &g);
  for (int k = 0; k < 4; k++)
    {
      member (g, faulty && me / 3 == 2 ? 40 : 20);
      MPI_Gather (a, 100, MPI_DOUBLE, b, 100, MPI_DOUBLE, 0, WORLD);
    }
}

/* O chaotic 6: asynchronous relaxation on a ring: each sends its border and takes what has come,
 * without waiting; 60 steps of 2 to 6 ms; then all messages are drained. no fault. */
static void
chaotic (void)
{
  int l = (me + np - 1) % np, r = (me + 1) % np, got = 0, f;
  MPI_Status st;
  seed = 13 * me + 1;
  for (int s = 0; s < 60; s++)
    {
      work (2 + rnd () % 5);
      MPI_Send (a, 30, MPI_DOUBLE, l, 1, WORLD);
      MPI_Send (a, 30, MPI_DOUBLE, r, 1, WORLD);
      for (;;)
        {
          MPI_Iprobe (ANY, 1, WORLD, &f, &st);
          if (!f)
            break;
          MPI_Recv (b, 30, MPI_DOUBLE, st.MPI_SOURCE, 1, WORLD, IGN);
          got++;
        }
    }
  while (got < 120)
    {
      MPI_Recv (b, 30, MPI_DOUBLE, ANY, 1, WORLD, IGN);
      got++;
    }
}

/* P qcd 24: 4-D torus 3x2x2x2, halo in 8 directions, CG with two sums, 4 solves of 10 iterations;
 * process 13 takes 7.5 ms instead of 5 in the operator. */
static void
dslash (void)
{
  work (faulty && me == 13 ? 7.5 : 5);
}
static void
qcd (void)
{
  int dims[4] = { 3, 2, 2, 2 }, per[4] = { 1, 1, 1, 1 };
  MPI_Comm g;
  MPI_Cart_create (WORLD, 4, dims, per, 0, &g);
  for (int k = 0; k < 4; k++)
    {
      for (int i = 0; i < 10; i++)
        {
          MPI_Request q[16];
          for (int d = 0; d < 4; d++)
            {
              int s, t;
              MPI_Cart_shift (g, d, 1, &s, &t);
              MPI_Irecv (b, 60, MPI_DOUBLE, s, 2 * d, g, q + 4 * d);
              MPI_Irecv (b + 100, 60, MPI_DOUBLE, t, 2 * d + 1, g, q + 4 * d + 1);
              MPI_Isend (a, 60, MPI_DOUBLE, t, 2 * d, g, q + 4 * d + 2);
              MPI_Isend (a, 60, MPI_DOUBLE, s, 2 * d + 1, g, q + 4 * d + 3);
            }
          MPI_Waitall (16, q, MPI_STATUSES_IGNORE);
          dslash ();
          double x = 1, y;
          MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, g);
          MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, g);
        }
      MPI_Bcast (a, 10, MPI_DOUBLE, 0, g);
    }
}

/* Q small 6: ring; each step 24 lines are sent one by one to the right, where one message would do;
 * 20 steps of 4 ms. */
static void
lines (void)
{
  int l = (me + np - 1) % np, r = (me + 1) % np;
  MPI_Request q[64];
  int n = faulty ? 24 : 1;
  for (int i = 0; i < n; i++)
    MPI_Irecv (b + 24 * i, 24 * 24 / n, MPI_DOUBLE, l, i, WORLD, q + i);
  for (int i = 0; i < n; i++)
    MPI_Send (a + 24 * i, 24 * 24 / n, MPI_DOUBLE, r, i, WORLD);
  MPI_Waitall (n, q, MPI_STATUSES_IGNORE);
}
static void
small (void)
{
  for (int s = 0; s < 20; s++)
    {
      work (4);
      lines ();
    }
}

/* R newton 8: outer steps until converged: 12, 9, 7, 5, 4, 3 inner iterations (halo on 4x2 and a
 * norm), then a Bcast of the step length; the second outer step is twice as slow on all
 * (refactoring): 12 instead of 6 ms each. */
static void
inner (int o)
{
  work (faulty && o == 1 ? 12 : 6);
}
static void
newton (void)
{
  static const int n[] = { 12, 9, 7, 5, 4, 3 };
  int x = me % 4, y = me / 4, to[4], k = 0;
  if (x)
    to[k++] = me - 1;
  if (x < 3)
    to[k++] = me + 1;
  to[k++] = y ? me - 4 : me + 4;
  for (int o = 0; o < 6; o++)
    {
      for (int i = 0; i < n[o]; i++)
        {
          swap (WORLD, to, k, 1);
          inner (o);
          double u = 1, v;
          MPI_Allreduce (&u, &v, 1, MPI_DOUBLE, MPI_SUM, WORLD);
        }
      MPI_Bcast (a, 1, MPI_DOUBLE, 0, WORLD);
    }
}

/* S lagged 12: halo on 2x3x2, periodic in the second dimension, every second of 40 steps, and a sum
 * in each that is under way meanwhile; rank 7 computes 4 instead of 2 ms. Sends to it go on when it
 * calls MPI again. */
static void
relax (void)
{
  work (faulty && me == 7 ? 4 : 2);
}
static void
lagged (void)
{
  const int size[3] = { 2, 3, 2 }, periodic[3] = { 0, 1, 0 };
  MPI_Comm grid;
  MPI_Cart_create (WORLD, 3, size, periodic, 0, &grid);
  for (int s = 0; s < 40; s++)
    {
      MPI_Request sum;
      MPI_Iallreduce (a, b, 2, MPI_DOUBLE, MPI_SUM, grid, &sum);
      for (int d = 0; d < 3 && s % 2 == 0; d++)
        {
          int low, high;
          MPI_Cart_shift (grid, d, 1, &low, &high);
          MPI_Sendrecv (c, 64, MPI_DOUBLE, high, 5, c + 64, 64, MPI_DOUBLE, low, 5, grid, IGN);
          MPI_Sendrecv (c, 64, MPI_DOUBLE, low, 6, c + 64, 64, MPI_DOUBLE, high, 6, grid, IGN);
        }
      relax ();
      MPI_Wait (&sum, IGN);
    }
}

/* T rooted 12: halo on 3x2x2, periodic in the first dimension, one dimension after the other, 30
 * steps; every tenth is gathered on rank 0, which computes 8 ms on it. */
static void
crunch (double ms)
{
  work (ms);
}
static void
rooted (void)
{
  const int size[3] = { 3, 2, 2 }, periodic[3] = { 1, 0, 0 };
  MPI_Comm grid;
  MPI_Cart_create (WORLD, 3, size, periodic, 0, &grid);
  for (int s = 0; s < 30; s++)
    {
      for (int d = 0; d < 3; d++)
        {
          MPI_Request q[4];
          int low, high;
          MPI_Cart_shift (grid, d, 1, &low, &high);
          MPI_Irecv (b, 64, MPI_DOUBLE, low, 1, grid, &q[0]);
          MPI_Irecv (b + 64, 64, MPI_DOUBLE, high, 2, grid, &q[1]);
          MPI_Isend (a, 64, MPI_DOUBLE, high, 1, grid, &q[2]);
          MPI_Isend (a, 64, MPI_DOUBLE, low, 2, grid, &q[3]);
          MPI_Waitall (4, q, MPI_STATUSES_IGNORE);
        }
      crunch (2);
      if (s % 10 == 9)
        {
          MPI_Gather (a, 8, MPI_DOUBLE, c, 8, MPI_DOUBLE, 0, grid);
          if (me == 0 && faulty)
            crunch (8);
        }
    }
}

/* U ringsum 6: a sum that is passed round a ring by hand, ten steps of it in each of 10 iterations,
 * and no collective operation. P: 10 x [10 x ring of 6]. */
static void
ringsum (void)
{
  for (int s = 0; s < 10; s++)
    {
      crunch (3);
      for (int k = 0; k < 2 * (np - 1); k++)
        MPI_Sendrecv (a, 100, MPI_DOUBLE, (me + 1) % np, 0, b, 100, MPI_DOUBLE, (me + np - 1) % np,
                      0, WORLD, IGN);
    }
}

/* V codes 9: three codes of three processes, a ring each, the first of which exchange on a ring of
 * their own every fourth of 24 steps. P: 6 x [4 x ring in 3 rows of 3; ring of 0, 3, 6]. T: three
 * rings of 3, and one of 0, 3 and 6. */
static void
codes (void)
{
  const int base = me / 3 * 3, place = me - base;
  for (int s = 0; s < 24; s++)
    {
      MPI_Sendrecv (a, 40, MPI_DOUBLE, base + (place + 1) % 3, 0, b, 40, MPI_DOUBLE,
                    base + (place + 2) % 3, 0, WORLD, IGN);
      crunch (1 + me / 3 * 0.2);
      if (s % 4 == 3 && place == 0)
        MPI_Sendrecv (a, 80, MPI_DOUBLE, (me + 3) % 9, 5, b, 80, MPI_DOUBLE, (me + 6) % 9, 5, WORLD,
                      IGN);
    }
}

/* W chords 8: each exchanges with the next on both sides and the one across, and takes what comes
 * first; 25 steps, and no collective operation. Process 3 computes 5 instead of 1 ms from step 11
 * on. P: 25 x [exchange at distance 1 and 4]. L: the same, one phase. F: process 3. */
static void
chords (void)
{
  const int to[] = { (me + 1) % np, (me + np - 1) % np, (me + np / 2) % np };
  const int tag[] = { 1, 0, 2 };
  for (int s = 0; s < 25; s++)
    {
      MPI_Request q[3], r[3];
      int which;
      for (int k = 0; k < 3; k++)
        MPI_Irecv (b + 100 * k, 50, MPI_DOUBLE, to[k], tag[k], WORLD, &q[k]);
      for (int k = 0; k < 3; k++)
        MPI_Isend (a, 50, MPI_DOUBLE, to[k], k, WORLD, &r[k]);
      for (int k = 0; k < 3; k++)
        {
          MPI_Waitany (3, q, &which, IGN);
          crunch (0.3);
        }
      MPI_Waitall (3, r, MPI_STATUSES_IGNORE);
      crunch (faulty && me == 3 && s >= 10 ? 5 : 1);
    }
}

static const SmallProgram all[]
    = { { "pencil", 12, pencil },     { "train", 8, train },        { "cgrand", 10, cgrand },
        { "shuffled", 16, shuffled }, { "front", 8, front },        { "ktree", 13, ktree },
        { "anyhalo", 9, anyhalo },    { "ordered", 10, ordered },   { "twoserv", 9, twoserv },
        { "nested", 6, nested },      { "ckpt", 8, ckpt },          { "dissem", 7, dissem },
        { "mapred", 6, mapred },      { "ensemble", 12, ensemble }, { "chaotic", 6, chaotic },
        { "qcd", 24, qcd },           { "small", 6, small },        { "newton", 8, newton },
        { "lagged", 12, lagged },     { "rooted", 12, rooted },     { "ringsum", 6, ringsum },
        { "codes", 9, codes },        { "chords", 8, chords } };
HELPER int
main (int argc, char **argv)
{
  return run_small_program (all, sizeof all / sizeof *all, argc, argv);
}
