import { describe, expect, it } from 'vitest';
import {
  downTopic,
  isSafeSn,
  MAX_MESSAGE_BYTES,
  parsePresence,
  parseReply,
  parseReport,
  parseTopic,
  presenceWord,
  serverFilters,
  upTopic,
} from '../../../../../src/server/fleet/link/messages';

describe('topics', () => {
  it.each([
    ['seal/v1/SD2600001/up/report', { sn: 'SD2600001', channel: 'report' }],
    ['seal/v1/SD2600001/up/ack', { sn: 'SD2600001', channel: 'ack' }],
    ['seal/v1/锁-1/up/status', { sn: '锁-1', channel: 'status' }],
    ['seal/v1/a-b/down/cmd', { sn: 'a-b', channel: 'cmd' }],
    ['seal/v1/a b/down/cmd', undefined],
    ['seal/v1/A/down/ota', { sn: 'A', channel: 'ota' }],
    ['seal/v1/A/up/cmd', undefined],
    ['seal/v1/A/down/report', undefined],
    ['seal/v1/A/sideways/report', undefined],
    ['seal/v1/A/up/report/more', undefined],
    ['seal/v1/A/up', undefined],
    ['seal/v1//up/report', undefined],
    ['seal/v1/+/up/report', undefined],
    ['seal/v2/A/up/report', undefined],
    ['/seal/v1/A/up/report', undefined],
    ['', undefined],
  ])('reads %s', (topic, expected) => {
    expect(parseTopic(topic)).toEqual(expected);
  });

  it.each([
    ['SD2600001', true],
    ['sn with space', false],
    ['设备-01', true],
    ['x'.repeat(32), true],
    ['x'.repeat(33), false],
    ['a$', true],
    ['', false],
    ['a/b', false],
    ['+', false],
    ['a#', false],
    ['a\u0000b', false],
    ['a\nb', false],
    ['a\u0085b', false],
    ['$server', false],
  ])('tells whether %j is safe', (sn, safe) => {
    expect(isSafeSn(sn)).toBe(safe);
    if (!safe) expect(() => downTopic(sn, 'cmd')).toThrow(RangeError);
  });

  it.each([
    [undefined, ['seal/v1/+/up/#']],
    ['gw', ['$share/gw/seal/v1/+/up/report', '$share/gw/seal/v1/+/up/ack', 'seal/v1/+/up/status']],
  ])('subscribes a server of group %s', (group, filters) => {
    expect(serverFilters(group)).toEqual(filters);
  });

  it('reads back what it builds', () => {
    expect(parseTopic(upTopic('SD1', 'event'))).toEqual({ sn: 'SD1', channel: 'event' });
    expect(parseTopic(downTopic('SD1', 'cmd'))).toEqual({ sn: 'SD1', channel: 'cmd' });
  });
});

const TS = 1_767_225_600_000;
const least = { ts: TS, report_reson: 0, lock_status: 2 };
const bytes = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const padded = (length: number): string => JSON.stringify(least).padEnd(length);

describe('parseReport', () => {
  it('keeps every field of a complete report', () => {
    const report = {
      ...least,
      lock_status: 255,
      report_reson: 9,
      position_status: 4,
      lat: -33.9,
      lon: 151.2,
      speed: 61.5,
      course: 359.9,
      lock_action: 14,
      police_type: 1008,
      fault_code: 9999,
      fault_msg: 'reader does not answer',
      lock_state: 6,
      electric: 0,
      voltage: 3.71,
      temperature: -21.5,
      mnc: 0,
      mcc: 460,
      lac: 9_877,
      cid: 68_719_476_735,
      icc_card_no: '0004512873',
      version: 'V2.1.7',
    };
    expect(parseReport(bytes(report))).toEqual(report);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"ts":'],
    ['an array', [least]],
    ['null', 'null'],
    ['a number', '7'],
    ['deep nesting', '['.repeat(4000)],
    ['no time', { report_reson: 0, lock_status: 2 }],
    ['a time in seconds', { ...least, ts: TS / 1000 }],
    ['a time as text', { ...least, ts: String(TS) }],
    ['a time with a fraction', { ...least, ts: TS + 0.5 }],
    ['a time after 2100', { ...least, ts: Date.UTC(2101, 0, 1) }],
    ['an unknown reason', { ...least, report_reson: 4 }],
    ['an unknown status', { ...least, lock_status: 7 }],
    ['a status as text', { ...least, lock_status: '2' }],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1')],
    ['one byte too many', padded(MAX_MESSAGE_BYTES + 1)],
  ])('refuses %s', (_, message) => {
    expect(parseReport(bytes(message))).toBeUndefined();
  });

  it('refuses bytes that are no UTF-8', () => {
    const broken = Buffer.concat([bytes({ ...least, version: 'V' }), Buffer.alloc(0)]);
    broken[broken.indexOf('V')] = 0xff;
    expect(parseReport(broken)).toBeUndefined();
  });

  it('accepts a message of the greatest size', () => {
    expect(parseReport(bytes(padded(MAX_MESSAGE_BYTES)))).toEqual(least);
  });

  it.each([
    ['an unknown field', { hello: 1 }],
    ['lat without lon', { lat: 10 }],
    ['lat out of range', { lat: 90.1, lon: 10 }],
    ['lon out of range', { lat: 10, lon: -180.1 }],
    ['no fix sent as 0, 0', { lat: 0, lon: 0 }],
    ['position as text', { lat: '10', lon: '20' }],
    ['unknown position type', { position_status: 5 }],
    ['negative speed', { speed: -1 }],
    ['course over 360', { course: 361 }],
    ['unknown action', { lock_action: 0 }],
    ['unknown alarm', { police_type: 1 }],
    ['unknown fault', { fault_code: 1007 }],
    ['unknown lock state', { lock_state: 7 }],
    ['fault message with a control character', { fault_msg: 'a\u0007' }],
    ['battery over 100', { electric: 101 }],
    ['battery null', { electric: null }],
    ['fractional cell', { cid: 1.5, lac: 2.5, mcc: 460.5, mnc: 0.5 }],
    ['card with a control character', { icc_card_no: '12\u00003' }],
    ['card too long', { icc_card_no: '1'.repeat(33) }],
    ['version no text', { version: 2 }],
    ['a prototype', JSON.parse('{"__proto__":{"electric":5}}')],
  ])('leaves out %s', (_, extra) => {
    expect(parseReport(bytes({ ...least, ...extra }))).toEqual(least);
  });
});

it('cuts a long fault message', () => {
  const told = parseReport(bytes({ ...least, fault_msg: 'm'.repeat(900) }));
  expect(told?.fault_msg).toBe('m'.repeat(200));
});

describe('parseReply', () => {
  it.each([
    ['done', { id: 'a1', code: 0 }, { id: 'a1', code: 0 }],
    ['a refusal', { id: 'a1', code: 3, msg: '锁打开' }, { id: 'a1', code: 3, msg: '锁打开' }],
    ['extra fields', { id: 'a1', code: -1, x: 1 }, { id: 'a1', code: -1 }],
    ['text that is none', { id: 'a1', code: 1, msg: { a: 1 } }, { id: 'a1', code: 1 }],
    [
      'long text',
      { id: 'a1', code: 1, msg: 'm'.repeat(900) },
      { id: 'a1', code: 1, msg: 'm'.repeat(200) },
    ],
    ['no id', { code: 0 }, undefined],
    ['an empty id', { id: '', code: 0 }, undefined],
    ['a numeric id', { id: 7, code: 0 }, undefined],
    ['an endless id', { id: 'i'.repeat(65), code: 0 }, undefined],
    ['no code', { id: 'a1' }, undefined],
    ['a code as text', { id: 'a1', code: '0' }, undefined],
    ['a fractional code', { id: 'a1', code: 0.5 }, undefined],
    ['a huge code', { id: 'a1', code: 2 ** 31 }, undefined],
    ['no object', 'ok', undefined],
    ['too much', { id: 'a1', code: 0, msg: 'm'.repeat(MAX_MESSAGE_BYTES) }, undefined],
  ])('reads %s', (_, message, expected) => {
    expect(parseReply(bytes(message))).toEqual(expected);
  });
});

describe('parsePresence', () => {
  it.each([
    ['online', true],
    ['offline', false],
    ['', undefined],
    ['Online', undefined],
    ['online ', undefined],
    ['1', undefined],
    ['offline'.repeat(1000), undefined],
  ])('reads %j', (word, expected) => {
    expect(parsePresence(bytes(word))).toBe(expected);
  });

  it('reads back what a lock writes', () => {
    expect(parsePresence(bytes(presenceWord(true)))).toBe(true);
    expect(parsePresence(bytes(presenceWord(false)))).toBe(false);
  });
});
