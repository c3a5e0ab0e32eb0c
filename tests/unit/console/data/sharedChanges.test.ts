import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SharedRequest, type TabChannel } from '../../../../src/console/data/sharedChanges';
import type { LiveChanges } from '../../../../src/domain/live';
import { ApiError } from '../../../../src/protocol';

const aborted = () => new DOMException('Aborted', 'AbortError');

/** Simulates the locks and channels that tabs of a browser share. */
const createBrowser = () => {
  interface Turn {
    readonly grant: () => void;
    readonly end: (error?: Error) => void;
  }
  const queues = new Map<string, Turn[]>();
  const channels = new Map<string, Set<{ onmessage: BroadcastChannel['onmessage'] }>>();

  const request = (
    name: string,
    { signal, steal }: LockOptions,
    work: () => Promise<void>,
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      const turn: Turn = {
        grant: () => void work().then(() => turn.end()),
        end: (error) => {
          const at = queue.indexOf(turn);
          if (at === -1) return;
          queue.splice(at, 1);
          if (error) reject(error);
          else resolve(undefined);
          if (at === 0) queue[0]?.grant();
        },
      };
      if (steal) {
        const [holder] = queue;
        queue.unshift(turn);
        holder?.end(aborted());
        turn.grant();
        return;
      }
      signal?.addEventListener('abort', () => {
        // The holder of a lock keeps it until its work is done.
        if (queue[0] !== turn) turn.end(aborted());
      });
      queue.push(turn);
      if (queue[0] === turn) turn.grant();
    });

  const open = (name: string) => {
    const all = channels.get(name) ?? new Set();
    channels.set(name, all);
    const channel = {
      onmessage: null as BroadcastChannel['onmessage'],
      postMessage: (data: unknown) => {
        for (const other of all) {
          if (other === channel) continue;
          queueMicrotask(() => {
            if (all.has(other)) other.onmessage?.call(null as never, { data } as MessageEvent);
          });
        }
      },
      close: () => all.delete(channel),
    };
    all.add(channel);
    return channel as unknown as BroadcastChannel;
  };
  return { locks: { request } as unknown as LockManager, open };
};

interface OpenCall {
  readonly tab: string;
  readonly since: string;
  answer(cursor: string, news?: Partial<LiveChanges>): Promise<unknown>;
  refuse(error: Error): Promise<unknown>;
}

let browser = createBrowser();
/** Calls that are held open. */
let openCalls: OpenCall[] = [];
let calls = 0;

const settle = () => vi.advanceTimersByTimeAsync(0);
const error = (code: string, kind: 'business' | 'network' | 'session') =>
  new ApiError(code, { kind, code });

/** Opens a tab at a cursor, and collects its results in order. */
const openTab = (
  tab: string,
  { at = '1', hidden = false, account = 1, alone = false, every = undefined as number | undefined },
) => {
  const page = Object.assign(new EventTarget(), { hidden }) as unknown as Document & EventTarget;
  const control = new AbortController();
  const tabs: TabChannel | undefined = alone ? undefined : { ...browser, page };
  const ask = (since: string, signal: AbortSignal) =>
    new Promise<LiveChanges>((resolve, reject) => {
      calls += 1;
      const end = () => {
        openCalls = openCalls.filter((other) => other !== call);
      };
      const call: OpenCall = {
        tab,
        since,
        answer: (cursor, news) => {
          end();
          resolve({ cursor, rows: [], gone: [], tickets: [], ...news });
          return settle();
        },
        refuse: (reason) => {
          end();
          reject(reason);
          return settle();
        },
      };
      openCalls.push(call);
      signal.addEventListener('abort', () => {
        end();
        reject(aborted());
      });
    });
  const request = new SharedRequest({
    ask,
    name: `live.${account}`,
    tabs,
    every,
    now: Date.now,
    signal: control.signal,
  });
  const results: string[] = [];
  const state = { results, cursor: at, over: undefined as unknown };
  const follow = async () => {
    while (!control.signal.aborted) {
      const news = await request.next(state.cursor);
      if ('failed' in news) results.push('failed');
      else {
        state.cursor = news.changes.cursor;
        results.push(`${news.since}-${news.changes.cursor}`);
      }
    }
  };
  void follow().catch((reason) => {
    state.over = reason;
  });
  return Object.assign(state, {
    close: () => {
      control.abort();
      return settle();
    },
    show: (isVisible: boolean) => {
      Object.assign(page, { hidden: !isVisible });
      page.dispatchEvent(new Event('visibilitychange'));
      return settle();
    },
  });
};

const asking = () => openCalls.map(({ tab, since }) => `${tab} ${since}`);
const first = () => openCalls[0] as OpenCall;

beforeEach(() => {
  vi.useFakeTimers();
  browser = createBrowser();
  openCalls = [];
  calls = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

describe('tabs of one account', () => {
  it('make one call, and all receive its answers', async () => {
    const tabs = ['A', 'B', 'C'].map((name) => openTab(name, {}));
    await settle();
    expect(asking()).toEqual(['A 1']);
    await vi.advanceTimersByTimeAsync(8_000);
    await first().answer('2');
    expect(asking()).toEqual(['A 2']);
    await first().refuse(error('network', 'network'));
    expect(tabs.map(({ results }) => results)).toEqual(Array(3).fill(['1-2', 'failed']));
    expect(calls).toBe(2);
  });

  it.each([
    ['is closed', (tab: ReturnType<typeof openTab>) => tab.close()],
    ['is signed out', () => first().refuse(error('sessionTimeOut', 'session'))],
    ['may no longer see locks', () => first().refuse(error('noPermission', 'business'))],
    ['was away for too long', () => first().refuse(error('expired', 'business'))],
  ])('continue with another leader at once when the leader %s', async (_, leave) => {
    const a = openTab('A', {});
    const b = openTab('B', {});
    await settle();
    await vi.advanceTimersByTimeAsync(8_000);
    await first().answer('2');
    await leave(a);
    expect(asking()).toEqual(['B 2']);
    expect(b.over).toBeUndefined();
    await first().answer('3');
    expect([a.results, b.results]).toEqual([['1-2'], ['1-2', '2-3']]);
  });

  it.each([
    ['newer, and the next answer covers it', '5', ['A 1'], ['1-9']],
    ['equal', '1', ['A 1'], ['1-9']],
    ['older, after one call of its own', '0', ['A 1', 'B 0'], ['0-3', '1-9']],
  ])('accept a new tab with a cursor that is %s', async (_, at, calling, hears) => {
    openTab('A', {});
    await settle();
    const b = openTab('B', { at });
    await settle();
    expect(asking()).toEqual(calling);
    await openCalls[1]?.answer('3');
    await vi.advanceTimersByTimeAsync(2_000);
    await first().answer('9');
    expect(asking()).toEqual(['A 9']);
    expect(b.results).toEqual(hears);
  });

  it('continue from their common cursor when a tab with a newer cursor takes over', async () => {
    const a = openTab('A', {});
    await settle();
    openTab('B', { at: '5' });
    const c = openTab('C', {});
    await settle();
    await a.close();
    expect(asking()).toEqual(['B 1']);
    await first().answer('9');
    expect(c.results).toEqual(['1-9']);
  });

  it('ignore a late answer after another tab took over', async () => {
    const a = openTab('A', { hidden: true });
    await settle();
    const late = browser.open('live.1');
    const b = openTab('B', {});
    await settle();
    expect(asking()).toEqual(['B 1']);
    await vi.advanceTimersByTimeAsync(8_000);
    await first().answer('9');
    const changes = { cursor: '7', rows: [], gone: [], tickets: [] };
    late.postMessage({ since: '1', changes, rest: 0 });
    await settle();
    await vi.advanceTimersByTimeAsync(8_000);
    await first().answer('12');
    expect([a.results, b.results]).toEqual(Array(2).fill(['1-9', '9-12']));
  });

  it('call separately if the browser denies the lock', async () => {
    browser.locks.request = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
    openTab('A', {});
    openTab('B', { at: '5' });
    await settle();
    expect(asking()).toEqual(['A 1', 'B 5']);
  });

  it('call separately while their text cursors differ', async () => {
    openTab('A', { at: 'x' });
    await settle();
    const b = openTab('B', { at: 'y' });
    await settle();
    expect(asking()).toEqual(['A x', 'B y']);
    await openCalls[1]?.answer('z');
    expect(asking()).toEqual(['A x', 'B z']);
    await vi.advanceTimersByTimeAsync(2_000);
    await first().answer('z');
    await first().answer('z');
    expect(asking()).toEqual(['A z']);
    expect(b.cursor).toBe('z');
    // The asking tab continues from its own cursor, whatever other tabs report.
    const changes = { cursor: 'q', rows: [], gone: [], tickets: [] };
    browser.open('live.1').postMessage({ since: 'z', changes, rest: 0 });
    await vi.advanceTimersByTimeAsync(2_000);
    await first().answer('r');
    expect(asking()).toContain('A q');
  });

  it.each([
    ['comes to the front', async (_: Tab, b: Tab) => b.show(true), true],
    ['is in front when the operator leaves the other tab', async (a: Tab) => a.show(false), false],
  ])('follow the tab in view: it %s', async (_, turn, hidden) => {
    const a = openTab('A', {});
    await settle();
    const b = openTab('B', { hidden });
    await settle();
    expect(asking()).toEqual(['A 1']);
    await turn(a, b);
    // The new leader starts at the common cursor, so neither tab misses a change.
    expect(asking()).toEqual(['B 1']);
    await vi.advanceTimersByTimeAsync(8_000);
    await first().answer('2');
    expect([a.results, b.results]).toEqual([['1-2'], ['1-2']]);
    await b.close();
    expect(asking()).toEqual(['A 2']);
  });

  it('do not wait for a silent tab that holds the lock', async () => {
    browser.locks.request('live.1', {}, () => new Promise(() => {})).catch(() => undefined);
    const b = openTab('B', {});
    await settle();
    expect(asking()).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asking()).toEqual(['B 1']);
    await first().answer('2', { alarms: 1 });
    expect(b.results).toEqual(['1-2']);
  });

  it.each([
    ['that answers at once with news', undefined, 1, 1_000],
    ['that answers at once without news', undefined, 0, 5_000],
    ['with polled lists', 15_000, 1, 15_000],
  ])('call a server %s no more often than one tab does', async (_, every, alarms, rest) => {
    const a = openTab('A', { every });
    openTab('B', { every });
    await vi.advanceTimersByTimeAsync(every ?? 0);
    await first().answer('2', { alarms });
    await a.close();
    await vi.advanceTimersByTimeAsync(rest - 1);
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asking()).toEqual(['B 2']);
  });
});

type Tab = ReturnType<typeof openTab>;

it.each([
  ['of two accounts', { account: 2 }],
  ['that cannot reach each other', { alone: true }],
])('tabs %s call separately and share no answers', async (_, options) => {
  const a = openTab('A', {});
  const b = openTab('B', options);
  await settle();
  expect(asking()).toEqual(['A 1', 'B 1']);
  await first().answer('2');
  expect([a.results, b.results]).toEqual([['1-2'], []]);
});
