import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError, type ReceivedFile, text, type Values } from '../endpoint';
import { type Files, imageExtensions, MOST_BYTES } from '../files';
import { FILES_URL } from './context';

const YEAR = 31_536_000;

/** Serves uploaded files: images in place, anything else for saving only, and nothing that could run. */
export const registerUploads = async (app: FastifyInstance, folder: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: resolve(folder),
    prefix: `${FILES_URL}/`,
    decorateReply: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isImage = imageExtensions.some((extension) => path.endsWith(`.${extension}`));
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      reply.header('cache-control', `private, max-age=${YEAR}, immutable`);
      if (!isImage) reply.header('content-disposition', 'attachment');
    },
  });
};

/**
 * Serves the built console, compressed when it was built.
 * @returns what sends the page of the console
 */
export const registerConsole = async (
  app: FastifyInstance,
  folder: string,
): Promise<(reply: FastifyReply) => FastifyReply> => {
  const root = resolve(folder);
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    index: 'index.html',
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The names of assets change with their content, those of all else stay.
      const isAsset = path.startsWith(`${root}/assets/`);
      reply.header('cache-control', isAsset ? `public, max-age=${YEAR}, immutable` : 'no-cache');
      reply.header('vary', 'accept-encoding');
    },
  });
  return (reply) => reply.sendFile('index.html');
};

const LIMITS = { fileSize: MOST_BYTES, files: 1, fields: 20, fieldSize: 10_000, parts: 21 };

export interface ReceivedForm {
  readonly body: Values;
  readonly file?: ReceivedFile;
  /** Removes the file, unless it was moved. */
  discard(): Promise<void>;
}

/**
 * Receives a form of several parts; its file goes to the disk as it comes.
 * @throws CallError `invalid` for what is no such form, or one with more parts than any of ours
 */
export const receiveForm = async (request: FastifyRequest, files: Files): Promise<ReceivedForm> => {
  const path = files.incoming();
  const discard = () => rm(path, { force: true });
  const body: Record<string, unknown> = {};
  let file: ReceivedFile | undefined;
  if (!request.isMultipart()) throw new CallError('invalid', text('malformed'));
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') body[part.fieldname] = part.value;
      else {
        const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
        await pipeline(part.file, target);
        const { filename: name, file: stream } = part;
        file = { path, name, size: target.bytesWritten, truncated: stream.truncated };
      }
    }
  } catch (error) {
    await discard();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^FST_|LIMIT/.test(code)) throw new CallError('invalid', text('tooLarge'));
    throw error;
  }
  return { body, file, discard };
};

/**
 * Map tiles and logos come from wherever the operator configured them, and a console may be pointed at the back end
 * of a customer; scripts only ever come from here. MUI writes its styles into the page.
 */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "font-src 'self' data:",
  "connect-src 'self' https: http:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** Puts on every answer what browsers need to know to protect the console. */
export const registerSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  });
};
