import { CONNECTION_EVENT } from '../../domain/connection';
import { DAY, HOUR, MINUTE, SECOND } from '../../domain/duration';
import {
  LOCK,
  type LockAction,
  type LockReport,
  type LockStatus,
  SEALING,
} from '../../domain/lock';
import type { TicketSource, TicketState } from '../../domain/ticket';
import { cardsOf, type Gate, gateAt } from '../gates';
import { type DepotEnd, planJourney, stagesBetween, type TimedStage } from '../journey';
import { stateOfReport } from '../lockBody';
import type { DemoLock } from '../locks';
import { roadOf } from '../road';
import { routes } from '../routes';
import { createTelemetry } from '../telemetry';
import { randomBetween, randomChance, randomItem, type Traits, traitsOf } from '../traits';

/** Past command. Times are ms since 1970. */
export interface HistoryCommand {
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly created: number;
  /** Null if it was cancelled before. */
  readonly sent: number | null;
  readonly ended: number;
  readonly state: TicketState;
  readonly message?: string;
  readonly source: TicketSource;
  /** Name of the rule that sent it; undefined if an operator did. */
  readonly rule?: string;
}

/** Connect or disconnect of a lock. */
interface PastContact {
  /** ms since 1970. */
  readonly at: number;
  readonly event: typeof CONNECTION_EVENT.came | typeof CONNECTION_EVENT.went;
}

/** Reports, commands and connection events of a lock. */
export interface LockHistory {
  /** Ordered by the lock's clock, oldest first. */
  readonly reports: readonly LockReport[];
  readonly commands: readonly HistoryCommand[];
  /** Oldest first. */
  readonly contacts: readonly PastContact[];
}

interface LifeOptions {
  /** `from` and `until`: ms since 1970. */
  readonly from: number;
  readonly until: number;
  /** Returns the name of the rule that unseals the lock without a card at this end of its road, if there is one. */
  readonly ruleAt: (end: DepotEnd) => string | undefined;
  /** Arguments of the upgrade command. */
  readonly upgrade: Readonly<Record<string, unknown>> & { readonly version: string };
}

/** Reports of the last hours are dense, so that they can be played back; ms. */
const CLOSELY = 4 * HOUR;
const CLOSE_EVERY = MINUTE;
const MOVING_EVERY = 100 * MINUTE;
const PARKED_EVERY = 7 * HOUR;

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
const [REMOTE_UNSEAL, PASSWORD_UNSEAL, RFID_UNSEAL] = [1, 2, 5] as const;
const [RFID_SEAL, REMOTE_SEAL, ILLEGAL_CARD] = [9, 12, 14] as const;

/** Ranges before the end of the history in which an unruly lock was broken open, and in which a lock went away; ms. */
const BROKEN = [22 * MINUTE, 50 * MINUTE] as const;
const AWAY = [30 * HOUR, 9 * DAY] as const;

/**
 * Generates a lock's history: it is sealed for the road and unsealed where goods are loaded, with incidents in between.
 * The result depends only on the lock and the times. Positions and battery levels match those from which the simulation
 * continues. A new lock has no history.
 */
export const generateHistory = (
  lock: DemoLock,
  { from, until, ruleAt, upgrade }: LifeOptions,
): LockHistory => {
  if (lock.status === LOCK.initial) return { reports: [], commands: [], contacts: [] };
  const { sn, seed, behaviour } = lock;
  const habits = traitsOf(sn);
  const route = routes.find(({ id }) => id === lock.routeId);
  if (!route) throw new RangeError(`Lock ${sn}: there is no route ${lock.routeId}`);
  const read = createTelemetry(route, seed, habits);
  const journey = planJourney(roadOf(route).lengthKm, seed);
  let drawn = 0;
  const luck = () => randomChance(seed, drawn++, 81);
  const draw = (min: number, max: number) => randomBetween(min, max, seed, drawn++, 82);
  const end = habits.away ? until - draw(...AWAY) : until;

  const reports: LockReport[] = [];
  const commands: HistoryCommand[] = [];
  const planned: (readonly [at: number, happen: (at: number) => void])[] = [];
  const plan = (at: number, happen: (at: number) => void) => planned.push([Math.round(at), happen]);
  let status: LockStatus = LOCK.sealed;
  let version: string | undefined;

  const tell = (
    ts: number,
    report_reson: LockReport['report_reson'],
    extra: Partial<LockReport> = {},
  ) => {
    const runs = version === undefined ? {} : { version };
    const lock_state = stateOfReport(extra);
    const { fields } = read(ts);
    reports.push({
      ts,
      report_reson,
      lock_status: status,
      lock_state,
      ...fields,
      ...runs,
      ...extra,
    });
  };
  const become = (
    ts: number,
    next: LockStatus,
    reason: LockReport['report_reson'],
    extra?: Partial<LockReport>,
  ) => {
    status = next;
    tell(ts, reason, extra);
  };
  const send = (
    at: number,
    command: Pick<HistoryCommand, 'cmd' | 'state'> & Partial<HistoryCommand>,
    took = draw(1, 4) * SECOND,
  ) => {
    const created = Math.round(at - took);
    const sent = command.state === 'cancelled' ? null : created + 150;
    const endedAt = command.state === 'invalid' ? created + MINUTE : Math.round(at) + 300;
    commands.push({ args: {}, source: 1, ...command, created, sent, ended: endedAt });
  };
  const obeys = behaviour === 'normal' || behaviour === 'asleep';
  /** Adds a command that the lock does not carry out because of its behaviour. */
  const fail = (at: number, cmd: string, args = {}) =>
    behaviour === 'silent'
      ? send(at, { cmd, args, state: 'invalid' })
      : send(at, { cmd, args, state: 'failure', message: 'Motor fault' });

  const move = (at: number, action: LockAction, gate: Gate | undefined, rule?: string) => {
    const isRemote = action === REMOTE_UNSEAL || action === REMOTE_SEAL;
    const cmd = action === REMOTE_SEAL ? 'seal' : 'unseal';
    if (isRemote && !obeys) {
      fail(at - 6 * MINUTE, cmd);
      if (behaviour === 'refuses' && luck() < 0.4) {
        tell(at - 6 * MINUTE, 0, { police_type: 1009, fault_code: 1006, fault_msg: 'Motor fault' });
      }
    }
    const done = isRemote && !obeys ? (action === REMOTE_SEAL ? 11 : PASSWORD_UNSEAL) : action;
    if (done === REMOTE_UNSEAL || done === REMOTE_SEAL) {
      send(at, { cmd, state: 'success', ...(rule !== undefined && { source: 2, rule }) });
    }
    const swiped =
      gate && (done === RFID_UNSEAL || done === RFID_SEAL)
        ? { icc_card_no: randomItem(cardsOf(gate), seed, drawn++, 83).no }
        : {};
    const next = done === REMOTE_SEAL || SEALING.includes(done) ? LOCK.sealed : LOCK.closed;
    become(at, next, 1, { lock_action: done, ...swiped });
  };

  /** Plans a visit to a depot: unsealed after the arrival, opened, closed, and sealed before the departure. */
  const visit = ({ from: came, to: goes, end: at }: TimedStage) => {
    const gate = habits.carded ? ownGate(gateAt(route.id, at), lock) : undefined;
    const rule = obeys ? ruleAt(at) : undefined;
    const unseals = came + draw(8, 25) * MINUTE;
    const opens = unseals + draw(1, 4) * MINUTE;
    const seals = goes - draw(10, 30) * MINUTE;
    const closes = opens + (seals - opens) * draw(0.4, 0.9);
    const [unsealing, sealing, how] = [luck(), luck(), luck()];
    let opened = false;
    if (gate && luck() < 0.06) {
      plan(unseals - 3 * MINUTE, (ts) =>
        tell(ts, 1, {
          lock_action: ILLEGAL_CARD,
          icc_card_no: String(7_000_000_000 + Math.floor(randomChance(seed, ts % 1e6, 84) * 9e8)),
        }),
      );
    }
    plan(unseals, (ts) => {
      if (status !== LOCK.sealed) return;
      if (rule !== undefined) return move(ts, REMOTE_UNSEAL, gate, rule);
      const byCard = gate && how < 0.7;
      const chosen = UNSEALED_BY.find(([upTo]) => unsealing < upTo)?.[1] ?? REMOTE_UNSEAL;
      move(ts, byCard ? RFID_UNSEAL : chosen, gate);
    });
    plan(opens, (ts) => {
      if (status !== LOCK.closed) return;
      opened = true;
      become(ts, LOCK.open, 9);
    });
    plan(closes, (ts) => {
      if (!opened || status !== LOCK.open) return;
      if (luck() < 0.06 && obeys) {
        send(ts - MINUTE, { cmd: 'seal', state: 'failure', message: 'Lock is open' });
      }
      become(ts, LOCK.closed, 9);
    });
    plan(seals, (ts) => {
      if (status !== LOCK.closed) return;
      const chosen = SEALED_BY.find(([upTo]) => sealing < upTo)?.[1] ?? REMOTE_SEAL;
      move(ts, gate && how > 0.4 ? RFID_SEAL : chosen, gate);
    });
  };

  const report = ({ kind, from: begins, to: ends }: TimedStage) => {
    const usual = kind === 'drive' ? MOVING_EVERY : PARKED_EVERY;
    const every = behaviour === 'asleep' ? Math.max(usual, 4 * HOUR) : usual;
    const reason = behaviour === 'asleep' ? 3 : 0;
    const last = Math.min(ends, end);
    for (let at = Math.max(begins, from) + draw(0, 0.2) * every; at < last; ) {
      plan(at, (ts) => tell(ts, reason));
      const close = kind === 'drive' && behaviour !== 'asleep' && at >= until - CLOSELY;
      const next = at + (close ? CLOSE_EVERY : every * draw(0.9, 1.1));
      at =
        !close && kind === 'drive' ? Math.min(next, Math.max(at + MINUTE, until - CLOSELY)) : next;
    }
  };

  const stages = stagesBetween(journey, from, end);
  for (const stage of stages) {
    report(stage);
    if (stage.kind === 'depot' && stage.from >= from) visit(stage);
    if (stage.kind === 'night' && luck() < 0.08) {
      plan(stage.from + 2 * HOUR, (ts) => tell(ts, 0, { police_type: 1012 }));
    }
  }
  for (const [at, mishap] of mishaps(stages, habits, luck, draw)) {
    plan(at, (ts) => {
      if (mishap === VIBRATION) return tell(ts, 0, { police_type: VIBRATION });
      if (status === LOCK.sealed) become(ts, LOCK.abnormal, 1, { police_type: mishap });
    });
    if (mishap === VIBRATION) continue;
    plan(at + draw(20, 40) * MINUTE, (ts) => {
      const icc_card_no = String(1_000_000_000 + Math.floor(randomChance(seed, 41) * 9e8));
      if (status === LOCK.abnormal)
        become(ts, LOCK.sealed, 1, { lock_action: RFID_SEAL, icc_card_no });
    });
  }
  if (habits.unruly) {
    plan(until - draw(...BROKEN), (ts) =>
      become(ts, LOCK.open, 9, { police_type: ILLEGAL_UNLOCK }),
    );
  }
  for (let at = from + draw(0, 6) * DAY; at < end; at += draw(3, 8) * DAY) {
    const cmd = luck() < 0.5 ? 'readSettings' : 'vibration';
    const args = cmd === 'vibration' ? { value: 5 + Math.floor(luck() * 5) } : {};
    const calledOff = luck() < 0.06;
    plan(at, (ts) => {
      if (calledOff) send(ts, { cmd, args, state: 'cancelled' });
      else if (obeys) send(ts, { cmd, args, state: 'success' });
      else fail(ts, cmd, args);
    });
  }
  if (luck() < 0.25) {
    const args = { ...upgrade };
    plan(from + draw(0.5, 0.8) * (until - from), (ts) => {
      if (!obeys) return fail(ts, 'upgrade', args);
      send(ts, { cmd: 'upgrade', args, state: 'success' }, draw(30, 90) * SECOND);
      version = upgrade.version;
      tell(ts, 3);
    });
  }

  planned.sort(([a], [b]) => a - b);
  for (const [at, happen] of planned) if (at >= from && at <= end) happen(at);
  reports.sort((a, b) => a.ts - b.ts);
  const contacts = contactsOf(reports, { seed, sleeps: behaviour === 'asleep', until });
  return { reports, commands, contacts };
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
/** A lock without a report for this time at the end has disconnected, ms. */
const LOST = 12 * HOUR;
const OUT_OF_REACH = 0.03;

/**
 * Derives connection events from the reports. A sleeping lock connects for each report; another is out of reach in some
 * of the gaps. A lock that is silent long before the end has disconnected.
 */
const contactsOf = (
  reports: readonly LockReport[],
  { seed, sleeps, until }: { seed: number; sleeps: boolean; until: number },
): PastContact[] => {
  const contacts: PastContact[] = [];
  reports.forEach(({ ts }, i) => {
    const before = reports[i - 1]?.ts;
    const next = reports[i + 1]?.ts ?? until;
    const gap = before === undefined ? 0 : ts - before;
    const wasOut = sleeps
      ? gap > AWAKE + AHEAD
      : gap > GAP && randomChance(seed, i, 86) < OUT_OF_REACH && before !== undefined;
    if (wasOut && before !== undefined) {
      const went = sleeps ? before + AWAKE : before + randomBetween(0.1, 0.6, seed, i, 87) * gap;
      contacts.push({ at: Math.round(went), event: CONNECTION_EVENT.went });
    }
    if (before === undefined || wasOut)
      contacts.push({ at: ts - AHEAD, event: CONNECTION_EVENT.came });
    const isLast = i === reports.length - 1;
    const stays = sleeps ? AWAKE : LOST;
    if (isLast && next - ts > stays)
      contacts.push({ at: ts + (sleeps ? AWAKE : MISSED), event: CONNECTION_EVENT.went });
  });
  return contacts;
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
const mishaps = (
  stages: readonly TimedStage[],
  habits: Traits,
  luck: () => number,
  draw: (min: number, max: number) => number,
): (readonly [at: number, mishap: Mishap])[] =>
  stages.flatMap(({ kind, from, to }): (readonly [number, Mishap])[] => {
    if (kind !== 'drive') return [];
    const at = from + (to - from) * draw(0.2, 0.7);
    if (habits.shaken && luck() < 0.5) return [[at, VIBRATION]];
    if (habits.tampered && luck() < 0.06) {
      return [[at, luck() < 0.25 ? DISMANTLING : ILLEGAL_UNLOCK]];
    }
    return [];
  });
