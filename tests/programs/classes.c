/* classes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small programs, each of a class of its own, that communicate as programs of that class do; some
 * with a fault. tests/data/classes.tar.xz has traces of them, recorded with
 *   refrain-cli record -o NAME.mtf.h5 -- mpirun -np PROCESSES classes NAME
 * where PROCESSES is the number that stands above each.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WORLD      MPI_COMM_WORLD
#define IGNORE     MPI_STATUS_IGNORE
#define IGNORE_ALL MPI_STATUSES_IGNORE

static int me, np;
static double buf[1 << 16], bin[1 << 16];
static unsigned state = 12345;

/* Of computing: pausing, so that times are right with more processes than cores. */
static void
work (double milliseconds)
{
  const struct timespec time = { 0, (long) (milliseconds * 1e6) };

  nanosleep (&time, NULL);
}

static unsigned
draw (void)
{
  state = state * 1103515245u + 12345u;
  return (state >> 16) & 0x7fff;
}

static void
worker (int sub)
{
  for (;;)
    {
      int t;
      MPI_Send (&me, 1, MPI_INT, sub, 1, WORLD);
      MPI_Recv (&t, 1, MPI_INT, sub, 2, WORLD, IGNORE);
      if (t < 0)
        break;
      work (1 + t % 3);
    }
}
static void
sub (void)
{
  for (;;)
    {
      int b;
      MPI_Send (&me, 1, MPI_INT, 0, 11, WORLD);
      MPI_Recv (&b, 1, MPI_INT, 0, 12, WORLD, IGNORE);
      if (b < 0)
        break;
      for (int i = 0; i < 8; i++)
        {
          int r, t = b * 8 + i;
          MPI_Recv (&r, 1, MPI_INT, MPI_ANY_SOURCE, 1, WORLD, IGNORE);
          MPI_Send (&t, 1, MPI_INT, r, 2, WORLD);
        }
    }
  for (int i = 0; i < 3; i++)
    {
      int r, t = -1;
      MPI_Recv (&r, 1, MPI_INT, MPI_ANY_SOURCE, 1, WORLD, IGNORE);
      MPI_Send (&t, 1, MPI_INT, r, 2, WORLD);
    }
}

/* 13 processes. A top process hands out bundles of tasks to three masters, and these the tasks to
 * three workers each. */
static void
submaster (void)
{
  if (!me)
    {
      int stop = 0;
      for (int b = 0; stop < 3; b++)
        {
          int r, t = b < 24 ? b : -1;
          MPI_Recv (&r, 1, MPI_INT, MPI_ANY_SOURCE, 11, WORLD, IGNORE);
          MPI_Send (&t, 1, MPI_INT, r, 12, WORLD);
          if (t < 0)
            stop++;
        }
    }
  else if (me % 4 == 1)
    sub ();
  else
    worker (1 + (me - 1) / 4 * 4);
}

/* 8 processes. Who sends to whom changes and is not known: non-blocking consensus (Hoefler et al.
 * 2010). */
static void
nbx (void)
{
  state = 77 * me + 5;
  for (int s = 0; s < 20; s++)
    {
      int n = 1 + draw () % 3;
      MPI_Request q[4], b = MPI_REQUEST_NULL;
      int got = 0, done = 0;
      work (2);
      for (int i = 0; i < n; i++)
        {
          int to = (me + 1 + draw () % (np - 1)) % np;
          MPI_Issend (buf, 8 + draw () % 50, MPI_DOUBLE, to, 5, WORLD, q + i);
        }
      while (!done)
        {
          int f;
          MPI_Status st;
          MPI_Iprobe (MPI_ANY_SOURCE, 5, WORLD, &f, &st);
          if (f)
            {
              MPI_Recv (bin, 1000, MPI_DOUBLE, st.MPI_SOURCE, 5, WORLD, IGNORE);
              got++;
            }
          if (b == MPI_REQUEST_NULL)
            {
              int a;
              MPI_Testall (n, q, &a, IGNORE_ALL);
              if (a)
                MPI_Ibarrier (WORLD, &b);
              else
                usleep (50);
            }
          else
            {
              MPI_Test (&b, &done, IGNORE);
              if (!done)
                usleep (50);
            }
        }
      double x = got, y;
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}

/* 12 processes. A halo with its corners: first x, then y. Process 5 computes twice as long. */
static void
corners (void)
{
  int d[2] = { 4, 3 }, p[2] = { 0, 1 }, l, r, u, o;
  MPI_Comm g;
  MPI_Cart_create (WORLD, 2, d, p, 0, &g);
  MPI_Cart_shift (g, 0, 1, &l, &r);
  MPI_Cart_shift (g, 1, 1, &u, &o);
  for (int s = 0; s < 40; s++)
    {
      MPI_Request q[4];
      work (me == 5 ? 6 : 3);
      MPI_Irecv (bin, 100, MPI_DOUBLE, l, 1, g, q);
      MPI_Irecv (bin + 200, 100, MPI_DOUBLE, r, 2, g, q + 1);
      MPI_Isend (buf, 100, MPI_DOUBLE, r, 1, g, q + 2);
      MPI_Isend (buf, 100, MPI_DOUBLE, l, 2, g, q + 3);
      MPI_Waitall (4, q, IGNORE_ALL);
      MPI_Irecv (bin, 102, MPI_DOUBLE, u, 3, g, q);
      MPI_Irecv (bin + 200, 102, MPI_DOUBLE, o, 4, g, q + 1);
      MPI_Isend (buf, 102, MPI_DOUBLE, o, 3, g, q + 2);
      MPI_Isend (buf, 102, MPI_DOUBLE, u, 4, g, q + 3);
      MPI_Waitall (4, q, IGNORE_ALL);
    }
}

/* 9 processes. Red points, then black ones; a norm every ten iterations. */
static void
redblack (void)
{
  int d[2] = { 3, 3 }, p[2] = { 0, 0 }, n[4];
  MPI_Comm g;
  MPI_Cart_create (WORLD, 2, d, p, 0, &g);
  MPI_Cart_shift (g, 0, 1, n, n + 1);
  MPI_Cart_shift (g, 1, 1, n + 2, n + 3);
  for (int s = 0; s < 60; s++)
    {
      for (int col = 0; col < 2; col++)
        {
          MPI_Request q[8];
          for (int i = 0; i < 4; i++)
            MPI_Irecv (bin + 100 * i, 50, MPI_DOUBLE, n[i], col, g, q + i);
          for (int i = 0; i < 4; i++)
            MPI_Isend (buf, 50, MPI_DOUBLE, n[i], col, g, q + 4 + i);
          MPI_Waitall (8, q, IGNORE_ALL);
          work (1);
        }
      if (s % 10 == 9)
        {
          double x = 1, y;
          MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, g);
        }
    }
}

/* 8 processes. Conjugate gradients that sum up while they multiply. */
static void
pipecg (void)
{
  int l = me ? me - 1 : MPI_PROC_NULL, r = me + 1 < np ? me + 1 : MPI_PROC_NULL;
  double x[2] = { 1, 1 }, y[2];
  MPI_Allreduce (x, y, 2, MPI_DOUBLE, MPI_SUM, WORLD);
  for (int s = 0; s < 50; s++)
    {
      MPI_Request q[4], a;
      MPI_Iallreduce (x, y, 2, MPI_DOUBLE, MPI_SUM, WORLD, &a);
      MPI_Irecv (bin, 60, MPI_DOUBLE, l, 1, WORLD, q);
      MPI_Irecv (bin + 200, 60, MPI_DOUBLE, r, 1, WORLD, q + 1);
      MPI_Isend (buf, 60, MPI_DOUBLE, r, 1, WORLD, q + 2);
      MPI_Isend (buf, 60, MPI_DOUBLE, l, 1, WORLD, q + 3);
      work (1);
      MPI_Waitall (4, q, IGNORE_ALL);
      work (1);
      MPI_Wait (&a, IGNORE);
      work (.5);
    }
}

/* 12 processes. Transposes of blocks in rows and columns, there and back. */
static void
fftw (void)
{
  int C = 4;
  MPI_Comm row, col;
  MPI_Comm_split (WORLD, me / C, me, &row);
  MPI_Comm_split (WORLD, me % C, me, &col);
  MPI_Datatype t;
  MPI_Type_vector (8, 4, 16, MPI_DOUBLE, &t);
  MPI_Type_commit (&t);
  int cnt[12], dis[12];
  MPI_Datatype ty[12];
  for (int i = 0; i < 12; i++)
    {
      cnt[i] = 1;
      dis[i] = i * 4 * 8;
      ty[i] = t;
    }
  for (int s = 0; s < 15; s++)
    {
      work (2);
      MPI_Alltoallw (buf, cnt, dis, ty, bin, cnt, dis, ty, row);
      work (2);
      MPI_Alltoallw (buf, cnt, dis, ty, bin, cnt, dis, ty, col);
      work (2);
      MPI_Alltoallw (buf, cnt, dis, ty, bin, cnt, dis, ty, col);
      work (1);
      MPI_Alltoallw (buf, cnt, dis, ty, bin, cnt, dis, ty, row);
    }
  double x = 1, y;
  MPI_Reduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, 0, WORLD);
}

/* 6 processes. LU on 2×3 processes: the next panel is factored before the update with this one. */
static void
lulook (void)
{
  int C = 3;
  MPI_Comm row, col;
  MPI_Comm_split (WORLD, me / C, me, &row);
  MPI_Comm_split (WORLD, me % C, me, &col);
  int mc = me % C, K = 18;
  double x[2] = { 1, 2 }, y[2];
  MPI_Request q;
  if (mc == 0)
    {
      for (int i = 0; i < 4; i++)
        MPI_Allreduce (x, y, 1, MPI_DOUBLE_INT, MPI_MAXLOC, col);
      work (1);
    }
  MPI_Ibcast (buf, 400, MPI_DOUBLE, 0, row, &q);
  for (int k = 0; k < K; k++)
    {
      MPI_Wait (&q, IGNORE);
      MPI_Bcast (bin, 200, MPI_DOUBLE, k % 2, col);
      if (k + 1 < K)
        {
          if (mc == (k + 1) % 3)
            {
              work (.5);
              for (int i = 0; i < 4; i++)
                MPI_Allreduce (x, y, 1, MPI_DOUBLE_INT, MPI_MAXLOC, col);
              work (1);
            }
          MPI_Ibcast (buf, 400, MPI_DOUBLE, (k + 1) % 3, row, &q);
        }
      work (.3 * (K - k));
    }
}

/* 10 processes. Partners change every third step. */
static void
treecode (void)
{
  for (int s = 0; s < 24; s++)
    {
      double b[6], all[96];
      work (1);
      MPI_Allgather (b, 6, MPI_DOUBLE, all, 6, MPI_DOUBLE, WORLD);
      MPI_Request q[64];
      int n = 0;
      srand (s / 3);
      static int A[16][16];
      memset (A, 0, sizeof A);
      for (int i = 0; i < np; i++)
        for (int j = i + 1; j < np; j++)
          if (j - i == 1 || rand () % 4 == 0)
            A[i][j] = A[j][i] = 1;
      for (int j = 0; j < np; j++)
        if (A[me][j])
          MPI_Irecv (bin + 500 * j, 500, MPI_DOUBLE, j, 7, WORLD, q + n++);
      for (int j = 0; j < np; j++)
        if (A[me][j])
          MPI_Isend (buf, 100 + (s * 13 + j * 7) % 300, MPI_DOUBLE, j, 7, WORLD, q + n++);
      MPI_Waitall (n, q, IGNORE_ALL);
      work (3);
      double x = 1, y;
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_MIN, WORLD);
    }
}

/* 8 processes. Particles leave for four neighbours: first how many, then these if there are any. */
static void
migrate (void)
{
  int d[2] = { 2, 4 }, p[2] = { 1, 1 }, n[4];
  MPI_Comm g;
  MPI_Cart_create (WORLD, 2, d, p, 0, &g);
  state = me * 31 + 3;
  MPI_Cart_shift (g, 0, 1, n, n + 1);
  MPI_Cart_shift (g, 1, 1, n + 2, n + 3);
  for (int s = 0; s < 30; s++)
    {
      work (2);
      for (int i = 0; i < 4; i++)
        {
          int k = draw () % 5, r;
          MPI_Sendrecv (&k, 1, MPI_INT, n[i], 10 + i, &r, 1, MPI_INT, n[i ^ 1], 10 + i, g, IGNORE);
          MPI_Request q[2];
          int m = 0;
          if (r)
            MPI_Irecv (bin, 6 * r, MPI_DOUBLE, n[i ^ 1], 20 + i, g, q + m++);
          if (k)
            MPI_Isend (buf, 6 * k, MPI_DOUBLE, n[i], 20 + i, g, q + m++);
          MPI_Waitall (m, q, IGNORE_ALL);
        }
      if (s % 5 == 4)
        {
          long x = 1, y;
          MPI_Allreduce (&x, &y, 1, MPI_LONG, MPI_SUM, g);
        }
    }
}

/* 16 processes. A coupler, an atmosphere, an ocean and ice, coupled through intercommunicators. */
static void
coupled4 (void)
{
  int code = me / 4, r;
  MPI_Comm m, ic[4];
  MPI_Comm_split (WORLD, code, me, &m);
  MPI_Comm_rank (m, &r);
  if (!code)
    for (int k = 1; k < 4; k++)
      MPI_Intercomm_create (m, 0, WORLD, 4 * k, k, ic + k);
  else
    MPI_Intercomm_create (m, 0, WORLD, 0, code, ic);
  for (int s = 0; s < 32; s++)
    {
      if (code == 1)
        {
          work (2);
          MPI_Sendrecv (buf, 80, MPI_DOUBLE, (r + 1) % 4, 1, bin, 80, MPI_DOUBLE, (r + 3) % 4, 1, m,
                        IGNORE);
          MPI_Sendrecv (buf, 80, MPI_DOUBLE, (r + 3) % 4, 2, bin, 80, MPI_DOUBLE, (r + 1) % 4, 2, m,
                        IGNORE);
        }
      if (code == 2)
        {
          work (1.5);
          for (int x = 1; x < 4; x *= 2)
            MPI_Sendrecv (buf, 40, MPI_DOUBLE, r ^ x, 3, bin, 40, MPI_DOUBLE, r ^ x, 3, m, IGNORE);
          double a = 1, b;
          MPI_Allreduce (&a, &b, 1, MPI_DOUBLE, MPI_SUM, m);
        }
      if (code == 3)
        {
          work (1);
          double a = 1, b;
          MPI_Allreduce (&a, &b, 1, MPI_DOUBLE, MPI_MAX, m);
        }
      if (s % 4 == 3)
        {
          if (!code)
            {
              for (int k = 1; k < 4; k++)
                MPI_Recv (bin, 300, MPI_DOUBLE, r, 9, ic[k], IGNORE);
              work (1);
              for (int k = 1; k < 4; k++)
                MPI_Send (buf, 300, MPI_DOUBLE, r, 8, ic[k]);
            }
          else
            {
              MPI_Send (buf, 300, MPI_DOUBLE, r, 9, ic[0]);
              MPI_Recv (bin, 300, MPI_DOUBLE, r, 8, ic[0], IGNORE);
            }
        }
    }
}

/* 10 processes. Eight simulate, two look at what they get, which takes too long. */
static void
insitu (void)
{
  MPI_Comm m;
  MPI_Comm_split (WORLD, me >= 8, me, &m);
  if (me < 8)
    {
      int d[2] = { 4, 2 }, p[2] = { 0, 0 }, n[4];
      MPI_Comm g;
      MPI_Cart_create (m, 2, d, p, 0, &g);
      MPI_Cart_shift (g, 0, 1, n, n + 1);
      MPI_Cart_shift (g, 1, 1, n + 2, n + 3);
      for (int s = 0; s < 40; s++)
        {
          MPI_Request q[8];
          for (int i = 0; i < 4; i++)
            MPI_Irecv (bin + 100 * i, 50, MPI_DOUBLE, n[i], 0, g, q + i);
          for (int i = 0; i < 4; i++)
            MPI_Isend (buf, 50, MPI_DOUBLE, n[i], 0, g, q + 4 + i);
          MPI_Waitall (8, q, IGNORE_ALL);
          work (2);
          if (s % 4 == 3)
            MPI_Ssend (buf, 2000, MPI_DOUBLE, 8 + me / 4, 99, WORLD);
        }
    }
  else
    for (int s = 0; s < 10; s++)
      {
        for (int i = 0; i < 4; i++)
          MPI_Recv (bin, 2000, MPI_DOUBLE, (me - 8) * 4 + i, 99, WORLD, IGNORE);
        work (20);
        double a = 1, b;
        MPI_Reduce (&a, &b, 1, MPI_DOUBLE, MPI_SUM, 0, m);
      }
}

/* 12 processes. Of each four one writes for all; process 4 takes long. */
static void
ioagg (void)
{
  MPI_Comm m, w;
  MPI_Comm_split (WORLD, me / 4, me, &m);
  int r;
  MPI_Comm_rank (m, &r);
  MPI_Comm_split (WORLD, r ? MPI_UNDEFINED : 0, me, &w);
  MPI_File f;
  if (!r)
    MPI_File_open (w, "out.bin", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &f);
  for (int s = 0; s < 40; s++)
    {
      work (2);
      MPI_Sendrecv (buf, 64, MPI_DOUBLE, (me + 1) % np, 1, bin, 64, MPI_DOUBLE, (me + np - 1) % np,
                    1, WORLD, IGNORE);
      MPI_Sendrecv (buf, 64, MPI_DOUBLE, (me + np - 1) % np, 2, bin, 64, MPI_DOUBLE, (me + 1) % np,
                    2, WORLD, IGNORE);
      if (s % 5 == 4)
        {
          MPI_Gather (buf, 1000, MPI_DOUBLE, bin, 1000, MPI_DOUBLE, 0, m);
          if (!r)
            {
              work (me == 4 ? 15 : 4);
              MPI_File_write_at (f, (s / 5 * 3 + me / 4) * 32000L, bin, 4000, MPI_DOUBLE, IGNORE);
            }
        }
    }
  if (!r)
    MPI_File_close (&f);
}

/* 7 processes. The last process only writes down what the others say. */
static void
logger (void)
{
  int n = np - 1;
  MPI_Comm m;
  MPI_Comm_split (WORLD, me == n, me, &m);
  if (me < n)
    for (int s = 0; s < 50; s++)
      {
        int l = me ? me - 1 : MPI_PROC_NULL, r = me + 1 < n ? me + 1 : MPI_PROC_NULL;
        work (2);
        MPI_Sendrecv (buf, 64, MPI_DOUBLE, r, 1, bin, 64, MPI_DOUBLE, l, 1, m, IGNORE);
        MPI_Sendrecv (buf, 64, MPI_DOUBLE, l, 2, bin, 64, MPI_DOUBLE, r, 2, m, IGNORE);
        MPI_Send (buf, 10, MPI_DOUBLE, n, 77, WORLD);
      }
  else
    for (int i = 0; i < 50 * n; i++)
      {
        MPI_Recv (bin, 10, MPI_DOUBLE, MPI_ANY_SOURCE, 77, WORLD, IGNORE);
      }
}

/* 8 processes. A counter in a window hands out the work. */
static void
steal (void)
{
  long *mem;
  MPI_Win w;
  MPI_Win_allocate (8, 8, MPI_INFO_NULL, WORLD, &mem, &w);
  *mem = 0;
  MPI_Barrier (WORLD);
  int n = 0;
  for (;;)
    {
      long one = 1, k;
      MPI_Win_lock (MPI_LOCK_SHARED, 0, 0, w);
      MPI_Fetch_and_op (&one, &k, MPI_LONG, 0, 0, MPI_SUM, w);
      MPI_Win_unlock (0, w);
      if (k >= 120)
        break;
      n++;
      work (2 + k % 4);
    }
  int t;
  MPI_Reduce (&n, &t, 1, MPI_INT, MPI_SUM, 0, WORLD);
  MPI_Win_free (&w);
}

/* 12 processes. A neighbourhood collective, computing beside it. */
static void
cartneigh (void)
{
  int d[2] = { 4, 3 }, p[2] = { 1, 0 };
  MPI_Comm g;
  MPI_Cart_create (WORLD, 2, d, p, 1, &g);
  int cnt[4] = { 40, 40, 30, 30 }, ds[4] = { 0, 40, 80, 110 };
  for (int s = 0; s < 36; s++)
    {
      MPI_Request q;
      MPI_Ineighbor_alltoallv (buf, cnt, ds, MPI_DOUBLE, bin, cnt, ds, MPI_DOUBLE, g, &q);
      work (2);
      MPI_Wait (&q, IGNORE);
      work (1);
      if (s % 6 == 5)
        {
          double a = 1, b;
          MPI_Allreduce (&a, &b, 1, MPI_DOUBLE, MPI_MAX, g);
        }
    }
}

/* 6 processes. Process 2 gets more to do from step to step, until the work is shared anew. */
static void
rebalance (void)
{
  int l = (me + np - 1) % np, r = (me + 1) % np, n[16], d[16], rn[16], rd[16];
  for (int s = 0; s < 48; s++)
    {
      work (2 + (me == 2 ? .4 * (s % 12) : 0));
      MPI_Sendrecv (buf, 32, MPI_DOUBLE, r, 1, bin, 32, MPI_DOUBLE, l, 1, WORLD, IGNORE);
      MPI_Sendrecv (buf, 32, MPI_DOUBLE, l, 1, bin, 32, MPI_DOUBLE, r, 1, WORLD, IGNORE);
      if (s % 12 == 11)
        {
          double x = 1, y[16];
          MPI_Allgather (&x, 1, MPI_DOUBLE, y, 1, MPI_DOUBLE, WORLD);
          for (int i = 0; i < np; i++)
            {
              n[i] = (me == 2 && i != 2) ? 50 : 0;
              rn[i] = (me != 2 && i == 2) ? 50 : 0;
              d[i] = rd[i] = 50 * i;
            }
          MPI_Alltoallv (buf, n, d, MPI_DOUBLE, bin, rn, rd, MPI_DOUBLE, WORLD);
        }
    }
}

static void
lev (int l)
{
  int n = 8 >> l;
  if (me < n)
    {
      int a = (me + n - 1) % n, b = (me + 1) % n;
      work (1);
      MPI_Sendrecv (buf, 40 << l, MPI_DOUBLE, b, l, bin, 40 << l, MPI_DOUBLE, a, l, WORLD, IGNORE);
      MPI_Sendrecv (buf, 40 << l, MPI_DOUBLE, a, l, bin, 40 << l, MPI_DOUBLE, b, l, WORLD, IGNORE);
    }
  if (l < 2)
    {
      lev (l + 1);
      lev (l + 1);
    }
}

/* 8 processes. Levels of fewer processes take twice, and four times, as many steps. */
static void
subcycle (void)
{
  for (int s = 0; s < 15; s++)
    {
      double x = 1, y;
      lev (0);
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_MIN, WORLD);
    }
}

/* 9 processes. Reads what another run has left; writes every ten steps. */
static void
restart (void)
{
  MPI_File f;
  MPI_File_open (WORLD, "restart.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
  MPI_File_write_at_all (f, me * 8000L, buf, 1000, MPI_DOUBLE, IGNORE);
  MPI_File_close (&f);
  MPI_File_open (WORLD, "restart.bin", MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
  MPI_File_read_at_all (f, me * 8000L, buf, 1000, MPI_DOUBLE, IGNORE);
  MPI_File_close (&f);
  int d[2] = { 3, 3 }, p[2] = { 1, 1 }, n[4];
  MPI_Comm g;
  MPI_Cart_create (WORLD, 2, d, p, 0, &g);
  MPI_Cart_shift (g, 0, 1, n, n + 1);
  MPI_Cart_shift (g, 1, 1, n + 2, n + 3);
  for (int s = 0; s < 40; s++)
    {
      for (int i = 0; i < 4; i++)
        MPI_Sendrecv (buf, 50, MPI_DOUBLE, n[i], i, bin, 50, MPI_DOUBLE, n[i ^ 1], i, g, IGNORE);
      work (2);
      if (s % 10 == 9)
        {
          char nm[64];
          sprintf (nm, "ck%d.bin", s);
          MPI_File_open (WORLD, nm, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &f);
          MPI_File_write_at_all (f, me * 8000L, buf, 1000, MPI_DOUBLE, IGNORE);
          MPI_File_close (&f);
        }
    }
}

/* 8 processes. Process 3 ends the run in step 15. */
static void
crash (void)
{
  int l = (me + np - 1) % np, r = (me + 1) % np;
  for (int s = 0; s < 30; s++)
    {
      work (2);
      if (s == 14 && me == 3)
        MPI_Abort (WORLD, 3);
      MPI_Sendrecv (buf, 64, MPI_DOUBLE, r, 1, bin, 64, MPI_DOUBLE, l, 1, WORLD, IGNORE);
      double x = 1, y;
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}

static MPI_Comm cm[2];
static void *
run (void *a)
{
  int t = (int) (long) a;
  double *b = bin + 4096 * t;
  for (int s = 0; s < 30; s++)
    {
      work (2);
      int o = t ? 2 : 1;
      MPI_Sendrecv (buf, 64, MPI_DOUBLE, (me + o) % np, 1, b, 64, MPI_DOUBLE, (me + np - o) % np, 1,
                    cm[t], IGNORE);
    }
  return 0;
}

/* 6 processes. Two threads communicate. */
static void
mthreads (void)
{
  MPI_Comm_dup (WORLD, cm);
  MPI_Comm_dup (WORLD, cm + 1);
  pthread_t t;
  pthread_create (&t, 0, run, (void *) 1);
  run (0);
  pthread_join (t, 0);
  MPI_Barrier (WORLD);
}

/* 18 processes. A product of matrices on two layers (Solomonik, Demmel 2011). */
static void
mm25d (void)
{
  int d[3] = { 3, 3, 2 }, p[3] = { 1, 1, 0 }, x[3];
  MPI_Comm g, z, pl;
  MPI_Cart_create (WORLD, 3, d, p, 0, &g);
  MPI_Cart_coords (g, me, 3, x);
  int kz[3] = { 0, 0, 1 }, kp[3] = { 1, 1, 0 };
  MPI_Cart_sub (g, kz, &z);
  MPI_Cart_sub (g, kp, &pl);
  int l, r, u, o;
  MPI_Cart_shift (pl, 1, -1, &r, &l);
  MPI_Cart_shift (pl, 0, -1, &o, &u);
  for (int s = 0; s < 8; s++)
    {
      MPI_Bcast (buf, 300, MPI_DOUBLE, 0, z);
      MPI_Bcast (bin, 300, MPI_DOUBLE, 0, z);
      for (int k = 0; k < 3; k++)
        {
          work (2);
          MPI_Sendrecv_replace (buf, 300, MPI_DOUBLE, l, 1, r, 1, pl, IGNORE);
          MPI_Sendrecv_replace (bin, 300, MPI_DOUBLE, u, 2, o, 2, pl, IGNORE);
        }
      MPI_Reduce (buf, bin, 300, MPI_DOUBLE, MPI_SUM, 0, z);
    }
}

/* 7 processes. All bodies go round; from step 6 on process 3 takes longer. */
static void
systolic (void)
{
  for (int s = 0; s < 12; s++)
    {
      for (int k = 1; k < np; k++)
        {
          work (me == 3 && s >= 5 ? 2.5 : 1);
          MPI_Sendrecv_replace (buf, 90, MPI_DOUBLE, (me + 1) % np, 4, (me + np - 1) % np, 4, WORLD,
                                IGNORE);
        }
      double x = 1, y;
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}

/* 36 processes. A halo on 6×6 processes, periodic in one dimension. */
static void
halo36 (void)
{
  int d[2] = { 6, 6 }, p[2] = { 0, 1 }, n[4];
  MPI_Comm g;
  MPI_Cart_create (WORLD, 2, d, p, 0, &g);
  MPI_Cart_shift (g, 0, 1, n, n + 1);
  MPI_Cart_shift (g, 1, 1, n + 2, n + 3);
  for (int s = 0; s < 25; s++)
    {
      MPI_Request q[8];
      for (int i = 0; i < 4; i++)
        MPI_Irecv (bin + 100 * i, 50, MPI_DOUBLE, n[i], i ^ 1, g, q + i);
      for (int i = 0; i < 4; i++)
        MPI_Isend (buf, 50, MPI_DOUBLE, n[i], i, g, q + 4 + i);
      MPI_Waitall (8, q, IGNORE_ALL);
      work (5);
      if (s % 5 == 4)
        {
          double a = 1, b;
          MPI_Allreduce (&a, &b, 1, MPI_DOUBLE, MPI_MAX, g);
        }
    }
}

/* 16 processes. Bitonic sorting. */
static void
bitonic (void)
{
  for (int rep = 0; rep < 5; rep++)
    {
      for (int k = 2; k <= np; k *= 2)
        for (int j = k / 2; j; j /= 2)
          {
            MPI_Sendrecv (buf, 128, MPI_DOUBLE, me ^ j, 6, bin, 128, MPI_DOUBLE, me ^ j, 6, WORLD,
                          IGNORE);
            work (1);
          }
      MPI_Barrier (WORLD);
    }
}

static int E[][2]
    = { { 0, 1 }, { 0, 3 }, { 0, 4 },  { 1, 2 }, { 1, 4 },  { 1, 5 }, { 2, 5 }, { 2, 6 },
        { 3, 4 }, { 3, 7 }, { 4, 5 },  { 4, 7 }, { 4, 8 },  { 5, 6 }, { 5, 8 }, { 6, 9 },
        { 6, 8 }, { 7, 8 }, { 7, 10 }, { 8, 9 }, { 8, 10 }, { 9, 10 } };

/* 11 processes. A mesh without structure; process 7 takes longer. */
static void
unstr (void)
{
  int nb[16], n = 0;
  for (unsigned i = 0; i < sizeof E / sizeof *E; i++)
    {
      if (E[i][0] == me)
        nb[n++] = E[i][1];
      if (E[i][1] == me)
        nb[n++] = E[i][0];
    }
  for (int s = 0; s < 45; s++)
    {
      MPI_Request q[32];
      for (int i = 0; i < n; i++)
        MPI_Irecv (bin + 200 * i, 200, MPI_DOUBLE, nb[i], 1, WORLD, q + i);
      for (int i = 0; i < n; i++)
        MPI_Isend (buf, 20 + (nb[i] + me) * 5, MPI_DOUBLE, nb[i], 1, WORLD, q + n + i);
      MPI_Waitall (2 * n, q, IGNORE_ALL);
      work (me == 7 ? 4 : 2);
      double x = 1, y;
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, WORLD);
      work (.5);
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}

/* 6 processes. Parallel in time: each process goes on where the one before it is. */
static void
parareal (void)
{
  for (int it = 0; it < 8; it++)
    {
      work (4);
      if (me)
        MPI_Recv (bin, 50, MPI_DOUBLE, me - 1, it, WORLD, IGNORE);
      work (1);
      if (me + 1 < np)
        MPI_Send (buf, 50, MPI_DOUBLE, me + 1, it, WORLD);
    }
  MPI_Bcast (buf, 50, MPI_DOUBLE, np - 1, WORLD);
}

/* 6 processes. Columns of a factorisation, dealt out in turn: who has the next one factors it while
 * the others wait. */
static void
columns (void)
{
  const int n = 24;

  for (int k = 0; k < n; k++)
    {
      int left = 0;

      if (k % np == me)
        work (8);
      MPI_Bcast (buf, 400 - 10 * k, MPI_DOUBLE, k % np, WORLD);
      for (int j = k + 1; j < n; j++)
        left += j % np == me;
      work (3.2 * left);
    }
}

/* 9 processes. Cannon's algorithm: blocks are skewed by their row or column, then go round. */
static void
cannon (void)
{
  const int sizes[] = { 3, 3 }, periods[] = { 1, 1 };
  int place[2], from, to, rank;
  MPI_Comm grid;

  MPI_Cart_create (WORLD, 2, sizes, periods, 1, &grid);
  MPI_Comm_rank (grid, &rank);
  MPI_Cart_coords (grid, rank, 2, place);
  for (int product = 0; product < 4; product++)
    for (int step = 0; step < 4; step++)
      {
        for (int d = 0; d < 2; d++)
          {
            MPI_Cart_shift (grid, 1 - d, step == 0 ? -place[d] : -1, &from, &to);
            MPI_Sendrecv_replace (d == 0 ? buf : bin, 1000, MPI_DOUBLE, to, d, from, d, grid,
                                  IGNORE);
          }
        work (step < 3 ? 4 : 0);
      }
}

/* 12 processes. A matrix times a vector on 3×4 processes: no messages, rows and columns. */
static void
matvec (void)
{
  MPI_Comm row, column;

  MPI_Comm_split (WORLD, me / 4, me, &row);
  MPI_Comm_split (WORLD, me % 4, me, &column);
  for (int t = 0; t < 20; t++)
    {
      MPI_Bcast (buf, 100, MPI_DOUBLE, 0, column);
      work (4);
      MPI_Reduce (buf, bin, 100, MPI_DOUBLE, MPI_SUM, 0, row);
    }
}

/* 6 processes. Exchange on a ring; each ten steps process 0 writes what it gathers. Recorded where
 * each call waited for a core, so that no message was there when it was asked for. */
static void
gatherio (void)
{
  const int right = (me + 1) % np, left = (me + np - 1) % np;

  for (int t = 1; t <= 60; t++)
    {
      work (2);
      MPI_Sendrecv (buf, 100, MPI_DOUBLE, right, 4, bin, 100, MPI_DOUBLE, left, 4, WORLD, IGNORE);
      MPI_Sendrecv (buf, 100, MPI_DOUBLE, left, 4, bin, 100, MPI_DOUBLE, right, 4, WORLD, IGNORE);
      if (t % 10 == 0)
        MPI_Gather (buf, 200, MPI_DOUBLE, bin, 200, MPI_DOUBLE, 0, WORLD);
      work (t % 10 == 0 && me == 0 ? 20 : 0);
    }
}

/* 8 processes. Process 0 hands out parts, receives the results in order and puts them together, for
 * which all others wait. */
static void
parts (void)
{
  for (int t = 0; t < 15; t++)
    {
      work (me ? 0 : 24);
      for (int i = 1; i < np && !me; i++)
        MPI_Send (buf, 60, MPI_DOUBLE, i, 1, WORLD);
      for (int i = 1; i < np && !me; i++)
        MPI_Recv (bin, 60, MPI_DOUBLE, i, 2, WORLD, IGNORE);
      if (!me)
        continue;
      MPI_Recv (bin, 60, MPI_DOUBLE, 0, 1, WORLD, IGNORE);
      work (40);
      MPI_Send (buf, 60, MPI_DOUBLE, 0, 2, WORLD);
    }
}

/* 4 processes. Process 2 waits for a message that nobody sends; to be killed. */
static void
nomessage (void)
{
  for (int t = 0; t < 10; t++)
    {
      work (3);
      MPI_Bcast (buf, 10, MPI_DOUBLE, 0, WORLD);
    }
  if (me == 2)
    MPI_Recv (bin, 10, MPI_DOUBLE, 0, 5, WORLD, IGNORE);
  MPI_Barrier (WORLD);
}

/* 4 processes. Each sends first, and MPI holds no message that large: a circle; to be killed. */
static void
circle (void)
{
  const int right = (me + 1) % np, left = (me + np - 1) % np;

  for (int t = 0; t < 10; t++)
    {
      work (3);
      MPI_Sendrecv (buf, 10, MPI_DOUBLE, right, 1, bin, 10, MPI_DOUBLE, left, 1, WORLD, IGNORE);
    }
  MPI_Send (buf, 1 << 16, MPI_DOUBLE, right, 7, WORLD);
  MPI_Recv (bin, 1 << 16, MPI_DOUBLE, left, 7, WORLD, IGNORE);
}

static const struct
{
  const char *name;
  void (*run) (void);
} programs[] = {
  { "submaster", submaster }, { "nbx", nbx },           { "corners", corners },
  { "redblack", redblack },   { "pipecg", pipecg },     { "fftw", fftw },
  { "lulook", lulook },       { "treecode", treecode }, { "migrate", migrate },
  { "coupled4", coupled4 },   { "insitu", insitu },     { "ioagg", ioagg },
  { "logger", logger },       { "steal", steal },       { "cartneigh", cartneigh },
  { "rebalance", rebalance }, { "subcycle", subcycle }, { "restart", restart },
  { "crash", crash },         { "mthreads", mthreads }, { "mm25d", mm25d },
  { "systolic", systolic },   { "halo36", halo36 },     { "bitonic", bitonic },
  { "unstr", unstr },         { "parareal", parareal }, { "columns", columns },
  { "cannon", cannon },       { "matvec", matvec },     { "gatherio", gatherio },
  { "nomessage", nomessage }, { "circle", circle },     { "parts", parts },
};

int
main (int argc, char **argv)
{
  int provided;

  MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank (WORLD, &me);
  MPI_Comm_size (WORLD, &np);
  for (size_t i = 0; argc > 1 && i < sizeof programs / sizeof *programs; i++)
    if (strcmp (argv[1], programs[i].name) == 0)
      programs[i].run ();
  MPI_Finalize ();
  return 0;
}
