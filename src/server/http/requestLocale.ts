import type { FastifyRequest } from 'fastify';
import { type Locale, localeOf } from '../../domain/label';

/** The language of a request: what its body says, else what its browser prefers. */
export const requestLocale = (
  { headers }: FastifyRequest,
  body: { readonly langue?: unknown } | null | undefined,
): Locale => localeOf(body?.langue || headers['accept-language']);
