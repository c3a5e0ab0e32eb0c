import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import type { Operator } from '../http/client';
import { type DemoServer, demoServer } from '../startShipped';

let server: DemoServer;
let admin: Operator;
/** Device types of the demo. */
let demoTypes: number[];

beforeAll(async () => {
  server = await demoServer();
  admin = await server.as('admin');
  const { list } = await admin.ask('/deviceType/list');
  demoTypes = list.map(({ id }: { id: number }) => id);
});

const exported = async (locale: 'en' | 'zh', filter: object = {}) => {
  const query = {
    ...filter,
    columns: ['device_type', 'category'],
    sortField: 'device_type',
    sortOrder: 'asc',
  };
  const file = await server.file('/deviceType/export', query, {
    token: admin.token,
    locale,
  });
  return readSheet(Buffer.from(await file.arrayBuffer()));
};

const imported = async (rows: (string | null)[][], dryRun = false) => {
  const { data } = await admin.upload(
    await writeExcelFile(rows, {}).toBuffer(),
    'types.xlsx',
    'import',
  );
  return admin.call('/deviceType/import', { path: data.path, dryRun });
};

const HEADER = ['Code', 'Device type', 'Category'];

describe('a field of a dictionary', () => {
  it.each([
    // The handheld reader has no category.
    ['en', ['Container e-seal', 'Container e-seal', null, 'Padlock', 'Valve lock']],
    ['zh', ['集装箱封签', '集装箱封签', null, '挂锁', '阀门锁']],
  ] as const)('is exported as its text in %s', async (locale, texts) => {
    const [, ...rows] = await exported(locale, { id: demoTypes });
    expect(rows.map(([, category]) => category)).toEqual(texts);
  });

  it('is imported by its text in any language, or its code', async () => {
    const { data } = await imported([
      HEADER,
      ['I-1', 'One', 'Padlock'],
      ['I-2', 'Two', '挂锁'],
      ['I-3', 'Three', 'padlock'],
      ['I-4', 'Four', 'Nonsense'],
    ]);
    expect(data).toMatchObject({
      added: 3,
      errors: [{ row: 5, fields: { category: 'Not recognised' } }],
    });
    const { list } = await admin.ask('/deviceType/list', { device_type: 'I-' });
    const categories = list.map(({ category }: Record<string, unknown>) => category);
    expect(categories).toEqual(['padlock', 'padlock', 'padlock']);
  });

  it('has its values in the template', async () => {
    const file = await server.file(
      '/deviceType/import',
      { template: true },
      { token: admin.token },
    );
    const help = await readSheet(Buffer.from(await file.arrayBuffer()), 2);
    expect(help.find(([column]) => column === 'Category')?.at(-1)).toBe(
      'Container e-seal, Padlock, Valve lock, RFID',
    );
  });

  it('accepts an item as soon as it is in the dictionary', async () => {
    const type = { device_type: 'D-1', device_type_name: 'Drum', category: 'drum' };
    const { data } = await admin.call('/deviceType/add', type);
    expect(Object.keys(data.fields)).toEqual(['category']);
    const [dict] = (await admin.ask('/dict/list', { dict_code: 'deviceCategory' })).list;
    const item = await admin.ask('/dictItem/add', {
      dict_id: dict.id,
      item_code: 'drum',
      item_text: 'Drum lock',
    });
    const added = await admin.ask('/deviceType/add', type);
    await admin.ask('/dictItem/delete', { ids: [item.id] });
    const renamed = await admin.ask('/deviceType/update', {
      id: added.id,
      device_type_name: 'Old drum',
      category: 'drum',
    });
    expect(renamed).toMatchObject({ device_type_name: 'Old drum', category: 'drum' });
    const [, ...rows] = await exported('en');
    expect(rows).toContainEqual(['D-1', 'drum']);
  });
});
