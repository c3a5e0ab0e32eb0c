import { CALL } from '../../protocol';
import type { OpenCall } from '../calls';
import type { SessionRoom } from './sessionRoom';

/** Ends the session. Open, because who is signed out already has what they want. */
export const logoutCall = ({ sessions }: SessionRoom): OpenCall => ({
  path: CALL.LOGOUT,
  label: ['Sign out', '退出登录'],
  code: 'logout',
  kind: 'logout',
  access: 'open',
  changes: true,
  request: { type: 'object' },
  answer: { type: 'null' },
  work: async ({ token, identify }) => {
    const oper = await sessions.owner(token);
    if (oper) identify(oper);
    await sessions.end(token);
    return null;
  },
});
