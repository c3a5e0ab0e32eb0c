import { PROTOCOL } from '../../../domain/family';
import type { LockReport, LockTraits } from '../../../domain/lock';
import type { LockRecord } from '../protocolFamily';
import { type Dialect, dialectByName, presumedHhd } from './dialects';
import type { Location, LockClock } from './location';
import { createLruMap, type LruMap } from './lruMap';

/** Last change of the alarm bits: those before it, and the clock of the record that changed them. */
interface AlarmChange {
  readonly before: number;
  readonly clock: number | undefined;
}

/** Dialect, clock and last reports of a lock, on whatever connection it reports. */
export interface LockKnowledge {
  dialect: Dialect | undefined;
  readonly clock: LockClock;
  /** Owner to whom the alarm bits were reported: `ownedSince` of the record. */
  ownedSince: number | undefined;
  /** Alarm bits of the last live report. */
  alarm: number;
  alarmChange: AlarmChange;
  /** `alarmChange` as stored: the record that made it may be sent again to a server that has not seen it. */
  recalledChange: AlarmChange | undefined;
  /**
   * The last reports by their bytes. A resent record gives the same report, whatever was learned since, and neither
   * raises an alarm nor ends a command.
   */
  readonly recent: LruMap<LockReport>;
}

export type KnowledgeStore = LruMap<LockKnowledge>;

/** Strips the padding zeros of an id. */
export const bareId = (id: string): string => id.replace(/^0+(?=.)/, '');

const RECENT = 6;

/** An alarm that lasts is news for the next owner of the lock. */
const NO_ALARM = {
  alarm: 0,
  alarmChange: { before: 0, clock: undefined },
  recalledChange: undefined,
};

export const knowledgeOf = (memory: KnowledgeStore, id: string): LockKnowledge => {
  const key = bareId(id);
  const existing = memory.get(key);
  if (existing) return existing;
  const knowledge: LockKnowledge = {
    dialect: undefined,
    clock: { zone: 480, isProven: false },
    ownedSince: undefined,
    ...NO_ALARM,
    recent: createLruMap(RECENT),
  };
  memory.set(key, knowledge);
  return knowledge;
};

/**
 * Takes over what the lock's record tells: what this or another server learned before, or else the dialect of the
 * declared protocol. The zone counts as unproven, so that a live report can still correct it.
 */
export const recall = (
  knowledge: LockKnowledge,
  { protocol, ownedSince, traits = {} }: LockRecord,
): void => {
  const { dialect, zone, alarm, before, clock, owned = ownedSince } = traits;
  if (ownedSince !== knowledge.ownedSince) Object.assign(knowledge, { ...NO_ALARM, ownedSince });
  knowledge.dialect = dialectByName(dialect) ?? knowledge.dialect;
  const isUndecided = knowledge.dialect === undefined || knowledge.dialect.name === 'JT/T 808';
  if (protocol === PROTOCOL.hhd && isUndecided) {
    knowledge.dialect = presumedHhd;
    if (!knowledge.clock.isProven) knowledge.clock.zone = presumedHhd.zone;
  }
  if ((zone === 0 || zone === 480) && zone !== knowledge.clock.zone)
    Object.assign(knowledge.clock, { zone, isProven: false });
  if (typeof alarm !== 'number' || typeof before !== 'number' || owned !== ownedSince) return;
  knowledge.alarm = alarm;
  knowledge.alarmChange = { before, clock: typeof clock === 'number' ? clock : undefined };
  knowledge.recalledChange = knowledge.alarmChange;
};

/** Returns what `recall` takes over. */
export const traitsOf = ({
  dialect,
  clock: { zone },
  ownedSince,
  alarm,
  alarmChange: { before, clock },
}: LockKnowledge): LockTraits => ({
  dialect: dialect?.name ?? null,
  zone,
  alarm,
  before,
  clock: clock ?? null,
  ...(ownedSince !== undefined && { owned: ownedSince }),
});

/** Returns the alarm bits that a live report is the first to set, and remembers its bits. */
export const newAlarms = (knowledge: LockKnowledge, { alarm, clock }: Location): number => {
  const { alarm: last, recalledChange } = knowledge;
  const isResent = recalledChange?.clock !== undefined && recalledChange.clock === clock;
  if (alarm !== last) knowledge.alarmChange = { before: last, clock };
  knowledge.alarm = alarm;
  return alarm & ~(isResent ? recalledChange.before : last);
};
