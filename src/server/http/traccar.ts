import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { MINUTE } from '../../domain/duration';
import { errorMessage } from '../../protocol';
import { type HttpLog, TRACCAR_BASE, type TraccarEndpoint } from './context';

/** Paths that Traccar forwards positions and events to. */
const PATHS = [`${TRACCAR_BASE}/positions`, `${TRACCAR_BASE}/events`];
/** Maximum bytes of one position with all its device's attributes. */
const BODY_LIMIT = 64 * 1024;
/** Wrong tokens per address and minute before further requests are rejected unread. */
const MAX_WRONG_TOKENS = 20;

/**
 * Serves the endpoint with real HTTP statuses. Data that is not stored gets a status other than 2xx, so that Traccar
 * sends it again (`forward.retry.enable`).
 */
export const registerTraccar = async (
  app: FastifyInstance,
  { token, takeIn }: TraccarEndpoint,
  log: HttpLog,
): Promise<void> => {
  const wrong = new LRUCache<string, number>({ max: 10_000, ttl: MINUTE, noUpdateTTL: true });
  const isRight = ({ headers }: FastifyRequest): boolean =>
    sameText((headers.authorization ?? '').replace(/^Bearer /i, ''), token);
  await app.register(async (door) => {
    door.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      const { statusCode = Math.max(reply.statusCode, 400) } = error;
      return reply.code(statusCode).send({ error: error.message });
    });
    door.addHook('onRequest', async (request, reply) => {
      const before = wrong.get(request.ip) ?? 0;
      if (before >= MAX_WRONG_TOKENS) {
        return reply.code(429).header('retry-after', '60').send({ error: 'too many wrong tokens' });
      }
      if (isRight(request)) return;
      wrong.set(request.ip, before + 1);
      return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'wrong token' });
    });
    for (const path of PATHS) {
      door.post(
        path,
        { bodyLimit: BODY_LIMIT, config: { isLong: true } },
        async (request, reply) => {
          try {
            const { status, word } = await takeIn(request.body, request.ip);
            return reply.code(status).send(status === 200 ? { status: word } : { error: word });
          } catch (error) {
            log.error(`Traccar: not stored: ${errorMessage(error)}`);
            return reply.code(503).header('retry-after', '5').send({ error: 'not stored' });
          }
        },
      );
    }
  });
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares a secret without revealing its length or where the texts differ. */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
