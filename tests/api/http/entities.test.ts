import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from './testServer';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await server.signIn('harbour');
});

const call = (path: string, body: object, locale: 'en' | 'zh' = 'en') =>
  server.call(path, body, { token, locale });

const added = async (body: object): Promise<Record<string, unknown>> => {
  const { verify, data } = await call('/vehicle/add', body);
  expect(verify).toEqual({ sign: 'success', desc: '' });
  return data;
};

describe('add', () => {
  it('returns the row with its default values, and no secret', async () => {
    const pin = await server.encrypt('Secret1');
    const row = await added({ plate: 'ADD1', device_id: 1, note: undefined, weight: '12.5', pin });
    expect(row).toMatchObject({
      id: expect.any(Number),
      plate: 'ADD1',
      kind: 1,
      device_id: 1,
      device_sn: 'H1',
      weight: 12.5,
      axles: null,
      create_time: expect.any(Number),
    });
    expect(row).not.toHaveProperty('pin');
    const { rows } = await sql`select pin, org_id from vehicle where plate = 'ADD1'`.execute(
      server.store.db,
    );
    expect(rows).toEqual([{ pin: 'Secret1', org_id: 2 }]);
    const { data } = await call('/vehicle/get', { id: row.id });
    expect(data).toEqual(row);
  });

  it.each([
    [{}, { plate: ['Required', '必填'] }],
    [{ plate: '' }, { plate: ['Required', '必填'] }],
    [{ plate: '   ' }, { plate: ['Required', '必填'] }],
    [{ plate: 'ELEVENCHARS' }, { plate: ['Enter up to 10 characters', '最多 10 个字符'] }],
    [{ plate: 7 }, { plate: ['Must be text', '必须是文本'] }],
    [{ plate: 'A', axles: 1 }, { axles: ['Must be 2 or more', '不能小于 2'] }],
    [{ plate: 'A', axles: 2.5 }, { axles: ['Must be a whole number', '必须是整数'] }],
    [{ plate: 'A', axles: 'two' }, { axles: ['Must be a number', '必须是数字'] }],
    [{ plate: 'A', axles: [2] }, { axles: ['Must be a number', '必须是数字'] }],
    [{ plate: 'A', insured: [true] }, { insured: ['Not recognised', '无法识别'] }],
    [{ plate: 'A', kind: 3 }, { kind: ['Choose one of the options', '不在可选范围内'] }],
    [{ plate: 'A', checked: 'soon' }, { checked: ['Enter a date', '不是有效的日期'] }],
    [{ plate: 'A', checked: {} }, { checked: ['Enter a date', '不是有效的日期'] }],
    [{ plate: 'A', device_id: 99 }, { device_id: ['This record does not exist', '记录不存在'] }],
    [{ plate: 'A', wheels: 4 }, { wheels: ['This field does not exist', '没有该字段'] }],
    [{ plate: 'A', constructor: 4 }, { constructor: ['This field does not exist', '没有该字段'] }],
    [{ plate: 'A', org_id: 3 }, { org_id: ['This field does not exist', '没有该字段'] }],
    [{ plate: 'A', id: 3 }, { id: ['This field does not exist', '没有该字段'] }],
    [{ plate: 'A', note: 'x' }, { note: ['Cannot be set here', '此处不可设置'] }],
    [{ plate: 'A', create_time: 1 }, { create_time: ['Cannot be set here', '此处不可设置'] }],
    [
      { plate: 'A', weight: 50_000, axles: 2 },
      { axles: ['Too few for this weight', '轴数与重量不符'] },
    ],
    [
      { plate: 'A', pin: 'plain' },
      { pin: ['Must be encrypted before it is sent', '密码必须加密后传输'] },
    ],
    [
      { axles: 99, kind: 9 },
      {
        axles: ['Must be 9 or less', '不能大于 9'],
        kind: ['Choose one of the options', '不在可选范围内'],
        plate: ['Required', '必填'],
      },
    ],
  ])('of %j is refused with %j', async (body, fields: object) => {
    for (const [i, locale] of (['en', 'zh'] as const).entries()) {
      const { verify, data } = await call('/vehicle/add', body, locale);
      const expected = Object.entries(fields).map(([name, texts]) => [name, texts[i]]);
      expect([verify.sign, data.fields]).toEqual(['invalid', Object.fromEntries(expected)]);
    }
  });

  it('explains why a secret is refused', async () => {
    const pin = await server.encrypt('plain');
    const { data } = await call('/vehicle/add', { plate: 'A', pin });
    expect(data.fields).toEqual({ pin: '6 to 16 characters, with letters and digits' });
  });

  it('names the wrong fields by their labels', async () => {
    const { verify } = await call('/vehicle/add', { axles: 99 }, 'zh');
    expect(verify.desc).toBe('请检查：车牌, 轴数。');
  });

  it('refuses a duplicate value', async () => {
    await added({ plate: 'TAKEN' });
    const { verify, data } = await call('/vehicle/add', { plate: 'TAKEN' });
    expect([verify.sign, data.fields]).toEqual(['invalid', { plate: 'Already in use' }]);
  });

  it('refuses numbers beyond the column', async () => {
    const { verify } = await call('/vehicle/add', { plate: 'BIG', device_id: 1e300 });
    expect(verify.sign).toBe('invalid');
  });
});

describe('update', () => {
  it('changes only the given fields, and returns the row', async () => {
    const { id } = await added({ plate: 'UPD1', axles: 4, weight: 1 });
    const { data } = await call('/vehicle/update', { id, note: 'hello', weight: null });
    expect(data).toMatchObject({ plate: 'UPD1', axles: 4, weight: null, note: 'hello' });
  });

  it('accepts the old value of a fixed field, and no other', async () => {
    const { id } = await added({ plate: 'UPD2' });
    expect((await call('/vehicle/update', { id, plate: 'UPD2', axles: 3 })).verify.sign).toBe(
      'success',
    );
    const { verify, data } = await call('/vehicle/update', { id, plate: 'UPD9' }, 'zh');
    expect([verify.sign, data.fields]).toEqual(['invalid', { plate: '不可修改' }]);
  });

  it.each([
    [{ axles: 99 }, { axles: 'Must be 9 or less' }],
    [{ create_time: 1 }, { create_time: 'Cannot be set here' }],
    [{ device_sn: 'H1' }, { device_sn: 'This field does not exist' }],
    [{ weight: 50_000 }, { axles: 'Too few for this weight' }],
  ])('with %j is refused with %j', async (changes, fields) => {
    const { data: page } = await call('/vehicle/list', { plate: 'UPD3' });
    const id = page.list[0]?.id ?? (await added({ plate: 'UPD3', axles: 2 })).id;
    const { verify, data } = await call('/vehicle/update', { id, ...changes });
    expect([verify.sign, data.fields]).toEqual(['invalid', fields]);
  });

  it('keeps the password if the field is empty', async () => {
    const { id } = await added({ plate: 'UPD4', pin: await server.encrypt('Secret1') });
    await call('/vehicle/update', { id, pin: '', axles: 5 });
    const pinOf = async () =>
      (await sql`select pin from vehicle where plate = 'UPD4'`.execute(server.store.db)).rows;
    expect(await pinOf()).toEqual([{ pin: 'Secret1' }]);
    await call('/vehicle/update', { id, pin: await server.encrypt('Secret2') });
    expect(await pinOf()).toEqual([{ pin: 'Secret2' }]);
  });

  it('refuses an organisation below itself', async () => {
    const { verify, data } = await call('/org/update', { id: 2, parent_id: 4 });
    expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', ['parent_id']]);
  });

  it.each([
    [{ id: 99_999, axles: 3 }, 'notFound'],
    [{ axles: 3 }, 'invalid'],
    [{ id: 'x' }, 'notFound'],
  ])('of %j returns %s', async (body, code) => {
    expect((await call('/vehicle/update', body)).verify.sign).toBe(code);
  });
});

it.each(['null', 'abc', '-1', -1, 1.5, '99999999999999', [1]])(
  'the id %j is not found',
  async (id) => {
    expect((await call('/vehicle/get', { id })).verify).toEqual({
      sign: 'notFound',
      desc: 'This record does not exist.',
    });
  },
);

describe('delete', () => {
  it('returns the number of deleted rows', async () => {
    const one = await added({ plate: 'DEL1' });
    const two = await added({ plate: 'DEL2' });
    const { data } = await call('/vehicle/delete', { ids: [one.id, two.id, 99_999] });
    expect(data).toEqual({ deleted: 2 });
    expect((await call('/vehicle/get', { id: one.id })).verify.sign).toBe('notFound');
    expect((await call('/vehicle/delete', { ids: [one.id] })).verify.sign).toBe('notFound');
  });

  it.each([[[]], [['x']], [[0]], [Array.from({ length: 1001 }, (_, i) => i + 1)], [undefined]])(
    'refuses %j',
    async (ids) => {
      expect((await call('/vehicle/delete', { ids })).verify.sign).toBe('invalid');
    },
  );

  it('names the records that refer to it', async () => {
    const { verify } = await call('/org/delete', { ids: [4] }, 'zh');
    expect(verify).toEqual({ sign: 'conflict', desc: '仍被以下数据使用：设备 (1)。' });
  });
});

describe('list', () => {
  beforeAll(async () => {
    for (let i = 0; i < 5; i++) {
      await added({
        plate: `LIST${i}`,
        axles: 2 + i,
        insured: i % 2 === 0,
        checked: `2026-01-0${i + 1}`,
        kind: (i % 2) + 1,
      });
    }
  });

  const platesOf = async (body: object): Promise<string[]> => {
    const { verify, data } = await call('/vehicle/list', {
      plate: 'list',
      sortField: 'plate',
      sortOrder: 'asc',
      ...body,
    });
    expect(verify.sign).toBe('success');
    return data.list.map((row: { plate: string }) => row.plate.slice(4));
  };

  it.each([
    [{}, '01234'],
    [{ plate: 'IST3' }, '3'],
    [{ plate: ['LIST1', 'LIST2'] }, '12'],
    [{ plate_is: 'LIST3' }, '3'],
    [{ plate_is: 'IST3' }, ''],
    [{ plate_is: 'list3' }, ''],
    [{ plate_is: ['LIST1', 'LIST'] }, '1'],
    [{ plate: '1', plate_is: 'LIST2' }, ''],
    [{ axles_from: 3, axles_to: 4 }, '12'],
    [{ axles_from: '5' }, '34'],
    [{ checked_from: '2026-01-04' }, '34'],
    [{ kind: 2 }, '13'],
    [{ kind: [1, 2] }, '01234'],
    [{ insured: 'true' }, '024'],
    [{ insured: false }, '13'],
    [{ axles_from: '', kind: null }, '01234'],
    [{ sortOrder: 'desc' }, '43210'],
    [{ pageNum: 2, pageSize: 2 }, '23'],
  ])('with %j shows %s', async (body, plates) => {
    expect((await platesOf(body)).join('')).toBe(plates);
  });

  it('refuses a date that does not exist', async () => {
    const { verify } = await call('/vehicle/list', { checked_from: '2026-02-31' });
    expect(verify).toEqual({ sign: 'invalid', desc: 'Check these fields: Checked (from).' });
  });

  it('takes ids as a filter', async () => {
    const { data } = await call('/device/list', {
      id: [1, 2, 3, 4],
      sortField: 'id',
      sortOrder: 'asc',
    });
    expect(data.list.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
    expect(data.total).toBe(3);
  });

  it.each([
    [{ wheels: 4 }, 'wheels'],
    [{ pin: 'Secret1' }, 'pin'],
    [{ note: 'x' }, 'note'],
    [{ plate_from: 'A' }, 'plate_from'],
    [{ axles_is: 2 }, 'axles_is'],
    [{ pin_is: 'Secret1' }, 'pin_is'],
    [{ plate: { a: 1 } }, 'plate'],
    [{ plate: [] }, 'plate'],
    [{ kind: 9 }, 'kind'],
    [{ axles_from: 'two' }, 'axles_from'],
    [{ axles_from: [1] }, 'axles_from'],
    [{ checked_from: 'soon' }, 'checked_from'],
    [{ id: 'x' }, 'id'],
    [{ sortField: 'pin' }, 'sortField'],
    [{ sortField: 'plate; drop table vehicle' }, 'sortField'],
    [{ sortField: 'plate', sortOrder: 'up' }, 'sortOrder'],
    [{ pageNum: 0 }, 'pageNum'],
    [{ pageNum: 1.5 }, 'pageNum'],
    [{ pageSize: 1001 }, 'pageSize'],
    [{ pageSize: '10' }, 'pageSize'],
  ])('with %j is refused, naming %s', async (body, field) => {
    const { verify, data } = await call('/vehicle/list', body);
    expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', [field]]);
  });
});
