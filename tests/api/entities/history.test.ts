import { beforeAll, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { ordersServer } from '../commands/ordersServer';
import { allRows } from '../rows';
import { grantMenus } from './grantMenus';
import { withInvented } from './stateEntities';

let server: Awaited<ReturnType<typeof ordersServer>>;
let harbour: Awaited<ReturnType<typeof server.client>>;
beforeAll(async () => {
  server = await ordersServer({ config: withInvented });
  await grantMenus(server.db, withInvented);
  harbour = await server.client('harbour');
});

const add = async (name: string, values: object): Promise<number> =>
  Number((await harbour(`/${name}/add`, values)).data.id);

/** Returns the rows of the operation log of a call, in the order of its records. */
const logged = async (call: string) =>
  (await allRows(server.db, 'operationLog'))
    .filter(({ operate_url }) => operate_url === call)
    .map(({ record_id, success, error_msg, changes }) => ({
      id: Number(record_id),
      ...{ success, error_msg, changes },
    }));

describe('the history of an action', () => {
  it('has what it changed in each record, and why it left one out', async () => {
    const ids = [
      await add('trip', { number: 'A' }),
      await add('trip', { number: 'B', papers: 'none' }),
      await add('trip', { number: 'C' }),
    ];
    await harbour('/trip/lodge', { ids });
    const changes = {
      ...{ state: 'lodged', lodged_by: 2, lodged_on: expect.stringMatching(/^\d{4}-/) },
      before: { state: 'draft', lodged_by: null, lodged_on: null },
    };
    const done = { success: true, error_msg: null, changes };
    expect(await logged('/trip/lodge')).toEqual([
      { id: ids[0], ...done },
      {
        ...{ id: ids[1], success: false, changes: null },
        error_msg: 'Papers: The papers are missing',
      },
      { id: ids[2], ...done },
    ]);
  });

  it('leaves out what stays as it was, and has no changes of a refused call', async () => {
    const id = await add('visit', { place: 'Quay' });
    await harbour('/visit/call', { ids: [id] });
    await harbour('/visit/call', { ids: [id] });
    await harbour('/visit/reopen', { ids: [id] });
    const before = { calls: null };
    expect(await logged('/visit/call')).toMatchObject([
      { changes: { calls: 1, before } },
      { changes: null },
    ]);
    expect(await logged('/visit/reopen')).toMatchObject([{ success: false, changes: null }]);
  });

  it('of the console that ships has no password', async () => {
    const opers = await allRows(server.db, 'oper');
    const id = Number(opers.find(({ loginName }) => loginName === 'clerk')?.id);
    await harbour('/oper/disable', { ids: [id] });
    await harbour('/oper/enable', { ids: [id] });
    expect(await logged('/oper/disable')).toMatchObject([
      { id, changes: { status: 0, before: { status: 1 } } },
    ]);
    const [{ changes } = { changes: {} }] = await logged('/oper/enable');
    expect(Object.keys(changes as object).sort()).toEqual(['before', 'status']);
  });
});

it('the history of an imported record has the values of its row', async () => {
  const token = await server.signIn('harbour');
  const sheet = [
    ['Number', 'Papers'],
    ['I1', ''],
    ['far too long for a number', 'x'],
    ['I3', 'y'],
  ];
  const file = await writeExcelFile(sheet.map((row) => row.map((value) => ({ value })))).toBuffer();
  const { data } = await server.upload(file, 'a.xlsx', { purpose: 'import' }, { token });
  await harbour('/trip/import', { path: data.path, dryRun: true });
  await harbour('/trip/import', { path: data.path });
  const ids = new Map(
    (await allRows(server.db, 'trip')).map(({ id, number }) => [number, Number(id)]),
  );
  const entries = (await logged('/trip/import')).filter(({ changes }) => changes !== null);
  expect(entries).toEqual([
    { id: ids.get('I1'), success: true, error_msg: null, changes: { number: 'I1' } },
    { id: ids.get('I3'), success: true, error_msg: null, changes: { number: 'I3', papers: 'y' } },
  ]);
});
