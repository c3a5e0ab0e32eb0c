import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../../src/config';
import { verbs } from '../../../src/config';
import { commands } from '../../../src/resources/commands';
import { readManifest } from '../../tools/release/version';
import { declared } from './declared';
import { SECRET, type TestServer, testServer } from './testServer';

let server: TestServer;
let clientDir: string;
beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'sealdesk-client-'));
  await mkdir(join(clientDir, 'assets'));
  await writeFile(join(clientDir, 'index.html'), '<title>Console</title>');
  await writeFile(join(clientDir, 'assets/app-1234.js'), 'let a = 1;');
  await writeFile(join(clientDir, 'assets/app-1234.js.br'), brotliCompressSync('let a = 1;'));
  server = await testServer({ clientDir });
});
afterAll(() => rm(clientDir, { recursive: true, force: true }));

const load = (path: string, accept = 'text/html') =>
  fetch(server.url + path, { headers: { accept, 'accept-encoding': 'br' } });

describe('the console', () => {
  it.each(['/', '/index.html', '/deviceList', '/profile/updPassword'])('is at %s', async (path) => {
    const response = await load(path);
    expect([response.status, await response.text()]).toEqual([200, '<title>Console</title>']);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it.each(['*/*', 'text/*', 'TEXT/HTML'])(
    'is also for monitors and previews, which accept %s',
    async (accept) => {
      expect((await load('/login', accept)).status).toBe(200);
    },
  );

  it.each([
    ['/assets/gone.js', 'text/html'],
    ['/deviceList', 'application/json'],
    ['/gone.png', 'image/png'],
  ])('is not at %s for %s', async (path, accept) => {
    expect((await load(path, accept)).status).toBe(404);
  });

  it.each([
    ['//', 200],
    ['//deviceList', 200],
    ['/deviceList//', 200],
    ['/redirect//evil.example/x', 200],
    ['/a/../b', 200],
    ['/\\deviceList', 200],
    ['/..', 404],
    ['//assets/app-1234.js', 404],
    ['/50%', 404],
  ])('answers the odd path %s as an unknown one', async (path, status) => {
    const answer = await new Promise<{ status?: number; text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      // `fetch` would resolve the path.
      get({ hostname, port, path, headers: { accept: 'text/html' } }, async (response) =>
        resolve({ status: response.statusCode, text: await text(response) }),
      ).on('error', reject);
    });
    expect(answer).toEqual({
      status,
      text: status === 200 ? '<title>Console</title>' : 'Not found',
    });
  });

  it('comes compressed as it was built, and is kept for good', async () => {
    const response = await load('/assets/app-1234.js', '*/*');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(await response.text()).toBe('let a = 1;');
  });

  it.each(['/', '/assets/app-1234.js', '/api/nothing', '/config.json', '/gone.png'])(
    'is protected by the headers of %s',
    async (path) => {
      const { headers } = await load(path);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    },
  );
});

it('a console that was not built is nowhere, and the calls are', async () => {
  const other = await testServer({ clientDir: join(clientDir, 'nowhere') });
  const response = await fetch(other.url, { headers: { accept: 'text/html' } });
  expect(response.status).toBe(404);
  expect((await other.call('/auth/getAuth')).verify.sign).toBe('sessionTimeOut');
});

it('a console that goes while the server runs is nowhere', async () => {
  await rename(join(clientDir, 'index.html'), join(clientDir, 'gone.html'));
  const response = await load('/deviceList');
  await rename(join(clientDir, 'gone.html'), join(clientDir, 'index.html'));
  expect(response.status).toBe(404);
});

describe('what may be asked without a session', () => {
  it('is how to talk to the server', async () => {
    const response = await load('/config.json');
    expect(await response.json()).toEqual({
      apiBase: '/api',
      loginKey: expect.stringMatching(/^[\w+/=]{300,}$/),
      signSecret: SECRET,
      mapService: '',
      imageServerUrl: '/files',
      title: 'Test',
      appDownload: {},
      shifts: '08:00/20:00',
      version: expect.stringMatching(/^[\da-f]{16}$/),
      release: readManifest().version,
    });
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('is whether it is well', async () => {
    const response = await load('/healthz');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('is every call there is, and no other', async () => {
    const openApi = (await (await load('/openapi.json')).json()) as {
      openapi: string;
      paths: Record<string, { post: Record<string, unknown> }>;
    };
    expect(openApi.openapi).toBe('3.1.0');
    const paths = Object.keys(openApi.paths);
    const expected = [
      '/login/login',
      '/login/logout',
      '/login/changePassword',
      '/login/acceptInvitation',
      '/auth/getAuth',
      '/auth/pageRoles',
      '/live/snapshot',
      '/live/changes',
      '/live/health',
      '/file/upload',
      '/place/words',
      '/place/limits',
      '/track/get',
      '/track/limits',
      '/track/outline',
      '/track/sums',
      '/place/find',
      '/hobby/get',
      '/hobby/save',
      '/bell/unread',
      '/bell/read',
      '/role/grantable',
      '/role/shown',
      ...Object.keys(commands).flatMap((code) => [`/command/${code}`, `/command/${code}/check`]),
      ...Object.entries<Command>(commands).flatMap(([code, { typed }]) =>
        typed ? [`/command/${code}/code`] : [],
      ),
      ...declared.entities.flatMap(({ name, verbs: own, actions, counts, timeline }) =>
        [
          ...own,
          ...Object.keys(actions),
          ...(counts.length > 0 ? ['count'] : []),
          ...(Object.keys(timeline).length > 0 ? ['timeline'] : []),
        ].map((code: string) => `/${name}/${code}`),
      ),
    ];
    expect(paths.sort()).toEqual(expected.sort());
    for (const path of paths) {
      const { verify } = (await (await server.send(path, '{}')).json()) as {
        verify: { sign: string };
      };
      expect([path, verify.sign]).not.toEqual([path, 'notFound']);
    }
    const unknown = verbs
      .map((verb) => `/operationLog/${verb}`)
      .filter((path) => !paths.includes(path));
    expect(unknown).toHaveLength(4);
    for (const path of unknown) {
      expect((await server.call(path)).verify.sign).toBe('notFound');
    }
  });

  it('describes bodies and answers by the declarations', async () => {
    const openApi = await (await load('/openapi.json')).json();
    const { requestBody } = openApi.paths['/vehicle/add'].post;
    const { schema } = requestBody.content['application/json'];
    expect(schema.required).toEqual(['plate', 'langue', 'timestamp', 'sign']);
    const type = ['integer', 'null'];
    expect(schema.properties.kind).toEqual({ type, enum: [1, 2, null], title: 'Type' });
    expect(schema.properties.plate).toMatchObject({ type: 'string', maxLength: 10 });
    expect(schema.properties).not.toHaveProperty('create_time');
    const file = openApi.paths['/vehicle/export'].post.responses[200].content;
    expect(Object.keys(file)[0]).toContain('spreadsheetml');
    expect(openApi.paths['/login/login'].post.security).toEqual([]);
  });
});
