import { ApiError } from '../../../protocol';

/** HTTP statuses of a path that nobody serves. */
const UNKNOWN_PATH = [404, 405, 501];

/** Whether a server has no count at all, as a customer's own may: there is nothing to try again. */
export const isNotCounted = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'notFound' ||
    error.code === 'badAnswer' ||
    UNKNOWN_PATH.includes(error.status ?? 0));

/** Whether the operator may not count. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'noPermission';
