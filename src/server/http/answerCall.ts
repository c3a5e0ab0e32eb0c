import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Envelope, success } from '../../protocol';
import { type Call, FileAnswer } from '../calls';
import { entryOf } from '../journal';
import { failureOf } from './failureOf';
import type { House } from './House';
import { type Progress, performCall } from './performCall';
import { requestLocale } from './requestLocale';
import { sendFile } from './sendFile';
import { sendJson } from './sendJson';

/** Calls of nobody known could fill the log without end; who signs in is nobody known yet. */
const bodyToLog = ({ access, changes, logged }: Call, { body, oper }: Progress) => {
  if (!body || (access !== 'open' && !oper)) return undefined;
  return (logged ? logged(body) : changes) ? body : undefined;
};

/** Operators, roles and menus are rows like others. */
const forget = ({ sessions, rights }: House): void => {
  sessions.forget();
  rights.forget();
};

/** Answers a call: with what it worked out, or with why it did not. */
export const answerCall = async (
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  house: House,
): Promise<FastifyReply> => {
  const { journal, log, now } = house;
  const started = now();
  const progress: Progress = { locale: requestLocale(request, null) };
  let answer: Envelope<unknown>;
  let file: FileAnswer | undefined;
  try {
    const data = await performCall({ call, request, reply, house, progress });
    if (data instanceof FileAnswer) file = data;
    if (call.changes) forget(house);
    answer = success(file ? null : (data ?? null));
  } catch (error) {
    answer = failureOf(error, progress.locale, log, call.path);
  }
  const body = bodyToLog(call, progress);
  if (body) {
    const { locale, oper } = progress;
    const address = request.ip;
    journal.write(entryOf({ call, body, locale, oper, address, answer, started, ended: now() }));
  }
  return file ? sendFile(reply, file) : sendJson(request, reply, answer);
};
