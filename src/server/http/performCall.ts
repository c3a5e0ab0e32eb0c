import { rm } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../../domain/label';
import { type Envelope, isRecord, success } from '../../protocol';
import {
  type CallContext,
  CallError,
  type Caller,
  type CallValues,
  EncodedAnswer,
  type Endpoint,
  FileAnswer,
  type Operator,
  serverLabel,
} from '../endpoint';
import { logEntryOf } from '../entities';
import {
  authorize,
  checkNames,
  checkText,
  identify,
  isPermitted,
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
  http: HttpContext,
): void => {
  for (const call of calls) {
    app.post(API_BASE + call.path, (request, reply) => answerCall(call, request, reply, http));
  }
};

/** Calls of nobody known could fill the log without end; who signs in is nobody known yet. */
const isLogged = ({ access, changes, logged }: Endpoint, { body, oper }: Progress): boolean =>
  body !== undefined &&
  (access === 'open' || oper !== undefined) &&
  (logged ? logged(body) : changes);

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
  http: HttpContext,
): Promise<FastifyReply> => {
  const { journal, log, now } = http;
  const progress: Progress = {
    started: now(),
    locale: requestLocale(request, null),
    isWritten: false,
  };
  const conversation: Conversation = { call, request, reply, http, progress };
  let answer: Envelope<unknown>;
  let file: FileAnswer | undefined;
  let encoded: EncodedAnswer | undefined;
  try {
    const data = await performCall(conversation);
    if (data instanceof FileAnswer) file = data;
    if (data instanceof EncodedAnswer) encoded = data;
    answer = answerOf(data);
    if (isLogged(call, progress) && !progress.isWritten) {
      await journal.write(entryOf(conversation, answer));
    }
  } catch (error) {
    await discard(file);
    file = undefined;
    answer = failureOf(error, progress.locale, log, call);
    if (isLogged(call, progress) && !progress.isWritten) {
      // A refusal changed nothing: it is told even where it cannot be written down.
      await journal
        .write(entryOf(conversation, answer))
        .catch((why: Error) => log.error(`A refusal was not logged: ${why.message}`));
    }
  }
  if (call.changes) forget(http);
  if (encoded) return sendEncoded(request, reply, encoded);
  return file ? sendFile(reply, file) : sendJson(request, reply, answer);
};

const answerOf = (data: unknown): Envelope<unknown> =>
  success(data instanceof FileAnswer || data instanceof EncodedAnswer ? null : (data ?? null));

/** A file that was made for an answer which is not given. */
const discard = async (file: FileAnswer | undefined): Promise<void> => {
  if (file && !file.isKept) await rm(file.path, { force: true });
};

/** What the operation log tells of a call and its answer. */
const entryOf = (
  { call, request, http, progress }: Conversation,
  answer: Envelope<unknown>,
): ReturnType<typeof logEntryOf> => {
  const { body = {}, locale, oper, started } = progress;
  const { now } = http;
  return logEntryOf({
    call,
    body,
    locale,
    oper,
    address: request.ip,
    answer,
    started,
    ended: now(),
  });
};

/** What is known of a call so far: its answer and the operation log need it even when it fails. */
interface Progress {
  /** ms since 1970. */
  readonly started: number;
  locale: Locale;
  /** Undefined until its sign was found right. */
  body?: CallValues;
  oper?: Operator;
  /** Whether the operation log has its row. */
  isWritten: boolean;
}

interface Conversation {
  readonly call: Endpoint;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly http: HttpContext;
  readonly progress: Progress;
}

const objectOf = (body: unknown): CallValues => {
  if (isRecord(body)) return { ...body };
  throw new CallError('invalid', serverLabel('malformed'));
};

/** The body without what every body carries. */
const ownFields = ({ langue, timestamp, sign, ...own }: CallValues): CallValues => own;

const enter = async ({ call, request, reply, http, progress }: Conversation) => {
  const caller = await identify(call, request, http);
  if (!caller) return undefined;
  progress.oper = caller.oper;
  // The token it replaces has a minute left, so it is told even to those who are refused.
  if (caller.token !== tokenOf(request)) reply.header('authorization', caller.token);
  await authorize(call, caller, http);
  return caller;
};

/** Lets a call change something, and write down that it did. */
const changeOf =
  (conversation: Conversation): CallContext['change'] =>
  async (work) => {
    const { http, progress } = conversation;
    if (progress.isWritten) throw new Error(`${conversation.call.path} changes things twice`);
    const answer = await http.journal.change(work, (data) => entryOf(conversation, answerOf(data)));
    progress.isWritten = true;
    return answer;
  };

/** @throws CallError `sessionTimeOut`, of a held call also when its session has ended meanwhile */
const work = async (
  conversation: Conversation,
  { body, caller, form }: { body: CallValues; caller?: Caller; form?: ReceivedForm },
): Promise<unknown> => {
  const { call, request, reply, http, progress } = conversation;
  const client = http.calls.signalFor(reply);
  const watch = call.held && caller ? http.sessions.watch(caller.token) : undefined;
  const context: CallContext = {
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
    change: changeOf(conversation),
    permits: async (path: string) => (caller ? isPermitted(path, caller, http) : false),
    identify: (oper: Operator) => {
      progress.oper = oper;
    },
  };
  if (call.access === 'open') return call.work(context);
  if (!caller) throw new CallError('sessionTimeOut', serverLabel('signedOut'));
  if (!watch) return call.work(context, caller);
  try {
    const data = await call.work(context, caller);
    if (watch.signal.aborted || !(await http.sessions.owner(caller.token))) {
      throw new CallError('sessionTimeOut', serverLabel('signedOut'));
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
  const { call, request, http, progress } = conversation;
  // A file is not let in before whoever sends it: it may be large.
  const sender = call.receivesFile ? await enter(conversation) : undefined;
  const form = call.receivesFile ? await receiveForm(request, http.files) : undefined;
  try {
    const sent = form ? form.body : objectOf(request.body);
    progress.locale = requestLocale(request, sent);
    http.checkSign(sent);
    checkText(sent);
    const body = ownFields(sent);
    progress.body = body;
    const caller = sender ?? (await enter(conversation));
    checkNames(call, body);
    if (call.changes) await http.seenSigns.use(caller, String(sent.sign));
    return await work(conversation, { body, caller, form });
  } finally {
    await form?.discard();
  }
};
