import type { Console } from '../../config';
import { type AuthAnswer, CALL, verbPath } from '../../protocol';
import { getAuth, pageRoles } from '../../protocol/contracts/session';
import { answering } from '../calls/answering';
import { CallError, type SignedInEndpoint, serverLabel } from '../calls/endpoint';
import type { Database } from '../db';
import { originalLabels, presetsOf } from './actions';
import { GROUP, loadMenus, menuItems, menuNameIn, SYSTEM_ROLE, showLonePresets } from './menus';
import { isGranted, type Rights } from './rights';
import { rolesWithMenu } from './roles';
import { operVO, preferencesOf } from './signIn';

/** Mails that the server can send to operators now. */
export interface Mailing {
  /** False without an enabled mail account; undefined if the configuration lacks the entities. */
  readonly sendsLists: boolean | undefined;
  /** Address of the page that sets a first password; undefined if the server can mail no link to it. */
  readonly invitationUrl: string | undefined;
}

/** Endpoint that returns the menus, buttons and settings of the operator. */
export const authCall = ({
  db,
  config,
  publicKey,
  rights,
  readMailing,
}: {
  readonly db: Database;
  readonly config: Console;
  readonly publicKey: string;
  readonly rights: Rights;
  readonly readMailing: (db: Database) => Promise<Mailing>;
}): SignedInEndpoint => {
  const labels = originalLabels(config);
  const presets = presetsOf(config);
  return answering(getAuth, {
    code: 'getAuth',
    kind: 'read',
    access: 'signedIn',
    beforePassword: true,
    changes: false,
    work: async ({ locale }, { oper, token }): Promise<AuthAnswer> => {
      const granted = await loadMenus(db, oper.role_id);
      const grants = await rights.get(oper.role_id);
      const { sendsLists, invitationUrl } = await readMailing(db);
      return {
        token,
        publicKey,
        menus: menuItems(
          { ...granted, menus: showLonePresets(granted.menus, presets) },
          labels,
          locale,
        ),
        oper: operVO(oper),
        operHobbyConfigVo: await preferencesOf(db, oper.id),
        reads: config.entities.flatMap((entity) =>
          isGranted(grants, verbPath(entity, 'list')) ? entity.name : [],
        ),
        live: isGranted(grants, CALL.LIVE_SNAPSHOT),
        filters: true,
        pageRoles: true,
        sendsLists,
        invitations: invitationUrl !== undefined,
      };
    },
  });
};

/** Endpoint that returns the roles with a page that the caller's role lacks. */
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
