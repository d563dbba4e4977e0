/* forked-team.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each two members have a pair of sockets. Whatever these can hold, nobody waits for ever: all
 * exchange with one another in the same order, the lower number sends first.
 */
#include "config.h"

#include "forked-team.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
  MAX_MEMBERS = 4,
};

/* The length of a parcel of who gives up. */
#define GIVES_UP G_MAXUINT64

typedef struct
{
  RefrainTeam team;
  int sockets[MAX_MEMBERS]; /* to each of the others */
} ForkedTeam;

/* How a copy ends. */
enum
{
  HAS_FINISHED = 10,
  HAS_LET_GO,
};

static void
send_bytes (int fd, gconstpointer bytes, gsize n)
{
  for (gsize at = 0; at < n;)
    {
      const gssize sent = send (fd, (const guint8 *) bytes + at, n - at, MSG_NOSIGNAL);

      if (sent < 0 && errno == EINTR)
        continue;
      g_assert_cmpint (sent, >, 0);
      at += (gsize) sent;
    }
}

static void
receive_bytes (int fd, gpointer bytes, gsize n)
{
  for (gsize at = 0; at < n;)
    {
      const gssize got = recv (fd, (guint8 *) bytes + at, n - at, 0);

      /* libFuzzer has a clock that rings now and then. */
      if (got < 0 && errno == EINTR)
        continue;
      g_assert_cmpint (got, >, 0);
      at += (gsize) got;
    }
}

static void
send_parcel (int fd, const GByteArray *parcel, gboolean give_up)
{
  const guint64 n = give_up ? GIVES_UP : parcel->len;

  send_bytes (fd, &n, sizeof n);
  if (!give_up)
    send_bytes (fd, parcel->data, parcel->len);
}

/* FALSE where the other gives up. */
static gboolean
receive_parcel (int fd, GByteArray *parcel)
{
  guint64 n;

  receive_bytes (fd, &n, sizeof n);
  if (n == GIVES_UP)
    return FALSE;
  g_byte_array_set_size (parcel, (guint) n);
  receive_bytes (fd, parcel->data, parcel->len);
  return TRUE;
}

static gboolean
exchange (RefrainTeam *team, GByteArray *const *out, GByteArray *const *in, gboolean give_up)
{
  const ForkedTeam *self = (const ForkedTeam *) team;
  gboolean whole = !give_up;

  g_byte_array_append (in[team->me], out[team->me]->data, out[team->me]->len);
  for (guint a = 0; a < team->n; a++)
    for (guint b = a + 1; b < team->n; b++)
      {
        const guint other = team->me == a ? b : a;

        if (team->me != a && team->me != b)
          continue;
        if (team->me == a)
          send_parcel (self->sockets[other], out[other], give_up);
        whole &= receive_parcel (self->sockets[other], in[other]);
        if (team->me == b)
          send_parcel (self->sockets[other], out[other], give_up);
      }
  return whole;
}

/* As refrain-mpi does it. */
static char *
take_part (ForkedTeam *self, ForkedTeamFunc work, gpointer data)
{
  g_autofree char *found = NULL;

  refrain_team_set (&self->team);
  found = work (data);
  refrain_team_set (NULL);
  if (found == NULL && !self->team.is_over && !self->team.is_done)
    refrain_team_give_up (&self->team);
  g_assert_true (self->team.is_over != self->team.is_done);
  return self->team.is_over ? NULL : g_steal_pointer (&found);
}

/* The sockets of all; those of others than @me are closed. */
static void
keep_own (ForkedTeam *self, int fds[MAX_MEMBERS][MAX_MEMBERS], guint me)
{
  self->team.me = me;
  for (guint a = 0; a < self->team.n; a++)
    for (guint b = 0; b < self->team.n; b++)
      if (a == me)
        self->sockets[b] = fds[a][b];
      else if (a != b)
        close (fds[a][b]);
}

static void
make_sockets (int fds[MAX_MEMBERS][MAX_MEMBERS], guint n)
{
  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++)
      {
        int pair[2];

        g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM, 0, pair), ==, 0);
        fds[a][b] = pair[0];
        fds[b][a] = pair[1];
      }
}

char *
forked_team_run (guint n, ForkedTeamFunc work, gpointer data)
{
  ForkedTeam self = { .team = { .n = n, .exchange = exchange } };
  int fds[MAX_MEMBERS][MAX_MEMBERS] = { { 0 } };
  pid_t members[MAX_MEMBERS];
  char *found;

  g_assert_true (n >= 2 && n <= MAX_MEMBERS);
  make_sockets (fds, n);
  for (guint i = 1; i < n; i++)
    {
      members[i] = fork ();
      g_assert_cmpint (members[i], >=, 0);
      if (members[i] == 0)
        {
          keep_own (&self, fds, i);
          g_free (take_part (&self, work, data));
          _exit (self.team.is_over ? HAS_LET_GO : HAS_FINISHED);
        }
    }
  keep_own (&self, fds, 0);
  found = take_part (&self, work, data);
  for (guint i = 1; i < n; i++)
    {
      int status;

      g_assert_cmpint (waitpid (members[i], &status, 0), ==, members[i]);
      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, self.team.is_over ? HAS_LET_GO : HAS_FINISHED);
      close (self.sockets[i]);
    }
  return found;
}
