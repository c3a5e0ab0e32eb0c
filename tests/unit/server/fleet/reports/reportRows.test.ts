import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../../../src/domain/duration';
import type { LockReport } from '../../../../../src/domain/lock';
import { device } from '../../../../../src/resources';
import { emptyRegionalContext } from '../../../../../src/server/fleet/places/regional';
import { rowsOf as rowsBy } from '../../../../../src/server/fleet/reports/reportRows';
import type { DeviceState } from '../../../../../src/server/fleet/state';
import { deviceState } from '../deviceState';

const state = deviceState({
  lat: 22.5,
  lon: 114.2,
  speed: 40,
  course: 90,
  voltage: 3.9,
  temperature: 20,
  version: '1.0',
  alarms: 1,
  fix_lat: 22.5,
  fix_lon: 114.2,
  fix_time: 1_000 - HOUR,
});

const rowsOf = (batch: Parameters<typeof rowsBy>[0], states: readonly DeviceState[]) =>
  rowsBy(batch, {
    states,
    rules: emptyRegionalContext,
    unsealWhen: device.commands.unseal.when,
  });

const received = (report: Partial<LockReport>, sn = 'A1') => ({
  sn,
  receivedAt: 9_000,
  report: { ts: 2000, report_reson: 0, lock_status: 2, ...report } as LockReport,
});

const only = (report: Partial<LockReport>) => rowsOf([received(report)], [state]);

describe('the state after a report', () => {
  const cases: [string, Partial<LockReport>, Partial<DeviceState>][] = [
    ['moves', { lat: 30, lon: 110 }, { lat: 30, lon: 110, position_time: 2000, speed: null }],
    [
      'keeps the last place without a fix',
      { position_status: 2 },
      { lat: 22.5, positionType: 2, position_time: 1000 },
    ],
    [
      'keeps the last place for an invalid fix',
      { position_status: 1, lat: 1, lon: 1 },
      { lat: 22.5 },
    ],
    ['keeps the last place for zeros', { lat: 0, lon: 0 }, { lat: 22.5, position_time: 1000 }],
    [
      'takes a base station place',
      { position_status: 3, lat: 1, lon: 1 },
      { lat: 1, positionType: 3 },
    ],
    ['keeps values that are not reported', {}, { electric: 80, voltage: 3.9, version: '1.0' }],
    ['counts an alarm', { police_type: 1011 }, { alarms: 2 }],
    [
      'is not changed by an older report',
      { ts: 500, lock_status: 1, lat: 1, lon: 1 },
      { status: 2, lat: 22.5, report_time: 1000 },
    ],
    [
      'is not changed by a buffered report, however new',
      { ts: 3000, report_reson: 2, lock_status: 1, lat: 1, lon: 1, electric: 3 },
      { status: 2, lat: 22.5, report_time: 1000, electric: 80, alarms: 1 },
    ],
    [
      'keeps the last status if a report has none',
      { lock_status: undefined, electric: 50 },
      { status: 2, electric: 50, report_time: 2000 },
    ],
  ];
  it.each(cases)('%s', (_, report, expected) => {
    expect(only(report).states[0]).toMatchObject(expected);
  });
});

describe('the exact place after a report', () => {
  const cases: [string, Partial<LockReport>, number][] = [
    ['follows the satellites', { lat: 30, lon: 110, position_status: 0 }, 30],
    ['follows a report without a positioning method', { lat: 30, lon: 110 }, 30],
    ['follows a hotspot', { lat: 30, lon: 110, position_status: 4 }, 30],
    ['does not follow a base station', { lat: 30, lon: 110, position_status: 3 }, 22.5],
    ['does not follow an invalid position', { lat: 30, lon: 110, position_status: 1 }, 22.5],
    ['does not follow a blind spot', { lat: 30, lon: 110, report_reson: 2 }, 22.5],
    ['does not follow a late report', { ts: 500, lat: 30, lon: 110 }, 22.5],
  ];
  it.each(cases)('%s', (_, report, fix_lat) => {
    expect(only(report).states[0]).toMatchObject({ fix_lat });
  });
});

describe('the rows of a report', () => {
  const everything = {
    position_status: 0,
    lat: 22.6,
    lon: 114.3,
    speed: 3,
    course: 90,
    lock_state: 4,
    lock_action: 6,
    police_type: 1009,
    fault_code: 1006,
    fault_msg: 'motor stalls',
    electric: 70,
    voltage: 3.8,
    temperature: 21,
    mnc: 0,
    mcc: 460,
    lac: 9,
    cid: 7,
    icc_card_no: '20260001',
  } satisfies Partial<LockReport>;

  it('each contain all reported values', () => {
    const { locations, changes, history, alarms } = only({ lock_status: 0, ...everything });
    for (const row of [locations[0], changes[0], history[0], alarms[0]]) {
      expect(row).toMatchObject({ ...everything, lock_status: 0, report_reson: 0 });
    }
  });

  it('contain the card’s name at the time of the report', () => {
    const card = { name: 'Guard 1', enabled: true, lat: null, lon: null, radius: null, rules: [] };
    const regional = { rulesOf: () => [], cardOf: () => card };
    const { locations, history } = rowsBy([received(everything)], {
      states: [state],
      rules: regional,
    });
    expect([locations[0]?.icc_card_name, history[0]?.icc_card_name]).toEqual([
      'Guard 1',
      'Guard 1',
    ]);
  });

  it('omit the lock’s fault in alarms of other causes', () => {
    const { alarms } = only({ ...everything, electric: 5 });
    expect(alarms).toMatchObject([
      { police_type: 1009, fault_code: 1006, fault_msg: 'motor stalls' },
      { police_type: 2001, fault_code: undefined, fault_msg: undefined },
    ]);
  });

  it('include a location row even without a place', () => {
    const { locations } = only({ position_status: 2 });
    expect(locations).toMatchObject([
      { sn: 'A1', org_id: 7, create_time: 2000, receive_time: 9_000 },
    ]);
  });

  it('contain the old state, the new state and the action', () => {
    const { changes, history } = only({ lock_status: 0, lock_action: 4, icc_card_no: 'C9' });
    expect(changes).toMatchObject([{ before_status: 2, lock_status: 0, lock_action: 4 }]);
    expect(history).toMatchObject([{ before_status: 2, lock_status: 0, icc_card_no: 'C9' }]);
  });

  it('contain an action without a change, such as an illegal card', () => {
    const { changes, history } = only({ lock_action: 14 });
    expect(changes).toEqual([]);
    expect(history).toHaveLength(1);
  });

  it('contain no change for the first report of a new lock', () => {
    const { changes } = rowsOf([received({ lock_status: 0 })], [{ ...state, status: 255 }]);
    expect(changes).toEqual([]);
  });

  it('contain no change for a late report', () => {
    expect(only({ ts: 500, lock_status: 0 }).changes).toEqual([]);
  });

  it('follow the time order of mixed reports', () => {
    const batch = [received({ ts: 4000, lock_status: 2 }), received({ ts: 3000, lock_status: 0 })];
    const { changes, states } = rowsOf(batch, [state]);
    expect(changes.map(({ before_status, lock_status }) => [before_status, lock_status])).toEqual([
      [2, 0],
      [0, 2],
    ]);
    expect(states[0]?.status).toBe(2);
  });

  it('open alarms as unprocessed', () => {
    expect(only({ police_type: 1009, fault_code: 1006 }).alarms).toMatchObject([
      { police_type: 1009, fault_code: 1006, state: 0 },
    ]);
  });

  it('raise a low battery once, when the charge falls below the limit', () => {
    const batch = [received({ ts: 2000, electric: 14 }), received({ ts: 3000, electric: 13 })];
    const { alarms, states } = rowsOf(batch, [state]);
    expect(alarms).toMatchObject([{ create_time: 2000, police_type: 2001 }]);
    expect(states[0]).toMatchObject({ electric: 13, alarms: 2 });
  });

  it('omit unregistered locks', () => {
    const rows = rowsOf([received({}, 'XX')], [state]);
    expect(rows.locations).toEqual([]);
    expect(rows.states).toEqual([state]);
  });
});

describe('a buffered report', () => {
  it('adds a record and a late alarm, and no change of state', () => {
    const stored = { ts: 3000, report_reson: 2, lock_status: 3, police_type: 1008 } as const;
    const { locations, changes, alarms } = only(stored);
    expect(locations).toMatchObject([{ lock_status: 3, create_time: 3000 }]);
    expect(changes).toEqual([]);
    expect(alarms).toMatchObject([{ police_type: 1008, told_late: true }]);
  });

  it('does not hide the change after it', () => {
    const batch = [
      received({ ts: 2500, report_reson: 2, lock_status: 1 }),
      received({ ts: 3000, lock_status: 0 }),
    ];
    const { changes, states } = rowsOf(batch, [state]);
    expect(changes).toMatchObject([{ before_status: 2, lock_status: 0 }]);
    expect(states[0]).toMatchObject({ status: 0, report_time: 3000 });
  });
});

describe('a low battery', () => {
  it('raises one alarm if the lock reports it too', () => {
    const { alarms } = only({ electric: 9, police_type: 2001 });
    expect(alarms.map(({ police_type }) => police_type)).toEqual([2001]);
  });
});

describe('a report that only moves its lock', () => {
  /** The rule concerns no report, but the reports of its locks are examined in full. */
  const elsewhere = { id: 5, name: 'Elsewhere', autoUnblock: false, lat: 1, lon: 1, radius: 100 };
  const ruled = { ...emptyRegionalContext, rulesOf: () => [elsewhere] };

  it.each<[string, Partial<LockReport>]>([
    ['with a place', { lat: 30, lon: 110, speed: 9, course: 8, position_status: 0 }],
    ['without one', {}],
    ['with readings and cells', { electric: 15, voltage: 3.3, temperature: -4, mcc: 460, cid: 7 }],
    ['with another firmware', { version: '2.0' }],
    ['without a status', { lock_status: undefined, lock_state: 1 }],
    ['below the battery limit', { electric: 14 }],
    ['of another status', { lock_status: 0 }],
    ['of the past', { ts: 500 }],
    ['from a blind spot', { report_reson: 9 }],
    ['with an alarm', { police_type: 1008 }],
    ['with a fault', { fault_code: 1001 }],
    ['with an action', { lock_action: 1 }],
  ])('has the same result as a full examination: %s', (_, report) => {
    const batch = [received(report), received({ ...report, ts: 3000 })];
    const context = { states: [state], unsealWhen: device.commands.unseal.when };
    expect(rowsBy(batch, { ...context, rules: emptyRegionalContext })).toEqual(
      rowsBy(batch, { ...context, rules: ruled }),
    );
  });

  it.each<[string, Partial<DeviceState>]>([
    ['whose alarm ends', { raised: { 2001: { at: 1, last: 1 } }, electric: 9 }],
    ['that leaves a region', { regions: [5] }],
    ['without a status so far', { status: 255 }],
  ])('takes effect for a lock %s', (_, before) => {
    const { states, cleared } = rowsOf(
      [received({ electric: 90, lat: 23, lon: 114 })],
      [{ ...state, ...before }],
    );
    expect(states[0]).toMatchObject({ raised: {}, regions: [], status: 2 });
    expect(cleared).toHaveLength('raised' in before ? 1 : 0);
  });
});
