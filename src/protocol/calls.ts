/** Paths of the calls that belong to no entity, under the API base. */
export const CALL = {
  LOGIN: '/login/login',
  LOGOUT: '/login/logout',
  CHANGE_PASSWORD: '/login/changePassword',
  GET_AUTH: '/auth/getAuth',
  HOBBY_GET: '/hobby/get',
  HOBBY_SAVE: '/hobby/save',
  LIVE_SNAPSHOT: '/live/snapshot',
  LIVE_CHANGES: '/live/changes',
  /** Positions in words. */
  PLACE_WORDS: '/place/words',
  /** How many points a fence may have. */
  PLACE_LIMITS: '/place/limits',
  /** Positions of places by their names. */
  PLACE_FIND: '/place/find',
  /** Where locks were, and how much of it may be asked for. */
  TRACK_GET: '/track/get',
  TRACK_LIMITS: '/track/limits',
  /** What records of a period add up to, and the same as a file. */
  REPORT_RUN: '/report/run',
  REPORT_EXPORT: '/report/export',
  FILE_UPLOAD: '/file/upload',
} as const;

/** The path of an action's call, of a preview's and of a count's: `/oper/resetPassword`, `/device/count`. */
export const actionPath = (entity: string, code: string): string => `/${entity}/${code}`;

/** The code of the button that grants something done with an entity: `device:add`, `device:seal`. */
export const buttonCode = (entity: string, code: string): string => `${entity}:${code}`;

/** The entity whose records are the tickets of commands. */
export const TICKETS = 'appointmentCommandRecord';

/** The path of a call that does something with tickets. */
export const ticketPath = (verb: string): string => actionPath(TICKETS, verb);

/** The path of a verb's call: the one that the configuration names, or `/device/list`. */
export const verbPath = <V extends string>(
  { name, api }: { readonly name: string; readonly api: Readonly<Partial<Record<V, string>>> },
  verb: V,
): string => api[verb] ?? actionPath(name, verb);

/** The path of a command's call where the configuration names no other. */
export const commandPath = (code: string): string => `/command/${code}`;

/** The path of the call that tells what a command would do. */
export const checkPath = (code: string): string => `${commandPath(code)}/check`;

/** Path of the call that sends the caller a one-time code for a command. */
export const codePath = (code: string): string => `${commandPath(code)}/code`;

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

/** Whether a value of JSON is an object and no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of `invalid`; reasons that are no text are left out, since they are shown beside an input. */
const fieldsOf = (data: unknown): Record<string, string> | undefined => {
  if (!isRecord(data) || !isRecord(data.fields)) return undefined;
  const reasons = Object.entries(data.fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(reasons);
};

/**
 * The data of an answer.
 * @param raw the parsed body of an HTTP answer; its data is taken on trust
 * @throws ApiError kind `session` for sessionTimeOut, `business` for any other code, both with the server's words
 *   or 'Error'; kind `http`, code `badAnswer`, for a body that is no envelope
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
 * Why a call failed: `business` the server said no, `session` it no longer knows the token, `network` it was not
 * reached, `http` it answered something else than the agreed answer, `timeout` it did not answer in time.
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

/** What HTTP calls our codes; the calls themselves answer 200. */
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

/** A call that failed. The message is for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** `verify.sign` of a business answer, else the kind or a finer name of it. */
  readonly code: string;
  /** Refused fields and why, where the code is `invalid`. */
  readonly fields?: Record<string, string>;
  /** What the server sent along with its no. */
  readonly data?: unknown;
  /** HTTP status where there was one, else the one that means the same. */
  readonly status?: number;
  /** As react-admin's forms look for refused fields. */
  readonly body: { readonly errors?: Record<string, string> };

  constructor(message: string, { cause, ...details }: ApiErrorDetails) {
    super(message, { cause });
    this.kind = details.kind;
    this.code = details.code;
    this.fields = details.fields;
    this.data = details.data;
    this.status = details.status ?? statuses[details.code];
    this.body = { errors: details.fields };
  }
}

/** Why something failed, in the words it came with. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
