import { expect, test } from 'vitest';
import {
  inChunks,
  resendInChunks,
  sendInChunks,
} from '../../../../../src/console/operations/send/sendCommand';
import type { TicketBatch } from '../../../../../src/console/operations/send/ticketBook';
import { ApiError } from '../../../../../src/protocol';

const sns = ['a', 'b', 'c', 'd', 'e'];
const business = (code: string) => new ApiError(`no: ${code}`, { kind: 'business', code });

/** Sends to five locks in calls of two. Calls that name a lock of `failing` fail. */
const send = async (failing: Readonly<Record<string, ApiError>> = {}) => {
  const calls: string[][] = [];
  const processed: number[] = [];
  const answer = await sendInChunks(sns, {
    max: 2,
    call: async (part) => {
      calls.push(part);
      for (const sn of part) if (failing[sn]) throw failing[sn];
      return { tickets: part.map((sn) => ({ id: sn, sn, state: 'sent' })), refused: [] };
    },
    onProgress: (count) => processed.push(count),
  });
  return {
    calls,
    processed,
    sent: answer.tickets.map(({ sn }) => sn),
    refused: answer.refused.map(({ sn, desc }) => `${sn} ${desc}`),
    unknown: answer.refused.flatMap(({ sn, code }) => (code === 'unknown' ? [sn] : [])),
  };
};

test('sends the command to each lock once', async () => {
  expect(await send()).toEqual({
    calls: [['a', 'b'], ['c', 'd'], ['e']],
    processed: [2, 4, 5],
    sent: sns,
    refused: [],
    unknown: [],
  });
});

test('puts all calls of one press into one batch', async () => {
  const batches: (number | undefined)[] = [];
  const { batch } = await sendInChunks(sns, {
    max: 2,
    call: async (_, { batch, sns: announced }) => {
      batches.push(batch);
      expect(announced).toEqual(batch === undefined ? sns : undefined);
      return { batch: 7 + batches.length, tickets: [], refused: [] };
    },
    onProgress: () => {},
  });
  expect({ named: batches, batch }).toEqual({ named: [undefined, 8, 8], batch: 8 });
});

test.each([
  ['all in order', {}, ['ab', 'cd', 'e'], undefined],
  ['continues after a refused chunk', { c: business('conflict') }, ['ab', 'cd', 'e'], undefined],
  [
    'reports the last refusal if all are refused',
    { a: 1, c: 1, e: 1 },
    ['ab', 'cd', 'e'],
    'no: conflict',
  ],
  ['stops after a failure', { c: business('throttled') }, ['ab', 'cd'], 'no: throttled'],
])(
  'sends tickets in chunks: %s',
  async (_, failing: Readonly<Record<string, unknown>>, called, says) => {
    const pieces: string[] = [];
    const done = inChunks(sns, 2, async (piece) => {
      pieces.push(piece.join(''));
      const error = failing[piece[0] ?? ''];
      if (error) throw error === 1 ? business('conflict') : error;
    });
    await (says === undefined ? done : expect(done).rejects.toThrow(says));
    expect(pieces).toEqual(called);
  },
);

test('locks refused in one call do not affect other calls', async () => {
  const { sent, refused } = await send({ a: business('notFound'), d: business('conflict') });
  expect(sent).toEqual(['e']);
  expect(refused).toEqual(['a no: notFound', 'b no: notFound', 'c no: conflict', 'd no: conflict']);
});

test('stops after a failed call, and keeps the earlier results', async () => {
  const { calls, sent, refused, unknown } = await send({
    c: new ApiError('gone', { kind: 'network', code: 'network' }),
  });
  expect(calls).toHaveLength(2);
  expect(sent).toEqual(['a', 'b']);
  expect(refused).toEqual(['c gone', 'd gone', 'e gone']);
  // The call without an answer may have been executed; the later ones were not made.
  expect(unknown).toEqual(['c', 'd']);
});

test.each([
  ['the arguments are wrong', { a: business('invalid') }, 'no: invalid'],
  [
    'every lock is refused',
    { a: business('conflict'), c: business('notFound'), e: business('conflict') },
    'no: conflict',
  ],
])('fails as a single call would if %s', async (_, failing, message) => {
  await expect(send(failing)).rejects.toThrow(message);
});

test.each([
  [
    'announces the locks of later calls once',
    {},
    [
      { total: 5, sns: ['lock a', 'lock b', 'lock c', 'lock d', 'lock e'] },
      { total: 5, batch: 7 },
      { total: 5, batch: 7 },
    ],
  ],
  [
    'announces them again if the first call opened no batch',
    { a: business('conflict') },
    [
      { total: 5, sns: ['lock a', 'lock b', 'lock c', 'lock d', 'lock e'] },
      { total: 5, sns: ['lock c', 'lock d', 'lock e'] },
      { total: 5, batch: 7 },
    ],
  ],
])('sending again %s', async (_, failing: Readonly<Record<string, ApiError>>, expected) => {
  const entries = ['x', ...sns].map((ticket) => ({ ticket, sn: `lock ${ticket}` }));
  const called: unknown[] = [];
  await resendInChunks({ id: -1, entries } as never as TicketBatch, sns, {
    max: 2,
    how: undefined,
    call: async ([first = ''], how) => {
      called.push(how);
      if (failing[first]) throw failing[first];
      return { batch: 7, tickets: [], refused: [] };
    },
  });
  expect(called).toEqual(expected);
});
