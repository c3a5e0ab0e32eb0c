import { expect, it } from 'vitest';
import type { WireMessage } from '../../../../../src/domain/connection';
import { createInbox } from '../../../../../src/server/fleet/link';
import { testLog } from './openTestLink';

const ts = Date.now();
const plain = { ts, report_reson: 0, lock_status: 2 };

it.each([
  ['a report', 'report', plain, true],
  ['a report with an unknown member', 'report', { ...plain, other: 1 }, true],
  ['a report with a wrong value', 'report', { ...plain, electric: 101 }, false],
  ['a report with a clock that was never set', 'report', { ...plain, ts: Date.UTC(2001) }, false],
  ['a report without a status', 'report', { ts, report_reson: 0 }, false],
  ['an answer', 'ack', { id: '1', code: 0 }, false],
  ['progress', 'ota', { id: '1', percent: 5 }, false],
])(
  'decides if %s on %s is stored only while its lock is watched',
  async (_, channel, content, isPlain) => {
    const messages: WireMessage[] = [];
    const inbox = createInbox(testLog(), undefined, async (message) => void messages.push(message));
    await inbox.receive(`seal/v1/A1/up/${channel}`, Buffer.from(JSON.stringify(content)));
    expect(messages).toMatchObject([{ channel, whileWatched: isPlain }]);
  },
);

it('stores presence and messages to a lock always', async () => {
  const messages: WireMessage[] = [];
  const inbox = createInbox(testLog(), undefined, async (message) => void messages.push(message));
  await inbox.receive('seal/v1/A1/up/status', Buffer.from('online'));
  inbox.sent('A1', 'cmd', '{"id":"1"}');
  expect(messages.map(({ channel, whileWatched }) => [channel, whileWatched ?? false])).toEqual([
    ['status', false],
    ['cmd', false],
  ]);
});
