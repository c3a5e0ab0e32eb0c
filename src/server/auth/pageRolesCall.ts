import type { Console } from '../../config';
import { pageRoles } from '../../protocol/contracts/session';
import { answering } from '../calls/answering';
import { CallError, type SignedInEndpoint, serverLabel } from '../calls/endpoint';
import type { Database } from '../db';
import { originalLabels } from './actions';
import { GROUP, loadMenus, menuNameIn, SYSTEM_ROLE } from './menus';
import { rolesWithMenu } from './roles';

/** Answers which roles have a page that the caller's role lacks. */
export const pageRolesCall = (db: Database, config: Console): SignedInEndpoint => {
  const labels = originalLabels(config);
  return answering(pageRoles, {
    code: 'pageRoles',
    kind: 'read',
    access: 'signedIn',
    changes: false,
    // An unknown code is `notFound`.
    checkedByWork: ['menu_code'],
    work: async ({ body, locale }, { oper }) => {
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
  });
};
