import { describe, expect, it } from 'vitest';
import { traccarCommand } from '../../../../src/server/traccar/commands';
import { parseForwarded } from '../../../../src/server/traccar/position';

const TIME = '2026-03-01T08:00:00.000+00:00';
const position = (given: object = {}, attributes: object = {}) => ({
  id: 7,
  deviceId: 3,
  protocol: 'gt06',
  deviceTime: TIME,
  fixTime: TIME,
  valid: true,
  latitude: 22.57,
  longitude: 114.27,
  speed: 10,
  course: 90,
  attributes,
  ...given,
});
const device = { id: 3, uniqueId: 'T1', phone: '13800138000' };
const read = (given?: object, attributes?: object) =>
  parseForwarded({ position: position(given, attributes), device });

describe('a position of Traccar', () => {
  const ts = Date.parse(TIME);
  const place = { position_status: 0, lat: 22.57, lon: 114.27, speed: 18.52, course: 90 };
  const bare = { ts, report_reson: 0 };

  it.each<[string, object, object, object]>([
    ['has knots, a time and a place', {}, {}, { ...bare, ...place }],
    ['has its time as a number too', { deviceTime: ts }, {}, { ...bare, ...place }],
    ['has no place without a fix', { valid: false }, {}, { ...bare, position_status: 1 }],
    ['has no place if the fix is older', { outdated: true }, {}, { ...bare, position_status: 1 }],
    ['is buffered', {}, { archive: true }, { ...bare, ...place, report_reson: 2 }],
    [
      'has battery, temperature, card and version',
      {},
      { batteryLevel: 87.4, battery: 3.9, deviceTemp: 31, driverUniqueId: '0A1B', versionFw: 'V2' },
      {
        ...{ ...bare, ...place, electric: 87, voltage: 3.9, temperature: 31 },
        ...{ icc_card_no: '0A1B', version: 'V2' },
      },
    ],
    ['is sealed', {}, { lock: true }, { ...bare, ...place, lock_status: 2 }],
    ['is open', {}, { lock: false }, { ...bare, ...place, lock_status: 1 }],
    [
      'has the status of a Jointech seal',
      { protocol: 'jt600' },
      { blocked: true },
      { ...bare, ...place, lock_status: 2 },
    ],
    [
      'has no lock status from a car',
      {},
      { blocked: true, ignition: true, motion: true },
      { ...bare, ...place },
    ],
    [
      'raises an alarm',
      {},
      { alarm: 'geofenceEnter,lowBattery' },
      { ...bare, ...place, police_type: 2001 },
    ],
    [
      'raises no alarm for an unknown alarm name',
      {},
      { alarm: 'geofenceExit' },
      { ...bare, ...place },
    ],
    [
      'has the cell',
      {
        network: {
          cellTowers: [
            { mobileCountryCode: 460, mobileNetworkCode: 0, locationAreaCode: 4711, cellId: 815 },
          ],
        },
      },
      {},
      { ...bare, ...place, mcc: 460, mnc: 0, lac: 4711, cid: 815 },
    ],
    [
      'has no place at 0, 0',
      { latitude: 0, longitude: 0 },
      {},
      { ...bare, position_status: 0, speed: 18.52, course: 90 },
    ],
  ])('%s', (_, given, attributes, report) => {
    expect(read(given, attributes)).toMatchObject({ sn: 'T1', deviceId: 3 });
    expect(read(given, attributes)?.reports).toEqual([report]);
    expect(read(given, attributes)?.rejected).toBeUndefined();
  });

  it('becomes one report for each alarm type, and one for all unknown alarms', () => {
    const alarm = 'sos, lowBattery,powerCut,lowPower';
    const whole = { ...bare, ...place };
    expect(read({}, { alarm })?.reports).toEqual([
      { ...whole, police_type: 2001 },
      { ...whole, police_type: 9999, fault_code: 9999, fault_msg: 'sos, powerCut' },
    ]);
  });

  it.each([[{ kind: 'sos' }], [['sos']], [5]])('ignores the malformed alarm %j', (alarm) => {
    expect(read({}, { alarm })?.reports).toEqual([{ ...bare, ...place }]);
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'reports the unknown alarm %s as a fault',
    (alarm) => {
      const other = { police_type: 9999, fault_code: 9999, fault_msg: alarm };
      expect(read({}, { alarm })?.reports).toEqual([{ ...bare, ...place, ...other }]);
    },
  );

  it.each([
    ['without a time', { deviceTime: null, fixTime: undefined }, {}, /^ts: missing/],
    ['with an invalid time', { deviceTime: 'yesterday' }, {}, /^ts: /],
    [
      'with an alarm that is not text',
      {},
      { alarm: { kind: 'sos' } },
      /^attributes\.alarm: expected/,
    ],
    ['with a battery of 200 %', {}, { batteryLevel: 200 }, /^electric: .* not 200$/],
  ])('is rejected with a reason: %s', (_, given, attributes, why) => {
    expect(read(given, attributes)?.rejected).toMatch(why);
  });

  it.each([
    [null],
    ['x'],
    [[]],
    [{}],
    [{ position: position() }],
    [{ position: {}, device: { uniqueId: '' } }],
    [{ device }],
  ])('is not read from %j', (body) => {
    expect(parseForwarded(body)).toBeUndefined();
  });

  it('is logged without phone number and SIM card', () => {
    const forwarded = read({}, { iccid: '8986012345678901234', sat: 9 });
    expect(forwarded?.content).toMatchObject({
      device: { uniqueId: 'T1' },
      position: { attributes: { sat: 9 } },
    });
    expect(JSON.stringify(forwarded?.content)).not.toMatch(/13800138000|8986/);
  });
});

it.each<[object, object]>([
  [{ type: 'deviceOnline' }, { online: true }],
  [{ type: 'deviceOffline' }, { online: false }],
  [{ type: 'geofenceEnter' }, {}],
])('the event %j is read as %j', (event, forwarded) => {
  const { sn, deviceId, content, ...rest } = parseForwarded({ event, device }) ?? {};
  expect(rest).toEqual(forwarded);
});

it('reads the reply to a command from its event', () => {
  const body = {
    event: { type: 'commandResult' },
    position: position({}, { result: 'OK!' }),
    device,
  };
  expect(parseForwarded(body)).toMatchObject({ result: 'OK!' });
  // Traccar forwards its position too.
  const { event, ...positionOnly } = body;
  expect(parseForwarded(positionOnly)?.result).toBeUndefined();
  const withoutPosition = { event: { ...event, attributes: { result: 'Done' } }, device };
  expect(parseForwarded(withoutPosition)?.result).toBe('Done');
});

describe('a command for Traccar', () => {
  const words = { seal: '(S07,0)', unseal: null };

  it.each<[string, object, object | undefined]>([
    ['seal', {}, { type: 'custom', attributes: { data: '(S07,0)' } }],
    ['unseal', {}, undefined],
    ['restart', { control: 1 }, { type: 'rebootDevice', attributes: {} }],
    ['factoryReset', { control: 3 }, { type: 'factoryReset', attributes: {} }],
    ['timeZone', { minutes: 480 }, { type: 'setTimezone', attributes: { timezone: 'GMT+08:00' } }],
    ['timeZone', { minutes: -210 }, { type: 'setTimezone', attributes: { timezone: 'GMT-03:30' } }],
    [
      'serverAddress',
      { host: 'a.example', port: 5023 },
      { type: 'setConnection', attributes: { server: 'a.example', port: 5023 } },
    ],
    ['vibration', { value: 3 }, undefined],
  ])('is encoded: %s %j', (cmd, args, order) => {
    expect(traccarCommand({ cmd, args: args as Record<string, unknown> }, words)).toEqual(order);
  });
});
