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
 * Refuses a call that the caller's role does not cover, and almost every call of those whose password was chosen by
 * somebody else: who knows it may not be who signed in.
 * @throws CallError `noPermission`, with `data.mustChange` in the second case
 */
export const permit = async (call: Call, caller: Caller, house: House): Promise<void> => {
  const { access, path } = call;
  if (caller.oper.mustChange && access !== 'open' && !call.beforePassword) {
    throw new CallError('noPermission', text('mustChange'), { data: { mustChange: true } });
  }
  if (access !== 'granted' || (await isPermitted(path, caller, house))) return;
  throw new CallError('noPermission', text('noPermission'));
};
