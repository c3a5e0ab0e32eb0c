import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** Characters from which an answer is compressed: below, it fits a few packets anyway. */
const WORTH_IT = 16_384;

/**
 * Sends an answer as JSON, a long one compressed: a fleet of 100,000 locks is 10 MB. At the lowest level and beside
 * the event loop, for better compression would keep the client waiting longer than a slow line.
 */
export const sendJson = async (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): Promise<FastifyReply> => {
  const json = JSON.stringify(answer);
  reply.header('content-type', 'application/json; charset=utf-8');
  const accepts = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (json.length < WORTH_IT || !accepts) return reply.send(json);
  return reply
    .header('content-encoding', 'gzip')
    .header('vary', 'accept-encoding')
    .send(await compress(json, { level: constants.Z_BEST_SPEED }));
};
