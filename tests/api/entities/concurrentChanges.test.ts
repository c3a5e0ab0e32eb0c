import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallValues } from '../../../src/server/calls/endpoint';
import { ROOT } from '../db/world';
import { openCalls } from './openCalls';

type Opened = Awaited<ReturnType<typeof openCalls>>;
let store: Opened['store'];
let call: Opened['call'];
let id: number;

beforeAll(async () => {
  ({ store, call } = await openCalls({}));
});

beforeEach(async () => {
  await sql`delete from parcel`.execute(store.db);
  ({ id } = await call('/parcel/add', { code: 'A', weight: 1, lat: 1, packed: '2026-01-02' }));
});

const update = (body: CallValues) => call('/parcel/update', { id, ...body });
const somebodyElse = (set: string) =>
  sql`update parcel set ${sql.raw(set)} where id = ${id}`.execute(store.db);

describe('a change of a record that another operator has changed meanwhile', () => {
  it('is refused with the current row', async () => {
    await somebodyElse('weight = 5');
    expect(await update({ weight: 9, before: { weight: 1 } })).toMatchObject({
      code: 'conflict',
      fields: { weight: 'Changed by another user' },
      data: { current: { id, weight: 5, code: 'A' } },
    });
    expect(await call('/parcel/get', { id })).toMatchObject({ weight: 5 });
  });

  it.each<[string, string, CallValues]>([
    ['to another field', 'lat = 5', { weight: 9, before: { weight: 1 } }],
    ['by the lock that reports', 'charge = 50, state = 1', { weight: 9, before: { weight: 1 } }],
    ['to the same value', 'weight = 9', { weight: 9, before: { weight: 1 } }],
    ['and back again', 'weight = 1', { weight: 9, before: { weight: 1 } }],
    ['that it does not know of', 'weight = 5', { weight: 9 }],
    ['to a field it leaves alone', 'lat = 5', { weight: 9, before: { weight: 1, lat: 1 } }],
    ['with the old value in another form', 'lat = 5', { weight: 9, before: { weight: '1' } }],
    ['with an unknown field', 'lat = 5', { weight: 9, before: { weight: 1, nope: 3 } }],
    ['with nothing to compare', 'weight = 5', { weight: 9, before: 'x' }],
  ])('is stored: the other change was %s', async (_, set, body) => {
    await somebodyElse(set);
    expect(await update(body)).toMatchObject({ weight: 9 });
  });

  it.each<[string, CallValues]>([
    ['a day', { packed: '2026-03-03', before: { packed: '2026-01-02' } }],
    ['a list', { locks: null, before: { locks: [] } }],
  ])('is refused if both changed %s', async (_, body) => {
    const [row] = await sql<{ id: number }>`
      insert into device (sn, org_id) values (${`D${id}`}, ${ROOT}) returning id`
      .execute(store.db)
      .then(({ rows }) => rows);
    await somebodyElse(`packed = '2026-02-02', locks = '{${row?.id}}'`);
    expect(await update(body)).toMatchObject({ code: 'conflict' });
  });

  it('is refused even if both changes come at the same moment', async () => {
    const answers = await Promise.all(
      [11, 12, 13, 14].map((weight) => update({ weight, before: { weight: 1 } })),
    );
    expect(answers.filter(({ code }) => code === 'conflict')).toHaveLength(3);
  });
});
