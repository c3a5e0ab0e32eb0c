import { describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { action, command, defineConsole, entity, f, page, tab } from '../../../src/config';
import { readableEntities } from '../../../src/console/data';
import { entitiesNeededBy, entitiesReadBy, followsLive, readsOfPage } from '../../../src/fields';
import { verbPath } from '../../../src/protocol';
import { isGranted, resolveGrants } from '../../../src/server/auth';

const named = (name: string) =>
  entity(name, ['Thing', '物'], { fields: { name: f.text(['Name', '名称']) } });

const lock = entity('lock', ['Lock', '锁'], {
  fields: {
    sn: f.text(['SN', '设备号']),
    maker_id: f.ref(['Maker', '厂家'], 'maker'),
    parent_id: f.refTree(['Parent', '上级'], 'lock'),
    cards: f.refs(['Cards', '卡'], 'card'),
  },
  commands: {
    upgrade: command(['Upgrade', '升级'], {
      args: { version_id: f.ref(['Version', '版本'], 'version') },
    }),
  },
  actions: {
    move: action(['Move', '转移'], { args: { org_id: f.ref(['To', '至'], 'org') } }),
  },
  related: [
    { entity: 'history', foreignField: 'name', localField: 'sn' },
    { entity: 'position', foreignField: 'name', localField: 'sn', granted: true },
    {
      entity: 'owner',
      foreignField: 'id',
      localField: 'sn',
      through: { entity: 'ownership', foreignField: 'name', takes: 'name' },
    },
  ],
});

const load = async () => ({ Page: null });
const small = defineConsole({
  entities: [
    lock,
    ...['maker', 'version', 'org', 'history', 'position', 'owner', 'ownership'].map(named),
    entity('card', ['Card', '卡'], {
      fields: { name: f.text(['Name', '名称']), maker_id: f.ref(['Maker', '厂家'], 'maker') },
    }),
    named('dictItem'),
    entity('sign', ['Sign', '标志'], { fields: { colour: f.dict(['Colour', '颜色'], 'colour') } }),
  ],
  pages: {
    lock: 'lock',
    card: 'card',
    sign: 'sign',
    map: page(load, ['lock']),
    both: page(load, ['card'], ['history']),
    about: load,
  },
  tabs: {
    maker: {},
    card: { trips: tab(['Trips', '行程'], async () => ({ Tab: null }), ['lock']) },
  },
});

describe('entitiesReadBy', () => {
  it.each([
    ['no page', undefined, []],
    ['a page that reads nothing', 'about', []],
    [
      'a screen, with references, related records and entities that lead to them',
      'lock',
      ['card', 'history', 'lock', 'maker', 'owner', 'ownership'],
    ],
    ['a screen with a tab, without the tab’s references', 'card', ['card', 'lock', 'maker']],
    ['a screen with a dictionary', 'sign', ['dictItem', 'sign']],
    ['a custom page, without references of its records', 'map', ['lock']],
    ['a page of two entities', 'both', ['card', 'history']],
  ])('returns the entities for %s', (_, url, names) => {
    const read = entitiesReadBy(small, url === undefined ? undefined : small.pages[url]);
    expect([...read].sort()).toEqual(names);
  });

  it('returns nothing for an undeclared entity', () => {
    expect([...entitiesReadBy(small, 'nowhere')]).toEqual([]);
  });
});

describe('entitiesNeededBy', () => {
  it.each([
    ['no page', undefined, []],
    ['a screen with its references', 'lock', ['card', 'lock', 'maker']],
    ['a screen without its tabs', 'card', ['card', 'maker']],
    ['a custom page without its optional entity', 'both', ['card']],
  ])('returns the entities for %s', (_, url, names) => {
    const needed = entitiesNeededBy(small, url === undefined ? undefined : small.pages[url]);
    expect([...needed].sort()).toEqual(names);
  });
});

describe('reads no more than a menu grants, without a list from the server', () => {
  const oper = {
    id: 2,
    operName: 'A',
    loginName: 'a',
    orgVO: { id: 1, org_name: 'O', logo: null },
  };
  const menuOf = (url: string) => ({
    id: 1,
    sid: 0,
    remarks: '1',
    menu_code: url,
    menu_url: url,
    menu_icon: '',
    hidden: 'false' as const,
  });

  it.each(Object.keys(config.pages))('on the page %s', (url) => {
    const grants = resolveGrants(config, { menuUrls: [url], actionUrls: [] });
    const granted = config.entities.filter((each) => isGranted(grants, verbPath(each, 'list')));
    const readable = readableEntities({ oper, menus: [menuOf(url)] }, config);
    const names = new Set(granted.map(({ name }) => name as string));
    const needed = entitiesNeededBy(config, config.pages[url]);
    expect([...readable].filter((name) => !names.has(name))).toEqual([]);
    expect([...needed].filter((name) => names.has(name) && !readable.has(name))).toEqual([]);
  });
});

describe('a role with one menu makes the calls of its page only', () => {
  /** Entities with an alarm's place: only the pages about alarms and their own menu lead to them. */
  const ALARMS = 'alertRecord';
  const readsOf = (url: string) => {
    const { paths } = resolveGrants(config, { menuUrls: [url], actionUrls: [] });
    return [...paths];
  };

  it.each(Object.keys(config.pages))('on the page %s', (url) => {
    const page = config.pages[url];
    const { shown, beside, named } = readsOfPage(config, page);
    const entityOf = (path: string) => path.split('/')[1] ?? '';
    const paths = readsOf(url);
    const records = paths.filter((path) => !/^\/(live|track)\//.test(path));
    const read = new Set([...shown, ...beside, ...named]);
    expect(records.filter((path) => !read.has(entityOf(path)))).toEqual([]);
    // What is only named is listed and shown, without its counts, timeline and live values.
    const otherNames = [...named, ...beside].filter((name) => !shown.includes(name));
    expect(
      records.filter(
        (path) => otherNames.includes(entityOf(path)) && /(count|timeline)$/.test(path),
      ),
    ).toEqual([]);
    expect(paths.includes('/live/snapshot')).toBe(followsLive(config, page));
    expect(followsLive(config, page)).toBe(url === 'dashboard' || shown.includes('device'));
    expect(read.has(ALARMS)).toBe(page === ALARMS);
  });

  it('on the dashboard: live fleet only, no list', () => {
    expect(readsOf('dashboard')).toEqual(['/live/snapshot', '/live/changes', '/live/health']);
  });
});
