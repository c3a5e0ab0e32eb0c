import { once } from 'node:events';
import { type AddressInfo, connect as connectTcp, createServer } from 'node:net';
import { Aedes } from 'aedes';
import type { MqttClient } from 'mqtt';
import { generate } from 'mqtt-packet';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  CONNECTION_END,
  CONNECTION_EVENT,
  type ConnectionEvent,
} from '../../../../../src/domain/connection';
import type { LockCommand, LockReply, LockReport } from '../../../../../src/domain/lock';
import {
  accessOf,
  connectMqtt,
  createInbox,
  MESSAGES_PER_TURN,
  type OpenLink,
  openLink,
} from '../../../../../src/server/fleet/link';
import { receiveMessages } from '../../../../../src/server/fleet/link/mqttLink';
import { connectLock, inboxOf, judge, mayGoOut, openTestLink, testLog } from './openTestLink';

const report: LockReport = {
  ts: 1_767_225_600_000,
  report_reson: 0,
  lock_status: 2,
  lat: 1,
  lon: 2,
};
const logged = () => {
  const log = testLog();
  return { log, inbox: createInbox(log) };
};
const command = (id: string): LockCommand => ({
  id,
  cmd: 'seal',
  args: {},
  ts: Date.now(),
  exp: Date.now() + 60_000,
});

describe('openLink', () => {
  it('receives reports and replies, and sends commands', async () => {
    const link = await openTestLink();
    const reports: [string, LockReport, number, boolean][] = [];
    const replies: [string, LockReply][] = [];
    link.on('report', (...heard) => reports.push(heard as (typeof reports)[number]));
    link.on('reply', (...heard) => replies.push(heard));
    const lock = await connectLock(link, 'A1');
    const got = inboxOf(lock);
    await lock.subscribeAsync('seal/v1/A1/down/#', { qos: 1 });

    const sent = command('t1');
    await link.send('A1', sent, mayGoOut);
    await vi.waitFor(() => expect(got).toEqual([`seal/v1/A1/down/cmd ${JSON.stringify(sent)}`]));

    const before = Date.now();
    await lock.publishAsync('seal/v1/A1/up/report', JSON.stringify(report), { qos: 1 });
    await lock.publishAsync('seal/v1/A1/up/ack', '{"id":"t1","code":0}', { qos: 1 });
    await vi.waitFor(() => expect(replies).toEqual([['A1', { id: 't1', code: 0 }]]));
    expect(reports).toEqual([['A1', report, expect.any(Number), expect.any(Boolean)]]);
    expect(reports[0]?.[2]).toBeGreaterThanOrEqual(before);
  });

  it('ignores malformed messages, logs each source once, and continues', async () => {
    const link = await openTestLink();
    const messages: unknown[] = [];
    link.on('report', (_, message) => messages.push(message));
    link.on('reply', (_, message) => messages.push(message));
    link.on('presence', (_, online) => messages.push(online));
    const lock = await connectLock(link, 'A1');
    for (const [channel, payload] of [
      ['report', ''],
      ['report', '{"ts":1}'],
      ['report', 'x'.repeat(5000)],
      ['ack', 'null'],
      ['status', 'maybe'],
      ['event', '{}'],
      ['unheard-of', '{}'],
      ['report/deeper', JSON.stringify(report)],
    ] as const) {
      await lock.publishAsync(`seal/v1/A1/up/${channel}`, payload, { qos: 1 });
    }
    await lock.publishAsync('seal/v1/A1/up/report', JSON.stringify(report), { qos: 1 });
    await vi.waitFor(() => expect(messages).toEqual([report]));
    expect(link.log.lines).toHaveLength(6);
  });

  it.each(['unheard-of', 'report/deeper', 'event', '', 'Report', 'toString', 'x'.repeat(200)])(
    'acknowledges a message on up/%s, which does not exist',
    async (path) => {
      const link = await openTestLink();
      const contacts: ConnectionEvent[] = [];
      link.on('contact', (contact) => contacts.push(contact));
      const lock = await connectLock(link, 'A1');
      await lock.publishAsync(`seal/v1/A1/up/${path}`, JSON.stringify(report), { qos: 1 });
      const why = 'no topic of a lock; up/ has report, ack, ota, status';
      expect(contacts.at(-1)).toMatchObject({
        sn: 'A1',
        event: CONNECTION_EVENT.unread,
        detail: `${path.slice(0, 64)}: ${why}`,
      });
    },
  );

  it('survives an error in a handler', async () => {
    const link = await openTestLink();
    const messages: string[] = [];
    link.on('report', () => {
      throw new Error('boom');
    });
    link.on('report', (sn) => messages.push(sn));
    const lock = await connectLock(link, 'A1');
    await lock.publishAsync('seal/v1/A1/up/report', JSON.stringify(report), { qos: 1 });
    await vi.waitFor(() => expect(messages).toEqual(['A1']));
    expect(link.log.lines.join()).toContain('boom');
  });

  it('reports presence, also to a late handler, and the will of a lost lock', async () => {
    const link = await openTestLink();
    const early: [string, boolean][] = [];
    link.on('presence', (sn, online) => early.push([sn, online]));
    const lock = await connectLock(link, 'A1');
    await lock.publishAsync('seal/v1/A1/up/status', 'online', { qos: 1, retain: true });
    await vi.waitFor(() => expect(early).toEqual([['A1', true]]));
    const late: [string, boolean][] = [];
    link.on('presence', (sn, online) => late.push([sn, online]));
    expect(late).toEqual([['A1', true]]);

    lock.stream.destroy();
    await vi.waitFor(() =>
      expect(late).toEqual([
        ['A1', true],
        ['A1', false],
      ]),
    );
    expect(early).toEqual(late);
  });

  it('delivers a command to a persistent session on reconnect', async () => {
    const link = await openTestLink();
    const first = await connectLock(link, 'A1', { clean: false });
    await first.subscribeAsync('seal/v1/A1/down/#', { qos: 1 });
    await first.endAsync();
    await link.send('A1', command('t1'), mayGoOut);
    const second = await connectLock(link, 'A1', { clean: false });
    const got = inboxOf(second);
    await vi.waitFor(() => expect(got.join()).toContain('"id":"t1"'));
  });

  it.each([
    ['a/b', command('t1')],
    ['+', command('t1')],
    ['A1', { ...command('t1'), args: { text: 'x'.repeat(4096) } }],
  ])('refuses to send an invalid command to %s', async (sn, bad) => {
    const link = await openTestLink();
    await expect(link.send(sn, bad, mayGoOut)).rejects.toThrow(RangeError);
    await link.send('A1', command('t2'), mayGoOut);
  });

  it('refuses to send after it closes', async () => {
    const link = await openLink({ mqttPort: 0, ...logged() });
    await link.close();
    await expect(link.send('A1', command('t1'), mayGoOut)).rejects.toThrow('No connection');
  });

  it('reports an occupied port', async () => {
    const link = await openTestLink();
    const mqttPort = Number(new URL(link.url).port);
    await expect(openLink({ mqttPort, ...logged() })).rejects.toThrow('EADDRINUSE');
  });

  it('works over an external broker and hides its credentials', async () => {
    const broker = await openTestLink();
    const { user = '', password = '' } = broker.access;
    const mqttUrl = broker.url.replace('//', `//${encodeURIComponent(user)}:${password}@`);
    const link = await openLink({ mqttUrl, ...logged() });
    onTestFinished(() => link.close());
    expect(link.url).not.toContain(password);
    expect(link.embedded).toBe(false);
    const messages: string[] = [];
    link.on('report', (sn) => messages.push(sn));
    const lock = await connectLock(broker, 'A1');
    await lock.publishAsync('seal/v1/A1/up/report', JSON.stringify(report), { qos: 1 });
    await vi.waitFor(() => expect(messages).toEqual(['A1']));
  });

  it('connects when an external broker starts later', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    const log = testLog();
    const opening = openLink({ mqttUrl: `mqtt://127.0.0.1:${port}`, inbox: createInbox(log), log });
    await vi.waitFor(() => expect(log.lines.join()).toContain('not reachable'));
    const aedes = await Aedes.createBroker();
    const broker = createServer(aedes.handle).listen(port, '127.0.0.1');
    onTestFinished(async () => {
      broker.close();
      await new Promise<void>((resolve) => aedes.close(resolve));
    });
    const link = await opening;
    onTestFinished(() => link.close());
    await vi.waitFor(() => link.send('A1', command('t1'), mayGoOut), 8_000);
  });
});

describe('5,000 messages of one lock in one write', () => {
  const COUNT = 5_000;
  const topic = 'seal/v1/A1/up/report';

  /** Counts the reports of the lock in each turn of the event loop while `work` runs. */
  const reportsByTurn = async (link: OpenLink, work: () => Promise<void>) => {
    const turns: number[] = [0];
    const order: string[] = [];
    let isOver = false;
    const countTurn = (): void => {
      turns.push(0);
      if (!isOver) setImmediate(countTurn);
    };
    link.on('report', (sn) => {
      if (sn === 'A1') turns[turns.length - 1] = (turns.at(-1) ?? 0) + 1;
      order.push(sn);
    });
    countTurn();
    await work();
    isOver = true;
    return { most: Math.max(...turns), order };
  };

  it('are handled in several turns, so that another lock’s messages come between', async () => {
    const link = await openTestLink();
    const lock = await connectLock(link, 'A1');
    const packets = Array.from({ length: COUNT }, (_, i) =>
      generate({
        cmd: 'publish',
        topic,
        payload: JSON.stringify({ ...report, electric: i % 100 }),
        qos: 1,
        messageId: i + 1,
        dup: false,
        retain: false,
      }),
    );
    const other = await connectLock(link, 'B2');
    const result = await reportsByTurn(link, async () => {
      const acknowledged = new Promise<void>((resolve) => {
        let missing = COUNT;
        lock.on('packetreceive', ({ cmd }) => {
          if (cmd === 'puback') missing -= 1;
          if (missing === 0) resolve();
        });
      });
      lock.stream.write(Buffer.concat(packets));
      await other.publishAsync('seal/v1/B2/up/report', JSON.stringify(report), { qos: 1 });
      await acknowledged;
    });
    await vi.waitFor(() => expect(result.order).toHaveLength(COUNT + 1));
    expect(result.most).toBeLessThanOrEqual(MESSAGES_PER_TURN);
    expect(result.order.indexOf('B2')).toBeLessThan(COUNT / 2);
  });

  it('are handled in several turns if an external broker delivers them at once', async () => {
    const client = { stream: { write: () => true } } as unknown as MqttClient;
    let inTurn = 0;
    let maxInTurn = 0;
    receiveMessages(client, async () => {
      inTurn += 1;
      maxInTurn = Math.max(maxInTurn, inTurn);
    });
    const packet = {
      cmd: 'publish',
      topic,
      payload: '',
      qos: 0,
      dup: false,
      retain: false,
    } as const;
    const endTurn = (): void => {
      inTurn = 0;
      timer = setImmediate(endTurn);
    };
    let timer = setImmediate(endTurn);
    const delivered = new Promise<void>((resolve) => {
      const deliver = (remaining: number): void => {
        if (remaining === 0) resolve();
        else client.handleMessage(packet, () => deliver(remaining - 1));
      };
      deliver(COUNT);
    });
    await delivered;
    clearImmediate(timer);
    // The first message is handled before its turn is asked for.
    expect(maxInTurn).toBeLessThanOrEqual(101);
  });
});

describe('an acknowledgement', () => {
  /** Opens a link on its own broker or an external one. Locks connect to `at`. */
  const openWith = async (kind: string, ready?: Promise<unknown>) => {
    const log = testLog();
    const inbox = createInbox(log, ready);
    if (kind === 'embedded') {
      const link = await openLink({ mqttPort: 0, authenticate: judge, inbox, log });
      onTestFinished(() => link.close());
      return { link, at: link };
    }
    const at = await openTestLink();
    const { user = '', password = '' } = at.access;
    const mqttUrl = at.url.replace('//', `//${encodeURIComponent(user)}:${password}@`);
    const link = await openLink({ mqttUrl, clientId: 'server', inbox, log });
    onTestFinished(() => link.close());
    return { link, at };
  };
  const topic = 'seal/v1/A1/up/report';
  const numbered = (i: number) => JSON.stringify({ ...report, electric: i });

  it('of the embedded broker waits until the report is stored', async () => {
    const { link, at } = await openWith('embedded');
    let store = () => {};
    link.on('report', () => new Promise<void>((resolve) => (store = resolve)));
    const lock = await connectLock(at, 'A1');
    let isAcknowledged = false;
    const published = lock.publishAsync(topic, numbered(1), { qos: 1 }).then(() => {
      isAcknowledged = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isAcknowledged).toBe(false);
    store();
    await published;
  });

  it('is withheld for a report that could not be stored, and the lock is disconnected', async () => {
    const { link, at } = await openWith('embedded');
    let isAway = true;
    link.on('report', async () => {
      if (isAway) throw new Error('no room');
    });
    const lock = await connectLock(at, 'A1');
    const closing = new Promise<void>((resolve) => lock.once('close', () => resolve()));
    let isAcknowledged = false;
    lock.publish(topic, numbered(7), { qos: 1 }, (error) => {
      isAcknowledged = !error;
    });
    await closing;
    expect(isAcknowledged).toBe(false);
    isAway = false;
    const again = await connectLock(at, 'A1');
    await again.publishAsync(topic, numbered(7), { qos: 1 });
  });

  it.each(['embedded', 'external'])(
    'of the %s broker waits for a handler of reports, for many messages at once',
    async (kind) => {
      let begin = () => {};
      const { link, at } = await openWith(
        kind,
        new Promise<void>((resolve) => {
          begin = resolve;
        }),
      );
      const receivedTimes: number[] = [];
      const stored: (() => void)[] = [];
      const lock = await connectLock(at, 'A1');
      const sent = Promise.all(
        Array.from({ length: 100 }, (_, i) => lock.publishAsync(topic, numbered(i), { qos: 1 })),
      );
      link.on('report', (_, { electric = -1 }) => {
        receivedTimes.push(electric);
        return new Promise<void>((resolve) => stored.push(resolve));
      });
      begin();
      await vi.waitFor(() => expect(receivedTimes).toHaveLength(100));
      expect(receivedTimes).toEqual([...receivedTimes].sort((a, b) => a - b));
      for (const done of stored) done();
      await sent;
    },
  );

  it('is sent for each message, even for more than may wait at once', async () => {
    const { link, at } = await openWith('external');
    const receivedTimes = new Set<number>();
    const stored: (() => void)[] = [];
    link.on('report', (_, { ts }) => {
      receivedTimes.add(ts);
      return new Promise<void>((resolve) => stored.push(resolve));
    });
    const lock = await connectLock(at, 'A1');
    const payloads = Array.from({ length: 3_000 }, (_, i) =>
      JSON.stringify({ ...report, ts: report.ts + i }),
    );
    const sent = payloads.map((payload) => lock.publishAsync(topic, payload, { qos: 1 }));
    await vi.waitFor(() => expect(receivedTimes.size).toBe(1_000), 10_000);
    // The others are accepted by the broker and wait in several batches.
    await Promise.all(sent);
    const storing = setInterval(() => {
      for (const done of stored.splice(0, 100)) done();
    }, 1);
    onTestFinished(() => clearInterval(storing));
    await vi.waitFor(() => expect(receivedTimes.size).toBe(payloads.length), 20_000);
  });

  it('is withheld from an external broker for an unstored message, which arrives again', async () => {
    const { link, at } = await openWith('external');
    let forget = true;
    const messages: unknown[] = [];
    link.on('report', async (_, { electric }) => {
      messages.push(electric);
      if (forget) throw new Error('no room');
    });
    const lock = await connectLock(at, 'A1');
    await lock.publishAsync(topic, numbered(5), { qos: 1 });
    await vi.waitFor(() => expect(messages).toEqual([5]));
    forget = false;
    await vi.waitFor(() => expect(messages.length).toBeGreaterThan(1), 10_000);
    expect(new Set(messages)).toEqual(new Set([5]));
  });
});

describe('accessOf', () => {
  it.each([
    ['mqtt://h:1', { url: 'mqtt://h:1' }],
    ['mqtts://u:p%40ss@h', { url: 'mqtts://h', user: 'u', password: 'p@ss' }],
    ['mqtt://u@h:1883/', { url: 'mqtt://h:1883/', user: 'u' }],
  ])('splits the broker address %s', (address, access) => {
    expect(accessOf(address)).toEqual(access);
  });

  it.each(['', 'broker', 'http://u:secret@h', 'mqtt//h'])(
    'refuses %j without showing it',
    (address) => {
      expect(() => accessOf(address)).toThrow(/^not the address of an MQTT broker/);
    },
  );
});

describe('a lock at the embedded broker', () => {
  const closed = (client: { once(event: 'close', run: () => void): unknown }): Promise<void> =>
    new Promise((resolve) => client.once('close', resolve));

  it.each([
    ['a wrong password', 'A1', { password: 'nope' }],
    ['no password', 'A1', { password: '' }],
    ['another lock as user', 'A1', { user: 'B2' }],
    ['a wildcard as name', 'A+', {}],
    ['a path as name', 'A/up', {}],
    ['the name of the server', '$server', { password: '' }],
  ])('is refused with %s', async (_, sn, options) => {
    const link = await openTestLink();
    await expect(connectLock(link, sn, options)).rejects.toThrow(/refused/i);
  });

  it('is refused if passwords cannot be checked', async () => {
    const link = await openTestLink(async () => {
      throw new Error('no database');
    });
    await expect(connectLock(link, 'A1')).rejects.toThrow(/Server unavailable/i);
    const denied = await openLink({ mqttPort: 0, ...logged() });
    onTestFinished(() => denied.close());
    await expect(connectLock(denied, 'A1')).rejects.toThrow(/refused/i);
  });

  it.each(['seal/v1/B2/up/report', 'seal/v1/A1/down/cmd', 'seal/v1/A1', '$SYS/x', 'other'])(
    'is disconnected when it publishes to %s',
    async (topic) => {
      const link = await openTestLink();
      const messages: string[] = [];
      link.on('report', (sn) => messages.push(sn));
      const lock = await connectLock(link, 'A1');
      const closing = closed(lock);
      lock.publish(topic, JSON.stringify(report), { qos: 1 });
      await closing;
      expect(messages).toEqual([]);
    },
  );

  it.each([
    'seal/v1/B2/down/#',
    'seal/v1/+/down/#',
    'seal/v1/A1/down/cmd1',
    'seal/v1/A1/down/cmd/1',
    'seal/v1/A1/up/#',
    '#',
    '$SYS/#',
  ])('is disconnected when it subscribes to %s', async (topic) => {
    const link = await openTestLink();
    const lock = await connectLock(link, 'A1');
    const closing = closed(lock);
    lock.subscribe(topic, { qos: 1 }, () => undefined);
    await closing;
  });

  it('retains presence messages only', async () => {
    const link = await openTestLink();
    const lock = await connectLock(link, 'A1');
    await lock.publishAsync('seal/v1/A1/up/report', JSON.stringify(report), {
      qos: 1,
      retain: true,
    });
    await lock.publishAsync('seal/v1/A1/up/status', 'online', { qos: 1, retain: true });
    const { user, password } = link.access;
    const late = connectMqtt({ url: link.url, user, password }, { clientId: 'late' });
    onTestFinished(async () => void (await late.endAsync(true)));
    const got = inboxOf(late);
    await late.subscribeAsync('seal/v1/+/up/#', { qos: 1 });
    await vi.waitFor(() => expect(got).toEqual(['seal/v1/A1/up/status online']));
  });

  it('is disconnected as soon as it announces an oversized packet', async () => {
    const link = await openTestLink();
    const socket = connectTcp(Number(new URL(link.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
    await once(socket, 'close');
  });
});

describe('the embedded broker', () => {
  /** Messages that Aedes delivers at once by default. */
  const AT_ONCE = 100;
  const SUBSCRIPTIONS = 6_000;
  /** More than the system buffers for a connection. */
  const MESSAGES_OF_EACH = 40;

  /** Connects as the server itself. */
  const connectRaw = async ({ url, access }: OpenLink, clientId: string) => {
    const { port, hostname } = new URL(url);
    const socket = connectTcp(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const account = { username: access.user, password: Buffer.from(access.password ?? '') };
    const login = { clientId, clean: true, keepalive: 0, ...account };
    socket.write(generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, ...login }));
    await once(socket, 'data');
    return socket;
  };
  const subscribe = (topic: string) =>
    generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] });

  it('survives thousands of messages without a subscriber that wait behind a slow one', async () => {
    const link = await openTestLink();
    const slow = await connectRaw(link, 'slow');
    slow.write(subscribe('long/#'));
    await once(slow, 'data');
    slow.pause();
    const message = { topic: 'long/message', payload: Buffer.alloc(8_000), qos: 0 } as const;
    const long = generate({ cmd: 'publish', ...message, dup: false, retain: false });
    for (let i = 0; i <= AT_ONCE; i++) {
      const sender = await connectRaw(link, `sender${i}`);
      sender.write(Buffer.concat(Array.from({ length: MESSAGES_OF_EACH }, () => long)));
    }
    // The broker announces each subscription by a message without a subscriber.
    const subscriber = await connectRaw(link, 'subscriber');
    let acknowledged = 0;
    subscriber.on('data', (bytes) => (acknowledged += bytes.length / 5));
    subscriber.write(Buffer.concat(Array.from({ length: SUBSCRIPTIONS }, () => subscribe('any'))));
    await vi.waitFor(() => expect(acknowledged).toBe(SUBSCRIPTIONS), 60_000);
    let bytes = 0;
    slow.on('data', (part) => (bytes += part.length));
    slow.resume();
    const all = (AT_ONCE + 1) * MESSAGES_OF_EACH * long.length;
    await vi.waitFor(() => expect(bytes).toBeGreaterThanOrEqual(all), 60_000);
  });
});

it.each<[string, number, (parts: { lock: MqttClient; link: OpenLink }) => unknown]>([
  ['closed by the lock', CONNECTION_END.byLock, ({ lock }) => lock.endAsync()],
  ['not closed', CONNECTION_END.lost, ({ lock }) => lock.stream.destroy()],
  ['closed by the server', CONNECTION_END.byServer, ({ link }) => link.disconnect('A1')],
])('records that the connection of a lock was %s', async (_, reason, end) => {
  const link = await openTestLink();
  const ends: unknown[] = [];
  link.on('contact', (contact) => {
    if (contact.event === CONNECTION_EVENT.went) ends.push(contact.reason);
  });
  const lock = await connectLock(link, 'A1');
  await end({ lock, link });
  await vi.waitFor(() => expect(ends).toEqual([reason]));
});
