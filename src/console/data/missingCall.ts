import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
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

const keyOf = (path: string) => ['missingCall', path] as const;

/**
 * Makes a call that a customer's server may lack, and returns null if the server refuses it as unknown or not granted,
 * or answers null. Such a call is not made again in this window. After an answer, a refusal is an error: a record that
 * is gone is `notFound` too.
 */
export const callIfPresent = async <T>(
  client: QueryClient,
  path: string,
  call: () => Promise<T | null>,
): Promise<T | null> => {
  const key = keyOf(path);
  if (client.getQueryData(key) === true) return null;
  try {
    const answer = await call();
    client.setQueryData(key, answer === null);
    return answer;
  } catch (error) {
    const isRefused = isMissingCall(error) || (error as ApiError).code === 'noPermission';
    if (!isRefused || client.getQueryData(key) === false) throw error;
    client.setQueryData(key, true);
    return null;
  }
};

/** True once `callIfPresent` has found that the server lacks the call. */
export const useIsCallMissing = (path: string): boolean =>
  useQuery({ queryKey: keyOf(path), queryFn: skipToken, gcTime: Infinity }).data === true;
