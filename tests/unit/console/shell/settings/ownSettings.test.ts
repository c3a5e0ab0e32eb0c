import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createConsoleStore } from '../../../../../src/console/shell/start/createConsoleStore';
import { storageOf } from '../../data/storageOf';

let events: EventTarget;

beforeEach(() => {
  events = new EventTarget();
  vi.stubGlobal('localStorage', storageOf());
  vi.stubGlobal('sessionStorage', storageOf());
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
});

describe('settings in the store', () => {
  it('are of one operator', () => {
    createConsoleStore(7).setItem('settings.size', 'mini');
    expect(localStorage.getItem('sealdesk.settings.7.size')).toBe('"mini"');
    expect(createConsoleStore(7).getItem('settings.size')).toBe('mini');
    expect(createConsoleStore(8).getItem('settings.size', 'medium')).toBe('medium');
  });

  it('outlive a logout, the tabs do not', () => {
    const store = createConsoleStore(7);
    store.setItem('settings.size', 'mini');
    store.setItem('tabs.7', [{ path: '/a' }]);
    expect(sessionStorage.getItem('sealdesk.tabs.7')).not.toBeNull();
    store.reset();
    expect(store.getItem('settings.size')).toBe('mini');
    expect(sessionStorage.getItem('sealdesk.tabs.7')).toBeNull();
  });

  it('follow another window of the same operator', () => {
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

  it('are removed by the beginning of their key', () => {
    const store = createConsoleStore(7);
    const listener = vi.fn();
    store.setItem('settings.size', 'mini');
    store.subscribe('settings.size', listener);
    store.removeItems('settings.');
    expect(listener.mock.calls).toEqual([[undefined]]);
    expect(localStorage.getItem('sealdesk.settings.7.size')).toBeNull();
  });
});
