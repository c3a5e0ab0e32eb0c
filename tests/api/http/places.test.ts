import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type JobsServer, jobsServer, type Operator, rowsOf } from '../jobs/jobsServer';

let server: JobsServer;
let harbour: Operator;
let northern: Operator;
let admin: Operator;

/** Harbour is organisation 2, with yard 4 below it; Northern is 3. */
const [HARBOUR, NORTHERN, YARD] = [2, 3, 4];

let added = 0;
const circleAt = (lat: number, lon: number, more: object = {}) => {
  added += 1;
  return {
    fence_name: `Fence ${added}`,
    org_id: HARBOUR,
    fence_type: 'circle',
    fence_context: { type: 'Point', coordinates: [lon, lat] },
    radius: 500,
    ...more,
  };
};

const ring = (...points: number[][]) => ({ type: 'Polygon', coordinates: [points] });
const square = ring([1, 1], [1, 2], [2, 2], [2, 1], [1, 1]);
const triangle = ring([1, 1], [1, 2], [2, 2], [1, 1]);

beforeAll(async () => {
  server = await jobsServer();
  harbour = await server.as('harbour');
  northern = await server.as('northern');
  admin = await server.as('admin');
});

describe('a fence', () => {
  const polygon = { fence_type: 'polygon', radius: undefined };
  it.each<[string, object, string, Record<string, string>]>([
    [
      'that is not drawn',
      { fence_context: null },
      'en',
      { fence_context: 'Please Put A Fence On The Map' },
    ],
    ['that is not drawn', { fence_context: null }, 'zh', { fence_context: '请在地图上绘制围栏' }],
    [
      'of four points',
      { ...polygon, fence_context: square },
      'en',
      { fence_context: 'Fence data has at most 3 points' },
    ],
    [
      'of four points',
      { ...polygon, fence_context: square },
      'zh',
      { fence_context: '围栏数据最多 3 个点' },
    ],
    ['without a radius', { radius: null }, 'en', { radius: 'Required' }],
    [
      'off the earth',
      { fence_context: { type: 'Point', coordinates: [114, 95] } },
      'en',
      { fence_context: 'Enter a valid latitude and longitude' },
    ],
    [
      'with a point off the earth',
      { ...polygon, fence_context: ring([1, 1], [1, 2], [200, 2], [1, 1]) },
      'zh',
      { fence_context: '不是有效的经纬度' },
    ],
    ['with a radius of 0', { radius: 0 }, 'en', { radius: 'Must be 1 or more' }],
    [
      'of another shape than its kind',
      { fence_context: triangle },
      'en',
      { fence_context: 'Draw a circle by its centre' },
    ],
    [
      'for locks of others',
      { org_id: YARD, devices: [1] },
      'en',
      { devices: 'Outside this geofence’s organisation and those below it: H1' },
    ],
    [
      'for organisations above',
      { org_id: YARD, orgs: [HARBOUR] },
      'en',
      { orgs: 'Outside this geofence’s organisation and those below it: Harbour' },
    ],
    [
      'at times that are none',
      { alarm_time: { days: [9], from: '08:00', to: '18:00', zone: 'UTC' } },
      'en',
      { alarm_time: 'Enter days and hours, such as Mon, Tue 08:00–18:00 Asia/Shanghai' },
    ],
  ])('%s is refused', async (_, more, locale, fields) => {
    const { verify, data } = await harbour.call('/fence/add', circleAt(1, 1, more), locale as 'en');
    expect([verify.sign, data.fields]).toEqual(['invalid', fields]);
  });

  it('of more points is accepted if the system parameter allows them', async () => {
    expect(await harbour.ask('/place/limits')).toEqual({ fence_max_points: 3 });
    await sql`update "systemParams" set param_text = '5' where param_name = 'fence_max_points'`.execute(
      server.store.db,
    );
    expect(await harbour.ask('/place/limits')).toEqual({ fence_max_points: 5 });
    const fence = await harbour.ask(
      '/fence/add',
      circleAt(1, 1, { ...polygon, fence_context: square }),
    );
    const bow = ring([1, 1], [2, 2], [1, 2], [2, 1], [1, 1]);
    expect(await harbour.answer('/fence/update', { id: fence.id, fence_context: bow })).toEqual([
      'invalid',
      { fence_context: 'The border must not cross itself' },
    ]);
    await sql`update "systemParams" set param_text = '3' where param_name = 'fence_max_points'`.execute(
      server.store.db,
    );
    // A fence from a time with a higher limit can still be renamed.
    await harbour.ask('/fence/update', { id: fence.id, fence_name: 'Renamed' });
    await harbour.ask('/fence/delete', { ids: [fence.id] });
  });

  it('is found by its position', async () => {
    const { id } = await harbour.ask('/fence/add', circleAt(-33, 18));
    const view = { north_from: -34, south_to: -32, east_from: 17, west_to: 19 };
    const ids = async (body: object) =>
      (await harbour.ask('/fence/list', body)).list.map((row: { id: number }) => row.id);
    expect(await ids(view)).toEqual([id]);
    expect(await ids({ ...view, west_to: 17.9 })).toEqual([]);
    await harbour.ask('/fence/update', {
      id,
      fence_context: { type: 'Point', coordinates: [28, -33] },
    });
    expect(await ids(view)).toEqual([]);
  });

  it('is visible to its organisation only', async () => {
    const { id } = await harbour.ask('/fence/add', circleAt(2, 2));
    expect((await northern.answer('/fence/get', { id }))[0]).toBe('notFound');
    expect((await northern.answer('/fence/update', { id, fence_name: 'Mine' }))[0]).toBe(
      'notFound',
    );
    expect((await northern.answer('/fence/add', circleAt(2, 2)))[0]).toBe('invalid');
    const clerk = await server.as('clerk');
    expect((await clerk.answer('/fence/add', circleAt(2, 2)))[0]).toBe('noPermission');
  });

  it('is exported to a spreadsheet and imported again', async () => {
    const fence = circleAt(3, 3, {
      alarm_time: { days: [1, 2], from: '08:00', to: '18:00', zone: 'UTC' },
    });
    await harbour.ask('/fence/add', fence);
    const columns = ['fence_name', 'fence_type', 'fence_context', 'radius', 'alarm_time'];
    const body = { columns, fence_name: fence.fence_name };
    expect(await rowsOf(await harbour.file('/fence/export', body))).toEqual([
      ['Geofence', 'Type', 'Shape', 'Radius', 'Days and hours'],
      [
        fence.fence_name,
        'Circle',
        '{"type":"Point","coordinates":[3,3]}',
        500,
        'Mon, Tue 08:00–18:00 UTC',
      ],
    ]);
  });
});

describe('place names', () => {
  const words = async (reader: Operator, lat: number, lon: number, locale: 'en' | 'zh' = 'en') =>
    (await reader.ask('/place/words', { places: [{ lat, lon }] }, locale)).words[0];

  it('contain the fence and the point of interest, for readers who see them', async () => {
    const large = { fence_name: 'Yantian port', radius: 3_000 };
    await harbour.ask('/fence/add', circleAt(22.57, 114.27, large));
    expect(await words(harbour, 22.571, 114.271)).toBe('in geofence Yantian port');
    const { id } = await harbour.ask(
      '/fence/add',
      circleAt(22.57, 114.27, { fence_name: 'Gate 3', org_id: YARD }),
    );
    expect(await words(harbour, 22.571, 114.271)).toBe('in geofence Gate 3');
    expect(await words(harbour, 22.571, 114.271, 'zh')).toBe('位于围栏 Gate 3');
    expect(await words(harbour, 22.59, 114.271)).toBe('in geofence Yantian port');
    const point = { interest_name: 'Weighbridge', org_id: HARBOUR, lat: 22.5712, lng: 114.2712 };
    await harbour.ask('/interestPoint/add', point);
    expect(await words(harbour, 22.571, 114.271)).toBe('at point of interest Weighbridge');
    expect(await words(harbour, 22.571, 114.271, 'zh')).toBe('位于兴趣点 Weighbridge');
    expect(await words(northern, 22.571, 114.271)).not.toMatch(/geofence|interest/);
    expect(await words(admin, 22.571, 114.271)).toBe('at point of interest Weighbridge');
    await harbour.ask('/fence/delete', { ids: [id] });
  });

  it('appear in lists, details and files, and follow the fences', async () => {
    const { id } = await harbour.ask('/fence/add', circleAt(40, 40, { fence_name: 'Far gate' }));
    const { rows } = await sql<{ id: number }>`
      insert into "alertRecord" (create_time, sn, org_id, lat, lon, state, police_type)
      values (${Date.now()}, 'H9', 2, 40, 40.001, 0, 2003) returning id`.execute(server.store.db);
    const [record] = rows;
    const list = async () =>
      (await harbour.ask('/alertRecord/list', { sn: 'H9' })).list[0].place_name;
    expect(await list()).toBe('in geofence Far gate');
    expect((await harbour.ask('/alertRecord/get', { id: record?.id })).place_name).toBe(
      'in geofence Far gate',
    );
    const file = await harbour.file('/alertRecord/export', { columns: ['place_name'], sn: 'H9' });
    expect(await rowsOf(file)).toEqual([['Place'], ['in geofence Far gate']]);
    await harbour.ask('/fence/update', { id, fence_name: 'Near gate' });
    expect(await list()).toBe('in geofence Near gate');
    await harbour.ask('/fence/delete', { ids: [id] });
    expect(await list()).not.toMatch('geofence');
  });
});

it('a point of interest needs a place and a name', async () => {
  const point = { interest_name: 'Nowhere', org_id: NORTHERN };
  expect(await northern.answer('/interestPoint/add', point)).toEqual([
    'invalid',
    { lat: 'Required', lng: 'Required' },
  ]);
  expect((await northern.answer('/interestPoint/add', { ...point, lat: 91, lng: 5 }))[0]).toBe(
    'invalid',
  );
  const stored = await northern.ask('/interestPoint/add', { ...point, lat: 50, lng: 5 });
  expect(stored).toMatchObject({ lat: 50, lng: 5, isShowMap: true, radius: 200 });
});
