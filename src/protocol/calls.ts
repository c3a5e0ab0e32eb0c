import { ownValue } from '../domain/ownValue';
/** Paths of the calls that belong to no entity, under the API base. */
export const CALL = {
  LOGIN: '/login/login',
  LOGOUT: '/login/logout',
  CHANGE_PASSWORD: '/login/changePassword',
  /** First password of a user, by the link of an invitation. */
  ACCEPT_INVITATION: '/login/acceptInvitation',
  GET_AUTH: '/auth/getAuth',
  /** Roles with a page that the caller may not see. */
  PAGE_ROLES: '/auth/pageRoles',
  HOBBY_GET: '/hobby/get',
  HOBBY_SAVE: '/hobby/save',
  /** Unread messages of actions to the caller. */
  BELL_UNREAD: '/bell/unread',
  BELL_READ: '/bell/read',
  LIVE_SNAPSHOT: '/live/snapshot',
  LIVE_CHANGES: '/live/changes',
  /** Facts by which a silent lock is judged. */
  LIVE_HEALTH: '/live/health',
  PLACE_WORDS: '/place/words',
  PLACE_LIMITS: '/place/limits',
  PLACE_FIND: '/place/find',
  MAP_SESSION: '/map/session',
  /** Tracks of locks, and the limits of one call. */
  TRACK_GET: '/track/get',
  TRACK_LIMITS: '/track/limits',
  TRACK_OUTLINE: '/track/outline',
  TRACK_SUMS: '/track/sums',
  /** Report figures, and the same as a file. */
  REPORT_RUN: '/report/run',
  REPORT_EXPORT: '/report/export',
  FILE_UPLOAD: '/file/upload',
} as const;

/** Path of a call of an entity that is no verb: an action, a preview or a count, such as `/oper/resetPassword`. */
export const actionPath = (entity: string, code: string): string => `/${entity}/${code}`;

/** Code of the button that grants an operation on an entity: `device:add`, `device:seal`. */
export const buttonCode = (entity: string, code: string): string => `${entity}:${code}`;

export const TICKETS = 'appointmentCommandRecord';

export const ticketPath = (verb: string): string => actionPath(TICKETS, verb);

/** Path of a verb: as configured, else `/device/list`. */
export const verbPath = <V extends string>(
  { name, api }: { readonly name: string; readonly api: Readonly<Partial<Record<V, string>>> },
  verb: V,
): string => api[verb] ?? actionPath(name, verb);

export const commandPath = (code: string): string => `/command/${code}`;

export const checkPath = (code: string): string => `${commandPath(code)}/check`;

/** Path of the call that sends the operator a one-time code for a command. */
export const codePath = (code: string): string => `${commandPath(code)}/code`;

/** Error codes in `verify.sign`. */
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

/** Response to every call. HTTP status 200 for every business result. */
export interface Envelope<T> {
  verify: {
    /** `success` or an error code. A customer's server may have more codes. */
    sign: string;
    /** Message for the user, in the language of the request. */
    desc: string;
  };
  data: T;
}

export const success = <T>(data: T): Envelope<T> => ({
  verify: { sign: 'success', desc: '' },
  data,
});

/**
 * Error response.
 * @param data null by default; for `invalid` `{ fields }`, the message of each rejected field in the user's language
 */
export const failure = (
  code: ErrorCode,
  desc: string,
  data: unknown = null,
): Envelope<unknown> => ({ verify: { sign: code, desc }, data });

/** True for a JSON object; false for an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the field messages of `invalid`. Messages that are not texts are dropped, as they are shown beside an input.
 */
const fieldsOf = (data: unknown): Record<string, string> | undefined => {
  if (!isRecord(data) || !isRecord(data.fields)) return undefined;
  const reasons = Object.entries(data.fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(reasons);
};

/**
 * Returns the data of a response.
 * @param raw parsed body of an HTTP response; its data is not validated
 * @throws ApiError kind `session` for sessionTimeOut, `business` for any other code, both with the server's message or
 * 'Error'; kind `http`, code `badAnswer`, for a body that is no envelope
 */
export const readEnvelope = (raw: unknown): unknown => {
  const verify = isRecord(raw) ? raw.verify : undefined;
  if (!isRecord(raw) || !isRecord(verify) || typeof verify.sign !== 'string') {
    throw new ApiError('Error', { kind: 'http', code: 'badAnswer', data: raw });
  }
  const { data } = raw;
  if (verify.sign === 'success') return data;
  const desc = typeof verify.desc === 'string' ? verify.desc.trim() : '';
  throw new ApiError(desc || 'Error', {
    kind: verify.sign === 'sessionTimeOut' ? 'session' : 'business',
    code: verify.sign,
    fields: fieldsOf(data),
    data,
  });
};

/**
 * Kind of failure. `business`: the server refused. `session`: it rejected the token. `network`: it was unreachable.
 * `http`: the response is no envelope. `timeout`: there was no response in time.
 */
type ApiErrorKind = 'business' | 'session' | 'network' | 'http' | 'timeout';

export interface ApiErrorDetails {
  kind: ApiErrorKind;
  code: string;
  fields?: Record<string, string>;
  data?: unknown;
  status?: number;
  cause?: unknown;
}

/** HTTP statuses equivalent to our codes. The calls themselves respond with 200. */
const statuses: Readonly<Record<string, number>> = {
  invalid: 422,
  noPermission: 403,
  notFound: 404,
  conflict: 409,
  throttled: 429,
  signError: 400,
  expired: 410,
  fail: 500,
  sessionTimeOut: 401,
};

/** Failed call. The message is for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** `verify.sign` of a business error, else the kind or a more specific code. */
  readonly code: string;
  /** Messages by field, for the code `invalid`. */
  readonly fields?: Record<string, string>;
  readonly data?: unknown;
  /** HTTP status of the response, else the equivalent of the code. */
  readonly status?: number;
  /** Field errors in the form that react-admin's forms expect. */
  readonly body: { readonly errors?: Record<string, string> };

  constructor(message: string, { cause, ...details }: ApiErrorDetails) {
    super(message, { cause });
    this.kind = details.kind;
    this.code = details.code;
    this.fields = details.fields;
    this.data = details.data;
    this.status = details.status ?? ownValue(statuses, details.code);
    this.body = { errors: details.fields };
  }
}

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
