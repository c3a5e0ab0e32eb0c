import { describe, expect, it } from 'vitest';
import {
  nextName,
  pageNames,
  roleContents,
  saveWithRole,
} from '../../../../src/console/pages/userForm';

it('numbers the copy of a role after the copies that exist', () => {
  const names = new Set(['Shift staff', 'Shift staff 2']);
  expect(nextName('Shift staff', names)).toBe('Shift staff 3');
});

it('names the pages of a role without their groups, those of the sidebar first, and its buttons', () => {
  const menu = { menu_code: 'x', hidden: 'false' } as const;
  const buttons = [{ btnCode: 'device:seal', btnName: 'Seal' }];
  expect(
    roleContents({
      menus: [
        { ...menu, id: 4, sid: 0, menu_name: 'World map', hidden: 'true', menu_url: 'map/x' },
        { ...menu, id: 1, sid: 0, menu_name: 'General' },
        { ...menu, id: 2, sid: 1, menu_name: 'Devices', buttons },
        { ...menu, id: 3, sid: 0, menu_name: 'Home', buttons },
      ],
    }),
  ).toEqual({
    pages: [{ name: 'Devices' }, { name: 'Home' }, { name: 'World map', url: 'map/x' }],
    buttons: ['Seal'],
  });
});

it('names all maps once, as the sidebar does', () => {
  const pages = [
    { name: 'Home', url: 'dashboard' },
    { name: 'Amap', url: 'map/amap' },
    { name: 'World map', url: 'map/mapWorld' },
    { name: 'Own', url: undefined },
  ];
  expect(pageNames(pages, 'Map')).toEqual(['Home', 'Map', 'Own']);
});

describe('a role that is created with its user', () => {
  /** Roles of a server, by id. */
  const rolesOf = (mayDelete: boolean) => {
    const roles = new Map<number, string>();
    const provider = {
      create: async (_: string, { data }: { data: { roleName: string } }) => {
        roles.set(roles.size + 7, data.roleName);
        return { data: { id: roles.size + 6 } };
      },
      delete: async (_: string, { id }: { id: number }) => {
        if (!mayDelete) throw new Error('denied');
        roles.delete(id);
        return { data: { id } };
      },
    };
    const store = { provider, created: new Map<string, number>() } as never;
    const save = (user: (id: number) => Promise<unknown>) =>
      saveWithRole(store, { roleName: 'Only seal' }, user);
    return { roles, save };
  };
  const refuse = () => Promise.reject(new Error('login name is taken'));

  it('is stored once, and its user has it', async () => {
    const { roles, save } = rolesOf(true);
    expect(await save(async (id) => id)).toBe(7);
    expect([...roles]).toEqual([[7, 'Only seal']]);
  });

  it('is deleted if the user is refused, with the reason of the refusal', async () => {
    const { roles, save } = rolesOf(true);
    await expect(save(refuse)).rejects.toThrow('login name is taken');
    expect(roles.size).toBe(0);
    await save(async (id) => id);
    expect(roles.size).toBe(1);
  });

  it('is used by the next attempt if it cannot be deleted', async () => {
    const { roles, save } = rolesOf(false);
    await expect(save(refuse)).rejects.toThrow('login name is taken');
    expect(await save(async (id) => id)).toBe(7);
    expect(roles.size).toBe(1);
  });
});
