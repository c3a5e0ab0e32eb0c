import type { Console } from '../../config';
import { type AuthAnswer, CALL } from '../../protocol';
import type { SignedInCall } from '../calls';
import { hobbyOf, operVO } from '../session';
import type { Database } from '../store';
import { knownLabels } from './labels';
import { loadMenus } from './loadMenus';
import { menuItems } from './menuItems';

interface Auth {
  readonly db: Database;
  readonly config: Console;
  readonly publicKey: string;
}

/** What the operator sees and may do. */
export const authCall = ({ db, config, publicKey }: Auth): SignedInCall => {
  const labels = knownLabels(config);
  return {
    path: CALL.GET_AUTH,
    label: ['Menus and buttons', '菜单和按钮'],
    code: 'getAuth',
    kind: 'read',
    access: 'signedIn',
    beforePassword: true,
    changes: false,
    request: { type: 'object' },
    answer: { type: 'object' },
    work: async ({ locale }, { oper, token }): Promise<AuthAnswer> => ({
      token,
      publicKey,
      menus: menuItems(await loadMenus(db, oper.role_id), labels, locale),
      oper: operVO(oper),
      operHobbyConfigVo: await hobbyOf(db, oper.id),
    }),
  };
};
