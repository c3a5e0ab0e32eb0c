import { Type } from 'typebox';
import { actionPath } from '../calls';
import { contract } from './contract';
import { Id, orNull } from './schemas';
import { MenuRef } from './session';

const GrantableMenu = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  parent_id: orNull<number>('integer'),
  icon: Type.Optional(Type.String()),
  page: Type.Optional(Type.String({ description: 'Key of the page that the menu opens' })),
  group: Type.Boolean({ description: 'It is visible with its menus and cannot be granted itself' }),
  buttons: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      code: Type.Optional(Type.String()),
    }),
  ),
});

/** Permissions that can be granted to a role below another. */
export const roleGrantable = contract(
  actionPath('role', 'grantable'),
  ['Role: permissions that can be granted', '角色：可授予的权限'],
  {
    request: Type.Object({ parent_id: Id }),
    answer: Type.Object({ menus: Type.Array(GrantableMenu) }),
  },
);

export const roleShown = contract(
  actionPath('role', 'shown'),
  ['Role: menus and permissions', '角色：可见菜单与操作权限'],
  {
    request: Type.Object({ id: Id }),
    answer: Type.Object({
      everything: Type.Boolean({ description: 'The role of the system administrator' }),
      menus: Type.Array(MenuRef),
      below: Type.Array(
        Type.Object({
          id: Type.Integer(),
          roleName: Type.String(),
          parent_id: Type.Integer(),
        }),
        { description: 'Roles below it' },
      ),
    }),
  },
);
