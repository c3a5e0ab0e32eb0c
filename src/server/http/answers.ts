import { promisify } from 'node:util';
import { constants, crc32, gzip } from 'node:zlib';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { XLSX_TYPE } from '../../domain/files';
import { type Label, type Locale, textOf } from '../../domain/label';
import { type Envelope, errorMessage, failure, success } from '../../protocol';
import {
  CallError,
  type EncodedAnswer,
  type Endpoint,
  type FileAnswer,
  InvalidInput,
  serverLabel,
  TextChunk,
  type TextName,
} from '../calls/endpoint';
import { DatabaseTimeout, isOutage, isReadOnly } from '../db';
import { requestLocale } from './admission';
import { API_BASE, type HttpLog } from './context';

const inLanguage = (fields: Readonly<Record<string, Label>>, locale: Locale) =>
  Object.fromEntries(Object.entries(fields).map(([name, label]) => [name, textOf(label, locale)]));

/** True if the client disconnected: there is no client to answer and no error to log. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

const failureText = (error: unknown): TextName => {
  if (error instanceof DatabaseTimeout && !error.isUncertain) return 'databaseLate';
  const message = error instanceof Error ? error.message : '';
  if (isReadOnly(message)) return 'databaseReadOnly';
  return isOutage(message) ? 'databaseUncertain' : 'failWithId';
};

/**
 * Builds the answer to a failed call. An unexpected error is logged in full, with the path of the call; the user gets a
 * general message. The labels in other messages are those of the call's fields.
 * @param request id of the call, by which the log is searched
 */
export const failureOf = (
  error: unknown,
  locale: Locale,
  log: HttpLog,
  call: Pick<Endpoint, 'path' | 'fields'>,
  request: string,
): Envelope<unknown> => {
  if (!(error instanceof CallError)) {
    if (!isAbort(error)) {
      const stack = error instanceof Error ? error.stack : undefined;
      log.error(`${call.path}: ${errorMessage(error)}`, { request, stack });
    }
    return failure('fail', textOf(serverLabel(failureText(error), { id: request }), locale));
  }
  const { fields, data } = error.refused;
  const sent = { ...data, ...(fields && { fields: inLanguage(fields, locale) }) };
  const desc = error instanceof InvalidInput ? error.asCalledBy(call.fields ?? {}) : error.desc;
  return failure(error.code, textOf(desc, locale), fields || data ? sent : null);
};

const isApi = (url: string): boolean => url === API_BASE || url.startsWith(`${API_BASE}/`);

const pathOf = (url: string): string => url.split('?')[0] ?? url;

/** True for a page of the single-page console. A path with a file extension is a missing file instead. */
const isPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /text\/(html|\*)|\*\/\*|^$/i.test(headers.accept ?? '') &&
  !(pathOf(url).split('/').at(-1) ?? '').includes('.');

/** Error for a request that Fastify rejected as malformed or too large; undefined for a server error. */
const callErrorOf = ({ code, statusCode = 500 }: FastifyError): CallError | undefined => {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new CallError('invalid', serverLabel('tooLarge'));
  if (statusCode === 415) return new CallError('invalid', serverLabel('contentType'));
  return statusCode < 500 ? new CallError('invalid', serverLabel('malformed')) : undefined;
};

/** Handles errors and unknown paths. @param sendConsole sends the console's page, if there is a console */
export const registerRefusals = (
  app: FastifyInstance,
  log: HttpLog,
  sendConsole: ((reply: FastifyReply) => FastifyReply) | undefined,
): void => {
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown, status = 200) => {
    const locale = requestLocale(request, request.body as { langue?: unknown } | null);
    const call = { path: pathOf(request.url) };
    return reply.code(status).send(failureOf(error, locale, log, call, request.id));
  };

  const answerUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (isApi(request.url)) {
      const path = pathOf(request.url).slice(API_BASE.length);
      const error = new CallError('notFound', serverLabel('noSuchCall', { path }));
      return refuse(request, reply, error, 404);
    }
    if (sendConsole && isPage(request)) return sendConsole(reply);
    return reply.code(404).type('text/plain').send('Not found');
  };

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // The client broke off a download before its first byte.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed) return reply.hijack();
    if (isApi(request.url)) {
      const status = reply.statusCode === 503 ? 503 : 200;
      return refuse(request, reply, callErrorOf(error) ?? error, status);
    }
    const { statusCode = 500 } = error;
    // @fastify/static refuses paths with `//` or `..`.
    if (statusCode === 403) return answerUnknown(request, reply);
    if (statusCode >= 500) {
      const { stack, message } = error;
      log.error(`${pathOf(request.url)}: ${message}`, { request: request.id, stack });
    }
    return reply
      .code(statusCode)
      .type('text/plain')
      .send(statusCode < 500 ? error.message : 'Error');
  });

  app.setNotFoundHandler(answerUnknown);
};

const compress = promisify(gzip);

/** Minimum characters of a compressed answer. A shorter one fits into a few packets anyway. */
const WORTH_IT = 16_384;

const JSON_TYPE = 'application/json; charset=utf-8';

const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));

const sendGzip = (reply: FastifyReply, content: Buffer): FastifyReply =>
  reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').send(content);

/** Sends an answer as JSON, compressed if it is long. */
export const sendJson = async (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): Promise<FastifyReply> => {
  const json = JSON.stringify(answer);
  reply.header('content-type', JSON_TYPE);
  if (json.length < WORTH_IT || !acceptsGzip(request)) return reply.send(json);
  return sendGzip(reply, await compress(json, { level: constants.Z_BEST_SPEED }));
};

const [BEFORE = '', AFTER = ''] = JSON.stringify(success('|')).split('"|"');
const HEAD = new TextChunk(BEFORE);
const TAIL = new TextChunk(AFTER);

/** Gzip header (RFC 1952): no name, no time, unknown operating system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** Empty last block of a deflate stream (RFC 1951). */
const DEFLATE_END = Buffer.from([3, 0]);

/** Concatenates compressed chunks into one gzip file. */
const gzipOf = async (pieces: readonly TextChunk[]): Promise<Buffer> => {
  const deflated = await Promise.all(pieces.map((piece) => piece.deflated()));
  let crc = 0;
  let length = 0;
  for (const piece of pieces) {
    crc = crc32(piece.bytes, crc);
    length += piece.bytes.length;
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc, 0);
  end.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([GZIP_HEAD, ...deflated, DEFLATE_END, end]);
};

const sendOnce = new WeakMap<EncodedAnswer, Promise<Buffer>>();

/** Sends an encoded answer. It is compressed once, however many callers get it. */
export const sendEncoded = async (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: EncodedAnswer,
): Promise<FastifyReply> => {
  const pieces = [HEAD, ...answer.pieces, TAIL];
  const size = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
  reply.header('content-type', JSON_TYPE);
  if (size < WORTH_IT || !acceptsGzip(request)) {
    return reply.send(Buffer.concat(pieces.map(({ bytes }) => bytes)));
  }
  const gzip = sendOnce.get(answer) ?? gzipOf(pieces);
  sendOnce.set(answer, gzip);
  return sendGzip(reply, await gzip);
};

/** RFC 6266: `filename` in ASCII for old clients, `filename*` in UTF-8 for all others. */
export const contentDisposition = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};

/** Sends a file. A temporary one is deleted afterwards. */
export const sendFile = async (
  reply: FastifyReply,
  { content, name }: FileAnswer,
): Promise<FastifyReply> => {
  const { size, stream } = await content.open();
  stream.once('close', () => content.discard());
  return reply
    .header('content-type', XLSX_TYPE)
    .header('content-length', size)
    .header('content-disposition', contentDisposition(name))
    .send(stream);
};
