import { commandPath } from '../../protocol';
import type { JsonSchema, SignedInCall } from '../calls';
import { CallError, text } from '../calls';
import { idsIn, idsOf } from '../entities';
import { TICKETS, ticketPath } from '../rights';
import { type CommandRoom, callingOf, unlessAllRefused } from './commandCalls';
import { ticketsJson } from './ticketsJson';

const request: JsonSchema = {
  type: 'object',
  properties: { ids: { type: 'array', items: { type: 'integer' } } },
  required: ['ids'],
};

const ticketCall = (
  verb: string,
  call: Pick<SignedInCall, 'label' | 'answer' | 'work'>,
): SignedInCall => ({
  path: ticketPath(verb),
  code: `${TICKETS}:${verb}`,
  kind: verb,
  access: 'granted',
  changes: true,
  entity: TICKETS,
  records: (body) => idsIn(body.ids),
  request,
  ...call,
});

/** Ending commands that wait, and sending finished ones again. */
export const ticketCalls = (room: CommandRoom): readonly SignedInCall[] => [
  ticketCall('cancel', {
    label: ['Cancel commands', '取消指令'],
    answer: { type: 'object', properties: { cancelled: { type: 'integer' } } },
    work: async ({ body }, { oper }) => {
      const cancelled = await room.fleet.cancel(idsOf('ids', body.ids), { orgId: oper.org_id });
      if (cancelled === 0) throw new CallError('conflict', text('nothingWaiting'));
      return { cancelled };
    },
  }),
  ticketCall('resend', {
    label: ['Send commands again', '重新发送指令'],
    answer: ticketsJson,
    // Sending again is sending: whoever may not unseal may not repeat somebody's unsealing either.
    work: async (context, caller) => {
      const ids = idsOf('ids', context.body.ids);
      const answer = await room.fleet.resend(ids, callingOf(room, context, caller), (code) =>
        context.permits(commandPath(code)),
      );
      if (answer.tickets.length + answer.refused.length === 0) {
        throw new CallError('conflict', text('nothingFinished'));
      }
      return unlessAllRefused(answer);
    },
  }),
];
