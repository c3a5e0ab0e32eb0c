import { describe, expect, it, vi } from 'vitest';
import { type ConsoleDataProvider, createDataProvider } from '../../../../src/console/data';
import type { Http } from '../../../../src/console/data/call';
import { declared, foreign } from './declared';

/** A provider over a server that answers the same to everything. */
const over = (answer: unknown, of = declared) => {
  const post = vi.fn().mockResolvedValue(answer);
  const file = vi.fn().mockResolvedValue({ name: 'a.xlsx' });
  const upload = vi.fn().mockResolvedValue({ path: '/f/1' });
  const http: Http = { post, file, upload };
  const encrypt = async (password: string) => `<${password}>`;
  const provider = createDataProvider({ http, declared: of, encrypt });
  return { provider, post, file, upload };
};

/** Path and body of the first call. */
const asked = ({ mock }: { mock: { calls: unknown[][] } }) => mock.calls[0]?.slice(0, 2);

const at = '2024-01-02 03:04:05';
const ms = new Date(2024, 0, 2, 3, 4, 5).getTime();
const list = {
  pagination: { page: 3, perPage: 20 },
  sort: { field: 'sn', order: 'DESC' as const },
};

describe('getList', () => {
  it('asks as our server wants it', async () => {
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

  it('asks as a customer wants it', async () => {
    const { provider, post } = over({ records: [{ pk: 'x' }], count: 1 }, foreign);
    const filter = { report_time_from: 5, report_time_to: 6, id: 4 };
    const sort = { field: 'id', order: 'DESC' as const };
    const answer = await provider.getList('lock', { ...list, sort, filter });
    expect(asked(post)).toMatchObject([
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

  it('knows a key of another name and a path of its own', async () => {
    const { provider, post } = over({ list: [{ id: 3, ic_no: 'C1' }], total: 1 });
    const answer = await provider.getList('card', { filter: { id: ['C1'] } });
    expect(asked(post)).toMatchObject(['/card/findByPage', { ic_no: ['C1'] }]);
    expect(answer.data[0].id).toBe('C1');
  });

  it('refuses what is no list', async () => {
    await expect(over({ rows: [] }).provider.getList('lock', list)).rejects.toMatchObject({
      code: 'badAnswer',
    });
  });
});

describe('records by id', () => {
  it('gets one', async () => {
    const { provider, post } = over({ id: 4, sn: 'A', report_time: at });
    expect((await provider.getOne('lock', { id: 4 })).data).toMatchObject({ report_time: ms });
    expect(asked(post)).toMatchObject(['/lock/get', { id: 4 }]);
  });

  it('gets many by a list, a thousand at a time', async () => {
    const { provider, post } = over({ list: [{ id: 1 }], total: 1 });
    const ids = Array.from({ length: 1500 }, (_, i) => i);
    expect((await provider.getMany('lock', { ids })).data).toHaveLength(2);
    const pages = post.mock.calls.map(([path, body]) => [path, body.id.length, body.pageSize]);
    expect(pages).toEqual([
      ['/lock/list', 1000, 1000],
      ['/lock/list', 500, 500],
    ]);
  });

  it('gets those that refer to one', async () => {
    const { provider, post } = over({ list: [], total: 0 });
    await provider.getManyReference('history', { ...list, target: 'sn', id: 'A', filter: {} });
    expect(asked(post)).toMatchObject(['/history/list', { sn: 'A', pageNum: 3 }]);
  });
});

describe('writing', () => {
  it('adds declared fields alone, passwords encrypted and forgotten', async () => {
    const { provider, post } = over({ id: 9 });
    const data = { sn: 'A', name: '', org_name: 'X', electric: 5, pin: '123456' };
    const created = await provider.create('lock', { data });
    expect(asked(post)).toMatchObject(['/lock/add', { sn: 'A', name: '', pin: '<123456>' }]);
    expect(Object.keys(post.mock.calls[0]?.[1])).toEqual(['sn', 'name', 'pin']);
    expect(created.data).toMatchObject({ id: 9, sn: 'A' });
    expect(created.data).not.toHaveProperty('pin');
  });

  it('changes what was changed, and never what is fixed', async () => {
    const { provider, post } = over(null);
    const previousData = { id: 4, sn: 'A', name: null, status: 1, electric: 50 };
    const data = { ...previousData, sn: 'B', name: '', status: 2, electric: 60, pin: '' };
    const updated = await provider.update('lock', { id: 4, data, previousData });
    expect(post).toHaveBeenCalledWith('/lock/update', { id: 4, status: 2 }, undefined);
    expect(updated.data).toMatchObject({ id: 4, status: 2 });
  });

  it('empties a field', async () => {
    const { provider, post } = over(null);
    await provider.update('lock', { id: 4, data: { name: null }, previousData: { name: 'x' } });
    expect(post.mock.calls[0]?.[1]).toEqual({ id: 4, name: null });
  });

  it('changes many one after the other, and stops at a refusal', async () => {
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
    expect(asked(post)).toMatchObject(['/lock/delete', { ids }]);
  });
});

describe('what seals need besides', () => {
  it.each<[string, (of: ConsoleDataProvider) => Promise<unknown>, unknown[]]>([
    [
      'a command',
      (of) => of.command('vibration', ['A', 'B'], { value: 3 }),
      ['/command/vibration', { sns: ['A', 'B'], value: 3 }],
    ],
    [
      'calling off',
      (of) => of.cancelTickets(['1']),
      ['/appointmentCommandRecord/cancel', { ids: ['1'] }],
    ],
    [
      'sending again',
      (of) => of.resendTickets(['1']),
      ['/appointmentCommandRecord/resend', { ids: ['1'] }],
    ],
    [
      'an import',
      (of) => of.importRows('lock', '/f/1', true),
      ['/lock/import', { path: '/f/1', dryRun: true }],
    ],
    ['a snapshot', (of) => of.liveSnapshot(), ['/live/snapshot', {}]],
    ['changes', (of) => of.liveChanges('7'), ['/live/changes', { cursor: '7' }]],
    ['anything else', (of) => of.call('/x/y', { a: 1 }), ['/x/y', { a: 1 }]],
  ])('makes the call of %s', async (_, run, call) => {
    const { provider, post } = over({});
    await run(provider);
    expect(asked(post)).toEqual(call);
  });

  it.each<[string, (of: ConsoleDataProvider) => Promise<unknown>, unknown[]]>([
    [
      'an export',
      (of) =>
        of.exportFile('lock', { filter: { sn: 'A' }, sort: list.sort, columns: ['sn'], ids: [1] }),
      ['/lock/export', { sn: 'A', id: [1], sortField: 'sn', sortOrder: 'desc', columns: ['sn'] }],
    ],
    ['an export of everything', (of) => of.exportFile('lock'), ['/lock/export', {}]],
    ['a template', (of) => of.importTemplate('lock'), ['/lock/import', { template: true }]],
  ])('fetches the file of %s', async (_, run, call) => {
    const { provider, file } = over({});
    await run(provider);
    expect(file.mock.calls[0]).toEqual(call);
  });

  it('names the purpose of an upload', async () => {
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
