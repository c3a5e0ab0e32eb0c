import { describe, expect, it } from 'vitest';
import type { LockReport } from '../../../../../src/domain/lock';
import { clockAt, connectLock, event60, hex, location, NOW, text33 } from './lock';

const live = 0x0200;

type Meaning = Partial<LockReport>;
const card = '80008244';

describe('an HHD lock of 2018', () => {
  it.each<[string, Meaning]>([
    ['0', { report_reson: 0 }],
    ['1', { report_reson: 9 }],
    ['2', { report_reson: 1, police_type: 1010 }],
    ['3', { report_reson: 3 }],
    ['4', { report_reson: 1, lock_action: 9, icc_card_no: card }],
    ['5', { report_reson: 1, lock_action: 5, icc_card_no: card }],
    ['6', { report_reson: 1, lock_action: 12 }],
    ['7', { report_reson: 1, lock_action: 1 }],
    ['8', { report_reson: 0, police_type: 2001 }],
    ['9', { lock_action: 14, icc_card_no: card }],
    ['A', { lock_action: 14, icc_card_no: card }],
    ['B', { lock_action: 9, icc_card_no: card }],
    ['C', { lock_action: 5, icc_card_no: card }],
    ['D', { lock_action: 2 }],
    ['E', { lock_action: 13, icc_card_no: card }],
    ['F', { lock_action: 12 }],
    ['G', { lock_action: 1 }],
    ['H', { lock_action: 14 }],
    ['I', { lock_action: 14 }],
    ['J', { lock_action: 9 }],
    ['K', { lock_action: 5 }],
    ['L', { police_type: 1008 }],
    ['M', { police_type: 1010 }],
    ['N', { fault_code: 9999 }],
    ['P', { lock_action: 14 }],
    ['Q', { lock_action: 14 }],
    ['R', { lock_action: 7 }],
    ['S', { lock_action: 8 }],
  ])('reports the reason %s', (reason, meaning) => {
    const text = text33(true, reason, reason === '2' ? '1' : '0', card);
    const [report] = connectLock().decode(live, location({}, { 51: text })).reports;
    expect(report).toMatchObject({ lock_status: 2, voltage: 4.09, ...meaning });
    const isCard = meaning.icc_card_no !== undefined || 'HIJKPQ'.includes(reason);
    expect(report?.icc_card_no).toBe(isCard ? card : undefined);
  });

  it('raises no alarm when its shell closes again', () => {
    const [report] = connectLock().decode(
      live,
      location({}, { 51: text33(true, '2', '0') }),
    ).reports;
    expect(report?.police_type).toBeUndefined();
  });
});

describe('later HHD firmware', () => {
  it.each<[number, Meaning]>([
    [0x00, { report_reson: 9 }],
    [0x01, { report_reson: 9 }],
    [0x02, { report_reson: 1, lock_action: 8 }],
    [0x03, { lock_action: 9, icc_card_no: card }],
    [0x04, { lock_action: 5, icc_card_no: card }],
    [0x05, { lock_action: 10 }],
    [0x06, { lock_action: 4 }],
    [0x07, { lock_action: 12 }],
    [0x08, { lock_action: 1 }],
    [0x09, { lock_action: 12 }],
    [0x0a, { lock_action: 1 }],
    [0x0b, { lock_action: 14, icc_card_no: card }],
    [0x0e, { lock_action: 14, icc_card_no: card }],
    [0x0f, { police_type: 1008, lock_status: 3 }],
    [0x10, { police_type: 1010 }],
    [0x11, { police_type: 1008 }],
    [0x12, { police_type: 2001 }],
    [0x13, { police_type: 2005 }],
    [0x14, { fault_code: 9999 }],
    [0x15, { report_reson: 3 }],
    [0x16, { report_reson: 3 }],
    [0x17, { police_type: 2001 }],
    [0x18, { police_type: 1009, lock_action: 6, lock_status: 3 }],
    [0x19, { police_type: 1009, lock_action: 6, lock_status: 3 }],
    [0x1d, { lock_state: 6 }],
    [0x22, { lock_action: 2 }],
    [0x23, { lock_action: 10 }],
    [0x24, { lock_action: 4 }],
    [0x26, { lock_action: 3 }],
    [0x30, { report_reson: 0 }],
    [0xa0, { report_reson: 0 }],
    [0xa1, { police_type: 1012 }],
  ])('reports the event %i', (event, meaning) => {
    const clock = clockAt(NOW, 0);
    const body = location({ status: 0xc002, clock }, { 96: event60(event, false, card) });
    const { reports, protocol } = connectLock().decode(live, body);
    expect(protocol).toBe(2);
    expect(reports).toMatchObject([{ ts: NOW, lock_status: 2, ...meaning }]);
    expect(reports[0]?.icc_card_no).toBe(meaning.icc_card_no);
  });

  it.each([
    ['sealed', 0xc000, 2],
    ['sealed with its shackle open', 0x4000, 3],
    ['closed', 0x8000, 0],
    ['open', 0, 1],
  ])('reports the lock status: %s', (_, status, lock_status) => {
    const body = location({ status, clock: clockAt(NOW, 0) }, { 96: event60(0x30) });
    expect(connectLock().decode(live, body).reports).toMatchObject([{ lock_status }]);
  });

  it('reports a child lock’s alarm as a fault with its number', () => {
    const event = Buffer.concat([hex('0065 01 001234567890'), Buffer.from(card)]);
    const body = location({ clock: clockAt(NOW, 0) }, { 96: event });
    expect(connectLock().decode(live, body).reports).toMatchObject([
      { fault_code: 9999, fault_msg: 'Child lock 001234567890, event 0065' },
    ]);
  });
});

describe('a lasting alarm', () => {
  const at = (seconds: number, alarm: number) =>
    location(
      { alarm, clock: clockAt(NOW + seconds * 1_000, 0) },
      { 96: event60(0x30), 104: Buffer.of(70) },
    );

  it('is raised once, and again after it ended', () => {
    const lock = connectLock();
    const alarms = [0, 4, 4, 6, 0, 4].map(
      (alarm, i) => lock.decode(live, at(i, alarm)).reports[0]?.police_type,
    );
    expect(alarms).toEqual([undefined, 2001, undefined, 1010, undefined, 2001]);
  });

  it('is not raised by a buffered record', () => {
    const record = at(-100, 1);
    const { reports } = connectLock().decode(
      0x0210,
      Buffer.concat([Buffer.of(record.length), record]),
    );
    expect(reports).toMatchObject([{ report_reson: 2 }]);
    expect(reports[0]?.police_type).toBeUndefined();
  });

  it('is remembered across connections, as is the dialect of a report without lock data', () => {
    const first = connectLock();
    first.decode(live, location({}, { 51: text33(true, '0') }));
    const again = connectLock(undefined, undefined, first.family);
    const business = location({ clock: clockAt(NOW + 1_000) }, { 54: Buffer.alloc(196, 0x41) });
    const decoded = again.decode(live, business);
    expect(decoded).toMatchObject({ protocol: 2, reports: [{ ts: NOW + 1_000 }] });
    expect(decoded.reports[0]?.lock_status).toBeUndefined();
    expect(Buffer.from(decoded.maskedFrame ?? []).toString('latin1')).not.toContain('AAAA');
  });
});

describe('a position', () => {
  it.each<[string, number, Record<number, Buffer>, number, Meaning]>([
    ['a fix', 3, {}, 34_586_424, { position_status: 0, lat: 34.586424, lon: 112.400584 }],
    [
      'south and west',
      0x0f,
      {},
      34_586_424,
      { position_status: 0, lat: -34.586424, lon: -112.400584 },
    ],
    ['no fix', 1, {}, 34_586_424, { position_status: 1, lat: 34.586424 }],
    [
      'stations',
      1,
      { 102: hex('01cc 1a 0001 099d 02c257b0') },
      34_586_424,
      { position_status: 3, mcc: 460, mnc: 1, lac: 0x099d, cid: 0x02c257b0 },
    ],
    ['WiFi', 1, { 80: hex('00') }, 34_586_424, { position_status: 4 }],
    ['an impossible position', 3, {}, 95_000_000, { position_status: 1 }],
  ])('is decoded: %s', (_, status, values, lat, wanted) => {
    const body = location(
      { status, lat, clock: clockAt(NOW, 0) },
      { 96: event60(0x30), ...values },
    );
    const { reports } = connectLock().decode(live, body);
    expect(reports).toMatchObject([wanted]);
    expect('lat' in (reports[0] ?? {})).toBe('lat' in wanted);
  });

  it.each([
    [3, 1],
    [1, 2],
  ])('of zeros with status %i', (status, position_status) => {
    const body = location({ status, lat: 0, lon: 0 }, { 51: text33(true, '0') });
    const [report] = connectLock().decode(live, body).reports;
    expect(report).toMatchObject({ position_status });
    expect(report?.lat).toBeUndefined();
  });

  it('is decoded if the end of the report is missing', () => {
    const body = Buffer.concat([location({}, {}), hex('3326'), Buffer.from('*M00,29,')]);
    expect(connectLock().decode(live, body)).toMatchObject({
      protocol: 2,
      warning: 'the end of a report is missing',
      reports: [{ position_status: 0, lat: 34.586424 }],
    });
  });

  it('is logged without password, SIM and business data', () => {
    const values = {
      96: event60(0x30),
      103: '13214322',
      108: '460081859706240',
      113: '89860498102190585740',
    };
    const { content, maskedFrame } = connectLock().decode(
      live,
      location({ clock: clockAt(NOW, 0) }, values),
    );
    const logged = JSON.stringify(content) + Buffer.from(maskedFrame ?? []).toString('latin1');
    for (const secret of ['13214322', '460081859706240', '89860498102190585740'])
      expect(logged).not.toContain(secret);
  });
});
