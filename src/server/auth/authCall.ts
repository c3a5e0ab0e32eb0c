import type { Console } from '../../config';
import { entitiesReadBy } from '../../fields';
import type { AuthAnswer } from '../../protocol';
import { getAuth } from '../../protocol/contracts/session';
import { answering } from '../calls/answering';
import type { SignedInEndpoint } from '../calls/endpoint';
import type { Database } from '../db';
import { originalLabels, presetsOf } from './actions';
import { loadMenus, menuItems, type RoleMenus, SYSTEM_ROLE, showLonePresets } from './menus';
import { operVO, preferencesOf } from './signIn';

interface Auth {
  readonly db: Database;
  readonly config: Console;
  readonly publicKey: string;
}

/** Endpoint that returns the menus, buttons and settings of the operator. */
export const authCall = ({ db, config, publicKey }: Auth): SignedInEndpoint => {
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
        reads: readableBy(config, oper.role_id, granted),
        filters: true,
        pageRoles: true,
      };
    },
  });
};

/** Names the entities that a role may list. */
const readableBy = (config: Console, roleId: number, { menus }: RoleMenus): string[] =>
  roleId === SYSTEM_ROLE
    ? config.entities.map(({ name }) => name)
    : [
        ...new Set(
          menus.flatMap(({ menuUrl }) => [...entitiesReadBy(config, config.pages[menuUrl])]),
        ),
      ];
