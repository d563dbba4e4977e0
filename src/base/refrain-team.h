/* refrain-team.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Several address spaces that work on one trace, each on processes of its own: the ranks of
 * refrain-mpi. Whoever makes one says how its members give each other bytes; here is what all that
 * is made of that. A function that says "with the team" is called by all members, in the same order
 * and on one thread each.
 */
#pragma once

#include <glib.h>

typedef struct _RefrainTeam RefrainTeam;

struct _RefrainTeam
{
  guint n, me;
  /* Gives @out[i] to each member i and fills @in[i] with what that one gives; FALSE where a member
   * gives up, as this one does if @give_up. */
  gboolean (*exchange) (RefrainTeam *self,
                        GByteArray *const *out,
                        GByteArray *const *in,
                        gboolean give_up);
  gboolean is_over; /* a member has given up: there is nothing more to be had from the others */
  gboolean is_done; /* all have what they asked for */
};

/* The team that traces are opened by from here on; NULL, as at first: this program alone. */
void refrain_team_set (RefrainTeam *team);
RefrainTeam *refrain_team_get (void);

/* Tells the others, who may wait in any function below, that this one cannot go on. */
void refrain_team_give_up (RefrainTeam *self);

/* With the team: all have what they asked for, and will ask no more. FALSE where one gives up. */
gboolean refrain_team_finish (RefrainTeam *self);

/* Room for something to each member, or from each: of GByteArray. Free with g_ptr_array_unref(). */
GPtrArray *refrain_team_new_parcels (const RefrainTeam *self);
/* With the team: gives @out and gets what the others give; NULL where a member gives up. */
GPtrArray *refrain_team_exchange (RefrainTeam *self, GPtrArray *out);
/* With the team: the @n bytes of each member at each; NULL where a member gives up. */
GPtrArray *refrain_team_gather (RefrainTeam *self, gconstpointer bytes, gsize n);
/* With the team: adds the others' @n numbers to these; FALSE where a member gives up. */
gboolean refrain_team_sum (RefrainTeam *self, guint64 *numbers, gsize n);

/* What reads parcels: takes @n bytes off them. They come from this program. */
typedef struct
{
  const guint8 *at, *end;
} RefrainParcel;

RefrainParcel refrain_parcel_open (const GPtrArray *parcels, guint member);
gboolean refrain_parcel_has_more (const RefrainParcel *self);
void refrain_parcel_take (RefrainParcel *self, gpointer to, gsize n);
/* The same as an array of @n elements. Free with g_free(). */
gpointer refrain_parcel_take_array (RefrainParcel *self, gsize n, gsize size);
/* A text, and how to put it. Free with g_free(). */
char *refrain_parcel_take_text (RefrainParcel *self);
void refrain_parcel_put_text (GByteArray *parcel, const char *text);

#define REFRAIN_PARCEL_PUT(parcel, value)                                                          \
  g_byte_array_append (parcel, (const guint8 *) &(value), sizeof (value))

/* ---- Who has what -------------------------------------------------------------------------- */

/* Items, such as the processes of a trace, that a team has shared out: member i has those from
 * first[i] to before first[i + 1]. */
typedef struct
{
  RefrainTeam *team;
  guint *first; /* n + 1 of the team */
} RefrainShares;

/* Ranges of items of nearly equal weight, the same at each member. Free with refrain_shares_free().
 */
RefrainShares *refrain_shares_new (RefrainTeam *team, const guint64 *weights, guint n);
/* The same of items that weigh the same. */
RefrainShares *refrain_shares_new_even (RefrainTeam *team, guint n);
void refrain_shares_free (RefrainShares *self);

guint refrain_shares_get_owner (const RefrainShares *self, guint item);
/* Whether @item is this member's; any item is where @self is NULL. */
gboolean refrain_shares_own (const RefrainShares *self, guint item);
/* With the team: each has filled in its own @rows, of @size bytes, one an item, and gets those of
 * the others. Nothing happens where @self is NULL; FALSE where a member gives up. */
gboolean refrain_shares_fill (const RefrainShares *self, gpointer rows, gsize size);
