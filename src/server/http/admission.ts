import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isBlank, type SignForm } from '../../config';
import { MINUTE } from '../../domain/duration';
import { type Label, type Locale, langueOf, localeOf, locales } from '../../domain/label';
import { rule } from '../../fields';
import { verifySign } from '../../protocol';
import { isGranted, type Rights, type Sessions } from '../auth';
import {
  CallError,
  type Caller,
  type CallValues,
  type Endpoint,
  invalidInput,
  ruleLabel,
  serverLabel,
} from '../calls/endpoint';
import { type Database, lit } from '../db';
import { isStorableText } from '../db/sql/storableText';

/** Returns the session token, or '' if the request has none. */
export const tokenOf = ({ headers }: FastifyRequest): string =>
  (headers.authorization ?? '').replace(/^Bearer /, '');

/**
 * Returns the signed-in caller, or undefined for an open endpoint.
 * @throws CallError `sessionTimeOut` if the token has no live session
 */
export const authenticate = async (
  { access }: Endpoint,
  request: FastifyRequest,
  { sessions }: { readonly sessions: Sessions },
): Promise<Caller | undefined> => {
  if (access === 'open') return undefined;
  const caller = await sessions.caller(tokenOf(request), request.ip);
  if (!caller) throw new CallError('sessionTimeOut', serverLabel('signedOut'));
  return caller;
};

/** True if the caller's role grants the path. */
export const isAllowed = async (
  path: string,
  { oper }: Caller,
  { rights }: { readonly rights: Rights },
): Promise<boolean> => isGranted(await rights.get(oper.role_id), path);

/**
 * Checks that the caller's role grants the endpoint. While an operator still has a password that was set for them,
 * only endpoints marked `beforePassword` are allowed, because the person who set it knows it too.
 * @throws CallError `noPermission`, with `data.mustChange` in the second case
 */
export const authorize = async (
  call: Endpoint,
  caller: Caller,
  http: { readonly rights: Rights },
): Promise<void> => {
  const { access, path } = call;
  if (caller.oper.mustChange && access !== 'open' && !call.beforePassword) {
    throw new CallError('noPermission', serverLabel('mustChange'), { data: { mustChange: true } });
  }
  if (access !== 'granted' || (await isAllowed(path, caller, http))) return;
  throw new CallError('noPermission', serverLabel('noPermission'));
};

/** Maximum difference between a request's timestamp and the server's clock, either way, ms. */
const MAX_CLOCK_SKEW = 5 * MINUTE;

const md5 = (text: string): string => hash('md5', text, 'hex');

export type VerifyRequestSign = (body: CallValues) => void;

/**
 * Creates the check of a body's sign and timestamp. Its errors carry the server's time, by which a client with a wrong
 * clock can retry.
 */
export const createVerifyRequestSign = (
  form: SignForm,
  secret: string,
  now: () => number,
): VerifyRequestSign => {
  const wire = { ...form, secret };
  const signError = (code: 'signError' | 'expired', name: 'signError' | 'clock') =>
    new CallError(code, serverLabel(name), { data: { serverTime: now() } });
  return (body) => {
    if (!verifySign(body, wire, md5)) throw signError('signError', 'signError');
    // multipart/form-data carries numbers as text.
    const sentAt = Number(body.timestamp);
    if (!(Math.abs(now() - sentAt) <= MAX_CLOCK_SKEW)) throw signError('expired', 'clock');
  };
};

/** Replay protection: the sign of a call that changes data is accepted once, by all servers of a group together. */
export interface ReplayGuard {
  /**
   * Consumes a sign.
   * @param caller the authenticated caller; undefined for an open endpoint, whatever token the request carries, since
   * nothing verified it
   * @throws CallError `signError` if the same operator, or any caller of an open endpoint, has used the sign
   */
  consume(caller: Caller | undefined, sign: string): Promise<void>;
  deleteExpired(): Promise<void>;
}

export const openReplayGuard = (db: Database, now: () => number): ReplayGuard => ({
  consume: async (caller, sign) => {
    const signHash = hash('sha256', `${caller?.oper.id ?? ''} ${sign}`, 'base64url');
    const rows = await db
      .insertInto('seen_sign')
      .values({ hash: signHash, at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning(lit(1).as('one'))
      .execute();
    if (rows.length === 0) throw new CallError('signError', serverLabel('repeated'));
  },
  deleteExpired: async () => {
    // Twice the window: a request from a fast clock stays valid for up to that long after it was seen.
    await db
      .deleteFrom('seen_sign')
      .where('at', '<', now() - 2 * MAX_CLOCK_SKEW)
      .execute();
  },
});

/** Nesting limit of a JSON body. A GeoJSON MultiPolygon needs 7. */
const MAX_JSON_DEPTH = 32;

/** True if the nesting exceeds the limit. The result for malformed JSON is arbitrary: the parser rejects it anyway. */
const exceedsDepth = (json: string): boolean => {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length; i++) {
    const character = json[i];
    if (isText) {
      if (character === '\\') i++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '[' || character === '{') {
      depth++;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (character === ']' || character === '}') depth--;
  }
  return false;
};

/**
 * Returns the error for a body that is nested too deep. Checked on the raw text, before parsing: recursive code
 * overflows the stack on such input.
 */
export const depthError = (json: string): CallError | undefined =>
  exceedsDepth(json)
    ? new CallError('invalid', serverLabel('tooDeep', { max: MAX_JSON_DEPTH }))
    : undefined;

const isField = (name: string, fields: object | undefined): boolean =>
  fields !== undefined && Object.hasOwn(fields, name);

/**
 * Rejects fields that are in neither the endpoint's request schema nor its entity.
 * @throws CallError `invalid` with an entry per unknown field
 */
export const rejectUnknownFields = (
  { request, fields, validatesFieldNames }: Endpoint,
  body: CallValues,
): void => {
  if (validatesFieldNames) return;
  const properties = request.properties as object | undefined;
  const unknownNames = Object.keys(body).filter(
    (name) => !isField(name, properties) && !isField(name, fields),
  );
  if (unknownNames.length === 0) return;
  throw invalidInput(
    Object.fromEntries(unknownNames.map((name) => [name, ruleLabel(rule('unknown'))])),
  );
};

/** Members by which JavaScript converts an object or finds its prototype, so a body must not define them. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'valueOf'];

const unstorableReason = (value: unknown): Label | undefined => {
  if (typeof value === 'string')
    return isStorableText(value) ? undefined : serverLabel('unstorable');
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (INHERITED.includes(name)) return serverLabel('noMember', { name });
    const reason = unstorableReason(name) ?? unstorableReason(member);
    if (reason) return reason;
  }
  return undefined;
};

/**
 * Rejects, at any depth, strings that PostgreSQL cannot store (NUL, lone surrogates) and members that every object
 * inherits.
 * @throws CallError `invalid` with an entry per field
 */
export const rejectUnstorable = (body: object): void => {
  const reasons = Object.entries(body).flatMap(([name, value]) => {
    const isField = !INHERITED.includes(name) && isStorableText(name);
    const reason = isField ? unstorableReason(value) : ruleLabel(rule('unknown'));
    return reason ? [[name, reason] as const] : [];
  });
  if (reasons.length > 0) throw invalidInput(Object.fromEntries(reasons));
};

const LANGUES: readonly unknown[] = locales.map(langueOf);

/**
 * Rejects a body whose `langue` is missing or not one of the API's languages.
 * @throws CallError `invalid`
 */
export const rejectLanguage = ({ langue }: CallValues): void => {
  if (LANGUES.includes(langue)) return;
  throw invalidInput({ langue: ruleLabel(rule(isBlank(langue) ? 'required' : 'choice')) });
};

/** Returns the locale from `langue` in the body, or else from the Accept-Language header. */
export const requestLocale = (
  { headers }: FastifyRequest,
  body: { readonly langue?: unknown } | null | undefined,
): Locale => localeOf(body?.langue || headers['accept-language']);
