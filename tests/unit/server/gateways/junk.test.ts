import { expect, it } from 'vitest';
import { splitFrames as cutJointech } from '../../../../src/server/gateways/jointech/frames';
import { splitFrames as cutJt808 } from '../../../../src/server/gateways/jt808';

/** What frames of either family begin, end or are known by, and a byte that means nothing. */
const BYTES = ['24', '28', '29', '7e', 'e7', '00', '61'];

const patterns = BYTES.flatMap((first) => [first, ...BYTES.map((second) => first + second)]);

/** Half of what one piece of a stream may bring. */
const LENGTH = 32_768;

/** ms of a core's time. */
const costOf = (work: () => void): number => {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
};

it.each([
  ['jointech', cutJointech],
  ['jt808', cutJt808],
])('%s is not held up by what a stranger repeats', (_, cut) => {
  const slow = patterns.filter((pattern) => {
    const bytes = Buffer.alloc(LENGTH, pattern, 'hex');
    return costOf(() => cut(bytes)) > 500;
  });
  expect(slow).toEqual([]);
});
