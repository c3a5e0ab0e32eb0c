import { type NotNull, sql } from 'kysely';
import type { AlarmKind, AlarmValue, EffectiveValue } from '../../domain/alarm';
import { isSubscribed, isUrgent, type LockEvent, type RecordEvent } from '../../domain/notice';
import { isWithinWeekTimes, weekTimesOf } from '../../domain/weekTimes';
import { isGranted, operatorOf, type Rights } from '../auth';
import { anyOf, type Database, idsFrom, insertRows, lit, type RowOf } from '../db';
import { type Channel, correctNotices, isCorrection, type Recipient } from './corrections';
import { escalatedNotices } from './escalationSteps';

/**
 * Notification for one recipient: an event of a lock, or a ready mail, to which `subject`, `body` and the file belong.
 * `sn` is '' for a mail that concerns no single lock. `recipient` is a mail address, a phone number or the id of a
 * webhook, `language` has its form on the wire, and `tries` includes the current attempt.
 */
export type Notice = RowOf<'notice'>;

type Receiver = RowOf<'alarmReceiver'>;

/** Columns for which the view has a default. */
type ReceiverDefaults = { [C in 'sn' | 'org_id' | 'receive_type' | 'language']: NotNull };

/** Delay of mails, ms. Further events for the same address join the mail, so a burst becomes one mail. */
const GATHER_WINDOW = 10_000;

/**
 * Queues the notifications for events in the transaction that stores them. An alarm is therefore never stored without
 * its notifications. A correction changes those that wait. Those who may have been told of an alarm or of its escalation
 * are told that it is withdrawn; only webhooks are called about its true time.
 */
export const queueNotices = async (
  trx: Database,
  events: readonly LockEvent[],
  now = Date.now(),
): Promise<void> => {
  if (events.length === 0) return;
  const sns = [...new Set(events.map(({ sn }) => sn))];
  const isUntold = await correctNotices(trx, events.filter(isCorrection));
  const rows = await trx
    .selectFrom('alarmReceiver')
    .select([
      'sn',
      'org_id',
      'receive_type',
      'language',
      'is_mail_config',
      'mail_box',
      'is_phone_config',
      'phone',
      'is_quiet_config',
      'quiet_time',
      'settled',
    ])
    .$narrowType<ReceiverDefaults>()
    .where('sn', '=', anyOf(sns))
    .where('told', '>', lit(0))
    .execute();
  const receivers = new Map(rows.map((receiver) => [receiver.sn, receiver]));
  const notices = events.flatMap((event) => {
    const receiver = receivers.get(event.sn);
    const isNews = event.was === undefined;
    if (!receiver || !isNews || !isSubscribed(receiver.receive_type, event)) return [];
    if (isQuiet(receiver, now) && !isUrgent(event)) return [];
    const { org_id, language } = receiver;
    const addresses = addressesOf(receiver).filter((address) => !isUntold(address, event));
    return rowsFor(event, { org_id, language, addresses, now });
  });
  for (const { address, escalated, event, ...to } of await escalatedNotices(trx, events)) {
    const [channel, recipient] = address;
    // A recipient of an alarm and its escalations is told once.
    const isQueued = notices.some(
      (notice) =>
        notice.event === event && notice.channel === channel && notice.recipient === recipient,
    );
    if (isQueued || isUntold(address, escalated)) continue;
    notices.push(...rowsFor(event, { ...to, addresses: [address], now }));
  }
  const hooksBySn = await readHooks(trx, events, sns);
  const webhookNotices = events.flatMap((event) => {
    const { org_id = 0, hooks = [] } = hooksBySn.get(event.sn) ?? {};
    const addresses = hooks
      .filter(({ kinds }) => matchesKinds(kinds, event))
      .map(({ id, owner }): Recipient => ['webhook', String(id), owner])
      .filter((address) => !isUntold(address, event));
    return rowsFor(event, { org_id, language: '', addresses, now });
  });
  await insertRows(trx, 'notice', [...notices, ...webhookNotices]);
};

/** Queues an event for recipients outside the settings of its lock, in the transaction of the change that causes it. */
export const queueForRecipients = (
  trx: Database,
  event: LockEvent | RecordEvent,
  to: {
    readonly org_id: number;
    readonly language: string;
    readonly addresses: readonly Recipient[];
    readonly now: number;
  },
): Promise<void> => insertRows(trx, 'notice', rowsFor(event, to));

const rowsFor = (
  event: LockEvent | RecordEvent,
  { org_id, language, addresses, now }: Parameters<typeof queueForRecipients>[2],
) =>
  addresses.map(([channel, recipient, recipient_org]) => ({
    sn: 'posted' in event ? '' : event.sn,
    org_id,
    channel,
    recipient,
    recipient_org,
    language,
    event,
    tries: 0,
    create_time: now,
    next_time: channel === 'mail' ? now + GATHER_WINDOW : now,
  }));

const isQuiet = (
  { is_quiet_config, quiet_time }: Pick<Receiver, 'is_quiet_config' | 'quiet_time'>,
  now: number,
): boolean => {
  const times = weekTimesOf(quiet_time);
  return is_quiet_config === true && times !== undefined && isWithinWeekTimes(times, now);
};

type Addresses = Pick<
  Receiver,
  'is_mail_config' | 'mail_box' | 'is_phone_config' | 'phone' | 'settled'
> & { readonly org_id: number };

const addressesOf = (receiver: Addresses): Recipient[] => {
  const { is_mail_config, mail_box, is_phone_config, phone } = receiver;
  const settings = receiver.settled as Partial<Record<AlarmValue, EffectiveValue>>;
  // A lock's own settings are those of its organisation.
  const orgOf = (name: AlarmValue) => settings[name]?.org_id ?? receiver.org_id;
  return [
    ...(is_mail_config && mail_box ? [['mail', mail_box, orgOf('mail_box')] as const] : []),
    ...(is_phone_config && phone
      ? phone.split(',').map((each) => ['sms', each.trim(), orgOf('phone')] as const)
      : []),
  ];
};

interface Hook {
  readonly id: number;
  /** Its organisation. */
  readonly owner: number;
  readonly kinds: readonly number[] | null;
}

const matchesKinds = (kinds: Hook['kinds'], { alarm }: LockEvent): boolean =>
  alarm !== undefined && (!kinds || kinds.length === 0 || kinds.includes(alarm as AlarmKind));

/** Reads the webhooks that apply to locks: those of their enabled organisations and of the ones above. */
const readHooks = async (
  trx: Database,
  events: readonly LockEvent[],
  sns: readonly string[],
): Promise<ReadonlyMap<string, { readonly org_id: number; readonly hooks: Hook[] }>> => {
  const hooksBySn = new Map<string, { org_id: number; hooks: Hook[] }>();
  if (!events.some(({ alarm }) => alarm !== undefined)) return hooksBySn;
  const rows = await trx
    .selectFrom('webhook as hook')
    .innerJoin('device', (join) => join.on('device.sn', '=', anyOf(sns)))
    .select(['device.sn', 'device.org_id', 'hook.id', 'hook.kinds', 'hook.org_id as owner'])
    .$narrowType<{ owner: NotNull }>()
    .where('hook.enabled', '=', lit(true))
    .where('hook.has_secret', '=', lit(true))
    .where((eb) => eb('hook.org_id', 'in', idsFrom('enabled_above', eb.ref('device.org_id'))))
    .execute();
  for (const { sn, org_id, ...hook } of rows) {
    const entry = hooksBySn.get(sn) ?? { org_id, hooks: [] };
    entry.hooks.push(hook);
    hooksBySn.set(sn, entry);
  }
  return hooksBySn;
};

/** Lease of a notice, ms. If its server dies, another sends it afterwards. */
const LEASE_TTL = 90_000;
/**
 * Maximum events per mail or webhook call, and text messages per lease. A text message can take 10 s, so 8 fit the
 * lease.
 */
const MAX_LEASED: Readonly<Record<Channel, number>> = { mail: 1_000, sms: 8, webhook: 100 };

/**
 * Leases the next notices: due text messages, or all notices for one mail address and language, or for one webhook, as
 * soon as one of them is due. Parallel servers get different notices.
 * @param busy recipients that are being called, which get nothing more until then
 */
export const leaseNotices = async (
  db: Database,
  channel: Notice['channel'],
  now: number,
  busy: readonly string[] = [],
): Promise<Notice[]> => {
  const ofChannel = db
    .selectFrom('notice')
    .where('channel', '=', channel)
    .where(sql<boolean>`recipient <> all(${busy}::text[])`);
  const due = ofChannel.where('next_time', '<=', now);
  const first = due.select(['recipient', 'language']).orderBy('next_time').orderBy('id');
  const candidates =
    channel === 'sms'
      ? due
      : ofChannel
          .where(({ eb, refTuple }) =>
            eb(
              refTuple('recipient', 'language'),
              '=',
              first.limit(lit(1)).$asTuple('recipient', 'language'),
            ),
          )
          .where((eb) => eb.or([eb('next_time', '<=', now), eb('tries', '=', lit(0))]));
  const selection = candidates
    .select('id')
    .orderBy('id')
    .limit(MAX_LEASED[channel])
    .forUpdate()
    .skipLocked();
  const rows = await db
    .updateTable('notice')
    .set((eb) => ({ tries: eb('tries', '+', 1), next_time: now + LEASE_TTL }))
    .where('id', 'in', selection)
    .returningAll()
    .execute();
  return [...rows].sort((a, b) => a.id - b.id);
};

/**
 * Drops the notices that are no longer to go out: their organisation is disabled or deleted, or below such a one; their
 * user has another address; or an operator that they need is disabled, acts for the organisation no more or may no longer
 * make the call.
 * @param rights undefined drops the notices that need a call
 * @returns the others
 */
export const dropUndue = async (
  { db, rights }: { readonly db: Database; readonly rights?: Rights },
  notices: readonly Notice[],
): Promise<readonly Notice[]> => {
  const orgs = notices.flatMap(({ recipient_org }) => recipient_org ?? []);
  const rows = await db
    .selectFrom('org')
    .select('id')
    .where('id', '=', anyOf([...new Set(orgs)]))
    .where((eb) => eb('id', 'in', idsFrom('enabled_above', eb.ref('org.id'))))
    .execute();
  const enabled = new Set<number | null>([null, ...rows.map(({ id }) => id)]);
  const hasUser = async ({ oper_id: id, recipient }: Notice) => {
    if (id === null || !(await operatorOf(db, id))) return id === null;
    const user = db.selectFrom('oper').select('id').where('id', '=', id);
    return (await user.where('operEmail', '=', recipient).executeTakeFirst()) !== undefined;
  };
  const due: Notice[] = [];
  for (const notice of notices) {
    if (!enabled.has(notice.recipient_org) || !(await hasUser(notice))) continue;
    const verdicts = (notice.needs ?? []).map(async ({ id, org_id, path }) => {
      const oper = await operatorOf(db, id, org_id);
      return oper && rights && isGranted(await rights.get(oper.role_id), path);
    });
    if ((await Promise.all(verdicts)).every(Boolean)) due.push(notice);
  }
  if (due.length < notices.length)
    await dropNotices(
      db,
      notices.filter((notice) => !due.includes(notice)),
    );
  return due;
};

export const dropNotices = async (db: Database, notices: readonly Notice[]): Promise<void> => {
  await db
    .deleteFrom('notice')
    .where('id', '=', anyOf(notices.map(({ id }) => id)))
    .execute();
};

export const postponeNotices = async (
  db: Database,
  notices: readonly Notice[],
  next_time: number,
): Promise<void> => {
  await db
    .updateTable('notice')
    .set({ next_time })
    .where('id', '=', anyOf(notices.map(({ id }) => id)))
    .execute();
};
