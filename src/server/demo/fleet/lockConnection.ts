import { connectMqtt, downTopic, type LinkLog, presenceWord, upTopic } from '../../fleet/link';

export interface LockConnectionOptions {
  brokerUrl: string;
  sn: string;
  password: string;
  /** Whether the broker keeps commands for the lock while it is away. */
  lasting: boolean;
  reconnectMs: number;
  log: LinkLog;
  /** On every connect, when commands can reach the lock. */
  onOnline: () => void;
  onCommand: (payload: Uint8Array) => void;
}

export interface LockConnection {
  isOnline(): boolean;
  /** Sends JSON, at least once; kept until the broker is back when it is away. */
  publish(channel: 'report' | 'ack', message: object): void;
  /** Says goodbye and disconnects. */
  close(): Promise<void>;
}

const GOODBYE_MS = 1_000;

/** The MQTT connection of a lock: its serial number as client and user, its last will a retained `offline`. */
export const openLockConnection = (options: LockConnectionOptions): LockConnection => {
  const { brokerUrl, sn, password, lasting, reconnectMs, log, onOnline, onCommand } = options;
  const status = upTopic(sn, 'status');
  const client = connectMqtt(
    { url: brokerUrl, user: sn, password },
    {
      clientId: sn,
      clean: !lasting,
      keepalive: 120,
      reconnectPeriod: reconnectMs,
      reconnectOnConnackError: true,
      resubscribe: false,
      will: { topic: status, payload: Buffer.from(presenceWord(false)), qos: 1, retain: true },
    },
  );
  const sayPresence = (online: boolean): Promise<unknown> =>
    client.publishAsync(status, presenceWord(online), { qos: 1, retain: true });

  client.on('message', (_topic, payload) => onCommand(payload));
  client.on('connect', () => {
    client.subscribe(downTopic(sn, 'cmd'), { qos: 1 }, (error) => {
      if (error) return;
      // A goodbye may have ended the client meanwhile; the will speaks for it then.
      sayPresence(true).catch(() => undefined);
      onOnline();
    });
  });
  let complained = false;
  client.on('error', (error) => {
    // A broker that is away is the link's news, not that of each lock.
    if (complained || !('code' in error) || typeof error.code !== 'number') return;
    complained = true;
    log.warn(`Simulated lock ${sn}: ${error.message}`);
  });

  return {
    isOnline: () => client.connected,
    publish: (channel, message) =>
      void client.publish(upTopic(sn, channel), JSON.stringify(message), { qos: 1 }),
    close: async () => {
      if (!client.connected) return void (await client.endAsync(true));
      const said = sayPresence(false).catch(() => undefined);
      const tooLong = setTimeout(() => client.end(true), GOODBYE_MS);
      await said;
      await client.endAsync();
      clearTimeout(tooLong);
    },
  };
};
