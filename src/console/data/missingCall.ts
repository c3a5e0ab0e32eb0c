import { ApiError } from '../../protocol';

/** HTTP statuses of a path that no server handles. */
const UNKNOWN_PATH = [404, 405, 501];

/** True if the server has no such call: it is of no use to ask again. */
export const isMissingCall = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'notFound' || UNKNOWN_PATH.includes(error.status ?? 0));

/** Codes of a call that the server may not have, or that the operator was not granted. */
const UNKNOWN_CALL: readonly string[] = ['notFound', 'noPermission', 'http'];

/** True if another call may answer what this one did not. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof ApiError && UNKNOWN_CALL.includes(error.code);
