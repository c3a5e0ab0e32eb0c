import { once } from 'node:events';
import { rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import config from '../../../resources.config';
import { INHERITED } from '../../unit/inherited';
import { ownPlace } from '../place';
import { startShipped } from '../startShipped';
import { FIRST_PASSWORD } from './client';
import { type TestServer, testServer } from './testServer';

const LIMITS = { head: 300, silence: 300, body: 600, perAddress: 40 };

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer({ socketLimits: LIMITS });
  token = await server.signIn('harbour');
});

describe('a body', () => {
  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('nested deeply by %s is refused', async (open, close) => {
    for (const depth of [33, 3_000, 200_000]) {
      const json = `{"a":${open.repeat(depth)}1${close.repeat(depth)}}`;
      const answer = (await (
        await server.send('/device/delete', json, { token })
      ).json()) as object;
      expect(answer).toMatchObject({
        verify: { sign: 'invalid', desc: expect.stringContaining('The limit is 32 levels') },
      });
    }
  });

  it('with brackets inside texts counts as flat', async () => {
    const { verify } = await server.call('/device/list', { sn: '[{"\\'.repeat(40) }, { token });
    expect(verify.sign).toBe('success');
  });

  it.each(['constructor', 'hasOwnProperty'])(
    'with the field %s is refused with that name',
    async (name) => {
      const { verify } = await server.call('/device/list', { [name]: 'x' }, { token });
      expect(verify).toEqual({ sign: 'invalid', desc: `Check these fields: ${name}.` });
    },
  );

  it('with an undeclared field is refused by every call', async () => {
    const openApi = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const admin = await server.signIn('admin');
    const paths = Object.keys(openApi.paths).filter((path) => path !== '/login/logout');
    expect(paths.length).toBeGreaterThan(40);
    for (const path of paths) {
      const body = { no_such_field: 1 };
      const { verify, data } =
        path === '/file/upload'
          ? await server.upload(Buffer.from('x'), 'x.png', body, { token: admin })
          : await server.call(path, body, { token: admin });
      expect([path, verify.sign, data?.fields]).toEqual([
        path,
        'invalid',
        expect.objectContaining({ no_such_field: expect.stringMatching(/field|filtered/) }),
      ]);
    }
  });
});

describe.each(INHERITED)('the name %s', (name) => {
  it.each<[path: string, body: object]>([
    ['/device/list', { [`${name}_from`]: 1 }],
    ['/device/list', { [`${name}_is`]: 'x' }],
    ['/device/list', { sortField: name }],
    ['/device/count', { by: name }],
    ['/device/export', { [`${name}_to`]: 1 }],
    ['/areaMark/add', { name: 'A', fence_type: name }],
    ['/areaMark/add', { [`${name}_lat`]: 1 }],
    ['/commandSchedule/add', { cmd: name }],
    ['/dict/list', { type: name }],
    ['/hobby/save', { [`${name}_`]: 1 }],
    ['/report/run', { report: name, source: name }],
    [`/command/${name}`, { sns: ['A1'] }],
    [`/command/${name}/check`, { targets: ['A1'] }],
    [`/device/${name}`, { ids: [1] }],
    [`/${name}/list`, {}],
  ])('is unknown to %s: %j', async (path, body) => {
    const { verify } = await server.call(path, body, { token });
    expect(verify.sign).toMatch(/^(invalid|notFound|noPermission)$/);
  });

  it('is refused as a field of a form', async () => {
    const { verify } = await server.upload(Buffer.from('x'), 'x.png', { [name]: 'x' }, { token });
    expect(verify.sign).toBe('invalid');
  });
});

describe('a connection', () => {
  const socket = async () => {
    const { port } = new URL(server.url);
    const opened = connect(Number(port), '127.0.0.1');
    opened.on('error', () => undefined);
    await once(opened, 'connect');
    return opened;
  };
  const closed = (opened: Awaited<ReturnType<typeof socket>>) => {
    opened.resume();
    // A server that closes during a write resets the connection, so an error may come before the close.
    return new Promise((done) => opened.once('close', done));
  };

  beforeAll(() => {
    // Node's own limit would also close them, minutes later.
    server.app.server.requestTimeout = 0;
  });

  it('without a request is closed', async () => {
    expect(server.app.server.headersTimeout).toBe(LIMITS.head);
    await closed(await socket());
  });

  it('that stops inside a body is closed', async () => {
    const opened = await socket();
    opened.write(
      'POST /api/device/list HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    await closed(opened);
  });

  it('that trickles its body is closed', async () => {
    const opened = await socket();
    opened.write(
      'POST /api/device/list HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    );
    const drops = setInterval(() => opened.write(' '), 50);
    await closed(opened);
    clearInterval(drops);
  });

  it('beyond the limit of its address is closed, and others are accepted again afterwards', async () => {
    const many = await Promise.all(Array.from({ length: 60 }, socket));
    await expect
      .poll(() => many.filter((one) => one.destroyed || one.closed).length)
      .toBeGreaterThan(15);
    for (const one of many) one.destroy();
    await expect
      .poll(
        async () =>
          (await server.call('/device/list', {}, { token }).catch(() => undefined))?.verify.sign,
      )
      .toBe('success');
  });

  it('with a slow answer stays open', async () => {
    const { data } = await server.call('/live/snapshot', {}, { token });
    const poll = await server.call('/live/changes', { cursor: data.cursor }, { token });
    expect(poll.verify.sign).toBe('success');
  });
});

describe('/healthz', () => {
  const health = async () => {
    const response = await fetch(`${server.url}/healthz`);
    return [response.status, ((await response.json()) as { status: string }).status];
  };

  it('fails when the data folder is not writable', async () => {
    await rename(server.dataDir, `${server.dataDir}-away`);
    await writeFile(server.dataDir, '');
    await expect.poll(health).toEqual([503, 'no disk']);
    await rm(server.dataDir);
    await rename(`${server.dataDir}-away`, server.dataDir);
    await expect.poll(health).toEqual([200, 'ok']);
  });

  it('fails when the broker is disconnected', async () => {
    const connected = vi.spyOn(server.fleet, 'isConnected').mockReturnValue(false);
    await expect.poll(health).toEqual([503, 'no broker']);
    connected.mockRestore();
    await expect.poll(health).toEqual([200, 'ok']);
  });
});

it('a server closes despite idle connections that browsers open in advance', async () => {
  const own = await startShipped(await ownPlace(config), {
    DEMO: '0',
    ADMIN_PASSWORD: FIRST_PASSWORD,
  });
  const { hostname, port } = new URL(own.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  await own.close();
  await closed;
});
