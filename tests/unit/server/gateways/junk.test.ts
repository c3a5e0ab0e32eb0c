import { expect, it } from 'vitest';
import { families } from '../../../../src/server/gateways';

/** Bytes that begin, end or identify frames of a family, and one without a meaning. */
const BYTES = ['24', '28', '29', '7e', 'e7', '00', '61'];

/** Each byte and each pair. The order does not matter in a repeated pattern. */
const patterns = BYTES.flatMap((first, at) => [
  first,
  ...BYTES.slice(at + 1).map((second) => first + second),
]);

const LENGTH = 6_000;

/**
 * Maximum reads per byte. A frame of 1,043 bytes may be tried at every other byte, and each of its bytes is read twice.
 * Searching from every other byte to the end would take 1,500.
 */
const MAX_READS = 1_043;

/** Bytes that a native search compares at once. */
const SEARCHED_AT_ONCE = 32;

/** Wraps bytes and counts their reads. */
const countReads = (bytes: Uint8Array, add: (reads: number) => void): Uint8Array =>
  new Proxy(bytes, {
    get: (target, name) => {
      if (name === 'length') return target.length;
      if (name === 'subarray') {
        return (begin?: number, end?: number) => countReads(target.subarray(begin, end), add);
      }
      if (name === 'indexOf') {
        return (byte: number, from = 0) => {
          const at = target.indexOf(byte, from);
          add(Math.ceil(((at < 0 ? target.length : at + 1) - from) / SEARCHED_AT_ONCE));
          return at;
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') {
        add(1);
        return value;
      }
      add(target.length);
      return value.bind(target);
    },
  });

it.each(families)('$name does not slow down on a stranger’s repeated bytes', ({ open }) => {
  const { splitFrames } = open({ secret: 'test', asksForAuth: false });
  const readsOf = (pattern: string): number => {
    let reads = 0;
    splitFrames(
      countReads(Buffer.alloc(LENGTH, pattern, 'hex'), (count) => {
        reads += count;
      }),
    );
    return reads;
  };
  const slow = patterns.filter((pattern) => readsOf(pattern) > MAX_READS * LENGTH);
  expect(slow).toEqual([]);
});
