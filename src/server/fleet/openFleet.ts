import type { Console } from '../../config';
import { CONNECTION_EVENT } from '../../domain/connection';
import { MINUTE } from '../../domain/duration';
import { PROTOCOL } from '../../domain/family';
import { ownValue } from '../../domain/ownValue';
import { REPLY_LIMIT } from '../../domain/ticket';
import type { Rights } from '../auth';
import { type Database, registerServer, type Store } from '../db';
import type { Files } from '../files/files';
import { openPlaceReader } from '../gazetteer/ownPlaces';
import { queueNotices } from '../notify/outbox';
import type { Task } from '../work/worker';
import { changeSignal } from './changeSignal';
import {
  applyReplies,
  type CommandCall,
  type Commands,
  checkCommand,
  createTicketSender,
  createTickets,
  deviceOf,
  judgeTickets,
  type TicketReply,
  undeliveredLocks,
} from './commands';
import type { CommandsByCode } from './commands/settings';
import { ticketTasks } from './commands/ticketTasks';
import { openUpgrades } from './commands/upgrade';
import type { DeviceLink, Link, LinkLog, OpenLink } from './link';
import { openLive } from './live/live';
import { deleteOldChanges } from './live/lockChanges';
import { createConnectionLog } from './log/connectionLog';
import { openFences } from './places/openFences';
import { openRegional } from './places/openRegional';
import { createPresenceTracker } from './presence/presence';
import { clearOwnConnections, SIGN_INTERVAL } from './presence/presenceRows';
import { heartbeatTask, retireServer } from './presence/servers';
import { readSeverities } from './reports/alarms';
import { createLanes, createReportBuffer, type WriteBatch } from './reports/buffer';
import { countUnread, measureReport } from './reports/measureReport';
import { readMutes } from './reports/mutes';
import { receiptRounds } from './reports/reportRows';
import { writeReports } from './reports/reports';
import type { ReceivedReport } from './state';

interface FleetOptions {
  readonly store: Store;
  /** Declares the commands and their conditions. */
  readonly config: Console;
  /** Name of this server, unchanged by a restart and unique among the servers of the database. */
  readonly server: string;
  readonly link: DeviceLink &
    Pick<OpenLink, 'embedded' | 'disconnect'> &
    Partial<Pick<Link, 'gateways' | 'keepSecret' | 'refresh'>>;
  readonly log: LinkLog;
  readonly rights: Rights;
  /** Files of firmware versions. If omitted, locks must fetch them by HTTP. */
  readonly files?: Pick<Files, 'find' | 'read'>;
  /** Interval at which silent locks are looked for, ms; `SIGN_INTERVAL` by default. */
  readonly lookEvery?: number;
  /** Time for which locks near their silence limit are remembered, ms. */
  readonly lookAhead?: number;
  /** Time for a lock to reply to a command, ms; `REPLY_LIMIT` by default. */
  readonly replyLimit?: number;
}

/** Returns all commands by code. If several entities declare a command, the first one counts. */
const commandsOf = ({ entities }: Console): CommandsByCode =>
  Object.assign({}, ...entities.toReversed().map(({ commands }) => commands));

/** Report batches written at once. More lanes make smaller batches and are no faster. */
const REPORT_LANES = 2;

/** Replies per batch. Settings in replies are processed in JavaScript, so a batch must not block the event loop. */
const REPLY_BATCH = 200;

/**
 * Connects the device link with the database: stores reports, sends commands, announces changes. Closes neither of
 * the two.
 */
export const openFleet = async (options: FleetOptions) => {
  const { store, config, server, link, log, rights, replyLimit = REPLY_LIMIT } = options;
  const { db } = store;
  const device = deviceOf(config);
  const commands = commandsOf(config);
  const changed = changeSignal();
  const isDeclared = (name: string) => config.entities.some((entity) => entity.name === name);
  const live = openLive({ db, hasAlarms: isDeclared('alertRecord'), log }, changed);
  const logError = (title: string) => (error: Error) => log.error(`${title}: ${error.message}`);
  const gateways = link.gateways ?? [];
  const nativeProtocols = gateways.flatMap(({ protocols }) => protocols);
  const protocols = link.embedded ? [...nativeProtocols, PROTOCOL.mqtt] : nativeProtocols;
  await clearOwnConnections(db, config, { server, protocols });
  await registerServer(db, server);

  const judge = judgeTickets(db, config.entities, rights);
  const sender = createTicketSender({ db, link, log, judge, replyLimit });
  const serve = (sns: readonly string[]) => {
    if (sns.length === 0) return;
    sender.deliver(sns).then(changed.notify, logError('Commands wait'));
  };
  const readRegional = await openRegional(db);
  const places = openPlaceReader();
  const readFences = openFences(places);
  const ticketContext = { entities: config.entities, places };
  const hasNotices = ['alarmConfig', 'alarmReceiver', 'webhook'].every(isDeclared);
  const writeOptions = {
    device,
    readRegional,
    readFences,
    readSeverities: isDeclared('alarmSeverity') ? readSeverities : undefined,
    readMutes: isDeclared('alarmMute') ? readMutes : undefined,
    enqueueNotices: hasNotices ? queueNotices : undefined,
    hasChildLocks: isDeclared('childLock'),
  };
  const writeBatch: WriteBatch<ReceivedReport> = async (batch, skip) => {
    for (const round of receiptRounds(batch)) {
      const { deliverableSns, unregistered } = await writeReports(db, round, writeOptions);
      changed.notify();
      serve(deliverableSns);
      unregistered.forEach(skip);
    }
  };
  const reports = createLanes(writeBatch, log, REPORT_LANES);
  const { lookEvery = SIGN_INTERVAL, lookAhead } = options;
  const presence = createPresenceTracker({ db, config, server, sender, log, changed, lookAhead });
  const contacts = createConnectionLog({ db, config, link, log });

  link.on('report', (sn, report, receivedAt, isUndated, protocol) => {
    const received = { sn, report, receivedAt, isUndated };
    return measureReport(received, reports.add(received), protocol);
  });
  link.on('presence', presence.add);
  link.on('life', (sn, about) => presence.add(sn, true, about));
  link.on('connection', presence.noteConnection);
  link.on('contact', (contact) => {
    if (contact.event === CONNECTION_EVENT.unread) countUnread(contact.protocol);
    contacts.add(contact);
  });
  const replies = createReportBuffer<TicketReply>(
    async (batch) => {
      const { done, leftOut } = await applyReplies(db, commands, batch);
      if (done) changed.notify();
      for (const sn of new Set(leftOut.map((each) => each.sn))) {
        const faults = leftOut.filter((each) => each.sn === sn).map(({ what }) => what);
        const detail = `ack: ${faults.join('; ')}`;
        contacts.add({ sn, event: CONNECTION_EVENT.unread, detail, at: Date.now() });
      }
    },
    log,
    REPLY_BATCH,
  );
  link.on('reply', (sn, reply) => {
    presence.add(sn, true);
    return replies.add({ sn, reply });
  });
  const upgrades = openUpgrades(db, link, options.files, changed);
  link.on('progress', (sn, progress) => {
    presence.noteSign(sn);
    return upgrades(sn, progress);
  });
  const { reclaim, checkSilence } = presence;
  const tasks: readonly Task[] = [
    heartbeatTask({ db, config, server, log, changed, reclaim }),
    { name: 'silent locks', every: lookEvery, delayed: true, run: checkSilence },
    {
      name: 'old changes',
      every: MINUTE,
      delayed: true,
      run: ({ now }) => deleteOldChanges(db, now()),
    },
    ...ticketTasks({ db, commands, link, sender, changed, serve }),
  ];

  const withConstants = (call: CommandCall): CommandCall => ({
    ...call,
    args: { ...call.args, ...ownValue(commands, call.code)?.constants },
  });

  const commandsToLocks: Commands = {
    check: (call) => checkCommand(db, ticketContext, withConstants(call)),
    issue: (trx, call) => createTickets(trx, ticketContext, withConstants(call)),
    announce: (tickets) => {
      changed.notify();
      serve(tickets.map(({ sn }) => sn));
    },
    wake: () => void undeliveredLocks(db).then(serve, logError('Commands wait')),
  };

  return {
    ...commandsToLocks,
    ...live,
    /** URL of the broker, without credentials. */
    mqttUrl: link.url,
    /** True if the broker is embedded, so that this server manages the locks' passwords. */
    hasOwnBroker: link.embedded,
    gateways,
    /** Stores the password that commands to a native-protocol lock need. */
    keepSecret: async (sn: string, secret: string, trx: Database): Promise<void> =>
      link.keepSecret?.(sn, secret, trx),
    /** To be called when a lock's record has changed. */
    refresh: (sn: string): void => link.refresh?.(sn),
    /** Closes a lock's connection to the embedded broker or to a gateway. */
    disconnect: link.disconnect,
    /** True if the broker is connected. */
    isConnected: () => link.isConnected?.() ?? true,
    /** Background work, which ends before the fleet closes. */
    tasks,
    close: async (): Promise<void> => {
      await live.close();
      await presence.close();
      // Not before presence is written: other servers then clear this server's connections.
      await retireServer(db, server).catch(() => {});
      await replies.close();
      await reports.close();
      await contacts.close();
    },
  };
};

/** The locks, as the rest of the server sees them. */
export type Fleet = Awaited<ReturnType<typeof openFleet>>;
