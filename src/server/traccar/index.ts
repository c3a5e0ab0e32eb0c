import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import {
  CONNECTION_EVENT,
  type ContactReason,
  REFUSED,
  type StoreMessage,
} from '../../domain/connection';
import { PROTOCOL, TRACCAR_WORDS } from '../../domain/family';
import {
  BLIND_SPOT,
  clockFaultMessage,
  isPlausibleTime,
  type LockCommand,
  type LockReport,
} from '../../domain/lock';
import type { TicketState } from '../../domain/ticket';
import type { Database } from '../db';
import { createInbox, isSafeSn, type Link, type LinkLog, mergeInboxes } from '../fleet/link';
import type { LockDirectory } from '../gateways';
import { sendTraccarCommand, type TraccarApi } from './commands';
import { parseForwarded, TRACCAR_OPEN, TRACCAR_SEALED } from './position';

export type { TraccarApi } from './commands';

interface TraccarOptions {
  readonly db: Database;
  readonly locks: LockDirectory;
  /** API for sending commands; without it none are sent. */
  readonly api?: TraccarApi;
  readonly keep: StoreMessage;
  /** Received data waits for this promise, because until then no handler is registered. */
  readonly ready?: Promise<unknown>;
  readonly log: LinkLog;
}

/** Result of forwarded data: an HTTP status with a reason. 200 once the data is stored. */
export interface ForwardResult {
  readonly status: 200 | 400 | 404 | 409 | 422;
  readonly word: string;
}

/** Handles forwarded data. @throws errors of storing, after which Traccar must send it again */
export type ReceiveForwarded = (body: unknown, address: string) => Promise<ForwardResult>;

/** Trackers whose device id at Traccar is cached. */
const MAX_TRACKERS = 20_000;

/** Tolerance for a tracker's clock running behind, ms. */
const CLOCK_TOLERANCE_MS = 5_000;
/** Command that leads to a lock status. */
const COMMAND_OF: Readonly<Record<number, string>> = {
  [TRACCAR_OPEN]: 'unseal',
  [TRACCAR_SEALED]: 'seal',
};
const FOLLOWED = 'Told by the state that followed';

/** Adds Traccar's trackers to the other links of locks. */
export const openTraccar = (
  link: Link,
  { db, locks, api, keep, ready, log }: TraccarOptions,
): { readonly link: Link; readonly takeIn: ReceiveForwarded } => {
  const inbox = createInbox(log, ready);
  const trackers = new LRUCache<string, { readonly deviceId?: number }>({ max: MAX_TRACKERS });
  const carrier = PROTOCOL.traccar;

  const takeIn: ReceiveForwarded = async (body, address) => {
    const at = Date.now();
    const forwarded = parseForwarded(body);
    if (!forwarded || !isSafeSn(forwarded.sn))
      return { status: 400, word: 'not forwarded by Traccar as JSON' };
    const lock = await locks.find(forwarded.sn, ({ protocol }) => protocol === carrier);
    const refuse = (reason: ContactReason) =>
      inbox.note({
        ...{ sn: lock?.sn ?? forwarded.sn, event: CONNECTION_EVENT.refused, reason },
        ...{ address, at, protocol: carrier },
      });
    if (!lock) {
      refuse(REFUSED.unknown);
      return { status: 404, word: 'not entered; it waits to be adopted' };
    }
    const { sn } = lock;
    if (lock.protocol !== carrier) {
      refuse(REFUSED.otherProtocol);
      return { status: 409, word: 'entered with another protocol than Traccar' };
    }
    trackers.set(sn, { deviceId: forwarded.deviceId });
    const { reports = [], online, result } = forwarded;
    const [report] = reports;
    const isImplausible = report && !isPlausibleTime(report.ts, at);
    const why = isImplausible ? clockFaultMessage(report.ts) : forwarded.rejected;
    const raw = Buffer.from(JSON.stringify(forwarded.content));
    keep({
      sn,
      at,
      down: false,
      carrier,
      raw,
      said: reports.length > 1 ? reports : report,
      why,
    }).catch(() => {});
    if (why !== undefined) {
      const detail = `traccar: ${why}`;
      inbox.note({
        sn,
        event: CONNECTION_EVENT.unread,
        reason: REFUSED.malformed,
        detail,
        address,
        at,
      });
    }
    if (
      isImplausible ||
      (!report && online === undefined && result === undefined && why !== undefined)
    ) {
      return { status: 422, word: why ?? '' };
    }
    if (report) {
      const stored = await Promise.all(reports.map((each) => inbox.report(sn, each, at)));
      if (stored.includes(false)) {
        // The lock was renamed or deleted after the lookup.
        locks.clear(sn);
        return takeIn(body, address);
      }
      await follow(sn, report);
    }
    if (online !== undefined) await inbox.presence(sn, online);
    if (result !== undefined) await answer(sn, result);
    return { status: 200, word: 'stored' };
  };

  /**
   * Assigns an answer to the oldest sent command: Traccar does not name the command, but trackers work one at a time.
   * The answer does not state success, so it ends no command.
   */
  const answer = async (sn: string, result: string): Promise<void> => {
    const { rows } = await sql<{ id: number }>`
      select id from "appointmentCommandRecord" where sn = ${sn} and state = 'sent'
      order by id limit 1`.execute(db);
    for (const { id } of rows) {
      await inbox.reply(sn, { id: String(id), msg: result });
    }
  };

  /**
   * Ends a seal or unseal command by the state that follows, whether the tracker answered or not. Blind-spot reports
   * are ignored because they describe an earlier time.
   */
  const follow = async (sn: string, { ts, lock_status, report_reson }: LockReport) => {
    const done = report_reson === BLIND_SPOT ? undefined : COMMAND_OF[Number(lock_status)];
    if (done === undefined) return;
    const { rows } = await sql<{ id: number; state: TicketState }>`
      select id, state from "appointmentCommandRecord"
      where sn = ${sn} and cmd = ${done} and send_time <= ${ts + CLOCK_TOLERANCE_MS}
        and (state = 'sent' or state = 'answered' and deadline >= ${Date.now()})
      order by id`.execute(db);
    for (const { id, state } of rows) {
      const words = state === 'sent' ? { msg: FOLLOWED } : {};
      await inbox.reply(sn, { id: String(id), code: 0, ...words });
    }
  };

  const wordsFor = async (sn: string): Promise<Record<string, string | null>> => {
    const words = Object.entries(TRACCAR_WORDS).map(
      ([cmd, column]) => sql`type.${sql.ref(column)} as ${sql.ref(cmd)}`,
    );
    const { rows } = await sql<Record<string, string | null>>`
      select ${sql.join(words)} from device join "deviceType" as type on type.id = device.device_type_id
      where device.sn = ${sn}`.execute(db);
    return rows[0] ?? {};
  };

  const send = async (sn: string, command: LockCommand): Promise<void> => {
    if (!api) {
      const msg = 'This server was told no way to Traccar (TRACCAR_URL)';
      await inbox.reply(sn, { id: command.id, code: -1, msg });
      return;
    }
    const content = { cmd: command.cmd, args: command.args };
    const raw = Buffer.from(JSON.stringify(content));
    keep({ sn, at: Date.now(), down: true, carrier, raw, said: content }).catch(() => {});
    const to = { sn, deviceId: trackers.get(sn)?.deviceId, words: await wordsFor(sn) };
    const reply = await sendTraccarCommand(api, to, command);
    if (reply) await inbox.reply(sn, reply);
  };

  return {
    takeIn,
    link: {
      ...link,
      ...mergeInboxes(link, inbox),
      disconnect: (sn) => {
        locks.clear(sn);
        link.disconnect(sn);
      },
      explain: (sn, why) => {
        // Traccar has no such message.
        if (!trackers.has(sn)) link.explain(sn, why);
      },
      send: async (sn, command) => {
        const lock = await locks.find(sn);
        await (lock?.protocol === carrier ? send(sn, command) : link.send(sn, command));
      },
    },
  };
};
