import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createConsoleStore } from '../../../../src/console/shell/store';
import { storageOf } from '../data/storageOf';

let events: EventTarget;

beforeEach(() => {
  events = new EventTarget();
  vi.stubGlobal('localStorage', storageOf());
  vi.stubGlobal('sessionStorage', storageOf());
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
});

describe('createConsoleStore', () => {
  it.each([
    ['theme', 'local'],
    ['locale', 'local'],
    ['deviceList.perPage', 'local'],
    ['deviceList.listParams', 'session'],
    ['device.selectedIds', 'session'],
    ['device.selectedIds.storeKeys', 'session'],
  ])('keeps %s in the %s storage', (key, place) => {
    createConsoleStore().setItem(key, { a: 1 });
    const [used, other] =
      place === 'local' ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
    expect(used.getItem(`sealdesk.${key}`)).toBe('{"a":1}');
    expect(other.getItem(`sealdesk.${key}`)).toBeNull();
    expect(createConsoleStore().getItem(key)).toEqual({ a: 1 });
  });

  it('keeps preferences after a logout', () => {
    const store = createConsoleStore();
    store.setItem('theme', 'dark');
    store.setItem('deviceList.listParams', { page: 3 });
    const listener = vi.fn();
    store.subscribe('deviceList.listParams', listener);
    store.reset();
    expect(store.getItem('theme')).toBe('dark');
    expect(store.getItem('deviceList.listParams', null)).toBeNull();
    expect(listener).toHaveBeenCalledWith(undefined);
  });

  it('leaves other values in the session storage', () => {
    sessionStorage.setItem('sealdesk.notice', '"Why"');
    createConsoleStore().reset();
    expect(sessionStorage.getItem('sealdesk.notice')).toBe('"Why"');
  });

  it('notifies subscribers until they unsubscribe', () => {
    const store = createConsoleStore();
    const listener = vi.fn();
    const end = store.subscribe('theme', listener);
    store.setItem('theme', 'dark');
    store.setItem('locale', 'zh');
    end();
    store.removeItem('theme');
    expect(listener.mock.calls).toEqual([['dark']]);
    expect(store.getItem('theme', 'light')).toBe('light');
  });

  it('distinguishes a stored false from a missing value', () => {
    const store = createConsoleStore();
    store.setItem('sidebar.open', false);
    expect(store.getItem('sidebar.open', true)).toBe(false);
  });

  it('removes values by key prefix', () => {
    const store = createConsoleStore();
    for (const key of ['a.x', 'a.listParams', 'b']) store.setItem(key, 1);
    store.removeItems('a.');
    expect(['a.x', 'a.listParams', 'b'].map((key) => store.getItem(key))).toEqual([
      undefined,
      undefined,
      1,
    ]);
  });

  it('follows changes of another window', () => {
    const store = createConsoleStore();
    const listener = vi.fn();
    store.subscribe('theme', listener);
    store.setup();
    localStorage.setItem('sealdesk.theme', '"dark"');
    const change = (key: string, storageArea: Storage) =>
      events.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea }));
    change('sealdesk.theme', localStorage);
    change('other.theme', localStorage);
    change('sealdesk.theme', sessionStorage);
    store.teardown();
    change('sealdesk.theme', localStorage);
    expect(listener.mock.calls).toEqual([['dark']]);
  });
});

beforeEach(() => {
  events = new EventTarget();
  vi.stubGlobal('localStorage', storageOf());
  vi.stubGlobal('sessionStorage', storageOf());
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
});

describe('settings in the store', () => {
  it('belong to one operator', () => {
    createConsoleStore(7).setItem('settings.size', 'mini');
    expect(localStorage.getItem('sealdesk.settings.7.size')).toBe('"mini"');
    expect(createConsoleStore(7).getItem('settings.size')).toBe('mini');
    expect(createConsoleStore(8).getItem('settings.size', 'medium')).toBe('medium');
  });

  it('survive a logout, but tabs do not', () => {
    const store = createConsoleStore(7);
    store.setItem('settings.size', 'mini');
    store.setItem('tabs.7', [{ path: '/a' }]);
    expect(sessionStorage.getItem('sealdesk.tabs.7')).not.toBeNull();
    store.reset();
    expect(store.getItem('settings.size')).toBe('mini');
    expect(sessionStorage.getItem('sealdesk.tabs.7')).toBeNull();
  });

  it('follow changes in another window of the same operator', () => {
    const store = createConsoleStore(7);
    const listener = vi.fn();
    store.subscribe('settings.size', listener);
    store.setup();
    localStorage.setItem('sealdesk.settings.7.size', '"mini"');
    for (const key of ['sealdesk.settings.8.size', 'sealdesk.settings.7.size']) {
      events.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea: localStorage }));
    }
    expect(listener.mock.calls).toEqual([['mini']]);
  });

  it('are removed by key prefix', () => {
    const store = createConsoleStore(7);
    const listener = vi.fn();
    store.setItem('settings.size', 'mini');
    store.subscribe('settings.size', listener);
    store.removeItems('settings.');
    expect(listener.mock.calls).toEqual([[undefined]]);
    expect(localStorage.getItem('sealdesk.settings.7.size')).toBeNull();
  });
});
