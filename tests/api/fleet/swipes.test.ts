import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { VERDICT } from '../../../src/domain/card';
import type { LockReport } from '../../../src/domain/lock';
import { declared } from '../http/declared';
import { addLocks } from '../locks';
import { openTestFleet } from './openTestFleet';

type Opened = Awaited<ReturnType<typeof openTestFleet>>;
type Row = Readonly<Record<string, unknown>>;

let opened: Opened;
let db: Opened['store']['db'];

beforeAll(async () => {
  opened = await openTestFleet();
  ({ db } = opened.store);
  await sql`insert into org (id, org_name, org_type, parent_id) values (4, 'Yard', 2, 2)`.execute(
    db,
  );
  await addLocks(
    db,
    { id: 101, sn: 'H1', org_id: 2, status: 2 },
    { id: 102, sn: 'Y1', org_id: 4, status: 2 },
    { id: 103, sn: 'N1', org_id: 3, status: 2 },
    { id: 104, sn: 'H2', org_id: 2, status: 2 },
  );
  await sql`insert into "icCard"
      (id, ic_no, ic_name, card_type, card_no, org_id, status, lat, lon, radius) values
    (1, '1001', 'Guard', 1, null, 2, 1, null, null, null),
    (2, '1002', 'Gate', 2, 'G1', 2, 1, null, null, null),
    (3, '1003', 'Gate, spare', 2, 'G1', 2, 1, null, null, null),
    (4, '1004', 'Lost', 1, null, 2, 0, null, null, null),
    (5, '1005', 'Office', 1, null, 2, 1, null, null, null),
    (6, '1006', 'Door', 1, null, 2, 1, 22.5, 114, 100),
    (7, '1007', 'Their gate', 2, 'G1', 3, 1, null, null, null),
    (8, 'AB08', 'Letters', 1, null, 2, 1, null, null, null),
    (9, '1009', 'Yard', 1, null, 4, 1, null, null, null),
    (10, '1010', 'Moved away', 1, null, 3, 1, null, null, null)`.execute(db);
  await sql`insert into "regionalRule"
      (id, regional_rule, org_id, enabled, auto_unblock, lat, lon, radius, cards, devices) values
    (1, 'Port', 2, true, false, 22.5, 114, 1000, '{1,2,4,6,8,9,10}', '{101,102,103}'),
    (2, 'Off', 2, false, false, 22.5, 114, 1000, '{5}', '{101,104}')`.execute(db);
});

const INSIDE = { lat: 22.505, lon: 114, position_status: 0 } as const;
const OUTSIDE = { lat: 22.512, lon: 114, position_status: 0 } as const;

const rowsOf = async (table: string, sn: string, time: number) => {
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where sn = ${sn} and create_time = ${time}`.execute(db);
  return rows;
};

let clock = Date.now() - 3_600_000;
const tick = () => {
  clock += 10_000;
  return clock;
};

/** Holds a card to a sealed lock, and returns the records of the swipe. */
const swipe = async (sn: string, icc_card_no: string, told: Partial<LockReport>) => {
  const lock = await opened.lock(sn);
  await lock.report({ ts: tick(), lock_status: 2 });
  const ts = tick();
  await lock.report({
    ts,
    report_reson: 1,
    lock_status: 0,
    lock_action: 5,
    ...INSIDE,
    icc_card_no,
    ...told,
  });
  const history = await vi.waitFor(
    async () => {
      const rows = await rowsOf('lockHistory', sn, ts);
      expect(rows).toHaveLength(1);
      return rows[0];
    },
    { timeout: 120_000 },
  );
  await lock.leave();
  return { history, alarms: await rowsOf('alertRecord', sn, ts), ts };
};

describe('a card held to a lock', () => {
  const cases: [
    string,
    string,
    string,
    Partial<LockReport>,
    keyof typeof VERDICT | undefined,
    string | null,
    number[],
  ][] = [
    ['is allowed by a rule', 'H1', '1001', {}, 'allowed', 'Guard', []],
    ['is allowed by its group', 'H1', '1003', {}, 'allowed', 'Gate, spare', []],
    ['is allowed in letters of any case', 'H1', 'ab08', {}, 'allowed', 'Letters', []],
    ['is allowed at a lock of the yard below', 'Y1', '1001', {}, 'allowed', 'Guard', []],
    ['of the yard is allowed at a lock above', 'H1', '1009', {}, 'allowed', 'Yard', []],
    ['is outside the region', 'H1', '1001', OUTSIDE, 'outside', 'Guard', [1008]],
    ['is outside its own place', 'H1', '1006', {}, 'outside', 'Door', [1008]],
    ['is disabled', 'H1', '1004', {}, 'disabled', 'Lost', [1008]],
    ['is in a rule that is off', 'H1', '1005', {}, 'noRule', 'Office', [1008]],
    ['is unknown', 'H1', '9999', {}, 'unknown', null, [1008]],
    ['is another tenant’s, of a group of that number', 'H1', '1007', {}, 'unknown', null, [1008]],
    ['moved to another tenant', 'H1', '1010', {}, 'unknown', null, [1008]],
    [
      'is refused by the lock',
      'H1',
      '9999',
      { lock_action: 14, lock_status: 2 },
      'unknown',
      null,
      [2004],
    ],
    ['is not judged at a lock whose rules are off', 'H2', '1005', {}, undefined, 'Office', []],
    ['is not judged at another tenant’s lock', 'N1', '1007', {}, undefined, 'Their gate', []],
  ];
  it.each(cases)('%s', async (_, sn, card, told, verdict, name, kinds) => {
    const { history, alarms } = await swipe(sn, card, told);
    expect(history).toMatchObject({
      lock_action: told.lock_action ?? 5,
      icc_card_no: card,
      icc_card_name: name,
      card_verdict: verdict ? VERDICT[verdict] : null,
    });
    expect(alarms.map(({ police_type }) => police_type)).toEqual(kinds);
    for (const alarm of alarms) expect(alarm).toMatchObject({ state: 0, icc_card_no: card });
  });

  it('is recorded with every value of the report', async () => {
    const reports = {
      lock_state: 4,
      police_type: 1009,
      fault_code: 1006,
      fault_msg: 'motor stalls',
      electric: 61,
      voltage: 3.7,
      temperature: -4.5,
      mnc: 1,
      mcc: 460,
      lac: 9_877,
      cid: 68_719_476_735,
    } as const;
    const { ts } = await swipe('H1', '1001', reports);
    const tables = ['deviceLocationRecord', 'statusChangeRecord', 'lockHistory', 'alertRecord'];
    for (const table of tables) {
      expect(await rowsOf(table, 'H1', ts), table).toMatchObject([
        {
          ...reports,
          ...INSIDE,
          report_reson: 1,
          lock_status: 0,
          lock_action: 5,
          icc_card_no: '1001',
          icc_card_name: 'Guard',
        },
      ]);
    }
  });
});

it('a configuration without rules accepts swipes too', async () => {
  const plain = await openTestFleet({ config: declared });
  const lock = await plain.lock('A1');
  await lock.report({ lock_status: 0, lock_action: 5, icc_card_no: '1001', ...INSIDE });
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select * from "lockHistory"`.execute(plain.store.db);
      expect(rows).toMatchObject([{ sn: 'A1', icc_card_no: '1001', card_verdict: null }]);
    },
    { timeout: 120_000 },
  );
  await lock.leave();
});
