import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import {
  MAX_STORED_MESSAGES,
  type StoreMessage,
  type WireMessage,
} from '../../../domain/connection';
import { BLIND_SPOT } from '../../../domain/lock';
import { errorMessage } from '../../../protocol';
import type { Database } from '../../db';
import { toStorableJson } from '../../db/sql/storableText';
import type { LinkLog } from '../link';
import { openMessageWatch } from './messageWatch';

/** Time for which messages are collected before they are written together, ms. Short, because locks may wait for it. */
const BATCH_WINDOW = 20;
const MAX_BATCH = 500;
/** Limit of messages that are not written yet. */
const MAX_WAITING = 20_000;
/** Stored bytes per message. */
const MAX_RAW_BYTES = 4096;
/** Number of locks whose last report is kept in memory while they are not watched. */
const MAX_LAST_REPORTS = 20_000;

const DISCARDED = Promise.resolve();

interface KeptMessage extends WireMessage {
  /** Time since which it is in memory, because its lock was not watched; epoch ms. */
  readonly heldSince?: number;
}

/**
 * Stores the latest messages of every lock for troubleshooting, `MAX_STORED_MESSAGES` each; plain reports only of
 * watched locks. They are no evidence: if the database loses power, the last half second may be lost.
 */
export const openMessageLog = async (db: Database, log: LinkLog) => {
  let queue: { message: KeptMessage; stored: () => void; lost: (error: Error) => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let isFailing = false;

  const flush = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, MAX_BATCH);
      queue = queue.slice(batch.length);
      try {
        await write(
          db,
          batch.map(({ message }) => message),
        );
        for (const { stored } of batch) stored();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.error(`Messages of locks not kept: ${errorMessage(error)}`);
        isFailing = true;
        for (const { lost } of batch) lost(error as Error);
      }
    }
  };
  const start = () => {
    timer = undefined;
    writing ??= flush().finally(() => {
      writing = undefined;
      // A message may have been added after the last batch was written.
      if (queue.length > 0) schedule();
    });
  };
  const schedule = () => {
    timer ??= setTimeout(start, BATCH_WINDOW);
  };

  const add = (message: KeptMessage): Promise<void> =>
    new Promise((stored, lost) => {
      if (queue.length >= MAX_WAITING) return lost(new Error('too many messages wait'));
      queue.push({ message, stored, lost });
      if (!writing) schedule();
    });
  const lastReports = new LRUCache<string, KeptMessage>({ max: MAX_LAST_REPORTS });
  const watch = await openMessageWatch(db, async (sn) => {
    const message = lastReports.get(sn);
    lastReports.delete(sn);
    // A failure is logged when the batch is written.
    if (message) await add(message).catch(() => {});
  });
  return {
    keep: ((message) => {
      const { sn, down, raw, whileWatched } = message;
      if (!whileWatched || watch.isWatched(sn)) return add(message);
      // The bytes may be part of a large buffer of the connection.
      if (!down) lastReports.set(sn, { ...message, raw: Buffer.from(raw), heldSince: Date.now() });
      return DISCARDED;
    }) satisfies StoreMessage,
    /** Stores the reports of these locks for a while too. Their last one is stored. */
    watch: watch.start,
    task: watch.task,
    /** Writes the remaining messages and stops. */
    close: async (): Promise<void> => {
      clearTimeout(timer);
      await writing;
      start();
      await writing;
    },
  };
};

export type MessageLog = Awaited<ReturnType<typeof openMessageLog>>;

/**
 * Writes messages into a ring buffer of rows per lock: each message replaces the oldest. So their number is bounded,
 * and an update touches no index. Commits asynchronously. Drops a report that was in memory before the present owner
 * had the lock, and one that the lock recorded for a former owner.
 */
const write = async (db: Database, messages: readonly KeptMessage[]): Promise<void> => {
  const rows = messages.map(
    ({ raw, said: decoded, whileWatched: _, reports, ...message }, place) => ({
      ...message,
      ...encodeRaw(raw),
      bufferedAt: oldestBuffered(reports),
      place,
      said: withoutSecrets(decoded),
    }),
  );
  await sql`
    with lazily as (select set_config('synchronous_commit', 'off', true)),
    numbered as (
      select message.*, device.device_id, device.org_id,
        row_number() over (partition by device.device_id order by message.place desc) as behind
      from lazily, jsonb_to_recordset(${toStorableJson(JSON.stringify(rows))}::jsonb) as message(
        place integer, sn varchar, at bigint, down boolean, carrier smallint, channel text,
        raw text, is_text boolean, said jsonb, why text, "heldSince" bigint, "bufferedAt" double precision)
      join device_state as device on device.sn = message.sn
        and coalesce(message."heldSince" >= device.owned_since, true)
        and coalesce(device.org_id = (
          select org_id from former_owner as former
          where former.sn = message.sn and former.until > message."bufferedAt"
          order by former.until limit 1), true)
    ),
    turns as (
      insert into lock_message_turn as turn (device_id, next)
      select device_id, count(*) from numbered group by device_id, sn order by sn
      on conflict (device_id) do update set next = turn.next + excluded.next
      returning device_id, next
    )
    insert into lock_message (id, device_id, org_id, at, down, carrier, channel, raw, is_text, said, why)
    select device_id * ${MAX_STORED_MESSAGES} + (turns.next - numbered.behind) % ${MAX_STORED_MESSAGES},
      device_id, org_id, at, down, carrier, channel, decode(raw, 'hex'), is_text, said, left(why, 400)
    from numbered join turns using (device_id)
    where numbered.behind <= ${MAX_STORED_MESSAGES}
    order by 1
    on conflict (id) do update set org_id = excluded.org_id, at = excluded.at, down = excluded.down,
      carrier = excluded.carrier, channel = excluded.channel, raw = excluded.raw,
      is_text = excluded.is_text, said = excluded.said, why = excluded.why`.execute(db);
};

/** Returns the time of the oldest buffered report of a message, epoch ms; null as JSON if there is none. */
const oldestBuffered = (reports: WireMessage['reports'] = []): number =>
  Math.min(...reports.flatMap(({ ts, report_reson }) => (report_reson === BLIND_SPOT ? ts : [])));

/** Returns the stored form of a message: its text with secrets masked, or its bytes; both as hex. */
const encodeRaw = (raw: Uint8Array) => {
  const text = payloadText(raw.subarray(0, 2 * MAX_RAW_BYTES), raw.length > 2 * MAX_RAW_BYTES);
  return {
    is_text: text !== undefined,
    raw:
      text === undefined
        ? Buffer.from(raw.subarray(0, MAX_RAW_BYTES)).toString('hex')
        : Buffer.from(maskSecretsInJson(text).slice(0, MAX_RAW_BYTES)).toString('hex'),
  };
};

/**
 * Returns a message as text if it is UTF-8 without control characters other than tab and line breaks.
 * @param isCut true if the last character may be incomplete
 */
export const payloadText = (raw: Uint8Array, isCut = false): string | undefined => {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(raw, { stream: isCut });
    return /[^\P{Cc}\t\r\n]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
};

const SECRET = 'password|passwd|pwd|secret|token|bluetoothKey|\\bkey';
const HIDDEN = '***';
const secretName = new RegExp(SECRET, 'i');
const secretMember = new RegExp(
  `("[^"]{0,40}(?:${SECRET})[^"]{0,40}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"|-?[\\d.]+)`,
  'gi',
);

/** Masks passwords and keys in a JSON text and changes nothing else. */
export const maskSecretsInJson = (text: string): string =>
  text.replace(secretMember, `$1"${HIDDEN}"`);

/** Removes members whose name suggests a password or key. */
const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretName.test(name))
      .map(([name, member]) => [name, withoutSecrets(member)]),
  );
};
