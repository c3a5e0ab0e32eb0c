import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { registerRefusals } from '../../../../src/server/http/answers';

/** Serves a download whose content never comes, and collects what is logged. */
const openServer = async (path: string, stream: Readable) => {
  const app = fastify();
  onTestFinished(() => app.close());
  const logged: string[] = [];
  const log = { info: () => {}, warn: () => {}, error: (line: string) => logged.push(line) };
  registerRefusals(app, log, undefined);
  app.all(path, (_request, reply) => reply.send(stream));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, logged, port: (app.server.address() as AddressInfo).port };
};

it.each([
  ['call', 'POST', '/api/report'],
  ['file', 'GET', '/image/seal.png'],
])('a download by a %s that the client breaks off is not logged', async (_, method, path) => {
  const stream = new Readable({ read: () => {} });
  const { app, logged, port } = await openServer(path, stream);
  const client = connect(port, '127.0.0.1');
  const head = `${method} ${path} HTTP/1.1\r\nhost: x\r\n`;
  client.write(`${head}content-type: application/json\r\ncontent-length: 2\r\n\r\n{}`);
  await once(stream, 'resume');
  client.destroy();
  await once(stream, 'close');
  await app.close();
  expect(logged).toEqual([]);
});

it('a download whose content ends too early is logged while the client waits', async () => {
  const stream = new Readable({ read: () => stream.destroy() });
  const { logged, port } = await openServer('/api/report', stream);
  const response = await fetch(`http://127.0.0.1:${port}/api/report`);
  expect(await response.json()).toMatchObject({ verify: { sign: 'fail' } });
  expect(logged).toEqual([expect.stringContaining('Premature close')]);
});
