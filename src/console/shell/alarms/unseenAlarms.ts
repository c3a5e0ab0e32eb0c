import type { Identifier, RaRecord } from 'react-admin';
import { type AlarmSeverity, severityOf } from '../../../domain/alarm';
import { type AlarmOfLock, raisedAt } from '../../../domain/openAlarm';

export interface OpenAlarm extends RaRecord, AlarmOfLock {
  /** 0 for unprocessed; a server may omit it. */
  readonly state?: number | null;
  /** Muted alarms are open like others, but not announced. A server may omit it. */
  readonly muted?: boolean | null;
  /** Reported late, after the lock was unreachable. */
  readonly told_late?: boolean | null;
  /** Time of the lock's clock, epoch ms. */
  readonly create_time: number;
  /** Name of its place; a server may omit it. */
  readonly place_name?: string | null;
}

/** Last answer of the server: the newest open alarms, and the number of all. */
export interface AlarmPage {
  readonly data: readonly OpenAlarm[];
  readonly total: number;
}

/** Leaves out what is not open: a server that ignores filters answers it too, and its total counts it. */
export const openAlarmsOf = ({ data, total }: AlarmPage): AlarmPage => {
  const open = data.filter(({ state }) => !state);
  return open.length === data.length ? { data, total } : { data: open, total: open.length };
};

/** Alarms raised while the console was open that are neither seen nor taken nor muted. */
export interface UnseenAlarms {
  /** Newest first. */
  readonly alarms: readonly OpenAlarm[];
  /** Number of others, raised beyond the end of the page. */
  readonly more: number;
}

export const NO_UNSEEN: UnseenAlarms = { alarms: [], more: 0 };

/** Limit of listed alarms; the others are only counted. */
const MAX_LISTED = 20;

/** Alarms that count as seen, among them all that were open when the console opened. */
export interface SeenAlarms {
  readonly ids: ReadonlySet<Identifier>;
  /** Alarms raised before this were open too, beyond the end of the page. Epoch ms. */
  readonly since: number;
  readonly total: number;
}

const raisedAtEnd = (data: readonly OpenAlarm[]): number => {
  const last = data.at(-1);
  return last ? raisedAt(last) : 0;
};

/** Clocks of servers on one database differ by less than this, and so does the order in which they store, ms. */
const OUT_OF_ORDER = 60_000;

/** Returns a time before every later `raise_time` of a server that sends it, epoch ms; 0 without one. */
const raisedBefore = (data: readonly OpenAlarm[]): number =>
  Math.max(0, ...data.map(({ raise_time }) => (raise_time ?? 0) - OUT_OF_ORDER));

/** Marks a page of alarms as seen. Forgets the ids of alarms that ended. */
export const updateSeen = ({ data, total }: AlarmPage): SeenAlarms => ({
  ids: new Set(data.map(({ id }) => id)),
  since: Math.max(data.length < total ? raisedAtEnd(data) : 0, raisedBefore(data)),
  total,
});

const newAlarmsOf = (seenAlarms: SeenAlarms, { data }: AlarmPage): readonly OpenAlarm[] =>
  data.filter((alarm) => !seenAlarms.ids.has(alarm.id) && raisedAt(alarm) >= seenAlarms.since);

/** Number of new alarms beyond the end of the page. Nothing else is known of them. */
export const countBeyond = (seenAlarms: SeenAlarms, page: AlarmPage): number => {
  const { data, total } = page;
  const newCount = newAlarmsOf(seenAlarms, page).length;
  // If the server sorts by receipt, an alarm that was open before comes after all new ones.
  const isSorted = data.every(({ raise_time }) => typeof raise_time === 'number');
  const isWhole = isSorted && newCount < data.length;
  return isWhole ? 0 : Math.max(0, total - seenAlarms.total - newCount);
};

/**
 * Adds new alarms, and drops those that were taken or ended meanwhile.
 *
 * @param lowest severity from which alarms are added
 */
export const updateUnseen = (
  before: UnseenAlarms,
  seenAlarms: SeenAlarms,
  page: AlarmPage,
  lowest: AlarmSeverity,
): UnseenAlarms => {
  const { data, total } = page;
  const isOpen = (alarm: OpenAlarm) => {
    const now = data.find(({ id }) => id === alarm.id);
    if (now) return !now.taken_by;
    // Beyond the end of a full page it may still be open.
    return data.length < total && raisedAt(alarm) <= raisedAtEnd(data);
  };
  const announced = newAlarmsOf(seenAlarms, page).filter(
    (alarm) => !alarm.taken_by && !alarm.muted && severityOf(alarm) <= lowest,
  );
  const alarms = [...announced, ...before.alarms.filter(isOpen)];
  const listed = alarms.slice(0, MAX_LISTED);
  const more = before.more + countBeyond(seenAlarms, page) + alarms.length - listed.length;
  return { alarms: listed, more: Math.min(total - listed.length, more) };
};

/** State of an alarm in which no action applies. */
const PROCESSED = 1;

/** Returns the newest values of a line that stays in view; it loses its actions once its alarm has ended. */
export const lineOf = (line: OpenAlarm, alarms: readonly OpenAlarm[]): OpenAlarm =>
  alarms.find(({ id }) => id === line.id) ?? { ...line, state: PROCESSED };

/**
 * Returns the alarm that is the whole card; undefined if the card is a list. The card keeps what it shows while the
 * operator uses it, so that the button under the pointer stays the same.
 */
export const soleAlarm = (
  before: OpenAlarm | undefined,
  unseen: UnseenAlarms,
  isInUse: boolean,
): OpenAlarm | undefined => {
  if (isInUse) return before && lineOf(before, unseen.alarms);
  return unseenCount(unseen) === 1 ? unseen.alarms[0] : undefined;
};

export const unseenCount = ({ alarms, more }: UnseenAlarms): number => alarms.length + more;

/** Returns the alarms that were added since `before`; those beyond the end of the page are only counted. */
export const addedAlarms = (before: UnseenAlarms, now: UnseenAlarms): UnseenAlarms => {
  const knownIds = new Set(before.alarms.map(({ id }) => id));
  const alarms = now.alarms.filter(({ id }) => !knownIds.has(id));
  const more = unseenCount(now) - unseenCount(before) - alarms.length;
  return { alarms, more: Math.max(0, more) };
};
