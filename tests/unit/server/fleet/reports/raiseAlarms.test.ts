import { describe, expect, it } from 'vitest';
import type { AlarmKind } from '../../../../../src/domain/alarm';
import type { LockReport } from '../../../../../src/domain/lock';
import { emptyRegionalContext } from '../../../../../src/server/fleet/places/regional';
import { updateFenceAlarms } from '../../../../../src/server/fleet/reports/raiseAlarms';
import { rowsOf } from '../../../../../src/server/fleet/reports/reportRows';
import { stateAt } from '../places/metresEast';

const START = 1_000_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type PartialReport = Partial<LockReport>;
type Reports = (readonly [ms: number, told: PartialReport])[];

/** Returns the rows that reports of one lock make. Each report has its ms after the first. */
const outcomeOf = (...reports: Reports) =>
  rowsOf(
    reports.map(([ms, told]) => ({
      sn: 'A1',
      receivedAt: 0,
      report: { ts: START + ms, report_reson: 0, lock_status: 2, ...told } as LockReport,
    })),
    { states: [stateAt(0)], rules: emptyRegionalContext },
  );

const kindsOf = (...reports: Reports) =>
  outcomeOf(...reports).alarms.map(({ police_type }) => police_type);

describe('a report raises', () => {
  const cases: [string, PartialReport, AlarmKind[]][] = [
    ...([1001, 1002, 1003, 1004, 1005, 1006, 9999] as const).map(
      (code): [string, PartialReport, AlarmKind[]] => [
        `the fault ${code}`,
        { fault_code: code },
        [code],
      ],
    ),
    ...([1008, 1009, 1010, 1011, 1012, 2001, 2002, 2003, 2004] as const).map(
      (kind): [string, PartialReport, AlarmKind[]] => [
        `what it says, ${kind}`,
        { police_type: kind },
        [kind],
      ],
    ),
    ['a failure with its fault once', { police_type: 1009, fault_code: 1006 }, [1009]],
    ['a fault once, if it is named twice', { police_type: 1006, fault_code: 1006 }, [1006]],
    ['a fault beside another alarm', { police_type: 1011, fault_code: 1004 }, [1011, 1004]],
    ['a low battery', { electric: 14 }, [2001]],
    ['no alarm', { electric: 15, lock_state: 3 }, []],
  ];
  it.each(cases)('%s', (_, told, kinds) => {
    expect(kindsOf([0, told])).toEqual(kinds);
  });
});

describe('a repeated alarm', () => {
  const cases: [string, Reports, AlarmKind[], number][] = [
    [
      'within a minute is one',
      [
        [0, { police_type: 1011 }],
        [MINUTE, { police_type: 1011 }],
      ],
      [1011],
      1,
    ],
    [
      'after more than a minute is another',
      [
        [0, { police_type: 1011 }],
        [MINUTE + 1, { police_type: 1011 }],
      ],
      [1011, 1011],
      0,
    ],
    [
      'continues as long as the lock vibrates',
      [0, 50_000, 100_000, 150_000].map((ms) => [ms, { police_type: 1011 }] as const),
      [1011],
      3,
    ],
    [
      'is one for hours if its cause lasts',
      [
        [0, { fault_code: 1006 }],
        [5 * 3_600_000, { fault_code: 1006 }],
      ],
      [1006],
      1,
    ],
    [
      'is another after a day of silence',
      [
        [0, { fault_code: 1006 }],
        [DAY + 1, { fault_code: 1006 }],
      ],
      [1006, 1006],
      0,
    ],
    [
      'is another for an unknown fault with other words',
      ['sos', 'powerCut', 'sos'].map(
        (fault_msg, at) => [at * 1_000, { fault_code: 9999, fault_msg }] as const,
      ),
      [9999, 9999],
      1,
    ],
    [
      'is one for an unknown fault with another number in its words',
      ['71 °C', '73 °C'].map(
        (fault_msg, at) => [at * 1_000, { fault_code: 9999, fault_msg }] as const,
      ),
      [9999],
      1,
    ],
    [
      'is another for an unknown fault after more than an hour',
      [
        [0, { fault_code: 9999, fault_msg: 'sos' }],
        [60 * MINUTE + 1, { fault_code: 9999, fault_msg: 'sos' }],
      ],
      [9999, 9999],
      0,
    ],
    [
      'is separate for each alarm type',
      [
        [0, { police_type: 1008 }],
        [1, { police_type: 1010 }],
      ],
      [1008, 1010],
      0,
    ],
    [
      'is one if a blind spot reports the same moment',
      [
        [0, { police_type: 1008 }],
        [1_000, { police_type: 1008, report_reson: 2 }],
      ],
      [1008],
      1,
    ],
    [
      'is one for a fluctuating battery',
      [14, 16, 14, 19, 13].map((electric, at) => [at * 1_000, { electric }] as const),
      [2001],
      0,
    ],
    [
      'is another after the battery was charged',
      [14, 20, 14].map((electric, at) => [at * 1_000, { electric }] as const),
      [2001, 2001],
      0,
    ],
  ];
  it.each(cases)('%s', (_, reports, kinds, repeats) => {
    const rows = outcomeOf(...reports);
    expect(rows.alarms.map(({ police_type }) => police_type)).toEqual(kinds);
    expect(rows.repeats).toHaveLength(repeats);
    expect(rows.states[0]?.alarms).toBe(kinds.length);
  });
});

describe('an alarm is cleared', () => {
  const cases: [string, PartialReport, PartialReport, number | undefined][] = [
    [
      'by sealing after an illegal unlock',
      { police_type: 1008, lock_status: 3 },
      { lock_status: 2 },
      1,
    ],
    ['not by an unchanged seal', { police_type: 1008 }, { lock_status: 2 }, undefined],
    ['not by remaining open', { police_type: 1008, lock_status: 3 }, { lock_status: 1 }, undefined],
    ['by a normal state after a dismantling', { police_type: 1010 }, { lock_state: 0 }, 2],
    ['by movement of the lock motor', { fault_code: 1006 }, { lock_action: 12 }, 3],
    [
      'not by movement of the lock motor with the fault',
      { fault_code: 1006 },
      { lock_action: 12, fault_code: 1006 },
      undefined,
    ],
    [
      'by movement after a lock failure',
      { police_type: 1009, fault_code: 1006 },
      { lock_action: 1 },
      3,
    ],
    ['by driving after a long stop', { police_type: 1012 }, { speed: 5 }, 4],
    ['by charging after a low battery', { electric: 9 }, { electric: 20 }, 5],
    ['by a card swipe after a reader fault', { fault_code: 1001 }, { lock_action: 5 }, 8],
    ['by a report after a network fault', { fault_code: 1002 }, {}, 9],
    ['by Bluetooth use after a Bluetooth fault', { fault_code: 1003 }, { lock_action: 4 }, 10],
    [
      'by a position after a GPS fault',
      { fault_code: 1004 },
      { position_status: 0, lat: 1, lon: 1 },
      11,
    ],
    ['by a normal state after another fault', { fault_code: 9999 }, { lock_state: 0 }, 2],
    [
      'never after a vibration',
      { police_type: 1011 },
      { lock_state: 0, speed: 9, electric: 99 },
      undefined,
    ],
    ['not by a report of the past', { electric: 9 }, { electric: 90, report_reson: 2 }, undefined],
  ];
  it.each(cases)('%s', (_, first, then, how) => {
    const { cleared, states } = outcomeOf([0, first], [90_000, then]);
    const [only] = cleared;
    expect(only?.how).toBe(how);
    if (only) {
      expect(only).toMatchObject({ sn: 'A1', raised: START, at: START + 90_000, fence_id: null });
      expect(states[0]?.raised).toEqual({});
    }
  });

  it('of a geofence, by the return crossing of that geofence only', () => {
    const exit = { sn: 'A1', fence_id: 7, police_type: 2002, at: 5, isAlarm: true } as const;
    const { raised } = updateFenceAlarms({}, [exit]);
    expect(raised).toEqual({ '2002:7': { at: 5, last: 5 } });
    const back = { ...exit, police_type: 2003, at: 9, isAlarm: false } as const;
    expect(updateFenceAlarms(raised, [{ ...back, fence_id: 8 }]).cleared).toEqual([]);
    expect(updateFenceAlarms(raised, [back])).toEqual({
      raised: {},
      cleared: [{ sn: 'A1', fence_id: 7, police_type: 2002, raised: 5, at: 9, how: 6 }],
    });
  });
});
