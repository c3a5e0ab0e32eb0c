import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CONNECTION_END, type ConnectionEvent } from '../../../../../src/domain/connection';
import { createInbox, openLink } from '../../../../../src/server/fleet/link';
import { testLog } from './openTestLink';

const NOW = Math.floor(Date.now() / 1_000) * 1_000;

/** Opens an external broker that announces its clients like EMQX. */
const openEmqx = async () => {
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  const link = await openLink({
    mqttUrl: `mqtt://127.0.0.1:${port}`,
    inbox: createInbox(testLog()),
    log: testLog(),
  });
  onTestFinished(async () => {
    await link.close();
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    server.close();
  });
  const events: unknown[] = [];
  const contacts: ConnectionEvent[] = [];
  link.on('presence', (sn, online, about) => events.push([sn, online, about]));
  link.on('life', (sn, about) => events.push([sn, true, about]));
  link.on('contact', (contact) => contacts.push(contact));
  return {
    told: events,
    contacts,
    say: (clientId: string, event: string, payload: object | string) =>
      new Promise<void>((resolve) => {
        const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
        broker.publish(
          {
            cmd: 'publish',
            topic: `$SYS/brokers/emqx@127.0.0.1/clients/${clientId}/${event}`,
            payload: Buffer.from(text),
            qos: 1,
            retain: false,
            dup: false,
          },
          () => resolve(),
        );
      }),
  };
};

it('reads presence from EMQX’s connection events', async () => {
  const { told, contacts, say } = await openEmqx();
  const connection = { clientid: 'A1', username: 'A1', connected_at: NOW, ipaddress: '10.0.0.7' };
  await say('A1', 'connected', connection);
  await say('A1', 'disconnected', { ...connection, reason: 'keepalive_timeout' });
  // EMQX 4 counts seconds, and does not send the start of a connection that ends.
  await say('A2', 'connected', { clientid: 'A2', connected_at: NOW / 1_000 });
  await say('A2', 'disconnected', { clientid: 'A2', disconnected_at: NOW / 1_000 + 5 });
  await vi.waitFor(() => expect(told).toHaveLength(4));
  expect(told).toEqual([
    ['A1', true, { since: NOW, fresh: true }],
    ['A1', false, { since: NOW }],
    ['A2', true, { since: NOW, fresh: true }],
    ['A2', false, {}],
  ]);
  expect(contacts).toMatchObject([
    { sn: 'A1', event: 1, address: '10.0.0.7' },
    {
      sn: 'A1',
      event: 2,
      address: '10.0.0.7',
      detail: 'keepalive_timeout',
      reason: CONNECTION_END.lost,
    },
    { sn: 'A2', event: 1 },
    { sn: 'A2', event: 2 },
  ]);
});

it('does not report a lock offline when a new connection takes over', async () => {
  const { told, say } = await openEmqx();
  for (const reason of ['takenover', 'takeovered', 'discarded']) {
    await say('A1', 'disconnected', { clientid: 'A1', reason });
  }
  for (const payload of ['', 'no JSON', '[]', 'x'.repeat(5_000)])
    await say('A1', 'connected', payload);
  await say('$share', 'connected', { clientid: '$share' });
  await say('A2', 'subscribed', {});
  await say('A3', 'connected', {
    clientid: 'A3',
    connected_at: 'never',
    ipaddress: 7,
    reason: null,
  });
  await vi.waitFor(() => expect(told).toEqual([['A3', true, { fresh: true }]]));
});
