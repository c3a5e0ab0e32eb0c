import { type AlarmKind, type AlarmSeverity, alarmKind, CRITICAL, type ReceiveType } from './alarm';
import { MINUTE } from './duration';
import { choiceLabel, type Label, type Locale, textOf } from './label';
import {
  type LockAction,
  type LockStatus,
  lockAction,
  lockStatus,
  SEALING,
  UNSEALING,
} from './lock';

/** Event of a lock that can be notified. */
export interface LockEvent {
  readonly sn: string;
  /** When it happened by the lock's clock, ms since 1970. */
  readonly at: number;
  /** The alarm that was raised; without it the lock changed. */
  readonly alarm?: AlarmKind;
  /** What the lock is now. */
  readonly status: LockStatus;
  readonly action?: LockAction;
  /** WGS-84 degrees. */
  readonly lat?: number;
  readonly lon?: number;
  /** The fence of a fence alarm. */
  readonly fence?: string;
  /** How grave the alarm is to the lock's organisation. */
  readonly severity?: AlarmSeverity;
  /** The lock tells of it only now. */
  readonly late?: boolean;
  /** Nobody has taken the alarm for so long, minutes: it is told to the next. */
  readonly untaken?: number;
}

type EventKind = 'alarm' | 'unlock' | 'lock' | 'change';

const kindOf = ({ alarm, action }: LockEvent): EventKind => {
  if (alarm !== undefined) return 'alarm';
  if (action !== undefined && UNSEALING.includes(action)) return 'unlock';
  return action !== undefined && SEALING.includes(action) ? 'lock' : 'change';
};

/** Event kinds by receive type. Specification section 4 leaves the list open; design section 6 names it. */
const SUBSCRIPTIONS: Readonly<Record<ReceiveType, readonly EventKind[]>> = {
  1: ['alarm'],
  2: ['alarm', 'unlock', 'lock', 'change'],
  3: ['alarm', 'unlock'],
  4: ['alarm', 'lock'],
  5: ['alarm', 'lock', 'unlock'],
  6: ['unlock'],
  7: ['lock'],
};

/** True if a receive type includes an event. */
export const isSubscribed = (type: ReceiveType, event: LockEvent): boolean =>
  SUBSCRIPTIONS[type].includes(kindOf(event));

/** What happened, in a few words: `Illegal unlock`, `Remote unseal`, `Sealed (lock closed)`. */
const eventLabel = ({ alarm, action, status }: LockEvent): Label | undefined => {
  if (alarm !== undefined) return choiceLabel(alarmKind, alarm);
  return choiceLabel(lockAction, action) ?? choiceLabel(lockStatus, status);
};

/** A moment with its zone, as people without a console read it: `2026-11-22 20:37 UTC+8`. */
export const zonedTime = (at: number, minutesEast: number): string => {
  const text = new Date(at + minutesEast * MINUTE).toISOString().slice(0, 16).replace('T', ' ');
  const hours = Math.trunc(Math.abs(minutesEast) / 60);
  const minutes = Math.abs(minutesEast) % 60;
  const sign = minutesEast < 0 ? '-' : '+';
  const zone = minutesEast === 0 ? '' : `${sign}${hours}${minutes ? `:${minutes}` : ''}`;
  return `${text} UTC${zone}`;
};

/** Context of an event for its text. */
interface NoticeContext {
  /** What its lock is called, where it has a name. */
  readonly name: string | null;
  /** Where it was, in words. */
  readonly place: string | undefined;
  /** The zone in which times are written, minutes east of UTC. */
  readonly minutesEast: number;
}

/** Whether an event is told in hours that are to be quiet: only what is critical is. */
export const isUrgent = ({ severity }: LockEvent): boolean => severity === CRITICAL;

/** A message under the name of the system it is from: "[Sealdesk] …", and as Chinese ones are signed "【Sealdesk】…". */
export const withSignature = (title: string, message: string, locale: Locale): string =>
  `${textOf([`[${title}] `, `【${title}】`], locale)}${message}`;

/** An event as one line: `Illegal unlock: Truck 7 (8600000001), 2026-11-22 20:37 UTC+8, 3 km N of Yantian`. */
export const noticeText = (event: LockEvent, context: NoticeContext, locale: Locale): string => {
  const { name, place, minutesEast } = context;
  const label = eventLabel(event);
  const lock = name
    ? textOf([`${name} (${event.sn})`, `${name}（${event.sn}）`], locale)
    : event.sn;
  const colon = textOf([': ', '：'], locale);
  const head = `${label ? textOf(label, locale) : ''}${colon}${lock}`;
  const { untaken } = event;
  const waitLabel: Label = [`Not taken for ${untaken} min`, `${untaken} 分钟无人受理`];
  const first = untaken === undefined ? head : `${textOf(waitLabel, locale)}${colon}${head}`;
  const late = event.late && textOf(['reported late', '补报'], locale);
  return [first, event.fence, zonedTime(event.at, minutesEast), late, place]
    .filter(Boolean)
    .join(textOf([', ', '，'], locale));
};
