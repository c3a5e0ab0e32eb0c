import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { imageExtensions } from '../files';
import { FILES_URL } from './HttpOptions';

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
