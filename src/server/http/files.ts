import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES } from '../../domain/files';
import { CallError, type CallValues, type ReceivedFile, serverLabel } from '../calls/endpoint';
import type { Files } from '../files/files';

/** Seconds for which browsers keep content that never changes. */
export const YEAR = 31_536_000;

/** Serves the built console from files compressed at build time. @returns sends the console's page */
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
      // Asset names contain a hash of the content; other names stay the same between releases.
      const isAsset = path.startsWith(`${root}/assets/`);
      reply.header('cache-control', isAsset ? `public, max-age=${YEAR}, immutable` : 'no-cache');
      reply.header('vary', 'accept-encoding');
    },
  });
  return (reply) => reply.sendFile('index.html');
};

const LIMITS = { fileSize: MAX_FILE_BYTES, files: 1, fields: 20, fieldSize: 10_000, parts: 21 };

export interface ReceivedForm {
  readonly body: CallValues;
  readonly file?: ReceivedFile;
  discard(): Promise<void>;
}

/** Unicode bidirectional controls, which can disguise a file name's extension. */
const TURNED = /[\u202a-\u202e\u2066-\u2069]/g;

/** True for an error of the disk. The parser's errors about a form have no system call. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/**
 * Receives a multipart form. The file is streamed to the disk.
 * @throws CallError `invalid` if the request is no such form or exceeds a limit
 */
export const receiveForm = async (request: FastifyRequest, files: Files): Promise<ReceivedForm> => {
  const path = await files.incoming();
  const discard = () => rm(path, { force: true });
  const body: Record<string, unknown> = {};
  let file: ReceivedFile | undefined;
  if (!request.isMultipart()) throw new CallError('invalid', serverLabel('malformedForm'));
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') body[part.fieldname] = part.value;
      else {
        const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
        await pipeline(part.file, target);
        const { filename, file: stream } = part;
        const name = filename.replace(TURNED, '');
        file = { path, name, size: target.bytesWritten, truncated: stream.truncated };
      }
    }
  } catch (error) {
    await discard();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'FST_FILES_LIMIT') throw new CallError('invalid', serverLabel('oneFile'));
    if (/LIMIT|TOO_LARGE/.test(code)) throw new CallError('invalid', serverLabel('tooLarge'));
    if (isOfSystem(error)) throw error;
    throw new CallError('invalid', serverLabel('malformedForm'));
  }
  return { body, file, discard };
};

/** Provider name at the start of a tile template: `amap=https://…`. */
const PROVIDER = /^\w+=/;

/**
 * Returns the origin of a URL or tile template for the content security policy; undefined for a path on this server.
 * Host labels with placeholders (`{s}`, `t{s}`) become a wildcard.
 */
const originOf = (address: string): string | undefined => {
  const [, scheme = '', host = ''] =
    /^((?:https?:)?)\/\/([^/?#]+)/i.exec(address.replace(PROVIDER, '')) ?? [];
  const labels = host.split('.');
  const open = labels.findLastIndex((label) => label.includes('{'));
  const pattern = open < 0 ? host : ['*', ...labels.slice(open + 1)].join('.');
  // Any other character in a host could end the directive or start another.
  return /^[\w.*:[\]-]+$/.test(pattern) ? `${scheme && `${scheme}//`}${pattern}` : undefined;
};

const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.flatMap((address) => originOf(address) ?? [])),
];

/**
 * Builds the content security policy of the console: scripts from this server only, images and maps also from the
 * configured origins. Inline styles are allowed because MUI writes its styles into the page.
 */
const policyOf = (images: readonly string[], maps: readonly string[]): string =>
  [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...originsOf([...images, ...maps])].join(' '),
    "font-src 'self' data:",
    ["connect-src 'self'", ...originsOf(maps)].join(' '),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');

/**
 * Adds the security headers to every response.
 * @param images base URLs of uploaded files
 * @param maps templates of map tiles
 */
export const registerSecurityHeaders = (
  app: FastifyInstance,
  images: readonly string[],
  maps: readonly string[],
): void => {
  const policy = policyOf(images, maps);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    done();
  });
};
