import type { Console } from '../../config';
import { type AuthAnswer, CALL, verbPath } from '../../protocol';
import { getAuth } from '../../protocol/contracts/session';
import { answering } from '../calls/answering';
import type { SignedInEndpoint } from '../calls/endpoint';
import type { Database } from '../db';
import { originalLabels, presetsOf } from './actions';
import { loadMenus, menuItems, showLonePresets } from './menus';
import { isGranted, type Rights } from './rights';
import { operVO, preferencesOf } from './signIn';

interface Auth {
  readonly db: Database;
  readonly config: Console;
  readonly publicKey: string;
  readonly rights: Rights;
}

/** Endpoint that returns the menus, buttons and settings of the operator. */
export const authCall = ({ db, config, publicKey, rights }: Auth): SignedInEndpoint => {
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
      };
    },
  });
};
