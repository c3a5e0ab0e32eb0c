import { beforeAll, describe, expect, it } from 'vitest';
import { JOB } from '../../../src/domain/job';
import { type JobsServer, jobsServer, type Operator, rowsOf } from './jobsServer';

let server: JobsServer;
let harbour: Operator;
let northern: Operator;
let admin: Operator;
beforeAll(async () => {
  server = await jobsServer();
  harbour = await server.as('harbour');
  northern = await server.as('northern');
  admin = await server.as('admin');
});

const segment = (segmentDigits: string, first: number, amount: number) => ({
  digits: segmentDigits.length,
  segment: segmentDigits,
  first,
  amount,
  org_id: 2,
});
const cards = async (ic_no: string): Promise<string[]> => {
  const { list } = await harbour.ask('/icCard/list', { ic_no, sortField: 'ic_no' });
  return list.map((row: { ic_no: string }) => row.ic_no);
};

describe('a batch of cards', () => {
  it.each([
    ['1234567', 7, ['1234567007', '1234567008']],
    ['123457', 9_998, ['1234579998', '1234579999']],
    ['0000001', 0, ['0000001000', '0000001001']],
  ])('of the segment %s from %i on adds %j', async (digits, first, made) => {
    const row = await harbour.batch('batchAddICCard', segment(digits, first, 2));
    expect(row).toMatchObject({ state: JOB.done, total: 2, done: 2 });
    expect(await cards(digits)).toEqual(made);
  });

  it.each([
    [{ ...segment('1234567', 0, 1), digits: 6 }, 'segment'],
    [segment('1234567', 999, 2), 'amount'],
    [segment('123456', 9_999, 2), 'amount'],
    [{ ...segment('1234567', 0, 1), segment: '' }, 'segment'],
    [{ ...segment('1234567', 0, 1), org_id: 3 }, 'org_id'],
  ])('of %j is refused because of its %s', async (body, field) => {
    const [code, fields] = await harbour.answer('/batchAddICCard/add', body);
    expect([code, Object.keys(fields)]).toEqual(['invalid', [field]]);
  });

  it('names the numbers in use in the preview and in the result', async () => {
    await harbour.ask('/icCard/add', { ic_no: '7654321001', org_id: 2, card_type: 1 });
    const body = segment('7654321', 0, 3);
    expect(await harbour.ask('/batchAddICCard/preview', body)).toEqual({
      total: 3,
      samples: ['7654321000', '7654321001', '7654321002'],
      problems: ['7654321001: Card number: Already in use'],
    });
    const row = await harbour.batch('batchAddICCard', body);
    expect(row).toMatchObject({ state: JOB.doneWithErrors, done: 2, failed: 1 });
    const file = await harbour.file('/batchAddICCard/errors', { ids: [row.id] });
    expect(await rowsOf(file)).toEqual([
      ['Row', 'Card number', 'Problem'],
      [2, '7654321001', 'Card number: Already in use'],
    ]);
  });
});

describe('child locks', () => {
  const lock = async (sn: string): Promise<number> =>
    (await admin.ask('/device/add', { sn, org_id: 2 })).id;
  /** Adds child locks at once, called by the prefix and a number. */
  const addTo = (device_id: number, prefix: string, amount: number) =>
    Promise.all(
      Array.from({ length: amount }, (_, i) =>
        harbour.answer('/childLock/add', { child_sn: `${prefix}${i}`, device_id }),
      ),
    );
  const FULL = ['invalid', { device_id: 'A main lock has up to 20 child locks' }];

  it('are limited to twenty, even if more are added at once', async () => {
    const answers = await addTo(await lock('RACED'), 'RC', 24);
    const refused = answers.filter(([code]) => code !== 'success');
    expect(refused).toEqual(Array.from({ length: 4 }, () => FULL));
  });

  it('cannot be moved to a full lock, but edited there', async () => {
    const device_id = await lock('FILLED');
    await addTo(device_id, 'FC', 20);
    const { id } = await harbour.ask('/childLock/add', { child_sn: 'M1', device_id: 2 });
    expect(await harbour.answer('/childLock/update', { id, device_id })).toEqual(FULL);
    const { list } = await harbour.ask('/childLock/list', { child_sn: 'FC' });
    const renamed = { id: list[0].id, child_name: 'Renamed' };
    expect(await harbour.ask('/childLock/update', renamed)).toMatchObject({
      child_name: 'Renamed',
      device_id,
    });
  });

  it('are imported from a spreadsheet under the same limit', async () => {
    const rows = [['SN', 'Main lock'], ...Array.from({ length: 22 }, (_, i) => [`I${i}`, 'Y1'])];
    const path = await harbour.sheet(rows);
    const dry = await harbour.ask('/childLock/import', { path, dryRun: true });
    expect([dry.total, dry.added, dry.errors.length]).toEqual([22, 0, 2]);
    expect((await harbour.ask('/childLock/list', { child_sn: 'I' })).total).toBe(0);
    expect(await harbour.ask('/childLock/import', { path, dryRun: false }, 'zh')).toEqual({
      total: 22,
      added: 20,
      errors: [22, 23].map((row) => ({
        row,
        fields: { device_id: '每把主锁最多 20 把子锁' },
      })),
    });
  });

  it('belong to the organisation of the lock, even after it moves', async () => {
    const { id: device_id } = await admin.ask('/device/add', { sn: 'MOVED', org_id: 3 });
    const { id } = await admin.ask('/childLock/add', { child_sn: 'O1', device_id });
    expect((await northern.answer('/childLock/get', { id }))[0]).toBe('success');
    await admin.ask('/device/update', { id: device_id, org_id: 2 });
    expect((await northern.answer('/childLock/get', { id }))[0]).toBe('notFound');
    expect((await harbour.answer('/childLock/get', { id }))[0]).toBe('success');
  });
});

describe('a regional rule', () => {
  const rule = (regional_rule: string, rest: object) => ({
    regional_rule,
    org_id: 2,
    lat: 30,
    lon: 120,
    radius: 500,
    ...rest,
  });
  const card = async (ic_no: string, org_id: number): Promise<number> =>
    (await admin.ask('/icCard/add', { ic_no, org_id, card_type: 1 })).id;

  /** Adds a rule with two cards and two locks of Harbour and its yard. */
  const gate = async (name: string, firstCard: string, secondCard: string) => {
    const cards = [await card(firstCard, 2), await card(secondCard, 4)];
    const body = rule(name, { cards, devices: [1, 3] });
    return { cards, added: await harbour.ask('/regionalRule/add', body) };
  };

  it('contains cards and locks of its organisation and of those below', async () => {
    const { cards, added } = await gate('Holding', 'A1000001', 'A1000002');
    expect(added).toMatchObject({ cards, devices: [1, 3], enabled: true });
  });

  it('refuses those of other organisations, and names only the visible ones', async () => {
    const foreign = await card('B1000001', 3);
    expect(await harbour.answer('/regionalRule/add', rule('No', { cards: [foreign] }))).toEqual([
      'invalid',
      { cards: 'This record does not exist' },
    ]);
    expect(await harbour.answer('/regionalRule/add', rule('No', { devices: [4] }))).toEqual([
      'invalid',
      { devices: 'This record does not exist' },
    ]);
    const body = rule('No', { org_id: 4, devices: [1, 2, 3] });
    expect(await harbour.answer('/regionalRule/add', body)).toEqual([
      'invalid',
      { devices: 'Outside this rule’s organisation and those below it: H1, H2' },
    ]);
    expect((await harbour.ask('/regionalRule/list', { regional_rule: 'No' })).total).toBe(0);
  });

  it('cannot move below the organisations of its locks', async () => {
    const { added } = await gate('Moving', 'A2000001', 'A2000002');
    expect(await harbour.answer('/regionalRule/update', { id: added.id, org_id: 4 }, 'zh')).toEqual(
      [
        'invalid',
        {
          cards: '不属于该规则所在机构或其下级机构：A2000001',
          devices: '不属于该规则所在机构或其下级机构：H1',
        },
      ],
    );
  });

  it('is switched off and on', async () => {
    const { id } = await harbour.ask('/regionalRule/add', rule('Switch', {}));
    expect((await harbour.answer('/regionalRule/enable', { ids: [id] }))[0]).toBe('conflict');
    expect(await harbour.ask('/regionalRule/disable', { ids: [id] })).toMatchObject({ done: 1 });
    expect((await harbour.ask('/regionalRule/get', { id })).enabled).toBe(false);
    expect((await northern.answer('/regionalRule/enable', { ids: [id] }))[0]).toBe('notFound');
    expect(await harbour.ask('/regionalRule/enable', { ids: [id] })).toMatchObject({ done: 1 });
  });

  it('protects its cards from deletion, and its name from reuse', async () => {
    const { cards, added } = await gate('Gate', 'A3000001', 'A3000002');
    const ids = cards.slice(0, 1);
    expect(await harbour.answer('/icCard/delete', { ids })).toEqual([
      'conflict',
      'Still used by regional rules: Gate',
    ]);
    expect((await harbour.answer('/icCard/delete', { ids }, 'zh'))[1]).toBe(
      '仍被以下区域刷卡规则使用：Gate',
    );
    expect(await harbour.answer('/regionalRule/add', rule('Gate', {}))).toEqual([
      'invalid',
      { regional_rule: 'Already in use' },
    ]);
    await harbour.ask('/regionalRule/update', { id: added.id, cards: [] });
    expect(await harbour.ask('/icCard/delete', { ids })).toEqual({ deleted: 1 });
  });

  it('is imported from a spreadsheet with columns for its lists', async () => {
    const template = await harbour.file('/regionalRule/import', { template: true });
    expect((await rowsOf(template))[0]).toEqual([
      'Rule',
      'Organisation',
      'Enabled',
      'Unseal automatically',
      'Latitude',
      'Longitude',
      'Radius',
      'Cards',
      'Devices',
    ]);
  });
});
