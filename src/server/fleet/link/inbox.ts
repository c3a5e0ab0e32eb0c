import type { ConnectionEvent, StoreMessage } from '../../../domain/connection';
import { type LockProtocol, PROTOCOL } from '../../../domain/family';
import type { LockProgress, LockReply } from '../../../domain/lock';
import { RECORD_KEEP_DAYS } from '../../../domain/system';
import { truncate } from '../../../domain/text';
import { toStorableText } from '../../db/sql/storableText';
import { type CheckedReport, createReportRules, type ReadKeepDays } from './checkReport';
import { type ConnectionInfo, createEmitter } from './inboxEvents';
import type { LinkLog } from './linkLog';
import { MAX_TEXT_LENGTH } from './messages';
import { createReceiver } from './receive';

/**
 * Creates the inbox, which validates messages of locks and passes them to handlers.
 * @param ready messages wait for it, because the handlers are added before it resolves
 * @param keep records every message, valid or not; its failures are ignored
 * @param readKeepDays a report that is older cannot be dated
 */
export const createInbox = (
  log: LinkLog,
  ready: Promise<unknown> = Promise.resolve(),
  keep: StoreMessage = async () => {},
  readKeepDays: ReadKeepDays = async () => RECORD_KEEP_DAYS.initial,
) => {
  const rules = createReportRules(readKeepDays);
  const { on, emit } = createEmitter(log);

  return {
    on,
    /** Appends to the message log. */
    keep,
    receive: createReceiver({ emit, ready, keep, log, rules }),
    /** Checks a report of a carrier other than MQTT. */
    check: rules.check,
    /**
     * Passes on decoded messages of carriers other than MQTT. Resolves when the message may be acknowledged, like
     * `receive`. A report resolves with false if no lock is registered under its serial number.
     */
    report: async (
      sn: string,
      { report, time }: CheckedReport,
      receivedAt: number,
      protocol: LockProtocol,
    ): Promise<boolean> => {
      await ready;
      if (time === 'none') return true;
      const results = await emit('report', sn, report, receivedAt, time === 'receipt', protocol);
      return !results.includes(false);
    },
    reply: async (sn: string, reply: LockReply): Promise<void> => {
      await ready;
      const { msg } = reply;
      const text = msg === undefined ? {} : { msg: truncate(toStorableText(msg), MAX_TEXT_LENGTH) };
      await emit('reply', sn, { ...reply, ...text });
    },
    progress: async (sn: string, progress: LockProgress): Promise<void> => {
      await ready;
      await emit('progress', sn, progress);
    },
    presence: async (sn: string, online: boolean, about?: ConnectionInfo): Promise<void> => {
      await ready;
      await emit('presence', sn, online, about);
    },
    /** Passes on that a lock's connection to this process opened or closed. */
    connection: (sn: string, isOpen: boolean): void => void emit('connection', sn, isOpen),
    note: (contact: ConnectionEvent): void => void emit('contact', contact),
    alive: (sn: string, about: ConnectionInfo): void => void emit('life', sn, about),
    /** Records a message sent to a lock, without waiting for it. */
    sent: (sn: string, channel: string, payload: string): void => {
      const message = { raw: Buffer.from(payload), said: JSON.parse(payload) as unknown };
      const at = Date.now();
      keep({ sn, at, down: true, carrier: PROTOCOL.mqtt, channel, ...message }).catch(() => {});
    },
  };
};

export type Inbox = ReturnType<typeof createInbox>;
