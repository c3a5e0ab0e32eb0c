import { ApiError } from '../../protocol';

/** HTTP statuses of a path that no server handles. */
const UNKNOWN_PATH = [404, 405, 501];

/** True if the server has no such call: it is of no use to ask again. */
export const isMissingCall = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'notFound' || UNKNOWN_PATH.includes(error.status ?? 0));

/** Error codes that any other call would get too. */
const FINAL_ERRORS = ['invalid', 'noPermission', 'throttled', 'signError', 'expired', 'conflict'];

/** True if the server does not know the call; customers' servers report that in various ways. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === 'http' || (error.kind === 'business' && !FINAL_ERRORS.includes(error.code)));

/** True if another call may answer what this one did not: the server does not know it, or does not grant it. */
export const isOptionalCallRefused = (error: unknown): boolean =>
  isUnknownCall(error) || (error instanceof ApiError && error.code === 'noPermission');
