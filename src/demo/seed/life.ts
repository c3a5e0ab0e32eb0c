import { CONNECTION_END, CONNECTION_EVENT, type ContactReason } from '../../domain/connection';
import { DAY, HOUR, MINUTE, SECOND } from '../../domain/duration';
import { LOCK, type LockCommand, type LockReport } from '../../domain/lock';
import type { DemoLock } from '../locks/locks';
import { cardsOf, gateAt, strangeCard } from '../world/gates';
import { type DepotEnd, planJourney, stagesBetween, type TimedStage } from '../world/journey';
import { randomBetween, randomChance, randomItem } from '../world/random';
import { roadOf } from '../world/road';
import { routeOf } from '../world/routes';
import { type HistoryCommand, PastLock } from './pastLock';

/** Connect or disconnect of a lock. */
interface PastContact {
  /** Epoch ms. */
  readonly create_time: number;
  readonly event: typeof CONNECTION_EVENT.came | typeof CONNECTION_EVENT.went;
  readonly reason: ContactReason | null;
}

/** Reports, commands and connection events of a lock, each oldest first. */
export interface LockHistory {
  readonly reports: readonly LockReport[];
  readonly commands: readonly HistoryCommand[];
  readonly contacts: readonly PastContact[];
}

interface LifeOptions {
  /** `from` and `until`: epoch ms. */
  readonly from: number;
  readonly until: number;
  /** Returns the name of the rule that unseals the lock without a card at this end of its road, if there is one. */
  readonly ruleAt: (end: DepotEnd) => string | undefined;
  /** Arguments of the upgrade command. */
  readonly upgrade: LockCommand['args'];
}

/** Period of a history, epoch ms. The lock is silent from `end` to `until`. */
interface Period extends Pick<LifeOptions, 'from' | 'until'> {
  readonly end: number;
}

/** Ranges before the end of the history in which an unruly lock was broken open, and in which a lock went away; ms. */
const BROKEN = [22 * MINUTE, 50 * MINUTE] as const;
const AWAY = [30 * HOUR, 5 * DAY] as const;

/**
 * Every lock has been in service for this time, half of them for longer, ms. With reports of all days of all locks a
 * first start would take two and a half times as long.
 */
const IN_SERVICE = 7 * DAY;

/**
 * Generates a lock's history: the simulated lock lives through it, is sealed for the road and unsealed where goods are
 * loaded. The result depends only on the lock and the times. Positions and battery levels match those from which the
 * simulation continues. A new lock has no history.
 */
export const generateHistory = (
  lock: DemoLock,
  { from: earliest, until, ruleAt, upgrade }: LifeOptions,
): LockHistory => {
  if (lock.status === LOCK.initial) return { reports: [], commands: [], contacts: [] };
  const past = new PastLock(lock);
  const { body, reports, commands, traits } = past;
  const age = Math.max(IN_SERVICE, past.luck() ** 2 * (until - earliest));
  const from = Math.max(earliest, until - age);
  const end = traits.away ? until - past.draw(...AWAY) : until;
  const period = { from, end, until };
  const { lengthKm } = roadOf(routeOf(lock.routeId));
  for (const stage of stagesBetween(planJourney(lengthKm, lock.seed), from, end)) {
    planReports(past, stage, period);
    if (stage.kind === 'depot' && stage.from >= from) planVisit(past, stage, ruleAt);
    if (stage.kind === 'night' && past.luck() < 0.08) {
      past.plan(stage.from + 2 * HOUR, () => body.report(0, { police_type: 1012 }));
    }
  }
  if (traits.unruly) {
    past.plan(until - past.draw(...BROKEN), () => body.become(LOCK.open, 9, { police_type: 1008 }));
  }
  planCommands(past, period);
  if (past.luck() < 0.25) {
    past.plan(from + past.draw(0.5, 0.8) * (until - from), () =>
      past.operate('upgrade', { args: upgrade }, past.draw(30, 90) * SECOND),
    );
  }
  past.run(from, end);
  return { reports, commands, contacts: contactsOf(past, until) };
};

/** Reports of the last day are dense, so that it can be played back from the morning on; ms. */
const CLOSELY = 20 * HOUR;
const CLOSE_EVERY = 3 * MINUTE;
/** With a tenth more it is below `MOTION.maxPause`: a truck's kilometres are reported ones. */
const MOVING_EVERY = 9 * MINUTE;
const PARKED_EVERY = 7 * HOUR;
const ASLEEP_EVERY = 4 * HOUR;

/**
 * Plans the periodic reports of a stage, on the road with incidents. A lock that is awake also reports that its truck
 * stopped, and that it starts.
 */
const planReports = (
  past: PastLock,
  { kind, from: begins, to: ends }: TimedStage,
  { from, end, until }: Period,
): void => {
  const { body, sleeps } = past;
  const drives = kind === 'drive';
  const usual = drives ? MOVING_EVERY : PARKED_EVERY;
  const every = sleeps ? Math.max(usual, ASLEEP_EVERY) : usual;
  const report = () => {
    body.report(sleeps ? 3 : 0);
    // A lock that stands open has its alarm already.
    if (drives && body.status() !== LOCK.open) body.live();
  };
  const first = drives || sleeps ? past.draw(0, 0.2) * every : past.draw(1, 5) * SECOND;
  const last = Math.min(ends, end);
  for (let at = Math.max(begins, from) + first; at < last; ) {
    past.plan(at, report);
    const isClose = drives && !sleeps && at >= until - CLOSELY;
    at += isClose ? CLOSE_EVERY : every * past.draw(0.9, 1.1);
  }
  if (!drives && !sleeps && ends < end) past.plan(ends - past.draw(1, 5) * SECOND, report);
};

/** Actions that unseal and seal a lock without a gate, the more often the more likely. */
const UNSEALED_BY = [1, 1, 1, 1, 1, 2, 2, 4, 4, 13] as const;
const SEALED_BY = [12, 12, 12, 12, 12, 8, 8, 10, 10, 11] as const;

/** Plans a visit to a depot: unsealed after the arrival, opened, closed, and sealed before the departure. */
const planVisit = (
  past: PastLock,
  { from: came, to: goes, end }: TimedStage,
  ruleAt: LifeOptions['ruleAt'],
): void => {
  const { body, lock } = past;
  const gate = past.traits.carded && gateAt(lock.routeId, end, lock.orgIndex);
  const rule = ruleAt(end);
  const unseals = came + past.draw(8, 25) * MINUTE;
  const opens = unseals + past.draw(1, 4) * MINUTE;
  const seals = goes - past.draw(10, 30) * MINUTE;
  const closes = opens + (seals - opens) * past.draw(0.4, 0.9);
  const luck = past.luck();
  const pick = <T>(items: readonly T[]) => randomItem(items, lock.seed, came % 1e9, 83);
  if (gate && past.luck() < 0.06) {
    past.plan(unseals - 3 * MINUTE, () => body.hold(strangeCard(lock.seed, past.now % 1e6)));
  }
  past.plan(unseals, () => {
    if (body.status() !== LOCK.sealed) return;
    if (rule !== undefined) past.move(1, rule);
    else if (gate && luck < 0.7) body.hold(pick(cardsOf(gate)).no);
    else past.move(pick(UNSEALED_BY));
  });
  past.plan(opens, () => {
    if (body.status() === LOCK.closed) body.become(LOCK.open, 9);
  });
  past.plan(closes, () => {
    if (body.status() !== LOCK.open) return;
    if (past.luck() < 0.06) past.operate('seal');
    body.become(LOCK.closed, 9);
  });
  past.plan(seals, () => {
    if (body.status() !== LOCK.closed) return;
    if (gate && luck < 0.6) body.hold(pick(cardsOf(gate)).no);
    else past.move(pick(SEALED_BY));
  });
};

/** Plans the commands of operators that do not move the lock. */
const planCommands = (past: PastLock, { from, end }: Period): void => {
  for (let at = from + past.draw(0, 6) * DAY; at < end; at += past.draw(3, 8) * DAY) {
    const cmd = past.luck() < 0.5 ? 'readSettings' : 'vibration';
    const args = cmd === 'vibration' ? { value: 5 + Math.floor(past.luck() * 5) } : {};
    const isCancelled = past.luck() < 0.06;
    past.plan(at, () => {
      const times = { create_time: past.now, end_time: past.now + 2 * SECOND };
      if (isCancelled) past.commands.push({ cmd, args, ...times, state: 'cancelled' });
      else past.operate(cmd, { args });
    });
  }
};

/**
 * Times of a lock's connection, ms: it connects `AHEAD` of a report, a sleeping lock stays `AWAKE` after it, and a
 * silent one counts as disconnected after `MISSED`.
 */
const AHEAD = 2 * SECOND;
const AWAKE = 40 * SECOND;
const MISSED = 5 * MINUTE;
/** Gap between two reports in which a lock may have been out of reach, ms; `OUT_OF_REACH` is how often it was. */
const GAP = 45 * MINUTE;
const OUT_OF_REACH = 0.03;
/** A lock without a report for this time at the end has disconnected, ms. */
const LOST = 12 * HOUR;

/**
 * Derives connection events from the reports. A sleeping lock connects for each report; another is out of reach in some
 * of the gaps. A lock that is silent long before the end has disconnected.
 */
const contactsOf = ({ reports, sleeps, lock: { seed } }: PastLock, until: number): PastContact[] =>
  reports.flatMap(({ ts }, i) => {
    const next = reports[i + 1]?.ts;
    const gap = (next ?? until) - ts;
    const goesOut = next !== undefined && gap > GAP && randomChance(seed, i, 86) < OUT_OF_REACH;
    const leaves = sleeps ? gap > AWAKE + AHEAD : goesOut || (next === undefined && gap > LOST);
    const stays = sleeps ? AWAKE : goesOut ? randomBetween(0.1, 0.6, seed, i, 87) * gap : MISSED;
    const came = (at: number): PastContact => ({
      create_time: at - AHEAD,
      event: CONNECTION_EVENT.came,
      reason: null,
    });
    const went: PastContact = {
      create_time: Math.round(ts + stays),
      event: CONNECTION_EVENT.went,
      reason: sleeps ? CONNECTION_END.byLock : CONNECTION_END.lost,
    };
    return [
      ...(i === 0 ? [came(ts)] : []),
      ...(leaves ? [went] : []),
      ...(leaves && next !== undefined ? [came(next)] : []),
    ];
  });
