import type { FastifyRequest } from 'fastify';
import { type Call, CallError, type Caller, text } from '../calls';
import { covers } from '../rights';
import type { House } from './House';

/** The token of a request, '' for none. */
export const tokenOf = ({ headers }: FastifyRequest): string =>
  (headers.authorization ?? '').replace(/^Bearer /, '');

/**
 * Who is calling; nobody in particular where anybody may.
 * @throws CallError `sessionTimeOut`
 */
export const identify = async (
  { access }: Call,
  request: FastifyRequest,
  { sessions }: House,
): Promise<Caller | undefined> => {
  if (access === 'open') return undefined;
  const caller = await sessions.caller(tokenOf(request), request.ip);
  if (!caller) throw new CallError('sessionTimeOut', text('signedOut'));
  return caller;
};

/** Whether the caller's role covers a call. */
export const isPermitted = async (
  path: string,
  { oper }: Caller,
  { rights }: House,
): Promise<boolean> => covers(await rights.get(oper.role_id), path);

/**
 * Refuses a call that the caller's role does not cover.
 * @throws CallError `noPermission`
 */
export const permit = async (
  { access, path }: Call,
  caller: Caller,
  house: House,
): Promise<void> => {
  if (access !== 'granted' || (await isPermitted(path, caller, house))) return;
  throw new CallError('noPermission', text('noPermission'));
};
