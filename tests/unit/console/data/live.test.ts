import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createLive,
  type Fleet,
  isLive,
  type Live,
  refetchOnLiveChanges,
} from '../../../../src/console/data';
import {
  LIVE_COLUMNS,
  type LiveChanges,
  type LiveDevice,
  type LiveRow,
} from '../../../../src/domain/live';
import { ApiError } from '../../../../src/protocol';
import {
  alertRecord,
  appointmentCommandRecord,
  commandBatch,
  device,
  factory,
  lockHistory,
} from '../../../../src/resources';
import { declared } from './declared';

const row = (sn: string, status = 2): LiveRow =>
  LIVE_COLUMNS.map((name) => (name === 'sn' ? sn : name === 'status' ? status : 0));

const alarmed = (alarms: number): LiveRow =>
  row('A').map((value, at) => (LIVE_COLUMNS[at] === 'alarms' ? alarms : value));

const quiet: LiveChanges = { cursor: 'c', rows: [], gone: [], tickets: [] };
const ticket = { id: '1', sn: 'A', cmd: 'seal', state: 'success', message: null } as const;

const error = (code: string, kind: 'business' | 'network' | 'session' = 'business') =>
  new ApiError(code, { kind, code });

let live: Live;
const liveSnapshot = vi.fn();
const livePart = vi.fn();
const liveChanges = vi.fn();

/** Queues answers, each with a delay in ms. Afterwards no answer comes. */
const answers = (...replies: readonly (readonly [after: number, answer: unknown])[]) => {
  for (const [after, answer] of replies) {
    liveChanges.mockImplementationOnce(
      () =>
        new Promise((resolve, reject) => {
          const settle = () => (answer instanceof Error ? reject(answer) : resolve(answer));
          if (after === 0) settle();
          else setTimeout(settle, after);
        }),
    );
  }
};

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('createLive', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    liveSnapshot.mockReset().mockResolvedValue({ cursor: 's', rows: [row('A'), row('B')] });
    liveChanges.mockReset().mockImplementation(() => new Promise(() => {}));
    livePart.mockReset();
    live = createLive({ liveSnapshot, livePart, liveChanges });
  });

  afterEach(() => {
    live.stop();
    vi.useRealTimers();
    vi.mocked(Math.random).mockRestore();
  });

  it('takes a snapshot, then changes from its cursor on', async () => {
    const fleet = vi.fn();
    const tickets = vi.fn();
    live.fleet.subscribe(fleet);
    live.tickets(tickets);
    answers([3000, { cursor: 'c1', rows: [row('A', 1)], gone: ['B'], tickets: [ticket] }]);
    expect(live.state()).toMatchObject({ connected: false, failed: false, lastAnswer: null });
    live.start(1);
    live.start(1);
    await pass(0);
    expect(liveSnapshot).toHaveBeenCalledTimes(1);
    expect(fleet.mock.lastCall).toEqual([[0, 1], []]);
    expect([live.fleet.snAt(0), live.fleet.snAt(1)]).toEqual(['A', 'B']);
    expect(live.state()).toMatchObject({ connected: true });
    await pass(4000);
    expect(liveChanges.mock.calls.map(([cursor]) => cursor)).toEqual(['s', 'c1']);
    expect(fleet.mock.lastCall).toEqual([[0, 1], ['B']]);
    expect(tickets).toHaveBeenCalledWith([ticket]);
    expect(live.fleet.get('A')?.status).toBe(1);
    expect(live.fleet.get('B')).toBeUndefined();
  });

  it.each<[string, LiveChanges, number]>([
    ['as the server counts them', { ...quiet, alarms: 2 }, 1],
    [
      'not if the server counts none, whatever its devices have',
      { ...quiet, alarms: 0, rows: [alarmed(3)] },
      0,
    ],
    ['by its devices if the server does not count', { ...quiet, rows: [alarmed(3)] }, 1],
    ['not if devices have as many as before', { ...quiet, rows: [alarmed(0)] }, 0],
  ])('reports alarms %s', async (_, answer, times) => {
    const alarms = vi.fn();
    live.alarms(alarms);
    answers([0, answer]);
    live.start(1);
    await pass(3000);
    expect(liveChanges).toHaveBeenCalled();
    expect(alarms).toHaveBeenCalledTimes(times);
  });

  it('notifies a listener until it unsubscribes', async () => {
    const fleet = vi.fn();
    const end = live.fleet.subscribe(fleet);
    live.start(1);
    await pass(0);
    expect(fleet).toHaveBeenCalledTimes(1);
    end();
    answers([0, { ...quiet, rows: [row('A', 1)] }]);
    await pass(3000);
    expect(fleet).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['news', { ...quiet, rows: [row('A', 1)] }, 1000],
    ['no news', quiet, 5000],
  ])('pauses between calls to a server that answers at once: %s', async (_, answer, rest) => {
    answers([10, answer]);
    live.start(1);
    await pass(0);
    expect(liveChanges).toHaveBeenCalledTimes(1);
    await pass(rest - 1);
    expect(liveChanges).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(liveChanges).toHaveBeenCalledTimes(2);
  });

  it('calls at once after a server that held the call', async () => {
    answers([8000, quiet]);
    live.start(1);
    await pass(0);
    await pass(8000);
    expect(liveChanges).toHaveBeenCalledTimes(2);
  });

  it('backs off while the server fails, and reports it', async () => {
    const failures = Array.from({ length: 8 }, () => [0, error('network', 'network')] as const);
    answers(...failures);
    live.start(1);
    await pass(0);
    expect(live.state()).toMatchObject({ connected: false });
    for (const [i, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await pass(seconds * 1000 - 1);
      expect(liveChanges).toHaveBeenCalledTimes(i + 1);
      await pass(1);
      expect(liveChanges).toHaveBeenCalledTimes(i + 2);
    }
    expect(liveSnapshot).toHaveBeenCalledTimes(1);
  });

  it('calls at once when the browser is back online', async () => {
    const target = new EventTarget();
    vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
    vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
    answers([0, error('network', 'network')]);
    live.start(1);
    await pass(0);
    expect(liveChanges).toHaveBeenCalledTimes(1);
    target.dispatchEvent(new Event('online'));
    await pass(0);
    expect(liveChanges).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });

  it('takes a new snapshot if its cursor is too old, and reports the devices that left', async () => {
    const fleet = vi.fn();
    live.fleet.subscribe(fleet);
    answers([0, error('expired')]);
    live.start(1);
    await pass(0);
    liveSnapshot.mockResolvedValue({ cursor: 's2', rows: [row('B'), row('C')] });
    await pass(2000);
    expect(fleet.mock.lastCall?.[1]).toEqual(['A']);
    expect(liveChanges.mock.lastCall?.[0]).toBe('s2');
  });

  it.each([
    ['the session is lost', error('sessionTimeOut', 'session')],
    ['the menus grant no device', error('noPermission')],
  ])('stops when %s', async (_, refusal) => {
    liveSnapshot.mockRejectedValue(refusal);
    live.start(1);
    await pass(600_000);
    expect(liveSnapshot).toHaveBeenCalledTimes(1);
  });

  it('continues from its last cursor', async () => {
    live.start(1);
    await pass(0);
    live.stop();
    expect(liveChanges.mock.lastCall?.[1].aborted).toBe(true);
    live.start(1);
    await pass(0);
    expect(liveSnapshot).toHaveBeenCalledTimes(1);
    expect(liveChanges.mock.lastCall?.[0]).toBe('s');
  });

  describe('for a fleet in parts', () => {
    const part = (id: string, west: number, south: number, count = 1) => ({
      id,
      count,
      box: [west, south, west + 1, south + 1] as const,
    });
    const parts = [
      part('far', 0, 0),
      { id: 'nowhere', count: 1, box: null },
      part('near', 100, 30),
    ];
    const index = { cursor: 's', total: 3, parts };
    /** Requested parts, and the functions that answer them. */
    let requestedParts: string[] = [];
    let settle = new Map<string, (error?: Error) => void>();

    beforeEach(() => {
      requestedParts = [];
      settle = new Map();
      liveSnapshot.mockResolvedValue(index);
      livePart.mockImplementation((id: string) => {
        requestedParts.push(id);
        return new Promise((resolve, reject) => {
          settle.set(id, (error) =>
            error ? reject(error) : resolve({ columns: { sn: [id], status: [1] } }),
          );
        });
      });
    });

    const answer = async (id: string, failure?: Error) => {
      settle.get(id)?.(failure);
      await pass(0);
    };

    it('loads the parts in view first, shows progress, and is connected when all are loaded', async () => {
      live.fleet.view = [100.5, 30.5, 101, 31];
      live.start(1);
      await pass(0);
      expect(live.fleet.expected?.map(({ box }) => box[0])).toEqual(expect.arrayContaining([0]));
      expect(live.state()).toMatchObject({ connected: true, failed: false, lastAnswer: null });
      expect(requestedParts).toEqual(['near', 'far']);
      await answer('near');
      expect(live.fleet.get('near')?.status).toBe(1);
      expect(live.state().progress).toEqual({ loaded: 1, total: 3 });
      expect(requestedParts).toEqual(['near', 'far', 'nowhere']);
      await answer('nowhere');
      expect(liveChanges).not.toHaveBeenCalled();
      await answer('far');
      expect(live.state().progress).toBeNull();
      expect(live.state().lastAnswer).not.toBeNull();
      expect(live.fleet.size).toBe(3);
      await pass(1000);
      expect(liveChanges.mock.lastCall?.[0]).toBe('s');
    });

    it('continues with the remaining parts after one failed', async () => {
      live.start(1);
      await pass(0);
      await answer('far', error('network', 'network'));
      await answer('near');
      expect(live.state()).toMatchObject({ failed: true, progress: { loaded: 1, total: 3 } });
      requestedParts = [];
      await pass(1000);
      expect(liveSnapshot).toHaveBeenCalledTimes(1);
      expect(requestedParts).toEqual(['far', 'nowhere']);
      await answer('far');
      await answer('nowhere');
      expect(live.state()).toMatchObject({ failed: false, progress: null });
      expect(live.fleet.size).toBe(3);
    });

    it('starts again if the parts are too old', async () => {
      live.start(1);
      await pass(0);
      await answer('far', error('expired'));
      await answer('near');
      await pass(1000);
      expect(liveSnapshot).toHaveBeenCalledTimes(2);
    });

    it('loads a fleet of one part at once', async () => {
      const columns = { sn: { lines: '0A1\n12' }, status: [2, 3] };
      const rows = [row('A2', 1)];
      liveSnapshot.mockResolvedValue({ cursor: 's', total: 2, parts: [], columns, rows });
      live.start(1);
      await pass(0);
      // Later changes take precedence over the snapshot.
      expect(['A1', 'A2'].map((sn) => live.fleet.get(sn)?.status)).toEqual([2, 1]);
      expect(live.fleet.size).toBe(2);
      expect(livePart).not.toHaveBeenCalled();
    });
  });
});

const devices = new Map<string, LiveDevice>();
type FleetListener = Parameters<Fleet['subscribe']>[0];

let tell: FleetListener = () => {};
let tellTickets = () => {};
let tellAlarms = () => {};

const followLiveLive = {
  fleet: {
    get: (sn: string) => devices.get(sn),
    subscribe: (listener: FleetListener) => {
      tell = listener;
      return () => {};
    },
  },
  tickets: (listener: () => void) => {
    tellTickets = listener;
    return () => {};
  },
  alarms: (listener: () => void) => {
    tellAlarms = listener;
    return () => {};
  },
} as unknown as Live;

const client = new QueryClient();
const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();

const report = (device: Partial<LiveDevice> & { sn: string }) => {
  devices.set(device.sn, device as LiveDevice);
  tell([0], []);
};

const a = { id: 1, sn: 'A', status: 2, electric: 80, org_id: 1, pin: 'x' };
const b = { id: 2, sn: 'B', status: 2, electric: 70, org_id: 1 };
const page = ['lock', 'getList', { page: 1 }];

describe('followLive', () => {
  beforeEach(() => {
    client.clear();
    devices.clear();
    invalidate.mockClear();
    refetchOnLiveChanges(followLiveLive, client, declared);
    client.setQueryData(page, { data: [a, b], total: 2 });
  });

  it.each([
    ['a page', page, { data: [{ ...a, status: 1, electric: 79 }, b], total: 2 }],
    ['a record', ['lock', 'getOne', { id: '1' }], { ...a, status: 1, electric: 79 }],
    ['records', ['lock', 'getMany', { ids: ['1'] }], [{ ...a, status: 1, electric: 79 }]],
  ])('updates %s in memory', (_, key, expected) => {
    client.setQueryData(['lock', 'getOne', { id: '1' }], a);
    client.setQueryData(['lock', 'getMany', { ids: ['1'] }], [a]);
    report({ sn: 'A', status: 1, electric: 79, org_id: 9 });
    expect(client.getQueryData(key)).toEqual(expected);
  });

  it('does not render again if nothing changed', () => {
    const before = client.getQueryData(page);
    report({ sn: 'A', status: 2, electric: 80, report_time: null });
    report({ sn: 'C', status: 1 });
    expect(client.getQueryData(page)).toBe(before);
  });

  it('ignores other entities and unknown answers', () => {
    client.setQueryData(['history', 'getList'], { data: [{ id: 1, sn: 'A', status: 2 }] });
    client.setQueryData(['lock', 'count'], 5);
    report({ sn: 'A', status: 1 });
    expect(client.getQueryData(['history', 'getList'])).toEqual({
      data: [{ id: 1, sn: 'A', status: 2 }],
    });
    expect(client.getQueryData(['lock', 'count'])).toBe(5);
  });

  it('fetches a list again when one of its devices leaves', () => {
    tell([], ['Z']);
    expect(invalidate).not.toHaveBeenCalled();
    tell([], ['B']);
    expect(invalidate).toHaveBeenCalledWith({ queryKey: ['lock', 'getList'] });
  });

  it('fetches alarm lists again, once a burst', () => {
    vi.useFakeTimers();
    for (let i = 0; i < 50; i++) tellAlarms();
    expect(invalidate).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    expect(invalidate.mock.calls).toEqual([[{ queryKey: ['alertRecord'] }]]);
    vi.useRealTimers();
  });

  it('fetches only alarms for a hidden window until it is visible', async () => {
    vi.useFakeTimers();
    const window = Object.assign(new EventTarget(), { hidden: true });
    const own = new QueryClient();
    const end = refetchOnLiveChanges(followLiveLive, own, declared, window as unknown as Document);
    const observed = (entity: string, refetchIntervalInBackground: boolean) => {
      const queryFn = vi.fn().mockResolvedValue([]);
      const queryKey = [entity, 'getList', refetchIntervalInBackground];
      const options = { queryKey, queryFn, refetchIntervalInBackground, staleTime: Infinity };
      const unsubscribe = new QueryObserver(own, options).subscribe(() => {});
      return { queryFn, unsubscribe };
    };
    const unseen = [observed('alertRecord', false), observed('appointmentCommandRecord', false)];
    const bell = observed('alertRecord', true);
    const calls = () => [...unseen, bell].map(({ queryFn }) => queryFn.mock.calls.length);
    await vi.advanceTimersByTimeAsync(0);
    expect(calls()).toEqual([1, 1, 1]);
    tellTickets();
    tellAlarms();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls()).toEqual([1, 1, 2]);
    Object.assign(window, { hidden: false }).dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(calls()).toEqual([2, 2, 2]);
    for (const { unsubscribe } of [...unseen, bell]) unsubscribe();
    end();
    vi.useRealTimers();
  });

  it('fetches ticket lists again', () => {
    tellTickets();
    expect(invalidate).toHaveBeenCalledWith({ queryKey: ['appointmentCommandRecord'] });
  });
});

const entities = declared.entities.map((entity) =>
  entity.live ? { ...entity, derived: true } : entity,
);

let followDerivedReport = () => {};
const followDerivedLive = {
  fleet: {
    get: () => undefined,
    subscribe: (listener: FleetListener) => {
      followDerivedReport = () => listener([0], []);
      return () => {};
    },
  },
  tickets: () => () => {},
  alarms: () => () => {},
} as unknown as Live;

describe('reports with derived rows', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    invalidate.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('fetches derived rows again at an interval, however many reports come', () => {
    refetchOnLiveChanges(followDerivedLive, client, { ...declared, entities });
    for (let i = 0; i < 100; i++) {
      followDerivedReport();
      vi.advanceTimersByTime(100);
    }
    expect(invalidate.mock.calls).toEqual([[{ queryKey: ['lock'] }], [{ queryKey: ['lock'] }]]);
  });

  it('does not fetch without reports or subscribers', () => {
    const end = refetchOnLiveChanges(followDerivedLive, client, { ...declared, entities });
    vi.advanceTimersByTime(60_000);
    followDerivedReport();
    end();
    vi.advanceTimersByTime(60_000);
    expect(invalidate).not.toHaveBeenCalled();
  });

  it('does not fetch rows that live data covers completely', () => {
    refetchOnLiveChanges(followDerivedLive, client, declared);
    followDerivedReport();
    vi.advanceTimersByTime(60_000);
    expect(invalidate).not.toHaveBeenCalled();
  });
});

it.each([
  [device, true],
  [alertRecord, true],
  [appointmentCommandRecord, true],
  [commandBatch, true],
  [lockHistory, false],
  [factory, false],
])('tells whether a list follows changes by itself: %#', (entity, expected) => {
  expect(isLive(entity)).toBe(expected);
});
