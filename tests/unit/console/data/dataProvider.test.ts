import { describe, expect, it, vi } from 'vitest';
import {
  type ConsoleDataProvider,
  createDataProvider,
  type ExportQuery,
} from '../../../../src/console/data';
import type { Http } from '../../../../src/console/data/http';
import { ownZone } from '../../../../src/domain/zone';
import { ApiError } from '../../../../src/protocol';
import { INHERITED } from '../../inherited';
import { declared, foreign } from './declared';

const sheet = { blob: new Blob(['x']), name: 'a.xlsx' };

/** Creates a provider for a server that gives the same answer to every call. */
const over = (answer: unknown, of = declared) => {
  const post = vi.fn().mockResolvedValue(answer);
  const file = vi.fn().mockResolvedValue(sheet);
  const either = vi.fn().mockResolvedValue(answer);
  const upload = vi.fn().mockResolvedValue({ path: '/f/1' });
  const http: Http = { post, file, either, upload };
  const encrypt = async (password: string) => `<${password}>`;
  const provider = createDataProvider({
    http,
    declared: of,
    encrypt,
    failureText: (failure) => failure,
  });
  return { provider, post, file, either, upload };
};

/** Returns the path and body of the first call. */
const firstCall = ({ mock }: { mock: { calls: unknown[][] } }) => mock.calls[0]?.slice(0, 2);

const zone = ownZone();
const at = '2024-01-02 03:04:05';
const ms = new Date(2024, 0, 2, 3, 4, 5).getTime();
const list = {
  pagination: { page: 3, perPage: 20 },
  sort: { field: 'sn', order: 'DESC' as const },
};

describe('getList', () => {
  it('sends the parameters of our server', async () => {
    const { provider, post } = over({ list: [{ id: 7, report_time: at }], total: 41 });
    const filter = { sn: 'A', name: '', status: [1, 2], report_time_from: 5, report_time_to: null };
    const signal = new AbortController().signal;
    const answer = await provider.getList('lock', { ...list, filter, signal });
    expect(post).toHaveBeenCalledWith(
      '/lock/list',
      {
        pageNum: 3,
        pageSize: 20,
        sortField: 'sn',
        sortOrder: 'desc',
        sn: 'A',
        status: [1, 2],
        report_time_from: 5,
      },
      { signal },
    );
    expect(answer).toEqual({ data: [{ id: 7, report_time: ms }], total: 41 });
  });

  it('returns the limit up to which the server counted rows', async () => {
    const { provider } = over({ list: [{ id: 7 }], total: 1_001, countedTo: 1_000 });
    expect(await provider.getList('lock', list)).toMatchObject({
      total: 1_001,
      meta: { countedTo: 1_000 },
    });
  });

  it('filters by titles of references if the server has no keys', async () => {
    const byTitle = { ...declared, wire: { ...declared.wire, references: 'title' as const } };
    const { provider, post, either } = over({ list: [], total: 0, groups: [], job: 1 }, byTitle);
    const orgs = [
      { id: 2, org_name: 'Harbour' },
      { id: 3, org_name: 'Yard' },
    ];
    post.mockImplementation(async (path) =>
      path === '/org/list' ? { list: orgs, total: 2 } : { list: [], total: 0, groups: [] },
    );
    const bodies = (path: string) =>
      post.mock.calls.filter(([called]) => called === path).map(([, body]) => body);
    await provider.getList('lock', { filter: { org_id: [2], sn: 'A', status: [1] } });
    await provider.getList('lock', { filter: { org_id: ['3', 2, 9] } });
    await provider.getList('lock', { filter: { org_id: [] } });
    expect(bodies('/lock/list')).toEqual([
      { org_name: 'Harbour', sn: 'A', status: [1] },
      { org_name: ['Yard', 'Harbour', 9] },
      { org_id: [] },
    ]);
    await provider.count('lock', { filter: { org_id: [2] }, by: 'status' } as never);
    expect(bodies('/lock/count')).toEqual([{ org_name: 'Harbour', by: 'status' }]);
    await provider.exportFile('lock', { filter: { org_id: [2] } });
    expect(either.mock.calls[0]?.[1]).toEqual({ org_name: 'Harbour', zone });
  });

  it('converts a period to its start time at each call', async () => {
    vi.useFakeTimers({ now: 2 * 86_400_000 });
    const { provider, post, either } = over({ list: [], total: 0, groups: [], job: 1 });
    const filter = { report_time_last: '24h', sn: 'x', name_last: 'Smith' };
    const soon = 2 * 86_400_000 + 600_000;
    const body = {
      report_time_from: 86_400_000,
      report_time_to: soon,
      sn: 'x',
      name_last: 'Smith',
    };
    await provider.getList('lock', { filter });
    await provider.count('lock', { by: 'status', filter });
    await provider.exportFile('lock', { filter });
    const midnight = new Date(Date.now()).setHours(0, 0, 0, 0);
    await provider.getList('lock', { filter: { report_time_last: 'yesterday' } });
    vi.useRealTimers();
    expect(post.mock.calls.map(([, body]) => body)).toEqual([
      body,
      { ...body, by: 'status' },
      {
        report_time_from: new Date(midnight).setDate(new Date(midnight).getDate() - 1),
        report_time_to: midnight - 1,
      },
    ]);
    expect(firstCall(either)).toEqual(['/lock/export', { zone, ...body }]);
  });

  it.each([
    ['names it', { code: 'invalid', fields: { zone: 'Unknown' } }],
    ['has a code of its own', { code: 'E0400' }],
  ])('repeats a call without the time zone if a server refuses it and %s', async (_, why) => {
    const { provider, either, post, file } = over({});
    const refusal = new ApiError('No', { kind: 'business', ...why });
    for (const call of [either, post, file]) call.mockRejectedValueOnce(refusal);
    either.mockResolvedValueOnce(sheet);
    file.mockResolvedValueOnce(sheet);
    expect(await provider.exportFile('lock')).toEqual({ file: sheet });
    expect(await provider.importTemplate('lock')).toBe(sheet);
    await provider.importRows('lock', '/f/1', false);
    expect([either, file, post].map(({ mock }) => mock.calls.map(([, body]) => body))).toEqual([
      [{ zone }, {}],
      [{ template: true, zone }, { template: true }],
      [
        { path: '/f/1', dryRun: false, zone },
        { path: '/f/1', dryRun: false },
      ],
    ]);
  });

  it('converts times relative to now at each call', async () => {
    vi.useFakeTimers({ now: new Date(2026, 4, 10, 12).getTime() });
    const { provider, post } = over({ list: [], total: 0 });
    const filter = { report_time_to: 'now-24h', due_from: 'now', due_to: 'now+30d', sn: 'now' };
    await provider.getList('lock', { filter });
    vi.useRealTimers();
    expect(firstCall(post)).toEqual([
      '/lock/list',
      {
        report_time_to: new Date(2026, 4, 9, 12).getTime(),
        due_from: '2026-05-10',
        due_to: '2026-06-09',
        sn: 'now',
      },
    ]);
  });

  it.each(INHERITED)('sends filters named %s to the server, which refuses them', async (name) => {
    const { provider, post } = over({ list: [], total: 0 });
    const filter = { [`${name}_from`]: 1, [`${name}_to`]: 'now', [`${name}_is`]: 'x', sn: 'A' };
    await provider.getList('lock', { filter });
    expect(firstCall(post)).toEqual(['/lock/list', filter]);
    await provider.getList('lock', { filter: { [`${name}_last`]: '24h' } });
    expect(Object.keys(Object(post.mock.calls[1]?.[1]))).toEqual([`${name}_from`, `${name}_to`]);
  });

  it('sends the parameters of a customer’s server', async () => {
    const { provider, post } = over({ records: [{ pk: 'x' }], count: 1 }, foreign);
    const filter = { report_time_from: 5, report_time_to: 6, id: 4 };
    const sort = { field: 'id', order: 'DESC' as const };
    const answer = await provider.getList('lock', { ...list, sort, filter });
    expect(firstCall(post)).toMatchObject([
      '/lock/list',
      {
        page: 2,
        rows: 20,
        sidx: 'pk',
        sord: 'DESC',
        report_timeStart: 5,
        report_timeEnd: 6,
        pk: 4,
      },
    ]);
    expect(answer.data).toEqual([{ pk: 'x', id: 'x' }]);
  });

  it.each([
    [
      'several fields',
      declared,
      'sn,id',
      'DESC,ASC',
      { sortField: 'sn,id', sortOrder: 'desc,asc' },
    ],
    ['the first field only', foreign, 'sn,id', 'DESC', { sidx: 'sn', sord: 'DESC' }],
    [
      'a field without its own order',
      declared,
      'sn,id',
      'DESC',
      { sortField: 'sn,id', sortOrder: 'desc,asc' },
    ],
  ])('sorts by %s', async (_, of, field, order, body) => {
    const { provider, post } = over({ list: [], records: [] }, of);
    await provider.getList('lock', { sort: { field, order: order as 'ASC' } });
    expect(firstCall(post)).toEqual(['/lock/list', body]);
  });

  it('uses another key name and another path', async () => {
    const { provider, post } = over({ list: [{ id: 3, ic_no: 'C1' }], total: 1 });
    const answer = await provider.getList('card', { filter: { id: ['C1'] } });
    expect(firstCall(post)).toMatchObject(['/card/findByPage', { ic_no: ['C1'] }]);
    expect(answer.data[0].id).toBe('C1');
  });

  it('searches exact matches by the title of a reference', async () => {
    const ours = over({ list: [], total: 0 });
    await ours.provider.getList('lock', { filter: { sn_is: 'A1', sn: 'A' } });
    expect(firstCall(ours.post)).toEqual(['/lock/list', { sn_is: 'A1', sn: 'A' }]);
    const theirs = over(
      { records: [], count: 0 },
      { ...foreign, wire: { ...foreign.wire, exact: 'Eq' } },
    );
    await theirs.provider.getList('lock', { filter: { sn_is: 'A1' } });
    expect(firstCall(theirs.post)).toEqual(['/lock/list', { snEq: 'A1' }]);
  });

  it('drops rows that only contain the searched text if the server matches parts', async () => {
    const wire = { ...foreign.wire, exact: '' };
    const records = ['A1', 'A10', null, 'BA1'].map((sn, pk) => ({ pk, sn }));
    const { provider, post } = over({ records, count: 44 }, { ...foreign, wire });
    const { data, total } = await provider.getList('lock', { filter: { sn_is: 'A1' } });
    expect(firstCall(post)).toEqual(['/lock/list', { sn: 'A1' }]);
    expect([data.map(({ id }) => id), total]).toEqual([[0], 41]);
    expect((await provider.getList('lock', { filter: { sn_is: '' } })).total).toBe(44);
  });

  it('reads text keys and references to them', async () => {
    const rows = [{ ic_no: '0012', lock_id: '7', owner: '0012', owners: ['0012', 13] }];
    const { provider } = over({ list: rows, total: 1 });
    const { data } = await provider.getList('card', {});
    expect(data).toEqual([{ ...rows[0], id: '0012', lock_id: 7, owners: ['0012', '13'] }]);
  });

  it.each([{ rows: [] }, { list: null, total: 0 }, { list: {} }, null, 'x'])(
    'refuses a malformed list with a message: %j',
    async (answer) => {
      await expect(over(answer).provider.getList('lock', list)).rejects.toMatchObject({
        ...{ code: 'badAnswer', message: 'badAnswer' },
      });
    },
  );

  const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i + 1 }));
  it.each([
    ['as the server counts them', { list: rows(20), total: '90' }, 90],
    ['plus one after a full page if the server does not count', { list: rows(20) }, 61],
    ['as seen after a page that is not full', { list: rows(3), total: null }, 43],
    ['as seen if the server counts fewer', { list: rows(3), total: 0 }, 43],
    ['plus one if the count is malformed', { list: rows(20), total: 'many' }, 61],
    ['as zero on an empty page if the server does not count', { list: [] }, 0],
  ])('counts rows %s', async (_, answer, total) => {
    expect((await over(answer).provider.getList('lock', list)).total).toBe(total);
  });

  it('returns no rows if no row has a value of the field', async () => {
    const row = { id: 7, report_time: 1e20, due: '2026-05-06', electric: 'full', name: 'A' };
    const { provider } = over({ list: [{ ...row, sn: { text: 'S' }, org_id: { id: 1 } }] });
    expect((await provider.getList('lock', {})).data).toEqual([
      { ...row, report_time: null, electric: null, sn: null, org_id: null },
    ]);
    const cards = over({ list: [{ ic_no: '1', owners: { a: 1 } }], total: 1 });
    expect((await cards.provider.getList('card', {})).data[0]?.owners).toBeNull();
  });

  it('skips malformed rows', async () => {
    const { provider } = over({ list: [null, 'x', [1], { id: 7 }], total: 4 });
    expect((await provider.getList('lock', {})).data).toEqual([{ id: 7 }]);
  });
});

describe('getOne and getMany', () => {
  it('reads one record', async () => {
    const { provider, post } = over({ id: 4, sn: 'A', report_time: at });
    expect((await provider.getOne('lock', { id: 4 })).data).toMatchObject({ report_time: ms });
    expect(firstCall(post)).toMatchObject(['/lock/get', { id: 4 }]);
  });

  it.each([null, [], 'x'])('refuses %j as a record', async (answer) => {
    const { provider } = over(answer);
    await expect(provider.getOne('lock', { id: 4 })).rejects.toMatchObject({ code: 'badAnswer' });
  });

  it('takes the requested key for a record without one', async () => {
    const { data } = await over({ sn: 'A1' }).provider.getOne('lock', { id: 4 });
    expect(data).toEqual({ id: 4, sn: 'A1' });
  });

  it('reads many by keys, a thousand a call', async () => {
    const { provider, post } = over({ list: [{ id: 1 }], total: 1 });
    const ids = Array.from({ length: 1500 }, (_, i) => i);
    expect((await provider.getMany('lock', { ids })).data).toHaveLength(2);
    const pages = post.mock.calls.map(([path, body]) => [path, body.id.length, body.pageSize]);
    expect(pages).toEqual([
      ['/lock/list', 1000, 1000],
      ['/lock/list', 500, 500],
    ]);
  });

  it('reads the records that refer to a record', async () => {
    const { provider, post } = over({ list: [], total: 0 });
    await provider.getManyReference('history', { ...list, target: 'sn', id: 'A', filter: {} });
    expect(firstCall(post)).toMatchObject(['/history/list', { sn_is: 'A', pageNum: 3 }]);
  });
});

describe('create, update and delete', () => {
  it('sends declared fields only, and removes the encrypted password afterwards', async () => {
    const { provider, post } = over({ id: 9 });
    const data = { sn: 'A', name: '', org_name: 'X', electric: 5, pin: '123456' };
    const created = await provider.create('lock', { data });
    expect(firstCall(post)).toMatchObject(['/lock/add', { sn: 'A', name: '', pin: '<123456>' }]);
    expect(Object.keys(post.mock.calls[0]?.[1])).toEqual(['sn', 'name', 'pin']);
    expect(created.data).toMatchObject({ id: 9, sn: 'A' });
    expect(created.data).not.toHaveProperty('pin');
  });

  it('names the time zone where the call sets the day', async () => {
    const { provider, post, either } = over({ id: 9 });
    await provider.create('visit', { data: { what: 'Seal' } });
    await provider.action('visit', 'close', [9]);
    await provider.action('visit', 'open', [9]);
    expect(firstCall(post)).toEqual(['/visit/add', { what: 'Seal', zone }]);
    expect(either.mock.calls.map(([path, body]) => [path, body])).toEqual([
      ['/visit/close', { ids: [9], zone }],
      ['/visit/open', { ids: [9] }],
    ]);
  });

  it('sends changed fields, and never a fixed field', async () => {
    const { provider, post } = over(null);
    const previousData = { id: 4, sn: 'A', name: null, status: 1, electric: 50 };
    const data = { ...previousData, sn: 'B', name: '', status: 2, electric: 60, pin: '' };
    const updated = await provider.update('lock', { id: 4, data, previousData });
    const body = { id: 4, status: 2, before: { status: 1 } };
    expect(post).toHaveBeenCalledWith('/lock/update', body, undefined);
    expect(updated.data).toMatchObject({ id: 4, status: 2 });
  });

  it('empties a field', async () => {
    const { provider, post } = over(null);
    await provider.update('lock', { id: 4, data: { name: null }, previousData: { name: 'x' } });
    expect(post.mock.calls[0]?.[1]).toEqual({ id: 4, name: null, before: { name: 'x' } });
  });

  it.each([
    ['for a new password', { pin: '1' }, declared, { id: 4, pin: '<1>', before: {} }],
    ['without a record opened before', { status: 2 }, declared, { id: 4, status: 2 }, null],
    ['to a server that does not compare it', { status: 2 }, foreign, { pk: 4, status: 2 }],
  ] as const)('sends no previous value %s', async (_, data, of, body, before?: null) => {
    const { provider, post } = over(null, of);
    await provider.update('lock', {
      id: 4,
      data,
      previousData: (before === null ? undefined : {}) as never,
    });
    expect(post.mock.calls[0]?.[1]).toEqual(body);
  });

  it('changes many records one after the other, and stops at a refusal', async () => {
    const { provider, post } = over(null);
    post.mockResolvedValueOnce(null).mockRejectedValueOnce(new Error('No'));
    await expect(
      provider.updateMany('lock', { ids: [1, 2, 3], data: { status: 2 } }),
    ).rejects.toThrow('No');
    expect(post.mock.calls.map(([, body]) => body.id)).toEqual([1, 2]);
  });

  it.each([
    [
      'one',
      (of: ConsoleDataProvider) => of.delete('lock', { id: 4, previousData: { id: 4 } }),
      [4],
    ],
    ['many', (of: ConsoleDataProvider) => of.deleteMany('lock', { ids: [4, 5] }), [4, 5]],
  ])('deletes %s', async (_, remove, ids) => {
    const { provider, post } = over({ deleted: ids.length });
    await remove(provider);
    expect(firstCall(post)).toMatchObject(['/lock/delete', { ids }]);
  });
});

describe('other methods', () => {
  it.each<[string, (of: ConsoleDataProvider) => Promise<unknown>, unknown[]]>([
    [
      'a command',
      (of) => of.command('vibration', ['A', 'B'], { value: 3 }),
      ['/command/vibration', { sns: ['A', 'B'], value: 3 }],
    ],
    [
      'a command with an encrypted secret',
      (of) => of.command('openingCode', ['A'], { code: '123456', hours: 2 }),
      ['/command/openingCode', { sns: ['A'], code: '<123456>', hours: 2 }],
    ],
    [
      'cancelling',
      (of) => of.cancelTickets(['1']),
      ['/appointmentCommandRecord/cancel', { ids: ['1'] }],
    ],
    [
      'resending',
      (of) => of.resendTickets(['1']),
      ['/appointmentCommandRecord/resend', { ids: ['1'] }],
    ],
    [
      'an import',
      (of) => of.importRows('lock', '/f/1', true),
      ['/lock/import', { path: '/f/1', dryRun: true, zone }],
    ],
    ['a snapshot', (of) => of.liveSnapshot(), ['/live/snapshot', {}]],
    [
      'a part of a snapshot',
      (of) => of.livePart('7:1,2,3,4'),
      ['/live/snapshot', { part: '7:1,2,3,4' }],
    ],
    ['changes', (of) => of.liveChanges('7'), ['/live/changes', { cursor: '7' }]],
    ['anything else', (of) => of.call('/x/y', { a: 1 }), ['/x/y', { a: 1 }]],
  ])('makes the call of %s', async (_, run, call) => {
    const { provider, post } = over({});
    await run(provider);
    expect(firstCall(post)).toEqual(call);
  });

  it('fetches a template', async () => {
    const { provider, file } = over({});
    expect(await provider.importTemplate('lock')).toBe(sheet);
    expect(file.mock.calls[0]).toEqual(['/lock/import', { template: true, zone }]);
  });

  it.each<[string, ExportQuery | undefined, typeof declared, unknown, object, object]>([
    [
      'selected rows',
      { filter: { sn: 'A' }, sort: list.sort, columns: ['sn'], ids: [1] },
      declared,
      sheet,
      { sn: 'A', id: [1], sortField: 'sn', sortOrder: 'desc', columns: ['sn'] },
      { file: sheet },
    ],
    ['all rows', undefined, declared, sheet, {}, { file: sheet }],
    ['as a job', { job: true }, declared, { job: 7 }, { job: true }, { job: 7 }],
    ['on a server without jobs', { job: true }, foreign, sheet, {}, { file: sheet }],
    [
      'as a job with an immediate file',
      { job: true },
      declared,
      sheet,
      { job: true },
      { file: sheet },
    ],
  ])('exports %s', async (_, query, of, answer, body, result) => {
    const { provider, either } = over(answer, of);
    expect(await provider.exportFile('lock', query)).toEqual(result);
    expect(firstCall(either)).toEqual(['/lock/export', { zone, ...body }]);
  });

  it.each([
    [
      'reports its results',
      { done: 1, failed: [{ id: 2, why: 'No' }] },
      { done: 1, failed: [{ id: 2, why: 'No' }] },
    ],
    ['has an empty answer', null, { done: 2, failed: [] }],
    ['returns a file', sheet, sheet],
  ])('reads the result of an action that %s', async (_, answer, result) => {
    const { provider, either } = over(answer);
    expect(await provider.action('lock', 'reset', [1, 2], { pin: '12', note: 'x' })).toEqual(
      result,
    );
    expect(firstCall(either)).toEqual(['/lock/reset', { ids: [1, 2], pin: '<12>', note: 'x' }]);
  });

  it('previews the records to add', async () => {
    const answer = { total: 2, samples: ['A1'], problems: [] };
    const { provider, post } = over(answer);
    expect(await provider.preview('lock', { sn: 'A1', pin: '1', org_name: 'X' })).toEqual(answer);
    expect(firstCall(post)).toEqual(['/lock/preview', { sn: 'A1', pin: '<1>' }]);
  });

  it('counts in groups', async () => {
    const { provider, post } = over({ groups: [{ value: 1, count: 3 }] });
    const query = {
      by: 'status',
      zone: 'Asia/Shanghai',
      filter: { sn: 'A', name: '', report_time_from: 5 },
    };
    expect(await provider.count('lock', query)).toEqual({ groups: [{ value: 1, count: 3 }] });
    expect(firstCall(post)).toEqual([
      '/lock/count',
      { by: 'status', zone: 'Asia/Shanghai', sn: 'A', report_time_from: 5 },
    ]);
  });

  it('sends the purpose of an upload', async () => {
    const { provider, upload } = over({});
    const rows = new File([''], 'a.xlsx');
    expect(await provider.upload(rows, 'import')).toEqual({ path: '/f/1' });
    expect(upload.mock.calls[0]?.slice(0, 3)).toEqual([
      '/file/upload',
      rows,
      { purpose: 'import' },
    ]);
  });
});

describe('a place in two columns', () => {
  it.each([
    [
      { lat: 1, lon: 2 },
      { lat: 1, lon: 2 },
    ],
    [
      { lat: '1.5', lon: '2' },
      { lat: 1.5, lon: 2 },
    ],
    [{ lat: 1, lon: null }, null],
    [{}, undefined],
  ])('in %o is read as %o', async (columns, place) => {
    const { provider } = over({ id: 1, ...columns });
    expect((await provider.getOne('spot', { id: 1 })).data.place).toEqual(place);
  });

  it.each([
    [{ place: { lat: 3, lon: 2 } }, { lat: 3, before: { lat: 1 } }],
    [{ place: null }, { lat: null, lon: null, before: { lat: 1, lon: 2 } }],
    [{ label: 'x' }, { label: 'x', before: { label: null } }],
  ])('is sent from %o as %o', async (data, body) => {
    const { provider, post } = over(null);
    const previousData = { id: 1, place: { lat: 1, lon: 2 } };
    await provider.update('spot', { id: 1, data, previousData });
    expect(post.mock.calls[0]?.[1]).toEqual({ id: 1, ...body });
  });

  it('shows its refusal under one field', async () => {
    const { provider, post } = over(null);
    const refusal = new ApiError('No', {
      kind: 'business',
      code: 'conflict',
      fields: { lat: 'Too far', label: 'Odd' },
      data: { current: { id: 1, lat: 5, lon: 6 }, fields: { lon: 'Changed' } },
    });
    post.mockRejectedValue(refusal);
    await expect(
      provider.create('spot', { data: { place: { lat: 1, lon: 2 } } }),
    ).rejects.toMatchObject({
      message: 'No',
      code: 'conflict',
      fields: { place: 'Too far', label: 'Odd' },
      data: { current: { place: { lat: 5, lon: 6 } }, fields: { place: 'Changed' } },
    });
    expect(firstCall(post)).toEqual(['/spot/add', { lat: 1, lon: 2 }]);
  });
});
