import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { type OrganisationServer, organisationServer } from './organisationServer';

const CANNOT = 'Equipment Cannot Be Added';

let server: OrganisationServer;
let token: string;
beforeAll(async () => {
  server = await organisationServer();
  const { db } = server.store;
  await sql`insert into device (id, sn, org_id) values
    (1, 'THEIRS01', 3), (2, 'OURS01', 2), (3, 'ABOVE01', 1), (4, 'BELOW01', 4)`.execute(db);
  await sql`insert into "icCard" (ic_no, card_type, org_id) values
    ('1234567001', 1, 3), ('1234567002', 1, 2)`.execute(db);
  await sql`insert into "childLock" (child_sn, device_id, org_id) values
    ('CHILD-THEIRS', 1, 3), ('CHILD-OURS', 2, 2)`.execute(db);
  token = await server.signIn('harbour');
});

describe('a duplicate number', () => {
  it.each([
    ['/device/add', { sn: 'THEIRS01', org_id: 2 }, 'sn', CANNOT],
    ['/device/add', { sn: 'ABOVE01', org_id: 4 }, 'sn', CANNOT],
    ['/device/add', { sn: 'OURS01', org_id: 2 }, 'sn', 'Already in use'],
    ['/device/add', { sn: 'BELOW01', org_id: 2 }, 'sn', 'Already in use'],
    ['/icCard/add', { ic_no: '1234567001', card_type: 1, org_id: 2 }, 'ic_no', CANNOT],
    ['/icCard/add', { ic_no: '1234567002', card_type: 1, org_id: 2 }, 'ic_no', 'Already in use'],
    ['/childLock/add', { child_sn: 'CHILD-THEIRS', device_id: 2 }, 'child_sn', CANNOT],
    ['/childLock/add', { child_sn: 'CHILD-OURS', device_id: 2 }, 'child_sn', 'Already in use'],
  ])('in %s %j returns for %s: %s', async (path, body, field, why) => {
    expect(await server.answer(path, body, token)).toEqual(['invalid', { [field]: why }]);
  });

  it('of another organisation is refused in Chinese too', async () => {
    const body = { sn: 'THEIRS01', org_id: 2 };
    expect(await server.answer('/device/add', body, token, 'zh')).toEqual([
      'invalid',
      { sn: '设备无法添加' },
    ]);
  });

  it.each([
    ['THEIRS01', []],
    ['OURS01', ['OURS01: SN: Already in use']],
  ])(
    'appears in the preview of a batch of locks if it is one’s own: %s',
    async (from, problems) => {
      const batch = { importType: 1, source: 2, sn_from: from, amount: 1, org_id: 2 };
      const { data } = await server.call('/batchAddDevice/preview', batch, { token });
      expect(data.problems).toEqual(problems);
      expect(JSON.stringify(data)).not.toMatch(/Northern|Nora/);
    },
  );

  it('is shown in the preview of a batch of cards if the organisation’s own card has it', async () => {
    const batch = { digits: 7, segment: '1234567', first: 1, amount: 2, org_id: 2 };
    const { data } = await server.call('/batchAddICCard/preview', batch, { token });
    expect(data.problems).toEqual(['1234567002: Card number: Already in use']);
  });

  it('is an error of its row in an import; a dry run shows the organisation’s own duplicates only', async () => {
    const rows = [['SN', 'Organisation'], ...['THEIRS01', 'OURS01'].map((sn) => [sn, 'Harbour'])];
    const sheet = await writeExcelFile(rows).toBuffer();
    const { data: file } = await server.upload(sheet, 'a.xlsx', { purpose: 'import' }, { token });
    const dryRun = { path: file.path, dryRun: true };
    const { data: rehearsed } = await server.call('/device/import', dryRun, { token });
    expect(rehearsed.errors).toEqual([{ row: 3, fields: { sn: 'Already in use' } }]);
    const { data } = await server.call('/device/import', { path: file.path }, { token });
    expect(data.errors).toEqual([
      { row: 2, fields: { sn: CANNOT } },
      { row: 3, fields: { sn: 'Already in use' } },
    ]);
  });
});

describe('the name of a role', () => {
  const add = async (roleName: string, by: string) =>
    server.answer('/role/add', { roleName, parent_id: 2 }, by);

  it('is unique within an organisation, and reveals nothing of others', async () => {
    const northern = await server.signIn('northern');
    expect(await add('Gatekeeper', token)).toEqual(['success']);
    expect(await add('Gatekeeper', northern)).toEqual(['success']);
    expect(await add('Gatekeeper', token)).toEqual(['invalid', { roleName: 'Already in use' }]);
  });
});

describe('a login name', () => {
  const password = () => server.encrypt('First123');
  const operator = async (changes: object) => ({
    operName: 'Olga',
    loginName: 'olga',
    role_id: 3,
    org_id: 4,
    password: await password(),
    ...changes,
  });
  const organisation = async (changes: object) => ({
    org_name: 'Pier',
    org_type: 2,
    login_name: 'pier',
    oper_name: 'Piet',
    role_id: 3,
    password: await password(),
    ...changes,
  });

  it.each([
    [{ loginName: 'NORTHERN' }, { loginName: 'Already in use' }],
    [{ loginName: 'Clerk' }, { loginName: 'Already in use' }],
    [{ operPhone: '13900139001' }, { operPhone: 'Already in use' }],
  ])('or a phone number in use (%j) is refused for a second operator', async (changes, why) => {
    expect(await server.answer('/oper/add', await operator(changes), token)).toEqual([
      'invalid',
      why,
    ]);
  });

  it.each([
    [{ login_name: 'Northern' }, { login_name: 'Already in use' }],
    [{ oper_phone: '13900139001' }, { oper_phone: 'Already in use' }],
  ])('or a phone number in use (%j) is refused for a first administrator', async (changes, why) => {
    const answer = await server.answer('/org/add', await organisation(changes), token);
    expect(answer).toEqual(['invalid', why]);
  });

  it.each([
    // Cyrillic small and capital, Greek.
    ['copa', '\u0441\u043e\u0440\u0430'],
    ['hot', '\u041d\u041e\u0422'],
    ['nova', '\u03b7\u03bf\u03bd\u03b1'],
    ['\u0433\u043e\u0440\u0430', 'ropa'],
    ['\u0444\u043e\u0440\u0430', '\u03c6\u03bf\u03c1\u03b1'],
  ])('that looks like the name %s of another user is refused: %j', async (name, other) => {
    const { data } = await server.call('/oper/add', await operator({ loginName: name }), { token });
    onTestFinished(async () => {
      await server.answer('/oper/delete', { ids: [data.id] }, token);
    });
    const why = 'Looks like the login name of another user';
    expect(await server.answer('/oper/add', await operator({ loginName: other }), token)).toEqual([
      'invalid',
      { loginName: why },
    ]);
    expect(await server.answer('/oper/update', { id: 4, loginName: other }, token)).toEqual([
      'invalid',
      { loginName: why },
    ]);
    expect(
      await server.answer('/org/add', await organisation({ login_name: other }), token),
    ).toEqual(['invalid', { login_name: why }]);
  });

  it('can change to the same letters of another script, if no other user’s name looks like it', async () => {
    const { data } = await server.call('/oper/add', await operator({ loginName: 'copa' }), {
      token,
    });
    expect(await server.answer('/oper/update', { id: data.id, operName: 'Ona' }, token)).toEqual([
      'success',
    ]);
    for (const loginName of [
      '\u0441\u043e\u0440\u0430',
      '\u0438\u0432\u0430\u043d',
      '\u0438\u0440\u0438\u043d\u0430',
    ]) {
      const answer = await server.answer('/oper/update', { id: data.id, loginName }, token);
      expect(answer).toEqual(['success']);
    }
    await server.answer('/oper/delete', { ids: [data.id] }, token);
  });

  it('is accepted in any case', async () => {
    const { data } = await server.login({ username: 'HarBour' }, 'Demo2026');
    expect(data.oper.loginName).toBe('harbour');
  });

  it('can change its case, but not to that of another operator', async () => {
    expect(await server.answer('/oper/update', { id: 4, loginName: 'YARD' }, token)).toEqual([
      'invalid',
      { loginName: 'Already in use' },
    ]);
    expect(await server.answer('/oper/update', { id: 4, loginName: 'CLERK' }, token)).toEqual([
      'success',
    ]);
  });
});

describe('an uploaded spreadsheet', () => {
  it.each([
    ['an import', '/device/import', (path: string) => ({ path, dryRun: true })],
    [
      'the preview of a batch',
      '/batchAddDevice/preview',
      (path: string) => ({ importType: 1, source: 1, path, org_id: 3 }),
    ],
    [
      'a batch',
      '/batchAddDevice/add',
      (path: string) => ({ importType: 1, source: 1, path, org_id: 3 }),
    ],
  ])('is refused in %s by another tenant', async (_, call, body) => {
    const rows = [['SN'], ['SECRET-NUMBER']];
    const sheet = await writeExcelFile(rows).toBuffer();
    const { data } = await server.upload(sheet, 'a.xlsx', { purpose: 'import' }, { token });
    const northern = await server.signIn('northern');
    const answer = await server.call(call, body(data.path), { token: northern });
    expect([answer.verify.sign, Object.keys(answer.data.fields)]).toEqual(['invalid', ['path']]);
    expect(JSON.stringify(answer.data)).not.toContain('SECRET-NUMBER');
  });
});
