import { readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { createJt808 } from '../../src/server/gateways/jt808';
import { bytesOf, upward } from '../unit/server/gateways/jt808/vectors';
import { bench } from './strictBench';

/** `CAPTURE=frames.txt npm run bench` reads your own frames, a line of hex each. */
const capture = process.env.CAPTURE;
const frames = capture
  ? readFileSync(capture, 'utf8')
      .split(/\s+/)
      .filter((line) => line !== '')
      .map((line) => Buffer.from(line, 'hex'))
  : upward.map(bytesOf);

/** Bytes of a TCP segment. */
const SEGMENT = 1_460;
const stream = Buffer.concat(frames);
const segments = Array.from({ length: Math.ceil(stream.length / SEGMENT) }, (_, i) =>
  stream.subarray(i * SEGMENT, (i + 1) * SEGMENT),
);
const family = createJt808({ secret: 'bench' });

/** Decodes all frames over one connection. @returns number of reports */
const replay = (): number => {
  const session = family.openSession();
  const now = Date.now();
  let rest: Uint8Array = new Uint8Array();
  let reports = 0;
  for (const segment of segments) {
    const cut = family.splitFrames(Buffer.concat([rest, segment]));
    for (const frame of cut.frames) reports += session.decode(frame, now).reports.length;
    rest = cut.rest;
  }
  return reports;
};

describe(`${frames.length} messages of JT/T 808, ${replay()} reports`, () => {
  bench('baseline: a loop over the bytes', () => {
    let sum = 0;
    for (const segment of segments) for (const byte of segment) sum ^= byte;
    if (sum > 255) throw new Error('Not a byte');
  });
  bench('framing, checksum and decoding', () => void replay());
});
