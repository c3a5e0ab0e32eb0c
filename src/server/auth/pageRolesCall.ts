import type { Console } from '../../config';
import { CALL, type PageRoles } from '../../protocol';
import { CallError, type SignedInEndpoint, serverLabel } from '../calls/endpoint';
import type { Database } from '../db';
import { originalLabels } from './actions';
import { pageRolesJson } from './answerJson';
import { GROUP, loadMenus, menuNameIn, SYSTEM_ROLE } from './menus';
import { rolesWithMenu } from './roles';

/** Answers which roles have a page that the caller's role lacks. */
export const pageRolesCall = (db: Database, config: Console): SignedInEndpoint => {
  const labels = originalLabels(config);
  return {
    path: CALL.PAGE_ROLES,
    label: ['Roles with a page', '拥有页面的角色'],
    code: 'pageRoles',
    kind: 'read',
    access: 'signedIn',
    changes: false,
    request: {
      type: 'object',
      properties: { menu_code: { type: 'string', description: 'Code of the menu of the page' } },
      required: ['menu_code'],
    },
    answer: pageRolesJson,
    work: async ({ body, locale }, { oper }): Promise<PageRoles> => {
      // The system administrator's role has every menu that is enabled, with all menus above it.
      const { menus } = await loadMenus(db, SYSTEM_ROLE);
      const menu = menus.find(({ menuCode }) => menuCode === body.menu_code);
      if (!menu || menu.menuUrl === GROUP)
        throw new CallError('notFound', serverLabel('noSuchMenu'));
      return {
        menu_name: menuNameIn(locale, menu, labels),
        roles: await rolesWithMenu(db, menu.id, oper),
      };
    },
  };
};
