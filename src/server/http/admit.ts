import type { FastifyRequest } from 'fastify';
import { type Call, CallError, type Caller, text } from '../calls';
import { covers } from '../rights';
import type { House } from './House';

/** The token of a request, '' for none. */
export const tokenOf = ({ headers }: FastifyRequest): string =>
  (headers.authorization ?? '').replace(/^Bearer /, '');

/**
 * Who is calling; nobody in particular where anybody may.
 * @throws CallError `sessionTimeOut`, `noPermission`
 */
export const admit = async (
  call: Call,
  request: FastifyRequest,
  { sessions, rights }: House,
): Promise<Caller | undefined> => {
  if (call.access === 'open') return undefined;
  const caller = await sessions.caller(tokenOf(request), request.ip);
  if (!caller) throw new CallError('sessionTimeOut', text('signedOut'));
  if (call.access === 'granted' && !covers(await rights.of(caller.oper.role_id), call.path)) {
    throw new CallError('noPermission', text('noPermission'));
  }
  return caller;
};
