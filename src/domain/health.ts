import { CONNECTION_END, CONNECTION_EVENT, type ContactReason } from './connection';
import { DAY } from './duration';
import { dayOf } from './figures';
import type { Tone } from './label';

/** Newest connection event of a lock. */
export interface LastContact {
  readonly event: number;
  readonly reason: ContactReason | null;
  /** Server clock, epoch ms. */
  readonly at: number;
}

/** Facts about a silent lock. All times are by the server's clock, because that of a lock may be wrong. */
export interface LockHealth {
  /** Last sign of life, epoch ms; null if there was none. */
  readonly lastSign: number | null;
  /** Percent in the last report; null if unknown. */
  readonly electric: number | null;
  /** Fall of the battery in percent a day, over the week before; null if unknown. */
  readonly drain: number | null;
  /** Expiry of the SIM card, `yyyy-MM-dd`; null if unknown. */
  readonly sim: string | null;
  readonly contact: LastContact | null;
  /** Other locks within `NEAR`. */
  readonly near: { readonly silent: number; readonly active: number };
  /** Other locks of its protocol that fell silent with it; 0 while any lock of the protocol is online. */
  readonly link: number;
}

/** Radius in which other silent locks show that a place has no coverage, metres. */
export const NEAR = 10_000;

/** Number of silent locks from which they have a common reason. */
const MIN_TOGETHER = 3;

/** Battery up to which a lock may be too weak to report, percent. */
const EMPTY = 5;
const LOW = 20;

/** Time after its expiry in which a SIM card may still work, ms: a lock heard later shows that the date is wrong. */
const GRACE = 31 * DAY;

export type SilenceCause =
  | 'refused'
  | 'sim'
  | 'never'
  | 'link'
  | 'battery'
  | 'coverage'
  | 'unknown';

/** Verdict on each fact, and the most likely cause of the silence. */
export interface HealthVerdict {
  readonly lastSign: Tone;
  readonly battery: Tone;
  readonly sim: Tone;
  readonly contact: Tone;
  readonly near: Tone;
  readonly cause: SilenceCause;
}

/** Facts that may show the cause of a silence. */
export const HEALTH_FACTS = ['battery', 'sim', 'contact', 'near'] as const;

const batteryTone = ({ electric, drain }: LockHealth): Tone => {
  if (electric === null) return 'default';
  if (electric <= Math.max(EMPTY, drain ?? 0)) return 'error';
  return electric <= LOW ? 'warning' : 'success';
};

const simTone = ({ sim, lastSign }: LockHealth, now: number): Tone => {
  if (sim === null) return 'default';
  const wasHeardLater = lastSign !== null && sim < dayOf(lastSign - GRACE);
  if (sim < dayOf(now) && !wasHeardLater) return 'error';
  return sim <= dayOf(now + GRACE) ? 'warning' : 'success';
};

const contactTone = ({ contact, lastSign }: LockHealth): Tone => {
  if (!contact) return 'default';
  if (contact.event === CONNECTION_EVENT.refused)
    return contact.at > (lastSign ?? 0) ? 'error' : 'warning';
  if (contact.event === CONNECTION_EVENT.came || contact.reason === CONNECTION_END.lost)
    return 'warning';
  return contact.reason === CONNECTION_END.byLock ? 'success' : 'default';
};

const nearTone = ({ silent, active }: LockHealth['near']): Tone => {
  if (silent + active === 0) return 'default';
  if (silent < active) return 'success';
  return silent >= MIN_TOGETHER && silent > active ? 'error' : 'warning';
};

/** True if the SIM card expired before the lock fell silent, or the lock was never heard. */
const endedWithSim = (health: LockHealth, now: number): boolean =>
  simTone(health, now) === 'error' &&
  (health.lastSign === null || (health.sim ?? '') <= dayOf(health.lastSign + DAY));

/** Each cause with its ground, the surest first. */
const causes: readonly (readonly [SilenceCause, (health: LockHealth, now: number) => boolean])[] = [
  ['refused', (health) => contactTone(health) === 'error'],
  ['sim', endedWithSim],
  ['never', ({ lastSign }) => lastSign === null],
  ['link', ({ link, near }) => link >= MIN_TOGETHER && link > near.silent],
  ['battery', (health) => batteryTone(health) === 'error'],
  ['coverage', ({ near }) => nearTone(near) === 'error'],
  // It expired during the silence, and now keeps the lock from reporting.
  ['sim', (health, now) => simTone(health, now) === 'error'],
];

/** Returns the facts that show no cause: those that are unknown, or in doubt, are none of them. */
export const soundFacts = (verdict: HealthVerdict) =>
  HEALTH_FACTS.filter((fact) => verdict[fact] === 'success');

/** Judges a lock that is offline. A cause without a ground is `unknown`. */
export const judgeHealth = (health: LockHealth, now: number): HealthVerdict => ({
  lastSign: health.lastSign === null ? 'error' : 'warning',
  battery: batteryTone(health),
  sim: simTone(health, now),
  contact: contactTone(health),
  near: nearTone(health.near),
  cause: causes.find(([, holds]) => holds(health, now))?.[0] ?? 'unknown',
});
