import { expect, it } from 'vitest';
import type { LockReply } from '../../../../src/domain/lock';
import { CommandQueue } from '../../../../src/server/gateways/commandQueue';
import { jointech } from '../../../../src/server/gateways/jointech';

const ID = '8000620011';

it('an answered command is not sent again', () => {
  const replies: LockReply[] = [];
  const sent: string[] = [];
  const queue = new CommandQueue({
    family: jointech,
    target: () => ({ id: ID }),
    reply: (reply) => void replies.push(reply),
    onError: () => {},
  });
  const now = Date.now();
  const command = { id: '7', cmd: 'unseal', args: {}, ts: now, exp: now + 60_000 };
  const write = ({ bytes }: { bytes: Uint8Array }) => void sent.push(String(bytes));
  queue.connect({ session: jointech.openSession(), write });
  queue.add(command, async () => true);
  queue.add(command, async () => true);
  const settings = { vibration: { value: 3 } };
  expect(queue.finish({ key: 'P43', code: 2, message: 'Jammed', settings })).toEqual({
    id: '7',
    code: 2,
    msg: 'Jammed',
    values: settings,
  });
  // The ticket has not ended when the lock reconnects, so the command is added again.
  queue.add(command, async () => true);
  queue.connect({ session: jointech.openSession(), write });
  expect([sent.length, replies]).toEqual([1, []]);
  queue.close();
});
