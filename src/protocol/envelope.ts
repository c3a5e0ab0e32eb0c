/** Outcomes other than success, as `verify.sign` names them. */
export const errorCodes = [
  'fail',
  'invalid',
  'noPermission',
  'notFound',
  'conflict',
  'throttled',
  'signError',
  'expired',
  'sessionTimeOut',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The answer to every call, with HTTP 200 for every business outcome. */
export interface Envelope<T> {
  verify: {
    /** `success` or a code; a customer's server may have codes of its own. */
    sign: string;
    /** For the user, in the language the request asked for. */
    desc: string;
  };
  data: T;
}

/** An answer that says yes. */
export const success = <T>(data: T): Envelope<T> => ({
  verify: { sign: 'success', desc: '' },
  data,
});

/**
 * An answer that says no.
 * @param data null when left out; for `invalid` it is `{ fields }`, each refused field and why, in the user's language
 */
export function failure(code: ErrorCode, desc: string): Envelope<null>;
export function failure<T>(code: ErrorCode, desc: string, data: T): Envelope<T>;
export function failure(code: ErrorCode, desc: string, data: unknown = null): Envelope<unknown> {
  return { verify: { sign: code, desc }, data };
}
