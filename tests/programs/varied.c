/* varied.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs whose first answer was false or said nothing: roots that move on, checks that do not
 * come in all steps, neighbours that change, work on demand, threads. What is true of each stands
 * before it. Recorded with refrain-cli record -o NAME.mtf.h5 -- mpirun --oversubscribe -n PROCESSES
 * varied NAME PROCESSES: the number behind the name of each. tests/data/varied.tar.xz has the
 * traces.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#define WORLD MPI_COMM_WORLD
#define IGN   MPI_STATUS_IGNORE
#define IGNS  MPI_STATUSES_IGNORE
static int me, np;
static double a[1 << 17], b[1 << 17];
static unsigned seed;
static void
work (double ms)
{
  struct timespec t = { 0, (long) (ms * 1e6) };
  nanosleep (&t, NULL);
}
static unsigned
chance (void)
{
  seed = seed * 1664525u + 1013904223u;
  return seed >> 8;
}
/* Exchanges @n numbers with each of @to, but for those below 0. */
static void
swap (const int *to, int count, int n, int tag, MPI_Comm comm)
{
  MPI_Request q[64];
  int k = 0;
  for (int i = 0; i < count; i++)
    if (to[i] >= 0)
      MPI_Irecv (b + i * n, n, MPI_DOUBLE, to[i], tag, comm, &q[k++]);
  for (int i = 0; i < count; i++)
    if (to[i] >= 0)
      MPI_Isend (a, n, MPI_DOUBLE, to[i], tag, comm, &q[k++]);
  MPI_Waitall (k, q, IGNS);
}
static void
sum (void)
{
  double x = 1, y;
  MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

/* amr 8: A mesh that is refined anew: 5 × [loads by MPI_Allgather; blocks move to the new
 * neighbours; 6 × [halo with these; MPI_Allreduce]]. */
static void
amr (void)
{
  int nb[8], n = 0;
  for (int s = 0; s < 30; s++)
    {
      if (s % 6 == 0)
        {
          double x = 1, y[64];
          MPI_Allgather (&x, 1, MPI_DOUBLE, y, 1, MPI_DOUBLE, WORLD);
          seed = 11 + s;
          n = 0;
          bool e[8][8] = { 0 };
          for (int i = 0; i < 8; i++)
            {
              e[i][(i + 1) % 8] = e[(i + 1) % 8][i] = true;
              if (chance () % 2)
                {
                  int j = (i + 2 + chance () % 4) % 8;
                  e[i][j] = e[j][i] = true;
                }
            }
          for (int i = 0; i < 8; i++)
            if (e[me][i] && i != me)
              nb[n++] = i;
          swap (nb, n, 800, 9, WORLD);
        }
      swap (nb, n, 150, 1, WORLD);
      work (1 + (chance () % 10) / 10.0);
      sum ();
    }
}

/* steal 6: Tasks from a counter of process 0: MPI_Fetch_and_op, then the result by MPI_Accumulate;
 * 120 tasks. */
static void
steal (void)
{
  MPI_Win w;
  long *mem;
  MPI_Win_allocate (1024, sizeof (long), MPI_INFO_NULL, WORLD, &mem, &w);
  memset (mem, 0, 1024);
  MPI_Barrier (WORLD);
  seed = me;
  MPI_Win_lock_all (0, w);
  for (;;)
    {
      long one = 1, n;
      MPI_Fetch_and_op (&one, &n, MPI_LONG, 0, 0, MPI_SUM, w);
      MPI_Win_flush (0, w);
      if (n >= 120)
        break;
      work (0.5 + chance () % 100 / 50.0);
      MPI_Accumulate (&n, 1, MPI_LONG, 0, 1, 1, MPI_LONG, MPI_SUM, w);
      MPI_Win_flush (0, w);
    }
  MPI_Win_unlock_all (w);
  MPI_Barrier (WORLD);
  MPI_Win_free (&w);
}

/* server 9: Processes 0 and 1 serve 7 clients, each of which asks 15 times, one of them after the
 * other, and says good-bye to both: 119 messages there, 105 back. */
static void
server (void)
{
  MPI_Comm loc, ic;
  bool srv = me < 2;
  MPI_Comm_split (WORLD, srv, me, &loc);
  MPI_Intercomm_create (loc, 0, WORLD, srv ? 2 : 0, 3, &ic);
  seed = me;
  if (srv)
    {
      int left = 7;
      while (left)
        {
          MPI_Status st;
          MPI_Recv (a, 100, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, ic, &st);
          if (st.MPI_TAG == 9)
            {
              left--;
              continue;
            }
          work (0.3);
          MPI_Send (a, 400, MPI_DOUBLE, st.MPI_SOURCE, 2, ic);
        }
    }
  else
    {
      for (int k = 0; k < 15; k++)
        {
          work (1 + chance () % 100 / 50.0);
          int to = (me + k) % 2;
          MPI_Send (a, 100, MPI_DOUBLE, to, 1, ic);
          MPI_Recv (b, 400, MPI_DOUBLE, to, 2, ic, IGN);
        }
      MPI_Send (a, 0, MPI_DOUBLE, 0, 9, ic);
      MPI_Send (a, 0, MPI_DOUBLE, 1, 9, ic);
    }
}

/* lu1d 5: LU by columns dealt in turn: 23 × [MPI_Bcast from the next process]. */
static void
lu1d (void)
{
  for (int k = 0; k < 23; k++)
    {
      if (k % np == me)
        work (1);
      MPI_Bcast (a, 1000 - 40 * k, MPI_DOUBLE, k % np, WORLD);
      work (1.5);
    }
}

/* rotb 5: 23 × [halo on a line; MPI_Bcast from the next process]. */
static void
rotb (void)
{
  int nb[2] = { me - 1, me + 1 < np ? me + 1 : -1 };
  for (int k = 0; k < 23; k++)
    {
      swap (nb, 2, 200, 1, WORLD);
      MPI_Bcast (a, 100, MPI_DOUBLE, k % np, WORLD);
      work (1.5);
    }
}

/* hpl 6: LU on 2×3 processes: 24 × [4 × MPI_Allreduce of the column that has the panel; the panel
 * along the row, from one to the next; MPI_Bcast in the columns], whose roots are the next each
 * time. */
static void
hpl (void)
{
  MPI_Comm row, col;
  MPI_Comm_split (WORLD, me / 3, me, &row);
  MPI_Comm_split (WORLD, me % 3, me, &col);
  int rr;
  MPI_Comm_rank (row, &rr);
  for (int k = 0; k < 24; k++)
    {
      int root = k % 3;
      if (rr == root)
        {
          double x[2], y[2];
          for (int j = 0; j < 4; j++)
            MPI_Allreduce (x, y, 2, MPI_DOUBLE, MPI_MAX, col);
          work (1);
        }
      if (rr != root)
        MPI_Recv (a, 1000, MPI_DOUBLE, (rr + 2) % 3, 1, row, IGN);
      if ((rr + 1) % 3 != root)
        MPI_Send (a, 1000, MPI_DOUBLE, (rr + 1) % 3, 1, row);
      MPI_Bcast (b, 1000, MPI_DOUBLE, k % 2, col);
      work (1.5);
    }
}

/* chk3 6: 10 steps of a halo on a line, of which each third ends with a check. */
static void
chk3 (void)
{
  int nb[2] = { me - 1, me + 1 < np ? me + 1 : -1 };
  for (int s = 1; s <= 10; s++)
    {
      swap (nb, 2, 200, 1, WORLD);
      work (1);
      if (s % 3 == 0)
        {
          sum ();
        }
    }
}

/* heat10 6: 37 steps, of which each tenth ends with a check. */
static void
heat10 (void)
{
  int nb[2] = { me - 1, me + 1 < np ? me + 1 : -1 };
  for (int s = 1; s <= 37; s++)
    {
      swap (nb, 2, 200, 1, WORLD);
      work (1);
      if (s % 10 == 0)
        {
          sum ();
        }
    }
}

/* ckpt 8: 45 steps of halo and sum, of which each tenth ends with a checkpoint. */
static void
ckpt (void)
{
  MPI_Comm g;
  int d[2] = { 4, 2 }, p[2] = { 0 }, nb[4];
  MPI_Cart_create (WORLD, 2, d, p, 0, &g);
  MPI_Cart_shift (g, 0, 1, &nb[0], &nb[1]);
  MPI_Cart_shift (g, 1, 1, &nb[2], &nb[3]);
  for (int s = 1; s <= 45; s++)
    {
      swap (nb, 4, 200, 1, g);
      work (1);
      sum ();
      if (s % 10 == 0)
        {
          MPI_File f;
          MPI_File_open (g, "varied.out", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &f);
          MPI_File_write_at_all (f, (MPI_Offset) me * 16000, a, 2000, MPI_DOUBLE, IGN);
          MPI_File_close (&f);
        }
    }
}

/* allred 8: 6 × [4 × [halo on a ring beside MPI_Iallreduce]; MPI_Allreduce]. */
static void
allred (void)
{
  int nb[2] = { (me + np - 1) % np, (me + 1) % np };
  for (int s = 1; s <= 24; s++)
    {
      double x = 1, y;
      MPI_Request q;
      MPI_Iallreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, WORLD, &q);
      swap (nb, 2, 200, 1, WORLD);
      work (1);
      MPI_Wait (&q, IGN);
      if (s % 4 == 0)
        MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    }
}

/* thmult 4: 3 × [3 threads go 20 times around a ring each, on communicators of their own;
 * MPI_Barrier]. */
static MPI_Comm own[3];
static void *
go_around (void *v)
{
  int t = (int) (long) v;
  int l = (me + np - 1) % np, r = (me + 1) % np;
  double x[100], y[100];
  for (int s = 0; s < 20; s++)
    {
      work (1);
      MPI_Sendrecv (x, 100, MPI_DOUBLE, r, t, y, 100, MPI_DOUBLE, l, t, own[t], IGN);
    }
  return NULL;
}
static void
thmult (void)
{
  pthread_t p[3];
  for (int t = 0; t < 3; t++)
    MPI_Comm_dup (WORLD, &own[t]);
  for (int s = 0; s < 3; s++)
    {
      for (int t = 1; t < 3; t++)
        pthread_create (&p[t], NULL, go_around, (void *) (long) t);
      go_around ((void *) 0L);
      for (int t = 1; t < 3; t++)
        pthread_join (p[t], NULL);
      MPI_Barrier (WORLD);
    }
}

/* termring 5: Messages by chance, and a token on a ring that tells when nobody has work any more:
 * no pipeline. */
static void
termring (void)
{
  seed = me * 31 + 3;
  int budget = 20, idle = 0;
  bool stop = false;
  int l = (me + np - 1) % np, r = (me + 1) % np;
  bool black = false;
  bool have = me == 0;
  int color = 0;
  MPI_Request q[100];
  int k = 0;
  while (!stop)
    {
      if (budget > 0)
        {
          budget--;
          work (0.5);
          if (chance () % 2)
            {
              int to = (me + 1 + chance () % (np - 1)) % np;
              MPI_Isend (a, 30, MPI_DOUBLE, to, 1, WORLD, &q[k++]);
              black = true;
            }
        }
      else
        {
          idle++;
          work (0.2);
        }
      int f;
      MPI_Status st;
      for (MPI_Iprobe (MPI_ANY_SOURCE, 1, WORLD, &f, &st); f;
           MPI_Iprobe (MPI_ANY_SOURCE, 1, WORLD, &f, &st))
        MPI_Recv (b, 30, MPI_DOUBLE, st.MPI_SOURCE, 1, WORLD, IGN);
      MPI_Iprobe (l, 2, WORLD, &f, &st);
      if (f)
        {
          MPI_Recv (&color, 1, MPI_INT, l, 2, WORLD, IGN);
          have = true;
          if (color == 2)
            {
              stop = true;
              if (me)
                MPI_Send (&color, 1, MPI_INT, r, 2, WORLD);
            }
          else if (!me && color == 0 && !black && budget <= 0)
            {
              color = 2;
              MPI_Send (&color, 1, MPI_INT, r, 2, WORLD);
              have = false;
            }
        }
      if (!stop && have && budget <= 0 && !(color == 2))
        {
          int cl = me == 0 ? 0 : (black ? 1 : color);
          black = false;
          MPI_Send (&cl, 1, MPI_INT, r, 2, WORLD);
          have = false;
        }
    }
  MPI_Waitall (k, q, IGNS);
  MPI_Barrier (WORLD);
}

/* pencil 12: Transforms of pencils on 3×4 processes: 10 × [transpose in rows, in columns; and
 * back]. */
static void
pencil (void)
{
  MPI_Comm row, col;
  MPI_Comm_split (WORLD, me / 4, me, &row);
  MPI_Comm_split (WORLD, me % 4, me, &col);
  for (int s = 0; s < 10; s++)
    {
      work (1);
      MPI_Alltoall (a, 256, MPI_DOUBLE, b, 256, MPI_DOUBLE, row);
      work (1);
      MPI_Alltoall (a, 256, MPI_DOUBLE, b, 256, MPI_DOUBLE, col);
      work (1);
      MPI_Alltoall (a, 256, MPI_DOUBLE, b, 256, MPI_DOUBLE, col);
      work (1);
      MPI_Alltoall (a, 256, MPI_DOUBLE, b, 256, MPI_DOUBLE, row);
    }
}

static const struct
{
  const char *name;
  void (*run) (void);
} programs[] = {
  { "amr", amr },       { "steal", steal },   { "server", server }, { "lu1d", lu1d },
  { "rotb", rotb },     { "hpl", hpl },       { "chk3", chk3 },     { "heat10", heat10 },
  { "ckpt", ckpt },     { "allred", allred }, { "thmult", thmult }, { "termring", termring },
  { "pencil", pencil },
};

int
main (int argc, char **argv)
{
  int level;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank (WORLD, &me);
  MPI_Comm_size (WORLD, &np);
  MPI_Barrier (WORLD);
  for (size_t i = 0; argc > 1 && i < sizeof programs / sizeof *programs; i++)
    if (strcmp (programs[i].name, argv[1]) == 0)
      programs[i].run ();
  MPI_Finalize ();
  return 0;
}
