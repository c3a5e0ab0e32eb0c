import {
  constants,
  createHash,
  generateKeyPairSync,
  privateDecrypt,
  randomUUID,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { menusOf } from './menus';
import { Refused } from './Refused';
import { createYards } from './yards';

/**
 * A customer's server that shares no code with the console. It accepts only what the specification and the customer's
 * own names allow, and refuses everything else.
 */

const SECRET = 'harbour-secret';
const BASE = '/gateway/v2';
const PASSWORD = 'Yard2026';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

type Body = Record<string, unknown>;

export interface ReceivedCall {
  readonly path: string;
  readonly body: Body;
}

/** Generates the RSA key for passwords, in PEM like many servers. */
const passwordKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  /** Decrypts PKCS#1 v1.5. Removes the padding by hand, because Node refuses to. */
  const decrypt = (cipher: string): string => {
    const padding = constants.RSA_NO_PADDING;
    const block = privateDecrypt({ key: privateKey, padding }, Buffer.from(cipher, 'base64'));
    return block.subarray(block.indexOf(0, 2) + 1).toString();
  };
  return { publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })), decrypt };
};

/** Signs the sorted fields, without empty and nested ones, with the secret appended. */
const signOf = (body: Body): string => {
  const text = Object.keys(body)
    .filter((name) => name !== 'sign')
    .sort()
    .filter((name) => body[name] !== null && body[name] !== '' && typeof body[name] !== 'object')
    .map((name) => `${name}=${body[name]}`)
    .join('');
  return createHash('md5')
    .update(text + SECRET)
    .digest('hex');
};

const readBody = async (request: IncomingMessage): Promise<Body> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
};

/** Starts the server. @param clientDir built console, served as files */
export const startForeignServer = async (clientDir: string) => {
  const key = passwordKey();
  const yards = createYards();
  const receivedCalls: ReceivedCall[] = [];
  /** Paths that currently fail: with a code and a text, or like a failing proxy. */
  const failing = new Map<string, readonly [code: string, desc: string] | 'proxy'>();
  const tokens = new Map<string, string>();

  const open = (name: string) => {
    const token = randomUUID();
    tokens.set(token, name);
    return token;
  };
  const oper = (name: string) => ({
    id: name === 'reader' ? 8 : 7,
    operName: name === 'reader' ? 'Rosa Reader' : 'Kim Keeper',
    loginName: name,
    orgVO: { id: 11, org_name: 'Foreign Port', logo: null },
  });

  const login = ({ username, password }: Body, zh: boolean) => {
    if (key.decrypt(String(password)) !== PASSWORD) {
      throw new Refused('E1001', zh ? '密码不对' : 'This is not your password');
    }
    const name = String(username);
    return {
      token: open(name),
      publicKey: key.publicKey,
      imageServerUrl: '',
      oper: oper(name),
      operHobbyConfigVo: null,
    };
  };

  const calls: Readonly<Record<string, (body: Body, zh: boolean, name: string) => unknown>> = {
    '/auth/getAuth': (_, zh, name) => ({
      token: open(name),
      publicKey: key.publicKey,
      menus: menusOf(name, zh),
    }),
    '/login/logout': () => null,
    ...yards.calls,
  };

  const answer = (path: string, body: Body, token: string | undefined): unknown => {
    const zh = body.langue === 'zh_CN';
    if (body.sign !== signOf(body)) throw new Refused('E0001', 'The sign is wrong');
    if (path === '/login/login') return login(body, zh);
    const name = tokens.get(token ?? '');
    if (!name) throw new Refused('sessionTimeOut', zh ? '请重新登录' : 'Please log in again', 401);
    const fault = failing.get(path);
    if (fault && fault !== 'proxy') throw new Refused(...fault);
    const call = calls[path];
    if (!call) throw new Refused('', '', 404);
    return call(body, zh, name);
  };

  const serveCall = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const body = await readBody(request);
    receivedCalls.push({ path, body });
    const send = (status: number, value: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    try {
      if (failing.get(path) === 'proxy') throw new Refused('', '', 502);
      const data = answer(path, body, request.headers.authorization);
      if (Buffer.isBuffer(data)) {
        const name = encodeURIComponent('堆场 yards.csv');
        response.writeHead(200, {
          'content-type': 'application/octet-stream',
          'content-length': data.length,
          'content-disposition': `attachment;filename=${name}`,
        });
        return response.end(data);
      }
      send(200, { verify: { sign: 'success', desc: 'OK' }, data });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code) {
        return send(error.status, { verify: { sign: error.code, desc: error.message } });
      }
      response.writeHead(error.status, { 'content-type': 'text/html' });
      response.end(`<h1>${error.status}</h1>`);
    }
  };

  const serveFile = async (response: ServerResponse, path: string, range = '') => {
    const file = extname(path) ? path : '/index.html';
    try {
      const content = await readFile(join(clientDir, file));
      const type = { 'content-type': TYPES[extname(file)] ?? 'text/plain' };
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
      if (from !== undefined && to !== undefined) {
        const part = `bytes ${from}-${to}/${content.length}`;
        response.writeHead(206, { ...type, 'content-range': part });
        response.end(content.subarray(Number(from), Number(to) + 1));
        return;
      }
      response.writeHead(200, type);
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/config.json') {
      const runtime = { apiBase: BASE, loginKey: key.publicKey, signSecret: SECRET };
      return response.end(JSON.stringify({ ...runtime, title: 'Foreign yards' }));
    }
    if (request.method === 'POST' && pathname.startsWith(BASE)) {
      return void serveCall(request, response, pathname.slice(BASE.length));
    }
    return void serveFile(response, pathname, request.headers.range);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    password: PASSWORD,
    receivedCalls,
    failing,
    yards,
    /** Forgets all sessions, like a restart. */
    forgetSessions: () => tokens.clear(),
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
};

export type ForeignServer = Awaited<ReturnType<typeof startForeignServer>>;
