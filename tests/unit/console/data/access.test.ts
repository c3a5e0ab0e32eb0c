import { describe, expect, it } from 'vitest';
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

describe('grantsOf', () => {
  const buttons = [{ btnCode: 'lock:seal', btnName: 'Seal', actionUrl: '/command/seal' }];
  const access = accessOf([menu('lock', buttons), menu('card')]);

  it.each([
    [['lock:seal'], true],
    [['/command/seal'], true],
    [['lock:unseal', '/command/seal'], true],
    [['lock:unseal', '/command/unseal'], false],
    [[undefined], false],
    [[], false],
  ])('%j: %s', (keys, granted) => {
    expect(createGrants(access)(...keys)).toBe(granted);
  });

  it('grants the administrator everything', () => {
    expect(createGrants(accessOf([], 1))('anything')).toBe(true);
  });
});

describe('readableEntities', () => {
  it.each([
    ['nothing', [], 2, []],
    ['a page with what it refers to and lists', ['lock'], 2, ['lock', 'org', 'history']],
    ['a page of its own', ['/chart/index'], 2, ['lock', 'org']],
    ['an unknown page', ['nowhere', '0'], 2, []],
    ['the administrator', [], 1, ['org', 'lock', 'history', 'card', 'spot']],
  ])('%s', (_, urls, id, names) => {
    const access = accessOf(
      urls.map((url) => menu(url)),
      id,
    );
    expect([...readableEntities(access, declared)].sort()).toEqual([...names].sort());
  });
});

describe('pageKeyOf', () => {
  it.each([
    ['device/deviceList', 'device/deviceList'],
    ['/device/deviceList', 'device/deviceList'],
    ['device/deviceList/index', 'device/deviceList'],
    [' org ', 'org'],
    ['indexes', 'indexes'],
  ])('%j is %s', (url, key) => {
    expect(pageKeyOf(url)).toBe(key);
  });
});
