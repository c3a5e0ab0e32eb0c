import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../../domain/label';
import { type Envelope, success } from '../../protocol';
import {
  CallError,
  type Caller,
  EncodedAnswer,
  type Endpoint,
  FileAnswer,
  type Operator,
  text,
  type Values,
} from '../endpoint';
import { logEntryOf } from '../entities';
import {
  checkNames,
  checkText,
  identify,
  isPermitted,
  permit,
  requestLocale,
  tokenOf,
} from './admission';
import { failureOf, sendEncoded, sendFile, sendJson } from './answers';
import { API_BASE, type HttpContext } from './context';
import { type ReceivedForm, receiveForm } from './files';

/** Gives every call its route. */
export const registerCalls = (
  app: FastifyInstance,
  calls: readonly Endpoint[],
  house: HttpContext,
): void => {
  for (const call of calls) {
    app.post(API_BASE + call.path, (request, reply) => answerCall(call, request, reply, house));
  }
};

/** Calls of nobody known could fill the log without end; who signs in is nobody known yet. */
const bodyToLog = ({ access, changes, logged }: Endpoint, { body, oper }: Progress) => {
  if (!body || (access !== 'open' && !oper)) return undefined;
  return (logged ? logged(body) : changes) ? body : undefined;
};

/** Operators, roles and menus are rows like others. */
const forget = ({ sessions, rights }: HttpContext): void => {
  sessions.forget();
  rights.forget();
};

/** Answers a call: with what it worked out, or with why it did not. */
const answerCall = async (
  call: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  house: HttpContext,
): Promise<FastifyReply> => {
  const { journal, log, now } = house;
  const started = now();
  const progress: Progress = { locale: requestLocale(request, null) };
  let answer: Envelope<unknown>;
  let file: FileAnswer | undefined;
  let encoded: EncodedAnswer | undefined;
  try {
    const data = await performCall({ call, request, reply, house, progress });
    if (data instanceof FileAnswer) file = data;
    if (data instanceof EncodedAnswer) encoded = data;
    if (call.changes) forget(house);
    answer = success(file || encoded ? null : (data ?? null));
  } catch (error) {
    answer = failureOf(error, progress.locale, log, call);
  }
  const body = bodyToLog(call, progress);
  if (body) {
    const { locale, oper } = progress;
    const address = request.ip;
    journal.write(logEntryOf({ call, body, locale, oper, address, answer, started, ended: now() }));
  }
  if (encoded) return sendEncoded(request, reply, encoded);
  return file ? sendFile(reply, file) : sendJson(request, reply, answer);
};

/** What is known of a call so far: its answer and the operation log need it even when it fails. */
interface Progress {
  locale: Locale;
  /** Undefined until its sign was found right. */
  body?: Values;
  oper?: Operator;
}

interface Conversation {
  readonly call: Endpoint;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly house: HttpContext;
  readonly progress: Progress;
}

const objectOf = (body: unknown): Values => {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw new CallError('invalid', text('malformed'));
};

/** The body without what every body carries. */
const ownFields = ({ langue, timestamp, sign, ...own }: Values): Values => own;

const enter = async ({ call, request, reply, house, progress }: Conversation) => {
  const caller = await identify(call, request, house);
  if (!caller) return undefined;
  progress.oper = caller.oper;
  // The token it replaces has a minute left, so it is told even to those who are refused.
  if (caller.token !== tokenOf(request)) reply.header('authorization', caller.token);
  await permit(call, caller, house);
  return caller;
};

/** @throws CallError `sessionTimeOut`, of a held call also when its session has ended meanwhile */
const work = async (
  { call, request, reply, house, progress }: Conversation,
  { body, caller, form }: { body: Values; caller?: Caller; form?: ReceivedForm },
): Promise<unknown> => {
  const client = house.calls.signalFor(reply);
  const watch = call.held && caller ? house.sessions.watch(caller.token) : undefined;
  const context = {
    body,
    file: form?.file,
    locale: progress.locale,
    address: request.ip,
    origin: `${request.protocol}://${request.host}`,
    token: tokenOf(request),
    signal: watch ? AbortSignal.any([client, watch.signal]) : client,
    giveToken: (token: string) => {
      reply.header('authorization', token);
    },
    permits: async (path: string) => (caller ? isPermitted(path, caller, house) : false),
    identify: (oper: Operator) => {
      progress.oper = oper;
    },
  };
  if (call.access === 'open') return call.work(context);
  if (!caller) throw new CallError('sessionTimeOut', text('signedOut'));
  if (!watch) return call.work(context, caller);
  try {
    const data = await call.work(context, caller);
    if (watch.signal.aborted || !(await house.sessions.owner(caller.token))) {
      throw new CallError('sessionTimeOut', text('signedOut'));
    }
    return data;
  } finally {
    watch.stop();
  }
};

/**
 * Leads a call past every check to its work: sign, session, rights, and whether it was made before.
 * @throws CallError, and whatever the work throws
 */
const performCall = async (conversation: Conversation): Promise<unknown> => {
  const { call, request, house, progress } = conversation;
  // A file is not let in before whoever sends it: it may be large.
  const sender = call.receivesFile ? await enter(conversation) : undefined;
  const form = call.receivesFile ? await receiveForm(request, house.files) : undefined;
  try {
    const sent = form ? form.body : objectOf(request.body);
    progress.locale = requestLocale(request, sent);
    house.checkSign(sent);
    checkText(sent);
    const body = ownFields(sent);
    progress.body = body;
    const caller = sender ?? (await enter(conversation));
    checkNames(call, body);
    if (call.changes) await house.seenSigns.use(caller, String(sent.sign));
    return await work(conversation, { body, caller, form });
  } finally {
    await form?.discard();
  }
};
