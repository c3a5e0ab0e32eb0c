import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError, text } from '../calls';
import { failureOf } from './failureOf';
import { API_BASE, type HttpLog } from './HttpOptions';
import { requestLocale } from './requestLocale';

const isApi = (url: string): boolean => url === API_BASE || url.startsWith(`${API_BASE}/`);

const pathOf = (url: string): string => url.split('?')[0] ?? url;

/** A single-page console has pages that no file stands for; a missing file is no page. */
const isPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers.accept ?? '').includes('text/html') &&
  !(pathOf(url).split('/').at(-1) ?? '').includes('.');

/** What came in was not even a call: not JSON, too large, or not sent by the rules. */
const callErrorOf = ({ code, statusCode = 500 }: FastifyError): CallError | undefined => {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new CallError('invalid', text('tooLarge'));
  return statusCode < 500 ? new CallError('invalid', text('malformed')) : undefined;
};

/**
 * Answers what no route answers.
 * @param sendConsole answers the page of the console, where there is one
 */
export const registerRefusals = (
  app: FastifyInstance,
  log: HttpLog,
  sendConsole: ((reply: FastifyReply) => FastifyReply) | undefined,
): void => {
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const locale = requestLocale(request, request.body as { langue?: unknown } | null);
    return reply.code(200).send(failureOf(error, locale, log, pathOf(request.url)));
  };

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (isApi(request.url)) return refuse(request, reply, callErrorOf(error) ?? error);
    const { statusCode = 500 } = error;
    if (statusCode >= 500) log.error(`${pathOf(request.url)}: ${error.stack ?? error.message}`);
    return reply
      .code(statusCode)
      .type('text/plain')
      .send(statusCode < 500 ? error.message : 'Error');
  });

  app.setNotFoundHandler((request, reply) => {
    if (isApi(request.url)) {
      const path = pathOf(request.url).slice(API_BASE.length);
      return refuse(request, reply, new CallError('notFound', text('noSuchCall', { path })));
    }
    if (sendConsole && isPage(request)) return sendConsole(reply);
    return reply.code(404).type('text/plain').send('Not found');
  });
};
