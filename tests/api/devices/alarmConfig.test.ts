import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OrganisationServer, organisationServer } from '../rules/organisationServer';

let server: OrganisationServer;
let tokens: Record<'admin' | 'harbour' | 'northern' | 'clerk', string>;

beforeAll(async () => {
  server = await organisationServer();
  const [admin, harbour, northern, clerk] = await Promise.all(
    ['admin', 'harbour', 'northern', 'clerk'].map((name) => server.signIn(name)),
  );
  tokens = { admin, harbour, northern, clerk } as typeof tokens;
});

/** Locks 1 and 2 belong to Harbour, 3 to its yard, 4 to Northern. */
beforeEach(async () => {
  const { db } = server.store;
  await sql`truncate "alarmConfig"`.execute(db);
  await sql`delete from device`.execute(db);
  await sql`insert into device (id, sn, org_id) values
    (1, 'H1', 2), (2, 'H2', 2), (3, 'Y1', 4), (4, 'N1', 3)`.execute(db);
});

const PHONE = '13800138001';
const sound = { receive_type: 1, language: 'zh_CN' };

const add = (body: object, token = tokens.harbour, locale: 'en' | 'zh' = 'en') =>
  server.answer('/alarmConfig/add', { device_id: 1, ...sound, ...body }, token, locale);

const stored = async () => {
  const { rows } = await sql`
    select device_id, org_id, receive_type, phone, mail_box from "alarmConfig" order by 1`.execute(
    server.store.db,
  );
  return rows;
};

const setAlarms = (ids: number[], args: object, token = tokens.harbour) =>
  server.call('/device/setAlarms', { ids, ...sound, ...args }, { token });

const PHONES_EN = 'Enter up to 3 mainland mobile numbers of 11 digits, separated by English commas';
const PHONES_ZH = '最多 3 个 11 位手机号，用英文逗号分隔';

describe('the recipients of alarms', () => {
  it.each([
    ['no recipient', {}],
    ['no recipient, by empty texts', { phone: '', mail_box: '' }],
    ['no phone', { is_phone_config: true, phone: '' }],
    ['a phone', { is_phone_config: true, phone: PHONE }],
    [
      'three phones and a mailbox',
      {
        is_phone_config: true,
        phone: `${PHONE},13900139001, 19900139001`,
        is_mail_config: true,
        mail_box: 'gate@harbour.example',
      },
    ],
  ])('may be %s', async (_, body) => {
    expect(await add(body)).toEqual(['success']);
  });

  const byPhone = (phone: string | null) => ({ is_phone_config: true, phone });
  const byMail = (mail_box: string | null) => ({ is_mail_config: true, mail_box });
  it.each([
    [
      'one number twice',
      byPhone(`${PHONE}, ${PHONE}`),
      'phone',
      'A number is listed twice',
      '手机号重复',
    ],
    ['four numbers', byPhone(Array(4).fill(PHONE).join(',')), 'phone', PHONES_EN, PHONES_ZH],
    ['ten digits', byPhone('1380013800'), 'phone', PHONES_EN, PHONES_ZH],
    ['a number that is no mobile’s', byPhone('12800138001'), 'phone', PHONES_EN, PHONES_ZH],
    ['Chinese commas', byPhone(`${PHONE}，${PHONE}`), 'phone', PHONES_EN, PHONES_ZH],
    ['a comma at the end', byPhone(`${PHONE},`), 'phone', PHONES_EN, PHONES_ZH],
    ['no mailbox', byMail(null), 'mail_box', 'Required', '必填'],
    [
      'two mailboxes',
      byMail('a@b.cn,c@d.cn'),
      'mail_box',
      'Enter only one e-mail address',
      '仅支持一个邮箱',
    ],
    [
      'an unknown kind',
      { receive_type: 8 },
      'receive_type',
      'Choose one of the options',
      '不在可选范围内',
    ],
    [
      'an unknown language',
      { language: 'de' },
      'language',
      'Choose one of the options',
      '不在可选范围内',
    ],
  ])('%s is refused, for one lock and for many', async (_, body, name, en, zh) => {
    expect(await add(body)).toEqual(['invalid', { [name]: en }]);
    expect(await add(body, tokens.harbour, 'zh')).toEqual(['invalid', { [name]: zh }]);
    const { verify, data } = await setAlarms([1], body);
    expect([verify.sign, data.fields]).toEqual(['invalid', { [name]: en }]);
    expect(await stored()).toEqual([]);
  });

  it('must stay complete when a single value changes', async () => {
    await add({});
    const { data } = await server.call('/alarmConfig/list', {}, { token: tokens.harbour });
    const { id } = data.list[0];
    const change = (body: object) =>
      server.answer('/alarmConfig/update', { id, ...body }, tokens.harbour);
    expect(await change({ is_mail_config: true })).toEqual(['invalid', { mail_box: 'Required' }]);
    expect(await change({ is_mail_config: true, mail_box: 'a@b.cn' })).toEqual(['success']);
    expect(await change({ mail_box: '' })).toEqual(['invalid', { mail_box: 'Required' }]);
    expect(await change({ is_phone_config: true })).toEqual(['success']);
    expect(await change({ device_id: 2 })).toEqual(['invalid', { device_id: 'Cannot be changed' }]);
  });
});

describe('the alarm settings of a lock', () => {
  it('exist once, even if two operators add them at once', async () => {
    // An identical call within the same millisecond would count as a replay.
    const answers = await Promise.all([add({ receive_type: 1 }), add({ receive_type: 2 })]);
    expect(answers.map(([code]) => code).sort()).toEqual(['invalid', 'success']);
    expect(await stored()).toHaveLength(1);
  });

  it('are added or changed for many locks at once', async () => {
    await add({ is_phone_config: true, phone: PHONE });
    const { data } = await setAlarms([1, 2, 3], {
      receive_type: 5,
      is_mail_config: true,
      mail_box: 'a@b.cn',
    });
    expect(data.done).toBe(3);
    const row = { receive_type: 5, phone: null, mail_box: 'a@b.cn' };
    expect(await stored()).toEqual([
      { device_id: 1, org_id: 2, ...row, phone: PHONE },
      { device_id: 2, org_id: 2, ...row },
      { device_id: 3, org_id: 4, ...row },
    ]);
  });

  it('inherit some or all of their values again', async () => {
    const inherit = (ids: number[], values?: string[]) =>
      server.answer('/device/inheritAlarms', { ids, values }, tokens.harbour);
    await setAlarms([1, 2], { is_phone_config: true, phone: PHONE, mail_box: 'a@b.cn' });
    expect(await inherit([1], ['phone', 'receive_type'])).toEqual(['success']);
    expect(await stored()).toEqual([
      { device_id: 1, org_id: 2, receive_type: null, phone: null, mail_box: 'a@b.cn' },
      { device_id: 2, org_id: 2, receive_type: 1, phone: PHONE, mail_box: 'a@b.cn' },
    ]);
    expect(await inherit([2])).toEqual(['success']);
    expect(await stored()).toHaveLength(1);
    await setAlarms([1], { is_mail_config: true });
    expect(await inherit([1], ['mail_box'])).toEqual(['invalid', { mail_box: 'Required' }]);
    expect(await inherit([1], ['colour'])).toEqual([
      'invalid',
      { values: 'Choose one of the options' },
    ]);
  });

  it('are deleted with the lock', async () => {
    await add({});
    expect(await server.answer('/device/delete', { ids: [1] }, tokens.harbour)).toEqual([
      'success',
    ]);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['down to its yard', 4, [{ org_id: 4, phone: PHONE }]],
    ['to another tenant, without the phones of the old one', 3, []],
  ])('follow the lock %s', async (_, org_id, left) => {
    await add({ is_phone_config: true, phone: PHONE });
    expect(await server.answer('/device/update', { id: 1, org_id }, tokens.admin)).toEqual([
      'success',
    ]);
    expect(await stored()).toEqual(left.map((row) => expect.objectContaining(row)));
  });
});

describe('an alarm setting', () => {
  it('belongs to the owner of the lock, whichever operator enters it', async () => {
    expect(await add({}, tokens.admin)).toEqual(['success']);
    expect(await stored()).toEqual([expect.objectContaining({ org_id: 2 })]);
    const seen = async (token: string) =>
      (await server.call('/alarmConfig/list', {}, { token })).data.list.length;
    expect([await seen(tokens.harbour), await seen(tokens.northern)]).toEqual([1, 0]);
  });

  it('is refused for a lock of another tenant', async () => {
    const [code, fields] = await add({ device_id: 4 });
    expect([code, Object.keys(fields as object)]).toEqual(['invalid', ['device_id']]);
    expect((await setAlarms([4], {})).verify.sign).toBe('notFound');
    const { data } = await setAlarms([1, 4], {});
    expect(data).toMatchObject({ done: 1, failed: [{ id: 4 }] });
    expect(await stored()).toEqual([expect.objectContaining({ device_id: 1 })]);
  });

  it('requires the right to read devices, and a button to change it', async () => {
    await add({});
    const { data } = await server.call(
      '/alarmConfig/list',
      { device_id: 1 },
      { token: tokens.clerk },
    );
    expect(data.total).toBe(1);
    expect((await add({ device_id: 2 }, tokens.clerk))[0]).toBe('noPermission');
    expect((await setAlarms([1], {}, tokens.clerk)).verify.sign).toBe('noPermission');
  });
});

/** Harbour and its yard are below the root. The yard's lock is of type 1. */
describe('each alarm setting of a lock', () => {
  beforeEach(async () => {
    const { db } = server.store;
    await sql`insert into "deviceType" (id, device_type, device_type_name) values (1, 'T', 'Padlock')
      on conflict do nothing`.execute(db);
    await sql`update device set device_type_id = 1 where id = 3`.execute(db);
  });

  const ROOT = { org_id: 1 };
  const HARBOUR = { org_id: 2 };
  const YARD = { org_id: 4 };
  const NORTH = { org_id: 3 };
  const own = { device_id: 3, ...YARD };
  const type = { device_type_id: 1 };
  const usual = (value: unknown) => ({ value, level: 4, type: null, org: null, org_id: null });
  const ids: Readonly<Record<string, number>> = { Root: ROOT.org_id, Harbour: HARBOUR.org_id };
  const of = (level: number, value: unknown, org: string | null = null) => ({
    value,
    level,
    type: level === 2 ? 'Padlock' : null,
    org,
    org_id: org && ids[org],
  });
  type Case = [what: string, rows: object[], name: string, settled: object | undefined];
  it.each<Case>([
    ['nobody sets', [], 'mail_box', undefined],
    ['nobody sets, and is usual', [], 'receive_type', usual(1)],
    ['the root sets', [{ ...ROOT, phone: PHONE }], 'phone', of(3, PHONE, 'Root')],
    [
      'two organisations set',
      [
        { ...ROOT, phone: '13700137000' },
        { ...HARBOUR, phone: PHONE },
      ],
      'phone',
      of(3, PHONE, 'Harbour'),
    ],
    [
      'the nearer organisation leaves open',
      [
        { ...ROOT, phone: PHONE },
        { ...HARBOUR, mail_box: 'a@b.cn' },
      ],
      'phone',
      of(3, PHONE, 'Root'),
    ],
    [
      'a type further up sets',
      [
        { ...YARD, receive_type: 2 },
        { ...ROOT, ...type, receive_type: 5 },
      ],
      'receive_type',
      of(2, 5, 'Root'),
    ],
    [
      'two organisations set for the type',
      [
        { ...ROOT, ...type, language: 'zh_CN' },
        { ...HARBOUR, ...type, language: 'en_US' },
      ],
      'language',
      of(2, 'en_US', 'Harbour'),
    ],
    [
      'the lock sets, were it to no',
      [
        { ...own, is_mail_config: false },
        { ...ROOT, ...type, is_mail_config: true },
      ],
      'is_mail_config',
      of(1, false),
    ],
    [
      'the lock leaves open while it sets others',
      [
        { ...own, phone: PHONE },
        { ...HARBOUR, is_phone_config: true },
      ],
      'is_phone_config',
      of(3, true, 'Harbour'),
    ],
    ['another tenant sets', [{ ...NORTH, phone: PHONE }], 'phone', undefined],
  ])('has the nearest value: %s', async (_, rows, name, effective) => {
    for (const row of rows) {
      await server.store.db.insertInto('alarmConfig').values(row).execute();
    }
    const read = async (verb: string, body: object) =>
      (await server.call(`/alarmReceiver/${verb}`, body, { token: tokens.admin })).data;
    const { list } = await read('list', { sn: 'Y1' });
    expect(list[0].settled[name]).toEqual(effective);
    expect((await read('get', { id: 3 }))[name] ?? undefined).toEqual(
      (effective as { value: unknown } | undefined)?.value,
    );
  });
});
