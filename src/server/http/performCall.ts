import multipart from '@fastify/multipart';
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
  type RecordOutcome,
  serverLabel,
} from '../calls/endpoint';
import { DatabaseTimeout } from '../db';
import { logEntryOf } from '../entities';
import { callDuration } from '../work/meters';
import {
  authenticate,
  authorize,
  isAllowed,
  rejectLanguage,
  rejectUnknownFields,
  rejectUnstorable,
  requestLocale,
  tokenOf,
} from './admission';
import { failureOf, sendEncoded, sendFile, sendJson } from './answers';
import { API_BASE, type HttpContext } from './context';
import { type ReceivedForm, receiveForm } from './files';

/** True if the console waits minutes for the answer, because a file is sent. */
const isLong = ({ kind, receivesFile }: Endpoint): boolean =>
  kind === 'export' || receivesFile === true;

export const registerCalls = async (
  app: FastifyInstance,
  calls: readonly Endpoint[],
  http: HttpContext,
): Promise<void> => {
  const register = (scope: FastifyInstance, call: Endpoint) =>
    scope.post(API_BASE + call.path, { config: { isLong: isLong(call) } }, (request, reply) =>
      answerCall(call, request, reply, http),
    );
  // Uploads have a scope of their own, because the hooks of the plugin cost each request a turn.
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    for (const call of calls) if (call.receivesFile) register(scope, call);
  });
  for (const call of calls) if (!call.receivesFile) register(app, call);
};

/**
 * Unauthenticated calls are not logged, or anyone could fill the log. Open endpoints such as sign-in are the exception:
 * their caller is not known yet.
 */
const shouldLog = ({ access, changes, logged }: Endpoint, { body, oper }: CallState): boolean =>
  body !== undefined &&
  (access === 'open' || oper !== undefined) &&
  (logged ? logged(body) : changes);

/** Performs a call and sends its result or its error. Writes the operation log, also for refused calls. */
const answerCall = async (
  call: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  http: HttpContext,
): Promise<FastifyReply> => {
  const { journal, log, now } = http;
  const began = performance.now();
  const state: CallState = {
    startedAt: now(),
    locale: requestLocale(request, null),
    isLogged: false,
  };
  const exchange: Exchange = { call, request, reply, http, state };
  let data: unknown;
  let answer: Envelope<unknown>;
  try {
    data = await performCall(exchange);
    answer = answerOf(data);
    if (shouldLog(call, state) && !state.isLogged) {
      await journal.write(entryOf(exchange, answer));
    }
  } catch (error) {
    if (data instanceof FileAnswer) await data.content.discard();
    data = undefined;
    answer = failureOf(error, state.locale, log, call, request.id);
    // The log would time out as well.
    if (shouldLog(call, state) && !state.isLogged && !(error instanceof DatabaseTimeout)) {
      // A refused call changed nothing, so the client gets its error even if the log entry cannot be written.
      await journal
        .write(entryOf(exchange, answer))
        .catch((why: Error) => log.error(`A refusal was not logged: ${why.message}`));
    }
  }
  const { path } = call;
  const code = answer.verify.sign;
  const ms = performance.now() - began;
  callDuration.observe({ path, code }, ms / 1_000);
  log.call?.({ request: request.id, path, code, ms, oper: state.oper?.id, address: request.ip });
  if (call.changes) http.accessChanges.clear();
  if (data instanceof EncodedAnswer) return sendEncoded(request, reply, data);
  if (data instanceof FileAnswer) return sendFile(reply, data);
  return sendJson(request, reply, answer);
};

const answerOf = (data: unknown): Envelope<unknown> =>
  success(data instanceof FileAnswer || data instanceof EncodedAnswer ? null : (data ?? null));

/** Builds the operation log entry of a call and its answer. */
const entryOf = ({ call, request, http, state }: Exchange, answer: Envelope<unknown>) =>
  logEntryOf({
    body: {},
    ...state,
    call,
    address: request.ip,
    requestId: request.id,
    answer,
    endedAt: http.now(),
  });

/** State of a call in progress; the answer and the operation log need it even if the call fails half-way. */
interface CallState {
  /** Epoch ms. */
  readonly startedAt: number;
  locale: Locale;
  /** Undefined until the sign is verified. */
  body?: CallValues;
  oper?: Operator;
  /** Login name of the account that a sign-in is for. */
  account?: string;
  outcomes?: ReadonlyMap<number, RecordOutcome>;
  isLogged: boolean;
}

interface Exchange {
  readonly call: Endpoint;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly http: HttpContext;
  readonly state: CallState;
}

/** Strips the fields that every request carries. */
const withoutEnvelope = ({ langue, timestamp, sign, ...fields }: CallValues): CallValues => fields;

const admitCaller = async ({ call, request, reply, http, state }: Exchange) => {
  const caller = await authenticate(call, request, http);
  if (!caller) return undefined;
  state.oper = caller.oper;
  // Send a renewed token before `authorize` can throw: the old one expires in a minute.
  if (caller.token !== tokenOf(request)) reply.header('authorization', caller.token);
  await authorize(call, caller, http);
  return caller;
};

/** Creates `CallContext.change`: it runs the change and its log entry in one transaction, once per call. */
const createChange =
  (exchange: Exchange): CallContext['change'] =>
  async (work) => {
    const { http, state } = exchange;
    if (state.isLogged) throw new Error(`${exchange.call.path} called change() twice`);
    const answer = await http.journal.change(work, (data) => entryOf(exchange, answerOf(data)));
    state.isLogged = true;
    // The call may go on to read what it changed.
    http.accessChanges.clear();
    return answer;
  };

/**
 * Runs the endpoint.
 * @throws CallError `sessionTimeOut`; for a long poll also if the session ends while it waits, `expired` if the operator
 * gets another organisation or role meanwhile, `noPermission` if they lose the right to it
 */
const runEndpoint = async (
  exchange: Exchange,
  { body, caller, form }: { body: CallValues; caller?: Caller; form?: ReceivedForm },
): Promise<unknown> => {
  const { call, request, reply, http, state } = exchange;
  const sessionWatch = call.isLongPoll && caller ? http.sessions.watch(caller.token) : undefined;
  let signal: AbortSignal | undefined;
  const openSignal = () => {
    const clientSignal = http.calls.signalFor(reply);
    return sessionWatch ? AbortSignal.any([clientSignal, sessionWatch.signal]) : clientSignal;
  };
  const context: CallContext = {
    body: call.check?.(body) ?? body,
    file: form?.file,
    locale: state.locale,
    address: request.ip,
    origin: `${request.protocol}://${request.host}`,
    token: tokenOf(request),
    // Few calls wait, so most need no signal.
    get signal() {
      signal ??= openSignal();
      return signal;
    },
    giveToken: (token: string) => {
      reply.header('authorization', token);
    },
    change: createChange(exchange),
    permits: async (path: string) => (caller ? isAllowed(path, caller, http) : false),
    logRecords: (outcomes) => {
      state.outcomes = outcomes;
    },
    identify: (oper: Operator) => {
      state.oper = oper;
    },
    nameAccount: (loginName: string) => {
      state.account = loginName;
    },
  };
  if (call.access === 'open') return call.work(context);
  if (!caller) throw new CallError('sessionTimeOut', serverLabel('signedOut'));
  if (!sessionWatch) return call.work(context, caller);
  try {
    const data = await call.work(context, caller);
    const owner = await http.sessions.owner(caller.token);
    if (sessionWatch.signal.aborted || !owner) {
      throw new CallError('sessionTimeOut', serverLabel('signedOut'));
    }
    const { org_id, role_id } = caller.oper;
    if (owner.org_id !== org_id || owner.role_id !== role_id) {
      throw new CallError('expired', serverLabel('cursor'));
    }
    await authorize(call, caller, http);
    return data;
  } finally {
    sessionWatch.stop();
  }
};

/**
 * Checks a call and runs it. Order: sign and timestamp, content, session and rights, field names, replay. An upload
 * checks session and rights first.
 * @throws CallError if a check fails, or what the endpoint throws
 */
const performCall = async (exchange: Exchange): Promise<unknown> => {
  const { call, request, http, state } = exchange;
  // Authenticate before reading an upload: it may be large.
  const uploader = call.receivesFile ? await admitCaller(exchange) : undefined;
  const form = call.receivesFile ? await receiveForm(request, http.files) : undefined;
  try {
    const rawBody = form ? form.body : request.body;
    if (!isRecord(rawBody)) throw new CallError('invalid', serverLabel('noObject'));
    state.locale = requestLocale(request, rawBody);
    http.verifyRequestSign(rawBody);
    rejectLanguage(rawBody);
    rejectUnstorable(rawBody);
    const body = withoutEnvelope(rawBody);
    state.body = body;
    const caller = uploader ?? (await admitCaller(exchange));
    rejectUnknownFields(call, body);
    if (call.changes) await http.replayGuard.consume(caller, String(rawBody.sign));
    return await runEndpoint(exchange, { body, caller, form });
  } finally {
    await form?.discard();
  }
};
