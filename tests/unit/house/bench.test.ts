import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { liveClients } from '../../bench/liveClients';
import { closeAtEnd, closeOpened } from '../../bench/strictBench';

it('closes the bench’s resources in reverse order, even if one fails to close', async () => {
  const closed: string[] = [];
  closeAtEnd(() => closed.push('server'));
  closeAtEnd(() => Promise.reject(new Error('stuck')));
  closeAtEnd(() => closed.push('browser'));
  await expect(closeOpened()).rejects.toThrow('stuck');
  expect(closed).toEqual(['browser', 'server']);
});

it('ends the polls of a row before the next row begins', async () => {
  const waiting = new Set<ServerResponse>();
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    // The snapshot and the first changes are answered, the next wait.
    if (calls <= 2 || request.url !== '/api/live/changes') response.end('{"cursor":"1"}');
    else waiting.add(response);
    response.on('close', () => waiting.delete(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients = await liveClients({ url, secret: 'bench', tokens: ['one'] });
  await clients.poll(1);
  await expect.poll(() => waiting.size).toBe(1);
  await clients.poll(0);
  await expect.poll(() => waiting.size).toBe(0);
  clients.stop();
  server.close();
});
