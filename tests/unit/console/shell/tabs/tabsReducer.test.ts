import { describe, expect, it } from 'vitest';
import {
  alivePages,
  hasUnsavedChanges,
  MAX_ALIVE,
  MAX_TABS,
  pageTitleOf,
  restoredTabs,
  storedTabs,
  type TabAddress,
  type TabsAction,
  type TabsState,
  tabAt,
  tabsReducer,
  unsavedAddress,
  unsavedTabs,
} from '../../../../../src/console/shell/tabs/tabsReducer';

const addressAt = (url: string): TabAddress => {
  const { pathname, search, hash } = new URL(url, 'http://console');
  return { pathname, search, hash };
};
const visit = (url: string): TabsAction => ({ type: 'visit', address: addressAt(url) });
const empty: TabsState = { home: '/dashboard', tabs: [], active: undefined, recentPaths: [] };
const stateAfter = (...actions: TabsAction[]) => actions.reduce(tabsReducer, empty);
const stateOf = (...addresses: string[]) => stateAfter(...['/dashboard', ...addresses].map(visit));
const pathsOf = ({ tabs }: TabsState) => tabs.map(({ path, search }) => path + search).join(' ');

describe('tabsReducer', () => {
  it.each<[string, TabsState, string, string, string]>([
    [
      'takes its place',
      stateOf('/a', '/map1?sn=1', '/b'),
      '/map2?sn=1',
      '/dashboard /a /map2?sn=1 /b',
      '/map1',
    ],
    [
      'is there already',
      stateOf('/map1', '/a', '/map2'),
      '/map2?x',
      '/dashboard /a /map2?x',
      '/map1',
    ],
    ['was closed before', stateOf('/a'), '/map2', '/dashboard /a /map2', '/map1'],
  ])('a page visited instead of another %s', (_, before, to, tabs, insteadOf) => {
    const refreshed = tabsReducer(before, { type: 'refresh', path: insteadOf });
    const state = tabsReducer(refreshed, { type: 'visit', address: addressAt(to), insteadOf });
    expect(pathsOf(state)).toBe(tabs);
    expect(state.active).toBe('/map2');
    expect(state.recentPaths).not.toContain(insteadOf);
    const round = tabAt(refreshed, insteadOf)?.refreshCount ?? 0;
    if (!tabAt(before, '/map2')) expect(tabAt(state, '/map2')?.refreshCount).toBe(round);
  });

  it.each([
    ['opens at the right end', ['/a', '/b'], '/dashboard /a /b', '/b'],
    ['changes the query in place', ['/a?x=1', '/b', '/a?x=2'], '/dashboard /a?x=2 /b', '/a'],
    ['separates paths', ['/edit/1', '/edit/2'], '/dashboard /edit/1 /edit/2', '/edit/2'],
    ['ignores a slash at the end', ['/a', '/a/'], '/dashboard /a', '/a'],
  ])('%s', (_, addresses, tabs, active) => {
    const state = stateOf(...addresses);
    expect(pathsOf(state)).toBe(tabs);
    expect(state.active).toBe(active);
  });

  it.each<[string, TabsAction, string, string]>([
    ['closes another', { type: 'close', path: '/a' }, '/dashboard /c?q=1 /b', '/b'],
    ['closes the active one', { type: 'close', path: '/b' }, '/dashboard /a /c?q=1', '/c'],
    ['never closes home', { type: 'close', path: '/dashboard' }, '/dashboard /a /c?q=1 /b', '/b'],
    ['closes the others', { type: 'closeOthers', path: '/a' }, '/dashboard /a', '/a'],
    [
      'closes all to the right of a tab, and activates it',
      { type: 'closeRight', path: '/a' },
      '/dashboard /a',
      '/a',
    ],
    [
      'closes all to the right of home',
      { type: 'closeRight', path: '/dashboard' },
      '/dashboard',
      '/dashboard',
    ],
    [
      'closes nothing to the right of the last',
      { type: 'closeRight', path: '/b' },
      '/dashboard /a /c?q=1 /b',
      '/b',
    ],
    ['moves a tab', { type: 'reorder', path: '/b', to: 1 }, '/dashboard /b /a /c?q=1', '/b'],
    [
      'moves a tab up to the last position',
      { type: 'reorder', path: '/a', to: 9 },
      '/dashboard /c?q=1 /b /a',
      '/b',
    ],
    [
      'moves nothing before home',
      { type: 'reorder', path: '/b', to: 0 },
      '/dashboard /b /a /c?q=1',
      '/b',
    ],
    [
      'does not move home',
      { type: 'reorder', path: '/dashboard', to: 2 },
      '/dashboard /a /c?q=1 /b',
      '/b',
    ],
    ['closes all but home', { type: 'closeAll' }, '/dashboard', '/dashboard'],
    [
      'closes a tab other than home',
      { type: 'closeOthers', path: '/dashboard' },
      '/dashboard',
      '/dashboard',
    ],
    [
      'activates the refreshed tab',
      { type: 'refresh', path: '/a' },
      '/dashboard /a /c?q=1 /b',
      '/a',
    ],
    [
      'navigates a hidden page',
      { type: 'move', address: addressAt('/a?p=2') },
      '/dashboard /a?p=2 /c?q=1 /b',
      '/b',
    ],
  ])('%s', (_, action, tabs, active) => {
    // The last visited tab is not the rightmost one: closing does not follow the history.
    const state = tabsReducer(stateOf('/a', '/c?q=1', '/b'), action);
    expect(pathsOf(state)).toBe(tabs);
    expect(state.active).toBe(active);
    expect(state.recentPaths.every((path) => tabAt(state, path))).toBe(true);
  });

  it('has no active tab after the last closes without a home page', () => {
    const start = tabsReducer({ ...empty, home: undefined }, visit('/a'));
    expect(tabsReducer(start, { type: 'close', path: '/a' })).toMatchObject({
      tabs: [],
      active: undefined,
    });
    expect(tabsReducer(start, { type: 'closeAll' }).active).toBeUndefined();
  });

  it('counts the refreshes of each page', () => {
    const state = tabsReducer(stateOf('/a', '/b'), { type: 'refresh', path: '/a' });
    expect(state.tabs.map(({ refreshCount }) => refreshCount)).toEqual([0, 1, 0]);
  });

  const many = Array.from({ length: MAX_TABS }, (_, i) => `/p${i}`);
  const typeInto = (path: string): TabsAction => ({
    type: 'unsaved',
    path,
    search: '',
    isUnsaved: true,
  });

  it('closes the oldest tab above the limit, but neither home nor one with unsaved input', () => {
    const state = stateOf(...many);
    expect(state.tabs).toHaveLength(MAX_TABS);
    expect(state.tabs.slice(0, 2).map(({ path }) => path)).toEqual(['/dashboard', '/p1']);
    const next = tabsReducer(tabsReducer(state, typeInto('/p1')), visit('/one/more'));
    expect(next.tabs.slice(0, 3).map(({ path }) => path)).toEqual(['/dashboard', '/p1', '/p3']);
  });

  it('stores a title with its query', () => {
    const titled = tabsReducer(stateOf('/a?show=5'), {
      type: 'title',
      path: '/a',
      search: '?show=5',
      text: 'SN 5',
    });
    const title = (state: TabsState) => pageTitleOf(tabAt(state, '/a') ?? expect.fail());
    expect(title(titled)).toBe('SN 5');
    expect(title(tabsReducer(titled, visit('/b')))).toBe('SN 5');
    expect(title(tabsReducer(titled, visit('/a')))).toBeUndefined();
  });
});

describe('unsaved input', () => {
  const edits = [
    visit('/a?edit=5'),
    { type: 'unsaved', path: '/a', search: '?edit=5', isUnsaved: true },
  ] as const;
  const state = stateAfter(visit('/dashboard'), ...edits, visit('/b'));

  it.each<[string, TabsAction, string[]]>([
    ['closing it', { type: 'close', path: '/a' }, ['/a']],
    ['closing another', { type: 'close', path: '/b' }, []],
    ['closing all', { type: 'closeAll' }, ['/a']],
    ['closing the others', { type: 'closeOthers', path: '/a' }, []],
    ['refreshing it', { type: 'refresh', path: '/a' }, ['/a']],
    ['refreshing another', { type: 'refresh', path: '/b' }, []],
  ])('is lost by %s: %s', (_, action, lostPaths) => {
    expect(unsavedTabs(state, tabsReducer(state, action)).map(({ path }) => path)).toEqual(
      lostPaths,
    );
  });

  it.each([
    ['/a', addressAt('/a?edit=5')],
    ['/a?show=7', addressAt('/a?edit=5')],
    ['/a?edit=5', undefined],
    ['/b?x', undefined],
  ])('is found again from %s', (address, back) => {
    expect(unsavedAddress(state, addressAt(address))).toEqual(back);
  });

  it('is not guarded on its own page', () => {
    const there = stateAfter(...edits);
    expect(unsavedAddress(there, addressAt('/a'))).toBeUndefined();
    expect(tabsReducer(there, visit('/a')).tabs.some(hasUnsavedChanges)).toBe(false);
  });
});

describe('alivePages', () => {
  const paths = Array.from({ length: 12 }, (_, i) => `/p${i}`);
  const live = (state: TabsState, keeps = (_: string) => true) =>
    alivePages(state, keeps).map(({ path }) => path);

  it('returns the latest visited pages, in tab order', () => {
    const state = tabsReducer(stateOf(...paths), visit('/p0'));
    expect(live(state)).toEqual(['/p0', ...paths.slice(-(MAX_ALIVE - 1))]);
  });

  it('includes pages with unsaved input', () => {
    const state = tabsReducer(stateOf(...paths), {
      type: 'unsaved',
      path: '/p1',
      search: '',
      isUnsaved: true,
    });
    expect(live(state)).toContain('/p1');
    expect(live(state)).not.toContain('/p2');
  });

  it('excludes pages that were never rendered or may not stay alive', () => {
    const restored = { ...stateOf('/a', '/b'), recentPaths: ['/b'] };
    expect(live(restored)).toEqual(['/b']);
    expect(live(stateOf('/a', '/b'), (path) => path !== '/a')).toEqual(['/dashboard', '/b']);
  });
});

const tab = (path: string, search = '') => ({ path, search, hash: '' });
const restoredPaths = (
  storedValue: unknown,
  home: string | undefined = '/dashboard',
  granted = /./,
) =>
  restoredTabs(storedValue, home, (path) => granted.test(path)).tabs.map(
    ({ path, search }) => path + search,
  );

describe('restoredTabs', () => {
  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['/dashboard']],
    ['a malformed list', { a: 1 }, ['/dashboard']],
    ['malformed tabs', [null, 5, { path: 3 }, tab('/a')], ['/dashboard', '/a']],
    ['valid tabs', [tab('/dashboard', '?x=1'), tab('/a', '?p=2')], ['/dashboard?x=1', '/a?p=2']],
    ['home at another position', [tab('/a'), tab('/dashboard')], ['/dashboard', '/a']],
    ['a repeated tab once', [tab('/a', '?p=1'), tab('/a', '?p=2')], ['/dashboard', '/a?p=2']],
  ])('reads %s', (_, storedValue, tabs) => {
    expect(restoredPaths(storedValue)).toEqual(tabs);
  });

  it('omits tabs without permission', () => {
    expect(restoredPaths([tab('/dashboard'), tab('/a'), tab('/b')], undefined, /\/b/)).toEqual([
      '/b',
    ]);
  });

  it('restores up to the limit of the bar', () => {
    const storedValue = Array.from({ length: 50 }, (_, i) => tab(`/p${i}`));
    expect(restoredPaths(storedValue)).toHaveLength(MAX_TABS);
  });

  it('restores tabs with their titles, but no unsaved input', () => {
    const before = {
      home: '/dashboard',
      active: '/a',
      recentPaths: ['/a'],
      tabs: [
        { ...tab('/dashboard'), refreshCount: 0 },
        {
          ...tab('/a', '?show=5'),
          refreshCount: 2,
          title: { text: 'SN', search: '?show=5' },
          unsavedAt: '?show=5',
        },
      ],
    };
    const storedValue = JSON.parse(JSON.stringify(storedTabs(before)));
    const after = restoredTabs(storedValue, '/dashboard', () => true);
    expect(after.tabs).toEqual([
      { ...tab('/dashboard'), refreshCount: 0 },
      { ...tab('/a', '?show=5'), refreshCount: 0, title: { text: 'SN', search: '?show=5' } },
    ]);
    expect(after.recentPaths).toEqual([]);
  });
});
