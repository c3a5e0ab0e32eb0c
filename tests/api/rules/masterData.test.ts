import { beforeAll, describe, expect, it } from 'vitest';
import type { Operator } from '../http/client';
import { type DemoServer, demoServer } from '../startShipped';

let server: DemoServer;
let admin: Operator;
let harbour: Operator;

beforeAll(async () => {
  server = await demoServer();
  admin = await server.as('admin');
  harbour = await server.as('harbour');
});

const rowOf = async (who: Operator, entity: string, filter: object) =>
  (await who.ask(`/${entity}/list`, filter)).list[0];

describe('a dictionary', () => {
  it('passes its code to its items, which accept no other', async () => {
    const dict = await admin.ask('/dict/add', { dict_code: 'cargo', dict_text: 'Cargo' });
    const item = { dict_id: dict.id, item_code: 'tea', item_text: 'Tea' };
    expect(await admin.ask('/dictItem/add', item)).toMatchObject({ dict_code: 'cargo' });
    const forged = await admin.call('/dictItem/add', { ...item, dict_code: 'other' });
    expect(forged.data.fields).toEqual({ dict_code: 'Cannot be set here' });
  });

  it('has each item code once, and shares it with other dictionaries', async () => {
    const [one, other] = await Promise.all(
      ['colour', 'shade'].map((code) =>
        admin.ask('/dict/add', { dict_code: code, dict_text: code }),
      ),
    );
    // The texts differ, because an identical call within the same millisecond counts as a replay.
    const add = (dict_id: number, item_text: string) =>
      admin.call('/dictItem/add', { dict_id, item_code: 'red', item_text }, 'zh');
    const both = await Promise.all([add(one.id, 'Red'), add(one.id, 'Rot')]);
    expect(both.map(({ verify }) => verify.sign).sort()).toEqual(['invalid', 'success']);
    expect((await add(one.id, 'Rouge')).data.fields).toEqual({ item_code: '该字典中已有此编码' });
    expect((await add(other.id, 'Red')).verify.sign).toBe('success');
  });

  it('with items cannot be deleted, and the refusal names them', async () => {
    const { id } = await rowOf(admin, 'dict', { dict_code: 'deviceCategory' });
    const en = await admin.call('/dict/delete', { ids: [id] });
    expect([en.verify.sign, en.verify.desc]).toEqual([
      'conflict',
      expect.stringContaining('Container e-seal, Padlock, Valve lock'),
    ]);
    const zh = await admin.call('/dict/delete', { ids: [id] }, 'zh');
    expect(zh.verify.desc).toContain('集装箱封签, 挂锁, 阀门锁');
  });

  it('shows its items to every reader of a field that uses it', async () => {
    const { list } = await harbour.ask('/dictItem/list', {
      dict_code: 'deviceCategory',
      sortField: 'sort',
      sortOrder: 'asc',
    });
    const codes = list.map(({ item_code }: Record<string, string>) => item_code);
    expect(codes).toEqual(['container', 'padlock', 'valve', 'rfid']);
  });
});

describe.each([
  ['mapKey', 'android'],
  ['mapKeyWeb', 'web'],
])('a key of %s', (entity, useTerminal) => {
  it('is unique for its map and terminal', async () => {
    const key = { mapCode: 'google', useTerminal, mapKey: 'k1' };
    const first = await admin.ask(`/${entity}/add`, key);
    const twice = await admin.call(`/${entity}/add`, { ...key, mapKey: 'k2' });
    expect(twice.data.fields).toEqual({ mapCode: 'This map already has a key for this terminal' });
    const other = await admin.ask(`/${entity}/add`, { ...key, mapCode: 'baidu' });
    const moved = await admin.call(`/${entity}/update`, { id: other.id, mapCode: 'google' }, 'zh');
    expect(moved.data.fields).toEqual({ mapCode: '该地图在此终端上已有密钥' });
    const same = await admin.ask(`/${entity}/update`, { id: first.id, mapKey: 'k3' });
    expect(same.mapKey).toBe('k3');
  });
});

describe('a SIM card', () => {
  const device = (sn: string) => rowOf(admin, 'device', { sn });
  const expires = async (sn: string, packageTime: string) => {
    const { id } = await device(sn);
    await admin.ask('/device/update', { id, packageTime });
    return id as number;
  };

  // No clock reaches these years, so the database's today is always long before them.
  it.each([
    ['3027-01-31', 1, '3027-02-28'],
    ['3027-08-31', 1, '3027-09-30'],
    ['3028-02-29', 12, '3029-02-28'],
    ['3027-03-15', 60, '3032-03-15'],
  ])('that expires on %s is renewed by %i months to %s', async (before, months, after) => {
    const id = await expires('SD2600001', before);
    expect(await admin.ask('/cardRenewal/renew', { ids: [id], months })).toMatchObject({ done: 1 });
    expect((await device('SD2600001')).packageTime).toBe(after);
    expect(await rowOf(admin, 'cardRenewal', { sn: 'SD2600001' })).toMatchObject({
      packageTime: after,
      bucket: 0,
    });
  });

  it('that has expired is renewed from today on, several together', async () => {
    const ids = [
      await expires('SD2600002', '2020-01-01'),
      await expires('SD2600003', '2020-01-01'),
    ];
    expect(await rowOf(admin, 'cardRenewal', { sn: 'SD2600002' })).toMatchObject({ bucket: 3 });
    expect(await admin.ask('/cardRenewal/renew', { ids, months: 12 })).toMatchObject({ done: 2 });
    const { packageTime } = await device('SD2600002');
    expect((await device('SD2600003')).packageTime).toBe(packageTime);
    const renewed = await rowOf(admin, 'cardRenewal', { sn: 'SD2600002' });
    expect(renewed).toMatchObject({ packageTime, bucket: 0 });
    // A year has 365 or 366 days; the database's day may have ended since.
    expect([364, 365, 366]).toContain(renewed.days_left);
  });

  it('of another tenant is not found', async () => {
    const northern = await server.as('northern');
    const { list } = await harbour.ask('/cardRenewal/list');
    const foreign = list.map(({ id }: { id: number }) => id);
    const refused = await northern.call('/cardRenewal/renew', { ids: foreign, months: 1 });
    expect(refused.verify.sign).toBe('notFound');
  });

  it.each([0, 61, 1.5, null])('is not renewed by %s months', async (months) => {
    const { data } = await admin.call('/cardRenewal/renew', { ids: [1], months });
    expect(Object.keys(data.fields)).toEqual(['months']);
  });
});
