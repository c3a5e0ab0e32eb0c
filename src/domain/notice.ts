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
import { offsetText } from './zone';

/** Event of a lock that can be notified. */
export interface LockEvent {
  readonly sn: string;
  /** Device clock, epoch ms. */
  readonly at: number;
  /** Kind of the alarm; undefined for a status change. */
  readonly alarm?: AlarmKind;
  readonly status: LockStatus;
  readonly action?: LockAction;
  /** WGS-84 degrees. */
  readonly lat?: number;
  readonly lon?: number;
  /** Name of the geofence of a fence alarm. */
  readonly fence?: string;
  /** Severity of the alarm in the lock's organisation. */
  readonly severity?: AlarmSeverity;
  /** True if the lock reported it late. */
  readonly late?: boolean;
  /** True if the alarm never happened, as later reports show. */
  readonly withdrawn?: boolean;
  /** Time that was sent before, if later reports show the true one; epoch ms. */
  readonly was?: number;
  /** Set when the notice escalates: minutes for which the alarm was not taken. */
  readonly untaken?: number;
}

/** Event that an action posts about a record. */
export interface RecordEvent {
  /** Name of the event. */
  readonly posted: string;
  readonly entity: string;
  readonly record: number;
  readonly title: string;
  /** State after the action, if the entity has states. */
  readonly state?: string | number;
  /** Name of the operator. */
  readonly by: string;
  /** Epoch ms. */
  readonly at: number;
}

type EventKind = 'alarm' | 'unlock' | 'lock' | 'change';

const kindOf = ({ alarm, action }: LockEvent): EventKind => {
  if (alarm !== undefined) return 'alarm';
  if (action !== undefined && UNSEALING.includes(action)) return 'unlock';
  return action !== undefined && SEALING.includes(action) ? 'lock' : 'change';
};

/** Events that are sent, by the choice of a recipient. */
const SUBSCRIPTIONS: Readonly<Record<ReceiveType, readonly EventKind[]>> = {
  1: ['alarm'],
  2: ['alarm', 'unlock', 'lock', 'change'],
  3: ['alarm', 'unlock'],
  4: ['alarm', 'lock'],
  5: ['alarm', 'lock', 'unlock'],
  6: ['unlock'],
  7: ['lock'],
};

export const isSubscribed = (type: ReceiveType, event: LockEvent): boolean =>
  SUBSCRIPTIONS[type].includes(kindOf(event));

/** Formats a time with its UTC offset, for readers outside the console: `2026-11-22 20:37 UTC+8`. */
export const zonedTime = (at: number, minutesEast: number): string => {
  const text = new Date(at + minutesEast * MINUTE).toISOString().slice(0, 16).replace('T', ' ');
  return `${text} ${offsetText(minutesEast)}`;
};

interface NoticeContext {
  /** Name of the lock; null if it has none. */
  readonly name: string | null;
  /** Position in words. */
  readonly place: string | undefined;
  /** Time zone for the text, minutes east of UTC. */
  readonly minutesEast: number;
}

/** True if the event is notified even in quiet hours: only critical alarms are. */
export const isUrgent = ({ severity }: LockEvent): boolean => severity === CRITICAL;

/** Prepends the name of the system: "[Sealdesk] …", or "【Sealdesk】…", the form of a Chinese signature. */
export const withSignature = (title: string, message: string, locale: Locale): string =>
  `${textOf([`[${title}] `, `【${title}】`], locale)}${message}`;

/** Formats an event as one line: `Illegal unlock: Truck 7 (8600000001), 2026-11-22 20:37 UTC+8, 3 km N of Yantian`. */
export const noticeText = (event: LockEvent, context: NoticeContext, locale: Locale): string => {
  const { name, place, minutesEast } = context;
  const label =
    event.alarm === undefined
      ? (choiceLabel(lockAction, event.action) ?? choiceLabel(lockStatus, event.status))
      : choiceLabel(alarmKind, event.alarm);
  const lock = name
    ? textOf([`${name} (${event.sn})`, `${name}（${event.sn}）`], locale)
    : event.sn;
  const colon = textOf([': ', '：'], locale);
  const head = `${label ? textOf(label, locale) : ''}${colon}${lock}`;
  const { untaken } = event;
  const waitLabel: Label = [`Not taken for ${untaken} min. `, `${untaken} 分钟无人受理。`];
  const first = untaken === undefined ? head : `${textOf(waitLabel, locale)}${head}`;
  const late = event.late && textOf(['reported late', '补报'], locale);
  const withdrawn = event.withdrawn && textOf(['withdrawn', '已撤销'], locale);
  const corrected = event.was !== undefined && textOf(['time corrected', '时间已更正'], locale);
  return [first, event.fence, zonedTime(event.at, minutesEast), late, withdrawn, corrected, place]
    .filter(Boolean)
    .join(textOf([', ', '，'], locale));
};
