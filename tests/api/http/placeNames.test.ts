import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type JobsServer, jobsServer, type Operator, rowsOf } from '../jobs/jobsServer';

let server: JobsServer;
let harbour: Operator;

beforeAll(async () => {
  server = await jobsServer();
  harbour = await server.as('harbour');
  const now = Date.now();
  await sql`insert into "alertRecord" (create_time, raise_time, sn, org_id, lat, lon, state, police_type) values
    (${now - 1000}, ${now - 1000}, 'H2', 2, null, null, 1, 2001),
    (${now}, ${now}, 'H1', 2, 30.5446, 114.2966, 1, 2001)`.execute(server.store.db);
});

it('a record names its place in the reader’s language, if it has a position', async () => {
  const { list } = await harbour.ask('/alertRecord/list', {});
  expect(list.map(({ place_name }: { place_name: unknown }) => place_name)).toEqual([
    'Wuhan',
    null,
  ]);
  const chinese = await harbour.ask('/alertRecord/list', {}, 'zh');
  expect(chinese.list[0].place_name).toBe('武汉');
  const one = await harbour.ask('/alertRecord/get', { id: list[0].id }, 'zh');
  expect(one.place_name).toBe('武汉');
});

it('an exported file has a column for the place beside latitude and longitude', async () => {
  const columns = ['sn', 'place_name', 'lat', 'lon'];
  const file = await rowsOf(await harbour.file('/alertRecord/export', { columns }));
  expect(file).toEqual([
    ['SN', 'Place', 'Latitude', 'Longitude'],
    ['H1', 'Wuhan', 30.5446, 114.2966],
    ['H2', null, null, null],
  ]);
});

it('lists refuse to sort or filter by place', async () => {
  for (const body of [{ sortField: 'place_name' }, { place_name: 'Wuhan' }]) {
    expect((await harbour.answer('/alertRecord/list', body))[0]).toBe('invalid');
  }
});

it('a card has its place once it is stored', async () => {
  const card = await harbour.ask('/icCard/add', {
    ic_no: 'ABCD1234',
    card_type: 1,
    org_id: 2,
    lat: 53.535,
    lon: 9.92,
    radius: 500,
  });
  expect(card.place_name).toBe('Hamburg');
});

it.each([
  [
    {
      places: [
        { lat: 53.535, lon: 9.92 },
        { lat: 0, lon: -150 },
      ],
    },
    ['Hamburg', /km S of Honolulu$/],
  ],
  [{ places: [] }, []],
])('positions become place names: %j', async (body, words) => {
  const answer = await harbour.ask('/place/words', body);
  expect(answer.words).toHaveLength(words.length);
  words.forEach((word, i) => {
    expect(answer.words[i]).toMatch(word);
  });
});

it.each([
  [{}],
  [{ places: [{ lat: 91, lon: 0 }] }],
  [{ places: [{ lat: '1', lon: 0 }] }],
  [{ places: 'Hamburg' }],
  [{ places: Array(101).fill({ lat: 0, lon: 0 }) }],
])('an invalid list of positions is refused', async (body) => {
  expect(await harbour.answer('/place/words', body)).toEqual([
    'invalid',
    { places: 'Enter up to 100 valid positions' },
  ]);
});
