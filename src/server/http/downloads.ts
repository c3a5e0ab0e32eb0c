import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isImage, mediaTypeOf } from '../../domain/files';
import type { ByteRange } from '../files/content';
import type { Files } from '../files/files';
import { FILES_URL } from './context';
import { YEAR } from './files';

/**
 * Returns the address of uploaded files for locks, without a trailing slash.
 * @param base address of this server; a path in it is kept
 * @param imageServerUrl path on this server, or the address of another
 */
export const filesUrlAt = (base: string, imageServerUrl: string): string =>
  URL.canParse(imageServerUrl) ? imageServerUrl : `${base.replace(/\/+$/, '')}${imageServerUrl}`;

/**
 * Parses a Range header (RFC 9110) with a single range.
 * @returns undefined for the whole file, also if the header has several ranges or another unit; `outside` if the file
 *   has no such bytes
 */
export const parseRange = (
  header: string | undefined,
  size: number,
): ByteRange | 'outside' | undefined => {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'outside' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'outside';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
};

const hasTag = (header: string | undefined, tag: string): boolean =>
  (header?.split(',') ?? []).some((each) => ['*', tag, `W/${tag}`].includes(each.trim()));

/** Parses the range that a client asks for. It gets the whole file if its part is of another content. */
const requestedRange = ({ headers }: FastifyRequest, tag: string, size: number) => {
  const { 'if-range': condition } = headers;
  if (condition !== undefined && condition !== tag) return undefined;
  return parseRange(headers.range, size);
};

/**
 * Serves uploaded files by their names: images in place, others as downloads. The policy keeps any content from
 * running. The digest is the ETag, so that an interrupted download goes on at another server.
 */
export const registerUploads = (app: FastifyInstance, files: Files): void => {
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const name = (request.params as { readonly '*': string })['*'];
    const file = name.includes('\0') ? undefined : await files.findPublic(name);
    if (!file) return reply.callNotFound();
    const { size } = file;
    const tag = `"${file.sha256}"`;
    reply.headers({
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': `private, max-age=${YEAR}, immutable`,
      'accept-ranges': 'bytes',
      etag: tag,
    });
    if (!isImage(name)) reply.header('content-disposition', 'attachment');
    if (hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    const range = requestedRange(request, tag, size);
    if (range === 'outside') {
      return reply.code(416).header('content-range', `bytes */${size}`).type('text/plain').send();
    }
    const { start, end } = range ?? { start: 0, end: size };
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`);
    reply.type(mediaTypeOf(name)).header('content-length', end - start);
    return request.method === 'HEAD'
      ? reply.send()
      : reply.send(await files.read(file, { start, end }));
  };
  app.route({ method: ['GET', 'HEAD'], url: `${FILES_URL}/*`, handler: send });
};
