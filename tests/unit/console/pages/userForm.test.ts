import { expect, it } from 'vitest';
import { nextName, roleContents } from '../../../../src/console/pages/userForm';

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
        { ...menu, id: 4, sid: 0, menu_name: 'World map', hidden: 'true' },
        { ...menu, id: 1, sid: 0, menu_name: 'General' },
        { ...menu, id: 2, sid: 1, menu_name: 'Devices', buttons },
        { ...menu, id: 3, sid: 0, menu_name: 'Home', buttons },
      ],
    }),
  ).toEqual({ pages: ['Devices', 'Home', 'World map'], buttons: ['Seal'] });
});
