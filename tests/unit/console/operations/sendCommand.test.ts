import { expect, test } from 'vitest';
import { sendInParts } from '../../../../src/console/operations/sendCommand';
import { ApiError } from '../../../../src/protocol';

const sns = ['a', 'b', 'c', 'd', 'e'];
const business = (code: string) => new ApiError(`no: ${code}`, { kind: 'business', code });

/** Sends two locks a call; calls that name a lock of `failing` fail. */
const send = async (failing: Readonly<Record<string, ApiError>> = {}) => {
  const calls: string[][] = [];
  const turns: number[] = [];
  const answer = await sendInParts(sns, {
    max: 2,
    call: async (part) => {
      calls.push(part);
      for (const sn of part) if (failing[sn]) throw failing[sn];
      return { tickets: part.map((sn) => ({ id: sn, sn, state: 'sent' })), refused: [] };
    },
    onProgress: (count) => turns.push(count),
  });
  return {
    calls,
    turns,
    sent: answer.tickets.map(({ sn }) => sn),
    refused: answer.refused.map(({ sn, desc }) => `${sn} ${desc}`),
  };
};

test('each lock is sent the command once', async () => {
  expect(await send()).toEqual({
    calls: [['a', 'b'], ['c', 'd'], ['e']],
    turns: [2, 4, 5],
    sent: sns,
    refused: [],
  });
});

test('locks that are refused do not keep those of other calls', async () => {
  const { sent, refused } = await send({ a: business('notFound'), d: business('conflict') });
  expect(sent).toEqual(['e']);
  expect(refused).toEqual(['a no: notFound', 'b no: notFound', 'c no: conflict', 'd no: conflict']);
});

test('a failure after the first call stops, and takes nothing back', async () => {
  const { calls, sent, refused } = await send({
    c: new ApiError('gone', { kind: 'network', code: 'network' }),
  });
  expect(calls).toHaveLength(2);
  expect(sent).toEqual(['a', 'b']);
  expect(refused).toEqual(['c gone', 'd gone', 'e gone']);
});

test.each([
  ['the arguments are wrong', { a: business('invalid') }, 'no: invalid'],
  [
    'every lock is refused',
    { a: business('conflict'), c: business('notFound'), e: business('conflict') },
    'no: conflict',
  ],
])('where %s it fails as one call would', async (_, failing, message) => {
  await expect(send(failing)).rejects.toThrow(message);
});
