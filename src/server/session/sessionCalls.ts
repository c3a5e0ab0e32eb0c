import type { Call } from '../calls';
import { changePasswordCall } from './changePasswordCall';
import { loginCall } from './loginCall';
import { logoutCall } from './logoutCall';
import type { SessionRoom } from './sessionRoom';

/** Signing in, signing out, and the operator's own password. */
export const sessionCalls = (room: SessionRoom): readonly Call[] => [
  loginCall(room),
  logoutCall(room),
  changePasswordCall(room),
];
