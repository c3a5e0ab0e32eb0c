import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import config from '../../../resources.config';
import { action, type Console, choices, entity, f } from '../../../src/config';
import { seed } from '../jobs/jobsServer';
import { openServer } from '../openServer';
import { grantMenus } from './grantMenus';

const waybill = entity('waybill', ['Waybill', '运单'], {
  fields: {
    number: f.series(['Number', '编号'], { form: 'CT-{yyyy}-{000}', restart: 'year' }),
    code: f.text(['Code', '代码'], { unique: true, max: 9 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
  },
});

const state = choices([
  ['draft', 'Draft', '草稿'],
  ['lodged', 'Lodged', '已申报'],
]);

/** Has no field with its organisation. */
const entry = entity('entry', ['Entry', '申报单'], {
  fields: {
    title: f.text(['Title', '标题'], { required: true }),
    number: f.series(['Number', '编号'], {
      form: '{yy}{MM}{dd}/{00}/X',
      restart: 'day',
      at: 'lodge',
    }),
    place: f.series(['Place', '序号'], { form: '{0}' }),
    why: f.text(['Why', '原因'], { on: ['list', 'show'] }),
    state: f.choice(['State', '状态'], state),
  },
  // The database judges it after the number is given.
  rules: [{ unique: ['why'], at: 'why', message: ['Said already', '已使用'] }],
  states: {
    field: 'state',
    start: 'draft',
    moves: { lodge: ['draft', 'lodged'], back: ['lodged', 'draft'] },
  },
  actions: {
    lodge: action(['Lodge', '申报'], {
      args: { why: f.text(['Why', '原因']) },
      sets: { why: '@args.why' },
      notifies: { to: 'org', text: ['%{number} is lodged', '%{number} 已申报'] },
    }),
    back: action(['Back', '退回']),
  },
});

/** All organisations see the records. */
const norm = entity('norm', ['Norm', '标准'], {
  fields: {
    title: f.text(['Title', '标题']),
    number: f.series(['Number', '编号'], { form: 'N{0}' }),
    filed: f.series(['Filed', '归档号'], { form: 'F{0000}', at: 'file' }),
  },
  scope: 'shared',
  actions: { file: action(['File', '归档']) },
});

const declared = {
  ...config,
  entities: [...config.entities, waybill, entry, norm],
  pages: { ...config.pages, waybill: 'waybill', entry: 'entry', norm: 'norm' },
} as unknown as Console;

let server: Awaited<ReturnType<typeof openServer>>;
let harbour: Awaited<ReturnType<typeof server.as>>;
let northern: typeof harbour;

/** Sets the server's clock. */
const setClock = (time: string) => {
  server.clock.ahead = Date.parse(time) - Date.now();
};

beforeAll(async () => {
  server = await openServer({
    config: declared,
    seed: async (store) => {
      await seed(store);
      await grantMenus(store.db, declared);
      await sql`update "systemParams" set param_text = 'Asia/Shanghai'
        where param_name = 'time_zone'`.execute(store.db);
    },
  });
  // 23:00 in Shanghai.
  setClock('3031-12-31T15:00:00Z');
  harbour = await server.as('harbour');
  northern = await server.as('northern');
});

beforeEach(async () => {
  setClock('3031-12-31T15:00:00Z');
  for (const name of ['waybill', 'entry', 'norm', 'series_counter', 'bell_message'])
    await sql`delete from ${sql.table(name)}`.execute(server.store.db);
});

const addTo = async (name: string, values: object = {}, operator = harbour) =>
  operator.ask(`/${name}/add`, values);

const numbers = async (name: string, operator = harbour): Promise<(string | null)[]> =>
  (await operator.ask(`/${name}/list`, { sortField: 'id', sortOrder: 'asc' })).list.map(
    ({ number }: { number: string | null }) => number,
  );

describe('a new record', () => {
  it('has the next number of its organisation', async () => {
    expect((await addTo('waybill')).number).toBe('CT-3031-001');
    expect((await addTo('waybill', {}, northern)).number).toBe('CT-3031-001');
    expect((await addTo('waybill')).number).toBe('CT-3031-002');
    // The yard is below the harbour.
    expect((await addTo('waybill', { org_id: 4 })).number).toBe('CT-3031-001');
    expect((await harbour.ask('/waybill/list', { number: '31-002' })).total).toBe(1);
  });

  it('begins again with the year of the server', async () => {
    await addTo('waybill');
    setClock('3031-12-31T15:59:00Z');
    expect((await addTo('waybill')).number).toBe('CT-3031-002');
    setClock('3031-12-31T16:01:00Z');
    expect((await addTo('waybill')).number).toBe('CT-3032-001');
  });

  it('has more digits than the form has zeros', async () => {
    await addTo('waybill');
    await sql`update series_counter set last = 998`.execute(server.store.db);
    expect([await addTo('waybill'), await addTo('waybill')]).toMatchObject([
      { number: 'CT-3031-999' },
      { number: 'CT-3031-1000' },
    ]);
  });

  it('has no number that a record has already, and none of a deleted one', async () => {
    await sql`insert into waybill (number, org_id) values
      ('CT-3031-002', 2), ('CT-3031-003', 2), ('CT-3031-001', 3)`.execute(server.store.db);
    await addTo('waybill');
    const { id } = await addTo('waybill');
    await harbour.ask('/waybill/delete', { ids: [id] });
    await addTo('waybill');
    expect(await numbers('waybill')).toEqual([
      'CT-3031-002',
      'CT-3031-003',
      'CT-3031-001',
      'CT-3031-005',
    ]);
  });

  it('shares its numbers with all organisations if they share the records', async () => {
    await addTo('norm', { title: 'a' });
    expect((await addTo('norm', { title: 'b' }, northern)).number).toBe('N2');
  });

  it('leaves no gap if others are refused at the same time', async () => {
    const codes = Array.from({ length: 30 }, (_, i) => `C${i % 20}`);
    const answers = await Promise.all(
      codes.map((code) => harbour.call('/waybill/add', { code, org_id: 2 })),
    );
    expect(answers.filter(({ verify }) => verify.sign === 'invalid')).toHaveLength(10);
    expect((await numbers('waybill')).sort()).toEqual(
      Array.from({ length: 20 }, (_, i) => `CT-3031-${String(i + 1).padStart(3, '0')}`),
    );
  });

  it.each(['add', 'update'])('takes no number from a call of %s', async (verb) => {
    const { id } = await addTo('waybill');
    expect(
      await harbour.answer(`/waybill/${verb}`, {
        ...(verb === 'update' && { id }),
        number: 'CT-3031-009',
      }),
    ).toEqual(['invalid', { number: expect.any(String) }]);
    expect(await numbers('waybill')).toEqual(['CT-3031-001']);
  });
});

it('an import numbers the rows that it adds in order, and no other', async () => {
  const rows = [['Code', 'Number'], ['A', 'CT-3031-777'], ['B'], ['too long for it'], ['C']];
  const file = await writeExcelFile(rows.map((row) => row.map((value) => ({ value })))).toBuffer();
  const { path } = (await harbour.upload(file, 'rows.xlsx', 'import')).data;
  const dryRun = await harbour.ask('/waybill/import', { path, dryRun: true });
  expect([dryRun.ignored, await numbers('waybill')]).toEqual([['Number'], []]);
  const { path: again } = (await harbour.upload(file, 'rows.xlsx', 'import')).data;
  await harbour.ask('/waybill/import', { path: again });
  const { list } = await harbour.ask('/waybill/list', { sortField: 'number', sortOrder: 'asc' });
  expect(list.map(({ code, number }: Record<string, string>) => `${code} ${number}`)).toEqual([
    'A CT-3031-001',
    'B CT-3031-002',
    'C CT-3031-003',
  ]);
});

describe('a number that an action gives', () => {
  it('is empty until then, is in its message, and stays', async () => {
    const ids = [];
    for (const title of ['a', 'b', 'c']) ids.push((await addTo('entry', { title })).id);
    const other = await addTo('entry', { title: 'n' }, northern);
    expect(await numbers('entry')).toEqual([null, null, null]);
    await harbour.ask('/entry/lodge', { ids: ids.slice(1) });
    await northern.ask('/entry/lodge', { ids: [other.id] });
    expect(await numbers('entry')).toEqual([null, '311231/01/X', '311231/02/X']);
    expect(await numbers('entry', northern)).toEqual(['311231/01/X']);
    const { rows } = await sql<{ text: string[] }>`select text from bell_message
      where oper_id = 2 order by id`.execute(server.store.db);
    expect(rows.map(({ text }) => text[0])).toEqual([
      '311231/01/X is lodged\n311231/02/X is lodged',
    ]);
    await harbour.ask('/entry/back', { ids });
    setClock('3031-12-31T16:01:00Z');
    await harbour.ask('/entry/lodge', { ids });
    expect(await numbers('entry')).toEqual(['320101/01/X', '311231/01/X', '311231/02/X']);
    expect((await harbour.ask('/entry/get', { id: ids[0] })).place).toBe('1');
  });

  it('is given back if the action is refused for a record', async () => {
    const [first, second, third] = [
      await addTo('entry', { title: 'a' }),
      await addTo('entry', { title: 'b' }),
      await addTo('entry', { title: 'c' }),
    ];
    const lodge = (why: string, ...ids: number[]) => harbour.answer('/entry/lodge', { ids, why });
    expect(await lodge('rain', first.id)).toEqual(['success']);
    expect((await lodge('rain', second.id, third.id))[0]).toBe('conflict');
    expect(await lodge('snow', third.id)).toEqual(['success']);
    // Together they break the rule, so that one of two is refused.
    const fourth = await addTo('entry', { title: 'd' });
    const answer = await harbour.ask('/entry/lodge', { ids: [second.id, fourth.id], why: 'hail' });
    expect(answer).toMatchObject({ done: 1, failed: [{ id: fourth.id }] });
    expect(await numbers('entry')).toEqual(['311231/01/X', '311231/03/X', '311231/02/X', null]);
  });

  it('is all that an action does', async () => {
    const { id } = await addTo('norm', { title: 'a' });
    await harbour.ask('/norm/file', { ids: [id] });
    expect((await harbour.ask('/norm/get', { id })).filed).toBe('F0001');
  });
});
