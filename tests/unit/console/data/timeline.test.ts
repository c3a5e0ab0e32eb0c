import { describe, expect, it, vi } from 'vitest';
import { defineConsole, entity, f } from '../../../../src/config';
import { createDataProvider } from '../../../../src/console/data';
import type { Http } from '../../../../src/console/data/http';
import { RELATED_EVENTS } from '../../../../src/domain/timeline';
import { ApiError } from '../../../../src/protocol';

const visit = entity('visit', ['Visit', '到访'], {
  fields: {
    create_time: f.datetime(['Time', '时间']),
    sn: f.text(['SN', '设备号'], { indexed: true }),
    kind: f.number(['Kind', '类型']),
  },
  record: { time: 'create_time' },
  side: {
    timeField: 'create_time',
    story: [
      { entity: 'visit', foreignField: 'sn', localField: 'sn', eventField: 'kind' },
      { entity: 'parcel', foreignField: 'sn', localField: 'sn', eventField: 'sn' },
    ],
  },
});
const gate = entity('gate', ['Gate', '闸口'], {
  fields: { sn: f.text(['SN', '设备号']) },
  timeline: {
    third: {
      entity: 'visit',
      foreignField: 'sn',
      localField: 'sn',
      filter: { kind: 3 },
      label: ['Third', '三'],
      icon: 'log',
      title: ['kind'],
    },
    any: {
      entity: 'visit',
      foreignField: 'sn',
      localField: 'sn',
      label: ['Any', '任意'],
      icon: 'log',
      title: ['kind'],
    },
    parcel: {
      entity: 'parcel',
      foreignField: 'sn',
      localField: 'sn',
      label: ['Parcels', '包裹'],
      icon: 'log',
      title: ['create_time'],
    },
  },
});
const parcel = entity('parcel', ['Parcel', '包裹'], {
  fields: {
    create_time: f.datetime(['Time', '时间']),
    sn: f.text(['SN', '设备号'], { indexed: true }),
  },
  record: { time: 'create_time' },
});
const declared = defineConsole({ entities: [visit, gate, parcel], pages: {} });

const record = { id: 7, sn: 'A1' };
const noon = Date.UTC(2026, 2, 10, 12);
const visits = [
  { id: 2, sn: 'A1', kind: 3, create_time: noon + 2 },
  { id: 1, sn: 'A1', kind: 4, create_time: noon + 1 },
];

/** Creates a server with or without a timeline call. */
const server = (has: boolean | object, wire: Partial<(typeof declared)['wire']> = {}) => {
  const post = vi.fn(async (path: string, body: { kind?: number }) => {
    if (path === '/gate/timeline') {
      if (!has) throw new ApiError('No such call', { kind: 'business', code: 'notFound' });
      return has === true ? { list: [], next: null, kinds: ['any'] } : has;
    }
    if (path === '/visit/story') {
      if (!has) throw new ApiError('No such call', { kind: 'business', code: 'notFound' });
      return has === true ? { list: [] } : has;
    }
    const list = visits.filter(({ kind }) => body.kind === undefined || kind === body.kind);
    return { list, total: list.length };
  });
  const http = { post } as unknown as Http;
  const of = { ...declared, wire: { ...declared.wire, ...wire } };
  const encrypt = async (password: string) => password;
  return {
    provider: createDataProvider({
      http,
      declared: of,
      encrypt,
      failureText: (failure) => failure,
    }),
    post,
  };
};

const readable = new Set(['visit', 'gate']);

describe('a timeline', () => {
  it('is one call of a server that has it', async () => {
    const { provider, post } = server(true);
    const end = { before: noon, seen: ['visit:9'] };
    const page = await provider.timeline('gate', { record, kinds: ['any'], end, readable });
    expect(page).toEqual({ list: [], next: null, kinds: ['any'] });
    expect(post.mock.calls.map((call) => call.slice(0, 2))).toEqual([
      ['/gate/timeline', { id: 7, kinds: ['any'], ...end }],
    ]);
  });

  it.each([
    ['does not know the call', server(false), 3],
    ['answers nothing of it', server({ odd: 1 }), 3],
    ['is said to have none', server(true, { timeline: false }), 2],
  ])('is put together of lists where the server %s', async (_, { provider, post }, calls) => {
    const page = await provider.timeline('gate', { record, readable });
    expect(page.list.map(({ kind, id }) => [kind, id])).toEqual([
      ['third', 2],
      ['any', 1],
    ]);
    expect(page.kinds).toEqual(['third', 'any']);
    expect(post).toHaveBeenCalledTimes(calls);
    expect(post.mock.calls.at(-1)?.[1]).toMatchObject({ sn_is: 'A1', sortField: 'create_time' });
  });

  it('has nothing of what may not be read', async () => {
    const { provider, post } = server(true, { timeline: false });
    const page = await provider.timeline('gate', { record, readable: new Set(['gate']) });
    expect(page).toEqual({ list: [], next: null, kinds: [] });
    expect(post).not.toHaveBeenCalled();
  });
});

describe('a story', () => {
  const [visited = { id: 0 }] = visits;

  it('is one call of a server that has it', async () => {
    const { provider, post } = server(true);
    expect(await provider.story('visit', { record: visited, readable })).toEqual([]);
    const entry = { entity: 'visit', id: 1, time: noon, record: {} };
    const malformedEntries = [null, {}, { ...entry, time: '1' }, { ...entry, record: null }, entry];
    const another = server({ list: malformedEntries }).provider;
    expect(await another.story('visit', { record: visited, readable })).toEqual([entry]);
    expect(post.mock.calls.map((call) => call.slice(0, 2))).toEqual([['/visit/story', { id: 2 }]]);
  });

  it.each([
    ['does not know the call', server(false), 2],
    ['answers nothing of it', server({ list: 'x' }), 2],
    ['is said to have none', server(true, { timeline: false }), 1],
  ])('is put together of lists where the server %s', async (_, { provider, post }, calls) => {
    const list = await provider.story('visit', { record: visited, readable });
    expect(list.map(({ id, time }) => [id, time - noon])).toEqual([
      [2, 2],
      [1, 1],
    ]);
    expect(post).toHaveBeenCalledTimes(calls);
    expect(post.mock.calls.at(-1)?.[1]).toMatchObject({
      sn_is: 'A1',
      create_time_from: noon + 2 - RELATED_EVENTS.window,
      create_time_to: noon + 2 + RELATED_EVENTS.window,
    });
  });

  it('has nothing of what may not be read', async () => {
    const { provider, post } = server(true, { timeline: false });
    expect(await provider.story('visit', { record: visited, readable: new Set() })).toEqual([]);
    expect(post).not.toHaveBeenCalled();
  });
});

describe('a list that fails', () => {
  const [visited = { id: 0 }] = visits;
  const all = new Set(['visit', 'gate', 'parcel']);
  const failing = (failures: Readonly<Record<string, ApiError>>) => {
    const { provider, post } = server(true, { timeline: false });
    const answer = post.getMockImplementation();
    post.mockImplementation(async (path, body) => {
      const failure = failures[path];
      if (failure) throw failure;
      return answer?.(path, body) as never;
    });
    const calls = (path: string) => post.mock.calls.filter(([called]) => called === path).length;
    return { provider, calls };
  };
  const missing = new ApiError('404', { kind: 'http', code: 'http', status: 404 });
  const broken = new ApiError('Not today', { kind: 'business', code: 'E5000' });

  it.each([
    ['is missing', missing, 1],
    ['is refused', broken, 2],
  ])('is left out where it %s, and the rest stands', async (_, failure, asked) => {
    const { provider, calls } = failing({ '/parcel/list': failure });
    for (let i = 0; i < 2; i++) {
      const page = await provider.timeline('gate', { record, readable: all });
      expect(page.list.map(({ kind }) => kind)).toEqual(['third', 'any']);
      expect(page.kinds).toEqual(['third', 'any']);
    }
    // What the server lacks it is not asked for again.
    expect(calls('/parcel/list')).toBe(asked);
    const story = await provider.story('visit', { record: visited, readable: all });
    expect(story.map(({ id }) => id)).toEqual([2, 1]);
  });

  it('offers no kind of it beside those that are chosen', async () => {
    const { provider } = failing({ '/parcel/list': missing });
    await provider.timeline('gate', { record, readable: all });
    const page = await provider.timeline('gate', { record, kinds: ['any'], readable: all });
    expect(page.kinds).toEqual(['third', 'any']);
  });

  it('is told where no other answers', async () => {
    const { provider } = failing({ '/visit/list': broken, '/parcel/list': missing });
    await expect(provider.timeline('gate', { record, readable: all })).rejects.toBe(broken);
    await expect(provider.story('visit', { record: visited, readable: all })).rejects.toBe(broken);
  });

  it('of a server that has none of them leaves a timeline empty', async () => {
    const { provider } = failing({ '/visit/list': missing, '/parcel/list': missing });
    const page = await provider.timeline('gate', { record, readable: all });
    expect(page).toEqual({ list: [], next: null, kinds: [] });
  });
});

it('a server without the call is asked for its timeline once', async () => {
  const { provider, post } = server(false);
  await provider.timeline('gate', { record, readable });
  await provider.timeline('gate', { record, readable });
  expect(post.mock.calls.filter(([path]) => path === '/gate/timeline')).toHaveLength(1);
});
