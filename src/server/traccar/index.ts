import { LRUCache } from 'lru-cache';
import { PROTOCOL, TRACCAR_WORDS } from '../../domain/family';
import type { LockCommand } from '../../domain/lock';
import { errorMessage } from '../../protocol';
import type { Database } from '../db';
import { type Inbox, type Link, NotSentError } from '../fleet/link';
import type { LockDirectory } from '../gateways';
import { sendTraccarCommand, type TraccarApi } from './commands';
import { createReceiver, type ReceiveForwarded, type Trackers } from './receive';

export type { TraccarApi } from './commands';
export type { ReceiveForwarded } from './receive';

interface TraccarOptions {
  readonly db: Database;
  readonly locks: LockDirectory;
  /** API for sending commands; without it none are sent. */
  readonly api?: TraccarApi;
  readonly inbox: Inbox;
}

/** Trackers whose device id at Traccar is cached. */
const MAX_TRACKERS = 20_000;

/** Reads what a command needs before it leaves. @throws NotSentError if that fails */
const readFirst = async <T>(value: T | Promise<T>): Promise<T> => {
  try {
    return await value;
  } catch (error) {
    throw new NotSentError(errorMessage(error));
  }
};

/** Adds Traccar's trackers to the other links of locks. */
export const openTraccar = (
  link: Link,
  { db, locks, api, inbox }: TraccarOptions,
): { readonly link: Link; readonly takeIn: ReceiveForwarded } => {
  const trackers: Trackers = new LRUCache({ max: MAX_TRACKERS });
  const carrier = PROTOCOL.traccar;

  const send = async (sn: string, command: LockCommand): Promise<void> => {
    if (!api) {
      const msg = 'This server was told no way to Traccar (TRACCAR_URL)';
      await inbox.reply(sn, { id: command.id, code: -1, msg });
      return;
    }
    const content = { cmd: command.cmd, args: command.args };
    const raw = Buffer.from(JSON.stringify(content));
    inbox.keep({ sn, at: Date.now(), down: true, carrier, raw, said: content }).catch(() => {});
    const to = {
      sn,
      deviceId: trackers.get(sn)?.deviceId,
      words: await readFirst(readWords(db, sn)),
    };
    const reply = await sendTraccarCommand(api, to, command);
    if (reply) await inbox.reply(sn, reply);
  };

  return {
    takeIn: createReceiver({ db, locks, inbox, trackers }),
    link: {
      ...link,
      disconnect: (sn) => {
        locks.clear(sn);
        link.disconnect(sn);
      },
      explain: (sn, why) => {
        // Traccar has no such message.
        if (!trackers.has(sn)) link.explain(sn, why);
      },
      send: async (sn, command, judgeAgain) => {
        const lock = await readFirst(locks.find(sn));
        await (lock?.protocol === carrier ? send(sn, command) : link.send(sn, command, judgeAgain));
      },
    },
  };
};

/** Reads the commands in a tracker's own protocol from its device type, by our command code. */
const readWords = async (db: Database, sn: string): Promise<Record<string, string | null>> => {
  const rows = await db
    .selectFrom('device')
    .innerJoin('deviceType as type', 'type.id', 'device.device_type_id')
    .select((eb) => [...TRACCAR_WORDS].map(([cmd, column]) => eb.ref(`type.${column}`).as(cmd)))
    .where('device.sn', '=', sn)
    .execute();
  return rows[0] ?? {};
};
