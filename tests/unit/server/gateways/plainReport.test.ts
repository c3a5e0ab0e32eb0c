import { expect, it } from 'vitest';
import type { LockReport } from '../../../../src/domain/lock';
import type { DecodedFrame } from '../../../../src/server/gateways/protocolFamily';
import { isPlainReport } from '../../../../src/server/gateways/storeFrame';

const report: LockReport = { ts: Date.UTC(2026), report_reson: 0, lock_status: 2 };
const frame: DecodedFrame = { id: '1', reports: [report], results: [] };

it.each<[string, Partial<DecodedFrame>, boolean]>([
  ['a report', {}, true],
  ['a report that is acknowledged', { acknowledgement: Buffer.from('1') }, true],
  ['a heartbeat', { reports: [] }, false],
  ['a report with a defect', { warning: 'no terminator' }, false],
  ['a rejected report', { rejected: 'bad checksum' }, false],
  ['a report with a reply to a command', { results: [{ key: '1', code: 0 }] }, false],
  ['a report with progress', { progress: { percent: 1 } as DecodedFrame['progress'] }, false],
])('decides if %s is plain', (_, details, isPlain) => {
  expect(isPlainReport({ ...frame, ...details })).toBe(isPlain);
});
