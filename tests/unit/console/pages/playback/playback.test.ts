import { describe, expect, it } from 'vitest';
import {
  parsePlaybackAddress,
  playbackSearch,
} from '../../../../../src/console/pages/playback/address';
import { trackDurationText } from '../../../../../src/console/pages/playback/measures';
import {
  markOfAlarm,
  markOfHistory,
  readTracks,
} from '../../../../../src/console/pages/playback/playbackData';
import { ApiError } from '../../../../../src/protocol';

const request = { sns: ['A 1', 'B&2'], from: 1_700_000_000_000, to: 1_700_001_800_000 };

describe('a playback address', () => {
  const { sns, from, to } = request;
  it.each([
    { sns, frame: { from, to }, at: from + 60_000 },
    { sns, frame: { from, to }, at: undefined },
    { sns, day: '2026-11-24' },
    { sns, day: undefined },
  ])('is read back as written: %j', (address) =>
    expect(parsePlaybackAddress(new URLSearchParams(playbackSearch(address)))).toEqual(address),
  );

  it('takes ISO times, and each lock once', () => {
    const search = new URLSearchParams('sn=A&sn=A&from=2024-05-01T00:00:00Z&to=1714521660000');
    expect(parsePlaybackAddress(search)).toEqual({
      sns: ['A'],
      frame: { from: 1_714_521_600_000, to: 1_714_521_660_000 },
      at: undefined,
    });
  });

  it('opens the half hour around a time alone', () => {
    const search = new URLSearchParams(`sn=A&day=2023-11-14&at=${from}`);
    expect(parsePlaybackAddress(search)).toEqual({
      sns: ['A'],
      frame: { from: from - 600_000, to: from + 1_200_000 },
      at: from,
    });
  });

  it.each(['', 'from=5', 'from=x&to=y', 'from=9&to=9', 'day=2026-02-30', 'day=today'])(
    'has only locks without a valid frame or day: %s',
    (search) =>
      expect(parsePlaybackAddress(new URLSearchParams(`sn=A&${search}`))).toEqual({
        sns: ['A'],
        day: undefined,
      }),
  );
});

/** Creates a server that has only lists, in pages of its own size. */
const listing = (count: number, maxRows: number, refusal: unknown) => {
  const pages: number[] = [];
  return {
    pages,
    call: async () => {
      if (refusal instanceof Error) throw refusal;
      return refusal as never;
    },
    getList: async (_: string, { pagination }: { pagination?: unknown }) => {
      const { page, perPage } = pagination as { page: number; perPage: number };
      const size = Math.min(perPage, maxRows);
      pages.push(page);
      const data = Array.from({ length: count }, (_, i) => ({
        id: i,
        create_time: request.from + i * 1000,
        lat: 30 + i * 1e-4,
        lon: 114,
      })).slice((page - 1) * size, page * size);
      return { data: data as never[], total: Math.min(count, 10_001) };
    },
  };
};

describe('readTracks', () => {
  const unknownCalls = [
    new ApiError('404', { kind: 'http', code: 'http', status: 404 }),
    new ApiError('?', { kind: 'http', code: 'badAnswer' }),
    new ApiError('No such path', { kind: 'business', code: '404' }),
    null,
    {},
  ];
  it.each(unknownCalls)('reads record lists if the server answers %s', async (refusal) => {
    const server = listing(2_500, 1000, refusal);
    const tracks = await readTracks(server, { ...request, sns: ['A'] });
    expect(tracks.map(({ sn, size, more }) => [sn, size, more])).toEqual([['A', 2_500, false]]);
    expect(server.pages).toEqual([1, 2, 3]);
  });

  it('follows the page size of the server', async () => {
    const server = listing(250, 100, null);
    const [track] = await readTracks(server, { ...request, sns: ['A'] });
    expect(Array.from(track?.at ?? [])).toEqual(
      Array.from({ length: 250 }, (_, i) => request.from + i * 1000),
    );
  });

  it.each(['invalid', 'noPermission'])('reports a refusal: %s', async (code) => {
    const server = listing(10, 10, new ApiError('No', { kind: 'business', code }));
    await expect(readTracks(server, request)).rejects.toThrow('No');
    expect(server.pages).toEqual([]);
  });
});

describe('history marks', () => {
  const at = { id: 1, create_time: 5 };
  it.each([
    [{ lock_action: 5, lock_status: 1 }, 'swiped'],
    [{ lock_action: 9, lock_status: 2 }, 'swiped'],
    [{ lock_action: 14, lock_status: 2 }, 'swiped'],
    [{ lock_action: 1, lock_status: 1 }, 'unlocked'],
    [{ lock_action: 12, lock_status: 2 }, 'locked'],
    [{ lock_action: null, lock_status: 2 }, 'locked'],
    [{ lock_action: null, lock_status: 0 }, 'unlocked'],
  ] as const)('show %j as %s', (record, kind) => {
    expect(markOfHistory({ ...at, ...record })).toMatchObject({ kind, at: 5 });
  });

  it('name the person, the card and the alarm', () => {
    const record = { ...at, lock_action: 5, operate_name: 'Li', icc_card_no: 'AB12' } as const;
    expect(markOfHistory(record)).toMatchObject({
      actor: ['Card AB12', '卡 AB12'],
      label: ['RFID card unseal', '刷卡解封'],
    });
    // Without an action, the state that the lock has now.
    expect(markOfHistory({ ...at, lock_action: null, lock_status: 1 })).toMatchObject({
      actor: ['On site', '现场'],
      label: ['Unsealed (lock open)', '已解封（锁打开）'],
    });
    expect(markOfAlarm({ ...at, police_type: 1011 })).toMatchObject({
      kind: 'alarm',
      label: ['Vibration', '震动报警'],
    });
  });
});

describe('durations', () => {
  it.each([
    [40_000, '40 s', '40 秒'],
    [720_000, '12 min', '12 分'],
    [3_600_000, '1 h', '1 小时'],
    [7_500_000, '2 h 5 min', '2 小时 5 分'],
  ])('of %d ms have a text in each language', (ms, en, zh) =>
    expect([trackDurationText(ms, 'en'), trackDurationText(ms, 'zh')]).toEqual([en, zh]),
  );
});
