import { DAY, HOUR, MINUTE, SECOND } from '../../../domain/duration';
import { LOCK, type LockAction, type LockReport } from '../../../domain/lock';
import { repairDetails } from '../../locks/lockReport';
import type { DemoLock } from '../../locks/locks';
import { type Gate, gateAt } from '../../world/gates';
import { type DepotEnd, planJourney, stagesBetween, type TimedStage } from '../../world/journey';
import { randomChance } from '../../world/random';
import { roadOf } from '../../world/road';
import { routes } from '../../world/routes';
import { contactsOf, type PastContact } from './contacts';
import {
  type HistoryCommand,
  PastLock,
  REMOTE_SEAL,
  REMOTE_UNSEAL,
  RFID_SEAL,
  RFID_UNSEAL,
} from './pastLock';

/** Reports, commands and connection events of a lock. */
export interface LockHistory {
  /** Ordered by the lock's clock, oldest first. */
  readonly reports: readonly LockReport[];
  readonly commands: readonly HistoryCommand[];
  /** Oldest first. */
  readonly contacts: readonly PastContact[];
}

interface LifeOptions {
  /** `from` and `until`: epoch ms. */
  readonly from: number;
  readonly until: number;
  /** Returns the name of the rule that unseals the lock without a card at this end of its road, if there is one. */
  readonly ruleAt: (end: DepotEnd) => string | undefined;
  /** Arguments of the upgrade command. */
  readonly upgrade: Readonly<Record<string, unknown>> & { readonly version: string };
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
 * Generates a lock's history: it is sealed for the road and unsealed where goods are loaded, with incidents in between.
 * The result depends only on the lock and the times. Positions and battery levels match those from which the simulation
 * continues. A new lock has no history.
 */
export const generateHistory = (
  lock: DemoLock,
  { from: earliest, until, ruleAt, upgrade }: LifeOptions,
): LockHistory => {
  if (lock.status === LOCK.initial) return { reports: [], commands: [], contacts: [] };
  const { sn, seed } = lock;
  const route = routes.find(({ id }) => id === lock.routeId);
  if (!route) throw new RangeError(`Lock ${sn}: there is no route ${lock.routeId}`);
  const past = new PastLock(lock, route);
  const journey = planJourney(roadOf(route).lengthKm, seed);
  const age = Math.max(IN_SERVICE, past.luck() ** 2 * (until - earliest));
  const from = Math.max(earliest, until - age);
  const end = past.traits.away ? until - past.draw(...AWAY) : until;
  const period = { from, end, until };
  const stages = stagesBetween(journey, from, end);
  for (const stage of stages) {
    planReports(past, stage, period);
    if (stage.kind === 'depot' && stage.from >= from) planVisit(past, stage, ruleAt);
    if (stage.kind === 'night' && past.luck() < 0.08) {
      past.plan(stage.from + 2 * HOUR, (ts) => past.report(ts, 0, { police_type: 1012 }));
    }
  }
  planMishaps(past, stages);
  if (past.traits.unruly) {
    past.plan(until - past.draw(...BROKEN), (ts) =>
      past.become(ts, LOCK.open, 9, { police_type: ILLEGAL_UNLOCK }),
    );
  }
  planCommands(past, period);
  planUpgrade(past, period, upgrade);
  past.run(from, end);
  const { reports, commands, sleeps } = past;
  return { reports, commands, contacts: contactsOf(reports, { seed, sleeps, until }) };
};

/** Reports of the last day are dense, so that it can be played back from the morning on; ms. */
const CLOSELY = 20 * HOUR;
const CLOSE_EVERY = 3 * MINUTE;
/** With a tenth more it is below `MOTION.maxPause`: a truck's kilometres are reported ones. */
const MOVING_EVERY = 9 * MINUTE;
const PARKED_EVERY = 7 * HOUR;
const ASLEEP_EVERY = 4 * HOUR;

/** Plans the periodic reports of a stage. A lock that is awake also reports that its truck stopped, and that it starts. */
const planReports = (
  past: PastLock,
  { kind, from: begins, to: ends }: TimedStage,
  { from, end, until }: Period,
): void => {
  const drives = kind === 'drive';
  const usual = drives ? MOVING_EVERY : PARKED_EVERY;
  const every = past.sleeps ? Math.max(usual, ASLEEP_EVERY) : usual;
  const plan = (at: number) => past.plan(at, (ts) => past.report(ts, past.sleeps ? 3 : 0));
  const first = drives || past.sleeps ? past.draw(0, 0.2) * every : past.draw(1, 5) * SECOND;
  const last = Math.min(ends, end);
  for (let at = Math.max(begins, from) + first; at < last; ) {
    plan(at);
    const isClose = drives && !past.sleeps && at >= until - CLOSELY;
    at += isClose ? CLOSE_EVERY : every * past.draw(0.9, 1.1);
  }
  if (!drives && !past.sleeps && ends < end) plan(ends - past.draw(1, 5) * SECOND);
};

const UNSEALED_BY: readonly (readonly [upTo: number, action: LockAction])[] = [
  [0.55, 1],
  [0.75, 2],
  [0.9, 4],
  [1, 13],
];
const SEALED_BY: readonly (readonly [upTo: number, action: LockAction])[] = [
  [0.5, 12],
  [0.7, 8],
  [0.85, 10],
  [1, 11],
];
const ILLEGAL_CARD = 14;

/** Plans a visit to a depot: unsealed after the arrival, opened, closed, and sealed before the departure. */
const planVisit = (
  past: PastLock,
  { from: came, to: goes, end }: TimedStage,
  ruleAt: LifeOptions['ruleAt'],
): void => {
  const { seed, obeys } = past;
  const gate = past.traits.carded ? ownGate(gateAt(past.route.id, end), past.lock) : undefined;
  const rule = obeys ? ruleAt(end) : undefined;
  const unseals = came + past.draw(8, 25) * MINUTE;
  const opens = unseals + past.draw(1, 4) * MINUTE;
  const seals = goes - past.draw(10, 30) * MINUTE;
  const closes = opens + (seals - opens) * past.draw(0.4, 0.9);
  const [unsealing, sealing, how] = [past.luck(), past.luck(), past.luck()];
  let opened = false;
  if (gate && past.luck() < 0.06) {
    past.plan(unseals - 3 * MINUTE, (ts) => {
      const card = 7_000_000_000 + Math.floor(randomChance(seed, ts % 1e6, 84) * 9e8);
      past.report(ts, 1, { lock_action: ILLEGAL_CARD, icc_card_no: String(card) });
    });
  }
  past.plan(unseals, (ts) => {
    if (past.status !== LOCK.sealed) return;
    if (rule !== undefined) return past.move(ts, REMOTE_UNSEAL, gate, rule);
    const byCard = gate && how < 0.7;
    const chosen = UNSEALED_BY.find(([upTo]) => unsealing < upTo)?.[1] ?? REMOTE_UNSEAL;
    past.move(ts, byCard ? RFID_UNSEAL : chosen, gate);
  });
  past.plan(opens, (ts) => {
    if (past.status !== LOCK.closed) return;
    opened = true;
    past.become(ts, LOCK.open, 9);
  });
  past.plan(closes, (ts) => {
    if (!opened || past.status !== LOCK.open) return;
    if (past.luck() < 0.06 && obeys) {
      past.send(ts - MINUTE, { cmd: 'seal', state: 'failure', message: 'Lock is open' });
    }
    past.become(ts, LOCK.closed, 9);
  });
  past.plan(seals, (ts) => {
    if (past.status !== LOCK.closed) return;
    const chosen = SEALED_BY.find(([upTo]) => sealing < upTo)?.[1] ?? REMOTE_SEAL;
    past.move(ts, gate && how > 0.4 ? RFID_SEAL : chosen, gate);
  });
};

/** Returns the gate if its cards open the lock: those of the lock's organisation, and the hauler's for the yard too. */
const ownGate = (gate: Gate | undefined, { orgIndex }: DemoLock): Gate | undefined =>
  gate?.orgIndex === orgIndex || (gate?.orgIndex === HAULER && orgIndex === YARD)
    ? gate
    : undefined;

/** Indexes of demoOrganisations; the yard belongs to the hauler. */
const [HAULER, YARD] = [0, 2];

const VIBRATION = 1011;
const ILLEGAL_UNLOCK = 1008;
const DISMANTLING = 1010;

type Mishap = typeof VIBRATION | typeof ILLEGAL_UNLOCK | typeof DISMANTLING;

/** Incidents on the road by the lock's traits: shaken locks on most days, tampered ones now and then. */
const mishapsOf = (
  past: PastLock,
  stages: readonly TimedStage[],
): (readonly [at: number, mishap: Mishap])[] =>
  stages.flatMap(({ kind, from, to }): (readonly [number, Mishap])[] => {
    if (kind !== 'drive') return [];
    const at = from + (to - from) * past.draw(0.2, 0.7);
    if (past.traits.shaken && past.luck() < 0.5) return [[at, VIBRATION]];
    if (past.traits.tampered && past.luck() < 0.06) {
      return [[at, past.luck() < 0.25 ? DISMANTLING : ILLEGAL_UNLOCK]];
    }
    return [];
  });

/** Plans the incidents. A tampered lock is sealed again by card. */
const planMishaps = (past: PastLock, stages: readonly TimedStage[]): void => {
  for (const [at, mishap] of mishapsOf(past, stages)) {
    past.plan(at, (ts) => {
      if (mishap === VIBRATION) return past.report(ts, 0, { police_type: VIBRATION });
      if (past.status === LOCK.sealed) past.become(ts, LOCK.abnormal, 1, { police_type: mishap });
    });
    if (mishap === VIBRATION) continue;
    past.plan(at + past.draw(20, 40) * MINUTE, (ts) => {
      if (past.status === LOCK.abnormal) past.become(ts, LOCK.sealed, 1, repairDetails(past.seed));
    });
  }
};

/** Plans the commands of operators that do not move the lock. */
const planCommands = (past: PastLock, { from, end }: Period): void => {
  for (let at = from + past.draw(0, 6) * DAY; at < end; at += past.draw(3, 8) * DAY) {
    const cmd = past.luck() < 0.5 ? 'readSettings' : 'vibration';
    const args = cmd === 'vibration' ? { value: 5 + Math.floor(past.luck() * 5) } : {};
    const calledOff = past.luck() < 0.06;
    past.plan(at, (ts) => {
      if (calledOff) past.send(ts, { cmd, args, state: 'cancelled' });
      else if (past.obeys) past.send(ts, { cmd, args, state: 'success' });
      else past.fail(ts, cmd, args);
    });
  }
};

/** Plans an upgrade for one lock in four. */
const planUpgrade = (
  past: PastLock,
  { from, until }: Period,
  upgrade: LifeOptions['upgrade'],
): void => {
  if (past.luck() >= 0.25) return;
  const args = { ...upgrade };
  past.plan(from + past.draw(0.5, 0.8) * (until - from), (ts) => {
    if (!past.obeys) return past.fail(ts, 'upgrade', args);
    past.send(ts, { cmd: 'upgrade', args, state: 'success' }, past.draw(30, 90) * SECOND);
    past.version = upgrade.version;
    past.report(ts, 3);
  });
};
