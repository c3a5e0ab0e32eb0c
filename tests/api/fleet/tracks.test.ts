import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TrackOnWire, trackOfRecords, trackOfWire } from '../../../src/domain/track/track';
import { type JobsServer, jobsServer, type Operator } from '../jobs/jobsServer';

const START = Date.UTC(2026, 2, 1, 8);
const MINUTE = 60_000;

let server: JobsServer;
let harbour: Operator;

/** Stored records of a lock with every irregularity: no position, past the antimeridian, late, other position types. */
const drive = Array.from({ length: 40 }, (_, i) => ({
  create_time: START + i * 40_000 + (i % 3) * 17,
  lat: i % 7 === 3 ? null : -16.5 + i * 0.0123457,
  lon: i % 7 === 3 ? null : ((179.9 + i * 0.0312345 + 180) % 360) - 180,
  speed: i % 5 === 0 ? null : 40.25 + i,
  course: (i * 9) % 360,
  electric: 100 - i,
  voltage: 3.7,
  temperature: i % 4 === 0 ? -12.5 : null,
  lock_status: i < 20 ? 2 : 1,
  position_status: [0, 0, 1, 2, 3, 4, null][i % 7] ?? null,
  report_reson: i % 2 === 0 ? 2 : 0,
}));

beforeAll(async () => {
  server = await jobsServer();
  const { db, ensurePartitions } = server.store;
  await ensurePartitions(START);
  const insert = async (sn: string, orgId: number, rows: readonly (typeof drive)[number][]) => {
    for (const row of rows) {
      await sql`insert into "deviceLocationRecord" (sn, org_id, create_time, lat, lon, speed, course,
          electric, voltage, temperature, lock_status, position_status, report_reson)
        values (${sn}, ${orgId}, ${row.create_time}, ${row.lat}, ${row.lon}, ${row.speed}, ${row.course},
          ${row.electric}, ${row.voltage}, ${row.temperature}, ${row.lock_status},
          ${row.position_status}, ${row.report_reson})`.execute(db);
    }
  };
  // In order of arrival: blind-spot reports are sent after newer ones.
  await insert('H1', 2, drive.toReversed());
  await insert('Y1', 4, drive.slice(0, 3));
  await insert('N1', 3, drive.slice(0, 5));
  await sql`insert into role (id, "roleName", parent_id) values (9, 'Buyer', 2)`.execute(db);
  await sql`insert into role_menu select 9, id from menu where "menuCode" = 'factoryList'`.execute(
    db,
  );
  await sql`insert into oper (id, "operName", "loginName", role_id, org_id, status, password_hash)
    select 9, 'Bo', 'buyer', 9, 2, 1, password_hash from oper where id = 2`.execute(db);
  harbour = await server.as('harbour');
});

const range = { from: START, to: START + 30 * MINUTE };
const get = async (sns: readonly string[], asked = range): Promise<TrackOnWire[]> =>
  (await harbour.ask('/track/get', { sns, ...asked })).tracks;

/** Rounds degrees to the precision of the wire, about a centimetre. */
const centimetres = (degrees: number | null) =>
  degrees === null ? Number.NaN : Math.round(degrees * 1e7) / 1e7;

const setMinutes = (minutes: string) =>
  sql`update "systemParams" set param_text = ${minutes}
    where param_name = 'track_max_minutes'`.execute(server.store.db);

describe('a track', () => {
  it('has every record of the range, in the order of time', async () => {
    const [told] = await get(['H1']);
    expect(told?.more).toBe(false);
    const track = trackOfWire(told as TrackOnWire);
    const stored = trackOfRecords('H1', drive);
    expect(track.size).toBe(drive.length);
    for (const [i, row] of drive.entries()) {
      expect(track.at[i]).toBe(row.create_time);
      expect([track.lat[i], track.lon[i]]).toEqual([centimetres(row.lat), centimetres(row.lon)]);
    }
    for (const name of ['speed', 'course', 'electric', 'temperature', 'lock_status'] as const) {
      expect(track[name]).toEqual(stored[name]);
    }
    expect(track.fix).toEqual(stored.fix);
    expect(track.report_reson).toEqual(stored.report_reson);
  });

  it('equals the list of records', async () => {
    const { list } = await harbour.ask('/deviceLocationRecord/list', {
      sn_is: 'H1',
      create_time_from: range.from,
      create_time_to: range.to,
      pageSize: 100,
    });
    const listed = trackOfRecords('H1', list);
    const [told] = await get(['H1']);
    const { lat, lon, ...track } = trackOfWire(told as TrackOnWire);
    expect({ ...listed, lat, lon }).toMatchObject({ at: track.at, fix: track.fix, lat, lon });
    expect(listed.size).toBe(track.size);
  });

  it('includes both ends of the range', async () => {
    const [told] = await get(['H1'], {
      from: drive[3]?.create_time ?? 0,
      to: drive[6]?.create_time ?? 0,
    });
    expect(told?.at).toHaveLength(4);
  });

  it('is answered for each lock in order, also without any record', async () => {
    const answer = await get(['Y1', 'H2', 'H1']);
    expect(answer.map(({ sn, at }) => [sn, at.length])).toEqual([
      ['Y1', 3],
      ['H2', 0],
      ['H1', 40],
    ]);
  });

  it('of another tenant is empty, of a yard below it is not', async () => {
    expect((await get(['N1']))[0]?.at).toEqual([]);
    const northern = await server.as('northern');
    const { tracks } = await northern.ask('/track/get', { sns: ['N1', 'Y1'], ...range });
    expect(tracks.map(({ at }: TrackOnWire) => at.length)).toEqual([5, 0]);
  });
});

describe('a call for a track', () => {
  it('is allowed to every operator who may read location records', async () => {
    const clerk = await server.as('clerk');
    expect(await clerk.answer('/track/get', { sns: ['H1'], ...range })).toEqual(['success']);
    const buyer = await server.as('buyer');
    expect((await buyer.answer('/track/get', { sns: ['H1'], ...range }))[0]).toBe('noPermission');
    expect((await buyer.answer('/track/limits'))[0]).toBe('noPermission');
    expect(await clerk.answer('/track/outline', { sns: ['H1'], ...range })).toEqual(['success']);
    expect((await buyer.answer('/track/outline', { sns: ['H1'], ...range }))[0]).toBe(
      'noPermission',
    );
  });
});

describe('the range', () => {
  const tooLong = { to: 'Choose a time range of up to 30 minutes' };

  it('is at most 30 minutes, until an administrator raises the limit', async () => {
    const hour = { ...range, to: START + 60 * MINUTE };
    expect(await harbour.answer('/track/get', { sns: ['H1'], ...hour })).toEqual([
      'invalid',
      tooLong,
    ]);
    expect(await harbour.ask('/track/limits')).toMatchObject({ minutes: 30, devices: 10 });
    await setMinutes('60');
    expect(await harbour.ask('/track/limits')).toMatchObject({ minutes: 60 });
    expect((await get(['H1'], hour))[0]?.at).toHaveLength(40);
    await setMinutes('30');
  });

  it.each([
    [{ sns: [], ...range }, { sns: 'Please Select At Least One Device' }],
    [
      { sns: Array.from({ length: 11 }, (_, i) => `X${i}`), ...range },
      { sns: 'Choose up to 10 devices' },
    ],
    [{ sns: [1], ...range }, { sns: 'Must be serial numbers of devices' }],
    [{ sns: ['H1'], to: range.to }, { from: 'Must be a time in ms since 1970' }],
    [{ sns: ['H1'], from: START, to: '1' }, { to: 'Must be a time in ms since 1970' }],
    [{ sns: ['H1'], from: START, to: START }, { to: 'Must be later than the start' }],
  ])('is refused if it is invalid: %j', async (body, fields) => {
    expect(await harbour.answer('/track/get', body)).toEqual(['invalid', fields]);
  });
});

describe('an outline', () => {
  const outline = async (sns: readonly string[], asked: typeof range): Promise<TrackOnWire[]> =>
    (await harbour.ask('/track/outline', { sns, ...asked })).tracks;
  const HOUR = 60 * MINUTE;
  const insert = (sn: string, count: number, from: number, every: number) =>
    sql`insert into "deviceLocationRecord" (sn, org_id, create_time, lat, lon, lock_status, position_status)
      select ${sn}, 2, ${from}::bigint + i * ${every}::bigint, 30 + i * 0.0001, 114, 2, 0
      from generate_series(0, ${count - 1}::int) as i`.execute(server.store.db);

  it('has the first and last good position of each 720th of the range, and the last of any kind', async () => {
    const [thin] = await outline(['H1'], { from: START, to: START + 24 * HOUR - 1 });
    const placed = drive.filter(({ lat }) => lat !== null);
    const partOf = ({ create_time }: (typeof drive)[number]) =>
      Math.floor((create_time - START) / (2 * MINUTE));
    const expected = placed.filter((row) => {
      const part = placed.filter((other) => partOf(other) === partOf(row));
      const good = part.filter(({ position_status }) => (position_status ?? 0) === 0);
      return [good[0], good.at(-1), part.at(-1)].includes(row);
    });
    const track = trackOfWire(thin as TrackOnWire);
    expect([...track.at]).toEqual(expected.map(({ create_time }) => create_time));
    expect([...track.lat]).toEqual(expected.map(({ lat }) => centimetres(lat)));
    expect([...track.lock_status]).toEqual(expected.map(({ lock_status }) => lock_status));
  });

  it('has few records of a day and of a week, however often the lock reports', async () => {
    const from = START + 72 * HOUR;
    await insert('DENSE', 24 * 360, from, 10_000);
    const [day] = await outline(['DENSE'], { from, to: from + 24 * HOUR });
    expect(day?.at).toHaveLength(1_440);
    expect(day?.more).toBe(false);
    const [week] = await outline(['DENSE'], { from, to: from + 7 * 24 * HOUR });
    expect(week?.at).toHaveLength(206);
  });

  it('includes late reports', async () => {
    const from = START + 48 * HOUR;
    await insert('LATE', 1, from + 20 * HOUR, 1);
    const times = async () => [
      ...trackOfWire((await outline(['LATE'], { from, to: from + 24 * HOUR }))[0] as TrackOnWire)
        .at,
    ];
    expect(await times()).toEqual([from + 20 * HOUR]);
    await insert('LATE', 1, from + 8 * HOUR, 1);
    expect(await times()).toEqual([from + 8 * HOUR, from + 20 * HOUR]);
  });

  it('of another tenant is empty', async () => {
    const answer = await outline(['N1', 'Y1'], range);
    expect(answer.map(({ sn, at }) => [sn, at.length])).toEqual([
      ['N1', 0],
      ['Y1', 3],
    ]);
  });

  it('covers at most a week and an hour', async () => {
    const ask = (hours: number) =>
      harbour.answer('/track/outline', { sns: ['H1'], from: START, to: START + hours * HOUR });
    expect(await ask(7 * 24 + 1)).toEqual(['success']);
    expect(await ask(7 * 24 + 2)).toEqual([
      'invalid',
      { to: 'Choose a time range of up to 10140 minutes' },
    ]);
    expect(
      await harbour.answer('/track/outline', {
        sns: Array.from({ length: 11 }, (_, i) => `X${i}`),
        ...range,
      }),
    ).toEqual(['invalid', { sns: 'Choose up to 10 devices' }]);
  });
});

it('a track has up to 100,000 records, and says if there are more', async () => {
  const { db } = server.store;
  const day = { from: START + 3_600_000, to: START + 3_600_000 + 28 * 3_600_000 };
  await setMinutes(String(28 * 60));
  await sql`insert into "deviceLocationRecord" (sn, org_id, create_time, lat, lon, lock_status, position_status)
    select 'H2', 2, ${day.from}::bigint + i * 1000, 30 + i * 0.00001, 114 + i * 0.00002, 2, 0
    from generate_series(0, 100000) as i`.execute(db);
  const [told] = await get(['H2'], day);
  expect(told?.at).toHaveLength(100_001);
  expect(told?.more).toBe(false);
  const track = trackOfWire(told as TrackOnWire);
  expect([track.lat.at(-1), track.lon.at(-1)]).toEqual([31, 116]);
  // Ten locks share the limit of an answer.
  const many = ['H2', ...Array.from({ length: 9 }, (_, i) => `X${i}`)];
  const [part] = await get(many, day);
  expect(part?.more).toBe(true);
  await setMinutes('30');
});

it('the OpenAPI description has the calls', async () => {
  const described = await (await fetch(`${server.url}/openapi.json`)).json();
  expect(described.paths['/track/get'].post.requestBody).toBeDefined();
  expect(described.paths['/track/outline'].post.requestBody).toBeDefined();
  expect(described.paths['/track/limits'].post.summary).toBe('Track limits');
});
