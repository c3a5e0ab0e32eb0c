import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { SignForm } from '../../config';
import { MINUTE } from '../../domain/duration';
import { type Locale, localeOf } from '../../domain/label';
import { rule } from '../../fields';
import { verifySign } from '../../protocol';
import { isGranted } from '../auth';
import type { Database } from '../db';
import { isStorableText } from '../db/storableText';
import {
  CallError,
  type Caller,
  type CallValues,
  type Endpoint,
  invalidInput,
  ruleLabel,
  serverLabel,
} from '../endpoint';
import type { HttpContext } from './context';

/** The token of a request, '' for none. */
export const tokenOf = ({ headers }: FastifyRequest): string =>
  (headers.authorization ?? '').replace(/^Bearer /, '');

/**
 * Who is calling; nobody in particular where anybody may.
 * @throws CallError `sessionTimeOut`
 */
export const identify = async (
  { access }: Endpoint,
  request: FastifyRequest,
  { sessions }: HttpContext,
): Promise<Caller | undefined> => {
  if (access === 'open') return undefined;
  const caller = await sessions.caller(tokenOf(request), request.ip);
  if (!caller) throw new CallError('sessionTimeOut', serverLabel('signedOut'));
  return caller;
};

/** Whether the caller's role covers a call. */
export const isPermitted = async (
  path: string,
  { oper }: Caller,
  { rights }: HttpContext,
): Promise<boolean> => isGranted(await rights.get(oper.role_id), path);

/**
 * Refuses a call that the caller's role does not cover, and almost every call of those whose password was chosen by
 * somebody else: who knows it may not be who signed in.
 * @throws CallError `noPermission`, with `data.mustChange` in the second case
 */
export const authorize = async (
  call: Endpoint,
  caller: Caller,
  http: HttpContext,
): Promise<void> => {
  const { access, path } = call;
  if (caller.oper.mustChange && access !== 'open' && !call.beforePassword) {
    throw new CallError('noPermission', serverLabel('mustChange'), { data: { mustChange: true } });
  }
  if (access !== 'granted' || (await isPermitted(path, caller, http))) return;
  throw new CallError('noPermission', serverLabel('noPermission'));
};

/** A request may be this much older or younger than the server's clock, ms. */
const SIGN_WINDOW = 5 * MINUTE;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

export type CheckSign = (body: CallValues) => void;

/**
 * Makes the check of a body's sign and time. A refusal tells the server's time, so that a computer whose clock is
 * wrong can go on by ours.
 */
export const createCheckSign = (form: SignForm, secret: string, now: () => number): CheckSign => {
  const wire = { ...form, secret };
  const refuse = (code: 'signError' | 'expired', name: 'signError' | 'clock') =>
    new CallError(code, serverLabel(name), { data: { serverTime: now() } });
  return (body) => {
    if (!verifySign(body, wire, md5)) throw refuse('signError', 'signError');
    // A form of several parts carries its numbers as text.
    const sent = Number(body.timestamp);
    if (!(Math.abs(now() - sent) <= SIGN_WINDOW)) throw refuse('expired', 'clock');
  };
};

/** The signs of calls that changed something: each is good for one such call, at whichever server. */
export interface ReplayGuard {
  /**
   * @param caller who has shown who they are. What else a request carries is anybody's invention, an Authorization
   * header of a call that asks for none included.
   * @throws CallError `signError` when this operator, or somebody unknown, has sent this sign before
   */
  use(caller: Caller | undefined, sign: string): Promise<void>;
  sweep(): Promise<void>;
}

export const openReplayGuard = (db: Database, now: () => number): ReplayGuard => ({
  use: async (caller, sign) => {
    const hash = createHash('sha256')
      .update(`${caller?.oper.id ?? ''} ${sign}`)
      .digest('base64url');
    const { rows } = await sql`
      insert into seen_sign (hash, at) values (${hash}, ${now()})
      on conflict do nothing returning 1`.execute(db);
    if (rows.length === 0) throw new CallError('signError', serverLabel('repeated'));
  },
  sweep: async () => {
    // One from a clock that is fast is good until the end of its own window.
    await sql`delete from seen_sign where at < ${now() - 2 * SIGN_WINDOW}`.execute(db);
  },
});

/** How deep a body may be nested: the corner of an area of many parts lies 7 deep. */
const DEEPEST = 32;

/** Whether arrays and objects lie deeper in each other than allowed; a text that is no JSON may be judged either way. */
const isTooDeep = (json: string): boolean => {
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
      if (depth > DEEPEST) return true;
    } else if (character === ']' || character === '}') depth--;
  }
  return false;
};

/**
 * What is nested very deep is refused before anything looks into it: whoever does so, does it step by step, and some
 * run out of steps.
 */
export const depthRefusal = (json: string): CallError | undefined =>
  isTooDeep(json) ? new CallError('invalid', serverLabel('tooDeep', { max: DEEPEST })) : undefined;

/**
 * Refuses fields that neither the call nor the declaration that it belongs to knows.
 * @throws CallError `invalid` that names them
 */
export const checkNames = ({ request, fields, judgesNames }: Endpoint, body: CallValues): void => {
  if (judgesNames) return;
  const known = { ...(request.properties as object | undefined), ...fields };
  const unknown = Object.keys(body).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return;
  throw invalidInput(Object.fromEntries(unknown.map((name) => [name, ruleLabel(rule('unknown'))])));
};

/** Whoever writes such an object as a text or a number calls them. */
const CONVERSIONS = ['toString', 'valueOf'];

const isPlain = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([name, member]) => isStorableText(name) && !CONVERSIONS.includes(name) && isPlain(member),
  );
};

/**
 * Refuses texts that nobody types and no column holds, and names that belong to every object, wherever in a body they
 * are.
 * @throws CallError `invalid`
 */
export const checkText = (body: object): void => {
  if (!isPlain(body)) throw new CallError('invalid', serverLabel('malformed'));
};

/** The language of a request: what its body says, else what its browser prefers. */
export const requestLocale = (
  { headers }: FastifyRequest,
  body: { readonly langue?: unknown } | null | undefined,
): Locale => localeOf(body?.langue || headers['accept-language']);
