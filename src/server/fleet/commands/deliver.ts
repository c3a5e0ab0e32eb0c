import { setImmediate as nextTurn } from 'node:timers/promises';
import { type NotNull, sql } from 'kysely';
import { NATIVE, PROTOCOL } from '../../../domain/family';
import { allOf, anyOf, type Database, listAs, lit } from '../../db';
import { type DeviceLink, type LinkLog, NotSentError } from '../link';
import { isOfOwner } from './ownership';
import { cancelRefused, type JudgeTickets, type OutgoingTicket } from './senders';

/** Commands sent in one turn of the event loop. */
const SEND_BATCH = 50;

/** Maximum locks served per sweep. */
const SERVE_BATCH = 1_000;

interface DeliveryOptions {
  readonly db: Database;
  readonly link: DeviceLink;
  readonly log: LinkLog;
  readonly judge: JudgeTickets;
  /** Time for a lock to reply, ms. */
  readonly replyLimit: number;
}

/** Ticket marked as sent. Its deadline, epoch ms, is that of the reply. */
interface MarkedTicket extends OutgoingTicket {
  readonly args: Readonly<Record<string, unknown>>;
  readonly deadline: number;
}

const SENT_COLUMNS = [
  'ticket.id',
  'ticket.sn',
  'ticket.cmd',
  'ticket.args',
  'ticket.deadline',
  'ticket.oper_id',
] as const;

const sentColumns = sql.join(SENT_COLUMNS.map((name) => sql.ref(name)));

type WrittenTicket = { [C in 'sn' | 'cmd' | 'args' | 'deadline']: NotNull };

/** Marked ticket with its deadline from before. */
interface DueTicket extends MarkedTicket {
  readonly waits_until: number;
}

/** Marking of waiting tickets as sent. Its time identifies the tickets. */
interface Marking {
  readonly sns: readonly string[];
  /** Send time of its tickets, epoch ms. */
  readonly at: number;
}

export interface TicketSender {
  /**
   * Sends waiting tickets to locks that are online and due. Each is judged again before, and once more if its carrier
   * holds it back: the sender may have lost the permission or the lock. A ticket is marked as sent before it goes out.
   * So only one of several servers sends it, and a crash in between ends as "no reply", never as a second command. A
   * ticket that could not go out, because the broker was lost meanwhile, waits again.
   * @param sns locks to serve
   */
  deliver: (sns: readonly string[]) => Promise<void>;
  /**
   * Finishes deliveries during which the database was lost. Tickets that could not go out wait again. Tickets that
   * the database marked as sent, but did not say so, are sent.
   */
  settle: () => Promise<void>;
  /**
   * Resends commands that locks may have missed while offline. Excludes Traccar, where commands have no id and a
   * tracker would run them twice.
   * @param since time of the reconnect by lock, epoch ms
   */
  resendSent: (since: ReadonlyMap<string, number>) => Promise<void>;
  /**
   * Resends commands to MQTT locks that were marked as sent before a time and have no reply, because a server that
   * crashed may not have sent them. A lock ignores a command that it has already run. Native-protocol locks reconnect,
   * and are served then.
   */
  resendUnanswered: (before: number) => Promise<void>;
}

export const createTicketSender = ({
  db,
  link,
  log,
  judge,
  replyLimit,
}: DeliveryOptions): TicketSender => {
  /** Markings without an answer from the database. */
  let unconfirmed: readonly Marking[] = [];
  /** Tickets that did not go out and are still marked as sent. */
  let unsent: readonly DueTicket[] = [];

  const mark = async <Row>(
    sns: readonly string[],
    write: (now: number) => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> => {
    const now = Date.now();
    try {
      return await write(now);
    } catch (error) {
      unconfirmed = [...unconfirmed, { sns, at: now }];
      throw error;
    }
  };

  const returnUnsent = async (): Promise<void> => {
    const tickets = unsent;
    await waitAgain(db, tickets);
    unsent = unsent.filter((ticket) => !tickets.includes(ticket));
  };

  /**
   * Returns the tickets that may still go out. The others are cancelled, each with its reason; those that may have
   * reached the lock before end as "no reply".
   */
  const stillAllowed = async <Ticket extends OutgoingTicket>(
    tickets: readonly Ticket[],
    state: 'waiting' | 'sent' | 'sentBefore',
  ): Promise<readonly Ticket[]> => {
    const refusals = await judge(tickets);
    if (state !== 'sentBefore') await cancelRefused(db, refusals, state);
    return tickets.filter(({ id }) => !refusals.has(id));
  };

  /** @returns ids of tickets that certainly did not go out */
  const send = (tickets: readonly MarkedTicket[], isResent = false): Promise<number[]> =>
    sendInOrder(link, log, tickets, async (ticket, wasSent) => {
      const allowed = await stillAllowed([ticket], isResent || wasSent ? 'sentBefore' : 'sent');
      return allowed.length > 0;
    });

  const resend = async (tickets: readonly MarkedTicket[]): Promise<void> => {
    await send(await stillAllowed(tickets, 'sentBefore'), true);
  };

  return {
    deliver: async (sns) => {
      if (sns.length === 0) return;
      const due = await dueTickets({ db, link }, sns, Date.now());
      const allowed = await stillAllowed(due, 'waiting');
      if (allowed.length === 0) return;
      const dueSns = [...new Set(allowed.map(({ sn }) => sn))];
      const rows = await mark(dueSns, (now) =>
        markDue({ db, link, replyLimit }, allowed, dueSns, now),
      );
      const ids = new Set(await send(rows));
      unsent = [...unsent, ...rows.filter(({ id }) => ids.has(id))];
      await returnUnsent();
    },
    settle: async () => {
      await returnUnsent();
      for (const marking of unconfirmed) {
        const { sns, at } = marking;
        const rows = await mark(sns, (now) =>
          db
            .updateTable('appointmentCommandRecord as ticket')
            .set({ send_time: now, deadline: now + replyLimit })
            .where('state', '=', lit('sent'))
            .where('sn', '=', anyOf(sns))
            .where('send_time', '=', at)
            .returning(SENT_COLUMNS)
            .$narrowType<WrittenTicket>()
            .execute(),
        );
        unconfirmed = unconfirmed.filter((each) => each !== marking);
        await send(await stillAllowed(rows, 'sent'));
      }
    },
    resendSent: async (since) => {
      await resend(await sentBefore({ db, link }, since));
    },
    resendUnanswered: async (before) => {
      await resend(await unansweredBefore(db, before));
    },
  };
};

/** Waiting tickets that can go out now. */
const fromDue = (link: DeviceLink, sns: readonly string[], now: number) => {
  // Without a broker connection, tickets for MQTT locks stay waiting; marked as sent, they would end as "no reply".
  const hasBroker = link.isConnected?.() !== false;
  return sql`
    from "appointmentCommandRecord" as ticket join device_state as device on device.sn = ticket.sn
    where device.communicate_status = 1
      and ticket.sn = any(${[...sns]}) and ticket.state = 'waiting' and ${isReached(link, sns)}
      and (ticket.start_time is null or ticket.start_time <= ${now})
      and (${hasBroker} or device.protocol <> ${PROTOCOL.mqtt})
      and ${isOfOwner('ticket', 'device')}`;
};

const dueTickets = async (
  { db, link }: Pick<DeliveryOptions, 'db' | 'link'>,
  sns: readonly string[],
  now: number,
): Promise<readonly OutgoingTicket[]> => {
  const { rows } = await sql<OutgoingTicket>`
    select ticket.id, ticket.sn, ticket.cmd, ticket.oper_id ${fromDue(link, sns, now)}`.execute(db);
  return rows;
};

const markDue = async (
  { db, link, replyLimit }: Pick<DeliveryOptions, 'db' | 'link' | 'replyLimit'>,
  tickets: readonly OutgoingTicket[],
  sns: readonly string[],
  now: number,
): Promise<readonly DueTicket[]> => {
  const ids = tickets.map(({ id }) => id);
  const { rows } = await sql<DueTicket>`
    with due as (
      select ticket.id, ticket.deadline as waits_until ${fromDue(link, sns, now)}
        and ticket.id = any(${ids}::bigint[])
      order by ticket.id for update of ticket
    )
    update "appointmentCommandRecord" as ticket
    set state = 'sent', send_time = ${now}, deadline = ${now + replyLimit}
    from due where ticket.id = due.id
    returning ${sentColumns}, due.waits_until`.execute(db);
  return rows;
};

const waitAgain = async (db: Database, tickets: readonly DueTicket[]): Promise<void> => {
  if (tickets.length === 0) return;
  const earlier = tickets.map(({ id, deadline, waits_until }) => ({ id, deadline, waits_until }));
  await sql`
    update "appointmentCommandRecord" as ticket
    set state = 'waiting', send_time = null, deadline = earlier.waits_until
    from ${listAs('earlier', { id: 'bigint', deadline: 'bigint', waits_until: 'bigint' }, earlier)}
    where ticket.id = earlier.id and ticket.state = 'sent'
      and ticket.deadline = earlier.deadline`.execute(db);
};

const ticketsOfOnlineLocks = (db: Database) =>
  db
    .selectFrom('appointmentCommandRecord as ticket')
    .innerJoin('device_state as device', (join) =>
      join.onRef('device.sn', '=', 'ticket.sn').on('device.communicate_status', '=', lit(1)),
    );

const locksWithWaiting = (db: Database) =>
  ticketsOfOnlineLocks(db)
    .distinct()
    .select('ticket.sn')
    .$narrowType<{ sn: NotNull }>()
    .where('ticket.state', '=', lit('waiting'));

/**
 * Returns online locks with a ticket to deliver: its start time has come, it was confirmed, or the database or the
 * broker was unreachable before. Locks of native protocols are left out.
 */
export const undeliveredLocks = async (db: Database): Promise<string[]> => {
  const now = Date.now();
  const rows = await locksWithWaiting(db)
    .where('device.protocol', '<>', allOf([...NATIVE]))
    .where('ticket.deadline', '>', now)
    .where(({ eb, or }) =>
      or([eb('ticket.start_time', 'is', null), eb('ticket.start_time', '<=', now)]),
    )
    .limit(SERVE_BATCH)
    .execute();
  return rows.map(({ sn }) => sn);
};

/** Returns sent commands of locks that reconnected later. */
const sentBefore = async (
  { db, link }: Pick<DeliveryOptions, 'db' | 'link'>,
  since: ReadonlyMap<string, number>,
): Promise<readonly MarkedTicket[]> => {
  if (since.size === 0) return [];
  const reconnects = [...since].map(([sn, at]) => ({ sn, at }));
  const { rows } = await sql<MarkedTicket>`
    select ${sentColumns} from ${listAs('reconnect', { sn: 'varchar', at: 'bigint' }, reconnects)}
    join "appointmentCommandRecord" as ticket on ticket.sn = reconnect.sn
    join device_state as device on device.sn = ticket.sn
    where ticket.state = 'sent' and ticket.deadline > ${Date.now()}
      and ticket.send_time <= reconnect.at and device.protocol <> ${PROTOCOL.traccar}
      and ${isOfOwner('ticket', 'device')}
      and ${isReached(link, [...since.keys()])}`.execute(db);
  return rows;
};

/** Returns commands to online MQTT locks that were marked as sent before a time and have no reply. */
const unansweredBefore = (db: Database, before: number): Promise<readonly MarkedTicket[]> =>
  ticketsOfOnlineLocks(db)
    .select(SENT_COLUMNS)
    .$narrowType<WrittenTicket>()
    .where('ticket.state', '=', lit('sent'))
    .where(isOfOwner('ticket', 'device'))
    .where('ticket.deadline', '>', Date.now())
    .where('ticket.send_time', '<=', before)
    .where('device.protocol', '=', PROTOCOL.mqtt)
    .execute();

/**
 * Condition for locks that this server can reach. A native-protocol lock is reached only by the server it is
 * connected to.
 */
const isReached = (link: DeviceLink, sns: readonly string[]) => sql`
  (device.protocol <> all(${[...NATIVE]}::integer[])
    or device.sn = any(${sns.filter((sn) => link.has?.(sn))}::text[]))`;

/** Returns the locks connected to this server that have waiting commands, possibly created by another server. */
export const connectedWithWaiting = async (db: Database, link: DeviceLink): Promise<string[]> => {
  const rows = await locksWithWaiting(db)
    .where('device.protocol', '=', anyOf([...NATIVE]))
    .execute();
  return rows.flatMap(({ sn }) => (link.has?.(sn) ? [sn] : []));
};

/**
 * Sends oldest first: a lock that is sealed and then unsealed must end unsealed.
 * @returns ids of tickets that certainly did not go out
 */
const sendInOrder = async (
  link: DeviceLink,
  log: LinkLog,
  tickets: readonly MarkedTicket[],
  judgeAgain: (ticket: MarkedTicket, wasSent: boolean) => Promise<boolean>,
): Promise<number[]> => {
  const ordered = [...tickets].sort((a, b) => a.id - b.id);
  const sending: Promise<void>[] = [];
  const unsent: number[] = [];
  for (const [at, ticket] of ordered.entries()) {
    const { id, sn, cmd, args, deadline } = ticket;
    // Yields to the event loop.
    if (at > 0 && at % SEND_BATCH === 0) await nextTurn();
    const command = { id: String(id), cmd, args, ts: Date.now(), exp: deadline };
    sending.push(
      link
        .send(sn, command, (wasSent) => judgeAgain(ticket, wasSent))
        .catch((error: Error) => {
          if (error instanceof NotSentError) unsent.push(id);
          log.warn(`Command ${id} to ${sn} was not sent: ${error.message}`);
        }),
    );
  }
  await Promise.all(sending);
  return unsent;
};
