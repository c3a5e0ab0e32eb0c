import { describe, expect, it } from 'vitest';
import { type CardVerdict, VERDICT } from '../../../../../src/domain/card';
import type { LockReport } from '../../../../../src/domain/lock';
import { device } from '../../../../../src/resources';
import type {
  RegionalContext,
  RegionalRule,
} from '../../../../../src/server/fleet/places/regional';
import { rowsOf } from '../../../../../src/server/fleet/reports/reportRows';
import type { DeviceState } from '../../../../../src/server/fleet/state';
import { metresEast, stateAt } from '../places/metresEast';

const UNSEAL = device.commands.unseal.when;

const port: RegionalRule = {
  id: 3,
  name: 'Port',
  lat: 0,
  lon: 0,
  radius: 1_000,
  autoUnblock: true,
};
const everywhere = { lat: null, lon: null, radius: null };
const guard = { name: 'Guard', enabled: true, ...everywhere, rules: [3] };
const regional: RegionalContext = {
  rulesOf: () => [port],
  cardOf: (_, no) => (no === 'G1' ? guard : undefined),
};

const sent = (ts: number, report: Partial<LockReport>) => ({
  sn: 'A1',
  receivedAt: 9_000,
  report: { ts, report_reson: 0, lock_status: 2, ...report } as LockReport,
});
const at = (metres: number) => metresEast(metres);
const rows = (state: DeviceState, ...batch: ReturnType<typeof sent>[]) =>
  rowsOf(batch, { states: [state], rules: regional, unsealWhen: UNSEAL });

describe('a card swiped at a lock', () => {
  const inside = stateAt(0);
  const cases: [string, DeviceState, Partial<LockReport>, CardVerdict | undefined, number[]][] = [
    ['allowed', inside, { lock_action: 5, lock_status: 0, icc_card_no: 'G1' }, VERDICT.allowed, []],
    [
      'unknown, and the lock opens',
      inside,
      { lock_action: 5, lock_status: 0, icc_card_no: 'X' },
      VERDICT.unknown,
      [1008],
    ],
    [
      'unknown, and the lock seals',
      stateAt(0, { status: 0 }),
      { lock_action: 9, icc_card_no: 'X' },
      VERDICT.unknown,
      [2004],
    ],
    [
      'unknown, and the lock refuses',
      inside,
      { lock_action: 14, icc_card_no: 'X' },
      VERDICT.unknown,
      [2004],
    ],
    [
      'refused by the lock, which opens nevertheless',
      inside,
      { lock_action: 14, lock_status: 1, icc_card_no: 'X' },
      VERDICT.unknown,
      [1008],
    ],
    [
      'refused by the lock, allowed by the rules',
      inside,
      { lock_action: 14, icc_card_no: 'G1' },
      VERDICT.allowed,
      [],
    ],
    [
      'outside the region',
      stateAt(5_000),
      { lock_action: 5, lock_status: 0, icc_card_no: 'G1' },
      VERDICT.outside,
      [1008],
    ],
    [
      'outside, by the position in the report',
      inside,
      { lock_action: 5, lock_status: 0, icc_card_no: 'G1', ...at(5_000) },
      VERDICT.outside,
      [1008],
    ],
    [
      'with a base station position only',
      inside,
      { lock_action: 5, lock_status: 0, icc_card_no: 'G1', position_status: 3, ...at(5_000) },
      VERDICT.allowed,
      [],
    ],
    [
      'late, and at an unknown place',
      stateAt(5_000),
      { ts: 500, lock_action: 5, icc_card_no: 'G1' },
      VERDICT.allowed,
      [],
    ],
    [
      'with an alarm of the lock itself',
      inside,
      { lock_action: 5, lock_status: 0, icc_card_no: 'X', police_type: 1008 },
      VERDICT.unknown,
      [1008],
    ],
    [
      'repeated with a remote unseal',
      inside,
      { lock_action: 1, lock_status: 0, icc_card_no: 'X' },
      undefined,
      [],
    ],
  ];
  it.each(cases)('is judged: %s', (_, state, report, verdict, kinds) => {
    const { history, alarms, states } = rows(state, sent(report.ts ?? 2_000, report));
    expect(history).toMatchObject([{ card_verdict: verdict, lock_action: report.lock_action }]);
    expect(alarms.map(({ police_type }) => police_type)).toEqual(kinds);
    expect(states[0]?.alarms).toBe(kinds.length);
  });

  it('is not judged without a swipe', () => {
    const { locations, alarms } = rows(inside, sent(2_000, { icc_card_no: 'X' }));
    expect(locations).toHaveLength(1);
    expect(alarms).toEqual([]);
  });
});

describe('a lock that enters a region with automatic unblocking', () => {
  const enter = sent(2_000, at(500));
  const cases: [string, DeviceState, ReturnType<typeof sent>[], boolean][] = [
    ['is unsealed', stateAt(2_000), [enter], true],
    ['is unsealed once for a repeated report', stateAt(2_000), [enter, enter], true],
    ['stays sealed if it was inside', stateAt(800), [enter], false],
    ['stays sealed if it is first seen inside', stateAt(undefined), [enter], false],
    [
      'receives nothing if it is not sealed',
      stateAt(2_000),
      [sent(2_000, { ...at(500), lock_status: 0 })],
      false,
    ],
    [
      'receives nothing if it was unsealed meanwhile',
      stateAt(2_000),
      [enter, sent(3_000, { lock_status: 0 })],
      false,
    ],
    ['stays sealed if it left meanwhile', stateAt(2_000), [enter, sent(60_000, at(3_000))], false],
    ['stays sealed for a late report', stateAt(2_000), [sent(500, at(500))], false],
    [
      'stays sealed for a buffered report',
      stateAt(2_000),
      [sent(2_000, { ...at(500), report_reson: 2 })],
      false,
    ],
    [
      'is unsealed after a blind spot',
      stateAt(2_000),
      [sent(2_000, { ...at(500), report_reson: 2 }), sent(3_000, at(400))],
      true,
    ],
    [
      'stays sealed for a position that no lock could reach',
      stateAt(1_200_000, { fix_time: 1_000 }),
      [enter],
      false,
    ],
    [
      'stays sealed if it returns from such a position',
      stateAt(1_200_000, { fix_time: 1_000 }),
      [enter, sent(4_000, at(1_200_000))],
      false,
    ],
    [
      'stays sealed for two such positions that differ',
      stateAt(1_200_000, { fix_time: 1_000 }),
      [sent(2_000, at(-600_000)), sent(3_000, at(500))],
      false,
    ],
    [
      'is unsealed if a second report agrees',
      stateAt(1_200_000, { fix_time: 1_000 }),
      [enter, sent(22_000, at(400))],
      true,
    ],
    [
      'is unsealed if a second report agrees after a restart',
      stateAt(1_200_000, {
        ...{ fix_time: 1_000, suspect_lat: 0, suspect_lon: at(500).lon, suspect_time: 2_000 },
      }),
      [sent(22_000, at(400))],
      true,
    ],
    [
      'stays sealed for a base station position',
      stateAt(2_000),
      [sent(2_000, { ...at(500), position_status: 3 })],
      false,
    ],
    [
      'stays sealed if only a base station placed it outside',
      stateAt(800, { regions: [3] }),
      [sent(2_000, { ...at(4_000), position_status: 3 }), sent(3_000, at(500))],
      false,
    ],
  ];
  it.each(cases)('%s', (_, state, batch, expected) => {
    const { unseals } = rows(state, ...batch);
    expect(unseals).toEqual(expected ? [{ sn: 'A1', org_id: 7, rule: port }] : []);
  });

  it('stays sealed by a rule without automatic unblocking', () => {
    const quiet = { ...regional, rulesOf: () => [{ ...port, autoUnblock: false }] };
    const { unseals, states } = rowsOf([enter], {
      states: [stateAt(2_000)],
      rules: quiet,
      unsealWhen: UNSEAL,
    });
    expect(unseals).toEqual([]);
    expect(states[0]?.regions).toEqual([]);
  });
});
