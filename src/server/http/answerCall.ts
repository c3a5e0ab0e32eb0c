import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Envelope, success } from '../../protocol';
import { type Call, FileAnswer } from '../calls';
import { entryOf } from '../journal';
import { failureOf } from './failureOf';
import type { House } from './House';
import { type Progress, performCall } from './performCall';
import { requestLocale } from './requestLocale';
import { sendFile } from './sendFile';

const isLogged = ({ changes, logged }: Call, { body }: Progress): boolean =>
  logged ? logged(body) : changes;

/** Answers a call: with what it worked out, or with why it did not. */
export const answerCall = async (
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  house: House,
): Promise<FastifyReply> => {
  const { rights, journal, log, now } = house;
  const started = now();
  const progress: Progress = { locale: requestLocale(request, null), body: {} };
  let answer: Envelope<unknown>;
  let file: FileAnswer | undefined;
  try {
    const data = await performCall({ call, request, reply, house, progress });
    if (data instanceof FileAnswer) file = data;
    // Roles and menus are rows like others.
    if (call.changes) rights.forget();
    answer = success(file ? null : (data ?? null));
  } catch (error) {
    answer = failureOf(error, progress.locale, log, call.path);
  }
  if (isLogged(call, progress)) {
    const address = request.ip;
    journal.write(entryOf({ call, ...progress, address, answer, started, ended: now() }));
  }
  return file ? sendFile(reply, file) : reply.send(answer);
};
