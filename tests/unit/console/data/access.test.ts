import { describe, expect, it } from 'vitest';
import shipped from '../../../../resources.config';
import {
  type Access,
  createGrants,
  pageKeyOf,
  readableEntities,
} from '../../../../src/console/data';
import type { MenuItem } from '../../../../src/protocol';
import { declared } from './declared';

const menu = (menu_url: string, buttons: MenuItem['buttons'] = []): MenuItem => ({
  id: 1,
  sid: 0,
  remarks: '1',
  menu_code: menu_url,
  menu_url,
  menu_icon: '',
  hidden: 'false',
  buttons,
});

const accessOf = (menus: MenuItem[], id = 2): Access => ({
  oper: { id, operName: 'A', loginName: 'a', orgVO: { id: 1, org_name: 'O', logo: null } },
  menus,
});

describe('createGrants', () => {
  const buttons = [{ btnCode: 'lock:seal', btnName: 'Seal', actionUrl: '/command/seal' }];
  const access = accessOf([menu('lock', buttons), menu('card')]);

  it.each([
    [['lock:seal'], true],
    [['/command/seal'], true],
    [['lock:unseal', '/command/seal'], true],
    [['lock:unseal', '/command/unseal'], false],
    [[undefined], false],
    [[], false],
  ])('maps the granted buttons %j to permission: %s', (keys, granted) => {
    expect(createGrants(access)(...keys)).toBe(granted);
  });

  it('grants the administrator everything', () => {
    expect(createGrants(accessOf([], 1))('anything')).toBe(true);
  });
});

describe('readableEntities', () => {
  it.each([
    ['nothing', [], 2, []],
    ['a page with its references and lists', ['lock'], 2, ['lock', 'org', 'history']],
    ['a custom page', ['/chart/index'], 2, ['lock']],
    ['an unknown page', ['nowhere', '0'], 2, []],
    ['the administrator of a server that does not list them', ['card'], 1, ['card', 'lock']],
  ])('grants these entities to %s', (_, urls, id, names) => {
    const access = accessOf(
      urls.map((url) => menu(url)),
      id,
    );
    expect([...readableEntities(access, declared)].sort()).toEqual([...names].sort());
  });

  it('returns the entities that the server names, if they are declared', () => {
    const access = { ...accessOf([menu('lock')]), reads: ['card', 'unheard'] };
    expect([...readableEntities(access, declared)]).toEqual(['card']);
  });

  /** Returns the entities that the shipped console lists at a server that names none. */
  const readable = (...urls: string[]) =>
    readableEntities(accessOf(urls.map((url) => menu(url))), shipped);

  it.each([
    ['alarms', 'alertRecord'],
    ['commands', 'appointmentCommandRecord'],
    ['positions', 'deviceLocationRecord'],
    ['fences', 'fence'],
    ['batches of commands', 'commandBatch'],
  ])('excludes %s without a menu of their own', (_, name) => {
    const pages = ['dashboard', 'device', 'map/amap', 'sealIssue'];
    expect(readable(...pages).has('device')).toBe(true);
    expect(readable(...pages).has(name)).toBe(false);
    expect(readable(...pages, name).has(name)).toBe(true);
  });

  it('includes the entities that a page requires, and those that no menu can grant', () => {
    expect(readable('device').has('childLock')).toBe(true);
    expect(readable('mapManage').has('fence')).toBe(true);
    expect(readable('map/mapWorld').has('device')).toBe(true);
    expect(readable('playback').has('deviceLocationRecord')).toBe(true);
  });
});

describe('pageKeyOf', () => {
  it.each([
    ['device/deviceList', 'device/deviceList'],
    ['/device/deviceList', 'device/deviceList'],
    ['device/deviceList/index', 'device/deviceList'],
    [' org ', 'org'],
    ['indexes', 'indexes'],
  ])('reads the page key of %j as %s', (url, key) => {
    expect(pageKeyOf(url)).toBe(key);
  });
});
