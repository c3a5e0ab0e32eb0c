import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A grey pixel, which browsers stretch over a tile. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM4ceLEfwAIgwOAGyUUSwAAAABJRU5ErkJggg==',
  'base64',
);

const KEY = 'AIza-good';

interface Session {
  readonly language: unknown;
  /** Epoch seconds. */
  readonly expiry: number;
}

const refuse = (response: ServerResponse, status: number, reason: string, message = reason) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      error: {
        code: status,
        message,
        status: status === 400 ? 'INVALID_ARGUMENT' : 'PERMISSION_DENIED',
        details: [
          { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' },
        ],
      },
    }),
  );

const send = (response: ServerResponse, body: object) =>
  response
    .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    .end(JSON.stringify(body));

const readJson = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text) as Record<string, unknown>;
};

/**
 * Stands in for Google's Map Tiles API as its documentation describes it: `createSession`, tiles and the attribution of
 * a view need the key, and the latter two a session that has not expired. `refusal` answers every request for a session.
 */
export const startGoogleTiles = async () => {
  const sessions = new Map<string, Session>();
  const state = {
    key: KEY,
    sessions,
    refusal: undefined as { status: number; reason: string; message?: string } | undefined,
    /** Websites that the key is restricted to. */
    referrer: undefined as string | undefined,
    /** Lifetime of a new session, s. */
    lifetime: 14 * 86_400,
    /** Clock, epoch ms. */
    now: () => Date.now(),
    views: [] as URLSearchParams[],
    tiles: 0,
  };

  const createSession = async (request: IncomingMessage, response: ServerResponse) => {
    const { mapType, language, region } = await readJson(request);
    const { refusal, referrer } = state;
    if (refusal) return refuse(response, refusal.status, refusal.reason, refusal.message);
    if (referrer && request.headers.referer !== referrer) {
      return refuse(response, 403, 'API_KEY_HTTP_REFERRER_BLOCKED');
    }
    const isForm = request.headers['content-type'] === 'application/json';
    if (!isForm || mapType !== 'roadmap' || !language || !region) {
      return refuse(response, 400, 'INVALID_ARGUMENT');
    }
    const session = `session-${sessions.size + 1}`;
    const expiry = Math.floor(state.now() / 1000) + state.lifetime;
    sessions.set(session, { language, expiry });
    const tile = { tileWidth: 256, tileHeight: 256, imageFormat: 'png' };
    return send(response, { session, expiry: String(expiry), ...tile });
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    if (searchParams.get('key') !== state.key) return refuse(response, 400, 'API_KEY_INVALID');
    if (pathname === '/v1/createSession' && request.method === 'POST') {
      return createSession(request, response);
    }
    const session = sessions.get(searchParams.get('session') ?? '');
    if (!session || session.expiry * 1000 < state.now()) {
      return refuse(response, 400, 'INVALID_ARGUMENT');
    }
    if (/^\/v1\/2dtiles\/\d+\/\d+\/\d+$/.test(pathname)) {
      state.tiles += 1;
      return response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL);
    }
    if (pathname !== '/tile/v1/viewport') return response.writeHead(404).end();
    state.views.push(searchParams);
    const copyright = `Map data ©2026 at zoom ${searchParams.get('zoom')}`;
    return send(response, { copyright, maxZoomRects: [] });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url,
    service: `google=${url}/v1/2dtiles/{z}/{x}/{y}?session={session}&key={key}#maxZoom=22&attribution=Google+Maps`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
};
