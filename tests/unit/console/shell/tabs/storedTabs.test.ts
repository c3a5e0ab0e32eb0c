import { describe, expect, it } from 'vitest';
import { restoredTabs, storedTabs } from '../../../../../src/console/shell/tabs/storedTabs';
import { MOST_TABS } from '../../../../../src/console/shell/tabs/tabsReducer';

const tab = (path: string, search = '') => ({ path, search, hash: '' });
const shown = (stored: unknown, home: string | undefined = '/dashboard', granted = /./) =>
  restoredTabs(stored, home, (path) => granted.test(path)).tabs.map(
    ({ path, search }) => path + search,
  );

describe('restoredTabs', () => {
  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['/dashboard']],
    ['what is no list', { a: 1 }, ['/dashboard']],
    ['what are no tabs', [null, 5, { path: 3 }, tab('/a')], ['/dashboard', '/a']],
    ['tabs', [tab('/dashboard', '?x=1'), tab('/a', '?p=2')], ['/dashboard?x=1', '/a?p=2']],
    ['home in another place', [tab('/a'), tab('/dashboard')], ['/dashboard', '/a']],
    ['the same twice', [tab('/a', '?p=1'), tab('/a', '?p=2')], ['/dashboard', '/a?p=2']],
  ])('reads %s', (_, stored, tabs) => {
    expect(shown(stored)).toEqual(tabs);
  });

  it('leaves out what is not granted any more', () => {
    expect(shown([tab('/dashboard'), tab('/a'), tab('/b')], undefined, /\/b/)).toEqual(['/b']);
  });

  it('takes no more than the bar holds', () => {
    const stored = Array.from({ length: 50 }, (_, i) => tab(`/p${i}`));
    expect(shown(stored)).toHaveLength(MOST_TABS);
  });

  it('brings back what was stored, titles as well, but no typed values', () => {
    const before = {
      home: '/dashboard',
      active: '/a',
      used: ['/a'],
      tabs: [
        { ...tab('/dashboard'), round: 0 },
        {
          ...tab('/a', '?show=5'),
          round: 2,
          title: { text: 'SN', search: '?show=5' },
          held: '?show=5',
        },
      ],
    };
    const stored = JSON.parse(JSON.stringify(storedTabs(before)));
    const after = restoredTabs(stored, '/dashboard', () => true);
    expect(after.tabs).toEqual([
      { ...tab('/dashboard'), round: 0 },
      { ...tab('/a', '?show=5'), round: 0, title: { text: 'SN', search: '?show=5' } },
    ]);
    expect(after.used).toEqual([]);
  });
});
