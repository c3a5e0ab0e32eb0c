import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import shipped from '../../../resources.config';
import { type Console, choices, entity, f } from '../../../src/config';
import { DAY, HOUR } from '../../../src/domain/duration';
import { localTime } from '../../../src/domain/figures';
import { openStore } from '../../../src/server/db';
import { entityDependencies } from '../../../src/server/entities';
import { warningTasks } from '../../../src/server/rules/dateWarnings';
import { grantMenus } from '../entities/grantMenus';
import { seed } from '../jobs/jobsServer';
import { openServer } from '../openServer';
import { rightsOf } from '../parts';
import { ownPlace, type Place } from '../place';
import { allRows } from '../rows';
import { runOnce } from '../runTasks';

const ZONE = 'Asia/Shanghai';
/** Noon in the zone of the server. */
const START = Date.parse('3031-01-01T04:00:00Z');

const state = f.choice(
  ['State', '状态'],
  choices([
    ['draft', 'Draft', '草稿'],
    ['lodged', 'Lodged', '已申报'],
  ]),
);
const fields = {
  number: f.text(['Number', '编号'], { required: true, max: 20 }),
  due: f.date(['Due', '应到']),
  left: f.datetime(['Left', '出发']),
  state,
  keeper_id: f.ref(['Keeper', '保管人'], 'oper', { via: 'operName' }),
  org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
};
const trip = entity('trip', ['Trip', '运单'], {
  fields,
  warns: {
    due: {
      before: [7, 2, 0],
      while: (row) => row.state.is('lodged'),
      to: 'org',
      text: ['%{number} is due %{due}', '%{number} 应于 %{due} 到达'],
    },
  },
});
const permit = entity('permit', ['Permit', '许可'], {
  fields,
  warns: {
    due: {
      before: [1],
      to: { role: 'Administrator' },
      text: ['%{number} ends', '%{number} 到期'],
    },
    left: {
      before: [1, 0],
      to: { field: 'keeper_id' },
      text: ['%{number} left %{left}', '%{number} 于 %{left} 出发'],
    },
  },
});
const config = {
  ...shipped,
  entities: [...shipped.entities, trip, permit],
  pages: { ...shipped.pages, trip: 'trip', permit: 'permit' },
} as unknown as Console;

let server: Awaited<ReturnType<typeof openServer>>;
let place: Place;
let now = START;

/** Starts the task on another connection to the same database, as a server does. */
const startTask = (store = server.store) => {
  const dependencies = entityDependencies({
    ...{ store, config, rules: {}, title: 'Test', now: () => now },
    rights: rightsOf(store, config, () => now),
  } as never);
  const tasks = warningTasks(dependencies, { warn: (text) => server.warnings.push(text) });
  return () => runOnce(tasks, () => now);
};

beforeAll(async () => {
  place = await ownPlace(config);
  server = await openServer({
    ...{ config, place },
    seed: async (store) => {
      await seed(store);
      await grantMenus(store.db, config);
      await sql`update oper set "operEmail" = "loginName" || '@example.com', language = 'zh_CN'`.execute(
        store.db,
      );
      await sql`update oper set language = 'en_US' where id = 3`.execute(store.db);
      await sql`update "systemParams" set param_text = ${ZONE} where param_name = 'time_zone'`.execute(
        store.db,
      );
    },
  });
});

beforeEach(async () => {
  now = START;
  for (const table of ['trip', 'permit', 'bell_message', 'notice', 'date_warning'])
    await sql`delete from ${sql.table(table)}`.execute(server.store.db);
});

const dayIn = (days: number) => localTime(START + days * DAY, ZONE).slice(0, 10);

const add = async (name: string, values: object) => {
  const row = { org_id: 2, state: 'lodged', number: 'A', ...values };
  const columns = sql.join(Object.keys(row).map((column) => sql.id(column)));
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(name)} (${columns}) values (${sql.join(Object.values(row))})
    returning id`.execute(server.store.db);
  return Number(rows[0]?.id);
};

/** Lines of the messages at the bells, with their users and days. */
const messageLines = async () =>
  (await allRows(server.store.db, 'bell_message')).flatMap(({ oper_id, text, at }) =>
    (text as readonly [string, string])[0]
      .split('\n')
      .map((line) => `${oper_id} ${localTime(Number(at), ZONE).slice(0, 10)} ${line}`),
  );

it('tells each threshold once in 90 days, on two servers with restarts', async () => {
  const trips = Array.from({ length: 60 }, (_, i) => ({
    number: `T${i}`,
    due: dayIn(8 + i),
    org_id: i % 2 === 0 ? 2 : 3,
  }));
  for (const each of trips) await add('trip', each);
  const second = await openStore({
    dataDir: place.dataDir,
    databaseUrl: place.databaseUrl,
    config,
    log: () => {},
  });
  try {
    for (; now < START + 90 * DAY; now += 20 * HOUR) {
      // Each round is a restart: nothing is kept but what is stored.
      await Promise.all([startTask()(), startTask(second)()]);
    }
  } finally {
    await second.close();
  }
  const expected = trips.flatMap(({ number, due, org_id }, i) =>
    [7, 2, 0].map((days) => `${org_id} ${dayIn(8 + i - days)} ${number} is due ${due}`),
  );
  expect((await messageLines()).sort()).toEqual(expected.sort());
  const mails = await allRows(server.store.db, 'notice');
  const lines = mails.flatMap(({ body }) => String(body).split('\n'));
  expect(lines).toHaveLength(trips.length * 3);
});

describe('a warning', () => {
  it('is in the language of its reader', async () => {
    await add('trip', { number: 'T1', due: dayIn(1) });
    await add('trip', { number: 'T2', due: dayIn(1), org_id: 3 });
    await startTask()();
    const mails = await allRows(server.store.db, 'notice');
    expect(mails.map(({ recipient, body }) => [recipient, body]).sort()).toEqual([
      ['harbour@example.com', `T1 应于 ${dayIn(1)} 到达`],
      ['northern@example.com', `T2 is due ${dayIn(1)}`],
    ]);
    const bells = async (login: string, locale: 'en' | 'zh') => {
      const token = await server.signIn(login);
      const { data } = await server.call('/bell/unread', {}, { token, locale });
      return data.list.map(({ text, entity: name }: Record<string, unknown>) => [name, text]);
    };
    expect(await bells('harbour', 'zh')).toEqual([['trip', `T1 应于 ${dayIn(1)} 到达`]]);
    expect(await bells('harbour', 'en')).toEqual([['trip', `T1 is due ${dayIn(1)}`]]);
    expect(await bells('northern', 'en')).toEqual([['trip', `T2 is due ${dayIn(1)}`]]);
  });

  it('goes to no user without the right to the list, and to none of another organisation', async () => {
    await add('trip', { due: dayIn(0) });
    await add('permit', { number: 'P', due: dayIn(0), left: START, keeper_id: 3 });
    await startTask()();
    expect(await messageLines()).toEqual([
      `2 ${dayIn(0)} A is due ${dayIn(0)}`,
      `2 ${dayIn(0)} P ends`,
    ]);
  });

  it('comes when its condition holds', async () => {
    const id = await add('trip', { due: dayIn(1), state: 'draft' });
    await startTask()();
    expect(await messageLines()).toEqual([]);
    await sql`update trip set state = 'lodged' where id = ${id}`.execute(server.store.db);
    await startTask()();
    expect(await messageLines()).toHaveLength(1);
  });

  it('comes again when the date moves, and not when it comes back', async () => {
    const id = await add('trip', { due: dayIn(1) });
    const move = async (days: number) => {
      await sql`update trip set due = ${dayIn(days)} where id = ${id}`.execute(server.store.db);
      await startTask()();
      return (await messageLines()).length;
    };
    expect([await move(1), await move(30), await move(6), await move(1)]).toEqual([1, 1, 2, 2]);
  });

  it('is only the nearest of those that passed while the server was away', async () => {
    await add('trip', { number: 'T1', due: dayIn(8) });
    await startTask()();
    now += 20 * DAY;
    await startTask()();
    expect(await messageLines()).toEqual([`2 ${dayIn(20)} T1 is due ${dayIn(8)}`]);
    const warned = await sql`select days from date_warning`.execute(server.store.db);
    expect(warned.rows).toEqual([{ days: 0 }]);
  });

  it('is not told 90 days after its date', async () => {
    await add('trip', { due: dayIn(-89) });
    await add('trip', { number: 'old', due: dayIn(-90) });
    await startTask()();
    expect(await messageLines()).toEqual([`2 ${dayIn(0)} A is due ${dayIn(-89)}`]);
  });

  it('of a time comes to the hour, and to the user that a field names', async () => {
    await add('permit', { number: 'P', left: START + 30 * HOUR, keeper_id: 2 });
    await startTask()();
    expect(await messageLines()).toEqual([]);
    now += 6 * HOUR;
    await startTask()();
    const left = localTime(START + 30 * HOUR, ZONE);
    expect(await messageLines()).toEqual([`2 ${dayIn(0)} P left ${left}`]);
  });

  it('of many records is one message', async () => {
    for (let i = 0; i < 250; i++) await add('trip', { number: `T${i}`, due: dayIn(0) });
    await startTask()();
    expect(await messageLines()).toHaveLength(250);
    expect(await allRows(server.store.db, 'bell_message')).toHaveLength(2);
  });
});

it('what was told goes with its record, and later with its declaration', async () => {
  const id = await add('trip', { due: dayIn(0) });
  await add('trip', { due: dayIn(0) });
  await startTask()();
  const rows = async () => (await sql`select * from date_warning`.execute(server.store.db)).rows;
  await sql`insert into date_warning values ('gone', 'due', 1, '3030-12-31', 0, ${START})`.execute(
    server.store.db,
  );
  await sql`delete from trip where id = ${id}`.execute(server.store.db);
  await startTask()();
  expect(await rows()).toHaveLength(2);
  now += 91 * DAY;
  await sql`delete from server_clock`.execute(server.store.db);
  await startTask()();
  expect(await rows()).toMatchObject([{ entity: 'trip' }]);
});

it('an index finds the dates', async () => {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where tablename = 'trip' and indexdef like '%(due)%'`.execute(
    server.store.db,
  );
  expect(rows).toHaveLength(1);
});

it('a role that nobody has is logged once', async () => {
  await sql`update role set "roleName" = 'Captain' where id = 2`.execute(server.store.db);
  try {
    const run = startTask();
    await run();
    await run();
  } finally {
    await sql`update role set "roleName" = 'Administrator' where id = 2`.execute(server.store.db);
  }
  expect(server.warnings.filter((text) => text.includes('permit.due'))).toEqual([
    'permit.due notifies nobody: no role is called "Administrator"',
  ]);
});
