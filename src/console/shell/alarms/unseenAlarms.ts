import type { Identifier, RaRecord } from 'react-admin';
import {
  type AlarmKind,
  type AlarmSeverity,
  CRITICAL,
  NOTIFICATION_LEVELS,
} from '../../../domain/alarm';

/** An open alarm as the bell shows it. */
export interface OpenAlarm extends RaRecord {
  readonly sn: string;
  readonly police_type: AlarmKind;
  /** A server may not tell: what is not graded is told as if it were critical. */
  readonly severity?: AlarmSeverity | null;
  /** The lock told of it only after it had been out of reach. */
  readonly told_late?: boolean | null;
  /** The lock's clock, ms since 1970. */
  readonly create_time: number;
  /** When the server heard of it, which for one that is told late is later; ms since 1970. A server may not tell. */
  readonly raise_time?: number | null;
  /** Who says that they deal with it. */
  readonly taken_by?: string | null;
  /** Where it was, in words; a server may not tell. */
  readonly place_name?: string | null;
}

/** The open alarms as the server last answered: the newest of them, and how many there are. */
export interface AlarmPage {
  readonly data: readonly OpenAlarm[];
  readonly total: number;
}

/** What was raised while the console was open and nobody has looked at or taken. */
export interface UnseenAlarms {
  /** The newest first. */
  readonly alarms: readonly OpenAlarm[];
  /** Raised too, so many at once that the answer did not hold them. */
  readonly more: number;
}

export const NO_UNSEEN: UnseenAlarms = { alarms: [], more: 0 };

/** How somebody is told of an alarm. */
export const signalsFor = ({ severity }: Pick<OpenAlarm, 'severity'>) =>
  NOTIFICATION_LEVELS[severity ?? CRITICAL];

const heardOf = ({ raise_time, create_time }: OpenAlarm): number => raise_time ?? create_time;

/** News that are kept, at the most; the others are counted. */
const KEPT = 20;

/** What of alarms has been seen: what is there when the console opens is no news. */
export interface SeenAlarms {
  readonly ids: ReadonlySet<Identifier>;
  /** What was heard of earlier was there too, beyond the end of the page. */
  readonly since: number;
  readonly total: number;
}

const heardAtEnd = (data: readonly OpenAlarm[]): number => {
  const last = data.at(-1);
  return last ? heardOf(last) : 0;
};

/** Clocks of servers on one database differ by less than this, and so does the order in which they store, ms. */
const OUT_OF_ORDER = 60_000;

/** Whatever a server that tells when it hears of alarms hears from now on, it hears of after this. */
const heardBefore = (data: readonly OpenAlarm[]): number =>
  Math.max(0, ...data.map(({ raise_time }) => (raise_time ?? 0) - OUT_OF_ORDER));

/** What is seen once a page was there. Ids of those that ended are let go. */
export const updateSeen = ({ data, total }: AlarmPage): SeenAlarms => ({
  ids: new Set(data.map(({ id }) => id)),
  since: Math.max(data.length < total ? heardAtEnd(data) : 0, heardBefore(data)),
  total,
});

/** The news after another answer: of what is grave enough to be told. Those that were taken or ended meanwhile are none any more. */
export const updateUnseen = (
  before: UnseenAlarms,
  seen: SeenAlarms,
  page: AlarmPage,
): UnseenAlarms => {
  const { data, total } = page;
  const raised = data.filter((alarm) => !seen.ids.has(alarm.id) && heardOf(alarm) >= seen.since);
  const isOpen = (alarm: OpenAlarm) => {
    const now = data.find(({ id }) => id === alarm.id);
    if (now) return !now.taken_by;
    // Beyond the end of a full page nobody knows.
    return data.length < total && heardOf(alarm) <= heardAtEnd(data);
  };
  const told = raised.filter((alarm) => !alarm.taken_by && signalsFor(alarm).popup);
  const alarms = [...told, ...before.alarms.filter(isOpen)];
  // Where the server sorts by when it heard of them, one that was there before stands behind all that are new.
  const isSorted = data.every(({ raise_time }) => typeof raise_time === 'number');
  const isWhole = isSorted && raised.length < data.length;
  const unseen = isWhole ? 0 : Math.max(0, total - seen.total - raised.length);
  const kept = alarms.slice(0, KEPT);
  const more = before.more + unseen + alarms.length - kept.length;
  return { alarms: kept, more: Math.min(total - kept.length, more) };
};

/** How many there are. */
export const unseenCount = ({ alarms, more }: UnseenAlarms): number => alarms.length + more;
