/* refrain-match-links.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages of which the source says itself which receive took which send. What it says is believed
 * where it can be; everything else is left to the matching by channels.
 */
#include "refrain-assembly.h"

/* Whether row @op of @process is of a kind that may be linked with @peer, and is not yet. */
static gboolean
is_open (const RefrainAssemblyProcess *process, gsize op, guint peer, gboolean send)
{
  const RefrainOpColumns *ops = &process->columns.ops;

  return op < ops->n
         && (send ? REFRAIN_OP_IS_SEND (ops->kind[op]) : REFRAIN_OP_IS_RECV (ops->kind[op]))
         && ops->peer[op] == (gint32) peer && ops->partner[op] == REFRAIN_NONE;
}

void
refrain_assembly_match_links (RefrainAssembly *self, const RefrainMessageLink *links, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      const RefrainRecorder *sender = links[i].sender, *receiver = links[i].receiver;
      RefrainAssemblyProcess *from = &self->processes[sender->process];
      RefrainAssemblyProcess *to = &self->processes[receiver->process];
      const gsize send = sender->first_op + links[i].send;
      const gsize receive = receiver->first_op + links[i].receive;
      guint32 call;

      if (links[i].send == REFRAIN_NONE || links[i].receive == REFRAIN_NONE
          || !is_open (from, send, receiver->process, TRUE)
          || !is_open (to, receive, sender->process, FALSE))
        continue;
      from->columns.ops.partner[send] = (guint32) receive;
      to->columns.ops.partner[receive] = (guint32) send;
      call = from->columns.ops.call[send];
      if (to->columns.ops.time[receive]
          < (call != REFRAIN_NONE ? from->columns.calls.start[call] : from->columns.ops.time[send]))
        refrain_defect_count_add (to->defects, REFRAIN_DEFECT_RECEIVE_BEFORE_SEND, 1,
                                  to->columns.ops.time[receive], NULL);
    }
}
