import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { type OrganisationServer, organisationServer } from './organisationServer';

const WHY = 'Only a superior organisation can change this';
const TIL = '3031-05-06';

type User = 'admin' | 'harbour';
let server: OrganisationServer;
let tokens: Record<User, string>;
beforeAll(async () => {
  server = await organisationServer();
  const [admin, harbour] = await Promise.all(
    ['admin', 'harbour'].map((name) => server.signIn(name)),
  );
  tokens = { admin, harbour } as typeof tokens;
});
beforeEach(async () => {
  const { db } = server.store;
  await sql`delete from device`.execute(db);
  await sql`delete from org where org_name = 'Quay'`.execute(db);
  await sql`update org set sms_total = default`.execute(db);
  await sql`insert into device (id, sn, org_id, "packageTime") values
    (1, 'R1', 1, '3027-01-01'), (2, 'H1', 2, '3027-01-01'), (3, 'Y1', 4, '3027-01-01')`.execute(db);
  await sql`select setval(pg_get_serial_sequence('device', 'id'), 100)`.execute(db);
});

const device = { sn: 'NEW1', org_id: 2 };

describe('a field that only an organisation above may set', () => {
  it.each([
    ['harbour', '/org/update', { id: 2, sms_total: 9 }, 'sms_total'],
    ['harbour', '/org/update', { id: 2, org_type: 1 }, 'org_type'],
    ['harbour', '/org/update', { id: 2, sms_total: 9, org_name: 'Port' }, 'sms_total'],
    ['harbour', '/device/update', { id: 2, packageTime: TIL }, 'packageTime'],
    ['harbour', '/device/update', { id: 2, packageTime: null }, 'packageTime'],
    ['harbour', '/device/update', { id: 2, packageTime: TIL, org_id: 4 }, 'packageTime'],
    ['harbour', '/device/update', { id: 3, packageTime: TIL, org_id: 2 }, 'packageTime'],
    ['harbour', '/device/add', { ...device, packageTime: TIL }, 'packageTime'],
  ] as const)('%s %s %j is refused', async (user, path, body, field) => {
    expect(await server.answer(path, body, tokens[user])).toEqual(['invalid', { [field]: WHY }]);
  });

  it.each([
    ['harbour', '/org/update', { id: 4, sms_total: 9, org_type: 3 }],
    ['harbour', '/org/update', { id: 2, org_type: 2, logo: null }],
    ['harbour', '/device/update', { id: 3, packageTime: TIL }],
    ['harbour', '/device/update', { id: 2, packageTime: '3027-01-01', device_name: 'Gate' }],
    ['harbour', '/device/add', { ...device, packageTime: null }],
    ['harbour', '/device/add', { sn: 'NEW2', org_id: 4, packageTime: TIL }],
    ['admin', '/org/update', { id: 2, sms_total: 9 }],
    ['admin', '/org/update', { id: 1, sms_total: 9 }],
    ['admin', '/device/update', { id: 1, packageTime: TIL }],
    ['admin', '/device/update', { id: 2, packageTime: TIL }],
  ] as const)('%s %s %j is accepted', async (user, path, body) => {
    expect(await server.answer(path, body, tokens[user])).toEqual(['success']);
  });

  it('is refused in Chinese too', async () => {
    const refused = await server.answer(
      '/org/update',
      { id: 2, sms_total: 8 },
      tokens.harbour,
      'zh',
    );
    expect(refused).toEqual(['invalid', { sms_total: '仅上级机构可修改此项' }]);
  });

  it('is refused in a spreadsheet, and in its dry run', async () => {
    const sheet = await writeExcelFile([
      ['SN', 'Organisation', 'SIM expiry'],
      ['SHEET1', 'Harbour', TIL],
      ['SHEET2', 'Yard', TIL],
      ['SHEET3', 'Harbour', null],
    ]).toBuffer();
    const token = tokens.harbour;
    const { data: file } = await server.upload(sheet, 'a.xlsx', { purpose: 'import' }, { token });
    for (const dryRun of [true, false]) {
      const { data } = await server.call('/device/import', { path: file.path, dryRun }, { token });
      expect(data).toEqual({
        total: 3,
        added: dryRun ? 0 : 2,
        errors: [{ row: 2, fields: { packageTime: WHY } }],
      });
    }
  });

  it('cannot be renewed by the organisation itself', async () => {
    const { data } = await server.call(
      '/cardRenewal/renew',
      { ids: [2, 3], months: 1 },
      { token: tokens.harbour },
    );
    expect(data).toEqual({ done: 1, failed: [{ id: 2, why: WHY }] });
    const refused = await server.call(
      '/cardRenewal/renew',
      { ids: [2], months: 1 },
      { token: tokens.harbour },
    );
    expect(refused.verify).toEqual({ sign: 'conflict', desc: WHY });
  });

  it('cannot be set by way of an organisation below', async () => {
    const token = tokens.harbour;
    const refusal = (field = 'SIM expiry') =>
      `Set by an organisation that is not above this one: ${field}. Only an organisation above both can move the record there.`;
    const { data: added } = await server.call(
      '/device/add',
      { sn: 'ROUND1', org_id: 2 },
      { token },
    );
    const step = (body: object, session: string = token) =>
      server.answer('/device/update', { id: added.id, ...body }, session);
    expect(await step({ org_id: 4 })).toEqual(['success']);
    expect(await step({ packageTime: TIL })).toEqual(['success']);
    expect(await step({ org_id: 2 })).toEqual(['invalid', { org_id: refusal() }]);
    // Renewing it there, removing its date, or adding a lock there with a date does not help either.
    await sql`delete from reserved_by`.execute(server.store.db);
    await server.call('/cardRenewal/renew', { ids: [added.id], months: 60 }, { token });
    expect(await step({ org_id: 2 })).toEqual(['invalid', { org_id: refusal() }]);
    expect(await step({ packageTime: null })).toEqual(['success']);
    expect(await step({ org_id: 2 })).toEqual(['invalid', { org_id: refusal() }]);
    const lock = { sn: 'ROUND2', org_id: 4, packageTime: TIL };
    const { data: second } = await server.call('/device/add', lock, { token });
    expect(await server.answer('/device/update', { id: second.id, org_id: 2 }, token)).toEqual([
      'invalid',
      { org_id: refusal() },
    ]);
    // An operator above both may move it, which confirms the date. A lock with a confirmed date moves freely.
    expect(await step({ org_id: 2 }, tokens.admin)).toEqual(['success']);
    expect(await step({ packageTime: '3028-01-01' }, tokens.admin)).toEqual(['success']);
    for (const org_id of [4, 2]) expect(await step({ org_id })).toEqual(['success']);
  });

  it('limits the text messages of an organisation to those of the ones above', async () => {
    const set = (id: number, sms_total: number, user: User = 'harbour') =>
      server.answer('/org/update', { id, sms_total }, tokens[user]);
    expect(await set(2, 1_000, 'admin')).toEqual(['success']);
    expect(await set(4, 1_001)).toEqual([
      'invalid',
      {
        sms_total:
          'Harbour has 1000 SMS for itself and the organisations below it. Up to 1000 are left here',
      },
    ]);
    expect(await set(4, 600)).toEqual(['success']);
    expect(await set(2, 599, 'admin')).toEqual([
      'invalid',
      { sms_total: 'Organisations below already have 600. Enter at least that many' },
    ]);
    // Adding or moving an organisation there does not help either.
    const { rows } = await sql<{ id: number }>`
      insert into org (org_name, org_type, parent_id, status, sms_total)
      values ('Quay', 2, 4, 1, 500) returning id`.execute(server.store.db);
    expect(
      await server.answer('/org/update', { id: rows[0]?.id, parent_id: 2 }, tokens.harbour),
    ).toEqual([
      'invalid',
      {
        sms_total:
          'Harbour has 1000 SMS for itself and the organisations below it. Up to 400 are left here',
      },
    ]);
    // Two concurrent calls cannot both get the rest.
    await sql`update org set parent_id = 2, sms_total = 0 where id = ${rows[0]?.id}`.execute(
      server.store.db,
    );
    const both = await Promise.all([set(4, 900), set(Number(rows[0]?.id), 390)]);
    expect(both.map(([code]) => code).sort()).toEqual(['invalid', 'success']);
  });

  it('is announced at sign-in if there is an organisation above', async () => {
    const { data: below } = await server.login({ username: 'harbour' }, 'Demo2026');
    const { data: top } = await server.login({ username: 'admin' }, 'Demo2026');
    expect([below, top].map(({ oper }) => oper.orgVO.hasSuperior)).toEqual([true, false]);
  });
});
